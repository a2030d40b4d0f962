/* Between the two halves of the flame graph: the tree of paths, and its columns. */
#pragma once

#include "analysis/trace/flame.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_FLAME_PATH,        /* has a place in the tree of names */
  POPLENS_FLAME_OWN,         /* the step of a node that has children already */
  POPLENS_FLAME_TRANSPARENT, /* put aside, and placed between its neighbours */
  POPLENS_FLAME_STREAM,      /* a part of a StreamCopy, which is put aside as a whole */
  POPLENS_FLAME_APART,       /* SyncAns: at the root, and takes no part */
} PoplensFlameRole;

/* A node or leaf of the tree. A chain of parts without a branch is one twig from the start, so that
 * "collapse" (formats.md 6.2) is never to be done. */
typedef struct {
  guint32 parent; /* twig, or POPLENS_FLAME_NONE; of a StreamCopy set when it is placed */
  guint32 first;  /* leaf: the first one within */
  PoplensFlameName name;
  gboolean is_leaf;
  gboolean is_io; /* a StreamCopy beside work */
} PoplensFlameTwig;

typedef struct {
  guint8 role;  /* PoplensFlameRole */
  guint32 twig; /* PATH, STREAM: the leaf's; OWN: the node's */
} PoplensFlameSeat;

/* Of a flame's leaves (which are merged already): twigs, and a seat for each leaf. */
typedef struct {
  GArray *twigs; /* of PoplensFlameTwig */
  PoplensFlameSeat *seats;
} PoplensFlameTree;

/* What PoplensWork tells while a flame graph is made. */
#define POPLENS_FLAME_WORK "Grouping steps by name"

/* @kind, @name: of each leaf of @self. FALSE where @work is not wanted any more; clear it then too.
 */
gboolean poplens_flame_tree_init (PoplensFlameTree *tree, const PoplensFlame *self,
                                  const guint8 *kind, const guint32 *name, const PoplensWork *work);
void poplens_flame_tree_clear (PoplensFlameTree *tree);

typedef enum {
  POPLENS_FLAME_EMPTY,
  POPLENS_FLAME_STREAM_COPY,
  POPLENS_FLAME_BEGIN,
  POPLENS_FLAME_MID,
  POPLENS_FLAME_END,
} PoplensFlameFixedName;

static inline PoplensFlameName
poplens_flame_fixed_name (PoplensFlameFixedName name)
{
  return (PoplensFlameName){POPLENS_FLAME_NONE, name, 0};
}

G_END_DECLS
