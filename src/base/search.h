/* Binary search, and comparison functions for numbers. */
#pragma once

#include <glib.h>

/* Narrows the variables @low … @high to the first index at which @is_below is false; it must be
 * true for all indices before, and false for all after. @at: name of the index in the expression
 * @is_below. */
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

/* Defines a function that returns how many of the @n ascending numbers are below @limit; that is
 * also the index of the first number that is not. */
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

/* Defines a comparison function for qsort (), g_array_sort () and bsearch (). */
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
