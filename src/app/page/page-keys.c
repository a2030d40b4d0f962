/* Letter keys of a page: next option of a control, chart actions, and stepping through matches. */
#include "app/page/page-keys.h"

#include "app/window/session.h"
#include "app/page/page-actions.h"

/* Key of the view's object data: a PageKeys. */
#define SHOWN_FUNC "poplens-shown-func"

typedef struct {
  PoplensPageShownFunc func;
} PageKeys;

static gboolean
get_shown (GtkWidget *view, PoplensPageShown *shown)
{
  const PageKeys *keys = g_object_get_data (G_OBJECT (view), SHOWN_FUNC);

  return keys->func (view, shown);
}

/* ---- choices --------------------------------------------------------------------------------- */

static void
take_next (const PoplensPageShown *shown, const PoplensControl *control)
{
  PoplensLocation *location = poplens_session_get_location (shown->session);
  const char *value = poplens_location_get (location, control->key);
  guint now = control->current;

  for (guint i = 0; value && i < control->n_options; i++)
    if (g_str_equal (value, control->options[i]))
      now = i;
  g_autoptr (PoplensLocation) next =
      poplens_page_choose (shown->bundle->page, location, control->key,
                           control->options[(now + 1) % control->n_options]);
  poplens_session_go (shown->session, next);
}

static gboolean
choose_by_letter (const PoplensPageShown *shown, int letter)
{
  const GPtrArray *controls = shown->bundle->page->controls;

  for (guint i = 0; i < controls->len; i++) {
    const PoplensControl *control = controls->pdata[i];
    if (control->letter == (char) letter) {
      take_next (shown, control);
      return TRUE;
    }
  }
  return FALSE;
}

/* ---- the chart ------------------------------------------------------------------------------- */

static gboolean
activate_on_chart (const PoplensPageShown *shown, const char *action)
{
  PoplensChartWidget *chart = poplens_page_widget_get_chart (shown->widget);

  return action && chart && gtk_widget_activate_action (GTK_WIDGET (chart), action, NULL);
}

static const char *
action_of_trace (int letter)
{
  return letter == 'm'   ? "chart.measure"
         : letter == 'k' ? "bookmarks.add"
         : letter == 'K' ? "bookmarks.list"
                         : NULL;
}

/* Returns the name of the chart action for a letter; the buttons above the chart use the same
 * names. (static) (nullable) */
static const char *
action_of_chart (int letter)
{
  return letter == 'w'   ? "chart.zoom-in"
         : letter == 's' ? "chart.zoom-out"
         : letter == 'a' ? "chart.pan-left"
         : letter == 'd' ? "chart.pan-right"
         : letter == 'z' ? "chart.range"
                         : NULL;
}

/* Goes to the next search match (N) or to the previous one (Shift+N). On a page without a chart,
 * goes to another occurrence of the current finding. */
static gboolean
step_hits (const PoplensPageShown *shown, int letter)
{
  PoplensChartWidget *chart = poplens_page_widget_get_chart (shown->widget);
  int by = letter == 'n' ? 1 : -1;

  if (letter != 'n' && letter != 'N')
    return FALSE;
  if (!chart)
    return gtk_widget_activate_action (GTK_WIDGET (shown->widget), "finding.step", "i", by);
  g_signal_emit_by_name (chart, "search-step", by);
  return TRUE;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static gboolean
on_letter (GtkWidget *view, GVariant *arguments, gpointer data)
{
  int letter = GPOINTER_TO_INT (data);
  PoplensPageShown shown;

  if (!get_shown (view, &shown))
    return FALSE;
  return poplens_page_jump (shown.session, (char) letter) ||
         (shown.id == POPLENS_PAGE_TRACE && activate_on_chart (&shown, action_of_trace (letter))) ||
         choose_by_letter (&shown, letter) ||
         activate_on_chart (&shown, action_of_chart (letter)) || step_hits (&shown, letter);
}

/* Backspace: undoes the last change of the zoom. */
static gboolean
on_back_key (GtkWidget *view, GVariant *arguments, gpointer data)
{
  PoplensPageShown shown;

  return get_shown (view, &shown) && activate_on_chart (&shown, "chart.back");
}

/* Escape, wherever the focus is: stops following a finding. */
static gboolean
on_escape_key (GtkWidget *view, GVariant *arguments, gpointer data)
{
  PoplensPageShown shown;

  return get_shown (view, &shown) &&
         poplens_location_get (poplens_session_get_location (shown.session), "finding") &&
         gtk_widget_activate_action (view, "finding.clear", NULL);
}

static gboolean
on_undo (GtkWidget *view, GVariant *arguments, gpointer data)
{
  PoplensPageShown shown;

  return get_shown (view, &shown) && shown.id == POPLENS_PAGE_TRACE &&
         activate_on_chart (&shown, "bookmarks.undo");
}

static void
add_key (GtkEventController *keys, guint key, GdkModifierType state, GtkShortcutFunc func,
         gpointer data)
{
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (key, state),
                        gtk_callback_action_new (func, data, NULL)));
}

/* Adds the shortcuts of pages to @view, in the bubble phase: a key acts on the page only if the
 * focused widget does not use it. */
void
poplens_page_keys_add (GtkWidget *view, PoplensPageShownFunc func)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  PageKeys *keys = g_new (PageKeys, 1);

  *keys = (PageKeys){func};
  g_object_set_data_full (G_OBJECT (view), SHOWN_FUNC, keys, g_free);
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  for (int letter = 'a'; letter <= 'z'; letter++) {
    add_key (controller, (guint) letter, 0, on_letter, GINT_TO_POINTER (letter));
    add_key (controller, (guint) letter, GDK_SHIFT_MASK, on_letter,
             GINT_TO_POINTER (g_ascii_toupper ((char) letter)));
  }
  add_key (controller, GDK_KEY_BackSpace, 0, on_back_key, NULL);
  add_key (controller, GDK_KEY_Escape, 0, on_escape_key, NULL);
  add_key (controller, GDK_KEY_z, GDK_CONTROL_MASK, on_undo, NULL);
  gtk_widget_add_controller (view, controller);
}
