/* Tests of sorting and filtering tables. */
#include "support/work-time.h"
#include "tables/engine/table-where.h"
#include "tables/fixtures.h"

#include <string.h>

#define NONE G_MININT64

static void
assert_view (const PoplensTable *table, const char *filter, int column, gboolean descending,
             const char *expected)
{
  g_autoptr (PoplensTableView) view =
      poplens_table_view_new (table, filter, column, descending, NULL);
  g_autofree char *rows = fixture_view_rows (view);

  g_assert_cmpstr (rows, ==, expected);
}

static void
test_sort_numbers (void)
{
  static const FixtureRow rows[] = {{"a", 5, 0.5, 0},  {"b", NONE, -1, 0}, {"c", -7, 0.1, 0},
                                    {"d", 5, 0.25, 0}, {"e", 40, -1, 0},   {"f", NONE, 0, 0}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);

  assert_view (table, NULL, -1, FALSE, "0 1 2 3 4 5");
  assert_view (table, NULL, 1, FALSE, "2 0 3 4 1 5");
  assert_view (table, NULL, 1, TRUE, "4 0 3 2 1 5"); /* equal rows and NULLs keep their order */
  assert_view (table, NULL, 2, FALSE, "5 2 3 0 1 4");
  assert_view (table, NULL, 2, TRUE, "0 3 2 5 1 4");
}

static void
test_sort_large_integers (void)
{
  /* Doubles cannot distinguish the first two. */
  static const FixtureRow rows[] = {{"a", G_MAXINT64, -1, 0},
                                    {"b", G_MAXINT64 - 1, -1, 0},
                                    {"c", G_MININT64 + 1, -1, 0},
                                    {"d", 0, -1, 0}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);

  assert_view (table, NULL, 1, FALSE, "2 3 1 0");
}

static void
signed_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  *value = poplens_value_int (((const gint64 *) data)[row], POPLENS_UNIT_SIGNED_COUNT);
}

/* The most negative integer has no positive counterpart, and is the largest by absolute value. */
static void
test_sort_by_size (void)
{
  static gint64 numbers[] = {-5, G_MININT64, 7, 0};
  const PoplensTableQuery query = {.keys = &(PoplensSortKey){0, TRUE, TRUE}, .n_keys = 1};
  g_autoptr (PoplensTable) table = poplens_table_new ("fixture", "Fixture", G_N_ELEMENTS (numbers),
                                                      signed_cell, numbers, NULL, NULL);

  poplens_table_add_column (table, "change", "Change", POPLENS_UNIT_SIGNED_COUNT,
                            POPLENS_FROM_DERIVED, "A change.");
  g_autoptr (PoplensTableView) view = poplens_table_view_query (table, &query, NULL);
  g_autofree char *rows = fixture_view_rows (view);
  g_assert_cmpstr (rows, ==, "1 2 0 3");
}

static void
test_sort_texts (void)
{
  static const FixtureRow rows[] = {
      {"copy10/x", 0, 0, 0},  {"Copy9/x", 0, 0, 0},    {"", 0, 0, 0},
      {"copy", 0, 0, 0},      {"copy9", 0, 0, 0},      {"über", 0, 0, 0},
      {"copy009/y", 0, 0, 0}, {"alpha beta", 0, 0, 0}, {"alphabet", 0, 0, 0}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);

  assert_view (table, NULL, 0, FALSE, "2 7 8 3 4 1 6 0 5");
  assert_view (table, NULL, 0, TRUE, "5 0 6 1 4 3 8 7 2");
}

static void
test_filter (void)
{
  static const FixtureRow rows[] = {{"Conv/Forward", 0, 0, 0},
                                    {"conv/backward", 0, 0, 0},
                                    {"MatMul/forward", 0, 0, 0},
                                    {"ÜBER conv", 0, 0, 0},
                                    {"", 0, 0, 0}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);

  assert_view (table, "", -1, FALSE, "0 1 2 3 4");
  assert_view (table, "  ", -1, FALSE, "0 1 2 3 4");
  assert_view (table, "CONV", -1, FALSE, "0 1 3");
  assert_view (table, "conv forward", -1, FALSE, "0");
  assert_view (table, "über", -1, FALSE, "3");
  assert_view (table, "conv", 0, TRUE, "3 0 1");
  assert_view (table, "nowhere", -1, FALSE, "");
  assert_view (table, "\xff", -1, FALSE, "");
}

static void
id_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = row * 5;
}

static void
test_filter_finds_whole_ids (void)
{
  g_autoptr (PoplensTable) table = poplens_table_new ("ids", "Ids", 20, id_cell, NULL, NULL, NULL);

  poplens_table_add_column (table, "id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "An id.");
  assert_view (table, "5", -1, FALSE, "1");
  assert_view (table, "4", -1, FALSE, "");
}

static const FixtureRow forest[] = {{"b", 2, 0, 0},   {"b2", 9, 0, 1}, {"b21", 1, 0, 2},
                                    {"b20", 3, 0, 2}, {"b1", 8, 0, 1}, {"a", 7, 0, 0},
                                    {"a9", 0, 0, 1},  {"c", 1, 0, 0}};

static void
test_sort_keeps_siblings_together (void)
{
  g_autoptr (PoplensTable) table = fixture_table (forest, G_N_ELEMENTS (forest), TRUE);

  assert_view (table, NULL, 0, FALSE, "5 6 0 4 1 3 2 7");
  assert_view (table, NULL, 1, TRUE, "5 6 0 1 3 2 4 7");
}

static void
test_filter_keeps_ancestors (void)
{
  g_autoptr (PoplensTable) table = fixture_table (forest, G_N_ELEMENTS (forest), TRUE);

  assert_view (table, "b20", -1, FALSE, "0 1 3");
  assert_view (table, "b2", 0, FALSE, "0 1 3 2");
  assert_view (table, "a9", 0, FALSE, "5 6");
}

/* Irregular depths, and a first row that is not at the top, still make a tree. */
static void
test_odd_depths (void)
{
  static const FixtureRow rows[] = {{"d", 0, 0, 3}, {"c", 0, 0, 1}, {"b", 0, 0, 7}, {"a", 0, 0, 4}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), TRUE);

  assert_view (table, NULL, 0, FALSE, "1 3 2 0");
}

/* Sorting a million rows takes less than a second (architecture.md 8: on a worker, then swap). */
static void
million_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = (gint64) (row * 2654435761u);
}

static void
test_million_rows (void)
{
  g_autoptr (PoplensTable) table =
      poplens_table_new ("million", "Million", 1000000, million_cell, NULL, NULL, NULL);
  gint64 start = work_time ();

  poplens_table_add_column (table, "value", "Value", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "");
  g_autoptr (PoplensTableView) view = poplens_table_view_new (table, NULL, 0, FALSE, NULL);
  double seconds = (work_time () - start) / 1e6;
  g_assert_cmpuint (view->n, ==, 1000000);
  for (guint32 i = 1; i < view->n; i++)
    g_assert_true (poplens_table_get (table, view->rows[i - 1], 0).integer <=
                   poplens_table_get (table, view->rows[i], 0).integer);
  g_test_minimized_result (seconds, "sorting a million rows took %.3f s", seconds);
  /* Sanitizers are slower: without -m perf the limit only finds blunders. */
  g_assert_cmpfloat (seconds, <, g_test_perf () ? 1 : 10);
}

/* Columns 0 and 1 are numbers, 2 is a text. Counts in @data how often each is read. */
static void
counting_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  guint *read = (guint *) data;

  read[column]++;
  if (column == 2) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = "text";
  } else if (column == 1 && row % 7 == 0) {
    value->type = POPLENS_VALUE_REAL;
    value->real = row + 0.5;
  } else {
    value->type = POPLENS_VALUE_INT;
    value->integer = column ? row : row % 2;
  }
}

/* Reading a cell can be slow: a condition and a sort read one cell per row each, and no others. */
static void
test_reads_each_cell_once (void)
{
  static const char *const conditions[] = {"odd = 1", NULL};
  guint read[3] = {0};
  g_autoptr (PoplensTable) table =
      poplens_table_new ("counting", "Counting", 100, counting_cell, read, NULL, NULL);
  PoplensSortKey key = {.column = 1, .descending = TRUE};

  poplens_table_add_column (table, "odd", "Odd", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "");
  poplens_table_add_column (table, "row", "Row", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "");
  poplens_table_add_column (table, "text", "Text", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "");
  g_autoptr (PoplensWhere) where = poplens_where_new (table, conditions, NULL);
  PoplensTableQuery query = {.where = where, .keys = &key, .n_keys = 1};
  g_autoptr (PoplensTableView) view = poplens_table_view_query (table, &query, NULL);
  g_assert_cmpuint (view->n, ==, 50);
  for (guint32 i = 0; i < view->n; i++)
    g_assert_cmpuint (view->rows[i], ==, 99 - 2 * i);
  g_assert_cmpuint (read[0], ==, 100);
  g_assert_cmpuint (read[1], ==, 50);
  g_assert_cmpuint (read[2], ==, 0);
}

static void
test_view_cancel (void)
{
  static const FixtureRow rows[] = {{"a", 1, 0, 0}};
  g_autoptr (PoplensTable) table = fixture_table (rows, 1, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_table_view_new (table, NULL, -1, FALSE, cancellable));
  g_assert_null (poplens_table_view_new (table, "a", 1, FALSE, cancellable));
}

/* Compares with qsort on many equal values: no row may be lost or repeated. */
static void
test_view_random (void)
{
  for (guint round = 0; round < 60; round++) {
    FixtureRow rows[50];
    guint n = g_test_rand_int_range (0, G_N_ELEMENTS (rows) + 1);
    gboolean descending = round % 2;
    for (guint i = 0; i < n; i++)
      rows[i] = (FixtureRow){"x", g_test_rand_int_range (0, 6), 0, 0};
    g_autoptr (PoplensTable) table = fixture_table (rows, n, FALSE);
    g_autoptr (PoplensTableView) view = poplens_table_view_new (table, "x", 1, descending, NULL);
    g_assert_cmpuint (view->n, ==, n);
    for (guint i = 1; i < n; i++) {
      gint64 a = rows[view->rows[i - 1]].value, b = rows[view->rows[i]].value;
      g_assert_true (descending ? a >= b : a <= b);
      if (a == b)
        g_assert_cmpuint (view->rows[i - 1], <, view->rows[i]);
    }
  }
}

static void
assert_totals (const PoplensTable *table, const char *filter, const char *label, gint64 value,
               double share)
{
  g_autoptr (PoplensTableView) view = poplens_table_view_new (table, filter, 1, TRUE, NULL);
  g_autofree char *text = poplens_table_view_total_label (table, view);
  PoplensValue total;

  g_assert_cmpstr (text, ==, label);
  g_assert_false (poplens_table_view_get_total (table, view, 0, &total));
  g_assert_true (poplens_table_view_get_total (table, view, 1, &total));
  g_assert_cmpint (total.type, ==, POPLENS_VALUE_INT);
  g_assert_cmpint (total.integer, ==, value);
  g_assert_true (poplens_table_view_get_total (table, view, 2, &total));
  g_assert_cmpfloat_with_epsilon (total.real, share, 1e-12);
}

static void
test_totals_of_matches (void)
{
  static const FixtureRow rows[] = {
      {"ax", 10, 0.1, 0}, {"b", 20, 0.2, 0}, {"ay", 30, 0.3, 0}, {"c", 40, 0.4, 0}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);
  const PoplensTableOutput output = {.totals = TRUE};
  PoplensValue total;

  poplens_table_add_total (table, 1);
  poplens_table_add_total (table, 2);
  assert_totals (table, NULL, "Total", 100, 1);
  assert_totals (table, "a", "Total of 2 of 4", 40, 0.4);
  g_autoptr (PoplensTableView) none = poplens_table_view_new (table, "q", -1, FALSE, NULL);
  g_assert_true (poplens_table_view_get_total (table, none, 1, &total));
  g_assert_cmpint (total.type, ==, POPLENS_VALUE_NULL);
  g_autoptr (PoplensTableView) view = poplens_table_view_new (table, "a", -1, FALSE, NULL);
  g_autofree char *text = fixture_write (table, view, POPLENS_TABLE_TEXT, &output);
  g_assert_nonnull (strstr (text, "Total of 2 of 4     40  40"));
}

static const char *
name_of_key (const char *key)
{
  return !strcmp (key, "code-host") ? "Host exchange code" : key;
}

static void
key_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  *value = poplens_value_text (((const char *const *) data)[row]);
}

/* Keys are shown and sorted by their names, and found by name and key. */
static void
test_names_of_keys (void)
{
  static const char *const keys[] = {"stack", "code-host", "constant"};
  static const PoplensColumn column = {
      .name = "key", .title = "Key", .doc = "Key", .name_of = name_of_key};
  g_autoptr (PoplensTable) table = poplens_table_new ("fixture", "Fixture", G_N_ELEMENTS (keys),
                                                      key_cell, (gpointer) keys, NULL, NULL);
  static const struct {
    const char *condition, *rows;
  } conditions[] = {{"key = code-host", "1"},
                    {"key = Host exchange code", "1"},
                    {"key != code-host", "0 2"},
                    {"key ~ exchange", "1"},
                    {"key !~ exchange", "0 2"}};
  PoplensNumber buffer;

  poplens_table_add_columns (table, &column, 1);
  g_assert_cmpstr (poplens_table_format (table, 1, 0, POPLENS_BYTE_UNIT_BINARY, buffer), ==,
                   "Host exchange code");
  g_assert_cmpstr (poplens_table_get (table, 1, 0).text, ==, "code-host");
  assert_view (table, NULL, 0, FALSE, "2 1 0");
  assert_view (table, "exchange", -1, FALSE, "1");
  assert_view (table, "code-host", -1, FALSE, "1");
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++) {
    g_autoptr (PoplensWhere) where =
        poplens_where_new (table, (const char *const[]){conditions[i].condition, NULL}, NULL);
    g_autoptr (PoplensTableView) view =
        poplens_table_view_query (table, &(PoplensTableQuery){.where = where}, NULL);
    g_autofree char *rows = fixture_view_rows (view);
    g_assert_cmpstr (rows, ==, conditions[i].rows);
  }
}

/* A row of a tree includes its children, which count once; ancestors that do not match are not
 * counted. */
static void
test_totals_of_branches (void)
{
  static const FixtureRow rows[] = {{"a", 60, 0.6, 0},   {"ax", 50, 0.5, 1}, {"axx", 45, 0.45, 2},
                                    {"ay", 10, 0.1, 1},  {"b", 40, 0.4, 0},  {"bx", 30, 0.3, 1},
                                    {"bxx", 5, 0.05, 2}, {"by", 10, 0.1, 1}};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), TRUE);

  poplens_table_add_total (table, 1);
  poplens_table_add_total (table, 2);
  assert_totals (table, NULL, "Total", 100, 1);
  assert_totals (table, "x", "Total of 4 of 8", 80, 0.8);
  assert_totals (table, "y", "Total of 2 of 8", 20, 0.2);
  assert_totals (table, "xx", "Total of 2 of 8", 50, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/view/numbers", test_sort_numbers);
  g_test_add_func ("/tables/view/large-integers", test_sort_large_integers);
  g_test_add_func ("/tables/view/by-size", test_sort_by_size);
  g_test_add_func ("/tables/view/texts", test_sort_texts);
  g_test_add_func ("/tables/view/filter", test_filter);
  g_test_add_func ("/tables/view/filter-ids", test_filter_finds_whole_ids);
  g_test_add_func ("/tables/view/names-of-keys", test_names_of_keys);
  g_test_add_func ("/tables/view/totals-of-matches", test_totals_of_matches);
  g_test_add_func ("/tables/view/totals-of-branches", test_totals_of_branches);
  g_test_add_func ("/tables/view/siblings", test_sort_keeps_siblings_together);
  g_test_add_func ("/tables/view/ancestors", test_filter_keeps_ancestors);
  g_test_add_func ("/tables/view/odd-depths", test_odd_depths);
  g_test_add_func ("/tables/view/million", test_million_rows);
  g_test_add_func ("/tables/view/reads-once", test_reads_each_cell_once);
  g_test_add_func ("/tables/view/cancel", test_view_cancel);
  g_test_add_func ("/tables/view/random", test_view_random);
  return g_test_run ();
}
