/* Which operations of a layer use what others make (formats.md 8.15). Recorded edges come from what
 * layers of debug.cbor say of inputs and outputs; derived ones from the order in which programs use
 * variables. */
#pragma once

#include "analysis/operations/operations.h"
#include "model/slices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to;    /* contexts of the layer: who makes it, who uses it; never the same */
  guint32 tensor;      /* string: recorded, its name; derived, the variable's */
  guint32 type, shape; /* strings; 0: not recorded */
} PoplensOperationEdge;

/* Immutable. */
typedef struct {
  GArray *edges; /* PoplensOperationEdge, by from, to and text of the tensor; each once */
  PoplensStrings *strings;
  char *recorded_by; /* the layer that records them; NULL: derived */
} PoplensOperationEdges;

void poplens_operation_edges_free (PoplensOperationEdges *self); /* NULL is fine */

/* ---- recorded -------------------------------------------------------------------------------- */

/* What contexts say of tensors, whatever the layer. */
typedef struct _PoplensOperationRecords PoplensOperationRecords;

/* @contexts outlive it. */
PoplensOperationRecords *poplens_operation_records_new (const PoplensDebugContexts *contexts);
void poplens_operation_records_free (PoplensOperationRecords *self);
/* Whether the body of @context is to be added: it is of a layer that records tensors. */
gboolean poplens_operation_records_wants (const PoplensOperationRecords *self, guint32 context);
/* @body: POPLENS_SLICE_BODY */
void poplens_operation_records_add (PoplensOperationRecords *self, guint32 context,
                                    const PoplensSlice *body);

/* Edges between operations of @layer: that it records itself or, where it records none, that one
 * layer inside it does (the one with most). NULL where no layer does. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_recorded (const PoplensOperationRecords *records,
                                                         const char *layer);

/* ---- derived --------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_VARIABLE_READ,    /* an exchange or copy has it among its sources; a message that carries
                               it is used */
  POPLENS_VARIABLE_WRITTEN, /* … among its destinations */
  POPLENS_VARIABLE_USED,    /* a compute set lists it: the file does not say how */
} PoplensVariableUseKind;

typedef struct {
  guint32 program;  /* row */
  guint32 variable; /* unlowered id */
  guint8 kind;      /* PoplensVariableUseKind */
  guint8 is_always_live;
} PoplensVariableUse;

/* The name of an unlowered variable; NULL: it has none. */
typedef const char *(*PoplensVariableNameFunc) (gconstpointer data, guint32 variable);

/* @uses: PoplensVariableUse, in the order of program steps. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_derived (const PoplensOperations *operations,
                                                        const GArray *uses,
                                                        PoplensVariableNameFunc name,
                                                        gconstpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationEdges, poplens_operation_edges_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRecords, poplens_operation_records_free)

/* ---- edges while they are made --------------------------------------------------------------- */

/* Private to operation-*.c. */

/* Without edges. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_new (void);
/* Sorts what was added, and leaves out what is there twice. */
void poplens_operation_edges_finish (PoplensOperationEdges *self);

G_END_DECLS
