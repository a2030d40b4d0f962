/* Implements PoplensFrame: stored and computed columns, their cells, and buffers for other
 * programs. */
#include "library/frame-private.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

typedef struct {
  PoplensBufferType type;
  gpointer values;
  guint8 *valid; /* (nullable) [n]: 0: the cell has no value; NULL: all cells have values */
  PoplensStrings *strings;
} ComputedColumn;

typedef struct {
  PoplensFrameColumn info;
  PoplensUnit unit;
  PoplensStored stored; /* stored values; only .holds is set if the cells are lists */
  const PoplensLists *lists;
  PoplensCellFunc cell; /* (nullable): computes a cell; NULL if cells are stored */
  gconstpointer cell_data;
  guint number;
  ComputedColumn *made; /* (nullable): all cells, if computed; guarded by the frame's lock */
} FrameColumn;

struct _PoplensFrame {
  gatomicrefcount refs;
  PoplensReport *report;
  const char *name;
  char *title, *note; /* (nullable) */
  gboolean partial;
  gsize n;
  GArray *columns; /* FrameColumn */
  gpointer data;
  GDestroyNotify free_data;
  pthread_mutex_t lock;
};

/* ---- a column -------------------------------------------------------------------------------- */

static FrameColumn *
frame_find_column (const PoplensFrame *self, guint column)
{
  g_return_val_if_fail (self, NULL);
  return column < self->columns->len ? &g_array_index (self->columns, FrameColumn, column) : NULL;
}

/* Returns a cell of any column except one of lists. Its type is POPLENS_VALUE_NULL if the cell has
 * no value. */
static PoplensValue
column_get (const FrameColumn *column, gsize row)
{
  PoplensValue value = {0};

  if (!column->cell)
    return poplens_stored_get (&column->stored, row);
  column->cell (column->cell_data, (guint32) row, column->number, &value);
  return value;
}

static PoplensBufferType
buffer_type_of (PoplensHolds holds)
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

/* Returns the bytes of an element; 0 for lists. */
static gsize
buffer_type_size (PoplensBufferType type)
{
  static const gsize sizes[] = {
      [POPLENS_BUFFER_UINT8] = 1,  [POPLENS_BUFFER_UINT16] = 2, [POPLENS_BUFFER_UINT32] = 4,
      [POPLENS_BUFFER_UINT64] = 8, [POPLENS_BUFFER_INT64] = 8,  [POPLENS_BUFFER_DOUBLE] = 8,
      [POPLENS_BUFFER_BOOL] = 1,   [POPLENS_BUFFER_TEXT] = 4,   [POPLENS_BUFFER_LIST] = 0,
  };

  return sizes[type];
}

/* ---- columns that are worked out whole ------------------------------------------------------- */

/* Returns the type of a computed column. If the unit does not determine it, the cells do: text if
 * any is a text, else double if any is real, else integer. */
static PoplensBufferType
find_cell_type (const PoplensFrame *self, const FrameColumn *column)
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
    PoplensValue value = column_get (column, r);
    if (value.type == POPLENS_VALUE_TEXT)
      return POPLENS_BUFFER_TEXT;
    is_real |= value.type == POPLENS_VALUE_REAL;
  }
  return is_real ? POPLENS_BUFFER_DOUBLE : POPLENS_BUFFER_INT64;
}

static void
computed_column_set_integer (ComputedColumn *made, gsize row, gint64 integer)
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

/* Stores the value of a cell. FALSE if the cell has no value (NULL or NaN). */
static gboolean
computed_column_set (ComputedColumn *made, gsize row, const PoplensValue *value)
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
    computed_column_set_integer (made, row, is_int ? value->integer : 0);
    return is_int;
  }
}

static ComputedColumn *
column_compute (const PoplensFrame *self, const FrameColumn *column)
{
  ComputedColumn *made = g_new0 (ComputedColumn, 1);
  gsize n = MAX (self->n, 1);

  /* Use the fixed type of a stored column even if this report has no values for it. */
  made->type = column->cell ? find_cell_type (self, column) : buffer_type_of (column->stored.holds);
  made->strings = poplens_strings_new ();
  made->values = g_malloc0_n (n, buffer_type_size (made->type));
  for (gsize r = 0; r < self->n; r++) {
    PoplensValue value = column_get (column, r);
    if (computed_column_set (made, r, &value))
      continue;
    if (!made->valid) {
      made->valid = g_malloc (n);
      memset (made->valid, 1, n);
    }
    made->valid[r] = 0;
  }
  return made;
}

/* Returns all values of a column. The first call computes them. (transfer none) */
static const ComputedColumn *
column_get_computed (PoplensFrame *self, FrameColumn *column)
{
  pthread_mutex_lock (&self->lock);
  if (!column->made)
    column->made = column_compute (self, column);
  pthread_mutex_unlock (&self->lock);
  return column->made;
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* TRUE if the column's buffer can be the stored values themselves, without a copy. */
static gboolean
has_stored_buffer (const PoplensFrame *self, const FrameColumn *column)
{
  return !column->cell && (column->stored.values || !self->n) &&
         column->stored.holds != POPLENS_HOLDS_TEXT &&
         column->stored.holds != POPLENS_HOLDS_GBOOLEAN;
}

gboolean
poplens_frame_get_buffer (PoplensFrame *self, guint column, PoplensBuffer *buffer)
{
  FrameColumn *c = frame_find_column (self, column);

  g_return_val_if_fail (buffer, FALSE);
  memset (buffer, 0, sizeof *buffer);
  if (!c)
    return FALSE;
  buffer->n = self->n;
  if (c->stored.holds == POPLENS_HOLDS_LISTS) {
    buffer->type = POPLENS_BUFFER_LIST;
  } else if (has_stored_buffer (self, c)) {
    buffer->type = buffer_type_of (c->stored.holds);
    buffer->values = c->stored.values;
    buffer->stride = c->stored.stride;
    buffer->has_absent = poplens_stored_get_absent (&c->stored, &buffer->absent);
  } else {
    const ComputedColumn *made = column_get_computed (self, c);
    buffer->type = made->type;
    buffer->values = made->values;
    buffer->stride = buffer_type_size (made->type);
    buffer->valid = made->valid;
    buffer->is_copy = TRUE;
  }
  return TRUE;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static PoplensValue
stored_cell (const PoplensFrame *self, guint column, gsize row)
{
  const FrameColumn *c = frame_find_column (self, column);

  if (!c || row >= self->n || c->stored.holds == POPLENS_HOLDS_LISTS)
    return (PoplensValue){0};
  return column_get (c, row);
}

gboolean
poplens_frame_get_int (const PoplensFrame *self, guint column, gsize row, gint64 *value)
{
  PoplensValue found = stored_cell (self, column, row);

  g_return_val_if_fail (value, FALSE);
  if (found.type != POPLENS_VALUE_INT)
    return FALSE;
  *value = found.integer;
  return TRUE;
}

gboolean
poplens_frame_get_double (const PoplensFrame *self, guint column, gsize row, double *value)
{
  PoplensValue found = stored_cell (self, column, row);
  const FrameColumn *c = frame_find_column (self, column);

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
  PoplensValue found = stored_cell (self, column, row);

  return found.type == POPLENS_VALUE_TEXT ? found.text : NULL;
}

const char *
poplens_frame_get_code_text (PoplensFrame *self, guint column, guint32 code)
{
  FrameColumn *c = frame_find_column (self, column);

  if (!c || c->stored.holds == POPLENS_HOLDS_LISTS)
    return "";
  if (has_stored_buffer (self, c))
    return c->stored.holds == POPLENS_HOLDS_NAME && c->stored.strings
               ? poplens_strings_get (c->stored.strings, code)
               : "";
  const ComputedColumn *made = column_get_computed (self, c);
  return made->type == POPLENS_BUFFER_TEXT ? poplens_strings_get (made->strings, code) : "";
}

/* ---- lists ----------------------------------------------------------------------------------- */

static const PoplensLists *
find_lists (const PoplensFrame *self, guint column, gsize row)
{
  const FrameColumn *c = frame_find_column (self, column);

  return c && c->stored.holds == POPLENS_HOLDS_LISTS && c->lists && row < self->n &&
                 row < poplens_lists_n_rows (c->lists) && !poplens_lists_is_absent (c->lists, row)
             ? c->lists
             : NULL;
}

gboolean
poplens_frame_get_list_length (const PoplensFrame *self, guint column, gsize row, gsize *n)
{
  const PoplensLists *lists = find_lists (self, column, row);

  g_return_val_if_fail (n, FALSE);
  *n = lists ? poplens_lists_length (lists, row) : 0;
  return lists != NULL;
}

gboolean
poplens_frame_read_list (const PoplensFrame *self, guint column, gsize row, guint64 *values,
                         gsize n)
{
  const PoplensLists *lists = find_lists (self, column, row);

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
  const PoplensLists *lists = find_lists (self, column, row);

  g_return_val_if_fail (sum, FALSE);
  if (lists)
    *sum = poplens_lists_sum (lists, row);
  return lists != NULL;
}

/* ---- the frame ------------------------------------------------------------------------------- */

static PoplensFrame *
frame_new (PoplensReport *report, const char *name, gsize n)
{
  PoplensFrame *self = g_new0 (PoplensFrame, 1);

  g_atomic_ref_count_init (&self->refs);
  pthread_mutex_init (&self->lock, NULL);
  self->report = report ? g_object_ref (report) : NULL;
  self->name = name;
  self->n = n;
  self->columns = g_array_new (FALSE, TRUE, sizeof (FrameColumn));
  return self;
}

PoplensFrameColumn
poplens_frame_column_info (const PoplensColumn *column)
{
  return (PoplensFrameColumn){.name = column->name,
                              .title = column->title ? column->title : column->name,
                              .unit = poplens_unit_name (column->unit),
                              .provenance = poplens_provenance_name (column->provenance),
                              .doc = column->doc ? column->doc : ""};
}

static FrameColumn *
add_column (PoplensFrame *self, const PoplensColumn *column)
{
  FrameColumn added = {.info = poplens_frame_column_info (column),
                       .unit = column->unit,
                       .stored = {.holds = column->holds, .absent = column->absent}};

  g_array_append_val (self->columns, added);
  return &g_array_index (self->columns, FrameColumn, self->columns->len - 1);
}

PoplensFrame *
poplens_frame_new (const PoplensFrameSpec *spec, PoplensReport *report, gsize n, gconstpointer base,
                   PoplensStrings *strings)
{
  PoplensFrame *self = frame_new (report, spec->name, n);
  PoplensColumn plan;

  for (guint c = 0; poplens_frame_spec_column (spec, c, &plan); c++) {
    FrameColumn *column = add_column (self, &plan);
    if (plan.holds == POPLENS_HOLDS_NOTHING)
      poplens_frame_put_cells (self, c, spec->cell, base, c);
    else if (plan.offset == POPLENS_NO_OFFSET)
      column->stored.strings = strings;
    else if (plan.holds == POPLENS_HOLDS_LISTS)
      column->lists = poplens_stored_in_arrays (&plan, base, strings).values;
    else if (spec->record)
      column->stored = poplens_stored_in_records (&plan, base, spec->record, strings);
    else
      column->stored = poplens_stored_in_arrays (&plan, base, strings);
  }
  return self;
}

void
poplens_frame_own (PoplensFrame *self, gpointer data, GDestroyNotify free_data)
{
  self->data = data;
  self->free_data = free_data;
  for (guint c = 0; c < self->columns->len; c++)
    frame_find_column (self, c)->cell_data = data;
}

PoplensFrame *
poplens_frame_ref (PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_frame_unref (PoplensFrame *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint c = 0; c < self->columns->len; c++) {
    ComputedColumn *made = g_array_index (self->columns, FrameColumn, c).made;
    if (!made)
      continue;
    g_free (made->values);
    g_free (made->valid);
    poplens_strings_free (made->strings);
    g_free (made);
  }
  g_array_unref (self->columns);
  if (self->free_data)
    self->free_data (self->data);
  g_free (self->title);
  g_free (self->note);
  pthread_mutex_destroy (&self->lock);
  g_clear_object (&self->report);
  g_free (self);
}

void
poplens_frame_describe (PoplensFrame *self, const char *title, const char *note, gboolean partial)
{
  self->title = g_strdup (title);
  self->note = g_strdup (note);
  self->partial = partial;
}

const PoplensSlice *
poplens_frame_get_slice (const PoplensFrame *self)
{
  return self->data;
}

void
poplens_frame_put (PoplensFrame *self, guint column, gconstpointer values, gsize stride)
{
  FrameColumn *c = frame_find_column (self, column);

  if (c->stored.holds == POPLENS_HOLDS_LISTS) {
    c->lists = values;
  } else {
    c->stored.values = values;
    c->stored.stride = stride;
  }
}

void
poplens_frame_put_nothing (PoplensFrame *self, guint column)
{
  FrameColumn *c = frame_find_column (self, column);

  c->stored = (PoplensStored){.holds = c->stored.holds, .absent = POPLENS_ABSENT_MAX};
}

void
poplens_frame_put_cells (PoplensFrame *self, guint column, PoplensCellFunc cell, gconstpointer data,
                         guint number)
{
  FrameColumn *c = frame_find_column (self, column);

  c->cell = cell;
  c->cell_data = data;
  c->number = number;
}

/* ---- tables --------------------------------------------------------------------------------- */

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
  guint n = poplens_table_n_columns (table);
  PoplensFrame *self = frame_new (poplens_table_get_report (table), poplens_table_get_name (table),
                                  poplens_table_n_rows (table));

  poplens_frame_describe (self, poplens_table_get_title (table), poplens_table_get_note (table),
                          poplens_table_is_partial (table));
  for (guint c = 0; c < n; c++) {
    PoplensColumn plan = *poplens_table_get_column (table, c);
    plan.holds = POPLENS_HOLDS_NOTHING;
    add_column (self, &plan);
    poplens_frame_put_cells (self, c, table_cell, NULL, c);
  }
  if (poplens_table_is_tree (table)) {
    add_column (self, &depth);
    poplens_frame_put_cells (self, n, depth_cell, NULL, 0);
  }
  poplens_frame_own (self, table, (GDestroyNotify) poplens_table_unref);
  return self;
}

/* ---- asking ---------------------------------------------------------------------------------- */

const char *
poplens_frame_get_name (const PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  return self->name;
}

const char *
poplens_frame_get_title (const PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  return self->title ? self->title : self->name;
}

const char *
poplens_frame_get_note (const PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  return self->note;
}

gboolean
poplens_frame_is_partial (const PoplensFrame *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->partial;
}

gsize
poplens_frame_n_rows (const PoplensFrame *self)
{
  g_return_val_if_fail (self, 0);
  return self->n;
}

guint
poplens_frame_n_columns (const PoplensFrame *self)
{
  g_return_val_if_fail (self, 0);
  return self->columns->len;
}

int
poplens_frame_find_column (const PoplensFrame *self, const char *name)
{
  g_return_val_if_fail (self && name, -1);
  for (guint c = 0; c < self->columns->len; c++)
    if (!strcmp (g_array_index (self->columns, FrameColumn, c).info.name, name))
      return (int) c;
  return -1;
}

const PoplensFrameColumn *
poplens_frame_get_column (const PoplensFrame *self, guint column)
{
  g_return_val_if_fail (self, NULL);
  return column < self->columns->len ? &g_array_index (self->columns, FrameColumn, column).info
                                     : NULL;
}
