/* Text for a terminal of a width and a height, or for a pipe. */
#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

typedef struct {
  PoplensCli *cli;
  PoplensByteUnit unit;
  const PoplensCliOutput *output;
  guint left;     /* lines left of the screen */
  gboolean cut;   /* something was left out that no table tells */
  gboolean begun; /* a blank line parts what comes from what is there */
} PoplensCliView;

PoplensCliView poplens_cli_view (PoplensCli *cli, const PoplensCliOutput *output);

/* Sentences as paragraphs; label, value and detail of the others, aligned. */
void poplens_cli_view_facts (PoplensCliView *view, const GPtrArray *facts);
/* What is missing, and what is to be known of the files. */
void poplens_cli_view_notices (PoplensCliView *view, const PoplensCliAnswer *answer);
/* Prints as many rows as there is room for, or as the options ask for. @title: (nullable): above it
 */
gboolean poplens_cli_view_table (PoplensCliView *view, const PoplensTable *table,
                                 const PoplensCliTable *look, const char *title, GError **error);
/* Prints the help or a list: lines, each with its end. Long ones wrap to a screen, TEXT of
 * "  NAME  TEXT" below itself. */
void poplens_cli_print_help (PoplensCli *cli, const char *text);
/* The command that goes on, whole however long it is. @next: (nullable) */
void poplens_cli_view_next (PoplensCliView *view, const char *next);

G_END_DECLS
