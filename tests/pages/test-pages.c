/* Tests of pages of whole reports, generated ones and real ones if they are available, and of
 * locations made by hand. */
#include "pages/core/page.h"
#include "pages/picture/picture.h"

#include "base/error.h"
#include "model/location-keys.h"
#include "pages/trace-fixture.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- what is there, and what is not ---------------------------------------------------------- */

static void
test_sections_are_whole (PoplensReport *report)
{
  static const char *const locations[] = {"summary", "memory",
                                          "memory?tile=0-9&order=use&breakdown=category"};

  for (guint p = 0; p < G_N_ELEMENTS (locations); p++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, locations[p]);
    g_assert_cmpuint (page->sections->len, >, 3);
    for (guint b = 0; b < page->sections->len; b++) {
      const PoplensSection *section = g_ptr_array_index (page->sections, b);
      g_assert_nonnull (section->key);
      g_assert_true (section->kind != POPLENS_SECTION_NOTICE || section->title ||
                     (section->text && *section->text));
      g_assert_true (
          (section->kind != POPLENS_SECTION_CHART && section->kind != POPLENS_SECTION_TAB_CHART) ||
          section->chart || section->state == POPLENS_PARTIAL);
      /* A section has a table, a reason why it has none, or a table that is still to be built. */
      if (section->kind == POPLENS_SECTION_TABLE) {
        g_assert_cmpint (section->table != NULL, ==, section->state == POPLENS_WHOLE);
        g_assert_cmpint (section->text && *section->text, ==, section->state == POPLENS_ABSENT);
      }
      if (section->kind == POPLENS_SECTION_FACTS)
        g_assert_cmpuint (section->facts->len, >=, 4);
    }
    for (guint c = 0; c < page->controls->len; c++) {
      const PoplensControl *control = g_ptr_array_index (page->controls, c);
      g_assert_cmpuint (control->current, <, control->n_options);
    }
  }
}

static void
test_why_not (PoplensReport *report)
{
  for (PoplensPageId id = 0; id < POPLENS_N_PAGES; id++) {
    g_autofree char *why = poplens_page_why_not (id, report);
    g_autoptr (PoplensLocation) location = poplens_location_new (id);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensPage) page =
        poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
    g_assert_true (!why == !!page);
    if (why) {
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
      g_assert_cmpstr (error->message, ==, why);
      /* A page that is not implemented is named; one that lacks data names the option that records
       * it. */
      g_assert_nonnull (
          strstr (why, poplens_page_parts (id) ? "option" : poplens_page_id_title (id)));
    }
  }
}

static void
test_memory_loads_no_more (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?tile=1-5");
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    if (!(poplens_page_parts (POPLENS_PAGE_MEMORY) & POPLENS_PART_BIT (part)))
      g_assert_null (poplens_report_peek (report, part));
  g_assert_nonnull (poplens_report_peek (report, POPLENS_PART_MEMORY));
}

/* Returns column @id of the row of @table with the largest value in column @most. */
static gint64
id_of_largest_row (PoplensReport *report, const char *table, const char *most, const char *id)
{
  g_autoptr (PoplensTable) all = poplens_tables_build (table, report, NULL, NULL, NULL);
  gint64 value = -1, largest = -1;
  g_assert_nonnull (all);
  guint of = (guint) poplens_table_find_column (all, most);
  guint numbers = (guint) poplens_table_find_column (all, id);

  for (guint32 row = 0; row < poplens_table_n_rows (all); row++) {
    PoplensValue cell = poplens_table_get (all, row, of);
    if (cell.type == POPLENS_VALUE_INT && cell.integer > value) {
      value = cell.integer;
      largest = poplens_table_get (all, row, numbers).integer;
    }
  }
  return largest;
}

/* The answer of a page names the item at the top of its table, whatever is selected. */
static void
test_answers (PoplensReport *report)
{
  static const struct {
    const char *location, *table, *most, *id, *says;
  } answers[] = {
      {"memory?tile=1", "memory-tiles", "total_including_gaps", "tile", " tile %d"},
      {"liveness?step=1", "liveness-steps", "total", "step", " step %d,"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, answers[i].location);
    gint64 id = id_of_largest_row (report, answers[i].table, answers[i].most, answers[i].id);
    g_auto (GStrv) halves = g_strsplit (answers[i].says, "%d", 2);
    g_autofree char *says = g_strdup_printf ("%s%" G_GINT64_FORMAT "%s", halves[0], id, halves[1]);
    g_test_message ("%s: %s", says, page->answer);
    g_assert_nonnull (page->answer);
    g_assert_nonnull (strstr (page->answer, says));
  }
}

/* A tab that needs more parts than the page is built when it is in front; it then equals `table
 * NAME`. */
static void
test_tabs_wait (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?tile=1-5");
  const PoplensSection *section = poplens_page_find_section (page, "vertex-types");

  g_assert_null (poplens_report_peek (report, POPLENS_PART_VERTICES));
  g_assert_true (section->state == POPLENS_PARTIAL && !section->table && !section->text);
  g_assert_cmpstr (poplens_page_default_tab (page), ==, "memory-details");
  g_assert_true (poplens_page_find_section (page, "memory-details")->table != NULL);
  g_autoptr (PoplensTable) table =
      poplens_page_make_table (report, page, section, page->location, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensTable) same =
      poplens_tables_build ("vertex-types", report, page->location, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_table_n_rows (table), ==, poplens_table_n_rows (same));
  g_assert_cmpint (poplens_table_sum (table, 2, NULL, 0).integer, ==,
                   poplens_table_sum (same, 2, NULL, 0).integer);
  g_assert_true (poplens_page_complete (page, report, NULL, &error));
  g_assert_true (section->table && section->state == POPLENS_WHOLE);
}

/* The tab in the location is built with the page, and errors in its keys are misuse. */
static void
test_front_tab_does_not_wait (PoplensReport *report)
{
  g_autoptr (PoplensPage) page =
      trace_any_page (report, "memory?tab=vertex-types&sort.vertex-types=x");

  g_assert_nonnull (poplens_page_find_section (page, "vertex-types")->table);
  g_assert_nonnull (strstr (page->misuse, "unknown column"));
  g_autoptr (PoplensPage) behind = trace_any_page (report, "memory?sort.vertex-types=x");
  g_assert_null (behind->misuse);
  g_assert_true (poplens_page_complete (behind, report, NULL, NULL));
  g_assert_nonnull (strstr (behind->misuse, "unknown column"));
}

static void
test_summary_says_what_is_absent (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "summary");
  g_autoptr (GPtrArray) facts =
      poplens_page_summary_facts (report, (PoplensPageDefaults){0}, NULL, NULL);
  const PoplensSection *files = poplens_page_find_section (page, "files");
  gboolean said = FALSE;

  g_assert_nonnull (strstr (files->answer, "missing: execution"));
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    said |= fact->detail && strstr (fact->detail, "execution") != NULL;
    g_assert_cmpfloat (fact->fill, <=, 1);
  }
  g_assert_true (said);
}

/* Summary counts missing parts of the profile and missing files of the directory separately. */
static void
test_not_recorded (PoplensReport *report)
{
  g_autoptr (GPtrArray) facts =
      poplens_page_summary_facts (report, (PoplensPageDefaults){0}, NULL, NULL);
  const PoplensFact *last = g_ptr_array_index (facts, facts->len - 1);
  gboolean ran = !poplens_report_get_absence (report, POPLENS_PART_EXECUTION);
  g_assert_cmpstr (last->label, ==, "Missing");
  g_assert_cmpstr (last->value, ==, ran ? "4 files" : "1 part, 3 files");
}

/* A control that names a section finds it, and no shortcut letter is used twice. */
static void
test_locations_of_controls (PoplensReport *report)
{
  for (PoplensPageId id = 0; id < POPLENS_N_PAGES; id++) {
    g_autofree char *why = poplens_page_why_not (id, report);
    guint letters = 0;
    if (why)
      continue;
    g_autoptr (PoplensPage) page = trace_any_page (report, poplens_page_id_name (id));
    for (guint c = 0; c < page->controls->len; c++) {
      const PoplensControl *control = g_ptr_array_index (page->controls, c);
      g_assert_true (!control->section || poplens_page_find_section (page, control->section));
      if (!control->letter)
        continue;
      g_assert_true (g_ascii_islower (control->letter));
      g_assert_cmpuint (letters & (1u << (control->letter - 'a')), ==, 0);
      letters |= 1u << (control->letter - 'a');
    }
  }
  g_autoptr (PoplensPage) memory = trace_any_page (report, "memory");
  g_assert_cmpint (poplens_page_find_control (memory, "order")->letter, ==, 'o');
}

static void
test_headline_takes_only_what_is_asked (PoplensReport *report)
{
  g_autoptr (GPtrArray) facts = poplens_page_headline (
      report, POPLENS_PART_BIT (POPLENS_PART_EXECUTION), (PoplensPageDefaults){0}, NULL, NULL);
  g_assert_nonnull (facts);
  g_assert_cmpuint (facts->len, ==, 1);
  g_assert_cmpstr (((PoplensFact *) g_ptr_array_index (facts, 0))->link, ==,
                   "trace?tab=trace-time");
  g_assert_null (poplens_report_peek (report, POPLENS_PART_MEMORY));
}

/* Returns the control of @page with the key and section of @control, which is from another page. */
static const PoplensControl *
find_same (const PoplensPage *page, const PoplensControl *control)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *one = page->controls->pdata[i];
    if (!strcmp (one->key, control->key) && !g_strcmp0 (one->section, control->section))
      return one;
  }
  return NULL;
}

/* A location can express every option of every control; an unknown option is misuse. */
static void
test_locations_say_what_controls_do (PoplensReport *report)
{
  for (PoplensPageId id = 0; id < POPLENS_N_PAGES; id++) {
    g_autofree char *why_not = poplens_page_why_not (id, report);
    if (why_not)
      continue;
    g_autoptr (PoplensPage) page = trace_any_page (report, poplens_page_id_name (id));
    g_assert_null (page->misuse);
    for (guint c = 0; c < page->controls->len; c++) {
      const PoplensControl *control = g_ptr_array_index (page->controls, c);
      /* Each section of a shared tab has the control, and each is current in its own. */
      gboolean of_a_tab = !strcmp (control->key, "tab");
      /* A text field accepts any value, and buttons have targets that may be empty. */
      for (guint o = 0; control->kind != POPLENS_CONTROL_BUTTONS && control->n_options &&
                        o <= control->n_options;
           o++) {
        gboolean wrong = o == control->n_options;
        const char *value = wrong ? "nonsense" : control->options[o];
        g_autofree char *text =
            g_strdup_printf ("%s?%s=%s", poplens_page_id_name (id), control->key, value);
        if (wrong && control->kind == POPLENS_CONTROL_SWITCH)
          continue;
        g_autoptr (PoplensPage) chosen = trace_any_page (report, text);
        const PoplensControl *same = find_same (chosen, control);
        g_assert_nonnull (same);
        g_assert_true (wrong || poplens_location_check_words (chosen->location, NULL));
        g_assert_cmpuint (same->current, ==, wrong || of_a_tab ? control->current : o);
        g_assert_cmpint (chosen->misuse != NULL, ==, wrong);
        g_assert_cmpint (poplens_page_find_section (chosen, "place") != NULL, ==, wrong);
      }
    }
  }
}

static void
test_tiles_that_are_not_there (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?tile=70000");
  g_autoptr (PoplensPage) all = trace_any_page (report, "memory");

  g_assert_nonnull (strstr (page->misuse, "70000"));
  g_assert_nonnull (strstr (page->misuse, "0 to 1471"));
  /* The page is the same as without the wrong key, plus a notice. */
  g_assert_cmpuint (page->sections->len, ==, all->sections->len + 1);
}

static void
test_page_cancelled (PoplensReport *report)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_cancellable_cancel (cancellable);
  for (PoplensPageId id = POPLENS_PAGE_SUMMARY; id <= POPLENS_PAGE_MEMORY;
       id += POPLENS_PAGE_MEMORY - POPLENS_PAGE_SUMMARY) {
    g_autoptr (PoplensLocation) location = poplens_location_new (id);
    g_autoptr (GError) error = NULL;
    g_assert_null (
        poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
}

/* ---- the chart of Memory --------------------------------------------------------------------- */

static const char *const breakdowns[] = {"none", "region", "group", "category", "liveness"};

static void
test_bands_add_up (PoplensReport *report)
{
  for (guint b = 0; b < G_N_ELEMENTS (breakdowns); b++)
    for (guint by_use = 0; by_use < 2; by_use++) {
      g_autofree char *location = g_strdup_printf ("memory?breakdown=%s&gaps=no&order=%s",
                                                   breakdowns[b], by_use ? "use" : "number");
      g_autoptr (PoplensPage) page = trace_any_page (report, location);
      const PoplensSection *section = poplens_page_get_chart (page);
      const PoplensMemory *memory = poplens_report_peek (report, POPLENS_PART_MEMORY);

      g_assert_cmpuint (poplens_chart_get_n_items (section->chart), ==, memory->n_tiles);
      for (gsize i = 0; i < memory->n_tiles; i++) {
        guint32 position = poplens_memory_find_tile (memory, section->plot.tiles[i]);
        guint64 sum = 0;
        for (guint s = 0; s < poplens_chart_get_n_series (section->chart); s++)
          sum += poplens_chart_get_value (section->chart, s, i);
        g_assert_cmpuint (sum, ==, memory->total[position]);
      }
    }
}

static void
test_gaps_line (PoplensReport *report)
{
  g_autoptr (PoplensPage) with = trace_any_page (report, "memory?breakdown=none");
  g_autoptr (PoplensPage) without = trace_any_page (report, "memory?breakdown=none&gaps=no");
  const PoplensMemory *memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  const PoplensChart *chart = poplens_page_get_chart (with)->chart;

  g_assert_cmpuint (poplens_chart_get_n_series (chart), ==, 2);
  g_assert_cmpuint (poplens_chart_get_n_series (poplens_page_get_chart (without)->chart), ==, 1);
  for (guint32 i = 0; i < memory->n_tiles; i++)
    g_assert_cmpuint (poplens_chart_get_value (chart, 1, i), ==, memory->total_including_gaps[i]);
}

static void
test_hidden_series (PoplensReport *report)
{
  g_autoptr (PoplensPage) page =
      trace_any_page (report, "memory?breakdown=group&hide=shared,with-gaps");
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  guint hidden = 0;

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++) {
    const char *key = poplens_chart_get_series_key (chart, s);
    gboolean named = !strcmp (key, "shared") || !strcmp (key, "with-gaps");
    g_assert_cmpint (poplens_chart_is_series_hidden (chart, s), ==, named);
    hidden += named;
  }
  g_assert_cmpuint (hidden, ==, 2);
}

/* ---- selection ------------------------------------------------------------------------------- */

/* Converting tiles to items and back gives the same tiles in any order. */
static void
test_selection_round_trip (PoplensReport *report)
{
  static const char *const locations[] = {
      "memory?tile=0,5,100-120", "memory?tile=0,5,100-120&order=use", "memory?tile=1471&order=use",
      "memory?tile=0-1471&order=use", "memory"};
  for (guint p = 0; p < G_N_ELEMENTS (locations); p++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, locations[p]);
    g_autoptr (GArray) items = poplens_page_selected_items (page, page->location);
    g_autoptr (PoplensTileSet) want = poplens_location_get_tiles (page->location);
    g_autoptr (PoplensTileSet) all = poplens_tile_set_new (NULL, 0);

    for (guint i = 0; i < items->len; i++) {
      PoplensItemRange range = g_array_index (items, PoplensItemRange, i);
      g_autoptr (PoplensTileSet) some = poplens_page_tiles_of_items (page, range);
      g_assert_cmpuint (range.from, <, range.to);
      if (i)
        g_assert_cmpuint (range.from, >, g_array_index (items, PoplensItemRange, i - 1).to);
      g_assert_cmpuint (poplens_tile_set_count (some), ==, range.to - range.from);
      for (guint r = 0; r < some->n; r++) {
        PoplensTileSet *more = poplens_tile_set_add (all, some->ranges[r]);
        poplens_tile_set_free (all);
        all = more;
      }
    }
    g_autofree char *a = poplens_tile_set_to_string (want);
    g_autofree char *b = poplens_tile_set_to_string (all);
    g_assert_cmpstr (a, ==, b);
  }
}

static void
test_sorted_order (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?order=use");
  const PoplensMemory *memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  const PoplensSection *section = poplens_page_get_chart (page);
  guint32 last = G_MAXUINT32;

  for (guint32 i = 0; i < memory->n_tiles; i++) {
    guint32 total = memory->total[poplens_memory_find_tile (memory, section->plot.tiles[i])];
    g_assert_cmpuint (total, <=, last);
    last = total;
  }
  /* The first items are the fullest tiles, not tiles 0 to 2. */
  g_autoptr (PoplensTileSet) first = poplens_page_tiles_of_items (page, (PoplensItemRange){0, 1});
  g_assert_cmpuint (first->ranges[0].first, ==, section->plot.tiles[0]);
}

static void
test_selection_outside (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?tile=4000000-4294967294");
  g_autoptr (GArray) items = poplens_page_selected_items (page, page->location);
  g_autoptr (PoplensTileSet) none =
      poplens_page_tiles_of_items (page, (PoplensItemRange){5000, 6000});
  g_assert_cmpuint (items->len, ==, 0);
  g_assert_cmpuint (none->n, ==, 0);
}

/* ---- place ----------------------------------------------------------------------------------- */

static void
test_view_of_location (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?from=100&to=200.5&axis=limit");
  PoplensChartView view = poplens_page_chart_view (page, page->location);
  g_assert_cmpfloat (view.from, ==, 100);
  g_assert_cmpfloat (view.to, ==, 200.5);
  g_assert_true (view.limit_to_scale);

  g_autoptr (PoplensPage) wild = trace_any_page (report, "memory?from=-1e300&to=1e300");
  view = poplens_page_chart_view (wild, wild->location);
  g_assert_cmpfloat (view.from, <, view.to);
  g_assert_cmpfloat (view.from, >=, 0);
  g_assert_cmpfloat (view.to, <=, 1472);
}

/* The option in the location is the current option of its control, and the page's location has the
 * same text. */
static void
test_controls_follow_the_location (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory");
  for (guint c = 0; c < page->controls->len; c++) {
    const PoplensControl *control = g_ptr_array_index (page->controls, c);
    for (guint o = 0; o < control->n_options; o++) {
      g_autoptr (PoplensLocation) location =
          poplens_location_with (page->location, control->key, control->options[o]);
      g_autofree char *text = poplens_location_to_string (location);
      g_autoptr (PoplensPage) there = trace_any_page (report, text);
      g_autofree char *again = poplens_location_to_string (there->location);
      gboolean of_a_tab = !strcmp (control->key, "tab");
      const PoplensControl *now = find_same (there, control);
      g_assert_cmpuint (now->current, ==, of_a_tab ? control->current : o);
      g_assert_cmpstr (text, ==, again);
    }
  }
}

static void
test_unit (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?unit=bytes");
  g_autoptr (PoplensPage) plain = trace_any_page (report, "memory?unit=furlong");
  g_assert_cmpint (page->unit, ==, POPLENS_BYTE_UNIT_BYTES);
  g_assert_cmpint (plain->unit, ==, POPLENS_BYTE_UNIT_BINARY);
}

static void
test_changed_first (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  if (!report)
    return;
  g_autoptr (PoplensLocation) summary = poplens_location_parse ("summary", NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build_whole (report, summary, (PoplensPageDefaults){0}, FALSE, NULL, NULL);
  const PoplensOptions *options = poplens_report_peek (report, POPLENS_PART_OPTIONS);
  const PoplensTable *table = poplens_page_find_section (page, "options")->table;
  gboolean descending;
  guint column;
  g_assert_cmpuint (poplens_table_n_rows (table), ==, options->rows->len);
  g_assert_true (poplens_table_get_default_sort (table, &column, &descending));
  g_assert_cmpstr (poplens_table_get_column (table, column)->name, ==, "is_default");
  g_assert_false (descending);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void
test_render (gconstpointer name)
{
  static const struct {
    int width, height;
  } sizes[] = {{1000, 700}, {1920, 1200}, {200, 100}, {1, 1}, {3000, 60}, {60, 3000}};
  static const char *const locations[] = {"memory?tile=3-40&tab=memory-tiles", "liveness?step=3"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  if (!report)
    return;
  g_autofree char *folder = g_dir_make_tmp ("poplens-pages-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "page.png", NULL);

  for (guint p = 0; p < G_N_ELEMENTS (locations); p++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, locations[p]);
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
      PoplensPictureSpec spec = {.dark = s % 2,
                                 .width = sizes[s].width,
                                 .height = sizes[s].height,
                                 .scale = 1,
                                 .report_name = name};
      g_autoptr (GError) error = NULL;
      g_assert_true (poplens_page_save_picture (page, &spec, file, &error));
      g_assert_no_error (error);
      cairo_surface_t *surface = cairo_image_surface_create_from_png (file);
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==, sizes[s].width);
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==, sizes[s].height);
      cairo_surface_destroy (surface);
    }
    g_autoptr (GError) error = NULL;
    PoplensPictureSpec spec = {.height = 10, .scale = 1, .report_name = "x"};
    g_assert_false (poplens_page_save_picture (page, &spec, file, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
  g_unlink (file);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/sections-are-whole", test_sections_are_whole, "integrals",
                       "firehose", "firehose-killed", "demo-run", "demo-compiled", "demo-killed",
                       NULL);
  report_fixture_test ("/pages/why-not", test_why_not, "firehose", "demo-compiled", NULL);
  report_fixture_test ("/pages/memory-loads-no-more", test_memory_loads_no_more, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/answers", test_answers, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/tabs-wait", test_tabs_wait, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/front-tab-does-not-wait", test_front_tab_does_not_wait, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/summary-says-what-is-absent", test_summary_says_what_is_absent,
                       "firehose", "demo-compiled", NULL);
  report_fixture_test ("/pages/places/controls", test_locations_say_what_controls_do, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/places/no-such-tiles", test_tiles_that_are_not_there, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/headline", test_headline_takes_only_what_is_asked, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/cancelled", test_page_cancelled, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/bands-add-up", test_bands_add_up, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/gaps-line", test_gaps_line, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/hidden-series", test_hidden_series, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/selection-round-trip", test_selection_round_trip, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/sorted-order", test_sorted_order, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/selection-outside", test_selection_outside, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/view-of-place", test_view_of_location, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/not-recorded", test_not_recorded, "integrals", "firehose",
                       "demo-run", "demo-compiled", NULL);
  report_fixture_test ("/pages/places-of-controls", test_locations_of_controls, "integrals",
                       "demo-run", NULL);
  report_fixture_test ("/pages/controls-follow-the-place", test_controls_follow_the_location,
                       "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/unit", test_unit, "integrals", "demo-run", NULL);
  report_fixture_add ("/pages/changed-first", test_changed_first, "integrals", "demo-run", NULL);
  report_fixture_add ("/pages/render", test_render, "integrals", "demo-run", NULL);
  return g_test_run ();
}
