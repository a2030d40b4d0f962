/* Python lists of objects of a report. An object is created when its element is accessed. */
#include "python/pva.h"

typedef struct {
  PyObject_HEAD PvaSource *source;
  PyObject *maker;
  Py_ssize_t first, step, n;
  PvaNumbers *members; /* (nullable): row numbers; NULL: the rows are a range */
  /* object i is for the row with the number i, or for row −1 if there is none */
  gboolean dense;
  guint by; /* only if .dense: slot with the number of each row */
  Py_ssize_t group, group_n;
} PvaRows;

typedef struct {
  PyObject_HEAD PvaRows *rows; /* (nullable): NULL after the last element */
  Py_ssize_t next;
} PvaRowsIterator;

static PvaRows *
rows_create (PvaState *state, PvaSource *source, PyObject *maker, Py_ssize_t n)
{
  PvaRows *self = PyObject_New (PvaRows, state->rows);

  if (!self)
    return NULL;
  self->source = (PvaSource *) Py_NewRef (source);
  self->maker = Py_NewRef (maker);
  self->first = 0;
  self->step = 1;
  self->n = n;
  self->members = NULL;
  self->dense = FALSE;
  self->by = 0;
  self->group = self->group_n = 0;
  return self;
}

PyObject *
pva_rows_new (PvaState *state, PvaSource *source, PyObject *maker, Py_ssize_t first, Py_ssize_t n)
{
  PvaRows *self = rows_create (state, source, maker, n);

  if (self)
    self->first = first;
  return (PyObject *) self;
}

PyObject *
pva_rows_new_members (PvaState *state, PvaSource *source, PyObject *maker, PvaNumbers *rows)
{
  PvaRows *self = rows_create (state, source, maker, rows->n);

  if (self)
    self->members = (PvaNumbers *) Py_NewRef (rows);
  return (PyObject *) self;
}

PyObject *
pva_rows_new_dense (PvaState *state, PvaSource *source, PyObject *maker, guint slot, guint by,
                    Py_ssize_t group, Py_ssize_t n)
{
  const PvaSlot *groups = &source->slots[slot];
  PvaRows *self = rows_create (state, source, maker, n);

  if (!self)
    return NULL;
  self->dense = TRUE;
  self->by = by;
  if (group >= 0 && (gsize) group < groups->n_groups) {
    self->group = groups->first[group];
    self->group_n = groups->first[group + 1] - self->group;
  }
  if (groups->members) {
    self->members = pva_numbers_new (state, (gsize) self->group_n);
    if (!self->members) {
      Py_DECREF (self);
      return NULL;
    }
    for (Py_ssize_t i = 0; i < self->group_n; i++)
      self->members->values[i] = groups->members[self->group + i];
  }
  return (PyObject *) self;
}

static void
rows_dealloc (PvaRows *self)
{
  PyTypeObject *type = Py_TYPE (self);

  Py_DECREF (self->source);
  Py_DECREF (self->maker);
  Py_XDECREF (self->members);
  PyObject_Free (self);
  Py_DECREF (type);
}

static Py_ssize_t
nth_of_group (const PvaRows *self, Py_ssize_t i)
{
  return self->members ? (Py_ssize_t) self->members->values[i] : self->group + i;
}

/* Returns the row that has @number in a dense list, or −1. */
static Py_ssize_t
find_dense (const PvaRows *self, Py_ssize_t number)
{
  const PvaSlot *by = &self->source->slots[self->by];
  gint64 value;

  if (!by->frame)
    return -1;
  if (number < self->group_n && pva_slot_int (by, (gsize) nth_of_group (self, number), &value) &&
      value == number)
    return nth_of_group (self, number);
  for (Py_ssize_t i = 0; i < self->group_n; i++)
    if (pva_slot_int (by, (gsize) nth_of_group (self, i), &value) && value == number)
      return nth_of_group (self, i);
  return -1;
}

static PyObject *
make_nth (PvaRows *self, Py_ssize_t i)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  Py_ssize_t at = self->first + i * self->step;

  if (!self->source->report) {
    pva_source_check (self->source);
    return NULL;
  }
  if (self->dense)
    return pva_make (self->maker, state, self->source, find_dense (self, at), at);
  return pva_make (self->maker, state, self->source,
                   self->members ? (Py_ssize_t) self->members->values[at] : at, at);
}

static Py_ssize_t
rows_length (PvaRows *self)
{
  return self->n;
}

static PyObject *
rows_item (PvaRows *self, Py_ssize_t i)
{
  if (i >= 0 && i < self->n)
    return make_nth (self, i);
  PyErr_Format (PyExc_IndexError, "the list has %zd elements", self->n);
  return NULL;
}

static PyObject *
rows_subscript (PvaRows *self, PyObject *key)
{
  PvaPlaces at;

  if (!pva_places (key, self->n, &at))
    return NULL;
  if (!at.slice)
    return rows_item (self, at.start);
  PvaRows *part = rows_create (pva_state_of (Py_TYPE (self)), self->source, self->maker, at.n);
  if (!part)
    return NULL;
  part->first = self->first + at.start * self->step;
  /* Ignore the step for a single element: a huge step would overflow the product. */
  part->step = at.n > 1 ? self->step * at.step : 1;
  part->members = (PvaNumbers *) Py_XNewRef (self->members);
  part->dense = self->dense;
  part->by = self->by;
  part->group = self->group;
  part->group_n = self->group_n;
  return (PyObject *) part;
}

static PyObject *
rows_repr (PvaRows *self)
{
  Py_ssize_t n = MIN (self->n, self->source->print_length);
  PyObject *parts = PyList_New (0);
  PyObject *separator = PyUnicode_FromString (", ");

  for (Py_ssize_t i = 0; parts && i < n; i++) {
    PyObject *item = make_nth (self, i), *text = item ? PyObject_Repr (item) : NULL;
    if (!text || PyList_Append (parts, text) < 0)
      Py_CLEAR (parts);
    Py_XDECREF (item);
    Py_XDECREF (text);
  }
  PyObject *joined = parts && separator ? PyUnicode_Join (separator, parts) : NULL;
  PyObject *all = NULL;
  if (joined && n < self->n)
    all = PyUnicode_FromFormat ("[%U%s... %zd in all]", joined, n ? ", " : "", self->n);
  else if (joined)
    all = PyUnicode_FromFormat ("[%U]", joined);
  Py_XDECREF (joined);
  Py_XDECREF (parts);
  Py_XDECREF (separator);
  return all;
}

static PyObject *
rows_iterate (PvaRows *self)
{
  PvaRowsIterator *iterator =
      PyObject_New (PvaRowsIterator, pva_state_of (Py_TYPE (self))->rows_iterator);

  if (iterator) {
    iterator->rows = (PvaRows *) Py_NewRef (self);
    iterator->next = 0;
  }
  return (PyObject *) iterator;
}

PyType_Spec pva_rows_spec = {
    .name = "pva.Rows",
    .basicsize = sizeof (PvaRows),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_SEQUENCE | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc, "A list of objects of a report.\n\nIt has a length, can be iterated, and "
                        "accepts indices, negative indices and slices. An object is created on "
                        "access and holds only its row in the report."},
            {Py_tp_dealloc, rows_dealloc},
            {Py_tp_repr, rows_repr},
            {Py_tp_iter, rows_iterate},
            {Py_tp_hash, PyObject_HashNotImplemented},
            {Py_tp_richcompare, pva_sequence_compare},
            {Py_sq_contains, pva_sequence_contains},
            {Py_sq_length, rows_length},
            {Py_sq_item, rows_item},
            {Py_mp_length, rows_length},
            {Py_mp_subscript, rows_subscript},
            {Py_tp_methods, (PyMethodDef[]){PVA_SEQUENCE_METHODS, {NULL}}},
            {0, NULL},
        },
};

/* ---- iterator -------------------------------------------------------------------------------- */

static void
iterator_dealloc (PvaRowsIterator *self)
{
  PyTypeObject *type = Py_TYPE (self);

  Py_XDECREF (self->rows);
  PyObject_Free (self);
  Py_DECREF (type);
}

static PyObject *
iterator_next (PvaRowsIterator *self)
{
  if (self->rows && self->next < self->rows->n)
    return make_nth (self->rows, self->next++);
  Py_CLEAR (self->rows);
  return NULL;
}

static PyObject *
iterator_hint (PvaRowsIterator *self, PyObject *unused)
{
  return PyLong_FromSsize_t (self->rows ? self->rows->n - self->next : 0);
}

PyType_Spec pva_rows_iterator_spec = {
    .name = "pva._pva.RowsIterator",
    .basicsize = sizeof (PvaRowsIterator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_dealloc, iterator_dealloc},
            {Py_tp_iter, PyObject_SelfIter},
            {Py_tp_iternext, iterator_next},
            {Py_tp_methods,
             (PyMethodDef[]){{"__length_hint__", (PyCFunction) iterator_hint, METH_NOARGS, NULL},
                             {NULL}}},
            {0, NULL},
        },
};
