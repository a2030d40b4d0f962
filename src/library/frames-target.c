/* Frames of target, options, compilation, archive.a and the JSON files. */
#include "library/frame-private.h"

#define TARGET(name, holds, field, unit, doc)                                                      \
  POPLENS_COLUMN (name, holds, PoplensTarget, field, unit, FILE, NONE, doc)

static const PoplensColumn target[] = {
    TARGET ("type", TEXT, type, TEXT, "Type of the target: \"IPU\", \"IPU_MODEL\" or \"CPU\""),
    TARGET ("architecture", TEXT, architecture, TEXT,
            "Architecture: \"ipu1\", \"ipu2\", \"ipu21\" or \"ipu30\""),
    TARGET ("num_ipus", U32, num_ipus, COUNT, "IPUs of all replicas"),
    TARGET ("num_replicas", U32, num_replicas, COUNT, "Replicas"),
    TARGET ("ipus_per_replica", U32, ipus_per_replica, COUNT, "IPUs of one replica"),
    TARGET ("tiles_per_ipu", U32, tiles_per_ipu, COUNT, "Tiles of one IPU"),
    TARGET ("num_tiles", U32, num_tiles, COUNT, "Tiles of all IPUs"),
    TARGET ("tiles_per_replica", U32, tiles_per_replica, COUNT, "Tiles of one replica"),
    TARGET ("bytes_per_tile", U64, bytes_per_tile, BYTES, "Memory of one tile"),
    TARGET ("bytes_per_ipu", U64, bytes_per_ipu, BYTES, "Memory of one IPU"),
    TARGET ("memory_per_replica", U64, memory_per_replica, BYTES, "Memory of one replica"),
    TARGET ("total_memory", U64, total_memory, BYTES, "Memory of all IPUs"),
    TARGET ("clock_frequency", U64, clock_hz, HERTZ, "Nominal clock of the tiles"),
    TARGET ("interleaved_start", U64, interleaved_start, BYTES,
            "Offset of the interleaved region in the memory of a tile"),
    TARGET ("tile_memory_base", U64, tile_memory_base, ADDRESS,
            "Address of the first byte of the memory of a tile"),
    TARGET ("exchange_bytes_per_cycle", U64, exchange_bytes_per_cycle, BYTES,
            "Bytes that a tile receives in one cycle of an exchange"),
    TARGET ("has_graph", GBOOLEAN, has_graph, BOOL,
            "Whether the size of the graph is recorded; if not, the next four columns are 0"),
    TARGET ("num_compute_sets", U64, compute_sets, COUNT, "Compute sets of the graph"),
    TARGET ("num_edges", U64, edges, COUNT, "Edges of the graph"),
    TARGET ("num_variables", U64, variables, COUNT, "Lowered variables of the graph"),
    TARGET ("num_vertices", U64, vertices, COUNT, "Vertices of the graph"),
    TARGET ("poplar_version", TEXT, poplar_version, TEXT,
            "Version of Poplar, for example \"3.3.0 (…)\""),
    TARGET ("package_hash", TEXT, package_hash, TEXT, "Hash of the SDK package"),
    TARGET ("timestamp", TEXT, timestamp, TEXT, "Start of the compilation: YYYY-MM-DD HH:MM:SS"),
    TARGET ("format_version", TEXT, format_version, TEXT,
            "Schema version of the profile, for example \"3.8.0\""),
    TARGET ("unstable_format", GBOOLEAN, unstable_format, BOOL,
            "Whether the profile calls its format unstable"),
    TARGET ("compilation_id", TEXT, compilation_id, TEXT, "ID of the compilation"),
    TARGET ("execution_compilation_id", TEXT, execution_compilation_id, TEXT,
            "ID of the compilation that was executed"),
    TARGET ("has_instrumentation", GBOOLEAN, has_instrumentation, BOOL,
            "Whether the settings of instrumentation are recorded; if not, ignore the next three "
            "columns"),
    TARGET ("compute_level", TEXT, compute_level, TEXT,
            "Level at which cycles were measured: \"Off\", \"Vertex\", \"Tile\", \"IPU\" or "
            "\"Device\""),
    TARGET ("external_exchange", GBOOLEAN, external_exchange, BOOL,
            "Whether exchanges with the host and between IPUs were measured"),
    TARGET ("control_flow", GBOOLEAN, control_flow, BOOL, "Whether control flow was measured"),
};

static const PoplensColumn sync_delays[] = {
    POPLENS_COLUMN ("tile", U32, PoplensTarget, sync_delay_tile, ID, FILE, NONE,
                    "Number of the tile"),
    POPLENS_COLUMN ("delay", U32, PoplensTarget, sync_delay, CYCLES, FILE, NONE,
                    "Cycles by which a sync takes longer on this tile than on the fastest tile"),
};

/* ---- options --------------------------------------------------------------------------------- */

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

static const PoplensColumn options[] = {
    POPLENS_WORKED_OUT ("set", TEXT, FILE, "\"compilation\", \"target\" or \"execution\""),
    POPLENS_WORKED_OUT ("name", TEXT, FILE, "Name of the engine option"),
    POPLENS_WORKED_OUT ("value", TEXT, FILE, "Value of the option"),
    POPLENS_WORKED_OUT ("is_default", BOOL, FILE, "Whether the value is the default"),
    POPLENS_WORKED_OUT ("run", ID, FILE, "Run of an execution option, if recorded"),
};

static PoplensFrame *
build_options (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
               GCancellable *cancellable, GError **error)
{
  const PoplensOptions *data = poplens_report_load (report, spec->part, cancellable, error);

  return data ? poplens_frame_new (spec, report, data->rows->len, data, NULL) : NULL;
}

/* ---- compilation ----------------------------------------------------------------------------- */

static const PoplensColumn phases[] = {
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, phase_name, TEXT, FILE, NONE,
                    "Name of the compiler phase"),
    POPLENS_COLUMN ("start", U64, PoplensCompilation, phase_start, MICROSECONDS, FILE, NONE,
                    "Start of the phase; the unit is inferred"),
    POPLENS_COLUMN ("duration", U64, PoplensCompilation, phase_duration, MICROSECONDS, FILE, NONE,
                    "Duration of the phase; the unit is inferred"),
};

static const PoplensColumn optimizations[] = {
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, optimization_key, TEXT, FILE, NONE,
                    "Name of the counter"),
    POPLENS_COLUMN ("value", DOUBLE, PoplensCompilation, optimization_value, NUMBER, FILE, NONE,
                    "Value of the counter"),
};

static const PoplensColumn compilation_steps[] = {
    POPLENS_COLUMN ("id", I64, PoplensCompilation, step_id, ID, FILE, NONE,
                    "ID of the compilation step"),
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, step_name, TEXT, FILE, NONE,
                    "Name of the compilation step"),
};

/* ---- archive.a ------------------------------------------------------------------------------- */

static const PoplensColumn archive[] = {
    POPLENS_COLUMN ("tile", U32, PoplensArchive, tile, ID, FILE, NONE, "Tile of the image"),
    POPLENS_COLUMN ("name", NAME, PoplensArchive, name, TEXT, FILE, NONE,
                    "Name of the member of archive.a"),
    POPLENS_COLUMN ("position", U64, PoplensArchive, position, BYTES, FILE, NONE,
                    "Position of the member in the archive"),
    POPLENS_COLUMN ("covered", U64, PoplensArchive, bytes, BYTES, FILE, NONE,
                    "Bytes that the segments of the image cover, including gaps inside a segment"),
    POPLENS_COLUMN ("including_gaps", U64, PoplensArchive, including_gaps, BYTES, FILE, NONE,
                    "Bytes up to the highest end of a segment"),
    POPLENS_COLUMN ("non_interleaved", U64, PoplensArchive, non_interleaved, BYTES, FILE, NONE,
                    "Bytes outside the interleaved region (part of covered)"),
    POPLENS_COLUMN ("interleaved", U64, PoplensArchive, interleaved, BYTES, FILE, NONE,
                    "Bytes in the interleaved region (part of covered)"),
    POPLENS_COLUMN ("overflowed", U64, PoplensArchive, overflowed, BYTES, FILE, NONE,
                    "Bytes past the end of the tile's memory (part of covered)"),
    POPLENS_COLUMN ("symbols", U32, PoplensArchive, n_symbols, COUNT, FILE, NONE,
                    "Entries of the symbol table of the image"),
};

static const PoplensColumn archive_symbols[] = {
    POPLENS_COLUMN ("name", NAME, PoplensSymbol, name, TEXT, FILE, NONE,
                    "Name of the symbol, as linked"),
    POPLENS_COLUMN ("address", U32, PoplensSymbol, address, ADDRESS, FILE, NONE,
                    "Address of the first byte"),
    POPLENS_COLUMN ("size", U32, PoplensSymbol, size, BYTES, FILE, NONE,
                    "Size of the symbol; 0 if not recorded"),
    POPLENS_COLUMN ("type", U32, PoplensSymbol, type, ID, FILE, NONE,
                    "0 other, 1 object, 2 function, 3 section, 4 file"),
};

/* ---- framework.json and app.json ------------------------------------------------------------- */

const PoplensColumn poplens_json_columns[POPLENS_N_JSON_COLUMNS] = {
    POPLENS_COLUMN ("key", NAME, PoplensJsonNode, key, TEXT, FILE, NONE,
                    "Name of the member, \"[3]\" in an array, \"\" for the root"),
    POPLENS_COLUMN ("value", NAME, PoplensJsonNode, value, TEXT, FILE, NONE,
                    "Scalar value as text; \"\" for objects and arrays"),
    POPLENS_COLUMN ("type", U32, PoplensJsonNode, type, ID, FILE, NONE,
                    "0 object, 1 array, 2 string, 3 number, 4 bool, 5 null"),
    POPLENS_COLUMN ("depth", U32, PoplensJsonNode, depth, COUNT, FILE, NONE,
                    "Depth in the tree; 0: the root"),
    POPLENS_COLUMN ("children", U32, PoplensJsonNode, n_children, COUNT, FILE, NONE,
                    "Number of direct members or elements"),
};

static PoplensFrame *
build_json (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  const PoplensJsonTree *data = poplens_report_load (report, spec->part, cancellable, error);

  return data ? poplens_frame_new (spec, report, data->nodes->len, data->nodes->data, data->strings)
              : NULL;
}

#define COMPILATION(count)                                                                         \
  .part = POPLENS_PART_COMPILATION,                                                                \
  POPLENS_FRAME_OF_PART (PoplensCompilation, count, G_STRUCT_OFFSET (PoplensCompilation, strings))

PoplensFrameGroup
poplens_frames_of_target (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "target",
       .doc = "One row: target, size of the graph, versions and instrumentation",
       .part = POPLENS_PART_TARGET,
       .build = poplens_frame_of_part,
       .n_rows = POPLENS_NO_OFFSET,
       .record = sizeof (PoplensTarget),
       POPLENS_FRAME_COLUMNS (target)},
      {.name = "sync-delays",
       .doc = "One row per tile: delay of syncs",
       .part = POPLENS_PART_TARGET,
       POPLENS_FRAME_OF_PART (PoplensTarget, n_sync_delays, POPLENS_NO_OFFSET),
       POPLENS_FRAME_COLUMNS (sync_delays)},
      {.name = "options",
       .doc = "One row per engine option",
       .part = POPLENS_PART_OPTIONS,
       .build = build_options,
       .cell = option_cell,
       POPLENS_FRAME_COLUMNS (options)},
      {.name = "phases",
       .doc = "One row per phase of the compiler, by start",
       COMPILATION (n_phases),
       POPLENS_FRAME_COLUMNS (phases)},
      {.name = "optimizations",
       .doc = "One row per counter of the compiler's optimisations",
       COMPILATION (n_optimizations),
       POPLENS_FRAME_COLUMNS (optimizations)},
      {.name = "compilation-steps",
       .doc = "One row per compilation step; most reports have none",
       COMPILATION (n_steps),
       POPLENS_FRAME_COLUMNS (compilation_steps)},
      {.name = "archive",
       .doc = "One row per image of a tile in archive.a, by tile",
       .part = POPLENS_PART_ARCHIVE,
       POPLENS_FRAME_OF_PART (PoplensArchive, n, G_STRUCT_OFFSET (PoplensArchive, strings)),
       POPLENS_FRAME_COLUMNS (archive)},
      {.name = "archive-symbols",
       .doc = "One row per symbol of the image of a tile",
       .key = "number of a tile",
       .part = POPLENS_PART_ARCHIVE,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_SYMBOLS,
       .record = sizeof (PoplensSymbol),
       POPLENS_FRAME_COLUMNS (archive_symbols)},
      {.name = "framework",
       .doc = "One row per node of framework.json, in preorder",
       .part = POPLENS_PART_FRAMEWORK,
       .build = build_json,
       .record = sizeof (PoplensJsonNode),
       POPLENS_FRAME_COLUMNS (poplens_json_columns)},
      {.name = "app",
       .doc = "One row per node of app.json, in preorder",
       .part = POPLENS_PART_APP,
       .build = build_json,
       .record = sizeof (PoplensJsonNode),
       POPLENS_FRAME_COLUMNS (poplens_json_columns)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
