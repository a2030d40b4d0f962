/* A large table read in slices of its row ids by two threads, which take the next slice as soon as
 * they are done with one, each on a connection of its own. */
#pragma once

#include "database/query.h"

G_BEGIN_DECLS

/* Reads one slice, whatever @data says of it. Slices lie side by side, and so do those that two
 * threads read: what is written for each row is written to a copy on the stack, or both would wait
 * for each other's cache lines. */
typedef gboolean (*PoplensSliceReader) (PoplensDatabase *database, gpointer data, GError **error);

typedef struct {
  PoplensSliceReader func;
  gpointer data;
} PoplensJob;

/* Adds to @jobs (GArray of PoplensJob) one for each of @slices, @n entries of @size. */
void poplens_crew_add (GArray *jobs, PoplensSliceReader func, gpointer slices, gsize size, guint n);
/* Does the jobs in order, two at a time, and tells @what (static), as @from … @to of the whole.
 * FALSE where one failed, for whatever reason: no more are begun then, and who reads it all in one
 * go is told why, by the row. */
gboolean poplens_crew_run (PoplensDatabase *database, const GArray *jobs, const char *what,
                           double from, double to);

/* Row ids of @table. FALSE where there are none, or its leaves cannot be read, or their span is no
 * measure of how many rows there are: larger than the file has room for, or below 0. */
gboolean poplens_database_span (PoplensDatabase *database, const char *table, PoplensRowSpan *span);
/* How many slices of @rows row ids @span is cut into, and the slice @i of them. */
guint poplens_span_slices (PoplensRowSpan span, guint32 rows);
PoplensRowSpan poplens_span_slice (PoplensRowSpan span, guint32 rows, guint i);
guint32 poplens_span_length (PoplensRowSpan span);

/* Who reads the whole table as one slice, whose columns grow. */
extern const PoplensRowSpan poplens_span_whole;
gboolean poplens_span_is_slice (PoplensRowSpan span);
/* The rows of a slice for a job of a crew; or all of them, in @order (poplens_query_new_rows ()).
 */
PoplensQuery *poplens_query_new_slice (PoplensDatabase *database, const char *table,
                                       const char *columns, const char *order, PoplensRowSpan span,
                                       GError **error);
/* The room of columns that grow. */
guint32 poplens_slice_grown (guint32 room);
/* TRUE where there is room for another row, or it grows; else @q fails. */
gboolean poplens_slice_has_room (PoplensQuery *q, PoplensRowSpan span, guint32 n, guint32 room);

G_END_DECLS
