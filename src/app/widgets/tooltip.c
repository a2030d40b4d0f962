#include "app/widgets/tooltip.h"

#define KEY "poplens-tooltip"

static gboolean
on_query (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  /* A menu that is open has the keyboard: what else there is to say would lie over it. */
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkNative *native = focus ? gtk_widget_get_native (focus) : NULL;
  const char *text =
      (native && GTK_IS_POPOVER (native) && gtk_widget_get_visible (GTK_WIDGET (native)) &&
       native != gtk_widget_get_native (widget))
          ? NULL
          : poplens_tooltip_get (widget);

  if (text)
    gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

void
poplens_tooltip_set (GtkWidget *widget, const char *text)
{
  if (!g_object_get_data (G_OBJECT (widget), KEY "-connected")) {
    g_object_set_data (G_OBJECT (widget), KEY "-connected", widget);
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
  }
  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (text), g_free);
  gtk_widget_set_has_tooltip (widget, text != NULL);
  /* GTK's own tooltips are descriptions to a screen reader, too. */
  if (text)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

const char *
poplens_tooltip_get (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), KEY);
}
