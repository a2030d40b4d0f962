#include "analysis/memory/class-operations.h"

#include "analysis/liveness/peaks-order.h"
#include "analysis/memory/move-layers.h"

char *
poplens_step_operation (const char *step)
{
  g_autofree char *operation = poplens_kind_operation (poplens_kind_step_path (step));
  const char *bare = poplens_bare_path (operation);

  return *bare ? g_strdup (bare) : NULL;
}

/* (nullable) (transfer none) */
static const char *
operation_of (PoplensClassOperations *self, const char *step)
{
  g_autofree char *operation = poplens_step_operation (step);
  const char *known = operation ? poplens_class_operations_find (self, operation) : NULL;

  if (known || !operation)
    return known;
  known = operation;
  g_hash_table_add (self->known, g_steal_pointer (&operation));
  return known;
}

/* The first range of each class, of which the first step decides. */
PoplensClassOperations *
poplens_class_operations_new (const GArray *ranges, guint32 n_classes,
                              const PoplensKindSteps *steps)
{
  PoplensClassOperations *self = g_new0 (PoplensClassOperations, 1);
  guint32 last = G_MAXUINT32;

  self->n = n_classes;
  self->name = g_new0 (const char *, MAX (n_classes, 1));
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < ranges->len; i++) {
    const PoplensClassRange *range = &g_array_index (ranges, PoplensClassRange, i);
    guint32 step = (guint32) (range->from >> 16);
    if (range->class_row != last && step < poplens_kind_steps_n (steps))
      self->name[range->class_row] = operation_of (self, poplens_kind_steps_name (steps, step));
    last = range->class_row;
  }
  return self;
}

const char *
poplens_class_operations_find (const PoplensClassOperations *self, const char *name)
{
  gpointer known = NULL;

  g_hash_table_lookup_extended (self->known, name, &known, NULL);
  return known;
}

void
poplens_class_operations_free (PoplensClassOperations *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->known);
  g_free (self->name);
  g_free (self);
}
