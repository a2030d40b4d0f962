/* Traces with made-up blocks (see the header). */
#include "charts/lanes-fixture.h"

/* Cycle at which the long wait ends, unless the blocks before it take longer. */
#define WAIT_END 60000

enum { COMPUTE, EXCHANGE, HOST, SYNC, HOST_BEGIN, HOST_END, N_SERIES };

guint32
fixture_random (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

void
fixture_blocks_init (FixtureBlocks *self)
{
  self->from = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->to = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->row = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->series = g_array_new (FALSE, FALSE, 1);
  self->flags = g_array_new (FALSE, FALSE, 1);
}

void
fixture_blocks_add (FixtureBlocks *self, guint64 from, guint64 to, guint32 row, guint8 series,
                    guint8 flags)
{
  g_array_append_val (self->from, from);
  g_array_append_val (self->to, to);
  g_array_append_val (self->row, row);
  g_array_append_val (self->series, series);
  g_array_append_val (self->flags, flags);
}

PoplensLaneBlocks *
fixture_blocks_end (FixtureBlocks *self)
{
  gsize n = self->from->len;

  return poplens_lane_blocks_new (n, (guint64 *) (void *) g_array_free (self->from, FALSE),
                                  (guint64 *) (void *) g_array_free (self->to, FALSE),
                                  (guint32 *) (void *) g_array_free (self->row, FALSE),
                                  (guint8 *) g_array_free (self->series, FALSE),
                                  (guint8 *) g_array_free (self->flags, FALSE));
}

static void
add_block (FixtureBlocks *self, guint64 from, guint64 to, guint32 row, guint8 series)
{
  fixture_blocks_add (self, from, to, row, series, series == EXCHANGE ? POPLENS_LANE_ESTIMATED : 0);
}

/* Adds the blocks of an IPU: a wait for the host, work with exchanges in between, a long wait, and
 * work. */
static guint64
add_ipu (FixtureBlocks *blocks, guint32 row, gsize n, guint32 seed, GArray *live_from, GArray *live)
{
  guint64 cycle = 1000, group = 0;

  add_block (blocks, 0, 400, row + 1, HOST_BEGIN);
  add_block (blocks, 400, 800, row + 1, HOST);
  add_block (blocks, 800, 1000, row + 1, HOST_END);
  for (gsize i = 0; i < n; i++) {
    guint64 length = 20 + fixture_random (&seed) % (i % 7 == 0 ? 900 : 120);
    guint64 bytes = 200000 + fixture_random (&seed) % 400000;
    if (i % 9 == 0) {
      if (i && row == 0)
        add_block (blocks, group, cycle, 0, POPLENS_LANE_GROUP);
      group = cycle;
    }
    add_block (blocks, cycle, cycle + length, row + 1, i % 3 == 1 ? EXCHANGE : COMPUTE);
    if (i % 4 == 3)
      add_block (blocks, cycle + length / 2, cycle + 2 * length, row + (row ? 0 : 2), SYNC);
    g_array_append_val (live_from, cycle);
    g_array_append_val (live, bytes);
    cycle += length + (i % 5 == 0 ? 15 : 0);
    if (i == n / 2) {
      add_block (blocks, cycle, MAX (cycle, WAIT_END), row + 1, HOST_BEGIN);
      cycle = MAX (cycle, WAIT_END);
    }
  }
  return cycle;
}

static char *
label_of (gconstpointer data, gsize item)
{
  static const char *const parts[] = {"MatMul", "Softmax", "LayerNorm", "Copy"};

  return g_strdup_printf ("model/encoder/layer_%" G_GSIZE_FORMAT "/%s", item % 12, parts[item % 4]);
}

static void
add_series (PoplensChart *chart, int hidden)
{
  static const struct {
    PoplensSeriesKind kind;
    const char *name;
    PoplensInk ink;
  } series[N_SERIES] = {
      [COMPUTE] = {POPLENS_SERIES_BAND, "Compute", POPLENS_INK_COMPUTE},
      [EXCHANGE] = {POPLENS_SERIES_BAND, "Exchange", POPLENS_INK_EXCHANGE},
      [HOST] = {POPLENS_SERIES_BAND, "Host copy", POPLENS_INK_HOST},
      [SYNC] = {POPLENS_SERIES_WAITING, "Sync", POPLENS_INK_SYNC},
      [HOST_BEGIN] = {POPLENS_SERIES_QUIET, "Wait for host", POPLENS_INK_HOST},
      [HOST_END] = {POPLENS_SERIES_WAITING, "Host end", POPLENS_INK_HOST},
  };

  for (int s = 0; s < N_SERIES; s++)
    poplens_chart_add_series (chart, series[s].kind, series[s].name, series[s].name, series[s].ink,
                              0, NULL, s == hidden);
}

PoplensChart *
fixture_lanes (gsize n, gboolean folded, int hidden, gboolean collapsed)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Execution trace", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  GArray *from = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *values = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) other_from = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) other = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (PoplensLaneBlocks) shared = NULL;
  guint64 end, end_1, wait_from = 0, *both;
  FixtureBlocks blocks;
  gsize n_values;

  fixture_blocks_init (&blocks);
  end = add_ipu (&blocks, 0, n / 2, 1, from, values);
  end_1 = add_ipu (&blocks, 3, n / 2, 7, other_from, other);
  for (guint i = 0; i < blocks.from->len; i++)
    if (g_array_index (blocks.series, guint8, i) == HOST_BEGIN)
      wait_from = MAX (wait_from, g_array_index (blocks.from, guint64, i));
  shared = fixture_blocks_end (&blocks);
  add_series (chart, hidden);
  poplens_chart_set_item_axis (chart, NULL, "step");
  poplens_chart_set_lane_blocks (chart, shared);
  poplens_chart_add_lane_group (chart, "IPU 0", 3, TRUE, collapsed);
  poplens_chart_add_lane_group (chart, "IPU 1", 2, TRUE, FALSE);
  poplens_chart_set_item_names (chart, label_of, NULL, NULL);
  poplens_chart_add_lane_run (chart, "Engine::run #0", 0, wait_from);
  poplens_chart_add_lane_run (chart, "Engine::run #1", wait_from, MAX (end, end_1));
  if (folded)
    poplens_chart_add_lane_break (chart, wait_from, WAIT_END);
  n_values = from->len;
  g_array_append_vals (from, values->data, values->len);
  g_array_unref (values);
  both = (guint64 *) (void *) g_array_free (from, FALSE);
  PoplensLaneStairs live = {n_values, both, NULL, both + n_values, NULL, both, g_free};
  poplens_chart_set_lane_area (chart, "Live", POPLENS_INK_NOT_ALWAYS_LIVE, &live);
  return chart;
}

PoplensLaneBlocks *
fixture_random_blocks (gsize n, guint n_rows, guint n_series)
{
  g_autofree guint64 *next = g_new0 (guint64, n_rows);
  FixtureBlocks blocks;

  fixture_blocks_init (&blocks);
  for (gsize i = 0; i < n; i++) {
    guint row = (guint) g_test_rand_int_range (0, (gint32) n_rows);
    guint64 from =
        next[row] + (guint64) (g_test_rand_int_range (0, 3) ? 0 : g_test_rand_int_range (0, 60));
    guint64 length = (guint64) g_test_rand_int_range (0, g_test_rand_int_range (0, 20) ? 30 : 4000);
    guint series = (guint) g_test_rand_int_range (0, (gint32) n_series + 1);
    add_block (&blocks, from, from + length, row,
               series == n_series ? POPLENS_LANE_GROUP : (guint8) series);
    next[row] = from + MAX (length, 1);
  }
  return fixture_blocks_end (&blocks);
}

PoplensChart *
fixture_random_lanes (gsize n, guint n_rows)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Random", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLaneBlocks) blocks = fixture_random_blocks (n, n_rows, N_SERIES);

  add_series (chart, -1);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, "IPU 0", n_rows, TRUE, FALSE);
  return chart;
}
