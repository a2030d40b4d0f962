/* Records that go on in overflow pages, put together ("1.5 Cell Payload Overflow Pages" in SQLite's
 * "Database File Format"). */
#pragma once

#include "database/pages.h"

G_BEGIN_DECLS

/* Pages in memory that lie one behind the other in the file. */
typedef struct {
  guint8 *bytes;
  guint32 first, n;
} PoplensRun;

typedef struct {
  guint8 *payload;
  gsize room;
  PoplensRun ahead; /* overflow pages that were read with another one */
  guint64 given;    /* bytes that came from them */
} PoplensOverflow;

void poplens_overflow_clear (PoplensOverflow *self);

/* The first @wanted bytes of a record whose first @local ones are at @at, with the number of the
 * page that goes on behind them. @run: other pages that are in memory. Until the next one; NULL
 * where its pages are not there, or give more than the file holds: rows of a hostile file may share
 * them. */
const guint8 *poplens_overflow_gather (PoplensOverflow *self, PoplensPages *pages,
                                       const PoplensRun *run, const guint8 *at, guint32 local,
                                       gsize wanted);

/* The page, where it is in @self. (nullable) */
static inline const guint8 *
poplens_run_find (const PoplensRun *self, const PoplensPages *pages, guint32 page)
{
  return page >= self->first && page - self->first < self->n
             ? self->bytes + (gsize) (page - self->first) * pages->size
             : NULL;
}

/* What of a record of @size bytes lies in its cell ("1.6. B-tree Pages": X, M and K). */
static inline guint32
poplens_local_size (const PoplensPages *pages, guint64 size)
{
  guint32 most = pages->usable - 35, least = (pages->usable - 12) * 32 / 255 - 23;
  guint32 k;

  if (size <= most)
    return (guint32) size;
  k = least + (guint32) ((size - least) % (pages->usable - 4));
  return k <= most ? k : least;
}

G_END_DECLS
