/* Tests of cards: the item that a link, row or search result is about, and its card. */
#include "base/error.h"

#include "derived/insights/fit-source.h"
#include "derived/insights/kinds-source.h"
#include "support/report-fixture.h"
#include "support/temp-dir.h"
#include "tables/card/card.h"
#include "tables/engine/registry.h"

#include <string.h>

#define ROWS 5

static void
check_link (const char *link, const char *label, const char *wanted)
{
  g_autofree char *ref = poplens_card_ref_of_link (link, label);

  g_assert_cmpstr (ref, ==, wanted);
}

static void
test_card_links (void)
{
  check_link ("liveness?variable=5", "Fwd/weights", "variable 5");
  check_link ("liveness?tile=7&variable=5&step=3", "Fwd/weights", "variable 5");
  check_link ("liveness?variable=5,6", "Fwd/weights", NULL);
  check_link ("programs?program=12", NULL, "program 12");
  check_link ("summary?compute-set=9", NULL, "compute set 9");
  check_link ("operations?operation=102", "Fwd/softmax", "operation Fwd/softmax");
  check_link ("operations?operation=102", NULL, NULL);
  check_link ("operations?operation=unattributed", "Unattributed", NULL);
  /* The row of a memory contributor links to the tile with most of it, but is not that tile. */
  check_link ("memory?tile=7", "7", "tile 7");
  check_link ("memory?tile=7", "Tile 7", "tile 7");
  check_link ("memory?tile=7", "17", NULL);
  check_link ("memory?tile=7", "Alignment", NULL);
  check_link ("memory?tile=7", NULL, NULL);
  check_link ("memory?tile=7-9", "7", NULL);
  check_link ("memory?tile=99999999999999999999", "99999999999999999999", NULL);
  check_link ("trace?executed=9", "9", NULL);
  check_link ("no page", "7", NULL);
  check_link (NULL, "7", NULL);
}

static void
check_found (PoplensFoundKind kind, gboolean is_pattern, const char *wanted)
{
  const PoplensFound found = {
      .kind = kind, .id = 5, .title = (char *) "Weights", .is_pattern = is_pattern};
  g_autofree char *ref = poplens_card_ref_of_found (&found);

  g_assert_cmpstr (ref, ==, wanted);
}

static void
test_card_found (void)
{
  check_found (POPLENS_FOUND_VARIABLE, FALSE, "variable 5");
  check_found (POPLENS_FOUND_VARIABLE, TRUE, NULL);
  check_found (POPLENS_FOUND_TILE, FALSE, "tile 5");
  check_found (POPLENS_FOUND_KIND, FALSE, "kind Weights");
  check_found (POPLENS_FOUND_VIEW, FALSE, NULL);
  check_found (POPLENS_FOUND_STEP, FALSE, NULL);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static PoplensTable *
build_card_table (PoplensReport *report, const char *name, const char *key, const char *value)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_LIVENESS);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, key, value);
  g_autoptr (GError) error = NULL;
  PoplensTable *table = poplens_tables_build (name, report, location, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static char *
cell_text (const PoplensTable *table, guint32 row, guint column)
{
  PoplensValue value = poplens_table_get (table, row, column);
  PoplensNumber number;

  return g_strdup (poplens_value_plain (&value, number));
}

/* Checks that a row's card has the name of the row. @title: text before a number. FALSE if the row
 * has no card */
static gboolean
check_card_of_row (PoplensReport *report, const PoplensTable *table, guint32 row, const char *title)
{
  g_autofree char *ref = poplens_card_ref_of_row (table, row);
  g_autofree char *name = cell_text (table, row, 0);
  g_autofree char *wanted = g_strconcat (title, name, NULL);
  g_autoptr (PoplensTable) card = NULL;
  g_autofree char *head = NULL;

  if (!ref)
    return FALSE;
  card = build_card_table (report, "card", "thing", ref);
  head = cell_text (card, 0, (guint) poplens_table_find_column (card, "value"));
  /* The card of a file shows only its name; its folders are in the details. */
  if (!g_str_has_suffix (wanted, head))
    g_assert_cmpstr (head, ==, wanted);
  return TRUE;
}

/* Checks the cards of the first rows. Returns the number of cards. */
static guint
check_rows (PoplensReport *report, const PoplensTable *table, const char *title)
{
  guint n = 0;

  for (guint32 row = 0; row < MIN (poplens_table_n_rows (table), ROWS); row++)
    n += check_card_of_row (report, table, row, title);
  return n;
}

static void
test_card_rows (void)
{
  static const char *const tables[][2] = {
      {"live-variables", ""},      {"always-live-variables", ""}, {"variables", ""},
      {"compute-sets", ""},        {"vertex-types", ""},          {"operations", ""},
      {"insights-tiles", "Tile "}, {"source-lines", ""},
  };
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    g_autoptr (PoplensTable) table = build_card_table (report, tables[i][0], "step", "37");
    g_test_message ("%s", tables[i][0]);
    g_assert_cmpuint (check_rows (report, table, tables[i][1]), >, 0);
  }
}

/* ---- without debug.cbor ---------------------------------------------------------------------- */

/* Opens the demo report with the file @debug instead of its debug.cbor. (transfer full) */
static PoplensReport *
open_with_debug (const char *debug)
{
  g_autofree char *path = report_fixture_path ("demo");
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open_with_debug (path, debug, &error);

  g_assert_no_error (error);
  return report;
}

/* An unreadable debug.cbor removes only what it alone records, and is named in a note. */
static void
test_unreadable_debug (void)
{
  static const char *const junk[] = {"", "rubbish"};

  for (guint i = 0; i < G_N_ELEMENTS (junk); i++) {
    g_autofree char *dir = temp_dir_new ();
    g_autofree char *debug = temp_dir_write (dir, "debug.cbor", junk[i], -1);
    g_autoptr (PoplensReport) report = open_with_debug (debug);
    g_autoptr (GError) error = NULL;
    poplens_report_kinds (report, NULL, &error);
    g_assert_no_error (error);
    poplens_report_fit (report, NULL, &error);
    g_assert_no_error (error);
    g_autoptr (PoplensTable) card = build_card_table (report, "card", "thing", "variable 5");
    g_assert_cmpuint (poplens_table_n_rows (card), >, 5);
    g_autoptr (GPtrArray) damage = poplens_report_list_damage (report);
    g_assert_cmpuint (damage->len, ==, 1);
    g_assert_nonnull (strstr (damage->pdata[0], debug));
    temp_dir_remove (dir);
  }
}

/* A debug.cbor that changed since the report was opened is an error, not absent. */
static void
test_changed_debug (void)
{
  static const char *const tables[] = {"always-live-variables", "card", "operations",
                                       "source-lines"};
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *debug = temp_dir_write (dir, "debug.cbor", "", -1);
  g_autoptr (PoplensReport) report = open_with_debug (debug);
  g_autoptr (PoplensLocation) summary = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) location = poplens_location_with (summary, "thing", "variable 5");

  g_free (temp_dir_write (dir, "debug.cbor", "rubbish", -1));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_true (poplens_tables_prepare (tables[i], report, NULL, NULL));
    g_autoptr (PoplensTable) table =
        poplens_tables_build (tables[i], report, location, NULL, &error);
    gboolean is_whole = table && poplens_report_is_whole_since (report, 0, &error);
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
    g_assert_false (is_whole);
  }
  temp_dir_remove (dir);
}

int
main (int argc, char *argv[])
{

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/card/links", test_card_links);
  g_test_add_func ("/tables/card/found", test_card_found);
  g_test_add_func ("/tables/card/rows", test_card_rows);
  g_test_add_func ("/tables/card/unreadable-debug", test_unreadable_debug);
  g_test_add_func ("/tables/card/changed-debug", test_changed_debug);
  return g_test_run ();
}
