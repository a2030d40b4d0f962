/* Finds the live bytes of each program, and how they change over the trace. */
#include "analysis/trace/trace-live.h"

#include "analysis/trace/lanes.h"
#include "base/large.h"
#include "base/sort.h"
#include "model/search.h"

typedef struct {
  guint32 program, step;
  guint64 bytes;
} LivenessStep;

/* Sorts by program, then by bytes (most first), then by liveness step. */
static int
compare_liveness_steps (gconstpointer a, gconstpointer b)
{
  const LivenessStep *x = a, *y = b;

  if (x->program != y->program)
    return x->program < y->program ? -1 : 1;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return x->step < y->step ? -1 : x->step > y->step;
}

PoplensLivePrograms *
poplens_live_programs_new (const PoplensLiveness *liveness, const guint64 *bytes)
{
  PoplensLivePrograms *self = g_new0 (PoplensLivePrograms, 1);
  guint32 n = liveness->n_steps;
  g_autoptr (GArray) standings = g_array_sized_new (FALSE, FALSE, sizeof (LivenessStep), n);

  for (guint32 s = 0; s < n; s++) {
    LivenessStep standing = {liveness->program[s], s, 0};
    standing.bytes = bytes ? bytes[s] : liveness->always_live + liveness->not_always_live[s];
    g_array_append_val (standings, standing);
  }
  g_array_sort (standings, compare_liveness_steps);
  self->program = g_new (guint32, n);
  self->bytes = g_new (guint64, n);
  self->step = g_new (guint32, n);
  self->several = g_new (gboolean, n);
  for (guint32 i = 0; i < n; i++) {
    const LivenessStep *s = &g_array_index (standings, LivenessStep, i);
    if (self->n && self->program[self->n - 1] == s->program) {
      if (s->bytes != self->bytes[self->n - 1])
        self->several[self->n - 1] = TRUE;
      continue;
    }
    self->program[self->n] = s->program;
    self->bytes[self->n] = s->bytes;
    self->step[self->n] = s->step;
    self->several[self->n++] = FALSE;
  }
  return self;
}

void
poplens_live_programs_free (PoplensLivePrograms *self)
{
  if (!self)
    return;
  g_free (self->program);
  g_free (self->bytes);
  g_free (self->step);
  g_free (self->several);
  g_free (self);
}

guint32
poplens_live_programs_find (const PoplensLivePrograms *self, guint32 program)
{
  return poplens_find_id (self->program, self->n, program);
}

/* Rows of steps_by_ipu whose program has live bytes. .program: index in PoplensLivePrograms. */
typedef struct {
  guint32 n;
  guint64 *from;
  guint32 *row, *program;
} ProgramPlaces;

static void
program_rows_find (ProgramPlaces *found, const PoplensExecution *x,
                   const PoplensLivePrograms *programs, const gboolean *shown)
{
  guint32 last_id = G_MAXUINT32, last = G_MAXUINT32;

  found->from = POPLENS_NEW_LARGE (guint64, x->n_rows);
  found->row = POPLENS_NEW_LARGE (guint32, x->n_rows);
  found->program = POPLENS_NEW_LARGE (guint32, x->n_rows);
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 id = x->step_program[x->row_step[r]];
    if (id == G_MAXUINT32 || x->row_from[r] == G_MAXUINT64 || (shown && !shown[x->row_ipu[r]]))
      continue;
    if (id != last_id)
      last = poplens_live_programs_find (programs, id);
    last_id = id;
    if (last == G_MAXUINT32)
      continue;
    found->from[found->n] = x->row_from[r];
    found->row[found->n] = r;
    found->program[found->n++] = last;
  }
}

/* Copies the rows, sorted by start. If several rows start at the same cycle, copies only the row
 * with the most bytes. */
static void
live_trace_copy_rows (PoplensLiveTrace *self, const ProgramPlaces *found, const guint32 *order,
                      const PoplensLivePrograms *programs)
{
  guint64 last = 0;

  for (guint32 i = 0; i < found->n; i++) {
    guint32 k = order ? order[i] : i, at = self->n;
    guint32 program = found->program[k];
    if (at && last == found->from[k]) {
      if (programs->bytes[program] <= programs->bytes[self->program[at - 1]])
        continue;
      at--;
    } else {
      self->n++;
    }
    last = found->from[k];
    self->row[at] = found->row[k];
    self->program[at] = program;
  }
}

PoplensLiveTrace *
poplens_live_trace_new (const PoplensExecution *execution, const PoplensLivePrograms *programs,
                        const gboolean *shown)
{
  PoplensLiveTrace *self = g_new0 (PoplensLiveTrace, 1);
  g_autofree guint32 *order = NULL;
  ProgramPlaces found = {0};

  program_rows_find (&found, execution, programs, shown);
  order = poplens_sort_order (found.n, found.from);
  /* Without @order, the rows are sorted already. Then the loop moves elements only towards the
   * front, so it needs no second array. */
  self->row = order ? POPLENS_NEW_LARGE (guint32, found.n) : found.row;
  self->program = order ? POPLENS_NEW_LARGE (guint32, found.n) : found.program;
  live_trace_copy_rows (self, &found, order, programs);
  g_free (found.from);
  if (order) {
    g_free (found.row);
    g_free (found.program);
  }
  self->row = g_renew (guint32, self->row, self->n);
  self->program = g_renew (guint32, self->program, self->n);
  return self;
}

void
poplens_live_trace_free (PoplensLiveTrace *self)
{
  if (!self)
    return;
  g_free (self->row);
  g_free (self->program);
  g_free (self);
}
