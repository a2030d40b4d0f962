/* Why bytes of a tile's memory are empty. A gap is a longest range below the last used byte that no
 * allocated variable covers; its cause is read off the variable that begins where it ends
 * (formats.md 3.8: element_constraints are numbers of variables within the tile). */
#pragma once

#include "base/lists.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/slices.h"
#include "model/target.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  /* The image of a tile begins at byte 16; the next variable at that, aligned. */
  POPLENS_GAP_START,
  /* The next variable begins with a memory element, since it may not share the one before with a
   * variable that lies there. */
  POPLENS_GAP_ELEMENT,
  /* Less than the next variable's alignment, which divides its offset. */
  POPLENS_GAP_ALIGNMENT,
  /* The next variable has to be interleaved, and begins where that memory begins. */
  POPLENS_GAP_REGION,
  POPLENS_GAP_ELEMENT_ALIGNED, /* as ELEMENT, and then aligned */
  POPLENS_GAP_REGION_ALIGNED,  /* as REGION, and then aligned */
  POPLENS_GAP_UNEXPLAINED,     /* none of these */
  POPLENS_N_GAP_CAUSES,
} PoplensGapCause;

const char *poplens_gap_cause_key (PoplensGapCause cause);   /* "element": in tables */
const char *poplens_gap_cause_title (PoplensGapCause cause); /* "Memory element" */
const char *poplens_gap_cause_text (PoplensGapCause cause);  /* one sentence: what it means */

/* Offsets in the tile's memory, half-open. Variables are var_ids, G_MAXUINT32 for none. */
typedef struct {
  guint64 from, to;
  PoplensGapCause cause;
  guint32 next;      /* the variable that begins at `to` and explains it */
  guint32 other;     /* ELEMENT…: that which it may not share the element with; of several the one
                        that ends last */
  guint32 n_others;  /* how many there are */
  guint32 element;   /* ELEMENT…: number of the element that both would be in */
  guint64 boundary;  /* ELEMENT…, REGION…: where the next element, or region, begins */
  guint32 alignment; /* bytes, of `next` */
} PoplensGap;

/* What lies in a tile, filled variable by variable and used again for the next tile. */
typedef struct _PoplensTileLayout PoplensTileLayout;

/* @target: (nullable): without it nothing is known of elements and regions. It has to stay. */
PoplensTileLayout *poplens_tile_layout_new (const PoplensTarget *target);
void poplens_tile_layout_free (PoplensTileLayout *self);
/* Empties it for a tile whose first variable, allocated or not, is @first_id. */
void poplens_tile_layout_begin (PoplensTileLayout *self, guint32 first_id);
/* Adds an allocated variable, by rising id. @constraints: (nullable): row @list of it is copied. */
void poplens_tile_layout_add (PoplensTileLayout *self, guint32 id, guint32 offset, guint32 size,
                              guint32 alignment, guint32 bits, const PoplensLists *constraints,
                              gsize list);
/* Adds those of a tile (POPLENS_SLICE_TILE_VARIABLES). */
void poplens_tile_layout_add_slice (PoplensTileLayout *self, const PoplensSlice *slice);
/* The gaps, rising. Their bytes are total_including_gaps − total. Appends PoplensGap to @gaps. */
void poplens_tile_layout_find_gaps (PoplensTileLayout *self, GArray *gaps);

/* What gaps cost on a tile, by cause. */
typedef struct {
  guint32 tile;
  guint32 gaps[POPLENS_N_GAP_CAUSES];
  guint64 bytes[POPLENS_N_GAP_CAUSES];
} PoplensTileGaps;

PoplensTileGaps poplens_tile_gaps_of (guint32 tile, const GArray *gaps);

/* What gaps cost over many tiles, by cause. */
typedef struct {
  guint64 bytes[POPLENS_N_GAP_CAUSES];
  guint64 gaps[POPLENS_N_GAP_CAUSES];
  guint32 tiles[POPLENS_N_GAP_CAUSES];      /* that have one */
  guint32 worst_tile[POPLENS_N_GAP_CAUSES]; /* with the most bytes of it; POPLENS_NO_TILE: none */
  guint64 worst_bytes[POPLENS_N_GAP_CAUSES];
} PoplensGapCosts;

void poplens_gap_costs_init (PoplensGapCosts *self);
void poplens_gap_costs_add (PoplensGapCosts *self, const PoplensTileGaps *tile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileLayout, poplens_tile_layout_free)

/* ---- packing --------------------------------------------------------------------------------- */

/* What packing loses: memory of variables that are not always live, beyond the most of them that is
 * live at one step. */

/* Bytes of a tile. */
typedef struct {
  guint32 tile;     /* number */
  guint64 occupied; /* memory that not-always-live variables cover, each byte once */
  guint64 sizes;    /* Σ of their sizes: what they would need if nothing were shared */
  guint64 peak;     /* the most of them that is live at one step */
  guint64 lost;     /* occupied − peak; 0 where it is less, which no file has */
} PoplensTilePacking;

/* Of the @n tiles of @memory at @positions, in their order. NULL only where cancelled. (transfer
 * full) GArray of PoplensTilePacking
 */
GArray *poplens_packing_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                               const PoplensMemory *memory, const guint32 *positions, guint n,
                               GCancellable *cancellable);

G_END_DECLS
