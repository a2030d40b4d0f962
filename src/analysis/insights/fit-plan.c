/* The smallest set of changes that fits: all sets of up to three, then greedily. */
#include "analysis/insights/fit-private.h"
#include "analysis/insights/what-if-private.h"

#include <string.h>

#define EXACT_SIZE 3
#define BATCH "micro-batch"

typedef struct {
  FitMaker maker;
  GPtrArray *candidates; /* PoplensFitChange */
  PoplensFitPlan *out;
  guint best_cost;
  guint64 best_worst;
  guint32 fullest; /* the tile that is asked first */
} Search;

/* ---- candidates --------------------------------------------------------------------------------
 */

/* "micro-batch" stands for all of its sizes, "spread" for whatever it is offered for. */
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
add_candidates (Search *self, const GPtrArray *changes, const PoplensPlanOptions *options)
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

/* Two sizes of one thing are no set. */
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

/* ---- evaluation --------------------------------------------------------------------------------
 */

/* @tiles: (nullable): all. NULL only where it was cancelled. (transfer full) */
static PoplensWhatIfResult *
evaluate (const Search *self, const GPtrArray *set, PoplensEstimate estimate,
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

/* Most sets fail on the tile that needs most: it is asked first. */
static gboolean
may_fit (const Search *self, const GPtrArray *set)
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

/* Whether all tiles fit by the pessimistic end. */
static gboolean
fits_surely (const Search *self, const GPtrArray *set, const PoplensWhatIfResult *pessimistic)
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
take_set (Search *self, const GPtrArray *set, const PoplensWhatIfResult *optimistic,
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

/* Of two sets of one size that fit: what fits surely, costs less, leaves more room. */
static gboolean
is_better (const Search *self, const GPtrArray *set, guint64 optimistic, gboolean is_sure)
{
  guint cost = cost_of (set);

  if (self->out->verdict == POPLENS_DOES_NOT_FIT)
    return TRUE;
  if (is_sure != (self->out->verdict == POPLENS_FITS))
    return is_sure;
  return cost != self->best_cost ? cost < self->best_cost : optimistic < self->best_worst;
}

/* FALSE only where it was cancelled. */
static gboolean
try_set (Search *self, const GPtrArray *set)
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

/* ---- all sets of a size ------------------------------------------------------------------------
 */

static gboolean
try_all (Search *self, GPtrArray *set, guint from, guint size)
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

/* ---- more than that ----------------------------------------------------------------------------
 */

static gboolean
has_change (const GPtrArray *set, gconstpointer change)
{
  return g_ptr_array_find ((GPtrArray *) set, change, NULL);
}

/* The set with one more change that leaves least excess; NULL: none helps. (transfer full) */
static PoplensWhatIfResult *
add_best (Search *self, GPtrArray *set, guint64 *excess)
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

/* Drops each change without which it fits too. */
static PoplensWhatIfResult *
drop_needless (Search *self, GPtrArray *set, PoplensWhatIfResult *result)
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
go_on_greedily (Search *self)
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

/* ---- the plan ----------------------------------------------------------------------------------
 */

static gboolean
run (Search *self)
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
has_kind_of (const GPtrArray *changes, PoplensChangeKind kind)
{
  for (guint i = 0; i < changes->len; i++)
    if (((const PoplensFitChange *) changes->pdata[i])->change->kind == kind)
      return TRUE;
  return FALSE;
}

/* What the optimistic estimate of these changes assumes; NULL: nothing. (transfer full) */
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
  PoplensWhatIf *what = poplens_moves_get_what_if (moves);
  Search search = {.maker = {.out = self,
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
  done = !self->capacity || run (&search);
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
