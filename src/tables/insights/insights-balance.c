/* How evenly memory is spread over the tiles. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "base/format.h"
#include "derived/insights/insights-ground.h"
#include "derived/parts.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"

/* ---- balance -----------------------------------------------------------------------------------
 */

typedef struct {
  const char *what;
  gint64 excess, fullest, mean, most, most_tile;
  double most_by_mean;
  gint64 unused, total;
} BalanceRow;

static const PoplensColumn balance_columns[] = {
    POPLENS_CELL (BalanceRow, what, "Memory", TEXT, FILE,
                  "Memory including gaps, or a category of memory"),
    POPLENS_CELL (BalanceRow, excess, "Over mean", SIGNED_BYTES, DERIVED,
                  "Bytes on the fullest tile minus the mean"),
    POPLENS_CELL (BalanceRow, fullest, "Fullest tile", BYTES, FILE,
                  "Bytes on the fullest tile, or on the one that is selected"),
    POPLENS_CELL (BalanceRow, mean, "Mean", BYTES, DERIVED, "Mean bytes per tile, rounded down"),
    POPLENS_CELL (BalanceRow, most, "Maximum", BYTES, DERIVED, "Largest bytes on one tile"),
    POPLENS_CELL (BalanceRow, most_tile, "On tile", ID, DERIVED, "Tile with the most bytes"),
    POPLENS_CELL (BalanceRow, most_by_mean, "Max ÷ mean", NUMBER, DERIVED,
                  "Maximum divided by mean; 1 if spread evenly"),
    POPLENS_CELL (BalanceRow, unused, "Below maximum", BYTES, DERIVED,
                  "Maximum minus the bytes of each tile, summed over all tiles"),
    POPLENS_CELL (BalanceRow, total, "Total", BYTES, FILE, "Bytes over all tiles"),
};

PoplensTable *
poplens_build_memory_imbalance (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) balance = NULL;
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;
  guint32 fullest;

  if (!memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  gboolean is_one = scope.tiles && scope.selection.n == 1;
  balance =
      poplens_insights_balance (memory, scope.selection.positions, scope.selection.n, &fullest);
  rows = POPLENS_RECORDS (BalanceRow, balance_columns);
  for (guint i = 0; i < balance->len; i++) {
    const PoplensBalance *b = &g_array_index (balance, PoplensBalance, i);
    gint64 mean = (gint64) b->mean;
    BalanceRow *row = poplens_records_add (rows);
    row->what =
        poplens_records_text (rows, b->category ? b->category->title : "Total, including gaps");
    row->excess = (gint64) b->fullest - mean;
    row->fullest = b->fullest;
    row->mean = mean;
    row->most = b->most;
    row->most_tile = b->most_tile;
    row->most_by_mean = (double) b->most / b->mean;
    row->unused = b->unused;
    row->total = b->total;
    poplens_records_link (rows, "memory?tile=%u", b->most_tile);
  }
  table = poplens_records_finish (rows, "memory-imbalance", "Memory imbalance", report);
  text =
      fullest == G_MAXUINT32
          ? NULL
          : g_strdup_printf (
                is_one ? "Tile %u against all tiles. Shared bytes count in the category of each "
                         "variable."
                       : "Fullest tile: %u. Shared bytes count in the category of each variable.",
                fullest);
  note = is_one ? g_steal_pointer (&text) : poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}
