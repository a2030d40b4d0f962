/* Things named by paths, as a tree of names: "a/b/c" stands below "a/b", whether or not there is a
 * thing of that name. Names are what lies between two '/'; empty ones are left out. */
#pragma once

#include "base/strings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_PATH_NONE G_MAXUINT32

/* Immutable, counted. */
typedef struct {
  guint32 n;       /* nodes; 0 is the root, and a parent comes before its children */
  guint32 *parent; /* POPLENS_PATH_NONE for the root */
  guint32 *name;   /* in strings; "" for the root */
  guint32 *thing;  /* that the node is; POPLENS_PATH_NONE: others have names below it, no more */
  guint32 n_things;
  guint32 *node; /* of each thing: no two have the same */
  PoplensStrings *strings;
} PoplensPathTree;

/* The path of thing @i, or NULL: "". (transfer full) */
typedef char *(*PoplensPathFunc) (gconstpointer data, guint32 i);

/* Of @n things. One without a name in its path stands below the root with the name "". Of several
 * with the same path the first has the node, the others nodes of the same name beside it. NULL only
 * where @cancellable was cancelled; linear in the texts. */
PoplensPathTree *poplens_path_tree_new (PoplensPathFunc path, gconstpointer data, guint32 n,
                                        GCancellable *cancellable);
PoplensPathTree *poplens_path_tree_ref (PoplensPathTree *self);
void poplens_path_tree_unref (PoplensPathTree *self);

const char *poplens_path_tree_name (const PoplensPathTree *self, guint32 node);
/* The node with this path, the first of several; the root for "" or NULL; POPLENS_PATH_NONE where
 * there is none. Linear in the nodes. */
guint32 poplens_path_tree_find (const PoplensPathTree *self, const char *path);
/* "a/b/c", "" for the root. (transfer full) */
char *poplens_path_tree_path (const PoplensPathTree *self, guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPathTree, poplens_path_tree_unref)

G_END_DECLS
