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
read_categories (const PoplensLoad *load, PoplensVariables *part, Categories *ids, GError **error)
{
  PoplensReading reading = {"var_categories",
                            "id",
                            &part->n_categories,
                            {{"id!", POPLENS_U32, &part->category_id},
                             {"name!", POPLENS_TEXT, &part->category_name},
                             {"description", POPLENS_TEXT, &part->category_description}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load, &reading, part->strings, error);

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
    poplens_query_fail (q, "variable ID %u differs from its row number", id);
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
  good = poplens_crew_run (load, jobs, "Loading variables", 0, 1);
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
read_class_bytes (const PoplensLoad *load, PoplensVariables *part, GError **error)
{
  PoplensReading reading = {"var_bytes_by_eq_class",
                            NULL,
                            &part->n_class_bytes,
                            {{"unlowered_var_id!", POPLENS_U32, &part->class_bytes_variable},
                             {"eq_class_id!", POPLENS_U32, &part->class_bytes_class},
                             {"bytes!", POPLENS_U64, &part->class_bytes},
                             {"tile!"}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load, &reading, NULL, error);

  while (poplens_rows_next (&rows))
    if (poplens_query_is_null (rows.query, 3))
      poplens_rows_take (&rows);
  return poplens_rows_end (&rows, error);
}

/* All but the lowered ones. */
static gboolean
read_rest (const PoplensLoad *load, PoplensVariables *part, GError **error)
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

  return poplens_read_columns (load, readings, G_N_ELEMENTS (readings), part->strings, error) &&
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
