/* What a damaged report must never make Poplens do, done on purpose: a sweep that does not find it
 * finds nothing. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Misdeeds are numbered from 1. Some are none: what comes after one that ended its process must
 * run, and be held against nothing. */
#define N_MISDEEDS 9
#define N_FOUND_MISDEEDS 7

void misbehave (guint number);
gboolean misdeed_is_one (guint number);
/* Is @finding ("3: it hangs") that of misdeed @number, and what it has to say? */
gboolean misdeed_is_found (guint number, const char *finding);

G_END_DECLS
