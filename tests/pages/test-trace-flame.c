/* Tests of the flame graph: how much of a report it shows at a glance, and the labels of its
 * blocks. `test-pages-trace-flame REPORT…` prints these figures of other reports. */
#include <string.h>

#include "analysis/trace/lanes.h"
#include "charts/lanes/lanes.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "pages/trace-fixture.h"
#include "pages/trace/trace-view.h"
#include "support/run-demo.h"
#include "support/seeds.h"
#include "support/temp-dir.h"

/* Rows that are readable at a glance, and the least steps of a group. */
#define ROWS 3
#define STEPS 3

typedef struct {
  guint roots, root_steps, nodes, rows;
  guint64 readable, all; /* tile cycles of work */
} Figures;

static gboolean
is_work (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_ON_TILE_EXECUTE || kind == POPLENS_STEP_DO_EXCHANGE ||
         kind == POPLENS_STEP_GLOBAL_EXCHANGE;
}

static PoplensFlame *
make_flame (const PoplensTraceModel *model, guint16 ipu, GArray *rows)
{
  const PoplensExecution *x = model->execution;
  g_autofree guint32 *step = g_new (guint32, x->n_rows), *name = g_new (guint32, x->n_rows);
  g_autofree guint8 *kind = g_new (guint8, x->n_rows);
  g_autofree guint64 *from = g_new (guint64, x->n_rows), *to = g_new (guint64, x->n_rows);
  PoplensFlameInput input = {0, step, kind, name, model->strings, from, to, NULL};

  for (guint32 r = 0; r < x->n_rows; r++) {
    if (x->row_ipu[r] != ipu || x->row_from[r] == G_MAXUINT64)
      continue;
    g_array_append_val (rows, r);
    step[input.n] = poplens_execution_step_id (x, x->row_step[r]);
    kind[input.n] = poplens_trace_look (model, x->row_step[r]).kind;
    name[input.n] = model->name[x->row_step[r]];
    from[input.n] = x->row_from[r];
    to[input.n++] = poplens_execution_row_to (x, r);
  }
  return poplens_flame_new (&input);
}

/* Checks that no group is named by a count, and that each step is drawn once. */
static void
assert_flame (const PoplensFlame *flame, guint n)
{
  g_autofree guint8 *seen = g_new0 (guint8, MAX (n, 1));

  for (guint32 i = 0; i < flame->n_nodes; i++) {
    gsize length;
    const char *text = poplens_flame_name (flame, flame->node_name[i], &length);
    g_assert_false (length > 2 && g_str_has_prefix (text, "cs") && g_ascii_isdigit (text[2]));
  }
  for (guint32 i = 0; i < flame->leaf_source[flame->n_leaves]; i++) {
    g_assert_false (seen[flame->source[i]]);
    seen[flame->source[i]] = TRUE;
  }
  g_assert_cmpuint (flame->leaf_source[flame->n_leaves], ==, n);
}

static void
add_ipu (Figures *self, const PoplensTraceModel *model, const PoplensStepSums *sums, guint16 ipu)
{
  const PoplensExecution *x = model->execution;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (PoplensFlame) flame = make_flame (model, ipu, rows);
  g_autofree guint32 *below = g_new0 (guint32, MAX (flame->n_nodes, 1));

  assert_flame (flame, rows->len);
  for (guint32 i = 0; i < flame->n_nodes; i++) {
    gboolean is_copy = flame->node_name[i].string == POPLENS_FLAME_NONE;
    self->roots += flame->node_parent[i] == POPLENS_FLAME_NONE && !is_copy;
    self->nodes += !is_copy;
    self->rows = MAX (self->rows, flame->node_row[i] + 1);
  }
  for (int pass = 0; pass < 2; pass++)
    for (guint32 l = 0; l < flame->n_leaves; l++) {
      guint32 row = g_array_index (rows, guint32, flame->source[flame->leaf_source[l]]);
      guint32 above =
          flame->leaf_node[l] != POPLENS_FLAME_NONE ? flame->leaf_node[l] : flame->leaf_parent[l];
      gboolean readable = FALSE;
      if (!is_work (poplens_trace_look (model, x->row_step[row]).kind))
        continue;
      self->root_steps += pass && above == POPLENS_FLAME_NONE;
      for (; above != POPLENS_FLAME_NONE; above = flame->node_parent[above]) {
        below[above] += !pass;
        readable = readable || (flame->node_row[above] < ROWS && below[above] >= STEPS);
      }
      for (guint32 i = flame->leaf_source[l]; pass && i < flame->leaf_source[l + 1]; i++) {
        guint64 cycles =
            poplens_step_sums_tile_cycles (sums, g_array_index (rows, guint32, flame->source[i]));
        self->all += cycles;
        self->readable += readable ? cycles : 0;
      }
    }
}

static double
print_figures (PoplensReport *report)
{
  g_autoptr (PoplensTraceModel) model = poplens_trace_model_get (report, NULL, NULL);
  const PoplensStepSums *sums = poplens_step_sums_get (report, NULL, NULL);
  Figures figures = {0};
  double part;

  g_assert_true (model && sums);
  for (guint32 i = 0; i < model->execution->n_ipus; i++)
    if (model->execution->ipu_seen[i])
      add_ipu (&figures, model, sums, (guint16) i);
  part = figures.all ? (double) figures.readable / (double) figures.all : 1;
  g_test_message ("%u root nodes, %u steps at the root, %u nodes, %u rows, %.1f %% readable",
                  figures.roots, figures.root_steps, figures.nodes, figures.rows, 100 * part);
  return part;
}

static void
test_readable (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  if (report)
    g_assert_cmpfloat (print_figures (report), >=, 0.95);
}

/* ---- properties of every report -------------------------------------------------------------- */

/* Options of poplens-demo: one and several IPUs, with and without a pipeline. */
static const char *const kinds[][4] = {
    {"--tiles=64"},
    {"--tiles=64", "--preset=mnist", "--ipus=2"},
    {"--tiles=64", "--preset=mnist", "--ipus=3", "--runs=3"},
    {"--tiles=64", "--preset=resnet50", "--steps=300"},
    {"--tiles=64", "--preset=bert-base", "--layers=2", "--steps=300"},
    {"--tiles=64", "--preset=plain", "--plant=bubble=1:0.3"},
};

/* Returns the labels of @n items from @first on; "" if the label is the name. (transfer full) */
static char **
list_labels (const PoplensTraceLanes *lanes, gsize first, guint n)
{
  char **labels = g_new0 (char *, (gsize) n + 1);
  g_autofree gsize *items = g_new (gsize, n);

  for (guint i = 0; i < n; i++)
    items[i] = first + i;
  poplens_trace_lanes_labels (lanes, items, n, labels);
  for (guint i = 0; i < n; i++)
    labels[i] = labels[i] ? labels[i] : g_strdup ("");
  return labels;
}

/* Checks that steps which are visible together have different labels if their names differ. Returns
 * the number of labels. */
static guint
assert_labels (PoplensReport *report, GHashTable *names)
{
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  g_auto (GStrv) labels = list_labels (lanes, 0, (guint) lanes->n_items);
  guint n = 0;

  for (gsize i = 0; i < lanes->n_items; i++) {
    g_autofree char *name = poplens_trace_lanes_name (lanes, i);
    const char *other;
    /* Steps that are not work have their name as label. */
    if (!*labels[i])
      continue;
    n++;
    labels[i][strcspn (labels[i], "\n")] = '\0';
    g_assert_false (g_str_has_suffix (labels[i], "Op"));
    other = g_hash_table_lookup (names, labels[i]);
    if (other)
      g_assert_cmpstr (other, ==, name);
    else
      g_hash_table_insert (names, g_strdup (labels[i]), g_strdup (name));
  }
  return n;
}

/* In random reports each step is drawn once, no group is named by a count, labels are unique. */
static void
test_properties (void)
{
  guint seeds = all_seeds () ? 10 : 1;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint seed = 1; seed <= seeds; seed++) {
      g_autofree char *folder = temp_dir_new ();
      g_autoptr (GHashTable) names =
          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autofree char *option = g_strdup_printf ("--seed=%u", seed);
      const char *options[8] = {option, "--without=archive,debug,json"};
      for (guint i = 0; i < G_N_ELEMENTS (kinds[k]); i++)
        options[2 + i] = kinds[k][i];
      g_assert_true (run_demo (folder, options));
      g_autoptr (PoplensReport) report = poplens_report_open (folder, NULL);
      g_assert_nonnull (report);
      g_assert_cmpfloat (print_figures (report), >, 0.5);
      g_assert_cmpuint (assert_labels (report, names), >, 50);
      temp_dir_remove (folder);
    }
}

/* ---- labels ---------------------------------------------------------------------------------- */

static void
test_flat_labels (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  if (!report)
    return;
  g_assert_cmpuint (assert_labels (report, names), >, 300);
  g_assert_cmpuint (g_hash_table_size (names), >, 80);
}

/* The label of a group is its part of the path, that of a step is the rest; the name is the whole
 * path. */
static void
test_flame_labels (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=flame");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  g_auto (GStrv) labels = list_labels (lanes, 0, (guint) lanes->n_items);
  guint n_groups = 0, n_exchanges = 0;

  for (gsize i = 0; i < lanes->n_items; i++) {
    g_autofree char *name = poplens_trace_lanes_name (lanes, i);
    guint32 row;
    g_assert_cmpstr (labels[i], !=, "");
    if (!poplens_trace_lanes_row (lanes, i, &row)) {
      n_groups++;
      g_assert_true (g_str_has_prefix (labels[i], name));
    } else if (g_str_has_prefix (name, "cs")) {
      n_exchanges++;
      g_assert_nonnull (strstr (labels[i], "exchange in"));
    }
  }
  g_assert_cmpuint (n_groups, >, 100);
  g_assert_cmpuint (n_exchanges, >, 50);
}

/* If two groups end alike, the label of a narrow one has the part that distinguishes it. */
static void
test_group_labels (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=flame");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  gsize found[2] = {G_MAXSIZE, G_MAXSIZE};

  for (gsize i = 0; i < lanes->n_items; i++) {
    g_autofree char *name = poplens_trace_lanes_name (lanes, i);
    guint32 row;
    if (!poplens_trace_lanes_row (lanes, i, &row) && strchr (name, '/'))
      found[found[0] != G_MAXSIZE] = i;
  }
  g_assert_cmpuint (found[1], !=, G_MAXSIZE);
  g_auto (GStrv) alone = list_labels (lanes, found[1], 1);
  g_auto (GStrv) parts = g_strsplit (alone[0], "\n", -1);
  g_assert_cmpuint (g_strv_length (parts), >=, 2);
  g_assert_true (g_str_has_suffix (parts[0], parts[g_strv_length (parts) - 1]));
}

/* ---- what groups hold ------------------------------------------------------------------------ */

/* The description of each group has the largest share of its steps, as computed from the tree. */
static void
test_insides (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=flame&colour=type");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  const PoplensTraceGroup *group = &g_array_index (lanes->groups, PoplensTraceGroup, 0);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (PoplensFlame) flame = make_flame (lanes->model, group->ipu, rows);
  guint n_told = 0;

  for (gsize i = group->first_item; i < group->first_item + group->n_items; i++) {
    guint32 node = lanes->source[i];
    double cycles[POPLENS_N_TRACE_SERIES] = {0}, sum = 0;
    if (node >= flame->n_nodes)
      continue;
    for (guint32 leaf = 0; leaf < flame->n_leaves; leaf++) {
      guint32 above = flame->leaf_node[leaf] != POPLENS_FLAME_NONE ? flame->leaf_node[leaf]
                                                                   : flame->leaf_parent[leaf];
      while (above != POPLENS_FLAME_NONE && above != node)
        above = flame->node_parent[above];
      guint32 row = g_array_index (rows, guint32, flame->source[flame->leaf_source[leaf]]);
      guint32 step = lanes->model->execution->row_step[row];
      if (above == POPLENS_FLAME_NONE)
        continue;
      cycles[poplens_trace_look (lanes->model, step).series] +=
          (double) (flame->leaf_to[leaf] - flame->leaf_from[leaf]);
      sum += (double) (flame->leaf_to[leaf] - flame->leaf_from[leaf]);
    }
    guint most = 0;
    for (guint s = 1; s < POPLENS_N_TRACE_SERIES; s++)
      most = cycles[s] > cycles[most] ? s : most;
    g_autofree char *told = poplens_chart_describe_item (trace_chart (page), i);
    const char *series =
        poplens_chart_get_series_name (trace_chart (page), lanes->model->chart_index[most]);
    PoplensNumber percent;
    g_autofree char *expected =
        g_strdup_printf ("\n%s\t%s", series, poplens_format_percent (percent, cycles[most] / sum));
    if (!strstr (told, expected))
      g_error ("%s: no %s", told, expected);
    n_told++;
  }
  g_assert_cmpuint (n_told, >, 50);
}

/* ---- levels of the model --------------------------------------------------------------------- */

static const PoplensTraceGroup *
group_at (const PoplensTraceLanes *lanes, guint i)
{
  return &g_array_index (lanes->groups, PoplensTraceGroup, i);
}

/* Checks that the blocks of paths are the same, below the rows of the training phases. */
static void
assert_same_paths (const PoplensPage *plain, const PoplensPage *levels, guint g)
{
  const PoplensTraceGroup *a = group_at (plain->trace->lanes, g);
  const PoplensTraceGroup *b = group_at (levels->trace->lanes, g);
  guint n = poplens_trace_n_levels (b);

  g_assert_cmpuint (poplens_trace_n_levels (a), ==, 0);
  g_assert_cmpuint (b->n_items, ==, a->n_items + n);
  g_assert_cmpuint (b->n_rows, ==, a->n_rows + b->n_level_rows);
  for (gsize i = 0; i < a->n_items; i++) {
    guint64 from[2], to[2];
    guint row[2];
    g_autofree char *x = poplens_trace_lanes_name (plain->trace->lanes, a->first_item + i);
    g_autofree char *y = poplens_trace_lanes_name (levels->trace->lanes, b->first_item + n + i);
    g_assert_true (poplens_chart_get_lane_item (trace_chart (plain), a->first_item + i, &from[0],
                                                &to[0], &row[0]));
    g_assert_true (poplens_chart_get_lane_item (trace_chart (levels), b->first_item + n + i,
                                                &from[1], &to[1], &row[1]));
    g_assert_cmpstr (x, ==, y);
    g_assert_cmpuint (from[0], ==, from[1]);
    g_assert_cmpuint (to[0], ==, to[1]);
    g_assert_cmpuint (row[0] - a->first_row + b->n_level_rows, ==, row[1] - b->first_row);
  }
}

/* Checks that each phase has one row without overlaps; its blocks have names, are not steps, and
 * select their cycles. @first: [iterations] the least begin on any IPU */
static void
assert_levels (PoplensPage *page, guint g, GArray *first)
{
  const PoplensTraceLanes *lanes = page->trace->lanes;
  const PoplensTraceGroup *group = group_at (lanes, g);
  guint64 last_end = 0;
  guint last_row = 0;

  g_assert_cmpuint (group->n_level_rows, ==, 2);
  for (gsize i = group->first_item; i < group->first_item + poplens_trace_n_levels (group); i++) {
    const PoplensLevelSpan *span = poplens_trace_level_at (lanes, group, i);
    g_autofree char *name = poplens_trace_lanes_name (lanes, i);
    guint64 from, to;
    guint row;
    guint32 step;
    g_assert_true (poplens_chart_get_lane_item (trace_chart (page), i, &from, &to, &row));
    g_assert_false (poplens_trace_lanes_row (lanes, i, &step));
    g_assert_cmpuint (from, <, to);
    g_assert_cmpuint (row, ==, group->first_row + span->level);
    g_assert_true (row != last_row || from >= last_end || i == group->first_item);
    last_row = row;
    last_end = to;
    g_assert_true (g_str_has_prefix (name, span->level ? "Micro-batch " : "Iteration "));
    g_autoptr (PoplensLocation) chosen = poplens_page_select_items (
        page, page->location, (PoplensItemRange){i, i + 1}, POPLENS_SELECT_REPLACE);
    g_autofree char *range =
        g_strdup_printf ("%" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT, from, to);
    g_assert_cmpstr (poplens_location_get (chosen, "range"), ==, range);
    if (span->level != POPLENS_LEVEL_ITERATION)
      continue;
    guint64 *least = &g_array_index (first, guint64, span->number - 1);
    *least = *least ? MIN (*least, from) : from;
  }
}

/* Iterations are those of the table, and begin when the first IPU begins them. */
static void
test_training_phases (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) plain = trace_page (report, "trace?view=flame");
  g_autoptr (PoplensPage) levels = trace_page (report, "trace?view=flame&model-levels=yes");
  const PoplensTimeIterations *found = poplens_report_time_iterations (report, NULL, NULL);
  g_autoptr (GArray) first = g_array_new (FALSE, TRUE, sizeof (guint64));

  g_assert_nonnull (found);
  g_array_set_size (first, found->iterations.turns->len);
  g_assert_cmpuint (first->len, >, 1);
  for (guint g = 0; g < levels->trace->lanes->groups->len; g++) {
    assert_same_paths (plain, levels, g);
    assert_levels (levels, g, first);
  }
  for (guint t = 0; t < first->len; t++)
    g_assert_cmpuint (g_array_index (first, guint64, t), ==,
                      poplens_time_iteration_at (&found->iterations, t)->from);
  g_auto (GStrv) labels = list_labels (levels->trace->lanes, 0, 1);
  g_assert_cmpstr (labels[0], ==, "Iteration 1\n1");
}

/* Only a flame graph has rows of phases; a phase without any of the requested steps is pale. */
static void
test_levels_asked (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) flat = trace_page (report, "trace?model-levels=yes");
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=flame&model-levels=yes");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  g_autofree guint8 *rows = g_new0 (guint8, lanes->model->execution->n_rows);

  g_assert_null (poplens_page_control (flat, "model-levels"));
  g_assert_cmpuint (group_at (flat->trace->lanes, 0)->n_level_rows, ==, 0);
  rows[g_array_index (group_at (lanes, 0)->levels->spans, PoplensLevelSpan, 1).first_row] = 1;
  g_autofree guint8 *others = poplens_trace_lanes_others (lanes, rows);
  g_assert_cmpuint (others[0], ==, 1);
  g_assert_cmpuint (others[1], ==, 0);
  g_assert_cmpuint (others[2], ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int i = 1; i < argc; i++) {
    g_autoptr (PoplensReport) report = poplens_report_open (argv[i], NULL);
    g_assert_nonnull (report);
    print_figures (report);
  }
  g_test_add_func ("/pages/trace-flame/readable", test_readable);
  g_test_add_func ("/pages/trace-flame/properties", test_properties);
  g_test_add_func ("/pages/trace-flame/flat-labels", test_flat_labels);
  g_test_add_func ("/pages/trace-flame/flame-labels", test_flame_labels);
  g_test_add_func ("/pages/trace-flame/group-labels", test_group_labels);
  g_test_add_func ("/pages/trace-flame/insides", test_insides);
  g_test_add_func ("/pages/trace-flame/levels", test_training_phases);
  g_test_add_func ("/pages/trace-flame/levels-asked", test_levels_asked);
  return argc > 1 ? 0 : g_test_run ();
}
