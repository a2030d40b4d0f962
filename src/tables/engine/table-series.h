/* Tables that are too long for memory: a series of smaller tables (pieces) with the same columns,
 * which is written as one table. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct _PoplensTableSeries PoplensTableSeries;

/* Makes the next table of the series. (transfer full) (nullable): NULL at the end, or with @error
 */
typedef PoplensTable *(*PoplensPieceFunc) (gpointer data, GCancellable *cancellable,
                                           GError **error);

/* Creates a series, and makes its first table, which may have no rows. @n_rows: number of rows of
 * all tables. @data: (transfer full): argument of @next; freed with @free_data. (transfer full)
 * (nullable): NULL with @error if the first table cannot be made */
PoplensTableSeries *poplens_table_series_new (PoplensPieceFunc next, gpointer data,
                                              GDestroyNotify free_data, guint32 n_rows,
                                              const char *note, GCancellable *cancellable,
                                              GError **error);
void poplens_table_series_free (PoplensTableSeries *self);

/* Returns the first table, whose name, columns and units are those of all tables of the series.
 * (transfer none) */
const PoplensTable *poplens_table_series_get_first (const PoplensTableSeries *self);

/* Conditions that rows of all pieces must meet, as texts. */
typedef struct {
  const char *filter;       /* (nullable): words that rows must contain: see PoplensTableQuery */
  const char *const *where; /* (nullable): conditions, as for poplens_where_new () */
} PoplensSeriesQuery;

/* Writes the series as one table, like poplens_table_write (). Can be called once. Ignores .where
 * and .progress of @output. Counts and totals cover all tables of the series. FALSE with @error. */
gboolean poplens_table_series_write (PoplensTableSeries *self, const PoplensSeriesQuery *query,
                                     PoplensTableFormat format, const PoplensTableOutput *output,
                                     PoplensTextSink *sink, GError **error);

/* Gets the next table of the series. @piece: (out) (transfer full) (nullable): NULL at the end. The
 * table may outlive the series. FALSE with @error if the table cannot be made. */
gboolean poplens_table_series_next (PoplensTableSeries *self, PoplensTable **piece,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableSeries, poplens_table_series_free)

G_END_DECLS
