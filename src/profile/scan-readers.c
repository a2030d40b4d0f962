/* Whole tables piece by piece, for who reads all of one: each piece is a range of row ids, found by
 * the primary key, so that all pieces together cost one pass. */
#include "profile/loaders.h"

#include <string.h>

/* Larger than any cache: read once, never kept, so that a pass does not drive out what pages use.
 */
#define NOT_KEPT (G_MAXSIZE / 2)
#define ROW_RANGE "WHERE rowid >= ? AND rowid < ? ORDER BY rowid"

typedef struct {
  const char *table, *row; /* (static) the column that keys are made of */
  guint shift;             /* key = row >> shift */
} Scan;

/* Binds the rows of the piece @key to the first two parameters; FALSE where there can be none. */
static gboolean
bind_piece (PoplensQuery *q, const Scan *scan, guint64 key)
{
  if (key >= (guint64) G_MAXINT64 >> scan->shift)
    return FALSE;
  gint64 first = (gint64) (key << scan->shift);
  poplens_query_bind (q, 1, first);
  poplens_query_bind (q, 2, first + ((gint64) 1 << scan->shift));
  return TRUE;
}

/* The key of the next piece with rows, by one look into the primary key. */
static guint64
next_piece (const PoplensLoad *load, const Scan *scan, guint64 key)
{
  g_autofree char *sql =
      g_strdup_printf ("SELECT min(%s) FROM %s WHERE %s >= ?", scan->row, scan->table, scan->row);
  sqlite3_stmt *statement = NULL;
  guint64 next = POPLENS_NO_SLICE;

  if (key >= (guint64) G_MAXINT64 >> scan->shift)
    return POPLENS_NO_SLICE;
  if (sqlite3_prepare_v2 (load->database->handle, sql, -1, &statement, NULL) == SQLITE_OK) {
    sqlite3_bind_int64 (statement, 1, (gint64) ((key + 1) << scan->shift));
    if (sqlite3_step (statement) == SQLITE_ROW &&
        sqlite3_column_type (statement, 0) == SQLITE_INTEGER)
      next = (guint64) sqlite3_column_int64 (statement, 0) >> scan->shift;
  }
  sqlite3_finalize (statement);
  return next;
}

/* Makes the slice of the rows read, taken from @rows. */
static PoplensSlice *
finish (const PoplensLoad *load, const Scan *scan, PoplensSliceKind kind, guint64 key,
        GArray **rows, PoplensLists **lists)
{
  guint32 n = (*rows)->len;
  PoplensSlice *slice = poplens_slice_new (kind, key, poplens_column_steal (rows), n, NOT_KEPT);

  if (lists)
    slice->lists = g_steal_pointer (lists);
  if (scan && poplens_load_has (load, scan->table))
    slice->next = next_piece (load, scan, key);
  return slice;
}

static PoplensSlice *
scan_step_cycles (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"steps_by_ipu", "rowid", 16};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensStepCycles);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table, "step_id!, ipu!, cycles!, tile_balance!",
      "WHERE rowid >= ? AND rowid < ? AND +ipu IS NOT NULL ORDER BY rowid", error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensStepCycles row = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                             poplens_query_u64 (q, 2), poplens_query_double (q, 3)};
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_STEP_CYCLES, key, &rows, NULL);
}

static PoplensSlice *
scan_step_programs (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"steps", "id", 16};
  static const char *const columns[] = {"program", "compute_set", "exchange", "inter_ipu_exchange",
                                        "host_exchange"};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanStepProgram);

  /* Of a column that the SDK did not know nothing can be said. */
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    if (!poplens_schema_has_column (load->database->schema, scan.table, columns[c]))
      return finish (load, NULL, POPLENS_SLICE_SCAN_STEP_PROGRAMS, key, &rows, NULL);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table,
      "id!, program!, compute_set!, exchange!, inter_ipu_exchange!, host_exchange!",
      "WHERE id >= ? AND id < ? ORDER BY id", error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensScanStepProgram row = {
        poplens_query_u32 (q, 0),
        poplens_query_u32_or (q, 1, G_MAXUINT32),
        poplens_query_u32_or (q, 2, G_MAXUINT32),
        poplens_query_u32_or (q, 3, G_MAXUINT32),
        poplens_query_u32_or (q, 4, G_MAXUINT32),
        poplens_query_u32_or (q, 5, G_MAXUINT32),
    };
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_STEP_PROGRAMS, key, &rows, NULL);
}

static PoplensSlice *
scan_variables (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"vars_info", "rowid", 16};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanVariable);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table, "var_id!, tile!, offset!, alignment, bitset!", ROW_RANGE, error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    /* Where bit 0 is clear the rest of the row says nothing [D]. */
    if (!(poplens_query_u32 (q, 4) & 1))
      continue;
    PoplensScanVariable v = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                             poplens_query_u32 (q, 2), poplens_query_u32 (q, 3)};
    g_array_append_val (rows, v);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_VARIABLES, key, &rows, NULL);
}

static PoplensSlice *
scan_places (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"vars_info", "rowid", 16};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanPlace);
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table,
      "var_id!, tile!, offset!, size_bytes!, alignment, bitset!, element_constraints", ROW_RANGE,
      error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensScanPlace v = {.id = poplens_query_u32 (q, 0),
                          .tile = poplens_query_u32 (q, 1),
                          .bits = poplens_query_u32 (q, 5)};
    if (v.bits & 1) {
      v.offset = poplens_query_u32 (q, 2);
      v.size = poplens_query_u32 (q, 3);
      v.alignment = poplens_query_u32 (q, 4);
    }
    g_array_append_val (rows, v);
    poplens_query_append_list (q, 6, lists);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_PLACES, key, &rows, &lists);
}

static PoplensSlice *
scan_class_bytes (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"var_bytes_by_eq_class", "rowid", 16};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanClassBytes);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table, "unlowered_var_id!, eq_class_id!, bytes!, tile", ROW_RANGE, error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensScanClassBytes row = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                                 poplens_query_u32_or (q, 3, G_MAXUINT32),
                                 poplens_query_u64 (q, 2)};
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_CLASS_BYTES, key, &rows, NULL);
}

static PoplensSlice *
scan_orders (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"allocation_order_by_tile", "rowid", 6};
  g_autoptr (GArray) rows = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, scan.table, "tile!, order!", ROW_RANGE, error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    POPLENS_PUSH (rows, guint64, poplens_query_u32 (q, 0));
    poplens_query_append_list (q, 1, lists);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_ORDERS, key, &rows, &lists);
}

/* ---- steps ------------------------------------------------------------------------------------
 */

/* Appends the list of cycles by tile of that column; absent where it cannot be decoded, or is not
 * one of tiles: it does not take the others with it. */
static void
append_list_by_tile (PoplensQuery *q, int column, const PoplensLoad *load, PoplensLists *lists)
{
  gsize size, count = 0;
  guint64 sum;
  const guint8 *data = poplens_query_blob (q, column, &size);

  if (!poplens_list_sum (POPLENS_ENCODING_RLE, data, size, POPLENS_ANY_LENGTH, &sum, &count,
                         NULL) ||
      !poplens_sizes_is_cycles_length (load->sizes, count))
    data = NULL;
  poplens_lists_append (lists, data, data ? size : 0, NULL);
}

/* The same of that id; absent where there is none. */
static void
append_cycles (PoplensQuery *cycles, const PoplensLoad *load, gint64 id, PoplensLists *lists)
{
  if (id >= 0 && cycles) {
    poplens_query_restart (cycles);
    poplens_query_bind (cycles, 1, id);
    if (poplens_query_next (cycles)) {
      append_list_by_tile (cycles, 0, load, lists);
      return;
    }
  }
  poplens_lists_append (lists, NULL, 0, NULL);
}

static PoplensSlice *
scan_steps (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"steps_by_ipu", "step_id", 8};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensStepRow);
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table, POPLENS_STEP_ROW,
      "WHERE step_id >= ? AND step_id < ? AND ipu IS NOT NULL ORDER BY step_id, ipu", error);
  g_autoptr (PoplensQuery) cycles =
      q ? poplens_load_query (load, "cycles_by_tile", "cycles_by_tile_rle!, id!", "WHERE id = ?",
                              error)
        : NULL;
  gboolean some = cycles && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensStepRow row;
    poplens_query_step_row (q, &row);
    g_array_append_val (rows, row);
    append_cycles (cycles, load, row.tile_cycles_id, lists);
  }
  if (!cycles || !poplens_query_end (q, error) || !poplens_query_end (cycles, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_STEPS, key, &rows, &lists);
}

static PoplensSlice *
scan_step_lists (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"steps_by_ipu", "step_id", POPLENS_SCAN_STEP_LISTS_SHIFT};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanStepList);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, scan.table, "step_id!, ipu!, cycles_base!, tile_cycles_id",
      "WHERE step_id >= ? AND step_id < ? AND ipu IS NOT NULL ORDER BY step_id, ipu", error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensScanStepList row = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                               poplens_query_u64 (q, 2),
                               poplens_query_is_null (q, 3) ? -1 : poplens_query_i64 (q, 3)};
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_STEP_LISTS, key, &rows, NULL);
}

static PoplensSlice *
scan_cycles (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"cycles_by_tile", "id", POPLENS_SCAN_CYCLES_SHIFT};
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, scan.table, "id!, cycles_by_tile_rle!",
                                                   "WHERE id >= ? AND id < ? ORDER BY id", error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint64, poplens_query_u64 (q, 0));
    append_list_by_tile (q, 1, load, lists);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_CYCLES, key, &ids, &lists);
}

static gboolean
add_run (const PoplensRun *run, gpointer user_data)
{
  PoplensScanEstimate *estimate = user_data;

  /* Of a damaged file they may be as large as they like. */
  estimate->sum += run->value * run->count;
  estimate->longest = MAX (estimate->longest, run->value);
  return TRUE;
}

static PoplensSlice *
scan_estimates (const PoplensLoad *load, guint64 key, GError **error)
{
  static const Scan scan = {"compilation_cycles_by_tile", "id", 12};
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanEstimate);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, scan.table, "id!, cycles_by_tile_rle!",
                                                   "WHERE id >= ? AND id < ? ORDER BY id", error);
  gboolean some = q && bind_piece (q, &scan, key);

  while (some && poplens_query_next (q)) {
    PoplensScanEstimate estimate = {poplens_query_u32 (q, 0), 0, 0};
    g_autoptr (GError) wrong = NULL;
    gsize size;
    const guint8 *data = poplens_query_blob (q, 1, &size);
    if (poplens_list_foreach_run (POPLENS_ENCODING_RLE, data, size, POPLENS_ANY_LENGTH, add_run,
                                  &estimate, &wrong))
      g_array_append_val (rows, estimate);
    else
      poplens_query_fail (q, "%s", wrong->message);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, &scan, POPLENS_SLICE_SCAN_ESTIMATES, key, &rows, NULL);
}

static PoplensSlice *
scan_marker (const PoplensLoad *load, guint64 key, GError **error)
{
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  gsize tiles = poplens_sizes_list_length (load->sizes);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "absolute_markers", "step_id_by_tile!, cycles_by_tile!, id!", "WHERE id = ?", error);

  if (q)
    poplens_query_bind (q, 1, (gint64) MIN (key, G_MAXINT64));
  if (q && poplens_query_next (q)) {
    for (int l = 0; l < 2; l++) {
      g_autoptr (GError) wrong = NULL;
      gsize size;
      const guint8 *data = poplens_query_blob (q, l, &size);
      g_autoptr (GArray) list =
          poplens_list_decode (POPLENS_ENCODING_PLAIN, data, size, tiles, &wrong);
      if (list)
        g_array_append_vals (values, list->data, list->len);
      else
        poplens_query_fail (q, "%s", wrong->message);
    }
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, NULL, POPLENS_SLICE_SCAN_MARKER, key, &values, NULL);
}

static PoplensSlice *
scan_totals (const PoplensLoad *load, GError **error)
{
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, "execution_cycle_totals",
      "cycles, tile_cycles_compute, tile_cycles_internal_exchange, "
      "tile_cycles_inter_ipu_exchange, tile_cycles_stream_copy, tile_cycles_stream_copy_begin, "
      "tile_cycles_stream_copy_end, tile_cycles_sync",
      NULL, error);

  while (q && poplens_query_next (q)) {
    if (!values->len) {
      g_array_set_size (values, POPLENS_N_CYCLE_TOTALS);
      memset (values->data, 0, POPLENS_N_CYCLE_TOTALS * sizeof (guint64));
    }
    for (guint t = 0; t < POPLENS_N_CYCLE_TOTALS; t++)
      g_array_index (values, guint64, t) += poplens_query_u64 (q, (int) t);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, NULL, POPLENS_SLICE_SCAN_TOTALS, 0, &values, NULL);
}

/* ---- variants ---------------------------------------------------------------------------------
 */

/* The ids of @table; *@out is NULL where the file lacks it, or it cannot be a table of program
 * types. */
static gboolean
variant_ids (const PoplensLoad *load, const char *table, GHashTable **out, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  /* In all real files the type names a table that is not there: FORMATS.md 1, "GOTCHA". */
  const char *name = g_str_equal (table, "program_type_stream_copy") &&
                             !poplens_load_has (load, "program_type_stream_copy")
                         ? "program_type_stream_copy_mid"
                         : table;

  *out = NULL;
  for (const char *c = name; *c; c++)
    if (!g_ascii_isalnum (*c) && *c != '_')
      return TRUE;
  if (!poplens_schema_has_column (load->database->schema, name, "id"))
    return TRUE;
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, name, "id!", NULL, error);
  while (q && poplens_query_next (q))
    g_hash_table_add (ids, GUINT_TO_POINTER (poplens_query_u32 (q, 0)));
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  *out = g_steal_pointer (&ids);
  return TRUE;
}

/* Type id → its table's name, "" for none. */
static GHashTable *
read_type_tables (const PoplensLoad *load, GError **error)
{
  g_autoptr (GHashTable) types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "program_types", "id!, program_type_table", NULL, error);

  while (q && poplens_query_next (q))
    g_hash_table_insert (types, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                         g_strdup (poplens_query_text (q, 1)));
  return q && poplens_query_end (q, error) ? g_steal_pointer (&types) : NULL;
}

/* Sets the row's state. @tables: ids by table, read when first asked for. */
static gboolean
find_variant (const PoplensLoad *load, GHashTable *types, GHashTable *tables,
              PoplensScanVariant *row, GError **error)
{
  const char *table = g_hash_table_lookup (types, GUINT_TO_POINTER (row->type));
  GHashTable *ids;

  row->state = table ? POPLENS_VARIANT_NO_TABLE : POPLENS_VARIANT_NO_TYPE;
  if (!table || !*table)
    return TRUE;
  if (!g_hash_table_contains (tables, table)) {
    if (!variant_ids (load, table, &ids, error))
      return FALSE;
    g_hash_table_insert (tables, g_strdup (table), ids);
  }
  ids = g_hash_table_lookup (tables, table);
  row->state =
      ids && row->index != G_MAXUINT32 && g_hash_table_contains (ids, GUINT_TO_POINTER (row->index))
          ? POPLENS_VARIANT_FOUND
          : POPLENS_VARIANT_MISSING;
  return TRUE;
}

static void
unref_table (gpointer table)
{
  if (table)
    g_hash_table_unref (table);
}

static PoplensSlice *
scan_variants (const PoplensLoad *load, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanVariant);
  g_autoptr (GHashTable) types = read_type_tables (load, error);
  g_autoptr (GHashTable) tables =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_table);
  g_autoptr (PoplensQuery) q =
      types ? poplens_load_rows (load, "programs", "id!, variant!, variant_index", NULL, error)
            : NULL;

  while (q && poplens_query_next (q)) {
    PoplensScanVariant row = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                              poplens_query_u32_or (q, 2, G_MAXUINT32), 0};
    if (!find_variant (load, types, tables, &row, error))
      return NULL;
    g_array_append_val (rows, row);
  }
  if (!q || !poplens_query_end (q, error))
    return NULL;
  return finish (load, NULL, POPLENS_SLICE_SCAN_VARIANTS, 0, &rows, NULL);
}

PoplensSlice *
poplens_load_scan (const PoplensLoad *load, PoplensSliceKind kind, guint64 key, GError **error)
{
  switch (kind) {
  case POPLENS_SLICE_SCAN_VARIABLES:
    return scan_variables (load, key, error);
  case POPLENS_SLICE_SCAN_PLACES:
    return scan_places (load, key, error);
  case POPLENS_SLICE_SCAN_CLASS_BYTES:
    return scan_class_bytes (load, key, error);
  case POPLENS_SLICE_SCAN_ORDERS:
    return scan_orders (load, key, error);
  case POPLENS_SLICE_SCAN_STEP_CYCLES:
    return scan_step_cycles (load, key, error);
  case POPLENS_SLICE_SCAN_STEPS:
    return scan_steps (load, key, error);
  case POPLENS_SLICE_SCAN_MARKER:
    return scan_marker (load, key, error);
  case POPLENS_SLICE_SCAN_VARIANTS:
    return scan_variants (load, error);
  case POPLENS_SLICE_SCAN_TOTALS:
    return scan_totals (load, error);
  case POPLENS_SLICE_SCAN_REFERENCES:
    return poplens_load_references (load, key, error);
  case POPLENS_SLICE_SCAN_TOGETHER:
    return poplens_load_together (load, error);
  case POPLENS_SLICE_SCAN_STEP_PROGRAMS:
    return scan_step_programs (load, key, error);
  case POPLENS_SLICE_SCAN_ESTIMATES:
    return scan_estimates (load, key, error);
  case POPLENS_SLICE_SCAN_STEP_LISTS:
    return scan_step_lists (load, key, error);
  case POPLENS_SLICE_SCAN_CYCLES:
    return scan_cycles (load, key, error);
  default:
    g_return_val_if_reached (NULL);
  }
}
