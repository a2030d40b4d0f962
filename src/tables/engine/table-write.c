#include "tables/engine/table-write.h"

#include "tables/engine/table-text.h"
#include "tables/engine/table-walk.h"

#define POLL_ROWS 4096

gboolean
poplens_table_writes_depth (const PoplensTable *table)
{
  return poplens_table_is_tree (table) && poplens_table_find_column (table, "depth") < 0;
}

/* Title, note and columns, each with where its numbers come from. */
static void
begin_json_table (const PoplensTableWriter *self, const PoplensTable *table, const char *note)
{
  poplens_json_begin_object (self->json, poplens_table_get_name (table));
  poplens_json_string (self->json, "title", poplens_table_get_title (table));
  poplens_json_string (self->json, "note", note);
  poplens_json_begin_array (self->json, "columns");
  for (guint c = 0; c < self->n_columns; c++) {
    const PoplensColumn *column = poplens_table_get_column (table, self->columns[c]);
    poplens_json_begin_object (self->json, NULL);
    poplens_json_string (self->json, "name", column->name);
    poplens_json_string (self->json, "title", column->title);
    poplens_json_string (self->json, "unit", poplens_unit_name (column->unit));
    poplens_json_string (self->json, "source", poplens_provenance_name (column->provenance));
    poplens_json_string (self->json, "doc", column->doc);
    poplens_json_end_object (self->json);
  }
  poplens_json_end_array (self->json);
}

/* ---- rows --------------------------------------------------------------------------------------
 */

/* The next row; FALSE at the end, and where nobody reads on or it was cancelled. */
static gboolean
next_row (const PoplensTableWriter *self, PoplensTableWalk *walk, guint32 *row)
{
  if (walk->given % POLL_ROWS == 0) {
    if (g_cancellable_is_cancelled (self->output->cancellable))
      return FALSE;
    if (self->output->progress)
      self->output->progress (walk->at, poplens_table_walk_length (walk),
                              self->output->progress_data);
  }
  return !poplens_text_sink_failed (self->sink) && poplens_table_walk_next (walk, row);
}

static void
begin_csv (const PoplensTableWriter *self, const PoplensTable *table)
{
  PoplensCsvWriter csv = {.sink = self->sink};

  for (guint c = 0; c < self->n_columns; c++)
    poplens_csv_cell (&csv, poplens_table_get_column (table, self->columns[c])->name);
  if (poplens_table_writes_depth (table))
    poplens_csv_cell (&csv, "depth");
  poplens_csv_end_row (&csv);
}

static void
write_csv (PoplensTableWriter *self, const PoplensTable *table, PoplensTableWalk *walk)
{
  PoplensCsvWriter csv = {.sink = self->sink};
  gboolean depth = poplens_table_writes_depth (table);
  PoplensNumber buffer;
  guint32 row;

  while (next_row (self, walk, &row)) {
    for (guint c = 0; c < self->n_columns; c++) {
      PoplensValue value = poplens_table_get (table, row, self->columns[c]);
      const char *plain = poplens_value_plain (&value, buffer);
      if (self->output->csv_safe && value.type == POPLENS_VALUE_TEXT)
        poplens_csv_cell_safe (&csv, plain);
      else
        poplens_csv_cell (&csv, plain);
    }
    if (depth) {
      g_snprintf (buffer, sizeof buffer, "%u", poplens_table_get_depth (table, row));
      poplens_csv_cell (&csv, buffer);
    }
    poplens_csv_end_row (&csv);
  }
}

static void
begin_json (PoplensTableWriter *self, const PoplensTable *table, const char *note)
{
  self->json = self->output->json;
  if (!self->json) {
    self->json = poplens_json_writer_new (self->sink);
    poplens_json_begin_object (self->json, NULL);
    poplens_json_int (self->json, "schema", POPLENS_JSON_SCHEMA);
    poplens_json_string (self->json, "poplens", POPLENS_VERSION);
    poplens_json_begin_object (self->json, "tables");
  }
  begin_json_table (self, table, note);
  poplens_json_begin_array (self->json, "rows");
}

/* The unit of a row whose cells have units of their own; nothing where a column says it. */
static void
write_json_unit (const PoplensTableWriter *self, const PoplensTable *table, guint32 row)
{
  for (guint c = 0; c < self->n_columns; c++)
    if (poplens_table_get_column (table, self->columns[c])->unit == POPLENS_UNIT_MIXED) {
      PoplensValue value = poplens_table_get (table, row, self->columns[c]);
      if (value.type == POPLENS_VALUE_NULL)
        continue;
      poplens_json_string (
          self->json, "unit",
          poplens_unit_name (value.type == POPLENS_VALUE_TEXT ? POPLENS_UNIT_TEXT : value.unit));
      return;
    }
}

static void
write_json (PoplensTableWriter *self, const PoplensTable *table, PoplensTableWalk *walk)
{
  gboolean depth = poplens_table_writes_depth (table);
  gboolean unit = poplens_table_find_column (table, "unit") < 0;
  guint32 row;

  while (next_row (self, walk, &row)) {
    self->n_written++;
    poplens_json_break (self->json);
    poplens_json_begin_object (self->json, NULL);
    for (guint c = 0; c < self->n_columns; c++) {
      PoplensValue value = poplens_table_get (table, row, self->columns[c]);
      poplens_value_write_json (&value, poplens_table_get_column (table, self->columns[c])->name,
                                self->json);
    }
    if (unit)
      write_json_unit (self, table, row);
    if (depth)
      poplens_json_int (self->json, "depth", poplens_table_get_depth (table, row));
    poplens_json_end_object (self->json);
  }
}

static void
end_json (PoplensTableWriter *self)
{
  if (self->n_written)
    poplens_json_break (self->json);
  poplens_json_end_array (self->json);
  poplens_json_uint (self->json, "shown", self->n_written);
  poplens_json_uint (self->json, "of", self->of);
  poplens_json_end_object (self->json);
  if (self->output->json)
    return;
  poplens_json_end_object (self->json);
  poplens_json_end_object (self->json);
  poplens_text_sink_write (self->sink, "\n", 1);
  g_clear_pointer (&self->json, poplens_json_writer_free);
}

void
poplens_table_writer_begin (PoplensTableWriter *self, const PoplensTable *table, const char *note)
{
  if (self->format == POPLENS_TABLE_CSV)
    begin_csv (self, table);
  else
    begin_json (self, table, note);
}

gboolean
poplens_table_writer_rows (PoplensTableWriter *self, const PoplensTable *table,
                           const PoplensTableView *view, guint32 limit, GError **error)
{
  const PoplensTableOutput *output = self->output;
  PoplensTableCount count = {0};
  PoplensTableWalk walk = poplens_table_walk (table, view, view ? NULL : output->where, limit);
  gboolean counted;

  if (self->format == POPLENS_TABLE_CSV)
    write_csv (self, table, &walk);
  else
    write_json (self, table, &walk);
  counted = (!output->count && self->format == POPLENS_TABLE_CSV) ||
            poplens_text_sink_failed (self->sink) ||
            poplens_table_walk_count (&walk, output->cancellable, &count);
  self->of += count.of;
  if (output->count && !poplens_text_sink_failed (self->sink))
    *output->count = count;
  return !g_cancellable_set_error_if_cancelled (output->cancellable, error) && counted;
}

void
poplens_table_writer_end (PoplensTableWriter *self)
{
  if (self->format == POPLENS_TABLE_JSON)
    end_json (self);
}

guint *
poplens_table_choose_columns (const PoplensTable *table, const PoplensTableOutput *output)
{
  guint n = output->columns ? output->n_columns : poplens_table_n_columns (table);
  guint *columns = g_new (guint, MAX (n, 1));

  for (guint c = 0; c < n; c++)
    columns[c] = output->columns ? output->columns[c] : c;
  return columns;
}

gboolean
poplens_table_write (const PoplensTable *self, const PoplensTableView *view,
                     PoplensTableFormat format, const PoplensTableOutput *output,
                     PoplensTextSink *sink, GError **error)
{
  static const PoplensTableOutput exact = {.byte_unit = POPLENS_BYTE_UNIT_BYTES};
  const PoplensTableOutput *how = output ? output : &exact;
  g_autofree guint *columns = poplens_table_choose_columns (self, how);
  guint n_columns = how->columns ? how->n_columns : poplens_table_n_columns (self);
  PoplensTableWriter writer = {format, columns, n_columns, how, sink, NULL, 0, 0};

  if (format == POPLENS_TABLE_TEXT) {
    poplens_table_write_text (self, view, columns, n_columns, how, sink);
    return poplens_table_check_lost (self, error) && poplens_text_sink_flush (sink, error);
  }
  poplens_table_writer_begin (&writer, self, poplens_table_get_note (self));
  gboolean good = poplens_table_writer_rows (&writer, self, view, how->limit, error);
  poplens_table_writer_end (&writer);
  return good && poplens_table_check_lost (self, error) && poplens_text_sink_flush (sink, error);
}
