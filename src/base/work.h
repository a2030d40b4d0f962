/* Progress and cancellation of a computation that takes seconds. A function that gets NULL for its
 * PoplensWork reports no progress, and cannot be cancelled. */
#pragma once

#include <gio/gio.h>
#include <glib.h>
#include <pthread.h>

G_BEGIN_DECLS

/* Receives progress, on the thread that works. @fraction: 0 … 1. @what: static: "Grouping steps" */
typedef void (*PoplensWorkFunc) (double fraction, const char *what, gpointer data);

typedef struct {
  PoplensWorkFunc tell; /* (nullable) */
  gpointer data;
  GCancellable *cancellable; /* (nullable) (not owned): stops the work */
  double from, to;           /* share of the whole, 0 … 1 */
} PoplensWork;

/* Returns a PoplensWork for a part of the computation. The part reports 0 … 1, which becomes @from
 * … @to (0 … 1) of @self. */
PoplensWork poplens_work_share (const PoplensWork *self, double from, double to);
/* Reports that @done of @all is done. FALSE if the computation should stop. Takes a lock, so loops
 * use POPLENS_WORK_GO_ON () instead. */
gboolean poplens_work_go_on (const PoplensWork *self, const char *what, guint64 done, guint64 all);

/* Attaches a progress listener to @cancellable. Functions that take only a cancellable report to
 * the listener, through poplens_work_of (). The reported fraction can decrease. */
void poplens_work_attach (GCancellable *cancellable, PoplensWorkFunc tell, gpointer data);
PoplensWork poplens_work_of (GCancellable *cancellable);
/* Announces on the working thread whether the work reads a file first. @cancellable: (nullable).
 * @reading: TRUE: progress before poplens_work_has_read () is the first half of the whole. FALSE:
 * the progress has no halves. */
void poplens_work_expect_reading (GCancellable *cancellable, gboolean reading);
/* Announces that the file is read: later progress is the second half of the whole. Does nothing
 * after poplens_work_expect_reading (FALSE). @cancellable: (nullable) */
void poplens_work_has_read (GCancellable *cancellable);

/* Calls poplens_work_go_on () in a loop over @i below @all, but only every 65,536th time. */
#define POPLENS_WORK_GO_ON(self, what, i, all)                                                     \
  (((i) &0xffff) || poplens_work_go_on ((self), (what), (i), (all)))

/* Locks a mutex that another thread may hold while it reads. FALSE with CANCELLED if @cancellable
 * (nullable) is cancelled first. */
gboolean poplens_lock_unless_cancelled (pthread_mutex_t *lock, GCancellable *cancellable,
                                        GError **error);

/* ---- priority of threads --------------------------------------------------------------------- */

/* Priorities of threads, as in nice (1). LOADING: threads that load and compute what the user waits
 * for. CHECKS: the checks, which must not delay those. */
typedef enum { POPLENS_NICE_LOADING = 5, POPLENS_NICE_CHECKS = 10 } PoplensNice;

/* Lowers the priority of the calling thread to @nice; threads that it starts inherit the priority.
 * The main thread, at 0, then draws at once even if other threads occupy all processors. A thread
 * cannot raise its priority again, so only threads of POPLENS_NICE_LOADING may be of a pool. */
void poplens_lower_priority (PoplensNice nice);

/* ---- two threads ----------------------------------------------------------------------------- */

typedef void (*PoplensBothFunc) (guint i, gpointer data);

/* Calls @func for each i from 0 to n − 1, on two threads and in any order. Returns when all calls
 * are done. @name: static: name of the second thread */
void poplens_both (const char *name, PoplensBothFunc func, gpointer data, guint n);

G_END_DECLS
