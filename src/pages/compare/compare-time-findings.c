/* Findings on time of two reports, as Insights and Execution Trace show them: a list of what
 * became of them, and its table. */
#include "derived/compare/compare-source.h"

#include "base/error.h"
#include "base/visible.h"
#include "pages/compare/compare-page.h"

#include <string.h>

static const char table_name[] = "time-findings";

static PoplensValue
value_of (const PoplensTable *table, guint32 row, const char *column)
{
  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));
}

static void
add_finding (PoplensComparePage *self, GPtrArray *facts, const PoplensTable *table, guint32 row)
{
  const char *first = value_of (table, row, "sentence_before").text;
  const char *second = value_of (table, row, "sentence_after").text;
  const char *subject = value_of (table, row, "subject").text;
  const PoplensReport *report = self->of[second ? POPLENS_SECOND : POPLENS_FIRST];
  const char *became = value_of (table, row, "verdict").text;
  PoplensValue saving = value_of (table, row, "saving_change");
  gint64 change = saving.type == POPLENS_VALUE_INT ? saving.integer : 0;
  gboolean checked = !g_str_has_prefix (became, "not checked");
  PoplensNumber cycles;
  g_autofree char *quoted = poplens_shell_word (poplens_report_get_path ((PoplensReport *) report));
  g_autofree char *label = g_strdup_printf ("%s%s%s: %s", value_of (table, row, "finding").text,
                                            subject ? ", " : "", subject ? subject : "", became);
  g_autofree char *value =
      checked ? g_strdup_printf ("%s cycles", poplens_format_signed (cycles, change))
              : g_strdup ("not recorded");
  g_autofree char *was = first ? g_strconcat ("Before: ", first, NULL) : NULL;
  PoplensFact *fact = poplens_facts_add (facts, label, value, second ? second : was);

  if (change)
    fact->tone = change > 0 ? POPLENS_TONE_MORE : POPLENS_TONE_LESS;
  fact->cause = g_strdup (was && second ? was
                          : !checked    ? was ? "After: not checked" : "Before: not checked"
                          : second      ? "Before: not found"
                                        : "After: no longer found");
  fact->source = "Change: after − before";
  fact->link = poplens_table_get_link (table, row);
  fact->command = g_strconcat ("poplens-cli time ", quoted, NULL);
}

static void
add_list (PoplensComparePage *self, const PoplensTable *table)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    add_finding (self, facts, table, row);
  if (facts->len)
    poplens_page_add_section (self->page, POPLENS_SECTION_FINDINGS, "found-on-time",
                              "Changed findings on time, largest change first")
        ->facts = g_steal_pointer (&facts);
}

/* "On time: 1 worse, 2 better". (transfer full) (nullable): nothing that could be told in a word */
static char *
count (const PoplensTable *table)
{
  static const struct {
    const char *became, *word;
  } words[] = {{"new", "new"},
               {"gone", "gone"},
               {"worse", "worse"},
               {"better", "better"},
               {"now above threshold", "now above threshold"},
               {"now below threshold", "now below threshold"},
               {"more", "more outside the program"},
               {"less", "less outside the program"}};
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    guint n = 0;
    for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
      n += g_str_equal (value_of (table, row, "verdict").text, words[w].became);
    if (n)
      g_string_append_printf (text, "%s%u %s", text->len ? ", " : "On time: ", n, words[w].word);
  }
  if (!poplens_table_n_rows (table))
    g_string_append (text, "No changed findings on time");
  return text->len ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* FALSE only where nothing more can be read; what only one lacks is said. */
static gboolean
forgive (PoplensComparePage *self, GError *wrong, GError **error)
{
  g_autoptr (GError) local = wrong;

  if (!poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!poplens_compare_neither_has (local))
    poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "time-absent", local->message);
  return TRUE;
}

gboolean
poplens_compare_time_add_findings (PoplensComparePage *self, char **counted, GError **error)
{
  GError *local = NULL;
  g_autoptr (PoplensTable) table =
      poplens_compare_page_reads_steps (self)
          ? poplens_tables_compare (table_name, self->of[POPLENS_FIRST], self->context->location,
                                    self->context->cancellable, &local)
          : NULL;

  if (local)
    return forgive (self, local, error);
  if (!table)
    return TRUE;
  if (counted)
    *counted = count (table);
  add_list (self, table);
  return poplens_compare_page_add_table (self, table_name, "Findings on time", FALSE, error);
}
