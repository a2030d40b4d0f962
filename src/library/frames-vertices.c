/* Frames of vertex types, compute sets and vertices. */
#include "library/frame-private.h"

#define VERTICES(name, holds, field, unit, doc)                                                    \
  POPLENS_COLUMN (name, holds, PoplensVertices, field, unit, NONE, doc)
#define BY_TILE(name, field, doc) VERTICES (name, LISTS, field, "bytes", doc ". List by tile")
#define MEASURED(name, field, unit, doc)                                                           \
  {                                                                                                \
    name, POPLENS_HOLDS_LISTS, G_STRUCT_OFFSET (PoplensVertices, field), unit, POPLENS_GAP_NONE,   \
        doc, "measured"                                                                            \
  }
#define ESTIMATED(name, field, unit, doc)                                                          \
  {                                                                                                \
    name, POPLENS_HOLDS_LISTS, G_STRUCT_OFFSET (PoplensVertices, field), unit, POPLENS_GAP_NONE,   \
        doc, "estimated"                                                                           \
  }

static const PoplensPlan types[] = {
    VERTICES ("id", U32, type_id, "id", "ID of the vertex type"),
    VERTICES ("name", NAME, type_name, "text", "Name of the vertex type"),
    VERTICES ("source", NAME, type_source, "text",
              "Language of the vertex: \"c++\" or \"asm\"; \"\" if not recorded"),
    VERTICES ("size", U64, type_size, "bytes", "Bytes of state of one vertex"),
    BY_TILE ("copy_ptr_bytes", type_bytes[POPLENS_VERTEX_BYTES_COPY_PTR], "Pointers for copies"),
    BY_TILE ("descriptor_bytes", type_bytes[POPLENS_VERTEX_BYTES_DESCRIPTOR], "Descriptors"),
    BY_TILE ("edge_ptr_bytes", type_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR], "Pointers to edges"),
    BY_TILE ("padding_bytes", type_bytes[POPLENS_VERTEX_BYTES_PADDING], "Padding"),
    BY_TILE ("vertex_data_bytes", type_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA],
             "Fields of the vertices"),
    BY_TILE ("code_bytes", type_bytes[POPLENS_VERTEX_BYTES_CODE], "Code"),
};

static const PoplensPlan compute_sets[] = {
    VERTICES ("id", U32, compute_set_id, "id", "ID of the compute set"),
    VERTICES ("name", NAME, compute_set_name, "text", "Name of the compute set"),
    VERTICES ("debug_id", U32, compute_set_debug_id, "id", "ID of the debug context; 0: none"),
    VERTICES ("edges", U64, compute_set_edges, "count", "Edges of the vertices"),
    VERTICES ("vertex_types", LISTS, compute_set_types, "id", "List: IDs of the vertex types"),
    VERTICES ("vertex_counts", LISTS, compute_set_counts, "count",
              "List: vertices of each vertex type, in the same order"),
    VERTICES ("variables", LISTS, compute_set_vars, "id",
              "List: lowered variables that the compute set uses"),
    ESTIMATED ("estimate_ids", compute_set_estimates, "id",
               "List by IPU: keys of the frame estimates"),
    ESTIMATED ("estimated_flops", compute_set_flops, "count", "List by tile: estimated FLOPs"),
    MEASURED ("cycle_ids", compute_set_cycles, "id", "List by IPU: keys of the frame cycles"),
    MEASURED ("ipu_cycles", compute_set_ipu_cycles, "cycles", "List by IPU: cycles"),
    BY_TILE ("copy_ptr_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_COPY_PTR],
             "Pointers for copies"),
    BY_TILE ("descriptor_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_DESCRIPTOR], "Descriptors"),
    BY_TILE ("edge_ptr_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR],
             "Pointers to edges"),
    BY_TILE ("padding_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_PADDING], "Padding"),
    BY_TILE ("vertex_data_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA],
             "Fields of the vertices"),
};

static const PoplensPlan instances[] = {
    VERTICES ("compute_set", U32, instance_compute_set, "row", "Row of the frame compute-sets"),
    VERTICES ("vertex_type", U32, instance_type, "row", "Row of the frame vertex-types"),
    VERTICES ("vertices", LISTS, instances, "count", "List by tile: number of vertices"),
};

static const PoplensPlan vertices[] = {
    VERTICES ("id", U32, vertex_id, "id", "ID of the vertex"),
    VERTICES ("compute_set", U32, vertex_compute_set, "id", "ID of the compute set"),
    VERTICES ("vertex_type", U32, vertex_type, "id", "ID of the vertex type"),
    {"cycles", POPLENS_HOLDS_U64, G_STRUCT_OFFSET (PoplensVertices, vertex_cycles), "cycles",
     POPLENS_GAP_NONE, "Cycles of the vertex", "measured"},
};

#define FRAME(title, says, count, columns)                                                         \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_VERTICES, .build = poplens_frame_of_part,     \
    .n_rows = G_STRUCT_OFFSET (PoplensVertices, count),                                            \
    .strings = G_STRUCT_OFFSET (PoplensVertices, strings), .plans = columns,                       \
    .n_plans = G_N_ELEMENTS (columns)                                                              \
  }

PoplensFrameGroup
poplens_frames_of_vertices (void)
{
  static const PoplensFrameSpec specs[] = {
      FRAME ("vertex-types", "One row per vertex type, by ID", n_types, types),
      FRAME ("compute-sets", "One row per compute set, by ID", n_compute_sets, compute_sets),
      FRAME ("vertex-instances", "One row per compute set and vertex type", n_instances, instances),
      FRAME ("vertices", "One row per vertex, if vertices were measured one by one", n_vertices,
             vertices),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
