/* Tests of Execution Trace: its tables against plain SQL, and the targets of their links. */
#include "base/error.h"
#include "base/format.h"
#include "charts/lanes/lanes.h"
#include "derived/trace/trace-location.h"
#include "pages/trace-fixture.h"
#include "support/table-cells.h"
#include "tables/engine/registry.h"

#include <string.h>

/* Checks a row of the step types against sums over the file. */
static void
check_type_row (sqlite3 *db, const PoplensTable *table, guint32 row, guint64 from, guint64 to)
{
  static const char begins[] = "cycles_base + active_cycles_from_max";
  static const char ends[] = "cycles_base + active_cycles_to_max";
  const char *columns[] = {"steps", "shortest", "longest", "tile_cycles"};
  g_autofree char *length = g_strdup_printf (
      "min(%s, %" G_GUINT64_FORMAT ") - max(%s, %" G_GUINT64_FORMAT ")", ends, to, begins, from);
  const char *tiles = "cast(round(tile_balance * cycles * (select max(num_tiles / num_ipus) "
                      "from target_info)) as integer)";
  g_autofree char *least = g_strdup_printf ("min(%s)", length);
  g_autofree char *most = g_strdup_printf ("max(%s)", length);
  g_autofree char *tile_cycles = g_strdup_printf ("sum(%s)", tiles);
  const char *sql[] = {"count(*)", least, most, tile_cycles};

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_assert_cmpint (
        table_int (table, row, columns[i]), ==,
        report_fixture_ask (
            db,
            "select %s from steps_by_ipu join steps on id = step_id where ipu = %d and "
            "type = '%s' and active_tiles > 0 and %s < %" G_GUINT64_FORMAT
            " and max(%s, %s + 1) > %" G_GUINT64_FORMAT,
            sql[i], (int) table_int (table, row, "ipu"), table_text (table, row, "type"), begins,
            to, ends, begins, from));
}

/* Sums a column over the rows by IPU. */
static gint64
sum_by_ipu (const PoplensTable *types, const char *column)
{
  gint64 sum = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (types); row++)
    if (poplens_table_get_depth (types, row))
      sum += table_int (types, row, column);
  return sum;
}

static void
check_range (PoplensReport *report, sqlite3 *db, const PoplensPage *page, guint64 from, guint64 to,
             const char *key)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf (
      !strcmp (key, "range") ? "trace?range=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT
                             : "trace?outside=yes&from=%" G_GUINT64_FORMAT "&to=%" G_GUINT64_FORMAT,
      from, to);
  g_autoptr (PoplensLocation) location = trace_location (text);
  const PoplensSection *section = poplens_page_find_section (page, "trace-types");
  g_autoptr (PoplensTable) table =
      poplens_page_make_table (report, page, section, location, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensTable) steps = poplens_page_make_table (
      report, page, poplens_page_find_section (page, "trace-steps"), location, NULL, NULL, &error);
  g_assert_no_error (error);

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if (poplens_table_get_depth (table, row))
      check_type_row (db, table, row, from, to);
  g_assert_cmpint (poplens_table_n_rows (steps), ==, sum_by_ipu (table, "steps"));
  g_autoptr (PoplensLocation) by_program = poplens_location_with (location, "by", "program");
  g_autoptr (PoplensTable) costs =
      poplens_tables_build ("trace-costs", report, by_program, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sum_by_ipu (table, "received_bytes") + sum_by_ipu (table, "sent_bytes"), ==,
                   table_sum (costs, "received_bytes") + table_sum (costs, "sent_bytes"));
}

static void
test_statistics (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?outside=yes");
  guint64 end = (guint64) report_fixture_ask (
      db, "select max(cycles_base + all_cycles_to_max) from steps_by_ipu");
  g_assert_true (
      g_strv_contains (poplens_page_find_section (page, "trace-types")->follows, "from"));
  g_assert_true (
      g_strv_contains (poplens_page_find_section (page, "trace-steps")->follows, "from"));
  g_assert_false (g_strv_contains (poplens_page_find_section (page, "trace-top")->follows, "from"));
  for (guint64 i = 0; i < 12; i++) {
    guint64 from = end * i / 13, to = from + end * (1 + i * i % 5) / 7;
    check_range (report, db, page, from, to, "range");
  }
  check_range (report, db, page, 0, end, "range");
  check_range (report, db, page, end / 3, end / 2, "from");
}

/* Checks that a table with @n rows of @ipu has only these if the location limits it to the IPU. */
static void
check_only_ipu (PoplensReport *report, const char *name, gint64 ipu, const char *count, gint64 n)
{
  g_autofree char *text = g_strdup_printf ("trace?ipu=%d", (int) ipu);
  g_autoptr (PoplensLocation) location = trace_location (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table = poplens_tables_build (name, report, location, NULL, &error);
  guint32 rows = poplens_table_n_rows (table);

  g_assert_no_error (error);
  for (guint32 row = 0; row < rows; row++)
    if (!poplens_table_is_tree (table) || poplens_table_get_depth (table, row))
      g_assert_cmpint (table_int (table, row, "ipu"), ==, ipu);
  g_assert_cmpint (count ? sum_by_ipu (table, count) : rows, ==, n);
}

/* If the page shows one IPU, its tables do too. */
static void
test_one_ipu (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  g_autoptr (GError) error = NULL;

  if (!trace_open_both ("demo", &report, &db))
    return;
  for (int ipu = 0; ipu < 2; ipu++) {
    check_only_ipu (report, "trace-types", ipu, "steps",
                    report_fixture_ask (db,
                                        "select count(*) from steps_by_ipu where ipu = %d and "
                                        "active_tiles > 0",
                                        ipu));
    check_only_ipu (
        report, "trace-steps", ipu, NULL,
        report_fixture_ask (db, "select count(*) from steps_by_ipu where ipu = %d", ipu));
  }
  g_autoptr (PoplensLocation) wrong = trace_location ("trace?ipu=2");
  g_assert_null (poplens_tables_build ("trace-steps", report, wrong, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
}

#define DRAWN "FROM steps_by_ipu JOIN steps ON id = step_id WHERE active_tiles > 0 "
#define WORK DRAWN "AND type IN ('OnTileExecute', 'DoExchange', 'GlobalExchange')"

/* A selected range has precedence over the view; without either the range is the view that the page
 * opens on. */
static void
test_which_range (PoplensReport *report)
{
  sqlite3 *db = report_fixture_open_sql (report);
  gint64 from = report_fixture_ask (db, "SELECT min(cycles_base + active_cycles_from_max) " WORK);
  gint64 to = report_fixture_ask (db, "SELECT max(cycles_base + active_cycles_to_max) " WORK);
  gint64 end = report_fixture_ask (db, "SELECT max(cycles_base + active_cycles_to_max) " DRAWN);
  sqlite3_close (db);
  g_autofree char *with_range =
      g_strdup_printf ("trace?from=5&to=1000&range=%d-%d", (int) from - 900, (int) from + 200);
  g_autofree char *with_view =
      g_strdup_printf ("trace?from=%d&to=%d", (int) from - 900, (int) from + 200);
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (PoplensPage) both = trace_page (report, with_range);
  g_autoptr (PoplensPage) view = trace_page (report, with_view);
  const PoplensTable *open = trace_table (report, page, "trace-types");
  const PoplensTable *selected = trace_table (report, both, "trace-types");
  const PoplensTable *visible = trace_table (report, view, "trace-types");

  PoplensNumber low, high;
  g_autofree char *all =
      g_strdup_printf ("%s to %s", poplens_format_count (low, (guint64) from),
                       poplens_format_count (high, (guint64) (end - to > to - from ? to : end)));

  g_assert_cmpint (sum_by_ipu (selected, "cycles"), ==, sum_by_ipu (visible, "cycles"));
  g_assert_cmpint (sum_by_ipu (selected, "cycles"), >, 0);
  g_assert_nonnull (strstr (poplens_table_get_note (selected), "Selected"));
  g_assert_nonnull (strstr (poplens_table_get_note (visible), "In view"));
  g_assert_nonnull (strstr (poplens_table_get_note (open), all));
}

/* ---- a step ---------------------------------------------------------------------------------- */

static gint64
card_fact (const PoplensTable *table, const char *key)
{
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if (!strcmp (table_text (table, row, "key"), key))
      return table_int (table, row, "value");
  g_error ("no row %s", key);
}

/* Returns the card of the location of @page. (transfer full) */
static PoplensTabChart *
make_card (PoplensReport *report, const PoplensPage *page)
{
  g_autoptr (GError) error = NULL;
  PoplensTabChart *tab = poplens_page_make_chart (
      report, page, poplens_page_find_section (page, "card"), page->location, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (tab->digest);
  return tab;
}

static void
test_step (gconstpointer name)
{
  static const struct {
    const char *key, *sql;
  } facts[] = {{"cycles", "cycles"},
               {"base", "cycles_base"},
               {"from", "cycles_base + active_cycles_from_max"},
               {"to", "cycles_base + active_cycles_to_max"},
               {"active_from_min", "cycles_base + active_cycles_from_min"},
               {"active_from_mean", "cycles_base + active_cycles_from_mean"},
               {"active_to_min", "cycles_base + active_cycles_to_min"},
               {"active_to_mean", "cycles_base + active_cycles_to_mean"},
               {"all_to_max", "cycles_base + all_cycles_to_max"},
               {"all_to_mean", "cycles_base + all_cycles_to_mean"},
               {"all_to_min", "cycles_base + all_cycles_to_min"},
               {"active_tiles", "active_tiles"}};
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;

  int n = (int) report_fixture_ask (db, "SELECT max(id) + 1 FROM steps");
  for (int step = 0; step < n; step += MAX (n / 17, 1)) {
    g_autofree char *location = g_strdup_printf ("trace?executed=%d", step);
    g_autoptr (PoplensPage) page = trace_page (report, location);
    g_autoptr (PoplensTabChart) selection = make_card (report, page);
    const PoplensTable *table = selection->digest->details;
    g_assert_nonnull (table);
    g_assert_cmpint (card_fact (table, "step"), ==, step);
    for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
      g_assert_cmpint (card_fact (table, facts[i].key), ==,
                       report_fixture_ask (db, "select %s from steps_by_ipu where step_id = %d",
                                           facts[i].sql, step));
  }
}

/* The numbers of the selected step are those of the file. Its tiles are sorted by cycles, and with
 * what they lose add up to the step; a bar has their sums. */
static void
test_step_card (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;

  gint64 tiles = report_fixture_ask (db, "select tiles_per_ipu from target_info");
  int n = (int) report_fixture_ask (db, "SELECT max(id) + 1 FROM steps");
  for (int step = 0; step < n; step += MAX (n / 17, 1)) {
    g_autofree char *location = g_strdup_printf ("trace?executed=%d", step);
    g_autoptr (PoplensPage) page = trace_page (report, location);
    g_autoptr (PoplensTabChart) tab = make_card (report, page);
    gint64 longest =
        report_fixture_ask (db, "select max(cycles) from steps_by_ipu where step_id = %d", step);
    gint64 ipus =
        report_fixture_ask (db, "select count(*) from steps_by_ipu where step_id = %d", step);
    const PoplensFact *figure = tab->digest->figures->pdata[0];
    PoplensNumber text;
    guint64 sums[3] = {0}, before = G_MAXUINT64;
    g_assert_cmpstr (figure->value, ==, poplens_format_count (text, (guint64) longest));
    if (!tab->digest->bar)
      continue;
    g_assert_cmpint ((gint64) poplens_chart_get_n_items (tab->chart), ==, ipus * tiles);
    guint parts = poplens_chart_get_n_series (tab->chart) - 1;
    for (gsize i = 0; i < poplens_chart_get_n_items (tab->chart); i++) {
      guint64 all = 0;
      for (guint s = 0; s < parts; s++) {
        guint64 value = poplens_chart_get_value (tab->chart, s, i);
        sums[s] += value;
        all += value;
      }
      g_assert_cmpuint (all, ==, (guint64) longest);
      g_assert_cmpuint (poplens_chart_get_value (tab->chart, 0, i), <=, before);
      before = poplens_chart_get_value (tab->chart, 0, i);
    }
    for (guint s = 0; s < parts; s++)
      g_assert_cmpuint (poplens_chart_get_value (tab->digest->bar, s, s), ==, sums[s]);
  }
}

/* The card of a selected range has two figures and no details; each of its facts has a link. */
static void
test_selected_range (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_page (report, "trace?range=1700000..1900000");
  g_autoptr (PoplensTabChart) tab = make_card (report, page);

  g_assert_cmpstr (tab->title, ==, "Cycles 1,700,000 to 1,900,000");
  g_assert_cmpuint (tab->digest->figures->len, ==, 2);
  g_assert_null (tab->digest->details);
  for (guint i = 0; i < tab->facts->len; i++)
    g_assert_nonnull (((const PoplensFact *) tab->facts->pdata[i])->link);
}

/* Links of the card lead to their targets, and the link on Liveness leads back. */
static void
test_card_links (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_page (report, "trace?executed=9&view=flame");
  g_autoptr (PoplensTabChart) selection = make_card (report, page);
  const PoplensTable *table = selection->digest->details;
  gboolean to_liveness = FALSE, to_memory = FALSE;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    if (!link)
      continue;
    g_autoptr (PoplensPage) there = trace_page (report, link);
    to_memory = to_memory || there->id == POPLENS_PAGE_MEMORY;
    if (there->id != POPLENS_PAGE_LIVENESS)
      continue;
    to_liveness = TRUE;
    const PoplensTable *steps = poplens_page_find_section (there, "liveness-steps")->table;
    g_autofree char *back =
        poplens_table_get_link (steps, (guint32) table_int (table, row, "value"));
    g_autoptr (PoplensPage) again = trace_page (report, back);
    g_autoptr (GArray) found = poplens_page_found_items (again, again->location, NULL, NULL);
    g_assert_cmpuint (found->len, ==, 1);
    g_assert_nonnull (poplens_page_find_section (again, "program"));
  }
  g_assert_true (to_liveness && to_memory);

  /* The first of the top steps is in view at the target of its link, in the same style. */
  const PoplensTable *top = trace_table (report, page, "trace-top");
  g_autofree char *link = poplens_table_get_link (top, 0);
  g_autoptr (PoplensPage) there = trace_page (report, link);
  g_autoptr (GArray) items = poplens_page_selected_items (there, there->location);
  PoplensChartView view = poplens_page_chart_view (there, there->location);
  guint64 from, to;
  g_assert_cmpuint (items->len, >=, 1);
  g_assert_true (poplens_chart_get_lane_item (poplens_page_get_chart (there)->chart,
                                              g_array_index (items, PoplensItemRange, 0).from,
                                              &from, &to, NULL));
  g_assert_cmpfloat (view.from, <=, from);
  g_assert_cmpfloat (view.to, >=, to);
  g_assert_cmpstr (poplens_location_get (there->location, "view"), ==, "flame");
}

/* A link to a step from another page keeps the style of the trace. */
static void
test_keep_chart (void)
{
  static const struct {
    const char *link, *left, *expected;
  } cases[] = {
      {"trace?executed=3", "trace?view=flame&search=conv&hide=sync&executed=9&from=5&range=1..2",
       "trace?executed=3&hide=sync&search=conv&view=flame"},
      {"trace?executed=3&from=1&to=9", "trace?fold=yes&from=5&to=6&ipu=1",
       "trace?executed=3&fold=yes&from=1&to=9"},
      {"trace?executed=3", "trace?colour=operation&layer=popnn&ipu=1",
       "trace?colour=operation&executed=3&layer=popnn"},
      {"trace?executed=3&view=flat", "trace?view=flame&fold=yes", "trace?executed=3&view=flat"},
      {"trace?from=1", "trace?view=flame", "trace?from=1"},
      {"liveness?step=3", "trace?view=flame", "liveness?step=3"},
      {"trace?executed=3", "liveness?unit=bytes", "trace?executed=3"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PoplensLocation) link = poplens_location_parse (cases[i].link, NULL);
    g_autoptr (PoplensLocation) left = poplens_location_parse (cases[i].left, NULL);
    g_autoptr (PoplensLocation) kept = poplens_trace_keep_chart (link, left);
    g_autofree char *text = poplens_location_to_string (kept);
    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/trace/one-ipu", test_one_ipu);
  report_fixture_add ("/pages/trace/statistics", test_statistics, "integrals", "demo", NULL);
  report_fixture_test ("/pages/trace/which-range", test_which_range, "integrals", "demo-run", NULL);
  report_fixture_add ("/pages/trace/step", test_step, "integrals", "demo-run", NULL);
  report_fixture_add ("/pages/trace/selection", test_step_card, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/trace/selected-range", test_selected_range, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/trace/links", test_card_links, "integrals", "demo-run", NULL);
  g_test_add_func ("/pages/trace/keep-chart", test_keep_chart);
  return g_test_run ();
}
