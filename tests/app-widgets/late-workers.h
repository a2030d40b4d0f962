/* Delays worker tasks, so that frames are drawn between a request and its result, as on a slow
 * computer. */
#pragma once

#include <glib.h>

/* Sets the delay of each later task; 0: no delay. */
void late_workers_set (guint milliseconds);
/* Returns the number of unfinished tasks. */
guint late_workers_pending (void);
