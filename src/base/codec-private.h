/* Walk over the runs of encoded lists (codec.h), inlined into each function that uses it. */
#pragma once

#include "base/codec.h"
#include "base/error.h"

#include <string.h>

/* Masks of a 64-bit word: the top bit of each byte (TOPS), every second byte (BYTE_PAIRS), and the
 * lowest bit of each 16-bit part (UNITS). */
#define TOPS G_GUINT64_CONSTANT (0x8080808080808080)
#define BYTE_PAIRS G_GUINT64_CONSTANT (0x00ff00ff00ff00ff)
#define UNITS G_GUINT64_CONSTANT (0x0001000100010001)

/* Like poplens_varint_read(), but faster for the frequent numbers of one or two bytes. */
static inline gboolean
read_number (const guint8 *data, gsize size, gsize *pos, guint64 *value, GError **error)
{
  gsize i = *pos;

  if (G_LIKELY (i < size && data[i] & 0x80)) {
    *value = data[i] & 0x7f;
    *pos = i + 1;
    return TRUE;
  }
  if (G_LIKELY (i + 1 < size && data[i + 1] & 0x80)) {
    *value = (guint64) data[i] << 7 | (data[i + 1] & 0x7f);
    *pos = i + 2;
    return TRUE;
  }
  return poplens_varint_read (data, size, pos, value, error);
}

static inline gboolean
too_long (gsize limit, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "a list is longer than %" G_GSIZE_FORMAT " values", limit);
  return FALSE;
}

/* State of a walk over runs: the position in the list and, for DIFF_RLE, the running sum. */
typedef struct {
  gsize limit;
  gsize n;
  guint64 sum;
  gboolean diff;
  gboolean stopped;
} Walk;

/* Inlines a function even if the compiler would not: for a short run, a call would take most of the
 * time. */
#define INLINE static inline __attribute__ ((always_inline))

INLINE gboolean
walk_differences (Walk *walk, gsize count, guint64 value, PoplensRunFunc each, gpointer user_data,
                  GError **error)
{
  for (gsize i = 0; i < count && !walk->stopped; i++) {
    if (__builtin_add_overflow (walk->sum, value, &walk->sum)) {
      g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                           "the sum of the differences of a list exceeds 64 bits");
      return FALSE;
    }
    PoplensRun run = {walk->n++, 1, walk->sum};
    walk->stopped = !each (&run, user_data);
  }
  return TRUE;
}

INLINE gboolean
walk_give (Walk *walk, gsize count, guint64 value, PoplensRunFunc each, gpointer user_data,
           GError **error)
{
  if (count > walk->limit - walk->n)
    return too_long (walk->limit, error);
  if (walk->diff && (value != 0 || walk->n == 0))
    return walk_differences (walk, count, value, each, user_data, error);
  PoplensRun run = {walk->n, count, walk->diff ? walk->sum : value};
  walk->n += count;
  walk->stopped = count > 0 && !each (&run, user_data);
  return TRUE;
}

INLINE gboolean
walk_rle (Walk *walk, const guint8 *data, gsize size, PoplensRunFunc each, gpointer user_data,
          GError **error)
{
  gsize pos = 0;

  while (pos < size && !walk->stopped) {
    guint64 head, value;
    if (!read_number (data, size, &pos, &head, error))
      return FALSE;
    if (head >> 1 > walk->limit - walk->n)
      return too_long (walk->limit, error);
    gsize n = head >> 1;
    gsize count = head & 1 ? 1 : n;
    gsize literals = head & 1 ? n : 1;
    for (gsize i = 0; i < literals && !walk->stopped; i++)
      if (!read_number (data, size, &pos, &value, error) ||
          !walk_give (walk, count, value, each, user_data, error))
        return FALSE;
  }
  return TRUE;
}

INLINE gboolean
walk_plain (Walk *walk, const guint8 *data, gsize size, PoplensRunFunc each, gpointer user_data,
            GError **error)
{
  gsize pos = 0;

  while (pos < size && !walk->stopped) {
    guint64 value;
    if (!read_number (data, size, &pos, &value, error) ||
        !walk_give (walk, 1, value, each, user_data, error))
      return FALSE;
  }
  return TRUE;
}

static inline gboolean
wrong_length (gsize n, gsize expected, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "a list has %" G_GSIZE_FORMAT " values where %" G_GSIZE_FORMAT " are expected", n,
               expected);
  return FALSE;
}

INLINE gboolean
walk_list (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
           PoplensRunFunc each, gpointer user_data, GError **error)
{
  Walk walk = {.limit = expected == POPLENS_ANY_LENGTH ? POPLENS_LIST_MAX : expected};
  gboolean good;

  if (encoding == POPLENS_ENCODING_PLAIN) {
    good = walk_plain (&walk, data, size, each, user_data, error);
  } else if (encoding == POPLENS_ENCODING_RLE) {
    good = walk_rle (&walk, data, size, each, user_data, error);
  } else {
    walk.diff = TRUE;
    good = walk_rle (&walk, data, size, each, user_data, error);
  }
  if (good && !walk.stopped && expected != POPLENS_ANY_LENGTH && walk.n != expected)
    return wrong_length (walk.n, expected, error);
  return good;
}
