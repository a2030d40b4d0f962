/* PoplensTableColumns: makes the columns of a GtkColumnView, with their cells and headers; computes
 * their widths, and hides columns. */
#include "app/table/table-columns.h"

#include "app/table/table-cell.h"
#include "app/table/table-longest.h"
#include "app/widgets/tooltip.h"
#include "app/window/settings.h"
#include "charts/core/palette.h"
#include "tables/engine/table.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

/* ---- hidden columns -------------------------------------------------------------------------- */

/* Columns that are hidden by default in a list of figures (table-cell.h), because their texts are
 * also in tooltips, or in cards beside the page. */
#define OF_FIGURES "detail,share,source,doc"

/* Returns the names of the columns that are hidden by default, separated by commas. (transfer full)
 */
static char *
hidden_at_first (PoplensTable *table)
{
  int label = poplens_table_get_label (table);
  g_autoptr (GString) names = g_string_new (poplens_table_is_figures (table) ? OF_FIGURES : NULL);

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    if ((int) c == label || column->for_scripts)
      g_string_append_printf (names, "%s%s", names->len ? "," : "", column->name);
  }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static GStrv
hidden_names (PoplensTable *table)
{
  g_autofree char *text = poplens_settings_get_string (
      poplens_settings_get_default (), POPLENS_HIDDEN_COLUMNS, poplens_table_get_name (table));
  g_autofree char *at_first = text ? NULL : hidden_at_first (table);

  return g_strsplit (text ? text : at_first, ",", -1);
}

gboolean
poplens_table_column_is_hidden (PoplensTable *table, guint column)
{
  g_auto (GStrv) names = hidden_names (table);

  return column && g_strv_contains ((const char *const *) names,
                                    poplens_table_get_column (table, column)->name);
}

void
poplens_table_column_set_hidden (PoplensTable *table, const char *name, gboolean hidden)
{
  g_auto (GStrv) names = hidden_names (table);
  g_autofree char *at_first = hidden_at_first (table);
  g_autoptr (GString) now = g_string_new (hidden ? name : NULL);

  for (guint i = 0; names[i]; i++)
    if (*names[i] && strcmp (names[i], name))
      g_string_append_printf (now, "%s%s", now->len ? "," : "", names[i]);
  poplens_settings_set_string (poplens_settings_get_default (), POPLENS_HIDDEN_COLUMNS,
                               poplens_table_get_name (table),
                               now->len || *at_first ? now->str : NULL);
}

/* ---- headers --------------------------------------------------------------------------------- */

/* Height of each of the two lines in a header with title and total, relative to the font's own line
 * height. */

#define LINE_HEIGHT "1.6"

/* Returns the markup of a header: @title, and @total in bold below it. @total: (nullable): "": an
 * empty second line; NULL: no second line. @ink: (nullable): colour of @total. (transfer full) */
static char *
table_header_markup (const char *title, const char *total, const PoplensColor *ink)
{
  g_autofree char *color =
      ink ? g_strdup_printf (" foreground=\"#%02x%02x%02x\"", (guint) round (ink->red * 255),
                             (guint) round (ink->green * 255), (guint) round (ink->blue * 255))
          : NULL;
  g_autofree char *start = NULL;
  g_autofree char *text = NULL;

  if (!total)
    return g_markup_escape_text (title, -1);
  /* Make two lines of equal height even if @total is empty: the style sheet draws a line in the
   * middle of the header. */
  start = g_markup_escape_text (title, -1);
  text = g_markup_escape_text (*total ? total : " ", -1);
  return g_strdup_printf ("<span line_height=\"" LINE_HEIGHT "\">%s\n"
                          "<span font_features=\"tnum=1\" alpha=\"100%%\"%s>%s</span></span>",
                          start, color ? color : "", text);
}

/* Returns the total of @column over the rows of @view; "" if the column has none. @view:
 * (nullable): NULL for all rows. (transfer full) (nullable): NULL if no column of the table has a
 * total. */
static char *
table_header_total (PoplensTable *table, const PoplensTableView *view, guint column,
                    PoplensByteUnit unit)
{
  PoplensValue total;
  PoplensNumber buffer;

  if (!poplens_table_has_totals (table))
    return NULL;
  if (poplens_table_view_get_total (table, view, column, &total))
    return g_strdup (poplens_value_format (&total, unit, buffer));
  return column ? g_strdup ("") : poplens_table_view_total_label (table, view);
}

/* Returns the sign of the total in a column of differences: −1, 0 or 1. The header shows the total
 * in the colour of an increase or a decrease. */
static int
table_header_total_sign (PoplensTable *table, const PoplensTableView *view, guint column)
{
  PoplensValue total;

  return poplens_table_has_totals (table) &&
                 poplens_table_view_get_total (table, view, column, &total)
             ? poplens_value_difference_sign (&total, poplens_table_get_column (table, column))
             : 0;
}

static GtkWidget *
nth_child (GtkWidget *parent, guint n)
{
  GtkWidget *child = parent ? gtk_widget_get_first_child (parent) : NULL;

  while (child && n--)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* Adds tooltip and alignment to the header of a column. GTK 4.8 has no API for that, so this
 * changes GTK's widgets in the header. If a later GTK has other widgets there, the header stays as
 * it is. */
static void
table_header_decorate (GtkColumnView *view, guint column, const char *tooltip, gboolean right)
{
  GtkWidget *title = nth_child (gtk_widget_get_first_child (GTK_WIDGET (view)), column);
  GtkWidget *box = nth_child (title, 0);
  GtkWidget *label = nth_child (box, 0);
  GtkWidget *arrow;

  if (!GTK_IS_BOX (box))
    return;
  if (!GTK_IS_LABEL (label))
    label = nth_child (box, 1);
  if (!GTK_IS_LABEL (label))
    return;
  poplens_tooltip_set (title, tooltip);
  gtk_label_set_use_markup (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), right ? 1 : 0);
  /* Numbers, and their titles, are left to right in every locale. */
  gtk_widget_set_direction (box, right ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_NONE);
  gtk_widget_set_direction (label, right ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_NONE);
  gtk_label_set_justify (GTK_LABEL (label), right ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
  arrow = nth_child (box, 1);
  if (arrow == label)
    arrow = nth_child (box, 0);
  if (!arrow)
    return;
  gtk_widget_set_valign (arrow, GTK_ALIGN_START);
  if (right) {
    /* Move the sort arrow before the title, so that titles and numbers have the same right edge. */
    gtk_box_reorder_child_after (GTK_BOX (box), arrow, NULL);
    gtk_widget_set_hexpand (arrow, TRUE);
    gtk_widget_set_halign (arrow, GTK_ALIGN_END);
  }
}

/* ---- fitting widths -------------------------------------------------------------------------- */

/* Widths of one column in pixels; all 0 if the column is hidden. */
typedef struct {
  int natural, least; /* natural width; minimum width */
  gboolean is_whole;  /* give_back () does not widen this column */
  int width;          /* (out): width that the column gets */
} PoplensTableWidth;

#define STEP 4
/* Percentage of the view's width. give_back () widens a text column only if the column still ends
 * within this part of the view. */
#define WHOLE_SHARE 75

static PoplensTableWidth *
find_widest (PoplensTableWidth *columns, guint n)
{
  PoplensTableWidth *widest = NULL;

  for (guint c = 0; c < n; c++)
    if (columns[c].width > columns[c].least && (!widest || columns[c].width > widest->width))
      widest = &columns[c];
  return widest;
}

/* Widens text columns again if shrinking them did not make the table fit, so that it scrolls
 * sideways anyway. @place: width of the view in pixels. Returns the total width. */
static int
give_back (PoplensTableWidth *columns, guint n, int place)
{
  int room = place * WHOLE_SHARE / 100, total = 0;

  for (guint c = 0; c < n; c++) {
    PoplensTableWidth *column = &columns[c];
    if (c && !column->is_whole && column->width < column->natural)
      column->width = CLAMP (room, column->width, column->natural);
    room -= column->width;
    total += column->width;
  }
  return total;
}

/* Sets .width of all columns. If their natural widths exceed @place pixels, shrinks the widest
 * column first, down to its minimum. @place: width of the view; 0 if unknown: then nothing shrinks.
 * Returns the total width. If it is more than @place, the table scrolls sideways. */
static int
table_widths_fit (PoplensTableWidth *columns, guint n, int place)
{
  PoplensTableWidth *widest;
  int total = 0;

  for (guint c = 0; c < n; c++)
    total += columns[c].width = columns[c].natural;
  while (place > 0 && total > place && (widest = find_widest (columns, n))) {
    int step = MIN (STEP, widest->width - widest->least);
    widest->width -= step;
    total -= step;
  }
  return place > 0 && total > place ? give_back (columns, n, place) : total;
}

/* ---- the columns ----------------------------------------------------------------------------- */

#define CELL_PADDING 20
/* Padding in pixels in addition to CELL_PADDING: FIRST_PADDING before the first column,
 * BESIDE_TITLE around a title. */
#define FIRST_PADDING 12
#define BESIDE_TITLE 7
#define SORT_ARROW 16
#define MIN_WIDTH 56
#define MAX_TEXT_WIDTH 460
#define MAX_NUMBER_WIDTH 260
/* Pixels reserved for a column with values of mixed kinds, such as names of programs. When another
 * item is selected, the lengths of these values can change much. */
#define MIXED_WIDTH 200
#define BAR_WIDTH 130
/* Maximum natural width, in pixels, of a text column that is the last. It needs no more, because it
 * expands into the remaining space. */
#define LAST_WIDTH 140
/* Minimum width of text columns after the first, in pixels. If the table is still wider than the
 * view, it scrolls sideways. */
#define LEAST_TEXT_WIDTH 150
/* Text columns of at most LEAST_TEXT_WIDTH + LITTLE_MORE pixels do not shrink. This width is enough
 * for a date with a time. */
#define LITTLE_MORE 24
/* Minimum width of the first column, so that similar names can be told apart. LEAST_FIRST_WIDTH: in
 * pixels. LEAST_TREE_WIDTH: in pixels, if rows have colour marks. LEAST_FIRST_SHARE: at least this
 * percentage of the view. */
#define LEAST_FIRST_WIDTH 240
#define LEAST_FIRST_SHARE 40
#define LEAST_TREE_WIDTH 330
/* Minimum width of a first column that also shows the texts of the label column: LEAST_LABEL_WIDTH
 * pixels, and at least LEAST_LABEL_SHARE percent of the view. */
#define LEAST_LABEL_WIDTH 460
#define LEAST_LABEL_SHARE 55
#define MAX_LABEL_WIDTH 640

struct _PoplensTableColumns {
  GtkColumnView *view;
  PoplensTable *table;
  PoplensByteUnit unit;
  guint n_shown;
  int natural[POPLENS_TABLE_MAX_COLUMNS]; /* [n_shown]: natural widths, in pixels */
  int content[POPLENS_TABLE_MAX_COLUMNS]; /* [n_shown]: widths in pixels that titles and longest
                                             texts need */
  int whole[POPLENS_TABLE_MAX_COLUMNS];   /* [n_shown]: widths in pixels at which no text is
                                             ellipsized */
  int arrows[POPLENS_TABLE_MAX_COLUMNS];  /* [n_shown]: additional pixels that a column needs if its
                                             header has the sort arrow */
  int width;                              /* width of the view, in pixels; 0: not known yet */
  int line_height; /* height of a line of text in pixels; valid for the font of .font_serial */
  guint font_serial;
  int sorted;     /* column with the sort arrow; −1: none */
  int probed;     /* column that GTK sorts by; set by on_compare () */
  gboolean quiet; /* this code changes widths or sorting: ignore GTK's signals */
  char *totals[POPLENS_TABLE_MAX_COLUMNS];    /* [n_shown]: (nullable): totals below the titles */
  int total_signs[POPLENS_TABLE_MAX_COLUMNS]; /* [n_shown]: in columns of differences, the sign of
                                                 the total: −1, 0, 1 */
  GHashTable *bound; /* set of PoplensTableCell: cells on the screen that show a row */
  PoplensColumnClicked clicked;
  gpointer data;
};

static GtkColumnViewColumn *
column_at (PoplensTableColumns *self, guint column)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  /* The view owns the column, so the result stays valid when this reference is released. */
  g_autoptr (GtkColumnViewColumn) found = g_list_model_get_item (columns, column);

  return found;
}

static gboolean
is_visible (PoplensTableColumns *self, guint column)
{
  return gtk_column_view_column_get_visible (column_at (self, column));
}

/* ---- headers that sort ----------------------------------------------------------------------- */

typedef struct {
  PoplensTableColumns *columns;
  guint column;
} SortProbe;

/* Sorter function that compares nothing: it only records which column GTK sorts by. GTK 4.8 has no
 * API for that, but calls the sorter of that column first. */
static int
on_compare (gconstpointer a, gconstpointer b, gpointer data)
{
  SortProbe *probe = data;

  probe->columns->probed = (int) probe->column;
  return -1;
}

static void
on_sorter_changed (GtkSorter *sorter, GtkSorterChange change, gpointer data)
{
  PoplensTableColumns *self = data;

  if (self->quiet || !self->table)
    return;
  self->probed = -1;
  gtk_sorter_compare (sorter, self->view, sorter);
  if (self->probed >= 0)
    self->clicked ((guint) self->probed, self->data);
}

static void apply_widths (PoplensTableColumns *self);

void
poplens_table_columns_show_sort (PoplensTableColumns *self, int column, gboolean descending)
{
  self->quiet = TRUE;
  gtk_column_view_sort_by_column (
      self->view,
      column >= 0 && (guint) column < self->n_shown ? column_at (self, (guint) column) : NULL,
      descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->quiet = FALSE;
  if (self->sorted == column)
    return;
  self->sorted = column;
  apply_widths (self);
}

/* ---- widths ---------------------------------------------------------------------------------- */

static int
text_width (PoplensTableColumns *self, const char *text, gboolean bold)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Returns the height of a line of text in the current font of the view, in pixels. Cached until the
 * font changes. */
static int
line_height (PoplensTableColumns *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self->view));
  guint serial = pango_context_get_serial (context);

  if (serial != self->font_serial || !self->line_height) {
    g_autoptr (PangoLayout) layout = pango_layout_new (context);
    self->font_serial = serial;
    pango_layout_get_pixel_size (layout, NULL, &self->line_height);
  }
  return self->line_height;
}

static int
content_width (PoplensTableColumns *self, guint column)
{
  g_auto (PoplensTableLongest) longest =
      poplens_table_get_longest (self->table, column, self->unit);

  const char *text = longest.text;

  /* If no row has a value yet, all cells show a dash. Use the longest value that the column can
   * get. */
  if (longest.length <= 1 &&
      poplens_column_longest (poplens_table_get_column (self->table, column)))
    text = poplens_column_longest (poplens_table_get_column (self->table, column));
  return (text ? text_width (self, text, FALSE) : 0) + MIN (longest.indent, 200);
}

/* TRUE if @column is the last one and has texts. Such a column expands into the remaining space. */
static gboolean
takes_the_rest (PoplensTableColumns *self, guint column)
{
  return column + 1 == self->n_shown && !poplens_table_column_is_right (self->table, column);
}

static gboolean
is_labelled (PoplensTableColumns *self)
{
  return poplens_table_get_label (self->table) >= 0;
}

static int
natural_width (PoplensTableColumns *self, guint column)
{
  const PoplensColumn *spec = poplens_table_get_column (self->table, column);
  gboolean right = poplens_table_column_is_right (self->table, column);
  g_autofree char *total = table_header_total (self->table, NULL, column, self->unit);
  int title = text_width (self, spec->title, TRUE) + BESIDE_TITLE, width;

  if (total)
    title = MAX (title, text_width (self, total, TRUE) + BESIDE_TITLE);
  width = MAX (title, content_width (self, column));
  self->arrows[column] = MAX (title + SORT_ARROW - width, 0);
  width += CELL_PADDING + (column ? 0 : FIRST_PADDING);
  if (poplens_table_is_bar (self->table, column))
    width = MAX (width, BAR_WIDTH);
  self->content[column] = self->whole[column] = MAX (width, MIN_WIDTH);
  if (spec->unit == POPLENS_UNIT_MIXED)
    width = MAX (width, MIXED_WIDTH);
  if (column && takes_the_rest (self, column))
    width = MIN (width, LAST_WIDTH);
  if (!column && is_labelled (self))
    return CLAMP (width, MIN_WIDTH, MAX_LABEL_WIDTH);
  return CLAMP (width, MIN_WIDTH, right ? MAX_NUMBER_WIDTH : MAX_TEXT_WIDTH);
}

static char *
settings_group (PoplensTableColumns *self)
{
  return g_strconcat ("columns.", poplens_table_get_name (self->table), NULL);
}

/* Returns the minimum width in pixels that a column keeps if the table is wider than the view. */
static int
least_width (PoplensTableColumns *self, guint column)
{
  int arrow = (int) column == self->sorted ? self->arrows[column] : 0;

  if (poplens_table_get_column (self->table, column)->unit == POPLENS_UNIT_MIXED)
    return self->content[column];
  if (poplens_table_column_is_right (self->table, column))
    return self->natural[column] + arrow;
  if (!column) {
    if (is_labelled (self))
      return MIN (MAX (LEAST_LABEL_WIDTH, self->width * LEAST_LABEL_SHARE / 100),
                  self->natural[column]);
    return MAX (self->width * LEAST_FIRST_SHARE / 100,
                poplens_table_has_looks (self->table) ? LEAST_TREE_WIDTH : LEAST_FIRST_WIDTH);
  }
  return self->natural[column] <= LEAST_TEXT_WIDTH + LITTLE_MORE ? self->natural[column]
                                                                 : LEAST_TEXT_WIDTH;
}

/* Computes @widths ([n_shown], out). If the table is wider than the view, columns of texts and
 * mixed values shrink. Numbers are never ellipsized. Returns the total width. */
static int
fit_columns (PoplensTableColumns *self, PoplensTableWidth *widths)
{
  for (guint c = 0; c < self->n_shown; c++) {
    gboolean mixed = poplens_table_get_column (self->table, c)->unit == POPLENS_UNIT_MIXED;
    int arrow = (int) c == self->sorted ? self->arrows[c] : 0;
    widths[c] = (PoplensTableWidth){0};
    if (is_visible (self, c))
      widths[c] = (PoplensTableWidth){
          .natural = self->natural[c] + arrow, .least = least_width (self, c), .is_whole = mixed};
  }
  return table_widths_fit (widths, self->n_shown, self->width);
}

static void
apply_widths (PoplensTableColumns *self)
{
  PoplensTableWidth widths[POPLENS_TABLE_MAX_COLUMNS];
  int total = fit_columns (self, widths);
  gboolean scrolls = self->width > 0 && total > self->width;

  /* Reserve the width of a sort arrow in each column without the arrow, if there is space. */
  int room = scrolls || self->width <= 0 ? G_MAXINT : self->width - total;
  for (guint c = 0; c < self->n_shown; c++) {
    if (!is_visible (self, c) || (int) c == self->sorted || self->arrows[c] > room)
      continue;
    widths[c].width += self->arrows[c];
    room -= self->arrows[c];
  }
  /* Give the remaining space to text columns that are ellipsized, from left to right. */
  for (guint c = 0; c < self->n_shown && !scrolls && self->width > 0; c++) {
    int more = CLAMP (self->whole[c] - widths[c].width, 0, room);
    if (!is_visible (self, c) || takes_the_rest (self, c) ||
        poplens_table_column_is_right (self->table, c))
      continue;
    widths[c].width += more;
    room -= more;
  }
  self->quiet = TRUE;
  for (guint c = 0; c < self->n_shown; c++) {
    /* If the user dragged the column to a width, use that width. */
    g_autofree char *group = settings_group (self);
    int saved = poplens_settings_get_int (poplens_settings_get_default (), group,
                                          poplens_table_get_column (self->table, c)->name, 0);
    if (is_visible (self, c))
      gtk_column_view_column_set_fixed_width (column_at (self, c),
                                              saved > 0 ? saved : widths[c].width);
  }
  self->quiet = FALSE;
}

void
poplens_table_columns_fit (PoplensTableColumns *self, int width)
{
  if (width == self->width)
    return;
  self->width = width;
  if (self->table)
    apply_widths (self);
}

/* Saves the width of a column that the user dragged. */
static void
on_width_changed (GtkColumnViewColumn *column, GParamSpec *pspec, gpointer data)
{
  PoplensTableColumns *self = data;
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "poplens-column"));
  int width = gtk_column_view_column_get_fixed_width (column);

  if (self->quiet || !self->table || width <= 0)
    return;
  g_autofree char *group = settings_group (self);
  poplens_settings_set_int (poplens_settings_get_default (), group,
                            poplens_table_get_column (self->table, index)->name, width);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  PoplensTableColumns *self = data;
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "poplens-column"));

  gtk_list_item_set_child (item,
                           poplens_table_cell_new (column, poplens_table_is_tree (self->table)));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  PoplensTableColumns *self = data;

  poplens_table_cell_bind (POPLENS_TABLE_CELL (gtk_list_item_get_child (item)),
                           gtk_list_item_get_item (item), self->unit, line_height (self));
  g_hash_table_add (self->bound, gtk_list_item_get_child (item));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  PoplensTableColumns *self = data;

  g_hash_table_remove (self->bound, gtk_list_item_get_child (item));
  poplens_table_cell_unbind (POPLENS_TABLE_CELL (gtk_list_item_get_child (item)));
}

void
poplens_table_columns_show_cells (PoplensTableColumns *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    poplens_table_cell_bind (cell, poplens_table_cell_get_row (cell), self->unit,
                             line_height (self));
}

static void
append_column (PoplensTableColumns *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) added = gtk_column_view_column_new (NULL, factory);
  g_autoptr (GtkSorter) sorter = NULL;
  SortProbe *probe = g_new (SortProbe, 1);

  g_object_set_data (G_OBJECT (factory), "poplens-column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  *probe = (SortProbe){self, column};
  sorter = GTK_SORTER (gtk_custom_sorter_new (on_compare, probe, g_free));
  gtk_column_view_column_set_sorter (added, sorter);
  gtk_column_view_column_set_resizable (added, TRUE);
  g_object_set_data (G_OBJECT (added), "poplens-column", GUINT_TO_POINTER (column));
  g_signal_connect (added, "notify::fixed-width", G_CALLBACK (on_width_changed), self);
  gtk_column_view_append_column (self->view, added);
}

/* ---- titles ---------------------------------------------------------------------------------- */

/* Sets title, total and tooltip in the header of column @c. */
static void
write_title (PoplensTableColumns *self, guint c)
{
  const PoplensColumn *spec = poplens_table_get_column (self->table, c);
  int sign = self->total_signs[c];
  PoplensTheme theme = {adw_style_manager_get_dark (adw_style_manager_get_default ()), 0};
  PoplensColor ink = poplens_ink (sign > 0 ? POPLENS_INK_MORE : POPLENS_INK_LESS, theme);
  g_autofree char *title = table_header_markup (spec->title, self->totals[c], sign ? &ink : NULL);
  /* The tooltip says what the column holds and where its numbers come from. */
  const char *from = poplens_provenance_text (spec->provenance);
  g_autofree char *tooltip = !spec->doc || !*spec->doc
                                 ? g_strdup_printf ("%s\n%s", spec->title, from)
                                 : g_strdup_printf ("%s\n%s\n%s", spec->title, spec->doc, from);

  gtk_column_view_column_set_title (column_at (self, c), title);
  table_header_decorate (self->view, c, tooltip, poplens_table_column_is_right (self->table, c));
}

static void
forget_totals (PoplensTableColumns *self)
{
  for (guint c = 0; c < G_N_ELEMENTS (self->totals); c++)
    g_clear_pointer (&self->totals[c], g_free);
}

void
poplens_table_columns_show_titles (PoplensTableColumns *self, const PoplensTableView *view)
{
  if (poplens_table_has_totals (self->table))
    gtk_widget_add_css_class (GTK_WIDGET (self->view), "with-totals");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->view), "with-totals");
  forget_totals (self);
  for (guint c = 0; c < self->n_shown; c++) {
    self->totals[c] = table_header_total (self->table, view, c, self->unit);
    self->total_signs[c] = table_header_total_sign (self->table, view, c);
    write_title (self, c);
  }
}

/* Sets the titles again, because totals have other colours in the dark style. */
static void
on_dark_changed (PoplensTableColumns *self)
{
  for (guint c = 0; c < self->n_shown; c++)
    if (self->totals[c] && self->total_signs[c])
      write_title (self, c);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
remove_columns (PoplensTableColumns *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  self->quiet = TRUE;
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  while (g_list_model_get_n_items (columns))
    gtk_column_view_remove_column (self->view, column_at (self, 0));
  self->quiet = FALSE;
}

/* Shows the columns that are not hidden. Shows the empty column at the end too, unless the last
 * column expands. */
static void
show_chosen (PoplensTableColumns *self)
{
  guint n = self->n_shown;
  gboolean filled =
      n && takes_the_rest (self, n - 1) && !poplens_table_column_is_hidden (self->table, n - 1);

  for (guint c = 1; c < n; c++)
    gtk_column_view_column_set_visible (column_at (self, c),
                                        !poplens_table_column_is_hidden (self->table, c));
  gtk_column_view_column_set_visible (column_at (self, n), !filled);
  apply_widths (self);
}

static void
on_hidden_changed (PoplensTableColumns *self, const char *group, const char *table)
{
  if (self->table && !strcmp (poplens_table_get_name (self->table), table))
    show_chosen (self);
}

PoplensTableColumns *
poplens_table_columns_new (GtkColumnView *view, PoplensColumnClicked clicked, gpointer data)
{
  PoplensTableColumns *self = g_new0 (PoplensTableColumns, 1);

  self->view = view;
  self->sorted = -1;
  self->bound = g_hash_table_new (NULL, NULL);
  self->clicked = clicked;
  self->data = data;
  g_signal_connect (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (on_sorter_changed),
                    self);
  g_signal_connect_swapped (poplens_settings_get_default (), "changed::" POPLENS_HIDDEN_COLUMNS,
                            G_CALLBACK (on_hidden_changed), self);
  g_signal_connect_swapped (adw_style_manager_get_default (), "notify::dark",
                            G_CALLBACK (on_dark_changed), self);
  return self;
}

void
poplens_table_columns_free (PoplensTableColumns *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
  g_signal_handlers_disconnect_by_data (poplens_settings_get_default (), self);
  g_signal_handlers_disconnect_by_data (adw_style_manager_get_default (), self);
  remove_columns (self);
  forget_totals (self);
  g_hash_table_unref (self->bound);
  g_clear_pointer (&self->table, poplens_table_unref);
  g_free (self);
}

gboolean
poplens_table_columns_match (PoplensTableColumns *self, PoplensTable *table)
{
  PoplensTable *shown = self->table;

  if (!shown || strcmp (poplens_table_get_name (shown), poplens_table_get_name (table)) ||
      poplens_table_n_columns (shown) != poplens_table_n_columns (table) ||
      poplens_table_is_tree (shown) != poplens_table_is_tree (table))
    return FALSE;
  for (guint c = 0; c < poplens_table_n_columns (table); c++)
    if (poplens_table_get_column (shown, c)->unit != poplens_table_get_column (table, c)->unit)
      return FALSE;
  return TRUE;
}

void
poplens_table_columns_set_table (PoplensTableColumns *self, PoplensTable *table,
                                 PoplensByteUnit unit)
{
  gboolean was_blank[POPLENS_TABLE_MAX_COLUMNS] = {FALSE};
  gboolean keep = poplens_table_columns_match (self, table);
  guint last;

  if (!keep)
    remove_columns (self);
  for (guint c = 0; keep && c < self->n_shown; c++) {
    /* Remember columns without any value: they are widened below. */
    g_auto (PoplensTableLongest) longest = poplens_table_get_longest (self->table, c, self->unit);
    was_blank[c] = longest.length <= 1;
  }
  poplens_table_ref (table);
  g_clear_pointer (&self->table, poplens_table_unref);
  self->table = table;
  self->unit = unit;
  self->n_shown = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);
  /* If the columns are the same, keep their widths, so that nothing moves when another tile or step
   * is selected. Widen only columns of numbers, and columns that had no value before. */
  for (guint c = 0; c < self->n_shown; c++)
    if (!keep)
      self->natural[c] = natural_width (self, c);
    else if (was_blank[c] || poplens_table_column_is_right (table, c))
      self->natural[c] = MAX (self->natural[c], natural_width (self, c));
  if (!keep) {
    for (guint c = 0; c < self->n_shown; c++)
      append_column (self, c);
    last = self->n_shown - 1;
    if (self->n_shown && takes_the_rest (self, last))
      gtk_column_view_column_set_expand (column_at (self, last), TRUE);
    /* Append an empty column that takes the remaining width, so that columns of numbers stay close
     * to the names of the rows. */
    g_autoptr (GtkColumnViewColumn) filler = gtk_column_view_column_new (NULL, NULL);
    gtk_column_view_column_set_expand (filler, TRUE);
    gtk_column_view_append_column (self->view, filler);
  }
  show_chosen (self);
}

guint
poplens_table_columns_n_shown (PoplensTableColumns *self)
{
  return self->n_shown;
}
