/* PoplensPageWidget: builds the widgets that all pages have: tool bar, notices, tabs, and the
 * column beside the chart. */
#include "app/page/page-widget.h"

#include "app/page/page-divider.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/widgets/bins.h"

#include <string.h>

/* ---- notices --------------------------------------------------------------------------------- */

#define SPACING 6

/* Returns the box of the notices that are always visible. */
static GtkWidget *
open_of (GtkWidget *self)
{
  return adw_bin_get_child (
      ADW_BIN (gtk_widget_get_first_child (gtk_widget_get_first_child (self))));
}

/* Returns the button that shows and hides the notes. It is not a GtkExpander, because in GTK 4.8,
 * Tab does not work at a closed one. */
static GtkWidget *
button_of (GtkWidget *self)
{
  return gtk_widget_get_last_child (gtk_widget_get_first_child (self));
}

static GtkWidget *
notes_of (GtkWidget *self)
{
  return gtk_widget_get_last_child (self);
}

/* TRUE if the notice is always open: a warning, or a notice with links. */
static gboolean
stays_open (const PoplensSection *section)
{
  return section->notice.tone == POPLENS_TONE_WARNING || section->notice.tone == POPLENS_TONE_BAD ||
         section->notice.links;
}

/* Goes to the link of a notice. The link was made for the location that the page was built for.
 * Keys that the user has changed since then are kept. */
static void
on_notes_button (GtkWidget *button, gpointer session)
{
  const char *text = g_object_get_data (G_OBJECT (button), "poplens-place");
  const PoplensLocation *from = g_object_get_data (G_OBJECT (button), "poplens-from");
  const PoplensLocation *now = poplens_session_get_location (session);
  g_autoptr (PoplensLocation) link = poplens_location_parse (text, NULL);
  PoplensPageId page = poplens_location_get_page (from);

  if (!link)
    return;
  if (poplens_location_get_page (link) == page && poplens_location_get_page (now) == page) {
    g_autoptr (PoplensLocation) location = poplens_location_rebase (link, from, now);
    poplens_session_go (session, location);
  } else {
    poplens_session_go (session, link);
  }
}

static GtkWidget *
make_notice (PoplensSession *session, const PoplensPage *page, const PoplensSection *section)
{
  GtkWidget *notice = poplens_page_notice_new (section->notice.tone, section->text);

  for (guint i = 0; section->notice.links && i < section->notice.links->len; i++) {
    const PoplensPageLink *link = section->notice.links->pdata[i];
    GtkWidget *button = gtk_button_new_with_label (link->title);
    g_object_set_data_full (G_OBJECT (button), "poplens-place", g_strdup (link->location), g_free);
    g_object_set_data_full (G_OBJECT (button), "poplens-from",
                            poplens_location_ref (page->location),
                            (GDestroyNotify) poplens_location_unref);
    g_signal_connect_object (button, "clicked", G_CALLBACK (on_notes_button), session, 0);
    poplens_page_notice_add_beside (notice, button);
  }
  return notice;
}

/* TRUE if the section is a notice to show above the chart. Notices about the whole report, a jump,
 * or missing parts are shown elsewhere. */
static gboolean
is_notice (const PoplensSection *section)
{
  return section->kind == POPLENS_SECTION_NOTICE && !section->notice.is_standing &&
         section->state != POPLENS_PARTIAL && g_strcmp0 (section->key, "jump");
}

const char *
poplens_page_partial_text (const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (section->kind == POPLENS_SECTION_NOTICE && section->state == POPLENS_PARTIAL)
      return section->text;
  }
  return NULL;
}

/* Counts the notices of @page. @open: TRUE: notices that are always visible; FALSE: notices that a
 * button can hide. */
static guint
count_notices (const PoplensPage *page, gboolean open)
{
  guint n = 0;

  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    n += is_notice (section) && stays_open (section) == open;
  }
  return n;
}

static void
on_toggled (GtkToggleButton *button, gpointer self)
{
  gboolean open = gtk_toggle_button_get_active (button);
  GtkWidget *arrow = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_widget_set_visible (notes_of (self), open && gtk_widget_get_first_child (notes_of (self)));
}

static void
clear_box (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
}

void
poplens_page_notices_show (GtkWidget *self, PoplensSession *session, const PoplensPage *page)
{
  guint n = count_notices (page, FALSE), n_open = count_notices (page, TRUE);
  /* A single notice is always visible: a button that hides it would need as much space. */
  gboolean folds = n + n_open > 1 && n > 0;

  clear_box (open_of (self));
  clear_box (notes_of (self));
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (!is_notice (section))
      continue;
    gtk_box_append (GTK_BOX (folds && !stays_open (section) ? notes_of (self) : open_of (self)),
                    make_notice (session, page, section));
  }
  GtkWidget *button = button_of (self);
  GtkWidget *inside = gtk_button_get_child (GTK_BUTTON (button));
  g_autofree char *label = g_strdup_printf (n == 1 ? "%u notice" : "%u notices", n);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (inside)), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  on_toggled (GTK_TOGGLE_BUTTON (button_of (self)), self);
  gtk_widget_set_visible (button_of (self), folds);
  gtk_widget_set_visible (open_of (self), gtk_widget_get_first_child (open_of (self)) != NULL);
  gtk_widget_set_visible (self, n + n_open > 0);
}

static GtkWidget *
make_button (GtkWidget *self)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (inside), gtk_image_new_from_icon_name ("pan-end-symbolic"));
  gtk_box_append (GTK_BOX (inside), gtk_label_new (NULL));
  gtk_button_set_child (GTK_BUTTON (button), inside);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "page-notes");
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_toggled), self, 0);
  return button;
}

GtkWidget *
poplens_page_notices_new (void)
{
  GtkWidget *self = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  GtkWidget *open = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  gtk_widget_add_css_class (self, "page-notices");
  gtk_widget_set_hexpand (open, TRUE);
  gtk_box_append (GTK_BOX (line), poplens_column_bin_new (open));
  gtk_box_append (GTK_BOX (line), make_button (self));
  gtk_box_append (GTK_BOX (self), line);
  gtk_box_append (GTK_BOX (self), gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING));
  gtk_widget_set_visible (self, FALSE);
  return self;
}

/* ---- the page -------------------------------------------------------------------------------- */

G_DEFINE_ABSTRACT_TYPE (PoplensPageWidget, poplens_page_widget, GTK_TYPE_WIDGET)

#define CLASS(self)                                                                                \
  G_TYPE_INSTANCE_GET_CLASS (self, POPLENS_TYPE_PAGE_WIDGET, PoplensPageWidgetClass)

enum { PROP_SESSION = 1 };

static void
show_column (PoplensPageWidget *self)
{
  gtk_widget_set_visible (self->column,
                          poplens_page_tabs_get_beside (POPLENS_PAGE_TABS (self->tabs)) != NULL);
}

void
poplens_page_widget_show (PoplensPageWidget *self, PoplensPageBundle *bundle)
{
  g_autoptr (PoplensPageBundle) before = self->bundle;

  self->bundle = poplens_page_bundle_ref (bundle);
  if (self->notices) {
    const char *partial = poplens_page_partial_text (bundle->page);
    poplens_page_notices_show (self->notices, self->session, bundle->page);
    gtk_label_set_label (GTK_LABEL (self->partial), partial ? partial : "");
    gtk_widget_set_visible (self->partial, partial != NULL);
  }
  CLASS (self)->show (self, before);
  if (self->tabs) {
    poplens_page_tabs_show (POPLENS_PAGE_TABS (self->tabs), bundle);
    show_column (self);
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
  /* Call this last, because it can change the location. */
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

/* ---- to the location ------------------------------------------------------------------------- */

static void
on_section_choice (GtkWidget *widget, const char *key, const char *value, gpointer data)
{
  PoplensPageWidget *self = data;
  g_autoptr (PoplensLocation) location = poplens_page_choose (
      self->bundle->page, poplens_session_get_location (self->session), key, value);

  /* Typing into a field changes the location with each letter: add no history entries. */
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
  g_signal_connect (widget, "choice", G_CALLBACK (on_section_choice), self);
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

/* Adds a label that says what a partial page waits for. It overlays the bottom of @child, so that
 * nothing moves when it appears. */
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

/* Minimum height of open tabs in pixels. */
#define TABS_HEIGHT 136

static void
on_tabs_closed (GtkWidget *tabs, gboolean closed, gpointer divider)
{
  gtk_widget_set_size_request (tabs, -1, closed ? -1 : TABS_HEIGHT);
  poplens_page_divider_set_closed (divider, closed);
}

/* Widths in pixels. The column beside the chart is BESIDE_WIDTH wide. It is shown if the window has
 * at least the width WIDE_WINDOW, and the page WIDE_PAGE. */
#define WIDE_WINDOW 1500
#define WIDE_PAGE 1000
#define BESIDE_WIDTH 392

static void
on_sized (GtkWidget *bin, int width, int height, gpointer data)
{
  PoplensPageWidget *self = data;
  GtkRoot *root = gtk_widget_get_root (bin);
  gboolean is_wide =
      root && gtk_widget_get_width (GTK_WIDGET (root)) >= WIDE_WINDOW && width >= WIDE_PAGE;

  if (is_wide == self->is_wide)
    return;
  self->is_wide = is_wide;
  poplens_page_tabs_set_beside (POPLENS_PAGE_TABS (self->tabs), is_wide);
  show_column (self);
  if (self->bundle)
    poplens_page_follow_location (self->follow, poplens_session_get_location (self->session));
}

/* Makes a row with @box and, at its end, the column beside the chart. (floating) */
static GtkWidget *
add_column (PoplensPageWidget *self, GtkWidget *box)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *bin;
  GtkWidget *content = poplens_page_tabs_get_column (POPLENS_PAGE_TABS (self->tabs));

  self->column = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_size_request (content, BESIDE_WIDTH, -1);
  gtk_box_append (GTK_BOX (self->column), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (self->column), content);
  gtk_widget_set_visible (self->column, FALSE);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (row), poplens_column_bin_new (box));
  gtk_box_append (GTK_BOX (row), self->column);
  bin = poplens_sized_bin_new (row);
  g_signal_connect_object (bin, "sized", G_CALLBACK (on_sized), self, 0);
  return bin;
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
  /* Set minimum heights of chart and tabs. Both fit into a window of 640 × 480, with its bars and
   * some notices. */
  gtk_widget_set_size_request (gtk_paned_get_start_child (paned), -1, 190);
  gtk_widget_set_size_request (self->tabs, -1, TABS_HEIGHT);
  g_signal_connect_object (self->tabs, "closed", G_CALLBACK (on_tabs_closed), divider, 0);
  gtk_paned_set_end_child (paned, self->tabs);
  gtk_box_append (GTK_BOX (box), poplens_page_widget_make_toolbar (self, with_chart));
  gtk_box_append (GTK_BOX (box), self->notices);
  gtk_box_append (GTK_BOX (box), add_partial (self, divider));
  /* Let the whole page scroll. Otherwise a low window with long notices would request more
   * width. */
  poplens_page_widget_set_child (self, add_column (self, box));
}

/* ---- construction and destruction ------------------------------------------------------------ */

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
