/* PoplensPageToolbar: gives space to controls by importance, and puts the others into a menu. */
#include "app/page/page-toolbar.h"

#include "app/page/page-control.h"
#include "app/widgets/layouts.h"
#include "app/widgets/popover-point.h"
#include "app/widgets/tile-entry.h"
#include "app/widgets/tooltip.h"
#include "pages/core/page.h"

#include <gtk/gtk.h>

/* ---- menu of tiles --------------------------------------------------------------------------- */

/* PoplensTileChoices: a menu of tile sets to select, such as "the fullest tiles".
 *
 * Signals:
 *   "tiles-entered" (PoplensTileSet *tiles as pointer): the user chose a set */

#define POPLENS_TYPE_TILE_CHOICES (poplens_tile_choices_get_type ())

G_DECLARE_FINAL_TYPE (PoplensTileChoices, poplens_tile_choices, POPLENS, TILE_CHOICES, GtkWidget)

struct _PoplensTileChoices {
  GtkWidget parent_instance;
  GtkWidget *button;
  GtkWidget *list;
  GPtrArray *choices; /* (nullable): of PoplensTileChoice */
};

G_DEFINE_FINAL_TYPE (PoplensTileChoices, poplens_tile_choices, GTK_TYPE_WIDGET)

/* Sets the tile sets of the menu. Hides the menu if there are none. @choices: (nullable) (transfer
 * none): array of PoplensTileChoice; referenced. */
static void
tile_choices_set (PoplensTileChoices *self, GPtrArray *choices)
{
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  self->choices = choices ? g_ptr_array_ref (choices) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), choices && choices->len > 0);
}

static void
on_clicked (GtkWidget *row, gpointer data)
{
  PoplensTileChoices *self = data;
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "poplens-choice"));
  const PoplensTileChoice *choice =
      self->choices && index < self->choices->len ? self->choices->pdata[index] : NULL;
  g_autoptr (PoplensTileSet) tiles =
      choice && choice->tiles ? poplens_tile_set_copy (choice->tiles) : NULL;

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  if (tiles)
    g_signal_emit_by_name (self, "tiles-entered", tiles);
}

static GtkWidget *
make_row (PoplensTileChoices *self, guint index)
{
  const PoplensTileChoice *choice = self->choices->pdata[index];
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (choice->title), *detail = gtk_label_new (choice->detail);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (detail), 0);
  gtk_widget_add_css_class (detail, "caption");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), detail);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, choice->tiles != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  choice->title, -1);
  g_object_set_data (G_OBJECT (button), "poplens-choice", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  return button;
}

/* Makes the rows of the menu when it opens. Many pages are shown without opening it. */
static void
on_shown (PoplensTileChoices *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)))
    gtk_box_remove (GTK_BOX (self->list), child);
  for (guint i = 0; self->choices && i < self->choices->len; i++)
    gtk_box_append (GTK_BOX (self->list), make_row (self, i));
}

static void
poplens_tile_choices_dispose (GObject *object)
{
  PoplensTileChoices *self = POPLENS_TILE_CHOICES (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  G_OBJECT_CLASS (poplens_tile_choices_parent_class)->dispose (object);
}

static void
poplens_tile_choices_class_init (PoplensTileChoicesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_tile_choices_dispose;
  g_signal_new ("tiles-entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/tile-choices.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensTileChoices, button);
  gtk_widget_class_bind_template_child (widget_class, PoplensTileChoices, list);
  gtk_widget_class_bind_template_callback (widget_class, on_shown);
}

static void
poplens_tile_choices_init (PoplensTileChoices *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_tooltip_set (self->button, "Select the fullest tiles, tiles over, or similar tiles");
}

/* ---- the toolbar ----------------------------------------------------------------------------- */

#define SPACING 12
/* Zoom buttons are shown if at least this many pixels are left for the controls. */
#define LEAST_LEFT 170

struct _PoplensPageToolbar {
  GtkWidget parent_instance;
  GPtrArray *controls; /* of PoplensPageControl: all controls, also those that do not fit */
  GPtrArray *spares;   /* of PoplensPageControl: copies of the controls, for the menu; made when the
                          menu opens */
  GtkWidget *more;     /* button of the menu with the controls that do not fit */
  GtkWidget *spare_box;
  GtkWidget *tiles;
  GtkWidget *choices;    /* menu of tile sets (PoplensTileChoices) */
  GtkWidget *zoom;       /* (nullable): zoom buttons */
  GtkWidget *spare_zoom; /* (nullable): copy of the zoom buttons in the menu; visible if .zoom does
                            not fit */
  GtkWidget *dot; /* (nullable): dot on the button "Display"; visible if an option in the menu
                     differs from its default */
  PoplensLocation *location; /* (nullable): location that the controls show */
  const char *section; /* (nullable, static): key of the section whose controls are shown; NULL: the
                          page's controls */
  char *count;         /* (nullable): text beside the search field */
  gboolean has_scope, scope_is_all; /* .has_scope: the page has a control for the scope;
                                       .scope_is_all: the default of the control is "all" */
};

G_DEFINE_FINAL_TYPE (PoplensPageToolbar, poplens_page_toolbar, GTK_TYPE_WIDGET)

/* ---- width ----------------------------------------------------------------------------------- */

static int
natural_width (GtkWidget *widget)
{
  int natural;

  if (!widget || !gtk_widget_get_visible (widget))
    return 0;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static int
with_space (int width)
{
  return width ? width + SPACING : 0;
}

/* Returns the width of the tile field with its spacing. In a narrow window, zoom buttons and the
 * menu of tile sets are hidden, and only the tile field stays. */
static int
least_right_width (PoplensPageToolbar *self)
{
  return with_space (natural_width (self->tiles));
}

/* TRUE if control @at is in the menu "Display", even if it would fit into the bar. */
static gboolean
is_in_display (PoplensPageToolbar *self, guint at)
{
  return self->dot && poplens_page_control_is_in_display (self->controls->pdata[at]);
}

static int
first_width (PoplensPageToolbar *self)
{
  guint at = 0;

  while (at < self->controls->len && is_in_display (self, at))
    at++;
  return at < self->controls->len ? with_space (natural_width (self->controls->pdata[at])) : 0;
}

/* Returns the index of the search field; G_MAXUINT if there is none. */
static guint
find_search (PoplensPageToolbar *self)
{
  for (guint i = 0; i < self->controls->len; i++)
    if (poplens_page_control_is_search (self->controls->pdata[i]))
      return i;
  return G_MAXUINT;
}

/* TRUE if the user is searching: a search has a result, or the search field has the focus. */
static gboolean
is_searching (PoplensPageToolbar *self, GtkWidget *search)
{
  GtkRoot *root = gtk_widget_get_root (search);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return self->count || (focus && gtk_widget_is_ancestor (focus, search));
}

static int
least_width (GtkWidget *widget)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* Returns the search field if it gets its space before other controls. During a search, its minimum
 * width must fit. Otherwise it must fit beside the first control. (nullable) */
static GtkWidget *
important_search (PoplensPageToolbar *self, int room)
{
  guint at = find_search (self);
  GtkWidget *search = at == G_MAXUINT ? NULL : self->controls->pdata[at];

  if (!search)
    return NULL;
  room -= with_space (natural_width (self->more));
  if (is_searching (self, search) ? room >= least_width (search)
                                  : room >= first_width (self) + natural_width (search))
    return search;
  return NULL;
}

static int
all_width (PoplensPageToolbar *self)
{
  int all = 0;

  for (guint i = 0; i < self->controls->len; i++)
    if (!is_in_display (self, i))
      all += natural_width (self->controls->pdata[i]) + (all ? SPACING : 0);
  return all;
}

static void
poplens_page_toolbar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                              int *minimum, int *natural, int *minimum_baseline,
                              int *natural_baseline)
{
  PoplensPageToolbar *self = POPLENS_PAGE_TOOLBAR (widget);
  GtkWidget *child;
  int here, zoom = natural_width (self->zoom);

  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    *minimum = *natural = 0;
    for (child = gtk_widget_get_first_child (widget); child;
         child = gtk_widget_get_next_sibling (child)) {
      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, NULL, &here, NULL, NULL);
      *minimum = *natural = MAX (*natural, here);
    }
    return;
  }
  *minimum =
      least_right_width (self) + (self->controls->len || zoom ? natural_width (self->more) : 0);
  *natural = MAX (*minimum, with_space (all_width (self)) + least_right_width (self) +
                                with_space (zoom) + natural_width (self->choices) +
                                (self->dot ? with_space (natural_width (self->more)) : 0));
}

/* Shows a child at @x pixels from the start of the line (the right edge in right-to-left locales).
 */
static void
place_child (PoplensPageToolbar *self, GtkWidget *child, int x, int width, int height)
{
  gtk_widget_set_child_visible (child, TRUE);
  poplens_place_child (GTK_WIDGET (self), child, x, 0, width, height);
}

/* Shows a child at the end of @room, a width in pixels. Returns the width that is left. */
static int
place_right (PoplensPageToolbar *self, GtkWidget *child, int room, int height)
{
  int width = natural_width (child);

  if (!width)
    return room;
  place_child (self, child, room - width, width, height);
  return room - width - SPACING;
}

/* Shows as many controls as fit into @room pixels, and a menu button for the others. @search:
 * (nullable): control that always gets at least its minimum width. */
static void
place_controls (PoplensPageToolbar *self, int room, int height, gboolean needs_menu,
                GtkWidget *search)
{
  int more = natural_width (self->more), x = 0;
  int kept = search ? with_space (least_width (search)) : 0;
  gboolean full = FALSE;

  if (!self->dot && (needs_menu || all_width (self) > room))
    room -= more + SPACING;
  for (guint i = 0; i < self->controls->len; i++) {
    GtkWidget *control = self->controls->pdata[i];
    int wide = natural_width (control);
    if (is_in_display (self, i)) {
      gtk_widget_set_child_visible (control, FALSE);
      continue;
    }
    if (control == search) {
      wide = MIN (wide, room - x);
      kept = 0;
    } else {
      full |= x + wide + kept > room;
      if (full) {
        gtk_widget_set_child_visible (control, FALSE);
        continue;
      }
    }
    place_child (self, control, x, wide, height);
    x += wide + SPACING;
  }
  if (self->dot)
    return;
  if (full || needs_menu)
    place_child (self, self->more, x, more, height);
  else
    gtk_widget_set_child_visible (self->more, FALSE);
}

/* Gives space to children by importance. The order is: tile field, zoom buttons, search field
 * during a search, first control, search field, other controls, menu of tile sets. */
static void
poplens_page_toolbar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensPageToolbar *self = POPLENS_PAGE_TOOLBAR (widget);
  int zoom = with_space (natural_width (self->zoom)),
      more = with_space (natural_width (self->more));
  int choices = natural_width (self->choices), room = width - least_right_width (self);
  /* The decision ignores the controls and the search, so that the zoom buttons stay when those
   * change. */
  gboolean zooms = zoom && room >= zoom + more + LEAST_LEFT;
  GtkWidget *search = important_search (self, room - (zooms ? zoom : 0));
  gboolean chooses = room - (zooms ? zoom : 0) >= choices + more;

  room = width;
  if (zooms)
    room = place_right (self, self->zoom, room, height);
  else if (zoom)
    gtk_widget_set_child_visible (self->zoom, FALSE);
  if (self->dot)
    room = place_right (self, self->more, room, height);
  gtk_widget_set_child_visible (self->choices, chooses);
  if (chooses)
    room = place_right (self, self->choices, room, height);
  room = place_right (self, self->tiles, room, height);
  place_controls (self, room, height, zoom && !zooms, search);
}

static void connect_control (PoplensPageToolbar *self, GtkWidget *control);

static GtkWidget *build_zoom (PoplensPageToolbar *self);

/* Makes copies of the controls when the menu opens, not earlier: copies are rarely needed, and slow
 * to make. */
static void
make_spares (PoplensPageToolbar *self)
{
  for (guint i = self->spares->len; i < self->controls->len; i++) {
    GtkWidget *spare = poplens_page_control_copy (self->controls->pdata[i]);
    connect_control (self, spare);
    if (self->location)
      poplens_page_control_set_location (POPLENS_PAGE_CONTROL (spare), self->location);
    poplens_page_control_set_count (POPLENS_PAGE_CONTROL (spare), self->count);
    gtk_box_append (GTK_BOX (self->spare_box), spare);
    g_ptr_array_add (self->spares, spare);
  }
}

/* Called when the menu is about to open: shows the controls and zoom buttons that are hidden in the
 * bar. */
static void
on_menu (GtkMenuButton *button, gpointer data)
{
  PoplensPageToolbar *self = data;

  make_spares (self);
  for (guint i = 0; i < self->spares->len; i++)
    gtk_widget_set_visible (self->spares->pdata[i],
                            !gtk_widget_get_child_visible (self->controls->pdata[i]));
  if (self->zoom && !self->spare_zoom) {
    self->spare_zoom = build_zoom (self);
    gtk_box_append (GTK_BOX (self->spare_box), self->spare_zoom);
  }
  if (self->zoom)
    gtk_widget_set_visible (self->spare_zoom, !gtk_widget_get_child_visible (self->zoom));
}

/* ---- contents -------------------------------------------------------------------------------- */

static void
on_control_choice (GtkWidget *control, const char *key, const char *value, gpointer data)
{
  g_signal_emit_by_name (data, "choice", key, value);
}

static void
on_control_search_step (GtkWidget *control, int by, gpointer data)
{
  g_signal_emit_by_name (data, "search-step", by);
}

static void
on_search_left (GtkWidget *control, gpointer data)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (POPLENS_PAGE_TOOLBAR (data)->more));
  g_signal_emit_by_name (data, "search-left");
}

/* Returns the controls of the page that belong into this tool bar. Excluded are controls of other
 * sections, and in a tab the choice of its view. (transfer container) */
static GPtrArray *
controls_of (PoplensPageToolbar *self, const PoplensPage *page)
{
  GPtrArray *controls = g_ptr_array_new ();

  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (control->kind != POPLENS_CONTROL_CHAPTERS && !g_strcmp0 (control->section, self->section) &&
        !(self->section && g_str_equal (control->key, "tab")))
      g_ptr_array_add (controls, page->controls->pdata[i]);
  }
  return controls;
}

static void
connect_control (PoplensPageToolbar *self, GtkWidget *control)
{
  g_signal_connect_object (control, "choice", G_CALLBACK (on_control_choice), self, 0);
  g_signal_connect_object (control, "search-step", G_CALLBACK (on_control_search_step), self, 0);
  g_signal_connect_object (control, "search-left", G_CALLBACK (on_search_left), self, 0);
}

static gboolean
controls_match (PoplensPageToolbar *self, GPtrArray *controls)
{
  if (self->controls->len != controls->len)
    return FALSE;
  for (guint i = 0; i < controls->len; i++)
    if (!poplens_page_control_matches (self->controls->pdata[i], controls->pdata[i]))
      return FALSE;
  return TRUE;
}

static void
rebuild_controls (PoplensPageToolbar *self, GPtrArray *controls)
{
  g_ptr_array_set_size (self->controls, 0);
  for (guint i = 0; i < self->spares->len; i++)
    gtk_box_remove (GTK_BOX (self->spare_box), self->spares->pdata[i]);
  g_ptr_array_set_size (self->spares, 0);
  for (guint i = 0; i < controls->len; i++) {
    GtkWidget *control = poplens_page_control_new (controls->pdata[i]);
    connect_control (self, control);
    if (poplens_page_control_is_search (POPLENS_PAGE_CONTROL (control))) {
      /* The width of the search field depends on the focus: allocate again when the focus
       * changes. */
      GtkEventController *focus = gtk_event_controller_focus_new ();
      g_signal_connect_object (focus, "notify::contains-focus",
                               G_CALLBACK (gtk_widget_queue_allocate), self, G_CONNECT_SWAPPED);
      gtk_widget_add_controller (control, focus);
    }
    /* A search can end before its field is made. Show the result in the new field. */
    poplens_page_control_set_count (POPLENS_PAGE_CONTROL (control), self->count);
    gtk_widget_insert_before (control, GTK_WIDGET (self), self->more);
    g_ptr_array_add (self->controls, control);
  }
}

/* Shows the dot if a control in the menu "Display" differs from its default. */
static void
show_dot (PoplensPageToolbar *self)
{
  gboolean changed = FALSE;

  if (!self->dot)
    return;
  for (guint i = 0; i < self->controls->len; i++)
    changed |=
        is_in_display (self, i) && poplens_page_control_is_changed (self->controls->pdata[i]);
  /* Make the dot transparent, not invisible: its space is kept, so that nothing moves. */
  gtk_widget_set_opacity (self->dot, changed ? 1 : 0);
  poplens_tooltip_set (self->more, changed ? "Display: not as at first" : "Display");
}

gboolean
poplens_page_toolbar_matches (PoplensPageToolbar *self, const PoplensPage *page)
{
  g_autoptr (GPtrArray) controls = controls_of (self, page);

  return controls_match (self, controls);
}

void
poplens_page_toolbar_set_page (PoplensPageToolbar *self, const PoplensPage *page)
{
  g_autoptr (GPtrArray) controls = controls_of (self, page);

  if (!controls_match (self, controls))
    rebuild_controls (self, controls);
  for (guint i = 0; i < controls->len; i++) {
    const PoplensControl *control = controls->pdata[i];
    poplens_page_control_set_current (self->controls->pdata[i], control->current);
    if (i < self->spares->len)
      poplens_page_control_set_current (self->spares->pdata[i], control->current);
  }
  show_dot (self);
  if (self->section)
    return;
  self->has_scope = page->has_scope;
  self->scope_is_all = page->scope_is_all;
  gtk_widget_set_visible (self->tiles, page->n_tiles > 0);
  poplens_tile_entry_set_n_tiles (POPLENS_TILE_ENTRY (self->tiles), page->n_tiles);
  tile_choices_set (POPLENS_TILE_CHOICES (self->choices), page->tile_choices);
}

gboolean
poplens_page_toolbar_is_empty (PoplensPageToolbar *self)
{
  return !self->controls->len;
}

void
poplens_page_toolbar_set_location (PoplensPageToolbar *self, const PoplensLocation *location)
{
  /* Show the selected tiles only if the scope is "tile". With another scope, the location still
   * keeps them. */
  const char *source = poplens_location_get (location, "scope");
  gboolean counts = source ? g_str_equal (source, "tile") : !self->scope_is_all;
  g_autoptr (PoplensTileSet) tiles = !self->has_scope || counts
                                         ? poplens_location_get_tiles (location)
                                         : poplens_tile_set_new (NULL, 0);

  poplens_location_ref ((PoplensLocation *) location);
  g_clear_pointer (&self->location, poplens_location_unref);
  self->location = (PoplensLocation *) location;
  for (guint i = 0; i < self->controls->len; i++)
    poplens_page_control_set_location (self->controls->pdata[i], location);
  for (guint i = 0; i < self->spares->len; i++)
    poplens_page_control_set_location (self->spares->pdata[i], location);
  poplens_tile_entry_set_tiles (POPLENS_TILE_ENTRY (self->tiles), tiles);
  show_dot (self);
}

void
poplens_page_toolbar_set_count (PoplensPageToolbar *self, const char *count)
{
  g_free (self->count);
  self->count = g_strdup (count);
  for (guint i = 0; i < self->controls->len; i++)
    poplens_page_control_set_count (self->controls->pdata[i], count);
  for (guint i = 0; i < self->spares->len; i++)
    poplens_page_control_set_count (self->spares->pdata[i], count);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

gboolean
poplens_page_toolbar_focus_search (PoplensPageToolbar *self)
{
  guint at = find_search (self);
  GtkWidget *search = at == G_MAXUINT ? NULL : self->controls->pdata[at];
  gboolean zooms = self->zoom && gtk_widget_get_child_visible (self->zoom);
  int room = gtk_widget_get_width (GTK_WIDGET (self)) - least_right_width (self) -
             with_space (natural_width (self->more)) -
             (zooms ? with_space (natural_width (self->zoom)) : 0);

  if (!search)
    return FALSE;
  if (gtk_widget_get_child_visible (search) || room >= least_width (search)) {
    gtk_widget_set_child_visible (search, TRUE);
    return poplens_page_control_focus (POPLENS_PAGE_CONTROL (search));
  }
  if (!poplens_popover_may_point_to (self->more))
    return FALSE;
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->more));
  return poplens_page_control_focus (self->spares->pdata[at]);
}

static void
on_tiles_entered (GtkWidget *entry, gpointer tiles, gpointer data)
{
  g_signal_emit_by_name (data, "tiles", tiles);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
on_zoom_clicked (GtkButton *button, gpointer data)
{
  g_signal_emit_by_name (data, "chart-action",
                         g_object_get_data (G_OBJECT (button), "poplens-action"));
}

static void
add_zoom_button (PoplensPageToolbar *self, GtkWidget *zoom, const char *icon, const char *action,
                 const char *label, const char *keys)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  g_autofree char *tooltip = g_strdup_printf ("%s (%s)", label, keys);

  gtk_widget_add_css_class (button, "flat");
  poplens_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-action", g_strdup (action), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_zoom_clicked), self, 0);
  gtk_box_append (GTK_BOX (zoom), button);
}

static GtkWidget *
build_zoom (PoplensPageToolbar *self)
{
  GtkWidget *zoom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  add_zoom_button (self, zoom, "zoom-out-symbolic", "chart.zoom-out", "Zoom out", "S");
  add_zoom_button (self, zoom, "zoom-in-symbolic", "chart.zoom-in", "Zoom in", "W");
  add_zoom_button (self, zoom, "zoom-fit-best-symbolic", "chart.fit", "Show all", "Home");
  return zoom;
}

static void
poplens_page_toolbar_dispose (GObject *object)
{
  PoplensPageToolbar *self = POPLENS_PAGE_TOOLBAR (object);
  GtkWidget *child;

  g_clear_pointer (&self->controls, g_ptr_array_unref);
  g_clear_pointer (&self->spares, g_ptr_array_unref);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_pointer (&self->count, g_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (poplens_page_toolbar_parent_class)->dispose (object);
}

static void
poplens_page_toolbar_class_init (PoplensPageToolbarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_page_toolbar_dispose;
  widget_class->measure = poplens_page_toolbar_measure;
  widget_class->size_allocate = poplens_page_toolbar_size_allocate;
  g_signal_new ("choice", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_STRING);
  g_signal_new ("tiles", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_POINTER);
  g_signal_new ("search-step", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_INT);
  g_signal_new ("search-left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("chart-action", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  gtk_widget_class_set_css_name (widget_class, "pagetoolbar");
}

static void
poplens_page_toolbar_init (PoplensPageToolbar *self)
{
  GtkWidget *popover = gtk_popover_new ();

  self->controls = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  self->spares = g_ptr_array_new ();
  self->spare_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->spare_box, "spare-controls");
  gtk_popover_set_child (GTK_POPOVER (popover), self->spare_box);
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "view-more-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), popover);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), on_menu, self, NULL);
  gtk_widget_add_css_class (self->more, "flat");
  poplens_tooltip_set (self->more, "More controls");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "More controls", -1);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
  self->tiles = poplens_tile_entry_new ();
  gtk_widget_set_valign (self->tiles, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->tiles, FALSE);
  g_signal_connect (self->tiles, "tiles-entered", G_CALLBACK (on_tiles_entered), self);
  gtk_widget_set_parent (self->tiles, GTK_WIDGET (self));
  self->choices = g_object_new (POPLENS_TYPE_TILE_CHOICES, NULL);
  gtk_widget_set_valign (self->choices, GTK_ALIGN_CENTER);
  g_signal_connect (self->choices, "tiles-entered", G_CALLBACK (on_tiles_entered), self);
  gtk_widget_set_parent (self->choices, GTK_WIDGET (self));
}

/* Gives the menu button the label "Display", and a dot that is hidden at first. Makes the button
 * visible at any width. */
static void
name_display (PoplensPageToolbar *self)
{
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->dot = gtk_label_new ("●");
  gtk_widget_add_css_class (self->dot, "display-dot");
  gtk_widget_set_opacity (self->dot, 0);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->dot), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (inside), gtk_image_new_from_icon_name ("view-more-symbolic"));
  gtk_box_append (GTK_BOX (inside), gtk_label_new ("Display"));
  gtk_box_append (GTK_BOX (inside), self->dot);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->more), inside);
  gtk_widget_remove_css_class (self->more, "flat");
  poplens_tooltip_set (self->more, "Display");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Display", -1);
}

GtkWidget *
poplens_page_toolbar_new (gboolean has_chart)
{
  PoplensPageToolbar *self = g_object_new (POPLENS_TYPE_PAGE_TOOLBAR, NULL);

  if (has_chart) {
    self->zoom = build_zoom (self);
    gtk_widget_set_parent (self->zoom, GTK_WIDGET (self));
    name_display (self);
  }
  return GTK_WIDGET (self);
}

GtkWidget *
poplens_page_toolbar_new_of_section (const char *section)
{
  PoplensPageToolbar *self = g_object_new (POPLENS_TYPE_PAGE_TOOLBAR, NULL);

  self->section = g_intern_string (section);
  gtk_widget_set_visible (self->choices, FALSE);
  return GTK_WIDGET (self);
}
