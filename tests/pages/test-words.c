/* Tests of words on pages: names instead of keys, and capitals. */
#include "pages/core/views.h"
#include "pages/compare-fixture.h"
#include "pages/trace-fixture.h"

#include "analysis/liveness/idle.h"
#include "analysis/memory/gap-cause.h"
#include "analysis/memory/kinds.h"
#include "analysis/memory/tile-contents.h"
#include "analysis/operations/operations.h"
#include "analysis/operations/source-lines.h"
#include "model/memory.h"

#include <string.h>

#define MOST_ROWS 2000

/* ---- keys ------------------------------------------------------------------------------------ */

static void
add_key (GHashTable *keys, const char *key)
{
  if (strpbrk (key, "-_"))
    g_hash_table_add (keys, (gpointer) key);
}

/* Lists the keys of enumerations that contain "-" or "_", so that they cannot be words of a
 * sentence. (transfer container) */
static GHashTable *
list_keys (void)
{
  GHashTable *keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < POPLENS_N_KINDS; i++)
    add_key (keys, poplens_kind_key (i));
  for (guint i = 0; i < POPLENS_N_WORDS; i++)
    add_key (keys, poplens_time_word_key (i));
  for (guint i = 0; i < POPLENS_N_SOURCE_KINDS; i++)
    add_key (keys, poplens_source_kind_key (i));
  for (guint i = 0; i < POPLENS_N_CONTENTS_LEVELS; i++)
    add_key (keys, poplens_contents_level_key (i));
  for (guint i = 0; i < POPLENS_N_GAP_CAUSES; i++)
    add_key (keys, poplens_gap_cause_key (i));
  for (guint i = 0; i < POPLENS_N_METRICS; i++)
    add_key (keys, poplens_metric_key (i));
  for (guint i = 0; i < POPLENS_N_USES; i++)
    add_key (keys, poplens_use_key (i));
  for (guint i = POPLENS_OPERATION_UNATTRIBUTED; i <= POPLENS_OPERATION_NO_PROGRAM; i++)
    add_key (keys, poplens_operation_kind_key (i));
  for (guint i = 0; i < POPLENS_N_GROUPS; i++)
    add_key (keys, poplens_memory_group_key (i));
  return keys;
}

static void
report_text (const char *where, const char *rule, const char *text)
{
  g_printerr ("%s: %s: %s\n", where, rule, text);
  g_test_fail ();
}

/* Checks that no word of @text is a key. @text: (nullable) */
static void
check_no_keys (const char *text, GHashTable *keys, const char *where)
{
  g_auto (GStrv) words = g_strsplit_set (text ? text : "", " \n\t,;:.()“”\"", -1);

  for (guint w = 0; words[w]; w++)
    if (g_hash_table_contains (keys, words[w]))
      report_text (where, "key", text);
}

static void
check_cells (const PoplensTable *table, GHashTable *keys, const char *where)
{
  for (guint c = 0; c < poplens_table_n_columns (table); c++)
    for (guint32 row = 0; row < MIN (poplens_table_n_rows (table), MOST_ROWS); row++) {
      PoplensNumber buffer;
      if (poplens_table_get_column (table, c)->for_scripts)
        break;
      if (poplens_table_get (table, row, c).type == POPLENS_VALUE_TEXT)
        check_no_keys (poplens_table_format (table, row, c, POPLENS_BYTE_UNIT_BINARY, buffer), keys,
                       poplens_table_get_column (table, c)->name);
    }
}

static void
check_facts (const GPtrArray *facts, GHashTable *keys, const char *where)
{
  for (guint i = 0; facts && i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    check_no_keys (fact->label, keys, where);
    check_no_keys (fact->value, keys, where);
    check_no_keys (fact->detail, keys, where);
    check_no_keys (fact->cause, keys, where);
    check_no_keys (fact->sentence, keys, where);
  }
}

static void
check_chart (const PoplensChart *chart, GHashTable *keys, const char *where)
{
  gsize n = poplens_chart_get_n_items (chart);

  for (gsize i = 0; i < MIN (n, MOST_ROWS); i += MAX (n / 20, 1)) {
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    check_no_keys (text, keys, where);
  }
}

static void
check_keys (const PoplensPage *page, const char *where)
{
  g_autoptr (GHashTable) keys = list_keys ();

  check_no_keys (page->answer, keys, where);
  for (guint s = 0; s < page->sections->len; s++) {
    const PoplensSection *section = page->sections->pdata[s];
    check_no_keys (section->title, keys, where);
    check_no_keys (section->answer, keys, where);
    check_no_keys (section->text, keys, where);
    check_facts (section->facts, keys, where);
    if (section->table) {
      check_cells (section->table, keys, where);
      check_no_keys (poplens_table_get_note (section->table), keys, where);
    }
    if (section->chart)
      check_chart (section->chart, keys, where);
    if (section->tab.chart) {
      check_no_keys (section->tab.chart->title, keys, where);
      check_no_keys (section->tab.chart->text, keys, where);
      check_facts (section->tab.chart->facts, keys, where);
    }
  }
}

/* ---- capitals -------------------------------------------------------------------------------- */

static gboolean
is_minor (const char *word)
{
  static const char *const minor[] = {"a",  "an", "and", "as", "at", "by",  "for",
                                      "in", "of", "off", "on", "or", "the", "to"};

  for (guint i = 0; i < G_N_ELEMENTS (minor); i++)
    if (!strcmp (word, minor[i]))
      return TRUE;
  return FALSE;
}

/* Checks headings, tabs, buttons and switches, which have title case: "Peaks by Tile". */
static void
check_header (const char *text, const char *where)
{
  g_auto (GStrv) words = g_strsplit (text ? text : "", " ", -1);

  for (guint w = 0; words[w]; w++)
    if (g_ascii_islower (*words[w]) && (!w || !is_minor (words[w])))
      report_text (where, "not in header capitals", text);
}

/* Checks other labels, which have sentence case: "Peaks by tile". Names have more capitals than the
 * first. */
static void
check_sentence (const char *text, const char *where)
{
  g_auto (GStrv) words = g_strsplit_set (text ? text : "", " -", -1);

  for (guint w = 1; words[w] && *words[0]; w++)
    if (g_ascii_isupper (words[w][0]) && words[w][1] &&
        !strpbrk (words[w] + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && strcmp (words[w], "IPUs"))
      report_text (where, "not in sentence case", text);
}

static void
check_control (const PoplensControl *control, const char *where)
{
  gboolean buttons = control->kind == POPLENS_CONTROL_BUTTONS ||
                     control->kind == POPLENS_CONTROL_CHAPTERS || control->is_linked;

  if (control->kind == POPLENS_CONTROL_SWITCH)
    check_header (control->title, where);
  else if (control->kind != POPLENS_CONTROL_BUTTONS && strcmp (control->key, "tab"))
    check_sentence (control->title, where);
  for (guint o = 0;
       o < control->n_options && control->kind != POPLENS_CONTROL_SWITCH && !control->own_titles;
       o++)
    (buttons ? check_header : check_sentence) (control->titles[o], where);
}

static void
check_capitals (const PoplensPage *page, const char *where)
{
  for (guint c = 0; c < page->controls->len; c++)
    check_control (page->controls->pdata[c], where);
  for (guint s = 0; s < page->sections->len; s++) {
    const PoplensSection *section = page->sections->pdata[s];
    check_header (section->tab_name, where);
    if (!section->tab_name && section->kind != POPLENS_SECTION_NOTICE &&
        section->kind != POPLENS_SECTION_CHART)
      check_header (section->title, where);
    for (guint l = 0; section->notice.links && l < section->notice.links->len; l++)
      check_header (((PoplensPageLink *) section->notice.links->pdata[l])->title, where);
    for (guint f = 0; section->facts && f < section->facts->len; f++) {
      const PoplensFact *fact = section->facts->pdata[f];
      for (guint l = 0; fact->links && l < fact->links->len; l++)
        check_header (((PoplensPageLink *) fact->links->pdata[l])->title, where);
    }
    for (guint i = 0; section->table && i < poplens_table_n_columns (section->table); i++)
      check_sentence (poplens_table_get_column (section->table, i)->title, where);
  }
}

/* ---- all pages ------------------------------------------------------------------------------- */

static void
test_page_words (PoplensReport *report)
{
  g_autoptr (GPtrArray) views = poplens_views_list (report);

  for (guint v = 0; v < views->len; v++) {
    g_autofree char *text = poplens_view_location (views->pdata[v]);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location = trace_location (text);
    g_autofree char *why = poplens_page_why_not (poplens_location_get_page (location), report);
    if (why)
      continue;
    g_autoptr (PoplensPage) page =
        poplens_page_build_whole (report, location, (PoplensPageDefaults){0}, TRUE, NULL, &error);
    g_assert_no_error (error);
    check_keys (page, text);
    check_capitals (page, text);
  }
}

static void
test_words_of_two (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  test_page_words (pair.report[0]);
  pair_close (&pair);
}

/* Titles of tables have title case. */
static void
test_headings (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) page = trace_page (report, "insights?view=what-if");

  g_assert_cmpstr (poplens_page_find_section (page, "what-if-tiles")->title, ==,
                   "What If, by Tile");
  g_assert_cmpstr (poplens_page_find_section (page, "kinds")->title, ==, "Kinds of Variables");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/words/of-a-report", test_page_words, "integrals", "firehose", "demo",
                       "demo-run", "demo-over", NULL);
  g_test_add_func ("/pages/words/of-two-reports", test_words_of_two);
  g_test_add_func ("/pages/words/headings", test_headings);
  return g_test_run ();
}
