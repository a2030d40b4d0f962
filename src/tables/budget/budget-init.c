/* Proposes limits for a report: its current values plus a margin. */
#include "tables/budget/budget.h"

#include "base/format.h"

#include <math.h>

/* Margin between the present value and the proposed limit, as a fraction of the value. */
#define MARGIN 0.05

/* Rules whose values become the proposed limits. The limits in this list are only placeholders.
 * Shares of time are not proposed: if a program gets faster, its share of waiting may grow. */
static const char *const proposed[] = {
    "max-tile-bytes=100 %",           "max-memory-bytes=1000000 GiB", "max-peak-bytes=1000000 GiB",
    "max-iteration-cycles=1000000 G", "max-program-cycles=1000000 G", NULL};

/* Rounds up to three significant digits: 2,959,918 becomes 2,960,000. */
static guint64
round_limit_up (double value)
{
  double step = value > 1000 ? pow (10, floor (log10 (value)) - 2) : 1;

  return (guint64) (ceil (value / step) * step);
}

/* Appends two lines: a comment with the current value, and the rule with the proposed limit. */
static void
append_limit (GString *text, const PoplensBudgetRule *rule)
{
  double limit = rule->value * (1 + MARGIN);
  gboolean is_small = limit < 100 * 1048576;
  PoplensNumber today, wanted;

  switch (rule->unit) {
  case POPLENS_BUDGET_BYTES:
    g_string_append_printf (
        text, "# now %s\n%s = %s %s\n",
        poplens_format_bytes (today, (guint64) rule->value, POPLENS_BYTE_UNIT_BINARY),
        rule->measure->name,
        poplens_format_count (wanted, round_limit_up (ceil (limit / (is_small ? 1024 : 1048576)))),
        is_small ? "KiB" : "MiB");
    return;
  case POPLENS_BUDGET_CYCLES:
    g_string_append_printf (
        text, "# now %s cycles\n%s = %s\n", poplens_format_count (today, (guint64) rule->value),
        rule->measure->name, poplens_format_count (wanted, round_limit_up (limit)));
    return;
  case POPLENS_BUDGET_SHARE:
  default:
    g_string_append_printf (text, "# now %s\n%s = %s %%\n",
                            poplens_format_percent (today, rule->value), rule->measure->name,
                            poplens_format_fixed (wanted, MIN (ceil (limit * 1000) / 10, 100), 1));
  }
}

char *
poplens_budget_propose (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) rules = poplens_budget_collect (NULL, proposed, FALSE, error);
  g_autoptr (GString) text = g_string_new ("# Values of the report plus 5 percent.\n[budget]\n");

  if (!rules || !poplens_budget_judge (rules, report, cancellable, error))
    return NULL;
  for (guint r = 0; r < rules->len; r++) {
    const PoplensBudgetRule *rule = g_ptr_array_index (rules, r);
    if (rule->bound == POPLENS_BUDGET_EXACT)
      append_limit (text, rule);
    else
      g_string_append_printf (text, "# no %s: %s\n", rule->measure->name,
                              rule->reason ? rule->reason : "the report does not record it");
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
