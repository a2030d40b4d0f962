/* Command check: reports whether the report is consistent. */
#include "cli/write.h"

#include "derived/check/check-report.h"

static void
say_failed (PoplensCliAnswer *answer, const PoplensCheck *check)
{
  PoplensNumber failed, cases;

  poplens_cli_answer_say (answer, "✗ %s (%s): %s of %s failed%s%s", check->title, check->key,
                          poplens_format_count (failed, check->failed),
                          poplens_format_count (cases, check->cases), check->reason ? "; " : "",
                          check->reason ? check->reason : "");
  guint shown = MIN (check->failures->len, POPLENS_CHECK_MOST_FAILURES);

  for (guint i = 0; i < shown; i++) {
    const PoplensCheckFailure *failure = check->failures->pdata[i];
    poplens_cli_answer_say (answer, "    %s: expected %s, found %s", failure->where,
                            failure->expected, failure->found);
  }
  if (check->failed > shown)
    poplens_cli_answer_say (answer, "    and %s more",
                            poplens_format_count (failed, check->failed - shown));
}

static gboolean
fill_checks (PoplensCliAnswer *answer, const GPtrArray *checks, GError **error)
{
  static const PoplensCliTable table = {"checks", G_MAXUINT32, NULL,
                                        "result title cases failed reason", .further = TRUE};
  static const char *const keys[] = {"passed", "failed", "not_applicable"};
  static const PoplensCheckResult results[] = {POPLENS_CHECK_PASS, POPLENS_CHECK_FAIL,
                                               POPLENS_CHECK_NOT_APPLICABLE};
  g_autofree char *summary = poplens_checks_summary (checks);

  for (guint i = 0; i < checks->len; i++)
    if (((const PoplensCheck *) checks->pdata[i])->result == POPLENS_CHECK_FAIL)
      say_failed (answer, checks->pdata[i]);
  poplens_cli_answer_say (answer, "%s.", summary);
  for (guint r = 0; r < G_N_ELEMENTS (keys); r++)
    poplens_cli_answer_figure (
        answer, keys[r],
        poplens_value_int (poplens_checks_tally (checks, results[r]), POPLENS_UNIT_COUNT));
  return poplens_cli_answer_build (answer, &table, error);
}

PoplensExit
poplens_cli_run_check (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (PoplensCliOutput) output = {0};
  GOptionEntry entries[POPLENS_CLI_OUTPUT_ENTRIES + 1] = {0};
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_output_parse (cli, command, &output, entries, &argc, &argv, 1, &status))
    return status;
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, argv[1], &error);
  g_autoptr (GPtrArray) checks =
      report ? poplens_report_check (report, NULL, NULL, NULL, &error) : NULL;
  g_autoptr (PoplensCliAnswer) answer =
      checks ? poplens_cli_answer_new (report, NULL, &output) : NULL;
  if (!answer || !fill_checks (answer, checks, &error))
    return poplens_cli_fail (cli, error);
  if (!poplens_cli_output_write (cli, "check", &output, answer, &error))
    return poplens_cli_fail (cli, error);
  return poplens_checks_tally (checks, POPLENS_CHECK_FAIL) ? POPLENS_EXIT_CHECK : POPLENS_EXIT_GOOD;
}
