/* Describes causes of a change in time: operations and classes of the critical path, and operations
 * that only one report has. */
#pragma once

#include "analysis/compare/compare-causes.h"
#include "analysis/compare/compare-work.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

/* Maximum number of causes that a text names. */
#define POPLENS_MOST_CAUSES 3

/* Returns the title of a cause: "…/MatMul (exchange)", "sync", or "compute (46 operations, most in
 * …/MatMul)". (transfer full) */
char *poplens_change_cause_title (const PoplensChangeCause *cause);
/* Appends causes with the cycles of each: ": +9,000 from …/MatMul (exchange), +1,200 from sync".
 * @by_speed: does not mention numbers of executions */
void poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                                   const PoplensComparedWork *work);
/* Appends the operations that only one report has: " Added: encoder/layer.4, 412,345 cycles of
 * work." Leaves out those that are small compared to @change. */
void poplens_change_causes_append_alone (GString *text, const PoplensComparedWork *work,
                                         gint64 change);

/* ---- more in one report ---------------------------------------------------------------------- */

/* Finds iterations, or an IPU, that became slower or faster on their own, and how much of a change
 * they cause. */

/* ---- shares ---------------------------------------------------------------------------------- */

/* Share of one part in a whole change. MOST: the part is at least as large as all other parts
 * together, and not larger than the whole. NEARLY_ALL: the part is at least nine times as large as
 * the others. LESS: all other cases, and parts whose sign differs from that of the whole. @others
 * of poplens_share_of () is the absolute sum of the other parts. */
typedef enum { POPLENS_SHARE_LESS, POPLENS_SHARE_MOST, POPLENS_SHARE_NEARLY_ALL } PoplensShare;

PoplensShare poplens_share_of (gint64 part, gint64 others, gint64 whole);

/* ---- iterations ------------------------------------------------------------------------------ */

/* Maximum number of slow iterations that a text names. */
#define POPLENS_MOST_SLOW 3

/* Iterations that are slow in only one report. Each is compared with the same iteration of the
 * other report, so that gains and losses of different iterations do not cancel out. */

typedef struct {
  gint64 change;  /* cycles, after − before: sum of the changes with the requested sign */
  gint64 against; /* cycles, after − before: sum of the changes with the opposite sign */
  guint n; /* number of iterations whose change is at least POPLENS_LEAST_CAUSE of the largest */
  guint turn[POPLENS_MOST_SLOW]; /* indices of the iterations that changed most, the largest change
                                    first */
  gint64 cycles[POPLENS_MOST_SLOW]; /* absolute change of each .turn */
} PoplensSlowChange;

/* Finds the iterations whose cycles above the median rose (@sign: 1) or fell (@sign: −1) from the
 * first report to the second. */
PoplensSlowChange poplens_compare_slow (const PoplensComparedTime *self, gint64 sign);
/* Returns the absolute cycles of @change that do not come from slow iterations. These are the
 * change of the median iteration times the number of iterations, and the rest. @slow: cycles of
 * @change that come from slow iterations */
gint64 poplens_compare_alike (const PoplensComparedTime *self, gint64 change, gint64 slow);

/* ---- an IPU ---------------------------------------------------------------------------------- */

/* Returns the change in cycles of the one IPU whose work rose (@sign: 1) or fell (@sign: −1). 0 if
 * the work of another IPU changed similarly, or if tiles of the IPU only waited longer or shorter
 * for each other. @ipu: (out): number of the IPU */
gint64 poplens_compare_work_alone (const PoplensComparedTime *self, gint64 sign, guint32 *ipu);

G_END_DECLS
