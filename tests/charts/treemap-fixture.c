/* Trees with made-up numbers (see the header). */
#include "charts/treemap-fixture.h"

#include <string.h>

typedef struct {
  GPtrArray *names;
  GArray *parents, *own, *series;
} TreeBuilder;

static guint32
add_node (TreeBuilder *tree, guint32 parent, const char *name, guint64 own, guint8 series)
{
  g_ptr_array_add (tree->names, g_strdup (name));
  g_array_append_val (tree->parents, parent);
  g_array_append_val (tree->own, own);
  g_array_append_val (tree->series, series);
  return tree->names->len - 1;
}

static void
add_layer (TreeBuilder *tree, guint32 encoder, guint i)
{
  g_autofree char *name = g_strdup_printf ("layer%u", i);
  guint32 layer = add_node (tree, encoder, name, 0, 1);
  guint32 attention = add_node (tree, layer, "attention", i == 1 ? 90 << 10 : 0, 1);
  guint32 self = add_node (tree, layer, "feedforward", 0, 1);

  add_node (tree, attention, "query", (180 + 9 * i) << 10, 1);
  add_node (tree, attention, "key", (170 - 5 * i) << 10, 1);
  add_node (tree, attention, "softmax", 66 << 10, 1);
  self = add_node (tree, self, "dense", 0, 1);
  add_node (tree, self, "MatMul_with_a_rather_long_name", (300 + 40 * i) << 10, 1);
}

static char *
name_node (gconstpointer names, gsize item)
{
  return g_strdup (g_ptr_array_index ((GPtrArray *) names, item));
}

static void
add_series (PoplensChart *chart)
{
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "all", "All", POPLENS_INK_OTHER, 0, NULL,
                            FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "encoder", "encoder", POPLENS_INK_EXCHANGE,
                            0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "embedding", "embedding", POPLENS_INK_HOST,
                            0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "optimizer", "optimizer", POPLENS_INK_LINKS,
                            0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_QUIET, "rest", "Rest", POPLENS_INK_OTHER, 0, NULL,
                            FALSE);
}

static PoplensChart *
chart_of (TreeBuilder *tree)
{
  guint n = tree->names->len;
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, "Memory", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);

  poplens_chart_set_item_axis (chart, NULL, "operation");
  add_series (chart);
  poplens_chart_set_item_names (chart, name_node, tree->names, (GDestroyNotify) g_ptr_array_unref);
  poplens_chart_set_treemap (chart, (guint32 *) (gpointer) g_array_free (tree->parents, FALSE),
                             (guint64 *) (gpointer) g_array_free (tree->own, FALSE),
                             (guint8 *) g_array_free (tree->series, FALSE));
  return chart;
}

static TreeBuilder
begin (void)
{
  return (TreeBuilder){g_ptr_array_new_with_free_func (g_free),
                       g_array_new (FALSE, FALSE, sizeof (guint32)),
                       g_array_new (FALSE, FALSE, sizeof (guint64)), g_array_new (FALSE, FALSE, 1)};
}

PoplensChart *
fixture_treemap (void)
{
  TreeBuilder tree = begin ();
  guint32 encoder, optimizer;

  add_node (&tree, 0, "All operations", 0, 0);
  encoder = add_node (&tree, 0, "encoder", 0, 1);
  for (guint i = 0; i < 3; i++)
    add_layer (&tree, encoder, i);
  add_node (&tree, add_node (&tree, 0, "embedding", 40 << 10, 2), "Gather", 460 << 10, 2);
  optimizer = add_node (&tree, 0, "optimizer", 0, 3);
  for (guint i = 0; i < 40; i++)
    add_node (&tree, optimizer, "update", (i % 7 ? 3 : 90) << 10, 3);
  add_node (&tree, 0, "unattributed", 220 << 10, 4);
  add_node (&tree, 0, "shared", 130 << 10, 4);
  add_node (&tree, 0, "nothing", 0, 4);
  return chart_of (&tree);
}

gsize
fixture_treemap_item (const PoplensChart *chart, const char *name)
{
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    const char *end = strchr (text, '\n');
    gsize length = strlen (name);
    if (end && (gsize) (end - text) >= length && !strncmp (end - length, name, length))
      return i;
  }
  g_assert_not_reached ();
}

PoplensChart *
fixture_random_treemap (guint32 n, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, "Random", n,
                                           POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);
  guint32 *parent = g_new (guint32, MAX (n, 1)), width = g_rand_int_range (random, 1, 40);
  guint64 *own = g_new0 (guint64, MAX (n, 1));
  guint8 *series = g_new0 (guint8, MAX (n, 1));

  for (guint32 i = 0; i < n; i++) {
    guint32 back = MIN (i, width);
    parent[i] =
        i && g_rand_boolean (random) ? i - 1 - g_rand_int_range (random, 0, (gint32) back) : 0;
    if (g_rand_int_range (random, 0, 3))
      own[i] = (guint64) 1 << g_rand_int_range (random, 0, 24);
    own[i] += own[i] ? g_rand_int_range (random, 0, 1000) : 0;
    series[i] = (guint8) g_rand_int_range (random, 0, 5);
  }
  add_series (chart);
  poplens_chart_set_treemap (chart, parent, own, series);
  return chart;
}

PoplensChartLayout *
fixture_treemap_layout (PoplensChart *chart, gsize root, double width, double height)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);

  view.root = root;
  return poplens_chart_layout_new (chart, &view, &style, width, height);
}
