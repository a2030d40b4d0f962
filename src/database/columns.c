/* Reads rows into columns that grow, as a PoplensReading describes them. */
#include "database/columns.h"

#include "base/large.h"

#include <string.h>

static const guint8 widths[] = {
    [POPLENS_U32] = sizeof (guint32), [POPLENS_U64] = sizeof (guint64),
    [POPLENS_I64] = sizeof (gint64),  [POPLENS_DOUBLE] = sizeof (double),
    [POPLENS_FLAG] = sizeof (guint8), [POPLENS_TEXT] = sizeof (guint32),
    [POPLENS_DIFF_RLE] = 0,
};
static const PoplensEncoding encodings[] = {[POPLENS_PLAIN] = POPLENS_ENCODING_PLAIN,
                                            [POPLENS_RLE] = POPLENS_ENCODING_RLE,
                                            [POPLENS_DIFF_RLE] = POPLENS_ENCODING_DIFF_RLE};

static gsize
column_width (const PoplensColumn *column)
{
  return column->kind == POPLENS_ROOM ? column->length : widths[column->kind];
}

/* Sets the array of @column, and the caller's pointer to the array. The caller frees the array,
 * even if reading fails. */
static void
column_set_value (PoplensColumn *column, gpointer value)
{
  column->value = value;
  memcpy (column->to, &value, sizeof value);
}

static void
rows_resize (PoplensRows *self, guint32 room)
{
  self->room = room;
  for (PoplensColumn *c = self->reading->columns; c->name; c++)
    if (column_width (c))
      column_set_value (c, poplens_realloc_large (c->value, room, column_width (c)));
}

PoplensRows
poplens_rows_begin (PoplensDatabase *database, PoplensReading *reading, PoplensStrings *strings)
{
  PoplensRows self = {.reading = reading, .strings = strings};
  g_autoptr (GString) names = g_string_new (NULL);

  for (PoplensColumn *c = reading->columns; c->name; c++) {
    g_string_append_printf (names, "%s%s", names->len ? "," : "", c->name);
    if (c->kind >= POPLENS_PLAIN)
      column_set_value (c, poplens_lists_new (encodings[c->kind], c->length));
  }
  self.query = poplens_query_new_rows (database, reading->table, names->str, reading->order);
  return self;
}

void
poplens_rows_clear (PoplensRows *self)
{
  g_clear_pointer (&self->query, poplens_query_free);
}

gboolean
poplens_rows_next (PoplensRows *self)
{
  return poplens_query_next (self->query);
}

static void
take_value (PoplensRows *self, const PoplensColumn *column, int c)
{
  PoplensQuery *q = self->query;
  guint32 n = self->n;

  switch (column->kind) {
  case POPLENS_NOT_KEPT:
  case POPLENS_ROOM:
    break;
  case POPLENS_U32:
    ((guint32 *) column->value)[n] = poplens_query_u32_or (q, c, (guint32) column->null);
    break;
  case POPLENS_U64:
    ((guint64 *) column->value)[n] = poplens_query_u64 (q, c);
    break;
  case POPLENS_I64:
    ((gint64 *) column->value)[n] =
        poplens_query_is_null (q, c) ? column->null : poplens_query_i64 (q, c);
    break;
  case POPLENS_DOUBLE:
    ((double *) column->value)[n] = poplens_query_double (q, c);
    break;
  case POPLENS_FLAG:
    ((guint8 *) column->value)[n] = poplens_query_i64 (q, c) != 0;
    break;
  case POPLENS_TEXT:
    ((guint32 *) column->value)[n] = poplens_query_intern (q, c, self->strings);
    break;
  default:
    poplens_query_append_list (q, c, column->value);
  }
}

void
poplens_rows_take (PoplensRows *self)
{
  const PoplensColumn *columns = self->reading->columns;

  if (self->n == self->room)
    rows_resize (self, poplens_room_grown (self->room));
  for (int c = 0; columns[c].name; c++)
    take_value (self, &columns[c], c);
  self->n++;
}

gboolean
poplens_rows_end (PoplensRows *self, GError **error)
{
  if (!poplens_query_end (self->query, error))
    return FALSE;
  rows_resize (self, self->n);
  *self->reading->n = self->n;
  return TRUE;
}

gboolean
poplens_read_columns (PoplensDatabase *database, PoplensReading *readings, guint n,
                      PoplensStrings *strings, GError **error)
{
  for (PoplensReading *reading = readings; reading < readings + n; reading++) {
    g_auto (PoplensRows) rows = poplens_rows_begin (database, reading, strings);
    while (poplens_rows_next (&rows))
      poplens_rows_take (&rows);
    if (!poplens_rows_end (&rows, error))
      return FALSE;
  }
  return TRUE;
}

gpointer
poplens_column_steal (GArray **array)
{
  GArray *column = g_steal_pointer (array);
  gsize bytes = (gsize) column->len * g_array_get_element_size (column);
  gpointer data = g_array_free (column, FALSE);

  if (!bytes) {
    g_free (data);
    return NULL;
  }
  return g_realloc (data, bytes);
}

guint32
poplens_room_grown (guint32 room)
{
  return MAX (room + room / 2, 4096);
}
