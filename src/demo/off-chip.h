/* Variables that are on chip for a while, and otherwise in remote buffers of the host. The
 * functions do nothing for variables that the plan keeps on chip. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* Moves the weight gradients off the chip after the layer's backward pass. If they are sums over
 * several steps, also brings them onto it before. Call this at the end of the backward pass, whose
 * program is open. */
void demo_move_gradients (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Brings optimiser state and gradients of a layer onto the chip for its update. Returns the first
 * program that does so; if there is nothing to bring, the next program that will be added. */
guint demo_bring (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Moves optimiser state and gradients off the chip again, after demo_bring (). @first: its result
 */
void demo_take_away (DemoModel *m, DemoLayer *layer, const GArray *gradients, guint first);

G_END_DECLS
