/* Operations: what the contexts of a layer of debug.cbor made, and what that costs. */
#include "derived/operations/operations-source.h"
#include "library/frame-private.h"

/* ---- debug contexts -------------------------------------------------------------------------- */

/* Frames of debug contexts: where things come from in the user's source. */

#define CONTEXTS(name, holds, field, unit, absent, doc)                                            \
  POPLENS_COLUMN (name, holds, PoplensDebugContexts, field, unit, FILE, absent, doc)

static const PoplensColumn contexts[] = {
    CONTEXTS (
        "id", U64, id, ID, NONE,
        "ID of the context: a debug_id of programs, compute sets and variables, in rising order"),
    CONTEXTS ("line", U32, line, NUMBER, NONE, "Line in the source file; 0: none"),
};

enum { DEBUG_LAYER, CATEGORY, DEBUG_NAME, FILE_NAME, FUNCTION, PARENT };

static const PoplensColumn cells_debug[] = {
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
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->n, NULL, NULL);
  poplens_frame_describe (self, NULL, data->incomplete ? data->reason : NULL, data->incomplete);
  poplens_frame_add_arrays (self, contexts, G_N_ELEMENTS (contexts), data, NULL);
  for (guint c = 0; c < G_N_ELEMENTS (cells_debug); c++)
    poplens_frame_add_cells (self, &cells_debug[c], context_cell, data, c);
  return self;
}

PoplensFrameGroup
poplens_frames_of_debug (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "debug-contexts",
       .doc = "One row per debug context, by ID",
       .part = POPLENS_PART_DEBUG,
       .build = build_contexts},
      {.name = "debug-context",
       .doc = "One row per node of the contents of a debug context, in preorder, as in a JSON file",
       .key = "ID of a debug context",
       .part = POPLENS_PART_DEBUG,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_BODY,
       .record = sizeof (PoplensJsonNode),
       .columns = poplens_json_columns,
       .n_columns = POPLENS_N_JSON_COLUMNS},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* What the cells of these frames need. */
typedef struct {
  PoplensOperationSource source;
  GPtrArray *names; /* of the operations: key and name by turns; or NULL */
} Operations;

static void
operations_free (gpointer data)
{
  Operations *self = data;

  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self);
}

/* @layer: (nullable): the default one */
static Operations *
operations_new (PoplensReport *report, const char *layer, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, "layer", layer);
  Operations *self = g_new0 (Operations, 1);

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

/* Of the layer that is row @key of operation-layers. */
static Operations *
operations_of (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
               GCancellable *cancellable, GError **error)
{
  Operations *layers = operations_new (report, NULL, cancellable, error);

  if (!layers)
    return NULL;
  if (!layers->source.layers->len) {
    if (poplens_frame_check_key (spec, key, 1, "a layer", error))
      return layers;
  } else if (poplens_frame_check_key (spec, key, layers->source.layers->len,
                                      "a row of the frame operation-layers", error)) {
    Operations *self =
        operations_new (report, layer_name (&layers->source, (guint) key), cancellable, error);
    operations_free (layers);
    return self;
  }
  operations_free (layers);
  return NULL;
}

/* ---- layers ------------------------------------------------------------------------------------
 */

#define LAYER(name, holds, field, unit, doc)                                                       \
  POPLENS_COLUMN (name, holds, PoplensOperationLayer, field, unit, DERIVED, NONE, doc)

static const PoplensColumn layers[] = {
    LAYER ("contexts", U32, n_contexts, COUNT, "Debug contexts of the layer"),
    LAYER ("programs", U32, n_programs, COUNT, "Programs that a context of the layer created"),
    LAYER ("mean_distance", DOUBLE, mean_distance, NUMBER,
           "Mean number of contexts between the context of a program and the nearest context of "
           "the layer"),
};

static void
layer_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Operations *self = data;

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
  static const PoplensColumn cells[] = {
      POPLENS_WORKED_OUT ("name", TEXT, DERIVED,
                          "Name of the layer: \"poplar\", \"poplibs\", \"popart\" or another"),
      POPLENS_WORKED_OUT ("is_default", BOOL, DERIVED, "Whether the layer is the default"),
  };
  Operations *own = operations_new (report, NULL, cancellable, error);

  if (!own)
    return NULL;
  const GArray *rows = own->source.layers;
  PoplensFrame *self = poplens_frame_new (report, spec->name, rows->len, own, operations_free);
  for (guint c = 0; c < G_N_ELEMENTS (cells); c++)
    poplens_frame_add_cells (self, &cells[c], layer_cell, own, c);
  poplens_frame_add_records (self, layers, G_N_ELEMENTS (layers), rows->data,
                             sizeof (PoplensOperationLayer), NULL);
  return self;
}

/* ---- operations --------------------------------------------------------------------------------
 */

enum { KIND, NAME, CONTEXT };

static const PoplensColumn cells[] = {
    [KIND] = POPLENS_WORKED_OUT (
        "key", TEXT, DERIVED,
        "ID of the debug context, or \"unattributed\", \"shared-code\", \"other-code\" "
        "or \"no-program\": rows that complete each column to the total of the report"),
    [NAME] = POPLENS_WORKED_OUT ("name", TEXT, DERIVED,
                                 "Name of the operation, or of the group of unattributed items"),
    [CONTEXT] = POPLENS_WORKED_OUT ("context", ROW, DERIVED, "Row of the frame debug-contexts"),
};

static const PoplensOperation *
operation_at (const Operations *self, guint32 row)
{
  return &g_array_index (self->source.operations->operations, PoplensOperation, row);
}

static void
operation_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Operations *self = data;
  const PoplensOperation *operation = operation_at (self, row);

  if (column == CONTEXT) {
    value->type =
        operation->kind == POPLENS_OPERATION_CONTEXT ? POPLENS_VALUE_INT : POPLENS_VALUE_NULL;
    value->integer = operation->context;
    return;
  }
  value->type = POPLENS_VALUE_TEXT;
  value->text = g_ptr_array_index (self->names, row * 2 + column);
}

static void
name_operations (Operations *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < self->source.operations->operations->len; i++) {
    g_ptr_array_add (self->names, poplens_operation_key (&self->source, i));
    g_ptr_array_add (self->names, poplens_operation_name (&self->source, i));
  }
}

static PoplensUnit
unit_of (PoplensMetric metric)
{
  return metric <= POPLENS_METRIC_EXECUTIONS              ? POPLENS_UNIT_COUNT
         : metric <= POPLENS_METRIC_ESTIMATED_STEP_CYCLES ? POPLENS_UNIT_CYCLES
         : metric == POPLENS_METRIC_FLOPS                 ? POPLENS_UNIT_COUNT
                                                          : POPLENS_UNIT_BYTES;
}

static void
add_costs (PoplensFrame *self, const Operations *own)
{
  const GArray *rows = own->source.operations->operations;

  for (guint m = 0; m < POPLENS_N_METRICS; m++) {
    PoplensColumn column = {.name = poplens_metric_key (m),
                            .title = poplens_metric_title (m),
                            .holds = POPLENS_HOLDS_I64,
                            .unit = unit_of (m),
                            .provenance = POPLENS_FROM_DERIVED,
                            .doc = poplens_metric_title (m)};
    if (poplens_operation_ground_knows (own->source.ground, m) && rows->len)
      poplens_frame_add_values (self, &column, &operation_at (own, 0)->costs[m],
                                sizeof (PoplensOperation), NULL);
    else
      poplens_frame_add_absent (self, &column);
  }
}

static PoplensFrame *
build_operations (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                  GCancellable *cancellable, GError **error)
{
  Operations *own = operations_of (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  name_operations (own);
  PoplensFrame *self = poplens_frame_new (
      report, spec->name, own->source.operations->operations->len, own, operations_free);
  for (guint c = 0; c < G_N_ELEMENTS (cells); c++)
    poplens_frame_add_cells (self, &cells[c], operation_cell, own, c);
  add_costs (self, own);
  return self;
}

/* ---- what they made ----------------------------------------------------------------------------
 */

static const PoplensColumn operation = POPLENS_VALUES (
    "operation", U32, ROW, DERIVED, MAX, "Row of the frame operations of the same layer");

static PoplensFrame *
build_programs (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  static const PoplensColumn program =
      POPLENS_COLUMN ("program", U32, PoplensPrograms, id, ID, DERIVED, NONE, "ID of the program");
  Operations *own = operations_of (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  const PoplensPrograms *programs = own->source.programs;
  PoplensFrame *self = poplens_frame_new (report, spec->name, programs->n, own, operations_free);
  poplens_frame_add_arrays (self, &program, 1, programs, NULL);
  poplens_frame_add_values (self, &operation, own->source.operations->program_operation,
                            sizeof (guint32), NULL);
  return self;
}

static void
bytes_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Operations *self = data;

  if (!poplens_operation_ground_knows (self->source.ground, column))
    return;
  value->type = POPLENS_VALUE_INT;
  value->integer = poplens_operation_ground_variable (self->source.ground, row, column);
}

static PoplensFrame *
build_variables (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  static const PoplensColumn variable =
      POPLENS_VALUES ("variable", U32, ID, DERIVED, MAX,
                      "ID in the frame unlowered-variables; none for all variables without an ID");
  static const PoplensColumn bytes[] = {
      POPLENS_WORKED_OUT ("bytes", BYTES, DERIVED, "Allocated bytes of the variable"),
      POPLENS_WORKED_OUT ("peak_bytes", BYTES, DERIVED,
                          "Bytes of the variable that are live at the peak step"),
  };
  Operations *own = operations_of (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  const PoplensOperations *data = own->source.operations;
  PoplensFrame *self =
      poplens_frame_new (report, spec->name, data->n_variables, own, operations_free);
  poplens_frame_add_values (self, &variable, data->variable_id, sizeof (guint32), NULL);
  poplens_frame_add_values (self, &operation, data->variable_operation, sizeof (guint32), NULL);
  poplens_frame_add_cells (self, &bytes[0], bytes_cell, own, POPLENS_METRIC_VARIABLE_BYTES);
  poplens_frame_add_cells (self, &bytes[1], bytes_cell, own, POPLENS_METRIC_PEAK_BYTES);
  return self;
}

#define OF_LAYER(title, says, function)                                                            \
  {                                                                                                \
    .name = title, .doc = says, .key = "row of the frame operation-layers",                        \
    .part = POPLENS_PART_PROGRAMS, .build = function                                               \
  }

PoplensFrameGroup
poplens_frames_of_operations (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "operation-layers",
       .doc = "One row per layer of debug contexts, outermost first; none without debug.cbor",
       .part = POPLENS_PART_PROGRAMS,
       .build = build_layers},
      OF_LAYER ("operations",
                "One row per operation of a layer, with rows for the unattributed rest: cycles, "
                "estimates and bytes",
                build_operations),
      OF_LAYER ("operation-programs",
                "One row per program, as in programs: operation that created it", build_programs),
      OF_LAYER ("operation-variables",
                "One row per variable of the program: operation that created it", build_variables),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
