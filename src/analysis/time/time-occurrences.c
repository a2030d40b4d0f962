/* Finds the steps that a finding on time speaks of. */
#include "analysis/time/time-occurrences.h"

#include "analysis/time/time-path.h"
#include "analysis/time/time-private.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/trace/name-parts.h"
#include "base/search.h"
#include "model/location.h"

#define CAUSE(name) (1u << POPLENS_CAUSE_##name)
/* A step is listed if it takes longer by one in so many of the cycles by which its iteration is
 * slow. */
#define LEAST_LONGER 100

typedef struct {
  const PoplensTimeFinding *finding;
  const PoplensTime *time;
  const PoplensPrograms *programs;
  PoplensStepNames *names;
  GArray *known;        /* guint8: 1 no, 2 yes, by string of .names: the finding is of that name */
  PoplensTileSet *slow; /* (nullable): tiles */
  guint64 *awaited;     /* (nullable): tile cycles that other IPUs wait for, by row */
  GArray *out;
} Search;

/* ---- whether it is of a step -------------------------------------------------------------------
 */

static gboolean
is_of_name (const Search *self, const char *name)
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

/* By the operation; each name is asked once. */
static gboolean
is_of_step (Search *self, guint32 step)
{
  guint32 name = poplens_step_names_get (self->names, step);

  if (name >= self->known->len)
    g_array_set_size (self->known, name + 1);
  guint8 *known = &g_array_index (self->known, guint8, name);
  if (!*known)
    *known = is_of_name (self, poplens_strings_get (self->names->strings, name)) ? 2 : 1;
  return *known == 2;
}

static gboolean
is_of_copy (const Search *self, guint32 step)
{
  const char *name = poplens_copy_name (self->programs, self->time->execution->step_program[step]);

  return !self->finding->of || g_hash_table_contains (self->finding->of, name);
}

/* Tile cycles by which the slow tiles make a compute set longer. */
static guint64
cost_of_slow (const Search *self, const PoplensTimeIpu *ipu, guint32 row)
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
cost_of_compute (Search *self, const PoplensTimeIpu *ipu, const PoplensTimeSegment *at, guint64 all)
{
  guint causes = self->finding->causes;
  guint64 wait = all - MIN (at->work, all), unused;

  if (self->slow)
    return cost_of_slow (self, ipu, at->row);
  if (!(causes & (CAUSE (UNUSED) | CAUSE (UNEQUAL) | CAUSE (REARRANGE))) ||
      !is_of_step (self, self->time->execution->row_step[at->row]))
    return 0;
  if (causes & CAUSE (REARRANGE))
    return all;
  unused = (guint64) (poplens_time_unused (at, wait) + 0.5);
  return (causes & CAUSE (UNUSED) ? unused : 0) + (causes & CAUSE (UNEQUAL) ? wait - unused : 0);
}

/* Tile cycles of the segment that are of the finding. */
static guint64
cost_of (Search *self, const PoplensTimeIpu *ipu, const PoplensTimeSegment *at, guint64 all)
{
  guint causes = self->finding->causes;
  guint32 step = self->time->execution->row_step[at->row];

  switch ((PoplensBound) at->bound) {
  case POPLENS_BOUND_COMPUTE:
    return cost_of_compute (self, ipu, at, all);
  case POPLENS_BOUND_EXCHANGE:
    return causes & CAUSE (EXCHANGE) && is_of_step (self, step) ? all : 0;
  case POPLENS_BOUND_HOST_TRANSFER:
  case POPLENS_BOUND_HOST_WAIT:
    return causes & CAUSE (HOST) && is_of_copy (self, step) ? all : 0;
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

/* ---- steps -------------------------------------------------------------------------------------
 */

static void
add (Search *self, guint64 from, guint64 to, guint32 row, guint64 cost)
{
  PoplensTimeOccurrence one = {.from = from, .to = to, .cost = cost, .row = row};

  g_array_append_val (self->out, one);
}

/* Divides @cost, the tile cycles of a wait, among the steps of the IPU that is waited for, by how
 * long each took: all that it did since its join before makes it late. */
static void
add_awaited (Search *self, const PoplensTimeStretch *late, guint64 cost)
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
take_awaited (Search *self)
{
  const PoplensExecution *x = self->time->execution;

  for (guint32 row = 0; row < x->n_rows; row++)
    if (self->awaited[row])
      add (self, x->row_from[row], poplens_execution_row_to (x, row), row, self->awaited[row]);
}

static gboolean
walk_segments (Search *self, const PoplensWork *work)
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
        add_awaited (self, &late, cycles * self->time->tiles);
        continue;
      }
      guint64 cost = cost_of (self, ipu, at, cycles * self->time->tiles);
      if (cost)
        add (self, x->row_from[at->row], poplens_execution_row_to (x, at->row), at->row, cost);
    }
  }
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const PoplensTimeOccurrence *x = a, *y = b;

  return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_begins (gconstpointer a, gconstpointer b)
{
  const PoplensTimeOccurrence *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return compare_rows (a, b);
}

/* A step may bind its IPU several times: it is one. */
static void
join_rows (Search *self)
{
  PoplensTimeOccurrence *all = (PoplensTimeOccurrence *) (gpointer) self->out->data;
  guint n = 0;

  g_array_sort (self->out, compare_rows);
  for (guint i = 0; i < self->out->len; i++) {
    if (n && all[n - 1].row == all[i].row)
      all[n - 1].cost =
          self->slow ? MAX (all[n - 1].cost, all[i].cost) : all[n - 1].cost + all[i].cost;
    else
      all[n++] = all[i];
  }
  g_array_set_size (self->out, n);
}

/* ---- iterations --------------------------------------------------------------------------------
 */

/* A step of an iteration on an IPU. */
typedef struct {
  guint64 key; /* its program and IPU */
  guint32 row;
  guint64 cycles; /* that it takes in the iteration */
} TurnRow;

static int
compare_turn_rows (gconstpointer a, gconstpointer b)
{
  const TurnRow *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Work and copies with the host of an iteration, by program and IPU: what it waits for at syncs
 * shows only that something else takes longer. Copies may begin before its first work does.
 * (transfer full): GArray of TurnRow */
static GArray *
rows_of_turn (const PoplensExecution *x, const PoplensTimeLoop *loop, guint turn)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TurnRow));
  const PoplensTimeIteration *one = poplens_time_iteration_at (loop, turn);
  guint32 first = turn ? one[-1].last_step + 1 : 0;
  guint32 row = (guint32) poplens_count_below_u32 (x->row_step, x->n_rows, first);

  for (; row < x->n_rows && x->row_step[row] <= one->last_step; row++) {
    guint32 step = x->row_step[row];
    PoplensStepKind kind = poplens_execution_step_kind (x, step);
    gboolean copies =
        kind >= POPLENS_STEP_STREAM_COPY_BEGIN && kind <= POPLENS_STEP_STREAM_COPY_END;
    guint64 from = MAX (x->row_from[row], one->from);
    TurnRow new = {(guint64) x->step_program[step] << 16 | x->row_ipu[row], row, 0};
    if (x->row_from[row] == G_MAXUINT64 || !(copies || poplens_step_kind_is_work (kind)))
      continue;
    new.cycles = poplens_execution_row_to (x, row);
    new.cycles -= MIN (from, new.cycles);
    if (new.cycles)
      g_array_append_val (rows, new);
  }
  g_array_sort (rows, compare_turn_rows);
  return rows;
}

/* The longest step of what the critical path spends most of the further cycles of a slow iteration
 * on. G_MAXUINT32: it spends them outside steps. */
static guint32
longest_row (const Search *self, const PoplensTimeLoop *loop, guint turn)
{
  g_autoptr (GArray) longer = poplens_time_find_longer (self->time, self->programs, loop, turn);

  return longer->len ? g_array_index (longer, PoplensPathItem, 0).row : G_MAXUINT32;
}

/* Adds each step of a slow iteration that takes longer than the same one of a fast iteration, by a
 * hundredth of @excess at least; where none is, what there is more of. @fast: rows_of_turn () of
 * that one. */
static void
add_longer (Search *self, const PoplensTimeLoop *loop, guint turn, guint64 excess,
            const GArray *fast)
{
  const PoplensTimeIteration *slow = poplens_time_iteration_at (loop, turn);
  g_autoptr (GArray) rows = rows_of_turn (self->time->execution, loop, turn);
  guint before = self->out->len;
  guint32 told = longest_row (self, loop, turn);

  for (guint r = 0, f = 0; r < rows->len; r++) {
    const TurnRow *one = &g_array_index (rows, TurnRow, r);
    guint64 usual = 0;
    while (f < fast->len && g_array_index (fast, TurnRow, f).key < one->key)
      f++;
    if (f < fast->len && g_array_index (fast, TurnRow, f).key == one->key)
      usual = g_array_index (fast, TurnRow, f++).cycles;
    if (one->cycles > usual && one->cycles - usual >= excess / LEAST_LONGER) {
      add (self, slow->from, slow->end, one->row, (one->cycles - usual) * self->time->tiles);
      g_array_index (self->out, PoplensTimeOccurrence, self->out->len - 1).is_told =
          one->row == told;
    }
  }
  if (self->out->len == before)
    add (self, slow->from, slow->end, told, excess * self->time->tiles);
  for (guint i = before; i < self->out->len; i++)
    g_array_index (self->out, PoplensTimeOccurrence, i).group_cost = excess * self->time->tiles;
}

static void
add_slow_iterations (Search *self, const PoplensTimeLoop *loop)
{
  guint usual = poplens_time_loop_find_fast (loop);
  g_autoptr (GArray) fast = NULL;

  if (usual == G_MAXUINT)
    return;
  fast = rows_of_turn (self->time->execution, loop, usual);
  for (guint t = 0; t < loop->turns->len; t++) {
    guint64 excess = poplens_time_loop_excess (loop, t, 0, self->time->total);
    if (excess)
      add_longer (self, loop, t, excess, fast);
  }
}

/* ---- outside the program ----------------------------------------------------------------------
 */

static void
add_outside (Search *self)
{
  gboolean late = self->finding->kind == POPLENS_TIME_HOST_STARTED_LATE;

  for (guint r = 0; r < self->time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (self->time->runs, PoplensTimeRun, r);
    if (late == (r == 0) && run->work > run->from)
      add (self, run->from, run->work, G_MAXUINT32, (run->work - run->from) * self->time->tiles);
  }
}

/* ---- rows that are one -------------------------------------------------------------------------
 */

/* What rows that are one have in common; NULL: each row is one of its own. */
static gpointer
shared_by (const Search *self, const PoplensTimeOccurrence *at)
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

/* Fills .group and .group_cost. */
static void
join_occurrences (Search *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL); /* shared → .group + 1 */
  g_autofree guint64 *sums = g_new0 (guint64, self->out->len + 1);
  guint32 n = 0;

  for (guint i = 0; i < self->out->len; i++) {
    PoplensTimeOccurrence *at = &g_array_index (self->out, PoplensTimeOccurrence, i);
    gpointer shared = shared_by (self, at);
    guint found = shared ? GPOINTER_TO_UINT (g_hash_table_lookup (known, shared)) : 0;
    at->group = found ? found - 1 : n++;
    if (shared && !found)
      g_hash_table_insert (known, shared, GUINT_TO_POINTER (n));
    sums[at->group] += at->cost;
  }
  for (guint i = 0; i < self->out->len; i++) {
    PoplensTimeOccurrence *at = &g_array_index (self->out, PoplensTimeOccurrence, i);
    /* What several steps take longer may overlap: an iteration has its own number. */
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
  return compare_rows (a, b);
}

/* ---- all ---------------------------------------------------------------------------------------
 */

/* The tiles that a finding on slow ones is about, which its location selects. */
static PoplensTileSet *
slow_tiles (const PoplensTimeFinding *finding)
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
      finding->kind == POPLENS_TIME_STRAGGLER_TILE ? slow_tiles (finding) : NULL;
  g_autofree guint64 *awaited = finding->kind == POPLENS_TIME_STAGES_UNBALANCED
                                    ? g_new0 (guint64, input->time->execution->n_rows + 1)
                                    : NULL;
  g_autoptr (GArray) known = g_array_new (FALSE, TRUE, sizeof (guint8));
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensTimeOccurrence));
  Search self = {.finding = finding,
                 .time = input->time,
                 .programs = input->input->programs,
                 .names = names,
                 .known = known,
                 .slow = slow,
                 .awaited = awaited,
                 .out = out};

  if (poplens_time_kind_is_fact (finding->kind)) {
    add_outside (&self);
  } else if (finding->kind == POPLENS_TIME_SLOW_ITERATIONS) {
    add_slow_iterations (&self, &input->iterations->iterations);
  } else if (walk_segments (&self, work)) {
    if (awaited)
      take_awaited (&self);
    join_rows (&self);
  } else {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
    return NULL;
  }
  g_array_sort (out, compare_begins);
  join_occurrences (&self);
  return g_steal_pointer (&out);
}

/* ---- tiles -------------------------------------------------------------------------------------
 */

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
