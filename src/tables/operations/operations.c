/* What the operations of a layer cost, the layers, and what the columns add up to. */
#include "tables/engine/builders.h"

#include "analysis/memory/memory-analysis.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/operations-source.h"
#include "tables/engine/cell-texts.h"

typedef PoplensOperationSource Source;

static const PoplensOperation *
operation_at (const Source *s, guint32 row)
{
  return &g_array_index (s->operations->operations, PoplensOperation, row);
}

/* ---- which costs a kind of row can have --------------------------------------------------------
 */

static gboolean
is_code (PoplensMetric metric)
{
  return metric >= POPLENS_METRIC_CONTROL_CODE && metric <= POPLENS_METRIC_VERTEX_CODE;
}

static gboolean
has_cost (PoplensOperationKind kind, PoplensMetric metric)
{
  switch (kind) {
  case POPLENS_OPERATION_SHARED_CODE:
    return metric == POPLENS_METRIC_EXCHANGE_CODE || metric == POPLENS_METRIC_VERTEX_CODE;
  case POPLENS_OPERATION_OTHER_CODE:
    return is_code (metric);
  case POPLENS_OPERATION_NO_PROGRAM:
    return metric == POPLENS_METRIC_EXECUTIONS || metric == POPLENS_METRIC_TILE_CYCLES ||
           metric == POPLENS_METRIC_STEP_CYCLES;
  default:
    return TRUE;
  }
}

/* ---- operations --------------------------------------------------------------------------------
 */

enum {
  NAME,
  SHARE,
  FIRST_METRIC,
  PEAK_SHARE = FIRST_METRIC + POPLENS_N_METRICS,
  LOCATION,
  PATH,
  OPERATION
};

#define METRIC(metric) [FIRST_METRIC + POPLENS_METRIC_##metric]

static const PoplensColumn columns[] = {
    [NAME] = {"name", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the debug context of the operation, or a group of unattributed items"},
    [SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Share of the selected measure, excluding steps without a program"},
    METRIC (PROGRAMS) = {"programs", "Programs", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                         "Programs that the operation created"},
    METRIC (VARIABLES) = {"variables", "Variables", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                          "Variables with bytes that the operation created; with several debug "
                          "contexts the nearest common one counts"},
    METRIC (EXECUTIONS) = {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                           "Executed steps of the programs"},
    METRIC (TILE_CYCLES) = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES,
                            POPLENS_FROM_MEASURED,
                            "Cycles of all tiles in the executed steps of the programs. DoExchange "
                            "cycles are estimated."},
    METRIC (STEP_CYCLES) = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                            "Cycles of the longest tile of each step on each IPU, in total"},
    METRIC (ESTIMATED_TILE_CYCLES) =
        {"estimated_tile_cycles", "Estimated tile cycles", POPLENS_UNIT_CYCLES,
         POPLENS_FROM_ESTIMATED,
         "Compiler\u2019s estimate for all tiles, each program counted once"},
    METRIC (ESTIMATED_STEP_CYCLES) = {"estimated_cycles", "Estimated cycles", POPLENS_UNIT_CYCLES,
                                      POPLENS_FROM_ESTIMATED,
                                      "Compiler\u2019s estimate for the longest tile of each IPU"},
    METRIC (FLOPS) = {"flops", "FLOPs", POPLENS_UNIT_COUNT, POPLENS_FROM_ESTIMATED,
                      "Compiler\u2019s FLOP estimate, each program counted once"},
    METRIC (
        CONTROL_CODE) = {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                         "Bytes of control code of the programs without their children, all tiles"},
    METRIC (EXCHANGE_CODE) = {"exchange_code", "Exchange code", POPLENS_UNIT_BYTES,
                              POPLENS_FROM_FILE,
                              "Bytes of code of the internal exchanges, all tiles. Exchanges can "
                              "share code, so the unattributed rest can be negative."},
    METRIC (VERTEX_CODE) =
        {"vertex_code", "Vertex code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes of code of the vertex types that only this operation uses, all tiles"},
    METRIC (VARIABLE_BYTES) =
        {"variable_bytes", "Variable bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Allocated bytes of the variables, all tiles; shared bytes count for each variable"},
    METRIC (PEAK_BYTES) = {"peak_bytes", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                           "Bytes of the variables that are live at the peak step, all tiles"},
    [PEAK_SHARE] = {"peak_share", "Share of peak", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                    "Share of the live memory at the peak step"},
    [LOCATION] = {"location", "Source code", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                  "File and line that created the operation"},
    [PATH] = {"path", "Path", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Names of the debug contexts from the outermost to the operation, joined with "
              "\u201c/\u201d"},
    [OPERATION] = {"operation", "ID", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                   "ID of the debug context of the operation"},
};

const PoplensColumn *
poplens_operation_column (PoplensMetric metric)
{
  return &columns[FIRST_METRIC + metric];
}

typedef struct {
  Source source;
  PoplensMetric metric;      /* that they are told by */
  PoplensLocation *location; /* that links begin from */
  PoplensCellTexts *texts;   /* N_TEXTS columns */
} Operations;

enum { TEXT_NAME, TEXT_KEY, TEXT_PATH, TEXT_LOCATION, N_TEXTS };

static void
operations_free (gpointer data)
{
  Operations *o = data;

  poplens_operation_source_clear (&o->source);
  poplens_location_unref (o->location);
  poplens_cell_texts_free (o->texts);
  g_free (o);
}

/* What shares are of. Nearly all of a trace may be waiting, which is nobody's share. */
static gint64
whole_of (const Source *s, PoplensMetric metric)
{
  const PoplensOperations *all = s->operations;

  return all->totals[metric] - operation_at (s, all->operations->len - 1)->costs[metric];
}

static void
share_of (const Operations *o, const PoplensOperation *operation, PoplensMetric metric,
          PoplensValue *value)
{
  gint64 whole = whole_of (&o->source, metric);

  if (whole > 0 && has_cost (operation->kind, metric) &&
      operation->kind != POPLENS_OPERATION_NO_PROGRAM)
    poplens_cell_real (value, (double) operation->costs[metric] / (double) whole);
}

/* The metric that operations are told by comes first. */
static PoplensMetric
metric_at (PoplensMetric by, guint location)
{
  return !location ? by : location <= by ? location - 1 : location;
}

static void
metric_cell (const Operations *o, const PoplensOperation *operation, PoplensMetric metric,
             PoplensValue *value)
{
  if (has_cost (operation->kind, metric) &&
      poplens_operation_ground_knows (o->source.ground, metric))
    poplens_cell_int (value, operation->costs[metric]);
}

static void
operation_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Operations *o = data;
  const PoplensOperation *operation = operation_at (&o->source, row);

  if (column == NAME)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_NAME));
  else if (column == OPERATION)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_KEY));
  else if (column == PATH)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_PATH));
  else if (column == LOCATION)
    poplens_cell_text (value, poplens_cell_texts_get (o->texts, row, TEXT_LOCATION));
  else if (column == SHARE)
    share_of (o, operation, o->metric, value);
  else if (column == PEAK_SHARE)
    share_of (o, operation, POPLENS_METRIC_PEAK_BYTES, value);
  else
    metric_cell (o, operation, metric_at (o->metric, column - FIRST_METRIC), value);
}

static char *
operation_link (gconstpointer data, guint32 row)
{
  const Operations *o = data;
  g_autoptr (PoplensLocation) location = poplens_location_with (
      o->location, "operation", poplens_cell_texts_get (o->texts, row, TEXT_KEY));

  return poplens_location_to_string (location);
}

/* What the user has chosen on the page, but for the tab; else the layer alone. (transfer full) */
static PoplensLocation *
location_of_links (const Source *s, const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);

  if (location && poplens_location_get_page (location) == POPLENS_PAGE_OPERATIONS)
    return poplens_location_with (location, "tab", NULL);
  return poplens_location_with (page, "layer", poplens_operation_source_layer (s));
}

static char *
make_text (gconstpointer data, guint32 row, guint column)
{
  const Operations *o = data;
  const PoplensDebugContexts *contexts = o->source.contexts;
  guint32 context = operation_at (&o->source, row)->context;

  if (column == TEXT_NAME)
    return poplens_operation_name (&o->source, row);
  if (column == TEXT_KEY)
    return poplens_operation_key (&o->source, row);
  if (context == POPLENS_NO_CONTEXT)
    return NULL;
  return column == TEXT_PATH ? poplens_debug_context_path (contexts, context)
                             : poplens_debug_location (contexts, context);
}

/* What the table is of, and what it lacks. (transfer full) */
static char *
describe (const Source *s, PoplensMetric metric)
{
  gint64 whole = whole_of (s, metric), rest = s->operations->totals[metric] - whole;
  GString *note = g_string_new (NULL);
  guint32 n =
      s->operations->operations->len - (POPLENS_OPERATION_NO_PROGRAM - POPLENS_OPERATION_CONTEXT);
  PoplensNumber listed, all, own, others;

  if (!s->contexts) {
    g_string_append (note, "No debug contexts: everything is unattributed.");
    return g_string_free (note, FALSE);
  }
  if (s->layer == G_MAXUINT)
    g_string_append (note, "debug.cbor has no contexts: everything is unattributed.");
  else
    g_string_append_printf (note, "Layer %s: %s of %s contexts have programs or variables.",
                            poplens_operation_source_layer (s), poplens_format_count (listed, n),
                            poplens_format_count (all, s->operations->n_contexts));
  if (rest)
    g_string_append_printf (note, " Shares are of programs: %s; steps without a program: %s.",
                            poplens_format_count (own, (guint64) whole),
                            poplens_format_count (others, (guint64) rest));
  if (s->contexts->incomplete)
    g_string_append_printf (note, " debug.cbor is incomplete: %s.", s->contexts->reason);
  if (!poplens_operation_ground_knows (s->ground, POPLENS_METRIC_FLOPS))
    g_string_append (note, " FLOP estimates need profiler.includeFlopEstimates=true.");
  return g_string_free (note, FALSE);
}

PoplensTable *
poplens_build_operations (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};
  PoplensMetric metric;

  if (!poplens_operation_source_init (&source, report, location, cancellable, error) ||
      !poplens_operation_source_metric (&source, location, &metric, error))
    return NULL;
  Operations *o = g_new0 (Operations, 1);
  g_autofree char *note = describe (&source, metric);
  /* Its total would be 100 % beside a total that the shares are not of. */
  gboolean is_whole = whole_of (&source, metric) == source.operations->totals[metric];
  PoplensColumn share = columns[SHARE];
  share.title = is_whole ? share.title : "Share of programs";
  o->metric = metric;
  o->location = location_of_links (&source, location);
  o->source = source;
  source.keep = NULL;
  o->texts = poplens_cell_texts_new (o->source.operations->operations->len, N_TEXTS, make_text, o);
  PoplensTable *table =
      poplens_table_new ("operations", "Operations", o->source.operations->operations->len,
                         operation_cell, o, operations_free, report);
  poplens_table_add_columns (table, columns + NAME, 1);
  poplens_table_add_columns (table, &share, 1);
  for (guint m = 0; m < POPLENS_N_METRICS; m++) {
    poplens_table_add_columns (table, columns + FIRST_METRIC + metric_at (metric, m), 1);
    poplens_table_add_total (table, FIRST_METRIC + m);
  }
  poplens_table_add_columns (table, columns + PEAK_SHARE, G_N_ELEMENTS (columns) - PEAK_SHARE);
  if (is_whole)
    poplens_table_add_total (table, SHARE);
  poplens_table_add_total (table, PEAK_SHARE);
  poplens_table_set_link (table, operation_link);
  poplens_table_set_note (table, note);
  poplens_table_set_default_sort (table, FIRST_METRIC, TRUE);
  return table;
}

/* ---- layers ------------------------------------------------------------------------------------
 */

typedef struct {
  const char *layer;
  gint64 contexts, programs;
  double share;
  gint64 chosen;
} LayerRow;

static const PoplensColumn layer_columns[] = {
    POPLENS_CELL (LayerRow, layer, "Layer", TEXT, FILE, "Name of the layer in debug.cbor"),
    POPLENS_CELL (LayerRow, contexts, "Contexts", COUNT, FILE, "Debug contexts of the layer"),
    POPLENS_CELL (LayerRow, programs, "Programs", COUNT, DERIVED,
                  "Programs that a context of the layer created"),
    POPLENS_CELL (LayerRow, share, "Share of programs", RATIO, DERIVED,
                  "Share of all programs of the report"),
    POPLENS_CELL (LayerRow, chosen, "Shown", BOOL, DERIVED,
                  "Whether the layer is the selected one"),
};

PoplensTable *
poplens_build_layers (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  PoplensRecords *rows = POPLENS_RECORDS (LayerRow, layer_columns);
  for (guint l = 0; l < source.layers->len; l++) {
    const PoplensOperationLayer *layer = &g_array_index (source.layers, PoplensOperationLayer, l);
    const char *name = poplens_strings_get (source.contexts->strings, layer->name);
    g_autofree char *link = g_strdup_printf ("operations?layer=%s", name);
    LayerRow *row = poplens_records_add (rows);
    row->layer = poplens_records_text (rows, name);
    row->contexts = layer->n_contexts;
    row->programs = layer->n_programs;
    row->share = (double) layer->n_programs / MAX (source.programs->n, 1);
    row->chosen = l == source.layer;
  }
  return poplens_records_finish (rows, "layers", "Operation layers", report);
}
