#include "report/place.h"

#include "remote/address.h"
#include "remote/host.h"

gboolean
poplens_report_place_is_near (const char *text)
{
  return !poplens_address_is_remote (text);
}

static gboolean
place_far (const char *text, PoplensStorage **storage, char **path, GError **error)
{
  g_autoptr (PoplensAddress) address = poplens_address_parse (text, error);
  g_autoptr (PoplensStorage) host = address ? POPLENS_STORAGE (poplens_host_get (address)) : NULL;

  if (!host)
    return FALSE;
  int code =
      poplens_host_resolve (POPLENS_HOST (host), address, path, g_cancellable_get_current ());
  if (code)
    poplens_storage_set_error (host, address->path, code, error);
  else
    *storage = g_steal_pointer (&host);
  return !code;
}

gboolean
poplens_report_place (const char *text, PoplensStorage **storage, char **path, GError **error)
{
  if (!poplens_report_place_is_near (text))
    return place_far (text, storage, path, error);
  *storage = poplens_storage_new_local ();
  *path = g_canonicalize_filename (text, NULL);
  return TRUE;
}

PoplensFile *
poplens_report_place_file (const char *text, GError **error)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *path = NULL;

  return poplens_report_place (text, &storage, &path, error)
             ? poplens_storage_get_file (storage, path)
             : NULL;
}

char *
poplens_report_canonical_path (const char *text)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_is_remote (text) ? poplens_address_parse (text, NULL) : NULL;

  return address ? poplens_address_to_string (address) : g_canonicalize_filename (text, NULL);
}
