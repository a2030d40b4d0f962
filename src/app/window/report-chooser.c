#include "app/window/report-chooser.h"

#include "app/window/recent.h"
#include "report/report.h"

struct _PoplensReportChooser {
  AdwBin parent;
  GtkLabel *heading;
  GtkLabel *folder;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PoplensReportChooser, poplens_report_chooser, ADW_TYPE_BIN)

static void
on_row_activated (PoplensReportChooser *self, GtkListBoxRow *row)
{
  g_autofree char *path = g_strdup (g_object_get_data (G_OBJECT (row), "path"));

  g_signal_emit_by_name (self, "chosen", path);
}

static void
poplens_report_chooser_class_init (PoplensReportChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("chosen", POPLENS_TYPE_REPORT_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/report-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensReportChooser, heading);
  gtk_widget_class_bind_template_child (widget_class, PoplensReportChooser, folder);
  gtk_widget_class_bind_template_child (widget_class, PoplensReportChooser, list);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
poplens_report_chooser_init (PoplensReportChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_row (PoplensReportChooser *self, const PoplensReportCandidate *candidate, gint64 now)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *name = g_utf8_make_valid (candidate->name, -1);
  g_autofree char *when = poplens_recent_when (candidate->mtime, now);
  g_autofree char *subtitle = *when ? g_strdup_printf ("Written %s", when) : g_strdup ("");

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (candidate->path), g_free);
  gtk_list_box_append (self->list, row);
}

void
poplens_report_chooser_show (PoplensReportChooser *self, const char *folder, GPtrArray *candidates,
                             gint64 now)
{
  GtkListBoxRow *row;
  g_autofree char *heading = g_strdup_printf ("%u reports in this folder", candidates->len);
  g_autofree char *shown = g_filename_display_name (folder);

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_label_set_text (self->heading, heading);
  gtk_label_set_text (self->folder, shown);
  for (guint i = 0; i < candidates->len; i++)
    add_row (self, g_ptr_array_index (candidates, i), now);
  if ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_widget_grab_focus (GTK_WIDGET (row));
}
