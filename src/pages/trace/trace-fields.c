/* The tiles below each IPU of the trace: what a location says of them, and what is read for it. */
#include "pages/trace/trace-view.h"

#include "base/error.h"

#include <string.h>

static const char *const orders[] = {"software", "physical", "waiting"};
static const char *const order_titles[] = {"Number", "Position on die", "Most waiting"};

/* ---- controls ----------------------------------------------------------------------------------
 */

/* Why there is nothing to show, and what would have recorded it. */
static void
say_no_tiles (PoplensPage *page, const PoplensTraceModel *model)
{
  const char *level = model->target ? model->target->compute_level : NULL;
  g_autofree char *measured =
      level && *level ? g_strdup_printf (" (instrumentation level: \u201c%s\u201d)", level)
                      : g_strdup ("");
  g_autofree char *text = g_strdup_printf (
      "No cycles by tile recorded%s. Set debug.computeInstrumentationLevel=tile and record again.",
      measured);

  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "no-tiles", text);
}

gboolean
poplens_trace_add_bsp (PoplensPage *page, const PoplensPageContext *context,
                       PoplensTraceModel *model, PoplensTraceBsp **bsp, PoplensTileOrder *order,
                       GError **error)
{
  g_autoptr (GError) local = NULL;
  gboolean on =
      poplens_page_add_switch (page, "bsp", "BSP", "Show what each tile does (BSP trace)", FALSE);

  poplens_page_control (page, "bsp")->letter = 'b';
  *bsp = on ? poplens_trace_bsp_get (context->report, model, context->cancellable, &local) : NULL;
  if (local && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (local)
    poplens_page_add_notice (page, POPLENS_TONE_WARNING, "no-tiles", local->message);
  else if (on && !*bsp)
    say_no_tiles (page, model);
  if (*bsp)
    *order = (PoplensTileOrder) poplens_page_add_choice (
        page, "order", "Tile order", "Order of the tiles", orders, order_titles,
        G_N_ELEMENTS (orders), POPLENS_TILES_BY_NUMBER);
  return TRUE;
}

/* ---- fields ------------------------------------------------------------------------------------
 */

static const PoplensTraceGroup *
group_at (const PoplensPage *page, guint i)
{
  return &g_array_index (page->trace->lanes->groups, PoplensTraceGroup, i);
}

void
poplens_trace_add_fields (PoplensPage *page, const PoplensPageContext *context, PoplensChart *chart)
{
  const PoplensTraceView *view = page->trace;

  if (view->bsp && view->lanes->colours)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "tile-colours",
                             "Tiles are coloured by step type");
  for (guint i = 0; view->bsp && i < view->lanes->groups->len; i++) {
    guint16 ipu = group_at (page, i)->ipu;
    poplens_trace_bsp_sort (view->bsp, ipu, view->tile_order);
    poplens_trace_bsp_add_field (view->bsp, context->report, chart, i, ipu, view->tile_order);
  }
}

guint
poplens_page_n_fields (const PoplensPage *self)
{
  return self->trace && self->trace->bsp ? self->trace->lanes->groups->len : 0;
}

guint
poplens_page_most_field_columns (const PoplensPage *self)
{
  return poplens_page_n_fields (self) ? poplens_trace_bsp_most_columns (self->trace->bsp) : 1;
}

gboolean
poplens_page_fetch_field (const PoplensPage *self, const PoplensLocation *location, guint field,
                          const GArray *edges, const PoplensWork *work, GError **error)
{
  const PoplensTraceView *view = self->trace;
  guint16 ipu = group_at (self, field)->ipu;
  guint32 step;

  /* Nothing of it is in sight. */
  if (poplens_trace_is_collapsed (location, ipu))
    return TRUE;
  if (!poplens_trace_executed (view->lanes->model, location, &step))
    step = G_MAXUINT32;
  return poplens_trace_bsp_fetch (view->bsp, view->report, ipu, view->tile_order, edges, step, work,
                                  error);
}

gboolean
poplens_page_fetch_fields (const PoplensPage *self, const PoplensLocation *location,
                           const PoplensChartLayout *layout, const PoplensWork *work,
                           GError **error)
{
  guint n = poplens_page_n_fields (self);
  g_autoptr (GArray) edges =
      poplens_chart_layout_field_edges (layout, poplens_page_most_field_columns (self));

  for (guint i = 0; i < n; i++) {
    PoplensWork share = poplens_work_share (work, (double) i / n, (i + 1.0) / n);
    if (!poplens_page_fetch_field (self, location, i, edges, &share, error))
      return FALSE;
  }
  return TRUE;
}

PoplensLocation *
poplens_page_select_line (const PoplensPage *self, const PoplensLocation *location, guint group,
                          guint line, guint64 cycle)
{
  const PoplensTraceView *view = self->trace;
  g_autofree char *tile = NULL, *id = NULL;
  guint32 step, number;

  if (group >= poplens_page_n_fields (self))
    return poplens_location_ref ((PoplensLocation *) location);
  number = poplens_trace_bsp_tile_at (view->bsp, group_at (self, group)->ipu, view->tile_order,
                                      line, cycle, &step);
  tile = g_strdup_printf ("%u", number);
  g_autoptr (PoplensLocation) with_tile = poplens_location_with (location, "tile", tile);
  if (step == G_MAXUINT32)
    return g_steal_pointer (&with_tile);
  id = g_strdup_printf ("%u", poplens_execution_step_id (view->lanes->model->execution, step));
  g_autoptr (PoplensLocation) free = poplens_location_with (with_tile, "range", NULL);
  return poplens_location_with (free, "executed", id);
}
