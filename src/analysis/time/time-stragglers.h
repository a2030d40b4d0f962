/* Stragglers: the few tiles without which compute sets would end earlier.
 *
 * The search chooses one set of slow tiles for all steps: the tiles with the largest excess over
 * other tiles. Without the set, each step would end with its longest tile outside the set. So
 * equally slow tiles are one cause, and a tile that is slow in only one step is not a cause. Steps
 * on few tiles do not count, because idle tiles are another cause.
 *
 * Two other causes contain the cost of slow tiles: load imbalance of operations, and work of
 * stages. The cost is subtracted there in two cases. The tiles are slow in nearly all compute sets
 * that can show it, or their cost is most of the load imbalance. Otherwise operations are spread
 * unevenly, and the tiles are just the slowest of some operations.
 *
 * In a compute set with even slower tiles, the cost of slow tiles is hidden. It shows if the cause
 * of the even slower tiles is removed. */
#pragma once

#include "analysis/time/time-causes.h"

G_BEGIN_DECLS

/* Returns the largest number of tiles that may be stragglers. It is 1 % of @tiles, but at least 8
 * and at most 16. On a small IPU it is an eighth of @tiles, at least 1. */
guint poplens_time_stragglers_most (guint32 tiles);

/* The slow tiles of a report, and what they cost. */
typedef struct {
  /* Number of slow tiles: as few as give 80 % of the saving of the largest set. 0: no tile is
   * slow. */
  guint n;
  guint32 *tile; /* [n] tile numbers in the report, ascending */
  /* Index of the cause of slow tiles in PoplensTimeCauses.causes; G_MAXUINT32: none. */
  guint32 cause;
  double saving;    /* cycles saved without the slow tiles */
  gboolean sampled; /* TRUE: .saving is small, and estimated from a sample of steps */
  /* (nullable): cost of slow tiles that was subtracted from other causes: PoplensTimeGain of the
   * whole report, sorted by place and cycle. NULL: nothing was subtracted. */
  GArray *gains;
} PoplensTimeStragglers;

/* Finds slow tiles and adds their cause to @causes. Subtracts their cost from other causes if slow
 * tiles explain the other causes. The time must have cycles by tile. @worth: cycles; smaller
 * savings may be estimates, and are not subtracted. @unequal: cycles that load imbalance costs.
 * @stragglers: (out): clear with poplens_time_stragglers_clear (). */
void poplens_time_find_stragglers (PoplensTimeCauses *causes, double worth, double unequal,
                                   PoplensTimeStragglers *stragglers);
void poplens_time_stragglers_clear (PoplensTimeStragglers *self);

G_END_DECLS
