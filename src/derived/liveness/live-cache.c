#include "derived/liveness/live-cache.h"

#include <pthread.h>
#include <string.h>

/* The page's source, the one before, and a tile or two that were looked at between. */
#define MOST_KEPT 4

typedef struct {
  char *tiles;
  PoplensLiveCurve *curve;  /* NULL: not asked for yet */
  PoplensClassBytes *bytes; /* the same */
} Kept;

typedef struct {
  pthread_mutex_t lock;
  Kept kept[MOST_KEPT]; /* the last asked for first; tiles NULL: free */
} Cache;

static void
kept_clear (Kept *kept)
{
  g_free (kept->tiles);
  g_clear_pointer (&kept->curve, poplens_live_curve_free);
  g_clear_pointer (&kept->bytes, poplens_class_bytes_free);
}

static void
clear (gpointer data)
{
  Cache *self = data;

  for (guint i = 0; i < MOST_KEPT; i++)
    kept_clear (&self->kept[i]);
  pthread_mutex_destroy (&self->lock);
}

static void
unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static gpointer
make (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  Cache *self = g_atomic_rc_box_new0 (Cache);

  pthread_mutex_init (&self->lock, NULL);
  return self;
}

static Cache *
cache_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-live-cache", make,
                                         (GBoxedCopyFunc) g_atomic_rc_box_acquire, unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* The entry of @tiles, put in front; in place of the oldest where there is none. Locked. */
static Kept *
find (Cache *self, const char *tiles)
{
  Kept found;
  guint at = 0;

  while (at < MOST_KEPT - 1 && g_strcmp0 (self->kept[at].tiles, tiles))
    at++;
  found = self->kept[at];
  if (g_strcmp0 (found.tiles, tiles)) {
    kept_clear (&found);
    found = (Kept){.tiles = g_strdup (tiles)};
  }
  memmove (&self->kept[1], &self->kept[0], at * sizeof (Kept));
  self->kept[0] = found;
  return &self->kept[0];
}

/* Two threads may make the same at once: the first is kept, and both are right. */
PoplensLiveCurve *
poplens_live_cache_curve (PoplensReport *report, const PoplensLiveness *liveness,
                          const PoplensVariables *variables, const PoplensTileSet *tiles,
                          GCancellable *cancellable, GError **error)
{
  g_autofree char *key = poplens_tile_set_to_string (tiles);
  Cache *self = cache_of (report, cancellable, error);
  PoplensLiveCurve *curve;

  if (!self)
    return NULL;
  pthread_mutex_lock (&self->lock);
  curve = find (self, key)->curve;
  curve = curve ? poplens_live_curve_ref (curve) : NULL;
  pthread_mutex_unlock (&self->lock);
  if (!curve && (curve = poplens_live_curve_new (liveness, variables, tiles, cancellable))) {
    pthread_mutex_lock (&self->lock);
    Kept *kept = find (self, key);
    if (!kept->curve)
      kept->curve = poplens_live_curve_ref (curve);
    pthread_mutex_unlock (&self->lock);
  }
  unref (self);
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
  Cache *self = cache_of (report, cancellable, error);
  PoplensClassBytes *bytes;

  if (!self)
    return NULL;
  pthread_mutex_lock (&self->lock);
  bytes = find (self, key)->bytes;
  bytes = bytes ? poplens_class_bytes_ref (bytes) : NULL;
  pthread_mutex_unlock (&self->lock);
  if (!bytes && (bytes = poplens_class_bytes_new_tiles (liveness, variables, tiles, cancellable))) {
    pthread_mutex_lock (&self->lock);
    Kept *kept = find (self, key);
    if (!kept->bytes)
      kept->bytes = poplens_class_bytes_ref (bytes);
    pthread_mutex_unlock (&self->lock);
  }
  unref (self);
  if (!bytes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return bytes;
}
