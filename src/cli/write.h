/* Builds answers of commands over one report, and writes them. */
#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

/* Builds the tables and sentences of @rows for @location, and writes them. @after: (nullable):
 * second report; the tables then compare @report with it. FALSE with an error. */
gboolean poplens_cli_answer_report (PoplensCli *cli, const PoplensCliCommand *command,
                                    PoplensReport *report, PoplensReport *after,
                                    const PoplensLocation *location, const PoplensCliRows *rows,
                                    const PoplensCliOutput *output, GError **error);
/* Writes an answer as JSON (the whole answer), as CSV (the main table), or as text that fits the
 * screen. @command: name of the command. FALSE with an error. */
gboolean poplens_cli_output_write (PoplensCli *cli, const char *command,
                                   const PoplensCliOutput *self, PoplensCliAnswer *answer,
                                   GError **error);

G_END_DECLS
