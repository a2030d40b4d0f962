#include "app/remote/report-link.h"

#include "base/error.h"
#include "model/location.h"
#include "remote/address.h"

#include <string.h>

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
refuse (GError **error, const char *why)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s; a link is poplens:///PATH?location=… or poplens://HOST/PATH?location=…", why);
  return FALSE;
}

/* @place: what stands between scheme and query. */
static gboolean
take_path (PoplensReportLink *self, const char *place, GError **error)
{
  if (!g_str_has_prefix (place, "//"))
    return refuse (error, "The link names no report");
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
  return self->path || refuse (error, "The path of the link is not percent-encoded");
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
    refuse (error, "Not a link to a report");
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
    refuse (error, "The link may say a location, and nothing else");
    return NULL;
  }
  return take_location (self, location, error) ? g_steal_pointer (&self) : NULL;
}

/* "///data/run", "//gc-01/data/run". */
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
