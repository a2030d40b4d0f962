/* Part with lowered and unlowered variables: memory management and look-up. */
#include "model/variables.h"

#include "model/search.h"

#include <string.h>

PoplensVariables *
poplens_variables_new (void)
{
  PoplensVariables *self = g_new0 (PoplensVariables, 1);

  self->strings = poplens_strings_new ();
  return self;
}

void
poplens_variables_free (PoplensVariables *self)
{
  if (!self)
    return;
  g_free (self->id);
  g_free (self->size);
  g_free (self->offset);
  g_free (self->equivalence_class);
  g_free (self->unlowered);
  g_free (self->bits);
  g_free (self->category);
  g_free (self->tile_first);
  poplens_strings_free (self->strings);
  g_free (self->category_id);
  g_free (self->category_name);
  g_free (self->category_description);
  g_free (self->unlowered_id);
  g_free (self->unlowered_name);
  g_free (self->debug_variable);
  poplens_lists_free (self->debug_ids);
  g_free (self->class_bytes_variable);
  g_free (self->class_bytes_class);
  g_free (self->class_bytes);
  g_free (self->interference_class);
  poplens_lists_free (self->interference);
  g_free (self);
}

guint32
poplens_variables_find_category (const PoplensVariables *self, guint32 id)
{
  for (guint32 c = 0; c < self->n_categories; c++)
    if (self->category_id[c] == id)
      return c;
  return G_MAXUINT32;
}

const char *
poplens_variables_category_name (const PoplensVariables *self, guint32 row)
{
  return row < self->n_categories ? poplens_strings_get (self->strings, self->category_name[row])
                                  : "";
}

int
poplens_variables_find_category_named (const PoplensVariables *self, const char *name)
{
  for (guint32 c = 0; c < self->n_categories; c++)
    if (!strcmp (poplens_strings_get (self->strings, self->category_name[c]), name))
      return (int) c;
  return -1;
}

gboolean
poplens_category_is_of_another (const char *category)
{
  return !strcmp (category, "message") || !strcmp (category, "rearrangement");
}

guint32
poplens_variables_find_lowered (const PoplensVariables *self, guint32 tile, guint32 id)
{
  guint32 first, found;

  if (tile >= self->n_tiles)
    return G_MAXUINT32;
  if (!self->id)
    return id < self->n ? id : G_MAXUINT32;
  first = self->tile_first[tile];
  found = poplens_find_id (self->id + first, self->tile_first[tile + 1] - first, id);
  return found == G_MAXUINT32 ? found : first + found;
}
