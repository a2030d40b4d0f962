/* Reads slices of the profile: variables of a tile, names of variables, regions, lists of cycles,
 * and rows of steps. */
#include "database/columns.h"
#include "database/row-bisect.h"
#include "profile/id-set.h"
#include "profile/loaders.h"

#include <string.h>

/* Maximum number of base names in the cache, which then takes a few megabytes. */
#define MOST_BASE_NAMES 65536
/* Size of a slice that must not be cached: larger than any cache. A pass over a table would evict
 * the slices that pages use. */
#define NOT_KEPT (G_MAXSIZE / 2)

PoplensSlice *
poplens_slice_of (PoplensSliceKind kind, guint64 key, GArray **rows)
{
  gboolean kept = kind < POPLENS_SLICE_SCAN_VARIABLES;
  guint32 n = (*rows)->len;
  gsize bytes = kept ? n * (gsize) g_array_get_element_size (*rows) : NOT_KEPT;

  return poplens_slice_new (kind, key, poplens_column_steal (rows), n, bytes);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Composes the names of the variables of a slice. Each base name, in vars_string_table, is looked
 * up only once. */
typedef struct {
  PoplensStrings *strings;
  PoplensQuery *query; /* (nullable): NULL if base names cannot be read */
  GHashTable *known;   /* base names: id → char * (PoplensLoad.base_names) */
  GError *error;       /* (nullable): why a lookup failed */
} NameBuilder;

static NameBuilder
name_builder_new (const PoplensLoad *load)
{
  NameBuilder self = {
      poplens_strings_new (),
      poplens_query_new (load->database, "vars_string_table", "string!, id!", "WHERE id = ?"),
      load->base_names};

  if (g_hash_table_size (load->base_names) > MOST_BASE_NAMES)
    g_hash_table_remove_all (load->base_names);
  /* If the file lacks the table, base names are empty. */
  if (!poplens_query_end (self.query, NULL))
    g_clear_pointer (&self.query, poplens_query_free);
  return self;
}

static void
name_builder_clear (NameBuilder *self)
{
  g_clear_pointer (&self->strings, poplens_strings_free);
  g_clear_pointer (&self->query, poplens_query_free);
  g_clear_error (&self->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NameBuilder, name_builder_clear)

static const char *
name_builder_find_base (NameBuilder *self, guint32 id)
{
  char *name = g_hash_table_lookup (self->known, GUINT_TO_POINTER (id));

  if (name || !self->query)
    return name ? name : "";
  poplens_query_restart (self->query);
  poplens_query_bind (self->query, 1, id);
  name = g_strdup (poplens_query_next (self->query) ? poplens_query_text (self->query, 0) : "");
  /* If the look-up failed, for example because it was cancelled, do not cache the name. */
  if (!poplens_query_end (self->query, &self->error)) {
    g_clear_pointer (&self->query, poplens_query_free);
    g_free (name);
    return "";
  }
  g_hash_table_insert (self->known, GUINT_TO_POINTER (id), name);
  return name;
}

/* Columns of a variable's name. name_builder_add () reads them as columns 1 to 3, so one column
 * must precede them in a query. */
#define NAME "name_base_id, name_prefix__vertex_field_, name_suffix"

/* Composes and interns the name of the variable in the current row: base + suffix. If the row has a
 * prefix (a number), "__vertexField_PREFIX_" precedes the base. */
static guint32
name_builder_add (PoplensQuery *q, NameBuilder *self)
{
  const char *base = name_builder_find_base (self, poplens_query_u32 (q, 1));
  g_autofree char *name =
      poplens_query_is_null (q, 2)
          ? g_strconcat (base, poplens_query_text (q, 3), NULL)
          : g_strdup_printf ("__vertexField_%" G_GINT64_FORMAT "_%s%s", poplens_query_i64 (q, 2),
                             base, poplens_query_text (q, 3));

  return poplens_strings_intern (self->strings, name, -1);
}

/* Creates the slice of @rows, which were read from @q. @more: bytes of memory for the name of each
 * row, added to the size of the slice. NULL with @error. */
static PoplensSlice *
name_builder_end (NameBuilder *self, PoplensQuery *q, PoplensSliceKind kind, guint64 key,
                  GArray **rows, gsize more, GError **error)
{
  if (!poplens_query_end (q, error))
    return NULL;
  if (self->error) {
    g_propagate_error (error, g_steal_pointer (&self->error));
    return NULL;
  }
  PoplensSlice *slice = poplens_slice_of (kind, key, rows);
  slice->bytes += slice->n * more;
  slice->strings = g_steal_pointer (&self->strings);
  return slice;
}

/* ---- variables of a tile --------------------------------------------------------------------- */

/* Queries rows of @table. @span: (nullable): row ids to read; NULL reads all rows. The first of
 * @columns must be the tile, which next_of_tile () compares. */
static PoplensQuery *
query_tile (const PoplensLoad *load, const char *table, const char *columns,
            const PoplensRowSpan *span)
{
  return span ? poplens_query_new_span (load->database, table, columns, *span)
              : poplens_query_new_rows (load->database, table, columns, NULL);
}

static gboolean
next_of_tile (PoplensQuery *q, guint64 tile)
{
  while (poplens_query_next (q))
    if (!poplens_query_is_null (q, 0) && poplens_query_u64 (q, 0) == tile)
      return TRUE;
  return FALSE;
}

/* TRUE if the slice has all allocated variables of its tile: as many as the list in
 * allocation_order_by_tile has. FALSE if that list cannot be found or read. */
static gboolean
is_whole_tile (const PoplensLoad *load, const PoplensSlice *slice)
{
  static const char table[] = "allocation_order_by_tile";
  gint64 tile = (gint64) slice->key;
  gsize size, count = 0, allocated = 0;
  PoplensRowSpan span;
  guint64 sum;

  if (!poplens_rows_bisect_range (load->database, table, "tile", tile, tile, &span))
    return FALSE;
  g_autoptr (PoplensQuery) q = query_tile (load, table, "tile!, order!", &span);
  if (!next_of_tile (q, slice->key))
    return FALSE;
  const guint8 *data = poplens_query_blob (q, 1, &size);
  if (!poplens_list_sum (POPLENS_ENCODING_PLAIN, data, size, POPLENS_ANY_LENGTH, &sum, &count,
                         NULL))
    return FALSE;
  for (guint i = 0; i < slice->n; i++)
    allocated += slice->variables[i].bits & POPLENS_VARIABLE_ALLOCATED;
  return allocated == count;
}

/* Reads the variables of @tile. @span: (nullable): row ids to read; NULL reads the whole table. */
static PoplensSlice *
read_variables_of (const PoplensLoad *load, guint64 tile, const PoplensRowSpan *span,
                   GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensTileVariable);
  g_autoptr (PoplensLists) elements =
      poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensLists) regions = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_auto (NameBuilder) names = name_builder_new (load);
  g_autoptr (PoplensQuery) q = query_tile (
      load, "vars_info",
      "tile!, " NAME ", var_id!, size_bytes!, alignment, offset!, category, equivalence_class, "
      "unlowered_var_id, bitset!, element_constraints, region_constraints",
      span);

  while (next_of_tile (q, tile)) {
    PoplensTileVariable v = {
        .name = name_builder_add (q, &names),
        .id = poplens_query_u32 (q, 4),
        .size = poplens_query_u32 (q, 5),
        .alignment = poplens_query_u32 (q, 6),
        .offset = poplens_query_u32 (q, 7),
        .category = poplens_query_u32 (q, 8),
        .equivalence_class = poplens_query_u32 (q, 9),
        .unlowered = poplens_query_u32_or (q, 10, G_MAXUINT32),
        .bits = poplens_query_u32 (q, 11),
    };
    g_array_append_val (rows, v);
    poplens_query_append_list (q, 12, elements);
    poplens_query_append_list (q, 13, regions);
  }
  g_autoptr (PoplensSlice) slice =
      name_builder_end (&names, q, POPLENS_SLICE_TILE_VARIABLES, tile, &rows, 48, error);
  if (!slice)
    return NULL;
  if (span && !is_whole_tile (load, slice))
    return read_variables_of (load, tile, NULL, error);
  slice->bytes += poplens_lists_bytes (elements);
  slice->element_constraints = g_steal_pointer (&elements);
  slice->region_constraints = g_steal_pointer (&regions);
  return g_steal_pointer (&slice);
}

/* Reads the variables of a tile. In all real files the rows of a tile are consecutive, and are
 * found by bisection. Otherwise reads the whole table. */
static PoplensSlice *
read_tile_variables (const PoplensLoad *load, guint64 tile, GError **error)
{
  PoplensRowSpan span;
  gboolean found =
      tile <= G_MAXUINT32 && poplens_rows_bisect_range (load->database, "vars_info", "tile",
                                                        (gint64) tile, (gint64) tile, &span);

  return read_variables_of (load, tile, found ? &span : NULL, error);
}

static PoplensSlice *
read_class_bytes (const PoplensLoad *load, guint64 tile, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensTileClassBytes);
  g_autoptr (PoplensQuery) q = query_tile (load, "var_bytes_by_eq_class",
                                           "tile!, unlowered_var_id!, eq_class_id!, bytes!", NULL);

  while (next_of_tile (q, tile)) {
    PoplensTileClassBytes row = {poplens_query_u32 (q, 1), poplens_query_u32 (q, 2),
                                 poplens_query_u64 (q, 3)};
    g_array_append_val (rows, row);
  }
  return poplens_query_end (q, error)
             ? poplens_slice_of (POPLENS_SLICE_TILE_CLASS_BYTES, tile, &rows)
             : NULL;
}

/* ---- variables with names -------------------------------------------------------------------- */

#define NAMED "tile!, " NAME ", var_id!, size_bytes!, bitset!"

static void
add_named (PoplensQuery *q, NameBuilder *names, gboolean is_result, GArray *rows)
{
  PoplensNamedVariable v = {
      .id = poplens_query_u32 (q, 4),
      .tile = poplens_query_u32 (q, 0),
      .name = name_builder_add (q, names),
      .size = poplens_query_u32 (q, 5),
      .bits = poplens_query_u32 (q, 6),
      .is_result = is_result,
  };

  g_array_append_val (rows, v);
}

/* Returns the ids of the rows of @table whose text contains one of @parts; an empty set if the file
 * lacks a column. @columns: id and text. NULL with @error. (transfer full) */
static PoplensIdSet *
find_texts (const PoplensLoad *load, const char *table, const char *columns,
            const char *const *parts, GError **error)
{
  g_autoptr (PoplensIdSet) ids = poplens_id_set_new ();
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (load->database, table, columns, NULL);

  if (!poplens_query_end (q, NULL))
    return g_steal_pointer (&ids);
  while (poplens_query_next (q)) {
    const char *text = poplens_query_text (q, 1);
    for (guint p = 0; parts[p]; p++)
      if (strstr (text, parts[p])) {
        poplens_id_set_add (ids, poplens_query_i64 (q, 0));
        break;
      }
  }
  return poplens_query_end (q, error) ? g_steal_pointer (&ids) : NULL;
}

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const PoplensNamedVariable *x = a, *y = b;

  if (x->tile != y->tile)
    return x->tile < y->tile ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* Reads the variables of instrumentation and of host-exchange code. Searches base names and
 * categories first, so that each text is compared once, not once for each variable. */
static PoplensSlice *
read_named_variables (const PoplensLoad *load, GError **error)
{
  static const char *const telling[] = {
      "instrumentationStreamBuffer", ".text.supervisor.instrumentation_", "InstrumentationDumpStep",
      ".text.supervisor.host_exchange_", NULL};
  static const char *const results[] = {"instrumentationResults", NULL};
  g_autoptr (PoplensIdSet) bases =
      find_texts (load, "vars_string_table", "id!, string!", telling, error);
  g_autoptr (PoplensIdSet) categories =
      bases ? find_texts (load, "var_categories", "id!, name!", results, error) : NULL;

  if (!categories)
    return NULL;
  g_auto (NameBuilder) names = name_builder_new (load);
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "vars_info", NAMED ", category!", NULL);
  while (poplens_query_next (q)) {
    gboolean is_result = poplens_id_set_has (categories, poplens_query_i64 (q, 7));
    if (is_result || poplens_id_set_has (bases, poplens_query_i64 (q, 1)))
      add_named (q, &names, is_result, rows);
  }
  g_array_sort (rows, compare_named);
  return name_builder_end (&names, q, POPLENS_SLICE_NAMED_VARIABLES, 0, &rows, 8, error);
}

static PoplensSlice *
read_region_names (const PoplensLoad *load, guint64 id, GError **error)
{
  g_auto (NameBuilder) names = name_builder_new (load);
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensQuery) q =
      poplens_load_has (load, "exchange_regions")
          ? poplens_query_new (load->database, "vars_info", NAMED,
                               "WHERE var_id IN (SELECT var_id FROM exchange_regions WHERE id = "
                               "?) ORDER BY var_id")
          : poplens_query_new_empty ();

  poplens_query_bind (q, 1, id);
  while (poplens_query_next (q))
    add_named (q, &names, FALSE, rows);
  return name_builder_end (&names, q, POPLENS_SLICE_REGION_NAMES, id, &rows, 8, error);
}

/* Returns the ids (guint64) of the variables of a compute set. NULL with @error. (transfer full) */
static GArray *
read_variables_of_set (const PoplensLoad *load, guint64 id, GError **error)
{
  g_autoptr (PoplensLists) lists =
      poplens_lists_new (POPLENS_ENCODING_DIFF_RLE, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = poplens_query_new (
      load->database, "compute_sets", "compute_set!, var_ids_diff_rle", "WHERE compute_set = ?");

  poplens_query_bind (q, 1, id);
  while (poplens_query_next (q))
    poplens_query_append_list (q, 1, lists);
  if (!poplens_query_end (q, error))
    return NULL;
  return poplens_lists_n_rows (lists) ? poplens_lists_values (lists, 0)
                                      : g_array_new (FALSE, FALSE, sizeof (guint64));
}

static PoplensSlice *
read_compute_set_names (const PoplensLoad *load, guint64 id, GError **error)
{
  g_autoptr (GArray) ids = read_variables_of_set (load, id, error);

  if (!ids)
    return NULL;
  g_auto (NameBuilder) names = name_builder_new (load);
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, "vars_info", NAMED, "WHERE var_id = ?");
  for (guint i = 0; i < ids->len; i++) {
    poplens_query_restart (q);
    poplens_query_bind (q, 1, (gint64) MIN (g_array_index (ids, guint64, i), G_MAXINT64));
    while (poplens_query_next (q))
      add_named (q, &names, FALSE, rows);
  }
  return name_builder_end (&names, q, POPLENS_SLICE_COMPUTE_SET_NAMES, id, &rows, 8, error);
}

/* ---- regions, lists and steps ---------------------------------------------------------------- */

/* Parses "[4,12),[16,24)" into half-open ranges, which are appended to @rows. FALSE if the text has
 * another form. */
static gboolean
parse_regions (const char *text, guint32 id, guint32 variable, GArray *rows)
{
  while (*text) {
    PoplensRegion region = {id, variable, 0, 0};
    char *end;
    if (*text++ != '[' || !g_ascii_isdigit (*text))
      return FALSE;
    region.from = g_ascii_strtoull (text, &end, 10);
    if (*end++ != ',' || !g_ascii_isdigit (*end))
      return FALSE;
    region.to = g_ascii_strtoull (end, &end, 10);
    if (*end++ != ')' || region.to < region.from || region.to == G_MAXUINT64)
      return FALSE;
    g_array_append_val (rows, region);
    if (*end && (*end++ != ',' || !*end))
      return FALSE;
    text = end;
  }
  return TRUE;
}

void
poplens_query_take_regions (PoplensQuery *q, GArray *rows)
{
  if (!parse_regions (poplens_query_text (q, 2), poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                      rows))
    poplens_query_fail (q, "regions is not a list of ranges like [0,4),[8,12)");
}

static PoplensSlice *
read_regions (const PoplensLoad *load, guint64 id, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensRegion);
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, "exchange_regions",
                                                  POPLENS_REGIONS, "WHERE id = ? ORDER BY var_id");

  poplens_query_bind (q, 1, id);
  while (poplens_query_next (q))
    poplens_query_take_regions (q, rows);
  return poplens_query_end (q, error) ? poplens_slice_of (POPLENS_SLICE_REGIONS, id, &rows) : NULL;
}

/* Describes how to read one or two lists of integers from the row with a given key. Two lists are
 * concatenated. */
typedef struct {
  PoplensSliceKind kind;
  const char *table, *columns, *tail; /* .columns begins with the lists; .tail selects the row */
  PoplensEncoding encoding;
  guint n_lists;
  enum { ANY_LENGTH, CYCLES_LENGTH, LIST_LENGTH } length;
} ListSource;

static const ListSource all_values[] = {
    {POPLENS_SLICE_ALLOCATION_ORDER, "allocation_order_by_tile", "order!, tile!", "WHERE tile = ?",
     POPLENS_ENCODING_PLAIN, 1, ANY_LENGTH},
    {POPLENS_SLICE_CYCLES, "cycles_by_tile", "cycles_by_tile_rle!, id!", "WHERE id = ?",
     POPLENS_ENCODING_RLE, 1, CYCLES_LENGTH},
    {POPLENS_SLICE_ESTIMATES, "compilation_cycles_by_tile", "cycles_by_tile_rle!, id!",
     "WHERE id = ?", POPLENS_ENCODING_RLE, 1, CYCLES_LENGTH},
    {POPLENS_SLICE_MARKER, "absolute_markers",
     "step_id_by_tile!, cycles_by_tile!, cycles_from!, id!",
     "ORDER BY cycles_from, id LIMIT 1 OFFSET ?", POPLENS_ENCODING_PLAIN, 2, CYCLES_LENGTH},
    {POPLENS_SLICE_SCAN_MARKER, "absolute_markers", "step_id_by_tile!, cycles_by_tile!, id!",
     "WHERE id = ? LIMIT 1", POPLENS_ENCODING_PLAIN, 2, LIST_LENGTH},
};

static gboolean
is_list_length (const PoplensLoad *load, const ListSource *self, gsize length)
{
  return self->length == ANY_LENGTH      ? TRUE
         : self->length == CYCLES_LENGTH ? poplens_sizes_is_cycles_length (load->sizes, length)
                                         : length == poplens_sizes_list_length (load->sizes);
}

static void
add_values (PoplensQuery *q, int column, const PoplensLoad *load, const ListSource *self,
            GArray *out)
{
  g_autoptr (GError) wrong = NULL;
  gsize size, count;
  guint64 sum;
  const guint8 *data = poplens_query_blob (q, column, &size);

  /* Count before decoding, as a few bytes can encode very many values. */
  if (!poplens_list_sum (self->encoding, data, size, POPLENS_ANY_LENGTH, &sum, &count, &wrong)) {
    poplens_query_fail (q, "%s", wrong->message);
  } else if (!is_list_length (load, self, count)) {
    poplens_query_fail (q, "a list by tile has %" G_GSIZE_FORMAT " values", count);
  } else if (sum / MAX (count, 1) > POPLENS_MOST_CYCLES) {
    poplens_query_fail (q, "a list by tile has values that are out of range");
  } else {
    g_autoptr (GArray) list = poplens_list_decode (self->encoding, data, size, count, NULL);
    g_array_append_vals (out, list->data, list->len);
  }
}

static PoplensSlice *
read_list_values (const PoplensLoad *load, const ListSource *self, guint64 key, GError **error)
{
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, self->table, self->columns, self->tail);

  poplens_query_bind (q, 1, (gint64) MIN (key, G_MAXINT64));
  while (poplens_query_next (q))
    for (guint l = 0; l < self->n_lists; l++)
      add_values (q, (int) l, load, self, values);
  return poplens_query_end (q, error) ? poplens_slice_of (self->kind, key, &values) : NULL;
}

void
poplens_query_step_row (PoplensQuery *q, const PoplensProfileSizes *sizes, PoplensStepRow *row)
{
  *row = (PoplensStepRow){
      .step_id = poplens_query_u32 (q, 0),
      .ipu = poplens_query_u32 (q, 1),
      .base = poplens_query_position (q, 2, sizes),
      .active_from_max = poplens_query_u64 (q, 3),
      .active_from_mean = poplens_query_u64 (q, 4),
      .active_from_min = poplens_query_u64 (q, 5),
      .active_to_max = poplens_query_u64 (q, 6),
      .active_to_mean = poplens_query_u64 (q, 7),
      .active_to_min = poplens_query_u64 (q, 8),
      .all_to_max = poplens_query_u64 (q, 9),
      .all_to_mean = poplens_query_u64 (q, 10),
      .all_to_min = poplens_query_u64 (q, 11),
      .cycles = poplens_query_u64 (q, 12),
      .active_tiles = poplens_query_u64 (q, 13),
      .active_tile_balance = poplens_query_double (q, 14),
      .thread_balance = poplens_query_double (q, 15),
      .tile_balance = poplens_query_double (q, 16),
      .tile_cycles_id = poplens_query_is_known (q, 17) ? poplens_query_i64 (q, 17) : -1,
  };
}

static PoplensSlice *
read_step_rows (const PoplensLoad *load, guint64 key, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensStepRow);
  g_autoptr (PoplensQuery) q = poplens_load_step_rows_from (
      load, POPLENS_STEP_ROW, MIN (key, G_MAXUINT32) * POPLENS_STEP_ROWS_PER_SLICE,
      POPLENS_STEP_ROWS_PER_SLICE);
  PoplensStepRow row;

  while (poplens_query_next (q)) {
    poplens_query_step_row (q, load->sizes, &row);
    g_array_append_val (rows, row);
  }
  return poplens_query_end (q, error) ? poplens_slice_of (POPLENS_SLICE_STEP_ROWS, key, &rows)
                                      : NULL;
}

/* TRUE if @kind has only one slice, with key 0. */
static gboolean
is_single (PoplensSliceKind kind)
{
  return kind == POPLENS_SLICE_NAMED_VARIABLES || kind == POPLENS_SLICE_SCAN_VARIANTS ||
         kind == POPLENS_SLICE_SCAN_TOTALS || kind == POPLENS_SLICE_SCAN_TOGETHER;
}

PoplensSlice *
poplens_load_slice (const PoplensLoad *load, PoplensSliceKind kind, guint64 key, GError **error)
{
  if (key && is_single (kind))
    return poplens_slice_new (kind, key, NULL, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (all_values); i++)
    if (all_values[i].kind == kind)
      return read_list_values (load, &all_values[i], key, error);
  switch (kind) {
  case POPLENS_SLICE_TILE_VARIABLES:
    return read_tile_variables (load, key, error);
  case POPLENS_SLICE_TILE_CLASS_BYTES:
    return read_class_bytes (load, key, error);
  case POPLENS_SLICE_REGION_NAMES:
    return read_region_names (load, key, error);
  case POPLENS_SLICE_COMPUTE_SET_NAMES:
    return read_compute_set_names (load, key, error);
  case POPLENS_SLICE_REGIONS:
    return read_regions (load, key, error);
  case POPLENS_SLICE_STEP_ROWS:
    return read_step_rows (load, key, error);
  case POPLENS_SLICE_NAMED_VARIABLES:
    return read_named_variables (load, error);
  default:
    return poplens_load_scan (load, kind, key, error);
  }
}
