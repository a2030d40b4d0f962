/* Reads a small file or pipe without ever waiting for a writer that does not come. */
#include "base/read-text.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 65536
/* Milliseconds that a pipe may be without a writer: one started by the same shell needs fewer. */
#define WRITER_MS 2000

/* As read (), but waits for data. @wait_ms: how long for a writer, if there has been none; -1:
 * without end. A pipe that is opened before its writer reads as if it had ended, but poll () then
 * does not report its end: that is ENODATA. */
static gssize
read_some (int fd, char *buffer, gsize size, int wait_ms)
{
  struct pollfd wait = {fd, POLLIN, 0};

  for (;; wait_ms = -1) {
    int ready = poll (&wait, 1, wait_ms);
    gssize n = ready < 0 ? -1 : read (fd, buffer, size);
    if (n == 0 && ready == 0) {
      errno = ENODATA;
      return -1;
    }
    if (n >= 0 || (errno != EAGAIN && errno != EINTR))
      return n;
  }
}

/* Reads up to @most bytes and one more. 0 or errno. */
static int
read_all (int fd, GByteArray *text, gsize most)
{
  for (gssize n = 1; n > 0 && text->len <= most;) {
    char buffer[PIECE];
    n = read_some (fd, buffer, MIN (sizeof buffer, most + 1 - text->len),
                   text->len ? -1 : WRITER_MS);
    if (n < 0)
      return errno;
    g_byte_array_append (text, (guint8 *) buffer, (guint) n);
  }
  return 0;
}

char *
poplens_read_text (const char *path, gsize most, gsize *length, GError **error)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  int fd = TEMP_FAILURE_RETRY (open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  int code = fd < 0 ? errno : read_all (fd, text, most);

  if (fd >= 0)
    close (fd);
  if (code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "cannot read %s: %s", path,
                 code == ENODATA ? "no program writes to this pipe" : g_strerror (code));
  else if (text->len > most)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "cannot read %s: it has more than %" G_GSIZE_FORMAT " KiB", path, most / 1024);
  if (code || text->len > most)
    return NULL;
  *length = text->len;
  g_byte_array_append (text, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&text), FALSE);
}
