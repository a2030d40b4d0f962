/* Memory map of a tile: variables as blocks over addresses, shared bytes, gaps with their causes,
 * and the steps at which blocks are live. Offsets count from the start of the tile's memory. */
#pragma once

#include "analysis/memory/gap-cause.h"
#include "model/liveness.h"
#include "model/memory.h"

G_BEGIN_DECLS

#define POPLENS_NO_CLASS G_MAXUINT32

/* An allocated variable. */
typedef struct {
  guint64 from, to;  /* offsets [from, to); equal if it has no bytes */
  guint32 variable;  /* row in .slice, which has its name, alignment, bits and IDs */
  guint32 row;       /* row in the map, from 0; blocks that overlap are in different rows */
  guint32 n_sharing; /* number of other variables that share a byte with this one */
  guint32 shared;    /* number of bytes of this variable that other variables cover, too */
  guint32 class_row; /* index in liveness->class_id, or POPLENS_NO_CLASS */
  PoplensMemoryGroup group;
  gboolean always_live; /* TRUE if its class is always live (formats.md 7.1) */
} PoplensAddressBlock;

typedef struct {
  guint64 from, to;
  gboolean interleaved;
} PoplensAddressRegion;

/* Bytes of a tile, as memory_by_tile and memory_by_category count them. */
typedef struct {
  guint64 total;          /* bytes that any variable covers */
  guint64 including_gaps; /* end of the last variable, so gaps are included */
  guint64 non_interleaved, interleaved, overflowed; /* .total, split by region of memory */
  guint64 shared;                                   /* bytes that several variables cover */
  guint64 overlapped;  /* .shared, each byte counted once per variable */
  guint64 always_live; /* sum of the sizes of always-live variables */
  guint64 gaps;        /* .including_gaps − .total */
  guint64 free; /* bytes from .including_gaps to the end of the memory; 0 if the end is unknown */
} PoplensAddressTotals;

typedef struct {
  guint32 tile;
  guint64 base;     /* address of offset 0 */
  guint64 capacity; /* bytes of the tile's memory; 0: unknown */
  guint64 end; /* end of the addresses to show: the end of the memory or of the highest variable */
  guint32 n_rows;   /* number of rows of blocks */
  GArray *blocks;   /* PoplensAddressBlock, sorted by start; of equal starts, the longer first */
  GArray *gaps;     /* PoplensGap, ascending; the free end of the memory is not a gap */
  GArray *regions;  /* PoplensAddressRegion; empty if regions are not recorded */
  GArray *elements; /* guint64: starts of memory elements; empty if they are not recorded */
  PoplensAddressTotals totals;
  PoplensSlice *slice; /* variables of the tile */
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
  guint32 *class_ranges; /* by class row: index of the first range of the class in
                            liveness->range_from */
  guint32 *block_of;     /* by row of .slice: index of its block, or G_MAXUINT32 */
} PoplensAddressMap;

/* Builds the map. @slice: POPLENS_SLICE_TILE_VARIABLES; the map holds a reference. @target,
 * @variables, @liveness: (nullable): the source of regions, categories and classes; must outlive
 * the map. (transfer full) */
PoplensAddressMap *poplens_address_map_new (PoplensSlice *slice, const PoplensTarget *target,
                                            const PoplensVariables *variables,
                                            const PoplensLiveness *liveness);
void poplens_address_map_free (PoplensAddressMap *self);

const PoplensTileVariable *poplens_address_map_variable (const PoplensAddressMap *self,
                                                         guint32 block);
const char *poplens_address_map_name (const PoplensAddressMap *self, guint32 block);
/* Returns the category of a block, as in the file; "" if it is unknown. */
const char *poplens_address_map_category (const PoplensAddressMap *self, guint32 block);
/* Returns the block of a variable by its var_id; G_MAXUINT32 if the tile has no such variable, or
 * it is not allocated. */
guint32 poplens_address_map_find (const PoplensAddressMap *self, guint32 id);

/* A block that overlaps a given block. */
typedef struct {
  guint32 block;
  guint64 from, to; /* offsets [from, to) of the shared bytes */
} PoplensAddressShare;

/* Lists the blocks that overlap @block, in the order of addresses, with the bytes that both share.
 * (transfer full): GArray of PoplensAddressShare */
GArray *poplens_address_map_sharing (const PoplensAddressMap *self, guint32 block);

/* Returns the number of step ranges in which @block is live; 0 if the liveness or the class of
 * @block is unknown. An always-live block has one range: all steps. @first: (out): index of the
 * first range in liveness->range_from */
guint32 poplens_address_map_ranges (const PoplensAddressMap *self, guint32 block, guint32 *first);
/* Returns for each block TRUE if the block is live at @step. Always-live blocks are live at every
 * step. (transfer full) */
guint8 *poplens_address_map_live_at (const PoplensAddressMap *self, guint32 step);
/* Describes the steps at which @block is live: "always", "never", "12-40, 77-80". Lists at most
 * @most ranges, and counts the others. (transfer full) */
char *poplens_address_map_describe_life (const PoplensAddressMap *self, guint32 block, guint most);
/* Explains the cause of @gap (a row of .gaps), with the names of variables, the element and the
 * constraint. (transfer full) */
char *poplens_address_map_explain (const PoplensAddressMap *self, guint32 gap);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensAddressMap, poplens_address_map_free)

G_END_DECLS
