#include "app/remote/report-path.h"

#include "remote/address.h"
#include "report/place.h"

#include <string.h>

/* A scheme of our own: whatever is installed for ssh:// is to leave the address as it is. */
#define SCHEME "poplens-remote:"

char *
poplens_report_path_to_uri (const char *path)
{
  if (!poplens_address_is_remote (path))
    return g_filename_to_uri (path, NULL, NULL);
  g_autofree char *escaped = g_uri_escape_string (path, NULL, FALSE);
  return g_strconcat (SCHEME, escaped, NULL);
}

char *
poplens_report_path_from_uri (const char *uri)
{
  if (g_str_has_prefix (uri, SCHEME)) {
    g_autofree char *text = g_uri_unescape_string (uri + strlen (SCHEME), NULL);
    return text && poplens_address_is_remote (text) ? g_steal_pointer (&text) : NULL;
  }
  if (g_str_has_prefix (uri, "sftp:") || g_str_has_prefix (uri, "ssh:") ||
      g_str_has_prefix (uri, "scp:")) {
    g_autoptr (PoplensAddress) address = poplens_address_parse (uri, NULL);
    return address ? poplens_address_to_string (address) : NULL;
  }
  return g_filename_from_uri (uri, NULL, NULL);
}

char *
poplens_report_path_of_file (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  char *path = g_str_has_prefix (uri, "file:") ? NULL : poplens_report_path_from_uri (uri);

  /* Of what is mounted there is a path, but for other computers, which are better asked. */
  return path ? path : g_file_get_path (file);
}

GFile *
poplens_report_path_get_file (const char *path)
{
  g_autofree char *address =
      poplens_address_is_remote (path) ? poplens_report_canonical_path (path) : NULL;
  g_autofree char *uri = address ? poplens_report_path_to_uri (address) : NULL;

  return uri ? g_file_new_for_uri (uri) : g_file_new_for_commandline_arg (path);
}
