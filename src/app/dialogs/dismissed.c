#include "app/dialogs/dismissed.h"

#include "app/dialogs/bookmarks.h"
#include "report/dismissed.h"

void
poplens_dismissed_set (PoplensReport *report, const char *name, const char *reason)
{
  g_autofree char *group = poplens_dismissed_group (report);

  poplens_bookmarks_set (poplens_bookmarks_get_default (), group, name, reason);
}
