/* Column in Python: a sequence of values, and a buffer that NumPy uses without a copy. */
#include "python/pva.h"

typedef struct {
  PyObject_HEAD PvaFrame *frame;
  guint column;
  gboolean has_buffer;
  PoplensBuffer buffer;
  Py_ssize_t n, stride;
} PvaColumn;

PyObject *
pva_column_new (PvaState *state, PvaFrame *frame, guint column)
{
  PvaColumn *self = PyObject_New (PvaColumn, state->column);

  if (self) {
    self->frame = (PvaFrame *) Py_NewRef (frame);
    self->column = column;
    self->has_buffer = FALSE;
    self->n = (Py_ssize_t) poplens_frame_n_rows (frame->frame);
  }
  return (PyObject *) self;
}

static void
column_dealloc (PvaColumn *self)
{
  PyTypeObject *type = Py_TYPE (self);

  Py_XDECREF (self->frame);
  PyObject_Free (self);
  Py_DECREF (type);
}

static const PoplensBuffer *
column_buffer (PvaColumn *self)
{
  if (!self->has_buffer) {
    PoplensBuffer buffer;
    Py_BEGIN_ALLOW_THREADS;
    poplens_frame_get_buffer (self->frame->frame, self->column, &buffer);
    Py_END_ALLOW_THREADS;
    self->buffer = buffer;
    self->has_buffer = TRUE;
  }
  return &self->buffer;
}

/* ---- as a sequence --------------------------------------------------------------------------- */

static Py_ssize_t
column_length (PvaColumn *self)
{
  return self->n;
}

static PyObject *
column_item (PvaColumn *self, Py_ssize_t row)
{
  if (row < 0 || row >= self->n) {
    PyErr_SetString (PyExc_IndexError, "row number out of range");
    return NULL;
  }
  return pva_frame_value (self->frame, self->column, (gsize) row);
}

static PyObject *
column_subscript (PvaColumn *self, PyObject *key)
{
  PvaPlaces at;

  if (!pva_places (key, self->n, &at))
    return NULL;
  if (!at.slice)
    return column_item (self, at.start);
  PyObject *list = PyList_New (at.n);
  for (Py_ssize_t i = 0; list && i < at.n; i++) {
    PyObject *value = pva_frame_value (self->frame, self->column, (gsize) (at.start + i * at.step));
    if (value)
      PyList_SET_ITEM (list, i, value);
    else
      Py_CLEAR (list);
  }
  return list;
}

/* ---- as a buffer ----------------------------------------------------------------------------- */

static const struct {
  const char *format;
  Py_ssize_t size;
} kinds[] = {
    [POPLENS_BUFFER_UINT8] = {"B", 1},  [POPLENS_BUFFER_UINT16] = {"H", 2},
    [POPLENS_BUFFER_UINT32] = {"I", 4}, [POPLENS_BUFFER_UINT64] = {"Q", 8},
    [POPLENS_BUFFER_INT64] = {"q", 8},  [POPLENS_BUFFER_DOUBLE] = {"d", 8},
    [POPLENS_BUFFER_BOOL] = {"?", 1},   [POPLENS_BUFFER_TEXT] = {"I", 4},
};

static int
column_get_buffer (PvaColumn *self, Py_buffer *view, int flags)
{
  static const double nothing = 0;
  const PoplensBuffer *buffer = column_buffer (self);

  view->obj = NULL;
  if (buffer->type == POPLENS_BUFFER_LIST || (guint) buffer->type >= G_N_ELEMENTS (kinds)) {
    PyErr_SetString (PyExc_BufferError, "the cells of this column are lists; read them row by row");
    return -1;
  }
  if (self->n && !buffer->values) {
    PyErr_SetString (PyExc_BufferError, "this column has no values");
    return -1;
  }
  if (flags & PyBUF_WRITABLE) {
    PyErr_SetString (PyExc_BufferError, "a report is read-only");
    return -1;
  }
  self->stride = self->n ? (Py_ssize_t) buffer->stride : kinds[buffer->type].size;
  gboolean dense = self->stride == kinds[buffer->type].size;
  if (!dense && (flags & PyBUF_STRIDES) != PyBUF_STRIDES) {
    PyErr_SetString (PyExc_BufferError,
                     "the column is not contiguous; request a buffer with strides");
    return -1;
  }
  *view = (Py_buffer){
      .buf = (void *) (self->n ? buffer->values : &nothing),
      .obj = Py_NewRef (self),
      .len = self->n * kinds[buffer->type].size,
      .itemsize = kinds[buffer->type].size,
      .readonly = 1,
      .ndim = 1,
      .format = flags & PyBUF_FORMAT ? (char *) kinds[buffer->type].format : NULL,
      .shape = flags & PyBUF_ND ? &self->n : NULL,
      .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &self->stride : NULL,
  };
  return 0;
}

/* ---- what it says of itself ------------------------------------------------------------------ */

static PyObject *
column_text (PvaColumn *self, void *which)
{
  const PoplensFrameColumn *info = poplens_frame_get_column (self->frame->frame, self->column);
  const char *texts[] = {info->name, info->title, info->unit, info->provenance, info->doc};

  return PyUnicode_FromString (texts[GPOINTER_TO_SIZE (which)]);
}

static PyObject *
column_valid (PvaColumn *self, void *unused)
{
  const PoplensBuffer *buffer = column_buffer (self);

  if (!buffer->valid)
    Py_RETURN_NONE;
  return PyBytes_FromStringAndSize ((const char *) buffer->valid, self->n);
}

static PyObject *
column_absent (PvaColumn *self, void *unused)
{
  const PoplensBuffer *buffer = column_buffer (self);

  if (!buffer->has_absent)
    Py_RETURN_NONE;
  return buffer->type == POPLENS_BUFFER_UINT64
             ? PyLong_FromUnsignedLongLong ((guint64) buffer->absent)
             : PyLong_FromLongLong (buffer->absent);
}

static PyObject *
column_copied (PvaColumn *self, void *unused)
{
  return PyBool_FromLong (column_buffer (self)->is_copy);
}

static PyObject *
column_code_text (PvaColumn *self, PyObject *code)
{
  guint32 number = (guint32) PyLong_AsUnsignedLongMask (code);

  if (PyErr_Occurred ())
    return NULL;
  if (column_buffer (self)->type != POPLENS_BUFFER_TEXT) {
    PyErr_SetString (PyExc_TypeError, "the column is not a text column");
    return NULL;
  }
  return PyUnicode_FromString (
      poplens_frame_get_code_text (self->frame->frame, self->column, number));
}

static PyObject *
column_sum_list (PvaColumn *self, PyObject *number)
{
  Py_ssize_t row = PyNumber_AsSsize_t (number, PyExc_IndexError);
  guint64 sum;

  if (row == -1 && PyErr_Occurred ())
    return NULL;
  row += row < 0 ? self->n : 0;
  if (row < 0 || !poplens_frame_sum_list (self->frame->frame, self->column, (gsize) row, &sum))
    Py_RETURN_NONE;
  return PyLong_FromUnsignedLongLong (sum);
}

static PyObject *
column_repr (PvaColumn *self)
{
  const PoplensFrameColumn *info = poplens_frame_get_column (self->frame->frame, self->column);

  return PyUnicode_FromFormat ("<pva.Column %s (%s): %zd rows>", info->name, info->unit, self->n);
}

#define TEXT(name, number, doc)                                                                    \
  {                                                                                                \
    name, (getter) column_text, NULL, doc, (void *) number                                         \
  }

PyType_Spec pva_column_spec = {
    .name = "pva.Column",
    .basicsize = sizeof (PvaColumn),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_SEQUENCE | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc,
             "A column of a frame.\n\nAs a sequence it has values: int, float, bool, str, Numbers, "
             "or None for no value. As a buffer it is the memory of the column: numpy.asarray "
             "(column) and memoryview (column) copy nothing, and keep it alive. A buffer of texts "
             "has codes; text() returns their texts. The attributes valid and absent tell which "
             "elements have no value; a float without a value is a NaN."},
            {Py_tp_dealloc, column_dealloc},
            {Py_tp_repr, column_repr},
            /* pandas treats an object without __iter__ as a scalar. */
            {Py_tp_iter, PySeqIter_New},
            {Py_sq_contains, pva_sequence_contains},
            {Py_sq_length, column_length},
            {Py_sq_item, column_item},
            {Py_mp_length, column_length},
            {Py_mp_subscript, column_subscript},
            {Py_bf_getbuffer, column_get_buffer},
            {Py_tp_methods,
             (PyMethodDef[]){
                 PVA_SEQUENCE_METHODS,
                 {"tolist", pva_sequence_to_list, METH_NOARGS,
                  "tolist($self, /)\n--\n\nReturns all values as a Python list."},
                 {"text", (PyCFunction) column_code_text, METH_O,
                  "text($self, code, /)\n--\n\nReturns the text of an element of the buffer."},
                 {"sum", (PyCFunction) column_sum_list, METH_O,
                  "sum($self, row, /)\n--\n\nReturns the sum of a list without expanding it; None "
                  "for an absent list."},
                 {NULL},
             }},
            {Py_tp_getset,
             (PyGetSetDef[]){
                 TEXT ("name", 0, "Key of the column."),
                 TEXT ("title", 1, "Title of the column."),
                 TEXT ("unit", 2, "Unit: bytes, cycles, count, id, text or another."),
                 TEXT ("provenance", 3,
                       "Source of the values: file, measured, estimated, derived, assumed, or row: "
                       "as the column source says."),
                 TEXT ("doc", 4, "Description of the column."),
                 {"valid", (getter) column_valid, NULL,
                  "One byte per element, 0 if it has no value; None if all elements have one.",
                  NULL},
                 {"absent", (getter) column_absent, NULL,
                  "Element that means no value; None without such an element.", NULL},
                 {"copied", (getter) column_copied, NULL,
                  "Whether the buffer was computed; if not, it is memory of the library.", NULL},
                 {NULL},
             }},
            {0, NULL},
        },
};
