/* Reads and changes the list of open groups in a location. */
#include "pages/operations/operations-open.h"

#include <string.h>

/* Splits a comma-separated list of names, in which a backslash escapes commas. @text: (nullable).
 * (transfer full) (element-type char *) */
static GPtrArray *
split_names (const char *text)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) name = g_string_new (NULL);

  for (const char *c = text ? text : ""; *c; c++) {
    if (*c == ',') {
      g_ptr_array_add (names, g_strdup (name->str));
      g_string_truncate (name, 0);
      continue;
    }
    if (*c == '\\' && c[1])
      c++;
    g_string_append_c (name, *c);
  }
  if (name->len)
    g_ptr_array_add (names, g_strdup (name->str));
  return names;
}

static void
append_escaped_name (GString *out, const char *name)
{
  if (out->len)
    g_string_append_c (out, ',');
  for (; *name; name++) {
    if (strchr (",\\", *name))
      g_string_append_c (out, '\\');
    g_string_append_c (out, *name);
  }
}

GArray *
poplens_operations_open_groups (const PoplensPathTree *tree, const PoplensLocation *location,
                                GPtrArray *unknown)
{
  g_autoptr (GPtrArray) names = split_names (poplens_location_get (location, "open"));
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    guint32 node = poplens_path_tree_find (tree, name);
    if (node == POPLENS_PATH_NONE)
      g_ptr_array_add (unknown, g_strdup (name));
    else if (node)
      g_array_append_val (groups, node);
  }
  return groups;
}

PoplensLocation *
poplens_operations_toggle_group (const PoplensPathTree *tree, const PoplensLocation *location,
                                 guint32 group)
{
  g_autoptr (GPtrArray) names = split_names (poplens_location_get (location, "open"));
  g_autofree char *path = poplens_path_tree_path (tree, group);
  g_autofree char *below = g_strconcat (path, "/", NULL);
  g_autoptr (GString) left = g_string_new (NULL);
  gboolean was_open = FALSE;

  for (guint i = 0; i < names->len; i++)
    was_open |= !strcmp (g_ptr_array_index (names, i), path);
  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    if (!was_open || (strcmp (name, path) && !g_str_has_prefix (name, below)))
      append_escaped_name (left, name);
  }
  if (!was_open)
    append_escaped_name (left, path);
  return poplens_location_with (location, "open", left->len ? left->str : NULL);
}
