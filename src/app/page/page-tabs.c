/* PoplensPageTabs: tabs, their tools and views, tables made on demand, and chosen rows. */
#include "app/page/page-tabs.h"

#include "app/page/page-bundle.h"
#include "app/page/page-control.h"
#include "app/remote/link-cost.h"
#include "app/page/page-tables.h"
#include "app/page/tab-row.h"
#include "app/page/tab-chart.h"
#include "app/page/page-progress.h"
#include "app/table/table-choice.h"
#include "app/table/table-widget.h"
#include "app/widgets/frame-turn.h"
#include "app/widgets/layouts.h"
#include "app/widgets/tooltip.h"
#include "app/window/session.h"
#include "pages/core/finding.h"

#include <gtk/gtk.h>
#include <string.h>

/* ---- chosen row of a tab --------------------------------------------------------------------- */

/* TabChoice: keeps the row that the location chooses selected and in view, in the table of a tab. A
 * label says if a filter hides the row. A click chooses a row; Escape, or a click below the rows,
 * chooses none. */

typedef struct {
  PoplensTableWidget *table;
  PoplensSession *session; /* (not owned): outlives the tabs */
  PoplensTableChoice *choice;
  PoplensPageBundle *bundle; /* (nullable): the shown page */
  guint index;               /* index of the section in .bundle */
  GtkWidget *hint;           /* label in the table's tools */
  gulong model_handler;
} TabChoice;

static const PoplensSection *
section_of (TabChoice *self)
{
  return self->bundle ? poplens_page_bundle_get_section (self->bundle, self->index) : NULL;
}

/* Writes the chosen row to the location. Moving from one chosen row to another adds no history
 * entry, because arrow keys pass many rows. */
static void
on_tab_row_chosen (guint32 row, gpointer data)
{
  TabChoice *self = data;
  const PoplensSection *section = section_of (self);
  PoplensLocation *now = poplens_session_get_location (self->session);

  if (!section)
    return;
  g_autoptr (PoplensLocation) location = poplens_page_choose_row (section, now, row);
  if (poplens_location_get (now, section->rows.chooses) && row != G_MAXUINT32)
    poplens_session_adjust (self->session, location);
  else
    poplens_session_go (self->session, location);
}

static void
show_hint (TabChoice *self)
{
  gtk_widget_set_visible (self->hint, poplens_table_choice_is_left_out (self->choice));
}

static void
tab_choice_follow_location (TabChoice *self, const PoplensLocation *location)
{
  const PoplensSection *section = section_of (self);

  if (!section)
    return;
  poplens_table_choice_set (self->choice, poplens_page_chosen_row (section, location));
  show_hint (self);
}

/* Shows the chosen row of section @index of @bundle. */
static void
tab_choice_show (TabChoice *self, PoplensPageBundle *bundle, guint index)
{
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  self->index = index;
  tab_choice_follow_location (self, poplens_session_get_location (self->session));
  poplens_table_choice_renew (self->choice);
  show_hint (self);
}

/* Makes the choice of a row in @table. @table: (transfer none): must outlive the result. */
static TabChoice *
tab_choice_new (PoplensTableWidget *table, PoplensSession *session)
{
  TabChoice *self = g_new0 (TabChoice, 1);

  self->table = table;
  self->session = session;
  self->choice = poplens_table_choice_new (table, on_tab_row_chosen, self);
  self->hint = gtk_label_new ("Selection hidden by the filter");
  gtk_label_set_ellipsize (GTK_LABEL (self->hint), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_widget_add_css_class (self->hint, "caption");
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_box_prepend (GTK_BOX (poplens_table_widget_get_tools (table)), self->hint);
  /* Connect after .choice, which must handle a new model before show_hint (). */
  self->model_handler = g_signal_connect_swapped (poplens_table_widget_get_view (table),
                                                  "notify::model", G_CALLBACK (show_hint), self);
  return self;
}

static void
tab_choice_free (TabChoice *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (self->table);

  if (view)
    g_clear_signal_handler (&self->model_handler, view);
  poplens_table_choice_free (self->choice);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  if (gtk_widget_get_parent (self->hint))
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->hint)), self->hint);
  g_free (self);
}

/* ---- tools beside the tabs ------------------------------------------------------------------- */

/* The end of the row of tabs has two boxes: the tools of the shown table or chart, and the controls
 * of its tab. */

/* Pixels between the controls of a tab, and between them and the tools. */
#define TOOLS_GAP 12
/* Style class of insensitive tools that reserve space until a table is ready. */
#define AWAITED "tools-awaited"

/* Makes @widget (nullable) the only child of @box. */
static void
tab_fill (GtkWidget *box, GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (box);

  if (child == widget)
    return;
  if (child)
    gtk_box_remove (GTK_BOX (box), child);
  if (widget)
    gtk_box_append (GTK_BOX (box), widget);
}

/* Shows the tools of a table or chart in @self, the end of the row of tabs. @tools: (nullable) */
static void
tab_tools_set (GtkWidget *self, GtkWidget *tools)
{
  tab_fill (gtk_widget_get_first_child (self), tools);
}

/* Adds insensitive tools that reserve the space for the tools of a table. */
static void
tab_tools_await_table (GtkWidget *self)
{
  GtkWidget *box = gtk_widget_get_first_child (self), *table, *tools;

  if (gtk_widget_get_first_child (box))
    return;
  table = g_object_ref_sink (poplens_table_widget_new (0));
  tools = poplens_table_widget_get_tools (POPLENS_TABLE_WIDGET (table));
  poplens_table_widget_set_filterable (POPLENS_TABLE_WIDGET (table), TRUE);
  gtk_widget_set_sensitive (tools, FALSE);
  gtk_widget_add_css_class (tools, AWAITED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (tools), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (box), tools);
  g_object_unref (table);
}

/* TRUE if there are tools other than those of tab_tools_await_table (). */
static gboolean
tab_tools_has_any (GtkWidget *self)
{
  GtkWidget *tools = gtk_widget_get_first_child (gtk_widget_get_first_child (self));

  return tools && !gtk_widget_has_css_class (tools, AWAITED);
}

static GtkWidget *
tab_tools_get_choices (GtkWidget *self)
{
  return gtk_widget_get_last_child (self);
}

/* ---- the tabs -------------------------------------------------------------------------------- */

struct _PoplensPageTabs {
  GtkWidget parent_instance;
  PoplensSession *session;
  GtkWidget *box;
  GtkWidget *bar;      /* row of tabs and tools */
  GtkWidget *switcher; /* buttons of tabs; a tab with several views also has an arrow with a menu */
  GSimpleActionGroup *actions;
  GtkWidget *beside;   /* column beside the page's chart */
  gboolean has_beside; /* the window is wide enough for .beside */
  GtkWidget *stack;    /* a child per tab, named by its section's key */
  GtkWidget *progress; /* overlay around .stack */
  GtkWidget *tools;    /* stack of tools, with the child names of .stack */
  GPtrArray *keys;     /* keys of the sections, in the order of the tabs */
  GHashTable *widgets; /* section key → its PoplensTableWidget or PoplensTabChartView */
  GHashTable *choices; /* section key → TabChoice, for tables in which a row can be chosen */
  PoplensPageBundle *bundle; /* (nullable): the shown page */
  GHashTable *pending;       /* section key → section index + 1: tables to show later */
  char *finding;             /* (nullable): finding for which show_finding () last ran */
  guint turn; /* id of the tick callback that will show the table of the tab in front; 0: none */
  gboolean quiet;
  gboolean closed;  /* only the row of tabs is visible */
  gboolean changed; /* a tab came to the front since the last click on a tab was handled */
};

G_DEFINE_FINAL_TYPE (PoplensPageTabs, poplens_page_tabs, GTK_TYPE_WIDGET)

/* Returns the key of the section for the column beside the chart. (nullable) */
static const char *
find_beside (PoplensPageTabs *self)
{
  const PoplensPage *page = self->bundle ? self->bundle->page : NULL;

  for (guint i = 0; page && i < page->sections->len; i++)
    if (((const PoplensSection *) page->sections->pdata[i])->tab.is_beside)
      return ((const PoplensSection *) page->sections->pdata[i])->key;
  return NULL;
}

const char *
poplens_page_tabs_get_beside (PoplensPageTabs *self)
{
  return self->has_beside ? find_beside (self) : NULL;
}

static gboolean
is_beside (PoplensPageTabs *self, const char *key)
{
  return !g_strcmp0 (key, poplens_page_tabs_get_beside (self));
}

/* Returns the box for the contents of section @key. (nullable) */
static GtkWidget *
place_of (PoplensPageTabs *self, const char *key)
{
  return is_beside (self, key) ? self->beside
                               : gtk_stack_get_child_by_name (GTK_STACK (self->stack), key);
}

static gboolean
same_keys (PoplensPageTabs *self, PoplensPage *page)
{
  guint at = 0;

  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (!poplens_section_is_tab (section))
      continue;
    if (at >= self->keys->len || !g_str_equal (self->keys->pdata[at], section->key))
      return FALSE;
    at++;
  }
  return at == self->keys->len;
}

static void
remove_children (GtkWidget *stack)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (stack)))
    gtk_stack_remove (GTK_STACK (stack), child);
}

static void
take_out (GtkWidget *widget)
{
  if (gtk_widget_get_parent (widget))
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (widget)), widget);
}

/* Returns the box with the tools of tab @key, at the end of the row of tabs. */
static GtkWidget *
tools_beside (PoplensPageTabs *self, const char *key)
{
  return gtk_stack_get_child_by_name (GTK_STACK (self->tools), key);
}

static GtkWidget *
tools_of (GtkWidget *widget)
{
  return POPLENS_IS_TABLE_WIDGET (widget)
             ? poplens_table_widget_get_tools (POPLENS_TABLE_WIDGET (widget))
             : poplens_tab_chart_view_get_tools (POPLENS_TAB_CHART_VIEW (widget));
}

/* Puts @widget, a table or chart, into tab @key. Shows its tools, and keeps @widget for the next
 * page. */
static void
set_widget (PoplensPageTabs *self, const char *key, GtkWidget *widget)
{
  tab_fill (place_of (self, key), widget);
  tab_tools_set (tools_beside (self, key), tools_of (widget));
  if (g_hash_table_lookup (self->widgets, key) != widget)
    g_hash_table_insert (self->widgets, g_strdup (key), g_object_ref (widget));
}

/* Shows a notice in tab @key, and drops the table or chart of the tab. Keeping it outside of a
 * window is not possible: in GTK 4.8, assistive technologies could realize it there. */
static void
set_notice (PoplensPageTabs *self, const char *key, GtkWidget *notice)
{
  tab_fill (place_of (self, key), notice);
  tab_tools_set (tools_beside (self, key), NULL);
  g_hash_table_remove (self->choices, key);
  g_hash_table_remove (self->widgets, key);
}

static GtkStackPage *
page_of (PoplensPageTabs *self, const char *key)
{
  return gtk_stack_get_page (GTK_STACK (self->stack),
                             gtk_stack_get_child_by_name (GTK_STACK (self->stack), key));
}

static void
set_closed (PoplensPageTabs *self, gboolean closed)
{
  if (closed == self->closed)
    return;
  self->closed = closed;
  gtk_widget_set_visible (self->progress, !closed);
  g_signal_emit_by_name (self, "closed", closed);
}

/* Called after the switcher has handled a click on a tab button. */
static void
on_tab_clicked (PoplensPageTabs *self)
{
  set_closed (self, !self->changed && !self->closed);
  self->changed = FALSE;
}

static void
on_view (GSimpleAction *action, GVariant *value, gpointer data)
{
  PoplensPageTabs *self = data;

  set_closed (self, FALSE);
  poplens_page_set_key (self->session, "tab", g_variant_get_string (value, NULL), FALSE);
}

/* Returns the page's control that chooses between the views of the tab of section @key. (nullable):
 * NULL if the tab has only one view. */
static const PoplensControl *
find_views (const PoplensPage *page, const char *key)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (g_str_equal (control->key, "tab") && !g_strcmp0 (control->section, key))
      return control;
  }
  return NULL;
}

/* Adds an arrow with a menu of views after @button, the button of the tab's last view. */
static void
add_arrow (PoplensPageTabs *self, const PoplensControl *views, GtkWidget *button)
{
  GtkWidget *arrow = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *name = g_strdup_printf ("Views of %s", views->title);

  for (guint i = 0; i < views->n_options; i++) {
    g_autoptr (GMenuItem) item = g_menu_item_new (views->titles[i], NULL);
    g_menu_item_set_action_and_target (item, "tabs.view", "s", views->options[i]);
    g_menu_append_item (menu, item);
  }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (arrow), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (arrow), "pan-down-symbolic");
  gtk_widget_add_css_class (arrow, "flat");
  gtk_widget_add_css_class (arrow, "tab-views");
  poplens_tooltip_set (arrow, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (arrow), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_insert_after (arrow, self->switcher, button);
}

/* Connects the buttons of the switcher to on_tab_clicked (), and adds the arrows. */
static void
equip_buttons (PoplensPageTabs *self, const PoplensPage *page)
{
  GtkWidget *button = gtk_widget_get_first_child (self->switcher);

  for (guint i = 0; button && i < self->keys->len; i++) {
    const PoplensControl *views = find_views (page, self->keys->pdata[i]);
    GtkWidget *next = gtk_widget_get_next_sibling (button);
    g_signal_connect_object (button, "clicked", G_CALLBACK (on_tab_clicked), self,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
    if (views)
      gtk_widget_add_css_class (button, "has-views");
    if (views && g_str_equal (views->options[views->n_options - 1], self->keys->pdata[i]))
      add_arrow (self, views, button);
    button = next;
  }
}

static void
remove_arrows (PoplensPageTabs *self)
{
  GtkWidget *child = gtk_widget_get_first_child (self->switcher), *next;

  for (; child; child = next) {
    next = gtk_widget_get_next_sibling (child);
    if (GTK_IS_MENU_BUTTON (child))
      gtk_widget_unparent (child);
  }
}

static void
make_tabs (PoplensPageTabs *self, PoplensPage *page)
{
  const char *before = NULL;

  g_ptr_array_set_size (self->keys, 0);
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (!poplens_section_is_tab (section))
      continue;
    g_ptr_array_add (self->keys, g_strdup (section->key));
    gtk_stack_add_named (GTK_STACK (self->stack), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
                         section->key);
    /* Put the controls last, where tools of a table that are added later do not move them. */
    GtkWidget *beside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, TOOLS_GAP);
    gtk_box_append (GTK_BOX (beside), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
    gtk_box_append (GTK_BOX (beside), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, TOOLS_GAP));
    gtk_stack_add_named (GTK_STACK (self->tools), beside, section->key);
    gtk_stack_page_set_visible (page_of (self, section->key),
                                !is_beside (self, section->key) &&
                                    (!section->tab_name || g_strcmp0 (section->tab_name, before)));
    before = section->tab_name;
  }
  equip_buttons (self, page);
}

/* Rebuilds the tabs: each is a box for a table, a chart or a notice. Moves widgets whose key is
 * still in use to their new tab at once. */
static void
rebuild_tabs (PoplensPageTabs *self, PoplensPage *page)
{
  GHashTableIter iter;
  gpointer key, widget;

  g_hash_table_iter_init (&iter, self->widgets);
  while (g_hash_table_iter_next (&iter, NULL, &widget)) {
    take_out (tools_of (widget));
    take_out (widget);
  }
  g_clear_pointer (&self->finding, g_free);
  remove_arrows (self);
  remove_children (self->stack);
  remove_children (self->tools);
  tab_fill (self->beside, NULL);
  make_tabs (self, page);
  g_hash_table_iter_init (&iter, self->widgets);
  while (g_hash_table_iter_next (&iter, &key, &widget)) {
    if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), key))
      set_widget (self, key, widget);
    else {
      g_hash_table_remove (self->choices, key);
      g_hash_table_iter_remove (&iter);
    }
  }
}

/* Returns the table widget of tab @key; makes it if there is none. */
static GtkWidget *
table_for (PoplensPageTabs *self, const char *key)
{
  GtkWidget *table = g_hash_table_lookup (self->widgets, key);

  if (!table || !POPLENS_IS_TABLE_WIDGET (table)) {
    table = poplens_page_table_new (self->session, 0);
    set_widget (self, key, table);
  }
  return table;
}

/* Shortens a title for its tab: on the page "Memory", "Memory by tile" becomes "By tile". (transfer
 * full) */
static char *
short_title (const char *title, const char *page_title)
{
  gsize length = strlen (page_title);
  g_autofree char *first = NULL;

  if (!g_str_has_prefix (title, page_title) || title[length] != ' ' || !title[length + 1])
    return g_strdup (title);
  title += length + 1;
  first = g_utf8_strup (title, (gssize) (g_utf8_next_char (title) - title));
  return g_strconcat (first, g_utf8_next_char (title), NULL);
}

/* Shows the controls of a table's tab. A chart widget shows its controls itself. */
static void
show_choices (PoplensPageTabs *self, const PoplensSection *section)
{
  GtkWidget *tools = tools_beside (self, section->key);
  GtkWidget *box = tab_tools_get_choices (tools);
  gboolean has_own = section->kind == POPLENS_SECTION_TAB_CHART && tab_tools_has_any (tools);

  poplens_page_controls_show (box, self->session, self->bundle->page,
                              has_own || section->tab.has_row ? "" : section->key);
  gtk_widget_set_visible (box, gtk_widget_get_first_child (box) != NULL);
}

gboolean
poplens_page_tabs_has_table (PoplensPageTabs *self, const char *key)
{
  GtkWidget *widget = g_hash_table_lookup (self->widgets, key);

  return widget && POPLENS_IS_TABLE_WIDGET (widget);
}

static gboolean
shows (PoplensPageTabs *self, const PoplensSection *section)
{
  return poplens_page_tabs_has_table (self, section->key) && !section->rows.chooses &&
         poplens_table_widget_get_table (g_hash_table_lookup (self->widgets, section->key)) ==
             section->table;
}

/* Shows a section, or the reason why it is empty. A table is only marked as pending until its tab
 * is in front: making the widgets of all tables would take many frames. */
static void
show_content (PoplensPageTabs *self, const PoplensSection *section, guint index)
{
  GtkWidget *box = place_of (self, section->key);

  if (section->state == POPLENS_WHOLE) {
    /* If a widget shows this section already, keep it with its scroll position and selection. */
    if (!shows (self, section))
      g_hash_table_insert (self->pending, g_strdup (section->key), GUINT_TO_POINTER (index + 1));
    return;
  }
  if (section->state == POPLENS_PARTIAL) {
    /* Keep old rows until new ones are ready. */
    GtkWidget *child = gtk_widget_get_first_child (box);
    if (!POPLENS_IS_TABLE_WIDGET (child) && !POPLENS_IS_TAB_CHART_VIEW (child))
      set_notice (self, section->key, poplens_page_busy_new ());
    return;
  }
  set_notice (self, section->key, poplens_page_notice_new (POPLENS_TONE_NEUTRAL, section->text));
}

static void
show_tab (PoplensPageTabs *self, guint index)
{
  const PoplensSection *section = poplens_page_bundle_get_section (self->bundle, index);
  const char *table = section->table ? poplens_table_get_title (section->table) : section->key;
  const char *title = section->title ? section->title : table;
  g_autofree char *name = NULL;

  const PoplensControl *views = find_views (self->bundle->page, section->key);
  name = section->tab_name && views && views->current
             ? g_strdup_printf ("%s: %s", section->tab_name, views->titles[views->current])
         : section->tab_name ? g_strdup (section->tab_name)
         : section->kind == POPLENS_SECTION_TAB_CHART
             ? g_strdup (title)
             : short_title (title, self->bundle->page->title);
  gtk_stack_page_set_title (page_of (self, section->key), name);
  show_content (self, section, index);
  show_choices (self, section);
}

static void
show_choice (PoplensPageTabs *self, guint index)
{
  const PoplensSection *section = poplens_page_bundle_get_section (self->bundle, index);
  TabChoice *choice = g_hash_table_lookup (self->choices, section->key);

  if (!section->rows.chooses)
    return;
  if (!choice) {
    choice = tab_choice_new (POPLENS_TABLE_WIDGET (table_for (self, section->key)), self->session);
    g_hash_table_insert (self->choices, g_strdup (section->key), choice);
  }
  tab_choice_show (choice, self->bundle, index);
}

/* Shows the table of section @key, if it is pending. Called when its tab comes to the front. */
static void
show_pending (PoplensPageTabs *self, const char *key)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->pending, key));

  if (!index)
    return;
  g_hash_table_remove (self->pending, key);
  poplens_page_table_show (table_for (self, key), self->session, self->bundle, index - 1);
  show_choice (self, index - 1);
}

static void
on_turn (GtkWidget *widget)
{
  PoplensPageTabs *self = POPLENS_PAGE_TABS (widget);
  const char *tab = poplens_page_tabs_get_tab (self);

  self->turn = 0;
  if (tab)
    show_pending (self, tab);
}

void
poplens_page_tabs_update (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                          const PoplensLocation *location, PoplensTable *table,
                          PoplensTableView *view, const char *why_not)
{
  const PoplensSection *section = poplens_page_bundle_get_section (bundle, index);
  GtkWidget *box = gtk_stack_get_child_by_name (GTK_STACK (self->stack), section->key);

  g_hash_table_remove (self->pending, section->key);
  if (!box || !table) {
    g_clear_pointer (&view, poplens_table_view_free);
    if (box) {
      set_notice (self, section->key, poplens_page_notice_new (POPLENS_TONE_NEUTRAL, why_not));
      poplens_page_tabs_follow_location (self, poplens_session_get_location (self->session));
    }
    return;
  }
  poplens_page_table_put (table_for (self, section->key), bundle, section, table, view, location);
  /* The filter may have changed meanwhile, and the new table may bring its tab to the front. */
  poplens_page_tabs_follow_location (self, poplens_session_get_location (self->session));
}

/* The user accepted to load the table: replaces the question by a spinner, and emits "load". */
static void
on_accepted (GtkWidget *question, gpointer key)
{
  GtkWidget *tabs = gtk_widget_get_ancestor (question, POPLENS_TYPE_PAGE_TABS);

  set_notice (POPLENS_PAGE_TABS (tabs), key, poplens_page_busy_new ());
  g_signal_emit_by_name (tabs, "load", key);
}

void
poplens_page_tabs_ask (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index, guint64 bytes)
{
  const PoplensSection *section = poplens_page_bundle_get_section (bundle, index);
  GtkWidget *question = g_object_new (POPLENS_TYPE_PAGE_QUESTION, NULL);
  const char *title = gtk_stack_page_get_title (page_of (self, section->key));

  gtk_widget_set_vexpand (question, TRUE);
  poplens_page_question_set_small (POPLENS_PAGE_QUESTION (question));
  poplens_page_question_set (POPLENS_PAGE_QUESTION (question), bundle->report, title, bytes);
  g_signal_connect_data (question, "accepted", G_CALLBACK (on_accepted), g_strdup (section->key),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  g_hash_table_remove (self->pending, section->key);
  set_notice (self, section->key, question);
}

void
poplens_page_tabs_update_chart (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                                PoplensTabChart *chart)
{
  const PoplensSection *section = poplens_page_bundle_get_section (bundle, index);
  GtkWidget *view = g_hash_table_lookup (self->widgets, section->key);

  if (!gtk_stack_get_child_by_name (GTK_STACK (self->stack), section->key))
    return;
  if (!view || !POPLENS_IS_TAB_CHART_VIEW (view)) {
    view = poplens_tab_chart_view_new (self->session, is_beside (self, section->key));
    set_widget (self, section->key, view);
    show_choices (self, section);
  }
  poplens_tab_chart_view_show (POPLENS_TAB_CHART_VIEW (view), bundle, section, chart);
}

const char *
poplens_page_tabs_get_tab (PoplensPageTabs *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

void
poplens_page_tabs_show (PoplensPageTabs *self, PoplensPageBundle *bundle)
{
  self->quiet = TRUE;
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  g_hash_table_remove_all (self->pending);
  if (!same_keys (self, bundle->page))
    rebuild_tabs (self, bundle->page);
  for (guint i = 0; i < bundle->page->sections->len; i++)
    if (poplens_section_is_tab (bundle->page->sections->pdata[i]))
      show_tab (self, i);
  self->quiet = FALSE;
  poplens_page_tabs_follow_location (self, poplens_session_get_location (self->session));
}

/* TRUE if the section asks to be in front by default. FALSE on pages with a column beside the
 * chart. */
static gboolean
opens (PoplensPageTabs *self, const char *key)
{
  const PoplensSection *section = poplens_page_find_section (self->bundle->page, key);

  return section && !poplens_page_tabs_get_beside (self) &&
         poplens_section_opens (section, poplens_session_get_location (self->session));
}

/* TRUE if the tab can be in front by default: its section asks for it, or has a table or will have
 * one. */
static gboolean
has_content (PoplensPageTabs *self, const char *key)
{
  const PoplensSection *section = poplens_page_find_section (self->bundle->page, key);
  GtkWidget *box = gtk_stack_get_child_by_name (GTK_STACK (self->stack), key);

  if (opens (self, key))
    return section->state != POPLENS_ABSENT;
  return section && section->kind == POPLENS_SECTION_TABLE &&
         (section->state == POPLENS_PARTIAL || g_hash_table_contains (self->pending, key) ||
          POPLENS_IS_TABLE_WIDGET (gtk_widget_get_first_child (box)));
}

/* Returns the key of the tab that is in front by default, from the present contents of the tabs. */
static const char *
front_key (PoplensPageTabs *self)
{
  const char *shown = NULL;

  for (guint i = 0; i < self->keys->len; i++) {
    const char *key = self->keys->pdata[i];
    if (is_beside (self, key) || !has_content (self, key))
      continue;
    if (!i || opens (self, key))
      return key;
    shown = shown ? shown : key;
  }
  return shown ? shown : self->keys->pdata[0];
}

/* Several views can share one tab. Shows the tab button of view @key, and hides the buttons of the
 * other views of its tab. */
static void
show_shared (PoplensPageTabs *self, const char *key, const PoplensLocation *location)
{
  const PoplensSection *shown = poplens_page_find_section (self->bundle->page, key);
  GtkWidget *choice = gtk_widget_get_first_child (tab_tools_get_choices (tools_beside (self, key)));
  GAction *view = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "view");

  g_simple_action_set_state (G_SIMPLE_ACTION (view), g_variant_new_string (key));
  for (; choice; choice = gtk_widget_get_next_sibling (choice))
    poplens_page_control_set_location (POPLENS_PAGE_CONTROL (choice), location);
  for (guint i = 0; shown && shown->tab_name && i < self->keys->len; i++) {
    const char *other = self->keys->pdata[i];
    const PoplensSection *section = poplens_page_find_section (self->bundle->page, other);
    if (section && !g_strcmp0 (section->tab_name, shown->tab_name))
      gtk_stack_page_set_visible (page_of (self, other), g_str_equal (other, key));
  }
}

/* Returns the key of the first view of the tab @name. @of_finding: TRUE: prefers a view about the
 * finding of the location. (nullable) */
static const char *
find_view (PoplensPageTabs *self, const char *name, gboolean of_finding)
{
  const char *first = NULL;

  for (guint i = 0; i < self->keys->len; i++) {
    const char *key = self->keys->pdata[i];
    const PoplensSection *section = poplens_page_find_section (self->bundle->page, key);
    if (g_strcmp0 (section->tab_name, name))
      continue;
    if (of_finding && section->kind == POPLENS_SECTION_TABLE && section->follows &&
        g_strv_contains (section->follows, "finding"))
      return key;
    first = first ? first : key;
  }
  return first;
}

/* If the finding of the location has changed, chooses a view for each tab except the tab in
 * front. */
static void
show_finding (PoplensPageTabs *self, const char *front, const PoplensLocation *location)
{
  const char *finding =
      poplens_page_shows_finding (location) ? poplens_location_get (location, "finding") : NULL;
  const char *shown = poplens_page_find_section (self->bundle->page, front)->tab_name;

  if (!g_strcmp0 (finding, self->finding))
    return;
  g_free (self->finding);
  self->finding = g_strdup (finding);
  for (guint i = 0; i < self->keys->len; i++) {
    const char *key = self->keys->pdata[i];
    const char *name = poplens_page_find_section (self->bundle->page, key)->tab_name;
    if (name && !is_beside (self, key) && g_strcmp0 (name, shown))
      gtk_stack_page_set_visible (page_of (self, key),
                                  g_str_equal (key, find_view (self, name, finding != NULL)));
  }
}

void
poplens_page_tabs_follow_location (PoplensPageTabs *self, const PoplensLocation *location)
{
  const char *tab = poplens_location_get (location, "tab");

  if (!self->keys->len)
    return;
  if (!tab || is_beside (self, tab) || !gtk_stack_get_child_by_name (GTK_STACK (self->stack), tab))
    tab = front_key (self);
  self->quiet = TRUE;
  /* Show the table in a later frame: the chart has priority in this one. */
  if (!self->turn && g_hash_table_contains (self->pending, tab))
    self->turn = poplens_frame_wait (GTK_WIDGET (self), on_turn);
  /* Reserve space for the filter field if the table of this tab is not shown yet. */
  const PoplensSection *section = poplens_page_find_section (self->bundle->page, tab);
  if (section && section->kind == POPLENS_SECTION_TABLE && section->rows.filterable &&
      (section->state == POPLENS_PARTIAL || g_hash_table_contains (self->pending, tab)))
    tab_tools_await_table (tools_beside (self, tab));
  gtk_stack_page_set_visible (page_of (self, tab), TRUE);
  if (g_strcmp0 (poplens_page_tabs_get_tab (self), tab))
    set_closed (self, FALSE);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), tab);
  show_shared (self, tab, location);
  show_finding (self, tab, location);
  gtk_stack_set_visible_child_name (GTK_STACK (self->tools), tab);
  self->quiet = FALSE;
  for (guint i = 0; i < self->keys->len; i++) {
    GtkWidget *widget = g_hash_table_lookup (self->widgets, self->keys->pdata[i]);
    if (widget && POPLENS_IS_TAB_CHART_VIEW (widget))
      poplens_tab_chart_view_follow_location (POPLENS_TAB_CHART_VIEW (widget), location);
    else if (widget && !g_hash_table_contains (self->pending, self->keys->pdata[i])) {
      TabChoice *choice = g_hash_table_lookup (self->choices, self->keys->pdata[i]);
      poplens_page_table_follow_location (widget, location);
      if (choice)
        tab_choice_follow_location (choice, location);
    }
  }
}

void
poplens_page_tabs_tell (PoplensPageTabs *self, const char *key, double fraction, const char *what)
{
  gboolean in_front = !g_strcmp0 (key, poplens_page_tabs_get_tab (self));

  poplens_tab_progress_tell (self->progress, fraction, in_front ? what : NULL);
}

static void
on_tab_changed (PoplensPageTabs *self)
{
  const char *tab = gtk_stack_get_visible_child_name (GTK_STACK (self->stack));

  if (self->quiet || !tab)
    return;
  self->changed = TRUE;
  poplens_tab_progress_tell (self->progress, 0, NULL);
  show_pending (self, tab);
  gtk_stack_set_visible_child_name (GTK_STACK (self->tools), tab);
  poplens_page_set_key (self->session, "tab", tab, FALSE);
}

gboolean
poplens_page_tabs_focus_search (PoplensPageTabs *self)
{
  const char *tab = gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
  GtkWidget *table;

  if (tab)
    show_pending (self, tab);
  table = tab ? g_hash_table_lookup (self->widgets, tab) : NULL;
  return table && POPLENS_IS_TABLE_WIDGET (table) &&
         poplens_table_widget_focus_filter (POPLENS_TABLE_WIDGET (table));
}

void
poplens_page_tabs_set_beside (PoplensPageTabs *self, gboolean has_beside)
{
  if (has_beside == self->has_beside)
    return;
  self->has_beside = has_beside;
  if (!find_beside (self))
    return;
  self->quiet = TRUE;
  /* A chart widget is made either for the column or for a tab: make a new one. */
  for (guint i = 0; i < self->bundle->page->sections->len; i++) {
    const PoplensSection *section = self->bundle->page->sections->pdata[i];
    GtkWidget *widget = g_hash_table_lookup (self->widgets, section->key);
    if (!section->tab.is_beside || !widget || !POPLENS_IS_TAB_CHART_VIEW (widget))
      continue;
    PoplensTabChart *content = poplens_tab_chart_view_get_content (POPLENS_TAB_CHART_VIEW (widget));
    poplens_tab_chart_ref (content);
    take_out (tools_of (widget));
    take_out (widget);
    g_hash_table_remove (self->widgets, section->key);
    poplens_page_tabs_update_chart (self, self->bundle, i, content);
    poplens_tab_chart_unref (content);
  }
  rebuild_tabs (self, self->bundle->page);
  poplens_page_tabs_show (self, self->bundle);
}

GtkWidget *
poplens_page_tabs_get_column (PoplensPageTabs *self)
{
  return self->beside;
}

guint
poplens_page_tabs_n_tabs (PoplensPageTabs *self)
{
  return self->keys->len;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_page_tabs_dispose (GObject *object)
{
  PoplensPageTabs *self = POPLENS_PAGE_TABS (object);

  self->quiet = TRUE;
  if (self->turn)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->turn);
  self->turn = 0;
  if (self->box)
    remove_arrows (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->beside);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  g_clear_pointer (&self->widgets, g_hash_table_unref);
  g_clear_pointer (&self->pending, g_hash_table_unref);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->finding, g_free);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_page_tabs_parent_class)->dispose (object);
}

static void
poplens_page_tabs_class_init (PoplensPageTabsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_tabs_dispose;
  g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  g_signal_new ("load", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_page_tabs_init (PoplensPageTabs *self)
{
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->widgets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->choices =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) tab_choice_free);
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->bar, poplens_wrap_layout_new ());
  self->beside = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  self->stack = gtk_stack_new ();
  self->progress = poplens_tab_progress_new (self->stack);
  self->tools = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->tools), FALSE);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_add_css_class (self->bar, "tabs-bar");
  gtk_box_append (GTK_BOX (self->bar),
                  poplens_tab_row_new (GTK_STACK (self->stack), &self->switcher));
  gtk_box_append (GTK_BOX (self->bar), self->tools);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->progress);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->stack, "notify::visible-child", G_CALLBACK (on_tab_changed),
                            self);
  self->actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) view =
      g_simple_action_new_stateful ("view", G_VARIANT_TYPE_STRING, g_variant_new_string (""));
  g_signal_connect (view, "activate", G_CALLBACK (on_view), self);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (view));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tabs", G_ACTION_GROUP (self->actions));
}

GtkWidget *
poplens_page_tabs_new (PoplensSession *session)
{
  PoplensPageTabs *self = g_object_new (POPLENS_TYPE_PAGE_TABS, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
