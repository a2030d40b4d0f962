/* Bytes of each tile in two reports, split into the bands of a breakdown. */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/memory/memory-analysis.h"

G_BEGIN_DECLS

typedef struct {
  char *key;  /* PoplensBand.key; "gaps" for the gaps between variables */
  char *name; /* "Vertex code" */
  int group;  /* PoplensMemoryGroup of the band; −1: none */
  guint shade;
  PoplensBandRole role;
  /* (owned) [side][n_tiles] bytes, in the order of .tile; 0 if the report lacks the tile */
  guint64 *of[POPLENS_N_SIDES];
  gboolean differs; /* TRUE if any tile differs */
} PoplensComparedBand;

typedef struct {
  guint32 n_tiles; /* tiles that at least one report has */
  guint32 *tile;   /* [n_tiles] tile numbers, ascending until sorted */
  guint8 *sides;   /* [n_tiles] reports that have the tile: bits 1 << POPLENS_FIRST, 1 <<
                      POPLENS_SECOND */
  guint32 only[POPLENS_N_SIDES];   /* by side: number of tiles that only this report has */
  guint64 *total[POPLENS_N_SIDES]; /* [n_tiles] bytes; 0 if the report lacks the tile */
  GPtrArray *bands; /* PoplensComparedBand, stacked as in the first report; a band that only the
                       second report has is the last of its group */
} PoplensComparedMemory;

/* Returns the number of breakdowns that both reports record. Breakdowns count in this order: none,
 * region, group, category, liveness. */
guint poplens_compared_breakdowns (const PoplensMemory *const of[POPLENS_N_SIDES]);

/* Returns POPLENS_BREAKDOWN_GROUP if both reports record categories, else
 * POPLENS_BREAKDOWN_NONE. */
PoplensBreakdown
poplens_compared_breakdown_default (const PoplensMemory *const of[POPLENS_N_SIDES]);

/* Compares the bytes of each tile. The bands of a tile add up to the tile's total. If a report does
 * not record @breakdown, a single band has all bytes. @gaps: TRUE: totals include the gaps between
 * variables, which a breakdown shows as a band. (transfer full) */
PoplensComparedMemory *poplens_compared_memory_new (const PoplensMemory *const of[POPLENS_N_SIDES],
                                                    PoplensBreakdown breakdown, gboolean gaps);
/* Sorts the tiles by change, the largest increase first; ties by number. */
void poplens_compared_memory_sort (PoplensComparedMemory *self);
void poplens_compared_memory_free (PoplensComparedMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedMemory, poplens_compared_memory_free)

G_END_DECLS
