/* Tests of PoplensMemory: the order of categories; bands and "shared" add up to the total. */
#include "model/memory.h"

#include "base/error.h"
#include "model/target.h"

#include <string.h>

#define TILES 6

static PoplensMemory *
make_memory (const char *const *names, guint n)
{
  PoplensMemory *memory = poplens_memory_new (TILES);

  for (guint t = 0; t < TILES; t++) {
    memory->tile[t] = 3 * t;
    memory->total[t] = 1000;
  }
  for (guint c = 0; c < n; c++) {
    PoplensCategory *category = poplens_memory_add_category (memory, names[c]);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
      for (guint t = 0; t < TILES; t++)
        poplens_memory_category_list (memory, category, l)[t] = (c + 1) * (l + 1) + t;
  }
  return memory;
}

static const char *const names[] = {"somethingNew", "stack",    "controlCode", "message",
                                    "anotherNew",   "constant", "variable",    "vertexCode"};

static void
test_category_order (void)
{
  static const char *const expected[] = {"variable",    "constant", "message",      "vertexCode",
                                         "controlCode", "stack",    "somethingNew", "anotherNew"};
  g_autoptr (PoplensMemory) memory = make_memory (names, G_N_ELEMENTS (names));

  g_assert_true (poplens_memory_finish (memory, NULL));
  g_assert_true (memory->has_categories);
  g_assert_cmpuint (memory->categories->len, ==, G_N_ELEMENTS (expected));
  for (guint c = 0; c < G_N_ELEMENTS (expected); c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    g_assert_cmpstr (category->name, ==, expected[c]);
    if (c)
      g_assert_cmpint (category->group, >=,
                       ((PoplensCategory *) g_ptr_array_index (memory->categories, c - 1))->group);
  }
}

/* An unknown category has its name as title, and is in the last group. */
static void
test_unknown_name (void)
{
  g_autoptr (PoplensMemory) memory = poplens_memory_new (1);
  PoplensCategory *category = poplens_memory_add_category (memory, "somethingNew");

  g_assert_cmpint (category->group, ==, POPLENS_GROUP_OTHER);
  g_assert_cmpstr (category->title, ==, "somethingNew");
  g_assert_cmpstr (poplens_memory_add_category (memory, "internalExchangeCode")->title, ==,
                   "Internal exchange code");
}

static void
test_shared (void)
{
  g_autoptr (PoplensMemory) memory = make_memory (names, G_N_ELEMENTS (names));

  g_assert_true (poplens_memory_finish (memory, NULL));
  for (guint t = 0; t < TILES; t++) {
    guint64 alone = 0, both = 0;
    for (guint c = 0; c < memory->categories->len; c++) {
      const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
      alone += poplens_category_non_overlapped (category, t);
      both += poplens_category_overlapped (category, t);
    }
    g_assert_cmpuint (alone, ==, 36 * 9 + 24 * t); /* Σ (c+1) × (1 + 3 + 5) + 3 lists × 8 × t */
    g_assert_cmpuint (both, ==, 36 * 12 + 24 * t);
    g_assert_cmpuint (alone + memory->shared[t], ==, memory->total[t]);
  }
}

static void
test_more_than_the_total (void)
{
  g_autoptr (PoplensMemory) memory = make_memory (names, G_N_ELEMENTS (names));
  g_autoptr (GError) error = NULL;

  memory->total[4] = 36 * 9 + 24 * 4 - 1;
  g_assert_false (poplens_memory_finish (memory, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "tile 12 "));
}

static void
test_no_categories (void)
{
  g_autoptr (PoplensMemory) memory = make_memory (NULL, 0);

  g_assert_true (poplens_memory_finish (memory, NULL));
  g_assert_false (memory->has_categories);
  g_assert_cmpuint (memory->shared[0], ==, 0);
}

static void
test_find_tile (void)
{
  g_autoptr (PoplensMemory) memory = make_memory (NULL, 0);
  g_autoptr (PoplensMemory) empty = poplens_memory_new (0);

  for (guint tile = 0; tile < 3 * TILES + 4; tile++)
    g_assert_cmpuint (poplens_memory_find_tile (memory, tile), ==,
                      tile % 3 == 0 && tile < 3 * TILES ? tile / 3 : POPLENS_NO_TILE);
  g_assert_cmpuint (poplens_memory_find_tile (empty, 0), ==, POPLENS_NO_TILE);
  poplens_memory_free (NULL);
}

static void
test_category_groups (void)
{
  for (guint g = 0; g < POPLENS_N_GROUPS; g++) {
    g_assert_cmpint (*poplens_memory_group_title (g), !=, 0);
    for (guint h = 0; h < g; h++)
      g_assert_cmpstr (poplens_memory_group_key (g), !=, poplens_memory_group_key (h));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/memory/order", test_category_order);
  g_test_add_func ("/model/memory/unknown-name", test_unknown_name);
  g_test_add_func ("/model/memory/shared", test_shared);
  g_test_add_func ("/model/memory/more-than-the-total", test_more_than_the_total);
  g_test_add_func ("/model/memory/no-categories", test_no_categories);
  g_test_add_func ("/model/memory/find-tile", test_find_tile);
  g_test_add_func ("/model/memory/groups", test_category_groups);
  return g_test_run ();
}
