/* Random memory of tiles, for tests of sums and bands. */
#include "analysis/memory-fixture.h"

static const char *const category_names[] = {"variable", "message",     "vertexCode",  "constant",
                                             "stack",    "controlCode", "somethingNew"};

/* Returns the bytes of a category on one tile; a quarter to a third of all are 0. */
static guint32
random_bytes (void)
{
  return g_test_rand_int_range (0, 3) ? (guint32) g_test_rand_int_range (0, 50000) : 0;
}

static guint32
fill_categories (PoplensMemory *m, guint32 t)
{
  guint32 alone = 0;

  for (guint c = 0; c < m->categories->len; c++) {
    PoplensCategory *category = g_ptr_array_index (m->categories, c);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
      poplens_memory_category_list (m, category, l)[t] = random_bytes ();
    alone += poplens_category_non_overlapped (category, t);
  }
  return alone;
}

PoplensMemory *
memory_fixture_random (const guint32 *tiles, guint32 n, gboolean some)
{
  PoplensMemory *m = poplens_memory_new (n);

  for (guint c = 0; c < G_N_ELEMENTS (category_names); c++)
    if (!some || !c || g_test_rand_int_range (0, 4))
      poplens_memory_add_category (m, category_names[c]);
  for (guint32 t = 0; t < n; t++) {
    m->tile[t] = tiles[t];
    m->total[t] = fill_categories (m, t) + random_bytes ();
    m->total_including_gaps[t] = m->total[t] + random_bytes ();
    m->overflowed[t] = MIN (random_bytes () / 8, m->total[t]);
    m->interleaved[t] = MIN (random_bytes (), m->total[t] - m->overflowed[t]);
    m->non_interleaved[t] = m->total[t] - m->overflowed[t] - m->interleaved[t];
    /* May exceed the total, as shared bytes are counted twice. */
    m->always_live[t] = random_bytes ();
    m->not_always_live_max[t] = random_bytes ();
  }
  g_assert_true (poplens_memory_finish (m, NULL));
  return m;
}
