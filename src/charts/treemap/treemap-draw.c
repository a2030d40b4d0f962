/* Draws the cells of a treemap, and their labels. */
#include "charts/treemap/treemap-private.h"

#include <math.h>
#include <string.h>

/* Fraction of a series' colour in the fill of a leaf; the rest is background. It is lower in dark
 * themes, so that most labels there can be white. */
#define LEAF_PART 0.58
#define DARK_LEAF_PART 0.45
#define OWN_PART 0.36
#define GROUP_PART 0.17
#define MORE_PART 0.10
#define EDGE_PART 0.55
/* Pixels between cells. */
#define GAP 1
/* Least size in pixels of a cell that has a gap to the next cell. */
#define GAP_FROM 4
#define INSET 5
/* Least width in pixels of a cell with a horizontal name. The name is vertical in a narrower cell
 * of at least this height. */
#define LABEL_WIDTH 40
#define LABEL_HEIGHT 17
/* Least width in pixels of a cell with a second line for its value. */
#define VALUE_WIDTH 56
#define VALUE_HEIGHT 36
#define LINE 15

/* Drawing order of a cell. Cells of the same .order have the same style, and are drawn in one
 * operation. */
typedef struct {
  guint64 order;
  guint cell;
} DrawOrder;

static guint
series_of (const PoplensChartLayout *self, const PoplensTreemapCell *cell)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);
  guint series = tree->series ? tree->series[cell->item] : 0;

  return MIN (series, self->chart->series->len - 1);
}

static gboolean
is_hidden (const PoplensChartLayout *self, guint series)
{
  return poplens_chart_series (self->chart, series)->hidden;
}

static gboolean
is_quiet (const PoplensChartLayout *self, guint series)
{
  return poplens_chart_series (self->chart, series)->kind == POPLENS_SERIES_QUIET;
}

/* Mixes the colour of a series with the background to an opaque colour. @part: fraction of the
 * series' colour. */
static PoplensColor
mix_ink (const PoplensChartLayout *self, guint series, double part)
{
  PoplensColor ink = poplens_layout_series_color (self, series, 1);
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, self->theme);

  return (PoplensColor){background.red + (ink.red - background.red) * part,
                        background.green + (ink.green - background.green) * part,
                        background.blue + (ink.blue - background.blue) * part, 1};
}

static PoplensColor
fill_of (const PoplensChartLayout *self, PoplensTreemapCellKind kind, guint series)
{
  static const double parts[] = {[POPLENS_TREEMAP_LEAF] = LEAF_PART,
                                 [POPLENS_TREEMAP_GROUP] = GROUP_PART,
                                 [POPLENS_TREEMAP_OWN] = OWN_PART,
                                 [POPLENS_TREEMAP_MORE] = MORE_PART};
  gboolean quiet = is_quiet (self, series) && kind != POPLENS_TREEMAP_MORE;

  if (is_hidden (self, series))
    return poplens_ink (POPLENS_INK_BACKGROUND, self->theme);
  if (self->theme.dark && kind == POPLENS_TREEMAP_LEAF && !quiet)
    return mix_ink (self, series, DARK_LEAF_PART);
  return mix_ink (self, series,
                  quiet ? poplens_layout_tint (self, poplens_chart_series (self->chart, series))
                        : parts[kind]);
}

PoplensColor
poplens_treemap_fill (const PoplensChartLayout *self, PoplensTreemapCellKind kind, guint series)
{
  return fill_of (self, kind, series);
}

PoplensColor
poplens_treemap_chip (const PoplensChartLayout *self, guint series)
{
  return fill_of (self, POPLENS_TREEMAP_LEAF, series);
}

/* ---- boxes ----------------------------------------------------------------------------------- */

static int
compare_turns (gconstpointer a, gconstpointer b)
{
  const DrawOrder *x = a, *y = b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return x->cell < y->cell ? -1 : x->cell > y->cell;
}

static gboolean
has_edge (const PoplensChartLayout *self, PoplensTreemapCellKind kind, guint series)
{
  return kind == POPLENS_TREEMAP_GROUP || kind == POPLENS_TREEMAP_MORE || is_quiet (self, series) ||
         is_hidden (self, series);
}

/* Draws cells [@from, @end) of the sorted list @turns in one operation. These cells have the same
 * style. */
static void
add_turn (PoplensChartLayout *self, const GArray *turns, guint from, guint end)
{
  const PoplensTreemapCell *first =
      poplens_treemap_cell (self, g_array_index (turns, DrawOrder, from).cell);
  guint series = series_of (self, first);
  gboolean edge = has_edge (self, first->kind, series);

  for (guint pass = 0; pass <= (guint) edge; pass++) {
    poplens_layout_begin (
        self, pass ? POPLENS_DRAW_FRAME : POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, (int) series,
        pass ? mix_ink (self, series, EDGE_PART) : fill_of (self, first->kind, series));
    for (guint i = from; i < end; i++) {
      const PoplensTreemapCell *cell =
          poplens_treemap_cell (self, g_array_index (turns, DrawOrder, i).cell);
      int width = cell->x1 - cell->x0, height = cell->y1 - cell->y0;
      poplens_layout_box (self, cell->x0, cell->y0, width - (width >= GAP_FROM ? GAP : 0),
                          height - (height >= GAP_FROM ? GAP : 0));
    }
  }
}

static void
add_boxes (PoplensChartLayout *self)
{
  guint n = poplens_treemap_layout (self)->cells->len, end;
  g_autoptr (GArray) turns = g_array_sized_new (FALSE, FALSE, sizeof (DrawOrder), n);

  for (guint i = 0; i < n; i++) {
    const PoplensTreemapCell *cell = poplens_treemap_cell (self, i);
    /* Draw groups first, the outermost first, because the cells in a group are drawn over it. */
    guint64 depth = cell->kind == POPLENS_TREEMAP_GROUP ? cell->depth : POPLENS_TREEMAP_DEEPEST;
    DrawOrder turn = {((depth << 32) | ((guint64) cell->kind << 16) | series_of (self, cell)), i};
    g_array_append_val (turns, turn);
  }
  g_array_sort (turns, compare_turns);
  for (guint from = 0; from < n; from = end) {
    guint64 order = g_array_index (turns, DrawOrder, from).order;
    for (end = from; end < n && g_array_index (turns, DrawOrder, end).order == order; end++)
      ;
    add_turn (self, turns, from, end);
  }
}

/* ---- labels ---------------------------------------------------------------------------------- */

static double
linear_channel (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* Returns black or white, whichever has more contrast to @fill. Its contrast is at least 4.5:1, as
 * computed by WCAG. */
PoplensColor
poplens_treemap_label_color (PoplensColor fill)
{
  double light = 0.2126 * linear_channel (fill.red) + 0.7152 * linear_channel (fill.green) +
                 0.0722 * linear_channel (fill.blue);

  return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? (PoplensColor){1, 1, 1, 1}
                                                       : (PoplensColor){0, 0, 0, 1};
}

/* Returns the label of a cell: "a/b/c", "12 more", or "itself". (transfer full) */
static char *
label_of (const PoplensChartLayout *self, const PoplensTreemapCell *cell)
{
  PoplensNumber number;

  if (cell->kind == POPLENS_TREEMAP_MORE)
    return g_strdup_printf ("%s more", poplens_format_count (number, cell->n));
  if (cell->kind == POPLENS_TREEMAP_OWN)
    return g_strdup ("itself");
  return poplens_treemap_path (self->chart, cell->top, cell->item);
}

static double
treemap_draw_add_line (PoplensChartLayout *self, const char *text, double x, double y, double align,
                       double most, guint size, PoplensColor color)
{
  PoplensTextSpec spec = {x, y, align, size, POPLENS_INK_FOREGROUND, most, PANGO_ELLIPSIZE_END};
  double width = poplens_layout_text (self, text, &spec).width;

  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color = color;
  return width;
}

/* Shortens a name, but not its line number, which distinguishes it from other names. The number is
 * shown completely or not at all. (transfer full) */
static char *
shorten_line (const PoplensChartLayout *self, char *name, double most)
{
  g_autofree char *text = name;
  /* ":42" of "encoder.py:42"; NULL for other names. */
  const char *colon = strrchr (name, ':');
  const char *line =
      colon && g_ascii_isdigit (colon[1]) && !colon[1 + strspn (colon + 1, "0123456789")] ? colon
                                                                                          : NULL;
  g_autofree char *end = line ? g_strconcat ("\u2026", line, NULL) : NULL;

  if (!line || poplens_chart_text_width (self, text, POPLENS_TEXT_LABEL) <= most)
    return g_steal_pointer (&text);
  if (poplens_chart_text_width (self, end, POPLENS_TEXT_LABEL) <= most)
    return g_steal_pointer (&end);
  return g_strdup (poplens_chart_text_width (self, line, POPLENS_TEXT_LABEL) <= most ? line : "");
}

/* Returns the longest end of @path that fits into @most pixels. If the last name alone is too long,
 * shortens it. @path: (transfer full). (transfer full) */
static char *
shorten_path (const PoplensChartLayout *self, char *path, double most)
{
  g_autofree char *text = path;
  g_autofree char *end = NULL;
  const char *last = strrchr (path, '/');

  if (!last || !last[1])
    return shorten_line (self, g_steal_pointer (&text), most);
  end = poplens_chart_shorten_path (self, path, most);
  if (poplens_chart_text_width (self, end, POPLENS_TEXT_LABEL) <= most)
    return g_steal_pointer (&end);
  return shorten_line (self, g_strdup (last + 1), most);
}

/* Returns the text of a cell's value. If the chart has texts (poplens_chart_set_treemap_texts ()),
 * returns the text of the node, or "" for OWN and MORE cells. (transfer full) */
static char *
treemap_draw_value_of (const PoplensChartLayout *self, const PoplensTreemapCell *cell)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);
  PoplensNumber value;

  if (!tree->text)
    return g_strdup (poplens_chart_format_value (self->chart, value, (guint64) cell->value));
  return cell->kind == POPLENS_TREEMAP_LEAF || cell->kind == POPLENS_TREEMAP_GROUP
             ? tree->text (tree->text_data, cell->item)
             : g_strdup ("");
}

/* Adds the value, completely or not at all: a shortened number would be wrong. */
static void
treemap_draw_add_value (PoplensChartLayout *self, const PoplensTreemapCell *cell, double x,
                        double y, double align, double most, PoplensColor color)
{
  g_autofree char *value = treemap_draw_value_of (self, cell);

  if (most > 0 && poplens_chart_text_width (self, value, POPLENS_TEXT_TICK) <= most)
    treemap_draw_add_line (self, value, x, y, align, 0, POPLENS_TEXT_TICK, color);
}

/* Turns the last added text, which was placed at x = 0, by 90° clockwise. */
static void
turn_down (PoplensChartLayout *self, double middle, double y)
{
  PoplensDrawText *text = &g_array_index (self->texts, PoplensDrawText, self->texts->len - 1);
  int height;

  pango_layout_get_size (text->layout, NULL, &height);
  text->x = middle + (double) height / PANGO_SCALE / 2;
  text->y = y;
  text->down = TRUE;
}

/* Adds the name and then the value of a narrow cell, as text that runs down. */
static void
add_label_down (PoplensChartLayout *self, const PoplensTreemapCell *cell, PoplensColor color)
{
  double middle = (cell->x0 + cell->x1 - GAP) / 2.0, y = cell->y0 + INSET;
  double most = cell->y1 - cell->y0 - 2 * INSET;
  g_autofree char *name = shorten_path (self, label_of (self, cell), most);

  if (!*name)
    return;
  double used = treemap_draw_add_line (self, name, 0, 0, 0, most, POPLENS_TEXT_LABEL, color);
  guint n = self->texts->len;
  turn_down (self, middle, y);
  treemap_draw_add_value (self, cell, 0, 0, 0, most - used - 2 * INSET, color);
  if (self->texts->len > n)
    turn_down (self, middle, y + used + 2 * INSET);
}

static void
treemap_draw_add_label (PoplensChartLayout *self, const PoplensTreemapCell *cell)
{
  int width = cell->x1 - cell->x0, height = cell->y1 - cell->y0;
  gboolean group = cell->kind == POPLENS_TREEMAP_GROUP;
  double x = cell->x0 + INSET, most = width - 2 * INSET, y = cell->y0 + 9, used;
  g_autofree char *name = NULL;
  PoplensColor color;

  if (group ? !cell->header
            : MIN (width, height) < LABEL_HEIGHT || MAX (width, height) < LABEL_WIDTH)
    return;
  if (!group && is_hidden (self, series_of (self, cell)))
    return;
  if (!group && height < LABEL_HEIGHT + 4)
    y = cell->y0 + floor ((height - 1) / 2.0);
  color = poplens_treemap_label_color (fill_of (self, cell->kind, series_of (self, cell)));
  if (!group && width < LABEL_WIDTH) {
    add_label_down (self, cell, color);
    return;
  }
  name = shorten_path (self, label_of (self, cell), most);
  if (!*name)
    return;
  used = treemap_draw_add_line (self, name, x, y, 0, most,
                                group ? POPLENS_TEXT_TICK : POPLENS_TEXT_LABEL, color);
  if (group)
    treemap_draw_add_value (self, cell, x + most, y, 1, most - used - 2 * INSET, color);
  else if (width >= VALUE_WIDTH && height >= VALUE_HEIGHT)
    treemap_draw_add_value (self, cell, x, y + LINE, 0, most, color);
}

void
poplens_treemap_add_cells (PoplensChartLayout *self)
{
  add_boxes (self);
  for (guint i = 0; i < poplens_treemap_layout (self)->cells->len; i++)
    treemap_draw_add_label (self, poplens_treemap_cell (self, i));
}
