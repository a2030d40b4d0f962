/* What changes there are, and by which options the frameworks make them. Names and defaults:
 * PopTorch python/options.py and python/ops.py; PopART sessionoptions.hpp and builder.hpp;
 * TensorFlow ipu/config.py, pipelining_ops.py, ipu/ops/math_ops.py, ipu/ops/embedding_ops.py and
 * the Keras extensions; Optimum's IPUConfig; poputil/TileMapping.hpp; Poplar's engine options. */
#include "analysis/insights/fit-private.h"

#include <string.h>

/* Of a name in a title: a table of changes fits a terminal of 80 columns. */
#define MOST_CHARACTERS 19

/* State that each step brings from the host and takes back: it can slow a step by hundreds of
 * times, so whatever costs an option or work alone comes first. */
#define OVER_THE_HOST 3

/* Thousandths that the fullest tile of a model regenerated with a change needs less, or more, than
 * estimated (292 sets of changes, five models, seeds 1, 2, 3 and 33: tests/fit/changes.py). What
 * was left is laid out otherwise: one change up to 71 more, two 146, three 200, so each counts.
 * What could not be regenerated has the largest of these. */
#define NEW_LAYOUT 75
#define OFF_CHIP_LESS 5
#define RECOMPUTED_LESS 45
#define BATCH_LESS 60
#define INSTRUMENTATION 1

static const PoplensFitKnown known[] = {
    {.key = "optimiser-off-chip",
     .title = "Optimiser state off chip",
     .error = {OFF_CHIP_LESS, NEW_LAYOUT},
     .cost = OVER_THE_HOST,
     .options = {"PopTorch: TensorLocations.setOptimizerLocation(TensorLocationSettings()"
                 ".useOnChipStorage(False))",
                 "PopART: optimizerStateTensorLocationSettings.location.storage = OffChip; "
                 "mergeVarUpdate = "
                 "None",
                 "TensorFlow: offload_weight_update_variables=True"}},
    {.key = "accumulators-off-chip",
     .title = "Accumulators off chip",
     .error = {OFF_CHIP_LESS, NEW_LAYOUT},
     .cost = OVER_THE_HOST,
     .options =
         {"PopTorch: TensorLocations.setAccumulatorLocation(TensorLocationSettings()"
          ".useOnChipStorage(False))",
          "PopART: accumulatorTensorLocationSettings.location.storage = OffChip; mergeVarUpdate = "
          "None"}},
    {.key = "recompute",
     .title = "Recompute activations",
     .error = {RECOMPUTED_LESS, NEW_LAYOUT},
     .cost = 1,
     .options =
         {"PopTorch: poptorch.recomputationCheckpoint, _Popart.set(\"autoRecomputation\", \u2026)",
          "PopART: autoRecomputation = Standard, Pipeline or RecomputeAll",
          "TensorFlow: IPUConfig.allow_recompute = True"}},
    {.key = "micro-batch=2",
     .title = "Half the micro-batch",
     .error = {BATCH_LESS, NEW_LAYOUT},
     .cost = 2,
     .options = {"PopTorch: half the batch size, Training.gradientAccumulation(\u00d7 2)",
                 "PopART: half the batch size, accumulationFactor \u00d7 2",
                 "Keras: half the batch size, set_gradient_accumulation_options"},
     .note = "Weights and code do not shrink."},
    {.key = "micro-batch=4",
     .title = "A quarter of the micro-batch",
     .error = {BATCH_LESS, NEW_LAYOUT},
     .cost = 2,
     .options = {"PopTorch: a quarter of the batch size, Training.gradientAccumulation(\u00d7 4)",
                 "PopART: a quarter of the batch size, accumulationFactor \u00d7 4",
                 "Keras: a quarter of the batch size, set_gradient_accumulation_options"},
     .note = "Weights and code do not shrink."},
    {.key = "serialise",
     .title = "Serialise %s",
     .is_offered = TRUE,
     .kind = POPLENS_CHANGE_SERIALISE,
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 2,
     .options = {"PopTorch: poptorch.serializedMatMul", "PopART: Builder.setSerializeMatMul",
                 "TensorFlow: ipu.math_ops.serialized_matmul, "
                 "ipu.embedding_ops.embedding_lookup(serialization_factor=4)",
                 "Optimum: IPUConfig.embedding_serialization_factor = 4"},
     .note = "The operation runs four times as often."},
    {.key = "off-chip",
     .title = "Offload %s",
     .is_offered = TRUE,
     .kind = POPLENS_CHANGE_VARIABLE_OFF_CHIP,
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 2,
     .options =
         {"PopTorch: "
          "TensorLocations.setWeightLocation(TensorLocationSettings().useOnChipStorage(False))",
          "PopART: weightTensorLocationSettings.location.storage = OffChip",
          "TensorFlow: ipu.embedding_ops.HostEmbedding"},
     .note = "Serialise the operation that uses it, too: what it works with is on the chip."},
    {.key = "spread",
     .title = "Spread %s",
     .is_offered = TRUE,
     .kind = POPLENS_CHANGE_SPREAD,
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 1,
     .options =
         {"Poplar: Graph::setTileMapping, poputil::mapTensorLinearly",
          "Elsewhere serialise the embedding; Optimum: IPUConfig.embedding_serialization_factor"}},
    {.key = "io-tiles",
     .title = "I/O tiles",
     .is_offered = TRUE,
     .kind = POPLENS_CHANGE_IO_TILES,
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 2,
     .options = {"PopTorch: TensorLocations.numIOTiles(32), even, up to 192",
                 "PopART: numIOTiles = 32",
                 "TensorFlow: IPUConfig.io_tiles.num_io_tiles = 32, io_tiles.place_ops_on_io_tiles "
                 "= True"},
     .note = "Other data moves to the remaining tiles."},
    {.key = "half",
     .title = "Halve 32-bit floats",
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 3,
     .options = {"PopTorch: model.half(), Precision.setPartialsType(torch.half)",
                 "Poplar: partialsType = half for convolutions and matrix multiplications"},
     .note = "Results change."},
    {.key = "no-instrumentation",
     .title = "Remove instrumentation",
     .error = {INSTRUMENTATION, INSTRUMENTATION},
     .cost = 0,
     .options = {"Poplar: debug.instrumentCompute, debug.instrumentExternalExchange and "
                 "debug.instrumentControlFlow = false"}},
    {.key = "planner-memory",
     .title = "Less planner memory",
     .cost = 1,
     .is_bound = TRUE,
     .about = {"temporary", "exchange"},
     .options =
         {"PopTorch: setAvailableMemoryProportion({\"IPU0\": 0.3}), poptorch.set_available_memory",
          "TensorFlow: matmuls, convolutions and slices: "
          "poplar_options[\"availableMemoryProportion\"] "
          "(default 0.6)"},
     .note = "No effect where no plan fits; low values raise always-live memory."},
    {.key = "exchange-code",
     .title = "Smaller exchange code",
     .cost = 1,
     .is_bound = TRUE,
     .about = {"code-exchange"},
     .options = {"Poplar: opt.internalExchangeOptimisationTarget = memory"}},
    {.key = "outline",
     .title = "Outline repeated layers",
     .cost = 1,
     .is_bound = TRUE,
     .about = {"code-exchange", "code-control", "code-vertex"},
     .options = {"PopART: enableOutlining = True, outlineThreshold",
                 "PopTorch: _Popart.set(\"outlineThreshold\", \u2026)",
                 "TensorFlow: @ipu.outlined_function"},
     .note = "Equal layers can share their code where they have the same shapes."},
    {.key = POPLENS_FIT_STAGES,
     .title = "Move layers or add IPUs",
     .cost = 4,
     .is_bound = TRUE,
     .options = {"PopTorch: poptorch.Block, poptorch.Stage, PipelinedExecution",
                 "Optimum: IPUConfig.layers_per_ipu", "PopART: virtualGraph, pipelineStage",
                 "TensorFlow: pipelining_ops.pipeline(device_mapping=\u2026)"}},
    {.key = "packing",
     .title = "Packing overhead",
     .cost = 1,
     .is_bound = TRUE,
     .about = {"packing"}},
    {.key = "gap", .title = "Gaps", .cost = 1, .is_bound = TRUE, .about = {"gap"}},
};

const PoplensFitKnown *
poplens_fit_known (guint i)
{
  return i < G_N_ELEMENTS (known) ? &known[i] : NULL;
}

/* The end of a name from its last "/" but one on, or of what is longer its last characters.
 * (transfer full) */
static char *
short_name (const char *name)
{
  const char *from = strrchr (name, '/');
  glong length;

  while (from && from > name && from[-1] != '/')
    from--;
  from = from ? from : name;
  length = g_utf8_strlen (from, -1);
  return length <= MOST_CHARACTERS
             ? g_strdup (from)
             : g_strconcat ("\u2026", g_utf8_offset_to_pointer (from, length - MOST_CHARACTERS + 1),
                            NULL);
}

char *
poplens_fit_title (const PoplensFitKnown *self, const char *name)
{
  const char *place = strstr (self->title, "%s");
  g_autofree char *end = short_name (name);

  return place ? g_strdup_printf ("%.*s%s%s", (int) (place - self->title), self->title, end,
                                  place + strlen ("%s"))
               : g_strdup (self->title);
}

/* Of "micro-batch=2" that of this size, of "spread=NAME" that of "spread". */
static const PoplensFitKnown *
find (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    gsize length = strlen (known[i].key);
    if (!strncmp (known[i].key, key, length) &&
        (!key[length] || (known[i].is_offered && key[length] == '=')))
      return &known[i];
  }
  return NULL;
}

void
poplens_fit_add_error (const char *key, guint error[POPLENS_N_ESTIMATES])
{
  const PoplensFitKnown *found = find (key);

  error[POPLENS_ESTIMATE_OPTIMISTIC] = MAX (error[POPLENS_ESTIMATE_OPTIMISTIC],
                                            found ? found->error[POPLENS_ESTIMATE_OPTIMISTIC] : 0);
  error[POPLENS_ESTIMATE_PESSIMISTIC] += found ? found->error[POPLENS_ESTIMATE_PESSIMISTIC] : 0;
}

/* On a tile on which nothing changes nothing is estimated, and what saves memory needs no more than
 * now. That a tile is over by the optimistic estimate is not made good by luck. */
static guint64
end_of (guint64 bytes, guint64 now, const guint *error, PoplensEstimate e, guint64 capacity)
{
  if (e == POPLENS_ESTIMATE_OPTIMISTIC)
    return capacity && bytes > capacity ? bytes : bytes - bytes * MIN (error[e], 1000) / 1000;
  return MIN (bytes + (bytes * error[e] + 999) / 1000, MAX (bytes, now));
}

void
poplens_fit_ends (const PoplensWhatIfTile *tile, guint64 capacity, const guint *error,
                  PoplensEstimate e, guint64 *live, guint64 *need)
{
  guint64 now = MAX (tile->needs_before, tile->before);
  gboolean is_same = tile->after == tile->before;

  *live = is_same ? tile->after : end_of (tile->after, tile->before, error, e, capacity);
  *need = is_same ? tile->needs_after : end_of (tile->needs_after, now, error, e, capacity);
}

const char *const *
poplens_fit_change_options (const char *key)
{
  static const char *const none[] = {NULL};
  const PoplensFitKnown *found = find (key);

  return found ? found->options : none;
}

/* "micro-batch" of "micro-batch=2". */
static gboolean
begins (const char *key, const char *begin)
{
  gsize length = strlen (begin);

  return !strncmp (key, begin, length) && key[length] == '=';
}

const char *
poplens_fit_change_confidence (const PoplensFitChange *change)
{
  return !strcmp (change->key, POPLENS_FIT_STAGES) ? "estimate"
         : change->is_bound                        ? "bound"
                                                   : "range";
}

gboolean
poplens_fit_plans_with (const char *key)
{
  const PoplensFitKnown *found = find (key);

  for (guint i = 0; !found && i < G_N_ELEMENTS (known); i++)
    found = begins (known[i].key, key) ? &known[i] : NULL;
  return found && !found->is_bound;
}

char *
poplens_fit_plan_keys (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!known[i].is_bound)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", known[i].key);
  return g_string_free (text, FALSE);
}
