/* Tests of the files that poplens-demo writes: archive.a, debug.cbor, --seed, --without,
 * cancelling, and full disks. */
#include "demo/demo.h"

#include "base/error.h"
#include "read-files.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* A small report of a preset; its large variants are made by the same code. */
static const DemoOptions small = {.seed = 5, .preset = "mnist", .ipus = 2, .tiles = 48};

typedef struct {
  char *dir;
} FilesFixture;

static void
files_set_up (FilesFixture *f, gconstpointer data)
{
  f->dir = g_dir_make_tmp ("poplens-demo-XXXXXX", NULL);
  g_assert_nonnull (f->dir);
}

static guint
remove_files (const char *dir)
{
  g_autoptr (GDir) listing = g_dir_open (dir, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (listing))) {
    g_autofree char *path = g_build_filename (dir, name, NULL);
    g_assert_cmpint (g_unlink (path), ==, 0);
    n++;
  }
  return n;
}

static void
files_tear_down (FilesFixture *f, gconstpointer data)
{
  remove_files (f->dir);
  g_rmdir (f->dir);
  g_free (f->dir);
}

static char *
write_small_report (const FilesFixture *f, DemoOptions options, const char *name)
{
  g_autoptr (GError) error = NULL;

  demo_write_report (f->dir, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_build_filename (f->dir, name, NULL);
}

typedef gboolean (*EachRow) (sqlite3_stmt *row, gpointer data);

static guint
query (const char *path, const char *sql, EachRow each, gpointer data)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *row = NULL;
  guint n = 0;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &row, NULL), ==, SQLITE_OK);
  for (; sqlite3_step (row) == SQLITE_ROW; n++)
    g_assert_true (each (row, data));
  sqlite3_finalize (row);
  sqlite3_close (db);
  return n;
}

static gboolean
same_end (sqlite3_stmt *row, gpointer data)
{
  const GArray *images = data;
  const ReadImage *image = &g_array_index (images, ReadImage, (guint) sqlite3_column_int (row, 0));

  return image->tile == (guint) sqlite3_column_int (row, 0) &&
         image->end == (guint64) sqlite3_column_int64 (row, 1);
}

/* The end of each image is the tile's memory including gaps. */
static void
test_archive (FilesFixture *f, gconstpointer data)
{
  DemoOptions options = small;

  for (options.archive = DEMO_ARCHIVE_SIZES; options.archive <= DEMO_ARCHIVE_FULL;
       options.archive++) {
    g_autofree char *path = write_small_report (f, options, "archive.a");
    g_autofree char *profile = g_build_filename (f->dir, "profile.pop", NULL);
    g_autoptr (GArray) images = read_archive (path);
    g_assert_cmpuint (images->len, ==, 96);
    guint n =
        query (profile, "SELECT tile, total_including_gaps FROM memory_by_tile", same_end, images);
    g_assert_cmpuint (n, ==, images->len);
    for (guint i = 0; i < images->len; i++) {
      const ReadImage *image = &g_array_index (images, ReadImage, i);
      g_assert_cmpuint (image->machine, ==, 248);
      g_assert_cmpuint (image->flags & 0xff, ==, 2);
      g_assert_cmpuint (image->symbols, >, 5);
      g_assert_cmpuint (image->file_bytes, ==, options.archive ? image->end - 16 : 0);
    }
  }
}

static void
test_no_idle_images (FilesFixture *f, gconstpointer data)
{
  DemoOptions options = small;

  options.skip_idle = TRUE;
  g_autofree char *path = write_small_report (f, options, "archive.a");
  g_autoptr (GArray) images = read_archive (path);
  g_assert_cmpuint (images->len, ==, 95);
}

static gboolean
is_context (sqlite3_stmt *row, gpointer data)
{
  ReadDebug *debug = data;
  guint id = (guint) sqlite3_column_int (row, 0);
  guint links = 0;

  /* Up to the framework, or directly to the compilation. */
  for (guint parent;
       (parent = GPOINTER_TO_UINT (g_hash_table_lookup (debug->parent, GUINT_TO_POINTER (id))));
       links++)
    id = parent;
  const char *layer = g_hash_table_lookup (debug->layer, GUINT_TO_POINTER (id));
  gboolean framework = g_strcmp0 (layer, "xla_op") == 0 || g_strcmp0 (layer, "poptorch") == 0;
  return framework ? links >= 4 : g_strcmp0 (layer, "poplar") == 0 && links == 0;
}

typedef struct {
  ReadDebug *debug;
  guint several, none, with_none;
} Ids;

static gboolean
are_contexts (sqlite3_stmt *row, gpointer data)
{
  const guint8 *bytes = sqlite3_column_blob (row, 0);
  Ids *ids = data;
  guint id = 0, n = 0, zeroes = 0;

  for (int i = 0; i < sqlite3_column_bytes (row, 0); i++) {
    id = id * 128 + (bytes[i] & 127);
    if (!(bytes[i] & 128))
      continue;
    if (id && !g_hash_table_contains (ids->debug->parent, GUINT_TO_POINTER (id)))
      return FALSE;
    zeroes += id == 0;
    id = 0;
    n++;
  }
  ids->several += n > 1;
  ids->none += n == 1 && zeroes == 1;
  ids->with_none += n > 1 && zeroes == 1;
  return n > 0;
}

static void
check_debug (const FilesFixture *f, DemoOptions options)
{
  g_autofree char *path = write_small_report (f, options, "debug.cbor");
  g_autofree char *profile = g_build_filename (f->dir, "profile.pop", NULL);
  g_autoptr (ReadDebug) debug = read_debug (path);
  Ids ids = {.debug = debug};

  g_assert_true (debug->whole && debug->has_strings);
  g_assert_cmpuint (debug->n_strings, >, 20);
  g_assert_cmpuint (debug->parents_first, ==, 0);
  guint n = g_hash_table_size (debug->parent);
  g_assert_cmpuint (n, >, 1000);
  for (guint id = 1; id <= n; id++)
    g_assert_true (g_hash_table_contains (debug->parent, GUINT_TO_POINTER (id)));
  query (profile, "SELECT debug_id FROM programs WHERE debug_id <> 0", is_context, debug);
  query (profile, "SELECT debug_id FROM compute_sets WHERE debug_id <> 0", is_context, debug);
  query (profile, "SELECT ids FROM debug_ids", are_contexts, &ids);
  g_assert_cmpuint (ids.several, >, 0);
  g_assert_cmpuint (ids.none, >, 0);
  g_assert_cmpuint (ids.with_none, >, 0);
}

/* Contexts of TensorFlow and of PopTorch. */
static void
test_debug (FilesFixture *f, gconstpointer data)
{
  DemoOptions poptorch = {.seed = 1, .preset = "bert-base", .ipus = 1, .tiles = 32};

  check_debug (f, small);
  check_debug (f, poptorch);
}

static void
test_debug_cut (FilesFixture *f, gconstpointer data)
{
  DemoOptions options = small;

  options.cut_debug = TRUE;
  g_autofree char *path = write_small_report (f, options, "debug.cbor");
  g_autoptr (ReadDebug) cut = read_debug (path);
  g_assert_false (cut->whole || cut->has_strings);
  g_assert_cmpuint (g_hash_table_size (cut->parent), >, 500);
  options.cut_debug = FALSE;
  options.without = DEMO_PART_STRINGS;
  g_free (write_small_report (f, options, "debug.cbor"));
  g_autoptr (ReadDebug) bare = read_debug (path);
  g_assert_true (bare->whole && !bare->has_strings);
}

static char *
digest (const char *dir, const char *name)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *bytes = NULL;
  gsize n = 0;

  if (!g_file_get_contents (path, &bytes, &n, NULL))
    return g_strdup ("none");
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, n);
}

/* Two reports with one seed have the same bytes in all files; another seed gives other bytes. */
static void
test_seed (FilesFixture *f, gconstpointer data)
{
  static const char *const names[] = {"profile.pop", "archive.a", "debug.cbor"};
  char *seen[3][G_N_ELEMENTS (names)];
  DemoOptions options = small;

  for (guint i = 0; i < 3; i++) {
    options.seed = i == 2 ? 6 : 5;
    g_free (write_small_report (f, options, ""));
    for (guint k = 0; k < G_N_ELEMENTS (names); k++)
      seen[i][k] = digest (f->dir, names[k]);
  }
  for (guint k = 0; k < G_N_ELEMENTS (names); k++) {
    g_assert_cmpstr (seen[0][k], ==, seen[1][k]);
    g_assert_cmpstr (seen[0][k], !=, seen[2][k]);
    for (guint i = 0; i < 3; i++)
      g_free (seen[i][k]);
  }
}

static gboolean
count (sqlite3_stmt *row, gpointer data)
{
  *(gint64 *) data = sqlite3_column_int64 (row, 0);
  return TRUE;
}

/* Leaves out each part, and only that part is missing. */
static void
test_without (FilesFixture *f, gconstpointer data)
{
  static const struct {
    const char *part, *file, *table;
  } parts[] = {{"archive", "archive.a", NULL},      {"debug", "debug.cbor", NULL},
               {"json", "app.json", NULL},          {"profile", "profile.pop", NULL},
               {"execution", NULL, "steps"},        {"liveness", NULL, "eq_class_step"},
               {"variables", NULL, "vars_info"},    {"memory", NULL, "memory_by_tile"},
               {"programs", NULL, "programs"},      {"exchanges", NULL, "exchange_regions"},
               {"vertices", NULL, "compute_sets"},  {"options", NULL, "compilation_parameters"},
               {"trace", NULL, "compilation_trace"}};

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    DemoOptions options = {.seed = 1, .preset = "mnist", .tiles = 32};
    g_assert_true (demo_parse_parts (parts[i].part, &options.without, NULL));
    g_autofree char *profile = write_small_report (f, options, "profile.pop");
    for (guint k = 0; k < G_N_ELEMENTS (parts); k++) {
      if (parts[k].file) {
        g_autofree char *path = g_build_filename (f->dir, parts[k].file, NULL);
        g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, k != i);
      } else if (strcmp (parts[i].part, "profile") != 0) {
        g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s", parts[k].table);
        gint64 n = -1;
        query (profile, sql, count, &n);
        g_assert_cmpint (n > 0, ==, k != i);
      }
    }
  }
}

static void
test_wrong_options (FilesFixture *f, gconstpointer data)
{
  static const struct {
    DemoOptions options;
    const char *what;
  } wrong[] = {{{.preset = "bert-huge"}, "bert-large"},
               {{.ipus = 3}, "preset"},
               {{.preset = "mnist", .ipus = 17}, "17"},
               {{.tiles = 16}, "16"},
               {{.tiles = 4000}, "1472"}};
  DemoParts parts = 0;
  DemoLevel level;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) refused = NULL;
    g_assert_false (demo_write_report (f->dir, &wrong[i].options, NULL, NULL, NULL, &refused));
    g_assert_error (refused, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    g_assert_nonnull (strstr (refused->message, wrong[i].what));
  }
  g_assert_true (demo_parse_parts ("debug,execution", &parts, NULL));
  g_assert_cmpuint (parts, ==, DEMO_PART_DEBUG | DEMO_PART_EXECUTION);
  g_assert_false (demo_parse_parts ("debug,nonsense", &parts, &error));
  g_assert_nonnull (strstr (error->message, "liveness"));
  g_assert_false (demo_parse_level ("vertex", &level, NULL));
  DemoOptions asked = {
      .seed = 1, .preset = "mnist", .tiles = 32, .steps = 4000, .variables = 20000, .runs = 3};
  g_autofree char *profile = write_small_report (f, asked, "profile.pop");
  gint64 n = 0;
  query (profile, "SELECT count(*) FROM steps_by_ipu", count, &n);
  g_assert_cmpint (n, >=, 4000);
  query (profile, "SELECT count(*) FROM vars_info", count, &n);
  g_assert_cmpint (n, >=, 20000);
  query (profile, "SELECT count(*) FROM runs", count, &n);
  g_assert_cmpint (n, ==, 3);
}

static void
cancel_at (double fraction, const char *text, gpointer user_data)
{
  if (fraction >= 0.45)
    g_cancellable_cancel (user_data);
}

static void
test_cancelled_report (FilesFixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (demo_write_report (f->dir, &small, cancel_at, cancellable, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (remove_files (f->dir), ==, 0);
  /* A folder that did not exist before is removed again. */
  g_autofree char *new = g_build_filename (f->dir, "new", NULL);
  g_cancellable_reset (cancellable);
  g_assert_false (demo_write_report (new, &small, cancel_at, cancellable, cancellable, NULL));
  g_assert_false (g_file_test (new, G_FILE_TEST_EXISTS));
}

static void
limit_files (gpointer data)
{
  struct rlimit limit = {2000000, 2000000};

  setrlimit (RLIMIT_FSIZE, &limit);
}

static GPid
spawn (const char *dir, const char *steps, GSpawnChildSetupFunc setup)
{
  g_autofree char *program = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-demo", NULL);
  const char *argv[] = {program, "--preset", "mnist", "--steps", steps, dir, NULL};
  GPid pid;

  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL,
                                G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, setup, NULL,
                                &pid, NULL));
  return pid;
}

static int
wait_for (GPid pid)
{
  int status = 0;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

/* Simulates a full disk by a limit on the size of files, which fails in the same way. */
static void
test_no_room (FilesFixture *f, gconstpointer data)
{
  g_assert_cmpint (wait_for (spawn (f->dir, "1000", limit_files)), ==, 1);
  g_assert_cmpuint (remove_files (f->dir), ==, 0);
}

static void
test_terminated (FilesFixture *f, gconstpointer data)
{
  static const int signals[] = {SIGINT, SIGTERM};

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++) {
    GPid pid = spawn (f->dir, "5000000", NULL);
    /* Waits until writing has begun. */
    for (guint tries = 0; tries < 9000; tries++) {
      g_autofree char *path = g_build_filename (f->dir, "profile_popldemo.pop", NULL);
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        break;
      g_usleep (10000);
    }
    kill (pid, signals[i]);
    g_assert_cmpint (wait_for (pid), ==, 130);
    g_assert_cmpuint (remove_files (f->dir), ==, 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/demo-files/" path, FilesFixture, NULL, files_set_up, function, files_tear_down)
  ADD ("archive", test_archive);
  ADD ("no-idle-images", test_no_idle_images);
  ADD ("debug", test_debug);
  ADD ("debug-cut", test_debug_cut);
  ADD ("seed", test_seed);
  ADD ("without", test_without);
  ADD ("options", test_wrong_options);
  ADD ("cancelled", test_cancelled_report);
  ADD ("no-room", test_no_room);
  ADD ("terminated", test_terminated);
  return g_test_run ();
}
