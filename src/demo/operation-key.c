#include "demo/operation-key.h"

#include <string.h>

static const char *const roles[] = {
    "ExchangePre", "ExchangePost", "OnTileCopy", "OnTileCopyPre", "OnTileCopyPost", "Op",
    "PreArrange",  "PostArrange",  "GlobalPre",  "GlobalPost",    "GlobalExchange", NULL};

/* Behind @word, digits and '_'; @name where it does not begin so. */
static const char *
behind_count (const char *name, const char *word)
{
  gsize length = strlen (word), digits;

  if (!g_str_has_prefix (name, word))
    return name;
  digits = strspn (name + length, "0123456789");
  return digits > 0 && name[length + digits] == '_' ? name + length + digits + 1 : name;
}

char *
demo_operation_key (const char *name)
{
  const char *path = behind_count (behind_count (name, "cs"), "copy");
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  guint n = g_strv_length (parts);
  GString *key = g_string_new (NULL);

  while (n > 1 && g_strv_contains (roles, parts[n - 1]))
    n--;
  for (guint i = 0; i < n; i++) {
    gsize length = strlen (parts[i]), letters = length;
    while (letters > 0 && g_ascii_isdigit (parts[i][letters - 1]))
      letters--;
    if (i + 1 == n) {
      g_string_append (key, parts[i]);
    } else {
      g_string_append_len (key, parts[i], (gssize) letters);
      g_string_append (key, letters < length ? "*/" : "/");
    }
  }
  return g_string_free (key, FALSE);
}

/* Whether @path is @end, or ends in it from the beginning of a part on. */
static gboolean
ends_in (const char *path, const char *end)
{
  gsize length = strlen (path), n = strlen (end);

  return g_str_has_suffix (path, end) && (length == n || path[length - n - 1] == '/');
}

gboolean
demo_is_of_operation (const char *name, const char *operation)
{
  g_autofree char *key = demo_operation_key (name);

  return ends_in (key, operation);
}

char *
demo_common_operation (const GPtrArray *keys)
{
  const char *first = keys->pdata[0], *common = first;

  for (guint i = 1; i < keys->len; i++)
    while (*common && !ends_in (keys->pdata[i], common)) {
      const char *slash = strchr (common, '/');
      common = slash ? slash + 1 : common + strlen (common);
    }
  return g_strdup (common);
}
