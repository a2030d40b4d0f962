/* Lanes whose rows are variables (see the header). */
#include "charts/rows-fixture.h"

#include "charts/lanes-fixture.h"

#define N_ROWS 9

static void
describe_row (gconstpointer data, guint row, PoplensLaneRowText *text)
{
  text->name = g_strdup_printf ("model/layer_%u/out", row);
  text->note = g_strdup_printf ("%u KiB", 900 - 97 * row);
  text->removable = row < 2;
}

PoplensChart *
fixture_rows (void)
{
  static const guint64 bars[][3] = {
      {3, 37, 0},  {12, 14, 1}, {38, 40, 2}, {4, 6, 4},
      {15, 18, 4}, {30, 31, 4}, {0, 2, 6},   {20, 40, 7},
  };
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Lifetimes", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  FixtureBlocks some;

  fixture_blocks_init (&some);
  for (guint b = 0; b < G_N_ELEMENTS (bars); b++)
    fixture_blocks_add (&some, bars[b][0], bars[b][1], (guint32) bars[b][2], 1, 0);
  fixture_blocks_add (&some, 0, FIXTURE_STEPS, 3, 0, 0);
  for (guint64 s = 0; s < FIXTURE_STEPS; s++)
    fixture_blocks_add (&some, s, s + 1, 8, s % 5 ? 1 : 0, 0);
  blocks = fixture_blocks_end (&some);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "always", "Always live",
                            POPLENS_INK_ALWAYS_LIVE, 0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "passing", "Not always live",
                            POPLENS_INK_NOT_ALWAYS_LIVE, 0, NULL, FALSE);
  poplens_chart_set_item_axis (chart, NULL, "range");
  poplens_chart_set_lane_positions (chart, "step");
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, NULL, 2, FALSE, FALSE);
  poplens_chart_add_lane_group (chart, NULL, N_ROWS - 2, FALSE, FALSE);
  poplens_chart_set_lane_extent (chart, 0, FIXTURE_STEPS);
  poplens_chart_set_lane_row_texts (chart, describe_row, NULL, NULL);
  return chart;
}
