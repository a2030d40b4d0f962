/* Error domain of Poplens. Every message names its file and says what to do. */
#pragma once

#include "base/export.h"

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_ERROR (poplens_error_quark ())

/* Endings of error messages in the window. The terminal replaces the first by advice of its own,
 * and omits the second. */
#define POPLENS_RELOAD "; reload the report"
#define POPLENS_STAYS ". Loaded data remains available."

/**
 * PoplensError:
 * @POPLENS_ERROR_NOT_FOUND: the path, or the requested item in it, does not exist
 * @POPLENS_ERROR_NOT_A_REPORT: the path exists but contains no profile ("No graph profile found")
 * @POPLENS_ERROR_SEVERAL: the path contains several reports; one has to be chosen
 * @POPLENS_ERROR_UNSUPPORTED: a known format that Poplens cannot read
 * @POPLENS_ERROR_EMPTY: a profile with tables but no rows (the program was aborted)
 * @POPLENS_ERROR_DAMAGED: bytes that do not follow the format
 * @POPLENS_ERROR_ABSENT: the report lacks the requested part
 * @POPLENS_ERROR_CHANGED: the file changed since it was opened: reload
 * @POPLENS_ERROR_BUSY: the file is locked or still being written
 * @POPLENS_ERROR_USAGE: a wrong argument
 * @POPLENS_ERROR_LINK: the computer with the report cannot be reached, or the connection was lost
 * @POPLENS_ERROR_READ: the disk did not give the bytes, or there was no memory for them: this says
 *   nothing about the file, and the same call may work later
 */
typedef enum {
  POPLENS_ERROR_NOT_FOUND,
  POPLENS_ERROR_NOT_A_REPORT,
  POPLENS_ERROR_SEVERAL,
  POPLENS_ERROR_UNSUPPORTED,
  POPLENS_ERROR_EMPTY,
  POPLENS_ERROR_DAMAGED,
  POPLENS_ERROR_ABSENT,
  POPLENS_ERROR_CHANGED,
  POPLENS_ERROR_BUSY,
  POPLENS_ERROR_USAGE,
  POPLENS_ERROR_LINK,
  POPLENS_ERROR_READ,
} PoplensError;

POPLENS_EXPORT GQuark poplens_error_quark (void);

/* TRUE if reading was interrupted: by the connection (POPLENS_ERROR_LINK), by the disk
 * (POPLENS_ERROR_READ), or because it was cancelled. The error says nothing about the file. */
gboolean poplens_error_is_interruption (const GError *error);
/* TRUE if the requested data is absent or damaged (POPLENS_ERROR_ABSENT, POPLENS_ERROR_DAMAGED),
 * but the rest of the report is usable. */
gboolean poplens_error_is_lack (const GError *error);
/* Frees @wrong if the caller can continue without the data (poplens_error_is_lack ()). Any other
 * error is moved to @error, and FALSE is returned. @wrong: (nullable) (transfer full) */
gboolean poplens_error_forgive_lack (GError *wrong, GError **error);
/* Checks that an argument was given. If @given is FALSE, returns FALSE with POPLENS_ERROR_USAGE and
 * a message that names @what. */
gboolean poplens_error_require (gboolean given, const char *what, GError **error);

G_END_DECLS
