/* Tests of finding, limits and exported traces against plain SQL. */
#include "base/format.h"
#include "library/rows.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <poplens/error.h>
#include <poplens/export.h>
#include <string.h>

static const char *const reports[] = {"integrals", "firehose", "demo"};

/* ---- names ----------------------------------------------------------------------------------- */

static PoplensFrame *
find_items (PoplensReport *report, const char *query, guint limit)
{
  g_autoptr (GError) error = NULL;
  PoplensFrame *frame = poplens_report_find (report, query, limit, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (poplens_frame_get_name (frame), ==, "find");
  rows_check_buffers (frame);
  return frame;
}

/* Returns kind, ID and location of each row as a line: "program 3 programs?program=3". (transfer
 * full) */
static char *
list_items (const PoplensFrame *frame)
{
  guint kind = rows_column (frame, "kind"), id = rows_column (frame, "id"),
        place = rows_column (frame, "location");
  GString *text = g_string_new (NULL);

  for (gsize r = 0; r < poplens_frame_n_rows (frame); r++) {
    gint64 number;
    g_assert_true (poplens_frame_get_int (frame, id, r, &number));
    g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %s\n",
                            poplens_frame_get_text (frame, kind, r), number,
                            poplens_frame_get_text (frame, place, r));
  }
  return g_string_free (text, FALSE);
}

static gboolean
sql_has (sqlite3 *db, const char *word, gint64 id)
{
  return report_fixture_ask (db,
                             "SELECT count (*) FROM unlowered_vars WHERE id = %" G_GINT64_FORMAT
                             " AND instr (lower (name), '%s')",
                             id, word) == 1;
}

static void
test_find_names (gconstpointer data)
{
  static const char *const words[] = {"a", "code", "weights", "id#1"};
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  sqlite3 *db = report ? report_fixture_open_sql (report) : NULL;

  for (guint w = 0; report && w < G_N_ELEMENTS (words); w++) {
    g_autofree char *query = g_strconcat ("variable ", words[w], NULL);
    g_autoptr (PoplensFrame) all = find_items (report, query, 0);
    guint kind = rows_column (all, "kind"), id = rows_column (all, "id");
    gint64 n = 0, number, there;
    for (gsize r = 0; r < poplens_frame_n_rows (all); r++) {
      if (strcmp (poplens_frame_get_text (all, kind, r), "variable"))
        continue;
      g_assert_true (poplens_frame_get_int (all, id, r, &number));
      g_assert_true (sql_has (db, words[w], number));
      n++;
    }
    there = report_fixture_ask (
        db, "SELECT count (*) FROM unlowered_vars WHERE instr (lower (name), '%s')", words[w]);
    g_assert_cmpint (n, ==, there);
    g_assert_false (poplens_frame_is_partial (all));
  }
  sqlite3_close (db);
}

static void
test_find_numbers (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);

  if (!report)
    return;
  g_autoptr (PoplensFrame)
      tile = find_items (report, "tile 5", 0),
      some = find_items (report, "variable", 3), none = find_items (report, "no-such-name", 0),
      empty = find_items (report, " ", 0), hint = find_items (report, "tile 99999999", 0);
  g_autofree char *found = list_items (tile);
  g_assert_true (g_str_has_prefix (found, "tile 5 memory?tile=5\n"));
  g_assert_cmpuint (poplens_frame_n_rows (some), ==, 3);
  g_assert_true (poplens_frame_is_partial (some));
  g_assert_true (g_str_has_prefix (poplens_frame_get_note (some), "3 of "));
  g_assert_cmpuint (poplens_frame_n_rows (none), ==, 0);
  g_assert_nonnull (strstr (poplens_frame_get_note (none), "no-such-name"));
  g_assert_cmpuint (poplens_frame_n_rows (empty), ==, 0);
  g_assert_true (g_str_has_prefix (poplens_frame_get_note (hint), "Valid tiles: 0 to "));
}

/* A limited search returns the first results of an unlimited one, and each location is valid for a
 * table. */
static void
test_found_locations (gconstpointer data)
{
  static const char *const queries[] = {"compute set", "vertex type", "variable"};
  g_autoptr (PoplensReport) report = report_fixture_open (data);

  for (guint q = 0; report && q < G_N_ELEMENTS (queries); q++) {
    g_autoptr (PoplensFrame) all = find_items (report, queries[q], 0),
                             few = find_items (report, queries[q], 4);
    g_autofree char *every = list_items (all), *some = list_items (few);
    guint place = rows_column (few, "location");
    g_assert_true (g_str_has_prefix (every, some));
    g_assert_cmpuint (poplens_frame_n_rows (few), >, 0);
    for (gsize r = 0; r < poplens_frame_n_rows (few); r++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensFrame) table = poplens_report_get_table (
          report, "memory-tiles", poplens_frame_get_text (few, place, r), NULL, &error);
      g_assert_no_error (error);
    }
  }
}

/* ---- limits ---------------------------------------------------------------------------------- */

static const struct {
  const char *rule, *unit, *sql;
} whole[] = {
    {"max-tile-bytes", "bytes", "SELECT max (total_including_gaps) FROM memory_by_tile"},
    {"max-memory-bytes", "bytes", "SELECT sum (total_including_gaps) FROM memory_by_tile"},
    {"max-always-live-bytes", "bytes", "SELECT sum (always_live_bytes) FROM memory_by_tile"},
    {"min-free-bytes", "bytes",
     "SELECT bytes_per_tile - (SELECT max (total_including_gaps) FROM memory_by_tile) FROM "
     "target_info"},
    {"max-trace-cycles", "cycles",
     "SELECT max (cycles_base + all_cycles_to_max) FROM steps_by_ipu"},
};

static PoplensFrame *
check_budget (PoplensReport *report, const char *file, const char *const *rules)
{
  g_autoptr (GError) error = NULL;
  PoplensFrame *frame = poplens_report_check_budget (report, file, rules, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (poplens_frame_get_name (frame), ==, "budget");
  rows_check_buffers (frame);
  return frame;
}

static const char *
frame_text (const PoplensFrame *frame, const char *column, gsize row)
{
  return poplens_frame_get_text (frame, rows_column (frame, column), row);
}

/* Each value equals that of SQL; it passes as limit, and a limit that is stricter by one fails. */
static void
test_limits (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  sqlite3 *db = report ? report_fixture_open_sql (report) : NULL;

  for (guint w = 0; report && w < G_N_ELEMENTS (whole); w++) {
    gint64 expected = report_fixture_ask (db, "%s", whole[w].sql), value;
    int beyond = g_str_has_prefix (whole[w].rule, "max") ? -1 : 1;
    const char *unit = g_str_equal (whole[w].unit, "bytes") ? " B" : "";
    g_autofree char *kept =
        g_strdup_printf ("%s=%" G_GINT64_FORMAT "%s", whole[w].rule, expected, unit);
    g_autofree char *not =
        g_strdup_printf ("%s = %" G_GINT64_FORMAT "%s", whole[w].rule, expected + beyond, unit);
    if (expected <= 0) /* not recorded, or nothing is free */
      continue;
    g_autoptr (PoplensFrame) frame = check_budget (report, NULL, (const char *[]){kept, not, NULL});
    g_assert_cmpuint (poplens_frame_n_rows (frame), ==, 2);
    g_assert_true (poplens_frame_get_int (frame, rows_column (frame, "value"), 0, &value));
    g_assert_cmpint (value, ==, expected);
    g_assert_cmpstr (frame_text (frame, "unit", 0), ==, whole[w].unit);
    g_assert_cmpstr (frame_text (frame, "result", 0), ==, "pass");
    g_assert_cmpstr (frame_text (frame, "result", 1), ==, "fail");
    g_assert_null (frame_text (frame, "kind", 1));
    g_assert_cmpstr (poplens_frame_get_note (frame), ==, "1 passed, 1 failed, 0 unknown.");
  }
  sqlite3_close (db);
}

/* Rules of a file come before others; a share is that of all matching names together. */
static void
test_file (gconstpointer data)
{
  g_autoptr (PoplensReport) report = report_fixture_open (data);
  g_autofree char *folder = temp_dir_new (), *path = g_build_filename (folder, "rules", NULL);
  const char *const rules[] = {"category:*:max-share=100 %", "category:nothing:max-bytes=1 B",
                               NULL};

  g_assert_true (g_file_set_contents (path,
                                      "[budget]\nmax-memory-bytes = 4,000 GiB\n[category "
                                      "code]\nname = vertexCode\nmax-bytes = 0 B\n",
                                      -1, NULL));
  if (report) {
    g_autoptr (PoplensFrame) frame = check_budget (report, path, rules);
    double share;
    g_assert_cmpuint (poplens_frame_n_rows (frame), ==, 4);
    g_assert_cmpstr (frame_text (frame, "rule", 0), ==, "max-memory-bytes");
    g_assert_cmpstr (frame_text (frame, "name", 1), ==, "vertexCode");
    g_assert_cmpstr (frame_text (frame, "result", 1), ==, "fail");
    g_assert_true (poplens_frame_get_double (frame, rows_column (frame, "value"), 2, &share));
    g_assert_cmpfloat (share, ==, 1);
    g_assert_cmpstr (frame_text (frame, "unit", 2), ==, "ratio");
    g_assert_cmpstr (frame_text (frame, "result", 3), ==, "unknown");
    g_assert_nonnull (frame_text (frame, "reason", 3));
    g_assert_false (poplens_frame_get_double (frame, rows_column (frame, "value"), 3, &share));
  }
  temp_dir_remove (folder);
}

/* ---- the trace ------------------------------------------------------------------------------- */

/* Opens the report. (nullable): NULL if it has no trace, after checking that writing one fails */
static PoplensReport *
open_executed (const char *name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  if (!report || !poplens_report_explain_part (report, "execution"))
    return g_steal_pointer (&report);
  g_assert_false (poplens_report_write_trace (report, stream, "folded", NULL, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  return NULL;
}

/* Returns the trace as written to a stream. (transfer full) */
static GBytes *
write_trace (PoplensReport *report, const char *format, const char *place, char **summary)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  poplens_report_write_trace (report, stream, format, place, summary, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (g_output_stream_is_closed (stream));
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

/* Sums the numbers at the ends of folded lines. */
static guint64
sum_folded (GBytes *bytes)
{
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);
  g_autofree char *text = g_strndup (data, n);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint64 sum = 0;

  for (guint l = 0; lines[l] && *lines[l]; l++)
    sum += g_ascii_strtoull (strrchr (lines[l], ' '), NULL, 10);
  return sum;
}

#define DRAWN "FROM steps_by_ipu WHERE active_tiles > 0"
#define LASTS "(active_cycles_to_max - active_cycles_from_max)"

/* Every drawn block is in the trace, with its cycles, grouped and flat. */
static void
test_trace_cycles (gconstpointer data)
{
  static const char *const places[] = {NULL, "trace", "trace?view=flat", "trace?view=flame"};
  g_autoptr (PoplensReport) report = open_executed (data);
  sqlite3 *db = report ? report_fixture_open_sql (report) : NULL;

  for (guint p = 0; report && p < G_N_ELEMENTS (places); p++) {
    g_autofree char *summary = NULL;
    g_autoptr (GBytes) bytes = write_trace (report, "folded", places[p], &summary);
    guint64 n = (guint64) report_fixture_ask (db, "SELECT count (*) " DRAWN);
    PoplensNumber number;
    g_assert_cmpuint (sum_folded (bytes), ==,
                      (guint64) report_fixture_ask (db, "SELECT sum " LASTS " " DRAWN));
    g_autofree char *blocks = g_strdup_printf ("%s block", poplens_format_count (number, n));
    g_assert_true (g_str_has_prefix (summary, blocks));
  }
  sqlite3_close (db);
}

/* A file and a stream get the same bytes in each format; the extension of the file chooses the
 * format. */
static void
test_files (gconstpointer data)
{
  static const char *const formats[][2] = {{"chrome", "a.json"},
                                           {"chrome", "a.trace.json"},
                                           {"perfetto", "a.pftrace"},
                                           {"folded", "a.folded"}};
  g_autoptr (PoplensReport) report = open_executed (data);
  g_autofree char *folder = temp_dir_new ();

  for (guint f = 0; report && f < G_N_ELEMENTS (formats); f++) {
    g_autofree char *path = g_build_filename (folder, formats[f][1], NULL), *saved = NULL;
    g_autofree char *summary = NULL, *other = NULL;
    g_autoptr (GError) error = NULL;
    gsize length;
    g_autoptr (GBytes) bytes = write_trace (report, formats[f][0], "trace?axis=time", &summary);
    g_assert_true (poplens_report_save_trace (report, path, f % 2 ? NULL : formats[f][0],
                                              "trace?axis=time", &other, NULL, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (summary, ==, other);
    g_file_get_contents (path, &saved, &length, &error);
    g_assert_no_error (error);
    g_assert_cmpmem (saved, length, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  }
  temp_dir_remove (folder);
}

/* A range has as many cycles as the two ranges that it consists of. */
static void
test_ranges (gconstpointer data)
{
  g_autoptr (PoplensReport) report = open_executed (data);
  sqlite3 *db = report ? report_fixture_open_sql (report) : NULL;
  guint64 sums[3];

  if (!report)
    return;
  gint64 end = report_fixture_ask (db, "SELECT max (cycles_base + active_cycles_to_max) " DRAWN);
  gint64 ranges[3][2] = {{0, end}, {0, end / 3}, {end / 3, end}};
  for (guint r = 0; r < G_N_ELEMENTS (ranges); r++) {
    g_autofree char *place = g_strdup_printf ("trace?range=%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                                              ranges[r][0], ranges[r][1]);
    g_autoptr (GBytes) bytes = write_trace (report, "folded", place, NULL);
    sums[r] = sum_folded (bytes);
  }
  g_assert_cmpuint (sums[0], ==, (guint64) report_fixture_ask (db, "SELECT sum " LASTS " " DRAWN));
  g_assert_cmpuint (sums[1] + sums[2], ==, sums[0]);
  sqlite3_close (db);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*test) (gconstpointer);
  } tests[] = {{"names", test_find_names},
               {"numbers", test_find_numbers},
               {"places", test_found_locations},
               {"limits", test_limits},
               {"file", test_file},
               {"cycles", test_trace_cycles},
               {"files", test_files},
               {"ranges", test_ranges}};

  g_test_init (&argc, &argv, NULL);
  for (guint r = 0; r < G_N_ELEMENTS (reports); r++)
    for (guint t = 0; t < G_N_ELEMENTS (tests); t++) {
      g_autofree char *path = g_strdup_printf ("/library-ask/%s/%s", tests[t].name, reports[r]);
      g_test_add_data_func (path, reports[r], tests[t].test);
    }
  return g_test_run ();
}
