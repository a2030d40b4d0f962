/* Finds source files on this computer by pairs "PREFIX=FOLDER", reads them, and proposes pairs. */
#include "report/source-map.h"

#include "base/error.h"
#include "report/report-private.h"
#include "report/user-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_ENTRIES 100000 /* maximum number of entries that a search in a folder visits */
#define MOST_LEVELS 32

/* ---- pairs ----------------------------------------------------------------------------------- */

gboolean
poplens_source_pair_check (const char *pair, GError **error)
{
  const char *folder = strchr (pair, '=');

  if (folder && folder != pair && g_path_is_absolute (folder + 1))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid source map “%s”; use PREFIX=FOLDER with an absolute folder", pair);
  return FALSE;
}

/* Returns the pairs of path prefixes in the user's settings, which apply to all reports. (transfer
 * full) */
static GStrv
user_pairs (PoplensReport *report)
{
  g_autoptr (GError) wrong = NULL;
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "poplens", "settings.ini", NULL);
  g_autoptr (GKeyFile) file = poplens_user_file_read (path, &wrong);
  g_autofree char *text = file ? g_key_file_get_string (file, "sources", "folders", NULL) : NULL;

  poplens_report_note_error (report, wrong);
  return g_strsplit (text ? text : "", "\n", -1);
}

void
poplens_report_set_source_map (PoplensReport *self, const char *const *pairs)
{
  GStrv copy = g_strdupv ((char **) pairs), old;

  pthread_mutex_lock (&self->lock);
  old = self->source_map;
  self->source_map = copy;
  pthread_mutex_unlock (&self->lock);
  g_strfreev (old);
}

GStrv
poplens_report_get_source_map (PoplensReport *self)
{
  g_autoptr (GStrvBuilder) both = g_strv_builder_new ();
  g_auto (GStrv) user = user_pairs (self);

  pthread_mutex_lock (&self->lock);
  if (self->source_map)
    g_strv_builder_addv (both, (const char **) self->source_map);
  pthread_mutex_unlock (&self->lock);
  g_strv_builder_addv (both, (const char **) user);
  return g_strv_builder_end (both);
}

/* Returns the part of @file after the prefix of @pair. (nullable): NULL if it has another prefix */
static const char *
behind_prefix (const char *pair, const char *file)
{
  gsize n = strcspn (pair, "=");

  while (n && pair[n - 1] == '/')
    n--;
  if (!strchr (pair, '=') || strncmp (file, pair, n) || (file[n] != '/' && file[n]))
    return NULL;
  return file + n + strspn (file + n, "/");
}

static const char *
find_pair (const char *const *pairs, const char *file, const char **rest)
{
  const char *found = NULL;

  for (guint i = 0; pairs[i]; i++) {
    const char *behind = behind_prefix (pairs[i], file);
    if (!behind || (found && behind <= *rest))
      continue;
    found = pairs[i];
    *rest = behind;
  }
  return found;
}

/* TRUE if @path is below @folder. Both paths must have no symbolic links. */
static gboolean
is_path_below (const char *path, const char *folder)
{
  gsize n = strlen (folder);

  return !strcmp (folder, "/") || (!strncmp (path, folder, n) && path[n] == '/');
}

char *
poplens_source_map_find (const char *const *pairs, const char *file, GError **error)
{
  const char *rest = NULL, *pair = find_pair (pairs, file, &rest);

  if (!pair) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "%s: no folder chosen for this path; use Choose Source Folder… in the "
                 "menu of its row, or --source-map",
                 file);
    return NULL;
  }
  g_autofree char *joined = g_build_filename (strchr (pair, '=') + 1, rest, NULL);
  char *folder = realpath (strchr (pair, '=') + 1, NULL), *path = realpath (joined, NULL);
  char *found = folder && path && is_path_below (path, folder) ? g_strdup (path) : NULL;
  if (!found)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 path && folder ? "%s: outside of the chosen folder"
                                : "%s: not found in the chosen folder",
                 file);
  free (folder);
  free (path);
  return found;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Returns the content of an open file as valid UTF-8. (transfer full) (nullable): NULL with @error
 * if it is too large or not a regular file */
static char *
read_open_file (int fd, const struct stat *st, const char *file, GError **error)
{
  g_autofree char *text = NULL;
  gsize n = 0, room;

  if (!S_ISREG (st->st_mode) || st->st_size > POPLENS_SOURCE_MOST_BYTES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 S_ISREG (st->st_mode) ? "%s: larger than 4 MiB" : "%s: not a regular file", file);
    return NULL;
  }
  room = (gsize) st->st_size;
  text = g_malloc (room + 1);
  while (n < room) {
    ssize_t got = TEMP_FAILURE_RETRY (read (fd, text + n, room - n));
    if (got < 0) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot read %s: %s", file,
                   g_strerror (errno));
      return NULL;
    }
    if (!got)
      break;
    n += (gsize) got;
  }
  text[n] = '\0';
  return g_utf8_make_valid (text, (gssize) n);
}

static PoplensSourceText *
text_new (const char *text, gint64 changed)
{
  PoplensSourceText *self = g_new0 (PoplensSourceText, 1);

  self->lines = g_strsplit (text, "\n", -1);
  self->n = g_strv_length (self->lines);
  self->changed = changed;
  /* Drop the empty string after the last line end: it is not a line. */
  if (self->n && !*self->lines[self->n - 1])
    g_clear_pointer (&self->lines[--self->n], g_free);
  for (guint i = 0; i < self->n; i++)
    if (g_str_has_suffix (self->lines[i], "\r"))
      self->lines[i][strlen (self->lines[i]) - 1] = '\0';
  return self;
}

/* Reads the file at @path, which has no symbolic links; fails if a link has replaced it meanwhile.
 */
static PoplensSourceText *
read_path (const char *path, const char *file, GError **error)
{
  g_autofree char *text = NULL;
  struct stat st;
  int fd = TEMP_FAILURE_RETRY (open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));

  if (fd < 0 || fstat (fd, &st)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "%s: cannot be read: %s", file,
                 g_strerror (errno));
    if (fd >= 0)
      close (fd);
    return NULL;
  }
  text = read_open_file (fd, &st, file, error);
  close (fd);
  return text ? text_new (text, st.st_mtime) : NULL;
}

PoplensSourceText *
poplens_source_text_read (const char *const *pairs, const char *file, GError **error)
{
  g_autofree char *path = poplens_source_map_find (pairs, file, error);

  return path ? read_path (path, file, error) : NULL;
}

void
poplens_source_text_free (PoplensSourceText *self)
{
  if (!self)
    return;
  g_strfreev (self->lines);
  g_free (self);
}

/* ---- proposing a pair ------------------------------------------------------------------------ */

typedef struct {
  const char *file;
  guint32 line;
  char *folder; /* folder to search: resolved, without symbolic links */
  GCancellable *cancellable;
  char *best;  /* path of the best match below .folder */
  guint names; /* number of trailing path components that .best and .file share */
  gboolean several;
  guint entries;
} PairSearch;

/* Returns the number of names at the end that both paths have in common. */
static guint
common_tail (const char *a, const char *b)
{
  g_auto (GStrv) x = g_strsplit (a, "/", -1);
  g_auto (GStrv) y = g_strsplit (b, "/", -1);
  guint i = g_strv_length (x), j = g_strv_length (y), n = 0;

  while (i && j && *x[i - 1] && !strcmp (x[i - 1], y[j - 1])) {
    n++;
    i--;
    j--;
  }
  return n;
}

static void
search_consider_file (PairSearch *self, const char *path)
{
  guint names = common_tail (self->file, path);
  g_autoptr (PoplensSourceText) text = NULL;

  if (names < 2 || names < self->names || !(text = read_path (path, path, NULL)) ||
      text->n < self->line)
    return;
  self->several = names == self->names;
  self->names = names;
  g_free (self->best);
  self->best = g_strdup (path);
}

static void
search_folder (PairSearch *self, const char *folder, guint level)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *base = g_path_get_basename (self->file);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)) && self->entries++ < MOST_ENTRIES &&
         !g_cancellable_is_cancelled (self->cancellable)) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    struct stat st;
    if (lstat (path, &st))
      continue;
    if (S_ISDIR (st.st_mode) && level < MOST_LEVELS)
      search_folder (self, path, level + 1);
    else if (S_ISREG (st.st_mode) && !strcmp (name, base))
      search_consider_file (self, path);
  }
}

/* Returns the offset of the '/' before the last @n names of @path. */
static gsize
before_names (const char *path, guint n)
{
  gsize at = strlen (path);

  for (; n; n--)
    do
      at--;
    while (at && path[at] != '/');
  return at;
}

/* Returns the pair "PREFIX=FOLDER": .file and .best, each without their common trailing components.
 * FOLDER is .folder, or below it. (transfer full) */
static char *
make_pair (const PairSearch *self)
{
  guint below = 0;

  for (const char *at = self->best + strlen (self->folder); *at; at++)
    below += *at == '/';
  guint n = MIN (self->names, below);
  gsize prefix = before_names (self->file, n), folder = before_names (self->best, n);

  /* Keep at least one name in the prefix. */
  if (!prefix && n > 1) {
    prefix = before_names (self->file, n - 1);
    folder = before_names (self->best, n - 1);
  }
  return g_strdup_printf ("%.*s=%.*s", (int) prefix, self->file, (int) folder, self->best);
}

char *
poplens_source_map_propose (const char *file, guint32 line, const char *folder,
                            GCancellable *cancellable, GError **error)
{
  char *resolved = realpath (folder, NULL);
  PairSearch self = {.file = file, .line = line, .folder = resolved, .cancellable = cancellable};
  g_autofree char *pair = NULL;

  if (resolved)
    search_folder (&self, resolved, 0);
  if (self.best && !self.several)
    pair = make_pair (&self);
  if (!pair || *pair == '=')
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 self.several ? "%s: several files of this folder match"
                              : "%s: no file of this folder matches",
                 file);
  free (resolved);
  g_free (self.best);
  return pair && *pair != '=' ? g_steal_pointer (&pair) : NULL;
}
