/* Tests of Summary: what it shows at once and what later, the sums of its bars, its answer and the
 * next steps. */
#include "charts/shares/shares.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/kinds-source.h"
#include "derived/time/time-source.h"
#include "pages/core/page.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

static PoplensPage *
build_summary_page (PoplensReport *report, const char *text, gboolean whole)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  PoplensPage *page =
      whole ? poplens_page_build_whole (report, location, (PoplensPageDefaults){0}, FALSE, NULL,
                                        &error)
            : poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return page;
}

static const PoplensSection *
page_section (const PoplensPage *page, const char *key)
{
  const PoplensSection *section = poplens_page_find_section (page, key);

  g_assert_nonnull (section);
  return section;
}

/* The first page does not read steps. It says that more will come, and where. */
static void
test_first_paint_does_not_wait (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", FALSE);
  const PoplensSection *section = page_section (page, "time-shares");
  g_assert_cmpint (page->state, ==, POPLENS_PARTIAL);
  g_assert_cmpuint (page->later & POPLENS_PART_BIT (POPLENS_PART_EXECUTION), !=, 0);
  g_assert_null (poplens_report_peek (report, POPLENS_PART_EXECUTION));
  g_assert_cmpstr (poplens_chart_get_empty_text (section->chart), ==, "Loading…");
  g_assert_cmpstr (page_section (page, "verdict")->title, ==, "Loading…");
  g_assert_cmpuint (page_section (page, "next-steps")->facts->len, ==, 3);
  /* Nothing moves when the chart arrives. */
  g_autoptr (PoplensPage) whole = build_summary_page (report, "summary", TRUE);
  guint at, later;
  g_assert_true (g_ptr_array_find (page->sections, section, &at));
  g_assert_true (g_ptr_array_find (whole->sections, page_section (whole, "time-shares"), &later));
  g_assert_cmpuint (at, ==, later);
  for (double width = 400; width <= 1000; width += 200)
    g_assert_cmpfloat (
        poplens_chart_natural_height (section->chart, width), ==,
        poplens_chart_natural_height (page_section (whole, "time-shares")->chart, width));
}

/* When steps are loaded, the page first comes without the time, which takes longer; once the time
 * is computed, no early page is needed. */
static void
test_shows_the_rest_at_once (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensLocation) location = poplens_location_parse ("summary", NULL);
  PoplensWork work = {.to = 1};

  if (!report)
    return;
  g_assert_null (poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work));
  g_assert_true (poplens_report_load_parts (report,
                                            POPLENS_PART_BIT (POPLENS_PART_EXECUTION) |
                                                POPLENS_PART_BIT (POPLENS_PART_PROGRAMS) |
                                                POPLENS_PART_BIT (POPLENS_PART_EXCHANGES),
                                            NULL, NULL));
  poplens_kinds_make (report, NULL);
  g_autoptr (PoplensPage) early =
      poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work);
  g_assert_nonnull (early);
  g_assert_cmpint (early->state, ==, POPLENS_PARTIAL);
  g_assert_cmpstr (poplens_chart_get_empty_text (page_section (early, "time-shares")->chart), ==,
                   "Loading…");
  g_assert_null (poplens_report_peek_time (report));
  g_autoptr (PoplensPage) whole = build_summary_page (report, "summary", FALSE);
  g_assert_null (poplens_chart_get_empty_text (page_section (whole, "time-shares")->chart));
  g_assert_nonnull (poplens_report_peek_time (report));
  g_assert_null (poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work));
}

/* Checks that the parts of @chart, which are its first items, add up to @total. Returns their
 * number. */
static guint
assert_parts (const PoplensChart *chart, guint64 total)
{
  guint64 sum = 0;
  guint n = 0;

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++) {
    guint64 value =
        s < poplens_chart_get_n_items (chart) ? poplens_chart_get_value (chart, s, s) : 0;
    n += value > 0;
    sum += value;
  }
  g_assert_cmpuint (sum, ==, total);
  return n;
}

static void
test_bars_add_up (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", TRUE);
  const PoplensSection *section = page_section (page, "time-shares");
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  gsize n = poplens_chart_get_n_items (section->chart);
  assert_parts (section->chart, time->total - time->outside);
  g_assert_cmpuint (g_strv_length (section->plot.links), ==, n);
  /* The link of a part has its class, the link of a thin bar its IPU. */
  for (gsize i = 0; i < n; i++) {
    g_autoptr (PoplensPage) trace = build_summary_page (report, section->plot.links[i], FALSE);
    const char *class = poplens_location_get (trace->location, "cause");
    g_assert_null (trace->misuse);
    if (class)
      g_assert_cmpstr (class, ==,
                       poplens_chart_get_series_key (section->chart, (guint) i) + strlen ("time-"));
    else
      g_assert_nonnull (poplens_location_get (trace->location, "ipu"));
  }
  g_autofree char *text = poplens_chart_describe_item (section->chart, 0);
  g_assert_true (g_str_has_prefix (text, "Compute\nCycles\t"));
  g_assert_nonnull (strstr (text, " %)"));
  g_assert_cmpint (section->column, ==, 1);
  g_assert_cmpint (page_section (page, "memory-shares")->column, ==, 2);
}

/* Values of the specification, computed by a prototype in Python. */
static void
test_numbers_of_integrals (gconstpointer name)
{
  static const struct {
    const char *key;
    double mean;
  } wanted[] = {{"time-compute", 607606},
                {"time-exchange", 156},
                {"time-host_transfer", 1047},
                {"time-load_imbalance", 3853},
                {"time-exchange_wait", 188},
                {"time-host_wait", 102191},
                {"time-sync", 222}};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", TRUE);
  const PoplensChart *chart = page_section (page, "time-shares")->chart;
  g_assert_cmpuint (poplens_chart_get_n_series (chart), ==, G_N_ELEMENTS (wanted));
  for (guint s = 0; s < G_N_ELEMENTS (wanted); s++) {
    g_assert_cmpstr (poplens_chart_get_series_key (chart, s), ==, wanted[s].key);
    g_assert_cmpfloat_with_epsilon ((double) poplens_chart_get_value (chart, s, s), wanted[s].mean,
                                    1);
  }
}

/* The kinds on the fullest tile in the chart add up to all of its bytes. */
static void
test_fullest_tile (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", TRUE);
  const PoplensSection *section = page_section (page, "memory-shares");
  g_autoptr (PoplensLocation) memory = poplens_location_parse ("memory?tab=memory-tiles", NULL);
  g_autoptr (PoplensTable) tiles =
      poplens_tables_build ("memory-tiles", report, memory, NULL, NULL);
  int column = poplens_table_find_column (tiles, "total_including_gaps");
  gint64 most = 0;
  for (guint32 row = 0; row < poplens_table_n_rows (tiles); row++)
    most = MAX (most, poplens_table_get (tiles, row, (guint) column).integer);
  g_assert_cmpuint (assert_parts (section->chart, (guint64) most), >, 4);
}

/* Each next step says what to do, links to its finding, and has a kind of its own. */
static void
test_next_steps (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", TRUE);
  const GPtrArray *steps = page_section (page, "next-steps")->facts;
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);
  double last = 1;

  /* In demo-late the host is late in one iteration, which is slow for that reason. */
  g_assert_cmpuint (steps->len, ==, 3);
  for (guint i = 0; i < steps->len; i++) {
    const PoplensFact *step = steps->pdata[i];
    const PoplensPageLink *show = step->links->pdata[0];
    g_assert_true (g_hash_table_add (titles, step->label));
    g_assert_cmpstr (show->title, ==, "Show");
    g_assert_cmpint (show->is_likely, ==, i == 0);
    g_assert_cmpfloat (step->fill, <=, last);
    last = step->fill;
    g_autoptr (PoplensPage) there = build_summary_page (report, show->location, FALSE);
    g_assert_null (there->misuse);
  }
}

/* Each change of the plan includes those above it. Applying a change adds it to the location; a
 * second click removes it. */
static void
test_plan (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", TRUE);
  const PoplensSection *plan = page_section (page, "plan");
  const PoplensSection *verdict = page_section (page, "verdict");
  g_autoptr (PoplensFitPlan) whole = poplens_report_fit_plan (report, NULL, NULL, NULL);
  g_assert_cmpint (verdict->notice.tone, ==, POPLENS_TONE_BAD);
  g_assert_true (g_str_has_prefix (verdict->title, "The model does not fit, but "));
  g_assert_nonnull (
      strstr (verdict->title, whole->verdict == POPLENS_FITS ? " it fit" : " may make it fit"));
  g_assert_cmpint (page_section (page, "memory-shares")->column, ==, 0);
  g_assert_cmpuint (plan->facts->len, ==, whole->changes->len);
  const PoplensFact *last = plan->facts->pdata[plan->facts->len - 1];
  PoplensNumber most;
  /* The estimate is a range: neither of its ends alone is the need. */
  g_assert_cmpuint (whole->worst_bytes[0], <, whole->worst_bytes[1]);
  g_assert_true (
      g_str_has_suffix (last->value, poplens_format_bytes (most, whole->worst_bytes[1], 0)));
  g_assert_nonnull (strstr (last->value, "–"));
  g_assert_cmpfloat (last->fill, <, last->fill_to);
  const PoplensPageLink *apply = ((PoplensFact *) plan->facts->pdata[0])->links->pdata[0];
  g_assert_false (apply->is_on);
  g_autoptr (PoplensPage) applied = build_summary_page (report, apply->location, TRUE);
  const PoplensFact *first = page_section (applied, "plan")->facts->pdata[0];
  const PoplensPageLink *back = first->links->pdata[0];
  g_assert_true (back->is_on);
  /* The second bar shows the fullest tile with the applied change, as its row does. */
  const PoplensChart *bars[] = {page_section (page, "memory-shares")->chart,
                                page_section (applied, "memory-shares")->chart};
  gsize last_item = poplens_chart_get_n_items (bars[1]) - 1;
  g_assert_cmpstr (poplens_chart_get_item_label (bars[0], last_item, most), ==, "No change");
  g_assert_cmpstr (poplens_chart_get_item_label (bars[1], last_item, most), ==, "With 1 change");
  g_autofree char *need = poplens_chart_item_name (bars[1], last_item);
  g_assert_cmpstr (need, ==, first->value);
  const PoplensFact *second = page_section (applied, "plan")->facts->pdata[1];
  const PoplensFact *without = plan->facts->pdata[1];
  g_assert_cmpstr (second->value, ==, without->value);
  /* The values of rows include the applied changes. */
  const PoplensPageLink *other = second->links->pdata[0];
  g_autoptr (PoplensPage) both = build_summary_page (report, other->location, TRUE);
  first = page_section (both, "plan")->facts->pdata[0];
  g_assert_cmpstr (first->value, ==, second->value);
  g_autoptr (PoplensPage) again = build_summary_page (report, back->location, TRUE);
  g_assert_true (poplens_location_equal (again->location, page->location));
}

/* Options are those of the chosen framework; a change without such an option names the framework
 * that has one. */
static void
test_framework (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  for (guint f = 0; f < POPLENS_N_FRAMEWORKS; f++) {
    g_autofree char *text = g_strconcat ("summary?framework=", poplens_framework_keys[f], NULL);
    g_autoptr (PoplensPage) page = build_summary_page (report, text, TRUE);
    const PoplensControl *control = poplens_page_find_control (page, "framework");
    const GPtrArray *facts = page_section (page, "plan")->facts;
    guint n = 0;
    g_assert_cmpstr (control->section, ==, "plan");
    g_assert_cmpuint (control->current, ==, f);
    for (guint i = 0; i < facts->len; i++) {
      const PoplensFact *fact = facts->pdata[i];
      n += !strncmp (fact->code, "PopTorch: ", 10);
      g_assert_null (strstr (fact->code, "PopART: ") == fact->code ? fact->code : NULL);
      if (strstr (fact->label, "Accumulators"))
        g_assert_cmpint (!strncmp (fact->code, "PopTorch: ", 10), ==, f == 2);
    }
    g_assert_cmpuint (n, <=, f == 2);
  }
  /* The framework of debug.cbor (PopTorch) has precedence over the user's last choice. */
  g_autoptr (PoplensLocation) location = poplens_location_parse ("summary", NULL);
  g_autoptr (PoplensPage) page = poplens_page_build_whole (
      report, location, (PoplensPageDefaults){.framework = 1}, FALSE, NULL, NULL);
  const PoplensControl *control = poplens_page_find_control (page, "framework");
  g_assert_cmpuint (control->current, ==, 0);
}

static void
test_without_execution (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_summary_page (report, "summary", TRUE);
  const PoplensSection *section = page_section (page, "time-shares");
  g_assert_cmpint (section->state, ==, POPLENS_ABSENT);
  g_assert_true (section->collapsed);
  g_assert_nonnull (strstr (section->text, "autoReport."));
  g_assert_cmpstr (page_section (page, "verdict")->title, ==, "The model fits");
  g_assert_null (poplens_page_find_section (page, "next-steps"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/pages/summary/first-paint", test_first_paint_does_not_wait, "integrals",
                      "demo-run", NULL);
  report_fixture_add ("/pages/summary/early", test_shows_the_rest_at_once, "integrals", "demo-run",
                      NULL);
  report_fixture_add ("/pages/summary/bars", test_bars_add_up, "integrals", "demo-run", "demo",
                      NULL);
  report_fixture_add ("/pages/summary/numbers", test_numbers_of_integrals, "integrals", NULL);
  report_fixture_add ("/pages/summary/fullest-tile", test_fullest_tile, "demo-run", NULL);
  report_fixture_add ("/pages/summary/next-steps", test_next_steps, "demo-run", "demo-late", NULL);
  report_fixture_add ("/pages/summary/plan", test_plan, "demo-over", NULL);
  report_fixture_add ("/pages/summary/framework", test_framework, "demo-over", NULL);
  report_fixture_add ("/pages/summary/compiled", test_without_execution, "firehose",
                      "demo-compiled", NULL);
  return g_test_run ();
}
