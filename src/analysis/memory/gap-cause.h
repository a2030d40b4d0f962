/* Finds why bytes of a tile's memory are empty. A gap is a range of bytes that no variable covers,
 * with a variable after it. The cause is a property of that variable: element constraints, memory
 * region or alignment (formats.md 3.8). */
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
  /* Start of the memory: the image of a tile starts at byte 16, and the first variable at the next
   * multiple of its alignment. */
  POPLENS_GAP_START,
  /* Padding to the next memory element: the next variable must not share an element with a variable
     before it. */
  POPLENS_GAP_ELEMENT,
  /* Padding to a multiple of the next variable's alignment. */
  POPLENS_GAP_ALIGNMENT,
  /* The next variable must be interleaved, and is at the start of the interleaved memory. */
  POPLENS_GAP_REGION,
  POPLENS_GAP_ELEMENT_ALIGNED, /* ELEMENT, then padding to the alignment */
  POPLENS_GAP_REGION_ALIGNED,  /* REGION, then padding to the alignment */
  POPLENS_GAP_UNEXPLAINED,     /* no cause above explains the gap */
  POPLENS_N_GAP_CAUSES,
} PoplensGapCause;

const char *poplens_gap_cause_key (PoplensGapCause cause);   /* key in tables: "element" */
const char *poplens_gap_cause_title (PoplensGapCause cause); /* title: "Memory element" */
const char *poplens_gap_cause_text (PoplensGapCause cause);  /* explanation: one sentence */

/* A gap: offsets [from, to) in the tile's memory. .next, .other: var_ids; G_MAXUINT32: none. */
typedef struct {
  guint64 from, to;
  PoplensGapCause cause;
  guint32 next;      /* variable at .to, which explains the gap */
  guint32 other;     /* ELEMENT causes: variable before the gap with which .next must not share an
                        element; if there are several, the variable that ends last */
  guint32 n_others;  /* ELEMENT causes: number of variables before the gap with which .next must not
                        share an element */
  guint32 element;   /* ELEMENT causes: number of the memory element that contains .from */
  guint64 boundary;  /* ELEMENT and REGION causes: offset at which the next element or the
                        interleaved region starts */
  guint32 alignment; /* alignment of .next, in bytes */
} PoplensGap;

/* Finds the gaps of a tile. The caller adds the tile's variables one by one, and can reuse the
 * layout for another tile. */
typedef struct _PoplensTileLayout PoplensTileLayout;

/* Creates an empty layout. @target: (nullable), must outlive it; NULL: elements and regions are
 * unknown. (transfer full) */
PoplensTileLayout *poplens_tile_layout_new (const PoplensTarget *target);
void poplens_tile_layout_free (PoplensTileLayout *self);
/* Starts a new tile: removes all variables. @first_id: ID of the tile's first variable, even if
 * that is not allocated */
void poplens_tile_layout_begin (PoplensTileLayout *self, guint32 first_id);
/* Adds an allocated variable. IDs must ascend. @constraints: (nullable): element constraints, a
 * list for each variable. @list: index of the list of this variable, which is copied. */
void poplens_tile_layout_add (PoplensTileLayout *self, guint32 id, guint32 offset, guint32 size,
                              guint32 alignment, guint32 bits, const PoplensLists *constraints,
                              gsize list);
/* Replaces the variables by those in @slice (POPLENS_SLICE_TILE_VARIABLES). */
void poplens_tile_layout_add_slice (PoplensTileLayout *self, const PoplensSlice *slice);
/* Appends the gaps to @gaps (PoplensGap), ascending. The sum of their bytes is total_including_gaps
 * − total of the tile. */
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
  guint32 tiles[POPLENS_N_GAP_CAUSES];      /* number of tiles that have gaps of this cause */
  guint32 worst_tile[POPLENS_N_GAP_CAUSES]; /* tile with the most bytes in gaps of this cause;
                                               POPLENS_NO_TILE: none */
  guint64 worst_bytes[POPLENS_N_GAP_CAUSES];
} PoplensGapCosts;

void poplens_gap_costs_init (PoplensGapCosts *self);
void poplens_gap_costs_add (PoplensGapCosts *self, const PoplensTileGaps *tile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileLayout, poplens_tile_layout_free)

/* ---- packing --------------------------------------------------------------------------------- */

/* Packing loss of a tile: memory that its not-always-live variables cover, minus the most bytes of
 * these variables that are live at one step. */

/* Packing of a tile, in bytes. */
typedef struct {
  guint32 tile;
  guint64 occupied; /* memory that the not-always-live variables cover; each byte counts once */
  guint64 sizes; /* sum of the sizes of the not-always-live variables; shared bytes count for each
                    variable */
  guint64 peak;  /* most bytes of the not-always-live variables that are live at one step */
  guint64 lost;  /* .occupied − .peak, at least 0 */
} PoplensTilePacking;

/* Computes the packing of the @n tiles at @positions of @memory, in the order of @positions. NULL
 * only if cancelled. (transfer full) (nullable): GArray of PoplensTilePacking */
GArray *poplens_packing_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                               const PoplensMemory *memory, const guint32 *positions, guint n,
                               GCancellable *cancellable);

G_END_DECLS
