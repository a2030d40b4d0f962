/* Variants: selects the Python class of an object by the text in a column of its row. */
#include "python/pva.h"

typedef struct {
  PyObject_HEAD guint slot;
  char *frame, *column;
  PyObject *classes; /* dict: text of the column → class */
  PyObject *other;   /* class for texts that .classes lacks */
} PvaVariants;

static PyObject *
variants_create (PyTypeObject *type, PyObject *args, PyObject *named)
{
  const char *frame, *column;
  PyObject *classes, *other;

  if (!PyArg_ParseTuple (args, "ssO!O!", &frame, &column, &PyDict_Type, &classes, &PyType_Type,
                         &other))
    return NULL;
  PvaVariants *self = (PvaVariants *) type->tp_alloc (type, 0);
  if (!self)
    return NULL;
  self->slot = pva_state_of (type)->n_slots++;
  self->frame = g_strdup (frame);
  self->column = g_strdup (column);
  self->classes = Py_NewRef (classes);
  self->other = Py_NewRef (other);
  return (PyObject *) self;
}

static int
variants_traverse (PvaVariants *self, visitproc visit, void *arg)
{
  Py_VISIT (Py_TYPE (self));
  Py_VISIT (self->classes);
  Py_VISIT (self->other);
  return 0;
}

static int
variants_clear (PvaVariants *self)
{
  Py_CLEAR (self->classes);
  Py_CLEAR (self->other);
  return 0;
}

static void
variants_dealloc (PvaVariants *self)
{
  PyTypeObject *type = Py_TYPE (self);

  PyObject_GC_UnTrack (self);
  variants_clear (self);
  g_free (self->frame);
  g_free (self->column);
  type->tp_free (self);
  Py_DECREF (type);
}

/* Returns the class for a row. Caches it for all rows with the same text. (transfer none). NULL
 * with an exception. */
static PyTypeObject *
variants_find_class (PvaVariants *self, PvaSource *source, Py_ssize_t row)
{
  PvaSlot *slot = pva_slot_get (source, self->slot, self->frame, self->column);
  gint64 code;

  if (!slot)
    return NULL;
  if (!pva_slot_int (slot, (gsize) row, &code) || slot->buffer.type != POPLENS_BUFFER_TEXT)
    return (PyTypeObject *) self->other;
  if ((gsize) code >= slot->n_texts || !slot->texts[code]) {
    PyObject *text = pva_slot_value (slot, (gsize) row);
    if (!text)
      return NULL;
    PyObject *class = PyDict_GetItem (self->classes, text);
    /* Cache the class of the text code in the slot's array of texts. Only Variants uses this slot.
     */
    Py_SETREF (slot->texts[code], Py_NewRef (class ? class : self->other));
    Py_DECREF (text);
  }
  return (PyTypeObject *) slot->texts[code];
}

PyObject *
pva_make (PyObject *maker, PvaState *state, PvaSource *source, Py_ssize_t row, Py_ssize_t other)
{
  if (Py_TYPE (maker) != state->variants)
    return pva_item_new ((PyTypeObject *) maker, source, row, other);
  PyTypeObject *class = variants_find_class ((PvaVariants *) maker, source, row);
  /* Pass 0 as the further number instead of @other, so that two objects of one program are equal.
   */
  return class ? pva_item_new (class, source, row, 0) : NULL;
}

PyType_Spec pva_variants_spec = {
    .name = "pva._pva.Variants",
    .basicsize = sizeof (PvaVariants),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_doc, "Variants (frame, column, {text: class}, class of others)"},
            {Py_tp_new, variants_create},
            {Py_tp_traverse, variants_traverse},
            {Py_tp_clear, variants_clear},
            {Py_tp_dealloc, variants_dealloc},
            {0, NULL},
        },
};
