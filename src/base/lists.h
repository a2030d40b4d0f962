/* Column of integer lists that stay encoded as in the file. They are checked when they are added,
 * so that later reads cannot fail, and take no more memory than the file. */
#pragma once

#include "base/codec.h"

G_BEGIN_DECLS

/**
 * PoplensLists: rows 0 … n − 1, each a list or absent (NULL in the file). Filled by one thread,
 * then read by any number of threads.
 */
typedef struct _PoplensLists PoplensLists;

/* Creates an empty column. @expected: values in each list that is not absent, or
 * POPLENS_ANY_LENGTH. (transfer full) */
PoplensLists *poplens_lists_new (PoplensEncoding encoding, gsize expected);
void poplens_lists_free (PoplensLists *self);

/* Appends a row; @data NULL makes it absent. FALSE, without a row, if the bytes are malformed. */
gboolean poplens_lists_append (PoplensLists *self, const guint8 *data, gsize size, GError **error);

/* Makes a row absent; the memory of its bytes is not freed. */
void poplens_lists_forget (PoplensLists *self, gsize row);

gsize poplens_lists_n_rows (const PoplensLists *self);
gboolean poplens_lists_is_absent (const PoplensLists *self, gsize row);
/* Returns the number of values in the row; 0 if it is absent. */
gsize poplens_lists_length (const PoplensLists *self, gsize row);
/* Returns the stored sum of the row's values; 0 if the row is absent. */
guint64 poplens_lists_sum (const PoplensLists *self, gsize row);

/* Writes the first @n values of the row to @out; missing ones (a shorter or absent list) are 0. */
void poplens_lists_read (const PoplensLists *self, gsize row, guint64 *out, gsize n);
/* Adds the first @n values of the row to the elements of @sums. */
void poplens_lists_accumulate (const PoplensLists *self, gsize row, guint64 *sums, gsize n);
/* Applies poplens_list_find_nonzero () to the row; returns 0 if it is absent. */
gsize poplens_lists_find_nonzero (const PoplensLists *self, gsize row, gsize first, gsize n,
                                  guint32 *indices, guint64 *values);
/* Sums the row's values at @indices, which ascend, without expanding the list. */
guint64 poplens_lists_sum_at (const PoplensLists *self, gsize row, const guint32 *indices,
                              gsize n_indices);
/* Adds the row's value at @indices[i] to @sums[i]. @sums: (nullable). Returns the sum of these
 * values. */
guint64 poplens_lists_pick (const PoplensLists *self, gsize row, const guint32 *indices,
                            gsize n_indices, guint64 *sums);
/* Returns the values of a row, empty if it is absent. (transfer full): GArray of guint64 */
GArray *poplens_lists_values (const PoplensLists *self, gsize row);

gsize poplens_lists_bytes (const PoplensLists *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLists, poplens_lists_free)

G_END_DECLS
