/* Tables that are written together. */
#include "analysis/check/check-private.h"

void
poplens_check_together (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_TABLES_TOGETHER, POPLENS_SLICE_SCAN_TOGETHER, 0);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanTogether *pair = &slice->scan_together[i];
    if (poplens_check_that (run, CHECK_TABLES_TOGETHER, pair->there))
      continue;
    g_autofree char *expected = g_strdup_printf ("rows, as %s has", pair->with);
    poplens_check_fail (run, CHECK_TABLES_TOGETHER, expected, "none", "%s", pair->table);
  }
}
