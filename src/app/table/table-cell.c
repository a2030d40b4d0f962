/* PoplensTableCell: draws the text, colour mark, bar and branch arrow of one cell. A GtkLabel in
 * each cell would be too slow. */
#include "app/table/table-cell.h"

#include "app/window/choices.h"
#include "pages/core/page-table.h"
#include "tables/card/card.h"

#include <adwaita.h>
#include <string.h>

/* ---- the text of a cell ---------------------------------------------------------------------- */

/* Maximum number of characters in the tooltip of a cell. */
#define MAX_TOOLTIP 3000

typedef struct {
  gboolean right; /* the text is a number: right-aligned, and left to right in every language */
  gboolean ends;  /* ellipsize in the middle, because similar texts often differ only at their start
                     or end */
  gboolean linked; /* the text is a link */
  gboolean strong;
  gboolean dim;
} CellStyle;

/* Text of a cell, drawn without a GtkLabel. GTK makes widgets for 200 rows of a list of which 30
 * are visible. Labels would double the time to make, change and destroy these widgets. */
typedef struct {
  char *text; /* (nullable): NULL before cell_text_set () */
  CellStyle style;
  PangoLayout *layout; /* (nullable): NULL while the text has not been laid out */
} CellText;

/* The opacity of dimmed labels in libadwaita. */
#define DIM_ALPHA 0.55F

/* Returns @text truncated to @n characters, with an ellipsis. (transfer full) (nullable): NULL if
 * @text has at most @n characters. */
static char *
cut_text (const char *text, gsize n)
{
  const char *end;
  g_autofree char *head = NULL;

  /* A text of at most @n bytes has at most @n characters: this saves counting the characters of
   * most texts. */
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

static gboolean
same_style (CellStyle a, CellStyle b)
{
  return a.right == b.right && a.ends == b.ends && a.linked == b.linked && a.strong == b.strong &&
         a.dim == b.dim;
}

/* Drops the layout after a change of font, style or text direction. */
static void
cell_text_restyle (CellText *self)
{
  g_clear_object (&self->layout);
}

/* Sets the text and style. Redraws @cell if either changed. */
static void
cell_text_set (CellText *self, GtkWidget *cell, const char *text, CellStyle style)
{
  gboolean same_text = !g_strcmp0 (self->text, text);

  if (same_text && same_style (self->style, style))
    return;
  self->style = style;
  cell_text_restyle (self);
  gtk_widget_queue_draw (cell);
  if (same_text)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static PangoLayout *
make_layout (const CellText *self, GtkWidget *cell)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (cell, self->text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (self->style.strong)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  if (self->style.linked)
    pango_attr_list_insert (attributes, pango_attr_underline_new (PANGO_UNDERLINE_SINGLE));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout,
                              self->style.ends ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
  return layout;
}

/* TRUE if the text is right-aligned: numbers always, other texts in right-to-left locales. */
static gboolean
is_on_the_right (const CellText *self, GtkWidget *cell)
{
  return self->style.right || gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
}

/* Lays the text out in a box of @width × @height pixels. @x, @y: (out): position of the layout in
 * the box. (transfer none) */
static PangoLayout *
cell_text_lay_out (CellText *self, GtkWidget *cell, int width, int height, int *x, int *y)
{
  PangoRectangle box;

  if (!self->layout)
    self->layout = make_layout (self, cell);
  pango_layout_set_width (self->layout, width * PANGO_SCALE);
  pango_layout_get_pixel_extents (self->layout, NULL, &box);
  *x = (is_on_the_right (self, cell) ? MAX (0, width - box.width) : 0) - box.x;
  *y = (height - box.height) / 2;
  return self->layout;
}

static void
cell_text_draw (CellText *self, GtkWidget *cell, GtkSnapshot *snapshot,
                const GdkRectangle *location)
{
  PangoLayout *layout;
  GdkRGBA ink;
  int x, y;

  if (!self->text || !*self->text || location->width <= 0)
    return;
  layout = cell_text_lay_out (self, cell, location->width, location->height, &x, &y);
  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &ink);
  if (self->style.dim)
    ink.alpha *= DIM_ALPHA;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float) (location->x + x), (float) (location->y + y)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

/* ---- lists of figures ------------------------------------------------------------------------ */

gboolean
poplens_table_is_figures (const PoplensTable *table)
{
  return !strcmp (poplens_table_get_name (table), "card");
}

static PoplensValue
get_cell (const PoplensTable *table, guint32 row, const char *column)
{
  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));
}

static const char *
figure_text (const PoplensTable *table, guint32 row, const char *column)
{
  PoplensValue value = get_cell (table, row, column);

  return value.type == POPLENS_VALUE_TEXT ? value.text : "";
}

char *
poplens_table_describe_figure (const PoplensTable *table, guint32 row)
{
  const char *source = figure_text (table, row, "source"), *doc = figure_text (table, row, "doc"),
             *key = figure_text (table, row, "key");
  PoplensValue value = get_cell (table, row, "value");
  GString *text = g_string_new (NULL);
  PoplensNumber buffer;

  if (value.type == POPLENS_VALUE_TEXT) {
    g_autofree char *cut = cut_text (value.text, MAX_TOOLTIP);
    g_string_append (text, cut ? cut : value.text);
  } else if (value.type != POPLENS_VALUE_NULL) {
    g_string_append (text, poplens_value_exact (&value, buffer));
  }
  if (*doc)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", doc);
  for (guint p = POPLENS_FROM_FILE; p < POPLENS_FROM_ROW; p++)
    if (!strcmp (source, poplens_provenance_name (p)))
      g_string_append_printf (text, "\n%s", poplens_provenance_text (p));
  if (*key)
    g_string_append_printf (text, "\nKey: %s", key);
  return g_string_free (text, FALSE);
}

/* ---- the cell -------------------------------------------------------------------------------- */

/* Maximum number of characters in a cell. */
#define MAX_SHOWN 600
/* Pixels between an arrow and the text, as in resources/widgets.css. */
#define ARROW_GAP 2
/* Width of the colour mark of a row, in pixels. */
#define SWATCH_WIDTH 4
#define BAR_ALPHA 0.25
#define STRONG_BAR_ALPHA 0.4

/* A cell widget. Its column sets its height: measuring the text would need a layout in each of the
 * 200 rows that GTK makes widgets for. */
struct _PoplensTableCell {
  GtkWidget parent_instance;
  GtkWidget *arrow; /* (nullable): NULL until a row with children is bound */
  CellText text;
  PoplensTableRow *row;
  gulong expanded_handler;
  guint column;
  int line_height;
  gboolean is_tree;
  const char *sign;  /* (static) (nullable): style class for an increase or decrease, in a column of
                        differences */
  gboolean has_look; /* the cell draws a colour mark: it is in the first column of a table whose
                        rows have marks */
  PoplensRowLook look;
  double bar; /* length of the bar as a fraction of the cell's width, 0 … 1; 0: no bar */
};

G_DEFINE_FINAL_TYPE (PoplensTableCell, poplens_table_cell, GTK_TYPE_WIDGET)

gboolean
poplens_table_column_is_right (const PoplensTable *table, guint column)
{
  return poplens_table_column_is_numeric (table, column);
}

/* Joins the texts of the first column and of the label column, which together identify a row.
 * (transfer full) (nullable): NULL if @column is not the first, or if the row has no label. */
static char *
make_label (const PoplensTable *table, guint32 row, guint column)
{
  int more = column ? -1 : poplens_table_get_label (table);
  PoplensValue first, second;

  if (more < 0)
    return NULL;
  first = poplens_table_get (table, row, column);
  second = poplens_table_get (table, row, (guint) more);
  if (first.type != POPLENS_VALUE_TEXT || second.type != POPLENS_VALUE_TEXT || !*second.text)
    return NULL;
  return g_strconcat (first.text, "  ", second.text, NULL);
}

const char *
poplens_table_cell_text (const PoplensTable *table, guint32 row, guint column, PoplensByteUnit unit,
                         PoplensNumber buffer, char **cut)
{
  PoplensValue value = poplens_table_get (table, row, column);
  g_autofree char *label = NULL;
  const char *text;

  *cut = NULL;
  if (value.type == POPLENS_VALUE_NULL)
    return "–";
  text = label = make_label (table, row, column);
  if (!label)
    text = poplens_table_format (table, row, column, unit, buffer);
  *cut = cut_text (text, MAX_SHOWN);
  if (!*cut)
    *cut = g_steal_pointer (&label);
  return *cut ? *cut : text;
}

/* Returns the full text of a cell whose text is ellipsized. (transfer full) (nullable) */
static char *
text_tooltip (PoplensTableCell *self, const PoplensTable *table, guint32 row, const char *text)
{
  g_autofree char *label = make_label (table, row, self->column);
  char *cut;

  if (!self->text.layout || !pango_layout_is_ellipsized (self->text.layout))
    return NULL;
  text = label ? label : text;
  cut = cut_text (text, MAX_TOOLTIP);
  return cut ? cut : g_strdup (text);
}

static gboolean
poplens_table_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                                  GtkTooltip *tooltip)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);
  guint32 row = self->row ? poplens_table_row_get_row (self->row) : G_MAXUINT32;
  PoplensTable *table;
  PoplensValue value;
  g_autofree char *text = NULL;
  PoplensNumber buffer;

  if (row == G_MAXUINT32)
    return FALSE;
  table = poplens_table_model_get_table (poplens_table_row_get_model (self->row));
  value = poplens_table_get (table, row, self->column);
  if (self->column < 2 && poplens_table_is_figures (table))
    text = poplens_table_describe_figure (table, row);
  else if (value.type == POPLENS_VALUE_TEXT)
    text = text_tooltip (
        self, table, row,
        poplens_table_format (table, row, self->column, POPLENS_BYTE_UNIT_BINARY, buffer));
  else if (value.type != POPLENS_VALUE_NULL)
    text = g_strdup_printf (
        "%s\n%s", poplens_value_exact (&value, buffer),
        poplens_provenance_text (poplens_table_get_provenance (table, row, self->column)));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* ---- the arrow of a branch ------------------------------------------------------------------- */

static void
show_arrow (PoplensTableCell *self)
{
  gboolean expanded = poplens_table_row_is_expanded (self->row);

  gtk_button_set_icon_name (GTK_BUTTON (self->arrow),
                            expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  expanded ? "Collapse" : "Expand", -1);
}

static void
on_arrow_clicked (PoplensTableCell *self)
{
  if (self->row)
    poplens_table_row_toggle (self->row);
}

/* Makes the arrow button of the cell if there is none. Called only for rows with children, since
 * most rows have none. */
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
  gtk_widget_set_parent (self->arrow, GTK_WIDGET (self));
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

/* ---- binding --------------------------------------------------------------------------------- */

GtkWidget *
poplens_table_cell_new (guint column, gboolean is_tree)
{
  PoplensTableCell *self = g_object_new (POPLENS_TYPE_TABLE_CELL, NULL);

  self->column = column;
  self->is_tree = is_tree && column == 0;
  return GTK_WIDGET (self);
}

static void
set_sign (PoplensTableCell *self, const PoplensColumn *column, const PoplensValue *value)
{
  int sign = poplens_value_difference_sign (value, column);
  const char *class = !sign ? NULL : sign > 0 ? "more" : "less";

  if (self->sign == class)
    return;
  if (self->sign)
    gtk_widget_remove_css_class (GTK_WIDGET (self), self->sign);
  self->sign = class;
  if (class)
    gtk_widget_add_css_class (GTK_WIDGET (self), class);
}

/* Adds or removes the style class of links, which gives the text a colour under the pointer. */
static void
set_linked (PoplensTableCell *self, gboolean linked)
{
  if (self->text.style.linked == linked)
    return;
  if (linked)
    gtk_widget_add_css_class (GTK_WIDGET (self), "linked");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "linked");
}

/* Reads the colour mark of table row @at, and takes the length of the bar from @value. */
static void
bind_look (PoplensTableCell *self, PoplensTable *table, guint32 at, const PoplensValue *value)
{
  gboolean is_bar = poplens_table_is_bar (table, self->column);

  self->has_look = self->column == 0 && poplens_table_has_looks (table);
  self->look = self->has_look || is_bar ? poplens_table_get_look (table, at)
                                        : (PoplensRowLook){POPLENS_SWATCH_NONE, FALSE, FALSE};
  self->bar = is_bar && value->type == POPLENS_VALUE_REAL ? CLAMP (value->real, 0, 1) : 0;
  if (self->has_look || is_bar)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* TRUE if @value is a path, such as the name of a variable. The start of a path says forward or
 * backward, and its end names the variable, so its middle can be left out. */
static gboolean
is_path (const PoplensValue *value)
{
  const char *slash = value->type == POPLENS_VALUE_TEXT ? strchr (value->text, '/') : NULL;

  return slash && !strchr (slash, ' ');
}

static CellStyle
style_of (PoplensTableCell *self, PoplensTable *table, guint32 at, const PoplensValue *value)
{
  const PoplensTableView *view =
      poplens_table_model_get_view (poplens_table_row_get_model (self->row));
  gboolean linked = self->column == 0 && poplens_card_row_leads (table, at);

  return (CellStyle){
      .right = poplens_table_column_is_right (table, self->column),
      .ends = is_path (value) || (!self->column && poplens_table_get_label (table) >= 0),
      .linked = linked,
      .strong = self->has_look && self->look.strong,
      .dim = value->type == POPLENS_VALUE_NULL || !poplens_table_view_matches (view, at)};
}

/* Clears the cell, because its row is about to be removed. */
static void
show_nothing (PoplensTableCell *self)
{
  self->has_look = FALSE;
  self->bar = 0;
  if (self->arrow)
    gtk_widget_set_visible (self->arrow, FALSE);
  set_linked (self, FALSE);
  cell_text_set (&self->text, GTK_WIDGET (self), "", (CellStyle){0});
}

/* Sets the accessible label of the row to @text. In GTK 4.8, a screen reader would get the class of
 * the focused row widget, and no text of its cells. */
static void
name_row (PoplensTableCell *self, const char *text)
{
  GtkWidget *widget = gtk_widget_get_parent (GTK_WIDGET (self));

  while (widget && !GTK_IS_COLUMN_VIEW (widget) &&
         gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) != GTK_ACCESSIBLE_ROLE_ROW)
    widget = gtk_widget_get_parent (widget);
  if (widget && !GTK_IS_COLUMN_VIEW (widget))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                    -1);
}

static void
show_value (PoplensTableCell *self, PoplensByteUnit unit)
{
  PoplensTable *table = poplens_table_model_get_table (poplens_table_row_get_model (self->row));
  guint32 at = poplens_table_row_get_row (self->row);
  PoplensValue value = poplens_table_get (table, at, self->column);
  CellStyle style;
  g_autofree char *cut = NULL;
  PoplensNumber buffer;
  const char *text = poplens_table_cell_text (table, at, self->column, unit, buffer, &cut);

  bind_look (self, table, at, &value);
  style = style_of (self, table, at, &value);
  set_linked (self, style.linked);
  set_sign (self, poplens_table_get_column (table, self->column), &value);
  /* A number is left to right in every locale: "0.2 %" has no strongly directional character, and
   * would read "% 0.2" in right-to-left text. */
  gtk_widget_set_direction (GTK_WIDGET (self), style.right ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_NONE);
  cell_text_set (&self->text, GTK_WIDGET (self), text, style);
  if (!self->column)
    name_row (self, text);
  if (self->is_tree)
    bind_arrow (self);
}

void
poplens_table_cell_bind (PoplensTableCell *self, PoplensTableRow *row, PoplensByteUnit unit,
                         int line_height)
{
  g_object_ref (row); /* take a reference first: unbinding releases the cell's reference, possibly
                         to the same @row */
  poplens_table_cell_unbind (self);
  self->row = row;
  self->line_height = line_height;
  if (poplens_table_row_get_row (row) == G_MAXUINT32)
    show_nothing (self);
  else
    show_value (self, unit);
}

void
poplens_table_cell_unbind (PoplensTableCell *self)
{
  if (self->row)
    g_clear_signal_handler (&self->expanded_handler, self->row);
  g_clear_object (&self->row);
}

const char *
poplens_table_cell_get_text (PoplensTableCell *self)
{
  return self->text.text;
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

/* ---- size ------------------------------------------------------------------------------------ */

static void
poplens_table_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? self->line_height : 0;
}

/* Converts @x, the distance of an area from the start of the line, to the left edge of the area.
 * @width: width of the area. In right-to-left locales, lines start at the right. */
static int
from_left (PoplensTableCell *self, int x, int width)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL
             ? gtk_widget_get_width (widget) - x - width
             : x;
}

static void
allocate_arrow (PoplensTableCell *self, int x, int height)
{
  GtkAllocation location;

  gtk_widget_measure (self->arrow, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &location.width, NULL,
                      NULL);
  gtk_widget_measure (self->arrow, GTK_ORIENTATION_VERTICAL, -1, NULL, &location.height, NULL,
                      NULL);
  location.x = from_left (self, x, location.width);
  location.y = (height - location.height) / 2;
  gtk_widget_size_allocate (self->arrow, &location, -1);
}

static int
tree_begin (PoplensTableCell *self)
{
  return POPLENS_TABLE_INDENT * MIN (24, poplens_table_row_get_depth (self->row));
}

/* Returns the distance of the text from the start of the cell, in pixels. In a tree, rows without
 * an arrow have space for one, so that texts of equal depth are aligned. */
static int
text_begin (PoplensTableCell *self)
{
  int x = self->is_tree && self->row ? tree_begin (self) + POPLENS_TABLE_ARROW + ARROW_GAP : 0;

  return x + (self->has_look ? POPLENS_TABLE_SWATCH : 0);
}

static void
poplens_table_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);

  if (self->is_tree && self->row && self->arrow && gtk_widget_get_visible (self->arrow))
    allocate_arrow (self, tree_begin (self), height);
}

static GdkRectangle
text_place (PoplensTableCell *self)
{
  int x = text_begin (self), width = MAX (0, gtk_widget_get_width (GTK_WIDGET (self)) - x);

  return (GdkRectangle){from_left (self, x, width), 0, width,
                        gtk_widget_get_height (GTK_WIDGET (self))};
}

PangoLayout *
poplens_table_cell_get_layout (PoplensTableCell *self, int *x)
{
  GdkRectangle location = text_place (self);
  int y;
  PangoLayout *layout =
      cell_text_lay_out (&self->text, GTK_WIDGET (self), location.width, location.height, x, &y);

  *x += location.x;
  return layout;
}

PoplensTableCell *
poplens_table_cell_at (GtkWidget *view, double x, double y)
{
  GtkWidget *found = gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT);

  while (found && found != view && !POPLENS_IS_TABLE_CELL (found)) {
    /* GTK's widget around a cell has padding: count a point on the padding as a point on the cell.
     */
    GtkWidget *child = gtk_widget_get_first_child (found);
    if (POPLENS_IS_TABLE_CELL (child) && !gtk_widget_get_next_sibling (child))
      return POPLENS_TABLE_CELL (child);
    found = gtk_widget_get_parent (found);
  }
  return POPLENS_IS_TABLE_CELL (found) ? POPLENS_TABLE_CELL (found) : NULL;
}

gboolean
poplens_table_cell_is_link_at (PoplensTableCell *self, double x)
{
  PangoRectangle box;
  int left;

  if (!self->text.style.linked || !self->text.text)
    return FALSE;
  pango_layout_get_pixel_extents (poplens_table_cell_get_layout (self, &left), NULL, &box);
  return x >= left + box.x && x < left + box.x + box.width;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static GdkRGBA
ink_of (const PoplensRowLook *look, double alpha)
{
  PoplensTheme theme = {adw_style_manager_get_dark (adw_style_manager_get_default ()),
                        poplens_choices_palette (poplens_settings_get_default ())};
  PoplensColor color = poplens_ink (poplens_swatch_ink (look->swatch), theme);

  return (GdkRGBA){(float) color.red, (float) color.green, (float) color.blue, (float) alpha};
}

/* Draws the colour mark of the row: an outline if the row is about waiting, else filled. */
static void
draw_swatch (PoplensTableCell *self, GtkSnapshot *snapshot, int height)
{
  GdkRGBA ink = ink_of (&self->look, 1);
  float x = (float) from_left (self, text_begin (self) - POPLENS_TABLE_SWATCH, SWATCH_WIDTH);
  graphene_rect_t box = GRAPHENE_RECT_INIT (x, 4, SWATCH_WIDTH, (float) MAX (1, height - 8));

  if (self->look.swatch == POPLENS_SWATCH_NONE)
    return;
  if (self->look.waits) {
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect (&outline, &box, 0);
    gtk_snapshot_append_border (snapshot, &outline, (const float[]){1, 1, 1, 1},
                                (const GdkRGBA[]){ink, ink, ink, ink});
  } else {
    gtk_snapshot_append_color (snapshot, &ink, &box);
  }
}

static void
poplens_table_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (widget);
  GdkRectangle location = text_place (self);

  if (self->row && self->bar > 0) {
    /* Draw the bar behind the number, from the start of the cell. */
    GdkRGBA ink = ink_of (&self->look, self->look.strong ? STRONG_BAR_ALPHA : BAR_ALPHA);
    graphene_rect_t box =
        GRAPHENE_RECT_INIT (0, 3, (float) MAX (1, gtk_widget_get_width (widget) * self->bar),
                            (float) MAX (1, gtk_widget_get_height (widget) - 6));
    gtk_snapshot_append_color (snapshot, &ink, &box);
  }
  if (self->row && self->has_look)
    draw_swatch (self, snapshot, gtk_widget_get_height (widget));
  cell_text_draw (&self->text, widget, snapshot, &location);
  GTK_WIDGET_CLASS (poplens_table_cell_parent_class)->snapshot (widget, snapshot);
}

/* Draws the cell again after its font or colours have changed, for example to the dark style. */
static void
poplens_table_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (poplens_table_cell_parent_class)->css_changed (widget, change);
  cell_text_restyle (&POPLENS_TABLE_CELL (widget)->text);
  gtk_widget_queue_draw (widget);
}

static void
poplens_table_cell_dispose (GObject *object)
{
  PoplensTableCell *self = POPLENS_TABLE_CELL (object);

  poplens_table_cell_unbind (self);
  g_clear_pointer (&self->arrow, gtk_widget_unparent);
  g_clear_object (&self->text.layout);
  g_clear_pointer (&self->text.text, g_free);
  G_OBJECT_CLASS (poplens_table_cell_parent_class)->dispose (object);
}

static void
poplens_table_cell_class_init (PoplensTableCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_table_cell_dispose;
  GTK_WIDGET_CLASS (klass)->measure = poplens_table_cell_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = poplens_table_cell_size_allocate;
  GTK_WIDGET_CLASS (klass)->snapshot = poplens_table_cell_snapshot;
  GTK_WIDGET_CLASS (klass)->css_changed = poplens_table_cell_css_changed;
  GTK_WIDGET_CLASS (klass)->query_tooltip = poplens_table_cell_query_tooltip;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tablecell");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
poplens_table_cell_init (PoplensTableCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  /* Marks and bars use the palette of charts: redraw if it changes. */
  g_signal_connect_object (poplens_settings_get_default (), "changed::charts",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}
