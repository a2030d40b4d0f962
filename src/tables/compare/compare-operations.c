/* Operations of a layer of debug.cbor of two reports, by their paths. */
#include "tables/compare/compare-table.h"

#include "derived/operations/operations-source.h"

static const struct {
  PoplensMetric metric;
  PoplensCompareMeasure measure;
} metrics[] = {
    {POPLENS_METRIC_TILE_CYCLES,
     {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
      "Cycles of all tiles in the executed steps of the programs", TRUE}},
    {POPLENS_METRIC_STEP_CYCLES,
     {"step_cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
      "Cycles of the longest tile of each step on each IPU, in total", TRUE}},
    {POPLENS_METRIC_PEAK_BYTES,
     {"peak_bytes", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Bytes of the variables that are live at the peak step", TRUE}},
    {POPLENS_METRIC_VARIABLE_BYTES,
     {"variable_bytes", "Variable bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Allocated bytes of the variables", TRUE}},
    {POPLENS_METRIC_CONTROL_CODE,
     {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
      "Bytes of control code of the programs, without their children", TRUE}},
    {POPLENS_METRIC_EXCHANGE_CODE,
     {"exchange_code", "Exchange code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Bytes of code of the internal exchanges", TRUE}},
    {POPLENS_METRIC_VERTEX_CODE,
     {"vertex_code", "Vertex code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Bytes of code of the vertex types that only this operation uses", TRUE}},
    {POPLENS_METRIC_EXECUTIONS,
     {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
      "Executed steps of the programs", TRUE}},
    {POPLENS_METRIC_PROGRAMS,
     {"programs", "Programs", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
      "Programs that the operation created", TRUE}},
};

enum { NAME, PATH, FIRST_KEY, SECOND_KEY, N_TEXTS };

static const PoplensColumn texts[] = {
    [NAME] = {"operation", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the operation"},
    [PATH] = {"path", "Path", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Names of the debug contexts from the outermost to the operation, joined with "
              "\u201c/\u201d"},
    [FIRST_KEY] = {"first_id", "ID before", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                   "ID of the debug context in the report before"},
    [SECOND_KEY] = {"second_id", "ID after", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                    "ID of the debug context in the report after"},
};

typedef struct {
  GPtrArray *name, *path, *key; /* char*: by operation */
} Side;

typedef struct {
  Side of[POPLENS_N_SIDES];
  char *layer;
  PoplensCompareMeasure measures[G_N_ELEMENTS (metrics)]; /* the metric that is asked for first */
} Data;

static void
data_free (gpointer pointer)
{
  Data *self = pointer;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_ptr_array_unref (self->of[s].name);
    g_ptr_array_unref (self->of[s].path);
    g_ptr_array_unref (self->of[s].key);
  }
  g_free (self->layer);
  g_free (self);
}

static Data *
data_new (void)
{
  Data *self = g_new0 (Data, 1);

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->of[s].name = g_ptr_array_new_with_free_func (g_free);
    self->of[s].path = g_ptr_array_new_with_free_func (g_free);
    self->of[s].key = g_ptr_array_new_with_free_func (g_free);
  }
  return self;
}

static void
text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const Data *self = data;
  PoplensSide side =
      column == FIRST_KEY || (column < FIRST_KEY && pair->of[POPLENS_FIRST] != POPLENS_NOT_THERE)
          ? POPLENS_FIRST
          : POPLENS_SECOND;
  const GPtrArray *columns[] = {self->of[side].name, self->of[side].path, self->of[side].key,
                                self->of[side].key};

  if (pair->of[side] != POPLENS_NOT_THERE)
    poplens_cell_text (value, g_ptr_array_index (columns[column], pair->of[side]));
}

static char *
link_of (gconstpointer data, guint32 thing)
{
  const Data *self = data;
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) of = poplens_location_with (
      location, "operation", g_ptr_array_index (self->of[POPLENS_FIRST].key, thing));
  g_autoptr (PoplensLocation) in = poplens_location_with (of, "layer", self->layer);

  return poplens_location_to_string (in);
}

/* ---- sides ------------------------------------------------------------------------------------
 */

/* Indices of metrics: that of the location's "by" first, else the first that both know. */
static void
order_measures (guint order[G_N_ELEMENTS (metrics)], const PoplensOperationSource *of,
                const PoplensLocation *location)
{
  const char *by = location ? poplens_location_get (location, "by") : NULL;
  guint first = 0;

  for (guint m = G_N_ELEMENTS (metrics); m-- > 0;)
    if (poplens_operation_ground_knows (of[POPLENS_FIRST].ground, metrics[m].metric) &&
        poplens_operation_ground_knows (of[POPLENS_SECOND].ground, metrics[m].metric))
      first = m;
  for (guint m = 0; by && m < G_N_ELEMENTS (metrics); m++)
    if (g_str_equal (metrics[m].measure.key, by))
      first = m;
  order[0] = first;
  for (guint m = 0, at = 1; m < G_N_ELEMENTS (metrics); m++)
    if (m != first)
      order[at++] = m;
}

static void
take_side (PoplensComparison *comparison, PoplensSide side, const PoplensOperationSource *source,
           const guint *order)
{
  const GArray *operations = source->operations->operations;

  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++) {
    PoplensMetric metric = metrics[order[m]].metric;
    gint64 *amounts = NULL;
    if (poplens_operation_ground_knows (source->ground, metric)) {
      amounts = g_new (gint64, MAX (operations->len, 1));
      for (guint o = 0; o < operations->len; o++)
        amounts[o] = g_array_index (operations, PoplensOperation, o).costs[metric];
    }
    poplens_comparison_take (comparison, m, side, amounts);
  }
}

static void
name_side (Side *self, const PoplensOperationSource *source)
{
  g_autoptr (PoplensPathTree) tree = poplens_operation_source_tree (source);

  for (guint32 o = 0; o < source->operations->operations->len; o++) {
    g_ptr_array_add (self->name, poplens_operation_name (source, o));
    g_ptr_array_add (self->key, poplens_operation_key (source, o));
    g_ptr_array_add (self->path, poplens_path_tree_path (tree, tree->node[o]));
  }
}

/* In the layer @layer, else (nullable) the report's own choice. */
static gboolean
init_source (PoplensOperationSource *of, const PoplensCompareSource *source, PoplensSide side,
             const char *layer, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) plain = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (plain, "layer", layer);

  if (poplens_operation_source_init (of, source->of[side], in, cancellable, error))
    return TRUE;
  poplens_compare_source_blame (source, side, error);
  return FALSE;
}

static gboolean
has_layer (const PoplensOperationSource *of, const char *layer)
{
  for (guint i = 0; i < of->layers->len; i++)
    if (g_str_equal (
            poplens_strings_get (of->contexts->strings,
                                 g_array_index (of->layers, PoplensOperationLayer, i).name),
            layer))
      return TRUE;
  return FALSE;
}

/* Both in the layer that the location asks for, else in that of the first. */
static gboolean
init_sources (PoplensOperationSource *of, const PoplensCompareSource *source,
              const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  const char *asked = location ? poplens_location_get (location, "layer") : NULL;
  gconstpointer programs[POPLENS_N_SIDES];

  if (!poplens_compare_source_load (source, POPLENS_PART_PROGRAMS, programs, cancellable, error) ||
      !init_source (&of[POPLENS_FIRST], source, POPLENS_FIRST, asked, cancellable, error) ||
      !init_source (&of[POPLENS_SECOND], source, POPLENS_SECOND, asked, cancellable, error))
    return FALSE;
  const char *first = poplens_operation_source_layer (&of[POPLENS_FIRST]);
  const char *second = poplens_operation_source_layer (&of[POPLENS_SECOND]);
  const gboolean has[] = {first != NULL,
                          second && (!first || has_layer (&of[POPLENS_SECOND], first))};
  g_autofree char *what = first && second
                              ? g_strdup_printf ("debug.cbor has no layer %s", first)
                              : g_strdup ("no operations: the report has no debug.cbor");
  if (!poplens_compare_source_require (source, has, what, error))
    return FALSE;
  if (g_str_equal (first, second))
    return TRUE;
  poplens_operation_source_clear (&of[POPLENS_SECOND]);
  of[POPLENS_SECOND] = (PoplensOperationSource){0};
  return init_source (&of[POPLENS_SECOND], source, POPLENS_SECOND, first, cancellable, error);
}

static PoplensTable *
build (const PoplensCompareSource *source, const PoplensOperationSource *of,
       const PoplensLocation *location)
{
  Data *data = data_new ();
  guint order[G_N_ELEMENTS (metrics)];
  guint32 n[POPLENS_N_SIDES];

  data->layer = g_strdup (poplens_operation_source_layer (&of[POPLENS_FIRST]));
  order_measures (order, of, location);
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    data->measures[m] = metrics[order[m]].measure;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    name_side (&data->of[s], &of[s]);
    n[s] = data->of[s].path->len;
  }
  const char *const *const keys[] = {(const char *const *) data->of[POPLENS_FIRST].path->pdata,
                                     (const char *const *) data->of[POPLENS_SECOND].path->pdata};
  PoplensComparison *comparison = poplens_comparison_new (n, G_N_ELEMENTS (metrics));
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    take_side (comparison, s, &of[s], order);
  poplens_comparison_take_pairs (
      comparison, poplens_pairs_match (keys, n, poplens_comparison_unlike, comparison));
  g_autofree char *remark = g_strdup_printf (" Layer: %s.", data->layer);
  const PoplensCompareThings things = {.name = "compare-operations",
                                       .title = "Changed operations",
                                       .things = "operations",
                                       .texts = texts,
                                       .n_texts = N_TEXTS,
                                       .n_leading = 1,
                                       .text = text,
                                       .link = link_of,
                                       .data = data,
                                       .free_data = data_free,
                                       .measures = data->measures,
                                       .n_measures = G_N_ELEMENTS (metrics),
                                       .remarks = remark};
  return poplens_compare_table_new (&things, comparison, source, location);
}

PoplensTable *
poplens_build_compare_operations (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  PoplensOperationSource of[POPLENS_N_SIDES] = {0};
  PoplensTable *table = NULL;
  PoplensMetric metric;

  if (!poplens_compare_source_init (&source, report, error))
    return NULL;
  if (init_sources (of, &source, location, cancellable, error) &&
      poplens_operation_source_metric (&of[POPLENS_FIRST], location, &metric, error))
    table = build (&source, of, location);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_operation_source_clear (&of[s]);
  return table;
}
