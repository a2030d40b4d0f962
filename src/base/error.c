#include "base/error.h"

G_DEFINE_QUARK (poplens - error - quark, poplens_error)

gboolean
poplens_error_require (gboolean given, const char *what, GError **error)
{
  if (!given)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "missing or invalid %s: it is NULL, empty, or of another type", what);
  return given;
}
