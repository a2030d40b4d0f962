/* Two threads that share what is to be read: each takes the next job as soon as it is done with
 * one, on a connection of its own. */
#pragma once

#include "database/database.h"

G_BEGIN_DECLS

/* Reads, whatever @data says. What two threads read may lie side by side in memory, as ranges of a
 * table do: what is written for each row is written to a copy of one's own, or both would wait for
 * each other's cache lines. */
typedef gboolean (*PoplensJobFunc) (PoplensDatabase *database, gpointer data, GError **error);

typedef struct {
  PoplensJobFunc func;
  gpointer data;
} PoplensJob;

/* Adds to @jobs (GArray of PoplensJob) one for each of @data, @n entries of @size. */
void poplens_crew_add (GArray *jobs, PoplensJobFunc func, gpointer data, gsize size, guint n);
/* Does the jobs in order, two at a time, and tells @what (static), as @from … @to of the whole.
 * FALSE where one failed, for whatever reason: no more are begun then, and who reads it all in one
 * go is told why, by the row. */
gboolean poplens_crew_run (PoplensDatabase *database, const GArray *jobs, const char *what,
                           double from, double to);

G_END_DECLS
