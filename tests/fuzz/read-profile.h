/* All that can be read of a profile. */
#pragma once

#include "fuzz.h"

G_BEGIN_DECLS

/* Opens @path, loads every part and slices of every kind; whatever is refused has to say why. */
void fuzz_read_profile (const char *path);

G_END_DECLS
