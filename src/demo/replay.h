/* Programs that run once more: what recomputation is. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Runs the programs from @first to @last, which are whole, where the tree of programs is open: the
 * same compute sets and exchanges, whose variables live there as they do the first time. Returns by
 * how much the numbers of the programs are higher than the first time. */
guint demo_replay (DemoModel *m, guint first, guint last);

G_END_DECLS
