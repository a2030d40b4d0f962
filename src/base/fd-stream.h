/* Output stream over a file descriptor, with a callback before each write. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FD_STREAM (poplens_fd_stream_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFdStream, poplens_fd_stream, POPLENS, FD_STREAM, GOutputStream)

/* Creates a stream that writes to @fd. If @fd is non-blocking, a write waits until @fd accepts
 * data. @fd: (not owned). (transfer full) */
GOutputStream *poplens_fd_stream_new (int fd);
/* Sets a function that is called before each write. @before: (nullable) */
void poplens_fd_stream_set_before (PoplensFdStream *self, void (*before) (gpointer data),
                                   gpointer data);

G_END_DECLS
