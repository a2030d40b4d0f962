/* PoplensReloadBar, and functions that show info bars over the contents of a window. */
#include "app/window/info-bar.h"

/* ---- the bar that offers to reload ----------------------------------------------------------- */

struct _PoplensReloadBar {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkSpinner *spinner;
  GtkLabel *text;
  GtkWidget *compare, *button;
};

G_DEFINE_FINAL_TYPE (PoplensReloadBar, poplens_reload_bar, ADW_TYPE_BIN)

static void
on_response (PoplensReloadBar *self, int response)
{
  gtk_info_bar_set_revealed (self->bar, FALSE);
}

static void
poplens_reload_bar_class_init (PoplensReloadBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/reload-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensReloadBar, bar);
  gtk_widget_class_bind_template_child (widget_class, PoplensReloadBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, PoplensReloadBar, text);
  gtk_widget_class_bind_template_child (widget_class, PoplensReloadBar, compare);
  gtk_widget_class_bind_template_child (widget_class, PoplensReloadBar, button);
  gtk_widget_class_bind_template_callback (widget_class, on_response);
}

static void
poplens_reload_bar_init (PoplensReloadBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_info_bar_come_at_once (self->bar);
}

static void
show_reload_bar (PoplensReloadBar *self, GtkMessageType type, const char *text, gboolean can_reload,
                 gboolean busy)
{
  gtk_info_bar_set_message_type (self->bar, type);
  gtk_label_set_text (self->text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  /* Remove the action while reloading is not possible: an action would make the button sensitive.
   */
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), can_reload ? "win.reload" : NULL);
  gtk_widget_set_sensitive (self->button, can_reload);
  gtk_widget_set_sensitive (self->compare, can_reload);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

void
poplens_reload_bar_set_state (PoplensReloadBar *self, PoplensWatchState state,
                              const char *description)
{
  g_autofree char *text = NULL;

  switch (state) {
  case POPLENS_WATCH_SAME:
    gtk_info_bar_set_revealed (self->bar, FALSE);
    break;
  case POPLENS_WATCH_GROWING:
    text = g_strdup_printf ("%s and is still being written…", description);
    show_reload_bar (self, GTK_MESSAGE_INFO, text, FALSE, TRUE);
    break;
  case POPLENS_WATCH_CHANGED:
    text = g_strdup_printf ("%s on disk. Showing the loaded version.", description);
    show_reload_bar (self, GTK_MESSAGE_QUESTION, text, TRUE, FALSE);
    break;
  case POPLENS_WATCH_VANISHED:
    text = g_strdup_printf ("%s. Loaded data remains available.", description);
    show_reload_bar (self, GTK_MESSAGE_WARNING, text, FALSE, FALSE);
    break;
  }
}

void
poplens_reload_bar_set_busy (PoplensReloadBar *self, const char *name)
{
  g_autofree char *text = g_strdup_printf ("Reloading %s…", name);

  show_reload_bar (self, GTK_MESSAGE_INFO, text, FALSE, TRUE);
}

void
poplens_reload_bar_set_error (PoplensReloadBar *self, const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  g_autofree char *text = g_strdup_printf ("Cannot reload: %s", valid);

  show_reload_bar (self, GTK_MESSAGE_ERROR, text, TRUE, FALSE);
}

/* ---- all bars -------------------------------------------------------------------------------- */

gboolean
poplens_info_bar_lay_over (GtkOverlay *overlay, GtkWidget *bars, GdkRectangle *at)
{
  GtkWidget *below = gtk_overlay_get_child (overlay);
  int width, height;

  if (!gtk_widget_has_css_class (bars, "late-bars"))
    return FALSE;
  gtk_widget_measure (bars, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  at->width = MAX (width, gtk_widget_get_width (below));
  gtk_widget_measure (bars, GTK_ORIENTATION_VERTICAL, at->width, &height, NULL, NULL, NULL);
  at->x = 0;
  at->y = gtk_widget_get_height (below) - height;
  at->height = height;
  return TRUE;
}

void
poplens_info_bar_come_at_once (GtkInfoBar *bar)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (bar));

  /* Set the duration to 0, not the transition type to NONE: with NONE, a hidden bar takes space. */
  if (GTK_IS_REVEALER (child))
    gtk_revealer_set_transition_duration (GTK_REVEALER (child), 0);
}
