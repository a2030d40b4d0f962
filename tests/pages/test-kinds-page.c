/* Tests of kinds of variables on pages: pages wait for kinds that are computed quickly; else they
 * come first without them. */
#include "derived/insights/kinds-source.h"
#include "derived/memory/address-source.h"
#include "pages/core/page.h"
#include "pages/trace-fixture.h"
#include "support/report-fixture.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

static PoplensReport *
open_demo (const char *folder, const char *const *options)
{
  g_autoptr (GError) error = NULL;

  if (!run_demo (folder, options))
    g_error ("poplens-demo failed");
  PoplensReport *report = poplens_report_open (folder, &error);
  g_assert_no_error (error);
  return report;
}

/* Counts the rows of a table of the page that have a kind. */
static guint32
count_kinds (const PoplensPage *page, const char *name)
{
  const PoplensTable *table = poplens_page_find_section (page, name)->table;
  guint column = (guint) poplens_table_find_column (table, "kind");
  guint32 n = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += poplens_table_get (table, row, column).type == POPLENS_VALUE_TEXT;
  return n;
}

static void
test_at_once (void)
{
  static const char *const options[] = {"--tiles=64", "--without=archive,debug,json", NULL};
  g_autofree char *folder = temp_dir_new ();
  g_autoptr (PoplensReport) report = open_demo (folder, options);
  g_autoptr (PoplensPage) page = trace_any_page (report, "liveness");

  g_assert_false (page->kinds_later);
  g_assert_cmpuint (count_kinds (page, "live-variables"), >, 10);
  g_clear_object (&report);
  temp_dir_remove (folder);
}

static void
test_later (void)
{
  static const char *const options[] = {"--without=archive,debug,execution,json", NULL};
  g_autofree char *folder = temp_dir_new ();
  g_autoptr (PoplensReport) report = open_demo (folder, options);
  g_autoptr (PoplensPage) programs = trace_any_page (report, "programs");
  g_autoptr (PoplensPage) early = trace_any_page (report, "liveness");
  const PoplensVariables *variables = poplens_report_peek (report, POPLENS_PART_VARIABLES);

  g_assert_cmpuint (variables->n, >, POPLENS_KINDS_AT_ONCE);
  /* Programs does not load variables only for the column of kinds. */
  g_assert_false (programs->kinds_later);
  g_assert_true (early->kinds_later && early->state == POPLENS_PARTIAL);
  g_assert_cmpuint (count_kinds (early, "live-variables"), ==, 0);
  g_assert_true (poplens_kinds_are_due (report));
  poplens_report_kind_index (report, NULL, NULL);
  g_assert_false (poplens_kinds_are_due (report));
  g_autoptr (PoplensPage) late = trace_any_page (report, "liveness");
  g_assert_true (!late->kinds_later && late->state == POPLENS_WHOLE);
  const PoplensTable *table = poplens_page_find_section (late, "live-variables")->table;
  g_assert_cmpuint (count_kinds (late, "live-variables"), ==, poplens_table_n_rows (table));
  g_clear_object (&report);
  temp_dir_remove (folder);
}

/* ---- breakdowns ------------------------------------------------------------------------------ */

static guint64
sum_bands (const PoplensChart *chart, gsize item)
{
  guint64 sum = 0;

  for (guint b = 0; b < poplens_chart_get_n_series (chart); b++)
    if (strcmp (poplens_chart_get_series_key (chart, b), "with-gaps"))
      sum += poplens_chart_get_value (chart, b, item);
  return sum;
}

/* Checks the breakdown by kind of all tiles, an IPU and a tile, with and without always-live
 * memory. */
static void
check_kind_bands (PoplensReport *report, const char *of)
{
  g_autofree char *with = g_strdup_printf ("liveness?breakdown=kind%s", of);
  g_autofree char *without = g_strdup_printf ("liveness?always-live=no&breakdown=kind%s", of);
  g_autofree char *plain = g_strdup_printf ("liveness?unit=si%s", of);
  g_autoptr (PoplensPage) all = trace_any_page (report, with);
  g_autoptr (PoplensPage) others = trace_any_page (report, without);
  g_autoptr (PoplensPage) known = trace_any_page (report, plain);
  const PoplensChart *a = poplens_page_get_chart (all)->chart;
  const PoplensChart *o = poplens_page_get_chart (others)->chart;
  const PoplensChart *k = poplens_page_get_chart (known)->chart;

  g_assert_cmpuint (poplens_chart_get_n_series (a), >, 4);
  for (gsize s = 0; s < poplens_chart_get_n_items (a); s++) {
    g_assert_cmpuint (sum_bands (a, s), ==, sum_bands (k, s));
    g_assert_cmpuint (sum_bands (o, s), ==, poplens_chart_get_value (k, 1, s));
  }
}

/* Checks that every band of a tile has the bytes of that kind which the address map has live at the
 * tile's peak. */
static void
check_kind_of_tile (PoplensReport *report, const PoplensChart *chart, const PoplensTilePeak *peak,
                    gsize item)
{
  const PoplensKindIndex *index = poplens_report_kind_index (report, NULL, NULL);
  g_autoptr (PoplensAddressMap) map = poplens_report_address_map (report, peak->tile, NULL, NULL);
  g_autofree guint8 *live = poplens_address_map_live_at (map, peak->step);
  guint64 sums[POPLENS_N_KINDS + 1] = {0};

  for (guint32 b = 0; b < map->blocks->len; b++) {
    const PoplensTileVariable *v = poplens_address_map_variable (map, b);
    PoplensKindAsk ask = {v->id, v->unlowered,
                          poplens_variables_find_category (map->variables, v->category), v->bits,
                          poplens_address_map_name (map, b)};
    if (live[b])
      sums[poplens_kind_index_of_tile_variable (index, &ask)] += v->size;
  }
  for (guint b = 0; b < poplens_chart_get_n_series (chart); b++) {
    const char *key = poplens_chart_get_series_key (chart, b);
    for (guint k = 0; k < POPLENS_N_KINDS; k++)
      if (g_str_has_prefix (key, "kind:") && !strcmp (key + 5, poplens_kind_key (k))) {
        g_assert_cmpuint (poplens_chart_get_value (chart, b, item), ==, sums[k]);
        sums[k] = 0;
      }
  }
  /* Kinds without a band have no bytes. */
  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    g_assert_cmpuint (sums[k], ==, 0);
}

static void
test_breakdowns (PoplensReport *report)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, NULL);
  g_autoptr (PoplensPage) page = trace_any_page (report, "memory?breakdown=kind");
  g_autoptr (GArray) peaks = poplens_report_tile_peaks (report, NULL, NULL);
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  g_assert_null (page->misuse);
  for (guint32 t = 0; t < memory->n_tiles; t++)
    g_assert_cmpuint (sum_bands (chart, t), ==, memory->total[t]);
  for (guint32 t = 0; t < memory->n_tiles; t += MAX (memory->n_tiles / 7, 1))
    check_kind_of_tile (report, chart, &g_array_index (peaks, PoplensTilePeak, t), t);
  check_kind_bands (report, "");
  check_kind_bands (report, "&scope=ipu");
  check_kind_bands (report, "&scope=fullest");
  check_kind_bands (report, "&tile=1,3-9");
}

/* A report without one of these parts says so, and the graph shows the total. */
static void
test_no_breakdown (void)
{
  static const char *const without[] = {"--without=archive,json,variables",
                                        "--without=archive,json,liveness",
                                        "--without=archive,json,programs"};

  for (guint i = 0; i < G_N_ELEMENTS (without); i++) {
    const char *const options[] = {"--tiles=64", without[i], NULL};
    g_autofree char *folder = temp_dir_new ();
    g_autoptr (PoplensReport) report = open_demo (folder, options);
    g_autoptr (PoplensPage) page = trace_any_page (report, "memory?breakdown=kind");
    const PoplensChart *chart = poplens_page_get_chart (page)->chart;
    g_assert_nonnull (page->misuse);
    g_assert_false (page->kinds_later);
    for (guint b = 0; b < poplens_chart_get_n_series (chart); b++)
      g_assert_false (g_str_has_prefix (poplens_chart_get_series_key (chart, b), "kind:"));
    g_clear_object (&report);
    temp_dir_remove (folder);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/kinds/at-once", test_at_once);
  g_test_add_func ("/pages/kinds/later", test_later);
  report_fixture_test ("/pages/kinds/breakdowns", test_breakdowns, "integrals", "firehose",
                       "demo-run", "demo-compiled", NULL);
  g_test_add_func ("/pages/kinds/no-breakdown", test_no_breakdown);
  return g_test_run ();
}
