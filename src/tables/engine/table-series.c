/* Writes one table, or a series of tables, as CSV or JSON. While one table of a series is written,
 * a thread makes the next. */
#include "tables/engine/table-series.h"

#include "tables/engine/table-text.h"
#include "tables/engine/table-where.h"
#include "tables/engine/table.h"

/* ---- rows that match ------------------------------------------------------------------------- */

/* Iterates over the rows to write as CSV or JSON; needs no list of rows. In a tree, skips rows that
 * are in the view only as ancestors of matches. */

typedef struct {
  const PoplensTable *table;
  const PoplensTableView *view; /* (nullable) */
  const PoplensWhere *where; /* (nullable): conditions that rows must meet; only without a view */
  guint32 limit;             /* maximum number of rows; 0: no limit */
  guint32 at;                /* index of the next row, in the table or the view */
  guint32 given;
} TableWalk;

/* Rows between two checks for cancellation. */
#define POLL_ROWS 4096

static TableWalk
table_walk (const PoplensTable *table, const PoplensTableView *view, const PoplensWhere *where,
            guint32 limit)
{
  return (TableWalk){.table = table, .view = view, .where = where, .limit = limit};
}

/* Returns the number of rows of the table or the view. */
static guint32
table_walk_length (const TableWalk *self)
{
  return self->view ? self->view->n : poplens_table_n_rows (self->table);
}

static gboolean
next_match (TableWalk *self, guint32 *row)
{
  for (guint32 n = table_walk_length (self); self->at < n;) {
    *row = self->view ? self->view->rows[self->at] : self->at;
    self->at++;
    if (self->where ? poplens_where_matches (self->where, *row)
                    : poplens_table_view_matches (self->view, *row))
      return TRUE;
  }
  return FALSE;
}

/* Returns the next row in @row. FALSE at the end. */
static gboolean
table_walk_next (TableWalk *self, guint32 *row)
{
  if ((self->limit && self->given >= self->limit) || !next_match (self, row))
    return FALSE;
  self->given++;
  return TRUE;
}

/* Sets in @count the number of rows that the walk returned, and their number without a limit. Reads
 * the rest of the table. FALSE if cancelled. */
static gboolean
table_walk_count (TableWalk *self, GCancellable *cancellable, PoplensTableCount *count)
{
  guint32 row, of = self->given;

  count->written = self->given;
  for (; next_match (self, &row); of++)
    if (of % POLL_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
  count->of = of;
  return TRUE;
}

/* ---- one table ------------------------------------------------------------------------------- */

typedef struct {
  PoplensTableFormat format;
  const guint *columns;
  guint n_columns;
  const PoplensTableOutput *output;
  PoplensTextSink *sink;
  PoplensJsonWriter *json; /* (nullable): for JSON: the writer in .output, or a new one */
  guint64 n_written, of;   /* JSON only: number of rows written, and number without the limit */
} TableWriter;

gboolean
poplens_table_writes_depth (const PoplensTable *table)
{
  return poplens_table_is_tree (table) && poplens_table_find_column (table, "depth") < 0;
}

/* Writes title, note and columns, with the provenance of each. */
static void
begin_json_table (const TableWriter *self, const PoplensTable *table, const char *note)
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

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns the next row to write in @row. FALSE at the end, if writing failed, or if cancelled. */
static gboolean
next_row_to_write (const TableWriter *self, TableWalk *walk, guint32 *row)
{
  if (walk->given % POLL_ROWS == 0) {
    if (g_cancellable_is_cancelled (self->output->cancellable))
      return FALSE;
    if (self->output->progress)
      self->output->progress (walk->at, table_walk_length (walk), self->output->progress_data);
  }
  return !poplens_text_sink_failed (self->sink) && table_walk_next (walk, row);
}

static void
begin_csv (const TableWriter *self, const PoplensTable *table)
{
  PoplensCsvWriter csv = {.sink = self->sink};

  for (guint c = 0; c < self->n_columns; c++)
    poplens_csv_cell (&csv, poplens_table_get_column (table, self->columns[c])->name);
  if (poplens_table_writes_depth (table))
    poplens_csv_cell (&csv, "depth");
  poplens_csv_end_row (&csv);
}

static void
write_csv_rows (TableWriter *self, const PoplensTable *table, TableWalk *walk)
{
  PoplensCsvWriter csv = {.sink = self->sink};
  gboolean depth = poplens_table_writes_depth (table);
  PoplensNumber buffer;
  guint32 row;

  while (next_row_to_write (self, walk, &row)) {
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
begin_json (TableWriter *self, const PoplensTable *table, const char *note)
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

/* Writes the member "unit" of a row in a MIXED column: the unit of its first value. */
static void
write_json_unit (const TableWriter *self, const PoplensTable *table, guint32 row)
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
write_json_rows (TableWriter *self, const PoplensTable *table, TableWalk *walk)
{
  gboolean depth = poplens_table_writes_depth (table);
  gboolean unit = poplens_table_find_column (table, "unit") < 0;
  guint32 row;

  while (next_row_to_write (self, walk, &row)) {
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
end_json (TableWriter *self)
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

/* Writes everything before the rows. @table: only its name and columns are used. @note: (nullable)
 */
static void
table_writer_begin (TableWriter *self, const PoplensTable *table, const char *note)
{
  if (self->format == POPLENS_TABLE_CSV)
    begin_csv (self, table);
  else
    begin_json (self, table, note);
}

/* Writes rows of @view or, if @view is NULL, rows of @table that meet the conditions of the output.
 * @limit: maximum number of rows; 0: no limit. FALSE with @error if cancelled. */
static gboolean
table_writer_rows (TableWriter *self, const PoplensTable *table, const PoplensTableView *view,
                   guint32 limit, GError **error)
{
  const PoplensTableOutput *output = self->output;
  PoplensTableCount count = {0};
  TableWalk walk = table_walk (table, view, view ? NULL : output->where, limit);
  gboolean counted;

  if (self->format == POPLENS_TABLE_CSV)
    write_csv_rows (self, table, &walk);
  else
    write_json_rows (self, table, &walk);
  counted = (!output->count && self->format == POPLENS_TABLE_CSV) ||
            poplens_text_sink_failed (self->sink) ||
            table_walk_count (&walk, output->cancellable, &count);
  self->of += count.of;
  if (output->count && !poplens_text_sink_failed (self->sink))
    *output->count = count;
  return !g_cancellable_set_error_if_cancelled (output->cancellable, error) && counted;
}

static void
table_writer_end (TableWriter *self)
{
  if (self->format == POPLENS_TABLE_JSON)
    end_json (self);
}

/* Returns the columns to write: those that @output chooses, or all. (transfer full) */
static guint *
table_choose_columns (const PoplensTable *table, const PoplensTableOutput *output)
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
  g_autofree guint *columns = table_choose_columns (self, how);
  guint n_columns = how->columns ? how->n_columns : poplens_table_n_columns (self);
  TableWriter writer = {format, columns, n_columns, how, sink, NULL, 0, 0};

  if (format == POPLENS_TABLE_TEXT) {
    poplens_table_write_text (self, view, columns, n_columns, how, sink);
    return poplens_table_check_lost (self, error) && poplens_text_sink_flush (sink, error);
  }
  table_writer_begin (&writer, self, poplens_table_get_note (self));
  gboolean good = table_writer_rows (&writer, self, view, how->limit, error);
  table_writer_end (&writer);
  return good && poplens_table_check_lost (self, error) && poplens_text_sink_flush (sink, error);
}

/* ---- several tables -------------------------------------------------------------------------- */

/* The next table of a series, which a thread makes while the current one is written. */
typedef struct {
  PoplensTableSeries *series;
  GCancellable *cancellable;
  GThread *thread; /* (nullable): thread that makes .piece in advance */
  PoplensTable *piece;
  GError *error;
} NextPiece;

struct _PoplensTableSeries {
  PoplensPieceFunc next;
  gpointer data;
  GDestroyNotify free_data;
  guint32 n_rows;
  char *note;
  PoplensTable *first;
  PoplensTable *piece; /* (nullable): current table of the series; NULL after the last one */
};

PoplensTableSeries *
poplens_table_series_new (PoplensPieceFunc next, gpointer data, GDestroyNotify free_data,
                          guint32 n_rows, const char *note, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (PoplensTableSeries) self = g_new0 (PoplensTableSeries, 1);

  self->next = next;
  self->data = data;
  self->free_data = free_data;
  self->n_rows = n_rows;
  self->note = g_strdup (note);
  self->first = next (data, cancellable, error);
  if (!self->first)
    return NULL;
  self->piece = poplens_table_ref (self->first);
  return g_steal_pointer (&self);
}

void
poplens_table_series_free (PoplensTableSeries *self)
{
  if (!self)
    return;
  poplens_table_unref (self->piece);
  poplens_table_unref (self->first);
  self->free_data (self->data);
  g_free (self->note);
  g_free (self);
}

const PoplensTable *
poplens_table_series_get_first (const PoplensTableSeries *self)
{
  return self->first;
}

gboolean
poplens_table_series_next (PoplensTableSeries *self, PoplensTable **piece,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  *piece = g_steal_pointer (&self->piece);
  if (!*piece)
    *piece = self->next (self->data, cancellable, &local);
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* ---- writing --------------------------------------------------------------------------------- */

typedef struct {
  PoplensTableSeries *series;
  const PoplensSeriesQuery *query;
  const guint *columns;
  guint n_columns;
  const PoplensTableOutput *output;
  PoplensTextSink *sink;
  TableWriter rows;         /* writer of CSV and JSON */
  PoplensTableText *text;   /* (nullable): writer of text, made with the first piece */
  PoplensTableCounts count; /* numbers of rows in the tables written so far */
  PoplensValue *totals;     /* by column: total of the tables written so far */
} SeriesWriting;

static gboolean
has_conditions (const PoplensSeriesQuery *query)
{
  return (query->filter && *query->filter) || (query->where && *query->where);
}

/* Makes a view of the rows of the current table that meet the conditions. @view: (inout): unchanged
 * if there are no conditions. FALSE with @error. */
static gboolean
make_piece_view (const SeriesWriting *self, PoplensTableView **view, GError **error)
{
  PoplensTable *piece = self->series->piece;
  PoplensTableQuery query = {.filter = self->query->filter};
  g_autoptr (PoplensWhere) where = NULL;

  if (!has_conditions (self->query))
    return TRUE;
  if (self->query->where && !(where = poplens_where_new (piece, self->query->where, error)))
    return FALSE;
  query.where = where;
  *view = poplens_table_view_query (piece, &query, self->output->cancellable);
  return *view || !g_cancellable_set_error_if_cancelled (self->output->cancellable, error);
}

static void
add_to_sum (PoplensValue *sum, const PoplensValue *value)
{
  if (value->type == POPLENS_VALUE_NULL)
    return;
  if (sum->type == POPLENS_VALUE_NULL)
    *sum = *value;
  else if (value->type == POPLENS_VALUE_INT)
    /* Add as unsigned: a sum of damaged values may overflow. */
    sum->integer = (gint64) ((guint64) sum->integer + (guint64) value->integer);
  else
    sum->real += value->real;
}

static void
add_piece_totals (SeriesWriting *self, const PoplensTableView *view)
{
  for (guint c = 0; c < self->n_columns; c++) {
    PoplensValue value;
    if (poplens_table_view_get_total (self->series->piece, view, self->columns[c], &value))
      add_to_sum (&self->totals[c], &value);
  }
}

/* Creates the text writer. The first table of the series decides the widths of columns. Its totals
 * times the number of tables reserve space for the final totals. */
static void
begin_text (SeriesWriting *self, const PoplensTableView *view)
{
  guint32 n = poplens_table_n_rows (self->series->piece);
  g_autofree PoplensValue *totals = g_new0 (PoplensValue, self->n_columns + 1);
  guint32 pieces = n ? self->series->n_rows / n + 1 : 1;

  for (guint c = 0; c < self->n_columns; c++)
    if (poplens_table_view_get_total (self->series->piece, view, self->columns[c], &totals[c])) {
      if (totals[c].type == POPLENS_VALUE_INT)
        totals[c].integer *= pieces;
      else if (totals[c].type == POPLENS_VALUE_REAL)
        totals[c].real *= pieces;
    }
  self->text = poplens_table_text_new (self->series->piece, view, self->columns, self->n_columns,
                                       totals, self->output, self->sink);
  poplens_table_text_begin (self->text, self->series->note);
}

/* Writes rows of the current table until the limit is reached. Adds the numbers of rows to .count.
 * FALSE with @error. */
static gboolean
write_piece_rows (SeriesWriting *self, PoplensTableFormat format, const PoplensTableView *view,
                  GError **error)
{
  const PoplensTable *piece = self->series->piece;
  guint32 n = view ? view->n : poplens_table_n_rows (piece);
  guint32 limit = self->output->limit;

  self->count.shown += n;
  self->count.all += poplens_table_n_rows (piece);
  self->count.matches += view && view->totals ? view->n_matches : n;
  if (limit)
    n = MIN (n, limit - (guint32) self->count.written);
  self->count.written += n;
  if (format == POPLENS_TABLE_TEXT)
    poplens_table_text_rows (self->text, piece, view, n);
  else if (n && !table_writer_rows (&self->rows, piece, view, n, error))
    return FALSE;
  return TRUE;
}

/* TRUE if the next table of the series is needed, to write more rows or to compute totals or
 * counts. */
static gboolean
needs_more (const SeriesWriting *self, PoplensTableFormat format)
{
  if (poplens_text_sink_failed (self->sink))
    return FALSE;
  return !self->output->limit || self->count.written < self->output->limit ||
         (format == POPLENS_TABLE_TEXT && self->output->totals) ||
         (self->output->count && has_conditions (self->query));
}

static gpointer
make_next_piece (gpointer data)
{
  NextPiece *self = data;

  self->piece = self->series->next (self->series->data, self->cancellable, &self->error);
  return NULL;
}

static void
begin_ahead (NextPiece *self)
{
  self->thread = g_thread_try_new ("poplens-table", make_next_piece, self, NULL);
}

/* Replaces the current table by the next one, or by NULL after the last. FALSE with @error if the
 * next table cannot be made. */
static gboolean
take_next_piece (NextPiece *self, GError **error)
{
  if (!self->thread)
    make_next_piece (self);
  g_clear_pointer (&self->thread, g_thread_join);
  if (self->error) {
    g_propagate_error (error, g_steal_pointer (&self->error));
    return FALSE;
  }
  poplens_table_unref (self->series->piece);
  self->series->piece = g_steal_pointer (&self->piece);
  return TRUE;
}

static void
ahead_clear (NextPiece *ahead)
{
  g_clear_pointer (&ahead->thread, g_thread_join);
  g_clear_pointer (&ahead->piece, poplens_table_unref);
  g_clear_error (&ahead->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NextPiece, ahead_clear)

static gboolean
write_pieces (SeriesWriting *self, PoplensTableFormat format, GError **error)
{
  PoplensTableSeries *series = self->series;

  while (series->piece) {
    g_autoptr (PoplensTableView) view = NULL;
    g_auto (NextPiece) ahead = {.series = series, .cancellable = self->output->cancellable};
    /* Make the next table in advance. With a limit it may not be needed, and cancelling it would
     * take as long as making it. */
    if (!self->output->limit)
      begin_ahead (&ahead);
    if (!make_piece_view (self, &view, error))
      return FALSE;
    if (format == POPLENS_TABLE_TEXT && !self->text)
      begin_text (self, view);
    if (!write_piece_rows (self, format, view, error))
      return FALSE;
    add_piece_totals (self, view);
    if (!needs_more (self, format)) {
      self->count.all = self->count.shown = self->count.matches = series->n_rows;
      return TRUE;
    }
    if (!take_next_piece (&ahead, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_all_pieces (SeriesWriting *self, PoplensTableFormat format, GError **error)
{
  gboolean good;

  if (format != POPLENS_TABLE_TEXT)
    table_writer_begin (&self->rows, self->series->first, self->series->note);
  good = write_pieces (self, format, error);
  self->rows.of = self->count.shown;
  if (format != POPLENS_TABLE_TEXT)
    table_writer_end (&self->rows);
  else if (good)
    poplens_table_text_end (self->text, self->series->first, self->totals,
                            has_conditions (self->query), &self->count);
  if (good && self->output->count)
    *self->output->count =
        (PoplensTableCount){(guint32) self->count.written, (guint32) self->count.shown};
  return good;
}

gboolean
poplens_table_series_write (PoplensTableSeries *self, const PoplensSeriesQuery *query,
                            PoplensTableFormat format, const PoplensTableOutput *output,
                            PoplensTextSink *sink, GError **error)
{
  g_autofree guint *all = table_choose_columns (self->first, output);
  guint n = output->columns ? output->n_columns : poplens_table_n_columns (self->first);
  g_autofree PoplensValue *totals = g_new0 (PoplensValue, n + 1);
  SeriesWriting writing = {.series = self,
                           .query = query,
                           .columns = all,
                           .n_columns = n,
                           .output = output,
                           .sink = sink,
                           .rows = {format, all, n, output, sink, NULL, 0, 0},
                           .totals = totals};
  gboolean good = write_all_pieces (&writing, format, error);

  poplens_table_text_free (writing.text);
  return good && poplens_text_sink_flush (sink, error);
}
