/* Offsets of the variables on each tile. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Numbers the variables (by tile, then by family) and places them. Variables that are never live
 * together share addresses; constraints, alignment and the start of interleaved memory cause the
 * only gaps. Fills .first_var, .offset, .order and .family of @m, and .rank of the families.
 * Enlarges the filler of the full tile. */
void demo_layout_place (DemoModel *m);

/* Returns the offsets at which the memory elements of a tile begin. @n: (out): their number.
 * (static) */
const guint32 *demo_elements (guint *n);

G_END_DECLS
