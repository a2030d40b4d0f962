/* Describes causes of a change in time: rows and classes of the critical path, and operations that
 * only one report has. */
#pragma once

#include "analysis/compare/compare-causes.h"
#include "analysis/compare/compare-work.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

/* Maximum number of causes that are named. */
#define POPLENS_MOST_CAUSES 3

/* Returns "…/MatMul (exchange)", "sync", "compute (46 operations, most in …/MatMul)"; "compute" for
 * many operations without a main one; "compute that itself did not change". (transfer full) */
char *poplens_change_cause_title (const PoplensChangeCause *cause);
/* Appends ": +9,000 from …/MatMul (exchange), +1,200 from sync". */
void poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                                   const PoplensComparedWork *work);
/* Appends " Added: encoder/layer.4, 412,345 cycles of work.", without operations that are small
 * compared to @change. */
void poplens_change_causes_append_alone (GString *text, const PoplensComparedWork *work,
                                         gint64 change);

/* ---- more in one report ---------------------------------------------------------------------- */

/* Finds slow iterations, or an IPU, that only take longer in one report, and their share of a
 * change. */

/* ---- shares ---------------------------------------------------------------------------------- */

/* How much of the change @whole is due to @part. It is a share of all that changed in either
 * direction, not of the sum: @others are absolute changes, which may cancel out in the sum. A part
 * larger than the whole, except by rounding, is LESS. */
typedef enum { POPLENS_SHARE_LESS, POPLENS_SHARE_MOST, POPLENS_SHARE_NEARLY_ALL } PoplensShare;

PoplensShare poplens_share_of (gint64 part, gint64 others, gint64 whole);

/* ---- iterations ------------------------------------------------------------------------------ */

/* Maximum number of iterations that are named. */
#define POPLENS_MOST_SLOW 3

/* Slow iterations, each compared with the same iteration of the other report, so that gains and
 * losses of different iterations do not cancel out. */

typedef struct {
  gint64 change; /* cycles, after − before: sum of the iterations that changed in one direction */
  gint64 against;                   /* sum of those that changed in the other direction */
  guint n;                          /* iterations with a substantial part of the change; 0: none */
  guint turn[POPLENS_MOST_SLOW];    /* the largest of them, largest first */
  gint64 cycles[POPLENS_MOST_SLOW]; /* absolute change of each .turn */
} PoplensSlowChange;

/* Finds the iterations that take longer after than before; if @sign is −1, those that took longer
 * before. */
PoplensSlowChange poplens_compare_slow (const PoplensComparedTime *self, gint64 sign);
/* Returns how much changed besides @slow, the cycles of slow iterations: the absolute change that
 * is the same in all iterations, plus the absolute rest. */
gint64 poplens_compare_alike (const PoplensComparedTime *self, gint64 change, gint64 slow);

/* ---- an IPU ---------------------------------------------------------------------------------- */

/* Returns the cycles that one IPU works more, or less if @sign is −1. 0 if other IPUs changed
 * alike, or if the IPU does not work more, but its tiles wait for each other. @ipu: (out): number
 * of the IPU */
gint64 poplens_compare_work_alone (const PoplensComparedTime *self, gint64 sign, guint32 *ipu);

G_END_DECLS
