/* PoplensHelpWindow: shows the documents of the user guide, their table of contents, and a search;
 * keeps a history of visited places. */
#include "app/help/help-window.h"

#include "app/help/help-page.h"

/* ---- places of the guide --------------------------------------------------------------------- */

/* Section of the guide about each page of Poplens. A test checks that the guide has a heading for
 * each. */
static const char *const places[POPLENS_N_PAGES] = {
    [POPLENS_PAGE_SUMMARY] = "docs/guide/reference-memory.md#summary",
    [POPLENS_PAGE_INSIGHTS] = "docs/guide/reference-memory.md#insights",
    [POPLENS_PAGE_MEMORY] = "docs/guide/reference-memory.md#memory",
    [POPLENS_PAGE_LIVENESS] = "docs/guide/reference-memory.md#liveness",
    [POPLENS_PAGE_PROGRAMS] = "docs/guide/reference-time.md#program-tree",
    [POPLENS_PAGE_OPERATIONS] = "docs/guide/reference-time.md#operations",
    [POPLENS_PAGE_TRACE] = "docs/guide/reference-time.md#execution-trace",
};

const char *
poplens_help_place (PoplensLocation *location)
{
  if (!location)
    return "docs/guide/README.md";
  if (poplens_location_get (location, "with"))
    return "docs/guide/compare.md#in-the-window";
  return places[poplens_location_get_page (location)];
}

/* ---- the window ------------------------------------------------------------------------------ */

#define WIDTH 1000
#define HEIGHT 760

typedef struct {
  char *place;
  double scroll; /* scroll position in pixels when the user left .place; negative: .place was not
                    left yet */
  gboolean is_search; /* .place is a search match; all matches of one search share one visit */
} HelpVisit;

struct _PoplensHelpWindow {
  AdwApplicationWindow parent;
  AdwWindowTitle *title;
  AdwFlap *flap;
  GtkListBox *contents;
  GtkSearchBar *search_bar;
  GtkEditable *search_entry;
  GtkLabel *search_count;
  PoplensHelpPage *page;

  PoplensGuide *guide;
  guint document;  /* index of the document that is shown */
  GArray *visits;  /* of HelpVisit: the history */
  guint visit;     /* index in .visits of the place that is shown */
  GArray *matches; /* (nullable): of PoplensGuideMatch; NULL if there is no search */
  guint match;     /* index in .matches of the match that is shown */
};

G_DEFINE_FINAL_TYPE (PoplensHelpWindow, poplens_help_window, ADW_TYPE_APPLICATION_WINDOW)

static void
help_visit_clear (gpointer data)
{
  g_free (((HelpVisit *) data)->place);
}

static void
poplens_help_window_finalize (GObject *object)
{
  PoplensHelpWindow *self = POPLENS_HELP_WINDOW (object);

  g_array_unref (self->visits);
  g_clear_pointer (&self->matches, g_array_unref);
  poplens_guide_free (self->guide);
  G_OBJECT_CLASS (poplens_help_window_parent_class)->finalize (object);
}

static void
poplens_help_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), POPLENS_TYPE_HELP_WINDOW);
  G_OBJECT_CLASS (poplens_help_window_parent_class)->dispose (object);
}

/* ---- contents -------------------------------------------------------------------------------- */

static GtkListBoxRow *
add_contents_row (PoplensHelpWindow *self, const char *title, char *place, guint level)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_margin_start (label, level * 18);
  if (level)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (row), "place", place, g_free);
  gtk_list_box_append (self->contents, row);
  return GTK_LIST_BOX_ROW (row);
}

/* Fills the table of contents with all documents, and with the sections of @document. */
static void
show_contents (PoplensHelpWindow *self, guint document, guint block)
{
  GtkListBoxRow *row, *selected = NULL;

  while ((row = gtk_list_box_get_row_at_index (self->contents, 0)))
    gtk_list_box_remove (self->contents, GTK_WIDGET (row));
  for (guint i = 0; i < poplens_guide_n_documents (self->guide); i++) {
    const PoplensGuideDocument *shown = poplens_guide_get_document (self->guide, i);
    row = add_contents_row (self, shown->title, g_strdup (shown->path), 0);
    if (i != document)
      continue;
    selected = row;
    for (guint b = 0; b < shown->blocks->len; b++) {
      const PoplensGuideBlock *heading = shown->blocks->pdata[b];
      if (heading->kind != POPLENS_GUIDE_HEADING || heading->level != 2)
        continue;
      row = add_contents_row (self, ((const PoplensGuideText *) heading->texts->pdata[0])->plain,
                              g_strconcat (shown->path, "#", heading->anchor, NULL), 1);
      if (b <= block)
        selected = row;
    }
  }
  gtk_list_box_select_row (self->contents, selected);
}

/* The user scrolled: selects the section at the top of the page in the table of contents, and
 * scrolls the table to it. */
static void
on_scrolled (PoplensHelpWindow *self, guint block)
{
  const PoplensGuideDocument *shown = poplens_guide_get_document (self->guide, self->document);
  guint row = self->document;

  for (guint b = 0; b <= block; b++) {
    const PoplensGuideBlock *heading = shown->blocks->pdata[b];
    row += heading->kind == POPLENS_GUIDE_HEADING && heading->level == 2;
  }
  GtkListBoxRow *selected = gtk_list_box_get_row_at_index (self->contents, (int) row);
  GtkAdjustment *adjustment = gtk_list_box_get_adjustment (self->contents);
  double y = 0;

  gtk_list_box_select_row (self->contents, selected);
  if (!adjustment || !selected ||
      !gtk_widget_translate_coordinates (GTK_WIDGET (selected), GTK_WIDGET (self->contents), 0, 0,
                                         NULL, &y))
    return;
  gtk_adjustment_clamp_page (adjustment, y, y + gtk_widget_get_height (GTK_WIDGET (selected)));
}

static void
show_title (PoplensHelpWindow *self, guint document, guint block)
{
  const char *title = poplens_guide_get_document (self->guide, document)->title;

  self->document = document;
  adw_window_title_set_subtitle (self->title, title);
  show_contents (self, document, block);
}

/* ---- places ---------------------------------------------------------------------------------- */

static const HelpVisit *
get_visit (PoplensHelpWindow *self)
{
  return &g_array_index (self->visits, HelpVisit, self->visit);
}

static void
set_enabled (PoplensHelpWindow *self, const char *action, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), action)), enabled);
}

static gboolean
show_place (PoplensHelpWindow *self, const char *place)
{
  guint document, block;

  if (!poplens_guide_find (self->guide, place, &document, &block))
    return FALSE;
  poplens_help_page_show (self->page, poplens_guide_get_document (self->guide, document), block);
  show_title (self, document, block);
  return TRUE;
}

static void
note_scroll (PoplensHelpWindow *self)
{
  if (self->visits->len)
    g_array_index (self->visits, HelpVisit, self->visit).scroll =
        poplens_help_page_get_scroll (self->page);
}

static void
update_history (PoplensHelpWindow *self)
{
  set_enabled (self, "back", self->visit > 0);
  set_enabled (self, "forward", self->visit + 1 < self->visits->len);
}

/* Adds a visit to the history after the current one, and drops the visits after it. @place:
 * (transfer full) */
static void
add_visit (PoplensHelpWindow *self, char *place, gboolean is_search)
{
  const HelpVisit visit = {place, -1, is_search};

  if (self->visits->len)
    g_array_set_size (self->visits, self->visit + 1);
  g_array_append_val (self->visits, visit);
  self->visit = self->visits->len - 1;
  update_history (self);
}

gboolean
poplens_help_window_go (PoplensHelpWindow *self, const char *place)
{
  gboolean is_there = !g_strcmp0 (poplens_help_window_get_place (self), place);

  if (!is_there)
    note_scroll (self);
  if (!show_place (self, place))
    return FALSE;
  if (!is_there)
    add_visit (self, g_strdup (place), FALSE);
  return TRUE;
}

const char *
poplens_help_window_get_place (PoplensHelpWindow *self)
{
  return self->visits->len ? get_visit (self)->place : NULL;
}

static void
go_to_visit (PoplensHelpWindow *self, guint visit)
{
  note_scroll (self);
  self->visit = visit;
  show_place (self, get_visit (self)->place);
  if (get_visit (self)->scroll >= 0)
    poplens_help_page_set_scroll (self->page, get_visit (self)->scroll);
  update_history (self);
}

static void
on_help_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go_to_visit (data, POPLENS_HELP_WINDOW (data)->visit - 1);
}

static void
on_forward (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go_to_visit (data, POPLENS_HELP_WINDOW (data)->visit + 1);
}

/* Opens the link of the action's parameter: a place of the guide, or a web address, which opens in
 * the user's browser. */
static void
on_go (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *target = g_variant_get_string (parameter, NULL);

  if (!poplens_help_window_go (POPLENS_HELP_WINDOW (widget), target))
    gtk_show_uri (GTK_WINDOW (widget), target, GDK_CURRENT_TIME);
}

static void
on_contents_row_activated (PoplensHelpWindow *self, GtkListBoxRow *row)
{
  g_autofree char *place = g_strdup (g_object_get_data (G_OBJECT (row), "place"));

  poplens_help_window_go (self, place);
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
}

/* ---- search ---------------------------------------------------------------------------------- */

/* Returns the place of the last heading at or before @block. (transfer full) */
static char *
place_of_block (PoplensHelpWindow *self, guint document, guint block)
{
  const PoplensGuideDocument *shown = poplens_guide_get_document (self->guide, document);

  for (guint b = block + 1; b-- > 0;) {
    const PoplensGuideBlock *heading = shown->blocks->pdata[b];
    if (heading->kind == POPLENS_GUIDE_HEADING)
      return g_strconcat (shown->path, "#", heading->anchor, NULL);
  }
  return g_strdup (shown->path);
}

static void
note_match (PoplensHelpWindow *self, guint document, guint block)
{
  char *place = place_of_block (self, document, block);
  HelpVisit *visit = &g_array_index (self->visits, HelpVisit, self->visit);

  if (!visit->is_search) {
    note_scroll (self);
    add_visit (self, place, TRUE);
    return;
  }
  g_free (visit->place);
  visit->place = place;
}

static void
show_match (PoplensHelpWindow *self)
{
  const PoplensGuideMatch *match = &g_array_index (self->matches, PoplensGuideMatch, self->match);
  g_autofree char *count = g_strdup_printf ("%u of %u", self->match + 1, self->matches->len);

  note_match (self, match->document, match->block);
  poplens_help_page_show_match (self->page,
                                poplens_guide_get_document (self->guide, match->document), match);
  show_title (self, match->document, match->block);
  gtk_label_set_text (self->search_count, count);
}

/* Returns the index of the first match at or after the current place; 0 if there is none. */
static guint
first_match (PoplensHelpWindow *self)
{
  guint document, block;

  poplens_guide_find (self->guide, get_visit (self)->place, &document, &block);
  for (guint i = 0; i < self->matches->len; i++) {
    const PoplensGuideMatch *match = &g_array_index (self->matches, PoplensGuideMatch, i);
    if (match->document > document || (match->document == document && match->block >= block))
      return i;
  }
  return 0;
}

static void
on_search_changed (PoplensHelpWindow *self)
{
  const char *words = gtk_editable_get_text (self->search_entry);

  g_clear_pointer (&self->matches, g_array_unref);
  gtk_label_set_text (self->search_count, "");
  if (!*words)
    return;
  self->matches = poplens_guide_search (self->guide, words);
  if (!self->matches->len) {
    gtk_label_set_text (self->search_count, "No matches");
    return;
  }
  self->match = first_match (self);
  show_match (self);
}

static void
step_match (PoplensHelpWindow *self, guint by)
{
  if (!self->matches || !self->matches->len)
    return;
  self->match = (self->match + by) % self->matches->len;
  show_match (self);
}

static void
on_next (PoplensHelpWindow *self)
{
  step_match (self, 1);
}

static void
on_previous (PoplensHelpWindow *self)
{
  step_match (self, self->matches ? self->matches->len - 1 : 0);
}

static gboolean
on_search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
               PoplensHelpWindow *self)
{
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;

  if (!is_enter || !(state & GDK_SHIFT_MASK))
    return FALSE;
  on_previous (self);
  return TRUE;
}

static void
on_search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PoplensHelpWindow *self = data;

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

/* Escape: ends the search if there is one, else closes the window, wherever the focus is. */
static gboolean
on_help_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensHelpWindow *self = POPLENS_HELP_WINDOW (widget);

  if (gtk_search_bar_get_search_mode (self->search_bar)) {
    gtk_search_bar_set_search_mode (self->search_bar, FALSE);
    gtk_widget_grab_focus (gtk_widget_get_first_child (GTK_WIDGET (self->page)));
  } else {
    gtk_window_close (GTK_WINDOW (self));
  }
  return TRUE;
}

/* ---- construction ---------------------------------------------------------------------------- */

static void
add_actions (PoplensHelpWindow *self)
{
  static const GActionEntry entries[] = {
      {.name = "back", .activate = on_help_back},
      {.name = "forward", .activate = on_forward},
      {.name = "search", .activate = on_search},
  };
  g_autoptr (GPropertyAction) sidebar =
      g_property_action_new ("sidebar", self->flap, "reveal-flap");

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (sidebar));
}

static void
poplens_help_window_class_init (PoplensHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_help_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_help_window_finalize;
  g_type_ensure (POPLENS_TYPE_HELP_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/help-window.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensHelpWindow, child)
  BIND (title);
  BIND (flap);
  BIND (contents);
  BIND (search_bar);
  BIND (search_entry);
  BIND (search_count);
  BIND (page);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_contents_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_key);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_install_action (widget_class, "guide.go", "s", on_go);
  gtk_widget_class_bind_template_callback (widget_class, on_scrolled);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_help_escape, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "win.search", NULL);
}

static void
poplens_help_window_init (PoplensHelpWindow *self)
{
  self->visits = g_array_new (FALSE, FALSE, sizeof (HelpVisit));
  g_array_set_clear_func (self->visits, help_visit_clear);
  self->guide = poplens_guide_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_title (GTK_WINDOW (self), "User Guide");
  gtk_search_bar_connect_entry (self->search_bar, self->search_entry);
  add_actions (self);
  update_history (self);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
}

void
poplens_help_window_present (GtkApplication *application, const char *place)
{
  PoplensHelpWindow *self = NULL;

  for (GList *l = gtk_application_get_windows (application); l && !self; l = l->next)
    if (POPLENS_IS_HELP_WINDOW (l->data))
      self = l->data;
  if (!self)
    self = g_object_new (POPLENS_TYPE_HELP_WINDOW, "application", application, NULL);
  poplens_help_window_go (self, place);
  gtk_window_present (GTK_WINDOW (self));
}
