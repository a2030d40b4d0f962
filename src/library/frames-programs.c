/* Frames of vertices, programs and exchanges. */
#include "analysis/insights/insights.h"
#include "library/frame-private.h"

/* ---- vertex types, compute sets and vertices ------------------------------------------------- */

#define FROM(from, name, holds, field, unit, doc)                                                  \
  POPLENS_COLUMN (name, holds, PoplensVertices, field, unit, from, NONE, doc)
#define VERTICES(name, holds, field, unit, doc) FROM (FILE, name, holds, field, unit, doc)
#define BY_TILE(name, field, doc) VERTICES (name, LISTS, field, BYTES, doc ". List by tile")
#define MEASURED_LISTS(name, field, unit, doc) FROM (MEASURED, name, LISTS, field, unit, doc)
#define ESTIMATED_LISTS(name, field, unit, doc) FROM (ESTIMATED, name, LISTS, field, unit, doc)

static const PoplensColumn types[] = {
    VERTICES ("id", U32, type_id, ID, "ID of the vertex type"),
    VERTICES ("name", NAME, type_name, TEXT, "Name of the vertex type"),
    VERTICES ("source", NAME, type_source, TEXT,
              "Language of the vertex: \"c++\" or \"asm\"; \"\" if not recorded"),
    VERTICES ("size", U64, type_size, BYTES, "Bytes of state of one vertex"),
    BY_TILE ("copy_ptr_bytes", type_bytes[POPLENS_VERTEX_BYTES_COPY_PTR], "Pointers for copies"),
    BY_TILE ("descriptor_bytes", type_bytes[POPLENS_VERTEX_BYTES_DESCRIPTOR], "Descriptors"),
    BY_TILE ("edge_ptr_bytes", type_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR], "Pointers to edges"),
    BY_TILE ("padding_bytes", type_bytes[POPLENS_VERTEX_BYTES_PADDING], "Padding"),
    BY_TILE ("vertex_data_bytes", type_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA],
             "Fields of the vertices"),
    BY_TILE ("code_bytes", type_bytes[POPLENS_VERTEX_BYTES_CODE], "Code"),
};

static const PoplensColumn compute_sets[] = {
    VERTICES ("id", U32, compute_set_id, ID, "ID of the compute set"),
    VERTICES ("name", NAME, compute_set_name, TEXT, "Name of the compute set"),
    VERTICES ("debug_id", U32, compute_set_debug_id, ID, "ID of the debug context; 0: none"),
    VERTICES ("edges", U64, compute_set_edges, COUNT, "Edges of the vertices"),
    VERTICES ("vertex_types", LISTS, compute_set_types, ID, "List: IDs of the vertex types"),
    VERTICES ("vertex_counts", LISTS, compute_set_counts, COUNT,
              "List: vertices of each vertex type, in the same order"),
    VERTICES ("variables", LISTS, compute_set_vars, ID,
              "List: lowered variables that the compute set uses"),
    ESTIMATED_LISTS ("estimate_ids", compute_set_estimates, ID,
                     "List by IPU: keys of the frame estimates"),
    ESTIMATED_LISTS ("estimated_flops", compute_set_flops, COUNT, "List by tile: estimated FLOPs"),
    MEASURED_LISTS ("cycle_ids", compute_set_cycles, ID, "List by IPU: keys of the frame cycles"),
    MEASURED_LISTS ("ipu_cycles", compute_set_ipu_cycles, CYCLES, "List by IPU: cycles"),
    BY_TILE ("copy_ptr_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_COPY_PTR],
             "Pointers for copies"),
    BY_TILE ("descriptor_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_DESCRIPTOR], "Descriptors"),
    BY_TILE ("edge_ptr_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR],
             "Pointers to edges"),
    BY_TILE ("padding_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_PADDING], "Padding"),
    BY_TILE ("vertex_data_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA],
             "Fields of the vertices"),
};

static const PoplensColumn instances[] = {
    VERTICES ("compute_set", U32, instance_compute_set, ROW, "Row of the frame compute-sets"),
    VERTICES ("vertex_type", U32, instance_type, ROW, "Row of the frame vertex-types"),
    VERTICES ("vertices", LISTS, instances, COUNT, "List by tile: number of vertices"),
};

static const PoplensColumn vertices[] = {
    VERTICES ("id", U32, vertex_id, ID, "ID of the vertex"),
    VERTICES ("compute_set", U32, vertex_compute_set, ID, "ID of the compute set"),
    VERTICES ("vertex_type", U32, vertex_type, ID, "ID of the vertex type"),
    FROM (MEASURED, "cycles", U64, vertex_cycles, CYCLES, "Cycles of the vertex"),
};

#define VERTEX_FRAME(title, says, count, list)                                                     \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_VERTICES, POPLENS_FRAME_COLUMNS (list),       \
    POPLENS_FRAME_OF_PART (PoplensVertices, count, G_STRUCT_OFFSET (PoplensVertices, strings))     \
  }

/* ---- programs -------------------------------------------------------------------------------- */

#define PROGRAMS(name, holds, field, unit, absent, doc)                                            \
  POPLENS_COLUMN (name, holds, PoplensPrograms, field, unit, FILE, absent, doc)

static const PoplensColumn programs[] = {
    PROGRAMS ("id", U32, id, ID, NONE, "ID of the program"),
    PROGRAMS ("type", NAME, type_name, TEXT, NONE,
              "Type of the program, as named in the file, for example \"OnTileExecute\" or "
              "\"DoExchange\""),
    PROGRAMS ("name", NAME, name, TEXT, NONE,
              "Name as recorded; for an OnTileExecute without a name, the name of its compute set"),
    PROGRAMS ("streams", NAME, streams, TEXT, NONE,
              "For parts of a StreamCopy, which have no name: the copied streams, without those of "
              "Poplar's own timing; else \"\""),
    PROGRAMS ("debug_id", U32, debug_id, ID, NONE, "ID of the debug context; 0: none"),
    PROGRAMS ("variant_index", U32, variant_index, ID, MAX,
              "Number of the row in the table of the program type; for exchanges and copies the ID "
              "in the frame of the column exchange"),
    PROGRAMS ("compute_set", U32, compute_set, ID, MAX, "For OnTileExecute: ID of the compute set"),
    PROGRAMS ("detail", I64, detail, NUMBER, MINUS_ONE,
              "For Call: ID of the function; for Repeat: number of repetitions, if hard-coded"),
    PROGRAMS ("sync_type", NAME, detail_text, TEXT, NONE, "For Sync: kind of the sync; else \"\""),
    PROGRAMS ("children", LISTS, children, ID, NONE, "List: IDs of the direct children"),
    PROGRAMS ("control_code", LISTS, control_code, BYTES, NONE,
              "List by tile: control code of the program and its children"),
    PROGRAMS ("tiles", LISTS, tiles, ID, NONE, "For Sans and SyncAns: list of tiles"),
    POPLENS_WORKED_OUT (
        "exchange", TEXT, FILE,
        "For exchanges and for copies of streams or code: frame in which variant_index is an ID"),
};

/* Computes the cell "exchange" of a program: the frame that contains the ID variant_index. */
static void
exchange_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *const frames[] = {"internal-exchanges", "global-exchanges", "host-exchanges",
                                       "code-copies"};
  PoplensExchangeKind kind = poplens_program_exchange (data, row);

  if (kind < G_N_ELEMENTS (frames)) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = frames[kind];
  }
}

static PoplensFrame *
build_programs (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *data = poplens_report_load_programs (report, cancellable, error);

  if (!data || !poplens_frame_check_key (spec, key, 1 + (data->others ? data->others->len : 0),
                                         "a compilation step", error))
    return NULL;
  if (key)
    data = g_ptr_array_index (data->others, key - 1);
  return poplens_frame_new (spec, report, data->n, data, data->strings);
}

static const PoplensColumn control[] = {
    PROGRAMS ("id", U32, control_id, ID, NONE, "ID of the entry point"),
    PROGRAMS ("program", U32, control_program, ID, NONE,
              "ID of the program that the entry point starts"),
};

static const PoplensColumn functions[] = {
    PROGRAMS ("id", U32, function_id, ID, NONE, "ID of the function"),
    PROGRAMS ("program", U32, function_program, ID, NONE, "ID of the program of the function"),
};

/* ---- exchanges ------------------------------------------------------------------------------- */

#define TABLE(name, holds, field, unit, absent, doc)                                               \
  POPLENS_COLUMN (name, holds, PoplensExchangeTable, field, unit, FILE, absent, doc)

static const PoplensColumn exchanges[] = {
    TABLE ("id", U32, id, ID, NONE, "ID of the exchange: the variant_index of its program"),
    TABLE ("received", LISTS, received, BYTES, NONE, "List by tile: bytes received"),
    TABLE ("sent", LISTS, sent, BYTES, NONE, "List by tile: bytes sent"),
    TABLE ("received_by_ipu", LISTS, received_by_ipu, BYTES, NONE, "List by IPU: bytes received"),
    TABLE ("sent_by_ipu", LISTS, sent_by_ipu, BYTES, NONE, "List by IPU: bytes sent"),
    TABLE ("max_data_by_ipu", LISTS, max_data_by_ipu, BYTES, NONE,
           "List by IPU: most bytes that one tile sends and receives together"),
    TABLE ("code", LISTS, code, BYTES, NONE,
           "List by tile: bytes of code; recorded for internal exchanges only"),
    POPLENS_COLUMN ("estimate_ids", LISTS, PoplensExchangeTable, estimates, ID, ESTIMATED, NONE,
                    "List by IPU: keys of the frame estimates"),
    TABLE ("source_text", NAME, source_text, TEXT, NONE,
           "Variables that are read, abbreviated in the file; source_regions has them in full"),
    TABLE ("destination_text", NAME, destination_text, TEXT, NONE,
           "Variables that are written, abbreviated in the file; destination_regions has them in "
           "full"),
    TABLE ("source_regions", U32, source_regions, ID, MAX, "Key of the frame regions"),
    TABLE ("destination_regions", U32, destination_regions, ID, MAX, "Key of the frame regions"),
    TABLE ("sync_type", NAME, sync_type, TEXT, NONE,
           "Kind of the sync of a global exchange; else \"\""),
};

#define STREAM(name, holds, field, unit, absent, doc)                                              \
  POPLENS_COLUMN (name, holds, PoplensHostStream, field, unit, FILE, absent, doc)

static const PoplensColumn streams[] = {
    STREAM ("exchange", U32, mid_id, ID, NONE, "ID of the exchange in the frame host-exchanges"),
    STREAM ("stream", NAME, stream, TEXT, NONE, "Name of the stream or remote buffer"),
    STREAM ("to_host", GBOOLEAN, to_host, BOOL, NONE, "Whether the copy goes to the host"),
    STREAM ("remote_buffer", GBOOLEAN, remote_buffer, BOOL, NONE,
            "Whether this is a remote buffer"),
    STREAM ("regions_text", NAME, regions_text, TEXT, NONE,
            "Variables that are copied, abbreviated in the file"),
    STREAM ("regions", U32, regions, ID, MAX, "Key of the frame regions"),
};

static const PoplensColumn global_cycles[] = {
    POPLENS_COLUMN ("id", U32, PoplensExchanges, global_cycles_id, ID, MEASURED, NONE,
                    "ID of the exchange in the frame global-exchanges"),
    POPLENS_COLUMN ("exchange_cycle_ids", LISTS, PoplensExchanges, global_exchange_cycles, ID,
                    MEASURED, NONE, "List by IPU: keys of the frame cycles"),
    POPLENS_COLUMN ("sync_cycle_ids", LISTS, PoplensExchanges, global_sync_cycles, ID, MEASURED,
                    NONE, "List by IPU: keys of the frame cycles"),
};

static const PoplensColumn regions[] = {
    POPLENS_COLUMN ("variable", U32, PoplensRegion, variable, ID, FILE, NONE,
                    "ID of the lowered variable"),
    POPLENS_COLUMN ("from", U64, PoplensRegion, from, BYTES, FILE, NONE,
                    "First byte of the region within the variable"),
    POPLENS_COLUMN ("to", U64, PoplensRegion, to, BYTES, FILE, NONE,
                    "Byte after the last of the region"),
};

#define PROGRAM_FRAME(title, says, count, list)                                                    \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_PROGRAMS, POPLENS_FRAME_COLUMNS (list),       \
    POPLENS_FRAME_OF_PART (PoplensPrograms, count, POPLENS_NO_OFFSET)                              \
  }
#define EXCHANGES(count)                                                                           \
  .part = POPLENS_PART_EXCHANGES,                                                                  \
  POPLENS_FRAME_OF_PART (PoplensExchanges, count, G_STRUCT_OFFSET (PoplensExchanges, strings))
#define EXCHANGE_FRAME(title, says, kind)                                                          \
  {                                                                                                \
    .name = title, .doc = says, POPLENS_FRAME_COLUMNS (exchanges), EXCHANGES (tables[kind].n),     \
    .base = G_STRUCT_OFFSET (PoplensExchanges, tables[kind])                                       \
  }

PoplensFrameGroup
poplens_frames_of_programs (void)
{
  static const PoplensFrameSpec specs[] = {
      VERTEX_FRAME ("vertex-types", "One row per vertex type, by ID", n_types, types),
      VERTEX_FRAME ("compute-sets", "One row per compute set, by ID", n_compute_sets, compute_sets),
      VERTEX_FRAME ("vertex-instances", "One row per compute set and vertex type", n_instances,
                    instances),
      VERTEX_FRAME ("vertices", "One row per vertex, if vertices were measured one by one",
                    n_vertices, vertices),
      {.name = "programs",
       .doc = "One row per program, by ID",
       .key = "number of the compilation step; 0: the first",
       .part = POPLENS_PART_PROGRAMS,
       .build = build_programs,
       .cell = exchange_cell,
       POPLENS_FRAME_COLUMNS (programs)},
      PROGRAM_FRAME ("control-programs", "One row per entry point", n_control, control),
      PROGRAM_FRAME ("functions", "One row per function that programs call", n_functions,
                     functions),
      EXCHANGE_FRAME ("internal-exchanges",
                      "One row per exchange within an IPU (DoExchange), by ID",
                      POPLENS_EXCHANGE_INTERNAL),
      EXCHANGE_FRAME ("global-exchanges",
                      "One row per exchange between IPUs (GlobalExchange), by ID",
                      POPLENS_EXCHANGE_GLOBAL),
      EXCHANGE_FRAME ("host-exchanges", "One row per exchange with the host (StreamCopyMid), by ID",
                      POPLENS_EXCHANGE_HOST),
      EXCHANGE_FRAME ("code-copies", "One row per copy of code, by ID; bytes are not recorded",
                      POPLENS_EXCHANGE_CODE_COPY),
      {.name = "host-streams",
       .doc = "One row per stream of an exchange with the host",
       EXCHANGES (n_streams),
       .base = G_STRUCT_OFFSET (PoplensExchanges, streams),
       .record = sizeof (PoplensHostStream),
       POPLENS_FRAME_COLUMNS (streams)},
      {.name = "global-exchange-cycles",
       .doc = "One row per exchange between IPUs that was measured",
       EXCHANGES (n_global_cycles),
       POPLENS_FRAME_COLUMNS (global_cycles)},
      {.name = "regions",
       .doc = "One row per region of a variable that an exchange sends or receives",
       .key = "source_regions, destination_regions or regions of an exchange or a stream",
       .part = POPLENS_PART_EXCHANGES,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_REGIONS,
       .record = sizeof (PoplensRegion),
       POPLENS_FRAME_COLUMNS (regions)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
