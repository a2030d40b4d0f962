/* Output stream over a file descriptor that may be non-blocking. */
#include "base/fd-stream.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

struct _PoplensFdStream {
  GOutputStream parent;
  int fd;
  void (*before) (gpointer data); /* (nullable): called before each write */
  gpointer data;
};

G_DEFINE_FINAL_TYPE (PoplensFdStream, poplens_fd_stream, G_TYPE_OUTPUT_STREAM)

static gssize
write_fn (GOutputStream *stream, const void *data, gsize count, GCancellable *cancellable,
          GError **error)
{
  PoplensFdStream *self = POPLENS_FD_STREAM (stream);
  int fd = self->fd;

  if (self->before)
    self->before (self->data);
  for (;;) {
    gssize n = write (fd, data, count);
    if (n >= 0)
      return n;
    if (errno == EAGAIN) {
      struct pollfd wait = {fd, POLLOUT, 0};
      poll (&wait, 1, -1);
    } else if (errno != EINTR) {
      int code = errno;
      g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (code),
                           g_strerror (code));
      return -1;
    }
  }
}

static void
poplens_fd_stream_class_init (PoplensFdStreamClass *class)
{
  G_OUTPUT_STREAM_CLASS (class)->write_fn = write_fn;
}

static void
poplens_fd_stream_init (PoplensFdStream *self)
{
}

GOutputStream *
poplens_fd_stream_new (int fd)
{
  PoplensFdStream *self = g_object_new (POPLENS_TYPE_FD_STREAM, NULL);

  self->fd = fd;
  return G_OUTPUT_STREAM (self);
}

void
poplens_fd_stream_set_before (PoplensFdStream *self, void (*before) (gpointer data), gpointer data)
{
  self->before = before;
  self->data = data;
}
