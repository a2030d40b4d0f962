#include "app/dialogs/check-window.h"

#include "app/table/table-widget.h"
#include "tables/engine/registry.h"

struct _PoplensCheckWindow {
  AdwWindow parent;
  GtkBox *box;
};

G_DEFINE_FINAL_TYPE (PoplensCheckWindow, poplens_check_window, ADW_TYPE_WINDOW)

static void
on_follow (PoplensCheckWindow *self, const char *link)
{
  g_signal_emit_by_name (self, "follow", link);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_filter (GtkWidget *widget, const char *filter)
{
  poplens_table_widget_set_state (POPLENS_TABLE_WIDGET (widget), filter, NULL);
}

/* Adds the table of checks with its filter field. */
static void
add_table (PoplensCheckWindow *self, PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table = poplens_tables_build ("checks", report, NULL, NULL, &error);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  if (table) {
    GtkWidget *widget = poplens_table_widget_new (0);
    PoplensTableWidget *shown = POPLENS_TABLE_WIDGET (widget);
    poplens_table_widget_show_table (shown, table, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
    poplens_table_widget_set_filterable (shown, TRUE);
    g_signal_connect_swapped (widget, "follow", G_CALLBACK (on_follow), self);
    g_signal_connect (widget, "filter-changed", G_CALLBACK (on_filter), NULL);
    gtk_widget_set_halign (poplens_table_widget_get_tools (shown), GTK_ALIGN_END);
    gtk_box_append (GTK_BOX (box), poplens_table_widget_get_tools (shown));
    gtk_widget_set_vexpand (widget, TRUE);
    gtk_box_append (GTK_BOX (box), widget);
  } else {
    g_autofree char *valid = g_utf8_make_valid (error->message, -1);
    gtk_box_append (GTK_BOX (box), gtk_label_new (valid));
  }
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  gtk_widget_set_vexpand (box, TRUE);
  gtk_box_append (self->box, box);
}

static void
poplens_check_window_class_init (PoplensCheckWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("follow", POPLENS_TYPE_CHECK_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
poplens_check_window_init (PoplensCheckWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();

  gtk_box_append (GTK_BOX (box), header);
  self->box = GTK_BOX (box);
  adw_window_set_content (ADW_WINDOW (self), box);
}

GtkWindow *
poplens_check_window_new (PoplensReport *report, GtkWindow *parent)
{
  PoplensCheckWindow *self =
      g_object_new (POPLENS_TYPE_CHECK_WINDOW, "title", "Checks", "transient-for", parent, "modal",
                    parent != NULL, "default-width", 1000, "default-height", 560, NULL);

  add_table (self, report);
  return GTK_WINDOW (self);
}
