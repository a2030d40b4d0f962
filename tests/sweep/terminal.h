/* A command of poplens-cli on a damaged report. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs the command that @number chooses on the report in @dir; aborts where it ends by a signal or
 * another status than it may, takes too long, prints what a terminal obeys, or touches the report.
 */
void terminal_try (const char *dir, guint number);

/* The same of any program, with so many seconds of processor time: its exit status, 0 to 3. @out
 * and
 * @err: (transfer full). */
int terminal_run (const char *const *argv, guint most_seconds, char **out, char **err);

G_END_DECLS
