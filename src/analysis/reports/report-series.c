#include "analysis/reports/report-series.h"

#include <string.h>

/* A commit is told by so many digits of its hash, or more. */
#define FEWEST_OF_HASH 7u
/* A date by so many digits. */
#define FEWEST_OF_DATE 6u

/* Paths of so many parts. */
typedef struct {
  GPtrArray *const *split; /* [n]: their parts; those of other lengths do not count */
  guint n, n_parts;
} Paths;

static const char *
part_of (const Paths *self, guint path, guint part)
{
  return g_ptr_array_index (self->split[path], part);
}

static gboolean
is_hash (const char *name)
{
  gsize n = strspn (name, "0123456789abcdef");

  return !name[n] && n >= FEWEST_OF_HASH && strcspn (name, "0123456789") < n;
}

/* @name with a sign for each number; that alone for the hash of a commit. (transfer full) */
static char *
pattern_of (const char *name)
{
  GString *text = g_string_new (NULL);

  if (is_hash (name))
    return g_string_free (g_string_append_c (text, '\001'), FALSE);
  for (const char *c = name; *c; c++)
    if (!g_ascii_isdigit (*c))
      g_string_append_c (text, *c);
    else if (c == name || !g_ascii_isdigit (c[-1]))
      g_string_append_c (text, '\001');
  return g_string_free (text, FALSE);
}

/* How many names a part has, and whether they differ in their numbers alone, as those of runs,
 * dates and commits do. */
static guint
count_names (const Paths *self, guint part, gboolean *numbered)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->n; i++)
    if (self->split[i]->len == self->n_parts &&
        g_hash_table_add (names, (gpointer) part_of (self, i, part)))
      g_hash_table_add (patterns, pattern_of (part_of (self, i, part)));
  *numbered = g_hash_table_size (names) > 1 && g_hash_table_size (patterns) == 1;
  return g_hash_table_size (names);
}

/* The part in which they differ most, of those that are numbered if any is. */
static guint
find_axis (const Paths *self, gboolean *is_numbered)
{
  guint axis = 0, most = 0;

  *is_numbered = FALSE;
  for (guint part = 0; part < self->n_parts; part++) {
    gboolean numbered;
    guint n = count_names (self, part, &numbered);
    if (numbered < *is_numbered || (numbered == *is_numbered && n < most))
      continue;
    *is_numbered = numbered;
    most = n;
    axis = part;
  }
  return axis;
}

/* Whether each name of @one goes with one of @other. */
static gboolean
tells (const Paths *self, guint one, guint other)
{
  g_autoptr (GHashTable) of = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->n; i++) {
    if (self->split[i]->len != self->n_parts)
      continue;
    const char *known = g_hash_table_lookup (of, part_of (self, i, one));
    if (known && !g_str_equal (known, part_of (self, i, other)))
      return FALSE;
    g_hash_table_insert (of, (gpointer) part_of (self, i, one),
                         (gpointer) part_of (self, i, other));
  }
  return TRUE;
}

/* Whether the names of a part, of which this is one, are dates or commits, and so no models. */
static gboolean
is_moment (const char *name)
{
  guint n = 0;

  for (const char *c = name; *c; c++)
    n += g_ascii_isdigit (*c);
  return n >= FEWEST_OF_DATE || is_hash (name);
}

/* Whether @other says of each run no more than @axis does: a date and its commits. */
static gboolean
go_together (const Paths *self, guint axis, guint other)
{
  guint i = 0;

  while (self->split[i]->len != self->n_parts)
    i++;
  return tells (self, axis, other) &&
         (tells (self, other, axis) || is_moment (part_of (self, i, other)));
}

/* The parts that are "∗" in the names of series. @runs: [n_parts] */
static void
find_runs (const Paths *self, gboolean *runs)
{
  gboolean is_numbered, numbered;
  guint axis = find_axis (self, &is_numbered);

  for (guint part = 0; part < self->n_parts; part++) {
    count_names (self, part, &numbered);
    runs[part] = part == axis || (is_numbered && numbered && go_together (self, axis, part));
  }
}

static const char *
series_of (const GPtrArray *parts, const gboolean *runs, GStringChunk *names)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint part = 0; part < parts->len; part++)
    g_string_append_printf (name, "%s%s", part ? "/" : "",
                            runs[part] ? "*" : (const char *) g_ptr_array_index (parts, part));
  return g_string_chunk_insert_const (names, name->str);
}

static GPtrArray *
split_path (const char *path)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit (path, "/", -1);

  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (parts, g_strdup (words[i]));
  return parts;
}

const char **
poplens_report_series (const char *const *paths, guint n, GStringChunk *names)
{
  g_autoptr (GPtrArray) split = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  const char **series = g_new0 (const char *, n);
  guint most_parts = 0;

  for (guint i = 0; i < n; i++) {
    GPtrArray *parts = split_path (paths[i]);
    g_ptr_array_add (split, parts);
    most_parts = MAX (most_parts, parts->len);
  }
  GPtrArray *const *all = (GPtrArray *const *) split->pdata;
  g_autofree gboolean *runs = g_new0 (gboolean, most_parts);
  for (guint n_parts = 1; n_parts <= most_parts; n_parts++) {
    const Paths here = {all, n, n_parts};
    find_runs (&here, runs);
    for (guint i = 0; i < n; i++)
      if (all[i]->len == n_parts)
        series[i] = series_of (all[i], runs, names);
  }
  return series;
}
