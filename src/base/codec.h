/* Integer lists as the BLOBs of profile.pop hold them (formats.md 3.2).
 *
 * A varint is base-128, most significant group first, with the high bit set on the last byte only:
 * the opposite of LEB128. Every decoder checks lengths: a list that ends inside a number, whose run
 * passes the expected length, or that is shorter or longer than expected is refused with
 * POPLENS_ERROR_DAMAGED and a message that the caller prefixes with file, table and column. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PoplensEncoding:
 * @POPLENS_ENCODING_PLAIN: concatenated varints
 * @POPLENS_ENCODING_RLE: repeat { h; n = h >> 1; if h & 1: n literals, else one value n times }
 * @POPLENS_ENCODING_DIFF_RLE: an RLE list whose running sum is meant (first value absolute)
 */
typedef enum {
  POPLENS_ENCODING_PLAIN,
  POPLENS_ENCODING_RLE,
  POPLENS_ENCODING_DIFF_RLE,
} PoplensEncoding;

/* "any length" for the decoders below; a list is then held to POPLENS_LIST_MAX values. */
#define POPLENS_ANY_LENGTH G_MAXSIZE
#define POPLENS_LIST_MAX ((gsize) 1 << 26)

/* Reads the varint at @pos (in bytes) and moves @pos behind it. */
gboolean poplens_varint_read (const guint8 *data, gsize size, gsize *pos, guint64 *value,
                              GError **error);

/**
 * poplens_list_decode:
 * @data: (nullable): @size bytes; NULL only with @size 0
 * @expected: how many values there must be, or POPLENS_ANY_LENGTH
 *
 * Returns: (transfer full): a GArray of guint64, or NULL with @error set
 */
GArray *poplens_list_decode (PoplensEncoding encoding, const guint8 *data, gsize size,
                             gsize expected, GError **error);

/* Decodes into @out, which has room for exactly @n values; any other length is an error. */
gboolean poplens_list_decode_into (PoplensEncoding encoding, const guint8 *data, gsize size,
                                   guint64 *out, gsize n, GError **error);

/**
 * PoplensRun: @count equal @value s from index @first on; literals come as runs of one.
 */
typedef struct {
  gsize first;
  gsize count;
  guint64 value;
} PoplensRun;

/* Calls @each for every run in order, without expanding it; @each returns FALSE to stop early (the
 * result is then TRUE and the rest goes unchecked). PLAIN lists give runs of one value. */
typedef gboolean (*PoplensRunFunc) (const PoplensRun *run, gpointer user_data);
gboolean poplens_list_foreach_run (PoplensEncoding encoding, const guint8 *data, gsize size,
                                   gsize expected, PoplensRunFunc each, gpointer user_data,
                                   GError **error);

/* The sum of all values, and how many there are; @sum saturating at G_MAXUINT64 is an error. */
gboolean poplens_list_sum (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                           guint64 *sum, gsize *count, GError **error);

/* For lists that were checked: they stop where something is wrong. */

/* Adds the first @n values to @sums. */
void poplens_list_accumulate (PoplensEncoding encoding, const guint8 *data, gsize size,
                              guint64 *sums, gsize n);
/* Of the @n values from index @first on those that are not 0: their indices, counted from @first,
 * and what they are. Both have room for @n. How many there are. */
gsize poplens_list_find_nonzero (PoplensEncoding encoding, const guint8 *data, gsize size,
                                 gsize first, gsize n, guint32 *indices, guint64 *values);

/* Encoders, for the generator and the tests: they append to @out. RLE writes a run for two or more
 * equal values and gathers others into literals. DIFF_RLE needs values that do not fall. */
void poplens_varint_append (GByteArray *out, guint64 value);
void poplens_list_append (PoplensEncoding encoding, GByteArray *out, const guint64 *values,
                          gsize n);

G_END_DECLS
