/* Reads everything in a profile, for the fuzz targets. */
#pragma once

#include "fuzz.h"

G_BEGIN_DECLS

/* Opens @path, and loads every part and slices of every kind. Aborts if a failure has no error
 * message. */
void fuzz_read_profile (const char *path);

G_END_DECLS
