/* Operations of a layer of debug.cbor of two reports, by their paths. */
#include "tables/compare/compare-table.h"

#include "derived/compare/compare-operations.h"

typedef struct {
  const char *operation, *path, *id;
  gint64 costs[POPLENS_N_METRICS];
} Row;

static const PoplensColumn texts[] = {
    POPLENS_CELL (Row, operation, "Operation", TEXT, FILE, "Name of the operation"),
    POPLENS_CELL (Row, path, "Path", TEXT, DERIVED,
                  "Names of the debug contexts from the outermost to the operation, joined with "
                  "\u201c/\u201d"),
    POPLENS_CELL (Row, id, "ID", TEXT, FILE, "ID of the debug context"),
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
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  row->operation = poplens_records_text (rows, name);
  row->path = poplens_records_text (rows, path);
  row->id = poplens_records_text (rows, id);
  for (guint m = 0; m < n; m++)
    if (poplens_operation_ground_knows (of->ground, metrics[m]))
      row->costs[metrics[m]] = operation->costs[metrics[m]];
}

/* FALSE of what has nothing of all that both record, where one records more: an operation of
 * variables alone is not there in a report without these, and yet neither added nor removed. */
static gboolean
is_told (const PoplensComparedOperations *both, const PoplensOperation *operation)
{
  gboolean both_know_all = TRUE;
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  for (guint m = 0; m < n; m++) {
    gboolean first = poplens_operation_ground_knows (both->of[POPLENS_FIRST].ground, metrics[m]);
    gboolean second = poplens_operation_ground_knows (both->of[POPLENS_SECOND].ground, metrics[m]);
    if (first && second && operation->costs[metrics[m]])
      return TRUE;
    both_know_all &= first == second;
  }
  return both_know_all;
}

/* Of code that is left of the categories of memory, where both record these, or neither. */
static gboolean
tell_rest (const PoplensCompareSource *source)
{
  return !poplens_report_get_absence (source->of[POPLENS_FIRST], POPLENS_PART_MEMORY) ==
         !poplens_report_get_absence (source->of[POPLENS_SECOND], POPLENS_PART_MEMORY);
}

static PoplensTable *
build_base (const PoplensComparedOperations *both, PoplensSide side,
            const PoplensCompareSource *source)
{
  const PoplensOperationSource *of = &both->of[side];
  g_autoptr (PoplensPathTree) tree = poplens_operation_source_tree (of);
  PoplensRecords *rows = POPLENS_RECORDS (Row, texts);
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  for (guint m = 0; m < n; m++) {
    PoplensColumn column = *poplens_operation_column (metrics[m]);
    column.holds = POPLENS_HOLDS_I64;
    column.absent = POPLENS_ABSENT_MIN;
    column.offset = G_STRUCT_OFFSET (Row, costs) + metrics[m] * sizeof (gint64);
    poplens_records_add_column (rows, &column);
  }
  for (guint32 o = 0; o < of->operations->operations->len; o++) {
    const PoplensOperation *operation =
        &g_array_index (of->operations->operations, PoplensOperation, o);
    if (is_told (both, operation) &&
        (operation->kind != POPLENS_OPERATION_OTHER_CODE || tell_rest (source)))
      add_operation (rows, of, tree, o);
  }
  return poplens_records_finish (rows, "base", "Base", source->of[side]);
}

/* ---- what cannot be compared --------------------------------------------------------------------
 */

/* Metrics that a report knows if it has the part. */
static const struct {
  PoplensPart part;
  PoplensMetric of[3];
  guint n;
} known_by[] = {
    {POPLENS_PART_EXECUTION,
     {POPLENS_METRIC_TILE_CYCLES, POPLENS_METRIC_STEP_CYCLES, POPLENS_METRIC_EXECUTIONS},
     3},
    {POPLENS_PART_LIVENESS, {POPLENS_METRIC_PEAK_BYTES, POPLENS_METRIC_VARIABLE_BYTES}, 2},
    {POPLENS_PART_EXCHANGES, {POPLENS_METRIC_EXCHANGE_CODE}, 1},
    {POPLENS_PART_VERTICES, {POPLENS_METRIC_VERTEX_CODE}, 1},
    {POPLENS_PART_PROGRAMS, {POPLENS_METRIC_CONTROL_CODE}, 1},
};

static void
say_lacks (const PoplensComparedOperations *both, const PoplensCompareSource *source,
           PoplensSide side, GString *text)
{
  for (guint p = 0; p < G_N_ELEMENTS (known_by); p++) {
    g_autoptr (GString) titles = g_string_new (NULL);
    for (guint m = 0; m < known_by[p].n; m++) {
      PoplensMetric metric = known_by[p].of[m];
      if (!poplens_operation_ground_knows (both->of[side].ground, metric) &&
          poplens_operation_ground_knows (both->of[!side].ground, metric))
        g_string_append_printf (titles, "%s%s", titles->len ? ", " : "",
                                poplens_operation_column (metric)->title);
    }
    if (titles->len)
      poplens_compare_source_say_lack (
          source, side, titles->str,
          poplens_report_get_absence (source->of[side], known_by[p].part), text);
  }
}

/* ---- table ------------------------------------------------------------------------------------
 */

/* The metric that is compared first of all. (transfer full) */
static char *
list_shown (const PoplensComparedOperations *of, const PoplensLocation *location)
{
  PoplensMetric first = poplens_compared_operations_metric (of, location);
  GString *shown = g_string_new ("operation");
  guint n;
  const PoplensMetric *metrics = poplens_compared_metrics (&n);

  g_string_append_printf (shown, " %s", poplens_metric_key (first));
  for (guint m = 0; m < n; m++)
    if (metrics[m] != first)
      g_string_append_printf (shown, " %s", poplens_metric_key (metrics[m]));
  g_string_append (shown, " path id*");
  return g_string_free (shown, FALSE);
}

static PoplensTable *
build_joined (const PoplensJoin *join, const PoplensCompareSource *source,
              const PoplensComparedOperations *both, const PoplensLocation *location)
{
  const char *layer = poplens_operation_source_layer (&both->of[POPLENS_FIRST]);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (page, "layer", layer);
  g_autofree char *place = poplens_location_to_string (in);
  g_autofree char *link = g_strconcat (place, "&operation=", NULL);
  g_autoptr (GString) lacks = g_string_new (NULL);
  g_autofree char *shown = list_shown (both, location);
  g_auto (PoplensBases) bases = {0};
  PoplensJoin joined = *join;

  joined.shown = shown;
  joined.link = link;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    bases.of[s] = build_base (both, s, source);
    say_lacks (both, source, s, lacks);
  }
  g_autofree char *remarks = g_strdup_printf (" Layer: %s.%s", layer, lacks->str);
  PoplensTable *table =
      poplens_compare_table_new (&joined, &bases, NULL, source, location, remarks);
  if (lacks->len)
    poplens_table_set_lacks (table, lacks->str + 1);
  return table;
}

static PoplensTable *
compare_operations (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensComparedOperations) both = {0};
  PoplensMetric metric;

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_operations_init (&both, &source, location, cancellable, error) ||
      !poplens_operation_source_metric (&both.of[POPLENS_FIRST], location, &metric, error))
    return NULL;
  return build_joined (join, &source, &both, location);
}

const PoplensJoin poplens_join_operations = {.name = "operations",
                                             .title = "Operations",
                                             .things = "operations",
                                             .keys = "layer, measure",
                                             .build = compare_operations,
                                             .match = "path",
                                             .linked = "id",
                                             .adds = TRUE};
