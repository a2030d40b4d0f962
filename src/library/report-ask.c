/* What is asked of a report by a person's words: a name, a limit. */
#include "library/frame-private.h"

#include "base/error.h"
#include "tables/budget/budget.h"
#include "tables/find/find.h"

PoplensFrame *
poplens_report_find (PoplensReport *self, const char *query, guint limit, GCancellable *cancellable,
                     GError **error)
{
  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error) ||
      !poplens_error_require (query != NULL, "query", error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_autoptr (PoplensFinder) finder = poplens_finder_of (self, cancellable, error);
  PoplensFinds *finds = finder ? poplens_finder_find (finder, query, limit ? limit : G_MAXINT32,
                                                      POPLENS_BYTE_UNIT_BINARY, cancellable, error)
                               : NULL;
  return finds ? poplens_frame_new_of_table (poplens_finds_table (finds, self)) : NULL;
}

/* NULL with USAGE. */
static GPtrArray *
collect_rules (const char *file, const char *const *texts, GError **error)
{
  g_autoptr (GPtrArray) rules = poplens_budget_new ();

  if (file && !poplens_budget_add_file (rules, file, error))
    return NULL;
  for (guint t = 0; texts && texts[t]; t++)
    if (!poplens_budget_add_text (rules, texts[t], error))
      return NULL;
  return poplens_error_require (rules->len, "rule", error) ? g_steal_pointer (&rules) : NULL;
}

PoplensFrame *
poplens_report_check_budget (PoplensReport *self, const char *file, const char *const *rules,
                             GCancellable *cancellable, GError **error)
{
  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error))
    return NULL;
  g_autoptr (GPtrArray) all = collect_rules (file, rules, error);
  if (!all || g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !poplens_budget_judge (all, self, cancellable, error))
    return NULL;
  return poplens_frame_new_of_table (poplens_budget_table (g_steal_pointer (&all), self));
}
