/* Equal stages: what the program saves if its iterations gave every IPU as much work as the mean.
 *
 * Layers are on an IPU for the whole report, so an IPU has one factor in all of it: the mean work
 * of the IPUs in all iterations ÷ its own there, of compute and exchanges. It scales what
 * iterations do and nothing else: work before and after them (a weight update) is spread over the
 * IPUs another way, and does not belong to a stage. Neither does what slow iterations have more
 * than the others: it does not count for the factor and is not scaled. Where nothing repeats
 * everything counts.
 *
 * What an IPU takes longer for slow tiles does not count as work of its stage if there is a finding
 * on those tiles (time-stragglers.h).
 *
 * A part of the report has the factors of the whole, and a replay cut in two takes as long or
 * longer: what parts that lie side by side save adds up to what they save as one, or to less. */
#pragma once

#include "analysis/time/time-causes.h"
#include "analysis/time/time-iterations.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTime *time;
  GArray *spans;     /* PoplensTimeSpan, rising, apart: the iterations; else all cycles */
  double *factor;    /* [IPUs] mean work ÷ its own; 1 of one without any */
  double *share;     /* [IPUs][spans] of the work in it that is the stage's; 1 unless it is slow */
  guint least;       /* place of the IPU with the least work */
  guint most;        /* place of the IPU with the most work */
  double most_share; /* its work beyond the mean, as a share of the mean */
  GArray *gains;     /* (nullable) PoplensTimeGain: cycles that are not work of stages */
  guint *first;      /* [IPUs + 1] where the gains of an IPU begin */
  guint64 *at;       /* [gains] the last cycle of each, rising in an IPU */
  guint64 *before;   /* [gains + 1] cycles of all gains before each */
} PoplensTimeStages;

/* @time must outlive it. @gains: (nullable) (element-type PoplensTimeGain): what slow tiles cost,
 * by place and cycle, which is a cause of its own. (transfer full) */
PoplensTimeStages *poplens_time_stages_new (const PoplensTime *time,
                                            const PoplensTimeIterations *iterations, GArray *gains);
void poplens_time_stages_free (PoplensTimeStages *self);

/* Cycles that [from, to) saves, if every IPU had the mean work; below 0 if that takes
 * longer. */
double poplens_time_stages_saving (const PoplensTimeStages *self, guint64 from, guint64 to);
/* Cycles that [from, to) saves, if each IPU had @factor ([IPUs]) times the work that it has in the
 * iterations; below 0 if that takes longer. */
double poplens_time_stages_saving_with (const PoplensTimeStages *self, const double *factor,
                                        guint64 from, guint64 to);
/* Cycles that IPUs wait for one another whatever else is mended: the schedule, and neither the
 * balance of the stages nor what holds the last IPU up. What equal stages, which save @saving,
 * leave of all waits, and of those that are left without any other cause. */
double poplens_time_stages_bubble (double saving, const PoplensTimeBalance *balance);
/* IPUs that compute or exchange at a time of the program in [from, to), in the mean; @equal: if
 * every IPU had the mean work. */
double poplens_time_stages_working (const PoplensTimeStages *self, guint64 from, guint64 to,
                                    gboolean equal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeStages, poplens_time_stages_free)

G_END_DECLS
