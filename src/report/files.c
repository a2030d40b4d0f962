/* Finds the files of a report: at a path, in a folder, or in one of its subfolders; and says what
 * is there instead if there is no report. */
#include "report/files.h"

#include "base/error.h"
#include "base/packed.h"
#include "profile/profile.h"
#include "report/candidates.h"
#include "report/place.h"
#include "report/search.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define LOOKED_FOR "profile.pop, profile_XXXXXXXX.pop (of an unfinished run) and archive.a"
/* Maximum number of entries in a folder whose subfolders are searched for a report. The limit is
 * lower on another computer, where each entry costs a request. */
#define MOST_ENTRIES 20000
#define MOST_FAR_ENTRIES 1000

static const struct {
  const char *name, *what, *how;
} known[POPLENS_N_FILES] = {
    [POPLENS_FILE_PROFILE] =
        {"profile.pop",
         "Memory, variables, programs, liveness and, if the program ran, its execution",
         "autoReport.outputGraphProfile, autoReport.outputExecutionProfile"},
    [POPLENS_FILE_ARCHIVE] =
        {"archive.a", "Image of every tile: total memory and overflow, to compare with the profile",
         "autoReport.outputArchive"},
    [POPLENS_FILE_DEBUG] = {"debug.cbor",
                            "Source locations of variables, programs and compute sets",
                            "autoReport.outputDebugInfo"},
    [POPLENS_FILE_FRAMEWORK] = {"framework.json", "Framework versions and machine information",
                                "written by TensorFlow"},
    [POPLENS_FILE_APP] = {"app.json", "Application options and model information",
                          "written by the application"},
};

/* Files of SDKs before 2.0. */
static const char *const old_names[] = {"graph.json",     "graph.cbor",        "execution.json",
                                        "execution.cbor", "profile_info.json", "vars.capnp"};

void
poplens_files_free (PoplensFiles *self)
{
  if (!self)
    return;
  g_object_unref (self->storage);
  g_free (self->place);
  g_free (self->path);
  g_free (self->directory);
  g_clear_object (&self->chosen_debug);
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    g_free (self->files[f].path);
    g_clear_object (&self->files[f].file);
    g_free (self->files[f].instead);
  }
  g_ptr_array_unref (self->notices);
  g_free (self->unfinished);
  g_free (self);
}

static PoplensFiles *
files_new (const FileSearch *search, const char *path, const char *directory)
{
  PoplensFiles *self = g_new0 (PoplensFiles, 1);

  self->storage = g_object_ref (search->storage);
  self->place = g_strdup (path);
  self->path = search_name (search, path);
  self->directory = search_name (search, directory);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  for (guint f = 0; f < POPLENS_N_FILES; f++)
    self->files[f] = (PoplensReportFile){
        .kind = f, .name = known[f].name, .what = known[f].what, .how = known[f].how};
  return self;
}

static void
set_found_file (PoplensFiles *self, PoplensFileKind kind, PoplensFile *found,
                const PoplensFileInfo *info)
{
  PoplensReportFile *file = &self->files[kind];

  file->file = g_object_ref (found);
  file->path = g_strdup (poplens_file_get_name (found));
  file->info = *info;
  file->size = info->size;
  file->mtime = info->seconds;
}

static void
set_file (PoplensFiles *self, FileSearch *search, PoplensFileKind kind, const char *path)
{
  PoplensFileInfo info;

  if (self->files[kind].path || search_look (search, path, &info) || !S_ISREG (info.mode))
    return;
  g_autoptr (PoplensFile) found = poplens_storage_get_file (search->storage, path);
  set_found_file (self, kind, found, &info);
}

/* Announces requests for files of the @n directories to another computer. @all: FALSE announces
 * only profile.pop and archive.a. */
static void
announce_files (FileSearch *self, const char *const *directories, guint n, gboolean all)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  guint n_files = all ? POPLENS_N_FILES : POPLENS_FILE_ARCHIVE + 1;
  static const char *const beside[] = {"profile.pop-journal", "profile.pop-wal"};

  if (poplens_storage_is_near (self->storage))
    return;
  for (guint d = 0; d < n; d++) {
    for (guint f = 0; f < n_files; f++)
      g_ptr_array_add (paths, g_build_filename (directories[d], known[f].name, NULL));
    /* Opening profile.pop first checks for a journal and a write-ahead log beside it. */
    for (guint b = 0; b < G_N_ELEMENTS (beside) && all; b++)
      g_ptr_array_add (paths, g_build_filename (directories[d], beside[b], NULL));
  }
  poplens_storage_expect (self->storage, (const char *const *) paths->pdata, paths->len);
}

static void
add_notice (PoplensFiles *self, char *text)
{
  g_ptr_array_add (self->notices, text);
}

/* Adds a notice if @path is not a regular file, or if only a compressed copy of it exists. */
static void
note_instead (PoplensFiles *self, FileSearch *search, PoplensFileKind kind, const char *path)
{
  PoplensReportFile *file = &self->files[kind];

  if (file->path || file->instead)
    return;
  file->instead = search_describe_no_file (search, path);
  g_autofree char *packed = file->instead ? NULL : search_describe_packed (search, path);
  if (!file->instead && !packed)
    return;
  g_autofree char *name = search_name (search, path);
  add_notice (self, g_strdup_printf ("%s %s and is ignored.", name,
                                     file->instead ? file->instead : packed));
}

static gboolean
is_broken_link (FileSearch *self, const char *path)
{
  g_autofree char *target = search_is_regular (self, path) ? NULL : search_read_link (self, path);

  return target != NULL;
}

/* Adds the files other than the profile. JSON files and debug.cbor may be in the folder above. In a
 * copied report debug.cbor is often a broken link, as its target is an absolute path. */
static void
add_other_files (PoplensFiles *self, FileSearch *search, const char *directory)
{
  g_autofree char *parent = g_path_get_dirname (directory);
  g_autofree char *archive = g_build_filename (directory, "archive.a", NULL);

  set_file (self, search, POPLENS_FILE_ARCHIVE, archive);
  note_instead (self, search, POPLENS_FILE_ARCHIVE, archive);
  for (guint f = POPLENS_FILE_DEBUG; f < POPLENS_N_FILES; f++) {
    g_autofree char *here = g_build_filename (directory, known[f].name, NULL);
    g_autofree char *above = g_build_filename (parent, known[f].name, NULL);
    set_file (self, search, f, here);
    /* If the folder above is a report itself, its JSON files do not belong to this one. */
    if (!self->files[f].path && search_is_regular (search, above) &&
        (f == POPLENS_FILE_DEBUG || !search_holds_report (search, parent)))
      set_file (self, search, f, above);
    else
      note_instead (self, search, f, here);
    if (self->files[f].path && is_broken_link (search, here))
      add_notice (self,
                  g_strdup_printf (
                      "%s is a link to a missing file; the file in the parent directory is used.",
                      known[f].name));
  }
}

static void
note_unfinished (PoplensFiles *self, const char *profile, guint n)
{
  g_autofree char *name = g_path_get_basename (profile);

  self->unfinished = g_strdup_printf ("Incomplete profile: the run is unfinished or was killed. "
                                      "Showing the temporary file %s%s.",
                                      name, n > 1 ? " (the newest of several)" : "");
  add_notice (self, g_strdup (self->unfinished));
}

static gboolean
fail_unsupported (const FileSearch *self, const char *directory, const char *name, GError **error)
{
  g_autofree char *shown = search_name (self, directory);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "%s is a report in an old format (%s), unsupported since SDK 2.0; record it again "
               "with a newer SDK",
               shown, name);
  return FALSE;
}

/* FALSE with @error if @directory holds a report of an old SDK, or debug.cbor without a report. */
static gboolean
check_old_or_debug (FileSearch *self, const char *directory, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (old_names); i++) {
    g_autofree char *path = g_build_filename (directory, old_names[i], NULL);
    if (search_is_regular (self, path))
      return fail_unsupported (self, directory, old_names[i], error);
  }
  g_autofree char *shown = search_name (self, directory);
  g_autofree char *debug = g_build_filename (directory, known[POPLENS_FILE_DEBUG].name, NULL);
  if (!search_is_regular (self, debug))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
               "No report found: %s has debug.cbor but neither profile.pop nor archive.a; record "
               "them with the engine options autoReport.outputGraphProfile=true and "
               "autoReport.outputArchive=true",
               shown);
  return FALSE;
}

/* Sets the error for a directory without a report, and returns FALSE. The error says what was found
 * instead, such as a report of an old SDK or a compressed file. */
static gboolean
fail_not_found (FileSearch *self, const char *directory, GError **error)
{
  for (PoplensFileKind f = POPLENS_FILE_PROFILE; f <= POPLENS_FILE_ARCHIVE; f++) {
    g_autofree char *path = g_build_filename (directory, known[f].name, NULL);
    g_autofree char *what = search_describe_no_file (self, path);
    if (!what)
      continue;
    g_autofree char *name = search_name (self, path);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s %s; put the %s of the report there", name, what,
                 f == POPLENS_FILE_PROFILE ? "profile" : "archive");
    return FALSE;
  }
  if (!check_old_or_debug (self, directory, error))
    return FALSE;
  g_autofree char *shown = search_name (self, directory);
  g_autofree char *packed = search_find_packed (self, directory);
  g_autofree char *name = packed ? g_path_get_basename (packed) : NULL;
  if (packed)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found in %s, but %s is compressed; unpack it first", shown, name);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found in %s or the folders in it. Expected " LOOKED_FOR, shown);
  return FALSE;
}

static void
add_found_report (FileSearch *self, GPtrArray *candidates, const char *path, const char *name)
{
  PoplensReportCandidate *candidate = g_new0 (PoplensReportCandidate, 1);
  guint n;
  g_autofree char *profile =
      search_is_directory (self, path) ? search_find_profile (self, path, &n) : g_strdup (path);
  PoplensFileInfo info;

  candidate->path = search_name (self, path);
  candidate->place = g_strdup (path);
  candidate->name = g_filename_display_name (name);
  candidate->mtime = !search_look (self, profile ? profile : path, &info) ? info.seconds : 0;
  g_ptr_array_add (candidates, candidate);
}

static GPtrArray *
list_subfolders (FileSearch *self, const char *directory, int *code)
{
  gboolean is_near = poplens_storage_is_near (self->storage);
  g_autoptr (GPtrArray) names =
      search_list (self, directory, is_near ? MOST_ENTRIES : MOST_FAR_ENTRIES, code);
  GPtrArray *folders = names ? g_ptr_array_new_with_free_func (g_free) : NULL;

  for (guint i = 0; names && i < names->len; i++) {
    g_autofree char *path = g_build_filename (directory, g_ptr_array_index (names, i), NULL);
    if (search_is_directory (self, path))
      g_ptr_array_add (folders, g_steal_pointer (&path));
  }
  return folders;
}

static GPtrArray *
children_with_reports (FileSearch *self, const char *directory, GError **error)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func (poplens_candidate_free);
  int code;
  g_autoptr (GPtrArray) folders = list_subfolders (self, directory, &code);

  if (!folders) {
    g_autofree char *shown = search_name (self, directory);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot read %s: %s", shown,
                 g_strerror (code));
    return NULL;
  }
  announce_files (self, (const char *const *) folders->pdata, folders->len, FALSE);
  for (guint i = 0; i < folders->len && !self->lost; i++) {
    const char *path = g_ptr_array_index (folders, i);
    g_autofree char *name = g_path_get_basename (path);
    if (search_holds_report (self, path))
      add_found_report (self, candidates, path, name);
  }
  poplens_candidates_sort (candidates);
  return g_steal_pointer (&candidates);
}

static GPtrArray *
discover_reports (FileSearch *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GPtrArray) candidates = NULL;

  if (!search_check_exists (self, path, error))
    return NULL;
  if (!search_is_directory (self, path) || search_holds_report (self, path)) {
    candidates = g_ptr_array_new_with_free_func (poplens_candidate_free);
    add_found_report (self, candidates, path, name);
    return g_steal_pointer (&candidates);
  }
  candidates = children_with_reports (self, path, error);
  if (candidates && !candidates->len) {
    fail_not_found (self, path, error);
    return NULL;
  }
  return g_steal_pointer (&candidates);
}

GPtrArray *
poplens_report_discover (const char *path, GError **error)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *place = NULL;

  if (!poplens_report_place (path, &storage, &place, error))
    return NULL;
  FileSearch search = {.storage = storage};
  g_autoptr (GPtrArray) candidates = discover_reports (&search, place, error);
  return search_end (&search, place, error) ? g_steal_pointer (&candidates) : NULL;
}

static void
note_archive_alone (PoplensFiles *self, FileSearch *search, const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "profile.pop", NULL);
  g_autofree char *name = search_name (search, path);
  char *what = self->files[POPLENS_FILE_PROFILE].instead = search_describe_no_file (search, path);
  g_autofree char *packed = what ? NULL : search_describe_packed (search, path);

  if (packed)
    add_notice (
        self, g_strdup_printf ("%s %s. Target and memory come from archive.a only.", name, packed));
  else if (what)
    add_notice (self, g_strdup_printf ("%s %s. Target and memory come from archive.a only; put the "
                                       "profile of the report there.",
                                       name, what));
  else
    add_notice (self,
                g_strdup ("No profile.pop: target and memory come from archive.a only. Record the "
                          "profile with the engine option autoReport.outputGraphProfile=true."));
}

static PoplensFiles *
find_in_directory (FileSearch *search, const char *directory)
{
  g_autoptr (PoplensFiles) self = files_new (search, directory, directory);
  guint n_unfinished;
  g_autofree char *profile = search_find_profile (search, directory, &n_unfinished);

  if (profile) {
    set_file (self, search, POPLENS_FILE_PROFILE, profile);
    if (n_unfinished)
      note_unfinished (self, profile, n_unfinished);
  } else {
    note_archive_alone (self, search, directory);
  }
  add_other_files (self, search, directory);
  return g_steal_pointer (&self);
}

/* Opens the only report in the subfolders of @path. Fails with SEVERAL if there is more than one.
 */
static PoplensFiles *
find_in_parent (FileSearch *self, const char *path, GError **error)
{
  g_autoptr (GPtrArray) candidates = discover_reports (self, path, error);

  if (!candidates)
    return NULL;
  PoplensReportCandidate *first = g_ptr_array_index (candidates, 0);
  if (candidates->len == 1)
    return find_in_directory (self, first->place);
  g_autofree char *names = poplens_candidates_list (candidates);
  g_autofree char *shown = search_name (self, path);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_SEVERAL,
               "%s contains %u reports; open one of %s", shown, candidates->len, names);
  return NULL;
}

static gboolean
is_known_name (const char *name)
{
  for (guint f = 0; f < POPLENS_N_FILES; f++)
    if (!strcmp (name, known[f].name))
      return TRUE;
  return search_is_unfinished_name (name);
}

static gboolean
fail_no_file (FileSearch *self, const char *path, GError **error)
{
  g_autofree char *what = search_describe_no_file (self, path);
  g_autofree char *shown = search_name (self, path);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
               "No report found: %s %s; open a directory with profile.pop, or one of its files",
               shown, what ? what : "is not a file");
  return FALSE;
}

/* FALSE with @error if @path is not a regular file, or a file of an old SDK. */
static gboolean
check_file (FileSearch *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *directory = g_path_get_dirname (path);

  if (!search_is_regular (self, path))
    return fail_no_file (self, path, error);
  for (guint i = 0; i < G_N_ELEMENTS (old_names); i++)
    if (!strcmp (name, old_names[i]))
      return fail_unsupported (self, directory, name, error);
  return TRUE;
}

/* Checks by content that @path is a profile. FALSE with NOT_A_REPORT, LINK or CANCELLED. */
static gboolean
check_is_profile (FileSearch *self, const char *path, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_storage_get_file (self->storage, path);
  g_autoptr (GError) wrong = NULL;

  guint8 head[8];
  gssize n;

  if (poplens_profile_probe (file, &wrong))
    return TRUE;
  n = wrong
          ? 0
          : poplens_file_read_at (file, head, sizeof head, 0, g_cancellable_get_current (), &wrong);
  const char *packed = n > 0 ? poplens_packed_by_bytes (head, (gsize) n) : NULL;
  if (wrong)
    g_propagate_error (error, g_steal_pointer (&wrong));
  else if (packed)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s is compressed (%s); unpack it first",
                 poplens_file_get_name (file), packed);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s is not a Poplar profile; open a directory with profile.pop, "
                 "or one of its files",
                 poplens_file_get_name (file));
  return FALSE;
}

/* Finds the report that the file @path belongs to. @path has the name of a report's file, or its
 * content is a profile. */
static PoplensFiles *
find_by_file (FileSearch *search, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *directory = g_path_get_dirname (path);
  gboolean is_profile_name = !strcmp (name, "profile.pop") || search_is_unfinished_name (name);

  if (!check_file (search, path, error))
    return NULL;
  /* Open the directory, not this file, so that the report stays open if the file is deleted. */
  if (is_known_name (name) && !is_profile_name)
    return search_holds_report (search, directory) ? find_in_directory (search, directory)
                                                   : find_in_parent (search, directory, error);
  if (!is_profile_name && !check_is_profile (search, path, error))
    return NULL;
  /* Open exactly this profile, even if there are others beside it. */
  g_autoptr (PoplensFiles) self = files_new (search, path, directory);
  set_file (self, search, POPLENS_FILE_PROFILE, path);
  if (search_is_unfinished_name (name))
    note_unfinished (self, path, 1);
  else if (!is_profile_name)
    add_notice (self, g_strdup_printf ("%s opened by content: its name is not profile.pop", name));
  add_other_files (self, search, directory);
  return g_steal_pointer (&self);
}

static PoplensFiles *
find_at_path (FileSearch *self, const char *path, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (path);

  /* @path may be a file or a folder. Announce the requests for both cases, so that one round trip
   * answers them all. */
  announce_files (self, (const char *const[]){parent, path}, 2, TRUE);
  if (!search_check_exists (self, path, error))
    return NULL;
  if (!search_is_directory (self, path))
    return find_by_file (self, path, error);
  return search_holds_report (self, path) ? find_in_directory (self, path)
                                          : find_in_parent (self, path, error);
}

PoplensFiles *
poplens_files_find (PoplensStorage *storage, const char *place, GError **error)
{
  FileSearch search = {.storage = storage};
  poplens_storage_refresh (storage);
  g_autoptr (PoplensFiles) self = find_at_path (&search, place, error);

  return search_end (&search, place, error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
is_of_debug (gconstpointer notice, gconstpointer path)
{
  return strstr (notice, path) != NULL;
}

/* Replaces the debug.cbor that was found, and the notices about it, by @debug. @info: (nullable):
 * NULL if @debug does not exist. */
static void
choose_debug (PoplensFiles *self, PoplensFile *debug, const PoplensFileInfo *info)
{
  PoplensReportFile *file = &self->files[POPLENS_FILE_DEBUG];
  guint said;

  while (g_ptr_array_find_with_equal_func (self->notices, known[POPLENS_FILE_DEBUG].name,
                                           is_of_debug, &said))
    g_ptr_array_remove_index (self->notices, said);
  g_clear_pointer (&file->path, g_free);
  g_clear_object (&file->file);
  g_clear_pointer (&file->instead, g_free);
  g_set_object (&self->chosen_debug, debug);
  if (info)
    set_found_file (self, POPLENS_FILE_DEBUG, debug, info);
}

/* Gets the present state of the debug.cbor that the user chose. FALSE with LINK or CANCELLED. */
static gboolean
stat_chosen_debug (PoplensFile *debug, gboolean *is_file, PoplensFileInfo *info, GError **error)
{
  int code = poplens_file_stat (debug, info);

  *is_file = !code && S_ISREG (info->mode);
  if (!poplens_storage_is_lost (code))
    return TRUE;
  poplens_storage_set_error (poplens_file_get_storage (debug), poplens_file_get_path (debug), code,
                             error);
  return FALSE;
}

PoplensFiles *
poplens_files_find_with_debug (PoplensStorage *storage, const char *place, PoplensFile *debug,
                               GError **error)
{
  g_autoptr (PoplensFiles) self = poplens_files_find (storage, place, error);
  PoplensFileInfo info;
  gboolean is_file;

  if (!self || !debug)
    return g_steal_pointer (&self);
  if (!stat_chosen_debug (debug, &is_file, &info, error))
    return NULL;
  if (!is_file) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                 "%s is not a file; use the debug.cbor that the program wrote",
                 poplens_file_get_name (debug));
    return NULL;
  }
  choose_debug (self, debug, &info);
  return g_steal_pointer (&self);
}

PoplensFiles *
poplens_files_find_again (const PoplensFiles *self, GError **error)
{
  g_autoptr (PoplensFiles) now = poplens_files_find (self->storage, self->place, error);
  PoplensFileInfo info;
  gboolean is_file;

  if (!now || !self->chosen_debug)
    return g_steal_pointer (&now);
  if (!stat_chosen_debug (self->chosen_debug, &is_file, &info, error))
    return NULL;
  choose_debug (now, self->chosen_debug, is_file ? &info : NULL);
  return g_steal_pointer (&now);
}
