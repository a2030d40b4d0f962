#include "charts/graph/graph-private.h"

#include <math.h>

static gpointer
data_new (void)
{
  return g_new0 (PoplensGraphData, 1);
}

static void
data_free (gpointer data)
{
  PoplensGraphData *self = data;

  if (self->graph)
    poplens_graph_free (self->graph);
  g_free (self->shown);
  g_free (self->classes);
  g_free (self);
}

void
poplens_chart_set_graph (PoplensChart *self, PoplensGraph *graph, guint32 *shown)
{
  PoplensGraphData *data = self->data;

  g_return_if_fail (self->kind == &poplens_graph_kind && !data->graph);
  data->graph = graph;
  data->shown = shown;
}

void
poplens_chart_set_graph_classes (PoplensChart *self, guint8 *series)
{
  PoplensGraphData *data = self->data;

  g_return_if_fail (self->kind == &poplens_graph_kind && !data->classes);
  data->classes = series;
}

void
poplens_chart_set_graph_highest (PoplensChart *self, guint64 value)
{
  g_return_if_fail (self->kind == &poplens_graph_kind);
  ((PoplensGraphData *) self->data)->highest = value;
}

guint64
poplens_chart_get_graph_highest (const PoplensChart *self)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  const PoplensSeries *series = poplens_chart_series (self, 0);
  guint64 highest = data->highest;

  for (guint32 i = 0; !data->highest && series->values && i < data->graph->nodes->len; i++)
    highest = MAX (highest, series->values[poplens_graph_node (self, i)->item]);
  return highest;
}

guint
poplens_graph_class (const PoplensChart *self, guint32 node)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  guint class = data->classes ? data->classes[poplens_graph_node (self, node)->item] : 0;

  return class < self->series->len ? class : 0;
}

/* ---- asking ------------------------------------------------------------------------------------
 */

gboolean
poplens_chart_get_graph_group (const PoplensChart *self, gsize item, guint *group)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  guint32 node, frame;

  if (!data || item >= self->n_items)
    return FALSE;
  node = data->shown[item];
  frame = poplens_graph_find_frame (data->graph, item);
  *group = node != POPLENS_GRAPH_NONE    ? poplens_graph_node (self, node)->enter
           : frame != POPLENS_GRAPH_NONE ? poplens_graph_frame_at (data->graph, frame)->group
                                         : POPLENS_GRAPH_NONE;
  return *group != POPLENS_GRAPH_NONE;
}

gboolean
poplens_chart_get_graph_around (const PoplensChart *self, gsize item, guint *group)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  const PoplensGraph *graph = data ? data->graph : NULL;
  guint32 node = data && item < self->n_items ? data->shown[item] : POPLENS_GRAPH_NONE;
  guint32 frame = node != POPLENS_GRAPH_NONE ? poplens_graph_node (self, node)->frame
                  : graph                    ? poplens_graph_find_frame (graph, item)
                                             : POPLENS_GRAPH_NONE;

  *group = POPLENS_GRAPH_NONE;
  for (guint n = 0; graph && frame < graph->frames->len && n <= graph->frames->len; n++) {
    *group = poplens_graph_frame_at (graph, frame)->group;
    if (*group != POPLENS_GRAPH_NONE)
      return TRUE;
    frame = poplens_graph_frame_at (graph, frame)->parent;
  }
  for (guint32 i = graph ? graph->frames->len : 0; i-- > 0 && *group == POPLENS_GRAPH_NONE;)
    *group = poplens_graph_frame_at (graph, i)->group;
  return *group != POPLENS_GRAPH_NONE;
}

static PoplensChartView
clamp_view (const PoplensChart *self, PoplensChartView view)
{
  view.from = 0;
  view.to = (double) MAX (self->n_items, 1);
  view.scroll = 0;
  view.group = 0;
  if (!(view.zoom > 1) || !isfinite (view.zoom) || !isfinite (view.column) || !isfinite (view.row))
    view.zoom = view.column = view.row = 0;
  view.zoom = MIN (view.zoom, POPLENS_GRAPH_MOST_ZOOM);
  view.root = 0;
  return view;
}

/* ---- in words ----------------------------------------------------------------------------------
 */

static void
append_value (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensSeries *series = poplens_chart_series (self, 0);

  if (series->absent && series->absent[item])
    g_string_append (out, "not recorded");
  else
    poplens_chart_append_exact (self, out, series->values ? series->values[item] : 0);
}

static void
append_edges (const PoplensChart *self, GString *out, guint32 node)
{
  const PoplensGraph *graph = poplens_graph_data (self)->graph;
  guint from = 0, to = 0;
  PoplensNumber number;

  for (guint i = 0; i < graph->edges->len; i++) {
    const PoplensGraphEdge *edge = &g_array_index (graph->edges, PoplensGraphEdge, i);
    to += edge->from == node;
    from += edge->to == node;
  }
  g_string_append_printf (out, "\nInputs from\t%s", poplens_format_count (number, from));
  g_string_append_printf (out, "\nOutputs to\t%s", poplens_format_count (number, to));
}

static void
describe_item (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  g_autofree char *name = poplens_chart_item_name (self, item);

  if (!data || item >= self->n_items)
    return;
  g_string_append (out, name && *name ? name : self->item_name);
  g_string_append_printf (out, "\n%s\t", poplens_chart_series (self, 0)->name);
  append_value (self, out, item);
  if (data->shown[item] != POPLENS_GRAPH_NONE)
    append_edges (self, out, data->shown[item]);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

static void
describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  g_autofree char *name = poplens_chart_item_name (self, range.from);
  PoplensNumber number;

  if (range.to - range.from != 1 || !name || !*name) {
    g_string_append (out, poplens_format_items (number, range.to - range.from, self->item_name));
    return;
  }
  g_string_append_printf (out, "%s: ", name);
  append_value (self, out, range.from);
}

static void
describe_view (const PoplensChart *self, GString *out, const PoplensChartView *view)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  PoplensNumber number;

  if (!data)
    return;
  g_string_append (out, poplens_format_items (number, data->graph->nodes->len, "node"));
  g_string_append (out, ", ");
  g_string_append (out, poplens_format_items (number, data->graph->edges->len, "edge"));
}

const PoplensChartKind poplens_graph_kind = {
    .data_new = data_new,
    .data_free = data_free,
    .more_height = 100,
    .describe_item = describe_item,
    .describe_range = describe_range,
    .describe_view = describe_view,
    .clamp_view = clamp_view,
    .zoom = poplens_graph_zoom,
    .pan = poplens_graph_pan,
    .fit = poplens_graph_fit,
    .lay_out = poplens_graph_lay_out,
    .layout_free = g_free,
    .hit = poplens_graph_hit,
    .item_rect = poplens_graph_item_rect,
    .draw_overlay = poplens_graph_draw_overlay,
};
