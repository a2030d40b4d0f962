/* Names that differ only in numbers. */
#include "tables/find/find-private.h"

#include "analysis/trace/name-parts.h"

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
  g_autofree char *text = poplens_name_starred (name);

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
