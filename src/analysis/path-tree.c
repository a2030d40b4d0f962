#include "analysis/path-tree.h"

#include <string.h>

#define POLL 4096

typedef struct {
  GArray *parent, *name, *thing; /* of guint32 */
  GHashTable *children;          /* parent and name → node */
  PoplensStrings *strings;
} Builder;

/* Both halves count: names repeat below many parents. */
static guint
hash_child (gconstpointer key)
{
  return (guint) (((guint64) (gsize) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static gpointer
child_key (guint32 parent, guint32 name)
{
  return (gpointer) (gsize) ((guint64) parent << 32 | name);
}

static guint32
add_node (Builder *self, guint32 parent, guint32 name)
{
  guint32 none = POPLENS_PATH_NONE;

  g_array_append_val (self->parent, parent);
  g_array_append_val (self->name, name);
  g_array_append_val (self->thing, none);
  return self->parent->len - 1;
}

static guint32
child_of (Builder *self, guint32 parent, guint32 name)
{
  gpointer node = g_hash_table_lookup (self->children, child_key (parent, name));
  guint32 added;

  if (node)
    return GPOINTER_TO_UINT (node);
  added = add_node (self, parent, name);
  g_hash_table_insert (self->children, child_key (parent, name), GUINT_TO_POINTER (added));
  return added;
}

/* The node of @path, which is made where it is not there. */
static guint32
seat_path (Builder *self, const char *path)
{
  guint32 node = 0;

  for (const char *at = path ? path : ""; *at;) {
    gsize length = strcspn (at, "/");
    if (length)
      node = child_of (self, node, poplens_strings_intern (self->strings, at, (gssize) length));
    at += length + (at[length] == '/');
  }
  return node ? node : child_of (self, 0, 0);
}

static guint32
seat_thing (Builder *self, guint32 thing, const char *path)
{
  guint32 node = seat_path (self, path);

  if (g_array_index (self->thing, guint32, node) != POPLENS_PATH_NONE)
    node = add_node (self, g_array_index (self->parent, guint32, node),
                     g_array_index (self->name, guint32, node));
  g_array_index (self->thing, guint32, node) = thing;
  return node;
}

PoplensPathTree *
poplens_path_tree_new (PoplensPathFunc path, gconstpointer data, guint32 n,
                       GCancellable *cancellable)
{
  PoplensPathTree *self = g_atomic_rc_box_new0 (PoplensPathTree);
  Builder builder = {g_array_new (FALSE, FALSE, sizeof (guint32)),
                     g_array_new (FALSE, FALSE, sizeof (guint32)),
                     g_array_new (FALSE, FALSE, sizeof (guint32)),
                     g_hash_table_new (hash_child, NULL), poplens_strings_new ()};
  gboolean wanted = TRUE;

  self->n_things = n;
  self->node = g_new (guint32, MAX (n, 1));
  self->strings = builder.strings;
  add_node (&builder, POPLENS_PATH_NONE, 0);
  for (guint32 i = 0; i < n && wanted; i++) {
    g_autofree char *text = path (data, i);
    self->node[i] = seat_thing (&builder, i, text);
    wanted = i % POLL || !g_cancellable_is_cancelled (cancellable);
  }
  g_hash_table_unref (builder.children);
  self->n = builder.parent->len;
  self->parent = (guint32 *) (gpointer) g_array_free (builder.parent, FALSE);
  self->name = (guint32 *) (gpointer) g_array_free (builder.name, FALSE);
  self->thing = (guint32 *) (gpointer) g_array_free (builder.thing, FALSE);
  if (!wanted)
    g_clear_pointer (&self, poplens_path_tree_unref);
  return self;
}

PoplensPathTree *
poplens_path_tree_ref (PoplensPathTree *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PoplensPathTree *self = data;

  g_free (self->parent);
  g_free (self->name);
  g_free (self->thing);
  g_free (self->node);
  poplens_strings_free (self->strings);
}

void
poplens_path_tree_unref (PoplensPathTree *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

const char *
poplens_path_tree_name (const PoplensPathTree *self, guint32 node)
{
  return poplens_strings_get (self->strings, self->name[node]);
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

/* Parents come first, so one pass finds the names one after the other. */
guint32
poplens_path_tree_find (const PoplensPathTree *self, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path ? path : "", "/", -1);
  guint32 node = 0, at = 1;

  for (guint i = 0; names[i]; i++) {
    if (!*names[i])
      continue;
    while (at < self->n &&
           (self->parent[at] != node || strcmp (poplens_path_tree_name (self, at), names[i])))
      at++;
    if (at >= self->n)
      return POPLENS_PATH_NONE;
    node = at++;
  }
  return node;
}
