/* Columns that are worked out cell by cell, kept whole once they were asked for so. */
#include "library/frame-columns.h"

#include <math.h>
#include <string.h>

/* What the cells are, in one pass: of a unit that does not say it, texts where any cell is one,
 * else doubles where any has a fraction, else integers. */
static PoplensBufferType
look_through (const PoplensFrame *self, const Column *column)
{
  gboolean is_real = FALSE;

  switch (column->unit) {
  case POPLENS_UNIT_TEXT:
  case POPLENS_UNIT_MIXED:
    return POPLENS_BUFFER_TEXT;
  case POPLENS_UNIT_BOOL:
    return POPLENS_BUFFER_BOOL;
  case POPLENS_UNIT_RATIO:
  case POPLENS_UNIT_SIGNED_RATIO:
  case POPLENS_UNIT_NUMBER:
    return POPLENS_BUFFER_DOUBLE;
  default:
    break;
  }
  for (gsize r = 0; r < self->n; r++) {
    PoplensValue value = poplens_column_get (column, r);
    if (value.type == POPLENS_VALUE_TEXT)
      return POPLENS_BUFFER_TEXT;
    is_real |= value.type == POPLENS_VALUE_REAL;
  }
  return is_real ? POPLENS_BUFFER_DOUBLE : POPLENS_BUFFER_INT64;
}

static void
put_integer (MadeColumn *made, gsize row, gint64 integer)
{
  switch (made->type) {
  case POPLENS_BUFFER_UINT8:
    ((guint8 *) made->values)[row] = (guint8) integer;
    break;
  case POPLENS_BUFFER_BOOL:
    ((guint8 *) made->values)[row] = integer != 0;
    break;
  case POPLENS_BUFFER_UINT16:
    ((guint16 *) made->values)[row] = (guint16) integer;
    break;
  case POPLENS_BUFFER_UINT32:
    ((guint32 *) made->values)[row] = (guint32) integer;
    break;
  default:
    ((gint64 *) made->values)[row] = integer;
  }
}

/* FALSE where the cell has no value. */
static gboolean
put (MadeColumn *made, gsize row, const PoplensValue *value)
{
  gboolean is_int = value->type == POPLENS_VALUE_INT;
  PoplensNumber buffer;

  switch (made->type) {
  case POPLENS_BUFFER_TEXT:
    ((guint32 *) made->values)[row] =
        poplens_strings_intern (made->strings, poplens_value_plain (value, buffer), -1);
    return value->type != POPLENS_VALUE_NULL;
  case POPLENS_BUFFER_DOUBLE:
    ((double *) made->values)[row] = is_int                              ? (double) value->integer
                                     : value->type == POPLENS_VALUE_REAL ? value->real
                                                                         : NAN;
    return is_int || (value->type == POPLENS_VALUE_REAL && !isnan (value->real));
  default:
    put_integer (made, row, is_int ? value->integer : 0);
    return is_int;
  }
}

static MadeColumn *
make (const PoplensFrame *self, const Column *column)
{
  MadeColumn *made = g_new0 (MadeColumn, 1);
  gsize n = MAX (self->n, 1);

  /* A column that has a place has its type, whatever this report puts there. */
  made->type =
      column->cell ? look_through (self, column) : poplens_buffer_type_of (column->stored.holds);
  made->strings = poplens_strings_new ();
  made->values = g_malloc0_n (n, poplens_buffer_type_size (made->type));
  for (gsize r = 0; r < self->n; r++) {
    PoplensValue value = poplens_column_get (column, r);
    if (put (made, r, &value))
      continue;
    if (!made->valid) {
      made->valid = g_malloc (n);
      memset (made->valid, 1, n);
    }
    made->valid[r] = 0;
  }
  return made;
}

const MadeColumn *
poplens_column_make (PoplensFrame *self, Column *column)
{
  pthread_mutex_lock (&self->lock);
  if (!column->made)
    column->made = make (self, column);
  pthread_mutex_unlock (&self->lock);
  return column->made;
}

/* ---- tables ------------------------------------------------------------------------------------
 */

static void
table_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  *value = poplens_table_get (data, row, column);
}

static void
depth_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = poplens_table_get_depth (data, row);
}

PoplensFrame *
poplens_frame_new_of_table (PoplensTable *table)
{
  static const PoplensColumn depth = {.name = "depth",
                                      .unit = POPLENS_UNIT_COUNT,
                                      .provenance = POPLENS_FROM_DERIVED,
                                      .doc = "Depth of the row in the tree; 0: the top"};
  PoplensFrame *self =
      poplens_frame_new (poplens_table_get_report (table), poplens_table_get_name (table),
                         poplens_table_n_rows (table), table, (GDestroyNotify) poplens_table_unref);

  poplens_frame_describe (self, poplens_table_get_title (table), poplens_table_get_note (table),
                          poplens_table_is_partial (table));
  for (guint c = 0; c < poplens_table_n_columns (table); c++)
    poplens_frame_add_cells (self, poplens_table_get_column (table, c), table_cell, table, c);
  if (poplens_table_is_tree (table))
    poplens_frame_add_cells (self, &depth, depth_cell, table, 0);
  return self;
}
