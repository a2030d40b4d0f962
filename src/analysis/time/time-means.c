/* What tiles do where no cycles by tile were recorded: their sums are exact, as a step's tile
 * balance gives them; where in the step they work is not known. */
#include "analysis/time/time-private.h"

#include <math.h>

typedef struct {
  PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  PoplensTileWork work;
  guint32 row;
  guint first, end; /* segments that the step touches */
} Step;

static guint64
room_of (const Step *self, guint segment)
{
  const PoplensTime *time = self->making->time;
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);
  guint64 all = (poplens_time_segment_to (time, self->ipu, segment) - at->from) * time->tiles;

  return all - MIN (all, at->work);
}

static void
add_cycles (Step *self, guint segment, guint64 cycles)
{
  PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);

  at->work += cycles;
  if (self->work == POPLENS_WORK_COMPUTE)
    at->compute += cycles;
  self->ipu->work[at->bound][self->work] += cycles;
}

/* Its own segments; or those of others, but for compute: of the waiting in a compute set nothing
 * but its own work is known to be none. */
static gboolean
is_wanted (const Step *self, guint segment, gboolean own)
{
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);

  return own ? at->row == self->row : at->row != self->row && at->bound != POPLENS_BOUND_COMPUTE;
}

/* Evenly over the segments that the step binds (@own), or the others, as far as there is room.
 * What is left of @cycles. */
static guint64
spread (Step *self, guint64 cycles, gboolean own)
{
  guint64 room = 0, left = cycles;

  for (guint s = self->first; s < self->end; s++)
    room += is_wanted (self, s, own) ? room_of (self, s) : 0;
  double share = room ? (double) MIN (cycles, room) / (double) room : 0;
  for (guint pass = 0; pass < 2 && room; pass++)
    for (guint s = self->first; s < self->end && left; s++) {
      guint64 here = is_wanted (self, s, own) ? room_of (self, s) : 0;
      /* Rounded down at first; the rest goes where there is room. */
      guint64 more = pass ? here : (guint64) ((double) here * share);
      more = MIN (MIN (more, here), left);
      if (more)
        add_cycles (self, s, more);
      left -= more;
    }
  return left;
}

static gboolean
add_row (guint32 row, gconstpointer data, gpointer making, GError **error)
{
  const PoplensStepRow *fields = data;
  Step self = {.making = making, .row = row};
  const PoplensTime *time = self.making->time;
  const PoplensExecution *x = time->execution;
  guint64 from = fields->base + fields->active_from_min;
  guint64 to = MIN (fields->base + fields->active_to_max, time->total);

  self.ipu = &time->ipus[time->place[fields->ipu]];
  self.work = poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]));
  if (self.ipu->by_tile || self.work == POPLENS_NO_WORK || !fields->active_tiles || from >= to)
    return TRUE;
  self.first = poplens_time_find_segment (self.ipu, from);
  self.end = poplens_time_find_segment (self.ipu, to - 1) + 1;
  double sum = round ((double) fields->cycles * fields->tile_balance * time->tiles);
  guint64 left = sum >= 0 && sum < 9e15 ? (guint64) sum : 0;
  left = spread (&self, left, TRUE);
  left = spread (&self, left, FALSE);
  /* The rest is in no segment, so that no replay removes it, and in the sums of work all the same.
   */
  if (left)
    self.ipu->work[poplens_time_segment (self.ipu, self.first)->bound][self.work] += left;
  return TRUE;
}

gboolean
poplens_time_add_means (PoplensTimeMaking *making, GError **error)
{
  gboolean needed = FALSE;

  for (guint i = 0; i < making->time->n_ipus; i++)
    needed |= !making->time->ipus[i].by_tile;
  return !needed ||
         poplens_time_each_row (making, POPLENS_SLICE_SCAN_STEPS, 0.6, 0.9, add_row, making, error);
}
