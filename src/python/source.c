/* Open report in Python, with the frames that it has loaded. */
#include "python/pva.h"

static PyObject *
source_create (PyTypeObject *type, PyObject *args, PyObject *named)
{
  PyObject *path = NULL, *debug = NULL;
  GError *error = NULL;
  PoplensReport *report;

  if (!PyArg_ParseTuple (args, "O&O", PyUnicode_FSConverter, &path, &debug))
    return NULL;
  PyObject *debug_path = NULL;
  if (debug != Py_None && !PyUnicode_FSConverter (debug, &debug_path)) {
    Py_DECREF (path);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS;
  report = poplens_report_open_with_debug (
      PyBytes_AS_STRING (path), debug_path ? PyBytes_AS_STRING (debug_path) : NULL, &error);
  Py_END_ALLOW_THREADS;
  Py_DECREF (path);
  Py_XDECREF (debug_path);
  if (!report)
    return pva_raise (pva_state_of (type), error);
  PvaSource *self = (PvaSource *) type->tp_alloc (type, 0);
  if (!self) {
    g_object_unref (report);
    return NULL;
  }
  self->report = report;
  self->print_length = 10;
  self->frames = PyDict_New ();
  self->cache = PyDict_New ();
  if (self->frames && self->cache)
    return (PyObject *) self;
  Py_DECREF (self);
  return NULL;
}

static void
source_drop_slots (PvaSource *self)
{
  for (guint s = 0; s < self->n_slots; s++)
    pva_slot_clear (&self->slots[s]);
  for (guint p = 0; p < PVA_N_PIECES; p++)
    Py_CLEAR (self->pieces[p].frame);
}

static PyObject *
source_close (PvaSource *self, PyObject *unused)
{
  source_drop_slots (self);
  if (self->frames)
    PyDict_Clear (self->frames);
  if (self->cache)
    PyDict_Clear (self->cache);
  g_clear_object (&self->report);
  Py_RETURN_NONE;
}

static void
source_dealloc (PvaSource *self)
{
  PyTypeObject *type = Py_TYPE (self);

  source_drop_slots (self);
  g_free (self->slots);
  Py_CLEAR (self->frames);
  Py_CLEAR (self->cache);
  g_clear_object (&self->report);
  type->tp_free (self);
  Py_DECREF (type);
}

int
pva_source_check (PvaSource *self)
{
  if (self->report)
    return 0;
  PyErr_SetString (pva_state_of (Py_TYPE (self))->closed, "the report is closed");
  return -1;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static void
read_frame (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
            GCancellable *cancellable, GError **error)
{
  answer->frame = poplens_report_get_frame (report, words[0], key, cancellable, error);
}

static void
read_table (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
            GCancellable *cancellable, GError **error)
{
  answer->frame = poplens_report_get_table (report, words[0], words[1], cancellable, error);
}

static void
read_changes (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
              GCancellable *cancellable, GError **error)
{
  answer->frame = poplens_report_compare_table (report, words[0], words[1], cancellable, error);
}

static void
read_parts (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
            GCancellable *cancellable, GError **error)
{
  poplens_report_read_parts (report, (const char *const *) words, cancellable, error);
}

static PvaFrame *
source_wait_for_frame (PvaSource *self, const char *name, guint64 key)
{
  return pva_wait_for_frame (self, read_frame, (const char *[]){name, NULL}, key);
}

/* Loads a batch without starting a thread, which would take longer than the read. Only called if
 * another batch of this frame was loaded before. */
static PvaFrame *
source_load_piece (PvaSource *self, const char *name, guint64 key)
{
  GError *error = NULL;
  PoplensFrame *frame;

  /* Hold a reference, because another Python thread can close the report now. */
  PoplensReport *report = g_object_ref (self->report);
  Py_BEGIN_ALLOW_THREADS;
  frame = poplens_report_get_frame (report, name, key, NULL, &error);
  g_object_unref (report);
  Py_END_ALLOW_THREADS;
  PvaState *state = pva_state_of (Py_TYPE (self));
  return frame ? pva_frame_new (state, frame) : (PvaFrame *) pva_raise (state, error);
}

PvaFrame *
pva_source_frame (PvaSource *self, const char *name)
{
  PyObject *known = PyDict_GetItemString (self->frames, name);

  if (known)
    return (PvaFrame *) Py_NewRef (known);
  PvaFrame *frame = source_wait_for_frame (self, name, 0);
  if (frame && self->report && PyDict_SetItemString (self->frames, name, (PyObject *) frame) < 0)
    Py_CLEAR (frame);
  return frame;
}

PvaFrame *
pva_source_piece (PvaSource *self, const char *name, guint64 key)
{
  if (pva_source_check (self) < 0)
    return NULL;
  gboolean others = FALSE;
  for (guint p = 0; p < PVA_N_PIECES; p++)
    if (self->pieces[p].frame && g_str_equal (self->pieces[p].name, name)) {
      if (self->pieces[p].key == key)
        return (PvaFrame *) Py_NewRef (self->pieces[p].frame);
      others = TRUE;
    }
  PvaFrame *frame =
      others ? source_load_piece (self, name, key) : source_wait_for_frame (self, name, key);
  if (frame && self->report) {
    guint p = self->next_piece;
    self->next_piece = (p + 1) % PVA_N_PIECES;
    self->pieces[p].name = poplens_frame_get_name (frame->frame);
    self->pieces[p].key = key;
    Py_XSETREF (self->pieces[p].frame, (PvaFrame *) Py_NewRef (frame));
  }
  return frame;
}

/* ---- for Python's side ----------------------------------------------------------------------- */

static PyObject *
source_frame (PvaSource *self, PyObject *args)
{
  const char *name;
  PyObject *key = NULL;
  guint64 number;

  if (!PyArg_ParseTuple (args, "s|O", &name, &key))
    return NULL;
  if (!key)
    return (PyObject *) pva_source_frame (self, name);
  return pva_unsigned (key, &number) ? (PyObject *) pva_source_piece (self, name, number) : NULL;
}

/* Returns a table as a Frame. @read: read_table or read_changes */
static PyObject *
wait_for_table (PvaSource *self, PyObject *args, PvaRead read)
{
  const char *name, *location;

  if (!PyArg_ParseTuple (args, "sz", &name, &location))
    return NULL;
  return (PyObject *) pva_wait_for_frame (self, read, (const char *[]){name, location, NULL}, 0);
}

static PyObject *
source_table (PvaSource *self, PyObject *args)
{
  return wait_for_table (self, args, read_table);
}

static PyObject *
source_compare (PvaSource *self, PyObject *args)
{
  return wait_for_table (self, args, read_changes);
}

static PyObject *
source_load (PvaSource *self, PyObject *parts)
{
  PyObject *names = PySequence_List (parts);
  Py_ssize_t n = names ? PyList_GET_SIZE (names) : 0;
  g_autofree const char **words = g_new0 (const char *, (gsize) n + 1);
  gboolean done = names != NULL;

  for (Py_ssize_t i = 0; done && i < n; i++)
    done = (words[i] = PyUnicode_AsUTF8 (PyList_GET_ITEM (names, i))) != NULL;
  done = done && pva_wait (self, read_parts, n ? words : NULL, 0, NULL);
  Py_XDECREF (names);
  if (!done)
    return NULL;
  Py_RETURN_NONE;
}

/* Sets the report to compare with. Raises an exception for the same report, or for one that is
 * itself compared with a report. */
static PyObject *
source_set_other (PvaSource *self, PyObject *other)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  PvaSource *that = (PvaSource *) other;

  if (other != Py_None && Py_TYPE (other) != state->source) {
    PyErr_SetString (PyExc_TypeError, "expected a report or None");
    return NULL;
  }
  if (pva_source_check (self) < 0 || (other != Py_None && pva_source_check (that) < 0))
    return NULL;
  if (other != Py_None && (that->report == self->report || that->has_other)) {
    PyErr_SetString (PyExc_ValueError, "cannot compare a report with itself or with a report that "
                                       "is itself compared; open the report twice");
    return NULL;
  }
  poplens_report_set_other (self->report, other == Py_None ? NULL : that->report);
  self->has_other = other != Py_None;
  Py_RETURN_NONE;
}

static PyObject *
source_explain (PvaSource *self, PyObject *part)
{
  const char *name = PyUnicode_AsUTF8 (part);

  if (!name || pva_source_check (self) < 0)
    return NULL;
  if (!g_strv_contains (poplens_report_list_parts (), name)) {
    g_autofree char *parts = g_strjoinv (", ", (GStrv) poplens_report_list_parts ());
    return PyErr_Format (pva_state_of (Py_TYPE (self))->errors[POPLENS_ERROR_USAGE],
                         "unknown part %s; use %s", name, parts);
  }
  const char *why = poplens_report_explain_part (self->report, name);
  if (!why)
    Py_RETURN_NONE;
  return PyUnicode_FromString (why);
}

static PyObject *
source_notices (PvaSource *self, PyObject *unused)
{
  if (pva_source_check (self) < 0)
    return NULL;
  g_autoptr (GPtrArray) notices = poplens_report_list_notices (self->report);
  PyObject *list = PyList_New (0);
  for (guint i = 0; list && i < notices->len; i++) {
    PyObject *text = PyUnicode_FromString (g_ptr_array_index (notices, i));
    if (!text || PyList_Append (list, text) < 0)
      Py_CLEAR (list);
    Py_XDECREF (text);
  }
  return list;
}

/* Finds or assigns the number of the slot with the IDs of frame @name. FALSE with an exception. */
static gboolean
assign_id_slot (PvaState *state, PyObject *name, guint *slot)
{
  PyObject *known = PyDict_GetItemWithError (state->id_slots, name);

  if (known) {
    *slot = (guint) PyLong_AsUnsignedLong (known);
    return TRUE;
  }
  PyObject *number = PyErr_Occurred () ? NULL : PyLong_FromUnsignedLong (state->n_slots);
  gboolean kept = number && PyDict_SetItem (state->id_slots, name, number) == 0;
  *slot = state->n_slots++;
  Py_XDECREF (number);
  return kept;
}

/* Implements find (frame, id) → row with that id, or −1. */
static PyObject *
source_find (PvaSource *self, PyObject *args)
{
  PyObject *name;
  long long id;
  guint number;

  if (!PyArg_ParseTuple (args, "UL", &name, &id) ||
      !assign_id_slot (pva_state_of (Py_TYPE (self)), name, &number))
    return NULL;
  const char *frame = PyUnicode_AsUTF8 (name);
  PvaSlot *slot = frame ? pva_slot_get (self, number, frame, "id") : NULL;
  return slot ? PyLong_FromSsize_t (pva_slot_find (slot, id)) : NULL;
}

/* Copies up to @n numbers from the first column of a batch to @values. FALSE with an exception. */
static gboolean
copy_piece (PvaSource *self, const char *name, PyObject *key, guint64 *values, gsize n)
{
  guint64 number = PyLong_AsUnsignedLongLong (key);
  PvaFrame *piece = PyErr_Occurred () ? NULL : pva_source_piece (self, name, number);
  PoplensBuffer buffer;

  if (!piece)
    return FALSE;
  if (poplens_frame_get_buffer (piece->frame, 0, &buffer) && buffer.type == POPLENS_BUFFER_UINT64)
    for (gsize i = 0; i < MIN (buffer.n, n); i++)
      values[i] = *(const guint64 *) ((const char *) buffer.values + i * buffer.stride);
  Py_DECREF (piece);
  return TRUE;
}

/* Implements gather (frame, keys, per): concatenates the batches of several keys, `per` numbers
 * from each. A key that is None stands for zeros. If all keys are None, the list is empty. */
static PyObject *
source_gather (PvaSource *self, PyObject *args)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  const char *name;
  PyObject *sequence;
  Py_ssize_t per;

  if (!PyArg_ParseTuple (args, "sOn", &name, &sequence, &per))
    return NULL;
  PyObject *keys = PySequence_List (sequence);
  Py_ssize_t n = keys ? PyList_GET_SIZE (keys) : 0, some = 0;
  for (Py_ssize_t k = 0; k < n; k++)
    some += PyList_GET_ITEM (keys, k) != Py_None;
  PvaNumbers *all = keys ? pva_numbers_new (state, some ? (gsize) (n * per) : 0) : NULL;
  for (Py_ssize_t k = 0; all && k < n; k++) {
    PyObject *key = PyList_GET_ITEM (keys, k);
    if (key != Py_None && !copy_piece (self, name, key, all->values + k * per, (gsize) per))
      Py_CLEAR (all);
  }
  Py_XDECREF (keys);
  return (PyObject *) all;
}

static PyObject *
source_numbers (PvaSource *self, PyObject *sequence)
{
  PyObject *list = PySequence_List (sequence);
  PvaNumbers *numbers =
      list ? pva_numbers_new (pva_state_of (Py_TYPE (self)), (gsize) PyList_GET_SIZE (list)) : NULL;

  for (Py_ssize_t i = 0; numbers && i < numbers->n; i++) {
    numbers->values[i] = PyLong_AsUnsignedLongLong (PyList_GET_ITEM (list, i));
    if (PyErr_Occurred ())
      Py_CLEAR (numbers);
  }
  Py_XDECREF (list);
  return (PyObject *) numbers;
}

/* Implements rows (maker, numbers) and rows (maker, first, n) → Rows. */
static PyObject *
source_rows (PvaSource *self, PyObject *args)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  PyObject *maker, *which;
  Py_ssize_t n = -1;

  if (!PyArg_ParseTuple (args, "OO|n", &maker, &which, &n))
    return NULL;
  if (Py_TYPE (which) == state->numbers)
    return pva_rows_new_members (state, self, maker, (PvaNumbers *) which);
  Py_ssize_t first = PyNumber_AsSsize_t (which, PyExc_OverflowError);
  if (first == -1 && PyErr_Occurred ())
    return NULL;
  return pva_rows_new (state, self, maker, first, MAX (n, 0));
}

static PyObject *
source_path (PvaSource *self, void *unused)
{
  return pva_source_check (self) < 0
             ? NULL
             : PyUnicode_DecodeFSDefault (poplens_report_get_path (self->report));
}

static PyObject *
source_closed (PvaSource *self, void *unused)
{
  return PyBool_FromLong (!self->report);
}

static PyObject *
source_cache (PvaSource *self, void *unused)
{
  return pva_source_check (self) < 0 ? NULL : Py_NewRef (self->cache);
}

static PyObject *
source_get_length (PvaSource *self, void *unused)
{
  return PyLong_FromSsize_t (self->print_length);
}

static int
source_set_length (PvaSource *self, PyObject *value, void *unused)
{
  Py_ssize_t n = value ? PyNumber_AsSsize_t (value, PyExc_OverflowError) : -1;

  if (n == -1 && PyErr_Occurred ())
    return -1;
  self->print_length = MAX (n, 0);
  return 0;
}

PyType_Spec pva_source_spec = {
    .name = "pva._pva.Source",
    .basicsize = sizeof (PvaSource),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc, "An opened report."},
            {Py_tp_new, source_create},
            {Py_tp_dealloc, source_dealloc},
            {Py_tp_methods,
             (PyMethodDef[]){
                 {"close", (PyCFunction) source_close, METH_NOARGS, NULL},
                 {"frame", (PyCFunction) source_frame, METH_VARARGS, NULL},
                 {"table", (PyCFunction) source_table, METH_VARARGS, NULL},
                 {"compare", (PyCFunction) source_compare, METH_VARARGS, NULL},
                 {"load", (PyCFunction) source_load, METH_O, NULL},
                 {"set_other", (PyCFunction) source_set_other, METH_O, NULL},
                 {"explain", (PyCFunction) source_explain, METH_O, NULL},
                 {"notices", (PyCFunction) source_notices, METH_NOARGS, NULL},
                 {"search", (PyCFunction) pva_source_search, METH_VARARGS, NULL},
                 {"budget", (PyCFunction) pva_source_budget, METH_VARARGS, NULL},
                 {"export_trace", (PyCFunction) pva_source_export_trace, METH_VARARGS, NULL},
                 {"find", (PyCFunction) source_find, METH_VARARGS, NULL},
                 {"gather", (PyCFunction) source_gather, METH_VARARGS, NULL},
                 {"numbers", (PyCFunction) source_numbers, METH_O, NULL},
                 {"rows", (PyCFunction) source_rows, METH_VARARGS, NULL},
                 {NULL},
             }},
            {Py_tp_getset,
             (PyGetSetDef[]){
                 {"path", (getter) source_path, NULL, NULL, NULL},
                 {"closed", (getter) source_closed, NULL, NULL, NULL},
                 {"cache", (getter) source_cache, NULL, NULL, NULL},
                 {"print_length", (getter) source_get_length, (setter) source_set_length, NULL,
                  NULL},
                 {NULL},
             }},
            {0, NULL},
        },
};
