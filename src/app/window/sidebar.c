/* PoplensSidebar: makes a row for each page. Shows the sidebar wide or narrow beside the page, or
 * over the page. */
#include "app/window/sidebar.h"

#include "app/window/settings.h"

#define WIDE 200
#define NARROW 48
/* In windows narrower than this, in pixels, the sidebar is narrow unless the user widened it. */
#define SMALL_WINDOW 1100

struct _PoplensSidebar {
  AdwBin parent;
  GtkListBox *list;
  GtkListBoxRow *rows[POPLENS_N_PAGES];
  GtkWidget *words[POPLENS_N_PAGES]; /* [POPLENS_N_PAGES]: title and shortcut of each row; hidden if
                                        the sidebar is narrow */
  char *reasons[POPLENS_N_PAGES];
  PoplensSettings *settings;
  AdwFlap *flap; /* (nullable, not owned): AdwFlap that contains the sidebar */
  guint turn; /* id of the tick callback that updates the sidebar after .flap has folded; 0: none */
  gboolean is_small; /* the window is narrower than SMALL_WINDOW */
};

enum { PROP_IS_OPEN = 1 };

G_DEFINE_FINAL_TYPE (PoplensSidebar, poplens_sidebar, ADW_TYPE_BIN)

/* Makes the list one Tab stop: in a GtkListBox, Tab would stop at each row and select it. */
static gboolean
poplens_sidebar_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean tabs = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (!tabs)
    return GTK_WIDGET_CLASS (poplens_sidebar_parent_class)->focus (widget, direction);
  if (gtk_widget_get_focus_child (widget))
    return FALSE;
  return poplens_sidebar_focus_page (POPLENS_SIDEBAR (widget));
}

/* TRUE if the sidebar opens over the page, because the window has no space for both. */
static gboolean
is_folded (PoplensSidebar *self)
{
  return self->flap && adw_flap_get_folded (self->flap);
}

/* Returns the settings key that says whether the sidebar is narrow. Large and small windows have
 * separate keys. (static) */
static const char *
collapsed_key (PoplensSidebar *self)
{
  return self->is_small ? "small-sidebar-collapsed" : "sidebar-collapsed";
}

/* TRUE if the sidebar is beside the page and shows only icons. */
static gboolean
is_narrow (PoplensSidebar *self)
{
  return !is_folded (self) &&
         poplens_settings_get_bool (self->settings, "window", collapsed_key (self), self->is_small);
}

static gboolean
is_open (PoplensSidebar *self)
{
  return is_folded (self) ? adw_flap_get_reveal_flap (self->flap) : !is_narrow (self);
}

static void
set_open (PoplensSidebar *self, gboolean open)
{
  if (is_folded (self))
    adw_flap_set_reveal_flap (self->flap, open);
  else
    poplens_settings_set_bool (self->settings, "window", collapsed_key (self), !open);
}

static void
poplens_sidebar_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_boolean (value, is_open (POPLENS_SIDEBAR (object)));
}

static void
poplens_sidebar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  set_open (POPLENS_SIDEBAR (object), g_value_get_boolean (value));
}

static void
poplens_sidebar_dispose (GObject *object)
{
  PoplensSidebar *self = POPLENS_SIDEBAR (object);

  if (self->turn)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->turn);
  self->turn = 0;
  self->flap = NULL;
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (poplens_sidebar_parent_class)->dispose (object);
}

static void
poplens_sidebar_finalize (GObject *object)
{
  PoplensSidebar *self = POPLENS_SIDEBAR (object);

  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    g_free (self->reasons[i]);
  G_OBJECT_CLASS (poplens_sidebar_parent_class)->finalize (object);
}

static void
poplens_sidebar_class_init (PoplensSidebarClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = poplens_sidebar_get_property;
  G_OBJECT_CLASS (klass)->set_property = poplens_sidebar_set_property;
  G_OBJECT_CLASS (klass)->dispose = poplens_sidebar_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_sidebar_finalize;
  GTK_WIDGET_CLASS (klass)->focus = poplens_sidebar_focus;
  g_signal_new ("page-chosen", POPLENS_TYPE_SIDEBAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT);
  g_signal_new ("left", POPLENS_TYPE_SIDEBAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_IS_OPEN,
      g_param_spec_boolean ("is-open", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
}

static void
on_row_selected (PoplensSidebar *self, GtkListBoxRow *row)
{
  if (row)
    g_signal_emit_by_name (self, "page-chosen", gtk_list_box_row_get_index (row));
}

/* If the sidebar is over the page, closes it when the user chooses a page by a click or Enter.
 * Arrow keys select rows without closing it. */
static void
on_page_row_activated (PoplensSidebar *self)
{
  if (is_folded (self))
    set_open (self, FALSE);
}

static GtkWidget *
sidebar_label_new (const char *text, const char *css_class)
{
  GtkWidget *self = gtk_label_new (text);

  if (css_class)
    gtk_widget_add_css_class (self, css_class);
  return self;
}

static void
add_page_row (PoplensSidebar *self, PoplensPageId page)
{
  g_autofree char *icon = g_strdup_printf ("poplens-%s-symbolic", poplens_page_id_name (page));
  g_autofree char *key = g_strdup_printf ("Alt+%d", page + 1);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = sidebar_label_new (poplens_page_id_title (page), NULL);

  gtk_widget_set_hexpand (title, TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_margin_start (words, 12);
  gtk_box_append (GTK_BOX (words), title);
  gtk_box_append (GTK_BOX (words), sidebar_label_new (key, "key"));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  poplens_page_id_title (page), -1);
  gtk_list_box_append (self->list, row);
  self->rows[page] = GTK_LIST_BOX_ROW (row);
  self->words[page] = words;
}

static void
update_row (PoplensSidebar *self, PoplensPageId page)
{
  GtkWidget *row = GTK_WIDGET (self->rows[page]);
  const char *title = poplens_page_id_title (page);
  const char *reason = self->reasons[page];
  g_autofree char *tip = reason             ? g_strdup_printf ("%s\n%s", title, reason)
                         : is_narrow (self) ? g_strdup_printf ("%s (Alt+%d)", title, page + 1)
                                            : NULL;

  gtk_widget_set_sensitive (row, !reason);
  gtk_widget_set_tooltip_text (row, tip);
  if (reason)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    reason, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  gtk_widget_set_visible (self->words[page], !is_narrow (self));
  gtk_widget_set_halign (gtk_list_box_row_get_child (self->rows[page]),
                         is_narrow (self) ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
}

static void
update (PoplensSidebar *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), is_narrow (self) ? NARROW : WIDE, -1);
  if (is_narrow (self))
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    update_row (self, i);
  g_object_notify (G_OBJECT (self), "is-open");
}

static gboolean
on_turn (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  PoplensSidebar *self = POPLENS_SIDEBAR (widget);

  self->turn = 0;
  /* If the sidebar opened over the page, move the focus into it; if it closed with the focus
   * inside, move the focus out. */
  gboolean has_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;
  update (self);
  if (is_folded (self) && is_open (self) && !has_focus)
    poplens_sidebar_focus_page (self);
  else if (is_folded (self) && !is_open (self) && has_focus)
    g_signal_emit_by_name (self, "left");
  return G_SOURCE_REMOVE;
}

/* Handles folding and opening of the flap. Updates the sidebar in the next frame, because the flap
 * emits its signals during a layout. */
static void
on_flap_moved (PoplensSidebar *self)
{
  if (!self->turn)
    self->turn = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_turn, NULL, NULL);
}

static void
poplens_sidebar_init (PoplensSidebar *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Pages", -1);
  gtk_widget_add_css_class (GTK_WIDGET (self), "poplens-sidebar");
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    add_page_row (self, i);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  adw_bin_set_child (ADW_BIN (self), scrolled);
  self->settings = g_object_ref (poplens_settings_get_default ());
  g_signal_connect_object (self->settings, "changed::window", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_page_row_activated), self);
}

void
poplens_sidebar_set_window_width (PoplensSidebar *self, int width)
{
  gboolean is_small = width < SMALL_WINDOW;

  if (is_small == self->is_small)
    return;
  self->is_small = is_small;
  update (self);
}

void
poplens_sidebar_set_reasons (PoplensSidebar *self, char *const *reasons)
{
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_free (self->reasons[i]);
    self->reasons[i] = g_strdup (reasons[i]);
  }
  update (self);
}

void
poplens_sidebar_set_page (PoplensSidebar *self, PoplensPageId page)
{
  /* Block the handler: the user did not choose this row. */
  g_signal_handlers_block_by_func (self->list, on_row_selected, self);
  gtk_list_box_select_row (self->list, self->rows[page]);
  g_signal_handlers_unblock_by_func (self->list, on_row_selected, self);
  /* If the list has the focus, move it to this row: another focused row would look like the current
   * one. */
  if (gtk_widget_get_focus_child (GTK_WIDGET (self->list)))
    poplens_sidebar_focus_page (self);
}

gboolean
poplens_sidebar_focus_page (PoplensSidebar *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return row && (!is_folded (self) || is_open (self)) && gtk_widget_grab_focus (GTK_WIDGET (row));
}

void
poplens_sidebar_set_flap (PoplensSidebar *self, AdwFlap *flap)
{
  self->flap = flap;
  g_signal_connect_object (flap, "notify::folded", G_CALLBACK (on_flap_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (flap, "notify::reveal-flap", G_CALLBACK (on_flap_moved), self,
                           G_CONNECT_SWAPPED);
}

gboolean
poplens_sidebar_close (PoplensSidebar *self)
{
  if (!is_folded (self) || !is_open (self))
    return FALSE;
  set_open (self, FALSE);
  return TRUE;
}
