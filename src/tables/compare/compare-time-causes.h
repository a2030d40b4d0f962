/* What a change of the time comes from, in words: rows and classes of the critical path, and what
 * only one report has. */
#pragma once

#include "analysis/compare/compare-causes.h"
#include "analysis/compare/compare-work.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

/* Most causes of a sort that are named. */
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

/* ---- more in one report ---------------------------------------------------------------------- */

/* What alone takes longer in one report than in the other, iterations or an IPU, and how much of a
 * change that is. */

/* ---- shares ---------------------------------------------------------------------------------- */

/* How much of @whole one @part of it is. It is a share of all that changed, up or down, and not of
 * the sum: @others that rose and fell alike are gone from that, and yet they changed. What is more
 * than the whole is no part of it, where that is no rounding. */
typedef enum { POPLENS_SHARE_LESS, POPLENS_SHARE_MOST, POPLENS_SHARE_NEARLY_ALL } PoplensShare;

PoplensShare poplens_share_of (gint64 part, gint64 others, gint64 whole);

/* ---- iterations ------------------------------------------------------------------------------ */

/* Most iterations that are named. */
#define POPLENS_MOST_SLOW 3

/* Each is compared with the same one of the other report: what one loses is not what another adds.
 */

typedef struct {
  gint64 change;                    /* cycles, after − before, of all that went one way … */
  gint64 against;                   /* … and of those that went the other way */
  guint n;                          /* iterations that add not little; 0: none changed so */
  guint turn[POPLENS_MOST_SLOW];    /* the largest of them, largest first … */
  gint64 cycles[POPLENS_MOST_SLOW]; /* … and the size of what each adds */
} PoplensSlowChange;

/* Finds the iterations that take longer after than before; if @sign is −1, those that took longer
 * before. */
PoplensSlowChange poplens_compare_slow (const PoplensComparedTime *self, gint64 sign);
/* What changed beside @slow cycles of slow iterations, up or down: all iterations alike, and the
 * rest. */
gint64 poplens_compare_alike (const PoplensComparedTime *self, gint64 change, gint64 slow);

/* ---- an IPU ---------------------------------------------------------------------------------- */

/* Cycles that one IPU works more, or less where @sign is negative; 0 where others do so, too, or it
 * is no work, as where its tiles wait for one another. @ipu: (out): which */
gint64 poplens_compare_work_alone (const PoplensComparedTime *self, gint64 sign, guint32 *ipu);

G_END_DECLS
