/* Where the time went, of what blocks of lightweight profiling tell: for each tile that has blocks,
 * the innermost block of each cycle. Nobody knows who waited for whom, so there are no joins, no
 * replay and no waiting by cause. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

typedef struct {
  guint32 ipu, n_tiles;             /* tiles that have blocks */
  guint64 classes[POPLENS_N_TIMES]; /* tile cycles: their sum is n_tiles × total */
} PoplensTimeLightIpu;

typedef struct {
  guint64 total; /* cycles from the first block to the last end, of the IPU with most */
  GArray *ipus;  /* PoplensTimeLightIpu, rising */
} PoplensTimeLight;

/* @programs: (nullable): the id of a block is assumed to be that of its program (formats.md 9.2).
 * What is lost, has no block, or one that no program tells of, is untracked; flushing blocks is the
 * profiler's. @tiles_per_ipu: 0: all are of IPU 0. NULL only where cancelled. (transfer full) */
PoplensTimeLight *poplens_time_light_new (const PoplensLightBlocks *blocks,
                                          const PoplensPrograms *programs, guint32 tiles_per_ipu,
                                          const PoplensWork *work);
/* Whether the blocks tell of a class at all: never of waiting by cause, nor of what none of them
 * is, as the program may have done that outside of blocks. That is not 0. */
gboolean poplens_time_light_tells (const PoplensTimeLight *self, PoplensTimeClass class);
void poplens_time_light_free (PoplensTimeLight *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLight, poplens_time_light_free)

G_END_DECLS
