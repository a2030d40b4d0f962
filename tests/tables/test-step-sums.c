/* Sums of executed steps: the same in whatever order the file has its rows. */
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"
#include "tables/registry.h"

#include <string.h>

/* Every cell of the table as text. (transfer full) */
static char *
text_of (const char *dir, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensTable) table = poplens_tables_build (name, report, NULL, NULL, &error);
  g_assert_no_error (error);
  GString *text = g_string_new (NULL);

  for (guint32 r = 0; r < poplens_table_n_rows (table); r++)
    for (guint c = 0; c < poplens_table_n_columns (table); c++) {
      PoplensNumber buffer;
      PoplensValue value = poplens_table_get (table, r, c);
      g_string_append_printf (text, "%s ", poplens_value_plain (&value, buffer));
    }
  return g_string_free (text, FALSE);
}

static char *
tables_of (const char *sql)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  mini_profile_write (path, sql);
  g_autofree char *top = text_of (dir, "trace-top");
  g_autofree char *range = text_of (dir, "trace-range");
  temp_dir_remove (dir);
  return g_strconcat (top, "\n", range, NULL);
}

static void
test_orders (void)
{
  static const char *const orders[] = {
      /* backwards, so that slices by the index have to do */
      "CREATE TABLE t AS SELECT * FROM steps_by_ipu ORDER BY step_id DESC, ipu DESC;"
      "DELETE FROM steps_by_ipu; INSERT INTO steps_by_ipu SELECT * FROM t",
      /* with rows of the whole device, which count nothing, between them */
      "CREATE TABLE t AS SELECT * FROM steps_by_ipu; DELETE FROM steps_by_ipu;"
      "INSERT INTO steps_by_ipu SELECT s, i, b, 1, 1, 1, 1, 1, 1, 1, 1, 1, 77, 1, 1, 1, 1, NULL "
      "FROM"
      " (SELECT 0 s, NULL i, 0 b); INSERT INTO steps_by_ipu SELECT * FROM t",
      /* in pieces that lie far apart */
      "UPDATE steps_by_ipu SET rowid = rowid * 1000000",
      /* from a row id below the first piece on */
      "UPDATE steps_by_ipu SET rowid = rowid - 3",
  };
  g_autofree char *plain = tables_of (NULL);

  g_assert_nonnull (strstr (plain, "30"));
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++) {
    g_autofree char *other = tables_of (orders[i]);
    g_assert_cmpstr (other, ==, plain);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step-sums/orders", test_orders);
  return g_test_run ();
}
