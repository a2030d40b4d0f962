/* Builds answers of commands over one report, and writes them. */
#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

/* Builds and writes the tables and sentences of @rows for @location. @after: (nullable): report
 * that @report is compared with; the tables are then of both. FALSE with an error. */
gboolean poplens_cli_answer_report (PoplensCli *cli, const PoplensCliCommand *command,
                                    PoplensReport *report, PoplensReport *after,
                                    const PoplensLocation *location, const PoplensCliRows *rows,
                                    const PoplensCliOutput *output, GError **error);
/* Writes an answer. JSON has all of it; CSV, and text with selected rows or columns, only the main
 * table; other text has sentences, tables as far as they fit on the screen, and the next command.
 * @command: its name. FALSE with an error. */
gboolean poplens_cli_output_write (PoplensCli *cli, const char *command,
                                   const PoplensCliOutput *self, PoplensCliAnswer *answer,
                                   GError **error);

G_END_DECLS
