/* Tables of the variables in the memory of tiles, by address; and of the variables that share bytes
 * with one of these. */
#include "analysis/liveness/live-step.h"
#include "base/search.h"
#include "derived/memory/address-source.h"
#include "tables/engine/builders.h"
#include "tables/engine/kind-column.h"

#define MOST_RANGES 8 /* maximum number of ranges of steps that a cell lists */
/* A table of a series gets further tiles until it has this number of variables. A row takes about
 * 200 bytes. */
#define PIECE_VARIABLES 32768

/* ---- cells of a variable --------------------------------------------------------------------- */

/* Cached texts that say when the variables of each liveness class are live. A text is NULL until it
 * is needed. Reference-counted. */
typedef struct {
  guint32 n;
  char *texts[];
} Lives;

typedef struct {
  PoplensAddressSource source;
  guint32 *first; /* [maps]: number of the map's first row in the table */
  GArray *kept;   /* guint32 [rows]: index of the block that the row shows; (nullable): NULL if each
                     block has a row */
  Lives *lives;   /* (nullable): cache that all tables of a series share */
  GArray *shares; /* PoplensAddressShare, for the table of variables that share bytes */
  guint32 block;  /* block with which the blocks of .shares share bytes */
  const PoplensKindIndex *kinds; /* (nullable): NULL if not computed */
} AddressTable;

static Lives *
lives_new (guint32 n)
{
  Lives *lives = g_atomic_rc_box_alloc0 (sizeof (Lives) + n * sizeof (char *));

  lives->n = n;
  return lives;
}

static void
lives_clear (gpointer pointer)
{
  Lives *lives = pointer;

  for (guint32 c = 0; c < lives->n; c++)
    g_free (lives->texts[c]);
}

static void
address_table_free (gpointer pointer)
{
  AddressTable *data = pointer;

  if (data->lives)
    g_atomic_rc_box_release_full (data->lives, lives_clear);
  g_free (data->first);
  g_clear_pointer (&data->kept, g_array_unref);
  g_clear_pointer (&data->shares, g_array_unref);
  poplens_address_source_clear (&data->source);
  g_free (data);
}

/* Makes the texts for the liveness classes of all variables of @map, unless they exist. */
static void
add_lives (AddressTable *data, const PoplensAddressMap *map)
{
  const PoplensLiveness *l = data->source.liveness;

  if (!l)
    return;
  if (!data->lives)
    data->lives = lives_new (l->n_classes);
  for (guint32 b = 0; b < map->blocks->len; b++) {
    guint32 class = g_array_index (map->blocks, PoplensAddressBlock, b).class_row;
    if (class != POPLENS_NO_CLASS && !data->lives->texts[class])
      data->lives->texts[class] = poplens_address_map_describe_life (map, b, MOST_RANGES);
  }
}

static gint64
count_live_steps (const PoplensAddressMap *map, guint32 block)
{
  guint32 first, n = poplens_address_map_ranges (map, block, &first);
  gint64 steps = 0;

  for (guint32 r = first; r < first + n; r++)
    steps += map->liveness->range_to[r] - map->liveness->range_from[r];
  return steps;
}

static const char *
block_region (const PoplensAddressMap *map, const PoplensAddressBlock *block)
{
  if (map->capacity && block->to > map->capacity)
    return "overflowed";
  for (guint r = 0; r < map->regions->len; r++) {
    const PoplensAddressRegion *region = &g_array_index (map->regions, PoplensAddressRegion, r);
    if (region->from <= block->from && block->from < region->to)
      return block->to > region->to ? "both"
             : region->interleaved  ? "interleaved"
                                    : "non-interleaved";
  }
  return NULL;
}

enum {
  NAME,
  SIZE,
  CATEGORY,
  KIND,
  TILE,
  ADDRESS,
  ALONE,
  SHARED,
  ID,
  ALIGNMENT,
  REGION,
  ALWAYS,
  LIFE,
  STEPS,
  CLASS,
  SHARES,
  CONSTRAINTS,
  UNLOWERED,
  UNLOWERED_ID,
  N_COLUMNS
};

static const PoplensColumn address_columns[N_COLUMNS] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
            "ID of the tile variable (vars_info.var_id)"},
    [NAME] = {"name", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the tile variable (vars_info)"},
    [CATEGORY] = {"category", "Category", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                  "Use of the variable (var_categories)", .name_of = poplens_category_title},
    [KIND] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Purpose of the variable (see variables by kind)", .name_of = poplens_kind_name},
    [SIZE] = {"size", "Size", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of the variable (vars_info.size_bytes): those not shared and shared"},
    [ALONE] = {"alone", "Not shared", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Bytes that no other variable uses"},
    [SHARED] = {"shared", "Shared", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                "Bytes also used by other variables at other steps; counted once for each"},
    [ADDRESS] = {"address", "Address", POPLENS_UNIT_ADDRESS, POPLENS_FROM_ASSUMED,
                 "Address of the first byte: tileMemoryBaseAddress + vars_info.offset"},
    [ALIGNMENT] = {"alignment", "Alignment", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                   "Alignment of the offset in bytes (vars_info.alignment)"},
    [REGION] = {"region", "Region", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Region of the memory; overflowed: past the end of the tile's memory"},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BOOL, POPLENS_FROM_FILE,
                "Whether the variable is live at every step (eq_classes.is_always_live)"},
    [LIFE] = {"live", "Live", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Program steps at which the variable is live (eq_class_step)"},
    [STEPS] = {"live_steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
               "Number of these steps"},
    [CLASS] = {"class", "Class", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
               "Equivalence class of the variable (vars_info.equivalence_class)"},
    [SHARES] = {"shares_with", "Shares with", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of other variables that use some of these bytes"},
    [CONSTRAINTS] = {"constraints", "Constraints", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                     "Number of variables that must not be in the same memory element "
                     "(vars_info.element_constraints)"},
    [UNLOWERED] = {"unlowered", "Program variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                   "Variable of the program that this tile variable is a part of (unlowered_vars); "
                   "often empty"},
    [UNLOWERED_ID] = {"unlowered_id", "Program variable ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                      "ID of the program variable"},
};

static void
address_variable_cell (const AddressTable *data, const PoplensAddressMap *map, guint32 b,
                       guint column, PoplensValue *value)
{
  const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, b);
  const PoplensTileVariable *v = poplens_address_map_variable (map, b);
  const PoplensLists *constraints = map->slice->element_constraints;
  gboolean has_class = block->class_row != POPLENS_NO_CLASS;
  gboolean has_unlowered = v->unlowered != G_MAXUINT32;

  switch (column) {
  case TILE:
    poplens_cell_int (value, map->tile);
    break;
  case ID:
    poplens_cell_int (value, v->id);
    break;
  case NAME:
    poplens_cell_text (value, poplens_address_map_name (map, b));
    break;
  case CATEGORY:
    poplens_cell_text (value, poplens_address_map_category (map, b));
    break;
  case KIND:
    poplens_cell_text (value, poplens_address_kind_text (data->kinds, map, b));
    break;
  case SIZE:
    poplens_cell_int (value, v->size);
    break;
  case ALONE:
    poplens_cell_int (value, (gint64) v->size - block->shared);
    break;
  case SHARED:
    poplens_cell_int (value, block->shared);
    break;
  case ADDRESS:
    poplens_cell_int (value, (gint64) (map->base + block->from));
    break;
  case ALIGNMENT:
    poplens_cell_int (value, v->alignment);
    break;
  case REGION:
    poplens_cell_text (value, block_region (map, block));
    break;
  case ALWAYS:
    if (has_class)
      poplens_cell_int (value, block->always_live);
    break;
  case LIFE:
    if (has_class)
      poplens_cell_text (value, data->lives->texts[block->class_row]);
    break;
  case STEPS:
    if (has_class)
      poplens_cell_int (value, count_live_steps (map, b));
    break;
  case CLASS:
    poplens_cell_int (value, v->equivalence_class);
    break;
  case SHARES:
    poplens_cell_int (value, block->n_sharing);
    break;
  case CONSTRAINTS:
    if (constraints)
      poplens_cell_int (value, (gint64) poplens_lists_length (constraints, block->variable));
    break;
  case UNLOWERED:
    if (has_unlowered)
      poplens_cell_text (value, poplens_variable_name (map->variables, v->unlowered));
    break;
  case UNLOWERED_ID:
    if (has_unlowered)
      poplens_cell_int (value, v->unlowered);
    break;
  }
}

static char *
link_to_block (const PoplensAddressMap *map, guint32 block)
{
  return g_strdup_printf ("memory?tile-variable=%u&tab=memory-map&tile=%u",
                          poplens_address_map_variable (map, block)->id, map->tile);
}

/* ---- variables ------------------------------------------------------------------------------- */

/* Returns the address map of the tile to which @row belongs. @block: (out): index of the block that
 * the row shows. */
static const PoplensAddressMap *
find_address_row (const AddressTable *data, guint32 row, guint32 *block)
{
  guint low = 1, high = data->source.maps->len;

  POPLENS_SEARCH (low, high, at, data->first[at] <= row);
  *block = data->kept ? g_array_index (data->kept, guint32, row) : row - data->first[low - 1];
  return g_ptr_array_index (data->source.maps, low - 1);
}

static void
address_cell (gconstpointer pointer, guint32 row, guint column, PoplensValue *value)
{
  const AddressTable *data = pointer;
  guint32 block;
  const PoplensAddressMap *map = find_address_row (data, row, &block);

  address_variable_cell (data, map, block, column, value);
}

static char *
address_link (gconstpointer pointer, guint32 row)
{
  guint32 block;
  const PoplensAddressMap *map = find_address_row (pointer, row, &block);

  return link_to_block (map, block);
}

/* Sets the note: bytes of the tiles, and how many of these bytes several variables share. In the
 * table, a shared byte counts for each of its variables. */
static void
note_variables (PoplensTable *table, const PoplensAddressSource *source)
{
  g_autofree char *tiles = poplens_address_source_describe (source);
  guint64 total = 0, shared = 0;
  PoplensNumber a, b;

  /* If only some variables are listed, leave out the bytes of the tiles. */
  if (source->only) {
    g_autofree char *note = g_strdup_printf ("%s.", tiles);
    poplens_table_set_note (table, note);
    return;
  }
  for (guint m = 0; m < source->maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (source->maps, m);
    total += map->totals.total;
    shared += map->totals.shared;
  }
  g_autofree char *note = g_strdup_printf (
      "%s. Excluding gaps %s: the column Not shared, and %s that several variables share.", tiles,
      poplens_format_bytes (a, total, POPLENS_BYTE_UNIT_BINARY),
      poplens_format_bytes (b, shared, POPLENS_BYTE_UNIT_BINARY));
  poplens_table_set_note (table, note);
}

/* Appends the blocks of @map that pass the filter to .kept. Without a filter, each block has a row,
 * and .kept is NULL. Returns the number of rows for @map. */
static guint32
select_blocks (AddressTable *data, const PoplensAddressMap *map)
{
  guint before;

  if (!data->kept)
    return map->blocks->len;
  before = data->kept->len;
  for (guint32 b = 0; b < map->blocks->len; b++)
    if (poplens_address_source_has (&data->source, map, b))
      g_array_append_val (data->kept, b);
  return data->kept->len - before;
}

/* Makes the table. @data: (transfer full): with the maps of all tiles. (transfer full) */
static PoplensTable *
new_tile_variables (AddressTable *data)
{
  guint32 n = 0;
  PoplensTable *table;

  data->first = g_new (guint32, MAX (data->source.maps->len, 1));
  data->kinds = poplens_kinds_at_hand (data->source.report, NULL);
  if (data->source.only)
    data->kept = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint m = 0; m < data->source.maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (data->source.maps, m);
    data->first[m] = n;
    n += select_blocks (data, map);
    add_lives (data, map);
  }
  table = poplens_table_new ("tile-variables", "Tile variables", n, address_cell, data,
                             address_table_free, data->source.report);
  poplens_table_add_columns (table, address_columns, N_COLUMNS);
  poplens_table_add_total (table, SIZE);
  poplens_table_add_total (table, ALONE);
  poplens_table_add_total (table, SHARED);
  poplens_table_set_default_sort (table, SIZE, TRUE);
  poplens_table_set_link (table, address_link);
  return table;
}

PoplensTable *
poplens_build_tile_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensAddressSource) source = {0};
  PoplensTable *table;
  AddressTable *data;

  if (!poplens_address_source_init (&source, report, location, G_MAXUINT, cancellable, error))
    return NULL;
  data = g_new0 (AddressTable, 1);
  data->source = poplens_address_source_steal (&source);
  table = new_tile_variables (data);
  poplens_table_set_partial (table, data->source.maps->len < data->source.n_chosen);
  note_variables (table, &data->source);
  return table;
}

/* ---- many tiles, as a series ----------------------------------------------------------------- */

typedef struct {
  PoplensAddressSource source; /* source without address maps; each table of the series loads the
                                  maps of its own tiles */
  PoplensReport *report;
  PoplensTileSet *tiles;
  guint range;
  guint64 tile; /* the next table has selected tiles from this number on */
  Lives *lives; /* (nullable): cache that all tables of the series share */
} Pieces;

static void
pieces_free (gpointer pointer)
{
  Pieces *self = pointer;

  poplens_address_source_clear (&self->source);
  if (self->lives)
    g_atomic_rc_box_release_full (self->lives, lives_clear);
  poplens_tile_set_free (self->tiles);
  g_object_unref (self->report);
  g_free (self);
}

static gboolean
next_tile (Pieces *self, guint32 *tile)
{
  if (self->range < self->tiles->n && self->tile > self->tiles->ranges[self->range].last)
    self->range++;
  if (self->range >= self->tiles->n)
    return FALSE;
  self->tile = MAX (self->tile, self->tiles->ranges[self->range].first);
  *tile = (guint32) self->tile++;
  return TRUE;
}

static PoplensTable *
next_address_piece (gpointer pointer, GCancellable *cancellable, GError **error)
{
  Pieces *self = pointer;
  g_auto (PoplensAddressSource) source = poplens_address_source_share (&self->source);
  guint32 tile;
  AddressTable *data;

  while (source.n_variables < PIECE_VARIABLES && next_tile (self, &tile))
    if (!poplens_address_source_add (&source, tile, cancellable, error))
      return NULL;
  if (!source.maps->len)
    return NULL;
  data = g_new0 (AddressTable, 1);
  data->source = poplens_address_source_steal (&source);
  if (!self->lives && self->source.liveness)
    self->lives = lives_new (self->source.liveness->n_classes);
  if (self->lives)
    data->lives = g_atomic_rc_box_acquire (self->lives);
  return new_tile_variables (data);
}

/* Returns the number of blocks in the memory of the tiles @tiles. */
static guint32
count_allocated (const PoplensAddressSource *source, const PoplensTileSet *tiles)
{
  const PoplensVariables *v = source->variables;
  guint32 n = 0;

  for (guint r = 0; r < tiles->n; r++)
    for (guint32 t = tiles->ranges[r].first; t <= tiles->ranges[r].last && t < v->n_tiles; t++)
      for (guint32 row = v->tile_first[t]; row < v->tile_first[t + 1]; row++)
        n += v->bits[row] & POPLENS_VARIABLE_ALLOCATED &&
             poplens_address_source_has_row (source, row);
  return n;
}

static char *
note_pieces (const PoplensAddressSource *source)
{
  g_autofree char *only = poplens_address_source_only (source);
  PoplensNumber number;

  poplens_format_count (number, source->n_chosen);
  return only ? g_strdup_printf ("Only %s. %s tiles.", only, number)
              : g_strdup_printf (
                    "%s tiles. Excluding gaps: the column Not shared, and shared bytes once.",
                    number);
}

gboolean
poplens_series_tile_variables (PoplensReport *report, const PoplensLocation *location,
                               PoplensTableSeries **series, GCancellable *cancellable,
                               GError **error)
{
  g_auto (PoplensAddressSource) source = {0};
  g_autoptr (PoplensTileSet) tiles = NULL;
  g_autofree char *note = NULL;
  Pieces *pieces;
  guint32 n;

  if (!poplens_address_source_open (&source, report, location, &tiles, cancellable, error))
    return FALSE;
  n = tiles ? count_allocated (&source, tiles) : 0;
  if (n <= PIECE_VARIABLES)
    return TRUE;
  note = note_pieces (&source);
  pieces = g_new0 (Pieces, 1);
  pieces->source = poplens_address_source_steal (&source);
  pieces->report = g_object_ref (report);
  pieces->tiles = g_steal_pointer (&tiles);
  *series = poplens_table_series_new (next_address_piece, pieces, pieces_free, n, note, cancellable,
                                      error);
  return *series != NULL;
}

/* ---- variables that share bytes with one ----------------------------------------------------- */

/* Columns on the shared bytes, after the name. The other columns describe the variable. */
enum { COMMON = NAME + 1, COMMON_ADDRESS, N_MORE = 2 };

static void
share_cell (gconstpointer pointer, guint32 row, guint column, PoplensValue *value)
{
  const AddressTable *data = pointer;
  const PoplensAddressMap *map = g_ptr_array_index (data->source.maps, 0);
  const PoplensAddressShare *share = &g_array_index (data->shares, PoplensAddressShare, row);

  if (column == COMMON)
    poplens_cell_int (value, (gint64) (share->to - share->from));
  else if (column == COMMON_ADDRESS)
    poplens_cell_int (value, (gint64) (map->base + share->from));
  else
    address_variable_cell (data, map, share->block, column ? column - N_MORE : NAME, value);
}

static char *
share_link (gconstpointer pointer, guint32 row)
{
  const AddressTable *data = pointer;

  return link_to_block (g_ptr_array_index (data->source.maps, 0),
                        g_array_index (data->shares, PoplensAddressShare, row).block);
}

/* Returns the index of the block that shares bytes with the largest number of blocks. */
static guint32
most_sharing (const PoplensAddressMap *map)
{
  guint32 found = G_MAXUINT32, most = 0;

  for (guint32 b = 0; b < map->blocks->len; b++) {
    guint32 n = g_array_index (map->blocks, PoplensAddressBlock, b).n_sharing;
    if (found == G_MAXUINT32 || n > most) {
      found = b;
      most = n;
    }
  }
  return found;
}

static void
note_shares (PoplensTable *table, const PoplensAddressMap *map, guint32 block, gboolean named)
{
  PoplensNumber size;

  if (block == G_MAXUINT32)
    return;
  const PoplensTileVariable *v = poplens_address_map_variable (map, block);
  g_autofree char *life = poplens_address_map_describe_life (map, block, MOST_RANGES);
  g_autofree char *note = g_strdup_printf (
      "With variable %u, \u201c%s\u201d%s of tile %u: %s at 0x%" G_GINT64_MODIFIER
      "x, live at steps: %s. Variables that share bytes are never live at the same step.",
      v->id, poplens_address_map_name (map, block),
      named ? "" : ", which shares bytes with the most variables,", map->tile,
      poplens_format_bytes (size, v->size, POPLENS_BYTE_UNIT_BINARY), map->base + v->offset, life);
  poplens_table_set_note (table, note);
}

PoplensTable *
poplens_build_address_sharing (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  static const PoplensColumn more[] = {
      {"common", "Shared bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
       "Bytes that both variables use, at different steps; more variables may use some of these "
       "bytes"},
      {"common_address", "From", POPLENS_UNIT_ADDRESS, POPLENS_FROM_DERIVED,
       "Address of the first of these bytes"},
  };
  g_auto (PoplensAddressSource) source = {0};
  const PoplensAddressMap *map;
  PoplensTable *table;
  guint32 block;
  gboolean named;
  AddressTable *data;

  if (!poplens_address_source_init (&source, report, location, 1, cancellable, error) ||
      !poplens_address_source_find (&source, location, &map, &block, error))
    return NULL;
  named = block != G_MAXUINT32;
  block = named ? block : most_sharing (map);
  data = g_new0 (AddressTable, 1);
  data->source = poplens_address_source_steal (&source);
  data->block = block;
  data->kinds = poplens_kinds_at_hand (report, cancellable);
  data->shares = block == G_MAXUINT32 ? g_array_new (FALSE, FALSE, sizeof (PoplensAddressShare))
                                      : poplens_address_map_sharing (map, block);
  add_lives (data, map);
  table = poplens_table_new ("tile-variables", "Shared addresses", data->shares->len, share_cell,
                             data, address_table_free, report);
  poplens_table_add_columns (table, address_columns, COMMON);
  poplens_table_add_columns (table, more, N_MORE);
  poplens_table_add_columns (table, address_columns + COMMON, N_COLUMNS - COMMON);
  poplens_table_set_link (table, share_link);
  poplens_table_set_default_sort (table, COMMON, TRUE);
  note_shares (table, map, block, named);
  return table;
}
