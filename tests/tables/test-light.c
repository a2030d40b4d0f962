/* Tests of the tables of lightweight profiling against plain SQL. */
#include "support/report-fixture.h"
#include "support/table-cells.h"
#include "tables/engine/registry.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)

static PoplensTable *
build_light_table (PoplensReport *report, const char *name, const char *location)
{
  g_autoptr (PoplensLocation) parsed = poplens_location_parse (location, NULL);
  g_autoptr (GError) error = NULL;
  PoplensTable *table = poplens_tables_build (name, report, parsed, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static void
test_light_blocks (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (sqlite3) db = report_fixture_open_sql (report);
  g_autoptr (PoplensTable) table = build_light_table (report, "blocks", "trace");
  g_autoptr (PoplensTable) one = build_light_table (report, "blocks", "trace?ipu=1");
  gint64 tiles = report_fixture_ask (db, "SELECT tiles_per_ipu FROM target_info");

  g_assert_cmpuint (poplens_table_n_rows (table), ==,
                    report_fixture_ask (db, "SELECT count(*) FROM blocks"));
  g_assert_cmpuint (
      poplens_table_n_rows (one), ==,
      report_fixture_ask (db, "SELECT count(*) FROM blocks WHERE tile / %d = 1", (int) tiles));
  gint64 middle = report_fixture_ask (db, "SELECT avg(cycles_from) FROM blocks");
  g_autofree char *early = g_strdup_printf ("trace?range=0-%" G_GINT64_FORMAT, middle);
  g_autoptr (PoplensTable) some = build_light_table (report, "blocks", early);
  g_assert_cmpuint (
      poplens_table_n_rows (some), ==,
      report_fixture_ask (db, "SELECT count(*) FROM blocks WHERE cycles_from < %" G_GINT64_FORMAT,
                          middle));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    g_assert_cmpint (
        report_fixture_ask (
            db,
            "SELECT count(*) FROM blocks WHERE tile = %d AND cycles_from = %" G_GINT64_FORMAT
            " AND cycles_to - cycles_from = %" G_GINT64_FORMAT " AND coalesce(block_id, -1) = %d",
            (int) table_int (table, row, "tile"), table_int (table, row, "from"),
            table_int (table, row, "cycles"), (int) table_int (table, row, "block")),
        >=, 1);
}

static void
check_statistics (PoplensReport *report, sqlite3 *db, gint64 from, gint64 to)
{
  g_autofree char *location =
      g_strdup_printf ("trace?by=program&range=%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, from, to);
  g_autoptr (PoplensTable) table = build_light_table (report, "blocks", location);
  g_autofree char *touch = g_strdup_printf ("FROM blocks WHERE cycles_from < %" G_GINT64_FORMAT
                                            " AND (cycles_to > %" G_GINT64_FORMAT
                                            " OR cycles_from >= %" G_GINT64_FORMAT ")",
                                            to, from, from);
  g_autofree char *cut = g_strdup_printf (
      "min(cycles_to, %" G_GINT64_FORMAT ") - max(cycles_from, %" G_GINT64_FORMAT ")", to, from);

  g_assert_cmpint (
      poplens_table_n_rows (table), ==,
      report_fixture_ask (db, "SELECT count(*) FROM (SELECT DISTINCT type, block_id %s)", touch));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    g_autofree char *which = g_strdup_printf (
        "%s AND coalesce(block_id, -1) = %" G_GINT64_FORMAT
        " AND type = instr('Common    StreamCopyOverflow  Anonymous Block flush', '%s') / 10",
        touch, table_int (table, row, "block"), table_text (table, row, "type"));
    g_assert_cmpint (table_int (table, row, "blocks"), ==,
                     report_fixture_ask (db, "SELECT count(*) %s", which));
    g_assert_cmpint (table_int (table, row, "tiles"), ==,
                     report_fixture_ask (db, "SELECT count(DISTINCT tile) %s", which));
    g_assert_cmpint (table_int (table, row, "cycles"), ==,
                     report_fixture_ask (db, "SELECT sum(%s) %s", cut, which));
    g_assert_cmpint (table_int (table, row, "shortest"), ==,
                     report_fixture_ask (db, "SELECT min(%s) %s", cut, which));
    g_assert_cmpint (table_int (table, row, "longest"), ==,
                     report_fixture_ask (db, "SELECT max(%s) %s", cut, which));
  }
}

static void
test_statistics (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (sqlite3) db = report_fixture_open_sql (report);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  gint64 first = report_fixture_ask (db, "SELECT min(cycles_from) FROM blocks");
  gint64 last = report_fixture_ask (db, "SELECT max(cycles_to) FROM blocks");

  check_statistics (report, db, first, last + 1);
  for (guint i = 0; i < 8; i++) {
    gint64 from = first + (gint64) (g_rand_double (rand) * (double) (last - first));
    gint64 to = from + 1 + (gint64) (g_rand_double (rand) * (double) (last - from));
    check_statistics (report, db, from, to);
  }
}

static void
test_light_tiles (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (sqlite3) db = report_fixture_open_sql (report);
  g_autoptr (PoplensTable) table = build_light_table (report, "blocks", "trace?by=tile");

  g_assert_cmpuint (poplens_table_n_rows (table), ==,
                    report_fixture_ask (db, "SELECT count(DISTINCT tile) FROM blocks"));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    int tile = (int) table_int (table, row, "tile");
    g_assert_cmpint (
        table_int (table, row, "overflows"), ==,
        report_fixture_ask (db, "SELECT count(*) FROM blocks WHERE type = 2 AND tile = %d", tile));
    /* Overflows of a tile are not adjacent in this report. */
    g_assert_cmpint (table_int (table, row, "lost"), ==,
                     report_fixture_ask (db,
                                         "SELECT coalesce(sum(cycles_to - cycles_from), 0) FROM "
                                         "blocks WHERE type = 2 AND tile = %d",
                                         tile));
    g_assert_cmpint (
        table_int (table, row, "flushes"), ==,
        report_fixture_ask (db, "SELECT count(*) FROM blocks WHERE type = 4 AND tile = %d", tile));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/light/blocks", test_light_blocks);
  g_test_add_func ("/tables/light/statistics", test_statistics);
  g_test_add_func ("/tables/light/tiles", test_light_tiles);
  return g_test_run ();
}
