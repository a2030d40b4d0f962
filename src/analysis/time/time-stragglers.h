/* Stragglers: the few tiles without which compute sets would end earlier.
 *
 * Of one fixed set of k tiles, each step ends as early as the longest tile that is not in the set;
 * so tiles that are equally slow are one cause, and a tile that is slow in its own step alone is
 * none. Of a step on few tiles they are no cause, as it leaves the others without work. Tiles are
 * put into the set in the order of the cycles that they are beyond the others.
 *
 * What they cost is in the waiting of each operation, too, and in the work of their stage. It is
 * taken out there where they are slow in nearly all compute sets that cannot hide it, or most of
 * all unequal load; else operations are spread unevenly, and these are the slowest tiles of some.
 * Those that are slow everywhere are so in a compute set that another cause holds up, too: without
 * that cause it still takes as much longer as compute sets do that show it. */
#pragma once

#include "analysis/time/time-causes.h"

G_BEGIN_DECLS

/* At most 1 % of the tiles of an IPU; of small ones 8, and an eighth of them. */
guint poplens_time_stragglers_most (guint32 tiles);

typedef struct {
  guint n;          /* tiles: the fewest that save 80 % of what the most do; 0: none are slower */
  guint32 *tile;    /* [n] numbers over all IPUs */
  guint32 cause;    /* their cause, which is added to the causes; G_MAXUINT32: none */
  double saving;    /* cycles */
  gboolean sampled; /* not all steps were looked at: the saving is an estimate, and small */
  GArray *gains;    /* PoplensTimeGain of all of the report, by place and cycle: are taken out of
                     * other causes; NULL: none is */
} PoplensTimeStragglers;

/* Finds slow tiles among causes of a time by tile, and changes @causes. @worth: cycles of saving
 * below which an estimate will do, and nothing is taken out of other causes. @unequal: what all
 * unequal load costs; cycles.
 * @stragglers: (out): to be cleared */
void poplens_time_find_stragglers (PoplensTimeCauses *causes, double worth, double unequal,
                                   PoplensTimeStragglers *stragglers);
void poplens_time_stragglers_clear (PoplensTimeStragglers *self);

G_END_DECLS
