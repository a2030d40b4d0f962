/* Descriptors that implement the attributes of the Python classes. A descriptor reads its value
 * from a column of a frame. */
#include "python/pva.h"

#include <string.h>
#include <structmember.h>

typedef struct _PvaAttribute PvaAttribute;
typedef PyObject *(*AttributeGetter) (PvaAttribute *self, PvaItem *item);

struct _PvaAttribute {
  PyObject_HEAD AttributeGetter get;
  guint slot;           /* number of the first of the attribute's three slots (PvaSlot) */
  char *frame, *column; /* frame and column that contain the value */
  char *to, *to_column; /* (nullable): second frame and column, usually the IDs that the value
                           refers to */
  char *also;           /* (nullable): second column, used by get_piece () and get_dense () */
  Py_ssize_t number;
  PyObject *class;  /* (nullable): class of the objects to create, or a Variants object */
  PyObject *absent; /* result if the cell has no value */
  PyObject *doc, *name;
};

static PyObject *
attribute_absent (PvaAttribute *self)
{
  return Py_NewRef (self->absent);
}

static PyObject *
none_to_absent (PvaAttribute *self, PyObject *value)
{
  if (value != Py_None)
    return value;
  Py_DECREF (value);
  return attribute_absent (self);
}

static PvaSlot *
attribute_slot (PvaAttribute *self, PvaItem *item)
{
  return pva_slot_get (item->source, self->slot, self->frame, self->column);
}

/* ---- values ---------------------------------------------------------------------------------- */

static PyObject *
get_cell (PvaAttribute *self, PvaItem *item)
{
  PvaSlot *slot = item->row < 0 ? NULL : attribute_slot (self, item);

  if (slot)
    return none_to_absent (self, pva_slot_value (slot, (gsize) item->row));
  return item->row < 0 ? attribute_absent (self) : NULL;
}

/* Reads one cell of the frame without computing the other cells of the column. */
static PyObject *
get_lone_cell (PvaAttribute *self, PvaItem *item)
{
  PvaFrame *frame = item->row < 0 ? NULL : pva_source_frame (item->source, self->frame);

  if (!frame)
    return item->row < 0 ? attribute_absent (self) : NULL;
  int column = poplens_frame_find_column (frame->frame, self->column);
  PyObject *value = pva_frame_value (frame, (guint) column, (gsize) item->row);
  Py_DECREF (frame);
  return value ? none_to_absent (self, value) : NULL;
}

/* Reads a cell from the batch that contains the row. A batch has .number rows. If .also is set,
 * returns the sum of two columns. */
static PyObject *
get_piece (PvaAttribute *self, PvaItem *item)
{
  gint64 a, b;

  if (item->row < 0)
    return attribute_absent (self);
  guint64 key = (guint64) (item->row / self->number);
  gsize row = (gsize) (item->row % self->number);
  PvaSlot *slot = pva_slot_get_piece (item->source, self->slot, self->frame, self->column, key);
  if (!slot || !self->also)
    return slot ? none_to_absent (self, pva_slot_value (slot, row)) : NULL;
  gboolean known = pva_slot_int (slot, row, &a);
  slot = pva_slot_get_piece (item->source, self->slot + 1, self->frame, self->also, key);
  if (!slot)
    return NULL;
  if (!known || !pva_slot_int (slot, row, &b))
    return attribute_absent (self);
  return PyLong_FromUnsignedLongLong ((guint64) a + (guint64) b);
}

static PyObject *
get_numbers (PvaAttribute *self, PvaItem *item)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  PvaSlot *slot = item->row < 0 ? NULL : attribute_slot (self, item);

  if (slot)
    return pva_numbers_of_list (state, slot->frame->frame, slot->column, (gsize) item->row);
  return item->row < 0 ? (PyObject *) pva_numbers_new (state, 0) : NULL;
}

/* ---- objects --------------------------------------------------------------------------------- */

static PyObject *
get_same (PvaAttribute *self, PvaItem *item)
{
  return pva_make (self->class, pva_state_of (Py_TYPE (self)), item->source, item->row,
                   self->number >= 0 ? self->number : item->other);
}

/* Creates an object for the row that the cell refers to. The cell contains a row number or, if .to
 * is set, an ID in frame .to. */
static PyObject *
get_link (PvaAttribute *self, PvaItem *item)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  PvaSlot *slot = item->row < 0 ? NULL : attribute_slot (self, item);
  gint64 id;

  if (!slot)
    return item->row < 0 ? attribute_absent (self) : NULL;
  gboolean known = pva_slot_int (slot, (gsize) item->row, &id);
  if (known && self->to) {
    slot = pva_slot_get (item->source, self->slot + 1, self->to, self->to_column);
    if (!slot)
      return NULL;
    id = pva_slot_find (slot, id);
  }
  if (known && id >= 0)
    return pva_make (self->class, state, item->source, (Py_ssize_t) id, 0);
  /* If .absent is a class, an object of this class represents the missing row. */
  if (PyType_Check (self->absent))
    return pva_item_new ((PyTypeObject *) self->absent, item->source, item->row, 0);
  return attribute_absent (self);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static PyObject *
get_all (PvaAttribute *self, PvaItem *item)
{
  PvaFrame *frame = pva_source_frame (item->source, self->frame);

  if (!frame)
    return NULL;
  Py_ssize_t n = (Py_ssize_t) poplens_frame_n_rows (frame->frame);
  Py_DECREF (frame);
  return pva_rows_new (pva_state_of (Py_TYPE (self)), item->source, self->class, 0, n);
}

/* Creates a list of objects from a cell that is a list of IDs. Skips unknown IDs. */
static PyObject *
get_list (PvaAttribute *self, PvaItem *item)
{
  PyObject *ids = get_numbers (self, item);
  PvaSlot *slot =
      ids ? pva_slot_get (item->source, self->slot + 1, self->to, self->to_column) : NULL;

  if (!slot) {
    Py_XDECREF (ids);
    return NULL;
  }
  PvaNumbers *rows = (PvaNumbers *) ids;
  Py_ssize_t n = 0;
  for (Py_ssize_t i = 0; i < rows->n; i++) {
    Py_ssize_t row =
        rows->values[i] > G_MAXINT64 ? -1 : pva_slot_find (slot, (gint64) rows->values[i]);
    if (row >= 0)
      rows->values[n++] = (guint64) row;
  }
  rows->n = n;
  PyObject *list =
      pva_rows_new_members (pva_state_of (Py_TYPE (self)), item->source, self->class, rows);
  Py_DECREF (rows);
  return list;
}

/* Returns the slot of .column with its rows grouped. NULL with an exception. */
static PvaSlot *
attribute_grouped_slot (PvaAttribute *self, PvaItem *item)
{
  PvaSlot *groups = NULL, *slot = attribute_slot (self, item);

  if (slot && !slot->first) {
    if (self->to &&
        !(groups = pva_slot_get (item->source, self->slot + 1, self->to, self->to_column)))
      return NULL;
    /* Get the slot again: the call above may have reallocated the array of slots. */
    slot = attribute_slot (self, item);
    if (slot)
      pva_slot_group (slot, groups);
  }
  return slot;
}

static PyObject *
get_group (PvaAttribute *self, PvaItem *item)
{
  PvaState *state = pva_state_of (Py_TYPE (self));
  PvaSlot *slot = attribute_grouped_slot (self, item);
  Py_ssize_t first = 0, n = 0;

  if (!slot)
    return NULL;
  if (item->row >= 0 && (gsize) item->row < slot->n_groups) {
    first = slot->first[item->row];
    n = slot->first[item->row + 1] - first;
  }
  if (!slot->members || !n)
    return pva_rows_new (state, item->source, self->class, first, n);
  PvaNumbers *rows = pva_numbers_new (state, (gsize) n);
  for (Py_ssize_t i = 0; rows && i < n; i++)
    rows->values[i] = slot->members[first + i];
  PyObject *list = rows ? pva_rows_new_members (state, item->source, self->class, rows) : NULL;
  Py_XDECREF (rows);
  return list;
}

/* Creates a list of n objects, where n is the first cell of .to_column. Object i is for the row in
 * the group of @item whose cell in column .also is i. */
static PyObject *
get_dense (PvaAttribute *self, PvaItem *item)
{
  gint64 n = 0;
  PvaSlot *count = pva_slot_get (item->source, self->slot + 1, self->to, self->to_column);

  if (!count)
    return NULL;
  pva_slot_int (count, 0, &n);
  if (!pva_slot_get (item->source, self->slot + 2, self->frame, self->also))
    return NULL;
  PvaSlot *slot = attribute_slot (self, item);
  if (!slot)
    return NULL;
  pva_slot_group (slot, NULL);
  return pva_rows_new_dense (pva_state_of (Py_TYPE (self)), item->source, self->class, self->slot,
                             self->slot + 2, item->row, (Py_ssize_t) n);
}

/* ---- the descriptor -------------------------------------------------------------------------- */

static const struct {
  const char *name;
  AttributeGetter get;
} kinds[] = {
    {"cell", get_cell},   {"lone", get_lone_cell}, {"piece", get_piece}, {"numbers", get_numbers},
    {"same", get_same},   {"link", get_link},      {"all", get_all},     {"list", get_list},
    {"group", get_group}, {"dense", get_dense},
};

static PyObject *
attribute_create (PyTypeObject *type, PyObject *args, PyObject *named)
{
  static char *names[] = {"kind", "doc",    "frame",  "column", "to", "to_column",
                          "also", "number", "class_", "absent", NULL};
  const char *kind, *frame = NULL, *column = NULL, *to = NULL, *to_column = NULL, *also = NULL;
  PyObject *doc, *class = NULL, *absent = Py_None;
  Py_ssize_t number = -1;
  guint k = 0;

  if (!PyArg_ParseTupleAndKeywords (args, named, "sU|zzzzznOO", names, &kind, &doc, &frame, &column,
                                    &to, &to_column, &also, &number, &class, &absent))
    return NULL;
  while (k < G_N_ELEMENTS (kinds) && strcmp (kinds[k].name, kind))
    k++;
  if (k == G_N_ELEMENTS (kinds))
    return PyErr_Format (PyExc_ValueError, "unknown kind of attribute: %s", kind);
  PvaAttribute *self = (PvaAttribute *) type->tp_alloc (type, 0);
  if (!self)
    return NULL;
  PvaState *state = pva_state_of (type);
  self->slot = state->n_slots;
  state->n_slots += 3;
  self->get = kinds[k].get;
  self->frame = g_strdup (frame);
  self->column = g_strdup (column);
  self->to = g_strdup (to);
  self->to_column = g_strdup (to_column);
  self->also = g_strdup (also);
  self->number = number;
  self->class = Py_XNewRef (class);
  self->absent = Py_NewRef (absent);
  self->doc = Py_NewRef (doc);
  self->name = Py_NewRef (Py_None);
  return (PyObject *) self;
}

static int
attribute_traverse (PvaAttribute *self, visitproc visit, void *arg)
{
  Py_VISIT (Py_TYPE (self));
  Py_VISIT (self->class);
  Py_VISIT (self->absent);
  return 0;
}

static int
attribute_clear (PvaAttribute *self)
{
  Py_CLEAR (self->class);
  Py_CLEAR (self->absent);
  return 0;
}

static void
attribute_dealloc (PvaAttribute *self)
{
  PyTypeObject *type = Py_TYPE (self);

  PyObject_GC_UnTrack (self);
  attribute_clear (self);
  Py_XDECREF (self->doc);
  Py_XDECREF (self->name);
  g_free (self->frame);
  g_free (self->column);
  g_free (self->to);
  g_free (self->to_column);
  g_free (self->also);
  type->tp_free (self);
  Py_DECREF (type);
}

static PyObject *
attribute_get (PvaAttribute *self, PyObject *item, PyObject *class)
{
  if (!item || item == Py_None)
    return Py_NewRef (self);
  if (!PyObject_TypeCheck (item, pva_state_of (Py_TYPE (self))->item))
    return PyErr_Format (PyExc_TypeError, "%R needs an object of a report", self->name);
  if (pva_source_check (((PvaItem *) item)->source) < 0)
    return NULL;
  return self->get (self, (PvaItem *) item);
}

static int
attribute_set (PvaAttribute *self, PyObject *item, PyObject *value)
{
  PyErr_Format (PyExc_AttributeError, "cannot set %U: a report is read-only", self->name);
  return -1;
}

static PyObject *
attribute_set_name (PvaAttribute *self, PyObject *args)
{
  PyObject *class, *name;

  if (!PyArg_ParseTuple (args, "OU", &class, &name))
    return NULL;
  Py_SETREF (self->name, Py_NewRef (name));
  Py_RETURN_NONE;
}

PyType_Spec pva_attribute_spec = {
    .name = "pva._pva.attribute",
    .basicsize = sizeof (PvaAttribute),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, attribute_create},
            {Py_tp_dealloc, attribute_dealloc},
            {Py_tp_traverse, attribute_traverse},
            {Py_tp_clear, attribute_clear},
            {Py_tp_descr_get, attribute_get},
            {Py_tp_descr_set, attribute_set},
            {Py_tp_members,
             (PyMemberDef[]){
                 {"__doc__", T_OBJECT, offsetof (PvaAttribute, doc), READONLY, NULL},
                 {"__name__", T_OBJECT, offsetof (PvaAttribute, name), READONLY, NULL},
                 {"class_", T_OBJECT, offsetof (PvaAttribute, class), READONLY, NULL},
                 {NULL},
             }},
            {Py_tp_methods,
             (PyMethodDef[]){{"__set_name__", (PyCFunction) attribute_set_name, METH_VARARGS, NULL},
                             {NULL}}},
            {0, NULL},
        },
};
