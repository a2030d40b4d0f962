/* Painting tables: columns as wide as what is shown in them, and no row or column left out without
 * a word. */
#include "pages/core/page-table.h"
#include "pages/picture/page-paint.h"

#include <math.h>
#include <string.h>

#define CELL_GAP 18.0
#define SWATCH 4.0 /* wide, and its gap */
#define SWATCH_GAP 6.0
#define BAR_LEAST 96.0 /* of a column of bars */
#define INDENT 14.0
#define LEAST_ROWS 3
#define MOST_ABSENCE 420.0 /* wide; other tables have room beside it */
#define TEXT_LONG 150.0    /* texts are shortened to this before columns are left out */
#define TEXT_LEAST 60.0    /* and to this after it */
#define COLUMNS_KEPT 3

typedef struct {
  const PoplensPainter *painter;
  const PoplensTable *table;
  const PoplensTableView *view;
  GArray *rows;   /* guint32: rows that are painted */
  guint32 n_open; /* rows that could be: those not folded away */
  guint32 chosen; /* the row that the location chooses, which is marked; G_MAXUINT32: none */
  gboolean moved; /* the first rows are left out, so that it is seen */
  gboolean total; /* a line of totals comes first */
  const char *total_label;
  double *natural; /* [n_columns] what the texts need */
  double *widths;  /* [n_columns] */
  guint n_columns; /* painted */
  PoplensPageBox box;
} Sheet;

static const char *
cell_text (const Sheet *self, guint32 row, guint column, PoplensNumber buffer)
{
  PoplensValue value = poplens_table_get (self->table, row, column);

  return poplens_value_format (&value, self->painter->page->unit, buffer);
}

static double
indent (const Sheet *self, guint32 row, guint column)
{
  if (column)
    return 0;
  return poplens_table_get_depth (self->table, row) * INDENT +
         (poplens_table_has_looks (self->table) ? SWATCH + SWATCH_GAP : 0);
}

/* Rows of the view that the chosen one stands below: to be unfolded. (transfer full): a byte a row
 * of the view */
static guint8 *
find_unfolded (const Sheet *self, guint32 chosen_at)
{
  guint8 *unfolded = g_new0 (guint8, MAX (self->view->n, 1));
  guint16 depth = chosen_at < self->view->n
                      ? poplens_table_get_depth (self->table, self->view->rows[chosen_at])
                      : 0;

  for (guint32 i = chosen_at; depth && i-- > 0;)
    if (poplens_table_get_depth (self->table, self->view->rows[i]) < depth) {
      depth = poplens_table_get_depth (self->table, self->view->rows[i]);
      unfolded[i] = TRUE;
    }
  return unfolded;
}

static guint32
find_chosen (const Sheet *self)
{
  for (guint32 i = 0; self->chosen != G_MAXUINT32 && i < self->view->n; i++)
    if (self->view->rows[i] == self->chosen)
      return i;
  return G_MAXUINT32;
}

/* The view's open rows. Returns: where the chosen one is among them, or G_MAXUINT32. */
static guint32
open_rows (Sheet *self)
{
  guint16 open = poplens_table_get_initial_depth (self->table);
  guint32 chosen_at = find_chosen (self), found = G_MAXUINT32;
  g_autofree guint8 *unfolded = find_unfolded (self, chosen_at);
  guint32 below = 0; /* rows down to this depth are open, as they stand in what is unfolded */

  for (guint32 i = 0; i < self->view->n; i++) {
    guint32 row = self->view->rows[i];
    guint16 depth = poplens_table_get_depth (self->table, row);
    below = MIN (below, depth);
    if (depth <= open || depth <= below) {
      if (i == chosen_at)
        found = self->rows->len;
      g_array_append_val (self->rows, row);
    }
    if (unfolded[i])
      below = depth + 1u;
  }
  self->n_open = self->rows->len;
  return found;
}

/* As many of the view's open rows as fit: the first, or those around the chosen one. */
static void
choose_rows (Sheet *self, guint32 room)
{
  guint32 chosen = open_rows (self), from = 0;

  if (self->n_open <= room)
    return;
  if (chosen != G_MAXUINT32 && chosen >= room)
    from = MIN (chosen - room / 2, self->n_open - room);
  self->moved = from > 0;
  if (from)
    g_array_remove_range (self->rows, 0, from);
  g_array_set_size (self->rows, room);
}

/* Cell of the line of totals; "" where it stays empty. */
static const char *
total_text (const Sheet *self, guint column, PoplensNumber buffer)
{
  PoplensValue total;

  if (poplens_table_view_get_total (self->table, self->view, column, &total))
    return poplens_value_format (&total, self->painter->page->unit, buffer);
  return column == 0 ? self->total_label : "";
}

static void
measure (Sheet *self)
{
  PoplensTextStyle plain = {.size = POPLENS_LABEL_SIZE};
  PoplensTextStyle bold = {.size = POPLENS_LABEL_SIZE, .bold = TRUE};
  PoplensNumber buffer;

  for (guint c = 0; c < self->n_columns; c++) {
    double width = poplens_canvas_measure (
        self->painter->canvas, poplens_table_get_column (self->table, c)->title, &plain);
    for (guint i = 0; i < self->rows->len; i++) {
      guint32 row = g_array_index (self->rows, guint32, i);
      gboolean strong = !c && poplens_table_get_look (self->table, row).strong;
      width = MAX (width,
                   indent (self, row, c) + poplens_canvas_measure (self->painter->canvas,
                                                                   cell_text (self, row, c, buffer),
                                                                   strong ? &bold : &plain));
    }
    if (self->total)
      width = MAX (width, poplens_canvas_measure (self->painter->canvas,
                                                  total_text (self, c, buffer), &bold));
    if (poplens_table_is_bar (self->table, c))
      width = MAX (width, BAR_LEAST);
    self->widths[c] = self->natural[c] = ceil (width) + 1;
  }
}

static gboolean
is_text (const Sheet *self, guint column)
{
  PoplensUnit unit = poplens_table_get_column (self->table, column)->unit;

  return unit == POPLENS_UNIT_TEXT || unit == POPLENS_UNIT_MIXED;
}

static double
sum_of_widths (const Sheet *self)
{
  double sum = 0;

  for (guint c = 0; c < self->n_columns; c++)
    sum += self->widths[c] + (c ? CELL_GAP : 0);
  return sum;
}

/* Takes up to @surplus from the widest text column that is wider than @least; FALSE where none is.
 */
static gboolean
squeeze (Sheet *self, double least, double surplus)
{
  int widest = -1;

  for (guint c = 0; c < self->n_columns; c++)
    if (is_text (self, c) && self->widths[c] > least &&
        (widest < 0 || self->widths[c] > self->widths[widest]))
      widest = (int) c;
  if (widest >= 0)
    self->widths[widest] = MAX (least, self->widths[widest] - MIN (surplus, 16));
  return widest >= 0;
}

/* What leaving out columns has freed goes back to shortened texts. */
static void
give_back (Sheet *self)
{
  for (guint c = 0; c < self->n_columns; c++) {
    double free = self->box.width - sum_of_widths (self);
    self->widths[c] += CLAMP (self->natural[c] - self->widths[c], 0, MAX (free, 0));
  }
}

/* Shortens long texts, then leaves out columns from the end, then shortens what is left. */
static void
fit (Sheet *self)
{
  double surplus;

  while ((surplus = sum_of_widths (self) - self->box.width) > 0) {
    if (squeeze (self, TEXT_LONG, surplus))
      continue;
    if (self->n_columns > COLUMNS_KEPT)
      self->n_columns--;
    else if (!squeeze (self, TEXT_LEAST, surplus)) {
      if (self->n_columns == 1)
        return;
      self->n_columns--;
    }
  }
  give_back (self);
}

/* The value above says the same: a column of sections reads better with each name once. */
static gboolean
repeats (const Sheet *self, guint i)
{
  PoplensNumber a, b;

  if (!i || poplens_table_is_tree (self->table) || !is_text (self, 0))
    return FALSE;
  return !strcmp (cell_text (self, g_array_index (self->rows, guint32, i - 1), 0, a),
                  cell_text (self, g_array_index (self->rows, guint32, i), 0, b));
}

typedef enum { LINE_HEADER, LINE_TOTAL, LINE_ROW } Line;

/* NULL: the cell stays empty. */
static const char *
line_text (const Sheet *self, Line line, guint i, guint column, PoplensNumber buffer)
{
  if (line == LINE_HEADER)
    return poplens_table_get_column (self->table, column)->title;
  if (line == LINE_ROW)
    return column == 0 && repeats (self, i)
               ? NULL
               : cell_text (self, g_array_index (self->rows, guint32, i), column, buffer);
  return total_text (self, column, buffer);
}

/* The mark in front of a row: hollow where it waits. */
static void
paint_swatch (const Sheet *self, const PoplensRowLook *look, double x, double y)
{
  PoplensColor ink = poplens_painter_ink (self->painter, poplens_swatch_ink (look->swatch));
  double height = POPLENS_ROW_HEIGHT - 6;

  if (look->swatch == POPLENS_SWATCH_NONE)
    return;
  if (look->waits) {
    cairo_t *cr = poplens_canvas_get_cairo (self->painter->canvas);
    cairo_set_source_rgba (cr, ink.red, ink.green, ink.blue, 1);
    cairo_set_line_width (cr, 1);
    cairo_rectangle (cr, x + 0.5, y + 3.5, SWATCH - 1, height - 1);
    cairo_stroke (cr);
    return;
  }
  poplens_canvas_fill (self->painter->canvas, ink, x, y + 3, SWATCH, height, 1);
}

/* A share, behind its number. */
static void
paint_bar (const Sheet *self, guint32 row, guint column, const PoplensRowLook *look, double x,
           double y)
{
  PoplensValue value = poplens_table_get (self->table, row, column);
  PoplensColor ink = poplens_painter_ink (self->painter, poplens_swatch_ink (look->swatch));

  if (value.type != POPLENS_VALUE_REAL || !(value.real > 0))
    return;
  ink.alpha = look->strong ? 0.4 : 0.25;
  poplens_canvas_fill (self->painter->canvas, ink, x, y + 2,
                       MAX (1, self->widths[column] * MIN (value.real, 1)), POPLENS_ROW_HEIGHT - 4,
                       2);
}

/* What is drawn of the cell below its text. */
static void
paint_look (const Sheet *self, guint32 row, guint column, double x, double y)
{
  PoplensRowLook look = poplens_table_get_look (self->table, row);

  if (!column && poplens_table_has_looks (self->table))
    paint_swatch (self, &look, x + indent (self, row, 0) - SWATCH - SWATCH_GAP, y);
  if (poplens_table_is_bar (self->table, column))
    paint_bar (self, row, column, &look, x, y);
}

static void
paint_chosen (const Sheet *self, double y)
{
  PoplensColor ink = poplens_painter_ink (self->painter, POPLENS_INK_SELECTION);

  ink.alpha = 0.18;
  poplens_canvas_fill (self->painter->canvas, ink, self->box.x - 4, y, self->box.width + 8,
                       POPLENS_ROW_HEIGHT, 3);
}

/* A difference has the colour of its sign. */
static PoplensInk
ink_of_cell (const Sheet *self, Line line, guint i, guint column)
{
  if (line == LINE_HEADER)
    return POPLENS_INK_DIM;
  PoplensValue value = {0};
  if (line == LINE_ROW)
    value = poplens_table_get (self->table, g_array_index (self->rows, guint32, i), column);
  else if (!poplens_table_get_total (self->table, column, &value))
    return POPLENS_INK_FOREGROUND;
  int sign = poplens_value_difference_sign (&value, poplens_table_get_column (self->table, column));

  return sign > 0 ? POPLENS_INK_MORE : sign < 0 ? POPLENS_INK_LESS : POPLENS_INK_FOREGROUND;
}

/* @i: which of the painted rows. */
static void
paint_line (const Sheet *self, double y, Line line, guint i)
{
  const PoplensPainter *painter = self->painter;
  PoplensTextStyle style = {.size = POPLENS_LABEL_SIZE, .bold = line == LINE_TOTAL};
  double x = self->box.x;

  if (line == LINE_ROW && g_array_index (self->rows, guint32, i) == self->chosen)
    paint_chosen (self, y);
  for (guint c = 0; c < self->n_columns; c++) {
    PoplensNumber buffer;
    const char *text = line_text (self, line, i, c, buffer);
    double in = line == LINE_ROW ? indent (self, g_array_index (self->rows, guint32, i), c) : 0;
    style.color = poplens_painter_ink (painter, ink_of_cell (self, line, i, c));
    style.align =
        poplens_table_column_is_numeric (self->table, c) ? POPLENS_ALIGN_END : POPLENS_ALIGN_START;
    if (line == LINE_ROW) {
      guint32 row = g_array_index (self->rows, guint32, i);
      paint_look (self, row, c, x, y);
      style.bold = !c && poplens_table_get_look (self->table, row).strong;
    }
    style.shorten_at_start = line == LINE_ROW && text && strchr (text, '/') != NULL;
    if (text)
      poplens_canvas_text (painter->canvas, text, &style, x + in, y, self->widths[c] - in,
                           POPLENS_ROW_HEIGHT);
    x += self->widths[c] + CELL_GAP;
  }
}

/* "12 of 40 rows · 4 of 9 columns"; what the table itself has to say comes first. */
static char *
note_of (const Sheet *self)
{
  const char *own = poplens_table_get_note (self->table);
  guint columns = poplens_table_n_columns (self->table);
  GString *note = g_string_new (own);
  PoplensNumber a, b;

  if (self->rows->len < self->view->n)
    g_string_append_printf (note, "%s%s of %s rows%s", note->len ? " · " : "",
                            poplens_format_count (a, self->rows->len),
                            poplens_format_count (b, self->view->n),
                            self->moved ? ", around the selected row" : "");
  if (self->n_columns < columns)
    g_string_append_printf (note, "%s%u of %u columns", note->len ? " · " : "", self->n_columns,
                            columns);
  return g_string_free (note, FALSE);
}

static PoplensTableView *
view_of (const PoplensPainter *self, const PoplensTable *table)
{
  PoplensTableState state = poplens_table_state (table, self->location);
  gboolean descending;
  int column = poplens_table_sort_parse (table, state.sort, &descending);

  return poplens_table_view_new (table, state.filter, column, descending, NULL);
}

static double
paint_absence (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box)
{
  PoplensTextStyle dim = {.size = POPLENS_LABEL_SIZE,
                          .color = poplens_painter_ink (self, POPLENS_INK_DIM)};
  double height = POPLENS_TITLE_HEIGHT + poplens_canvas_paragraph (self->canvas, section->text,
                                                                   &dim, 0, 0, box.width, 3, FALSE);

  if (height > box.height)
    return 0;
  poplens_paint_title (self, section->title, NULL, box);
  poplens_canvas_paragraph (self->canvas, section->text, &dim, box.x, box.y + POPLENS_TITLE_HEIGHT,
                            box.width, 3, TRUE);
  return height + POPLENS_PAGE_GAP;
}

static double
paint_sheet (Sheet *self, const PoplensSection *section)
{
  const PoplensPainter *painter = self->painter;
  double y = self->box.y;

  measure (self);
  fit (self);
  g_autofree char *note = note_of (self);
  double title = poplens_title_width (painter, section->title, note);
  self->box.width = MIN (self->box.width, MAX (sum_of_widths (self), title));
  y += poplens_paint_title (painter, section->title, note, self->box);
  paint_line (self, y, LINE_HEADER, 0);
  y += POPLENS_ROW_HEIGHT;
  poplens_canvas_rule (painter->canvas, poplens_painter_ink (painter, POPLENS_INK_GRID),
                       self->box.x, y, self->box.width);
  y += 2;
  if (self->total) {
    paint_line (self, y, LINE_TOTAL, 0);
    y += POPLENS_ROW_HEIGHT;
  }
  for (guint i = 0; i < self->rows->len; i++) {
    paint_line (self, y, LINE_ROW, i);
    y += POPLENS_ROW_HEIGHT;
  }
  return y - self->box.y + POPLENS_PAGE_GAP;
}

double
poplens_paint_table (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box,
                     double *width)
{
  *width = box.width;
  if (section->state == POPLENS_PARTIAL)
    return 0;
  if (section->state == POPLENS_ABSENT) {
    *width = box.width = MIN (box.width, MOST_ABSENCE);
    return paint_absence (self, section, box);
  }

  gboolean total = poplens_table_has_totals (section->table);
  double left = box.height - POPLENS_TITLE_HEIGHT - POPLENS_ROW_HEIGHT - 2;
  int room = (int) (left / POPLENS_ROW_HEIGHT) - (total ? 1 : 0);
  guint32 least = MIN (LEAST_ROWS, poplens_table_n_rows (section->table));

  if (room < (int) least || room < 0)
    return 0;
  g_autoptr (PoplensTableView) view = view_of (self, section->table);
  g_autofree char *label = poplens_table_view_total_label (section->table, view);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree double *widths = g_new0 (double, poplens_table_n_columns (section->table));
  g_autofree double *natural = g_new0 (double, poplens_table_n_columns (section->table));
  Sheet sheet = {.painter = self,
                 .table = section->table,
                 .view = view,
                 .rows = rows,
                 .chosen = section->rows.chooses ? poplens_page_chosen_row (section, self->location)
                                                 : G_MAXUINT32,
                 .total = total,
                 .total_label = label,
                 .natural = natural,
                 .widths = widths,
                 .n_columns = poplens_table_n_columns (section->table),
                 .box = box};

  if (!view)
    return 0;
  choose_rows (&sheet, (guint32) room);
  double height = paint_sheet (&sheet, section);
  *width = sheet.box.width;
  return height;
}
