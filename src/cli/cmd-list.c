/* Command list: the reports of a folder, and which of them got worse. */
#include "cli/write.h"

#include "tables/reports/report-list.h"

/* Maximum number of sentences above the table. */
#define MOST_LINES 8

typedef struct {
  PoplensCliOutput output;
  gboolean time;
  GStrv rules_files, rules;
} ListOptions;

static void
list_options_clear (ListOptions *self)
{
  g_strfreev (self->rules_files);
  g_strfreev (self->rules);
  poplens_cli_output_clear (&self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ListOptions, list_options_clear)

/* Columns on a terminal. First index: rules were given; second index: --time was given. A narrow
 * terminal omits the last columns, so the most important columns come first. */
static const char *const shown_columns[2][2] = {
    {"path worse iteration_cycles program_cycles tile_bytes peak_bytes",
     "path worse changed changed_cycles operation layer iteration_cycles program_cycles tile_bytes "
     "peak_bytes"},
    {"path worse budget exceeded iteration_cycles program_cycles tile_bytes peak_bytes",
     "path worse budget exceeded changed changed_cycles operation layer iteration_cycles "
     "program_cycles tile_bytes"},
};

static void
fill_list (PoplensCliAnswer *answer, const PoplensReportList *list,
           const PoplensReportListOptions *read, PoplensByteUnit unit)
{
  static const PoplensCliTable changes = {"series-changes", .further = TRUE};
  static const PoplensCliTable unsearched = {"unsearched", .further = TRUE};
  const PoplensCliTable look = {"reports", G_MAXUINT32, NULL,
                                shown_columns[read->rules != NULL][read->time]};
  g_autofree char *text = poplens_report_list_answer (list, unit, MOST_LINES);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint l = 0; lines[l]; l++)
    poplens_cli_answer_say (answer, "%s", lines[l]);
  poplens_cli_answer_figure (answer, "reports",
                             poplens_value_int (list->reports->len, POPLENS_UNIT_COUNT));
  answer->next = poplens_report_list_command (list);
  poplens_cli_answer_table (answer, poplens_report_list_table (list, read, unit), &look);
  poplens_cli_answer_table (answer, poplens_report_changes_table (list), &changes);
  if (list->unsearched)
    poplens_cli_answer_table (answer, poplens_report_unsearched_table (list), &unsearched);
}

/* FALSE, after printing an error, if a selected column needs --time. Checked before reports are
 * read. */
static gboolean
check_columns (const PoplensCliCommand *command, const char *columns,
               const PoplensReportListOptions *read)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  const PoplensReportList empty = {.reports = none};
  PoplensReportListOptions with_time = *read;
  g_auto (GStrv) names = g_strsplit (columns ? columns : "", ",", -1);

  with_time.time = TRUE;
  g_autoptr (PoplensTable) now = poplens_report_list_table (&empty, read, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensTable) then =
      poplens_report_list_table (&empty, &with_time, POPLENS_BYTE_UNIT_BINARY);
  for (guint n = 0; names[n]; n++)
    if (poplens_table_find_column (now, names[n]) < 0 &&
        poplens_table_find_column (then, names[n]) >= 0) {
      poplens_cli_misuse (command, "column “%s” needs --time", names[n]);
      return FALSE;
    }
  return TRUE;
}

static PoplensExit
list_reports (PoplensCli *cli, const char *folder, const ListOptions *options,
              const PoplensReportListOptions *read)
{
  g_autoptr (GError) error = NULL;

  poplens_cli_prepare_host (cli, folder);
  g_autoptr (PoplensReportList) list =
      poplens_report_list_read (folder, read, NULL, NULL, NULL, &error);
  if (!list)
    return poplens_cli_fail (cli, error);
  g_autoptr (PoplensCliAnswer) answer = poplens_cli_answer_new (NULL, NULL, &options->output);
  fill_list (answer, list, read, options->output.unit);
  /* If only the table is printed, name the unsearched folders on standard error. */
  if (poplens_cli_output_is_table (&options->output))
    poplens_cli_tell_unsearched (cli, list->unsearched);
  if (!poplens_cli_output_write (cli, "list", &options->output, answer, &error))
    return poplens_cli_fail (cli, error);
  return read->rules && !poplens_report_list_is_met (list) ? POPLENS_EXIT_CHECK : POPLENS_EXIT_GOOD;
}

PoplensExit
poplens_cli_run_list (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (ListOptions) options = {0};
  GOptionEntry entries[3 + POPLENS_CLI_OUTPUT_ENTRIES + 1] = {
      {"time", 0, 0, G_OPTION_ARG_NONE, &options.time,
       "add cycles by time class, costliest operation and layer", NULL},
      {"rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rules_files,
       "check each report against the limits in FILE", "FILE"},
      {"rule", 'r', 0, G_OPTION_ARG_STRING_ARRAY, &options.rules,
       "check each report against a limit; can be repeated", "RULE=LIMIT"},
  };
  g_autoptr (GPtrArray) rules = NULL;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_output_parse (cli, command, &options.output, entries, &argc, &argv, 1, &status))
    return status;
  rules = poplens_budget_collect ((const char *const *) options.rules_files,
                                  (const char *const *) options.rules, FALSE, &error);
  if (!rules)
    return poplens_cli_misuse (command, "%s", error->message);
  const PoplensReportListOptions read = {.time = options.time,
                                         .recover = cli->recover,
                                         .rules = rules->len ? rules : NULL,
                                         .figures = cli->figures};
  if (!check_columns (command, options.output.columns, &read))
    return POPLENS_EXIT_USAGE;
  return list_reports (cli, argv[1], &options, &read);
}
