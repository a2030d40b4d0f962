/* A command of poplens-cli on a damaged report. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs the command that @number chooses on the report in @dir; aborts where it ends by a signal or
 * another status than it may, takes too long, prints what a terminal obeys, or touches the report.
 */
void terminal_try (const char *dir, guint number);

G_END_DECLS
