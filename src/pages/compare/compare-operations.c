/* Operations of two reports as a treemap of changes. Areas are the larger of both reports; colours
 * show the change. */
#include "derived/compare/compare-operations.h"

#include "analysis/compare/compare.h"
#include "base/error.h"
#include "charts/treemap/treemap.h"
#include "pages/compare/compare-look.h"
#include "pages/operations/operations-treemap.h"
#include "tables/compare/compare-table.h"
#include "tables/engine/builders.h"

/* ---- amounts --------------------------------------------------------------------------------- */

/* Costs of the operations of one report, without the costs of steps that have no program. */
typedef struct {
  GPtrArray *paths;
  GArray *amounts;     /* guint64: cost for each of .paths */
  gint64 waiting, all; /* cost of the steps without a program, and of all rows of the table */
  gboolean negative;   /* TRUE if an operation has a negative cost, which the treemap cannot draw */
} OperationAmounts;

static void
operation_amounts_init (OperationAmounts *self, const PoplensOperationSource *of,
                        PoplensMetric metric)
{
  g_autoptr (PoplensPathTree) tree = poplens_operation_source_tree (of);

  *self = (OperationAmounts){g_ptr_array_new_with_free_func (g_free),
                             g_array_new (FALSE, FALSE, sizeof (guint64)), 0, 0, FALSE};
  for (guint32 o = 0; o < of->operations->operations->len; o++) {
    const PoplensOperation *operation =
        &g_array_index (of->operations->operations, PoplensOperation, o);
    gint64 cost = operation->costs[metric];
    guint64 amount = (guint64) MAX (cost, 0);
    self->all += cost;
    if (operation->kind == POPLENS_OPERATION_NO_PROGRAM) {
      self->waiting = cost;
      continue;
    }
    self->negative |= cost < 0;
    g_ptr_array_add (self->paths, poplens_path_tree_path (tree, tree->node[o]));
    g_array_append_val (self->amounts, amount);
  }
}

static void
operation_amounts_clear (OperationAmounts *self)
{
  g_ptr_array_unref (self->paths);
  g_array_unref (self->amounts);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Data of the chart's callbacks; outlives the page. Reference counted. */
typedef struct {
  PoplensComparedTree *tree;
  guint32 *largest; /* [n_nodes] among the node and all nodes below it, the one with the largest
                       change of its own amount */
  PoplensMetric metric;
  PoplensUnit unit;
  PoplensByteUnit bytes;
} ChangeTreemap;

static void
change_treemap_clear (gpointer data)
{
  ChangeTreemap *self = data;

  poplens_compared_tree_free (self->tree);
  g_free (self->largest);
}

static void
change_treemap_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, change_treemap_clear);
}

static char *
compare_operations_name_item (gconstpointer data, gsize item)
{
  const ChangeTreemap *self = data;

  return g_strdup (item ? poplens_path_tree_name (self->tree->tree, (guint32) item)
                        : "All operations");
}

static char *
compare_operations_note_item (gconstpointer data, gsize item)
{
  const ChangeTreemap *self = data;

  return poplens_compare_look_notes (poplens_compared_tree_amount (self->tree, (guint32) item),
                                     poplens_compared_tree_own_change (self->tree, (guint32) item),
                                     self->unit, self->bytes);
}

static char *
text_item (gconstpointer data, gsize item)
{
  const ChangeTreemap *self = data;

  return poplens_compare_look_change (poplens_compared_tree_amount (self->tree, (guint32) item),
                                      self->unit, self->bytes);
}

/* Returns the values for ChangeTreemap.largest. (transfer full) */
static guint32 *
find_largest_change (const PoplensComparedTree *tree)
{
  guint32 n = tree->tree->n;
  guint32 *largest = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    largest[i] = i;
  for (guint32 i = n; i-- > 1;) {
    guint32 above = tree->tree->parent[i];
    if (ABS (poplens_compared_tree_own_change (tree, largest[i])) >=
        ABS (poplens_compared_tree_own_change (tree, largest[above])))
      largest[above] = largest[i];
  }
  return largest;
}

/* Names the node below @item whose own amount changed most, as its box may be too small for a
 * label: "Largest change: −1,260,700 Fwd/embedding/lookup". (transfer full) (nullable): NULL if
 * nothing changed, or if @item itself changed most. */
static char *
say_largest (const ChangeTreemap *self, guint32 item)
{
  guint32 node = self->largest[item];
  gint64 change = poplens_compared_tree_own_change (self->tree, node);
  PoplensNumber text;

  if (!change || node == item)
    return NULL;
  PoplensValue value = {
      .type = POPLENS_VALUE_INT, .unit = poplens_unit_of_change (self->unit), .integer = change};
  g_autofree char *path = poplens_path_tree_path (self->tree->tree, node);
  return g_strdup_printf ("Largest change: %s %s", poplens_value_format (&value, self->bytes, text),
                          path);
}

/* Returns the text above the plot: the measure, both values and, if there is one, the largest
 * change. (transfer full) */
static char *
caption_item (gconstpointer data, gsize item)
{
  const ChangeTreemap *self = data;
  g_autofree char *words = poplens_compare_look_amounts (
      poplens_compared_tree_amount (self->tree, (guint32) item), self->unit, self->bytes);
  g_autofree char *largest = say_largest (self, (guint32) item);

  return g_strdup_printf ("%s %s%s%s", poplens_metric_title (self->metric), words,
                          largest ? " · " : "", largest ? largest : "");
}

/* Sets the area of each node, without its children: the larger of its amounts in both reports. Sets
 * its series by the change. */
static void
set_areas (PoplensChart *chart, const PoplensComparedTree *tree)
{
  guint32 n = tree->tree->n;
  guint64 *own = g_new (guint64, n);
  guint8 *series = g_new (guint8, n);

  for (guint32 i = 0; i < n; i++) {
    own[i] = MAX (tree->own[POPLENS_FIRST][i], tree->own[POPLENS_SECOND][i]);
    series[i] = poplens_compare_look_of (poplens_compared_tree_amount (tree, i));
  }
  poplens_chart_set_treemap (chart, g_memdup2 (tree->tree->parent, n * sizeof (guint32)), own,
                             series);
}

/* Creates the treemap of changes. @tree: (transfer full). (transfer full) */
static PoplensChart *
change_treemap_new (PoplensComparedTree *tree, PoplensMetric metric, const char *title,
                    const PoplensPageContext *context)
{
  ChangeTreemap *map = g_atomic_rc_box_new (ChangeTreemap);
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, title, tree->tree->n,
                                           poplens_operations_page_unit (metric), context->unit);

  *map = (ChangeTreemap){tree, find_largest_change (tree), metric,
                         poplens_operation_column (metric)->unit, context->unit};
  poplens_chart_set_item_axis (chart, NULL, "operation");
  poplens_compare_look_add_series (chart, context->location);
  poplens_chart_set_item_names (chart, compare_operations_name_item, g_atomic_rc_box_acquire (map),
                                change_treemap_unref);
  poplens_chart_set_item_notes (chart, compare_operations_note_item, g_atomic_rc_box_acquire (map),
                                change_treemap_unref);
  poplens_chart_set_treemap_texts (chart, text_item, caption_item, map, change_treemap_unref);
  set_areas (chart, tree);
  return chart;
}

/* Adds notices on what the treemap cannot draw: steps without a program, and negative values. */
static void
say_left_out (PoplensComparePage *self, const OperationAmounts sides[POPLENS_N_SIDES],
              PoplensUnit unit)
{
  const gint64 waiting[] = {sides[POPLENS_FIRST].waiting, sides[POPLENS_SECOND].waiting};

  if (waiting[POPLENS_FIRST] || waiting[POPLENS_SECOND]) {
    g_autofree char *words = poplens_compare_page_words (
        unit, poplens_amount_of (waiting[POPLENS_FIRST], waiting[POPLENS_SECOND]),
        self->context->unit);
    g_autofree char *all = poplens_compare_page_words (
        unit, poplens_amount_of (sides[POPLENS_FIRST].all, sides[POPLENS_SECOND].all),
        self->context->unit);
    g_autofree char *text =
        g_strdup_printf ("Steps without a program are not drawn: %s. With them: %s", words, all);
    poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "left-out", text);
  }
  if (sides[POPLENS_FIRST].negative || sides[POPLENS_SECOND].negative)
    poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "negative",
                             "Negative values are not drawn; the table has them");
}

static void
add_change_treemap (PoplensComparePage *self, const PoplensComparedOperations *both,
                    PoplensMetric metric)
{
  PoplensUnit unit = poplens_operation_column (metric)->unit;
  g_autofree char *title =
      g_strdup_printf ("%s, larger of both reports", poplens_metric_title (metric));
  PoplensSection *section =
      poplens_page_add_section (self->page, POPLENS_SECTION_CHART, "compared-operations", title);
  OperationAmounts sides[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    operation_amounts_init (&sides[s], &both->of[s], metric);
  PoplensNamedAmounts of[POPLENS_N_SIDES];
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    of[s] = (PoplensNamedAmounts){sides[s].paths->len,
                                  (const char *const *) (gconstpointer) sides[s].paths->pdata,
                                  (const guint64 *) (gconstpointer) sides[s].amounts->data};
  PoplensComparedTree *tree = poplens_compared_tree_new (of);
  g_autofree char *words =
      poplens_compare_page_words (unit,
                                  poplens_amount_of ((gint64) tree->all[POPLENS_FIRST][0],
                                                     (gint64) tree->all[POPLENS_SECOND][0]),
                                  self->context->unit);
  g_autofree char *text =
      g_strdup_printf ("%s of all operations: %s", poplens_metric_title (metric), words);
  const char *path = poplens_location_get (self->context->location, "path");
  if (path && poplens_path_tree_find (tree->tree, path) == POPLENS_PATH_NONE) {
    g_autofree char *wrong =
        g_strdup_printf ("unknown path “%s”: no such operation in either report", path);
    poplens_page_add_misuse (self->page, wrong);
  }
  poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", text);
  say_left_out (self, sides, unit);
  /* A click selects no operation: these items serve only to find the group in view. */
  section->plot.items = poplens_operation_items_of_tree (tree->tree, self->of[POPLENS_FIRST]);
  section->chart = change_treemap_new (tree, metric, title, self->context);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    operation_amounts_clear (&sides[s]);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Adds the control for the measure. Offers the chosen @metric, and each other measure that both
 * reports have. */
static void
add_metric (PoplensPage *page, const PoplensComparedOperations *both, PoplensMetric metric)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n, shown = 0, current = 0;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  for (guint m = 0; m < n; m++) {
    if (metrics[m] != metric && !poplens_compared_operations_know (both, metrics[m]))
      continue;
    current = metrics[m] == metric ? shown : current;
    shown++;
    g_strv_builder_add (options, poplens_metric_key (metrics[m]));
    g_strv_builder_add (titles, poplens_metric_title (metrics[m]));
  }
  poplens_page_add_own_choice (page, "measure", "Measure", "Measure to compare operations by",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* Adds the section with the treemap. @has: (out): TRUE if it was added. FALSE with @error only if
 * nothing more can be read. */
static gboolean
compare_operations_add_chart (PoplensComparePage *self, gboolean *has, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  PoplensComparedOperations both = {0};
  g_autoptr (GError) local = NULL;
  PoplensMetric asked;

  *has = poplens_compare_source_init (&source, self->of[POPLENS_FIRST], &local) &&
         poplens_compared_operations_init (&both, &source, self->context->location,
                                           self->context->cancellable, &local) &&
         poplens_operation_source_metric (&both.of[POPLENS_FIRST], self->context->location, &asked,
                                          &local);
  /* If a report does not have the data, add no notice: the table below gives the reason. */
  if (!*has)
    return g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT) ||
           poplens_compare_page_forgive (self, &local, error);
  PoplensMetric metric = poplens_compared_operations_metric (&both, self->context->location);
  PoplensOperationSource shared = both.of[POPLENS_FIRST];
  g_autoptr (GArray) layers = poplens_compared_operations_layers (&both, &shared.layer);
  shared.layers = layers;
  poplens_page_add_layers (self->page, &shared, "Layer to compare, outermost first");
  add_metric (self->page, &both, metric);
  *has = poplens_compared_operations_know (&both, metric);
  if (*has)
    add_change_treemap (self, &both, metric);
  else
    poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "absent",
                             "Only one of the reports records this measure");
  return TRUE;
}

gboolean
poplens_compare_operations_fill (PoplensComparePage *self, GError **error)
{
  gboolean has;

  if (!compare_operations_add_chart (self, &has, error))
    return FALSE;
  poplens_page_add_unit (self->page, self->context);
  self->page->layout = has ? POPLENS_LAYOUT_CHART : POPLENS_LAYOUT_TABLE;
  if (has ? !poplens_compare_page_add_tab (self, "operations", error)
          : !poplens_compare_page_add_table (self, "operations", "Operations", TRUE, error))
    return FALSE;
  return poplens_compare_page_add_tab (self, "compute-sets", error) &&
         poplens_compare_page_add_tab (self, "variables", error);
}
