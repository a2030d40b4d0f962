#include "derived/selection.h"

void
poplens_selection_clear (PoplensSelection *self)
{
  g_clear_pointer (&self->positions, g_free);
  g_clear_pointer (&self->tiles, g_free);
}

guint64
poplens_selection_sum (const PoplensSelection *self, const PoplensLists *lists, gsize row)
{
  if (!lists || row >= poplens_lists_n_rows (lists))
    return 0;
  return self->all ? poplens_lists_sum (lists, row)
                   : poplens_lists_sum_at (lists, row, self->positions, self->n);
}
