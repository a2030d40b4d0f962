#include "analysis/trace-live.h"

#include "analysis/lanes.h"
#include "model/search.h"

typedef struct {
  guint32 program, step;
  guint64 bytes;
} Standing;

/* By program; the highest first, of equals the first step. */
static int
compare_standings (gconstpointer a, gconstpointer b)
{
  const Standing *x = a, *y = b;

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
  g_autoptr (GArray) standings = g_array_sized_new (FALSE, FALSE, sizeof (Standing), n);

  for (guint32 s = 0; s < n; s++) {
    Standing standing = {liveness->program[s], s, 0};
    standing.bytes = bytes ? bytes[s] : liveness->always_live + liveness->not_always_live[s];
    g_array_append_val (standings, standing);
  }
  g_array_sort (standings, compare_standings);
  self->program = g_new (guint32, n);
  self->bytes = g_new (guint64, n);
  self->step = g_new (guint32, n);
  self->several = g_new (gboolean, n);
  for (guint32 i = 0; i < n; i++) {
    const Standing *s = &g_array_index (standings, Standing, i);
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

/* The rows that have a program with bytes: begin, row, program's row. */
typedef struct {
  GArray *from;    /* of guint64 */
  GArray *row;     /* of guint32 */
  GArray *program; /* of guint32 */
} Found;

static void
find_rows (Found *found, const PoplensExecution *execution, const PoplensLivePrograms *programs,
           const gboolean *shown)
{
  guint32 last_id = G_MAXUINT32, last = G_MAXUINT32;

  for (guint32 r = 0; r < execution->n_rows; r++) {
    guint32 id = execution->step_program[execution->row_step[r]];
    if (id == G_MAXUINT32 || execution->row_from[r] == G_MAXUINT64 ||
        (shown && !shown[execution->row_ipu[r]]))
      continue;
    if (id != last_id)
      last = poplens_live_programs_find (programs, id);
    last_id = id;
    if (last == G_MAXUINT32)
      continue;
    g_array_append_val (found->from, execution->row_from[r]);
    g_array_append_val (found->row, r);
    g_array_append_val (found->program, last);
  }
}

PoplensLiveTrace *
poplens_live_trace_new (const PoplensExecution *execution, const PoplensLivePrograms *programs,
                        const gboolean *shown)
{
  PoplensLiveTrace *self = g_new0 (PoplensLiveTrace, 1);
  Found found = {g_array_new (FALSE, FALSE, sizeof (guint64)),
                 g_array_new (FALSE, FALSE, sizeof (guint32)),
                 g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_autofree guint32 *order = NULL;
  guint32 n;

  find_rows (&found, execution, programs, shown);
  n = found.row->len;
  order = poplens_lanes_order (n, (const guint64 *) (void *) found.from->data);
  self->from = g_new (guint64, n);
  self->bytes = g_new (guint64, n);
  self->row = g_new (guint32, n);
  self->program = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++) {
    guint32 k = order ? order[i] : i, at = self->n;
    guint64 from = g_array_index (found.from, guint64, k);
    guint32 program = g_array_index (found.program, guint32, k);
    if (at && self->from[at - 1] == from) {
      if (programs->bytes[program] <= self->bytes[at - 1])
        continue;
      at--;
    } else {
      self->n++;
    }
    self->from[at] = from;
    self->bytes[at] = programs->bytes[program];
    self->row[at] = g_array_index (found.row, guint32, k);
    self->program[at] = program;
  }
  g_array_unref (found.from);
  g_array_unref (found.row);
  g_array_unref (found.program);
  return self;
}

void
poplens_live_trace_free (PoplensLiveTrace *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->bytes);
  g_free (self->row);
  g_free (self->program);
  g_free (self);
}
