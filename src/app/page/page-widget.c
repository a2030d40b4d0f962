#include "app/page/page-widget.h"

#include "app/page/page-divider.h"
#include "app/page/page-notices.h"
#include "app/page/page-toolbar.h"

#include <string.h>

G_DEFINE_ABSTRACT_TYPE (PoplensPageWidget, poplens_page_widget, GTK_TYPE_WIDGET)

#define CLASS(self)                                                                                \
  G_TYPE_INSTANCE_GET_CLASS (self, POPLENS_TYPE_PAGE_WIDGET, PoplensPageWidgetClass)

enum { PROP_SESSION = 1 };

static void
show_notices (PoplensPageWidget *self, const PoplensPage *page)
{
  const char *partial = poplens_page_partial_text (page);

  poplens_page_notices_show (self->notices, self->session, page);
  gtk_label_set_label (GTK_LABEL (self->partial), partial ? partial : "");
  gtk_widget_set_visible (self->partial, partial != NULL);
}

void
poplens_page_widget_show (PoplensPageWidget *self, PoplensPageBundle *bundle)
{
  g_autoptr (PoplensPageBundle) before = self->bundle;

  self->bundle = poplens_page_bundle_ref (bundle);
  if (self->notices)
    show_notices (self, bundle->page);
  CLASS (self)->show (self, before);
  if (self->tabs) {
    poplens_page_tabs_show (POPLENS_PAGE_TABS (self->tabs), bundle);
    poplens_page_follow_show (self->follow, bundle);
    gtk_widget_set_visible (self->tabs,
                            poplens_page_tabs_n_tabs (POPLENS_PAGE_TABS (self->tabs)) > 0);
  }
  poplens_page_widget_follow_location (self, poplens_session_get_location (self->session));
}

void
poplens_page_widget_follow_location (PoplensPageWidget *self, const PoplensLocation *location)
{
  if (!self->bundle)
    return;
  poplens_page_widget_follow_choices (self, location);
  if (self->tabs) {
    poplens_page_tabs_follow_location (POPLENS_PAGE_TABS (self->tabs), location);
    poplens_page_follow_location (self->follow, location);
  }
  /* The last: it may lead to another location. */
  CLASS (self)->follow_location (self, location);
}

void
poplens_page_widget_follow_choices (PoplensPageWidget *self, const PoplensLocation *location)
{
  poplens_page_toolbar_set_location (POPLENS_PAGE_TOOLBAR (self->toolbar), location);
}

gboolean
poplens_page_widget_focus (PoplensPageWidget *self)
{
  return (CLASS (self)->focus && CLASS (self)->focus (self)) ||
         gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static gboolean
focus_search (PoplensPageWidget *self)
{
  return poplens_page_toolbar_focus_search (POPLENS_PAGE_TOOLBAR (self->toolbar)) ||
         poplens_page_tabs_focus_search (POPLENS_PAGE_TABS (self->tabs));
}

gboolean
poplens_page_widget_focus_search (PoplensPageWidget *self)
{
  return CLASS (self)->focus_search (self);
}

PoplensChartWidget *
poplens_page_widget_get_chart (PoplensPageWidget *self)
{
  return CLASS (self)->get_chart ? CLASS (self)->get_chart (self) : NULL;
}

/* ---- to the location
 * ------------------------------------------------------------------------------
 */

static void
on_choice (GtkWidget *widget, const char *key, const char *value, gpointer data)
{
  PoplensPageWidget *self = data;
  g_autoptr (PoplensLocation) location = poplens_page_choose (
      self->bundle->page, poplens_session_get_location (self->session), key, value);

  /* Words are typed letter by letter: not steps to go back to. */
  if (g_str_has_prefix (key, "filter.") || g_str_equal (key, "search"))
    poplens_session_adjust (self->session, location);
  else
    poplens_session_go (self->session, location);
}

static void
on_tiles (GtkWidget *toolbar, gpointer tiles, gpointer data)
{
  PoplensPageWidget *self = data;
  g_autoptr (PoplensLocation) location = poplens_page_enter_tiles (
      self->bundle->page, poplens_session_get_location (self->session), tiles);

  poplens_session_go (self->session, location);
}

void
poplens_page_widget_listen (PoplensPageWidget *self, GtkWidget *widget)
{
  g_signal_connect (widget, "choice", G_CALLBACK (on_choice), self);
}

GtkWidget *
poplens_page_widget_make_toolbar (PoplensPageWidget *self, gboolean with_chart)
{
  self->toolbar = poplens_page_toolbar_new (with_chart);
  poplens_page_widget_listen (self, self->toolbar);
  g_signal_connect (self->toolbar, "tiles", G_CALLBACK (on_tiles), self);
  return self->toolbar;
}

void
poplens_page_widget_set_child (PoplensPageWidget *self, GtkWidget *child)
{
  self->outer = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->outer), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->outer), child);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
}

/* Over the middle of @child, so that it moves nothing when it comes and goes. */
static GtkWidget *
add_partial (PoplensPageWidget *self, GtkWidget *child)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->partial = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->partial), TRUE);
  gtk_widget_set_halign (self->partial, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->partial, GTK_ALIGN_END);
  gtk_widget_set_can_target (self->partial, FALSE);
  gtk_widget_set_visible (self->partial, FALSE);
  gtk_widget_add_css_class (self->partial, "tab-progress");
  gtk_overlay_set_child (GTK_OVERLAY (overlay), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->partial);
  return overlay;
}

void
poplens_page_widget_build (PoplensPageWidget *self, gboolean with_chart, GtkWidget *divider)
{
  GtkPaned *paned = poplens_page_divider_get_paned (divider);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (GTK_WIDGET (self), "page-chart");
  self->notices = poplens_page_notices_new ();
  self->tabs = poplens_page_tabs_new (self->session);
  self->follow = poplens_page_follow_new (POPLENS_PAGE_TABS (self->tabs));
  /* The ratio to what is above them is how a window's height is shared out at first; with bars and
   * notices a window of 640 by 480 has room for both. */
  gtk_widget_set_size_request (gtk_paned_get_start_child (paned), -1, 190);
  gtk_widget_set_size_request (self->tabs, -1, 136);
  gtk_paned_set_end_child (paned, self->tabs);
  gtk_box_append (GTK_BOX (box), poplens_page_widget_make_toolbar (self, with_chart));
  gtk_box_append (GTK_BOX (box), self->notices);
  gtk_box_append (GTK_BOX (box), add_partial (self, divider));
  /* In a window that is too low for long notices all of it scrolls; it would ask for more width. */
  poplens_page_widget_set_child (self, box);
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
poplens_page_widget_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  POPLENS_PAGE_WIDGET (object)->session = g_value_dup_object (value);
}

static void
poplens_page_widget_dispose (GObject *object)
{
  PoplensPageWidget *self = POPLENS_PAGE_WIDGET (object);

  g_clear_pointer (&self->follow, poplens_page_follow_free);
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_page_widget_parent_class)->dispose (object);
}

static void
poplens_page_widget_class_init (PoplensPageWidgetClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);

  object->set_property = poplens_page_widget_set_property;
  object->dispose = poplens_page_widget_dispose;
  klass->focus_search = focus_search;
  g_object_class_install_property (
      object, PROP_SESSION,
      g_param_spec_object ("session", NULL, NULL, POPLENS_TYPE_SESSION,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_page_widget_init (PoplensPageWidget *self)
{
}
