/* Tables about making a program fit in memory: changes and their effects, and placement of layers
 * on other numbers of IPUs. The table of changes also has the current costs of packing, gaps and
 * instrumentation. */
#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/insights-input.h"
#include "tables/engine/builders.h"

#include <string.h>

/* ---- stages ---------------------------------------------------------------------------------- */

typedef struct {
  guint32 ipus;
  const char *fits, *layers;
  guint64 tile_bytes, tile_bytes_most;
  guint32 fullest_tile;
  gint64 over, over_most, tight, tight_most;
  gint64 mixed;
} StageRow;

static const PoplensColumn stage_columns[] = {
    POPLENS_CELL (StageRow, ipus, "IPUs", COUNT, DERIVED, "Number of IPUs"),
    POPLENS_CELL (
        StageRow, fits, "Fits", TEXT, ASSUMED,
        "yes: every tile fits even by the pessimistic end; may: by the optimistic end; no: "
        "by neither; with the current packing and gaps"),
    POPLENS_CELL (StageRow, layers, "Layers", TEXT, DERIVED,
                  "Numbered layers of each IPU, in order, so that the fullest tile needs least"),
    POPLENS_CELL (StageRow, tile_bytes, "Fullest tile at least", BYTES, ASSUMED,
                  "Need of the fullest tile, estimated, optimistic"),
    POPLENS_CELL (StageRow, tile_bytes_most, "At most", BYTES, ASSUMED,
                  "Same figure, pessimistic: layers as dense as on the densest IPU, and the error "
                  "of the method"),
    POPLENS_CELL (StageRow, fullest_tile, "Tile", ID, ASSUMED,
                  "Fullest tile, pessimistic, numbered over the new IPUs"),
    POPLENS_CELL (StageRow, over, "Over by live bytes", COUNT, ASSUMED,
                  "Tiles whose live bytes alone do not fit, optimistic"),
    POPLENS_CELL (StageRow, over_most, "Over, pessimistic", COUNT, ASSUMED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (StageRow, tight, "Tiles tight", COUNT, ASSUMED,
                  "Tiles that do not fit with the current packing and gaps, optimistic"),
    POPLENS_CELL (StageRow, tight_most, "Tight, pessimistic", COUNT, ASSUMED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (
        StageRow, mixed, "Mixed IPUs", COUNT, DERIVED,
        "IPUs with layers of several current IPUs, whose peaks are added as if at one step"),
};

static void
fill_stage (PoplensRecords *rows, StageRow *row, const PoplensStagePlan *plan)
{
  g_autofree char *layers = poplens_stage_plan_layers (plan);

  row->ipus = plan->n_ipus;
  row->fits = poplens_fit_verdict_key (poplens_stage_plan_verdict (plan));
  row->layers = poplens_records_text (rows, layers);
  row->tile_bytes = plan->worst_bytes[POPLENS_ESTIMATE_OPTIMISTIC];
  row->tile_bytes_most = plan->worst_bytes[POPLENS_ESTIMATE_PESSIMISTIC];
  row->fullest_tile = plan->worst_tile[POPLENS_ESTIMATE_PESSIMISTIC];
  row->over = plan->tiles_over[POPLENS_ESTIMATE_OPTIMISTIC];
  row->over_most = plan->tiles_over[POPLENS_ESTIMATE_PESSIMISTIC];
  row->tight = plan->tiles_tight[POPLENS_ESTIMATE_OPTIMISTIC];
  row->tight_most = plan->tiles_tight[POPLENS_ESTIMATE_PESSIMISTIC];
  row->mixed = plan->n_mixed;
}

PoplensTable *
poplens_build_stages (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  const PoplensFit *fit = poplens_report_fit (report, cancellable, error);
  PoplensRecords *rows;

  if (!fit)
    return NULL;
  rows = POPLENS_RECORDS (StageRow, stage_columns);
  for (guint i = 0; i < fit->stages->plans->len; i++)
    fill_stage (rows, poplens_records_add (rows), fit->stages->plans->pdata[i]);
  PoplensTable *table = poplens_records_finish (rows, "stages", "Layers by IPU", report);
  poplens_table_set_note (table,
                          fit->stages->plans->len
                              ? "Estimated from the current layers. Not counted: activations that "
                                "a longer pipeline keeps for more micro-batches."
                              : "No numbered layers, each on one IPU and in order, or no capacity "
                                "recorded.");
  return table;
}

/* ---- changes --------------------------------------------------------------------------------- */

typedef struct {
  const char *change, *title;
  gint64 tile_bytes, tile_bytes_most, tiles_over, tiles_over_most, over, over_most, tight,
      tight_most, saving, saving_least, median, median_least, total, bytes;
  double share;
  gint64 tiles, largest_tile, largest_tile_bytes;
  const char *confidence;
  gint64 cost;
  const char *options, *sentence;
  gint64 host_bytes, host_cycles;
  gint64 plan_step, tiles_over_without;
} FitChangeRow;

static const PoplensColumn change_columns[] = {
    POPLENS_CELL (FitChangeRow, title, "Title", TEXT, DERIVED, "Name of the change"),
    POPLENS_CELL (FitChangeRow, options, "Options", TEXT, ASSUMED,
                  "Options that make the change, of all frameworks or of the chosen one"),
    POPLENS_CELL (FitChangeRow, change, "Change", TEXT, DERIVED,
                  "Key of the change, as fit --change takes it; bounds, and parts of what a change "
                  "is about, have a name of their own",
                  .for_scripts = TRUE),
    POPLENS_CELL (FitChangeRow, tile_bytes, "Fullest tile at least", BYTES, DERIVED,
                  "Need of the fullest tile after it, optimistic"),
    POPLENS_CELL (FitChangeRow, tile_bytes_most, "At most", BYTES, DERIVED,
                  "Same figure, pessimistic; no limit, as a new layout can have more packing and "
                  "gaps"),
    POPLENS_CELL (FitChangeRow, tiles_over, "Over at best", COUNT, DERIVED,
                  "Tiles that still do not fit after it, over and tight: the fewer of both "
                  "estimates"),
    POPLENS_CELL (
        FitChangeRow, tiles_over_most, "Tiles over", COUNT, DERIVED,
        "Same figure: the more of both estimates; no limit, as a new layout can have more "
        "packing and gaps"),
    POPLENS_CELL (FitChangeRow, host_bytes, "Over the host", BYTES, DERIVED,
                  "Bytes that it moves over the host in each step of training, at least"),
    POPLENS_CELL (FitChangeRow, host_cycles, "Takes at least", CYCLES, DERIVED,
                  "Cycles that these take at the measured rate of the host"),
    POPLENS_CELL (FitChangeRow, over, "Over by live bytes", COUNT, DERIVED,
                  "Tiles whose live bytes alone do not fit after it: the fewer of both estimates"),
    POPLENS_CELL (FitChangeRow, over_most, "Over, pessimistic", COUNT, DERIVED,
                  "Same figure: the more of both estimates"),
    POPLENS_CELL (FitChangeRow, tight, "Tiles tight", COUNT, DERIVED,
                  "Tiles that do not fit with the current packing and gaps after it: the fewer of "
                  "both estimates"),
    POPLENS_CELL (FitChangeRow, tight_most, "Tight, pessimistic", COUNT, DERIVED,
                  "Same figure: the more of both estimates"),
    POPLENS_CELL (FitChangeRow, saving, "Saves at most", BYTES, DERIVED,
                  "Bytes that the tile that is the fullest now needs less, optimistic; savings "
                  "overlap"),
    POPLENS_CELL (FitChangeRow, saving_least, "Saves at least", BYTES, DERIVED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (FitChangeRow, median, "Median saving", BYTES, DERIVED,
                  "Median over all tiles of the bytes that the peak falls by, optimistic"),
    POPLENS_CELL (FitChangeRow, median_least, "Median, pessimistic", BYTES, DERIVED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (FitChangeRow, total, "Total", BYTES, DERIVED,
                  "Bytes that the peaks of all tiles fall by together, optimistic"),
    POPLENS_CELL (FitChangeRow, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes over all tiles that gaps, packing or instrumentation take now. Of "
                  "instrumentation, bytes shared with other variables would not be freed."),
    POPLENS_CELL (FitChangeRow, share, "Share", RATIO, DERIVED,
                  "These bytes as a share of the memory of all tiles including gaps"),
    POPLENS_CELL (FitChangeRow, tiles, "Tiles", COUNT, DERIVED, "Tiles with any of these bytes"),
    POPLENS_CELL (FitChangeRow, largest_tile, "Largest on tile", ID, DERIVED,
                  "Tile with the most of these bytes"),
    POPLENS_CELL (FitChangeRow, largest_tile_bytes, "On that tile", BYTES, DERIVED,
                  "Bytes on that tile"),
    POPLENS_CELL (FitChangeRow, confidence, "Confidence", TEXT, DERIVED,
                  "range: two estimates with the current packing and gaps; bound: saves at most "
                  "this, maybe nothing, and is never part of a plan; estimate: one that is not "
                  "limited"),
    POPLENS_CELL (
        FitChangeRow, cost, "Cost", COUNT, ASSUMED,
        "0: nothing; 1: an option; 2: more work; 3: copies over the host in each step, or other "
        "results; 4: other hardware"),
    POPLENS_CELL (
        FitChangeRow, sentence, "Effect", TEXT, DERIVED,
        "Effect in one sentence; bytes in binary units. Of current bytes, without an effect, "
        "where they are."),
    POPLENS_CELL (FitChangeRow, plan_step, "In the plan", COUNT, DERIVED,
                  "Position among the changes of the plan; empty if the plan does without it"),
    POPLENS_CELL (FitChangeRow, tiles_over_without, "Over without it", COUNT, DERIVED,
                  "Tiles that would not fit were this change left out of the plan, optimistic"),
};

static void
fill_price (FitChangeRow *row, const PoplensFitPrices *prices)
{
  const PoplensFitPrice price = poplens_fit_price_of (prices, row->change);

  if (price.bytes)
    row->host_bytes = (gint64) price.bytes;
  if (price.cycles)
    row->host_cycles = (gint64) price.cycles;
}

static void
fill_change_row (PoplensRecords *rows, FitChangeRow *row, const PoplensFit *fit,
                 const PoplensFitChange *change, const char *framework)
{
  g_autofree char *options = poplens_fit_change_options_of (change->key, framework);
  g_autofree char *sentence = poplens_fit_change_sentence (fit, change, POPLENS_BYTE_UNIT_BINARY);
  guint64 left[2];

  row->change = poplens_records_text (rows, change->key);
  row->title = poplens_records_text (rows, change->title);
  row->tile_bytes = (gint64) MIN (change->worst_bytes[0], change->worst_bytes[1]);
  row->tile_bytes_most = (gint64) MAX (change->worst_bytes[0], change->worst_bytes[1]);
  if (fit->capacity) {
    poplens_fit_change_left (change, left);
    row->tiles_over = (gint64) left[0];
    row->tiles_over_most = (gint64) left[1];
    row->over = MIN (change->tiles_over[0], change->tiles_over[1]);
    row->over_most = MAX (change->tiles_over[0], change->tiles_over[1]);
    row->tight = MIN (change->tiles_tight[0], change->tiles_tight[1]);
    row->tight_most = MAX (change->tiles_tight[0], change->tiles_tight[1]);
  }
  row->saving = (gint64) change->saving[0];
  row->saving_least = (gint64) change->saving[1];
  row->median = (gint64) change->median[0];
  row->median_least = (gint64) change->median[1];
  row->total = (gint64) change->total[0];
  row->confidence = poplens_fit_change_confidence (change);
  row->cost = change->cost;
  row->options = poplens_records_text (rows, options);
  row->sentence = poplens_records_text (rows, sentence);
}

/* Sets the columns of @row about the plan, if the change is in the plan. FALSE with @error if
 * cancelled. */
static gboolean
fill_plan (FitChangeRow *row, PoplensReport *report, const PoplensFitPlan *plan,
           GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < plan->changes->len; i++) {
    const PoplensFitChange *change = plan->changes->pdata[i];
    if (strcmp (change->key, row->change))
      continue;
    guint32 left = poplens_report_fit_without (report, plan, i, cancellable, error);
    if (left == G_MAXUINT32)
      return FALSE;
    row->plan_step = i + 1;
    row->tiles_over_without = left;
  }
  return TRUE;
}

/* ---- current costs --------------------------------------------------------------------------- */

typedef struct {
  GArray *costs;  /* PoplensCost: bytes that a change could save */
  guint64 memory; /* bytes of all tiles, including gaps */
} CurrentCosts;

static void
current_costs_clear (CurrentCosts *self)
{
  g_clear_pointer (&self->costs, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CurrentCosts, current_costs_clear)

static gboolean
current_costs_load (CurrentCosts *self, PoplensReport *report, GCancellable *cancellable,
                    GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_autoptr (GError) local = NULL;
  const PoplensNameSums *names =
      memory ? poplens_report_name_sums (report, cancellable, &local) : NULL;

  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  else if (memory) {
    self->costs = poplens_insights_costs (memory, names);
    self->memory = poplens_memory_sums (memory, NULL).total_including_gaps;
  }
  return self->costs != NULL;
}

static void
fill_cost (const CurrentCosts *self, FitChangeRow *row, const PoplensCost *cost)
{
  row->bytes = (gint64) cost->bytes;
  if (self->memory)
    row->share = (double) cost->bytes / (double) self->memory;
  row->tiles = cost->tiles;
  if (cost->worst_tile != G_MAXUINT32) {
    row->largest_tile = cost->worst_tile;
    row->largest_tile_bytes = (gint64) cost->worst_bytes;
  }
}

/* Returns the key of the change that reduces @cost. If there is no such change, returns the key of
 * the cost. */
static const char *
cost_change (const PoplensCost *cost)
{
  static const char *const changes[][2] = {
      {"gaps", "gap"}, {"packing", "packing"}, {"instrumentation", "no-instrumentation"}};

  for (guint c = 0; c < G_N_ELEMENTS (changes); c++)
    if (!strcmp (cost->key, changes[c][0]))
      return changes[c][1];
  return cost->key;
}

/* Returns the current cost that @change (a key) reduces. (nullable): NULL if there is none */
static const PoplensCost *
find_cost (const CurrentCosts *self, const char *change)
{
  for (guint c = 0; c < self->costs->len; c++) {
    const PoplensCost *cost = &g_array_index (self->costs, PoplensCost, c);
    if (!strcmp (cost_change (cost), change))
      return cost;
  }
  return NULL;
}

static void
add_cost_row (PoplensRecords *rows, const CurrentCosts *self, const PoplensCost *cost)
{
  FitChangeRow *row = poplens_records_add_at (rows, cost->depth);

  row->change = poplens_records_text (rows, cost_change (cost));
  row->title = poplens_records_text (rows, cost->title);
  row->sentence = poplens_records_text (rows, cost->cause);
  fill_cost (self, row, cost);
  if (cost->worst_tile != G_MAXUINT32)
    poplens_records_link (rows, "memory?tile=%u", cost->worst_tile);
}

/* Adds a row for each part of @cost. The rows are children of the last row, which is the change
 * that reduces @cost. */
static void
add_change_parts (PoplensRecords *rows, const CurrentCosts *self, const PoplensCost *cost)
{
  const PoplensCost *end = &g_array_index (self->costs, PoplensCost, self->costs->len);

  for (const PoplensCost *part = cost + 1; part < end && part->depth > cost->depth; part++)
    add_cost_row (rows, self, part);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Returns the largest sum of savings over all tiles that a change has, in bytes. */
static guint64
largest_total (const PoplensFit *fit)
{
  guint64 largest = 0;

  for (guint i = 0; i < fit->changes->len; i++)
    largest = MAX (largest, ((const PoplensFitChange *) fit->changes->pdata[i])->total[0]);
  return largest;
}

static PoplensTable *
build_effects (PoplensReport *report, const PoplensFit *fit, const PoplensLocation *location,
               GCancellable *cancellable, GError **error)
{
  const PoplensFitPrices *prices = poplens_report_fit_prices (report, cancellable, error);
  g_autoptr (PoplensFitPlan) plan =
      prices ? poplens_report_fit_plan (report, location, cancellable, error) : NULL;
  g_autoptr (PoplensRecords) rows = NULL;
  g_auto (CurrentCosts) now = {0};

  if (!plan || !current_costs_load (&now, report, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (FitChangeRow, change_columns);
  const char *framework = location ? poplens_location_get (location, "framework") : NULL;
  for (guint i = 0; i < fit->changes->len; i++) {
    const PoplensFitChange *change = fit->changes->pdata[i];
    FitChangeRow *row = poplens_records_add (rows);
    fill_change_row (rows, row, fit, change, framework);
    fill_price (row, prices);
    if (!fill_plan (row, report, plan, cancellable, error))
      return NULL;
    if (change->change)
      poplens_records_link (rows, "%s", change->location);
    const PoplensCost *cost = find_cost (&now, change->key);
    if (cost) {
      fill_cost (&now, row, cost);
      add_change_parts (rows, &now, cost);
    }
  }
  PoplensTable *table =
      poplens_records_finish_tree (g_steal_pointer (&rows), "changes", "Changes", report);
  PoplensNumber saved;
  g_autofree char *together =
      plan->changes->len && plan->saved
          ? g_strdup_printf (" With the changes of the plan the peaks of all tiles fall by %s.",
                             poplens_format_bytes_beside (saved, plan->saved, largest_total (fit),
                                                          POPLENS_BYTE_UNIT_BINARY))
          : NULL;
  g_autofree char *note = g_strconcat (
      poplens_fit_is_over (fit)
          ? "Most helpful first. A new layout can need more packing and gaps."
          : "First what saves most on the fullest tile of now. A new layout can need more.",
      together, NULL);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_note (table, note);
  return table;
}

/* Builds the table of changes with current costs only, if the report lacks data on effects. @lack:
 * a sentence that names the missing data */
static PoplensTable *
build_costs (PoplensReport *report, const char *lack, GCancellable *cancellable, GError **error)
{
  g_auto (CurrentCosts) now = {0};

  if (!current_costs_load (&now, report, cancellable, error))
    return NULL;
  PoplensRecords *rows = POPLENS_RECORDS (FitChangeRow, change_columns);
  for (guint c = 0; c < now.costs->len; c++)
    add_cost_row (rows, &now, &g_array_index (now.costs, PoplensCost, c));
  PoplensTable *table = poplens_records_finish_tree (rows, "changes", "Changes", report);
  g_autofree char *note =
      g_strdup_printf ("Current bytes only: the effects of changes are unknown. %s", lack);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_note (table, note);
  poplens_table_set_lacks (table, lack);
  poplens_table_set_partial (table, TRUE);
  return table;
}

PoplensTable *
poplens_build_changes (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;
  const PoplensFit *fit = poplens_report_fit (report, cancellable, &failed);

  if (fit)
    return build_effects (report, fit, location, cancellable, error);
  if (poplens_error_is_lack (failed))
    return build_costs (report, failed->message, cancellable, error);
  g_propagate_error (error, g_steal_pointer (&failed));
  return NULL;
}
