/* Tests of trees of paths against the paths they were made of. */
#include "analysis/operations/path-tree.h"

#include "analysis/trace/name-parts.h"

#include <string.h>

static PoplensPathTree *
make_path_tree (const char *const *paths, guint32 n)
{
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autofree guint32 *places = g_new (guint32, MAX (n, 1));
  PoplensPathTree *tree;

  /* The index may contain paths that no item of the tree has. */
  poplens_path_index_add (index, poplens_path_index_add (index, 0, "a/z"), "y");
  for (guint32 i = 0; i < n; i++)
    places[i] = poplens_path_index_add (index, 0, paths[i]);
  tree = poplens_path_tree_new (index, places, n);
  g_assert_cmpuint (tree->n_things, ==, n);
  g_assert_cmpuint (tree->parent[0], ==, POPLENS_PATH_NONE);
  g_assert_cmpuint (tree->thing[0], ==, POPLENS_PATH_NONE);
  for (guint32 i = 1; i < tree->n; i++)
    g_assert_cmpuint (tree->parent[i], <, i);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (tree->thing[tree->node[i]], ==, i);
  return tree;
}

static void
test_known (void)
{
  const char *const paths[] = {"a/b", "a/b/c", "//a//d/", NULL, "e", "a/b", ""};
  g_autoptr (PoplensPathTree) tree = make_path_tree (paths, G_N_ELEMENTS (paths));
  g_autofree char *d = poplens_path_tree_path (tree, tree->node[2]);
  g_autofree char *again = poplens_path_tree_path (tree, tree->node[5]);

  /* The root, a, b, c, d, the nameless path twice, e, and b again. */
  g_assert_cmpuint (tree->n, ==, 9);
  g_assert_cmpstr (d, ==, "a/d");
  g_assert_cmpstr (again, ==, "a/b");
  g_assert_cmpuint (tree->node[0], !=, tree->node[5]);
  g_assert_cmpuint (tree->parent[tree->node[1]], ==, tree->node[0]);
  g_assert_cmpuint (tree->parent[tree->node[3]], ==, 0);
  g_assert_cmpuint (tree->thing[poplens_path_tree_find (tree, "a")], ==, POPLENS_PATH_NONE);
  g_assert_cmpuint (poplens_path_tree_find (tree, "a/b"), ==, tree->node[0]);
  g_assert_cmpuint (poplens_path_tree_find (tree, ""), ==, 0);
  g_assert_cmpuint (poplens_path_tree_find (tree, NULL), ==, 0);
  g_assert_cmpuint (poplens_path_tree_find (tree, "b"), ==, POPLENS_PATH_NONE);
  g_assert_cmpuint (poplens_path_tree_find (tree, "a/z"), ==, POPLENS_PATH_NONE);
  g_assert_cmpuint (poplens_path_tree_find (tree, "a/b/c/d"), ==, POPLENS_PATH_NONE);
}

static void
test_random_path_trees (void)
{
  for (guint round = 0; round < 60; round++) {
    guint32 n = (guint32) g_test_rand_int_range (0, 300);
    g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GHashTable) prefixes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    guint32 again = 0;
    for (guint32 i = 0; i < n; i++) {
      GString *path = g_string_new (NULL);
      for (gint32 k = g_test_rand_int_range (1, 6); k > 0; k--) {
        g_string_append_printf (path, "%s%c", path->len ? "/" : "",
                                'a' + g_test_rand_int_range (0, 4));
        g_hash_table_add (prefixes, g_strdup (path->str));
      }
      for (guint32 k = 0; k < i; k++)
        if (!strcmp (paths->pdata[k], path->str)) {
          again++;
          break;
        }
      g_ptr_array_add (paths, g_string_free (path, FALSE));
    }
    g_autoptr (PoplensPathTree) tree = make_path_tree ((const char *const *) paths->pdata, n);
    g_assert_cmpuint (tree->n, ==, 1 + g_hash_table_size (prefixes) + again);
    for (guint32 i = 0; i < n; i++) {
      g_autofree char *path = poplens_path_tree_path (tree, tree->node[i]);
      guint32 found = poplens_path_tree_find (tree, path);
      g_autofree char *same = poplens_path_tree_path (tree, found);
      g_assert_cmpstr (path, ==, paths->pdata[i]);
      g_assert_cmpstr (same, ==, path);
      g_assert_cmpuint (found, <=, tree->node[i]);
    }
  }
}

/* Adding a path in one step or in parts gives the same place. */
static void
test_path_places (void)
{
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  guint32 whole = poplens_path_index_add (index, 0, "a/b/c");
  guint32 a = poplens_path_index_add (index, 0, "a");

  g_assert_cmpuint (poplens_path_index_add (index, a, "/b//c"), ==, whole);
  g_assert_cmpuint (poplens_path_index_add (index, a, NULL), ==, a);
  g_assert_cmpuint (poplens_path_index_add (index, 0, "//"), ==, 0);
  g_assert_cmpuint (poplens_path_index_add (index, a, "a"), !=, a);
}

/* Parts beyond the last level are one name there, and are found by the whole path. */
static void
test_deep_path (void)
{
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (GString) path = g_string_new ("x");
  g_autoptr (PoplensPathTree) tree = NULL;
  guint32 places[3];

  for (guint i = 1; i < 5000; i++)
    g_string_append_printf (path, "/%u", i);
  places[0] = poplens_path_index_add (index, 0, path->str);
  places[1] = poplens_path_index_add (index, places[0], "below/it");
  places[2] = poplens_path_index_add (index, places[1], "y");
  tree = poplens_path_tree_new (index, places, G_N_ELEMENTS (places));
  g_assert_cmpuint (tree->n, ==, 1 + POPLENS_NAME_MOST_PARTS + 2);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    static const char *const ends[] = {"/62/63/64", "/62/below/it", "/62/y"};
    g_autofree char *found = poplens_path_tree_path (tree, tree->node[i]);
    g_assert_nonnull (strstr (found, ends[i]));
    g_assert_cmpuint (poplens_path_tree_find (tree, found), ==, tree->node[i]);
    g_assert_cmpuint (tree->parent[tree->node[i]], ==, tree->parent[tree->node[0]]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path-tree/known", test_known);
  g_test_add_func ("/path-tree/random", test_random_path_trees);
  g_test_add_func ("/path-tree/places", test_path_places);
  g_test_add_func ("/path-tree/deep", test_deep_path);
  return g_test_run ();
}
