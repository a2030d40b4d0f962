/* The reports of a folder: a row each, and which of them got worse. */
#include "cli/print-table.h"

#include "base/error.h"
#include "tables/reports/report-list.h"

#include <string.h>

/* Reports that are told of one by one above the table. */
#define MOST_LINES 8

typedef struct {
  gboolean time;
  char *unit;
  GStrv rules_files, rules;
  PoplensCliTableOptions rows;
} Options;

static void
options_clear (Options *self)
{
  g_strfreev (self->rules_files);
  g_free (self->unit);
  g_strfreev (self->rules);
  poplens_cli_table_options_clear (&self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* What a person sees unless other columns were asked for: what matters first, as a narrow screen
 * leaves out the last ones. Scripts get all. (transfer full) */
static char *
choose_columns (const PoplensReportListOptions *read)
{
  GString *names = g_string_new ("path,compiled,worse");

  if (read->rules)
    g_string_append (names, ",budget,exceeded");
  if (read->time)
    g_string_append (names, ",changed,changed_cycles,operation,operation_share,layer,layer_share");
  g_string_append (
      names,
      ",program_cycles,iteration_cycles,outside_cycles,fullest_bytes,fullest_share,peak_bytes");
  for (PoplensTimeClass c = 0; read->time && c < POPLENS_N_TIMES; c++)
    g_string_append_printf (names, ",time_%s", poplens_time_class_key (c));
  return g_string_free (names, FALSE);
}

static gboolean
print_json (PoplensCli *cli, const PoplensReportList *list, const PoplensTable *table,
            const Options *options, GError **error)
{
  g_autoptr (PoplensTable) changes = poplens_report_changes_table (list);
  g_autoptr (PoplensTable) unsearched = poplens_report_unsearched_table (list);

  poplens_text_sink_write (cli->out, "{\"reports\":\n", -1);
  if (!poplens_cli_print_table (cli, table, &options->rows, NULL, POPLENS_BYTE_UNIT_BINARY, error))
    return FALSE;
  poplens_text_sink_write (cli->out, ",\"changes\":\n", -1);
  if (!poplens_table_write (changes, NULL, POPLENS_TABLE_JSON, NULL, cli->out, error))
    return FALSE;
  poplens_text_sink_write (cli->out, ",\"unsearched\":\n", -1);
  if (!poplens_table_write (unsearched, NULL, POPLENS_TABLE_JSON, NULL, cli->out, error))
    return FALSE;
  poplens_text_sink_write (cli->out, "}\n", -1);
  return TRUE;
}

/* Prints @answer in lines of the screen's width. What is indented stays so. */
static void
print_answer (PoplensCli *cli, const char *answer)
{
  PoplensCliView view = {.cli = cli, .left = G_MAXINT};
  g_auto (GStrv) lines = g_strsplit (answer, "\n", -1);

  for (guint l = 0; lines[l]; l++) {
    guint indent = (guint) strspn (lines[l], " ");
    poplens_cli_paragraph (&view, lines[l] + indent, indent, FALSE);
  }
}

static gboolean
print_text (PoplensCli *cli, const PoplensReportList *list, const PoplensTable *table,
            Options *options, const PoplensReportListOptions *read, PoplensByteUnit unit,
            GError **error)
{
  g_autofree char *answer = poplens_report_list_answer (list, unit, MOST_LINES, NULL);
  g_autofree char *command = poplens_report_list_command (list);

  if (!options->rows.columns)
    options->rows.columns = choose_columns (read);
  print_answer (cli, answer);
  if (command)
    poplens_text_sink_printf (cli->out, "Next: %s\n", command);
  poplens_text_sink_write (cli->out, "\n", -1);
  return poplens_cli_print_table (cli, table, &options->rows, NULL, unit, error);
}

/* A column that is there with --time alone says so, before anything is read. */
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
list_reports (PoplensCli *cli, const char *folder, Options *options,
              const PoplensReportListOptions *read, PoplensByteUnit unit)
{
  g_autoptr (GError) error = NULL;
  gboolean good;

  poplens_cli_prepare_host (cli, folder);
  g_autoptr (PoplensReportList) list =
      poplens_report_list_read (folder, read, NULL, NULL, NULL, &error);
  if (!list)
    return poplens_cli_fail (cli, error);
  g_autoptr (PoplensTable) table = poplens_report_list_table (list, read, unit);
  /* Rows alone have no room for it. */
  if (options->rows.format == POPLENS_TABLE_CSV)
    poplens_cli_tell_unsearched (cli, list->unsearched);
  if (options->rows.format == POPLENS_TABLE_JSON)
    good = print_json (cli, list, table, options, &error);
  else if (options->rows.format == POPLENS_TABLE_CSV)
    good = poplens_cli_print_table (cli, table, &options->rows, NULL, unit, &error);
  else
    good = print_text (cli, list, table, options, read, unit, &error);
  if (!good)
    return poplens_cli_fail (cli, error);
  return read->rules && !poplens_report_list_is_met (list) ? POPLENS_EXIT_CHECK : POPLENS_EXIT_GOOD;
}

PoplensExit
poplens_cli_run_list (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {0};
  const GOptionEntry entries[] = {
      {"time", 0, 0, G_OPTION_ARG_NONE, &options.time,
       "add cycles by time class, costliest operation and layer", NULL},
      {"rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rules_files,
       "check each report against the limits in FILE", "FILE"},
      {"rule", 'r', 0, G_OPTION_ARG_STRING_ARRAY, &options.rules,
       "check each report against a limit; can be repeated", "RULE=LIMIT"},
      POPLENS_CLI_TABLE_ENTRIES (options.rows),
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  g_autoptr (GPtrArray) rules = NULL;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 1, &status))
    return status;
  if (!poplens_cli_table_options_read (command, &options.rows) ||
      !poplens_cli_parse_unit (cli, command, options.unit, &unit))
    return POPLENS_EXIT_USAGE;
  rules = poplens_budget_collect ((const char *const *) options.rules_files,
                                  (const char *const *) options.rules, FALSE, &error);
  if (!rules)
    return poplens_cli_misuse (command, "%s", error->message);
  const PoplensReportListOptions read = {
      .time = options.time, .recover = cli->recover, .rules = rules->len ? rules : NULL};
  if (!check_columns (command, options.rows.columns, &read))
    return POPLENS_EXIT_USAGE;
  return list_reports (cli, argv[1], &options, &read, unit);
}
