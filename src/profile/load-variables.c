#include "profile/loaders.h"

/* vars_info while it is read. */
typedef struct {
  GArray *id, *size, *offset, *class_id, *unlowered, *bits, *category, *tile_first;
  guint32 tile;       /* of the last row */
  gboolean dense_ids; /* ids have been 0 … n−1 */
} Lowered;

static void
lowered_clear (Lowered *l)
{
  GArray **all[] = {&l->id,        &l->size, &l->offset,   &l->class_id,
                    &l->unlowered, &l->bits, &l->category, &l->tile_first};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_clear_pointer (all[i], g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowered, lowered_clear)

/* Categories are kept as a byte each: at most 255, and 255 for an id that var_categories lacks. */
#define NO_CATEGORY G_MAXUINT8
#define MOST_TILES (1u << 24)

static gboolean
read_categories (const PoplensLoad *load, PoplensVariables *part, GHashTable *rows, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) descriptions = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "var_categories", "id!, name!, description", "ORDER BY id", error);

  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0);
    if (ids->len == NO_CATEGORY)
      poplens_query_fail (q, "there are more than %d categories", NO_CATEGORY);
    g_hash_table_insert (rows, GUINT_TO_POINTER (id), GUINT_TO_POINTER (ids->len + 1));
    POPLENS_PUSH (ids, guint32, id);
    POPLENS_PUSH (names, guint32, poplens_query_intern (q, 1, part->strings));
    POPLENS_PUSH (descriptions, guint32, poplens_query_intern (q, 2, part->strings));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_categories = ids->len;
  part->category_id = poplens_column_steal (&ids);
  part->category_name = poplens_column_steal (&names);
  part->category_description = poplens_column_steal (&descriptions);
  return TRUE;
}

/* Puts the row into its tile; FALSE where rows are not sorted by tile, so that the caller reads
 * again in order. */
static gboolean
enter_tile (PoplensQuery *q, Lowered *l, guint32 tile)
{
  if (tile >= MOST_TILES)
    poplens_query_fail (q, "tile %u is out of range", tile);
  else if (l->id->len && tile < l->tile)
    return FALSE;
  else
    while (l->tile_first->len <= tile)
      POPLENS_PUSH (l->tile_first, guint32, l->id->len);
  l->tile = tile;
  return TRUE;
}

/* @sorted FALSE where the rows turned out not to be sorted by tile. */
static gboolean
read_lowered (const PoplensLoad *load, const char *order, GHashTable *categories, Lowered *l,
              gboolean *sorted, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "vars_info",
                          "var_id!, tile!, size_bytes!, offset!, equivalence_class, "
                          "unlowered_var_id, bitset!, category",
                          order, error);

  *sorted = TRUE;
  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0);
    guint bits = poplens_query_u32 (q, 6);
    /* Where bit 0 is clear the rest of the row says nothing [D]. */
    gboolean allocated = bits & 1;
    if (!enter_tile (q, l, poplens_query_u32 (q, 1))) {
      *sorted = FALSE;
      return TRUE;
    }
    gint64 category = poplens_query_i64 (q, 7);
    guint row = category < 0 || category > G_MAXUINT32
                    ? 0
                    : GPOINTER_TO_UINT (
                          g_hash_table_lookup (categories, GSIZE_TO_POINTER ((gsize) category)));
    l->dense_ids &= id == l->id->len;
    POPLENS_PUSH (l->id, guint32, id);
    POPLENS_PUSH (l->size, guint32, allocated ? poplens_query_u32 (q, 2) : 0);
    POPLENS_PUSH (l->offset, guint32, allocated ? poplens_query_u32 (q, 3) : 0);
    POPLENS_PUSH (l->class_id, guint32, allocated ? poplens_query_u32 (q, 4) : 0);
    POPLENS_PUSH (l->unlowered, guint32,
                  allocated ? poplens_query_u32_or (q, 5, G_MAXUINT32) : G_MAXUINT32);
    POPLENS_PUSH (l->bits, guint16, bits);
    POPLENS_PUSH (l->category, guint8, row ? row - 1 : NO_CATEGORY);
  }
  return q && poplens_query_end (q, error);
}

static Lowered
lowered_new (void)
{
  return (Lowered){POPLENS_COLUMN (guint32),
                   POPLENS_COLUMN (guint32),
                   POPLENS_COLUMN (guint32),
                   POPLENS_COLUMN (guint32),
                   POPLENS_COLUMN (guint32),
                   POPLENS_COLUMN (guint16),
                   POPLENS_COLUMN (guint8),
                   POPLENS_COLUMN (guint32),
                   0,
                   TRUE};
}

static gboolean
read_all_lowered (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  g_autoptr (GHashTable) categories = g_hash_table_new (NULL, NULL);
  g_auto (Lowered) l = lowered_new ();
  gboolean sorted;

  if (!read_categories (load, part, categories, error) ||
      !read_lowered (load, "ORDER BY var_id", categories, &l, &sorted, error))
    return FALSE;
  if (!sorted) {
    /* Ids are not by tile in this file, as they are in all real ones: the slow way. */
    lowered_clear (&l);
    l = lowered_new ();
    if (!read_lowered (load, "ORDER BY tile, var_id", categories, &l, &sorted, error))
      return FALSE;
  }
  part->n = l.id->len;
  part->n_tiles = l.tile_first->len;
  POPLENS_PUSH (l.tile_first, guint32, part->n);
  if (!l.dense_ids)
    part->id = poplens_column_steal (&l.id);
  part->size = poplens_column_steal (&l.size);
  part->offset = poplens_column_steal (&l.offset);
  part->equivalence_class = poplens_column_steal (&l.class_id);
  part->unlowered = poplens_column_steal (&l.unlowered);
  part->bits = poplens_column_steal (&l.bits);
  part->category = poplens_column_steal (&l.category);
  part->tile_first = poplens_column_steal (&l.tile_first);
  for (guint32 i = 0; i < part->n; i++)
    part->n_allocated += part->bits[i] & POPLENS_VARIABLE_ALLOCATED;
  return TRUE;
}

static gboolean
read_unlowered (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "unlowered_vars", "id!, name!", "ORDER BY id", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint32, poplens_query_u32 (q, 0));
    POPLENS_PUSH (names, guint32, poplens_query_intern (q, 1, part->strings));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_unlowered = ids->len;
  part->unlowered_id = poplens_column_steal (&ids);
  part->unlowered_name = poplens_column_steal (&names);
  return TRUE;
}

/* Tables of one list an id: debug_ids, equivalence_class_interference. */
static gboolean
read_lists (const PoplensLoad *load, const char *table, const char *columns, const char *order,
            guint32 *n, guint32 **ids, PoplensLists **lists, GError **error)
{
  g_autoptr (GArray) keys = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, table, columns, order, error);

  *lists = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (keys, guint32, poplens_query_u32 (q, 0));
    poplens_query_append_list (q, 1, *lists);
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  *n = keys->len;
  *ids = poplens_column_steal (&keys);
  return TRUE;
}

static gboolean
read_class_bytes (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  g_autoptr (GArray) variables = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) classes = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) bytes = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, "var_bytes_by_eq_class",
                                                   "unlowered_var_id!, eq_class_id!, bytes!, tile!",
                                                   "WHERE tile IS NULL", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (variables, guint32, poplens_query_u32 (q, 0));
    POPLENS_PUSH (classes, guint32, poplens_query_u32 (q, 1));
    POPLENS_PUSH (bytes, guint64, poplens_query_u64 (q, 2));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_class_bytes = variables->len;
  part->class_bytes_variable = poplens_column_steal (&variables);
  part->class_bytes_class = poplens_column_steal (&classes);
  part->class_bytes = poplens_column_steal (&bytes);
  return TRUE;
}

PoplensVariables *
poplens_load_variables (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVariables) part = poplens_variables_new ();

  if (!read_all_lowered (load, part, error) || !read_unlowered (load, part, error) ||
      !read_lists (load, "debug_ids", "variable_id!, ids!", "ORDER BY variable_id", &part->n_debug,
                   &part->debug_variable, &part->debug_ids, error) ||
      !read_lists (load, "equivalence_class_interference", "class_id!, interference_class_ids!",
                   "ORDER BY class_id", &part->n_interference, &part->interference_class,
                   &part->interference, error) ||
      !read_class_bytes (load, part, error))
    return NULL;
  return g_steal_pointer (&part);
}
