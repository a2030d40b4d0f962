/* SQLite gets no memory, once: at the call that a test names. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Before anything else that uses SQLite. */
void refuse_memory_take_over (void);
/* Calls are counted from 0 anew, and call @at of them is refused, on any thread. */
void refuse_memory_at (gint at);
/* None is refused. Returns: how often memory was asked for since */
gint refuse_memory_stop (void);
/* A report at @path that is small enough to be read hundreds of times. */
void refuse_memory_write_report (const char *path, const char *seed);

G_END_DECLS
