/* Areas of two reports with parts of their difference (see the header). */
#include "charts/parts-fixture.h"

static guint64
some_bytes (GRand *rand, gsize item, guint part)
{
  guint64 most = 4096u << (part % 4);

  return item % 7 == part % 7 ? 0 : (guint64) g_rand_int_range (rand, 0, (gint32) most);
}

PoplensChart *
fixture_parts (gsize n, guint n_parts, int hidden, guint32 seed)
{
  static const PoplensInk inks[] = {POPLENS_INK_TENSORS, POPLENS_INK_EXCHANGE_BUFFERS,
                                    POPLENS_INK_VERTEX_CODE, POPLENS_INK_GAPS};
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Memory by tile", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *sums[2] = {g_new0 (guint64, n), g_new0 (guint64, n)};
  guint64 *parts[2][8];
  gint64 *difference = g_new (gint64, n);
  GRand *rand = g_rand_new_with_seed (seed);

  g_assert_cmpuint (n_parts, <=, 8);
  for (guint p = 0; p < n_parts; p++)
    for (guint s = 0; s < 2; s++) {
      parts[s][p] = g_new (guint64, n);
      for (gsize i = 0; i < n; i++)
        sums[s][i] += parts[s][p][i] = some_bytes (rand, i, p);
    }
  for (gsize i = 0; i < n; i++)
    difference[i] = (gint64) sums[1][i] - (gint64) sums[0][i];
  g_rand_free (rand);
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "first", "First", POPLENS_INK_TOTAL, 0,
                            sums[0], FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "second", "Second", POPLENS_INK_FOREGROUND,
                            0, sums[1], FALSE);
  poplens_chart_set_difference (chart, "Second minus first", difference);
  for (guint p = 0; p < n_parts; p++) {
    char name[] = {'P', 'a', 'r', 't', ' ', (char) ('A' + p), 0};
    poplens_chart_add_change (chart, name, name, inks[p % G_N_ELEMENTS (inks)], p / 4, parts[0][p],
                              parts[1][p], (int) p == hidden);
  }
  return chart;
}
