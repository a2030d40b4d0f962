/* Describes causes of a change in time: operations and classes of the critical path, and operations
 * that only one report has. */
#pragma once

#include "analysis/compare/compare-causes.h"
#include "analysis/compare/compare-work.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

/* Maximum number of causes that a text names. */
#define POPLENS_MOST_CAUSES 3

/* Returns the title of a cause: "…/MatMul (exchange)", "sync", "compute (46 operations, most in
 * …/MatMul)", "compute" if there are many operations and none is the largest, or "compute that
 * itself did not change". (transfer full) */
char *poplens_change_cause_title (const PoplensChangeCause *cause);
/* Appends the causes: ": +9,000 from …/MatMul (exchange), +1,200 from sync". */
void poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                                   const PoplensComparedWork *work);
/* Appends the operations that only one report has: " Added: encoder/layer.4, 412,345 cycles of
 * work." Leaves out those that are small compared to @change. */
void poplens_change_causes_append_alone (GString *text, const PoplensComparedWork *work,
                                         gint64 change);

/* ---- more in one report ---------------------------------------------------------------------- */

/* Finds iterations that are slow, or an IPU that works longer, in only one of the reports, and the
 * share that they have in a change. */

/* ---- shares ---------------------------------------------------------------------------------- */

/* How large the share of @part in the change @whole is: MOST if @part is at least as large as
 * @others, the sum of all other absolute changes; NEARLY_ALL if it is nine times as large.
 * Otherwise LESS, and so is a part of opposite sign, or one that exceeds @whole without being
 * nearly all. */
typedef enum { POPLENS_SHARE_LESS, POPLENS_SHARE_MOST, POPLENS_SHARE_NEARLY_ALL } PoplensShare;

PoplensShare poplens_share_of (gint64 part, gint64 others, gint64 whole);

/* ---- iterations ------------------------------------------------------------------------------ */

/* Maximum number of slow iterations that a text names. */
#define POPLENS_MOST_SLOW 3

/* Iterations that are slow in only one report. Each is compared with the same iteration of the
 * other report, so that gains and losses of different iterations do not cancel out. */

typedef struct {
  gint64 change;  /* cycles, after − before, of the iterations that changed in the requested
                     direction */
  gint64 against; /* cycles of the iterations that changed in the opposite direction */
  guint n;        /* number of iterations with a substantial part of .change; 0: none */
  guint turn[POPLENS_MOST_SLOW];    /* indices of these iterations, the largest change first */
  gint64 cycles[POPLENS_MOST_SLOW]; /* absolute change of each .turn */
} PoplensSlowChange;

/* Finds the iterations that are slow only after or, if @sign is −1, only before. */
PoplensSlowChange poplens_compare_slow (const PoplensComparedTime *self, gint64 sign);
/* Returns the part of @change that slow iterations do not explain, in cycles: the absolute change
 * of the median iteration times their number, plus the absolute rest. @slow: change of slow
 * iterations */
gint64 poplens_compare_alike (const PoplensComparedTime *self, gint64 change, gint64 slow);

/* ---- an IPU ---------------------------------------------------------------------------------- */

/* Returns by how many cycles one IPU alone works longer or, if @sign is −1, shorter (then
 * negative). 0 if other IPUs changed alike, or if only the waiting of its tiles for each other
 * changed. @ipu: (out): number of the IPU */
gint64 poplens_compare_work_alone (const PoplensComparedTime *self, gint64 sign, guint32 *ipu);

G_END_DECLS
