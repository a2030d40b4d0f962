/* A session with an SFTP server (version 3, draft-ietf-secsh-filexfer-02) over two descriptors. Has
 * no requests that write (sftp-codec.h). Any thread may use it. The session's own thread receives
 * the replies, which come in any order. The server is not trusted. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

typedef struct _PoplensSftp PoplensSftp;

/* Starts a session: sends INIT and waits for the reply. @destination: for messages, "kim@gc-01".
 * @in, @out: (transfer full): descriptors, closed on failure too; @out must be a socket. (transfer
 * full) (nullable): NULL with CANCELLED, or with LINK if the session ended or the server does not
 * speak SFTP */
PoplensSftp *poplens_sftp_new (const char *destination, int in, int out, GCancellable *cancellable,
                               GError **error);
PoplensSftp *poplens_sftp_ref (PoplensSftp *self);
void poplens_sftp_unref (PoplensSftp *self);
/* Ends the session: all pending requests fail with ENOLINK, soon. Returns at once. */
void poplens_sftp_close (PoplensSftp *self);
/* Returns why the session ended; NULL if it has not. (transfer full) (nullable) */
GError *poplens_sftp_get_error (PoplensSftp *self);
/* Returns the most bytes that one reply to a read can have: 32 KiB, until the server announces its
 * own limit (limits@openssh.com). */
gsize poplens_sftp_get_most (PoplensSftp *self);

/* ---- names -------------------------------------------------------------------------------------
 *
 * The functions below wait for the reply. They return 0, an errno, ENOLINK or ECANCELED. A
 * cancelled call returns within 0.2 s. Do not call these functions on the session's thread. */

int poplens_sftp_stat (PoplensSftp *self, const char *path, gboolean follow, PoplensFileInfo *info,
                       GCancellable *cancellable);
/* As poplens_sftp_stat () for @n paths in one round trip. @infos, @codes: (out) (length n). */
void poplens_sftp_stat_many (PoplensSftp *self, const char *const *paths, guint n, gboolean follow,
                             PoplensFileInfo *infos, int *codes, GCancellable *cancellable);
int poplens_sftp_read_link (PoplensSftp *self, const char *path, char **target,
                            GCancellable *cancellable);
/* Gets the canonical absolute path of @path; "." is the home. @real: (out) (transfer full). Returns
 * as poplens_sftp_stat (). */
int poplens_sftp_real_path (PoplensSftp *self, const char *path, char **real,
                            GCancellable *cancellable);

typedef struct {
  char *name;           /* name on the host, perhaps not UTF-8; without "/", never "." or ".." */
  PoplensFileInfo info; /* attributes of the entry itself, even if it is a symbolic link */
} PoplensSftpEntry;

/* Lists the entries of a folder. @entries: (out) (transfer full): GPtrArray of PoplensSftpEntry.
 * Stops after @most entries, or after 8 MiB of names. */
int poplens_sftp_list (PoplensSftp *self, const char *path, guint most, GPtrArray **entries,
                       GCancellable *cancellable);

/* ---- files ----------------------------------------------------------------------------------- */

/* Opens a file for reading. @handle: (out) (transfer full): handle of the file on the server */
int poplens_sftp_open (PoplensSftp *self, const char *path, GBytes **handle,
                       GCancellable *cancellable);
int poplens_sftp_fstat (PoplensSftp *self, GBytes *handle, PoplensFileInfo *info,
                        GCancellable *cancellable);
/* Sends the request to close @handle, without waiting for the reply. @handle: (transfer none) */
void poplens_sftp_close_handle (PoplensSftp *self, GBytes *handle);

/* Callback of a read. Called exactly once, on the session's thread, even after the end of the
 * session. Must not block. @n: bytes received; fewer than requested only at the end of the file.
 * @code: 0, an errno, or ENOLINK */
typedef void (*PoplensSftpDone) (gpointer user_data, const guint8 *bytes, gsize n, int code);
/* Requests @n bytes, at least one, and returns; @done receives the bytes. Sends further requests if
 * a reply is short, or if @n exceeds poplens_sftp_get_most (). */
void poplens_sftp_read (PoplensSftp *self, GBytes *handle, guint64 offset, gsize n,
                        PoplensSftpDone done, gpointer user_data);

/* ---- traffic --------------------------------------------------------------------------------- */

typedef struct {
  guint64 received, sent; /* bytes */
  guint64 requests;
  gint64 round_trip; /* shortest time from a request to its reply, µs; 0: no reply yet */
  /* Monotonic time, µs, at which the server last sent data, or at which the first pending request
   * was sent; 0: no request is pending. */
  gint64 silent_since;
} PoplensSftpTraffic;

void poplens_sftp_get_traffic (PoplensSftp *self, PoplensSftpTraffic *traffic);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSftp, poplens_sftp_unref)

G_END_DECLS
