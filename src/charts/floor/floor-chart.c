/* The FLOOR chart: its data, scale, legend, overlay and descriptions. */
#include "charts/floor/floor-private.h"

#include "base/search.h"

#include <math.h>
#include <string.h>

/* ---- legend ---------------------------------------------------------------------------------- */

/* Height in pixels of a row of legend entries. */
#define ROW 22
#define TICKS 18
#define BAR_HEIGHT 12
#define BAR_MOST 320
#define BAR_LEAST 60
#define BAR_STEPS 256
#define SWATCH 12
#define ENTRY_GAP 20
#define NAME_MOST 260
#define LABEL_GAP 10

/* ---- the bar --------------------------------------------------------------------------------- */

static void
add_ramp (PoplensChartLayout *self, const PoplensRect *bar)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, BAR_STEPS, 1);
  guint32 *line = (guint32 *) (void *) cairo_image_surface_get_data (surface);

  cairo_surface_flush (surface);
  for (guint i = 0; i < BAR_STEPS; i++) {
    PoplensColor c = poplens_ramp (i / (BAR_STEPS - 1.0), self->theme);
    line[i] = (guint32) lround (c.red * 255) << 16 | (guint32) lround (c.green * 255) << 8 |
              (guint32) lround (c.blue * 255);
  }
  cairo_surface_mark_dirty (surface);
  poplens_layout_image (self, surface, *bar, *bar);
  poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.8));
  poplens_layout_box (self, bar->x - 1, bar->y - 1, bar->width + 2, bar->height + 2);
}

/* Formats a value in the unit of @scale: "598.3", or "598" for a whole number. */
static void
format_in_unit (const PoplensValueScale *scale, PoplensNumber text, guint64 value)
{
  double number = (double) value / scale->unit_size;

  if (number == floor (number) || number >= 1e5)
    poplens_format_count (text, (guint64) number);
  else
    poplens_format_fixed (text, number, 1);
}

static double
tick_x (const PoplensChartLayout *self, const PoplensRect *bar, double value)
{
  double low = (double) poplens_floor_layout (self)->low,
         high = (double) poplens_floor_layout (self)->high;

  return bar->x + (high > low ? (value - low) / (high - low) : 0) * bar->width;
}

static PoplensRect
add_number (PoplensChartLayout *self, const char *text, double x, double y, double align)
{
  PoplensTextSpec spec = {x, y, align, POPLENS_TEXT_TICK, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  return poplens_layout_text (self, text, &spec);
}

/* Adds round values between the two ends of the colour bar, if they fit. */
static void
add_ticks (PoplensChartLayout *self, const PoplensRect *bar, const PoplensValueScale *scale,
           double free_from, double free_to)
{
  double y = bar->y + bar->height;
  guint n = 0;

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 1));
  for (double k = floor ((double) poplens_floor_layout (self)->low / scale->step) + 1;
       k * scale->step < (double) poplens_floor_layout (self)->high && n < BAR_MOST; k++, n++) {
    double value = k * scale->step, x = round (tick_x (self, bar, value)), width;
    PoplensNumber text;
    format_in_unit (scale, text, (guint64) value);
    width = poplens_chart_text_width (self, text, POPLENS_TEXT_TICK);
    poplens_layout_box (self, x, y + 1, 1, 3);
    if (x - width / 2 < free_from || x + width / 2 > free_to)
      continue;
    add_number (self, text, x, y + 11, 0.5);
    free_from = x + width / 2 + LABEL_GAP;
  }
}

/* Adds the values below the colour bar. Returns the x of the right edge of their texts. */
static double
add_scale (PoplensChartLayout *self, const PoplensRect *bar)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);
  const PoplensChart *chart = self->chart;
  PoplensValueScale scale;
  PoplensNumber number;
  PoplensRect low, high;
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;
  double y = bar->y + bar->height + 11;

  /* Choose steps by the length of the range, because the range need not start at 0. */
  poplens_value_scale_init (&scale, chart->unit, chart->byte_unit, (double) (f->high - f->low), 6);
  format_in_unit (&scale, number, f->low);
  begin = g_strconcat (f->below ? "\u2264 " : "", number, NULL);
  low = add_number (self, begin, bar->x, y, 0);
  format_in_unit (&scale, number, f->high);
  end = g_strdup_printf ("%s%s%s%s", f->above ? "\u2265 " : "", number, *scale.unit ? " " : "",
                         scale.unit);
  if (f->high == f->low)
    return bar->x + bar->width;
  high = add_number (self, end, bar->x + bar->width, y, 0);
  /* Move the text to the left, so that its digits are centred at the end of the bar. The unit
   * follows them. */
  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).x -=
      poplens_chart_text_width (self, number, POPLENS_TEXT_TICK) / 2;
  add_ticks (self, bar, &scale, low.x + low.width + LABEL_GAP,
             bar->x + bar->width - poplens_chart_text_width (self, number, POPLENS_TEXT_TICK) / 2 -
                 LABEL_GAP);
  return high.x + high.width;
}

static void
add_limit (PoplensChartLayout *self, const PoplensRect *bar)
{
  const PoplensChart *chart = self->chart;
  double x;

  if (!chart->has_limit || chart->limit < poplens_floor_layout (self)->low ||
      chart->limit > poplens_floor_layout (self)->high)
    return;
  x = round (tick_x (self, bar, (double) chart->limit));
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1));
  poplens_layout_box (self, x - 2, bar->y - 3, 4, bar->height + 6);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, x - 1, bar->y - 4, 2, bar->height + 8);
}

/* ---- marks ----------------------------------------------------------------------------------- */

/* Position of the next legend entry. Entries are to the right of the colour bar, in up to two
 * rows. */
typedef struct {
  double left, x, y, right;
  guint row;
} LegendEntries;

/* Finds space for a legend entry, and adds its text. FALSE if there is no space. */
static gboolean
begin_entry (PoplensChartLayout *self, LegendEntries *at, const char *text, PoplensInk ink)
{
  double width = SWATCH + 6 + ceil (poplens_chart_text_width (self, text, POPLENS_TEXT_LABEL));
  PoplensTextSpec spec = {0, 0, 0, POPLENS_TEXT_LABEL, ink, 0, PANGO_ELLIPSIZE_END};

  if (at->x > at->left && at->x + width > at->right && !at->row) {
    at->row = 1;
    at->x = at->left;
    at->y += ROW - 2;
  }
  spec.max_width = MIN (width, at->right - at->x) - SWATCH - 6;
  if (spec.max_width < 24)
    return FALSE;
  spec.x = at->x + SWATCH + 6;
  spec.y = at->y;
  poplens_layout_text (self, text, &spec);
  return TRUE;
}

static void
add_swatch (PoplensChartLayout *self, LegendEntries *at, PoplensDrawKind kind, PoplensColor color,
            const char *text)
{
  poplens_layout_begin (self, kind, POPLENS_PART_FURNITURE, -1, color);
  poplens_layout_box (self, at->x, at->y - SWATCH / 2, SWATCH, SWATCH);
  at->x +=
      SWATCH + 6 + ceil (poplens_chart_text_width (self, text, POPLENS_TEXT_LABEL)) + ENTRY_GAP;
}

static void
add_limit_entry (PoplensChartLayout *self, LegendEntries *at)
{
  const PoplensChart *chart = self->chart;

  if (!chart->has_limit || chart->limit < poplens_floor_layout (self)->low ||
      chart->limit > poplens_floor_layout (self)->high ||
      !begin_entry (self, at, chart->limit_name, POPLENS_INK_FOREGROUND))
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, at->x + SWATCH / 2 - 1, at->y - SWATCH / 2 - 1, 2, SWATCH + 2);
  at->x += SWATCH + 6 +
           ceil (poplens_chart_text_width (self, chart->limit_name, POPLENS_TEXT_LABEL)) +
           ENTRY_GAP;
}

static void
add_bad_entry (PoplensChartLayout *self, LegendEntries *at)
{
  const PoplensFloorData *floor = poplens_floor (self->chart);
  PoplensColor color = poplens_layout_color (self, POPLENS_INK_LIMIT, 1);
  g_autofree char *text = NULL;
  PoplensNumber number;
  gsize n = 0;

  for (gsize i = 0; floor->bad && i < self->chart->n_items; i++)
    n += floor->bad[i] != 0;
  if (!n)
    return;
  text = g_strdup_printf ("%s %s", poplens_format_count (number, n), floor->bad_name);
  if (!begin_entry (self, at, text, POPLENS_INK_FOREGROUND))
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_FURNITURE, -1, color);
  poplens_layout_box (self, at->x, at->y - SWATCH / 2, SWATCH, SWATCH);
  add_swatch (self, at, POPLENS_DRAW_STRIPES, color, text);
}

static void
add_unknown_entry (PoplensChartLayout *self, LegendEntries *at)
{
  const guint64 *values =
      poplens_chart_series (self->chart, (guint) poplens_floor_layout (self)->series)->values;
  g_autofree char *text = NULL;
  PoplensNumber number;
  gsize n = 0;

  for (gsize i = 0; i < self->chart->n_items; i++)
    n += values[i] == POPLENS_FLOOR_NONE;
  if (!n)
    return;
  text = g_strdup_printf ("%s not recorded", poplens_format_count (number, n));
  if (begin_entry (self, at, text, POPLENS_INK_DIM))
    add_swatch (self, at, POPLENS_DRAW_HATCH, poplens_layout_color (self, POPLENS_INK_DIM, 0.6),
                text);
}

static void
add_removable_entry (PoplensChartLayout *self, guint series, double x, double y, double width)
{
  PoplensTextSpec spec = {
      x + SWATCH + 6,        y, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, width - SWATCH - 6,
      PANGO_ELLIPSIZE_MIDDLE};

  poplens_layout_text (self, poplens_chart_series (self->chart, series)->name, &spec);
  spec = (PoplensTextSpec){x + SWATCH / 2,      y, 0.5, POPLENS_TEXT_LABEL, POPLENS_INK_DIM, 0,
                           PANGO_ELLIPSIZE_NONE};
  poplens_layout_text (self, "\u00d7", &spec);
  poplens_layout_zone (self, (PoplensRect){x - 4, y - ROW / 2, width + 8, ROW},
                       POPLENS_CHART_HIT_LEGEND, (int) series);
}

/* Adds legend entries for the LINE series, in separate rows. A click on an entry removes the
 * series. Returns the height of these rows. */
static double
add_removable (PoplensChartLayout *self, double top)
{
  double left = POPLENS_PADDING, right = self->width - POPLENS_PADDING, x = left;
  double y = top + ROW / 2;
  gboolean any = FALSE;

  for (guint s = 0; s < self->chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    double width;
    if (series->kind != POPLENS_SERIES_LINE)
      continue;
    width = SWATCH + 6 + ceil (poplens_chart_text_width (self, series->name, POPLENS_TEXT_LABEL));
    width = MAX (MIN (MIN (width, NAME_MOST), right - left), SWATCH + 30);
    if (x > left && x + width > right) {
      x = left;
      y += ROW;
    }
    add_removable_entry (self, s, x, y, width);
    x += width + ENTRY_GAP;
    any = TRUE;
  }
  return any ? y + ROW / 2 - top : 0;
}

/* Adds the text that says how the colour range was chosen, below the name of the series. Returns
 * its width in pixels. */
static double
add_range_name (PoplensChartLayout *self, double y)
{
  const char *name = poplens_floor (self->chart)->range_name;

  if (!name || !poplens_floor_layout (self)->has_range)
    return 0;
  return add_number (self, name, POPLENS_PADDING, y, 0).width;
}

double
poplens_floor_add_legend (PoplensChartLayout *self, double y)
{
  double right = self->width - POPLENS_PADDING, middle = y + ROW / 2;
  const char *name =
      poplens_chart_series (self->chart, (guint) poplens_floor_layout (self)->series)->name;
  PoplensTextSpec spec = {
      POPLENS_PADDING,    middle, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, 0,
      PANGO_ELLIPSIZE_END};
  PoplensRect bar = {0, middle - BAR_HEIGHT / 2, 0, BAR_HEIGHT}, text;
  LegendEntries at = {0, 0, middle, right, 0};

  spec.max_width = MAX (MIN (NAME_MOST, (right - spec.x) * 0.4), 1);
  text = poplens_layout_text (self, name, &spec);
  text.width = MAX (text.width, add_range_name (self, bar.y + BAR_HEIGHT + 11));
  bar.x = ceil (text.x + text.width) + 10;
  bar.width = floor (MIN (BAR_MOST, (right - bar.x) * 0.42));
  at.left = bar.x;
  if (poplens_floor_layout (self)->has_range && bar.width >= BAR_LEAST) {
    add_ramp (self, &bar);
    at.left = ceil (MAX (add_scale (self, &bar), bar.x + bar.width)) + ENTRY_GAP;
    add_limit (self, &bar);
  }
  at.x = at.left;
  add_bad_entry (self, &at);
  add_limit_entry (self, &at);
  add_unknown_entry (self, &at);
  return ROW + TICKS + 4 + add_removable (self, y + ROW + TICKS);
}

/* ---- overlay --------------------------------------------------------------------------------- */

typedef struct {
  const PoplensChartLayout *layout;
  cairo_t *cr;
} FloorCanvas;

typedef struct {
  const PoplensItemRange *ranges;
  guint n;
} ItemRanges;

static gboolean
is_in_ranges (const PoplensChartLayout *layout, gsize item, gconstpointer data)
{
  const ItemRanges *self = data;
  guint low = 0, high = self->n;

  POPLENS_SEARCH (low, high, at, self->ranges[at].to <= item);
  return low < self->n && self->ranges[low].from <= item;
}

static void
add_edge (PoplensRect rect, gpointer data)
{
  cairo_rectangle (data, rect.x, rect.y, rect.width, rect.height);
}

/* Draws a frame around the cell of @item, outside of it. */
static void
frame_item (const FloorCanvas *canvas, gsize item, PoplensInk ink, double thick)
{
  PoplensRect r;

  if (poplens_floor_item_rect (canvas->layout, item, &r))
    poplens_overlay_frame (
        canvas->layout, canvas->cr,
        (PoplensRect){r.x - thick / 2, r.y - thick / 2, r.width + thick, r.height + thick}, thick,
        ink, 1);
}

/* Outlines all cells in @ranges. In large cells, a background line inside the outline makes it
 * visible on any colour. */
static void
draw_ranges (const FloorCanvas *canvas, const PoplensItemRange *ranges, guint n, PoplensInk ink,
             double width)
{
  ItemRanges set = {ranges, n};
  const PoplensFloorLayout *f = poplens_floor_layout (canvas->layout);
  double casing = MIN (f->cell_width, f->cell_height) >= 10 ? width + 1.5 : width;

  if (!n)
    return;
  /* Frame a single small cell from outside, so that its colour stays visible. */
  if (casing <= width && n == 1 && ranges->to - ranges->from == 1) {
    frame_item (canvas, ranges->from, ink, width);
    return;
  }
  if (casing > width) {
    cairo_new_path (canvas->cr);
    poplens_floor_outline (canvas->layout, is_in_ranges, &set, casing, add_edge, canvas->cr);
    poplens_set_color (canvas->cr,
                       poplens_layout_color (canvas->layout, POPLENS_INK_BACKGROUND, 0.9));
    cairo_fill (canvas->cr);
  }
  cairo_new_path (canvas->cr);
  poplens_floor_outline (canvas->layout, is_in_ranges, &set, width, add_edge, canvas->cr);
  poplens_set_color (canvas->cr, poplens_layout_color (canvas->layout, ink, 1));
  cairo_fill (canvas->cr);
}

static void
draw_drag (const FloorCanvas *canvas, const PoplensChartOverlay *overlay)
{
  const PoplensChartLayout *layout = canvas->layout;
  PoplensRect r = {MIN (overlay->drag_from, overlay->drag_to),
                   MIN (overlay->drag_top, overlay->drag_bottom),
                   fabs (overlay->drag_to - overlay->drag_from),
                   fabs (overlay->drag_bottom - overlay->drag_top)};
  g_autoptr (GArray) ranges = poplens_chart_layout_items_in (
      layout, overlay->drag_from, overlay->drag_top, overlay->drag_to, overlay->drag_bottom);
  gsize n = 0;

  for (guint i = 0; i < ranges->len; i++) {
    PoplensItemRange range = g_array_index (ranges, PoplensItemRange, i);
    n += range.to - range.from;
  }
  draw_ranges (canvas, (const PoplensItemRange *) (void *) ranges->data, ranges->len,
               POPLENS_INK_SELECTION, 1);
  poplens_overlay_fill (layout, canvas->cr, r, POPLENS_INK_SELECTION, 0.15);
  poplens_set_color (canvas->cr, poplens_layout_color (layout, POPLENS_INK_SELECTION, 1));
  cairo_rectangle (canvas->cr, floor (r.x) + 0.5, floor (r.y) + 0.5, floor (r.width),
                   floor (r.height));
  cairo_set_line_width (canvas->cr, 1);
  cairo_stroke (canvas->cr);
  PoplensNumber text;
  poplens_format_items (text, n, layout->chart->item_name);
  poplens_overlay_plate (layout, canvas->cr, text, r.x + r.width / 2, layout->plot.x,
                         layout->plot.x + layout->plot.width, r, FALSE);
}

static void
floor_draw_overlay (const PoplensChartLayout *self, cairo_t *cr, const PoplensChartOverlay *overlay)
{
  FloorCanvas canvas = {self, cr};

  if (self->empty)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, self->plot.x - 2, self->plot.y - 2, self->plot.width + 4,
                   self->plot.height + 4);
  cairo_clip (cr);
  draw_ranges (&canvas, overlay->found, overlay->n_found, POPLENS_INK_FOREGROUND, 1);
  draw_ranges (&canvas, overlay->selected, overlay->n_selected, POPLENS_INK_SELECTION, 2);
  if (overlay->has_current)
    frame_item (&canvas, overlay->current, POPLENS_INK_SELECTION, 3);
  if (overlay->has_hover)
    frame_item (&canvas, overlay->hover, POPLENS_INK_FOREGROUND, 1);
  if (overlay->focused)
    frame_item (&canvas, overlay->cursor, POPLENS_INK_FOREGROUND, 2);
  if (overlay->dragging && isfinite (overlay->drag_from) && isfinite (overlay->drag_to) &&
      isfinite (overlay->drag_top) && isfinite (overlay->drag_bottom))
    draw_drag (&canvas, overlay);
  cairo_restore (cr);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Largest zoom and largest column or row of a view: more than any layout needs. */
#define MOST_ZOOM 1e4
#define MOST_CELLS 1e5

static void
group_clear (gpointer data)
{
  g_free (((PoplensFloorGroup *) data)->name);
  g_free (((PoplensFloorGroup *) data)->items);
}

static gpointer
floor_data_new (void)
{
  PoplensFloorData *self = g_new0 (PoplensFloorData, 1);

  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensFloorGroup));
  g_array_set_clear_func (self->groups, group_clear);
  return self;
}

static void
data_free (gpointer data)
{
  PoplensFloorData *self = data;

  g_array_unref (self->groups);
  g_free (self->cells);
  g_free (self->bad_name);
  g_free (self->bad);
  g_free (self->range_name);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

void
poplens_chart_add_floor_group (PoplensChart *self, const char *name, guint columns, guint rows)
{
  PoplensFloorData *floor = poplens_floor (self);
  PoplensFloorGroup group = {g_strdup (name ? name : ""), columns, rows, NULL};
  guint64 n = (guint64) columns * rows;

  g_return_if_fail (floor && !floor->cells);
  for (guint i = 0; i < floor->groups->len; i++)
    n += (guint64) poplens_floor_group (self, i)->columns * poplens_floor_group (self, i)->rows;
  /* A plan that is too large gets no cells, so that it is not drawn. */
  if (n > POPLENS_FLOOR_MOST_CELLS || columns > G_MAXUINT16 + 1 || rows > G_MAXUINT16 + 1)
    group.columns = group.rows = 0;
  n = (guint64) group.columns * group.rows;
  if (n) {
    group.items = g_new (guint32, n);
    memset (group.items, 0xff, n * sizeof (guint32));
  }
  g_array_append_val (floor->groups, group);
}

static guint32 *
cell_of (const PoplensChart *self, const PoplensFloorCell *cell)
{
  const PoplensFloorGroup *group;

  if (cell->group >= poplens_floor (self)->groups->len)
    return NULL;
  group = poplens_floor_group (self, cell->group);
  if (cell->column >= group->columns || cell->row >= group->rows)
    return NULL;
  return &group->items[(gsize) cell->row * group->columns + cell->column];
}

void
poplens_chart_set_floor_cells (PoplensChart *self, PoplensFloorCell *cells)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor && !floor->cells);
  floor->cells = cells;
  for (gsize i = 0; i < MIN (self->n_items, POPLENS_FLOOR_NO_ITEM); i++) {
    guint32 *at = cell_of (self, &cells[i]);
    if (at && *at == POPLENS_FLOOR_NO_ITEM)
      *at = (guint32) i;
  }
}

void
poplens_chart_set_floor_bad (PoplensChart *self, const char *name, guint8 *bad)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor);
  g_free (floor->bad_name);
  g_free (floor->bad);
  floor->bad_name = g_strdup (name ? name : "bad");
  floor->bad = bad;
}

void
poplens_chart_set_floor_scale (PoplensChart *self, PoplensFloorScale scale)
{
  g_return_if_fail (poplens_floor (self));
  poplens_floor (self)->scale = scale;
}

void
poplens_chart_set_floor_range (PoplensChart *self, guint64 low, guint64 high)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor && low <= high);
  floor->has_range = TRUE;
  floor->low = low;
  floor->high = high;
}

void
poplens_chart_set_floor_range_name (PoplensChart *self, const char *name)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor);
  g_free (floor->range_name);
  floor->range_name = g_strdup (name);
}

/* ---- accessors ------------------------------------------------------------------------------- */

gboolean
poplens_chart_get_floor_cell (const PoplensChart *self, gsize item, PoplensFloorCell *cell)
{
  const PoplensFloorData *floor = poplens_floor (self);
  guint32 *at;

  if (!floor || !floor->cells || item >= self->n_items)
    return FALSE;
  at = cell_of (self, &floor->cells[item]);
  if (!at || *at != item)
    return FALSE;
  if (cell)
    *cell = floor->cells[item];
  return TRUE;
}

int
poplens_floor_series (const PoplensChart *self)
{
  for (guint s = 0; s < self->series->len; s++)
    if (!poplens_chart_series (self, s)->hidden)
      return (int) s;
  return -1;
}

gboolean
poplens_floor_is_bad (const PoplensChart *self, gsize item)
{
  const PoplensFloorData *floor = self->data;

  return floor->bad && floor->bad[item];
}

gboolean
poplens_floor_measure (const PoplensChart *self, guint64 *low, guint64 *high)
{
  int series = poplens_floor (self) ? poplens_floor_series (self) : -1;
  const guint64 *values;

  *low = G_MAXUINT64;
  *high = 0;
  if (series < 0)
    return FALSE;
  values = poplens_chart_series (self, (guint) series)->values;
  for (gsize i = 0; i < self->n_items; i++)
    if (values[i] != POPLENS_FLOOR_NONE) {
      *low = MIN (*low, values[i]);
      *high = MAX (*high, values[i]);
    }
  return *low <= *high;
}

gboolean
poplens_chart_get_floor_range (const PoplensChart *self, guint64 *low, guint64 *high)
{
  const PoplensFloorData *floor = poplens_floor (self);

  if (!poplens_floor_measure (self, low, high))
    return FALSE;
  if (floor->has_range) {
    *low = floor->low;
    *high = floor->high;
  } else if (floor->scale == POPLENS_FLOOR_FROM_ZERO) {
    *low = 0;
  }
  return TRUE;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

static void
describe_item (const PoplensChart *self, GString *out, gsize item)
{
  PoplensFloorCell cell;

  poplens_chart_append_name (self, out, item);
  if (poplens_chart_get_floor_cell (self, item, &cell)) {
    const char *name = poplens_floor_group (self, cell.group)->name;
    if (*name)
      g_string_append_printf (out, " · %s", name);
  }
  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (series->hidden)
      continue;
    g_string_append_printf (out, "\n%s\t", series->name);
    if (series->values[item] == POPLENS_FLOOR_NONE)
      g_string_append (out, "not recorded");
    else
      poplens_chart_append_exact (self, out, series->values[item]);
  }
  if (poplens_floor_is_bad (self, item))
    g_string_append_printf (out, "\nMarked\t%s", poplens_floor (self)->bad_name);
  if (poplens_chart_get_floor_cell (self, item, &cell))
    g_string_append_printf (out, "\nPosition\tcolumn %u, row %u", cell.column, cell.row);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

static void
describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  int series = poplens_floor_series (self);
  guint64 low = G_MAXUINT64, high = 0;
  gsize unknown = 0, bad = 0, n = range.to - range.from;
  PoplensNumber number;

  if (series < 0)
    return;
  for (gsize i = range.from; i < range.to; i++) {
    guint64 value = poplens_chart_series (self, (guint) series)->values[i];
    bad += poplens_floor_is_bad (self, i);
    unknown += value == POPLENS_FLOOR_NONE;
    if (value == POPLENS_FLOOR_NONE)
      continue;
    low = MIN (low, value);
    high = MAX (high, value);
  }
  g_string_append_printf (out, "%s: %s", poplens_format_items (number, n, self->item_name),
                          poplens_chart_series (self, (guint) series)->name);
  if (low <= high) {
    g_string_append (out, " lowest ");
    poplens_chart_append_exact (self, out, low);
    g_string_append (out, ", highest ");
    poplens_chart_append_exact (self, out, high);
  }
  if (unknown)
    g_string_append_printf (out, ", %s not recorded", poplens_format_count (number, unknown));
  if (bad)
    g_string_append_printf (out, ", %s %s", poplens_format_count (number, bad),
                            poplens_floor (self)->bad_name);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* Clamps a view to limits that hold at any size of the chart. The layout clamps further, to limits
 * that depend on its size in pixels. */
static PoplensChartView
floor_clamp_view (const PoplensChart *self, PoplensChartView view)
{
  view.from = 0;
  view.to = MAX (self->n_items, 1);
  view.scroll = 0;
  if (!(view.zoom > 1) || !isfinite (view.zoom) || !isfinite (view.column) ||
      !isfinite (view.row) || view.group >= poplens_floor (self)->groups->len) {
    view.zoom = view.column = view.row = 0;
    view.group = 0;
  }
  view.zoom = MIN (view.zoom, MOST_ZOOM);
  view.column = CLAMP (view.column, -MOST_CELLS, MOST_CELLS);
  view.row = CLAMP (view.row, -MOST_CELLS, MOST_CELLS);
  return view;
}

char *
poplens_floor_view_format (const PoplensChartView *view)
{
  PoplensNumber zoom, column, row;

  if (!(view->zoom > 1))
    return g_strdup ("");
  poplens_format_digits (zoom, view->zoom, 4);
  poplens_format_fixed (column, view->column, 2);
  poplens_format_fixed (row, view->row, 2);
  return g_strdup_printf ("%s@%u:%s,%s", zoom, view->group, column, row);
}

/* Parses a number and the character @behind that must follow it. Advances *@text past both. */
static gboolean
floor_chart_read_number (const char **text, char behind, double *value)
{
  char *end;

  *value = g_ascii_strtod (*text, &end);
  if (end == *text || *end != behind || !isfinite (*value))
    return FALSE;
  *text = end + (behind != '\0');
  return TRUE;
}

gboolean
poplens_floor_view_parse (const char *text, PoplensChartView *view)
{
  double zoom, group, column, row;

  view->zoom = view->column = view->row = 0;
  view->group = 0;
  if (!text || !*text)
    return text != NULL;
  if (!floor_chart_read_number (&text, '@', &zoom) ||
      !floor_chart_read_number (&text, ':', &group) ||
      !floor_chart_read_number (&text, ',', &column) ||
      !floor_chart_read_number (&text, '\0', &row) || group < 0 || group > G_MAXUINT16 || zoom < 1)
    return FALSE;
  view->zoom = zoom;
  view->group = (guint) group;
  view->column = column;
  view->row = row;
  return TRUE;
}

const PoplensChartKind poplens_floor_kind = {
    .data_new = floor_data_new,
    .data_free = data_free,
    .more_height = 100,
    .describe_item = describe_item,
    .describe_range = describe_range,
    .clamp_view = floor_clamp_view,
    .zoom = poplens_floor_zoom,
    .pan = poplens_floor_pan,
    .fit = poplens_floor_fit,
    .lay_out = poplens_floor_lay_out,
    .layout_free = poplens_floor_layout_free,
    .hit = poplens_floor_hit,
    .item_rect = poplens_floor_item_rect,
    .draw_overlay = floor_draw_overlay,
};
