/* Memory of columns and lists, which grow to hundreds of megabytes. */
#include "base/large.h"

#include <sys/mman.h>

/* Bytes of a huge page, on x86-64 and on ARM64 with pages of 4 KiB. */
#define HUGE_PAGE ((gsize) 2 << 20)

gpointer
poplens_realloc_large (gpointer data, gsize n, gsize width)
{
  data = g_realloc_n (data, n, width);
#ifdef MADV_HUGEPAGE
  gsize start = (gsize) data;
  gsize from = (start + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  gsize to = (start + n * width) / HUGE_PAGE * HUGE_PAGE;

  /* Ignore errors: this is advice, and memory works without it. */
  if (from < to)
    madvise ((guint8 *) data + (from - start), to - from, MADV_HUGEPAGE);
#endif
  return data;
}
