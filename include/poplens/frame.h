/** @file
 * Frames: data of a report as columns of equal length. */
#pragma once

#include <gio/gio.h>
#include <poplens/version.h>

G_BEGIN_DECLS

/**
 * Columns with one row per tile, program, step … A frame is immutable and reference counted, can be
 * read from any thread without a lock, and keeps its report open.
 *
 * There are three ways to read a column: all values at once (poplens_frame_get_buffer ()), one cell
 * (poplens_frame_get_int () and similar functions), or a cell that is a list of numbers
 * (poplens_frame_read_list ()).
 */
typedef struct _PoplensFrame PoplensFrame;

/** Type of the elements of a buffer. Types may be added at the end. */
typedef enum {
  POPLENS_BUFFER_UINT8,  /**< guint8 */
  POPLENS_BUFFER_UINT16, /**< guint16 */
  POPLENS_BUFFER_UINT32, /**< guint32 */
  POPLENS_BUFFER_UINT64, /**< guint64 */
  POPLENS_BUFFER_INT64,  /**< gint64 */
  POPLENS_BUFFER_DOUBLE, /**< double */
  POPLENS_BUFFER_BOOL,   /**< guint8: 0 for false, any other value for true */
  POPLENS_BUFFER_TEXT,   /**< guint32: codes of texts, see poplens_frame_get_code_text () */
  POPLENS_BUFFER_LIST,   /**< no values: each cell is a list, see poplens_frame_read_list () */
} PoplensBufferType;

/**
 * The values of a column. Element i is at `(const char *) values + i * stride`. All memory belongs
 * to the frame and is valid as long as the frame.
 *
 * Absent is not zero: a cell has no value if its byte in `valid` is 0, or if `has_absent` is TRUE
 * and its value is `absent`. An absent DOUBLE is a NaN.
 *
 * The columns of a frame have the same names and types in every report. The columns of a table may
 * depend on the location and on the data of the report: check `type`.
 */
typedef struct {
  PoplensBufferType type; /**< type of the elements */
  gsize n;                /**< number of elements: the rows of the frame */
  gconstpointer values;   /**< the first element; NULL for lists; do not read if n is 0 */
  gsize stride; /**< bytes from one element to the next: the size of an element or of a record */
  const guint8 *valid;  /**< (nullable): one byte per element, 0 if it has no value */
  gboolean has_absent;  /**< TRUE if one value means "no value" */
  gint64 absent;        /**< the value that means "no value", in the type (4294967295, or -1) */
  gboolean is_copy;     /**< TRUE if the column was computed for this buffer and takes memory */
  gpointer reserved[2]; /**< for later versions; NULL */
} PoplensBuffer;

/**
 * Description of a column. The texts live as long as the frame.
 *
 * Units are "text", "id" (an ID in the file), "row" (a row number of the frame that `doc` names),
 * "count", "bytes", "cycles", "microseconds", "ratio", "number", "bool", "hertz", "address", and
 * "mixed". A mixed column has numbers of several units; its buffer contains them as texts.
 */
typedef struct {
  const char *name;       /**< key: "total_including_gaps" */
  const char *title;      /**< title for people; for frames of the model usually the name */
  const char *unit;       /**< one of the units in the description of this struct */
  const char *provenance; /**< "file", "measured", "estimated", "derived", "assumed", or
                           *   "row": the column "source" has the provenance of each row */
  const char *doc;        /**< description of the values, without a full stop */
} PoplensFrameColumn;

/**
 * Adds a reference.
 *
 * @param self a frame
 * @return (transfer full): self
 */
POPLENS_EXPORT PoplensFrame *poplens_frame_ref (PoplensFrame *self);

/**
 * Drops a reference. The last one frees the buffers and texts of the frame.
 *
 * @param self a frame
 */
POPLENS_EXPORT void poplens_frame_unref (PoplensFrame *self);

/**
 * Returns the name of the frame or table.
 *
 * @param self a frame
 * @return (transfer none): "programs"
 */
POPLENS_EXPORT const char *poplens_frame_get_name (const PoplensFrame *self);

/**
 * Returns a title for people.
 *
 * @param self a frame
 * @return (transfer none): "Program tree"; for frames of the model the name
 */
POPLENS_EXPORT const char *poplens_frame_get_title (const PoplensFrame *self);

/**
 * Returns a note to show above the rows: an assumption, a remainder, "12 of 2,944 tiles".
 *
 * @param self a frame
 * @return (transfer none) (nullable): a sentence
 */
POPLENS_EXPORT const char *poplens_frame_get_note (const PoplensFrame *self);

/**
 * Returns whether rows are omitted because all of them would take too much memory; the note says
 * which.
 *
 * @param self a frame
 * @return TRUE if rows are omitted
 */
POPLENS_EXPORT gboolean poplens_frame_is_partial (const PoplensFrame *self);

/**
 * Returns the number of rows.
 *
 * @param self a frame
 * @return the number of rows
 */
POPLENS_EXPORT gsize poplens_frame_n_rows (const PoplensFrame *self);

/**
 * Returns the number of columns.
 *
 * @param self a frame
 * @return the number of columns
 */
POPLENS_EXPORT guint poplens_frame_n_columns (const PoplensFrame *self);

/**
 * Finds a column by name.
 *
 * @param self a frame
 * @param name a key
 * @return its number, or -1
 */
POPLENS_EXPORT int poplens_frame_find_column (const PoplensFrame *self, const char *name);

/**
 * Describes a column.
 *
 * @param self a frame
 * @param column the number of a column
 * @return (transfer none) (nullable): valid as long as the frame; NULL if the number is too high
 */
POPLENS_EXPORT const PoplensFrameColumn *poplens_frame_get_column (const PoplensFrame *self,
                                                                   guint column);

/**
 * Returns a whole column. If the library has the column in memory, this costs nothing and copies
 * nothing. If cells are computed, as in most tables, the first call computes all of them and the
 * frame keeps them.
 *
 * @param self a frame
 * @param column the number of a column
 * @param buffer (out caller-allocates): the values
 * @return FALSE, and an empty buffer, if the number is too high
 */
POPLENS_EXPORT gboolean poplens_frame_get_buffer (PoplensFrame *self, guint column,
                                                  PoplensBuffer *buffer);

/**
 * Returns a cell as an integer: a whole number, a boolean (0 or 1) or the code of a text.
 *
 * @param self a frame
 * @param column the number of a column
 * @param row below poplens_frame_n_rows ()
 * @param value (out): the value; a number above 2^63 − 1 wraps, its bits are correct
 * @return FALSE, and nothing is set, if the cell has no value or another type, or does not exist
 */
POPLENS_EXPORT gboolean poplens_frame_get_int (const PoplensFrame *self, guint column, gsize row,
                                               gint64 *value);

/**
 * Returns a cell with any number as a double.
 *
 * @param self a frame
 * @param column the number of a column
 * @param row below poplens_frame_n_rows ()
 * @param value (out): the value
 * @return FALSE, and nothing is set, if the cell has no value or does not exist
 */
POPLENS_EXPORT gboolean poplens_frame_get_double (const PoplensFrame *self, guint column, gsize row,
                                                  double *value);

/**
 * Returns a cell of a text column.
 *
 * @param self a frame
 * @param column the number of a column
 * @param row below poplens_frame_n_rows ()
 * @return (transfer none) (nullable): UTF-8, valid as long as the frame; NULL if the cell has no
 *   value or the column is not a text column
 */
POPLENS_EXPORT const char *poplens_frame_get_text (const PoplensFrame *self, guint column,
                                                   gsize row);

/**
 * Returns the text of a code in the buffer of a text column. Equal texts have equal codes, so a
 * program needs each name only once in a column of ten million names.
 *
 * @param self a frame
 * @param column the number of a column
 * @param code an element of the column's buffer
 * @return (transfer none): UTF-8, valid as long as the frame; "" for an invalid code
 */
POPLENS_EXPORT const char *poplens_frame_get_code_text (PoplensFrame *self, guint column,
                                                        guint32 code);

/**
 * Returns the length of a list.
 *
 * @param self a frame
 * @param column the number of a column
 * @param row below poplens_frame_n_rows ()
 * @param n (out): number of values in the list
 * @return FALSE, and n is 0, if the file has no list there or the column is not a list column
 */
POPLENS_EXPORT gboolean poplens_frame_get_list_length (const PoplensFrame *self, guint column,
                                                       gsize row, gsize *n);

/**
 * Returns the values of a list. Lists stay run-length encoded as in the file and are expanded here.
 *
 * @param self a frame
 * @param column the number of a column
 * @param row below poplens_frame_n_rows ()
 * @param values (out caller-allocates) (array length=n): memory for n values; values after the
 *   end of the list become 0
 * @param n number of values to read; further values of the list are ignored
 * @return FALSE, and all values are 0, if there is no list
 */
POPLENS_EXPORT gboolean poplens_frame_read_list (const PoplensFrame *self, guint column, gsize row,
                                                 guint64 *values, gsize n);

/**
 * Returns the sum of a list without expanding it.
 *
 * @param self a frame
 * @param column the number of a column
 * @param row below poplens_frame_n_rows ()
 * @param sum (out): sum of the values
 * @return FALSE, and nothing is set, if there is no list
 */
POPLENS_EXPORT gboolean poplens_frame_sum_list (const PoplensFrame *self, guint column, gsize row,
                                                guint64 *sum);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFrame, poplens_frame_unref)

G_END_DECLS
