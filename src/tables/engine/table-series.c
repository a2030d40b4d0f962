#include "tables/engine/table-series.h"

#include "tables/engine/table-text.h"
#include "tables/engine/table-where.h"
#include "tables/engine/table-write.h"

/* The next piece, which is made while one is written. */
typedef struct {
  PoplensTableSeries *series;
  GCancellable *cancellable;
  GThread *thread; /* NULL where there could be none: take_ahead () makes it */
  PoplensTable *piece;
  GError *error;
} Ahead;

struct _PoplensTableSeries {
  PoplensPieceFunc next;
  gpointer data;
  GDestroyNotify free_data;
  guint32 n_rows;
  char *note;
  PoplensTable *first;
  PoplensTable *piece; /* the one that is being written */
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

/* ---- writing -----------------------------------------------------------------------------------
 */

typedef struct {
  PoplensTableSeries *series;
  const PoplensSeriesQuery *query;
  const guint *columns;
  guint n_columns;
  const PoplensTableOutput *output;
  PoplensTextSink *sink;
  PoplensTableWriter rows;  /* CSV and JSON */
  PoplensTableText *text;   /* else; made with the first piece */
  PoplensTableCounts count; /* so far */
  PoplensValue *totals;     /* by column, so far */
} Writing;

static gboolean
has_conditions (const PoplensSeriesQuery *query)
{
  return (query->filter && *query->filter) || (query->where && *query->where);
}

/* Rows of the piece that are asked for; *@view stays NULL where these are all. */
static gboolean
make_view (const Writing *self, PoplensTableView **view, GError **error)
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
add_value (PoplensValue *sum, const PoplensValue *value)
{
  if (value->type == POPLENS_VALUE_NULL)
    return;
  if (sum->type == POPLENS_VALUE_NULL)
    *sum = *value;
  else if (value->type == POPLENS_VALUE_INT)
    /* Of a damaged file it may wrap. */
    sum->integer = (gint64) ((guint64) sum->integer + (guint64) value->integer);
  else
    sum->real += value->real;
}

static void
add_totals (Writing *self, const PoplensTableView *view)
{
  for (guint c = 0; c < self->n_columns; c++) {
    PoplensValue value;
    if (poplens_table_view_get_total (self->series->piece, view, self->columns[c], &value))
      add_value (&self->totals[c], &value);
  }
}

/* Widths are those of the first piece, with room for totals as if all were like it. */
static void
begin_text (Writing *self, const PoplensTableView *view)
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

/* The piece's rows, as far as the limit lets them. */
static gboolean
write_piece (Writing *self, PoplensTableFormat format, const PoplensTableView *view, GError **error)
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
  else if (n && !poplens_table_writer_rows (&self->rows, piece, view, n, error))
    return FALSE;
  return TRUE;
}

/* Whether the pieces behind the limit add anything to what is said. */
static gboolean
needs_more (const Writing *self, PoplensTableFormat format)
{
  if (poplens_text_sink_failed (self->sink))
    return FALSE;
  return !self->output->limit || self->count.written < self->output->limit ||
         (format == POPLENS_TABLE_TEXT && self->output->totals) ||
         (self->output->count && has_conditions (self->query));
}

static gpointer
make_ahead (gpointer data)
{
  Ahead *self = data;

  self->piece = self->series->next (self->series->data, self->cancellable, &self->error);
  return NULL;
}

static void
begin_ahead (Ahead *self)
{
  self->thread = g_thread_try_new ("poplens-table", make_ahead, self, NULL);
}

/* Puts the next piece, or NULL, in place of the series' own; FALSE where it failed. */
static gboolean
take_ahead (Ahead *self, GError **error)
{
  if (!self->thread)
    make_ahead (self);
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
ahead_clear (Ahead *ahead)
{
  g_clear_pointer (&ahead->thread, g_thread_join);
  g_clear_pointer (&ahead->piece, poplens_table_unref);
  g_clear_error (&ahead->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ahead, ahead_clear)

static gboolean
write_pieces (Writing *self, PoplensTableFormat format, GError **error)
{
  PoplensTableSeries *series = self->series;

  while (series->piece) {
    g_autoptr (PoplensTableView) view = NULL;
    g_auto (Ahead) ahead = {.series = series, .cancellable = self->output->cancellable};
    /* Where all pieces will be wanted: to begin one that is not takes as long as to make it. */
    if (!self->output->limit)
      begin_ahead (&ahead);
    if (!make_view (self, &view, error))
      return FALSE;
    if (format == POPLENS_TABLE_TEXT && !self->text)
      begin_text (self, view);
    if (!write_piece (self, format, view, error))
      return FALSE;
    add_totals (self, view);
    if (!needs_more (self, format)) {
      self->count.all = self->count.shown = self->count.matches = series->n_rows;
      return TRUE;
    }
    if (!take_ahead (&ahead, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_all (Writing *self, PoplensTableFormat format, GError **error)
{
  gboolean good;

  if (format != POPLENS_TABLE_TEXT)
    poplens_table_writer_begin (&self->rows, self->series->first, self->series->note);
  good = write_pieces (self, format, error);
  self->rows.of = self->count.shown;
  if (format != POPLENS_TABLE_TEXT)
    poplens_table_writer_end (&self->rows);
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
  g_autofree guint *all = poplens_table_choose_columns (self->first, output);
  guint n = output->columns ? output->n_columns : poplens_table_n_columns (self->first);
  g_autofree PoplensValue *totals = g_new0 (PoplensValue, n + 1);
  Writing writing = {.series = self,
                     .query = query,
                     .columns = all,
                     .n_columns = n,
                     .output = output,
                     .sink = sink,
                     .rows = {format, all, n, output, sink, NULL, 0, 0},
                     .totals = totals};
  gboolean good = write_all (&writing, format, error);

  poplens_table_text_free (writing.text);
  return good && poplens_text_sink_flush (sink, error);
}
