/* Command summary: target, memory fit, cycles, and the suggested next command. */
#include "cli/answer.h"

#include "derived/headline.h"
#include "derived/time/time-source.h"
#include "pages/core/page-private.h"
#include "report/bookmarks.h"
#include "tables/time/time-findings.h"

/* Maximum number of cycle values (rows of steps × tiles of an IPU) that can be read and analysed
 * within 50 ms. */
#define QUICK_CYCLES ((guint64) 1 << 23)

/* Analyses the report's time only if that is quick. Otherwise the summary has no sentence about
 * time. */
static void
load_quick_time (PoplensReport *report)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (report, NULL, NULL);
  const PoplensTarget *target = poplens_report_load_target (report, NULL, NULL);

  if (x && x->n_rows && !x->cut && poplens_report_is_near (report) &&
      (guint64) x->n_rows * (target ? target->tiles_per_ipu : 1) <= QUICK_CYCLES)
    poplens_report_time (report, NULL, NULL);
}

#define ARCHIVE_NOT_READ                                                                           \
  "archive.a is large and was not read; run “poplens-cli check” to compare it with the profile"

/* Adds the verdict and the notices of the window's Summary page, and the sentence about time. */
static gboolean
add_page (PoplensCliAnswer *answer, const PoplensPage *page, GError **error)
{
  PoplensReport *report = answer->reports[0];
  g_autofree char *verdict = poplens_page_verdict (report, answer->unit, NULL);
  g_autoptr (PoplensTimeFindings) found =
      poplens_report_peek_time (report) ? poplens_report_time_findings (report, NULL, NULL, NULL)
                                        : NULL;
  g_autoptr (GHashTable) dismissed = found ? poplens_dismissed_read (report, NULL) : NULL;
  g_autofree char *time = found ? poplens_time_headline (found, dismissed) : NULL;
  g_autoptr (GPtrArray) facts =
      poplens_page_summary_facts (report, (PoplensPageDefaults){.unit = answer->unit}, NULL, error);

  if (!facts)
    return FALSE;
  poplens_cli_answer_say (answer, "%s", verdict);
  if (time)
    poplens_cli_answer_say (answer, "%s", time);
  g_ptr_array_extend_and_steal (answer->facts, g_steal_pointer (&facts));
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (section->kind == POPLENS_SECTION_NOTICE && !section->title)
      g_ptr_array_add (answer->notices, g_strdup (section->text));
  }
  if (page->later & POPLENS_PART_BIT (POPLENS_PART_ARCHIVE))
    g_ptr_array_add (answer->notices, g_strdup (ARCHIVE_NOT_READ));
  return TRUE;
}

static void
add_missing (PoplensCliAnswer *answer)
{
  g_autofree char *lowered = poplens_report_explain_no_lowered (answer->reports[0]);

  /* No part stands for lowered variables: the part of variables also loads without them. */
  if (lowered)
    poplens_cli_answer_missing (answer, "lowered-variables", lowered, FALSE);
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *absence = poplens_report_get_absence (answer->reports[0], part);
    g_autoptr (GError) wrong = NULL;
    if (absence)
      poplens_cli_answer_missing (answer, poplens_part_name (part), absence, FALSE);
    else if (!poplens_page_read_part (POPLENS_PAGE_SUMMARY, answer->reports[0], part, NULL, &wrong))
      poplens_cli_answer_missing (answer, poplens_part_name (part), wrong->message, TRUE);
  }
}

static gboolean
answer_lacks (const PoplensCliAnswer *answer, const char *what)
{
  for (guint m = 0; m < answer->missing->len; m++)
    if (!g_strcmp0 (((const PoplensCliMissing *) answer->missing->pdata[m])->what, what))
      return TRUE;
  return FALSE;
}

/* Suggests the next command, if the report has the parts that the command needs. */
static void
choose_next_command (PoplensCliAnswer *answer)
{
  const PoplensCliFigure *fits = &g_array_index (answer->figures, PoplensCliFigure, 0);
  gboolean over = fits->value.type != POPLENS_VALUE_NULL && !fits->value.integer;

  if (answer_lacks (answer, poplens_part_name (POPLENS_PART_TARGET)))
    return;
  if (over && poplens_cli_has_contents (answer->reports[0]))
    poplens_cli_answer_next (answer, "fit", "");
  else if (!answer_lacks (answer, poplens_part_name (POPLENS_PART_EXECUTION)))
    poplens_cli_answer_next (answer, "time", "");
  else if (!answer_lacks (answer, poplens_part_name (POPLENS_PART_MEMORY)))
    poplens_cli_answer_next (answer, "memory", "");
}

static gboolean
answer_summary (PoplensCliAnswer *answer, GError **error)
{
  PoplensReport *report = answer->reports[0];

  load_quick_time (report);
  /* Building the page loads the available parts, and reports the missing parts. */
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, answer->location, answer->unit, NULL, error);
  if (!page || !add_page (answer, page, error))
    return FALSE;
  add_missing (answer);
  /* Ignore errors: add_missing () has reported damaged parts. */
  poplens_cli_add_figures (answer, POPLENS_HEADLINE_ALL, NULL);
  choose_next_command (answer);
  return TRUE;
}

const PoplensCliKey poplens_cli_summary_keys[] = {{NULL}};
const PoplensCliRows poplens_cli_summary_rows[] = {
    {.answer = answer_summary,
     .tables = {{"summary", 40, .further = TRUE},
                {"findings", 5, NULL, "title subject saves cycles", .further = TRUE},
                {"files", 10, .further = TRUE},
                {"options", 60, .further = TRUE},
                {"compile-time", 12, .further = TRUE},
                {"metadata", 12, .further = TRUE}}}};
const guint poplens_cli_summary_n_rows = G_N_ELEMENTS (poplens_cli_summary_rows);
