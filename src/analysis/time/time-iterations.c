/* Finds the loops that are the iterations and micro-batches of a program, and measures each turn
 * (one execution of a loop's body). */
#include "analysis/time/time-iterations.h"

#include "analysis/programs/program-tree.h"
#include "analysis/trace/trace-variation.h"
#include "base/search.h"

#include <math.h>

#define NONE G_MAXUINT32
/* Least number of lengths whose spread is computed as a median deviation. The spread of fewer
 * lengths is their range. */
#define LEAST_FOR_DEVIATION 4
/* Smallest gap between the lengths of fast and of slow iterations, as a share of the median length
 * of the fast ones. */
#define LEAST_SLOWER 0.02

/* ---- program tree ---------------------------------------------------------------------------- */

/* Position of a program in the loops of the program tree. Nodes of the tree are numbered in
 * preorder. */
typedef struct {
  guint32 number; /* node of the program; NONE: the program is in no loop, or at several places of a
                     loop */
  guint32 loop;   /* node of the outermost searched loop that contains the program */
  guint32 unit; /* node of the outermost loop inside .loop that contains the program; without such a
                   loop: .number */
  gboolean itself; /* TRUE: .unit is the program itself, not a loop */
} LoopPlace;

typedef struct {
  const PoplensTime *time;
  const PoplensPrograms *programs;
  const GArray *nodes; /* PoplensProgramNode */
  guint *part_of; /* [steps] index of the run of each step. search_find_turns () replaces it by the
                     index of the turn, for steps in a loop */
  LoopPlace *places; /* [programs] position of each program */
} IterationSearch;

static const PoplensProgramNode *
search_node (const IterationSearch *self, guint32 node)
{
  return &g_array_index (self->nodes, PoplensProgramNode, node);
}

static gboolean
node_is_loop (const IterationSearch *self, guint32 node)
{
  guint8 kind = self->programs->kind[search_node (self, node)->row];

  return kind == POPLENS_PROGRAM_REPEAT || kind == POPLENS_PROGRAM_REPEAT_WHILE;
}

/* Returns the first node after the subtree of @node. */
static guint32
node_end (const IterationSearch *self, guint32 node)
{
  guint16 depth = search_node (self, node)->depth;

  do
    node++;
  while (node < self->nodes->len && search_node (self, node)->depth > depth);
  return node;
}

/* Excludes programs that a loop calls at several places, because a step does not record the place
 * of its call. */
static void
loop_exclude_repeated (IterationSearch *self, guint32 loop, guint32 end)
{
  for (guint32 n = loop + 1; n < end; n++) {
    LoopPlace *place = &self->places[search_node (self, n)->row];
    if (!search_node (self, n)->repeated || place->loop != loop || place->number == NONE)
      continue;
    guint32 last = node_end (self, place->number);
    for (guint32 below = place->number; below < last; below++)
      if (!search_node (self, below)->repeated)
        self->places[search_node (self, below)->row].number = NONE;
  }
}

static void
loop_place_programs (IterationSearch *self, guint32 loop, guint32 end)
{
  guint32 unit = NONE, unit_end = 0;

  for (guint32 n = loop + 1; n < end; n++) {
    if (n >= unit_end)
      unit = NONE;
    if (unit == NONE && node_is_loop (self, n) && !search_node (self, n)->repeated) {
      unit = n;
      unit_end = node_end (self, n);
    }
    if (!search_node (self, n)->repeated)
      self->places[search_node (self, n)->row] =
          (LoopPlace){n, loop, unit == NONE ? n : unit, unit == NONE};
  }
  loop_exclude_repeated (self, loop, end);
}

/* Fills .places for the programs in the loops among the nodes [@from, @to). A loop within another
 * of these loops is ignored. */
static void
search_place_programs (IterationSearch *self, guint32 from, guint32 to)
{
  for (guint32 row = 0; row < self->programs->n; row++)
    self->places[row].loop = self->places[row].number = NONE;
  while (from < to) {
    guint32 next = from + 1;
    if (node_is_loop (self, from) && !search_node (self, from)->repeated) {
      next = MIN (node_end (self, from), to);
      loop_place_programs (self, from, next);
    }
    from = next;
  }
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Turns of a loop that were found so far. Steps are added in order of execution. */
typedef struct {
  GArray *turns;
  guint32 unit; /* unit of the previous step */
  guint part_of;
  gboolean several; /* TRUE: at least two turns are in the same run, or in the same turn of the
                       outer loop */
  guint64 cycles;   /* sum of the cycles of all steps in the turns */
} LoopTurns;

static const LoopPlace *
step_loop_place (const IterationSearch *self, guint32 step)
{
  guint32 program = self->time->execution->step_program[step];
  guint32 row = program == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW
                                              : poplens_programs_find (self->programs, program);

  return row == POPLENS_NO_ROW || self->places[row].number == NONE ? NULL : &self->places[row];
}

static void
turns_add_step (LoopTurns *self, const LoopPlace *place, guint part_of, guint32 step, guint64 from,
                guint64 to)
{
  gboolean begins = !self->turns->len || part_of != self->part_of || place->unit < self->unit ||
                    (place->unit == self->unit && place->itself);

  self->several |= begins && self->turns->len && part_of == self->part_of;
  if (begins) {
    PoplensTimeIteration turn = {.part_of = part_of, .from = from, .to = to, .first_step = step};
    g_array_append_val (self->turns, turn);
  }
  PoplensTimeIteration *turn =
      &g_array_index (self->turns, PoplensTimeIteration, self->turns->len - 1);
  turn->from = MIN (turn->from, from);
  turn->to = MAX (turn->to, to);
  turn->last_step = step;
  self->cycles += to - from;
  self->unit = place->unit;
  self->part_of = part_of;
}

static void
turns_free (gpointer data)
{
  LoopTurns *self = data;

  if (self->turns)
    g_array_unref (self->turns);
  g_free (self);
}

static LoopTurns *
find_loop_turns (GHashTable *all, guint32 loop)
{
  LoopTurns *self = g_hash_table_lookup (all, GUINT_TO_POINTER (loop));

  if (!self) {
    self = g_new0 (LoopTurns, 1);
    self->turns = g_array_new (FALSE, FALSE, sizeof (PoplensTimeIteration));
    g_hash_table_insert (all, GUINT_TO_POINTER (loop), self);
  }
  return self;
}

/* Finds the turns of all loops in .places, and sets .part_of of each step to the index of its turn.
 * (transfer full): node of the loop → LoopTurns */
static GHashTable *
search_find_turns (IterationSearch *self)
{
  const PoplensExecution *x = self->time->execution;
  GHashTable *all = g_hash_table_new_full (NULL, NULL, NULL, turns_free);

  for (guint32 first = 0, next; first < x->n_rows; first = next) {
    guint32 step = x->row_step[first];
    const LoopPlace *place = poplens_step_kind_is_work (poplens_execution_step_kind (x, step))
                                 ? step_loop_place (self, step)
                                 : NULL;
    guint64 from = G_MAXUINT64, to = 0;
    for (next = first; next < x->n_rows && x->row_step[next] == step; next++)
      if (place && x->row_from[next] != G_MAXUINT64) {
        from = MIN (from, x->row_from[next]);
        to = MAX (to, poplens_execution_row_to (x, next));
      }
    if (from > to)
      continue;
    LoopTurns *turns = find_loop_turns (all, place->loop);
    turns_add_step (turns, place, self->part_of[step], step, from, to);
    self->part_of[step] = turns->turns->len - 1;
  }
  return all;
}

/* ---- one loop -------------------------------------------------------------------------------- */

/* Returns the median of @n lengths @rising, sorted ascending. Of two middle values it takes the
 * mean, because the lower value would hide a slow second iteration. */
static guint64
median_of_sorted (const guint64 *rising, guint n)
{
  guint64 low = rising[(n - 1) / 2], high = rising[n / 2];

  return low + (high - low) / 2;
}

/* Separates slow iterations from fast ones at the largest gap between sorted lengths. The gap must
 * be wider than the range of the lengths on either side. It must also exceed LEAST_SLOWER. @rising:
 * lengths, ascending. Returns the index of the first slow length; @n if no iteration is slow. */
static guint
lengths_find_slow (const guint64 *rising, guint n)
{
  guint at = 1;

  for (guint i = 2; i < n; i++)
    if (rising[i] - rising[i - 1] > rising[at] - rising[at - 1])
      at = i;
  if (n < POPLENS_TIME_LEAST_TURNS)
    return n;
  guint64 gap = rising[at] - rising[at - 1];
  guint64 width = MAX (rising[at - 1] - rising[0], rising[n - 1] - rising[at]);
  return gap > width && (double) gap > LEAST_SLOWER * (double) median_of_sorted (rising, at) ? at
                                                                                             : n;
}

/* Returns twice the median absolute deviation of the lengths from the median of their group, fast
 * or slow. For fewer than LEAST_FOR_DEVIATION lengths, returns the larger range of the two groups.
 * @slow: index of the first slow length. */
static guint64
lengths_spread (const guint64 *rising, guint n, guint slow)
{
  g_autofree guint64 *away = g_new (guint64, n);
  guint64 fast = median_of_sorted (rising, slow);
  guint64 other = slow < n ? median_of_sorted (rising + slow, n - slow) : 0;

  if (n < LEAST_FOR_DEVIATION)
    return MAX (rising[slow - 1] - rising[0], slow < n ? rising[n - 1] - rising[slow] : 0);
  for (guint i = 0; i < n; i++) {
    guint64 own = i < slow ? fast : other;
    away[i] = MAX (rising[i], own) - MIN (rising[i], own);
  }
  qsort (away, n, sizeof *away, poplens_compare_u64);
  return 2 * away[n / 2];
}

void
poplens_time_loop_measure (PoplensTimeLoop *self)
{
  const guint64 *rising = (const guint64 *) (gpointer) self->length->data;
  guint n = self->length->len, slow = lengths_find_slow (rising, n);

  self->slow = G_MAXUINT64;
  if (!n)
    return;
  self->median = median_of_sorted (rising, n);
  self->fast = median_of_sorted (rising, slow);
  self->width = lengths_spread (rising, n, slow);
  if (slow < n)
    self->slow = rising[slow];
}

static guint64
cycles_between (guint64 from, guint64 to)
{
  return to > from ? to - from : 0;
}

/* FALSE if @turn, the last one of a run or of an outer turn, is incomplete. It is incomplete if it
 * ends at an earlier place of the loop than the turn before. For example, a RepeatWhile evaluates
 * its condition once more. @at_end: TRUE: last turn of the trace, which is incomplete if the trace
 * lacks rows. */
static gboolean
turn_is_complete (const IterationSearch *search, const PoplensTimeIteration *turn, gboolean at_end)
{
  return step_loop_place (search, turn->last_step)->unit >=
             step_loop_place (search, turn[-1].last_step)->unit &&
         !(at_end && poplens_execution_lacks_rows (search->time->execution));
}

static gboolean
turn_is_last (const PoplensTimeLoop *self, guint turn)
{
  const PoplensTimeIteration *one = poplens_time_iteration_at (self, turn);

  return turn + 1 == self->turns->len || one[1].part_of != one->part_of;
}

void
poplens_time_loop_span (const PoplensTimeLoop *self, guint turn, guint64 *from, guint64 *to)
{
  const PoplensTimeIteration *one = poplens_time_iteration_at (self, turn);
  gboolean first = turn == 0 || one[-1].part_of != one->part_of;

  *to = one->end;
  *from = turn_is_last (self, turn) && !first ? MIN (one[-1].to, one->to) : one->from;
}

static void
loop_measure_turns (const IterationSearch *search, PoplensTimeLoop *self)
{
  for (guint t = 0; t < self->turns->len; t++) {
    PoplensTimeIteration *turn = &g_array_index (self->turns, PoplensTimeIteration, t);
    gboolean first = t == 0 || turn[-1].part_of != turn->part_of, last = turn_is_last (self, t);
    guint64 from, to;
    turn->end = last ? turn->to : turn[1].from;
    poplens_time_loop_span (self, t, &from, &to);
    turn->length = cycles_between (from, to);
    if (last && !first && !turn_is_complete (search, turn, t + 1 == self->turns->len))
      turn->length = 0;
    if (turn->length)
      g_array_append_val (self->length, turn->length);
  }
  g_array_sort (self->length, poplens_compare_u64);
  poplens_time_loop_measure (self);
}

/* Finds the loop with the most cycles among the outermost loops of the nodes [@from, @to). The loop
 * must have two turns within one run, or within one outer turn. Fills @level with the turns.
 * Returns the node of the loop; NONE: there is no such loop. */
static guint32
search_find_loop (IterationSearch *self, guint32 from, guint32 to, PoplensTimeLoop *level)
{
  GHashTableIter iter;
  gpointer key, value;
  guint32 found = NONE;
  const LoopTurns *best = NULL;

  search_place_programs (self, from, to);
  g_autoptr (GHashTable) all = search_find_turns (self);
  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const LoopTurns *one = value;
    guint32 node = GPOINTER_TO_UINT (key);
    if (one->several &&
        (!best || one->cycles > best->cycles || (one->cycles == best->cycles && node < found))) {
      best = one;
      found = node;
    }
  }
  if (!best)
    return NONE;
  level->program = search_node (self, found)->row;
  g_array_append_vals (level->turns, best->turns->data, best->turns->len);
  loop_measure_turns (self, level);
  return found;
}

/* Returns the index in time->runs of each step; all 0 if runs cannot be distinguished. (transfer
 * full): [n_steps] */
static guint *
steps_find_runs (const PoplensTime *time)
{
  const PoplensExecution *x = time->execution;
  guint *run_of = g_new0 (guint, MAX (x->n_steps, 1));
  g_autofree guint32 *rows = time->runs->len > 1 ? poplens_trace_find_runs (x) : NULL;

  for (guint32 s = 0; rows && s < x->n_steps; s++) {
    guint r = s ? run_of[s - 1] : 0;
    while (r + 1 < time->runs->len && g_array_index (time->runs, PoplensTimeRun, r).run < rows[s])
      r++;
    run_of[s] = r;
  }
  return run_of;
}

PoplensTimeIterations *
poplens_time_iterations_new (const PoplensTime *time, const PoplensPrograms *programs)
{
  PoplensTimeIterations *self = g_new0 (PoplensTimeIterations, 1);
  PoplensTimeLoop *levels[] = {&self->iterations, &self->batches};
  guint32 from = 0;

  for (guint l = 0; l < G_N_ELEMENTS (levels); l++) {
    levels[l]->program = POPLENS_NO_ROW;
    levels[l]->turns = g_array_new (FALSE, FALSE, sizeof (PoplensTimeIteration));
    levels[l]->length = g_array_new (FALSE, FALSE, sizeof (guint64));
    levels[l]->slow = G_MAXUINT64;
  }
  if (!programs)
    return self;
  g_autoptr (GArray) nodes =
      poplens_program_tree (programs, (PoplensProgramRoot){POPLENS_ROOT_ALL, 0});
  g_autofree guint *part_of = steps_find_runs (time);
  g_autofree LoopPlace *places = g_new0 (LoopPlace, MAX (programs->n, 1));
  IterationSearch search = {time, programs, nodes, part_of, places};
  guint32 to = nodes->len;
  for (guint l = 0; l < G_N_ELEMENTS (levels) && from < to; l++) {
    guint32 loop = search_find_loop (&search, from, to, levels[l]);
    if (loop == NONE)
      break;
    from = loop + 1;
    to = node_end (&search, loop);
  }
  return self;
}

void
poplens_time_iterations_free (PoplensTimeIterations *self)
{
  if (!self)
    return;
  g_array_unref (self->iterations.turns);
  g_array_unref (self->iterations.length);
  g_array_unref (self->batches.turns);
  g_array_unref (self->batches.length);
  g_free (self);
}

/* ---- access ---------------------------------------------------------------------------------- */

guint64
poplens_time_loop_excess (const PoplensTimeLoop *self, guint turn, guint64 from, guint64 to)
{
  const PoplensTimeIteration *one = poplens_time_iteration_at (self, turn);
  gboolean there = one->from >= from && one->end <= to;

  return there && one->length >= self->slow ? one->length - self->fast : 0;
}

static guint64
absolute_difference (guint64 a, guint64 b)
{
  return a > b ? a - b : b - a;
}

guint
poplens_time_loop_find_fast (const PoplensTimeLoop *self)
{
  guint found = G_MAXUINT;

  for (guint t = 0; t < self->turns->len; t++) {
    guint64 length = poplens_time_iteration_at (self, t)->length;
    if (length && length < self->slow &&
        (found == G_MAXUINT ||
         absolute_difference (length, self->fast) <
             absolute_difference (poplens_time_iteration_at (self, found)->length, self->fast)))
      found = t;
  }
  return found;
}

GArray *
poplens_time_find_longer (const PoplensTime *time, const PoplensPrograms *programs,
                          const PoplensTimeLoop *loop, guint turn)
{
  PoplensTimeSide slow = {time, programs, 0, 0}, fast = slow;
  guint usual = poplens_time_loop_find_fast (loop);

  poplens_time_loop_span (loop, turn, &slow.from, &slow.to);
  if (usual != G_MAXUINT)
    poplens_time_loop_span (loop, usual, &fast.from, &fast.to);
  return poplens_path_items_longer (&slow, &fast);
}

PoplensTimeSlow
poplens_time_loop_find_slow (const PoplensTimeLoop *self, guint64 from, guint64 to)
{
  PoplensTimeSlow slow = {.slowest = G_MAXUINT};
  guint64 most = 0;

  for (guint t = 0; t < self->turns->len; t++) {
    guint64 excess = poplens_time_loop_excess (self, t, from, to);
    slow.n += excess > 0;
    slow.excess += (double) excess;
    if (excess > most) {
      most = excess;
      slow.slowest = t;
    }
  }
  return slow;
}

double
poplens_time_loop_spread (const PoplensTimeLoop *self)
{
  gsize n = self->length->len;

  if (n < POPLENS_TIME_LEAST_TURNS || !self->median)
    return NAN;
  return (double) self->width / (double) self->median;
}
