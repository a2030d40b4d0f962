/* Sorting of many numbers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sorts @n numbers (radix sort, the lowest digit first: a pass for each byte in which any two of
 * them differ). Room for as many is at @spare; what is there afterwards means nothing. */
void poplens_sort_u64 (guint64 *numbers, guint64 *spare, gsize n);
/* The indices of @n numbers in their order, of equal ones in theirs, by radix sort; NULL where they
 * are in order already. (transfer full) (nullable) */
guint32 *poplens_sort_order (guint32 n, const guint64 *numbers);

G_END_DECLS
