/* Compares the memory of two reports: by tile, category and variable, and by tile and kind as the
 * Memory page draws it. */
#include "analysis/compare/memory-compare.h"
#include "analysis/liveness/live-step.h"
#include "base/error.h"
#include "derived/compare/compare-headline.h"
#include "derived/compare/compare-source.h"
#include "derived/scope.h"
#include "tables/compare/compare-table.h"
#include "tables/engine/kind-column.h"
#include "tables/engine/registry.h"

/* ---- breakdown ------------------------------------------------------------------------------- */

/* Bytes of each tile in both reports, split by the location's key "breakdown", as the difference
 * chart on the Memory page shows them. */

typedef struct {
  gint64 tile;
  const char *kind, *key;
  gint64 bytes;
} BreakdownPart;

static const PoplensColumn breakdown_columns[] = {
    POPLENS_CELL (BreakdownPart, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (BreakdownPart, kind, "Kind", TEXT, DERIVED,
                  "Group, category or region of the bytes, or gaps between variables"),
    POPLENS_CELL (BreakdownPart, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes of this kind on the tile; all kinds add up to the tile's total "
                  "(memory_by_tile.total_including_gaps; total if gaps are excluded)"),
    POPLENS_CELL (BreakdownPart, key, "Key", TEXT, DERIVED,
                  "Identifier for scripts: group:tensors, category:message, region:interleaved, "
                  "shared, gaps",
                  .for_scripts = TRUE),
};

/* Makes the base table of @side: a row for each tile and kind of bytes. The rows of both sides
 * correspond. @memory owns the texts. */
static PoplensTable *
build_breakdown_base (const PoplensComparedMemory *memory, PoplensSide side, PoplensReport *report)
{
  guint n_bands = memory->bands->len;
  GArray *rows =
      g_array_sized_new (FALSE, FALSE, sizeof (BreakdownPart), memory->n_tiles * n_bands);

  for (guint32 i = 0; i < memory->n_tiles; i++)
    for (guint b = 0; b < n_bands; b++) {
      const PoplensComparedBand *band = g_ptr_array_index (memory->bands, b);
      BreakdownPart part = {memory->tile[i], band->name, band->key, (gint64) band->of[side][i]};
      g_array_append_val (rows, part);
    }
  return POPLENS_BASE (rows, breakdown_columns, report);
}

/* ---- location -------------------------------------------------------------------------------- */

static gboolean
read_breakdown (const PoplensCompareTiles *tiles, const PoplensCompareSource *source,
                const PoplensLocation *location, PoplensBreakdown *breakdown, GError **error)
{
  const char *asked = location ? poplens_location_get (location, "breakdown") : NULL;
  const PoplensMemory *const *of = tiles->of;
  guint n = poplens_compared_breakdowns (of);
  g_autoptr (GString) all = g_string_new (NULL);

  *breakdown = poplens_compared_breakdown_default (of);
  if (!asked)
    return TRUE;
  for (guint b = 0; b < n; b++) {
    if (g_str_equal (asked, poplens_breakdown_keys[b])) {
      *breakdown = b;
      return (b != POPLENS_BREAKDOWN_GROUP && b != POPLENS_BREAKDOWN_CATEGORY) ||
             poplens_compare_tiles_have_categories (tiles, source, error);
    }
    g_string_append_printf (all, "%s%s", b ? ", " : "", poplens_breakdown_keys[b]);
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "breakdown=%s: not available for these reports; use %s", asked, all->str);
  return FALSE;
}

/* Returns for each tile of @memory whether it is selected in either report. (transfer full) */
static gboolean *
selected_tiles (const PoplensCompareTiles *tiles, const PoplensComparedMemory *memory)
{
  gboolean *selected = g_new0 (gboolean, MAX (memory->n_tiles, 1));

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const PoplensSelection *chosen = &tiles->scope[s].selection;
    for (guint32 i = 0, at = 0; i < memory->n_tiles && at < chosen->n; i++)
      if (memory->tile[i] == chosen->tiles[at]) {
        selected[i] = TRUE;
        at++;
      }
  }
  return selected;
}

/* Pairs the rows of the selected tiles. Rows have the same numbers on both sides. (transfer full):
 * GArray of PoplensPair */
static GArray *
list_band_pairs (const PoplensComparedMemory *memory, const gboolean *selected)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  guint32 n_bands = memory->bands->len;

  for (guint32 thing = 0; thing < memory->n_tiles * n_bands; thing++) {
    guint8 sides = memory->sides[thing / n_bands];
    PoplensPair pair = {{sides & 1 << POPLENS_FIRST ? thing : POPLENS_NOT_THERE,
                         sides & 1 << POPLENS_SECOND ? thing : POPLENS_NOT_THERE}};
    if (selected[thing / n_bands])
      g_array_append_val (pairs, pair);
  }
  return pairs;
}

static PoplensTable *
compare_bands (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
               GCancellable *cancellable, GError **error)
{
  static const char *const things_of[POPLENS_N_BREAKDOWNS] = {
      "tiles", "regions of tiles", "category groups of tiles", "categories of tiles",
      "kinds of bytes of tiles"};
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (PoplensCompareTiles) tiles =
      poplens_compare_tiles_load (&source, report, location, cancellable, error);
  PoplensBreakdown breakdown;

  if (!tiles || !read_breakdown (tiles, &source, location, &breakdown, error))
    return NULL;
  g_autoptr (PoplensComparedMemory) memory = poplens_compared_memory_new (
      tiles->of, breakdown, !location || poplens_location_get_bool (location, "gaps", TRUE));
  g_autofree gboolean *selected = selected_tiles (tiles, memory);
  g_autofree char *remark = poplens_compare_tiles_remark (tiles);
  if ((guint64) memory->n_tiles * memory->bands->len >= POPLENS_NOT_THERE) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s: too many tiles and categories to compare", poplens_report_get_name (report));
    return NULL;
  }
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_breakdown_base (memory, s, source.of[s]);
  PoplensJoin joined = *join;
  joined.things = things_of[breakdown];
  GArray *pairs = list_band_pairs (memory, selected);
  poplens_table_keep (bases.of[POPLENS_FIRST], g_steal_pointer (&memory),
                      (GDestroyNotify) poplens_compared_memory_free);
  return poplens_compare_table_new (&joined, &bases, pairs, &source, location, remark);
}

const PoplensJoin poplens_join_memory_categories_by_tile = {.name = "memory-categories",
                                                            .title = "Memory by tile and kind",
                                                            .keys = "breakdown, gaps, tile, ipu",
                                                            .build = compare_bands,
                                                            .shown = "tile kind bytes key",
                                                            .link = "memory?tile=",
                                                            .linked = "tile",
                                                            .links_to_compared = TRUE,
                                                            .links_added = TRUE,
                                                            .adds = TRUE};

/* ---- variables ------------------------------------------------------------------------------- */

typedef struct {
  const char *variable, *kind;
  guint32 id;
  gint64 bytes, always_live, at_peak;
} Variable;

static const PoplensColumn compared_variable_columns[] = {
    POPLENS_CELL (Variable, variable, "Variable", TEXT, FILE,
                  "Name of the variable (unlowered_vars.name); empty if none is recorded"),
    POPLENS_KIND_CELL (Variable, kind),
    POPLENS_CELL (Variable, bytes, "Bytes", BYTES, FILE,
                  "Allocated bytes over all tiles (var_bytes_by_eq_class)"),
    POPLENS_CELL (Variable, always_live, "Always live", BYTES, FILE,
                  "Bytes that are live at every step (part of the previous column)"),
    POPLENS_CELL (Variable, at_peak, "At the peak", BYTES, FILE,
                  "Bytes that are live at the peak step of each report (always-live ones too, "
                  "unless Show Always Live is off)"),
    {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
     "ID of the variable, as numbered in var_bytes_by_eq_class", POPLENS_HOLDS_U32,
     POPLENS_ABSENT_MAX, G_STRUCT_OFFSET (Variable, id)},
};

static int
compare_variable_ids (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static int
compare_variables (gconstpointer a, gconstpointer b)
{
  return compare_variable_ids (&((const Variable *) a)->id, &((const Variable *) b)->id);
}

/* Returns the variable with ID @id, which must exist. */
static Variable *
find_variable_row_of_id (GArray *rows, guint32 id)
{
  guint at = 0;

  g_array_binary_search (rows, &(Variable){.id = id}, compare_variables, &at);
  return &g_array_index (rows, Variable, at);
}

/* Lists the variables that have bytes, sorted by ID. (transfer full): GArray of Variable */
static GArray *
list_variables (const PoplensVariables *v, const PoplensKindIndex *kinds)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Variable));
  guint32 n = v->n_class_bytes;
  g_autofree guint32 *sorted = g_memdup2 (v->class_bytes_variable, n * sizeof *sorted);

  if (n)
    qsort (sorted, n, sizeof *sorted, compare_variable_ids);
  for (guint32 i = 0; i < n; i++) {
    Variable one = {.variable = poplens_variable_name (v, sorted[i]),
                    .kind = poplens_kind_text (kinds, v, sorted[i]),
                    .id = sorted[i],
                    .always_live = POPLENS_NO_AMOUNT,
                    .at_peak = POPLENS_NO_AMOUNT};
    if (!i || sorted[i] != sorted[i - 1])
      g_array_append_val (rows, one);
  }
  for (guint32 i = 0; i < n; i++) {
    gint64 *sum = &find_variable_row_of_id (rows, v->class_bytes_variable[i])->bytes;
    *sum = MIN (*sum + poplens_base_amount (v->class_bytes[i]), POPLENS_MOST_AMOUNT);
  }
  return rows;
}

/* Sets each variable's always-live bytes and its live bytes at the peak. FALSE if the program has
 * no liveness steps. */
static gboolean
set_live_bytes (GArray *rows, const PoplensVariables *variables, const PoplensLiveness *liveness,
                gboolean with_always)
{
  guint32 peak = poplens_liveness_peak_step (liveness);

  if (peak == G_MAXUINT32)
    return FALSE;
  PoplensClassBytes *bytes = poplens_class_bytes_new (liveness, variables);
  g_autoptr (PoplensLiveStep) step = poplens_live_step_new (liveness, bytes, peak);
  for (guint i = 0; i < rows->len; i++) {
    Variable *row = &g_array_index (rows, Variable, i);
    row->always_live = row->at_peak = 0;
  }
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    Variable *row = find_variable_row_of_id (rows, v->variable);
    row->always_live = poplens_base_amount (v->always_live);
    row->at_peak = poplens_base_amount (v->live) + (with_always ? row->always_live : 0);
  }
  poplens_class_bytes_free (bytes);
  return TRUE;
}

static gboolean
build_variables_base (PoplensBases *bases, const PoplensCompareSource *source, PoplensSide side,
                      const PoplensVariables *variables, gboolean with_always,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  const PoplensKindIndex *kinds = poplens_kinds_at_hand (source->of[side], cancellable);
  g_autoptr (GArray) rows = list_variables (variables, kinds);
  const PoplensLiveness *liveness =
      poplens_report_load_liveness (source->of[side], cancellable, &local);

  if (!liveness && !poplens_compare_source_forgive (source, side, &bases->why[side], &local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!liveness || !set_live_bytes (rows, variables, liveness, with_always))
    bases->lacks[side] = "always_live at_peak";
  bases->of[side] =
      POPLENS_BASE (g_steal_pointer (&rows), compared_variable_columns, source->of[side]);
  return TRUE;
}

/* FALSE with @error if a report lacks the bytes of variables, because it has no liveness. Without
 * this check, all variables would seem to be added or removed. */
static gboolean
require_bytes (const PoplensCompareSource *source, const gconstpointer variables[POPLENS_N_SIDES],
               GError **error)
{
  gboolean has[POPLENS_N_SIDES];
  const char *why = NULL;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const char *absence = poplens_report_get_absence (source->of[s], POPLENS_PART_LIVENESS);
    has[s] = !absence || ((const PoplensVariables *) variables[s])->n_class_bytes;
    why = has[s] ? why : absence;
  }
  return poplens_compare_source_require (source, has, why, error);
}

static PoplensTable *
compare_variables_of_two (const PoplensJoin *join, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error)
{
  /* Leave out always-live bytes if the page has them switched off. */
  gboolean with_always = !location || poplens_location_get_bool (location, "always-live", TRUE);
  PoplensJoin shown = *join;
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (GString) remarks = g_string_new (NULL);
  gconstpointer parts[POPLENS_N_SIDES];
  gint64 at_peak;

  if (!with_always)
    shown.shown = "variable kind at_peak id*";
  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_VARIABLES, parts, cancellable, error) ||
      !require_bytes (&source, parts, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!build_variables_base (&bases, &source, s, parts[s], with_always, cancellable, error))
      return NULL;
  g_autofree char *why = poplens_compared_peak_why (&source, with_always, POPLENS_BYTE_UNIT_BINARY,
                                                    &at_peak, cancellable);
  PoplensNumber number;
  if (at_peak)
    g_string_append_printf (remarks, " %s the peak: %s.%s%s",
                            with_always ? "At" : "Not always live at",
                            poplens_format_signed_bytes (number, at_peak, POPLENS_BYTE_UNIT_BINARY),
                            why ? " " : "", why ? why : "");
  return poplens_compare_table_new (&shown, &bases, NULL, &source, location, remarks->str);
}

const PoplensJoin poplens_join_variables = {.name = "variables",
                                            .title = "Variables",
                                            .things = "variables",
                                            .keys = "always-live",
                                            .build = compare_variables_of_two,
                                            .shown = "variable kind bytes always_live at_peak id*",
                                            .match = "variable",
                                            .link = "liveness?variable=",
                                            .linked = "id",
                                            .adds = TRUE,
                                            .covers_all_tiles = TRUE};

/* ---- tiles and categories -------------------------------------------------------------------- */

/* Returns the names of the measures that @memory lacks if it comes from archive.a. (static)
 * (nullable) */
static const char *
missing_measures (const PoplensMemory *memory)
{
  if (!memory->from_archive)
    return NULL;
  return memory->regions_unknown
             ? "total always_live not_always_live_max non_interleaved interleaved overflowed"
             : "total always_live not_always_live_max";
}

static void
no_bytes (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  if (poplens_table_get_column (data, column)->unit == POPLENS_UNIT_BYTES)
    poplens_cell_int (value, 0);
  else
    *value = poplens_table_get (data, row, column);
}

/* Makes the base table of a report without any of the selected tiles. All its categories have 0
 * bytes; a table by tile has no rows. @all: (transfer full): base table of all tiles of the report.
 * (transfer full) */
static PoplensTable *
new_without_tiles (PoplensTable *all, gboolean by_category)
{
  PoplensTable *table =
      poplens_table_new ("base", "Base", by_category ? poplens_table_n_rows (all) : 0, no_bytes,
                         all, (GDestroyNotify) poplens_table_unref, NULL);

  for (guint c = 0; c < poplens_table_n_columns (all); c++)
    poplens_table_add_columns (table, poplens_table_get_column (all, c), 1);
  return table;
}

static PoplensTable *
compare_memory (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (join->name);
  gboolean by_category = join == &poplens_join_memory_categories;
  /* Ignore a selected operation: the memory of one operation is not compared. */
  g_autoptr (PoplensLocation) selected =
      location ? poplens_location_with (location, "operation", NULL) : NULL;
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (PoplensCompareTiles) tiles =
      poplens_compare_tiles_load (&source, report, location, cancellable, error);

  if (!tiles || (by_category && !poplens_compare_tiles_have_categories (tiles, &source, error)))
    return NULL;
  g_autofree char *remark = poplens_compare_tiles_remark (tiles);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    gboolean has = tiles->scope[s].selection.n > 0;
    bases.lacks[s] = missing_measures (tiles->of[s]);
    bases.of[s] = spec->build (source.of[s], has ? selected : NULL, cancellable, error);
    if (!bases.of[s])
      return NULL;
    if (!has)
      bases.of[s] = new_without_tiles (bases.of[s], by_category);
  }
  return poplens_compare_table_new (join, &bases, NULL, &source, location, remark);
}

const PoplensJoin poplens_join_memory_tiles = {
    .name = "memory-tiles",
    .title = "Memory by tile",
    .things = "tiles",
    .keys = "tile, ipu",
    .build = compare_memory,
    .shown = "tile total_including_gaps total always_live not_always_live_max non_interleaved "
             "interleaved overflowed",
    .match = "tile",
    .links_to_compared = TRUE,
    .links_added = TRUE,
    .adds = TRUE};

const PoplensJoin poplens_join_memory_categories = {
    .name = "memory-categories",
    .title = "Memory by category",
    .things = "categories",
    .keys = "tile, ipu",
    .build = compare_memory,
    .shown = "category total not_overlapped non_interleaved interleaved overflowed key",
    .match = "key",
    .adds = TRUE};
