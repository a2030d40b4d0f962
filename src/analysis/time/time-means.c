/* What tiles do where no cycles by tile were recorded: their sums are exact, as a step's tile
 * balance gives them; where in the step they work is not known. */
#include "analysis/time/time-private.h"

#include <math.h>

/* A step that works. */
typedef struct {
  guint64 from, to, cycles; /* of its first and last tile; tile cycles */
  guint32 row;
  PoplensTileWork work;
} Step;

struct _PoplensTimeMeans {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  GArray *steps; /* Step: those from `settled` on wait */
  guint settled;
  const Step *step; /* that is being added … */
  guint first, end; /* … and the segments that it touches */
};

static guint64
room_of (const PoplensTimeMeans *self, guint segment)
{
  const PoplensTime *time = self->making->time;
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);
  guint64 all = (poplens_time_segment_to (time, self->ipu, segment) - at->from) * time->tiles;

  return all - MIN (all, at->work);
}

/* Its own segments; or those of others, but for compute: of the waiting in a compute set nothing
 * but its own work is known to be none. */
static gboolean
is_wanted (const PoplensTimeMeans *self, guint segment, gboolean own)
{
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);

  return own ? at->row == self->step->row
             : at->row != self->step->row && at->bound != POPLENS_BOUND_COMPUTE;
}

/* Evenly over the segments that the step binds (@own), or the others, as far as there is room.
 * What is left of @cycles. */
static guint64
spread (PoplensTimeMeans *self, guint64 cycles, gboolean own)
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
        poplens_time_add_work (self->ipu, s, self->step->work, more);
      left -= more;
    }
  return left;
}

static void
add_step (PoplensTimeMeans *self, const Step *step)
{
  self->step = step;
  self->first = poplens_time_find_near (self->ipu, self->first, step->from);
  self->end = poplens_time_find_near (self->ipu, self->first, step->to - 1) + 1;
  guint64 left = spread (self, step->cycles, TRUE);
  left = spread (self, left, FALSE);
  /* The rest is in no segment, so that no replay removes it, and in the sums of work all the same.
   */
  if (left)
    poplens_time_add_beyond (self->ipu, self->first, step->work, left);
}

/* ---- steps -------------------------------------------------------------------------------------
 */

/* Steps that are settled are forgotten once they are so many. */
#define MOST_SETTLED 4096

PoplensTimeMeans *
poplens_time_means_new (const PoplensTimeMaking *making, PoplensTimeIpu *ipu)
{
  PoplensTimeMeans *self = g_new0 (PoplensTimeMeans, 1);

  self->making = making;
  self->ipu = ipu;
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  return self;
}

void
poplens_time_means_free (PoplensTimeMeans *self)
{
  if (!self)
    return;
  g_array_unref (self->steps);
  g_free (self);
}

void
poplens_time_means_take (PoplensTimeMeans *self, guint32 row, const PoplensScanStepTimes *fields)
{
  const PoplensTime *time = self->making->time;
  const PoplensExecution *x = time->execution;
  Step step = {.from = fields->base + fields->active_from_min,
               .to = MIN (fields->base + fields->active_to_max, time->total),
               .row = row,
               .work = poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]))};

  if (step.work == POPLENS_NO_WORK || !fields->active_tiles || step.from >= step.to)
    return;
  double sum = round ((double) fields->cycles * fields->tile_balance * time->tiles);
  step.cycles = sum >= 0 && sum < 9e15 ? (guint64) sum : 0;
  g_array_append_val (self->steps, step);
}

void
poplens_time_means_settle (PoplensTimeMeans *self, guint64 until)
{
  for (; self->settled < self->steps->len; self->settled++) {
    const Step *step = &g_array_index (self->steps, Step, self->settled);
    if (step->to > until)
      break;
    add_step (self, step);
  }
  if (self->settled == self->steps->len || self->settled > MOST_SETTLED) {
    g_array_remove_range (self->steps, 0, self->settled);
    self->settled = 0;
  }
}

/* ---- a pass of their own -----------------------------------------------------------------------
 */

static gboolean
add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer means, GError **error)
{
  PoplensTimeMeans *self = *(PoplensTimeMeans **) means;

  if (self) {
    poplens_time_means_take (self, row, fields);
    poplens_time_means_settle (self, G_MAXUINT64);
  }
  return TRUE;
}

gboolean
poplens_time_add_means (PoplensTimeMaking *making, GError **error)
{
  const PoplensTime *time = making->time;
  g_autofree PoplensTimeMeans **means = g_new0 (PoplensTimeMeans *, time->n_ipus + 1);
  gboolean needed = FALSE;

  for (guint i = 0; i < time->n_ipus && poplens_time_has_lists (making); i++)
    if (!time->ipus[i].by_tile) {
      means[i] = poplens_time_means_new (making, &time->ipus[i]);
      needed = TRUE;
    }
  gboolean done = !needed || poplens_time_each_row (making->input, making->time, making->work, 0.6,
                                                    0.9, add_row, means, sizeof *means, error);
  for (guint i = 0; i < time->n_ipus; i++)
    poplens_time_means_free (means[i]);
  return done;
}
