/* Tests of other kinds of files under the names of a report: notices and reasons say what they are,
 * and opening never waits for a pipe. */
#include "base/error.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum { PIPE, DIRECTORY, DEVICE, DANGLING, N_KINDS } FileKind;

static const char *const words[N_KINDS] = {"is a pipe, not a file", "is a directory, not a file",
                                           "is a device, not a file", "is a link to nowhere"};

static void
make_file_kind (const char *path, FileKind kind)
{
  if (kind == PIPE)
    g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  else if (kind == DIRECTORY)
    g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  else
    g_assert_cmpint (symlink (kind == DEVICE ? "/dev/zero" : "nowhere", path), ==, 0);
}

static gboolean
is_said (PoplensReport *report, const char *path, FileKind kind)
{
  GPtrArray *notices = poplens_report_get_notices (report);

  for (guint i = 0; i < notices->len; i++) {
    const char *text = g_ptr_array_index (notices, i);
    if (g_str_has_prefix (text, path) && strstr (text, words[kind]))
      return TRUE;
  }
  return FALSE;
}

static void
test_beside (void)
{
  static const struct {
    const char *name;
    PoplensFileKind file;
    PoplensPart part;
  } files[] = {{"archive.a", POPLENS_FILE_ARCHIVE, POPLENS_PART_ARCHIVE},
               {"debug.cbor", POPLENS_FILE_DEBUG, POPLENS_PART_DEBUG},
               {"framework.json", POPLENS_FILE_FRAMEWORK, POPLENS_PART_FRAMEWORK},
               {"app.json", POPLENS_FILE_APP, POPLENS_PART_APP}};

  for (guint f = 0; f < G_N_ELEMENTS (files); f++)
    for (FileKind kind = 0; kind < N_KINDS; kind++) {
      g_autofree char *dir = temp_dir_new ();
      g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
      g_autofree char *path = g_build_filename (dir, files[f].name, NULL);
      g_autoptr (GError) error = NULL;

      mini_profile_write (profile, NULL);
      make_file_kind (path, kind);
      g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
      g_assert_no_error (error);
      g_assert_true (is_said (report, path, kind));
      g_assert_null (poplens_report_get_file (report, files[f].file)->path);
      g_assert_null (poplens_report_load (report, files[f].part, NULL, &error));
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
      g_assert_nonnull (strstr (error->message, words[kind]));
      temp_dir_remove (dir);
    }
}

/* The kind is reported for profile.pop too, with an archive and alone. */
static void
test_profile (void)
{
  for (FileKind kind = 0; kind < N_KINDS; kind++) {
    g_autofree char *dir = temp_dir_new ();
    g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
    g_autoptr (GError) error = NULL;

    make_file_kind (path, kind);
    g_assert_null (poplens_report_open (dir, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT);
    g_assert_nonnull (strstr (error->message, words[kind]));
    g_clear_error (&error);
    g_free (temp_dir_write (dir, "archive.a", "!<arch>\n", 8));
    g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
    g_assert_no_error (error);
    g_assert_true (is_said (report, path, kind));
    g_assert_nonnull (
        strstr (poplens_report_get_absence (report, POPLENS_PART_PROGRAMS), words[kind]));
    temp_dir_remove (dir);
  }
}

/* The directory has neither profile nor archive. */
static void
test_archive_alone (void)
{
  for (FileKind kind = 0; kind < N_KINDS; kind++) {
    g_autofree char *dir = temp_dir_new ();
    g_autofree char *path = g_build_filename (dir, "archive.a", NULL);
    g_autoptr (GError) error = NULL;

    make_file_kind (path, kind);
    g_assert_null (poplens_report_open (dir, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT);
    g_assert_nonnull (strstr (error->message, words[kind]));
    temp_dir_remove (dir);
  }
}

/* Checks that opening @path fails with the advice to unpack @name. */
static void
assert_packed (const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (poplens_report_open (path, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, name));
  g_assert_nonnull (strstr (error->message, "unpack it first"));
}

/* A compressed file is not reported as damaged: as the path of a report, under its name, in its
 * folder, or beside it. */
static void
test_packed (void)
{
  static const struct {
    const char *name, *head;
  } files[] = {{"profile.pop", "\x1f\x8b"},
               {"profile.pop.gz", "\x1f\x8b"},
               {"report.zip", "PK\3\4"},
               {"run.xz", "\xfd"
                          "7zXZ"},
               {"run.zst", "(\xb5/\xfd"},
               {"run.tar.bz2", "BZh9"}};

  for (guint f = 0; f < G_N_ELEMENTS (files); f++) {
    g_autofree char *dir = temp_dir_new ();
    char bytes[200] = {0};
    memcpy (bytes, files[f].head, strlen (files[f].head));
    g_autofree char *path = temp_dir_write (dir, files[f].name, bytes, sizeof bytes);
    assert_packed (path, files[f].name);
    assert_packed (dir, files[f].name);
    temp_dir_remove (dir);
  }
}

static void
test_packed_beside (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;
  guint found = 0;

  g_free (temp_dir_write (dir, "archive.a.xz", "", 0));
  mini_profile_write (profile, NULL);
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_assert_no_error (error);
  GPtrArray *notices = poplens_report_get_notices (report);
  for (guint i = 0; i < notices->len; i++)
    found += strstr (g_ptr_array_index (notices, i), "archive.a.xz (unpack it first)") != NULL;
  g_assert_cmpuint (found, ==, 1);
  temp_dir_remove (dir);
}

/* In a deleted folder a relative path is invalid, and not relative to "/". */
static void
test_deleted_folder (void)
{
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *dir = temp_dir_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (chdir (dir), ==, 0);
  temp_dir_remove (dir);
  g_assert_null (poplens_report_open (".", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "current folder was deleted"));
  g_assert_cmpint (chdir (before), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/instead/beside", test_beside);
  g_test_add_func ("/report/instead/profile", test_profile);
  g_test_add_func ("/report/instead/archive-alone", test_archive_alone);
  g_test_add_func ("/report/instead/packed", test_packed);
  g_test_add_func ("/report/instead/packed-beside", test_packed_beside);
  g_test_add_func ("/report/instead/deleted-folder", test_deleted_folder);
  return g_test_run ();
}
