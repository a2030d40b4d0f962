/* Variables that are on the chip for a while, and in buffers of the host else. What a plan leaves
 * on the chip is left alone. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* At the end of a layer's backward pass, whose program is open: its weight gradients come before
 * it, if they are sums over steps, and go after it. */
void demo_move_gradients (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* For a layer's update: brings its optimiser's state and its gradients; returns the first program
 * of it, whether there is one or not. */
guint demo_bring (DemoModel *m, DemoLayer *layer, const GArray *gradients);
/* Takes them away; they have been on the chip since @first. */
void demo_take_away (DemoModel *m, DemoLayer *layer, const GArray *gradients, guint first);

G_END_DECLS
