/* Two threads that share out calls of one function: where the data is split, and order is not. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*PoplensBothFunc) (guint i, gpointer data);

/* Calls @func for each i from 0 to n − 1, two at a time and in no order; returns once all are done.
 * The second thread has @name (static). */
void poplens_both (const char *name, PoplensBothFunc func, gpointer data, guint n);

G_END_DECLS
