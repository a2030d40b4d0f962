/* The other side of an SFTP conversation, for what no real server does. A script runs on a thread
 * of its own, over one end of a socket pair. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*FakeScript) (int fd, gpointer data);

/* A script's client end; fake_join () waits for the script, whose end is then closed. */
typedef struct _Fake Fake;
Fake *fake_start (FakeScript script, gpointer data);
/* Two descriptors of the client's end, to be taken once. */
void fake_take (Fake *self, int *in, int *out);
void fake_join (Fake *self);

/* Types of packets. */
enum {
  FAKE_STATUS = 101,
  FAKE_HANDLE = 102,
  FAKE_DATA = 103,
  FAKE_NAME = 104,
  FAKE_ATTRS = 105,
  FAKE_REPLY = 201
};
enum {
  FAKE_OPEN = 3,
  FAKE_CLOSE = 4,
  FAKE_READ = 5,
  FAKE_OPENDIR = 11,
  FAKE_READDIR = 12,
  FAKE_REALPATH = 16,
  FAKE_STAT = 17
};

/* What was asked: of all but INIT an id, then the bytes behind it. */
typedef struct {
  guint8 type;
  guint32 id;
  guint32 n;
  guint8 body[4096];
} FakeRequest;

/* FALSE where the client has gone. */
gboolean fake_read (int fd, FakeRequest *request);
/* A packet of @type: @format has u (guint32), w (guint64), s (text), d (guint32 bytes of "x") and r
 * (const char *, gsize: bytes as they are). */
void fake_send (int fd, guint8 type, const char *format, ...);
void fake_write (int fd, gconstpointer bytes, gsize n);
/* Reads the greeting and answers it; @limits: says that it knows limits@openssh.com. */
void fake_greet (int fd, gboolean limits);
/* Answers as a server does whose files have all the bytes "x" and whose folders are empty. */
void fake_answer (int fd, const FakeRequest *request);
/* Reads until the client has gone. */
void fake_drain (int fd);
guint32 fake_number (const guint8 *at);

G_END_DECLS
