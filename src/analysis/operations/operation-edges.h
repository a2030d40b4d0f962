/* Edges between operations of a layer: one uses what the other makes (formats.md 8.15). Recorded
 * edges come from the inputs and outputs in debug.cbor; derived ones from the order in which
 * programs use variables. */
#pragma once

#include "analysis/operations/operations.h"
#include "model/slices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to;    /* contexts of the layer: maker and user; never equal */
  guint32 tensor;      /* string: name of the tensor or, if derived, of the variable */
  guint32 type, shape; /* strings; 0: not recorded */
} PoplensOperationEdge;

/* Immutable. */
typedef struct {
  GArray *edges; /* PoplensOperationEdge, distinct, by from, to and text of the tensor */
  PoplensStrings *strings;
  char *recorded_by; /* layer that records them; NULL: derived */
} PoplensOperationEdges;

void poplens_operation_edges_free (PoplensOperationEdges *self); /* NULL is allowed */

/* ---- recorded -------------------------------------------------------------------------------- */

/* Inputs and outputs that contexts of all layers record. */
typedef struct _PoplensOperationRecords PoplensOperationRecords;

/* Creates an empty list of records. @contexts must outlive it. (transfer full) */
PoplensOperationRecords *poplens_operation_records_new (const PoplensDebugContexts *contexts);
void poplens_operation_records_free (PoplensOperationRecords *self);
/* TRUE if the layer of @context records tensors, so that its body is to be added. */
gboolean poplens_operation_records_wants (const PoplensOperationRecords *self, guint32 context);
/* Adds the inputs and outputs of @context. @body: POPLENS_SLICE_BODY */
void poplens_operation_records_add (PoplensOperationRecords *self, guint32 context,
                                    const PoplensSlice *body);

/* Returns the edges between operations of @layer: those that it records itself or, if there are
 * none, those that the one layer inside it with the most edges records. (transfer full) (nullable):
 * NULL: no layer records any */
PoplensOperationEdges *poplens_operation_edges_recorded (const PoplensOperationRecords *records,
                                                         const char *layer);

/* ---- derived --------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_VARIABLE_READ, /* a source of an exchange or copy; or a message that carries it is used */
  POPLENS_VARIABLE_WRITTEN, /* a destination of an exchange or copy */
  POPLENS_VARIABLE_USED,    /* in a compute set: the file does not say how */
} PoplensVariableUseKind;

typedef struct {
  guint32 program;  /* row in PoplensPrograms */
  guint32 variable; /* unlowered ID */
  guint8 kind;      /* PoplensVariableUseKind */
  guint8 is_always_live;
} PoplensVariableUse;

/* Returns the name of an unlowered variable. (nullable): NULL: it has none */
typedef const char *(*PoplensVariableNameFunc) (gconstpointer data, guint32 variable);

/* Derives edges from uses. @uses: PoplensVariableUse, in the order of program steps. @data: for
 * @name. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_derived (const PoplensOperations *operations,
                                                        const GArray *uses,
                                                        PoplensVariableNameFunc name,
                                                        gconstpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationEdges, poplens_operation_edges_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRecords, poplens_operation_records_free)

/* ---- building edges -------------------------------------------------------------------------- */

/* Creates an empty list of edges. Private to operation-*.c, as is the function below. (transfer
 * full) */
PoplensOperationEdges *poplens_operation_edges_new (void);
/* Sorts the added edges and removes duplicates. */
void poplens_operation_edges_finish (PoplensOperationEdges *self);

G_END_DECLS
