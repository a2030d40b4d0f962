/* Tests of finding by name and number: on a report made by hand, whose answers are known, and on
 * real ones, in which each result's location must show what was found. */
#include "derived/insights/kinds-source.h"
#include "derived/find-names.h"
#include "pages/core/page.h"
#include "pages/core/views.h"
#include "support/mini-profile.h"
#include "support/report-fixture.h"
#include "support/temp-dir.h"
#include "support/work-time.h"

#include <string.h>

static PoplensFinds *
find_results (const PoplensFinder *finder, const char *query, guint most)
{
  g_autoptr (GError) error = NULL;
  PoplensFinds *finds =
      poplens_finder_find (finder, query, most, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return finds;
}

/* ---- the names' index ------------------------------------------------------------------------ */

static void
collect_entry (guint32 entry, PoplensMatchRank rank, gsize length, gpointer user_data)
{
  g_string_append_printf (user_data, "%s%u:%d", ((GString *) user_data)->len ? " " : "", entry,
                          rank);
}

static void
expect_entries (const PoplensNames *names, const char *query, const char *expected)
{
  g_autofree char *folded = poplens_names_fold (query);
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_true (
      poplens_names_search (names, (const char *const *) words, collect_entry, found, NULL));
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_find_names (void)
{
  g_autoptr (PoplensNames) names = poplens_names_new ();

  poplens_names_add (names, "Conv/fwd", "Call");
  poplens_names_add (names, "preconv\nx", NULL);
  poplens_names_add (names, "Conv/fwd", "Call");
  poplens_names_add (names, "", NULL);
  poplens_names_add (names, NULL, "Straße");
  poplens_names_seal (names);
  expect_entries (names, "conv/FWD", "0:0 2:0");
  expect_entries (names, "call", "0:0 2:0");
  expect_entries (names, "conv", "0:1 2:1 1:3");
  expect_entries (names, "fwd", "0:2 2:2");
  expect_entries (names, "fwd conv", "0:2 2:2");
  expect_entries (names, "conv x", "1:3");
  expect_entries (names, "STRASSE", "4:0");
  expect_entries (names, "conv bwd", "");
  /* A word does not match across the boundary of two names. */
  expect_entries (names, "fwdcall", "");
}

/* Searching 10⁶ names: reports the time, and fails if it takes seconds. */
static void
test_many_names (void)
{
  g_autoptr (PoplensNames) names = poplens_names_new ();
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  const char *const words[] = {"layer7", "999999", NULL};
  gint64 start;

  for (guint i = 0; i < 1000000; i++) {
    char name[96];
    g_snprintf (name, sizeof name, "model/encoder/layer%u/attention/weights/Variable_%06u", i % 48,
                i);
    poplens_names_add (names, name, NULL);
  }
  poplens_names_seal (names);
  start = work_time ();
  g_assert_true (poplens_names_search (names, words, collect_entry, found, NULL));
  g_test_message ("10^6 names in %.0f ms", (double) (work_time () - start) / 1e3);
  g_assert_cmpint (work_time () - start, <, 5 * G_USEC_PER_SEC);
  g_assert_cmpstr (found->str, ==, 999999 % 48 == 7 ? "999999:2" : "");
  g_cancellable_cancel (cancelled);
  g_assert_false (poplens_names_search (names, words, collect_entry, found, cancelled));
}

/* ---- a report made by hand ------------------------------------------------------------------- */

typedef struct {
  char *folder;
  PoplensReport *report;
  PoplensFinder *finder;
} FindFixture;

static void
find_set_up (FindFixture *fixture, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  fixture->folder = temp_dir_new ();
  path = g_build_filename (fixture->folder, "profile.pop", NULL);
  mini_profile_write (path, sql);
  fixture->report = poplens_report_open (fixture->folder, &error);
  g_assert_no_error (error);
  fixture->finder = poplens_finder_new_with_views (fixture->report, TRUE, NULL, &error);
  g_assert_no_error (error);
}

static void
find_tear_down (FindFixture *fixture, gconstpointer sql)
{
  poplens_finder_unref (fixture->finder);
  g_object_unref (fixture->report);
  temp_dir_remove (fixture->folder);
  g_free (fixture->folder);
}

/* Checks the results, one per line as "kind id location". */
static void
expect_results (const FindFixture *fixture, const char *query, const char *expected)
{
  g_autoptr (PoplensFinds) finds = find_results (fixture->finder, query, 100);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < finds->results->len; i++) {
    const PoplensFound *found = g_ptr_array_index (finds->results, i);
    g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT " %s", i ? "\n" : "",
                            poplens_found_kind_name (found->kind), found->id, found->location);
  }
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (finds->total, ==, finds->results->len);
}

static void
test_find_numbers (FindFixture *fixture, gconstpointer sql)
{
  expect_results (fixture, "tile 7", "tile 7 memory?tile=7");
  expect_results (fixture, " TILE  7 ", "tile 7 memory?tile=7");
  expect_results (fixture, "tile 8", "");
  expect_results (fixture, "ipu 1", "ipu 1 memory?ipu=1&tile=4-7");
  expect_results (fixture, "ipu 2", "");
  expect_results (fixture, "step 3", "step 3 liveness?step=3\nexecuted-step 3 trace?executed=3");
  expect_results (fixture, "executed 3", "executed-step 3 trace?executed=3");
  expect_results (fixture, "executed step 99", "");
  /* The step is in view, with as much again on both sides. */
  expect_results (fixture, "executed 2", "executed-step 2 trace?executed=2&from=0&to=89");
  expect_results (fixture, "#1", "program 1 programs?program=1");
  expect_results (fixture, "program 7", "program 7 programs?program=7");
  expect_results (fixture, "3",
                  "tile 3 memory?tile=3\nstep 3 liveness?step=3\nexecuted-step 3 "
                  "trace?executed=3\nprogram 3 programs?program=3");
  expect_results (fixture, "1",
                  "tile 1 memory?tile=1\nipu 1 memory?ipu=1&tile=4-7\nstep 1 liveness?step=1\n"
                  "executed-step 1 trace?executed=1\nprogram 1 programs?program=1");
  expect_results (fixture, "99999999999999999999", "");
  expect_results (fixture, "-1", "");
  expect_results (fixture, "", "");
  expect_results (fixture, " \t", "");
}

static void
expect_hint (const FindFixture *fixture, const char *query, const char *expected)
{
  g_autoptr (PoplensFinds) finds = find_results (fixture->finder, query, 100);

  g_assert_cmpstr (finds->hint, ==, expected);
  /* Hints on words are not for numbers. */
  g_assert_cmpint (finds->asks_number, ==, expected && !g_str_has_prefix (expected, "No matches"));
}

static void
test_hints (FindFixture *fixture, gconstpointer sql)
{
  expect_hint (fixture, "tile", "Type a number: tile 0 to 7");
  expect_hint (fixture, "Tile ", "Type a number: tile 0 to 7");
  expect_hint (fixture, "tile 8", "Valid tiles: 0 to 7");
  expect_hint (fixture, "tile 99999999999999999999", "Valid tiles: 0 to 7");
  expect_hint (fixture, "tile 7", NULL);
  expect_hint (fixture, "ipu", "Type a number: ipu 0 to 1");
  expect_hint (fixture, "ipu 2", "Valid IPUs: 0 to 1");
  expect_hint (fixture, "weights  zzz \t", "No matches for \u201cweights  zzz\u201d");
  expect_hint (fixture, "weights", NULL);
  expect_hint (fixture, "", NULL);
  expect_hint (fixture, "executed", "Type a number: executed 0 to 3");
  expect_hint (fixture, "executed step 99", "Valid executed steps: 0 to 3");
  expect_hint (fixture, "step 999", "Valid program steps: 0 to 7");
}

/* Items without a name are found by their kind, under the name that is shown. */
static void
test_nameless (FindFixture *fixture, gconstpointer sql)
{
  static const char *const kinds[] = {"compute set", "vertex type", "variable", "program"};

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    g_autoptr (PoplensFinds) finds = find_results (fixture->finder, kinds[k], 100);
    const PoplensFound *found;
    g_assert_cmpuint (finds->total, >, 0);
    found = g_ptr_array_index (finds->results, 0);
    g_assert_true (*found->title);
  }
  expect_results (fixture, "compute set", "compute-set 0 programs?program=1");
}

static void
test_find_words (FindFixture *fixture, gconstpointer sql)
{
  expect_results (
      fixture, "variable bias",
      "variable 9 liveness?filter.always-live-variables=bias 9&tab=always-live-variables");
  expect_results (fixture, "variable 5",
                  "variable 5 liveness?filter.live-variables=weights 5&step=1&tab=live-variables");
  expect_results (fixture, "ADD",
                  "vertex-type 0 memory?filter.vertex-types=popops::Add&tab=vertex-types");
  expect_results (fixture, "vertex op dot",
                  "vertex-type 2 memory?filter.vertex-types=poplin::Dot&tab=vertex-types");
  expect_results (fixture, "compute set", "compute-set 0 programs?program=1");
  expect_results (fixture, "weights bias", "");
  /* Larger variables come first. */
  expect_results (
      fixture, "variable",
      "variable 5 liveness?filter.live-variables=weights 5&step=1&tab=live-variables\n"
      "variable 9 liveness?filter.always-live-variables=bias 9&tab=always-live-variables");
}

/* A report without some parts yields fewer results and no errors. */
static void
test_bare (FindFixture *fixture, gconstpointer sql)
{
  expect_results (fixture, "step 3", "executed-step 3 trace?executed=3");
  expect_results (fixture, "tile 7", "tile 7 memory?tile=7");
  expect_results (fixture, "program 1", "program 1 programs?program=1");
  expect_results (fixture, "compute set", "compute-set 0 programs?program=1");
}

static void
test_most (FindFixture *fixture, gconstpointer sql)
{
  g_autoptr (PoplensFinds) all = find_results (fixture->finder, "program", 1000);

  for (guint most = 0; most <= all->total; most++) {
    g_autoptr (PoplensFinds) some = find_results (fixture->finder, "program", most);
    g_assert_cmpuint (some->total, ==, all->total);
    g_assert_cmpuint (some->results->len, ==, most);
    for (guint i = 0; i < most; i++)
      g_assert_cmpuint (((PoplensFound *) some->results->pdata[i])->id, ==,
                        ((PoplensFound *) all->results->pdata[i])->id);
  }
}

static void
test_find_cancelled (FindFixture *fixture, gconstpointer sql)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_finder_find (fixture->finder, "weights", 10, POPLENS_BYTE_UNIT_BINARY,
                                      cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- real reports ---------------------------------------------------------------------------- */

/* Counts the table rows that pass the filter of the location. */
static guint32
rows_left (const PoplensPage *page, const PoplensLocation *location, const char *tab)
{
  const PoplensSection *section = poplens_page_find_section (page, tab);
  g_autofree char *key = g_strconcat ("filter.", tab, NULL);
  PoplensTableView *view;
  guint32 n;

  g_assert_nonnull (section);
  g_assert_nonnull (section->table);
  view = poplens_table_view_new (section->table, poplens_location_get (location, key), -1, FALSE,
                                 NULL);
  n = view->n;
  poplens_table_view_free (view);
  return n;
}

/* Checks that the view which the location names is on the page, with the title that was found. */
static void
check_view (const PoplensPage *page, const PoplensLocation *location, const PoplensFound *found)
{
  g_auto (GStrv) keys = poplens_location_list_keys (location);

  if (!g_strcmp0 (poplens_location_get (location, "with"), POPLENS_OTHER_TO_CHOOSE)) {
    /* The window asks for the other report; there is no page of it yet. */
    g_assert_cmpuint (g_strv_length (keys), ==, 1);
    g_assert_false (poplens_location_is_view (location));
    return;
  }
  g_assert_true (poplens_location_is_view (location));
  g_assert_cmpuint (g_strv_length (keys), <=, 1);
  if (!keys[0]) {
    g_assert_cmpstr (found->title, ==, page->title);
  } else if (g_str_equal (keys[0], "tab")) {
    const PoplensSection *section =
        poplens_page_find_section (page, poplens_location_get (location, "tab"));
    g_assert_nonnull (section);
    g_assert_cmpstr (section->title, ==, found->title);
  } else if (g_str_equal (keys[0], "jump")) {
    g_assert_null (poplens_location_get (page->location, "jump"));
    /* If the jump leads nowhere, a notice says so. */
    const char *to = page->id == POPLENS_PAGE_TRACE ? "executed" : "step";
    g_assert_true (poplens_location_get (page->location, to) ||
                   poplens_page_find_section (page, "jump"));
  } else {
    const PoplensControl *control = NULL;
    /* Takes the last control with the key: of sections that share a button, it is the choice after
     * the button. */
    for (guint c = 0; c < page->controls->len; c++)
      if (!strcmp (((PoplensControl *) page->controls->pdata[c])->key, keys[0]))
        control = page->controls->pdata[c];
    g_assert_nonnull (control);
    g_assert_cmpstr (control->options[control->current], ==,
                     poplens_location_get (location, keys[0]));
    /* A switch has the title of its control. */
    g_assert_cmpstr (g_str_equal (control->options[control->current], "yes")
                         ? control->title
                         : control->titles[control->current],
                     ==, found->title);
  }
}

static void
check_result (PoplensReport *report, const PoplensFound *found)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (found->location, &error);
  g_autofree char *why_not = NULL;
  const char *tab;

  g_assert_no_error (error);
  g_assert_true (*found->title && *found->detail);
  why_not = poplens_page_why_not (poplens_location_get_page (location), report);
  if (why_not)
    return;
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (page->misuse, ==, NULL);
  tab = poplens_location_get (location, "tab");
  if (strstr (found->detail, "never live")) {
    const PoplensSection *section = poplens_page_find_section (page, tab);
    g_assert_nonnull (strstr (poplens_table_get_note (section->table), "No bytes"));
  } else if (found->kind == POPLENS_FOUND_VIEW) {
    check_view (page, location, found);
  } else if (found->kind == POPLENS_FOUND_KIND && poplens_kinds_are_due (report)) {
    /* The page is built before kinds are computed: rows come with them. */
    g_assert_true (page->kinds_later);
  } else if (tab) {
    g_assert_cmpuint (rows_left (page, location, tab), >=, 1);
  } else if (found->kind == POPLENS_FOUND_SOURCE) {
    const char *line = poplens_location_get (location, "line");
    g_assert_cmpuint (rows_left (page, location, "source-lines"), >=, 1);
    g_assert_true (!line || g_str_equal (line, found->key));
  } else if (poplens_page_get_top (page)) {
    g_assert_cmpuint (poplens_page_chosen_row (poplens_page_get_top (page), location), !=,
                      G_MAXUINT32);
  } else {
    g_autoptr (GArray) selected = poplens_page_selected_items (page, location);
    g_assert_cmpuint (selected->len, ==, 1);
  }
}

static void
test_find_in_reports (gconstpointer name)
{
  static const char *const queries[] = {"5",           "ipu",    "executed 3", "program",
                                        "compute set", "vertex", "variable",   "a",
                                        "ipu 0",       "step 9", "source"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensFinder) finder = NULL;
  g_autoptr (GError) error = NULL;

  if (!report)
    return;
  finder = poplens_finder_new_with_views (report, TRUE, NULL, &error);
  g_assert_no_error (error);
  for (guint q = 0; q < G_N_ELEMENTS (queries); q++) {
    g_autoptr (PoplensFinds) finds = find_results (finder, queries[q], 6);
    for (guint i = 0; i < finds->results->len; i++)
      check_result (report, g_ptr_array_index (finds->results, i));
  }
}

static gboolean
is_found (const PoplensFinds *finds, const char *location)
{
  for (guint i = 0; i < finds->results->len; i++)
    if (g_str_equal (((PoplensFound *) finds->results->pdata[i])->location, location))
      return TRUE;
  return FALSE;
}

/* Checks that @finds has every tab, section and graph of @page. */
static void
check_all_found (const PoplensPage *page, const PoplensFinds *finds)
{
  static const char *const keys[] = {"view"};
  const char *name = poplens_page_id_name (page->id);

  for (guint i = 0; page->layout != POPLENS_LAYOUT_DOCUMENT && i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    g_autofree char *location = g_strdup_printf ("%s?tab=%s", name, section->key);
    if ((section->kind == POPLENS_SECTION_TABLE && !section->rows.on_top) ||
        section->kind == POPLENS_SECTION_TAB_CHART)
      g_assert_true (is_found (finds, location));
  }
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    const PoplensControl *control = poplens_page_find_control (page, keys[k]);
    for (guint o = 0; control && o < control->n_options; o++) {
      g_autofree char *location = g_strdup_printf ("%s?%s=%s", name, keys[k], control->options[o]);
      g_assert_true (is_found (finds, location));
    }
  }
}

static void
test_find_views (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;

  g_autoptr (PoplensFinder) finder = poplens_finder_new_with_views (report, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensFinds) finds = find_results (finder, "view", 1000);
  g_assert_cmpuint (finds->total, ==, finds->results->len);
  for (guint i = 0; i < finds->results->len; i++)
    check_result (report, finds->results->pdata[i]);
  for (PoplensPageId id = 0; id < POPLENS_N_PAGES; id++) {
    g_autofree char *why_not = poplens_page_why_not (id, report);
    g_autoptr (PoplensLocation) location = poplens_location_new (id);
    if (why_not)
      continue;
    g_autoptr (PoplensPage) page =
        poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (is_found (finds, poplens_page_id_name (id)));
    check_all_found (page, finds);
  }
}

static void
test_view_words (FindFixture *fixture, gconstpointer sql)
{
  static const char *const first[][2] = {{"what if", "insights?view=what-if"},
                                         {"imbalance", "memory?tab=memory-imbalance"},
                                         {"tile map", "memory?view=map"},
                                         {"total memory", "memory?view=total"},
                                         {"MEMORY map", "memory?tab=memory-map"},
                                         {"gaps", "memory?tab=tile-gaps"},
                                         {"compute sets", "memory?tab=compute-sets"},
                                         {"memory variables", "memory?view=variables"},
                                         {"flame", "trace?view=flame"},
                                         {"bsp trace", "trace?bsp=yes"},
                                         {"colour name", "trace?colour=name"},
                                         {"peaks by tile", "insights?view=tiles"},
                                         {"liveness", "liveness"}};

  for (guint i = 0; i < G_N_ELEMENTS (first); i++) {
    g_autoptr (PoplensFinds) finds = find_results (fixture->finder, first[i][0], 1);
    g_assert_cmpuint (finds->results->len, ==, 1);
    g_assert_cmpstr (((PoplensFound *) finds->results->pdata[0])->location, ==, first[i][1]);
  }
}

/* A result that leads to several programs shows only these, with the first one selected. */
static void
test_first_selected (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFinder) finder = poplens_finder_new (report, NULL, &error);
  g_autoptr (PoplensFinds) finds =
      poplens_finder_find_patterns (finder, "reduce", 20, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < finds->results->len; i++) {
    const PoplensFound *found = finds->results->pdata[i];
    if (!strstr (found->location, "filter.programs="))
      continue;
    g_assert_nonnull (strstr (found->location, "&program="));
    n++;
  }
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{
  /* The fixture has bytes only for variables without a name: gives them to named ones. */
  static const char *const named =
      "UPDATE var_bytes_by_eq_class SET unlowered_var_id = 5 + 4 * unlowered_var_id;";
  static const char *const nameless = "UPDATE compute_sets SET name = ''; UPDATE programs SET name "
                                      "= ''; UPDATE unlowered_vars SET name = '';";
  static const char *const bare = "DELETE FROM depth_first_steps; DROP TABLE eq_class_step;";

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/names", test_find_names);
  g_test_add_func ("/find/many-names", test_many_names);
#define ADD(path, sql, func) g_test_add (path, FindFixture, sql, find_set_up, func, find_tear_down)
  ADD ("/find/numbers", NULL, test_find_numbers);
  ADD ("/find/words", named, test_find_words);
  ADD ("/find/view-words", named, test_view_words);
  ADD ("/find/hints", NULL, test_hints);
  ADD ("/find/nameless", nameless, test_nameless);
  ADD ("/find/bare", bare, test_bare);
  ADD ("/find/most", NULL, test_most);
  ADD ("/find/cancelled", NULL, test_find_cancelled);
#undef ADD
  g_test_add_func ("/find/first-selected", test_first_selected);
  report_fixture_add ("/find/whole", test_find_in_reports, "integrals", "firehose", "demo-run",
                      "demo-compiled", NULL);
  report_fixture_test ("/find/views", test_find_views, "integrals", "firehose", "demo-run",
                       "demo-compiled", NULL);
  return g_test_run ();
}
