/* Layers on other IPUs, as a change of a fit. */
#include "analysis/insights/fit-private.h"

static void
take_plan (const PoplensStagePlan *plan, PoplensFitChange *out, PoplensEstimate e)
{
  out->tiles_over[e] = plan->tiles_over[e];
  out->tiles_tight[e] = plan->tiles_tight[e];
  out->worst_tile[e] = plan->worst_tile[e];
  out->worst_bytes[e] = plan->worst_bytes[e];
  out->excess[e] = plan->excess[e];
}

static void
take_savings (const FitMaker *self, PoplensFitChange *out, PoplensEstimate e)
{
  g_autoptr (GArray) savings = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < self->now->tiles->len; i++) {
    guint64 saving = self->out->stages->saving[e][i];
    g_array_append_val (savings, saving);
    out->total[e] += saving;
    if (self->worst == &g_array_index (self->now->tiles, PoplensWhatIfTile, i))
      out->saving[e] = saving;
  }
  out->median[e] = poplens_fit_median (savings);
}

gboolean
poplens_fit_take_stages (const FitMaker *self, PoplensFitChange *out)
{
  const PoplensStagePlan *best = self->out->stages->best;

  if (!best || best->excess[POPLENS_ESTIMATE_OPTIMISTIC] >= self->out->excess)
    return FALSE;
  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++) {
    take_plan (best, out, e);
    take_savings (self, out, e);
  }
  return TRUE;
}
