/* A column of integer lists, kept encoded as the file has them and checked when they are added, so
 * that reading them later cannot fail and costs no more memory than the file. */
#pragma once

#include "base/codec.h"

G_BEGIN_DECLS

/**
 * PoplensLists: rows 0 … n−1, each a list or absent (NULL in the file). Filled by one thread, then
 * read by any number.
 */
typedef struct _PoplensLists PoplensLists;

/* @expected: values in each list that is there, or POPLENS_ANY_LENGTH. */
PoplensLists *poplens_lists_new (PoplensEncoding encoding, gsize expected);
void poplens_lists_free (PoplensLists *self);

/* Appends a row; @data NULL makes it absent. FALSE, and no row, where the bytes are malformed. */
gboolean poplens_lists_append (PoplensLists *self, const guint8 *data, gsize size, GError **error);

/* Makes a row absent; its bytes stay. */
void poplens_lists_forget (PoplensLists *self, gsize row);

gsize poplens_lists_n_rows (const PoplensLists *self);
gboolean poplens_lists_is_absent (const PoplensLists *self, gsize row);
/* Values in the row; 0 where it is absent. */
gsize poplens_lists_length (const PoplensLists *self, gsize row);
/* Sum of the row's values, computed when it was added; 0 where it is absent. */
guint64 poplens_lists_sum (const PoplensLists *self, gsize row);

/* Writes the row's values to @out, which has room for @n; missing ones (a shorter or absent list)
 * become 0, surplus ones are left out. */
void poplens_lists_read (const PoplensLists *self, gsize row, guint64 *out, gsize n);
/* Adds the row's first @n values to @sums. */
void poplens_lists_accumulate (const PoplensLists *self, gsize row, guint64 *sums, gsize n);
/* poplens_list_find_nonzero () of the row; 0 where it is absent. */
gsize poplens_lists_find_nonzero (const PoplensLists *self, gsize row, gsize first, gsize n,
                                  guint32 *indices, guint64 *values);
/* The sum of the values at the @n_indices positions @indices (rising), without expanding the list.
 */
guint64 poplens_lists_sum_at (const PoplensLists *self, gsize row, const guint32 *indices,
                              gsize n_indices);
/* Adds each of these values to the element of @sums at the same place; returns what they add up to.
 */
guint64 poplens_lists_pick (const PoplensLists *self, gsize row, const guint32 *indices,
                            gsize n_indices, guint64 *sums);
/* The values of a row: (transfer full) GArray of guint64, empty where absent. */
GArray *poplens_lists_values (const PoplensLists *self, gsize row);

gsize poplens_lists_bytes (const PoplensLists *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLists, poplens_lists_free)

G_END_DECLS
