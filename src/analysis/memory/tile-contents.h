/* What fills a tile, as a tree: kind → layer → operation → variable, with packing and gaps beside
 * the kinds. Layers and operations are patterns of names (analysis/trace/name-parts.h).
 *
 * A row is the exact sum of those below it, and those of depth 0 are the bytes including gaps:
 * nothing is left out, nothing is in two places. A level with one child is joined with it; of
 * siblings those below 0.5 % of the whole are rows of one, "7 smaller". The same tree tells of two
 * steps or two reports, its sides: what has one pattern in both is one row. */
#pragma once

#include "analysis/liveness/peaks.h"
#include "analysis/memory/kinds.h"
#include "model/memory.h"

G_BEGIN_DECLS

#define POPLENS_CONTENTS_SIDES 2

typedef enum {
  POPLENS_CONTENTS_BY_KIND,  /* kind → layer → operation → variable */
  POPLENS_CONTENTS_BY_LAYER, /* layer → kind → operation → variable */
} PoplensContentsOrder;

typedef enum {
  POPLENS_CONTENTS_KIND,
  POPLENS_CONTENTS_LAYER,
  POPLENS_CONTENTS_OPERATION,
  POPLENS_CONTENTS_VARIABLE,
  POPLENS_CONTENTS_PIECE,    /* of code or vertex state */
  POPLENS_CONTENTS_SMALLER,  /* several that are small */
  POPLENS_CONTENTS_NOT_LIVE, /* live at the tile's peak, but not at this step */
  POPLENS_CONTENTS_PACKING,  /* bytes excluding gaps beyond those live at the peak */
  POPLENS_CONTENTS_GAPS,
  POPLENS_N_CONTENTS_LEVELS,
} PoplensContentsLevel;

const char *poplens_contents_level_key (PoplensContentsLevel level); /* "operation", "not-live" */

/* A variable, a piece of code or state, or bytes that belong to none, as they lie on some tiles. By
 * side, in bytes. */
typedef struct {
  PoplensKind kind;
  gboolean is_piece;
  const char *name;  /* of the variable; NULL: it has none, and lies in no layer */
  const char *label; /* as Liveness has it */
  guint32 variable;  /* as in PoplensByteGroup */
  gint64 live[POPLENS_CONTENTS_SIDES];
  gint64 always_live[POPLENS_CONTENTS_SIDES]; /* of these */
} PoplensContentsLeaf;

/* In bytes. */
typedef struct {
  gint64 live;     /* Σ of the leaves */
  gint64 not_live; /* peak − live */
  gint64 packing;  /* bytes excluding gaps − peak: negative where variables share bytes */
  gint64 gaps;
  gint64 total; /* including gaps: Σ of the four */
} PoplensContentsSums;

typedef struct {
  guint16 depth;
  PoplensContentsLevel level; /* of what is joined: the kind, else the deeper one */
  PoplensKind kind;           /* POPLENS_N_KINDS: none, or several */
  guint32 parent;             /* row; G_MAXUINT32: none */
  const char *name;           /* "46 × bert/encoder/layer.* … out" */
  const char *label;          /* for a picture, below its parent: "bert/encoder/layer.*", of those
                               * below it "attention/self/Softmax", and of one of these "layer.3" */
  guint32 variable;           /* unlowered id, where it is of one; G_MAXUINT32 */
  guint32 n_variables;        /* leaves: of both sides together */
  gint64 bytes[POPLENS_CONTENTS_SIDES];
  gint64 always_live[POPLENS_CONTENTS_SIDES];
} PoplensContentsRow;

/* Immutable. */
typedef struct {
  guint n_sides;
  PoplensContentsSums sums[POPLENS_CONTENTS_SIDES];
  GArray *rows; /* PoplensContentsRow, preorder. Siblings by bytes, or with two sides by change,
                 * largest first; what is no kind comes last */
  GStringChunk *texts;
} PoplensTileContents;

/* @leaves: those with no bytes on any side are left out; their texts need not stay. @sums: of each
 * side. O(n log n) in the bytes of names. (transfer full) */
PoplensTileContents *poplens_tile_contents_new (const PoplensContentsLeaf *leaves, guint n,
                                                const PoplensContentsSums *sums, guint n_sides,
                                                PoplensContentsOrder order);
void poplens_tile_contents_free (PoplensTileContents *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileContents, poplens_tile_contents_free)

/* ---- groups ---------------------------------------------------------------------------------- */

/* Live bytes of some tiles by what they belong to, each tile at a step: the ground of what fills a
 * tile. */

typedef struct {
  guint32 n_tiles; /* that are in it */
  gint64 *live;    /* by group of the bytes */
  gint64 *always_live;
  PoplensContentsSums sums;
} PoplensLiveGroups;

/* @peaks: PoplensTilePeak in the order of @memory; @tiles: (nullable): all; @step:
 * POPLENS_NO_STEP: each tile at its own peak. Costs a pass over the entries of the tiles, and one
 * over the ranges of all classes for each step. (transfer full) */
PoplensLiveGroups *poplens_live_groups_new (const PoplensTileBytes *bytes,
                                            const PoplensLiveness *liveness,
                                            const PoplensMemory *memory, const GArray *peaks,
                                            const PoplensTileSet *tiles, guint32 step);
void poplens_live_groups_free (PoplensLiveGroups *self); /* NULL is fine */

/* A group without bytes; names are those of the bytes and the variables. */
PoplensContentsLeaf poplens_contents_leaf (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                           const PoplensVariables *variables, guint32 group);
/* Its bytes, to those of a side. */
void poplens_contents_leaf_add (PoplensContentsLeaf *leaf, const PoplensLiveGroups *groups,
                                guint32 group, guint side);

/* The row of @memory with the largest need, of those of @tiles (nullable: all): the first with the
 * most of bytes including gaps and live bytes at the tile's peak, whichever is more; G_MAXUINT32:
 * it has none. */
guint32 poplens_memory_worst_tile (const PoplensMemory *memory, const GArray *peaks,
                                   const PoplensTileSet *tiles);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveGroups, poplens_live_groups_free)

G_END_DECLS
