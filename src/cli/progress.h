/* How far a command over a link is, on one line of standard error that is rewritten in place: only
 * where that is a terminal, and never while ssh may ask there. It also ends the program for Ctrl+C,
 * such that the line goes and the last words have one of their own. */
#pragma once

#include "remote/host.h"

G_BEGIN_DECLS

typedef struct _PoplensCliProgress PoplensCliProgress;

/* From here on, Ctrl+C is its: to be called before there are threads. */
PoplensCliProgress *poplens_cli_progress_new (void);
/* @self: (nullable), as in what follows. */
void poplens_cli_progress_free (PoplensCliProgress *self);
/* Shows what comes from there, too. */
void poplens_cli_progress_add_host (PoplensCliProgress *self, PoplensHost *host);
/* That @done of @all bytes are copied; @stopped is what Ctrl+C says from then on. Any thread. */
void poplens_cli_progress_set_copied (PoplensCliProgress *self, guint64 done, guint64 all,
                                      const char *stopped);
/* Before something is written on the terminal: the line goes, and does not come back. Any thread.
 */
void poplens_cli_progress_end (PoplensCliProgress *self);

G_END_DECLS
