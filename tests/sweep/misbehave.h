/* Does on purpose what a damaged report must never cause, to prove that the sweep finds it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Misdeeds are numbered from 1. Some are none: they prove that the sweep continues after a finding,
 * and reports nothing else. */
#define N_MISDEEDS 9
#define N_FOUND_MISDEEDS 7

void misbehave (guint number);
gboolean misdeed_is_one (guint number);
/* TRUE if @finding ("3: it hangs") is about misdeed @number and describes it correctly. */
gboolean misdeed_is_found (guint number, const char *finding);

G_END_DECLS
