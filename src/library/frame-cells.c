#include "library/frame-columns.h"

#include <string.h>

static Column *
find (const PoplensFrame *self, guint column)
{
  g_return_val_if_fail (self, NULL);
  return column < self->columns->len ? &g_array_index (self->columns, Column, column) : NULL;
}

PoplensValue
poplens_column_get (const Column *column, gsize row)
{
  PoplensValue value = {0};

  if (!column->cell)
    return poplens_stored_get (&column->stored, row);
  column->cell (column->cell_data, (guint32) row, column->number, &value);
  return value;
}

/* ---- buffers -----------------------------------------------------------------------------------
 */

/* Whether the values can be handed out where they lie, or there are none. */
static gboolean
is_plain (const PoplensFrame *self, const Column *column)
{
  return !column->cell && (column->stored.values || !self->n) &&
         column->stored.holds != POPLENS_HOLDS_TEXT &&
         column->stored.holds != POPLENS_HOLDS_GBOOLEAN;
}

PoplensBufferType
poplens_buffer_type_of (PoplensHolds holds)
{
  static const PoplensBufferType types[] = {
      [POPLENS_HOLDS_U8] = POPLENS_BUFFER_UINT8,
      [POPLENS_HOLDS_BOOL] = POPLENS_BUFFER_BOOL,
      [POPLENS_HOLDS_U16] = POPLENS_BUFFER_UINT16,
      [POPLENS_HOLDS_U32] = POPLENS_BUFFER_UINT32,
      [POPLENS_HOLDS_U64] = POPLENS_BUFFER_UINT64,
      [POPLENS_HOLDS_I64] = POPLENS_BUFFER_INT64,
      [POPLENS_HOLDS_DOUBLE] = POPLENS_BUFFER_DOUBLE,
      [POPLENS_HOLDS_NAME] = POPLENS_BUFFER_TEXT,
      [POPLENS_HOLDS_TEXT] = POPLENS_BUFFER_TEXT,
      [POPLENS_HOLDS_GBOOLEAN] = POPLENS_BUFFER_BOOL,
      [POPLENS_HOLDS_LISTS] = POPLENS_BUFFER_LIST,
  };

  return types[holds];
}

gsize
poplens_buffer_type_size (PoplensBufferType type)
{
  static const gsize sizes[] = {
      [POPLENS_BUFFER_UINT8] = 1,  [POPLENS_BUFFER_UINT16] = 2, [POPLENS_BUFFER_UINT32] = 4,
      [POPLENS_BUFFER_UINT64] = 8, [POPLENS_BUFFER_INT64] = 8,  [POPLENS_BUFFER_DOUBLE] = 8,
      [POPLENS_BUFFER_BOOL] = 1,   [POPLENS_BUFFER_TEXT] = 4,   [POPLENS_BUFFER_LIST] = 0,
  };

  return sizes[type];
}

gboolean
poplens_frame_get_buffer (PoplensFrame *self, guint column, PoplensBuffer *buffer)
{
  Column *c = find (self, column);

  g_return_val_if_fail (buffer, FALSE);
  memset (buffer, 0, sizeof *buffer);
  if (!c)
    return FALSE;
  buffer->n = self->n;
  if (c->stored.holds == POPLENS_HOLDS_LISTS) {
    buffer->type = POPLENS_BUFFER_LIST;
  } else if (is_plain (self, c)) {
    buffer->type = poplens_buffer_type_of (c->stored.holds);
    buffer->values = c->stored.values;
    buffer->stride = c->stored.stride;
    buffer->has_absent = poplens_stored_get_absent (&c->stored, &buffer->absent);
  } else {
    const MadeColumn *made = poplens_column_make (self, c);
    buffer->type = made->type;
    buffer->values = made->values;
    buffer->stride = poplens_buffer_type_size (made->type);
    buffer->valid = made->valid;
    buffer->is_copy = TRUE;
  }
  return TRUE;
}

/* ---- cells -------------------------------------------------------------------------------------
 */

static PoplensValue
cell (const PoplensFrame *self, guint column, gsize row)
{
  const Column *c = find (self, column);

  if (!c || row >= self->n || c->stored.holds == POPLENS_HOLDS_LISTS)
    return (PoplensValue){0};
  return poplens_column_get (c, row);
}

gboolean
poplens_frame_get_int (const PoplensFrame *self, guint column, gsize row, gint64 *value)
{
  PoplensValue found = cell (self, column, row);

  g_return_val_if_fail (value, FALSE);
  if (found.type != POPLENS_VALUE_INT)
    return FALSE;
  *value = found.integer;
  return TRUE;
}

gboolean
poplens_frame_get_double (const PoplensFrame *self, guint column, gsize row, double *value)
{
  PoplensValue found = cell (self, column, row);
  const Column *c = find (self, column);

  g_return_val_if_fail (value, FALSE);
  if (found.type == POPLENS_VALUE_REAL)
    *value = found.real;
  else if (found.type == POPLENS_VALUE_INT)
    *value = c->stored.holds == POPLENS_HOLDS_U64 && !c->cell ? (double) (guint64) found.integer
                                                              : (double) found.integer;
  else
    return FALSE;
  return TRUE;
}

const char *
poplens_frame_get_text (const PoplensFrame *self, guint column, gsize row)
{
  PoplensValue found = cell (self, column, row);

  return found.type == POPLENS_VALUE_TEXT ? found.text : NULL;
}

const char *
poplens_frame_get_code_text (PoplensFrame *self, guint column, guint32 code)
{
  Column *c = find (self, column);

  if (!c || c->stored.holds == POPLENS_HOLDS_LISTS)
    return "";
  if (is_plain (self, c))
    return c->stored.holds == POPLENS_HOLDS_NAME && c->stored.strings
               ? poplens_strings_get (c->stored.strings, code)
               : "";
  const MadeColumn *made = poplens_column_make (self, c);
  return made->type == POPLENS_BUFFER_TEXT ? poplens_strings_get (made->strings, code) : "";
}

/* ---- lists -------------------------------------------------------------------------------------
 */

static const PoplensLists *
lists_of (const PoplensFrame *self, guint column, gsize row)
{
  const Column *c = find (self, column);

  return c && c->stored.holds == POPLENS_HOLDS_LISTS && c->lists && row < self->n &&
                 row < poplens_lists_n_rows (c->lists) && !poplens_lists_is_absent (c->lists, row)
             ? c->lists
             : NULL;
}

gboolean
poplens_frame_get_list_length (const PoplensFrame *self, guint column, gsize row, gsize *n)
{
  const PoplensLists *lists = lists_of (self, column, row);

  g_return_val_if_fail (n, FALSE);
  *n = lists ? poplens_lists_length (lists, row) : 0;
  return lists != NULL;
}

gboolean
poplens_frame_read_list (const PoplensFrame *self, guint column, gsize row, guint64 *values,
                         gsize n)
{
  const PoplensLists *lists = lists_of (self, column, row);

  g_return_val_if_fail (values || !n, FALSE);
  if (lists)
    poplens_lists_read (lists, row, values, n);
  else if (n)
    memset (values, 0, n * sizeof *values);
  return lists != NULL;
}

gboolean
poplens_frame_sum_list (const PoplensFrame *self, guint column, gsize row, guint64 *sum)
{
  const PoplensLists *lists = lists_of (self, column, row);

  g_return_val_if_fail (sum, FALSE);
  if (lists)
    *sum = poplens_lists_sum (lists, row);
  return lists != NULL;
}
