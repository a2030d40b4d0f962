/* Tests of the Memory page on reports with several replicas, which list the tiles of one replica
 * (as real reports do) or of all. */
#include "pages/trace-fixture.h"

#include "charts/floor/floor.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

/* Writes a small demo report to a new temporary folder. @sql: (nullable): statements to run on its
 * profile. (transfer full): the folder */
static char *
write_demo (const char *replicas, const char *ipus, const char *sql)
{
  char *folder = temp_dir_new ();
  g_autofree char *profile = g_build_filename (folder, "profile.pop", NULL);
  const char *const options[] = {replicas, ipus, "--tiles=48", NULL};
  sqlite3 *db = NULL;

  g_assert_true (run_demo (folder, options));
  if (!sql)
    return folder;
  g_assert_cmpint (sqlite3_open (profile, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  return folder;
}

static PoplensReport *
open_replicas_report (const char *folder)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (folder, &error);

  g_assert_no_error (error);
  return report;
}

static const char *
replicas_notice (const PoplensPage *page)
{
  const PoplensSection *section = poplens_page_find_section (page, "replicas");

  return section ? section->text : NULL;
}

static guint64
sum_chart_values (const PoplensPage *page)
{
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  guint64 sum = 0;

  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++)
    sum += poplens_chart_get_value (chart, 0, i);
  return sum;
}

/* If the file lists one replica, its tiles represent every replica, and the page says so. */
static void
test_one_listed (void)
{
  g_autofree char *folder = write_demo ("--replicas=3", "--ipus=2", NULL);
  g_autoptr (PoplensReport) report = open_replicas_report (folder);
  g_autoptr (PoplensPage) all = trace_page (report, "memory?view=map");
  g_autoptr (PoplensPage) first = trace_page (report, "memory?view=map&replica=0");
  g_autoptr (PoplensPage) last = trace_page (report, "memory?view=map&replica=2");
  const PoplensControl *control = poplens_page_find_control (last, "ipu");
  static const char *const options[] = {"all", "0", "1", "replica:0", "replica:1", "replica:2"};

  g_assert_cmpint (control->n_options, ==, G_N_ELEMENTS (options));
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    g_assert_cmpstr (control->options[i], ==, options[i]);
  g_assert_cmpint (control->current, ==, 5);
  g_assert_cmpint (sum_chart_values (first), ==, sum_chart_values (all));
  g_assert_cmpint (sum_chart_values (last), ==, sum_chart_values (all));
  g_assert_nonnull (
      strstr (replicas_notice (last), "Replica 2 (IPUs 4 and 5) is assumed identical"));
  g_assert_nonnull (strstr (replicas_notice (first), "96 tiles of one replica"));
  temp_dir_remove (folder);
}

/* If the file lists all replicas, each has its own tiles, in graphs and tables. */
static void
test_all_listed (void)
{
  g_autofree char *folder =
      write_demo ("--replicas=1", "--ipus=2",
                  "UPDATE target_info SET num_replicas = 2, ipus_per_replica = 1, "
                  "tiles_per_replica = tiles_per_ipu");
  g_autoptr (PoplensReport) report = open_replicas_report (folder);
  sqlite3 *db = report_fixture_open_sql (report);

  for (int r = 0; r < 2; r++) {
    g_autofree char *text = g_strdup_printf ("memory?breakdown=none&order=use&replica=%d", r);
    g_autofree char *map = g_strdup_printf ("memory?view=map&replica=%d", r);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    g_autoptr (PoplensPage) plan = trace_page (report, map);
    gint64 want =
        report_fixture_ask (db, "SELECT sum (total) FROM memory_by_tile WHERE tile / 48 = %d", r);
    const PoplensTable *tiles = poplens_page_find_section (page, "memory-tiles")->table;
    int column = poplens_table_find_column (tiles, "total");
    PoplensFloorCell cell;
    g_assert_cmpint (sum_chart_values (page), ==, want);
    g_assert_cmpint (sum_chart_values (plan), ==, want);
    g_assert_cmpint (poplens_table_n_rows (tiles), ==, 48);
    g_assert_cmpint (poplens_table_sum (tiles, (guint) column, NULL, 0).integer, ==, want);
    g_assert_true (poplens_chart_get_floor_cell (poplens_page_get_chart (plan)->chart, 47, &cell));
    g_assert_cmpint (cell.group, ==, 0);
    g_assert_nonnull (strstr (replicas_notice (page), r ? ": tiles 48 to 95" : ": tiles 0 to 47"));
  }
  /* IPUs are numbered across all replicas, in the tables too. */
  g_autoptr (PoplensPage) ipu = trace_page (report, "memory?breakdown=none&ipu=1");
  g_assert_cmpint (poplens_table_n_rows (poplens_page_find_section (ipu, "memory-tiles")->table),
                   ==, 48);
  sqlite3_close (db);
  temp_dir_remove (folder);
}

/* With one replica there is no control for it; an IPU and a replica are never selected together. */
static void
test_choice (void)
{
  g_autofree char *folder = write_demo ("--replicas=2", "--ipus=2", NULL);
  g_autofree char *plain = write_demo ("--replicas=1", "--ipus=2", NULL);
  g_autoptr (PoplensReport) report = open_replicas_report (folder);
  g_autoptr (PoplensReport) one = open_replicas_report (plain);
  g_autoptr (PoplensPage) page = trace_page (report, "memory");
  g_autoptr (PoplensPage) without = trace_page (one, "memory");
  g_autoptr (PoplensLocation) second =
      poplens_page_choose (page, page->location, "ipu", "replica:1");
  g_autoptr (PoplensLocation) ipu = poplens_page_choose (page, second, "ipu", "0");
  g_autoptr (PoplensLocation) all = poplens_page_choose (page, second, "ipu", "all");

  g_assert_cmpint (poplens_page_find_control (without, "ipu")->n_options, ==, 3);
  g_assert_null (replicas_notice (without));
  g_assert_cmpint (poplens_page_find_control (page, "ipu")->n_options, ==, 5);
  g_assert_cmpstr (poplens_location_get (second, "replica"), ==, "1");
  g_assert_cmpstr (poplens_location_get (second, "ipu"), ==, NULL);
  g_assert_cmpstr (poplens_location_get (ipu, "ipu"), ==, "0");
  g_assert_cmpstr (poplens_location_get (ipu, "replica"), ==, NULL);
  g_assert_true (poplens_location_equal (all, page->location));
  temp_dir_remove (folder);
  temp_dir_remove (plain);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-replicas/one-listed", test_one_listed);
  g_test_add_func ("/memory-replicas/all-listed", test_all_listed);
  g_test_add_func ("/memory-replicas/choice", test_choice);
  return g_test_run ();
}
