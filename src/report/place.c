/* Resolves paths of this computer and addresses of others. */
#include "report/place.h"

#include "base/error.h"
#include "base/visible.h"
#include "remote/address.h"
#include "remote/host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* FALSE with @error if the current folder was deleted: GLib would take "/" instead. */
static gboolean
check_current_folder (const char *text, GError **error)
{
  char *folder = g_path_is_absolute (text) ? NULL : getcwd (NULL, 0);
  int code = g_path_is_absolute (text) || folder ? 0 : errno;

  free (folder);
  if (code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                 "Cannot open %s: the current folder %s; go to another folder, or name the whole "
                 "path",
                 text, code == ENOENT ? "was deleted" : g_strerror (code));
  return !code;
}

/* Returns the absolute path of a path or file URI ("file:///data/run") on this computer. (transfer
 * full) (nullable): NULL with @error */
static char *
place_near (const char *text, GError **error)
{
  g_autofree char *host = NULL, *path = NULL;
  g_autoptr (GError) wrong = NULL;

  if (!poplens_address_has_other_scheme (text) || g_file_test (text, G_FILE_TEST_EXISTS))
    return check_current_folder (text, error) ? g_canonicalize_filename (text, NULL) : NULL;
  if (g_ascii_strncasecmp (text, "file://", strlen ("file://"))) {
    poplens_address_parse (text, error); /* unknown scheme: sets @error */
    return NULL;
  }
  path = g_filename_from_uri (text, &host, &wrong);
  if (path && (!host || !g_ascii_strcasecmp (host, "localhost")))
    return g_canonicalize_filename (path, "/");
  g_autofree char *shown = poplens_visible_text (text, -1);
  if (path)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid address “%s”: files of another computer are HOST:PATH", shown);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid address “%s”: %s; use a path",
                 shown, wrong->message);
  return NULL;
}

gboolean
poplens_report_place (const char *text, PoplensStorage **storage, char **path, GError **error)
{
  if (!poplens_report_place_is_near (text))
    return place_far (text, storage, path, error);
  *path = place_near (text, error);
  if (*path)
    *storage = poplens_storage_new_local ();
  return *path != NULL;
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
  char *near = address ? NULL : place_near (text, NULL);

  if (address)
    return poplens_address_to_string (address);
  return near ? near : g_canonicalize_filename (text, NULL);
}
