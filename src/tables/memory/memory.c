#include "tables/engine/tile-columns.h"

#include "analysis/floor-plan.h"
#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/operations/operations-source.h"
#include "derived/memory/tile-values.h"
#include "derived/parts.h"
#include "derived/scope.h"
#include "tables/memory/tile-measure.h"

/* ---- memory by tile ------------------------------------------------------------------- */

enum {
  TILE,
  IPU,
  TOTAL,
  WITH_GAPS,
  GAPS,
  NON_INTERLEAVED,
  INTERLEAVED,
  OVERFLOWED,
  ALWAYS_LIVE,
  NOT_ALWAYS_LIVE,
  SHARED,
  FREE,
  SHARE,
  PHYSICAL,
  ROW,
  COLUMN,
  VALUE
};

static const PoplensColumn tile_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [TOTAL] = {"total", "Excl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Bytes that variables cover, each counted once (memory_by_tile.total)"},
    [WITH_GAPS] = {"total_including_gaps", "Need", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                   "Bytes up to the end of the highest variable; must not exceed the capacity "
                   "(memory_by_tile.total_including_gaps)"},
    [GAPS] = {"gaps", "Gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Bytes below the highest variable that no variable covers"},
    [NON_INTERLEAVED] = {"non_interleaved", "Non-interleaved", POPLENS_UNIT_BYTES,
                         POPLENS_FROM_FILE,
                         "Bytes in non-interleaved memory (memory_by_tile.non_interleaved)"},
    [INTERLEAVED] = {"interleaved", "Interleaved", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                     "Bytes in interleaved memory (memory_by_tile.interleaved)"},
    [OVERFLOWED] = {"overflowed", "Overflowed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                    "Bytes past the end of the tile's memory (memory_by_tile.overflowed)"},
    [ALWAYS_LIVE] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                     "Sum of the sizes of variables that are live at every step "
                     "(memory_by_tile.always_live_bytes)"},
    [NOT_ALWAYS_LIVE] =
        {"not_always_live_max", "Not-always-live peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Most not-always-live bytes at one step (memory_by_tile.not_always_live_max_bytes)"},
    [SHARED] = {"shared", "Shared", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                "Bytes that several variables use at different steps"},
    [FREE] = {"free", "Free", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Capacity minus bytes including gaps; negative if the tile is over capacity"},
    [SHARE] = {"share", "Used", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Bytes including gaps as a share of the capacity"},
    [PHYSICAL] = {"physical", "Physical ID", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                  "Number of the tile on the die, within the IPU; if the position is unknown, the "
                  "number within the IPU"},
    [ROW] = {"row", "Row", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "Row in the map of the IPU"},
    [COLUMN] = {"column", "Column", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                "Column in the map of the IPU"},
};

typedef struct {
  const PoplensMemory *memory; /* the report's */
  const PoplensTarget *target; /* nullable */
  PoplensFloorPlan plan;
  PoplensTileMeasure value;
  PoplensScope scope;
} Tiles;

static void
tiles_free (gpointer data)
{
  Tiles *tiles = data;

  poplens_tile_measure_clear (&tiles->value);
  poplens_scope_clear (&tiles->scope);
  g_free (tiles);
}

static void
set_int (PoplensValue *value, gint64 integer)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = integer;
}

/* What archive.a does not say is not recorded, never 0. */
static gboolean
is_recorded (const PoplensMemory *m, guint column)
{
  if (column == TOTAL || column == GAPS || column == ALWAYS_LIVE)
    return !m->from_archive;
  if (column == NON_INTERLEAVED || column == INTERLEAVED || column == OVERFLOWED)
    return !m->regions_unknown;
  return TRUE;
}

static void
place_cell (const Tiles *tiles, guint32 tile, guint column, PoplensValue *value)
{
  PoplensFloorPlace cell;

  if (poplens_floor_plan_find (&tiles->plan, tile, &cell))
    set_int (value, column == PHYSICAL ? cell.physical : column == ROW ? cell.row : cell.column);
}

static void
derived_tile_cell (const Tiles *tiles, guint32 p, guint column, PoplensValue *value)
{
  const PoplensMemory *m = tiles->memory;
  gint64 with_gaps = m->total_including_gaps[p];
  gint64 capacity = tiles->target ? (gint64) tiles->target->bytes_per_tile : 0;

  if (column >= PHYSICAL && column <= COLUMN)
    place_cell (tiles, m->tile[p], column, value);
  else if (column == VALUE && tiles->value.bytes[p] != POPLENS_TILE_UNKNOWN)
    set_int (value, (gint64) tiles->value.bytes[p]);
  else if (column == GAPS)
    set_int (value, MAX (with_gaps - (gint64) m->total[p], 0));
  else if (column == IPU && tiles->target)
    set_int (value, poplens_target_ipu_of_tile (tiles->target, m->tile[p]));
  else if (column == FREE && capacity)
    set_int (value, capacity - with_gaps);
  else if (column == SHARE && capacity) {
    value->type = POPLENS_VALUE_REAL;
    value->real = (double) with_gaps / capacity;
  } else if (column == NOT_ALWAYS_LIVE && m->not_always_live_max[p] != G_MAXUINT32)
    set_int (value, m->not_always_live_max[p]);
  else if (column == SHARED && m->has_categories)
    set_int (value, m->shared[p]);
}

static void
tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Tiles *tiles = data;
  const PoplensMemory *m = tiles->memory;
  const guint32 *plain[] = {
      [TILE] = m->tile,
      [TOTAL] = m->total,
      [WITH_GAPS] = m->total_including_gaps,
      [NON_INTERLEAVED] = m->non_interleaved,
      [INTERLEAVED] = m->interleaved,
      [OVERFLOWED] = m->overflowed,
      [ALWAYS_LIVE] = m->always_live,
      [VALUE] = NULL,
  };
  guint32 p = tiles->scope.selection.positions[row];

  if (!is_recorded (m, column))
    return;
  if (plain[column])
    set_int (value, plain[column][p]);
  else
    derived_tile_cell (tiles, p, column, value);
}

static char *
tile_link (gconstpointer data, guint32 row)
{
  const Tiles *tiles = data;

  return g_strdup_printf ("memory?tile=%u",
                          tiles->memory->tile[tiles->scope.selection.positions[row]]);
}

/* @note: (transfer full) (nullable). */
static char *
note_archive (const PoplensMemory *memory, char *note)
{
  g_autofree char *tiles = note;

  if (!memory->from_archive)
    return g_steal_pointer (&tiles);
  const char *caveat = poplens_memory_caveat (memory);
  return g_strdup_printf ("%s%sFrom archive.a: regions include gaps inside an image; bytes "
                          "excluding gaps and liveness are not recorded.%s%s",
                          tiles ? tiles : "", tiles ? ". " : "", caveat ? " " : "",
                          caveat ? caveat : "");
}

PoplensTable *
poplens_build_memory_tiles (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_autofree char *note = NULL;
  gconstpointer target;
  PoplensTable *table;
  Tiles *tiles;

  if (poplens_operation_filter_is_asked (location) && poplens_location_get (location, "operation"))
    return poplens_build_operation_memory (report, location, cancellable, error);
  if (!memory || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  tiles = g_new0 (Tiles, 1);
  if (!poplens_scope_init (&tiles->scope, report, location, cancellable, error) ||
      !poplens_tile_measure_init (&tiles->value, report, memory, target, location, cancellable,
                                  error)) {
    tiles_free (tiles);
    return NULL;
  }
  tiles->memory = memory;
  tiles->target = target;
  poplens_floor_plan_init (&tiles->plan, target,
                           memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0);
  table = poplens_table_new ("memory-tiles", "Memory by tile", tiles->scope.selection.n, tile_cell,
                             tiles, tiles_free, report);
  poplens_table_add_columns (table, tile_columns, G_N_ELEMENTS (tile_columns));
  if (tiles->value.bytes) {
    poplens_table_add_column (table, "value", tiles->value.title, POPLENS_UNIT_BYTES,
                              POPLENS_FROM_DERIVED,
                              "Measure that colours the tile map (keys value and plot)");
    poplens_table_add_total (table, VALUE);
  }
  for (guint c = TOTAL; c <= FREE; c++)
    if (is_recorded (memory, c) && !memory->incomplete)
      poplens_table_add_total (table, c);
  poplens_table_set_link (table, tile_link);
  note = note_archive (memory, poplens_scope_tiles (&tiles->scope));
  poplens_table_set_note (table, note);
  return table;
}

/* ---- memory by category --------------------------------------------------------------- */

#define CATEGORY_BYTES 2 /* the number of its column */

typedef struct {
  const char *category, *group;
  gint64 total, not_overlapped, overlapped, non_interleaved, interleaved, overflowed;
  const char *key;
  gint64 tiles[POPLENS_MOST_TILE_COLUMNS];
} CategoryRow;

static const PoplensColumn category_columns[] = {
    POPLENS_CELL (CategoryRow, category, "Category", TEXT, FILE,
                  "Use of the memory. Control code includes start-up and profiling code, which the "
                  "control code of programs does not."),
    POPLENS_CELL (CategoryRow, group, "Group", TEXT, DERIVED, "Category group in the chart"),
    POPLENS_CELL (CategoryRow, total, "Total", BYTES, FILE,
                  "Bytes of the variables of the category; shared bytes count once for each "
                  "variable (memory_by_category)",
                  .total = TRUE),
    POPLENS_CELL (CategoryRow, not_overlapped, "Not shared", BYTES, FILE,
                  "Bytes that only one variable uses", .total = TRUE),
    POPLENS_CELL (CategoryRow, overlapped, "Shared", BYTES, FILE,
                  "Bytes that other variables also use, at other steps", .total = TRUE),
    POPLENS_CELL (CategoryRow, non_interleaved, "Non-interleaved", BYTES, FILE,
                  "Bytes in non-interleaved memory", .total = TRUE),
    POPLENS_CELL (CategoryRow, interleaved, "Interleaved", BYTES, FILE,
                  "Bytes in interleaved memory", .total = TRUE),
    POPLENS_CELL (CategoryRow, overflowed, "Overflowed", BYTES, FILE,
                  "Bytes past the end of the tile's memory", .total = TRUE),
    POPLENS_CELL (CategoryRow, key, "Key", TEXT, FILE,
                  "Name of the category as recorded in the file"),
};

static void
add_category (PoplensRecords *rows, const PoplensCategory *category, PoplensTileColumns *tiles)
{
  const PoplensSelection *selection = &tiles->scope->selection;
  PoplensCategorySums sums =
      poplens_category_sums_at (category, selection->positions, selection->n);

  for (guint i = 0; i < tiles->n; i++)
    tiles->bytes[i] = poplens_category_bytes (category, selection->positions[i]);

  CategoryRow *row = poplens_records_add (rows);
  row->category = category->title;
  row->group = poplens_memory_group_title (category->group);
  row->total = (gint64) sums.total;
  row->not_overlapped = sums.not_overlapped;
  row->overlapped = sums.overlapped;
  row->non_interleaved = sums.non_interleaved;
  row->interleaved = sums.interleaved;
  row->overflowed = sums.overflowed;
  row->key = category->name;
  poplens_tile_columns_write (tiles, row->tiles);
}

/* Says which tiles count, and that overlapped bytes make the sum pass the tiles' total. */
static void
note_categories (PoplensTable *table, const PoplensMemory *memory, const PoplensTileColumns *tiles)
{
  const PoplensSelection *selection = &tiles->scope->selection;
  PoplensMemorySums sums = poplens_memory_sums_at (memory, selection->positions, selection->n);
  g_autofree char *which = poplens_tile_columns_note (tiles, NULL);
  PoplensNumber shared;
  g_autofree char *note =
      g_strdup_printf ("%s. Shared bytes count once for each variable; they occupy %s of memory.",
                       which, poplens_format_bytes (shared, sums.shared, POPLENS_BYTE_UNIT_BINARY));

  poplens_table_set_note (table, sums.shared ? note : which);
}

/* Of a profile without any the table is empty; archive.a cannot have them. */
static gboolean
has_categories (PoplensReport *report, const PoplensMemory *memory, GError **error)
{
  if (memory->from_archive)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "%s: no readable profile, and archive.a does not record the use of memory",
                 poplens_report_get_directory (report));
  return !memory->from_archive;
}

PoplensTable *
poplens_build_memory_categories (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  PoplensTileColumns tiles;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!memory || !has_categories (report, memory, error) ||
      !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  poplens_tile_columns_init (&tiles, &scope, G_N_ELEMENTS (category_columns), CATEGORY_BYTES,
                             CATEGORY_BYTES);
  rows = poplens_tile_columns_new_records (&tiles, category_columns, sizeof (CategoryRow),
                                           G_STRUCT_OFFSET (CategoryRow, tiles),
                                           "Bytes of the variables of the category on tile");
  for (guint c = 0; c < memory->categories->len; c++)
    add_category (rows, g_ptr_array_index (memory->categories, c), &tiles);
  table = poplens_records_finish (rows, "memory-categories", "Memory by category", report);
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (&tiles), TRUE);
  note_categories (table, memory, &tiles);
  return table;
}
