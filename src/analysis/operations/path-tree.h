/* Tree of paths: "a/b/c" is a child of "a/b", which has a node even if no item has this path. Names
 * are separated by '/', and empty names are skipped. The tree has at most POPLENS_NAME_MOST_PARTS
 * levels. */
#pragma once

#include "base/strings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_PATH_NONE G_MAXUINT32

/* Index that gives each path a number. A tree of some of the paths is then built in linear time.
 * Reference counted. One thread fills the index; then it is immutable. */
typedef struct _PoplensPathIndex PoplensPathIndex;

PoplensPathIndex *poplens_path_index_new (void);
/* Returns the number of the path "@below/@path". Adds the path to the index if it is new. @below:
 * number of a path; 0: the empty path. @path: (nullable): if it is NULL or has no names, returns
 * @below. */
guint32 poplens_path_index_add (PoplensPathIndex *self, guint32 below, const char *path);
void poplens_path_index_unref (PoplensPathIndex *self);

/* Tree of paths. All arrays are by node. Immutable, reference counted. */
typedef struct {
  guint32 n;       /* number of nodes; node 0 is the root, and a parent comes before its children */
  guint32 *parent; /* parent node; POPLENS_PATH_NONE for the root */
  guint32 *name;   /* [n] string number of the node's name; see poplens_path_tree_name () */
  guint32 *thing;  /* [n] item whose path ends at the node; POPLENS_PATH_NONE: no item */
  guint32 n_things;
  guint32 *node; /* [n_things] node of each item; no node has two items */
  PoplensPathIndex *index;
} PoplensPathTree;

/* Builds the tree of @n items. @places: [@n] path number of each item in @index. An item with the
 * empty path becomes a child of the root, named "". Items with the same path become siblings of the
 * same name. (transfer full) */
PoplensPathTree *poplens_path_tree_new (PoplensPathIndex *index, const guint32 *places, guint32 n);
PoplensPathTree *poplens_path_tree_ref (PoplensPathTree *self);
void poplens_path_tree_unref (PoplensPathTree *self);

const char *poplens_path_tree_name (const PoplensPathTree *self, guint32 node);
/* Returns the first node with this path; the root for "" or NULL. POPLENS_PATH_NONE: there is none.
 * Takes linear time in the nodes. */
guint32 poplens_path_tree_find (const PoplensPathTree *self, const char *path);
/* Returns the path of a node: "a/b/c"; "" for the root. (transfer full) */
char *poplens_path_tree_path (const PoplensPathTree *self, guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPathIndex, poplens_path_index_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPathTree, poplens_path_tree_unref)

G_END_DECLS
