/** @file
 * Version of libpoplens. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Makes a function visible outside the library. */
#ifndef POPLENS_EXPORT
#define POPLENS_EXPORT __attribute__ ((visibility ("default")))
#endif

/** First number of the version of the headers. */
#define POPLENS_MAJOR_VERSION 0
/** Second number of the version. While the first is 0, interfaces may change with it. */
#define POPLENS_MINOR_VERSION 1
/** Third number of the version. It changes if a version only has corrections. */
#define POPLENS_MICRO_VERSION 0

/** TRUE if the headers have version major.minor.micro or later; for use in `#if`. */
#define POPLENS_CHECK_VERSION(major, minor, micro)                                                 \
  (POPLENS_MAJOR_VERSION > (major) ||                                                              \
   (POPLENS_MAJOR_VERSION == (major) && POPLENS_MINOR_VERSION > (minor)) ||                        \
   (POPLENS_MAJOR_VERSION == (major) && POPLENS_MINOR_VERSION == (minor) &&                        \
    POPLENS_MICRO_VERSION >= (micro)))

/**
 * Returns the version of the library at run time.
 *
 * @return (transfer none): "0.1.0"
 */
POPLENS_EXPORT const char *poplens_get_version (void);

G_END_DECLS
