/* Slots: table columns from which Python attributes are read. A slot finds rows by ID, and the rows
 * of an object's list by the number of the object. */
#include "python/pva.h"

#include <string.h>

void
pva_slot_clear (PvaSlot *slot)
{
  for (gsize t = 0; t < slot->n_texts; t++)
    Py_XDECREF (slot->texts[t]);
  g_free (slot->texts);
  g_free (slot->first);
  g_free (slot->members);
  g_clear_pointer (&slot->row_of, g_hash_table_unref);
  Py_XDECREF (slot->frame);
  memset (slot, 0, sizeof *slot);
}

static PvaSlot *
slot_at (PvaSource *self, guint number)
{
  if (number >= self->n_slots) {
    guint n = MAX (256, number * 2);
    self->slots = g_renew (PvaSlot, self->slots, n);
    memset (self->slots + self->n_slots, 0, (n - self->n_slots) * sizeof (PvaSlot));
    self->n_slots = n;
  }
  return &self->slots[number];
}

/* Fills slot @number with a column of @frame. Releases the interpreter's lock, so other threads can
 * fill the slot or close the report. @frame: (transfer full). NULL with an exception. */
static PvaSlot *
slot_fill (PvaSource *self, guint number, PvaFrame *frame, const char *column, guint64 key)
{
  int c = frame ? poplens_frame_find_column (frame->frame, column) : -1;
  PoplensBuffer buffer;

  if (!frame)
    return NULL;
  if (c < 0) {
    PyErr_Format (PyExc_SystemError, "frame %s has no column %s",
                  poplens_frame_get_name (frame->frame), column);
    Py_DECREF (frame);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS;
  poplens_frame_get_buffer (frame->frame, (guint) c, &buffer);
  Py_END_ALLOW_THREADS;
  if (pva_source_check (self) < 0) {
    Py_DECREF (frame);
    return NULL;
  }
  PvaSlot *slot = slot_at (self, number);
  pva_slot_clear (slot);
  slot->frame = frame;
  slot->column = (guint) c;
  slot->key = key;
  slot->buffer = buffer;
  return slot;
}

PvaSlot *
pva_slot_get (PvaSource *self, guint number, const char *frame, const char *column)
{
  PvaSlot *slot = slot_at (self, number);

  if (G_LIKELY (slot->frame))
    return slot;
  return slot_fill (self, number, pva_source_frame (self, frame), column, 0);
}

PvaSlot *
pva_slot_get_piece (PvaSource *self, guint number, const char *frame, const char *column,
                    guint64 key)
{
  PvaSlot *slot = slot_at (self, number);

  if (G_LIKELY (slot->frame && slot->key == key))
    return slot;
  return slot_fill (self, number, pva_source_piece (self, frame, key), column, key);
}

static inline gconstpointer
slot_element (const PvaSlot *slot, gsize row)
{
  return (const char *) slot->buffer.values + row * slot->buffer.stride;
}

gboolean
pva_slot_int (const PvaSlot *slot, gsize row, gint64 *value)
{
  const PoplensBuffer *buffer = &slot->buffer;

  if (row >= buffer->n || !buffer->values || (buffer->valid && !buffer->valid[row]))
    return FALSE;
  switch (buffer->type) {
  case POPLENS_BUFFER_UINT8:
    *value = *(const guint8 *) slot_element (slot, row);
    break;
  case POPLENS_BUFFER_UINT16:
    *value = *(const guint16 *) slot_element (slot, row);
    break;
  case POPLENS_BUFFER_UINT32:
  case POPLENS_BUFFER_TEXT:
    *value = *(const guint32 *) slot_element (slot, row);
    break;
  case POPLENS_BUFFER_UINT64:
  case POPLENS_BUFFER_INT64:
    *value = *(const gint64 *) slot_element (slot, row);
    break;
  case POPLENS_BUFFER_BOOL:
    *value = *(const guint8 *) slot_element (slot, row) != 0;
    break;
  default:
    return FALSE;
  }
  return !buffer->has_absent || *value != buffer->absent;
}

/* Returns a text code as a str, which is created once and then cached. (transfer full) */
static PyObject *
slot_text (PvaSlot *slot, guint32 code)
{
  if (code >= slot->n_texts) {
    gsize n = MAX (64, (gsize) code + code / 2 + 1);
    slot->texts = g_renew (PyObject *, slot->texts, n);
    memset (slot->texts + slot->n_texts, 0, (n - slot->n_texts) * sizeof (PyObject *));
    slot->n_texts = n;
  }
  if (!slot->texts[code])
    slot->texts[code] =
        PyUnicode_FromString (poplens_frame_get_code_text (slot->frame->frame, slot->column, code));
  return Py_XNewRef (slot->texts[code]);
}

PyObject *
pva_slot_value (PvaSlot *slot, gsize row)
{
  gint64 value;

  if (slot->buffer.type == POPLENS_BUFFER_DOUBLE) {
    double real;
    if (!poplens_frame_get_double (slot->frame->frame, slot->column, row, &real))
      Py_RETURN_NONE;
    return PyFloat_FromDouble (real);
  }
  if (!pva_slot_int (slot, row, &value))
    Py_RETURN_NONE;
  switch (slot->buffer.type) {
  case POPLENS_BUFFER_TEXT:
    return slot_text (slot, (guint32) value);
  case POPLENS_BUFFER_BOOL:
    return PyBool_FromLong (value != 0);
  case POPLENS_BUFFER_UINT64:
    return PyLong_FromUnsignedLongLong ((guint64) value);
  default:
    return PyLong_FromLongLong (value);
  }
}

/* ---- rows of ids ----------------------------------------------------------------------------- */

static void
slot_find_order (PvaSlot *slot)
{
  gint64 before = G_MININT64, value;

  slot->order = PVA_ORDER_RISING;
  for (gsize r = 0; r < slot->buffer.n && slot->order == PVA_ORDER_RISING; r++) {
    if (!pva_slot_int (slot, r, &value) || (r && value <= before))
      slot->order = PVA_ORDER_NONE;
    before = value;
  }
  if (slot->order == PVA_ORDER_RISING)
    return;
  slot->row_of = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (gsize r = 0; r < slot->buffer.n; r++)
    if (pva_slot_int (slot, r, &value))
      g_hash_table_insert (slot->row_of, GSIZE_TO_POINTER ((gsize) value),
                           GSIZE_TO_POINTER (r + 1));
}

static Py_ssize_t
slot_find_ascending (const PvaSlot *slot, gint64 id)
{
  gsize low = 0, high = slot->buffer.n;
  gint64 value;

  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if (pva_slot_int (slot, middle, &value) && value < id)
      low = middle + 1;
    else
      high = middle;
  }
  return pva_slot_int (slot, low, &value) && value == id ? (Py_ssize_t) low : -1;
}

Py_ssize_t
pva_slot_find (PvaSlot *slot, gint64 id)
{
  gint64 value;

  /* In most columns the ID equals the row number. */
  if (id >= 0 && pva_slot_int (slot, (gsize) id, &value) && value == id)
    return (Py_ssize_t) id;
  if (slot->order == PVA_ORDER_UNKNOWN)
    slot_find_order (slot);
  if (slot->order == PVA_ORDER_RISING)
    return slot_find_ascending (slot, id);
  return (Py_ssize_t) GPOINTER_TO_SIZE (
             g_hash_table_lookup (slot->row_of, GSIZE_TO_POINTER ((gsize) id))) -
         1;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static gsize
slot_group (const PvaSlot *slot, PvaSlot *groups, gsize row)
{
  gint64 value;
  Py_ssize_t group = -1;

  if (pva_slot_int (slot, row, &value))
    group = groups ? pva_slot_find (groups, value) : (Py_ssize_t) value;
  return group < 0 ? G_MAXSIZE : (gsize) group;
}

/* Uses a counting sort. Skips rows without a valid group. */
void
pva_slot_group (PvaSlot *slot, PvaSlot *groups)
{
  gsize n = slot->buffer.n, before = 0;
  gboolean in_order = TRUE;

  if (slot->first)
    return;
  if (groups) {
    slot->n_groups = groups->buffer.n;
  } else {
    for (gsize r = 0; r < n; r++) {
      gsize group = slot_group (slot, NULL, r);
      /* Ignore huge group numbers, which only damaged files contain. */
      if (group < G_MAXUINT32 / 16)
        slot->n_groups = MAX (slot->n_groups, group + 1);
    }
  }
  slot->first = g_new0 (guint32, slot->n_groups + 2);
  for (gsize r = 0; r < n; r++) {
    gsize group = slot_group (slot, groups, r);
    in_order &= group >= before && group < slot->n_groups;
    before = group;
    if (group < slot->n_groups)
      slot->first[group + 1]++;
  }
  for (gsize g = 0; g < slot->n_groups; g++)
    slot->first[g + 1] += slot->first[g];
  if (in_order)
    return;
  guint32 *next = g_memdup2 (slot->first, (slot->n_groups + 1) * sizeof *next);
  slot->members = g_new (guint32, MAX (n, 1));
  for (gsize r = 0; r < n; r++) {
    gsize group = slot_group (slot, groups, r);
    if (group < slot->n_groups)
      slot->members[next[group]++] = (guint32) r;
  }
  g_free (next);
}
