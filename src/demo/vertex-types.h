/* The vertex types of the synthetic model. */
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

/* Bytes a vertex, all multiples of 4; @code once a tile. */
typedef struct {
  const char *name;
  const char *source;
  guint copy_ptr, edge_ptr, data, padding; /* add up to the size of its state */
  guint field;
  gboolean copies; /* its descriptors are copy descriptors, else vector lists */
  guint descriptor;
  guint code;
  guint edges;
} DemoVertexType;

/* Types of their own for a layer follow after DEMO_VERTEX_TYPES, as often as there are layers with
 * such: one of @id is like that of @id modulo DEMO_VERTEX_TYPES. */
guint demo_vertex_type_own (const DemoModel *m, guint id, guint layer);
const DemoVertexType *demo_vertex_type (guint id);
/* Its name in the file. (transfer full) */
char *demo_vertex_type_name (guint id);
/* Bytes of its code on a tile. */
guint demo_vertex_code (const DemoModel *m, guint id);
guint demo_vertex_size (guint id);

/* ---- kinds of data --------------------------------------------------------------------------- */

/* The 27 kinds of data that a variable can hold. */

const char *demo_category_name (guint id);
void demo_write_categories (DemoDb *db);

G_END_DECLS
