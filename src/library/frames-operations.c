/* Operations: what the contexts of a layer of debug.cbor made, and what that costs. */
#include "library/frame-private.h"

#include "base/error.h"
#include "derived/operations/operations-source.h"

/* What the cells of these frames need. */
typedef struct {
  PoplensOperationSource source;
  GPtrArray *names; /* of the operations: key and name by turns; or NULL */
} Operations;

static void
operations_free (gpointer data)
{
  Operations *self = data;

  poplens_operation_source_clear (&self->source);
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
  POPLENS_COLUMN (name, holds, PoplensOperationLayer, field, unit, NONE, doc)

static const PoplensPlan layers[] = {
    LAYER ("contexts", U32, n_contexts, "count", "Debug contexts of it."),
    LAYER ("programs", U32, n_programs, "count", "Programs that one of these made."),
    LAYER ("mean_distance", DOUBLE, mean_distance, "number",
           "Contexts between a program's own and the nearest one of the layer."),
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
  static const PoplensPlan cells[] = {
      {.name = "name", .unit = "text", .doc = "\"poplar\", \"poplibs\", \"popart\" \u2026"},
      {.name = "is_default", .unit = "bool", .doc = "Whether it is the one to begin with."},
  };
  Operations *own = operations_new (report, NULL, cancellable, error);

  if (!own)
    return NULL;
  const GArray *rows = own->source.layers;
  PoplensFrame *self = poplens_frame_new (report, spec->name, rows->len, own, operations_free);
  poplens_frame_set_provenance (self, "derived");
  for (guint c = 0; c < G_N_ELEMENTS (cells); c++)
    poplens_frame_add_cells (self, &cells[c], layer_cell, own, c);
  poplens_frame_add_records (self, layers, G_N_ELEMENTS (layers), rows->data,
                             sizeof (PoplensOperationLayer), NULL);
  return self;
}

/* ---- operations --------------------------------------------------------------------------------
 */

enum { KIND, NAME, CONTEXT };

static const PoplensPlan cells[] = {
    [KIND] = {.name = "key",
              .unit = "text",
              .doc = "The id of its context, or \"unattributed\", \"shared-code\", \"other-code\", "
                     "\"no-program\": rows so that each column adds up to the report's total."},
    [NAME] = {.name = "name", .unit = "text", .doc = "What to call it."},
    [CONTEXT] = {.name = "context", .unit = "row", .doc = "Row of the frame debug-contexts."},
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

static const char *
unit_of (PoplensMetric metric)
{
  return metric <= POPLENS_METRIC_EXECUTIONS              ? "count"
         : metric <= POPLENS_METRIC_ESTIMATED_STEP_CYCLES ? "cycles"
         : metric == POPLENS_METRIC_FLOPS                 ? "count"
                                                          : "bytes";
}

static void
add_costs (PoplensFrame *self, const Operations *own)
{
  const GArray *rows = own->source.operations->operations;

  for (guint m = 0; m < POPLENS_N_METRICS; m++) {
    PoplensPlan plan = {.name = poplens_metric_key (m),
                        .holds = POPLENS_HOLDS_I64,
                        .unit = unit_of (m),
                        .doc = poplens_metric_title (m)};
    if (poplens_operation_ground_knows (own->source.ground, m) && rows->len)
      poplens_frame_add_values (self, &plan, &operation_at (own, 0)->costs[m],
                                sizeof (PoplensOperation), NULL);
    else
      poplens_frame_add_absent (self, &plan);
    poplens_frame_set_column_title (self, poplens_metric_title (m));
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
  poplens_frame_set_provenance (self, "derived");
  for (guint c = 0; c < G_N_ELEMENTS (cells); c++)
    poplens_frame_add_cells (self, &cells[c], operation_cell, own, c);
  add_costs (self, own);
  return self;
}

/* ---- what they made ----------------------------------------------------------------------------
 */

static const PoplensPlan operation = {.name = "operation",
                                      .holds = POPLENS_HOLDS_U32,
                                      .unit = "row",
                                      .gap = POPLENS_GAP_MAX,
                                      .doc = "Row of the frame operations of the same layer."};

static PoplensFrame *
build_programs (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  static const PoplensPlan program =
      POPLENS_COLUMN ("program", U32, PoplensPrograms, id, "id", NONE, "Its id.");
  Operations *own = operations_of (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  const PoplensPrograms *programs = own->source.programs;
  PoplensFrame *self = poplens_frame_new (report, spec->name, programs->n, own, operations_free);
  poplens_frame_set_provenance (self, "derived");
  poplens_frame_add_columns (self, &program, 1, programs, NULL);
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
  static const PoplensPlan variable = {.name = "variable",
                                       .holds = POPLENS_HOLDS_U32,
                                       .unit = "id",
                                       .gap = POPLENS_GAP_MAX,
                                       .doc =
                                           "Id in the frame unlowered-variables; none of all that "
                                           "have no id."};
  static const PoplensPlan bytes[] = {
      {.name = "bytes", .unit = "bytes", .doc = "All it has."},
      {.name = "peak_bytes", .unit = "bytes", .doc = "Live at the step where most is."},
  };
  Operations *own = operations_of (spec, report, key, cancellable, error);

  if (!own)
    return NULL;
  const PoplensOperations *data = own->source.operations;
  PoplensFrame *self =
      poplens_frame_new (report, spec->name, data->n_variables, own, operations_free);
  poplens_frame_set_provenance (self, "derived");
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
       .doc = "A row a layer of debug contexts, outermost first; none without debug.cbor.",
       .part = POPLENS_PART_PROGRAMS,
       .build = build_layers},
      OF_LAYER ("operations",
                "A row an operation of a layer, and rows for what belongs to none: what they cost.",
                build_operations),
      OF_LAYER ("operation-programs", "A row a program, as in programs: which operation made it.",
                build_programs),
      OF_LAYER ("operation-variables", "A row a variable of the program: which operation made it.",
                build_variables),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
