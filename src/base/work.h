/* PoplensWork: how far a computation of seconds has come, for whoever waits for it, and whether it
 * is still wanted. One may be handed on as a share of itself; NULL is one that nobody watches. */
#pragma once

#include <gio/gio.h>
#include <glib.h>
#include <pthread.h>

G_BEGIN_DECLS

/* @fraction: 0 … 1. @what: static, "Grouping steps". On the thread that works. */
typedef void (*PoplensWorkFunc) (double fraction, const char *what, gpointer data);

typedef struct {
  PoplensWorkFunc tell; /* (nullable) */
  gpointer data;
  GCancellable *cancellable; /* (nullable) (not owned) */
  double from, to;           /* the share of the whole: 0 and 1 for all of it */
} PoplensWork;

/* What tells @from … @to (0 … 1 of @self) as all of it. */
PoplensWork poplens_work_share (const PoplensWork *self, double from, double to);
/* Tells that @done of @all is done; FALSE where it should stop. Costs a lock: once in some thousand
 * steps of a loop, see below. */
gboolean poplens_work_go_on (const PoplensWork *self, const char *what, guint64 done, guint64 all);

/* What is handed a cancellable alone tells too: whoever waits attaches a listener to it before the
 * work starts, which lives as long as the work does; whoever works asks for it. @cancellable:
 * (nullable) for poplens_work_of (), which then tells nobody. Parts of the work may tell shares
 * that overlap, where one of them was done before: listeners keep the highest. */
void poplens_work_attach (GCancellable *cancellable, PoplensWorkFunc tell, gpointer data);
PoplensWork poplens_work_of (GCancellable *cancellable);
/* Where a file may have to be read before there is work: what is told from here on is the first
 * half, after poplens_work_has_read () the second. Without @reading, and at first, all is one
 * whole. By the thread that works. @cancellable: (nullable) */
void poplens_work_expect_reading (GCancellable *cancellable, gboolean reading);
/* Does nothing where no reading is expected. */
void poplens_work_has_read (GCancellable *cancellable);

/* In a loop over @i below @all: asks and tells every 65,536th time. */
#define POPLENS_WORK_GO_ON(self, what, i, all)                                                     \
  (((i) &0xffff) || poplens_work_go_on ((self), (what), (i), (all)))

/* Takes a lock that is held while something is read: FALSE with CANCELLED where @cancellable
 * (nullable) is cancelled before. */
gboolean poplens_lock_unless_cancelled (pthread_mutex_t *lock, GCancellable *cancellable,
                                        GError **error);

/* ---- two threads ----------------------------------------------------------------------------- */

/* Two threads that share out calls of one function: where the data is split, and order is not. */

typedef void (*PoplensBothFunc) (guint i, gpointer data);

/* Calls @func for each i from 0 to n − 1, two at a time and in no order; returns once all are done.
 * The second thread has @name (static). */
void poplens_both (const char *name, PoplensBothFunc func, gpointer data, guint n);

G_END_DECLS
