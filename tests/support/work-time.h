/* How long something takes of the processor, whatever else the machine is doing: tests that look
 * for blunders of time look here, not at a clock. */
#pragma once

#include <glib.h>

/* Microseconds that this thread has worked until now. */
gint64 work_time (void);
