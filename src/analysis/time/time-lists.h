/* Lists of cycles by tile that several steps of an IPU have, decoded: most steps of a loop have
 * lists that its other turns have, too. Once there is not plenty of room, those that are asked for
 * once are not kept. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gsize n;
  const guint16 *tile;   /* [n] rising; NULL: they are 0 … n − 1 */
  const guint16 *cycles; /* [n] */
} PoplensTimeKeptList;

/* For one thread. */
typedef struct _PoplensTimeKept PoplensTimeKept;

/* Keeps lists of keys below @n_keys. @most: bytes; all lists are dropped when they are used up. */
PoplensTimeKept *poplens_time_kept_new (gsize n_keys, gsize most);
void poplens_time_kept_free (PoplensTimeKept *self);

/* TRUE, and *@list, which lives until the next one is kept; else *@wanted says that it is to be. */
gboolean poplens_time_kept_find (PoplensTimeKept *self, guint64 key, PoplensTimeKeptList *list,
                                 gboolean *wanted);
/* One that is wanted: @cycles of each of @tiles (nullable: they are 0 … n − 1). Not where a
 * number has no room. */
void poplens_time_kept_add (PoplensTimeKept *self, guint64 key, const guint32 *tiles,
                            const guint64 *cycles, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeKept, poplens_time_kept_free)

/* ---- longest tiles --------------------------------------------------------------------------- */

/* The tiles that take longest in each list of cycles of compute sets of an IPU: all that has to be
 * known to tell slow tiles. Found while the lists are read, once a list, as steps of a loop share
 * theirs. */

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
/* Returns the @most + 1 tiles of a list that take longest, longest first, of equal ones the lowest.
 * @most: as of poplens_time_longest_new(). NULL if at most twice @most tiles have work in the list,
 * or it was not added. */
const PoplensTimeTile *poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLongest, poplens_time_longest_free)

G_END_DECLS
