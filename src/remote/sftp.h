/* One conversation with an SFTP server (version 3, draft-ietf-secsh-filexfer-02) over a pair of
 * descriptors. It can only read: nothing that writes can be encoded (sftp-codec.h). For any thread;
 * a thread of its own takes the answers, which come in any order. The server is not trusted. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

typedef struct _PoplensSftp PoplensSftp;

/* Says hello and waits for the answer. @destination: for messages, "kim@gc-01". @in, @out: two
 * descriptors, @out of a socket; taken, closed in any case. NULL with LINK (it ends, or is no SFTP:
 * "noise" before the protocol is quoted in the message), or CANCELLED. */
PoplensSftp *poplens_sftp_new (const char *destination, int in, int out, GCancellable *cancellable,
                               GError **error);
PoplensSftp *poplens_sftp_ref (PoplensSftp *self);
void poplens_sftp_unref (PoplensSftp *self);
/* Ends it: all that is asked for fails with ENOLINK, soon. Returns at once. */
void poplens_sftp_close (PoplensSftp *self);
/* Why it ended; NULL while it goes on. (transfer full) (nullable) */
GError *poplens_sftp_get_error (PoplensSftp *self);
/* The longest answer to one read, bytes: 32 KiB until the server says more (limits@openssh.com),
 * about when it answers the first question. */
gsize poplens_sftp_get_most (PoplensSftp *self);

/* ---- names -------------------------------------------------------------------------------------
 *
 * These wait for the answer, and no longer than 0.2 s once cancelled. 0, an errno, ENOLINK or
 * ECANCELED. Not on the thread of the conversation.
 */

int poplens_sftp_stat (PoplensSftp *self, const char *path, gboolean follow, PoplensFileInfo *info,
                       GCancellable *cancellable);
/* Of @n paths in one round trip; @codes: (length n). */
void poplens_sftp_stat_many (PoplensSftp *self, const char *const *paths, guint n, gboolean follow,
                             PoplensFileInfo *infos, int *codes, GCancellable *cancellable);
int poplens_sftp_read_link (PoplensSftp *self, const char *path, char **target,
                            GCancellable *cancellable);
/* Canonical and absolute; "." is the home. */
int poplens_sftp_real_path (PoplensSftp *self, const char *path, char **real,
                            GCancellable *cancellable);

typedef struct {
  char *name;           /* bytes as the host has them; no "/", not "." or ".." */
  PoplensFileInfo info; /* of a link: of itself */
} PoplensSftpEntry;

/* @entries: (out): GPtrArray of PoplensSftpEntry, at most @most and 8 MiB of names; of a larger
 * folder as many. */
int poplens_sftp_list (PoplensSftp *self, const char *path, guint most, GPtrArray **entries,
                       GCancellable *cancellable);

/* ---- files -------------------------------------------------------------------------------------
 */

/* @handle: (out) (transfer full): of the file, open to be read. */
int poplens_sftp_open (PoplensSftp *self, const char *path, GBytes **handle,
                       GCancellable *cancellable);
int poplens_sftp_fstat (PoplensSftp *self, GBytes *handle, PoplensFileInfo *info,
                        GCancellable *cancellable);
/* Does not wait. @handle: stays the caller's. */
void poplens_sftp_close_handle (PoplensSftp *self, GBytes *handle);

/* @n: bytes that came, fewer than asked for at the end of the file alone; @code: 0, an errno, or
 * ENOLINK. Called once, on the thread of the conversation (after its end, too); must not wait. */
typedef void (*PoplensSftpDone) (gpointer user_data, const guint8 *bytes, gsize n, int code);
/* Asks for up to @n bytes, at least one, and returns; what an answer lacks without being at the end
 * of the file, or what is more than get_most (), is asked for after it. */
void poplens_sftp_read (PoplensSftp *self, GBytes *handle, guint64 offset, gsize n,
                        PoplensSftpDone done, gpointer user_data);

/* ---- what it took ------------------------------------------------------------------------------
 */

typedef struct {
  guint64 received, sent; /* bytes */
  guint64 requests;
  gint64 round_trip; /* of the quickest answer so far, µs; 0: none yet */
  /* Monotonic time since when nothing came that was asked for; 0: nothing is asked for. */
  gint64 silent_since;
} PoplensSftpTraffic;

void poplens_sftp_get_traffic (PoplensSftp *self, PoplensSftpTraffic *traffic);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSftp, poplens_sftp_unref)

G_END_DECLS
