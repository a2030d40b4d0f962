/* Text output that fits a terminal's width and height, or goes to a pipe. */
#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

typedef struct {
  PoplensCli *cli;
  PoplensByteUnit unit;
  const PoplensCliOutput *output;
  guint left;     /* lines left on the screen for output */
  gboolean cut;   /* facts or whole tables were left out for lack of space */
  gboolean begun; /* something was printed, so an empty line precedes the next part */
} PoplensCliView;

PoplensCliView poplens_cli_view (PoplensCli *cli, const PoplensCliOutput *output);

/* Prints sentences as paragraphs, and other facts with aligned labels. */
void poplens_cli_view_facts (PoplensCliView *view, const GPtrArray *facts);
/* Prints the answer's notices. */
void poplens_cli_view_notices (PoplensCliView *view, const PoplensCliAnswer *answer);
/* Prints as many rows as fit on the screen, or as the options ask for. @title: (nullable): printed
 * above the table. FALSE with an error */
gboolean poplens_cli_view_table (PoplensCliView *view, const PoplensTable *table,
                                 const PoplensCliTable *look, const char *title, GError **error);
/* Prints lines of help or of a list. @text: lines with line breaks. Long lines are wrapped; a
 * description after a name keeps its column. */
void poplens_cli_print_help (PoplensCli *cli, const char *text);
/* Prints the next command in full, however long it is. @next: (nullable) */
void poplens_cli_view_next (PoplensCliView *view, const char *next);

G_END_DECLS
