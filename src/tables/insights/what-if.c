/* What if: each tile's live bytes at its worst step before and after changes. */
#include "tables/engine/builders.h"

#include "derived/insights/insights-ground.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"

#include <string.h>

static const char *const verdicts[] = {
    [POPLENS_VERDICT_UNKNOWN] = NULL,
    [POPLENS_VERDICT_FITS] = "fits",
    [POPLENS_VERDICT_TIGHT] = "tight",
    [POPLENS_VERDICT_OVER] = "over",
};

#define OPTIMISTIC                                                                                 \
  "Live bytes are a lower bound: packing, gaps and choices of the compiler can change. "           \
  "\u201cOver\u201d cannot fit; \u201ctight\u201d does not fit with the current packing and gaps."
#define PESSIMISTIC                                                                                \
  "These changes can need less, and a new layout more: its packing and gaps are unknown. "         \
  "\u201cOver\u201d does not fit by live bytes, \u201ctight\u201d with the current packing and "   \
  "gaps."

/* ---- tiles -------------------------------------------------------------------------------------
 */

enum {
  TILE,
  IPU,
  BEFORE,
  AFTER,
  CHANGE,
  CAPACITY,
  HEADROOM,
  SHARE,
  VERDICT_BEFORE,
  VERDICT,
  FULL_AT,
  NEEDS_BEFORE,
  NEEDS,
  ALWAYS_LIVE,
  MATCHED,
  STEP_BEFORE,
  STEP,
  PROGRAM,
  TYPE,
  NAME,
};

static const PoplensColumn tile_columns[] = {
    [TILE] = POPLENS_CELL (PoplensWhatIfTile, tile, "Tile", ID, FILE, "Number of the tile"),
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [BEFORE] =
        POPLENS_CELL (PoplensWhatIfTile, before, "Live before", BYTES, DERIVED,
                      "Live bytes at the peak step of the tile, including always-live bytes"),
    [AFTER] = POPLENS_CELL (PoplensWhatIfTile, after, "Live after", BYTES, DERIVED,
                            "Live bytes with the changes, at the peak step after the changes"),
    [CHANGE] = {"change", "Change", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
                "After − before"},
    [CAPACITY] = {"capacity", "Capacity", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Memory of one tile (target_info.bytes_per_tile)"},
    [HEADROOM] = {"headroom", "Headroom", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
                  "Capacity minus live bytes after; negative if they do not fit"},
    [SHARE] = {"share", "Share of capacity", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Live bytes after, as a share of the capacity"},
    [VERDICT_BEFORE] = {"verdict_before", "Verdict before", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                        "Verdict without the changes"},
    [VERDICT] = {"verdict", "Verdict", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                 "over: live bytes alone do not fit; tight: does not fit with the current packing "
                 "and gaps; fits: fits with both"},
    [FULL_AT] =
        {"full_at", "Full at factor", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
         "Factor at which live memory just fits; 0 if it never does; empty if it always does"},
    [NEEDS_BEFORE] = POPLENS_CELL (PoplensWhatIfTile, needs_before, "Need before", BYTES, FILE,
                                   "Bytes including gaps (memory_by_tile.total_including_gaps)"),
    [NEEDS] =
        POPLENS_CELL_NAMED (PoplensWhatIfTile, needs_after, "needs", "Need after", BYTES, DERIVED,
                            "Bytes including gaps plus the change, with the current packing and "
                            "gaps; at least the live "
                            "bytes after. The fullest tile has the largest."),
    [ALWAYS_LIVE] = POPLENS_CELL_NAMED (PoplensWhatIfTile, always_live_after, "always_live",
                                        "Always live after", BYTES, DERIVED,
                                        "Always-live bytes after (part of the live bytes after)"),
    [MATCHED] =
        POPLENS_CELL (PoplensWhatIfTile, matched, "Scaled", BYTES, DERIVED,
                      "Sum of the sizes of the scaled variables before, live at the step or not"),
    [STEP_BEFORE] = POPLENS_CELL (PoplensWhatIfTile, step_before, "Step before", ID, DERIVED,
                                  "Peak step of the tile before"),
    [STEP] = POPLENS_CELL_NAMED (PoplensWhatIfTile, step_after, "step", "Step after", ID, DERIVED,
                                 "Peak step of the tile after"),
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program of that step"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
};

typedef struct {
  PoplensWhatIfResult *result;
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs; /* nullable */
  const PoplensTarget *target;     /* nullable */
} Source;

static void
source_free (gpointer data)
{
  poplens_what_if_result_unref (((Source *) data)->result);
  g_free (data);
}

static void
step_cell (const Source *source, guint32 step, guint column, PoplensValue *value)
{
  guint32 program;

  if (step >= source->liveness->n_steps)
    return;
  program = source->liveness->program[step];
  if (column == PROGRAM)
    poplens_cell_int (value, program);
  else if (column == TYPE)
    poplens_cell_text (value, poplens_program_type_text (source->programs, program));
  else
    poplens_cell_text (value, poplens_program_name_text (source->programs, program));
}

static void
capacity_cell (const PoplensWhatIfTile *tile, guint64 capacity, guint column, PoplensValue *value)
{
  if (!capacity)
    return;
  if (column == CAPACITY)
    poplens_cell_int (value, (gint64) capacity);
  else if (column == HEADROOM)
    poplens_cell_int (value, (gint64) capacity - (gint64) tile->after);
  else if (column == SHARE)
    poplens_cell_real (value, (double) tile->after / (double) capacity);
  else if (tile->full_at >= 0)
    poplens_cell_real (value, tile->full_at);
}

static void
tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Source *source = data;
  const PoplensWhatIfTile *tile = &g_array_index (source->result->tiles, PoplensWhatIfTile, row);

  switch (column) {
  case CHANGE:
    poplens_cell_int (value, (gint64) (tile->after - tile->before));
    break;
  case IPU:
    if (source->target)
      poplens_cell_int (value, poplens_target_ipu_of_tile (source->target, tile->tile));
    break;
  case CAPACITY:
  case HEADROOM:
  case SHARE:
  case FULL_AT:
    capacity_cell (tile, source->result->capacity, column, value);
    break;
  case VERDICT_BEFORE:
    poplens_cell_text (value, verdicts[tile->verdict_before]);
    break;
  case VERDICT:
    poplens_cell_text (value, verdicts[tile->verdict_after]);
    break;
  default:
    step_cell (source, tile->step_after, column, value);
  }
}

static char *
tile_link (gconstpointer data, guint32 row)
{
  const Source *source = data;
  const PoplensWhatIfTile *tile = &g_array_index (source->result->tiles, PoplensWhatIfTile, row);

  return g_strdup_printf ("liveness?step=%u&tile=%u&tab=contents-chart", tile->step_after,
                          tile->tile);
}

/* "weights × 2, no instrumentation. Tile 5 is over first …", and what the estimate tells
 * @with_bound. */
static char *
describe (const PoplensLocation *location, const PoplensWhatIfResult *result, gboolean with_bound)
{
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *sentence = poplens_what_if_sentence (result);
  PoplensEstimate estimate = POPLENS_ESTIMATE_OPTIMISTIC;
  gboolean is_estimated_twice = FALSE, is_pessimistic = FALSE;

  for (guint c = 0; changes && c < changes->len; c++) {
    const PoplensChange *one = g_ptr_array_index (changes, c);
    g_autofree char *change = poplens_change_describe (one);
    g_string_append_printf (text, "%s%s", c ? ", " : "", change);
    is_estimated_twice |= one->kind >= POPLENS_CHANGE_OPTIMISER_OFF_CHIP;
  }
  if (!text->len)
    g_string_append (text, "No changes");
  if (is_estimated_twice && poplens_what_if_estimate (location, &estimate, NULL)) {
    is_pessimistic = estimate == POPLENS_ESTIMATE_PESSIMISTIC;
    g_string_append (text, is_pessimistic ? " (pessimistic)" : " (optimistic)");
  }
  g_string_append_printf (text, ". %s", sentence);
  if (with_bound)
    g_string_append_printf (text, " %s", is_pessimistic ? PESSIMISTIC : OPTIMISTIC);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

PoplensTable *
poplens_build_what_if_tiles (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensWhatIfResult) result =
      poplens_what_if_of_location (report, location, cancellable, error);
  g_autofree char *note = NULL;
  gconstpointer programs, target;
  PoplensTable *table;
  Source *source;

  if (!result ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  note = describe (location, result, FALSE);
  source = g_new0 (Source, 1);
  *source = (Source){g_steal_pointer (&result), poplens_report_peek (report, POPLENS_PART_LIVENESS),
                     programs, target};
  table = poplens_table_new ("what-if-tiles", "What if, by tile", source->result->tiles->len,
                             tile_cell, source, source_free, report);
  poplens_table_add_records (table, tile_columns, G_N_ELEMENTS (tile_columns),
                             source->result->tiles->data, sizeof (PoplensWhatIfTile));
  poplens_table_set_link (table, tile_link);
  poplens_table_set_default_sort (table, NEEDS, TRUE);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- in sum ------------------------------------------------------------------------------------
 */

typedef struct {
  const char *of;
  gint64 tiles, before, after, change, over_before, over, tight_before, tight, fullest_tile,
      tile_bytes, capacity, first_tile;
  double full_at;
} SumRow;

static const PoplensColumn sum_columns[] = {
    POPLENS_CELL (SumRow, of, "Scope", TEXT, DERIVED, "All selected tiles, or those of one IPU"),
    POPLENS_CELL (SumRow, tiles, "Tiles", COUNT, FILE, "Number of tiles"),
    POPLENS_CELL (
        SumRow, before, "Live before", BYTES, DERIVED,
        "Live bytes of each tile at its own peak step, in total; not a peak of all tiles"),
    POPLENS_CELL (SumRow, after, "Live after", BYTES, DERIVED, "Same figure with the changes"),
    POPLENS_CELL (SumRow, change, "Change", SIGNED_BYTES, DERIVED, "After − before"),
    POPLENS_CELL (SumRow, over_before, "Over before", COUNT, DERIVED,
                  "Number of tiles whose live bytes alone do not fit"),
    POPLENS_CELL (SumRow, over, "Over after", COUNT, DERIVED, "Same figure with the changes"),
    POPLENS_CELL (
        SumRow, tight_before, "Tight before", COUNT, DERIVED,
        "Number of tiles whose live bytes fit, but not with the current packing and gaps"),
    POPLENS_CELL (SumRow, tight, "Tight after", COUNT, DERIVED, "Same figure with the changes"),
    POPLENS_CELL (SumRow, fullest_tile, "Fullest tile", ID, DERIVED,
                  "Tile with the largest need after: live bytes or bytes including gaps, whichever "
                  "is more"),
    POPLENS_CELL (SumRow, tile_bytes, "Need of fullest tile", BYTES, DERIVED,
                  "Need of that tile after"),
    POPLENS_CELL (SumRow, capacity, "Capacity", BYTES, FILE,
                  "Memory of one tile (target_info.bytes_per_tile)"),
    POPLENS_CELL (SumRow, first_tile, "First over", ID, DERIVED,
                  "First tile that is over when the factor grows"),
    POPLENS_CELL (SumRow, full_at, "Over beyond factor", NUMBER, DERIVED,
                  "Factor at which that tile is just full; 0 if it never fits"),
};

/* What some of the tiles add up to. */
typedef struct {
  guint32 tiles, over_before, over, tight_before, tight;
  guint64 before, after;
  const PoplensWhatIfTile *worst, *first;
} Sum;

static void
sum_add (Sum *self, const PoplensWhatIfTile *tile)
{
  self->tiles++;
  self->before += tile->before;
  self->after += tile->after;
  self->over_before += tile->verdict_before == POPLENS_VERDICT_OVER;
  self->over += tile->verdict_after == POPLENS_VERDICT_OVER;
  self->tight_before += tile->verdict_before == POPLENS_VERDICT_TIGHT;
  self->tight += tile->verdict_after == POPLENS_VERDICT_TIGHT;
  if (!self->worst || tile->needs_after > self->worst->needs_after)
    self->worst = tile;
  if (tile->full_at >= 0 && (!self->first || tile->full_at < self->first->full_at))
    self->first = tile;
}

static void
add_sum (PoplensRecords *rows, const char *of, const Sum *sum, guint64 capacity)
{
  SumRow *row = poplens_records_add (rows);

  row->of = poplens_records_text (rows, of);
  row->tiles = sum->tiles;
  row->before = sum->before;
  row->after = sum->after;
  row->change = sum->after - sum->before;
  if (capacity) {
    row->over_before = sum->over_before;
    row->over = sum->over;
    row->tight_before = sum->tight_before;
    row->tight = sum->tight;
    row->capacity = capacity;
  }
  if (sum->worst) {
    row->fullest_tile = sum->worst->tile;
    row->tile_bytes = sum->worst->needs_after;
    poplens_records_link (rows, "liveness?step=%u&tile=%u&tab=contents-chart",
                          sum->worst->step_after, sum->worst->tile);
  }
  if (sum->first) {
    row->first_tile = sum->first->tile;
    row->full_at = sum->first->full_at;
  }
}

static void
add_ipus (PoplensRecords *rows, const PoplensWhatIfResult *result, const PoplensTarget *target)
{
  guint i = 0;

  while (target && i < result->tiles->len) {
    Sum sum = {0};
    guint32 ipu = poplens_target_ipu_of_tile (
        target, g_array_index (result->tiles, PoplensWhatIfTile, i).tile);
    g_autofree char *of = g_strdup_printf ("IPU %u", ipu);
    for (; i < result->tiles->len; i++) {
      const PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
      if (poplens_target_ipu_of_tile (target, tile->tile) != ipu)
        break;
      sum_add (&sum, tile);
    }
    if (sum.tiles < result->tiles->len)
      add_sum (rows, of, &sum, result->capacity);
  }
}

PoplensTable *
poplens_build_what_if (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensWhatIfResult) result =
      poplens_what_if_of_location (report, location, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autofree char *note = NULL;
  gconstpointer target;
  PoplensRecords *rows;
  PoplensTable *table;
  Sum all = {0};

  if (!result || !poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  for (guint i = 0; i < result->tiles->len; i++)
    sum_add (&all, &g_array_index (result->tiles, PoplensWhatIfTile, i));
  rows = POPLENS_RECORDS (SumRow, sum_columns);
  /* The result knows which is first to the last bit; the factors are rounded. */
  if (result->first != G_MAXUINT32)
    all.first = &g_array_index (result->tiles, PoplensWhatIfTile, result->first);
  add_sum (rows, scope.label, &all, result->capacity);
  add_ipus (rows, result, target);
  table = poplens_records_finish (rows, "what-if", "What if", report);
  note = describe (location, result, TRUE);
  poplens_table_set_note (table, note);
  return table;
}
