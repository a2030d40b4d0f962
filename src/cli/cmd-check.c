#include "cli/cli.h"

#include "derived/check/check-report.h"

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_failure (const PoplensCheckFailure *failure, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "where", failure->where);
  poplens_json_string (json, "expected", failure->expected);
  poplens_json_string (json, "found", failure->found);
  poplens_json_string (json, "place", failure->location);
  poplens_json_end_object (json);
}

static void
write_check (const PoplensCheck *check, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "key", check->key);
  poplens_json_string (json, "title", check->title);
  poplens_json_string (json, "result", poplens_check_result_name (check->result));
  poplens_json_string (json, "reason", check->reason);
  poplens_json_string (json, "exceptions", check->exceptions);
  poplens_json_uint (json, "cases", check->cases);
  poplens_json_uint (json, "failed", check->failed);
  poplens_json_begin_array (json, "failures");
  for (guint i = 0; i < check->failures->len; i++)
    write_failure (g_ptr_array_index (check->failures, i), json);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
}

static void
write_checks (PoplensCli *cli, const GPtrArray *checks)
{
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (cli->out);

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "passed", poplens_checks_tally (checks, POPLENS_CHECK_PASS));
  poplens_json_uint (json, "failed", poplens_checks_tally (checks, POPLENS_CHECK_FAIL));
  poplens_json_uint (json, "not_applicable",
                     poplens_checks_tally (checks, POPLENS_CHECK_NOT_APPLICABLE));
  poplens_json_begin_array (json, "checks");
  for (guint i = 0; i < checks->len; i++)
    write_check (g_ptr_array_index (checks, i), json);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
  poplens_text_sink_write (cli->out, "\n", 1);
}

/* ---- text --------------------------------------------------------------------------------------
 */

static void
print_check (PoplensCliView *view, const PoplensCheck *check)
{
  static const char *const marks[] = {"✓", "✗", "–"};
  PoplensNumber cases, failed;
  g_autofree char *line = NULL;

  poplens_format_count (cases, check->cases);
  if (check->failed)
    line = g_strdup_printf ("✗ %s (%s): %s of %s failed", check->title, check->key,
                            poplens_format_count (failed, check->failed), cases);
  else if (check->cases)
    line = g_strdup_printf ("%s %s: %s", marks[check->result], check->title, cases);
  else
    line = g_strdup_printf ("%s %s", marks[check->result], check->title);
  poplens_cli_paragraph (view, line, 2, check->result == POPLENS_CHECK_NOT_APPLICABLE);
  for (guint i = 0; i < check->failures->len; i++) {
    const PoplensCheckFailure *failure = g_ptr_array_index (check->failures, i);
    g_autofree char *text = g_strdup_printf ("    %s: expected %s, found %s", failure->where,
                                             failure->expected, failure->found);
    poplens_cli_paragraph (view, text, 6, FALSE);
  }
  if (check->failed > check->failures->len)
    poplens_cli_line (view, "    and %s more",
                      poplens_format_count (failed, check->failed - check->failures->len));
  if (check->reason) {
    g_autofree char *text = g_strdup_printf ("    %s", check->reason);
    poplens_cli_paragraph (view, text, 4, TRUE);
  }
  if (view->all && check->exceptions) {
    g_autofree char *text = g_strdup_printf ("    %s", check->exceptions);
    poplens_cli_paragraph (view, text, 4, TRUE);
  }
}

/* What fails comes first where only a screen is shown; with --all the order is the list's. */
static void
print_checks (PoplensCliView *view, const GPtrArray *checks)
{
  static const PoplensCheckResult order[] = {POPLENS_CHECK_FAIL, POPLENS_CHECK_PASS,
                                             POPLENS_CHECK_NOT_APPLICABLE};
  g_autofree char *summary = poplens_checks_summary (checks);

  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  poplens_cli_line (view, "%s.", summary);
  for (guint o = 0; o < (view->all ? 1 : G_N_ELEMENTS (order)); o++)
    for (guint i = 0; i < checks->len; i++) {
      const PoplensCheck *check = g_ptr_array_index (checks, i);
      if (view->all || check->result == order[o])
        print_check (view, check);
    }
  if (view->cut)
    poplens_text_sink_write (view->cli->out, "Use --all to show everything\n", -1);
}

PoplensExit
poplens_cli_run_check (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE, all = FALSE;
  const GOptionEntry entries[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "write everything as JSON", NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &all, "show every check and its accepted exceptions", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 1, &status))
    return status;
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, argv[1], &error);
  g_autoptr (GPtrArray) checks =
      report ? poplens_report_check (report, NULL, NULL, NULL, &error) : NULL;
  if (!checks)
    return poplens_cli_fail (cli, error);
  PoplensCliView view = {.cli = cli, .report = report, .all = all, .left = cli->height - 2};
  if (as_json)
    write_checks (cli, checks);
  else
    print_checks (&view, checks);
  return poplens_checks_tally (checks, POPLENS_CHECK_FAIL) ? POPLENS_EXIT_CHECK : POPLENS_EXIT_GOOD;
}
