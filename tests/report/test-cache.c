/* Tests of PoplensSliceCache: it has a size limit, evicts the least recently used slices first, and
 * is thread-safe. */
#include "report/slice-cache.h"

#include <pthread.h>

static PoplensSlice *
make_slice (PoplensSliceKind kind, guint64 key, gsize bytes)
{
  PoplensSlice *slice = poplens_slice_new (kind, key, g_new0 (guint64, 1), 1, 0);

  slice->values[0] = key;
  slice->bytes = bytes;
  return slice;
}

static void
cache_put (PoplensSliceCache *cache, guint64 key, gsize bytes)
{
  g_autoptr (PoplensSlice) slice = make_slice (POPLENS_SLICE_CYCLES, key, bytes);

  poplens_slice_cache_put (cache, slice);
}

static gboolean
cache_has (PoplensSliceCache *cache, guint64 key)
{
  g_autoptr (PoplensSlice) slice = poplens_slice_cache_get (cache, POPLENS_SLICE_CYCLES, key);

  return slice != NULL;
}

static void
test_cache_order (void)
{
  g_autoptr (PoplensSliceCache) cache = poplens_slice_cache_new (100);

  for (guint key = 0; key < 4; key++)
    cache_put (cache, key, 25);
  g_assert_cmpuint (poplens_slice_cache_bytes (cache), ==, 100);
  g_assert_true (cache_has (cache, 0)); /* now the most recently used one */
  cache_put (cache, 4, 30);
  g_assert_true (cache_has (cache, 0));
  g_assert_false (cache_has (cache, 1));
  g_assert_false (cache_has (cache, 2));
  g_assert_true (cache_has (cache, 3));
  g_assert_true (cache_has (cache, 4));
  g_assert_cmpuint (poplens_slice_cache_bytes (cache), ==, 80);
}

static void
test_too_large (void)
{
  g_autoptr (PoplensSliceCache) cache = poplens_slice_cache_new (100);

  cache_put (cache, 1, 60);
  cache_put (cache, 2, 101);
  g_assert_true (cache_has (cache, 1));
  g_assert_false (cache_has (cache, 2));
  cache_put (cache, 3, 100);
  g_assert_false (cache_has (cache, 1));
  g_assert_true (cache_has (cache, 3));
}

static void
test_twice (void)
{
  g_autoptr (PoplensSliceCache) cache = poplens_slice_cache_new (100);
  g_autoptr (PoplensSlice) first = make_slice (POPLENS_SLICE_CYCLES, 7, 10);

  poplens_slice_cache_put (cache, first);
  cache_put (cache, 7, 10);
  g_assert_cmpuint (poplens_slice_cache_bytes (cache), ==, 10);
  g_autoptr (PoplensSlice) got = poplens_slice_cache_get (cache, POPLENS_SLICE_CYCLES, 7);
  g_assert_true (got == first);
}

static void
test_kinds_and_keys (void)
{
  g_autoptr (PoplensSliceCache) cache = poplens_slice_cache_new (1 << 20);
  static const guint64 keys[] = {0, 1, (guint64) 1 << 59, (guint64) 2 << 59, G_MAXUINT64};

  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
      g_autoptr (PoplensSlice) slice = make_slice (kind, keys[k], 10 + kind);
      poplens_slice_cache_put (cache, slice);
    }
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
      g_autoptr (PoplensSlice) slice = poplens_slice_cache_get (cache, kind, keys[k]);
      g_assert_cmpint (slice->kind, ==, kind);
      g_assert_cmpuint (slice->key, ==, keys[k]);
    }
}

/* A slice that a caller got stays valid after it was evicted, and after the cache was freed. */
static void
test_given_out (void)
{
  PoplensSliceCache *cache = poplens_slice_cache_new (100);

  cache_put (cache, 1, 60);
  g_autoptr (PoplensSlice) kept = poplens_slice_cache_get (cache, POPLENS_SLICE_CYCLES, 1);
  cache_put (cache, 2, 60);
  g_assert_false (cache_has (cache, 1));
  poplens_slice_cache_free (cache);
  g_assert_cmpuint (kept->values[0], ==, 1);
  poplens_slice_cache_free (NULL);
}

static void *
hammer_cache (void *data)
{
  PoplensSliceCache *cache = data;
  guint64 state = (guint64) (gsize) &state | 1;

  for (guint i = 0; i < 5000; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    guint64 key = state >> 58;
    g_autoptr (PoplensSlice) slice = poplens_slice_cache_get (cache, POPLENS_SLICE_CYCLES, key);
    if (slice)
      g_assert_cmpuint (slice->values[0], ==, key);
    else
      cache_put (cache, key, 10 + key);
    g_assert_cmpuint (poplens_slice_cache_bytes (cache), <=, 800);
  }
  return NULL;
}

static void
test_cache_threads (void)
{
  g_autoptr (PoplensSliceCache) cache = poplens_slice_cache_new (800);
  pthread_t threads[8];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, hammer_cache, cache), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    pthread_join (threads[i], NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/cache/order", test_cache_order);
  g_test_add_func ("/report/cache/too-large", test_too_large);
  g_test_add_func ("/report/cache/twice", test_twice);
  g_test_add_func ("/report/cache/kinds-and-keys", test_kinds_and_keys);
  g_test_add_func ("/report/cache/given-out", test_given_out);
  g_test_add_func ("/report/cache/threads", test_cache_threads);
  return g_test_run ();
}
