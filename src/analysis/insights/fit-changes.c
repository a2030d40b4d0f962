/* The changes that are known, each evaluated twice. */
#include "analysis/insights/fit-private.h"
#include "analysis/insights/what-if-private.h"

#include "base/search.h"

#include <string.h>

/* What a change is, and by which options the frameworks make it. Names and defaults: PopTorch
 * python/options.py and python/ops.py; PopART sessionoptions.hpp; TensorFlow ipu/config.py,
 * pipelining_ops.py and the Keras extensions; Poplar's engine options. */
static const struct {
  const char *key, *title;
  guint cost;
  gboolean is_bound;
  const char *options[6];
  const char *note; /* which a reader of the saving has to know */
} known[] = {
    {"optimiser-off-chip",
     "Optimiser state off chip",
     1,
     FALSE,
     {"PopTorch: TensorLocations.setOptimizerLocation(TensorLocationSettings()"
      ".useOnChipStorage(False))",
      "PopART: optimizerStateTensorLocationSettings.location.storage = OffChip; mergeVarUpdate = "
      "None",
      "TensorFlow: offload_weight_update_variables=True"}},
    {"accumulators-off-chip",
     "Accumulators off chip",
     2,
     FALSE,
     {"PopTorch: TensorLocations.setAccumulatorLocation(TensorLocationSettings()"
      ".useOnChipStorage(False))",
      "PopART: accumulatorTensorLocationSettings.location.storage = OffChip; mergeVarUpdate = "
      "None"}},
    {"recompute",
     "Recompute activations",
     1,
     FALSE,
     {"PopTorch: poptorch.recomputationCheckpoint, _Popart.set(\"autoRecomputation\", \u2026)",
      "PopART: autoRecomputation = Standard, Pipeline or RecomputeAll",
      "TensorFlow: IPUConfig.allow_recompute = True"}},
    {"micro-batch=2",
     "Half the micro-batch",
     2,
     FALSE,
     {"PopTorch: half the batch size, Training.gradientAccumulation(\u00d7 2)",
      "PopART: half the batch size, accumulationFactor \u00d7 2",
      "Keras: half the batch size, set_gradient_accumulation_options"},
     "Weights and code do not shrink."},
    {"micro-batch=4",
     "A quarter of the micro-batch",
     2,
     FALSE,
     {"PopTorch: a quarter of the batch size, Training.gradientAccumulation(\u00d7 4)",
      "PopART: a quarter of the batch size, accumulationFactor \u00d7 4",
      "Keras: a quarter of the batch size, set_gradient_accumulation_options"},
     "Weights and code do not shrink."},
    {"half",
     "Halve 32-bit floats",
     3,
     FALSE,
     {"PopTorch: model.half(), Precision.setPartialsType(torch.half)",
      "Poplar: partialsType = half for convolutions and matrix multiplications"},
     "Results change."},
    {"no-instrumentation",
     "Remove instrumentation",
     0,
     FALSE,
     {"Poplar: debug.instrumentCompute, debug.instrumentExternalExchange and "
      "debug.instrumentControlFlow = false"}},
    {"planner-memory",
     "Less planner memory",
     1,
     TRUE,
     {"PopTorch: setAvailableMemoryProportion({\"IPU0\": 0.3}), poptorch.set_available_memory",
      "TensorFlow: matmuls, convolutions and slices: poplar_options[\"availableMemoryProportion\"] "
      "(default 0.6)"},
     "No effect where no plan fits; low values raise always-live memory."},
    {"exchange-code",
     "Smaller exchange code",
     1,
     TRUE,
     {"Poplar: opt.internalExchangeOptimisationTarget = memory"}},
    {"packing", "Packing overhead", 1, TRUE, {NULL}},
    {"gap", "Gaps", 1, TRUE, {NULL}},
};

const char *const *
poplens_fit_change_options (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (known[i].key, key))
      return known[i].options;
  return known[G_N_ELEMENTS (known) - 1].options;
}

gboolean
poplens_fit_plans_with (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (known[i].key, key))
      return !known[i].is_bound;
  return FALSE;
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

void
poplens_fit_change_free (gpointer data)
{
  PoplensFitChange *self = data;

  poplens_change_free (self->change);
  g_free (self);
}

/* ---- what comes of one -------------------------------------------------------------------------
 */

static guint64
median_of (GArray *savings)
{
  if (!savings->len)
    return 0;
  g_array_sort (savings, poplens_compare_u64);
  return g_array_index (savings, guint64, savings->len / 2);
}

/* @less: (nullable) by position: bytes that go beside what @result says. */
static void
take_result (const FitMaker *self, const PoplensWhatIfResult *result, const guint64 *less,
             PoplensFitChange *out, PoplensEstimate e)
{
  g_autoptr (GArray) savings = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 capacity = self->out->capacity;

  out->tiles_over[e] = result->over_after;
  out->worst_tile[e] = G_MAXUINT32;
  out->tiles_tight[e] = 0;
  for (guint i = 0; i < result->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
    guint64 gone = less ? MIN (less[i], tile->needs_after - tile->after) : 0;
    guint64 need = tile->needs_after - gone;
    guint64 saving = less ? gone : tile->before - MIN (tile->before, tile->after);
    g_array_append_val (savings, saving);
    out->total[e] += saving;
    if (tile->tile == self->out->worst_tile)
      out->saving[e] = saving;
    if (out->worst_tile[e] == G_MAXUINT32 || need > out->worst_bytes[e]) {
      out->worst_tile[e] = tile->tile;
      out->worst_bytes[e] = need;
    }
    out->tiles_tight[e] += capacity && need > capacity && tile->after <= capacity;
    out->excess[e] += capacity && need > capacity ? need - capacity : 0;
  }
  out->median[e] = median_of (savings);
}

static gboolean
evaluate (const FitMaker *self, PoplensFitChange *out, const GPtrArray *changes)
{
  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++) {
    g_autoptr (PoplensWhatIfResult) result = NULL;
    if (out->is_bound && e == POPLENS_ESTIMATE_PESSIMISTIC) {
      take_result (self, self->now, NULL, out, e);
      return TRUE;
    }
    result = poplens_fit_evaluate (self, changes, e);
    if (!result)
      return FALSE;
    take_result (self, result, NULL, out, e);
  }
  return TRUE;
}

/* ---- which there are ---------------------------------------------------------------------------
 */

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

/* Whether the report has anything that it is about. */
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
  default:
    return has_kind (self, POPLENS_KIND_ACTIVATION) || has_kind (self, POPLENS_KIND_PASSING) ||
           has_kind (self, POPLENS_KIND_RECOMPUTED);
  }
}

static PoplensFitChange *
change_new (guint i)
{
  PoplensFitChange *out = g_new0 (PoplensFitChange, 1);

  out->key = known[i].key;
  out->title = known[i].title;
  out->cost = known[i].cost;
  out->is_bound = known[i].is_bound;
  out->note = known[i].note;
  return out;
}

/* What saves nothing on any tile is not offered alone. */
static void
keep (FitMaker *self, PoplensFitChange *change)
{
  g_ptr_array_add (change->total[0] ? self->out->changes : self->out->idle, change);
}

static gboolean
add_known (FitMaker *self, guint i)
{
  PoplensChange *change = poplens_change_parse (known[i].key, NULL);
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();
  PoplensFitChange *out;

  if (!is_there (self, change)) {
    poplens_change_free (change);
    return TRUE;
  }
  out = change_new (i);
  out->change = change;
  if (change->kind == POPLENS_CHANGE_RECOMPUTE && poplens_moves_recomputes (self->moves))
    out->note = "Some activations are recomputed already.";
  g_ptr_array_add (changes, change);
  if (!evaluate (self, out, changes)) {
    poplens_fit_change_free (out);
    return FALSE;
  }
  keep (self, out);
  return TRUE;
}

/* All of it gone is the most that a bound can save. */
static void
add_gone (GPtrArray *changes, PoplensKind kind, const char *name)
{
  PoplensChange *change = poplens_change_new (POPLENS_CHANGE_SCALE);

  change->purpose = g_strdup (poplens_kind_key (kind));
  change->name = g_strdup (name);
  change->factor = 0;
  g_ptr_array_add (changes, change);
}

static gboolean
add_scaled_bound (FitMaker *self, guint i)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
  PoplensFitChange *out = change_new (i);

  if (!strcmp (known[i].key, "exchange-code")) {
    add_gone (changes, POPLENS_KIND_CODE_EXCHANGE, NULL);
  } else {
    static const char *const operations[] = {"matmul", "conv"};
    for (guint o = 0; o < G_N_ELEMENTS (operations); o++) {
      add_gone (changes, POPLENS_KIND_TEMPORARY, operations[o]);
      add_gone (changes, POPLENS_KIND_EXCHANGE, operations[o]);
    }
  }
  if (!evaluate (self, out, changes)) {
    poplens_fit_change_free (out);
    return FALSE;
  }
  keep (self, out);
  return TRUE;
}

static void
add_layout_bound (FitMaker *self, guint i)
{
  PoplensFitChange *out = change_new (i);
  gboolean packing = !strcmp (known[i].key, "packing");
  guint32 n = self->now->tiles->len;
  g_autofree guint64 *less = g_new0 (guint64, MAX (n, 1));

  for (guint32 t = 0; t < n; t++)
    less[t] = poplens_fit_layout_bytes (self, t, packing);
  take_result (self, self->now, less, out, POPLENS_ESTIMATE_OPTIMISTIC);
  take_result (self, self->now, NULL, out, POPLENS_ESTIMATE_PESSIMISTIC);
  keep (self, out);
}

/* ---- in order ----------------------------------------------------------------------------------
 */

static int
compare_u64 (guint64 a, guint64 b)
{
  return a < b ? -1 : a > b;
}

static int
by_excess (gconstpointer a, gconstpointer b)
{
  const PoplensFitChange *x = *(const PoplensFitChange *const *) a,
                         *y = *(const PoplensFitChange *const *) b;
  int order;

  if (x->is_bound != y->is_bound)
    return x->is_bound ? 1 : -1;
  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++)
    if ((order = compare_u64 (x->excess[e], y->excess[e])))
      return order;
  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++)
    if ((order = compare_u64 (y->saving[e], x->saving[e])))
      return order;
  return x->cost != y->cost ? (x->cost < y->cost ? -1 : 1) : strcmp (x->key, y->key);
}

gboolean
poplens_fit_add_changes (FitMaker *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    gboolean is_layout = !strcmp (known[i].key, "packing") || !strcmp (known[i].key, "gap");
    if (is_layout)
      add_layout_bound (self, i);
    else if (known[i].is_bound ? !add_scaled_bound (self, i) : !add_known (self, i))
      return FALSE;
  }
  g_ptr_array_sort (self->out->changes, by_excess);
  return TRUE;
}
