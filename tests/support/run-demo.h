/* Runs poplens-demo for a test, which must depend on that target. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes a report to @folder, or copies the one that an earlier test of this build made
 * (support/demo-report). @options: (nullable): NULL-terminated. FALSE if poplens-demo cannot be run
 * or fails */
gboolean run_demo (const char *folder, const char *const *options);

G_END_DECLS
