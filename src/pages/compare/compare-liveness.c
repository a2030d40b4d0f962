/* Liveness of two reports: a graph with the live bytes of both over their steps, aligned by program
 * name, and tables of differences. */
#include "pages/compare/compare-page.h"

#include "analysis/compare/compare-programs.h"
#include "derived/compare/compare-headline.h"

#include <string.h>

typedef struct {
  PoplensComparePage *page;
  const PoplensPrograms
      *programs[POPLENS_N_SIDES]; /* if both are NULL, steps are paired by number */
  const PoplensLiveness *of[POPLENS_N_SIDES];
  gboolean always;
  GArray *pairs; /* PoplensPair of steps, one for each item of the chart */
} ComparedLivenessGraph;

static guint32
step_at (const ComparedLivenessGraph *self, gsize item, PoplensSide side)
{
  return g_array_index (self->pairs, PoplensPair, item).of[side];
}

static guint64
bytes_at (const ComparedLivenessGraph *self, PoplensSide side, guint32 step)
{
  const PoplensLiveness *liveness = self->of[side];

  return liveness->not_always_live[step] + (self->always ? liveness->always_live : 0);
}

/* Pairs the steps by program name or, without programs, by number. */
static void
align_steps (ComparedLivenessGraph *self)
{
  const guint32 n[] = {self->of[POPLENS_FIRST]->n_steps, self->of[POPLENS_SECOND]->n_steps};

  if (self->programs[POPLENS_FIRST] && self->programs[POPLENS_SECOND]) {
    g_autoptr (GArray) programs =
        poplens_pairs_of_programs (self->programs[POPLENS_FIRST], self->programs[POPLENS_SECOND]);
    self->pairs = poplens_pairs_of_steps (programs, self->programs, self->of);
    poplens_pairs_align (self->pairs, n[POPLENS_SECOND]);
    return;
  }
  self->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  for (guint32 i = 0; i < MAX (n[0], n[1]); i++) {
    PoplensPair pair = {{i < n[0] ? i : POPLENS_NOT_THERE, i < n[1] ? i : POPLENS_NOT_THERE}};
    g_array_append_val (self->pairs, pair);
  }
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Data of the chart's callbacks; outlives the page. */
typedef struct {
  PoplensReport *report[POPLENS_N_SIDES]; /* keep the parts of both reports alive */
  ComparedLivenessGraph graph;
} ComparedStepNames;

static void
compared_step_names_free (gpointer data)
{
  ComparedStepNames *names = data;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_object_unref (names->report[s]);
  g_array_unref (names->graph.pairs);
  g_free (names);
}

static char *
compare_liveness_name_item (gconstpointer data, gsize item)
{
  const ComparedLivenessGraph *self = &((const ComparedStepNames *) data)->graph;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    guint32 step = step_at (self, item, s);
    if (step == POPLENS_NOT_THERE || !self->programs[s])
      continue;
    guint32 row = poplens_programs_find (self->programs[s], self->of[s]->program[step]);
    return row == POPLENS_NO_ROW ? NULL
                                 : g_strdup (poplens_programs_label (self->programs[s], row));
  }
  return NULL;
}

static char *
compare_liveness_note_item (gconstpointer data, gsize item)
{
  const ComparedLivenessGraph *self = &((const ComparedStepNames *) data)->graph;
  guint32 first = step_at (self, item, POPLENS_FIRST),
          second = step_at (self, item, POPLENS_SECOND);

  if (second == POPLENS_NOT_THERE)
    return g_strdup_printf ("Step before\t%u\nStep after\tnone", first);
  if (first == POPLENS_NOT_THERE)
    return g_strdup_printf ("Step before\tnone\nStep after\t%u", second);
  return g_strdup_printf ("Step before\t%u\nStep after\t%u", first, second);
}

/* ---- the graph ------------------------------------------------------------------------------- */

static void
add_marks (const ComparedLivenessGraph *self, PoplensChart *chart)
{
  static const char *const names[] = {"Peak before", "Peak after"};
  guint32 peaks[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    peaks[s] = poplens_liveness_peak_step (self->of[s]);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (gsize i = 0; peaks[s] != G_MAXUINT32 && i < self->pairs->len; i++) {
      gboolean both = step_at (self, i, 0) == peaks[0] && step_at (self, i, 1) == peaks[1];
      if (step_at (self, i, s) != peaks[s] || (both && s == POPLENS_SECOND))
        continue;
      poplens_chart_add_mark (chart, i, both ? "Peak before and after" : names[s]);
      break;
    }
}

static void
compare_liveness_add_series (const ComparedLivenessGraph *self, PoplensChart *chart)
{
  gsize n = self->pairs->len;
  gint64 *difference = g_new (gint64, MAX (n, 1));
  guint64 *values[POPLENS_N_SIDES];
  guint8 *absent[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    values[s] = g_new0 (guint64, MAX (n, 1));
    absent[s] = g_new0 (guint8, MAX (n, 1));
  }
  for (gsize i = 0; i < n; i++) {
    gboolean both = TRUE;
    for (guint s = 0; s < POPLENS_N_SIDES; s++) {
      guint32 step = step_at (self, i, s);
      absent[s][i] = step == POPLENS_NOT_THERE;
      both &= !absent[s][i];
      values[s][i] = absent[s][i] ? 0 : bytes_at (self, s, step);
    }
    difference[i] = both ? (gint64) (values[1][i] - values[0][i]) : POPLENS_NO_DIFFERENCE;
  }
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    poplens_compare_page_add_series (self->page, chart, s, values[s]);
    poplens_chart_set_absent (chart, absent[s]);
  }
  poplens_chart_set_difference (chart, "After − before", difference);
}

static void
compare_liveness_add_graph (const ComparedLivenessGraph *self)
{
  const char *title = "Live memory by step, compared";
  PoplensSection *section =
      poplens_page_add_section (self->page->page, POPLENS_SECTION_CHART, "liveness-chart", title);
  ComparedStepNames *names = g_new (ComparedStepNames, 1);

  *names = (ComparedStepNames){.graph = *self};
  names->graph.page = NULL;
  g_array_ref (names->graph.pairs);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    names->report[s] = g_object_ref (self->page->of[s]);
  section->chart = poplens_chart_new (&poplens_areas_kind, title, self->pairs->len,
                                      POPLENS_CHART_UNIT_BYTES, self->page->context->unit);
  /* Let a click select the step of the first report: the location has no key for steps of the
   * second. */
  section->plot.selects = POPLENS_SELECTS_STEPS;
  section->plot.steps = g_new (guint32, MAX (self->pairs->len, 1));
  for (guint i = 0; i < self->pairs->len; i++)
    section->plot.steps[i] = step_at (self, i, POPLENS_FIRST);
  poplens_chart_set_item_axis (section->chart, "Steps of both programs (not time)", "position");
  poplens_chart_set_source (section->chart, "recorded by the compiler");
  poplens_chart_set_item_names (section->chart, compare_liveness_name_item, names,
                                compared_step_names_free);
  /* Pass no free function here: poplens_chart_set_item_names () already got one for @names. */
  poplens_chart_set_item_notes (section->chart, compare_liveness_note_item, names, NULL);
  compare_liveness_add_series (self, section->chart);
  add_marks (self, section->chart);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void
compare_liveness_add_notice (const ComparedLivenessGraph *self)
{
  PoplensComparePage *page = self->page;
  guint32 only[POPLENS_N_SIDES] = {0}, peaks[POPLENS_N_SIDES];
  gint64 bytes[POPLENS_N_SIDES];
  g_autofree char *words = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  PoplensCompareSource source = {{page->of[POPLENS_FIRST], page->of[POPLENS_SECOND]}};
  gint64 change;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    peaks[s] = poplens_liveness_peak_step (self->of[s]);
    bytes[s] = peaks[s] == G_MAXUINT32
                   ? 0
                   : (gint64) MIN (bytes_at (self, s, peaks[s]), POPLENS_MOST_AMOUNT);
  }
  for (gsize i = 0; i < self->pairs->len; i++)
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      only[s] += step_at (self, i, !s) == POPLENS_NOT_THERE;
  words = poplens_compare_page_words (POPLENS_UNIT_BYTES, poplens_amount_of (bytes[0], bytes[1]),
                                      self->page->context->unit);
  g_string_printf (text, "%s: %s",
                   self->always ? "Peak live memory" : "Peak not-always-live memory", words);
  g_autofree char *why = poplens_compared_peak_why (&source, self->always, page->context->unit,
                                                    &change, page->context->cancellable);
  if (why)
    g_string_append_printf (text, ". %.*s", (int) strlen (why) - 1, why);
  poplens_compare_page_say_alone (text, only, "step");
  if (!self->programs[POPLENS_FIRST] || !self->programs[POPLENS_SECOND])
    g_string_append (text, ". No programs recorded: steps are matched by number");
  poplens_page_add_notice (self->page->page, POPLENS_TONE_NEUTRAL, "compared", text->str);
}

static const PoplensTab tabs[] = {
    {"variables", "Variables", NULL},
    {"liveness-steps", "Steps", NULL},
    {"contents-chart", "Tile Contents", "Chart"},
    {"contents", "Tile Contents", "Table"},
};

gboolean
poplens_compare_liveness_fill (PoplensComparePage *self, GError **error)
{
  gconstpointer liveness[POPLENS_N_SIDES], programs[POPLENS_N_SIDES];
  ComparedLivenessGraph graph = {.page = self};

  self->page->layout = POPLENS_LAYOUT_CHART;
  graph.always = poplens_page_add_switch (self->page, "always-live", "Show Always Live",
                                          "Show always-live memory below the rest", TRUE);
  poplens_page_add_unit (self->page, self->context);
  if (!poplens_compare_page_load (self, POPLENS_PART_LIVENESS, liveness, error) ||
      !poplens_compare_page_load (self, POPLENS_PART_PROGRAMS, programs, error))
    return FALSE;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    graph.of[s] = liveness[s];
    graph.programs[s] = programs[s];
  }
  if (graph.of[POPLENS_FIRST] && graph.of[POPLENS_SECOND]) {
    align_steps (&graph);
    compare_liveness_add_notice (&graph);
    compare_liveness_add_graph (&graph);
    g_array_unref (graph.pairs);
  }
  /* Show the tabs with changed variables and steps before the tabs of tile contents. */
  if (!poplens_compare_page_add_tab (self, "variables", error) ||
      !poplens_compare_page_add_tab (self, "liveness-steps", error))
    return FALSE;
  poplens_compare_contents_add (self);
  poplens_page_name_tabs (self->page, tabs, G_N_ELEMENTS (tabs));
  return TRUE;
}
