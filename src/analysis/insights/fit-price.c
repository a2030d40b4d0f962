/* Prices of changes in cycles (formats.md 8.13). */
#include "analysis/insights/fit-price.h"

#include "analysis/insights/what-if-private.h"
#include "analysis/memory/class-operations.h"
#include "analysis/memory/move-layers.h"
#include "base/search.h"

#include <string.h>

enum { OPTIMISER, ACCUMULATORS };
enum { MICRO_BATCH, HALF, OTHER };

#define SERIALISE "serialise="

/* What prices are made from. */
typedef struct {
  PoplensFitPrices *out;
  const PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensFitMeasured *measured;
  PoplensMoveLayers *layers;
  guint32 *last_birth; /* [layers] step of the last birth of what is computed again; NO_STEP */
} Maker;

static PoplensFitPrice
known (guint64 least, guint64 most, const char *basis)
{
  return (PoplensFitPrice){TRUE, {MIN (least, most), most}, basis};
}

static PoplensFitPrice
unknown (const char *why)
{
  return (PoplensFitPrice){.basis = why};
}

/* ---- recomputation -----------------------------------------------------------------------------
 */

/* First step of the first range of each class; NO_STEP of those without. (transfer full) */
static guint32 *
find_births (const PoplensWhatIf *what)
{
  guint32 n = what->liveness->n_classes;
  guint32 *born = g_new (guint32, MAX (n, 1));

  memset (born, 0xff, sizeof *born * MAX (n, 1));
  for (guint32 r = 0; r < what->ranges->len; r++) {
    const PoplensClassRange *range = &g_array_index (what->ranges, PoplensClassRange, r);
    born[range->class_row] = MIN (born[range->class_row], (guint32) (range->from >> 16));
  }
  return born;
}

static void
find_last_births (Maker *self)
{
  const PoplensMoveSet *set =
      poplens_moves_get (self->moves, POPLENS_MOVE_RECOMPUTE, POPLENS_ESTIMATE_OPTIMISTIC);
  const PoplensTilesAlike *alike = self->what->alike;
  g_autofree guint32 *born = find_births (self->what);

  self->last_birth = g_new (guint32, MAX (self->layers->n, 1));
  memset (self->last_birth, 0xff, sizeof *self->last_birth * MAX (self->layers->n, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++) {
    guint32 at = born[alike->pairs[p].class_row], layer;
    if (!set->is_moved[p] || at >= self->layers->n_steps)
      continue;
    layer = self->layers->of_step[at];
    if (self->last_birth[layer] == G_MAXUINT32 || at > self->last_birth[layer])
      self->last_birth[layer] = at;
  }
}

/* Whether a step runs once more: all of the forward pass of a layer whose activations are computed
 * again, or only up to the last of them. */
static gboolean
runs_again (const Maker *self, guint32 step, gboolean all)
{
  const PoplensMoveLayers *layers = self->layers;
  guint32 layer = layers->of_step[step];

  if (layer == POPLENS_NO_LAYER || self->last_birth[layer] == G_MAXUINT32 ||
      step < layers->forward[layer].from || step >= layers->forward[layer].to)
    return FALSE;
  return all || step <= self->last_birth[layer];
}

/* Least: of the IPU with most of it, all others beside it. Most: one after the other. */
static void
make_recompute (Maker *self)
{
  const PoplensTreeCycles *tree = self->measured->tree;
  guint64 least = 0, most = 0;

  for (guint32 ipu = 0; ipu < tree->n_ipus; ipu++) {
    guint64 needed = 0;
    for (guint32 s = 0; s < MIN (self->layers->n_steps, tree->n_steps); s++) {
      guint64 cycles = poplens_tree_cycles_at (tree, s, ipu);
      needed += runs_again (self, s, FALSE) ? cycles : 0;
      most += runs_again (self, s, TRUE) ? cycles : 0;
    }
    least = MAX (least, needed);
  }
  self->out->recompute =
      most ? known (least, most, "the measured forward steps of these layers run once more")
           : unknown ("Time unknown: these forward steps were not executed");
}

/* ---- off chip ----------------------------------------------------------------------------------
 */

/* Bytes of all tiles that a move is about. */
static guint64
bytes_moved (const Maker *self, PoplensMove move)
{
  const PoplensMoveSet *set = poplens_moves_get (self->moves, move, POPLENS_ESTIMATE_OPTIMISTIC);
  const PoplensTilesAlike *alike = self->what->alike;
  g_autofree guint64 *of_kind = g_new0 (guint64, MAX (alike->n_kinds, 1));
  guint64 sum = 0;

  for (guint32 k = 0; k < alike->n_kinds; k++)
    for (guint32 e = alike->first[k]; e < alike->first[k + 1]; e++)
      of_kind[k] += set->is_moved[alike->entries[e].pair] ? alike->entries[e].bytes : 0;
  for (guint32 t = 0; t < alike->n_tiles; t++)
    sum += of_kind[alike->of_tile[t]];
  return sum;
}

/* The median of how often steps ran that ran at all: functions that several layers call run more
 * often than the pass that they are part of, and few of its steps are theirs. */
static guint64
median_of (GArray *executed)
{
  if (!executed->len)
    return 0;
  g_array_sort (executed, poplens_compare_u64);
  return g_array_index (executed, guint64, executed->len / 2);
}

static void
add_executed (const Maker *self, GArray *executed, guint32 step)
{
  const PoplensTreeCycles *tree = self->measured->tree;

  if (step < tree->n_steps && tree->executed[step])
    g_array_append_val (executed, tree->executed[step]);
}

static guint64
count_updates (const Maker *self)
{
  g_autoptr (GArray) executed = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < self->layers->updates->len; i++) {
    const PoplensStepSpan *span = &g_array_index (self->layers->updates, PoplensStepSpan, i);
    for (guint32 s = span->from; s < span->to; s++)
      add_executed (self, executed, s);
  }
  return median_of (executed);
}

static guint64
count_backward (const Maker *self)
{
  const PoplensMoveLayers *layers = self->layers;
  g_autoptr (GArray) executed = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint32 s = 0; s < layers->n_steps; s++) {
    guint32 layer = layers->of_step[s];
    if (layer != POPLENS_NO_LAYER && s >= layers->backward[layer].from &&
        s < layers->backward[layer].to)
      add_executed (self, executed, s);
  }
  return median_of (executed);
}

/* @least and @most: how often all of it goes over the host. */
static PoplensFitPrice
price_of_copies (const Maker *self, guint64 bytes, guint64 least, guint64 most)
{
  const PoplensHostRate *host = &self->measured->host;

  if (!most || !bytes)
    return unknown ("Time unknown: the update was not executed");
  if (!host->bytes)
    return unknown ("Time unknown: no measured copy with the host is large enough to tell a rate");
  return known (poplens_host_rate_least (host, bytes * least),
                poplens_host_rate_most (host, bytes * most),
                "these bytes move at the rate of the largest measured copy, and the host is ready");
}

/* State is brought before the update and taken away behind it. Sums of gradients at least leave the
 * chip and come back once an update; at most they do so around each backward pass, and around each
 * update. */
static void
make_off_chip (Maker *self)
{
  static const PoplensMove moves[] = {POPLENS_MOVE_OPTIMISER, POPLENS_MOVE_ACCUMULATORS};
  guint64 updates = self->layers ? count_updates (self) : 0;
  guint64 backward = updates ? count_backward (self) : 0;
  const guint64 most[] = {2 * updates, updates ? 2 * (updates + backward) : 0};

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++) {
    guint64 bytes = bytes_moved (self, moves[i]);
    if (self->layers)
      self->out->off_chip[i] = price_of_copies (self, bytes, 2 * updates, most[i]);
    self->out->off_chip[i].bytes = 2 * bytes;
  }
}

/* ---- operations --------------------------------------------------------------------------------
 */

static guint64
cycles_of_step (const PoplensTreeCycles *tree, guint32 step)
{
  guint64 sum = 0;

  for (guint32 ipu = 0; ipu < tree->n_ipus; ipu++)
    sum += poplens_tree_cycles_at (tree, step, ipu);
  return sum;
}

static void
add_operations (Maker *self, const PoplensKindSteps *steps)
{
  const PoplensTreeCycles *tree = self->measured->tree;

  for (guint32 s = 0; s < MIN (poplens_kind_steps_n (steps), tree->n_steps); s++) {
    g_autofree char *operation = poplens_step_operation (poplens_kind_steps_name (steps, s));
    guint64 cycles = cycles_of_step (tree, s), *sum;
    if (!operation || !cycles)
      continue;
    sum = g_hash_table_lookup (self->out->operations, operation);
    if (!sum) {
      sum = g_new0 (guint64, 1);
      g_hash_table_insert (self->out->operations, g_steal_pointer (&operation), sum);
    }
    *sum += cycles;
  }
}

/* ---- all of them -------------------------------------------------------------------------------
 */

static void
make_unmeasured (PoplensFitPrices *out, const char *why)
{
  out->recompute = out->instrumentation = unknown (why);
  for (guint i = 0; i < G_N_ELEMENTS (out->off_chip); i++)
    out->off_chip[i] = unknown (why);
  for (guint i = 0; i < G_N_ELEMENTS (out->unknown); i++)
    out->unknown[i] = unknown (why);
}

static void
make_measured (Maker *self)
{
  PoplensFitPrices *out = self->out;

  out->program = self->measured->program;
  find_last_births (self);
  make_recompute (self);
  make_off_chip (self);
  out->instrumentation = known (0, 0, NULL);
  out->unknown[MICRO_BATCH] = unknown ("Time unknown: smaller steps run more often");
  out->unknown[HALF] = unknown ("Time unknown: other number formats were not measured");
  out->unknown[OTHER] = unknown ("Time unknown: another choice of the compiler was not measured");
}

PoplensFitPrices *
poplens_fit_prices_new (const PoplensMoves *moves, const PoplensPrograms *programs,
                        const PoplensFitMeasured *measured)
{
  PoplensFitPrices *out = g_atomic_rc_box_new0 (PoplensFitPrices);
  const PoplensWhatIf *what = poplens_moves_get_what_if (moves);
  Maker self = {.out = out, .moves = moves, .what = what, .measured = measured};

  out->texts = g_string_chunk_new (256);
  out->operations = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!measured->tree) {
    make_unmeasured (out, g_string_chunk_insert (out->texts, measured->absence));
    make_off_chip (&self);
    return out;
  }
  g_autoptr (PoplensKindSteps) steps = poplens_kind_steps_new (what->liveness, programs);
  self.layers = poplens_move_layers_new (steps);
  make_measured (&self);
  add_operations (&self, steps);
  g_free (self.last_birth);
  poplens_move_layers_free (self.layers);
  return out;
}

PoplensFitPrices *
poplens_fit_prices_ref (PoplensFitPrices *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PoplensFitPrices *self = data;

  g_string_chunk_free (self->texts);
  g_hash_table_unref (self->operations);
}

void
poplens_fit_prices_unref (PoplensFitPrices *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, clear);
}

/* Each part at least takes its share, and at most as long as the whole does now. */
static PoplensFitPrice
price_of_parts (const PoplensFitPrices *self, const char *key)
{
  g_autoptr (PoplensChange) change = poplens_change_parse (key, NULL);
  const guint64 *cycles = change ? g_hash_table_lookup (self->operations, change->name) : NULL;

  if (!self->program)
    return self->unknown[OTHER];
  return cycles ? known (0, (change->parts - 1) * *cycles, "each part takes as long as the whole")
                : unknown ("Time unknown: the operation was not executed");
}

PoplensFitPrice
poplens_fit_price_of (const PoplensFitPrices *self, const char *key)
{
  if (!strcmp (key, "recompute"))
    return self->recompute;
  if (!strcmp (key, "optimiser-off-chip"))
    return self->off_chip[OPTIMISER];
  if (!strcmp (key, "accumulators-off-chip"))
    return self->off_chip[ACCUMULATORS];
  if (!strcmp (key, "no-instrumentation"))
    return self->instrumentation;
  if (g_str_has_prefix (key, SERIALISE))
    return price_of_parts (self, key);
  if (g_str_has_prefix (key, "micro-batch"))
    return self->unknown[MICRO_BATCH];
  return self->unknown[strcmp (key, "half") ? OTHER : HALF];
}

PoplensFitPrice
poplens_fit_price_of_plan (const PoplensFitPrices *self, const PoplensFitPlan *plan)
{
  PoplensFitPrice sum = self->program ? known (0, 0, NULL) : self->unknown[OTHER];

  for (guint i = 0; i < plan->changes->len; i++) {
    const PoplensFitChange *change = plan->changes->pdata[i];
    const PoplensFitPrice price = poplens_fit_price_of (self, change->key);
    sum.bytes += price.bytes;
    if (sum.is_known && !price.is_known) {
      sum.is_known = FALSE;
      sum.basis = price.basis;
    }
    sum.cycles[0] += price.cycles[0];
    sum.cycles[1] += price.cycles[1];
  }
  return sum;
}

/* "Moves at least 1.2 GiB a step over the host. ", or "" (transfer full) */
static char *
bytes_sentence (const PoplensFitPrice *price, PoplensByteUnit unit)
{
  PoplensNumber bytes;

  return price->bytes ? g_strdup_printf ("Moves at least %s a step over the host. ",
                                         poplens_format_bytes (bytes, price->bytes, unit))
                      : g_strdup ("");
}

char *
poplens_fit_price_sentence (const PoplensFitPrices *self, const PoplensFitPrice *price,
                            PoplensByteUnit unit)
{
  PoplensNumber least, most, share;
  g_autofree char *bytes = bytes_sentence (price, unit);
  double part = self->program ? (double) price->cycles[1] / (double) self->program : 0;
  gboolean is_range = price->is_known && price->cycles[0] < price->cycles[1];

  if (!price->is_known)
    return g_strconcat (bytes, price->basis, NULL);
  if (!price->cycles[1])
    return g_strdup ("Adds no cycles");
  return g_strdup_printf ("%sAdds %s%s%s cycles, at most %s of the program%s%s", bytes,
                          is_range ? poplens_format_count (least, price->cycles[0]) : "",
                          is_range ? "\u2013" : "", poplens_format_count (most, price->cycles[1]),
                          poplens_format_percent (share, part), price->basis ? ", if " : "",
                          price->basis ? price->basis : "");
}

char *
poplens_fit_plan_price_sentence (const PoplensFitPrices *self, const PoplensFitPlan *plan,
                                 PoplensByteUnit unit)
{
  PoplensFitPrice price = poplens_fit_price_of_plan (self, plan);
  g_autofree char *text = NULL;

  if (!plan->changes->len)
    return g_strdup ("");
  /* Why is long, and the same for all changes: their table has it. */
  if (!self->program)
    price.basis = "Time unknown: no execution recorded";
  text = poplens_fit_price_sentence (self, &price, unit);
  return g_strconcat (
      text, price.is_known && price.cycles[1] ? " (estimated from measured cycles)." : ".", NULL);
}
