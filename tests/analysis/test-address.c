/* Tests of maps of a tile's memory against brute force, of the reasons of gaps and of packing on
 * hand-made tiles, and of the places of tiles on the die. */
#include "analysis/floor-plan.h"
#include "analysis/memory/address-map.h"
#include "analysis/memory/gap-cause.h"

#include <string.h>

#define MEMORY 512 /* bytes of a tile in these tests */

/* ---- floor plan ------------------------------------------------------------------------- */

static void
check_plan (const PoplensFloorPlan *plan, guint32 n_tiles)
{
  g_autoptr (GHashTable) cells = g_hash_table_new (NULL, NULL);

  for (guint32 t = 0; t < n_tiles; t++) {
    PoplensFloorPlace cell;
    g_assert_true (poplens_floor_plan_find (plan, t, &cell));
    g_assert_cmpuint (cell.column, <, plan->columns);
    g_assert_cmpuint (cell.row, <, plan->rows);
    guint32 key = (cell.ipu * plan->rows + cell.row) * plan->columns + cell.column;
    g_assert_true (g_hash_table_add (cells, GUINT_TO_POINTER (key + 1)));
    g_assert_cmpuint (poplens_floor_plan_tile_at (plan, cell.ipu, cell.column, cell.row), ==, t);
    guint32 position = poplens_floor_plan_position_of_tile (plan, t);
    g_assert_cmpuint (position, <, plan->n_ipus * plan->tiles_per_ipu);
    g_assert_cmpuint (poplens_floor_plan_tile_of_position (plan, position), ==, t);
  }
}

static void
test_floor (void)
{
  static const struct {
    const char *architecture;
    guint32 tiles, ipus;
    gboolean physical;
    guint32 columns, rows;
  } cases[] = {
      {"ipu2", 1472, 1, TRUE, 64, 23},   {"ipu21", 1472, 4, TRUE, 64, 23},
      {"ipu1", 1216, 2, FALSE, 35, 35},  {"ipu2", 4, 1, FALSE, 2, 2},
      {"ipu30", 1472, 1, FALSE, 39, 38}, {"", 1, 1, FALSE, 1, 1},
      {"other", 5, 3, FALSE, 3, 2},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PoplensTarget) target = poplens_target_new ();
    PoplensFloorPlan plan;
    PoplensFloorPlace cell;
    guint32 n = cases[i].tiles * cases[i].ipus;
    target->architecture = g_strdup (cases[i].architecture);
    target->tiles_per_ipu = cases[i].tiles;
    target->ipus_per_replica = cases[i].ipus;
    poplens_floor_plan_init (&plan, target, n);
    g_assert_cmpint (plan.physical, ==, cases[i].physical);
    g_assert_cmpuint (plan.columns, ==, cases[i].columns);
    g_assert_cmpuint (plan.rows, ==, cases[i].rows);
    g_assert_cmpuint (plan.n_ipus, ==, cases[i].ipus);
    check_plan (&plan, n);
    g_assert_false (poplens_floor_plan_find (&plan, n, &cell));
  }
}

/* Places on the die that can be derived on paper: pair 23 is the first of the block that runs back
 * down, one column to the right. */
static void
test_die (void)
{
  static const guint32 places[][3] = {
      /* tile, column, row */
      {0, 0, 0},   {1, 2, 0},  {2, 0, 1},  {45, 2, 22},   {46, 1, 22},
      {47, 3, 22}, {91, 3, 0}, {92, 4, 0}, {1471, 63, 0},
  };
  g_autoptr (PoplensTarget) target = poplens_target_new ();
  PoplensFloorPlan plan;

  target->architecture = g_strdup ("ipu2");
  target->tiles_per_ipu = 1472;
  poplens_floor_plan_init (&plan, target, 1472);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    PoplensFloorPlace cell;
    g_assert_true (poplens_floor_plan_find (&plan, places[i][0], &cell));
    g_assert_cmpuint (cell.column, ==, places[i][1]);
    g_assert_cmpuint (cell.row, ==, places[i][2]);
  }
}

/* ---- a hand-made tile ---- */

/* Returns a target with memory elements of 64 bytes, interleaved memory from 256 on, and MEMORY
 * bytes a tile. */
static PoplensTarget *
small_target (void)
{
  PoplensTarget *target = poplens_target_new ();
  guint64 start = 256;

  target->bytes_per_tile = MEMORY;
  target->interleaved_start = start;
  target->tile_memory_base = 0x4c000;
  if (!target->memory_element_offsets)
    target->memory_element_offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (!target->memory_region_offsets)
    target->memory_region_offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint64 at = 0; at < MEMORY; at += 64)
    g_array_append_val (target->memory_element_offsets, at);
  for (guint64 at = 0; at < MEMORY; at += start)
    g_array_append_val (target->memory_region_offsets, at);
  return target;
}

typedef struct {
  guint32 offset, size, alignment, bits;
  const char *constraints; /* neighbours that it must not share an element with: indices within the
                            * tile, a digit each */
} Variable;

static PoplensSlice *
make_slice (const Variable *variables, guint32 n, guint32 first_id)
{
  PoplensTileVariable *rows = g_new0 (PoplensTileVariable, MAX (n, 1));
  PoplensSlice *slice = poplens_slice_new (POPLENS_SLICE_TILE_VARIABLES, 7, rows, n, 0);

  slice->strings = poplens_strings_new ();
  slice->element_constraints = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  for (guint32 i = 0; i < n; i++) {
    const char *list = variables[i].constraints;
    guint8 bytes[16];
    gsize size = 0;
    g_autofree char *name = g_strdup_printf ("v%u", i);
    for (; list && list[size]; size++)
      bytes[size] = (guint8) (0x80 | (list[size] - '0'));
    g_assert_true (
        poplens_lists_append (slice->element_constraints, list ? bytes : NULL, size, NULL));
    rows[i] = (PoplensTileVariable){.id = first_id + i,
                                    .name = poplens_strings_intern (slice->strings, name, -1),
                                    .size = variables[i].size,
                                    .offset = variables[i].offset,
                                    .alignment = variables[i].alignment,
                                    .equivalence_class = i,
                                    .unlowered = G_MAXUINT32,
                                    .bits = POPLENS_VARIABLE_ALLOCATED | variables[i].bits};
  }
  return slice;
}

typedef struct {
  guint64 from, to;
  PoplensGapCause cause;
  guint32 next, other; /* indices of variables of the tile */
} Expected;

static void
check_gaps (const Variable *variables, guint32 n, const Expected *expected, guint n_expected)
{
  g_autoptr (PoplensTarget) target = small_target ();
  g_autoptr (PoplensSlice) slice = make_slice (variables, n, 100);
  g_autoptr (PoplensAddressMap) map = poplens_address_map_new (slice, target, NULL, NULL);

  g_assert_cmpuint (map->gaps->len, ==, n_expected);
  for (guint i = 0; i < n_expected; i++) {
    const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, i);
    g_autofree char *text = poplens_address_map_explain (map, i);
    g_autofree char *next = g_strdup_printf ("\u201cv%u\u201d", expected[i].next);
    g_assert_cmpuint (gap->from, ==, expected[i].from);
    g_assert_cmpuint (gap->to, ==, expected[i].to);
    g_assert_cmpstr (poplens_gap_cause_key (gap->cause), ==,
                     poplens_gap_cause_key (expected[i].cause));
    g_assert_cmpuint (gap->next, ==, 100 + expected[i].next);
    g_assert_nonnull (strstr (text, next));
    if (expected[i].other == G_MAXUINT32) {
      g_assert_cmpuint (gap->other, ==, G_MAXUINT32);
      continue;
    }
    g_autofree char *other = g_strdup_printf ("\u201cv%u\u201d", expected[i].other);
    g_assert_cmpuint (gap->other, ==, 100 + expected[i].other);
    g_assert_nonnull (strstr (text, other));
  }
}

#define NONE G_MAXUINT32
#define CHECK_GAPS(variables, expected)                                                            \
  check_gaps (variables, G_N_ELEMENTS (variables), expected, G_N_ELEMENTS (expected))

static void
test_causes (void)
{
  static const Variable plain[] = {
      {16, 8, 8, 0, NULL},  /* after the start of the image */
      {32, 4, 16, 0, NULL}, /* aligned: 24 is not a multiple of 16 */
      {64, 8, 4, 0, "1"},   /* must not share an element with variable 1 */
      {80, 8, 4, 0, NULL},  /* byte 72 would have been allowed */
      {256, 4, 4, POPLENS_VARIABLE_INTERLEAVED, NULL},
  };
  static const Expected plain_gaps[] = {
      {0, 16, POPLENS_GAP_START, 0, NONE},    {24, 32, POPLENS_GAP_ALIGNMENT, 1, NONE},
      {36, 64, POPLENS_GAP_ELEMENT, 2, 1},    {72, 80, POPLENS_GAP_UNEXPLAINED, 3, NONE},
      {88, 256, POPLENS_GAP_REGION, 4, NONE},
  };
  /* The constraint is listed by the variable before, not by the one after the gap. A gap of two
   * elements is not explained by it. */
  static const Variable other_way[] = {
      {16, 4, 4, 0, "1"},
      {64, 4, 4, 0, NULL},
      {192, 4, 4, 0, "1"},
      {196, 4, 4, 0, "5"},
      {200, 56, 4, 0, NULL},
      {320, 4, 4, POPLENS_VARIABLE_INTERLEAVED, NULL}, /* not at the start of interleaved memory */
  };
  static const Expected other_gaps[] = {
      {0, 16, POPLENS_GAP_START, 0, NONE},
      {20, 64, POPLENS_GAP_ELEMENT, 1, 0},
      {68, 192, POPLENS_GAP_UNEXPLAINED, 2, NONE},
      {256, 320, POPLENS_GAP_UNEXPLAINED, 5, NONE},
  };
  /* The starts of the next element and of the next region are not multiples of the alignment. */
  static const Variable combined[] = {
      {16, 4, 4, 0, NULL},
      {96, 4, 48, 0, "0"},
      {288, 4, 96, POPLENS_VARIABLE_INTERLEAVED, NULL},
  };
  static const Expected combined_gaps[] = {
      {0, 16, POPLENS_GAP_START, 0, NONE},
      {20, 96, POPLENS_GAP_ELEMENT_ALIGNED, 1, 0},
      {100, 288, POPLENS_GAP_REGION_ALIGNED, 2, NONE},
  };
  /* A long variable that began some elements before also occupies the element. A neighbour that
   * does not exist explains nothing. */
  static const Variable covering[] = {
      {0, 4, 4, 0, NULL},   {4, 130, 4, 0, NULL}, {8, 4, 4, 0, NULL},
      {192, 4, 4, 0, "12"}, {256, 4, 4, 0, "2"},
  };
  static const Expected covering_gaps[] = {
      {134, 192, POPLENS_GAP_ELEMENT, 3, 1},
      {196, 256, POPLENS_GAP_UNEXPLAINED, 4, NONE},
  };

  CHECK_GAPS (plain, plain_gaps);
  CHECK_GAPS (other_way, other_gaps);
  CHECK_GAPS (combined, combined_gaps);
  CHECK_GAPS (covering, covering_gaps);
}

/* Without a target, no reason of a gap is invented. */
static void
test_unknown_target (void)
{
  static const Variable variables[] = {{16, 4, 4, 0, NULL}, {64, 4, 4, 0, "0"}};
  g_autoptr (PoplensSlice) slice = make_slice (variables, G_N_ELEMENTS (variables), 0);
  g_autoptr (PoplensSlice) empty = make_slice (variables, 0, 0);
  g_autoptr (PoplensAddressMap) map = poplens_address_map_new (slice, NULL, NULL, NULL);
  g_autoptr (PoplensAddressMap) none = poplens_address_map_new (empty, NULL, NULL, NULL);

  g_assert_cmpuint (map->gaps->len, ==, 2);
  g_assert_cmpint (g_array_index (map->gaps, PoplensGap, 1).cause, ==, POPLENS_GAP_UNEXPLAINED);
  g_assert_cmpuint (map->elements->len, ==, 0);
  g_assert_cmpuint (map->regions->len, ==, 0);
  g_assert_cmpuint (map->end, ==, 68);
  g_assert_cmpuint (none->end, ==, 0);
  g_assert_cmpuint (none->n_rows, ==, 0);
}

/* ---- random tiles ---- */

static PoplensSlice *
random_slice (GRand *rand)
{
  guint32 n = (guint32) g_rand_int_range (rand, 0, 40);
  g_autofree Variable *variables = g_new0 (Variable, n + 1);
  static const guint32 alignments[] = {1, 2, 4, 8, 16, 32};

  for (guint32 i = 0; i < n; i++)
    variables[i] = (Variable){.offset = (guint32) g_rand_int_range (rand, 0, MEMORY),
                              .size = (guint32) g_rand_int_range (rand, 0, 60),
                              .alignment = alignments[g_rand_int_range (rand, 0, 6)]};
  return make_slice (variables, n, 5);
}

/* Returns the number of blocks that cover the byte @at. */
static guint
cover (const PoplensAddressMap *map, guint64 at)
{
  guint n = 0;

  for (guint b = 0; b < map->blocks->len; b++) {
    const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, b);
    n += block->from <= at && at < block->to;
  }
  return n;
}

/* Returns the index of the gap that covers the byte @at, or G_MAXUINT32. */
static guint32
gap_at (const PoplensAddressMap *map, guint64 at)
{
  for (guint32 g = 0; g < map->gaps->len; g++) {
    const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, g);
    if (gap->from <= at && at < gap->to)
      return g;
  }
  return G_MAXUINT32;
}

static void
check_bytes (const PoplensAddressMap *map)
{
  PoplensAddressTotals sums = {0};
  guint deepest = 0;

  for (guint64 at = 0; at < 2 * MEMORY; at++) {
    guint n = cover (map, at);
    guint32 gap = gap_at (map, at);
    deepest = MAX (deepest, n);
    sums.including_gaps = n ? at + 1 : sums.including_gaps;
    sums.total += n > 0;
    sums.shared += n > 1;
    sums.overlapped += n > 1 ? n : 0;
    sums.non_interleaved += n && at < 256;
    sums.interleaved += n && at >= 256 && at < MEMORY;
    sums.overflowed += n && at >= MEMORY;
    g_assert_true (gap == G_MAXUINT32 || !n);
  }
  for (guint64 at = 0; at < map->totals.including_gaps; at++)
    g_assert_true (cover (map, at) || gap_at (map, at) != G_MAXUINT32 || at >= sums.including_gaps);
  g_assert_cmpuint (map->totals.total, ==, sums.total);
  g_assert_cmpuint (map->totals.shared, ==, sums.shared);
  g_assert_cmpuint (map->totals.overlapped, ==, sums.overlapped);
  g_assert_cmpuint (map->totals.non_interleaved, ==, sums.non_interleaved);
  g_assert_cmpuint (map->totals.interleaved, ==, sums.interleaved);
  g_assert_cmpuint (map->totals.overflowed, ==, sums.overflowed);
  /* There are exactly as many rows as blocks over one byte at most. */
  g_assert_cmpuint (map->n_rows, ==, MAX (deepest, map->blocks->len ? 1 : 0));
}

static void
check_pairs (const PoplensAddressMap *map)
{
  for (guint32 a = 0; a < map->blocks->len; a++) {
    const PoplensAddressBlock *x = &g_array_index (map->blocks, PoplensAddressBlock, a);
    g_autoptr (GArray) sharing = poplens_address_map_sharing (map, a);
    guint n = 0;
    for (guint32 b = 0; b < map->blocks->len; b++) {
      const PoplensAddressBlock *y = &g_array_index (map->blocks, PoplensAddressBlock, b);
      guint64 from = MAX (x->from, y->from), to = MIN (x->to, y->to);
      if (a == b || from >= to)
        continue;
      g_assert_cmpuint (x->row, !=, y->row);
      g_assert_cmpuint (g_array_index (sharing, PoplensAddressShare, n).block, ==, b);
      g_assert_cmpuint (g_array_index (sharing, PoplensAddressShare, n).from, ==, from);
      g_assert_cmpuint (g_array_index (sharing, PoplensAddressShare, n).to, ==, to);
      n++;
    }
    g_assert_cmpuint (sharing->len, ==, n);
    g_assert_cmpuint (x->n_sharing, ==, n);
    guint shared = 0;
    for (guint64 at = x->from; at < x->to; at++)
      shared += cover (map, at) > 1;
    g_assert_cmpuint (x->shared, ==, shared);
    g_assert_cmpuint (poplens_address_map_find (map, poplens_address_map_variable (map, a)->id), ==,
                      a);
  }
}

static void
test_random_address_maps (void)
{
  for (guint32 seed = 0; seed < 300; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (PoplensTarget) target = small_target ();
    g_autoptr (PoplensSlice) slice = random_slice (rand);
    g_autoptr (PoplensAddressMap) map = poplens_address_map_new (slice, target, NULL, NULL);
    check_bytes (map);
    check_pairs (map);
  }
}

/* Numbers that no compiler writes: nothing crashes, and results refer to variables of this tile. */
static void
test_hostile (void)
{
  static const guint32 odd[] = {0, 1, 3, 16, 255, 256, 511, 0x7fffffff, 0xfffffff0, G_MAXUINT32};

  for (guint32 seed = 0; seed < 300; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (PoplensTarget) target = small_target ();
    Variable variables[9] = {0};
    for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
      variables[i] =
          (Variable){odd[g_rand_int_range (rand, 0, 10)], odd[g_rand_int_range (rand, 0, 10)],
                     odd[g_rand_int_range (rand, 0, 10)],
                     g_rand_boolean (rand) ? POPLENS_VARIABLE_INTERLEAVED : 0,
                     g_rand_boolean (rand) ? "08761" : "9>"};
    for (guint i = 0; i < target->memory_element_offsets->len; i++)
      g_array_index (target->memory_element_offsets, guint64, i) =
          odd[g_rand_int_range (rand, 0, 10)];
    target->interleaved_start = odd[g_rand_int_range (rand, 0, 10)];
    g_autoptr (PoplensSlice) slice = make_slice (variables, G_N_ELEMENTS (variables), 1);
    g_autoptr (PoplensAddressMap) map = poplens_address_map_new (slice, target, NULL, NULL);
    for (guint32 g = 0; g < map->gaps->len; g++) {
      g_autofree char *text = poplens_address_map_explain (map, g);
      guint32 next = g_array_index (map->gaps, PoplensGap, g).next;
      g_assert_cmpuint (poplens_address_map_find (map, next), !=, G_MAXUINT32);
      g_assert_nonnull (strstr (text, "\u201cv"));
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address/floor", test_floor);
  g_test_add_func ("/address/die", test_die);
  g_test_add_func ("/address/causes", test_causes);
  g_test_add_func ("/address/unknown", test_unknown_target);
  g_test_add_func ("/address/random", test_random_address_maps);
  g_test_add_func ("/address/hostile", test_hostile);
  return g_test_run ();
}
