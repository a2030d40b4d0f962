/* Binary search in rising numbers. Who searches structures by a field, or by a number that is
 * worked out, has a loop of its own. */
#pragma once

#include <glib.h>

/* How many of the @n @rising numbers are below @limit: the index of the first that is not. */
#define POPLENS_DEFINE_COUNT_BELOW(name, Number)                                                   \
  static inline gsize name (const Number *rising, gsize n, Number limit)                           \
  {                                                                                                \
    gsize low = 0, high = n;                                                                       \
                                                                                                   \
    while (low < high) {                                                                           \
      gsize middle = low + (high - low) / 2;                                                       \
      if (rising[middle] < limit)                                                                  \
        low = middle + 1;                                                                          \
      else                                                                                         \
        high = middle;                                                                             \
    }                                                                                              \
    return low;                                                                                    \
  }

POPLENS_DEFINE_COUNT_BELOW (poplens_count_below_u32, guint32)
POPLENS_DEFINE_COUNT_BELOW (poplens_count_below_u64, guint64)
POPLENS_DEFINE_COUNT_BELOW (poplens_count_below_i64, gint64)
POPLENS_DEFINE_COUNT_BELOW (poplens_count_below_real, double)

/* For qsort(), g_array_sort() and bsearch(). */
#define POPLENS_DEFINE_COMPARE(name, Number)                                                       \
  static inline int name (gconstpointer a, gconstpointer b)                                        \
  {                                                                                                \
    Number x = *(const Number *) a, y = *(const Number *) b;                                       \
                                                                                                   \
    return x < y ? -1 : x > y;                                                                     \
  }

POPLENS_DEFINE_COMPARE (poplens_compare_u32, guint32)
POPLENS_DEFINE_COMPARE (poplens_compare_u64, guint64)
POPLENS_DEFINE_COMPARE (poplens_compare_real, double)
