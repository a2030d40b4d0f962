#include "derived/parts.h"

#include "base/error.h"

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
  if (*data || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT) ||
      (poplens_part_has_own_file (part) && poplens_error_is_lack (failed)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}
