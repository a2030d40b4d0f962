#include "tables/builders.h"

#include "base/error.h"

void
poplens_table_add_columns (PoplensTable *table, const PoplensColumnSpec *columns, guint n)
{
  for (guint c = 0; c < n; c++)
    poplens_table_add_column (table, columns[c].name, columns[c].title, columns[c].unit,
                              columns[c].provenance, columns[c].doc);
}

const PoplensVariables *
poplens_load_lowered (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensVariables *variables = poplens_report_load_variables (report, cancellable, error);

  if (!variables || variables->n)
    return variables;
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                       "The profile lists no lowered variables. Record them with the engine option "
                       "autoReport.outputLoweredVars=true.");
  return NULL;
}

gboolean
poplens_load_optional (PoplensReport *report, PoplensPart part, gconstpointer *data,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;

  *data = poplens_report_load (report, part, cancellable, &failed);
  if (*data || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

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
