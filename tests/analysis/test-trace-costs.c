/* Tests of sums over a trace, on made-up steps that overlap, touch and have no length, against a
 * plain loop. */
#include "analysis/trace-fixture.h"
#include "analysis/trace/trace-variation.h"
#include "analysis/trace/trace-last.h"
#include "analysis/trace/trace-costs.h"

#include <string.h>

#define TILES 6

/* Random cycles of each tile of each row; rows of one program may share them. */
typedef struct {
  PoplensExecution *execution;
  guint64 *cycles, *tile_cycles; /* by row */
  PoplensCycleColumn *kept[2];   /* the same as cached columns */
  guint64 (*tiles)[TILES];       /* [n_rows]: cycles of each tile */
  PoplensTraceFacts facts;
} CostsFixture;

static CostsFixture
costs_fixture_new (guint32 n)
{
  CostsFixture self = {.execution = fixture_random_execution (n, 3)};
  PoplensExecution *x = self.execution;

  self.cycles = g_new0 (guint64, n);
  self.tile_cycles = g_new0 (guint64, n);
  self.tiles = g_malloc0 (n * sizeof *self.tiles);
  x->ipu_seen = g_new0 (gboolean, x->n_ipus);
  for (guint32 row = 0; row < n; row++) {
    x->ipu_seen[x->row_ipu[row]] = TRUE;
    for (guint t = 0; t < TILES; t++) {
      self.tiles[row][t] = (guint64) g_test_rand_int_range (0, 5);
      self.cycles[row] = MAX (self.cycles[row], self.tiles[row][t]);
      self.tile_cycles[row] += self.tiles[row][t];
    }
  }
  for (guint c = 0; c < G_N_ELEMENTS (self.kept); c++) {
    self.kept[c] = poplens_cycle_column_new (n);
    for (guint32 row = 0; row < n; row++)
      poplens_cycle_column_set (self.kept[c], row, c ? self.tile_cycles[row] : self.cycles[row]);
  }
  self.facts = (PoplensTraceFacts){
      .execution = x, .tiles = TILES, .cycles = self.kept[0], .tile_cycles = self.kept[1]};
  return self;
}

static void
costs_fixture_clear (CostsFixture *self)
{
  poplens_execution_free (self->execution);
  g_free (self->cycles);
  g_free (self->tile_cycles);
  for (guint c = 0; c < G_N_ELEMENTS (self->kept); c++)
    poplens_cycle_column_free (self->kept[c]);
  g_free (self->tiles);
}

/* TRUE if the row passes the filter, by an implementation independent of the tested one. */
static gboolean
is_wanted (const CostsFixture *self, const PoplensTraceWanted *wanted, guint32 row)
{
  const PoplensExecution *x = self->execution;
  guint64 from = x->row_from[row];
  PoplensStepKind kind = x->type_kind[x->step_type[x->row_step[row]]];
  guint64 to = from == G_MAXUINT64 ? 0 : poplens_execution_row_to (x, row);

  if (poplens_step_kind_is_waiting (kind) != wanted->waits ||
      (wanted->ipu >= 0 && x->row_ipu[row] != wanted->ipu))
    return FALSE;
  if (wanted->all)
    return TRUE;
  if (from == G_MAXUINT64)
    return FALSE;
  return from == to ? from >= wanted->from && from < wanted->to
                    : from < wanted->to && to > wanted->from;
}

static PoplensTraceWanted
random_wanted (void)
{
  guint64 from = (guint64) g_test_rand_int_range (0, 300);

  return (PoplensTraceWanted){.all = g_test_rand_int_range (0, 4) == 0,
                              .from = from,
                              .to = from + (guint64) g_test_rand_int_range (1, 200),
                              .ipu = g_test_rand_int_range (-1, 3),
                              .waits = g_test_rand_bit ()};
}

static void
test_costs (void)
{
  for (guint run = 0; run < 200; run++) {
    CostsFixture fixture = costs_fixture_new (1 + (guint32) g_test_rand_int_range (0, 150));
    const PoplensExecution *x = fixture.execution;
    PoplensTraceWanted wanted = random_wanted ();
    g_autoptr (PoplensTraceCosts) costs = poplens_trace_costs_new (&fixture.facts, &wanted, NULL);
    guint64 rows = 0;
    for (guint g = 0; g < costs->groups->len; g++) {
      const PoplensTraceGroupCost *group = &g_array_index (costs->groups, PoplensTraceGroupCost, g);
      guint64 n = 0, cycles = 0, waste = 0;
      for (guint32 row = 0; row < x->n_rows; row++) {
        guint32 step = x->row_step[row];
        if (!is_wanted (&fixture, &wanted, row) || x->step_program[step] != group->program ||
            (group->program == G_MAXUINT32 && x->step_type[step] != group->type))
          continue;
        n++;
        cycles += fixture.cycles[row];
        for (guint t = 0; t < TILES; t++)
          waste += fixture.cycles[row] - fixture.tiles[row][t];
      }
      g_assert_cmpuint (group->cost.rows, ==, n);
      g_assert_cmpuint (group->cost.cycles, ==, cycles);
      g_assert_cmpfloat_with_epsilon (poplens_trace_cost_imbalance (&group->cost, TILES) * TILES,
                                      (double) waste, 1e-6 * (double) (waste + 1));
      rows += n;
    }
    g_assert_cmpuint (costs->all.rows, ==, rows);
    for (guint32 row = 0; row < x->n_rows; row++)
      rows -= is_wanted (&fixture, &wanted, row);
    g_assert_cmpuint (rows, ==, 0);
    costs_fixture_clear (&fixture);
  }
}

/* ---- slowest tiles ---- */

/* Returns lists of cycles: some of one IPU, some over all IPUs. */
static PoplensSlice *
costs_get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  const CostsFixture *fixture = data;
  const PoplensExecution *x = fixture->execution;
  guint32 n = x->n_rows;

  g_assert_cmpuint (key, ==, 0);
  if (kind == POPLENS_SLICE_SCAN_STEP_LISTS) {
    PoplensScanStepList *rows = g_new0 (PoplensScanStepList, n);
    for (guint32 row = 0; row < n; row++)
      rows[row] =
          (PoplensScanStepList){x->row_step[row], x->row_ipu[row], 0, row % 5 ? (gint64) row : -1};
    PoplensSlice *slice = poplens_slice_new (kind, key, rows, n, n * sizeof *rows);
    slice->next = POPLENS_NO_SLICE;
    return slice;
  }
  guint64 *ids = g_new (guint64, n);
  PoplensLists *lists = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  for (guint32 row = 0; row < n; row++) {
    guint64 all[3 * TILES] = {0};
    gboolean whole = row % 2;
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    memcpy (all + (whole ? x->row_ipu[row] * TILES : 0), fixture->tiles[row],
            sizeof fixture->tiles[row]);
    poplens_list_append (POPLENS_ENCODING_RLE, bytes, all, whole ? 3 * TILES : TILES);
    g_assert_true (poplens_lists_append (lists, bytes->data, bytes->len, NULL));
    ids[row] = row;
  }
  PoplensSlice *slice = poplens_slice_new (kind, key, ids, n, n * sizeof *ids);
  slice->lists = lists;
  slice->next = POPLENS_NO_SLICE;
  return slice;
}

static void
check_last (const CostsFixture *fixture, const PoplensTraceLast *last, guint32 row)
{
  const PoplensTraceLastTile *found = poplens_trace_last_get (last, row);
  const guint64 *tiles = fixture->tiles[row];
  guint best = 0, n = 0;
  guint64 second = 0;

  if (!(row % 5) || !fixture->cycles[row]) {
    g_assert_null (found);
    return;
  }
  while (tiles[best] != fixture->cycles[row])
    best++;
  for (guint t = 0; t < TILES; t++) {
    n += tiles[t] == tiles[best];
    second = t == best ? second : MAX (second, tiles[t]);
  }
  g_assert_cmpuint (found->tile, ==, fixture->execution->row_ipu[row] * TILES + best);
  g_assert_cmpuint (found->longest, ==, tiles[best]);
  g_assert_cmpuint (found->second, ==, second);
  g_assert_cmpuint (found->n_longest, ==, n);
  g_assert_cmpuint (found->sum, ==, fixture->tile_cycles[row]);
}

static void
test_last (void)
{
  for (guint run = 0; run < 100; run++) {
    CostsFixture fixture = costs_fixture_new (2 + (guint32) g_test_rand_int_range (0, 100));
    PoplensTraceWanted wanted = random_wanted ();
    g_autoptr (PoplensTraceLast) last =
        poplens_trace_last_new (fixture.execution, TILES, costs_get_slice, &fixture, NULL, NULL);
    g_autoptr (PoplensStragglers) all =
        poplens_stragglers_new (last, fixture.execution, &wanted, NULL);
    guint64 times = 0, waste = 0, ties = 0, beyond = 0;
    g_assert_nonnull (last);
    for (guint32 row = 0; row < fixture.execution->n_rows; row++) {
      check_last (&fixture, last, row);
      if (!is_wanted (&fixture, &wanted, row) || !poplens_trace_last_get (last, row))
        continue;
      times++;
      ties += poplens_trace_last_get (last, row)->n_longest > 1;
      beyond += poplens_trace_last_beyond_second (poplens_trace_last_get (last, row));
      waste += TILES * fixture.cycles[row] - fixture.tile_cycles[row];
    }
    for (guint32 t = 0; t < all->n_tiles; t++) {
      times -= all->stragglers[t].times;
      waste -= all->stragglers[t].waste;
      beyond -= all->stragglers[t].beyond_second;
    }
    g_assert_cmpuint (all->ties, ==, ties);
    g_assert_cmpuint (times, ==, ties);
    g_assert_cmpuint (waste, ==, all->ties_waste);
    g_assert_cmpuint (beyond, ==, 0);
    costs_fixture_clear (&fixture);
  }
}

/* ---- paths ---- */

static const PoplensTracePathRow *
find_row (const PoplensTracePaths *paths, guint16 depth, const char *name)
{
  for (guint i = 0; i < paths->rows->len; i++) {
    const PoplensTracePathRow *row = &g_array_index (paths->rows, PoplensTracePathRow, i);
    if (row->depth == depth && !strcmp (poplens_path_tree_name (paths->tree, row->node), name))
      return row;
  }
  g_error ("no row %s", name);
}

/* Computed on paper: a name twice in a path, a path that others begin with, and an empty one. */
static void
test_path_costs (void)
{
  static const char *const names[] = {"a/b", "a/b/c", "c", "a/x/a", "a//b", ""};
  PoplensTraceCost costs[G_N_ELEMENTS (names)] = {{0}};
  PoplensTraceNames input = {G_N_ELEMENTS (names), names, costs};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    costs[i].cycles = 1u << i;
  g_autoptr (PoplensTracePaths) down = poplens_trace_paths_top_down (&input);
  g_autoptr (PoplensTracePaths) up = poplens_trace_paths_bottom_up (&input);
  g_assert_cmpuint (find_row (down, 0, "a")->all.cycles, ==, 1 + 2 + 8 + 16);
  g_assert_cmpuint (find_row (down, 0, "a")->own.cycles, ==, 0);
  g_assert_cmpuint (find_row (down, 1, "b")->own.cycles, ==, 1 + 16);
  g_assert_cmpuint (find_row (down, 1, "b")->all.cycles, ==, 1 + 2 + 16);
  g_assert_cmpuint (find_row (down, 0, "")->all.cycles, ==, 32);
  g_assert_cmpuint (down->rows->len, ==, 7);
  g_assert_cmpuint (find_row (up, 0, "c")->own.cycles, ==, 2 + 4);
  g_assert_cmpuint (find_row (up, 0, "c")->all.cycles, ==, 2 + 4);
  g_assert_cmpuint (find_row (up, 0, "b")->own.cycles, ==, 1 + 16);
  g_assert_cmpuint (find_row (up, 0, "b")->all.cycles, ==, 1 + 2 + 16);
  g_assert_cmpuint (find_row (up, 0, "a")->own.cycles, ==, 8);
  g_assert_cmpuint (find_row (up, 0, "a")->all.cycles, ==, 1 + 2 + 8 + 16);
  g_assert_cmpuint (find_row (up, 1, "b")->own.cycles, ==, 2);
  g_assert_false (find_row (up, 1, "b")->has_all);
}

/* A path has at most 64 levels (formats.md 6); the last level has the rest of the name. */
static void
test_costs_of_deep_name (void)
{
  GString *deep = g_string_new (NULL);
  PoplensTraceCost cost = {.cycles = 7};
  const char *name;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (deep, "/n%u", i);
  name = deep->str;
  PoplensTraceNames input = {1, &name, &cost};
  g_autoptr (PoplensTracePaths) down = poplens_trace_paths_top_down (&input);
  g_assert_cmpuint (down->rows->len, ==, 64);
  g_assert_cmpuint (g_array_index (down->rows, PoplensTracePathRow, 0).all.cycles, ==, 7);
  g_assert_cmpuint (g_array_index (down->rows, PoplensTracePathRow, 63).depth, ==, 63);
  g_string_free (deep, TRUE);
}

/* ---- executions ---- */

static void
test_iterations (void)
{
  for (guint run = 0; run < 100; run++) {
    CostsFixture fixture = costs_fixture_new (1 + (guint32) g_test_rand_int_range (0, 200));
    PoplensTraceWanted wanted = random_wanted ();
    g_autoptr (PoplensTraceVariations) all =
        poplens_trace_variations_new (&fixture.facts, &wanted, NULL);
    guint64 rows = all->n_once;
    for (guint i = 0; i < all->variations->len; i++) {
      const PoplensVariation *one = &g_array_index (all->variations, PoplensVariation, i);
      guint64 below = 0, above = 0;
      rows += one->n;
      for (guint32 row = 0; row < fixture.execution->n_rows; row++) {
        const PoplensTraceGroupCost *group =
            &g_array_index (all->groups, PoplensTraceGroupCost, one->group);
        guint32 step = fixture.execution->row_step[row];
        if (!is_wanted (&fixture, &wanted, row) || fixture.execution->row_ipu[row] != one->ipu ||
            fixture.execution->step_program[step] != group->program ||
            (group->program == G_MAXUINT32 && fixture.execution->step_type[step] != group->type))
          continue;
        below += fixture.cycles[row] < one->median;
        above += fixture.cycles[row] > one->median;
        g_assert_cmpuint (fixture.cycles[row], >=, one->least);
        g_assert_cmpuint (fixture.cycles[row], <=, one->most);
      }
      /* Definition of a median. */
      g_assert_cmpuint (2 * below, <=, one->n);
      g_assert_cmpuint (2 * above, <=, one->n);
      g_assert_cmpuint (fixture.cycles[one->longest_row], ==, one->most);
    }
    for (guint32 row = 0; row < fixture.execution->n_rows; row++)
      rows -= is_wanted (&fixture, &wanted, row);
    g_assert_cmpuint (rows, ==, 0);
    costs_fixture_clear (&fixture);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-costs/costs", test_costs);
  g_test_add_func ("/trace-costs/last", test_last);
  g_test_add_func ("/trace-costs/paths", test_path_costs);
  g_test_add_func ("/trace-costs/deep", test_costs_of_deep_name);
  g_test_add_func ("/trace-costs/iterations", test_iterations);
  return g_test_run ();
}
