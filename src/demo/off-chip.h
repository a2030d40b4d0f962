/* Moves variables between the chip and remote buffers of the host. The functions do nothing for
 * variables that the plan keeps on the chip. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* Moves a layer's weight gradients off the chip at the end of its backward pass. Gradients that are
 * sums over several steps are also brought onto the chip at the start of the pass. Call this while
 * the program of the backward pass is open. */
void demo_move_gradients (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Brings optimiser state and gradients of a layer onto the chip for its update. Returns the index
 * of the first program added; if none is needed, the index that the next program will get. */
guint demo_bring (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Moves a layer's optimiser state and gradients off the chip after its update. @first: result of
 * demo_bring () */
void demo_take_away (DemoModel *m, DemoLayer *layer, const GArray *gradients, guint first);

G_END_DECLS
