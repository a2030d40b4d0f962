/* Operations of a layer of debug.cbor of two reports, by their paths. */
#include "tables/compare/compare-table.h"

#include "derived/operations/operations-source.h"

static const PoplensMetric metrics[] = {
    POPLENS_METRIC_TILE_CYCLES,    POPLENS_METRIC_STEP_CYCLES,  POPLENS_METRIC_PEAK_BYTES,
    POPLENS_METRIC_VARIABLE_BYTES, POPLENS_METRIC_CONTROL_CODE, POPLENS_METRIC_EXCHANGE_CODE,
    POPLENS_METRIC_VERTEX_CODE,    POPLENS_METRIC_EXECUTIONS,   POPLENS_METRIC_PROGRAMS};

#define N_METRICS G_N_ELEMENTS (metrics)

typedef struct {
  const char *operation, *path, *id;
  gint64 costs[POPLENS_N_METRICS];
} Row;

static const PoplensColumn texts[] = {
    POPLENS_CELL (Row, operation, "Operation", TEXT, FILE, "Name of the operation"),
    POPLENS_CELL (Row, path, "Path", TEXT, DERIVED,
                  "Names of the debug contexts from the outermost to the operation, joined with "
                  "\u201c/\u201d"),
    POPLENS_CELL_NAMED (Row, id, "*_id", "ID", TEXT, FILE, "ID of the debug context"),
};

/* Texts of the operation, and what is known of its costs. */
static void
add_operation (PoplensRecords *rows, const PoplensOperationSource *of, const PoplensPathTree *tree,
               guint32 o)
{
  const PoplensOperation *operation =
      &g_array_index (of->operations->operations, PoplensOperation, o);
  g_autofree char *name = poplens_operation_name (of, o);
  g_autofree char *id = poplens_operation_key (of, o);
  g_autofree char *path = poplens_path_tree_path (tree, tree->node[o]);
  Row *row = poplens_records_add (rows);

  row->operation = poplens_records_text (rows, name);
  row->path = poplens_records_text (rows, path);
  row->id = poplens_records_text (rows, id);
  for (guint m = 0; m < N_METRICS; m++)
    if (poplens_operation_ground_knows (of->ground, metrics[m]))
      row->costs[metrics[m]] = operation->costs[metrics[m]];
}

static PoplensTable *
build_base (const PoplensOperationSource *of, PoplensReport *report)
{
  g_autoptr (PoplensPathTree) tree = poplens_operation_source_tree (of);
  PoplensRecords *rows = POPLENS_RECORDS (Row, texts);

  for (guint m = 0; m < N_METRICS; m++) {
    PoplensColumn column = *poplens_operation_column (metrics[m]);
    column.holds = POPLENS_HOLDS_I64;
    column.absent = POPLENS_ABSENT_MIN;
    column.offset = G_STRUCT_OFFSET (Row, costs) + metrics[m] * sizeof (gint64);
    poplens_records_add_column (rows, &column);
  }
  for (guint32 o = 0; o < of->operations->operations->len; o++)
    add_operation (rows, of, tree, o);
  return poplens_records_finish (rows, "base", "Base", report);
}

/* ---- layers -----------------------------------------------------------------------------------
 */

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

/* ---- table ------------------------------------------------------------------------------------
 */

/* What is shown: the metric that the location's "by" names first of all, else the first that both
 * know. (transfer full) */
static char *
list_shown (const PoplensOperationSource *of, const PoplensLocation *location)
{
  const char *by = location ? poplens_location_get (location, "by") : NULL;
  GString *shown = g_string_new ("operation");
  guint first = 0;

  for (guint m = N_METRICS; m-- > 0;)
    if (poplens_operation_ground_knows (of[POPLENS_FIRST].ground, metrics[m]) &&
        poplens_operation_ground_knows (of[POPLENS_SECOND].ground, metrics[m]))
      first = m;
  for (guint m = 0; by && m < N_METRICS; m++)
    if (g_str_equal (poplens_metric_key (metrics[m]), by))
      first = m;
  g_string_append_printf (shown, " %s", poplens_metric_key (metrics[first]));
  for (guint m = 0; m < N_METRICS; m++)
    if (m != first)
      g_string_append_printf (shown, " %s", poplens_metric_key (metrics[m]));
  g_string_append (shown, " path *_id");
  return g_string_free (shown, FALSE);
}

static PoplensTable *
build (const PoplensCompareSource *source, const PoplensOperationSource *of,
       const PoplensLocation *location)
{
  const char *layer = poplens_operation_source_layer (&of[POPLENS_FIRST]);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (page, "layer", layer);
  g_autofree char *place = poplens_location_to_string (in);
  g_autofree char *link = g_strconcat (place, "&operation=", NULL);
  g_autofree char *remark = g_strdup_printf (" Layer: %s.", layer);
  g_autofree char *shown = list_shown (of, location);
  g_auto (PoplensBases) bases = {0};

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_base (&of[s], source->of[s]);
  const PoplensJoin join = {.name = "compare-operations",
                            .title = "Changed operations",
                            .things = "operations",
                            .shown = shown,
                            .match = "path",
                            .link = link,
                            .linked = "*_id",
                            .adds = TRUE};
  return poplens_compare_table_new (&join, &bases, NULL, source, location, remark);
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
