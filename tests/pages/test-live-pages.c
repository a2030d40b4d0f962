/* Tests of Insights and Liveness on whole reports: generated ones, and real ones if they are
 * available. */
#include "analysis/liveness/live-step.h"
#include "charts/core/chart-private.h"
#include "charts/treemap/treemap.h"
#include "pages/core/page.h"
#include "pages/trace-fixture.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

/* The bands of every step add up to the live bytes that the file has for it. */
static void
test_curve (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness");
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, NULL, NULL);
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  g_assert_null (page->misuse);
  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, liveness->n_steps);
  for (guint32 s = 0; s < liveness->n_steps; s++) {
    guint64 sum = 0;
    for (guint b = 0; b < poplens_chart_get_n_series (chart); b++)
      sum += poplens_chart_get_value (chart, b, s);
    g_assert_cmpuint (sum, ==, liveness->always_live + liveness->not_always_live[s]);
  }
}

/* The curve of a tile has the peak that memory_by_tile has. */
static void
test_tile (PoplensReport *report)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, NULL);
  for (guint32 t = 0; t < memory->n_tiles; t += 245) {
    g_autofree char *location = g_strdup_printf ("liveness?scope=tile&tile=%u", memory->tile[t]);
    g_autoptr (PoplensPage) page = trace_any_page (report, location);
    const PoplensChart *chart = poplens_page_get_chart (page)->chart;
    guint64 peak = 0;
    for (gsize s = 0; s < poplens_chart_get_n_items (chart); s++)
      peak = MAX (peak, poplens_chart_get_value (chart, 1, s));
    g_assert_cmpuint (poplens_chart_get_value (chart, 0, 0), ==, memory->always_live[t]);
    g_assert_cmpuint (peak, ==, memory->not_always_live_max[t]);
  }
}

/* "fullest" is the tile with the most bytes in memory_by_tile, and shows its curve. */
static void
test_sources (PoplensReport *report)
{
  guint32 fullest = 0;

  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, NULL);
  for (guint32 t = 1; t < memory->n_tiles; t++)
    if (memory->total_including_gaps[t] > memory->total_including_gaps[fullest])
      fullest = t;
  g_autofree char *title = g_strdup_printf ("tile %u, the fullest", memory->tile[fullest]);
  g_autofree char *same = g_strdup_printf ("liveness?tile=%u", memory->tile[fullest]);
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness?scope=fullest&tile=3");
  g_autoptr (PoplensPage) tile = trace_any_page (report, same);
  const PoplensChart *a = poplens_page_get_chart (page)->chart;
  const PoplensChart *b = poplens_page_get_chart (tile)->chart;
  const PoplensControl *control = poplens_page_find_control (page, "scope");
  g_assert_nonnull (strstr (poplens_chart_get_title (a), title));
  g_assert_cmpstr (control->options[control->current], ==, "fullest");
  for (gsize s = 0; s < poplens_chart_get_n_items (a); s++)
    g_assert_cmpuint (poplens_chart_get_value (a, 1, s), ==, poplens_chart_get_value (b, 1, s));
  /* The file lists only replica 0. */
  g_autoptr (PoplensPage) replica = trace_any_page (report, "liveness?scope=replica&replica=0");
  g_autoptr (PoplensPage) all = trace_any_page (report, "liveness");
  a = poplens_page_get_chart (replica)->chart;
  b = poplens_page_get_chart (all)->chart;
  for (gsize s = 0; s < poplens_chart_get_n_items (a); s++)
    g_assert_cmpuint (poplens_chart_get_value (a, 1, s), ==, poplens_chart_get_value (b, 1, s));
}

#define ONE_LIFE                                                                                   \
  "FROM (SELECT v.unlowered_var_id AS id, min(s.step_id_from) AS born, max(s.step_id_to) AS "      \
  "last, "                                                                                         \
  "count(DISTINCT s.step_id_from || '-' || s.step_id_to) AS n FROM var_bytes_by_eq_class v "       \
  "JOIN eq_classes c ON c.id = v.eq_class_id AND NOT c.is_always_live "                            \
  "JOIN eq_class_step s ON s.eq_class_id = v.eq_class_id GROUP BY 1) "                             \
  "WHERE n = 1 AND born > 3 AND last > born ORDER BY id LIMIT 1"

/* A variable that is live once, without a gap, and the step with the most live bytes. */
typedef struct {
  int id, born, last, peak, n_steps;
} Life;

static Life
one_life (PoplensReport *report)
{
  sqlite3 *db = report_fixture_open_sql (report);
  Life life = {(int) report_fixture_ask (db, "SELECT id " ONE_LIFE),
               (int) report_fixture_ask (db, "SELECT born " ONE_LIFE),
               (int) report_fixture_ask (db, "SELECT last " ONE_LIFE),
               (int) report_fixture_ask (
                   db, "SELECT step_id FROM (SELECT step_id, sum(sum(delta_bytes)) OVER (ORDER BY "
                       "step_id) AS live FROM memory_not_always_live_by_step_and_ipu GROUP BY "
                       "step_id) ORDER BY live DESC, step_id LIMIT 1"),
               (int) report_fixture_ask (db, "SELECT count(*) FROM depth_first_steps")};

  sqlite3_close (db);
  return life;
}

static void
expect_jump (PoplensReport *report, const char *from, const char *to)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, from);
  g_autofree char *location = poplens_location_to_string (page->location);

  g_assert_cmpstr (location, ==, to);
  g_assert_null (poplens_location_get (page->usable, "jump"));
}

static PoplensTabChart *
make_tab (PoplensReport *report, const PoplensPage *page, const char *key)
{
  g_autoptr (GError) error = NULL;
  PoplensTabChart *tab = poplens_page_make_chart (
      report, page, poplens_page_find_section (page, key), page->usable, NULL, NULL, &error);

  g_assert_no_error (error);
  return tab;
}

/* The chart of estimates has the values of the table, for all tiles even if one is selected; a
 * click selects a step. */
static void
test_estimates (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  guint charts = 0;

  guint32 n = poplens_report_load_liveness (report, NULL, NULL)->n_steps;
  for (guint32 step = 0; step < n; step++) {
    g_autofree char *text = g_strdup_printf ("liveness?step=%u&tile=7", step);
    g_autofree char *plain = g_strdup_printf ("liveness?by=step&step=%u", step);
    g_autoptr (PoplensPage) page = trace_any_page (report, text);
    g_autoptr (PoplensTabChart) tab = make_tab (report, page, "step-cycles-chart");
    g_autoptr (PoplensLocation) all = poplens_location_parse (plain, NULL);
    g_autoptr (PoplensTable) table = poplens_tables_build ("tile-costs", report, all, NULL, &error);
    guint column = (guint) poplens_table_find_column (table, "estimated_cycles");
    g_assert_no_error (error);
    g_assert_cmpstr (tab->text, ==, poplens_table_get_note (table));
    if (!poplens_chart_get_n_series (tab->chart))
      continue;
    charts++;
    g_assert_cmpuint (poplens_chart_get_n_items (tab->chart), ==, poplens_table_n_rows (table));
    for (guint32 r = 0; r < poplens_table_n_rows (table); r++)
      g_assert_cmpuint (poplens_chart_get_value (tab->chart, 0, r), ==,
                        (guint64) poplens_table_get (table, r, column).integer);
    g_assert_cmpuint (tab->selected->len, ==, 1);
    g_assert_cmpuint (g_array_index (tab->selected, PoplensItemRange, 0).from, ==, 7);
    g_autoptr (PoplensLocation) there = poplens_page_select_in_tab (tab, page->location, 12, 12);
    g_assert_cmpstr (poplens_location_get (there, "tile"), ==, "12");
    g_autoptr (PoplensLocation) beside = poplens_page_select_in_tab (tab, there, G_MAXSIZE, 0);
    g_assert_null (poplens_location_get (beside, "tile"));
  }
  g_assert_cmpuint (charts, >, 0);
}

/* The treemap has the rows of the table, and adds up to the bytes including gaps. */
static void
test_contents (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  guint chosen = 0;

  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness?tile=7");
  g_autoptr (PoplensTabChart) tab = make_tab (report, page, "contents-chart");
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("contents", report, page->usable, NULL, &error);
  g_assert_no_error (error);
  guint32 n = poplens_table_n_rows (table);
  guint bytes = (guint) poplens_table_find_column (table, "bytes");
  guint id = (guint) poplens_table_find_column (table, "id");
  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, NULL);
  g_assert_cmpuint (poplens_chart_get_n_items (tab->chart), ==, n + 1);
  g_assert_cmpuint (poplens_chart_get_treemap_total (tab->chart, 0), ==,
                    memory->total_including_gaps[7]);
  for (guint32 r = 0; r < n; r++) {
    PoplensValue variable = poplens_table_get (table, r, id);
    g_autoptr (PoplensLocation) there = poplens_page_select_in_tab (tab, page->location, r + 1, 0);
    const char *said = poplens_location_get (there, "variable");
    g_assert_cmpuint (poplens_chart_get_treemap_total (tab->chart, r + 1), ==,
                      (guint64) poplens_table_get (table, r, bytes).integer);
    g_assert_cmpint (said != NULL, ==, variable.type == POPLENS_VALUE_INT);
    if (!said)
      continue;
    g_autoptr (GArray) selected = poplens_page_selected_in_tab (tab, there);
    g_assert_cmpuint (selected->len, >=, 1);
    chosen++;
  }
  g_assert_cmpuint (chosen, >, 0);
}

/* Counts the messages in the contents at @step that a click selects: the message, not the variable
 * that it carries. */
static guint
count_messages (PoplensReport *report, guint32 step)
{
  const PoplensVariables *variables = poplens_report_load_lowered (report, NULL, NULL);
  g_autofree char *text = g_strdup_printf ("liveness?scope=all&step=%u", step);
  g_autoptr (PoplensPage) page = trace_any_page (report, text);
  g_autoptr (PoplensTabChart) tab = make_tab (report, page, "contents-chart");
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("contents", report, page->usable, NULL, NULL);
  guint n = 0;

  for (guint32 r = 0; r < poplens_table_n_rows (table); r++) {
    const char *listed = strstr (poplens_table_get (table, r, 0).text, "<message:");
    g_autoptr (PoplensLocation) there = poplens_page_select_in_tab (tab, page->location, r + 1, 0);
    const char *variable = listed ? poplens_location_get (there, "variable") : NULL;
    guint64 id;
    if (!variable)
      continue;
    g_assert_true (g_ascii_string_to_unsigned (variable, 10, 0, G_MAXUINT32, &id, NULL));
    g_assert_cmpstr (poplens_variable_name (variables, (guint32) id), ==, listed);
    n++;
  }
  return n;
}

static void
test_messages (PoplensReport *report)
{
  guint32 n = poplens_report_load_liveness (report, NULL, NULL)->n_steps;
  guint messages = 0;

  for (guint32 step = 0; step < n && !messages; step++)
    messages = count_messages (report, step);
  g_assert_cmpuint (messages, >, 0);
}

/* A click on a kind selects it, as does a click on packing or gaps; a click outside clears the
 * selection. */
static void
test_kinds_clicked (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness?tile=7&variable=1");
  g_autoptr (PoplensTabChart) tab = make_tab (report, page, "contents-chart");
  guint kinds = 0;

  for (gsize item = 1; item < poplens_chart_get_n_items (tab->chart); item++) {
    if (poplens_chart_get_treemap_parent (tab->chart, item))
      continue;
    g_autoptr (PoplensLocation) there = poplens_page_select_in_tab (tab, page->location, item, 0);
    g_autoptr (GArray) selected = poplens_page_selected_in_tab (tab, there);
    g_autoptr (PoplensLocation) none = poplens_page_select_in_tab (tab, there, G_MAXSIZE, 0);
    g_autoptr (GArray) nothing = poplens_page_selected_in_tab (tab, none);
    g_assert_cmpuint (nothing->len, ==, 0);
    if (!poplens_location_get (there, "cause"))
      continue;
    g_assert_cmpuint (selected->len, ==, 1);
    g_assert_cmpuint (g_array_index (selected, PoplensItemRange, 0).from, ==, item);
    kinds++;
  }
  g_assert_cmpuint (kinds, >, 1);
}

/* Checks the bits of jump buttons, which are set if the jump would stay at the step or is
 * impossible. */
static void
expect_buttons (PoplensReport *report, const char *location)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, location);
  const PoplensControl *buttons = poplens_page_find_control (page, "jump");
  const char *from = poplens_location_get (page->location, "step");

  g_assert_cmpint (buttons->kind, ==, POPLENS_CONTROL_BUTTONS);
  for (guint i = 0; i < buttons->n_options; i++) {
    g_autofree char *text = g_strdup_printf ("%s&jump=%s", location, buttons->options[i]);
    g_autoptr (PoplensPage) there = trace_any_page (report, text);
    const char *to = poplens_location_get (there->location, "step");
    gboolean nowhere =
        there->misuse || (strcmp (buttons->options[i], "peak") && !g_strcmp0 (from, to));
    g_assert_cmpint ((buttons->current >> i) & 1, ==, nowhere);
    g_assert_nonnull (buttons->docs[i]);
    g_assert_nonnull (buttons->why_not[i]);
  }
}

static void
test_jump_buttons (PoplensReport *report)
{
  Life life = one_life (report);
  for (int step = 0; step < life.n_steps; step += MAX (life.n_steps / 38, 1)) {
    g_autofree char *plain = g_strdup_printf ("liveness?step=%d", step);
    g_autofree char *with = g_strdup_printf ("liveness?step=%d&variable=%d", step, life.id);
    expect_buttons (report, plain);
    expect_buttons (report, with);
  }
}

/* Each section of a shared tab has the control that chooses between its sections. */
static void
test_shared_tabs (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness");
  for (guint c = 0; c < page->controls->len; c++) {
    const PoplensControl *control = page->controls->pdata[c];
    if (strcmp (control->key, "tab"))
      continue;
    g_assert_cmpstr (control->options[control->current], ==, control->section);
    g_assert_cmpuint (control->n_options, >, 1);
    for (guint o = 0; o < control->n_options; o++)
      g_assert_cmpstr (poplens_page_find_section (page, control->options[o])->tab_name, ==,
                       poplens_page_find_section (page, control->section)->tab_name);
  }
  g_assert_cmpstr (poplens_page_find_section (page, "liveness-peaks")->tab_name, ==, "Steps");
}

static void
test_jumps (PoplensReport *report)
{
  Life life = one_life (report);
  g_autofree char *peak = g_strdup_printf ("liveness?step=%d", life.peak);
  g_autofree char *born = g_strdup_printf ("liveness?step=%d&variable=%d", life.born, life.id);
  g_autofree char *last = g_strdup_printf ("liveness?step=%d&variable=%d", life.last, life.id);
  g_autofree char *end = g_strdup_printf ("liveness?step=%d", life.n_steps - 1);
  g_autofree char *to_born =
      g_strdup_printf ("liveness?jump=next-touch&step=3&variable=%d", life.id);
  g_autofree char *to_last =
      g_strdup_printf ("liveness?jump=next-touch&step=%d&variable=%d", life.born, life.id);
  g_autofree char *back = g_strdup_printf ("liveness?jump=previous-touch&variable=%d", life.id);
  g_autofree char *behind = g_strdup_printf ("liveness?jump=next-peak&step=%d", life.n_steps - 1);
  expect_jump (report, "liveness?jump=peak&step=3,5", peak);
  expect_jump (report, to_born, born);
  expect_jump (report, to_last, last);
  /* No step is selected, so the jump starts at the peak. */
  g_assert_cmpint (life.born, <, life.peak);
  expect_jump (report, back, life.last < life.peak ? last : born);
  expect_jump (report, behind, end);
  /* Impossible jumps are misuse. */
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness?jump=next-touch&step=3");
  g_assert_nonnull (page->misuse);
  g_autoptr (PoplensPage) wrong = trace_any_page (report, "liveness?jump=nowhere&step=3");
  g_assert_nonnull (wrong->misuse);
}

static void
test_live_selection (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness");
  g_autoptr (PoplensLocation) one = poplens_page_select_items (
      page, page->location, (PoplensItemRange){17, 18}, POPLENS_SELECT_REPLACE);
  g_assert_cmpstr (poplens_location_get (one, "step"), ==, "17");
  g_autoptr (PoplensLocation) two =
      poplens_page_select_items (page, one, (PoplensItemRange){20, 21}, POPLENS_SELECT_TOGGLE);
  g_assert_cmpstr (poplens_location_get (two, "step"), ==, "17,20");
  g_autoptr (GArray) items = poplens_page_selected_items (page, two);
  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpuint (g_array_index (items, PoplensItemRange, 0).from, ==, 17);
  g_assert_cmpuint (g_array_index (items, PoplensItemRange, 1).from, ==, 20);
  g_autoptr (PoplensLocation) none =
      poplens_page_select_items (page, two, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
  g_assert_null (poplens_location_get (none, "step"));
}

static void
test_wrong_locations (gconstpointer name)
{
  static const char *const locations[] = {"liveness?step=999999", "liveness?scope=nonsense",
                                          "liveness?replica=3", "liveness?step=3,x"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  for (guint i = 0; report && i < G_N_ELEMENTS (locations); i++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, locations[i]);
    g_assert_nonnull (page->misuse);
    g_assert_nonnull (poplens_page_get_chart (page));
  }
}

/* Every finding has a title, a sentence, a valid location and a command; a finding that can save
 * something has a number. */
static void
test_live_findings (PoplensReport *report)
{
  guint findings = 0;
  g_autoptr (PoplensPage) page = trace_any_page (report, "insights");
  for (guint b = 0; b < page->sections->len; b++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, b);
    for (guint f = 0; section->kind == POPLENS_SECTION_FINDINGS && f < section->facts->len; f++) {
      const PoplensFact *fact = g_ptr_array_index (section->facts, f);
      g_autoptr (GError) error = NULL;
      gboolean is_line = fact->form == POPLENS_FACT_LINE;
      if (fact->form == POPLENS_FACT_ADVICE || fact->form == POPLENS_FACT_MORE)
        continue;
      g_assert_true (*fact->label && *fact->sentence);
      g_assert_true (is_line ? *fact->value && !fact->detail : *fact->detail != '\0');
      if (!is_line && fact->form != POPLENS_FACT_STEP)
        g_assert_true (g_ascii_isdigit (*fact->value) || *fact->value == '<' ||
                       g_str_has_prefix (fact->value, "≈"));
      /* Bytes in use cannot be saved. */
      g_assert_cmpint (!strcmp (section->key, "facts"), ==, is_line);
      if (g_str_has_prefix (fact->label, "Fullest"))
        g_assert_true (is_line);
      g_assert_true (g_str_has_prefix (fact->command, "poplens-cli "));
      if (fact->link) {
        g_autoptr (PoplensLocation) location = poplens_location_parse (fact->link, &error);
        g_assert_no_error (error);
      }
      findings++;
    }
  }
  g_assert_cmpuint (findings, >=, 5);
}

/* The step that the tables show by default is marked, and peaks have short labels. */
static void
test_shown_step (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness");
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, NULL, NULL);
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  g_autoptr (GArray) marked = poplens_page_selected_items (page, page->location);
  g_autoptr (PoplensLocation) chosen = poplens_location_with (page->location, "step", "3");
  g_autoptr (GArray) other = poplens_page_selected_items (page, chosen);
  guint32 peak = 0;

  for (guint32 s = 1; s < liveness->n_steps; s++)
    if (liveness->not_always_live[s] > liveness->not_always_live[peak])
      peak = s;
  g_assert_cmpuint (marked->len, ==, 1);
  g_assert_cmpuint (g_array_index (marked, PoplensItemRange, 0).from, ==, peak);
  g_assert_cmpuint (g_array_index (other, PoplensItemRange, 0).from, ==, 3);
  for (guint m = 0; m < chart->marks->len; m++)
    g_assert_false (
        g_str_has_prefix (g_array_index (chart->marks, PoplensMark, m).text, "OnTileExecute "));
}

/* If everything is unattributed, the chart is empty with a sentence; else the page opens on the
 * layer that made the most programs. */
static void
test_default_layer (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_any_page (report, "operations");
  g_autoptr (PoplensLocation) location = poplens_location_parse ("operations", NULL);
  g_autoptr (PoplensTable) layers = poplens_tables_build ("layers", report, location, NULL, NULL);
  gint64 most = 0, shown = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (layers); row++) {
    gint64 n =
        poplens_table_get (layers, row, (guint) poplens_table_find_column (layers, "programs"))
            .integer;
    most = MAX (most, n);
    if (poplens_table_get (layers, row, (guint) poplens_table_find_column (layers, "chosen"))
            .integer)
      shown = n;
  }
  g_assert_cmpint (shown, >=, most / 2);
  /* Nearly all of the peak of firehose is unattributed. */
  g_assert_cmpint (poplens_chart_get_n_series (poplens_page_get_chart (page)->chart) > 0, ==,
                   most > 0 && strcmp (name, "firehose"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/liveness/curve", test_curve, "integrals", "firehose",
                       "firehose-killed", "demo-run", "demo-compiled", "demo-killed", NULL);
  report_fixture_test ("/pages/liveness/tile", test_tile, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/liveness/sources", test_sources, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/liveness/jumps", test_jumps, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/liveness/jump-buttons", test_jump_buttons, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/liveness/shared-tabs", test_shared_tabs, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/liveness/estimates", test_estimates, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/liveness/contents", test_contents, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/liveness/messages", test_messages, "demo-run", NULL);
  report_fixture_test ("/pages/liveness/kinds-clicked", test_kinds_clicked, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/liveness/selection", test_live_selection, "integrals", "demo-run",
                       NULL);
  report_fixture_add ("/pages/liveness/shown-step", test_shown_step, "integrals", "demo-run", NULL);
  report_fixture_add ("/pages/operations/default-layer", test_default_layer, "integrals",
                      "firehose", "demo", NULL);
  report_fixture_add ("/pages/liveness/wrong-places", test_wrong_locations, "integrals", "demo-run",
                      NULL);
  report_fixture_test ("/pages/insights/findings", test_live_findings, "integrals", "firehose",
                       "firehose-killed", "demo-run", "demo-compiled", "demo-killed", NULL);
  return g_test_run ();
}
