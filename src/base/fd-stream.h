/* A file descriptor as a stream that only writes. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FD_STREAM (poplens_fd_stream_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFdStream, poplens_fd_stream, POPLENS, FD_STREAM, GOutputStream)

/* @fd: (not owned). It may be one that is not ready at once: writing waits. */
GOutputStream *poplens_fd_stream_new (int fd);
/* Called before bytes are written. */
void poplens_fd_stream_set_before (PoplensFdStream *self, void (*before) (gpointer data),
                                   gpointer data);

G_END_DECLS
