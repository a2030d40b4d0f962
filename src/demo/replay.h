/* Repeats programs: the model of recomputation. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Repeats the complete programs from @first to @last below the open program. The repetition has the
 * same compute sets and exchanges, whose variables are live as in the original. Returns the
 * difference between the indices of repeated and original programs. */
guint demo_replay (DemoModel *m, guint first, guint last);

G_END_DECLS
