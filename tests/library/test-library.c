/* Tests of the frames of a report against rows of SQL on its profile, and of tables as frames. */
#include "library/rows.h"

#include "base/error.h"
#include "tables/engine/registry.h"

#include <string.h>

static const char *const reports[] = {"integrals", "firehose", "demo"};

/* ---- rows as SQL gives them ------------------------------------------------------------------ */

#define MEMORY "FROM memory_by_tile ORDER BY tile"
#define SETS "FROM compute_sets ORDER BY compute_set"
#define STEPS "FROM steps_by_ipu WHERE ipu IS NOT NULL ORDER BY step_id, ipu"

static const struct {
  const char *frame, *column, *sql;
} rows[] = {
    {"target", "num_tiles", "SELECT num_tiles FROM target_info"},
    {"target", "bytes_per_tile", "SELECT bytes_per_tile FROM target_info"},
    {"target", "type", "SELECT type_ FROM target_info"},
    {"target", "num_vertices", "SELECT num_vertices FROM graph_info"},
    {"target", "timestamp", "SELECT string FROM date_time"},
    {"tiles", "tile", "SELECT tile " MEMORY},
    {"tiles", "total", "SELECT total " MEMORY},
    {"tiles", "total_including_gaps", "SELECT total_including_gaps " MEMORY},
    {"tiles", "always_live", "SELECT always_live_bytes " MEMORY},
    {"tiles", "not_always_live_max", "SELECT not_always_live_max_bytes " MEMORY},
    {"vertex-types", "name", "SELECT name FROM vertex_types ORDER BY id"},
    {"vertex-types", "size", "SELECT size FROM vertex_types ORDER BY id"},
    {"compute-sets", "name", "SELECT name " SETS},
    {"compute-sets", "edges", "SELECT edge_count " SETS},
    {"compute-sets", "debug_id", "SELECT coalesce (debug_id, 0) " SETS},
    {"programs", "id", "SELECT id FROM programs ORDER BY id"},
    {"programs", "variant_index", "SELECT variant_index FROM programs ORDER BY id"},
    {"programs", "type",
     "SELECT t.name FROM programs p JOIN program_types t ON t.id = p.variant ORDER BY p.id"},
    {"programs", "compute_set",
     "SELECT e.compute_set FROM programs p LEFT JOIN program_types t ON t.id = p.variant LEFT JOIN "
     "program_type_on_tile_execute e ON e.id = p.variant_index AND t.name = 'OnTileExecute' ORDER "
     "BY p.id"},
    {"control-programs", "program", "SELECT program FROM control_programs ORDER BY id"},
    {"internal-exchanges", "id", "SELECT id FROM program_type_do_exchange ORDER BY id"},
    {"internal-exchanges", "source_regions",
     "SELECT source_regions_id FROM program_type_do_exchange ORDER BY id"},
    {"variables", "id", "SELECT var_id FROM vars_info ORDER BY tile, var_id"},
    {"variables", "tile", "SELECT tile FROM vars_info ORDER BY tile, var_id"},
    {"variables", "size",
     "SELECT iif (bitset & 1, size_bytes, 0) FROM vars_info ORDER BY tile, var_id"},
    {"variables", "bits", "SELECT bitset FROM vars_info ORDER BY tile, var_id"},
    {"unlowered-variables", "name", "SELECT name FROM unlowered_vars ORDER BY id"},
    {"classes", "always_live", "SELECT is_always_live FROM eq_classes ORDER BY id"},
    {"class-ranges", "to",
     "SELECT step_id_to FROM eq_class_step ORDER BY eq_class_id, step_id_from"},
    {"liveness-steps", "program", "SELECT program_id FROM depth_first_steps ORDER BY id"},
    {"liveness-steps", "parent", "SELECT parent_step_id FROM depth_first_steps ORDER BY id"},
    {"steps", "id", "SELECT id FROM steps ORDER BY id"},
    {"steps", "type_name", "SELECT type FROM steps ORDER BY id"},
    {"steps", "program", "SELECT program FROM steps ORDER BY id"},
    {"step-ipus", "ipu", "SELECT ipu " STEPS},
    {"step-ipus", "from",
     "SELECT iif (active_tiles > 0, cycles_base + active_cycles_from_max, NULL) " STEPS},
    {"step-ipus", "to",
     "SELECT iif (active_tiles > 0, cycles_base + active_cycles_to_max, NULL) " STEPS},
    {"runs", "elapsed", "SELECT elapsed_microseconds FROM runs ORDER BY id"},
    {"program-trace", "program", "SELECT program_id FROM program_trace ORDER BY id"},
};

/* Returns the frame, or NULL if the report lacks its part. (transfer full) (nullable) */
static PoplensFrame *
frame_if_there (PoplensReport *report, const char *name)
{
  g_autoptr (GError) error = NULL;
  PoplensFrame *frame = poplens_report_get_frame (report, name, 0, NULL, &error);

  if (!frame)
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  return frame;
}

static void
test_frame_rows (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  guint checked = 0;

  if (!report)
    return;
  sqlite3 *db = report_fixture_open_sql (report);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PoplensFrame) frame = frame_if_there (report, rows[i].frame);
    if (frame)
      rows_check (frame, rows[i].column, db, rows[i].sql);
    checked += frame != NULL;
  }
  sqlite3_close (db);
  g_assert_cmpuint (checked, >, 30);
}

/* Checks that the source in row @i of @frame follows from the type of its step, row @step of @steps
 * (formats.md 8.2). */
static void
check_source (PoplensFrame *frame, gsize i, PoplensFrame *steps, gsize step)
{
  const char *source = poplens_frame_get_text (frame, rows_column (frame, "source"), i);
  const char *type = poplens_frame_get_text (steps, rows_column (steps, "type_name"), step);
  gint64 program;

  if (!poplens_frame_get_int (steps, rows_column (steps, "program"), step, &program))
    g_assert_cmpstr (source, ==, "derived");
  else
    g_assert_cmpstr (source, ==, g_str_equal (type, "DoExchange") ? "estimated" : "measured");
}

/* The cycles in the batches of step-details add up to those of all steps. */
static void
test_details (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  g_autoptr (PoplensFrame) all = report ? frame_if_there (report, "step-ipus") : NULL;
  gint64 sum = 0, value, step, id;
  gsize n = all ? poplens_frame_n_rows (all) : 0;

  if (!all)
    return;
  g_autoptr (PoplensFrame) steps = rows_frame (report, "steps", 0);
  for (gsize row = 0; row < n; row += 4096) {
    g_autoptr (PoplensFrame) piece = rows_frame (report, "step-details", row / 4096);
    guint cycles = rows_column (piece, "cycles"), of = rows_column (piece, "step");
    g_assert_cmpuint (poplens_frame_n_rows (piece), ==, MIN (4096, n - row));
    for (gsize i = 0; i < poplens_frame_n_rows (piece); i++) {
      g_assert_true (poplens_frame_get_int (piece, cycles, i, &value));
      sum += value;
      /* The row is the same as in step-ipus. */
      g_assert_true (poplens_frame_get_int (piece, of, i, &id));
      g_assert_true (poplens_frame_get_int (all, 0, row + i, &step));
      g_assert_true (poplens_frame_get_int (steps, 0, (gsize) step, &value));
      g_assert_cmpint (value, ==, id);
      check_source (piece, i, steps, (gsize) step);
    }
  }
  sqlite3 *db = report_fixture_open_sql (report);
  g_assert_cmpint (sum, ==, report_fixture_ask (db, "SELECT sum (cycles) " STEPS));
  g_autoptr (PoplensFrame) at_once = rows_frame (report, "step-cycles", 0);
  rows_check (at_once, "cycles", db, "SELECT cycles " STEPS);
  sqlite3_close (db);
}

/* The list columns add up to totals that the file records elsewhere (formats.md 7). */
static void
test_frame_lists (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  guint64 counts = 0, instances = 0, sum, overlapped = 0, tiles = 0;
  gint64 bytes;

  if (!report)
    return;
  sqlite3 *db = report_fixture_open_sql (report);
  g_autoptr (PoplensFrame) sets = rows_frame (report, "compute-sets", 0);
  for (gsize r = 0; r < poplens_frame_n_rows (sets); r++)
    if (poplens_frame_sum_list (sets, rows_column (sets, "vertex_counts"), r, &sum))
      counts += sum;
  g_autoptr (PoplensFrame) types = rows_frame (report, "vertex-instances", 0);
  for (gsize r = 0; r < poplens_frame_n_rows (types); r++)
    if (poplens_frame_sum_list (types, rows_column (types, "vertices"), r, &sum))
      instances += sum;
  g_assert_cmpuint (counts, ==, report_fixture_ask (db, "SELECT num_vertices FROM graph_info"));
  g_assert_cmpuint (instances, ==, counts);
  /* Σ not overlapped + shared = total. */
  g_autoptr (PoplensFrame) categories = rows_frame (report, "categories", 0);
  g_autoptr (PoplensFrame) memory = rows_frame (report, "tiles", 0);
  for (gsize c = 0; c < poplens_frame_n_rows (categories); c++) {
    g_autoptr (PoplensFrame) list = rows_frame (report, "category-tiles", c);
    static const char *const regions[] = {"interleaved_non_overlapped",
                                          "non_interleaved_non_overlapped",
                                          "overflowed_non_overlapped"};
    for (guint l = 0; l < G_N_ELEMENTS (regions); l++) {
      gint64 all, column = 0;
      PoplensBuffer buffer;
      poplens_frame_get_buffer (list, rows_column (list, regions[l]), &buffer);
      g_assert_false (buffer.is_copy);
      for (gsize t = 0; t < buffer.n; t++)
        if (rows_at (&buffer, t, &all))
          column += all;
      g_assert_true (
          poplens_frame_get_int (categories, rows_column (categories, regions[l]), c, &all));
      g_assert_cmpint (all, ==, column);
      overlapped += (guint64) column;
    }
  }
  for (gsize t = 0; t < poplens_frame_n_rows (memory); t++) {
    g_assert_true (poplens_frame_get_int (memory, rows_column (memory, "shared"), t, &bytes));
    overlapped += (guint64) bytes;
    g_assert_true (poplens_frame_get_int (memory, rows_column (memory, "total"), t, &bytes));
    tiles += (guint64) bytes;
  }
  g_assert_cmpuint (overlapped, ==, tiles);
  sqlite3_close (db);
}

/* Rows with names have the numbers that SQL finds. */
static void
test_named (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  gint64 key, value;

  if (!report)
    return;
  sqlite3 *db = report_fixture_open_sql (report);
  g_autoptr (PoplensFrame) exchanges = rows_frame (report, "internal-exchanges", 0);
  guint regions = rows_column (exchanges, "source_regions");
  for (gsize r = 0; r < MIN (poplens_frame_n_rows (exchanges), 5); r++) {
    if (!poplens_frame_get_int (exchanges, regions, r, &key))
      continue;
    g_autoptr (PoplensFrame) named = rows_frame (report, "region-variables", (guint64) key);
    g_autofree char *sql =
        g_strdup_printf ("SELECT DISTINCT var_id FROM exchange_regions WHERE id = %" G_GINT64_FORMAT
                         " ORDER BY var_id",
                         key);
    rows_check (named, "id", db, sql);
  }
  g_autoptr (PoplensFrame) sets = rows_frame (report, "compute-sets", 0);
  for (gsize r = 0; r < MIN (poplens_frame_n_rows (sets), 5); r++) {
    gsize n;
    g_assert_true (poplens_frame_get_int (sets, rows_column (sets, "id"), r, &key));
    poplens_frame_get_list_length (sets, rows_column (sets, "variables"), r, &n);
    g_autoptr (PoplensFrame) named = rows_frame (report, "compute-set-variables", (guint64) key);
    g_autofree guint64 *ids = g_new0 (guint64, n + 1);
    poplens_frame_read_list (sets, rows_column (sets, "variables"), r, ids, n);
    g_assert_cmpuint (poplens_frame_n_rows (named), ==, n);
    for (gsize i = 0; i < n; i++)
      g_assert_true (poplens_frame_get_int (named, 0, i, &value) && (guint64) value == ids[i]);
  }
  g_autoptr (PoplensFrame) tile = rows_frame (report, "tile-variables", 2);
  rows_check (tile, "id", db, "SELECT var_id FROM vars_info WHERE tile = 2 ORDER BY var_id");
  rows_check (tile, "alignment", db,
              "SELECT coalesce (alignment, 0) FROM vars_info WHERE tile = 2 ORDER BY var_id");
  sqlite3_close (db);
}

/* The bytes of a step's variables add up to the file's curve, of all tiles and of one. */
static void
test_live (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  gint64 peak, live, always = 0, curve, sum = 0, value;

  if (!report)
    return;
  g_autoptr (PoplensFrame) one = rows_frame (report, "liveness", 0);
  g_autoptr (PoplensFrame) steps = rows_frame (report, "liveness-steps", 0);
  g_assert_true (poplens_frame_get_int (one, rows_column (one, "peak_step"), 0, &peak));
  g_autoptr (PoplensFrame) step = rows_frame (report, "step-variables", (guint64) peak);
  for (gsize r = 0; r < poplens_frame_n_rows (step); r++) {
    g_assert_true (poplens_frame_get_int (step, rows_column (step, "live"), r, &live));
    g_assert_true (poplens_frame_get_int (step, rows_column (step, "always_live"), r, &value));
    sum += live;
    always += value;
  }
  g_assert_true (
      poplens_frame_get_int (steps, rows_column (steps, "not_always_live"), (gsize) peak, &curve));
  g_assert_cmpint (sum, ==, curve);
  g_assert_true (poplens_frame_get_int (one, rows_column (one, "always_live"), 0, &value));
  g_assert_cmpint (always, ==, value);
  g_autoptr (PoplensFrame) tile = rows_frame (report, "liveness-tile", 3);
  g_autoptr (PoplensFrame) at = rows_frame (report, "tile-step-variables", 3ull << 32 | peak);
  sum = 0;
  for (gsize r = 0; r < poplens_frame_n_rows (at); r++) {
    g_assert_true (poplens_frame_get_int (at, rows_column (at, "live"), r, &live));
    sum += live;
  }
  g_assert_true (poplens_frame_get_int (tile, 0, (gsize) peak, &curve));
  g_assert_cmpint (sum, ==, curve);
}

/* ---- everything ------------------------------------------------------------------------------ */

static void
test_all_frames (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  PoplensFrameInfo info;
  guint n = 0;

  if (!report)
    return;
  for (guint f = 0; poplens_describe_frame (f, &info); f++) {
    g_autoptr (PoplensFrame) frame = frame_if_there (report, info.name);
    if (!frame)
      continue;
    g_test_message ("%s", info.name);
    rows_check_buffers (frame);
    n++;
  }
  g_assert_cmpuint (n, >, 30);
}

/* Checks that the cells of @frame equal those of @table. */
static void
check_table_cells (const PoplensTable *table, PoplensFrame *frame)
{
  guint n = poplens_table_n_columns (table);

  g_assert_cmpuint (poplens_frame_n_columns (frame), ==, n + poplens_table_is_tree (table));
  g_assert_cmpuint (poplens_frame_n_rows (frame), ==, poplens_table_n_rows (table));
  g_assert_cmpstr (poplens_frame_get_title (frame), ==, poplens_table_get_title (table));
  for (guint32 r = 0; r < MIN (poplens_table_n_rows (table), 2000); r++)
    for (guint c = 0; c < n; c++) {
      PoplensValue value = poplens_table_get (table, r, c);
      gint64 integer;
      double real;
      if (value.type == POPLENS_VALUE_TEXT)
        g_assert_cmpstr (poplens_frame_get_text (frame, c, r), ==, value.text);
      else if (value.type == POPLENS_VALUE_INT)
        g_assert_true (poplens_frame_get_int (frame, c, r, &integer) && integer == value.integer);
      else if (value.type == POPLENS_VALUE_REAL)
        g_assert_true (poplens_frame_get_double (frame, c, r, &real) && real == value.real);
      else
        g_assert_false (poplens_frame_get_double (frame, c, r, &real) ||
                        poplens_frame_get_text (frame, c, r));
    }
}

static void
test_all_tables (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  PoplensFrameInfo info;
  guint n = 0;

  if (!report)
    return;
  for (guint t = 0; poplens_describe_table (t, &info); t++) {
    g_autoptr (GError) error = NULL, other = NULL;
    g_autoptr (PoplensFrame) frame =
        poplens_report_get_table (report, info.name, NULL, NULL, &error);
    g_autoptr (PoplensTable) table = poplens_tables_build (info.name, report, NULL, NULL, &other);
    g_test_message ("%s", info.name);
    g_assert_cmpint (frame != NULL, ==, table != NULL);
    if (!frame) {
      g_assert_true (g_error_matches (error, other->domain, other->code));
      continue;
    }
    check_table_cells (table, frame);
    if (poplens_frame_n_rows (frame) < 20000)
      rows_check_buffers (frame);
    n++;
  }
  g_assert_cmpuint (n, >, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint r = 0; r < G_N_ELEMENTS (reports); r++) {
    static const struct {
      const char *name;
      void (*test) (gconstpointer);
    } tests[] = {{"rows", test_frame_rows},  {"details", test_details}, {"lists", test_frame_lists},
                 {"live", test_live},        {"named", test_named},     {"frames", test_all_frames},
                 {"tables", test_all_tables}};
    for (guint t = 0; t < G_N_ELEMENTS (tests); t++) {
      g_autofree char *path = g_strdup_printf ("/library/%s/%s", tests[t].name, reports[r]);
      g_test_add_data_func (path, reports[r], tests[t].test);
    }
  }
  return g_test_run ();
}
