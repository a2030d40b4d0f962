#include "database/overflow.h"

#include "database/scan.h"

#include <string.h>

#define MOST_AHEAD 16u

void
poplens_overflow_clear (PoplensOverflow *self)
{
  g_clear_pointer (&self->payload, g_free);
  g_clear_pointer (&self->ahead.bytes, g_free);
}

static void
will_need (const PoplensPages *pages, guint32 page, gsize n)
{
  PoplensByteRange range = {(guint64) (page - 1) * pages->size,
                            MIN ((guint64) MIN (n, pages->n - page + 1) * pages->size,
                                 poplens_file_get_ahead (pages->far))};

  poplens_file_will_need (pages->far, &range, 1);
}

/* The page @page of a record that wants @n of them: those behind it are most probably its next
 * ones. */
static const guint8 *
find_page (PoplensOverflow *self, PoplensPages *pages, const PoplensRun *run, guint32 page, gsize n)
{
  const guint8 *found;

  if (!poplens_pages_has (pages, page))
    return NULL;
  if ((found = poplens_run_find (run, pages, page)) ||
      (found = poplens_run_find (&self->ahead, pages, page)))
    return found;
  if (!self->ahead.bytes)
    self->ahead.bytes = g_malloc ((gsize) MOST_AHEAD * pages->size);
  if (pages->far && n > 1)
    will_need (pages, page, n);
  self->ahead.first = page;
  self->ahead.n = (guint32) MIN (n, MIN (MOST_AHEAD, pages->n - page + 1));
  if (poplens_pages_read (pages, page, self->ahead.n, self->ahead.bytes))
    return self->ahead.bytes;
  self->ahead.n = 0;
  return NULL;
}

const guint8 *
poplens_overflow_gather (PoplensOverflow *self, PoplensPages *pages, const PoplensRun *run,
                         const guint8 *at, guint32 local, gsize wanted)
{
  guint32 next = poplens_u32 (at + local), most = pages->usable - 4;
  gsize done = local;

  self->given += wanted - local;
  if (self->given > (guint64) pages->n * pages->size)
    return NULL;
  if (self->room < wanted + POPLENS_SCAN_PADDING) {
    self->room = wanted + wanted / 2 + POPLENS_SCAN_PADDING;
    g_free (self->payload);
    self->payload = g_malloc (self->room);
  }
  memcpy (self->payload, at, local);
  while (done < wanted) {
    const guint8 *page = find_page (self, pages, run, next, (wanted - done - 1) / most + 1);
    gsize n = MIN (wanted - done, most);
    if (!page)
      return NULL;
    memcpy (self->payload + done, page + 4, n);
    next = poplens_u32 (page);
    done += n;
  }
  return self->payload;
}
