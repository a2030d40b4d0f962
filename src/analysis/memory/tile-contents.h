/* The contents of a tile as a tree with the levels kind → layer → operation → variable. The last
 * rows are packing loss and gaps. Layers and operations are patterns of names
 * (analysis/trace/name-parts.h).
 *
 * Every byte counts exactly once: the rows of depth 0 add up to the bytes including gaps. A row
 * with a single child is merged with that child. Siblings below 0.5 % of the total are merged into
 * one row, "7 smaller". A tree with two sides compares two steps or two reports. */
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
  POPLENS_CONTENTS_PIECE,    /* code or vertex state of one program, exchange, compute set or vertex
                                type */
  POPLENS_CONTENTS_SMALLER,  /* several small siblings in one row */
  POPLENS_CONTENTS_NOT_LIVE, /* bytes that are live at the tile's peak, but not at the step of the
                                tree */
  POPLENS_CONTENTS_PACKING,  /* packing loss: bytes excluding gaps − bytes live at the peak */
  POPLENS_CONTENTS_GAPS,
  POPLENS_N_CONTENTS_LEVELS,
} PoplensContentsLevel;

/* Returns the key of a level: "operation", "not-live". Static. */
const char *poplens_contents_level_key (PoplensContentsLevel level);

/* A leaf of the tree: a variable, a piece of code or vertex state, or bytes without a name. Bytes
 * are sums over tiles, one for each side (step or report). */
typedef struct {
  PoplensKind kind;
  gboolean is_piece;
  const char *name;  /* (nullable): name of the variable; NULL: none, so the leaf is in no layer */
  const char *label; /* name as on the Liveness page */
  guint32 variable;  /* ID of the variable as in PoplensByteGroup.variable */
  gint64 live[POPLENS_CONTENTS_SIDES];
  gint64 always_live[POPLENS_CONTENTS_SIDES]; /* bytes of .live that are always live */
} PoplensContentsLeaf;

/* Sums of one side (step or report), in bytes. */
typedef struct {
  gint64 live;     /* sum of the live bytes of all leaves */
  gint64 not_live; /* bytes live at the peak − .live */
  gint64 packing; /* bytes excluding gaps − bytes live at the peak; negative if variables that are
                     live together share bytes */
  gint64 gaps;
  gint64 total; /* bytes including gaps: .live + .not_live + .packing + .gaps */
} PoplensContentsSums;

typedef struct {
  guint16 depth;
  PoplensContentsLevel level; /* level of the row; a layer or operation that was merged with its
                                 child has the child's level */
  PoplensKind kind;    /* kind of all variables of the row; POPLENS_N_KINDS: several, or none */
  guint32 parent;      /* row of the parent; G_MAXUINT32: none */
  const char *name;    /* name in a table: "46 × bert/encoder/layer.* … out" */
  const char *label;   /* name in a chart that nests rows: "bert/encoder/layer.*" contains
                          "attention/self/Softmax", which contains "layer.3" */
  guint32 variable;    /* unlowered ID, if the row is one variable; else G_MAXUINT32 */
  guint32 n_variables; /* number of leaves below the row, of both sides together */
  gint64 bytes[POPLENS_CONTENTS_SIDES];
  gint64 always_live[POPLENS_CONTENTS_SIDES];
} PoplensContentsRow;

/* Contents of tiles as rows of a tree. Immutable. */
typedef struct {
  guint n_sides;
  PoplensContentsSums sums[POPLENS_CONTENTS_SIDES];
  /* PoplensContentsRow, each parent before its children. Siblings are sorted by bytes, largest
   * first; in a tree with two sides, by the change between the sides. Rows of merged siblings and
   * of gaps come last. */
  GArray *rows;
  GStringChunk *texts;
} PoplensTileContents;

/* Builds the tree from the @n elements of @leaves, except elements without bytes. Copies the texts
 * of @leaves. @sums: [n_sides] sums of each side. (transfer full) */
PoplensTileContents *poplens_tile_contents_new (const PoplensContentsLeaf *leaves, guint n,
                                                const PoplensContentsSums *sums, guint n_sides,
                                                PoplensContentsOrder order);
void poplens_tile_contents_free (PoplensTileContents *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileContents, poplens_tile_contents_free)

/* ---- groups ---------------------------------------------------------------------------------- */

/* Live bytes of some tiles by group, at one step or at the peak of each tile. The contents of tiles
 * are built from these. */

typedef struct {
  guint32 n_tiles;
  gint64 *live; /* [n_groups] live bytes by group of the PoplensTileBytes */
  gint64 *always_live;
  PoplensContentsSums sums;
} PoplensLiveGroups;

/* Sums the live bytes of @tiles by group, at @step. If @step is POPLENS_NO_STEP, sums each tile at
 * the step of its own peak. @peaks: PoplensTilePeak, in the order of @memory. @tiles: (nullable):
 * NULL stands for all tiles. (transfer full) */
PoplensLiveGroups *poplens_live_groups_new (const PoplensTileBytes *bytes,
                                            const PoplensLiveness *liveness,
                                            const PoplensMemory *memory, const GArray *peaks,
                                            const PoplensTileSet *tiles, guint32 step);
void poplens_live_groups_free (PoplensLiveGroups *self); /* @self: (nullable) */

/* Returns a leaf for @group with 0 bytes. Its texts are owned by @bytes and @variables. */
PoplensContentsLeaf poplens_contents_leaf (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                           const PoplensVariables *variables, guint32 group);
/* Adds the bytes of @group to one side of the leaf. */
void poplens_contents_leaf_add (PoplensContentsLeaf *leaf, const PoplensLiveGroups *groups,
                                guint32 group, guint side);

/* Returns the row in @memory of the tile that needs the most memory; G_MAXUINT32 if there are no
 * tiles. A tile needs its bytes including gaps, or its live bytes at its peak if these are more. If
 * several tiles need as much, returns the first of them. @tiles: (nullable): NULL stands for all
 * tiles */
guint32 poplens_memory_worst_tile (const PoplensMemory *memory, const GArray *peaks,
                                   const PoplensTileSet *tiles);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveGroups, poplens_live_groups_free)

G_END_DECLS
