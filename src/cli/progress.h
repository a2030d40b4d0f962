/* Progress of a command that reads from another computer, on one line of standard error that is
 * redrawn. It is shown only on a terminal, and never while ssh may ask there. It also handles
 * Ctrl+C, to erase the line and print a last message. */
#pragma once

#include "remote/host.h"

G_BEGIN_DECLS

typedef struct _PoplensCliProgress PoplensCliProgress;

/* Starts the thread, which handles Ctrl+C from now on. Call it before other threads start: they
 * inherit the signal mask, which blocks Ctrl+C. (transfer full) */
PoplensCliProgress *poplens_cli_progress_new (void);
/* Ends the thread and frees @self. @self: (nullable), here and in the functions below. */
void poplens_cli_progress_free (PoplensCliProgress *self);
/* Makes the line show the data that @host receives, too. */
void poplens_cli_progress_add_host (PoplensCliProgress *self, PoplensHost *host);
/* Shows that @done of @all bytes are copied. @stopped: message that Ctrl+C prints from now on;
 * later calls do not change it. Any thread. */
void poplens_cli_progress_set_copied (PoplensCliProgress *self, guint64 done, guint64 all,
                                      const char *stopped);
/* Erases the line for good, before something is printed on the terminal. Any thread. */
void poplens_cli_progress_end (PoplensCliProgress *self);

G_END_DECLS
