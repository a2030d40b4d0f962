#include "tables/address-source.h"

#include "base/error.h"
#include "tables/builders.h"

/* About 200 bytes each are held while the table is shown. */
#define MOST_VARIABLES (1u << 20)

/* ---- parts ----------------------------------------------------------------------------- */

typedef struct {
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
} Parts;

static gboolean
load_parts (Parts *parts, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  gconstpointer target, liveness;

  parts->variables = poplens_load_lowered (report, cancellable, error);
  if (!parts->variables ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable, error))
    return FALSE;
  parts->target = target;
  parts->liveness = liveness;
  return TRUE;
}

static PoplensAddressMap *
load_map (PoplensReport *report, const Parts *parts, guint32 tile, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (report, POPLENS_SLICE_TILE_VARIABLES, tile, cancellable, error);

  return slice ? poplens_address_map_new (slice, parts->target, parts->variables, parts->liveness)
               : NULL;
}

PoplensAddressMap *
poplens_report_address_map (PoplensReport *report, guint32 tile, GCancellable *cancellable,
                            GError **error)
{
  Parts parts;

  return load_parts (&parts, report, cancellable, error)
             ? load_map (report, &parts, tile, cancellable, error)
             : NULL;
}

/* ---- tiles of a Place ------------------------------------------------------------------- */

/* The tile whose highest variable ends last; 0 where there is none. */
static guint32
find_fullest (const PoplensVariables *v)
{
  guint64 highest = 0;
  guint32 tile = 0;

  for (guint32 t = 0; t < v->n_tiles; t++)
    for (guint32 r = v->tile_first[t]; r < v->tile_first[t + 1]; r++)
      if (v->bits[r] & POPLENS_VARIABLE_ALLOCATED &&
          (guint64) v->offset[r] + v->size[r] > highest) {
        highest = (guint64) v->offset[r] + v->size[r];
        tile = t;
      }
  return tile;
}

gboolean
poplens_address_source_add (PoplensAddressSource *self, guint32 tile, GCancellable *cancellable,
                            GError **error)
{
  const Parts parts = {self->target, self->variables, self->liveness};
  PoplensAddressMap *map = load_map (self->report, &parts, tile, cancellable, error);

  if (!map)
    return FALSE;
  g_ptr_array_add (self->maps, map);
  self->n_variables += map->slice->n;
  return TRUE;
}

static gboolean
add_tiles (PoplensAddressSource *self, const PoplensTileSet *tiles, guint most,
           GCancellable *cancellable, GError **error)
{
  for (guint r = 0; r < tiles->n; r++)
    for (guint32 t = tiles->ranges[r].first; t <= tiles->ranges[r].last; t++) {
      if (self->maps->len == most || self->n_variables > MOST_VARIABLES)
        return TRUE;
      if (!poplens_address_source_add (self, t, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
poplens_address_source_open (PoplensAddressSource *self, PoplensReport *report,
                             const PoplensPlace *place, PoplensTileSet **tiles,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTileSet) chosen = place ? poplens_place_get_tiles (place) : NULL;
  Parts parts;

  *self = (PoplensAddressSource){.report = report, .n_chosen = 1};
  *tiles = NULL;
  self->maps = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_address_map_free);
  if (!load_parts (&parts, report, cancellable, error))
    return FALSE;
  self->target = parts.target;
  self->variables = parts.variables;
  self->liveness = parts.liveness;
  self->chosen = chosen && chosen->n;
  if (!self->chosen)
    return TRUE;
  guint32 end = MAX (self->variables->n_tiles, self->target ? self->target->tiles_per_replica : 0);
  if (chosen->ranges[chosen->n - 1].last >= end) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 end ? "there is no tile %s: they go from 0 to %u" : "there is no tile %s",
                 poplens_place_get (place, "tile"), end - 1);
    return FALSE;
  }
  self->n_chosen = (guint32) MIN (poplens_tile_set_count (chosen), G_MAXUINT32);
  *tiles = g_steal_pointer (&chosen);
  return TRUE;
}

gboolean
poplens_address_source_init (PoplensAddressSource *self, PoplensReport *report,
                             const PoplensPlace *place, guint most, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (PoplensTileSet) tiles = NULL;

  if (!poplens_address_source_open (self, report, place, &tiles, cancellable, error))
    return FALSE;
  return tiles ? add_tiles (self, tiles, most, cancellable, error)
               : poplens_address_source_add (self, find_fullest (self->variables), cancellable,
                                             error);
}

void
poplens_address_source_clear (PoplensAddressSource *self)
{
  g_clear_pointer (&self->maps, g_ptr_array_unref);
}

char *
poplens_address_source_describe (const PoplensAddressSource *self)
{
  const PoplensAddressMap *first = self->maps->len ? g_ptr_array_index (self->maps, 0) : NULL;
  PoplensNumber n, all;

  if (self->n_chosen == 1 && first)
    return g_strdup_printf ("Tile %u%s", first->tile, self->chosen ? "" : ", the fullest");
  if (self->maps->len == self->n_chosen)
    return g_strdup_printf ("%s tiles", poplens_format_count (n, self->n_chosen));
  return g_strdup_printf ("The first %s of %s tiles", poplens_format_count (n, self->maps->len),
                          poplens_format_count (all, self->n_chosen));
}

gboolean
poplens_address_source_find (const PoplensAddressSource *self, const PoplensPlace *place,
                             const PoplensAddressMap **map, guint32 *block, GError **error)
{
  const char *text = place ? poplens_place_get (place, "lowered") : NULL;
  guint64 id;

  *block = G_MAXUINT32;
  *map = g_ptr_array_index (self->maps, 0);
  if (!text || !*text)
    return TRUE;
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL))
    for (guint m = 0; m < self->maps->len && *block == G_MAXUINT32; m++) {
      *map = g_ptr_array_index (self->maps, m);
      *block = poplens_address_map_find (*map, (guint32) id);
    }
  if (*block != G_MAXUINT32)
    return TRUE;
  g_autofree char *where = poplens_address_source_describe (self);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s: there is no variable %s in its memory: lowered is a var_id, as the table "
               "tile-variables has it in the column id",
               where, text);
  return FALSE;
}

/* ---- all tiles -------------------------------------------------------------------------- */

typedef struct {
  const PoplensVariables *variables;
  PoplensTileLayout *layout;
  PoplensGapCosts *costs;
  GArray *gaps;
  guint32 tile;    /* whose variables are in the layout; POPLENS_NO_TILE: none yet */
  guint8 *is_done; /* by tile */
  gboolean astray; /* a tile comes back: rows are not by tile */
} Scan;

static void
finish_tile (Scan *scan)
{
  if (scan->tile == POPLENS_NO_TILE)
    return;
  g_array_set_size (scan->gaps, 0);
  poplens_tile_layout_find_gaps (scan->layout, scan->gaps);
  poplens_gap_costs_add (scan->costs, scan->tile, scan->gaps);
  scan->is_done[scan->tile] = TRUE;
}

static void
begin_tile (Scan *scan, guint32 tile)
{
  const PoplensVariables *v = scan->variables;
  guint32 row;

  finish_tile (scan);
  scan->tile = tile;
  scan->astray = tile >= v->n_tiles || scan->is_done[tile];
  if (scan->astray)
    return;
  row = v->tile_first[tile];
  poplens_tile_layout_begin (scan->layout, v->id ? v->id[row] : row);
}

static void
add_places (Scan *scan, const PoplensSlice *slice)
{
  for (guint32 i = 0; i < slice->n && !scan->astray; i++) {
    const PoplensScanPlace *v = &slice->scan_places[i];
    if (v->tile != scan->tile)
      begin_tile (scan, v->tile);
    if (!scan->astray)
      poplens_tile_layout_add (scan->layout, v->id, v->offset, v->size, v->alignment, v->bits,
                               slice->lists, i);
  }
}

/* Where variables are not by tile: each tile for itself. */
static gboolean
count_by_tile (PoplensReport *report, const Parts *parts, PoplensGapCosts *costs,
               GCancellable *cancellable, GError **error)
{
  poplens_gap_costs_init (costs);
  for (guint32 t = 0; t < parts->variables->n_tiles; t++) {
    g_autoptr (PoplensAddressMap) map = load_map (report, parts, t, cancellable, error);
    if (!map)
      return FALSE;
    poplens_gap_costs_add (costs, t, map->gaps);
  }
  return TRUE;
}

static gboolean
count_all (PoplensReport *report, const Parts *parts, PoplensGapCosts *costs,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTileLayout) layout = poplens_tile_layout_new (parts->target);
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (PoplensGap));
  g_autofree guint8 *is_done = g_new0 (guint8, MAX (parts->variables->n_tiles, 1));
  Scan scan = {parts->variables, layout, costs, gaps, POPLENS_NO_TILE, is_done, FALSE};

  poplens_gap_costs_init (costs);
  for (guint64 key = 0; key != POPLENS_NO_SLICE && !scan.astray;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_PLACES, key, cancellable, error);
    if (!slice)
      return FALSE;
    add_places (&scan, slice);
    key = slice->next;
  }
  if (scan.astray)
    return count_by_tile (report, parts, costs, cancellable, error);
  finish_tile (&scan);
  return TRUE;
}

static gpointer
copy_costs (gpointer costs)
{
  return g_memdup2 (costs, sizeof (PoplensGapCosts));
}

static gpointer
make_costs (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autofree PoplensGapCosts *costs = g_new0 (PoplensGapCosts, 1);
  Parts parts;

  return load_parts (&parts, report, cancellable, error) &&
                 count_all (report, &parts, costs, cancellable, error)
             ? g_steal_pointer (&costs)
             : NULL;
}

PoplensGapCosts *
poplens_report_gap_costs (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-gap-costs", make_costs, copy_costs, g_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}
