/* Tree of the names in paths: "a/b/c" is a child of "a/b", even if no thing has that path. Names
 * are separated by '/'; empty ones are left out, and there are at most POPLENS_NAME_MOST_PARTS
 * levels. */
#pragma once

#include "base/strings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_PATH_NONE G_MAXUINT32

/* All paths that things may have. Built once. A tree of some things then takes linear time in their
 * number. Reference counted; filled by one thread, then immutable. */
typedef struct _PoplensPathIndex PoplensPathIndex;

PoplensPathIndex *poplens_path_index_new (void);
/* Returns the position of @path (nullable) below the position @below. Adds it if it is new.
 * Position 0 is the empty path. Returns @below if @path has no names. */
guint32 poplens_path_index_add (PoplensPathIndex *self, guint32 below, const char *path);
void poplens_path_index_unref (PoplensPathIndex *self);

/* Tree of paths. All arrays are by node. Immutable, reference counted. */
typedef struct {
  guint32 n;       /* number of nodes; node 0 is the root, and a parent comes before its children */
  guint32 *parent; /* parent node; POPLENS_PATH_NONE for the root */
  guint32 *name;   /* number of a string, see poplens_path_tree_name (); "" for the root */
  guint32 *thing;  /* thing at the node; POPLENS_PATH_NONE: none, the node only has children */
  guint32 n_things;
  guint32 *node; /* [n_things] node of each thing; no two things share one */
  PoplensPathIndex *index;
} PoplensPathTree;

/* Builds the tree of @n things. @places: position of each thing in @index. A thing at position 0 is
 * below the root, with the name "". If several things have one position, the first has its node,
 * and the others have sibling nodes of the same name. (transfer full) */
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
