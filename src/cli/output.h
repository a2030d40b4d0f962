/* How an answer is written, and the options for that which all commands have. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

struct _PoplensCliOutput {
  gboolean json, csv, csv_safe, all, describe;
  gboolean alone; /* the main table is all that the command is about */
  char *columns, *sort, *filter, *limit, *unit_name; /* as they were given; or NULL */
  GStrv where;
  PoplensTableFormat format;
  PoplensByteUnit unit;
  gboolean limited;
  guint32 most; /* rows, where .limited; 0: all */
};

#define POPLENS_CLI_OUTPUT_ENTRIES 11

void poplens_cli_output_clear (PoplensCliOutput *self);
/* Adds the options that fill @self behind the last of @entries, which has room for them. */
void poplens_cli_output_add (PoplensCliOutput *self, GOptionEntry *entries);
/* Reads @argv as poplens_cli_parse_words () does (0: any number of words), with the options that
 * fill @self behind the last of @entries, which has room for them. */
gboolean poplens_cli_output_parse (PoplensCli *cli, const PoplensCliCommand *command,
                                   PoplensCliOutput *self, GOptionEntry *entries, int *argc,
                                   char ***argv, int n, PoplensExit *status);
/* Whether the main table alone was asked for: its rows or columns were chosen, or CSV. */
gboolean poplens_cli_output_is_table (const PoplensCliOutput *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCliOutput, poplens_cli_output_clear)

G_END_DECLS
