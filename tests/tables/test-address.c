/* Tests of the memory of all tiles in real reports and the demo: address maps against
 * memory_by_tile and memory_by_category, gaps against SQL, and tables against both. */
#include "analysis/liveness/peaks.h"
#include "analysis/memory/address-map.h"
#include "analysis/memory/memory-analysis.h"
#include "analysis/memory/gap-cause.h"
#include "base/codec.h"
#include "base/error.h"
#include "derived/memory/address-source.h"
#include "derived/memory/gap-costs.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"
#include "tables/engine/table-where.h"
#include "tables/fixtures.h"

#include <sqlite3.h>
#include <string.h>

/* ---- every tile -------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  const PoplensMemory *memory;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
  PoplensGapCosts costs;
  sqlite3_stmt *constraints; /* constraints of a variable, by ID */
  guint64 pairs;             /* number of constraints that were looked up */
} TileWalk;

/* Checks the totals of tile @p (index) against memory_by_tile and memory_by_category. */
static void
check_totals (const TileWalk *walk, const PoplensAddressMap *map, guint32 p)
{
  const PoplensMemory *m = walk->memory;
  const PoplensAddressTotals *t = &map->totals;
  guint64 gaps = 0, overlapped = 0, sizes = 0, alone = 0;

  for (guint g = 0; g < map->gaps->len; g++) {
    const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, g);
    g_assert_cmpuint (gap->from, <, gap->to);
    gaps += gap->to - gap->from;
  }
  for (guint b = 0; b < map->blocks->len; b++) {
    const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, b);
    sizes += block->to - block->from;
    alone += block->to - block->from - block->shared;
  }
  for (guint c = 0; c < m->categories->len; c++)
    overlapped += poplens_category_overlapped (g_ptr_array_index (m->categories, c), p);
  g_assert_cmpuint (t->total, ==, m->total[p]);
  g_assert_cmpuint (t->including_gaps, ==, m->total_including_gaps[p]);
  g_assert_cmpuint (t->non_interleaved, ==, m->non_interleaved[p]);
  g_assert_cmpuint (t->interleaved, ==, m->interleaved[p]);
  g_assert_cmpuint (t->overflowed, ==, m->overflowed[p]);
  g_assert_cmpuint (t->always_live, ==, m->always_live[p]);
  g_assert_cmpuint (t->shared, ==, m->shared[p]);
  g_assert_cmpuint (t->overlapped, ==, overlapped);
  g_assert_cmpuint (t->gaps, ==, gaps);
  g_assert_cmpuint (alone + t->shared, ==, t->total);
  g_assert_cmpuint (alone + t->overlapped, ==, sizes);
}

/* TRUE if the list of constraints of variable @id contains @number. */
static gboolean
list_names (TileWalk *walk, guint32 id, guint32 number)
{
  g_autoptr (GArray) values = NULL;
  const void *data;

  sqlite3_reset (walk->constraints);
  sqlite3_bind_int64 (walk->constraints, 1, id);
  g_assert_cmpint (sqlite3_step (walk->constraints), ==, SQLITE_ROW);
  data = sqlite3_column_blob (walk->constraints, 0);
  values = poplens_list_decode (POPLENS_ENCODING_PLAIN, data,
                                (gsize) sqlite3_column_bytes (walk->constraints, 0),
                                POPLENS_ANY_LENGTH, NULL);
  for (guint i = 0; values && i < values->len; i++)
    if (g_array_index (values, guint64, i) == number)
      return TRUE;
  return FALSE;
}

/* Checks the reason of a gap against the file. */
static void
check_cause (TileWalk *walk, const PoplensAddressMap *map, const PoplensGap *gap)
{
  const PoplensAddressBlock *next =
      &g_array_index (map->blocks, PoplensAddressBlock, poplens_address_map_find (map, gap->next));
  guint32 first = map->slice->variables[0].id;

  g_assert_cmpuint (next->from, ==, gap->to);
  g_assert_cmpuint (gap->to % MAX (gap->alignment, 1), ==, 0);
  if (gap->cause == POPLENS_GAP_ALIGNMENT)
    g_assert_cmpuint (gap->to - gap->from, <, gap->alignment);
  if (gap->cause == POPLENS_GAP_START)
    g_assert_cmpuint (gap->from, ==, 0);
  if (gap->cause == POPLENS_GAP_REGION)
    g_assert_cmpuint (gap->to, ==, map->target->interleaved_start);
  if (gap->cause != POPLENS_GAP_ELEMENT)
    return;
  guint32 other = poplens_address_map_find (map, gap->other);
  const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, other);
  guint64 begin = g_array_index (map->elements, guint64, gap->element);
  g_assert_cmpuint (gap->to, ==, g_array_index (map->elements, guint64, gap->element + 1));
  g_assert_cmpuint (begin, <=, gap->from);
  /* The other variable has a byte in the memory element of the gap. */
  g_assert_cmpuint (block->from, <, gap->to);
  g_assert_cmpuint (block->to, >, begin);
  g_assert_true (list_names (walk, gap->next, gap->other - first) ||
                 list_names (walk, gap->other, gap->next - first));
  walk->pairs++;
}

/* Checks that no two live blocks share bytes at any step, and that the sums are those of the tile.
 * @p: index of the tile */
static void
check_life (const TileWalk *walk, const PoplensAddressMap *map, guint32 p)
{
  guint64 most = 0;

  for (guint32 s = 0; s < walk->liveness->n_steps; s++) {
    g_autofree guint8 *live = poplens_address_map_live_at (map, s);
    guint64 always = 0, passing = 0;
    for (guint b = 0; b < map->blocks->len; b++) {
      const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, b);
      guint64 size = live[b] ? block->to - block->from : 0;
      always += block->always_live ? size : 0;
      passing += block->always_live ? 0 : size;
    }
    g_assert_cmpuint (always, ==, walk->memory->always_live[p]);
    most = MAX (most, passing);
  }
  g_assert_cmpuint (most, ==, walk->memory->not_always_live_max[p]);
}

static void
walk_tile (TileWalk *walk, guint32 p)
{
  g_autoptr (GError) error = NULL;
  guint32 tile = walk->memory->tile[p];
  g_autoptr (PoplensAddressMap) map = poplens_report_address_map (walk->report, tile, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (map->tile, ==, tile);
  check_totals (walk, map, p);
  PoplensTileGaps tile_gaps = poplens_tile_gaps_of (tile, map->gaps);
  poplens_gap_costs_add (&walk->costs, &tile_gaps);
  for (guint g = 0; g < map->gaps->len; g++) {
    const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, g);
    if (gap->cause == POPLENS_GAP_UNEXPLAINED)
      g_test_message ("tile %u: %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " not explained", tile,
                      gap->from, gap->to);
    else
      check_cause (walk, map, gap);
  }
  if (p % 97 == 0)
    check_life (walk, map, p);
}

/* Checks the number of gaps and their bytes against SQL. */
static void
check_sql (const TileWalk *walk, sqlite3 *database)
{
#define GAPS                                                                                       \
  "FROM (SELECT offset, max(offset + size_bytes) OVER (PARTITION BY tile ORDER BY offset, var_id " \
  "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM vars_info WHERE bitset & 1 "   \
  "AND size_bytes > 0) WHERE offset > ifnull(before, 0)"
  guint64 bytes = 0, gaps = 0;

  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++) {
    g_test_message ("%s: %" G_GUINT64_FORMAT " gaps, %" G_GUINT64_FORMAT " bytes",
                    poplens_gap_cause_key (c), walk->costs.gaps[c], walk->costs.bytes[c]);
    bytes += walk->costs.bytes[c];
    gaps += walk->costs.gaps[c];
  }
  g_assert_cmpint ((gint64) gaps, ==, report_fixture_ask (database, "SELECT count(*) " GAPS));
  g_assert_cmpint ((gint64) bytes, ==,
                   report_fixture_ask (database, "SELECT total(offset - ifnull(before, 0)) " GAPS));
}

static void
test_address_tiles (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  PoplensGapCosts costs;
  TileWalk walk = {.report = report};

  if (!report)
    return;
  sqlite3 *database = report_fixture_open_sql (report);
  walk.memory = poplens_report_load_memory (report, NULL, NULL);
  walk.variables = poplens_report_load_variables (report, NULL, NULL);
  walk.liveness = poplens_report_load_liveness (report, NULL, NULL);
  g_assert_nonnull (walk.liveness);
  poplens_gap_costs_init (&walk.costs);
  sqlite3_prepare_v2 (database, "SELECT element_constraints FROM vars_info WHERE var_id = ?", -1,
                      &walk.constraints, NULL);
  for (guint32 p = 0; p < walk.memory->n_tiles; p++)
    walk_tile (&walk, p);
  check_sql (&walk, database);
  /* In all available reports the file explains every empty byte. */
  g_assert_cmpuint (walk.costs.gaps[POPLENS_GAP_UNEXPLAINED], ==, 0);
  g_assert_cmpuint (walk.costs.gaps[POPLENS_GAP_ELEMENT], ==, walk.pairs);
  g_assert_cmpuint (walk.pairs, >, 0);
  /* One pass over all variables has the same result. */
  g_assert_true (poplens_report_gap_costs (report, NULL, &costs, NULL, NULL));
  g_assert_cmpmem (&costs, sizeof costs, &walk.costs, sizeof walk.costs);
  sqlite3_finalize (walk.constraints);
  sqlite3_close (database);
}

/* ---- packing ----------------------------------------------------------------------------- */

static void
test_packing (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (GArray) tiles = NULL;
  g_autofree guint32 *positions = NULL;
  guint64 lost = 0;

  if (!report)
    return;
  const PoplensMemory *m = poplens_report_load_memory (report, NULL, NULL);
  const PoplensVariables *v = poplens_report_load_variables (report, NULL, NULL);
  const PoplensLiveness *l = poplens_report_load_liveness (report, NULL, NULL);
  positions = poplens_memory_order (m, FALSE, FALSE);
  tiles = poplens_packing_tiles (l, v, m, positions, m->n_tiles, NULL);
  g_assert_cmpuint (tiles->len, ==, m->n_tiles);
  for (guint32 p = 0; p < m->n_tiles; p++) {
    const PoplensTilePacking *t = &g_array_index (tiles, PoplensTilePacking, p);
    g_assert_cmpuint (t->peak, ==, m->not_always_live_max[p]);
    g_assert_cmpuint (t->lost, ==, t->occupied - t->peak);
    g_assert_cmpuint (t->occupied, <=, t->sizes);
    /* Lost bytes (formats.md 7.1); here no two always-live variables share bytes. */
    g_assert_cmpuint (t->lost, ==, m->total[p] - m->always_live[p] - m->not_always_live_max[p]);
    lost += t->lost;
  }
  g_autoptr (PoplensTable) table = fixture_build (report, "liveness-tiles", "memory?by=packing");
  g_assert_cmpint (fixture_total (table, "lost"), ==, (gint64) lost);
}

/* ---- tables ------------------------------------------------------------------------------ */

/* Checks the tables of some tiles against sums of the file. */
static void
test_address_tables (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensTable) variables = NULL, gaps = NULL, causes = NULL, floor = NULL;

  if (!report)
    return;
  sqlite3 *database = report_fixture_open_sql (report);
  const PoplensMemory *m = poplens_report_load_memory (report, NULL, NULL);
  variables = fixture_build (report, "tile-variables", "memory?tile=0,5,100-110");
  gaps = fixture_build (report, "tile-gaps", "memory?tile=0,5,100-110");
  causes = fixture_build (report, "tile-gaps", "memory?by=cause&tile=0,5,100-110");
  floor = fixture_build (report, "memory-tiles", "memory?colour=gaps");
#define TILES "tile IN (0, 5) OR tile BETWEEN 100 AND 110"
  g_assert_cmpint (poplens_table_n_rows (variables), ==,
                   report_fixture_ask (database,
                                       "SELECT count(*) FROM vars_info WHERE bitset & 1 AND (" TILES
                                       ")"));
  g_assert_cmpint (fixture_total (variables, "size"), ==,
                   report_fixture_ask (database,
                                       "SELECT sum(size_bytes) FROM vars_info WHERE bitset & 1 AND "
                                       "(" TILES ")"));
  gint64 empty = report_fixture_ask (
      database, "SELECT sum(total_including_gaps - total) FROM memory_by_tile WHERE " TILES);
  g_assert_cmpint (fixture_total (gaps, "size"), ==, empty);
  g_assert_cmpint (fixture_total (causes, "bytes"), ==, empty);
  g_assert_cmpint (poplens_table_n_rows (floor), ==, m->n_tiles);
  g_assert_cmpint (fixture_total (floor, "value"), ==,
                   report_fixture_ask (
                       database, "SELECT sum(total_including_gaps - total) FROM memory_by_tile"));
  sqlite3_close (database);
}

/* A table that is written in chunks equals the whole table. */
static void
test_series (gconstpointer name)
{
  static const char *const where[] = {"shares_with > 0", "size >= 64", NULL};
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensLocation) few = poplens_location_parse ("memory?tile=0-3", NULL);
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (PoplensTable) table = NULL;
  g_autofree char *text = NULL;
  PoplensTableSeries *series;

  if (!report)
    return;
  g_assert_true (poplens_tables_series ("tile-variables", report, few, &series, NULL, NULL));
  g_assert_null (series);
  const PoplensVariables *v = poplens_report_load_variables (report, NULL, NULL);
  text = g_strdup_printf ("memory?tile=0-%u", v->n_tiles - 1);
  location = poplens_location_parse (text, NULL);
  table = fixture_build (report, "tile-variables", text);
  g_assert_cmpuint (poplens_table_n_rows (table), ==, v->n_allocated);
  for (guint conditions = 0; conditions < 2; conditions++) {
    const PoplensSeriesQuery query = {NULL, conditions ? where : NULL};
    g_autoptr (PoplensWhere) same = conditions ? poplens_where_new (table, where, NULL) : NULL;
    const PoplensTableOutput output = {.where = same};
    g_assert_true (poplens_tables_series ("tile-variables", report, location, &series, NULL, NULL));
    if (!series) {
      g_test_skip ("too few variables for pieces");
      return;
    }
    g_autofree char *one = fixture_write (table, NULL, POPLENS_TABLE_CSV, &output);
    g_autofree char *many = fixture_write_series (series, &query, POPLENS_TABLE_CSV, &output);
    g_assert_cmpuint (strlen (one), >, 1000);
    g_assert_true (!strcmp (one, many));
    poplens_table_series_free (series);
  }
}

/* Checks the variables of which the fullest tile has more than the average tile against SQL. */
static void
test_balance (gconstpointer name)
{
#define FROM_ROWS(what, where)                                                                     \
  "WITH f AS (SELECT unlowered_var_id v, sum(bytes) b FROM var_bytes_by_eq_class WHERE tile = "    \
  "(SELECT tile FROM memory_by_tile ORDER BY total_including_gaps DESC, tile LIMIT 1) "            \
  "AND eq_class_id IN (SELECT id FROM eq_classes) GROUP BY 1), "                                   \
  "a AS (SELECT unlowered_var_id v, sum(bytes) b FROM var_bytes_by_eq_class WHERE tile IS NULL "   \
  "AND eq_class_id IN (SELECT id FROM eq_classes) GROUP BY 1) "                                    \
  "SELECT " what " FROM f JOIN a USING (v) WHERE f.b * (SELECT count(*) FROM memory_by_tile) > "   \
  "a.b" where
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensTable) table = NULL;

  if (!report)
    return;
  sqlite3 *database = report_fixture_open_sql (report);
  table = fixture_build (report, "memory-imbalance", "insights?by=variable");
  g_assert_cmpuint (poplens_table_n_rows (table), >, 0);
  g_assert_cmpint (poplens_table_n_rows (table), ==,
                   report_fixture_ask (database, FROM_ROWS ("count(*)", "")));
  g_assert_cmpint (fixture_total (table, "fullest"), ==,
                   report_fixture_ask (database, FROM_ROWS ("sum(f.b)", "")));
  g_assert_cmpint (
      poplens_table_get (table, 0, 0).integer, ==,
      report_fixture_ask (database, FROM_ROWS ("v", " ORDER BY f.b * (SELECT count(*) FROM "
                                                    "memory_by_tile) - a.b DESC, v LIMIT 1")));
  g_assert_cmpint (fixture_total (table, "always"), <=, fixture_total (table, "fullest"));
  sqlite3_close (database);
}

/* The exchange code of tiles adds up to that of its categories; without a tile, the bytes add up to
 * those of all tiles. */
static void
test_exchanges (gconstpointer name)
{
  static const char *const locations[] = {"memory", "memory?tile=5", "memory?tile=1-40"};
  static const char *const categories[] = {"internalExchangeCode", "hostExchangeCode",
                                           "globalExchangeCode", NULL};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  const PoplensMemory *m = poplens_report_load_memory (report, NULL, NULL);
  const PoplensExchanges *x = poplens_report_load_exchanges (report, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++) {
    g_autoptr (PoplensTable) table = fixture_build (report, "exchanges", locations[i]);
    g_autoptr (PoplensLocation) location = poplens_location_parse (locations[i], NULL);
    g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
    guint64 code = 0, received = 0;
    for (guint c = 0; c < m->categories->len; c++) {
      const PoplensCategory *category = g_ptr_array_index (m->categories, c);
      for (guint32 p = 0; p < m->n_tiles && g_strv_contains (categories, category->name); p++)
        if (!tiles->n || poplens_tile_set_contains (tiles, m->tile[p]))
          code += poplens_category_non_overlapped (category, p) +
                  poplens_category_overlapped (category, p);
    }
    g_assert_cmpint (fixture_total (table, "code_bytes"), ==, (gint64) code);
    for (guint k = 0; k < POPLENS_N_EXCHANGE_KINDS && !tiles->n; k++)
      for (guint32 r = 0; r < x->tables[k].n && x->tables[k].received; r++)
        received += poplens_lists_sum (x->tables[k].received, r);
    if (!tiles->n)
      g_assert_cmpint (fixture_total (table, "received_bytes"), ==, (gint64) received);
  }
}

/* If a variable shares bytes with another one, both rows say so. */
static void
test_sharing (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensTable) table = NULL;

  if (!report)
    return;
  table = fixture_build (report, "address-sharing", "memory?tile=1");
  g_assert_cmpuint (poplens_table_n_rows (table), >, 0);
  for (guint32 row = 0; row < MIN (poplens_table_n_rows (table), 10); row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    g_autoptr (PoplensTable) back = fixture_build (report, "address-sharing", link);
    gint64 common =
        poplens_table_get (table, row, (guint) poplens_table_find_column (table, "common")).integer;
    gboolean found = FALSE;
    for (guint32 r = 0; r < poplens_table_n_rows (back); r++)
      found |=
          poplens_table_get (back, r, (guint) poplens_table_find_column (back, "common")).integer ==
          common;
    g_assert_true (found);
  }
}

static void
test_address_misuse (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  static const char *const locations[] = {"memory?tile=99999", "memory?tile=5&tile-variable=0",
                                          "memory?tile=5&tile-variable=x"};

  for (guint i = 0; report && i < G_N_ELEMENTS (locations); i++) {
    g_autoptr (PoplensLocation) location = poplens_location_parse (locations[i], NULL);
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_tables_build ("address-sharing", report, location, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
}

/* ---- running ----------------------------------------------------------------------------- */

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  fixture_add_test ("address", "tiles", test_address_tiles);
  fixture_add_test ("address", "packing", test_packing);
  fixture_add_test ("address", "tables", test_address_tables);
  fixture_add_test ("address", "series", test_series);
  fixture_add_test ("address", "balance", test_balance);
  fixture_add_test ("address", "exchanges", test_exchanges);
  fixture_add_test ("address", "sharing", test_sharing);
  report_fixture_add ("/tables/address/misuse", test_address_misuse, "integrals", "demo-run", NULL);
  return g_test_run ();
}
