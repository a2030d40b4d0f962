#include "tables/engine/cell-texts.h"

struct _PoplensCellTexts {
  gsize n;
  guint n_columns;
  PoplensCellTextFunc make;
  gconstpointer data;
  char **texts; /* atomic; NULL: not asked for yet, `none`: there is none */
  char none[1];
};

PoplensCellTexts *
poplens_cell_texts_new (guint32 n_rows, guint n_columns, PoplensCellTextFunc make,
                        gconstpointer data)
{
  PoplensCellTexts *self = g_new0 (PoplensCellTexts, 1);

  self->n = (gsize) n_rows * n_columns;
  self->n_columns = n_columns;
  self->make = make;
  self->data = data;
  self->texts = g_new0 (char *, MAX (self->n, 1));
  return self;
}

void
poplens_cell_texts_free (PoplensCellTexts *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n; i++)
    if (self->texts[i] != self->none)
      g_free (self->texts[i]);
  g_free (self->texts);
  g_free (self);
}

const char *
poplens_cell_texts_get (PoplensCellTexts *self, guint32 row, guint column)
{
  char **at = &self->texts[(gsize) row * self->n_columns + column];
  char *text = g_atomic_pointer_get (at);

  if (!text) {
    char *made = self->make (self->data, row, column);
    text = made ? made : self->none;
    /* Two threads may make it at once: the first one's stays. */
    if (!g_atomic_pointer_compare_and_exchange (at, NULL, text)) {
      g_free (made);
      text = g_atomic_pointer_get (at);
    }
  }
  return text == self->none ? NULL : text;
}
