/* When most is live, and in which program: what Summary says of liveness, from the sums by step and
 * a program by its id, instead of two whole parts. */
#include "profile/loaders.h"

PoplensPeak *
poplens_load_peak (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensLiveness) liveness = poplens_load_liveness_brief (load, error);
  PoplensPeak *peak = liveness ? poplens_liveness_get_peak (liveness) : NULL;
  g_autoptr (PoplensPrograms) found =
      peak ? poplens_load_programs_by_id (load, &peak->program, 1, NULL) : NULL;

  if (found && found->n)
    peak->label = g_strdup (poplens_programs_label (found, 0));
  return peak;
}
