/* Paints the fields of LANES charts: pixel rows stand for lines, pixel columns for cycles. */
#include "charts/lanes/field-private.h"

#include "base/search.h"

#include <math.h>
#include <string.h>

#define LABEL_EVERY 36
#define SPAN_VEIL 0.10
#define NOTE_INSET 6
#define NOTE_HEIGHT 18.0
/* Least number of pixels that a thread paints. */
#define LEAST_PIXELS 65536
/* Maximum number of threads that paint a field. */
#define MOST_STRIPES 4

/* The cells that a pixel column shows. */
typedef struct {
  int layer; /* index of the cells in .layers; −1: no layer has cells here */
  guint first, end;
} FieldColumn;

/* A layer: cells of a field. Columns [first, end) are in view; if first ≥ end, none are. */
typedef struct {
  const PoplensFieldCells *cells;
  guint first, end;
} FieldLayer;

typedef struct {
  PoplensChartLayout *layout;
  const PoplensLaneFieldBox *box;
  GPtrArray *layers;
  FieldColumn *columns; /* [width]: by pixel column */
  guint width, top, bottom;
  FieldLayer *shown; /* [.layers->len]: columns of each layer that are in view */
  PoplensFieldInk inks[POPLENS_FIELD_MOST_SERIES];
  PoplensFieldInk background;
} FieldPainter;

/* Pixel rows that one thread paints, with its buffers for one row. */
typedef struct {
  const FieldPainter *painter;
  cairo_surface_t *surface;
  guint top, bottom;
  PoplensFieldPiece *pieces;
  struct {
    float *mix;      /* mixed colours of the visible columns, by channel */
    guint32 *pixels; /* pixels of the visible columns */
  } * layers;
} FieldStripe;

/* ---- inks ------------------------------------------------------------------------------------ */

static PoplensFieldInk
ink_over (PoplensColor background, PoplensColor color, double alpha)
{
  return (PoplensFieldInk){
      {(float) (255 * (background.red + (color.red - background.red) * alpha)),
       (float) (255 * (background.green + (color.green - background.green) * alpha)),
       (float) (255 * (background.blue + (color.blue - background.blue) * alpha))}};
}

static gboolean
is_hidden (const PoplensChart *chart, const char *key)
{
  for (guint s = 0; s < chart->series->len; s++)
    if (!strcmp (poplens_chart_series (chart, s)->key, key))
      return poplens_chart_series (chart, s)->hidden;
  return FALSE;
}

static void
choose_ink (FieldPainter *self, guint s, PoplensColor color, PoplensSeriesKind kind, PoplensInk ink)
{
  PoplensColor background = poplens_layout_color (self->layout, POPLENS_INK_BACKGROUND, 1);

  gboolean quiet = kind == POPLENS_SERIES_QUIET;

  self->inks[s] = ink_over (
      background, color,
      poplens_series_kind_waits (kind) ? poplens_ink_tint (ink, quiet, self->layout->theme) : 1);
  for (guint k = 0; k < 3; k++)
    self->inks[s].channel[k] -= self->background.channel[k];
}

static void
choose_inks (FieldPainter *self)
{
  const PoplensChart *chart = self->layout->chart;
  const PoplensLaneField *field = self->box->field;
  PoplensColor background = poplens_layout_color (self->layout, POPLENS_INK_BACKGROUND, 1);

  self->background = ink_over (background, background, 0);
  for (guint s = 0; s < POPLENS_FIELD_MOST_SERIES; s++)
    self->inks[s] = (PoplensFieldInk){{0, 0, 0}};
  for (guint s = 0; s < field->n_series; s++)
    if (!is_hidden (chart, field->series[s].key))
      choose_ink (self, s, poplens_layout_color (self->layout, field->series[s].ink, 1),
                  field->series[s].kind, field->series[s].ink);
  for (guint s = 0; !field->n_series && s < MIN (chart->series->len, POPLENS_FIELD_MOST_SERIES);
       s++)
    if (!poplens_chart_series (chart, s)->hidden)
      choose_ink (self, s, poplens_layout_series_color (self->layout, s, 1),
                  poplens_chart_series (chart, s)->kind, poplens_chart_series (chart, s)->ink);
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Returns the first column that ends after @cycle; n_columns if there is none. */
static guint
first_ending (const PoplensFieldCells *cells, guint64 cycle)
{
  guint low = 0, high = cells->n_columns;

  POPLENS_SEARCH (low, high, at, cells->edges[at + 1] <= cycle);
  return low;
}

/* Finds the columns of cells for a pixel that shows cycles [@from, @to): columns that are mostly
 * within these cycles. If columns are wider than the pixel, takes the column at @from. */
static FieldColumn
find_column (const FieldPainter *self, guint64 from, guint64 to)
{
  FieldColumn column = {-1, 0, 0};

  for (guint l = 0; l < self->layers->len; l++) {
    const PoplensFieldCells *cells = self->layers->pdata[l];
    guint64 low = cells->edges[0], high = cells->edges[cells->n_columns];
    if (from >= high || to <= low || (column.layer >= 0 && (from < low || to > high)))
      continue;
    column.layer = (int) l;
    column.first = first_ending (cells, from);
    column.end = column.first + 1;
    while (column.end < cells->n_columns &&
           cells->edges[column.end] + cells->edges[column.end + 1] <= 2 * to)
      column.end++;
    /* Drop the first column if less than half of it is within the cycles of the pixel. */
    if (column.end > column.first + 1 &&
        cells->edges[column.first] + cells->edges[column.first + 1] < 2 * from)
      column.first++;
  }
  return column;
}

static void
place_columns (FieldPainter *self)
{
  const PoplensChartLayout *layout = self->layout;
  guint64 from = (guint64) MAX (layout->view.from, 0), last = from;

  self->columns = g_new (FieldColumn, self->width);
  for (guint x = 0; x < self->width; x++) {
    double end = poplens_item_axis_to_position (&layout->axis, layout->plot.x + x + 1);
    guint64 to = (guint64) MAX (floor (end), 0);
    /* If a cycle is wider than a pixel, several pixels show it. */
    if (to <= from)
      to = from + 1;
    self->columns[x] = find_column (self, from, to);
    last = MAX (last, (guint64) MAX (floor (end), 0));
    from = last;
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns the mean colour of the columns of cells that one pixel shows. */
static guint32
blend_columns (const FieldStripe *self, const FieldColumn *column, float scale)
{
  const FieldPainter *painter = self->painter;
  const FieldLayer *layer = &painter->shown[column->layer];
  gsize stride = poplens_field_whole_blocks (layer->end - layer->first);
  const float *mix = self->layers[column->layer].mix;
  float sums[3 * POPLENS_FIELD_BLOCK] = {0};
  guint32 pixels[POPLENS_FIELD_BLOCK];

  for (guint k = 0; k < 3; k++)
    for (guint c = column->first; c < column->end; c++)
      sums[k * POPLENS_FIELD_BLOCK] += mix[k * stride + c - layer->first];
  poplens_field_mix_pixels (sums, 1, &painter->background,
                            scale / (float) (column->end - column->first), pixels);
  return pixels[0];
}

static void
mix_lines (FieldStripe *self, guint from, guint to, float scale)
{
  const FieldPainter *painter = self->painter;

  for (guint l = 0; l < painter->layers->len; l++) {
    const FieldLayer *layer = &painter->shown[l];
    guint n = layer->end - layer->first, n_pieces;
    if (layer->first >= layer->end)
      continue;
    n_pieces = poplens_field_cells_pieces (layer->cells, from, to, self->pieces);
    poplens_field_mix (self->pieces, n_pieces, layer->cells->n_columns, layer->cells->n_series,
                       painter->inks, layer->first, n, self->layers[l].mix);
    poplens_field_mix_pixels (self->layers[l].mix, n, &painter->background, scale,
                              self->layers[l].pixels);
  }
}

static void
paint_row (FieldStripe *self, guint32 *pixels, guint from, guint to)
{
  const FieldPainter *painter = self->painter;
  float scale = 1 / (255.0f * (float) (to - from));

  mix_lines (self, from, to, scale);
  for (guint x = 0; x < painter->width; x++) {
    const FieldColumn *column = &painter->columns[x];
    if (column->layer < 0)
      pixels[x] = 0;
    else if (column->end == column->first + 1)
      pixels[x] =
          self->layers[column->layer].pixels[column->first - painter->shown[column->layer].first];
    else
      pixels[x] = blend_columns (self, column, scale);
  }
}

static void
paint_rows (FieldStripe *self)
{
  const FieldPainter *painter = self->painter;
  const PoplensLaneFieldBox *box = painter->box;
  gsize stride = (gsize) cairo_image_surface_get_stride (self->surface) / sizeof (guint32);
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (self->surface);
  guint last_from = G_MAXUINT, last_to = G_MAXUINT;

  for (guint y = self->top; y < self->bottom; y++) {
    guint32 *row = pixels + (y - painter->top) * stride;
    guint from = poplens_lane_field_lines_above (box, y - box->y);
    guint to = poplens_lane_field_lines_above (box, y - box->y + 1);
    /* No line begins in this pixel row: show the line that crosses it. */
    if (from >= to) {
      from = poplens_lane_field_line_at (box, y);
      to = from + 1;
    }
    if (from == last_from && to == last_to)
      memcpy (row, row - stride, painter->width * sizeof (guint32));
    else
      paint_row (self, row, from, to);
    last_from = from;
    last_to = to;
  }
}

/* Thread function. Writes only the rows of its stripe. */
static gpointer
paint_stripe (gpointer data)
{
  FieldStripe *self = data;
  const FieldPainter *painter = self->painter;
  guint n = painter->layers->len;

  self->pieces =
      g_new (PoplensFieldPiece, POPLENS_FIELD_PIECES ((gsize) painter->box->field->n_lines));
  self->layers = g_malloc0 (n * sizeof *self->layers);
  for (guint l = 0; l < n; l++) {
    const FieldLayer *layer = &painter->shown[l];
    guint room =
        layer->first < layer->end ? poplens_field_whole_blocks (layer->end - layer->first) : 0;
    self->layers[l].mix = g_new (float, 3 * (gsize) room);
    self->layers[l].pixels = g_new (guint32, room);
  }
  paint_rows (self);
  for (guint l = 0; l < n; l++) {
    g_free (self->layers[l].mix);
    g_free (self->layers[l].pixels);
  }
  g_free (self->layers);
  g_free (self->pieces);
  return NULL;
}

/* Paints on up to MOST_STRIPES threads, each with a part of the rows. */
static void
paint_stripes (const FieldPainter *self, cairo_surface_t *surface)
{
  guint rows = self->bottom - self->top;
  guint n =
      CLAMP (self->width * rows / LEAST_PIXELS, 1, MIN (g_get_num_processors (), MOST_STRIPES));
  FieldStripe stripes[MOST_STRIPES];
  GThread *threads[MOST_STRIPES];

  for (guint i = 0; i < n; i++) {
    stripes[i] = (FieldStripe){.painter = self,
                               .surface = surface,
                               .top = self->top + rows * i / n,
                               .bottom = self->top + rows * (i + 1) / n};
    threads[i] = i ? g_thread_try_new ("poplens-field", paint_stripe, &stripes[i], NULL) : NULL;
  }
  for (guint i = 0; i < n; i++)
    if (!threads[i])
      paint_stripe (&stripes[i]);
  for (guint i = 0; i < n; i++)
    if (threads[i])
      g_thread_join (threads[i]);
}

/* ---- a field --------------------------------------------------------------------------------- */

static void
painter_init (FieldPainter *self, PoplensChartLayout *layout, const PoplensLaneFieldBox *box)
{
  const PoplensRect *plot = &layout->plot;

  *self = (FieldPainter){.layout = layout,
                         .box = box,
                         .layers = box->field->klass->get_cells (box->field->data),
                         .width = (guint) MAX (plot->width, 1),
                         .top = (guint) MAX (box->y, plot->y),
                         .bottom = (guint) MIN (box->y + box->height, plot->y + plot->height)};
  choose_inks (self);
  place_columns (self);
  self->shown = g_new0 (FieldLayer, MAX (self->layers->len, 1));
  for (guint l = 0; l < self->layers->len; l++)
    self->shown[l] = (FieldLayer){self->layers->pdata[l], G_MAXUINT, 0};
  for (guint x = 0; x < self->width; x++)
    if (self->columns[x].layer >= 0) {
      FieldLayer *layer = &self->shown[self->columns[x].layer];
      layer->first = MIN (layer->first, self->columns[x].first);
      layer->end = MAX (layer->end, self->columns[x].end);
    }
}

static void
painter_clear (FieldPainter *self)
{
  g_free (self->shown);
  g_free (self->columns);
  g_ptr_array_unref (self->layers);
}

static gboolean
knows_nothing (const FieldPainter *self)
{
  for (guint x = 0; x < self->width; x++)
    if (self->columns[x].layer >= 0)
      return FALSE;
  return TRUE;
}

/* Shows the note of a field. @in_middle: TRUE: in the middle of the field; FALSE: in its lower left
 * corner, on a background. */
static void
say_note (FieldPainter *self, gboolean in_middle)
{
  PoplensChartLayout *layout = self->layout;
  const PoplensLaneField *field = self->box->field;
  g_autofree char *note = field->klass->get_note (field->data);
  PoplensTextSpec spec = {layout->plot.x + layout->plot.width / 2,
                          (self->top + self->bottom) / 2.0,
                          0.5,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          layout->plot.width,
                          PANGO_ELLIPSIZE_END};
  PoplensRect rect;

  if (!note || self->bottom < self->top + POPLENS_LANE_HEIGHT)
    return;
  if (!in_middle) {
    spec.x = layout->plot.x + NOTE_INSET;
    spec.y = self->bottom - NOTE_HEIGHT / 2;
    spec.align = 0;
    spec.max_width -= 2 * NOTE_INSET;
  }
  rect = poplens_layout_text (layout, note, &spec);
  if (in_middle)
    return;
  poplens_layout_begin (layout, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (layout, POPLENS_INK_BACKGROUND, 0.9));
  poplens_layout_box (layout, layout->plot.x, self->bottom - NOTE_HEIGHT,
                      ceil (rect.width) + 2 * NOTE_INSET, NOTE_HEIGHT);
}

/* Adds as many names of lines to the gutter as fit. */
static void
add_names (FieldPainter *self)
{
  PoplensChartLayout *layout = self->layout;
  const PoplensLaneFieldBox *box = self->box;
  double line_height = box->height / box->field->n_lines;
  guint step = (guint) MAX (ceil (LABEL_EVERY / line_height), 1);

  if (line_height >= POPLENS_TEXT_TICK + 3)
    step = 1;
  for (guint line = 0; line < box->field->n_lines; line += step) {
    double middle = box->y + (line + 0.5) * line_height;
    g_autofree char *name = NULL;
    PoplensTextSpec spec = {layout->plot.x - 8,   MAX (middle, box->y + 8), 1,
                            POPLENS_TEXT_TICK,    POPLENS_INK_DIM,          layout->plot.x - 12,
                            PANGO_ELLIPSIZE_START};
    if (middle < layout->plot.y + 6 || middle > layout->plot.y + layout->plot.height - 6)
      continue;
    name = box->field->klass->name_line (box->field->data, line);
    if (name)
      poplens_layout_text (layout, name, &spec);
  }
}

static void
draw_field (PoplensChartLayout *layout, const PoplensLaneFieldBox *box)
{
  FieldPainter self;
  cairo_surface_t *surface;

  if (!box->field->n_lines)
    return;
  painter_init (&self, layout, box);
  if (self.bottom > self.top && !knows_nothing (&self)) {
    PoplensRect rect = {layout->plot.x, self.top, self.width, self.bottom - self.top};
    surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) self.width,
                                          (int) (self.bottom - self.top));
    cairo_surface_flush (surface);
    paint_stripes (&self, surface);
    cairo_surface_mark_dirty (surface);
    poplens_layout_image (layout, surface, rect, rect);
    say_note (&self, FALSE);
  } else if (self.bottom > self.top) {
    say_note (&self, TRUE);
  }
  add_names (&self);
  painter_clear (&self);
}

void
poplens_lane_draw_fields (PoplensChartLayout *self)
{
  for (guint i = 0; i < poplens_lanes_layout (self)->fields->len; i++)
    draw_field (self, &g_array_index (poplens_lanes_layout (self)->fields, PoplensLaneFieldBox, i));
}

/* ---- selection ------------------------------------------------------------------------------- */

/* Returns the selected cycles of lines [@from, @to), from the first to the last cycle. FALSE if no
 * cycle is selected. */
static gboolean
selected_of (const PoplensLaneField *field, guint from, guint to, guint64 *first, guint64 *last)
{
  gboolean any = FALSE;

  for (guint line = from; line < to; line++) {
    guint64 a, b;
    if (!field->klass->get_selected (field->data, line, &a, &b))
      continue;
    *first = any ? MIN (*first, a) : a;
    *last = any ? MAX (*last, b) : b;
    any = TRUE;
  }
  return any;
}

/* Draws a vertical line over a wider line in the background colour, so that the line is visible on
 * steps of a similar colour. */
static void
draw_edge (const PoplensChartLayout *self, cairo_t *cr, double x, double y, double height)
{
  poplens_overlay_fill (self, cr, (PoplensRect){x - 2, y, 4, height}, POPLENS_INK_BACKGROUND, 0.8);
  poplens_overlay_fill (self, cr, (PoplensRect){x - 1, y, 2, height}, POPLENS_INK_SELECTION, 1);
}

static void
draw_selected (const PoplensChartLayout *self, cairo_t *cr, const PoplensLaneFieldBox *box)
{
  const PoplensRect *plot = &self->plot;
  double top = MAX (box->y, plot->y), bottom = MIN (box->y + box->height, plot->y + plot->height);
  double end;

  for (double y = top; y < bottom; y = end) {
    guint from = poplens_lane_field_lines_above (box, y - box->y);
    guint to = poplens_lane_field_lines_above (box, y - box->y + 1);
    guint64 first, last;
    double x0, x1;
    /* If no line begins in this pixel row, take the line that crosses the row. */
    from = MIN (from, to - 1);
    for (end = y + 1; end < bottom && to == from + 1 &&
                      poplens_lane_field_lines_above (box, end - box->y + 1) == to;)
      end++;
    if (!selected_of (box->field, from, to, &first, &last) || (double) last <= self->view.from ||
        (double) first >= self->view.to)
      continue;
    x0 = round (poplens_item_axis_to_x (&self->axis, (double) first, FALSE));
    x1 = MAX (round (poplens_item_axis_to_x (&self->axis, (double) last, TRUE)), x0 + 1);
    poplens_overlay_fill (self, cr, (PoplensRect){x0, y, x1 - x0, end - y}, POPLENS_INK_SELECTION,
                          SPAN_VEIL);
    draw_edge (self, cr, x0, y, end - y);
    draw_edge (self, cr, x1, y, end - y);
  }
}

void
poplens_lane_draw_field_overlay (const PoplensChartLayout *self, cairo_t *cr)
{
  for (guint i = 0; i < poplens_lanes_layout (self)->fields->len; i++)
    draw_selected (self, cr,
                   &g_array_index (poplens_lanes_layout (self)->fields, PoplensLaneFieldBox, i));
}
