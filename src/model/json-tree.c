/* JSON document as a flat list of nodes: building it and reading a node. */
#include "model/json-tree.h"

PoplensJsonTree *
poplens_json_tree_new (void)
{
  PoplensJsonTree *self = g_new0 (PoplensJsonTree, 1);

  self->strings = poplens_strings_new ();
  self->nodes = g_array_new (FALSE, FALSE, sizeof (PoplensJsonNode));
  return self;
}

void
poplens_json_tree_free (PoplensJsonTree *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  g_array_unref (self->nodes);
  g_free (self);
}

guint32
poplens_json_tree_add (PoplensJsonTree *self, guint32 depth, PoplensJsonType type, const char *key,
                       const char *value, guint32 n_children)
{
  PoplensJsonNode node = {
      .key = poplens_strings_intern (self->strings, key, -1),
      .value = poplens_strings_intern (self->strings, value, -1),
      .depth = depth,
      .n_children = n_children,
      .type = type,
  };

  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

const PoplensJsonNode *
poplens_json_tree_get (const PoplensJsonTree *self, guint32 node)
{
  return &g_array_index (self->nodes, PoplensJsonNode, node);
}
