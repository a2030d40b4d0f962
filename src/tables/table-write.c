#include "tables/table.h"
#include "tables/table-text.h"
#include "tables/table-walk.h"

#define POLL_ROWS 4096

/* What is written, and how. */
typedef struct {
  const PoplensTable *table;
  const guint *columns;
  guint n_columns;
  const PoplensTableOutput *output;
  PoplensTextSink *sink;
  PoplensTableWalk walk;
} Writing;

/* "depth" of a tree's rows, unless the table has such a column itself. */
static gboolean
writes_depth (const PoplensTable *table)
{
  return poplens_table_is_tree (table) && poplens_table_find_column (table, "depth") < 0;
}

/* ---- where the numbers come from ---------------------------------------------------------------
 */

/* Lines that readers of CSV skip when told that '#' begins a remark. */
static void
write_csv_provenance (const PoplensTable *table, const guint *columns, guint n_columns,
                      PoplensTextSink *sink)
{
  for (guint c = 0; c < n_columns; c++) {
    const PoplensColumn *column = poplens_table_get_column (table, columns[c]);
    g_autofree char *doc = g_strdup (column->doc ? column->doc : "");
    poplens_text_sink_printf (sink, "# %s: %s, %s: %s\r\n", column->name,
                              poplens_provenance_name (column->provenance),
                              poplens_unit_name (column->unit), g_strdelimit (doc, "\r\n", ' '));
  }
}

static void
write_json_provenance (const PoplensTable *table, const guint *columns, guint n_columns,
                       PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "columns");
  for (guint c = 0; c < n_columns; c++) {
    const PoplensColumn *column = poplens_table_get_column (table, columns[c]);
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "name", column->name);
    poplens_json_string (json, "title", column->title);
    poplens_json_string (json, "unit", poplens_unit_name (column->unit));
    poplens_json_string (json, "provenance", poplens_provenance_name (column->provenance));
    poplens_json_string (json, "doc", column->doc);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

/* ---- rows --------------------------------------------------------------------------------------
 */

/* The next row; FALSE at the end, and where nobody reads on or it was cancelled. */
static gboolean
next_row (Writing *self, guint32 *row)
{
  if (self->walk.given % POLL_ROWS == 0) {
    if (g_cancellable_is_cancelled (self->output->cancellable))
      return FALSE;
    if (self->output->progress)
      self->output->progress (self->walk.at, poplens_table_walk_length (&self->walk),
                              self->output->progress_data);
  }
  return !poplens_text_sink_failed (self->sink) && poplens_table_walk_next (&self->walk, row);
}

static void
write_csv (Writing *self)
{
  const PoplensTable *table = self->table;
  PoplensCsvWriter csv = {.sink = self->sink};
  gboolean depth = writes_depth (table);
  PoplensNumber buffer;
  guint32 row;

  for (guint c = 0; c < self->n_columns; c++)
    poplens_csv_cell (&csv, poplens_table_get_column (table, self->columns[c])->name);
  if (depth)
    poplens_csv_cell (&csv, "depth");
  poplens_csv_end_row (&csv);
  while (next_row (self, &row)) {
    for (guint c = 0; c < self->n_columns; c++) {
      PoplensValue value = poplens_table_get (table, row, self->columns[c]);
      poplens_csv_cell (&csv, poplens_value_plain (&value, buffer));
    }
    if (depth) {
      g_snprintf (buffer, sizeof buffer, "%u", poplens_table_get_depth (table, row));
      poplens_csv_cell (&csv, buffer);
    }
    poplens_csv_end_row (&csv);
  }
}

static void
write_json_cell (PoplensJsonWriter *json, const char *key, const PoplensValue *value)
{
  if (value->type == POPLENS_VALUE_TEXT)
    poplens_json_string (json, key, value->text);
  else if (value->type == POPLENS_VALUE_REAL)
    poplens_json_double (json, key, value->real);
  else if (value->type == POPLENS_VALUE_NULL)
    poplens_json_null (json, key);
  else if (value->unit == POPLENS_UNIT_BOOL)
    poplens_json_bool (json, key, value->integer != 0);
  else
    poplens_json_int (json, key, value->integer);
}

static void
write_json (Writing *self)
{
  const PoplensTable *table = self->table;
  PoplensTextSink *sink = self->sink;
  gboolean depth = writes_depth (table), provenance = self->output->provenance;
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (sink);
  guint32 row;

  if (provenance) {
    poplens_json_begin_object (json, NULL);
    write_json_provenance (table, self->columns, self->n_columns, json);
  }
  poplens_json_begin_array (json, provenance ? "rows" : NULL);
  while (next_row (self, &row)) {
    if (self->walk.given > 1)
      poplens_text_sink_write (sink, "\n", 1);
    poplens_json_begin_object (json, NULL);
    for (guint c = 0; c < self->n_columns; c++) {
      PoplensValue value = poplens_table_get (table, row, self->columns[c]);
      write_json_cell (json, poplens_table_get_column (table, self->columns[c])->name, &value);
    }
    if (depth)
      poplens_json_int (json, "depth", poplens_table_get_depth (table, row));
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
  if (provenance)
    poplens_json_end_object (json);
  poplens_text_sink_write (sink, "\n", 1);
}

/* Rows as CSV or JSON. FALSE where cancelled. */
static gboolean
write_rows (Writing *self, PoplensTableFormat format, const PoplensTableView *view, GError **error)
{
  const PoplensTableOutput *output = self->output;
  PoplensTableCount count = {0};
  gboolean counted;

  poplens_table_walk_init (&self->walk, self->table, view, output);
  if (format == POPLENS_TABLE_CSV && output->provenance)
    write_csv_provenance (self->table, self->columns, self->n_columns, self->sink);
  if (format == POPLENS_TABLE_CSV)
    write_csv (self);
  else
    write_json (self);
  counted = !output->count || poplens_text_sink_failed (self->sink) ||
            poplens_table_walk_count (&self->walk, output->cancellable, &count);
  if (output->count && !poplens_text_sink_failed (self->sink))
    *output->count = count;
  poplens_table_walk_clear (&self->walk);
  return !g_cancellable_set_error_if_cancelled (output->cancellable, error) && counted;
}

gboolean
poplens_table_write (const PoplensTable *self, const PoplensTableView *view,
                     PoplensTableFormat format, const PoplensTableOutput *output,
                     PoplensTextSink *sink, GError **error)
{
  static const PoplensTableOutput exact = {.byte_unit = POPLENS_BYTE_UNIT_BYTES};
  g_autofree guint *all = NULL;
  const guint *columns;
  guint n_columns;
  guint32 n = view ? view->n : poplens_table_n_rows (self);

  if (!output)
    output = &exact;
  columns = output->columns;
  n_columns = output->n_columns;
  if (!columns) {
    n_columns = poplens_table_n_columns (self);
    columns = all = g_new (guint, MAX (n_columns, 1));
    for (guint c = 0; c < n_columns; c++)
      all[c] = c;
  }
  if (output->limit && output->limit < n)
    n = output->limit;
  if (format == POPLENS_TABLE_TEXT) {
    poplens_table_write_text (self, view, columns, n_columns, n, output, sink);
  } else {
    Writing writing = {self, columns, n_columns, output, sink, {0}};
    if (!write_rows (&writing, format, view, error))
      return FALSE;
  }
  return poplens_text_sink_flush (sink, error);
}
