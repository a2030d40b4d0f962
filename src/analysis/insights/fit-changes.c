/* Known changes and the framework options that make them. Evaluates each change by the optimistic
 * and the pessimistic estimate, and adds the error of each estimate. */
#include "analysis/insights/fit-private.h"
#include "analysis/insights/what-if-private.h"
#include "base/search.h"

#include <string.h>

/* ---- known changes --------------------------------------------------------------------------- */

/* Known changes, and the framework options that make them. Names and defaults of options are from
 * the frameworks' sources: PopTorch (options.py, ops.py), PopART (sessionoptions.hpp, builder.hpp),
 * TensorFlow (config.py, pipelining_ops.py, math_ops.py, embedding_ops.py, Keras extensions),
 * Optimum (IPUConfig), Poplibs (TileMapping.hpp) and Poplar (engine options). */

/* Limit of characters of a name in a title, so that a table of changes fits a terminal of 80
 * columns. */
#define MOST_CHARACTERS 19

/* Cost of keeping state on the host. Each step copies the state to the IPU and back, which can make
 * a step hundreds of times slower. So plans prefer changes of lower cost. */
#define OVER_THE_HOST 3

/* Errors of the estimates, in thousandths of the bytes that the fullest tile needs.
 * tests/fit/changes.py measured errors of up to 71 for one change, 146 for two and 200 for three.
 * So errors of changes add up. A change that was not measured has the largest error. */
#define NEW_LAYOUT 75
#define OFF_CHIP_LESS 5
#define RECOMPUTED_LESS 45
#define BATCH_LESS 60
#define INSTRUMENTATION 1

static const PoplensFitKnown known_changes[] = {
    {.key = "optimiser-off-chip",
     .title = "Optimiser state off chip",
     .error = {OFF_CHIP_LESS, NEW_LAYOUT},
     .cost = OVER_THE_HOST,
     .about = {"optimiser"},
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
     .about = {"weight-gradient"},
     .options =
         {"PopTorch: TensorLocations.setAccumulatorLocation(TensorLocationSettings()"
          ".useOnChipStorage(False))",
          "PopART: accumulatorTensorLocationSettings.location.storage = OffChip; mergeVarUpdate = "
          "None"}},
    {.key = "recompute",
     .title = "Recompute activations",
     .error = {RECOMPUTED_LESS, NEW_LAYOUT},
     .cost = 1,
     .about = {"activation"},
     .options =
         {"PopTorch: poptorch.recomputationCheckpoint, _Popart.set(\"autoRecomputation\", \u2026)",
          "PopART: autoRecomputation = Standard, Pipeline or RecomputeAll",
          "TensorFlow: IPUConfig.allow_recompute = True"}},
    {.key = "micro-batch=2",
     .title = "Half the micro-batch",
     .error = {BATCH_LESS, NEW_LAYOUT},
     .cost = 2,
     .about = {"activation", "recomputed", "passing", "gradient"},
     .options = {"PopTorch: half the batch size, Training.gradientAccumulation(\u00d7 2)",
                 "PopART: half the batch size, accumulationFactor \u00d7 2",
                 "Keras: half the batch size, set_gradient_accumulation_options"},
     .note = "Weights and code do not shrink."},
    {.key = "micro-batch=4",
     .title = "A quarter of the micro-batch",
     .error = {BATCH_LESS, NEW_LAYOUT},
     .cost = 2,
     .about = {"activation", "recomputed", "passing", "gradient"},
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
     .about = {"temporary", "exchange"},
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
     .about = {"weights"},
     .options = {"PopTorch: TensorLocations.setWeightLocation(TensorLocationSettings()"
                 ".useOnChipStorage(False).minElementsForOffChip(N))",
                 "PopART: weightTensorLocationSettings.location.storage = OffChip, "
                 "minElementsForOffChip = N",
                 "TensorFlow: ipu.embedding_ops.HostEmbedding"},
     .note = "N: fewer elements than it has, more than others have. Serialise the operation "
             "that uses it, too: what it works with is on the chip."},
    {.key = "spread",
     .title = "Spread %s",
     .is_offered = TRUE,
     .kind = POPLENS_CHANGE_SPREAD,
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 1,
     .about = {"weights"},
     .options =
         {"Poplar: Graph::setTileMapping, poputil::mapTensorLinearly",
          "Elsewhere serialise the embedding; Optimum: IPUConfig.embedding_serialization_factor"}},
    {.key = "io-tiles",
     .title = "I/O tiles",
     .is_offered = TRUE,
     .kind = POPLENS_CHANGE_IO_TILES,
     .error = {NEW_LAYOUT, NEW_LAYOUT},
     .cost = 2,
     .about = {"io"},
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
     .about = {"profiler"},
     .told_by = "instrumentation",
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
    {.key = "less-exchange",
     .title = "Exchange less at once",
     .cost = 2,
     .is_bound = TRUE,
     .about = {"exchange"},
     .options = {"PopTorch: poptorch.serializedMatMul, poptorch.set_available_memory",
                 "TensorFlow: ipu.math_ops.serialized_matmul", "Poplar: Graph::setTileMapping"},
     .note = "Keep tensors on the tiles that use them, and work on large ones in parts."},
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
     .title = "Reduce packing overhead",
     .cost = 1,
     .is_bound = TRUE,
     .about = {"packing"},
     .told_by = "packing",
     .options = {"PopTorch: poptorch.serializedMatMul, poptorch.set_available_memory",
                 "TensorFlow: ipu.math_ops.serialized_matmul"},
     .note =
         "Pieces of one size can have the addresses of others: work on large tensors in parts."},
    {.key = "gap",
     .title = "Remove gaps",
     .cost = 1,
     .is_bound = TRUE,
     .about = {"gap"},
     .told_by = "gaps",
     .options = {"Poplar: opt.enableMultiAccessCopies = false",
                 "PopLibs: use128BitConvUnitLoad = false"},
     .note = "Fewer variables then need a memory element of their own, or interleaved memory; "
             "copies and convolutions can take longer."},
};

/* Returns the element @i of known_changes. (nullable): NULL after the last one */
static const PoplensFitKnown *
fit_known (guint i)
{
  return i < G_N_ELEMENTS (known_changes) ? &known_changes[i] : NULL;
}

/* Returns the last two parts of a name or, if these are too long, their last characters. (transfer
 * full) */
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

/* Returns the title of a change of the variable or operation @name: "Spread embedding/table" for
 * Fwd/embedding/table. (transfer full) */
static char *
fit_title (const PoplensFitKnown *self, const char *name)
{
  const char *place = strstr (self->title, "%s");
  g_autofree char *end = short_name (name);

  return place ? g_strdup_printf ("%.*s%s%s", (int) (place - self->title), self->title, end,
                                  place + strlen ("%s"))
               : g_strdup (self->title);
}

/* Finds a known change by its key. The key of a change of fixed size is compared as a whole
 * ("micro-batch=2"). The key of a change of a variable or operation is compared up to its "="
 * ("spread=NAME"). (transfer none) (nullable): NULL: unknown */
static const PoplensFitKnown *
find_known_change (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_changes); i++) {
    gsize length = strlen (known_changes[i].key);
    if (!strncmp (known_changes[i].key, key, length) &&
        (!key[length] || (known_changes[i].is_offered && key[length] == '=')))
      return &known_changes[i];
  }
  return NULL;
}

/* TRUE if @key is @begin followed by "=": "micro-batch=2" begins with "micro-batch". */
static gboolean
begins (const char *key, const char *begin)
{
  gsize length = strlen (begin);

  return !strncmp (key, begin, length) && key[length] == '=';
}

/* Returns the known change @key. If @key is unknown, returns the same change with another size:
 * "micro-batch=2" for "micro-batch=8". @begin: the key up to its "=". (nullable) */
static const PoplensFitKnown *
find_like (const char *key, const char *begin)
{
  const PoplensFitKnown *found = find_known_change (key);

  for (guint i = 0; !found && i < G_N_ELEMENTS (known_changes); i++)
    found = begins (known_changes[i].key, begin) ? &known_changes[i] : NULL;
  return found;
}

void
poplens_fit_add_error (const char *key, guint error[POPLENS_N_ESTIMATES])
{
  g_autofree char *begin = g_strndup (key, strcspn (key, "="));
  const PoplensFitKnown *found = find_like (key, begin);

  error[POPLENS_ESTIMATE_OPTIMISTIC] = MAX (error[POPLENS_ESTIMATE_OPTIMISTIC],
                                            found ? found->error[POPLENS_ESTIMATE_OPTIMISTIC] : 0);
  error[POPLENS_ESTIMATE_PESSIMISTIC] += found ? found->error[POPLENS_ESTIMATE_PESSIMISTIC] : 0;
}

/* Returns the lower end (@e: optimistic) or the upper end (pessimistic) of the estimate @bytes
 * with its @error. @error alone neither lets a tile fit into @capacity, nor lifts its need above
 * @now. */
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

void
poplens_fit_widen (PoplensWhatIfResult *result, const GPtrArray *changes, PoplensEstimate e)
{
  guint error[POPLENS_N_ESTIMATES] = {0};
  guint64 most = 0;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = changes->pdata[c];
    g_autofree char *key = poplens_change_to_string (change);
    if (change->kind != POPLENS_CHANGE_SCALE)
      poplens_fit_add_error (key, error);
  }
  result->tight_after = 0;
  for (guint i = 0; i < result->tiles->len; i++) {
    PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
    guint64 live;
    poplens_fit_ends (tile, result->capacity, error, e, &live, &tile->needs_after);
    if (tile->verdict_after == POPLENS_VERDICT_FITS || tile->verdict_after == POPLENS_VERDICT_TIGHT)
      tile->verdict_after =
          tile->needs_after > result->capacity ? POPLENS_VERDICT_TIGHT : POPLENS_VERDICT_FITS;
    result->tight_after += tile->verdict_after == POPLENS_VERDICT_TIGHT;
    if (!i || tile->needs_after > most) {
      most = tile->needs_after;
      result->worst = i;
    }
  }
}

const char *
poplens_fit_change_finding (const PoplensFitChange *change)
{
  if (change->told_by)
    return change->told_by;
  return change->is_bound && !change->is_answer ? NULL : change->key;
}

const char *
poplens_fit_cause_advice (const char *key)
{
  static const char batch[] = "Use a smaller micro-batch, or move layers to other IPUs.";
  static const char fewer_layers[] = "Move layers to other IPUs.";
  static const char outline[] =
      "Outline repeated layers, so that they share code: PopART enableOutlining, outlineThreshold; "
      "TensorFlow @ipu.outlined_function.";
  static const struct {
    const char *key, *advice;
  } known[] = {
      {"weights",
       "Spread the largest weights over more tiles, keep them off chip, or move layers to "
       "other IPUs."},
      {"optimiser", "Keep optimiser state off chip, or choose an optimiser with less state."},
      {"weight-gradient", "Keep accumulators off chip, or move layers to other IPUs."},
      {"activation", "Recompute activations, or use a smaller micro-batch."},
      {"recomputed", batch},
      {"passing", batch},
      {"gradient", batch},
      {"tensor", batch},
      {"temporary", "Lower availableMemoryProportion of the operation that has most of them, or "
                    "serialise it."},
      {"io", "Use I/O tiles, or transfer less at once."},
      {"exchange", "Exchange less at once: keep tensors on the tiles that use them "
                   "(Graph::setTileMapping), serialise the operation that exchanges most, or lower "
                   "its availableMemoryProportion."},
      {"vertex-state",
       "Outline repeated layers, so that they share vertices, or use fewer vertices."},
      {"code-vertex", "Outline repeated layers, so that they share code, and give operations the "
                      "same types and options, so that they share one variant of a vertex."},
      {"code-control", outline},
      {"code-exchange", "Outline repeated layers, exchange fewer pieces, or set "
                        "opt.internalExchangeOptimisationTarget to memory."},
      {"code-host", "Transfer fewer tensors to and from the host, or use I/O tiles."},
      {"constant", "Spread the largest constants over more tiles, or make them smaller."},
      {"profiler", "Record without instrumentation: debug.instrumentCompute, "
                   "debug.instrumentExternalExchange and debug.instrumentControlFlow = false."},
      {"packing", "Work on large tensors in parts, by a smaller micro-batch or serialised "
                  "operations: pieces of one size can have the addresses of others."},
      {"gap",
       "Set opt.enableMultiAccessCopies to false and use128BitConvUnitLoad to false, so that "
       "fewer variables need a memory element of their own or interleaved memory. Gaps of a "
       "tile, on Memory, names the variable behind each."},
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (known[i].key, key))
      return known[i].advice;
  return fewer_layers;
}

const char *const *
poplens_fit_change_options (const char *key)
{
  static const char *const none[] = {NULL};
  const PoplensFitKnown *found = find_known_change (key);

  return found ? found->options : none;
}

const char *const poplens_framework_keys[POPLENS_N_FRAMEWORKS] = {"poptorch", "popart",
                                                                  "tensorflow"};
const char *const poplens_framework_titles[POPLENS_N_FRAMEWORKS] = {"PopTorch", "PopART",
                                                                    "TensorFlow"};

guint
poplens_framework_find (const char *key)
{
  guint f = 0;

  while (f < POPLENS_N_FRAMEWORKS && g_strcmp0 (key, poplens_framework_keys[f]))
    f++;
  return f;
}

/* Returns the text after @name in @option, "NAME: text". (nullable): NULL: the option is of another
 * framework */
static const char *
behind_name (const char *option, const char *name)
{
  gsize n = strlen (name);

  return !strncmp (option, name, n) && g_str_has_prefix (option + n, ": ") ? option + n + 2 : NULL;
}

char *
poplens_fit_change_options_of (const char *key, const char *framework)
{
  const char *const *options = poplens_fit_change_options (key);
  guint f = poplens_framework_find (framework);

  for (guint i = 0; f < POPLENS_N_FRAMEWORKS && options[i]; i++) {
    const char *text = behind_name (options[i], poplens_framework_titles[f]);
    if (text)
      return g_strdup (text);
    /* Keep "Keras:" in the text of a TensorFlow option: programs without Keras have other
     * options. */
    if (!strcmp (poplens_framework_keys[f], "tensorflow") && behind_name (options[i], "Keras"))
      return g_strdup (options[i]);
  }
  return *options ? g_strjoinv (" \u00b7 ", (char **) options) : NULL;
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
  const PoplensFitKnown *found = find_like (key, key);

  return found && !found->is_bound;
}

char *
poplens_fit_plan_keys (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (known_changes); i++)
    if (!known_changes[i].is_bound)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", known_changes[i].key);
  return g_string_free (text, FALSE);
}

/* ---- effect of a change ---------------------------------------------------------------------- */

void
poplens_fit_change_free (gpointer data)
{
  PoplensFitChange *self = data;

  poplens_change_free (self->change);
  g_free (self->key);
  g_free (self->title);
  g_free (self->location);
  g_free (self);
}

guint64
poplens_fit_median (GArray *savings)
{
  if (!savings->len)
    return 0;
  g_array_sort (savings, poplens_compare_u64);
  return g_array_index (savings, guint64, savings->len / 2);
}

/* Bytes by which a bound reduces each tile, in addition to those of an evaluated change. .bytes:
 * (nullable): by position in memory->tile */
typedef struct {
  const guint64 *bytes;
  gboolean
      are_live; /* TRUE: bytes that are live at every step; FALSE: packing or gaps above the peak */
} RemovedBytes;

/* Computes the live bytes and the needed bytes of @tile after subtracting @less. Returns the number
 * of bytes subtracted. */
static guint64
take_less (const PoplensWhatIfTile *tile, const RemovedBytes *less, guint position, guint64 *live,
           guint64 *need)
{
  guint64 most = less->are_live ? tile->after : tile->needs_after - tile->after;
  guint64 gone = less->bytes ? MIN (less->bytes[position], most) : 0;

  *live = tile->after - (less->are_live ? gone : 0);
  *need = tile->needs_after - gone;
  return gone;
}

static void
take_result (const FitMaker *self, const PoplensWhatIfResult *result, const RemovedBytes *less,
             const guint *error, PoplensFitChange *out, PoplensEstimate e)
{
  g_autoptr (GArray) savings = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 capacity = self->out->capacity;

  out->worst_tile[e] = G_MAXUINT32;
  for (guint i = 0; i < result->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
    guint64 live, need, gone = take_less (tile, less, i, &live, &need);
    guint64 saving = tile->before - MIN (tile->before, tile->after) + gone;
    g_array_append_val (savings, saving);
    out->total[e] += saving;
    if (tile->tile == self->out->worst_tile)
      out->saving[e] = saving;
    out->excess[e] += capacity && need > capacity ? need - capacity : 0;
    if (error)
      poplens_fit_ends (tile, capacity, error, e, &live, &need);
    if (out->worst_tile[e] == G_MAXUINT32 || need > out->worst_bytes[e]) {
      out->worst_tile[e] = tile->tile;
      out->worst_bytes[e] = need;
    }
    out->tiles_over[e] += capacity && live > capacity;
    out->tiles_tight[e] += capacity && need > capacity && live <= capacity;
  }
  out->median[e] = poplens_fit_median (savings);
}

static gboolean
evaluate (const FitMaker *self, PoplensFitChange *out, const GPtrArray *changes)
{
  const RemovedBytes nothing = {NULL};
  guint error[POPLENS_N_ESTIMATES] = {0};

  if (!out->is_bound)
    poplens_fit_add_error (out->key, error);

  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++) {
    g_autoptr (PoplensWhatIfResult) result = NULL;
    if (out->is_bound && e == POPLENS_ESTIMATE_PESSIMISTIC) {
      take_result (self, self->now, &nothing, NULL, out, e);
      return TRUE;
    }
    result = poplens_fit_evaluate (self, changes, e);
    if (!result)
      return FALSE;
    take_result (self, result, &nothing, error, out, e);
  }
  return TRUE;
}

/* ---- available changes ----------------------------------------------------------------------- */

static gboolean
has_kind (const FitMaker *self, PoplensKind kind)
{
  return self->kinds->n && memchr (self->kinds->kind, (int) kind, self->kinds->n) != NULL;
}

static gboolean
has_halves (const FitMaker *self)
{
  return self->facts.halves && self->kinds->n && memchr (self->facts.halves, TRUE, self->kinds->n);
}

/* TRUE if the report has variables that the change is about. */
static gboolean
is_there (const FitMaker *self, const PoplensChange *change)
{
  switch (change->kind) {
  case POPLENS_CHANGE_OPTIMISER_OFF_CHIP:
    return poplens_moves_get (self->moves, POPLENS_MOVE_OPTIMISER, 0)->n_moved > 0;
  case POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP:
    return poplens_moves_get (self->moves, POPLENS_MOVE_ACCUMULATORS, 0)->n_moved > 0;
  case POPLENS_CHANGE_RECOMPUTE:
    return poplens_moves_get (self->moves, POPLENS_MOVE_RECOMPUTE, 0)->n_moved > 0;
  case POPLENS_CHANGE_HALVE_FLOATS:
    return has_halves (self);
  case POPLENS_CHANGE_WITHOUT_INSTRUMENTATION:
    return has_kind (self, POPLENS_KIND_PROFILER);
  case POPLENS_CHANGE_MICRO_BATCH:
    return has_kind (self, POPLENS_KIND_ACTIVATION) || has_kind (self, POPLENS_KIND_PASSING) ||
           has_kind (self, POPLENS_KIND_RECOMPUTED);
  default:
    return TRUE;
  }
}

/* Returns the location of the What If tab with the change. Escapes ";" in @key as "\\;". (transfer
 * full) */
static char *
location_of (const char *key)
{
  g_auto (GStrv) parts = g_strsplit (key, ";", -1);
  g_autofree char *joined = g_strjoinv ("\\;", parts);
  g_autofree char *value = g_uri_escape_string (joined, "=,.:/ -", TRUE);

  return g_strconcat ("insights?view=what-if&change=", value, NULL);
}

/* Creates a change whose effect is not computed yet. @change: (nullable) (transfer full). (transfer
 * full) */
static PoplensFitChange *
change_new (const PoplensFitKnown *known, PoplensChange *change)
{
  PoplensFitChange *out = g_new0 (PoplensFitChange, 1);

  out->change = change;
  out->key = change ? poplens_change_to_string (change) : g_strdup (known->key);
  out->title = change && change->name ? fit_title (known, change->name) : g_strdup (known->title);
  out->location = change ? location_of (out->key) : NULL;
  out->cost = known->cost;
  out->is_bound = known->is_bound;
  out->note = known->note;
  out->told_by = known->told_by;
  out->about = known->about;
  return out;
}

/* TRUE if @change is a bound on the first cause of the excess, and reduces the excess. @about: keys
 * of the causes that @change is about */
static gboolean
is_answer (const FitMaker *self, const PoplensFitChange *change, const char *const *about)
{
  const PoplensFitCause *first = poplens_fit_first_cause (self->out);

  for (guint i = 0; first && about[i]; i++)
    if (!strcmp (about[i], first->key))
      return change->is_bound && change->excess[0] < self->out->excess;
  return FALSE;
}

/* Adds @change to the changes of the fit or, if it saves nothing on any tile, to .idle. */
static void
keep_change (FitMaker *self, const PoplensFitKnown *known, PoplensFitChange *change)
{
  change->is_answer = is_answer (self, change, known->about);
  g_ptr_array_add (change->total[0] ? self->out->changes : self->out->idle, change);
}

/* Returns the change to evaluate. (transfer full) (nullable): NULL: the report has nothing that
 * @known is about */
static PoplensChange *
make_change (const FitMaker *self, const PoplensFitKnown *known)
{
  g_autoptr (PoplensChange) change = known->is_offered ? poplens_fit_offer (self, known->kind)
                                                       : poplens_change_parse (known->key, NULL);

  return change && is_there (self, change) ? g_steal_pointer (&change) : NULL;
}

static gboolean
add_known (FitMaker *self, const PoplensFitKnown *known)
{
  PoplensChange *change = make_change (self, known);
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();
  PoplensFitChange *out;

  if (!change)
    return TRUE;
  out = change_new (known, change);
  if (change->kind == POPLENS_CHANGE_RECOMPUTE && poplens_moves_recomputes (self->moves))
    out->note = "Some activations are recomputed already.";
  g_ptr_array_add (changes, change);
  if (!evaluate (self, out, changes)) {
    poplens_fit_change_free (out);
    return FALSE;
  }
  keep_change (self, known, out);
  return TRUE;
}

static gboolean
add_planner_memory (FitMaker *self, const PoplensFitKnown *known)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
  PoplensFitChange *out = change_new (known, NULL);

  g_ptr_array_add (changes, poplens_change_new (POPLENS_CHANGE_PLANNER_MEMORY));
  if (!evaluate (self, out, changes)) {
    poplens_fit_change_free (out);
    return FALSE;
  }
  keep_change (self, known, out);
  return TRUE;
}

/* Adds a bound: what the report would save without the variables of a kind and their packing. FALSE
 * only if cancelled. */
static gboolean
add_kind_bound (FitMaker *self, const PoplensFitKnown *known)
{
  const RemovedBytes nothing = {NULL};
  g_autoptr (PoplensWhatIfResult) result = poplens_fit_without_kind (self, known->about[0]);
  g_autofree guint64 *packing = result ? g_new (guint64, MAX (result->tiles->len, 1)) : NULL;
  const RemovedBytes less = {packing, FALSE};
  PoplensFitChange *out;

  if (!result)
    return FALSE;
  for (guint32 t = 0; t < result->tiles->len; t++)
    packing[t] =
        poplens_fit_packing_less (self, t, &g_array_index (result->tiles, PoplensWhatIfTile, t));
  out = change_new (known, NULL);
  take_result (self, result, &less, NULL, out, POPLENS_ESTIMATE_OPTIMISTIC);
  take_result (self, self->now, &nothing, NULL, out, POPLENS_ESTIMATE_PESSIMISTIC);
  keep_change (self, known, out);
  return TRUE;
}

/* Adds a bound whose bytes are known by tile: @less. */
static void
add_known_bytes (FitMaker *self, const PoplensFitKnown *known, const RemovedBytes *less)
{
  const RemovedBytes nothing = {NULL};
  PoplensFitChange *out = change_new (known, NULL);

  take_result (self, self->now, less, NULL, out, POPLENS_ESTIMATE_OPTIMISTIC);
  take_result (self, self->now, &nothing, NULL, out, POPLENS_ESTIMATE_PESSIMISTIC);
  keep_change (self, known, out);
}

static void
add_layout_bound (FitMaker *self, const PoplensFitKnown *known)
{
  guint32 n = self->now->tiles->len;
  g_autofree guint64 *bytes = g_new0 (guint64, MAX (n, 1));
  const RemovedBytes less = {bytes, FALSE};

  for (guint32 t = 0; t < n; t++)
    bytes[t] = poplens_fit_layout_bytes (self, t, !strcmp (known->key, "packing"));
  add_known_bytes (self, known, &less);
}

static void
add_stages (FitMaker *self, const PoplensFitKnown *known)
{
  PoplensFitChange *out = change_new (known, NULL);

  if (poplens_fit_take_stages (self, out))
    keep_change (self, known, out);
  else
    poplens_fit_change_free (out);
}

static gboolean
add_bound (FitMaker *self, const PoplensFitKnown *known)
{
  const RemovedBytes outlined = {self->outlined, TRUE};

  if (!strcmp (known->key, POPLENS_FIT_STAGES))
    add_stages (self, known);
  else if (!strcmp (known->key, "packing") || !strcmp (known->key, "gap"))
    add_layout_bound (self, known);
  else if (!strcmp (known->key, "planner-memory"))
    return add_planner_memory (self, known);
  else if (strcmp (known->key, "outline"))
    return add_kind_bound (self, known);
  else if (self->outlined)
    add_known_bytes (self, known, &outlined);
  return TRUE;
}

/* ---- order ----------------------------------------------------------------------------------- */

static int
compare_u64 (guint64 a, guint64 b)
{
  return a < b ? -1 : a > b;
}

static int
by_savings (const PoplensFitChange *x, const PoplensFitChange *y)
{
  int order = 0;

  for (guint e = 0; e < POPLENS_N_ESTIMATES && !order; e++)
    order = compare_u64 (y->saving[e], x->saving[e]);
  return order;
}

/* Sorts changes by the excess that remains in the optimistic estimate, least first. Answers come
 * before all other changes, and bounds last. With @is_over, equal changes are sorted by cost before
 * savings. */
static int
by_excess (gconstpointer a, gconstpointer b, gpointer is_over)
{
  const PoplensFitChange *x = *(const PoplensFitChange *const *) a,
                         *y = *(const PoplensFitChange *const *) b;
  int cost = compare_u64 (x->cost, y->cost), order;

  if (x->is_answer != y->is_answer)
    return x->is_answer ? -1 : 1;
  if (x->is_bound != y->is_bound)
    return x->is_bound ? 1 : -1;
  if ((order = compare_u64 (x->excess[0], y->excess[0])))
    return order;
  if (is_over && cost)
    return cost;
  if ((order = compare_u64 (x->excess[1], y->excess[1])) || (order = by_savings (x, y)))
    return order;
  return cost ? cost : strcmp (x->key, y->key);
}

gboolean
poplens_fit_add_changes (FitMaker *self)
{
  const PoplensFitKnown *known;

  for (guint i = 0; (known = fit_known (i)); i++) {
    if (known->is_bound ? !add_bound (self, known) : !add_known (self, known))
      return FALSE;
  }
  g_ptr_array_sort_with_data (self->out->changes, by_excess,
                              GINT_TO_POINTER (poplens_fit_is_over (self->out)));
  return TRUE;
}
