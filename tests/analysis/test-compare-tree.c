/* Tests of amounts of two reports in one tree of paths: sums of children and parents. */

#include "analysis/compare/compare.h"

#include <string.h>

/* Amounts of one report. Paths are static strings. */
typedef struct {
  guint32 n;
  const char *paths[64];
  guint64 amounts[64];
} ReportAmounts;

static void
side_add (ReportAmounts *side, const char *path, guint64 amount)
{
  side->paths[side->n] = path;
  side->amounts[side->n++] = amount;
}

static PoplensComparedTree *
tree_of (const ReportAmounts *before, const ReportAmounts *after)
{
  const PoplensNamedAmounts of[] = {{before->n, before->paths, before->amounts},
                                    {after->n, after->paths, after->amounts}};

  return poplens_compared_tree_new (of);
}

static void
check_node (const PoplensComparedTree *tree, const char *path, guint64 before, guint64 after,
            guint64 larger)
{
  guint32 node = poplens_path_tree_find (tree->tree, path);

  g_assert_cmpuint (node, !=, POPLENS_PATH_NONE);
  g_assert_cmpuint (tree->all[POPLENS_FIRST][node], ==, before);
  g_assert_cmpuint (tree->all[POPLENS_SECOND][node], ==, after);
  g_assert_cmpuint (tree->larger[node], ==, larger);
  g_assert_cmpint (poplens_compared_tree_change (tree, node), ==, (gint64) after - (gint64) before);
}

/* Derived on paper: a path in both reports, one in each report alone, paths with and without
 * amounts of their own. */
static void
test_paper (void)
{
  ReportAmounts before = {0}, after = {0};

  side_add (&before, "a/x", 10);
  side_add (&before, "a/gone", 3);
  side_add (&before, "b", 4);
  side_add (&before, "a/x", 2); /* the same path again */
  side_add (&after, "b/new", 5);
  side_add (&after, "a/x", 7);
  side_add (&after, "b", 6);
  g_autoptr (PoplensComparedTree) tree = tree_of (&before, &after);
  check_node (tree, "", 19, 18, 12 + 3 + 6 + 5);
  check_node (tree, "a", 15, 7, 15);
  check_node (tree, "a/x", 12, 7, 12);
  check_node (tree, "a/gone", 3, 0, 3);
  check_node (tree, "b", 4, 11, 11);
  check_node (tree, "b/new", 0, 5, 5);
  g_assert_cmpuint (tree->tree->n_things, ==, 4);
  g_assert_cmpuint (tree->thing[POPLENS_FIRST][0], ==, tree->thing[POPLENS_FIRST][3]);
  g_assert_cmpuint (tree->thing[POPLENS_FIRST][0], ==, tree->thing[POPLENS_SECOND][1]);
  g_assert_cmpuint (tree->own[POPLENS_SECOND][poplens_path_tree_find (tree->tree, "b")], ==, 6);
}

static void
add_random (ReportAmounts *side)
{
  static const char *const paths[] = {"a", "a/b", "a/b/c", "a/d", "e/f", "e", "g/h/i/j", "", NULL};
  guint n = (guint) g_test_rand_int_range (0, 40);

  for (guint i = 0; i < n; i++)
    side_add (side, paths[g_test_rand_int_range (0, G_N_ELEMENTS (paths))],
              (guint64) g_test_rand_int_range (0, 1000));
}

static guint64
sum (const ReportAmounts *side)
{
  guint64 all = 0;

  for (guint i = 0; i < side->n; i++)
    all += side->amounts[i];
  return all;
}

/* Changes of the paths' own amounts add up to the change of the total. The changes of a node's
 * children and its own change add up to its change, and a node is at least as wide as its children
 * together. */
static void
test_compared_tree_sums (void)
{
  for (guint round = 0; round < 200; round++) {
    ReportAmounts before = {0}, after = {0};
    gint64 changes = 0;
    add_random (&before);
    add_random (&after);
    g_autoptr (PoplensComparedTree) tree = tree_of (&before, &after);
    g_autofree gint64 *inside = g_new0 (gint64, tree->tree->n);
    g_autofree guint64 *wide = g_new0 (guint64, tree->tree->n);
    for (guint32 i = tree->tree->n; i-- > 0;) {
      gint64 own = (gint64) tree->own[POPLENS_SECOND][i] - (gint64) tree->own[POPLENS_FIRST][i];
      changes += own;
      g_assert_cmpint (poplens_compared_tree_change (tree, i), ==, own + inside[i]);
      g_assert_cmpuint (tree->larger[i], >=, wide[i]);
      g_assert_cmpuint (tree->larger[i], >=, MAX (tree->all[0][i], tree->all[1][i]));
      if (!i)
        continue;
      inside[tree->tree->parent[i]] += poplens_compared_tree_change (tree, i);
      wide[tree->tree->parent[i]] += tree->larger[i];
    }
    g_assert_cmpint (changes, ==, (gint64) sum (&after) - (gint64) sum (&before));
    g_assert_cmpint (changes, ==, poplens_compared_tree_change (tree, 0));
  }
}

/* Amounts of a damaged file are limited, so that differences cannot overflow. */
static void
test_wild (void)
{
  ReportAmounts before = {0}, after = {0};

  side_add (&before, "a", G_MAXUINT64);
  side_add (&before, "b", G_MAXUINT64);
  side_add (&after, "b", 1);
  g_autoptr (PoplensComparedTree) tree = tree_of (&before, &after);
  check_node (tree, "", POPLENS_MOST_AMOUNT, 1, POPLENS_MOST_AMOUNT);
  check_node (tree, "b", POPLENS_MOST_AMOUNT, 1, POPLENS_MOST_AMOUNT);
}

static void
test_empty_compared_tree (void)
{
  ReportAmounts none = {0};
  g_autoptr (PoplensComparedTree) tree = tree_of (&none, &none);

  g_assert_cmpuint (tree->tree->n, ==, 1);
  check_node (tree, "", 0, 0, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/compare-tree/paper", test_paper);
  g_test_add_func ("/analysis/compare-tree/sums", test_compared_tree_sums);
  g_test_add_func ("/analysis/compare-tree/wild", test_wild);
  g_test_add_func ("/analysis/compare-tree/empty", test_empty_compared_tree);
  return g_test_run ();
}
