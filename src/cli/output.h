/* How an answer is written, and the options for that which all commands have. */
#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

typedef struct {
  gboolean json, csv, csv_safe, all, describe;
  gboolean alone; /* the main table is all that the command is about */
  char *columns, *sort, *filter, *limit, *unit_name; /* as they were given; or NULL */
  GStrv where;
  PoplensTableFormat format;
  PoplensByteUnit unit;
  gboolean limited;
  guint32 most; /* rows, where .limited; 0: all */
} PoplensCliOutput;

#define POPLENS_CLI_OUTPUT_ENTRIES 11

void poplens_cli_output_clear (PoplensCliOutput *self);
/* Writes the options that fill @self to @entries, which has room for all of them. */
void poplens_cli_output_add (PoplensCliOutput *self, GOptionEntry *entries);
/* FALSE, and said, where they make no sense; else .format, .unit and .most are what was asked for.
 */
gboolean poplens_cli_output_read (const PoplensCliCommand *command, PoplensCliOutput *self);
/* Whether the main table alone was asked for: its rows or columns were chosen, or CSV. */
gboolean poplens_cli_output_is_table (const PoplensCliOutput *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCliOutput, poplens_cli_output_clear)

G_END_DECLS
