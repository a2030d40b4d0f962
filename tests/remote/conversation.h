/* Conversations with fake servers, and reads of theirs. */
#pragma once

#include "remote/fake-server.h"
#include "remote/sftp.h"

#include <pthread.h>

G_BEGIN_DECLS

PoplensSftp *conversation_new (Fake *fake, GCancellable *cancellable, GError **error);
/* A script and a conversation with it. */
PoplensSftp *conversation_start (FakeScript script, gpointer data, Fake **fake);
/* Ends both; it must not have ended by itself. */
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

/* A PoplensSftpDone; the bytes have to be "x". */
void reading_take (gpointer data, const guint8 *bytes, gsize n, int code);

G_END_DECLS
