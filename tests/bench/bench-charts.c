/* bench-charts: measures the time to lay out, draw or sort a chart of 10^6 items, a table of 10^6
 * rows, a trace of 10^7 blocks, the floor plans of 16 IPUs, 5,888 tiles over cycles, an address map
 * of 10^5 blocks, lifetimes of 10^5 variables, and a tree of 10^6 nodes. The baseline of each is
 * the least possible work in the same run: adding up the same numbers. The best of several runs
 * counts, as anything slower is due to the machine. */
#include "charts/floor/floor.h"
#include "charts/lanes/address.h"
#include "charts/lanes/field.h"
#include "charts/treemap/treemap.h"
#include "pages/core/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RUNS 5

typedef struct {
  PoplensChart *chart;
  PoplensTable *table;
  guint32 n;
  guint64 *values;
  guint32 *parents; /* of the tree */
  struct _Field *fields;
  double from, line_zoom; /* of the fields */
} ChartJob;

typedef void (*Work) (ChartJob *job);

static double
best_of (Work work, ChartJob *job)
{
  double best = INFINITY;

  for (guint r = 0; r < RUNS; r++) {
    gint64 start = g_get_monotonic_time ();
    work (job);
    best = MIN (best, (double) (g_get_monotonic_time () - start));
  }
  return best / 1000;
}

static void
print (const char *name, Work ours, Work baseline, const char *baseline_name, ChartJob *job)
{
  double a = best_of (ours, job), b = best_of (baseline, job);

  printf ("%-34s %10.2f ms %10.2f ms %8.2f  %s\n", name, a, b, b > 0 ? a / b : NAN, baseline_name);
  fflush (stdout);
}

static void
lay_out_chart (ChartJob *job)
{
  PoplensChartView view = poplens_chart_view_all (job->chart);
  PoplensChartStyle style = {0};

  poplens_chart_layout_free (poplens_chart_layout_new (job->chart, &view, &style, 1500, 500));
}

static void
add_up (ChartJob *job)
{
  volatile guint64 sum = 0;

  for (guint32 i = 0; i < job->n; i++)
    sum += job->values[i];
}

static void
random_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = ((const guint64 *) data)[row];
}

static void
sort_table (ChartJob *job)
{
  poplens_table_view_free (poplens_table_view_new (job->table, NULL, 0, TRUE, NULL));
}

static int
compare_values (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
sort_array (ChartJob *job)
{
  g_autofree guint64 *copy = g_memdup2 (job->values, job->n * sizeof (guint64));

  qsort (copy, job->n, sizeof (guint64), compare_values);
}

static void
bench_large (ChartJob *job)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  job->n = 1000000;
  job->values = g_new (guint64, job->n);
  for (guint32 i = 0; i < job->n; i++)
    job->values[i] = g_rand_int (random);
  job->chart = poplens_chart_new (&poplens_areas_kind, "bench", job->n, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TENSORS, 0,
                            g_memdup2 (job->values, job->n * sizeof (guint64)), FALSE);
  job->table = poplens_table_new ("bench", "bench", job->n, random_cell, job->values, NULL, NULL);
  poplens_table_add_column (job->table, "a", "a", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "");
  print ("lay out a chart of 10^6 items", lay_out_chart, add_up, "adding them up", job);
  print ("sort a table of 10^6 rows", sort_table, sort_array, "qsort of the numbers", job);
  poplens_table_unref (job->table);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

/* Measures the layout of ten rows of 10^7 blocks, one after the other. */
static void
bench_trace (ChartJob *job)
{
  const guint32 rows = 10, n = 10000000;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  guint64 *from = g_new (guint64, n), *to = g_new (guint64, n);
  guint32 *row = g_new (guint32, n);
  guint8 *series = g_new (guint8, n);

  job->n = n;
  job->values = g_new (guint64, n);
  for (guint32 i = 0; i < n; i++) {
    row[i] = i / (n / rows);
    from[i] = i % (n / rows) ? to[i - 1] : 0;
    job->values[i] = (guint64) g_rand_int_range (random, 1, 300);
    to[i] = from[i] + job->values[i];
    series[i] = i % 2;
  }
  blocks = poplens_lane_blocks_new (n, from, to, row, series, NULL);
  job->chart = poplens_chart_new (&poplens_lanes_kind, "bench", 0, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_COMPUTE, 0, NULL,
                            FALSE);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_WAITING, "b", "b", POPLENS_INK_SYNC, 0, NULL,
                            FALSE);
  poplens_chart_add_lane_group (job->chart, "IPU 0", rows, FALSE, FALSE);
  poplens_chart_set_lane_blocks (job->chart, blocks);
  print ("lay out a trace of 10^7 blocks", lay_out_chart, add_up, "adding up their lengths", job);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

/* Lays out and draws a frame. */
static void
draw_chart (ChartJob *job)
{
  PoplensChartView view = poplens_chart_view_all (job->chart);
  PoplensChartStyle style = {0};
  PoplensChartLayout *layout = poplens_chart_layout_new (job->chart, &view, &style, 1500, 500);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1500, 500);
  cairo_t *cr = cairo_create (surface);

  poplens_chart_layout_draw (layout, cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  poplens_chart_layout_free (layout);
}

/* Fills a picture of the same size with white. */
static void
paint_white (ChartJob *job)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1500, 500);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Measures the layout of 16 IPUs with 1,472 tiles each, of which a tenth is marked bad. */
static void
bench_floor (ChartJob *job)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  PoplensFloorCell *cells;
  guint8 *bad;

  job->n = 16 * 64 * 23;
  job->values = g_new (guint64, job->n);
  cells = g_new (PoplensFloorCell, job->n);
  bad = g_new (guint8, job->n);
  job->chart = poplens_chart_new (&poplens_floor_kind, "bench", job->n, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  for (guint i = 0; i < 16; i++)
    poplens_chart_add_floor_group (job->chart, "IPU", 64, 23);
  for (guint32 i = 0; i < job->n; i++) {
    cells[i] =
        (PoplensFloorCell){(guint16) (i / 1472), (guint16) (i % 64), (guint16) (i % 1472 / 64)};
    job->values[i] = g_rand_int (random) >> 12;
    bad[i] = g_rand_int_range (random, 0, 10) == 0;
  }
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0,
                            g_memdup2 (job->values, job->n * sizeof (guint64)), FALSE);
  poplens_chart_set_floor_cells (job->chart, cells);
  print ("draw the plans of 16 IPUs", draw_chart, paint_white, "a white picture", job);
  poplens_chart_set_floor_bad (job->chart, "bad", bad);
  print ("… a tenth of the tiles marked", draw_chart, paint_white, "a white picture", job);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

/* Measures the layout of eight rows of blocks of some bytes, with gaps between them. */
static void
bench_address (ChartJob *job)
{
  const guint32 rows = 8, n = 100000;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  guint64 *from = g_new (guint64, n), *to = g_new (guint64, n);
  guint32 *row = g_new (guint32, n);
  guint8 *series = g_new (guint8, n), *flags = g_new (guint8, n);

  job->n = n;
  job->values = g_new (guint64, n);
  for (guint32 i = 0; i < n; i++) {
    row[i] = i / (n / rows);
    from[i] = i % (n / rows) ? to[i - 1] : 0x4c000;
    job->values[i] = (guint64) g_rand_int_range (random, 1, 300);
    to[i] = from[i] + job->values[i];
    series[i] = i % 2;
    flags[i] = i % 7 ? 0 : POPLENS_LANE_STRIPED;
  }
  blocks = poplens_lane_blocks_new (n, from, to, row, series, flags);
  job->chart = poplens_chart_new (&poplens_address_kind, "bench", 0, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TENSORS, 0, NULL,
                            FALSE);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_GAP, "b", "b", POPLENS_INK_GAPS, 0, NULL,
                            FALSE);
  poplens_chart_set_lane_blocks (job->chart, blocks);
  poplens_chart_add_address_region (job->chart, "a", POPLENS_INK_INTERLEAVED, 0x4c000, 0xe8000,
                                    16384);
  print ("lay out a memory of 10^5 blocks", lay_out_chart, add_up, "adding up their lengths", job);
  print ("… and draw it", draw_chart, paint_white, "a white picture", job);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

static void
describe_row (gconstpointer data, guint row, PoplensLaneRowText *text)
{
  text->name = g_strdup_printf ("model/encoder/layer.%u/attention/out", row);
  text->note = g_strdup ("3.73 MiB");
}

/* Lays out 10^5 variables over 30,000 steps, each live one to five times; scrolled to the
 * middle. */
static void
lay_out_rows (ChartJob *job)
{
  PoplensChartView view = poplens_chart_view_all (job->chart);
  PoplensChartStyle style = {0};

  view.scroll = 1200000;
  poplens_chart_layout_free (poplens_chart_layout_new (job->chart, &view, &style, 1500, 500));
}

static void
bench_rows (ChartJob *job)
{
  const guint32 rows = 100000, steps = 30000;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  GArray *from = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *to = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *row = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  gsize n;

  for (guint32 r = 0; r < rows; r++) {
    guint64 at = (guint64) g_rand_int_range (random, 0, (gint32) steps / 2);
    for (gint32 b = g_rand_int_range (random, 1, 6); b > 0 && at < steps; b--) {
      guint64 end = at + (guint64) g_rand_int_range (random, 1, 6000);
      g_array_append_val (from, at);
      g_array_append_val (to, end);
      g_array_append_val (row, r);
      at = end + 9;
    }
  }
  n = from->len;
  job->n = (guint32) n;
  job->values = g_new (guint64, n);
  for (gsize i = 0; i < n; i++)
    job->values[i] = g_array_index (to, guint64, i) - g_array_index (from, guint64, i);
  blocks = poplens_lane_blocks_new (n, (guint64 *) (void *) g_array_free (from, FALSE),
                                    (guint64 *) (void *) g_array_free (to, FALSE),
                                    (guint32 *) (void *) g_array_free (row, FALSE),
                                    g_new0 (guint8, n), NULL);
  job->chart = poplens_chart_new (&poplens_lanes_kind, "bench", 0, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_NOT_ALWAYS_LIVE,
                            0, NULL, FALSE);
  poplens_chart_set_lane_positions (job->chart, "step");
  poplens_chart_set_lane_blocks (job->chart, blocks);
  poplens_chart_add_lane_group (job->chart, NULL, rows, FALSE, FALSE);
  poplens_chart_set_lane_row_texts (job->chart, describe_row, NULL, NULL);
  print ("lay out lifetimes of 10^5 variables", lay_out_chart, add_up, "adding up their lengths",
         job);
  print ("… scrolled to the middle", lay_out_rows, add_up, "adding up their lengths", job);
  print ("… and draw it", draw_chart, paint_white, "a white picture", job);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

/* ---- fields: 1,472 tiles on each of four IPUs, in columns of one pixel ---- */

#define FIELD_TILES 1472
#define FIELD_COLUMNS 1416
#define FIELD_SERIES 8

typedef struct _Field {
  guint64 edges[FIELD_COLUMNS + 1];
  guint8 *cells;
  PoplensFieldCells *known;
} Field;

static GPtrArray *
get_cells (gconstpointer data)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_field_cells_unref);

  g_ptr_array_add (cells, poplens_field_cells_ref (((const Field *) data)->known));
  return cells;
}

static char *
name_line (gconstpointer data, guint line)
{
  return g_strdup_printf ("%u", line);
}

static gboolean
nothing_selected (gconstpointer data, guint line, guint64 *from, guint64 *to)
{
  return FALSE;
}

static char *
no_note (gconstpointer data)
{
  return NULL;
}

/* Fills most cells with two or three kinds of steps. */
static void
fill_field (Field *field, GRand *random)
{
  gsize n = (gsize) FIELD_TILES * FIELD_COLUMNS;

  field->cells = g_new0 (guint8, n * FIELD_SERIES);
  for (guint c = 0; c <= FIELD_COLUMNS; c++)
    field->edges[c] = c * 1000ull;
  for (gsize i = 0; i < n; i++) {
    guint8 *cell =
        field->cells + i / FIELD_COLUMNS * FIELD_SERIES * FIELD_COLUMNS + i % FIELD_COLUMNS;
    guint first = (guint) g_rand_int_range (random, 0, 200);
    cell[g_rand_int_range (random, 0, FIELD_SERIES) * FIELD_COLUMNS] = (guint8) first;
    cell[g_rand_int_range (random, 0, 2) * FIELD_COLUMNS] += (guint8) (255 - first) / 2;
  }
  field->known = poplens_field_cells_new (FIELD_TILES, NULL, FIELD_COLUMNS, field->edges,
                                          FIELD_SERIES, field->cells, NULL, NULL);
}

static void
add_cells (ChartJob *job)
{
  guint64 sum = 0;

  for (guint f = 0; f < 4; f++)
    for (gsize i = 0; i < (gsize) FIELD_TILES * FIELD_COLUMNS * FIELD_SERIES; i++)
      sum += job->fields[f].cells[i];
  job->values[0] = sum;
}

static void
lay_out_tiles (ChartJob *job)
{
  PoplensChartView view = poplens_chart_view_all (job->chart);
  PoplensChartStyle style = {0};

  view.line_zoom = job->line_zoom;
  view.scroll = job->line_zoom > 1 ? 2000 : 0;
  view.from = job->from;
  poplens_chart_layout_free (poplens_chart_layout_new (job->chart, &view, &style, 1500, 900));
}

static void
bench_fields (ChartJob *job)
{
  static const PoplensFieldClass klass = {get_cells, name_line, NULL, nothing_selected, no_note};
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint64 *from = g_new0 (guint64, 1), *to = g_new0 (guint64, 1);

  job->fields = g_new0 (Field, 4);
  job->values = g_new0 (guint64, 1);
  job->chart = poplens_chart_new (&poplens_lanes_kind, "bench", 0, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  for (guint s = 0; s < FIELD_SERIES; s++)
    poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_COMPUTE, 0,
                              NULL, FALSE);
  to[0] = FIELD_COLUMNS * 1000ull;
  poplens_chart_set_lane_blocks (
      job->chart,
      poplens_lane_blocks_new (1, from, to, g_new0 (guint32, 1), g_new0 (guint8, 1), NULL));
  for (guint f = 0; f < 4; f++) {
    fill_field (&job->fields[f], random);
    poplens_chart_add_lane_group (job->chart, "IPU", 1, TRUE, FALSE);
    poplens_chart_set_lane_field (job->chart, f, FIELD_TILES, &klass, &job->fields[f], NULL);
  }
  print ("lay out 5,888 tiles over cycles", lay_out_tiles, add_cells, "adding up their cells", job);
  job->from = FIELD_COLUMNS * 700.0;
  print ("… zoomed to a third", lay_out_tiles, add_cells, "adding up their cells", job);
  job->line_zoom = 20;
  print ("… and lines 20 times higher", lay_out_tiles, add_cells, "adding up their cells", job);
  job->from = job->line_zoom = 0;
  print ("… and draw it", draw_chart, paint_white, "a white picture", job);
  poplens_chart_unref (job->chart);
  for (guint f = 0; f < 4; f++) {
    poplens_field_cells_unref (job->fields[f].known);
    g_free (job->fields[f].cells);
  }
  g_free (job->fields);
  g_free (job->values);
}

static PoplensChart *
make_tree (ChartJob *job)
{
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, "bench", job->n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, NULL,
                            FALSE);
  poplens_chart_set_treemap (chart, g_memdup2 (job->parents, job->n * sizeof (guint32)),
                             g_memdup2 (job->values, job->n * sizeof (guint64)),
                             g_new0 (guint8, job->n));
  return chart;
}

static void
build_tree (ChartJob *job)
{
  poplens_chart_unref (make_tree (job));
}

/* Measures the layout, with labels, of a tree of 10^6 nodes, up to a dozen levels deep, like names
 * of operations. */
static void
bench_treemap (ChartJob *job)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  job->n = 1000000;
  job->values = g_new (guint64, job->n);
  job->parents = g_new0 (guint32, job->n);
  for (guint32 i = 0; i < job->n; i++) {
    job->values[i] = g_rand_int (random) >> g_rand_int_range (random, 0, 24);
    if (i)
      job->parents[i] = (guint32) (i * g_rand_double (random) * g_rand_double (random));
  }
  job->chart = make_tree (job);
  print ("set a tree of 10^6 nodes", build_tree, sort_array, "qsort of the numbers", job);
  print ("lay out its treemap", lay_out_chart, add_up, "adding them up", job);
  print ("… and draw it", draw_chart, paint_white, "a white picture", job);
  poplens_chart_unref (job->chart);
  job->n = 300;
  for (guint32 i = 0; i < job->n; i++) {
    job->parents[i] = 0;
    job->values[i] = 100;
  }
  job->chart = make_tree (job);
  print ("draw a treemap full of labels", draw_chart, paint_white, "a white picture", job);
  poplens_chart_unref (job->chart);
  g_free (job->values);
  g_free (job->parents);
}

int
main (void)
{
  ChartJob job = {0};

  printf ("%-34s %13s %13s %8s  %s\n", "", "Poplens", "baseline", "ratio", "baseline is");
  bench_large (&job);
  bench_trace (&job);
  bench_floor (&job);
  bench_fields (&job);
  bench_address (&job);
  bench_rows (&job);
  bench_treemap (&job);
  return 0;
}
