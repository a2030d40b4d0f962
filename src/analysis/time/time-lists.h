/* Two stores for lists of cycles by tile (the cycles that each tile takes in a step): a cache of
 * decoded lists, and the longest tiles of each list (those with the most cycles). The steps of a
 * loop share lists, so each list is used often. */
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
 * @wanted: (out): TRUE if the list is missing and the caller should add it. A list is added to a
 * nearly full cache only when it is requested again. */
gboolean poplens_time_kept_find (PoplensTimeKept *self, guint64 key, PoplensTimeKeptList *list,
                                 gboolean *wanted);
/* Adds a list for which poplens_time_kept_find () set *wanted. @tiles: [n] tile numbers; NULL:
 * tiles 0 … n − 1. Does not store a list with a number above G_MAXUINT16. If the list does not fit
 * into the cache, drops all lists instead of adding it. */
void poplens_time_kept_add (PoplensTimeKept *self, guint64 key, const guint32 *tiles,
                            const guint64 *cycles, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeKept, poplens_time_kept_free)

/* ---- longest tiles --------------------------------------------------------------------------- */

/* Longest tiles (those with the most cycles) of each list of cycles by tile, for finding the
 * stragglers of compute sets. The tiles are selected once per list, because the steps of a loop
 * share lists. */

typedef struct {
  guint64 cycles : 44, tile : 20; /* .tile: number of the tile within the IPU */
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
/* Returns the tiles of a list with the most cycles, most cycles first. Of equal tiles, the lowest
 * number comes first. There are as many tiles as poplens_time_longest_new () was created for. NULL
 * if the list was not added, or if only few of its tiles have work. (transfer none) (nullable) */
const PoplensTimeTile *poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLongest, poplens_time_longest_free)

G_END_DECLS
