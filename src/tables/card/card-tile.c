/* The card of a tile. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "base/format.h"
#include "derived/insights/insights-ground.h"

#define MOST_KINDS 4

/* ---- today -------------------------------------------------------------------------------------
 */

/* The kinds with most bytes live at @step. */
static void
add_contents (PoplensCard *self, guint32 tile, guint32 step)
{
  g_autofree guint8 *classes = poplens_liveness_classes_at (self->liveness, step);
  guint64 kinds[POPLENS_N_KINDS] = {0};

  for (guint32 e = self->bytes->first[tile]; e < self->bytes->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &self->bytes->entries[e];
    if (classes[entry->class_row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      kinds[self->kinds->kind[entry->group]] += entry->bytes;
  }
  for (guint n = 0; n < MOST_KINDS; n++) {
    guint most = 0;
    for (guint k = 1; k < POPLENS_N_KINDS; k++)
      most = kinds[k] > kinds[most] ? k : most;
    g_autofree char *contents =
        g_strdup_printf ("liveness?tab=contents&tile=%u&step=%u", tile, step);
    poplens_card_add_tile_bytes (
        self, "Live at the peak", poplens_kind_title (most), kinds[most],
        poplens_finder_location (contents, "filter.contents", poplens_kind_key (most)));
    kinds[most] = 0;
  }
}

static const PoplensWhatIfTile *
find_tile (const PoplensWhatIfResult *result, guint32 tile)
{
  for (guint i = 0; result && i < result->tiles->len; i++)
    if (g_array_index (result->tiles, PoplensWhatIfTile, i).tile == tile)
      return &g_array_index (result->tiles, PoplensWhatIfTile, i);
  return NULL;
}

static void
add_need (PoplensCard *self, const PoplensWhatIfResult *now, const PoplensWhatIfTile *here)
{
  guint32 rank = 1;
  PoplensNumber all, place;

  for (guint i = 0; i < now->tiles->len; i++)
    rank += g_array_index (now->tiles, PoplensWhatIfTile, i).needs_after > here->needs_after;
  g_autofree char *value = g_strdup_printf ("rank %s of %s", poplens_format_count (place, rank),
                                            poplens_format_items (all, now->tiles->len, "tile"));
  poplens_card_add_tile_bytes (self, "Need", value, here->needs_after,
                               g_strdup_printf ("memory?tile=%u", here->tile));
  if (now->capacity && here->needs_after > now->capacity)
    poplens_card_add_bytes (self, "Over capacity", here->needs_after - now->capacity,
                            g_strdup ("insights?view=what-if"));
}

static void
add_peak (PoplensCard *self, const PoplensWhatIfTile *here)
{
  guint32 step = here->step_after;
  g_autofree char *value = g_strdup_printf ("at step %u", step);

  poplens_card_add_tile_bytes (
      self, "Peak", value, here->after,
      g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u", here->tile, step));
  if (here->tile < self->bytes->n_tiles && step < self->liveness->n_steps)
    add_contents (self, here->tile, step);
}

/* ---- with the plan -----------------------------------------------------------------------------
 */

/* What the tile needs with the changes of the plan, by both estimates. */
static void
add_estimate (PoplensCard *self, const PoplensLocation *changed, const char *estimate,
              const char *what)
{
  GError *error = NULL;
  g_autoptr (PoplensLocation) by = poplens_location_with (changed, "estimate", estimate);
  g_autoptr (PoplensWhatIfResult) then =
      poplens_what_if_of_location (self->report, by, self->cancellable, &error);
  const PoplensWhatIfTile *here = find_tile (then, (guint32) self->found->id);

  if (here)
    poplens_card_add_tile_bytes (self, what, estimate, here->needs_after,
                                 poplens_location_to_string (by));
  poplens_card_take_error (self, error);
}

static void
add_plan (PoplensCard *self)
{
  GError *error = NULL;
  g_autoptr (PoplensFitPlan) plan =
      poplens_report_fit_plan (self->report, NULL, self->cancellable, &error);

  poplens_card_take_error (self, error);
  if (!plan || !plan->changes->len)
    return;
  g_autoptr (PoplensLocation) page = poplens_location_parse ("insights?view=what-if", NULL);
  g_autoptr (PoplensLocation) changed = poplens_fit_plan_location (plan, page);
  add_estimate (self, changed, "optimistic", "After the plan");
  add_estimate (self, changed, "pessimistic", "After the plan");
}

/* ---- the rest ----------------------------------------------------------------------------------
 */

static void
add_memory (PoplensCard *self, guint32 tile)
{
  const PoplensMemory *m = poplens_report_peek (self->report, POPLENS_PART_MEMORY);
  guint32 row = m ? poplens_memory_find_tile (m, tile) : POPLENS_NO_TILE;

  if (row == POPLENS_NO_TILE || m->from_archive)
    return;
  poplens_card_add_bytes (self, "Address map", m->total_including_gaps[row],
                          g_strdup_printf ("memory?tab=memory-map&tile=%u", tile));
  poplens_card_add_bytes (self, "Gaps", m->total_including_gaps[row] - m->total[row],
                          g_strdup_printf ("memory?tab=tile-gaps&tile=%u", tile));
}

/* Steps in which this tile alone took longest. Cycles of all steps are read for it, of a report on
 * this computer only. */
static void
add_slowest (PoplensCard *self, guint32 tile)
{
  g_auto (PoplensCardCells) cells = {0};

  if (!poplens_report_is_near (self->report))
    return;
  poplens_card_cells_init (&cells, self, "trace-slowest", "trace?by=tile");
  poplens_card_cells_choose_id (&cells, "tile", tile);
  poplens_card_add_cell (self, &cells, "times", "Times slowest",
                         g_strdup ("trace?tab=trace-stragglers"));
  poplens_card_add_cell (self, &cells, "beyond_second", "Cycles over runner-up",
                         g_strdup ("trace?tab=trace-stragglers"));
  poplens_card_add_cell (
      self, &cells, "step", "Worst step",
      cells.rows->len ? poplens_table_get_link (cells.table, g_array_index (cells.rows, guint32, 0))
                      : NULL);
}

void
poplens_card_add_tile (PoplensCard *self)
{
  guint32 tile = (guint32) self->found->id;
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();

  if (poplens_card_load_memory (self)) {
    g_autoptr (PoplensWhatIfResult) now =
        poplens_what_if_evaluate (poplens_moves_get_what_if (self->moves), nothing, NULL,
                                  POPLENS_ESTIMATE_OPTIMISTIC, NULL, self->cancellable);
    const PoplensWhatIfTile *here = find_tile (now, tile);
    if (here) {
      add_need (self, now, here);
      add_peak (self, here);
      add_plan (self);
    }
  }
  add_memory (self, tile);
  add_slowest (self, tile);
}
