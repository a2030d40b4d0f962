/* Index of paths, and trees that have only some of these paths. */
#include "analysis/operations/path-tree.h"

#include "analysis/trace/name-parts.h"

#include <string.h>

/* ---- index ----------------------------------------------------------------------------------- */

struct _PoplensPathIndex {
  GArray *parent,
      *name;     /* guint32, by path: number of the parent path; string number of the last name */
  GArray *level; /* guint8, by path: number of names in the path */
  GHashTable *children; /* (number of the parent path, last name) → number of the path */
  PoplensStrings *strings;
};

/* Hashes a key: the parent in the high 32 bits and the name in the low 32 bits. Uses both, because
 * the same name occurs below many parents. */
static guint
hash_child (gconstpointer key)
{
  return (guint) (((guint64) (gsize) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static guint32
add_place (PoplensPathIndex *self, guint32 parent, guint32 name)
{
  guint8 level = parent == POPLENS_PATH_NONE ? 0 : g_array_index (self->level, guint8, parent) + 1;

  g_array_append_val (self->parent, parent);
  g_array_append_val (self->name, name);
  g_array_append_val (self->level, level);
  return self->parent->len - 1;
}

static guint32
child_of (PoplensPathIndex *self, guint32 parent, guint32 name)
{
  gpointer key = (gpointer) (gsize) ((guint64) parent << 32 | name);
  gpointer place = g_hash_table_lookup (self->children, key);
  guint32 added;

  if (place)
    return GPOINTER_TO_UINT (place);
  added = add_place (self, parent, name);
  g_hash_table_insert (self->children, key, GUINT_TO_POINTER (added));
  return added;
}

PoplensPathIndex *
poplens_path_index_new (void)
{
  PoplensPathIndex *self = g_atomic_rc_box_new0 (PoplensPathIndex);

  self->parent = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->name = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->level = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->children = g_hash_table_new (hash_child, NULL);
  self->strings = poplens_strings_new ();
  add_place (self, POPLENS_PATH_NONE, 0);
  return self;
}

guint32
poplens_path_index_add (PoplensPathIndex *self, guint32 below, const char *path)
{
  for (const char *at = path ? path : ""; *(at += strspn (at, "/"));) {
    guint level = g_array_index (self->level, guint8, below);
    gsize length = poplens_name_part_length (at, level);
    /* @below is already at the deepest level: add the name as its sibling, not as its child. */
    if (level == POPLENS_NAME_MOST_PARTS)
      below = g_array_index (self->parent, guint32, below);
    below = child_of (self, below, poplens_strings_intern (self->strings, at, (gssize) length));
    at += length;
  }
  return below;
}

static PoplensPathIndex *
path_index_ref (PoplensPathIndex *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
index_clear (gpointer data)
{
  PoplensPathIndex *self = data;

  g_array_unref (self->parent);
  g_array_unref (self->name);
  g_array_unref (self->level);
  g_hash_table_unref (self->children);
  poplens_strings_free (self->strings);
}

void
poplens_path_index_unref (PoplensPathIndex *self)
{
  g_atomic_rc_box_release_full (self, index_clear);
}

/* ---- tree of some paths ---------------------------------------------------------------------- */

typedef struct {
  const PoplensPathIndex *index;
  GArray *parent, *name,
      *thing;    /* guint32, by node: parent node; string number of the name; item at the node */
  guint32 *node; /* by path of .index: node of the path; 0: no node yet, or the root */
  GArray *
      above; /* guint32: paths that still need a node, longest first; reused to avoid allocations */
} PathTreeBuilder;

static guint32
add_node (PathTreeBuilder *self, guint32 parent, guint32 name)
{
  guint32 none = POPLENS_PATH_NONE;

  g_array_append_val (self->parent, parent);
  g_array_append_val (self->name, name);
  g_array_append_val (self->thing, none);
  return self->parent->len - 1;
}

/* Returns the node of the path @place. Adds nodes for the path and its ancestors if missing. */
static guint32
seat_place (PathTreeBuilder *self, guint32 place)
{
  g_array_set_size (self->above, 0);
  for (guint32 at = place; at && !self->node[at];
       at = g_array_index (self->index->parent, guint32, at))
    g_array_append_val (self->above, at);
  for (guint i = self->above->len; i--;) {
    guint32 at = g_array_index (self->above, guint32, i);
    guint32 parent = g_array_index (self->index->parent, guint32, at);
    self->node[at] =
        add_node (self, self->node[parent], g_array_index (self->index->name, guint32, at));
  }
  return self->node[place];
}

static guint32
seat_thing (PathTreeBuilder *self, guint32 thing, guint32 place)
{
  guint32 node = place ? seat_place (self, place) : add_node (self, 0, 0);

  if (g_array_index (self->thing, guint32, node) != POPLENS_PATH_NONE)
    node = add_node (self, g_array_index (self->parent, guint32, node),
                     g_array_index (self->name, guint32, node));
  g_array_index (self->thing, guint32, node) = thing;
  return node;
}

PoplensPathTree *
poplens_path_tree_new (PoplensPathIndex *index, const guint32 *places, guint32 n)
{
  PoplensPathTree *self = g_atomic_rc_box_new0 (PoplensPathTree);
  g_autofree guint32 *node = g_new0 (guint32, index->parent->len);
  g_autoptr (GArray) above = g_array_new (FALSE, FALSE, sizeof (guint32));
  PathTreeBuilder builder = {index,
                             g_array_new (FALSE, FALSE, sizeof (guint32)),
                             g_array_new (FALSE, FALSE, sizeof (guint32)),
                             g_array_new (FALSE, FALSE, sizeof (guint32)),
                             node,
                             above};

  self->index = path_index_ref (index);
  self->n_things = n;
  self->node = g_new (guint32, MAX (n, 1));
  add_node (&builder, POPLENS_PATH_NONE, 0);
  for (guint32 i = 0; i < n; i++)
    self->node[i] = seat_thing (&builder, i, places[i]);
  self->n = builder.parent->len;
  self->parent = (guint32 *) (gpointer) g_array_free (builder.parent, FALSE);
  self->name = (guint32 *) (gpointer) g_array_free (builder.name, FALSE);
  self->thing = (guint32 *) (gpointer) g_array_free (builder.thing, FALSE);
  return self;
}

PoplensPathTree *
poplens_path_tree_ref (PoplensPathTree *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
path_tree_clear (gpointer data)
{
  PoplensPathTree *self = data;

  g_free (self->parent);
  g_free (self->name);
  g_free (self->thing);
  g_free (self->node);
  poplens_path_index_unref (self->index);
}

void
poplens_path_tree_unref (PoplensPathTree *self)
{
  g_atomic_rc_box_release_full (self, path_tree_clear);
}

const char *
poplens_path_tree_name (const PoplensPathTree *self, guint32 node)
{
  return poplens_strings_get (self->index->strings, self->name[node]);
}

char *
poplens_path_tree_path (const PoplensPathTree *self, guint32 node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *path = g_string_new (NULL);

  for (; node && node < self->n; node = self->parent[node])
    g_ptr_array_add (names, (gpointer) poplens_path_tree_name (self, node));
  for (guint i = names->len; i-- > 0;)
    g_string_append_printf (path, "%s%s", path->len ? "/" : "", (const char *) names->pdata[i]);
  return g_string_free (path, FALSE);
}

/* One pass over the nodes is enough, because parents come before their children. */
guint32
poplens_path_tree_find (const PoplensPathTree *self, const char *path)
{
  const char *from = path ? path : "";
  guint32 node = 0, at = 1;

  for (guint level = 0; *(from += strspn (from, "/")); level++) {
    gsize length = poplens_name_part_length (from, level);
    g_autofree char *name = g_strndup (from, length);
    while (at < self->n &&
           (self->parent[at] != node || strcmp (poplens_path_tree_name (self, at), name)))
      at++;
    if (at >= self->n)
      return POPLENS_PATH_NONE;
    node = at++;
    from += length;
  }
  return node;
}
