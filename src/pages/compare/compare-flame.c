/* Execution Trace of two reports as a flame graph by step name. The width of a group is its larger
 * number of cycles in both reports; its colour shows the change. */
#include "derived/compare/compare-time.h"

#include "charts/lanes/lanes.h"
#include "pages/compare/compare-look.h"

/* Largest number of rows that are drawn: a damaged file may nest names to any depth. */
#define MOST_ROWS 64

/* Data of the chart's callbacks; outlives the page. Reference counted. */
typedef struct {
  PoplensComparedTree *tree;
  PoplensByteUnit unit;
  gsize n_items;
  guint32 *node; /* [n_items] node of .tree that the item shows */
} Flame;

static void
flame_clear (gpointer data)
{
  Flame *self = data;

  poplens_compared_tree_free (self->tree);
  g_free (self->node);
}

static void
flame_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, flame_clear);
}

static const char *
compare_flame_name_of (const Flame *self, guint32 node)
{
  return node ? poplens_path_tree_name (self->tree->tree, node) : "All work";
}

static char *
compare_flame_name_item (gconstpointer data, gsize item)
{
  const Flame *self = data;

  if (item >= self->n_items)
    return NULL;
  return self->node[item] ? poplens_path_tree_path (self->tree->tree, self->node[item])
                          : g_strdup (compare_flame_name_of (self, 0));
}

static char *
compare_flame_note_item (gconstpointer data, gsize item)
{
  const Flame *self = data;

  if (item >= self->n_items)
    return NULL;
  guint32 node = self->node[item];
  return poplens_compare_look_notes (poplens_compared_tree_amount (self->tree, node),
                                     poplens_compared_tree_own_change (self->tree, node),
                                     POPLENS_UNIT_CYCLES, self->unit);
}

/* Labels items with name and change or, if that is too wide, with the name alone. */
static void
label_items (gconstpointer data, const gsize *items, guint n, char **labels)
{
  const Flame *self = data;

  for (guint i = 0; i < n; i++) {
    guint32 node = self->node[items[i]];
    const char *name = compare_flame_name_of (self, node);
    g_autofree char *change = poplens_compare_look_change (
        poplens_compared_tree_amount (self->tree, node), POPLENS_UNIT_CYCLES, self->unit);
    labels[i] = g_strdup_printf ("%s  %s\n%s", name, change, name);
  }
}

/* ---- places ---------------------------------------------------------------------------------- */

typedef struct {
  guint32 *row;
  guint64 *from;
} FlamePlaces;

/* Sorts nodes by row, then by the larger of both values, the largest first. */
static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Flame *self = ((gpointer *) data)[0];
  const guint32 *row = ((gpointer *) data)[1];
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const guint64 *larger = self->tree->larger;

  if (row[x] != row[y])
    return row[x] < row[y] ? -1 : 1;
  if (larger[x] != larger[y])
    return larger[x] > larger[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Computes the row and first cycle of each node. Siblings are side by side, widest first; the first
 * begins with its parent. Fills self->node with the drawn nodes, by row. @row, @from: (out): [n].
 * Returns the number of rows. */
static guint
place_nodes (Flame *self, guint32 *row, guint64 *from)
{
  const PoplensPathTree *tree = self->tree->tree;
  g_autofree guint64 *next = g_new0 (guint64, tree->n);
  gpointer order[] = {self, row};
  guint rows = 0;

  row[0] = 0;
  self->node = g_new (guint32, tree->n);
  for (guint32 i = 0; i < tree->n; i++) {
    if (i)
      row[i] = row[tree->parent[i]] + 1;
    if (self->tree->larger[i] && row[i] < MOST_ROWS)
      self->node[self->n_items++] = i;
  }
  g_qsort_with_data (self->node, (gint) self->n_items, sizeof *self->node, compare_nodes, order);
  for (gsize i = 0; i < self->n_items; i++) {
    guint32 node = self->node[i];
    from[node] = node ? next[tree->parent[node]] : 0;
    next[node] = from[node];
    if (node)
      next[tree->parent[node]] += self->tree->larger[node];
    rows = row[node] + 1;
  }
  return rows;
}

static PoplensLaneBlocks *
change_flame_make_blocks (Flame *self, guint *n_rows)
{
  guint32 n = self->tree->tree->n;
  g_autofree guint32 *row_of = g_new (guint32, n);
  g_autofree guint64 *from_of = g_new (guint64, n);

  *n_rows = place_nodes (self, row_of, from_of);
  gsize most = MAX (self->n_items, 1);
  guint64 *from = g_new (guint64, most), *to = g_new (guint64, most);
  guint32 *row = g_new (guint32, most);
  guint8 *series = g_new (guint8, most);
  for (gsize i = 0; i < self->n_items; i++) {
    guint32 node = self->node[i];
    from[i] = from_of[node];
    to[i] = from[i] + self->tree->larger[node];
    row[i] = row_of[node];
    series[i] = poplens_compare_look_of (poplens_compared_tree_amount (self->tree, node));
  }
  return poplens_lane_blocks_new (self->n_items, from, to, row, series, NULL);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Creates the flame graph. @tree: (transfer full). (transfer full) */
static PoplensChart *
change_flame_chart_new (PoplensComparedTree *tree, const PoplensPageContext *context)
{
  Flame *flame = g_atomic_rc_box_new0 (Flame);
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Change by name", 0,
                                           POPLENS_CHART_UNIT_CYCLES, context->unit);
  guint n_rows;

  flame->tree = tree;
  flame->unit = context->unit;
  PoplensLaneBlocks *blocks = change_flame_make_blocks (flame, &n_rows);
  poplens_compare_look_add_series (chart, context->location);
  poplens_chart_set_item_axis (chart, "Cycles", "name");
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_lane_blocks_unref (blocks);
  poplens_chart_set_lane_sizes (chart, TRUE);
  poplens_chart_add_lane_group (chart, "", n_rows, FALSE, FALSE);
  poplens_chart_set_item_names (chart, compare_flame_name_item, g_atomic_rc_box_acquire (flame),
                                flame_unref);
  poplens_chart_set_item_notes (chart, compare_flame_note_item, g_atomic_rc_box_acquire (flame),
                                flame_unref);
  poplens_chart_set_lane_labels (chart, label_items, flame, flame_unref);
  return chart;
}

static void
compare_flame_add_notices (PoplensComparePage *self, const PoplensComparedFlame *flame)
{
  g_autofree char *words =
      poplens_compare_page_words (POPLENS_UNIT_CYCLES,
                                  poplens_amount_of ((gint64) flame->tree->all[POPLENS_FIRST][0],
                                                     (gint64) flame->tree->all[POPLENS_SECOND][0]),
                                  self->context->unit);
  g_autofree char *text = g_strdup_printf (
      "Cycles of all work, added over IPUs: %s. A name is as wide as the cycles of "
      "the report that has more.",
      words);

  poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", text);
  if (flame->n_ipus[POPLENS_FIRST] == flame->n_ipus[POPLENS_SECOND])
    return;
  PoplensNumber before;
  g_autofree char *ipus = g_strdup_printf (
      "Before ran on %s, after on %u: sums cover all of them. Select an IPU that both have to "
      "compare it alone.",
      poplens_format_items (before, flame->n_ipus[POPLENS_FIRST], "IPU"),
      flame->n_ipus[POPLENS_SECOND]);
  poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "ipus", ipus);
}

gboolean
poplens_compare_flame_add (PoplensComparePage *self, gboolean *has, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensComparedFlame) flame = {0};
  g_autoptr (GError) local = NULL;

  *has = poplens_compare_source_init (&source, self->of[POPLENS_FIRST], &local) &&
         poplens_compared_flame_load (&source, self->context->location, &flame,
                                      self->context->cancellable, &local);
  if (!*has)
    return poplens_compare_page_forgive (self, &local, error);
  self->page->layout = POPLENS_LAYOUT_CHART;
  poplens_compare_page_add_ipus (self);
  compare_flame_add_notices (self, &flame);
  poplens_page_add_section (self->page, POPLENS_SECTION_CHART, "compared-flame", "Change by Name")
      ->chart = change_flame_chart_new (g_steal_pointer (&flame.tree), self->context);
  return TRUE;
}
