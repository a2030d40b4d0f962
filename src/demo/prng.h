/* Random values that are the same on every machine. Each value is a hash of a seed and a purpose.
 * There is no state, so the order of calls does not matter. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint64 demo_hash (guint64 seed, guint64 what, guint64 which);
/* Returns a value for the parameter @what of the other functions: a hash of @what and @name. So
 * random values depend on an element's name, not on its index. */
guint64 demo_named (guint64 what, const char *name);
/* Returns a value uniform in [0, 1). It is a multiple of 2^-24, so any floating-point type holds it
 * exactly. */
double demo_unit (guint64 seed, guint64 what, guint64 which);

G_END_DECLS
