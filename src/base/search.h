/* Binary search, and comparing numbers. */
#pragma once

#include <glib.h>

/* Narrows @low … @high (variables) to the first index at which @is_below does not hold: it holds at
 * all before that, and at none behind. @at: what the expression @is_below calls the index. */
#define POPLENS_SEARCH(low, high, at, is_below)                                                    \
  do {                                                                                             \
    while (low < high) {                                                                           \
      __typeof__ (low) at = low + (high - low) / 2;                                                \
      if (is_below)                                                                                \
        low = at + 1;                                                                              \
      else                                                                                         \
        high = at;                                                                                 \
    }                                                                                              \
  } while (0)

/* How many of the @n @rising numbers are below @limit: the index of the first that is not. */
#define POPLENS_DEFINE_COUNT_BELOW(name, Number)                                                   \
  static inline gsize name (const Number *rising, gsize n, Number limit)                           \
  {                                                                                                \
    gsize low = 0, high = n;                                                                       \
                                                                                                   \
    POPLENS_SEARCH (low, high, at, rising[at] < limit);                                            \
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
