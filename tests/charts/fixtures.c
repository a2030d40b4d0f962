/* Charts with made-up numbers (see the header). */
#include "charts/fixtures.h"

/* Returns a number in [0, 1). GLib's generator is not used, as its numbers may change. */
static double
next_random (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

/* Returns a value for an item: plateaus, a stretch of teeth and a low end, as memory by tile
 * has. */
static double
shape (gsize item, gsize n)
{
  double part = (double) item / (double) n;

  if (part > 0.94)
    return 0.6;
  if (part > 0.45 && part < 0.6)
    return item * 60 / n % 2 ? 1.2 : 0.9;
  return item * 14 / n % 2 ? 0.82 : 1;
}

static guint64 *
noisy (gsize n, double size, guint32 seed)
{
  guint64 *values = g_new (guint64, n);

  for (gsize i = 0; i < n; i++)
    values[i] = (guint64) (size * shape (i, n) * (0.95 + 0.1 * next_random (&seed)));
  return values;
}

PoplensChart *
fixture_stack (gsize n_items, gboolean groups)
{
  static const struct {
    const char *name;
    PoplensInk ink;
    guint shade;
    double kib;
  } bands[] = {
      {"Tensors", POPLENS_INK_TENSORS, 0, 110},
      {"Messages", POPLENS_INK_EXCHANGE_BUFFERS, 0, 40},
      {"Host messages", POPLENS_INK_EXCHANGE_BUFFERS, 2, 20},
      {"Profiling", POPLENS_INK_PROFILING, 0, 20},
      {"Vertex code", POPLENS_INK_VERTEX_CODE, 0, 25},
      {"Exchange code", POPLENS_INK_EXCHANGE_CODE, 0, 60},
      {"Shared", POPLENS_INK_SHARED, 0, 10},
      {"Gaps", POPLENS_INK_GAPS, 0, 20},
  };
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Memory by tile", n_items,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);

  for (guint s = 0; s < G_N_ELEMENTS (bands); s++)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, bands[s].name, bands[s].name,
                              bands[s].ink, bands[s].shade,
                              noisy (n_items, bands[s].kib * 1024, s + 1), s == 3);
  poplens_chart_set_limit (chart, "limit", FIXTURE_LIMIT);
  poplens_chart_set_item_axis (chart, "Tile", "tile");
  if (groups) {
    poplens_chart_add_group (chart, 0, "IPU 0");
    poplens_chart_add_group (chart, n_items / 2, "IPU 1");
  }
  return chart;
}

PoplensChart *
fixture_totals (gsize n_items)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Memory by tile", n_items,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *without = noisy (n_items, 310 * 1024, 5), *with = g_new (guint64, n_items);

  for (gsize i = 0; i < n_items; i++)
    with[i] = MAX (without[i], 217 * 1024);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "total", "Without gaps", POPLENS_INK_TOTAL,
                            0, without, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "with-gaps", "With gaps",
                            POPLENS_INK_TOTAL_WITH_GAPS, 0, with, FALSE);
  poplens_chart_set_limit (chart, "limit", FIXTURE_LIMIT);
  poplens_chart_set_item_axis (chart, "Tile", "tile");
  poplens_chart_add_group (chart, 0, "IPU 0");
  poplens_chart_add_group (chart, n_items / 2, "IPU 1");
  return chart;
}

PoplensChart *
fixture_bars (gsize n_items)
{
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Vertices", n_items,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *code = g_new (guint64, n_items), *state = g_new (guint64, n_items);
  char **names = g_new0 (char *, n_items + 1);

  for (gsize i = 0; i < n_items; i++) {
    code[i] = 700000 / (i + 1);
    state[i] = 300000 / (i + 2);
    names[i] = g_strdup_printf ("model/encoder/layer_%" G_GSIZE_FORMAT "/attention/self/MatMul", i);
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "code", "Code", POPLENS_INK_VERTEX_CODE, 0,
                            code, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "state", "State", POPLENS_INK_VERTEX_STATE,
                            0, state, FALSE);
  poplens_chart_set_item_texts (chart, names);
  poplens_chart_set_item_axis (chart, NULL, "vertex type");
  poplens_chart_set_limit (chart, "limit", 800 * 1024);
  return chart;
}

PoplensChart *
fixture_waits (void)
{
  static const struct {
    const char *name;
    PoplensInk ink;
    PoplensSeriesKind kind;
    guint64 values[4];
  } parts[] = {
      {"Compute", POPLENS_INK_COMPUTE, POPLENS_SERIES_BAND, {300, 120, 10, 0}},
      {"Exchange", POPLENS_INK_EXCHANGE, POPLENS_SERIES_BAND, {40, 80, 1, 0}},
      {"Unused tiles", POPLENS_INK_TILES, POPLENS_SERIES_QUIET, {100, 200, 4, 0}},
      {"Unequal load", POPLENS_INK_TILES, POPLENS_SERIES_WAITING, {100, 6, 2, 0}},
      {"Waiting for host", POPLENS_INK_HOST, POPLENS_SERIES_WAITING, {60, 194, 3, 0}},
      {"Untracked", POPLENS_INK_GAPS, POPLENS_SERIES_GAP, {0, 0, 80, 0}},
      {"Outside", POPLENS_INK_DIM, POPLENS_SERIES_BLANK, {400, 400, 900, 1000}},
  };
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Where the time went", 4,
                                           POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);
  char **names = g_new0 (char *, 5);

  for (gsize i = 0; i < 4; i++)
    names[i] = g_strdup_printf ("IPU %" G_GSIZE_FORMAT, i);
  poplens_chart_set_item_texts (chart, names);
  poplens_chart_set_shares (chart, TRUE);
  for (guint s = 0; s < G_N_ELEMENTS (parts); s++)
    poplens_chart_add_series (chart, parts[s].kind, parts[s].name, parts[s].name, parts[s].ink, 0,
                              g_memdup2 (parts[s].values, sizeof parts[s].values), FALSE);
  return chart;
}

PoplensChart *
fixture_spike (gsize n_items, guint64 value, gsize spike, guint64 spike_value)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Spike", n_items,
                                           POPLENS_CHART_UNIT_COUNT, POPLENS_BYTE_UNIT_BINARY);
  guint64 *values = g_new (guint64, n_items);

  for (gsize i = 0; i < n_items; i++)
    values[i] = i == spike ? spike_value : value;
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_TOTAL, 0, values,
                            FALSE);
  return chart;
}
