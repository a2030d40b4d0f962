/* Random values that are the same on every machine: a hash of the seed and of their purpose,
 * without state, so that a value does not depend on the order in which others were drawn. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint64 demo_hash (guint64 seed, guint64 what, guint64 which);
/* Returns a value for the argument @what of the other functions, from @what and @name: it does not
 * depend on where the named element is in the model. */
guint64 demo_named (guint64 what, const char *name);
/* Returns a value uniform in [0, 1), a multiple of 2^-24: exact in any arithmetic. */
double demo_unit (guint64 seed, guint64 what, guint64 which);

G_END_DECLS
