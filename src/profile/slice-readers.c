#include "profile/loaders.h"

#include <string.h>

/* A tile's variables are one range of var_id in all real files; where var_id is not by tile SQLite
 * scans, which is slow and right. */
#define TILE_VARIABLES                                                                             \
  "var_id!, name_base_id, name_prefix__vertex_field_, name_suffix, size_bytes!, alignment, "       \
  "offset!,"                                                                                       \
  "category, equivalence_class, unlowered_var_id, bitset!, element_constraints, "                  \
  "region_constraints"

/* So many are kept with the connection: a few megabytes. */
#define MOST_BASE_NAMES 65536

/* Base names of vars_string_table, each looked up once a connection. */
typedef struct {
  PoplensQuery *query; /* NULL: there are no names, or they cannot be read */
  GHashTable *known;   /* id → char*: the connection's */
  GError *error;       /* why they cannot be read */
} BaseNames;

static void
base_names_clear (BaseNames *names)
{
  g_clear_pointer (&names->query, poplens_query_free);
  g_clear_error (&names->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BaseNames, base_names_clear)

static const char *
base_name (BaseNames *names, guint32 id)
{
  char *name = g_hash_table_lookup (names->known, GUINT_TO_POINTER (id));

  if (name || !names->query)
    return name ? name : "";
  poplens_query_restart (names->query);
  poplens_query_bind (names->query, 1, id);
  name = g_strdup (poplens_query_next (names->query) ? poplens_query_text (names->query, 0) : "");
  /* What could not be looked up, because it was cancelled, say, must not be kept. */
  if (!poplens_query_end (names->query, &names->error)) {
    g_clear_pointer (&names->query, poplens_query_free);
    g_free (name);
    return "";
  }
  g_hash_table_insert (names->known, GUINT_TO_POINTER (id), name);
  return name;
}

static gboolean
base_names_end (BaseNames *names, GError **error)
{
  if (!names->error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&names->error));
  return FALSE;
}

static BaseNames
base_names_new (const PoplensLoad *load)
{
  PoplensDatabase *database = load->database;

  if (!database->base_names)
    database->base_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (g_hash_table_size (database->base_names) > MOST_BASE_NAMES)
    g_hash_table_remove_all (database->base_names);
  return (BaseNames){
      poplens_load_query (load, "vars_string_table", "string!, id!", "WHERE id = ?", NULL),
      database->base_names, NULL};
}

/* '__vertexField_' + prefix + '_' + base + suffix, from column @first on in the order base, prefix,
 * suffix; the prefix is a number that is printed. */
static guint32
full_name (PoplensQuery *q, int first, BaseNames *names, PoplensStrings *strings)
{
  const char *base = base_name (names, poplens_query_u32 (q, first));
  g_autofree char *name = poplens_query_is_null (q, first + 1)
                              ? g_strconcat (base, poplens_query_text (q, first + 2), NULL)
                              : g_strdup_printf ("__vertexField_%" G_GINT64_FORMAT "_%s%s",
                                                 poplens_query_i64 (q, first + 1), base,
                                                 poplens_query_text (q, first + 2));

  return poplens_strings_intern (strings, name, -1);
}

/* Lowest id, @from or more, whose tile is at least @tile. There is no index on tile, so this is a
 * bisection on the primary key by @q, and needs rows sorted by tile. */
static gint64
first_id_of (PoplensQuery *q, gint64 from, gint64 tile)
{
  gint64 low = from, high = (gint64) G_MAXUINT32;

  while (low < high) {
    gint64 middle = low + (high - low) / 2;
    poplens_query_restart (q);
    poplens_query_bind (q, 1, middle);
    if (poplens_query_next (q) && poplens_query_i64 (q, 1) < tile)
      /* Where pages lie out of order, SQLite may answer with a row before the one it was asked for,
       * and a damaged id may be past all. */
      low = MIN (MAX (poplens_query_i64 (q, 0), middle), high - 1) + 1;
    else
      high = middle;
  }
  return low;
}

/* Binds the ids between which the variables of @tile lie. */
static void
bind_tile_range (const PoplensLoad *load, PoplensQuery *q, guint64 key)
{
  g_autoptr (PoplensQuery) search = poplens_load_query (
      load, "vars_info", "var_id!, tile!", "WHERE var_id >= ? ORDER BY var_id LIMIT 1", NULL);
  gint64 tile = MIN (key, G_MAXUINT32); /* tiles are less */
  gint64 first = search ? first_id_of (search, 0, tile) : 0;

  poplens_query_bind (q, 1, first);
  poplens_query_bind (q, 2, search ? first_id_of (search, first, tile + 1) : 0);
}

/* Whether @rows holds as many allocated variables as the tile has by allocation_order_by_tile.
 * Where it does not, or nothing is said there of the tile, the file's ids may not be by tile. */
static gboolean
is_whole_tile (const PoplensLoad *load, guint64 tile, const GArray *rows)
{
  g_autoptr (PoplensQuery) q = poplens_load_query (load, "allocation_order_by_tile",
                                                   "order!, tile!", "WHERE tile = ?", NULL);
  gsize size, count = 0, allocated = 0;
  guint64 sum;

  if (!q || !poplens_load_has (load, "allocation_order_by_tile"))
    return FALSE;
  poplens_query_bind (q, 1, tile);
  if (!poplens_query_next (q))
    return FALSE;
  const guint8 *data = poplens_query_blob (q, 0, &size);
  if (!poplens_list_sum (POPLENS_ENCODING_PLAIN, data, size, POPLENS_ANY_LENGTH, &sum, &count,
                         NULL))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    allocated += g_array_index (rows, PoplensTileVariable, i).bits & POPLENS_VARIABLE_ALLOCATED;
  return allocated == count;
}

static PoplensSlice *
read_tile_variables (const PoplensLoad *load, guint64 tile, gboolean by_range, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensTileVariable);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  g_autoptr (PoplensLists) elements =
      poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensLists) regions = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_auto (BaseNames) names = base_names_new (load);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "vars_info", TILE_VARIABLES ", tile!",
                          by_range ? "WHERE var_id >= ? AND var_id < ? AND tile = ? ORDER BY var_id"
                                   : "WHERE tile = ?3 ORDER BY var_id",
                          error);

  if (q && by_range)
    bind_tile_range (load, q, tile);
  if (q)
    poplens_query_bind (q, 3, tile);
  while (q && poplens_query_next (q)) {
    PoplensTileVariable v = {
        .id = poplens_query_u32 (q, 0),
        .name = full_name (q, 1, &names, strings),
        .size = poplens_query_u32 (q, 4),
        .alignment = poplens_query_u32 (q, 5),
        .offset = poplens_query_u32 (q, 6),
        .category = poplens_query_u32 (q, 7),
        .equivalence_class = poplens_query_u32 (q, 8),
        .unlowered = poplens_query_u32_or (q, 9, G_MAXUINT32),
        .bits = poplens_query_u32 (q, 10),
    };
    g_array_append_val (rows, v);
    poplens_query_append_list (q, 11, elements);
    poplens_query_append_list (q, 12, regions);
  }
  if (!q || !poplens_query_end (q, error) || !base_names_end (&names, error))
    return NULL;
  if (by_range && !is_whole_tile (load, tile, rows))
    return read_tile_variables (load, tile, FALSE, error);
  guint32 n = rows->len;
  gsize bytes = n * (sizeof (PoplensTileVariable) + 48) + poplens_lists_bytes (elements);
  PoplensSlice *slice = poplens_slice_new (POPLENS_SLICE_TILE_VARIABLES, tile,
                                           poplens_column_steal (&rows), n, bytes);
  slice->strings = g_steal_pointer (&strings);
  slice->element_constraints = g_steal_pointer (&elements);
  slice->region_constraints = g_steal_pointer (&regions);
  return slice;
}

/* Ids of the rows of @table whose @column holds one of @parts, as "1,2,3", behind those that are
 * there already. */
static gboolean
append_ids (const PoplensLoad *load, GString *ids, const char *table, const char *columns,
            const char *const *parts, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, NULL, NULL);

  while (q && poplens_query_next (q)) {
    const char *text = poplens_query_text (q, 1);
    for (guint p = 0; parts[p]; p++)
      if (strstr (text, parts[p])) {
        g_string_append_printf (ids, "%s%" G_GINT64_FORMAT, ids->len ? "," : "",
                                poplens_query_i64 (q, 0));
        break;
      }
  }
  return !q || poplens_query_end (q, error);
}

/* Instrumentation outside of its category, and the code of host exchanges: what stands in the base
 * names, so that each of these is looked at once, and of variables numbers only. @results: gets
 * the ids of the category of instrumentation. NULL with @error. (transfer full) */
static char *
telling_names (const PoplensLoad *load, GHashTable *results, GError **error)
{
  static const char *const names[] = {
      "instrumentationStreamBuffer", ".text.supervisor.instrumentation_", "InstrumentationDumpStep",
      ".text.supervisor.host_exchange_", NULL};
  static const char *const categories[] = {"instrumentationResults", NULL};
  g_autoptr (GString) name_ids = g_string_new (NULL);
  g_autoptr (GString) category_ids = g_string_new (NULL);

  if (!append_ids (load, name_ids, "vars_string_table", "id!, string!", names, error) ||
      !append_ids (load, category_ids, "var_categories", "id!, name!", categories, error))
    return NULL;
  g_auto (GStrv) ids = g_strsplit (category_ids->str, ",", -1);
  for (guint i = 0; ids[i]; i++)
    g_hash_table_add (results, GUINT_TO_POINTER ((guint) g_ascii_strtoull (ids[i], NULL, 10)));
  return g_strdup_printf ("WHERE name_base_id IN (%s) OR category IN (%s) ORDER BY tile",
                          name_ids->str, category_ids->str);
}

#define NAMED_COLUMNS                                                                              \
  "tile!, name_base_id, name_prefix__vertex_field_, name_suffix, size_bytes!, bitset!, var_id!"

/* Appends the rows of @q, in the order of NAMED_COLUMNS, to @rows. @results: (nullable): ids of
 * categories; the category is then the next column. */
static void
read_named (PoplensQuery *q, BaseNames *names, PoplensStrings *strings, GHashTable *results,
            GArray *rows)
{
  while (poplens_query_next (q)) {
    PoplensNamedVariable v = {
        .id = poplens_query_u32 (q, 6),
        .tile = poplens_query_u32 (q, 0),
        .name = full_name (q, 1, names, strings),
        .size = poplens_query_u32 (q, 4),
        .bits = poplens_query_u32 (q, 5),
        .is_result =
            results && g_hash_table_contains (results, GUINT_TO_POINTER (poplens_query_u32 (q, 7))),
    };
    g_array_append_val (rows, v);
  }
}

static PoplensSlice *
named_slice (PoplensSliceKind kind, guint64 key, GArray **rows, PoplensStrings **strings)
{
  guint32 n = (*rows)->len;
  PoplensSlice *slice = poplens_slice_new (kind, key, poplens_column_steal (rows), n,
                                           n * (sizeof (PoplensNamedVariable) + 8));

  slice->strings = g_steal_pointer (strings);
  return slice;
}

static PoplensSlice *
read_named_variables (const PoplensLoad *load, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  g_auto (BaseNames) names = base_names_new (load);
  g_autoptr (GHashTable) results = g_hash_table_new (NULL, NULL);
  g_autofree char *tail = telling_names (load, results, error);
  g_autoptr (PoplensQuery) q =
      tail ? poplens_load_query (load, "vars_info",
                                 "tile!, name_base_id!, name_prefix__vertex_field_, name_suffix, "
                                 "size_bytes!, bitset!, var_id!, category!",
                                 tail, error)
           : NULL;

  if (!q)
    return NULL;
  read_named (q, &names, strings, results, rows);
  return poplens_query_end (q, error) && base_names_end (&names, error)
             ? named_slice (POPLENS_SLICE_NAMED_VARIABLES, 0, &rows, &strings)
             : NULL;
}

/* ---- variables of programs --------------------------------------------------------------------
 */

static PoplensSlice *
read_region_names (const PoplensLoad *load, guint64 id, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  g_auto (BaseNames) names = base_names_new (load);
  g_autoptr (PoplensQuery) q =
      poplens_load_has (load, "exchange_regions")
          ? poplens_load_query (load, "vars_info", NAMED_COLUMNS,
                                "WHERE var_id IN (SELECT var_id FROM exchange_regions WHERE id = "
                                "?) ORDER BY var_id",
                                error)
          : poplens_query_new_empty ();

  if (!q)
    return NULL;
  poplens_query_bind (q, 1, id);
  read_named (q, &names, strings, NULL, rows);
  return poplens_query_end (q, error) && base_names_end (&names, error)
             ? named_slice (POPLENS_SLICE_REGION_NAMES, id, &rows, &strings)
             : NULL;
}

/* Ids of the variables of a compute set; NULL with an error. (transfer full) */
static GArray *
read_variables_of_set (const PoplensLoad *load, guint64 id, GError **error)
{
  g_autoptr (PoplensLists) lists =
      poplens_lists_new (POPLENS_ENCODING_DIFF_RLE, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "compute_sets", "compute_set!, var_ids_diff_rle", "WHERE compute_set = ?", error);

  if (!q)
    return NULL;
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
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  g_auto (BaseNames) names = base_names_new (load);
  g_autoptr (GArray) ids = read_variables_of_set (load, id, error);
  g_autoptr (PoplensQuery) q =
      ids ? poplens_load_query (load, "vars_info", NAMED_COLUMNS, "WHERE var_id = ?", error) : NULL;

  if (!q)
    return NULL;
  for (guint i = 0; i < ids->len; i++) {
    poplens_query_restart (q);
    poplens_query_bind (q, 1, (gint64) MIN (g_array_index (ids, guint64, i), G_MAXINT64));
    read_named (q, &names, strings, NULL, rows);
  }
  return poplens_query_end (q, error) && base_names_end (&names, error)
             ? named_slice (POPLENS_SLICE_COMPUTE_SET_NAMES, id, &rows, &strings)
             : NULL;
}

static PoplensSlice *
read_class_bytes (const PoplensLoad *load, guint64 tile, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensTileClassBytes);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, "var_bytes_by_eq_class",
                                                   "unlowered_var_id!, eq_class_id!, bytes!, tile!",
                                                   "WHERE tile = ?", error);

  if (q)
    poplens_query_bind (q, 1, tile);
  while (q && poplens_query_next (q)) {
    PoplensTileClassBytes row = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                                 poplens_query_u64 (q, 2)};
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  guint32 n = rows->len;
  return poplens_slice_new (POPLENS_SLICE_TILE_CLASS_BYTES, tile, poplens_column_steal (&rows), n,
                            n * sizeof (PoplensTileClassBytes));
}

/* "[4,12),[16,24)" into half-open ranges; FALSE where the text is not that. */
static gboolean
parse_regions (const char *text, guint32 variable, GArray *rows)
{
  while (*text) {
    PoplensRegion region = {variable, 0, 0};
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

static PoplensSlice *
read_regions (const PoplensLoad *load, guint64 id, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensRegion);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "exchange_regions", "id!, var_id!, regions", "WHERE id = ? ORDER BY var_id", error);

  if (q)
    poplens_query_bind (q, 1, id);
  while (q && poplens_query_next (q))
    if (!parse_regions (poplens_query_text (q, 2), poplens_query_u32 (q, 1), rows))
      poplens_query_fail (q, "regions is not a list of ranges like [0,4),[8,12)");
  if (!q || !poplens_query_end (q, error))
    return NULL;
  guint32 n = rows->len;
  return poplens_slice_new (POPLENS_SLICE_REGIONS, id, poplens_column_steal (&rows), n,
                            n * sizeof (PoplensRegion));
}

/* One integer list of a table by id, or two one behind the other. */
static PoplensSlice *
read_values (const PoplensLoad *load, PoplensSliceKind kind, guint64 key, const char *table,
             const char *columns, const char *tail, PoplensEncoding encoding, guint n_lists,
             GError **error)
{
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, table, columns, tail, error);

  if (q)
    poplens_query_bind (q, 1, MIN (key, G_MAXINT64));
  while (q && poplens_query_next (q))
    for (guint l = 0; l < n_lists; l++) {
      g_autoptr (GError) wrong = NULL;
      gsize size, count;
      guint64 sum;
      const guint8 *data = poplens_query_blob (q, l, &size);
      /* Counted first, as a few bytes can stand for very many values. */
      if (!poplens_list_sum (encoding, data, size, POPLENS_ANY_LENGTH, &sum, &count, &wrong)) {
        poplens_query_fail (q, "%s", wrong->message);
      } else if (kind != POPLENS_SLICE_ALLOCATION_ORDER &&
                 !poplens_sizes_is_cycles_length (load->sizes, count)) {
        poplens_query_fail (q, "a list by tile has %" G_GSIZE_FORMAT " values", count);
      } else {
        g_autoptr (GArray) list = poplens_list_decode (encoding, data, size, count, NULL);
        g_array_append_vals (values, list->data, list->len);
      }
    }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  guint32 n = values->len;
  return poplens_slice_new (kind, key, poplens_column_steal (&values), n, n * sizeof (guint64));
}

void
poplens_query_step_row (PoplensQuery *q, PoplensStepRow *row)
{
  *row = (PoplensStepRow){
      .step_id = poplens_query_u32 (q, 0),
      .ipu = poplens_query_u32 (q, 1),
      .base = poplens_query_u64 (q, 2),
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
      .tile_cycles_id = poplens_query_is_null (q, 17) ? -1 : poplens_query_i64 (q, 17),
  };
}

/* From behind the nearest slice before it that was read: OFFSET steps over every row it skips, so
 * that reading all slices would take the square of their number. */
static PoplensQuery *
seek_step_rows (const PoplensLoad *load, guint64 key, GError **error)
{
  guint64 known = load->step_ends ? MIN (key, load->step_ends->len) : 0, last = 0;
  PoplensQuery *q = poplens_load_query (
      load, "steps_by_ipu", POPLENS_STEP_ROW,
      known
          ? "WHERE ipu IS NOT NULL AND (step_id, ipu) > (?2, ?3) ORDER BY step_id, ipu LIMIT 4096 "
            "OFFSET ?1"
          : "WHERE ipu IS NOT NULL ORDER BY step_id, ipu LIMIT 4096 OFFSET ?1",
      error);

  if (!q)
    return NULL;
  poplens_query_bind (q, 1,
                      MIN (key - known, G_MAXINT64 / POPLENS_STEP_ROWS_PER_SLICE) *
                          POPLENS_STEP_ROWS_PER_SLICE);
  if (known) {
    last = g_array_index (load->step_ends, guint64, known - 1);
    poplens_query_bind (q, 2, (gint64) (last >> 32));
    poplens_query_bind (q, 3, (gint64) (last & G_MAXUINT32));
  }
  return q;
}

static PoplensSlice *
read_step_rows (const PoplensLoad *load, guint64 key, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensStepRow);
  g_autoptr (PoplensQuery) q = seek_step_rows (load, key, error);
  PoplensStepRow row;

  while (q && poplens_query_next (q)) {
    poplens_query_step_row (q, &row);
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  guint32 n = rows->len;
  if (n == POPLENS_STEP_ROWS_PER_SLICE && load->step_ends && load->step_ends->len == key)
    POPLENS_PUSH (load->step_ends, guint64, (guint64) row.step_id << 32 | row.ipu);
  return poplens_slice_new (POPLENS_SLICE_STEP_ROWS, key, poplens_column_steal (&rows), n,
                            n * sizeof (PoplensStepRow));
}

/* Kinds of one slice, whose key is 0. */
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
  switch (kind) {
  case POPLENS_SLICE_TILE_VARIABLES:
    return read_tile_variables (load, key, TRUE, error);
  case POPLENS_SLICE_TILE_CLASS_BYTES:
    return read_class_bytes (load, key, error);
  case POPLENS_SLICE_ALLOCATION_ORDER:
    return read_values (load, kind, key, "allocation_order_by_tile", "order!, tile!",
                        "WHERE tile = ?", POPLENS_ENCODING_PLAIN, 1, error);
  case POPLENS_SLICE_REGION_NAMES:
    return read_region_names (load, key, error);
  case POPLENS_SLICE_COMPUTE_SET_NAMES:
    return read_compute_set_names (load, key, error);
  case POPLENS_SLICE_REGIONS:
    return read_regions (load, key, error);
  case POPLENS_SLICE_CYCLES:
    return read_values (load, kind, key, "cycles_by_tile", "cycles_by_tile_rle!, id!",
                        "WHERE id = ?", POPLENS_ENCODING_RLE, 1, error);
  case POPLENS_SLICE_ESTIMATES:
    return read_values (load, kind, key, "compilation_cycles_by_tile", "cycles_by_tile_rle!, id!",
                        "WHERE id = ?", POPLENS_ENCODING_RLE, 1, error);
  case POPLENS_SLICE_STEP_ROWS:
    return read_step_rows (load, key, error);
  case POPLENS_SLICE_MARKER:
    return read_values (
        load, kind, key, "absolute_markers", "step_id_by_tile!, cycles_by_tile!, cycles_from!, id!",
        "ORDER BY cycles_from, id LIMIT 1 OFFSET ?", POPLENS_ENCODING_PLAIN, 2, error);
  case POPLENS_SLICE_NAMED_VARIABLES:
    return read_named_variables (load, error);
  default:
    return poplens_load_scan (load, kind, key, error);
  }
}
