/* Actions of PoplensTableWidget: clicks on rows, the context menu, keyboard shortcuts and the
 * clipboard. */
#include "app/table/table-actions.h"

#include "app/dialogs/source-folders.h"
#include "app/table/table-cell.h"
#include "app/table/table-columns.h"
#include "app/table/table-copy.h"
#include "app/table/table-widget.h"
#include "app/widgets/concept.h"
#include "app/widgets/popover-point.h"
#include "pages/core/page.h"
#include "report/bookmarks.h"
#include "tables/card/card.h"

#include <string.h>

/* ---- cards of rows --------------------------------------------------------------------------- */

/* The action "report.card" opens the card of the object that a row names (tables/card/card.h). It
 * is activated by a click on the name, the middle button anywhere in the row, Alt+Enter and the
 * context menu. If the name is a link without a card, a click follows the link. */

#define ACTION "report.card"

static char *
ref_of (const PoplensTable *table, guint32 row)
{
  return table && row < poplens_table_n_rows (table) ? poplens_card_ref_of_row (table, row) : NULL;
}

static gboolean
open_card (PoplensTableWidget *self, guint32 row)
{
  g_autofree char *ref = ref_of (poplens_table_widget_get_table (self), row);

  return ref && gtk_widget_activate_action (GTK_WIDGET (self), ACTION, "s", ref);
}

/* Opens the card of @row if the key is Alt+Enter. FALSE if it is another key, or if the row has no
 * card. */
static gboolean
table_card_key (PoplensTableWidget *self, guint32 row, guint keyval, GdkModifierType state)
{
  gboolean is_enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;

  return is_enter && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_ALT_MASK &&
         open_card (self, row);
}

/* ---- the mouse ------------------------------------------------------------------------------- */

static PoplensTableCell *
cell_of (GtkGesture *gesture, double x, double y)
{
  return poplens_table_cell_at (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), x,
                                y);
}

/* Returns the table row that @cell (nullable) shows; G_MAXUINT32 if there is none. */
static guint32
row_of_cell (PoplensTableCell *cell)
{
  PoplensTableRow *row = cell ? poplens_table_cell_get_row (cell) : NULL;

  return row ? poplens_table_row_get_row (row) : G_MAXUINT32;
}

/* Opens the card of a clicked name, or follows its link. Does nothing if clicks choose rows
 * (poplens_table_widget_set_chooses ()). Does not claim the event, so that the click also selects
 * the row. */
static void
on_name_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensTableWidget *self = data;
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self));
  PoplensTableCell *cell = cell_of (GTK_GESTURE (gesture), x, y);
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  g_autofree char *link = NULL;
  double cell_x, cell_y;

  if (!cell || n_press != 1 || state & gtk_accelerator_get_default_mod_mask () ||
      poplens_table_widget_get_chooses (self))
    return;
  gtk_widget_translate_coordinates (view, GTK_WIDGET (cell), x, y, &cell_x, &cell_y);
  if (!poplens_table_cell_is_link_at (cell, cell_x) || open_card (self, row_of_cell (cell)))
    return;
  link = poplens_table_get_link (poplens_table_widget_get_table (self), row_of_cell (cell));
  if (link)
    g_signal_emit_by_name (self, "follow", link);
}

static void
on_middle_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  open_card (data, row_of_cell (cell_of (GTK_GESTURE (gesture), x, y)));
}

static void
add_click (PoplensTableWidget *self, guint button, GCallback released)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "released", released, self, 0);
  gtk_widget_add_controller (GTK_WIDGET (poplens_table_widget_get_view (self)),
                             GTK_EVENT_CONTROLLER (click));
}

/* ---- bookmarks ------------------------------------------------------------------------------- */

static gboolean
read_cycle (const PoplensTable *table, guint32 row, const char *column, guint64 *cycle)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);

  if (value.type != POPLENS_VALUE_INT)
    return FALSE;
  *cycle = (guint64) value.integer;
  return TRUE;
}

/* Returns the name of the bookmark in @row (report/bookmarks.h). (transfer full) (nullable): NULL
 * if @row is not a bookmark. */
static char *
name_of (const PoplensTable *table, guint32 row)
{
  guint64 from, to;

  if (!table || g_strcmp0 (poplens_table_get_name (table), "bookmarks") ||
      row >= poplens_table_n_rows (table) || !read_cycle (table, row, "from", &from))
    return NULL;
  return poplens_bookmark_name (from, read_cycle (table, row, "to", &to) ? to : from);
}

static void
append_named_item (GMenu *menu, const char *label, const char *action, const char *name)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_append_item (menu, item);
}

/* Adds menu items for a bookmark, if @row is a bookmark. @table: (nullable) */
static void
table_bookmark_add_menu (const PoplensTable *table, guint32 row, GMenu *menu)
{
  g_autofree char *name = name_of (table, row);
  g_autoptr (GMenu) section = g_menu_new ();

  if (!name)
    return;
  append_named_item (section, "Edit Note…", "bookmarks.edit", name);
  append_named_item (section, "Delete Bookmark", "bookmarks.delete", name);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Handles F2 and Delete. TRUE if @row is a bookmark and the key was handled. */
static gboolean
table_bookmark_key (PoplensTableWidget *self, guint32 row, guint keyval, GdkModifierType state)
{
  gboolean edits = keyval == GDK_KEY_F2;
  gboolean deletes = keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete;
  g_autofree char *name = NULL;

  if ((!edits && !deletes) || (state & gtk_accelerator_get_default_mod_mask ()))
    return FALSE;
  name = name_of (poplens_table_widget_get_table (self), row);
  return name && gtk_widget_activate_action (
                     GTK_WIDGET (self), edits ? "bookmarks.edit" : "bookmarks.delete", "s", name);
}

/* ---- sorting, expanding and collapsing ------------------------------------------------------- */

static void
sort_by (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_table_widget_click_heading (POPLENS_TABLE_WIDGET (widget),
                                      g_variant_get_uint32 (parameter));
}

static void
expand_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_table_widget_set_all_expanded (POPLENS_TABLE_WIDGET (widget),
                                         g_str_has_suffix (action, "expand-all"));
}

/* Adds a submenu that sorts by a column, and items that expand or collapse all branches. Keyboard
 * users need the submenu: in GTK 4.8, column headers cannot take the focus. */
static void
table_order_add_menu (PoplensTable *table, GMenu *menu)
{
  g_autoptr (GMenu) order = g_menu_new (), headings = g_menu_new ();
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);

  for (guint c = 0; c < n; c++) {
    g_autoptr (GMenuItem) item = NULL;
    if (poplens_table_column_is_hidden (table, c))
      continue;
    item = g_menu_item_new (poplens_table_get_column (table, c)->title, NULL);
    g_menu_item_set_action_and_target (item, "table.sort-by", "u", c);
    g_menu_append_item (headings, item);
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (headings)) > 1)
    g_menu_append_submenu (order, "Sort By", G_MENU_MODEL (headings));
  if (poplens_table_is_tree (table)) {
    g_menu_append (order, "Expand All", "table.expand-all");
    g_menu_append (order, "Collapse All", "table.collapse-all");
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (order)))
    g_menu_append_section (menu, NULL, G_MENU_MODEL (order));
}

/* ---- copying --------------------------------------------------------------------------------- */

/* Maximum number of rows that are copied on the main thread; copying more would block the window.
 */
#define MAX_COPIED_ROWS 100000

/* Maximum size, in bytes, of a text for the clipboard under X11. GTK 4.8 sends a larger text in
 * chunks, and can wait forever on the main thread for another client to take one: half of such
 * copies froze the window. */
#define MAX_X11_BYTES 250000

/* State of the context menu; object data of the widget. */
typedef struct {
  GtkWidget *popover;
  guint column; /* column of the cell under the pointer */
  guint32 row;  /* table row that the menu was opened on; G_MAXUINT32: none */
  GdkRectangle at;
  GMenuModel *menu; /* (nullable): first section of the context menu; see
                       poplens_table_actions_set_menu () */
} MenuContext;

static void
context_free (gpointer data)
{
  MenuContext *context = data;

  g_clear_object (&context->menu);
  g_free (context);
}

static MenuContext *
context_of (PoplensTableWidget *self)
{
  return g_object_get_data (G_OBJECT (self), "poplens-context");
}

gboolean
poplens_table_can_copy (GdkDisplay *display, gsize bytes)
{
  return bytes <= MAX_X11_BYTES || !g_str_equal (G_OBJECT_TYPE_NAME (display), "GdkX11Display");
}

/* Copies @provider to the clipboard, and shows the toast @said. If the text is too long for the
 * clipboard, shows a toast that says so instead. @bytes: length of the text. */
static void
set_content (PoplensTableWidget *self, GdkContentProvider *provider, gsize bytes, const char *said)
{
  if (poplens_table_can_copy (gtk_widget_get_display (GTK_WIDGET (self)), bytes))
    gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), provider);
  else
    said = "Too much text for the clipboard. Save the table as CSV.";
  poplens_table_widget_toast (self, said);
}

static void
set_clipboard (PoplensTableWidget *self, const char *text, const char *said)
{
  g_autoptr (GdkContentProvider) provider = gdk_content_provider_new_typed (G_TYPE_STRING, text);

  set_content (self, provider, strlen (text), said);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static guint
position_of_row (PoplensTableModel *model, guint32 row)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (model));

  for (guint i = 0; i < n; i++)
    if (poplens_table_model_get_row (model, i) == row)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

/* Copies the selected rows; if none is selected, the row that the menu was opened on. */
static void
copy_rows (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  MenuContext *context = context_of (self);
  g_autoptr (GtkBitset) rows = NULL;
  g_autofree char *text = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *said = NULL;
  PoplensNumber number;
  guint64 n;

  if (!model)
    return;
  rows = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (model));
  if (gtk_bitset_is_empty (rows) && context->row != G_MAXUINT32) {
    guint position = position_of_row (model, context->row);
    if (position != GTK_INVALID_LIST_POSITION)
      gtk_bitset_add (rows, position);
  }
  n = gtk_bitset_get_size (rows);
  if (!n) {
    poplens_table_widget_toast (self, "Select rows first");
    return;
  }
  if (n > MAX_COPIED_ROWS) {
    PoplensNumber a, b;
    said = g_strdup_printf ("Cannot copy %s rows (maximum %s). Save the table as CSV.",
                            poplens_format_count (a, n), poplens_format_count (b, MAX_COPIED_ROWS));
    poplens_table_widget_toast (self, said);
    return;
  }
  csv = poplens_table_copy_csv (model, rows);
  text = g_str_has_suffix (action, "csv") ? g_strdup (csv) : poplens_table_copy_tsv (model, rows);
  said = g_strdup_printf ("Copied %s", poplens_format_items (number, n, "row"));
  /* Offer tab-separated text; clients that ask for "text/csv" get CSV. */
  g_autoptr (GBytes) bytes = g_bytes_new (csv, strlen (csv));
  GdkContentProvider *both[] = {gdk_content_provider_new_typed (G_TYPE_STRING, text),
                                gdk_content_provider_new_for_bytes ("text/csv", bytes)};
  g_autoptr (GdkContentProvider) provider =
      gdk_content_provider_new_union (both, G_N_ELEMENTS (both));
  set_content (self, provider, MAX (strlen (text), strlen (csv)), said);
}

static void
copy_row (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  g_autoptr (GtkBitset) rows = gtk_bitset_new_empty ();
  g_autofree char *text = NULL;
  guint position;

  if (!model || context_of (self)->row == G_MAXUINT32)
    return;
  position = position_of_row (model, context_of (self)->row);
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_bitset_add (rows, position);
  text = poplens_table_copy_tsv (model, rows);
  set_clipboard (self, text, "Copied the row");
}

static void
copy_cell (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTable *table = poplens_table_widget_get_table (self);
  MenuContext *context = context_of (self);
  g_autofree char *text = NULL;

  if (!table || context->row >= poplens_table_n_rows (table) ||
      context->column >= poplens_table_n_columns (table))
    return;
  text = poplens_table_cell_plain (table, context->row, context->column);
  set_clipboard (self, text, "Copied the value");
}

static void
follow_link (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  MenuContext *context = context_of (self);

  if (model && context->row != G_MAXUINT32)
    poplens_table_widget_follow (self, position_of_row (model, context->row));
}

static void
open_source (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTable *table = poplens_table_widget_get_table (self);
  MenuContext *context = context_of (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (!table || context->row >= poplens_table_n_rows (table))
    return;
  path = poplens_table_source_file (table, context->row, &error);
  if (path)
    poplens_table_source_open (widget, path);
  else
    poplens_table_widget_toast (self, error->message);
}

static void
copy_source (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTable *table = poplens_table_widget_get_table (self);
  guint32 row = context_of (self)->row;
  g_autofree char *location = table && row < poplens_table_n_rows (table)
                                  ? poplens_table_source_location (table, row)
                                  : NULL;

  if (location)
    set_clipboard (self, location, "Copied the source location");
}

static void
tell_row (const char *text, gpointer widget)
{
  poplens_table_widget_toast (widget, text);
}

static void
choose_source (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTable *table = poplens_table_widget_get_table (self);
  guint32 row = context_of (self)->row, line = 0;
  g_autofree char *file = table && row < poplens_table_n_rows (table)
                              ? poplens_table_source_recorded (table, row, &line)
                              : NULL;
  GtkRoot *root = gtk_widget_get_root (widget);

  if (file && GTK_IS_WINDOW (root))
    poplens_source_folders_choose (GTK_WINDOW (root), file, line, tell_row, self);
}

/* Action of the menu items that add_only () adds: follows the link of the item. */
static void
show_only (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "follow", g_variant_get_string (parameter, NULL));
}

/* If @link (nullable) selects an operation, adds menu items that show only this operation on other
 * pages. */
static void
add_only (PoplensTableWidget *self, const char *link, GMenu *menu)
{
  PoplensTable *table = poplens_table_widget_get_table (self);
  PoplensReport *report = table ? poplens_table_get_report (table) : NULL;
  g_autoptr (PoplensLocation) location = link ? poplens_location_parse (link, NULL) : NULL;
  g_autoptr (GPtrArray) links =
      location && report ? poplens_page_only_links (location, report) : NULL;
  g_autoptr (GMenu) only = g_menu_new ();

  for (guint i = 0; links && i < links->len; i++) {
    const PoplensPageLink *to = links->pdata[i];
    g_autoptr (GMenuItem) item = g_menu_item_new (to->title, NULL);
    g_menu_item_set_action_and_target (item, "table.show-only", "s", to->location);
    g_menu_append_item (only, item);
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (only)))
    g_menu_append_section (menu, "Show Only This Operation in", G_MENU_MODEL (only));
}

/* ---- the whole table ------------------------------------------------------------------------- */

static void
on_text_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensTableWidget) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!poplens_table_export_finish (result, &text, &error))
    poplens_table_widget_toast (self, error->message);
  else
    set_clipboard (self, text, "Copied the table");
}

static void
copy_table (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensTableModel *model = poplens_table_widget_get_model (POPLENS_TABLE_WIDGET (widget));

  if (model)
    poplens_table_export_async (
        model, g_str_has_suffix (action, "json") ? POPLENS_TABLE_JSON : POPLENS_TABLE_CSV, NULL,
        NULL, NULL, NULL, on_text_ready, g_object_ref (widget));
}

static void
save_table (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_table_save (POPLENS_TABLE_WIDGET (widget),
                      g_str_has_suffix (action, "json") ? POPLENS_TABLE_JSON : POPLENS_TABLE_CSV);
}

/* ---- branches -------------------------------------------------------------------------------- */

static gboolean
first_selected (PoplensTableModel *model, guint *position)
{
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (model));

  *position = gtk_bitset_is_empty (rows) ? 0 : gtk_bitset_get_minimum (rows);
  return !gtk_bitset_is_empty (rows);
}

static void
select_parent (PoplensTableWidget *self, PoplensTableModel *model, guint position)
{
  guint parent = poplens_table_model_get_parent (model, position);
  GtkWidget *found;

  if (parent == GTK_INVALID_LIST_POSITION)
    return;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), parent, TRUE);
  found = poplens_table_row_widget (poplens_table_widget_get_view (self),
                                    poplens_table_model_get_row (model, parent));
  if (found)
    gtk_widget_grab_focus (found);
}

/* Keys on a selected row: Left collapses its branch, or selects its parent; Right expands its
 * branch; other keys edit a bookmark or open a card. */
static gboolean
on_branch_key (GtkEventControllerKey *controller, guint keyval, guint keycode,
               GdkModifierType state, gpointer data)
{
  PoplensTableWidget *self = data;
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  gboolean open = keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right;
  guint position;

  if (model && first_selected (model, &position) &&
      (table_bookmark_key (self, poplens_table_model_get_row (model, position), keyval, state) ||
       table_card_key (self, poplens_table_model_get_row (model, position), keyval, state)))
    return TRUE;
  if ((!open && keyval != GDK_KEY_Left && keyval != GDK_KEY_KP_Left) ||
      (state & gtk_accelerator_get_default_mod_mask ()) || !model ||
      !poplens_table_is_tree (poplens_table_widget_get_table (self)) ||
      !first_selected (model, &position))
    return FALSE;
  if (poplens_table_model_is_expandable (model, position) &&
      poplens_table_model_is_expanded (model, position) != open) {
    poplens_table_model_set_expanded (model, position, open);
  } else if (!open) {
    select_parent (self, model, position);
  }
  return TRUE;
}

/* ---- visible columns ------------------------------------------------------------------------- */

/* Key of a check button's object data: the name of the column that it shows or hides. */
#define COLUMN_NAME "poplens-column"
/* Maximum height in pixels of the popover with the columns; a longer list scrolls. */
#define MOST_COLUMNS_HEIGHT 420

static void
on_column_toggled (GtkCheckButton *check, gpointer data)
{
  PoplensTableWidget *widget = data;

  /* Look the column up by its name: the widget can show another table by now. */
  poplens_table_column_set_hidden (poplens_table_widget_get_table (widget),
                                   g_object_get_data (G_OBJECT (check), COLUMN_NAME),
                                   !gtk_check_button_get_active (check));
}

static void
on_show_all_columns (GtkWidget *button, gpointer data)
{
  for (GtkWidget *check = gtk_widget_get_next_sibling (button); check;
       check = gtk_widget_get_next_sibling (check))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
}

static GtkWidget *
column_checks_new (PoplensTableWidget *widget)
{
  PoplensTable *table = poplens_table_widget_get_table (widget);
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *all = gtk_button_new_with_label ("Show All");

  gtk_widget_add_css_class (all, "flat");
  g_signal_connect (all, "clicked", G_CALLBACK (on_show_all_columns), NULL);
  gtk_box_append (GTK_BOX (list), all);
  for (guint c = 1; c < n; c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    GtkWidget *check = gtk_check_button_new_with_label (column->title);
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                 !poplens_table_column_is_hidden (table, c));
    g_object_set_data_full (G_OBJECT (check), COLUMN_NAME, g_strdup (column->name), g_free);
    g_signal_connect_object (check, "toggled", G_CALLBACK (on_column_toggled), widget, 0);
    gtk_box_append (GTK_BOX (list), check);
  }
  return list;
}

/* Opens a popover that points to @at in the widget. It has a check button for each column that can
 * be hidden, and a button that shows all columns. It is destroyed when it is closed. */
static void
offer_columns (PoplensTableWidget *widget, const GdkRectangle *at)
{
  GtkWidget *popover, *scrolled;

  if (!poplens_table_widget_get_table (widget))
    return;
  popover = gtk_popover_new ();
  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_COLUMNS_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), column_checks_new (widget));
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Columns", -1);
  poplens_popover_open_at (GTK_POPOVER (popover), GTK_WIDGET (widget), at->x, at->y);
}

/* ---- the menu -------------------------------------------------------------------------------- */

static void
choose_columns (GtkWidget *widget, const char *action, GVariant *parameter)
{
  offer_columns (POPLENS_TABLE_WIDGET (widget), &context_of (POPLENS_TABLE_WIDGET (widget))->at);
}

static void
explain_term (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const GdkRectangle *at = &context_of (POPLENS_TABLE_WIDGET (widget))->at;

  poplens_concept_popup (widget, g_variant_get_string (parameter, NULL), at->x, at->y);
}

/* Adds a submenu that explains terms: the column titles and, in a list of figures, the title of the
 * row under the pointer. */
static void
add_explain (PoplensTableWidget *self, PoplensTable *table, GMenu *menu)
{
  guint32 row = context_of (self)->row;
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);
  const char *texts[POPLENS_TABLE_MAX_COLUMNS + 2] = {""};
  g_autoptr (GMenu) terms = g_menu_new ();

  if (row < poplens_table_n_rows (table) && poplens_table_is_figures (table)) {
    PoplensValue value = poplens_table_get (table, row, 0);
    texts[0] = value.type == POPLENS_VALUE_TEXT ? value.text : "";
  }
  for (guint c = 0; c < n; c++)
    texts[c + 1] = poplens_table_get_column (table, c)->title;
  poplens_concept_add_menu (terms, texts, "table.explain");
  if (g_menu_model_get_n_items (G_MENU_MODEL (terms)))
    g_menu_append_submenu (menu, "Explain", G_MENU_MODEL (terms));
}

void
poplens_table_actions_set_menu (PoplensTableWidget *self, GMenuModel *menu)
{
  g_set_object (&context_of (self)->menu, menu);
}

static GMenuModel *
build_table_menu (PoplensTableWidget *self, const char *link, gboolean has_source)
{
  GMenu *menu = g_menu_new (), *cell = g_menu_new (), *table = g_menu_new ();
  PoplensTable *shown = poplens_table_widget_get_table (self);

  if (context_of (self)->menu && context_of (self)->row != G_MAXUINT32)
    g_menu_append_section (menu, NULL, context_of (self)->menu);
  g_autofree char *ref = ref_of (shown, context_of (self)->row);
  g_autoptr (GMenuItem) entry = g_menu_item_new ("Show Card", NULL);
  if (ref) {
    g_menu_item_set_action_and_target (entry, ACTION, "s", ref);
    g_menu_append_item (cell, entry);
  }
  if (link)
    g_menu_append (cell, "Open Location", "table.follow");
  if (has_source) {
    g_menu_append (cell, "Open Source File", "table.open-source");
    g_menu_append (cell, "Copy Source Location", "table.copy-source");
    g_menu_append (cell, "Choose Source Folder…", "table.choose-source");
  }
  g_menu_append (cell, "Copy Value", "table.copy-cell");
  g_menu_append (cell, "Copy Row", "table.copy-row");
  g_menu_append (cell, "Copy Selected Rows", "table.copy-rows");
  g_menu_append (cell, "Copy Selected Rows as CSV", "table.copy-rows-csv");
  g_menu_append (table, "Copy Table as CSV", "table.copy-csv");
  g_menu_append (table, "Copy Table as JSON", "table.copy-json");
  g_menu_append (table, "Save as CSV…", "table.save-csv");
  g_menu_append (table, "Save as JSON…", "table.save-json");
  if (shown && poplens_table_n_columns (shown) > 1)
    g_menu_append (table, "Columns…", "table.choose-columns");
  if (shown)
    add_explain (self, shown, table);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (cell));
  table_bookmark_add_menu (shown, context_of (self)->row, menu);
  add_only (self, link, menu);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (table));
  if (shown)
    table_order_add_menu (shown, menu);
  g_object_unref (cell);
  g_object_unref (table);
  return G_MENU_MODEL (menu);
}

/* Returns the focus to the rows when the menu is closed. GTK 4.8 would leave it on a destroyed item
 * of a submenu, and keys would have no effect. */
static void
on_menu_closed (GtkPopover *popover, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (poplens_table_widget_get_view (data)));
}

static void
popup_table_menu (PoplensTableWidget *self, double x, double y)
{
  MenuContext *context = context_of (self);
  PoplensTable *table = poplens_table_widget_get_table (self);
  gboolean on_row = table && context->row < poplens_table_n_rows (table);
  g_autofree char *link = on_row ? poplens_table_get_link (table, context->row) : NULL;
  g_autofree char *source = on_row ? poplens_table_source_location (table, context->row) : NULL;
  g_autoptr (GMenuModel) menu = build_table_menu (self, link, source != NULL);

  if (context->menu && on_row) {
    /* Select the row under the pointer, because the actions of the menu apply to selected rows. */
    PoplensTableModel *model = poplens_table_widget_get_model (self);
    guint position = position_of_row (model, context_of (self)->row);
    if (position != GTK_INVALID_LIST_POSITION &&
        !gtk_selection_model_is_selected (GTK_SELECTION_MODEL (model), position))
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), position, TRUE);
  }
  context->at = (GdkRectangle){(int) x, (int) y, 1, 1};
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-cell", on_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row", on_row);
  if (!context->popover) {
    context->popover = gtk_popover_menu_new_from_model (menu);
    gtk_widget_set_parent (context->popover, GTK_WIDGET (self));
    gtk_popover_set_has_arrow (GTK_POPOVER (context->popover), FALSE);
    gtk_widget_set_halign (context->popover, GTK_ALIGN_START);
    g_signal_connect_object (context->popover, "closed", G_CALLBACK (on_menu_closed), self, 0);
  } else {
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (context->popover), menu);
  }
  poplens_popover_point_at (GTK_POPOVER (context->popover), x, y);
  gtk_popover_popup (GTK_POPOVER (context->popover));
}

/* Opens the menu when the button is released. If the button opened the menu when pressed, the
 * popover would get only the release, and GTK would warn. */
static void
on_secondary_click (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensTableWidget *self = data;
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self));
  PoplensTableCell *cell = poplens_table_cell_at (view, x, y);
  PoplensTableRow *row = cell ? poplens_table_cell_get_row (cell) : NULL;
  MenuContext *context = context_of (self);
  double wx, wy;

  /* A click on a header has no cell: it opens the menu of the table without a row. */
  context->row = row ? poplens_table_row_get_row (row) : G_MAXUINT32;
  context->column = cell ? poplens_table_cell_get_column (cell) : 0;
  gtk_widget_translate_coordinates (view, GTK_WIDGET (self), x, y, &wx, &wy);
  popup_table_menu (self, wx, wy);
}

/* Handler of the Menu key and Shift+F10: opens the menu on the first selected row. */
static gboolean
on_table_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  MenuContext *context = context_of (self);
  guint position;

  if (!model)
    return FALSE;
  context->row = first_selected (model, &position) ? poplens_table_model_get_row (model, position)
                                                   : G_MAXUINT32;
  context->column = 0;
  popup_table_menu (self, 24, 48);
  return TRUE;
}

void
poplens_table_actions_install (GtkWidgetClass *widget_class)
{
  static const struct {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
      {"table.copy-cell", copy_cell},
      {"table.copy-row", copy_row},
      {"table.copy-rows", copy_rows},
      {"table.copy-rows-csv", copy_rows},
      {"table.copy-csv", copy_table},
      {"table.copy-json", copy_table},
      {"table.save-csv", save_table},
      {"table.save-json", save_table},
      {"table.follow", follow_link},
      {"table.open-source", open_source},
      {"table.choose-source", choose_source},
      {"table.copy-source", copy_source},
      {"table.choose-columns", choose_columns},
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_install_action (widget_class, "table.sort-by", "u", sort_by);
  gtk_widget_class_install_action (widget_class, "table.expand-all", NULL, expand_all);
  gtk_widget_class_install_action (widget_class, "table.collapse-all", NULL, expand_all);
  gtk_widget_class_install_action (widget_class, "table.show-only", "s", show_only);
  gtk_widget_class_install_action (widget_class, "table.explain", "s", explain_term);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy-rows",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "table.save-csv",
                                       NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_table_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_table_menu_key, NULL);
}

void
poplens_table_actions_attach (PoplensTableWidget *self)
{
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self));
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  MenuContext *context = g_new0 (MenuContext, 1);

  context->row = G_MAXUINT32;
  g_object_set_data_full (G_OBJECT (self), "poplens-context", context, context_free);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  /* Run before GTK's own handler, which would select the row and stop the event. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "released", G_CALLBACK (on_secondary_click), self, 0);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (click));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_branch_key), self, 0);
  gtk_widget_add_controller (view, keys);
  add_click (self, GDK_BUTTON_PRIMARY, G_CALLBACK (on_name_released));
  add_click (self, GDK_BUTTON_MIDDLE, G_CALLBACK (on_middle_released));
}

void
poplens_table_actions_clear (PoplensTableWidget *self)
{
  MenuContext *context = context_of (self);

  g_clear_pointer (&context->popover, gtk_widget_unparent);
}
