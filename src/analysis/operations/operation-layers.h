/* The layers of debug.cbor whose operations can be asked for. */
#pragma once

#include "analysis/operations/operations.h"

G_BEGIN_DECLS

typedef struct {
  guint32 name;         /* string of the contexts */
  guint32 n_contexts;   /* of the layer */
  guint32 n_programs;   /* that a context of it made */
  double mean_distance; /* contexts between a program's own and the nearest of the layer */
} PoplensOperationLayer;

/* Outermost first: by rising nearness to the programs; layers that made no program come last.
 * (transfer full): GArray of PoplensOperationLayer */
GArray *poplens_operation_layers (const PoplensOperationGround *ground);

/* The layer to begin with: of the frameworks' layers that made most programs the outermost; without
 * frameworks poplibs, then poplar, then any. Index in @layers; G_MAXUINT where it is empty. */
guint poplens_operation_layers_default (const PoplensOperationGround *ground, const GArray *layers);

G_END_DECLS
