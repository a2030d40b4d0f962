/* Where fields lie in a layout, and what is asked of a place in one. */
#include "charts/lanes/field-private.h"

#include <math.h>

/* A field is at least so high with all of its lines in it, and a line at most. */
#define LEAST_HEIGHT 96.0
#define MOST_LINE 24.0

/* ---- building ----------------------------------------------------------------------------------
 */

static PoplensLaneGroup *
group_at (const PoplensChart *chart, guint i)
{
  return &g_array_index (poplens_lanes (chart)->groups, PoplensLaneGroup, i);
}

void
poplens_chart_set_lane_field (PoplensChart *self, guint group, guint n_lines,
                              const PoplensFieldClass *klass, gpointer data,
                              GDestroyNotify free_data)
{
  PoplensLaneField *field;

  g_return_if_fail (poplens_lanes (self) && group < poplens_lanes (self)->groups->len);
  field = g_new (PoplensLaneField, 1);
  *field =
      (PoplensLaneField){.klass = klass, .data = data, .free_data = free_data, .n_lines = n_lines};
  poplens_lane_field_free (group_at (self, group)->field);
  group_at (self, group)->field = field;
}

void
poplens_chart_set_lane_field_series (PoplensChart *self, guint group,
                                     const PoplensFieldSeries *series, guint n)
{
  PoplensLaneField *field = group_at (self, group)->field;

  g_return_if_fail (field && n <= POPLENS_FIELD_MOST_SERIES);
  field->n_series = n;
  for (guint s = 0; s < n; s++)
    field->series[s] = series[s];
}

void
poplens_lane_field_free (PoplensLaneField *self)
{
  if (self && self->free_data)
    self->free_data (self->data);
  g_free (self);
}

gboolean
poplens_chart_has_fields (const PoplensChart *self)
{
  for (guint i = 0; poplens_lanes (self) && i < poplens_lanes (self)->groups->len; i++)
    if (group_at (self, i)->field)
      return TRUE;
  return FALSE;
}

/* ---- where they lie ----------------------------------------------------------------------------
 */

/* Rows are served first; each field has an equal part of what they leave. */
double
poplens_lane_field_height (const PoplensChartLayout *self, const PoplensLaneField *field,
                           double zoom)
{
  double most = field->n_lines * MOST_LINE;
  double share = MIN (MAX (poplens_lanes_layout (self)->field_share, LEAST_HEIGHT), most);

  return floor (CLAMP (share * MAX (zoom, 1), 1, MAX (most, 1)));
}

void
poplens_lane_add_field (PoplensChartLayout *self, guint group, double y)
{
  const PoplensLaneField *field = group_at (self->chart, group)->field;
  PoplensLaneFieldBox box = {group, field, y,
                             poplens_lane_field_height (self, field, self->view.line_zoom)};

  if (y < self->plot.y + self->plot.height && y + box.height > self->plot.y)
    g_array_append_val (poplens_lanes_layout (self)->fields, box);
}

const PoplensLaneFieldBox *
poplens_lane_field_box_at (const PoplensChartLayout *self, double y)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);

  for (guint i = 0; lanes && i < lanes->fields->len; i++) {
    const PoplensLaneFieldBox *box = &g_array_index (lanes->fields, PoplensLaneFieldBox, i);
    if (y >= box->y && y < box->y + box->height)
      return box;
  }
  return NULL;
}

guint
poplens_lane_field_line_at (const PoplensLaneFieldBox *box, double y)
{
  guint end = poplens_lane_field_lines_above (box, floor (y - box->y) + 1);

  return MAX (end, 1) - 1;
}

guint
poplens_lane_field_lines_above (const PoplensLaneFieldBox *box, double y)
{
  /* A line's edge on the edge of a pixel is not within it, whatever the product rounds to. */
  double lines = ceil (y * box->field->n_lines / box->height - 1e-9);

  return (guint) CLAMP (lines, 0, box->field->n_lines);
}

/* ---- zooming lines -----------------------------------------------------------------------------
 */

/* The field's upper edge in the content, nothing scrolled, at @zoom. */
static double
content_y (const PoplensChartLayout *self, guint group, double zoom)
{
  double y = poplens_lane_group_y (self, group, zoom);

  return y + poplens_lane_shown_rows (self, group) * poplens_lane_pitch (self);
}

static guint
first_group (const PoplensChartLayout *self)
{
  guint group = 0;

  while (!group_at (self->chart, group)->field)
    group++;
  return group;
}

gboolean
poplens_chart_layout_first_field (const PoplensChartLayout *self, double *y, double *height)
{
  const PoplensLaneGroup *group;
  guint i = 0;

  if (!poplens_lanes_layout (self) || self->empty || !poplens_chart_has_fields (self->chart))
    return FALSE;
  while (i < poplens_lanes (self->chart)->groups->len &&
         (!group_at (self->chart, i)->field || group_at (self->chart, i)->collapsed))
    i++;
  if (i == poplens_lanes (self->chart)->groups->len)
    return FALSE;
  group = group_at (self->chart, i);
  *y = self->plot.y + content_y (self, i, self->view.line_zoom);
  *height = poplens_lane_field_height (self, group->field, self->view.line_zoom);
  return TRUE;
}

PoplensChartView
poplens_chart_layout_zoom_lines (const PoplensChartLayout *self, double factor, double y)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);
  PoplensChartView view = self->view;
  const PoplensLaneFieldBox *box;
  const PoplensLaneField *field;
  double old = MAX (view.line_zoom, 1), most, part = 0;
  guint group;

  if (!lanes || !poplens_chart_has_fields (self->chart) || !(factor > 0))
    return view;
  box = poplens_lane_field_box_at (self, y);
  if (!box && lanes->fields->len)
    box = &g_array_index (lanes->fields, PoplensLaneFieldBox, 0);
  group = box ? box->group : first_group (self);
  field = group_at (self->chart, group)->field;
  if (box)
    part = CLAMP ((y - box->y) / box->height, 0, 1);
  /* Beyond that no line becomes higher. */
  most = field->n_lines * MOST_LINE / poplens_lane_field_height (self, field, 1);
  view.line_zoom = CLAMP (old * factor, 1, MAX (most, 1));
  if (box)
    view.scroll += content_y (self, group, view.line_zoom) - content_y (self, group, old) +
                   part * (poplens_lane_field_height (self, field, view.line_zoom) - box->height);
  view.scroll = round (MAX (view.scroll, 0));
  return view;
}

/* ---- what is there -----------------------------------------------------------------------------
 */

static guint64
cycle_at (const PoplensChartLayout *self, double x)
{
  return (guint64) MAX (floor (poplens_item_axis_to_position (&self->axis, x)), 0);
}

gboolean
poplens_chart_layout_field_at (const PoplensChartLayout *self, double x, double y,
                               PoplensFieldPlace *place)
{
  const PoplensRect *plot = &self->plot;
  const PoplensLaneFieldBox *box = poplens_lane_field_box_at (self, y);

  if (!box || self->empty || x < plot->x || x >= plot->x + plot->width || y < plot->y ||
      !box->field->n_lines)
    return FALSE;
  place->group = box->group;
  place->line = poplens_lane_field_line_at (box, y);
  place->from = cycle_at (self, floor (x));
  place->to = MAX (cycle_at (self, floor (x) + 1), place->from + 1);
  return TRUE;
}

char *
poplens_chart_layout_describe_field (const PoplensChartLayout *self, const PoplensFieldPlace *place)
{
  const PoplensLaneField *field = group_at (self->chart, place->group)->field;

  return field->klass->describe (field->data, place->line, place->from, place->to);
}

GArray *
poplens_chart_layout_field_edges (const PoplensChartLayout *self, guint most)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint width = (guint) MAX (self->plot.width, 1), step = (width + most - 1) / MAX (most, 1);
  guint64 last;

  for (guint x = 0; x <= width; x += MAX (step, 1)) {
    guint64 cycle = cycle_at (self, self->plot.x + x);
    if (!edges->len || cycle > g_array_index (edges, guint64, edges->len - 1))
      g_array_append_val (edges, cycle);
  }
  last = (guint64) MAX (ceil (self->view.to), 0);
  if (edges->len < 2 || last > g_array_index (edges, guint64, edges->len - 1)) {
    last = MAX (last, g_array_index (edges, guint64, edges->len - 1) + 1);
    g_array_append_val (edges, last);
  }
  return edges;
}
