/* Tables that are too long to be held: one table after the other, with the same columns, which are
 * written as one. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct _PoplensTableSeries PoplensTableSeries;

/* The next piece; NULL at the end, and with @error where it failed. (transfer full) */
typedef PoplensTable *(*PoplensPieceFunc) (gpointer data, GCancellable *cancellable,
                                           GError **error);

/* @n_rows: of all pieces. @data: (transfer full): freed with @free_data. NULL with @error where
 * the first piece failed. There is always a first one, of no rows perhaps. */
PoplensTableSeries *poplens_table_series_new (PoplensPieceFunc next, gpointer data,
                                              GDestroyNotify free_data, guint32 n_rows,
                                              const char *note, GCancellable *cancellable,
                                              GError **error);
void poplens_table_series_free (PoplensTableSeries *self);

/* For its name, columns and units. (transfer none) */
const PoplensTable *poplens_table_series_get_first (const PoplensTableSeries *self);

/* What is asked of a table as words: a condition on each piece. */
typedef struct {
  const char *filter;       /* (nullable): as PoplensTableQuery's */
  const char *const *where; /* (nullable): as poplens_where_new()'s */
} PoplensSeriesQuery;

/* As poplens_table_write() with all pieces behind one another, once; @output's conditions and its
 * progress are not used. Counts and totals are of all rows: all pieces are made for them. */
gboolean poplens_table_series_write (PoplensTableSeries *self, const PoplensSeriesQuery *query,
                                     PoplensTableFormat format, const PoplensTableOutput *output,
                                     PoplensTextSink *sink, GError **error);

/* The pieces in their order, once; NULL at the end, FALSE with @error where one failed. They
 * outlive the series. Returns in @piece: (transfer full) (nullable) */
gboolean poplens_table_series_next (PoplensTableSeries *self, PoplensTable **piece,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableSeries, poplens_table_series_free)

G_END_DECLS
