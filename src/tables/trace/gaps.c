/* Why bytes are empty, of a tile and over all; and what packing loses. */
#include "analysis/memory/packing.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/memory/address-source.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"
#include "derived/trace/gap-costs.h"
#include "tables/engine/builders.h"

/* ---- gaps of a tile --------------------------------------------------------------------- */

enum { TILE, ADDRESS, SIZE, CAUSE, WHY, NEXT, OTHER, OTHERS, ELEMENT, ALIGNMENT, KEY };

static const PoplensColumnSpec gap_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [ADDRESS] = {"address", "Address", POPLENS_UNIT_ADDRESS, POPLENS_FROM_DERIVED,
                 "Address of the first empty byte"},
    [SIZE] = {"size", "Size", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Bytes that no variable covers, below the highest variable"},
    [CAUSE] = {"cause", "Cause", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Cause of the gap, as far as recorded"},
    [WHY] = {"why", "Evidence", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
             "Variables, memory element and constraint that cause the gap"},
    [NEXT] = {"next", "Next variable", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
              "ID of the variable that begins at the end of the gap"},
    [OTHER] = {"other", "Conflicting variable", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
               "ID of the variable that must not share a memory element with the next variable"},
    [OTHERS] = {"others", "Conflicts", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                "Number of conflicting variables in the memory element"},
    [ELEMENT] = {"element", "Element", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "Number of the memory element"},
    [ALIGNMENT] = {"alignment", "Alignment", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                   "Alignment of the next variable, in bytes"},
    [KEY] = {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
             "Identifier of the cause, for scripts"},
};

static void
add_gap (PoplensRows *rows, const PoplensAddressMap *map, guint32 g)
{
  const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, g);
  g_autofree char *why = poplens_address_map_explain (map, g);
  g_autofree char *link =
      g_strdup_printf ("memory?address=0x%" G_GINT64_MODIFIER "x&tab=memory-map&tile=%u",
                       map->base + gap->from, map->tile);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, TILE, map->tile);
  poplens_rows_int (rows, ADDRESS, (gint64) (map->base + gap->from));
  poplens_rows_int (rows, SIZE, (gint64) (gap->to - gap->from));
  poplens_rows_text (rows, CAUSE, poplens_gap_cause_title (gap->cause));
  poplens_rows_text (rows, WHY, why);
  poplens_rows_int (rows, NEXT, gap->next);
  if (gap->other != G_MAXUINT32) {
    poplens_rows_int (rows, OTHER, gap->other);
    poplens_rows_int (rows, OTHERS, gap->n_others);
    poplens_rows_int (rows, ELEMENT, gap->element);
  }
  poplens_rows_int (rows, ALIGNMENT, gap->alignment);
  poplens_rows_text (rows, KEY, poplens_gap_cause_key (gap->cause));
  poplens_rows_link (rows, link);
}

PoplensTable *
poplens_build_tile_gaps (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  g_auto (PoplensAddressSource) source = {0};
  guint64 free = 0;
  PoplensNumber bytes;
  PoplensTable *table;
  PoplensRows *rows;

  if (!poplens_address_source_init (&source, report, location, G_MAXUINT, cancellable, error))
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (gap_columns));
  for (guint m = 0; m < source.maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (source.maps, m);
    free += map->totals.free;
    for (guint32 g = 0; g < map->gaps->len; g++)
      add_gap (rows, map, g);
  }
  table = poplens_rows_finish (rows, "tile-gaps", "Gaps", report, FALSE);
  poplens_table_add_columns (table, gap_columns, G_N_ELEMENTS (gap_columns));
  poplens_table_add_total (table, SIZE);
  g_autofree char *tiles = poplens_address_source_describe (&source);
  g_autofree char *note =
      g_strdup_printf (source.maps->len == 1 ? "%s. Free above the highest variable: %s."
                                             : "%s. Free above the highest variables: %s in total.",
                       tiles, poplens_format_bytes (bytes, free, POPLENS_BYTE_UNIT_BINARY));
  poplens_table_set_note (table, note);
  return table;
}

/* ---- causes over tiles ------------------------------------------------------------------ */

static const PoplensColumnSpec cause_columns[] = {
    {"cause", "Cause", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Cause of the gaps, as far as recorded"},
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes of the gaps; all causes add up to the gaps of memory_by_tile"},
    {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED, "Share of the bytes of all gaps"},
    {"gaps", "Gaps", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Number of gaps"},
    {"tiles", "Tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Number of tiles with such a gap"},
    {"worst_tile", "Worst tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
     "Tile with the most bytes of this cause"},
    {"worst_bytes", "On that tile", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes of this cause on that tile"},
    {"what", "Meaning", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "The cause in one sentence"},
    {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Identifier of the cause, for scripts"},
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
  PoplensRows *rows;

  if (!poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_report_gap_costs (report, scope.tiles, &costs, cancellable, error))
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (cause_columns));
  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++)
    all += costs.bytes[c];
  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++) {
    if (!costs.gaps[c])
      continue;
    g_autofree char *link = g_strdup_printf ("memory?tab=tile-gaps&tile=%u", costs.worst_tile[c]);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, poplens_gap_cause_title (c));
    poplens_rows_int (rows, 1, (gint64) costs.bytes[c]);
    poplens_rows_real (rows, 2, (double) costs.bytes[c] / (double) all);
    poplens_rows_int (rows, 3, (gint64) costs.gaps[c]);
    poplens_rows_int (rows, 4, costs.tiles[c]);
    poplens_rows_int (rows, 5, costs.worst_tile[c]);
    poplens_rows_int (rows, 6, (gint64) costs.worst_bytes[c]);
    poplens_rows_text (rows, 7, poplens_gap_cause_text (c));
    poplens_rows_text (rows, 8, poplens_gap_cause_key (c));
    poplens_rows_link (rows, link);
  }
  table = poplens_rows_finish (rows, "gap-causes", "Gap causes", report, FALSE);
  poplens_table_add_columns (table, cause_columns, G_N_ELEMENTS (cause_columns));
  for (guint c = 1; c <= 3; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_default_sort (table, 1, TRUE);
  note = poplens_scope_tiles (&scope);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- packing ---------------------------------------------------------------------------- */

static const PoplensColumnSpec packing_columns[] = {
    {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    {"occupied", "Occupied", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes that not-always-live variables use, each byte once: total of the next two columns"},
    {"peak", "Most live at one step", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Most not-always-live bytes at one step; no packing can use less"},
    {"lost", "Overhead", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes beyond that: variables that are never live together but share no address"},
    {"sizes", "Sizes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Sum of the sizes of these variables: bytes needed without sharing"},
    {"saved", "Saved by sharing", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Sum of sizes minus occupied bytes"},
};

PoplensTable *
poplens_build_packing (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);
  const PoplensVariables *variables =
      liveness ? poplens_load_lowered (report, cancellable, error) : NULL;
  const PoplensMemory *memory =
      variables ? poplens_report_load_memory (report, cancellable, error) : NULL;
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) tiles = NULL;
  PoplensTable *table;
  PoplensRows *rows;

  if (!memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  tiles = poplens_packing_tiles (liveness, variables, memory, scope.selection.positions,
                                 scope.selection.n, cancellable);
  if (!tiles) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  rows = poplens_rows_new (G_N_ELEMENTS (packing_columns));
  for (guint i = 0; i < tiles->len; i++) {
    const PoplensTilePacking *p = &g_array_index (tiles, PoplensTilePacking, i);
    g_autofree char *link = g_strdup_printf ("memory?tile=%u", p->tile);
    poplens_rows_add (rows, 0);
    poplens_rows_int (rows, 0, p->tile);
    poplens_rows_int (rows, 1, (gint64) p->occupied);
    poplens_rows_int (rows, 2, (gint64) p->peak);
    poplens_rows_int (rows, 3, (gint64) p->lost);
    poplens_rows_int (rows, 4, (gint64) p->sizes);
    poplens_rows_int (rows, 5, (gint64) (p->sizes - p->occupied));
    poplens_rows_link (rows, link);
  }
  table = poplens_rows_finish (rows, "packing", "Packing overhead", report, FALSE);
  poplens_table_add_columns (table, packing_columns, G_N_ELEMENTS (packing_columns));
  for (guint c = 1; c < G_N_ELEMENTS (packing_columns); c++)
    poplens_table_add_total (table, c);
  poplens_table_set_default_sort (table, 3, TRUE);
  g_autofree char *note = poplens_scope_tiles (&scope);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- pairs of classes ------------------------------------------------------------------- */

#define MOST_PAIRS 200

static const PoplensColumnSpec pair_columns[] = {
    {"class", "Class", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Equivalence class (eq_classes)"},
    {"class_2", "Conflicting class", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
     "Equivalence class that is live at some of the same steps"},
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "The smaller of the two on each tile, in total: bytes that they could otherwise share. "
     "Classes belong to many pairs, so these bytes do not add up."},
    {"tiles", "Tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Tiles that have both classes"},
    {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
     "First step at which both classes are live"},
    {"program", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Program of that step"},
};

static void
add_pair (PoplensRows *rows, const PoplensLiveness *liveness, const PoplensPrograms *programs,
          const PoplensClassPair *pair)
{
  g_autofree char *link = g_strdup_printf ("liveness?step=%u&tab=live-variables", pair->step);
  g_autofree char *program = pair->step < liveness->n_steps
                                 ? poplens_program_title (programs, liveness->program[pair->step])
                                 : NULL;

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, 0, liveness->class_id[pair->first]);
  poplens_rows_int (rows, 1, liveness->class_id[pair->second]);
  poplens_rows_int (rows, 2, (gint64) pair->bytes);
  poplens_rows_int (rows, 3, pair->tiles);
  poplens_rows_int (rows, 4, pair->step);
  poplens_rows_text (rows, 5, program);
  poplens_rows_link (rows, link);
}

PoplensTable *
poplens_build_packing_pairs (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);
  const PoplensVariables *variables =
      liveness ? poplens_load_lowered (report, cancellable, error) : NULL;
  g_autoptr (PoplensPackingPairs) pairs = NULL;
  g_auto (PoplensScope) scope = {0};
  gconstpointer programs;
  PoplensNumber n, all;
  PoplensTable *table;
  PoplensRows *rows;

  if (!variables ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  pairs = poplens_packing_pairs (liveness, variables, scope.tiles, MOST_PAIRS, cancellable);
  if (!pairs) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  rows = poplens_rows_new (G_N_ELEMENTS (pair_columns));
  for (guint i = 0; i < pairs->pairs->len; i++)
    add_pair (rows, liveness, programs, &g_array_index (pairs->pairs, PoplensClassPair, i));
  table = poplens_rows_finish (rows, "packing-pairs", "Conflicting classes", report, FALSE);
  poplens_table_add_columns (table, pair_columns, G_N_ELEMENTS (pair_columns));
  g_autofree char *text =
      g_strdup_printf ("Classes that are live at the same step cannot share addresses. Showing the "
                       "largest %u of %s pairs, among the largest %s of %u classes.",
                       pairs->pairs->len, poplens_format_count (n, (gint64) pairs->n_pairs),
                       poplens_format_count (all, pairs->n_compared), pairs->n_classes);
  g_autofree char *note = poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}
