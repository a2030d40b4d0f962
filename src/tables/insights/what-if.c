/* Table of What If: live bytes at the worst step before and after changes, for all tiles, each IPU
 * and each tile. */
#include "tables/engine/builders.h"

#include "derived/insights/insights-source.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"

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

typedef struct {
  const char *of;
  gint64 tile, ipu, tiles, before, after, change, over_before, over, tight_before, tight,
      fullest_tile, needs_before, needs, capacity, headroom;
  double share;
  const char *verdict_before, *verdict;
  gint64 first_tile;
  double full_at;
  gint64 always_live, matched, step_before, step, program;
  const char *type, *name;
} WhatIfRow;

enum { NEEDS = 3 };

static const PoplensColumn what_if_columns[] = {
    POPLENS_CELL (WhatIfRow, of, "Scope", TEXT, DERIVED,
                  "All selected tiles, those of one IPU, or one tile"),
    POPLENS_CELL (WhatIfRow, tiles, "Tiles", COUNT, FILE, "Number of tiles"),
    POPLENS_CELL (WhatIfRow, needs_before, "Need before", BYTES, FILE,
                  "Bytes including gaps (memory_by_tile.total_including_gaps); of several tiles "
                  "the largest"),
    [NEEDS] =
        POPLENS_CELL (WhatIfRow, needs, "Need after", BYTES, DERIVED,
                      "Bytes including gaps plus the change: least or most of its range, by the "
                      "estimate. Of several tiles the need of the fullest."),
    POPLENS_CELL (WhatIfRow, tile, "Tile", ID, FILE, "Number of the tile, of a row of one tile"),
    POPLENS_CELL (WhatIfRow, ipu, "IPU", ID, DERIVED,
                  "IPU of the tiles, of a row of one IPU or tile"),
    POPLENS_CELL (
        WhatIfRow, before, "Live before", BYTES, DERIVED,
        "Live bytes of each tile at its own peak step, always-live bytes included, in total; not a "
        "peak of all tiles"),
    POPLENS_CELL (WhatIfRow, after, "Live after", BYTES, DERIVED,
                  "Same figure with the changes, at the peak step after them"),
    POPLENS_CELL (WhatIfRow, change, "Change", SIGNED_BYTES, DERIVED, "After − before"),
    POPLENS_CELL (WhatIfRow, over_before, "Over before", COUNT, DERIVED,
                  "Number of tiles whose live bytes alone do not fit"),
    POPLENS_CELL (WhatIfRow, over, "Over after", COUNT, DERIVED, "Same figure with the changes"),
    POPLENS_CELL (
        WhatIfRow, tight_before, "Tight before", COUNT, DERIVED,
        "Number of tiles whose live bytes fit, but not with the current packing and gaps"),
    POPLENS_CELL (WhatIfRow, tight, "Tight after", COUNT, DERIVED, "Same figure with the changes"),
    POPLENS_CELL (WhatIfRow, fullest_tile, "Fullest tile", ID, DERIVED,
                  "Tile with the largest need after: live bytes or bytes including gaps, whichever "
                  "is more"),
    POPLENS_CELL (WhatIfRow, capacity, "Capacity", BYTES, FILE,
                  "Memory of one tile (target_info.bytes_per_tile)"),
    POPLENS_CELL (WhatIfRow, headroom, "Headroom", SIGNED_BYTES, DERIVED,
                  "Capacity minus live bytes after, of one tile; negative if they do not fit"),
    POPLENS_CELL (WhatIfRow, share, "Share of capacity", RATIO, DERIVED,
                  "Live bytes after, as a share of the capacity, of one tile"),
    POPLENS_CELL (WhatIfRow, verdict_before, "Verdict before", TEXT, DERIVED,
                  "Verdict on one tile without the changes"),
    POPLENS_CELL (WhatIfRow, verdict, "Verdict", TEXT, DERIVED,
                  "over: live bytes alone do not fit; tight: does not fit with the current packing "
                  "and gaps; fits: fits with both"),
    POPLENS_CELL (WhatIfRow, first_tile, "First over", ID, DERIVED,
                  "First tile that is over when the factor grows"),
    POPLENS_CELL (WhatIfRow, full_at, "Full at factor", NUMBER, DERIVED,
                  "Factor at which the live memory of the tile, or of the first over, just "
                  "fits; 0 if it never does; empty if it always does"),
    POPLENS_CELL (WhatIfRow, always_live, "Always live after", BYTES, DERIVED,
                  "Always-live bytes after (part of the live bytes after)"),
    POPLENS_CELL (WhatIfRow, matched, "Scaled", BYTES, DERIVED,
                  "Sum of the sizes of the scaled variables before, live at the step or not"),
    POPLENS_CELL (WhatIfRow, step_before, "Step before", ID, DERIVED,
                  "Peak step of one tile before the changes"),
    POPLENS_CELL (WhatIfRow, step, "Step after", ID, DERIVED,
                  "Peak step of one tile after the changes"),
    POPLENS_CELL (WhatIfRow, program, "Program", ID, FILE, "ID of the program of that step"),
    POPLENS_CELL (WhatIfRow, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (WhatIfRow, name, "Name", TEXT, FILE, "Name of the program"),
};

typedef struct {
  PoplensRecords *rows;
  const PoplensWhatIfResult *result;
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensTarget *target;     /* (nullable) */
} WhatIfMaker;

/* Appends what a change applies to: " (60 variables, 86.2 MiB)". */
static void
append_matched (const PoplensWhatIfMatched *matched, GString *text)
{
  PoplensNumber variables, bytes;

  g_string_append_printf (text, " (%s, %s)",
                          poplens_format_items (variables, matched->variables, "variable"),
                          poplens_format_bytes (bytes, matched->bytes, POPLENS_BYTE_UNIT_BINARY));
}

/* Describes the changes and their result, with the assumptions of the estimate: "names with
 * “weights” × 2 (60 variables, 86.2 MiB), no instrumentation. Tile 5 is over first …". (transfer
 * full) */
static char *
describe_what_if (const PoplensLocation *location, const PoplensWhatIfResult *result)
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
    if (one->kind == POPLENS_CHANGE_SCALE)
      append_matched (&g_array_index (result->matched, PoplensWhatIfMatched, c), text);
    is_estimated_twice |= one->kind >= POPLENS_CHANGE_OPTIMISER_OFF_CHIP;
  }
  if (!text->len)
    g_string_append (text, "No changes");
  if (is_estimated_twice && poplens_what_if_estimate (location, &estimate, NULL)) {
    is_pessimistic = estimate == POPLENS_ESTIMATE_PESSIMISTIC;
    g_string_append (text, is_pessimistic ? " (pessimistic)" : " (optimistic)");
  }
  g_string_append_printf (text, ". %s %s", sentence, is_pessimistic ? PESSIMISTIC : OPTIMISTIC);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- one tile -------------------------------------------------------------------------------- */

static void
fill_worst_step (const WhatIfMaker *self, WhatIfRow *row, guint32 step)
{
  if (step >= self->liveness->n_steps)
    return;
  row->program = self->liveness->program[step];
  row->type = poplens_program_type_text (self->programs, (guint32) row->program);
  row->name = poplens_program_name_text (self->programs, (guint32) row->program);
}

static void
fill_capacity (const WhatIfMaker *self, WhatIfRow *row, const PoplensWhatIfTile *tile)
{
  gint64 capacity = (gint64) self->result->capacity;

  if (!capacity)
    return;
  row->capacity = capacity;
  row->headroom = capacity - (gint64) tile->after;
  row->share = (double) tile->after / (double) capacity;
  row->over_before = tile->verdict_before == POPLENS_VERDICT_OVER;
  row->over = tile->verdict_after == POPLENS_VERDICT_OVER;
  row->tight_before = tile->verdict_before == POPLENS_VERDICT_TIGHT;
  row->tight = tile->verdict_after == POPLENS_VERDICT_TIGHT;
  if (tile->full_at >= 0)
    row->full_at = tile->full_at;
}

static void
add_tile_row (const WhatIfMaker *self, const PoplensWhatIfTile *tile, guint16 depth)
{
  g_autofree char *of = g_strdup_printf ("Tile %u", tile->tile);
  WhatIfRow *row = poplens_records_add_at (self->rows, depth);

  row->of = poplens_records_text (self->rows, of);
  row->tile = row->fullest_tile = tile->tile;
  if (self->target)
    row->ipu = poplens_target_ipu_of_tile (self->target, tile->tile);
  row->tiles = 1;
  row->before = (gint64) tile->before;
  row->after = (gint64) tile->after;
  row->change = (gint64) (tile->after - tile->before);
  fill_capacity (self, row, tile);
  row->verdict_before = verdicts[tile->verdict_before];
  row->verdict = verdicts[tile->verdict_after];
  row->needs_before = (gint64) tile->needs_before;
  row->needs = (gint64) tile->needs_after;
  row->always_live = (gint64) tile->always_live_after;
  row->matched = (gint64) tile->matched;
  row->step_before = tile->step_before;
  row->step = tile->step_after;
  fill_worst_step (self, row, tile->step_after);
  poplens_records_link (self->rows, "liveness?step=%u&tile=%u&tab=contents-chart", tile->step_after,
                        tile->tile);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Sums and extremes over all tiles, or the tiles of an IPU. */
typedef struct {
  guint32 tiles, over_before, over, tight_before, tight;
  guint64 before, after, always_live, matched, needs_before;
  const PoplensWhatIfTile *worst, *first;
} TilesSum;

static void
tiles_sum_add (TilesSum *self, const PoplensWhatIfTile *tile)
{
  self->tiles++;
  self->before += tile->before;
  self->after += tile->after;
  self->always_live += tile->always_live_after;
  self->matched += tile->matched;
  self->needs_before = MAX (self->needs_before, tile->needs_before);
  self->over_before += tile->verdict_before == POPLENS_VERDICT_OVER;
  self->over += tile->verdict_after == POPLENS_VERDICT_OVER;
  self->tight_before += tile->verdict_before == POPLENS_VERDICT_TIGHT;
  self->tight += tile->verdict_after == POPLENS_VERDICT_TIGHT;
  if (!self->worst || tile->needs_after > self->worst->needs_after)
    self->worst = tile;
  if (tile->full_at >= 0 && (!self->first || tile->full_at < self->first->full_at))
    self->first = tile;
}

static WhatIfRow *
add_tiles_sum (const WhatIfMaker *self, guint16 depth, const char *of, const TilesSum *sum)
{
  WhatIfRow *row = poplens_records_add_at (self->rows, depth);

  row->of = poplens_records_text (self->rows, of);
  row->tiles = sum->tiles;
  row->before = (gint64) sum->before;
  row->after = (gint64) sum->after;
  row->change = (gint64) (sum->after - sum->before);
  row->always_live = (gint64) sum->always_live;
  row->matched = (gint64) sum->matched;
  if (self->result->capacity) {
    row->over_before = sum->over_before;
    row->over = sum->over;
    row->tight_before = sum->tight_before;
    row->tight = sum->tight;
    row->capacity = (gint64) self->result->capacity;
  }
  if (sum->worst) {
    row->fullest_tile = sum->worst->tile;
    row->needs_before = (gint64) sum->needs_before;
    row->needs = (gint64) sum->worst->needs_after;
    poplens_records_link (self->rows, "liveness?step=%u&tile=%u&tab=contents-chart",
                          sum->worst->step_after, sum->worst->tile);
  }
  if (sum->first) {
    row->first_tile = sum->first->tile;
    row->full_at = sum->first->full_at;
  }
  return row;
}

static const PoplensWhatIfTile *
tile_at (const WhatIfMaker *self, guint i)
{
  return &g_array_index (self->result->tiles, PoplensWhatIfTile, i);
}

/* Adds a row with the sum of the IPU's tiles, and below it a row for each tile. Omits the sum if
 * the IPU has all tiles. @begin: index of the IPU's first tile. Returns the index after its last
 * tile. */
static guint
add_ipu_row (const WhatIfMaker *self, guint begin)
{
  guint n = self->result->tiles->len, end = begin;
  guint32 ipu = 0;
  TilesSum sum = {0};

  if (self->target)
    ipu = poplens_target_ipu_of_tile (self->target, tile_at (self, begin)->tile);
  while (end < n && (!self->target ||
                     poplens_target_ipu_of_tile (self->target, tile_at (self, end)->tile) == ipu))
    tiles_sum_add (&sum, tile_at (self, end++));
  gboolean is_all = sum.tiles == n;
  if (!is_all) {
    g_autofree char *of = g_strdup_printf ("IPU %u", ipu);
    add_tiles_sum (self, 1, of, &sum)->ipu = ipu;
  }
  for (guint i = begin; i < end; i++)
    add_tile_row (self, tile_at (self, i), is_all ? 1 : 2);
  return end;
}

static void
add_what_if_rows (const WhatIfMaker *self, const char *label)
{
  const PoplensWhatIfResult *result = self->result;
  TilesSum all = {0};

  for (guint i = 0; i < result->tiles->len; i++)
    tiles_sum_add (&all, tile_at (self, i));
  /* Factors of tiles are rounded, so the minimum in tiles_sum_add () is inexact. Take the first
   * full tile from the result. */
  if (result->first != G_MAXUINT32)
    all.first = tile_at (self, result->first);
  add_tiles_sum (self, 0, label, &all);
  for (guint i = 0; i < result->tiles->len;)
    i = add_ipu_row (self, i);
}

PoplensTable *
poplens_build_what_if (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensWhatIfResult) result =
      poplens_what_if_of_location (report, location, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  gconstpointer programs, target;

  if (!result || !poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  const WhatIfMaker self = {POPLENS_RECORDS (WhatIfRow, what_if_columns), result,
                            poplens_report_peek (report, POPLENS_PART_LIVENESS), programs, target};
  add_what_if_rows (&self, scope.label);
  PoplensTable *table = poplens_records_finish_tree (self.rows, "what-if", "What if", report);
  g_autofree char *note = describe_what_if (location, result);
  /* Hide the rows of tiles at first. Show those of IPUs, if there are several. */
  poplens_table_set_initial_depth (table,
                                   poplens_table_n_rows (table) > 1 + result->tiles->len ? 1 : 0);
  poplens_table_set_default_sort (table, NEEDS, TRUE);
  poplens_table_set_note (table, note);
  return table;
}
