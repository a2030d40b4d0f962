/* Equal stages: what the program would save if its iterations gave every IPU the mean work.
 *
 * Layers stay on an IPU for the whole report, so an IPU has one factor for all of it: mean work of
 * the IPUs in all iterations ÷ its own work there, of compute and exchanges. The factor scales only
 * iterations: work before and after them (a weight update) is distributed over IPUs in another way
 * and does not belong to a stage. The excess of slow iterations over the others neither counts for
 * the factor nor is scaled. Without a loop all cycles count.
 *
 * The excess that slow tiles cause does not count as work of a stage if there is a finding on those
 * tiles (time-stragglers.h).
 *
 * A part of the report uses the factors of the whole, and a replay in two parts takes at least as
 * long: the savings of adjacent parts add up to at most the saving of their union. */
#pragma once

#include "analysis/time/time-causes.h"
#include "analysis/time/time-iterations.h"

G_BEGIN_DECLS

/* Work of each IPU in the iterations, compared with the mean. */
typedef struct {
  const PoplensTime *time;
  GArray *spans;     /* PoplensTimeSpan, ascending, disjoint: one per iteration; without iterations,
                      * all cycles */
  double *factor;    /* [IPUs] mean work of all IPUs ÷ work of this IPU; 1 if it has none */
  double *share;     /* [IPUs][spans] share of the work in a span that belongs to the stage; below 1
                        only in slow iterations */
  guint least;       /* index in PoplensTime.ipus of the IPU with the least work */
  guint most;        /* index in PoplensTime.ipus of the IPU with the most work */
  double most_share; /* excess of the work of IPU .most over the mean, as a share of the mean */
  GArray *gains; /* (nullable): PoplensTimeGain: cost of slow tiles, which is not work of stages */
  guint *first;  /* [IPUs + 1] index of each IPU's first gain */
  guint64 *at;   /* [gains] last cycle of the step of each gain, ascending within an IPU */
  guint64 *before; /* [gains + 1] sum of the cycles of all earlier gains */
} PoplensTimeStages;

/* Measures the work of each stage. @time: must outlive the result. @gains: (nullable) (element-type
 * PoplensTimeGain): cost of slow tiles, sorted by place and cycle; it does not count as work.
 * (transfer full) */
PoplensTimeStages *poplens_time_stages_new (const PoplensTime *time,
                                            const PoplensTimeIterations *iterations, GArray *gains);
void poplens_time_stages_free (PoplensTimeStages *self);

/* Returns the cycles that [@from, @to) would save if every IPU had the mean work; negative if that
 * takes longer. */
double poplens_time_stages_saving (const PoplensTimeStages *self, guint64 from, guint64 to);
/* Returns the cycles that [@from, @to) would save if the work of each IPU in the iterations were
 * multiplied by its @factor; negative if that takes longer. @factor: [IPUs]. */
double poplens_time_stages_saving_with (const PoplensTimeStages *self, const double *factor,
                                        guint64 from, guint64 to);
/* Returns the cycles of the pipeline bubble: IPUs wait for one another because of the schedule, not
 * because stages are unequal, or another cause delays the last IPU. This is the smaller of two
 * numbers, all waiting and the waiting that remains without other causes, minus @saving. @saving:
 * cycles that equal stages save. */
double poplens_time_stages_bubble (double saving, const PoplensTimeBalance *balance);
/* Returns the mean number of IPUs that compute or exchange at the same time, over the program time
 * in [@from, @to). @equal: TRUE: as if every IPU had the mean work. */
double poplens_time_stages_working (const PoplensTimeStages *self, guint64 from, guint64 to,
                                    gboolean equal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeStages, poplens_time_stages_free)

G_END_DECLS
