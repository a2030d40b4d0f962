/* Commands time (time loss by cause, and what changes save) and trace (executed steps and their
 * cost). */
#include "analysis/time/time-findings.h"
#include "cli/answer.h"
#include "derived/time/time-source.h"
#include "report/bookmarks.h"
#include "tables/time/time-findings.h"

/* ---- time ------------------------------------------------------------------------------------ */

const PoplensCliKey poplens_cli_time_keys[] = {
    {"range", "FROM..TO|iteration=N|run=N", "limit to these cycles, this iteration or run"},
    {NULL},
};

/* Says which range of the trace the answer is about: "iteration=2: cycles 10 to 20 of the trace".
 * Says nothing for the whole trace. */
static void
say_range (PoplensCliAnswer *answer, const PoplensTimeFindings *found)
{
  const char *range = poplens_location_get (answer->location, "range");
  const char *name = range && strchr (range, '=') ? range : NULL;
  PoplensNumber from, to;

  if (!found->whole)
    poplens_cli_answer_say (answer, "%s%scycles %s to %s of the trace.", name ? name : "",
                            name ? ": " : "", poplens_format_count (from, found->from),
                            poplens_format_count (to, found->to));
}

/* Says what to do about the finding in the headline, which saves most. */
static void
say_advice (PoplensCliAnswer *answer, const PoplensTimeFindings *found, GHashTable *dismissed)
{
  const PoplensTimeFinding *first = poplens_time_first_finding (found, dismissed);

  const char *advice = !first ? NULL : answer->all ? first->advice : first->action;

  if (advice && *advice)
    poplens_cli_answer_say (answer, "%s", advice);
}

static gboolean
say_iteration (PoplensCliAnswer *answer, GError **error)
{
  const PoplensTimeIterations *iterations =
      poplens_report_time_iterations (answer->reports[0], NULL, error);
  gconstpointer target;

  if (!iterations ||
      !poplens_report_load_optional (answer->reports[0], POPLENS_PART_TARGET, &target, NULL, error))
    return FALSE;
  g_autofree char *text = poplens_time_iteration_text (
      iterations, target ? ((const PoplensTarget *) target)->clock_hz : 0);
  if (text)
    poplens_cli_answer_say (answer, "%s", text);
  return TRUE;
}

/* Says how many cycles are outside the program; with --all also each part of them. */
static void
say_outside (PoplensCliAnswer *answer, const PoplensTimeFindings *found)
{
  double all = (double) (found->to - found->from), outside = all - found->program;
  PoplensNumber cycles, share;

  if (outside >= 1)
    poplens_cli_answer_say (answer, "Outside the program: %s cycles, %s of the %s.",
                            poplens_format_count (cycles, (guint64) (outside + 0.5)),
                            poplens_format_percent (share, outside / all),
                            found->whole ? "trace" : "range");
  for (guint i = 0; answer->all && i < found->facts->len; i++)
    poplens_cli_answer_say (answer, "%s",
                            ((const PoplensTimeFinding *) found->facts->pdata[i])->sentence);
}

static void
say_dismissed (PoplensCliAnswer *answer, const PoplensTimeFindings *found, GHashTable *dismissed)
{
  guint n = 0;

  for (guint i = 0; i < found->findings->len; i++) {
    const PoplensTimeFinding *finding = found->findings->pdata[i];
    n += poplens_dismissed_reason (dismissed, poplens_time_kind_key (finding->kind),
                                   finding->subject) != NULL;
  }
  g_autofree char *text = poplens_dismissed_text (n);
  if (text)
    poplens_cli_answer_say (answer, "%s.", text);
}

static gboolean
answer_steps (PoplensCliAnswer *answer, GError **error)
{
  const PoplensTime *time = poplens_report_time (answer->reports[0], NULL, error);
  g_autoptr (PoplensTimeFindings) found =
      time ? poplens_report_time_findings (answer->reports[0], answer->location, NULL, error)
           : NULL;

  if (!found)
    return FALSE;
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (answer->reports[0], NULL);
  g_autofree char *headline = poplens_time_headline (found, dismissed);
  const char *caveat = poplens_time_caveat (time);
  say_range (answer, found);
  poplens_cli_answer_say (answer, "%s%s%s", headline ? headline : "", caveat ? " " : "",
                          caveat ? caveat : "");
  say_advice (answer, found, dismissed);
  if (!say_iteration (answer, error))
    return FALSE;
  say_outside (answer, found);
  say_dismissed (answer, found, dismissed);
  if (found->whole)
    return poplens_cli_add_figures (answer, POPLENS_PART_BIT (POPLENS_PART_EXECUTION), error);
  poplens_cli_answer_cycles (answer, "program_cycles", TRUE, (guint64) (found->program + 0.5));
  poplens_cli_answer_cycles (answer, "outside_cycles", TRUE,
                             found->to - found->from - (guint64) (found->program + 0.5));
  poplens_cli_answer_cycles (answer, "trace_cycles", TRUE, found->to - found->from);
  return TRUE;
}

/* Answers from executed steps. If the report only has lightweight-profiling blocks, answers from
 * these blocks, with a caveat. */
static gboolean
answer_time (PoplensCliAnswer *answer, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (answer->reports[0], &light, NULL, error))
    return FALSE;
  if (!light) {
    if (!poplens_report_get_absence (answer->reports[0], POPLENS_PART_PROGRAMS))
      poplens_cli_answer_next (answer, "trace", "--by operation");
    return answer_steps (answer, error);
  }
  poplens_cli_answer_say (answer, "%s", poplens_time_light_caveat ());
  poplens_cli_answer_cycles (answer, "program_cycles", TRUE, light->total);
  return TRUE;
}

static const char *const causes_tabs[] = {"trace-time", "trace-waterfall", NULL};

const PoplensCliRows poplens_cli_time_rows[] = {
    {"cause", .answer = answer_time,
     .tables = {{"time-causes", 12, NULL, "title cycles share"},
                {"time-findings", 5, NULL, "title subject saving share"},
                {"time-ipus", .further = TRUE}},
     .tabs = causes_tabs},
    {"finding", .set = "by=finding", .tables = {{"time-causes", 20}}},
    {"ipu", .answer = answer_time, .tables = {{"time-ipus", 20}}},
    {"phase", .set = "by=phase", .tables = {{"time-ipus", 20}}},
    {"iteration", .set = "by=iteration", .tables = {{"runs", 20}}},
    {"wait", .tables = {{"time-waits", 20, NULL, "ipu last joins cycles share did did_share"}}},
    {"transfer", .tables = {{"time-transfers", 20, NULL,
                             "transfer way cycles hidden exposed saves_cycles share"}}},
    {"copy", .set = "by=ipu", .tables = {{"time-transfers", 20}}},
    {"critical-path", .tables = {{"critical-path", 20}}},
};
const guint poplens_cli_time_n_rows = G_N_ELEMENTS (poplens_cli_time_rows);

/* ---- trace ----------------------------------------------------------------------------------- */

const PoplensCliKey poplens_cli_trace_keys[] = {
    {"range", "FROM..TO|iteration=N|run=N", "limit to these cycles, this iteration or run"},
    {"ipu", "I", "limit to this IPU"},
    {"layer", "LAYER", "of operations: this layer (default: the outermost)"},
    {NULL},
};

static gboolean
answer_trace (PoplensCliAnswer *answer, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (answer->reports[0], NULL, error);

  if (!x)
    return FALSE;
  if (!x->n_steps && x->light->n)
    poplens_cli_answer_next (answer, "trace", "--by block");
  return poplens_cli_add_facts (answer, POPLENS_PART_BIT (POPLENS_PART_EXECUTION), error);
}

#define COSTS "name cycles share imbalance tile_balance steps"

const PoplensCliRows poplens_cli_trace_rows[] = {
    {"compute-set", .answer = answer_trace,
     .tables = {{"trace-costs", 12, NULL, COSTS}, {"trace-types", .further = TRUE}}},
    {"program", .set = "by=program", .tables = {{"trace-costs", 15, NULL, COSTS}}},
    {"operation", .set = "by=operation", .tables = {{"trace-costs", 15, NULL, COSTS}}},
    {"step", .tables = {{"trace-steps", 15}}},
    {"bottom-up", .set = "by=bottom-up", .tables = {{"trace-costs", 15}}},
    {"top-down", .set = "by=top-down", .tables = {{"trace-costs", 15}}},
    {"type", .tables = {{"trace-types", 15}}},
    {"tile", .set = "by=tile", .tables = {{"trace-slowest", 15}}},
    {"exchange", .tables = {{"trace-exchanges", 15}}},
    {"block", .tables = {{"blocks", 15}}},
};
const guint poplens_cli_trace_n_rows = G_N_ELEMENTS (poplens_cli_trace_rows);
