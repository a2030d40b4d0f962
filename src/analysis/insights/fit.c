/* Computes whether a program fits and, if not, the causes. Also computes the cycles that a change
 * costs if it copies data to and from the host. */
#include "analysis/insights/fit.h"

#include "analysis/insights/fit-private.h"
#include "analysis/insights/what-if-private.h"
#include "analysis/memory/tile-contents.h"

#include <string.h>

/* ---- rate of the host ------------------------------------------------------------------------ */

__extension__ typedef unsigned __int128 Wide;

/* Least ratio of the cycles of the largest copy to those of the shortest copy. Below this ratio,
 * most of the time is a fixed cost, so the rate is unknown. */
#define LONG_ENOUGH 2

/* Returns the bytes that a StreamCopyMid moves, over all IPUs. 0: the step is not a StreamCopyMid,
 * or moves nothing. */
static guint64
stream_copy_bytes (const PoplensExecution *execution, const PoplensPrograms *programs,
                   const PoplensExchanges *exchanges, guint32 step)
{
  const PoplensExchangeTable *table = &exchanges->tables[POPLENS_EXCHANGE_HOST];
  guint32 program = execution->step_program[step], row;

  if (poplens_execution_step_kind (execution, step) != POPLENS_STEP_STREAM_COPY_MID ||
      program == POPLENS_NO_PROGRAM ||
      (program = poplens_programs_find (programs, program)) == POPLENS_NO_ROW ||
      programs->kind[program] != POPLENS_PROGRAM_STREAM_COPY_MID)
    return 0;
  row = poplens_exchanges_find (exchanges, POPLENS_EXCHANGE_HOST, programs->variant_index[program]);
  return row == G_MAXUINT32 ? 0
                            : poplens_lists_sum (table->received_by_ipu, row) +
                                  poplens_lists_sum (table->sent_by_ipu, row);
}

/* Returns the cycles of the slowest IPU in one step. @row: (inout): first row of the step; is set
 * to the row after its last. */
static guint64
longest (const PoplensExecution *execution, const PoplensCycleColumn *cycles, guint32 *row)
{
  guint32 step = execution->row_step[*row];
  guint64 most = 0;

  for (; *row < execution->n_rows && execution->row_step[*row] == step; (*row)++) {
    guint64 taken = poplens_cycles_at (cycles, *row);
    most = MAX (most, taken == POPLENS_NO_CYCLES ? 0 : taken);
  }
  return most;
}

static void
add_copy (PoplensHostRate *self, guint64 bytes, guint64 cycles)
{
  if (bytes > self->bytes)
    *self = (PoplensHostRate){.bytes = bytes, .least = cycles};
  if (bytes < self->bytes)
    return;
  self->least = MIN (self->least, cycles);
}

PoplensHostRate
poplens_host_rate_new (const PoplensExecution *execution, const PoplensPrograms *programs,
                       const PoplensExchanges *exchanges, const PoplensCycleColumn *cycles)
{
  PoplensHostRate self = {0};
  guint64 shortest = G_MAXUINT64;

  for (guint32 row = 0; row < execution->n_rows;) {
    guint64 bytes = stream_copy_bytes (execution, programs, exchanges, execution->row_step[row]);
    guint64 taken = longest (execution, cycles, &row);
    if (!bytes || !taken)
      continue;
    shortest = MIN (shortest, taken);
    add_copy (&self, bytes, taken);
  }
  if (!self.bytes || self.least / LONG_ENOUGH < shortest)
    return (PoplensHostRate){0};
  self.least -= shortest;
  return self;
}

/* Returns the cycles that copying @bytes takes at the measured rate of the host, rounded down. */
static guint64
host_rate_least (const PoplensHostRate *self, guint64 bytes)
{
  return (guint64) ((Wide) bytes * self->least / self->bytes);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Sums over all tiles the bytes of the variables that @move affects. Uses the optimistic estimate.
 */
static guint64
bytes_moved (const PoplensMoves *moves, PoplensMove move)
{
  const PoplensMoveSet *set = poplens_moves_get (moves, move, POPLENS_ESTIMATE_OPTIMISTIC);
  const PoplensTilesAlike *alike = poplens_moves_get_what_if (moves)->alike;
  g_autofree guint64 *of_kind = g_new0 (guint64, MAX (alike->n_kinds, 1));
  guint64 sum = 0;

  for (guint32 k = 0; k < alike->n_kinds; k++)
    for (guint32 e = alike->first[k]; e < alike->first[k + 1]; e++)
      of_kind[k] += set->is_moved[alike->entries[e].pair] ? alike->entries[e].bytes : 0;
  for (guint32 t = 0; t < alike->n_tiles; t++)
    sum += of_kind[alike->of_tile[t]];
  return sum;
}

PoplensFitPrices *
poplens_fit_prices_new (const PoplensMoves *moves, const PoplensHostRate *host)
{
  PoplensFitPrices *self = g_new0 (PoplensFitPrices, 1);

  self->host = *host;
  /* Each weight update copies the optimiser state to the IPU and back, and the accumulators at
   * least once in each direction. */
  self->optimiser = 2 * bytes_moved (moves, POPLENS_MOVE_OPTIMISER);
  self->accumulators = 2 * bytes_moved (moves, POPLENS_MOVE_ACCUMULATORS);
  return self;
}

/* ---- prices ---------------------------------------------------------------------------------- */

static PoplensFitPrice
price_of_bytes (const PoplensFitPrices *self, guint64 bytes)
{
  return (PoplensFitPrice){.bytes = bytes,
                           .cycles = self->host.bytes ? host_rate_least (&self->host, bytes) : 0};
}

PoplensFitPrice
poplens_fit_price_of (const PoplensFitPrices *self, const char *key)
{
  return price_of_bytes (self, !strcmp (key, "optimiser-off-chip")      ? self->optimiser
                               : !strcmp (key, "accumulators-off-chip") ? self->accumulators
                                                                        : 0);
}

PoplensFitPrice
poplens_fit_price_of_plan (const PoplensFitPrices *self, const PoplensFitPlan *plan)
{
  guint64 bytes = 0;

  for (guint i = 0; i < plan->changes->len; i++)
    bytes += poplens_fit_price_of (self, ((const PoplensFitChange *) plan->changes->pdata[i])->key)
                 .bytes;
  return price_of_bytes (self, bytes);
}

char *
poplens_fit_price_sentence (const PoplensFitPrice *price, PoplensByteUnit unit)
{
  PoplensNumber bytes, cycles;

  if (!price->bytes)
    return g_strdup ("");
  poplens_format_bytes (bytes, price->bytes, unit);
  if (!price->cycles)
    return g_strdup_printf ("Moves at least %s a step over the host.", bytes);
  return g_strdup_printf ("Moves at least %s a step over the host: %s cycles at the measured rate.",
                          bytes, poplens_format_count (cycles, price->cycles));
}

/* ---- sums over tiles ------------------------------------------------------------------------- */

guint64
poplens_fit_excess (const PoplensWhatIfResult *result, guint64 capacity)
{
  guint64 sum = 0;

  for (guint i = 0; capacity && i < result->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
    sum += tile->needs_after > capacity ? tile->needs_after - capacity : 0;
  }
  return sum;
}

guint32
poplens_fit_count_beyond (const PoplensWhatIfResult *result, guint64 capacity)
{
  guint32 n = 0;

  for (guint i = 0; capacity && i < result->tiles->len; i++)
    n += g_array_index (result->tiles, PoplensWhatIfTile, i).needs_after > capacity;
  return n;
}

const PoplensWhatIfTile *
poplens_fit_worst (const PoplensWhatIfResult *result)
{
  return result->worst == G_MAXUINT32
             ? NULL
             : &g_array_index (result->tiles, PoplensWhatIfTile, result->worst);
}

PoplensWhatIfResult *
poplens_fit_evaluate (const FitMaker *self, const GPtrArray *changes, PoplensEstimate estimate)
{
  return poplens_what_if_evaluate (self->what, changes, &self->facts, estimate, NULL,
                                   self->cancellable);
}

static PoplensWhatIfResult *
evaluate_one (const FitMaker *self, PoplensChange *change, PoplensEstimate estimate)
{
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();

  if (change)
    g_ptr_array_add (changes, change);
  return poplens_fit_evaluate (self, changes, estimate);
}

/* ---- causes ---------------------------------------------------------------------------------- */

/* Largest difference at which the shares of two causes count as equal. */
#define FIVE_POINTS 0.05
/* A cause of at least this share of the excess is the first cause. */
#define FIRST_CAUSE 0.8

guint64
poplens_fit_layout_bytes (const FitMaker *self, guint32 position, gboolean packing)
{
  const PoplensMemory *m = self->memory;
  guint64 peak = g_array_index (self->now->tiles, PoplensWhatIfTile, position).after;
  guint64 total = m->total[position];

  if (!packing)
    return m->total_including_gaps[position] - total;
  return total > peak ? total - peak : 0;
}

/* Returns the excess without the packing loss of all tiles (@packing TRUE) or without their gaps
 * (FALSE). Adds the number of tiles that would still not fit to @tiles_over. */
static guint64
excess_without (const FitMaker *self, gboolean packing, guint32 *tiles_over)
{
  guint64 sum = 0, capacity = self->out->capacity;

  for (guint i = 0; i < self->now->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (self->now->tiles, PoplensWhatIfTile, i);
    guint64 less = poplens_fit_layout_bytes (self, i, packing);
    guint64 need = tile->needs_after > less ? tile->needs_after - less : 0;
    need = MAX (need, tile->after);
    *tiles_over += capacity && need > capacity;
    sum += capacity && need > capacity ? need - capacity : 0;
  }
  return sum;
}

static double
share_of (const FitMaker *self, guint64 excess)
{
  return self->out->excess ? (double) (self->out->excess - MIN (excess, self->out->excess)) /
                                 (double) self->out->excess
                           : 0;
}

/* Estimate: the packing loss of a tile shrinks in proportion to its live bytes that are not always
 * live. */
guint64
poplens_fit_packing_less (const FitMaker *self, guint32 position, const PoplensWhatIfTile *tile)
{
  const PoplensWhatIfTile *now = &g_array_index (self->now->tiles, PoplensWhatIfTile, position);
  guint64 packing = poplens_fit_layout_bytes (self, position, TRUE);
  guint64 before = now->after - now->always_live_after,
          after = tile->after - tile->always_live_after;

  return before ? packing - packing * MIN (after, before) / before : 0;
}

/* Returns the bytes that a tile needs without a kind of variable and the packing loss of that kind.
 * @tile: evaluation of the tile at @position without the kind */
static guint64
need_without_kind (const FitMaker *self, guint position, const PoplensWhatIfTile *tile)
{
  guint64 less = poplens_fit_packing_less (self, position, tile);

  return MAX (tile->needs_after - MIN (less, tile->needs_after), tile->after);
}

PoplensWhatIfResult *
poplens_fit_without_kind (const FitMaker *self, const char *kind)
{
  PoplensChange without = {.kind = POPLENS_CHANGE_SCALE, .purpose = (char *) kind};

  return evaluate_one (self, &without, POPLENS_ESTIMATE_OPTIMISTIC);
}

static gboolean
evaluate_cause (const FitMaker *self, PoplensFitCause *cause)
{
  guint64 capacity = self->out->capacity, excess = 0;
  g_autoptr (PoplensWhatIfResult) result = NULL;

  if (!self->out->excess)
    return TRUE;
  result = poplens_fit_without_kind (self, cause->key);
  if (!result)
    return FALSE;
  for (guint i = 0; i < result->tiles->len; i++) {
    guint64 need =
        need_without_kind (self, i, &g_array_index (result->tiles, PoplensWhatIfTile, i));
    cause->tiles_over += need > capacity;
    excess += need > capacity ? need - capacity : 0;
  }
  cause->share = share_of (self, excess);
  return TRUE;
}

/* Returns the live bytes of @tiles by group, each tile at its own peak. (transfer full) */
static PoplensLiveGroups *
live_at_peaks (const FitMaker *self, const PoplensTileSet *tiles)
{
  const PoplensWhatIf *what = self->what;
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (PoplensTilePeak));

  for (guint i = 0; i < self->now->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (self->now->tiles, PoplensWhatIfTile, i);
    PoplensTilePeak peak = {.tile = tile->tile, .step = tile->step_after, .bytes = tile->after};
    g_array_append_val (peaks, peak);
  }
  return poplens_live_groups_new (what->bytes, what->liveness, self->memory, peaks, tiles,
                                  POPLENS_NO_STEP);
}

/* Returns the tiles that do not fit. (transfer full) */
static PoplensTileSet *
tiles_beyond (const FitMaker *self)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  for (guint i = 0; self->out->capacity && i < self->now->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (self->now->tiles, PoplensWhatIfTile, i);
    PoplensTileRange one = {tile->tile, tile->tile};
    if (tile->needs_after > self->out->capacity)
      g_array_append_val (ranges, one);
  }
  return poplens_tile_set_new ((const PoplensTileRange *) (gpointer) ranges->data, ranges->len);
}

static void
sum_kinds (const FitMaker *self, const PoplensLiveGroups *groups, guint64 *sums)
{
  for (guint32 g = 0; g < self->kinds->n; g++)
    sums[self->kinds->kind[g]] += (guint64) groups->live[g];
}

/* Sets .variable to the variable that has more than half of the bytes of the cause, if any. */
static void
find_variable (const FitMaker *self, PoplensFitCause *cause, const gint64 *live)
{
  for (guint32 g = 0; g < self->kinds->n; g++)
    if (self->kinds->kind[g] == cause->kind && (guint64) live[g] > cause->bytes / 2 &&
        self->what->bytes->groups[g].unlowered != G_MAXUINT32) {
      cause->variable = self->what->bytes->groups[g].name;
      cause->variable_bytes = (guint64) live[g];
    }
}

static gboolean
add_kinds (FitMaker *self)
{
  guint64 here[POPLENS_N_KINDS] = {0}, over[POPLENS_N_KINDS] = {0};
  PoplensTileRange one = {self->out->worst_tile, self->out->worst_tile};
  g_autoptr (PoplensTileSet) worst = poplens_tile_set_new (&one, self->worst ? 1 : 0);
  g_autoptr (PoplensTileSet) beyond = tiles_beyond (self);
  g_autoptr (PoplensLiveGroups) of_worst = live_at_peaks (self, worst);
  g_autoptr (PoplensLiveGroups) of_beyond = live_at_peaks (self, beyond);

  sum_kinds (self, of_worst, here);
  sum_kinds (self, of_beyond, over);
  for (guint k = 0; k < POPLENS_N_KINDS; k++) {
    PoplensFitCause cause = {.key = poplens_kind_key (k),
                             .title = poplens_kind_title (k),
                             .is_kind = TRUE,
                             .kind = k,
                             .bytes = here[k],
                             .bytes_over = over[k]};
    if (!here[k] && !over[k])
      continue;
    if (!evaluate_cause (self, &cause))
      return FALSE;
    find_variable (self, &cause, of_worst->live);
    g_array_append_val (self->out->causes, cause);
  }
  return TRUE;
}

static void
add_layout (FitMaker *self, gboolean packing)
{
  PoplensFitCause cause = {.key = packing ? "packing" : "gap",
                           .title = packing ? "Packing overhead" : "Gaps",
                           .kind = POPLENS_N_KINDS};
  guint worst =
      self->worst ? (guint) (self->worst - (PoplensWhatIfTile *) (gpointer) self->now->tiles->data)
                  : 0;

  for (guint i = 0; i < self->now->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (self->now->tiles, PoplensWhatIfTile, i);
    guint64 bytes = poplens_fit_layout_bytes (self, i, packing);
    if (i == worst)
      cause.bytes = bytes;
    if (self->out->capacity && tile->needs_after > self->out->capacity)
      cause.bytes_over += bytes;
  }
  if (!cause.bytes && !cause.bytes_over)
    return;
  if (self->out->excess)
    cause.share = share_of (self, excess_without (self, packing, &cause.tiles_over));
  g_array_append_val (self->out->causes, cause);
}

static int
by_share (gconstpointer a, gconstpointer b)
{
  const PoplensFitCause *x = a, *y = b;

  if (x->share != y->share)
    return x->share > y->share ? -1 : 1;
  return x->bytes != y->bytes ? (x->bytes > y->bytes ? -1 : 1) : strcmp (x->key, y->key);
}

static int
by_bytes_over (gconstpointer a, gconstpointer b)
{
  const PoplensFitCause *x = a, *y = b;

  return x->bytes_over != y->bytes_over ? (x->bytes_over > y->bytes_over ? -1 : 1)
                                        : by_share (a, b);
}

/* Sorts causes by share of the excess, largest first. Causes whose shares differ by at most five
 * percentage points are sorted by bytes on tiles that do not fit. */
static void
sort_causes (GArray *causes)
{
  PoplensFitCause *all = (PoplensFitCause *) (gpointer) causes->data;
  guint from = 0, to;

  g_array_sort (causes, by_share);
  for (; from < causes->len; from = to) {
    for (to = from + 1; to < causes->len && all[from].share - all[to].share <= FIVE_POINTS; to++)
      ;
    if (all[from].share > 0)
      qsort (all + from, to - from, sizeof *all, by_bytes_over);
  }
}

static void
finish_causes (FitMaker *self)
{
  for (guint i = 0; i < self->out->causes->len; i++) {
    PoplensFitCause *cause = &g_array_index (self->out->causes, PoplensFitCause, i);
    cause->tile_share =
        self->out->worst_bytes ? (double) cause->bytes / (double) self->out->worst_bytes : 0;
  }
  sort_causes (self->out->causes);
}

/* ---- fit ------------------------------------------------------------------------------------- */

static void
take_now (FitMaker *self)
{
  PoplensFit *out = self->out;

  out->capacity = self->now->capacity;
  out->n_tiles = self->now->tiles->len;
  out->tiles_over = self->now->over_before;
  out->tiles_tight = self->now->tight_before;
  out->excess = poplens_fit_excess (self->now, out->capacity);
  out->peaks = self->now->before;
  out->worst_tile = out->worst_step = G_MAXUINT32;
  self->worst = poplens_fit_worst (self->now);
  if (!self->worst)
    return;
  out->worst_tile = self->worst->tile;
  out->worst_step = self->worst->step_after;
  out->worst_bytes = self->worst->needs_after;
  out->worst_peak = self->worst->after;
}

static gboolean
fit_maker_run (FitMaker *self)
{
  self->now = evaluate_one (self, NULL, POPLENS_ESTIMATE_OPTIMISTIC);
  if (!self->now)
    return FALSE;
  take_now (self);
  if (!add_kinds (self))
    return FALSE;
  add_layout (self, TRUE);
  add_layout (self, FALSE);
  finish_causes (self);
  return poplens_fit_add_changes (self);
}

PoplensFit *
poplens_fit_new (const PoplensMoves *moves, const guint8 *halves, const guint64 *outlined,
                 const PoplensMemory *memory, guint32 tiles_per_ipu, GCancellable *cancellable)
{
  g_autoptr (PoplensFit) out = g_new0 (PoplensFit, 1);
  FitMaker self = {.out = out,
                   .moves = moves,
                   .what = poplens_moves_get_what_if (moves),
                   .kinds = poplens_moves_get_kinds (moves),
                   .memory = memory,
                   .facts = {halves, moves, poplens_what_if_lives_new ()},
                   .outlined = outlined,
                   .cancellable = cancellable};
  gboolean done;

  out->causes = g_array_new (FALSE, FALSE, sizeof (PoplensFitCause));
  out->changes = g_ptr_array_new_with_free_func (poplens_fit_change_free);
  out->idle = g_ptr_array_new_with_free_func (poplens_fit_change_free);
  out->stages = poplens_stages_new (moves, memory, tiles_per_ipu, cancellable);
  done = out->stages && fit_maker_run (&self);
  poplens_what_if_result_unref (self.now);
  poplens_what_if_lives_free (self.facts.lives);
  return done ? g_steal_pointer (&out) : NULL;
}

void
poplens_fit_free (PoplensFit *self)
{
  if (!self)
    return;
  g_array_unref (self->causes);
  g_ptr_array_unref (self->changes);
  g_ptr_array_unref (self->idle);
  poplens_stages_free (self->stages);
  g_free (self);
}

gboolean
poplens_fit_is_over (const PoplensFit *self)
{
  return self->tiles_over + self->tiles_tight > 0;
}

static const PoplensFitChange *
find_key (const GPtrArray *changes, const char *key)
{
  for (guint i = 0; i < changes->len; i++)
    if (!strcmp (((const PoplensFitChange *) changes->pdata[i])->key, key))
      return changes->pdata[i];
  return NULL;
}

const PoplensFitChange *
poplens_fit_find_change (const PoplensFit *self, const char *key)
{
  const PoplensFitChange *found = find_key (self->changes, key);

  return found ? found : find_key (self->idle, key);
}

gboolean
poplens_fit_may_answer (const PoplensFit *self)
{
  for (guint i = 0; i < self->changes->len; i++) {
    const PoplensFitChange *change = self->changes->pdata[i];
    if (change->is_answer && !change->excess[POPLENS_ESTIMATE_OPTIMISTIC])
      return TRUE;
  }
  return FALSE;
}

const PoplensFitCause *
poplens_fit_first_cause (const PoplensFit *self)
{
  const PoplensFitCause *first =
      self->causes->len ? &g_array_index (self->causes, PoplensFitCause, 0) : NULL;

  return first && first->share >= FIRST_CAUSE ? first : NULL;
}
