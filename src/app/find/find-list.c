/* PoplensFindList: makes a row for each search result, and handles the selection. */
#include "app/find/find-list.h"

#include "base/visible.h"
#include "tables/card/card.h"

/* ---- list items ------------------------------------------------------------------------------ */

#define POPLENS_TYPE_FIND_ITEM (poplens_find_item_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindItem, poplens_find_item, POPLENS, FIND_ITEM, GObject)

struct _PoplensFindItem {
  GObject parent;
  const char *kind; /* (static): kind of the result, such as program or variable */
  char *title, *detail, *location, *text;
  char *ref; /* (nullable): words that find the card of the item (tables/card/card.h) */
};

G_DEFINE_FINAL_TYPE (PoplensFindItem, poplens_find_item, G_TYPE_OBJECT)

static void
poplens_find_item_finalize (GObject *object)
{
  PoplensFindItem *self = POPLENS_FIND_ITEM (object);

  g_free (self->title);
  g_free (self->detail);
  g_free (self->location);
  g_free (self->text);
  g_free (self->ref);
  G_OBJECT_CLASS (poplens_find_item_parent_class)->finalize (object);
}

static void
poplens_find_item_class_init (PoplensFindItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = poplens_find_item_finalize;
}

static void
poplens_find_item_init (PoplensFindItem *self)
{
}

static PoplensFindItem *
item_new (const PoplensFound *found)
{
  PoplensFindItem *self = g_object_new (POPLENS_TYPE_FIND_ITEM, NULL);

  self->kind = poplens_found_kind_title (found->kind);
  self->title = g_strdup (found->title);
  self->detail = g_strdup (found->detail);
  self->location = g_strdup (found->location);
  self->ref = poplens_card_ref_of_found (found);
  self->text = g_strdup_printf ("%s: %s, %s", self->kind, found->title, found->detail);
  return self;
}

/* ---- the list -------------------------------------------------------------------------------- */

struct _PoplensFindList {
  AdwBin parent;
  GtkWidget *view;
  GListStore *items;
  GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE (PoplensFindList, poplens_find_list, ADW_TYPE_BIN)

static PoplensFindItem *
get_selected_item (PoplensFindList *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
scroll_to (PoplensFindList *self, guint position)
{
  /* Scroll by the action of GtkListBase: gtk_list_view_scroll_to () exists only since GTK 4.12. */
  gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", position);
}

static void
on_row_selected (PoplensFindList *self)
{
  g_signal_emit_by_name (self, "selected");
}

void
poplens_find_list_show (PoplensFindList *self, const PoplensFinds *finds)
{
  guint n = finds ? finds->results->len : 0;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (items, item_new (g_ptr_array_index (finds->results, i)));
  g_signal_handlers_block_by_func (self->selection, on_row_selected, self);
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, n);
  gtk_single_selection_set_selected (self->selection, n ? 0 : GTK_INVALID_LIST_POSITION);
  g_signal_handlers_unblock_by_func (self->selection, on_row_selected, self);
  if (n)
    scroll_to (self, 0);
  on_row_selected (self);
}

void
poplens_find_list_move (PoplensFindList *self, int rows)
{
  int n = (int) poplens_find_list_get_n (self);
  guint to;

  if (!n)
    return;
  to = (guint) CLAMP ((int) gtk_single_selection_get_selected (self->selection) + rows, 0, n - 1);
  gtk_single_selection_set_selected (self->selection, to);
  scroll_to (self, to);
}

guint
poplens_find_list_get_n (PoplensFindList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

guint
poplens_find_list_get_position (PoplensFindList *self)
{
  return gtk_single_selection_get_selected (self->selection);
}

const char *
poplens_find_list_get_location (PoplensFindList *self)
{
  return get_selected_item (self) ? get_selected_item (self)->location : NULL;
}

const char *
poplens_find_list_get_ref (PoplensFindList *self)
{
  return get_selected_item (self) ? get_selected_item (self)->ref : NULL;
}

const char *
poplens_find_list_get_text (PoplensFindList *self)
{
  return get_selected_item (self) ? get_selected_item (self)->text : NULL;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
on_clicked (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  GtkListItem *row = data;
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *list = gtk_widget_get_ancestor (widget, POPLENS_TYPE_FIND_LIST);
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (!gtk_list_item_get_item (row) || !list || !gtk_widget_contains (widget, x, y))
    return;
  gtk_single_selection_set_selected (POPLENS_FIND_LIST (list)->selection,
                                     gtk_list_item_get_position (row));
  g_signal_emit_by_name (list, "chosen", (state & GDK_CONTROL_MASK) != 0);
}

/* Shows the full text of a label as tooltip, if the label is ellipsized. */
static gboolean
on_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (GTK_LABEL (widget)));
  return TRUE;
}

static GtkWidget *
add_item_label (GtkWidget *box, PangoEllipsizeMode ellipsize, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_has_tooltip (label, ellipsize != PANGO_ELLIPSIZE_NONE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (on_tooltip), NULL);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), texts);
  add_item_label (texts, PANGO_ELLIPSIZE_MIDDLE, "find-title");
  add_item_label (texts, PANGO_ELLIPSIZE_END, "find-detail");
  gtk_widget_set_valign (add_item_label (box, PANGO_ELLIPSIZE_NONE, "find-kind"), GTK_ALIGN_CENTER);
  g_signal_connect (click, "released", G_CALLBACK (on_clicked), row);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (row, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
  PoplensFindItem *item = gtk_list_item_get_item (row);
  GtkWidget *box = gtk_list_item_get_child (row);
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (box));
  GtkWidget *detail = gtk_widget_get_next_sibling (title);
  g_autofree char *cut_title = NULL, *cut_detail = NULL, *cut_text = NULL;

  gtk_label_set_text (GTK_LABEL (title),
                      poplens_shorten (item->title, POPLENS_CARD_BYTES, &cut_title));
  gtk_label_set_text (GTK_LABEL (detail),
                      poplens_shorten (item->detail, POPLENS_CARD_BYTES, &cut_detail));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), item->kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  poplens_shorten (item->text, POPLENS_CARD_BYTES, &cut_text), -1);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_find_list_dispose (GObject *object)
{
  PoplensFindList *self = POPLENS_FIND_LIST (object);

  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (poplens_find_list_parent_class)->dispose (object);
}

static void
poplens_find_list_class_init (PoplensFindListClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_find_list_dispose;
  g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_BOOLEAN);
  g_signal_new ("selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
poplens_find_list_init (PoplensFindList *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->items = g_list_store_new (POPLENS_TYPE_FIND_ITEM);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->items)));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  self->view = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_widget_add_css_class (self->view, "find-list");
  /* The list must not take the focus from the search field. */
  gtk_widget_set_can_focus (self->view, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Results", -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_row_selected),
                            self);
}
