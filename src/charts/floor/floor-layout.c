/* FLOOR: plans arranged in the plot, and the part of them that is in view. */
#include "charts/floor/floor-private.h"

#include <math.h>

#define TOP_PADDING 6
#define PLAN_GAP 14
#define NARROW_GAP 4
#define NAME 18
/* Smaller plans have no names. */
#define NAME_WIDTH 36
#define NAME_HEIGHT 24
/* Below this height there is no room for the legend. */
#define LEGEND_FROM 100
/* Cells may be so much longer than wide, or wider than long, to use the room. */
#define LONGEST 1.6
/* From so many pixels on a cell takes whole ones, so that all are alike. */
#define WHOLE_FROM 4
/* A cell never grows beyond this. */
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
  double width, height; /* of a cell */
} Arrangement;

static double
whole (double size)
{
  return size >= WHOLE_FROM ? floor (size) : size;
}

static double
gap_for (double name)
{
  return name > 0 ? PLAN_GAP : NARROW_GAP;
}

static Arrangement
arrange (const PoplensRect *plot, double name, guint n, guint across, guint columns, guint rows)
{
  double width = plot->width, height = plot->height, gap = gap_for (name);
  guint down = (n + across - 1) / across;
  Arrangement a = {across, name, 0, 0};

  a.width = MAX (width - 2 - (across - 1.0) * gap, 1) / across / columns;
  a.height = MAX (height - 2 - (down - 1.0) * gap - down * name, 1) / down / rows;
  a.width = whole (MIN (a.width, a.height * LONGEST));
  a.height = whole (MIN (a.height, a.width * LONGEST));
  return a;
}

static void
place_origins (PoplensChartLayout *self, const Arrangement *a, guint columns, guint rows)
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

/* The one with the largest cells. */
static Arrangement
best_of (const PoplensChartLayout *self, double name, guint columns, guint rows)
{
  guint n = poplens_floor (self->chart)->groups->len;
  Arrangement best = {0};

  for (guint across = 1; across <= n; across++) {
    Arrangement a = arrange (&self->plot, name, n, across, columns, rows);
    if (a.width * a.height > best.width * best.height)
      best = a;
  }
  return best;
}

/* FALSE where no plan has a cell. */
static gboolean
choose_arrangement (PoplensChartLayout *self)
{
  PoplensFloorLayout *floor = poplens_floor_layout (self);
  const GArray *groups = poplens_floor (self->chart)->groups;
  Arrangement best = {0};
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
distance (const PoplensRect *rect, double x, double y)
{
  return hypot (MAX (MAX (rect->x - x, x - rect->x - rect->width), 0),
                MAX (MAX (rect->y - y, y - rect->y - rect->height), 0));
}

/* The view that shows the canvas @zoom times larger, with (x, y) of it in the middle. */
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
    if (!(rect->width > 0) || distance (rect, x, y) >= least)
      continue;
    least = distance (rect, x, y);
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
  /* With a cell more on each side. */
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

/* The name stays in sight as long as its plan is. */
static void
add_name (PoplensChartLayout *self, guint i)
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
  poplens_floor_add_cells (self);
  for (guint i = 0; i < f->plans->len; i++)
    add_name (self, i);
}
