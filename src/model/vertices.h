/* Vertex types and compute sets, with their memory and cycles. Lists by tile have one value for
 * each tile position (PoplensMemory), unless their comment says otherwise. */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_FLOP_ESTIMATES                                                                  \
  "No FLOP estimates. Set profiler.includeFlopEstimates=true and record again."

/* Columns of memory_by_compute_set and memory_by_vertex_type; bytes. */
typedef enum {
  POPLENS_VERTEX_BYTES_COPY_PTR,
  POPLENS_VERTEX_BYTES_DESCRIPTOR,
  POPLENS_VERTEX_BYTES_EDGE_PTR,
  POPLENS_VERTEX_BYTES_PADDING,
  POPLENS_VERTEX_BYTES_VERTEX_DATA,
  POPLENS_VERTEX_BYTES_CODE, /* not in memory_by_compute_set */
  POPLENS_N_VERTEX_BYTES,
} PoplensVertexBytes;

typedef struct {
  PoplensStrings *strings;

  guint32 n_types; /* table vertex_types, sorted by id */
  guint32 *type_id;
  guint32 *type_name;   /* PoplensStrings id */
  guint32 *type_source; /* PoplensStrings id: "c++", "asm" or "" */
  guint64 *type_size;   /* bytes of state of a vertex */
  /* Bytes by tile for each type; absent: not recorded */
  PoplensLists *type_bytes[POPLENS_N_VERTEX_BYTES];

  guint32 n_compute_sets; /* compute sets, sorted by id */
  guint32 *compute_set_id;
  guint32 *compute_set_name; /* PoplensStrings id */
  guint32 *compute_set_debug_id;
  guint64 *compute_set_edges;
  PoplensLists *compute_set_types;     /* ids of the vertex types in each compute set */
  PoplensLists *compute_set_counts;    /* number of vertices of each type in .compute_set_types */
  PoplensLists *compute_set_vars;      /* ids of the lowered variables of each compute set */
  PoplensLists *compute_set_estimates; /* ids into compilation_cycles_by_tile, one for each IPU; may
                                          be absent */
  PoplensLists *compute_set_flops;     /* estimated FLOPs by tile; may be absent */
  /* Measured: ids into cycles_by_tile, one for each IPU; may be absent */
  PoplensLists *compute_set_cycles;
  /* Measured cycles by IPU (instrumentation level IPU); may be absent */
  PoplensLists *compute_set_ipu_cycles;
  /* Bytes by tile for each compute set */
  PoplensLists *compute_set_bytes[POPLENS_VERTEX_BYTES_CODE];

  guint32 n_instances;           /* rows of the table vertex_instances */
  guint32 *instance_compute_set; /* row of the compute set */
  guint32 *instance_type;        /* row of the vertex type */
  PoplensLists *instances;       /* number of vertices by tile */

  guint32 n_vertices; /* single vertices; only at instrumentation level Vertex */
  guint32 *vertex_id, *vertex_compute_set, *vertex_type;
  guint64 *vertex_cycles;
} PoplensVertices;

PoplensVertices *poplens_vertices_new (void);
void poplens_vertices_free (PoplensVertices *self);

/* Returns the row of the vertex type with @id, or G_MAXUINT32. */
guint32 poplens_vertices_find_type (const PoplensVertices *self, guint32 id);
guint32 poplens_vertices_find_compute_set (const PoplensVertices *self, guint32 id);
const char *poplens_vertex_bytes_key (PoplensVertexBytes column); /* "copy_ptr_bytes" */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensVertices, poplens_vertices_free)

G_END_DECLS
