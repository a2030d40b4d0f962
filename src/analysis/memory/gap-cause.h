/* Finds why bytes of a tile's memory are empty. A gap is a maximal range below the last used byte
 * that no allocated variable covers; its cause follows from the variable at its end (formats.md
 * 3.8: element_constraints are numbers of variables within the tile). */
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
  /* The image of a tile starts at byte 16, with the next variable, aligned. */
  POPLENS_GAP_START,
  /* Padding to the next memory element: the next variable must not share one with a variable before
   * it. */
  POPLENS_GAP_ELEMENT,
  /* Padding to a multiple of the next variable's alignment. */
  POPLENS_GAP_ALIGNMENT,
  /* The next variable must be interleaved, and is at the start of interleaved memory. */
  POPLENS_GAP_REGION,
  POPLENS_GAP_ELEMENT_ALIGNED, /* as ELEMENT, and then aligned */
  POPLENS_GAP_REGION_ALIGNED,  /* as REGION, and then aligned */
  POPLENS_GAP_UNEXPLAINED,     /* none of these */
  POPLENS_N_GAP_CAUSES,
} PoplensGapCause;

const char *poplens_gap_cause_key (PoplensGapCause cause);   /* key in tables: "element" */
const char *poplens_gap_cause_title (PoplensGapCause cause); /* "Memory element" */
const char *poplens_gap_cause_text (PoplensGapCause cause);  /* one sentence */

/* A gap: offsets [from, to) in the tile's memory. Variables are var_ids; G_MAXUINT32: none. */
typedef struct {
  guint64 from, to;
  PoplensGapCause cause;
  guint32 next;  /* variable at .to, which explains the gap */
  guint32 other; /* ELEMENT…: variable with which .next must not share the element; of several, the
                    one that ends last */
  guint32 n_others;  /* number of such variables */
  guint32 element;   /* ELEMENT…: number of the element that both would be in */
  guint64 boundary;  /* ELEMENT…, REGION…: start of the next element or region */
  guint32 alignment; /* of .next, in bytes */
} PoplensGap;

/* Variables of a tile, added one by one. Reused for the next tile. */
typedef struct _PoplensTileLayout PoplensTileLayout;

/* Creates an empty layout. @target: (nullable), must outlive it; NULL: elements and regions are
 * unknown. (transfer full) */
PoplensTileLayout *poplens_tile_layout_new (const PoplensTarget *target);
void poplens_tile_layout_free (PoplensTileLayout *self);
/* Empties the layout, for a tile whose first variable, allocated or not, has the ID @first_id. */
void poplens_tile_layout_begin (PoplensTileLayout *self, guint32 first_id);
/* Adds an allocated variable; IDs ascend. @constraints: (nullable): its list @list is copied. */
void poplens_tile_layout_add (PoplensTileLayout *self, guint32 id, guint32 offset, guint32 size,
                              guint32 alignment, guint32 bits, const PoplensLists *constraints,
                              gsize list);
/* Replaces the variables by those of a tile (POPLENS_SLICE_TILE_VARIABLES). */
void poplens_tile_layout_add_slice (PoplensTileLayout *self, const PoplensSlice *slice);
/* Appends the gaps to @gaps (PoplensGap), ascending. Their bytes add up to total_including_gaps −
 * total. */
void poplens_tile_layout_find_gaps (PoplensTileLayout *self, GArray *gaps);

/* Number and bytes of the gaps of a tile, by cause. */
typedef struct {
  guint32 tile;
  guint32 gaps[POPLENS_N_GAP_CAUSES];
  guint64 bytes[POPLENS_N_GAP_CAUSES];
} PoplensTileGaps;

PoplensTileGaps poplens_tile_gaps_of (guint32 tile, const GArray *gaps);

/* Number and bytes of the gaps of many tiles, by cause. */
typedef struct {
  guint64 bytes[POPLENS_N_GAP_CAUSES];
  guint64 gaps[POPLENS_N_GAP_CAUSES];
  guint32 tiles[POPLENS_N_GAP_CAUSES];      /* number of tiles that have one */
  guint32 worst_tile[POPLENS_N_GAP_CAUSES]; /* tile with the most bytes; POPLENS_NO_TILE: none */
  guint64 worst_bytes[POPLENS_N_GAP_CAUSES];
} PoplensGapCosts;

void poplens_gap_costs_init (PoplensGapCosts *self);
void poplens_gap_costs_add (PoplensGapCosts *self, const PoplensTileGaps *tile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileLayout, poplens_tile_layout_free)

/* ---- packing --------------------------------------------------------------------------------- */

/* Packing loss: memory of variables that are not always live, beyond the most of them that is live
 * at one step. */

/* Packing of a tile, in bytes. */
typedef struct {
  guint32 tile;     /* number */
  guint64 occupied; /* memory that not-always-live variables cover; each byte counts once */
  guint64 sizes;    /* sum of their sizes: what they would need if nothing were shared */
  guint64 peak;     /* most of them that is live at one step */
  guint64 lost;     /* occupied − peak; 0 if that is negative, which no file has */
} PoplensTilePacking;

/* Computes the packing of the @n tiles of @memory at @positions, in their order. NULL only if
 * cancelled. (transfer full) (nullable) GArray of PoplensTilePacking */
GArray *poplens_packing_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                               const PoplensMemory *memory, const guint32 *positions, guint n,
                               GCancellable *cancellable);

G_END_DECLS
