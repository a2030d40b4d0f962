#include "analysis/reports/report-series.h"

#include <string.h>

/* Paths of so many parts, and the part in which they differ most. */
static guint
find_axis (GPtrArray *const *split, guint n, guint n_parts)
{
  guint axis = 0, most = 0;

  for (guint part = 0; part < n_parts; part++) {
    g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
    for (guint i = 0; i < n; i++)
      if (split[i]->len == n_parts)
        g_hash_table_add (names, g_ptr_array_index (split[i], part));
    if (g_hash_table_size (names) >= most) {
      most = g_hash_table_size (names);
      axis = part;
    }
  }
  return axis;
}

static const char *
series_of (const GPtrArray *parts, guint axis, GStringChunk *names)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint part = 0; part < parts->len; part++)
    g_string_append_printf (name, "%s%s", part ? "/" : "",
                            part == axis ? "*" : (const char *) g_ptr_array_index (parts, part));
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
  for (guint n_parts = 1; n_parts <= most_parts; n_parts++) {
    guint axis = find_axis (all, n, n_parts);
    for (guint i = 0; i < n; i++)
      if (all[i]->len == n_parts)
        series[i] = series_of (all[i], axis, names);
  }
  return series;
}
