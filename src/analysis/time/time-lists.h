/* Caches of lists of cycles by tile (the cycles that each tile takes in a step): decoded lists, and
 * the longest tiles of each list. The steps of a loop share their lists. If a cache of decoded
 * lists is nearly full, it stores a list only at its second use. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A cached list, in its compact form. */
typedef struct {
  gsize n;
  const guint16 *tile;   /* [n] tile numbers, ascending; NULL: tiles 0 … n − 1 */
  const guint16 *cycles; /* [n] cycles of each tile */
} PoplensTimeKeptList;

/* Cache of decoded lists of one IPU; not thread-safe. */
typedef struct _PoplensTimeKept PoplensTimeKept;

/* Creates a cache for lists with keys below @n_keys. @most: size of the cache, bytes. When it is
 * full, all lists are dropped. */
PoplensTimeKept *poplens_time_kept_new (gsize n_keys, gsize most);
void poplens_time_kept_free (PoplensTimeKept *self);

/* TRUE if a list is cached under @key; @list is then valid until the next poplens_time_kept_add ().
 * Otherwise sets *@wanted to whether the caller is to add the list. */
gboolean poplens_time_kept_find (PoplensTimeKept *self, guint64 key, PoplensTimeKeptList *list,
                                 gboolean *wanted);
/* Adds a list for which poplens_time_kept_find () set its *wanted. @tiles: [n] (nullable): NULL:
 * tiles 0 … n − 1. Ignores a list with a number that does not fit into 16 bits. If the cache is
 * full, drops all lists, and does not add this one. */
void poplens_time_kept_add (PoplensTimeKept *self, guint64 key, const guint32 *tiles,
                            const guint64 *cycles, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeKept, poplens_time_kept_free)

/* ---- longest tiles --------------------------------------------------------------------------- */

/* Longest tiles of each list of cycles by tile, for compute sets of an IPU: enough to find
 * stragglers. They are found once per list, when it is read, as the steps of a loop share lists. */

typedef struct {
  guint64 cycles : 44, tile : 20; /* tile number within the IPU */
} PoplensTimeTile;

/* Longest tiles of the lists of an IPU. One thread adds lists; after that, several threads may read
 * at the same time. */
typedef struct _PoplensTimeLongest PoplensTimeLongest;

/* Creates an empty store for the @most + 1 longest tiles of each list. (transfer full) */
PoplensTimeLongest *poplens_time_longest_new (guint most);
void poplens_time_longest_free (PoplensTimeLongest *self);

/* Adds the list with the id @list, unless it was added before. @tiles: [n] ascending. @cycles: [n]
 * of each tile, not 0. */
void poplens_time_longest_add (PoplensTimeLongest *self, guint32 list, const guint32 *tiles,
                               const guint64 *cycles, gsize n);
/* Returns the most + 1 longest tiles of a list (most: see poplens_time_longest_new ()), longest
 * first, of equal ones the lowest number first. NULL if the list was not added, or at most 2 × most
 * tiles have work in it. (transfer none) (nullable) */
const PoplensTimeTile *poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLongest, poplens_time_longest_free)

G_END_DECLS
