/* Where the time went, on Summary: what comes at once, what later, and that bars add up. */
#include "charts/core/chart.h"
#include "derived/time/time-source.h"
#include "pages/core/page.h"
#include "support/report-fixture.h"

#include <string.h>

static PoplensPage *
build (PoplensReport *report, const char *text, gboolean whole)
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

static const char *
cycles_detail (const PoplensPage *page)
{
  static const char *const labels[] = {"Iteration", "Program time", NULL};
  GPtrArray *facts = poplens_page_find_section (page, "facts")->facts;

  for (guint i = 0; i < facts->len; i++)
    if (g_strv_contains (labels, ((PoplensFact *) facts->pdata[i])->label))
      return ((PoplensFact *) facts->pdata[i])->detail;
  return NULL;
}

/* The first page reads no steps, and says that there is more to come. */
static void
test_first_paint_does_not_wait (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = build (report, "summary", FALSE);
  const PoplensSection *section = poplens_page_find_section (page, "time-chart");
  g_assert_cmpint (page->state, ==, POPLENS_PARTIAL);
  g_assert_cmpuint (page->later & POPLENS_PART_BIT (POPLENS_PART_EXECUTION), !=, 0);
  g_assert_null (poplens_report_peek (report, POPLENS_PART_EXECUTION));
  g_assert_cmpint (section->state, ==, POPLENS_ABSENT);
  g_assert_cmpstr (section->text, ==, "Loading…");
  g_assert_nonnull (strstr (cycles_detail (page), "outside"));
}

/* Once steps are there, all but the chart is shown before it is worked out; then nothing is left to
 * be shown early. */
static void
test_shows_the_rest_at_once (PoplensReport *report)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse ("summary", NULL);
  PoplensWork work = {.to = 1};

  g_assert_null (poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work));
  g_assert_true (poplens_report_load_parts (report,
                                            POPLENS_PART_BIT (POPLENS_PART_EXECUTION) |
                                                POPLENS_PART_BIT (POPLENS_PART_PROGRAMS) |
                                                POPLENS_PART_BIT (POPLENS_PART_EXCHANGES),
                                            NULL, NULL));
  g_autoptr (PoplensPage) early =
      poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work);
  g_assert_nonnull (early);
  g_assert_cmpint (early->state, ==, POPLENS_PARTIAL);
  g_assert_cmpstr (poplens_page_find_section (early, "time-chart")->text, ==, "Loading…");
  g_assert_null (poplens_report_peek_time (report));
  g_autoptr (PoplensPage) whole = build (report, "summary", FALSE);
  g_assert_cmpint (poplens_page_find_section (whole, "time-chart")->kind, ==,
                   POPLENS_SECTION_CHART);
  g_assert_nonnull (poplens_report_peek_time (report));
  g_assert_null (poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work));
}

/* The total of an IPU, exactly, whatever its classes are rounded to; each class within a cycle. */
static void
assert_bar (const PoplensTime *time, const PoplensChart *chart, guint ipu)
{
  guint64 sum = 0;

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++) {
    const char *key = poplens_chart_get_series_key (chart, s);
    guint64 value = poplens_chart_get_value (chart, s, ipu);
    guint found = 0;
    for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
      if (g_str_has_prefix (key, "time-") && !strcmp (key + 5, poplens_time_class_key (c))) {
        double mean = (double) time->ipus[ipu].classes[c] / time->tiles;
        g_assert_cmpfloat_with_epsilon ((double) value, mean, 1);
        found++;
      }
    g_assert_cmpuint (found, ==, 1);
    sum += value;
  }
  g_assert_cmpuint (sum, ==, time->total - time->outside);
}

static void
test_bars_add_up (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = build (report, "summary", TRUE);
  const PoplensSection *section = poplens_page_find_section (page, "time-chart");
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  g_assert_cmpint (section->state, ==, POPLENS_WHOLE);
  g_assert_cmpuint (poplens_chart_get_n_items (section->chart), ==, time->n_ipus);
  guint links = poplens_chart_get_n_series (section->chart) + 1;
  g_assert_cmpuint (g_strv_length (section->plot.links), ==, time->n_ipus * links);
  for (guint i = 0; i < time->n_ipus; i++)
    assert_bar (time, section->chart, i);
  /* Of a bar its IPU, and of each class of it that class. */
  for (guint l = 0; l < time->n_ipus * links; l++) {
    g_autoptr (PoplensPage) trace = build (report, section->plot.links[l], FALSE);
    const char *class = poplens_location_get (trace->location, "cause");
    g_assert_null (trace->misuse);
    if (l % links == 0)
      g_assert_null (class);
    else
      g_assert_cmpstr (class, ==,
                       poplens_chart_get_series_key (section->chart, l % links - 1) +
                           strlen ("time-"));
  }
  g_autofree char *text = poplens_chart_describe_item (section->chart, 0);
  g_assert_nonnull (strstr (text, "Compute\t"));
  g_assert_nonnull (strstr (text, " %)"));
  g_assert_nonnull (strstr (text, "\nProgram time\t"));
  g_assert_nonnull (strstr (cycles_detail (page), "outside "));
}

/* Columns of the specification, which a prototype in Python worked out. */
static void
test_numbers_of_integrals (PoplensReport *report)
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

  g_autoptr (PoplensPage) page = build (report, "summary", TRUE);
  const PoplensChart *chart = poplens_page_find_section (page, "time-chart")->chart;
  g_assert_cmpuint (poplens_chart_get_n_series (chart), ==, G_N_ELEMENTS (wanted));
  for (guint s = 0; s < G_N_ELEMENTS (wanted); s++) {
    g_assert_cmpstr (poplens_chart_get_series_key (chart, s), ==, wanted[s].key);
    g_assert_cmpfloat_with_epsilon ((double) poplens_chart_get_value (chart, s, 0), wanted[s].mean,
                                    1);
  }
  g_assert_nonnull (strstr (cycles_detail (page), "outside 16,946,709 cycles, trace 17,661,972"));
}

static void
test_without_execution (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = build (report, "summary", TRUE);
  const PoplensSection *section = poplens_page_find_section (page, "time-chart");
  g_assert_cmpint (section->state, ==, POPLENS_ABSENT);
  g_assert_nonnull (strstr (section->text, "autoReport."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/summary-time/first-paint", test_first_paint_does_not_wait,
                       "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/summary-time/early", test_shows_the_rest_at_once, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/summary-time/bars", test_bars_add_up, "integrals", "demo-run",
                       "demo", NULL);
  report_fixture_test ("/pages/summary-time/numbers", test_numbers_of_integrals, "integrals", NULL);
  report_fixture_test ("/pages/summary-time/compiled", test_without_execution, "firehose",
                       "demo-compiled", NULL);
  return g_test_run ();
}
