/* Functions that the benchmarks of reports share: errors, processor time and medians. */
#include "bench-common.h"

#include <stdio.h>
#include <stdlib.h>

void
bench_die (const GError *error)
{
  fprintf (stderr, "bench: %s\n", error ? error->message : "cannot be done");
  exit (1);
}

PoplensReport *
bench_open (const char *path)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (path, &error);

  if (!report)
    bench_die (error);
  return report;
}

gint64
bench_processor_time (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

double
bench_median (gint64 *took, guint n)
{
  qsort (took, n, sizeof *took, by_time);
  return (double) took[n / 2] / 1000;
}
