/* Frame in Python: a mapping from names to columns. Tables of the library are frames, too. */
#include "python/pva.h"

#include <string.h>

PvaFrame *
pva_frame_new (PvaState *state, PoplensFrame *frame)
{
  PvaFrame *self = PyObject_New (PvaFrame, state->frame);

  if (self)
    self->frame = frame;
  else
    poplens_frame_unref (frame);
  return self;
}

static void
frame_dealloc (PvaFrame *self)
{
  PyTypeObject *type = Py_TYPE (self);

  poplens_frame_unref (self->frame);
  PyObject_Free (self);
  Py_DECREF (type);
}

PyObject *
pva_frame_value (PvaFrame *self, guint column, gsize row)
{
  const PoplensFrameColumn *info = poplens_frame_get_column (self->frame, column);
  const char *text = poplens_frame_get_text (self->frame, column, row);
  gint64 integer;
  double real;
  gsize n;

  if (text)
    return PyUnicode_FromString (text);
  if (poplens_frame_get_int (self->frame, column, row, &integer)) {
    if (g_str_equal (info->unit, "bool"))
      return PyBool_FromLong (integer != 0);
    return PyLong_FromLongLong (integer);
  }
  if (poplens_frame_get_double (self->frame, column, row, &real))
    return PyFloat_FromDouble (real);
  if (poplens_frame_get_list_length (self->frame, column, row, &n))
    return pva_numbers_of_list (pva_state_of (Py_TYPE (self)), self->frame, column, row);
  Py_RETURN_NONE;
}

static Py_ssize_t
frame_length (PvaFrame *self)
{
  return (Py_ssize_t) poplens_frame_n_columns (self->frame);
}

/* Returns the number of the column named @key, or −1 if there is none. */
static int
find_column (PvaFrame *self, PyObject *key)
{
  Py_ssize_t length;
  const char *name = PyUnicode_Check (key) ? PyUnicode_AsUTF8AndSize (key, &length) : NULL;

  if (PyErr_Occurred () && PyErr_ExceptionMatches (PyExc_UnicodeEncodeError))
    PyErr_Clear ();
  return name && strlen (name) == (gsize) length ? poplens_frame_find_column (self->frame, name)
                                                 : -1;
}

static PyObject *
frame_subscript (PvaFrame *self, PyObject *key)
{
  int column = find_column (self, key);

  if (PyErr_Occurred ())
    return NULL;
  if (column < 0) {
    PyErr_SetObject (PyExc_KeyError, key);
    return NULL;
  }
  return pva_column_new (pva_state_of (Py_TYPE (self)), self, (guint) column);
}

static int
frame_contains (PvaFrame *self, PyObject *key)
{
  int column = find_column (self, key);

  return PyErr_Occurred () ? -1 : column >= 0;
}

static PyObject *
frame_keys (PvaFrame *self, PyObject *unused)
{
  guint n = poplens_frame_n_columns (self->frame);
  PyObject *names = PyTuple_New (n);

  for (guint c = 0; names && c < n; c++) {
    PyObject *name = PyUnicode_FromString (poplens_frame_get_column (self->frame, c)->name);
    if (name)
      PyTuple_SET_ITEM (names, c, name);
    else
      Py_CLEAR (names);
  }
  return names;
}

static PyObject *
frame_iterate (PvaFrame *self)
{
  PyObject *names = frame_keys (self, NULL), *iterator = names ? PyObject_GetIter (names) : NULL;

  Py_XDECREF (names);
  return iterator;
}

static PyObject *
frame_columns (PvaFrame *self, void *unused)
{
  guint n = poplens_frame_n_columns (self->frame);
  PyObject *columns = PyTuple_New (n);

  for (guint c = 0; columns && c < n; c++) {
    PyObject *column = pva_column_new (pva_state_of (Py_TYPE (self)), self, c);
    if (column)
      PyTuple_SET_ITEM (columns, c, column);
    else
      Py_CLEAR (columns);
  }
  return columns;
}

static PyObject *
frame_items (PvaFrame *self, PyObject *unused)
{
  PyObject *names = frame_keys (self, NULL), *columns = frame_columns (self, NULL);
  PyObject *items = names && columns ? PyList_New (PyTuple_GET_SIZE (names)) : NULL;

  for (Py_ssize_t c = 0; items && c < PyList_GET_SIZE (items); c++) {
    PyObject *pair = PyTuple_Pack (2, PyTuple_GET_ITEM (names, c), PyTuple_GET_ITEM (columns, c));
    if (pair)
      PyList_SET_ITEM (items, c, pair);
    else
      Py_CLEAR (items);
  }
  Py_XDECREF (names);
  Py_XDECREF (columns);
  return items;
}

static PyObject *
frame_row (PvaFrame *self, PyObject *number)
{
  Py_ssize_t row = PyNumber_AsSsize_t (number, PyExc_IndexError);
  Py_ssize_t n = (Py_ssize_t) poplens_frame_n_rows (self->frame);

  if (row == -1 && PyErr_Occurred ())
    return NULL;
  row += row < 0 ? n : 0;
  if (row < 0 || row >= n) {
    PyErr_SetString (PyExc_IndexError, "row number out of range");
    return NULL;
  }
  PyObject *names = frame_keys (self, NULL), *values = names ? PyDict_New () : NULL;
  for (guint c = 0; values && c < poplens_frame_n_columns (self->frame); c++) {
    PyObject *value = pva_frame_value (self, c, (gsize) row);
    if (!value || PyDict_SetItem (values, PyTuple_GET_ITEM (names, c), value) < 0)
      Py_CLEAR (values);
    Py_XDECREF (value);
  }
  Py_XDECREF (names);
  return values;
}

static PyObject *
frame_name (PvaFrame *self, void *unused)
{
  return PyUnicode_FromString (poplens_frame_get_name (self->frame));
}

static PyObject *
frame_title (PvaFrame *self, void *unused)
{
  return PyUnicode_FromString (poplens_frame_get_title (self->frame));
}

static PyObject *
frame_note (PvaFrame *self, void *unused)
{
  const char *note = poplens_frame_get_note (self->frame);

  if (!note)
    Py_RETURN_NONE;
  return PyUnicode_FromString (note);
}

static PyObject *
frame_partial (PvaFrame *self, void *unused)
{
  return PyBool_FromLong (poplens_frame_is_partial (self->frame));
}

static PyObject *
frame_n_rows (PvaFrame *self, void *unused)
{
  return PyLong_FromSize_t (poplens_frame_n_rows (self->frame));
}

static PyObject *
frame_repr (PvaFrame *self)
{
  return PyUnicode_FromFormat (
      "<pva.Frame %s: %zd rows, %u columns>", poplens_frame_get_name (self->frame),
      (Py_ssize_t) poplens_frame_n_rows (self->frame), poplens_frame_n_columns (self->frame));
}

PyType_Spec pva_frame_spec = {
    .name = "pva.Frame",
    .basicsize = sizeof (PvaFrame),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_MAPPING | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc,
             "Columns of equal length, by name: frame[\"bytes\"].\n\nReport.frame() and "
             "Report.table() return frames. A frame stays valid after its report is closed."},
            {Py_tp_dealloc, frame_dealloc},
            {Py_tp_repr, frame_repr},
            {Py_tp_iter, frame_iterate},
            {Py_mp_length, frame_length},
            {Py_mp_subscript, frame_subscript},
            {Py_sq_contains, frame_contains},
            {Py_tp_methods,
             (PyMethodDef[]){
                 {"keys", (PyCFunction) frame_keys, METH_NOARGS,
                  "keys($self, /)\n--\n\nReturns the names of the columns."},
                 {"items", (PyCFunction) frame_items, METH_NOARGS,
                  "items($self, /)\n--\n\nReturns pairs of name and column."},
                 {"row", (PyCFunction) frame_row, METH_O,
                  "row($self, number, /)\n--\n\nReturns the values of a row by name; None for no "
                  "value."},
                 {NULL},
             }},
            {Py_tp_getset,
             (PyGetSetDef[]){
                 {"name", (getter) frame_name, NULL, "Name of the frame or table.", NULL},
                 {"title", (getter) frame_title, NULL, "Title of the frame or table.", NULL},
                 {"note", (getter) frame_note, NULL, "Note to show above the rows, or None.", NULL},
                 {"partial", (getter) frame_partial, NULL,
                  "Whether rows are omitted; the note says which.", NULL},
                 {"rows", (getter) frame_n_rows, NULL, "Number of rows.", NULL},
                 {"columns", (getter) frame_columns, NULL, "Columns in order.", NULL},
                 {NULL},
             }},
            {0, NULL},
        },
};
