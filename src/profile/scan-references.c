/* Checks references between tables: counts values that refer to a row that does not exist, and
 * finds tables that lost all rows. SQLite enforces none of these references, and the schema
 * declares only some. */
#include "database/columns.h"
#include "profile/id-set.h"
#include "profile/loaders.h"

#include <string.h>

/* ---- pairs of tables ------------------------------------------------------------------------- */

typedef struct {
  const char *with, *column; /* table whose rows need rows in .table; column to query */
  const char *tail;          /* SQL that selects the rows of .with that need rows in .table */
  const char *table, *table_column;
} TablePair;

#define ANY "LIMIT 1"

/* Pairs of tables that Poplar writes together: if .with has rows and .table has none, the rows of
 * .table were lost. All real files have these pairs. Tables that an engine option can leave out,
 * such as vars_info, are never a .table. */
static const TablePair table_pairs[] = {
    {"target_info", "num_tiles", ANY, "graph_info", "num_vars"},
    {"memory_by_category", "category_id", ANY, "memory_by_tile", "tile"},
    {"memory_by_tile", "tile", ANY, "memory_by_category", "category_id"},
    {"program_types", "id", ANY, "programs", "id"},
    {"programs", "id", ANY, "control_programs", "program"},
    {"eq_classes", "id", ANY, "depth_first_steps", "id"},
    {"eq_classes", "id", ANY, "equivalence_class_interference", "class_id"},
    {"eq_classes", "id", ANY, "var_bytes_by_eq_class", "bytes"},
    {"eq_classes", "id", ANY, "memory_liveness_tiles", "tile"},
    /* Selects a class that is not always live. Such a class changes the live bytes at some step, so
     * the second table must have rows. */
    {"eq_classes", "is_always_live", "WHERE NOT is_always_live LIMIT 1",
     "memory_not_always_live_by_step_and_ipu", "delta_bytes"},
    {"vars_info", "bitset", "WHERE bitset & 1 LIMIT 1", "allocation_order_by_tile", "tile"},
    {"vertex_instances", "compute_set", ANY, "memory_by_compute_set", "compute_set"},
    {"vertex_instances", "compute_set", ANY, "memory_by_vertex_type", "vertex_type"},
    {"steps", "id", ANY, "runs", "id"},
    {"steps", "id", ANY, "execution_cycle_totals", "cycles"},
    {"steps", "program", "WHERE program IS NOT NULL LIMIT 1", "program_trace", "program_id"},
    {"cycles_by_tile", "id", ANY, "absolute_markers", "id"},
};

/* Returns 1 if @table has rows that @tail selects, 0 if not, −1 with @error if it cannot be
 * read. */
static int
has_rows (const PoplensLoad *load, const char *table, const char *column, const char *tail,
          GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, table, column, tail);
  gboolean some = poplens_query_next (q);

  return poplens_query_end (q, error) ? some : -1;
}

PoplensSlice *
poplens_load_together (const PoplensLoad *load, GError **error)
{
  const PoplensSchema *schema = load->database->schema;
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanTogether);

  for (const TablePair *t = table_pairs; t < table_pairs + G_N_ELEMENTS (table_pairs); t++) {
    PoplensScanTogether row = {t->with, t->table, FALSE};
    /* Skip a pair with a table or column that the file's SDK did not know. */
    if (!poplens_schema_has_column (schema, t->with, t->column) ||
        !poplens_schema_has_column (schema, t->table, t->table_column))
      continue;
    int some = has_rows (load, t->with, t->column, t->tail, error);
    int there = some > 0 ? has_rows (load, t->table, t->table_column, ANY, error) : 0;
    if (some < 0 || there < 0)
      return NULL;
    row.there = there > 0;
    if (some)
      g_array_append_val (rows, row);
  }
  return poplens_slice_of (POPLENS_SLICE_SCAN_TOGETHER, 0, &rows);
}

/* ---- links ----------------------------------------------------------------------------------- */

#define MOST_LINKS 8

typedef enum {
  ZERO_IS_NONE = 1, /* 0 refers to no row, such as class 0 (variables without memory) */
  HAS_GAPS = 2,     /* ids below the highest id may be missing in the table */
  IS_LIST = 4,      /* the value is a plain list of ids */
  IS_NUMBER = 8, /* the value is an index from 0, below the count in the only row of column .id */
} LinkFlags;

typedef struct {
  const char *column, *to, *id; /* column with references; table and id column that they refer to */
  LinkFlags flags;
} Link;

typedef struct {
  PoplensReferences references;
  const char *table, *key; /* .key: (nullable): column that identifies a row of .table */
  const char *when;        /* (nullable): only rows whose value in this column is odd are checked */
  Link links[MOST_LINKS];
} ReferringTable;

#define EXCHANGES "exchange_target", "id"
#define COMPUTE_SETS "compute_sets", "compute_set"

#define SOURCE(references, table, key, when, ...)                                                  \
  {                                                                                                \
    POPLENS_REFERENCES_##references, table, key, when,                                             \
    {                                                                                              \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }

static const ReferringTable sources[] = {
    SOURCE (PROGRAMS, "program_type_on_tile_execute", "id", NULL, {"compute_set", COMPUTE_SETS, 0}),
    SOURCE (PROGRAMS, "program_type_call", "id", NULL,
            {"function_id", "function_programs", "id", 0}),
    SOURCE (PROGRAMS, "control_programs", "id", NULL, {"program", "programs", "id", 0}),
    SOURCE (PROGRAMS, "function_programs", "id", NULL, {"program", "programs", "id", 0}),
    SOURCE (PROGRAMS, "depth_first_steps", "id", NULL, {"program_id", "programs", "id", 0},
            {"parent_step_id", "depth_first_steps", "id", 0}),
    /* Graphcore documents that the other columns have no meaning if bit 0 of bitset is clear. */
    SOURCE (VARIABLES, "vars_info", "var_id", "bitset", {"tile", "memory_by_tile", "tile", 0},
            {"name_base_id", "vars_string_table", "id", 0}, {"category", "var_categories", "id", 0},
            {"equivalence_class", "eq_classes", "id", ZERO_IS_NONE},
            {"unlowered_var_id", "unlowered_vars", "id", HAS_GAPS}),
    SOURCE (VARIABLES, "debug_ids", NULL, NULL, {"variable_id", "unlowered_vars", "id", 0}),
    SOURCE (VARIABLES, "var_bytes_by_eq_class", NULL, NULL,
            {"unlowered_var_id", "unlowered_vars", "id", 0},
            {"eq_class_id", "eq_classes", "id", ZERO_IS_NONE},
            {"tile", "memory_by_tile", "tile", 0}),
    SOURCE (VARIABLES, "eq_class_step", NULL, NULL, {"eq_class_id", "eq_classes", "id", 0}),
    SOURCE (VARIABLES, "allocation_order_by_tile", NULL, NULL,
            {"tile", "memory_by_tile", "tile", 0}),
    SOURCE (COMPUTE_SETS, "compute_sets", "compute_set", NULL,
            {"vertex_types", "vertex_types", "id", IS_LIST}),
    SOURCE (COMPUTE_SETS, "vertex_instances", NULL, NULL, {"compute_set", COMPUTE_SETS, 0},
            {"vertex_type", "vertex_types", "id", 0}),
    SOURCE (COMPUTE_SETS, "memory_by_compute_set", NULL, NULL, {"compute_set", COMPUTE_SETS, 0}),
    SOURCE (COMPUTE_SETS, "memory_by_vertex_type", NULL, NULL,
            {"vertex_type", "vertex_types", "id", 0}),
    SOURCE (COMPUTE_SETS, "vertices", "vertex_id", NULL, {"compute_set_id", COMPUTE_SETS, 0},
            {"vertex_type", "vertex_types", "id", 0}),
    SOURCE (EXCHANGES, "exchange_regions", NULL, NULL, {"id", EXCHANGES, 0}),
    SOURCE (EXCHANGES, "program_type_do_exchange", "id", NULL, {"source_regions_id", EXCHANGES, 0},
            {"destination_regions_id", EXCHANGES, 0},
            {"cycles_by_tile_ids", "compilation_cycles_by_tile", "id", IS_LIST}),
    SOURCE (EXCHANGES, "program_type_global_exchange", "id", NULL,
            {"source_regions_id", EXCHANGES, 0}, {"destination_regions_id", EXCHANGES, 0},
            {"estimated_cycles_by_tile_ids", "compilation_cycles_by_tile", "id", IS_LIST}),
    SOURCE (EXCHANGES, "program_type_stream_copy_mid", "id", NULL,
            {"estimated_cycles_by_tile_ids", "compilation_cycles_by_tile", "id", IS_LIST}),
    SOURCE (EXCHANGES, "program_type_code_copy", "id", NULL,
            {"destination_regions_id", EXCHANGES, 0}),
    SOURCE (EXCHANGES, "host_exchange_from_host", NULL, NULL,
            {"stream_copy_mid_id", "program_type_stream_copy_mid", "id", 0},
            {"regions_id", EXCHANGES, 0}),
    SOURCE (EXCHANGES, "host_exchange_to_host", NULL, NULL,
            {"stream_copy_mid_id", "program_type_stream_copy_mid", "id", 0},
            {"regions_id", EXCHANGES, 0}),
    SOURCE (EXECUTION, "steps", "id", NULL, {"program", "programs", "id", 0},
            {"host_exchange", "program_type_stream_copy_mid", "id", 0},
            {"inter_ipu_exchange", "program_type_global_exchange", "id", 0},
            {"exchange", "program_type_do_exchange", "id", 0}, {"compute_set", COMPUTE_SETS, 0}),
    SOURCE (EXECUTION, "steps_by_ipu", "step_id", NULL,
            {"ipu", "target_info", "num_ipus", IS_NUMBER}),
    SOURCE (EXECUTION, "program_trace", "id", NULL, {"program_id", "programs", "id", 0}),
    SOURCE (EXECUTION, "compute_set_cycles_by_tile", NULL, NULL,
            {"compute_set_id", COMPUTE_SETS, 0},
            {"cycles_by_tile_ids", "cycles_by_tile", "id", IS_LIST}),
    SOURCE (EXECUTION, "compute_set_cycles_by_ipu", NULL, NULL,
            {"compute_set_id", COMPUTE_SETS, 0}),
    SOURCE (EXECUTION, "inter_ipu_exchange_cycles_by_tile", NULL, NULL,
            {"inter_ipu_exchange_id", "program_type_global_exchange", "id", 0},
            {"exchange_cycles_by_tile_ids", "cycles_by_tile", "id", IS_LIST},
            {"sync_cycles_by_tile_ids", "cycles_by_tile", "id", IS_LIST}),
    SOURCE (EXECUTION, "execution_cycle_totals", NULL, NULL, {"run_id", "runs", "id", 0}),
    SOURCE (EXECUTION, "blocks", NULL, NULL, {"tile", "memory_by_tile", "tile", 0},
            {"block_id", "programs", "id", 0}),
};

/* ---- ids ------------------------------------------------------------------------------------- */

static PoplensIdSet *
ids_read (const PoplensLoad *load, const Link *link, GError **error)
{
  g_autofree char *column = g_strconcat (link->id, "!", NULL);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (load->database, link->to, column, NULL);
  g_autoptr (PoplensIdSet) ids = poplens_id_set_new ();

  while (poplens_query_next (q))
    poplens_id_set_add (ids, poplens_query_i64 (q, 0));
  return poplens_query_end (q, error) ? g_steal_pointer (&ids) : NULL;
}

/* ---- references ------------------------------------------------------------------------------ */

/* State of checking a column with references: the ids that exist, and the result. */
typedef struct {
  const Link *link;
  const PoplensIdSet *ids;
  PoplensScanReference found;
} FollowedColumn;

static gboolean
row_exists (const FollowedColumn *self, gint64 value)
{
  LinkFlags flags = self->link->flags;

  if (flags & (HAS_GAPS | IS_NUMBER) && value >= 0 && value < self->ids->highest)
    return TRUE;
  return (!(flags & IS_NUMBER) && poplens_id_set_has (self->ids, value)) ||
         (!value && flags & ZERO_IS_NONE);
}

static void
check_reference (FollowedColumn *self, gint64 value, gint64 row)
{
  PoplensScanReference *found = &self->found;

  found->cases++;
  if (G_LIKELY (row_exists (self, value)))
    return;
  if (found->dangling < POPLENS_MOST_DANGLING) {
    found->row[found->dangling] = row;
    found->value[found->dangling] = value;
  }
  found->dangling++;
}

static void
check_reference_list (PoplensQuery *q, int column, FollowedColumn *self, gint64 row)
{
  g_autoptr (GError) wrong = NULL;
  gsize size;
  const guint8 *data = poplens_query_blob (q, column, &size);
  g_autoptr (GArray) list =
      poplens_list_decode (POPLENS_ENCODING_PLAIN, data, size, POPLENS_ANY_LENGTH, &wrong);

  if (!list)
    poplens_query_fail (q, "%s: %s", self->link->column, wrong->message);
  for (guint i = 0; list && i < list->len; i++)
    check_reference (self, (gint64) MIN (g_array_index (list, guint64, i), G_MAXINT64), row);
}

static gboolean
check_rows (const PoplensLoad *load, const ReferringTable *source, FollowedColumn *followed,
            guint n, GError **error)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  gint64 row = 0;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (columns, "%s%s!", i ? ", " : "", followed[i].link->column);
  if (source->key)
    g_string_append_printf (columns, ", %s!", source->key);
  if (source->when)
    g_string_append_printf (columns, ", %s!", source->when);
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, source->table, columns->str, NULL);
  while (poplens_query_next (q)) {
    if (source->when && !(poplens_query_i64 (q, (int) n + (source->key != NULL)) & 1))
      continue;
    row = source->key ? poplens_query_i64 (q, (int) n) : row + 1;
    for (guint i = 0; i < n; i++) {
      if (poplens_query_is_null (q, (int) i))
        continue;
      if (followed[i].link->flags & IS_LIST)
        check_reference_list (q, (int) i, &followed[i], row);
      else
        check_reference (&followed[i], poplens_query_i64 (q, (int) i), row);
    }
  }
  return poplens_query_end (q, error);
}

/* TRUE if the table that @link refers to is empty because the file lacks a whole part: that is not
 * damage. */
static gboolean
is_left_out (const Link *link, const PoplensIdSet *ids)
{
  static const char *const tables[] = {"compute_sets",
                                       "eq_classes",
                                       "memory_by_tile",
                                       "programs",
                                       "program_type_do_exchange",
                                       "program_type_global_exchange",
                                       "program_type_stream_copy_mid",
                                       "target_info",
                                       NULL};

  return ids->highest < 0 && !g_hash_table_size (ids->others) && g_strv_contains (tables, link->to);
}

/* TRUE if the file has the columns at both ends of @link, and the key of the source. */
static gboolean
can_follow (const PoplensLoad *load, const ReferringTable *source, const Link *link)
{
  const PoplensSchema *schema = load->database->schema;

  return poplens_schema_has_column (schema, source->table, link->column) &&
         poplens_schema_has_column (schema, link->to, link->id) &&
         (!source->key || poplens_schema_has_column (schema, source->table, source->key));
}

/* Checks the references from the table @source and appends the results (PoplensScanReference) to
 * @rows. @tables: cached ids by table. FALSE with @error. */
static gboolean
check_table (const PoplensLoad *load, const ReferringTable *source, GHashTable *tables,
             GArray *rows, GError **error)
{
  FollowedColumn followed[MOST_LINKS];
  guint n = 0;

  for (const Link *link = source->links; link < source->links + MOST_LINKS && link->column;
       link++) {
    if (!can_follow (load, source, link))
      continue;
    PoplensIdSet *ids = g_hash_table_lookup (tables, link->to);
    if (!ids) {
      if (!(ids = ids_read (load, link, error)))
        return FALSE;
      g_hash_table_insert (tables, (gpointer) link->to, ids);
    }
    if (is_left_out (link, ids))
      continue;
    followed[n++] = (FollowedColumn){.link = link,
                                     .ids = ids,
                                     .found = {.table = source->table,
                                               .column = link->column,
                                               .to = link->to,
                                               .limit = link->flags & IS_NUMBER ? link->id : NULL,
                                               .key = source->key}};
  }
  if (n && !check_rows (load, source, followed, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_array_append_val (rows, followed[i].found);
  return TRUE;
}

PoplensSlice *
poplens_load_references (const PoplensLoad *load, guint64 key, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanReference);
  g_autoptr (GHashTable) tables =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) poplens_id_set_free);
  gboolean good = TRUE;

  for (guint s = 0; s < G_N_ELEMENTS (sources) && good; s++)
    if (sources[s].references == key)
      good = check_table (load, &sources[s], tables, rows, error);
  return good ? poplens_slice_of (POPLENS_SLICE_SCAN_REFERENCES, key, &rows) : NULL;
}
