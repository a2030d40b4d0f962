/* Shortest distinct names for paths, and shortening of two names for one line. */
#include "base/name-apart.h"

#include "base/visible.h"

#include <string.h>

/* Returns the length of @path without slashes at its end. */
static gsize
path_length (const char *path, gsize n)
{
  while (n > 1 && path[n - 1] == '/')
    n--;
  return n;
}

/* TRUE if the first @n bytes of @path end with the whole components @end. */
static gboolean
path_ends_with (const char *path, gsize n, const char *end, gsize n_end)
{
  return n >= n_end && !memcmp (path + n - n_end, end, n_end) &&
         (n == n_end || path[n - n_end - 1] == '/');
}

/* Returns the path whose last component is the name of the item: .path, or its parent folder if
 * only that has the name. Slashes at the end are removed. (transfer full) */
static char *
named_item_path (const PoplensNamed *named)
{
  gsize n = path_length (named->path, strlen (named->path)), above = n;

  while (above && named->path[above - 1] != '/')
    above--;
  above = path_length (named->path, above);
  if (!path_ends_with (named->path, n, named->name, strlen (named->name)) &&
      path_ends_with (named->path, above, named->name, strlen (named->name)))
    n = above;
  return g_strndup (named->path, n);
}

static gboolean
name_is_ambiguous (const char *name, const char *place, const PoplensNamed *others, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *other = named_item_path (&others[i]);
    if (strcmp (place, other) && (!strcmp (name, others[i].name) ||
                                  path_ends_with (other, strlen (other), name, strlen (name))))
      return TRUE;
  }
  return FALSE;
}

char *
poplens_name_apart (const PoplensNamed *self, const PoplensNamed *others, guint n)
{
  g_autofree char *place = named_item_path (self);
  gsize all = strlen (place), from = all;
  const char *name = self->name;

  if (path_ends_with (place, all, name, strlen (name)))
    from -= strlen (name);
  while (from && name_is_ambiguous (name, place, others, n)) {
    /* Prepend one more component. */
    for (from--; from && (place[from - 1] != '/' || place[from] == '/');)
      from--;
    name = place + from;
  }
  return g_strdup (name);
}

/* Returns the length in bytes of the last path components that are the same in both paths, with the
 * slash before them. */
static gsize
common_end (const char *first, const char *second)
{
  gsize n[] = {strlen (first), strlen (second)}, common = 0;

  for (gsize at = 1; at < MIN (n[0], n[1]) && first[n[0] - at] == second[n[1] - at]; at++)
    if (first[n[0] - at] == '/')
      common = at;
  return common;
}

void
poplens_names_shorten (char *names[2], gsize most)
{
  if (strlen (names[0]) + strlen (names[1]) <= 2 * most)
    return;
  gsize common = common_end (names[0], names[1]);
  for (guint i = 0; i < 2; i++) {
    char *cut = NULL;
    names[i][strlen (names[i]) - common] = '\0';
    const char *start = poplens_shorten (names[i], most, &cut);
    char *text = g_strconcat (start, common ? "/…" : "", NULL);
    g_free (cut);
    g_free (names[i]);
    names[i] = text;
  }
}
