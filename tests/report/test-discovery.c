/* Tests of finding the files of a report: all ways to name one, and all errors if there is none. */
#include "base/error.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  char *dir;
} DiscoveryFixture;

static void
discovery_set_up (DiscoveryFixture *f, gconstpointer data)
{
  f->dir = temp_dir_new ();
}

static void
discovery_tear_down (DiscoveryFixture *f, gconstpointer data)
{
  temp_dir_remove (f->dir);
  g_free (f->dir);
}

static char *
put_profile (DiscoveryFixture *f, const char *name)
{
  char *path = temp_dir_write (f->dir, name, "", 0);

  mini_profile_write (path, NULL);
  return path;
}

static void
put_file (DiscoveryFixture *f, const char *name, const char *text)
{
  g_free (temp_dir_write (f->dir, name, text, -1));
}

static char *
path_in (DiscoveryFixture *f, const char *name)
{
  return g_build_filename (f->dir, name, NULL);
}

static PoplensReport *
open_here (DiscoveryFixture *f, const char *name)
{
  g_autofree char *path = path_in (f, name);
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (report);
  return report;
}

static void
assert_profile (PoplensReport *report, const char *expected)
{
  g_assert_cmpstr (poplens_report_get_file (report, POPLENS_FILE_PROFILE)->path, ==, expected);
}

/* Checks that opening @name fails with @code, and a message that contains the path and @word. */
static void
assert_fails (DiscoveryFixture *f, const char *name, int code, const char *word)
{
  g_autofree char *path = path_in (f, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (path, &error);

  g_assert_null (report);
  g_test_message ("%s", error->message);
  g_assert_error (error, POPLENS_ERROR, code);
  g_assert_nonnull (strstr (error->message, f->dir));
  g_assert_nonnull (strstr (error->message, word));
}

static gboolean
has_notice (PoplensReport *report, const char *word)
{
  GPtrArray *notices = poplens_report_get_notices (report);

  for (guint i = 0; i < notices->len; i++)
    if (strstr (g_ptr_array_index (notices, i), word))
      return TRUE;
  return FALSE;
}

static void
test_directory (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "run/profile.pop");
  put_file (f, "run/archive.a", "!<arch>\n");
  put_file (f, "run/debug.cbor", "x");
  put_file (f, "run/app.json", "{}");
  g_autoptr (PoplensReport) report = open_here (f, "run");
  g_autofree char *directory = path_in (f, "run");

  assert_profile (report, profile);
  g_assert_cmpstr (poplens_report_get_directory (report), ==, directory);
  g_assert_cmpstr (poplens_report_get_path (report), ==, directory);
  g_assert_cmpstr (poplens_report_get_name (report), ==, "run");
  g_assert_cmpuint (poplens_report_get_notices (report)->len, ==, 0);
  g_assert_cmpuint (poplens_report_get_file (report, POPLENS_FILE_ARCHIVE)->size, ==, 8);
  g_assert_nonnull (poplens_report_get_file (report, POPLENS_FILE_DEBUG)->path);
  g_assert_null (poplens_report_get_file (report, POPLENS_FILE_FRAMEWORK)->path);
  for (guint file = 0; file < POPLENS_N_FILES; file++) {
    const PoplensReportFile *row = poplens_report_get_file (report, file);
    g_assert_cmpint (row->kind, ==, file);
    g_assert_nonnull (row->what);
    g_assert_nonnull (row->how);
  }
}

static void
test_relative (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "run/profile.pop");
  g_autofree char *here = g_get_current_dir ();

  g_assert_cmpint (g_chdir (f->dir), ==, 0);
  g_autoptr (PoplensReport) report = poplens_report_open ("run//../run/", NULL);
  g_assert_cmpint (g_chdir (here), ==, 0);
  g_assert_nonnull (report);
  assert_profile (report, profile);
}

static void
test_file_in_it (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "run/profile.pop");
  static const char *const names[] = {"profile.pop", "archive.a", "debug.cbor", "framework.json",
                                      "app.json"};

  for (guint i = 1; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_strconcat ("run/", names[i], NULL);
    put_file (f, name, "{}");
  }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_strconcat ("run/", names[i], NULL);
    g_autoptr (PoplensReport) report = open_here (f, name);
    assert_profile (report, profile);
    g_assert_nonnull (poplens_report_get_file (report, POPLENS_FILE_ARCHIVE)->path);
  }
}

/* A report that was opened by one of its other files can be opened again after that file was
 * deleted. */
static void
test_file_in_it_goes (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "run/profile.pop");
  put_file (f, "run/app.json", "{}");
  g_autoptr (PoplensReport) report = open_here (f, "run/app.json");
  g_autofree char *app = path_in (f, "run/app.json");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_remove (app), ==, 0);
  g_autofree char *change = poplens_report_describe_change (report);
  g_assert_cmpstr (change, ==, "app.json was deleted");
  g_autoptr (PoplensReport) again = poplens_report_reopen (report, &error);
  g_assert_no_error (error);
}

static void
put_three (DiscoveryFixture *f)
{
  g_autofree char *a = put_profile (f, "training/profile.pop");
  g_autofree char *b = put_profile (f, "inference/profile.pop");
  g_autofree char *c = put_profile (f, "tf_report_1/profile_abcd1234.pop");

  temp_dir_set_mtime (a, 2000);
  temp_dir_set_mtime (b, 3000);
  temp_dir_set_mtime (c, 1000);
  put_file (f, "logs/readme.txt", "nothing");
  put_file (f, "notes.txt", "nothing");
}

static void
test_parent (DiscoveryFixture *f, gconstpointer data)
{
  static const char *const expected[] = {"inference", "training", "tf_report_1"};
  g_autoptr (GError) error = NULL;

  put_three (f);
  assert_fails (f, "", POPLENS_ERROR_SEVERAL, "inference, tf_report_1, training");
  g_autoptr (GPtrArray) found = poplens_report_discover (f->dir, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 3);
  for (guint i = 0; i < 3; i++) {
    const PoplensReportCandidate *candidate = g_ptr_array_index (found, i);
    g_assert_cmpstr (candidate->name, ==, expected[i]);
    g_assert_cmpint (candidate->mtime, ==, 3000 - 1000 * i);
    g_autoptr (PoplensReport) report = poplens_report_open (candidate->path, &error);
    g_assert_no_error (error);
  }
}

/* The message lists reports by name in natural order, not by time. */
static void
test_parent_in_order (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *b = put_profile (f, "run-10/profile.pop");
  g_autofree char *a = put_profile (f, "run-9/profile.pop");

  temp_dir_set_mtime (a, 2000);
  temp_dir_set_mtime (b, 3000);
  assert_fails (f, "", POPLENS_ERROR_SEVERAL, "open one of run-9, run-10");
}

static void
test_parent_of_many (DiscoveryFixture *f, gconstpointer data)
{
  for (guint i = 0; i < 12; i++) {
    g_autofree char *name = g_strdup_printf ("run%02u/archive.a", i);
    put_file (f, name, "!<arch>\n");
  }
  assert_fails (f, "", POPLENS_ERROR_SEVERAL, "and 4 more");
}

/* The only report in a folder is opened; a second one that appears later does not invalidate it. */
static void
test_only_child (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "training/profile.pop");
  g_autoptr (PoplensReport) report = open_here (f, "");
  g_autofree char *parent = g_path_get_basename (f->dir);
  g_autofree char *name = g_build_filename (parent, "training", NULL);

  assert_profile (report, profile);
  g_assert_cmpstr (poplens_report_get_name (report), ==, name);
  g_autofree char *second = put_profile (f, "inference/profile.pop");
  g_assert_null (poplens_report_describe_change (report));
  g_autoptr (PoplensReport) again = poplens_report_reopen (report, NULL);
  g_assert_nonnull (again);
  assert_profile (again, profile);
}

static void
test_side_file_above (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "training/profile.pop");
  g_autofree char *above = path_in (f, "framework.json");
  put_file (f, "framework.json", "{}");
  put_file (f, "app.json", "{}");
  put_file (f, "training/app.json", "[]");
  g_autofree char *here = path_in (f, "training/app.json");
  g_autoptr (PoplensReport) report = open_here (f, "training");

  g_assert_cmpstr (poplens_report_get_file (report, POPLENS_FILE_FRAMEWORK)->path, ==, above);
  g_assert_cmpstr (poplens_report_get_file (report, POPLENS_FILE_APP)->path, ==, here);
  /* Opened by a file of the parent folder. */
  g_autoptr (PoplensReport) by_file = open_here (f, "framework.json");
  assert_profile (by_file, profile);
}

static void
test_unfinished (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *old = put_profile (f, "run/profile_aaaaaaaa.pop");
  g_autofree char *new = put_profile (f, "run/profile_bbbbbbbb.pop");
  g_autofree char *older = put_profile (f, "run/profile_cccccccc.pop");

  temp_dir_set_mtime (old, 2000);
  temp_dir_set_mtime (new, 3000);
  temp_dir_set_mtime (older, 1000);
  g_autoptr (PoplensReport) report = open_here (f, "run");
  assert_profile (report, new);
  g_assert_true (has_notice (report, "profile_bbbbbbbb.pop"));
  g_assert_true (has_notice (report, "newest of several"));
  /* Opens the unfinished profile that is named. */
  g_autoptr (PoplensReport) asked = open_here (f, "run/profile_aaaaaaaa.pop");
  assert_profile (asked, old);
  g_assert_true (has_notice (asked, "is unfinished or was killed"));
  /* The notice is also listed as damage, but only once. */
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (asked);
  g_autoptr (GPtrArray) notices = poplens_report_list_notices (asked);
  g_assert_cmpuint (damage->len, ==, 1);
  g_assert_cmpuint (notices->len, ==, poplens_report_get_notices (asked)->len);
  /* A finished profile has precedence, however old it is. */
  g_autofree char *finished = put_profile (f, "run/profile.pop");
  temp_dir_set_mtime (finished, 10);
  g_autoptr (PoplensReport) whole = open_here (f, "run");
  assert_profile (whole, finished);
  g_assert_cmpuint (poplens_report_get_notices (whole)->len, ==, 0);
  g_autofree char *change = poplens_report_describe_change (report);
  g_assert_cmpstr (change, ==, "profile.pop replaced profile_bbbbbbbb.pop");
}

static void
test_not_unfinished_names (DiscoveryFixture *f, gconstpointer data)
{
  put_file (f, "a/profile_.pop", "x");
  put_file (f, "a/profile_x.pop-journal", "x");
  put_file (f, "a/profile_x.pop_cache", "x");
  put_file (f, "a/myprofile_x.pop", "x");
  assert_fails (f, "a", POPLENS_ERROR_NOT_A_REPORT, "No report found");
}

static void
test_debug_link (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "training/profile.pop");
  g_autofree char *link = path_in (f, "training/debug.cbor");
  g_autofree char *above = path_in (f, "debug.cbor");

  g_assert_cmpint (symlink ("/nowhere/on/the/other/machine/debug.cbor", link), ==, 0);
  g_autoptr (PoplensReport) without = open_here (f, "training");
  g_assert_null (poplens_report_get_file (without, POPLENS_FILE_DEBUG)->path);
  put_file (f, "debug.cbor", "12345");
  g_autoptr (PoplensReport) with = open_here (f, "training");
  g_assert_cmpstr (poplens_report_get_file (with, POPLENS_FILE_DEBUG)->path, ==, above);
  g_assert_cmpuint (poplens_report_get_file (with, POPLENS_FILE_DEBUG)->size, ==, 5);
  g_assert_true (has_notice (with, "debug.cbor is a link"));
}

static void
test_old_formats (DiscoveryFixture *f, gconstpointer data)
{
  static const char *const names[] = {"graph.json",     "graph.cbor",        "execution.json",
                                      "execution.cbor", "profile_info.json", "vars.capnp"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *dir = g_strdup_printf ("old%u", i);
    g_autofree char *file = g_build_filename (dir, names[i], NULL);
    put_file (f, file, "{}");
    assert_fails (f, dir, POPLENS_ERROR_UNSUPPORTED, "unsupported since SDK 2.0");
    assert_fails (f, file, POPLENS_ERROR_UNSUPPORTED, names[i]);
  }
}

/* An archive without images can be opened; parts say what is missing. */
static void
test_archive_alone (DiscoveryFixture *f, gconstpointer data)
{
  put_file (f, "run/archive.a", "!<arch>\n");
  for (guint by_file = 0; by_file < 2; by_file++) {
    g_autoptr (PoplensReport) report = open_here (f, by_file ? "run/archive.a" : "run");
    g_autoptr (GError) error = NULL;
    assert_profile (report, NULL);
    g_assert_cmpstr (poplens_report_get_name (report), ==, "run");
    g_assert_true (has_notice (report, "autoReport.outputGraphProfile=true"));
    g_assert_nonnull (strstr (poplens_report_get_absence (report, POPLENS_PART_PROGRAMS),
                              "autoReport.outputGraphProfile"));
    g_assert_nonnull (strstr (poplens_report_get_absence (report, POPLENS_PART_EXECUTION),
                              "autoReport.outputExecutionProfile"));
    g_assert_null (poplens_report_load_memory (report, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
    g_assert_nonnull (strstr (error->message, "archive.a"));
  }
}

static void
test_debug_alone (DiscoveryFixture *f, gconstpointer data)
{
  put_file (f, "run/debug.cbor", "\xa0");
  assert_fails (f, "run", POPLENS_ERROR_NOT_A_REPORT, "neither profile.pop nor archive.a");
  assert_fails (f, "run/debug.cbor", POPLENS_ERROR_NOT_A_REPORT, "autoReport.outputArchive");
}

static void
test_aborted (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "run/profile_tvsri9nv.pop");

  mini_profile_alter (profile, "DELETE FROM target_info; DELETE FROM memory_by_tile");
  assert_fails (f, "run", POPLENS_ERROR_EMPTY, "aborted");
}

static void
test_other_name (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "copies/monday.sqlite");
  g_autofree char *beside = put_profile (f, "copies/profile.pop");
  g_autoptr (PoplensReport) report = open_here (f, "copies/monday.sqlite");

  assert_profile (report, profile);
  g_assert_cmpstr (poplens_report_get_name (report), ==, "monday.sqlite");
  g_assert_true (has_notice (report, "monday.sqlite opened by content"));
  put_file (f, "copies/notes.txt", "This is no profile, whatever its neighbours are.");
  assert_fails (f, "copies/notes.txt", POPLENS_ERROR_NOT_A_REPORT, "No report found");
}

static void
test_discovery_nothing (DiscoveryFixture *f, gconstpointer data)
{
  put_file (f, "empty/readme", "x");
  put_file (f, "deep/er/profile.pop/readme", "x");
  assert_fails (f, "empty", POPLENS_ERROR_NOT_A_REPORT, "profile.pop, profile_XXXXXXXX.pop");
  assert_fails (f, "deep", POPLENS_ERROR_NOT_A_REPORT, "archive.a");
  assert_fails (f, "missing", POPLENS_ERROR_NOT_FOUND, "No such file");
  assert_fails (f, "empty/readme/x", POPLENS_ERROR_NOT_FOUND, "Not a directory");
  for (guint i = 0; i < 2; i++) {
    g_autofree char *path = path_in (f, i ? "missing" : "empty");
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_report_discover (path, &error));
    g_assert_error (error, POPLENS_ERROR,
                    (i ? POPLENS_ERROR_NOT_FOUND : POPLENS_ERROR_NOT_A_REPORT));
  }
}

static void
test_not_files (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *fifo = path_in (f, "pipe/profile.pop");
  g_autofree char *other = path_in (f, "pipe/other");
  put_file (f, "pipe/readme", "x");
  put_file (f, "folder/profile.pop/readme", "x");

  /* Opening a pipe for reading would block. */
  g_assert_cmpint (mkfifo (fifo, 0600) | mkfifo (other, 0600), ==, 0);
  assert_fails (f, "pipe", POPLENS_ERROR_NOT_A_REPORT, "pipe/profile.pop is a pipe");
  assert_fails (f, "pipe/profile.pop", POPLENS_ERROR_NOT_A_REPORT, "is a pipe");
  assert_fails (f, "pipe/other", POPLENS_ERROR_NOT_A_REPORT, "No report found");
  assert_fails (f, "folder", POPLENS_ERROR_NOT_A_REPORT, "folder/profile.pop is a directory");
  assert_fails (f, "folder/profile.pop", POPLENS_ERROR_NOT_A_REPORT, "No report found");
}

/* A report was copied without the targets of its links. */
static void
test_dangling_link (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *link = path_in (f, "run/profile.pop");

  put_file (f, "run/readme", "x");
  g_assert_cmpint (symlink ("/nowhere/profile.pop", link), ==, 0);
  assert_fails (f, "run", POPLENS_ERROR_NOT_A_REPORT,
                "link to /nowhere/profile.pop, which does not");
  assert_fails (f, "run/profile.pop", POPLENS_ERROR_NOT_FOUND, "link to /nowhere/profile.pop");
}

static void
test_discovery_names (DiscoveryFixture *f, gconstpointer data)
{
  static const char *const names[] = {"with space", "ünï/cödé 😀", "file:", "what?mode=rw", "a%20b",
                                      "#1",         "quo'te\"d",  "-dash", "tab\there"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_build_filename (names[i], "profile.pop", NULL);
    g_autofree char *profile = put_profile (f, name);
    g_autoptr (PoplensReport) by_dir = open_here (f, names[i]);
    g_autoptr (PoplensReport) by_file = open_here (f, name);
    g_autoptr (GError) error = NULL;
    assert_profile (by_dir, profile);
    assert_profile (by_file, profile);
    g_assert_nonnull (poplens_report_load_memory (by_dir, NULL, &error));
    g_assert_no_error (error);
  }
}

static void
test_unreadable (DiscoveryFixture *f, gconstpointer data)
{
  g_autofree char *profile = put_profile (f, "run/profile.pop");
  g_autofree char *shut = path_in (f, "shut");
  g_autofree char *run = path_in (f, "run");
  gboolean root = geteuid () == 0;

  put_file (f, "shut/readme", "x");
  g_assert_cmpint (g_chmod (f->dir, 0755) | g_chmod (run, 0755) | g_chmod (profile, 0000), ==, 0);
  g_assert_cmpint (g_chmod (shut, 0000), ==, 0);
  /* Root can read everything. */
  g_assert_cmpint (root ? seteuid (65534) : 0, ==, 0);
  assert_fails (f, "run", POPLENS_ERROR_NOT_FOUND, "Permission denied");
  assert_fails (f, "run/profile.pop", POPLENS_ERROR_NOT_FOUND, "Permission denied");
  assert_fails (f, "shut", POPLENS_ERROR_NOT_FOUND, "Permission denied");
  g_assert_cmpint (root ? seteuid (0) : 0, ==, 0);
}

#define ADD(path, func)                                                                            \
  g_test_add ("/report/discovery/" path, DiscoveryFixture, NULL, discovery_set_up, func,           \
              discovery_tear_down)

static void
assert_beside (PoplensReport *report, PoplensReport *other, const char *expected)
{
  g_autofree char *name = poplens_report_name_beside (report, other);

  g_assert_cmpstr (name, ==, expected);
}

/* Two reports with equal names are shown with their parent folders, by whichever path they were
 * opened: the folder, its profile, or a file beside it. */
static void
test_same_names (DiscoveryFixture *f, gconstpointer data)
{
  static const char *const files[] = {"sx/run/profile.pop",          "sy/run/profile_tvsri9nv.pop",
                                      "sx/copies/monday.sqlite",     "sy/copies/monday.sqlite",
                                      "sx/run/training/profile.pop", "sy/run/training/profile.pop"};
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_free (put_profile (f, files[i]));
  put_file (f, "sx/run/debug.cbor", "x");
  g_autoptr (PoplensReport) first = open_here (f, "sx/run/");
  g_autoptr (PoplensReport) by_side_file = open_here (f, "sx/run/debug.cbor");
  g_autoptr (PoplensReport) second = open_here (f, "sy/run/profile_tvsri9nv.pop");
  g_autoptr (PoplensReport) monday = open_here (f, "sx/copies/monday.sqlite");
  g_autoptr (PoplensReport) other_monday = open_here (f, "sy/copies/monday.sqlite");
  g_autoptr (PoplensReport) training = open_here (f, "sx/run/training");
  g_autoptr (PoplensReport) other_training = open_here (f, "sy/run/training");

  assert_beside (first, NULL, "run");
  assert_beside (first, second, "sx/run");
  assert_beside (second, first, "sy/run");
  assert_beside (by_side_file, second, "sx/run");
  assert_beside (first, by_side_file, "run");
  assert_beside (first, monday, "run");
  assert_beside (monday, other_monday, "sx/copies/monday.sqlite");
  assert_beside (training, other_training, "sx/run/training");
  assert_beside (training, first, "run/training");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("directory", test_directory);
  ADD ("relative", test_relative);
  ADD ("file-in-it", test_file_in_it);
  ADD ("file-in-it-goes", test_file_in_it_goes);
  ADD ("parent", test_parent);
  ADD ("parent-of-many", test_parent_of_many);
  ADD ("parent-in-order", test_parent_in_order);
  ADD ("only-child", test_only_child);
  ADD ("side-file-above", test_side_file_above);
  ADD ("unfinished", test_unfinished);
  ADD ("not-unfinished-names", test_not_unfinished_names);
  ADD ("debug-link", test_debug_link);
  ADD ("old-formats", test_old_formats);
  ADD ("archive-alone", test_archive_alone);
  ADD ("debug-alone", test_debug_alone);
  ADD ("aborted", test_aborted);
  ADD ("other-name", test_other_name);
  ADD ("nothing", test_discovery_nothing);
  ADD ("not-files", test_not_files);
  ADD ("dangling-link", test_dangling_link);
  ADD ("names", test_discovery_names);
  ADD ("same-names", test_same_names);
  ADD ("unreadable", test_unreadable);
  return g_test_run ();
}
