/* Runs poplens-demo, which writes the demo report. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* Where the demo report lies: in the user's cache folder. (transfer full) */
char *poplens_demo_directory (void);
/* poplens-demo beside this program, else on the PATH; NULL where there is none. (transfer full) */
char *poplens_demo_find_program (void);

/* Writes the demo report into @directory, unless @program (nullable: there is none) has done so
 * already. @progress is called on the main context. Cancelling ends the program. */
void poplens_demo_run_async (const char *program, const char *directory,
                             PoplensProgressFunc progress, gpointer progress_data,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean poplens_demo_run_finish (GAsyncResult *result, GError **error);

/* A line "progress 0.25 Writing variables" of its output; FALSE for any other. @text points into
 * @line. */
gboolean poplens_demo_parse_progress (const char *line, double *fraction, const char **text);

G_END_DECLS
