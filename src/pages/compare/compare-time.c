/* Execution Trace of two reports: how their time differs, as a sentence, as bars of changes, and in
 * tables. */
#include "base/error.h"
#include "base/format.h"
#include "base/visible.h"
#include "derived/compare/compare-source.h"
#include "derived/compare/compare-time.h"
#include "derived/time/time-source.h"
#include "pages/compare/compare-page.h"
#include "tables/compare/compare-time-answer.h"

/* ---- findings -------------------------------------------------------------------------------- */

/* Name of the table with the findings on time of two reports. */
static const char table_name[] = "time-findings";

static PoplensValue
compare_time_value_of (const PoplensTable *table, guint32 row, const char *column)
{
  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));
}

static void
compare_time_add_finding (PoplensComparePage *self, GPtrArray *facts, const PoplensTable *table,
                          guint32 row)
{
  const char *first = compare_time_value_of (table, row, "sentence_before").text;
  const char *second = compare_time_value_of (table, row, "sentence_after").text;
  const char *subject = compare_time_value_of (table, row, "subject").text;
  const PoplensReport *report = self->of[second ? POPLENS_SECOND : POPLENS_FIRST];
  const char *became = compare_time_value_of (table, row, "verdict").text;
  PoplensValue saving = compare_time_value_of (table, row, "saving_change");
  gint64 change = saving.type == POPLENS_VALUE_INT ? saving.integer : 0;
  gboolean checked = !g_str_has_prefix (became, "not checked");
  PoplensNumber cycles;
  g_autofree char *quoted = poplens_shell_word (poplens_report_get_path ((PoplensReport *) report));
  g_autofree char *label =
      g_strdup_printf ("%s%s%s: %s", compare_time_value_of (table, row, "finding").text,
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
compare_time_add_list (PoplensComparePage *self, const PoplensTable *table)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    compare_time_add_finding (self, facts, table, row);
  if (facts->len)
    poplens_page_add_section (self->page, POPLENS_SECTION_FINDINGS, "found-on-time",
                              "Changed Findings on Time")
        ->facts = g_steal_pointer (&facts);
}

/* Counts the findings by verdict: "On time: 1 worse, 2 better". (transfer full) (nullable): NULL if
 * all findings have verdicts that are not counted. */
static char *
compare_time_count (const PoplensTable *table)
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
      n += g_str_equal (compare_time_value_of (table, row, "verdict").text, words[w].became);
    if (n)
      g_string_append_printf (text, "%s%u %s", text->len ? ", " : "On time: ", n, words[w].word);
  }
  if (!poplens_table_n_rows (table))
    g_string_append (text, "No changed findings on time");
  return text->len ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Adds a notice if only one of the reports lacks findings on time. @wrong: (transfer full): error
 * of the comparison. FALSE with @error only if nothing more can be read. */
static gboolean
compare_time_forgive (PoplensComparePage *self, GError *wrong, GError **error)
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
    return compare_time_forgive (self, local, error);
  if (!table)
    return TRUE;
  if (counted)
    *counted = compare_time_count (table);
  compare_time_add_list (self, table);
  return poplens_compare_page_add_table (self, table_name, "Findings on Time", FALSE, error);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Bars of the waterfall chart whose cycles differ between the reports. */
typedef struct {
  guint n;
  PoplensTimeBar bar[POPLENS_N_BARS];
  gint64 of[POPLENS_N_SIDES][POPLENS_N_BARS]; /* [side][PoplensTimeBar] cycles */
} Bars;

static void
bars_init (Bars *self, const PoplensComparedTime *time)
{
  *self = (Bars){0};
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_compare_bars (&time->of[s], self->of[s]);
  for (PoplensTimeBar b = 0; b < POPLENS_N_BARS; b++)
    /* Leave out time outside the program: it is neither better nor worse, and the notice already
     * names it. */
    if (b != POPLENS_BAR_OUTSIDE && self->of[POPLENS_FIRST][b] != self->of[POPLENS_SECOND][b])
      self->bar[self->n++] = b;
}

/* Returns the cycles of each bar in report @side. (transfer full) */
static guint64 *
values_of (const Bars *self, guint side)
{
  guint64 *values = g_new (guint64, MAX (self->n, 1));

  for (guint i = 0; i < self->n; i++)
    values[i] = (guint64) MAX (self->of[side][self->bar[i]], 0);
  return values;
}

static char *
name_bar (gconstpointer data, gsize item)
{
  const Bars *self = data;

  return item < self->n ? g_strdup (poplens_time_bar_doc (self->bar[item])) : NULL;
}

static PoplensChart *
change_waterfall_new (const Bars *self, const PoplensComparedTime *time, PoplensByteUnit unit)
{
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Change of the waterfall", self->n,
                                           POPLENS_CHART_UNIT_CYCLES, unit);
  char **texts = g_new0 (char *, self->n + 1);
  gboolean by_tile = TRUE;

  for (guint i = 0; i < self->n; i++)
    texts[i] = g_strdup (poplens_time_bar_title (self->bar[i]));
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    by_tile = by_tile && poplens_time_is_by_tile (time->of[s].time);
  poplens_chart_set_item_axis (chart, NULL, "bar");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_item_names (chart, name_bar, g_memdup2 (self, sizeof *self), g_free);
  poplens_chart_set_source (chart, by_tile ? "derived by Poplens"
                                           : "≈ approximated, as cycles by tile are not recorded");
  poplens_chart_add_change (chart, "change", "Cycles", POPLENS_INK_MORE, 0,
                            values_of (self, POPLENS_FIRST), values_of (self, POPLENS_SECOND),
                            FALSE);
  return chart;
}

/* ---- the page -------------------------------------------------------------------------------- */

typedef enum { VIEW_TRACES, VIEW_FLAME, VIEW_SUMMARY, N_VIEWS } View;

static const char *const views[] = {"traces", "flame", "summary"};
static const char *const view_titles[] = {"Traces", "Flame", "Summary"};

static void
add_view (PoplensPage *page)
{
  poplens_page_add_choice (page, "view", "View",
                           "Both traces, cycles by name, or causes of the change", views,
                           view_titles, N_VIEWS, VIEW_TRACES);
  poplens_page_control (page, "view")->letter = 'v';
}

/* Loads the time of both reports. @has: (out): FALSE if it cannot be compared. FALSE with @error
 * only if nothing more can be read. */
static gboolean
compare_time_load (PoplensComparePage *self, PoplensComparedTime *time, gboolean *has,
                   GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (GError) local = NULL;

  *has = poplens_compare_source_init (&source, self->of[POPLENS_FIRST], &local) &&
         poplens_compared_time_load (&source, self->context->location, time,
                                     self->context->cancellable, &local);
  return *has || poplens_compare_page_forgive (self, &local, error);
}

/* Adds a notice with the sentence on how the time changed, and a link to the main cause. (transfer
 * none) */
static PoplensSection *
add_answer (PoplensComparePage *self, const PoplensComparedTime *time)
{
  static const char *const sides[] = {"Before", "After"};
  g_auto (PoplensTimeAnswer) answer = {0};

  poplens_compare_time_answer (time, &answer);
  PoplensSection *notice =
      poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", answer.text);
  g_autofree char *link =
      answer.location ? poplens_compare_link (self->context->location, answer.side, answer.location)
                      : NULL;
  g_autofree char *title =
      link ? g_strdup_printf ("Show %s in %s", answer.title, sides[answer.side]) : NULL;
  if (link)
    poplens_page_add_link (notice, title, link);
  return notice;
}

/* Adds a notice on the change in program time. (transfer none) (nullable): NULL if it did not
 * change */
static PoplensSection *
compare_time_add_change (PoplensComparePage *self, PoplensAmount cycles)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PoplensNumber change;

  if (!cycles.change)
    return NULL;
  g_string_printf (text, "Program time %s by %s", cycles.change > 0 ? "rose" : "fell",
                   poplens_format_count (change, (guint64) ABS (cycles.change)));
  poplens_amount_append_part (cycles, text);
  g_string_append_c (text, '.');
  return poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", text->str);
}

gboolean
poplens_compare_time_add_known (PoplensComparePage *self, PoplensAmount cycles, GError **error)
{
  PoplensSection *notice = NULL;
  PoplensComparedTime time;
  gboolean has = FALSE;

  if (poplens_report_peek_time (self->of[POPLENS_FIRST]) &&
      poplens_report_peek_time (self->of[POPLENS_SECOND])) {
    if (!compare_time_load (self, &time, &has, error))
      return FALSE;
    notice = has ? add_answer (self, &time) : NULL;
  }
  notice = notice ? notice : compare_time_add_change (self, cycles);
  if (notice && poplens_compare_page_reads_steps (self))
    poplens_page_add_link (notice, "Show Causes", "trace");
  return TRUE;
}

static gboolean
fill_summary (PoplensComparePage *self, gboolean *has, GError **error)
{
  PoplensComparedTime time;

  if (!compare_time_load (self, &time, has, error))
    return FALSE;
  if (!*has)
    return TRUE;
  self->page->layout = POPLENS_LAYOUT_DOCUMENT;
  add_view (self->page);
  add_answer (self, &time);
  Bars bars;
  bars_init (&bars, &time);
  if (bars.n)
    poplens_page_add_section (self->page, POPLENS_SECTION_CHART, "compared-bars",
                              "Change of the Waterfall")
        ->chart = change_waterfall_new (&bars, &time, self->context->unit);
  return poplens_compare_page_add_table (self, "critical-path", "Critical Path", FALSE, error) &&
         poplens_compare_page_add_table (self, "time-causes", "Causes of Time", FALSE, error) &&
         poplens_compare_time_add_findings (self, NULL, error);
}

/* Adds the tabs below the chart. In the flame view, the first tab is filled at once. All other tabs
 * are filled when they come to the front. */
static gboolean
compare_time_add_tabs (PoplensComparePage *self, View view, GError **error)
{
  static const char *const tabs[] = {"trace-costs", "critical-path", "time-causes",
                                     "time-findings"};

  for (guint t = 0; t < G_N_ELEMENTS (tabs); t++) {
    if (view == VIEW_FLAME && !t) {
      if (!poplens_compare_page_add_tab (self, tabs[t], error))
        return FALSE;
      continue;
    }
    poplens_compare_page_add_partial_tab (self, tabs[t]);
  }
  return TRUE;
}

gboolean
poplens_compare_time_fill (PoplensComparePage *self, gboolean *has, GError **error)
{
  *has = FALSE;
  if (!poplens_compare_page_reads_steps (self)) {
    poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "absent",
                             "Time is not compared over this connection. Open copies of the "
                             "reports on this computer to compare it.");
    return TRUE;
  }
  /* Ignore an unknown view here: add_view () reports it. */
  View view =
      poplens_page_read_choice (self->context->location, "view", views, N_VIEWS, VIEW_TRACES);
  if (view == VIEW_SUMMARY)
    return fill_summary (self, has, error);
  add_view (self->page);
  if (view == VIEW_TRACES && !poplens_location_get (self->context->location, "align")) {
    PoplensComparedTime time;
    if (!compare_time_load (self, &time, has, error))
      return FALSE;
    if (*has)
      add_answer (self, &time);
  }
  if (!(view == VIEW_FLAME ? poplens_compare_flame_add : poplens_compare_traces_add) (self, has,
                                                                                      error))
    return FALSE;
  if (*has)
    return compare_time_add_tabs (self, view, error);
  g_ptr_array_remove (self->page->controls, poplens_page_control (self->page, "view"));
  return TRUE;
}
