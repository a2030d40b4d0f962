/* What sftp.c, which carries questions to the server and answers back, shares with sftp-ask.c,
 * which knows what they mean. */
#pragma once

#include "remote/sftp-codec.h"
#include "remote/sftp.h"

G_BEGIN_DECLS

/* One request and its answer. Who asks makes it; it belongs to the conversation until it is
 * answered, then to who asked, or to nobody if they went away. */
typedef struct {
  PoplensSftpRequest request; /* path and handle: not owned, and not used after it was sent */
  gboolean answered;          /* under the lock of the conversation, as is the next */
  gboolean unwanted;          /* nobody waits for it */
  gint64 sent_at;
  /* The answer. */
  int code; /* 0, an errno, or ENOLINK */
  gboolean at_end;
  PoplensFileInfo info;
  GBytes *handle;
  char *path;
  GPtrArray *entries; /* of PoplensSftpEntry */
  /* Of a read, which is not waited for. */
  PoplensSftpDone done;
  gpointer user_data;
  GBytes *file; /* (owned) */
  guint64 offset;
  gsize wanted;     /* bytes */
  GByteArray *came; /* (nullable): what came so far, where it was short */
  guint n_answers;
} PoplensSftpQuestion;

/* Hands questions over, in one go. */
void poplens_sftp_send (PoplensSftp *self, PoplensSftpQuestion *const *questions, guint n);
/* Waits for one: TRUE when it is answered, FALSE when cancelled; then it is no longer the caller's.
 */
gboolean poplens_sftp_wait (PoplensSftp *self, PoplensSftpQuestion *question,
                            GCancellable *cancellable);

/* Takes what a server answers. NULL, or what is wrong with it (static). */
const char *poplens_sftp_question_take (PoplensSftpQuestion *self, PoplensSftpAnswer *answer);
void poplens_sftp_question_free (PoplensSftpQuestion *self);

/* A read: takes a piece. NULL, or what is wrong with it. *@more: it has to be asked for the rest.
 */
const char *poplens_sftp_read_take (PoplensSftpQuestion *self, PoplensSftpAnswer *answer,
                                    gboolean *more);
/* What is asked for next, up to @most bytes. */
void poplens_sftp_read_continue (PoplensSftpQuestion *self, gsize most);
/* Ends a read without bytes, and frees it. */
void poplens_sftp_read_fail (PoplensSftpQuestion *self, int code);

G_END_DECLS
