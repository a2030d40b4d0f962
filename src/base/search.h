/* Binary search, and comparison functions for numbers. */
#pragma once

#include <glib.h>

/* Binary search. Sets the variables @low and @high to the first index from @low to @high − 1 at
 * which @is_below is false; to @high if it is true for all. @is_below: expression of the index @at
 * that is true up to some index, and false from there on. */
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

/* Defines a function that counts the numbers below @limit among @n ascending numbers. This is also
 * the index of the first number that is not below @limit. */
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
