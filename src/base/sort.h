/* Sorting of many numbers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sorts @n numbers (radix sort, the lowest digit first: a pass for each byte in which any two of
 * them differ). Room for as many is at @spare; what is there afterwards means nothing. */
void poplens_sort_u64 (guint64 *numbers, guint64 *spare, gsize n);

G_END_DECLS
