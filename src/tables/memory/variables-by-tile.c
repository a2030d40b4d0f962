/* Table of the variables of the selected tiles, summed by name and category, with a column for each
 * tile. */
#include "base/format.h"
#include "derived/memory/address-source.h"
#include "tables/engine/tile-columns.h"
#include "tables/engine/kind-column.h"

enum { NAME, CATEGORY, KIND, COUNT, SIZE, ALONE, SHARED, ALWAYS, N_COLUMNS };

static const PoplensColumn by_tile_columns[N_COLUMNS] = {
    [NAME] = {"name", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the tile variables on the selected tiles (vars_info)"},
    [CATEGORY] = {"category", "Category", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                  "Use of the variables (var_categories)", .name_of = poplens_category_title},
    [KIND] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Purpose of the variables (see variables by kind)", .name_of = poplens_kind_name},
    [COUNT] = {"count", "Variables", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
               "Number of tile variables on all selected tiles", .total = TRUE},
    [SIZE] =
        {"size", "Size", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes of the variables on all selected tiles (vars_info.size_bytes): those not shared "
         "and shared",
         .total = TRUE},
    [ALONE] = {"alone", "Not shared", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Bytes that no other variable uses", .total = TRUE},
    [SHARED] = {"shared", "Shared", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                "Bytes also used by other variables at other steps; counted once for each",
                .total = TRUE},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Bytes of variables that are live at every step (eq_classes.is_always_live)"},
};

typedef struct {
  const char *name, *category; /* owned by .texts of the table */
  const char *kind; /* (static): key of the kind; (nullable): NULL if kinds are not computed */
  guint64 numbers[N_COLUMNS]; /* sums, by column from COUNT to ALWAYS */
} NamedVariableRow;

typedef struct {
  GStringChunk *texts;
  GArray *rows;    /* NamedVariableRow */
  GArray *by_tile; /* guint64 [rows × n_tiles]: bytes of each row on each tile with a column */
  guint n_tiles;   /* number of tiles with a column */
  PoplensTileColumns columns;
  gboolean has_lives;
  PoplensLocation *location; /* location of the table that lists single variables; rows link to it,
                                filtered by name */
  const PoplensKindIndex *kinds; /* (nullable): NULL if not computed */
} VariablesByTile;

static void
variables_by_tile_free (gpointer pointer)
{
  VariablesByTile *data = pointer;

  g_string_chunk_free (data->texts);
  g_array_unref (data->rows);
  g_array_unref (data->by_tile);
  poplens_location_unref (data->location);
  g_free (data);
}

static void
by_tile_cell (gconstpointer pointer, guint32 at, guint column, PoplensValue *value)
{
  const VariablesByTile *data = pointer;
  const NamedVariableRow *row = &g_array_index (data->rows, NamedVariableRow, at);

  column = poplens_tile_columns_at (&data->columns, column);
  if (column >= N_COLUMNS) {
    gsize cell = (gsize) at * data->n_tiles + column - N_COLUMNS;
    poplens_cell_int (value, (gint64) g_array_index (data->by_tile, guint64, cell));
    return;
  }
  if (column == NAME)
    poplens_cell_text (value, row->name);
  else if (column == CATEGORY)
    poplens_cell_text (value, row->category);
  else if (column == KIND)
    poplens_cell_text (value, row->kind);
  else if (column != ALWAYS || data->has_lives)
    poplens_cell_int (value, (gint64) row->numbers[column]);
}

/* Returns a link to the variables that the row sums, in the table of single variables. (transfer
 * full) */
static char *
by_tile_link (gconstpointer pointer, guint32 at)
{
  const VariablesByTile *data = pointer;
  g_autoptr (PoplensLocation) location =
      poplens_location_with (data->location, "filter.tile-variables",
                             g_array_index (data->rows, NamedVariableRow, at).name);

  return poplens_location_to_string (location);
}

/* ---- sums ------------------------------------------------------------------------------------ */

typedef struct {
  VariablesByTile *data;
  GHashTable *found; /* "kind\ncategory\nname" → index in .data->rows, plus 1 */
  GString *key;
  guint64 total, shared; /* PoplensAddressTotals.total and .shared, summed over all tiles */
} VariableSums;

static guint32
find_variable_row (VariableSums *sums, const char *name, const char *category, const char *kind)
{
  VariablesByTile *data = sums->data;
  guint32 row;

  g_string_printf (sums->key, "%s\n%s\n%s", kind ? kind : "", category, name);
  row = GPOINTER_TO_UINT (g_hash_table_lookup (sums->found, sums->key->str));
  if (row)
    return row - 1;
  NamedVariableRow added = {g_string_chunk_insert (data->texts, name),
                            g_string_chunk_insert_const (data->texts, category),
                            kind,
                            {0}};
  row = data->rows->len;
  g_array_append_val (data->rows, added);
  g_array_set_size (data->by_tile, data->rows->len * data->n_tiles);
  g_hash_table_insert (sums->found, g_strdup (sums->key->str), GUINT_TO_POINTER (row + 1));
  return row;
}

/* Adds the variables of a tile to the sums. @map: memory of the tile. @column: index of the tile's
 * column; ignored if no tile has a column. */
static void
add_map (VariableSums *sums, const PoplensAddressSource *source, const PoplensAddressMap *map,
         guint column)
{
  VariablesByTile *data = sums->data;

  for (guint32 b = 0; b < map->blocks->len; b++) {
    const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, b);
    guint32 size = poplens_address_map_variable (map, b)->size, at;
    if (!poplens_address_source_has (source, map, b))
      continue;
    at = find_variable_row (sums, poplens_address_map_name (map, b),
                            poplens_address_map_category (map, b),
                            poplens_address_kind_text (data->kinds, map, b));
    NamedVariableRow *row = &g_array_index (data->rows, NamedVariableRow, at);
    row->numbers[COUNT]++;
    row->numbers[SIZE] += size;
    row->numbers[SHARED] += block->shared;
    row->numbers[ALONE] += size - block->shared;
    row->numbers[ALWAYS] += block->class_row != POPLENS_NO_CLASS && block->always_live ? size : 0;
    if (data->n_tiles)
      g_array_index (data->by_tile, guint64, (gsize) at * data->n_tiles + column) += size;
  }
  sums->total += map->totals.total;
  sums->shared += map->totals.shared;
}

/* Sums the variables of the selected tiles. Keeps only one address map in memory at a time. FALSE
 * with @error. */
static gboolean
sum_tiles (VariableSums *sums, PoplensAddressSource *source, const PoplensScope *scope,
           GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < scope->selection.n; i++) {
    if (!poplens_address_source_add (source, scope->selection.tiles[i], cancellable, error))
      return FALSE;
    add_map (sums, source, g_ptr_array_index (source->maps, 0), i);
    g_ptr_array_set_size (source->maps, 0);
  }
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------------- */

static PoplensTable *
new_table (VariableSums *sums, const PoplensTileColumns *tiles, const char *which, gboolean only,
           PoplensReport *report)
{
  PoplensNumber all, shared;
  PoplensTable *table =
      poplens_table_new ("tile-variables", "Variables by tile", sums->data->rows->len, by_tile_cell,
                         sums->data, variables_by_tile_free, report);
  g_autofree char *note = g_strdup_printf (
      "%s. Excluding gaps %s: the column Not shared, and %s that several variables share.", which,
      poplens_format_bytes (all, sums->total, POPLENS_BYTE_UNIT_BINARY),
      poplens_format_bytes (shared, sums->shared, POPLENS_BYTE_UNIT_BINARY));
  /* If only some variables are listed, leave out the bytes of the tiles. */
  g_autofree char *of_one = only ? g_strdup_printf ("%s.", which) : NULL;

  poplens_tile_columns_describe (tiles, table, by_tile_columns, "Bytes of the variables on tile");
  if (sums->data->has_lives)
    poplens_table_add_total (table, (guint) poplens_table_find_column (table, "always_live"));
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (tiles), TRUE);
  poplens_table_set_link (table, by_tile_link);
  poplens_table_set_note (table, only ? of_one : note);
  return table;
}

/* Returns the location of the table that lists the variables of the same tiles one by one.
 * (transfer full) */
static PoplensLocation *
location_of_each (const PoplensLocation *location)
{
  g_autoptr (PoplensTileSet) tiles = location ? poplens_location_get_tiles (location) : NULL;
  g_autoptr (PoplensLocation) bare = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensLocation) layer = poplens_location_with (
      bare, "layer", location ? poplens_location_get (location, "layer") : NULL);
  g_autoptr (PoplensLocation) page = poplens_location_with (
      layer, "operation", location ? poplens_location_get (location, "operation") : NULL);
  g_autoptr (PoplensLocation) of_tiles =
      tiles ? poplens_location_with_tiles (page, tiles) : g_steal_pointer (&page);
  g_autoptr (PoplensLocation) in_tab = poplens_location_with (of_tiles, "tab", "tile-variables");

  return poplens_location_with (in_tab, "by", "address");
}

static void
sums_init (VariableSums *sums, const PoplensLocation *location, const PoplensTileColumns *tiles,
           gboolean has_lives)
{
  sums->data = g_new0 (VariablesByTile, 1);
  sums->data->texts = g_string_chunk_new (4096);
  sums->data->rows = g_array_new (FALSE, FALSE, sizeof (NamedVariableRow));
  sums->data->by_tile = g_array_new (FALSE, TRUE, sizeof (guint64));
  sums->data->columns = *tiles;
  sums->data->columns.scope = NULL; /* the table outlives the scope */
  sums->data->n_tiles = tiles->n;
  sums->data->has_lives = has_lives;
  sums->data->location = location_of_each (location);
  sums->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sums->key = g_string_new (NULL);
}

static PoplensTable *
build_from_source (PoplensAddressSource *source, const PoplensScope *scope,
                   const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  g_autofree char *which = NULL;
  PoplensTileColumns tiles;
  PoplensTable *table = NULL;
  VariableSums sums = {0};
  gboolean good;

  poplens_tile_columns_init (&tiles, scope, N_COLUMNS, SIZE, NAME + 1);
  sums_init (&sums, location, &tiles, source->liveness != NULL);
  sums.data->kinds = poplens_kinds_at_hand (source->report, cancellable);
  /* If no tiles are selected, use the fullest one, as the table of single variables does. */
  if (!source->chosen) {
    good = poplens_address_source_add (source, source->fullest, cancellable, error);
    which = good ? poplens_address_source_describe (source) : NULL;
    if (good)
      add_map (&sums, source, g_ptr_array_index (source->maps, 0), 0);
  } else {
    good = sum_tiles (&sums, source, scope, cancellable, error);
    which = poplens_tile_columns_note (&tiles, NULL);
  }
  if (good)
    table = new_table (&sums, &tiles, which, source->only != NULL, source->report);
  else
    variables_by_tile_free (sums.data);
  g_hash_table_unref (sums.found);
  g_string_free (sums.key, TRUE);
  return table;
}

PoplensTable *
poplens_build_variables_by_tile (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  g_auto (PoplensAddressSource) source = {0};
  g_auto (PoplensScope) scope = {0};
  g_autoptr (PoplensTileSet) tiles = NULL;

  if (!poplens_address_source_open (&source, report, location, &tiles, cancellable, error) ||
      !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  return build_from_source (&source, &scope, location, cancellable, error);
}
