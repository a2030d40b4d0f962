/* Findings, capacity, the fullest tiles, the histogram of tiles, and what memory costs. */
#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "derived/insights/insights-ground.h"
#include "derived/insights/insights-input.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

/* ---- parts ----------------------------------------------------------------------------- */

static gboolean
is_over (const PoplensInsightsInput *input)
{
  for (guint32 t = 0; input->memory && input->target && t < input->memory->n_tiles; t++)
    if (poplens_memory_over (input->memory, t, input->target->bytes_per_tile))
      return TRUE;
  return FALSE;
}

/* Where a tile does not fit: which is the first. The report keeps the peaks. */
static gboolean
borrow_peaks (PoplensReport *report, PoplensInsightsInput *input, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GError) failed = NULL;
  g_autoptr (GArray) peaks = poplens_report_tile_peaks (report, cancellable, &failed);

  input->peaks = peaks;
  if (peaks || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

static gboolean
load_names (PoplensReport *report, guint32 without, PoplensNameSums **names,
            GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  *names = NULL;
  if (!(without & POPLENS_PART_BIT (POPLENS_PART_VARIABLES)))
    *names = poplens_report_name_sums (report, cancellable, &local);
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Findings are about names and sums: of variables in brief. */
static gboolean
load_part (PoplensReport *report, PoplensPart part, gconstpointer *data, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GError) failed = NULL;

  if (part != POPLENS_PART_VARIABLES)
    return poplens_load_optional (report, part, data, cancellable, error);
  *data = poplens_report_load_variables_brief (report, cancellable, &failed);
  if (*data || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

gboolean
poplens_insights_load (PoplensReport *report, guint32 without, PoplensInsightsInput *input,
                       PoplensNameSums **names, GCancellable *cancellable, GError **error)
{
  static const PoplensPart parts[] = {
      POPLENS_PART_TARGET,   POPLENS_PART_MEMORY,    POPLENS_PART_VERTICES, POPLENS_PART_EXCHANGES,
      POPLENS_PART_PROGRAMS, POPLENS_PART_VARIABLES, POPLENS_PART_LIVENESS,
  };
  gconstpointer data[G_N_ELEMENTS (parts)] = {NULL};

  *names = NULL;
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    if (!(without & POPLENS_PART_BIT (parts[p])) &&
        !load_part (report, parts[p], &data[p], cancellable, error))
      return FALSE;
  if (!load_names (report, without, names, cancellable, error))
    return FALSE;
  *input =
      (PoplensInsightsInput){data[0], data[1], data[2], data[3], data[4], data[5], data[6], *names};
  return without || !is_over (input) || borrow_peaks (report, input, cancellable, error);
}

/* ---- findings -------------------------------------------------------------------------- */

static const PoplensColumnSpec finding_columns[] = {
    {"key", "Finding", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Identifier of the finding, for scripts"},
    {"title", "Title", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Title of the finding"},
    {"sentence", "Finding", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "The finding in one sentence; bytes in binary units"},
    {"cause", "How to fix", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Cause or remedy"},
    {"subject", "Subject", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the variable, vertex type or exchange"},
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes of the finding"},
    {"saves", "Saves", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Maximum bytes freed if this is removed; empty for facts"},
    {"command", "Command", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Command that prints these figures"},
};

static void
add_finding (PoplensRows *rows, const PoplensFinding *finding, PoplensReport *report)
{
  g_autofree char *sentence = poplens_finding_sentence (finding, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *command = poplens_finding_command (finding, poplens_report_get_path (report));

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, finding->key);
  poplens_rows_text (rows, 1, finding->title);
  poplens_rows_text (rows, 2, sentence);
  poplens_rows_text (rows, 3, finding->cause);
  poplens_rows_text (rows, 4, finding->subject);
  poplens_rows_int (rows, 5, (gint64) finding->bytes);
  if (finding->saves)
    poplens_rows_int (rows, 6, (gint64) finding->saves);
  poplens_rows_text (rows, 7, command);
  poplens_rows_link (rows, finding->location);
}

PoplensTable *
poplens_build_insights (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  PoplensInsightsInput input;
  PoplensRows *rows;
  PoplensTable *table;

  if (!poplens_insights_load (report, 0, &input, &names, cancellable, error))
    return NULL;
  findings = poplens_insights_findings (&input);
  rows = poplens_rows_new (G_N_ELEMENTS (finding_columns));
  for (guint i = 0; i < findings->len; i++)
    add_finding (rows, g_ptr_array_index (findings, i), report);
  table = poplens_rows_finish (rows, "insights", "Findings", report, FALSE);
  poplens_table_add_columns (table, finding_columns, G_N_ELEMENTS (finding_columns));
  g_autofree char *said = poplens_scope_note_all (
      location,
      "Largest saving first. Savings overlap and do not add up. Bytes are those of one replica.");
  poplens_table_set_note (table, said);
  return table;
}

/* ---- capacity -------------------------------------------------------------------------- */

static const PoplensColumnSpec capacity_columns[] = {
    {"of", "Scope", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Replica, IPU or fullest tile"},
    {"tiles", "Tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "Number of tiles recorded"},
    {"used", "Excl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that variables cover, each counted once (memory_by_tile.total)"},
    {"used_including_gaps", "Incl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes up to the end of the highest variable of each tile"},
    {"capacity", "Capacity", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Memory of these tiles (tiles × target_info.bytes_per_tile)"},
    {"share", "Used", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Bytes excluding gaps as a share of the capacity"},
    {"share_including_gaps", "Used incl. gaps", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Bytes including gaps as a share of the capacity"},
    {"free", "Free", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
     "Capacity minus bytes including gaps; negative for a tile over capacity"},
    {"tiles_over", "Tiles over capacity", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
     "Number of tiles over capacity"},
    {"over_bytes", "Over by", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes that these tiles need beyond their capacity"},
};

static void
add_capacity (PoplensRows *rows, const PoplensCapacity *c)
{
  g_autofree char *of = c->of == POPLENS_CAPACITY_REPLICA ? g_strdup ("Replica")
                        : c->of == POPLENS_CAPACITY_IPU
                            ? g_strdup_printf ("IPU %u", c->number)
                            : g_strdup_printf ("Fullest tile, %u", c->number);
  g_autofree char *link = c->of == POPLENS_CAPACITY_TILE
                              ? g_strdup_printf ("memory?tile=%u", c->number)
                              : g_strdup ("memory");

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, of);
  poplens_rows_int (rows, 1, c->tiles);
  if (c->used_known)
    poplens_rows_int (rows, 2, (gint64) c->used);
  poplens_rows_int (rows, 3, (gint64) c->used_including_gaps);
  if (c->capacity) {
    poplens_rows_int (rows, 4, (gint64) c->capacity);
    if (c->used_known)
      poplens_rows_real (rows, 5, (double) c->used / (double) c->capacity);
    poplens_rows_real (rows, 6, (double) c->used_including_gaps / (double) c->capacity);
    poplens_rows_int (rows, 7, (gint64) (c->capacity - c->used_including_gaps));
  }
  poplens_rows_int (rows, 8, c->tiles_over);
  poplens_rows_int (rows, 9, (gint64) c->over_bytes);
  poplens_rows_link (rows, link);
}

PoplensTable *
poplens_build_capacity (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_autoptr (GArray) capacity = NULL;
  gconstpointer target;
  PoplensRows *rows;
  PoplensTable *table;

  if (!memory || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  capacity = poplens_insights_capacity (memory, target);
  rows = poplens_rows_new (G_N_ELEMENTS (capacity_columns));
  for (guint i = 0; i < capacity->len; i++)
    add_capacity (rows, &g_array_index (capacity, PoplensCapacity, i));
  table = poplens_rows_finish (rows, "capacity", "Capacity", report, FALSE);
  poplens_table_add_columns (table, capacity_columns, G_N_ELEMENTS (capacity_columns));
  g_autofree char *said =
      poplens_scope_note_all (location, "A tile fits if its memory including gaps fits.");
  poplens_table_set_note (table, said);
  return table;
}

/* ---- fullest tiles --------------------------------------------------------------------- */

#define MOST_TILES 5

static const PoplensColumnSpec fullest_columns[] = {
    {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    {"total_including_gaps", "Incl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes up to the end of the highest variable; must not exceed the capacity"},
    {"total", "Excl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, "Bytes that variables cover"},
    {"capacity", "Capacity", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Memory of one tile (target_info.bytes_per_tile)"},
    {"free", "Free", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
     "Capacity minus bytes including gaps; negative if the tile is over capacity"},
    {"share", "Used", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Bytes including gaps as a share of the capacity"},
};

static void
add_tile (PoplensRows *rows, const PoplensMemory *memory, const PoplensTarget *target, guint32 at)
{
  gint64 capacity = target ? (gint64) target->bytes_per_tile : 0;
  gint64 with_gaps = memory->total_including_gaps[at];
  g_autofree char *link = g_strdup_printf ("memory?tile=%u", memory->tile[at]);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, 0, memory->tile[at]);
  if (target)
    poplens_rows_int (rows, 1, poplens_target_ipu_of_tile (target, memory->tile[at]));
  poplens_rows_int (rows, 2, with_gaps);
  if (!memory->from_archive)
    poplens_rows_int (rows, 3, memory->total[at]);
  if (capacity) {
    poplens_rows_int (rows, 4, capacity);
    poplens_rows_int (rows, 5, capacity - with_gaps);
    poplens_rows_real (rows, 6, (double) with_gaps / (double) capacity);
  }
  poplens_rows_link (rows, link);
}

PoplensTable *
poplens_build_insights_tiles (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_autoptr (GArray) fullest = NULL;
  g_autofree char *note = NULL;
  gconstpointer target;
  PoplensNumber count;
  PoplensRows *rows;
  PoplensTable *table;

  if (!memory || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  fullest = poplens_memory_fullest (memory, MOST_TILES, TRUE);
  rows = poplens_rows_new (G_N_ELEMENTS (fullest_columns));
  for (guint i = 0; i < fullest->len; i++)
    add_tile (rows, memory, target, g_array_index (fullest, guint32, i));
  table = poplens_rows_finish (rows, "insights-tiles", "Fullest tiles", report, FALSE);
  poplens_table_add_columns (table, fullest_columns, G_N_ELEMENTS (fullest_columns));
  note = g_strdup_printf ("%u of %s tiles", fullest->len,
                          poplens_format_count (count, memory->n_tiles));
  g_autofree char *said = poplens_scope_note_all (location, note);
  poplens_table_set_note (table, said);
  return table;
}

/* ---- histogram ------------------------------------------------------------------------- */

static const PoplensColumnSpec bin_columns[] = {
    {"from", "From", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Lower bound of the range, included"},
    {"to", "Below", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Upper bound of the range, excluded"},
    {"tiles", "Tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Number of tiles in the range"},
    {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED, "Share of all tiles"},
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, "Total memory of these tiles"},
};

PoplensTable *
poplens_build_insights_histogram (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  gboolean gaps;
  g_autoptr (GArray) bins = NULL;
  PoplensRows *rows;
  PoplensTable *table;

  if (!memory)
    return NULL;
  /* Of archive.a nothing else is known. */
  gaps = memory->from_archive || (location && poplens_location_get_bool (location, "gaps", FALSE));
  bins = poplens_insights_histogram (memory, gaps);
  rows = poplens_rows_new (G_N_ELEMENTS (bin_columns));
  for (guint i = 0; i < bins->len; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    poplens_rows_add (rows, 0);
    poplens_rows_int (rows, 0, (gint64) bin->from);
    poplens_rows_int (rows, 1, (gint64) bin->to);
    poplens_rows_int (rows, 2, bin->tiles);
    poplens_rows_real (rows, 3, (double) bin->tiles / memory->n_tiles);
    poplens_rows_int (rows, 4, (gint64) bin->bytes);
    poplens_rows_link (rows, "memory?order=use");
  }
  table = poplens_rows_finish (rows, "insights-histogram", "Tiles by memory use", report, FALSE);
  poplens_table_add_columns (table, bin_columns, G_N_ELEMENTS (bin_columns));
  poplens_table_add_total (table, 2);
  poplens_table_add_total (table, 3);
  poplens_table_add_total (table, 4);
  g_autofree char *said =
      poplens_scope_note_all (location, memory->from_archive ? "Bytes including gaps"
                                        : gaps               ? "Bytes including gaps"
                                                             : "Bytes excluding gaps");
  poplens_table_set_note (table, said);
  return table;
}

/* ---- costs ----------------------------------------------------------------------------- */

static const PoplensColumnSpec cost_columns[] = {
    {"cost", "Overhead", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Memory used beside data"},
    {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Identifier, for scripts"},
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes over all tiles. For instrumentation the sizes are in total; bytes shared with other "
     "variables would not be freed."},
    {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Share of the memory of all tiles including gaps"},
    {"tiles", "Tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Tiles affected"},
    {"worst_tile", "Largest on tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
     "Tile with the most of these bytes"},
    {"worst_bytes", "On that tile", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes on that tile"},
    {"cause", "Explanation", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Origin of the overhead"},
};

static void
add_cost (PoplensRows *rows, const PoplensCost *cost, guint64 with_gaps)
{
  poplens_rows_add (rows, cost->depth);
  poplens_rows_text (rows, 0, cost->title);
  poplens_rows_text (rows, 1, cost->key);
  poplens_rows_int (rows, 2, (gint64) cost->bytes);
  if (with_gaps)
    poplens_rows_real (rows, 3, (double) cost->bytes / (double) with_gaps);
  poplens_rows_int (rows, 4, cost->tiles);
  if (cost->worst_tile != G_MAXUINT32) {
    g_autofree char *link = g_strdup_printf ("memory?tile=%u", cost->worst_tile);
    poplens_rows_int (rows, 5, cost->worst_tile);
    poplens_rows_int (rows, 6, (gint64) cost->worst_bytes);
    poplens_rows_link (rows, link);
  }
  poplens_rows_text (rows, 7, cost->cause);
}

PoplensTable *
poplens_build_costs (PoplensReport *report, const PoplensLocation *location,
                     GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (GArray) costs = NULL;
  g_autoptr (GError) local = NULL;
  PoplensMemorySums sums;
  PoplensRows *rows;
  PoplensTable *table;

  if (!memory)
    return NULL;
  if (memory->from_archive) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "%s: no readable profile, and archive.a does not tell gaps from used bytes",
                 poplens_report_get_directory (report));
    return NULL;
  }
  names = poplens_report_name_sums (report, cancellable, &local);
  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  costs = poplens_insights_costs (memory, names);
  sums = poplens_memory_sums (memory, NULL);
  rows = poplens_rows_new (G_N_ELEMENTS (cost_columns));
  for (guint i = 0; i < costs->len; i++)
    add_cost (rows, &g_array_index (costs, PoplensCost, i), sums.total_including_gaps);
  table = poplens_rows_finish (rows, "costs", "Memory overhead", report, TRUE);
  poplens_table_add_columns (table, cost_columns, G_N_ELEMENTS (cost_columns));
  g_autofree char *said = poplens_scope_note_all (
      location, names ? "Instrumentation is found by category and by name."
                      : "No variables recorded; instrumentation cannot be identified.");
  poplens_table_set_note (table, said);
  return table;
}
