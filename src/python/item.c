/* Object of the Python classes: a report, a row and a further number. Objects of a class are equal
 * if these three are equal. */
#include "python/pva.h"

#include <structmember.h>

PyObject *
pva_item_new (PyTypeObject *type, PvaSource *source, Py_ssize_t row, Py_ssize_t other)
{
  PvaItem *self = (PvaItem *) type->tp_alloc (type, 0);

  if (self) {
    self->source = (PvaSource *) Py_NewRef (source);
    self->row = row;
    self->other = other;
  }
  return (PyObject *) self;
}

static PyObject *
item_create (PyTypeObject *type, PyObject *args, PyObject *named)
{
  PvaState *state = pva_state_of (type);
  PyObject *source;
  Py_ssize_t row = 0, other = 0;

  if (!PyArg_ParseTuple (args, "O!|nn", state->source, &source, &row, &other))
    return NULL;
  return pva_item_new (type, (PvaSource *) source, row, other);
}

static void
item_dealloc (PvaItem *self)
{
  PyTypeObject *type = Py_TYPE (self);

  Py_XDECREF (self->source);
  type->tp_free (self);
  Py_DECREF (type);
}

static PyObject *
item_compare (PvaItem *self, PyObject *other, int how)
{
  if ((how != Py_EQ && how != Py_NE) || Py_TYPE (self) != Py_TYPE (other))
    Py_RETURN_NOTIMPLEMENTED;
  const PvaItem *that = (const PvaItem *) other;
  gboolean equal =
      self->source == that->source && self->row == that->row && self->other == that->other;
  return PyBool_FromLong (equal == (how == Py_EQ));
}

static Py_hash_t
item_hash (PvaItem *self)
{
  gsize hash = ((gsize) self->source >> 4) ^ ((gsize) Py_TYPE (self) >> 4);

  hash = (hash ^ (gsize) self->row) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ (gsize) self->other) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash ^= hash >> 32;
  return hash == (gsize) -1 ? -2 : (Py_hash_t) hash;
}

/* Implements accept () of programs: calls the method of @visitor that the class attribute "_visit"
 * names. */
static PyObject *
item_accept (PyObject *self, PyObject *visitor)
{
  PyObject *name =
      PyObject_GetAttr ((PyObject *) Py_TYPE (self), pva_state_of (Py_TYPE (self))->visit);

  if (!name)
    return NULL;
  PyObject *answer = PyObject_CallMethodObjArgs (visitor, name, self, NULL);
  Py_DECREF (name);
  if (!answer)
    return NULL;
  Py_DECREF (answer);
  Py_RETURN_NONE;
}

PyType_Spec pva_item_spec = {
    .name = "pva._pva.Item",
    .basicsize = sizeof (PvaItem),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc, "An object of a report."},
            {Py_tp_new, item_create},
            {Py_tp_dealloc, item_dealloc},
            {Py_tp_richcompare, item_compare},
            {Py_tp_hash, item_hash},
            {Py_tp_members,
             (PyMemberDef[]){
                 {"_source", T_OBJECT_EX, offsetof (PvaItem, source), READONLY, NULL},
                 {"_row", T_PYSSIZET, offsetof (PvaItem, row), READONLY, NULL},
                 {"_other", T_PYSSIZET, offsetof (PvaItem, other), READONLY, NULL},
                 {NULL},
             }},
            {Py_tp_methods,
             (PyMethodDef[]){
                 {"_accept", item_accept, METH_O,
                  "_accept($self, visitor, /)\n--\n\nCalls the visitor's method for this type of "
                  "program."},
                 {NULL}}},
            {0, NULL},
        },
};
