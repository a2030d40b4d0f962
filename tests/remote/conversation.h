/* SFTP conversations with fake servers, and reads in them. */
#pragma once

#include "remote/fake-server.h"
#include "remote/sftp.h"

#include <pthread.h>

G_BEGIN_DECLS

PoplensSftp *conversation_new (Fake *fake, GCancellable *cancellable, GError **error);
/* Starts a script and a conversation with it. @fake: (out). (transfer full) */
PoplensSftp *conversation_start (FakeScript script, gpointer data, Fake **fake);
/* Ends both. The conversation must not have ended by itself. */
void conversation_finish (PoplensSftp *sftp, Fake *fake);

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  guint n_done;
  gsize n;
  int code;
} Reading;

#define READING                                                                                    \
  {                                                                                                \
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER                                            \
  }

/* A PoplensSftpDone that counts finished reads, whose bytes must be "x". @data: the Reading */
void reading_take (gpointer data, const guint8 *bytes, gsize n, int code);

G_END_DECLS
