/* Tests of cards: every location in a card opens a page, and its filter leaves at least one row. */
#include "pages/core/page.h"
#include "support/report-fixture.h"
#include "tables/card/card.h"
#include "tables/engine/registry.h"

#include <string.h>

#define OF_A_KIND 3

static void
check_card_filter (const PoplensPage *page, const PoplensLocation *location, const char *key)
{
  const char *name = key + strlen ("filter.");
  const PoplensSection *section = poplens_page_find_section (page, name);
  g_autoptr (PoplensTableView) view = NULL;

  g_assert_nonnull (section);
  if (!section->table)
    return; /* Such a table is built only when its tab is opened. */
  view = poplens_table_view_new (section->table, poplens_location_get (location, key), -1, FALSE,
                                 NULL);
  if (!view->n)
    g_error ("nothing is left by %s", poplens_location_to_string (location));
}

/* Checks that the page accepts every key of location @text, and has the tab that it names. */
static void
check_location (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  g_assert_no_error (error);
  g_autofree char *why_not = poplens_page_why_not (poplens_location_get_page (location), report);
  g_assert_cmpstr (why_not, ==, NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  if (page->misuse)
    g_error ("%s: %s", text, page->misuse);
  const char *tab = poplens_location_get (location, "tab");
  if (tab && !poplens_page_find_section (page, tab))
    g_error ("%s: there is no such tab", text);
  g_auto (GStrv) keys = poplens_location_list_keys (location);
  for (guint k = 0; keys[k]; k++)
    if (g_str_has_prefix (keys[k], "filter.") && !page->kinds_later)
      check_card_filter (page, location, keys[k]);
}

static void
check_rows (PoplensReport *report, const PoplensTable *card, GHashTable *seen)
{
  guint place = (guint) poplens_table_find_column (card, "location");

  g_assert_cmpuint (poplens_table_n_rows (card), >=, 1);
  for (guint32 row = 0; row < poplens_table_n_rows (card); row++) {
    PoplensValue value = poplens_table_get (card, row, place);
    g_autofree char *link = poplens_table_get_link (card, row);
    g_assert_cmpint (value.type, ==, POPLENS_VALUE_TEXT);
    g_assert_cmpstr (value.text, ==, link);
    if (g_hash_table_add (seen, g_strdup (link)))
      check_location (report, link);
  }
}

static void
check_kind (PoplensReport *report, PoplensFinder *finder, PoplensFoundKind kind, const char *query,
            GHashTable *seen)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFinds) finds =
      poplens_finder_find (finder, query, 200, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < finds->results->len && n < OF_A_KIND; i++) {
    const PoplensFound *found = finds->results->pdata[i];
    if (found->kind != kind)
      continue;
    g_autoptr (PoplensTable) card = poplens_card_new (report, found, NULL, &error);
    g_assert_no_error (error);
    check_rows (report, card, seen);
    n++;
  }
}

static void
test_locations (PoplensReport *report)
{
  static const struct {
    PoplensFoundKind kind;
    const char *query;
  } things[] = {{POPLENS_FOUND_VARIABLE, "variable"},
                {POPLENS_FOUND_VARIABLE, "variable a"},
                {POPLENS_FOUND_TILE, "tile 3"},
                {POPLENS_FOUND_PROGRAM, "program"},
                {POPLENS_FOUND_PROGRAM, "program copy"},
                {POPLENS_FOUND_COMPUTE_SET, "compute set"},
                {POPLENS_FOUND_VERTEX_TYPE, "vertex type"},
                {POPLENS_FOUND_OPERATION, "operation"},
                {POPLENS_FOUND_OPERATION, "op matmul"},
                {POPLENS_FOUND_LAYER, "layer"},
                {POPLENS_FOUND_KIND, "kind"},
                {POPLENS_FOUND_SOURCE, "source"},
                {POPLENS_FOUND_SOURCE, "line :"}};
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;

  g_autoptr (PoplensFinder) finder = poplens_finder_of (report, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (things); i++)
    check_kind (report, finder, things[i].kind, things[i].query, seen);
}

/* Returns the cell of column @column in the row of fact @fact. */
static PoplensValue
card_cell (const PoplensTable *card, const char *fact, const char *column)
{
  guint what = (guint) poplens_table_find_column (card, "what");
  guint at = (guint) poplens_table_find_column (card, column);

  for (guint32 row = 0; row < poplens_table_n_rows (card); row++)
    if (!strcmp (poplens_table_get (card, row, what).text, fact))
      return poplens_table_get (card, row, at);
  return (PoplensValue){0};
}

/* With two reports, the card of a variable says how large it is in the other report. */
static void
test_other (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensReport) other = report_fixture_open (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFinder) finder = poplens_finder_of (report, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensFinds) finds = poplens_finder_find (finder, "variable embedding table", 1,
                                                        POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensTable) alone =
      poplens_card_new (report, finds->results->pdata[0], NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (card_cell (alone, "In the other report", "value").type, !=, POPLENS_VALUE_INT);
  poplens_report_set_other (report, other);
  g_autoptr (PoplensTable) beside =
      poplens_card_new (report, finds->results->pdata[0], NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (card_cell (beside, "In the other report", "value").integer, >, 0);
  g_assert_cmpint (card_cell (beside, "In the other report", "value").integer, ==,
                   card_cell (alone, "On tiles", "value").integer);
  check_location (report, card_cell (beside, "In the other report", "location").text);
  poplens_report_set_other (report, NULL);
}

/* A cancelled card is NULL with an error. */
static void
test_cancelled_card (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensFinder) finder = report ? poplens_finder_of (report, NULL, NULL) : NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  if (!report)
    return;
  g_autoptr (PoplensFinds) finds =
      poplens_finder_find (finder, "tile 3", 1, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_card_new (report, finds->results->pdata[0], cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/card/locations", test_locations, "integrals", "firehose", "demo-run",
                       "demo-compiled", "demo-killed", "demo", NULL);
  report_fixture_add ("/card/other", test_other, "demo", NULL);
  report_fixture_add ("/card/cancelled", test_cancelled_card, "demo", NULL);
  return g_test_run ();
}
