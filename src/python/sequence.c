/* Functions that all sequence types of the module share. They use Python's sequence protocol. */
#include "python/pva.h"

gboolean
pva_places (PyObject *key, Py_ssize_t n, PvaPlaces *places)
{
  Py_ssize_t stop;

  *places = (PvaPlaces){.slice = PySlice_Check (key)};
  if (PyIndex_Check (key)) {
    Py_ssize_t place = PyNumber_AsSsize_t (key, PyExc_IndexError);
    if (place == -1 && PyErr_Occurred ())
      return FALSE;
    places->start = place < 0 ? place + n : place;
    return TRUE;
  }
  if (!places->slice) {
    PyErr_Format (PyExc_TypeError, "expected an integer or a slice, not %.80s",
                  Py_TYPE (key)->tp_name);
    return FALSE;
  }
  if (PySlice_Unpack (key, &places->start, &stop, &places->step) < 0)
    return FALSE;
  places->n = PySlice_AdjustIndices (n, &places->start, &stop, places->step);
  return TRUE;
}

PyObject *
pva_sequence_compare (PyObject *self, PyObject *other, int how)
{
  if ((how != Py_EQ && how != Py_NE) || !PySequence_Check (other))
    Py_RETURN_NOTIMPLEMENTED;
  PyObject *mine = PySequence_List (self), *theirs = mine ? PySequence_List (other) : NULL;
  PyObject *answer = theirs ? PyObject_RichCompare (mine, theirs, how) : NULL;
  Py_XDECREF (mine);
  Py_XDECREF (theirs);
  return answer;
}

int
pva_sequence_contains (PyObject *self, PyObject *value)
{
  PyObject *iterator = PyObject_GetIter (self), *item;
  int found = iterator ? 0 : -1;

  while (!found && (item = PyIter_Next (iterator))) {
    found = PyObject_RichCompareBool (item, value, Py_EQ);
    Py_DECREF (item);
  }
  Py_XDECREF (iterator);
  return !found && PyErr_Occurred () ? -1 : found;
}

PyObject *
pva_sequence_to_list (PyObject *self, PyObject *unused)
{
  return PySequence_List (self);
}

PyObject *
pva_sequence_index (PyObject *self, PyObject *value)
{
  Py_ssize_t place = PySequence_Index (self, value);

  return place < 0 ? NULL : PyLong_FromSsize_t (place);
}

PyObject *
pva_sequence_count (PyObject *self, PyObject *value)
{
  Py_ssize_t n = PySequence_Count (self, value);

  return n < 0 ? NULL : PyLong_FromSsize_t (n);
}

gboolean
pva_unsigned (PyObject *number, guint64 *value)
{
  PyObject *integer = PyNumber_Index (number);

  *value = integer ? PyLong_AsUnsignedLongLong (integer) : 0;
  Py_XDECREF (integer);
  return !PyErr_Occurred ();
}
