/* The contents of a tile, as a tree: kind → layer → operation → variable, beside packing and gaps.
 * Layers and operations are patterns of names (analysis/trace/name-parts.h).
 *
 * A row is the exact sum of its children, and the rows of depth 0 add up to the bytes including
 * gaps: no byte is missing or counted twice. A row with a single child is merged with it; siblings
 * below 0.5 % of the whole are merged into one row, "7 smaller". The same tree compares two steps
 * or two reports (sides): what has one pattern on both sides is one row. */
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
  POPLENS_CONTENTS_PIECE,    /* a piece of code or of vertex state */
  POPLENS_CONTENTS_SMALLER,  /* several small siblings in one row */
  POPLENS_CONTENTS_NOT_LIVE, /* live at the tile's peak, but not at this step */
  POPLENS_CONTENTS_PACKING,  /* packing loss: bytes excluding gaps − bytes live at the peak */
  POPLENS_CONTENTS_GAPS,
  POPLENS_N_CONTENTS_LEVELS,
} PoplensContentsLevel;

const char *poplens_contents_level_key (PoplensContentsLevel level); /* "operation", "not-live" */

/* A leaf of the tree: a variable, a piece of code or state, or bytes that belong to none of these.
 * Bytes are sums over some tiles, by side. */
typedef struct {
  PoplensKind kind;
  gboolean is_piece;
  const char *name;  /* (nullable): name of the variable; NULL: it has none, and is in no layer */
  const char *label; /* name as on the Liveness page */
  guint32 variable;  /* PoplensByteGroup.variable */
  gint64 live[POPLENS_CONTENTS_SIDES];
  gint64 always_live[POPLENS_CONTENTS_SIDES]; /* part of .live */
} PoplensContentsLeaf;

/* Sums of one side (step or report), in bytes. */
typedef struct {
  gint64 live;     /* sum of the live bytes of all leaves */
  gint64 not_live; /* bytes live at the peak − .live */
  gint64 packing;  /* bytes excluding gaps − peak; negative if variables share bytes */
  gint64 gaps;
  gint64 total; /* bytes including gaps: the sum of the four above */
} PoplensContentsSums;

typedef struct {
  guint16 depth;
  PoplensContentsLevel
      level;         /* level of the row; for merged rows the kind, else the deeper level */
  PoplensKind kind;  /* kind of all its variables; POPLENS_N_KINDS: none, or several */
  guint32 parent;    /* row of the parent; G_MAXUINT32: none */
  const char *name;  /* "46 × bert/encoder/layer.* … out" */
  const char *label; /* name in a chart, where it is inside its parent: "bert/encoder/layer.*", its
                        children "attention/self/Softmax", and their children "layer.3" */
  guint32 variable;  /* unlowered ID, if the row is one variable; else G_MAXUINT32 */
  guint32 n_variables; /* number of leaves below the row, of both sides together */
  gint64 bytes[POPLENS_CONTENTS_SIDES];
  gint64 always_live[POPLENS_CONTENTS_SIDES];
} PoplensContentsRow;

/* Contents of tiles as rows of a tree. Immutable. */
typedef struct {
  guint n_sides;
  PoplensContentsSums sums[POPLENS_CONTENTS_SIDES];
  GArray *rows; /* PoplensContentsRow, each parent before its children. Siblings are sorted by bytes
                   or, with two sides, by change, largest first; rows without a kind come last */
  GStringChunk *texts;
} PoplensTileContents;

/* Builds the tree. @leaves: [@n]; those without bytes on any side are left out, and their texts may
 * be freed afterwards. @sums: [@n_sides]. O(n log n) in the bytes of names. (transfer full) */
PoplensTileContents *poplens_tile_contents_new (const PoplensContentsLeaf *leaves, guint n,
                                                const PoplensContentsSums *sums, guint n_sides,
                                                PoplensContentsOrder order);
void poplens_tile_contents_free (PoplensTileContents *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileContents, poplens_tile_contents_free)

/* ---- groups ---------------------------------------------------------------------------------- */

/* Live bytes of some tiles by group, each tile at one step: the input for the contents of tiles. */

typedef struct {
  guint32 n_tiles; /* number of tiles included */
  gint64 *live;    /* [n_groups] live bytes by group of the PoplensTileBytes */
  gint64 *always_live;
  PoplensContentsSums sums;
} PoplensLiveGroups;

/* Sums the live bytes. @peaks: PoplensTilePeak, in the order of @memory. @tiles: (nullable): NULL:
 * all. @step: POPLENS_NO_STEP: each tile at its own peak. Takes one pass over the entries of the
 * tiles and, for each step, one over the ranges of all classes. (transfer full) */
PoplensLiveGroups *poplens_live_groups_new (const PoplensTileBytes *bytes,
                                            const PoplensLiveness *liveness,
                                            const PoplensMemory *memory, const GArray *peaks,
                                            const PoplensTileSet *tiles, guint32 step);
void poplens_live_groups_free (PoplensLiveGroups *self); /* @self: (nullable) */

/* Returns a leaf for @group whose bytes are 0. Its texts belong to @bytes and @variables. */
PoplensContentsLeaf poplens_contents_leaf (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                           const PoplensVariables *variables, guint32 group);
/* Adds the bytes of @group to one side of the leaf. */
void poplens_contents_leaf_add (PoplensContentsLeaf *leaf, const PoplensLiveGroups *groups,
                                guint32 group, guint side);

/* Returns the row of @memory with the largest need, among @tiles (nullable: all). The need of a
 * tile is its bytes including gaps, or its live bytes at its peak if these are more. If several are
 * equal, returns the first; G_MAXUINT32: no tiles. */
guint32 poplens_memory_worst_tile (const PoplensMemory *memory, const GArray *peaks,
                                   const PoplensTileSet *tiles);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveGroups, poplens_live_groups_free)

G_END_DECLS
