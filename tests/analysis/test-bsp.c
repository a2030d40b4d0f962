/* Tests of the activity of each tile over time: grids, steps and orders, against tiles that are
 * followed cycle by cycle. */
#include "analysis/trace/bsp.h"
#include "base/codec.h"
#include "base/error.h"
#include "support/seeds.h"

#define SPACING 60
#define SERIES 4

/* A made-up trace, with its slices. */
typedef struct {
  guint n_ipus, tiles, n_steps;
  PoplensExecution *execution;
  guint8 *series;
  GArray *rows;         /* PoplensScanStepList, by step and IPU */
  GPtrArray *lists;     /* [id] guint64 *: cycles of the IPU's tiles, or of all tiles; NULL: no such
                         * list */
  GArray *whole;        /* [id] gboolean: the list has all tiles */
  guint64 *from, *to;   /* [step][tile of all IPUs]: begin and end, in cycles */
  guint8 *part;         /* [step][ipu]: cycles by tile are recorded */
  GPtrArray *markers;   /* guint64 *: step ids by tile, then the cycles left in each step */
  gboolean bad_markers; /* markers are zeroed, so that they cannot be used */
  gboolean gaps;        /* steps without cycles by tile take time on all tiles too */
  guint n_asked;        /* number of chunks of steps that were read */
} Trace;

static guint32
id_of (guint step)
{
  return step * 3 + (step > 5 ? 4000 : 1);
}

static void
add_row (Trace *self, guint step, guint ipu, guint64 *at)
{
  PoplensScanStepList row = {id_of (step), ipu, G_MAXUINT64, -1};
  guint all = self->n_ipus * self->tiles;
  gboolean has = g_test_rand_int_range (0, 12) > 0, shared = g_test_rand_bit (), whole;
  guint64 *list;

  for (guint t = 0; t < self->tiles; t++)
    row.base = MIN (row.base, at[ipu * self->tiles + t]);
  if (has && shared && self->lists->len > 10) {
    row.list = g_test_rand_int_range (0, (gint32) self->lists->len);
    if (!self->lists->pdata[row.list])
      has = FALSE;
  } else if (has) {
    whole = self->n_ipus > 1 && g_test_rand_int_range (0, 3) == 0;
    list = g_new0 (guint64, all);
    for (guint t = 0; t < all; t++)
      if (g_test_rand_int_range (0, 3))
        list[t] = (guint64) g_test_rand_int_range (0, g_test_rand_int_range (0, 20) ? 12 : 90);
    row.list = self->lists->len;
    /* List ids have gaps. */
    while (g_test_rand_int_range (0, 8) == 0) {
      g_ptr_array_add (self->lists, NULL);
      g_array_append_val (self->whole, whole);
      row.list++;
    }
    g_ptr_array_add (self->lists, list);
    g_array_append_val (self->whole, whole);
  }
  g_array_append_val (self->rows, row);
  self->part[step * self->n_ipus + ipu] = (guint8) has;
  list = has ? self->lists->pdata[row.list] : NULL;
  if (!list && self->gaps) {
    guint64 gap = (guint64) g_test_rand_int_range (0, 60);
    for (guint t = 0; t < self->tiles; t++)
      at[ipu * self->tiles + t] += gap;
  }
  for (guint t = 0; t < self->tiles && list; t++) {
    guint tile = ipu * self->tiles + t;
    gboolean of_all = g_array_index (self->whole, gboolean, row.list);
    self->from[step * all + tile] = at[tile];
    at[tile] += list[of_all ? tile : t];
    self->to[step * all + tile] = at[tile];
  }
}

/* Adds markers: for each tile, the first step with a row whose end is not before the marker. */
static void
add_markers (Trace *self, guint64 total)
{
  guint all = self->n_ipus * self->tiles;
  PoplensExecution *x = self->execution;

  self->markers = g_ptr_array_new_with_free_func (g_free);
  for (guint64 from = 0; from <= total; from += SPACING) {
    guint64 *values = g_new0 (guint64, 2 * all);
    for (guint t = 0; t < all; t++) {
      /* A tile that has finished is in no step. */
      values[t] = G_MAXUINT32;
      for (guint s = self->n_steps; s-- > 0;)
        if (self->part[s * self->n_ipus + t / self->tiles] && self->to[s * all + t] >= from) {
          values[t] = id_of (s);
          values[all + t] = self->to[s * all + t] - from;
        }
    }
    g_ptr_array_add (self->markers, values);
  }
  x->n_markers = self->markers->len;
  x->marker_from = g_new (guint64, x->n_markers);
  x->marker_length = g_new (guint64, x->n_markers);
  for (guint m = 0; m < x->n_markers; m++) {
    x->marker_from[m] = (guint64) m * SPACING;
    x->marker_length[m] = SPACING;
  }
}

static Trace *
trace_new (guint n_ipus, guint tiles, guint n_steps, gboolean with_markers, gboolean gaps)
{
  Trace *self = g_new0 (Trace, 1);
  guint all = n_ipus * tiles;
  g_autofree guint64 *at = g_new0 (guint64, all);
  guint64 total = 0;

  *self = (Trace){.n_ipus = n_ipus, .tiles = tiles, .n_steps = n_steps, .gaps = gaps};
  self->execution = poplens_execution_new ();
  self->execution->n_steps = n_steps;
  self->execution->step_id = g_new (guint32, n_steps);
  self->series = g_new0 (guint8, n_steps);
  self->rows = g_array_new (FALSE, FALSE, sizeof (PoplensScanStepList));
  self->lists = g_ptr_array_new_with_free_func (g_free);
  self->whole = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->from = g_new0 (guint64, (gsize) n_steps * all);
  self->to = g_new0 (guint64, (gsize) n_steps * all);
  self->part = g_new0 (guint8, (gsize) n_steps * n_ipus);
  for (guint s = 0; s < n_steps; s++) {
    self->execution->step_id[s] = id_of (s);
    self->series[s] = (guint8) g_test_rand_int_range (0, SERIES);
    for (guint i = 0; i < n_ipus; i++)
      if (g_test_rand_int_range (0, 5))
        add_row (self, s, i, at);
  }
  for (guint t = 0; t < all; t++)
    total = MAX (total, at[t]);
  if (with_markers)
    add_markers (self, total);
  self->execution->total_cycles = total;
  return self;
}

static void
trace_free (Trace *self)
{
  poplens_execution_free (self->execution);
  g_free (self->series);
  g_array_unref (self->rows);
  g_ptr_array_unref (self->lists);
  g_array_unref (self->whole);
  g_free (self->from);
  g_free (self->to);
  g_free (self->part);
  g_clear_pointer (&self->markers, g_ptr_array_unref);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Trace, trace_free)

/* ---- slices of the trace ---- */

static PoplensSlice *
steps_slice (const Trace *self, guint64 key)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (PoplensScanStepList));
  guint64 next = POPLENS_NO_SLICE;
  PoplensSlice *slice;

  for (guint i = 0; i < self->rows->len; i++) {
    PoplensScanStepList row = g_array_index (self->rows, PoplensScanStepList, i);
    guint64 at = row.step_id >> POPLENS_SCAN_STEP_LISTS_SHIFT;
    if (at == key)
      g_array_append_val (rows, row);
    else if (at > key)
      next = MIN (next, at);
  }
  slice = poplens_slice_new (POPLENS_SLICE_SCAN_STEP_LISTS, key,
                             g_memdup2 (rows->data, rows->len * sizeof (PoplensScanStepList)),
                             rows->len, 0);
  slice->next = next;
  return slice;
}

static PoplensSlice *
lists_slice (const Trace *self, guint64 key)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  PoplensLists *lists = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  PoplensSlice *slice;

  for (guint64 id = key << POPLENS_SCAN_CYCLES_SHIFT;
       id < MIN ((key + 1) << POPLENS_SCAN_CYCLES_SHIFT, self->lists->len); id++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    gboolean of_all = g_array_index (self->whole, gboolean, id);
    if (!self->lists->pdata[id])
      continue;
    poplens_list_append (POPLENS_ENCODING_RLE, bytes, self->lists->pdata[id],
                         of_all ? self->tiles * self->n_ipus : self->tiles);
    g_array_append_val (ids, id);
    g_assert_true (poplens_lists_append (lists, bytes->data, bytes->len, NULL));
  }
  slice = poplens_slice_new (POPLENS_SLICE_SCAN_CYCLES, key,
                             g_memdup2 (ids->data, ids->len * sizeof (guint64)), ids->len, 0);
  slice->lists = lists;
  return slice;
}

static PoplensSlice *
bsp_get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  Trace *self = data;
  guint n = 2 * self->n_ipus * self->tiles;

  if (kind == POPLENS_SLICE_SCAN_STEP_LISTS) {
    self->n_asked++;
    return steps_slice (self, key);
  }
  if (kind == POPLENS_SLICE_SCAN_CYCLES)
    return lists_slice (self, key);
  g_assert_cmpint (kind, ==, POPLENS_SLICE_MARKER);
  if (self->bad_markers)
    n = 2;
  return poplens_slice_new (kind, key, g_memdup2 (self->markers->pdata[key], n * sizeof (guint64)),
                            n, 0);
}

static PoplensBspInput
input_of (Trace *self)
{
  return (PoplensBspInput){.execution = self->execution,
                           .series = self->series,
                           .n_series = SERIES,
                           .n_tiles = self->n_ipus * self->tiles,
                           .tiles_per_ipu = self->tiles,
                           .get_slice = bsp_get_slice,
                           .slice_data = self};
}

/* ---- against tiles followed cycle by cycle ---- */

/* Returns the cycles of [from, to) that the tile spends in steps of @series. */
static guint64
brute_sum (const Trace *self, guint tile, guint series, guint64 from, guint64 to)
{
  guint all = self->n_ipus * self->tiles;
  guint64 sum = 0;

  for (guint s = 0; s < self->n_steps; s++) {
    guint64 a = MAX (self->from[s * all + tile], from), b = MIN (self->to[s * all + tile], to);
    if (self->series[s] == series && a < b)
      sum += b - a;
  }
  return sum;
}

static void
check_cell (const Trace *self, const PoplensBspGrid *grid, guint tile, guint column)
{
  guint64 from = grid->edges[column], to = grid->edges[column + 1];

  for (guint s = 0; s < SERIES; s++) {
    guint64 sum = brute_sum (self, grid->first_tile + tile, s, from, to);
    double share = (double) sum / (double) (to - from) * 255;
    guint8 cell = poplens_bsp_grid_cell (grid, tile, column, s);
    g_assert_cmpint (cell > 0, ==, sum > 0);
    g_assert_cmpfloat (cell, <=, MAX (share + 0.5, sum > 0));
    g_assert_cmpfloat (cell, >=, share - 0.5001);
  }
}

static guint64
brute_longest (const Trace *self, guint first_tile, guint step)
{
  gsize at = (gsize) step * self->n_ipus * self->tiles + first_tile;
  guint64 longest = 0;

  for (guint t = 0; t < self->tiles; t++)
    longest = MAX (longest, self->to[at + t] - self->from[at + t]);
  return longest;
}

static void
bsp_check_steps (const Trace *self, const PoplensBspGrid *grid, guint tile)
{
  guint all = self->n_ipus * self->tiles, of_all = grid->first_tile + tile;
  guint64 low = grid->edges[0], high = grid->edges[grid->n_columns];

  for (guint64 cycle = low; cycle < high; cycle += 1 + (high - low) / 150) {
    const PoplensBspSpan *span = poplens_bsp_grid_find (grid, tile, cycle);
    guint s = 0;
    while (s < self->n_steps &&
           !(self->from[s * all + of_all] <= cycle && self->to[s * all + of_all] > cycle))
      s++;
    g_assert_cmpint (span != NULL, ==, s < self->n_steps);
    if (!span)
      continue;
    g_assert_cmpuint (span->step, ==, s);
    g_assert_cmpuint (span->from, ==, self->from[s * all + of_all]);
    g_assert_cmpuint (span->to, ==, self->to[s * all + of_all]);
    g_assert_cmpuint (span->longest, ==, brute_longest (self, grid->first_tile, s));
  }
}

static void
check_grid (Trace *self, guint ipu, GArray *edges)
{
  PoplensBspInput input = input_of (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensBspGrid) grid =
      poplens_bsp_grid_new (&input, (guint16) ipu, (const guint64 *) (gpointer) edges->data,
                            edges->len - 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (grid->n_tiles, ==, self->tiles);
  g_assert_cmpuint (grid->first_tile, ==, ipu * self->tiles);
  g_assert_cmpuint (poplens_bsp_grid_bytes (grid), >, grid->n_columns * self->tiles * SERIES);
  for (guint t = 0; t < self->tiles; t++) {
    for (guint c = 0; c < grid->n_columns; c++)
      check_cell (self, grid, t, c);
    for (guint s = 0; s < SERIES; s++)
      g_assert_cmpuint (
          grid->sums[t * SERIES + s], ==,
          brute_sum (self, grid->first_tile + t, s, grid->edges[0], grid->edges[grid->n_columns]));
    g_assert_nonnull (grid->spans);
    bsp_check_steps (self, grid, t);
  }
}

/* Returns edges of columns with many widths; some begin or end beyond the trace. */
static GArray *
random_edges (guint64 total)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 at = g_test_rand_bit () ? 0 : (guint64) g_test_rand_int_range (0, (gint32) total + 20);
  guint n = (guint) g_test_rand_int_range (1, 40);
  gint32 widest = g_test_rand_bit () ? 4 : 200;

  g_array_append_val (edges, at);
  for (guint c = 0; c < n; c++) {
    at += (guint64) g_test_rand_int_range (1, widest);
    g_array_append_val (edges, at);
  }
  return edges;
}

static void
test_random_grids (void)
{
  for (guint round = 0; round < (all_seeds () ? 60 : 20); round++) {
    guint n_ipus = (guint) g_test_rand_int_range (1, 4);
    g_autoptr (Trace) trace = trace_new (n_ipus, (guint) g_test_rand_int_range (1, 12),
                                         (guint) g_test_rand_int_range (1, 90),
                                         g_test_rand_int_range (0, 4) > 0, g_test_rand_bit ());
    trace->bad_markers = g_test_rand_int_range (0, 6) == 0;
    for (guint i = 0; i < 4; i++) {
      g_autoptr (GArray) edges = random_edges (trace->execution->total_cycles);
      check_grid (trace, (guint) g_test_rand_int_range (0, (gint32) n_ipus), edges);
    }
  }
}

/* Too many steps to cache: most are added up without looking for the end of a column. */
static void
test_grid_of_many_steps (void)
{
  for (guint round = 0; round < 2; round++) {
    g_autoptr (Trace) trace = trace_new (1, 110, 8000, round, round);
    PoplensBspInput input = input_of (trace);
    guint64 total = trace->execution->total_cycles, edges[26];
    g_autoptr (PoplensBspGrid) grid = NULL;
    for (guint c = 0; c < G_N_ELEMENTS (edges); c++)
      edges[c] = total * c / 25 + (c % 3);
    grid = poplens_bsp_grid_new (&input, 0, edges, 25, NULL, NULL);
    g_assert_null (grid->spans);
    for (guint t = 0; t < 110; t += 9)
      for (guint c = 0; c < 25; c++)
        check_cell (trace, grid, t, c);
  }
}

static void
test_extent (void)
{
  for (guint round = 0; round < 20; round++) {
    g_autoptr (Trace) trace = trace_new (2, 5, 60, round % 2, round % 3 == 0);
    PoplensBspInput input = input_of (trace);
    for (guint i = 0; i < 40; i++) {
      guint step = (guint) g_test_rand_int_range (0, 60), ipu = i % 2;
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensBspExtent) extent =
          poplens_bsp_extent_new (&input, (guint16) ipu, step, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (extent != NULL, ==, trace->part[step * 2 + ipu]);
      for (guint t = 0; extent && t < 5; t++) {
        gsize at = step * 10 + ipu * 5 + t;
        g_assert_cmpuint (extent->to[t] - extent->from[t], ==, trace->to[at] - trace->from[at]);
        if (extent->to[t] > extent->from[t])
          g_assert_cmpuint (extent->from[t], ==, trace->from[at]);
      }
    }
  }
}

/* Late columns are read from a marker on. */
static void
test_seek (void)
{
  g_autoptr (Trace) trace = trace_new (1, 6, 6000, TRUE, FALSE);
  PoplensBspInput input = input_of (trace);
  guint64 total = trace->execution->total_cycles, edges[] = {total - 300, total - 200};
  g_autoptr (PoplensBspGrid) grid = NULL;
  guint all;

  grid = poplens_bsp_grid_new (&input, 0, (guint64[]){0, total}, 1, NULL, NULL);
  all = trace->n_asked;
  g_assert_cmpuint (grid->span_first[6], >, 4000);
  trace->n_asked = 0;
  g_clear_pointer (&grid, poplens_bsp_grid_unref);
  grid = poplens_bsp_grid_new (&input, 0, edges, 1, NULL, NULL);
  g_assert_cmpuint (all, >, 3);
  g_assert_cmpuint (trace->n_asked, <=, 2);
  g_assert_cmpuint (grid->span_first[6], <, 2000);
}

static void
test_order_by_waiting (void)
{
  g_autoptr (Trace) trace = trace_new (2, 9, 80, TRUE, FALSE);
  PoplensBspInput input = input_of (trace);
  guint64 edges[] = {100, 400};
  g_autoptr (PoplensBspGrid) grid = poplens_bsp_grid_new (&input, 1, edges, 1, NULL, NULL);
  g_autofree guint32 *order = poplens_bsp_order_by_waiting (grid, 1 << 1 | 1 << 3);
  guint64 last = G_MAXUINT64;
  guint seen = 0;

  for (guint i = 0; i < 9; i++) {
    guint64 waits =
        brute_sum (trace, 9 + order[i], 1, 100, 400) + brute_sum (trace, 9 + order[i], 3, 100, 400);
    g_assert_cmpuint (waits, <=, last);
    if (waits == last)
      g_assert_cmpuint (order[i], >, order[i - 1]);
    last = waits;
    seen |= 1u << order[i];
  }
  g_assert_cmpuint (seen, ==, (1 << 9) - 1);
}

static void
count_tells (double fraction, const char *what, gpointer data)
{
  g_assert_true (fraction >= 0 && fraction <= 1);
  ++*(guint *) data;
}

static PoplensSlice *
no_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED, "profile.pop changed");
  return NULL;
}

static void
test_stops (void)
{
  g_autoptr (Trace) trace = trace_new (1, 3, 500, FALSE, FALSE);
  PoplensBspInput input = input_of (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint n = 0;
  PoplensWork work = {count_tells, &n, cancellable, 0, 1};
  g_autoptr (GError) error = NULL;
  guint64 edges[] = {0, 1 << 20};
  PoplensBspGrid *grid = poplens_bsp_grid_new (&input, 0, edges, 1, &work, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n, >, 4);
  poplens_bsp_grid_unref (grid);
  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_bsp_grid_new (&input, 0, edges, 1, &work, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  input.get_slice = no_slice;
  g_assert_null (poplens_bsp_grid_new (&input, 0, edges, 1, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
}

/* No tiles, an IPU that does not exist, and no cycles by tile. */
static void
test_grid_of_nothing (void)
{
  g_autoptr (Trace) trace = trace_new (1, 3, 20, FALSE, FALSE);
  PoplensBspInput input = input_of (trace);
  guint64 edges[] = {0, 10};
  g_autoptr (PoplensBspGrid) grid = poplens_bsp_grid_new (&input, 7, edges, 1, NULL, NULL);

  g_assert_cmpuint (grid->n_tiles, ==, 0);
  g_assert_true (poplens_bsp_has_tiles (&input, NULL));
  for (guint i = 0; i < trace->rows->len; i++)
    g_array_index (trace->rows, PoplensScanStepList, i).list = -1;
  g_assert_false (poplens_bsp_has_tiles (&input, NULL));
  g_clear_pointer (&grid, poplens_bsp_grid_unref);
  grid = poplens_bsp_grid_new (&input, 0, edges, 1, NULL, NULL);
  g_assert_cmpuint (grid->n_listless, ==, trace->rows->len);
  for (guint s = 0; s < SERIES; s++)
    g_assert_cmpuint (poplens_bsp_grid_cell (grid, 1, 0, s), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bsp/random", test_random_grids);
  g_test_add_func ("/bsp/many", test_grid_of_many_steps);
  g_test_add_func ("/bsp/extent", test_extent);
  g_test_add_func ("/bsp/seek", test_seek);
  g_test_add_func ("/bsp/order", test_order_by_waiting);
  g_test_add_func ("/bsp/stops", test_stops);
  g_test_add_func ("/bsp/nothing", test_grid_of_nothing);
  return g_test_run ();
}
