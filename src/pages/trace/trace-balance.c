/* Steps drawn solid up to their tile balance. */
#include "pages/trace/trace-view.h"

#include "base/error.h"
#include "derived/trace/trace-sums.h"

gboolean
poplens_trace_add_balance (PoplensPage *page)
{
  gboolean on = poplens_page_add_switch (
      page, "fill-balance", "Fill by Balance",
      "Fill each step up to its tile balance (mean ÷ longest tile)", FALSE);

  poplens_page_control (page, "fill-balance")->letter = 't';
  return on;
}

/* Percent by item; of waits nothing is said. A block of several steps has theirs weighted by
 * cycles, as what their tiles did is added up. (transfer full) */
static guint8 *
make_levels (const PoplensTraceLanes *lanes, const PoplensStepSums *sums)
{
  const PoplensTraceModel *model = lanes->model;
  guint8 *levels = g_malloc (MAX (lanes->n_items, 1));
  g_autofree float *busy = g_new0 (float, lanes->n_items), *all = g_new0 (float, lanes->n_items);

  for (guint32 r = 0; r < model->execution->n_rows; r++) {
    guint32 item = lanes->item_of_row[r];
    if (item == G_MAXUINT32 || poplens_cycles_at (sums->tile_cycles, r) == POPLENS_NO_CYCLES ||
        poplens_trace_waits (model, model->execution->row_step[r]))
      continue;
    busy[item] += (float) poplens_step_sums_tile_cycles (sums, r);
    all[item] += (float) poplens_cycles_at (sums->cycles, r) * (float) sums->tiles;
  }
  for (gsize i = 0; i < lanes->n_items; i++)
    levels[i] = all[i] > 0 ? (guint8) MIN (100 * busy[i] / all[i] + 0.5f, 100) : POPLENS_LANE_WHOLE;
  return levels;
}

gboolean
poplens_trace_set_levels (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensStepSums) sums =
      poplens_step_sums_get (context->report, context->cancellable, &wrong);

  if (sums) {
    poplens_chart_set_lane_levels (poplens_page_get_chart (page)->chart, "Tile balance",
                                   make_levels (page->trace->lanes, sums));
    return TRUE;
  }
  if (!poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_page_add_misuse (page, wrong->message);
  return TRUE;
}
