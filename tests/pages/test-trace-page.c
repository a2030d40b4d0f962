/* Tests of Execution Trace: drawing, selecting, finding and folding in its chart. */
#include "charts/lanes/lanes.h"
#include "pages/trace-fixture.h"
#include "pages/trace/trace-view.h"

#include <string.h>

static const char *const views[] = {"trace", "trace?view=flame", "trace?view=flame&fold=yes"};

static gboolean
is_selected (const PoplensPage *page, const PoplensLocation *location, gsize item)
{
  g_autoptr (GArray) ranges = poplens_page_selected_items (page, location);

  for (guint i = 0; i < ranges->len; i++) {
    const PoplensItemRange *range = &g_array_index (ranges, PoplensItemRange, i);
    if (i)
      g_assert_cmpuint (range->from, >=, g_array_index (ranges, PoplensItemRange, i - 1).to);
    if (item >= range->from && item < range->to)
      return TRUE;
  }
  return FALSE;
}

/* ---- view ------------------------------------------------------------------------------------ */

/* The trace opens at the first work. It ends with the last work if what follows takes longer than
 * the work; else with the last step. */
static void
test_opening (gconstpointer name)
{
  static const char drawn[] = "from steps_by_ipu join steps on id = step_id where active_tiles > 0";
  static const char work[] = "from steps_by_ipu join steps on id = step_id where active_tiles > 0 "
                             "and type in ('OnTileExecute', 'DoExchange', 'GlobalExchange')";
  static const char last[] = "select max(cycles_base + active_cycles_to_max) %s";

  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  PoplensChartView view = poplens_page_chart_view (page, page->location);
  gint64 from =
      report_fixture_ask (db, "select min(cycles_base + active_cycles_from_max) %s", work);
  gint64 to = report_fixture_ask (db, last, work), end = report_fixture_ask (db, last, drawn);
  g_assert_cmpint (end, >, to);
  g_assert_cmpfloat (view.from, ==, from);
  g_assert_cmpfloat (view.to, ==, end - to > to - from ? to : end);
  g_autoptr (PoplensLocation) all = trace_location ("trace?from=0");
  g_assert_cmpfloat (poplens_page_chart_view (page, all).to, >=, view.to);
}

/* Keys that change only the view keep the blocks; those that change the grouping do not. */
static void
test_blocks_stay (void)
{
  static const char *const same[] = {"trace?executed=8",   "trace?range=5..900",
                                     "trace?from=7&to=99", "trace?axis=time",
                                     "trace?fold=yes",     "trace?hide=compute"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) first = trace_page (report, "trace");
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (trace_chart (first));

  for (guint i = 0; i < G_N_ELEMENTS (same); i++) {
    g_autoptr (PoplensPage) page = trace_page (report, same[i]);
    g_autoptr (PoplensLaneBlocks) now = poplens_chart_ref_lane_blocks (trace_chart (page));
    g_assert_true (now == blocks);
  }
  g_autoptr (PoplensPage) flame = trace_page (report, "trace?view=flame");
  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (flame)), >,
                    poplens_chart_get_n_items (trace_chart (first)) / 2);
  g_autoptr (PoplensPage) one = trace_page (report, "trace?ipu=1");
  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (one)), <,
                    poplens_chart_get_n_items (trace_chart (first)));
}

/* The flat view has exactly one block for each row of steps_by_ipu with an active tile. */
static void
test_all_drawn (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  gint64 undrawn = report_fixture_ask (db, "select count(*) from (select max(active_tiles) as most "
                                           "from steps_by_ipu group by step_id having most = 0)");
  g_assert_cmpint (
      poplens_chart_get_n_items (trace_chart (page)), ==,
      report_fixture_ask (db, "select count(*) from steps_by_ipu where active_tiles > 0"));
  g_assert_cmpint (poplens_page_find_section (page, "undrawn") != NULL, ==, undrawn > 0);
}

/* ---- selection ------------------------------------------------------------------------------- */

static void
check_item (const PoplensPage *page, gsize item)
{
  g_autoptr (PoplensLocation) chosen = poplens_page_select_items (
      page, page->location, (PoplensItemRange){item, item + 1}, POPLENS_SELECT_REPLACE);
  guint64 from, to;
  double low, high;

  g_assert_true (poplens_chart_get_lane_item (trace_chart (page), item, &from, &to, NULL));
  if (poplens_location_get (chosen, "executed")) {
    g_assert_true (is_selected (page, chosen, item));
    g_assert_null (poplens_location_get (chosen, "range"));
  } else {
    g_assert_true (poplens_page_selected_span (page, chosen, &low, &high));
    g_assert_cmpfloat (low, ==, from);
    g_assert_cmpfloat (high, ==, MAX (to, from + 1));
  }
}

static void
test_trace_items (gconstpointer name)
{
  guint groups = 0;

  for (guint v = 0; v < G_N_ELEMENTS (views); v++) {
    g_autoptr (PoplensReport) report = report_fixture_open (name);
    if (!report)
      return;
    g_autoptr (PoplensPage) page = trace_page (report, views[v]);
    gsize n = poplens_chart_get_n_items (trace_chart (page));
    g_assert_cmpint (poplens_page_get_chart (page)->plot.selects, ==, POPLENS_SELECTS_CYCLES);
    for (gsize i = 0; i < n; i++) {
      g_autofree char *text = poplens_chart_describe_item (trace_chart (page), i);
      groups += strstr (text, "\nLength\t") != NULL;
      check_item (page, i);
    }
  }
  g_assert_cmpuint (groups, >, 5);
}

/* An executed step has one block on each IPU that took part. */
static void
test_trace_executed (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace");

  for (guint step = 0; step < 100; step++) {
    g_autofree char *text = g_strdup_printf ("trace?executed=%u", step);
    g_autoptr (PoplensLocation) location = trace_location (text);
    g_autoptr (GArray) items = poplens_page_selected_items (page, location);
    gsize n = 0;
    for (guint i = 0; i < items->len; i++)
      n += g_array_index (items, PoplensItemRange, i).to -
           g_array_index (items, PoplensItemRange, i).from;
    g_assert_cmpint (n, ==,
                     report_fixture_ask (db,
                                         "select count(*) from steps_by_ipu where "
                                         "step_id = %u and active_tiles > 0",
                                         step));
  }
}

static void
test_modes (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_page (report, "trace?executed=8&range=10..20");
  const PoplensItemRange none = {0, 0};
  g_autoptr (GArray) items = poplens_page_selected_items (page, page->location);
  g_assert_cmpuint (items->len, ==, 1);
  PoplensItemRange block = g_array_index (items, PoplensItemRange, 0);

  g_autoptr (PoplensLocation) clear =
      poplens_page_select_items (page, page->location, none, POPLENS_SELECT_REPLACE);
  g_assert_null (poplens_location_get (clear, "executed"));
  g_assert_null (poplens_location_get (clear, "range"));
  g_autoptr (PoplensLocation) same =
      poplens_page_select_items (page, page->location, none, POPLENS_SELECT_ADD);
  g_assert_true (poplens_location_equal (same, page->location));
  g_autoptr (PoplensLocation) off =
      poplens_page_select_items (page, page->location, block, POPLENS_SELECT_TOGGLE);
  g_assert_null (poplens_location_get (off, "executed"));
  g_assert_cmpstr (poplens_location_get (off, "range"), ==, "10..20");
  g_autoptr (PoplensLocation) on =
      poplens_page_select_items (page, off, block, POPLENS_SELECT_TOGGLE);
  g_assert_cmpstr (poplens_location_get (on, "executed"), ==, "8");
  g_autoptr (PoplensLocation) several = poplens_page_select_items (
      page, page->location, (PoplensItemRange){0, 3}, POPLENS_SELECT_REPLACE);
  g_assert_nonnull (poplens_location_get (several, "range"));
  g_assert_null (poplens_location_get (several, "executed"));
  g_autoptr (PoplensLocation) outside = poplens_page_select_items (
      page, page->location, (PoplensItemRange){1 << 20, 1 << 21}, POPLENS_SELECT_REPLACE);
  g_assert_true (poplens_location_equal (outside, clear));
}

static void
test_span (PoplensReport *report)
{
  static const char *const wrong[] = {
      "5", "5-", "-5", "9-5", "5-5", "a-b", "5-9x", "", "0-99999999999999999999"};
  g_autoptr (PoplensPage) page = trace_page (report, "trace?executed=8");
  double from, to;

  g_autoptr (PoplensLocation) some = poplens_page_select_span (page, page->location, 10.4, 99.2);
  g_assert_cmpstr (poplens_location_get (some, "range"), ==, "10..100");
  g_assert_cmpstr (poplens_location_get (some, "executed"), ==, "8");
  g_assert_true (poplens_page_selected_span (page, some, &from, &to));
  g_assert_cmpfloat (from, ==, 10);
  g_assert_cmpfloat (to, ==, 100);
  g_autoptr (PoplensLocation) none = poplens_page_select_span (page, some, 7, 7);
  g_assert_null (poplens_location_get (none, "range"));
  g_assert_false (poplens_page_selected_span (page, none, &from, &to));
  g_autoptr (PoplensLocation) outside = poplens_page_select_span (page, some, -50, -40);
  g_assert_null (poplens_location_get (outside, "range"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (PoplensLocation) odd = poplens_location_with (page->location, "range", wrong[i]);
    g_assert_false (poplens_page_selected_span (page, odd, &from, &to));
  }
}

/* ---- groups and breaks ----------------------------------------------------------------------- */

static double
chart_height (const PoplensPage *page)
{
  PoplensChartView view = poplens_page_chart_view (page, page->location);
  PoplensChartStyle style = {0};
  g_autoptr (PoplensChartLayout) layout =
      poplens_chart_layout_new (poplens_page_get_chart (page)->chart, &view, &style, 900, 300);

  return poplens_chart_layout_get_content_height (layout);
}

static void
test_collapse (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (PoplensLocation) one = poplens_page_toggle_group (page, page->location, 1);
  g_assert_cmpstr (poplens_location_get (one, "collapse"), ==, "1");
  g_autoptr (PoplensLocation) both = poplens_page_toggle_group (page, one, 0);
  g_assert_cmpstr (poplens_location_get (both, "collapse"), ==, "1,0");
  g_autoptr (PoplensLocation) other = poplens_page_toggle_group (page, both, 1);
  g_assert_cmpstr (poplens_location_get (other, "collapse"), ==, "0");
  g_autoptr (PoplensLocation) none = poplens_page_toggle_group (page, other, 0);
  g_assert_true (poplens_location_equal (none, page->location));
  g_autoptr (PoplensLocation) wrong = poplens_page_toggle_group (page, page->location, 2);
  g_assert_true (poplens_location_equal (wrong, page->location));

  /* If lanes are high, the remaining ones take the space of collapsed ones. */
  g_autoptr (PoplensPage) flame = trace_page (report, "trace?view=flame");
  g_autoptr (PoplensPage) less = trace_page (report, "trace?view=flame&collapse=1");
  g_autoptr (PoplensPage) least = trace_page (report, "trace?view=flame&collapse=0,1");
  g_assert_cmpfloat (chart_height (less), <, chart_height (flame));
  g_assert_cmpfloat (chart_height (least), <, chart_height (less));
  /* An IPU that is shown alone is group 0, but is still identified by its number. */
  g_autoptr (PoplensPage) alone = trace_page (report, "trace?ipu=1");
  g_autoptr (PoplensLocation) first = poplens_page_toggle_group (alone, alone->location, 0);
  g_assert_cmpstr (poplens_location_get (first, "collapse"), ==, "1");
}

/* Opens every break, and checks that there is no work in it. */
static void
test_breaks (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?fold=yes&outside=yes");
  gint64 folded = 0;
  PoplensNumber number;
  for (guint i = 0;; i++) {
    double from = 0, to = 0;
    g_autoptr (PoplensLocation) open = poplens_page_open_break (page, page->location, i);
    if (poplens_location_equal (open, page->location)) {
      g_assert_cmpuint (i, >=, 1);
      break;
    }
    g_assert_cmpstr (poplens_location_get (open, "fold"), ==, "no");
    g_assert_true (poplens_location_get_double (open, "from", &from));
    g_assert_true (poplens_location_get_double (open, "to", &to));
    folded += (gint64) (to - from);
    g_assert_cmpint (report_fixture_ask (
                         db,
                         "select count(*) from steps_by_ipu join steps on id = step_id where "
                         "type in ('OnTileExecute', 'DoExchange', 'GlobalExchange', 'StreamCopy') "
                         "and active_tiles > 0 and cycles_base + active_cycles_from_max < %.0f and "
                         "cycles_base + active_cycles_to_max > %.0f",
                         to, from),
                     ==, 0);
  }
  const PoplensSection *notice = poplens_page_find_section (page, "folds");
  g_assert_nonnull (strstr (notice->text, poplens_format_count (number, (guint64) folded)));
  g_autoptr (PoplensPage) plain = trace_page (report, "trace");
  g_assert_null (poplens_page_find_section (plain, "folds"));
  /* Cycles outside the program are folded until they are opened. */
  g_autoptr (PoplensLocation) outside = poplens_page_open_break (plain, plain->location, 0);
  g_autofree char *open = poplens_location_to_string (outside);
  g_autoptr (PoplensPage) opened = trace_page (report, open);
  g_autoptr (PoplensLocation) none = poplens_page_open_break (opened, opened->location, 0);
  g_assert_true (poplens_location_equal (none, opened->location));
}

/* ---- search ---------------------------------------------------------------------------------- */

static gsize
count_found (const PoplensPage *page, const char *key, const char *value)
{
  g_autoptr (PoplensLocation) location = poplens_location_with (page->location, key, value);
  g_autoptr (GArray) found = poplens_page_found_items (page, location, NULL, NULL);
  guint64 last = 0, from;

  g_assert_nonnull (found);
  for (guint i = 0; i < found->len; i++) {
    const PoplensItemRange *range = &g_array_index (found, PoplensItemRange, i);
    g_assert_cmpuint (range->from + 1, ==, range->to);
    g_assert_true (
        poplens_chart_get_lane_item (trace_chart (page), range->from, &from, NULL, NULL));
    g_assert_cmpuint (from, >=, last);
    last = from;
  }
  return found->len;
}

static gsize
count_step_rows (sqlite3 *db, const char *where)
{
  return (gsize) report_fixture_ask (
      db,
      "select count(*) from steps_by_ipu join steps s on s.id = step_id left join "
      "programs p on p.id = s.program left join compute_sets c on c.compute_set = s.compute_set "
      "where active_tiles > 0 and (%s)",
      where);
}

/* Checks that searching for a Sequence, which has no steps of its own, finds the steps of all
 * programs in it. */
static void
check_found_below (const PoplensPage *page, sqlite3 *db)
{
  guint64 above = report_fixture_ask (db, "select p.program_id from depth_first_steps d join "
                                          "depth_first_steps p on p.id = d.parent_step_id where "
                                          "d.program_id = 44");
  g_autofree char *program = g_strdup_printf ("%" G_GUINT64_FORMAT, above);
  g_autofree char *below = g_strdup_printf (
      "s.program in (with recursive below (id, program) as (select id, program_id from "
      "depth_first_steps where program_id = %s union select d.id, d.program_id from "
      "depth_first_steps d join below b on d.parent_step_id = b.id) select program from below)",
      program);
  gsize found = count_found (page, "program", program);

  g_assert_cmpuint (found, ==, count_step_rows (db, below));
  g_assert_cmpuint (found, >, count_found (page, "program", "44"));
}

static void
test_trace_found (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  gsize all = count_step_rows (db, "1"), matmul = count_found (page, "search", "MatMul");

  g_assert_null (poplens_page_found_items (page, page->location, NULL, NULL));
  g_assert_cmpuint (matmul, ==,
                    count_step_rows (db, "coalesce(nullif(p.name, ''), c.name) like '%matmul%'"));
  g_assert_cmpuint (matmul, >, 0);
  g_assert_cmpuint (count_found (page, "search", "ontileexecute"), ==,
                    count_step_rows (db, "s.type = 'OnTileExecute'"));
  g_assert_cmpuint (count_found (page, "search", "streamcopymid"), ==,
                    count_step_rows (db, "s.type = 'StreamCopy'"));
  g_assert_cmpuint (count_found (page, "search", "external"), ==,
                    count_step_rows (db, "s.sync_type = 'External'"));
  g_assert_cmpuint (count_found (page, "search", "#33"), ==, count_step_rows (db, "s.id = 33"));
  g_assert_cmpuint (count_found (page, "search", "matmul #33"), <=,
                    count_found (page, "search", "#33"));
  g_assert_cmpuint (count_found (page, "search", "no such words"), ==, 0);
  g_assert_cmpuint (count_found (page, "search", "#"), <, all);
  g_assert_cmpuint (count_found (page, "program", "44"), ==,
                    count_step_rows (db, "s.program = 44"));
  g_assert_cmpuint (count_found (page, "program", "999999"), ==, 0);
  check_found_below (page, db);

  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_cancellable_cancel (cancellable);
  g_autoptr (PoplensLocation) location = trace_location ("trace?search=matmul");
  g_assert_null (poplens_page_found_items (page, location, cancellable, NULL));
}

/* Counts the rows of steps_by_ipu that the found blocks represent, each once. @n_blocks: (out):
 * found blocks */
static gsize
count_found_steps (PoplensReport *report, const char *view, const char *words, gsize *n_blocks)
{
  g_autofree char *text = g_strdup_printf ("trace?view=%s", view);
  g_autoptr (PoplensPage) page = trace_page (report, text);
  g_autoptr (PoplensLocation) location = poplens_location_with (page->location, "search", words);
  g_autoptr (GArray) found = poplens_page_found_items (page, location, NULL, NULL);
  const PoplensTraceLanes *lanes = page->trace->lanes;
  gsize n = 0;

  for (guint i = 0; i < found->len; i++) {
    gsize item = g_array_index (found, PoplensItemRange, i).from;
    const PoplensTraceGroup *group = poplens_trace_lanes_group (lanes, item);
    guint32 row, leaf;
    /* A group is not a step and cannot be selected as one. */
    g_assert_true (poplens_trace_lanes_row (lanes, item, &row));
    leaf = group->flame ? lanes->source[item] - group->flame->n_nodes : 0;
    n += group->flame ? group->flame->leaf_source[leaf + 1] - group->flame->leaf_source[leaf] : 1;
  }
  *n_blocks = found->len;
  return n;
}

/* Both views find the same steps; neighbours that are one block are one match. */
static void
test_found_in_flame (void)
{
  static const char *const words[] = {"fwd/encoder", "stream", "matmul", "sync", "#33"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    gsize n_flat, n_flame;
    gsize flat = count_found_steps (report, "flat", words[i], &n_flat);
    gsize flame = count_found_steps (report, "flame", words[i], &n_flame);
    g_assert_cmpuint (flat, ==, n_flat);
    g_assert_cmpuint (flat, >, 0);
    g_assert_cmpuint (flame, >=, flat);
    g_assert_cmpuint (n_flame, <=, n_flat);
  }
}

typedef struct {
  GCancellable *cancellable; /* (nullable): cancelled half way */
  double fraction;
  guint n;
} LanesWork;

static void
on_lanes_work (double fraction, const char *what, gpointer data)
{
  LanesWork *told = data;

  g_assert_cmpfloat (fraction, >=, told->fraction);
  g_assert_cmpfloat (fraction, <=, 1);
  told->fraction = fraction;
  told->n++;
  if (told->cancellable && fraction > 0.5)
    g_cancellable_cancel (told->cancellable);
}

/* A caller gets progress, and can cancel at any time. */
static void
test_work (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensLocation) location = poplens_location_parse ("trace?view=flame", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  LanesWork told = {cancellable, 0, 0};
  PoplensWork work = {on_lanes_work, &told, cancellable, 0, 1};
  PoplensPage *page;
  if (!report)
    return;
  page = poplens_page_build_work (report, location, (PoplensPageDefaults){0}, NULL, &work, &error);
  g_assert_null (page);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (told.fraction, <, 0.9);
  g_clear_error (&error);
  told = (LanesWork){NULL, 0, 0};
  work.cancellable = NULL;
  page = poplens_page_build_work (report, location, (PoplensPageDefaults){0}, NULL, &work, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (told.n, >=, 5);
  g_assert_cmpfloat (told.fraction, >, 0.7);
  poplens_page_free (page);
}

/* The axis is that of the location, else the user's default; with a clock rate of the user, the
 * rate in the file is not needed. */
static void
test_axis (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  static const struct {
    const char *location;
    PoplensPageDefaults defaults;
    guint wanted;
  } cases[] = {{"trace", {0}, 0},
               {"trace", {.in_time = TRUE}, 1},
               {"trace?axis=cycles", {.in_time = TRUE}, 0},
               {"trace?axis=time", {.clock_hz = 1000000}, 1}};
  if (!report)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PoplensLocation) location = poplens_location_parse (cases[i].location, NULL);
    g_autoptr (PoplensPage) page =
        poplens_page_build_work (report, location, cases[i].defaults, NULL, NULL, NULL);
    const PoplensControl *axis = poplens_page_find_control (page, "axis");
    g_assert_cmpuint (axis->current, ==, cases[i].wanted);
    g_assert_cmpint (strstr (axis->doc, "Preferences") != NULL, ==,
                     cases[i].defaults.clock_hz != 0);
  }
}

/* If lanes are cancelled while they are made, nothing incomplete is cached, and the next page makes
 * them. */
static void
test_trace_cancelled (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  if (!report)
    return;
  g_autoptr (PoplensTraceModel) model = poplens_trace_model_get (report, NULL, &error);
  g_assert_no_error (error);
  PoplensWork work = {.cancellable = cancellable, .to = 1};
  PoplensTraceLanesChoice choice = {.is_flame = TRUE, .ipu = -1};
  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_trace_lanes_get (report, model, &choice, &work, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_autoptr (PoplensTraceLanes) lanes =
      poplens_trace_lanes_get (report, model, &choice, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lanes->n_items, >, 0);
}

/* ---- what is wrong is said, and the page stays ----------------------------------------------- */

static void
test_wrong_locations (gconstpointer name)
{
  static const char *const wrong[] = {
      "trace?executed=99999", "trace?executed=x", "trace?executed=-1", "trace?range=9..3",
      "trace?ipu=1",          "trace?ipu=x",      "trace?view=deep",   "trace?axis=local",
      "trace?by=name",        "trace?program=x",  "trace?tab=nothing", "trace?sort.runs=size"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  if (!report)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location = trace_location (wrong[i]);
    g_autoptr (PoplensPage) page =
        poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
    g_assert_no_error (error);
    g_test_message ("%s: %s", wrong[i], page->misuse);
    g_assert_nonnull (page->misuse);
    g_assert_nonnull (poplens_page_get_chart (page));
    g_autoptr (GArray) items = poplens_page_selected_items (page, location);
    g_assert_cmpuint (items->len, ==, 0);
  }
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/pages/trace/opening", test_opening, "integrals", "demo", NULL);
  g_test_add_func ("/pages/trace/blocks-stay", test_blocks_stay);
  report_fixture_add ("/pages/trace/all-drawn", test_all_drawn, "integrals", "demo", NULL);
  report_fixture_add ("/pages/trace/items", test_trace_items, "integrals", "demo", NULL);
  g_test_add_func ("/pages/trace/executed", test_trace_executed);
  report_fixture_test ("/pages/trace/modes", test_modes, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/trace/span", test_span, "integrals", "demo-run", NULL);
  g_test_add_func ("/pages/trace/collapse", test_collapse);
  report_fixture_add ("/pages/trace/breaks", test_breaks, "integrals", "demo", NULL);
  g_test_add_func ("/pages/trace/found", test_trace_found);
  g_test_add_func ("/pages/trace/cancelled", test_trace_cancelled);
  g_test_add_func ("/pages/trace/work", test_work);
  g_test_add_func ("/pages/trace/axis", test_axis);
  g_test_add_func ("/pages/trace/found-in-flame", test_found_in_flame);
  report_fixture_add ("/pages/trace/wrong-places", test_wrong_locations, "integrals", "demo-run",
                      NULL);
  return g_test_run ();
}
