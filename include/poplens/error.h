/** @file
 * Errors. */
#pragma once

#include <poplens/version.h>

G_BEGIN_DECLS

/** The domain of the library's errors. The only other errors are `G_IO_ERROR_CANCELLED` and the
 * errors of your own streams. */
#define POPLENS_ERROR (poplens_error_quark ())

/**
 * Codes of POPLENS_ERROR. Every message names the file and says what to do, so a program can print
 * it unchanged. It is UTF-8, except for the bytes of file names and arguments. Codes may be added
 * at the end.
 */
typedef enum {
  POPLENS_ERROR_NOT_FOUND,    /**< the path, or an item in the report, was not found */
  POPLENS_ERROR_NOT_A_REPORT, /**< the path exists but contains no profile */
  POPLENS_ERROR_SEVERAL,      /**< the path contains several reports; open one of them */
  POPLENS_ERROR_UNSUPPORTED,  /**< the format is known but unsupported */
  POPLENS_ERROR_EMPTY,        /**< the profile has tables but no rows */
  POPLENS_ERROR_DAMAGED,      /**< the file is damaged */
  POPLENS_ERROR_ABSENT,       /**< the report has no such data */
  POPLENS_ERROR_CHANGED,      /**< the file changed since it was opened; reopen the report */
  POPLENS_ERROR_BUSY,         /**< the file is locked or still being written */
  POPLENS_ERROR_USAGE,        /**< invalid argument: an unknown name, a key out of range, NULL */
  POPLENS_ERROR_LINK,         /**< the report's computer cannot be reached; try again */
  POPLENS_ERROR_READ,         /**< the disk or the memory failed, not the file; try again */
} PoplensError;

/**
 * Returns the number of the domain; use POPLENS_ERROR.
 *
 * @return the quark of "poplens-error"
 */
POPLENS_EXPORT GQuark poplens_error_quark (void);

G_END_DECLS
