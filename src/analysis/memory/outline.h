/* What outlining saves at most: code of n equal layers of an IPU that one call could share, of
 * which 1 / n would be left.
 *
 * Layers are equal where their paths differ in the number of the part that counts them alone
 * (name-layers.h). Theirs are the code of their exchanges, and the control code of their programs
 * without that of children that are not theirs; a layer is on the IPUs that have code of its
 * exchanges. Vertex types whose names differ in a number at their end are equal, too. */
#pragma once

#include "model/exchanges.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
  const PoplensExchanges *exchanges; /* (nullable): then no layer has any code */
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensMemory *memory;
  guint32 tiles_per_ipu; /* 0: not known, then all are of one */
} PoplensOutlineInput;

/* Bytes by position of memory->tile. Cost: the names of all steps, and the code of layers by tile.
 * (transfer full) */
guint64 *poplens_outline_bytes (const PoplensOutlineInput *input);

G_END_DECLS
