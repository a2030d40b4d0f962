/* Finds the tiles that a location selects, and writes the notes and errors about them. */
#include "derived/scope.h"

#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/format.h"
#include "base/typed.h"
#include "model/location.h"

#include <string.h>

/* ---- selections ------------------------------------------------------------------------------ */

void
poplens_selection_clear (PoplensSelection *self)
{
  g_clear_pointer (&self->positions, g_free);
  g_clear_pointer (&self->tiles, g_free);
}

guint64
poplens_selection_sum (const PoplensSelection *self, const PoplensLists *lists, gsize row)
{
  if (!lists || row >= poplens_lists_n_rows (lists))
    return 0;
  return self->all ? poplens_lists_sum (lists, row)
                   : poplens_lists_sum_at (lists, row, self->positions, self->n);
}

/* ---- scope ----------------------------------------------------------------------------------- */

/* TRUE if the key @source ("tile", "ipu" or "replica") may select tiles: "scope" is absent or names
 * @source. */
static gboolean
is_source_allowed (const PoplensLocation *location, const char *source)
{
  const char *named = poplens_location_get (location, "scope");

  return !named || !strcmp (named, source);
}

static gboolean
names_fullest (const PoplensLocation *location)
{
  return location && !g_strcmp0 (poplens_location_get (location, "scope"), "fullest");
}

void
poplens_scope_refuse (const char *what, const char *text, guint32 n, GError **error)
{
  g_autofree char *valid = n > 1    ? g_strdup_printf ("; valid: 0 to %u", n - 1)
                           : n == 1 ? g_strdup ("; valid: 0")
                                    : g_strdup ("");

  if (g_ascii_isdigit (*text))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no %s %s%s", what, text, valid);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid %s “%s”; use a number", what,
                 text);
}

/* Selects the tiles of the IPU whose number is @text. FALSE with USAGE if there is none. */
static gboolean
set_ipu (PoplensScope *self, const char *text, const PoplensTarget *target, guint32 n_listed,
         GError **error)
{
  guint32 per_ipu = target ? target->tiles_per_ipu : 0;
  guint32 n_tiles = target ? MAX (target->tiles_per_replica, n_listed) : 0;
  guint32 n = per_ipu ? MAX (n_tiles / per_ipu, 1) : 0;
  guint64 ipu;

  if (!n || !poplens_typed_unsigned (text, 0, n - 1, &ipu)) {
    poplens_scope_refuse ("IPU", text, n, error);
    return FALSE;
  }
  /* Tiles of the IPU. A single IPU has all tiles, and needs no range. */
  PoplensTileRange range = {(guint32) ipu * per_ipu, (guint32) ipu * per_ipu + per_ipu - 1};
  self->label = g_strdup_printf ("IPU %u", (guint32) ipu);
  self->is_part = n > 1;
  self->tiles = self->is_part ? poplens_tile_set_new (&range, 1) : NULL;
  return TRUE;
}

/* Selects a replica. All tiles are selected if the file lists only one replica, as replicas are
 * assumed to be equal. FALSE with USAGE if the replica does not exist. */
static gboolean
set_replica (PoplensScope *self, const char *text, const PoplensTarget *target, guint32 n_listed,
             GError **error)
{
  guint32 n = target ? MAX (target->num_replicas, 1) : 1;
  PoplensTileRange range;
  guint64 replica;

  if (!poplens_typed_unsigned (text, 0, n - 1, &replica)) {
    poplens_scope_refuse ("replica", text, n, error);
    return FALSE;
  }
  if (n > 1 &&
      poplens_target_tiles_of_replica (target, n_listed, (guint32) replica, &range.first,
                                       &range.last) &&
      n_listed > target->tiles_per_replica) {
    self->label = g_strdup_printf ("Replica %u", (guint32) replica);
    self->is_part = TRUE;
    self->tiles = poplens_tile_set_new (&range, 1);
  } else {
    self->label = g_strdup ("All tiles");
  }
  return TRUE;
}

static void
set_tiles (PoplensScope *self, PoplensTileSet *tiles)
{
  guint64 n = poplens_tile_set_count (tiles);
  PoplensNumber count;

  self->label = n == 1 ? g_strdup_printf ("Tile %u", tiles->ranges[0].first)
                       : g_strdup_printf ("%s tiles", poplens_format_count (count, n));
  self->tiles = tiles;
}

static gboolean
find_scope_tiles (PoplensScope *self, const PoplensLocation *location, const PoplensTarget *target,
                  const PoplensMemory *memory, GError **error)
{
  guint32 n_listed = memory && memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0;

  g_autoptr (PoplensTileSet) tiles = location ? poplens_location_get_tiles (location) : NULL;
  const char *ipu = location ? poplens_location_get (location, "ipu") : NULL;
  const char *replica = location ? poplens_location_get (location, "replica") : NULL;

  if (tiles && tiles->n && is_source_allowed (location, "tile")) {
    set_tiles (self, g_steal_pointer (&tiles));
    return TRUE;
  }
  if (ipu && *ipu && is_source_allowed (location, "ipu"))
    return set_ipu (self, ipu, target, n_listed, error);
  if (names_fullest (location) && memory && memory->n_tiles) {
    g_autoptr (GArray) fullest = poplens_memory_fullest (memory, 1, TRUE);
    guint32 tile = memory->tile[g_array_index (fullest, guint32, 0)];
    PoplensTileRange range = {tile, tile};
    set_tiles (self, poplens_tile_set_new (&range, 1));
    return TRUE;
  }
  if (replica && is_source_allowed (location, "replica"))
    return set_replica (self, replica, target, n_listed, error);
  self->label = g_strdup ("All tiles");
  return TRUE;
}

/* Fills .selection with the numbers of the selected tiles and their positions in @memory. @memory:
 * (nullable): NULL: positions are tile numbers */
static void
set_selection (PoplensScope *self, const PoplensMemory *memory, const PoplensTarget *target)
{
  PoplensSelection *s = &self->selection;
  GArray *positions = NULL;

  s->all = !self->tiles;
  if (memory) {
    positions = poplens_memory_positions (memory, self->tiles);
    s->n_all = memory->n_tiles;
  } else {
    positions = g_array_new (FALSE, FALSE, sizeof (guint32));
    s->n_all = target ? target->tiles_per_replica : 0;
    for (guint32 t = 0; t < s->n_all; t++)
      if (!self->tiles || poplens_tile_set_contains (self->tiles, t))
        g_array_append_val (positions, t);
  }
  s->n = positions->len;
  s->positions = (guint32 *) (gpointer) g_array_free (positions, FALSE);
  s->tiles = g_new (guint32, MAX (s->n, 1));
  for (guint i = 0; i < s->n; i++)
    s->tiles[i] = memory ? memory->tile[s->positions[i]] : s->positions[i];
}

/* Sets a USAGE error that names the range of tiles in the report. @memory: (nullable): NULL: tiles
 * 0 … @n − 1. @n: number of tiles */
static void
refuse_tiles (const PoplensLocation *location, const PoplensMemory *memory, guint32 n,
              GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "no tile matches “%s”; tiles are %u to %u", poplens_location_get (location, "tile"),
               memory ? memory->tile[0] : 0, memory ? memory->tile[n - 1] : n - 1);
}

gboolean
poplens_scope_init (PoplensScope *self, PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  gconstpointer memory, target;

  if (!poplens_report_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !find_scope_tiles (self, location, target, memory, error))
    return FALSE;
  set_selection (self, memory, target);
  if (self->tiles && !self->selection.n && self->selection.n_all) {
    if (self->is_part)
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no tiles recorded: %s", self->label);
    else
      refuse_tiles (location, memory, self->selection.n_all, error);
    return FALSE;
  }
  return TRUE;
}

gboolean
poplens_scope_check_tiles (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
  g_autoptr (GError) wrong = NULL;
  g_auto (PoplensScope) scope = {0};
  gconstpointer memory = NULL, target = NULL;

  if (!tiles->n)
    return TRUE;
  /* Ignore damaged parts here. The page reports the damage when it needs their data. */
  if (!poplens_report_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, &wrong) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, &wrong)) {
    if (g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
      return TRUE;
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  scope.tiles = g_steal_pointer (&tiles);
  set_selection (&scope, memory, target);
  if (scope.selection.n || !scope.selection.n_all)
    return TRUE;
  refuse_tiles (location, memory, scope.selection.n_all, error);
  return FALSE;
}

void
poplens_scope_clear (PoplensScope *self)
{
  g_clear_pointer (&self->label, g_free);
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  poplens_selection_clear (&self->selection);
}

char *
poplens_scope_tiles (const PoplensScope *self)
{
  const PoplensSelection *s = &self->selection;
  PoplensNumber n, all;

  if (s->all)
    return NULL;
  poplens_format_count (n, s->n);
  poplens_format_count (all, s->n_all);
  return self->is_part ? g_strdup_printf ("%s, %s of %s tiles", self->label, n, all)
                       : g_strdup_printf ("%s of %s tiles", n, all);
}

char *
poplens_scope_note (const PoplensScope *self, const char *note)
{
  if (!self->tiles)
    return g_strdup (note);
  return g_strdup_printf ("%s%s%s", self->label, note ? ": " : "", note ? note : ".");
}

char *
poplens_scope_note_all (const PoplensLocation *location, const char *note)
{
  g_autoptr (PoplensTileSet) tiles = location ? poplens_location_get_tiles (location) : NULL;
  const char *ipu = location ? poplens_location_get (location, "ipu") : NULL;

  if (!(tiles && tiles->n && is_source_allowed (location, "tile")) &&
      !(ipu && *ipu && is_source_allowed (location, "ipu")))
    return g_strdup (note);
  return g_strdup_printf ("Covers all tiles; the selection is ignored.%s%s", note ? " " : "",
                          note ? note : "");
}
