/* Tests of slices of the mini profile, with valid and unknown keys, and with IDs that are not
 * sorted by tile. */
#include "fixture.h"

#include "base/error.h"
#include "support/mini-profile.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

static void
check_tile_variables (const PoplensSlice *slice, guint tile)
{
  static const guint64 constraint = 1;

  g_assert_cmpuint (slice->n, ==, tile == 7 ? 3 : 2);
  for (guint i = 0; i < 2; i++) {
    const PoplensTileVariable *v = &slice->variables[i];
    g_assert_cmpuint (v->id, ==, 2 * tile + i);
    g_assert_cmpstr (poplens_strings_get (slice->strings, v->name), ==,
                     i ? "__vertexField_6_in#0" : "weights");
    g_assert_cmpuint (v->size, ==, i ? 8 : 16 * tile + 16);
    g_assert_cmpuint (v->offset, ==, i ? 16 * tile + 16 : 0);
    g_assert_cmpuint (v->alignment, ==, 8);
    g_assert_cmpuint (v->category, ==, i ? 15 : 0);
    g_assert_cmpuint (v->equivalence_class, ==, i + 1);
    g_assert_cmpuint (v->unlowered, ==, i ? G_MAXUINT32 : 5);
    g_assert_cmpuint (v->bits, ==, i ? 257 : 1);
  }
  g_autoptr (GArray) elements = poplens_lists_values (slice->element_constraints, 0);
  g_assert_cmpmem (elements->data, elements->len * 8, &constraint, 8);
  g_assert_true (poplens_lists_is_absent (slice->element_constraints, 1));
  g_assert_true (poplens_lists_is_absent (slice->region_constraints, 0));
}

static void
test_tile_variables (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);

  for (guint tile = 0; tile < MINI_TILES; tile++) {
    g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_TILE_VARIABLES, tile);
    check_tile_variables (slice, tile);
    g_assert_cmpuint (slice->key, ==, tile);
    g_assert_cmpuint (slice->bytes, >, 2 * sizeof (PoplensTileVariable));
  }
}

/* If IDs are not sorted by tile, or the number of variables by tile is not recorded, the whole
 * table is searched. */
static void
test_tile_variables_slow (gconstpointer sql)
{
  g_autoptr (Mini) mini = mini_new (sql);

  for (guint tile = 0; tile < MINI_TILES; tile++) {
    g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_TILE_VARIABLES, tile);
    guint64 bytes = 0;
    for (guint i = 0; i < slice->n; i++)
      if (slice->variables[i].bits & 1)
        bytes += slice->variables[i].size;
    g_assert_cmpuint (slice->n, ==, tile == 7 ? 3 : 2);
    g_assert_cmpuint (bytes, ==, 16 * tile + 24);
  }
}

/* Variables that only their name or category identifies; similar names are left out. */
static void
test_named (void)
{
  static const char sql[] =
      "INSERT INTO vars_string_table VALUES(900,'instrumentationStreamBuffer'),"
      "(901,'.text.supervisor.host_exchange_'),(902,'.text.supervisor.instrumentatio');"
      "INSERT INTO var_categories VALUES(903,'instrumentationResults','');"
      "UPDATE vars_info SET name_base_id=900,name_suffix='7' WHERE var_id=2;"
      "UPDATE vars_info SET name_base_id=901,name_suffix='31' WHERE var_id=0;"
      "UPDATE vars_info SET name_base_id=902 WHERE var_id=4;"
      "UPDATE vars_info SET category=903 WHERE var_id=5";
  g_autoptr (Mini) mini = mini_new (sql);
  g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_NAMED_VARIABLES, 0);
  static const char *const names[] = {".text.supervisor.host_exchange_31",
                                      "instrumentationStreamBuffer7", "__vertexField_6_in#0"};

  g_assert_cmpuint (slice->n, ==, 3);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpuint (slice->named[i].tile, ==, i);
    g_assert_cmpstr (poplens_strings_get (slice->strings, slice->named[i].name), ==, names[i]);
    g_assert_cmpuint (slice->named[i].size, ==, i == 2 ? 8 : 16 * i + 16);
    g_assert_cmpint (slice->named[i].is_result, ==, i == 2);
    g_assert_cmpuint (slice->named[i].bits, ==, i == 2 ? 257 : 1);
  }
}

/* Without the table of names or of categories, the slice is empty, without an error. */
static void
test_named_absent (gconstpointer sql)
{
  g_autoptr (Mini) mini = mini_new (sql);
  g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_NAMED_VARIABLES, 0);

  g_assert_cmpuint (slice->n, ==, 0);
}

static void
test_slice_values (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  static const struct {
    PoplensSliceKind kind;
    guint64 key;
    guint n;
    guint64 first, last;
  } cases[] = {
      {POPLENS_SLICE_ALLOCATION_ORDER, 3, 2, 7, 6}, {POPLENS_SLICE_CYCLES, 0, 4, 10, 10},
      {POPLENS_SLICE_CYCLES, 1, 4, 0, 30},          {POPLENS_SLICE_CYCLES, 2, 4, 1, 4},
      {POPLENS_SLICE_ESTIMATES, 1, 4, 6, 6},        {POPLENS_SLICE_MARKER, 0, 16, 0, 10},
      {POPLENS_SLICE_MARKER, 1, 16, 2, 3},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PoplensSlice) slice = mini_slice (mini, cases[i].kind, cases[i].key);
    g_assert_cmpuint (slice->n, ==, cases[i].n);
    g_assert_cmpuint (slice->values[0], ==, cases[i].first);
    g_assert_cmpuint (slice->values[slice->n - 1], ==, cases[i].last);
  }
}

static void
test_class_bytes (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_TILE_CLASS_BYTES, 5);

  g_assert_cmpuint (slice->n, ==, 2);
  g_assert_cmpuint (slice->class_bytes[0].bytes, ==, 96);
  g_assert_cmpuint (slice->class_bytes[1].equivalence_class, ==, 2);
}

static void
test_regions (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensSlice) two = mini_slice (mini, POPLENS_SLICE_REGIONS, 0);
  g_autoptr (PoplensSlice) one = mini_slice (mini, POPLENS_SLICE_REGIONS, 2);

  g_assert_cmpuint (two->n, ==, 2);
  g_assert_cmpuint (two->regions[1].variable, ==, 0);
  g_assert_cmpuint (two->regions[1].from, ==, 8);
  g_assert_cmpuint (two->regions[1].to, ==, 16);
  g_assert_cmpuint (one->n, ==, 1); /* the row without text has no regions */
}

static void
test_regions_wrong (void)
{
  static const char *const texts[] = {
      "[",      "[4",    "[4,",    "[4,8",  "[4,8]",       "4,8",    "[8,4)",
      "[-1,4)", "[a,b)", "[4,8)x", "… (9)", "[4,8)[9,10)", "[1, 2)", "[0,99999999999999999999)"};

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *sql = g_strdup_printf ("UPDATE exchange_regions SET regions = '%s'", texts[i]);
    g_autoptr (Mini) mini = mini_new (sql);
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", texts[i]);
    g_assert_null (
        poplens_profile_read_slice (mini->profile, POPLENS_SLICE_REGIONS, 0, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
    g_assert_nonnull (strstr (error->message, "exchange_regions, row 1"));
  }
}

static void
test_step_rows (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_STEP_ROWS, 0);
  const PoplensStepRow *last = &slice->step_rows[3];

  g_assert_cmpuint (slice->n, ==, 4);
  g_assert_cmpuint (last->step_id, ==, 2);
  g_assert_cmpuint (last->ipu, ==, 1);
  g_assert_cmpuint (last->base, ==, 30);
  g_assert_cmpuint (last->active_from_max, ==, 2);
  g_assert_cmpuint (last->active_from_mean, ==, 1);
  g_assert_cmpuint (last->active_from_min, ==, 0);
  g_assert_cmpuint (last->active_to_max, ==, 9);
  g_assert_cmpuint (last->active_to_mean, ==, 8);
  g_assert_cmpuint (last->active_to_min, ==, 7);
  g_assert_cmpuint (last->all_to_max, ==, 9);
  g_assert_cmpuint (last->cycles, ==, 4);
  g_assert_cmpuint (last->active_tiles, ==, 4);
  g_assert_cmpfloat (last->active_tile_balance, ==, 0.6);
  g_assert_true (isnan (last->thread_balance));
  g_assert_cmpint (last->tile_cycles_id, ==, 2);
  g_assert_cmpint (slice->step_rows[2].tile_cycles_id, ==, -1);
  g_assert_cmpfloat (slice->step_rows[1].thread_balance, ==, 0.5);
}

/* Rows have the numbers that they have in the part; a slice has 4,096 rows. */
static void
test_step_rows_second_slice (void)
{
  g_autoptr (Mini) mini = mini_new (
      "WITH RECURSIVE n (i) AS (VALUES (4) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
      "INSERT INTO steps (id, type) SELECT i, 'Sync' FROM n;"
      "INSERT INTO steps_by_ipu SELECT id, 0, id, 0,0,0,0,0,0, 0,0,0, 0,0,0,0,0, NULL FROM steps"
      " WHERE id >= 4");
  g_autoptr (PoplensSlice) first = mini_slice (mini, POPLENS_SLICE_STEP_ROWS, 0);
  g_autoptr (PoplensSlice) second = mini_slice (mini, POPLENS_SLICE_STEP_ROWS, 1);

  g_assert_cmpuint (first->n, ==, POPLENS_STEP_ROWS_PER_SLICE);
  g_assert_cmpuint (second->n, ==, 5001 - 4096);
  g_assert_cmpuint (second->step_rows[0].base, ==, 4096);
}

/* A slice has the same rows whatever was read before. */
static void
test_step_rows_any_order (void)
{
  static const guint64 orders[][5] = {{0, 1, 2, 3, 4}, {2, 0, 1, 4, 3}, {4, 3, 2, 1, 0}};

  for (guint o = 0; o < G_N_ELEMENTS (orders); o++) {
    g_autoptr (Mini) mini = mini_new (
        "DELETE FROM steps_by_ipu;"
        "WITH RECURSIVE n (i) AS (VALUES (4) UNION ALL SELECT i + 1 FROM n WHERE i < 6003)"
        "INSERT INTO steps (id, type) SELECT i, 'Sync' FROM n;"
        "INSERT INTO steps_by_ipu SELECT s.id, p.i, 3 * s.id + p.i, 0,0,0,0,0,0, 0,0,0, 0,0,0,0,0, "
        "NULL FROM steps s, (SELECT 0 AS i UNION SELECT 1 UNION SELECT 2) p WHERE s.id >= 4");
    for (guint i = 0; i < 5; i++) {
      guint64 key = orders[o][i], row = key * POPLENS_STEP_ROWS_PER_SLICE;
      g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_STEP_ROWS, key);
      g_assert_cmpuint (slice->n, ==, key < 4 ? 4096 : 18000 - 4 * 4096);
      for (guint r = 0; r < slice->n; r++, row++) {
        g_assert_cmpuint (slice->step_rows[r].base, ==, 12 + row);
        g_assert_cmpuint (slice->step_rows[r].step_id, ==, 4 + row / 3);
        g_assert_cmpuint (slice->step_rows[r].ipu, ==, row % 3);
      }
    }
  }
}

/* The list of each step, and lists in batches, are the same as one by one. */
static void
test_scans_of_cycles (void)
{
  g_autoptr (Mini) mini =
      mini_new ("INSERT INTO cycles_by_tile VALUES (64, rle ('7*8')), (200, rle ('8*4'))");
  static const PoplensScanStepList expected[] = {
      {0, 0, 0, 0}, {0, 1, 0, 1}, {1, 0, 10, -1}, {2, 1, 30, 2}};
  g_autoptr (PoplensSlice) steps = mini_slice (mini, POPLENS_SLICE_SCAN_STEP_LISTS, 0);
  guint seen = 0;

  g_assert_cmpmem (steps->scan_step_lists, steps->n * sizeof expected[0], expected,
                   sizeof expected);
  g_assert_true (steps->next == POPLENS_NO_SLICE);
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_SCAN_CYCLES, key);
    for (guint i = 0; i < slice->n; i++, seen++) {
      g_autoptr (PoplensSlice) one = mini_slice (mini, POPLENS_SLICE_CYCLES, slice->values[i]);
      g_autoptr (GArray) values = poplens_lists_values (slice->lists, i);
      g_assert_cmpmem (values->data, values->len * sizeof (guint64), one->values,
                       one->n * sizeof (guint64));
    }
    g_assert_true (slice->next > key);
    key = slice->next;
  }
  g_assert_cmpuint (seen, ==, 5);
}

/* A list with a length that does not match the tiles is absent; the others are read. */
static void
test_scan_of_bad_cycles (void)
{
  g_autoptr (Mini) mini = mini_new ("INSERT INTO cycles_by_tile VALUES (3, rle ('7*5'))");
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensSlice) slice =
      poplens_profile_read_slice (mini->profile, POPLENS_SLICE_SCAN_CYCLES, 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (slice->n, >, 1);
  for (guint32 i = 0; i < slice->n; i++)
    g_assert_true (poplens_lists_is_absent (slice->lists, i) == (slice->values[i] == 3));
}

/* Each slice has the same rows if SQLite reads all tables; a lossless change of the file makes it
 * do so. */
static void
test_by_sqlite (gconstpointer sql)
{
  g_autoptr (Mini) leaves = mini_new (NULL);
  g_autoptr (Mini) sqlite = mini_new (sql);

  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
    for (guint64 key = 0; kind != POPLENS_SLICE_SCAN_STORAGE && key <= MINI_TILES; key++) {
      g_autoptr (PoplensSlice) a = mini_slice (leaves, kind, key);
      g_autoptr (PoplensSlice) b = mini_slice (sqlite, kind, key);
      g_test_message ("kind %u, key %u", kind, (guint) key);
      g_assert_cmpuint (a->n, ==, b->n);
      g_assert_cmpuint (a->next, ==, b->next);
    }
}

static void
test_no_such_key (void)
{
  static const guint64 keys[] = {999,        (guint64) 1 << 32, (guint64) 1 << 52,
                                 G_MAXINT64, G_MAXUINT64,       (guint64) G_MAXINT64 + 1};
  static const char *const changes[] = {
      NULL,
      "DROP TABLE vars_info; DROP TABLE var_bytes_by_eq_class; DROP TABLE exchange_regions;"
      "DROP TABLE allocation_order_by_tile; DROP TABLE cycles_by_tile; DROP TABLE steps_by_ipu;"
      "DROP TABLE compilation_cycles_by_tile; DROP TABLE absolute_markers"};

  for (guint c = 0; c < G_N_ELEMENTS (changes); c++) {
    g_autoptr (Mini) mini = mini_new (changes[c]);
    for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
        g_autoptr (PoplensSlice) slice = mini_slice (mini, kind, keys[k]);
        g_assert_cmpuint (slice->n, ==, 0);
      }
  }
}

/* A few bytes that decode to 2²⁶ values are refused before they take half a gigabyte. */
static void
test_bomb (void)
{
  g_autoptr (Mini) mini = mini_new ("UPDATE cycles_by_tile SET cycles_by_tile_rle = x'4000008085'");
  g_autoptr (GError) error = NULL;

  g_assert_null (poplens_profile_read_slice (mini->profile, POPLENS_SLICE_CYCLES, 0, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "cycles_by_tile, row 1"));
}

static void
test_slice_cancelled (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_profile_read_slice (mini->profile, kind, 0, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
}

static void *
read_all_tiles (void *data)
{
  Mini *mini = data;

  for (guint i = 0; i < 3 * MINI_TILES; i++) {
    g_autoptr (PoplensSlice) slice =
        mini_slice (mini, POPLENS_SLICE_TILE_VARIABLES, i % MINI_TILES);
    check_tile_variables (slice, i % MINI_TILES);
  }
  return NULL;
}

static void
test_slice_threads (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  pthread_t threads[6];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, read_all_tiles, mini), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    pthread_join (threads[i], NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/slices/tile-variables", test_tile_variables);
  g_test_add_data_func ("/profile/slices/ids-not-by-tile",
                        "UPDATE vars_info SET var_id = 100 + var_id * 7 % 17",
                        test_tile_variables_slow);
  g_test_add_data_func ("/profile/slices/no-allocation-order",
                        "DROP TABLE allocation_order_by_tile;"
                        "UPDATE vars_info SET var_id = 1000 - var_id",
                        test_tile_variables_slow);
  g_test_add_data_func ("/profile/slices/empty-allocation-order",
                        "DELETE FROM allocation_order_by_tile;"
                        "UPDATE vars_info SET var_id = 1000 - var_id",
                        test_tile_variables_slow);
  g_test_add_func ("/profile/slices/named", test_named);
  g_test_add_data_func ("/profile/slices/named-without-names", "DROP TABLE vars_string_table",
                        test_named_absent);
  g_test_add_data_func ("/profile/slices/named-without-column",
                        "ALTER TABLE vars_string_table RENAME COLUMN string TO text",
                        test_named_absent);
  g_test_add_func ("/profile/slices/values", test_slice_values);
  g_test_add_func ("/profile/slices/class-bytes", test_class_bytes);
  g_test_add_func ("/profile/slices/regions", test_regions);
  g_test_add_func ("/profile/slices/regions-wrong", test_regions_wrong);
  g_test_add_func ("/profile/slices/step-rows", test_step_rows);
  g_test_add_func ("/profile/slices/step-rows-second-slice", test_step_rows_second_slice);
  g_test_add_func ("/profile/slices/step-rows-any-order", test_step_rows_any_order);
  g_test_add_func ("/profile/slices/scans-of-cycles", test_scans_of_cycles);
  g_test_add_func ("/profile/slices/scan-of-bad-cycles", test_scan_of_bad_cycles);
  g_test_add_data_func ("/profile/slices/auto-vacuum",
                        "COMMIT; PRAGMA auto_vacuum = FULL; VACUUM; BEGIN", test_by_sqlite);
  g_test_add_func ("/profile/slices/no-such-key", test_no_such_key);
  g_test_add_func ("/profile/slices/bomb", test_bomb);
  g_test_add_func ("/profile/slices/cancelled", test_slice_cancelled);
  g_test_add_func ("/profile/slices/threads", test_slice_threads);
  return g_test_run ();
}
