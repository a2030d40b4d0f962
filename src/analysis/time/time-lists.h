/* Caches of lists of cycles by tile, as the steps of a loop share their lists: decoded lists that
 * are read again, and the longest tiles of each list. If a cache of decoded lists is nearly full,
 * it stores a list only at its second use. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A cached list, in its compact form. */
typedef struct {
  gsize n;
  const guint16 *tile;   /* [n] ascending; NULL: tiles 0 … n − 1 */
  const guint16 *cycles; /* [n] */
} PoplensTimeKeptList;

/* Cache of decoded lists of one IPU; not thread-safe. */
typedef struct _PoplensTimeKept PoplensTimeKept;

/* Creates a cache for lists with keys below @n_keys. @most: bytes; when they are used up, all lists
 * are dropped. */
PoplensTimeKept *poplens_time_kept_new (gsize n_keys, gsize most);
void poplens_time_kept_free (PoplensTimeKept *self);

/* TRUE with *@list if it is cached; *@list is valid until the next poplens_time_kept_add ().
 * Otherwise *@wanted says whether the caller is to add it. */
gboolean poplens_time_kept_find (PoplensTimeKept *self, guint64 key, PoplensTimeKeptList *list,
                                 gboolean *wanted);
/* Adds a list that is wanted. @tiles: (nullable): [n]: NULL: tiles 0 … n − 1. Ignores a list with a
 * number that does not fit into 16 bits; if the cache is full, drops all lists instead. */
void poplens_time_kept_add (PoplensTimeKept *self, guint64 key, const guint32 *tiles,
                            const guint64 *cycles, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeKept, poplens_time_kept_free)

/* ---- longest tiles --------------------------------------------------------------------------- */

/* Longest tiles of each list of cycles of compute sets of an IPU: enough to find stragglers.
 * Computed once per list, while the lists are read, as the steps of a loop share them. */

typedef struct {
  guint64 cycles : 44, tile : 20; /* tile: within the IPU */
} PoplensTimeTile;

/* Filled by one thread; after that, any number of threads may read it. */
typedef struct _PoplensTimeLongest PoplensTimeLongest;

/* Creates a store of the @most + 1 longest tiles of each list. */
PoplensTimeLongest *poplens_time_longest_new (guint most);
void poplens_time_longest_free (PoplensTimeLongest *self);

/* Adds the list with the id @list, unless it was added before. @tiles: [n] ascending. @cycles: [n]
 * of each tile, not 0. */
void poplens_time_longest_add (PoplensTimeLongest *self, guint32 list, const guint32 *tiles,
                               const guint64 *cycles, gsize n);
/* Returns the most + 1 longest tiles of a list (most: see poplens_time_longest_new ()), longest
 * first, of equal ones the lowest. NULL if at most 2 × most tiles have work in the list, or it was
 * not added. (transfer none) */
const PoplensTimeTile *poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLongest, poplens_time_longest_free)

G_END_DECLS
