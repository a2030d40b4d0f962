#include "app/window/drop-area.h"

#include "app/remote/report-path.h"

typedef struct {
  GtkRevealer *highlight;
  PoplensDropFunc dropped;
  gpointer user_data;
} Area;

static void
show (Area *area, gboolean on)
{
  /* A revealer that reveals nothing still lies over the window. */
  gtk_widget_set_visible (GTK_WIDGET (area->highlight), on);
  gtk_revealer_set_reveal_child (area->highlight, on);
}

static GdkDragAction
on_enter (GtkDropTarget *target, double x, double y, gpointer data)
{
  show (data, TRUE);
  return GDK_ACTION_COPY;
}

static void
on_leave (GtkDropTarget *target, gpointer data)
{
  show (data, FALSE);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  Area *area = data;
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  show (area, FALSE);
  for (GSList *l = files; l; l = l->next) {
    char *path = poplens_report_path_of_file (l->data);
    if (path)
      g_ptr_array_add (paths, path);
  }
  gboolean any = paths->len > 0;
  g_ptr_array_add (paths, NULL);
  area->dropped ((const char *const *) paths->pdata, area->user_data);
  return any;
}

static void
area_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

void
poplens_drop_area_attach (GtkWidget *widget, GtkRevealer *highlight, PoplensDropFunc dropped,
                          gpointer user_data)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  Area *area = g_new0 (Area, 1);

  area->highlight = highlight;
  area->dropped = dropped;
  area->user_data = user_data;
  g_signal_connect_data (target, "enter", G_CALLBACK (on_enter), area, area_free, 0);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), area);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), area);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}
