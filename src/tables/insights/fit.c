/* Whether a program fits: causes, and changes with those of the plan. */
#include "tables/engine/builders.h"

#include "base/format.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/price-source.h"

#include <string.h>

/* ---- causes ------------------------------------------------------------------------------------
 */

typedef struct {
  const char *kind, *title;
  double share;
  gint64 tiles_over;
  guint64 bytes;
  double tile_share;
  guint64 bytes_over;
  const char *variable;
  gint64 variable_bytes;
} CauseRow;

static const PoplensColumn cause_columns[] = {
    POPLENS_CELL (CauseRow, title, "Title", TEXT, DERIVED, "Purpose of these bytes"),
    POPLENS_CELL (CauseRow, share, "Share of excess", RATIO, DERIVED,
                  "Part of the bytes over capacity that would go with it; shares overlap; empty "
                  "where everything fits"),
    POPLENS_CELL (CauseRow, bytes, "On fullest tile", BYTES, DERIVED,
                  "Bytes live on the fullest tile at its peak; of packing and gaps all of them",
                  .total = TRUE),
    POPLENS_CELL (CauseRow, tile_share, "Share of tile", RATIO, DERIVED,
                  "These bytes as a share of the need of the fullest tile"),
    POPLENS_CELL (CauseRow, tiles_over, "Over without it", COUNT, DERIVED,
                  "Tiles that would still not fit without it; empty where everything fits"),
    POPLENS_CELL (CauseRow, bytes_over, "On tiles over", BYTES, DERIVED,
                  "Same figure over all tiles that do not fit, each at its own peak",
                  .total = TRUE),
    POPLENS_CELL (CauseRow, variable, "Variable", TEXT, FILE,
                  "Variable with more than half of these bytes on the fullest tile; else empty"),
    POPLENS_CELL (CauseRow, variable_bytes, "Variable bytes", BYTES, DERIVED,
                  "Bytes of this variable on the fullest tile"),
    POPLENS_CELL (CauseRow, kind, "Kind", TEXT, DERIVED,
                  "Kind of variables as scripts name it, packing or gap", .for_scripts = TRUE),
};

PoplensTable *
poplens_build_causes (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFit) fit = poplens_report_fit (report, cancellable, error);
  PoplensRecords *rows;

  if (!fit)
    return NULL;
  rows = POPLENS_RECORDS (CauseRow, cause_columns);
  for (guint i = 0; i < fit->causes->len; i++) {
    const PoplensFitCause *cause = &g_array_index (fit->causes, PoplensFitCause, i);
    CauseRow *row = poplens_records_add (rows);
    row->kind = cause->key;
    row->title = cause->title;
    if (poplens_fit_is_over (fit)) {
      row->share = cause->share;
      row->tiles_over = cause->tiles_over;
    }
    row->bytes = cause->bytes;
    row->tile_share = cause->tile_share;
    row->bytes_over = cause->bytes_over;
    row->variable = poplens_records_text (rows, cause->variable);
    if (cause->variable)
      row->variable_bytes = (gint64) cause->variable_bytes;
  }
  PoplensTable *table = poplens_records_finish (rows, "causes", "Causes", report);
  poplens_table_set_note (
      table, poplens_fit_is_over (fit)
                 ? "Largest share first; shares within five points by bytes on tiles over."
                 : "Most bytes on the fullest tile first.");
  return table;
}

/* ---- changes -----------------------------------------------------------------------------------
 */

typedef struct {
  const char *change, *title;
  guint64 tile_bytes, tile_bytes_most;
  gint64 tiles_over, tiles_over_most, over, over_most, tight, tight_most;
  guint64 saving, saving_least, median, median_least, total;
  const char *confidence;
  gint64 cost;
  const char *options, *sentence;
  gint64 host_bytes, host_cycles;
  gint64 plan_step, tiles_over_without;
} ChangeRow;

static const PoplensColumn change_columns[] = {
    POPLENS_CELL (ChangeRow, title, "Title", TEXT, DERIVED, "Name of the change"),
    POPLENS_CELL (ChangeRow, options, "Options", TEXT, ASSUMED,
                  "Options of the frameworks that make the change"),
    POPLENS_CELL (ChangeRow, change, "Change", TEXT, DERIVED,
                  "Key of the change, as fit --change takes it; bounds have a name of their "
                  "own",
                  .for_scripts = TRUE),
    POPLENS_CELL (ChangeRow, tile_bytes, "Fullest tile at least", BYTES, DERIVED,
                  "Need of the fullest tile after it, optimistic"),
    POPLENS_CELL (ChangeRow, tile_bytes_most, "At most", BYTES, DERIVED,
                  "Same figure, pessimistic; no limit, as a new layout can have more packing and "
                  "gaps"),
    POPLENS_CELL (ChangeRow, tiles_over, "Over at best", COUNT, DERIVED,
                  "Tiles that still do not fit after it, over and tight: the fewer of both "
                  "estimates"),
    POPLENS_CELL (
        ChangeRow, tiles_over_most, "Tiles over", COUNT, DERIVED,
        "Same figure: the more of both estimates; no limit, as a new layout can have more "
        "packing and gaps"),
    POPLENS_CELL (ChangeRow, host_bytes, "Over the host", BYTES, DERIVED,
                  "Bytes that it moves over the host in each step of training, at least"),
    POPLENS_CELL (ChangeRow, host_cycles, "Takes at least", CYCLES, DERIVED,
                  "Cycles that these take at the measured rate of the host"),
    POPLENS_CELL (ChangeRow, over, "Over by live bytes", COUNT, DERIVED,
                  "Tiles whose live bytes alone do not fit after it: the fewer of both estimates"),
    POPLENS_CELL (ChangeRow, over_most, "Over, pessimistic", COUNT, DERIVED,
                  "Same figure: the more of both estimates"),
    POPLENS_CELL (ChangeRow, tight, "Tiles tight", COUNT, DERIVED,
                  "Tiles that do not fit with the current packing and gaps after it: the fewer of "
                  "both estimates"),
    POPLENS_CELL (ChangeRow, tight_most, "Tight, pessimistic", COUNT, DERIVED,
                  "Same figure: the more of both estimates"),
    POPLENS_CELL (ChangeRow, saving, "Saves at most", BYTES, DERIVED,
                  "Bytes that the tile that is the fullest now needs less, optimistic; savings "
                  "overlap"),
    POPLENS_CELL (ChangeRow, saving_least, "Saves at least", BYTES, DERIVED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (ChangeRow, median, "Median saving", BYTES, DERIVED,
                  "Median over all tiles of the bytes that the peak falls by, optimistic"),
    POPLENS_CELL (ChangeRow, median_least, "Median, pessimistic", BYTES, DERIVED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (ChangeRow, total, "In total", BYTES, DERIVED,
                  "Bytes that the peaks of all tiles fall by together, optimistic"),
    POPLENS_CELL (ChangeRow, confidence, "Confidence", TEXT, DERIVED,
                  "range: two estimates with the current packing and gaps; bound: saves at most "
                  "this, maybe nothing, and is never part of a plan; estimate: one that is not "
                  "limited"),
    POPLENS_CELL (
        ChangeRow, cost, "Cost", COUNT, ASSUMED,
        "0: nothing; 1: an option; 2: more work; 3: copies over the host in each step, or other "
        "results; 4: other hardware"),
    POPLENS_CELL (ChangeRow, sentence, "Effect", TEXT, DERIVED,
                  "Effect in one sentence; bytes in binary units"),
    POPLENS_CELL (ChangeRow, plan_step, "In the plan", COUNT, DERIVED,
                  "Position among the changes of the plan; empty if the plan does without it"),
    POPLENS_CELL (ChangeRow, tiles_over_without, "Over without it", COUNT, DERIVED,
                  "Tiles that would not fit were this change left out of the plan, optimistic"),
};

static char *
join_options (const char *key)
{
  const char *const *options = poplens_fit_change_options (key);

  return *options ? g_strjoinv (" \u00b7 ", (char **) options) : NULL;
}

static void
fill_price (ChangeRow *row, const PoplensFitPrices *prices)
{
  const PoplensFitPrice price = poplens_fit_price_of (prices, row->change);

  if (price.bytes)
    row->host_bytes = (gint64) price.bytes;
  if (price.cycles)
    row->host_cycles = (gint64) price.cycles;
}

static void
fill_change (PoplensRecords *rows, ChangeRow *row, const PoplensFit *fit,
             const PoplensFitChange *change)
{
  g_autofree char *options = join_options (change->key);
  g_autofree char *sentence = poplens_fit_change_sentence (fit, change, POPLENS_BYTE_UNIT_BINARY);
  guint64 left[2];

  row->change = poplens_records_text (rows, change->key);
  row->title = poplens_records_text (rows, change->title);
  row->tile_bytes = MIN (change->worst_bytes[0], change->worst_bytes[1]);
  row->tile_bytes_most = MAX (change->worst_bytes[0], change->worst_bytes[1]);
  if (fit->capacity) {
    poplens_fit_change_left (change, left);
    row->tiles_over = (gint64) left[0];
    row->tiles_over_most = (gint64) left[1];
    row->over = MIN (change->tiles_over[0], change->tiles_over[1]);
    row->over_most = MAX (change->tiles_over[0], change->tiles_over[1]);
    row->tight = MIN (change->tiles_tight[0], change->tiles_tight[1]);
    row->tight_most = MAX (change->tiles_tight[0], change->tiles_tight[1]);
  }
  row->saving = change->saving[0];
  row->saving_least = change->saving[1];
  row->median = change->median[0];
  row->median_least = change->median[1];
  row->total = change->total[0];
  row->confidence = poplens_fit_change_confidence (change);
  row->cost = change->cost;
  row->options = poplens_records_text (rows, options);
  row->sentence = poplens_records_text (rows, sentence);
}

/* Fills in what the plan has of the change; FALSE where it was cancelled. */
static gboolean
fill_plan (ChangeRow *row, PoplensReport *report, const PoplensFitPlan *plan,
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

PoplensTable *
poplens_build_changes (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFit) fit = poplens_report_fit (report, cancellable, error);
  g_autoptr (PoplensFitPrices) prices =
      fit ? poplens_report_fit_prices (report, cancellable, error) : NULL;
  g_autoptr (PoplensFitPlan) plan =
      prices ? poplens_report_fit_plan (report, location, cancellable, error) : NULL;
  g_autoptr (PoplensRecords) rows = NULL;

  if (!plan)
    return NULL;
  rows = POPLENS_RECORDS (ChangeRow, change_columns);
  for (guint i = 0; i < fit->changes->len; i++) {
    const PoplensFitChange *change = fit->changes->pdata[i];
    ChangeRow *row = poplens_records_add (rows);
    fill_change (rows, row, fit, change);
    fill_price (row, prices);
    if (!fill_plan (row, report, plan, cancellable, error))
      return NULL;
    if (change->change)
      poplens_records_link (rows, "%s", change->location);
  }
  PoplensTable *table =
      poplens_records_finish (g_steal_pointer (&rows), "changes", "Changes", report);
  PoplensNumber saved;
  g_autofree char *together =
      plan->changes->len
          ? g_strdup_printf (" With the changes of the plan the peaks of all tiles fall by %s.",
                             poplens_format_bytes (saved, plan->saved, POPLENS_BYTE_UNIT_BINARY))
          : NULL;
  g_autofree char *note = g_strconcat (
      poplens_fit_is_over (fit)
          ? "Least excess first. A new layout can need more packing and gaps."
          : "First what saves most on the fullest tile of now. A new layout can need more.",
      together, NULL);
  poplens_table_set_note (table, note);
  return table;
}
