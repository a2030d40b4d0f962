#include "derived/operations/operation-filter.h"

#include "base/search.h"

#include <stdlib.h>
#include <string.h>

gboolean
poplens_operation_filter_is_asked (const PoplensLocation *location)
{
  if (!location)
    return FALSE;
  switch (poplens_location_get_page (location)) {
  case POPLENS_PAGE_MEMORY:
  case POPLENS_PAGE_LIVENESS:
  case POPLENS_PAGE_TRACE:
    return poplens_location_get (location, "operation") || poplens_location_get (location, "layer");
  default:
    return FALSE;
  }
}

gboolean
poplens_operation_filter_init (PoplensOperationFilter *self, PoplensReport *report,
                               const PoplensLocation *location, GCancellable *cancellable,
                               GError **error)
{
  *self = (PoplensOperationFilter){0};
  if (!poplens_operation_filter_is_asked (location))
    return TRUE;
  if (!poplens_operation_source_init (&self->source, report, location, cancellable, error))
    return FALSE;
  self->active = self->source.selected != G_MAXUINT32;
  return TRUE;
}

void
poplens_operation_filter_clear (PoplensOperationFilter *self)
{
  poplens_operation_source_clear (&self->source);
}

/* ---- what belongs to it ------------------------------------------------------------------------
 */

static gboolean
is_selected (const PoplensOperationFilter *self, guint32 operation)
{
  return operation == self->source.selected;
}

static gboolean
is_kind (const PoplensOperationFilter *self, PoplensOperationKind kind)
{
  return g_array_index (self->source.operations->operations, PoplensOperation,
                        self->source.selected)
             .kind == kind;
}

gboolean
poplens_operation_filter_has_variable (const PoplensOperationFilter *self, guint32 variable)
{
  const PoplensOperations *operations = self->source.operations;
  const guint32 *found;

  if (!self->active)
    return TRUE;
  found = operations->n_variables
              ? bsearch (&variable, operations->variable_id, operations->n_variables,
                         sizeof variable, poplens_compare_u32)
              : NULL;
  return found ? is_selected (self, operations->variable_operation[found - operations->variable_id])
               : is_kind (self, POPLENS_OPERATION_UNATTRIBUTED);
}

gboolean
poplens_operation_filter_has_program (const PoplensOperationFilter *self, guint32 id)
{
  guint32 row;

  if (!self->active)
    return TRUE;
  if (id == POPLENS_NO_PROGRAM)
    return is_kind (self, POPLENS_OPERATION_NO_PROGRAM);
  row = poplens_programs_find (self->source.programs, id);
  return row == POPLENS_NO_ROW
             ? is_kind (self, POPLENS_OPERATION_UNATTRIBUTED)
             : is_selected (self, self->source.operations->program_operation[row]);
}

static gboolean
keep (gconstpointer self, guint32 variable)
{
  return poplens_operation_filter_has_variable (self, variable);
}

PoplensClassBytes *
poplens_operation_filter_bytes (const PoplensOperationFilter *self, PoplensClassBytes *bytes)
{
  g_autoptr (PoplensClassBytes) all = bytes;

  return self->active && all ? poplens_class_bytes_new_kept (all, keep, self)
                             : g_steal_pointer (&all);
}

char *
poplens_operation_filter_key (const PoplensOperationFilter *self)
{
  g_autofree char *operation = poplens_operation_key (&self->source, self->source.selected);

  return g_strconcat (self->source.operations->layer, "\n", operation, NULL);
}
