/* Loads lowered and unlowered variables as a part, whole or without the lowered ones. */
#include "database/columns.h"
#include "database/ranges.h"
#include "profile/loaders.h"

#include <string.h>

/* Value for a category id that var_categories lacks. Categories take a byte, so there are at most
 * 255. */
#define NO_CATEGORY G_MAXUINT8
#define MOST_TILES (1u << 24)

/* Maps category ids to rows of var_categories; NO_CATEGORY if there is no row. */
typedef struct {
  guint8 row[1 << 16];
} Categories;

/* A tile, and the index of its first variable in the columns. */
typedef struct {
  guint32 tile, row;
} TileStart;

/* Columns of vars_info, by row. */
typedef struct {
  PoplensRange range;
  const Categories *categories;
  guint32 *size, *offset, *class_id, *unlowered;
  guint16 *bits;
  guint8 *category;
  GArray *starts; /* TileStart, tiles ascending */
} Lowered;

static void
begin_lowered (gpointer data)
{
  ((Lowered *) data)->starts = POPLENS_COLUMN (TileStart);
}

static void
end_lowered (gpointer data)
{
  g_clear_pointer (&((Lowered *) data)->starts, g_array_unref);
}

static gboolean
read_categories (const PoplensLoad *load, PoplensVariables *part, Categories *ids, GError **error)
{
  PoplensReading reading = {"var_categories",
                            "id",
                            &part->n_categories,
                            {{"id!", POPLENS_U32, &part->category_id},
                             {"name!", POPLENS_TEXT, &part->category_name},
                             {"description", POPLENS_TEXT, &part->category_description}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, part->strings);

  memset (ids->row, NO_CATEGORY, sizeof ids->row);
  for (; poplens_rows_next (&rows); poplens_rows_take (&rows)) {
    guint32 id = poplens_query_u32 (rows.query, 0);
    if (rows.n == NO_CATEGORY)
      poplens_query_fail (rows.query, "there are more than %d categories", NO_CATEGORY);
    if (id >= G_N_ELEMENTS (ids->row))
      poplens_query_fail (rows.query, "category ID %u is larger than any SDK writes", id);
    else
      ids->row[id] = (guint8) rows.n;
  }
  return poplens_rows_end (&rows, error);
}

/* Returns the last tile of the range. (nullable) (transfer none) */
static const TileStart *
last_start (const Lowered *l)
{
  return l->starts->len ? &g_array_index (l->starts, TileStart, l->starts->len - 1) : NULL;
}

/* Records the start of a tile if the next row is on another tile than the row before. FALSE if rows
 * are not sorted by tile; the table is then read again, sorted. */
static gboolean
enter_tile (PoplensQuery *q, Lowered *l, guint32 tile)
{
  const TileStart *last = last_start (l);
  TileStart start = {tile, l->range.n};

  if (last && last->tile == tile)
    return TRUE;
  if (tile >= MOST_TILES)
    poplens_query_fail (q, "tile %u is out of range", tile);
  else if (last && tile < last->tile)
    return FALSE;
  else
    g_array_append_val (l->starts, start);
  return TRUE;
}

static guint8
find_category (PoplensQuery *q, const Categories *categories)
{
  gint64 id = poplens_query_i64 (q, 7);

  return (guint64) id < G_N_ELEMENTS (categories->row) ? categories->row[id] : NO_CATEGORY;
}

static void
add_lowered (PoplensQuery *q, Lowered *l)
{
  guint bits = poplens_query_u32 (q, 6);
  /* Graphcore documents that the other columns have no meaning if bit 0 is clear. */
  gboolean allocated = bits & 1;
  guint32 i = l->range.n++;

  l->size[i] = allocated ? poplens_query_u32 (q, 2) : 0;
  l->offset[i] = allocated ? poplens_query_u32 (q, 3) : 0;
  l->class_id[i] = allocated ? poplens_query_u32 (q, 4) : 0;
  l->unlowered[i] = allocated ? poplens_query_u32_or (q, 5, G_MAXUINT32) : G_MAXUINT32;
  l->bits[i] = (guint16) bits;
  l->category[i] = find_category (q, l->categories);
}

static void
add_variable_row (PoplensQuery *q, Lowered *l)
{
  guint32 id = poplens_query_u32 (q, 0);

  if (!enter_tile (q, l, poplens_query_u32 (q, 1)))
    poplens_range_stop (&l->range, q);
  else if (poplens_range_has_room (&l->range, q)) {
    poplens_range_take_id (&l->range, q, id);
    add_lowered (q, l);
  }
}

static void
read_lowered (PoplensQuery *q, gpointer data)
{
  while (poplens_query_next (q))
    add_variable_row (q, data);
}

/* Appends the tiles of @range to those of the ranges before it. FALSE if the ranges are not sorted
 * by tile. */
static gboolean
join_lowered (gpointer data, gpointer range)
{
  Lowered *whole = data;
  const Lowered *next = range;

  for (guint i = 0; i < next->starts->len; i++) {
    TileStart start = g_array_index (next->starts, TileStart, i);
    const TileStart *last = last_start (whole);
    if (last && start.tile < last->tile)
      return FALSE;
    start.row += whole->range.n;
    if (!last || start.tile > last->tile)
      g_array_append_val (whole->starts, start);
  }
  return TRUE;
}

static const PoplensRangeKind lowered_kind = {
    .table = "vars_info",
    .columns = "var_id!, tile!, size_bytes!, offset!, equivalence_class, unlowered_var_id, "
               "bitset!, category",
    /* First by id, which also sorts by tile in all real files. If it does not, by tile and id. */
    .orders = {"var_id", "tile, var_id"},
    .rows = 1 << 16,
    .size = sizeof (Lowered),
    .numbered = TRUE,
    .kept = {POPLENS_KEPT (Lowered, size), POPLENS_KEPT (Lowered, offset),
             POPLENS_KEPT (Lowered, class_id), POPLENS_KEPT (Lowered, unlowered),
             POPLENS_KEPT (Lowered, bits), POPLENS_KEPT (Lowered, category)},
    .begin = begin_lowered,
    .read = read_lowered,
    .join = join_lowered,
    .end = end_lowered,
};

/* Sets the first row of each tile, and the end of the last tile's rows. */
static void
set_tile_rows (PoplensVariables *part, const Lowered *l)
{
  guint32 n = l->starts->len ? last_start (l)->tile + 1 : 0;
  guint32 tile = 0;

  part->n_tiles = n;
  part->tile_first = g_new (guint32, n + 1);
  for (guint i = 0; i < l->starts->len; i++) {
    const TileStart *start = &g_array_index (l->starts, TileStart, i);
    while (tile <= start->tile)
      part->tile_first[tile++] = start->row;
  }
  part->tile_first[n] = l->range.n;
}

static gboolean
read_all_lowered (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  g_autofree Categories *categories = g_new (Categories, 1);
  Lowered l = {{&lowered_kind}, categories};
  g_autoptr (PoplensRange) range = &l.range;

  if (!read_categories (load, part, categories, error) ||
      !poplens_range_read (range, load->database, "Loading variables", 0, 1, error))
    return FALSE;
  set_tile_rows (part, &l);
  part->n = range->n;
  if (range->ids)
    part->id = poplens_column_steal (&range->ids);
  part->size = g_steal_pointer (&l.size);
  part->offset = g_steal_pointer (&l.offset);
  part->equivalence_class = g_steal_pointer (&l.class_id);
  part->unlowered = g_steal_pointer (&l.unlowered);
  part->bits = g_steal_pointer (&l.bits);
  part->category = g_steal_pointer (&l.category);
  for (guint32 i = 0; i < part->n; i++)
    part->n_allocated += part->bits[i] & POPLENS_VARIABLE_ALLOCATED;
  return TRUE;
}

static gboolean
read_class_bytes (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  PoplensReading reading = {"var_bytes_by_eq_class",
                            NULL,
                            &part->n_class_bytes,
                            {{"unlowered_var_id!", POPLENS_U32, &part->class_bytes_variable},
                             {"eq_class_id!", POPLENS_U32, &part->class_bytes_class},
                             {"bytes!", POPLENS_U64, &part->class_bytes},
                             {"tile!"}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);

  while (poplens_rows_next (&rows))
    if (poplens_query_is_null (rows.query, 3))
      poplens_rows_take (&rows);
  return poplens_rows_end (&rows, error);
}

/* Reads everything except the lowered variables. */
static gboolean
read_unlowered (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  static const gsize any = POPLENS_ANY_LENGTH;
  PoplensReading readings[] = {
      {"unlowered_vars",
       "id",
       &part->n_unlowered,
       {{"id!", POPLENS_U32, &part->unlowered_id}, {"name!", POPLENS_TEXT, &part->unlowered_name}}},
      {"debug_ids",
       "variable_id",
       &part->n_debug,
       {{"variable_id!", POPLENS_U32, &part->debug_variable},
        {"ids!", POPLENS_PLAIN, &part->debug_ids, 0, any}}},
      {"equivalence_class_interference",
       "class_id",
       &part->n_interference,
       {{"class_id!", POPLENS_U32, &part->interference_class},
        {"interference_class_ids!", POPLENS_PLAIN, &part->interference, 0, any}}}};

  return poplens_read_columns (load->database, readings, G_N_ELEMENTS (readings), part->strings,
                               error) &&
         read_class_bytes (load, part, error);
}

PoplensVariables *
poplens_load_variables (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVariables) part = poplens_variables_new ();

  return read_all_lowered (load, part, error) && read_unlowered (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}

PoplensVariables *
poplens_load_variables_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVariables) part = poplens_variables_new ();
  g_autofree Categories *categories = g_new (Categories, 1);

  part->tile_first = g_new0 (guint32, 1);
  return read_categories (load, part, categories, error) && read_unlowered (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}
