/* Tables of memory: by tile, with the measure that colours the tile map; by category; and by group
 * of categories. */
#include "analysis/floor-plan.h"
#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/memory/tile-values.h"
#include "derived/operations/operations-source.h"
#include "derived/scope.h"
#include "model/location.h"
#include "report/report.h"
#include "tables/engine/builders.h"
#include "tables/engine/registry.h"
#include "tables/engine/tile-columns.h"

#include <math.h>
#include <string.h>

/* ---- groups of categories -------------------------------------------------------------------- */

/* Table of memory by group of categories: a tree of gaps, groups, regions and liveness. Columns:
 * all tiles, the mean tile, and the fullest tile or each selected tile. */

enum { ALL_TILES, MORE };

/* A row: its title, and a number for each column of tiles. */
typedef struct {
  const char *memory;
  gint64 numbers[MORE + 1 + POPLENS_MOST_TILE_COLUMNS];
  double share;
  gint64 mean;
} GroupRow;

/* A column of numbers, which are sums over its tiles. */
typedef struct {
  char *name, *title, *doc;
  PoplensMemorySums sums;
  PoplensCategorySums *categories; /* by index of the category in the memory part */
} Details;

typedef struct {
  const PoplensMemory *memory;
  GArray *columns; /* Details of all tiles, then of the fullest tile or of each selected tile */
  PoplensRecords *rows;
  gboolean has_mean;
  char *note; /* (nullable): names the fullest tile */
} GroupBuilder;

static void
clear_details (gpointer data)
{
  Details *d = data;

  g_free (d->name);
  g_free (d->title);
  g_free (d->doc);
  g_free (d->categories);
}

static void
add_tiles_column (GroupBuilder *b, char *name, char *title, char *doc, guint32 *positions, guint n)
{
  const PoplensMemory *m = b->memory;
  Details d = {name, title, doc, poplens_memory_sums_at (m, positions, n), NULL};

  d.categories = g_new (PoplensCategorySums, MAX (m->categories->len, 1));
  for (guint c = 0; c < m->categories->len; c++)
    d.categories[c] = poplens_category_sums_at (g_ptr_array_index (m->categories, c), positions, n);
  g_array_append_val (b->columns, d);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static guint64
sum_field (const Details *d, gsize field)
{
  return *(const guint64 *) ((const char *) &d->sums + field);
}

/* Adds a row without numbers: a heading, or numbers that are not recorded. */
static GroupRow *
add_group_row (GroupBuilder *b, guint16 depth, const char *title)
{
  GroupRow *row = poplens_records_add_at (b->rows, depth);

  row->memory = title;
  return row;
}

/* Adds a row with a number for each column, unless the number for all tiles is 0. So the same rows
 * are shown whichever tiles are selected. TRUE if it added a row. */
static gboolean
add_numbers (GroupBuilder *b, guint16 depth, const char *title, const guint64 *numbers)
{
  guint64 whole = g_array_index (b->columns, Details, ALL_TILES).sums.total_including_gaps;
  GroupRow *row;

  if (!numbers[ALL_TILES])
    return FALSE;
  row = add_group_row (b, depth, title);
  for (guint c = 0; c < b->columns->len; c++)
    row->numbers[c] = (gint64) numbers[c];
  row->share = (double) numbers[ALL_TILES] / (double) MAX (whole, 1);
  row->mean = (gint64) llround ((double) numbers[ALL_TILES] / MAX (b->memory->n_tiles, 1));
  return TRUE;
}

/* Adds a row for the member of PoplensMemorySums at offset @field, minus the member at offset
 * @without. @without: 0: subtracts nothing. TRUE if it added a row. */
static gboolean
add_group_sum (GroupBuilder *b, guint16 depth, const char *title, gsize field, gsize without)
{
  guint64 numbers[G_N_ELEMENTS (((GroupRow *) NULL)->numbers)];

  for (guint c = 0; c < b->columns->len; c++) {
    const Details *d = &g_array_index (b->columns, Details, c);
    numbers[c] = sum_field (d, field) - (without ? sum_field (d, without) : 0);
  }
  return add_numbers (b, depth, title, numbers);
}

/* Sums the member of PoplensCategorySums at offset @field over categories. @only_category: index of
 * the only category to sum; −1: sums all categories of @group. */
static guint64
sum_categories (const GroupBuilder *b, const Details *d, gsize field, int group, int only_category)
{
  guint64 sum = 0;

  for (guint c = 0; c < b->memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (b->memory->categories, c);
    if (only_category >= 0 ? (int) c == only_category : (int) category->group == group)
      sum += *(const guint64 *) ((const char *) &d->categories[c] + field);
  }
  return sum;
}

static gboolean
add_category_sum (GroupBuilder *b, guint16 depth, const char *title, gsize field, int group,
                  int only_category)
{
  guint64 numbers[G_N_ELEMENTS (((GroupRow *) NULL)->numbers)];

  for (guint c = 0; c < b->columns->len; c++)
    numbers[c] =
        sum_categories (b, &g_array_index (b->columns, Details, c), field, group, only_category);
  return add_numbers (b, depth, title, numbers);
}

typedef struct {
  int number;
  guint64 bytes;
} MemoryPart;

static int
compare_part_bytes (gconstpointer a, gconstpointer b)
{
  const MemoryPart *p = a, *q = b;

  return p->bytes != q->bytes ? (p->bytes < q->bytes) - (p->bytes > q->bytes)
                              : p->number - q->number;
}

/* Returns the groups of categories, sorted by bytes on all tiles, descending. @group: −1, or the
 * group whose categories to return instead. @field: as for sum_categories (). (transfer full):
 * GArray of MemoryPart */
static GArray *
list_memory_parts (const GroupBuilder *b, gsize field, int group)
{
  const Details *all = &g_array_index (b->columns, Details, ALL_TILES);
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (MemoryPart));
  int n = group < 0 ? POPLENS_N_GROUPS : (int) b->memory->categories->len;

  for (int i = 0; i < n; i++) {
    MemoryPart part = {i, group < 0 ? sum_categories (b, all, field, i, -1)
                                    : sum_categories (b, all, field, -1, i)};
    if (group < 0 ||
        (int) ((PoplensCategory *) g_ptr_array_index (b->memory->categories, i))->group == group)
      g_array_append_val (parts, part);
  }
  g_array_sort (parts, compare_part_bytes);
  return parts;
}

/* Adds a row for each group of categories, and below it a row for each category of the group. The
 * largest come first. */
static void
add_by_category (GroupBuilder *b, gsize field)
{
  g_autoptr (GArray) groups = list_memory_parts (b, field, -1);

  for (guint g = 0; g < groups->len; g++) {
    int group = g_array_index (groups, MemoryPart, g).number;
    g_autoptr (GArray) categories = list_memory_parts (b, field, group);
    if (!add_category_sum (b, 1, poplens_memory_group_title (group), field, group, -1))
      continue;
    for (guint c = 0; c < categories->len; c++) {
      int number = g_array_index (categories, MemoryPart, c).number;
      const PoplensCategory *category = g_ptr_array_index (b->memory->categories, number);
      add_category_sum (b, 2, category->title, field, -1, number);
    }
  }
}

#define SUM(field) G_STRUCT_OFFSET (PoplensMemorySums, field)

static const struct {
  const char *title;
  gsize field, with_gaps;
} regions[] = {
    {"Non-interleaved", SUM (non_interleaved), SUM (non_interleaved_including_gaps)},
    {"Interleaved", SUM (interleaved), SUM (interleaved_including_gaps)},
    {"Overflowed", SUM (overflowed), SUM (overflowed_including_gaps)},
};

/* Adds the rows for an image from archive.a: its bytes by region, including gaps. The other rows
 * stay empty, because archive.a does not record their numbers. */
static void
add_archive_rows (GroupBuilder *b)
{
  add_group_row (b, 0, "By region");
  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    if (b->memory->regions_unknown)
      add_group_row (b, 1, regions[i].title);
    else
      add_group_sum (b, 1, regions[i].title, regions[i].field, 0);
  add_group_row (b, 0, "Excluding gaps");
  add_group_row (b, 0, "Liveness");
  add_group_row (b, 1, "Always live");
}

static void
add_group_rows (GroupBuilder *b)
{
  add_group_sum (b, 0, "Including gaps", SUM (total_including_gaps), 0);
  if (b->memory->from_archive) {
    add_archive_rows (b);
    return;
  }
  add_group_sum (b, 1, "Gaps", SUM (total_including_gaps), SUM (total));
  add_group_sum (b, 0, "Excluding gaps", SUM (total), 0);
  if (b->memory->has_categories) {
    add_by_category (b, G_STRUCT_OFFSET (PoplensCategorySums, not_overlapped));
    if (add_group_sum (b, 1, "Shared", SUM (shared), 0)) {
      add_group_row (b, 0, "Shared, once for each variable");
      add_by_category (b, G_STRUCT_OFFSET (PoplensCategorySums, overlapped));
    }
  }
  add_group_row (b, 0, "By region");
  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    if (add_group_sum (b, 1, regions[i].title, regions[i].field, 0))
      add_group_sum (b, 2, "Including gaps", regions[i].with_gaps, 0);
  add_group_row (b, 0, "Liveness");
  add_group_sum (b, 1, "Always live", SUM (always_live), 0);
  if (g_array_index (b->columns, Details, ALL_TILES).sums.has_not_always_live)
    add_group_sum (b, 1, "Not-always-live peak of each tile", SUM (not_always_live_max), 0);
}

/* ---- columns --------------------------------------------------------------------------------- */

static void
add_all_columns (GroupBuilder *b)
{
  const PoplensMemory *m = b->memory;
  g_autofree guint32 *all = g_new (guint32, MAX (m->n_tiles, 1));

  for (guint32 t = 0; t < m->n_tiles; t++)
    all[t] = t;
  add_tiles_column (b, g_strdup ("all"), g_strdup ("All tiles"),
                    g_strdup ("Total over all tiles, in bytes"), all, m->n_tiles);
}

static void
add_fullest_column (GroupBuilder *b)
{
  const PoplensMemory *m = b->memory;
  guint32 fullest = 0;

  for (guint32 t = 1; t < m->n_tiles; t++)
    if (m->total_including_gaps[t] > m->total_including_gaps[fullest])
      fullest = t;
  if (!m->n_tiles)
    return;
  /* The title does not name the tile, so that tables of several reports can be joined by columns.
   */
  add_tiles_column (b, g_strdup ("fullest"), g_strdup ("Fullest tile"),
                    g_strdup ("Bytes on the tile that needs most"), &fullest, 1);
  b->note = g_strdup_printf ("Fullest tile: %u.", m->tile[fullest]);
}

static void
add_selected_columns (GroupBuilder *b, PoplensScope *scope)
{
  PoplensSelection *selection = &scope->selection;
  PoplensNumber n;

  if (selection->n != 1)
    add_tiles_column (
        b, g_strdup ("selected"),
        scope->is_part ? g_strdup (scope->label)
                       : g_strdup_printf ("Selected (%s)", poplens_format_count (n, selection->n)),
        g_strdup ("Total over all selected tiles, in bytes"), selection->positions, selection->n);
  for (guint i = 0; i < MIN (selection->n, POPLENS_MOST_TILE_COLUMNS) && !scope->is_part; i++) {
    guint32 tile = b->memory->tile[selection->positions[i]];
    add_tiles_column (b, g_strdup_printf ("tile_%u", tile), g_strdup_printf ("Tile %u", tile),
                      g_strdup_printf ("Bytes on tile %u", tile), &selection->positions[i], 1);
  }
}

/* Creates the records, with a column for each of .columns. (transfer full) */
static PoplensRecords *
new_group_records (const GroupBuilder *b)
{
  static const PoplensColumn memory[] = {
      POPLENS_CELL (GroupRow, memory, "Memory", TEXT, FILE,
                    "Use of the bytes (memory_by_tile, memory_by_category). Groups of categories "
                    "and shared bytes add up to the total excluding gaps."),
  };
  static const PoplensColumn of_all[] = {
      POPLENS_CELL (GroupRow, share, "Share", RATIO, DERIVED,
                    "Share of the bytes of all tiles including gaps"),
      POPLENS_CELL (GroupRow, mean, "Mean tile", BYTES, DERIVED, "Bytes of the mean tile"),
  };
  PoplensRecords *rows = POPLENS_RECORDS (GroupRow, memory);

  for (guint c = 0; c < b->columns->len; c++) {
    const Details *d = &g_array_index (b->columns, Details, c);
    PoplensColumn column =
        POPLENS_CELL_NAMED (GroupRow, numbers[c], d->name, d->title, BYTES, FILE, d->doc);
    poplens_records_add_column (rows, &column);
    for (guint more = 0; c == ALL_TILES && more < (b->has_mean ? 2 : 1); more++)
      poplens_records_add_column (rows, &of_all[more]);
  }
  return rows;
}

static PoplensTable *
finish_groups (GroupBuilder *b, PoplensReport *report, const PoplensScope *scope)
{
  PoplensTable *table =
      poplens_records_finish_tree (b->rows, "memory-categories", "Memory by category", report);

  poplens_table_set_note (table, b->note);
  if (b->memory->from_archive) {
    g_autofree char *note =
        g_strjoin (" ",
                   "From archive.a: regions include gaps inside an image. Rows "
                   "without a number are not recorded.",
                   scope->tiles ? NULL : poplens_memory_caveat (b->memory), NULL);
    poplens_table_set_note (table, note);
  }
  poplens_table_set_bar (table, (guint) poplens_table_find_column (table, "share"));
  /* At first show the groups, but not their categories. */
  poplens_table_set_initial_depth (table, 1);
  if (scope->tiles && !scope->is_part && scope->selection.n > POPLENS_MOST_TILE_COLUMNS) {
    PoplensNumber n;
    g_autofree char *note =
        g_strdup_printf ("Columns for %u of %s selected tiles; the total covers all",
                         POPLENS_MOST_TILE_COLUMNS, poplens_format_count (n, scope->selection.n));
    poplens_table_set_note (table, note);
  }
  return table;
}

PoplensTable *
poplens_build_memory_categories_by_group (PoplensReport *report, const PoplensLocation *location,
                                          GCancellable *cancellable, GError **error)
{
  GroupBuilder b = {.memory = poplens_report_load_memory (report, cancellable, error)};
  g_auto (PoplensScope) scope = {0};
  PoplensTable *table;

  if (!b.memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  b.columns = g_array_new (FALSE, FALSE, sizeof (Details));
  g_array_set_clear_func (b.columns, clear_details);
  b.has_mean = !scope.tiles;
  add_all_columns (&b);
  if (scope.tiles)
    add_selected_columns (&b, &scope);
  else
    add_fullest_column (&b);
  b.rows = new_group_records (&b);
  add_group_rows (&b);
  table = finish_groups (&b, report, &scope);
  g_array_unref (b.columns);
  g_free (b.note);
  return table;
}

/* ---- the measure of the tile map ------------------------------------------------------------- */

/* Measure that colours the tile map. The table of memory by tile shows it as a column, too. */
typedef struct {
  guint64 *bytes; /* [n_tiles]: value of the tile; POPLENS_TILE_UNKNOWN: unknown; (nullable): NULL
                     without a measure */
  const char *title; /* title of the measure */
} TileMeasure;

static gboolean
refuse_measure (GError **error, const char *what, const char *name, const char *instead)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown %s \u201c%s\u201d; %s", what,
               name, instead);
  return FALSE;
}

static gboolean
add_plotted_values (TileMeasure *self, const PoplensTileValues *source, const char *name,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  const char *title;
  g_autofree guint64 *bytes =
      poplens_tile_values_of_plot (source, name, &title, cancellable, &local);

  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!bytes)
    return refuse_measure (error, "variable or category", name,
                           "use the name or ID of a variable, or category:NAME");
  for (guint32 p = 0; p < source->memory->n_tiles; p++)
    self->bytes[p] += bytes[p];
  return TRUE;
}

/* Sums the bytes of the variables and categories that the key "plot" lists. FALSE with @error. */
static gboolean
add_chosen_values (TileMeasure *self, PoplensTileValues *source, const char *plot,
                   GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  gconstpointer variables;

  if (!poplens_report_load_optional (source->report, POPLENS_PART_VARIABLES, &variables,
                                     cancellable, error))
    return FALSE;
  source->variables = variables;
  self->bytes = g_new0 (guint64, MAX (source->memory->n_tiles, 1));
  for (guint i = 0; names[i]; i++)
    if (*names[i] && !add_plotted_values (self, source, names[i], cancellable, error))
      return FALSE;
  return TRUE;
}

/* Sets the measure from the keys "colour" and "plot" of the location. @self: all zeros; stays so
 * without the key "colour". FALSE with @error; POPLENS_ERROR_USAGE if a name is unknown. */
static gboolean
tile_measure_init (TileMeasure *self, PoplensReport *report, const PoplensMemory *memory,
                   const PoplensTarget *target, const PoplensLocation *location,
                   GCancellable *cancellable, GError **error)
{
  const char *option = location && poplens_location_get_page (location) == POPLENS_PAGE_MEMORY
                           ? poplens_location_get (location, "colour")
                           : NULL;
  PoplensTileValues source = {report, memory, target, NULL, NULL};

  if (!option)
    return TRUE;
  if (!strcmp (option, POPLENS_TILE_CHOSEN)) {
    self->title = POPLENS_TILE_CHOSEN_TITLE;
    return add_chosen_values (self, &source, poplens_location_get (location, "plot"), cancellable,
                              error);
  }
  self->bytes = poplens_tile_values_of (&source, option, &self->title);
  return self->bytes ||
         refuse_measure (
             error, "colour", option,
             "use total, with-gaps, gaps, free, overflowed, non-interleaved, interleaved, "
             "always-live, peak, chosen or category:NAME; operation needs the key of that name");
}

static void
tile_measure_clear (TileMeasure *self)
{
  g_free (self->bytes);
}

/* ---- memory by tile -------------------------------------------------------------------------- */

enum {
  TILE,
  IPU,
  WITH_GAPS,
  TOTAL,
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

static const PoplensColumn memory_tile_columns[] = {
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
  const PoplensMemory *memory; /* owned by the report */
  const PoplensTarget *target; /* (nullable) */
  PoplensFloorPlan plan;
  TileMeasure value;
  PoplensScope scope;
} MemoryTiles;

static void
memory_tiles_free (gpointer data)
{
  MemoryTiles *tiles = data;

  tile_measure_clear (&tiles->value);
  poplens_scope_clear (&tiles->scope);
  g_free (tiles);
}

/* TRUE if the report records the column. Cells of other columns must be empty, not 0. */
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
place_cell (const MemoryTiles *tiles, guint32 tile, guint column, PoplensValue *value)
{
  PoplensFloorPlace cell;

  if (poplens_floor_plan_find (&tiles->plan, tile, &cell))
    poplens_cell_int (value, column == PHYSICAL ? cell.physical
                             : column == ROW    ? cell.row
                                                : cell.column);
}

static void
derived_tile_cell (const MemoryTiles *tiles, guint32 p, guint column, PoplensValue *value)
{
  const PoplensMemory *m = tiles->memory;
  gint64 with_gaps = m->total_including_gaps[p];
  gint64 capacity = tiles->target ? (gint64) tiles->target->bytes_per_tile : 0;

  if (column >= PHYSICAL && column <= COLUMN)
    place_cell (tiles, m->tile[p], column, value);
  else if (column == VALUE && tiles->value.bytes[p] != POPLENS_TILE_UNKNOWN)
    poplens_cell_int (value, (gint64) tiles->value.bytes[p]);
  else if (column == GAPS)
    poplens_cell_int (value, MAX (with_gaps - (gint64) m->total[p], 0));
  else if (column == IPU && tiles->target)
    poplens_cell_int (value, poplens_target_ipu_of_tile (tiles->target, m->tile[p]));
  else if (column == FREE && capacity)
    poplens_cell_int (value, capacity - with_gaps);
  else if (column == SHARE && capacity)
    poplens_cell_real (value, (double) with_gaps / capacity);
  else if (column == NOT_ALWAYS_LIVE && m->not_always_live_max[p] != G_MAXUINT32)
    poplens_cell_int (value, m->not_always_live_max[p]);
  else if (column == SHARED && m->has_categories)
    poplens_cell_int (value, m->shared[p]);
}

static void
memory_tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const MemoryTiles *tiles = data;
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
    poplens_cell_int (value, plain[column][p]);
  else
    derived_tile_cell (tiles, p, column, value);
}

static char *
memory_tile_link (gconstpointer data, guint32 row)
{
  const MemoryTiles *tiles = data;

  return g_strdup_printf ("memory?tile=%u",
                          tiles->memory->tile[tiles->scope.selection.positions[row]]);
}

/* Returns @note, with a caveat appended if memory comes from archive.a. @note: (transfer full)
 * (nullable). (transfer full) (nullable): NULL if there is nothing to note */
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
  MemoryTiles *tiles;

  if (poplens_operation_filter_is_asked (location) && poplens_location_get (location, "operation"))
    return poplens_build_operation_memory (report, location, cancellable, error);
  if (!memory ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  tiles = g_new0 (MemoryTiles, 1);
  if (!poplens_scope_init (&tiles->scope, report, location, cancellable, error) ||
      !tile_measure_init (&tiles->value, report, memory, target, location, cancellable, error)) {
    memory_tiles_free (tiles);
    return NULL;
  }
  tiles->memory = memory;
  tiles->target = target;
  poplens_floor_plan_init (&tiles->plan, target,
                           memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0);
  table = poplens_table_new ("memory-tiles", "Memory by tile", tiles->scope.selection.n,
                             memory_tile_cell, tiles, memory_tiles_free, report);
  poplens_table_add_columns (table, memory_tile_columns, G_N_ELEMENTS (memory_tile_columns));
  if (tiles->value.bytes) {
    poplens_table_add_column (table, "value", tiles->value.title, POPLENS_UNIT_BYTES,
                              POPLENS_FROM_DERIVED,
                              "Measure that colours the tile map (keys colour and plot)");
    poplens_table_add_total (table, VALUE);
  }
  poplens_table_set_default_sort (table, WITH_GAPS, TRUE);
  for (guint c = WITH_GAPS; c <= FREE; c++)
    if (is_recorded (memory, c) && !memory->incomplete)
      poplens_table_add_total (table, c);
  poplens_table_set_link (table, memory_tile_link);
  note = note_archive (memory, poplens_scope_tiles (&tiles->scope));
  poplens_table_set_note (table, note);
  return table;
}

/* ---- memory by category ---------------------------------------------------------------------- */

#define CATEGORY_BYTES 2 /* index of the column with total bytes */

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
                  "Name of the category as recorded in the file", .for_scripts = TRUE),
};

const char *
poplens_category_title (const char *name)
{
  const char *title;

  poplens_memory_group_of (name, &title);
  return title;
}

static void
add_category_row (PoplensRecords *rows, const PoplensCategory *category, PoplensTileColumns *tiles)
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

/* Sets the note: which tiles the table covers, and how many bytes variables share. A shared byte
 * counts for each of its variables, so the categories add up to more than the tiles have. */
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

/* TRUE if memory comes from a profile. FALSE with POPLENS_ERROR_ABSENT if it comes from archive.a,
 * which has no categories. */
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
    add_category_row (rows, g_ptr_array_index (memory->categories, c), &tiles);
  table = poplens_records_finish (rows, "memory-categories", "Memory by category", report);
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (&tiles), TRUE);
  note_categories (table, memory, &tiles);
  return table;
}
