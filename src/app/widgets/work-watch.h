/* What a worker tells of its work (base/work.h), for the main thread: at most one word at a time is
 * on its way, the newest, and what was told never goes back. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* Before the work starts, on the main thread: @func hears there what is told by way of
 * @cancellable, until that is cancelled or … */
void poplens_work_watch (GCancellable *cancellable, PoplensProgressFunc func, gpointer data);
/* … the work is done, and whoever started it calls this. */
void poplens_work_unwatch (GCancellable *cancellable);

G_END_DECLS
