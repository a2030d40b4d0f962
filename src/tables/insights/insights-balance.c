/* Tiles that do not fit, and how evenly memory is spread over those that there are. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "base/format.h"
#include "derived/insights/insights-ground.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"

/* ---- overflow ----------------------------------------------------------------------------------
 */

typedef struct {
  gint64 tile, ipu, over, total_including_gaps, capacity, first_over;
  const char *type, *name;
  gint64 step, bytes, live_over;
} OverRow;

static const PoplensColumn over_columns[] = {
    POPLENS_CELL (OverRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (OverRow, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
    POPLENS_CELL (OverRow, over, "Over by", BYTES, DERIVED,
                  "Bytes including gaps minus the capacity", .total = TRUE),
    POPLENS_CELL (OverRow, total_including_gaps, "Incl. gaps", BYTES, FILE,
                  "Bytes up to the end of the highest variable; must not exceed the capacity"),
    POPLENS_CELL (OverRow, capacity, "Capacity", BYTES, FILE,
                  "Memory of one tile (target_info.bytes_per_tile)"),
    POPLENS_CELL (OverRow, first_over, "Overflows at step", ID, DERIVED,
                  "First program step at which live bytes alone exceed the capacity; empty if only "
                  "packing and gaps exceed it"),
    POPLENS_CELL (OverRow, type, "Type", TEXT, FILE, "Type of the program of that step"),
    POPLENS_CELL (OverRow, name, "Name", TEXT, FILE, "Name of the program of that step"),
    POPLENS_CELL (OverRow, step, "Peak step", ID, DERIVED,
                  "Step with the most live bytes on the tile"),
    POPLENS_CELL (OverRow, bytes, "Live at peak", BYTES, DERIVED,
                  "Live bytes at the peak step, including always-live bytes"),
    POPLENS_CELL (OverRow, live_over, "Live memory over capacity", BYTES, DERIVED,
                  "Live bytes at the peak minus the capacity: the minimum to remove"),
};

typedef struct {
  PoplensTilePeak peak;
  guint32 position;
} Over;

/* In the order of the program; those that only packing and gaps make too full go last, most first.
 */
static int
by_program (gconstpointer a, gconstpointer b)
{
  const PoplensTilePeak *x = &((const Over *) a)->peak, *y = &((const Over *) b)->peak;

  if (x->first_over != y->first_over)
    return x->first_over < y->first_over ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

typedef struct {
  const PoplensMemory *memory;
  const PoplensTarget *target;     /* nullable */
  const PoplensPrograms *programs; /* nullable */
  const PoplensLiveness
      *liveness; /* nullable: what is live is not known then, by how much not is */
} OverParts;

static void
add_live (PoplensRecords *rows, OverRow *row, const PoplensTilePeak *peak, const OverParts *parts)
{
  if (peak->first_over < parts->liveness->n_steps) {
    guint32 program = parts->liveness->program[peak->first_over];
    row->first_over = peak->first_over;
    row->type = poplens_program_type_text (parts->programs, program);
    row->name = poplens_program_name_text (parts->programs, program);
  }
  row->step = peak->step;
  row->bytes = peak->bytes;
  if (row->capacity >= 0)
    row->live_over = MAX (row->bytes - row->capacity, 0);
  poplens_records_link (rows, "liveness?step=%u&tile=%u&tab=tile-contents-chart",
                        peak->first_over == G_MAXUINT32 ? peak->step : peak->first_over,
                        peak->tile);
}

static void
add_over (PoplensRecords *rows, const Over *over, const OverParts *parts)
{
  const PoplensTilePeak *peak = &over->peak;
  guint64 capacity = parts->target ? parts->target->bytes_per_tile : 0;
  OverRow *row = poplens_records_add (rows);

  row->tile = peak->tile;
  if (parts->target)
    row->ipu = poplens_target_ipu_of_tile (parts->target, peak->tile);
  row->over = poplens_memory_over (parts->memory, over->position, capacity);
  row->total_including_gaps = parts->memory->total_including_gaps[over->position];
  if (capacity)
    row->capacity = capacity;
  if (!parts->liveness) {
    poplens_records_link (rows, "memory?tile=%u", peak->tile);
    return;
  }
  add_live (rows, row, peak, parts);
}

static GArray *
find_over (const GArray *peaks, const OverParts *parts, const PoplensScope *scope)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (Over));
  guint64 capacity = parts->target ? parts->target->bytes_per_tile : 0;

  for (guint32 i = 0; i < peaks->len; i++) {
    Over row = {g_array_index (peaks, PoplensTilePeak, i), i};
    if ((!scope->tiles || poplens_tile_set_contains (scope->tiles, row.peak.tile)) &&
        (poplens_memory_over (parts->memory, i, capacity) || row.peak.first_over != G_MAXUINT32))
      g_array_append_val (out, row);
  }
  g_array_sort (out, by_program);
  return out;
}

/* Which overflow first: of many tiles that do so at one step the lowest number says nothing. */
static char *
describe_first (const GArray *over)
{
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (PoplensTilePeak));
  const PoplensTilePeak *first;
  PoplensNumber count;
  guint32 tiles;

  for (guint i = 0; i < over->len; i++)
    g_array_append_val (peaks, g_array_index (over, Over, i).peak);
  first = poplens_tile_peaks_first_over (peaks, &tiles);
  if (!first)
    return g_strdup ("Live bytes fit on each of these tiles; packing and gaps come on top.");
  if (tiles == 1)
    return g_strdup_printf ("In order of overflow. Tile %u overflows first, at step %u.",
                            first->tile, first->first_over);
  return g_strdup_printf ("In order of overflow. %s overflow first, at step %u.",
                          poplens_format_items (count, tiles, "tile"), first->first_over);
}

/* Without liveness the tiles that there are, each with nothing live. */
static GArray *
load_peaks (PoplensReport *report, const PoplensLiveness *liveness, GCancellable *cancellable,
            GError **error)
{
  const PoplensMemory *memory;
  GArray *out;

  if (liveness)
    return poplens_report_tile_peaks (report, cancellable, error);
  memory = poplens_report_load_memory (report, cancellable, error);
  if (!memory)
    return NULL;
  out = g_array_new (FALSE, TRUE, sizeof (PoplensTilePeak));
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    PoplensTilePeak peak = {.tile = memory->tile[t], .first_over = G_MAXUINT32};
    g_array_append_val (out, peak);
  }
  return out;
}

PoplensTable *
poplens_build_overflow (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) peaks = NULL;
  g_autoptr (GArray) over = NULL;
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  gconstpointer programs, target, liveness;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable, error) ||
      !(peaks = load_peaks (report, liveness, cancellable, error)) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  OverParts parts = {poplens_report_peek (report, POPLENS_PART_MEMORY), target, programs, liveness};
  over = find_over (peaks, &parts, &scope);
  rows = POPLENS_RECORDS (OverRow, over_columns);
  for (guint i = 0; i < over->len; i++)
    add_over (rows, &g_array_index (over, Over, i), &parts);
  table = poplens_records_finish (rows, "overflow", "Tiles over capacity", report);
  text = !over->len  ? g_strdup ("No tile is over capacity.")
         : !liveness ? g_strdup ("Live memory by step is not recorded.")
                     : describe_first (over);
  note = poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}

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
poplens_build_balance (PoplensReport *report, const PoplensLocation *location,
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
  table = poplens_records_finish (rows, "balance", "Memory imbalance", report);
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
