/* Tests of the cache of decoded lists of cycles by tile, which steps share, and of the longest
 * tiles of compute sets, against a fully sorted list. */
#include "analysis/id-table.h"
#include "analysis/time/time-lists.h"

#include <stdlib.h>

#define TILES 40

/* ---- cached lists ---- */

static void
check_kept (PoplensTimeKept *kept, guint64 key, const guint32 *tiles, const guint64 *cycles,
            gsize n)
{
  PoplensTimeKeptList list;
  gboolean wanted;

  g_assert_true (poplens_time_kept_find (kept, key, &list, &wanted));
  g_assert_false (wanted);
  g_assert_cmpuint (list.n, ==, n);
  g_assert_true ((list.tile == NULL) == (tiles == NULL));
  for (gsize i = 0; i < n; i++) {
    g_assert_cmpuint (list.cycles[i], ==, cycles[i]);
    if (tiles)
      g_assert_cmpuint (list.tile[i], ==, tiles[i]);
  }
}

/* TRUE if the list, which is not cached, should be added to the cache. */
static gboolean
is_wanted (PoplensTimeKept *kept, guint64 key)
{
  PoplensTimeKeptList list;
  gboolean wanted = TRUE;

  g_assert_false (poplens_time_kept_find (kept, key, &list, &wanted));
  return wanted;
}

static void
test_kept (void)
{
  const guint32 tiles[] = {0, 7, 65535};
  const guint64 cycles[] = {1, 65535, 300}, all[] = {0, 5, 0, 9};
  g_autoptr (PoplensTimeKept) kept = poplens_time_kept_new (8, 1000);

  g_assert_true (is_wanted (kept, 3));
  poplens_time_kept_add (kept, 3, tiles, cycles, G_N_ELEMENTS (cycles));
  g_assert_true (is_wanted (kept, 4));
  poplens_time_kept_add (kept, 4, NULL, all, G_N_ELEMENTS (all));
  check_kept (kept, 3, tiles, cycles, G_N_ELEMENTS (cycles));
  check_kept (kept, 4, NULL, all, G_N_ELEMENTS (all));
}

/* A number that does not fit into the cache's 16 bits is not truncated: the list is not cached, and
 * not offered again. */
static void
test_too_long (void)
{
  const guint32 tiles[] = {0, 65536}, low[] = {0, 1};
  const guint64 cycles[] = {1, 2}, many[] = {1, 65536};
  g_autoptr (PoplensTimeKept) kept = poplens_time_kept_new (8, 1000);

  g_assert_true (is_wanted (kept, 0) && is_wanted (kept, 1));
  poplens_time_kept_add (kept, 0, tiles, cycles, 2);
  poplens_time_kept_add (kept, 1, low, many, 2);
  g_assert_false (is_wanted (kept, 0) || is_wanted (kept, 1));
}

/* Keys beyond the announced number of lists are never cached, so the caller is not asked to add
 * them. */
static void
test_beyond (void)
{
  g_autoptr (PoplensTimeKept) kept = poplens_time_kept_new (8, 1000);

  for (guint i = 0; i < 3; i++)
    g_assert_false (is_wanted (kept, 8));
  g_assert_false (is_wanted (kept, G_MAXUINT64));
}

/* Eight lists fit. The last quarter of the space is for lists that are requested a second time; a
 * list that finds no space clears the cache. */
static void
test_begins_anew (void)
{
  const guint64 cycles[] = {1, 2, 3, 4};
  g_autoptr (PoplensTimeKept) kept = poplens_time_kept_new (20, 2 * sizeof cycles);

  for (guint64 key = 0; key < 8; key++) {
    g_assert_true (is_wanted (kept, key) == (key < 6));
    if (key >= 6)
      g_assert_true (is_wanted (kept, key));
    poplens_time_kept_add (kept, key, NULL, cycles, G_N_ELEMENTS (cycles));
    check_kept (kept, key, NULL, cycles, G_N_ELEMENTS (cycles));
  }
  g_assert_true (!is_wanted (kept, 8) && is_wanted (kept, 8));
  check_kept (kept, 7, NULL, cycles, G_N_ELEMENTS (cycles));
  poplens_time_kept_add (kept, 8, NULL, cycles, G_N_ELEMENTS (cycles));
  for (guint64 key = 0; key < 9; key++)
    g_assert_true (is_wanted (kept, key));
}

/* ---- longest tiles ---- */

typedef struct {
  guint32 tile;
  guint64 cycles;
} Tile;

static int
compare_tiles (gconstpointer a, gconstpointer b)
{
  const Tile *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

/* Makes a list with few different numbers, so that many are equal. */
static gsize
make_list (guint32 tiles[TILES], guint64 cycles[TILES], Tile sorted[TILES])
{
  gsize n = 0;

  for (guint32 t = 0; t < TILES; t++)
    if (g_test_rand_int_range (0, 3)) {
      tiles[n] = t;
      cycles[n] = (guint64) g_test_rand_int_range (1, 12);
      sorted[n] = (Tile){t, cycles[n]};
      n++;
    }
  qsort (sorted, n, sizeof *sorted, compare_tiles);
  return n;
}

static void
test_longest (void)
{
  for (guint most = 1; most < 16; most++) {
    g_autoptr (PoplensTimeLongest) longest = poplens_time_longest_new (most);
    Tile sorted[100][TILES];
    guint32 tiles[TILES];
    guint64 cycles[TILES];
    gsize n[100];
    for (guint32 l = 0; l < 100; l++) {
      n[l] = make_list (tiles, cycles, sorted[l]);
      poplens_time_longest_add (longest, 3 * l, tiles, cycles, n[l]);
      /* The list exists: another list with its number is ignored. */
      poplens_time_longest_add (longest, 3 * l, tiles, cycles, 0);
    }
    for (guint32 l = 0; l < 100; l++) {
      const PoplensTimeTile *found = poplens_time_longest_get (longest, 3 * l);
      g_assert_null (poplens_time_longest_get (longest, 3 * l + 1));
      g_assert_true ((found != NULL) == (n[l] > 2 * most));
      for (guint i = 0; found && i <= most; i++) {
        g_assert_cmpuint (found[i].tile, ==, sorted[l][i].tile);
        g_assert_cmpuint (found[i].cycles, ==, sorted[l][i].cycles);
      }
    }
  }
}

/* ---- numbers by key ---- */

static void
test_find (void)
{
  g_auto (PoplensIdTable) table = {0};

  g_assert_cmpuint (poplens_id_table_find (&table, 5), ==, POPLENS_NO_INDEX);
  for (guint32 i = 0; i < 1000; i++)
    g_assert_cmpuint (poplens_id_table_add (&table, 7 * (guint64) i, i), ==, POPLENS_NO_INDEX);
  for (guint32 i = 0; i < 7000; i++)
    g_assert_cmpuint (poplens_id_table_find (&table, i), ==, i % 7 ? POPLENS_NO_INDEX : i / 7);
  g_assert_cmpuint (table.n, ==, 1000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-lists/kept", test_kept);
  g_test_add_func ("/time-lists/too-long", test_too_long);
  g_test_add_func ("/time-lists/beyond", test_beyond);
  g_test_add_func ("/time-lists/begins-anew", test_begins_anew);
  g_test_add_func ("/time-lists/longest", test_longest);
  g_test_add_func ("/time-lists/find", test_find);
  return g_test_run ();
}
