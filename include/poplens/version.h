/** @file
 * Which libpoplens this is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Makes a function visible outside of the library. */
#ifndef POPLENS_EXPORT
#define POPLENS_EXPORT __attribute__ ((visibility ("default")))
#endif

/** Version of the headers a program is compiled with: its first number. */
#define POPLENS_MAJOR_VERSION 0
/** The second number: while the first is 0, interfaces may change with it. */
#define POPLENS_MINOR_VERSION 1
/** The third number: corrections only. */
#define POPLENS_MICRO_VERSION 0

/** TRUE where the headers are of version major.minor.micro or later. For `#if`. */
#define POPLENS_CHECK_VERSION(major, minor, micro)                                                 \
  (POPLENS_MAJOR_VERSION > (major) ||                                                              \
   (POPLENS_MAJOR_VERSION == (major) && POPLENS_MINOR_VERSION > (minor)) ||                        \
   (POPLENS_MAJOR_VERSION == (major) && POPLENS_MINOR_VERSION == (minor) &&                        \
    POPLENS_MICRO_VERSION >= (micro)))

/**
 * The version of the library that a program runs with.
 *
 * @return (transfer none): "0.1.0"
 */
POPLENS_EXPORT const char *poplens_get_version (void);

G_END_DECLS
