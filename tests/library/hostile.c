/* Tests of hostile files through the public headers: the caller gets an error or a frame, never a
 * crash. */
#include "support/run-demo.h"
#include "support/seeds.h"
#include "support/temp-dir.h"
#include "sweep/mutants.h"

#include <glib/gstdio.h>
#include <poplens/poplens.h>
#include <sqlite3.h>
#include <string.h>

/* Mutants of each report; sixteen in a row damage each file in each way. */
#define N_MUTANTS (all_seeds () ? 30u : 16u)

static PoplensReport *
open_demo (char **dir)
{
  g_autoptr (GError) error = NULL;

  *dir = temp_dir_new ();
  g_assert_true (run_demo (*dir, NULL));
  PoplensReport *report = poplens_report_open (*dir, &error);
  g_assert_no_error (error);
  return report;
}

/* Reads a frame in every way. Returns the number of values. */
static guint64
read_frame (PoplensFrame *frame)
{
  guint64 read = 0;

  for (guint c = 0; c < poplens_frame_n_columns (frame); c++) {
    PoplensBuffer buffer;
    gsize n = poplens_frame_n_rows (frame), length;
    g_assert_true (poplens_frame_get_buffer (frame, c, &buffer));
    for (gsize r = 0; r < n; r += 1 + n / 64) {
      gint64 integer;
      double real;
      read += poplens_frame_get_text (frame, c, r) != NULL;
      read += poplens_frame_get_int (frame, c, r, &integer);
      read += poplens_frame_get_double (frame, c, r, &real);
      if (poplens_frame_get_list_length (frame, c, r, &length)) {
        g_autofree guint64 *list = g_new (guint64, MIN (length, 1 << 20) + 1);
        read += poplens_frame_read_list (frame, c, r, list, MIN (length, 1 << 20) + 1);
      }
      if (buffer.type == POPLENS_BUFFER_TEXT)
        read += *poplens_frame_get_code_text (
                    frame, c,
                    *(const guint32 *) ((const char *) buffer.values + r * buffer.stride)) != 0;
    }
  }
  return read;
}

/* Reads @frame, or checks that @error has a message. @frame, @error: (transfer full). Returns the
 * number of values */
static guint64
check_result (PoplensFrame *frame, GError *error)
{
  guint64 read = 0;

  if (frame) {
    g_assert_no_error (error);
    read = read_frame (frame);
    poplens_frame_unref (frame);
  } else {
    g_assert_nonnull (error);
    g_assert_true (error->domain == POPLENS_ERROR && *error->message);
    g_error_free (error);
  }
  return read;
}

/* Finds names, checks limits and writes the trace. Returns the number of values. */
static guint64
ask_report (PoplensReport *report)
{
  static const char *const queries[] = {"1", "a", "variable", "step", "ipu 0", "\xff\xfe", ""};
  static const char *const rules[] = {"max-tile-bytes=1 B",
                                      "min-free-bytes=1 %",
                                      "max-peak-bytes=1 B",
                                      "max-tile-peak-bytes=1 B",
                                      "max-trace-cycles=1",
                                      "max-run-cycles=1",
                                      "max-waiting-share=1 %",
                                      "min-tile-balance=1 %",
                                      "program:*:max-share=1 %",
                                      "compute-set:*:min-tile-balance=1 %",
                                      "operation:*:max-bytes=1 B",
                                      "category:*:max-share=1 %",
                                      "variable:*:max-bytes=1 B",
                                      "vertex:*:max-bytes=1 B",
                                      NULL};
  static const char *const formats[] = {"chrome", "perfetto", "folded"};
  guint64 read = 0;
  GError *error = NULL;

  for (guint q = 0; q < G_N_ELEMENTS (queries); q++) {
    PoplensFrame *frame = poplens_report_find (report, queries[q], 50 * (q % 2), NULL, &error);
    read += check_result (frame, g_steal_pointer (&error));
  }
  PoplensFrame *budget = poplens_report_check_budget (report, NULL, rules, NULL, &error);
  read += check_result (budget, g_steal_pointer (&error));
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++) {
    g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
    g_autofree char *summary = NULL;
    if (poplens_report_write_trace (report, stream, formats[f], f % 2 ? "trace?axis=time" : NULL,
                                    &summary, NULL, &error))
      read += *summary != 0;
    else
      check_result (NULL, g_steal_pointer (&error));
  }
  return read;
}

static guint64
read_report (PoplensReport *report)
{
  static const guint64 keys[] = {0, 1, 7, G_MAXUINT32, (guint64) 1 << 32, G_MAXINT64, G_MAXUINT64};
  PoplensFrameInfo info;
  guint64 read = 0;

  for (guint f = 0; poplens_describe_frame (f, &info); f++)
    for (guint k = 0; k < (info.key ? G_N_ELEMENTS (keys) : 1); k++) {
      GError *error = NULL;
      PoplensFrame *frame = poplens_report_get_frame (report, info.name, keys[k], NULL, &error);
      read += check_result (frame, error);
    }
  for (guint t = 0; poplens_describe_table (t, &info); t++) {
    GError *error = NULL;
    PoplensFrame *frame = poplens_report_get_table (report, info.name, NULL, NULL, &error);
    read += check_result (frame, error);
  }
  return read + ask_report (report);
}

static void
test_library_mutants (void)
{
  g_autofree char *demo = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-demo", NULL);
  Mutants *mutants = mutants_new (demo);
  guint first = (guint) g_test_rand_int_range (1, 1 << 20);
  guint64 read = 0;

  for (guint m = first; m < first + N_MUTANTS; m++) {
    g_autofree char *dir = temp_dir_new ();
    g_autoptr (GError) error = NULL;
    Mutant mutant = {0};
    mutants_write (mutants, m, dir, &mutant);
    g_test_message ("mutant %u: %s", m, mutant.what);
    g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
    g_assert_true (report || error->domain == POPLENS_ERROR);
    read += report ? read_report (report) : 0;
    g_free (mutant.what);
    temp_dir_remove (dir);
  }
  mutants_free (mutants);
  g_assert_cmpuint (read, >, 10000);
}

/* Sums must handle the largest values; sanitizers find overflows. */
static void
test_huge (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_object_unref (open_demo (&dir));
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "UPDATE steps_by_ipu SET cycles = 9223372036854775807;"
                                 "UPDATE vertex_types SET size = 9223372036854775807;"
                                 "UPDATE vars_info SET var_id = 9223372036854775807 WHERE var_id ="
                                 "  (SELECT max (var_id) FROM vars_info);",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (read_report (report), >, 1000);
  temp_dir_remove (dir);
}

/* ---- wrong arguments ------------------------------------------------------------------------- */

static void
expect_error (PoplensFrame *frame, GError *error, GQuark domain, int code)
{
  g_assert_null (frame);
  g_assert_error (error, domain, code);
  g_error_free (error);
}

static void
test_arguments (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) report = open_demo (&dir);
  static const char *const wrong[] = {"memory", "no-such-part", NULL};
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  GError *error = NULL;
  PoplensFrame *frame;

  frame = poplens_report_get_frame (report, "no-such", 0, NULL, &error);
  expect_error (frame, error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  error = NULL;
  frame = poplens_report_get_table (report, "memory-tile", NULL, NULL, &error);
  expect_error (frame, error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  error = NULL;
  frame = poplens_report_get_table (report, "memory-tiles", "nowhere?x=1", NULL, &error);
  expect_error (frame, error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  error = NULL;
  g_cancellable_cancel (cancelled);
  frame = poplens_report_get_frame (report, "variables", 0, cancelled, &error);
  expect_error (frame, error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  error = NULL;
  g_assert_false (poplens_report_read_parts (report, wrong, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_nonnull (poplens_report_explain_part (report, "no-such-part"));
  g_assert_null (poplens_report_get_file_path (report, "no-such-file"));
  for (const char *const *part = poplens_report_list_parts (); *part; part++)
    g_assert_null (poplens_report_explain_part (report, *part));
  g_assert_cmpstr (poplens_get_version (), ==, POPLENS_VERSION);
  g_assert_true (POPLENS_CHECK_VERSION (0, 0, 9) && !POPLENS_CHECK_VERSION (1, 0, 0));
  temp_dir_remove (dir);
}

/* Wrong rules, formats, ranges and paths are errors, and nothing is written. */
static void
check_wrong_words (PoplensReport *report)
{
  g_autofree char *elsewhere = temp_dir_new ();
  g_autofree char *inside =
      g_build_filename (poplens_report_get_directory (report), "trace.json", NULL);
  g_autofree char *path = g_build_filename (elsewhere, "trace.json", NULL);
  g_autofree char *no_folder = g_build_filename (elsewhere, "none", "trace.json", NULL);
  static const char *const wrong_rules[] = {
      "max-cycle=1", "max-trace-cycles", "max-trace-cycles=", "max-trace-cycles=1 KiB",
      "=",           "program:a:max=1"};
  const struct {
    const char *path, *format, *place;
    int code;
  } traces[] = {
      {path, "svg", NULL, POPLENS_ERROR_USAGE},
      {path, NULL, "memory?tile=1", POPLENS_ERROR_USAGE},
      {path, NULL, "trace?range=9..1", POPLENS_ERROR_USAGE},
      {path, NULL, "trace?ipu=77", POPLENS_ERROR_USAGE},
      {path, NULL, "trace?view=side", POPLENS_ERROR_USAGE},
      {path, NULL, "trace?range=9007199254740000..9007199254740990", POPLENS_ERROR_ABSENT},
      {inside, NULL, NULL, POPLENS_ERROR_USAGE},
      {no_folder, NULL, NULL, POPLENS_ERROR_NOT_FOUND},
  };
  GError *error = NULL;

  for (guint r = 0; r < G_N_ELEMENTS (wrong_rules); r++) {
    const char *const rules[] = {wrong_rules[r], NULL};
    PoplensFrame *frame = poplens_report_check_budget (report, NULL, rules, NULL, &error);
    expect_error (frame, g_steal_pointer (&error), POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
  PoplensFrame *frame = poplens_report_check_budget (report, path, NULL, NULL, &error);
  expect_error (frame, g_steal_pointer (&error), POPLENS_ERROR, POPLENS_ERROR_USAGE);
  for (guint t = 0; t < G_N_ELEMENTS (traces); t++) {
    g_autofree char *summary = NULL;
    g_test_message ("%s %s", traces[t].path, traces[t].place);
    g_assert_false (poplens_report_save_trace (report, traces[t].path, traces[t].format,
                                               traces[t].place, &summary, NULL, &error));
    expect_error (NULL, g_steal_pointer (&error), POPLENS_ERROR, traces[t].code);
    g_assert_null (summary);
    g_assert_false (g_file_test (traces[t].path, G_FILE_TEST_EXISTS));
  }
  temp_dir_remove (elsewhere);
}

/* The caller gets the error of its stream. */
static void
check_stream_that_fails (PoplensReport *report)
{
  char room[100];
  g_autoptr (GOutputStream) small = g_memory_output_stream_new (room, sizeof room, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (poplens_report_write_trace (report, small, "chrome", NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static void
check_cancelled (PoplensReport *report)
{
  static const char *const rules[] = {"max-trace-cycles=1", NULL};
  g_autofree char *elsewhere = temp_dir_new ();
  g_autofree char *path = g_build_filename (elsewhere, "trace.json", NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  GError *error = NULL;
  PoplensFrame *frame;

  g_cancellable_cancel (cancelled);
  for (guint turn = 0; turn < 2; turn++) {
    frame = poplens_report_find (report, "variable", 0, cancelled, &error);
    expect_error (frame, g_steal_pointer (&error), G_IO_ERROR, G_IO_ERROR_CANCELLED);
    frame = poplens_report_check_budget (report, NULL, rules, cancelled, &error);
    expect_error (frame, g_steal_pointer (&error), G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_false (poplens_report_save_trace (report, path, NULL, NULL, NULL, cancelled, &error));
    expect_error (NULL, g_steal_pointer (&error), G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    /* The second time everything is loaded already. */
    g_assert_cmpuint (ask_report (report), >, 100);
  }
  temp_dir_remove (elsewhere);
}

static void
test_asking (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) report = open_demo (&dir);

  check_cancelled (report);
  check_wrong_words (report);
  check_stream_that_fails (report);
  temp_dir_remove (dir);
}

/* A NULL argument is the error USAGE if the function has an error argument, so that the caller can
 * print it. */
static void
test_nothing_given (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) report = open_demo (&dir);
  g_autoptr (PoplensFrame) frame = poplens_report_get_frame (report, "tiles", 0, NULL, NULL);
  g_autoptr (GCancellable) other_object = g_cancellable_new ();
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  static const char *const rule = NULL;
  PoplensReport *none = (PoplensReport *) other_object;
  GError *error = NULL;
  gpointer given;

#define EXPECT_USAGE(call)                                                                         \
  given = GSIZE_TO_POINTER ((gsize) (call));                                                       \
  expect_error (given, error, POPLENS_ERROR, POPLENS_ERROR_USAGE);                                 \
  error = NULL

  EXPECT_USAGE (poplens_report_open (NULL, &error));
  EXPECT_USAGE (poplens_report_open ("", &error));
  EXPECT_USAGE (poplens_report_find_all (NULL, &error));
  EXPECT_USAGE (poplens_report_recover (NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_reopen (NULL, &error));
  EXPECT_USAGE (poplens_report_read_parts (none, NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_get_frame (report, NULL, 0, NULL, &error));
  EXPECT_USAGE (poplens_report_get_frame (none, "tiles", 0, NULL, &error));
  EXPECT_USAGE (poplens_report_get_table (report, NULL, NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_get_table (NULL, "memory-tiles", NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_find (none, "a", 0, NULL, &error));
  EXPECT_USAGE (poplens_report_find (report, NULL, 0, NULL, &error));
  EXPECT_USAGE (poplens_report_check_budget (NULL, NULL, &rule, NULL, &error));
  EXPECT_USAGE (poplens_report_check_budget (report, NULL, NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_save_trace (none, "x", NULL, NULL, NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_save_trace (report, "", NULL, NULL, NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_write_trace (report, NULL, "folded", NULL, NULL, NULL, &error));
  EXPECT_USAGE (poplens_report_write_trace (report, stream, NULL, NULL, NULL, NULL, &error));
#undef EXPECT_USAGE
  g_assert_false (poplens_report_can_recover (NULL));

  /* Functions without an error argument log a critical warning, and return nothing. */
#define EXPECT_CRITICAL(call)                                                                      \
  g_test_expect_message ("Poplens", G_LOG_LEVEL_CRITICAL, "*assertion*failed*");                   \
  g_assert_false (call);                                                                           \
  g_test_assert_expected_messages ()

  EXPECT_CRITICAL (poplens_report_get_path (NULL));
  EXPECT_CRITICAL (poplens_report_get_name (none));
  EXPECT_CRITICAL (poplens_report_get_file_path (report, NULL));
  EXPECT_CRITICAL (poplens_report_describe_change (NULL));
  EXPECT_CRITICAL (poplens_frame_n_columns (NULL));
  EXPECT_CRITICAL (poplens_frame_find_column (frame, NULL) >= 0);
  EXPECT_CRITICAL (poplens_frame_get_int (frame, 0, 0, NULL));
  EXPECT_CRITICAL (poplens_frame_get_text (NULL, 0, 0));
  EXPECT_CRITICAL (poplens_frame_get_buffer (frame, 0, NULL));
#undef EXPECT_CRITICAL
  temp_dir_remove (dir);
}

/* A frame stays valid after the last other reference to its report is dropped and the files are
 * deleted. */
static void
test_lives (void)
{
  g_autofree char *dir = NULL;
  PoplensReport *report = open_demo (&dir);
  g_autoptr (GError) error = NULL;
  PoplensFrame *frame = poplens_report_get_frame (report, "tiles", 0, NULL, &error);
  PoplensFrame *table = poplens_report_get_table (report, "memory-tiles", NULL, NULL, &error);

  g_assert_no_error (error);
  g_object_unref (report);
  temp_dir_remove (dir);
  g_assert_cmpuint (read_frame (frame), >, 0);
  g_assert_cmpuint (read_frame (table), >, 0);
  poplens_frame_unref (frame);
  poplens_frame_unref (poplens_frame_ref (table));
  poplens_frame_unref (table);
}

/* ---- debug.cbor of one's own choice ---------------------------------------------------------- */

static void
test_debug (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) own = open_demo (&dir);
  g_autofree char *here = g_build_filename (dir, "debug.cbor", NULL);
  g_autofree char *away = g_build_filename (dir, "elsewhere.cbor", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_rename (here, away), ==, 0);
  g_autoptr (PoplensReport) without = poplens_report_open (dir, &error);
  g_assert_nonnull (poplens_report_explain_part (without, "debug.cbor"));
  g_assert_null (poplens_report_open_with_debug (dir, here, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_autoptr (PoplensReport) with = poplens_report_open_with_debug (dir, away, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (poplens_report_get_file_path (with, "debug.cbor"), ==, away);
  g_autoptr (PoplensFrame) contexts =
      poplens_report_get_frame (with, "debug-contexts", 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_frame_n_rows (contexts), >, 0);
  g_assert_null (poplens_report_describe_change (with));
  g_autoptr (PoplensReport) again = poplens_report_reopen (with, &error);
  g_assert_cmpstr (poplens_report_get_file_path (again, "debug.cbor"), ==, away);
  temp_dir_remove (dir);
}

/* ---- a report that a killed program left half written ---------------------------------------- */

static void
test_recover (void)
{
  g_autofree char *dir = NULL, *left = temp_dir_new ();
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_object_unref (open_demo (&dir));
  g_assert_false (poplens_report_can_recover (dir));
  g_autofree char *whole = poplens_report_recover (dir, NULL, &error);
  g_assert_cmpstr (whole, ==, dir);
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA journal_mode = WAL; DELETE FROM runs", NULL, NULL, NULL);
  /* Copies the files while a connection is open, so that changes are only in the log. */
  g_autofree char *copy = g_strdup_printf ("cp '%s' '%s-wal' '%s'", path, path, left);
  const char *const shell[] = {"/bin/sh", "-c", copy, NULL};
  g_spawn_sync (NULL, (char **) shell, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  sqlite3_close (db);

  g_assert_null (poplens_report_open (left, NULL));
  g_assert_true (poplens_report_can_recover (left));
  g_autofree char *recovered = poplens_report_recover (left, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (recovered, !=, left);
  g_autoptr (PoplensReport) report = poplens_report_open (recovered, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_report_get_notices (report)->len, >, 0);
  g_autoptr (PoplensFrame) runs = poplens_report_get_frame (report, "runs", 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_frame_n_rows (runs), ==, 0);
  temp_dir_remove (left);
  temp_dir_remove (dir);
}

/* ---- two reports ----------------------------------------------------------------------------- */

static void
test_comparison (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) first = open_demo (&dir);
  GError *error = NULL;
  PoplensFrame *frame = poplens_report_compare_table (first, "options", NULL, NULL, &error);

  expect_error (frame, error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  error = NULL;
  g_autoptr (PoplensReport) second = poplens_report_reopen (first, &error);
  g_assert_no_error (error);
  poplens_report_set_other (first, second);
  /* The report does not differ from itself. */
  frame = poplens_report_compare_table (first, "options", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_frame_n_rows (frame), ==, 0);
  g_assert_cmpuint (poplens_frame_n_columns (frame), >, 1);
  poplens_frame_unref (frame);
  frame = poplens_report_compare_table (first, "exchanges", NULL, NULL, &error);
  expect_error (frame, error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  temp_dir_remove (dir);
}

/* ---- threads --------------------------------------------------------------------------------- */

static gpointer
read_all (gpointer report)
{
  return GSIZE_TO_POINTER (read_report (report));
}

static void
test_library_threads (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) report = open_demo (&dir);
  GThread *threads[3];
  gpointer first = NULL;

  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    threads[t] = g_thread_new ("reader", read_all, report);
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++) {
    gpointer read = g_thread_join (threads[t]);
    g_assert_true (!t || read == first);
    first = read;
  }
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache = temp_dir_new ();

  /* Directory of recovered copies; G_TEST_OPTION_ISOLATE_DIRS would leak memory in each test. */
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/library-hostile/arguments", test_arguments);
  g_test_add_func ("/library-hostile/nothing-given", test_nothing_given);
  g_test_add_func ("/library-hostile/asking", test_asking);
  g_test_add_func ("/library-hostile/recover", test_recover);
  g_test_add_func ("/library-hostile/lives", test_lives);
  g_test_add_func ("/library-hostile/debug", test_debug);
  g_test_add_func ("/library-hostile/comparison", test_comparison);
  g_test_add_func ("/library-hostile/threads", test_library_threads);
  g_test_add_func ("/library-hostile/huge", test_huge);
  g_test_add_func ("/library-hostile/mutants", test_library_mutants);
  int failed = g_test_run ();
  temp_dir_remove (cache);
  return failed;
}
