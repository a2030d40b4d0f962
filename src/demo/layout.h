/* Where the variables of each tile lie. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Numbers the variables (by tile, then by family) and places them: what never lives together shares
 * addresses; constraints, alignment and the start of interleaved memory leave the only gaps. Fills
 * first_var, offset, order and family of @m, and var of the families. The full tile's filler grows.
 */
void demo_layout_place (DemoModel *m);

/* The offsets at which the memory elements of a tile begin; @n is set to their number. */
const guint32 *demo_elements (guint *n);

G_END_DECLS
