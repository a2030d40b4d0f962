/* Slices: reference counting, and members of a debug context's body. */
#include "model/slices.h"

#include <string.h>

PoplensSlice *
poplens_slice_new (PoplensSliceKind kind, guint64 key, gpointer rows, guint32 n, gsize bytes)
{
  PoplensSlice *self = g_atomic_rc_box_new0 (PoplensSlice);

  self->kind = kind;
  self->key = key;
  self->rows = rows;
  self->n = n;
  self->next = POPLENS_NO_SLICE;
  self->bytes = bytes + sizeof *self;
  return self;
}

PoplensSlice *
poplens_slice_ref (PoplensSlice *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
slice_clear (gpointer data)
{
  PoplensSlice *self = data;

  g_free (self->rows);
  poplens_strings_free (self->strings);
  poplens_lists_free (self->element_constraints);
  poplens_lists_free (self->region_constraints);
  poplens_lists_free (self->lists);
}

void
poplens_slice_unref (PoplensSlice *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, slice_clear);
}

const char *
poplens_slice_body_member (const PoplensSlice *body, guint32 depth, const char *key)
{
  for (guint32 i = 0; i < body->n; i++)
    if (body->nodes[i].depth == depth &&
        !strcmp (poplens_strings_get (body->strings, body->nodes[i].key), key))
      return poplens_strings_get (body->strings, body->nodes[i].value);
  return NULL;
}
