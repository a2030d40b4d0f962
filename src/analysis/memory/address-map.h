/* What lies where in a tile's memory: variables as blocks over addresses, what shares bytes, what
 * is empty and why, and what is live when. Offsets count from the start of the tile's memory. */
#pragma once

#include "analysis/memory/gap-cause.h"
#include "model/liveness.h"
#include "model/memory.h"

G_BEGIN_DECLS

#define POPLENS_NO_CLASS G_MAXUINT32

/* An allocated variable. */
typedef struct {
  guint64 from, to;  /* offsets, half-open; equal where it has no bytes */
  guint32 variable;  /* row in the slice: name, alignment, bits, ids */
  guint32 row;       /* 0 …: blocks that share bytes are in different ones, of as few as can be */
  guint32 n_sharing; /* other variables that have a byte in common with it */
  guint32 shared;    /* its bytes that any of them covers too */
  guint32 class_row; /* in liveness->class_id, or POPLENS_NO_CLASS */
  PoplensMemoryGroup group;
  gboolean always_live; /* the class decides (formats.md 7.1) */
} PoplensAddressBlock;

typedef struct {
  guint64 from, to;
  gboolean interleaved;
} PoplensAddressRegion;

/* As memory_by_tile and memory_by_category count them. Bytes. */
typedef struct {
  guint64 total;                                    /* covered by any variable */
  guint64 including_gaps;                           /* end of the highest */
  guint64 non_interleaved, interleaved, overflowed; /* total cut at the regions */
  guint64 shared;                                   /* covered by several variables */
  guint64 overlapped;                               /* the same, once a variable */
  guint64 always_live;                              /* Σ sizes of those that are always live */
  guint64 gaps;                                     /* including_gaps − total */
  guint64 free; /* from the highest end to the memory's; 0 where that is not known */
} PoplensAddressTotals;

typedef struct {
  guint32 tile;
  guint64 base;     /* address of offset 0 */
  guint64 capacity; /* bytes of the tile's memory; 0: not known */
  guint64 end;      /* of what is to be shown: the higher of capacity and the highest variable */
  guint32 n_rows;   /* that blocks stack in */
  GArray *blocks;   /* PoplensAddressBlock by from, the longer first */
  GArray *gaps;     /* PoplensGap, rising; the free end is not among them */
  GArray *regions;  /* PoplensAddressRegion; empty where the file does not tell */
  GArray *elements; /* guint64: where elements begin; empty where the file does not tell */
  PoplensAddressTotals totals;
  PoplensSlice *slice; /* of the tile's variables */
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
  guint32 *class_ranges; /* by row of a class: its first range */
  guint32 *block_of;     /* by row of the slice: its block, or G_MAXUINT32 */
} PoplensAddressMap;

/* @slice: POPLENS_SLICE_TILE_VARIABLES, referenced. The parts, each nullable, have to stay: without
 * @target there are no regions, without @variables no categories, without @liveness no classes. */
PoplensAddressMap *poplens_address_map_new (PoplensSlice *slice, const PoplensTarget *target,
                                            const PoplensVariables *variables,
                                            const PoplensLiveness *liveness);
void poplens_address_map_free (PoplensAddressMap *self);

const PoplensTileVariable *poplens_address_map_variable (const PoplensAddressMap *self,
                                                         guint32 block);
const char *poplens_address_map_name (const PoplensAddressMap *self, guint32 block);
/* As the file spells it; "" where it is not known. */
const char *poplens_address_map_category (const PoplensAddressMap *self, guint32 block);
/* The block of a variable by its var_id, or G_MAXUINT32. */
guint32 poplens_address_map_find (const PoplensAddressMap *self, guint32 id);

/* Another variable that has bytes in common with one. */
typedef struct {
  guint32 block;
  guint64 from, to; /* the bytes in common */
} PoplensAddressShare;

/* Those of @block, in the order of blocks. (transfer full) GArray of PoplensAddressShare */
GArray *poplens_address_map_sharing (const PoplensAddressMap *self, guint32 block);

/* The ranges of steps in which @block is live, of liveness->range_from and range_to: *@first … with
 * the count returned. One that is always live has the one range of all steps. */
guint32 poplens_address_map_ranges (const PoplensAddressMap *self, guint32 block, guint32 *first);
/* Whether each block is live at @step, always-live ones included. (transfer full) a byte a block */
guint8 *poplens_address_map_live_at (const PoplensAddressMap *self, guint32 step);
/* "always", "never", "12–40, 77–80": steps, both ends live, at most @most ranges, the others
 * counted. (transfer full) */
char *poplens_address_map_describe_life (const PoplensAddressMap *self, guint32 block, guint most);
/* Why @gap (a row of gaps) is empty, naming variables, element and constraint. (transfer full) */
char *poplens_address_map_explain (const PoplensAddressMap *self, guint32 gap);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensAddressMap, poplens_address_map_free)

G_END_DECLS
