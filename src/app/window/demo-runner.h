/* Runs poplens-demo, which writes the demo report. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* Returns the directory of the demo report, in the user's cache folder. (transfer full) */
char *poplens_demo_directory (void);
/* Returns the path of poplens-demo: beside this program, else on the PATH. (transfer full)
 * (nullable): NULL if it is not installed. */
char *poplens_demo_find_program (void);

/* Writes the demo report into @directory, unless this version of @program has written it already.
 * @program: (nullable): if NULL, fails with the error that poplens-demo is not installed.
 * @progress: called on the main context. Cancelling terminates the process. */
void poplens_demo_run_async (const char *program, const char *directory,
                             PoplensProgressFunc progress, gpointer progress_data,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean poplens_demo_run_finish (GAsyncResult *result, GError **error);

/* Parses a line that poplens-demo prints, such as "progress 0.25 Writing variables". FALSE for
 * other lines. @text: (out): points into @line. */
gboolean poplens_demo_parse_progress (const char *line, double *fraction, const char **text);

G_END_DECLS
