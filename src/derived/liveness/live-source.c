/* Finds the tiles and program steps whose liveness a location selects. Also caches live bytes by
 * tiles, computes lifetimes, and finds the steps that jumps lead to. */
#include "derived/liveness/live-source.h"

#include "analysis/liveness/lifetimes.h"
#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/format.h"
#include "base/typed.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"

#include <pthread.h>
#include <string.h>

/* ---- ids of variables ------------------------------------------------------------------------ */

GArray *
poplens_variable_ids (const PoplensVariables *variables, const char *text, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 id;
  gboolean is_id = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL);

  for (guint32 r = 0; r < variables->n_unlowered; r++)
    if (is_id ? variables->unlowered_id[r] == id
              : !strcmp (text,
                         poplens_strings_get (variables->strings, variables->unlowered_name[r])))
      g_array_append_val (ids, variables->unlowered_id[r]);
  if (ids->len)
    return g_steal_pointer (&ids);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "no variable \u201c%s\u201d; use the ID or the full name", text);
  return NULL;
}

/* ---- lifetimes ------------------------------------------------------------------------------- */

static PoplensLifetimes *
compute_lifetimes (PoplensLiveSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, cancellable, error);
  g_autoptr (PoplensLiveCurve) curve =
      bytes ? poplens_live_source_curve (source, cancellable, error) : NULL;
  PoplensLifetimes *lifetimes;

  if (!curve)
    return NULL;
  lifetimes = poplens_lifetimes_new (source->liveness, bytes, curve->peak_step, cancellable);
  if (!lifetimes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return lifetimes;
}

static gpointer
make_all_lifetimes (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) all = {0};

  if (!poplens_live_source_init (&all, report, NULL, cancellable, error))
    return NULL;
  return compute_lifetimes (&all, cancellable, error);
}

PoplensLifetimes *
poplens_live_source_lifetimes (PoplensLiveSource *source, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-lifetimes", make_all_lifetimes,
                                         (GBoxedCopyFunc) poplens_lifetimes_ref,
                                         (GDestroyNotify) poplens_lifetimes_unref};

  return source->tiles || source->only.active
             ? compute_lifetimes (source, cancellable, error)
             : poplens_report_derive (source->report, &derived, cancellable, error);
}

gboolean
poplens_lifetimes_source_init (PoplensLifetimesSource *self, PoplensReport *report,
                               const PoplensLocation *location, GCancellable *cancellable,
                               GError **error)
{
  /* Remove the steps: lifetimes do not depend on them. */
  g_autoptr (PoplensLocation) stepless =
      location ? poplens_location_with (location, "step", NULL) : NULL;

  *self = (PoplensLifetimesSource){0};
  if (!poplens_live_source_init (&self->source, report, stepless, cancellable, error))
    return FALSE;
  /* Load the variables for their names. poplens_live_source_init () loads them only if tiles are
   * selected. */
  self->source.variables = poplens_report_load_variables (report, cancellable, error);
  if (self->source.variables)
    self->lifetimes = poplens_live_source_lifetimes (&self->source, cancellable, error);
  /* The caller may free the location after this call. */
  self->source.location = NULL;
  return self->lifetimes != NULL;
}

void
poplens_lifetimes_source_clear (PoplensLifetimesSource *self)
{
  poplens_live_source_clear (&self->source);
  g_clear_pointer (&self->lifetimes, poplens_lifetimes_unref);
}

char *
poplens_lifetimes_source_name (const PoplensLifetimesSource *self, guint32 row)
{
  guint32 id = g_array_index (self->lifetimes->rows, PoplensLifetime, row).variable;
  const char *name =
      id == POPLENS_NO_VARIABLE ? NULL : poplens_variable_name (self->source.variables, id);

  if (name && *name)
    return g_strdup (name);
  return id == POPLENS_NO_VARIABLE ? g_strdup ("(name not recorded)")
                                   : g_strdup_printf ("variable %u", id);
}

/* ---- jumps ----------------------------------------------------------------------------------- */

/* Maximum number of local peaks that a jump can reach, the same as in the table of local peaks. */
#define MOST_PEAKS 20

static gboolean
set_usage_error (GError **error, const char *text)
{
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, text);
  return FALSE;
}

/* Returns the next of @stops after @from; unless @forwards, the last one before @from. Returns
 * @from if there is no such stop. */
static guint32
nearest_stop (const guint32 *stops, guint n, guint32 from, gboolean forwards)
{
  guint32 best = from;

  for (guint i = 0; i < n; i++)
    if (forwards ? stops[i] > from && (best == from || stops[i] < best)
                 : stops[i] < from && (best == from || stops[i] > best))
      best = stops[i];
  return best;
}

/* Returns the next local peak after @from; unless @forwards, the last one before @from. Returns
 * @from if there is no such peak. */
static guint32
nearest_peak (const PoplensLiveCurve *curve, guint32 from, gboolean forwards)
{
  g_autoptr (GArray) peaks =
      poplens_local_peaks (curve->not_always_live, curve->n_steps, MOST_PEAKS);
  guint32 steps[MOST_PEAKS];

  for (guint i = 0; i < peaks->len; i++)
    steps[i] = g_array_index (peaks, PoplensLocalPeak, i).first;
  return nearest_stop (steps, peaks->len, from, forwards);
}

/* Finds the nearest start or end of the lifetime of the selected variable. @step: (out). FALSE with
 * @error. */
static gboolean
nearest_touch (PoplensLiveSource *self, guint32 from, gboolean forwards, guint32 *step,
               GCancellable *cancellable, GError **error)
{
  const char *variable = poplens_location_get (self->location, "variable");
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) ids = NULL;

  if (!variable)
    return set_usage_error (
        error, "No variable selected. Select one to go to the start or end of its lifetime.");
  if (!(bytes = poplens_live_source_all_bytes (self, cancellable, error)) ||
      !(ids = poplens_variable_ids (self->variables, variable, error)))
    return FALSE;
  g_autoptr (GArray) ranges = poplens_variable_ranges (
      self->liveness, bytes, (const guint32 *) (gconstpointer) ids->data, ids->len);
  g_autoptr (GArray) touches = poplens_variable_touches (ranges, self->liveness->n_steps);
  *step =
      nearest_stop ((const guint32 *) (gconstpointer) touches->data, touches->len, from, forwards);
  return TRUE;
}

/* Finds the step that a jump leads to, and the step that it starts from. Both are POPLENS_NO_STEP
 * if the program has no steps. @from, @step: (out). FALSE with @error. */
static gboolean
find_jump (PoplensLiveSource *self, const char *jump, guint32 *from, guint32 *step,
           GCancellable *cancellable, GError **error)
{
  gboolean forwards = g_str_has_prefix (jump, "next-");
  const char *what = forwards                               ? jump + strlen ("next-")
                     : g_str_has_prefix (jump, "previous-") ? jump + strlen ("previous-")
                                                            : NULL;
  g_autoptr (PoplensLiveCurve) curve = NULL;

  *from = *step = POPLENS_NO_STEP;
  if (what ? strcmp (what, "peak") && strcmp (what, "touch") : strcmp (jump, "peak"))
    return set_usage_error (
        error, "Invalid jump; use peak, next-peak, previous-peak, next-touch or previous-touch");
  if (!(curve = poplens_live_source_curve (self, cancellable, error)))
    return FALSE;
  if (!curve->n_steps)
    return TRUE;
  *from = *step = what && self->has_step ? self->step : curve->peak_step;
  if (g_strcmp0 (what, "touch"))
    *step = what ? nearest_peak (curve, *from, forwards) : *from;
  else
    return nearest_touch (self, *from, forwards, step, cancellable, error);
  return TRUE;
}

gboolean
poplens_live_source_leads (PoplensLiveSource *self, const char *jump, GCancellable *cancellable)
{
  guint32 from, step;

  return find_jump (self, jump, &from, &step, cancellable, NULL) && step != POPLENS_NO_STEP &&
         (step != from || !strcmp (jump, "peak"));
}

/* Selects the step that @jump leads to: "peak", "next-peak", "previous-peak", "next-touch" or
 * "previous-touch". A touch is the start or end of the lifetime of the location's "variable". The
 * search starts at the first selected step or, without one, at the peak. If it finds nothing, the
 * start is selected. FALSE with @error. */
static gboolean
live_source_jump (PoplensLiveSource *self, const char *jump, GCancellable *cancellable,
                  GError **error)
{
  guint32 from, step;

  if (!find_jump (self, jump, &from, &step, cancellable, error))
    return FALSE;
  if (step == POPLENS_NO_STEP)
    return TRUE;
  self->steps = (PoplensStepList){0};
  poplens_step_list_add (&self->steps, step);
  self->has_step = TRUE;
  self->step = step;
  return TRUE;
}

/* ---- cache ----------------------------------------------------------------------------------- */

/* Maximum number of sets of tiles in the cache. */
#define MOST_KEPT 4

typedef struct {
  char *tiles;
  PoplensLiveCurve *curve;  /* (nullable): NULL until needed */
  PoplensClassBytes *bytes; /* (nullable): NULL until needed */
} CachedTiles;

typedef struct {
  pthread_mutex_t lock;
  CachedTiles kept[MOST_KEPT]; /* most recently used first; .tiles is NULL if an entry is free */
} LiveCache;

static void
cached_tiles_clear (CachedTiles *kept)
{
  g_free (kept->tiles);
  g_clear_pointer (&kept->curve, poplens_live_curve_free);
  g_clear_pointer (&kept->bytes, poplens_class_bytes_free);
}

static void
live_cache_free (gpointer data)
{
  LiveCache *self = data;

  for (guint i = 0; i < MOST_KEPT; i++)
    cached_tiles_clear (&self->kept[i]);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static gpointer
live_cache_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  LiveCache *self = g_new0 (LiveCache, 1);

  pthread_mutex_init (&self->lock, NULL);
  return self;
}

static LiveCache *
get_live_cache (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-live-cache", live_cache_new, NULL,
                                         live_cache_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* Returns the entry of @tiles, and moves it to the front. If @tiles has no entry, the least
 * recently used one is cleared and reused. Called with the lock held. */
static CachedTiles *
live_cache_find (LiveCache *self, const char *tiles)
{
  CachedTiles found;
  guint at = 0;

  while (at < MOST_KEPT - 1 && g_strcmp0 (self->kept[at].tiles, tiles))
    at++;
  found = self->kept[at];
  if (g_strcmp0 (found.tiles, tiles)) {
    cached_tiles_clear (&found);
    found = (CachedTiles){.tiles = g_strdup (tiles)};
  }
  memmove (&self->kept[1], &self->kept[0], at * sizeof (CachedTiles));
  self->kept[0] = found;
  return &self->kept[0];
}

/* Returns the live bytes by step of @tiles, from the cache or computed. If two threads compute the
 * same at once, the first result is cached. NULL with @error. (transfer full) */
static PoplensLiveCurve *
live_cache_curve (PoplensReport *report, const PoplensLiveness *liveness,
                  const PoplensVariables *variables, const PoplensTileSet *tiles,
                  GCancellable *cancellable, GError **error)
{
  g_autofree char *key = poplens_tile_set_to_string (tiles);
  LiveCache *self = get_live_cache (report, cancellable, error);
  PoplensLiveCurve *curve;

  if (!self)
    return NULL;
  pthread_mutex_lock (&self->lock);
  curve = live_cache_find (self, key)->curve;
  curve = curve ? poplens_live_curve_ref (curve) : NULL;
  pthread_mutex_unlock (&self->lock);
  if (!curve && (curve = poplens_live_curve_new (liveness, variables, tiles, cancellable))) {
    pthread_mutex_lock (&self->lock);
    CachedTiles *kept = live_cache_find (self, key);
    if (!kept->curve)
      kept->curve = poplens_live_curve_ref (curve);
    pthread_mutex_unlock (&self->lock);
  }
  if (!curve)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return curve;
}

PoplensClassBytes *
poplens_live_cache_bytes (PoplensReport *report, const PoplensLiveness *liveness,
                          const PoplensVariables *variables, const PoplensTileSet *tiles,
                          GCancellable *cancellable, GError **error)
{
  g_autofree char *key = poplens_tile_set_to_string (tiles);
  LiveCache *self = get_live_cache (report, cancellable, error);
  PoplensClassBytes *bytes;

  if (!self)
    return NULL;
  pthread_mutex_lock (&self->lock);
  bytes = live_cache_find (self, key)->bytes;
  bytes = bytes ? poplens_class_bytes_ref (bytes) : NULL;
  pthread_mutex_unlock (&self->lock);
  if (!bytes && (bytes = poplens_class_bytes_new_tiles (liveness, variables, tiles, cancellable))) {
    pthread_mutex_lock (&self->lock);
    CachedTiles *kept = live_cache_find (self, key);
    if (!kept->bytes)
      kept->bytes = poplens_class_bytes_ref (bytes);
    pthread_mutex_unlock (&self->lock);
  }
  if (!bytes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return bytes;
}

/* ---- live source ----------------------------------------------------------------------------- */

static const char *const kind_names[POPLENS_N_SOURCES] = {
    [POPLENS_SOURCE_ALL] = "all",         [POPLENS_SOURCE_IPU] = "ipu",
    [POPLENS_SOURCE_REPLICA] = "replica", [POPLENS_SOURCE_TILES] = "tile",
    [POPLENS_SOURCE_FULLEST] = "fullest",
};

const char *
poplens_source_kind_name (PoplensSourceKind kind)
{
  return kind_names[kind];
}

gboolean
poplens_source_kind_parse (const char *name, PoplensSourceKind *kind)
{
  for (guint k = 0; k < POPLENS_N_SOURCES; k++)
    if (!strcmp (name, kind_names[k])) {
      *kind = k;
      return TRUE;
    }
  return FALSE;
}

static gboolean
refuse_number (GError **error, const char *what, const char *value, guint32 n)
{
  poplens_scope_refuse (what, value, n, error);
  return FALSE;
}

static gboolean
read_named_steps (PoplensLiveSource *self, const PoplensLocation *location, GError **error)
{
  const char *text = location ? poplens_location_get (location, "step") : NULL;
  guint32 n = self->liveness->n_steps;

  if (!poplens_step_list_parse (&self->steps, text) || (self->steps.n && self->steps.highest >= n))
    return refuse_number (error, "step", text, n);
  self->has_step = self->steps.n > 0;
  self->step = self->has_step ? self->steps.step[0] : POPLENS_NO_STEP;
  return TRUE;
}

static gboolean
select_ipu (PoplensLiveSource *self, const PoplensTarget *target, GError **error)
{
  const char *text = poplens_location_get (self->location, "ipu");
  guint32 per_ipu = target ? target->tiles_per_ipu : 0;
  guint32 n_ipus = per_ipu ? MAX (target->tiles_per_replica / per_ipu, 1) : 0;
  guint64 number;

  if (!text || !*text)
    return TRUE;
  if (!n_ipus || !poplens_typed_unsigned (text, 0, n_ipus - 1, &number))
    return refuse_number (error, "IPU", text, n_ipus);
  guint32 ipu = (guint32) number;
  self->number = ipu;
  self->label = g_strdup_printf ("IPU %u", ipu);
  /* Select tiles only if there are several IPUs. A single IPU has all tiles, whose sums are
   * recorded. */
  if (n_ipus > 1) {
    PoplensTileRange range = {ipu * per_ipu, ipu * per_ipu + per_ipu - 1};
    self->tiles = poplens_tile_set_new (&range, 1);
  }
  return TRUE;
}

/* Returns the source that the key "scope" names. Without "scope", the keys "tile", "ipu" and
 * "replica" decide, in this order. */
static PoplensSourceKind
get_source_kind (const PoplensLocation *location, const PoplensTileSet *tiles)
{
  const char *named = location ? poplens_location_get (location, "scope") : NULL;
  const char *ipu = location ? poplens_location_get (location, "ipu") : NULL;
  PoplensSourceKind kind;

  if (named)
    return poplens_source_kind_parse (named, &kind) ? kind : POPLENS_SOURCE_ALL;
  if (tiles && tiles->n)
    return POPLENS_SOURCE_TILES;
  if (ipu && *ipu)
    return POPLENS_SOURCE_IPU;
  return location && poplens_location_get (location, "replica") ? POPLENS_SOURCE_REPLICA
                                                                : POPLENS_SOURCE_ALL;
}

static gboolean
select_named_tiles (PoplensLiveSource *self, PoplensTileSet *tiles, const PoplensTarget *target,
                    GError **error)
{
  guint32 n = self->variables ? self->variables->n_tiles : 0;
  PoplensNumber count;

  if (!tiles->n)
    return TRUE;
  n = target ? MAX (n, target->tiles_per_replica) : n;
  if (tiles->ranges[tiles->n - 1].last >= n)
    return refuse_number (error, "tile", poplens_location_get (self->location, "tile"), n);
  self->label = poplens_tile_set_count (tiles) == 1
                    ? g_strdup_printf ("tile %u", tiles->ranges[0].first)
                    : g_strdup_printf (
                          "%s tiles", poplens_format_count (count, poplens_tile_set_count (tiles)));
  self->tiles = poplens_tile_set_copy (tiles);
  return TRUE;
}

/* Selects the replica that the location names. All tiles are selected if the file lists only one
 * replica, as replicas are assumed to be equal. FALSE with USAGE if the replica does not exist. */
static gboolean
select_replica (PoplensLiveSource *self, const PoplensTarget *target, GError **error)
{
  const char *text = poplens_location_get (self->location, "replica");
  guint32 n = target ? MAX (target->num_replicas, 1) : 1;
  guint32 listed = self->variables ? self->variables->n_tiles : 0;
  PoplensTileRange range;
  guint64 replica;

  if (!text)
    return TRUE;
  if (!poplens_typed_unsigned (text, 0, n - 1, &replica))
    return refuse_number (error, "replica", text, n);
  self->number = (guint32) replica;
  self->label = g_strdup_printf ("replica %u", self->number);
  if (target && listed > target->tiles_per_replica &&
      poplens_target_tiles_of_replica (target, listed, self->number, &range.first, &range.last))
    self->tiles = poplens_tile_set_new (&range, 1);
  return TRUE;
}

/* Selects the tile with the most memory; none if no tile is recorded. FALSE with @error. */
static gboolean
select_fullest (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (self->report, cancellable, error);
  g_autoptr (GArray) fullest = memory ? poplens_memory_fullest (memory, 1, TRUE) : NULL;

  if (!fullest)
    return FALSE;
  if (!fullest->len)
    return TRUE;
  self->number = memory->tile[g_array_index (fullest, guint32, 0)];
  PoplensTileRange range = {self->number, self->number};
  self->tiles = poplens_tile_set_new (&range, 1);
  self->label = g_strdup_printf ("tile %u, the fullest", self->number);
  return TRUE;
}

/* Selects the tiles that the location names. FALSE with @error. */
static gboolean
select_source (PoplensLiveSource *self, const PoplensTarget *target, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (PoplensTileSet) tiles =
      self->location ? poplens_location_get_tiles (self->location) : NULL;

  const char *named = self->location ? poplens_location_get (self->location, "scope") : NULL;

  if (named && !poplens_source_kind_parse (named, &self->kind)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid scope \u201c%s\u201d; use all, ipu, replica, tile or fullest", named);
    return FALSE;
  }
  self->kind = get_source_kind (self->location, tiles);
  switch (self->kind) {
  case POPLENS_SOURCE_TILES:
    return select_named_tiles (self, tiles, target, error);
  case POPLENS_SOURCE_IPU:
    return select_ipu (self, target, error);
  case POPLENS_SOURCE_REPLICA:
    return select_replica (self, target, error);
  case POPLENS_SOURCE_FULLEST:
    return select_fullest (self, cancellable, error);
  default:
    return TRUE;
  }
}

/* TRUE if the location selects some of the tiles. Their sums are computed from the variables. */
static gboolean
selects_tiles (const PoplensLocation *location)
{
  g_autoptr (PoplensTileSet) tiles = location ? poplens_location_get_tiles (location) : NULL;

  return get_source_kind (location, tiles) != POPLENS_SOURCE_ALL;
}

/* Loads the programs, which give steps their names. If they are absent or damaged, .programs is
 * NULL and the call succeeds. FALSE with any other @error. */
static gboolean
load_programs (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  GError *failed = NULL;

  self->programs = poplens_report_load (self->report, POPLENS_PART_PROGRAMS, cancellable, &failed);
  return poplens_error_forgive_lack (failed, error);
}

gboolean
poplens_live_source_init (PoplensLiveSource *self, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error)
{
  gconstpointer variables = NULL, target;

  *self = (PoplensLiveSource){.report = report, .location = location, .step = POPLENS_NO_STEP};
  self->liveness = poplens_report_load_liveness (report, cancellable, error);
  if (!self->liveness ||
      !poplens_operation_filter_init (&self->only, report, location, cancellable, error) ||
      !load_programs (self, cancellable, error) ||
      (selects_tiles (location) &&
       !poplens_report_load_optional (report, POPLENS_PART_VARIABLES, &variables, cancellable,
                                      error)) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  self->variables = variables;
  if (!select_source (self, target, cancellable, error) ||
      !read_named_steps (self, location, error))
    return FALSE;
  if (!self->label)
    self->label = g_strdup ("all tiles");
  const char *jump = location ? poplens_location_get (location, "jump") : NULL;
  return !jump || live_source_jump (self, jump, cancellable, error);
}

void
poplens_live_source_clear (PoplensLiveSource *self)
{
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  g_clear_pointer (&self->label, g_free);
}

/* Loads the variables if necessary. FALSE with @error. */
static gboolean
need_variables (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  if (!self->variables)
    self->variables = poplens_report_load_variables (self->report, cancellable, error);
  return self->variables != NULL;
}

PoplensLiveCurve *
poplens_live_source_curve (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  if (!self->tiles)
    return poplens_live_curve_new_all (self->liveness);
  if (!need_variables (self, cancellable, error))
    return NULL;
  return live_cache_curve (self->report, self->liveness, self->variables, self->tiles, cancellable,
                           error);
}

PoplensClassBytes *
poplens_live_source_all_bytes (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice = NULL;

  if (!need_variables (self, cancellable, error))
    return NULL;
  if (!self->tiles)
    return poplens_class_bytes_new (self->liveness, self->variables);
  if (poplens_tile_set_count (self->tiles) == 1) {
    slice = poplens_report_get_slice (self->report, POPLENS_SLICE_TILE_CLASS_BYTES,
                                      self->tiles->ranges[0].first, cancellable, error);
    return slice ? poplens_class_bytes_new_tile (self->liveness, slice) : NULL;
  }
  return poplens_live_cache_bytes (self->report, self->liveness, self->variables, self->tiles,
                                   cancellable, error);
}

PoplensClassBytes *
poplens_live_source_bytes (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  return poplens_operation_filter_bytes (&self->only,
                                         poplens_live_source_all_bytes (self, cancellable, error));
}

PoplensLiveCurve *
poplens_live_source_own_curve (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = NULL;

  if (!self->only.active)
    return poplens_live_source_curve (self, cancellable, error);
  bytes = poplens_live_source_bytes (self, cancellable, error);
  return bytes ? poplens_class_bytes_curve (self->liveness, bytes) : NULL;
}

/* Finds the named step, or the peak of the source. @step: (out): POPLENS_NO_STEP if there is none.
 * FALSE with @error. */
static gboolean
live_source_step (PoplensLiveSource *self, guint32 *step, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLiveCurve) curve = NULL;

  *step = self->step;
  if (self->has_step)
    return TRUE;
  curve = poplens_live_source_curve (self, cancellable, error);
  if (!curve)
    return FALSE;
  *step = curve->peak_step;
  return TRUE;
}

gboolean
poplens_live_source_steps (PoplensLiveSource *self, PoplensStepList *steps,
                           GCancellable *cancellable, GError **error)
{
  guint32 first;

  *steps = self->steps;
  steps->n = MIN (steps->n, POPLENS_MOST_STEPS);
  if (self->has_step)
    return TRUE;
  if (!live_source_step (self, &first, cancellable, error))
    return FALSE;
  if (first != POPLENS_NO_STEP)
    poplens_step_list_add (steps, first);
  return TRUE;
}

char *
poplens_live_source_program (const PoplensLiveSource *self, guint32 step)
{
  return poplens_program_title (self->programs, self->liveness->program[step]);
}

char *
poplens_live_source_describe (const PoplensLiveSource *self, guint32 step)
{
  g_autofree char *program = poplens_program_title (self->programs, self->liveness->program[step]);

  return g_strdup_printf ("Step %u, %s, %s", step, program, self->label);
}
