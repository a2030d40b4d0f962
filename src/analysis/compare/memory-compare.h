/* The bytes of each tile of two reports beside each other, split into the bands of a breakdown. */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/memory/memory-analysis.h"

G_BEGIN_DECLS

typedef struct {
  char *key;  /* as of PoplensBand; "gaps" for what lies between variables */
  char *name; /* "Vertex code" */
  int group;  /* PoplensMemoryGroup, or -1 */
  guint shade;
  PoplensBandRole role;
  guint64 *of[POPLENS_N_SIDES]; /* (owned) bytes of .tile[i], 0 of a tile that the report lacks */
  gboolean differs;             /* on any tile */
} PoplensComparedBand;

typedef struct {
  guint32 n_tiles;                 /* of either */
  guint32 *tile;                   /* their numbers, rising until sorted */
  guint8 *sides;                   /* which reports have it: bits 1 << POPLENS_FIRST, … SECOND */
  guint32 only[POPLENS_N_SIDES];   /* how many tiles are in that one alone */
  guint64 *total[POPLENS_N_SIDES]; /* bytes of each tile, 0 where the report lacks it */
  GPtrArray *bands; /* PoplensComparedBand, in stacking order: that of the first, and what only the
                     * second has among its like */
} PoplensComparedMemory;

/* Which of none, region, group, category and liveness both record, as many from the first on. */
guint poplens_compared_breakdowns (const PoplensMemory *const of[POPLENS_N_SIDES]);

/* By group where both record categories, else none. */
PoplensBreakdown
poplens_compared_breakdown_default (const PoplensMemory *const of[POPLENS_N_SIDES]);

/* On every tile the bands add up to its total of each report: with what lies between variables
 * where @gaps, which then is a band of its own. A @breakdown that one of them does not record is
 * none. (transfer full) */
PoplensComparedMemory *poplens_compared_memory_new (const PoplensMemory *const of[POPLENS_N_SIDES],
                                                    PoplensBreakdown breakdown, gboolean gaps);
/* Puts the tiles in the order of their change, the largest increase first; ties by number. */
void poplens_compared_memory_sort (PoplensComparedMemory *self);
void poplens_compared_memory_free (PoplensComparedMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedMemory, poplens_compared_memory_free)

G_END_DECLS
