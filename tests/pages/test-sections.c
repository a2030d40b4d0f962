/* Tests of reusing sections, which depend on keys of the location: over random walks between
 * locations, a section that a page reuses equals the one that it would build; a click on a tile of
 * Memory only rebuilds what shows the selection. */
#include "pages/trace-fixture.h"

#include <string.h>

#define MOST_ROWS 60
#define STEPS 40

/* Values with a meaning on some page; "" removes the key. */
static const struct {
  const char *key, *values[8];
} choices[] = {
    {"tile", {"", "5", "0-3", "2,7,9", "11"}},
    {"ipu", {"", "0", "1"}},
    {"replica", {"", "0"}},
    {"scope", {"", "tile", "ipu", "fullest"}},
    {"step", {"", "3", "4,9", "12"}},
    {"program", {"", "3", "20"}},
    {"variable", {"", "1", "4"}},
    {"breakdown", {"", "none", "category", "liveness"}},
    {"order", {"", "use", "place"}},
    {"view", {"", "map", "variables", "total"}},
    {"colour", {"", "gaps", "total", "peak"}},
    {"gaps", {"", "no", "yes"}},
    {"always-live", {"", "no", "yes"}},
    {"hide", {"", "with-gaps", "compute"}},
    {"unit", {"", "si", "bytes"}},
    {"tile-variable", {"", "3", "40"}},
    {"by", {"", "address"}},
    {"view", {"", "overview", "what-if", "tiles"}},
    {"change", {"", "half"}},
    {"layer", {"", "xla_op", "poplar"}},
    {"operation", {"", "1"}},
    {"executed", {"", "5", "12"}},
    {"range", {"", "1000-90000"}},
    {"from", {"", "2"}},
    {"to", {"", "9000"}},
    {"by", {"", "bytes", "cycles"}},
    {"top", {"", "3"}},
    {"root", {"", "1"}},
    {"plot", {"", "3"}},
    {"tab", {"", "tile-variables", "memory-tiles", "live-variables", "trace-top"}},
};

/* Returns @location with another value of a random key. (transfer full) */
static PoplensLocation *
change_location (const PoplensLocation *location)
{
  gint32 c = g_test_rand_int_range (0, G_N_ELEMENTS (choices)), n = 0;

  while (n < 8 && choices[c].values[n])
    n++;
  const char *value = choices[c].values[g_test_rand_int_range (0, n)];
  return poplens_location_with (location, choices[c].key, *value ? value : NULL);
}

static PoplensPage *
build_after (PoplensReport *report, const PoplensLocation *location, const PoplensPage *before)
{
  PoplensWork work = {.to = 1};

  return poplens_page_build_work (report, location, (PoplensPageDefaults){0}, before, &work, NULL);
}

/* Returns the visible text of a table: title, note, cells and links of its first rows. (transfer
 * full) */
static char *
table_text (const PoplensTable *table)
{
  GString *text = g_string_new (poplens_table_get_title (table));

  g_string_append_printf (text, "\n%s\n%u rows\n", poplens_table_get_note (table),
                          poplens_table_n_rows (table));
  for (guint32 row = 0; row < MIN (poplens_table_n_rows (table), MOST_ROWS); row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    for (guint c = 0; c < poplens_table_n_columns (table); c++) {
      PoplensNumber buffer;
      PoplensValue value = poplens_table_get (table, row, c);
      g_string_append_printf (text, "%s\t", poplens_value_plain (&value, buffer));
    }
    g_string_append_printf (text, "-> %s\n", link);
  }
  return g_string_free (text, FALSE);
}

static char *
chart_text (const PoplensChart *chart)
{
  gsize n = poplens_chart_get_n_items (chart);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n; i += 1 + n / 40) {
    g_autofree char *item = poplens_chart_describe_item (chart, i);
    g_string_append_printf (text, "%s\n", item);
  }
  return g_string_free (text, FALSE);
}

static void
check_same (const PoplensSection *taken, const PoplensSection *made, const char *where)
{
  g_assert_cmpstr (taken->key, ==, made->key);
  g_assert_cmpstr (taken->title, ==, made->title);
  g_assert_cmpstr (taken->text, ==, made->text);
  g_assert_cmpint (taken->state, ==, made->state);
  g_assert_cmpint (taken->table != NULL, ==, made->table != NULL);
  g_assert_cmpint (taken->chart != NULL, ==, made->chart != NULL);
  if (taken->table) {
    g_autofree char *a = table_text (taken->table), *b = table_text (made->table);
    if (strcmp (a, b))
      g_test_message ("%s: %s", where, taken->key);
    g_assert_cmpstr (a, ==, b);
  }
  if (taken->chart && poplens_chart_get_n_items (taken->chart) > 0) {
    g_autofree char *a = chart_text (taken->chart), *b = chart_text (made->chart);
    if (strcmp (a, b))
      g_test_message ("%s: %s", where, taken->key);
    g_assert_cmpstr (a, ==, b);
  }
}

/* Counts the sections that @page shares with @before. */
static guint
count_reused (const PoplensPage *page, const PoplensPage *before)
{
  guint n = 0;

  for (guint b = 0; b < page->sections->len; b++) {
    const PoplensSection *section = page->sections->pdata[b];
    const PoplensSection *old = poplens_page_find_section (before, section->key);
    n += old && ((section->table && section->table == old->table) ||
                 (section->chart && section->chart == old->chart));
  }
  return n;
}

/* Walks between locations of one page, and checks that reused sections equal built ones. Returns
 * the number of reused sections. */
static guint
walk_locations (PoplensReport *report, PoplensPageId id)
{
  g_autoptr (PoplensLocation) location = poplens_location_new (id);
  g_autoptr (PoplensPage) before = build_after (report, location, NULL);
  guint taken = 0;

  for (guint s = 0; s < STEPS && before; s++) {
    g_autoptr (PoplensLocation) next = change_location (location);
    g_autofree char *where = poplens_location_to_string (next);
    g_autoptr (PoplensPage) page = build_after (report, next, before);
    g_autoptr (PoplensPage) fresh = build_after (report, next, NULL);
    g_assert_cmpint (page != NULL, ==, fresh != NULL);
    if (!page)
      continue;
    taken += count_reused (page, before);
    g_assert_cmpint (page->sections->len, ==, fresh->sections->len);
    g_assert_cmpint (page->n_tiles, ==, fresh->n_tiles);
    g_assert_cmpint (page->controls->len, ==, fresh->controls->len);
    g_assert_cmpstr (page->misuse, ==, fresh->misuse);
    for (guint b = 0; b < page->sections->len; b++)
      check_same (page->sections->pdata[b], fresh->sections->pdata[b], where);
    poplens_page_free (before);
    before = g_steal_pointer (&page);
    poplens_location_unref (location);
    location = g_steal_pointer (&next);
  }
  return taken;
}

static void
test_walks (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  guint taken = 0;

  for (guint id = 0; report && id < POPLENS_N_PAGES; id++)
    taken += walk_locations (report, id);
  g_test_message ("%u sections taken", taken);
  g_assert_true (!report || taken > 0);
}

/* A click on Memory rebuilds only the tables that show the selected tiles. */
static void
test_click_on_memory (gconstpointer name)
{
  static const char *const show_selection[] = {
      "memory-details", "memory-categories", "memory-tiles", "memory-imbalance", "exchanges", NULL};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensPage) before = trace_page (report, "memory?tile=2");
  g_autoptr (PoplensLocation) location = trace_location ("memory?tile=3");
  g_autoptr (PoplensPage) page = build_after (report, location, before);
  g_assert_true (poplens_page_get_chart (page)->chart == poplens_page_get_chart (before)->chart);
  for (guint b = 0; b < page->sections->len; b++) {
    const PoplensSection *section = page->sections->pdata[b];
    const PoplensSection *old = poplens_page_find_section (before, section->key);
    if (section->table)
      g_assert_cmpint (section->table != old->table, ==,
                       g_strv_contains (show_selection, section->key));
  }
  /* Another breakdown rebuilds the chart, and keeps the tables. */
  g_autoptr (PoplensLocation) other = trace_location ("memory?tile=3&breakdown=none");
  g_autoptr (PoplensPage) broken = build_after (report, other, page);
  g_assert_true (poplens_page_get_chart (broken)->chart != poplens_page_get_chart (page)->chart);
  g_assert_true (poplens_page_find_section (broken, "memory-details")->table ==
                 poplens_page_find_section (page, "memory-details")->table);
}

/* A page has at most seven tabs or chapters. Sections that share a tab follow one another, each
 * with a control to choose between them. */
static void
test_seven_tabs (PoplensReport *report)
{
  for (PoplensPageId id = 0; id < POPLENS_N_PAGES; id++) {
    g_autofree char *why_not = poplens_page_why_not (id, report);
    if (why_not)
      continue;
    g_autoptr (PoplensPage) page = trace_page (report, poplens_page_id_name (id));
    g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
    const char *before = NULL;
    for (guint i = 0; i < page->sections->len; i++) {
      const PoplensSection *section = page->sections->pdata[i];
      if (page->layout == POPLENS_LAYOUT_DOCUMENT || !poplens_section_is_tab (section))
        continue;
      const char *tab = section->tab_name ? section->tab_name : section->key;
      if (g_strcmp0 (tab, before))
        g_assert_true (g_hash_table_add (seen, (gpointer) tab));
      before = tab;
    }
    for (guint c = 0; c < page->controls->len; c++)
      if (((PoplensControl *) page->controls->pdata[c])->kind == POPLENS_CONTROL_CHAPTERS)
        g_assert_cmpuint (((PoplensControl *) page->controls->pdata[c])->n_options, <=, 7);
    g_test_message ("%s: %u", page->title, g_hash_table_size (seen));
    g_assert_cmpuint (g_hash_table_size (seen), <=, 7);
  }
}

static void
test_views_of_nothing (PoplensReport *report)
{
  g_autoptr (PoplensLocation) empty = poplens_location_parse ("liveness?from=5&to=2", NULL);
  g_autoptr (PoplensPage) none =
      poplens_page_build (report, empty, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  g_autoptr (PoplensPage) some = trace_page (report, "liveness?from=2&to=5");

  g_assert_nonnull (strstr (none->misuse, "from=5"));
  g_assert_null (some->misuse);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = {"integrals", "demo"};

  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/sections/seven-tabs", test_seven_tabs, "integrals", "demo", NULL);
  report_fixture_test ("/pages/sections/views-of-nothing", test_views_of_nothing, "integrals",
                       "demo-run", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *walks = g_strdup_printf ("/pages/sections/walks/%s", names[i]);
    g_autofree char *click = g_strdup_printf ("/pages/sections/click-on-memory/%s", names[i]);
    g_test_add_data_func (walks, names[i], test_walks);
    g_test_add_data_func (click, names[i], test_click_on_memory);
  }
  return g_test_run ();
}
