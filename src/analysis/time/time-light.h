/* Classes of time from blocks of lightweight profiling. A cycle of a tile belongs to the class of
 * the innermost block that contains it. Blocks do not record for what a tile waits, so there are no
 * joins, no replay, and no waiting by cause. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Tile cycles by class on one IPU, for the tiles that have blocks. */
typedef struct {
  /* .ipu: number of the IPU; .n_tiles: number of its tiles that have blocks. */
  guint32 ipu, n_tiles;
  guint64 classes[POPLENS_N_TIMES]; /* tile cycles by class; their sum is .n_tiles ×
                                       PoplensTimeLight.total */
} PoplensTimeLightIpu;

/* Result of poplens_time_light_new (). */
typedef struct {
  guint64 total; /* largest number of cycles of an IPU, from the begin of its first block to the end
                    of its last one */
  GArray *ipus;  /* PoplensTimeLightIpu, sorted by .ipu */
} PoplensTimeLight;

/* Sums tile cycles by class. A block has the class of its program, whose id is assumed to be the id
 * of the block (formats.md 9.2). A cycle is untracked if it is in no block, in a lost block, or in
 * a block of an unknown program. Cycles in which blocks are flushed belong to the profiler.
 * @programs: (nullable). @tiles_per_ipu: 0: all tiles belong to IPU 0. @work: (nullable). NULL only
 * if cancelled. (transfer full) (nullable) */
PoplensTimeLight *poplens_time_light_new (const PoplensLightBlocks *blocks,
                                          const PoplensPrograms *programs, guint32 tiles_per_ipu,
                                          const PoplensWork *work);
/* TRUE if the cycles of @class are known. FALSE: they are unknown, not 0. Classes of waiting are
 * never known, because blocks do not show why a tile waits. A class without blocks is unknown,
 * because its cycles may be outside blocks. */
gboolean poplens_time_light_tells (const PoplensTimeLight *self, PoplensTimeClass class);
void poplens_time_light_free (PoplensTimeLight *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLight, poplens_time_light_free)

G_END_DECLS
