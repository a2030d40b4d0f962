/* Reads whole tables in batches of row ids or of executed steps. Also has scans with a single
 * result: totals, and variants of programs. */
#include "database/columns.h"
#include "profile/loaders.h"

#include <string.h>

#define NO_LISTS (-1)

typedef struct {
  const PoplensLoad *load;
  GArray *rows;        /* records of the scanned table */
  PoplensLists *lists; /* (nullable): one list for each record */
} ScanBatch;

/* A table that is read in batches of 1 << .shift row ids or, with .by_step, step ids. */
typedef struct {
  PoplensSliceKind kind;
  const char *table, *columns;
  guint shift;   /* a batch's key is its row ids (or step ids) >> .shift */
  guint32 size;  /* bytes of a record */
  gint encoding; /* PoplensEncoding of its lists, or NO_LISTS */
  gboolean by_step;
  void (*take) (PoplensQuery *q, ScanBatch *piece);
} ScannedTable;

/* ---- rows ------------------------------------------------------------------------------------ */

/* Appends a record of @size bytes to the batch. Returns it for the caller to fill. */
static inline gpointer
append_record (ScanBatch *piece, gsize size)
{
  guint n = piece->rows->len;

  g_array_set_size (piece->rows, n + 1);
  return piece->rows->data + n * size;
}

#define ADD_ROW(piece, Type) ((Type *) append_record (piece, sizeof (Type)))

static void
append_step_cycles (PoplensQuery *q, ScanBatch *piece)
{
  *ADD_ROW (piece, PoplensStepCycles) =
      (PoplensStepCycles){poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                          poplens_query_u64 (q, 2), poplens_query_double (q, 3)};
}

static void
append_step_program (PoplensQuery *q, ScanBatch *piece)
{
  *ADD_ROW (piece, PoplensScanStepProgram) = (PoplensScanStepProgram){
      poplens_query_u32 (q, 0),
      poplens_query_u32_or (q, 1, G_MAXUINT32),
      poplens_query_u32_or (q, 2, G_MAXUINT32),
      poplens_query_u32_or (q, 3, G_MAXUINT32),
      poplens_query_u32_or (q, 4, G_MAXUINT32),
      poplens_query_u32_or (q, 5, G_MAXUINT32),
  };
}

static void
append_variable (PoplensQuery *q, ScanBatch *piece)
{
  /* Graphcore documents that the other columns have no meaning if bit 0 is clear. */
  if (!(poplens_query_u32 (q, 4) & 1))
    return;
  *ADD_ROW (piece, PoplensScanVariable) =
      (PoplensScanVariable){poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                            poplens_query_u32 (q, 2), poplens_query_u32 (q, 3)};
}

static void
append_place (PoplensQuery *q, ScanBatch *piece)
{
  PoplensScanPlace *v = ADD_ROW (piece, PoplensScanPlace);

  *v = (PoplensScanPlace){.id = poplens_query_u32 (q, 0),
                          .tile = poplens_query_u32 (q, 1),
                          .bits = poplens_query_u32 (q, 5)};
  if (v->bits & 1) {
    v->offset = poplens_query_u32 (q, 2);
    v->size = poplens_query_u32 (q, 3);
    v->alignment = poplens_query_u32 (q, 4);
  }
  poplens_query_append_list (q, 6, piece->lists);
}

static void
append_class_bytes (PoplensQuery *q, ScanBatch *piece)
{
  *ADD_ROW (piece, PoplensScanClassBytes) =
      (PoplensScanClassBytes){poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                              poplens_query_u32_or (q, 3, G_MAXUINT32), poplens_query_u64 (q, 2)};
}

static void
append_order (PoplensQuery *q, ScanBatch *piece)
{
  *ADD_ROW (piece, guint64) = poplens_query_u32 (q, 0);
  poplens_query_append_list (q, 1, piece->lists);
}

static void
append_step (PoplensQuery *q, ScanBatch *piece)
{
  poplens_query_step_row (q, piece->load->sizes, ADD_ROW (piece, PoplensStepRow));
}

static void
append_step_list (PoplensQuery *q, ScanBatch *piece)
{
  *ADD_ROW (piece, PoplensScanStepList) =
      (PoplensScanStepList){poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                            poplens_query_position (q, 2, piece->load->sizes),
                            poplens_query_is_known (q, 3) ? poplens_query_i64 (q, 3) : -1};
}

static void
append_step_times (PoplensQuery *q, ScanBatch *piece)
{
  *ADD_ROW (piece, PoplensScanStepTimes) = (PoplensScanStepTimes){
      .step_id = poplens_query_u32 (q, 0),
      .ipu = poplens_query_u32 (q, 1),
      .base = poplens_query_position (q, 2, piece->load->sizes),
      .active_from_max = poplens_query_u64 (q, 3),
      .active_from_min = poplens_query_u64 (q, 4),
      .active_to_max = poplens_query_u64 (q, 5),
      .cycles = poplens_query_u64 (q, 6),
      .active_tiles = poplens_query_u64 (q, 7),
      .tile_balance = poplens_query_double (q, 8),
      .list = poplens_query_is_known (q, 9) ? poplens_query_i64 (q, 9) : -1,
  };
}

/* Appends a list of cycles by tile. A list that cannot be decoded, or has the wrong length, becomes
 * absent; other lists stay readable. */
static void
append_cycles (PoplensQuery *q, ScanBatch *piece)
{
  gsize size, row = poplens_lists_n_rows (piece->lists);
  const guint8 *data = poplens_query_blob (q, 1, &size);

  *ADD_ROW (piece, guint64) = poplens_query_u64 (q, 0);
  if (!data || !poplens_lists_append (piece->lists, data, size, NULL))
    poplens_lists_append (piece->lists, NULL, 0, NULL);
  else if (!poplens_sizes_is_cycles_length (piece->load->sizes,
                                            poplens_lists_length (piece->lists, row)))
    poplens_lists_forget (piece->lists, row);
}

static gboolean
add_estimate_run (const PoplensRun *run, gpointer user_data)
{
  PoplensScanEstimate *estimate = user_data;

  /* In a damaged file the sum may wrap around. */
  estimate->sum += run->value * run->count;
  estimate->longest = MAX (estimate->longest, run->value);
  return TRUE;
}

static void
append_estimate (PoplensQuery *q, ScanBatch *piece)
{
  PoplensScanEstimate estimate = {poplens_query_u32 (q, 0), 0, 0};
  g_autoptr (GError) wrong = NULL;
  gsize size;
  const guint8 *data = poplens_query_blob (q, 1, &size);

  if (poplens_list_foreach_run (POPLENS_ENCODING_RLE, data, size, POPLENS_ANY_LENGTH,
                                add_estimate_run, &estimate, &wrong))
    g_array_append_val (piece->rows, estimate);
  else
    poplens_query_fail (q, "%s", wrong->message);
}

static void
append_regions (PoplensQuery *q, ScanBatch *piece)
{
  poplens_query_take_regions (q, piece->rows);
}

#define CYCLES "id!, cycles_by_tile_rle!"

/* The rows of a batch take less than 2 MiB, above which malloc would take new pages from the kernel
 * for each batch (poplens_report_class_init ()). */
static const ScannedTable scans[] = {
    {POPLENS_SLICE_SCAN_REGIONS, "exchange_regions", POPLENS_REGIONS, 15, sizeof (PoplensRegion),
     NO_LISTS, FALSE, append_regions},
    {POPLENS_SLICE_SCAN_STEP_CYCLES, "steps_by_ipu", "step_id!, ipu!, cycles!, tile_balance!", 15,
     sizeof (PoplensStepCycles), NO_LISTS, FALSE, append_step_cycles},
    {POPLENS_SLICE_SCAN_STEP_PROGRAMS, "steps",
     "id!, program!, compute_set!, exchange!, inter_ipu_exchange!, host_exchange!", 15,
     sizeof (PoplensScanStepProgram), NO_LISTS, FALSE, append_step_program},
    {POPLENS_SLICE_SCAN_VARIABLES, "vars_info", "var_id!, tile!, offset!, alignment, bitset!", 15,
     sizeof (PoplensScanVariable), NO_LISTS, FALSE, append_variable},
    {POPLENS_SLICE_SCAN_PLACES, "vars_info",
     "var_id!, tile!, offset!, size_bytes!, alignment, bitset!, element_constraints", 15,
     sizeof (PoplensScanPlace), POPLENS_ENCODING_PLAIN, FALSE, append_place},
    {POPLENS_SLICE_SCAN_CLASS_BYTES, "var_bytes_by_eq_class",
     "unlowered_var_id!, eq_class_id!, bytes!, tile", 15, sizeof (PoplensScanClassBytes), NO_LISTS,
     FALSE, append_class_bytes},
    {POPLENS_SLICE_SCAN_ORDERS, "allocation_order_by_tile", "tile!, order!", 6, sizeof (guint64),
     POPLENS_ENCODING_PLAIN, FALSE, append_order},
    {POPLENS_SLICE_SCAN_STEPS, "steps_by_ipu", POPLENS_STEP_ROW, 10, sizeof (PoplensStepRow),
     NO_LISTS, TRUE, append_step},
    {POPLENS_SLICE_SCAN_STEP_LISTS, "steps_by_ipu", "step_id!, ipu!, cycles_base!, tile_cycles_id",
     POPLENS_SCAN_STEP_LISTS_SHIFT, sizeof (PoplensScanStepList), NO_LISTS, TRUE, append_step_list},
    {POPLENS_SLICE_SCAN_STEP_TIMES, "steps_by_ipu",
     "step_id!, ipu!, cycles_base!, active_cycles_from_max, active_cycles_from_min,"
     "active_cycles_to_max, cycles, active_tiles, tile_balance, tile_cycles_id",
     POPLENS_SCAN_STEP_TIMES_SHIFT, sizeof (PoplensScanStepTimes), NO_LISTS, TRUE,
     append_step_times},
    {POPLENS_SLICE_SCAN_CYCLES, "cycles_by_tile", CYCLES, POPLENS_SCAN_CYCLES_SHIFT,
     sizeof (guint64), POPLENS_ENCODING_RLE, FALSE, append_cycles},
    {POPLENS_SLICE_SCAN_ESTIMATES, "compilation_cycles_by_tile", CYCLES, 12,
     sizeof (PoplensScanEstimate), NO_LISTS, FALSE, append_estimate},
};

/* ---- batches --------------------------------------------------------------------------------- */

static PoplensQuery *
query_span (const PoplensLoad *load, const ScannedTable *scan, const char *columns,
            PoplensRowSpan span)
{
  return scan->by_step ? poplens_load_steps_from (load, columns, span)
                       : poplens_query_new_span (load->database, scan->table, columns, span);
}

static gboolean
is_key_past_end (const ScannedTable *scan, guint64 key)
{
  return key >= (guint64) G_MAXINT64 >> scan->shift;
}

/* Returns the key of the first batch with rows in @span, or POPLENS_NO_SLICE. Rows with negative
 * ids belong to batch 0. */
static guint64
first_batch (const PoplensLoad *load, const ScannedTable *scan, PoplensRowSpan span)
{
  g_autoptr (PoplensQuery) q =
      query_span (load, scan, scan->by_step ? "step_id!, ipu!" : "rowid!", span);

  return poplens_query_next (q) ? (guint64) MAX (poplens_query_i64 (q, 0), 0) >> scan->shift
                                : POPLENS_NO_SLICE;
}

/* Returns the key of the next batch with rows after batch @key, or POPLENS_NO_SLICE. First tries
 * the row id at which batch @key + 1 starts, because an open-ended query reads hundreds of pages
 * ahead. */
static guint64
next_batch (const PoplensLoad *load, const ScannedTable *scan, guint64 key)
{
  gint64 first = (gint64) ((key + 1) << scan->shift);

  if (is_key_past_end (scan, key + 1))
    return POPLENS_NO_SLICE;
  guint64 next = first_batch (load, scan, (PoplensRowSpan){first, first});
  return next != POPLENS_NO_SLICE ? next
                                  : first_batch (load, scan, (PoplensRowSpan){first, G_MAXINT64});
}

static PoplensQuery *
query_batch (const PoplensLoad *load, const ScannedTable *scan, guint64 key)
{
  gint64 first = key ? (gint64) (key << scan->shift) : G_MININT64;
  gint64 last = (gint64) (((key + 1) << scan->shift) - 1);

  return is_key_past_end (scan, key)
             ? poplens_query_new_empty ()
             : query_span (load, scan, scan->columns, (PoplensRowSpan){first, last});
}

static PoplensSlice *
scan_batch (const PoplensLoad *load, const ScannedTable *scan, guint64 key, GError **error)
{
  /* Reserve space for a whole batch, with four rows (IPUs) for each step. Unused memory costs
   * nothing. */
  g_autoptr (GArray) rows =
      g_array_sized_new (FALSE, FALSE, scan->size, (scan->by_step ? 4u : 1u) << scan->shift);
  g_autoptr (PoplensLists) lists =
      scan->encoding == NO_LISTS
          ? NULL
          : poplens_lists_new ((PoplensEncoding) scan->encoding, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = query_batch (load, scan, key);
  ScanBatch piece = {load, rows, lists};
  /* In steps_by_ipu the second column is the IPU. A row without one is a sum over IPUs. */
  gboolean by_ipu = g_str_equal (scan->table, "steps_by_ipu");

  while (poplens_query_next (q))
    if (!by_ipu || !poplens_query_is_null (q, 1))
      scan->take (q, &piece);
  if (!poplens_query_end (q, error))
    return NULL;
  PoplensSlice *slice = poplens_slice_of (scan->kind, key, &rows);
  slice->lists = g_steal_pointer (&lists);
  slice->next = next_batch (load, scan, key);
  return slice;
}

/* TRUE if the table lacks a column that the scan reads, because an older SDK wrote the file. */
static gboolean
lacks_column (const PoplensLoad *load, const ScannedTable *scan)
{
  const PoplensSchemaTable *table = poplens_schema_get_table (load->database->schema, scan->table);
  g_auto (GStrv) names = g_strsplit (scan->columns, "!", -1);

  for (guint i = 0; table && names[i]; i++) {
    const char *name = names[i] + strspn (names[i], ", ");
    if (*name && poplens_schema_table_find (table, name) < 0)
      return TRUE;
  }
  return FALSE;
}

/* ---- single slices --------------------------------------------------------------------------- */

static PoplensSlice *
scan_totals (const PoplensLoad *load, GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, "execution_cycle_totals",
      "cycles, tile_cycles_compute, tile_cycles_internal_exchange, "
      "tile_cycles_inter_ipu_exchange, tile_cycles_stream_copy, tile_cycles_stream_copy_begin, "
      "tile_cycles_stream_copy_end, tile_cycles_sync",
      NULL);

  while (poplens_query_next (q)) {
    g_array_set_size (values, POPLENS_N_CYCLE_TOTALS);
    for (guint t = 0; t < POPLENS_N_CYCLE_TOTALS; t++) {
      guint64 *sum = &g_array_index (values, guint64, t), more = 0;
      if (poplens_query_is_known (q, (int) t))
        more =
            t ? poplens_query_u64 (q, (int) t) : poplens_query_position (q, (int) t, load->sizes);
      if (__builtin_add_overflow (*sum, more, sum))
        poplens_query_fail (q, "the sum of the cycles exceeds 64 bits");
    }
  }
  return poplens_query_end (q, error) ? poplens_slice_of (POPLENS_SLICE_SCAN_TOTALS, 0, &values)
                                      : NULL;
}

/* ---- variants -------------------------------------------------------------------------------- */

/* Reads the ids in @table, the table of one program type. @out: (out) (transfer full) (nullable):
 * NULL if the file has no such table with an id column. FALSE with @error. */
static gboolean
variant_ids (const PoplensLoad *load, const char *table, GHashTable **out, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  /* All real files give a table name that does not exist (formats.md 3.4): use the existing table.
   */
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
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (load->database, name, "id!", NULL);
  while (poplens_query_next (q))
    g_hash_table_add (ids, GUINT_TO_POINTER (poplens_query_u32 (q, 0)));
  if (!poplens_query_end (q, error))
    return FALSE;
  *out = g_steal_pointer (&ids);
  return TRUE;
}

/* Returns the table name for each program type id; "" if the type has none. (transfer full) */
static GHashTable *
read_type_tables (const PoplensLoad *load, GError **error)
{
  g_autoptr (GHashTable) types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "program_types", "id!, program_type_table", NULL);

  while (poplens_query_next (q))
    g_hash_table_insert (types, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                         g_strdup (poplens_query_text (q, 1)));
  return poplens_query_end (q, error) ? g_steal_pointer (&types) : NULL;
}

/* Sets .state of @row: whether the table of the program's type has the program's row. @tables:
 * cached ids by table. FALSE with @error. */
static gboolean
set_variant_state (const PoplensLoad *load, GHashTable *types, GHashTable *tables,
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

  if (!types)
    return NULL;
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "programs", "id!, variant!, variant_index", NULL);
  while (poplens_query_next (q)) {
    PoplensScanVariant row = {poplens_query_u32 (q, 0), poplens_query_u32 (q, 1),
                              poplens_query_u32_or (q, 2, G_MAXUINT32), 0};
    if (!set_variant_state (load, types, tables, &row, error))
      return NULL;
    g_array_append_val (rows, row);
  }
  return poplens_query_end (q, error) ? poplens_slice_of (POPLENS_SLICE_SCAN_VARIANTS, 0, &rows)
                                      : NULL;
}

PoplensSlice *
poplens_load_scan (const PoplensLoad *load, PoplensSliceKind kind, guint64 key, GError **error)
{
  switch (kind) {
  case POPLENS_SLICE_SCAN_VARIANTS:
    return scan_variants (load, error);
  case POPLENS_SLICE_SCAN_TOTALS:
    return scan_totals (load, error);
  case POPLENS_SLICE_SCAN_REFERENCES:
    return poplens_load_references (load, key, error);
  case POPLENS_SLICE_SCAN_STORAGE:
    return poplens_load_storage (load, key, error);
  case POPLENS_SLICE_SCAN_TOGETHER:
    return poplens_load_together (load, error);
  default:
    break;
  }
  for (const ScannedTable *scan = scans; scan < scans + G_N_ELEMENTS (scans); scan++)
    if (scan->kind == kind)
      return kind == POPLENS_SLICE_SCAN_STEP_PROGRAMS && lacks_column (load, scan)
                 ? poplens_slice_new (kind, key, NULL, 0, 0)
                 : scan_batch (load, scan, key, error);
  g_return_val_if_reached (NULL);
}
