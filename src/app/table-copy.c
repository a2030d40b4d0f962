#include "app/table-copy.h"

#include "base/error.h"

#include <string.h>

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

/* ---- the whole table ---------------------------------------------------------------------------
 */

typedef struct {
  PoplensTableModel *model;
  PoplensTableFormat format;
  GFile *file;
} Export;

static void
export_free (Export *export)
{
  g_object_unref (export->model);
  g_clear_object (&export->file);
  g_free (export);
}

static gboolean
write_table (const Export *export, GOutputStream *stream, GError **error)
{
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  PoplensTableOutput output = {0};

  return poplens_table_write (poplens_table_model_get_table (export->model),
                              poplens_table_model_get_view (export->model), export->format, &output,
                              sink, error) &&
         poplens_text_sink_flush (sink, error);
}

static gboolean
write_file (const Export *export, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GFileOutputStream) stream =
      g_file_replace (export->file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, &local);

  if (stream && write_table (export, G_OUTPUT_STREAM (stream), &local) &&
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, &local))
    return TRUE;
  g_autofree char *name = g_file_get_parse_name (export->file);
  g_propagate_prefixed_error (error, g_steal_pointer (&local), "%s could not be written: ", name);
  return FALSE;
}

/* Where a table would become far more text than a clipboard takes, that is seen before it is made:
 * a cell is a character and a comma at least. */
static char *
write_text (const Export *export, GError **error)
{
  PoplensTable *table = poplens_table_model_get_table (export->model);
  guint64 cells =
      (guint64) poplens_table_model_n_view_rows (export->model) * poplens_table_n_columns (table);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  if (cells <= MAX_CLIPBOARD / 8) {
    if (!write_table (export, stream, error) ||
        g_output_stream_write (stream, "", 1, NULL, error) != 1)
      return NULL;
    g_output_stream_close (stream, NULL, NULL);
    if (g_memory_output_stream_get_data_size (memory) <= MAX_CLIPBOARD)
      return g_memory_output_stream_steal_data (memory);
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "“%s” is too large for the clipboard: save it as CSV",
               poplens_table_get_title (table));
  return NULL;
}

static void
export_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Export *export = data;
  GError *error = NULL;
  char *text;

  if (export->file) {
    if (write_file (export, cancellable, &error))
      g_task_return_pointer (task, NULL, NULL);
    else
      g_task_return_error (task, error);
    return;
  }
  text = write_text (export, &error);
  if (text)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

void
poplens_table_export_async (PoplensTableModel *model, PoplensTableFormat format, GFile *file,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (model, cancellable, callback, user_data);
  Export *export = g_new0 (Export, 1);

  export->model = g_object_ref (model);
  export->format = format;
  export->file = file ? g_object_ref (file) : NULL;
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
