/* Tests of Execution Trace: the colours of its blocks, and the entries that its legend hides. */
#include "pages/trace/trace-view.h"
#include "base/format.h"
#include "charts/lanes/lanes.h"
#include "derived/trace/trace-last-source.h"
#include "derived/trace/trace-sums.h"
#include "pages/trace-fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS "from steps_by_ipu b join steps s on s.id = b.step_id where b.active_tiles > 0 and "
#define WORKS "s.type not in ('StreamCopyBegin', 'StreamCopyEnd', 'Sync', 'Sans', 'SyncAns')"
#define LENGTH "(b.active_cycles_to_max - b.active_cycles_from_max)"

/* Returns the series that has cycles of block @item, or G_MAXUINT if none has. */
static guint
block_series (const PoplensChart *chart, gsize item)
{
  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (poplens_chart_get_value (chart, s, item))
      return s;
  return G_MAXUINT;
}

/* Counts the blocks with cycles of the series with key @key. */
static gint64
count_blocks (const PoplensChart *chart, const char *key)
{
  gint64 n = 0;

  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    guint s = block_series (chart, i);
    n += s != G_MAXUINT && !strcmp (poplens_chart_get_series_key (chart, s), key);
  }
  return n;
}

static void
test_balance (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  gint64 sum = 0;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?colour=balance");
  for (int i = 0; i < 5; i++) {
    g_autofree char *key = g_strdup_printf ("balance:%d", 20 * i);
    gint64 n = count_blocks (trace_chart (page), key);
    g_assert_cmpint (n, ==,
                     report_fixture_ask (db,
                                         "select count(*) " ROWS WORKS " and " LENGTH
                                         " > 0 and min(4, cast(b.tile_balance * 5 as int)) = %d",
                                         i));
    sum += n;
  }
  g_assert_cmpint (sum, >, 0);
  g_assert_cmpint (
      count_blocks (trace_chart (page), "waiting"), ==,
      report_fixture_ask (db, "select count(*) " ROWS "not " WORKS " and " LENGTH " > 0"));
}

static int
compare_levels (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

/* Returns how high blocks are filled with solid colour, in percent of their height, sorted.
 * (transfer full) of int */
static GArray *
list_fill_levels (const PoplensChart *chart)
{
  GArray *levels = g_array_new (FALSE, FALSE, sizeof (int));

  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    const char *said = strstr (text, "\nTile balance\t");
    int level = said ? atoi (said + strlen ("\nTile balance\t")) : 0;
    if (said)
      g_array_append_val (levels, level);
  }
  g_array_sort (levels, compare_levels);
  return levels;
}

/* Work is solid up to its tile balance; waits have no balance. */
static void
test_colour_levels (gconstpointer name)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  sqlite3_stmt *row;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?fill-balance=yes");
  g_autoptr (PoplensPage) without = trace_page (report, "trace?view=flame");
  g_autoptr (GArray) levels = list_fill_levels (trace_chart (page));
  g_autoptr (GArray) none = list_fill_levels (trace_chart (without));
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpint (sqlite3_prepare_v2 (
                       db, "select 100 * b.tile_balance " ROWS WORKS " and b.cycles > 0 order by 1",
                       -1, &row, NULL),
                   ==, SQLITE_OK);
  for (guint i = 0; i < levels->len; i++) {
    g_assert_cmpint (sqlite3_step (row), ==, SQLITE_ROW);
    g_assert_cmpfloat (fabs (g_array_index (levels, int, i) - sqlite3_column_double (row, 0)), <=,
                       0.51);
  }
  g_assert_cmpint (sqlite3_step (row), ==, SQLITE_DONE);
  sqlite3_finalize (row);
  g_assert_cmpuint (levels->len, >, 0);
  /* The flame graph merges neighbours of one name into one block, filled to their mean balance. */
  g_autoptr (PoplensPage) flame = trace_page (report, "trace?fill-balance=yes&view=flame");
  g_autoptr (GArray) grouped = list_fill_levels (trace_chart (flame));
  g_assert_cmpuint (grouped->len, >, 0);
  g_assert_cmpuint (grouped->len, <=, levels->len);
  g_assert_cmpint (g_array_index (grouped, int, 0), >=, g_array_index (levels, int, 0));
  g_assert_cmpint (g_array_index (grouped, int, grouped->len - 1), <=,
                   g_array_index (levels, int, levels->len - 1));
}

static void
test_colour_cycles (gconstpointer name)
{
  static const struct {
    const char *key, *where;
  } classes[] = {{"cycles:-25", "n > 1 and ratio < 0.75"},
                 {"cycles:-5", "n > 1 and ratio >= 0.75 and ratio < 0.95"},
                 {"cycles:0", "n > 1 and ratio >= 0.95 and ratio <= 1.05"},
                 {"cycles:5", "n > 1 and ratio > 1.05 and ratio <= 1.25"},
                 {"cycles:25", "n > 1 and ratio > 1.25"},
                 {"once", "n = 1 or program is null"}};

  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both (name, &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?colour=cycles");
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    g_assert_cmpint (count_blocks (trace_chart (page), classes[i].key), ==,
                     report_fixture_ask (
                         db,
                         "select count(*) from (select s.program as program, " LENGTH
                         " as length, count(*) over w as n, 1.0 * " LENGTH " / avg(" LENGTH
                         ") over w as ratio " ROWS WORKS
                         " window w as (partition by s.program, b.ipu)) where length > 0 and (%s)",
                         classes[i].where));
}

/* A name has the same colour in both views. */
static void
test_colour_names (void)
{
  static const char *const views[] = {"trace?colour=name", "trace?colour=name&view=flame"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!report)
    return;

  g_autoptr (PoplensPage) page = trace_page (report, views[0]);
  const PoplensChart *chart = trace_chart (page);
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    guint s = block_series (chart, i);
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    g_auto (GStrv) lines = g_strsplit (text, " · ", 2);
    gpointer before;
    if (s == G_MAXUINT || !strcmp (poplens_chart_get_series_key (chart, s), "waiting"))
      continue;
    if (g_hash_table_lookup_extended (seen, lines[0], NULL, &before))
      g_assert_cmpuint (GPOINTER_TO_UINT (before), ==, s);
    else
      g_hash_table_insert (seen, g_strdup (lines[0]), GUINT_TO_POINTER (s));
  }
  g_assert_cmpuint (g_hash_table_size (seen), >, 3);
  g_autoptr (PoplensPage) flame = trace_page (report, views[1]);
  g_assert_cmpuint (poplens_chart_get_n_series (trace_chart (flame)), ==,
                    poplens_chart_get_n_series (chart));
}

/* The legend distinguishes operations with the same name. */
static void
test_operation_names (void)
{
  static const char *const layers[] = {"hloinstruction", "poplibs", "poplar"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  for (guint i = 0; report && i < G_N_ELEMENTS (layers); i++) {
    g_autofree char *text = g_strconcat ("trace?colour=operation&layer=", layers[i], NULL);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
    const PoplensChart *chart = trace_chart (page);

    for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
      if (!g_hash_table_add (names, (char *) poplens_chart_get_series_name (chart, s)))
        g_error ("%s: two are called “%s”", layers[i], poplens_chart_get_series_name (chart, s));
  }
}

/* There are as many blocks as executed programs of the layer's contexts. */
static void
test_operations (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  gint64 own = 0, others;
  gsize n = 0;
  if (!report)
    return;

  g_autoptr (PoplensPage) page = trace_page (report, "trace?colour=operation");
  const PoplensChart *chart = trace_chart (page);
  g_assert_nonnull (poplens_page_find_control (page, "layer"));
  others = count_blocks (chart, "others") + count_blocks (chart, "none") +
           count_blocks (chart, "waiting");
  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (g_str_has_prefix (poplens_chart_get_series_key (chart, s), "operation:"))
      own += count_blocks (chart, poplens_chart_get_series_key (chart, s));
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++)
    n += block_series (chart, i) != G_MAXUINT;
  g_assert_cmpint (own, >, 0);
  g_assert_cmpint (own + others, ==, (gint64) n);

  /* An unknown layer is misuse, and the page is still built. */
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) wrong = trace_location ("trace?colour=operation&layer=nobody");
  g_autoptr (PoplensPage) plain =
      poplens_page_build (report, wrong, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (plain->misuse);
}

/* A trace is coloured by time class by default, and each block has the class of its row. */
static void
test_colour_classes (PoplensReport *report)
{
  const PoplensTimeRows *rows = poplens_trace_time_rows (report, NULL, NULL);
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (PoplensPage) asked = trace_page (report, "trace?colour=class");
  const PoplensChart *chart = trace_chart (page);
  g_assert_cmpuint (poplens_page_find_control (page, "colour")->current, ==, 0);
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    PoplensTimeClass class = rows->main[page->trace->lanes->source[i]];
    g_assert_cmpstr (poplens_chart_get_series_key (chart, block_series (chart, i)), ==,
                     poplens_time_class_key (class));
    g_assert_cmpuint (block_series (chart, i), ==, block_series (trace_chart (asked), i));
  }
}

/* Blocks can be coloured by the layer ("layer1") and the kind of operation ("matmul") in their
 * names. */
static void
test_colour_parts (void)
{
  static const char *const wanted[][2] = {{"layer", "layer:layer1"}, {"kind", "kind:matmul"}};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  for (guint k = 0; k < G_N_ELEMENTS (wanted); k++) {
    g_autofree char *text = g_strconcat ("trace?colour=", wanted[k][0], NULL);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    const PoplensChart *chart = trace_chart (page);
    const char *part = strchr (wanted[k][1], ':') + 1;
    gsize n = 0;
    for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
      g_autofree char *block = poplens_trace_lanes_name (page->trace->lanes, i);
      if (strcmp (poplens_chart_get_series_key (chart, block_series (chart, i)), wanted[k][1]))
        continue;
      g_assert_nonnull (strstr (block, part));
      n++;
    }
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpuint (n, <, poplens_chart_get_n_items (chart));
  }
}

/* A notice lists what is hidden, with its cycles; the tables do not change. */
static void
test_colour_hidden (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  PoplensNumber n, cycles;
  if (!trace_open_both ("demo", &report, &db))
    return;

  g_autoptr (PoplensPage) all = trace_page (report, "trace?from=0");
  g_assert_null (poplens_page_find_section (all, "hidden"));
  g_autoptr (PoplensPage) page = trace_page (report, "trace?from=0&colour=type&hide=sync,compute");
  const PoplensSection *said = poplens_page_find_section (page, "hidden");
  g_assert_nonnull (said);
  g_assert_nonnull (strstr (said->text, "OnTileExecute"));
  g_assert_nonnull (said->notice.links);
#define HIDDEN                                                                                     \
  "(s.type = 'OnTileExecute' or s.type in ('Sans', 'SyncAns') or "                                 \
  "(s.type = 'Sync' and s.sync_type not like 'External%%'))"
  poplens_format_count (n, (guint64) report_fixture_ask (db, "select count(*) " ROWS HIDDEN));
  poplens_format_count (cycles,
                        (guint64) report_fixture_ask (db, "select sum" LENGTH " " ROWS HIDDEN));
  g_autofree char *steps = g_strdup_printf ("hidden: %s of", n);
  g_autofree char *length = g_strdup_printf (", %s cycles", cycles);
  g_assert_nonnull (strstr (said->text, steps));
  g_assert_nonnull (strstr (said->text, length));
  g_assert_cmpuint (poplens_table_n_rows (trace_table (report, all, "trace-types")), ==,
                    poplens_table_n_rows (trace_table (report, page, "trace-types")));
}

/* If the cycles of the longest tile, which tables have, differ from those of the block, the hover
 * box has both. */
static void
test_longest_tile (PoplensReport *report)
{
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  const PoplensStepSums *sums = poplens_step_sums_get (report, NULL, NULL);
  const PoplensTraceLanes *lanes = page->trace->lanes;
  const PoplensExecution *x = lanes->model->execution;
  guint told = 0, n_waits = 0;

  for (gsize i = 0; i < poplens_chart_get_n_items (trace_chart (page)); i++) {
    g_autofree char *text = poplens_chart_describe_item (trace_chart (page), i);
    guint64 from, to, cycles;
    PoplensNumber number;
    guint lane;
    guint32 row;
    if (!poplens_trace_lanes_row (lanes, i, &row) || x->row_from[row] == G_MAXUINT64 ||
        !poplens_chart_get_lane_item (trace_chart (page), i, &from, &to, &lane))
      continue;
    cycles = poplens_cycles_at (sums->cycles, row);
    g_autofree char *longest = g_strdup_printf ("\nLongest tile\t%s cycles; drawn: ",
                                                poplens_format_count (number, cycles));
    g_assert_cmpint (strstr (text, longest) != NULL, ==, cycles != to - from);
    told += cycles != to - from;
    /* A sync of several IPUs says which IPU it waits for. */
    gboolean waits = g_str_has_prefix (text, "External Sync");
    g_assert_cmpint (strstr (text, "\nWaits for\tthe last IPU") != NULL, ==, waits);
    n_waits += waits;
  }
  g_assert_cmpuint (told, >, 5);
  g_assert_cmpuint (n_waits, >, 5);
}

/* When the slowest tile of each step is known, the hover box of a block names it. */
static void
test_slowest_tile (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  const PoplensTraceLast *last = poplens_trace_last_of (report, NULL, NULL);
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  const PoplensTraceLanes *lanes = page->trace->lanes;
  guint told = 0;

  g_assert_nonnull (last);
  for (gsize i = 0; i < poplens_chart_get_n_items (trace_chart (page)); i++) {
    g_autofree char *text = poplens_chart_describe_item (trace_chart (page), i);
    guint32 row;
    const PoplensTraceLastTile *tile = NULL;
    if (poplens_trace_lanes_row (lanes, i, &row))
      tile = poplens_trace_last_get (last, row);
    g_autofree char *line = g_strdup_printf ("\nSlowest tile\t%u", tile ? tile->tile : 0);
    if (tile)
      g_assert_nonnull (strstr (text, line));
    told += tile != NULL;
  }
  g_assert_cmpuint (told, >, 5);
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/trace-colours/longest-tile", test_longest_tile, "demo", NULL);
  g_test_add_func ("/pages/trace-colours/slowest-tile", test_slowest_tile);
  report_fixture_add ("/trace-colours/balance", test_balance, "integrals", "demo", NULL);
  report_fixture_add ("/trace-colours/levels", test_colour_levels, "integrals", "demo", NULL);
  report_fixture_add ("/trace-colours/cycles", test_colour_cycles, "integrals", "demo", NULL);
  report_fixture_test ("/pages/trace-colours/classes", test_colour_classes, "integrals", "demo-run",
                       "demo", NULL);
  g_test_add_func ("/pages/trace-colours/parts", test_colour_parts);
  g_test_add_func ("/trace-colours/names", test_colour_names);
  g_test_add_func ("/trace-colours/operations", test_operations);
  g_test_add_func ("/trace-colours/operation-names", test_operation_names);
  g_test_add_func ("/trace-colours/hidden", test_colour_hidden);
  return g_test_run ();
}
