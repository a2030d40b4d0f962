/* Writes judged rules of a budget as a table, and as JUnit XML for CI pipelines. */
#include "base/save-file.h"
#include "base/visible.h"
#include "tables/budget/budget.h"
#include "tables/engine/builders.h"

#include <string.h>

/* ---- JUnit XML ------------------------------------------------------------------------------- */

/* Writes the rule as a JUnit test case. The reason of a failure is written twice: as attribute
 * "message" for Jenkins, and as text of the element for Jenkins and GitLab. */
static void
write_case (GString *out, const char *suite, const PoplensBudgetRule *rule)
{
  static const char *const tags[POPLENS_N_BUDGET_RESULTS] = {"system-out", "failure", "error"};
  g_autofree char *title = poplens_budget_rule_title (rule);
  g_autofree char *name = poplens_visible_markup (title, -1);
  g_autofree char *sentence = poplens_budget_rule_sentence (rule, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *says = poplens_visible_markup (sentence, -1);
  g_autofree char *message = rule->result == POPLENS_BUDGET_PASS
                                 ? g_strdup ("")
                                 : g_strdup_printf (" type=\"budget\" message=\"%s\"", says);
  g_string_append_printf (out,
                          "  <testcase classname=\"%s\" name=\"%s\" time=\"0\">\n"
                          "   <%s%s>%s</%s>\n  </testcase>\n",
                          suite, name, tags[rule->result], message, says, tags[rule->result]);
}

gboolean
poplens_budget_save_junit (const GPtrArray *rules, PoplensReport *report, const char *path,
                           GError **error)
{
  g_autofree char *suite = poplens_visible_markup (poplens_report_get_name (report), -1);
  g_autoptr (GString) cases = g_string_new (NULL);
  guint counts[POPLENS_N_BUDGET_RESULTS];

  poplens_budget_count (rules, counts);
  for (guint r = 0; r < rules->len; r++)
    write_case (cases, suite, g_ptr_array_index (rules, r));
  g_autofree char *sums =
      g_strdup_printf ("tests=\"%u\" failures=\"%u\" errors=\"%u\" time=\"0\"", rules->len,
                       counts[POPLENS_BUDGET_FAIL], counts[POPLENS_BUDGET_UNKNOWN]);
  char *text = g_strdup_printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites %s>\n "
                                "<testsuite name=\"poplens %s\" %s>\n%s </testsuite>\n"
                                "</testsuites>\n",
                                sums, suite, sums, cases->str);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  return poplens_report_may_write (report, path, error) && poplens_save_bytes (path, bytes, error);
}

/* ---- table ----------------------------------------------------------------------------------- */

enum { RULE, KIND, NAME, LAYER, MATCHED, WHAT, UNIT, VALUE, BOUND, LIMIT, RESULT, REASON, LARGEST };

static const PoplensColumn budget_columns[] = {
    [RULE] = {"rule", "Rule", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Limited value: fails above “max-…” or below “min-…”"},
    [KIND] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Limited item: program, compute-set, operation, category, variable, kind or vertex; "
              "empty for the whole report"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Name or pattern with * and ?; matching items count together"},
    [LAYER] = {"layer", "Layer", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Layer of debug.cbor named by the rule (operations only)"},
    [MATCHED] = {"matched", "Matched", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                 "Number of matching items"},
    [WHAT] = {"what", "Measure", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Definition of the value"},
    [UNIT] = {"unit", "Unit", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Unit of value and limit: bytes, cycles, or ratio (0 to 1)"},
    [VALUE] = {"value", "Value", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
               "Value in this report; empty if not recorded"},
    [BOUND] = {"bound", "Bound", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "exact, at least or at most (data is missing), or unknown"},
    [LIMIT] = {"limit", "Limit", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
               "Value that the rule allows"},
    [RESULT] = {"result", "Result", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "pass, fail, or unknown (missing data could change the result)"},
    [REASON] = {"reason", "Reason", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Missing data of the value, and the engine option that records it"},
    [LARGEST] =
        {"largest", "Largest", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
         "If the rule fails: tile, step, variable, program, run or IPU with most of the value"},
};

/* Sets a cell to @number, as an integer if it is bytes or cycles. */
static void
budget_number_cell (const PoplensBudgetRule *rule, double number, PoplensValue *value)
{
  if (rule->unit == POPLENS_BUDGET_SHARE)
    poplens_cell_real (value, number);
  else
    poplens_cell_int (value, (gint64) CLAMP (number, -9e18, 9e18));
}

static void
budget_text_cell (const PoplensBudgetRule *rule, guint column, PoplensValue *value)
{
  static const char *const units[] = {"bytes", "cycles", "ratio"};
  const PoplensBudgetMeasure *measure = rule->measure;

  poplens_cell_text (value, column == RULE     ? measure->name
                            : column == KIND   ? measure->kind
                            : column == NAME   ? rule->pattern
                            : column == LAYER  ? rule->layer
                            : column == WHAT   ? measure->doc
                            : column == UNIT   ? units[rule->unit]
                            : column == BOUND  ? poplens_budget_bound_name (rule->bound)
                            : column == RESULT ? poplens_budget_result_name (rule->result)
                            : column == REASON ? rule->reason
                                               : rule->largest);
}

static void
budget_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensBudgetRule *rule = ((const GPtrArray *) data)->pdata[row];

  if (column == LIMIT && rule->is_growth)
    return;
  if (column == LIMIT)
    budget_number_cell (rule, rule->limit, value);
  else if (column == VALUE && rule->bound != POPLENS_BUDGET_NO_VALUE)
    budget_number_cell (rule, rule->value, value);
  else if (column == MATCHED && rule->pattern)
    poplens_cell_int (value, rule->n_things);
  else if (column != VALUE && column != MATCHED)
    budget_text_cell (rule, column, value);
}

PoplensTable *
poplens_budget_table (GPtrArray *rules, PoplensReport *report)
{
  g_autofree char *note = poplens_budget_describe (rules);
  PoplensTable *table = poplens_table_new ("budget", "Budget", rules->len, budget_cell, rules,
                                           (GDestroyNotify) g_ptr_array_unref, report);

  poplens_table_add_columns (table, budget_columns, G_N_ELEMENTS (budget_columns));
  poplens_table_set_note (table, note);
  return table;
}

/* ---- results --------------------------------------------------------------------------------- */

const char *
poplens_budget_result_name (PoplensBudgetResult result)
{
  static const char *const names[POPLENS_N_BUDGET_RESULTS] = {"pass", "fail", "unknown"};

  return names[result];
}

void
poplens_budget_count (const GPtrArray *rules, guint counts[POPLENS_N_BUDGET_RESULTS])
{
  memset (counts, 0, POPLENS_N_BUDGET_RESULTS * sizeof *counts);
  for (guint r = 0; r < rules->len; r++)
    counts[((const PoplensBudgetRule *) rules->pdata[r])->result]++;
}

gboolean
poplens_budget_is_met (const GPtrArray *rules)
{
  guint counts[POPLENS_N_BUDGET_RESULTS];

  poplens_budget_count (rules, counts);
  return counts[POPLENS_BUDGET_PASS] == rules->len;
}

char *
poplens_budget_describe (const GPtrArray *rules)
{
  guint counts[POPLENS_N_BUDGET_RESULTS];

  poplens_budget_count (rules, counts);
  return g_strdup_printf ("%u passed, %u failed, %u unknown.", counts[POPLENS_BUDGET_PASS],
                          counts[POPLENS_BUDGET_FAIL], counts[POPLENS_BUDGET_UNKNOWN]);
}
