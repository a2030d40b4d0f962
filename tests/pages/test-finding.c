/* The finding that a location follows: what it is of, by SQL, and what it changes of a location. */
#include "model/location-keys.h"
#include "pages/core/finding.h"
#include "pages/trace-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

#define SCORES "encoder/layer*/attention/scores/matmul/Convolve"

static PoplensPageFinding *
find (PoplensReport *report, const char *name)
{
  g_autoptr (GError) error = NULL;
  PoplensPageFinding *finding =
      poplens_page_finding_new (report, name, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return finding;
}

static const PoplensOccurrence *
occurrence (const PoplensPageFinding *finding, guint at)
{
  return &g_array_index (finding->occurrences, PoplensOccurrence, at);
}

/* Each step of the operation on each IPU, by its begin; the trace marks just these. */
static void
test_steps (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;

  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autofree char *name = poplens_finding_name ("idle_tiles", SCORES);
  g_autoptr (PoplensPageFinding) finding = find (report, name);
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
    g_assert_cmpuint (occurrence (finding, i)->cost, <=,
                      occurrence (finding, finding->first)->cost);
    g_assert_true (!i || occurrence (finding, i)->from >= occurrence (finding, i - 1)->from);
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

/* Selection, and the cycles in view where the step is outside or narrow; an IPU that hides it is
 * lifted, and nothing else changes. */
static void
test_shown (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autofree char *name = poplens_finding_name ("idle_tiles", SCORES);
  g_autoptr (PoplensPageFinding) finding = find (report, name);
  const PoplensOccurrence *one = occurrence (finding, 3);
  double length = (double) (one->to - one->from), from = (double) one->from;
  g_autoptr (PoplensLocation) here = trace_location ("trace?bsp=yes&ipu=7&hide=exchange");
  double low, high;
  const char *lifted;

  g_autoptr (PoplensLocation) seen = poplens_page_finding_show (
      finding, here, 3, from - 10 * length, from + 10 * length, 0.02, &lifted);
  g_assert_nonnull (lifted);
  check_keys (seen, "at", "4");
  check_keys (seen, "ipu", NULL);
  check_keys (seen, "bsp", "yes");
  check_keys (seen, "hide", "exchange");
  check_keys (seen, "from", NULL);
  g_assert_nonnull (poplens_location_get (seen, "executed"));
  g_assert_cmpuint (poplens_page_finding_at (finding, seen), ==, 3);
  g_autoptr (PoplensLocation) narrow = poplens_page_finding_show (
      finding, seen, 3, from - 100 * length, from + 100 * length, 0.02, &lifted);
  g_assert_null (lifted);
  g_assert_true (poplens_location_get_double (narrow, "from", &low));
  g_assert_true (poplens_location_get_double (narrow, "to", &high));
  g_assert_cmpfloat_with_epsilon (high - low, 10 * length, 2);
  g_assert_cmpfloat_with_epsilon ((low + high) / 2, from + length / 2, 2);
  g_autoptr (PoplensLocation) outside =
      poplens_page_finding_show (finding, seen, 3, from + length, from + 3 * length, 0, &lifted);
  g_assert_nonnull (poplens_location_get (outside, "from"));
}

/* Each tile with gaps, by its number; first the one with most. */
static void
test_tiles (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  const char *lifted;

  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPageFinding) finding = find (report, "gaps");
  g_assert_cmpuint (
      finding->occurrences->len, ==,
      report_fixture_ask (
          db, "select count(*) from memory_by_tile where total_including_gaps > total"));
  g_assert_cmpuint (
      occurrence (finding, finding->first)->cost, ==,
      report_fixture_ask (db, "select max(total_including_gaps - total) from memory_by_tile"));
  g_autoptr (PoplensLocation) here = trace_location ("memory?finding=gaps&order=use&scope=ipu:0");
  g_autoptr (PoplensLocation) shown =
      poplens_page_finding_show (finding, here, finding->first, 0, 0, 0, &lifted);
  g_autofree char *tile = g_strdup_printf ("%u", occurrence (finding, finding->first)->tile);
  check_keys (shown, "tile", tile);
  check_keys (shown, "scope", NULL);
  check_keys (shown, "order", "use");
  g_assert_nonnull (lifted);
}

/* One that is gone is said to be, and has no place. */
static void
test_gone (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  static const char *const names[] = {"idle_tiles nowhere", "no-such-finding"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (PoplensPageFinding) finding = find (report, names[i]);
    g_autoptr (PoplensLocation) trace = trace_location ("trace");
    g_assert_null (finding->text);
    g_assert_cmpuint (finding->occurrences->len, ==, 0);
    g_assert_cmpuint (poplens_page_finding_at (finding, trace), ==, G_MAXUINT);
  }
}

/* Every finding's link shows what it speaks of: a page that follows it, with an occurrence of each
 * on time, and of each on memory that names a tile just that one. */
static void
test_links (gconstpointer name)
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
    g_autoptr (PoplensPageFinding) finding = find (report, followed);
    PoplensValue said = poplens_table_get (table, row, (guint) sentence);
    g_assert_cmpstr (finding->text, ==, said.text);
    g_assert_true (poplens_page_shows_finding (location));
    if (poplens_location_get_page (location) == POPLENS_PAGE_TRACE)
      g_assert_cmpuint (finding->occurrences->len, >, 0);
    if (tile && !strchr (tile, ',')) {
      g_autofree char *first = g_strdup_printf ("%u", occurrence (finding, finding->first)->tile);
      g_assert_cmpstr (first, ==, tile);
    }
    n++;
  }
  g_assert_cmpuint (n, >, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding/steps", test_steps);
  g_test_add_func ("/finding/shown", test_shown);
  g_test_add_func ("/finding/tiles", test_tiles);
  g_test_add_func ("/finding/gone", test_gone);
  report_fixture_add ("/finding/links", test_links, "integrals", "demo", NULL);
  return g_test_run ();
}
