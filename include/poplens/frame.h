/** @file
 * Frames: what is known of a report, as columns of equal length. */
#pragma once

#include <gio/gio.h>
#include <poplens/version.h>

G_BEGIN_DECLS

/**
 * Some columns with a row for each tile, program, step … Immutable, counted, and read from any
 * thread without a lock. It keeps its report open.
 *
 * A column is read in one of three ways: as a buffer (poplens_frame_get_buffer ()), whose memory is
 * the library's own wherever that holds the column already; by the cell (poplens_frame_get_int ()
 * and its like); and, where a cell is a list of numbers, by poplens_frame_read_list ().
 */
typedef struct _PoplensFrame PoplensFrame;

/** What a buffer holds. Types may be added at the end. */
typedef enum {
  POPLENS_BUFFER_UINT8,  /**< guint8 */
  POPLENS_BUFFER_UINT16, /**< guint16 */
  POPLENS_BUFFER_UINT32, /**< guint32 */
  POPLENS_BUFFER_UINT64, /**< guint64 */
  POPLENS_BUFFER_INT64,  /**< gint64 */
  POPLENS_BUFFER_DOUBLE, /**< double */
  POPLENS_BUFFER_BOOL,   /**< guint8: 0, or anything else for true */
  POPLENS_BUFFER_TEXT,   /**< guint32: codes of texts, see poplens_frame_get_code_text () */
  POPLENS_BUFFER_LIST,   /**< no values: each cell is a list, see poplens_frame_read_list () */
} PoplensBufferType;

/**
 * The values of a column. Element i is at `(const char *) values + i * stride`. All of it belongs
 * to the frame, and is valid as long as that.
 *
 * Absent is not zero: a cell without a value is one whose byte in `valid` is 0, or whose value is
 * `absent` where `has_absent` is TRUE. A DOUBLE that is absent is a NaN.
 *
 * A frame's columns have the same names and types in every report. Those of a table may depend on
 * the location and on what the report holds: look at `type`.
 */
typedef struct {
  PoplensBufferType type; /**< what the elements are */
  gsize n;                /**< elements: the frame's rows */
  gconstpointer values;   /**< the first element; NULL for lists, not to be read where n is 0 */
  gsize stride;           /**< bytes from one element to the next: a size, or that of a record */
  const guint8 *valid;    /**< (nullable): a byte an element, 0 where there is no value */
  gboolean has_absent;    /**< TRUE where one value stands for "no value" … */
  gint64 absent;          /**< … this one, as the type has it (4294967295, or -1) */
  gboolean is_copy;       /**< TRUE where the column was worked out for you, and takes memory */
  gpointer reserved[2];   /**< NULL */
} PoplensBuffer;

/**
 * What a column says of itself. The texts live as long as the frame.
 *
 * Units are "text", "id" (the file's number for something), "row" (of the frame that `doc` names),
 * "count", "bytes", "cycles", "microseconds", "ratio", "number", "bool", "hertz", "address", and
 * "mixed": numbers of several units, which the buffer has as texts and cells as they are.
 */
typedef struct {
  const char *name;       /**< its key: "total_including_gaps" */
  const char *title;      /**< for a person; of frames of the model mostly the name */
  const char *unit;       /**< see above */
  const char *provenance; /**< "file", "measured", "estimated", "derived" or "assumed" */
  const char *doc;        /**< a sentence: what it is, and where the rule comes from */
} PoplensFrameColumn;

/**
 * Takes a reference.
 *
 * @param self a frame
 * @return (transfer full): self
 */
POPLENS_EXPORT PoplensFrame *poplens_frame_ref (PoplensFrame *self);

/**
 * Drops a reference; buffers and texts of the frame end with the last one.
 *
 * @param self a frame
 */
POPLENS_EXPORT void poplens_frame_unref (PoplensFrame *self);

/**
 * The name by which the frame or table was asked for.
 *
 * @param self a frame
 * @return (transfer none): "programs"
 */
POPLENS_EXPORT const char *poplens_frame_get_name (const PoplensFrame *self);

/**
 * A title for a person.
 *
 * @param self a frame
 * @return (transfer none): "Program tree"; of frames of the model the name
 */
POPLENS_EXPORT const char *poplens_frame_get_title (const PoplensFrame *self);

/**
 * What has to be said above the rows: an assumption, a remainder, "12 of 2,944 tiles".
 *
 * @param self a frame
 * @return (transfer none) (nullable): a sentence
 */
POPLENS_EXPORT const char *poplens_frame_get_note (const PoplensFrame *self);

/**
 * Whether rows are left out because all of them would be too much to hold; the note says which.
 *
 * @param self a frame
 * @return TRUE where some are
 */
POPLENS_EXPORT gboolean poplens_frame_is_partial (const PoplensFrame *self);

/**
 * The rows.
 *
 * @param self a frame
 * @return how many there are
 */
POPLENS_EXPORT gsize poplens_frame_n_rows (const PoplensFrame *self);

/**
 * The columns.
 *
 * @param self a frame
 * @return how many there are
 */
POPLENS_EXPORT guint poplens_frame_n_columns (const PoplensFrame *self);

/**
 * The column of a name.
 *
 * @param self a frame
 * @param name a key
 * @return its number, or -1
 */
POPLENS_EXPORT int poplens_frame_find_column (const PoplensFrame *self, const char *name);

/**
 * What a column is.
 *
 * @param self a frame
 * @param column its number
 * @return (transfer none) (nullable): valid as long as the frame; NULL for a number that is too
 * high
 */
POPLENS_EXPORT const PoplensFrameColumn *poplens_frame_get_column (const PoplensFrame *self,
                                                                   guint column);

/**
 * A whole column. Where the library holds it, this costs nothing and copies nothing; where cells
 * are worked out, as those of most tables are, the first call makes them all and the frame keeps
 * them.
 *
 * @param self a frame
 * @param column its number
 * @param buffer (out caller-allocates): its values
 * @return FALSE, and an empty buffer, for a number that is too high
 */
POPLENS_EXPORT gboolean poplens_frame_get_buffer (PoplensFrame *self, guint column,
                                                  PoplensBuffer *buffer);

/**
 * A cell as an integer: of a number without a fraction, a truth (0 or 1) or a code.
 *
 * @param self a frame
 * @param column its number
 * @param row below poplens_frame_n_rows ()
 * @param value (out): the value; a number above 2^63 − 1 wraps round, and its bits are right
 * @return FALSE, and nothing is set, where there is no value, the cell is none of these, or the
 * frame has no such cell
 */
POPLENS_EXPORT gboolean poplens_frame_get_int (const PoplensFrame *self, guint column, gsize row,
                                               gint64 *value);

/**
 * A cell as a double: of any number.
 *
 * @param self a frame
 * @param column its number
 * @param row below poplens_frame_n_rows ()
 * @param value (out): the value
 * @return FALSE, and nothing is set, where there is no value or no such cell
 */
POPLENS_EXPORT gboolean poplens_frame_get_double (const PoplensFrame *self, guint column, gsize row,
                                                  double *value);

/**
 * A cell of a text column.
 *
 * @param self a frame
 * @param column its number
 * @param row below poplens_frame_n_rows ()
 * @return (transfer none) (nullable): UTF-8, valid as long as the frame; NULL where there is no
 *   value, or the column is not of texts
 */
POPLENS_EXPORT const char *poplens_frame_get_text (const PoplensFrame *self, guint column,
                                                   gsize row);

/**
 * The text that a code of a text column's buffer stands for. Equal texts have equal codes, so that
 * a column of ten million names is read by making each name once.
 *
 * @param self a frame
 * @param column its number
 * @param code an element of the column's buffer
 * @return (transfer none): UTF-8, valid as long as the frame; "" for what is no code
 */
POPLENS_EXPORT const char *poplens_frame_get_code_text (PoplensFrame *self, guint column,
                                                        guint32 code);

/**
 * How long a list is.
 *
 * @param self a frame
 * @param column its number
 * @param row below poplens_frame_n_rows ()
 * @param n (out): values in the list
 * @return FALSE, and n is 0, where the file has no list there, or the column is not of lists
 */
POPLENS_EXPORT gboolean poplens_frame_get_list_length (const PoplensFrame *self, guint column,
                                                       gsize row, gsize *n);

/**
 * The values of a list. Lists are kept as the file has them, in runs, and are written out here.
 *
 * @param self a frame
 * @param column its number
 * @param row below poplens_frame_n_rows ()
 * @param values (out caller-allocates) (array length=n): room for n values; what the list does not
 *   have becomes 0
 * @param n how many are wanted; surplus ones are left out
 * @return FALSE, and all values are 0, where there is no list
 */
POPLENS_EXPORT gboolean poplens_frame_read_list (const PoplensFrame *self, guint column, gsize row,
                                                 guint64 *values, gsize n);

/**
 * The sum of a list, without writing it out.
 *
 * @param self a frame
 * @param column its number
 * @param row below poplens_frame_n_rows ()
 * @param sum (out): Σ of the values
 * @return FALSE, and nothing is set, where there is no list
 */
POPLENS_EXPORT gboolean poplens_frame_sum_list (const PoplensFrame *self, guint column, gsize row,
                                                guint64 *sum);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFrame, poplens_frame_unref)

G_END_DECLS
