/* Tests of the report that poplens-demo generates: its contents, its options, and files that it
 * must not overwrite. */
#include "demo/demo.h"

#include "support/seeds.h"

#include "base/error.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of this test, with a report in it. */
typedef struct {
  char *dir;
} DemoFixture;

static void
demo_set_up (DemoFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->dir = g_dir_make_tmp ("poplens-demo-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *child = g_build_filename (path, name, NULL);
    remove_tree (child);
  }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
demo_tear_down (DemoFixture *f, gconstpointer data)
{
  remove_tree (f->dir);
  g_free (f->dir);
}

static char *
write_demo_report (const DemoFixture *f, const char *name, const DemoOptions *options)
{
  g_autoptr (GError) error = NULL;
  char *dir = g_build_filename (f->dir, name, NULL);

  g_assert_true (demo_write_report (dir, options, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  return dir;
}

static GBytes *
read_file (const char *dir, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (dir, name, NULL);
  char *text;
  gsize n;

  g_assert_true (g_file_get_contents (path, &text, &n, &error));
  return g_bytes_new_take (text, n);
}

static void
test_same_seed_same_bytes (DemoFixture *f, gconstpointer data)
{
  DemoOptions one = {.seed = 11, .tiles = 64}, other = {.seed = 12, .tiles = 64};
  g_autofree char *a = write_demo_report (f, "a", &one),
                  *b = write_demo_report (f, "below/b", &one);
  g_autofree char *c = write_demo_report (f, "c", &other);
  static const char *const names[] = {"profile.pop", "framework.json", "app.json", "archive.a",
                                      "debug.cbor"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GBytes) x = read_file (a, names[i]), y = read_file (b, names[i]);
    g_assert_true (g_bytes_equal (x, y));
  }
  g_autoptr (GBytes) x = read_file (a, "profile.pop"), z = read_file (c, "profile.pop");
  g_assert_false (g_bytes_equal (x, z));
  g_assert_cmpuint (g_bytes_get_size (x), <, 40 * 1000 * 1000);
}

static gint64
query_profile (const char *dir, const char *sql)
{
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  sqlite3 *db = NULL;
  sqlite3_stmt *row = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &row, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (row), ==, SQLITE_ROW);
  gint64 answer = sqlite3_column_int64 (row, 0);
  sqlite3_finalize (row);
  sqlite3_close (db);
  return answer;
}

/* Queries for contents that the report must have, with the least and the largest result. */
static const struct {
  const char *sql;
  gint64 least, most;
} contents[] = {
    {"SELECT count(*) FROM vars_info", 150000, 400000},
    {"SELECT count(*) FROM programs", 150, 400},
    {"SELECT count(*) FROM compute_sets", 40, 80},
    {"SELECT count(*) FROM runs", 2, 2},
    {"SELECT count(*) FROM program_type_call", 2, 2},
    {"SELECT count(DISTINCT function_id) FROM program_type_call", 1, 1},
    {"SELECT repeat_count FROM program_type_repeat", 2, 1000},
    {"SELECT count(DISTINCT variant) FROM programs", 16, 16},
    {"SELECT count(DISTINCT type) FROM blocks", 5, 5},
    {"SELECT count(DISTINCT sync_type) FROM steps", 3, 3},
    {"SELECT count(DISTINCT type) FROM steps", 7, 7},
    {"SELECT count(*) FROM host_exchange_to_host WHERE is_remote_buffer", 1, 10},
    /* steps on one IPU and on both */
    {"SELECT count(*) FROM (SELECT 1 FROM steps_by_ipu GROUP BY step_id HAVING count(*) = 1)", 50,
     2000},
    {"SELECT count(*) FROM (SELECT 1 FROM steps_by_ipu GROUP BY step_id HAVING count(*) = 2)", 50,
     2000},
    /* compute during a stream copy */
    {"SELECT count(*) FROM steps_by_ipu a JOIN steps s ON s.id = a.step_id, steps_by_ipu b "
     "JOIN steps t ON t.id = b.step_id WHERE a.ipu = b.ipu AND s.type = 'StreamCopy' AND "
     "t.type = 'OnTileExecute' AND a.cycles_base + a.active_cycles_from_max < "
     "b.cycles_base + b.active_cycles_to_max AND b.cycles_base + b.active_cycles_from_max < "
     "a.cycles_base + a.active_cycles_to_max",
     4, 2000},
    /* memory: an idle tile, a nearly full one, most in between, much of it interleaved */
    {"SELECT count(*) FROM memory_by_tile WHERE total < 4096", 1, 1},
    {"SELECT count(*) FROM memory_by_tile WHERE total_including_gaps > 0.99 * 638976", 1, 1},
    {"SELECT count(*) FROM memory_by_tile WHERE overflowed > 0", 0, 0},
    {"SELECT count(*) FROM memory_by_tile WHERE total BETWEEN 0.6 * 638976 AND 0.85 * 638976", 1500,
     2944},
    {"SELECT count(*) FROM memory_by_tile WHERE interleaved > 100000", 2000, 2943},
    {"SELECT count(DISTINCT total) FROM memory_by_tile", 1000, 2944},
    {"SELECT count(*) FROM eq_class_step GROUP BY eq_class_id ORDER BY 1 DESC", 3, 1000},
    {"SELECT count(DISTINCT category) FROM vars_info", 22, 22},
    {"SELECT count(*) FROM vars_info WHERE bitset & 1 = 0", 1, 10000},
};

static void
test_contents (DemoFixture *f, gconstpointer data)
{
  for (guint64 seed = 1; seed <= (all_seeds () ? 5 : 1); seed += 2) {
    DemoOptions options = {.seed = seed};
    g_autofree char *dir = write_demo_report (f, "report", &options);

    for (guint i = 0; i < G_N_ELEMENTS (contents); i++) {
      gint64 n = query_profile (dir, contents[i].sql);
      g_test_message ("%s: %" G_GINT64_FORMAT, contents[i].sql, n);
      g_assert_cmpint (n, >=, contents[i].least);
      g_assert_cmpint (n, <=, contents[i].most);
    }
  }
}

static void
test_overflow (DemoFixture *f, gconstpointer data)
{
  DemoOptions options = {.seed = 1, .tiles = 64, .overflow = TRUE};
  g_autofree char *dir = write_demo_report (f, "report", &options);

  g_assert_cmpint (query_profile (dir, "SELECT count(*) FROM memory_by_tile WHERE overflowed > 0"),
                   ==, 1);
  g_assert_cmpint (query_profile (dir, "SELECT max(overflowed) FROM memory_by_tile"), >, 4096);
}

static void
see_progress (double fraction, const char *text, gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_cmpstr (text, !=, "");
  *last = fraction;
}

static void
test_demo_progress (DemoFixture *f, gconstpointer data)
{
  DemoOptions options = {.seed = 1, .tiles = 64};
  double last = 0;

  g_assert_true (demo_write_report (f->dir, &options, see_progress, &last, NULL, NULL));
  g_assert_cmpfloat (last, ==, 1);
  g_autoptr (GDir) dir = g_dir_open (f->dir, 0, NULL);
  guint n = 0;
  while (g_dir_read_name (dir))
    n++;
  /* The five files, and no temporary one. */
  g_assert_cmpuint (n, ==, 5);
}

static void
test_keeps_what_is_not_ours (DemoFixture *f, gconstpointer data)
{
  DemoOptions options = {.seed = 1, .tiles = 64};
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (f->dir, "profile.pop", NULL);

  g_assert_true (g_file_set_contents (path, "somebody's", -1, NULL));
  g_assert_false (demo_write_report (f->dir, &options, NULL, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, f->dir));
  g_assert_nonnull (strstr (error->message, "--force"));
  g_autoptr (GBytes) kept = read_file (f->dir, "profile.pop");
  g_assert_cmpmem (g_bytes_get_data (kept, NULL), g_bytes_get_size (kept), "somebody's", 10);
  options.force = TRUE;
  g_assert_true (demo_write_report (f->dir, &options, NULL, NULL, NULL, NULL));
  /* The report is now the generator's own, and is replaced without --force. */
  options.force = FALSE;
  g_assert_true (demo_write_report (f->dir, &options, NULL, NULL, NULL, NULL));
}

static void
check_refused (const char *dir, const char *name)
{
  DemoOptions options = {.seed = 1};
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_assert_false (demo_write_report (dir, &options, NULL, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, name));
  g_autoptr (GDir) listing = g_dir_open (dir, 0, NULL);
  while (g_dir_read_name (listing))
    n++;
  g_assert_cmpuint (n, ==, 1);
}

/* A user's file, a link, a pipe and a directory, under each of the names: nothing is written, and
 * nothing hangs. */
static void
test_decides_before_it_writes (DemoFixture *f, gconstpointer data)
{
  static const char *const names[] = {"profile.pop", "framework.json", "app.json", "archive.a",
                                      "debug.cbor"};
  DemoOptions force = {.seed = 1, .force = TRUE};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (f->dir, names[i], NULL);
    g_assert_true (g_file_set_contents (path, "{\"mine\": 1}", -1, NULL));
    check_refused (f->dir, names[i]);
    g_autoptr (GBytes) kept = read_file (f->dir, names[i]);
    g_assert_cmpmem (g_bytes_get_data (kept, NULL), g_bytes_get_size (kept), "{\"mine\": 1}", 11);
    g_assert_cmpint (g_unlink (path), ==, 0);
    g_assert_cmpint (symlink ("nowhere", path), ==, 0);
    check_refused (f->dir, names[i]);
    g_assert_cmpint (g_unlink (path), ==, 0);
    g_assert_cmpint (mkfifo (path, 0600), ==, 0);
    check_refused (f->dir, names[i]);
    g_assert_cmpint (g_unlink (path), ==, 0);
    g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
    check_refused (f->dir, names[i]);
    g_assert_false (demo_write_report (f->dir, &force, NULL, NULL, NULL, NULL));
    check_refused (f->dir, names[i]);
    g_assert_cmpint (g_rmdir (path), ==, 0);
  }
}

static void
test_unwritable (DemoFixture *f, gconstpointer data)
{
  DemoOptions options = {.seed = 1};
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_build_filename (f->dir, "file", NULL);
  g_autofree char *below = g_build_filename (file, "report", NULL);

  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  g_assert_false (demo_write_report (below, &options, NULL, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, below));
}

/* Runs the program; returns its exit status. */
static int
run_program (const char *first, const char *second, char **out, char **err)
{
  g_autofree char *program = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-demo", NULL);
  const char *argv[] = {program, first, second, NULL};
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (
      g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, out, err, &status, &error));
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
check_line (const char *text, const char *what)
{
  g_assert_nonnull (strstr (text, what));
  g_assert_true (strchr (text, '\n') == text + strlen (text) - 1);
}

static void
test_program (DemoFixture *f, gconstpointer data)
{
  char *out, *err;
  g_autofree char *missing = g_build_filename (f->dir, "file", "report", NULL);
  g_autofree char *file = g_build_filename (f->dir, "file", NULL);

  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  g_assert_cmpint (run_program ("--help", NULL, &out, &err), ==, 0);
  g_assert_nonnull (strstr (out, "--seed"));
  g_free (out), g_free (err);
  g_assert_cmpint (run_program ("--version", NULL, &out, &err), ==, 0);
  check_line (out, POPLENS_VERSION);
  g_free (out), g_free (err);
  g_assert_cmpint (run_program (NULL, NULL, &out, &err), ==, 2);
  check_line (err, "directory");
  g_free (out), g_free (err);
  g_assert_cmpint (run_program ("--nonsense", f->dir, &out, &err), ==, 2);
  g_free (out), g_free (err);
  g_assert_cmpint (run_program (missing, NULL, &out, &err), ==, 1);
  check_line (err, missing);
  g_free (out), g_free (err);
  g_assert_cmpint (run_program (f->dir, "--tiles=64", &out, &err), ==, 0);
  check_line (out, f->dir);
  g_assert_cmpstr (err, ==, "");
  g_free (out), g_free (err);
  g_assert_cmpint (run_program (f->dir, "--progress", &out, &err), ==, 0);
  g_assert_true (g_str_has_prefix (out, "progress 0.00 "));
  g_assert_true (g_str_has_suffix (out, "\nprogress 1.00 done\n"));
  g_free (out), g_free (err);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/demo/" path, DemoFixture, NULL, demo_set_up, function, demo_tear_down)
  ADD ("same-seed-same-bytes", test_same_seed_same_bytes);
  ADD ("contents", test_contents);
  ADD ("overflow", test_overflow);
  ADD ("progress", test_demo_progress);
  ADD ("keeps-what-is-not-ours", test_keeps_what_is_not_ours);
  ADD ("decides-before-it-writes", test_decides_before_it_writes);
  ADD ("unwritable", test_unwritable);
  ADD ("program", test_program);
  return g_test_run ();
}
