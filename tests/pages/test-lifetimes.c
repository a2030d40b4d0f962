/* Tests of the chart of lifetimes against its table, which other tests compare with plain SQL. */
#include "analysis/liveness/live-step.h"
#include "charts/lanes/lanes.h"
#include "model/memory.h"
#include "pages/core/page.h"
#include "support/report-fixture.h"
#include "tables/engine/builders.h"
#include "tables/engine/registry.h"

#include <string.h>

typedef struct {
  PoplensPage *page;
  PoplensTabChart *tab;
  PoplensTable *table;
} Lifetimes;

static void
lifetimes_clear (Lifetimes *f)
{
  poplens_tab_chart_unref (f->tab);
  poplens_table_unref (f->table);
  poplens_page_free (f->page);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lifetimes, lifetimes_clear)

static Lifetimes
lifetimes_make (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  Lifetimes f = {0};

  g_assert_no_error (error);
  f.page = poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  const PoplensSection *section = poplens_page_find_section (f.page, "lifetimes");
  g_assert_true (section->state == POPLENS_PARTIAL && section->kind == POPLENS_SECTION_TAB_CHART);
  f.tab = poplens_page_make_chart (report, f.page, section, location, NULL, NULL, &error);
  g_assert_no_error (error);
  f.table = poplens_tables_build ("variables", report, location, NULL, &error);
  g_assert_no_error (error);
  return f;
}

static gint64
lifetimes_cell (const Lifetimes *f, guint32 row, const char *column)
{
  return poplens_table_get (f->table, row, (guint) poplens_table_find_column (f->table, column))
      .integer;
}

/* Returns the table row of the variable of bar @item. */
static guint32
table_row (const Lifetimes *f, gsize item)
{
  g_autoptr (PoplensLocation) location =
      poplens_page_select_in_tab (f->tab, f->page->location, item, -1);
  const char *id = poplens_location_get (location, "variable");

  for (guint32 row = 0; id && row < poplens_table_n_rows (f->table); row++)
    if (lifetimes_cell (f, row, "id") == g_ascii_strtoll (id, NULL, 10))
      return row;
  g_assert_not_reached ();
}

static guint
n_rows (const Lifetimes *f)
{
  guint last = 0, row;

  for (gsize i = 0; poplens_chart_get_lane_item (f->tab->chart, i, NULL, NULL, &row); i++)
    last = MAX (last, row + 1);
  return last;
}

/* ---- bars ------------------------------------------------------------------------------------ */

/* Checks that the bars of each row are those of its variable: from birth to death, as many steps as
 * it lives. Returns the table rows from top to bottom. (transfer full) */
static GArray *
check_bars (const Lifetimes *f)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 from, to, length = 0, born = 0;
  guint row, now = G_MAXUINT;

  for (gsize i = 0; poplens_chart_get_lane_item (f->tab->chart, i, &from, &to, &row); i++) {
    guint32 of = table_row (f, i);
    if (row != now) {
      g_assert_cmpuint (row, ==, rows->len);
      g_array_append_val (rows, of);
      length = 0;
      born = from;
    }
    now = row;
    g_assert_cmpuint (of, ==, g_array_index (rows, guint32, row));
    length += to - from;
    if (!poplens_chart_get_lane_item (f->tab->chart, i + 1, NULL, NULL, &row) || row != now) {
      g_assert_cmpint (lifetimes_cell (f, of, "born"), ==, (gint64) born);
      g_assert_cmpint (lifetimes_cell (f, of, "freed"), ==, (gint64) to);
      g_assert_cmpint (lifetimes_cell (f, of, "length"), ==, (gint64) length);
    }
  }
  return rows;
}

/* Checks that no variable without a bar is larger at the peak than one with a bar. */
static void
check_largest_at_peak (const Lifetimes *f, const GArray *rows)
{
  g_autoptr (GHashTable) drawn = g_hash_table_new (NULL, NULL);
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < rows->len; i++) {
    guint32 row = g_array_index (rows, guint32, i);
    g_hash_table_add (drawn, GUINT_TO_POINTER (row));
    least = MIN (least, lifetimes_cell (f, row, "at_peak"));
  }
  for (guint32 row = 0; row < poplens_table_n_rows (f->table); row++)
    if (!g_hash_table_contains (drawn, GUINT_TO_POINTER (row)))
      g_assert_cmpint (lifetimes_cell (f, row, "at_peak"), <=, least);
}

static void
test_largest (PoplensReport *report)
{
  static const char *const locations[] = {"liveness", "liveness?lifetimes=peak:7",
                                          "liveness?tile=5", "liveness?lifetimes=all"};
  static const guint most[] = {50, 7, 50, G_MAXUINT};

  for (guint p = 0; p < G_N_ELEMENTS (locations); p++) {
    g_auto (Lifetimes) f = lifetimes_make (report, locations[p]);
    g_autoptr (GArray) rows = check_bars (&f);
    guint32 all = poplens_table_n_rows (f.table);
    PoplensNumber shown, of;
    g_autofree char *count = g_strdup_printf ("%s of %s", poplens_format_count (shown, rows->len),
                                              poplens_format_count (of, all));
    g_assert_cmpuint (rows->len, ==, MIN (all, most[p]));
    g_assert_cmpstr (f.tab->title, ==, count);
    g_assert_null (f.tab->misuse);
    for (guint i = 1; i < rows->len; i++)
      g_assert_cmpint (lifetimes_cell (&f, g_array_index (rows, guint32, i - 1), "bytes"), >=,
                       lifetimes_cell (&f, g_array_index (rows, guint32, i), "bytes"));
    check_largest_at_peak (&f, rows);
  }
}

static void
test_lifetimes_orders (gconstpointer name)
{
  static const struct {
    const char *location, *column;
    int sign;
  } orders[] = {{"liveness?order=birth", "born", 1},
                {"liveness?order=length", "length", -1},
                {"liveness?order=bytes", "bytes", -1}};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  for (guint o = 0; report && o < G_N_ELEMENTS (orders); o++) {
    g_auto (Lifetimes) f = lifetimes_make (report, orders[o].location);
    g_autoptr (GArray) rows = check_bars (&f);
    for (guint i = 1; i < rows->len; i++)
      g_assert_cmpint (
          orders[o].sign *
              lifetimes_cell (&f, g_array_index (rows, guint32, i - 1), orders[o].column),
          <=,
          orders[o].sign * lifetimes_cell (&f, g_array_index (rows, guint32, i), orders[o].column));
  }
}

/* If the graph leaves out always-live memory, so does the chart of lifetimes. */
static void
test_passing (PoplensReport *report)
{
  guint passing = 0;

  g_auto (Lifetimes) f = lifetimes_make (report, "liveness?always-live=no&lifetimes=all");
  g_autoptr (GArray) rows = check_bars (&f);
  for (guint32 row = 0; row < poplens_table_n_rows (f.table); row++)
    passing += lifetimes_cell (&f, row, "bytes") > lifetimes_cell (&f, row, "always_live");
  g_assert_cmpuint (rows->len, ==, passing);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpint (lifetimes_cell (&f, g_array_index (rows, guint32, i), "bytes"), >,
                     lifetimes_cell (&f, g_array_index (rows, guint32, i), "always_live"));
}

/* ---- variables that are chosen --------------------------------------------------------------- */

/* Row @d of the variables with a unique name, the smallest first. */
#define SMALL                                                                                      \
  "FROM unlowered_vars u JOIN var_bytes_by_eq_class b ON b.unlowered_var_id = u.id GROUP BY u.id " \
  "HAVING (SELECT count(*) FROM unlowered_vars o WHERE o.name = u.name) = 1 "                      \
  "ORDER BY sum(b.bytes), u.id LIMIT 1 OFFSET %d"

static char *
variable_name (PoplensReport *report, int id)
{
  const PoplensVariables *v = poplens_report_load_variables (report, NULL, NULL);

  for (guint32 row = 0; row < v->n_unlowered; row++)
    if (v->unlowered_id[row] == (guint32) id)
      return g_strdup (poplens_variable_name (v, v->unlowered_id[row]));
  g_assert_not_reached ();
}

static void
test_chosen (PoplensReport *report)
{
  sqlite3 *db = report_fixture_open_sql (report);
  int a = (int) report_fixture_ask (db, "SELECT u.id " SMALL, 0);
  int b = (int) report_fixture_ask (db, "SELECT u.id " SMALL, 1);
  sqlite3_close (db);
  g_autofree char *name = variable_name (report, a);
  g_autofree char *three = g_strdup_printf ("%s,nonsense,%d", name, b);
  g_autofree char *without_a = g_strdup_printf ("nonsense,%d", b);
  g_autofree char *without_b = g_strdup_printf ("%s,nonsense", name);
  g_autofree char *chosen = g_strdup_printf ("liveness?plot=%s&lifetimes=chosen", three);
  g_auto (Lifetimes) f = lifetimes_make (report, chosen);
  g_autoptr (GArray) rows = check_bars (&f);
  g_assert_cmpuint (rows->len, ==, 2);
  g_assert_cmpint (lifetimes_cell (&f, g_array_index (rows, guint32, 0), "id"), ==, a);
  g_assert_cmpint (lifetimes_cell (&f, g_array_index (rows, guint32, 1), "id"), ==, b);
  g_assert_nonnull (strstr (f.tab->misuse, "“nonsense”"));

  g_autoptr (PoplensLocation) first = poplens_page_remove_in_tab (f.tab, f.page->location, 0);
  g_assert_cmpstr (poplens_location_get (first, "plot"), ==, without_a);
  g_autoptr (PoplensLocation) second = poplens_page_remove_in_tab (f.tab, f.page->location, 1);
  g_assert_cmpstr (poplens_location_get (second, "plot"), ==, without_b);
  g_autoptr (PoplensLocation) other = poplens_page_remove_in_tab (f.tab, f.page->location, 2);
  g_assert_true (poplens_location_equal (other, f.page->location) ||
                 !strcmp (poplens_location_get (other, "plot"), three));

  /* Chosen variables are above the others, each once. */
  g_autofree char *twice =
      g_strdup_printf ("liveness?plot=%s,%s,%d&lifetimes=peak:9", name, name, a);
  g_auto (Lifetimes) both = lifetimes_make (report, twice);
  g_autoptr (GArray) all = check_bars (&both);
  g_assert_cmpuint (all->len, ==, 10);
  g_assert_cmpint (lifetimes_cell (&both, g_array_index (all, guint32, 0), "id"), ==, a);
  g_assert_null (both.tab->misuse);
  for (guint i = 1; i < all->len; i++)
    g_assert_cmpint (lifetimes_cell (&both, g_array_index (all, guint32, i), "id"), !=, a);
}

static void
test_lifetimes_misuse (gconstpointer name)
{
  static const char *const wrong[] = {"peak:0", "peak:", "peak:-3", "some", "peak:99999999999"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  for (guint w = 0; report && w < G_N_ELEMENTS (wrong); w++) {
    g_autofree char *text = g_strdup_printf ("liveness?lifetimes=%s", wrong[w]);
    g_auto (Lifetimes) f = lifetimes_make (report, text);
    g_assert_nonnull (strstr (f.page->misuse, "invalid lifetimes"));
    g_assert_cmpuint (n_rows (&f), ==, 50);
  }
}

/* ---- clicks ---------------------------------------------------------------------------------- */

static void
test_lifetimes_clicks (PoplensReport *report)
{
  guint64 from, to;
  guint row, selected_row;

  g_auto (Lifetimes) f = lifetimes_make (report, "liveness?lifetimes=all");
  g_assert_true (f.tab->shares_axis);
  for (gsize i = 0; poplens_chart_get_lane_item (f.tab->chart, i, &from, &to, &row); i += 3) {
    const double at[] = {(double) from, (double) to - 0.01, (double) from - 9, (double) to + 9, -1};
    const guint64 steps[] = {from, to - 1, from, to - 1, from};
    for (guint k = 0; k < G_N_ELEMENTS (at); k++) {
      g_autoptr (PoplensLocation) location =
          poplens_page_select_in_tab (f.tab, f.page->location, i, at[k]);
      g_assert_cmpuint (g_ascii_strtoull (poplens_location_get (location, "step"), NULL, 10), ==,
                        steps[k]);
      if (k)
        continue;
      /* All bars of the row are selected, and no other bars. */
      g_autoptr (GArray) items = poplens_page_selected_in_tab (f.tab, location);
      g_assert_cmpuint (items->len, ==, 1);
      PoplensItemRange range = g_array_index (items, PoplensItemRange, 0);
      g_assert_true (range.from <= i && i < range.to);
      for (gsize s = range.from; s < range.to; s++) {
        poplens_chart_get_lane_item (f.tab->chart, s, NULL, NULL, &selected_row);
        g_assert_cmpuint (selected_row, ==, row);
      }
    }
  }
  g_autoptr (PoplensLocation) beside =
      poplens_page_select_in_tab (f.tab, f.page->location, G_MAXSIZE, 3);
  g_assert_null (poplens_location_get (beside, "variable"));
  g_assert_null (poplens_location_get (beside, "step"));
}

/* ---- colours --------------------------------------------------------------------------------- */

/* The bytes of each group are the same by the names of unlowered variables and by the categories of
 * lowered ones, except for constants of the compiler, which names do not show. */
static void
test_lifetimes_groups (PoplensReport *report)
{
  guint64 by_name[POPLENS_N_GROUPS] = {0}, by_category[POPLENS_N_GROUPS] = {0};
  const PoplensVariables *v = poplens_report_load_lowered (report, NULL, NULL);
  for (guint32 i = 0; i < v->n_class_bytes; i++) {
    const char *variable = poplens_variable_name (v, v->class_bytes_variable[i]);
    by_name[poplens_memory_group_of_variable (variable)] += v->class_bytes[i];
  }
  for (guint32 i = 0; i < v->n; i++) {
    const char *category = poplens_strings_get (v->strings, v->category_name[v->category[i]]);
    gboolean constant = v->bits[i] & POPLENS_VARIABLE_CONSTANT && v->unlowered[i] == G_MAXUINT32;
    if (v->bits[i] & POPLENS_VARIABLE_ALLOCATED)
      by_category[constant ? POPLENS_GROUP_TENSORS : poplens_memory_group_of (category, NULL)] +=
          v->size[i];
  }
  for (guint g = 0; g < POPLENS_N_GROUPS; g++)
    g_assert_cmpuint (by_name[g], ==, by_category[g]);
}

/* Series can be hidden; every series has a bar, or belongs to the graph above. */
static void
test_colours (PoplensReport *report)
{
  g_auto (Lifetimes) f =
      lifetimes_make (report, "liveness?lifetimes=all&hide=life-vertex-code,always-live");
  g_auto (Lifetimes) life = lifetimes_make (report, "liveness?colour=liveness&hide=always-live");
  guint hidden = 0;
  for (guint s = 0; s < poplens_chart_get_n_series (f.tab->chart); s++)
    hidden += poplens_chart_is_series_hidden (f.tab->chart, s);
  g_assert_cmpuint (poplens_chart_get_n_series (f.tab->chart), >=, 7);
  g_assert_cmpuint (hidden, ==, 1);
  g_assert_cmpuint (poplens_chart_get_n_series (life.tab->chart), ==, 2);
  g_assert_cmpstr (poplens_chart_get_series_key (life.tab->chart, 0), ==, "always-live");
  g_assert_true (poplens_chart_is_series_hidden (life.tab->chart, 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/lifetimes/largest", test_largest, "integrals", "firehose",
                       "firehose-killed", "demo-run", "demo-compiled", "demo-killed", NULL);
  report_fixture_add ("/pages/lifetimes/orders", test_lifetimes_orders, "firehose", "demo-compiled",
                      NULL);
  report_fixture_test ("/pages/lifetimes/passing", test_passing, "integrals", "demo-run", NULL);
  report_fixture_test ("/pages/lifetimes/chosen", test_chosen, "integrals", "demo-run", NULL);
  report_fixture_add ("/pages/lifetimes/misuse", test_lifetimes_misuse, "integrals", "demo-run",
                      NULL);
  report_fixture_test ("/pages/lifetimes/clicks", test_lifetimes_clicks, "firehose",
                       "demo-compiled", NULL);
  report_fixture_test ("/pages/lifetimes/groups", test_lifetimes_groups, "integrals", "firehose",
                       "firehose-killed", "demo-run", "demo-compiled", "demo-killed", NULL);
  report_fixture_test ("/pages/lifetimes/colours", test_colours, "firehose", "demo-compiled", NULL);
  return g_test_run ();
}
