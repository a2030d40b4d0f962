/* Floor plans and address maps with made-up numbers (see the header). */
#include "charts/map-fixture.h"

#include <math.h>

#include "charts/lanes-fixture.h"

#define KIB 1024
#define BASE (304 * KIB)
#define INTERLEAVED (512 * KIB)
#define END (928 * KIB)

/* ---- floor plans ---- */

static guint64
hill (guint column, guint row, guint columns, guint rows, guint32 noise)
{
  double dx = (column + 0.5) / columns - 0.5, dy = (row + 0.5) / rows - 0.4;

  return (guint64) (180000 + 420000 * exp (-6 * (dx * dx + dy * dy))) + noise % 30000;
}

PoplensChart *
fixture_floor (guint n_groups, guint columns, guint rows)
{
  gsize n = (gsize) n_groups * columns * rows;
  PoplensChart *chart = poplens_chart_new (&poplens_floor_kind, "Memory by tile", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  PoplensFloorCell *cells = g_new (PoplensFloorCell, n);
  guint64 *values = g_new (guint64, n);
  guint8 *bad = g_new0 (guint8, n);
  guint32 state = 5;

  for (guint i = 0; i < n_groups; i++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", i);
    poplens_chart_add_floor_group (chart, name, columns, rows);
  }
  for (gsize i = 0; i < n; i++) {
    guint cell = (guint) (i % ((gsize) columns * rows));
    cells[i].group = (guint16) (i / ((gsize) columns * rows));
    cells[i].column = (guint16) (cell / rows);
    cells[i].row = (guint16) (cell % rows);
    values[i] = hill (cells[i].column, cells[i].row, columns, rows, fixture_random (&state));
    bad[i] = values[i] > 612000;
    if (i % 37 == 36)
      values[i] = POPLENS_FLOOR_NONE;
  }
  poplens_chart_set_item_axis (chart, NULL, "tile");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "total", "Total memory", POPLENS_INK_TOTAL,
                            0, values, FALSE);
  poplens_chart_set_floor_cells (chart, cells);
  poplens_chart_set_floor_bad (chart, "over the limit", bad);
  poplens_chart_set_limit (chart, "limit 597 KiB", 612000);
  return chart;
}

/* ---- address maps ---- */

enum { TENSORS, CODE, BUFFERS, GAPS, N_SERIES };

static void
add_series (PoplensChart *chart)
{
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "tensors", "Tensors", POPLENS_INK_TENSORS,
                            0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "code", "Vertex code",
                            POPLENS_INK_VERTEX_CODE, 0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "buffers", "Exchange buffers",
                            POPLENS_INK_EXCHANGE_BUFFERS, 0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_GAP, "gaps", "Gaps", POPLENS_INK_GAPS, 0, NULL,
                            FALSE);
}

static char *
name_block (gconstpointer data, gsize item)
{
  static const char *const parts[] = {"weights", "activations", "gradient", "code"};

  return g_strdup_printf ("layer_%" G_GSIZE_FORMAT "/%s", item % 12, parts[item % 4]);
}

static char *
note_of (gconstpointer data, gsize item)
{
  return g_strdup_printf ("Alignment\t%" G_GSIZE_FORMAT " B", (gsize) 8 << item % 3);
}

static void
fill_memory (FixtureBlocks *blocks)
{
  guint64 at = BASE;
  guint32 state = 11;

  for (guint i = 0; at < END + 24 * KIB; i++) {
    gboolean small = i % 24 > 15;
    guint64 length =
        small ? 64 + fixture_random (&state) % 900 : 3000 + fixture_random (&state) % 30000;
    guint8 series = at < INTERLEAVED ? (guint8) (i % 3 == 1 ? CODE : TENSORS)
                                     : (guint8) (i % 3 == 2 ? BUFFERS : TENSORS);
    fixture_blocks_add (blocks, at, at + length, 0, series, i % 5 == 2 ? POPLENS_LANE_STRIPED : 0);
    if (i % 4 == 1)
      fixture_blocks_add (blocks, at + length / 4, at + length, 1, BUFFERS, 0);
    if (i % 8 == 1)
      fixture_blocks_add (blocks, at + length / 2, at + length, 2, TENSORS, POPLENS_LANE_STRIPED);
    at += length;
    if (i % 3 == 2) {
      guint64 gap = i % 2 ? 5000 : 200;
      fixture_blocks_add (blocks, at, at + gap, 0, GAPS, 0);
      at += gap;
    }
  }
}

PoplensChart *
fixture_address (gboolean dimmed)
{
  PoplensChart *chart = poplens_chart_new (&poplens_address_kind, "Memory map", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLaneBlocks) shared = NULL;
  FixtureBlocks blocks;

  fixture_blocks_init (&blocks);
  fill_memory (&blocks);
  shared = fixture_blocks_end (&blocks);
  add_series (chart);
  poplens_chart_set_item_axis (chart, NULL, "variable");
  poplens_chart_set_lane_blocks (chart, shared);
  poplens_chart_set_lane_extent (chart, BASE, END);
  poplens_chart_add_address_region (chart, "Non-interleaved", POPLENS_INK_NON_INTERLEAVED, BASE,
                                    INTERLEAVED, 16 * KIB);
  poplens_chart_add_address_region (chart, "Interleaved", POPLENS_INK_INTERLEAVED, INTERLEAVED, END,
                                    32 * KIB);
  poplens_chart_set_limit (chart, "end of memory", END);
  poplens_chart_set_item_names (chart, name_block, NULL, NULL);
  poplens_chart_set_item_notes (chart, note_of, NULL, NULL);
  if (dimmed) {
    gsize n = poplens_chart_get_n_items (chart);
    guint8 *dim = g_new (guint8, n);
    for (gsize i = 0; i < n; i++)
      dim[i] = i % 2 || i % 24 > 12;
    poplens_chart_set_lane_dimmed (chart, dim);
  }
  return chart;
}

PoplensChart *
fixture_random_address (gsize n, guint n_rows)
{
  PoplensChart *chart = poplens_chart_new (&poplens_address_kind, "Random", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLaneBlocks) blocks = fixture_random_blocks (n, n_rows, N_SERIES);

  add_series (chart);
  poplens_chart_set_lane_blocks (chart, blocks);
  return chart;
}
