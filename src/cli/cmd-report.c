/* The commands over one report: JSON for scripts, text for a person. */
#include "cli/cli.h"

#include "base/error.h"

gboolean
poplens_cli_load (PoplensReport *report, PoplensPart part, PoplensJsonWriter *json,
                  gconstpointer *data, GError **error)
{
  g_autoptr (GError) local = NULL;

  *data = poplens_report_load (report, part, NULL, &local);
  if (*data)
    return TRUE;
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_json_string (json, "absent", local->message);
  return TRUE;
}

gconstpointer
poplens_cli_load_optional (PoplensReport *report, PoplensPart part, GError **error)
{
  g_autoptr (GError) local = NULL;
  gconstpointer data = poplens_report_load (report, part, NULL, &local);

  if (!data && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    g_propagate_error (error, g_steal_pointer (&local));
  return data;
}

static gboolean
print_json (PoplensCli *cli, const PoplensCliCommand *command, PoplensReport *report,
            GError **error)
{
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (cli->out);

  poplens_json_begin_object (json, NULL);
  if (!command->json (report, json, error))
    return FALSE;
  poplens_json_end_object (json);
  poplens_text_sink_write (cli->out, "\n", 1);
  return TRUE;
}

static gboolean
print_text (PoplensCli *cli, const PoplensCliCommand *command, PoplensReport *report, gboolean all,
            PoplensByteUnit unit, GError **error)
{
  PoplensCliView view = {.cli = cli,
                         .report = report,
                         .unit = unit,
                         .all = all,
                         /* A line for the prompt, and one for what follows below. */
                         .left = cli->height - 2};

  if (!command->text (&view, error))
    return FALSE;
  if (view.cut)
    poplens_text_sink_printf (cli->out, "%sThere is more: --all%s\n", cli->colour ? "\033[2m" : "",
                              cli->colour ? "\033[0m" : "");
  return TRUE;
}

PoplensExit
poplens_cli_run_report (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE, all = FALSE;
  g_autofree char *unit_name = NULL;
  const GOptionEntry entries[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Everything as JSON, for scripts", NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &all, "More than a screenful", NULL},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &unit_name, "How bytes are written", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 1, &status))
    return status;
  if (!poplens_cli_parse_unit (cli, command, unit_name, &unit))
    return POPLENS_EXIT_USAGE;
  g_autoptr (PoplensReport) report = poplens_report_open (argv[1], &error);
  gboolean good = report && (as_json ? print_json (cli, command, report, &error)
                                     : print_text (cli, command, report, all, unit, &error));
  return good ? POPLENS_EXIT_GOOD : poplens_cli_fail (cli, error);
}
