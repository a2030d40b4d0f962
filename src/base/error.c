/* Error domain of Poplens, and predicates on its codes. */
#include "base/error.h"

#include <gio/gio.h>

G_DEFINE_QUARK (poplens - error - quark, poplens_error)

gboolean
poplens_error_is_interruption (const GError *error)
{
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK) ||
         g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_READ) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

gboolean
poplens_error_is_lack (const GError *error)
{
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT) ||
         g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
}

gboolean
poplens_error_forgive_lack (GError *wrong, GError **error)
{
  if (wrong && !poplens_error_is_lack (wrong)) {
    g_propagate_error (error, wrong);
    return FALSE;
  }
  g_clear_error (&wrong);
  return TRUE;
}

gboolean
poplens_error_require (gboolean given, const char *what, GError **error)
{
  if (!given)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "missing or invalid %s: it is NULL, empty, or of another type", what);
  return given;
}
