/* Sorting of many numbers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sorts @n numbers by radix sort, from the lowest byte, with a pass for each byte in which any two
 * numbers differ. @spare: room for @n numbers; its contents are undefined afterwards */
void poplens_sort_u64 (guint64 *numbers, guint64 *spare, gsize n);
/* Returns the indices of @n numbers in ascending order; equal numbers keep their order. (transfer
 * full) (nullable): NULL if they are sorted already */
guint32 *poplens_sort_order (guint32 n, const guint64 *numbers);

G_END_DECLS
