#include "report/user-file.h"

#include "base/error.h"
#include "report/stored-names.h"

static PoplensError
code_of (GFileError code)
{
  switch (code) {
  case G_FILE_ERROR_IO:
  case G_FILE_ERROR_NOMEM:
  case G_FILE_ERROR_MFILE:
  case G_FILE_ERROR_NFILE:
  case G_FILE_ERROR_INTR:
  case G_FILE_ERROR_AGAIN:
  case G_FILE_ERROR_FAILED:
    return POPLENS_ERROR_READ;
  default:
    return POPLENS_ERROR_NOT_FOUND;
  }
}

GKeyFile *
poplens_user_file_read (const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;

  if (g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, &wrong)) {
    poplens_stored_names_convert (file);
    return g_steal_pointer (&file);
  }
  if (wrong->domain != G_FILE_ERROR || wrong->code == G_FILE_ERROR_NOENT)
    return g_key_file_new ();
  g_set_error (error, POPLENS_ERROR, code_of (wrong->code), "Cannot read %s: %s", path,
               wrong->message);
  return NULL;
}
