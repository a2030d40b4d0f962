/* Memory of columns, lists and arrays by step, which take up to hundreds of megabytes. */
#include "base/large.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/* Bytes of a huge page, on x86-64 and on ARM64 with pages of 4 KiB. */
#define HUGE_PAGE ((gsize) 2 << 20)

static void
use_huge_pages (gpointer data, gsize size)
{
#ifdef MADV_HUGEPAGE
  if (size < HUGE_PAGE)
    return;
  /* Advise all pages of the block: were they of two kinds, realloc () would have to copy it instead
   * of moving its pages. */
  gsize page = (gsize) sysconf (_SC_PAGESIZE), start = (gsize) data;
  gsize before = start % page, bytes = before + malloc_usable_size (data);

  /* Ignore errors: this is advice, and memory works without it. */
  madvise ((guint8 *) data - before, (bytes + page - 1) / page * page, MADV_HUGEPAGE);
#endif
}

gpointer
poplens_realloc_large (gpointer data, gsize n, gsize width)
{
  data = g_realloc_n (data, n, width);
  use_huge_pages (data, n * width);
  return data;
}

GArray *
poplens_array_new_large (gsize width, gsize n)
{
  GArray *array = g_array_sized_new (FALSE, FALSE, (guint) width,
                                     (guint) MIN (n, G_MAXUINT32 / 2 / MAX (width, 1)));

  use_huge_pages (array->data, n * width);
  return array;
}
