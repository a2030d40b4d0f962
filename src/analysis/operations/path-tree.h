/* Things named by paths, as a tree of names: "a/b/c" stands below "a/b", whether or not there is a
 * thing of that name. Names are what lies between two '/'; empty ones are left out, and there are
 * at most POPLENS_NAME_MOST_PARTS levels. */
#pragma once

#include "base/strings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_PATH_NONE G_MAXUINT32

/* All paths that things may have, made once: to pick a tree of some of them out is then linear in
 * these. Counted; filled by one thread, and immutable from then on. */
typedef struct _PoplensPathIndex PoplensPathIndex;

PoplensPathIndex *poplens_path_index_new (void);
/* The place of @path (nullable) below the place @below; 0 is that of "". @below itself where @path
 * has no names. */
guint32 poplens_path_index_add (PoplensPathIndex *self, guint32 below, const char *path);
void poplens_path_index_unref (PoplensPathIndex *self);

/* Immutable, counted. */
typedef struct {
  guint32 n;       /* nodes; 0 is the root, and a parent comes before its children */
  guint32 *parent; /* POPLENS_PATH_NONE for the root */
  guint32 *name;   /* "" for the root: see poplens_path_tree_name() */
  guint32 *thing;  /* that the node is; POPLENS_PATH_NONE: others have names below it, no more */
  guint32 n_things;
  guint32 *node; /* of each thing: no two have the same */
  PoplensPathIndex *index;
} PoplensPathTree;

/* Of @n things, each at a place of @index. One at the place 0 stands below the root with the name
 * "". Of several at one place the first has the node, the others nodes of the same name beside it.
 */
PoplensPathTree *poplens_path_tree_new (PoplensPathIndex *index, const guint32 *places, guint32 n);
PoplensPathTree *poplens_path_tree_ref (PoplensPathTree *self);
void poplens_path_tree_unref (PoplensPathTree *self);

const char *poplens_path_tree_name (const PoplensPathTree *self, guint32 node);
/* The node with this path, the first of several; the root for "" or NULL; POPLENS_PATH_NONE where
 * there is none. Linear in the nodes. */
guint32 poplens_path_tree_find (const PoplensPathTree *self, const char *path);
/* "a/b/c", "" for the root. (transfer full) */
char *poplens_path_tree_path (const PoplensPathTree *self, guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPathIndex, poplens_path_index_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPathTree, poplens_path_tree_unref)

G_END_DECLS
