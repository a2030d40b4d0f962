#include "cli/output.h"

#include "base/typed.h"

#include <string.h>

void
poplens_cli_output_clear (PoplensCliOutput *self)
{
  g_free (self->columns);
  g_free (self->sort);
  g_free (self->filter);
  g_free (self->limit);
  g_free (self->unit_name);
  g_strfreev (self->where);
}

void
poplens_cli_output_add (PoplensCliOutput *self, GOptionEntry *entries)
{
  const GOptionEntry all[POPLENS_CLI_OUTPUT_ENTRIES] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &self->json, "write the answer as JSON", NULL},
      {"csv", 0, 0, G_OPTION_ARG_NONE, &self->csv, "write the main table as CSV", NULL},
      {"csv-safe", 0, 0, G_OPTION_ARG_NONE, &self->csv_safe,
       "CSV: put ' before texts that spreadsheets run as formulas", NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &self->all, "show all rows, columns and tables", NULL},
      {"limit", 0, 0, G_OPTION_ARG_STRING, &self->limit, "show at most N rows, 0 for all", "N"},
      {"sort", 0, 0, G_OPTION_ARG_STRING, &self->sort,
       "sort rows: numbers largest first, changes by size; -COL largest, +COL smallest first",
       "[-+]COL,…"},
      {"columns", 0, 0, G_OPTION_ARG_STRING, &self->columns, "show these columns, in this order",
       "COL,…"},
      {"filter", 0, 0, G_OPTION_ARG_STRING, &self->filter, "keep rows that contain all words",
       "WORDS"},
      {"where", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->where,
       "keep rows that match, for example 'bytes > 1 MiB'; can be repeated", "COND"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &self->unit_name,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {"describe", 0, 0, G_OPTION_ARG_NONE, &self->describe,
       "describe the columns of the main table: unit, source and meaning", NULL},
  };

  while (entries->long_name)
    entries++;
  memcpy (entries, all, sizeof all);
}

static gboolean
parse_limit (const PoplensCliCommand *command, PoplensCliOutput *self)
{
  guint64 most = 0;

  self->limited = self->limit != NULL;
  if (self->limited && !poplens_typed_unsigned (self->limit, 0, G_MAXUINT32, &most)) {
    poplens_cli_misuse (command, "invalid --limit “%s”; use 0 (all) or more", self->limit);
    return FALSE;
  }
  self->most = (guint32) most;
  return TRUE;
}

/* FALSE, and said, where they make no sense; else .format, .unit and .most are what was asked for.
 */
static gboolean
read_options (const PoplensCliCommand *command, PoplensCliOutput *self)
{
  self->format = self->json  ? POPLENS_TABLE_JSON
                 : self->csv ? POPLENS_TABLE_CSV
                             : POPLENS_TABLE_TEXT;
  if (self->json && self->csv) {
    poplens_cli_misuse (command, "--csv and --json exclude each other");
    return FALSE;
  }
  if (self->csv_safe && !self->csv) {
    poplens_cli_misuse (command, "--csv-safe needs --csv");
    return FALSE;
  }
  return parse_limit (command, self) &&
         poplens_cli_parse_unit (command, self->unit_name, &self->unit);
}

gboolean
poplens_cli_output_parse (PoplensCli *cli, const PoplensCliCommand *command, PoplensCliOutput *self,
                          GOptionEntry *entries, int *argc, char ***argv, int n,
                          PoplensExit *status)
{
  poplens_cli_output_add (self, entries);
  if (n ? !poplens_cli_parse_words (cli, command, entries, argc, argv, n, status)
        : !poplens_cli_parse (cli, command, entries, argc, argv, status))
    return FALSE;
  *status = POPLENS_EXIT_USAGE;
  return read_options (command, self);
}

gboolean
poplens_cli_output_is_table (const PoplensCliOutput *self)
{
  return self->format != POPLENS_TABLE_JSON &&
         (self->alone || self->csv || self->columns || self->sort || self->filter || self->where ||
          self->describe);
}
