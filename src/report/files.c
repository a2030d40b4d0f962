#include "report/files.h"

#include "base/error.h"
#include "profile/profile.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define LOOKED_FOR "profile.pop, profile_XXXXXXXX.pop (of an unfinished run) and archive.a"
/* A parent directory is searched one level deep, and not beyond this many entries. */
#define MOST_ENTRIES 20000

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

/* Reports of SDKs before 2.0. */
static const char *const old_names[] = {"graph.json",     "graph.cbor",        "execution.json",
                                        "execution.cbor", "profile_info.json", "vars.capnp"};

static void
candidate_free (gpointer data)
{
  PoplensReportCandidate *candidate = data;

  g_free (candidate->path);
  g_free (candidate->name);
  g_free (candidate);
}

void
poplens_files_free (PoplensFiles *self)
{
  if (!self)
    return;
  g_free (self->path);
  g_free (self->directory);
  g_free (self->chosen_debug);
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    g_free (self->files[f].path);
    g_free (self->files[f].instead);
  }
  g_ptr_array_unref (self->notices);
  g_free (self);
}

static PoplensFiles *
files_new (const char *path, const char *directory)
{
  PoplensFiles *self = g_new0 (PoplensFiles, 1);

  self->path = g_strdup (path);
  self->directory = g_strdup (directory);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  for (guint f = 0; f < POPLENS_N_FILES; f++)
    self->files[f] = (PoplensReportFile){
        .kind = f, .name = known[f].name, .what = known[f].what, .how = known[f].how};
  return self;
}

static gboolean
is_regular (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* What stands under the name of a file without being one: "is a link to x, which is not there".
 * NULL where there is a file, or nothing. (transfer full) */
static char *
describe_no_file (const char *path)
{
  struct stat info;

  if (stat (path, &info) == 0)
    return S_ISREG (info.st_mode)    ? NULL
           : S_ISDIR (info.st_mode)  ? g_strdup ("is a directory, not a file")
           : S_ISFIFO (info.st_mode) ? g_strdup ("is a pipe, not a file")
           : S_ISSOCK (info.st_mode) ? g_strdup ("is a socket, not a file")
                                     : g_strdup ("is a device, not a file");
  int code = errno;
  g_autofree char *target = g_file_read_link (path, NULL);
  if (!target)
    return NULL;
  return code == ENOENT ? g_strdup_printf ("is a link to %s, which does not exist", target)
                        : g_strdup_printf ("is a link to %s: %s", target, g_strerror (code));
}

static void
set_file (PoplensFiles *self, PoplensFileKind kind, const char *path)
{
  PoplensReportFile *file = &self->files[kind];
  struct stat info;

  if (file->path || stat (path, &info) < 0 || !S_ISREG (info.st_mode))
    return;
  file->path = g_strdup (path);
  file->size = info.st_size;
  file->mtime = info.st_mtim.tv_sec;
}

/* "profile_me5mjvuv.pop": what Poplar writes while the engine lives. */
static gboolean
is_unfinished_name (const char *name)
{
  gsize n = strlen (name);

  return n > strlen ("profile_.pop") && g_str_has_prefix (name, "profile_") &&
         g_str_has_suffix (name, ".pop");
}

static char *
newest_unfinished (const char *directory, guint *n_found)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  char *newest = NULL;
  struct timespec best = {0};
  const char *name;

  *n_found = 0;
  while (dir && (name = g_dir_read_name (dir))) {
    struct stat info;
    if (!is_unfinished_name (name))
      continue;
    g_autofree char *path = g_build_filename (directory, name, NULL);
    if (stat (path, &info) < 0 || !S_ISREG (info.st_mode))
      continue;
    gboolean newer = info.st_mtim.tv_sec > best.tv_sec ||
                     (info.st_mtim.tv_sec == best.tv_sec && info.st_mtim.tv_nsec > best.tv_nsec);
    if (!newest || newer) {
      g_free (newest);
      newest = g_steal_pointer (&path);
      best = info.st_mtim;
    }
    (*n_found)++;
  }
  return newest;
}

/* The profile of a directory: a finished one wins over unfinished ones. */
static char *
find_profile (const char *directory, guint *n_unfinished)
{
  g_autofree char *finished = g_build_filename (directory, "profile.pop", NULL);

  *n_unfinished = 0;
  if (is_regular (finished))
    return g_steal_pointer (&finished);
  return newest_unfinished (directory, n_unfinished);
}

static gboolean
holds_report (const char *directory)
{
  guint n;
  g_autofree char *profile = find_profile (directory, &n);
  g_autofree char *archive = g_build_filename (directory, "archive.a", NULL);

  return profile || is_regular (archive);
}

static void
note (PoplensFiles *self, char *text)
{
  g_ptr_array_add (self->notices, text);
}

/* Where there is no file of that kind but something else by its name, that is told. */
static void
note_instead (PoplensFiles *self, PoplensFileKind kind, const char *path)
{
  PoplensReportFile *file = &self->files[kind];

  if (file->path || file->instead)
    return;
  file->instead = describe_no_file (path);
  if (file->instead)
    note (self, g_strdup_printf ("%s %s and is ignored.", path, file->instead));
}

/* debug.cbor is often a link by absolute path to one above, which dangles in a copied report; the
 * JSON files lie here or above. */
static void
add_companions (PoplensFiles *self)
{
  g_autofree char *parent = g_path_get_dirname (self->directory);
  g_autofree char *archive = g_build_filename (self->directory, "archive.a", NULL);

  set_file (self, POPLENS_FILE_ARCHIVE, archive);
  note_instead (self, POPLENS_FILE_ARCHIVE, archive);
  for (guint f = POPLENS_FILE_DEBUG; f < POPLENS_N_FILES; f++) {
    g_autofree char *here = g_build_filename (self->directory, known[f].name, NULL);
    g_autofree char *above = g_build_filename (parent, known[f].name, NULL);
    set_file (self, f, here);
    /* A parent that is a report itself keeps its files. */
    if (!self->files[f].path && is_regular (above) &&
        (f == POPLENS_FILE_DEBUG || !holds_report (parent)))
      set_file (self, f, above);
    else
      note_instead (self, f, here);
    if (self->files[f].path && !is_regular (here) && g_file_test (here, G_FILE_TEST_IS_SYMLINK))
      note (self, g_strdup_printf (
                      "%s is a link to a missing file; the file in the parent directory is used.",
                      known[f].name));
  }
}

static void
note_unfinished (PoplensFiles *self, const char *profile, guint n)
{
  g_autofree char *name = g_path_get_basename (profile);

  self->unfinished = TRUE;
  note (self, g_strdup_printf ("Incomplete profile: the run is unfinished or was killed. Showing "
                               "the temporary file %s%s.",
                               name, n > 1 ? " (the newest of several)" : ""));
}

static gboolean
fail_unsupported (const char *directory, const char *name, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "%s is a report in an old format (%s), unsupported since SDK 2.0; record it again "
               "with a newer SDK",
               directory, name);
  return FALSE;
}

/* No report in @directory: is it one of an old SDK, something else by the name, or nothing? */
static gboolean
fail_not_found (const char *directory, GError **error)
{
  for (PoplensFileKind f = POPLENS_FILE_PROFILE; f <= POPLENS_FILE_ARCHIVE; f++) {
    g_autofree char *path = g_build_filename (directory, known[f].name, NULL);
    g_autofree char *what = describe_no_file (path);
    if (!what)
      continue;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s %s; put the %s of the report there", path, what,
                 f == POPLENS_FILE_PROFILE ? "profile" : "archive");
    return FALSE;
  }
  for (guint i = 0; i < G_N_ELEMENTS (old_names); i++) {
    g_autofree char *path = g_build_filename (directory, old_names[i], NULL);
    if (is_regular (path))
      return fail_unsupported (directory, old_names[i], error);
  }
  g_autofree char *debug = g_build_filename (directory, known[POPLENS_FILE_DEBUG].name, NULL);
  if (is_regular (debug)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s has debug.cbor but neither profile.pop nor archive.a; record "
                 "them with the engine options autoReport.outputGraphProfile=true and "
                 "autoReport.outputArchive=true",
                 directory);
    return FALSE;
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
               "No report found in %s or its subdirectories. Expected " LOOKED_FOR, directory);
  return FALSE;
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const PoplensReportCandidate *x = *(PoplensReportCandidate *const *) a;
  const PoplensReportCandidate *y = *(PoplensReportCandidate *const *) b;

  if (x->mtime != y->mtime)
    return x->mtime > y->mtime ? -1 : 1;
  return strcmp (x->name, y->name);
}

static void
add_candidate (GPtrArray *candidates, const char *path, const char *name)
{
  PoplensReportCandidate *candidate = g_new0 (PoplensReportCandidate, 1);
  guint n;
  g_autofree char *profile =
      g_file_test (path, G_FILE_TEST_IS_DIR) ? find_profile (path, &n) : g_strdup (path);
  struct stat info;

  candidate->path = g_strdup (path);
  candidate->name = g_filename_display_name (name);
  candidate->mtime = stat (profile ? profile : path, &info) == 0 ? info.st_mtim.tv_sec : 0;
  g_ptr_array_add (candidates, candidate);
}

static GPtrArray *
children_with_reports (const char *directory, GError **error)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func (candidate_free);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GDir) dir = g_dir_open (directory, 0, &wrong);
  const char *name;

  if (!dir) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot read %s: %s", directory,
                 wrong->message);
    return NULL;
  }
  for (guint i = 0; i < MOST_ENTRIES && (name = g_dir_read_name (dir)); i++) {
    g_autofree char *path = g_build_filename (directory, name, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_DIR) && holds_report (path))
      add_candidate (candidates, path, name);
  }
  g_ptr_array_sort (candidates, compare_candidates);
  return g_steal_pointer (&candidates);
}

static gboolean
check_exists (const char *path, GError **error)
{
  GStatBuf info;

  if (g_stat (path, &info) == 0)
    return TRUE;
  int code = errno;
  g_autofree char *what = describe_no_file (path);
  if (what)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open %s: it %s", path,
                 what);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open %s: %s", path,
                 g_strerror (code));
  return FALSE;
}

GPtrArray *
poplens_report_discover (const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *name = g_path_get_basename (absolute);
  g_autoptr (GPtrArray) candidates = NULL;

  if (!check_exists (absolute, error))
    return NULL;
  if (!g_file_test (absolute, G_FILE_TEST_IS_DIR) || holds_report (absolute)) {
    candidates = g_ptr_array_new_with_free_func (candidate_free);
    add_candidate (candidates, absolute, name);
    return g_steal_pointer (&candidates);
  }
  candidates = children_with_reports (absolute, error);
  if (candidates && !candidates->len) {
    fail_not_found (absolute, error);
    return NULL;
  }
  return g_steal_pointer (&candidates);
}

static void
note_archive_alone (PoplensFiles *self)
{
  g_autofree char *name = g_build_filename (self->directory, "profile.pop", NULL);
  char *what = self->files[POPLENS_FILE_PROFILE].instead = describe_no_file (name);

  if (what)
    note (self, g_strdup_printf ("%s %s. Target and memory come from archive.a only; put the "
                                 "profile of the report there.",
                                 name, what));
  else
    note (self, g_strdup ("No profile.pop: target and memory come from archive.a only. Record the "
                          "profile with the engine option autoReport.outputGraphProfile=true."));
}

static PoplensFiles *
find_in_directory (const char *path, const char *directory, GError **error)
{
  g_autoptr (PoplensFiles) self = files_new (path, directory);
  guint n_unfinished;
  g_autofree char *profile = find_profile (directory, &n_unfinished);

  if (profile) {
    set_file (self, POPLENS_FILE_PROFILE, profile);
    if (n_unfinished)
      note_unfinished (self, profile, n_unfinished);
  } else {
    note_archive_alone (self);
  }
  add_companions (self);
  return g_steal_pointer (&self);
}

/* A parent of several reports: the only one is opened, of several one has to be chosen. */
static PoplensFiles *
find_in_parent (const char *path, GError **error)
{
  g_autoptr (GPtrArray) candidates = poplens_report_discover (path, error);
  g_autoptr (GString) names = g_string_new (NULL);

  if (!candidates)
    return NULL;
  PoplensReportCandidate *first = g_ptr_array_index (candidates, 0);
  if (candidates->len == 1)
    return find_in_directory (first->path, first->path, error);
  for (guint i = 0; i < candidates->len && i < 8; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "",
                            ((PoplensReportCandidate *) g_ptr_array_index (candidates, i))->name);
  if (candidates->len > 8)
    g_string_append_printf (names, " and %u more", candidates->len - 8);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_SEVERAL,
               "%s contains %u reports; open one of %s", path, candidates->len, names->str);
  return NULL;
}

static gboolean
is_known_name (const char *name)
{
  for (guint f = 0; f < POPLENS_N_FILES; f++)
    if (!strcmp (name, known[f].name))
      return TRUE;
  return is_unfinished_name (name);
}

/* A file: one of a report's, by its name, or a profile by its content. */
static PoplensFiles *
find_by_file (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *directory = g_path_get_dirname (path);
  gboolean is_profile_name = !strcmp (name, "profile.pop") || is_unfinished_name (name);

  if (!is_regular (path)) {
    g_autofree char *what = describe_no_file (path);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s %s; open a directory with profile.pop, or one of its files",
                 path, what ? what : "is not a file");
    return NULL;
  }
  for (guint i = 0; i < G_N_ELEMENTS (old_names); i++)
    if (!strcmp (name, old_names[i])) {
      fail_unsupported (directory, name, error);
      return NULL;
    }
  if (is_known_name (name) && !is_profile_name) {
    /* The report is what was opened: it stays when this one of its files goes. */
    if (holds_report (directory))
      return find_in_directory (directory, directory, error);
    return find_in_parent (directory, error);
  }
  if (!is_profile_name && !poplens_profile_probe (path)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found: %s is not a Poplar profile; open a directory with profile.pop, "
                 "or one of its files",
                 path);
    return NULL;
  }
  /* Exactly this file, whatever else lies beside it. */
  g_autoptr (PoplensFiles) self = files_new (path, directory);
  set_file (self, POPLENS_FILE_PROFILE, path);
  if (is_unfinished_name (name))
    note_unfinished (self, path, 1);
  else if (!is_profile_name)
    note (self, g_strdup_printf ("%s opened by content: its name is not profile.pop", name));
  add_companions (self);
  return g_steal_pointer (&self);
}

PoplensFiles *
poplens_files_find (const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  if (!check_exists (absolute, error))
    return NULL;
  if (!g_file_test (absolute, G_FILE_TEST_IS_DIR))
    return find_by_file (absolute, error);
  if (holds_report (absolute))
    return find_in_directory (absolute, absolute, error);
  return find_in_parent (absolute, error);
}

static gboolean
is_of_debug (gconstpointer notice, gconstpointer path)
{
  return strstr (notice, path) != NULL;
}

/* In place of the one that was found, and of what was said of it. */
static void
choose_debug (PoplensFiles *self, const char *debug)
{
  PoplensReportFile *file = &self->files[POPLENS_FILE_DEBUG];
  guint said;

  while (g_ptr_array_find_with_equal_func (self->notices, known[POPLENS_FILE_DEBUG].name,
                                           is_of_debug, &said))
    g_ptr_array_remove_index (self->notices, said);
  g_clear_pointer (&file->path, g_free);
  g_clear_pointer (&file->instead, g_free);
  self->chosen_debug = g_canonicalize_filename (debug, NULL);
  set_file (self, POPLENS_FILE_DEBUG, self->chosen_debug);
}

PoplensFiles *
poplens_files_find_with_debug (const char *path, const char *debug, GError **error)
{
  g_autoptr (PoplensFiles) self = poplens_files_find (path, error);

  if (!self || !debug)
    return g_steal_pointer (&self);
  if (!is_regular (debug)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                 "%s is not a file; use the debug.cbor that the program wrote", debug);
    return NULL;
  }
  choose_debug (self, debug);
  return g_steal_pointer (&self);
}

PoplensFiles *
poplens_files_find_again (const PoplensFiles *self, GError **error)
{
  PoplensFiles *now = poplens_files_find (self->path, error);

  if (now && self->chosen_debug)
    choose_debug (now, self->chosen_debug);
  return now;
}
