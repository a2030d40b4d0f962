/* Tests of a session with two reports: which one is Before, and that swapping them reads nothing
 * again. */
#include "app/app-test.h"

#include "app/window/session.h"
#include "base/visible.h"
#include "derived/compare/compare-source.h"
#include "derived/headline.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"
#include "tables/engine/registry.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

typedef struct {
  char *folders[2];
  PoplensReport *reports[2]; /* the first is the report that was opened (home) */
  PoplensSession *session;
  guint shown; /* number of times that pages changed to another report */
} PairFixture;

/* @compiled: (nullable): time of compilation; NULL: not recorded */
static PoplensReport *
new_report (const char *folder, const char *compiled)
{
  const char *const options[] = {"--tiles", "32", "--without", "archive,debug", NULL};
  g_autofree char *path = g_build_filename (folder, "profile.pop", NULL);
  g_autofree char *sql = compiled ? g_strdup_printf ("UPDATE date_time SET string = '%s'", compiled)
                                  : g_strdup ("DELETE FROM date_time");
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_assert_true (run_demo (folder, options));
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  PoplensReport *report = poplens_report_open (folder, &error);
  g_assert_no_error (error);
  return report;
}

static void
on_shown (PairFixture *f)
{
  f->shown++;
}

static void
begin_session (PairFixture *f, const char *first, const char *second)
{
  g_autoptr (PoplensLocation) location =
      poplens_location_parse ("memory?breakdown=category&step=3&tile=5&variable=7", NULL);

  for (guint i = 0; i < 2; i++) {
    f->folders[i] = temp_dir_new ();
    f->reports[i] = new_report (f->folders[i], i ? second : first);
  }
  f->session = poplens_session_new (f->reports[0], location);
  g_signal_connect_swapped (f->session, "notify::report", G_CALLBACK (on_shown), f);
}

/* Starts the comparison as the window's bar does. */
static void
start_comparison (PairFixture *f)
{
  poplens_session_compare (f->session, f->folders[1]);
  poplens_session_set_second (f->session, f->reports[1],
                              poplens_compare_is_older (f->reports[1], f->reports[0], NULL));
}

static void
end_session (PairFixture *f)
{
  g_object_unref (f->session);
  for (guint i = 0; i < 2; i++) {
    g_object_unref (f->reports[i]);
    temp_dir_remove (f->folders[i]);
    g_free (f->folders[i]);
  }
}

static void
expect_before (const PairFixture *f, guint before)
{
  g_autoptr (PoplensReport) after = poplens_report_ref_other (f->reports[before]);
  g_autoptr (PoplensReport) none = poplens_report_ref_other (f->reports[!before]);
  const PoplensLocation *now = poplens_session_get_location (f->session);

  g_assert_true (poplens_session_get_report (f->session) == f->reports[before]);
  g_assert_true (poplens_session_get_home (f->session) == f->reports[0]);
  g_assert_true (after == f->reports[!before]);
  g_assert_null (none);
  g_assert_cmpstr (poplens_location_get (now, "before"), ==, before ? "other" : NULL);
  g_assert_cmpstr (poplens_location_get (now, "with"), ==, f->folders[1]);
}

static void
expect_keys (const PairFixture *f, const char *tile, const char *step, const char *variable)
{
  const PoplensLocation *now = poplens_session_get_location (f->session);

  g_assert_cmpint (poplens_location_get_page (now), ==, POPLENS_PAGE_MEMORY);
  g_assert_cmpstr (poplens_location_get (now, "breakdown"), ==, "category");
  g_assert_cmpstr (poplens_location_get (now, "tile"), ==, tile);
  g_assert_cmpstr (poplens_location_get (now, "step"), ==, step);
  g_assert_cmpstr (poplens_location_get (now, "variable"), ==, variable);
}

/* The opened report stays Before unless the other one is known to be older. */
static void
test_pair_order (void)
{
  static const struct {
    const char *first, *second;
    guint before;
  } cases[] = {
      {"2024-03-14 09:26:53", "2024-03-14 09:26:52", 1},
      {"2024-03-14 09:26:53", "2024-03-14 09:26:54", 0},
      {"2024-03-14 09:26:53", "2024-03-14 09:26:53", 0},
      {"2024-03-14 09:26:53", NULL, 0},
      {NULL, "2024-03-14 09:26:53", 0},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PairFixture f = {0};
    begin_session (&f, cases[i].first, cases[i].second);
    start_comparison (&f);
    expect_before (&f, cases[i].before);
    g_assert_cmpuint (f.shown, ==, cases[i].before);
    end_session (&f);
  }
}

/* A written location refers to the report that pages show, so that programs that do not know
 * "before" understand it. */
static void
test_written (void)
{
  PairFixture f = {0};

  begin_session (&f, "2024-03-14 09:26:53", "2023-03-14 09:26:53");
  start_comparison (&f);
  g_autoptr (PoplensLocation) written = poplens_session_to_written (f.session);
  g_assert_cmpstr (poplens_location_get (written, "with"), ==, f.folders[0]);
  g_assert_cmpstr (poplens_location_get (written, "before"), ==, NULL);
  end_session (&f);
}

/* Going back restores the order of the reports at that time; ending the comparison shows the report
 * that was opened. */
static void
test_way (void)
{
  PairFixture f = {0};

  begin_session (&f, "2024-03-14 09:26:53", "2023-03-14 09:26:53");
  start_comparison (&f);
  expect_keys (&f, "5", NULL, NULL);
  poplens_session_swap (f.session);
  expect_before (&f, 0);
  poplens_session_go_back (f.session);
  expect_before (&f, 1);
  poplens_session_go_to_page (f.session, POPLENS_PAGE_SUMMARY);
  expect_before (&f, 1);
  poplens_session_go_to_page (f.session, POPLENS_PAGE_MEMORY);
  expect_keys (&f, "5", NULL, NULL);

  poplens_session_compare (f.session, NULL);
  poplens_session_set_second (f.session, NULL, FALSE);
  g_assert_true (poplens_session_get_report (f.session) == f.reports[0]);
  g_assert_null (poplens_location_get (poplens_session_get_location (f.session), "before"));
  g_autoptr (PoplensReport) none = poplens_report_ref_other (f.reports[1]);
  g_assert_null (none);

  /* Goes back to before the comparison. */
  while (poplens_session_can_go_back (f.session))
    poplens_session_go_back (f.session);
  expect_keys (&f, "5", "3", "7");
  end_session (&f);
}

/* Reports in folders of the same name are named with as much of the path as distinguishes them,
 * also if only After is shown. */
static void
test_same_names (void)
{
  g_autofree char *folder = temp_dir_new ();
  PoplensReport *reports[2];

  for (guint i = 0; i < 2; i++) {
    g_autofree char *parent = g_build_filename (folder, i ? "sy" : "sx", NULL);
    g_autofree char *path = g_build_filename (parent, "run", NULL);
    g_assert_cmpint (g_mkdir (parent, 0700), ==, 0);
    reports[i] = new_report (path, NULL);
  }
  g_autofree char *second = g_build_filename (folder, "sy", "run", NULL);
  g_autoptr (PoplensLocation) location = poplens_location_parse ("memory", NULL);
  g_autoptr (PoplensSession) session = poplens_session_new (reports[0], location);
  poplens_session_compare (session, second);
  g_autofree char *alone = poplens_session_name_reports (session, POPLENS_LINE_BYTES);
  g_assert_cmpstr (alone, ==, "run");
  poplens_session_set_second (session, reports[1], FALSE);
  g_autofree char *both = poplens_session_name_reports (session, POPLENS_LINE_BYTES);
  g_assert_cmpstr (both, ==, "sx/run → sy/run");
  g_autoptr (PoplensLocation) after =
      poplens_location_with (poplens_session_get_location (session), "compare", "after");
  poplens_session_visit (session, after);
  g_autofree char *turned = poplens_session_name_reports (session, POPLENS_LINE_BYTES);
  g_assert_cmpstr (turned, ==, "sy/run");
  for (guint i = 0; i < 2; i++)
    g_object_unref (reports[i]);
  temp_dir_remove (folder);
}

/* A link to After alone changes no order: its page and heading are of After, those that follow of
 * both reports. */
static void
test_after_alone (void)
{
  for (guint older = 0; older < 2; older++) {
    PairFixture f = {0};
    begin_session (&f, "2024-03-14 09:26:53",
                   older ? "2023-03-14 09:26:53" : "2025-03-14 09:26:53");
    start_comparison (&f);
    g_autofree char *both = poplens_session_name_reports (f.session, POPLENS_LINE_BYTES);
    g_autofree char *short_names = poplens_session_name_reports (f.session, 8);
    g_assert_cmpuint (strlen (short_names), <, strlen (both));
    g_assert_nonnull (strstr (short_names, " → "));
    g_autofree char *folder = poplens_session_name_places (f.session);
    g_autofree char *parent = g_path_get_dirname (f.folders[0]);
    g_assert_cmpstr (folder, ==, parent);
    g_autoptr (PoplensLocation) alone =
        poplens_location_with (poplens_session_get_location (f.session), "compare", "after");
    poplens_session_visit (f.session, alone);
    g_autofree char *one = poplens_session_name_reports (f.session, POPLENS_LINE_BYTES);
    g_autofree char *path = poplens_session_name_places (f.session);
    g_assert_cmpstr (path, ==, f.folders[!older]);
    g_autoptr (PoplensLocation) written = poplens_session_to_written (f.session);
    g_assert_true (poplens_session_get_report (f.session) == f.reports[!older]);
    g_assert_true (poplens_session_is_turned (f.session));
    g_assert_cmpint (poplens_session_home_is_after (f.session), ==, older);
    g_assert_nonnull (strstr (both, one));
    g_assert_null (poplens_location_get (written, "with"));
    g_assert_cmpstr (poplens_location_get (written, "compare"), !=, "after");

    poplens_session_go_to_page (f.session, POPLENS_PAGE_SUMMARY);
    g_autofree char *again = poplens_session_name_reports (f.session, POPLENS_LINE_BYTES);
    g_assert_cmpstr (again, ==, both);
    expect_before (&f, older);
    poplens_session_go_back (f.session);
    g_assert_true (poplens_session_get_report (f.session) == f.reports[!older]);
    /* The page's switch of comparison. */
    g_autoptr (PoplensLocation) on =
        poplens_location_with (poplens_session_get_location (f.session), "compare", NULL);
    poplens_session_go (f.session, on);
    expect_before (&f, older);
    /* By the name of the side. */
    poplens_session_show_only (f.session, "after");
    g_assert_true (poplens_session_get_report (f.session) == f.reports[!older]);
    g_assert_true (poplens_session_is_turned (f.session));
    poplens_session_show_only (f.session, "before");
    g_assert_false (poplens_session_is_turned (f.session));
    expect_before (&f, older);
    g_assert_cmpstr (poplens_location_get (poplens_session_get_location (f.session), "compare"), ==,
                     "before");
    poplens_session_show_only (f.session, NULL);
    g_assert_cmpstr (poplens_location_get (poplens_session_get_location (f.session), "compare"), ==,
                     NULL);
    expect_before (&f, older);
    end_session (&f);
  }
}

/* Deletes both folders: reading anything again would fail. */
static void
test_nothing_read (void)
{
  PairFixture f = {0};
  const PoplensMemory *memory[2];

  begin_session (&f, "2023-03-14 09:26:53", "2024-03-14 09:26:53");
  start_comparison (&f);
  for (guint i = 0; i < 2; i++) {
    memory[i] = poplens_report_load_memory (f.reports[i], NULL, NULL);
    g_assert_nonnull (memory[i]);
    temp_dir_remove (f.folders[i]);
  }
  for (guint turn = 0; turn < 3; turn++) {
    poplens_session_swap (f.session);
    expect_before (&f, !(turn & 1));
    expect_keys (&f, "5", NULL, NULL);
    for (guint i = 0; i < 2; i++)
      g_assert_true (poplens_report_load_memory (f.reports[i], NULL, NULL) == memory[i]);
    g_assert_null (poplens_report_load_programs (f.reports[0], NULL, NULL));
  }
  g_assert_cmpuint (f.shown, ==, 3);
  end_session (&f);
}

/* Returns the number of figures of a comparison that @side has. */
static guint
count_figures (PoplensReport *before, const char *side)
{
  g_autoptr (PoplensLocation) all = poplens_location_parse ("summary?same=yes", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table = poplens_tables_compare ("summary", before, all, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  int column = poplens_table_find_column (table, side);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += poplens_table_get (table, row, (guint) column).type != POPLENS_VALUE_NULL;
  return n;
}

/* The state before a reload has the figures of a comparison if they were prepared, and none if
 * nothing was loaded, which is not an error. */
static void
test_past (void)
{
  PairFixture f = {0};

  begin_session (&f, "2023-03-14 09:26:53", "2024-03-14 09:26:53");
  poplens_headline_prepare (f.reports[0], NULL);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensReport) now = poplens_report_reopen (f.reports[i], &error);
    g_assert_no_error (error);
    poplens_report_leave_files (f.reports[i]);
    poplens_report_set_other (f.reports[i], now);
    guint after = count_figures (f.reports[i], "value_after");
    g_assert_cmpuint (after, >, 10);
    g_assert_cmpuint (count_figures (f.reports[i], "value_before"), ==, i ? 0 : after);
    poplens_report_set_other (f.reports[i], NULL);
  }
  end_session (&f);
}

void
add_pair_tests (void)
{
  g_test_add_func ("/app/pair/order", test_pair_order);
  g_test_add_func ("/app/pair/written", test_written);
  g_test_add_func ("/app/pair/way", test_way);
  g_test_add_func ("/app/pair/alone", test_after_alone);
  g_test_add_func ("/app/pair/same-names", test_same_names);
  g_test_add_func ("/app/pair/nothing-read", test_nothing_read);
  g_test_add_func ("/app/pair/past", test_past);
}
