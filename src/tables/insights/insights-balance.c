/* Tiles that do not fit, and how evenly memory is spread over those that there are. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "derived/insights/insights-ground.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"

/* ---- overflow ----------------------------------------------------------------------------------
 */

static const PoplensColumnSpec over_columns[] = {
    {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    {"over", "Over by", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes including gaps minus the capacity"},
    {"total_including_gaps", "Incl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes up to the end of the highest variable; must not exceed the capacity"},
    {"capacity", "Capacity", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Memory of one tile (target_info.bytes_per_tile)"},
    {"first_over", "Overflows at step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
     "First program step at which live bytes alone exceed the capacity; empty if only packing and "
     "gaps exceed it"},
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program of that step"},
    {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program of that step"},
    {"step", "Peak step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
     "Step with the most live bytes on the tile"},
    {"bytes", "Live at peak", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Live bytes at the peak step, including always-live bytes"},
    {"live_over", "Live memory over capacity", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Live bytes at the peak minus the capacity: the minimum to remove"},
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
add_live (PoplensRows *rows, const PoplensTilePeak *peak, const OverParts *parts, guint64 capacity)
{
  g_autofree char *link =
      g_strdup_printf ("liveness?step=%u&tile=%u",
                       peak->first_over == G_MAXUINT32 ? peak->step : peak->first_over, peak->tile);

  if (peak->first_over < parts->liveness->n_steps) {
    guint32 program = parts->liveness->program[peak->first_over];
    poplens_rows_int (rows, 5, peak->first_over);
    poplens_rows_text (rows, 6, poplens_program_type_text (parts->programs, program));
    poplens_rows_text (rows, 7, poplens_program_name_text (parts->programs, program));
  }
  poplens_rows_int (rows, 8, peak->step);
  poplens_rows_int (rows, 9, (gint64) peak->bytes);
  if (capacity)
    poplens_rows_int (rows, 10, peak->bytes > capacity ? (gint64) (peak->bytes - capacity) : 0);
  poplens_rows_link (rows, link);
}

static void
add_over (PoplensRows *rows, const Over *over, const OverParts *parts)
{
  const PoplensTilePeak *peak = &over->peak;
  guint64 capacity = parts->target ? parts->target->bytes_per_tile : 0;

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, 0, peak->tile);
  if (parts->target)
    poplens_rows_int (rows, 1, poplens_target_ipu_of_tile (parts->target, peak->tile));
  poplens_rows_int (rows, 2,
                    (gint64) poplens_memory_over (parts->memory, over->position, capacity));
  poplens_rows_int (rows, 3, parts->memory->total_including_gaps[over->position]);
  if (capacity)
    poplens_rows_int (rows, 4, (gint64) capacity);
  if (!parts->liveness) {
    g_autofree char *link = g_strdup_printf ("memory?tile=%u", peak->tile);
    poplens_rows_link (rows, link);
    return;
  }
  add_live (rows, peak, parts, capacity);
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
  g_autofree char *note = NULL;
  gconstpointer programs, target, liveness;
  PoplensRows *rows;
  PoplensTable *table;

  if (!poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable, error) ||
      !(peaks = load_peaks (report, liveness, cancellable, error)) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  OverParts parts = {poplens_report_peek (report, POPLENS_PART_MEMORY), target, programs, liveness};
  over = find_over (peaks, &parts, &scope);
  rows = poplens_rows_new (G_N_ELEMENTS (over_columns));
  for (guint i = 0; i < over->len; i++)
    add_over (rows, &g_array_index (over, Over, i), &parts);
  table = poplens_rows_finish (rows, "overflow", "Tiles over capacity", report, FALSE);
  poplens_table_add_columns (table, over_columns, G_N_ELEMENTS (over_columns));
  poplens_table_add_total (table, 2);
  note = poplens_scope_note (&scope, over->len && !liveness ? "Live memory by step is not recorded."
                                     : over->len ? "First tile to overflow first, in program order."
                                                 : "No tile is over capacity.");
  poplens_table_set_note (table, note);
  return table;
}

/* ---- balance -----------------------------------------------------------------------------------
 */

static const PoplensColumnSpec balance_columns[] = {
    {"what", "Memory", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Memory including gaps, or a category of memory"},
    {"excess", "Over mean", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
     "Bytes on the fullest tile minus the mean"},
    {"fullest", "Fullest tile", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, "Bytes on the fullest tile"},
    {"mean", "Mean", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Mean bytes per tile, rounded down"},
    {"most", "Maximum", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Largest bytes on one tile"},
    {"most_tile", "On tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "Tile with the most bytes"},
    {"most_by_mean", "Max ÷ mean", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
     "Maximum divided by mean; 1 if spread evenly"},
    {"unused", "Headroom on other tiles", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Maximum minus the bytes of each tile, over all tiles"},
    {"total", "Total", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, "Bytes over all tiles"},
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
  PoplensRows *rows;
  PoplensTable *table;
  guint32 fullest;

  if (!memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  balance =
      poplens_insights_balance (memory, scope.selection.positions, scope.selection.n, &fullest);
  rows = poplens_rows_new (G_N_ELEMENTS (balance_columns));
  for (guint i = 0; i < balance->len; i++) {
    const PoplensBalance *b = &g_array_index (balance, PoplensBalance, i);
    g_autofree char *link = g_strdup_printf ("memory?tile=%u", b->most_tile);
    gint64 mean = (gint64) b->mean;
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, b->category ? b->category->title : "Total, including gaps");
    poplens_rows_int (rows, 1, (gint64) b->fullest - mean);
    poplens_rows_int (rows, 2, (gint64) b->fullest);
    poplens_rows_int (rows, 3, mean);
    poplens_rows_int (rows, 4, (gint64) b->most);
    poplens_rows_int (rows, 5, b->most_tile);
    poplens_rows_real (rows, 6, (double) b->most / b->mean);
    poplens_rows_int (rows, 7, (gint64) b->unused);
    poplens_rows_int (rows, 8, (gint64) b->total);
    poplens_rows_link (rows, link);
  }
  table = poplens_rows_finish (rows, "balance", "Memory imbalance", report, FALSE);
  poplens_table_add_columns (table, balance_columns, G_N_ELEMENTS (balance_columns));
  text =
      fullest == G_MAXUINT32
          ? NULL
          : g_strdup_printf (
                "Fullest tile: %u. Shared bytes count in the category of each variable.", fullest);
  note = poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}
