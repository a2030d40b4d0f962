/* Makes one allocation of SQLite fail, at a call that a test selects. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Replaces SQLite's allocator. Call it before anything else that uses SQLite. */
void refuse_memory_take_over (void);
/* Restarts counting calls at 0; call @at fails, on any thread. */
void refuse_memory_at (gint at);
/* Stops failing. Returns the number of allocations since refuse_memory_at (). */
gint refuse_memory_stop (void);
/* Writes a report at @path that is small enough to be read hundreds of times. */
void refuse_memory_write_report (const char *path, const char *seed);

G_END_DECLS
