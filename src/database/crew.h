/* Thread pool for reading: two threads run a list of jobs. Each thread has its own database
 * connection, and takes the next job when it has finished one. */
#pragma once

#include "database/database.h"

G_BEGIN_DECLS

/* A job: reads what @data describes, through @database. The results of two jobs may share a cache
 * line. So a job changes its own copy of the counters, and stores them once at its end. */
typedef gboolean (*PoplensJobFunc) (PoplensDatabase *database, gpointer data, GError **error);

typedef struct {
  PoplensJobFunc func;
  gpointer data;
} PoplensJob;

/* Appends one job to @jobs (GArray of PoplensJob) for each of the @n entries of @data, an array of
 * elements of @size bytes. */
void poplens_crew_add (GArray *jobs, PoplensJobFunc func, gpointer data, gsize size, guint n);
/* Runs the jobs in order, two at a time. Reports progress as @what (static), from @from to @to (0 …
 * 1). FALSE if a job failed; the remaining jobs are then skipped. To get the reason, the caller
 * reads the table again in one query, whose error names the damaged row. */
gboolean poplens_crew_run (PoplensDatabase *database, const GArray *jobs, const char *what,
                           double from, double to);

G_END_DECLS
