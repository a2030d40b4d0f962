#include "profile/crew.h"

#include <string.h>

/* Row ids of a slice. */
#define SLICE (1u << 16)
/* Categories are kept as a byte each: at most 255, and 255 for an id that var_categories lacks. */
#define NO_CATEGORY G_MAXUINT8
#define MOST_TILES (1u << 24)

/* Rows of var_categories by id, or NO_CATEGORY. */
typedef struct {
  guint8 row[1 << 16];
} Categories;

/* Of vars_info, by row. */
typedef struct {
  guint32 *size, *offset, *class_id, *unlowered;
  guint16 *bits;
  guint8 *category;
} Columns;

/* The first row of a tile. */
typedef struct {
  guint32 tile, row;
} TileStart;

/* vars_info while it is read, or a slice of it, whose columns are its place of the whole's. */
typedef struct {
  PoplensRowSpan span;
  const Categories *categories;
  Columns columns;
  guint32 n, room; /* rows */
  GArray *id;      /* empty as long as ids are the rows' numbers; NULL in a slice, where they are */
  GArray *starts;  /* of TileStart */
  gboolean dense;  /* ids have been 0 … n − 1 */
  gboolean sorted; /* FALSE where rows turned out not to lie by tile */
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

static void
lowered_clear (Lowered *l)
{
  Columns *c = &l->columns;
  gpointer all[] = {c->size, c->offset, c->class_id, c->unlowered, c->bits, c->category};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_free (all[i]);
  *c = (Columns){0};
  g_clear_pointer (&l->id, g_array_unref);
  g_clear_pointer (&l->starts, g_array_unref);
  l->n = l->room = 0;
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowered, lowered_clear)

static gboolean
read_categories (const PoplensLoad *load, PoplensVariables *part, Categories *rows, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) descriptions = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "var_categories", "id!, name!, description", "id", error);

  memset (rows->row, NO_CATEGORY, sizeof rows->row);
  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0);
    if (ids->len == NO_CATEGORY)
      poplens_query_fail (q, "there are more than %d categories", NO_CATEGORY);
    if (id >= G_N_ELEMENTS (rows->row))
      poplens_query_fail (q, "the id of a category is %u, larger than any SDK writes", id);
    else
      rows->row[id] = (guint8) ids->len;
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
  const TileStart *last =
      l->starts->len ? &g_array_index (l->starts, TileStart, l->starts->len - 1) : NULL;
  TileStart start = {tile, l->n};

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

/* Ids are written down from where they are not the rows' numbers: in no real file. */
static void
keep_id (Lowered *l, guint32 id)
{
  if (l->dense && id != l->n)
    for (l->dense = FALSE; l->id->len < l->n;)
      POPLENS_PUSH (l->id, guint32, l->id->len);
  if (!l->dense)
    POPLENS_PUSH (l->id, guint32, id);
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
  /* Where bit 0 is clear the rest of the row says nothing [D]. */
  gboolean allocated = bits & 1;
  const Columns *c = &l->columns;
  guint32 i = l->n++;

  c->size[i] = allocated ? poplens_query_u32 (q, 2) : 0;
  c->offset[i] = allocated ? poplens_query_u32 (q, 3) : 0;
  c->class_id[i] = allocated ? poplens_query_u32 (q, 4) : 0;
  c->unlowered[i] = allocated ? poplens_query_u32_or (q, 5, G_MAXUINT32) : G_MAXUINT32;
  c->bits[i] = (guint16) bits;
  c->category[i] = find_category (q, l->categories);
}

static gboolean
take_row (PoplensQuery *q, Lowered *l)
{
  guint32 id = poplens_query_u32 (q, 0);

  if (poplens_span_is_slice (l->span) && id != l->span.first + l->n)
    poplens_query_fail (q, "variable id %u is not its row's number", id);
  if (!enter_tile (q, l, poplens_query_u32 (q, 1)))
    return FALSE;
  if (!poplens_slice_has_room (q, l->span, l->n, l->room))
    return TRUE;
  if (l->n == l->room)
    columns_resize (&l->columns, l->room = poplens_slice_grown (l->room));
  if (l->id)
    keep_id (l, id);
  add_lowered (q, l);
  return TRUE;
}

static gboolean
read_lowered (const PoplensLoad *load, Lowered *l, const char *order, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_load_slice_rows (load, "vars_info",
                               "var_id!, tile!, size_bytes!, offset!, equivalence_class, "
                               "unlowered_var_id, bitset!, category",
                               order, l->span, error);

  l->starts = g_array_new (FALSE, FALSE, sizeof (TileStart));
  l->sorted = TRUE;
  while (q && l->sorted && poplens_query_next (q))
    l->sorted = take_row (q, l);
  return q && poplens_query_end (q, error);
}

static gboolean
read_slice (const PoplensLoad *load, gpointer data, GError **error)
{
  Lowered l = *(Lowered *) data; /* on this thread's own stack: see crew.h */
  gboolean good = read_lowered (load, &l, NULL, error) && l.sorted && l.n == l.room;

  *(Lowered *) data = l;
  return good;
}

/* The tiles of @slice behind those before it; FALSE where they do not follow. */
static gboolean
join_tiles (Lowered *whole, const Lowered *slice)
{
  for (guint i = 0; i < slice->starts->len; i++) {
    TileStart start = g_array_index (slice->starts, TileStart, i);
    guint32 last = whole->starts->len
                       ? g_array_index (whole->starts, TileStart, whole->starts->len - 1).tile
                       : 0;
    if (start.tile < last)
      return FALSE;
    start.row += whole->n;
    if (!whole->starts->len || start.tile > last)
      g_array_append_val (whole->starts, start);
  }
  whole->n += slice->n;
  return TRUE;
}

/* In slices, each straight into its place of the columns. FALSE where that cannot be had, for
 * whatever reason: to read it all in one go will tell which. */
static gboolean
read_in_slices (const PoplensLoad *load, const Categories *categories, Lowered *whole)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (PoplensJob));
  g_autofree Lowered *slices = NULL;
  PoplensRowSpan span;
  gboolean good;
  guint n;

  if (!poplens_load_span (load, "vars_info", &span) || span.first)
    return FALSE;
  n = poplens_span_slices (span, SLICE);
  slices = g_new0 (Lowered, n);
  whole->room = poplens_span_length (span);
  whole->starts = g_array_new (FALSE, FALSE, sizeof (TileStart));
  columns_resize (&whole->columns, whole->room);
  for (guint i = 0; i < n; i++) {
    PoplensRowSpan part = poplens_span_slice (span, SLICE, i);
    slices[i] = (Lowered){.span = part,
                          .categories = categories,
                          .columns = columns_from (&whole->columns, (guint32) part.first),
                          .room = poplens_span_length (part)};
  }
  poplens_crew_add (jobs, read_slice, slices, sizeof (Lowered), n);
  good = poplens_crew_run (load, jobs, "Reading variables", 0, 1);
  for (guint i = 0; i < n; i++) {
    good = good && join_tiles (whole, &slices[i]);
    g_clear_pointer (&slices[i].starts, g_array_unref);
  }
  if (!good)
    lowered_clear (whole);
  return good;
}

static gboolean
read_whole (const PoplensLoad *load, const Categories *categories, const char *order,
            Lowered *whole, GError **error)
{
  lowered_clear (whole);
  *whole = (Lowered){.span = poplens_span_whole,
                     .categories = categories,
                     .id = POPLENS_COLUMN (guint32),
                     .dense = TRUE};
  return read_lowered (load, whole, order, error);
}

/* Where the variables of each tile begin, and the last of them end. */
static void
take_tiles (PoplensVariables *part, const Lowered *l)
{
  guint32 n =
      l->starts->len ? g_array_index (l->starts, TileStart, l->starts->len - 1).tile + 1 : 0;
  guint32 tile = 0;

  part->n_tiles = n;
  part->tile_first = g_new (guint32, n + 1);
  for (guint i = 0; i < l->starts->len; i++) {
    const TileStart *start = &g_array_index (l->starts, TileStart, i);
    while (tile <= start->tile)
      part->tile_first[tile++] = start->row;
  }
  part->tile_first[n] = l->n;
}

static gboolean
read_all_lowered (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  g_autofree Categories *categories = g_new (Categories, 1);
  g_auto (Lowered) l = {.sorted = TRUE};

  if (!read_categories (load, part, categories, error))
    return FALSE;
  if (!read_in_slices (load, categories, &l) && !read_whole (load, categories, "var_id", &l, error))
    return FALSE;
  /* Ids are not by tile in this file, as they are in all real ones: the slow way. */
  if (!l.sorted && !read_whole (load, categories, "tile, var_id", &l, error))
    return FALSE;
  if (!l.sorted) {
    poplens_load_fail_order (load, "vars_info", error);
    return FALSE;
  }
  take_tiles (part, &l);
  part->n = l.n;
  if (l.id && !l.dense)
    part->id = poplens_column_steal (&l.id);
  columns_resize (&l.columns, MAX (l.n, 1));
  part->size = g_steal_pointer (&l.columns.size);
  part->offset = g_steal_pointer (&l.columns.offset);
  part->equivalence_class = g_steal_pointer (&l.columns.class_id);
  part->unlowered = g_steal_pointer (&l.columns.unlowered);
  part->bits = g_steal_pointer (&l.columns.bits);
  part->category = g_steal_pointer (&l.columns.category);
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
      poplens_load_rows (load, "unlowered_vars", "id!, name!", "id", error);

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
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, order, error);

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
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, "var_bytes_by_eq_class", "unlowered_var_id!, eq_class_id!, bytes!, tile!", NULL, error);

  while (q && poplens_query_next (q)) {
    if (!poplens_query_is_null (q, 3))
      continue;
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
         read_lists (load, "debug_ids", "variable_id!, ids!", "variable_id", &part->n_debug,
                     &part->debug_variable, &part->debug_ids, error) &&
         read_lists (load, "equivalence_class_interference", "class_id!, interference_class_ids!",
                     "class_id", &part->n_interference, &part->interference_class,
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
  g_autofree Categories *categories = g_new (Categories, 1);

  part->tile_first = g_new0 (guint32, 1);
  return read_categories (load, part, categories, error) && read_rest (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}
