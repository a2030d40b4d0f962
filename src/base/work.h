/* Progress and cancellation of a computation of seconds (PoplensWork). A part of the computation
 * gets a share of the progress. NULL: progress is not reported, and the work cannot be
 * cancelled. */
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

/* Returns the share @from … @to (0 … 1) of @self, for a part of the computation that reports 0 …
 * 1. */
PoplensWork poplens_work_share (const PoplensWork *self, double from, double to);
/* Reports that @done of @all is done. FALSE if the computation should stop. Takes a lock: in a
 * loop, use POPLENS_WORK_GO_ON (). */
gboolean poplens_work_go_on (const PoplensWork *self, const char *what, guint64 done, guint64 all);

/* Progress of functions that take only a cancellable. The caller attaches a listener to it before
 * the work starts; the function gets a PoplensWork from it, which reports nothing if @cancellable
 * is NULL. The listener lives as long as the cancellable. Fractions may decrease if parts of the
 * work repeat: listeners keep the highest. */
void poplens_work_attach (GCancellable *cancellable, PoplensWorkFunc tell, gpointer data);
PoplensWork poplens_work_of (GCancellable *cancellable);
/* @reading: TRUE if the work may have to read a file first: reports until poplens_work_has_read ()
 * then count as the first half, and later ones as the second. FALSE makes all reports one whole.
 * Called on the thread that works. @cancellable: (nullable) */
void poplens_work_expect_reading (GCancellable *cancellable, gboolean reading);
/* Begins the second half of the progress, if poplens_work_expect_reading () began the first.
 * @cancellable: (nullable) */
void poplens_work_has_read (GCancellable *cancellable);

/* In a loop over @i below @all: reports progress and checks for cancellation every 65,536th
 * time. */
#define POPLENS_WORK_GO_ON(self, what, i, all)                                                     \
  (((i) &0xffff) || poplens_work_go_on ((self), (what), (i), (all)))

/* Locks a mutex that another thread may hold while it reads. FALSE with CANCELLED if @cancellable
 * (nullable) is cancelled first. */
gboolean poplens_lock_unless_cancelled (pthread_mutex_t *lock, GCancellable *cancellable,
                                        GError **error);

/* ---- two threads ----------------------------------------------------------------------------- */

typedef void (*PoplensBothFunc) (guint i, gpointer data);

/* Calls @func for each i from 0 to n − 1, on two threads and in any order. Returns when all calls
 * are done. @name: static: name of the second thread */
void poplens_both (const char *name, PoplensBothFunc func, gpointer data, guint n);

G_END_DECLS
