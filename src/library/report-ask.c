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

PoplensFrame *
poplens_report_check_budget (PoplensReport *self, const char *file, const char *const *rules,
                             GCancellable *cancellable, GError **error)
{
  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error))
    return NULL;
  const char *const files[] = {file, NULL};
  g_autoptr (GPtrArray) all = poplens_budget_collect (files, rules, FALSE, error);
  if (!all || !poplens_error_require (all->len, "rule", error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !poplens_budget_judge (all, self, cancellable, error))
    return NULL;
  return poplens_frame_new_of_table (poplens_budget_table (g_steal_pointer (&all), self));
}
