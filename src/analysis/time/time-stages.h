/* Equal stages: what the program would save if every IPU had the mean work in its iterations.
 *
 * Work is compute and exchanges in iterations. The work of each IPU is multiplied by a factor: mean
 * work of all IPUs ÷ work of the IPU. An IPU has one factor for the whole report, because its
 * layers stay on it. Work outside of iterations, such as a weight update, is not scaled, as it does
 * not belong to a stage. If the program has no iterations, all cycles are scaled.
 *
 * Two kinds of cycles are not work of a stage: the excess of slow iterations over fast ones, and
 * the cost of slow tiles that have a finding (time-stragglers.h). */
#pragma once

#include "analysis/time/time-causes.h"
#include "analysis/time/time-iterations.h"

G_BEGIN_DECLS

/* Work of each IPU in the iterations, compared with the mean. */
typedef struct {
  const PoplensTime *time;
  GArray *spans;  /* PoplensTimeSpan, ascending, disjoint: one per iteration; without iterations,
                   * all cycles */
  double *factor; /* [IPUs] mean work of all IPUs ÷ work of this IPU; 1 if it has none */
  /* [IPUs][spans] share of the work in a span that belongs to the stage; below 1 only in slow
   * iterations. */
  double *share;
  guint least;       /* index in PoplensTime.ipus of the IPU with the least work */
  guint most;        /* index in PoplensTime.ipus of the IPU with the most work */
  double most_share; /* work of IPU .most ÷ mean work − 1 */
  GArray *gains;     /* (nullable): PoplensTimeGain: cost of slow tiles, to subtract from work */
  guint *first;      /* [IPUs + 1] index of each IPU's first gain */
  guint64 *at;       /* [gains] last cycle of the gain's compute set; ascending within an IPU */
  guint64 *before;   /* [gains + 1] sum of .cycles of all earlier gains */
} PoplensTimeStages;

/* Measures the work of each stage. @time: must outlive the result. @gains: (nullable) (element-type
 * PoplensTimeGain): cost of slow tiles, sorted by place and cycle; it does not count as work.
 * (transfer full) */
PoplensTimeStages *poplens_time_stages_new (const PoplensTime *time,
                                            const PoplensTimeIterations *iterations, GArray *gains);
void poplens_time_stages_free (PoplensTimeStages *self);

/* Returns the cycles that the program would save in [@from, @to) if every IPU had the mean work;
 * negative if the program would take longer. */
double poplens_time_stages_saving (const PoplensTimeStages *self, guint64 from, guint64 to);
/* Returns the cycles that the program would save in [@from, @to) if the work of each IPU in the
 * iterations were multiplied by its @factor; negative if the program would take longer. @factor:
 * [IPUs]. */
double poplens_time_stages_saving_with (const PoplensTimeStages *self, const double *factor,
                                        guint64 from, guint64 to);
/* Returns the cycles of the pipeline bubble: waits of IPUs for one another that equal stages do not
 * remove. They are MIN (@balance.waits, @balance.left) − @saving. @saving: cycles that equal stages
 * save. */
double poplens_time_stages_bubble (double saving, const PoplensTimeBalance *balance);
/* Returns the mean number of IPUs that compute or exchange at the same time, over the program time
 * in [@from, @to). @equal: TRUE: the number if every IPU had the mean work. */
double poplens_time_stages_working (const PoplensTimeStages *self, guint64 from, guint64 to,
                                    gboolean equal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeStages, poplens_time_stages_free)

G_END_DECLS
