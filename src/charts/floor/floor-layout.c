/* Lays out a FLOOR chart: arranges plans in the plot, applies the view, and draws the cells. */
#include "charts/floor/floor-private.h"

#include <math.h>

/* ---- cells ----------------------------------------------------------------------------------- */

/* Least size of a cell in pixels at which lines are drawn between cells. */
#define GRID_FROM 8
#define GRID_ALPHA 0.45
/* Least size in pixels of a cell that gets an outline. Smaller cells are filled instead. */
#define OUTLINE_FROM 3
#define CASING_FROM 10
#define LABEL_WIDTH 40
#define LABEL_HEIGHT 16
#define VALUE_WIDTH 62
#define VALUE_HEIGHT 34
#define MOST_LABELS 600

/* ---- bins ------------------------------------------------------------------------------------ */

void
poplens_floor_bin (guint bin, guint bins, guint n, guint *from, guint *end)
{
  *from = (guint) (((guint64) bin * n + bins - 1) / bins);
  *end = (guint) (((guint64) (bin + 1) * n + bins - 1) / bins);
}

static guint64
value_at (const PoplensChartLayout *self, gsize item)
{
  const PoplensFloorLayout *floor = self->data;

  return poplens_chart_series (self->chart, (guint) floor->series)->values[item];
}

/* TRUE if @item has a higher value than item @than. An unknown value is lower than 0. */
static gboolean
is_higher (const PoplensChartLayout *self, guint32 item, guint32 than)
{
  guint64 a, b;

  if (than == POPLENS_FLOOR_NO_ITEM)
    return TRUE;
  a = value_at (self, item);
  b = value_at (self, than);
  return a != POPLENS_FLOOR_NONE && (b == POPLENS_FLOOR_NONE || a > b);
}

guint32
poplens_floor_bin_item (const PoplensChartLayout *self, guint group, guint x, guint y,
                        gsize *n_items)
{
  const PoplensFloorGroup *g = poplens_floor_group (self->chart, group);
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  guint32 best = POPLENS_FLOOR_NO_ITEM;
  guint x0, x1, y0, y1;
  gsize n = 0;

  poplens_floor_bin (x, plan->bins_x, g->columns, &x0, &x1);
  poplens_floor_bin (y, plan->bins_y, g->rows, &y0, &y1);
  for (guint row = y0; row < y1; row++)
    for (guint column = x0; column < x1; column++) {
      guint32 item = g->items[(gsize) row * g->columns + column];
      if (item == POPLENS_FLOOR_NO_ITEM)
        continue;
      n++;
      if (is_higher (self, item, best))
        best = item;
    }
  if (n_items)
    *n_items = n;
  return best;
}

/* Finds the visible bins (drawn cells) [x0, x1) × [y0, y1). FALSE if no bin is visible. */
static gboolean
floor_bins_in_view (const PoplensChartLayout *self, guint group, guint *x0, guint *y0, guint *x1,
                    guint *y1)
{
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  const PoplensRect *r = &plan->rect, *plot = &self->plot;
  double width, height;

  if (!plan->bins_x || !plan->bins_y || r->x >= plot->x + plot->width ||
      r->y >= plot->y + plot->height || r->x + r->width <= plot->x || r->y + r->height <= plot->y)
    return FALSE;
  width = r->width / plan->bins_x;
  height = r->height / plan->bins_y;
  *x0 = (guint) CLAMP (floor ((plot->x - r->x) / width), 0, plan->bins_x);
  *y0 = (guint) CLAMP (floor ((plot->y - r->y) / height), 0, plan->bins_y);
  *x1 = (guint) CLAMP (ceil ((plot->x + plot->width - r->x) / width), 0, plan->bins_x);
  *y1 = (guint) CLAMP (ceil ((plot->y + plot->height - r->y) / height), 0, plan->bins_y);
  return *x0 < *x1 && *y0 < *y1;
}

PoplensRect
poplens_floor_bins_rect (const PoplensFloorPlan *plan, guint x0, guint y0, guint x1, guint y1)
{
  double width = plan->rect.width / plan->bins_x, height = plan->rect.height / plan->bins_y;
  double left = poplens_floor_pixel (plan->rect.x + x0 * width),
         right = poplens_floor_pixel (plan->rect.x + x1 * width);
  double top = poplens_floor_pixel (plan->rect.y + y0 * height),
         bottom = poplens_floor_pixel (plan->rect.y + y1 * height);

  return (PoplensRect){left, top, right - left, bottom - top};
}

static gboolean
clip_rect (PoplensRect *rect, const PoplensRect *clip)
{
  double right = MIN (rect->x + rect->width, clip->x + clip->width);
  double bottom = MIN (rect->y + rect->height, clip->y + clip->height);

  rect->x = MAX (rect->x, clip->x);
  rect->y = MAX (rect->y, clip->y);
  rect->width = right - rect->x;
  rect->height = bottom - rect->y;
  return rect->width > 0 && rect->height > 0;
}

static void
add_clipped (PoplensChartLayout *self, PoplensRect rect)
{
  if (clip_rect (&rect, &self->plot))
    poplens_layout_box (self, rect.x, rect.y, rect.width, rect.height);
}

/* ---- outlines -------------------------------------------------------------------------------- */

/* The bins (drawn cells) of a plan that are in a shape, such as the bad cells. The mask extends one
 * bin beyond the view, so that the edge of the view gets no outline. */
typedef struct {
  const PoplensFloorPlan *plan;
  guint x0, y0, x1, y1, stride;
  guint8 *in; /* 1: the bin is in the shape; the first and last row and column are always 0 */
} ShapeMask;

static gboolean
any_in (const PoplensChartLayout *self, guint group, guint x, guint y, PoplensFloorIsIn is_in,
        gconstpointer data)
{
  const PoplensFloorGroup *g = poplens_floor_group (self->chart, group);
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  guint x0, x1, y0, y1;

  poplens_floor_bin (x, plan->bins_x, g->columns, &x0, &x1);
  poplens_floor_bin (y, plan->bins_y, g->rows, &y0, &y1);
  for (guint row = y0; row < y1; row++)
    for (guint column = x0; column < x1; column++) {
      guint32 item = g->items[(gsize) row * g->columns + column];
      if (item != POPLENS_FLOOR_NO_ITEM && is_in (self, item, data))
        return TRUE;
    }
  return FALSE;
}

/* Finds the shape: all bins with an item for which @is_in is TRUE. FALSE if no visible bin is in
 * the shape. */
static gboolean
mask_init (ShapeMask *self, const PoplensChartLayout *layout, guint group, PoplensFloorIsIn is_in,
           gconstpointer data)
{
  gboolean any = FALSE;

  self->plan = poplens_floor_plan (layout, group);
  if (!floor_bins_in_view (layout, group, &self->x0, &self->y0, &self->x1, &self->y1))
    return FALSE;
  self->x0 -= self->x0 > 0;
  self->y0 -= self->y0 > 0;
  self->x1 += self->x1 < self->plan->bins_x;
  self->y1 += self->y1 < self->plan->bins_y;
  self->stride = self->x1 - self->x0 + 2;
  self->in = g_new0 (guint8, (gsize) self->stride * (self->y1 - self->y0 + 2));
  for (guint y = self->y0; y < self->y1; y++)
    for (guint x = self->x0; x < self->x1; x++)
      any |= self->in[(y - self->y0 + 1) * self->stride + x - self->x0 + 1] =
          any_in (layout, group, x, y, is_in, data);
  if (!any)
    g_clear_pointer (&self->in, g_free);
  return any;
}

/* TRUE if bin (@x, @y) is in the shape, and its neighbour (@x + @dx, @y + @dy) is not. If @dx and
 * @dy are 0, TRUE if the bin is in the shape. */
static gboolean
is_edge (const ShapeMask *self, guint x, guint y, int dx, int dy)
{
  const guint8 *at = &self->in[(y - self->y0 + 1) * self->stride + x - self->x0 + 1];

  return at[0] && ((!dx && !dy) || !at[dy * (int) self->stride + dx]);
}

/* Calls @edge with one rectangle for adjacent bins of the shape in a row. @dy: −1: upper border of
 * the bins; 1: lower border; 0: the whole bins. @width: of a border, in pixels. */
static void
emit_rows (const ShapeMask *self, int dy, double width, PoplensFloorEdge edge, gpointer data)
{
  for (guint y = self->y0; y < self->y1; y++)
    for (guint x = self->x0; x < self->x1; x++) {
      guint from = x;
      PoplensRect r;
      while (x < self->x1 && is_edge (self, x, y, 0, dy))
        x++;
      if (x == from)
        continue;
      r = poplens_floor_bins_rect (self->plan, from, y, x, y + 1);
      if (dy > 0)
        r.y += r.height - MIN (width, r.height);
      if (dy)
        r.height = MIN (width, r.height);
      edge (r, data);
    }
}

static void
emit_columns (const ShapeMask *self, int dx, double width, PoplensFloorEdge edge, gpointer data)
{
  for (guint x = self->x0; x < self->x1; x++)
    for (guint y = self->y0; y < self->y1; y++) {
      guint from = y;
      PoplensRect r;
      while (y < self->y1 && is_edge (self, x, y, dx, 0))
        y++;
      if (y == from)
        continue;
      r = poplens_floor_bins_rect (self->plan, x, from, x + 1, y);
      if (dx > 0)
        r.x += r.width - MIN (width, r.width);
      r.width = MIN (width, r.width);
      edge (r, data);
    }
}

void
poplens_floor_outline (const PoplensChartLayout *self, PoplensFloorIsIn is_in, gconstpointer data,
                       double width, PoplensFloorEdge edge, gpointer edge_data)
{
  const PoplensFloorLayout *floor = poplens_floor_layout (self);
  gboolean fill = width <= 0 || MIN (floor->cell_width, floor->cell_height) < OUTLINE_FROM;
  ShapeMask mask;

  for (guint i = 0; i < floor->plans->len; i++) {
    if (!mask_init (&mask, self, i, is_in, data))
      continue;
    if (fill) {
      emit_rows (&mask, 0, 0, edge, edge_data);
    } else {
      emit_rows (&mask, -1, width, edge, edge_data);
      emit_rows (&mask, 1, width, edge, edge_data);
      emit_columns (&mask, -1, width, edge, edge_data);
      emit_columns (&mask, 1, width, edge, edge_data);
    }
    g_free (mask.in);
  }
}

static void
add_edge (PoplensRect rect, gpointer data)
{
  add_clipped (data, rect);
}

static gboolean
is_bad (const PoplensChartLayout *self, gsize item, gconstpointer data)
{
  return poplens_floor_is_bad (self->chart, item);
}

static gboolean
is_unknown (const PoplensChartLayout *self, gsize item, gconstpointer data)
{
  return value_at (self, item) == POPLENS_FLOOR_NONE;
}

/* ---- pictures -------------------------------------------------------------------------------- */

static double
floor_layout_part_of (const PoplensChartLayout *self, guint64 value)
{
  const PoplensFloorLayout *f = self->data;

  if (value <= f->low)
    return 0;
  return f->high > f->low ? (double) (value - f->low) / (double) (f->high - f->low) : 0;
}

PoplensColor
poplens_floor_color (const PoplensChartLayout *self, guint64 value)
{
  return poplens_ramp (floor_layout_part_of (self, value), self->theme);
}

static guint32
rgb_of (PoplensColor color)
{
  return 0xff000000u | (guint32) lround (color.red * 255) << 16 |
         (guint32) lround (color.green * 255) << 8 | (guint32) lround (color.blue * 255);
}

static void
add_picture (PoplensChartLayout *self, guint group)
{
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  double width = plan->rect.width / MAX (plan->bins_x, 1);
  double height = plan->rect.height / MAX (plan->bins_y, 1);
  guint x0, y0, x1, y1;
  cairo_surface_t *surface;

  if (!floor_bins_in_view (self, group, &x0, &y0, &x1, &y1))
    return;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (x1 - x0), (int) (y1 - y0));
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS) {
    cairo_surface_destroy (surface);
    return;
  }
  cairo_surface_flush (surface);
  for (guint y = y0; y < y1; y++) {
    guint32 *line =
        (guint32 *) (void *) (cairo_image_surface_get_data (surface) +
                              (gsize) (y - y0) * cairo_image_surface_get_stride (surface));
    for (guint x = x0; x < x1; x++) {
      guint32 item = poplens_floor_bin_item (self, group, x, y, NULL);
      guint64 value = item == POPLENS_FLOOR_NO_ITEM ? POPLENS_FLOOR_NONE : value_at (self, item);
      line[x - x0] = value == POPLENS_FLOOR_NONE ? 0 : rgb_of (poplens_floor_color (self, value));
    }
  }
  cairo_surface_mark_dirty (surface);
  poplens_layout_image (self, surface,
                        (PoplensRect){plan->rect.x + x0 * width, plan->rect.y + y0 * height,
                                      (x1 - x0) * width, (y1 - y0) * height},
                        self->plot);
}

static void
add_grid (PoplensChartLayout *self, guint group)
{
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  guint x0, y0, x1, y1;
  PoplensRect r;

  if (!floor_bins_in_view (self, group, &x0, &y0, &x1, &y1))
    return;
  for (guint x = x0 + 1; x < x1; x++) {
    r = poplens_floor_bins_rect (plan, x, y0, x + 1, y1);
    r.width = 1;
    add_clipped (self, r);
  }
  for (guint y = y0 + 1; y < y1; y++) {
    r = poplens_floor_bins_rect (plan, x0, y, x1, y + 1);
    r.height = 1;
    add_clipped (self, r);
  }
}

/* Adds a line around the plan, so that pale cells have a visible end. */
static void
add_frame (PoplensChartLayout *self, guint group)
{
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  PoplensRect r;

  if (!plan->bins_x)
    return;
  r = poplens_floor_bins_rect (plan, 0, 0, plan->bins_x, plan->bins_y);
  add_clipped (self, (PoplensRect){r.x - 1, r.y - 1, r.width + 2, 1});
  add_clipped (self, (PoplensRect){r.x - 1, r.y + r.height, r.width + 2, 1});
  add_clipped (self, (PoplensRect){r.x - 1, r.y, 1, r.height});
  add_clipped (self, (PoplensRect){r.x + r.width, r.y, 1, r.height});
}

/* ---- numbers in large cells ------------------------------------------------------------------ */

static void
floor_layout_add_text (PoplensChartLayout *self, const PoplensRect *cell, const char *text,
                       double y, guint size, PoplensColor color)
{
  PoplensTextSpec spec = {
      cell->x + cell->width / 2, y, 0.5, size, POPLENS_INK_FOREGROUND, cell->width - 6,
      PANGO_ELLIPSIZE_END};

  poplens_layout_text (self, text, &spec);
  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color = color;
}

static void
floor_layout_add_label (PoplensChartLayout *self, const PoplensRect *cell, guint32 item)
{
  guint64 value = value_at (self, item);
  gboolean known = value != POPLENS_FLOOR_NONE;
  gboolean both = known && cell->width >= VALUE_WIDTH && cell->height >= VALUE_HEIGHT;
  PoplensColor color = known ? poplens_ramp_text (floor_layout_part_of (self, value), self->theme)
                             : poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1);
  double middle = cell->y + cell->height / 2;
  PoplensNumber text;

  floor_layout_add_text (self, cell, poplens_chart_get_item_label (self->chart, item, text),
                         both ? middle - 8 : middle, POPLENS_TEXT_LABEL, color);
  if (both)
    floor_layout_add_text (self, cell, poplens_chart_format_value (self->chart, text, value),
                           middle + 8, POPLENS_TEXT_TICK, color);
}

/* Adds labels to cells that are completely in view. */
static void
add_labels (PoplensChartLayout *self, guint group)
{
  const PoplensFloorPlan *plan = poplens_floor_plan (self, group);
  const PoplensRect *plot = &self->plot;
  guint x0, y0, x1, y1;

  if (!floor_bins_in_view (self, group, &x0, &y0, &x1, &y1))
    return;
  for (guint y = y0; y < y1; y++)
    for (guint x = x0; x < x1 && self->texts->len < MOST_LABELS; x++) {
      PoplensRect r = poplens_floor_bins_rect (plan, x, y, x + 1, y + 1);
      guint32 item = poplens_floor_bin_item (self, group, x, y, NULL);
      if (item != POPLENS_FLOOR_NO_ITEM && r.x >= plot->x && r.y >= plot->y &&
          r.x + r.width <= plot->x + plot->width && r.y + r.height <= plot->y + plot->height)
        floor_layout_add_label (self, &r, item);
    }
}

/* ---- all of the cells ------------------------------------------------------------------------ */

/* Outlines bad cells by a line in the colour of the limit, and a white line inside it. At least one
 * of both lines is visible on any colour of the ramp. */
static void
add_bad (PoplensChartLayout *self)
{
  double least =
      MIN (poplens_floor_layout (self)->cell_width, poplens_floor_layout (self)->cell_height);
  double width = least >= GRID_FROM ? 2 : 1;
  PoplensColor ink = poplens_ink (POPLENS_INK_LIMIT, (PoplensTheme){FALSE, 0}),
               white = {1, 1, 1, 0.8};

  if (!poplens_floor (self->chart)->bad)
    return;
  /* Stripes show which side of the outline is bad. Without stripes, an outline around most cells
   * would seem to mark the good cells. */
  if (least >= OUTLINE_FROM) {
    poplens_layout_begin (self, POPLENS_DRAW_STRIPES, POPLENS_PART_FURNITURE, -1, ink);
    poplens_floor_outline (self, is_bad, NULL, 0, add_edge, self);
  }
  if (least >= CASING_FROM) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1, white);
    poplens_floor_outline (self, is_bad, NULL, width + 1, add_edge, self);
  }
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_EDGE, -1, ink);
  poplens_floor_outline (self, is_bad, NULL, width, add_edge, self);
}

/* Draws the images of the plans, and marks unknown and bad cells. */
static void
floor_add_cells (PoplensChartLayout *self)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);
  double least = MIN (f->cell_width, f->cell_height);

  for (guint i = 0; i < f->plans->len; i++)
    add_picture (self, i);
  poplens_layout_begin (self, POPLENS_DRAW_HATCH, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.6));
  poplens_floor_outline (self, is_unknown, NULL, 0, add_edge, self);
  if (least >= GRID_FROM) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_BACKGROUND, GRID_ALPHA));
    for (guint i = 0; i < f->plans->len; i++)
      add_grid (self, i);
  }
  add_bad (self);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.55));
  for (guint i = 0; i < f->plans->len; i++)
    add_frame (self, i);
  if (f->cell_width < LABEL_WIDTH || f->cell_height < LABEL_HEIGHT)
    return;
  for (guint i = 0; i < f->plans->len; i++)
    add_labels (self, i);
}

/* ---- layout ---------------------------------------------------------------------------------- */

#define TOP_PADDING 6
#define PLAN_GAP 14
#define NARROW_GAP 4
#define NAME 18
/* A plan narrower or lower than this many pixels has no name. */
#define NAME_WIDTH 36
#define NAME_HEIGHT 24
/* Least height in pixels of a chart that has a legend. */
#define LEGEND_FROM 100
/* Maximum ratio of the sides of a cell. Plans of cells that are not square can fill more of the
 * plot. */
#define LONGEST 1.6
/* Cells of at least this size in pixels are rounded to whole pixels, so that all cells are
 * equal. */
#define WHOLE_FROM 4
/* Maximum size of a cell in pixels when zooming in. */
#define LARGEST_CELL 96

void
poplens_floor_layout_free (gpointer data)
{
  PoplensFloorLayout *self = data;

  g_array_unref (self->plans);
  g_array_unref (self->origins);
  g_free (self);
}

/* ---- arranging ------------------------------------------------------------------------------- */

typedef struct {
  guint across;
  double name;          /* height of a plan's name */
  double width, height; /* size of a cell in pixels */
} PlanArrangement;

static double
whole_pixels (double size)
{
  return size >= WHOLE_FROM ? floor (size) : size;
}

static double
gap_for (double name)
{
  return name > 0 ? PLAN_GAP : NARROW_GAP;
}

static PlanArrangement
arrange_plans (const PoplensRect *plot, double name, guint n, guint across, guint columns,
               guint rows)
{
  double width = plot->width, height = plot->height, gap = gap_for (name);
  guint down = (n + across - 1) / across;
  PlanArrangement a = {across, name, 0, 0};

  a.width = MAX (width - 2 - (across - 1.0) * gap, 1) / across / columns;
  a.height = MAX (height - 2 - (down - 1.0) * gap - down * name, 1) / down / rows;
  a.width = whole_pixels (MIN (a.width, a.height * LONGEST));
  a.height = whole_pixels (MIN (a.height, a.width * LONGEST));
  return a;
}

static void
place_origins (PoplensChartLayout *self, const PlanArrangement *a, guint columns, guint rows)
{
  const GArray *groups = poplens_floor (self->chart)->groups;
  guint down = (groups->len + a->across - 1) / a->across;
  double width = a->width * columns, height = a->height * rows + a->name, gap = gap_for (a->name);
  double left = floor ((self->plot.width - width * a->across - gap * (a->across - 1.0)) / 2);
  double top = floor ((self->plot.height - height * down - gap * (down - 1.0)) / 2);

  for (guint i = 0; i < groups->len; i++) {
    const PoplensFloorGroup *group = poplens_floor_group (self->chart, i);
    PoplensRect rect = {MAX (left, 0) + (i % a->across) * (width + gap),
                        MAX (top, 0) + a->name + floor (i / a->across) * (height + gap),
                        a->width * group->columns, a->height * group->rows};
    g_array_append_val (poplens_floor_layout (self)->origins, rect);
  }
}

/* Tries all numbers of plans per row, and returns the arrangement with the largest cells. @name:
 * height in pixels of the name above a plan. */
static PlanArrangement
best_of (const PoplensChartLayout *self, double name, guint columns, guint rows)
{
  guint n = poplens_floor (self->chart)->groups->len;
  PlanArrangement best = {0};

  for (guint across = 1; across <= n; across++) {
    PlanArrangement a = arrange_plans (&self->plot, name, n, across, columns, rows);
    if (a.width * a.height > best.width * best.height)
      best = a;
  }
  return best;
}

/* Chooses how plans are arranged in rows, and whether they have names. FALSE if no plan has
 * cells. */
static gboolean
choose_arrangement (PoplensChartLayout *self)
{
  PoplensFloorLayout *floor = poplens_floor_layout (self);
  const GArray *groups = poplens_floor (self->chart)->groups;
  PlanArrangement best = {0};
  guint columns = 0, rows = 0;

  for (guint i = 0; i < groups->len; i++) {
    columns = MAX (columns, poplens_floor_group (self->chart, i)->columns);
    rows = MAX (rows, poplens_floor_group (self->chart, i)->rows);
  }
  if (!columns || !rows)
    return FALSE;
  best = best_of (self, NAME, columns, rows);
  if (best.width * columns < NAME_WIDTH || best.height * rows < NAME_HEIGHT)
    best = best_of (self, 0, columns, rows);
  floor->across = best.across;
  floor->name_height = best.name;
  floor->base_width = best.width;
  floor->base_height = best.height;
  place_origins (self, &best, columns, rows);
  return TRUE;
}

/* ---- the view -------------------------------------------------------------------------------- */

static const PoplensRect *
origin_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_floor_layout (self)->origins, PoplensRect, i);
}

static double
clamp_focus (double focus, double size, double zoom)
{
  return CLAMP (focus, size / zoom / 2, size - size / zoom / 2);
}

static double
distance_to_rect (const PoplensRect *rect, double x, double y)
{
  return hypot (MAX (MAX (rect->x - x, x - rect->x - rect->width), 0),
                MAX (MAX (rect->y - y, y - rect->y - rect->height), 0));
}

/* Returns the view with magnification @zoom whose middle is the point (@x, @y), in pixels at zoom
 * 1. */
static PoplensChartView
view_of (const PoplensChartLayout *self, double zoom, double x, double y)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);
  PoplensChartView view = self->view;
  double least = INFINITY, most;

  view.zoom = view.column = view.row = 0;
  view.group = 0;
  most = MAX (LARGEST_CELL / MAX (MIN (f->base_width, f->base_height), 1e-3), 1);
  zoom = MIN (zoom, most);
  if (!(zoom > 1.0001))
    return view;
  x = clamp_focus (x, f->canvas_width, zoom);
  y = clamp_focus (y, f->canvas_height, zoom);
  view.zoom = zoom;
  for (guint i = 0; i < f->origins->len; i++) {
    const PoplensRect *rect = origin_at (self, i);
    if (!(rect->width > 0) || distance_to_rect (rect, x, y) >= least)
      continue;
    least = distance_to_rect (rect, x, y);
    view.group = i;
    view.column = (x - rect->x) / f->base_width;
    view.row = (y - rect->y) / f->base_height;
  }
  return view;
}

static void
choose_focus (PoplensChartLayout *self)
{
  PoplensFloorLayout *f = poplens_floor_layout (self);
  const PoplensChartView *view = &self->view;

  f->canvas_width = self->plot.width;
  f->canvas_height = self->plot.height;
  f->zoom = 1;
  f->focus_x = f->canvas_width / 2;
  f->focus_y = f->canvas_height / 2;
  if (view->zoom > 1) {
    const PoplensRect *rect = origin_at (self, view->group);
    self->view = view_of (self, view->zoom, rect->x + view->column * f->base_width,
                          rect->y + view->row * f->base_height);
  }
  if (self->view.zoom > 1) {
    const PoplensRect *rect = origin_at (self, self->view.group);
    f->zoom = self->view.zoom;
    f->focus_x = rect->x + self->view.column * f->base_width;
    f->focus_y = rect->y + self->view.row * f->base_height;
  }
  f->cell_width = f->base_width * f->zoom;
  f->cell_height = f->base_height * f->zoom;
}

static double
canvas_x (const PoplensChartLayout *self, double x)
{
  return poplens_floor_layout (self)->focus_x +
         (x - self->plot.x - self->plot.width / 2) / poplens_floor_layout (self)->zoom;
}

static double
canvas_y (const PoplensChartLayout *self, double y)
{
  return poplens_floor_layout (self)->focus_y +
         (y - self->plot.y - self->plot.height / 2) / poplens_floor_layout (self)->zoom;
}

PoplensChartView
poplens_floor_zoom (const PoplensChartLayout *self, double factor, double x, double y)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);
  double zoom = MAX (f->zoom * factor, 1), at_x, at_y;

  if (!poplens_floor_layout (self)->plans->len || !isfinite (zoom) || !isfinite (x) ||
      !isfinite (y))
    return self->view;
  zoom = MIN (zoom, MAX (LARGEST_CELL / MAX (MIN (f->base_width, f->base_height), 1e-3), 1));
  at_x = canvas_x (self, x) - (x - self->plot.x - self->plot.width / 2) / zoom;
  at_y = canvas_y (self, y) - (y - self->plot.y - self->plot.height / 2) / zoom;
  return view_of (self, zoom, at_x, at_y);
}

PoplensChartView
poplens_floor_pan (const PoplensChartLayout *self, double dx, double dy)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);

  if (!f->plans->len || !isfinite (dx) || !isfinite (dy))
    return self->view;
  return view_of (self, f->zoom, f->focus_x + dx / f->zoom, f->focus_y + dy / f->zoom);
}

PoplensChartView
poplens_floor_fit (const PoplensChartLayout *self, const PoplensItemRange *ranges, guint n)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);
  double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY, zoom;
  PoplensFloorCell cell;

  for (guint r = 0; r < n; r++)
    for (gsize i = ranges[r].from; i < MIN (ranges[r].to, self->chart->n_items); i++) {
      const PoplensRect *rect;
      if (!f->plans->len || !poplens_chart_get_floor_cell (self->chart, i, &cell))
        continue;
      rect = origin_at (self, cell.group);
      x0 = MIN (x0, rect->x + cell.column * f->base_width);
      x1 = MAX (x1, rect->x + (cell.column + 1) * f->base_width);
      y0 = MIN (y0, rect->y + cell.row * f->base_height);
      y1 = MAX (y1, rect->y + (cell.row + 1) * f->base_height);
    }
  if (!(x1 > x0))
    return self->view;
  /* Leave space for one cell on each side. */
  zoom = MIN (self->plot.width / (x1 - x0 + 2 * f->base_width),
              self->plot.height / (y1 - y0 + 2 * f->base_height));
  return view_of (self, zoom, (x0 + x1) / 2, (y0 + y1) / 2);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static guint
count_bins (double pixels, guint n)
{
  return pixels >= n ? n : (guint) CLAMP (floor (pixels), 1, n);
}

static void
place_plans (PoplensChartLayout *self)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);

  for (guint i = 0; i < f->origins->len; i++) {
    const PoplensFloorGroup *group = poplens_floor_group (self->chart, i);
    const PoplensRect *origin = origin_at (self, i);
    PoplensFloorPlan plan = {0};
    plan.rect.x = round (self->plot.x + self->plot.width / 2 + (origin->x - f->focus_x) * f->zoom);
    plan.rect.y = round (self->plot.y + self->plot.height / 2 + (origin->y - f->focus_y) * f->zoom);
    if (group->columns && group->rows) {
      plan.rect.width = MAX (origin->width * f->zoom, 1);
      plan.rect.height = MAX (origin->height * f->zoom, 1);
      plan.bins_x = count_bins (plan.rect.width, group->columns);
      plan.bins_y = count_bins (plan.rect.height, group->rows);
    }
    g_array_append_val (f->plans, plan);
  }
}

/* Adds the name of a plan. The name stays in view while a part of the plan is in view. */
static void
floor_layout_add_name (PoplensChartLayout *self, guint i)
{
  const PoplensRect *plan = &poplens_floor_plan (self, i)->rect, *plot = &self->plot;
  const char *name = poplens_floor_group (self->chart, i)->name;
  double left = MAX (plan->x, plot->x), right = MIN (plan->x + plan->width, plot->x + plot->width);
  double y = MAX (plan->y - NAME, plot->y) + NAME / 2;
  PoplensTextSpec spec = {
      left, y, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, right - left, PANGO_ELLIPSIZE_END};
  gboolean pinned = plan->y - NAME < plot->y;
  PoplensRect text;

  if (!*name || !(poplens_floor_layout (self)->name_height > 0) || right - left < 12 ||
      plan->y + plan->height < plot->y + NAME || plan->y - NAME >= plot->y + plot->height - NAME)
    return;
  spec.x += pinned ? 4 : 0;
  text = poplens_layout_text (self, name, &spec);
  if (!pinned)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.85));
  poplens_layout_box (self, floor (text.x) - 4, y - NAME / 2, ceil (text.width) + 8, NAME);
}

void
poplens_floor_lay_out (PoplensChartLayout *self)
{
  double width = self->width - 2 * POPLENS_PADDING, y = TOP_PADDING;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  PoplensFloorLayout *f = self->data = g_new0 (PoplensFloorLayout, 1);
  guint64 least, largest;

  f->plans = g_array_new (FALSE, FALSE, sizeof (PoplensFloorPlan));
  f->origins = g_array_new (FALSE, FALSE, sizeof (PoplensRect));
  f->series = poplens_floor_series (self->chart);
  f->has_range = poplens_chart_get_floor_range (self->chart, &f->low, &f->high) &&
                 poplens_floor_measure (self->chart, &least, &largest);
  f->below = f->has_range && least < f->low;
  f->above = f->has_range && largest > f->high;
  self->plot = (PoplensRect){POPLENS_PADDING, y, MAX (width, 1), 1};
  if (!reason && self->height >= LEGEND_FROM)
    y += poplens_floor_add_legend (self, y);
  self->plot.y = y;
  self->plot.height = MAX (self->height - y - TOP_PADDING, 1);
  if (!reason && !choose_arrangement (self))
    reason = g_strdup ("No data");
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  choose_focus (self);
  place_plans (self);
  floor_add_cells (self);
  for (guint i = 0; i < f->plans->len; i++)
    floor_layout_add_name (self, i);
}
