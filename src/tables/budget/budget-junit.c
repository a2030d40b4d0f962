/* The results of a budget as a JUnit XML file, as pipelines show it. */
#include "tables/budget/budget.h"

#include "base/save-file.h"
#include "base/visible.h"

#include <string.h>

/* What failed stands in the message and in the text: GitLab shows the text, Jenkins both. */
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
