/* Exports tables: to the clipboard as TSV, CSV or JSON, and to files, written on a worker while a
 * progress bar is shown. */
#include "app/table/table-copy.h"

#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-progress.h"
#include "base/error.h"
#include "base/save-file.h"

#include <string.h>

/* ---- saving to a file ------------------------------------------------------------------------ */

typedef struct {
  PoplensTableWidget *widget;
  GCancellable *cancellable;
  char *path;
  guint32 n_rows;
  GtkWidget *bar; /* (nullable): progress bar; NULL while saving has just begun */
  GtkWidget *label, *fraction;
  PoplensSaveProgress progress;
  int done; /* number of rows that the worker has written; atomic */
} TableSave;

static void
table_save_free (TableSave *self)
{
  poplens_save_progress_end (&self->progress);
  if (self->bar && gtk_widget_get_parent (self->bar))
    gtk_widget_unparent (self->bar);
  g_clear_object (&self->bar);
  g_object_unref (self->cancellable);
  g_object_unref (self->widget);
  g_free (self->path);
  g_free (self);
}

/* ---- the bar --------------------------------------------------------------------------------- */

static void
on_cancel (TableSave *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
build_bar (TableSave *self)
{
  GtkWidget *cancel = gtk_button_new_with_label ("Cancel");
  g_autofree char *name = g_path_get_basename (self->path);
  g_autofree char *title = g_strdup_printf ("Saving %s", name);
  GtkWidget *saving = gtk_label_new (title);

  self->bar = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  gtk_widget_add_css_class (self->bar, "toolbar");
  gtk_label_set_ellipsize (GTK_LABEL (saving), PANGO_ELLIPSIZE_MIDDLE);
  self->fraction = gtk_progress_bar_new ();
  gtk_widget_set_hexpand (self->fraction, TRUE);
  gtk_widget_set_valign (self->fraction, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fraction), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  self->label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->label, "dim-label");
  gtk_widget_add_css_class (self->label, "numeric");
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (on_cancel), self);
  gtk_box_append (GTK_BOX (self->bar), saving);
  gtk_box_append (GTK_BOX (self->bar), self->fraction);
  gtk_box_append (GTK_BOX (self->bar), self->label);
  gtk_box_append (GTK_BOX (self->bar), cancel);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self->widget));
}

static gboolean
show_table_save_progress (gboolean first, gpointer data)
{
  TableSave *self = data;
  guint32 done = (guint32) g_atomic_int_get (&self->done);
  PoplensNumber a, b;
  g_autofree char *text = g_strdup_printf ("%s of %s rows", poplens_format_count (a, done),
                                           poplens_format_count (b, self->n_rows));

  if (first)
    build_bar (self);
  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->fraction),
                                 self->n_rows ? (double) done / self->n_rows : 0);
  return TRUE;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void
on_rows (guint32 done, guint32 of, gpointer data)
{
  g_atomic_int_set (&((TableSave *) data)->done, (int) done);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  TableSave *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *said = NULL;
  PoplensNumber number;

  if (poplens_table_export_finish (result, &text, &error))
    said = g_strdup_printf ("Saved %s to %s", poplens_format_items (number, self->n_rows, "row"),
                            self->path);
  else
    said = poplens_save_failed (self->path, error);
  poplens_table_widget_toast (self->widget, said);
  table_save_free (self);
}

void
poplens_table_save_to (PoplensTableWidget *widget, PoplensTableFormat format, const char *path)
{
  PoplensTableModel *model = poplens_table_widget_get_model (widget);
  TableSave *self;

  if (!model)
    return;
  self = g_new0 (TableSave, 1);
  self->widget = g_object_ref (widget);
  self->cancellable = g_cancellable_new ();
  self->path = g_strdup (path);
  self->n_rows = poplens_table_model_n_view_rows (model);
  poplens_save_progress_begin (&self->progress, GTK_WIDGET (widget), self->cancellable,
                               show_table_save_progress, self);
  if (g_str_has_suffix (path, ".json"))
    format = POPLENS_TABLE_JSON;
  else if (g_str_has_suffix (path, ".csv"))
    format = POPLENS_TABLE_CSV;
  poplens_table_export_async (model, format, path, on_rows, self, self->cancellable, on_saved,
                              self);
}

static void
save_csv (const char *path, gpointer data)
{
  poplens_table_save_to (data, POPLENS_TABLE_CSV, path);
}

static void
save_json (const char *path, gpointer data)
{
  poplens_table_save_to (data, POPLENS_TABLE_JSON, path);
}

void
poplens_table_save (PoplensTableWidget *self, PoplensTableFormat format)
{
  PoplensTable *table = poplens_table_widget_get_table (self);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  gboolean json = format == POPLENS_TABLE_JSON;
  g_autofree char *name = NULL;

  if (!table)
    return;
  PoplensReport *report = poplens_table_get_report (table);
  name = g_strconcat (report ? poplens_report_get_name (report) : "", report ? "-" : "",
                      poplens_table_get_name (table), json ? ".json" : ".csv", NULL);
  poplens_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, "Save Table", name,
                            json ? save_json : save_csv, self);
}

/* ---- clipboard text -------------------------------------------------------------------------- */

#define MAX_CLIPBOARD (64u << 20)

char *
poplens_table_cell_plain (const PoplensTable *table, guint32 row, guint column)
{
  PoplensValue value = poplens_table_get (table, row, column);
  PoplensNumber buffer;

  return g_strdup (poplens_value_plain (&value, buffer));
}

static void
append_field (GString *out, const char *text, gboolean last)
{
  gsize start = out->len;

  g_string_append (out, text);
  for (char *c = out->str + start; *c; c++)
    if (*c == '\t' || *c == '\n' || *c == '\r')
      *c = ' ';
  g_string_append_c (out, last ? '\n' : '\t');
}

char *
poplens_table_copy_tsv (PoplensTableModel *model, GtkBitset *positions)
{
  PoplensTable *table = poplens_table_model_get_table (model);
  guint n = poplens_table_n_columns (table), position;
  GString *out = g_string_new (NULL);
  GtkBitsetIter iter;

  for (guint c = 0; c < n; c++)
    append_field (out, poplens_table_get_column (table, c)->title, c == n - 1);
  for (gboolean more = gtk_bitset_iter_init_first (&iter, positions, &position); more;
       more = gtk_bitset_iter_next (&iter, &position)) {
    guint32 row = poplens_table_model_get_row (model, position);
    if (row == G_MAXUINT32)
      break;
    for (guint c = 0; c < n; c++) {
      g_autofree char *text = poplens_table_cell_plain (table, row, c);
      append_field (out, text, c == n - 1);
    }
  }
  return g_string_free (out, FALSE);
}

/* Returns the contents of a memory stream as a text, and closes it. (transfer full) */
static char *
steal_text (GOutputStream *stream)
{
  g_output_stream_write (stream, "", 1, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

char *
poplens_table_copy_csv (PoplensTableModel *model, GtkBitset *positions)
{
  g_autofree guint32 *rows = g_new (guint32, gtk_bitset_get_size (positions) + 1);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  PoplensTableView view = {.rows = rows};
  GtkBitsetIter iter;
  guint position;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, positions, &position); more;
       more = gtk_bitset_iter_next (&iter, &position)) {
    guint32 row = poplens_table_model_get_row (model, position);
    if (row != G_MAXUINT32)
      rows[view.n++] = row;
  }
  poplens_table_write (poplens_table_model_get_table (model), &view, POPLENS_TABLE_CSV, NULL, sink,
                       NULL);
  return steal_text (stream);
}

/* ---- the whole table ------------------------------------------------------------------------- */

typedef struct {
  PoplensTableModel *model;
  PoplensTableFormat format;
  char *path; /* (nullable): file; NULL: the result is a text */
  PoplensRowsFunc progress;
  gpointer progress_data;
} TableExport;

static void
export_free (TableExport *export)
{
  poplens_table_model_unpin (export->model);
  g_object_unref (export->model);
  g_free (export->path);
  g_free (export);
}

static gboolean
write_table (const TableExport *export, GOutputStream *stream, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  PoplensTableOutput output = {.progress = export->progress,
                               .progress_data = export->progress_data,
                               .cancellable = cancellable};

  return poplens_table_write (poplens_table_model_get_table (export->model),
                              poplens_table_model_get_view (export->model), export->format, &output,
                              sink, error) &&
         poplens_text_sink_flush (sink, error);
}

static gboolean
write_file (const TableExport *export, GCancellable *cancellable, GError **error)
{
  PoplensReport *report = poplens_table_get_report (poplens_table_model_get_table (export->model));
  g_autoptr (PoplensSaveFile) file = NULL;
  GError *cause = NULL;

  if ((report && !poplens_report_may_write (report, export->path, error)) ||
      !(file = poplens_save_file_new (export->path, error)))
    return FALSE;
  if (write_table (export, poplens_save_file_get_stream (file), cancellable, &cause))
    return poplens_save_file_commit (file, error);
  poplens_save_file_explain (file, cause, error);
  return FALSE;
}

/* Returns the table as a text. Fails before writing if the table has more than MAX_CLIPBOARD / 8
 * cells, because its text would be too long. */
static char *
write_table_text (const TableExport *export, GCancellable *cancellable, GError **error)
{
  PoplensTable *table = poplens_table_model_get_table (export->model);
  guint64 cells =
      (guint64) poplens_table_model_n_view_rows (export->model) * poplens_table_n_columns (table);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  if (cells <= MAX_CLIPBOARD / 8) {
    if (!write_table (export, stream, cancellable, error))
      return NULL;
    if (g_memory_output_stream_get_data_size (memory) <= MAX_CLIPBOARD)
      return steal_text (stream);
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "“%s” is too large for the clipboard. Save the table as CSV.",
               poplens_table_get_title (table));
  return NULL;
}

static void
export_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TableExport *export = data;
  GError *error = NULL;
  char *text;

  if (export->path) {
    if (write_file (export, cancellable, &error))
      g_task_return_pointer (task, NULL, NULL);
    else
      g_task_return_error (task, error);
    return;
  }
  text = write_table_text (export, cancellable, &error);
  if (text)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

void
poplens_table_export_async (PoplensTableModel *model, PoplensTableFormat format, const char *path,
                            PoplensRowsFunc progress, gpointer progress_data,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (model, cancellable, callback, user_data);
  TableExport *export = g_new0 (TableExport, 1);

  export->model = g_object_ref (model);
  poplens_table_model_pin (model);
  export->format = format;
  export->path = g_strdup (path);
  export->progress = progress;
  export->progress_data = progress_data;
  /* Do not let GTask check @cancellable: a worker that has completed the file must report success,
   * even if it is cancelled then. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, export, (GDestroyNotify) export_free);
  g_task_run_in_thread (task, export_thread);
}

gboolean
poplens_table_export_finish (GAsyncResult *result, char **text, GError **error)
{
  g_autoptr (GError) local = NULL;

  *text = g_task_propagate_pointer (G_TASK (result), &local);
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
