/* Workers that are late, so that frames come between what asks and what answers: as on a machine
 * that is slow, whatever this one is. */
#pragma once

#include <glib.h>

/* From now on each task waits so long before it works; 0: none does. */
void late_workers_set (guint milliseconds);
/* Tasks that have not answered. */
guint late_workers_pending (void);
