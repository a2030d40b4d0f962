/* Loads the address maps of the tiles that a location selects. Also finds the variables in the maps
 * that belong to the selected operation. */
#include "derived/memory/address-source.h"

#include "analysis/liveness/live-step.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/operations/operations-source.h"
#include "derived/scope.h"

/* Maximum number of variables in the maps of a source; each takes about 200 bytes while the table
 * is shown. */
#define MOST_VARIABLES (1u << 20)

/* The selected operation, reference counted. */
typedef struct _PoplensAddressOnly {
  PoplensOperationFilter filter;
  PoplensVariableOwners *owners;
} SelectedOperation;

static void
selected_operation_clear (gpointer data)
{
  SelectedOperation *only = data;

  poplens_variable_owners_free (only->owners);
}

static void
selected_operation_unref (gpointer only)
{
  g_atomic_rc_box_release_full (only, selected_operation_clear);
}

/* ---- parts ----------------------------------------------------------------------------------- */

typedef struct {
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
} AddressParts;

static gboolean
load_address_parts (AddressParts *parts, PoplensReport *report, GCancellable *cancellable,
                    GError **error)
{
  gconstpointer target, liveness;

  parts->variables = poplens_report_load_lowered (report, cancellable, error);
  if (!parts->variables ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable, error))
    return FALSE;
  parts->target = target;
  parts->liveness = liveness;
  return TRUE;
}

static PoplensAddressMap *
load_map (PoplensReport *report, const AddressParts *parts, guint32 tile, GCancellable *cancellable,
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
  AddressParts parts;

  return load_address_parts (&parts, report, cancellable, error)
             ? load_map (report, &parts, tile, cancellable, error)
             : NULL;
}

/* ---- tiles of a location --------------------------------------------------------------------- */

/* Returns the tile of @tiles (nullable: all) whose variables reach the highest address; the first
 * tile if there are no variables. */
static guint32
find_fullest (const PoplensVariables *v, const PoplensTileSet *tiles)
{
  guint64 highest = 0;
  guint32 tile = tiles ? tiles->ranges[0].first : 0;

  for (guint32 t = 0; t < v->n_tiles; t++)
    for (guint32 r = v->tile_first[t];
         (!tiles || poplens_tile_set_contains (tiles, t)) && r < v->tile_first[t + 1]; r++)
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
  const AddressParts parts = {self->target, self->variables, self->liveness};
  PoplensAddressMap *map = load_map (self->report, &parts, tile, cancellable, error);

  if (!map)
    return FALSE;
  g_ptr_array_add (self->maps, map);
  self->n_variables += map->slice->n;
  return TRUE;
}

static gboolean
add_tile_maps (PoplensAddressSource *self, const PoplensTileSet *tiles, guint most,
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

/* Finds the tiles that the location names. @tiles: (out) (transfer full) (nullable): NULL if the
 * location names no tiles. .fullest is then the fullest tile of the location's IPU or replica, or
 * of all tiles. FALSE with @error. */
static gboolean
find_selected_tiles (PoplensAddressSource *self, const PoplensLocation *location,
                     PoplensTileSet **tiles, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensScope) scope = {0};

  if (!poplens_scope_init (&scope, self->report, location, cancellable, error))
    return FALSE;
  self->chosen = scope.tiles && !scope.is_part;
  if (!self->chosen) {
    g_strlcpy (self->part, scope.is_part ? scope.label : "", sizeof self->part);
    self->fullest = find_fullest (self->variables, scope.tiles);
    return TRUE;
  }
  guint32 end = MAX (self->variables->n_tiles, self->target ? self->target->tiles_per_replica : 0);
  if (scope.tiles->ranges[scope.tiles->n - 1].last >= end) {
    poplens_scope_refuse ("tile", poplens_location_get (location, "tile"), end, error);
    return FALSE;
  }
  self->n_chosen = (guint32) MIN (poplens_tile_set_count (scope.tiles), G_MAXUINT32);
  *tiles = g_steal_pointer (&scope.tiles);
  return TRUE;
}

/* Finds the operation that the location selects, if any. FALSE with @error. */
static gboolean
init_operation (PoplensAddressSource *self, const PoplensLocation *location,
                GCancellable *cancellable, GError **error)
{
  PoplensOperationFilter filter = {0};

  if (!poplens_operation_filter_init (&filter, self->report, location, cancellable, error))
    return FALSE;
  if (!filter.active)
    return TRUE;
  self->only = g_atomic_rc_box_new0 (SelectedOperation);
  self->only->filter = filter;
  self->only->owners = poplens_variable_owners_new (self->variables);
  return TRUE;
}

gboolean
poplens_address_source_open (PoplensAddressSource *self, PoplensReport *report,
                             const PoplensLocation *location, PoplensTileSet **tiles,
                             GCancellable *cancellable, GError **error)
{
  AddressParts parts;

  *self = (PoplensAddressSource){.report = report, .n_chosen = 1};
  *tiles = NULL;
  self->maps = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_address_map_free);
  if (!load_address_parts (&parts, report, cancellable, error))
    return FALSE;
  self->target = parts.target;
  self->variables = parts.variables;
  self->liveness = parts.liveness;
  if (!init_operation (self, location, cancellable, error))
    return FALSE;
  return find_selected_tiles (self, location, tiles, cancellable, error);
}

gboolean
poplens_address_source_init (PoplensAddressSource *self, PoplensReport *report,
                             const PoplensLocation *location, guint most, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (PoplensTileSet) tiles = NULL;

  if (!poplens_address_source_open (self, report, location, &tiles, cancellable, error))
    return FALSE;
  return tiles ? add_tile_maps (self, tiles, most, cancellable, error)
               : poplens_address_source_add (self, self->fullest, cancellable, error);
}

PoplensAddressSource
poplens_address_source_share (const PoplensAddressSource *self)
{
  PoplensAddressSource copy = *self;

  copy.maps = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_address_map_free);
  if (copy.only)
    g_atomic_rc_box_acquire (copy.only);
  return copy;
}

void
poplens_address_source_clear (PoplensAddressSource *self)
{
  g_clear_pointer (&self->maps, g_ptr_array_unref);
  g_clear_pointer (&self->only, selected_operation_unref);
}

PoplensAddressSource
poplens_address_source_steal (PoplensAddressSource *self)
{
  PoplensAddressSource all = *self;

  self->maps = NULL;
  self->only = NULL;
  return all;
}

/* ---- the selected operation ------------------------------------------------------------------ */

char *
poplens_address_source_only (const PoplensAddressSource *self)
{
  return self->only ? poplens_operation_title (&self->only->filter.source) : NULL;
}

gboolean
poplens_address_source_has_row (const PoplensAddressSource *self, guint32 row)
{
  const PoplensVariables *v = self->variables;

  return !self->only || poplens_operation_filter_has_variable (
                            &self->only->filter,
                            poplens_variable_owners_find (self->only->owners, v->unlowered[row],
                                                          v->category[row], v->bits[row]));
}

static guint32
find_category_row (const PoplensVariables *variables, guint32 id)
{
  for (guint32 c = 0; c < variables->n_categories; c++)
    if (variables->category_id[c] == id)
      return c;
  return G_MAXUINT8;
}

gboolean
poplens_address_source_has (const PoplensAddressSource *self, const PoplensAddressMap *map,
                            guint32 block)
{
  const PoplensTileVariable *v = poplens_address_map_variable (map, block);

  return !self->only ||
         poplens_operation_filter_has_variable (
             &self->only->filter, poplens_variable_owners_find (
                                      self->only->owners, v->unlowered,
                                      find_category_row (self->variables, v->category), v->bits));
}

char *
poplens_address_source_describe (const PoplensAddressSource *self)
{
  const PoplensAddressMap *first = self->maps->len ? g_ptr_array_index (self->maps, 0) : NULL;
  PoplensNumber n, all;

  if (self->n_chosen == 1 && first)
    return self->chosen  ? g_strdup_printf ("Tile %u", first->tile)
           : *self->part ? g_strdup_printf ("Tile %u, the fullest of %s", first->tile, self->part)
                         : g_strdup_printf ("Tile %u, the fullest", first->tile);
  if (self->maps->len == self->n_chosen)
    return g_strdup_printf ("%s tiles", poplens_format_count (n, self->n_chosen));
  return g_strdup_printf ("The first %s of %s tiles", poplens_format_count (n, self->maps->len),
                          poplens_format_count (all, self->n_chosen));
}

gboolean
poplens_address_source_find (const PoplensAddressSource *self, const PoplensLocation *location,
                             const PoplensAddressMap **map, guint32 *block, GError **error)
{
  const char *text = location ? poplens_location_get (location, "tile-variable") : NULL;
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
               "%s: no variable %s; lowered is a var_id, column id of the table tile-variables",
               where, text);
  return FALSE;
}
