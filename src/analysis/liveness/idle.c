/* Finds the last and next use of data that is live at a step, and sums measured cycles by step
 * of the program tree. */
#include "analysis/liveness/idle.h"

#include "analysis/liveness/live-step.h"
#include "model/programs.h"

/* ---- cycles of the program tree -------------------------------------------------------------- */

/* State while cycles and executions are summed by program. The first step of a program in the
 * program tree holds its sums until share_out () divides them among its steps. */
typedef struct {
  PoplensTreeCycles *out;
  guint32 *first; /* [n_steps] first step that has the same program */
  guint32 *times; /* [n_steps] at the first step of a program: number of steps with the program */
  guint32 *nth;   /* [n_steps] how many earlier steps have the same program */
} TreeCyclesBuilder;

static void
find_first (TreeCyclesBuilder *self, const PoplensLiveness *liveness, GHashTable *known)
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
step_of (const TreeCyclesBuilder *self, const PoplensExecution *execution, guint32 executed,
         GHashTable *known)
{
  guint32 program = execution->step_program[executed];
  gpointer first;

  return program != POPLENS_NO_PROGRAM &&
                 g_hash_table_lookup_extended (known, GUINT_TO_POINTER (program), NULL, &first)
             ? GPOINTER_TO_UINT (first)
             : self->out->n_steps;
}

static void
add_program_steps (TreeCyclesBuilder *self, const PoplensExecution *execution,
                   const PoplensCycleColumn *cycles, GHashTable *known)
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

/* Divides @whole into @n integers that differ by at most 1. Returns integer @nth (from 0). */
static guint64
part_of (guint64 whole, guint32 n, guint32 nth)
{
  return whole / n + (nth < whole % n);
}

/* Divides the sums of each program among its steps. Goes from the last step to the first, because
 * the first step of a program holds the sums. */
static void
share_out (TreeCyclesBuilder *self)
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
  PoplensTreeCycles *out = g_new0 (PoplensTreeCycles, 1);
  gsize n = MAX (liveness->n_steps, 1);
  g_autofree guint32 *numbers = g_new0 (guint32, 3 * n);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  TreeCyclesBuilder self = {
      .out = out, .first = numbers, .times = numbers + n, .nth = numbers + 2 * n};

  out->n_steps = liveness->n_steps;
  out->n_ipus = execution->n_ipus;
  out->cycles = g_new0 (guint64, n * MAX (out->n_ipus, 1));
  out->executed = g_new0 (guint64, n);
  find_first (&self, liveness, known);
  add_program_steps (&self, execution, cycles, known);
  share_out (&self);
  return out;
}

void
poplens_tree_cycles_free (PoplensTreeCycles *self)
{
  if (!self)
    return;
  g_free (self->cycles);
  g_free (self->executed);
  g_free (self);
}

/* ---- state of a step ------------------------------------------------------------------------- */

#define NONE G_MAXUINT32

/* A range of steps [from, to). */
typedef struct {
  guint32 from, to;
} IdleSteps;

struct _PoplensIdleSearch {
  guint32 step, n_steps;
  IdleSteps *life; /* [n_classes] range of steps that contains .step and in which the class is live;
                      .to is 0 if the class is not live at .step */
  guint8 *is_always; /* [n_classes] TRUE: the class is always live */
  GArray *loops;     /* IdleSteps: loops that contain .step, the innermost first */
  guint64 *cycles;   /* (nullable): [n_steps + 1] sum of the cycles of all earlier steps */
};

const char *
poplens_use_key (PoplensUse use)
{
  static const char *const keys[POPLENS_N_USES] = {"here", "later", "again", "never", "unknown"};

  return keys[use];
}

static gboolean
is_loop (const PoplensPrograms *programs, guint32 program)
{
  guint32 row = poplens_programs_find (programs, program);

  return row != POPLENS_NO_ROW && (programs->kind[row] == POPLENS_PROGRAM_REPEAT ||
                                   programs->kind[row] == POPLENS_PROGRAM_REPEAT_WHILE);
}

/* Returns for each step the first step after all of its descendants. Steps are in preorder.
 * (transfer full): [n_steps] */
static guint32 *
find_ends (const PoplensLiveness *liveness)
{
  guint32 *ends = g_new (guint32, MAX (liveness->n_steps, 1));

  for (guint32 s = 0; s < liveness->n_steps; s++)
    ends[s] = s + 1;
  for (guint32 s = liveness->n_steps; s-- > 0;) {
    guint32 parent = liveness->parent[s];
    if (parent < s)
      ends[parent] = MAX (ends[parent], ends[s]);
  }
  return ends;
}

static void
find_loops (PoplensIdleSearch *self, const PoplensLiveness *liveness,
            const PoplensPrograms *programs)
{
  g_autofree guint32 *ends = find_ends (liveness);

  for (guint32 s = self->step, up; s < self->n_steps; s = up) {
    IdleSteps loop = {s, ends[s]};
    if (is_loop (programs, liveness->program[s]))
      g_array_append_val (self->loops, loop);
    up = liveness->parent[s] < s ? liveness->parent[s] : NONE;
  }
}

static void
find_lives (PoplensIdleSearch *self, const PoplensLiveness *liveness)
{
  for (guint32 r = 0; r < liveness->n_ranges; r++) {
    guint32 row = poplens_liveness_find_class (liveness, liveness->range_class[r]);
    if (row != NONE && liveness->range_from[r] <= self->step && self->step < liveness->range_to[r])
      self->life[row] = (IdleSteps){liveness->range_from[r], liveness->range_to[r]};
  }
  for (guint32 row = 0; row < liveness->n_classes; row++)
    if ((self->is_always[row] = liveness->class_always_live[row]))
      self->life[row] = (IdleSteps){0, self->n_steps};
}

static void
sum_step_cycles (PoplensIdleSearch *self, const guint64 *cycles)
{
  self->cycles = g_new0 (guint64, (gsize) self->n_steps + 1);
  for (guint32 s = 0; s < self->n_steps; s++)
    self->cycles[s + 1] = self->cycles[s] + cycles[s];
}

PoplensIdleSearch *
poplens_idle_search_new (const PoplensLiveness *liveness, const PoplensPrograms *programs,
                         guint32 step, const guint64 *cycles)
{
  PoplensIdleSearch *self = g_new0 (PoplensIdleSearch, 1);

  self->step = step;
  self->n_steps = liveness->n_steps;
  self->life = g_new0 (IdleSteps, MAX (liveness->n_classes, 1));
  self->is_always = g_new0 (guint8, MAX (liveness->n_classes, 1));
  self->loops = g_array_new (FALSE, FALSE, sizeof (IdleSteps));
  find_loops (self, liveness, programs);
  find_lives (self, liveness);
  if (cycles)
    sum_step_cycles (self, cycles);
  return self;
}

void
poplens_idle_search_free (PoplensIdleSearch *self)
{
  if (!self)
    return;
  g_free (self->life);
  g_free (self->is_always);
  g_array_unref (self->loops);
  g_free (self->cycles);
  g_free (self);
}

gboolean
poplens_idle_is_live (const PoplensIdleSearch *self, guint32 class_row)
{
  return self->life[class_row].to > 0;
}

gboolean
poplens_idle_is_always_live (const PoplensIdleSearch *self, guint32 class_row)
{
  return self->is_always[class_row];
}

/* ---- a variable ------------------------------------------------------------------------------ */

/* Returns the first step of @uses that is in [@from, @to); NONE if there is none. @uses: [@n]
 * steps, ascending */
static guint32
first_use (const guint32 *uses, guint n, guint32 from, guint32 to)
{
  for (guint i = 0; i < n && uses[i] < to; i++)
    if (uses[i] >= from)
      return uses[i];
  return NONE;
}

static guint32
last_use (const guint32 *uses, guint n, guint32 from, guint32 to)
{
  guint32 last = NONE;

  for (guint i = 0; i < n && uses[i] < to; i++)
    last = uses[i] >= from ? uses[i] : last;
  return last;
}

/* Adds the steps [@from, @to), and their cycles, to the unused steps in @out. */
static void
add_unused_steps (const PoplensIdleSearch *self, PoplensIdle *out, guint32 from, guint32 to)
{
  if (from >= to)
    return;
  out->steps += to - from;
  if (self->cycles)
    out->cycles += self->cycles[to] - self->cycles[from];
}

/* TRUE if the next use is in the next iteration of @loop: the loop uses the variable before the
 * current step, and the variable is live in the whole loop. Then sets @out. */
static gboolean
is_used_again (const PoplensIdleSearch *self, PoplensIdle *out, const IdleSteps *life,
               const IdleSteps *loop, const guint32 *uses, guint n)
{
  guint32 next = first_use (uses, n, loop->from, self->step);

  if (next == NONE || life->from > loop->from || life->to < loop->to)
    return FALSE;
  out->use = POPLENS_USE_AGAIN;
  out->next = next;
  add_unused_steps (self, out, out->last + 1, loop->to);
  add_unused_steps (self, out, loop->from, next);
  return TRUE;
}

/* TRUE if the next use is in the next iteration of a loop that contains the current step. FALSE if
 * the current iteration uses the variable later. */
static gboolean
is_used_in_loop (const PoplensIdleSearch *self, PoplensIdle *out, const IdleSteps *life,
                 const guint32 *uses, guint n)
{
  for (guint l = 0; l < self->loops->len; l++) {
    const IdleSteps *loop = &g_array_index (self->loops, IdleSteps, l);
    if (out->next != NONE && out->next < loop->to)
      return FALSE;
    if (is_used_again (self, out, life, loop, uses, n))
      return TRUE;
  }
  return FALSE;
}

PoplensIdle
poplens_idle_find (const PoplensIdleSearch *self, guint32 class_row, const guint32 *uses, guint n)
{
  const IdleSteps *life = &self->life[class_row], all = {0, self->n_steps};
  guint32 here = first_use (uses, n, self->step, self->step + 1);
  PoplensIdle out = {.last = last_use (uses, n, life->from, self->step),
                     .next = first_use (uses, n, self->step + 1, life->to)};

  if (here != NONE)
    out.use = POPLENS_USE_HERE;
  else if (out.last == NONE && out.next == NONE)
    out.use = POPLENS_USE_UNKNOWN;
  else if (is_used_in_loop (self, &out, life, uses, n))
    return out;
  else if (out.next == NONE && self->is_always[class_row])
    is_used_again (self, &out, life, &all, uses, n);
  else {
    out.use = out.next == NONE ? POPLENS_USE_NEVER : POPLENS_USE_LATER;
    add_unused_steps (self, &out, out.last == NONE ? life->from : out.last + 1,
                      out.next == NONE ? life->to : out.next);
  }
  return out;
}
