#include "profile/beside.h"

#define BATCH 4096
#define LEAST_SPLIT 200000 /* rows worth a second connection */

/* Rows of vars_info on their way to the columns: a call a column and batch, not a row. */
typedef struct {
  guint32 n;
  guint32 id[BATCH], size[BATCH], offset[BATCH], class_id[BATCH], unlowered[BATCH];
  guint16 bits[BATCH];
  guint8 category[BATCH];
} Batch;

/* vars_info while it is read. */
typedef struct {
  GArray *id; /* empty as long as ids are dense */
  GArray *size, *offset, *class_id, *unlowered, *bits, *category, *tile_first;
  guint32 n;          /* rows so far, those of the batch too */
  guint32 first_id;   /* that is due */
  guint32 tile;       /* of the last row */
  gboolean dense_ids; /* ids have been first_id … first_id + n − 1 */
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
  else if (l->n && tile < l->tile)
    return FALSE;
  else
    while (l->tile_first->len <= tile)
      POPLENS_PUSH (l->tile_first, guint32, l->n);
  l->tile = tile;
  return TRUE;
}

static void
flush (Lowered *l, Batch *batch)
{
  if (!l->dense_ids)
    g_array_append_vals (l->id, batch->id, batch->n);
  g_array_append_vals (l->size, batch->size, batch->n);
  g_array_append_vals (l->offset, batch->offset, batch->n);
  g_array_append_vals (l->class_id, batch->class_id, batch->n);
  g_array_append_vals (l->unlowered, batch->unlowered, batch->n);
  g_array_append_vals (l->bits, batch->bits, batch->n);
  g_array_append_vals (l->category, batch->category, batch->n);
  batch->n = 0;
}

/* Ids turned out not to be the rows' numbers: those of the rows so far were. */
static void
write_down_ids (Lowered *l, guint32 n)
{
  l->dense_ids = FALSE;
  for (guint32 i = 0; i < n; i++)
    POPLENS_PUSH (l->id, guint32, l->first_id + i);
}

/* @categories: row + 1 by id. */
static guint8
find_category (PoplensQuery *q, GHashTable *categories, gint64 *last, guint8 *last_row)
{
  gint64 category = poplens_query_i64 (q, 7);

  if (category == *last)
    return *last_row;
  guint row = category < 0 || category > G_MAXUINT32
                  ? 0
                  : GPOINTER_TO_UINT (
                        g_hash_table_lookup (categories, GSIZE_TO_POINTER ((gsize) category)));
  *last = category;
  return *last_row = row ? row - 1 : NO_CATEGORY;
}

static void
add_lowered (PoplensQuery *q, guint32 id, Lowered *l, Batch *batch)
{
  guint32 i = batch->n;
  guint bits = poplens_query_u32 (q, 6);
  /* Where bit 0 is clear the rest of the row says nothing [D]. */
  gboolean allocated = bits & 1;

  if (l->dense_ids && id != l->first_id + l->n)
    write_down_ids (l, l->n - i);
  /* Also of those still in the batch, which may have to be written down yet. */
  batch->id[i] = id;
  batch->size[i] = allocated ? poplens_query_u32 (q, 2) : 0;
  batch->offset[i] = allocated ? poplens_query_u32 (q, 3) : 0;
  batch->class_id[i] = allocated ? poplens_query_u32 (q, 4) : 0;
  batch->unlowered[i] = allocated ? poplens_query_u32_or (q, 5, G_MAXUINT32) : G_MAXUINT32;
  batch->bits[i] = bits;
  batch->n++;
  l->n++;
}

static Lowered
lowered_new (guint32 first_id)
{
  return (Lowered){.id = POPLENS_COLUMN (guint32),
                   .size = POPLENS_COLUMN (guint32),
                   .offset = POPLENS_COLUMN (guint32),
                   .class_id = POPLENS_COLUMN (guint32),
                   .unlowered = POPLENS_COLUMN (guint32),
                   .bits = POPLENS_COLUMN (guint16),
                   .category = POPLENS_COLUMN (guint8),
                   .tile_first = POPLENS_COLUMN (guint32),
                   .first_id = first_id,
                   .dense_ids = TRUE};
}

/* One pass over vars_info, or one half of it. */
typedef struct {
  gboolean handed;  /* in an order that has to be looked at (poplens_query_new_handed ()) */
  const char *tail; /* SQL */
  gint64 middle;    /* bound to it; −1: nothing to bind */
  GHashTable *categories;
  Lowered lowered;
  gboolean sorted; /* FALSE where the rows turned out not to be sorted */
  Batch *batch;
  guint32 last_id;
  gint64 last_category;
  guint8 last_category_row;
} Pass;

static void
take_row (PoplensQuery *q, gpointer data)
{
  Pass *pass = data;
  Lowered *l = &pass->lowered;
  Batch *batch = pass->batch;
  guint32 id = poplens_query_u32 (q, 0);

  pass->sorted =
      !(pass->handed && id < pass->last_id) && enter_tile (q, l, poplens_query_u32 (q, 1));
  pass->last_id = id;
  if (!pass->sorted) {
    poplens_query_stop (q);
    return;
  }
  batch->category[batch->n] =
      find_category (q, pass->categories, &pass->last_category, &pass->last_category_row);
  add_lowered (q, id, l, batch);
  if (batch->n == BATCH)
    flush (l, batch);
}

static gboolean
read_lowered (const PoplensLoad *load, gpointer data, GError **error)
{
  Pass *pass = data;
  g_autofree Batch *batch = g_new (Batch, 1);
  g_autoptr (PoplensQuery) q = NULL;
  gboolean good;

  pass->sorted = TRUE;
  pass->last_category = -1;
  pass->last_category_row = NO_CATEGORY;
  pass->batch = batch;
  batch->n = 0;
  if (!poplens_load_has (load, "vars_info"))
    return TRUE;
  q = (pass->handed ? poplens_query_new_handed : poplens_query_new) (
      load->database, "vars_info",
      "var_id!, tile!, size_bytes!, offset!, equivalence_class, unlowered_var_id, "
      "bitset!, category",
      pass->tail, load->cancellable, error);
  if (q && pass->middle >= 0)
    poplens_query_bind (q, 1, pass->middle);
  good = poplens_query_each (q, take_row, pass, error);
  flush (&pass->lowered, batch);
  return good;
}

/* The middle of the ids, or −1 where the table is not worth two connections. */
static gint64
find_middle (const PoplensLoad *load)
{
  gint64 last = -1;

  if (!poplens_load_has (load, "vars_info"))
    return -1;
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, "vars_info", "var_id!",
                                                  "ORDER BY var_id DESC LIMIT 1", NULL, NULL);
  while (q && poplens_query_next (q))
    last = poplens_query_i64 (q, 0);
  return last >= LEAST_SPLIT && last < G_MAXUINT32 ? last / 2 : -1;
}

static void
append_column (GArray *to, GArray **from)
{
  g_array_append_vals (to, (*from)->data, (*from)->len);
  g_clear_pointer (from, g_array_unref);
}

/* Puts the second half behind the first; FALSE where tiles then are not sorted. */
static gboolean
join_halves (Lowered *a, Lowered *b)
{
  guint32 first = 0;

  while (first + 1 < b->tile_first->len && !g_array_index (b->tile_first, guint32, first + 1))
    first++;
  if (a->n && b->n && first < a->tile)
    return FALSE;
  for (guint32 t = a->tile_first->len; t < b->tile_first->len; t++)
    POPLENS_PUSH (a->tile_first, guint32, a->n + g_array_index (b->tile_first, guint32, t));
  if (!a->dense_ids || !b->dense_ids || (b->n && a->n != b->first_id)) {
    if (a->dense_ids)
      write_down_ids (a, a->n);
    if (b->dense_ids)
      write_down_ids (b, b->n);
    append_column (a->id, &b->id);
  }
  append_column (a->size, &b->size);
  append_column (a->offset, &b->offset);
  append_column (a->class_id, &b->class_id);
  append_column (a->unlowered, &b->unlowered);
  append_column (a->bits, &b->bits);
  append_column (a->category, &b->category);
  a->n += b->n;
  a->tile = MAX (a->tile, b->tile);
  return TRUE;
}

/* Both halves at a time. FALSE where that cannot be had, for whatever reason: to read it all in one
 * go will tell which. */
static gboolean
read_halves (const PoplensLoad *load, GHashTable *categories, Lowered *out)
{
  gint64 middle = find_middle (load);
  Pass low = {TRUE, "WHERE var_id < ?", middle, categories, lowered_new (0)};
  Pass high = {TRUE, "WHERE var_id >= ?", middle, categories,
               lowered_new ((guint32) MAX (middle, 0))};
  gboolean good = FALSE;

  if (middle >= 0) {
    PoplensBeside *beside = poplens_beside_start (load, read_lowered, &high);
    good = read_lowered (load, &low, NULL);
    good = poplens_beside_join (beside, NULL) && good && low.sorted && high.sorted &&
           join_halves (&low.lowered, &high.lowered);
  }
  lowered_clear (&high.lowered);
  if (good)
    *out = low.lowered;
  else
    lowered_clear (&low.lowered);
  return good;
}

/* @out: (out caller-allocates) */
static gboolean
read_whole (const PoplensLoad *load, GHashTable *categories, const char *order, Lowered *out,
            gboolean *sorted, GError **error)
{
  Pass pass = {FALSE, order, -1, categories, lowered_new (0)};
  gboolean good = read_lowered (load, &pass, error);

  *sorted = pass.sorted;
  if (good && pass.sorted)
    *out = pass.lowered;
  else
    lowered_clear (&pass.lowered);
  return good;
}

static gboolean
read_all_lowered (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  g_autoptr (GHashTable) categories = g_hash_table_new (NULL, NULL);
  g_auto (Lowered) l = {0};
  gboolean sorted = TRUE;

  if (!read_categories (load, part, categories, error))
    return FALSE;
  if (!read_halves (load, categories, &l) &&
      !read_whole (load, categories, "ORDER BY var_id", &l, &sorted, error))
    return FALSE;
  /* Ids are not by tile in this file, as they are in all real ones: the slow way. */
  if (!sorted && !read_whole (load, categories, "ORDER BY tile, var_id", &l, &sorted, error))
    return FALSE;
  if (!sorted) {
    poplens_load_fail_order (load, "vars_info", error);
    return FALSE;
  }
  part->n = l.n;
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

/* All but the lowered ones. */
static gboolean
read_rest (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  return read_unlowered (load, part, error) &&
         read_lists (load, "debug_ids", "variable_id!, ids!", "ORDER BY variable_id",
                     &part->n_debug, &part->debug_variable, &part->debug_ids, error) &&
         read_lists (load, "equivalence_class_interference", "class_id!, interference_class_ids!",
                     "ORDER BY class_id", &part->n_interference, &part->interference_class,
                     &part->interference, error) &&
         read_class_bytes (load, part, error);
}

PoplensVariables *
poplens_load_variables (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVariables) part = poplens_variables_new ();

  return read_all_lowered (load, part, error) && read_rest (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}

PoplensVariables *
poplens_load_variables_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVariables) part = poplens_variables_new ();
  g_autoptr (GHashTable) categories = g_hash_table_new (NULL, NULL);

  part->tile_first = g_new0 (guint32, 1);
  return read_categories (load, part, categories, error) && read_rest (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}
