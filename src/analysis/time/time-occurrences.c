/* Finds the steps that a finding on time concerns, and the cycles that each step loses because of
 * it. */
#include "analysis/time/time-occurrences.h"

#include "analysis/time/time-path.h"
#include "analysis/time/time-private.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/trace/name-parts.h"
#include "base/search.h"
#include "model/location.h"

#define CAUSE(name) (1u << POPLENS_CAUSE_##name)
/* A step is listed for a slow iteration if it causes at least 1/LEAST_LONGER of the iteration's
 * excess over a fast iteration. */
#define LEAST_LONGER 100

typedef struct {
  const PoplensTimeFinding *finding;
  const PoplensTime *time;
  const PoplensPrograms *programs;
  PoplensStepNames *names;
  /* guint8 by string id of a step's name: 2: the finding concerns steps of that name, 1: it does
   * not, 0: not looked up yet */
  GArray *known;
  /* (nullable): slow tiles of the finding; NULL: the finding is not about slow tiles. */
  PoplensTileSet *slow;
  /* [rows] tile cycles that other IPUs wait for the step of the row; NULL unless the finding is
   * about stages. */
  guint64 *awaited;
  GArray *out; /* PoplensTimeOccurrence */
} OccurrenceSearch;

/* ---- steps of the finding -------------------------------------------------------------------- */

static gboolean
search_matches_name (const OccurrenceSearch *self, const char *name)
{
  const PoplensTimeFinding *finding = self->finding;
  g_autofree char *key = NULL;

  if (finding->causes & CAUSE (REARRANGE) && !poplens_time_is_rearranging (name))
    return FALSE;
  if (!finding->of)
    return TRUE;
  key = poplens_name_operation_key (name);
  return g_hash_table_contains (finding->of, key);
}

/* TRUE if the finding concerns the operation of @step. Caches the result by name. */
static gboolean
search_matches_step (OccurrenceSearch *self, guint32 step)
{
  guint32 name = poplens_step_names_get (self->names, step);

  if (name >= self->known->len)
    g_array_set_size (self->known, name + 1);
  guint8 *known = &g_array_index (self->known, guint8, name);
  if (!*known)
    *known = search_matches_name (self, poplens_strings_get (self->names->strings, name)) ? 2 : 1;
  return *known == 2;
}

static gboolean
search_matches_copy (const OccurrenceSearch *self, guint32 step)
{
  const char *name = poplens_copy_name (self->programs, self->time->execution->step_program[step]);

  return !self->finding->of || g_hash_table_contains (self->finding->of, name);
}

/* Returns the tile cycles by which the slow tiles of the finding make a compute set longer; 0 if
 * they are not its longest tiles. */
static guint64
slow_tiles_cost (const OccurrenceSearch *self, const PoplensTimeIpu *ipu, guint32 row)
{
  guint most = poplens_time_stragglers_most (self->time->tiles);
  const PoplensTimeTile *longest =
      self->time->row_list && ipu->longest
          ? poplens_time_longest_get (ipu->longest, self->time->row_list[row])
          : NULL;
  guint i = 0;

  while (longest && i < most &&
         poplens_tile_set_contains (self->slow, ipu->ipu * self->time->tiles + longest[i].tile))
    i++;
  return i ? (longest[0].cycles - longest[i].cycles) * self->time->tiles : 0;
}

static guint64
compute_segment_cost (OccurrenceSearch *self, const PoplensTimeIpu *ipu,
                      const PoplensTimeSegment *at, guint64 all)
{
  guint causes = self->finding->causes;
  guint64 wait = all - MIN (at->work, all), unused;

  if (self->slow)
    return slow_tiles_cost (self, ipu, at->row);
  if (!(causes & (CAUSE (UNUSED) | CAUSE (UNEQUAL) | CAUSE (REARRANGE))) ||
      !search_matches_step (self, self->time->execution->row_step[at->row]))
    return 0;
  if (causes & CAUSE (REARRANGE))
    return all;
  unused = (guint64) (poplens_time_unused (at, wait) + 0.5);
  return (causes & CAUSE (UNUSED) ? unused : 0) + (causes & CAUSE (UNEQUAL) ? wait - unused : 0);
}

/* Returns the tile cycles of the segment @at that are lost because of the finding. @all: all tile
 * cycles of the segment. */
static guint64
segment_cost (OccurrenceSearch *self, const PoplensTimeIpu *ipu, const PoplensTimeSegment *at,
              guint64 all)
{
  guint causes = self->finding->causes;
  guint32 step = self->time->execution->row_step[at->row];

  switch ((PoplensBound) at->bound) {
  case POPLENS_BOUND_COMPUTE:
    return compute_segment_cost (self, ipu, at, all);
  case POPLENS_BOUND_EXCHANGE:
    return causes & CAUSE (EXCHANGE) && search_matches_step (self, step) ? all : 0;
  case POPLENS_BOUND_HOST_TRANSFER:
  case POPLENS_BOUND_HOST_WAIT:
    return causes & CAUSE (HOST) && search_matches_copy (self, step) ? all : 0;
  case POPLENS_BOUND_INTER_IPU:
    return causes & CAUSE (INTER_IPU) ? all : 0;
  case POPLENS_BOUND_SYNC:
    return causes & CAUSE (SYNC) ? all : 0;
  case POPLENS_BOUND_ANOTHER_IPU:
    return self->finding->kind == POPLENS_TIME_PIPELINE_BUBBLE ? all : 0;
  default:
    return 0;
  }
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void
search_add_occurrence (OccurrenceSearch *self, guint64 from, guint64 to, guint32 row, guint64 cost)
{
  PoplensTimeOccurrence one = {.from = from, .to = to, .cost = cost, .row = row};

  g_array_append_val (self->out, one);
}

/* Distributes the cost of a wait over the steps of the IPU for which others wait, in proportion to
 * the lengths of the steps. @late: cycles of this IPU from its previous join to the end of the
 * wait. @cost: tile cycles of the wait. */
static void
search_add_awaited (OccurrenceSearch *self, const PoplensTimeStretch *late, guint64 cost)
{
  const PoplensExecution *x = self->time->execution;
  const PoplensTimeIpu *ipu = &self->time->ipus[late->place];
  double share = (double) cost / (double) MAX (late->to - late->from, 1);
  guint64 told = 0;

  for (guint s = poplens_time_find_segment (ipu, late->from); s < ipu->segments->len; s++) {
    const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
    guint64 begin = MAX (at->from, late->from);
    guint64 end = MIN (poplens_time_segment_to (self->time, ipu, s), late->to);
    if (begin >= end)
      return;
    guint64 so_far = end == late->to ? cost : (guint64) ((double) (end - late->from) * share);
    if (at->row != G_MAXUINT32 && x->row_from[at->row] != G_MAXUINT64)
      self->awaited[at->row] += so_far - told;
    told = so_far;
  }
}

static void
search_collect_awaited (OccurrenceSearch *self)
{
  const PoplensExecution *x = self->time->execution;

  for (guint32 row = 0; row < x->n_rows; row++)
    if (self->awaited[row])
      search_add_occurrence (self, x->row_from[row], poplens_execution_row_to (x, row), row,
                             self->awaited[row]);
}

static gboolean
search_walk_segments (OccurrenceSearch *self, const PoplensWork *work)
{
  const PoplensExecution *x = self->time->execution;

  for (guint i = 0; i < self->time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &self->time->ipus[i];
    for (guint s = 0; s < ipu->segments->len; s++) {
      const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
      guint64 cycles = poplens_time_segment_to (self->time, ipu, s) - at->from;
      if (!POPLENS_WORK_GO_ON (work, "Finding steps", s, ipu->segments->len))
        return FALSE;
      if (at->row == G_MAXUINT32 || x->row_from[at->row] == G_MAXUINT64)
        continue;
      if (self->awaited && at->bound == POPLENS_BOUND_ANOTHER_IPU) {
        PoplensTimeStretch late = poplens_time_find_last (self->time, i, at->from + cycles);
        search_add_awaited (self, &late, cycles * self->time->tiles);
        continue;
      }
      guint64 cost = segment_cost (self, ipu, at, cycles * self->time->tiles);
      if (cost)
        search_add_occurrence (self, x->row_from[at->row], poplens_execution_row_to (x, at->row),
                               at->row, cost);
    }
  }
  return TRUE;
}

static int
compare_occurrence_rows (gconstpointer a, gconstpointer b)
{
  const PoplensTimeOccurrence *x = a, *y = b;

  return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_occurrence_begins (gconstpointer a, gconstpointer b)
{
  const PoplensTimeOccurrence *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return compare_occurrence_rows (a, b);
}

/* Merges occurrences of the same row: a step may limit its IPU in several segments. */
static void
search_merge_rows (OccurrenceSearch *self)
{
  PoplensTimeOccurrence *all = (PoplensTimeOccurrence *) (gpointer) self->out->data;
  guint n = 0;

  g_array_sort (self->out, compare_occurrence_rows);
  for (guint i = 0; i < self->out->len; i++) {
    if (n && all[n - 1].row == all[i].row)
      all[n - 1].cost =
          self->slow ? MAX (all[n - 1].cost, all[i].cost) : all[n - 1].cost + all[i].cost;
    else
      all[n++] = all[i];
  }
  g_array_set_size (self->out, n);
}

/* ---- iterations ------------------------------------------------------------------------------ */

/* A step of an iteration, on one IPU. */
typedef struct {
  guint64 key; /* program id and IPU: equal for the same step of two iterations */
  guint32 row;
  guint64 cycles; /* cycles that it takes within the iteration */
} IterationStep;

static int
compare_iteration_rows (gconstpointer a, gconstpointer b)
{
  const IterationStep *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Returns the steps of an iteration that work or copy with the host, sorted by program and IPU.
 * Leaves out syncs, because a long sync only shows that another step takes longer. (transfer full):
 * GArray of IterationStep */
static GArray *
iteration_rows (const PoplensExecution *x, const PoplensTimeLoop *loop, guint turn)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (IterationStep));
  const PoplensTimeIteration *one = poplens_time_iteration_at (loop, turn);
  guint32 first = turn ? one[-1].last_step + 1 : 0;
  guint32 row = (guint32) poplens_count_below_u32 (x->row_step, x->n_rows, first);

  for (; row < x->n_rows && x->row_step[row] <= one->last_step; row++) {
    guint32 step = x->row_step[row];
    PoplensStepKind kind = poplens_execution_step_kind (x, step);
    gboolean copies =
        kind >= POPLENS_STEP_STREAM_COPY_BEGIN && kind <= POPLENS_STEP_STREAM_COPY_END;
    guint64 from = MAX (x->row_from[row], one->from);
    IterationStep new = {(guint64) x->step_program[step] << 16 | x->row_ipu[row], row, 0};
    if (x->row_from[row] == G_MAXUINT64 || !(copies || poplens_step_kind_is_work (kind)))
      continue;
    new.cycles = poplens_execution_row_to (x, row);
    new.cycles -= MIN (from, new.cycles);
    if (new.cycles)
      g_array_append_val (rows, new);
  }
  g_array_sort (rows, compare_iteration_rows);
  return rows;
}

/* Finds the operation on which a slow iteration spends most of its additional cycles. Returns the
 * row of the operation's longest step; G_MAXUINT32 if these cycles are in no step. */
static guint32
slow_turn_longest_row (const OccurrenceSearch *self, const PoplensTimeLoop *loop, guint turn)
{
  g_autoptr (GArray) longer = poplens_time_find_longer (self->time, self->programs, loop, turn);

  return longer->len ? g_array_index (longer, PoplensPathItem, 0).row : G_MAXUINT32;
}

/* Adds each step of a slow iteration that takes at least @excess / LEAST_LONGER cycles longer than
 * the same step of a fast iteration. If no step does, adds slow_turn_longest_row (). @excess:
 * cycles by which the iteration is longer than a fast one. @fast: steps of the fast iteration. */
static void
search_add_longer (OccurrenceSearch *self, const PoplensTimeLoop *loop, guint turn, guint64 excess,
                   const GArray *fast)
{
  const PoplensTimeIteration *slow = poplens_time_iteration_at (loop, turn);
  g_autoptr (GArray) rows = iteration_rows (self->time->execution, loop, turn);
  guint before = self->out->len;
  guint32 told = slow_turn_longest_row (self, loop, turn);

  for (guint r = 0, f = 0; r < rows->len; r++) {
    const IterationStep *one = &g_array_index (rows, IterationStep, r);
    guint64 usual = 0;
    while (f < fast->len && g_array_index (fast, IterationStep, f).key < one->key)
      f++;
    if (f < fast->len && g_array_index (fast, IterationStep, f).key == one->key)
      usual = g_array_index (fast, IterationStep, f++).cycles;
    if (one->cycles > usual && one->cycles - usual >= excess / LEAST_LONGER) {
      search_add_occurrence (self, slow->from, slow->end, one->row,
                             (one->cycles - usual) * self->time->tiles);
      g_array_index (self->out, PoplensTimeOccurrence, self->out->len - 1).is_told =
          one->row == told;
    }
  }
  if (self->out->len == before)
    search_add_occurrence (self, slow->from, slow->end, told, excess * self->time->tiles);
  for (guint i = before; i < self->out->len; i++)
    g_array_index (self->out, PoplensTimeOccurrence, i).group_cost = excess * self->time->tiles;
}

static void
add_slow_iterations (OccurrenceSearch *self, const PoplensTimeLoop *loop)
{
  guint usual = poplens_time_loop_find_fast (loop);
  g_autoptr (GArray) fast = NULL;

  if (usual == G_MAXUINT)
    return;
  fast = iteration_rows (self->time->execution, loop, usual);
  for (guint t = 0; t < loop->turns->len; t++) {
    guint64 excess = poplens_time_loop_excess (loop, t, 0, self->time->total);
    if (excess)
      search_add_longer (self, loop, t, excess, fast);
  }
}

/* ---- outside the program --------------------------------------------------------------------- */

static void
search_add_outside (OccurrenceSearch *self)
{
  gboolean late = self->finding->kind == POPLENS_TIME_HOST_STARTED_LATE;

  for (guint r = 0; r < self->time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (self->time->runs, PoplensTimeRun, r);
    if (late == (r == 0) && run->work > run->from)
      search_add_occurrence (self, run->from, run->work, G_MAXUINT32,
                             (run->work - run->from) * self->time->tiles);
  }
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Returns a group key: rows with equal keys are one occurrence. NULL if each row is a separate
 * occurrence. */
static gpointer
occurrence_shared_key (const OccurrenceSearch *self, const PoplensTimeOccurrence *at)
{
  const PoplensExecution *x = self->time->execution;

  switch (self->finding->kind) {
  case POPLENS_TIME_STAGES_UNBALANCED:
  case POPLENS_TIME_PIPELINE_BUBBLE:
  case POPLENS_TIME_HOST_COPY:
  case POPLENS_TIME_INTER_IPU_EXCHANGE:
  case POPLENS_TIME_SYNC_OVERHEAD:
    return GSIZE_TO_POINTER (1 + (gsize) (at->row < x->n_rows ? x->row_step[at->row] : 0));
  case POPLENS_TIME_SLOW_ITERATIONS:
    return GSIZE_TO_POINTER (1 + at->from);
  default:
    return NULL;
  }
}

/* Fills .group and .group_cost of all occurrences. */
static void
search_group_occurrences (OccurrenceSearch *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL); /* shared key → .group + 1 */
  g_autofree guint64 *sums = g_new0 (guint64, self->out->len + 1);
  guint32 n = 0;

  for (guint i = 0; i < self->out->len; i++) {
    PoplensTimeOccurrence *at = &g_array_index (self->out, PoplensTimeOccurrence, i);
    gpointer shared = occurrence_shared_key (self, at);
    guint found = shared ? GPOINTER_TO_UINT (g_hash_table_lookup (known, shared)) : 0;
    at->group = found ? found - 1 : n++;
    if (shared && !found)
      g_hash_table_insert (known, shared, GUINT_TO_POINTER (n));
    sums[at->group] += at->cost;
  }
  for (guint i = 0; i < self->out->len; i++) {
    PoplensTimeOccurrence *at = &g_array_index (self->out, PoplensTimeOccurrence, i);
    /* Slow iterations already have .group_cost. The sum of their steps' excesses would be too
     * large, because steps may overlap. */
    at->group_cost = at->group_cost ? at->group_cost : sums[at->group];
  }
}

int
poplens_time_occurrence_compare (gconstpointer a, gconstpointer b)
{
  const PoplensTimeOccurrence *x = a, *y = b;

  if (x->group_cost != y->group_cost)
    return x->group_cost > y->group_cost ? -1 : 1;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->is_told != y->is_told)
    return x->is_told ? -1 : 1;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return compare_occurrence_rows (a, b);
}

/* ---- all occurrences ------------------------------------------------------------------------- */

/* Returns the slow tiles that the location of the finding selects; NULL if it selects none.
 * (transfer full) (nullable) */
static PoplensTileSet *
finding_slow_tiles (const PoplensTimeFinding *finding)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (finding->location, NULL);

  return location ? poplens_location_get_tiles (location) : NULL;
}

GArray *
poplens_time_occurrences_new (const PoplensTimeFinding *finding,
                              const PoplensTimeFindingsInput *input, const PoplensWork *work,
                              GError **error)
{
  g_autoptr (PoplensStepNames) names =
      poplens_step_names_new (input->time->execution, input->input->programs);
  g_autoptr (PoplensTileSet) slow =
      finding->kind == POPLENS_TIME_STRAGGLER_TILE ? finding_slow_tiles (finding) : NULL;
  g_autofree guint64 *awaited = finding->kind == POPLENS_TIME_STAGES_UNBALANCED
                                    ? g_new0 (guint64, input->time->execution->n_rows + 1)
                                    : NULL;
  g_autoptr (GArray) known = g_array_new (FALSE, TRUE, sizeof (guint8));
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensTimeOccurrence));
  OccurrenceSearch self = {.finding = finding,
                           .time = input->time,
                           .programs = input->input->programs,
                           .names = names,
                           .known = known,
                           .slow = slow,
                           .awaited = awaited,
                           .out = out};

  if (poplens_time_kind_is_fact (finding->kind)) {
    search_add_outside (&self);
  } else if (finding->kind == POPLENS_TIME_SLOW_ITERATIONS) {
    add_slow_iterations (&self, &input->iterations->iterations);
  } else if (search_walk_segments (&self, work)) {
    if (awaited)
      search_collect_awaited (&self);
    search_merge_rows (&self);
  } else {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
    return NULL;
  }
  g_array_sort (out, compare_occurrence_begins);
  search_group_occurrences (&self);
  return g_steal_pointer (&out);
}

/* ---- tiles ----------------------------------------------------------------------------------- */

guint32
poplens_time_slowest_tile (const PoplensTime *time, guint32 row)
{
  const PoplensExecution *x = time->execution;
  guint32 place = time->place[x->row_ipu[row]];
  const PoplensTimeIpu *ipu = place < time->n_ipus ? &time->ipus[place] : NULL;
  const PoplensTimeTile *longest =
      ipu && ipu->longest && time->row_list
          ? poplens_time_longest_get (ipu->longest, time->row_list[row])
          : NULL;

  return longest ? ipu->ipu * time->tiles + longest->tile : G_MAXUINT32;
}
