/* Finds the classes of time (compute, host wait …) that each row of steps_by_ipu contains. */
#include "analysis/time/time-rows.h"

#include "analysis/time/time-private.h"

#include <string.h>

/* ---- segments of a row ----------------------------------------------------------------------- */

/* Returns the class of time to which waiting in @segment belongs. */
static PoplensTimeClass
segment_wait_class (const PoplensTimeSegment *segment)
{
  switch ((PoplensBound) segment->bound) {
  case POPLENS_BOUND_OUTSIDE:
    return POPLENS_TIME_OUTSIDE;
  case POPLENS_BOUND_PROFILER:
    return POPLENS_TIME_PROFILER;
  case POPLENS_BOUND_COMPUTE:
    return segment->unused > G_MAXUINT32 / 2 ? POPLENS_TIME_UNUSED : POPLENS_TIME_UNEQUAL;
  case POPLENS_BOUND_EXCHANGE:
  case POPLENS_BOUND_INTER_IPU:
    return POPLENS_TIME_TILE_EXCHANGE;
  case POPLENS_BOUND_ANOTHER_IPU:
    return POPLENS_TIME_ANOTHER_IPU;
  case POPLENS_BOUND_HOST_TRANSFER:
  case POPLENS_BOUND_HOST_WAIT:
    return POPLENS_TIME_HOST;
  case POPLENS_BOUND_SYNC:
    return POPLENS_TIME_SYNC;
  default:
    return POPLENS_TIME_UNTRACKED;
  }
}

/* A row that is being classified. */
typedef struct {
  const PoplensTime *time;
  const PoplensTimeIpu *ipu;
  guint32 row;
  guint64 from, to;
  /* Class of the work that the step does; POPLENS_N_TIMES: the step only waits. */
  PoplensTimeClass does;
  guint64 cycles[POPLENS_N_TIMES];
  guint bits; /* bits of the classes of waiting in segments that this step limits */
} ClassifiedRow;

/* Adds the classes of waiting in @segment to .bits. @segment: limited by the row's step; @cycles:
 * its length. */
static void
row_add_own_segment (ClassifiedRow *self, const PoplensTimeSegment *segment, guint64 cycles)
{
  guint64 tile_cycles = cycles * self->time->tiles;

  if (segment->bound != POPLENS_BOUND_COMPUTE) {
    if (tile_cycles > segment->work || self->does == POPLENS_N_TIMES)
      self->bits |= POPLENS_TIME_BIT (segment_wait_class (segment));
    return;
  }
  if (tile_cycles <= segment->work)
    return;
  if (segment->unused)
    self->bits |= POPLENS_TIME_BIT (POPLENS_TIME_UNUSED);
  if (segment->unused < G_MAXUINT32)
    self->bits |= POPLENS_TIME_BIT (POPLENS_TIME_UNEQUAL);
}

static void
row_walk_segments (ClassifiedRow *self)
{
  guint s = poplens_time_find_segment (self->ipu, self->from);

  for (; s < self->ipu->segments->len; s++) {
    const PoplensTimeSegment *segment = &g_array_index (self->ipu->segments, PoplensTimeSegment, s);
    guint64 end = poplens_time_segment_to (self->time, self->ipu, s);
    if (segment->from >= self->to)
      break;
    self->cycles[segment_wait_class (segment)] +=
        MIN (end, self->to) - MAX ((guint64) segment->from, self->from);
    if (segment->row == self->row)
      row_add_own_segment (self, segment, end - segment->from);
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* TRUE for the Begin and End of a copy, which count as waiting for the host whatever limits the
 * IPU. */
static gboolean
waits_for_host (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_STREAM_COPY_BEGIN || kind == POPLENS_STEP_STREAM_COPY_END;
}

static PoplensTimeClass
row_main_class (const ClassifiedRow *self, PoplensStepKind kind)
{
  guint64 all = self->to - self->from;
  PoplensTimeClass most = POPLENS_TIME_UNUSED;

  if (self->bits & POPLENS_TIME_BIT (POPLENS_TIME_PROFILER))
    return POPLENS_TIME_PROFILER;
  if (self->cycles[POPLENS_TIME_OUTSIDE] > all / 2)
    return POPLENS_TIME_OUTSIDE;
  if (self->does != POPLENS_N_TIMES)
    return self->does;
  if (waits_for_host (kind))
    return POPLENS_TIME_HOST;
  for (PoplensTimeClass c = most + 1; c < POPLENS_N_TIMES; c++)
    if (self->cycles[c] > self->cycles[most])
      most = c;
  return self->cycles[most] ? most : POPLENS_TIME_SYNC;
}

static PoplensTimeClass
step_work_class (PoplensStepKind kind)
{
  static const PoplensTimeClass does[] = {
      [POPLENS_WORK_COMPUTE] = POPLENS_TIME_COMPUTE,
      [POPLENS_WORK_EXCHANGE] = POPLENS_TIME_EXCHANGE,
      [POPLENS_WORK_INTER_IPU] = POPLENS_TIME_INTER_IPU,
      [POPLENS_WORK_HOST_TRANSFER] = POPLENS_TIME_HOST_TRANSFER,
      [POPLENS_NO_WORK] = POPLENS_N_TIMES,
  };

  return does[poplens_time_work_of (kind)];
}

static void
rows_classify (PoplensTimeRows *rows, const PoplensTime *time, guint32 r)
{
  const PoplensExecution *x = time->execution;
  guint32 place = time->place[x->row_ipu[r]];
  PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[r]);
  ClassifiedRow self = {.time = time, .row = r, .does = step_work_class (kind)};

  rows->main[r] = POPLENS_N_TIMES;
  if (x->row_from[r] == G_MAXUINT64 || place == G_MAXUINT32)
    return;
  self.ipu = &time->ipus[place];
  self.from = MIN (x->row_from[r], time->total - 1);
  self.to = CLAMP (poplens_execution_row_to (x, r), self.from + 1, time->total);
  row_walk_segments (&self);
  rows->main[r] = (guint8) row_main_class (&self, kind);
  rows->all[r] = (guint16) (self.bits | POPLENS_TIME_BIT (rows->main[r]));
}

PoplensTimeRows *
poplens_time_rows_new (const PoplensTime *time, const PoplensWork *work)
{
  g_autoptr (PoplensTimeRows) self = g_new0 (PoplensTimeRows, 1);

  G_STATIC_ASSERT (POPLENS_N_TIMES <= 16);
  self->n = time->execution->n_rows;
  self->main = g_new (guint8, MAX (self->n, 1));
  self->all = g_new0 (guint16, MAX (self->n, 1));
  for (guint32 r = 0; r < self->n; r++) {
    if (!POPLENS_WORK_GO_ON (work, "Classifying steps", r, self->n))
      return NULL;
    rows_classify (self, time, r);
  }
  return g_steal_pointer (&self);
}

void
poplens_time_rows_free (PoplensTimeRows *self)
{
  if (!self)
    return;
  g_free (self->main);
  g_free (self->all);
  g_free (self);
}

guint
poplens_time_classes_parse (const char *text, char **unknown)
{
  g_auto (GStrv) keys = g_strsplit (text, ",", -1);
  guint bits = 0;

  *unknown = NULL;
  for (guint k = 0; keys[k]; k++) {
    PoplensTimeClass c = 0;
    while (c < POPLENS_N_TIMES && strcmp (keys[k], poplens_time_class_key (c)))
      c++;
    if (c == POPLENS_N_TIMES) {
      *unknown = g_strdup (keys[k]);
      return 0;
    }
    bits |= POPLENS_TIME_BIT (c);
  }
  return bits;
}
