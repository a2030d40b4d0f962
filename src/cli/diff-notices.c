/* What is wrong with the files of a report that is compared. */
#include "cli/diff.h"

static void
add (GPtrArray *notices, PoplensReport *report, const char *file, const char *text)
{
  const char *name = poplens_report_get_name (report);
  g_autofree char *notice = file ? g_strdup_printf ("%s: %s is incomplete: %s.", name, file, text)
                                 : g_strdup_printf ("%s: %s", name, text);

  /* Both may be the same report. */
  if (!g_ptr_array_find_with_equal_func (notices, notice, g_str_equal, NULL))
    g_ptr_array_add (notices, g_steal_pointer (&notice));
}

void
poplens_diff_add_notices (GPtrArray *notices, PoplensReport *report)
{
  const PoplensDebugContexts *contexts = poplens_report_peek (report, POPLENS_PART_DEBUG);
  const PoplensArchive *archive = poplens_report_peek (report, POPLENS_PART_ARCHIVE);
  const GPtrArray *of_report = poplens_report_get_notices (report);

  for (guint i = 0; i < of_report->len; i++)
    add (notices, report, NULL, of_report->pdata[i]);
  if (contexts && contexts->incomplete)
    add (notices, report, "debug.cbor", contexts->reason);
  if (archive && archive->reason)
    add (notices, report, "archive.a", archive->reason);
}
