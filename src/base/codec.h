/* Codec of the integer lists in the BLOBs of profile.pop (formats.md 3.2).
 *
 * A varint has seven bits in each byte, the most significant first. The high bit marks the last
 * byte: both are the opposite of LEB128. Decoders fail with POPLENS_ERROR_DAMAGED if a list ends
 * inside a number, or has more or fewer values than expected. Callers prefix the message with file,
 * table and column. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PoplensEncoding:
 * @POPLENS_ENCODING_PLAIN: concatenated varints
 * @POPLENS_ENCODING_RLE: runs: a varint h, then h >> 1 values if h is odd, or one value that
 *   repeats h >> 1 times
 * @POPLENS_ENCODING_DIFF_RLE: an RLE list of differences; the first value is absolute
 */
typedef enum {
  POPLENS_ENCODING_PLAIN,
  POPLENS_ENCODING_RLE,
  POPLENS_ENCODING_DIFF_RLE,
} PoplensEncoding;

/* Expected length for decoders if a list may have any length up to POPLENS_LIST_MAX values. */
#define POPLENS_ANY_LENGTH G_MAXSIZE
#define POPLENS_LIST_MAX ((gsize) 1 << 26)

/* Reads the varint at offset @pos and moves @pos after it. */
gboolean poplens_varint_read (const guint8 *data, gsize size, gsize *pos, guint64 *value,
                              GError **error);

/**
 * poplens_list_decode:
 * @data: (nullable): @size bytes; NULL only with @size 0
 * @expected: required number of values, or POPLENS_ANY_LENGTH
 *
 * Returns: (transfer full): a GArray of guint64, or NULL with @error set
 */
GArray *poplens_list_decode (PoplensEncoding encoding, const guint8 *data, gsize size,
                             gsize expected, GError **error);

/* Decodes exactly @n values into @out; any other length is an error. */
gboolean poplens_list_decode_into (PoplensEncoding encoding, const guint8 *data, gsize size,
                                   guint64 *out, gsize n, GError **error);

/**
 * PoplensRun: @count equal values from index @first on; a literal is a run of one value.
 */
typedef struct {
  gsize first;
  gsize count;
  guint64 value;
} PoplensRun;

/* Receives a run. FALSE ends the walk. */
typedef gboolean (*PoplensRunFunc) (const PoplensRun *run, gpointer user_data);
/* Calls @each for every run in order. If @each returns FALSE, returns TRUE without checking the
 * rest of the list. In a PLAIN list, each run has one value. */
gboolean poplens_list_foreach_run (PoplensEncoding encoding, const guint8 *data, gsize size,
                                   gsize expected, PoplensRunFunc each, gpointer user_data,
                                   GError **error);

/* Sums all values. An overflow of 64 bits is an error. @count: (out) (optional): number of
 * values */
gboolean poplens_list_sum (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                           guint64 *sum, gsize *count, GError **error);

/* Functions for lists that were checked before: they stop at the first error, without a message. */

/* Adds the first @n values to the elements of @sums. */
void poplens_list_accumulate (PoplensEncoding encoding, const guint8 *data, gsize size,
                              guint64 *sums, gsize n);
/* Finds the values that are not 0 among the @n values from index @first on. @indices (relative to
 * @first) and @values have room for @n. Returns the number found. */
gsize poplens_list_find_nonzero (PoplensEncoding encoding, const guint8 *data, gsize size,
                                 gsize first, gsize n, guint32 *indices, guint64 *values);

/* Encoders for the generator and the tests; they append to @out. RLE writes two or more equal
 * values as a run, and gathers others into literals. DIFF_RLE needs values that never decrease. */
void poplens_varint_append (GByteArray *out, guint64 value);
void poplens_list_append (PoplensEncoding encoding, GByteArray *out, const guint64 *values,
                          gsize n);

G_END_DECLS
