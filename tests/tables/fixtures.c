/* Tables made by hand for tests, and tables and views as strings. */
#include "tables/fixtures.h"

#include "tables/engine/registry.h"

static void
fixture_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const FixtureRow *r = &((const FixtureRow *) data)[row];

  if (column == 0) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = r->name;
  } else if (column == 1 && r->value != G_MININT64) {
    value->type = POPLENS_VALUE_INT;
    value->integer = r->value;
  } else if (column == 2 && !(r->share < 0)) {
    value->type = POPLENS_VALUE_REAL;
    value->real = r->share;
  }
}

PoplensTable *
fixture_table (const FixtureRow *rows, guint32 n, gboolean tree)
{
  PoplensTable *table = poplens_table_new ("fixture", "Fixture", n, fixture_cell,
                                           g_memdup2 (rows, n * sizeof *rows), g_free, NULL);

  poplens_table_add_column (table, "name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "A name.");
  poplens_table_add_column (table, "value", "Value", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                            "A count.");
  poplens_table_add_column (table, "share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                            "A part.");
  if (tree) {
    guint16 *depths = g_new (guint16, n + 1);
    for (guint32 row = 0; row < n; row++)
      depths[row] = rows[row].depth;
    poplens_table_set_depths (table, depths);
  }
  return table;
}

char *
fixture_view_rows (const PoplensTableView *view)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < view->n; i++)
    g_string_append_printf (text, "%s%u", i ? " " : "", view->rows[i]);
  return g_string_free (text, FALSE);
}

char *
fixture_write (const PoplensTable *table, const PoplensTableView *view, PoplensTableFormat format,
               const PoplensTableOutput *output)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_table_write (table, view, format, output, sink, &error));
  g_assert_no_error (error);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

char *
fixture_write_series (PoplensTableSeries *series, const PoplensSeriesQuery *query,
                      PoplensTableFormat format, const PoplensTableOutput *output)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_table_series_write (series, query, format, output, sink, &error));
  g_assert_no_error (error);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

PoplensTable *
fixture_build (PoplensReport *report, const char *name, const char *location_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (location_text, &error);
  PoplensTable *table;

  g_assert_no_error (error);
  table = poplens_tables_build (name, report, location, NULL, &error);
  g_assert_no_error (error);
  return table;
}

gint64
fixture_total (const PoplensTable *table, const char *column)
{
  PoplensValue value;
  int c = poplens_table_find_column (table, column);

  g_assert_cmpint (c, >=, 0);
  g_assert_true (poplens_table_get_total (table, (guint) c, &value));
  g_assert_cmpint (value.type, ==, POPLENS_VALUE_INT);
  return value.integer;
}

void
fixture_add_test (const char *suite, const char *test, GTestDataFunc func)
{
  static const char *const names[] = {"integrals", "firehose", "firehose-killed", "demo",
                                      "demo-compiled"};

  for (guint n = 0; n < G_N_ELEMENTS (names); n++) {
    g_autofree char *path = g_strdup_printf ("/tables/%s/%s/%s", suite, test, names[n]);
    g_test_add_data_func (path, names[n], func);
  }
}
