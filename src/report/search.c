#include "report/search.h"

#include "base/error.h"
#include "base/packed.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Names of a directory that are looked at for one that is compressed. */
#define MOST_NAMES 20000

int
search_look (Search *self, const char *path, PoplensFileInfo *info)
{
  int code = poplens_storage_stat (self->storage, path, info);

  if (poplens_storage_is_lost (code))
    self->lost = code;
  return code;
}

gboolean
search_is_regular (Search *self, const char *path)
{
  PoplensFileInfo info;

  return !search_look (self, path, &info) && S_ISREG (info.mode);
}

gboolean
search_is_directory (Search *self, const char *path)
{
  PoplensFileInfo info;

  return !search_look (self, path, &info) && S_ISDIR (info.mode);
}

GPtrArray *
search_list (Search *self, const char *directory, guint most, int *code)
{
  GPtrArray *names = poplens_storage_list (self->storage, directory, most, code);

  if (poplens_storage_is_lost (*code))
    self->lost = *code;
  return names;
}

char *
search_name (const Search *self, const char *path)
{
  return poplens_storage_get_name (self->storage, path);
}

gboolean
search_end (const Search *self, const char *path, GError **error)
{
  if (!self->lost)
    return TRUE;
  g_clear_error (error);
  poplens_storage_set_error (self->storage, path, self->lost, error);
  return FALSE;
}

char *
search_read_link (Search *self, const char *path)
{
  char *target = poplens_storage_read_link (self->storage, path);
  PoplensFileInfo info;

  /* It does not say whether there was an answer. */
  if (!target && !poplens_storage_is_near (self->storage))
    search_look (self, path, &info);
  return target;
}

/* On another computer each ending would be a question of its own. */
char *
search_describe_packed (Search *self, const char *path)
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
search_find_packed (Search *self, const char *directory)
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
search_describe_no_file (Search *self, const char *path)
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
search_check_exists (Search *self, const char *path, GError **error)
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
newest_unfinished (Search *self, const char *directory, guint *n_found)
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
search_find_profile (Search *self, const char *directory, guint *n_unfinished)
{
  g_autofree char *finished = g_build_filename (directory, "profile.pop", NULL);

  *n_unfinished = 0;
  if (search_is_regular (self, finished))
    return g_steal_pointer (&finished);
  return newest_unfinished (self, directory, n_unfinished);
}

gboolean
search_holds_report (Search *self, const char *directory)
{
  g_autofree char *finished = g_build_filename (directory, "profile.pop", NULL);
  g_autofree char *archive = g_build_filename (directory, "archive.a", NULL);
  g_autofree char *profile = NULL;
  guint n;

  /* Names that are known before names that have to be listed. */
  if (search_is_regular (self, finished) || search_is_regular (self, archive))
    return TRUE;
  profile = newest_unfinished (self, directory, &n);
  return profile != NULL;
}
