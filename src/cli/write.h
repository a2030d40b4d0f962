/* How an answer is written. */
#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

/* Builds what @rows say of @location and writes it. @after: (nullable): the report that @report is
 * compared with: tables are of both */
gboolean poplens_cli_answer_report (PoplensCli *cli, const PoplensCliCommand *command,
                                    PoplensReport *report, PoplensReport *after,
                                    const PoplensLocation *location, const PoplensCliRows *rows,
                                    const PoplensCliOutput *output, GError **error);
/* JSON: all of it. CSV, and text where rows or columns were chosen: the main table alone. Text:
 * sentences, tables as the screen has room, and the next command. @command: its name */
gboolean poplens_cli_output_write (PoplensCli *cli, const char *command,
                                   const PoplensCliOutput *self, PoplensCliAnswer *answer,
                                   GError **error);

G_END_DECLS
