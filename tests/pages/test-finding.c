/* Tests of following a finding in a location: its occurrences against SQL, and how it changes a
 * location. */
#include "derived/insights/fit-source.h"
#include "model/location-keys.h"
#include "pages/core/finding.h"
#include "pages/trace-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

#define SCORES "encoder/layer*/attention/scores/matmul/Convolve"

static PoplensPageFinding *
make_finding (PoplensReport *report, const char *name)
{
  g_autoptr (GError) error = NULL;
  PoplensPageFinding *finding =
      poplens_page_finding_new (report, name, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return finding;
}

static const PoplensOccurrence *
nth_occurrence (const PoplensPageFinding *finding, guint at)
{
  return &g_array_index (finding->occurrences, PoplensOccurrence, at);
}

/* An operation's finding has one occurrence for each step and IPU, the costliest first; the trace
 * marks only these. */
static void
test_finding_steps (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;

  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autofree char *name = poplens_finding_name ("idle_tiles", SCORES);
  g_autoptr (PoplensPageFinding) finding = make_finding (report, name);
  gint64 n = report_fixture_ask (
      db, "select count(*) from steps_by_ipu b join steps s on s.id = b.step_id join programs p on "
          "p.id = s.program join program_type_on_tile_execute e on e.id = p.variant_index "
          "join compute_sets c using (compute_set) where s.type = 'OnTileExecute' and c.name like "
          "'%%/attention/scores/matmul/Convolve'");
  g_assert_true (g_str_has_prefix (finding->title, "Idle tiles, "));
  g_assert_nonnull (strstr (finding->text, SCORES));
  g_assert_cmpuint (strlen (finding->brief), <, strlen (finding->text));
  g_assert_nonnull (finding->advice);
  g_assert_cmpint (n, >, 1);
  g_assert_cmpuint (finding->occurrences->len, ==, n);
  for (guint i = 0; i < n; i++) {
    const PoplensOccurrence *one = nth_occurrence (finding, i), *last = one - (i > 0);
    g_assert_cmpuint (one->cost, <=, last->cost);
    g_assert_true (one->cost < last->cost || one->from >= last->from);
  }
  g_autofree char *text = g_strconcat ("trace?view=flat&finding=", name, NULL);
  g_autoptr (PoplensPage) page = trace_page (report, text);
  g_autoptr (GArray) items = poplens_page_found_items (page, page->location, NULL, NULL);
  g_assert_cmpuint (items->len, ==, n);
}

static void
check_keys (const PoplensLocation *location, const char *key, const char *value)
{
  g_assert_cmpstr (poplens_location_get (location, key), ==, value);
}

/* Showing an occurrence selects its step. It moves the view only if the step is outside it or
 * narrow, and lifts the limit to an IPU that hides it; nothing else changes. */
static void
test_shown (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autofree char *name = poplens_finding_name ("idle_tiles", SCORES);
  g_autoptr (PoplensPageFinding) finding = make_finding (report, name);
  const PoplensOccurrence *one = nth_occurrence (finding, 3);
  double length = (double) (one->to - one->from), from = (double) one->from;
  g_autoptr (PoplensLocation) here = trace_location ("trace?bsp=yes&ipu=7&hide=exchange");
  double low, high;
  const char *lifted;

  g_autoptr (PoplensLocation) seen = poplens_page_finding_show (
      finding, here, 3, NULL, from - 10 * length, from + 10 * length, 0.02, &lifted);
  g_assert_nonnull (lifted);
  check_keys (seen, "at", "4");
  check_keys (seen, "ipu", NULL);
  check_keys (seen, "bsp", "yes");
  check_keys (seen, "hide", "exchange");
  check_keys (seen, "from", NULL);
  g_assert_nonnull (poplens_location_get (seen, "executed"));
  g_assert_cmpuint (poplens_page_finding_at (finding, seen), ==, 3);
  g_autoptr (PoplensLocation) narrow = poplens_page_finding_show (
      finding, seen, 3, NULL, from - 100 * length, from + 100 * length, 0.02, &lifted);
  g_assert_null (lifted);
  g_assert_true (poplens_location_get_double (narrow, "from", &low));
  g_assert_true (poplens_location_get_double (narrow, "to", &high));
  g_assert_cmpfloat_with_epsilon (high - low, 10 * length, 2);
  g_assert_cmpfloat_with_epsilon ((low + high) / 2, from + length / 2, 2);
  g_autoptr (PoplensLocation) outside = poplens_page_finding_show (
      finding, seen, 3, NULL, from + length, from + 3 * length, 0, &lifted);
  g_assert_nonnull (poplens_location_get (outside, "from"));
}

/* The finding on gaps has an occurrence for each tile with gaps, sorted by bytes. */
static void
test_finding_tiles (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  const char *lifted;

  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPageFinding) finding = make_finding (report, "gaps");
  g_assert_cmpuint (
      finding->occurrences->len, ==,
      report_fixture_ask (
          db, "select count(*) from memory_by_tile where total_including_gaps > total"));
  g_assert_cmpuint (
      nth_occurrence (finding, 0)->cost, ==,
      report_fixture_ask (db, "select max(total_including_gaps - total) from memory_by_tile"));
  g_autoptr (PoplensLocation) here = trace_location ("memory?finding=gaps&order=use&scope=ipu:0");
  g_autoptr (PoplensLocation) shown =
      poplens_page_finding_show (finding, here, 0, NULL, 0, 0, 0, &lifted);
  g_autofree char *tile = g_strdup_printf ("%u", nth_occurrence (finding, 0)->tile);
  check_keys (shown, "tile", tile);
  check_keys (shown, "scope", NULL);
  check_keys (shown, "order", "use");
  g_assert_nonnull (lifted);
}

/* Memory can follow every change that saves memory: none has the name of a finding on time, which
 * it does not show. */
static void
test_changes (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GError) error = NULL;
  const PoplensFit *fit = poplens_report_fit (report, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (fit->changes->len, >, 10);
  for (guint i = 0; i < fit->changes->len; i++) {
    const PoplensFitChange *change = fit->changes->pdata[i];
    g_autofree char *text =
        poplens_location_text_of_finding (g_strdup ("memory"), change->key, NULL);
    g_autoptr (PoplensLocation) location = trace_location (text);
    if (!poplens_page_shows_finding (location))
      g_error ("Memory does not show %s", change->key);
  }
}

/* A step that IPUs wait for is one occurrence, and all its rows are marked. */
static void
test_waits (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo-stages");
  g_autoptr (PoplensPageFinding) finding = make_finding (report, "stage_imbalance");
  g_autoptr (GHashTable) steps = g_hash_table_new (NULL, NULL);
  guint64 cost = 0, by_row = 0;

  g_assert_cmpuint (finding->rows->len, >=, finding->occurrences->len);
  for (guint i = 0; i < finding->occurrences->len; i++) {
    g_autoptr (PoplensLocation) here = trace_location ("trace");
    const char *lifted;
    g_autoptr (PoplensLocation) shown =
        poplens_page_finding_show (finding, here, i, NULL, 0, 0, 0, &lifted);
    guint step = (guint) g_ascii_strtoull (poplens_location_get (shown, "executed"), NULL, 10);
    g_assert_true (g_hash_table_add (steps, GUINT_TO_POINTER (step + 1)));
    g_assert_true (poplens_page_finding_has_card (finding, i));
    cost += nth_occurrence (finding, i)->cost;
  }
  for (guint i = 0; i < finding->rows->len; i++)
    by_row += g_array_index (finding->rows, PoplensTimeOccurrence, i).cost;
  g_assert_cmpuint (cost, ==, by_row);
}

static PoplensTable *
table_of_finding (PoplensReport *report, const char *table, const char *name, GError **error)
{
  g_autofree char *text = g_strconcat ("trace?by=finding&finding=", name, NULL);
  g_autoptr (PoplensLocation) location = trace_location (text);

  return poplens_tables_build (table, report, location, NULL, error);
}

/* Sums the column "steps"; without it, returns the number of rows. */
static gint64
count_steps (const PoplensTable *table)
{
  int column = poplens_table_find_column (table, "steps");
  gint64 n = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += column < 0 ? 1 : poplens_table_get (table, row, (guint) column).integer;
  return n;
}

/* Checks that each row links to its step as an occurrence of the finding, without a grouping that
 * Programs lacks. */
static void
check_links (const PoplensPageFinding *finding, const PoplensTable *table)
{
  for (guint32 row = 0; row < MIN (poplens_table_n_rows (table), 20); row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    g_autoptr (PoplensLocation) there = link ? trace_location (link) : NULL;
    if (!there)
      continue;
    const char *step = poplens_location_get (there, "executed"), *lifted;
    check_keys (there, "by", NULL);
    if (!step)
      continue;
    /* The result is the same if the location was at another occurrence before. */
    g_autoptr (PoplensLocation) at = poplens_location_with (there, "at", "1");
    g_autoptr (PoplensLocation) shown = poplens_page_finding_show (
        finding, at, poplens_page_finding_at (finding, at), NULL, 0, 0, 0, &lifted);
    check_keys (shown, "executed", step);
  }
}

/* Tables that follow the finding have only its steps; a table without any says so. */
static void
test_finding_tables (void)
{
  static const char *const tables[] = {"trace-exchanges", "trace-slowest", "trace-costs"};
  static const struct {
    const char *name, *absence[G_N_ELEMENTS (tables)];
  } findings[] = {
      {"exchange", {NULL, NULL, NULL}},
      {"idle_tiles " SCORES, {"exchange", NULL, NULL}},
      {"stage_imbalance", {NULL, NULL, NULL}},
  };

  for (guint f = 0; f < G_N_ELEMENTS (findings); f++) {
    g_autoptr (PoplensReport) report = report_fixture_open (f == 2 ? "demo-stages" : "demo");
    g_auto (GStrv) words = g_strsplit (findings[f].name, " ", 2);
    g_autofree char *name = poplens_finding_name (words[0], words[1]);
    g_autoptr (PoplensPageFinding) finding = make_finding (report, name);
    g_assert_cmpuint (finding->rows->len, >, 1);
    for (guint t = 0; t < G_N_ELEMENTS (tables); t++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensTable) table = table_of_finding (report, tables[t], name, &error);
      if (findings[f].absence[t]) {
        g_autofree char *wanted =
            g_strconcat ("The finding speaks of no ", findings[f].absence[t], NULL);
        g_assert_null (table);
        g_assert_cmpstr (error->message, ==, wanted);
        continue;
      }
      g_assert_no_error (error);
      check_links (finding, table);
      /* An IPU that others wait for runs steps of all kinds, which some tables leave out. */
      if (f == 2)
        g_assert_cmpint (count_steps (table), <=, finding->rows->len);
      else
        g_assert_cmpint (count_steps (table), ==, finding->rows->len);
      g_assert_true (
          g_str_has_prefix (poplens_table_get_note (table), "Steps of the finding alone"));
    }
  }
}

/* Operations marks the operation of the finding, and selects the operation of the step. */
static void
test_operations (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autofree char *name = poplens_finding_name ("idle_tiles", SCORES);
  g_autofree char *text = g_strconcat ("operations?finding=", name, NULL);
  g_autoptr (PoplensPageFinding) finding = make_finding (report, name);
  g_autoptr (PoplensPage) page = trace_page (report, text);
  g_autoptr (GArray) found = poplens_page_found_items (page, page->location, NULL, NULL);
  const PoplensOperationSource *source = poplens_page_operation_source (page);
  gboolean is_found = FALSE;
  const char *lifted;

  g_assert_true (poplens_page_shows_finding (page->location));
  g_assert_nonnull (found);
  g_autoptr (PoplensLocation) shown =
      poplens_page_finding_show (finding, page->location, 0, source, 0, 0, 0, &lifted);
  g_autoptr (GArray) selected = poplens_page_selected_items (page, shown);
  guint32 row = poplens_operation_source_find (source, poplens_location_get (shown, "operation"));
  g_autofree char *operation = poplens_operation_name (source, row);
  g_assert_nonnull (strstr (operation, "scores"));
  g_assert_cmpuint (selected->len, ==, 1);
  for (guint i = 0; i < found->len; i++)
    is_found |= g_array_index (found, PoplensItemRange, i).from ==
                g_array_index (selected, PoplensItemRange, 0).from;
  g_assert_true (is_found);
  g_autoptr (PoplensLocation) others = trace_location ("operations?finding=sync");
  g_assert_false (poplens_page_shows_finding (others));
}

/* A finding that does not exist has no text and no occurrences. */
static void
test_gone (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  static const char *const names[] = {"idle_tiles nowhere", "no-such-finding"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (PoplensPageFinding) finding = make_finding (report, names[i]);
    g_autoptr (PoplensLocation) trace = trace_location ("trace");
    g_assert_null (finding->text);
    g_assert_cmpuint (finding->occurrences->len, ==, 0);
    g_assert_cmpuint (poplens_page_finding_at (finding, trace), ==, G_MAXUINT);
  }
}

/* Checks that the step which is selected first is in the first row of the table. */
static void
check_first_step (PoplensReport *report, const PoplensPageFinding *finding, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table = table_of_finding (report, "trace-steps", name, &error);
  g_autoptr (PoplensLocation) trace = trace_location ("trace");
  const char *lifted;

  g_assert_no_error (error);
  if (!poplens_table_n_rows (table))
    return;
  g_autoptr (PoplensLocation) shown =
      poplens_page_finding_show (finding, trace, 0, NULL, 0, 0, 0, &lifted);
  PoplensValue step =
      poplens_table_get (table, 0, (guint) poplens_table_find_column (table, "step"));
  g_autofree char *first = g_strdup_printf ("%" G_GINT64_FORMAT, step.integer);
  g_assert_cmpstr (poplens_location_get (shown, "executed"), ==, first);
}

/* Every finding links to a page that follows it and shows it: a finding on time has an occurrence,
 * and a finding on memory that names a tile has exactly that occurrence. */
static void
test_finding_links (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table =
      report ? poplens_tables_build ("findings", report, NULL, NULL, &error) : NULL;
  guint n = 0;

  if (!report)
    return;
  g_assert_no_error (error);
  int text = poplens_table_find_column (table, "location");
  int sentence = poplens_table_find_column (table, "sentence");
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue link = poplens_table_get (table, row, (guint) text);
    g_autoptr (PoplensLocation) location = trace_location (link.text);
    const char *followed = poplens_location_get (location, "finding");
    const char *tile = poplens_location_get (location, "tile");
    if (!followed)
      continue;
    g_autoptr (PoplensPageFinding) finding = make_finding (report, followed);
    PoplensValue said = poplens_table_get (table, row, (guint) sentence);
    g_assert_cmpstr (finding->text, ==, said.text);
    g_assert_true (poplens_page_shows_finding (location));
    if (poplens_location_get_page (location) == POPLENS_PAGE_TRACE) {
      g_assert_cmpuint (finding->occurrences->len, >, 0);
      check_first_step (report, finding, followed);
    }
    if (tile && !strchr (tile, ',')) {
      g_autofree char *first = g_strdup_printf ("%u", nth_occurrence (finding, 0)->tile);
      g_assert_cmpstr (first, ==, tile);
    }
    n++;
  }
  g_assert_cmpuint (n, >, 3);
}

/* ---- what links show ------------------------------------------------------------------------- */

/* Returns the text of the rows that match @words: cells, totals, note. Bytes are in the unit of
 * their column, and in that of the value alone. @words: (nullable): all rows. (transfer full) */
static char *
read_table (const PoplensTable *table, const char *words)
{
  g_autoptr (PoplensTableView) view =
      poplens_table_view_new (table, words ? words : "", -1, FALSE, NULL);
  const char *note = poplens_table_get_note (table);
  GString *text = g_string_new (note);
  PoplensNumber buffer;
  PoplensValue value;

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    for (guint32 i = 0; i < view->n; i++) {
      value = poplens_table_get (table, view->rows[i], c);
      g_string_append_printf (
          text, "\n%s",
          poplens_table_format (table, view->rows[i], c, POPLENS_BYTE_UNIT_BINARY, buffer));
      g_string_append_printf (text, "\n%s",
                              poplens_value_format (&value, POPLENS_BYTE_UNIT_BINARY, buffer));
    }
    if (view->totals ? (value = view->totals[c], TRUE) : poplens_table_get_total (table, c, &value))
      g_string_append_printf (text, "\n%s",
                              poplens_value_format (&value, POPLENS_BYTE_UNIT_BINARY, buffer));
  }
  return g_string_free (text, FALSE);
}

/* Returns the text of the tab that @location opens: the text of its table, or the number of
 * selected items of its chart. (transfer full) */
static char *
read_tab (PoplensReport *report, PoplensPage *page, const PoplensLocation *location)
{
  const char *named = poplens_location_get (location, "tab");
  const char *key = named ? named : poplens_page_default_tab (page);
  const PoplensSection *section = key ? poplens_page_find_section (page, key) : NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (section);
  if (section->tab.kind) {
    g_autoptr (PoplensTabChart) tab =
        poplens_page_make_chart (report, page, section, location, NULL, NULL, &error);
    g_assert_no_error (error);
    g_autoptr (GArray) selected = poplens_page_selected_in_tab (tab, location);
    return g_strdup_printf ("%u selected", selected->len);
  }
  g_autoptr (PoplensTable) table =
      poplens_page_make_table (report, page, section, location, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *filter = g_strconcat ("filter.", key, NULL);
  return read_table (table, poplens_location_get (location, filter));
}

/* TRUE if @text contains @number, which must not be empty. */
static gboolean
contains_number (const char *text, const char *number)
{
  return *number && strstr (text, number);
}

/* TRUE if @location selects a range as long as the finding's cycles. */
static gboolean
selects_cycles (const PoplensTable *table, guint32 row, const PoplensLocation *location)
{
  PoplensValue cycles =
      poplens_table_get (table, row, (guint) poplens_table_find_column (table, "cycles"));
  const char *range = poplens_location_get (location, "range");
  const char *to = range ? strstr (range, "..") : NULL;

  return to && (gint64) (g_ascii_strtoull (to + 2, NULL, 10) -
                         g_ascii_strtoull (range, NULL, 10)) == cycles.integer;
}

/* Returns the last number of bytes in a sentence, or "". (transfer full) */
static char *
last_bytes (const char *sentence)
{
  g_autoptr (GRegex) regex = g_regex_new (".*?([0-9][0-9,.]*\\s*[KMG]?i?B)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  char *last = g_strdup ("");

  for (g_regex_match (regex, sentence, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL)) {
    g_free (last);
    last = g_match_info_fetch (match, 1);
  }
  return last;
}

/* TRUE if @text contains the number of the finding in @column of the table of findings. */
static gboolean
contains_column_number (const PoplensTable *table, guint32 row, const char *column,
                        const char *text)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = poplens_table_get (table, row, (guint) at);
  PoplensNumber buffer;

  return value.type != POPLENS_VALUE_NULL &&
         contains_number (text, poplens_value_format (&value, POPLENS_BYTE_UNIT_BINARY, buffer));
}

/* The page that a finding links to shows the number of the finding; for contents of a tile it
 * selects their kinds. */
static void
test_finding_numbers (gconstpointer name)
{
  static const char *const columns[] = {"bytes", "tile_saves", "cycles"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table =
      report ? poplens_tables_build ("findings", report, NULL, NULL, &error) : NULL;

  if (!report)
    return;
  g_assert_no_error (error);
  guint link = (guint) poplens_table_find_column (table, "location");
  guint sentence = (guint) poplens_table_find_column (table, "sentence"), n = 0;
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    const char *where = poplens_table_get (table, row, link).text;
    g_autoptr (PoplensLocation) location = trace_location (where);
    gboolean found = selects_cycles (table, row, location);
    /* The chart of all tiles by use shows this, not a table. */
    if (!poplens_location_get (location, "finding") || strstr (where, "finding=histogram"))
      continue;
    g_autoptr (PoplensPage) page = trace_page (report, where);
    g_autofree char *text = read_tab (report, page, location);
    g_autofree char *bytes = last_bytes (poplens_table_get (table, row, sentence).text);
    for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
      found = found || contains_column_number (table, row, columns[c], text);
    found = found || contains_number (text, bytes) ||
            (g_str_has_suffix (text, " selected") && *text != '0');
    if (!found)
      g_error ("%s shows no number of its finding:\n%s", where, text);
    n++;
  }
  g_assert_cmpuint (n, >, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding/steps", test_finding_steps);
  g_test_add_func ("/finding/shown", test_shown);
  g_test_add_func ("/finding/tiles", test_finding_tiles);
  g_test_add_func ("/finding/changes", test_changes);
  g_test_add_func ("/finding/waits", test_waits);
  g_test_add_func ("/finding/tables", test_finding_tables);
  g_test_add_func ("/finding/operations", test_operations);
  g_test_add_func ("/finding/gone", test_gone);
  report_fixture_add ("/finding/links", test_finding_links, "integrals", "demo", "demo-stages",
                      NULL);
  report_fixture_add ("/finding/numbers", test_finding_numbers, "integrals", "firehose", "demo",
                      "demo-over", "demo-stages", NULL);
  return g_test_run ();
}
