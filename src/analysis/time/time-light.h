/* Classes of time from blocks of lightweight profiling: for each tile that has blocks, the
 * innermost block of each cycle counts. Blocks do not say who waits for whom, so there are no
 * joins, no replay, and no waiting by cause. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Classes of the tiles of an IPU. */
typedef struct {
  guint32 ipu, n_tiles;             /* n_tiles: tiles that have blocks */
  guint64 classes[POPLENS_N_TIMES]; /* tile cycles; their sum is n_tiles × total */
} PoplensTimeLightIpu;

/* Result of poplens_time_light_new (). */
typedef struct {
  guint64 total; /* cycles from the first begin to the last end of blocks, of the IPU with the
                  * most */
  GArray *ipus;  /* PoplensTimeLightIpu, by number */
} PoplensTimeLight;

/* Sums the classes. @programs: (nullable): the id of a block is assumed to be that of its program
 * (formats.md 9.2). Cycles that are lost, without a block, or in a block without a known program
 * are untracked; flushing of blocks is profiler. @tiles_per_ipu: 0: all tiles are of IPU 0. NULL
 * only if cancelled. @work: (nullable). (transfer full) */
PoplensTimeLight *poplens_time_light_new (const PoplensLightBlocks *blocks,
                                          const PoplensPrograms *programs, guint32 tiles_per_ipu,
                                          const PoplensWork *work);
/* TRUE if the blocks show the class. They never show waiting by cause, nor a class without any
 * block, as the program may have done that outside blocks. FALSE means unknown, not 0. */
gboolean poplens_time_light_tells (const PoplensTimeLight *self, PoplensTimeClass class);
void poplens_time_light_free (PoplensTimeLight *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLight, poplens_time_light_free)

G_END_DECLS
