/* What the benchmarks of reports share. */
#pragma once

#include "report/report.h"

#include <time.h>

/* Ends the program with what is wrong. @error: (nullable) */
void bench_die (const GError *error) G_GNUC_NORETURN;
/* (transfer full); ends the program where it cannot be opened. */
PoplensReport *bench_open (const char *path);

/* Microseconds of a processor that this process has had, or with CLOCK_THREAD_CPUTIME_ID this
 * thread: others keep it waiting. */
gint64 bench_processor_time (clockid_t clock);
/* Milliseconds, of microseconds, which it sorts. */
double bench_median (gint64 *took, guint n);
