/* Processor time of the thread. */
#include "support/work-time.h"

#include <time.h>

gint64
work_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}
