#include "app/window/location-command.h"

#include "app/remote/report-link.h"
#include "base/visible.h"

char *
poplens_location_command (const char *path, const PoplensLocation *location)
{
  g_autofree char *text = poplens_location_to_string (location);
  g_autofree char *quoted_location = g_shell_quote (text);
  g_autofree char *quoted_path = poplens_shell_word (path);

  return g_strdup_printf ("poplens %s --location %s", quoted_path, quoted_location);
}

char *
poplens_location_link (const char *path, const PoplensLocation *location)
{
  g_autofree char *text = poplens_location_to_string (location);

  return poplens_report_link_format (path, text);
}
