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
/* Python 3.8 has no type slots for buffers; module.c removes this one there. */
#define Py_bf_getbuffer (-1)
#endif

#define PVA_N_ERRORS (POPLENS_ERROR_READ + 1)

/* State of the module; it has no other global variables. */
typedef struct {
  PyTypeObject *source, *frame, *column, *numbers, *item, *rows, *rows_iterator, *attribute,
      *variants, *visitor;
  PyObject *error;                /* pva.Error */
  PyObject *errors[PVA_N_ERRORS]; /* exception for each PoplensError */
  PyObject *closed;               /* pva.ClosedError */
  PyObject *visit;                /* the str "_visit" */
  guint n_slots;                  /* number of slots that attributes have */
  PyObject *id_slots;             /* dict: name of a frame → slot of its ids, for find () */
} PvaState;

/* Frame or table in Python. It owns a reference to the library's frame. */
typedef struct {
  PyObject_HEAD PoplensFrame *frame;
} PvaFrame;

typedef enum { PVA_ORDER_UNKNOWN, PVA_ORDER_RISING, PVA_ORDER_NONE } PvaOrder;

/* A column that attributes read, in one report, and data derived from its values. */
typedef struct {
  PvaFrame *frame; /* (nullable): NULL if not loaded yet */
  guint column;
  guint64 key; /* key of the batch, if the frame is loaded in batches */
  PoplensBuffer buffer;
  PyObject **texts; /* (nullable): str for each code of a column of texts */
  gsize n_texts;
  PvaOrder order;     /* of a column of ids: whether they ascend */
  GHashTable *row_of; /* (nullable): id → row + 1, if ids do not ascend */
  /* (nullable) [n_groups + 1]: group g has first[g] … first[g + 1] − 1, which are rows or, if
   * .members is set, indices into it */
  guint32 *first;
  guint32 *members; /* (nullable): rows by group; NULL if rows are sorted by group */
  gsize n_groups;
} PvaSlot;

#define PVA_N_PIECES 32

/* An open report. Its objects and lists hold references to it; it holds none to them. */
typedef struct {
  PyObject_HEAD PoplensReport *report; /* (nullable): NULL if closed */
  PyObject *frames;                    /* dict: name → PvaFrame */
  /* Dict for the Python code. It contains plain data only, so that no reference leads back to the
   * source */
  PyObject *cache;
  PvaSlot *slots;
  guint n_slots;
  struct {
    const char *name; /* (static): the library's name */
    guint64 key;
    PvaFrame *frame;
  } pieces[PVA_N_PIECES]; /* batches that were loaded last */
  guint next_piece;
  Py_ssize_t print_length;
  gboolean has_other; /* another report is set for comparison */
} PvaSource;

typedef struct {
  PyObject_HEAD PvaSource *source;
  Py_ssize_t row;   /* −1 if the file has no row for it */
  Py_ssize_t other; /* further number that the class uses: IPU, category … */
} PvaItem;

/* Implemented in module.c: */
PvaState *pva_state_of (PyTypeObject *type);
/* Raises the exception for an error of the library. @error: (transfer full). Returns NULL. */
PyObject *pva_raise (PvaState *state, GError *error);

/* Implemented in sequence.c: */
/* Selection of a subscription of a sequence of @n elements: a slice, or one position, which may be
 * out of range. */
typedef struct {
  gboolean slice;
  Py_ssize_t start, step, n; /* for one position only .start is set */
} PvaPlaces;
gboolean pva_places (PyObject *key, Py_ssize_t n, PvaPlaces *places);
/* Compares @self with any sequence, element by element. */
PyObject *pva_sequence_compare (PyObject *self, PyObject *other, int how);
PyObject *pva_sequence_to_list (PyObject *self, PyObject *unused);
/* Implements Py_sq_contains. Returns 1, 0, or −1 with an exception. */
int pva_sequence_contains (PyObject *self, PyObject *value);
PyObject *pva_sequence_index (PyObject *self, PyObject *value);
PyObject *pva_sequence_count (PyObject *self, PyObject *value);
/* FALSE with an exception if @number is not an integer of 0 … 2^64 − 1, or if its __index__ ()
 * raised one. */
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
/* Result of a PvaRead: a frame, a text, or neither. */
typedef struct {
  PoplensFrame *frame;
  char *text;
} PvaAnswer;
/* Reads by a function of the library, on a thread. @words, @key: arguments of that function */
typedef void (*PvaRead) (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
                         GCancellable *cancellable, GError **error);
/* Calls @read on another thread without the interpreter's lock, while this thread handles signals.
 * @answer: (out) (optional) (transfer full). FALSE with an exception. */
gboolean pva_wait (PvaSource *source, PvaRead read, const char *const *words, guint64 key,
                   PvaAnswer *answer);
/* Like pva_wait () for functions that return a frame. NULL with an exception. */
PvaFrame *pva_wait_for_frame (PvaSource *source, PvaRead read, const char *const *words,
                              guint64 key);

/* Implemented in source.c: */
extern PyType_Spec pva_source_spec;
/* Return a frame by its name, or a batch of it by @key. They release the interpreter's lock while
 * they read. (transfer full) (nullable): NULL with an exception */
PvaFrame *pva_source_frame (PvaSource *self, const char *name);
PvaFrame *pva_source_piece (PvaSource *self, const char *name, guint64 key);
/* Returns 0, or −1 with an exception if the report is closed. */
int pva_source_check (PvaSource *self);

/* Methods of a source, implemented in ask.c: */
PyObject *pva_source_search (PvaSource *self, PyObject *args);
PyObject *pva_source_budget (PvaSource *self, PyObject *args);
PyObject *pva_source_export_trace (PvaSource *self, PyObject *args);

/* Implemented in slot.c: */
/* Returns slot @number with the @column of @frame, which it loads if necessary. NULL with an
 * exception. Valid until another slot is used, or the report is closed. */
PvaSlot *pva_slot_get (PvaSource *self, guint number, const char *frame, const char *column);
/* Like pva_slot_get (), for the batch @key of a frame. */
PvaSlot *pva_slot_get_piece (PvaSource *self, guint number, const char *frame, const char *column,
                             guint64 key);
void pva_slot_clear (PvaSlot *slot);
/* Returns a cell as an integer. FALSE if it has no value. */
gboolean pva_slot_int (const PvaSlot *slot, gsize row, gint64 *value);
/* Returns a cell as int, float, bool, str or None. (transfer full) */
PyObject *pva_slot_value (PvaSlot *slot, gsize row);
/* Returns the row of @id in a column of ids, or −1. */
Py_ssize_t pva_slot_find (PvaSlot *slot, gint64 id);
/* Groups the rows by a column of group numbers; later calls do nothing. @groups: (nullable): column
 * of ids, if the numbers are ids in it */
void pva_slot_group (PvaSlot *slot, PvaSlot *groups);

/* Implemented in frame.c and column.c: */
extern PyType_Spec pva_frame_spec, pva_column_spec;
PvaFrame *pva_frame_new (PvaState *state, PoplensFrame *frame);
PyObject *pva_column_new (PvaState *state, PvaFrame *frame, guint column);
/* Returns a cell without computing the whole column: as pva_slot_value () or, for a list, as
 * Numbers. (transfer full) */
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
/* Creates a list of objects, which @maker makes, for the rows @first … @first + @n − 1. NULL with
 * an exception. */
PyObject *pva_rows_new (PvaState *state, PvaSource *source, PyObject *maker, Py_ssize_t first,
                        Py_ssize_t n);
/* Creates a list of objects, which @maker makes, for @rows. NULL with an exception. */
PyObject *pva_rows_new_members (PvaState *state, PvaSource *source, PyObject *maker,
                                PvaNumbers *rows);
/* Creates a list of @n objects, which @maker makes. Object i is for the row whose cell in the
 * column of slot @by is i, among the rows of group @group; for row −1 if there is none. @slot: slot
 * (PvaSlot) whose column groups the rows. NULL with an exception. */
PyObject *pva_rows_new_dense (PvaState *state, PvaSource *source, PyObject *maker, guint slot,
                              guint by, Py_ssize_t group, Py_ssize_t n);

/* Implemented in attribute.c and variants.c: */
extern PyType_Spec pva_attribute_spec, pva_variants_spec;
/* Creates an object for a row. @maker: its class, or Variants, which select its class. */
PyObject *pva_make (PyObject *maker, PvaState *state, PvaSource *source, Py_ssize_t row,
                    Py_ssize_t other);

/* Implemented in visitor.c: */
extern PyType_Spec pva_visitor_spec;

G_END_DECLS
