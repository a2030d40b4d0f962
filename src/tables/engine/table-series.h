/* Tables that are too long for memory: a series of tables (pieces) with the same columns, which are
 * written as one. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct _PoplensTableSeries PoplensTableSeries;

/* Makes the next piece. (transfer full) (nullable): NULL at the end, or with @error */
typedef PoplensTable *(*PoplensPieceFunc) (gpointer data, GCancellable *cancellable,
                                           GError **error);

/* Creates a series. Makes its first piece, which may have no rows. @n_rows: of all pieces. @data:
 * (transfer full): freed with @free_data. (transfer full) (nullable): NULL with @error if the first
 * piece failed */
PoplensTableSeries *poplens_table_series_new (PoplensPieceFunc next, gpointer data,
                                              GDestroyNotify free_data, guint32 n_rows,
                                              const char *note, GCancellable *cancellable,
                                              GError **error);
void poplens_table_series_free (PoplensTableSeries *self);

/* Returns the first piece, which has name, columns and units of all. (transfer none) */
const PoplensTable *poplens_table_series_get_first (const PoplensTableSeries *self);

/* Conditions on the rows of all pieces, as words. */
typedef struct {
  const char *filter;       /* (nullable): as PoplensTableQuery.filter */
  const char *const *where; /* (nullable): as for poplens_where_new () */
} PoplensSeriesQuery;

/* Writes all pieces once, as poplens_table_write () writes a table. Ignores the conditions and the
 * progress of @output. Counts and totals cover all rows, so all pieces are made. FALSE with @error.
 */
gboolean poplens_table_series_write (PoplensTableSeries *self, const PoplensSeriesQuery *query,
                                     PoplensTableFormat format, const PoplensTableOutput *output,
                                     PoplensTextSink *sink, GError **error);

/* Returns the next piece, once each. @piece: (out) (transfer full) (nullable): NULL at the end. It
 * may outlive the series. FALSE with @error if making it failed. */
gboolean poplens_table_series_next (PoplensTableSeries *self, PoplensTable **piece,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableSeries, poplens_table_series_free)

G_END_DECLS
