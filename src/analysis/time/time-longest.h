/* The tiles that take longest in each list of cycles of compute sets of an IPU: all that has to be
 * known to tell slow tiles. Found while the lists are read, once a list, as steps of a loop share
 * theirs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint64 cycles : 44, tile : 20; /* of the IPU */
} PoplensTimeTile;

/* Filled by one thread, then read by any number. */
typedef struct _PoplensTimeLongest PoplensTimeLongest;

/* Keeps @most + 1 tiles of a list. */
PoplensTimeLongest *poplens_time_longest_new (guint most);
void poplens_time_longest_free (PoplensTimeLongest *self);

/* Of the list @list, unless it is there: @n tiles, rising, that take @cycles each, more than 0. */
void poplens_time_longest_add (PoplensTimeLongest *self, guint32 list, const guint32 *tiles,
                               const guint64 *cycles, gsize n);
/* The @most + 1 tiles of a list, longest first and of equal ones the lowest; NULL where hardly more
 * have work in it (twice @most), or it was not added. */
const PoplensTimeTile *poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLongest, poplens_time_longest_free)

G_END_DECLS
