/* Frames of vertex types, compute sets and vertices. */
#include "library/frame-private.h"

#define VERTICES(name, holds, field, unit, doc)                                                    \
  POPLENS_COLUMN (name, holds, PoplensVertices, field, unit, NONE, doc)
#define BY_TILE(name, field, doc) VERTICES (name, LISTS, field, "bytes", doc " List: by tile.")
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
    VERTICES ("id", U32, type_id, "id", "Its id."),
    VERTICES ("name", NAME, type_name, "text", "Its name."),
    VERTICES ("source", NAME, type_source, "text", "\"c++\", \"asm\" or \"\"."),
    VERTICES ("size", U64, type_size, "bytes", "State of one vertex."),
    BY_TILE ("copy_ptr_bytes", type_bytes[POPLENS_VERTEX_BYTES_COPY_PTR], "Pointers to copies."),
    BY_TILE ("descriptor_bytes", type_bytes[POPLENS_VERTEX_BYTES_DESCRIPTOR], "Descriptors."),
    BY_TILE ("edge_ptr_bytes", type_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR], "Pointers to edges."),
    BY_TILE ("padding_bytes", type_bytes[POPLENS_VERTEX_BYTES_PADDING], "Padding."),
    BY_TILE ("vertex_data_bytes", type_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA],
             "Data of vertices."),
    BY_TILE ("code_bytes", type_bytes[POPLENS_VERTEX_BYTES_CODE], "Code."),
};

static const PoplensPlan compute_sets[] = {
    VERTICES ("id", U32, compute_set_id, "id", "Its id."),
    VERTICES ("name", NAME, compute_set_name, "text", "Its name."),
    VERTICES ("debug_id", U32, compute_set_debug_id, "id", "Its debug context; 0: none."),
    VERTICES ("edges", U64, compute_set_edges, "count", "Edges of its vertices."),
    VERTICES ("vertex_types", LISTS, compute_set_types, "id",
              "List: ids of its vertices' types \u2026"),
    VERTICES ("vertex_counts", LISTS, compute_set_counts, "count",
              "List: \u2026 and vertices of each."),
    VERTICES ("variables", LISTS, compute_set_vars, "id", "List: lowered variables it touches."),
    ESTIMATED ("estimate_ids", compute_set_estimates, "id",
               "List by IPU: keys of the frame estimates."),
    ESTIMATED ("estimated_flops", compute_set_flops, "count", "List by tile: FLOPs."),
    MEASURED ("cycle_ids", compute_set_cycles, "id", "List by IPU: keys of the frame cycles."),
    MEASURED ("ipu_cycles", compute_set_ipu_cycles, "cycles", "List by IPU."),
    BY_TILE ("copy_ptr_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_COPY_PTR],
             "Pointers to copies."),
    BY_TILE ("descriptor_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_DESCRIPTOR],
             "Descriptors."),
    BY_TILE ("edge_ptr_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR],
             "Pointers to edges."),
    BY_TILE ("padding_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_PADDING], "Padding."),
    BY_TILE ("vertex_data_bytes", compute_set_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA],
             "Data of vertices."),
};

static const PoplensPlan instances[] = {
    VERTICES ("compute_set", U32, instance_compute_set, "row", "Row of the frame compute-sets."),
    VERTICES ("vertex_type", U32, instance_type, "row", "Row of the frame vertex-types."),
    VERTICES ("vertices", LISTS, instances, "count", "List by tile: how many there are."),
};

static const PoplensPlan vertices[] = {
    VERTICES ("id", U32, vertex_id, "id", "Its id."),
    VERTICES ("compute_set", U32, vertex_compute_set, "id", "Its compute set."),
    VERTICES ("vertex_type", U32, vertex_type, "id", "Its type."),
    {"cycles", POPLENS_HOLDS_U64, G_STRUCT_OFFSET (PoplensVertices, vertex_cycles), "cycles",
     POPLENS_GAP_NONE, "What it took.", "measured"},
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
      FRAME ("vertex-types", "A row a type of vertex, by id.", n_types, types),
      FRAME ("compute-sets", "A row a compute set, by id.", n_compute_sets, compute_sets),
      FRAME ("vertex-instances", "A row a type of vertex in a compute set.", n_instances,
             instances),
      FRAME ("vertices", "A row a vertex, where they were instrumented one by one.", n_vertices,
             vertices),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
