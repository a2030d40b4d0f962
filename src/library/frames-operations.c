/* Frames of debug contexts, and of operations with their costs. */
#include "derived/operations/operations-source.h"
#include "library/frame-private.h"

/* ---- debug contexts -------------------------------------------------------------------------- */

#define CONTEXTS(name, holds, field, unit, absent, doc)                                            \
  POPLENS_COLUMN (name, holds, PoplensDebugContexts, field, unit, FILE, absent, doc)

enum { DEBUG_ID, LINE, DEBUG_LAYER, CATEGORY, DEBUG_NAME, FILE_NAME, FUNCTION, PARENT };

static const PoplensColumn contexts[] = {
    [DEBUG_ID] = CONTEXTS (
        "id", U64, id, ID, NONE,
        "ID of the context: a debug_id of programs, compute sets and variables, in rising order"),
    [LINE] = CONTEXTS ("line", U32, line, NUMBER, NONE, "Line in the source file; 0: none"),
    [DEBUG_LAYER] = POPLENS_WORKED_OUT (
        "layer", TEXT, FILE, "Software layer: \"poplar\", \"poplibs\", \"popart\" or another"),
    [CATEGORY] =
        POPLENS_WORKED_OUT ("category", TEXT, FILE,
                            "Kind of the context within the layer: \"program\", \"var\" or "
                            "another; \"\" if none is recorded"),
    [DEBUG_NAME] = POPLENS_WORKED_OUT ("name", TEXT, FILE,
                                       "Name of the context, without the names of its parents"),
    [FILE_NAME] = POPLENS_WORKED_OUT ("file", TEXT, FILE, "Source file"),
    [FUNCTION] = POPLENS_WORKED_OUT ("function", TEXT, FILE, "Function of that line"),
    [PARENT] = POPLENS_WORKED_OUT ("parent", ROW, FILE, "Row of the parent context"),
};

static void
context_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *(*const texts[]) (const PoplensDebugContexts *, guint32) = {
      [DEBUG_LAYER] = poplens_debug_context_layer, [CATEGORY] = poplens_debug_context_category,
      [DEBUG_NAME] = poplens_debug_context_name,   [FILE_NAME] = poplens_debug_context_file,
      [FUNCTION] = poplens_debug_context_function,
  };

  if (column == PARENT) {
    guint32 parent = poplens_debug_context_parent (data, row);
    value->type = parent == POPLENS_NO_CONTEXT ? POPLENS_VALUE_NULL : POPLENS_VALUE_INT;
    value->integer = parent;
    return;
  }
  value->text = texts[column](data, row);
  value->type = value->text ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL;
}

static PoplensFrame *
build_contexts (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  const PoplensDebugContexts *data = poplens_report_load_debug (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (spec, report, data->n, data, NULL);
  poplens_frame_describe (self, NULL, data->incomplete ? data->reason : NULL, data->incomplete);
  return self;
}

PoplensFrameGroup
poplens_frames_of_debug (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "debug-contexts",
       .doc = "One row per debug context, by ID",
       .part = POPLENS_PART_DEBUG,
       .build = build_contexts,
       .cell = context_cell,
       POPLENS_FRAME_COLUMNS (contexts)},
      {.name = "debug-context",
       .doc = "One row per node of the contents of a debug context, in preorder, as in a JSON file",
       .key = "ID of a debug context",
       .part = POPLENS_PART_DEBUG,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_BODY,
       .record = sizeof (PoplensJsonNode),
       POPLENS_FRAME_COLUMNS (poplens_json_columns)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Data from which cells of the frames of operations are computed. */
typedef struct {
  PoplensOperationSource source;
  GPtrArray *names; /* (nullable): pairs of texts: key and name of an operation */
} LayerOperations;

static void
operations_free (gpointer data)
{
  LayerOperations *self = data;

  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self);
}

/* Loads the operations of a layer. @layer: (nullable): NULL for the default layer */
static LayerOperations *
operations_new (PoplensReport *report, const char *layer, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, "layer", layer);
  LayerOperations *self = g_new0 (LayerOperations, 1);

  if (poplens_operation_source_init (&self->source, report, location, cancellable, error))
    return self;
  operations_free (self);
  return NULL;
}

static const char *
layer_name (const PoplensOperationSource *source, guint layer)
{
  return poplens_strings_get (source->contexts->strings,
                              g_array_index (source->layers, PoplensOperationLayer, layer).name);
}

/* Loads the operations of the layer whose row in the frame "operation-layers" is @key. (transfer
 * full) */
static LayerOperations *
operations_new_for_key (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                        GCancellable *cancellable, GError **error)
{
  LayerOperations *layers = operations_new (report, NULL, cancellable, error);

  if (!layers)
    return NULL;
  if (!layers->source.layers->len) {
    if (poplens_frame_check_key (spec, key, 1, "a layer", error))
      return layers;
  } else if (poplens_frame_check_key (spec, key, layers->source.layers->len,
                                      "a row of the frame operation-layers", error)) {
    LayerOperations *self =
        operations_new (report, layer_name (&layers->source, (guint) key), cancellable, error);
    operations_free (layers);
    return self;
  }
  operations_free (layers);
  return NULL;
}

/* ---- layers ---------------------------------------------------------------------------------- */

#define LAYER(name, holds, field, unit, doc)                                                       \
  POPLENS_COLUMN (name, holds, PoplensOperationLayer, field, unit, DERIVED, NONE, doc)

static const PoplensColumn layers[] = {
    POPLENS_WORKED_OUT ("name", TEXT, DERIVED,
                        "Name of the layer: \"poplar\", \"poplibs\", \"popart\" or another"),
    POPLENS_WORKED_OUT ("is_default", BOOL, DERIVED, "Whether the layer is the default"),
    LAYER ("contexts", U32, n_contexts, COUNT, "Debug contexts of the layer"),
    LAYER ("programs", U32, n_programs, COUNT, "Programs that a context of the layer created"),
    LAYER ("mean_distance", DOUBLE, mean_distance, NUMBER,
           "Mean number of contexts between the context of a program and the nearest context of "
           "the layer"),
};

static void
layer_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const LayerOperations *self = data;

  value->type = column ? POPLENS_VALUE_INT : POPLENS_VALUE_TEXT;
  if (column)
    value->integer = self->source.layer == row;
  else
    value->text = layer_name (&self->source, row);
}

static PoplensFrame *
build_layers (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  LayerOperations *own = operations_new (report, NULL, cancellable, error);

  if (!own)
    return NULL;
  const GArray *rows = own->source.layers;
  PoplensFrame *self = poplens_frame_new (spec, report, rows->len, rows->data, NULL);
  poplens_frame_own (self, own, operations_free);
  return self;
}

/* ---- operations ------------------------------------------------------------------------------ */

enum { KIND, NAME, CONTEXT, FIRST_COST };

static const PoplensColumn operations[] = {
    [KIND] = POPLENS_WORKED_OUT (
        "key", TEXT, DERIVED,
        "ID of the debug context, or \"unattributed\", \"shared-code\", \"other-code\" "
        "or \"no-program\": rows that complete each column to the total of the report"),
    [NAME] = POPLENS_WORKED_OUT ("name", TEXT, DERIVED,
                                 "Name of the operation, or of the group of unattributed items"),
    [CONTEXT] = POPLENS_WORKED_OUT ("context", ROW, DERIVED, "Row of the frame debug-contexts"),
};

static void
operation_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const LayerOperations *self = data;
  const PoplensOperation *operation =
      &g_array_index (self->source.operations->operations, PoplensOperation, row);

  if (column == CONTEXT) {
    value->type =
        operation->kind == POPLENS_OPERATION_CONTEXT ? POPLENS_VALUE_INT : POPLENS_VALUE_NULL;
    value->integer = operation->context;
    return;
  }
  value->type = POPLENS_VALUE_TEXT;
  value->text = g_ptr_array_index (self->names, row * 2 + column);
}

static PoplensUnit
metric_unit (PoplensMetric metric)
{
  return metric <= POPLENS_METRIC_EXECUTIONS              ? POPLENS_UNIT_COUNT
         : metric <= POPLENS_METRIC_ESTIMATED_STEP_CYCLES ? POPLENS_UNIT_CYCLES
         : metric == POPLENS_METRIC_FLOPS                 ? POPLENS_UNIT_COUNT
                                                          : POPLENS_UNIT_BYTES;
}

static PoplensColumn
cost_column (guint metric)
{
  return (PoplensColumn){.name = poplens_metric_key (metric),
                         .title = poplens_metric_title (metric),
                         .holds = POPLENS_HOLDS_I64,
                         .unit = metric_unit (metric),
                         .provenance = POPLENS_FROM_DERIVED,
                         .doc = poplens_metric_title (metric),
                         .offset = G_STRUCT_OFFSET (PoplensOperation, costs) +
                                   metric * sizeof *((PoplensOperation *) NULL)->costs};
}

static PoplensFrame *
build_operations (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                  GCancellable *cancellable, GError **error)
{
  LayerOperations *own = operations_new_for_key (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  own->names = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < own->source.operations->operations->len; i++) {
    g_ptr_array_add (own->names, poplens_operation_key (&own->source, i));
    g_ptr_array_add (own->names, poplens_operation_name (&own->source, i));
  }
  const GArray *rows = own->source.operations->operations;
  PoplensFrame *self = poplens_frame_new (spec, report, rows->len, rows->data, NULL);
  for (guint m = 0; m < POPLENS_N_METRICS; m++)
    if (!rows->len || !poplens_operation_costs_knows (own->source.costs, m))
      poplens_frame_put_nothing (self, FIRST_COST + m);
  poplens_frame_own (self, own, operations_free);
  return self;
}

/* ---- what they made -------------------------------------------------------------------------- */

#define OPERATION "Row of the frame operations of the same layer"

static const PoplensColumn programs[] = {
    POPLENS_COLUMN ("program", U32, PoplensPrograms, id, ID, DERIVED, NONE, "ID of the program"),
    POPLENS_VALUES ("operation", U32, ROW, DERIVED, MAX, OPERATION),
};

static PoplensFrame *
build_programs (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  LayerOperations *own = operations_new_for_key (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  PoplensFrame *self =
      poplens_frame_new (spec, report, own->source.programs->n, own->source.programs, NULL);
  poplens_frame_put (self, 1, own->source.operations->program_operation, sizeof (guint32));
  poplens_frame_own (self, own, operations_free);
  return self;
}

enum { PEAK_BYTES = 3 };

static const PoplensColumn variables[] = {
    POPLENS_COLUMN ("variable", U32, PoplensOperations, variable_id, ID, DERIVED, MAX,
                    "ID in the frame unlowered-variables; none for all variables without an ID"),
    POPLENS_COLUMN ("operation", U32, PoplensOperations, variable_operation, ROW, DERIVED, MAX,
                    OPERATION),
    POPLENS_WORKED_OUT ("bytes", BYTES, DERIVED, "Allocated bytes of the variable"),
    [PEAK_BYTES] = POPLENS_WORKED_OUT ("peak_bytes", BYTES, DERIVED,
                                       "Bytes of the variable that are live at the peak step"),
};

static void
bytes_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensOperationCosts *costs = ((const LayerOperations *) data)->source.costs;
  PoplensMetric metric =
      column == PEAK_BYTES ? POPLENS_METRIC_PEAK_BYTES : POPLENS_METRIC_VARIABLE_BYTES;

  if (!poplens_operation_costs_knows (costs, metric))
    return;
  value->type = POPLENS_VALUE_INT;
  value->integer = poplens_operation_costs_variable (costs, row, metric);
}

static PoplensFrame *
build_variables (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  LayerOperations *own = operations_new_for_key (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  const PoplensOperations *data = own->source.operations;
  PoplensFrame *self = poplens_frame_new (spec, report, data->n_variables, data, NULL);
  poplens_frame_own (self, own, operations_free);
  return self;
}

#define OF_LAYER(title, says, function, list, ...)                                                 \
  {                                                                                                \
    .name = title, .doc = says, .key = "row of the frame operation-layers",                        \
    .part = POPLENS_PART_PROGRAMS, .build = function, POPLENS_FRAME_COLUMNS (list), __VA_ARGS__    \
  }

PoplensFrameGroup
poplens_frames_of_operations (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "operation-layers",
       .doc = "One row per layer of debug contexts, outermost first; none without debug.cbor",
       .part = POPLENS_PART_PROGRAMS,
       .build = build_layers,
       .cell = layer_cell,
       .record = sizeof (PoplensOperationLayer),
       POPLENS_FRAME_COLUMNS (layers)},
      OF_LAYER ("operations",
                "One row per operation of a layer, with rows for the unattributed rest: cycles, "
                "estimates and bytes",
                build_operations, operations, .cell = operation_cell,
                .record = sizeof (PoplensOperation), .more = cost_column,
                .n_more = POPLENS_N_METRICS),
      OF_LAYER ("operation-programs",
                "One row per program, as in programs: operation that created it", build_programs,
                programs),
      OF_LAYER ("operation-variables",
                "One row per variable of the program: operation that created it", build_variables,
                variables, .cell = bytes_cell),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
