/* What the files of the extension share: module pva._pva, over the public headers alone.
 *
 * The object model of libpva is declared in Python (the folder pva): classes whose attributes are
 * the descriptors of attribute.c. An object is a report, a row and no more (item.c); a list is a
 * report and a range of rows (rows.c). Numbers are read out of the library's columns when asked
 * for.
 */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <poplens/poplens.h>

G_BEGIN_DECLS

/* Python before 3.10, which has neither these functions nor these flags of a type. */
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
/* Python 3.8 has no slots for buffers: module.c takes these out of the list. */
#define Py_bf_getbuffer (-1)
#endif

#define PVA_N_ERRORS (POPLENS_ERROR_READ + 1)

/* The module's own; there is nothing else of it. */
typedef struct {
  PyTypeObject *source, *frame, *column, *numbers, *item, *rows, *rows_iterator, *attribute,
      *variants, *visitor;
  PyObject *error;                /* pva.Error */
  PyObject *errors[PVA_N_ERRORS]; /* by PoplensError */
  PyObject *closed;               /* pva.ClosedError */
  PyObject *visit;                /* "_visit" */
  guint n_slots;                  /* given out to attributes */
  PyObject *id_slots;             /* dict: name of a frame → the slot of its ids, for find () */
} PvaState;

/* A frame or a table in Python; `owner` is the library's. */
typedef struct {
  PyObject_HEAD PoplensFrame *frame;
} PvaFrame;

typedef enum { PVA_ORDER_UNKNOWN, PVA_ORDER_RISING, PVA_ORDER_NONE } PvaOrder;

/* A column as it was found for an attribute; each attribute has a slot in each report. */
typedef struct {
  PvaFrame *frame; /* NULL: not asked for yet */
  guint column;
  guint64 key; /* of what is read by the piece */
  PoplensBuffer buffer;
  PyObject **texts; /* of a text column: what was made of each code */
  gsize n_texts;
  PvaOrder order;     /* of a column of ids */
  GHashTable *row_of; /* of a column of ids that do not rise */
  guint32 *first;     /* groups: rows of group g are first[g] … first[g + 1] - 1 … */
  guint32 *members;   /* … or the members there; NULL where they lie in order */
  gsize n_groups;
} PvaSlot;

#define PVA_N_PIECES 32

/* An opened report. Objects and lists hold it; it holds none of them. */
typedef struct {
  PyObject_HEAD PoplensReport *report; /* NULL: closed */
  PyObject *frames;                    /* dict: name → PvaFrame */
  PyObject *cache;                     /* dict for Python's side: plain data only */
  PvaSlot *slots;
  guint n_slots;
  struct {
    const char *name; /* static, of the library */
    guint64 key;
    PvaFrame *frame;
  } pieces[PVA_N_PIECES]; /* the frames with keys asked for last */
  guint next_piece;
  Py_ssize_t print_length;
  gboolean has_other; /* a report that it is compared with */
} PvaSource;

typedef struct {
  PyObject_HEAD PvaSource *source;
  Py_ssize_t row;   /* -1: of nothing in the file */
  Py_ssize_t other; /* a second number: an IPU, a category … */
} PvaItem;

/* module.c */
PvaState *pva_state_of (PyTypeObject *type);
/* Raises what an error of the library is in Python, and frees it. NULL. */
PyObject *pva_raise (PvaState *state, GError *error);

/* sequence.c */
/* What stands in brackets behind a sequence of @n: one place (which may be out of it), or a slice
 * of it. FALSE with an exception. */
typedef struct {
  gboolean slice;
  Py_ssize_t start, step, n; /* without a slice: the place alone, in start */
} PvaPlaces;
gboolean pva_places (PyObject *key, Py_ssize_t n, PvaPlaces *places);
/* Equal to any sequence with equal elements. */
PyObject *pva_sequence_compare (PyObject *self, PyObject *other, int how);
PyObject *pva_sequence_to_list (PyObject *self, PyObject *unused);
/* For Py_sq_contains: -1 with an exception. */
int pva_sequence_contains (PyObject *self, PyObject *value);
PyObject *pva_sequence_index (PyObject *self, PyObject *value);
PyObject *pva_sequence_count (PyObject *self, PyObject *value);
/* FALSE with an exception if @number is not an integer of 64 bits without a sign; one that its
 * __index__ () raises comes out as it is. */
gboolean pva_unsigned (PyObject *number, guint64 *value);
/* The two methods that every sequence of Python has. */
#define PVA_SEQUENCE_METHODS                                                                       \
  {"index", pva_sequence_index, METH_O,                                                            \
   "index($self, value, /)\n--\n\nReturns the first position of a value. Raises ValueError."},     \
  {                                                                                                \
    "count", pva_sequence_count, METH_O,                                                           \
        "count($self, value, /)\n--\n\nReturns the number of occurrences of a value."              \
  }

/* wait.c */
/* What a function of the library gives; of some it is nothing. */
typedef struct {
  PoplensFrame *frame;
  char *text;
} PvaAnswer;
/* A function of the library that reads: words and a key say what. */
typedef void (*PvaRead) (PoplensReport *report, char **words, guint64 key, PvaAnswer *answer,
                         GCancellable *cancellable, GError **error);
/* Calls it without the interpreter's lock, and answers signals meanwhile. answer: (transfer full)
 * (nullable). FALSE with an exception. */
gboolean pva_wait (PvaSource *source, PvaRead read, const char *const *words, guint64 key,
                   PvaAnswer *answer);
/* The same of what gives a frame; NULL with an exception. */
PvaFrame *pva_wait_for_frame (PvaSource *source, PvaRead read, const char *const *words,
                              guint64 key);

/* source.c */
extern PyType_Spec pva_source_spec;
/* A frame by name; with a key where it takes one. Reads without the interpreter's lock. (transfer
 * full) (nullable) */
PvaFrame *pva_source_frame (PvaSource *self, const char *name);
PvaFrame *pva_source_piece (PvaSource *self, const char *name, guint64 key);
/* -1 with an exception where the report is closed. */
int pva_source_check (PvaSource *self);

/* ask.c: methods of a source */
PyObject *pva_source_search (PvaSource *self, PyObject *args);
PyObject *pva_source_budget (PvaSource *self, PyObject *args);
PyObject *pva_source_export_trace (PvaSource *self, PyObject *args);

/* slot.c */
/* The slot of a column, filled; NULL with an exception. Valid until the report is closed. */
PvaSlot *pva_slot_get (PvaSource *self, guint number, const char *frame, const char *column);
/* The same of the piece of a frame that has a row. */
PvaSlot *pva_slot_get_piece (PvaSource *self, guint number, const char *frame, const char *column,
                             guint64 key);
void pva_slot_clear (PvaSlot *slot);
/* FALSE where there is no value. */
gboolean pva_slot_int (const PvaSlot *slot, gsize row, gint64 *value);
/* A cell as Python has it: int, float, bool, str or None. (transfer full) */
PyObject *pva_slot_value (PvaSlot *slot, gsize row);
/* Of a column of ids: the row with that one, or -1. */
Py_ssize_t pva_slot_find (PvaSlot *slot, gint64 id);
/* Of a column of numbers of groups: sorts the rows by it, once. */
void pva_slot_group (PvaSlot *slot, PvaSlot *groups);

/* frame.c, column.c */
extern PyType_Spec pva_frame_spec, pva_column_spec;
PvaFrame *pva_frame_new (PvaState *state, PoplensFrame *frame);
PyObject *pva_column_new (PvaState *state, PvaFrame *frame, guint column);
/* A cell without looking at the whole column: as pva_slot_value (), or Numbers. (transfer full) */
PyObject *pva_frame_value (PvaFrame *self, guint column, gsize row);

/* numbers.c */
extern PyType_Spec pva_numbers_spec;
typedef struct {
  PyObject_HEAD Py_ssize_t n;
  guint64 *values;
} PvaNumbers;
/* n numbers that are 0. */
PvaNumbers *pva_numbers_new (PvaState *state, gsize n);
PyObject *pva_numbers_of_list (PvaState *state, PoplensFrame *frame, guint column, gsize row);

/* item.c */
extern PyType_Spec pva_item_spec;
PyObject *pva_item_new (PyTypeObject *type, PvaSource *source, Py_ssize_t row, Py_ssize_t other);

/* rows.c */
extern PyType_Spec pva_rows_spec, pva_rows_iterator_spec;
/* Objects of rows first, first + step …; where slot has groups with members, of these. */
PyObject *pva_rows_new (PvaState *state, PvaSource *source, PyObject *maker, Py_ssize_t first,
                        Py_ssize_t n);
PyObject *pva_rows_new_members (PvaState *state, PvaSource *source, PyObject *maker,
                                PvaNumbers *rows);
PyObject *pva_rows_new_dense (PvaState *state, PvaSource *source, PyObject *maker, guint slot,
                              guint by, Py_ssize_t group, Py_ssize_t n);

/* attribute.c, variants.c */
extern PyType_Spec pva_attribute_spec, pva_variants_spec;
/* An object of a row: of the class that is maker, or that the Variants say. */
PyObject *pva_make (PyObject *maker, PvaState *state, PvaSource *source, Py_ssize_t row,
                    Py_ssize_t other);

/* visitor.c */
extern PyType_Spec pva_visitor_spec;

G_END_DECLS
