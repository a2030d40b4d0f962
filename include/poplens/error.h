/** @file
 * What can go wrong. */
#pragma once

#include <poplens/version.h>

G_BEGIN_DECLS

/** The domain of the library's errors; beside it there is only `G_IO_ERROR_CANCELLED`, and what a
 * stream of yours fails with. */
#define POPLENS_ERROR (poplens_error_quark ())

/**
 * Codes of POPLENS_ERROR. Every message names the file and says what to do, so a program can print
 * it as it is: UTF-8, but for the bytes of a file's name and of what was asked for. Codes may be
 * added at the end.
 */
typedef enum {
  POPLENS_ERROR_NOT_FOUND,    /**< the path, or what was asked for in it, is not there */
  POPLENS_ERROR_NOT_A_REPORT, /**< the path exists but holds no profile */
  POPLENS_ERROR_SEVERAL,      /**< the path holds several reports: one has to be chosen */
  POPLENS_ERROR_UNSUPPORTED,  /**< a format that is known, and not read */
  POPLENS_ERROR_EMPTY,        /**< a profile with tables but without rows */
  POPLENS_ERROR_DAMAGED,      /**< bytes that do not follow the format */
  POPLENS_ERROR_ABSENT,       /**< this report does not hold what was asked for */
  POPLENS_ERROR_CHANGED,      /**< the file changed since it was opened: reopen the report */
  POPLENS_ERROR_BUSY,         /**< the file is locked, or still being written */
  POPLENS_ERROR_USAGE,        /**< a wrong argument: an unknown name, a key out of range, NULL */
} PoplensError;

/**
 * The number of the domain: write POPLENS_ERROR.
 *
 * @return the quark of "poplens-error"
 */
POPLENS_EXPORT GQuark poplens_error_quark (void);

G_END_DECLS
