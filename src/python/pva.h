/* Declarations that the files of the extension module pva._pva share. The module uses only the
 * public headers of libpoplens.
 *
 * The Python files in the folder pva define the classes. Their attributes are the descriptors of
 * attribute.c. An object is a report and a row (item.c); a list is a report and several rows
 * (rows.c). An attribute reads its value when it is accessed. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <poplens/poplens.h>

G_BEGIN_DECLS

/* Definitions for Python before 3.10, which lacks these functions and flags. */
#if PY_VERSION_HEX < 0x030A0000
#define Py_TPFLAGS_IMMUTABLETYPE 0
#define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#define Py_TPFLAGS_SEQUENCE 0
#define Py_TPFLAGS_MAPPING 0

static inline PyObject *
pva_new_ref (gpointer object)
{
  Py_XINCREF ((PyObject *) object);
  return object;
}

#define Py_NewRef(object) pva_new_ref (object)
#define Py_XNewRef(object) pva_new_ref (object)
#endif
#if PY_VERSION_HEX < 0x03090000
/* Number for a type slot that Python 3.8 lacks. module.c sets bf_getbuffer itself there. */
#define Py_bf_getbuffer (-1)
#endif

#define PVA_N_ERRORS (POPLENS_ERROR_READ + 1)

/* State of the module, in place of global variables. */
typedef struct {
  PyTypeObject *source, *frame, *column, *numbers, *item, *rows, *rows_iterator, *attribute,
      *variants, *visitor;
  PyObject *error;                /* pva.Error */
  PyObject *errors[PVA_N_ERRORS]; /* exception for each PoplensError */
  PyObject *closed;               /* pva.ClosedError */
  PyObject *visit;                /* the str "_visit" */
  guint n_slots;      /* number of slots (PvaSlot) that a report needs for all attributes */
  PyObject *id_slots; /* dict for find (): frame name → number of the slot with the frame's IDs */
} PvaState;

/* Frame or table in Python. It owns a reference to the library's frame. */
typedef struct {
  PyObject_HEAD PoplensFrame *frame;
} PvaFrame;

typedef enum { PVA_ORDER_UNKNOWN, PVA_ORDER_RISING, PVA_ORDER_NONE } PvaOrder;

/* A column of an open report that an attribute reads, with indices of its values. */
typedef struct {
  PvaFrame *frame; /* (nullable): NULL if not loaded yet */
  guint column;
  guint64 key; /* number of the loaded batch; 0 if the frame has no batches */
  PoplensBuffer buffer;
  PyObject **texts; /* (nullable) [n_texts]: str of each text code; NULL until it is used */
  gsize n_texts;
  PvaOrder order;     /* of a column of IDs: whether they ascend from row to row */
  GHashTable *row_of; /* (nullable): hash table of a column whose IDs do not ascend: ID → row + 1 */
  /* (nullable) [n_groups + 1]: index of each group's first row. It is an index in .members or, if
   * that is NULL, the row itself */
  guint32 *first;
  guint32 *members; /* (nullable): all rows sorted by group; NULL if the column is sorted by group
                       already */
  gsize n_groups;
} PvaSlot;

#define PVA_N_PIECES 32

/* An open report in Python. Objects and lists refer to it, but it does not refer to them, so there
 * are no cycles. */
typedef struct {
  PyObject_HEAD PoplensReport *report; /* (nullable): NULL if closed */
  PyObject *frames;                    /* dict: name → PvaFrame */
  /* Dict in which the Python code caches plain data. Objects would form a reference cycle with the
   * report */
  PyObject *cache;
  PvaSlot *slots;
  guint n_slots;
  struct {
    const char *name; /* (static): name of the frame */
    guint64 key;
    PvaFrame *frame;
  } pieces[PVA_N_PIECES]; /* the batches loaded last: a ring buffer */
  guint next_piece;
  Py_ssize_t print_length;
  gboolean has_other; /* poplens_report_set_other () has set another report */
} PvaSource;

typedef struct {
  PyObject_HEAD PvaSource *source;
  Py_ssize_t row;   /* row of the frame; −1 if the report has no row for the object */
  Py_ssize_t other; /* further number, whose meaning depends on the class: IPU, category … */
} PvaItem;

/* Implemented in module.c: */
PvaState *pva_state_of (PyTypeObject *type);
/* Raises the exception for an error of the library. @error: (transfer full). Returns NULL. */
PyObject *pva_raise (PvaState *state, GError *error);

/* Implemented in sequence.c: */
/* The elements that sequence[key] selects: a slice, or one position, which may be out of range. */
typedef struct {
  gboolean slice;
  Py_ssize_t start, step, n; /* .step, .n: only set for a slice */
} PvaPlaces;
gboolean pva_places (PyObject *key, Py_ssize_t n, PvaPlaces *places);
/* Compares @self with any sequence, element by element. */
PyObject *pva_sequence_compare (PyObject *self, PyObject *other, int how);
PyObject *pva_sequence_to_list (PyObject *self, PyObject *unused);
/* Implements Py_sq_contains. Returns 1, 0, or −1 with an exception. */
int pva_sequence_contains (PyObject *self, PyObject *value);
PyObject *pva_sequence_index (PyObject *self, PyObject *value);
PyObject *pva_sequence_count (PyObject *self, PyObject *value);
/* Converts a Python integer of 0 … 2^64 − 1 to C. FALSE with an exception if it is not one. */
gboolean pva_unsigned (PyObject *number, guint64 *value);
/* Entries for a PyMethodDef array: index () and count (), which every Python sequence has. */
#define PVA_SEQUENCE_METHODS                                                                       \
  {"index", pva_sequence_index, METH_O,                                                            \
   "index($self, value, /)\n--\n\nReturns the first position of a value. Raises ValueError."},     \
  {                                                                                                \
    "count", pva_sequence_count, METH_O,                                                           \
        "count($self, value, /)\n--\n\nReturns the number of occurrences of a value."              \
  }

/* Implemented in wait.c: */
/* Result of a library call: a frame, a text, or nothing. */
typedef struct {
  PoplensFrame *frame;
  char *text;
} PvaAnswer;
/* Calls a function of the library on a thread. @words, @key: arguments for the function. @answer:
 * (out): its result */
typedef void (*PvaRead) (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
                         GCancellable *cancellable, GError **error);
/* Calls @read on another thread without the interpreter's lock, while this thread handles signals.
 * @answer: (out) (optional) (transfer full): result. FALSE with an exception. */
gboolean pva_wait (PvaSource *source, PvaRead read, const char *const *words, guint64 key,
                   PvaAnswer *answer);
/* Same as pva_wait (), for functions that return a frame. NULL with an exception. */
PvaFrame *pva_wait_for_frame (PvaSource *source, PvaRead read, const char *const *words,
                              guint64 key);

/* Implemented in source.c: */
extern PyType_Spec pva_source_spec;
/* Return the frame called @name, or its batch @key. Reading releases the interpreter's lock.
 * (transfer full) (nullable): NULL with an exception */
PvaFrame *pva_source_frame (PvaSource *self, const char *name);
PvaFrame *pva_source_piece (PvaSource *self, const char *name, guint64 key);
/* Returns 0, or −1 with an exception if the report is closed. */
int pva_source_check (PvaSource *self);

/* Methods of a source, implemented in ask.c: */
PyObject *pva_source_search (PvaSource *self, PyObject *args);
PyObject *pva_source_budget (PvaSource *self, PyObject *args);
PyObject *pva_source_export_trace (PvaSource *self, PyObject *args);

/* Implemented in slot.c: */
/* Returns slot @number, filled with column @column of frame @frame. Valid until another slot is
 * used, or the report is closed. NULL with an exception. */
PvaSlot *pva_slot_get (PvaSource *self, guint number, const char *frame, const char *column);
/* Same as pva_slot_get (), for batch @key of the frame. */
PvaSlot *pva_slot_get_piece (PvaSource *self, guint number, const char *frame, const char *column,
                             guint64 key);
void pva_slot_clear (PvaSlot *slot);
/* Reads a cell as an integer. FALSE if the cell has no integer. */
gboolean pva_slot_int (const PvaSlot *slot, gsize row, gint64 *value);
/* Returns a cell as int, float, bool, str or None. (transfer full) */
PyObject *pva_slot_value (PvaSlot *slot, gsize row);
/* Returns the row whose ID is @id, or −1. @slot: a column of IDs */
Py_ssize_t pva_slot_find (PvaSlot *slot, gint64 id);
/* Groups the rows by the values of the column, if not done yet. @groups: NULL: a value is a group
 * number; else a value is an ID, and its row in @groups is the group */
void pva_slot_group (PvaSlot *slot, PvaSlot *groups);

/* Implemented in frame.c and column.c: */
extern PyType_Spec pva_frame_spec, pva_column_spec;
PvaFrame *pva_frame_new (PvaState *state, PoplensFrame *frame);
PyObject *pva_column_new (PvaState *state, PvaFrame *frame, guint column);
/* Returns one cell without computing the rest of the column. Lists are returned as Numbers, other
 * values as by pva_slot_value (). (transfer full) */
PyObject *pva_frame_value (PvaFrame *self, guint column, gsize row);

/* Implemented in numbers.c: */
extern PyType_Spec pva_numbers_spec;
typedef struct {
  PyObject_HEAD Py_ssize_t n;
  guint64 *values;
} PvaNumbers;
/* Creates a list of @n zeros. NULL with an exception. */
PvaNumbers *pva_numbers_new (PvaState *state, gsize n);
PyObject *pva_numbers_of_list (PvaState *state, PoplensFrame *frame, guint column, gsize row);

/* Implemented in item.c: */
extern PyType_Spec pva_item_spec;
PyObject *pva_item_new (PyTypeObject *type, PvaSource *source, Py_ssize_t row, Py_ssize_t other);

/* Implemented in rows.c: */
extern PyType_Spec pva_rows_spec, pva_rows_iterator_spec;
/* Creates a list of objects for the rows @first … @first + @n − 1. @maker: as for pva_make (). NULL
 * with an exception. */
PyObject *pva_rows_new (PvaState *state, PvaSource *source, PyObject *maker, Py_ssize_t first,
                        Py_ssize_t n);
/* Creates a list of objects for the rows @rows. @maker: as for pva_make (). NULL with an exception.
 */
PyObject *pva_rows_new_members (PvaState *state, PvaSource *source, PyObject *maker,
                                PvaNumbers *rows);
/* Creates a list of @n objects. Object i is for the row of group @group whose cell in slot @by is
 * i; without such a row, for row −1. @slot: grouped slot. @maker: as for pva_make (). NULL with an
 * exception. */
PyObject *pva_rows_new_dense (PvaState *state, PvaSource *source, PyObject *maker, guint slot,
                              guint by, Py_ssize_t group, Py_ssize_t n);

/* Implemented in attribute.c and variants.c: */
extern PyType_Spec pva_attribute_spec, pva_variants_spec;
/* Creates an object for row @row. @maker: its class, or a Variants object, which selects the class.
 */
PyObject *pva_make (PyObject *maker, PvaState *state, PvaSource *source, Py_ssize_t row,
                    Py_ssize_t other);

/* Implemented in visitor.c: */
extern PyType_Spec pva_visitor_spec;

G_END_DECLS
