/* Variables that are on chip for a while, and otherwise in remote buffers of the host. The
 * functions do nothing for variables that the plan keeps on chip. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* Call this at the end of a layer's backward pass, whose program is open. Moves the weight
 * gradients off the chip afterwards and, if they are sums over steps, onto it before. */
void demo_move_gradients (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Brings optimiser state and gradients for a layer's update. Returns its first program, or that of
 * what follows if there is nothing to bring. */
guint demo_bring (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Moves them off the chip again. @first: from demo_bring () */
void demo_take_away (DemoModel *m, DemoLayer *layer, const GArray *gradients, guint first);

G_END_DECLS
