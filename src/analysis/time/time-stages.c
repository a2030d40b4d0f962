/* Compares the work of pipeline stages (IPUs), and replays the trace with equal work on each stage.
 */
#include "analysis/time/time-stages.h"

#include "base/search.h"

#include <math.h>

#define WORK (POPLENS_BOUND_BIT (COMPUTE) | POPLENS_BOUND_BIT (EXCHANGE))

/* ---- spans of iterations --------------------------------------------------------------------- */

/* Returns a span for each iteration; without iterations, one span of all cycles. If two iterations
 * overlap, the later span is shortened, possibly to nothing. (transfer full): GArray of
 * PoplensTimeSpan */
static GArray *
loop_find_spans (const PoplensTime *time, const PoplensTimeLoop *loop)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (PoplensTimeSpan));
  PoplensTimeSpan span = {0, time->total};
  guint64 told = 0;

  for (guint t = 0; t < loop->turns->len; t++) {
    const PoplensTimeIteration *turn = poplens_time_iteration_at (loop, t);
    span = (PoplensTimeSpan){MAX (turn->from, told), MAX (turn->to, told)};
    told = span.to;
    g_array_append_val (spans, span);
  }
  if (!spans->len)
    g_array_append_val (spans, span);
  return spans;
}

/* ---- slow tiles ------------------------------------------------------------------------------ */

static const PoplensTimeGain *
stages_gain_at (const PoplensTimeStages *self, guint g)
{
  return &g_array_index (self->gains, PoplensTimeGain, g);
}

static void
stages_index_gains (PoplensTimeStages *self)
{
  guint n = self->gains ? self->gains->len : 0, place = 0;

  self->first = g_new0 (guint, self->time->n_ipus + 1);
  self->at = g_new (guint64, n + 1);
  self->before = g_new0 (guint64, n + 1);
  for (guint g = 0; g < n; g++) {
    const PoplensTimeGain *gain = stages_gain_at (self, g);
    guint64 at = poplens_execution_row_to (self->time->execution, gain->row) - 1;
    gboolean again = g && stages_gain_at (self, g - 1)->place == gain->place;
    while (place < gain->place)
      self->first[++place] = g;
    self->at[g] = again ? MAX (at, self->at[g - 1]) : at;
    self->before[g + 1] = self->before[g] + gain->cycles;
  }
  while (place < self->time->n_ipus)
    self->first[++place] = n;
}

/* Returns the index in .gains of an IPU's first gain whose compute set ends at @cycle or later. */
static guint
stages_find_gain (const PoplensTimeStages *self, guint place, guint64 cycle)
{
  guint low = self->first[place], high = self->first[place + 1];

  POPLENS_SEARCH (low, high, middle, self->at[middle] < cycle);
  return low;
}

/* Returns the cycles in which an IPU computes or exchanges in a span. */
static double
ipu_work_in_span (const PoplensTime *time, guint place, PoplensTimeSpan span)
{
  guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;

  poplens_time_add_bounds (time, place, span.from, span.to, bounds, &compute);
  return (double) (bounds[POPLENS_BOUND_COMPUTE] + bounds[POPLENS_BOUND_EXCHANGE]);
}

/* Returns the cycles in which an IPU computes or exchanges in a span, without the cost of slow
 * tiles. */
static double
stage_work_in_span (const PoplensTimeStages *self, guint place, PoplensTimeSpan span)
{
  double work = ipu_work_in_span (self->time, place, span);

  if (span.from < span.to)
    work -= (double) (self->before[stages_find_gain (self, place, span.to)] -
                      self->before[stages_find_gain (self, place, span.from)]);
  return fmax (work, 0);
}

static PoplensTimeSpan
stage_span_at (const PoplensTimeStages *self, guint s)
{
  return g_array_index (self->spans, PoplensTimeSpan, s);
}

/* ---- factors --------------------------------------------------------------------------------- */

static gboolean
turn_is_slow (const PoplensTimeLoop *loop, guint turn, guint64 total)
{
  return turn < loop->turns->len && poplens_time_loop_excess (loop, turn, 0, total) > 0;
}

/* Returns the work of an IPU in all iterations that are not slow. Also fills .share of the IPU: in
 * a slow iteration, work above the mean of the fast iterations does not belong to the stage. */
static double
stages_sum_work (PoplensTimeStages *self, guint place, const PoplensTimeLoop *loop)
{
  guint64 total = self->time->total;
  double sum = 0;
  guint n = 0;

  for (guint s = 0; s < self->spans->len; s++)
    if (!turn_is_slow (loop, s, total)) {
      sum += stage_work_in_span (self, place, stage_span_at (self, s));
      n++;
    }
  for (guint s = 0; s < self->spans->len; s++) {
    double work = turn_is_slow (loop, s, total)
                      ? stage_work_in_span (self, place, stage_span_at (self, s))
                      : 0;
    self->share[place * self->spans->len + s] = n && work * n > sum ? sum / n / work : 1;
  }
  return sum;
}

PoplensTimeStages *
poplens_time_stages_new (const PoplensTime *time, const PoplensTimeIterations *iterations,
                         GArray *gains)
{
  PoplensTimeStages *self = g_new0 (PoplensTimeStages, 1);
  g_autofree double *work = g_new (double, time->n_ipus + 1);
  double mean = 0;

  self->time = time;
  self->spans = loop_find_spans (time, &iterations->iterations);
  self->gains = gains ? g_array_ref (gains) : NULL;
  stages_index_gains (self);
  self->factor = g_new (double, time->n_ipus + 1);
  self->share = g_new (double, (gsize) time->n_ipus * self->spans->len + 1);
  for (guint i = 0; i < time->n_ipus; i++) {
    work[i] = stages_sum_work (self, i, &iterations->iterations);
    mean += work[i] / time->n_ipus;
    if (work[i] > work[self->most])
      self->most = i;
    if (work[i] < work[self->least])
      self->least = i;
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
  g_clear_pointer (&self->gains, g_array_unref);
  g_free (self->first);
  g_free (self->at);
  g_free (self->before);
  g_free (self->factor);
  g_free (self->share);
  g_free (self);
}

/* ---- equal stages ---------------------------------------------------------------------------- */

/* Returns the part of @span in [@from, @to); empty if there is none. */
static PoplensTimeSpan
span_clip (PoplensTimeSpan span, guint64 from, guint64 to)
{
  return (PoplensTimeSpan){MAX (span.from, from), MAX (MIN (span.to, to), MAX (span.from, from))};
}

/* Returns the relative change of an IPU's work in span @s (0: no change) if the work of its stage
 * is multiplied by the IPU's @factor. */
static double
stage_relative_change (const PoplensTimeStages *self, const double *factor, guint place, guint s)
{
  return (factor[place] - 1) * self->share[place * self->spans->len + s];
}

/* Returns the cycles by which the work of an IPU in [@from, @to) changes if all stages get equal
 * work. */
static double
stage_change (const PoplensTimeStages *self, guint place, guint64 from, guint64 to)
{
  double sum = 0;

  for (guint s = 0; s < self->spans->len; s++) {
    PoplensTimeSpan span = span_clip (stage_span_at (self, s), from, to);
    sum += stage_relative_change (self, self->factor, place, s) *
           stage_work_in_span (self, place, span);
  }
  return sum;
}

/* Multiplies the work of an IPU in a span by 1 + @change, except for the cost of slow tiles. */
static void
stages_scale_span (const PoplensTimeStages *self, PoplensTimeReplay *replay, guint place,
                   PoplensTimeSpan span, double change)
{

  poplens_time_replay_scale (replay, place, span, WORK, 1 + change);
  for (guint g = stages_find_gain (self, place, span.from);
       g < stages_find_gain (self, place, span.to); g++) {
    const PoplensTimeGain *gain = stages_gain_at (self, g);
    poplens_time_replay_stretch (replay, place, gain->epoch, gain->after,
                                 gain->cycles * self->time->tiles, 1 - change);
  }
}

double
poplens_time_stages_saving (const PoplensTimeStages *self, guint64 from, guint64 to)
{
  return poplens_time_stages_saving_with (self, self->factor, from, to);
}

double
poplens_time_stages_saving_with (const PoplensTimeStages *self, const double *factor, guint64 from,
                                 guint64 to)
{
  const PoplensTime *time = self->time;

  if (time->n_ipus < 2)
    return 0;
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, from, to);
  to = MIN (to, time->total);
  for (guint i = 0; i < time->n_ipus; i++)
    for (guint s = 0; s < self->spans->len; s++)
      stages_scale_span (self, replay, i, span_clip (stage_span_at (self, s), from, to),
                         stage_relative_change (self, factor, i, s));
  return (double) (to - MIN (from, to)) - (double) poplens_time_replay_run (replay) / time->tiles;
}

double
poplens_time_stages_bubble (double saving, const PoplensTimeBalance *balance)
{
  return fmax (fmin (balance->waits, balance->left) - fmax (saving, 0), 0);
}

double
poplens_time_stages_working (const PoplensTimeStages *self, guint64 from, guint64 to,
                             gboolean equal)
{
  const PoplensTime *time = self->time;
  double program = (double) (to - from - poplens_time_outside (time, from, to)), work = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    work += ipu_work_in_span (time, i, (PoplensTimeSpan){from, to}) +
            (equal ? stage_change (self, i, from, to) : 0);
  if (equal)
    program -= poplens_time_stages_saving (self, from, to);
  return program > 0 ? work / program : 0;
}
