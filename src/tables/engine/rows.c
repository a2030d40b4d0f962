#include "tables/engine/rows.h"

struct _PoplensRows {
  guint n_columns;
  guint *order;        /* NULL: columns are shown as they come */
  GArray *values;      /* PoplensValue, row by row */
  GArray *depths;      /* guint16 */
  GPtrArray *links;    /* char * or NULL, by row */
  GStringChunk *texts; /* of the values */
};

PoplensRows *
poplens_rows_new (guint n_columns)
{
  PoplensRows *self = g_new0 (PoplensRows, 1);

  self->n_columns = n_columns;
  self->values = g_array_new (FALSE, TRUE, sizeof (PoplensValue));
  self->depths = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->links = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_string_chunk_new (4096);
  return self;
}

void
poplens_rows_free (PoplensRows *self)
{
  if (!self)
    return;
  g_array_unref (self->values);
  g_array_unref (self->depths);
  g_ptr_array_unref (self->links);
  g_string_chunk_free (self->texts);
  g_free (self->order);
  g_free (self);
}

void
poplens_rows_add (PoplensRows *self, guint16 depth)
{
  g_array_append_val (self->depths, depth);
  g_array_set_size (self->values, self->depths->len * self->n_columns);
  g_ptr_array_add (self->links, NULL);
}

static PoplensValue *
last_cell (PoplensRows *self, guint column)
{
  g_assert (self->depths->len && column < self->n_columns);
  return &g_array_index (self->values, PoplensValue,
                         (self->depths->len - 1) * self->n_columns + column);
}

void
poplens_rows_text (PoplensRows *self, guint column, const char *text)
{
  PoplensValue *cell = last_cell (self, column);

  if (!text)
    return;
  cell->type = POPLENS_VALUE_TEXT;
  cell->text = g_string_chunk_insert_const (self->texts, text);
}

void
poplens_rows_int (PoplensRows *self, guint column, gint64 value)
{
  PoplensValue *cell = last_cell (self, column);

  cell->type = POPLENS_VALUE_INT;
  cell->integer = value;
}

void
poplens_rows_real (PoplensRows *self, guint column, double value)
{
  PoplensValue *cell = last_cell (self, column);

  cell->type = POPLENS_VALUE_REAL;
  cell->real = value;
}

void
poplens_rows_unit (PoplensRows *self, guint column, PoplensUnit unit)
{
  last_cell (self, column)->unit = unit;
}

void
poplens_rows_set_order (PoplensRows *self, guint *order)
{
  g_free (self->order);
  self->order = order;
}

void
poplens_rows_link (PoplensRows *self, const char *place)
{
  gpointer *link = &g_ptr_array_index (self->links, self->links->len - 1);

  g_free (*link);
  *link = g_strdup (place);
}

guint32
poplens_rows_count (const PoplensRows *self)
{
  return self->depths->len;
}

static void
cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensRows *self = data;

  /* The table may have been given fewer columns than the rows have, never more. */
  if (column >= self->n_columns)
    return;
  column = self->order ? self->order[column] : column;
  *value = g_array_index (self->values, PoplensValue, row * self->n_columns + column);
}

static char *
link_of (gconstpointer data, guint32 row)
{
  const PoplensRows *self = data;

  return g_strdup (g_ptr_array_index (self->links, row));
}

PoplensTable *
poplens_rows_finish (PoplensRows *self, const char *name, const char *title, PoplensReport *report,
                     gboolean tree)
{
  PoplensTable *table = poplens_table_new (name, title, self->depths->len, cell, self,
                                           (GDestroyNotify) poplens_rows_free, report);

  if (tree)
    poplens_table_set_depths (table,
                              g_memdup2 (self->depths->data, self->depths->len * sizeof (guint16)));
  poplens_table_set_link (table, link_of);
  return table;
}
