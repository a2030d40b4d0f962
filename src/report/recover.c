/* Makes and removes recovered copies of reports in the user's cache directory. */
#include "report/recover.h"

#include "base/error.h"
#include "database/recover.h"
#include "report/files.h"
#include "report/place.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Maximum number of recovered copies, the most recent ones. A copy may take gigabytes. */
#define MOST_COPIES 4

/* Finds the files of the report at @path, which must be on this computer. (transfer full)
 * (nullable) */
static PoplensFiles *
find_near (const char *path, GError **error)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *place = NULL;

  if (poplens_report_place_is_near (path))
    return poplens_report_place (path, &storage, &place, error)
               ? poplens_files_find (storage, place, error)
               : NULL;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "%s is on another computer, where nothing is written: copy it to this one first "
               "(poplens-cli fetch %s DIR), then recover the copy",
               path, path);
  return NULL;
}

gboolean
poplens_report_can_recover (const char *path)
{
  g_autoptr (PoplensFiles) files = path ? find_near (path, NULL) : NULL;

  return files && files->files[POPLENS_FILE_PROFILE].path &&
         poplens_database_needs_recovery (files->files[POPLENS_FILE_PROFILE].path);
}

/* Deletes a folder and its content. Does not follow links: a recovered copy links to files of the
 * report. */
static void
remove_tree (const char *path)
{
  struct stat info;

  if (lstat (path, &info) == 0 && S_ISDIR (info.st_mode)) {
    g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name (dir))) {
      g_autofree char *child = g_build_filename (path, name, NULL);
      remove_tree (child);
    }
  }
  g_remove (path);
}

static char *
all_copies (void)
{
  return g_build_filename (g_get_user_cache_dir (), "poplens", "recovered", NULL);
}

static int
compare_newest (gconstpointer a, gconstpointer b)
{
  struct stat x = {0}, y = {0};

  (void) (stat (*(char *const *) a, &x) | stat (*(char *const *) b, &y));
  return x.st_mtim.tv_sec != y.st_mtim.tv_sec ? (x.st_mtim.tv_sec < y.st_mtim.tv_sec ? 1 : -1)
                                              : strcmp (*(char *const *) a, *(char *const *) b);
}

/* Lists the folders in @folder, the newest first. (transfer full): GPtrArray of paths */
static GPtrArray *
list_copies (const char *folder)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (folders, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (folders, compare_newest);
  return folders;
}

/* Frees space before a copy is made: removes all copies of this report, and the oldest of other
 * reports. */
static void
remove_old_copies (const char *of_report)
{
  g_autofree char *all = all_copies ();
  g_autoptr (GPtrArray) reports = list_copies (all);
  guint kept = 1;

  remove_tree (of_report);
  for (guint i = 0; i < reports->len; i++) {
    const char *folder = g_ptr_array_index (reports, i);
    if (strcmp (folder, of_report) && ++kept > MOST_COPIES)
      remove_tree (folder);
  }
}

/* Files in a recovered copy: NOTE says what was recovered, ORIGIN is the path of the original
 * report. */
#define NOTE "recovered.txt"
#define ORIGIN "origin.txt"

static const char *const notes[] = {
    [POPLENS_RECOVERED_NOTHING] =
        "Recovered copy. The journal was empty: nothing to roll back or replay.",
    [POPLENS_RECOVERED_BACK] =
        "Recovered copy. An unfinished change was rolled back; the last data written is missing.",
    [POPLENS_RECOVERED_LOG] = "Recovered copy. The write-ahead log was replayed.",
};

/* Reads the file @name of a recovered copy. (transfer full) (nullable): NULL without @error if
 * @directory is not a recovered copy; NULL with @error if reading fails */
static char *
read_in_copy (const char *directory, const char *name, GError **error)
{
  g_autofree char *all = all_copies ();
  g_autofree char *path = g_build_filename (directory, name, NULL);
  gsize n = strlen (all);
  char *text = NULL;

  if (!strncmp (directory, all, n) && directory[n] == '/')
    g_file_get_contents (path, &text, NULL, error);
  return text;
}

char *
poplens_recovered_note (const char *directory, char **origin)
{
  g_autoptr (GError) wrong = NULL;
  g_autofree char *text = read_in_copy (directory, NOTE, &wrong);

  *origin = text ? read_in_copy (directory, ORIGIN, &wrong) : NULL;
  return wrong
             ? g_strdup_printf ("Recovered copy. Cannot say what was recovered: %s", wrong->message)
             : g_steal_pointer (&text);
}

/* Links the report's other files into @folder. If the file system has no links, the copy lacks
 * these files. */
static gboolean
link_others (const PoplensFiles *files, const char *folder, GError **error)
{
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    g_autofree char *name = g_build_filename (folder, files->files[f].name, NULL);
    if (f != POPLENS_FILE_PROFILE && files->files[f].path &&
        symlink (files->files[f].path, name) < 0 && errno != EPERM && errno != EOPNOTSUPP) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot write %s: %s", name,
                   g_strerror (errno));
      return FALSE;
    }
  }
  return TRUE;
}

/* Makes a copy under a temporary name, and renames it when it is complete. */
static gboolean
make_copy (const PoplensFiles *files, const char *of_report, const char *folder,
           const char *directory, GCancellable *cancellable, GError **error)
{
  g_autofree char *unfinished = g_strdup_printf ("%s.%d", folder, (int) getpid ());
  g_autofree char *inside = g_build_filename (unfinished, directory, NULL);
  g_autofree char *copy = g_build_filename (inside, "profile.pop", NULL);
  g_autofree char *note = g_build_filename (inside, NOTE, NULL);
  g_autofree char *origin = g_build_filename (inside, ORIGIN, NULL);
  g_autoptr (GError) wrong = NULL;
  PoplensRecovered done;

  remove_old_copies (of_report);
  if (g_mkdir_with_parents (inside, 0700) < 0) {
    g_set_error (
        error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
        "Cannot create %s for a recovered copy: %s; set XDG_CACHE_HOME to a writable folder",
        inside, g_strerror (errno));
    remove_tree (unfinished);
    return FALSE;
  }
  if (!poplens_database_recover (files->files[POPLENS_FILE_PROFILE].path, copy, &done, cancellable,
                                 error)) {
    remove_tree (unfinished);
    return FALSE;
  }
  if (!g_file_set_contents (note, notes[done], -1, &wrong) ||
      !g_file_set_contents (origin, files->path, -1, &wrong))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot write in %s: %s", inside,
                 wrong->message);
  if (wrong || !link_others (files, inside, error)) {
    remove_tree (unfinished);
    return FALSE;
  }
  /* If renaming fails, another process has already made this copy: remove ours. */
  if (g_rename (unfinished, folder) < 0)
    remove_tree (unfinished);
  return TRUE;
}

/* Returns the last two names of the report's path as a relative path, for a title that tells
 * reports apart. (transfer full) */
static char *
get_last_names (const char *directory)
{
  g_autofree char *name = g_path_get_basename (directory);
  g_autofree char *above = g_path_get_dirname (directory);
  g_autofree char *parent = g_path_get_basename (above);

  if (!strcmp (name, "/") || !strcmp (name, "."))
    return g_strdup ("report");
  return !strcmp (parent, "/") || !strcmp (parent, ".") ? g_strdup (name)
                                                        : g_build_filename (parent, name, NULL);
}

char *
poplens_report_recover (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFiles) files =
      poplens_error_require (path && *path, "path", error) ? find_near (path, error) : NULL;

  if (!files)
    return NULL;
  const char *profile = files->files[POPLENS_FILE_PROFILE].path;
  if (!profile || !poplens_database_needs_recovery (profile))
    return g_strdup (path);
  g_autofree char *all = all_copies ();
  g_autofree char *which = g_compute_checksum_for_string (G_CHECKSUM_SHA256, profile, -1);
  g_autofree char *of_report = g_build_filename (all, which, NULL);
  g_autofree char *generation = poplens_database_recovery_key (profile);
  g_autofree char *folder = g_build_filename (of_report, generation, NULL);
  g_autofree char *directory = get_last_names (files->directory);
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR) &&
      !make_copy (files, of_report, folder, directory, cancellable, error))
    return NULL;
  return g_build_filename (folder, directory, NULL);
}
