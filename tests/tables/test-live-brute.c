/* Tests of live bytes on every tile at every step against a simple calculation: for each lowered
 * variable of the tile, whether a range of its class contains the step. */
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "derived/liveness/live-source.h"
#include "support/report-fixture.h"
#include "tables/fixtures.h"

typedef struct {
  PoplensReport *report;
  const PoplensLiveness *l;
  const PoplensVariables *v;
  guint32 n_tiles;
  guint64 *live, *born, *freed; /* [n_tiles × n_steps]: bytes by tile, then step */
  guint64 *always;              /* [n_tiles]: bytes */
} Brute;

static gboolean
is_always (const PoplensLiveness *l, guint32 class_id)
{
  for (guint32 c = 0; c < l->n_classes; c++)
    if (l->class_id[c] == class_id)
      return l->class_always_live[c];
  return FALSE;
}

/* Returns the bytes of a tile's allocated variables by class number. @n: number of classes.
 * (transfer full) */
static guint64 *
class_sums (const Brute *b, guint32 tile, guint32 n)
{
  guint64 *sums = g_new0 (guint64, n);

  for (guint32 r = b->v->tile_first[tile]; r < b->v->tile_first[tile + 1]; r++)
    if (b->v->bits[r] & POPLENS_VARIABLE_ALLOCATED)
      sums[b->v->equivalence_class[r]] += b->v->size[r];
  return sums;
}

static guint32
highest_class (const PoplensVariables *v)
{
  guint32 highest = 0;

  for (guint32 r = 0; r < v->n; r++)
    highest = MAX (highest, v->equivalence_class[r]);
  return highest;
}

static void
brute_calculate (Brute *b)
{
  guint32 n = b->l->n_steps, n_classes = highest_class (b->v) + 1;
  g_autofree gboolean *always = g_new0 (gboolean, n_classes);

  b->live = g_new0 (guint64, (gsize) b->n_tiles * n);
  b->born = g_new0 (guint64, (gsize) b->n_tiles * n);
  b->freed = g_new0 (guint64, (gsize) b->n_tiles * n);
  b->always = g_new0 (guint64, b->n_tiles);
  for (guint32 c = 0; c < n_classes; c++)
    always[c] = is_always (b->l, c);
  for (guint32 t = 0; t < b->n_tiles; t++) {
    g_autofree guint64 *sums = class_sums (b, t, n_classes);
    for (guint32 c = 0; c < n_classes; c++)
      b->always[t] += always[c] ? sums[c] : 0;
    for (guint32 r = 0; r < b->l->n_ranges; r++) {
      guint32 c = b->l->range_class[r];
      if (c >= n_classes || always[c] || !sums[c])
        continue;
      for (guint32 s = b->l->range_from[r]; s < b->l->range_to[r]; s++)
        b->live[(gsize) t * n + s] += sums[c];
      b->born[(gsize) t * n + b->l->range_from[r]] += sums[c];
      if (b->l->range_to[r] < n)
        b->freed[(gsize) t * n + b->l->range_to[r]] += sums[c];
    }
  }
}

/* Returns the bytes of the tile: for some tiles from the file's own table, which must be scanned,
 * else from the lowered variables. (transfer full) */
static PoplensClassBytes *
tile_class_bytes (const Brute *b, const PoplensTileSet *tiles)
{
  guint32 tile = tiles->ranges[0].first;
  g_autoptr (PoplensSlice) slice =
      tile % 211
          ? NULL
          : poplens_report_get_slice (b->report, POPLENS_SLICE_TILE_CLASS_BYTES, tile, NULL, NULL);

  return slice ? poplens_class_bytes_new_tile (b->l, slice)
               : poplens_class_bytes_new_tiles (b->l, b->v, tiles, NULL);
}

/* Checks the curve of a tile, and the columns of its steps. */
static void
check_live_tile (const Brute *b, guint32 tile)
{
  PoplensTileRange range = {tile, tile};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
  g_autoptr (PoplensLiveCurve) curve = poplens_live_curve_new (b->l, b->v, tiles, NULL);
  g_autoptr (PoplensClassBytes) bytes = tile_class_bytes (b, tiles);
  const guint64 *live = b->live + (gsize) tile * b->l->n_steps;

  g_assert_cmpuint (curve->always_live, ==, b->always[tile]);
  for (guint32 s = 0; s < b->l->n_steps; s += POPLENS_MOST_STEPS) {
    guint32 steps[POPLENS_MOST_STEPS], n = MIN (POPLENS_MOST_STEPS, b->l->n_steps - s);
    for (guint32 i = 0; i < n; i++)
      steps[i] = s + i;
    g_autoptr (PoplensLiveSteps) columns = poplens_live_steps_new (b->l, bytes, steps, n);
    g_assert_cmpuint (columns->always_live, ==, b->always[tile]);
    for (guint32 i = 0; i < n; i++) {
      g_assert_cmpuint (curve->not_always_live[s + i], ==, live[s + i]);
      g_assert_cmpuint (columns->live[i], ==, live[s + i]);
    }
  }
}

/* Checks that sums of two steps differ by born − freed. */
static void
check_changes (const Brute *b, guint32 tile)
{
  gsize first = (gsize) tile * b->l->n_steps;
  PoplensTileRange range = {tile, tile};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
  g_autoptr (PoplensClassBytes) bytes = tile_class_bytes (b, tiles);

  for (guint32 s = 0; s < b->l->n_steps; s++) {
    g_autoptr (PoplensLiveStep) step = poplens_live_step_new (b->l, bytes, s);
    guint64 before = s ? b->live[first + s - 1] : 0;
    g_assert_cmpuint (step->born, ==, b->born[first + s]);
    g_assert_cmpuint (step->freed, ==, b->freed[first + s]);
    g_assert_cmpint ((gint64) (step->born - step->freed), ==,
                     (gint64) (b->live[first + s] - before));
  }
}

/* Checks that the curve of the page at @text has the sums of tiles [@first, @end). */
static void
check_source (const Brute *b, const char *text, guint32 first, guint32 end)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_auto (PoplensLiveSource) source = {0};
  guint32 n = b->l->n_steps;

  g_assert_true (poplens_live_source_init (&source, b->report, location, NULL, NULL));
  g_autoptr (PoplensLiveCurve) curve = poplens_live_source_curve (&source, NULL, NULL);
  for (guint32 s = 0; s < n; s++) {
    guint64 sum = 0;
    for (guint32 t = first; t < end; t++)
      sum += b->live[(gsize) t * n + s];
    g_assert_cmpuint (curve->not_always_live[s], ==, sum);
  }
}

static void
check_all (const Brute *b, const PoplensTarget *target)
{
  for (guint32 t = 0; t < b->n_tiles; t++) {
    check_live_tile (b, t);
    if (t % 7 == 0)
      check_changes (b, t);
  }
  check_source (b, "liveness", 0, b->n_tiles);
  for (guint32 i = 0; i < b->n_tiles / target->tiles_per_ipu; i++) {
    g_autofree char *location = g_strdup_printf ("liveness?scope=ipu&ipu=%u&tile=3", i);
    check_source (b, location, i * target->tiles_per_ipu, (i + 1) * target->tiles_per_ipu);
  }
}

static void
test_brute (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  Brute b = {.report = report,
             .l = poplens_report_load_liveness (report, NULL, NULL),
             .v = poplens_report_load_variables (report, NULL, NULL)};
  const PoplensTarget *target = poplens_report_load_target (report, NULL, NULL);
  g_assert_true (b.l && b.v && target);
  b.n_tiles = b.v->n_tiles;
  brute_calculate (&b);
  check_all (&b, target);
  g_free (b.live);
  g_free (b.born);
  g_free (b.freed);
  g_free (b.always);
}

/* ---- a variable's life ------------------------------------------------------------------ */

/* Checks that the rows of a variable's ranges are the ranges of its classes in the file. */
static void
check_life (PoplensReport *report, sqlite3 *db, guint32 id)
{
  g_autofree char *location = g_strdup_printf ("liveness?variable=%u", id);
  g_autoptr (PoplensTable) table = fixture_build (report, "variable-steps", location);
  g_autofree char *from =
      g_strdup_printf ("from var_bytes_by_eq_class b join eq_class_step s on s.eq_class_id = "
                       "b.eq_class_id where tile is null and bytes > 0 and unlowered_var_id = %u",
                       id);
  int bytes = poplens_table_find_column (table, "bytes");
  int step = poplens_table_find_column (table, "step");
  gint64 sum = 0, starts = 0, ranges = 0;

  for (guint32 r = 0; r < poplens_table_n_rows (table); r++) {
    PoplensValue value = poplens_table_get (table, r, (guint) bytes);
    if (value.type != POPLENS_VALUE_INT)
      continue;
    sum += value.integer;
    starts += poplens_table_get (table, r, (guint) step).integer;
    ranges++;
  }
  g_assert_cmpint (ranges, ==, report_fixture_ask (db, "select count(*) %s", from));
  g_assert_cmpint (sum, ==, report_fixture_ask (db, "select coalesce(sum(bytes), 0) %s", from));
  g_assert_cmpint (starts, ==,
                   report_fixture_ask (db, "select coalesce(sum(step_id_from), 0) %s", from));
}

static void
test_life (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  guint checked = 0;

  if (!report)
    return;
  sqlite3 *db = report_fixture_open_sql (report);
  const PoplensVariables *v = poplens_report_load_variables (report, NULL, NULL);
  for (guint32 i = 0; i < v->n_class_bytes; i += 1 + v->n_class_bytes / 40)
    if (poplens_variable_name (v, v->class_bytes_variable[i])) {
      check_life (report, db, v->class_bytes_variable[i]);
      checked++;
    }
  sqlite3_close (db);
  g_assert_cmpuint (checked, >, 4);
}

/* ---- vertices --------------------------------------------------------------------------- */

/* The vertices of a compute set at its step are as many as in compute_sets. */
static void
test_vertices (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  guint checked = 0;

  if (!report)
    return;
  const PoplensLiveness *l = poplens_report_load_liveness (report, NULL, NULL);
  const PoplensPrograms *p = poplens_report_load_programs (report, NULL, NULL);
  const PoplensVertices *v = poplens_report_load_vertices (report, NULL, NULL);
  for (guint32 s = 0; s < l->n_steps; s++) {
    guint32 id = p->compute_set[poplens_programs_find (p, l->program[s])];
    g_autofree char *location = g_strdup_printf ("liveness?by=step&step=%u", s);
    g_autoptr (PoplensTable) table = fixture_build (report, "vertex-types", location);
    if (id == POPLENS_NO_ROW) {
      g_assert_cmpuint (poplens_table_n_rows (table), ==, 0);
      continue;
    }
    g_assert_cmpint (fixture_total (table, "instances"), ==,
                     (gint64) poplens_lists_sum (v->compute_set_counts,
                                                 poplens_vertices_find_compute_set (v, id)));
    checked++;
  }
  g_assert_cmpuint (checked, >, 0);
}

/* Returns the total of a column; 0 for a table without rows. */
static gint64
total_of (const PoplensTable *table, const char *column)
{
  return poplens_table_n_rows (table) ? fixture_total (table, column) : 0;
}

/* Checks that rows are sorted by absolute difference, and that the table has no default order that
 * would hide this. */
static void
check_order (const PoplensTable *table)
{
  int column = poplens_table_find_column (table, "difference_2");
  gint64 last = G_MAXINT64;
  guint sorted;
  gboolean descending;

  g_assert_cmpint (column, >=, 0);
  g_assert_false (poplens_table_get_default_sort (table, &sorted, &descending));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    gint64 change = ABS (poplens_table_get (table, row, (guint) column).integer);
    g_assert_cmpint (change, <=, last);
    last = change;
  }
}

/* Two steps in one table: each step has the values of its own table, and their differences. */
static void
test_vertices_of_two (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  gboolean differs = FALSE;

  if (!report)
    return;
  guint32 n = poplens_report_load_liveness (report, NULL, NULL)->n_steps;
  for (guint32 s = 1; s < n; s++) {
    g_autofree char *both = g_strdup_printf ("liveness?by=step&step=%u,%u", s - 1, s);
    g_autofree char *one = g_strdup_printf ("liveness?by=step&step=%u", s);
    g_autoptr (PoplensTable) two = fixture_build (report, "vertex-types", both);
    g_autoptr (PoplensTable) alone = fixture_build (report, "vertex-types", one);
    gint64 here = total_of (two, "state_bytes_2");
    g_assert_cmpint (here, ==, total_of (alone, "state_bytes"));
    g_assert_cmpint (total_of (two, "instances_2"), ==, total_of (alone, "instances"));
    g_assert_cmpint (total_of (two, "difference_2"), ==, here - total_of (two, "state_bytes"));
    differs |= total_of (two, "difference_2") != 0;
    check_order (two);
    g_autoptr (PoplensTable) variables = fixture_build (report, "live-variables", both);
    check_order (variables);
  }
  g_assert_true (differs);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  fixture_add_test ("live", "brute", test_brute);
  fixture_add_test ("live", "life", test_life);
  fixture_add_test ("live", "vertices", test_vertices);
  fixture_add_test ("live", "vertices-of-two", test_vertices_of_two);
  return g_test_run ();
}
