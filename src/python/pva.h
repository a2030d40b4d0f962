/* Declarations shared by the files of the extension module pva._pva, which uses only the public
 * headers.
 *
 * The object model of libpva is declared in Python (folder pva): classes whose attributes are the
 * descriptors of attribute.c. An object consists of a report and a row (item.c), a list of a report
 * and a range of rows (rows.c). Values are read from the library's columns on access. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <poplens/poplens.h>

G_BEGIN_DECLS

/* Functions and type flags that Python before 3.10 lacks. */
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
/* Python 3.8 has no slots for buffers: module.c removes this one. */
#define Py_bf_getbuffer (-1)
#endif

#define PVA_N_ERRORS (POPLENS_ERROR_READ + 1)

/* State of the module; it has no other global variables. */
typedef struct {
  PyTypeObject *source, *frame, *column, *numbers, *item, *rows, *rows_iterator, *attribute,
      *variants, *visitor;
  PyObject *error;                /* pva.Error */
  PyObject *errors[PVA_N_ERRORS]; /* by PoplensError */
  PyObject *closed;               /* pva.ClosedError */
  PyObject *visit;                /* "_visit" */
  guint n_slots;                  /* slots assigned to attributes */
  PyObject *id_slots;             /* dict: name of a frame → slot of its ids, for find () */
} PvaState;

/* Frame or table in Python. It owns a reference to the library's frame. */
typedef struct {
  PyObject_HEAD PoplensFrame *frame;
} PvaFrame;

typedef enum { PVA_ORDER_UNKNOWN, PVA_ORDER_RISING, PVA_ORDER_NONE } PvaOrder;

/* Column of an attribute in one report, with values derived from it. */
typedef struct {
  PvaFrame *frame; /* NULL: not loaded yet */
  guint column;
  guint64 key; /* of the batch, if the frame is read in batches */
  PoplensBuffer buffer;
  PyObject **texts; /* text column: the str of each code; (nullable) */
  gsize n_texts;
  PvaOrder order;     /* column of ids: whether they ascend */
  GHashTable *row_of; /* column of ids that do not ascend: id → row + 1 */
  /* Groups: [n_groups + 1] group g has first[g] … first[g + 1] − 1, which are rows or indices into
   * .members */
  guint32 *first;
  guint32 *members; /* rows by group; NULL if the rows are sorted by group */
  gsize n_groups;
} PvaSlot;

#define PVA_N_PIECES 32

/* Open report. Objects and lists hold a reference to it, not the other way round. */
typedef struct {
  PyObject_HEAD PoplensReport *report; /* NULL: closed */
  PyObject *frames;                    /* dict: name → PvaFrame */
  /* Dict for the Python code, with plain data only: no reference back to the source */
  PyObject *cache;
  PvaSlot *slots;
  guint n_slots;
  struct {
    const char *name; /* static, of the library */
    guint64 key;
    PvaFrame *frame;
  } pieces[PVA_N_PIECES]; /* cache of the last frames with keys */
  guint next_piece;
  Py_ssize_t print_length;
  gboolean has_other; /* another report is set for comparison */
} PvaSource;

typedef struct {
  PyObject_HEAD PvaSource *source;
  Py_ssize_t row;   /* −1: not in the file */
  Py_ssize_t other; /* second number: IPU, category … */
} PvaItem;

/* Implemented in module.c: */
PvaState *pva_state_of (PyTypeObject *type);
/* Raises the exception for an error of the library. @error: (transfer full). Returns NULL. */
PyObject *pva_raise (PvaState *state, GError *error);

/* Implemented in sequence.c: */
/* Key of a subscription: a position (which may be out of range) or a slice of a sequence of n
 * elements. */
typedef struct {
  gboolean slice;
  Py_ssize_t start, step, n; /* not a slice: only start is set, to the position */
} PvaPlaces;
gboolean pva_places (PyObject *key, Py_ssize_t n, PvaPlaces *places);
/* Compares with any sequence, by elements. */
PyObject *pva_sequence_compare (PyObject *self, PyObject *other, int how);
PyObject *pva_sequence_to_list (PyObject *self, PyObject *unused);
/* For Py_sq_contains: 1, 0, or −1 with an exception. */
int pva_sequence_contains (PyObject *self, PyObject *value);
PyObject *pva_sequence_index (PyObject *self, PyObject *value);
PyObject *pva_sequence_count (PyObject *self, PyObject *value);
/* FALSE with an exception if @number is not an unsigned integer of 64 bits; exceptions of its
 * __index__ () are passed on. */
gboolean pva_unsigned (PyObject *number, guint64 *value);
/* Methods that every Python sequence has. */
#define PVA_SEQUENCE_METHODS                                                                       \
  {"index", pva_sequence_index, METH_O,                                                            \
   "index($self, value, /)\n--\n\nReturns the first position of a value. Raises ValueError."},     \
  {                                                                                                \
    "count", pva_sequence_count, METH_O,                                                           \
        "count($self, value, /)\n--\n\nReturns the number of occurrences of a value."              \
  }

/* Implemented in wait.c: */
/* Result of a function of the library; some set neither. */
typedef struct {
  PoplensFrame *frame;
  char *text;
} PvaAnswer;
/* Function that reads by the library. @words and @key: its arguments */
typedef void (*PvaRead) (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
                         GCancellable *cancellable, GError **error);
/* Calls @read on a thread without the interpreter's lock, while the caller handles signals.
 * @answer: (out) (optional) (transfer full). FALSE with an exception. */
gboolean pva_wait (PvaSource *source, PvaRead read, const char *const *words, guint64 key,
                   PvaAnswer *answer);
/* Like pva_wait () for functions that return a frame. NULL with an exception. */
PvaFrame *pva_wait_for_frame (PvaSource *source, PvaRead read, const char *const *words,
                              guint64 key);

/* Implemented in source.c: */
extern PyType_Spec pva_source_spec;
/* Return a frame by name, or a batch of it by @key; read without the interpreter's lock. (transfer
 * full) (nullable): NULL with an exception */
PvaFrame *pva_source_frame (PvaSource *self, const char *name);
PvaFrame *pva_source_piece (PvaSource *self, const char *name, guint64 key);
/* −1 with an exception if the report is closed. */
int pva_source_check (PvaSource *self);

/* Implemented in ask.c, methods of a source: */
PyObject *pva_source_search (PvaSource *self, PyObject *args);
PyObject *pva_source_budget (PvaSource *self, PyObject *args);
PyObject *pva_source_export_trace (PvaSource *self, PyObject *args);

/* Implemented in slot.c: */
/* Returns the slot of a column, loaded. NULL with an exception. Valid until another slot is used,
 * or the report is closed. */
PvaSlot *pva_slot_get (PvaSource *self, guint number, const char *frame, const char *column);
/* Like pva_slot_get (), for the batch @key of a frame. */
PvaSlot *pva_slot_get_piece (PvaSource *self, guint number, const char *frame, const char *column,
                             guint64 key);
void pva_slot_clear (PvaSlot *slot);
/* FALSE if there is no value. */
gboolean pva_slot_int (const PvaSlot *slot, gsize row, gint64 *value);
/* Returns a cell as int, float, bool, str or None. (transfer full) */
PyObject *pva_slot_value (PvaSlot *slot, gsize row);
/* Finds the row of an id in a column of ids, or −1. */
Py_ssize_t pva_slot_find (PvaSlot *slot, gint64 id);
/* Groups the rows by a column of group numbers, once. @groups: (nullable): column of ids that the
 * numbers refer to */
void pva_slot_group (PvaSlot *slot, PvaSlot *groups);

/* Implemented in frame.c and column.c: */
extern PyType_Spec pva_frame_spec, pva_column_spec;
PvaFrame *pva_frame_new (PvaState *state, PoplensFrame *frame);
PyObject *pva_column_new (PvaState *state, PvaFrame *frame, guint column);
/* Returns a cell without computing the whole column: as pva_slot_value (), or Numbers. (transfer
 * full) */
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
/* Creates a list of objects for the rows @first … @first + @n − 1. NULL with an exception. */
PyObject *pva_rows_new (PvaState *state, PvaSource *source, PyObject *maker, Py_ssize_t first,
                        Py_ssize_t n);
/* Creates a list of objects for @rows. NULL with an exception. */
PyObject *pva_rows_new_members (PvaState *state, PvaSource *source, PyObject *maker,
                                PvaNumbers *rows);
/* Creates a list of objects for the numbers 0 … @n − 1, each for the
 * row of @group with that number. @slot: of the groups; @by: of the column with the numbers. NULL
 * with an exception. */
PyObject *pva_rows_new_dense (PvaState *state, PvaSource *source, PyObject *maker, guint slot,
                              guint by, Py_ssize_t group, Py_ssize_t n);

/* Implemented in attribute.c and variants.c: */
extern PyType_Spec pva_attribute_spec, pva_variants_spec;
/* Creates an object for a row, of the class @maker, or of the class that the Variants @maker
 * selects. */
PyObject *pva_make (PyObject *maker, PvaState *state, PvaSource *source, Py_ssize_t row,
                    Py_ssize_t other);

/* Implemented in visitor.c: */
extern PyType_Spec pva_visitor_spec;

G_END_DECLS
