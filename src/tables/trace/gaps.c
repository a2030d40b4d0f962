/* Tables of the causes of gaps, on one tile or over tiles, and of bytes lost by packing. */
#include "analysis/memory/gap-cause.h"
#include "base/format.h"
#include "derived/memory/address-source.h"
#include "derived/scope.h"
#include "derived/memory/gap-costs.h"
#include "tables/engine/builders.h"

/* ---- gaps of a tile -------------------------------------------------------------------------- */

typedef struct {
  gint64 tile, address, size;
  const char *cause, *why;
  gint64 next, other, others, element, alignment;
  const char *key;
} GapRow;

enum { SIZE = 2 }; /* number of the column with the size of a gap */

static const PoplensColumn gap_columns[] = {
    POPLENS_CELL (GapRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (GapRow, address, "Address", ADDRESS, DERIVED, "Address of the first empty byte"),
    POPLENS_CELL (GapRow, size, "Size", BYTES, DERIVED,
                  "Bytes that no variable covers, below the highest variable", .total = TRUE),
    POPLENS_CELL (GapRow, cause, "Cause", TEXT, DERIVED, "Cause of the gap, as far as recorded"),
    POPLENS_CELL (GapRow, why, "Reason", TEXT, DERIVED,
                  "Variables, memory element and constraint that cause the gap"),
    POPLENS_CELL (GapRow, next, "Next variable", ID, FILE,
                  "ID of the variable that begins at the end of the gap"),
    POPLENS_CELL (GapRow, other, "Conflicting variable", ID, FILE,
                  "ID of the variable that must not share a memory element with the next variable"),
    POPLENS_CELL (GapRow, others, "Conflicts", COUNT, FILE,
                  "Number of conflicting variables in the memory element"),
    POPLENS_CELL (GapRow, element, "Element", ID, FILE, "Number of the memory element"),
    POPLENS_CELL (GapRow, alignment, "Alignment", COUNT, FILE,
                  "Alignment of the next variable, in bytes"),
    POPLENS_CELL (GapRow, key, "Key", TEXT, DERIVED, "Identifier of the cause, for scripts",
                  .for_scripts = TRUE),
};

static void
add_gap (PoplensRecords *rows, const PoplensAddressMap *map, guint32 g)
{
  const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, g);
  g_autofree char *why = poplens_address_map_explain (map, g);
  GapRow *row = poplens_records_add (rows);

  row->tile = map->tile;
  row->address = map->base + gap->from;
  row->size = gap->to - gap->from;
  row->cause = poplens_gap_cause_title (gap->cause);
  row->why = poplens_records_text (rows, why);
  row->next = gap->next;
  if (gap->other != G_MAXUINT32) {
    row->other = gap->other;
    row->others = gap->n_others;
    row->element = gap->element;
  }
  row->alignment = gap->alignment;
  row->key = poplens_gap_cause_key (gap->cause);
  poplens_records_link (rows, "memory?address=0x%" G_GINT64_MODIFIER "x&tab=memory-map&tile=%u",
                        map->base + gap->from, map->tile);
}

PoplensTable *
poplens_build_tile_gaps (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  g_auto (PoplensAddressSource) source = {0};
  guint64 free = 0;
  PoplensNumber bytes;
  PoplensTable *table;
  PoplensRecords *rows;

  if (!poplens_address_source_init (&source, report, location, G_MAXUINT, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (GapRow, gap_columns);
  for (guint m = 0; m < source.maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (source.maps, m);
    free += map->totals.free;
    for (guint32 g = 0; g < map->gaps->len; g++)
      add_gap (rows, map, g);
  }
  table = poplens_records_finish (rows, "tile-gaps", "Gaps", report);
  poplens_table_set_default_sort (table, SIZE, TRUE);
  g_autofree char *tiles = poplens_address_source_describe (&source);
  g_autofree char *note =
      g_strdup_printf (source.maps->len == 1 ? "%s. Free above the highest variable: %s."
                                             : "%s. Free above the highest variables: %s in total.",
                       tiles, poplens_format_bytes (bytes, free, POPLENS_BYTE_UNIT_BINARY));
  poplens_table_set_note (table, note);
  return table;
}

/* ---- causes over tiles ----------------------------------------------------------------------- */

typedef struct {
  const char *cause;
  gint64 bytes;
  double share;
  gint64 gaps, tiles, worst_tile, worst_bytes;
  const char *what, *key;
} GapCauseRow;

static const PoplensColumn cause_columns[] = {
    POPLENS_CELL (GapCauseRow, cause, "Cause", TEXT, DERIVED,
                  "Cause of the gaps, as far as recorded"),
    POPLENS_CELL (GapCauseRow, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes of the gaps; all causes add up to the gaps of memory_by_tile",
                  .total = TRUE),
    POPLENS_CELL (GapCauseRow, share, "Share", RATIO, DERIVED, "Share of the bytes of all gaps",
                  .total = TRUE),
    POPLENS_CELL (GapCauseRow, gaps, "Gaps", COUNT, DERIVED, "Number of gaps", .total = TRUE),
    POPLENS_CELL (GapCauseRow, tiles, "Tiles", COUNT, DERIVED,
                  "Number of tiles with a gap of this cause"),
    POPLENS_CELL (GapCauseRow, worst_tile, "Largest tile", ID, DERIVED,
                  "Tile with the most bytes of this cause"),
    POPLENS_CELL (GapCauseRow, worst_bytes, "On that tile", BYTES, DERIVED,
                  "Bytes of this cause on that tile"),
    POPLENS_CELL (GapCauseRow, what, "Meaning", TEXT, DERIVED, "The cause in one sentence"),
    POPLENS_CELL (GapCauseRow, key, "Key", TEXT, DERIVED, "Identifier of the cause, for scripts",
                  .for_scripts = TRUE),
};

PoplensTable *
poplens_build_gap_causes (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  g_auto (PoplensScope) scope = {0};
  g_autofree char *note = NULL;
  PoplensGapCosts costs;
  guint64 all = 0;
  PoplensTable *table;
  PoplensRecords *rows;

  if (!poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_report_gap_costs (report, scope.tiles, &costs, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (GapCauseRow, cause_columns);
  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++)
    all += costs.bytes[c];
  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++) {
    if (!costs.gaps[c])
      continue;
    GapCauseRow *row = poplens_records_add (rows);
    row->cause = poplens_gap_cause_title (c);
    row->bytes = costs.bytes[c];
    row->share = (double) costs.bytes[c] / (double) all;
    row->gaps = costs.gaps[c];
    row->tiles = costs.tiles[c];
    row->worst_tile = costs.worst_tile[c];
    row->worst_bytes = costs.worst_bytes[c];
    row->what = poplens_gap_cause_text (c);
    row->key = poplens_gap_cause_key (c);
    poplens_records_link (rows, "memory?tab=tile-gaps&tile=%u", costs.worst_tile[c]);
  }
  table = poplens_records_finish (rows, "tile-gaps", "Gap causes", report);
  poplens_table_set_default_sort (table, 1, TRUE);
  note = poplens_scope_tiles (&scope);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- packing --------------------------------------------------------------------------------- */

typedef struct {
  gint64 tile, occupied, peak, lost, sizes, saved;
} PackingRow;

static const PoplensColumn packing_columns[] = {
    POPLENS_CELL (PackingRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (
        PackingRow, occupied, "Occupied", BYTES, DERIVED,
        "Bytes that not-always-live variables use, each byte once: total of the next two columns",
        .total = TRUE),
    POPLENS_CELL (PackingRow, peak, "Most live at one step", BYTES, DERIVED,
                  "Most not-always-live bytes at one step; no packing can use less", .total = TRUE),
    POPLENS_CELL (PackingRow, lost, "Overhead", BYTES, DERIVED,
                  "Bytes beyond that: variables that are never live together but share no address",
                  .total = TRUE),
    POPLENS_CELL (PackingRow, sizes, "Sizes", BYTES, DERIVED,
                  "Sum of the sizes of these variables: bytes needed without sharing",
                  .total = TRUE),
    POPLENS_CELL (PackingRow, saved, "Saved by sharing", BYTES, DERIVED,
                  "Sum of sizes minus occupied bytes", .total = TRUE),
};

PoplensTable *
poplens_build_packing (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);
  const PoplensVariables *variables =
      liveness ? poplens_report_load_lowered (report, cancellable, error) : NULL;
  const PoplensMemory *memory =
      variables ? poplens_report_load_memory (report, cancellable, error) : NULL;
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) tiles = NULL;
  PoplensTable *table;
  PoplensRecords *rows;

  if (!memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  tiles = poplens_packing_tiles (liveness, variables, memory, scope.selection.positions,
                                 scope.selection.n, cancellable);
  if (!tiles) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  rows = POPLENS_RECORDS (PackingRow, packing_columns);
  for (guint i = 0; i < tiles->len; i++) {
    const PoplensTilePacking *p = &g_array_index (tiles, PoplensTilePacking, i);
    PackingRow *row = poplens_records_add (rows);
    row->tile = p->tile;
    row->occupied = p->occupied;
    row->peak = p->peak;
    row->lost = p->lost;
    row->sizes = p->sizes;
    row->saved = p->sizes - p->occupied;
    poplens_records_link (rows, "memory?tile=%u", p->tile);
  }
  table = poplens_records_finish (rows, "liveness-tiles", "Packing overhead", report);
  poplens_table_set_default_sort (table, 3, TRUE);
  g_autofree char *note = poplens_scope_tiles (&scope);
  poplens_table_set_note (table, note);
  return table;
}
