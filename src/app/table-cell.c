#include "app/table-cell.h"

#include <string.h>

/* Characters of a text that a cell shows at most, and its tooltip. */
#define MAX_SHOWN 600
#define MAX_TOOLTIP 3000
/* Between an arrow and its text, as resources/widgets.css sets it. */
#define ARROW_GAP 2

/* GTK keeps 200 rows of widgets for a list that shows 30 of them. A cell therefore is as high as it
 * is told: to measure each label would lay out its text. */
struct _PoplensTableCell {
  GtkWidget parent_instance;
  GtkWidget *arrow; /* NULL where no row that was here had a branch */
  GtkWidget *label;
  PoplensTableRow *row;
  gulong expanded_handler;
  guint column;
  int line_height; /* of the label */
  gboolean is_tree;
  const char *sign; /* style class of a difference (static); NULL: none */
};

G_DEFINE_FINAL_TYPE (PoplensTableCell, poplens_table_cell, GTK_TYPE_WIDGET)

gboolean
poplens_table_column_is_right (const PoplensTable *table, guint column)
{
  PoplensUnit unit = poplens_table_get_column (table, column)->unit;

  return poplens_unit_is_numeric (unit) && unit != POPLENS_UNIT_MIXED;
}

/* @text cut after @n characters and with an ellipsis; NULL where it is short enough. */
static char *
cut_text (const char *text, gsize n)
{
  const char *end;
  g_autofree char *head = NULL;

  /* The bytes tell in most cases, without walking through a long text. */
  if (strnlen (text, n + 1) <= n)
    return NULL;
  end = text;
  for (gsize i = 0; i < n && *end; i++)
    end = g_utf8_next_char (end);
  if (!*end)
    return NULL;
  head = g_strndup (text, (gsize) (end - text));
  return g_strconcat (head, "…", NULL);
}

const char *
poplens_table_cell_text (const PoplensTable *table, guint32 row, guint column, PoplensByteUnit unit,
                         PoplensNumber buffer, char **cut)
{
  PoplensValue value = poplens_table_get (table, row, column);
  const char *text;

  *cut = NULL;
  if (value.type == POPLENS_VALUE_NULL)
    return "–";
  text = poplens_value_format (&value, unit, buffer);
  *cut = cut_text (text, MAX_SHOWN);
  return *cut ? *cut : text;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);
  PoplensTable *table;
  PoplensValue value;
  g_autofree char *cut = NULL;
  g_autofree char *from = NULL;
  PoplensNumber buffer;

  if (!self->row)
    return FALSE;
  table = poplens_table_model_get_table (poplens_table_row_get_model (self->row));
  value = poplens_table_get (table, poplens_table_row_get_row (self->row), self->column);
  if (value.type == POPLENS_VALUE_NULL)
    return FALSE;
  if (value.type == POPLENS_VALUE_TEXT) {
    if (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (self->label))))
      return FALSE;
    cut = cut_text (value.text, MAX_TOOLTIP);
    gtk_tooltip_set_text (tooltip, cut ? cut : value.text);
  } else {
    from = g_strdup_printf (
        "%s\n%s", poplens_value_plain (&value, buffer),
        poplens_provenance_text (poplens_table_get_column (table, self->column)->provenance));
    gtk_tooltip_set_text (tooltip, from);
  }
  return TRUE;
}

/* ---- the arrow of a branch ---------------------------------------------------------------------
 */

static void
show_arrow (PoplensTableCell *self)
{
  gboolean expanded = poplens_table_row_is_expanded (self->row);

  gtk_button_set_icon_name (GTK_BUTTON (self->arrow),
                            expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  expanded ? "Close branch" : "Open branch", -1);
}

static void
on_arrow_clicked (PoplensTableCell *self)
{
  if (self->row)
    poplens_table_row_toggle (self->row);
}

/* Most rows have no branch: a button is made for those that do. */
static void
ensure_arrow (PoplensTableCell *self)
{
  if (self->arrow)
    return;
  self->arrow = gtk_button_new ();
  gtk_widget_add_css_class (self->arrow, "flat");
  gtk_widget_add_css_class (self->arrow, "branch-arrow");
  gtk_widget_set_focusable (self->arrow, FALSE);
  g_signal_connect_object (self->arrow, "clicked", G_CALLBACK (on_arrow_clicked), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_insert_before (self->arrow, GTK_WIDGET (self), self->label);
}

static void
bind_arrow (PoplensTableCell *self)
{
  gboolean expandable = poplens_table_row_is_expandable (self->row);

  if (expandable) {
    ensure_arrow (self);
    self->expanded_handler =
        g_signal_connect_swapped (self->row, "notify::expanded", G_CALLBACK (show_arrow), self);
    show_arrow (self);
  }
  if (self->arrow)
    gtk_widget_set_visible (self->arrow, expandable);
}

/* ---- binding -----------------------------------------------------------------------------------
 */

GtkWidget *
poplens_table_cell_new (guint column, gboolean is_tree)
{
  PoplensTableCell *self = g_object_new (POPLENS_TYPE_TABLE_CELL, NULL);

  self->column = column;
  self->is_tree = is_tree && column == 0;
  return GTK_WIDGET (self);
}

/* A difference has the colour of its sign. */
static void
set_sign (PoplensTableCell *self, const PoplensColumn *column, const PoplensValue *value)
{
  gboolean signs = column->unit == POPLENS_UNIT_SIGNED_BYTES &&
                   g_str_has_prefix (column->name, "difference") &&
                   value->type == POPLENS_VALUE_INT;
  const char *class = !signs || !value->integer ? NULL : value->integer > 0 ? "more" : "less";

  if (self->sign == class)
    return;
  if (self->sign)
    gtk_widget_remove_css_class (self->label, self->sign);
  self->sign = class;
  if (class)
    gtk_widget_add_css_class (self->label, class);
}

void
poplens_table_cell_bind (PoplensTableCell *self, PoplensTableRow *row, PoplensByteUnit unit,
                         int line_height)
{
  PoplensTable *table = poplens_table_model_get_table (poplens_table_row_get_model (row));
  guint32 at = poplens_table_row_get_row (row);
  gboolean right = poplens_table_column_is_right (table, self->column);
  PoplensValue value = poplens_table_get (table, at, self->column);
  g_autofree char *cut = NULL;
  g_autofree char *link = NULL;
  PoplensNumber buffer;

  g_object_ref (row); /* which may be the one that it has */
  poplens_table_cell_unbind (self);
  self->row = row;
  self->line_height = line_height;
  gtk_label_set_label (GTK_LABEL (self->label),
                       poplens_table_cell_text (table, at, self->column, unit, buffer, &cut));
  gtk_label_set_xalign (GTK_LABEL (self->label), right ? 1 : 0);
  if (value.type == POPLENS_VALUE_NULL)
    gtk_widget_add_css_class (self->label, "dim-label");
  else
    gtk_widget_remove_css_class (self->label, "dim-label");
  set_sign (self, poplens_table_get_column (table, self->column), &value);
  if (self->column == 0 && (link = poplens_table_get_link (table, at)))
    gtk_widget_add_css_class (GTK_WIDGET (self), "linked");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "linked");
  if (self->is_tree)
    bind_arrow (self);
}

void
poplens_table_cell_unbind (PoplensTableCell *self)
{
  if (self->row)
    g_clear_signal_handler (&self->expanded_handler, self->row);
  g_clear_object (&self->row);
}

guint
poplens_table_cell_get_column (PoplensTableCell *self)
{
  return self->column;
}

PoplensTableRow *
poplens_table_cell_get_row (PoplensTableCell *self)
{
  return self->row;
}

/* ---- size -----------------------------------------------------------------------------------
 */

static void
poplens_table_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? self->line_height : 0;
}

static void
allocate_arrow (PoplensTableCell *self, int x, int height)
{
  GtkAllocation place = {.x = x};

  gtk_widget_measure (self->arrow, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &place.width, NULL, NULL);
  gtk_widget_measure (self->arrow, GTK_ORIENTATION_VERTICAL, -1, NULL, &place.height, NULL, NULL);
  place.y = (height - place.height) / 2;
  gtk_widget_size_allocate (self->arrow, &place, -1);
}

static void
poplens_table_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);
  GtkAllocation place = {0, 0, width, height};

  if (self->is_tree && self->row) {
    place.x = POPLENS_TABLE_INDENT * MIN (24, poplens_table_row_get_depth (self->row));
    if (self->arrow && gtk_widget_get_visible (self->arrow))
      allocate_arrow (self, place.x, height);
    /* The arrow keeps its place, so that texts of one level line up. */
    place.x += POPLENS_TABLE_ARROW + ARROW_GAP;
    place.width = MAX (0, width - place.x);
  }
  gtk_widget_size_allocate (self->label, &place, -1);
}

static void
poplens_table_cell_dispose (GObject *object)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (object);

  poplens_table_cell_unbind (self);
  g_clear_pointer (&self->arrow, gtk_widget_unparent);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (poplens_table_cell_parent_class)->dispose (object);
}

static void
poplens_table_cell_class_init (PoplensTableCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_table_cell_dispose;
  GTK_WIDGET_CLASS (klass)->measure = poplens_table_cell_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = poplens_table_cell_size_allocate;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tablecell");
}

static void
poplens_table_cell_init (PoplensTableCell *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (self->label), TRUE);
  gtk_widget_add_css_class (self->label, "numeric");
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
