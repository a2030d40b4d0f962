/* Tests of both traces on one axis: the positions of blocks against each report alone and plain
 * SQL. */
#include "pages/trace/trace-model.h"
#include "pages/compare-fixture.h"

#include "charts/lanes/lanes.h"

#include <string.h>

#define WORK                                                                                       \
  "from steps_by_ipu join steps on id = step_id where active_tiles > 0 and type in "               \
  "('OnTileExecute', 'DoExchange', 'GlobalExchange')"

static const char *const sides[] = {"Before", "After"};

/* Parses the first cycle of a description: 1234 from "
 * From cycle\t1,234". */
static guint64
cycle_of (const char *text)
{
  const char *at = strstr (text, "\nFrom cycle\t");
  guint64 cycle = 0;

  g_assert_nonnull (at);
  for (at += strlen ("\nFrom cycle\t"); g_ascii_isdigit (*at) || *at == ','; at++)
    if (*at != ',')
      cycle = cycle * 10 + (guint64) (*at - '0');
  return cycle;
}

static guint
block_side (const char *text)
{
  for (guint s = 0; s < 2; s++) {
    g_autofree char *line = g_strdup_printf ("\n%s\t", sides[s]);
    if (strstr (text, line))
      return s;
  }
  g_assert_not_reached ();
}

/* Checks that all blocks of a report are moved by the same number of cycles, that rows of an IPU in
 * the first report are above those in the second, and that IPUs are in order. @shift: (out): cycles
 * by report */
static void
check_places (const PoplensChart *chart, gsize n_items, guint64 shift[2])
{
  gsize n = poplens_chart_get_n_items (chart), of[2] = {0};
  guint lowest[2] = {0}, last = 0;

  g_assert_cmpuint (n, ==, n_items);
  for (gsize i = 0; i < n; i++) {
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    guint s = block_side (text), row;
    guint64 from, to;
    g_assert_true (poplens_chart_get_lane_item (chart, i, &from, &to, &row));
    g_assert_cmpuint (from, >=, cycle_of (text));
    if (!of[s]++)
      shift[s] = from - cycle_of (text);
    g_assert_cmpuint (from - cycle_of (text), ==, shift[s]);
    /* Items are sorted by IPU, then from the first report to the second. */
    g_assert_cmpuint (row, >=, last);
    last = row;
    lowest[s] = MAX (lowest[s], row);
  }
  g_assert_cmpuint (of[0], >, 100);
  g_assert_cmpuint (of[1], >, 100);
  g_assert_cmpuint (lowest[0], <, lowest[1]);
}

static gsize
count_alone (const Pair *pair, guint side)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse ("trace?compare=before", NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build (pair->report[side], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);

  return poplens_chart_get_n_items (poplens_page_get_chart (page)->chart);
}

/* By default the first work of both reports is aligned, and the chart opens on it; with
 * "align=start" cycle 0 is. */
static void
test_align (void)
{
  static const char *const places[] = {"trace?view=traces", "trace?view=traces&align=start"};
  guint64 work[2], ends[2], shift[2];
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  gsize n = count_alone (&pair, 0) + count_alone (&pair, 1);
  for (guint s = 0; s < 2; s++) {
    work[s] = (guint64) report_fixture_ask (
        pair.db[s], "select min(cycles_base + active_cycles_from_max) " WORK);
    ends[s] = (guint64) report_fixture_ask (pair.db[s],
                                            "select max(cycles_base + active_cycles_to_max) " WORK);
  }
  g_assert_cmpuint (work[0], !=, work[1]);
  for (guint p = 0; p < G_N_ELEMENTS (places); p++) {
    g_autoptr (PoplensPage) page = build (&pair, places[p]);
    const PoplensChart *chart = poplens_page_get_chart (page)->chart;
    PoplensChartView view = poplens_page_chart_view (page, page->location);
    check_places (chart, n, shift);
    if (p)
      g_assert_cmpuint (shift[0] + shift[1], ==, 0);
    else
      g_assert_cmpuint (work[0] + shift[0], ==, work[1] + shift[1]);
    g_assert_cmpfloat (view.from, ==, (double) MIN (work[0] + shift[0], work[1] + shift[1]));
    g_assert_cmpfloat (view.to, ==, (double) MAX (ends[0] + shift[0], ends[1] + shift[1]));
  }
  pair_close (&pair);
}

static gint64
iteration_cycle (PoplensReport *report, guint32 row, const char *column)
{
  g_autoptr (PoplensLocation) by_iteration = poplens_location_parse ("trace?by=iteration", NULL);
  g_autoptr (PoplensTable) table = poplens_tables_build ("runs", report, by_iteration, NULL, NULL);

  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column)).integer;
}

/* Adds the cycles of drawn blocks by series name to @cycles; series without cycles are left out. */
static void
add_cycles (const PoplensChart *chart, GHashTable *cycles)
{
  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++) {
    const char *name = poplens_chart_get_series_name (chart, s);
    guint64 sum = 0;
    for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++)
      sum += poplens_chart_get_value (chart, s, i);
    sum += GPOINTER_TO_SIZE (g_hash_table_lookup (cycles, name));
    if (!sum)
      continue;
    g_hash_table_replace (cycles, g_strdup (name), GSIZE_TO_POINTER (sum));
  }
}

/* Blocks have the same names as on the page of one report, and as many cycles by name. */
static void
test_traces_names (void)
{
  g_autoptr (GHashTable) alone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) both = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer name, cycles;
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensLocation) location = poplens_location_parse ("trace?compare=before", NULL);
  for (guint s = 0; s < 2; s++) {
    g_autoptr (PoplensPage) page =
        poplens_page_build (pair.report[s], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
    add_cycles (poplens_page_get_chart (page)->chart, alone);
  }
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=traces");
  add_cycles (poplens_page_get_chart (page)->chart, both);
  g_assert_true (g_hash_table_contains (both, "Compute"));
  g_assert_cmpuint (g_hash_table_size (alone), ==, g_hash_table_size (both));
  g_hash_table_iter_init (&iter, alone);
  while (g_hash_table_iter_next (&iter, &name, &cycles))
    g_assert_true (g_hash_table_lookup (both, name) == cycles);
  pair_close (&pair);
}

static guint64
begin_of_iteration (PoplensReport *report, guint32 row)
{
  return (guint64) iteration_cycle (report, row, "from");
}

/* Sums the changes of cycles in a compared table. @of_one: whether its note must say that only one
 * iteration is counted */
static gint64
sum_changes (const Pair *pair, const char *table_name, const char *place, gboolean of_one)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (place, NULL);
  g_autoptr (PoplensTable) table =
      poplens_tables_compare (table_name, pair->report[0], location, NULL, NULL);
  guint column = (guint) poplens_table_find_column (table, "cycles_change");
  gint64 sum = 0;

  g_assert_true (!strstr (poplens_table_get_note (table), "Only iteration 2.") == !of_one);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    sum += poplens_table_get (table, row, column).integer;
  return sum;
}

/* Tables below traces that are aligned at an iteration are of that iteration; in other views they
 * are of the whole trace. */
static void
test_tables_of_iteration (void)
{
  static const char *const names[] = {"critical-path", "time-causes"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  for (guint n = 0; n < G_N_ELEMENTS (names); n++) {
    gint64 one = 0;
    for (guint s = 0; s < 2; s++) {
      /* This iteration is the last of its run: it does not end at the begin of another one. */
      gint64 length =
          iteration_cycle (pair.report[s], 1, "to") - iteration_cycle (pair.report[s], 1, "from");
      one += s ? length : -length;
    }
    g_assert_cmpint (sum_changes (&pair, names[n], "trace?view=traces&align=iteration%3D2", TRUE),
                     ==, one);
    g_assert_cmpint (sum_changes (&pair, names[n], "trace?view=summary&align=iteration%3D2", FALSE),
                     !=, one);
    g_assert_cmpint (sum_changes (&pair, names[n], "trace?view=traces&align=start", FALSE), !=,
                     one);
  }
  pair_close (&pair);
}

/* Iterations with the same number are aligned; the control offers those of both reports. */
static void
test_iteration (void)
{
  guint64 shift[2];
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=traces&align=iteration%3D2");
  check_places (poplens_page_get_chart (page)->chart,
                count_alone (&pair, 0) + count_alone (&pair, 1), shift);
  g_assert_cmpuint (begin_of_iteration (pair.report[0], 1) + shift[0], ==,
                    begin_of_iteration (pair.report[1], 1) + shift[1]);
  const PoplensControl *control = poplens_page_find_control (page, "align");
  g_assert_cmpstr (control->options[control->current], ==, "iteration=2");
  g_assert_cmpuint (control->n_options, >=, 4);
  g_assert_nonnull (strstr (notice (page, "compared"), "this iteration"));
  pair_close (&pair);
}

/* Returns the cycles [@from, @to) of the steps below Bwd in the first iteration. */
static void
find_backward (PoplensReport *report, guint64 *from, guint64 *to)
{
  PoplensTraceModel *model = poplens_trace_model_get (report, NULL, NULL);
  const PoplensExecution *x = model->execution;
  guint64 end = begin_of_iteration (report, 1);

  *from = G_MAXUINT64;
  *to = 0;
  for (guint32 r = 0; r < x->n_rows; r++) {
    const char *name = poplens_strings_get (model->strings, model->name[x->row_step[r]]);
    if (!g_str_has_prefix (name, "Bwd/") || x->row_from[r] >= end)
      continue;
    *from = MIN (*from, x->row_from[r]);
    *to = MAX (*to, poplens_execution_row_to (x, r));
  }
  g_assert_cmpuint (*from, <, *to);
  poplens_trace_model_unref (model);
}

/* The first steps with the given name are aligned, and the chart shows them. */
static void
test_align_name (void)
{
  guint64 from[2], to[2], shift[2];
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  gsize n = count_alone (&pair, 0) + count_alone (&pair, 1);
  for (guint s = 0; s < 2; s++)
    find_backward (pair.report[s], &from[s], &to[s]);
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=traces&align=name%3DBwd");
  PoplensChartView view = poplens_page_chart_view (page, page->location);
  check_places (poplens_page_get_chart (page)->chart, n, shift);
  g_assert_cmpuint (from[0], !=, from[1]);
  g_assert_cmpuint (from[0] + shift[0], ==, from[1] + shift[1]);
  g_assert_cmpfloat (view.from, ==, (double) (from[0] + shift[0]));
  g_assert_cmpfloat (view.to, ==, (double) MAX (to[0] + shift[0], to[1] + shift[1]));
  const PoplensControl *control = poplens_page_find_control (page, "align");
  g_assert_cmpstr (control->options[control->current], ==, "name=Bwd");
  g_assert_cmpstr (control->titles[control->current], ==, "Bwd");
  pair_close (&pair);
}

static void
test_traces_misuse (void)
{
  static const char *const places[] = {"align=iteration%3D99", "align=iteration%3D0",
                                       "align=middle", "align=name%3DNo/such", "ipu=9"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autofree char *text = g_strdup_printf ("trace?view=traces&%s", places[i]);
    g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
    g_autoptr (PoplensPage) page =
        poplens_page_build (pair.report[0], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
    g_assert_nonnull (page->misuse);
    g_assert_cmpuint (poplens_chart_get_n_items (poplens_page_get_chart (page)->chart), >, 200);
  }
  pair_close (&pair);
}

/* An IPU that only one report has shows only its steps, and a notice says so; the control offers
 * only IPUs that both have. */
static void
test_ipus (void)
{
  guint64 shift[2];
  Pair pair;

  pair_open (&pair, "--preset=plain", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=traces");
  g_assert_nonnull (strstr (notice (page, "ipus"), "Before ran on 2 IPUs, after on 4"));
  check_places (poplens_page_get_chart (page)->chart,
                count_alone (&pair, 0) + count_alone (&pair, 1), shift);
  g_assert_cmpuint (poplens_page_find_control (page, "ipu")->n_options, ==, 3);
  g_autoptr (PoplensPage) one = build (&pair, "trace?view=traces&ipu=1");
  g_assert_cmpuint (poplens_chart_get_n_items (poplens_page_get_chart (one)->chart), <,
                    poplens_chart_get_n_items (poplens_page_get_chart (page)->chart));
  g_autoptr (PoplensPage) after = build (&pair, "trace?view=traces&ipu=3");
  g_autofree char *text = poplens_chart_describe_item (poplens_page_get_chart (after)->chart, 0);
  g_assert_cmpuint (block_side (text), ==, 1);
  pair_close (&pair);
}

/* If a report has no executed steps, the page shows the programs and the reason. */
static void
test_traces_absent (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive,execution");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=traces");
  g_assert_nonnull (strstr (notice (page, "absent"), "The report after"));
  g_assert_nonnull (poplens_page_find_section (page, "programs"));
  g_assert_null (poplens_page_find_control (page, "view"));
  pair_close (&pair);
}

/* Returns what a picture with that height says is left out; "" if nothing is. (transfer full) */
static char *
left_out_of_picture (const PoplensPage *page, guint height)
{
  PoplensPictureSpec spec = {.format = POPLENS_PICTURE_SVG,
                             .width = 800,
                             .height = height,
                             .scale = 1,
                             .report_name = "a"};
  g_autoptr (GBytes) svg = poplens_page_draw_picture (page, page->location, &spec, NULL);
  const char *data = g_bytes_get_data (svg, NULL);
  const char *at = g_strstr_len (data, (gssize) g_bytes_get_size (svg), "Not in this image: ");

  return at ? g_strndup (at, strcspn (at, "<")) : g_strdup ("");
}

/* A picture that is too low for some lanes says which height would show all of them. */
static void
test_low_pictures (void)
{
  static const char words[] = "rows below; a height of ";
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=traces");
  for (guint height = 150; height < 300; height += 30) {
    g_autofree char *told = left_out_of_picture (page, height);
    const char *at = strstr (told, words);
    g_assert_nonnull (at);
    guint enough = (guint) g_ascii_strtoull (at + strlen (words), NULL, 10);
    g_autofree char *high = left_out_of_picture (page, enough);
    g_autofree char *low = left_out_of_picture (page, enough - 6);
    g_assert_null (strstr (high, words));
    g_assert_nonnull (strstr (low, words));
  }
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/compare-traces/align", test_align);
  g_test_add_func ("/pages/compare-traces/align-name", test_align_name);
  g_test_add_func ("/pages/compare-traces/names", test_traces_names);
  g_test_add_func ("/pages/compare-traces/iteration", test_iteration);
  g_test_add_func ("/pages/compare-traces/tables-of-iteration", test_tables_of_iteration);
  g_test_add_func ("/pages/compare-traces/misuse", test_traces_misuse);
  g_test_add_func ("/pages/compare-traces/ipus", test_ipus);
  g_test_add_func ("/pages/compare-traces/absent", test_traces_absent);
  g_test_add_func ("/pages/compare-traces/low-pictures", test_low_pictures);
  return g_test_run ();
}
