#include "app/remote/remote-recents.h"

#include "app/window/recent.h"
#include "app/window/remove-button.h"
#include "base/visible.h"

struct _PoplensRemoteRecents {
  AdwBin parent;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PoplensRemoteRecents, poplens_remote_recents, ADW_TYPE_BIN)

static void
emit (PoplensRemoteRecents *self, const char *signal, GtkWidget *row)
{
  /* The row may go before its address is read. */
  g_autoptr (PoplensAddress) address =
      poplens_address_copy (g_object_get_data (G_OBJECT (row), "address"));

  g_signal_emit_by_name (self, signal, address);
}

static void
on_row_activated (PoplensRemoteRecents *self, GtkListBoxRow *row)
{
  emit (self, "chosen", GTK_WIDGET (row));
}

static void
on_remove (GtkWidget *button, PoplensRemoteRecents *self)
{
  emit (self, "removed", gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW));
}

static GtkWidget *
remove_button (PoplensRemoteRecents *self, const char *destination)
{
  GtkWidget *button = poplens_remove_button_new (destination);

  g_signal_connect (button, "clicked", G_CALLBACK (on_remove), self);
  return button;
}

static void
add_row (PoplensRemoteRecents *self, const PoplensRemotePlace *place, gint64 now)
{
  GtkWidget *row = adw_action_row_new (), *seen;
  g_autofree char *when = poplens_recent_when (place->seen, now);
  g_autofree char *folder = poplens_visible_text (place->address->path, -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), place->destination);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  seen = gtk_label_new (when);
  gtk_widget_add_css_class (seen, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), seen);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove_button (self, place->destination));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "address", poplens_address_copy (place->address),
                          (GDestroyNotify) poplens_address_free);
  gtk_list_box_append (self->list, row);
}

void
poplens_remote_recents_show (PoplensRemoteRecents *self, GPtrArray *places, gint64 now)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < places->len; i++)
    add_row (self, places->pdata[i], now);
  gtk_widget_set_visible (GTK_WIDGET (self), places->len > 0);
}

static void
poplens_remote_recents_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), POPLENS_TYPE_REMOTE_RECENTS);
  G_OBJECT_CLASS (poplens_remote_recents_parent_class)->dispose (object);
}

static void
poplens_remote_recents_class_init (PoplensRemoteRecentsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_remote_recents_dispose;
  for (guint i = 0; i < 2; i++)
    g_signal_new (i ? "removed" : "chosen", POPLENS_TYPE_REMOTE_RECENTS, G_SIGNAL_RUN_LAST, 0, NULL,
                  NULL, NULL, G_TYPE_NONE, 1, POPLENS_TYPE_ADDRESS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/remote-recents.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensRemoteRecents, list);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
poplens_remote_recents_init (PoplensRemoteRecents *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
