/* Tests of reports on another computer: the number of requests, and errors if the connection is
 * lost or files change there. */
#include "report/place.h"
#include "report/recover.h"
#include "report/report-private.h"

#include "base/error.h"
#include "support/far-storage.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  char *dir, *profile;
  FarStorage *storage;
} FarFixture;

static void
remote_set_up (FarFixture *f, gconstpointer data)
{
  f->dir = temp_dir_new ();
  f->profile = g_build_filename (f->dir, "profile.pop", NULL);
  f->storage = far_storage_new ();
  mini_profile_write (f->profile, data);
  temp_dir_set_mtime (f->profile, 1000000);
}

static void
remote_tear_down (FarFixture *f, gconstpointer data)
{
  temp_dir_remove (f->dir);
  g_clear_object (&f->storage);
  g_free (f->profile);
  g_free (f->dir);
}

static PoplensReport *
open_far (FarFixture *f, const char *path, GError **error)
{
  return poplens_report_open_at (POPLENS_STORAGE (f->storage), path, NULL, error);
}

static PoplensReport *
open_well (FarFixture *f)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = open_far (f, f->dir, &error);

  g_assert_no_error (error);
  return report;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void
test_far_names (FarFixture *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = open_well (f);
  g_autofree char *name = g_strconcat ("far:", f->dir, NULL);
  g_autofree char *profile = g_strconcat ("far:", f->profile, NULL);
  g_autofree char *inside = g_build_filename (f->dir, "table.csv", NULL);

  g_assert_false (poplens_report_is_near (report));
  g_assert_cmpstr (poplens_report_get_path (report), ==, name);
  g_assert_cmpstr (poplens_report_get_directory (report), ==, name);
  g_assert_cmpstr (poplens_report_get_file (report, POPLENS_FILE_PROFILE)->path, ==, profile);
  /* A local file at the same path does not belong to the report. */
  g_assert_true (poplens_report_may_write (report, inside, NULL));
  g_assert_null (poplens_report_describe_change (report));
  g_autoptr (PoplensReport) again = poplens_report_reopen (report, NULL);
  g_assert_cmpstr (poplens_report_get_path (again), ==, name);
}

/* Checks that @text names the path @path, or that it is refused with a message that contains @why.
 * @path, @why: (nullable) */
static void
check_place (const char *text, const char *path, const char *why)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (poplens_report_place (text, &storage, &found, &error), ==, path != NULL);
  g_assert_cmpstr (found, ==, path);
  g_assert_cmpint (storage != NULL, ==, path != NULL);
  if (!why)
    return;
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, why));
}

static void
test_place (void)
{
  g_autofree char *here = g_canonicalize_filename ("x", NULL);
  g_autofree char *near = poplens_report_canonical_path ("x");
  g_autofree char *far = poplens_report_canonical_path ("gc-01:/data/../run");
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (near, ==, here);
  g_assert_true (g_str_has_prefix (far, "gc-01:/"));
  g_assert_true (poplens_report_place_is_near ("/gc-01:/data"));
  check_place ("file:///data/my%20run", "/data/my run", NULL);
  check_place ("FILE://localhost/data/../run", "/run", NULL);
  check_place ("file://gc-01/data", NULL, "HOST:PATH");
  check_place ("file:///data/%zz", NULL, "use a path");
  check_place ("http://gc-01/data", NULL, "use HOST:PATH or ssh://");
  g_autofree char *uri = poplens_report_canonical_path ("file:///data/my%20run");
  g_assert_cmpstr (uri, ==, "/data/my run");
  /* This needs no connection. */
  g_assert_false (poplens_report_can_recover ("gc-01:/data"));
  g_assert_null (poplens_report_recover ("gc-01:/data", NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "poplens-cli fetch gc-01:/data DIR"));
}

/* ---- what is asked --------------------------------------------------------------------------- */

static void
test_counts (FarFixture *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = open_well (f);
  FarCounts counts;

  far_storage_get_counts (f->storage, &counts);
  g_assert_cmpuint (counts.lists, <=, 2);
  far_storage_reset_counts (f->storage);
  for (PoplensPart p = 0; p < POPLENS_N_PARTS; p++)
    poplens_report_load (report, p, NULL, NULL);
  far_storage_get_counts (f->storage, &counts);
  g_test_message ("%u stats, %u reads, %u hints", counts.stats, counts.reads, counts.hints);
  g_assert_cmpuint (counts.lists, ==, 0);
  /* One request at the end of each part, and some to open a connection. */
  g_assert_cmpuint (counts.stats, <=, 4 * POPLENS_N_PARTS);
  far_storage_reset_counts (f->storage);
  gint64 begin = g_get_monotonic_time ();
  for (guint i = 0; i < 50; i++)
    for (guint tile = 0; tile < MINI_TILES; tile++) {
      poplens_report_set_cache_bytes (report, 0);
      g_autoptr (PoplensSlice) slice =
          poplens_report_get_slice (report, POPLENS_SLICE_TILE_VARIABLES, tile, NULL, NULL);
      g_assert_nonnull (slice);
    }
  far_storage_get_counts (f->storage, &counts);
  gint64 seconds = (g_get_monotonic_time () - begin) / G_TIME_SPAN_SECOND;
  g_assert_cmpuint (counts.stats, <=, (guint) seconds + 1);
}

/* ---- change ---------------------------------------------------------------------------------- */

static void
append_to_profile (FarFixture *f)
{
  FILE *file = fopen (f->profile, "a");

  g_assert_true (fwrite ("more", 4, 1, file) == 1 && !fclose (file));
}

static void
truncate_profile (FarFixture *f)
{
  g_assert_no_errno (truncate (f->profile, 4096));
}

static void
write_in_place (FarFixture *f)
{
  mini_profile_alter (f->profile, "DELETE FROM vars_info");
}

static void
replace_profile (FarFixture *f)
{
  g_assert_no_errno (g_unlink (f->profile));
  mini_profile_write (f->profile, "DELETE FROM programs");
}

static void
delete_file (FarFixture *f)
{
  g_assert_no_errno (g_unlink (f->profile));
}

static const struct {
  const char *name;
  void (*change) (FarFixture *f);
  const char *says;
} changes[] = {
    {"append", append_to_profile, "changed since it was opened"},
    {"cut", truncate_profile, "changed since it was opened"},
    {"write", write_in_place, "changed since it was opened"},
    {"replace", replace_profile, "changed since it was opened"},
    {"delete", delete_file, "was deleted"},
};

static void
test_far_change (FarFixture *f, gconstpointer data)
{
  for (guint c = 0; c < G_N_ELEMENTS (changes); c++)
    for (PoplensPart part = 0; part <= POPLENS_PART_EXECUTION; part++) {
      g_autoptr (GError) error = NULL;
      g_unlink (f->profile);
      mini_profile_write (f->profile, NULL);
      temp_dir_set_mtime (f->profile, 1000000);
      g_autoptr (PoplensReport) report = open_well (f);
      changes[c].change (f);
      g_test_message ("%s, part %d", changes[c].name, part);
      g_assert_null (poplens_report_load (report, part, NULL, &error));
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
      g_assert_nonnull (strstr (error->message, changes[c].says));
      g_autofree char *change = poplens_report_describe_change (report);
      g_assert_nonnull (change);
    }
}

/* ---- what cannot be opened ------------------------------------------------------------------- */

static void
assert_refused (FarFixture *f, PoplensError code, const char *says)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = open_far (f, f->dir, &error);

  g_assert_null (report);
  g_assert_error (error, POPLENS_ERROR, code);
  g_assert_nonnull (strstr (error->message, says));
  g_assert_nonnull (strstr (error->message, "far:/"));
}

static void
test_hot_journal (FarFixture *f, gconstpointer data)
{
  g_autofree char *journal = g_strconcat (f->profile, "-journal", NULL);
  const char zeros[512] = {0};

  mini_profile_kill_writer (f->profile);
  assert_refused (f, POPLENS_ERROR_DAMAGED, "poplens-cli fetch");
  /* A finished journal has a header of zeroes, or is empty. */
  temp_dir_remove (journal);
  g_unlink (f->profile);
  mini_profile_write (f->profile, NULL);
  g_free (temp_dir_write (f->dir, "profile.pop-journal", zeros, sizeof zeros));
  g_autoptr (PoplensReport) report = open_well (f);
  g_assert_nonnull (report);
  temp_dir_remove (journal);
  g_assert_no_errno (g_mkdir (journal, 0700));
  assert_refused (f, POPLENS_ERROR_UNSUPPORTED, "is a directory");
}

static void
test_wal (FarFixture *f, gconstpointer data)
{
  sqlite3 *handle = mini_profile_connect (f->profile);

  mini_profile_exec (handle, "PRAGMA journal_mode = WAL");
  sqlite3_close (handle);
  /* After the last connection was closed properly, there is no log, or it has no pages. */
  g_autoptr (PoplensReport) report = open_well (f);
  g_assert_nonnull (poplens_report_load_memory (report, NULL, NULL));
  g_free (temp_dir_write (f->dir, "profile.pop-wal", "", 0));
  g_autoptr (PoplensReport) beside_none = open_well (f);
  g_assert_nonnull (poplens_report_load_memory (beside_none, NULL, NULL));
  g_free (temp_dir_write (f->dir, "profile.pop-wal", "pages", 5));
  assert_refused (f, POPLENS_ERROR_UNSUPPORTED, "has a write-ahead log");
  assert_refused (f, POPLENS_ERROR_UNSUPPORTED, "poplens-cli fetch");
}

static void
test_half_page (FarFixture *f, gconstpointer data)
{
  struct stat info;

  g_assert_no_errno (stat (f->profile, &info));
  g_assert_no_errno (truncate (f->profile, info.st_size - 100));
  assert_refused (f, POPLENS_ERROR_DAMAGED, "ends inside a page");
}

/* ---- a connection that is lost --------------------------------------------------------------- */

/* Loses the connection at each request of opening @path in turn. @wanted: expected error code */
static void
lose_each_request (FarFixture *f, const char *path, int wanted)
{
  for (int n = 0;; n++) {
    g_autoptr (GError) error = NULL;
    far_storage_lose_after (f->storage, n);
    g_autoptr (PoplensReport) report = open_far (f, path, &error);
    if (!poplens_error_is_interruption (error)) {
      g_test_message ("%s: %d questions", path, n);
      g_assert_cmpint (report ? -1 : error->code, ==, wanted);
      g_assert_cmpint (n, >, 0);
      break;
    }
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  }
  far_storage_lose_after (f->storage, -1);
}

static void
test_opening_is_lost (FarFixture *f, gconstpointer data)
{
  g_autofree char *child = g_build_filename (f->dir, "a", "training", NULL);
  g_autofree char *of_child = g_build_filename (child, "profile_abc.pop", NULL);
  g_autofree char *other = g_build_filename (f->dir, "other.db", NULL);
  g_autofree char *parent = g_path_get_dirname (child);
  g_autofree char *second = g_build_filename (parent, "inference", "profile.pop", NULL);
  g_autofree char *empty = g_build_filename (f->dir, "empty", NULL);
  g_autofree char *link = g_build_filename (f->dir, "debug.cbor", NULL);

  g_assert_no_errno (symlink ("/nowhere/debug.cbor", link));
  g_assert_no_errno (g_mkdir_with_parents (child, 0700) | g_mkdir (empty, 0700));
  mini_profile_write (of_child, NULL);
  mini_profile_write (other, NULL);
  lose_each_request (f, f->dir, -1);
  lose_each_request (f, f->profile, -1);
  lose_each_request (f, other, -1);
  lose_each_request (f, parent, -1);
  lose_each_request (f, empty, POPLENS_ERROR_NOT_A_REPORT);
  g_free (temp_dir_write (f->dir, "a/inference/profile.pop", "nothing", -1));
  lose_each_request (f, parent, POPLENS_ERROR_SEVERAL);
  lose_each_request (f, second, POPLENS_ERROR_DAMAGED);
}

/* If the connection is lost while a part is loaded, the part is neither absent nor damaged, and can
 * be loaded later. */
static void
test_load_is_lost (FarFixture *f, gconstpointer data)
{
  for (PoplensPart part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    g_autoptr (PoplensReport) report = open_well (f);
    g_autoptr (GError) error = NULL;
    guint lost = 0;
    for (int n = 0;; n++) {
      g_clear_error (&error);
      far_storage_lose_after (f->storage, n);
      if (poplens_report_load (report, part, NULL, &error))
        break;
      far_storage_lose_after (f->storage, -1);
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
      g_assert_null (poplens_report_get_absence (report, part));
      g_assert_null (poplens_report_peek_damage (report, part));
      lost++;
    }
    far_storage_lose_after (f->storage, -1);
    g_test_message ("part %d: lost %u times", part, lost);
    g_assert_cmpuint (lost, >, 0);
  }
}

static void
test_absence_is_lost (FarFixture *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = open_well (f);
  g_autoptr (GError) error = NULL;

  far_storage_lose_after (f->storage, 0);
  g_assert_null (poplens_report_get_absence (report, POPLENS_PART_VARIABLES));
  far_storage_lose_after (f->storage, -1);
  g_assert_nonnull (poplens_report_get_absence (report, POPLENS_PART_VARIABLES));
  g_assert_null (poplens_report_load (report, POPLENS_PART_VARIABLES, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
}

static void
test_look_is_lost (FarFixture *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = open_well (f);
  PoplensLook look;

  far_storage_lose_after (f->storage, 0);
  poplens_report_look (report, &look);
  g_assert_false (look.known);
  g_assert_null (look.change);
  g_assert_null (poplens_report_describe_change (report));
  far_storage_lose_after (f->storage, -1);
  poplens_report_look (report, &look);
  g_assert_true (look.known && !look.change && !look.vanished);
}

/* SQLite has no memory to open the profile: the profile is not reported as missing. */
static void
test_no_memory (FarFixture *f, gconstpointer data)
{
  for (gint64 more = 1, n = 0;; more += 128, n++) {
    g_autoptr (GError) error = NULL;
    sqlite3_hard_heap_limit64 (sqlite3_memory_used () + more);
    g_autoptr (PoplensReport) report = open_far (f, f->dir, &error);
    sqlite3_hard_heap_limit64 (0);
    /* Once the profile is open, a second failure is reported as damage of the schema
     * (docs/reliability.md). */
    if (report || g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED)) {
      g_assert_cmpint (n, >, 20);
      return;
    }
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_READ);
  }
}

static void
test_far_cancel (FarFixture *f, gconstpointer data)
{
  for (int n = 0; n < 40; n++) {
    g_autoptr (PoplensReport) report = open_well (f);
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    far_storage_cancel_after (f->storage, n, cancellable);
    if (!poplens_report_load (report, POPLENS_PART_VARIABLES, cancellable, &error))
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    far_storage_lose_after (f->storage, -1);
    g_assert_nonnull (poplens_report_load (report, POPLENS_PART_VARIABLES, NULL, NULL));
  }
}

static gpointer
read_slice (gpointer report)
{
  return poplens_report_get_slice (report, POPLENS_SLICE_TILE_VARIABLES, 0, NULL, NULL);
}

static gpointer
report_cancel_soon (gpointer cancellable)
{
  g_usleep (50000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A thread that waits for another one, which waits for the connection, can be cancelled. */
static void
test_cancel_behind_another (FarFixture *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = open_well (f);

  far_storage_hang (f->storage, TRUE);
  GThread *reader = g_thread_new ("reader", read_slice, report);
  g_usleep (50000);
  for (PoplensPart part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    GThread *canceller = g_thread_new ("cancel", report_cancel_soon, cancellable);
    g_assert_null (poplens_report_load (report, part, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_thread_join (canceller);
  }
  far_storage_hang (f->storage, FALSE);
  g_autoptr (PoplensSlice) slice = g_thread_join (reader);
  g_assert_nonnull (slice);
}

/* ---- what is derived ------------------------------------------------------------------------- */

/* Makes a value without the parts that cannot be read, and ignores their errors. */
static gpointer
make_careless (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return g_strdup (poplens_report_load_memory (report, cancellable, NULL) ? "memory" : "nothing");
}

static void
test_careless (FarFixture *f, gconstpointer data)
{
  static const PoplensDerived careless = {"test-careless", make_careless, (GBoxedCopyFunc) g_strdup,
                                          g_free};
  g_autoptr (PoplensReport) report = open_well (f);
  g_autoptr (GError) error = NULL;

  far_storage_lose_after (f->storage, 0);
  g_assert_null (poplens_report_derive (report, &careless, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_clear_error (&error);
  far_storage_lose_after (f->storage, -1);
  g_autofree char *made = poplens_report_derive (report, &careless, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (made, ==, "memory");
}

static void
add_remote_test (const char *name, const char *sql, void (*test) (FarFixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/report/far/", name, NULL);

  g_test_add (path, FarFixture, sql, remote_set_up, test, remote_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/far/place", test_place);
  add_remote_test ("names", NULL, test_far_names);
  add_remote_test ("counts", NULL, test_counts);
  add_remote_test ("change", NULL, test_far_change);
  add_remote_test ("hot-journal", NULL, test_hot_journal);
  add_remote_test ("wal", NULL, test_wal);
  add_remote_test ("half-page", NULL, test_half_page);
  add_remote_test ("lost/opening", NULL, test_opening_is_lost);
  add_remote_test ("lost/load", NULL, test_load_is_lost);
  add_remote_test ("lost/absence", "DELETE FROM vars_info; DELETE FROM unlowered_vars",
                   test_absence_is_lost);
  add_remote_test ("lost/look", NULL, test_look_is_lost);
  add_remote_test ("lost/careless", NULL, test_careless);
  add_remote_test ("no-memory", NULL, test_no_memory);
  add_remote_test ("cancel/load", NULL, test_far_cancel);
  add_remote_test ("cancel/behind-another", NULL, test_cancel_behind_another);
  return g_test_run ();
}
