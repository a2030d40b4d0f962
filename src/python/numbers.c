/* Lists of numbers: immutable sequences, whose memory NumPy uses without a copy. */
#include "python/pva.h"

PvaNumbers *
pva_numbers_new (PvaState *state, gsize n)
{
  PvaNumbers *self = PyObject_New (PvaNumbers, state->numbers);

  if (self) {
    self->n = (Py_ssize_t) n;
    self->values = g_try_new0 (guint64, MAX (n, 1));
    if (!self->values) {
      Py_DECREF (self);
      return (PvaNumbers *) PyErr_NoMemory ();
    }
  }
  return self;
}

PyObject *
pva_numbers_of_list (PvaState *state, PoplensFrame *frame, guint column, gsize row)
{
  gsize n = 0;

  poplens_frame_get_list_length (frame, column, row, &n);
  PvaNumbers *self = pva_numbers_new (state, n);
  if (self && n)
    poplens_frame_read_list (frame, column, row, self->values, n);
  return (PyObject *) self;
}

static void
numbers_dealloc (PvaNumbers *self)
{
  PyTypeObject *type = Py_TYPE (self);

  g_free (self->values);
  PyObject_Free (self);
  Py_DECREF (type);
}

static Py_ssize_t
numbers_length (PvaNumbers *self)
{
  return self->n;
}

static PyObject *
numbers_item (PvaNumbers *self, Py_ssize_t i)
{
  if (i < 0 || i >= self->n) {
    PyErr_SetString (PyExc_IndexError, "index out of range");
    return NULL;
  }
  return PyLong_FromUnsignedLongLong (self->values[i]);
}

static PyObject *
numbers_subscript (PvaNumbers *self, PyObject *key)
{
  PvaPlaces at;

  if (!pva_places (key, self->n, &at))
    return NULL;
  if (!at.slice)
    return numbers_item (self, at.start);
  PvaNumbers *part = pva_numbers_new (pva_state_of (Py_TYPE (self)), (gsize) at.n);
  for (Py_ssize_t i = 0; part && i < at.n; i++)
    part->values[i] = self->values[at.start + i * at.step];
  return (PyObject *) part;
}

static PyObject *
numbers_repr (PvaNumbers *self)
{
  PyObject *list = PySequence_List ((PyObject *) self);
  PyObject *text = list ? PyObject_Repr (list) : NULL;

  Py_XDECREF (list);
  return text;
}

/* Copies and pickles the numbers as a plain list, which is valid without an open report. */
static PyObject *
numbers_reduce (PyObject *self, PyObject *unused)
{
  return Py_BuildValue ("O(N)", (PyObject *) &PyList_Type, PySequence_List (self));
}

static PyObject *
numbers_add (PyObject *a, PyObject *b)
{
  PyObject *mine = PySequence_List (a), *theirs = PySequence_List (b);
  PyObject *sum = mine && theirs ? PySequence_Concat (mine, theirs) : NULL;

  Py_XDECREF (mine);
  Py_XDECREF (theirs);
  return sum;
}

static int
numbers_get_buffer (PvaNumbers *self, Py_buffer *view, int flags)
{
  if (PyBuffer_FillInfo (view, (PyObject *) self, self->values, self->n * 8, TRUE, flags) < 0)
    return -1;
  view->itemsize = 8;
  view->format = flags & PyBUF_FORMAT ? (char *) "Q" : NULL;
  if (view->shape)
    view->shape = &self->n;
  if (view->strides)
    view->strides = &view->itemsize;
  return 0;
}

PyType_Spec pva_numbers_spec = {
    .name = "pva.Numbers",
    .basicsize = sizeof (PvaNumbers),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_SEQUENCE | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc, "A list of integers, such as one value per tile.\n\nIt is immutable. "
                        "numpy.asarray (numbers) uses its memory without a copy."},
            {Py_tp_dealloc, numbers_dealloc},
            {Py_tp_repr, numbers_repr},
            {Py_tp_hash, PyObject_HashNotImplemented},
            {Py_tp_richcompare, pva_sequence_compare},
            /* pandas treats an object without __iter__ as a scalar. */
            {Py_tp_iter, PySeqIter_New},
            {Py_sq_contains, pva_sequence_contains},
            {Py_sq_length, numbers_length},
            {Py_sq_item, numbers_item},
            {Py_sq_concat, numbers_add},
            {Py_mp_length, numbers_length},
            {Py_mp_subscript, numbers_subscript},
            {Py_bf_getbuffer, numbers_get_buffer},
            {Py_tp_methods,
             (PyMethodDef[]){
                 PVA_SEQUENCE_METHODS,
                 {"tolist", pva_sequence_to_list, METH_NOARGS,
                  "tolist($self, /)\n--\n\nReturns the numbers as a Python list."},
                 {"__reduce__", numbers_reduce, METH_NOARGS, NULL},
                 {NULL},
             }},
            {0, NULL},
        },
};
