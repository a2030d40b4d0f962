#include "analysis/trace/layer-work.h"

#include "analysis/trace/name-parts.h"

#include <string.h>

typedef struct {
  guint64 cycles;
  gsize family; /* bytes of its name before the number */
} Layer;

PoplensLayerWork *
poplens_layer_work_new (void)
{
  PoplensLayerWork *self = g_new (PoplensLayerWork, 1);

  self->layers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->families = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
poplens_layer_work_free (PoplensLayerWork *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->layers);
  g_hash_table_unref (self->families);
  g_free (self);
}

/* The layer that a step is in, without the pass of training: "encoder/layer.4" of
 * "Fwd/encoder/layer.4/dense/MatMul". A number in the last part is the operation's own. NULL: none.
 * @family: (out): bytes before the number. (transfer full) */
static char *
layer_of (const char *name, gsize *family)
{
  const char *path = poplens_name_behind_phase (name);
  gsize stem = poplens_name_stem (path);

  for (const char *part = path; part < path + stem;) {
    gsize length = strcspn (part, "/"), base;
    guint64 number;
    if (part + length >= path + stem)
      return NULL;
    if (poplens_name_part_number (part, length, &base, &number)) {
      *family = (gsize) (part - path) + base;
      return g_strndup (path, (gsize) (part - path) + length);
    }
    part += length + 1;
  }
  return NULL;
}

void
poplens_layer_work_add (PoplensLayerWork *self, const char *name, guint64 cycles)
{
  gsize family;
  g_autofree char *key = layer_of (name, &family);
  Layer *layer = key ? g_hash_table_lookup (self->layers, key) : NULL;

  if (key && !layer) {
    layer = g_new (Layer, 1);
    *layer = (Layer){.family = family};
    g_hash_table_add (self->families, g_strndup (key, family));
    g_hash_table_insert (self->layers, g_steal_pointer (&key), layer);
  }
  if (layer)
    layer->cycles += cycles;
}

/* ---- what only one has -------------------------------------------------------------------------
 */

static void
alone_free (gpointer data)
{
  g_free (((PoplensWorkAlone *) data)->name);
  g_free (data);
}

static int
compare_alone (gconstpointer a, gconstpointer b)
{
  const PoplensWorkAlone *x = *(PoplensWorkAlone *const *) a, *y = *(PoplensWorkAlone *const *) b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return strcmp (x->name, y->name);
}

GPtrArray *
poplens_work_alone_new (void)
{
  return g_ptr_array_new_with_free_func (alone_free);
}

void
poplens_work_alone_add (GPtrArray *list, const char *name, guint64 cycles)
{
  PoplensWorkAlone *one = g_new (PoplensWorkAlone, 1);

  *one = (PoplensWorkAlone){g_strdup (name), cycles};
  g_ptr_array_add (list, one);
}

void
poplens_work_alone_sort (GPtrArray *list)
{
  g_ptr_array_sort (list, compare_alone);
}

void
poplens_layer_work_find_alone (const PoplensLayerWork *self, const PoplensLayerWork *other,
                               GPtrArray *list)
{
  GHashTableIter each;
  gpointer name, value;

  g_hash_table_iter_init (&each, self->layers);
  while (g_hash_table_iter_next (&each, &name, &value)) {
    const Layer *layer = value;
    g_autofree char *family = g_strndup (name, layer->family);
    if (!g_hash_table_contains (other->layers, name) &&
        g_hash_table_contains (other->families, family))
      poplens_work_alone_add (list, name, layer->cycles);
  }
}
