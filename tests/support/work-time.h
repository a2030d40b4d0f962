/* Measures processor time, which does not depend on other load: tests of speed use it instead of
 * the clock. */
#pragma once

#include <glib.h>

/* Returns the processor time of this thread in µs. */
gint64 work_time (void);
