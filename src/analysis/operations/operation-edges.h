/* Edges between operations of a layer: one operation uses what another makes (formats.md 8.15).
 * Recorded edges come from the inputs and outputs in debug.cbor; derived edges from the order in
 * which programs use variables. */
#pragma once

#include "analysis/operations/operations.h"
#include "model/slices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to; /* contexts of two different operations: maker and user of the tensor */
  guint32 tensor; /* string ID of a name: of the tensor (recorded edge) or of the variable (derived
                     edge) */
  guint32 type, shape; /* string IDs of the texts; 0: not recorded */
} PoplensOperationEdge;

/* All edges of a layer. Immutable. */
typedef struct {
  GArray *edges; /* PoplensOperationEdge, distinct, sorted by .from, .to and name of the tensor */
  PoplensStrings *strings;
  char *recorded_by; /* layer that records the edges; NULL: they are derived */
} PoplensOperationEdges;

void poplens_operation_edges_free (PoplensOperationEdges *self); /* NULL is allowed */

/* ---- recorded -------------------------------------------------------------------------------- */

/* Inputs and outputs that the contexts of all layers record. */
typedef struct _PoplensOperationRecords PoplensOperationRecords;

/* Creates an empty list of records. @contexts must outlive it. (transfer full) */
PoplensOperationRecords *poplens_operation_records_new (const PoplensDebugContexts *contexts);
void poplens_operation_records_free (PoplensOperationRecords *self);
/* TRUE if the layer of @context records tensors: the body of the context should then be added. */
gboolean poplens_operation_records_wants (const PoplensOperationRecords *self, guint32 context);
/* Adds the inputs and outputs of @context. @body: POPLENS_SLICE_BODY */
void poplens_operation_records_add (PoplensOperationRecords *self, guint32 context,
                                    const PoplensSlice *body);

/* Returns the recorded edges between operations of @layer. If @layer itself records none, returns
 * the edges of the layer that records the most edges between these operations. (transfer full)
 * (nullable): NULL: no layer records any */
PoplensOperationEdges *poplens_operation_edges_recorded (const PoplensOperationRecords *records,
                                                         const char *layer);

/* ---- derived --------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_VARIABLE_READ, /* an exchange or copy reads the variable, or a compute set uses a message
                            that carries the variable */
  POPLENS_VARIABLE_WRITTEN, /* an exchange or copy writes the variable */
  POPLENS_VARIABLE_USED, /* a compute set uses the variable; the file does not say whether it reads
                            or writes */
} PoplensVariableUseKind;

typedef struct {
  guint32 program;  /* row in PoplensPrograms */
  guint32 variable; /* unlowered ID */
  guint8 kind;      /* PoplensVariableUseKind */
  guint8 is_always_live;
} PoplensVariableUse;

/* Returns the name of an unlowered variable. (nullable): NULL: it has none */
typedef const char *(*PoplensVariableNameFunc) (gconstpointer data, guint32 variable);

/* Derives edges from uses of variables. @uses: PoplensVariableUse, in the order of program steps.
 * @data: argument of @name. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_derived (const PoplensOperations *operations,
                                                        const GArray *uses,
                                                        PoplensVariableNameFunc name,
                                                        gconstpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationEdges, poplens_operation_edges_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRecords, poplens_operation_records_free)

/* ---- building edges -------------------------------------------------------------------------- */

/* Creates an empty list of edges. Private to operation-*.c. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_new (void);
/* Sorts the edges that were added, and removes duplicates. Private to operation-*.c. */
void poplens_operation_edges_finish (PoplensOperationEdges *self);

G_END_DECLS
