#include "analysis/time/time-stages.h"

#include <math.h>

#define WORK (POPLENS_BOUND_BIT (COMPUTE) | POPLENS_BOUND_BIT (EXCHANGE))

/* ---- where stages are --------------------------------------------------------------------------
 */

static void
add_span (GArray *spans, PoplensTimeSpan span)
{
  PoplensTimeSpan *last =
      spans->len ? &g_array_index (spans, PoplensTimeSpan, spans->len - 1) : NULL;

  if (last && span.from <= last->to)
    *last = (PoplensTimeSpan){MIN (last->from, span.from), MAX (last->to, span.to)};
  else
    g_array_append_val (spans, span);
}

/* Turns follow one another; their first cycles do, too, but their last ones may not. */
static GArray *
find_spans (const PoplensTime *time, const PoplensTimeLoop *loop)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (PoplensTimeSpan));

  for (guint t = 0; t < loop->turns->len; t++) {
    const PoplensTimeIteration *turn = poplens_time_iteration_at (loop, t);
    add_span (spans, (PoplensTimeSpan){turn->from, turn->to});
  }
  if (!spans->len)
    add_span (spans, (PoplensTimeSpan){0, time->total});
  return spans;
}

/* Cycles that an IPU computes or exchanges in a span. */
static double
work_in (const PoplensTime *time, guint place, PoplensTimeSpan span)
{
  guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;

  poplens_time_add_bounds (time, place, span.from, span.to, bounds, &compute);
  return (double) (bounds[POPLENS_BOUND_COMPUTE] + bounds[POPLENS_BOUND_EXCHANGE]);
}

/* The same where stages are. */
static double
work_of_stage (const PoplensTimeStages *self, guint place, guint64 from, guint64 to)
{
  double sum = 0;

  for (guint s = 0; s < self->spans->len; s++) {
    const PoplensTimeSpan *span = &g_array_index (self->spans, PoplensTimeSpan, s);
    sum +=
        work_in (self->time, place, (PoplensTimeSpan){MAX (span->from, from), MIN (span->to, to)});
  }
  return sum;
}

/* ---- factors -----------------------------------------------------------------------------------
 */

PoplensTimeStages *
poplens_time_stages_new (const PoplensTime *time, const PoplensTimeIterations *iterations)
{
  PoplensTimeStages *self = g_new0 (PoplensTimeStages, 1);
  g_autofree double *work = g_new (double, time->n_ipus + 1);
  double mean = 0;

  self->time = time;
  self->spans = find_spans (time, &iterations->iterations);
  self->factor = g_new (double, time->n_ipus + 1);
  for (guint i = 0; i < time->n_ipus; i++) {
    work[i] = work_of_stage (self, i, 0, time->total);
    mean += work[i] / time->n_ipus;
    if (work[i] > work[self->most])
      self->most = i;
  }
  for (guint i = 0; i < time->n_ipus; i++)
    self->factor[i] = work[i] > 0 ? mean / work[i] : 1;
  if (mean > 0)
    self->most_share = work[self->most] / mean - 1;
  return self;
}

void
poplens_time_stages_free (PoplensTimeStages *self)
{
  if (!self)
    return;
  g_array_unref (self->spans);
  g_free (self->factor);
  g_free (self);
}

/* ---- equal stages ------------------------------------------------------------------------------
 */

double
poplens_time_stages_saving (const PoplensTimeStages *self, guint64 from, guint64 to, double share)
{
  const PoplensTime *time = self->time;

  if (time->n_ipus < 2)
    return 0;
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, from, to);
  to = MIN (to, time->total);
  for (guint i = 0; i < time->n_ipus; i++)
    for (guint s = 0; s < self->spans->len; s++)
      poplens_time_replay_scale (replay, i, g_array_index (self->spans, PoplensTimeSpan, s), WORK,
                                 1 + share * (self->factor[i] - 1));
  return (double) (to - MIN (from, to)) - (double) poplens_time_replay_run (replay) / time->tiles;
}

double
poplens_time_stages_bubble (double saving, const PoplensTimeBalance *balance)
{
  return fmax (fmin (balance->waits, balance->left) - fmax (saving, 0), 0);
}

double
poplens_time_stages_excess (const PoplensTimeStages *self, guint64 from, guint64 to)
{
  return (1 - self->factor[self->most]) * work_of_stage (self, self->most, from, to);
}

double
poplens_time_stages_working (const PoplensTimeStages *self, guint64 from, guint64 to, double share)
{
  const PoplensTime *time = self->time;
  double program = (double) (to - from - poplens_time_outside (time, from, to)), work = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    work += work_in (time, i, (PoplensTimeSpan){from, to}) +
            share * (self->factor[i] - 1) * work_of_stage (self, i, from, to);
  if (share > 0)
    program -= poplens_time_stages_saving (self, from, to, share);
  return program > 0 ? work / program : 0;
}
