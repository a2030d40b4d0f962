/* Tests of Execution Trace: the targets of jumps from step to step, and the results of searching
 * with regular expressions. */
#include "charts/lanes/lanes.h"
#include "pages/trace-fixture.h"

/* ---- jumps ----------------------------------------------------------------------------------- */

/* Returns the step that the jump @name leads to from the step @executed, from the location of the
 * page; 0 if the page says that there is none. IDs of the tested steps are above 0. */
static gint64
follow_jump (PoplensReport *report, gint64 executed, const char *name)
{
  g_autofree char *text =
      g_strdup_printf ("trace?from=0&to=50&jump=%s&executed=%" G_GINT64_FORMAT, name, executed);
  g_autoptr (PoplensPage) page = trace_page (report, text);
  const char *there = poplens_location_get (page->location, "executed");
  PoplensChartView view = poplens_page_chart_view (page, page->location);
  g_autoptr (GArray) items = poplens_page_selected_items (page, page->location);
  gboolean seen = FALSE;
  guint64 from, to;

  g_assert_null (poplens_location_get (page->location, "jump"));
  if (poplens_page_find_section (page, "jump"))
    return 0;
  for (guint i = 0; i < items->len; i++) {
    poplens_chart_get_lane_item (trace_chart (page),
                                 g_array_index (items, PoplensItemRange, i).from, &from, &to, NULL);
    seen |= (double) from < view.to && (double) to >= view.from;
  }
  g_assert_true (seen);
  return g_ascii_strtoll (there, NULL, 10);
}

#define STEPS_OF                                                                                   \
  "from steps_by_ipu b join steps s on s.id = b.step_id where b.active_tiles > 0 and "
#define WAITS "s.type in ('StreamCopyBegin', 'StreamCopyEnd', 'Sync', 'Sans', 'SyncAns')"
#define LENGTH "(b.active_cycles_to_max - b.active_cycles_from_max)"

static void
check_jumps (PoplensReport *report, sqlite3 *db, gint64 step)
{
  gint64 length =
      report_fixture_ask (db, "select max" LENGTH " " STEPS_OF "s.id = %" G_GINT64_FORMAT, step);
  gint64 program = report_fixture_ask (
      db, "select coalesce(program, -1) from steps where id = %" G_GINT64_FORMAT, step);

  g_assert_cmpint (follow_jump (report, step, "next-longer"), ==,
                   report_fixture_ask (db,
                                       "select coalesce(min(s.id), 0) " STEPS_OF "not " WAITS
                                       " and s.id > %" G_GINT64_FORMAT " and " LENGTH
                                       " > %" G_GINT64_FORMAT,
                                       step, length));
  g_assert_cmpint (follow_jump (report, step, "previous-longer"), ==,
                   report_fixture_ask (db,
                                       "select coalesce(max(s.id), 0) " STEPS_OF "not " WAITS
                                       " and s.id < %" G_GINT64_FORMAT " and " LENGTH
                                       " > %" G_GINT64_FORMAT,
                                       step, length));
  g_assert_cmpint (follow_jump (report, step, "next-wait"), ==,
                   report_fixture_ask (db,
                                       "select coalesce(min(s.id), 0) " STEPS_OF WAITS
                                       " and " LENGTH " > 0 and s.id > %" G_GINT64_FORMAT,
                                       step));
  g_assert_cmpint (follow_jump (report, step, "previous-run"), ==,
                   report_fixture_ask (db,
                                       "select coalesce(max(s.id), 0) " STEPS_OF
                                       "s.program = %" G_GINT64_FORMAT
                                       " and s.id < %" G_GINT64_FORMAT,
                                       program, step));
  g_assert_cmpint (follow_jump (report, step, "next-run"), ==,
                   report_fixture_ask (db,
                                       "select coalesce(min(s.id), 0) " STEPS_OF
                                       "s.program = %" G_GINT64_FORMAT
                                       " and s.id > %" G_GINT64_FORMAT,
                                       program, step));
}

static void
test_jumps (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  gint64 n = report_fixture_ask (db, "select max(id) from steps");
  for (gint64 step = 1; step <= n; step += MAX (n / 12, 1))
    if (report_fixture_ask (db, "select count(*) " STEPS_OF "s.id = %" G_GINT64_FORMAT, step))
      check_jumps (report, db, step);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static void
test_expression (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  g_autofree char *trouble = NULL, *hard = NULL, *wrong = NULL;
  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?from=0");

  g_autoptr (PoplensLocation) location = trace_location ("trace?search=/EXCHANGE(pre|post)$/");
  g_autoptr (GArray) found = poplens_page_found_items (page, location, NULL, &trouble);
  g_assert_null (trouble);
  g_assert_cmpuint (found->len, >, 0);
  g_assert_cmpint (found->len, ==,
                   report_fixture_ask (db, "select count(*) " STEPS_OF
                                           "(select max(p.name like '%%ExchangePre' or p.name "
                                           "like '%%ExchangePost') from programs p where p.id = "
                                           "s.program)"));
  /* A regular expression that would take forever is stopped, with an error. */
  g_autoptr (PoplensLocation) endless = trace_location ("trace?search=/(.*.*)*[^a-zA-Z]{40}[!?]$/");
  g_autoptr (GArray) none = poplens_page_found_items (page, endless, NULL, &hard);
  g_assert_nonnull (hard);
  g_assert_cmpuint (none->len, ==, 0);
  /* An invalid expression finds nothing, with an error, and is misuse of the page. */
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) open = trace_location ("trace?search=/a(/");
  g_assert_null (poplens_page_found_items (page, open, NULL, &wrong));
  g_assert_nonnull (wrong);
  g_autoptr (PoplensPage) said =
      poplens_page_build (report, open, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (said->misuse, ==, wrong);
}

/* ---- a selected step that is hidden ---------------------------------------------------------- */

/* Returns the keys that the page says hide the step @step if @hide is hidden; NULL if the step is
 * drawn. (transfer full) */
static char *
list_hiding_keys (PoplensReport *report, gint64 step, const char *hide, char **names)
{
  g_autofree char *text =
      g_strdup_printf ("trace?colour=type&executed=%" G_GINT64_FORMAT "&hide=%s", step, hide);
  g_autoptr (PoplensPage) page = trace_page (report, text);

  return poplens_page_hides_selected (page, page->location, names);
}

static void
test_hidden_step (gconstpointer name)
{
  static const struct {
    const char *type, *key;
  } kinds[] = {{"OnTileExecute", "compute"}, {"DoExchange", "exchange"}, {"StreamCopy", "host"}};

  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    g_autofree char *named = NULL, *none = NULL;
    gint64 step = report_fixture_ask (
        db, "select coalesce(min(s.id), -1) " STEPS_OF "s.type = '%s'", kinds[k].type);
    /* Every report has such steps. */
    g_assert_cmpint (step, >=, 0);
    g_autofree char *keys = list_hiding_keys (report, step, "compute,exchange,host,sync", &named);
    g_autofree char *drawn = list_hiding_keys (report, step, "sync", &none);
    g_assert_cmpstr (keys, ==, kinds[k].key);
    g_assert_nonnull (named);
    g_assert_null (drawn);
    g_assert_null (none);
  }
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/trace-jumps/steps", test_jumps, "integrals", "demo", NULL);
  g_test_add_func ("/trace-jumps/expression", test_expression);
  report_fixture_add ("/trace-jumps/hidden-step", test_hidden_step, "integrals", "demo", NULL);
  return g_test_run ();
}
