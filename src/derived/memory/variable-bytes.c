#include "derived/memory/variable-bytes.h"

#include <pthread.h>

/* Kept with a report: 47 KB each of 5,888 tiles. */
#define MOST_KEPT 64

typedef struct {
  pthread_mutex_t lock;
  GHashTable *known; /* id → GBytes of guint64 by tile */
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  pthread_mutex_destroy (&kept->lock);
  g_hash_table_unref (kept->known);
  g_free (kept);
}

/* Of two threads that ask first, one makes it. */
static Kept *
kept_of (PoplensReport *report)
{
  static const char key[] = "poplens-variable-bytes";
  Kept *kept = g_object_get_data (G_OBJECT (report), key);

  if (kept)
    return kept;
  kept = g_new0 (Kept, 1);
  pthread_mutex_init (&kept->lock, NULL);
  kept->known = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_bytes_unref);
  if (!g_object_replace_data (G_OBJECT (report), key, NULL, kept, kept_free, NULL))
    kept_free (kept);
  return g_object_get_data (G_OBJECT (report), key);
}

/* Class 0 is that of variables without memory. */
static void
add_rows (const PoplensSlice *slice, GHashTable *wanted, guint32 n_tiles)
{
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanClassBytes *row = &slice->scan_class_bytes[i];
    if (row->tile >= n_tiles || !row->equivalence_class)
      continue;
    guint64 *bytes = g_hash_table_lookup (wanted, GUINT_TO_POINTER (row->variable));
    if (bytes)
      bytes[row->tile] += row->bytes;
  }
}

static gboolean
scan (PoplensReport *report, GHashTable *wanted, guint32 n_tiles, GCancellable *cancellable,
      GError **error)
{
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_CLASS_BYTES, key, cancellable, error);
    if (!slice)
      return FALSE;
    add_rows (slice, wanted, n_tiles);
    key = slice->next;
  }
  return TRUE;
}

/* A copy of what is kept of @id, or NULL. */
static guint64 *
find_kept (Kept *kept, guint32 id, guint32 n_tiles)
{
  guint64 *copy = NULL;

  pthread_mutex_lock (&kept->lock);
  GBytes *bytes = g_hash_table_lookup (kept->known, GUINT_TO_POINTER (id));
  if (bytes && g_bytes_get_size (bytes) == MAX (n_tiles, 1) * sizeof (guint64))
    copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  pthread_mutex_unlock (&kept->lock);
  return copy;
}

static void
keep (Kept *kept, guint32 id, const guint64 *values, guint32 n_tiles)
{
  pthread_mutex_lock (&kept->lock);
  if (g_hash_table_size (kept->known) >= MOST_KEPT)
    g_hash_table_remove_all (kept->known);
  g_hash_table_insert (kept->known, GUINT_TO_POINTER (id),
                       g_bytes_new (values, MAX (n_tiles, 1) * sizeof (guint64)));
  pthread_mutex_unlock (&kept->lock);
}

GPtrArray *
poplens_report_variable_bytes (PoplensReport *report, const guint32 *ids, guint n, guint32 n_tiles,
                               GCancellable *cancellable, GError **error)
{
  Kept *kept = kept_of (report);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++) {
    guint64 *values = find_kept (kept, ids[i], n_tiles);
    g_ptr_array_add (all, values ? values : g_new0 (guint64, MAX (n_tiles, 1)));
    if (!values && !g_hash_table_contains (wanted, GUINT_TO_POINTER (ids[i])))
      g_hash_table_insert (wanted, GUINT_TO_POINTER (ids[i]), all->pdata[i]);
  }
  if (g_hash_table_size (wanted) && !scan (report, wanted, n_tiles, cancellable, error))
    return NULL;
  for (guint i = 0; i < n; i++) {
    const guint64 *found = g_hash_table_lookup (wanted, GUINT_TO_POINTER (ids[i]));
    if (!found)
      continue;
    if (found == all->pdata[i])
      keep (kept, ids[i], found, n_tiles);
  }
  return g_steal_pointer (&all);
}
