/* A fake SFTP server: packets, requests and replies for scripts on a thread. */
#include "remote/fake-server.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct _Fake {
  int mine, theirs;
  FakeScript script;
  gpointer data;
  pthread_t thread;
};

static void *
fake_run (void *data)
{
  Fake *self = data;

  self->script (self->theirs, self->data);
  close (self->theirs);
  return NULL;
}

Fake *
fake_start (FakeScript script, gpointer data)
{
  Fake *self = g_new0 (Fake, 1);
  int ends[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  self->mine = ends[0];
  self->theirs = ends[1];
  self->script = script;
  self->data = data;
  g_assert_cmpint (pthread_create (&self->thread, NULL, fake_run, self), ==, 0);
  return self;
}

void
fake_take (Fake *self, int *in, int *out)
{
  *in = self->mine;
  *out = fcntl (self->mine, F_DUPFD_CLOEXEC, 0);
}

void
fake_join (Fake *self)
{
  pthread_join (self->thread, NULL);
  g_free (self);
}

static gboolean
read_all (int fd, guint8 *to, gsize n)
{
  while (n) {
    gssize got = read (fd, to, n);
    if (got <= 0)
      return FALSE;
    to += got;
    n -= (gsize) got;
  }
  return TRUE;
}

guint32
fake_number (const guint8 *at)
{
  return (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3];
}

gboolean
fake_read (int fd, FakeRequest *request)
{
  guint8 head[9];

  if (!read_all (fd, head, sizeof head))
    return FALSE;
  request->type = head[4];
  request->id = fake_number (head + 5);
  request->n = fake_number (head) - 5;
  g_assert_cmpuint (request->n, <=, sizeof request->body);
  return read_all (fd, request->body, request->n);
}

void
fake_write (int fd, gconstpointer bytes, gsize n)
{
  const guint8 *at = bytes;

  while (n) {
    gssize put = send (fd, at, n, MSG_NOSIGNAL);
    if (put <= 0)
      return;
    at += put;
    n -= (gsize) put;
  }
}

static void
put_number (GByteArray *out, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (out, (const guint8 *) &big, 4);
}

static void
put_text (GByteArray *out, const char *text)
{
  put_number (out, (guint32) strlen (text));
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
}

static void
put_data (GByteArray *out, guint32 n)
{
  g_autofree guint8 *bytes = g_malloc (n + 1);

  memset (bytes, 'x', n);
  put_number (out, n);
  g_byte_array_append (out, bytes, n);
}

void
fake_send (int fd, guint8 type, const char *format, ...)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  va_list arguments;

  put_number (out, 0);
  g_byte_array_append (out, &type, 1);
  va_start (arguments, format);
  for (const char *at = format; *at; at++) {
    if (*at == 'u')
      put_number (out, va_arg (arguments, guint32));
    if (*at == 's')
      put_text (out, va_arg (arguments, const char *));
    if (*at == 'd')
      put_data (out, va_arg (arguments, guint32));
    if (*at == 'w') {
      guint64 value = va_arg (arguments, guint64);
      put_number (out, (guint32) (value >> 32));
      put_number (out, (guint32) value);
    }
    if (*at == 'r') {
      const guint8 *bytes = va_arg (arguments, const guint8 *);
      g_byte_array_append (out, bytes, (guint) va_arg (arguments, gsize));
    }
  }
  va_end (arguments);
  guint32 length = GUINT32_TO_BE (out->len - 4);
  memcpy (out->data, &length, 4);
  fake_write (fd, out->data, out->len);
}

void
fake_greet (int fd, gboolean limits)
{
  FakeRequest request;

  g_assert_true (fake_read (fd, &request));
  g_assert_cmpuint (request.type, ==, 1);
  g_assert_cmpuint (request.id, ==, 3);
  if (limits)
    fake_send (fd, 2, "uss", 3u, "limits@openssh.com", "1");
  else
    fake_send (fd, 2, "u", 3u);
}

void
fake_drain (int fd)
{
  guint8 bytes[4096];

  while (read (fd, bytes, sizeof bytes) > 0)
    ;
}

void
fake_answer (int fd, const FakeRequest *request)
{
  if (request->type == FAKE_STAT)
    fake_send (fd, FAKE_ATTRS, "uu", request->id, 0u);
  else if (request->type == FAKE_OPEN || request->type == FAKE_OPENDIR)
    fake_send (fd, FAKE_HANDLE, "us", request->id, "h");
  else if (request->type == FAKE_READ)
    fake_send (fd, FAKE_DATA, "ud", request->id, fake_number (request->body + 13));
  else if (request->type == FAKE_READDIR || request->type == FAKE_CLOSE)
    fake_send (fd, FAKE_STATUS, "uu", request->id, request->type == FAKE_CLOSE ? 0u : 1u);
  else
    fake_send (fd, FAKE_NAME, "uussu", request->id, 1u, "/home", "", 0u);
}
