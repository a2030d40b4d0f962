#include "derived/memory/gap-costs.h"

#include "analysis/memory/memory-analysis.h"

/* Most tiles that are read one by one, which takes less than a pass over all. */
#define FEW_TILES 64

typedef struct {
  PoplensTileLayout *layout;
  GArray *gaps; /* of the tile at hand */
  GArray *out;  /* PoplensTileGaps, rising by tile */
  guint32 tile; /* whose variables are in the layout; POPLENS_NO_TILE: none yet */
  gboolean any; /* there is a variable */
} Scan;

static void
finish_tile (Scan *self)
{
  if (self->tile == POPLENS_NO_TILE)
    return;
  g_array_set_size (self->gaps, 0);
  poplens_tile_layout_find_gaps (self->layout, self->gaps);
  PoplensTileGaps gaps = poplens_tile_gaps_of (self->tile, self->gaps);
  g_array_append_val (self->out, gaps);
}

static void
scan_clear (Scan *self)
{
  g_clear_pointer (&self->layout, poplens_tile_layout_free);
  g_clear_pointer (&self->gaps, g_array_unref);
  g_clear_pointer (&self->out, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scan, scan_clear)

static gboolean
scan_init (Scan *self, PoplensReport *report, GCancellable *cancellable, GError **error)
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

/* That there are no variables is said as everywhere. */
static gboolean
are_there (const Scan *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return self->any || poplens_report_load_lowered (report, cancellable, error);
}

/* ---- each tile for itself ----------------------------------------------------------------------
 */

static gboolean
add_tile (Scan *self, PoplensReport *report, guint32 tile, GCancellable *cancellable,
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

/* Those of @tiles that there are: to look for another one takes a pass over all variables. */
static gboolean
add_tiles (Scan *self, PoplensReport *report, const PoplensTileSet *tiles,
           GCancellable *cancellable, GError **error)
{
  gconstpointer memory;

  if (!poplens_report_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error))
    return FALSE;
  const PoplensMemory *m = memory;
  g_autoptr (GArray) positions = m ? poplens_memory_positions (m, tiles) : NULL;
  for (guint i = 0; m && i < positions->len; i++)
    if (!add_tile (self, report, m->tile[g_array_index (positions, guint32, i)], cancellable,
                   error))
      return FALSE;
  for (guint r = 0; !m && r < tiles->n; r++)
    for (guint64 t = tiles->ranges[r].first; t <= tiles->ranges[r].last; t++)
      if (!add_tile (self, report, (guint32) t, cancellable, error))
        return FALSE;
  return TRUE;
}

/* ---- all tiles ---------------------------------------------------------------------------------
 */

/* FALSE where a tile comes back: rows are not by tile. */
static gboolean
add_places (Scan *self, const PoplensSlice *slice)
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

/* Where variables are not by tile: each tile for itself. In a damaged file the highest tile may be
 * any number, and to look for one that has no variable takes a pass over all. */
static GArray *
count_by_tile (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensVariables *variables = poplens_report_load_lowered (report, cancellable, error);
  g_auto (Scan) scan = {0};

  if (!variables || !scan_init (&scan, report, cancellable, error))
    return NULL;
  for (guint32 t = 0; t < variables->n_tiles; t++)
    if (variables->tile_first[t] < variables->tile_first[t + 1] &&
        !add_tile (&scan, report, t, cancellable, error))
      return NULL;
  return g_steal_pointer (&scan.out);
}

static gpointer
make_all (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_auto (Scan) scan = {0};

  if (!scan_init (&scan, report, cancellable, error))
    return NULL;
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_PLACES, key, cancellable, error);
    if (!slice)
      return NULL;
    if (!add_places (&scan, slice))
      return count_by_tile (report, cancellable, error);
    key = slice->next;
  }
  finish_tile (&scan);
  return are_there (&scan, report, cancellable, error) ? g_steal_pointer (&scan.out) : NULL;
}

gboolean
poplens_report_gap_costs (PoplensReport *report, const PoplensTileSet *tiles,
                          PoplensGapCosts *costs, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {
      "poplens-gap-costs", make_all, (GBoxedCopyFunc) g_array_ref, (GDestroyNotify) g_array_unref};
  g_auto (Scan) scan = {0};
  g_autoptr (GArray) all = NULL;

  if (tiles && poplens_tile_set_count (tiles) <= FEW_TILES) {
    if (!scan_init (&scan, report, cancellable, error) ||
        !add_tiles (&scan, report, tiles, cancellable, error) ||
        !are_there (&scan, report, cancellable, error))
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
