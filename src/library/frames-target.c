/* Frames of target, options, compilation, the archive and the JSON files. */
#include "library/frame-private.h"

#define TARGET(name, holds, field, unit, doc)                                                      \
  POPLENS_COLUMN (name, holds, PoplensTarget, field, unit, NONE, doc)

static const PoplensPlan target[] = {
    TARGET ("type", TEXT, type, "text", "Type of the target: \"IPU\", \"IPU_MODEL\" or \"CPU\""),
    TARGET ("architecture", TEXT, architecture, "text",
            "Architecture: \"ipu1\", \"ipu2\", \"ipu21\" or \"ipu30\""),
    TARGET ("num_ipus", U32, num_ipus, "count", "IPUs of all replicas"),
    TARGET ("num_replicas", U32, num_replicas, "count", "Replicas"),
    TARGET ("ipus_per_replica", U32, ipus_per_replica, "count", "IPUs of one replica"),
    TARGET ("tiles_per_ipu", U32, tiles_per_ipu, "count", "Tiles of one IPU"),
    TARGET ("num_tiles", U32, num_tiles, "count", "Tiles of all IPUs"),
    TARGET ("tiles_per_replica", U32, tiles_per_replica, "count", "Tiles of one replica"),
    TARGET ("bytes_per_tile", U64, bytes_per_tile, "bytes", "Memory of one tile"),
    TARGET ("bytes_per_ipu", U64, bytes_per_ipu, "bytes", "Memory of one IPU"),
    TARGET ("memory_per_replica", U64, memory_per_replica, "bytes", "Memory of one replica"),
    TARGET ("total_memory", U64, total_memory, "bytes", "Memory of all IPUs"),
    TARGET ("clock_frequency", U64, clock_hz, "hertz", "Nominal clock of the tiles"),
    TARGET ("interleaved_start", U64, interleaved_start, "bytes",
            "Offset of the interleaved region in the memory of a tile"),
    TARGET ("tile_memory_base", U64, tile_memory_base, "address",
            "Address of the first byte of the memory of a tile"),
    TARGET ("exchange_bytes_per_cycle", U64, exchange_bytes_per_cycle, "bytes",
            "Bytes that a tile receives in one cycle of an exchange"),
    TARGET ("has_graph", GBOOLEAN, has_graph, "bool",
            "Whether the size of the graph is recorded; if not, the next four columns are 0"),
    TARGET ("num_compute_sets", U64, compute_sets, "count", "Compute sets of the graph"),
    TARGET ("num_edges", U64, edges, "count", "Edges of the graph"),
    TARGET ("num_variables", U64, variables, "count", "Lowered variables of the graph"),
    TARGET ("num_vertices", U64, vertices, "count", "Vertices of the graph"),
    TARGET ("poplar_version", TEXT, poplar_version, "text",
            "Version of Poplar, for example \"3.3.0 (…)\""),
    TARGET ("package_hash", TEXT, package_hash, "text", "Hash of the SDK package"),
    TARGET ("timestamp", TEXT, timestamp, "text", "Start of the compilation: YYYY-MM-DD HH:MM:SS"),
    TARGET ("format_version", TEXT, format_version, "text",
            "Schema version of the profile, for example \"3.8.0\""),
    TARGET ("unstable_format", GBOOLEAN, unstable_format, "bool",
            "Whether the profile calls its format unstable"),
    TARGET ("compilation_id", TEXT, compilation_id, "text", "ID of the compilation"),
    TARGET ("execution_compilation_id", TEXT, execution_compilation_id, "text",
            "ID of the compilation that was executed"),
    TARGET ("has_instrumentation", GBOOLEAN, has_instrumentation, "bool",
            "Whether the settings of instrumentation are recorded; if not, ignore the next three "
            "columns"),
    TARGET ("compute_level", TEXT, compute_level, "text",
            "Level at which cycles were measured: \"Off\", \"Vertex\", \"Tile\", \"IPU\" or "
            "\"Device\""),
    TARGET ("external_exchange", GBOOLEAN, external_exchange, "bool",
            "Whether exchanges with the host and between IPUs were measured"),
    TARGET ("control_flow", GBOOLEAN, control_flow, "bool", "Whether control flow was measured"),
};

static PoplensFrame *
build_target (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  const PoplensTarget *data = poplens_report_load (report, spec->part, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, 1, NULL, NULL);
  poplens_frame_add_records (self, spec->plans, spec->n_plans, data, sizeof *data, NULL);
  return self;
}

static const PoplensPlan sync_delays[] = {
    POPLENS_COLUMN ("tile", U32, PoplensTarget, sync_delay_tile, "id", NONE, "Number of the tile"),
    POPLENS_COLUMN ("delay", U32, PoplensTarget, sync_delay, "cycles", NONE,
                    "Cycles by which a sync takes longer on this tile than on the fastest tile"),
};

/* ---- options -----------------------------------------------------------------------------------
 */

static void
option_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensOption *option = g_ptr_array_index (((const PoplensOptions *) data)->rows, row);
  const char *texts[] = {poplens_option_set_name (option->set), option->name, option->value};

  value->type = column < 3 ? POPLENS_VALUE_TEXT : POPLENS_VALUE_INT;
  if (column < 3)
    value->text = texts[column];
  else if (column == 3)
    value->integer = option->is_default;
  else if (option->run < 0)
    value->type = POPLENS_VALUE_NULL;
  else
    value->integer = option->run;
  if (column < 3 && !value->text)
    value->type = POPLENS_VALUE_NULL;
}

static PoplensFrame *
build_options (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
               GCancellable *cancellable, GError **error)
{
  static const PoplensPlan plans[] = {
      {.name = "set", .unit = "text", .doc = "\"compilation\", \"target\" or \"execution\""},
      {.name = "name", .unit = "text", .doc = "Name of the engine option"},
      {.name = "value", .unit = "text", .doc = "Value of the option"},
      {.name = "is_default", .unit = "bool", .doc = "Whether the value is the default"},
      {.name = "run", .unit = "id", .doc = "Run of an execution option, if recorded"},
  };
  const PoplensOptions *data = poplens_report_load (report, spec->part, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->rows->len, NULL, NULL);
  for (guint p = 0; p < G_N_ELEMENTS (plans); p++)
    poplens_frame_add_cells (self, &plans[p], option_cell, data, p);
  return self;
}

/* ---- compilation -------------------------------------------------------------------------------
 */

static const PoplensPlan phases[] = {
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, phase_name, "text", NONE,
                    "Name of the compiler phase"),
    POPLENS_COLUMN ("start", U64, PoplensCompilation, phase_start, "microseconds", NONE,
                    "Start of the phase; the unit is inferred"),
    POPLENS_COLUMN ("duration", U64, PoplensCompilation, phase_duration, "microseconds", NONE,
                    "Duration of the phase; the unit is inferred"),
};

static const PoplensPlan optimizations[] = {
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, optimization_key, "text", NONE,
                    "Name of the counter"),
    POPLENS_COLUMN ("value", DOUBLE, PoplensCompilation, optimization_value, "number", NONE,
                    "Value of the counter"),
};

static const PoplensPlan compilation_steps[] = {
    POPLENS_COLUMN ("id", I64, PoplensCompilation, step_id, "id", NONE,
                    "ID of the compilation step"),
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, step_name, "text", NONE,
                    "Name of the compilation step"),
};

/* ---- archive.a ---------------------------------------------------------------------------------
 */

static const PoplensPlan archive[] = {
    POPLENS_COLUMN ("tile", U32, PoplensArchive, tile, "id", NONE, "Tile of the image"),
    POPLENS_COLUMN ("name", NAME, PoplensArchive, name, "text", NONE,
                    "Name of the member of archive.a"),
    POPLENS_COLUMN ("position", U64, PoplensArchive, position, "bytes", NONE,
                    "Position of the member in the archive"),
    POPLENS_COLUMN ("covered", U64, PoplensArchive, bytes, "bytes", NONE,
                    "Bytes that the segments of the image cover, including gaps inside a segment"),
    POPLENS_COLUMN ("including_gaps", U64, PoplensArchive, including_gaps, "bytes", NONE,
                    "Bytes up to the highest end of a segment"),
    POPLENS_COLUMN ("non_interleaved", U64, PoplensArchive, non_interleaved, "bytes", NONE,
                    "Bytes outside the interleaved region (part of covered)"),
    POPLENS_COLUMN ("interleaved", U64, PoplensArchive, interleaved, "bytes", NONE,
                    "Bytes in the interleaved region (part of covered)"),
    POPLENS_COLUMN ("overflowed", U64, PoplensArchive, overflowed, "bytes", NONE,
                    "Bytes past the end of the tile's memory (part of covered)"),
    POPLENS_COLUMN ("symbols", U32, PoplensArchive, n_symbols, "count", NONE,
                    "Entries of the symbol table of the image"),
};

static const PoplensPlan archive_symbols[] = {
    POPLENS_COLUMN ("name", NAME, PoplensSymbol, name, "text", NONE,
                    "Name of the symbol, as linked"),
    POPLENS_COLUMN ("address", U32, PoplensSymbol, address, "address", NONE,
                    "Address of the first byte"),
    POPLENS_COLUMN ("size", U32, PoplensSymbol, size, "bytes", NONE,
                    "Size of the symbol; 0 if not recorded"),
    POPLENS_COLUMN ("type", U32, PoplensSymbol, type, "id", NONE,
                    "0 other, 1 object, 2 function, 3 section, 4 file"),
};

/* ---- framework.json and app.json ---------------------------------------------------------------
 */

const PoplensPlan poplens_json_plans[POPLENS_N_JSON_PLANS] = {
    POPLENS_COLUMN ("key", NAME, PoplensJsonNode, key, "text", NONE,
                    "Name of the member, \"[3]\" in an array, \"\" for the root"),
    POPLENS_COLUMN ("value", NAME, PoplensJsonNode, value, "text", NONE,
                    "Scalar value as text; \"\" for objects and arrays"),
    POPLENS_COLUMN ("type", U32, PoplensJsonNode, type, "id", NONE,
                    "0 object, 1 array, 2 string, 3 number, 4 bool, 5 null"),
    POPLENS_COLUMN ("depth", U32, PoplensJsonNode, depth, "count", NONE,
                    "Depth in the tree; 0: the root"),
    POPLENS_COLUMN ("children", U32, PoplensJsonNode, n_children, "count", NONE,
                    "Number of direct members or elements"),
};

static PoplensFrame *
build_json (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  const PoplensJsonTree *data = poplens_report_load (report, spec->part, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->nodes->len, NULL, NULL);
  poplens_frame_add_records (self, spec->plans, spec->n_plans, data->nodes->data,
                             sizeof (PoplensJsonNode), data->strings);
  return self;
}

#define PLANS(columns) .plans = columns, .n_plans = G_N_ELEMENTS (columns)
#define OF_PART(Type, count, pool)                                                                 \
  .build = poplens_frame_of_part, .n_rows = G_STRUCT_OFFSET (Type, count), .strings = pool
#define COMPILATION(count)                                                                         \
  .part = POPLENS_PART_COMPILATION,                                                                \
  OF_PART (PoplensCompilation, count, G_STRUCT_OFFSET (PoplensCompilation, strings))

PoplensFrameGroup
poplens_frames_of_target (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "target",
       .doc = "One row: target, size of the graph, versions and instrumentation",
       .part = POPLENS_PART_TARGET,
       .build = build_target,
       PLANS (target)},
      {.name = "sync-delays",
       .doc = "One row per tile: delay of syncs",
       .part = POPLENS_PART_TARGET,
       OF_PART (PoplensTarget, n_sync_delays, POPLENS_NO_OFFSET),
       PLANS (sync_delays)},
      {.name = "options",
       .doc = "One row per engine option",
       .part = POPLENS_PART_OPTIONS,
       .build = build_options},
      {.name = "phases",
       .doc = "One row per phase of the compiler, by start",
       COMPILATION (n_phases),
       PLANS (phases)},
      {.name = "optimizations",
       .doc = "One row per counter of the compiler's optimisations",
       COMPILATION (n_optimizations),
       PLANS (optimizations)},
      {.name = "compilation-steps",
       .doc = "One row per compilation step; most reports have none",
       COMPILATION (n_steps),
       PLANS (compilation_steps)},
      {.name = "archive",
       .doc = "One row per image of a tile in archive.a, by tile",
       .part = POPLENS_PART_ARCHIVE,
       OF_PART (PoplensArchive, n, G_STRUCT_OFFSET (PoplensArchive, strings)),
       PLANS (archive)},
      {.name = "archive-symbols",
       .doc = "One row per symbol of the image of a tile",
       .key = "number of a tile",
       .part = POPLENS_PART_ARCHIVE,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_SYMBOLS,
       .record = sizeof (PoplensSymbol),
       PLANS (archive_symbols)},
      {.name = "framework",
       .doc = "One row per node of framework.json, in preorder",
       .part = POPLENS_PART_FRAMEWORK,
       .build = build_json,
       PLANS (poplens_json_plans)},
      {.name = "app",
       .doc = "One row per node of app.json, in preorder",
       .part = POPLENS_PART_APP,
       .build = build_json,
       PLANS (poplens_json_plans)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
