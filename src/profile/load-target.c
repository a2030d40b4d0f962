/* Loads three small parts: target, engine options and compilation. */
#include "base/error.h"
#include "database/columns.h"
#include "profile/loaders.h"

#include <string.h>

/* ---- compilation ----------------------------------------------------------------------------- */

/* Reads the compile phases; skips those with unknown times. FALSE with @error. */
static gboolean
read_phases (const PoplensLoad *load, PoplensReading *reading, PoplensCompilation *part,
             GError **error)
{
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, reading, part->strings);

  while (poplens_rows_next (&rows)) {
    gboolean starts = poplens_query_is_known (rows.query, 1);
    if (poplens_query_is_known (rows.query, 2) && starts)
      poplens_rows_take (&rows);
  }
  return poplens_rows_end (&rows, error);
}

PoplensCompilation *
poplens_load_compilation (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensCompilation) part = poplens_compilation_new ();
  PoplensReading phases = {"compilation_trace",
                           "ts, dur DESC",
                           &part->n_phases,
                           {{"name!", POPLENS_TEXT, &part->phase_name},
                            {"ts!", POPLENS_U64, &part->phase_start},
                            {"dur!", POPLENS_U64, &part->phase_duration}}};
  PoplensReading readings[] = {
      {"optimization_info",
       "key",
       &part->n_optimizations,
       {{"key!", POPLENS_TEXT, &part->optimization_key},
        {"value!", POPLENS_DOUBLE, &part->optimization_value}}},
      {"compilation_steps",
       "id",
       &part->n_steps,
       {{"id!", POPLENS_I64, &part->step_id}, {"name!", POPLENS_TEXT, &part->step_name}}}};

  return read_phases (load, &phases, part, error) &&
                 poplens_read_columns (load->database, readings, G_N_ELEMENTS (readings),
                                       part->strings, error)
             ? g_steal_pointer (&part)
             : NULL;
}

/* ---- engine options -------------------------------------------------------------------------- */

static gboolean
read_option_set (const PoplensLoad *load, const char *table, PoplensOptionSet set,
                 PoplensOptions *options, GError **error)
{
  gboolean by_run = poplens_schema_has_column (load->database->schema, table, "run");
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, table, "name!, value!, is_default, run", by_run ? "name, run" : "name");

  while (poplens_query_next (q)) {
    g_autofree char *name = g_utf8_make_valid (poplens_query_text (q, 0), -1);
    g_autofree char *value = g_utf8_make_valid (poplens_query_text (q, 1), -1);
    poplens_options_add (options, set, name, value,
                         poplens_query_is_null (q, 2) || poplens_query_i64 (q, 2) != 0,
                         poplens_query_is_known (q, 3) ? poplens_query_i64 (q, 3) : -1);
  }
  return poplens_query_end (q, error);
}

PoplensOptions *
poplens_load_options (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensOptions) options = poplens_options_new ();

  if (!read_option_set (load, "compilation_parameters", POPLENS_OPTION_COMPILATION, options,
                        error) ||
      !read_option_set (load, "target_parameters", POPLENS_OPTION_TARGET, options, error) ||
      !read_option_set (load, "execution_parameters", POPLENS_OPTION_EXECUTION, options, error))
    return NULL;
  return g_steal_pointer (&options);
}

/* ---- target ---------------------------------------------------------------------------------- */

/* Returns offsets as text: "0, 16384, …". (transfer full) */
static char *
list_as_text (const GArray *values)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < values->len; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, i ? ", " : "",
                            g_array_index (values, guint64, i));
  return g_string_free (text, FALSE);
}

static GArray *
read_offsets (PoplensQuery *q, int column)
{
  gsize size;
  const guint8 *data = poplens_query_blob (q, column, &size);
  g_autoptr (GError) error = NULL;
  GArray *values =
      poplens_list_decode (POPLENS_ENCODING_PLAIN, data, size, POPLENS_ANY_LENGTH, &error);

  if (values)
    return values;
  poplens_query_fail (q, "a list of offsets: %s", error->message);
  return g_array_new (FALSE, FALSE, sizeof (guint64));
}

static void
add_field (PoplensTarget *target, const char *key, char *value)
{
  PoplensTargetField *field = g_new (PoplensTargetField, 1);

  *field = (PoplensTargetField){g_strdup (key), value};
  g_ptr_array_add (target->fields, field);
}

/* Adds every column of target_info as text, including columns that Poplens does not know. Damaged
 * numbers are left out. FALSE with @error. */
static gboolean
read_fields (const PoplensLoad *load, PoplensTarget *target, GError **error)
{
  g_autofree char *names =
      poplens_schema_table_names (poplens_schema_get_table (load->database->schema, "target_info"));
  g_auto (GStrv) keys = g_strsplit (names, ",", -1);
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, "target_info", names, "LIMIT 1");

  while (poplens_query_next (q))
    for (int i = 0; keys[i]; i++) {
      const char *key = keys[i];
      if (strstr (key, "Offsets")) {
        g_autoptr (GArray) values = read_offsets (q, i);
        add_field (target, key, list_as_text (values));
      } else if (!poplens_query_is_number (q, i) || poplens_query_is_known (q, i)) {
        add_field (target, key, g_utf8_make_valid (poplens_query_text (q, i), -1));
      }
    }
  return poplens_query_end (q, error);
}

static guint64
known_or_0 (PoplensQuery *q, int column)
{
  return poplens_query_is_known (q, column) ? poplens_query_u64 (q, column) : 0;
}

/* Reads a number that is NULL in older files. *@value is 0 if the number is NULL or damaged. FALSE
 * only if it is damaged. */
static gboolean
read_optional_number (PoplensQuery *q, int column, guint64 *value)
{
  gboolean known = poplens_query_is_known (q, column);

  *value = known ? poplens_query_u64 (q, column) : 0;
  return known || poplens_query_is_null (q, column);
}

/* Sets target->contradiction if bytes_per_tile contradicts all known totals of memory. The file
 * does not show which number is wrong. */
static void
check_tile_bytes (PoplensTarget *target, const char *path)
{
  const struct {
    const char *name;
    guint64 bytes, tiles;
  } sums[] = {{"bytes_per_ipu", target->bytes_per_ipu, target->tiles_per_ipu},
              {"memory_per_replica", target->memory_per_replica, target->tiles_per_replica},
              {"total_memory", target->total_memory, target->num_tiles}};
  g_autoptr (GString) names = g_string_new (NULL);

  if (!target->bytes_per_tile)
    return;
  for (guint s = 0; s < G_N_ELEMENTS (sums); s++)
    if (sums[s].bytes && sums[s].bytes == sums[s].tiles * target->bytes_per_tile)
      return;
    else if (sums[s].bytes)
      g_string_append_printf (names, "%s%s", names->len ? ", " : "", sums[s].name);
  if (names->len)
    target->contradiction =
        g_strdup_printf ("%s, table target_info: bytes_per_tile (%" G_GUINT64_FORMAT
                         ") contradicts %s; memory capacity is in doubt. Copy the file again or "
                         "record a new report.",
                         path, target->bytes_per_tile, names->str);
}

static gboolean
read_target_info (const PoplensLoad *load, PoplensTarget *target, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new (
      load->database, "target_info",
      POPLENS_TARGET_COUNTS
      ", bytes_per_tile!, bytes_per_ipu, memory_per_replica, total_memory, clock_frequency,"
      "interleavedMemoryStart, tileMemoryBaseAddress, exchangeBytesPerCycle, type_, architecture,"
      "memoryElementOffsets, memoryRegionsOffsets",
      "LIMIT 1");

  if (!poplens_query_next (q)) {
    if (poplens_query_end (q, error))
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_EMPTY, "%s has no row in target_info",
                   load->database->path);
    return FALSE;
  }
  PoplensTargetCounts counts = poplens_query_target_counts (q);
  /* Reading the three counts as required numbers makes the query fail if one is unknown. */
  for (int c = 0; c < 3; c++)
    poplens_query_u64 (q, c);
  target->num_ipus = counts.num_ipus;
  target->num_replicas = counts.num_replicas;
  target->ipus_per_replica = counts.ipus_per_replica;
  target->tiles_per_ipu = counts.tiles_per_ipu;
  target->num_tiles = counts.num_tiles;
  target->tiles_per_replica = counts.tiles_per_replica;
  target->bytes_per_tile = poplens_query_u64 (q, 6);
  target->bytes_per_ipu = known_or_0 (q, 7);
  target->memory_per_replica = known_or_0 (q, 8);
  target->total_memory = known_or_0 (q, 9);
  target->clock_hz = known_or_0 (q, 10);
  target->interleaved_start = known_or_0 (q, 11);
  target->tile_memory_base = known_or_0 (q, 12);
  target->exchange_bytes_per_cycle = known_or_0 (q, 13);
  target->type = g_utf8_make_valid (poplens_query_text (q, 14), -1);
  target->architecture = g_utf8_make_valid (poplens_query_text (q, 15), -1);
  target->memory_element_offsets = read_offsets (q, 16);
  target->memory_region_offsets = read_offsets (q, 17);
  check_tile_bytes (target, load->database->path);
  return poplens_query_end (q, error);
}

/* Returns the text of @column in the first row of @table. (transfer full) (nullable): NULL if there
 * is none */
static char *
read_text (const PoplensLoad *load, const char *table, const char *column)
{
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, table, column, "LIMIT 1");

  return poplens_schema_has_column (load->database->schema, table, column) && poplens_query_next (q)
             ? g_utf8_make_valid (poplens_query_text (q, 0), -1)
             : NULL;
}

static void
add_notice (PoplensTarget *target, char *text)
{
  g_ptr_array_add (target->notices, text);
}

/* The format version and type that this room supports (formats.md 3). */
#define KNOWN_MAJOR 3
#define KNOWN_TYPE "graph_profile"

static void
check_version (const PoplensLoad *load, PoplensTarget *target, guint64 major, const char *type)
{
  if (major != KNOWN_MAJOR)
    add_notice (target,
                g_strdup_printf ("%s has format version %s; Poplens supports version %d. Compare "
                                 "its figures with another source.",
                                 load->database->path, target->format_version, KNOWN_MAJOR));
  if (*type && strcmp (type, KNOWN_TYPE)) {
    g_autofree char *valid = g_utf8_make_valid (type, -1);
    add_notice (target, g_strdup_printf ("%s is recorded as “%s”, not as a " KNOWN_TYPE ".",
                                         load->database->path, valid));
  }
}

static gboolean
read_version_info (const PoplensLoad *load, PoplensTarget *target, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, "version_info",
                         "major!, minor!, point, is_unstable_format, file_type", "LIMIT 1");

  if (poplens_query_next (q)) {
    guint64 number[3], unstable;
    gboolean known = TRUE;
    for (int n = 0; n < 3; n++)
      known &= read_optional_number (q, n, &number[n]);
    read_optional_number (q, 3, &unstable);
    target->unstable_format = unstable != 0;
    if (known)
      target->format_version = g_strdup_printf ("%u.%u.%u", (guint32) number[0],
                                                (guint32) number[1], (guint32) number[2]);
    check_version (load, target, known ? number[0] : KNOWN_MAJOR, poplens_query_text (q, 4));
  }
  return poplens_query_end (q, error);
}

static void
read_versions (const PoplensLoad *load, PoplensTarget *target)
{
  target->poplar_version = read_text (load, "poplar_version", "string");
  target->package_hash = read_text (load, "poplar_version", "package_hash");
  target->timestamp = read_text (load, "date_time", "string");
  target->compilation_id = read_text (load, "compilation_info", "compilation_id");
  target->execution_compilation_id = read_text (load, "execution_info", "compilation_id");
  const char *compiled = target->compilation_id, *executed = target->execution_compilation_id;
  if (compiled && *compiled && executed && *executed && strcmp (compiled, executed))
    add_notice (target,
                g_strdup_printf ("%s: the executed compilation is %s, the recorded one %s; steps "
                                 "and programs may not match.",
                                 load->database->path, executed, compiled));
}

static gboolean
read_graph (const PoplensLoad *load, PoplensTarget *target, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, "graph_info",
                         "num_compute_sets, num_edges, num_vars, num_vertices", "LIMIT 1");
  guint64 *const numbers[] = {&target->compute_sets, &target->edges, &target->variables,
                              &target->vertices};

  if (poplens_query_next (q)) {
    target->has_graph = TRUE;
    for (guint n = 0; n < G_N_ELEMENTS (numbers); n++)
      target->has_graph &= read_optional_number (q, (int) n, numbers[n]);
  }
  return poplens_query_end (q, error);
}

static gboolean
read_settings (const PoplensLoad *load, PoplensTarget *target, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, "instrumentation_settings",
                         "compute, compute_level, external_exchange, control_flow", "LIMIT 1");

  if (poplens_query_next (q)) {
    const char *level = poplens_query_text (q, 1);
    guint64 compute, exchange, control_flow;
    target->has_instrumentation = read_optional_number (q, 0, &compute) &
                                  read_optional_number (q, 2, &exchange) &
                                  read_optional_number (q, 3, &control_flow);
    target->compute_level = compute && *level ? g_utf8_make_valid (level, -1) : g_strdup ("Off");
    target->external_exchange = exchange != 0;
    target->control_flow = control_flow != 0;
  }
  return poplens_query_end (q, error);
}

static gboolean
read_sync_delays (const PoplensLoad *load, PoplensTarget *target, GError **error)
{
  g_autoptr (GArray) tiles = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) delays = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "relative_sync_delay", "tile!, delay!", "tile");

  while (poplens_query_next (q))
    if (poplens_query_is_known (q, 0) & poplens_query_is_known (q, 1)) {
      POPLENS_PUSH (tiles, guint32, poplens_query_u32 (q, 0));
      POPLENS_PUSH (delays, guint32, poplens_query_u32 (q, 1));
    }
  target->n_sync_delays = tiles->len;
  target->sync_delay_tile = poplens_column_steal (&tiles);
  target->sync_delay = poplens_column_steal (&delays);
  return poplens_query_end (q, error);
}

typedef gboolean (*TargetReader) (const PoplensLoad *load, PoplensTarget *target, GError **error);

PoplensTarget *
poplens_load_target (const PoplensLoad *load, GError **error)
{
  static const TargetReader readers[] = {read_version_info, read_graph, read_settings,
                                         read_sync_delays};
  g_autoptr (PoplensTarget) target = poplens_target_new ();

  if (!read_target_info (load, target, error) || !read_fields (load, target, error))
    return NULL;
  read_versions (load, target);
  if (g_cancellable_set_error_if_cancelled (load->database->cancellable, error))
    return NULL;
  /* Damage in the tables of these readers becomes a notice. The target is usable without these
   * tables. */
  for (guint r = 0; r < G_N_ELEMENTS (readers); r++) {
    g_autoptr (GError) wrong = NULL;
    if (readers[r](load, target, &wrong))
      continue;
    if (!poplens_error_is_lack (wrong)) {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return NULL;
    }
    add_notice (target, g_strdup_printf ("%s. It is ignored.", wrong->message));
  }
  return g_steal_pointer (&target);
}
