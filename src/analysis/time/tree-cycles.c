#include "analysis/time/tree-cycles.h"

#include "model/programs.h"

/* Sums of the programs, each at its first step in the tree. */
typedef struct {
  PoplensTreeCycles *out;
  guint32 *first; /* [n_steps] first step with the same program … */
  guint32 *times; /* … and at that one, at how many steps it stands */
  guint32 *nth;   /* which of these a step is, from 0 */
} Making;

static void
find_first (Making *self, const PoplensLiveness *liveness, GHashTable *known)
{
  for (guint32 s = 0; s < liveness->n_steps; s++) {
    gpointer program = GUINT_TO_POINTER (liveness->program[s]), first;
    if (!g_hash_table_lookup_extended (known, program, NULL, &first)) {
      first = GUINT_TO_POINTER (s);
      g_hash_table_insert (known, program, first);
    }
    self->first[s] = GPOINTER_TO_UINT (first);
    self->nth[s] = self->times[self->first[s]]++;
  }
}

static guint32
step_of (const Making *self, const PoplensExecution *execution, guint32 executed, GHashTable *known)
{
  guint32 program = execution->step_program[executed];
  gpointer first;

  return program != POPLENS_NO_PROGRAM &&
                 g_hash_table_lookup_extended (known, GUINT_TO_POINTER (program), NULL, &first)
             ? GPOINTER_TO_UINT (first)
             : self->out->n_steps;
}

static void
add_rows (Making *self, const PoplensExecution *execution, const PoplensCycleColumn *cycles,
          GHashTable *known)
{
  PoplensTreeCycles *out = self->out;
  g_autofree guint32 *step = g_new (guint32, MAX (execution->n_steps, 1));

  for (guint32 e = 0; e < execution->n_steps; e++) {
    step[e] = step_of (self, execution, e, known);
    if (step[e] < out->n_steps)
      out->executed[step[e]]++;
  }
  for (guint32 row = 0; row < execution->n_rows; row++) {
    guint32 s = step[execution->row_step[row]];
    guint64 taken = poplens_cycles_at (cycles, row);
    if (s < out->n_steps && taken != POPLENS_NO_CYCLES)
      out->cycles[(gsize) s * out->n_ipus + execution->row_ipu[row]] += taken;
  }
}

/* The @nth of @n parts of @whole, which add up to it. */
static guint64
part_of (guint64 whole, guint32 n, guint32 nth)
{
  return whole / n + (nth < whole % n);
}

/* From the last step to the first, which has the sums until it is its turn. */
static void
share_out (Making *self)
{
  PoplensTreeCycles *out = self->out;

  for (guint32 s = out->n_steps; s-- > 0;) {
    guint32 first = self->first[s], n = self->times[first];
    out->executed[s] = part_of (out->executed[first], n, self->nth[s]);
    for (guint32 ipu = 0; ipu < out->n_ipus; ipu++)
      out->cycles[(gsize) s * out->n_ipus + ipu] =
          part_of (out->cycles[(gsize) first * out->n_ipus + ipu], n, self->nth[s]);
  }
}

PoplensTreeCycles *
poplens_tree_cycles_new (const PoplensLiveness *liveness, const PoplensExecution *execution,
                         const PoplensCycleColumn *cycles)
{
  PoplensTreeCycles *out = g_atomic_rc_box_new0 (PoplensTreeCycles);
  gsize n = MAX (liveness->n_steps, 1);
  g_autofree guint32 *numbers = g_new0 (guint32, 3 * n);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Making self = {.out = out, .first = numbers, .times = numbers + n, .nth = numbers + 2 * n};

  out->n_steps = liveness->n_steps;
  out->n_ipus = execution->n_ipus;
  out->cycles = g_new0 (guint64, n * MAX (out->n_ipus, 1));
  out->executed = g_new0 (guint64, n);
  find_first (&self, liveness, known);
  add_rows (&self, execution, cycles, known);
  share_out (&self);
  return out;
}

PoplensTreeCycles *
poplens_tree_cycles_ref (PoplensTreeCycles *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PoplensTreeCycles *self = data;

  g_free (self->cycles);
  g_free (self->executed);
}

void
poplens_tree_cycles_unref (PoplensTreeCycles *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, clear);
}
