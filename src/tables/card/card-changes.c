/* Changes that touch a thing, and how to scale it. */
#include "tables/card/card-private.h"

#include "derived/insights/fit-source.h"

static gboolean
moves_any (const PoplensCard *self, PoplensMove move, const guint8 *hit)
{
  const PoplensTilesAlike *alike =
      poplens_what_if_get_alike (poplens_moves_get_what_if (self->moves));
  const PoplensMoveSet *set = poplens_moves_get (self->moves, move, POPLENS_ESTIMATE_OPTIMISTIC);

  for (guint32 p = 0; p < alike->n_pairs; p++)
    if (set->is_moved[p] && hit[alike->pairs[p].group])
      return TRUE;
  return FALSE;
}

static gboolean
is_profiler (const PoplensCard *self, const guint8 *hit)
{
  for (guint32 g = 0; g < self->kinds->n; g++)
    if (hit[g] && self->kinds->kind[g] == POPLENS_KIND_PROFILER)
      return TRUE;
  return FALSE;
}

static gboolean
touches (const PoplensCard *self, const PoplensChange *change, const guint8 *hit)
{
  switch (change->kind) {
  case POPLENS_CHANGE_OPTIMISER_OFF_CHIP:
    return moves_any (self, POPLENS_MOVE_OPTIMISER, hit);
  case POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP:
    return moves_any (self, POPLENS_MOVE_ACCUMULATORS, hit);
  case POPLENS_CHANGE_RECOMPUTE:
    return moves_any (self, POPLENS_MOVE_RECOMPUTE, hit);
  case POPLENS_CHANGE_WITHOUT_INSTRUMENTATION:
    return is_profiler (self, hit);
  default:
    return poplens_what_if_shrinks (self->moves, change, hit);
  }
}

void
poplens_card_add_changes (PoplensCard *self, const guint8 *hit)
{
  for (guint i = 0; i < self->fit->changes->len; i++) {
    const PoplensFitChange *change = self->fit->changes->pdata[i];
    if (change->change && touches (self, change->change, hit))
      poplens_card_add (self, "Change", change->title, 0, 0, g_strdup (change->location));
  }
}

void
poplens_card_add_scale (PoplensCard *self, const char *name)
{
  g_autofree char *half = g_strdup_printf ("%s=0.5", name);

  poplens_card_add (self, "Scale in What If", "\u00d7 0.5", 0, 0,
                    poplens_finder_location ("insights?view=what-if", "scale", half));
}
