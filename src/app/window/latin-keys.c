/* Finds the shortcut of a pressed key by the key's position, for keyboards without Latin letters.
 * Searches the focused widget and its ancestors first, then the global shortcuts of the window. */
#include "app/window/latin-keys.h"

#include <string.h>

/* End of the block Latin Extended-B of Unicode: letters up to here are Latin. */
#define LAST_LATIN 0x24f

typedef struct {
  guint key;
  GdkModifierType modifiers;
} LatinKey;

/* Returns the keyval, such as GDK_KEY_q, that a key has on a US keyboard. @code: hardware keycode
 * of X11 and Wayland. Returns 0 for keys outside the three rows of letters. */
static guint
find_latin (guint code)
{
  static const struct {
    guint first;
    const char *keys;
  } rows[] = {{24, "qwertyuiop[]"}, {38, "asdfghjkl;'"}, {52, "zxcvbnm,."}};

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    if (code >= rows[r].first && code < rows[r].first + strlen (rows[r].keys))
      return gdk_unicode_to_keyval ((guchar) rows[r].keys[code - rows[r].first]);
  return 0;
}

static gboolean
trigger_matches (GtkShortcutTrigger *trigger, const LatinKey *pressed)
{
  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger)) {
    GtkAlternativeTrigger *either = GTK_ALTERNATIVE_TRIGGER (trigger);
    return trigger_matches (gtk_alternative_trigger_get_first (either), pressed) ||
           trigger_matches (gtk_alternative_trigger_get_second (either), pressed);
  }
  return GTK_IS_KEYVAL_TRIGGER (trigger) &&
         gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == pressed->key &&
         gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == pressed->modifiers;
}

static gboolean
activate_shortcuts (GtkWidget *widget, GListModel *shortcuts, const LatinKey *pressed)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++) {
    g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
    if (trigger_matches (gtk_shortcut_get_trigger (shortcut), pressed) &&
        gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                      gtk_shortcut_get_arguments (shortcut)))
      return TRUE;
  }
  return FALSE;
}

/* TRUE if @controller is the shortcut manager of GtkWindow. The manager contains shortcuts of other
 * widgets, which must be activated on those widgets. */
static gboolean
is_manager (GtkEventController *controller)
{
  const char *name = gtk_event_controller_get_name (controller);

  return name && g_str_has_prefix (name, "gtk-shortcut-manager");
}

/* Activates the first shortcut of @widget that matches @pressed. FALSE if no shortcut was
 * activated. @global: TRUE: considers only shortcuts of global scope. */
static gboolean
activate_on (GtkWidget *widget, gboolean global, const LatinKey *pressed)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_SHORTCUT_CONTROLLER (controller) && !is_manager (controller) &&
        (!global || gtk_shortcut_controller_get_scope (GTK_SHORTCUT_CONTROLLER (controller)) ==
                        GTK_SHORTCUT_SCOPE_GLOBAL) &&
        activate_shortcuts (widget, G_LIST_MODEL (controller), pressed))
      return TRUE;
  }
  return FALSE;
}

static gboolean
activate_below (GtkWidget *widget, const LatinKey *pressed)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget))
    return FALSE;
  if (activate_on (widget, TRUE, pressed))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    if (activate_below (child, pressed))
      return TRUE;
  return FALSE;
}

static gboolean
on_latin_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
              GtkWidget *window)
{
  gunichar letter = gdk_keyval_to_unicode (key);
  LatinKey pressed = {0, state & gtk_accelerator_get_default_mod_mask ()};
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));

  if (letter > LAST_LATIN && g_unichar_isalpha (letter))
    pressed.key = find_latin (code);
  if (!pressed.key)
    return FALSE;
  for (GtkWidget *w = focus ? focus : window; w; w = gtk_widget_get_parent (w))
    if (activate_on (w, FALSE, &pressed))
      return TRUE;
  return activate_below (window, &pressed);
}

static void
on_windows_changed (GListModel *windows, guint from, guint removed, guint added)
{
  for (guint i = from; i < from + added; i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
    GtkEventController *keys = gtk_event_controller_key_new ();
    g_signal_connect (keys, "key-pressed", G_CALLBACK (on_latin_key), window);
    gtk_widget_add_controller (window, keys);
  }
}

void
poplens_latin_keys_install (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_signal_connect (windows, "items-changed", G_CALLBACK (on_windows_changed), NULL);
  on_windows_changed (windows, 0, 0, g_list_model_get_n_items (windows));
}
