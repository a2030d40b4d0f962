#include "tables/engine/records.h"

#include <math.h>

struct _PoplensRecords {
  GArray *columns; /* PoplensColumn */
  GArray *records;
  GArray *depths;      /* guint16 */
  GPtrArray *links;    /* char * or NULL, by record */
  GStringChunk *texts; /* of the records, and of columns that were added */
};

PoplensRecords *
poplens_records_new (const PoplensColumn *columns, guint n, gsize size)
{
  PoplensRecords *self = g_new0 (PoplensRecords, 1);

  self->columns = g_array_new (FALSE, FALSE, sizeof (PoplensColumn));
  g_array_append_vals (self->columns, columns, n);
  self->records = g_array_new (FALSE, TRUE, (guint) size);
  self->depths = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->links = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_string_chunk_new (4096);
  return self;
}

void
poplens_records_free (PoplensRecords *self)
{
  if (!self)
    return;
  g_array_unref (self->columns);
  g_array_unref (self->records);
  g_array_unref (self->depths);
  g_ptr_array_unref (self->links);
  g_string_chunk_free (self->texts);
  g_free (self);
}

void
poplens_records_add_column (PoplensRecords *self, const PoplensColumn *column)
{
  PoplensColumn copy = *column;

  copy.name = poplens_records_text (self, column->name);
  copy.title = poplens_records_text (self, column->title);
  copy.doc = poplens_records_text (self, column->doc);
  g_array_append_val (self->columns, copy);
}

gpointer
poplens_records_add (PoplensRecords *self)
{
  return poplens_records_add_at (self, 0);
}

gpointer
poplens_records_add_at (PoplensRecords *self, guint16 depth)
{
  g_array_append_val (self->depths, depth);
  g_ptr_array_add (self->links, NULL);
  g_array_set_size (self->records, self->depths->len);
  char *record = poplens_records_last (self);
  for (guint c = 0; c < self->columns->len; c++) {
    const PoplensColumn *column = &g_array_index (self->columns, PoplensColumn, c);
    gpointer member = record + column->offset;
    if (column->holds == POPLENS_HOLDS_I64)
      *(gint64 *) member = G_MININT64;
    else if (column->holds == POPLENS_HOLDS_DOUBLE)
      *(double *) member = NAN;
  }
  return record;
}

gpointer
poplens_records_last (PoplensRecords *self)
{
  return self->records->data +
         (gsize) (self->records->len - 1) * g_array_get_element_size (self->records);
}

const char *
poplens_records_text (PoplensRecords *self, const char *text)
{
  return text ? g_string_chunk_insert_const (self->texts, text) : NULL;
}

void
poplens_records_link (PoplensRecords *self, const char *format, ...)
{
  gpointer *link = &g_ptr_array_index (self->links, self->links->len - 1);
  va_list arguments;

  g_free (*link);
  va_start (arguments, format);
  *link = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

guint32
poplens_records_count (const PoplensRecords *self)
{
  return self->depths->len;
}

static char *
link_of (gconstpointer data, guint32 row)
{
  const PoplensRecords *self = data;

  return g_strdup (g_ptr_array_index (self->links, row));
}

PoplensTable *
poplens_records_finish (PoplensRecords *self, const char *name, const char *title,
                        PoplensReport *report)
{
  PoplensTable *table = poplens_table_new (name, title, self->depths->len, NULL, self,
                                           (GDestroyNotify) poplens_records_free, report);

  poplens_table_add_records (table, (const PoplensColumn *) (gpointer) self->columns->data,
                             self->columns->len, self->records->data,
                             g_array_get_element_size (self->records));
  poplens_table_set_link (table, link_of);
  return table;
}

PoplensTable *
poplens_records_finish_tree (PoplensRecords *self, const char *name, const char *title,
                             PoplensReport *report)
{
  PoplensTable *table = poplens_records_finish (self, name, title, report);

  poplens_table_set_depths (table,
                            g_memdup2 (self->depths->data, self->depths->len * sizeof (guint16)));
  return table;
}
