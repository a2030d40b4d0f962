/* Formats and parses links to reports, and converts paths of reports to URIs. */
#include "app/remote/report-link.h"

#include "base/error.h"
#include "base/visible.h"
#include "model/location.h"
#include "remote/address.h"
#include "report/place.h"

#include <string.h>

/* ---- location as a command or a link --------------------------------------------------------- */

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

/* ---- paths, URIs and GFiles ------------------------------------------------------------------ */

/* URI scheme for paths on remote hosts. Not ssh:, because an installed handler of that scheme could
 * change the address. */
#define PATH_SCHEME "poplens-remote:"

char *
poplens_report_path_to_uri (const char *path)
{
  if (!poplens_address_is_remote (path))
    return g_filename_to_uri (path, NULL, NULL);
  g_autofree char *escaped = g_uri_escape_string (path, NULL, FALSE);
  return g_strconcat (PATH_SCHEME, escaped, NULL);
}

char *
poplens_report_path_from_uri (const char *uri)
{
  if (g_str_has_prefix (uri, PATH_SCHEME)) {
    g_autofree char *text = g_uri_unescape_string (uri + strlen (PATH_SCHEME), NULL);
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

  /* GVfs has a local path for a mounted sftp: URI too. Prefer the remote address, because our own
   * connection is faster. */
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

/* ---- links ----------------------------------------------------------------------------------- */

#define SCHEME "poplens:"

void
poplens_report_link_free (PoplensReportLink *self)
{
  if (!self)
    return;
  g_free (self->path);
  g_free (self->location);
  g_free (self->destination);
  g_free (self);
}

gboolean
poplens_report_link_is (const char *text)
{
  return !g_ascii_strncasecmp (text, SCHEME, strlen (SCHEME));
}

static gboolean
set_link_error (GError **error, const char *why)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s; a link is poplens:///PATH?location=… or poplens://HOST/PATH?location=…", why);
  return FALSE;
}

/* Sets .path, and .destination for a remote host. @place: text of the link between scheme and
 * query, such as "//gc-01/data/run". */
static gboolean
take_path (PoplensReportLink *self, const char *place, GError **error)
{
  if (!g_str_has_prefix (place, "//"))
    return set_link_error (error, "The link names no report");
  if (place[2] != '/') {
    g_autofree char *link = g_strconcat (SCHEME, place, NULL);
    g_autoptr (PoplensAddress) address = poplens_address_parse_link (link, error);
    if (!address)
      return FALSE;
    self->path = poplens_address_to_string (address);
    self->destination = poplens_address_get_destination (address);
    return TRUE;
  }
  g_autofree char *uri = g_strconcat ("file:", place, NULL);
  self->path = g_filename_from_uri (uri, NULL, NULL);
  return self->path || set_link_error (error, "The path of the link is not percent-encoded");
}

static gboolean
take_location (PoplensReportLink *self, const char *text, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, error);

  if (!location)
    return FALSE;
  g_autofree char *other = poplens_location_get_other (location);
  if (other && !self->destination && poplens_address_is_remote (other)) {
    g_autoptr (PoplensAddress) address = poplens_address_parse (other, error);
    if (!address)
      return FALSE;
    self->destination = poplens_address_get_destination (address);
  }
  self->location = g_strdup (text);
  return TRUE;
}

PoplensReportLink *
poplens_report_link_parse (const char *text, GError **error)
{
  g_autoptr (PoplensReportLink) self = g_new0 (PoplensReportLink, 1);

  if (!poplens_report_link_is (text)) {
    set_link_error (error, "Not a link to a report");
    return NULL;
  }
  const char *behind = text + strlen (SCHEME);
  const char *query = strchr (behind, '?');
  g_autofree char *place = query ? g_strndup (behind, query - behind) : g_strdup (behind);
  if (!take_path (self, place, error))
    return NULL;
  if (!query || !query[1])
    return g_steal_pointer (&self);
  g_autoptr (GHashTable) values = g_uri_parse_params (query + 1, -1, "&", 0, NULL);
  const char *location = values ? g_hash_table_lookup (values, "location") : NULL;
  if (!location || g_hash_table_size (values) != 1) {
    set_link_error (error, "The link may say a location, and nothing else");
    return NULL;
  }
  return take_location (self, location, error) ? g_steal_pointer (&self) : NULL;
}

/* Returns the part of a link between scheme and query, such as "///data/run" or "//gc-01/data/run".
 * (transfer full) */
static char *
path_behind_scheme (const char *path)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_is_remote (path) ? poplens_address_parse (path, NULL) : NULL;

  if (!address) {
    g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
    return uri ? g_strdup (uri + strlen ("file:")) : g_strdup ("///");
  }
  g_autofree char *uri = poplens_address_to_uri (address);
  return g_strdup (uri + strlen ("ssh:"));
}

char *
poplens_report_link_format (const char *path, const char *location)
{
  g_autofree char *place = path_behind_scheme (path);
  g_autofree char *escaped = location ? g_uri_escape_string (location, NULL, FALSE) : NULL;

  return g_strconcat (SCHEME, place, escaped ? "?location=" : NULL, escaped, NULL);
}
