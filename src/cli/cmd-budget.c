/* Command budget: checks limits of a report, for pipelines. */
#include "cli/write.h"
#include "tables/budget/budget.h"

#include "base/error.h"

/* Adds a line about a rule: result, rule, value and limit. If the value is unknown, says why
 * instead. */
static void
say_rule (PoplensCliAnswer *answer, const PoplensBudgetRule *rule)
{
  static const PoplensTone tones[POPLENS_N_BUDGET_RESULTS] = {POPLENS_TONE_GOOD, POPLENS_TONE_BAD,
                                                              POPLENS_TONE_WARNING};
  g_autofree char *title = poplens_budget_rule_title (rule);
  g_autofree char *detail = poplens_budget_rule_sentence (rule, answer->unit);

  poplens_cli_answer_fact (answer, poplens_budget_result_name (rule->result), title, detail,
                           tones[rule->result]);
}

static void
fill_budget (PoplensCliAnswer *answer, GPtrArray *rules)
{
  static const PoplensCliTable look = {"budget", .further = TRUE};
  static const char *const keys[POPLENS_N_BUDGET_RESULTS] = {"passed", "failed", "unknown"};
  guint counts[POPLENS_N_BUDGET_RESULTS];
  g_autofree char *sums = poplens_budget_describe (rules);

  poplens_budget_count (rules, counts);
  for (guint r = 0; r < rules->len; r++)
    say_rule (answer, rules->pdata[r]);
  poplens_cli_answer_say (answer, "%s", sums);
  for (guint r = 0; r < POPLENS_N_BUDGET_RESULTS; r++)
    poplens_cli_answer_figure (answer, keys[r], poplens_value_int (counts[r], POPLENS_UNIT_COUNT));
  poplens_cli_answer_table (
      answer, poplens_budget_table (g_ptr_array_ref (rules), answer->reports[0]), &look);
}

/* ---- command --------------------------------------------------------------------------------- */

typedef struct {
  PoplensCliOutput output;
  char *junit, *against;
  gboolean is_init;
  GStrv files, rules;
} BudgetOptions;

static void
budget_options_clear (BudgetOptions *self)
{
  g_strfreev (self->files);
  g_free (self->junit);
  g_free (self->against);
  g_strfreev (self->rules);
  poplens_cli_output_clear (&self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BudgetOptions, budget_options_clear)

/* Collects the rules of the options and of rule files. (transfer full) (nullable): NULL with
 * POPLENS_ERROR_USAGE if there are none */
static GPtrArray *
collect_rules (const BudgetOptions *options, GError **error)
{
  g_autoptr (GPtrArray) rules = poplens_budget_collect ((const char *const *) options->files,
                                                        (const char *const *) options->rules,
                                                        options->against != NULL, error);

  if (!rules)
    return NULL;
  if (rules->len)
    return g_steal_pointer (&rules);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "no limits given; use -r RULE=LIMIT or --rules FILE (--init prints one)");
  return NULL;
}

static PoplensExit
judge_budget (PoplensCli *cli, const char *path, GPtrArray *rules, const BudgetOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, path, &error);

  g_autoptr (PoplensReport) base =
      report && options->against ? poplens_cli_open (cli, options->against, &error) : NULL;

  if (!report || (options->against && !base) ||
      (base && !poplens_budget_set_base (rules, base, NULL, &error)) ||
      (base && !poplens_report_is_whole_since (base, 0, &error)) ||
      !poplens_budget_judge (rules, report, NULL, &error) ||
      !poplens_report_is_whole_since (report, 0, &error))
    return poplens_cli_fail (cli, error);
  poplens_cli_tell_damage (cli, report);
  g_autoptr (PoplensCliAnswer) answer = poplens_cli_answer_new (report, NULL, &options->output);
  fill_budget (answer, rules);
  if (!poplens_cli_output_write (cli, "budget", &options->output, answer, &error))
    return poplens_cli_fail (cli, error);
  PoplensExit written =
      options->junit && !poplens_budget_save_junit (rules, report, options->junit, &error)
          ? poplens_cli_fail (cli, error)
          : POPLENS_EXIT_GOOD;
  return written == POPLENS_EXIT_GOOD && !poplens_budget_is_met (rules) ? POPLENS_EXIT_CHECK
                                                                        : written;
}

static PoplensExit
propose_limits (PoplensCli *cli, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, path, &error);
  g_autofree char *text = report ? poplens_budget_propose (report, NULL, &error) : NULL;

  if (!text || !poplens_report_is_whole_since (report, 0, &error))
    return poplens_cli_fail (cli, error);
  poplens_cli_tell_damage (cli, report);
  poplens_text_sink_printf (cli->out, "%s", text);
  return POPLENS_EXIT_GOOD;
}

PoplensExit
poplens_cli_run_budget (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (BudgetOptions) options = {0};
  GOptionEntry entries[5 + POPLENS_CLI_OUTPUT_ENTRIES + 1] = {
      {"rule", 'r', 0, G_OPTION_ARG_STRING_ARRAY, &options.rules,
       "hold this limit, for example max-tile-bytes=96% or program:conv*:max-share=25%; can be "
       "repeated",
       "RULE=LIMIT"},
      {"rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files,
       "read limits from FILE; options add to them", "FILE"},
      {"against", 0, 0, G_OPTION_ARG_FILENAME, &options.against,
       "the report to which limits such as +5% relate", "BASE"},
      {"junit", 0, 0, G_OPTION_ARG_FILENAME, &options.junit, "also write a JUnit XML file", "FILE"},
      {"init", 0, 0, G_OPTION_ARG_NONE, &options.is_init,
       "print limits to begin with: what the report has, and a margin", NULL},
  };
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_output_parse (cli, command, &options.output, entries, &argc, &argv, 1, &status))
    return status;
  if (options.is_init) {
    if (options.files || options.rules || options.against || options.junit)
      return poplens_cli_misuse (command, "--init prints limits; it checks none");
    return propose_limits (cli, argv[1]);
  }
  g_autoptr (GPtrArray) rules = collect_rules (&options, &error);
  if (!rules)
    return poplens_cli_misuse (command, "%s", error->message);
  return judge_budget (cli, argv[1], rules, &options);
}
