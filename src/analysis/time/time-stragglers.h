/* Stragglers: the few tiles without which compute sets would end earlier.
 *
 * For one fixed set of k tiles, each step would end with the longest tile outside the set. So
 * equally slow tiles are one cause, and a tile that is slow only in its own step is none. In a step
 * on few tiles they do not count as a cause, as that step leaves most tiles without work. Tiles are
 * added to the set in the order of the cycles by which they exceed the others.
 *
 * Their cost is also in the waiting of each operation and in the work of their stage. It is
 * subtracted there if the tiles are slow in nearly all compute sets that cannot hide it, or if they
 * explain most of the load imbalance; otherwise operations are spread unevenly, and these are just
 * the slowest tiles of some. Tiles that are slow everywhere are also slow in a compute set that
 * another cause delays: without that cause it would still take longer by as much as the compute
 * sets that show it. */
#pragma once

#include "analysis/time/time-causes.h"

G_BEGIN_DECLS

/* Returns the largest number of tiles that may be stragglers: 1 % of @tiles, but at least 8; at
 * most an eighth of @tiles, and at most 16. */
guint poplens_time_stragglers_most (guint32 tiles);

/* The slow tiles of a report, and what they cost. */
typedef struct {
  guint n; /* number of slow tiles: the fewest with 80 % of the saving of the largest set; 0: no
              tile is slow */
  guint32 *tile;    /* [n] tile numbers in the report, ascending */
  guint32 cause;    /* index of their cause among the causes; G_MAXUINT32: they have none */
  double saving;    /* cycles saved without the slow tiles */
  gboolean sampled; /* only a sample of steps was read: the saving is an estimate, and small */
  GArray *gains;    /* (nullable): PoplensTimeGain of the whole report, by place and cycle, to
                     * subtract from other causes; NULL: nothing was subtracted */
} PoplensTimeStragglers;

/* Finds slow tiles, adds their cause to @causes, and may subtract their cost from other causes. The
 * time must have cycles by tile. @worth: cycles; a smaller saving is only estimated, and not
 * subtracted. @unequal: cycles that all load imbalance costs. @stragglers: (out): clear with
 * poplens_time_stragglers_clear (). */
void poplens_time_find_stragglers (PoplensTimeCauses *causes, double worth, double unequal,
                                   PoplensTimeStragglers *stragglers);
void poplens_time_stragglers_clear (PoplensTimeStragglers *self);

G_END_DECLS
