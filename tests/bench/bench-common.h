/* Functions that the benchmarks of reports share. */
#pragma once

#include "report/report.h"

#include <time.h>

/* Prints the error and exits. @error: (nullable) */
void bench_die (const GError *error) G_GNUC_NORETURN;
/* Opens the report; exits if that fails. (transfer full) */
PoplensReport *bench_open (const char *path);

/* Returns the processor time in µs of this process, or, with CLOCK_THREAD_CPUTIME_ID, of this
 * thread. Unlike elapsed time it does not depend on other processes. */
gint64 bench_processor_time (clockid_t clock);
/* Returns the median in ms. @took: µs; sorted by this function */
double bench_median (gint64 *took, guint n);
