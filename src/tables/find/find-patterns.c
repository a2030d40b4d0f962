/* Names that differ only in numbers. */
#include "tables/find/find-private.h"

#include <string.h>

/* "layer.*\/dense" of "layer.3/dense": numbers that end a word. */
static char *
pattern_of (const char *name)
{
  GString *out = g_string_new (NULL);

  for (const char *p = name; *p;) {
    gsize digits = strspn (p, "0123456789");
    if (!digits) {
      g_string_append_c (out, *p++);
      continue;
    }
    if (g_ascii_isalnum (p[digits]))
      g_string_append_len (out, p, (gssize) digits);
    else
      g_string_append_c (out, '*');
    p += digits;
  }
  return g_string_free (out, FALSE);
}

PoplensPatterns *
poplens_patterns_new (guint32 n_rows)
{
  PoplensPatterns *self = g_new0 (PoplensPatterns, 1);

  self->of_row = g_new0 (guint32, MAX (n_rows, 1));
  self->texts = poplens_strings_new ();
  self->n = poplens_strings_count (self->texts);
  return self;
}

void
poplens_patterns_set (PoplensPatterns *self, guint32 row, const char *name)
{
  g_autofree char *text = pattern_of (name);

  self->of_row[row] = poplens_strings_intern (self->texts, text, -1);
  self->n = poplens_strings_count (self->texts);
}

void
poplens_patterns_free (PoplensPatterns *self)
{
  if (!self)
    return;
  g_free (self->of_row);
  poplens_strings_free (self->texts);
  g_free (self);
}
