/* Tests of the Insights page, section by section, on the demo's two IPUs and on real reports: it
 * shows what the tables have, which other tests compare with SQL. */
#include "pages/insights/changes.h"
#include "pages/trace-fixture.h"

#include "charts/floor/floor.h"
#include "derived/insights/insights-source.h"
#include "support/table-cells.h"
#include "support/temp-dir.h"
#include "tables/engine/registry.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static const char *const sections[] = {"overview", "what-if", "tiles"};

static PoplensPage *
build_section (PoplensReport *report, const char *section, const char *more)
{
  g_autofree char *text = g_strdup_printf ("insights?view=%s%s", section, more);

  return trace_page (report, text);
}

/* Every section can be shown for all tiles, an IPU and a tile; its control says which. */
static void
test_sections (PoplensReport *report)
{
  static const char *const scopes[] = {"", "&tile=5", "&ipu=0", "&scope=all&tile=0-9"};

  for (guint s = 0; s < G_N_ELEMENTS (sections); s++)
    for (guint o = 0; o < G_N_ELEMENTS (scopes); o++) {
      g_autoptr (PoplensPage) page = build_section (report, sections[s], scopes[o]);
      const PoplensControl *control = poplens_page_find_control (page, "view");
      g_assert_cmpint (control->kind, ==, POPLENS_CONTROL_CHAPTERS);
      g_assert_cmpstr (control->options[control->current], ==, sections[s]);
      g_assert_cmpuint (control->n_options, ==, G_N_ELEMENTS (sections));
      g_assert_cmpuint (page->sections->len, >, 0);
    }
}

/* Finds the fact with that form and title. (nullable): NULL if there is none */
static const PoplensFact *
find_row (const PoplensPage *page, const char *section, PoplensFactForm form, const char *title)
{
  const GPtrArray *facts = poplens_page_find_section (page, section)->facts;

  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    if (fact->form == form && (!title || !strcmp (fact->label, title)))
      return fact;
  }
  return NULL;
}

/* Groups, and the parts in each, are sorted by their number, which is the largest saving of a
 * single action: that of the first part. Each group has one advice, then its parts. */
static void
test_insights_groups (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  double group = INFINITY, part = INFINITY;
  guint groups = 0, parts = 0, advice = 0;
  gboolean is_first = FALSE;

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_section (report, "overview", "");
  const GPtrArray *facts = poplens_page_find_section (page, "time-findings")->facts;
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    double share = g_ascii_strtod (fact->value, NULL);
    if (fact->form == POPLENS_FACT_GROUP) {
      g_assert_cmpfloat (share, <=, group);
      group = part = share;
      is_first = TRUE;
      groups++;
      g_assert_nonnull (fact->group);
      g_assert_cmpint (((const PoplensFact *) facts->pdata[i + 1])->form, ==, POPLENS_FACT_ADVICE);
    } else if (fact->form == POPLENS_FACT_PART) {
      g_assert_cmpfloat (share, <=, part);
      if (is_first)
        g_assert_cmpfloat (share, ==, group);
      is_first = FALSE;
      part = share;
      parts++;
    }
    advice += fact->form == POPLENS_FACT_ADVICE;
  }
  g_assert_cmpuint (groups, >=, 3);
  g_assert_cmpuint (parts, >, groups);
  g_assert_cmpuint (advice, ==, groups);
  const PoplensFact *waits = find_row (page, "time-findings", POPLENS_FACT_GROUP, "Tile wait");
  g_assert_nonnull (strstr (waits->sentence, "Without that the program saves at most"));
  g_assert_true (g_str_has_prefix (waits->detail, "Together at most "));
}

/* The values of all findings on memory have the same unit. */
static void
test_one_unit (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = build_section (report, "overview", "");
  const GPtrArray *facts = poplens_page_find_section (page, "memory-findings")->facts;
  const char *unit = NULL;

  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    if (fact->form != POPLENS_FACT_ITEM)
      continue;
    const char *its = strrchr (fact->value, ' ');
    g_assert_cmpstr (its, ==, unit ? unit : its);
    unit = its;
  }
  g_assert_nonnull (unit);
}

/* If the model does not fit, memory has the wide column: the cause and the plan come first. */
static void
test_over (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo-over");

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_section (report, "overview", "");
  const PoplensSection *memory = poplens_page_find_section (page, "memory-findings");
  const PoplensSection *facts = poplens_page_find_section (page, "facts");
  g_assert_cmpint (memory->column, ==, 1);
  g_assert_cmpint (facts->column, ==, 2);
  g_assert_nonnull (strstr (memory->answer, " over"));
  g_assert_cmpstr (((const PoplensFact *) memory->facts->pdata[0])->label, ==, "Cause");
  const PoplensFact *plan = find_row (page, "memory-findings", POPLENS_FACT_STEP, "Plan");
  if (plan)
    g_assert_true (plan == memory->facts->pdata[1] && plan->links->len == 1);
  g_assert_nonnull (find_row (page, "memory-findings", POPLENS_FACT_STEP, "Tiles over"));
}

/* A page that is cancelled after its parts were loaded fails with G_IO_ERROR_CANCELLED. */
static void
test_insights_cancelled (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (PoplensLocation) location = poplens_location_parse ("insights", NULL);
  g_autoptr (GError) error = NULL;
  PoplensWork work = {.cancellable = cancellable, .to = 1};

  if (!report)
    return;
  for (guint part = 0; part < POPLENS_N_PARTS; part++)
    poplens_report_load (report, part, NULL, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (
      poplens_page_build_work (report, location, (PoplensPageDefaults){0}, NULL, &work, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A section reads only the parts that it shows: variables take seconds in a large report. */
static void
test_insights_parts (void)
{
  static const char *const light[] = {"tiles"};

  for (guint s = 0; s < G_N_ELEMENTS (sections); s++) {
    g_autoptr (PoplensReport) report = report_fixture_open ("demo");
    if (!report)
      return;
    g_autoptr (PoplensPage) page = build_section (report, sections[s], "");
    guint32 parts = poplens_page_parts_of_location (page->location);
    for (guint l = 0; l < G_N_ELEMENTS (light); l++)
      if (!strcmp (light[l], sections[s])) {
        g_assert_null (poplens_report_peek (report, POPLENS_PART_VARIABLES));
        g_assert_false (parts & POPLENS_PART_BIT (POPLENS_PART_VARIABLES));
      }
    for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
      if (parts & POPLENS_PART_BIT (part))
        g_assert_nonnull (poplens_report_peek (report, part));
  }
}

/* Writes the demo's profile, extended with zeroes to a size that is treated as large. */
static void
write_large (const char *directory)
{
  g_autofree char *demo = report_fixture_path ("demo");
  g_autofree char *from = g_build_filename (demo, "profile.pop", NULL);
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (from, &data, &size, NULL));
  g_autofree char *to = temp_dir_write (directory, "profile.pop", data, (gssize) size);
  g_assert_cmpint (truncate (to, (off_t) 200 << 20), ==, 0);
}

/* The overview of a large report comes without slow parts, and says what is still to come. After
 * loading these, it equals the overview of a small report. */
static void
test_later (void)
{
  const guint32 later = POPLENS_PART_BIT (POPLENS_PART_VARIABLES) |
                        POPLENS_PART_BIT (POPLENS_PART_LIVENESS) |
                        POPLENS_PART_BIT (POPLENS_PART_EXECUTION);
  g_autofree char *directory = temp_dir_new ();
  write_large (directory);
  g_autoptr (PoplensReport) report = poplens_report_open (directory, NULL);
  g_autoptr (PoplensReport) small = report_fixture_open ("demo");
  g_autoptr (PoplensPage) whole = build_section (small, "overview", "");
  g_autoptr (PoplensPage) first = build_section (report, "overview", "");

  g_assert_cmpuint (whole->later, ==, 0);
  g_assert_cmpuint (first->later, ==, later);
  g_assert_cmpint (first->state, ==, POPLENS_PARTIAL);
  g_assert_null (poplens_report_peek (report, POPLENS_PART_VARIABLES));
  /* Only the first card is shown, so that nothing moves when its findings come. */
  g_assert_cmpint (poplens_page_find_section (first, "time-findings")->state, ==, POPLENS_ABSENT);
  g_assert_null (poplens_page_find_section (first, "memory-findings"));
  g_assert_null (poplens_page_find_section (first, "facts"));
  const GPtrArray *all = poplens_page_find_section (whole, "time-findings")->facts;
  g_assert_true (poplens_report_load_parts (report, first->later, NULL, NULL));
  g_autoptr (PoplensPage) again = build_section (report, "overview", "");
  g_assert_cmpuint (again->later, ==, 0);
  const GPtrArray *now = poplens_page_find_section (again, "time-findings")->facts;
  g_assert_cmpuint (now->len, ==, all->len);
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpstr (((PoplensFact *) now->pdata[i])->detail, ==,
                     ((PoplensFact *) all->pdata[i])->detail);
  temp_dir_remove (directory);
}

/* Selected tiles are marked on the plan of all tiles, but not if only the selection is shown. */
static void
test_marks (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = build_section (report, "tiles", "&tile=5,100-130");
  const PoplensSection *map = poplens_page_find_section (page, "peaks-map");
  g_autoptr (GArray) marks = poplens_page_section_marks (map, page->location);
  g_assert_cmpuint (marks->len, ==, 2);
  const PoplensItemRange *range = &g_array_index (marks, PoplensItemRange, 1);
  g_assert_cmpuint (map->plot.tiles[range->from], ==, 100);
  g_assert_cmpuint (map->plot.tiles[range->to - 1], ==, 130);
  g_assert_cmpuint (range->to - range->from, ==, 31);
  g_autoptr (PoplensPage) alone =
      build_section (report, "what-if", "&tile=5&scope=tile&scale=message=2");
  g_autoptr (GArray) none = poplens_page_section_marks (
      poplens_page_find_section (alone, "what-if-map"), alone->location);
  g_assert_cmpuint (none->len, ==, 0);
}

/* An unknown section is misuse, and the first section is shown. */
static void
test_wrong_section (PoplensReport *report)
{
  g_autoptr (PoplensLocation) location = trace_location ("insights?view=nothing");
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  g_assert_nonnull (strstr (page->misuse, "nothing"));
  g_assert_nonnull (poplens_page_find_section (page, "memory-findings"));
}

/* Checks that each tile of the map has the value and the link of its row. */
static void
check_map (PoplensPage *page, const char *map, const char *name, const char *const *columns,
           guint n)
{
  const PoplensSection *section = poplens_page_find_section (page, map);
  const PoplensTable *table = poplens_page_find_section (page, name)->table;

  g_assert_cmpuint (poplens_chart_get_n_items (section->chart), ==, poplens_table_n_rows (table));
  g_assert_cmpuint (poplens_chart_get_n_series (section->chart), >=, n);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    PoplensFloorCell cell;
    g_assert_cmpuint (section->plot.tiles[row], ==, table_int (table, row, "tile"));
    g_assert_cmpstr (section->plot.links[row], ==, link);
    g_assert_true (poplens_chart_get_floor_cell (section->chart, row, &cell));
    for (guint s = 0; s < n; s++)
      g_assert_cmpint ((gint64) poplens_chart_get_value (section->chart, s, row), ==,
                       MAX (table_int (table, row, columns[s]), 0));
  }
}

static void
test_tiles_map (PoplensReport *report)
{
  static const char *const peak[] = {"bytes", "headroom"}, *const headroom[] = {"headroom",
                                                                                "bytes"};

  g_autoptr (PoplensPage) page = build_section (report, "tiles", "");
  g_autoptr (PoplensPage) other = build_section (report, "tiles", "&colour=headroom");
  check_map (page, "peaks-map", "liveness-tiles", peak, 2);
  check_map (other, "peaks-map", "liveness-tiles", headroom, 2);
  /* The map is directly above its table; charts of how full the tiles are follow. */
  guint map, rows;
  g_ptr_array_find (page->sections, poplens_page_find_section (page, "peaks-map"), &map);
  g_ptr_array_find (page->sections, poplens_page_find_section (page, "liveness-tiles"), &rows);
  g_assert_cmpuint (map + 1, ==, rows);
  g_assert_nonnull (poplens_page_find_section (page, "fullest-chart"));
  g_assert_nonnull (poplens_page_find_section (page, "histogram-chart"));
}

/* ---- what if --------------------------------------------------------------------------------- */

static PoplensToggle *
find_toggle (const PoplensChanges *changes, const char *key)
{
  for (guint i = 0; i < changes->toggles->len; i++)
    if (!strcmp (((PoplensToggle *) changes->toggles->pdata[i])->key, key))
      return changes->toggles->pdata[i];
  g_assert_not_reached ();
}

static gboolean
toggle_is_on (const PoplensChanges *changes, const char *key)
{
  return find_toggle (changes, key)->is_on;
}

static void
test_what_if (void)
{
  static const char *const columns[] = {"after", "before"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_section (
      report, "what-if", "&scale=weights=2;category:message=0.5&change=no-instrumentation");
  g_autoptr (PoplensLocation) plain =
      trace_location ("insights?scale=weights=2;category:message=0.5&change=no-instrumentation");
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("what-if-tiles", report, plain, NULL, NULL);
  const PoplensTable *shown = poplens_page_find_section (page, "what-if-tiles")->table;
  const PoplensChanges *changes = poplens_page_find_section (page, "changes")->changes;

  check_map (page, "what-if-map", "what-if-tiles", columns, 2);
  g_assert_cmpuint (poplens_table_n_rows (shown), ==, poplens_table_n_rows (table));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    g_assert_cmpint (table_int (shown, row, "after"), ==, table_int (table, row, "after"));
  g_assert_cmpuint (changes->scales->len, ==, 2);
  g_assert_true (toggle_is_on (changes, "no-instrumentation"));
  g_assert_false (toggle_is_on (changes, "half"));
  g_assert_nonnull (strstr (changes->command, "--scale 'weights=2' --scale 'category:message=0.5' "
                                              "--change 'no-instrumentation'"));
  /* The result is above the changes, so that a low window shows it. */
  guint answer, panel;
  g_assert_true (g_ptr_array_find (page->sections,
                                   poplens_page_find_section (page, "what-if-facts"), &answer));
  g_assert_true (
      g_ptr_array_find (page->sections, poplens_page_find_section (page, "changes"), &panel));
  g_assert_cmpuint (answer, <, panel);
  /* A location with changes opens What If without naming the section. */
  g_autoptr (PoplensPage) same = trace_page (report, "insights?scale=weights=2");
  g_assert_nonnull (poplens_page_find_section (same, "changes"));
}

/* Finds the fact with label @label. (nullable): NULL if there is none */
static const PoplensFact *
find_fact (const PoplensPage *page, const char *section, const char *label)
{
  const GPtrArray *facts = poplens_page_find_section (page, section)->facts;

  for (guint i = 0; i < facts->len; i++)
    if (!strcmp (((const PoplensFact *) facts->pdata[i])->label, label))
      return facts->pdata[i];
  return NULL;
}

/* Tiles in the scope field of What If limit it; tiles that are selected on other pages do not. */
static void
test_scope_of_field (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_parse ("5", NULL);
  g_autoptr (PoplensTileSet) none = poplens_tile_set_parse ("", NULL);

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_section (report, "what-if", "&tile=7");
  g_autoptr (PoplensLocation) entered = poplens_page_enter_tiles (page, page->location, tiles);
  g_autoptr (PoplensLocation) cleared = poplens_page_enter_tiles (page, entered, none);
  g_assert_true (page->has_scope && page->scope_is_all);
  g_assert_cmpstr (poplens_location_get (entered, "tile"), ==, "5");
  g_assert_cmpstr (poplens_location_get (entered, "scope"), ==, "tile");
  g_assert_null (poplens_location_get (cleared, "tile"));
  g_assert_null (poplens_location_get (cleared, "scope"));
}

static void
test_what_if_cards (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  if (!report)
    return;
  g_autoptr (PoplensPage) scaled = build_section (report, "what-if", "&scale=weights=1.1");
  const PoplensTable *sum = poplens_page_find_section (scaled, "what-if")->table;
  gint64 over = table_int (sum, 0, "over"), tight = table_int (sum, 0, "tight");
  g_autofree char *value = g_strdup_printf ("0 \u2192 %d", (int) (over + tight));

  g_assert_cmpint (tight, >, 0);
  g_assert_cmpstr (find_fact (scaled, "what-if-facts", "Tiles over capacity")->value, ==, value);
  g_assert_nonnull (find_fact (scaled, "what-if-facts", "First over"));
  g_assert_cmpint (find_fact (scaled, "what-if-facts", "Tiles over capacity")->tone, ==,
                   POPLENS_TONE_BAD);
  /* Without a change there is nothing to compare with. */
  g_autoptr (PoplensPage) plain = build_section (report, "what-if", "");
  g_assert_cmpstr (find_fact (plain, "what-if-facts", "Tiles over capacity")->value, ==, "None");

  g_autoptr (PoplensPage) least = build_section (report, "what-if", "&change=recompute");
  g_autoptr (PoplensPage) most =
      build_section (report, "what-if", "&change=recompute&estimate=pessimistic");
  g_assert_null (find_fact (least, "what-if-facts", "First over"));
  g_assert_nonnull (strstr (poplens_page_find_section (least, "bound")->text, "cannot fit"));
  g_assert_null (strstr (poplens_page_find_section (most, "bound")->text, "cannot fit"));
}

/* The verdict is about the changed report: bad while no change is applied, and never on figures
 * that did not change. */
static void
test_verdict (void)
{
  static const char *const labels[] = {"Tiles over capacity", "Fullest tile"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo-over");

  if (!report)
    return;
  g_autoptr (PoplensPage) plain = build_section (report, "what-if", "");
  g_autoptr (PoplensPage) same = build_section (report, "what-if", "&scale=vertexCode=1");
  for (guint l = 0; l < G_N_ELEMENTS (labels); l++) {
    const PoplensFact *before = find_fact (plain, "what-if-facts", labels[l]);
    const PoplensFact *after = find_fact (same, "what-if-facts", labels[l]);
    g_assert_cmpint (before->tone, ==, POPLENS_TONE_BAD);
    g_assert_null (strstr (before->value, "\u2192"));
    g_assert_cmpint (after->tone, ==, POPLENS_TONE_NEUTRAL);
    g_assert_nonnull (strstr (after->value, "\u2192"));
  }
}

/* The tiles and bytes that a row matches equal those of the table, tile by tile. */
static void
test_matched (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  if (!report)
    return;
  g_autoptr (PoplensPage) page = build_section (report, "what-if", "&scale=weights=2");
  g_autoptr (PoplensPage) some = build_section (report, "what-if", "&scale=weights@0-9=2");
  const PoplensTable *table = poplens_page_find_section (page, "what-if-tiles")->table;
  const PoplensScale *all = poplens_page_find_section (page, "changes")->changes->scales->pdata[0];
  const PoplensScale *ten = poplens_page_find_section (some, "changes")->changes->scales->pdata[0];
  guint64 sum = 0, first = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    sum += (guint64) table_int (table, row, "matched");
    first += table_int (table, row, "tile") < 10 ? (guint64) table_int (table, row, "matched") : 0;
  }
  g_assert_cmpuint (sum, >, 0);
  g_assert_cmpuint (all->variables, >, 1);
  g_assert_cmpuint (all->bytes, ==, sum);
  g_assert_cmpuint (ten->bytes, ==, first);
  g_assert_cmpstr (ten->filter, ==, "weights@0-9");
}

/* A pattern that matches nothing is misuse; the other changes still apply. */
static void
test_insights_unknown (PoplensReport *report)
{
  g_autoptr (PoplensLocation) location =
      trace_location ("insights?view=what-if&scale=nosuchthing=2;vertexCode=2");
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  const PoplensTable *sum = poplens_page_find_section (page, "what-if")->table;

  g_assert_nonnull (strstr (page->misuse, "nosuchthing"));
  g_assert_cmpint (table_int (sum, 0, "after"), >, table_int (sum, 0, "before"));
}

static void
test_insights_round_trip (PoplensReport *report)
{
  const PoplensWhatIf *what = poplens_report_what_if (report, NULL, NULL);
  g_autoptr (PoplensLocation) location = trace_location ("insights?view=what-if");
  g_autoptr (PoplensChanges) changes = poplens_changes_new (report, what, location);

  g_ptr_array_add (changes->scales, poplens_scale_new ("a;b=c", 1500000));
  g_ptr_array_add (changes->scales, poplens_scale_new ("", 1500000));
  g_ptr_array_add (changes->scales, poplens_scale_new ("category:message@0-9", 0));
  find_toggle (changes, "half")->is_on = TRUE;
  g_autoptr (PoplensLocation) to = poplens_changes_to_location (changes, location);
  g_autoptr (PoplensChanges) back = poplens_changes_new (report, what, to);
  g_assert_cmpuint (back->scales->len, ==, 2);
  g_assert_cmpstr (((PoplensScale *) back->scales->pdata[0])->filter, ==, "a;b=c");
  g_assert_cmpint (((PoplensScale *) back->scales->pdata[0])->factor, ==, 1500000);
  g_assert_cmpstr (((PoplensScale *) back->scales->pdata[1])->filter, ==, "category:message@0-9");
  g_assert_true (toggle_is_on (back, "half"));
  g_assert_false (toggle_is_on (back, "no-instrumentation"));
}

/* Suggestions contain the typed text, the largest first; each gives the bytes that it matches. */
static void
test_suggest (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GError) error = NULL;

  if (!report)
    return;
  g_autoptr (GPtrArray) found = poplens_changes_suggest (report, "WEIGHT", 5, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, >, 0);
  g_assert_cmpuint (found->len, <=, 5);
  for (guint i = 0; i < found->len; i++) {
    const PoplensScale *scale = found->pdata[i];
    g_autofree char *folded = g_utf8_casefold (scale->filter, -1);
    g_assert_nonnull (strstr (folded, "weight"));
    g_assert_cmpuint (scale->bytes, >, 0);
    if (i)
      g_assert_cmpuint (scale->bytes, <=, ((const PoplensScale *) found->pdata[i - 1])->bytes);
  }
  g_autoptr (GPtrArray) none = poplens_changes_suggest (report, "nosuchthing", 5, NULL, &error);
  g_assert_cmpuint (none->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/insights/sections", test_sections, "demo", "demo-compiled",
                       "integrals", "firehose", "firehose-killed", NULL);
  g_test_add_func ("/pages/insights/cancelled", test_insights_cancelled);
  g_test_add_func ("/pages/insights/groups", test_insights_groups);
  report_fixture_test ("/pages/insights/one-unit", test_one_unit, "demo", "integrals", NULL);
  g_test_add_func ("/pages/insights/over", test_over);
  g_test_add_func ("/pages/insights/parts", test_insights_parts);
  g_test_add_func ("/pages/insights/later", test_later);
  report_fixture_test ("/pages/insights/wrong-section", test_wrong_section, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/insights/tiles-map", test_tiles_map, "demo", "integrals", NULL);
  report_fixture_test ("/pages/insights/marks", test_marks, "integrals", "demo-run", NULL);
  g_test_add_func ("/pages/insights/what-if", test_what_if);
  g_test_add_func ("/pages/insights/what-if-cards", test_what_if_cards);
  g_test_add_func ("/pages/insights/verdict", test_verdict);
  g_test_add_func ("/pages/insights/scope-of-field", test_scope_of_field);
  g_test_add_func ("/pages/insights/matched", test_matched);
  report_fixture_test ("/pages/insights/unknown", test_insights_unknown, "integrals", "demo-run",
                       NULL);
  report_fixture_test ("/pages/insights/round-trip", test_insights_round_trip, "integrals",
                       "demo-run", NULL);
  g_test_add_func ("/pages/insights/suggest", test_suggest);
  return g_test_run ();
}
