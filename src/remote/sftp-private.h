/* Interface between sftp.c, which transports requests and replies, and sftp-ask.c, which knows
 * their meaning. */
#pragma once

#include "remote/sftp-codec.h"
#include "remote/sftp.h"

G_BEGIN_DECLS

/* A request with its reply. The session owns the request until the reply arrives; then the caller
 * owns it. If the caller cancelled its wait, the session frees it. */
typedef struct {
  PoplensSftpRequest request; /* .path and .handle: not owned, and not used after sending */
  gboolean answered;          /* TRUE once the reply has arrived; protected by the session's lock */
  gboolean unwanted; /* TRUE if no thread waits for the reply any more; protected by the session's
                        lock */
  gint64 sent_at;
  /* The reply. */
  int code; /* 0, an errno, or ENOLINK */
  gboolean at_end;
  PoplensFileInfo info;
  GBytes *handle;
  char *path;
  GPtrArray *entries; /* PoplensSftpEntry */
  /* For reads only: no thread waits for the reply of a read, so it has a callback. */
  PoplensSftpDone done;
  gpointer user_data;
  GBytes *file; /* (owned): the server's handle of the file to read */
  guint64 offset;
  gsize wanted;     /* bytes that are requested */
  GByteArray *came; /* (nullable): bytes received so far, if replies were short */
  guint n_answers;
} PoplensSftpQuestion;

/* Sends the requests together. The session then owns the requests. */
void poplens_sftp_send (PoplensSftp *self, PoplensSftpQuestion *const *questions, guint n);
/* Waits for a reply. TRUE if the reply arrived. FALSE if cancelled: the session then owns the
 * request. */
gboolean poplens_sftp_wait (PoplensSftp *self, PoplensSftpQuestion *question,
                            GCancellable *cancellable);

/* Stores a reply. Returns NULL, or what is wrong with the reply (static). */
const char *poplens_sftp_question_take (PoplensSftpQuestion *self, PoplensSftpAnswer *answer);
void poplens_sftp_question_free (PoplensSftpQuestion *self);

/* Stores a reply to a read. If the read is complete, calls .done and frees the read. Returns NULL,
 * or what is wrong with the reply (static). @more: (out): TRUE if the caller has to request the
 * rest */
const char *poplens_sftp_read_take (PoplensSftpQuestion *self, PoplensSftpAnswer *answer,
                                    gboolean *more);
/* Sets .request for the missing bytes of a read, at most @most bytes. */
void poplens_sftp_read_continue (PoplensSftpQuestion *self, gsize most);
/* Ends a read with @code: calls .done without bytes, and frees the read. */
void poplens_sftp_read_fail (PoplensSftpQuestion *self, int code);

G_END_DECLS
