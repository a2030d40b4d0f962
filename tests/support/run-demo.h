/* poplens-demo, run by a test, which depends on that target. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has it write a report to @folder, or copies the one that it wrote for an earlier test of this
 * build (support/demo-report). @options: (nullable): words, NULL-terminated. FALSE where it cannot
 * be run or fails. */
gboolean run_demo (const char *folder, const char *const *options);

G_END_DECLS
