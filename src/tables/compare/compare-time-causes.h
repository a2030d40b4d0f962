/* What a change of the time comes from, in words: rows and classes of the critical path, and what
 * only one report has. */
#pragma once

#include "analysis/compare/compare-causes.h"
#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* So many of a sort are named. */
#define POPLENS_MOST_CAUSES 3

/* "…/MatMul (exchange)", "sync", "compute (46 operations, most in …/MatMul)"; "compute" of many,
 * none of which is most of it; "compute that itself did not change". (transfer full) */
char *poplens_change_cause_title (const PoplensChangeCause *cause);
/* ": +9,000 from …/MatMul (exchange), +1,200 from sync". */
void poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                                   const PoplensComparedWork *work);
/* " Added: encoder/layer.4, 412,345 cycles of work." of what is not little beside @change. */
void poplens_change_causes_append_alone (GString *text, const PoplensComparedWork *work,
                                         gint64 change);

G_END_DECLS
