/* What a reader should know of the files of a report. */
#include "report/report-private.h"

static void
add_incomplete (GPtrArray *notices, const char *file, const char *reason)
{
  g_ptr_array_add (notices, g_strdup_printf ("%s is incomplete: %s.", file, reason));
}

GPtrArray *
poplens_report_list_damage (PoplensReport *self)
{
  return self->profile ? poplens_profile_list_damage (self->profile)
                       : g_ptr_array_new_with_free_func (g_free);
}

GPtrArray *
poplens_report_list_notices (PoplensReport *self)
{
  GPtrArray *notices = g_ptr_array_new_with_free_func (g_free);
  const GPtrArray *of_files = poplens_report_get_notices (self);
  const PoplensDebugContexts *contexts = poplens_report_peek (self, POPLENS_PART_DEBUG);
  const PoplensArchive *archive = poplens_report_peek (self, POPLENS_PART_ARCHIVE);

  for (guint n = 0; n < of_files->len; n++)
    g_ptr_array_add (notices, g_strdup (of_files->pdata[n]));
  if (contexts && contexts->incomplete)
    add_incomplete (notices, "debug.cbor", contexts->reason);
  if (archive && archive->reason)
    add_incomplete (notices, "archive.a", archive->reason);
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (self);
  for (guint i = 0; i < damage->len; i++)
    g_ptr_array_add (notices, g_strdup (damage->pdata[i]));
  return notices;
}
