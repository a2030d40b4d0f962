#include "database/columns.h"
#include "profile/loaders.h"
#include "profile/id-set.h"
#include "database/row-order.h"

#include <string.h>

#define TILE_VARIABLES                                                                             \
  "var_id!, name_base_id, name_prefix__vertex_field_, name_suffix, size_bytes!, alignment, "       \
  "offset!,"                                                                                       \
  "category, equivalence_class, unlowered_var_id, bitset!, element_constraints, "                  \
  "region_constraints"

/* So many are kept: a few megabytes. */
#define MOST_BASE_NAMES 65536

/* Base names of vars_string_table, each looked up once. */
typedef struct {
  PoplensQuery *query; /* NULL: there are no names, or they cannot be read */
  GHashTable *known;   /* id → char* */
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
  if (g_hash_table_size (load->base_names) > MOST_BASE_NAMES)
    g_hash_table_remove_all (load->base_names);
  return (BaseNames){
      poplens_load_query (load, "vars_string_table", "string!, id!", "WHERE id = ?", NULL),
      load->base_names, NULL};
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

/* The rows of @tile: those of a range of row ids, where @span is not NULL, and else all of the
 * table, of which next_of_tile () skips the others. The tile comes first. */
static PoplensQuery *
query_tile (const PoplensLoad *load, const char *table, const char *columns,
            const PoplensRowSpan *span, GError **error)
{
  return span ? poplens_query_new_span (load->database, table, columns, *span, error)
              : poplens_load_rows (load, table, columns, NULL, error);
}

static gboolean
next_of_tile (PoplensQuery *q, guint64 tile)
{
  while (poplens_query_next (q))
    if (!poplens_query_is_null (q, 0) && poplens_query_u64 (q, 0) == tile)
      return TRUE;
  return FALSE;
}

/* Whether @rows holds as many allocated variables as the tile has by allocation_order_by_tile.
 * Where it does not, or nothing is said there of the tile, the file's ids may not be by tile. */
static gboolean
is_whole_tile (const PoplensLoad *load, guint64 tile, const GArray *rows)
{
  PoplensRowSpan span;
  g_autoptr (PoplensQuery) q =
      poplens_load_has (load, "allocation_order_by_tile") &&
              poplens_rows_bisect_range (load->database, "allocation_order_by_tile", "tile",
                                         (gint64) tile, (gint64) tile, &span)
          ? query_tile (load, "allocation_order_by_tile", "tile!, order!", &span, NULL)
          : NULL;
  gsize size, count = 0, allocated = 0;
  guint64 sum;

  if (!q || !next_of_tile (q, tile))
    return FALSE;
  const guint8 *data = poplens_query_blob (q, 1, &size);
  if (!poplens_list_sum (POPLENS_ENCODING_PLAIN, data, size, POPLENS_ANY_LENGTH, &sum, &count,
                         NULL))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    allocated += g_array_index (rows, PoplensTileVariable, i).bits & POPLENS_VARIABLE_ALLOCATED;
  return allocated == count;
}

/* @span: (nullable): where they lie. */
static PoplensSlice *
read_variables_of (const PoplensLoad *load, guint64 tile, const PoplensRowSpan *span,
                   GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensTileVariable);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  g_autoptr (PoplensLists) elements =
      poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensLists) regions = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_auto (BaseNames) names = base_names_new (load);
  g_autoptr (PoplensQuery) q =
      poplens_load_has (load, "vars_info")
          ? query_tile (load, "vars_info", "tile!, " TILE_VARIABLES, span, error)
          : poplens_query_new_empty ();

  while (q && next_of_tile (q, tile)) {
    PoplensTileVariable v = {
        .id = poplens_query_u32 (q, 1),
        .name = full_name (q, 2, &names, strings),
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
  if (!q || !poplens_query_end (q, error) || !base_names_end (&names, error))
    return NULL;
  if (span && !is_whole_tile (load, tile, rows))
    return read_variables_of (load, tile, NULL, error);
  guint32 n = rows->len;
  gsize bytes = n * (sizeof (PoplensTileVariable) + 48) + poplens_lists_bytes (elements);
  PoplensSlice *slice = poplens_slice_new (POPLENS_SLICE_TILE_VARIABLES, tile,
                                           poplens_column_steal (&rows), n, bytes);
  slice->strings = g_steal_pointer (&strings);
  slice->element_constraints = g_steal_pointer (&elements);
  slice->region_constraints = g_steal_pointer (&regions);
  return slice;
}

/* A tile's variables are one range of row ids in all real files; where they are not, all are read.
 */
static PoplensSlice *
read_tile_variables (const PoplensLoad *load, guint64 tile, GError **error)
{
  PoplensRowSpan span;
  gboolean found =
      tile <= G_MAXUINT32 && poplens_rows_bisect_range (load->database, "vars_info", "tile",
                                                        (gint64) tile, (gint64) tile, &span);

  return read_variables_of (load, tile, found ? &span : NULL, error);
}

/* Ids of the rows of @table whose text holds one of @parts; none where the file lacks a column.
 * NULL with @error. (transfer full) */
static PoplensIdSet *
find_texts (const PoplensLoad *load, const char *table, const char *columns,
            const char *const *parts, GError **error)
{
  g_autoptr (PoplensIdSet) ids = poplens_id_set_new ();
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, NULL, NULL);

  while (q && poplens_query_next (q)) {
    const char *text = poplens_query_text (q, 1);
    for (guint p = 0; parts[p]; p++)
      if (strstr (text, parts[p])) {
        poplens_id_set_add (ids, poplens_query_i64 (q, 0));
        break;
      }
  }
  return !q || poplens_query_end (q, error) ? g_steal_pointer (&ids) : NULL;
}

#define NAMED_COLUMNS                                                                              \
  "tile!, name_base_id, name_prefix__vertex_field_, name_suffix, size_bytes!, bitset!, var_id!"

/* The row of @q, in the order of NAMED_COLUMNS. */
static PoplensNamedVariable
read_named (PoplensQuery *q, BaseNames *names, PoplensStrings *strings)
{
  return (PoplensNamedVariable){
      .id = poplens_query_u32 (q, 6),
      .tile = poplens_query_u32 (q, 0),
      .name = full_name (q, 1, names, strings),
      .size = poplens_query_u32 (q, 4),
      .bits = poplens_query_u32 (q, 5),
  };
}

static void
read_all_named (PoplensQuery *q, BaseNames *names, PoplensStrings *strings, GArray *rows)
{
  while (poplens_query_next (q)) {
    PoplensNamedVariable v = read_named (q, names, strings);
    g_array_append_val (rows, v);
  }
}

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const PoplensNamedVariable *x = a, *y = b;

  if (x->tile != y->tile)
    return x->tile < y->tile ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
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

/* Instrumentation outside of its category, and the code of host exchanges: what stands in the base
 * names, so that each of these is looked at once, and of variables numbers only. */
static PoplensSlice *
read_named_variables (const PoplensLoad *load, GError **error)
{
  static const char *const telling[] = {
      "instrumentationStreamBuffer", ".text.supervisor.instrumentation_", "InstrumentationDumpStep",
      ".text.supervisor.host_exchange_", NULL};
  static const char *const results[] = {"instrumentationResults", NULL};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensNamedVariable);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  g_auto (BaseNames) names = base_names_new (load);
  g_autoptr (PoplensIdSet) bases =
      find_texts (load, "vars_string_table", "id!, string!", telling, error);
  g_autoptr (PoplensIdSet) categories =
      bases ? find_texts (load, "var_categories", "id!, name!", results, error) : NULL;
  g_autoptr (PoplensQuery) q =
      categories ? poplens_load_rows (load, "vars_info", NAMED_COLUMNS ", category!", NULL, error)
                 : NULL;

  while (q && poplens_query_next (q)) {
    gboolean is_result = poplens_id_set_has (categories, poplens_query_i64 (q, 7));
    if (!is_result && !poplens_id_set_has (bases, poplens_query_i64 (q, 1)))
      continue;
    PoplensNamedVariable v = read_named (q, &names, strings);
    v.is_result = is_result;
    g_array_append_val (rows, v);
  }
  if (!q || !poplens_query_end (q, error) || !base_names_end (&names, error))
    return NULL;
  g_array_sort (rows, compare_named);
  return named_slice (POPLENS_SLICE_NAMED_VARIABLES, 0, &rows, &strings);
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
  read_all_named (q, &names, strings, rows);
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
    read_all_named (q, &names, strings, rows);
  }
  return poplens_query_end (q, error) && base_names_end (&names, error)
             ? named_slice (POPLENS_SLICE_COMPUTE_SET_NAMES, id, &rows, &strings)
             : NULL;
}

static PoplensSlice *
read_class_bytes (const PoplensLoad *load, guint64 tile, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensTileClassBytes);
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, "var_bytes_by_eq_class", "tile!, unlowered_var_id!, eq_class_id!, bytes!", NULL, error);

  while (q && next_of_tile (q, tile)) {
    PoplensTileClassBytes row = {poplens_query_u32 (q, 1), poplens_query_u32 (q, 2),
                                 poplens_query_u64 (q, 3)};
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

static PoplensSlice *
read_step_rows (const PoplensLoad *load, guint64 key, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensStepRow);
  g_autoptr (PoplensQuery) q = poplens_load_step_rows_from (
      load, POPLENS_STEP_ROW, MIN (key, G_MAXUINT32) * POPLENS_STEP_ROWS_PER_SLICE,
      POPLENS_STEP_ROWS_PER_SLICE, error);
  PoplensStepRow row;

  while (q && poplens_query_next (q)) {
    poplens_query_step_row (q, &row);
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  guint32 n = rows->len;
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
    return read_tile_variables (load, key, error);
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
