/* A large table read in slices of its row ids, by two connections that take the next slice as soon
 * as they are done with one. */
#pragma once

#include "profile/beside.h"

G_BEGIN_DECLS

typedef struct {
  PoplensBesideFunc func;
  gpointer data;
} PoplensJob;

/* Adds to @jobs (GArray of PoplensJob) one for each of @slices, @n entries of @size. */
void poplens_crew_add (GArray *jobs, PoplensBesideFunc func, gpointer slices, gsize size, guint n);
/* Does @n jobs in order, two at a time, which tells that it reads executed steps, as @from … @to of
 * the whole. FALSE where one failed, for whatever reason: no more are
 * begun then, and who reads it all in one go is told why, by the row. */
gboolean poplens_crew_run (const PoplensLoad *load, const PoplensJob *jobs, guint n, double from,
                           double to);

/* Row ids from @first to @last. */
typedef struct {
  gint64 first, last;
} PoplensRowSpan;

/* Row ids of @table. FALSE where there are none, or their span is no measure of how many rows there
 * are: larger than the file has room for, or below 0. */
gboolean poplens_load_span (const PoplensLoad *load, const char *table, PoplensRowSpan *span);
/* How many slices of @rows row ids @span is cut into, and the slice @i of them. */
guint poplens_span_slices (PoplensRowSpan span, guint32 rows);
PoplensRowSpan poplens_span_slice (PoplensRowSpan span, guint32 rows, guint i);
/* All of its slices. (transfer full) */
PoplensRowSpan *poplens_span_cut (PoplensRowSpan span, guint32 rows, guint *n);
guint32 poplens_span_length (PoplensRowSpan span);
/* Queries a slice of @table, whose rows are handed over (poplens_query_new_handed ()). @where: ""
 * or "a > 1 AND". */
PoplensQuery *poplens_load_slice_query (const PoplensLoad *load, const char *table,
                                        const char *columns, const char *where, PoplensRowSpan span,
                                        GError **error);

/* Who reads the whole table as one slice, whose columns grow. */
extern const PoplensRowSpan poplens_span_whole;
gboolean poplens_span_is_slice (PoplensRowSpan span);
/* The room of columns that grow. */
guint32 poplens_slice_grown (guint32 room);
/* TRUE where there is room for another row, or it grows; else @q fails. */
gboolean poplens_slice_has_room (PoplensQuery *q, PoplensRowSpan span, guint32 n, guint32 room);

G_END_DECLS
