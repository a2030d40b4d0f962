/* Tests of the tab Time of the trace, and of showing only blocks of one time class. */
#include "analysis/time/time-replay.h"
#include "analysis/time/time-rows.h"
#include "charts/lanes/lanes.h"
#include "derived/time/time-source.h"
#include "pages/core/time-chart.h"
#include "pages/trace/trace-view.h"
#include "tables/time/time-findings.h"
#include "trace-fixture.h"

#include <string.h>

static PoplensTabChart *
make_tab_chart (PoplensReport *report, const char *key, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPage) page = trace_page (report, text);
  const PoplensSection *section = poplens_page_find_section (page, key);

  g_assert_nonnull (section);
  PoplensTabChart *tab =
      poplens_page_make_chart (report, page, section, page->location, NULL, NULL, &error);
  g_assert_no_error (error);
  return tab;
}

/* The page opens with the tab of the answer; if a step is selected, with the card of it. */
static void
test_first (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (PoplensPage) step = trace_page (report, "trace?executed=1");
  g_assert_cmpstr (poplens_page_default_tab (page), ==, "trace-time");
  g_assert_cmpstr (poplens_page_default_tab (step), ==, "card");
}

/* Checks that the bars follow one another from 0 to the program time, as in the analysis. */
static void
check_waterfall (const PoplensTime *time, const PoplensTabChart *tab, guint64 from, guint64 to)
{
  double bars[POPLENS_N_BARS];
  guint64 at = 0;
  guint shown = 0;

  poplens_time_waterfall (time, from, to, bars);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    guint64 begin, end;
    if (b == POPLENS_BAR_OUTSIDE || (b != POPLENS_BAR_IDEAL && bars[b] < 0.5))
      continue;
    g_assert_true (poplens_chart_get_lane_item (tab->chart, shown, &begin, &end, NULL));
    g_assert_cmpstr (poplens_chart_get_series_key (tab->chart, shown), ==,
                     poplens_time_bar_key (b));
    g_assert_cmpuint (begin, ==, at);
    g_assert_cmpfloat_with_epsilon ((double) (end - begin), bars[b], 1.01);
    at = end;
    shown++;
  }
  g_assert_cmpuint (poplens_chart_get_n_items (tab->chart), ==, shown);
  g_assert_cmpfloat_with_epsilon ((double) at, (double) (to - from) - bars[POPLENS_BAR_OUTSIDE],
                                  1.01);
}

/* Checks that the answer says where the cycles went, then the first finding. */
static void
check_answer (const PoplensTabChart *tab, const PoplensTimeFindings *found)
{
  const PoplensTimeFinding *first = g_ptr_array_index (found->findings, 0);

  g_autofree char *title = poplens_time_finding_title (first);

  /* The answer for the whole trace is at the top of the page instead. */
  g_assert_cmpstr (tab->lead, ==, found->whole ? NULL : found->where);
  g_assert_cmpstr (tab->title, ==, title);
  g_assert_true (g_str_has_prefix (tab->text, first->sentence));
}

static void
test_waterfall (PoplensReport *report)
{
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  g_autoptr (PoplensTabChart) all = make_tab_chart (report, "trace-waterfall", "trace");
  check_waterfall (time, all, 0, time->total);
  g_autoptr (PoplensTimeFindings) found = poplens_report_time_findings (report, NULL, NULL, NULL);
  check_answer (all, found);
  for (guint part = 0; part < 4; part++) {
    guint64 from = time->total / 5 * part, to = from + time->total / 3;
    g_autofree char *text =
        g_strdup_printf ("trace?range=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, from, to);
    g_autoptr (PoplensTabChart) tab = make_tab_chart (report, "trace-waterfall", text);
    check_waterfall (time, tab, from, to);
  }
}

/* Checks that bars are of the selected cycles, else of the cycles in view, and that those of each
 * IPU add up to the program in these cycles. */
static void
check_class_bars (PoplensReport *report, const char *text, guint64 from, guint64 to)
{
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  g_autoptr (PoplensTabChart) tab = make_tab_chart (report, "trace-time", text);

  for (guint i = 0; i < time->n_ipus; i++) {
    guint64 classes[POPLENS_N_TIMES], sum = 0;
    poplens_time_classes (time, i, from, to, classes);
    for (guint s = 0; s < poplens_chart_get_n_series (tab->chart); s++) {
      const char *class = poplens_time_chart_class (tab->chart, (int) s);
      guint64 cycles = (guint64) poplens_chart_get_value (tab->chart, s, i);
      sum += cycles;
      for (guint c = 0; c < POPLENS_N_TIMES; c++)
        if (!strcmp (class, poplens_time_class_key (c)))
          g_assert_cmpfloat_with_epsilon ((double) cycles, (double) classes[c] / time->tiles, 1.01);
    }
    g_assert_cmpuint (sum, ==, to - from - poplens_time_outside (time, from, to));
  }
  gboolean has = FALSE;
  for (guint f = 0; f < tab->facts->len; f++)
    has |= !strcmp (((const PoplensFact *) tab->facts->pdata[f])->label, "Utilisation");
  g_assert_true (has);
}

static void
test_time_bars (PoplensReport *report)
{
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  for (guint part = 0; part < 4; part++) {
    guint64 from = time->total / 5 * part, to = from + time->total / 3;
    g_autofree char *selected =
        g_strdup_printf ("trace?range=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, from, to);
    g_autofree char *view = g_strdup_printf (
        "trace?outside=yes&from=%" G_GUINT64_FORMAT "&to=%" G_GUINT64_FORMAT, from, to);
    check_class_bars (report, selected, from, to);
    check_class_bars (report, view, from, to);
  }
  /* The whole trace is in view, so the answer is that of the trace. */
  g_autofree char *text =
      g_strdup_printf ("trace?outside=yes&from=0&to=%" G_GUINT64_FORMAT, time->total);
  g_autoptr (PoplensTabChart) all = make_tab_chart (report, "trace-time", text);
  g_autoptr (PoplensTabChart) range = make_tab_chart (report, "trace-time", "trace?range=0..1000");
  g_autoptr (PoplensTimeFindings) found = poplens_report_time_findings (report, NULL, NULL, NULL);
  check_answer (all, found);
  /* In these cycles the host has not started the program. */
  g_assert_cmpstr (range->title, ==, "No finding");
}

/* A click on a bar selects its classes, another one clears the selection; the page accepts each of
 * them. */
static void
test_time_clicks (PoplensReport *report)
{
  static const char *const keys[] = {"trace-waterfall", "trace-time"};
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    g_autoptr (PoplensTabChart) tab = make_tab_chart (report, keys[k], "trace");
    g_autoptr (PoplensLocation) trace = trace_location ("trace?view=flame");
    guint n = poplens_chart_get_n_series (tab->chart);
    for (guint s = 0; s < n; s++) {
      g_autoptr (PoplensLocation) once = poplens_page_select_in_tab (tab, trace, k ? 0 : s, s);
      g_autoptr (PoplensLocation) twice = poplens_page_select_in_tab (tab, once, k ? 0 : s, s);
      g_autofree char *text = poplens_location_to_string (once);
      g_assert_nonnull (poplens_location_get (once, "cause"));
      g_assert_cmpstr (poplens_location_get (once, "view"), ==, "flame");
      g_assert_true (poplens_location_equal (twice, trace));
      g_autoptr (PoplensPage) page = trace_page (report, text);
      g_assert_nonnull (poplens_page_find_section (page, "class"));
    }
  }
}

/* ---- classes of rows ------------------------------------------------------------------------- */

/* Steps of work have the class of their work; every class with cycles has rows. */
static void
test_time_rows (PoplensReport *report)
{
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  const PoplensExecution *x = time->execution;
  const PoplensTimeRows *rows = poplens_trace_time_rows (report, NULL, NULL);
  guint seen = 0, counted = 0, binds[POPLENS_N_BOUNDS] = {0};

  for (guint32 r = 0; r < x->n_rows; r++) {
    PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[r]);
    if (x->row_from[r] == G_MAXUINT64) {
      g_assert_cmpint (rows->main[r], ==, POPLENS_N_TIMES);
      continue;
    }
    g_assert_cmpint (rows->main[r], <, POPLENS_N_TIMES);
    g_assert_true (rows->all[r] & POPLENS_TIME_BIT (rows->main[r]));
    if (kind == POPLENS_STEP_ON_TILE_EXECUTE)
      g_assert_cmpint (rows->main[r], ==, POPLENS_TIME_COMPUTE);
    if (poplens_step_kind_is_waiting (kind))
      g_assert_cmpint (rows->main[r], >, POPLENS_TIME_HOST_TRANSFER);
    seen |= rows->all[r];
  }
  for (guint i = 0; i < time->n_ipus; i++)
    for (guint c = 0; c < POPLENS_N_TIMES; c++)
      counted |= time->ipus[i].classes[c] ? POPLENS_TIME_BIT (c) : 0;
  /* Classes that can be on the critical path of an IPU without a step. */
  guint free = POPLENS_TIME_BIT (POPLENS_TIME_UNTRACKED) | POPLENS_TIME_BIT (POPLENS_TIME_OUTSIDE);
  g_assert_cmphex (counted & ~free & ~seen, ==, 0);
  /* A step that is on the critical path while it waits, for another IPU or in a sync, has that
   * class. */
  for (guint i = 0; i < time->n_ipus; i++)
    for (guint s = 0; s < time->ipus[i].segments->len; s++) {
      const PoplensTimeSegment *at = &g_array_index (time->ipus[i].segments, PoplensTimeSegment, s);
      binds[at->bound]++;
      if (at->bound == POPLENS_BOUND_ANOTHER_IPU)
        g_assert_true (rows->all[at->row] & POPLENS_TIME_BIT (POPLENS_TIME_ANOTHER_IPU));
      if (at->bound == POPLENS_BOUND_SYNC)
        g_assert_true (rows->all[at->row] & POPLENS_TIME_BIT (POPLENS_TIME_SYNC));
    }
  g_assert_cmpuint (binds[POPLENS_BOUND_COMPUTE], >, 0);
}

/* Blocks of other classes are dimmed, in both views and in search results. */
static void
test_dimmed (PoplensReport *report)
{
  const PoplensTimeRows *rows = poplens_trace_time_rows (report, NULL, NULL);
  g_autoptr (PoplensPage) plain = trace_page (report, "trace");
  g_assert_null (poplens_trace_others (plain->trace));
  g_autoptr (PoplensPage) page = trace_page (report, "trace?cause=sync,exchange&search=sync");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  g_autofree guint8 *others = poplens_trace_others (page->trace);
  g_autoptr (GArray) found = poplens_page_found_items (page, page->location, NULL, NULL);
  guint asked = POPLENS_TIME_BIT (POPLENS_TIME_SYNC) | POPLENS_TIME_BIT (POPLENS_TIME_EXCHANGE);
  gsize n = 0;

  for (gsize i = 0; i < lanes->n_items; i++) {
    g_assert_cmpint (others[i], ==, !(rows->all[lanes->source[i]] & asked));
    n += !others[i];
  }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, lanes->n_items);
  for (guint i = 0; i < found->len; i++)
    g_assert_false (others[g_array_index (found, PoplensItemRange, i).from]);
  /* A group of a flame graph is dimmed if everything in it is. */
  g_autoptr (PoplensPage) flame = trace_page (report, "trace?cause=compute&view=flame");
  g_autofree guint8 *pale = poplens_trace_others (flame->trace);
  for (gsize i = 0; i < flame->trace->lanes->n_items; i++) {
    guint32 row;
    if (poplens_trace_lanes_row (flame->trace->lanes, i, &row) &&
        rows->main[row] == POPLENS_TIME_COMPUTE)
      g_assert_false (pale[i]);
  }
}

/* The critical path is described, and changes no block; on one IPU it has all steps that are
 * limiting. */
static void
test_path (PoplensReport *report)
{
  g_autoptr (PoplensPage) plain = trace_page (report, "trace");
  g_autoptr (PoplensPage) page = trace_page (report, "trace?critical-path=yes");
  const PoplensSection *said = poplens_page_find_section (page, "critical");
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (trace_chart (page));
  g_autoptr (PoplensLaneBlocks) before = poplens_chart_ref_lane_blocks (trace_chart (plain));

  g_assert_true (blocks == before);
  g_assert_null (poplens_page_find_section (plain, "critical"));
  g_assert_nonnull (strstr (said->text, "compute for "));
  if (time->n_ipus == 1)
    g_assert_nonnull (strstr (said->text, "holds 100"));
}

/* With several IPUs, lanes can be made low enough to show all; with one IPU there is no such
 * control. */
static void
test_fit (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensReport) one = report_fixture_open ("demo-run");
  g_autoptr (PoplensPage) plain = trace_page (report, "trace");
  g_autoptr (PoplensPage) page = trace_page (report, "trace?fit-ipus=yes");
  g_autoptr (PoplensPage) alone = trace_page (one, "trace?fit-ipus=yes");

  g_assert_cmpfloat (poplens_chart_get_lane_compact_height (trace_chart (plain)), ==, 0);
  g_assert_cmpfloat (poplens_chart_get_lane_compact_height (trace_chart (page)), >, 0);
  g_assert_cmpfloat (poplens_chart_get_lane_compact_height (trace_chart (alone)), ==, 0);
  g_assert_nonnull (poplens_page_find_section (page, "fit"));
}

/* An unknown class is misuse, and dims nothing. */
static void
test_time_unknown (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensLocation) location = trace_location ("trace?cause=compute,lunch");
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);

  g_assert_nonnull (strstr (page->misuse, "“lunch”"));
  g_assert_null (poplens_trace_others (page->trace));
}

/* Checks that the share of a class is relative to the program. */
static void
check_share (PoplensReport *report, const PoplensPage *work)
{
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  double sum = 0;
  PoplensNumber share;

  for (guint i = 0; i < time->n_ipus; i++)
    sum += (double) time->ipus[i].classes[POPLENS_TIME_COMPUTE] / time->tiles / time->n_ipus;
  g_autofree char *words = g_strdup_printf (
      "(%s of the program)",
      poplens_format_percent (share, sum / (double) (time->total - time->outside)));
  g_assert_nonnull (strstr (poplens_page_find_section (work, "class")->text, words));
}

/* Cycles outside the program are beside the work that the trace opens on. */
static void
test_outside (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) work = trace_page (report, "trace?cause=compute");
  g_autoptr (PoplensPage) outside = trace_page (report, "trace?cause=outside");

  check_share (report, work);
  g_assert_null (strchr (poplens_page_find_section (outside, "class")->text, '%'));
  g_assert_cmpuint (work->trace->open_from, >, 0);
  g_assert_cmpuint (outside->trace->open_from, ==, 0);
  g_assert_cmpuint (outside->trace->open_to, ==, poplens_report_time (report, NULL, NULL)->total);
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/trace-time/first", test_first, "integrals", "demo-run", "demo",
                       NULL);
  report_fixture_test ("/pages/trace-time/waterfall", test_waterfall, "integrals", "demo-run",
                       "demo", NULL);
  report_fixture_test ("/pages/trace-time/bars", test_time_bars, "integrals", "demo-run", "demo",
                       NULL);
  report_fixture_test ("/pages/trace-time/clicks", test_time_clicks, "integrals", "demo-run",
                       "demo", NULL);
  report_fixture_test ("/pages/trace-time/rows", test_time_rows, "integrals", "demo-run", "demo",
                       NULL);
  report_fixture_test ("/pages/trace-time/dimmed", test_dimmed, "integrals", "demo-run", "demo",
                       NULL);
  report_fixture_test ("/pages/trace-time/path", test_path, "integrals", "demo-run", "demo", NULL);
  g_test_add_func ("/pages/trace-time/fit", test_fit);
  g_test_add_func ("/pages/trace-time/outside", test_outside);
  g_test_add_func ("/pages/trace-time/unknown", test_time_unknown);
  return g_test_run ();
}
