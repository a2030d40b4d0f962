#include "app/table/table-save.h"

#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-progress.h"
#include "app/table/table-copy.h"

#include <string.h>

typedef struct {
  PoplensTableWidget *widget;
  GCancellable *cancellable;
  char *path;
  guint32 n_rows;
  GtkWidget *bar; /* (nullable) */
  GtkWidget *label, *fraction;
  PoplensSaveProgress progress;
  int done; /* rows, as the worker said last; atomic */
} Save;

static void
save_free (Save *self)
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

/* ---- the bar -----------------------------------------------------------------------------------
 */

static void
on_cancel (Save *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
build_bar (Save *self)
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
show (gboolean first, gpointer data)
{
  Save *self = data;
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

/* ---- writing -----------------------------------------------------------------------------------
 */

static void
on_rows (guint32 done, guint32 of, gpointer data)
{
  g_atomic_int_set (&((Save *) data)->done, (int) done);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Save *self = data;
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
  save_free (self);
}

void
poplens_table_save_to (PoplensTableWidget *widget, PoplensTableFormat format, const char *path)
{
  PoplensTableModel *model = poplens_table_widget_get_model (widget);
  Save *self;

  if (!model)
    return;
  self = g_new0 (Save, 1);
  self->widget = g_object_ref (widget);
  self->cancellable = g_cancellable_new ();
  self->path = g_strdup (path);
  self->n_rows = poplens_table_model_n_view_rows (model);
  poplens_save_progress_begin (&self->progress, GTK_WIDGET (widget), self->cancellable, show, self);
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
  name = g_strconcat (poplens_table_get_name (table), json ? ".json" : ".csv", NULL);
  poplens_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, "Save Table", name,
                            json ? save_json : save_csv, self);
}
