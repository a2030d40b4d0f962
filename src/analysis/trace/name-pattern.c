#include "analysis/trace/name-pattern.h"

#include "analysis/trace/name-parts.h"

#include <string.h>

char *
poplens_name_starred (const char *name)
{
  GString *out = g_string_new (NULL);

  while (*name) {
    gsize digits = strspn (name, "0123456789");
    gsize length = MAX (digits, 1);
    if (digits && !g_ascii_isalnum (name[digits]))
      g_string_append_c (out, '*');
    else
      g_string_append_len (out, name, (gssize) length);
    name += length;
  }
  return g_string_free (out, FALSE);
}

/* "Copy_Fwd/a_to_b" tells where something goes: it has no part that is a phase alone. */
static const char *
without_phase (const char *name)
{
  const char *path = poplens_name_path (name);

  return g_str_has_prefix (path, "Copy_") ? path : poplens_name_behind_phase (path);
}

static gboolean
is_layer (const char *part, gsize length)
{
  static const char pieces[] = "split*";

  return length && part[length - 1] == '*' &&
         !(length == strlen (pieces) && !strncmp (part, pieces, length));
}

static gsize
find_layer (const char *pattern)
{
  gsize two = 0;
  guint n = 0;

  for (gsize from = 0, end;; from = end + 1) {
    end = from + strcspn (pattern + from, "/");
    if (++n <= 2)
      two = end;
    if (!pattern[end])
      return two;
    if (is_layer (pattern + from, end - from))
      return end;
  }
}

char *
poplens_name_pattern (const char *name, gsize *layer)
{
  char *pattern = poplens_name_starred (without_phase (name));

  *layer = find_layer (pattern);
  return pattern;
}
