#include "app/table/table-focus.h"

#include "app/table/table-cell.h"
#include "app/table/table-widget.h"

static GtkWidget *
find_row (GtkWidget *widget, guint32 row)
{
  GtkWidget *child;

  if (POPLENS_IS_TABLE_CELL (widget)) {
    PoplensTableRow *shown = poplens_table_cell_get_row (POPLENS_TABLE_CELL (widget));
    /* A cell lies in GTK's cell, and that in the row. */
    return shown && poplens_table_row_get_row (shown) == row
               ? gtk_widget_get_parent (gtk_widget_get_parent (widget))
               : NULL;
  }
  for (child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_row (child, row);
    if (found)
      return found;
  }
  return NULL;
}

GtkWidget *
poplens_table_row_widget (GtkColumnView *view, guint32 row)
{
  return find_row (GTK_WIDGET (view), row);
}

static GtkWidget *
selected_row (GtkColumnView *view, PoplensTableModel *model)
{
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (model));

  return gtk_bitset_is_empty (rows)
             ? NULL
             : poplens_table_row_widget (
                   view, poplens_table_model_get_row (model, gtk_bitset_get_minimum (rows)));
}

/* The highest that is not cut at the top. */
static GtkWidget *
first_in_sight (GtkColumnView *view)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view)), *best = NULL, *child;
  float top = 0;

  while (list && !GTK_IS_LIST_BASE (list))
    list = gtk_widget_get_prev_sibling (list);
  for (child = list ? gtk_widget_get_first_child (list) : NULL; child;
       child = gtk_widget_get_next_sibling (child)) {
    graphene_rect_t bounds;
    if (!gtk_widget_get_child_visible (child) ||
        !gtk_widget_compute_bounds (child, list, &bounds) || bounds.size.height <= 0 ||
        bounds.origin.y < 0 || (best && bounds.origin.y >= top))
      continue;
    best = child;
    top = bounds.origin.y;
  }
  return best;
}

static gboolean
focus_rows (PoplensTableWidget *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (self);
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  GtkWidget *row = model ? selected_row (view, model) : NULL;

  if (!row)
    row = first_in_sight (view);
  return row && gtk_widget_get_mapped (row) && gtk_widget_grab_focus (row);
}

/* Whether the focus is in a row, and not in a popover over one. */
static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, widget) &&
         gtk_widget_get_native (focus) == gtk_widget_get_native (widget);
}

static gboolean
on_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean tabs = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  GtkWidgetClass *parent = g_type_class_peek_parent (g_type_class_peek (POPLENS_TYPE_TABLE_WIDGET));

  if (tabs && has_focus (widget))
    return FALSE;
  return (tabs && !gtk_widget_get_focus_child (widget) &&
          focus_rows (POPLENS_TABLE_WIDGET (widget))) ||
         parent->focus (widget, direction);
}

void
poplens_table_focus_install (GtkWidgetClass *klass)
{
  klass->focus = on_focus;
}
