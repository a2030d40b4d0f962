/* Classes of time from blocks of lightweight profiling: for each tile that has blocks, the
 * innermost block of each cycle counts. Blocks do not say who waits for whom, so there are no
 * joins, no replay, and no waiting by cause. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Tile cycles by class of the tiles of an IPU that have blocks. */
typedef struct {
  guint32 ipu, n_tiles;             /* number of the IPU; number of its tiles that have blocks */
  guint64 classes[POPLENS_N_TIMES]; /* tile cycles; their sum is n_tiles × total */
} PoplensTimeLightIpu;

/* Result of poplens_time_light_new (). */
typedef struct {
  guint64 total; /* cycles from the first begin to the last end of blocks on an IPU; the maximum
                    over IPUs */
  GArray *ipus;  /* PoplensTimeLightIpu, by number */
} PoplensTimeLight;

/* Sums tile cycles by class. @programs: (nullable): the id of a block is assumed to be the id of
 * its program (formats.md 9.2). Cycles without a block, in lost blocks, or in a block without a
 * known program count as untracked; cycles in which blocks are flushed count as profiler.
 * @tiles_per_ipu: 0: all tiles belong to IPU 0. NULL only if cancelled. @work: (nullable).
 * (transfer full) (nullable) */
PoplensTimeLight *poplens_time_light_new (const PoplensLightBlocks *blocks,
                                          const PoplensPrograms *programs, guint32 tiles_per_ipu,
                                          const PoplensWork *work);
/* TRUE if the blocks give the cycles of @class; FALSE: they are unknown, not 0. Blocks never show
 * why tiles wait. A class without any block is unknown, too, as the program may have spent such
 * cycles outside blocks. */
gboolean poplens_time_light_tells (const PoplensTimeLight *self, PoplensTimeClass class);
void poplens_time_light_free (PoplensTimeLight *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLight, poplens_time_light_free)

G_END_DECLS
