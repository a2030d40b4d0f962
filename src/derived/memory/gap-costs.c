/* Finds the gaps between variables on each tile. A few tiles are read one by one. For more tiles,
 * one pass reads all variables. */
#include "derived/memory/gap-costs.h"

#include "analysis/memory/memory-analysis.h"

/* Maximum number of tiles that are read one by one. For more tiles, one pass over all variables is
 * faster. */
#define FEW_TILES 64

typedef struct {
  PoplensTileLayout *layout;
  GArray *gaps; /* gaps of the current tile */
  GArray *out;  /* PoplensTileGaps, by rising tile */
  guint32 tile; /* current tile, whose variables are in .layout; POPLENS_NO_TILE: none yet */
  gboolean any; /* a variable was found */
} GapScan;

/* Appends the gaps of the current tile to .out. Does nothing before the first tile. */
static void
finish_tile (GapScan *self)
{
  if (self->tile == POPLENS_NO_TILE)
    return;
  g_array_set_size (self->gaps, 0);
  poplens_tile_layout_find_gaps (self->layout, self->gaps);
  PoplensTileGaps gaps = poplens_tile_gaps_of (self->tile, self->gaps);
  g_array_append_val (self->out, gaps);
}

static void
gap_scan_clear (GapScan *self)
{
  g_clear_pointer (&self->layout, poplens_tile_layout_free);
  g_clear_pointer (&self->gaps, g_array_unref);
  g_clear_pointer (&self->out, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GapScan, gap_scan_clear)

static gboolean
gap_scan_init (GapScan *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  gconstpointer target;

  if (!poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  self->layout = poplens_tile_layout_new (target);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (PoplensGap));
  self->out = g_array_new (FALSE, FALSE, sizeof (PoplensTileGaps));
  self->tile = POPLENS_NO_TILE;
  return TRUE;
}

/* TRUE if a variable was found; else FALSE with the usual error that the report has no lowered
 * variables. */
static gboolean
check_any_variables (const GapScan *self, PoplensReport *report, GCancellable *cancellable,
                     GError **error)
{
  return self->any || poplens_report_load_lowered (report, cancellable, error);
}

/* ---- tile by tile ---------------------------------------------------------------------------- */

static gboolean
add_tile_gaps (GapScan *self, PoplensReport *report, guint32 tile, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (report, POPLENS_SLICE_TILE_VARIABLES, tile, cancellable, error);

  if (!slice)
    return FALSE;
  self->any |= slice->n > 0;
  poplens_tile_layout_add_slice (self->layout, slice);
  self->tile = tile;
  finish_tile (self);
  return TRUE;
}

/* Adds the gaps of @tiles. Skips tiles that the memory part lacks: looking up such a tile scans all
 * variables. FALSE with @error. */
static gboolean
add_existing_tiles (GapScan *self, PoplensReport *report, const PoplensTileSet *tiles,
                    GCancellable *cancellable, GError **error)
{
  gconstpointer memory;

  if (!poplens_report_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error))
    return FALSE;
  const PoplensMemory *m = memory;
  g_autoptr (GArray) positions = m ? poplens_memory_positions (m, tiles) : NULL;
  for (guint i = 0; m && i < positions->len; i++)
    if (!add_tile_gaps (self, report, m->tile[g_array_index (positions, guint32, i)], cancellable,
                        error))
      return FALSE;
  for (guint r = 0; !m && r < tiles->n; r++)
    for (guint64 t = tiles->ranges[r].first; t <= tiles->ranges[r].last; t++)
      if (!add_tile_gaps (self, report, (guint32) t, cancellable, error))
        return FALSE;
  return TRUE;
}

/* ---- all tiles ------------------------------------------------------------------------------- */

/* Adds a batch of variables. FALSE if they are not sorted by tile. */
static gboolean
add_variable_batch (GapScan *self, const PoplensSlice *slice)
{
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanPlace *v = &slice->scan_places[i];
    self->any = TRUE;
    if (v->tile != self->tile) {
      finish_tile (self);
      if (self->tile != POPLENS_NO_TILE && v->tile < self->tile)
        return FALSE;
      self->tile = v->tile;
      poplens_tile_layout_begin (self->layout, v->id);
    }
    if (v->bits & POPLENS_VARIABLE_ALLOCATED)
      poplens_tile_layout_add (self->layout, v->id, v->offset, v->size, v->alignment, v->bits,
                               slice->lists, i);
  }
  return TRUE;
}

/* Computes the gaps of all tiles one by one, if the file's variables are not sorted by tile. Skips
 * tiles without variables: looking up such a tile scans all variables. NULL with @error. */
static GArray *
compute_gaps_by_tile (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensVariables *variables = poplens_report_load_lowered (report, cancellable, error);
  g_auto (GapScan) scan = {0};

  if (!variables || !gap_scan_init (&scan, report, cancellable, error))
    return NULL;
  for (guint32 t = 0; t < variables->n_tiles; t++)
    if (variables->tile_first[t] < variables->tile_first[t + 1] &&
        !add_tile_gaps (&scan, report, t, cancellable, error))
      return NULL;
  return g_steal_pointer (&scan.out);
}

static gpointer
compute_all_gaps (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_auto (GapScan) scan = {0};

  if (!gap_scan_init (&scan, report, cancellable, error))
    return NULL;
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_PLACES, key, cancellable, error);
    if (!slice)
      return NULL;
    if (!add_variable_batch (&scan, slice))
      return compute_gaps_by_tile (report, cancellable, error);
    key = slice->next;
  }
  finish_tile (&scan);
  return check_any_variables (&scan, report, cancellable, error) ? g_steal_pointer (&scan.out)
                                                                 : NULL;
}

gboolean
poplens_report_gap_costs (PoplensReport *report, const PoplensTileSet *tiles,
                          PoplensGapCosts *costs, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-gap-costs", compute_all_gaps,
                                         (GBoxedCopyFunc) g_array_ref,
                                         (GDestroyNotify) g_array_unref};
  g_auto (GapScan) scan = {0};
  g_autoptr (GArray) all = NULL;

  if (tiles && poplens_tile_set_count (tiles) <= FEW_TILES) {
    if (!gap_scan_init (&scan, report, cancellable, error) ||
        !add_existing_tiles (&scan, report, tiles, cancellable, error) ||
        !check_any_variables (&scan, report, cancellable, error))
      return FALSE;
    all = g_steal_pointer (&scan.out);
  } else if (!(all = poplens_report_derive (report, &derived, cancellable, error))) {
    return FALSE;
  }
  poplens_gap_costs_init (costs);
  for (guint i = 0; i < all->len; i++) {
    const PoplensTileGaps *tile = &g_array_index (all, PoplensTileGaps, i);
    if (!tiles || poplens_tile_set_contains (tiles, tile->tile))
      poplens_gap_costs_add (costs, tile);
  }
  return TRUE;
}
