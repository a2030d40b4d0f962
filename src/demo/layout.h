/* Offsets of the variables on each tile. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Numbers the variables by tile, then by family, and gives each an offset. Variables that are never
 * live together share addresses. Fills .first_var, .first_slot, .offset, .order and .family of @m,
 * and .rank of the families. Sets the size of the filler on the full tile. */
void demo_layout_place (DemoModel *m);

/* Returns the offsets at which the memory elements of a tile begin. @n: (out): their number.
 * (static) */
const guint32 *demo_elements (guint *n);

G_END_DECLS
