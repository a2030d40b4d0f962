/* Commands of poplens-cli on a damaged report. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs the command that @number selects on the report in @dir. Aborts if it ends by a signal or
 * with another status than allowed, takes too long, prints control characters, or changes the
 * report. */
void terminal_try (const char *dir, guint number);

/* Runs a program with a limit of processor time in seconds. Returns its exit status, 0 to 3; else
 * aborts. @out, @err: (out) (transfer full) */
int terminal_run (const char *const *argv, guint most_seconds, char **out, char **err);

G_END_DECLS
