/* Tests of numbers in Insights and Liveness, on real reports and the demo: sums hold (formats.md 7
 * and 8), and values that are computed in two ways are equal. */
#include "analysis/insights/insights.h"
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "derived/time/time-source.h"
#include "model/step-list.h"
#include "support/report-fixture.h"
#include "support/table-cells.h"
#include "tables/engine/registry.h"
#include "tables/fixtures.h"

#include <string.h>

/* Sums a column over the rows of depth 0. */
static gint64
top_total (const PoplensTable *table, const char *column)
{
  gint64 sum = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if (!poplens_table_get_depth (table, row))
      sum += table_int (table, row, column);
  return sum;
}

static guint64
category_total (const PoplensMemory *memory, const char *name)
{
  guint64 sum = 0;

  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS && !strcmp (category->name, name); l++)
      for (guint32 t = 0; t < memory->n_tiles; t++)
        sum += poplens_category_list_bytes (category, l, t);
  }
  return sum;
}

/* ---- liveness -------------------------------------------------------------------------- */

/* Checks for every step: born − freed = difference, live = curve, always live = Σ of the tiles. */
static void
check_step_sums (const PoplensLiveness *l, const PoplensVariables *v)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (l, v);

  g_assert_cmpuint (l->n_steps, >, 0);
  for (guint32 s = 0; s < l->n_steps; s++) {
    g_autoptr (PoplensLiveStep) step = poplens_live_step_new (l, bytes, s);
    gint64 before = s ? (gint64) l->not_always_live[s - 1] : 0;
    g_assert_cmpuint (step->always_live, ==, l->always_live);
    g_assert_cmpuint (step->live, ==, l->not_always_live[s]);
    g_assert_cmpint ((gint64) step->born - (gint64) step->freed, ==, (gint64) step->live - before);
  }
}

static void
check_tiles (const PoplensLiveness *l, const PoplensVariables *v, const PoplensMemory *m)
{
  g_autoptr (GArray) peaks = poplens_tile_peaks (l, v, m, NULL, NULL);

  g_assert_cmpuint (peaks->len, ==, m->n_tiles);
  for (guint32 t = 0; t < m->n_tiles; t++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, t);
    g_assert_cmpuint (peak->not_always_live, ==, m->not_always_live_max[t]);
    g_assert_cmpuint (peak->always_live, ==, m->always_live[t]);
  }
}

/* Checks that the curve of each IPU from lowered variables is the one in the file. */
static void
check_ipus (const PoplensLiveness *l, const PoplensVariables *v, const PoplensTarget *target)
{
  guint64 always_live = 0;

  for (guint32 i = 0; i < l->n_ipus; i++) {
    PoplensTileRange range = {l->ipu[i] * target->tiles_per_ipu,
                              (l->ipu[i] + 1) * target->tiles_per_ipu - 1};
    g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
    g_autoptr (PoplensLiveCurve) curve = poplens_live_curve_new (l, v, tiles, NULL);
    g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new_tiles (l, v, tiles, NULL);
    g_autoptr (PoplensLiveStep) step = poplens_live_step_new (l, bytes, curve->peak_step);
    g_assert_cmpmem (curve->not_always_live, l->n_steps * sizeof (guint64),
                     l->ipu_not_always_live[i], l->n_steps * sizeof (guint64));
    g_assert_cmpuint (step->live, ==, curve->not_always_live[curve->peak_step]);
    g_assert_cmpuint (step->always_live, ==, curve->always_live);
    always_live += curve->always_live;
  }
  g_assert_cmpuint (always_live, ==, l->always_live);
}

/* Checks that a tile's slice and its lowered variables have the same variables, by name. */
static void
check_names (PoplensReport *report, const PoplensLiveness *l, const PoplensVariables *v,
             guint32 tile)
{
  PoplensTileRange range = {tile, tile};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (report, POPLENS_SLICE_TILE_CLASS_BYTES, tile, NULL, NULL);
  g_autoptr (PoplensClassBytes) a = poplens_class_bytes_new_tile (l, slice);
  g_autoptr (PoplensClassBytes) b = poplens_class_bytes_new_tiles (l, v, tiles, NULL);
  const PoplensClassBytes *both[] = {a, b};
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key, value;

  for (guint k = 0; k < 2; k++)
    for (guint32 i = 0; i < both[k]->n; i++) {
      const char *name = poplens_variable_name (v, both[k]->variable[i]);
      char *text = g_strdup_printf ("%u %s", both[k]->class_row[i], name ? name : "?");
      gssize sum = GPOINTER_TO_SIZE (g_hash_table_lookup (sums, text));
      sum += (k ? -1 : 1) * (gssize) both[k]->bytes[i];
      g_hash_table_replace (sums, text, GSIZE_TO_POINTER (sum));
    }
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    if (value)
      g_test_message ("tile %u: %s: %" G_GSSIZE_FORMAT, tile, (char *) key,
                      (gssize) GPOINTER_TO_SIZE (value));
    g_assert_null (value);
  }
  g_assert_cmpuint (g_hash_table_size (sums), >, 0);
}

static void
test_liveness (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  const PoplensLiveness *l = poplens_report_load_liveness (report, NULL, NULL);
  const PoplensVariables *v = poplens_report_load_variables (report, NULL, NULL);
  const PoplensMemory *m = poplens_report_load_memory (report, NULL, NULL);
  const PoplensTarget *target = poplens_report_load_target (report, NULL, NULL);
  g_assert_true (l && v && m && target);
  check_step_sums (l, v);
  check_tiles (l, v, m);
  check_ipus (l, v, target);
  /* Tile 0 of firehose has four variables without names (live-step.h). */
  for (guint32 t = 1; t < m->n_tiles; t += 113)
    check_names (report, l, v, t);
}

/* Checks that the columns of 16 steps from @first on add up to the curve at each step, and their
 * differences to the curve's differences. */
static void
check_columns (PoplensReport *report, const char *location, PoplensTable *steps, guint32 first)
{
  guint32 n = poplens_table_n_rows (steps);
  g_autofree char *some = g_strdup_printf (
      "%s%cstep=%u,0-%u", location, strchr (location, '?') ? '&' : '?', first, MIN (n - 1, 20));
  g_autoptr (PoplensTable) live = fixture_build (report, "live-variables", some);
  g_autoptr (PoplensTable) others = fixture_build (report, "not-always-live-variables", some);

  for (guint32 i = 0, s = 0; i < POPLENS_MOST_STEPS && s < n; i++) {
    guint32 step = i ? s++ : first;
    g_autofree char *column = g_strdup_printf (i ? "live_%u" : "live", i + 1);
    g_autofree char *difference = g_strdup_printf ("difference_%u", i + 1);
    if (i && step == first)
      step = s++;
    g_assert_cmpint (table_sum (live, column), ==, table_int (steps, step, "total"));
    g_assert_cmpint (table_sum (others, column), ==, table_int (steps, step, "not_always_live"));
    if (i)
      g_assert_cmpint (table_sum (others, difference), ==,
                       table_int (steps, step, "total") - table_int (steps, first, "total"));
  }
  g_assert_cmpint (poplens_table_find_column (live, "live_17"), <, 0);
}

/* Checks the tables of one step, a tile and an IPU. */
static void
test_numbers_tables (gconstpointer name)
{
  static const char *const locations[] = {"liveness", "liveness?tile=5", "liveness?ipu=0",
                                          "liveness?tile=3-20,77"};
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  for (guint p = 0; report && p < G_N_ELEMENTS (locations); p++) {
    g_autoptr (PoplensTable) steps = fixture_build (report, "liveness-steps", locations[p]);
    g_autoptr (PoplensTable) always = fixture_build (report, "always-live-variables", locations[p]);
    g_autoptr (PoplensTable) peak = fixture_build (report, "peak-variables", locations[p]);
    guint32 n = poplens_table_n_rows (steps), highest = 0;
    for (guint32 s = 0; s < n; s++)
      if (table_int (steps, s, "not_always_live") > table_int (steps, highest, "not_always_live"))
        highest = s;
    g_assert_cmpint (table_sum (peak, "live"), ==, table_int (steps, highest, "not_always_live"));
    for (guint32 s = 0; s < n; s += 7) {
      g_autofree char *one =
          g_strdup_printf ("%s%cstep=%u", locations[p], strchr (locations[p], '?') ? '&' : '?', s);
      g_autoptr (PoplensTable) live = fixture_build (report, "live-variables", one);
      g_autoptr (PoplensTable) others = fixture_build (report, "not-always-live-variables", one);
      g_autoptr (PoplensTable) born = fixture_build (report, "born-variables", one);
      g_autoptr (PoplensTable) freed = fixture_build (report, "freed-variables", one);
      g_assert_cmpint (table_sum (live, "live"), ==, table_int (steps, s, "total"));
      g_assert_cmpint (table_sum (live, "always_live"), ==, table_sum (always, "always_live"));
      g_assert_cmpint (table_sum (born, "born") - table_sum (freed, "freed"), ==,
                       table_int (steps, s, "delta"));
      g_assert_cmpint (table_sum (others, "live"), ==, table_int (steps, s, "not_always_live"));
      g_assert_cmpint (table_sum (others, "born"), ==, table_sum (born, "born"));
      g_assert_cmpint (table_sum (others, "freed"), ==, table_sum (freed, "freed"));
      check_columns (report, locations[p], steps, s);
    }
  }
}

/* ---- insights -------------------------------------------------------------------------- */

/* Returns the bytes of @change in the table of changes. */
static gint64
change_bytes (const PoplensTable *changes, const char *change)
{
  guint column = (guint) poplens_table_find_column (changes, "change");

  for (guint32 row = 0; row < poplens_table_n_rows (changes); row++)
    if (!g_strcmp0 (poplens_table_get (changes, row, column).text, change))
      return table_int (changes, row, "bytes");
  g_assert_not_reached ();
}

static void
test_remainders (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  const PoplensMemory *m = poplens_report_load_memory (report, NULL, NULL);
  g_autoptr (PoplensTable) state = fixture_build (report, "vertices-by-state", "insights");
  g_autoptr (PoplensTable) code = fixture_build (report, "vertices-by-code", "insights");
  g_autoptr (PoplensTable) exchanges = fixture_build (report, "exchanges-by-code", "insights");
  g_autoptr (PoplensTable) changes = fixture_build (report, "changes", "insights");
  g_autoptr (PoplensTable) bins = fixture_build (report, "memory-histogram", "insights");
  g_autoptr (PoplensTable) gaps = fixture_build (report, "memory-histogram", "insights?gaps=yes");
  g_autoptr (PoplensTable) capacity = fixture_build (report, "memory-ipus", "insights");
  g_autoptr (PoplensTable) tiles = fixture_build (report, "memory-tiles", "memory");

  g_assert_cmpuint (
      table_sum (state, "state_bytes"), ==,
      category_total (m, "vertexInstanceState") + category_total (m, "vertexFieldData") +
          category_total (m, "copyDescriptor") + category_total (m, "vectorListDescriptor"));
  g_assert_cmpuint (table_sum (code, "code_bytes"), ==, category_total (m, "vertexCode"));
  g_assert_cmpuint (table_sum (exchanges, "code_bytes"), ==,
                    category_total (m, "internalExchangeCode") +
                        category_total (m, "hostExchangeCode") +
                        category_total (m, "globalExchangeCode"));
  g_assert_cmpint (table_sum (bins, "tiles"), ==, m->n_tiles);
  g_assert_cmpint (table_sum (gaps, "tiles"), ==, m->n_tiles);
  g_assert_cmpint (table_sum (bins, "bytes"), ==, table_sum (tiles, "total"));
  g_assert_cmpint (table_sum (gaps, "bytes"), ==, table_sum (tiles, "total_including_gaps"));
  g_assert_cmpint (table_int (capacity, 0, "used"), ==, table_sum (tiles, "total"));
  g_assert_cmpint (change_bytes (changes, "gap"), ==, table_sum (tiles, "gaps"));
  g_assert_cmpint (change_bytes (changes, "packing"), ==,
                   table_sum (tiles, "total") - table_sum (tiles, "always_live") -
                       table_sum (tiles, "not_always_live_max"));
  g_assert_cmpint (change_bytes (changes, "no-instrumentation"), ==,
                   change_bytes (changes, "instrumentation-results") +
                       change_bytes (changes, "instrumentation-buffers") +
                       change_bytes (changes, "instrumentation-control") +
                       change_bytes (changes, "instrumentation-dump"));
  g_assert_cmpuint (change_bytes (changes, "instrumentation-results"), ==,
                    category_total (m, "instrumentationResults"));
}

static void
test_numbers_findings (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensTable) findings =
      report ? fixture_build (report, "findings", "insights") : NULL;

  if (!report)
    return;
  g_assert_cmpuint (poplens_table_n_rows (findings), >=, 9);
  for (guint32 row = 0; row < poplens_table_n_rows (findings); row++) {
    g_autofree char *link = poplens_table_get_link (findings, row);
    g_autoptr (PoplensLocation) location = poplens_location_parse (link, NULL);
    const char *command =
        poplens_table_get (findings, row, poplens_table_find_column (findings, "command")).text;
    g_auto (GStrv) words = g_strsplit (command, " ", 4);
    g_assert_nonnull (location);
    g_assert_cmpstr (words[0], ==, "poplens-cli");
    g_assert_nonnull (poplens_tables_find (words[2]));
  }
}

/* ---- trace ----------------------------------------------------------------------------- */

static void
test_trace (PoplensReport *report)
{
  g_autoptr (PoplensTable) types = fixture_build (report, "trace-types", "trace");
  g_autoptr (PoplensTable) first = fixture_build (report, "trace-types", "trace?to=50000");
  g_autoptr (PoplensTable) second = fixture_build (report, "trace-types", "trace?from=50000");

  /* Tile cycles are those of all steps, which fill the trace; at any cycle, one step of an IPU is
   * on its critical path. */
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  guint64 bound = 0;
  for (guint i = 0; i < time->n_ipus; i++)
    bound += time->total - time->ipus[i].bound[POPLENS_BOUND_OUTSIDE] -
             time->ipus[i].bound[POPLENS_BOUND_UNTRACKED];
  g_assert_cmpint (top_total (types, "cycles"), ==, bound);
  g_assert_cmpint (top_total (first, "cycles") + top_total (second, "cycles"), ==,
                   top_total (types, "cycles"));
  g_assert_cmpint (top_total (types, "tile_cycles"), ==,
                   (gint64) (time->total * time->n_ipus * time->tiles));
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  fixture_add_test ("numbers", "liveness", test_liveness);
  fixture_add_test ("numbers", "tables", test_numbers_tables);
  fixture_add_test ("numbers", "remainders", test_remainders);
  fixture_add_test ("numbers", "findings", test_numbers_findings);
  report_fixture_test ("/tables/numbers/trace", test_trace, "integrals", "demo", NULL);
  return g_test_run ();
}
