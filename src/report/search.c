/* Searches folders for reports, examines single files, and records whether another computer failed
 * to answer. */
#include "report/search.h"

#include "base/error.h"
#include "base/packed.h"
#include "report/place.h"
#include "report/report.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- folders below --------------------------------------------------------------------------- */

/* Maximum depth of subfolders that are searched. */
#define DEEPEST 8
#define TOO_DEEP "more than 8 levels down"
#define MOST_ENTRIES 100000
#define TOO_MANY "entries beyond the first 100,000"

typedef struct {
  FileSearch search;
  const char *root;
  GCancellable *cancellable;
  GPtrArray *candidates;
  GPtrArray *links;      /* char *: folders that are links; checked last */
  GPtrArray *unsearched; /* PoplensUnsearched */
} FolderWalk;

/* Returns the path below the root: "nightly/run-7"; "." for the root. */
static const char *
name_below (const FolderWalk *self, const char *path)
{
  gsize n = strlen (self->root);

  if (!path[n])
    return ".";
  return path + n + (self->root[n - 1] != '/');
}

static PoplensReportCandidate *
walk_add_report (FolderWalk *self, const char *path)
{
  PoplensReportCandidate *candidate = g_new0 (PoplensReportCandidate, 1);

  candidate->path = search_name (&self->search, path);
  candidate->place = g_strdup (path);
  candidate->name = g_filename_display_name (name_below (self, path));
  g_ptr_array_add (self->candidates, candidate);
  return candidate;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
is_link (FolderWalk *self, const char *path)
{
  g_autofree char *target = search_read_link (&self->search, path);

  return target != NULL;
}

static void
add_unsearched (FolderWalk *self, const char *path, const char *why)
{
  PoplensUnsearched *unsearched = g_new (PoplensUnsearched, 1);

  unsearched->name = g_filename_display_name (name_below (self, path));
  unsearched->why = why;
  g_ptr_array_add (self->unsearched, unsearched);
}

/* Announces requests about the folder's entries to another computer: the kind of each entry, and
 * whether it contains profile.pop or archive.a. */
static void
expect_entries (FolderWalk *self, const char *folder, const GPtrArray *names)
{
  static const char *const asked[] = {"", "profile.pop", "archive.a"};
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (poplens_storage_is_near (self->search.storage))
    return;
  for (guint i = 0; i < names->len; i++)
    for (guint a = 0; a < G_N_ELEMENTS (asked); a++) {
      const char *name = g_ptr_array_index (names, i);
      g_ptr_array_add (paths, *asked[a] ? g_build_filename (folder, name, asked[a], NULL)
                                        : g_build_filename (folder, name, NULL));
    }
  poplens_storage_expect (self->search.storage, (const char *const *) paths->pdata, paths->len);
}

/* TRUE for "profile.pop", "profile.pop.gz". */
static gboolean
is_profile_name (gconstpointer name, gconstpointer unused)
{
  return g_str_has_prefix (name, "profile.pop") &&
         (strlen (name) == strlen ("profile.pop") || poplens_packed_by_name (name));
}

/* Lists the subfolders of @folder to search, and adds links to .links. NULL with @code if it cannot
 * be read. @has_profile: (out): @folder contains something with the name of a profile. */
static GPtrArray *
walk_list_folders (FolderWalk *self, const char *folder, gboolean *has_profile, int *code)
{
  g_autoptr (GPtrArray) names = search_list (&self->search, folder, MOST_ENTRIES, code);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  *has_profile = names && g_ptr_array_find_with_equal_func (names, NULL, is_profile_name, NULL);
  if (!names)
    return NULL;
  if (names->len == MOST_ENTRIES)
    add_unsearched (self, folder, TOO_MANY);
  g_ptr_array_sort (names, compare_strings);
  for (guint i = names->len; i--;)
    if (*(const char *) g_ptr_array_index (names, i) == '.')
      g_ptr_array_remove_index (names, i);
  expect_entries (self, folder, names);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
    if (!search_is_directory (&self->search, path))
      continue;
    GPtrArray *list = is_link (self, path) ? self->links : folders;
    g_ptr_array_add (list, g_steal_pointer (&path));
  }
  return g_steal_pointer (&folders);
}

static gboolean
walk_continues (const FolderWalk *self)
{
  return !self->search.lost && !g_cancellable_is_cancelled (self->cancellable);
}

/* Adds a folder as an unreadable report if its profile.pop is compressed, or not a regular file. */
static void
add_no_file (FolderWalk *self, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "profile.pop", NULL);
  g_autofree char *what = search_describe_no_file (&self->search, path);
  g_autofree char *packed = what ? NULL : search_describe_packed (&self->search, path);

  if (!what && !packed)
    return;
  PoplensReportCandidate *candidate = walk_add_report (self, folder);
  candidate->unreadable = TRUE;
  candidate->instead = g_strconcat ("profile.pop ", what ? what : packed, NULL);
}

/* Searches @folder and its subfolders. Also lists @folder if it cannot be read: opening it gives
 * the reason. */
static void
walk_folder (FolderWalk *self, const char *folder, guint level)
{
  gboolean is_report = search_holds_report (&self->search, folder), has_profile;
  int code;

  if (is_report)
    walk_add_report (self, folder);
  if (!walk_continues (self))
    return;
  g_autoptr (GPtrArray) folders = walk_list_folders (self, folder, &has_profile, &code);
  if (!folders && !is_report && level)
    walk_add_report (self, folder)->unreadable = TRUE;
  if (has_profile && !is_report)
    add_no_file (self, folder);
  for (guint i = 0; folders && i < folders->len && walk_continues (self); i++)
    if (level == DEEPEST)
      add_unsearched (self, g_ptr_array_index (folders, i), TOO_DEEP);
    else
      walk_folder (self, g_ptr_array_index (folders, i), level + 1);
}

/* Adds links ("latest") that lead to reports outside the searched folders. Does not search other
 * linked folders: links can form a circle. */
static void
walk_add_links (FolderWalk *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; self->links->len && i < self->candidates->len && walk_continues (self); i++) {
    const PoplensReportCandidate *candidate = g_ptr_array_index (self->candidates, i);
    char *real = poplens_storage_real_path (self->search.storage, candidate->place);
    if (real)
      g_hash_table_add (known, real);
  }
  for (guint i = 0; i < self->links->len && walk_continues (self); i++) {
    const char *path = g_ptr_array_index (self->links, i);
    if (!search_holds_report (&self->search, path))
      continue;
    char *real = poplens_storage_real_path (self->search.storage, path);
    if (real && g_hash_table_add (known, real))
      walk_add_report (self, path);
  }
}

static int
compare_found_names (gconstpointer a, gconstpointer b)
{
  const PoplensReportCandidate *x = *(PoplensReportCandidate *const *) a;
  const PoplensReportCandidate *y = *(PoplensReportCandidate *const *) b;

  return strcmp (x->name, y->name);
}

static gboolean
walk_check_root (FolderWalk *self, GError **error)
{
  g_autofree char *shown = search_name (&self->search, self->root);

  if (!search_check_exists (&self->search, self->root, error))
    return FALSE;
  if (search_is_directory (&self->search, self->root))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
               "%s is not a folder; name the folder that holds the reports", shown);
  return FALSE;
}

/* Sets the error if no report was found. The error names a folder that was not searched, or says
 * what is at @path instead. */
static void
fail_none (const FolderWalk *self, const char *path, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GPtrArray) hidden = poplens_report_discover (path, &wrong);
  g_autofree char *shown = search_name (&self->search, self->root);

  const PoplensUnsearched *first =
      self->unsearched->len ? g_ptr_array_index (self->unsearched, 0) : NULL;

  if (first)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found in %s or the folders in it; %s was not searched (%s)", shown,
                 first->name, first->why);
  else if (wrong)
    g_propagate_error (error, g_steal_pointer (&wrong));
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "No report found in %s or the folders in it, except in hidden folders, which are "
                 "not searched",
                 shown);
}

GPtrArray *
poplens_report_discover_below (const char *path, PoplensStorage **storage, GPtrArray **unsearched,
                               GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensStorage) where = NULL;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func (poplens_candidate_free);
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) deeper = g_ptr_array_new_with_free_func (poplens_unsearched_free);
  g_autofree char *root = NULL;

  if (!poplens_report_place (path, &where, &root, error))
    return NULL;
  FolderWalk self = {.search = {.storage = where},
                     .root = root,
                     .cancellable = cancellable,
                     .candidates = candidates,
                     .links = links,
                     .unsearched = deeper};
  poplens_storage_refresh (where);
  if (!walk_check_root (&self, error))
    return NULL;
  walk_folder (&self, root, 0);
  walk_add_links (&self);
  if (!search_end (&self.search, root, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!candidates->len) {
    fail_none (&self, path, error);
    return NULL;
  }
  g_ptr_array_sort (candidates, compare_found_names);
  *storage = g_steal_pointer (&where);
  if (unsearched)
    *unsearched = g_steal_pointer (&deeper);
  return g_steal_pointer (&candidates);
}

/* ---- a single path --------------------------------------------------------------------------- */

/* Maximum number of names in a folder that search_find_packed () examines. */
#define MOST_NAMES 20000

int
search_look (FileSearch *self, const char *path, PoplensFileInfo *info)
{
  int code = poplens_storage_stat (self->storage, path, info);

  if (poplens_storage_is_lost (code))
    self->lost = code;
  return code;
}

gboolean
search_is_regular (FileSearch *self, const char *path)
{
  PoplensFileInfo info;

  return !search_look (self, path, &info) && S_ISREG (info.mode);
}

gboolean
search_is_directory (FileSearch *self, const char *path)
{
  PoplensFileInfo info;

  return !search_look (self, path, &info) && S_ISDIR (info.mode);
}

GPtrArray *
search_list (FileSearch *self, const char *directory, guint most, int *code)
{
  GPtrArray *names = poplens_storage_list (self->storage, directory, most, code);

  if (poplens_storage_is_lost (*code))
    self->lost = *code;
  return names;
}

char *
search_name (const FileSearch *self, const char *path)
{
  return poplens_storage_get_name (self->storage, path);
}

gboolean
search_end (const FileSearch *self, const char *path, GError **error)
{
  if (!self->lost)
    return TRUE;
  g_clear_error (error);
  poplens_storage_set_error (self->storage, path, self->lost, error);
  return FALSE;
}

char *
search_read_link (FileSearch *self, const char *path)
{
  char *target = poplens_storage_read_link (self->storage, path);
  PoplensFileInfo info;

  /* A lost connection looks like an absent link to read_link (). search_look () detects and records
   * it. */
  if (!target && !poplens_storage_is_near (self->storage))
    search_look (self, path, &info);
  return target;
}

/* Returns NULL on another computer: checking each file name extension would cost a request. */
char *
search_describe_packed (FileSearch *self, const char *path)
{
  for (guint i = 0; poplens_storage_is_near (self->storage) && poplens_packed_endings[i]; i++) {
    g_autofree char *packed = g_strconcat (path, poplens_packed_endings[i], NULL);
    g_autofree char *name = g_path_get_basename (packed);
    if (search_is_regular (self, packed))
      return g_strdup_printf ("is there only as %s (unpack it first)", name);
  }
  return NULL;
}

char *
search_find_packed (FileSearch *self, const char *directory)
{
  int code;
  g_autoptr (GPtrArray) names = search_list (self, directory, MOST_NAMES, &code);
  const char *found = NULL;

  for (guint i = 0; names && i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    if (poplens_packed_by_name (name) && (!found || strcmp (name, found) > 0))
      found = name;
  }
  return found ? g_build_filename (directory, found, NULL) : NULL;
}

char *
search_describe_no_file (FileSearch *self, const char *path)
{
  PoplensFileInfo info;
  int code = search_look (self, path, &info);

  if (!code)
    return S_ISREG (info.mode)    ? NULL
           : S_ISDIR (info.mode)  ? g_strdup ("is a directory, not a file")
           : S_ISFIFO (info.mode) ? g_strdup ("is a pipe, not a file")
           : S_ISSOCK (info.mode) ? g_strdup ("is a socket, not a file")
                                  : g_strdup ("is a device, not a file");
  g_autofree char *target = search_read_link (self, path);
  if (!target)
    return NULL;
  return code == ENOENT ? g_strdup_printf ("is a link to %s, which does not exist", target)
                        : g_strdup_printf ("is a link to %s: %s", target, g_strerror (code));
}

gboolean
search_check_exists (FileSearch *self, const char *path, GError **error)
{
  PoplensFileInfo info;
  int code = search_look (self, path, &info);

  if (!code)
    return TRUE;
  g_autofree char *what = search_describe_no_file (self, path);
  g_autofree char *packed = what ? NULL : search_describe_packed (self, path);
  g_autofree char *shown = search_name (self, path);
  if (what || packed)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open %s: it %s", shown,
                 what ? what : packed);
  else
    poplens_storage_set_error (self->storage, path, code, error);
  return FALSE;
}

gboolean
search_is_unfinished_name (const char *name)
{
  gsize n = strlen (name);

  return n > strlen ("profile_.pop") && g_str_has_prefix (name, "profile_") &&
         g_str_has_suffix (name, ".pop");
}

static char *
newest_unfinished (FileSearch *self, const char *directory, guint *n_found)
{
  int code;
  g_autoptr (GPtrArray) names = search_list (self, directory, G_MAXUINT, &code);
  char *newest = NULL;
  PoplensFileInfo best = {0};

  *n_found = 0;
  for (guint i = 0; names && i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    PoplensFileInfo info;
    if (!search_is_unfinished_name (name))
      continue;
    g_autofree char *path = g_build_filename (directory, name, NULL);
    if (search_look (self, path, &info) || !S_ISREG (info.mode))
      continue;
    gboolean newer = info.seconds > best.seconds ||
                     (info.seconds == best.seconds && info.nanoseconds > best.nanoseconds);
    if (!newest || newer) {
      g_free (newest);
      newest = g_steal_pointer (&path);
      best = info;
    }
    (*n_found)++;
  }
  return newest;
}

char *
search_find_profile (FileSearch *self, const char *directory, guint *n_unfinished)
{
  g_autofree char *finished = g_build_filename (directory, "profile.pop", NULL);

  *n_unfinished = 0;
  if (search_is_regular (self, finished))
    return g_steal_pointer (&finished);
  return newest_unfinished (self, directory, n_unfinished);
}

gboolean
search_holds_report (FileSearch *self, const char *directory)
{
  g_autofree char *finished = g_build_filename (directory, "profile.pop", NULL);
  g_autofree char *archive = g_build_filename (directory, "archive.a", NULL);
  g_autofree char *profile = NULL;
  guint n;

  /* Try known names before listing the directory. */
  if (search_is_regular (self, finished) || search_is_regular (self, archive))
    return TRUE;
  profile = newest_unfinished (self, directory, &n);
  return profile != NULL;
}
