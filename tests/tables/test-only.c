/* Tests of limiting tables to an operation: what remains is what the table of operations has for it
 * (tests/cli/operations.py checks that table against the file), and all operations add up to
 * everything. */
#include "base/error.h"

#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

static gint64
sum_column (const PoplensTable *table, const char *name)
{
  int column = poplens_table_find_column (table, name);
  gint64 sum = 0;

  g_assert_cmpint (column, >=, 0);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, (guint) column);
    if (!poplens_table_get_depth (table, row) && value.type == POPLENS_VALUE_INT)
      sum += value.integer;
  }
  return sum;
}

/* Builds a table. @location: with "?"; @operation: (nullable). (transfer full) (nullable): NULL if
 * the report lacks a part */
static PoplensTable *
build_only_table (PoplensReport *report, const char *name, const char *location, const char *layer,
                  const char *operation)
{
  g_autofree char *text =
      operation ? g_strdup_printf ("%s&layer=%s&operation=%s", location, layer, operation)
                : g_strdup (location);
  g_autoptr (PoplensLocation) parsed = poplens_location_parse (text, NULL);
  g_autoptr (GError) error = NULL;
  PoplensTable *table = poplens_tables_build (name, report, parsed, NULL, &error);

  if (!g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    g_assert_no_error (error);
  return table;
}

/* ---- each one -------------------------------------------------------------------------------- */

static void
check_one_operation (PoplensReport *report, const PoplensTable *operations, guint32 row,
                     const char *layer)
{
  static const char *const same[][4] = {
      {"memory-tiles", "memory?tile=0-99999", "bytes", "variable_bytes"},
      {"live-variables", "liveness?always-live=yes", "live", "peak_bytes"},
      {"trace-types", "trace?fold=no", "tile_cycles", "tile_cycles"},
      {"trace-steps", "trace?fold=no", "cycles", "cycles"},
  };
  g_autofree char *key =
      g_strdup (poplens_table_get (operations, row,
                                   (guint) poplens_table_find_column (operations, "operation"))
                    .text);

  for (guint i = 0; i < G_N_ELEMENTS (same); i++) {
    g_autoptr (PoplensTable) table = build_only_table (report, same[i][0], same[i][1], layer, key);
    int column = poplens_table_find_column (operations, same[i][3]);
    PoplensValue value = poplens_table_get (operations, row, (guint) column);
    if (table)
      g_assert_cmpint (sum_column (table, same[i][2]), ==,
                       value.type == POPLENS_VALUE_INT ? value.integer : 0);
  }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static const struct {
  const char *name, *location, *column;
  gboolean by_row; /* each row belongs to one operation */
} wholes[] = {
    {"tile-variables", "memory?tile=3", "size", TRUE},
    {"tile-variables", "memory?by=variable&tile=3,4", "size", FALSE},
    {"live-variables", "liveness?step=1", "live", TRUE},
    {"live-variables", "liveness?step=1,2", "live", TRUE},
    {"not-always-live-variables", "liveness?step=2", "born", TRUE},
    {"always-live-variables", "liveness?always-live=yes", "always_live", TRUE},
    {"peak-variables", "liveness?tile=3", "live", TRUE},
    {"variables", "liveness?tile=3", "bytes", TRUE},
    {"variables", "liveness?always-live=yes", "at_peak", TRUE},
    {"variables", "liveness?by=kind", "bytes", TRUE},
    {"liveness-steps", "liveness?always-live=yes", "total", FALSE},
    {"liveness-steps", "liveness?tile=3", "not_always_live", FALSE},
    {"trace-steps", "trace?range=1000..200000", "cycles", TRUE},
    {"trace-types", "trace?range=1000..200000", "cycles", FALSE},
    {"trace-types", "trace?fold=no", "steps", FALSE},
    {"trace-costs", "trace?by=program", "cycles", FALSE},
    {"trace-costs", "trace?by=operation&waits=yes", "cycles", FALSE},
    {"trace-slowest", "trace?fold=no", "cycles", TRUE},
    {"trace-exchanges", "trace?fold=no", "cycles", TRUE},
};

/* Checks that each table is the sum over all operations. Returns the number of tables that have
 * rows of several operations. */
static guint
check_all_operations (PoplensReport *report, const PoplensTable *operations, const char *layer)
{
  guint key = (guint) poplens_table_find_column (operations, "operation"), parted = 0;

  for (guint i = 0; i < G_N_ELEMENTS (wholes); i++) {
    g_autoptr (PoplensTable) all =
        build_only_table (report, wholes[i].name, wholes[i].location, NULL, NULL);
    gboolean is_parted = FALSE;
    gint64 sum = 0;
    guint32 n = 0;
    for (guint32 row = 0; all && row < poplens_table_n_rows (operations); row++) {
      g_autofree char *of = g_strdup (poplens_table_get (operations, row, key).text);
      g_autoptr (PoplensTable) part =
          build_only_table (report, wholes[i].name, wholes[i].location, layer, of);
      sum += sum_column (part, wholes[i].column);
      n += poplens_table_n_rows (part);
      is_parted |= poplens_table_n_rows (part) > 0 &&
                   poplens_table_n_rows (part) < poplens_table_n_rows (all);
    }
    if (all)
      g_assert_cmpint (sum, ==, sum_column (all, wholes[i].column));
    if (all && wholes[i].by_row)
      g_assert_cmpuint (n, ==, poplens_table_n_rows (all));
    parted += wholes[i].by_row && is_parted;
  }
  return parted;
}

static void
test_only (PoplensReport *report)
{
  g_autoptr (PoplensTable) layers = build_only_table (report, "layers", "operations", NULL, NULL);
  guint most = 0;

  for (guint32 l = 0; l < poplens_table_n_rows (layers); l++) {
    g_autofree char *layer = g_strdup (poplens_table_get (layers, l, 0).text);
    g_autofree char *location = g_strconcat ("operations?layer=", layer, NULL);
    g_autoptr (PoplensTable) operations =
        build_only_table (report, "operations", location, NULL, NULL);
    for (guint32 row = 0; row < poplens_table_n_rows (operations); row++)
      check_one_operation (report, operations, row, layer);
    if (poplens_table_n_rows (operations) < 100)
      most = MAX (most, check_all_operations (report, operations, layer));
  }
  if (poplens_table_n_rows (layers))
    g_assert_cmpuint (most, >=, 4);
}

/* ---- what is said ---------------------------------------------------------------------------- */

static void
test_said (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensTable) of_one =
      build_only_table (report, "memory-tiles", "memory?unit=si", "xla_op", "unattributed");
  g_autoptr (PoplensTable) of_all =
      build_only_table (report, "memory-categories", "memory?unit=si", "xla_op", "unattributed");
  g_autoptr (PoplensTable) elsewhere =
      build_only_table (report, "memory-tiles", "operations?unit=si", "xla_op", "unattributed");

  g_assert_true (g_str_has_prefix (poplens_table_get_note (of_one), "Only Unattributed"));
  g_assert_true (
      g_str_has_prefix (poplens_table_get_note (of_all), "Not filtered: covers all operations"));
  g_assert_cmpint (poplens_table_find_column (elsewhere, "total_including_gaps"), >=, 0);
}

/* A table says exactly once whether it is limited to the operation. */
static void
test_said_once (void)
{
  static const char *const pages[] = {"memory?unit=si", "liveness?unit=si", "trace?unit=si"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  guint n, n_only = 0;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint i = 0; i < n; i++)
    for (guint p = 0; p < G_N_ELEMENTS (pages); p++) {
      g_autoptr (PoplensLocation) location = poplens_location_parse (pages[p], NULL);
      if (specs[i].page != poplens_location_get_page (location))
        continue;
      g_autoptr (PoplensTable) of_all =
          build_only_table (report, specs[i].name, pages[p], NULL, NULL);
      g_autoptr (PoplensTable) of_one =
          build_only_table (report, specs[i].name, pages[p], "xla_op", "unattributed");
      const char *note = of_one ? poplens_table_get_note (of_one) : NULL;
      gboolean only = note && strstr (note, "nly Unattributed");
      g_assert_false (only && strstr (note, "Not filtered: "));
      if (note && strstr (note, "Not filtered: "))
        g_assert_cmpuint (poplens_table_n_rows (of_one), ==, poplens_table_n_rows (of_all));
      n_only += only;
    }
  g_assert_cmpuint (n_only, >=, 12);
}

static void
test_only_misuse (void)
{
  static const char *const wrong[][2] = {{"memory-details", "memory?operation=nothing"},
                                         {"trace-steps", "trace?layer=nothing"},
                                         {"variables", "liveness?operation=99999999"}};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (PoplensLocation) location = poplens_location_parse (wrong[i][1], NULL);
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_tables_build (wrong[i][0], report, location, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
}

int
main (int argc, char *argv[])
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/tables/only", test_only, "integrals", "firehose", "demo", NULL);
  g_test_add_func ("/tables/only/said", test_said);
  g_test_add_func ("/tables/only/said-once", test_said_once);
  g_test_add_func ("/tables/only/misuse", test_only_misuse);
  return g_test_run ();
}
