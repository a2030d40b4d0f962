/* Repeats programs: the model of recomputation. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Repeats the complete programs from @first to @last at the place where the tree of programs is
 * open: with the same compute sets and exchanges, whose variables are live there as in the
 * original. Returns the difference of program numbers. */
guint demo_replay (DemoModel *m, guint first, guint last);

G_END_DECLS
