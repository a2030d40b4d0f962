/* Thread pool for reading: two threads run a list of jobs. Each takes the next job when it has
 * finished one, on a database connection of its own. */
#pragma once

#include "database/database.h"

G_BEGIN_DECLS

/* Reads what @data describes, through @database. Results of two jobs may be adjacent in memory. A
 * job therefore counts in a copy of its own, and stores the counters at its end: otherwise the
 * threads would compete for one cache line. */
typedef gboolean (*PoplensJobFunc) (PoplensDatabase *database, gpointer data, GError **error);

typedef struct {
  PoplensJobFunc func;
  gpointer data;
} PoplensJob;

/* Appends one job to @jobs (GArray of PoplensJob) for each of the @n entries of @data, an array of
 * elements of @size bytes. */
void poplens_crew_add (GArray *jobs, PoplensJobFunc func, gpointer data, gsize size, guint n);
/* Runs the jobs in order, two at a time. Reports progress as @what (static), from @from to @to of
 * the whole. FALSE if a job failed; the remaining jobs are then skipped. The result has no reason:
 * the caller reads the table again in one query, whose error names the damaged row. */
gboolean poplens_crew_run (PoplensDatabase *database, const GArray *jobs, const char *what,
                           double from, double to);

G_END_DECLS
