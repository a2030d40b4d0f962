/* Frames of target, options, compilation, the archive and the JSON files. */
#include "library/frame-private.h"

#define TARGET(name, holds, field, unit, doc)                                                      \
  POPLENS_COLUMN (name, holds, PoplensTarget, field, unit, NONE, doc)

static const PoplensPlan target[] = {
    TARGET ("type", TEXT, type, "text", "\"IPU\", \"IPU_MODEL\" or \"CPU\"."),
    TARGET ("architecture", TEXT, architecture, "text",
            "\"ipu1\", \"ipu2\", \"ipu21\", \"ipu30\"."),
    TARGET ("num_ipus", U32, num_ipus, "count", "IPUs of all replicas."),
    TARGET ("num_replicas", U32, num_replicas, "count", "Replicas."),
    TARGET ("ipus_per_replica", U32, ipus_per_replica, "count", "IPUs of a replica."),
    TARGET ("tiles_per_ipu", U32, tiles_per_ipu, "count", "Tiles of an IPU."),
    TARGET ("num_tiles", U32, num_tiles, "count", "Tiles of all IPUs."),
    TARGET ("tiles_per_replica", U32, tiles_per_replica, "count", "Tiles of a replica."),
    TARGET ("bytes_per_tile", U64, bytes_per_tile, "bytes", "Memory of a tile."),
    TARGET ("bytes_per_ipu", U64, bytes_per_ipu, "bytes", "Memory of an IPU."),
    TARGET ("memory_per_replica", U64, memory_per_replica, "bytes", "Memory of a replica."),
    TARGET ("total_memory", U64, total_memory, "bytes", "Memory of all IPUs."),
    TARGET ("clock_frequency", U64, clock_hz, "hertz", "Nominal clock of the tiles."),
    TARGET ("interleaved_start", U64, interleaved_start, "bytes",
            "Offset in a tile's memory at which the interleaved region begins."),
    TARGET ("tile_memory_base", U64, tile_memory_base, "address",
            "Address of the first byte of a tile's memory."),
    TARGET ("exchange_bytes_per_cycle", U64, exchange_bytes_per_cycle, "bytes",
            "Bytes that a tile receives in a cycle of an exchange."),
    TARGET ("has_graph", GBOOLEAN, has_graph, "bool",
            "Whether the file counts the graph: else the next four are 0."),
    TARGET ("num_compute_sets", U64, compute_sets, "count", "Compute sets of the graph."),
    TARGET ("num_edges", U64, edges, "count", "Edges of the graph."),
    TARGET ("num_variables", U64, variables, "count", "Lowered variables of the graph."),
    TARGET ("num_vertices", U64, vertices, "count", "Vertices of the graph."),
    TARGET ("poplar_version", TEXT, poplar_version, "text", "\"3.3.0 (…)\"."),
    TARGET ("package_hash", TEXT, package_hash, "text", "Hash of the SDK's package."),
    TARGET ("timestamp", TEXT, timestamp, "text", "When compilation began: YYYY-MM-DD HH:MM:SS."),
    TARGET ("format_version", TEXT, format_version, "text", "Of the profile: \"3.8.0\"."),
    TARGET ("unstable_format", GBOOLEAN, unstable_format, "bool",
            "Whether the profile calls its format unstable."),
    TARGET ("compilation_id", TEXT, compilation_id, "text", "Names the compilation."),
    TARGET ("execution_compilation_id", TEXT, execution_compilation_id, "text",
            "Names the compilation that was executed."),
    TARGET (
        "has_instrumentation", GBOOLEAN, has_instrumentation, "bool",
        "Whether the file has the settings of instrumentation: else the next three say nothing."),
    TARGET (
        "compute_level", TEXT, compute_level, "text",
        "\"Off\", \"Vertex\", \"Tile\", \"IPU\" or \"Device\": how finely cycles were measured."),
    TARGET ("external_exchange", GBOOLEAN, external_exchange, "bool",
            "Whether exchanges with the host and between IPUs were measured."),
    TARGET ("control_flow", GBOOLEAN, control_flow, "bool", "Whether control flow was measured."),
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
    POPLENS_COLUMN ("tile", U32, PoplensTarget, sync_delay_tile, "id", NONE, "The tile."),
    POPLENS_COLUMN ("delay", U32, PoplensTarget, sync_delay, "cycles", NONE,
                    "What a sync takes longer on this tile than on the fastest."),
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
      {.name = "set", .unit = "text", .doc = "\"compilation\", \"target\" or \"execution\"."},
      {.name = "name", .unit = "text", .doc = "Its name, as the engine takes it."},
      {.name = "value", .unit = "text", .doc = "Its value."},
      {.name = "is_default", .unit = "bool", .doc = "Whether that is the value without being set."},
      {.name = "run", .unit = "id", .doc = "The run that it was set for, of an execution option."},
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
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, phase_name, "text", NONE, "The phase."),
    POPLENS_COLUMN ("start", U64, PoplensCompilation, phase_start, "microseconds", NONE,
                    "When it began; the unit is inferred."),
    POPLENS_COLUMN ("duration", U64, PoplensCompilation, phase_duration, "microseconds", NONE,
                    "How long it took; the unit is inferred."),
};

static const PoplensPlan optimizations[] = {
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, optimization_key, "text", NONE,
                    "What the compiler counts."),
    POPLENS_COLUMN ("value", DOUBLE, PoplensCompilation, optimization_value, "number", NONE,
                    "How much of it."),
};

static const PoplensPlan compilation_steps[] = {
    POPLENS_COLUMN ("id", I64, PoplensCompilation, step_id, "id", NONE, "Its id."),
    POPLENS_COLUMN ("name", NAME, PoplensCompilation, step_name, "text", NONE, "Its name."),
};

/* ---- archive.a ---------------------------------------------------------------------------------
 */

static const PoplensPlan archive[] = {
    POPLENS_COLUMN ("tile", U32, PoplensArchive, tile, "id", NONE, "The tile of the image."),
    POPLENS_COLUMN ("name", NAME, PoplensArchive, name, "text", NONE, "The member's name."),
    POPLENS_COLUMN ("position", U64, PoplensArchive, position, "bytes", NONE,
                    "Where the member begins in the archive."),
    POPLENS_COLUMN ("covered", U64, PoplensArchive, bytes, "bytes", NONE,
                    "What its segments cover: gaps inside a segment count."),
    POPLENS_COLUMN ("including_gaps", U64, PoplensArchive, including_gaps, "bytes", NONE,
                    "From the first byte of memory to the highest end."),
    POPLENS_COLUMN ("non_interleaved", U64, PoplensArchive, non_interleaved, "bytes", NONE,
                    "Of `covered`: in the region that is not interleaved."),
    POPLENS_COLUMN ("interleaved", U64, PoplensArchive, interleaved, "bytes", NONE,
                    "Of `covered`: in the interleaved region."),
    POPLENS_COLUMN ("overflowed", U64, PoplensArchive, overflowed, "bytes", NONE,
                    "Of `covered`: past the end of the memory."),
    POPLENS_COLUMN ("symbols", U32, PoplensArchive, n_symbols, "count", NONE,
                    "Entries of its symbol table."),
};

static const PoplensPlan archive_symbols[] = {
    POPLENS_COLUMN ("name", NAME, PoplensSymbol, name, "text", NONE, "Its name, as it is linked."),
    POPLENS_COLUMN ("address", U32, PoplensSymbol, address, "address", NONE, "Of its first byte."),
    POPLENS_COLUMN ("size", U32, PoplensSymbol, size, "bytes", NONE, "0: not known."),
    POPLENS_COLUMN ("type", U32, PoplensSymbol, type, "id", NONE,
                    "0 other, 1 object, 2 function, 3 section, 4 file."),
};

/* ---- framework.json and app.json ---------------------------------------------------------------
 */

const PoplensPlan poplens_json_plans[POPLENS_N_JSON_PLANS] = {
    POPLENS_COLUMN ("key", NAME, PoplensJsonNode, key, "text", NONE,
                    "Name of the member, \"[3]\" in an array, \"\" of the root."),
    POPLENS_COLUMN ("value", NAME, PoplensJsonNode, value, "text", NONE,
                    "A scalar as text; \"\" of an object and an array."),
    POPLENS_COLUMN ("type", U32, PoplensJsonNode, type, "id", NONE,
                    "0 object, 1 array, 2 string, 3 number, 4 bool, 5 null."),
    POPLENS_COLUMN ("depth", U32, PoplensJsonNode, depth, "count", NONE, "0: the root."),
    POPLENS_COLUMN ("children", U32, PoplensJsonNode, n_children, "count", NONE,
                    "Members, or elements, just below it."),
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
       .doc = "One row: the target, the size of the graph, versions, instrumentation.",
       .part = POPLENS_PART_TARGET,
       .build = build_target,
       PLANS (target)},
      {.name = "sync-delays",
       .doc = "A row a tile: what syncs take longer there.",
       .part = POPLENS_PART_TARGET,
       OF_PART (PoplensTarget, n_sync_delays, POPLENS_NO_OFFSET),
       PLANS (sync_delays)},
      {.name = "options",
       .doc = "A row an option of the engine.",
       .part = POPLENS_PART_OPTIONS,
       .build = build_options},
      {.name = "phases",
       .doc = "A row a phase of the compiler, by start.",
       COMPILATION (n_phases),
       PLANS (phases)},
      {.name = "optimizations",
       .doc = "A row a counter of the compiler's optimisations.",
       COMPILATION (n_optimizations),
       PLANS (optimizations)},
      {.name = "compilation-steps",
       .doc = "A row a compilation step; no real file has any.",
       COMPILATION (n_steps),
       PLANS (compilation_steps)},
      {.name = "archive",
       .doc = "A row a tile's image in archive.a, by tile.",
       .part = POPLENS_PART_ARCHIVE,
       OF_PART (PoplensArchive, n, G_STRUCT_OFFSET (PoplensArchive, strings)),
       PLANS (archive)},
      {.name = "archive-symbols",
       .doc = "A row a symbol of a tile's image.",
       .key = "number of a tile",
       .part = POPLENS_PART_ARCHIVE,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_SYMBOLS,
       .record = sizeof (PoplensSymbol),
       PLANS (archive_symbols)},
      {.name = "framework",
       .doc = "A row a node of framework.json, in preorder.",
       .part = POPLENS_PART_FRAMEWORK,
       .build = build_json,
       PLANS (poplens_json_plans)},
      {.name = "app",
       .doc = "A row a node of app.json, in preorder.",
       .part = POPLENS_PART_APP,
       .build = build_json,
       PLANS (poplens_json_plans)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
