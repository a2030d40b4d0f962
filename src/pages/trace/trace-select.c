/* Selection in the trace: blocks that the location selects, and the location after a click on a
 * block. */
#include "pages/trace/light.h"
#include "pages/trace/trace-view.h"

#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "model/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- "range": FROM..TO ----------------------------------------------------------------------- */

PoplensLocation *
poplens_page_select_span (const PoplensPage *self, const PoplensLocation *location, double from,
                          double to)
{
  if (!(from < to))
    return poplens_location_with (location, "range", NULL);
  from = floor (CLAMP (from, 0, (double) POPLENS_MOST_CYCLES));
  to = ceil (CLAMP (to, 0, (double) POPLENS_MOST_CYCLES));
  PoplensNumber a, b;
  g_autofree char *text = g_strdup_printf ("%s..%s", poplens_format_fixed (a, from, 0),
                                           poplens_format_fixed (b, to, 0));
  return poplens_location_with (location, "range", from < to ? text : NULL);
}

gboolean
poplens_page_selected_span (const PoplensPage *self, const PoplensLocation *location, double *from,
                            double *to)
{
  guint64 first, last;

  const char *range = poplens_location_get (location, "range");

  /* If "range" is a name such as "iteration=3", use its cycles, which were found when the page was
   * built. */
  if (range && strchr (range, '='))
    range = poplens_location_get (self->usable, "range");
  if (!poplens_trace_range_parse (range, &first, &last, NULL))
    return FALSE;
  *from = (double) first;
  *to = (double) last;
  return TRUE;
}

/* ---- "executed" ------------------------------------------------------------------------------ */

gboolean
poplens_trace_executed (const PoplensTraceModel *model, const PoplensLocation *location,
                        guint32 *step)
{
  return poplens_trace_find_executed (model->execution, poplens_location_get (location, "executed"),
                                      step);
}

void
poplens_trace_append_selected (const PoplensPage *page, const PoplensLocation *location,
                               GArray *ranges)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 step, first, end;

  if (page->light) {
    poplens_light_append_selected (page, location, ranges);
    return;
  }
  const PoplensTraceLanes *lanes = page->trace->lanes;
  if (!poplens_trace_executed (lanes->model, location, &step))
    return;
  poplens_trace_rows_of (lanes->model->execution, step, &first, &end);
  for (guint32 r = first; r < end; r++)
    if (lanes->item_of_row[r] != G_MAXUINT32)
      g_array_append_val (items, lanes->item_of_row[r]);
  g_array_sort (items, poplens_compare_u32);
  for (guint i = 0; i < items->len; i++) {
    gsize item = g_array_index (items, guint32, i);
    PoplensItemRange range = {item, item + 1};
    if (i && item == g_array_index (items, guint32, i - 1))
      continue;
    g_array_append_val (ranges, range);
  }
}

/* Selects the step in @row of steps_by_ipu. With POPLENS_SELECT_TOGGLE, unselects it if it is
 * selected. (transfer full) */
static PoplensLocation *
select_step (const PoplensTraceModel *model, const PoplensLocation *location, guint32 row,
             PoplensSelectMode mode)
{
  guint32 step = model->execution->row_step[row], old;
  g_autofree char *id = g_strdup_printf ("%u", poplens_execution_step_id (model->execution, step));
  g_autoptr (PoplensLocation) free = poplens_location_with (
      location, "range",
      mode == POPLENS_SELECT_REPLACE ? NULL : poplens_location_get (location, "range"));

  if (mode == POPLENS_SELECT_TOGGLE && poplens_trace_executed (model, location, &old) &&
      old == step)
    return poplens_location_with (free, "executed", NULL);
  return poplens_location_with (free, "executed", id);
}

PoplensLocation *
poplens_trace_select_items (const PoplensPage *page, const PoplensLocation *location,
                            PoplensItemRange items, PoplensSelectMode mode)
{
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  g_autoptr (PoplensLocation) free = NULL;
  guint64 low = G_MAXUINT64, high = 0, from, to;
  guint32 row;

  if (page->light)
    return poplens_light_select_items (page, location, items, mode);
  const PoplensTraceLanes *lanes = page->trace->lanes;
  items.to = MIN (items.to, lanes->n_items);
  if (items.from + 1 == items.to && poplens_trace_lanes_row (lanes, items.from, &row))
    return select_step (lanes->model, location, row, mode);
  free = mode == POPLENS_SELECT_REPLACE ? poplens_location_with (location, "executed", NULL)
                                        : poplens_location_ref ((PoplensLocation *) location);
  for (gsize i = items.from; i < items.to; i++)
    if (poplens_chart_get_lane_item (chart, i, &from, &to, NULL)) {
      low = MIN (low, from);
      high = MAX (high, MAX (to, from + 1)); /* a block is drawn at least one cycle wide */
    }
  if (low < high)
    return poplens_page_select_span (page, free, (double) low, (double) high);
  return mode == POPLENS_SELECT_REPLACE ? poplens_location_with (free, "range", NULL)
                                        : g_steal_pointer (&free);
}

/* ---- "collapse": IPUs ------------------------------------------------------------------------ */

/* Returns the position of @ipu in @list; −1 if @list does not contain it. */
static int
find_number (const GStrv list, guint16 ipu)
{
  guint64 number;

  for (int i = 0; list[i]; i++)
    if (g_ascii_string_to_unsigned (list[i], 10, 0, G_MAXUINT16, &number, NULL) && number == ipu)
      return i;
  return -1;
}

gboolean
poplens_trace_is_collapsed (const PoplensLocation *location, guint16 ipu)
{
  const char *text = poplens_location_get (location, "collapse");
  g_auto (GStrv) list = g_strsplit (text ? text : "", ",", -1);

  return find_number (list, ipu) >= 0;
}

PoplensLocation *
poplens_trace_toggle_group (const PoplensPage *self, const PoplensLocation *location, guint group)
{
  const char *text = poplens_location_get (location, "collapse");
  g_auto (GStrv) list = g_strsplit (text ? text : "", ",", -1);
  g_autoptr (GStrvBuilder) left = g_strv_builder_new ();

  if (self->light)
    return poplens_light_toggle_group (self, location, group);
  if (!self->trace || group >= self->trace->lanes->groups->len)
    return poplens_location_ref ((PoplensLocation *) location);
  guint16 ipu = g_array_index (self->trace->lanes->groups, PoplensTraceGroup, group).ipu;
  int found = find_number (list, ipu);
  g_autofree char *number = g_strdup_printf ("%u", ipu);
  for (int i = 0; list[i]; i++)
    if (i != found && *list[i])
      g_strv_builder_add (left, list[i]);
  if (found < 0)
    g_strv_builder_add (left, number);
  g_auto (GStrv) all = g_strv_builder_end (left);
  g_autofree char *joined = g_strjoinv (",", all);
  return poplens_location_with (location, "collapse", *joined ? joined : NULL);
}

/* ---- view ------------------------------------------------------------------------------------ */

PoplensLocation *
poplens_page_open_break (const PoplensPage *self, const PoplensLocation *location, guint index)
{
  const PoplensTraceFold *fold = self->trace ? self->trace->fold : NULL;

  if (!fold || index >= fold->n)
    return poplens_location_ref ((PoplensLocation *) location);
  gboolean is_outside = FALSE;
  for (guint32 i = 0; self->trace->outside && i < self->trace->outside->n; i++)
    is_outside |= self->trace->outside->from[i] >= fold->from[index] &&
                  self->trace->outside->to[i] <= fold->to[index];
  g_autoptr (PoplensLocation) waits = poplens_location_with (location, "fold", "no");
  g_autoptr (PoplensLocation) open =
      is_outside ? poplens_location_with (waits, "outside", "yes") : g_steal_pointer (&waits);
  g_autoptr (PoplensLocation) from =
      poplens_location_with_double (open, "from", (double) fold->from[index]);
  return poplens_location_with_double (from, "to", (double) fold->to[index]);
}

void
poplens_trace_adjust_view (const PoplensPage *page, const PoplensLocation *location,
                           PoplensChartView *view)
{
  const PoplensTraceView *trace = page->trace;

  if (page->light) {
    poplens_light_limit_view (page, view);
    return;
  }
  if (!poplens_location_get (location, "from") && !poplens_location_get (location, "to") &&
      trace->open_from < trace->open_to) {
    view->from = (double) trace->open_from;
    view->to = (double) trace->open_to;
  }
  poplens_location_get_double (location, "zoom", &view->line_zoom);
}

PoplensLocation *
poplens_trace_with_view (const PoplensPage *page, const PoplensLocation *location)
{
  PoplensChartView view = poplens_page_chart_view (page, location);
  const PoplensExecution *x = page->trace->lanes->model->execution;
  int ipu;
  /* Leave out an IPU that executed nothing: it was reported when the page was built. */
  gboolean has_ipu = poplens_trace_location_ipu (location, x, &ipu, NULL);
  g_autoptr (PoplensLocation) usable = poplens_location_with (
      location, "ipu", has_ipu ? poplens_location_get (location, "ipu") : NULL);
  g_autoptr (PoplensLocation) from = poplens_location_with_double (usable, "from", view.from);

  return poplens_location_with_double (from, "to", view.to);
}
