/* Writes the files of a report: sequential output, and profile.pop with its schema. */
#include "demo/db.h"

#include "base/codec.h"
#include "base/error.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>

/* ---- the file -------------------------------------------------------------------------------- */

#define BUFFER_BYTES (1 << 20)

struct _DemoOutput {
  FILE *file;
  char *path;
  GCancellable *cancellable;
  guint64 size, asked; /* .asked: size at which the cancellable was last checked */
  GError *error;
};

static void
fail_output (DemoOutput *self, const char *what)
{
  int code = errno;

  if (!self->error)
    g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s: cannot %s: %s; %s",
                 self->path, what, g_strerror (code),
                 code == ENOSPC ? "make room on the disk" : "choose another directory");
}

DemoOutput *
demo_output_new (const char *path, GCancellable *cancellable, GError **error)
{
  DemoOutput *self = g_new0 (DemoOutput, 1);

  self->path = g_strdup (path);
  self->cancellable = cancellable;
  self->file = fopen (path, "wbxe");
  if (self->file) {
    setvbuf (self->file, NULL, _IOFBF, BUFFER_BYTES);
    return self;
  }
  fail_output (self, "create this file");
  demo_output_finish (self, error);
  return NULL;
}

void
demo_output_write (DemoOutput *self, gconstpointer data, gsize n)
{
  if (self->error)
    return;
  if (n > 0 && fwrite (data, 1, n, self->file) != n)
    fail_output (self, "write");
  self->size += n;
  if (self->size - self->asked > BUFFER_BYTES && !self->error) {
    self->asked = self->size;
    g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
  }
}

gboolean
demo_output_good (DemoOutput *self)
{
  return self->error == NULL;
}

gboolean
demo_output_finish (DemoOutput *self, GError **error)
{
  if (self->file && fclose (self->file) != 0)
    fail_output (self, "write the end");
  gboolean good = self->error == NULL;
  if (!good)
    g_propagate_error (error, self->error);
  g_free (self->path);
  g_free (self);
  return good;
}

/* ---- the schema ------------------------------------------------------------------------------ */

/* All 67 tables and 3 indices of profile.pop, version 3.8.0. Names, types and keys of tables and
 * columns are the format's; everything else in these statements is our own. */
#define NUMBER " INTEGER NOT NULL"
#define MAYBE " INTEGER"
#define TEXT " TEXT NOT NULL"
#define LIST " BLOB NOT NULL"
#define MAYBE_LIST " BLOB"
#define KEY " INTEGER PRIMARY KEY"
#define TRUTH " BOOLEAN NOT NULL"
#define REFERS(column, table, key) ", FOREIGN KEY(" column ") REFERENCES " table "(" key ")"
#define STEP_REFERS(column, table)                                                                 \
  REFERS ("compilation_step_id, " column, table, "compilation_step_id, id")
#define BYTES_BY_IPU                                                                               \
  "bytes_received_by_ipu_rle" LIST ", bytes_sent_by_ipu_rle" LIST                                  \
  ", max_data_sent_and_received_by_ipu_rle" LIST
#define BYTES_BY_TILE "bytes_received_by_tile_rle" LIST ", bytes_sent_by_tile_rle" LIST
#define HOST_EXCHANGE                                                                              \
  "(stream_copy_mid_id" NUMBER ", stream" TEXT ", regions" TEXT ", is_remote_buffer" NUMBER        \
  ", regions_id INT" REFERS ("stream_copy_mid_id", "program_type_stream_copy_mid", "id")           \
      REFERS ("regions_id", "exchange_target", "id") ")"
#define PARAMETERS "(name TEXT PRIMARY KEY, value" TEXT ", is_default" NUMBER ")"
#define STATE_BYTES                                                                                \
  "copy_ptr_bytes" LIST ", descriptor_bytes" LIST ", edge_ptr_bytes" LIST ", padding_bytes" LIST   \
  ", vertex_data_bytes" LIST

static const char *const statements[] = {
    "CREATE TABLE graph_info(num_compute_sets" NUMBER ", num_edges" NUMBER ", num_vars" NUMBER
    ", num_vertices" NUMBER ")",
    "CREATE TABLE target_info(bytes_per_ipu" NUMBER ", bytes_per_tile" NUMBER
    ", clock_frequency" NUMBER ", min_sync_delay" NUMBER ", num_ipus" NUMBER ", num_tiles" NUMBER
    ", tiles_per_ipu" NUMBER ", total_memory" NUMBER ", num_replicas" NUMBER
    ", ipus_per_replica" NUMBER ", tiles_per_replica" NUMBER ", memory_per_replica" NUMBER
    ", architecture" TEXT " CHECK (architecture IN ('ipu1', 'ipu2', 'ipu21', 'ipu30'))"
    ", type_" TEXT " CHECK (type_ IN ('IPU', 'IPU_MODEL', 'CPU'))"
    ", supervisorInstrFetchDelay" NUMBER ", memoryElementOffsets" LIST
    ", interleavedMemoryStart" NUMBER ", memoryRegionsOffsets" LIST ", tileMemoryBaseAddress" NUMBER
    ", tilesPerSuperTile" NUMBER ", numWorkerContexts" NUMBER ", exchangeBytesPerCycle" NUMBER
    ", memcpyBytesPerCycle" NUMBER ", instructionBytes" NUMBER
    ", supportsSuperTileSendReceive" TRUTH ", globalSyncCycles" NUMBER
    ", globalExchangePacketBytes" NUMBER ", tileLocalSyncSyncDelay" NUMBER
    ", tileLocalSyncExitDelay" NUMBER ", numStrideBits" NUMBER ", dataPathWidth" NUMBER
    ", fp8ConvUnitMaxPipelineDepth" MAYBE ", fp16ConvUnitMaxPipelineDepth" NUMBER
    ", fp32ConvUnitMaxPipelineDepth" NUMBER ", fp8ConvUnitInputLoadElemsPerCycle" MAYBE
    ", fp16ConvUnitInputLoadElemsPerCycle" NUMBER ", fp32ConvUnitInputLoadElemsPerCycle" NUMBER
    ", fp16InFp16OutConvUnitsPerTile" NUMBER ", fp16InFp32OutConvUnitsPerTile" NUMBER
    ", fp32InFp32OutConvUnitsPerTile" NUMBER ", fp8InFp16OutConvUnitsPerTile" MAYBE
    ", convUnitCoeffLoadBytesPerCycle" NUMBER ", workerInstrFetchDelay" NUMBER
    ", maxImmediateOffsetInRunInstr" NUMBER ", rptCountMax" NUMBER ", atomicStoreGranularity" NUMBER
    ")",
    "CREATE TABLE relative_sync_delay(tile" KEY ", delay" NUMBER ")",
    "CREATE TABLE optimization_info(key" TEXT ", value REAL NOT NULL)",
    "CREATE TABLE date_time(string" TEXT ")",
    "CREATE TABLE poplar_version(string" TEXT ", package_hash" TEXT ", major" NUMBER
    ", minor" NUMBER ", point" NUMBER ")",
    "CREATE TABLE version_info(major" NUMBER ", minor" NUMBER ", point" NUMBER
    ", is_unstable_format" TRUTH ", file_type" TEXT ")",
    "CREATE TABLE compilation_trace(dur" NUMBER ", name" TEXT ", ts" NUMBER ")",
    "CREATE TABLE compute_sets(compute_set" KEY ", name" TEXT ", vertex_types" LIST
    ", vertex_counts" LIST ", active_cycles_by_tile" MAYBE_LIST
    ", active_cycles_by_vertex_type" MAYBE_LIST ", cycles_by_tile" MAYBE_LIST ", edge_count" MAYBE
    ", debug_id" MAYBE ", cycles_by_tile_ids" MAYBE_LIST ", estimated_flops_by_tile" MAYBE_LIST
    ", var_ids_diff_rle" MAYBE_LIST ")",
    "CREATE TABLE vertex_instances(compute_set" NUMBER ", vertex_type" NUMBER
    ", instances_by_tile" LIST ", PRIMARY KEY (compute_set, vertex_type))",
    "CREATE TABLE vertex_types(id" KEY ", name" TEXT ", size" NUMBER ", source TEXT)",
    "CREATE TABLE programs(compilation_step_id" MAYBE ", id" NUMBER ", variant" NUMBER
    ", variant_index" MAYBE ", children" MAYBE_LIST ", name TEXT, debug_id" MAYBE
    ", control_code_bytes_by_tile" MAYBE_LIST ", PRIMARY KEY (compilation_step_id, id)" REFERS (
        "compilation_step_id", "compilation_steps", "id") ")",
    "CREATE TABLE program_types(id" KEY ", name" TEXT ", program_type_table TEXT)",
    "CREATE TABLE program_type_call(compilation_step_id" MAYBE ", id" KEY
    ", function_id" NUMBER STEP_REFERS ("function_id", "function_programs") ")",
    "CREATE TABLE program_type_on_tile_execute(id" KEY
    ", compute_set" NUMBER REFERS ("compute_set", "compute_sets", "compute_set") ")",
    "CREATE TABLE exchange_target(id" KEY ")",
    "CREATE TABLE exchange_regions(id" NUMBER ", var_id" NUMBER
    ", regions TEXT, PRIMARY KEY (id, var_id)" REFERS ("id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_do_exchange(id" KEY ", " BYTES_BY_TILE
    ", code_bytes_by_tile_rle" LIST ", cycles_by_tile_rle" MAYBE_LIST
    ", source_vars TEXT, destination_vars TEXT, " BYTES_BY_IPU ", cycles_by_tile_ids" MAYBE_LIST
    ", source_regions_id INT, destination_regions_id" REFERS ("source_regions_id",
                                                              "exchange_target", "id")
        REFERS ("destination_regions_id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_code_copy(id" KEY ", cycles_by_tile_ids" MAYBE_LIST
    ", destination_regions_id" REFERS ("destination_regions_id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_global_exchange(id" KEY ", " BYTES_BY_TILE
    ", estimated_cycles_by_tile_rle" MAYBE_LIST
    ", source_vars TEXT, destination_vars TEXT, " BYTES_BY_IPU
    ", estimated_cycles_by_tile_ids" MAYBE_LIST
    ", source_regions_id INT, destination_regions_id INT, sync_type" TEXT REFERS (
        "source_regions_id", "exchange_target", "id")
        REFERS ("destination_regions_id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_repeat(id" KEY ", repeat_count INT)",
    "CREATE TABLE program_type_stream_copy_mid(id" KEY ", " BYTES_BY_TILE
    ", estimated_cycles_by_tile_rle" MAYBE_LIST ", " BYTES_BY_IPU
    ", estimated_cycles_by_tile_ids" MAYBE_LIST ")",
    "CREATE TABLE program_type_sync(id" KEY ", sync_type" TEXT ")",
    "CREATE TABLE program_type_sans(id" KEY ", tiles" LIST ")",
    "CREATE TABLE program_type_sync_ans(id" KEY ", tiles" LIST ")",
    "CREATE TABLE control_programs(compilation_step_id" MAYBE ", id" NUMBER ", program" NUMBER
    ", PRIMARY KEY(compilation_step_id, id)" STEP_REFERS ("program", "programs") ")",
    "CREATE TABLE function_programs(compilation_step_id" MAYBE ", id" NUMBER ", program" NUMBER
    ", PRIMARY KEY(compilation_step_id, id)" STEP_REFERS ("program", "programs") ")",
    "CREATE TABLE host_exchange_from_host" HOST_EXCHANGE,
    "CREATE TABLE host_exchange_to_host" HOST_EXCHANGE,
    "CREATE TABLE memory_by_category(category_id TEXT PRIMARY KEY, interleaved_non_overlapped" LIST
    ", interleaved_overlapped" LIST ", non_interleaved_non_overlapped" LIST
    ", non_interleaved_overlapped" LIST ", overflowed_non_overlapped" LIST
    ", overflowed_overlapped" LIST ")",
    "CREATE TABLE memory_by_compute_set(compute_set" KEY ", " STATE_BYTES ")",
    "CREATE TABLE memory_by_vertex_type(vertex_type" KEY ", code_bytes" LIST
    ", " STATE_BYTES REFERS ("vertex_type", "vertex_types", "id") ")",
    "CREATE TABLE instrumentation_settings(compute" NUMBER ", compute_level TEXT"
    ", external_exchange" NUMBER ", control_flow" NUMBER ")",
    "CREATE TABLE memory_by_tile(tile" KEY ", interleaved" NUMBER
    ", interleaved_including_gaps" NUMBER ", non_interleaved" NUMBER
    ", non_interleaved_including_gaps" NUMBER ", overflowed" NUMBER
    ", overflowed_including_gaps" NUMBER ", total" NUMBER ", total_including_gaps" NUMBER
    ", always_live_bytes" NUMBER ", not_always_live_max_bytes" MAYBE ")",
    "CREATE TABLE memory_liveness_tiles(position" KEY ", tile" MAYBE ")",
    "CREATE TABLE string_table(id" KEY ", string TEXT)",
    "CREATE TABLE debug_ids(variable_id INTEGER UNIQUE, ids" MAYBE_LIST ")",
    "CREATE TABLE compilation_parameters" PARAMETERS,
    "CREATE TABLE target_parameters" PARAMETERS,
    "CREATE TABLE depth_first_steps(id" KEY ", program_id" NUMBER ", parent_step_id" MAYBE ")",
    "CREATE TABLE memory_not_always_live_by_step_and_ipu(ipu" MAYBE ", step_id" NUMBER
    ", delta_bytes" NUMBER ")",
    "CREATE INDEX memory_not_always_live_by_ipu ON memory_not_always_live_by_step_and_ipu(ipu)",
    "CREATE TABLE compilation_cycles_by_tile(id" KEY ", cycles_by_tile_rle" MAYBE_LIST ")",
    "CREATE TABLE var_categories(id" KEY ", name" TEXT ", description" TEXT ")",
    "CREATE TABLE vars_info(var_id" KEY ", tile" NUMBER ", name_base_id" NUMBER
    ", name_prefix__vertex_field_" MAYBE ", name_suffix" TEXT ", size_bytes" NUMBER
    ", alignment" NUMBER ", offset" NUMBER ", category" NUMBER ", equivalence_class" NUMBER
    ", element_constraints" MAYBE_LIST ", region_constraints" MAYBE_LIST ", unlowered_var_id" MAYBE
    ", bitset" NUMBER REFERS ("category", "var_categories", "id")
        REFERS ("name_base_id", "vars_string_table", "id") ")",
    "CREATE TABLE equivalence_class_interference(class_id" NUMBER ", interference_class_ids" LIST
    ")",
    "CREATE TABLE allocation_order_by_tile(tile" NUMBER ", \"order\"" LIST ")",
    "CREATE TABLE compilation_info(compilation_id" TEXT ")",
    "CREATE TABLE eq_classes(id" KEY ", is_always_live" NUMBER ")",
    "CREATE TABLE var_bytes_by_eq_class(unlowered_var_id" NUMBER ", eq_class_id" NUMBER
    ", bytes" NUMBER ", tile" MAYBE ")",
    "CREATE TABLE eq_class_step(eq_class_id" NUMBER ", step_id_from" NUMBER ", step_id_to" NUMBER
    ")",
    "CREATE TABLE unlowered_vars(id" KEY ", name" TEXT ")",
    "CREATE TABLE vars_string_table(id" KEY ", string" TEXT ")",
    "CREATE TABLE compilation_steps(id" KEY ", name" TEXT ")",
    "CREATE TABLE steps(id" KEY ", type" TEXT ", program" MAYBE
    ", sync_type TEXT, host_exchange" MAYBE ", inter_ipu_exchange" MAYBE ", exchange" MAYBE
    ", compute_set" MAYBE ")",
    "CREATE TABLE cycles_by_tile(id" KEY ", cycles_by_tile_rle" LIST ")",
    "CREATE TABLE steps_by_ipu(step_id" NUMBER ", ipu" NUMBER ", cycles_base" NUMBER
    ", active_cycles_from_max" NUMBER ", active_cycles_from_mean" NUMBER
    ", active_cycles_from_min" NUMBER ", active_cycles_to_max" NUMBER
    ", active_cycles_to_mean" NUMBER ", active_cycles_to_min" NUMBER ", all_cycles_to_max" NUMBER
    ", all_cycles_to_mean" NUMBER ", all_cycles_to_min" NUMBER ", cycles" NUMBER
    ", active_tiles" NUMBER ", active_tile_balance REAL NOT NULL, thread_balance REAL"
    ", tile_balance REAL NOT NULL, tile_cycles_id" MAYBE
    ", PRIMARY KEY(step_id, ipu)" REFERS ("tile_cycles_id", "cycles_by_tile", "id") ")",
    "CREATE TABLE vertices(vertex_id" KEY ", compute_set_id" NUMBER ", vertex_type" NUMBER
    ", cycles" NUMBER ")",
    "CREATE TABLE compute_set_cycles_by_tile(compute_set_id" KEY ", cycles_by_tile_ids" LIST ")",
    "CREATE TABLE compute_set_cycles_by_ipu(compute_set_id" KEY ", cycles_by_ipu_rle" LIST ")",
    "CREATE TABLE inter_ipu_exchange_cycles_by_tile(inter_ipu_exchange_id" KEY
    ", exchange_cycles_by_tile_ids" LIST ", sync_cycles_by_tile_ids" LIST ")",
    "CREATE TABLE runs(id" KEY ", start_epoch_time_microseconds" NUMBER
    ", elapsed_microseconds" MAYBE ", name" TEXT ", num_programs" NUMBER ", num_steps" NUMBER
    ", estimated_freq_by_ipu" MAYBE_LIST ", start_cycles_by_ipu" MAYBE_LIST
    ", end_cycles_by_ipu" MAYBE_LIST ")",
    "CREATE TABLE program_trace(id" KEY ", program_id" NUMBER ")",
    "CREATE TABLE execution_cycle_totals(run_id" MAYBE ", cycles" NUMBER
    ", tile_cycles_active_compute" NUMBER ", tile_cycles_compute" NUMBER
    ", tile_cycles_internal_exchange" NUMBER ", tile_cycles_inter_ipu_exchange" NUMBER
    ", tile_cycles_stream_copy" NUMBER ", tile_cycles_stream_copy_begin" NUMBER
    ", tile_cycles_stream_copy_end" NUMBER ", tile_cycles_sync" NUMBER
    ", tile_overhead_cycles_active_compute" NUMBER ", tile_overhead_cycles_compute" NUMBER
    ", tile_overhead_cycles_internal_exchange" NUMBER
    ", tile_overhead_cycles_inter_ipu_exchange" NUMBER ", tile_overhead_cycles_stream_copy" NUMBER
    ", tile_overhead_cycles_stream_copy_begin" NUMBER
    ", tile_overhead_cycles_stream_copy_end" NUMBER ", tile_overhead_cycles_sync" NUMBER ")",
    "CREATE TABLE execution_parameters(name" TEXT ", value" TEXT ", is_default" NUMBER ", run" MAYBE
    ", PRIMARY KEY(name,run))",
    "CREATE TABLE execution_info(compilation_id" TEXT ")",
    "CREATE TABLE absolute_markers(id" KEY ", cycles_from" NUMBER ", cycles_length" NUMBER
    ", step_id_by_tile" LIST ", cycles_by_tile" LIST ")",
    "CREATE TABLE blocks(tile" NUMBER ", cycles_from" NUMBER ", cycles_to" NUMBER
    ", block_id INTEGER NULL, type" NUMBER ")",
    "CREATE INDEX block_cycles_from ON blocks(tile, cycles_from)",
    "CREATE INDEX block_cycles_to ON blocks(tile, cycles_to)",
    NULL,
};

/* ---- tables ---------------------------------------------------------------------------------- */

struct _DemoDb {
  sqlite3 *db;
  char *path;
  GHashTable *statements; /* table name (static) → sqlite3_stmt */
  GHashTable *left_out;   /* set of table names: rows of these tables are ignored */
  const char *last_table; /* name of the table that the statement .last writes to */
  sqlite3_stmt *last;
  GCancellable *cancellable;
  guint64 n_rows;
  GError *error;
};

static void
statement_finalize (gpointer statement)
{
  sqlite3_finalize (statement);
}

static void
db_fail (DemoDb *self, const char *what)
{
  int code = sqlite3_errcode (self->db);

  if (!self->error)
    g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s: cannot write %s: %s%s",
                 self->path, what, sqlite3_errmsg (self->db),
                 code == SQLITE_FULL || code == SQLITE_IOERR ? "; make room on the disk" : "");
}

static void
db_run_sql (DemoDb *self, const char *sql)
{
  if (!self->error && sqlite3_exec (self->db, sql, NULL, NULL, NULL) != SQLITE_OK)
    db_fail (self, sql);
}

/* Closes the file and frees @self without reporting errors: writing has failed, or is finished. */
static void
demo_db_abandon (DemoDb *self)
{
  g_clear_pointer (&self->statements, g_hash_table_unref);
  g_clear_pointer (&self->left_out, g_hash_table_unref);
  sqlite3_close (self->db);
  g_clear_error (&self->error);
  g_free (self->path);
  g_free (self);
}

gboolean
demo_db_finish (DemoDb *self, GError **error)
{
  db_run_sql (self, "COMMIT");
  g_clear_pointer (&self->statements, g_hash_table_unref);
  if (sqlite3_close (self->db) != SQLITE_OK)
    db_fail (self, "the end of the file");
  else
    self->db = NULL;
  gboolean good = self->error == NULL;
  if (!good)
    g_propagate_error (error, g_steal_pointer (&self->error));
  demo_db_abandon (self);
  return good;
}

DemoDb *
demo_db_create (const char *path, GCancellable *cancellable, GError **error)
{
  DemoDb *self = g_new0 (DemoDb, 1);

  self->path = g_strdup (path);
  self->cancellable = cancellable;
  self->left_out = g_hash_table_new (g_str_hash, g_str_equal);
  self->statements = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, statement_finalize);
  /* Open without mutexes: only one thread writes. */
  if (sqlite3_open_v2 (path, &self->db,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                       NULL) != SQLITE_OK)
    db_fail (self, "the file");
  /* secure_delete zeroes unused bytes of pages, so that the same seed gives the same bytes. */
  db_run_sql (self,
              "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
              "PRAGMA secure_delete = ON; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -200000;"
              "PRAGMA locking_mode = EXCLUSIVE; BEGIN");
  /* CREATE statements in the order of a real file. */
  for (const char *const *sql = statements; *sql; sql++)
    db_run_sql (self, *sql);
  if (self->error) {
    g_propagate_error (error, g_steal_pointer (&self->error));
    demo_db_abandon (self);
    return NULL;
  }
  return self;
}

void
demo_db_leave_out (DemoDb *self, const char *table)
{
  g_hash_table_add (self->left_out, (gpointer) table);
}

gboolean
demo_db_failed (DemoDb *self)
{
  return self->error != NULL;
}

static sqlite3_stmt *
statement_for (DemoDb *self, const char *table, gsize n)
{
  sqlite3_stmt *statement = g_hash_table_lookup (self->statements, table);

  if (statement)
    return statement;
  g_autoptr (GString) sql = g_string_new (NULL);
  g_string_printf (sql, "INSERT INTO %s VALUES(?", table);
  for (gsize i = 1; i < n; i++)
    g_string_append (sql, ",?");
  g_string_append_c (sql, ')');
  if (sqlite3_prepare_v2 (self->db, sql->str, -1, &statement, NULL) != SQLITE_OK) {
    db_fail (self, table);
    return NULL;
  }
  g_hash_table_insert (self->statements, (gpointer) table, statement);
  return statement;
}

static void
bind_list (sqlite3_stmt *statement, int column, const GByteArray *list)
{
  if (!list)
    sqlite3_bind_null (statement, column);
  else if (list->len == 0)
    sqlite3_bind_zeroblob (statement, column, 0);
  else
    sqlite3_bind_blob (statement, column, list->data, (int) list->len, SQLITE_STATIC);
}

static void
bind (sqlite3_stmt *statement, const char *kinds, va_list args)
{
  for (int i = 0; kinds[i]; i++) {
    gint64 number;

    switch (kinds[i]) {
    case 'i':
      sqlite3_bind_int64 (statement, i + 1, va_arg (args, gint64));
      break;
    case 'o':
      number = va_arg (args, gint64);
      if (number < 0)
        sqlite3_bind_null (statement, i + 1);
      else
        sqlite3_bind_int64 (statement, i + 1, number);
      break;
    case 's':
      sqlite3_bind_text (statement, i + 1, va_arg (args, const char *), -1, SQLITE_STATIC);
      break;
    case 'd':
      sqlite3_bind_double (statement, i + 1, va_arg (args, double));
      break;
    case 'b':
      bind_list (statement, i + 1, va_arg (args, const GByteArray *));
      break;
    default:
      sqlite3_bind_null (statement, i + 1);
    }
  }
}

void
demo_db_row (DemoDb *self, const char *table, const char *kinds, ...)
{
  if ((++self->n_rows & 4095) == 0 && !self->error)
    g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
  if (self->error)
    return;
  if (table != self->last_table) {
    gboolean out = g_hash_table_contains (self->left_out, table);
    self->last = out ? NULL : statement_for (self, table, strlen (kinds));
    self->last_table = self->last || out ? table : NULL;
  }
  sqlite3_stmt *statement = self->last;
  if (!statement)
    return;
  va_list args;
  va_start (args, kinds);
  bind (statement, kinds, args);
  va_end (args);
  if (sqlite3_step (statement) != SQLITE_DONE)
    db_fail (self, table);
  sqlite3_reset (statement);
}

GByteArray *
demo_plain (const guint32 *values, gsize n)
{
  GByteArray *out = g_byte_array_sized_new ((guint) n);

  for (gsize i = 0; i < n; i++)
    poplens_varint_append (out, values[i]);
  return out;
}

GByteArray *
demo_rle64 (const guint64 *values, gsize n)
{
  GByteArray *out = g_byte_array_new ();

  poplens_list_append (POPLENS_ENCODING_RLE, out, values, n);
  return out;
}

GByteArray *
demo_rle (const guint32 *values, gsize n)
{
  g_autofree guint64 *wide = g_new (guint64, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    wide[i] = values[i];
  return demo_rle64 (wide, n);
}
