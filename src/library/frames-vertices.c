/* Frames of vertex types, compute sets and vertices. */
#include "library/frame-private.h"

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

#define FRAME(title, says, count, list)                                                            \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_VERTICES, .build = poplens_frame_of_part,     \
    .n_rows = G_STRUCT_OFFSET (PoplensVertices, count),                                            \
    .strings = G_STRUCT_OFFSET (PoplensVertices, strings), .columns = list,                        \
    .n_columns = G_N_ELEMENTS (list)                                                               \
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
