#include "profile/crew.h"

#define LEAST_SPLIT 200000 /* rows worth a second connection */

/* Of vars_info, by row. */
typedef struct {
  guint32 *size, *offset, *class_id, *unlowered;
  guint16 *bits;
  guint8 *category;
} Columns;

/* vars_info while it is read, or a half of it, whose columns are those of the whole. */
typedef struct {
  Columns columns;
  GArray *id; /* empty as long as ids are dense */
  GArray *tile_first;
  guint32 n, room;    /* rows */
  guint32 first_id;   /* that is due */
  guint32 tile;       /* of the last row */
  gboolean dense_ids; /* ids have been first_id … first_id + n − 1 */
} Lowered;

static void
columns_resize (Columns *c, guint32 room)
{
  c->size = g_renew (guint32, c->size, room);
  c->offset = g_renew (guint32, c->offset, room);
  c->class_id = g_renew (guint32, c->class_id, room);
  c->unlowered = g_renew (guint32, c->unlowered, room);
  c->bits = g_renew (guint16, c->bits, room);
  c->category = g_renew (guint8, c->category, room);
}

static Columns
columns_from (const Columns *c, guint32 first)
{
  return (Columns){c->size + first,      c->offset + first, c->class_id + first,
                   c->unlowered + first, c->bits + first,   c->category + first};
}

static Lowered
lowered_new (Columns columns, guint32 room, guint32 first_id)
{
  return (Lowered){.columns = columns,
                   .id = POPLENS_COLUMN (guint32),
                   .tile_first = POPLENS_COLUMN (guint32),
                   .room = room,
                   .first_id = first_id,
                   .dense_ids = TRUE};
}

/* All but the columns. */
static void
lowered_clear_arrays (Lowered *l)
{
  g_clear_pointer (&l->id, g_array_unref);
  g_clear_pointer (&l->tile_first, g_array_unref);
}

static void
lowered_clear (Lowered *l)
{
  Columns *c = &l->columns;
  gpointer all[] = {c->size, c->offset, c->class_id, c->unlowered, c->bits, c->category};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_free (all[i]);
  *c = (Columns){0};
  lowered_clear_arrays (l);
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

/* Ids are written down from where they are not the rows' numbers: in no real file. */
static void
keep_id (Lowered *l, guint32 id)
{
  if (l->dense_ids && id != l->first_id + l->n)
    for (l->dense_ids = FALSE; l->id->len < l->n;)
      POPLENS_PUSH (l->id, guint32, l->first_id + l->id->len);
  if (!l->dense_ids)
    POPLENS_PUSH (l->id, guint32, id);
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
add_lowered (PoplensQuery *q, Lowered *l, guint8 category)
{
  guint bits = poplens_query_u32 (q, 6);
  /* Where bit 0 is clear the rest of the row says nothing [D]. */
  gboolean allocated = bits & 1;
  const Columns *c = &l->columns;
  guint32 i = l->n++;

  c->size[i] = allocated ? poplens_query_u32 (q, 2) : 0;
  c->offset[i] = allocated ? poplens_query_u32 (q, 3) : 0;
  c->class_id[i] = allocated ? poplens_query_u32 (q, 4) : 0;
  c->unlowered[i] = allocated ? poplens_query_u32_or (q, 5, G_MAXUINT32) : G_MAXUINT32;
  c->bits[i] = (guint16) bits;
  c->category[i] = category;
}

/* One pass over vars_info, or one half of it. */
typedef struct {
  const char *tail; /* SQL */
  gint64 middle;    /* bound to it; −1: all of it, in the order of the tail */
  GHashTable *categories;
  Lowered lowered;
  gboolean sorted; /* FALSE where the rows turned out not to be: of a half, also by dense ids */
  gint64 last_category;
  guint8 last_category_row;
} Pass;

static void
take_row (PoplensQuery *q, gpointer data)
{
  Pass *pass = data;
  Lowered *l = &pass->lowered;
  guint32 id = poplens_query_u32 (q, 0);
  gboolean fits = pass->middle < 0 || (id == l->first_id + l->n && l->n < l->room);

  pass->sorted = fits && enter_tile (q, l, poplens_query_u32 (q, 1));
  if (!pass->sorted) {
    poplens_query_stop (q);
    return;
  }
  if (l->n == l->room)
    columns_resize (&l->columns, l->room = poplens_slice_grown (l->room));
  keep_id (l, id);
  add_lowered (q, l,
               find_category (q, pass->categories, &pass->last_category, &pass->last_category_row));
}

static gboolean
read_lowered (const PoplensLoad *load, gpointer data, GError **error)
{
  static const char columns[] = "var_id!, tile!, size_bytes!, offset!, equivalence_class, "
                                "unlowered_var_id, bitset!, category";
  Pass *pass = data;
  g_autoptr (PoplensQuery) q = NULL;

  pass->sorted = TRUE;
  pass->last_category = -1;
  pass->last_category_row = NO_CATEGORY;
  if (pass->middle < 0) {
    q = poplens_load_query (load, "vars_info", columns, pass->tail, error);
  } else {
    q = poplens_query_new_handed (load->database, "vars_info", columns, pass->tail,
                                  load->cancellable, error);
    if (q)
      poplens_query_bind (q, 1, pass->middle);
  }
  return poplens_query_each (q, take_row, pass, error);
}

/* Puts the tiles of the second half behind those of the first; FALSE where they do not follow. */
static gboolean
join_tiles (const Lowered *a, const Lowered *b)
{
  guint32 first = 0;

  while (first + 1 < b->tile_first->len && !g_array_index (b->tile_first, guint32, first + 1))
    first++;
  if (first < a->tile)
    return FALSE;
  for (guint32 t = a->tile_first->len; t < b->tile_first->len; t++)
    POPLENS_PUSH (a->tile_first, guint32, a->n + g_array_index (b->tile_first, guint32, t));
  return TRUE;
}

/* Both halves at a time, each straight into its place of the columns. FALSE where that cannot be
 * had, for whatever reason: to read it all in one go will tell which. */
static gboolean
read_halves (const PoplensLoad *load, GHashTable *categories, Lowered *out)
{
  PoplensRowSpan span;
  Columns all = {0};

  if (!poplens_load_span (load, "vars_info", &span) || span.first || span.last < LEAST_SPLIT)
    return FALSE;
  guint32 middle = (guint32) (span.last / 2), n = poplens_span_length (span);
  columns_resize (&all, n);
  Pass low = {"WHERE var_id < ?", middle, categories, lowered_new (all, middle, 0)};
  Pass high = {"WHERE var_id >= ?", middle, categories,
               lowered_new (columns_from (&all, middle), n - middle, middle)};
  PoplensBeside *beside = poplens_beside_start (load, read_lowered, &high);
  gboolean good = read_lowered (load, &low, NULL);

  good = poplens_beside_join (beside, NULL) && good && low.sorted && high.sorted &&
         low.lowered.n == low.lowered.room && high.lowered.n == high.lowered.room &&
         join_tiles (&low.lowered, &high.lowered);
  lowered_clear_arrays (&high.lowered);
  if (!good) {
    lowered_clear (&low.lowered);
    return FALSE;
  }
  *out = low.lowered;
  out->n = out->room = n;
  return TRUE;
}

/* @out: (out caller-allocates) */
static gboolean
read_whole (const PoplensLoad *load, GHashTable *categories, const char *order, Lowered *out,
            gboolean *sorted, GError **error)
{
  Pass pass = {order, -1, categories, lowered_new ((Columns){0}, 0, 0)};
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
  columns_resize (&l.columns, MAX (l.n, 1));
  part->size = g_steal_pointer (&l.columns.size);
  part->offset = g_steal_pointer (&l.columns.offset);
  part->equivalence_class = g_steal_pointer (&l.columns.class_id);
  part->unlowered = g_steal_pointer (&l.columns.unlowered);
  part->bits = g_steal_pointer (&l.columns.bits);
  part->category = g_steal_pointer (&l.columns.category);
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
