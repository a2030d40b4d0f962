/* Variables that are on the chip for a while, and in buffers of the host else. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* At the end of a layer's backward pass, whose program is open: its weight gradients come before it
 * and go after it, if the plan has accumulators off the chip. */
void demo_move_gradients (DemoModel *m, const DemoLayer *layer, const GArray *gradients);

/* Families that come for an update and go again: of the optimiser's state and of the gradients
 * (DemoSpan) of a layer those that the plan has off the chip. (transfer full): of guint */
GArray *demo_off_chip (const DemoModel *m, const DemoLayer *layer, const GArray *gradients);
/* Brings @families to the chip; returns the first program of it. */
guint demo_bring (DemoModel *m, const char *name, const GArray *families);
/* Takes them away; they have been on the chip since @first. */
void demo_take_away (DemoModel *m, const char *name, const GArray *families, guint first);

G_END_DECLS
