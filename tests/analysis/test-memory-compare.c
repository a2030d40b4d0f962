/* Tests of the bytes of two reports by tile and band on random memory: all sums agree. */
#include "analysis/compare/memory-compare.h"
#include "analysis/memory-fixture.h"

#include <string.h>

/* Returns memory of some of the tiles and categories. (transfer full) */
static PoplensMemory *
random_memory (void)
{
  guint32 tiles[60], n = 0;

  for (guint32 t = 0; t < G_N_ELEMENTS (tiles); t++)
    if (g_test_rand_int_range (0, 3))
      tiles[n++] = t;
  return memory_fixture_random (tiles, n, TRUE);
}

static const PoplensComparedBand *
band_at (const PoplensComparedMemory *compared, guint b)
{
  return g_ptr_array_index (compared->bands, b);
}

/* Asserts the total of tile @i of the comparison in one report, and that its bands add up to it. */
static void
check_compared_tile (const PoplensComparedMemory *compared, const PoplensMemory *memory,
                     PoplensSide side, guint32 i, gboolean gaps)
{
  guint32 position = poplens_memory_find_tile (memory, compared->tile[i]);
  guint64 sum = 0, total = position == POPLENS_NO_TILE ? 0
                           : gaps                      ? memory->total_including_gaps[position]
                                                       : memory->total[position];

  g_assert_cmpint (position != POPLENS_NO_TILE, ==, (compared->sides[i] & 1 << side) != 0);
  for (guint b = 0; b < compared->bands->len; b++)
    sum += band_at (compared, b)->of[side][i];
  g_assert_cmpuint (sum, ==, total);
  g_assert_cmpuint (compared->total[side][i], ==, total);
}

/* Asserts that the bands of a report in a comparison equal the bands of that report alone. */
static void
check_bands (const PoplensComparedMemory *compared, const PoplensMemory *memory, PoplensSide side,
             PoplensBreakdown breakdown)
{
  g_autofree guint32 *order = poplens_memory_order (memory, FALSE, FALSE);
  g_autoptr (GPtrArray) bands = poplens_memory_bands (memory, breakdown, order);

  for (guint a = 0; a < bands->len; a++) {
    const PoplensBand *alone = g_ptr_array_index (bands, a);
    const PoplensComparedBand *band = NULL;
    for (guint b = 0; b < compared->bands->len && !band; b++)
      if (!strcmp (band_at (compared, b)->key, alone->key))
        band = band_at (compared, b);
    g_assert_nonnull (band);
    g_assert_cmpstr (band->name, ==, alone->name);
    for (guint32 i = 0; i < compared->n_tiles; i++) {
      guint32 position = poplens_memory_find_tile (memory, compared->tile[i]);
      g_assert_cmpuint (band->of[side][i], ==,
                        position == POPLENS_NO_TILE ? 0 : alone->values[position]);
    }
  }
}

static void
check_comparison (const PoplensMemory *const of[POPLENS_N_SIDES], PoplensBreakdown breakdown,
                  gboolean gaps)
{
  g_autoptr (PoplensComparedMemory) compared = poplens_compared_memory_new (of, breakdown, gaps);
  guint32 n[POPLENS_N_SIDES] = {0}, only[POPLENS_N_SIDES] = {0};

  if (g_test_rand_bit ())
    poplens_compared_memory_sort (compared);
  for (guint32 i = 0; i < compared->n_tiles; i++)
    for (guint s = 0; s < POPLENS_N_SIDES; s++) {
      check_compared_tile (compared, of[s], s, i, gaps);
      n[s] += (compared->sides[i] & 1 << s) != 0;
      only[s] += compared->sides[i] == 1 << s;
    }
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_assert_cmpuint (n[s], ==, of[s]->n_tiles);
    g_assert_cmpuint (only[s], ==, compared->only[s]);
    if (breakdown != POPLENS_BREAKDOWN_NONE)
      check_bands (compared, of[s], s, breakdown);
  }
  for (guint b = 1; b < compared->bands->len; b++) {
    const PoplensComparedBand *last = band_at (compared, b - 1), *band = band_at (compared, b);
    g_assert_true (band->group < 0 || last->group <= band->group);
    g_assert_true (last->group >= 0 || band->group < 0);
    if (band->group >= 0)
      g_assert_cmpuint (band->shade, ==, last->group == band->group ? last->shade + 1 : 0);
  }
}

static void
test_adds_up (void)
{
  for (guint round = 0; round < 60; round++) {
    g_autoptr (PoplensMemory) first = random_memory ();
    g_autoptr (PoplensMemory) second = random_memory ();
    const PoplensMemory *const of[] = {first, second};
    for (PoplensBreakdown b = 0; b < POPLENS_N_BREAKDOWNS; b++)
      check_comparison (of, b, round % 2);
  }
}

/* A report compared with itself has no difference in any band. */
static void
test_itself (void)
{
  g_autoptr (PoplensMemory) memory = random_memory ();
  const PoplensMemory *const of[] = {memory, memory};
  g_autoptr (PoplensComparedMemory) compared =
      poplens_compared_memory_new (of, POPLENS_BREAKDOWN_CATEGORY, TRUE);

  g_assert_cmpuint (compared->bands->len, >, 2);
  for (guint b = 0; b < compared->bands->len; b++)
    g_assert_false (band_at (compared, b)->differs);
}

static gint64
change_of (const PoplensComparedMemory *compared, guint32 i)
{
  return (gint64) compared->total[POPLENS_SECOND][i] - (gint64) compared->total[POPLENS_FIRST][i];
}

static void
test_compared_tile_order (void)
{
  g_autoptr (PoplensMemory) first = random_memory ();
  g_autoptr (PoplensMemory) second = random_memory ();
  const PoplensMemory *const of[] = {first, second};
  g_autoptr (PoplensComparedMemory) compared =
      poplens_compared_memory_new (of, POPLENS_BREAKDOWN_NONE, TRUE);

  for (guint32 i = 1; i < compared->n_tiles; i++)
    g_assert_cmpuint (compared->tile[i - 1], <, compared->tile[i]);
  poplens_compared_memory_sort (compared);
  for (guint32 i = 1; i < compared->n_tiles; i++)
    g_assert_cmpint (change_of (compared, i - 1), >=, change_of (compared, i));
}

/* A breakdown that one of the reports does not record is not offered. */
static void
test_unknown_breakdown (void)
{
  g_autoptr (PoplensMemory) first = random_memory ();
  g_autoptr (PoplensMemory) second = random_memory ();
  const PoplensMemory *const of[] = {first, second};

  g_assert_cmpuint (poplens_compared_breakdowns (of), ==, POPLENS_N_BREAKDOWNS);
  first->has_categories = FALSE;
  g_assert_cmpint (poplens_compared_breakdown_default (of), ==, POPLENS_BREAKDOWN_NONE);
  g_autoptr (PoplensComparedMemory) compared =
      poplens_compared_memory_new (of, POPLENS_BREAKDOWN_GROUP, TRUE);
  g_assert_cmpuint (compared->bands->len, ==, 1);
  g_assert_cmpstr (band_at (compared, 0)->key, ==, "total");
  first->from_archive = TRUE;
  g_assert_cmpuint (poplens_compared_breakdowns (of), ==, 1);
  second->from_archive = TRUE;
  g_assert_cmpuint (poplens_compared_breakdowns (of), ==, POPLENS_BREAKDOWN_REGION + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/memory-compare/adds-up", test_adds_up);
  g_test_add_func ("/analysis/memory-compare/itself", test_itself);
  g_test_add_func ("/analysis/memory-compare/order", test_compared_tile_order);
  g_test_add_func ("/analysis/memory-compare/unknown", test_unknown_breakdown);
  return g_test_run ();
}
