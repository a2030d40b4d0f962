/* Vertex types and variable categories of the synthetic model. */
#pragma once

#include "demo/db.h"
#include "demo/model.h"

G_BEGIN_DECLS

typedef enum {
  DEMO_CONV_1X1,
  DEMO_CONV_NX1,
  DEMO_REDUCE,
  DEMO_REDUCE_FLOAT,
  DEMO_GELU,
  DEMO_GELU_GRAD,
  DEMO_EXP,
  DEMO_MULTIPLY,
  DEMO_INNER_PRODUCT,
  DEMO_MULTI_SLICE,
  DEMO_MULTI_UPDATE,
  DEMO_LOSS,
  DEMO_ONE_HOT,
  DEMO_SCALED_ADD,
  DEMO_ADAM,
  DEMO_TRANSPOSE,
  DEMO_SHORT_MEMCPY,
  DEMO_STRIDED_COPY,
  DEMO_COMPARE,
  DEMO_DUMP_STEP,
  DEMO_DECREMENT,
  DEMO_VERTEX_TYPES,
} DemoVertexTypeId;

/* A vertex type. .code is in bytes per tile. All other sizes are in bytes per vertex, and multiples
 * of 4. */
typedef struct {
  const char *name;
  const char *source;
  guint copy_ptr, edge_ptr, data,
      padding; /* bytes: the state of a vertex is the sum of these four */
  guint field;
  gboolean copies; /* .descriptor is for copy descriptors (TRUE) or for vector lists (FALSE) */
  guint descriptor;
  guint code;
  guint edges;
} DemoVertexType;

/* Returns @id. If the planted cause is DEMO_OOM_CODE, returns the id of a copy of this vertex type
 * that only @layer uses: @id plus a multiple of DEMO_VERTEX_TYPES. */
guint demo_vertex_type_own (const DemoModel *m, guint id, guint layer);
const DemoVertexType *demo_vertex_type (guint id);
/* Returns the name of the vertex type in the file. (transfer full) */
char *demo_vertex_type_name (guint id);
/* Returns the bytes of the vertex type's code on a tile. */
guint demo_vertex_code (const DemoModel *m, guint id);
guint demo_vertex_size (guint id);

/* ---- categories ------------------------------------------------------------------------------ */

/* Returns the name of one of the 27 categories of variables. (static) */

const char *demo_category_name (guint id);
void demo_write_categories (DemoDb *db);

G_END_DECLS
