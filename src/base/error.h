/* Error domain of Poplens. Every message names its file and says what to do. */
#pragma once

#include "base/export.h"

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_ERROR (poplens_error_quark ())

/* Endings of messages in the window about changed and deleted files. The terminal replaces both by
 * other texts. */
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

/* TRUE if reading stopped for a reason that is not in the file: LINK, READ, or cancelled. */
gboolean poplens_error_is_interruption (const GError *error);
/* TRUE if the data is missing for as long as the report is open, while the rest of the report is
 * usable: ABSENT or DAMAGED. */
gboolean poplens_error_is_lack (const GError *error);
/* Drops @wrong if poplens_error_is_lack (), so that the caller can continue without the data.
 * @wrong: (nullable) (transfer full). FALSE, with @wrong in @error, for any other error. */
gboolean poplens_error_forgive_lack (GError *wrong, GError **error);
/* Returns @given. FALSE sets a USAGE error that names the missing argument @what. */
gboolean poplens_error_require (gboolean given, const char *what, GError **error);

G_END_DECLS
