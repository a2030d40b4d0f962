/* Searches for the smallest set of changes with which a program fits. Tries all sets of up to three
 * changes, then adds changes one by one. Also selects the variable or operation for which a change
 * is offered. */
#include "analysis/insights/fit-private.h"
#include "analysis/insights/what-if-private.h"
#include "analysis/liveness/live-step.h"

#include <string.h>

/* ---- layers on other IPUs -------------------------------------------------------------------- */

/* Copies the results of one estimate of the best placement of layers to @out. */

static void
take_plan (const PoplensStagePlan *plan, PoplensFitChange *out, PoplensEstimate e)
{
  out->tiles_over[e] = plan->tiles_over[e];
  out->tiles_tight[e] = plan->tiles_tight[e];
  out->worst_tile[e] = plan->worst_tile[e];
  out->worst_bytes[e] = plan->worst_bytes[e];
  out->excess[e] = plan->excess[e];
}

static void
take_savings (const FitMaker *self, PoplensFitChange *out, PoplensEstimate e)
{
  g_autoptr (GArray) savings = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < self->now->tiles->len; i++) {
    guint64 saving = self->out->stages->saving[e][i];
    g_array_append_val (savings, saving);
    out->total[e] += saving;
    if (self->worst == &g_array_index (self->now->tiles, PoplensWhatIfTile, i))
      out->saving[e] = saving;
  }
  out->median[e] = poplens_fit_median (savings);
}

gboolean
poplens_fit_take_stages (const FitMaker *self, PoplensFitChange *out)
{
  const PoplensStagePlan *best = self->out->stages->best;

  if (!best || best->excess[POPLENS_ESTIMATE_OPTIMISTIC] >= self->out->excess)
    return FALSE;
  for (guint e = 0; e < POPLENS_N_ESTIMATES; e++) {
    take_plan (best, out, e);
    take_savings (self, out, e);
  }
  return TRUE;
}

/* ---- offers ---------------------------------------------------------------------------------- */

/* An offered change can need a variable or an operation. The functions below select the one with
 * the most bytes on the fullest tile at its peak. */

/* Number of parts into which an offered change divides an operation. */
#define PARTS 4

typedef struct {
  const FitMaker *maker;
  guint8 *classes; /* PoplensClassBits at the peak of the fullest tile, by class row */
} Offers;

typedef void (*EachPair) (const Offers *self, const PoplensPairBytes *entry, gpointer user_data);

/* Calls @each for each entry of the fullest tile whose variables are live at its peak. */
static void
for_each_live (const Offers *self, EachPair each, gpointer user_data)
{
  const PoplensTilesAlike *alike = self->maker->what->alike;
  guint32 tile = self->maker->worst->tile, kind;

  if (tile >= alike->n_tiles)
    return;
  kind = alike->of_tile[tile];
  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 class = alike->pairs[alike->entries[e].pair].class_row;
    if (self->classes[class] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      each (self, &alike->entries[e], user_data);
  }
}

static PoplensKind
offer_kind (const Offers *self, guint32 pair)
{
  return self->maker->kinds->kind[self->maker->what->alike->pairs[pair].group];
}

static void
add_to (GHashTable *sums, gconstpointer key, guint64 bytes)
{
  guint64 *sum = key ? g_hash_table_lookup (sums, key) : NULL;

  if (sum)
    *sum += bytes;
  else if (key)
    g_hash_table_insert (sums, (gpointer) key, g_memdup2 (&bytes, sizeof bytes));
}

/* Returns the name with the largest sum; if several are equal, the first in alphabetical order.
 * (nullable): NULL: there is none */
static const char *
largest (GHashTable *sums)
{
  GHashTableIter iter;
  gpointer key, value;
  const char *best = NULL;
  guint64 most = 0;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    guint64 sum = *(guint64 *) value;
    if (sum > most || (best && sum == most && strcmp (key, best) < 0)) {
      best = key;
      most = sum;
    }
  }
  return best;
}

/* ---- an operation to serialise --------------------------------------------------------------- */

static void
add_operation_bytes (const Offers *self, const PoplensPairBytes *entry, gpointer sums)
{
  guint32 class = self->maker->what->alike->pairs[entry->pair].class_row;
  PoplensKind kind = offer_kind (self, entry->pair);
  const char *operation = poplens_moves_operation (self->maker->moves, class);

  if (kind != POPLENS_KIND_TEMPORARY && kind != POPLENS_KIND_EXCHANGE &&
      kind != POPLENS_KIND_GRADIENT)
    return;
  if (poplens_what_if_can_serialise (operation))
    add_to (sums, operation, entry->bytes);
}

static PoplensChange *
offer_serialise (const Offers *self)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const char *operation;
  PoplensChange *change;

  for_each_live (self, add_operation_bytes, sums);
  if (!(operation = largest (sums)))
    return NULL;
  change = poplens_change_new (POPLENS_CHANGE_SERIALISE);
  change->name = g_strdup (operation);
  change->parts = PARTS;
  return change;
}

/* ---- a variable to spread -------------------------------------------------------------------- */

/* TRUE for data that a framework maps to tiles. */
static gboolean
is_data (PoplensKind kind)
{
  return kind <= POPLENS_KIND_TENSOR || kind == POPLENS_KIND_CONSTANT;
}

/* Bytes of variables on the fullest tile, compared with the mean of the tiles of its IPU. */
typedef struct {
  GHashTable *sums;    /* name of a variable → guint64 *: its bytes above the mean, summed */
  const guint32 *mean; /* [n_pairs] mean bytes on the tiles of the IPU; G_MAXUINT32: the variables
                          cannot be spread */
} ExcessBytes;

static void
add_beyond (const Offers *self, const PoplensPairBytes *entry, gpointer user_data)
{
  const ExcessBytes *beyond = user_data;
  const PoplensWhatIf *what = self->maker->what;
  const char *name = what->bytes->groups[what->alike->pairs[entry->pair].group].name;
  guint32 mean = beyond->mean[entry->pair];

  if (entry->bytes > mean)
    add_to (beyond->sums, name, entry->bytes - mean);
}

/* Finds the groups of variables that may be spread over tiles. (transfer full): [bytes->n_groups]
 * TRUE: the group may be spread */
static guint8 *
find_data (const Offers *self)
{
  const PoplensTileBytes *bytes = self->maker->what->bytes;
  guint8 *hit = g_new0 (guint8, MAX (bytes->n_groups, 1));

  for (guint32 g = 0; g < bytes->n_groups; g++)
    hit[g] = is_data (self->maker->kinds->kind[g]) && bytes->groups[g].name &&
             bytes->groups[g].unlowered != G_MAXUINT32;
  return hit;
}

static PoplensChange *
offer_spread (const Offers *self)
{
  const PoplensWhatIf *what = self->maker->what;
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autofree guint8 *hit = find_data (self);
  g_autoptr (GArray) even = g_array_new (FALSE, FALSE, sizeof (PoplensPairBytes));
  gsize n = MAX (what->alike->n_pairs, 1);
  g_autofree guint32 *mean = g_new (guint32, n);
  ExcessBytes beyond = {sums, mean};
  const char *name;
  PoplensChange *change;

  memset (mean, 0xff, n * sizeof *mean);
  poplens_what_if_spread (what, hit, poplens_what_if_ipu_of (what, self->maker->worst->tile), even);
  for (guint i = 0; i < even->len; i++)
    mean[g_array_index (even, PoplensPairBytes, i).pair] =
        g_array_index (even, PoplensPairBytes, i).bytes;
  for_each_live (self, add_beyond, &beyond);
  if (!(name = largest (sums)))
    return NULL;
  change = poplens_change_new (POPLENS_CHANGE_SPREAD);
  change->name = g_strdup (name);
  return change;
}

/* ---- a variable off the chip ----------------------------------------------------------------- */

/* Offers to keep off the chip the variable that has more than half of the weights' bytes.
 * (nullable): NULL: there is none */
static PoplensChange *
offer_off_chip (const FitMaker *maker)
{
  for (guint i = 0; i < maker->out->causes->len; i++) {
    const PoplensFitCause *cause = &g_array_index (maker->out->causes, PoplensFitCause, i);
    PoplensChange *change;
    if (!cause->is_kind || cause->kind != POPLENS_KIND_WEIGHTS || !cause->variable)
      continue;
    change = poplens_change_new (POPLENS_CHANGE_VARIABLE_OFF_CHIP);
    change->name = g_strdup (cause->variable);
    return change;
  }
  return NULL;
}

static PoplensChange *
offer_io_tiles (const FitMaker *maker)
{
  return memchr (maker->kinds->kind, POPLENS_KIND_IO, maker->kinds->n) &&
                 !poplens_what_if_has_io_tiles (maker->what, maker->kinds)
             ? poplens_change_new (POPLENS_CHANGE_IO_TILES)
             : NULL;
}

PoplensChange *
poplens_fit_offer (const FitMaker *maker, PoplensChangeKind kind)
{
  Offers self = {.maker = maker};
  PoplensChange *change = NULL;

  if (kind == POPLENS_CHANGE_VARIABLE_OFF_CHIP)
    return offer_off_chip (maker);
  if (kind == POPLENS_CHANGE_IO_TILES)
    return offer_io_tiles (maker);
  if (!maker->worst)
    return NULL;
  self.classes = poplens_liveness_classes_at (maker->what->liveness, maker->worst->step_after);
  if (kind == POPLENS_CHANGE_SERIALISE)
    change = offer_serialise (&self);
  else if (kind == POPLENS_CHANGE_SPREAD)
    change = offer_spread (&self);
  g_free (self.classes);
  return change;
}

/* ---- candidates ------------------------------------------------------------------------------ */

#define EXACT_SIZE 3
#define BATCH "micro-batch"

typedef struct {
  FitMaker maker;
  GPtrArray *candidates; /* PoplensFitChange: changes that a plan may have */
  PoplensFitPlan *out;
  guint best_cost;
  guint64 best_worst;
  guint32 fullest; /* tile that is evaluated first, as most sets do not fit there */
} PlanSearch;

/* TRUE if @keys (nullable) contains @key, or the part of @key before the "=". So "micro-batch" in
 * @keys stands for any size, and "spread" for any variable. */
static gboolean
is_listed (const char *const *keys, const char *key)
{
  g_autofree char *begin = g_strndup (key, strcspn (key, "="));

  for (guint i = 0; keys && keys[i]; i++)
    if (!strcmp (keys[i], key) || !strcmp (keys[i], begin))
      return TRUE;
  return FALSE;
}

static void
add_candidates (PlanSearch *self, const GPtrArray *changes, const PoplensPlanOptions *options)
{
  for (guint i = 0; i < changes->len; i++) {
    const PoplensFitChange *change = changes->pdata[i];
    if (change->is_bound)
      continue;
    if (is_listed (options->avoid, change->key) ||
        (options->only && !is_listed (options->only, change->key)))
      self->out->n_kept_out++;
    else
      g_ptr_array_add (self->candidates, (gpointer) change);
  }
}

/* TRUE if the set has two sizes of the micro-batch, which exclude each other. */
static gboolean
is_contradiction (const GPtrArray *set)
{
  guint batches = 0;

  for (guint i = 0; i < set->len; i++)
    batches += g_str_has_prefix (((const PoplensFitChange *) set->pdata[i])->key, BATCH "=");
  return batches > 1;
}

static guint
cost_of (const GPtrArray *set)
{
  guint cost = 0;

  for (guint i = 0; i < set->len; i++)
    cost += ((const PoplensFitChange *) set->pdata[i])->cost;
  return cost;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Evaluates a set of changes. @tiles: (nullable): NULL: all. (transfer full) (nullable): NULL only
 * if cancelled */
static PoplensWhatIfResult *
evaluate (const PlanSearch *self, const GPtrArray *set, PoplensEstimate estimate,
          const PoplensTileSet *tiles)
{
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();

  for (guint i = 0; i < set->len; i++)
    g_ptr_array_add (changes, ((const PoplensFitChange *) set->pdata[i])->change);
  return poplens_what_if_evaluate (self->maker.what, changes, &self->maker.facts, estimate, tiles,
                                   self->maker.cancellable);
}

static guint64
worst_bytes (const PoplensWhatIfResult *result)
{
  const PoplensWhatIfTile *worst = poplens_fit_worst (result);

  return worst ? worst->needs_after : 0;
}

/* FALSE if the set does not fit on the fullest tile. Checked before all other tiles, as most sets
 * fail there. */
static gboolean
may_fit (const PlanSearch *self, const GPtrArray *set)
{
  PoplensTileRange first = {self->fullest, self->fullest};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&first, 1);
  g_autoptr (PoplensWhatIfResult) result = evaluate (self, set, POPLENS_ESTIMATE_OPTIMISTIC, tiles);

  return !result || worst_bytes (result) <= self->out->capacity;
}

static void
add_errors (const GPtrArray *set, guint error[POPLENS_N_ESTIMATES])
{
  for (guint i = 0; i < set->len; i++)
    poplens_fit_add_error (((const PoplensFitChange *) set->pdata[i])->key, error);
}

static void
take_estimate (PoplensFitPlan *out, const GPtrArray *set, const PoplensWhatIfResult *result,
               PoplensEstimate e)
{
  guint error[POPLENS_N_ESTIMATES] = {0};

  add_errors (set, error);
  out->tiles_over[e] = out->tiles_tight[e] = 0;
  out->worst_tile[e] = G_MAXUINT32;
  out->worst_bytes[e] = 0;
  for (guint i = 0; i < result->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
    guint64 live, need;
    poplens_fit_ends (tile, out->capacity, error, e, &live, &need);
    out->tiles_over[e] += out->capacity && live > out->capacity;
    out->tiles_tight[e] += out->capacity && live <= out->capacity && need > out->capacity;
    if (out->worst_tile[e] == G_MAXUINT32 || need > out->worst_bytes[e]) {
      out->worst_tile[e] = tile->tile;
      out->worst_bytes[e] = need;
    }
  }
}

/* TRUE if all tiles fit even at the upper end of the estimated need. */
static gboolean
fits_surely (const PlanSearch *self, const GPtrArray *set, const PoplensWhatIfResult *pessimistic)
{
  guint error[POPLENS_N_ESTIMATES] = {0};
  guint64 live, need;

  add_errors (set, error);
  for (guint i = 0; i < pessimistic->tiles->len; i++) {
    poplens_fit_ends (&g_array_index (pessimistic->tiles, PoplensWhatIfTile, i),
                      self->out->capacity, error, POPLENS_ESTIMATE_PESSIMISTIC, &live, &need);
    if (need > self->out->capacity)
      return FALSE;
  }
  return TRUE;
}

static void
take_set (PlanSearch *self, const GPtrArray *set, const PoplensWhatIfResult *optimistic,
          const PoplensWhatIfResult *pessimistic)
{
  g_ptr_array_set_size (self->out->changes, 0);
  for (guint i = 0; i < set->len; i++)
    g_ptr_array_add (self->out->changes, set->pdata[i]);
  take_estimate (self->out, set, optimistic, POPLENS_ESTIMATE_OPTIMISTIC);
  take_estimate (self->out, set, pessimistic, POPLENS_ESTIMATE_PESSIMISTIC);
  self->out->verdict = self->out->worst_bytes[1] <= self->out->capacity   ? POPLENS_FITS
                       : self->out->worst_bytes[0] <= self->out->capacity ? POPLENS_MAY_FIT
                                                                          : POPLENS_DOES_NOT_FIT;
  self->out->saved = optimistic->before - MIN (optimistic->before, optimistic->after);
  self->best_cost = cost_of (set);
  self->best_worst = worst_bytes (optimistic);
}

/* TRUE if a set that fits is better than the best set so far. A set that surely fits is better;
 * then the lower cost decides, then the lower need of the fullest tile. @optimistic: need of the
 * fullest tile */
static gboolean
is_better (const PlanSearch *self, const GPtrArray *set, guint64 optimistic, gboolean is_sure)
{
  guint cost = cost_of (set);

  if (self->out->verdict == POPLENS_DOES_NOT_FIT)
    return TRUE;
  if (is_sure != (self->out->verdict == POPLENS_FITS))
    return is_sure;
  return cost != self->best_cost ? cost < self->best_cost : optimistic < self->best_worst;
}

/* Evaluates a set, and makes it the plan if it is the best so far. FALSE only if cancelled. */
static gboolean
try_set (PlanSearch *self, const GPtrArray *set)
{
  g_autoptr (PoplensWhatIfResult) optimistic = NULL;
  g_autoptr (PoplensWhatIfResult) pessimistic = NULL;

  if (is_contradiction (set) || (self->fullest != G_MAXUINT32 && !may_fit (self, set)))
    return TRUE;
  optimistic = evaluate (self, set, POPLENS_ESTIMATE_OPTIMISTIC, NULL);
  if (!optimistic || worst_bytes (optimistic) > self->out->capacity)
    return optimistic != NULL;
  pessimistic = evaluate (self, set, POPLENS_ESTIMATE_PESSIMISTIC, NULL);
  if (pessimistic &&
      is_better (self, set, worst_bytes (optimistic), fits_surely (self, set, pessimistic)))
    take_set (self, set, optimistic, pessimistic);
  return pessimistic != NULL;
}

/* ---- all sets of a size ---------------------------------------------------------------------- */

static gboolean
try_all (PlanSearch *self, GPtrArray *set, guint from, guint size)
{
  if (!size)
    return try_set (self, set);
  for (guint i = from; i + size <= self->candidates->len; i++) {
    g_ptr_array_add (set, self->candidates->pdata[i]);
    if (!try_all (self, set, i + 1, size - 1))
      return FALSE;
    g_ptr_array_set_size (set, (int) set->len - 1);
  }
  return TRUE;
}

/* ---- larger sets ----------------------------------------------------------------------------- */

static gboolean
has_change (const GPtrArray *set, gconstpointer change)
{
  return g_ptr_array_find ((GPtrArray *) set, change, NULL);
}

/* Adds to the set the change that leaves the least excess. @excess: (inout): excess of the set.
 * (transfer full) (nullable): evaluation of the new set; NULL: no change reduces the excess */
static PoplensWhatIfResult *
add_best (PlanSearch *self, GPtrArray *set, guint64 *excess)
{
  g_autoptr (PoplensWhatIfResult) best = NULL;
  gpointer taken = NULL;

  for (guint i = 0; i < self->candidates->len; i++) {
    g_autoptr (PoplensWhatIfResult) result = NULL;
    if (has_change (set, self->candidates->pdata[i]))
      continue;
    g_ptr_array_add (set, self->candidates->pdata[i]);
    if (!is_contradiction (set))
      result = evaluate (self, set, POPLENS_ESTIMATE_OPTIMISTIC, NULL);
    g_ptr_array_set_size (set, (int) set->len - 1);
    if (!result || poplens_fit_excess (result, self->out->capacity) >= *excess)
      continue;
    *excess = poplens_fit_excess (result, self->out->capacity);
    taken = self->candidates->pdata[i];
    g_clear_pointer (&best, poplens_what_if_result_unref);
    best = g_steal_pointer (&result);
  }
  if (taken)
    g_ptr_array_add (set, taken);
  return g_steal_pointer (&best);
}

/* Removes each change without which the other changes still fit. @result: (transfer full):
 * evaluation of the set. Returns the evaluation of the reduced set. (transfer full) */
static PoplensWhatIfResult *
drop_needless (PlanSearch *self, GPtrArray *set, PoplensWhatIfResult *result)
{
  for (guint i = 0; i < set->len;) {
    gpointer change = g_ptr_array_steal_index (set, i);
    PoplensWhatIfResult *without = evaluate (self, set, POPLENS_ESTIMATE_OPTIMISTIC, NULL);
    if (without && worst_bytes (without) <= self->out->capacity) {
      poplens_what_if_result_unref (result);
      result = without;
      continue;
    }
    poplens_what_if_result_unref (without);
    g_ptr_array_insert (set, (int) i++, change);
  }
  return result;
}

static gboolean
go_on_greedily (PlanSearch *self)
{
  g_autoptr (GPtrArray) set = g_ptr_array_new ();
  g_autoptr (PoplensWhatIfResult) result = evaluate (self, set, POPLENS_ESTIMATE_OPTIMISTIC, NULL);
  g_autoptr (PoplensWhatIfResult) pessimistic = NULL;
  guint64 excess = result ? poplens_fit_excess (result, self->out->capacity) : 0;

  while (result && excess) {
    PoplensWhatIfResult *next = add_best (self, set, &excess);
    if (!next)
      break;
    poplens_what_if_result_unref (result);
    result = next;
  }
  if (result && !excess)
    result = drop_needless (self, set, g_steal_pointer (&result));
  if (!result)
    return FALSE;
  pessimistic = evaluate (self, set, POPLENS_ESTIMATE_PESSIMISTIC, NULL);
  if (pessimistic)
    take_set (self, set, result, pessimistic);
  return pessimistic != NULL;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static gboolean
run (PlanSearch *self)
{
  g_autoptr (GPtrArray) set = g_ptr_array_new ();
  g_autoptr (PoplensWhatIfResult) now = evaluate (self, set, POPLENS_ESTIMATE_OPTIMISTIC, NULL);

  if (!now)
    return FALSE;
  self->out->beyond = poplens_fit_count_beyond (now, self->out->capacity);
  self->out->verdict = POPLENS_DOES_NOT_FIT;
  for (guint size = 0; size <= MIN (EXACT_SIZE, self->candidates->len); size++) {
    if (!try_all (self, set, 0, size))
      return FALSE;
    if (self->out->verdict != POPLENS_DOES_NOT_FIT)
      return TRUE;
  }
  return go_on_greedily (self);
}

static gboolean
take_all (PlanSearch *self)
{
  g_autoptr (PoplensWhatIfResult) optimistic =
      evaluate (self, self->candidates, POPLENS_ESTIMATE_OPTIMISTIC, NULL);
  g_autoptr (PoplensWhatIfResult) pessimistic =
      optimistic ? evaluate (self, self->candidates, POPLENS_ESTIMATE_PESSIMISTIC, NULL) : NULL;

  if (pessimistic)
    take_set (self, self->candidates, optimistic, pessimistic);
  return pessimistic != NULL;
}

static gboolean
has_kind_of (const GPtrArray *changes, PoplensChangeKind kind)
{
  for (guint i = 0; i < changes->len; i++)
    if (((const PoplensFitChange *) changes->pdata[i])->change->kind == kind)
      return TRUE;
  return FALSE;
}

/* Returns the assumptions of the optimistic estimate of a plan, as sentences. (transfer full)
 * (nullable): NULL: there are none */
static char *
assumption (const PoplensFitPlan *plan)
{
  static const struct {
    PoplensChangeKind kinds[2];
    const char *sentence;
  } assumed[] = {
      {{POPLENS_CHANGE_OPTIMISER_OFF_CHIP, POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP},
       "The update works layer by layer (PopART: mergeVarUpdate = None)."},
      {{POPLENS_CHANGE_RECOMPUTE, POPLENS_CHANGE_RECOMPUTE},
       "Replaying a layer does not set the peak."},
      {{POPLENS_CHANGE_MICRO_BATCH, POPLENS_CHANGE_MICRO_BATCH},
       "Temporaries and exchange buffers shrink with the micro-batch."},
      {{POPLENS_CHANGE_SERIALISE, POPLENS_CHANGE_SERIALISE},
       "Only one part of the serialised operation is on the chip at once."},
      {{POPLENS_CHANGE_VARIABLE_OFF_CHIP, POPLENS_CHANGE_VARIABLE_OFF_CHIP},
       "An operation loads only its own part of the variable off chip."},
      {{POPLENS_CHANGE_SPREAD, POPLENS_CHANGE_SPREAD},
       "Each tile has an equal share of the variable that is spread."},
      {{POPLENS_CHANGE_IO_TILES, POPLENS_CHANGE_IO_TILES},
       "All data of streams is on the I/O tiles."},
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (assumed); i++)
    if (has_kind_of (plan->changes, assumed[i].kinds[0]) ||
        has_kind_of (plan->changes, assumed[i].kinds[1]))
      g_string_append_printf (text, "%s%s", text->len ? " " : "", assumed[i].sentence);
  return g_string_free (text, !text->len);
}

static void
plan_clear (gpointer data)
{
  PoplensFitPlan *self = data;

  g_ptr_array_unref (self->changes);
  g_free (self->assumed);
}

PoplensFitPlan *
poplens_fit_plan_new (PoplensFit *self, const PoplensMoves *moves, const guint8 *halves,
                      const PoplensPlanOptions *options, GCancellable *cancellable)
{
  g_autoptr (PoplensFitPlan) out = g_atomic_rc_box_new0 (PoplensFitPlan);
  const PoplensWhatIf *what = poplens_moves_get_what_if (moves);
  PlanSearch search = {.maker = {.out = self,
                                 .moves = moves,
                                 .what = what,
                                 .memory = what->memory,
                                 .facts = {halves, moves, poplens_what_if_lives_new ()},
                                 .cancellable = cancellable},
                       .out = out};
  gboolean done;

  out->capacity = self->capacity - self->capacity * MIN (options->margin, 100) / 100;
  out->margin = options->margin;
  out->changes = g_ptr_array_new ();
  search.candidates = g_ptr_array_new ();
  search.fullest = self->worst_tile;
  add_candidates (&search, self->changes, options);
  add_candidates (&search, self->idle, options);
  out->n_candidates = search.candidates->len;
  done = !self->capacity || (options->takes_all ? take_all (&search) : run (&search));
  g_ptr_array_unref (search.candidates);
  poplens_what_if_lives_free (search.maker.facts.lives);
  if (out->verdict == POPLENS_MAY_FIT)
    out->assumed = assumption (out);
  return done ? g_steal_pointer (&out) : NULL;
}

PoplensFitPlan *
poplens_fit_plan_ref (PoplensFitPlan *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_fit_plan_unref (PoplensFitPlan *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, plan_clear);
}
