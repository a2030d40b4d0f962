#include "cli/time-findings.h"

#include "base/format.h"
#include "report/dismissed.h"
#include "tables/time/time-answer.h"

#include <string.h>

/* Findings that a line names where they have no room, and lines that are kept for it. */
#define MOST_NAMED 5
#define LINES_OF_OTHERS 3
/* A title with a line below it, and one between. */
#define LINES_OF_CHECKS 3

const char *
poplens_cli_time_reason (GHashTable *dismissed, const PoplensTimeFinding *finding)
{
  return poplens_dismissed_reason (dismissed, poplens_time_kind_key (finding->kind),
                                   finding->subject);
}

guint
poplens_cli_time_dismissed (const PoplensTimeFindings *found, GHashTable *dismissed)
{
  const GPtrArray *lists[] = {found->facts, found->findings};
  guint n = 0;

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      n += poplens_cli_time_reason (dismissed, lists[l]->pdata[i]) != NULL;
  return n;
}

/* "Few tiles used: 3.1 %", or "Few tiles used, …/MatMul: 3.1 %" @with_subject. (transfer full) */
static char *
title_of (const PoplensTimeFinding *finding, gboolean with_subject)
{
  const char *subject = with_subject ? finding->subject : "", *last = strrchr (subject, '/');
  PoplensNumber share;

  return g_strdup_printf ("%s%s%s%s: %s%s", poplens_time_kind_title (finding->kind),
                          *subject ? ", " : "", last ? "…" : "", last ? last : subject,
                          finding->approximated ? "≈ " : "",
                          poplens_format_percent (share, finding->share));
}

/* A number, its title, and what to do: of the first one what saves most, with --all everything of
 * each. A finding is not cut in two. FALSE: there is no room. */
static gboolean
show_finding (PoplensCliView *view, const PoplensTimeFinding *finding, const char *dismissed,
              gboolean is_first)
{
  g_autofree char *title = is_first ? poplens_time_begin_text (finding) : title_of (finding, FALSE);
  guint lines = 2 + poplens_cli_lines (view, finding->sentence, 2);

  if (!view->all && view->left < lines) {
    view->cut = TRUE;
    view->left = 0;
    return FALSE;
  }
  poplens_cli_title (view, title);
  poplens_cli_paragraph (view, finding->sentence, 2, FALSE);
  if (view->all || (is_first && finding->action))
    poplens_cli_paragraph (view, view->all ? finding->advice : finding->action, 2, TRUE);
  poplens_cli_show_dismissed (view, dismissed);
  return TRUE;
}

/* "10 more: Exchange-bound: 8.0 %; …". (transfer full) */
static char *
say_others (const GPtrArray *findings, guint first, guint most)
{
  GString *line = g_string_new (NULL);

  g_string_append_printf (line, "%u more", findings->len - first);
  for (guint i = first; i < findings->len && i < first + most; i++) {
    g_autofree char *title = title_of (g_ptr_array_index (findings, i), TRUE);
    g_string_append_printf (line, "%s%s", i > first ? "; " : ": ", title);
  }
  if (most && findings->len > first + most)
    g_string_append (line, "; …");
  return g_string_free (line, FALSE);
}

/* Those that there was no room for, by as many names as there is. */
static void
name_others (PoplensCliView *view, const GPtrArray *findings, guint first)
{
  if (first >= findings->len)
    return;
  for (guint most = MOST_NAMED;; most--) {
    g_autofree char *line = say_others (findings, first, most);
    if (most && !view->all && poplens_cli_lines (view, line, 0) > view->left)
      continue;
    poplens_cli_paragraph (view, line, 0, FALSE);
    return;
  }
}

/* What else needs the same is told before. */
static gboolean
is_needed_again (const PoplensTimeFindings *found, guint kind)
{
  for (guint k = 0; k < kind; k++)
    if (found->checks[k].needs && !strcmp (found->checks[k].needs, found->checks[kind].needs))
      return TRUE;
  return FALSE;
}

/* "Stages unbalanced, Pipeline bubble (needs several IPUs)" of all kinds that need what @kind does.
 */
static void
append_needs (GString *line, const PoplensTimeFindings *found, guint kind)
{
  const char *needs = found->checks[kind].needs;
  const char *divider = "";

  for (guint k = kind; k < POPLENS_TIME_N_KINDS; k++)
    if (found->checks[k].needs && !strcmp (found->checks[k].needs, needs)) {
      g_string_append_printf (line, "%s%s", divider, poplens_time_kind_title (k));
      divider = ", ";
    }
  g_string_append_printf (line, " (needs %s)", needs);
}

/* Kinds whose check ended so, in a line: "Found: Few tiles used 3.1 %"; NULL: none. (transfer full)
 */
static char *
say_checks (const PoplensTimeFindings *found, PoplensTimeCheckState state)
{
  static const char *const said[] = {"Found", "In another finding", "Below threshold",
                                     "Not checked"};
  g_autoptr (GString) line = g_string_new (said[state]);
  guint n = 0;

  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++) {
    const PoplensTimeCheck *check = &found->checks[k];
    PoplensNumber share;
    if (check->state != state || (check->needs && is_needed_again (found, k)))
      continue;
    g_string_append (line, n++ ? "; " : ": ");
    if (check->needs) {
      append_needs (line, found, k);
      continue;
    }
    g_string_append (line, poplens_time_kind_title (k));
    if (!poplens_time_kind_is_fact (k))
      g_string_append_printf (line, " %s%s", poplens_time_findings_is_guess (found, k) ? "≈ " : "",
                              poplens_format_percent (share, check->share));
  }
  return n ? g_strdup (line->str) : NULL;
}

/* The ledger; what was not checked first, as it is never cut. */
static void
show_checks (PoplensCliView *view, const PoplensTimeFindings *found, const char *not_checked)
{
  g_autofree char *basis = poplens_time_basis_text (found);

  if (!view->all && view->left < LINES_OF_CHECKS) {
    view->cut = TRUE;
    return;
  }
  poplens_cli_title (view, "Looked for");
  if (not_checked)
    poplens_cli_paragraph (view, not_checked, 2, FALSE);
  for (guint state = 0; state < POPLENS_CHECK_NOT_CHECKED; state++) {
    g_autofree char *line = say_checks (found, state);
    if (line)
      poplens_cli_paragraph (view, line, 2, state > 0);
  }
  poplens_cli_paragraph (view, basis, 2, TRUE);
}

/* All but the first, of those that are not dismissed; with --all, of all. (transfer full) */
static GPtrArray *
find_others (const PoplensCliView *view, const PoplensTimeFindings *found, GHashTable *dismissed)
{
  GPtrArray *others = g_ptr_array_new ();
  const PoplensTimeFinding *first = poplens_time_first_finding (found, dismissed);

  for (guint i = 0; i < found->findings->len; i++)
    if (found->findings->pdata[i] != first &&
        (view->all || !poplens_cli_time_reason (dismissed, found->findings->pdata[i])))
      g_ptr_array_add (others, found->findings->pdata[i]);
  return others;
}

void
poplens_cli_time_answer (PoplensCliView *view, const PoplensTimeFindings *found,
                         GHashTable *dismissed, const char *caveat)
{
  const PoplensTimeFinding *first = poplens_time_first_finding (found, dismissed);

  if (found->where)
    poplens_cli_paragraph (view, found->where, 0, FALSE);
  else
    poplens_cli_paragraph (view, "The program executed nothing in these cycles.", 0, FALSE);
  if (caveat)
    poplens_cli_paragraph (view, caveat, 0, FALSE);
  if (first)
    show_finding (view, first, NULL, TRUE);
}

guint
poplens_cli_time_keep (PoplensCliView *view, const PoplensTimeFindings *found)
{
  g_autofree char *not_checked = say_checks (found, POPLENS_CHECK_NOT_CHECKED);
  guint kept = not_checked ? MIN (poplens_cli_lines (view, not_checked, 2) + 2, view->left) : 0;

  view->left -= kept;
  return kept;
}

void
poplens_cli_time_others (PoplensCliView *view, const PoplensTimeFindings *found,
                         GHashTable *dismissed, guint kept)
{
  g_autoptr (GPtrArray) findings = find_others (view, found, dismissed);
  g_autofree char *note = poplens_time_findings_note (found);
  g_autofree char *not_checked = say_checks (found, POPLENS_CHECK_NOT_CHECKED);
  guint shown = 0, others;

  if (found->program <= 0)
    return;
  poplens_cli_count_dismissed (view, poplens_cli_time_dismissed (found, dismissed));
  others = MIN (LINES_OF_OTHERS, view->left);
  view->left -= others;
  while (shown < findings->len &&
         show_finding (view, findings->pdata[shown],
                       poplens_cli_time_reason (dismissed, findings->pdata[shown]), FALSE))
    shown++;
  view->left += others;
  name_others (view, findings, shown);
  poplens_cli_paragraph (view, note, 0, TRUE);
  view->left += kept;
  show_checks (view, found, not_checked);
}
