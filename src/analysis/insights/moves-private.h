/* Layers of the variables that changes are about. Private to the analysis. */
#pragma once

#include "analysis/insights/moves.h"
#include "analysis/memory/move-layers.h"

G_BEGIN_DECLS

/* (transfer none): as long as @self */
const PoplensMoveLayers *poplens_moves_get_layers (const PoplensMoves *self);
/* By group: the layer that it is named for, or POPLENS_NO_LAYER. (transfer none) */
const guint32 *poplens_moves_get_layer_of_groups (const PoplensMoves *self);

G_END_DECLS
