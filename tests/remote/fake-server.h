/* Fake SFTP servers, which do what no real server does. A script runs on a thread of its own, at
 * one end of a socket pair. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*FakeScript) (int fd, gpointer data);

/* A running script and the client's end. fake_join () waits for the script, then closes its end. */
typedef struct _Fake Fake;
Fake *fake_start (FakeScript script, gpointer data);
/* Returns the client's end as two descriptors. Call it once. */
void fake_take (Fake *self, int *in, int *out);
void fake_join (Fake *self);

/* Types of packets that servers send. */
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

/* A request. All but INIT have an ID, followed by the body. */
typedef struct {
  guint8 type;
  guint32 id;
  guint32 n;
  guint8 body[4096];
} FakeRequest;

/* Reads the next request. FALSE if the client has closed the connection. */
gboolean fake_read (int fd, FakeRequest *request);
/* Sends a packet of @type. @format: u (guint32), w (guint64), s (text), d (guint32: that many bytes
 * "x"), r (const char *, gsize: raw bytes). */
void fake_send (int fd, guint8 type, const char *format, ...);
void fake_write (int fd, gconstpointer bytes, gsize n);
/* Reads and answers the greeting. @limits: whether to announce limits@openssh.com */
void fake_greet (int fd, gboolean limits);
/* Answers a request as a server whose files contain only bytes "x" and whose folders are empty. */
void fake_answer (int fd, const FakeRequest *request);
/* Reads until the client closes the connection. */
void fake_drain (int fd);
guint32 fake_number (const guint8 *at);

G_END_DECLS
