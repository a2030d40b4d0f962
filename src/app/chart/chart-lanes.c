/* PoplensChartWidget with a LANES chart: rows that scroll, blocks that are found and shown. */
#include "app/chart/chart-private.h"

#include <adwaita.h>
#include <math.h>

#define ROW 24
#define BAR_WIDTH 6
#define BAR_LEAST 24
/* Of a block so much is seen, or half of the view. */
#define SEEN_PIXELS 24
#define PROBE 4

static PoplensChartLayout *
probe_new (PoplensChartWidget *self, const PoplensChartView *view, double height)
{
  GtkWidget *widget = GTK_WIDGET (self);
  PoplensChartStyle style = {adw_style_manager_get_dark (adw_style_manager_get_default ()),
                             poplens_chart_font_of (widget)};

  return poplens_chart_layout_new (self->chart, view, &style, gtk_widget_get_width (widget),
                                   height);
}

/* ---- what is under the pointer -----------------------------------------------------------------
 */

gboolean
poplens_chart_lanes_item_at (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double height = gtk_widget_get_height (GTK_WIDGET (self)), cycle;
  guint64 from, to;

  if (!layout)
    return FALSE;
  *hit = poplens_chart_layout_hit (layout, x, y);
  if (hit->area != POPLENS_CHART_HIT_AREA)
    return hit->area == POPLENS_CHART_HIT_ITEM;
  cycle = poplens_chart_layout_x_to_position (layout, x);
  for (; y < height; y += PROBE) {
    PoplensChartHit below = poplens_chart_layout_hit (layout, x, y);
    if (below.area != POPLENS_CHART_HIT_ITEM || below.series < 0 ||
        !poplens_chart_get_lane_item (self->chart, below.item, &from, &to, NULL))
      continue;
    *hit = below;
    return below.n_items > 1 || (cycle >= (double) from && cycle <= (double) MAX (to, from + 1));
  }
  return FALSE;
}

char *
poplens_chart_lanes_hover_text (PoplensChartWidget *self, gsize item, gsize n_items)
{
  g_autofree char *text = poplens_chart_describe_item (self->chart, item);
  PoplensNumber items;

  if (n_items && poplens_chart_widget_is_treemap (self))
    return poplens_chart_layout_describe_more (poplens_chart_widget_get_layout (self), item);
  if (n_items < 2)
    return g_steal_pointer (&text);
  poplens_format_items (items, n_items, poplens_chart_get_item_noun (self->chart));
  return g_strdup_printf (poplens_chart_widget_is_floor (self) ? "%s here, highest:\n%s"
                                                               : "%s here, nearest:\n%s",
                          items, text);
}

/* ---- rows --------------------------------------------------------------------------------------
 */

double
poplens_chart_lanes_most_scroll (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (!layout || !poplens_chart_widget_is_lanes (self))
    return 0;
  return MAX (poplens_chart_layout_get_content_height (layout) -
                  gtk_widget_get_height (GTK_WIDGET (self)),
              0);
}

double
poplens_chart_lanes_get_scroll (PoplensChartWidget *self)
{
  return MIN (self->view.scroll, poplens_chart_lanes_most_scroll (self));
}

gboolean
poplens_chart_lanes_scroll_to (PoplensChartWidget *self, double scroll)
{
  PoplensChartView view = self->view;

  view.scroll = round (CLAMP (scroll, 0, poplens_chart_lanes_most_scroll (self)));
  if (view.scroll == self->view.scroll)
    return FALSE;
  poplens_chart_widget_set_view (self, view);
  return TRUE;
}

gboolean
poplens_chart_lanes_scroll_bar (PoplensChartWidget *self, graphene_rect_t *track,
                                graphene_rect_t *thumb)
{
  double most = poplens_chart_lanes_most_scroll (self), x, y, width, height, size;
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (most < 1)
    return FALSE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  graphene_rect_init (track, (float) (gtk_widget_get_width (GTK_WIDGET (self)) - BAR_WIDTH - 5),
                      (float) (y + 2), BAR_WIDTH + 4, (float) MAX (height - 4, 1));
  size = MIN (MAX (height * height / (height + most), BAR_LEAST), track->size.height);
  graphene_rect_init (thumb, track->origin.x + 2,
                      (float) (track->origin.y + (track->size.height - size) *
                                                     poplens_chart_lanes_get_scroll (self) / most),
                      BAR_WIDTH, (float) size);
  return TRUE;
}

/* Rows are cut off at an edge: a shade says that they go on there. */
static void
draw_edge (PoplensChartWidget *self, cairo_t *cr, double edge, double depth, gboolean dark)
{
  cairo_pattern_t *shade = cairo_pattern_create_linear (0, edge, 0, edge + depth);
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  cairo_pattern_add_color_stop_rgba (shade, 0, 0, 0, 0, dark ? 0.45 : 0.16);
  cairo_pattern_add_color_stop_rgba (shade, 1, 0, 0, 0, 0);
  cairo_set_source (cr, shade);
  cairo_rectangle (cr, x, MIN (edge, edge + depth), width, fabs (depth));
  cairo_fill (cr);
  cairo_pattern_destroy (shade);
}

void
poplens_chart_lanes_draw_scroll_bar (PoplensChartWidget *self, cairo_t *cr, gboolean dark)
{
  double scroll = poplens_chart_lanes_get_scroll (self), r = BAR_WIDTH / 2.0, level = dark;
  graphene_rect_t track, bar;

  if (!poplens_chart_lanes_scroll_bar (self, &track, &bar))
    return;
  if (scroll > 0)
    draw_edge (self, cr, track.origin.y - 2, 8, dark);
  if (scroll < poplens_chart_lanes_most_scroll (self))
    draw_edge (self, cr, gtk_widget_get_height (GTK_WIDGET (self)), -8, dark);
  cairo_new_path (cr);
  cairo_arc (cr, bar.origin.x + r, bar.origin.y + r, r, G_PI, 0);
  cairo_arc (cr, bar.origin.x + r, bar.origin.y + bar.size.height - r, r, 0, G_PI);
  cairo_close_path (cr);
  cairo_set_source_rgba (cr, level, level, level, self->bar_held ? 0.6 : 0.4);
  cairo_fill (cr);
}

/* Where the block's row is with nothing scrolled. FALSE where it is not shown. */
static gboolean
find_row (PoplensChartWidget *self, gsize item, double *row_y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  return layout && poplens_chart_layout_lane_y (layout, item, row_y);
}

/* ---- blocks that are brought into view ---------------------------------------------------------
 */

/* Cycles that a pixel is, where nothing is folded. */
static double
cycles_a_pixel (PoplensChartLayout *layout)
{
  double x, y, width, height, least = INFINITY;

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  for (double i = 0; i + 1 < width; i++) {
    double step = poplens_chart_layout_x_to_position (layout, x + i + 1) -
                  poplens_chart_layout_x_to_position (layout, x + i);
    if (step > 0)
      least = MIN (least, step);
  }
  return isfinite (least) ? least : 1;
}

/* The view as wide as it is on the screen, around @cycle: what is folded takes no room, so it is
 * zoomed out of the least there is. */
static PoplensChartView
view_around (PoplensChartWidget *self, PoplensChartLayout *layout, double cycle)
{
  double x, y, width, height, span;
  PoplensChartView view = self->view;

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  span = cycles_a_pixel (layout) * width;
  view.from = cycle - 2;
  view.to = cycle + 2;
  view = poplens_chart_view_clamp (self->chart, view);
  return span > 4 ? poplens_chart_view_zoom (self->chart, view, 4 / span, cycle) : view;
}

/* Scrolls the rows of @view so that the one at @y is in it. */
static void
show_row (PoplensChartWidget *self, PoplensChartLayout *layout, double row, PoplensChartView *view)
{
  double x, y, width, height, bottom = gtk_widget_get_height (GTK_WIDGET (self));

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  view->scroll = poplens_chart_lanes_get_scroll (self);
  if (row - view->scroll < y + 2)
    view->scroll = row - y - 2;
  else if (row + ROW - view->scroll > bottom)
    view->scroll = row + ROW + 2 - bottom;
  view->scroll = round (CLAMP (view->scroll, 0, poplens_chart_lanes_most_scroll (self)));
}

void
poplens_chart_widget_show_fields (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double top, field, room, x, y, width, height;

  if (!layout || !poplens_chart_layout_first_field (layout, &top, &field))
    return;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  /* Of a low one all is to be seen, of a high one half of what is in view. */
  room = MIN (field, height / 2);
  if (top + room - poplens_chart_lanes_get_scroll (self) > y + height)
    poplens_chart_lanes_scroll_to (self, MIN (top - y - ROW, top + field - y - height));
}

static gboolean
is_seen (PoplensChartWidget *self, PoplensChartLayout *layout, double from, double to)
{
  double x0, x1, x, y, width, height;

  if (from >= self->view.to || to <= self->view.from)
    return FALSE;
  if (from >= self->view.from && to <= self->view.to)
    return TRUE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  x0 = poplens_chart_layout_position_to_x (layout, MAX (from, self->view.from));
  x1 = poplens_chart_layout_position_to_x (layout, MIN (to, self->view.to));
  return x1 - x0 >= MIN (SEEN_PIXELS, width / 2);
}

void
poplens_chart_widget_show_item (PoplensChartWidget *self, gsize item, gboolean across)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view = self->view;
  double from, to, x, y, width, height;
  guint64 first, last;

  if (!layout || !poplens_chart_widget_is_lanes (self) ||
      !poplens_chart_get_lane_item (self->chart, item, &first, &last, NULL))
    return;
  from = (double) first;
  to = (double) MAX (last, first + 1);
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (across && !is_seen (self, layout, from, to)) {
    double half = cycles_a_pixel (layout) * width * 0.45;
    view = view_around (self, layout, MIN ((from + to) / 2, from + half));
  }
  if (find_row (self, item, &self->cursor_y))
    show_row (self, layout, self->cursor_y, &view);
  poplens_chart_widget_change_view (self, view);
}

double
poplens_chart_lanes_x_of_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  guint64 from, to;

  if (!layout || !poplens_chart_get_lane_item (self->chart, item, &from, &to, NULL))
    return 0;
  return (poplens_chart_layout_position_to_x (layout, MAX ((double) from, self->view.from)) +
          poplens_chart_layout_position_to_x (layout, MIN ((double) to, self->view.to))) /
         2;
}

/* The block in the middle of the plot, or the first that is met from its left upper corner. */
static gboolean
first_in_view (PoplensChartWidget *self, PoplensChartLayout *layout, gsize *item)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  for (double j = y; j < y + height; j += PROBE)
    for (double i = x; i < x + width; i += PROBE) {
      PoplensChartHit hit = poplens_chart_layout_hit (layout, i, j);
      if (hit.area != POPLENS_CHART_HIT_ITEM)
        continue;
      *item = hit.item;
      return TRUE;
    }
  return FALSE;
}

gboolean
poplens_chart_lanes_find_cursor (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit;
  guint64 from, to;
  double y;

  if (!layout)
    return FALSE;
  if (self->has_pointer &&
      poplens_chart_lanes_item_at (self, self->pointer_x, self->pointer_y, &hit)) {
    self->cursor = hit.item;
    return TRUE;
  }
  if (poplens_chart_get_lane_item (self->chart, self->cursor, &from, &to, NULL) &&
      (double) from < self->view.to && (double) to > self->view.from && self->has_anchor &&
      find_row (self, self->cursor, &y))
    return FALSE;
  return first_in_view (self, layout, &self->cursor);
}

/* ---- runs --------------------------------------------------------------------------------------
 */

/* Pixels of the run's bar in @layout. */
static gboolean
measure_run (PoplensChartLayout *layout, gsize run, double y, double *from, double *to)
{
  double x, top, width, height;
  gboolean any = FALSE;

  poplens_chart_layout_get_plot (layout, &x, &top, &width, &height);
  for (double i = 0; i < width; i++) {
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x + i + 0.5, y);
    if (hit.area != POPLENS_CHART_HIT_RUN || hit.item != run)
      continue;
    if (!any)
      *from = x + i;
    *to = x + i + 1;
    any = TRUE;
  }
  return any;
}

/* A chart does not say where its runs are, so it is asked where they are drawn: out until both ends
 * are seen, then in until they are seen well. */
void
poplens_chart_lanes_fit_run (PoplensChartWidget *self, double x, double y)
{
  PoplensChartLayout *shown = poplens_chart_widget_get_layout (self);
  PoplensChartView view = self->view, all;
  double plot_x, top, width, height, from, to;
  PoplensChartHit hit;

  if (!shown)
    return;
  hit = poplens_chart_layout_hit (shown, x, y);
  all = poplens_chart_view_all (self->chart);
  poplens_chart_layout_get_plot (shown, &plot_x, &top, &width, &height);
  for (int i = 0; hit.area == POPLENS_CHART_HIT_RUN && i < 24; i++) {
    g_autoptr (PoplensChartLayout) layout =
        probe_new (self, &view, gtk_widget_get_height (GTK_WIDGET (self)));
    double a, b;
    if (!measure_run (layout, hit.item, y, &from, &to))
      return;
    a = poplens_chart_layout_x_to_position (layout, from);
    b = poplens_chart_layout_x_to_position (layout, to);
    if ((from < plot_x + 1 && view.from > all.from) ||
        (to > plot_x + width - 1 && view.to < all.to)) {
      view = poplens_chart_view_zoom (self->chart, view, 0.25, (a + b) / 2);
      continue;
    }
    view = poplens_chart_view_fit_span (self->chart, view, a, b);
    if (to - from > width / 8)
      break;
  }
  poplens_chart_widget_change_view (self, view);
}
