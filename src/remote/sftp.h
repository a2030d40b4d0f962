/* A session with an SFTP server (version 3, draft-ietf-secsh-filexfer-02) over a pair of
 * descriptors. It can only read: no request that writes can be encoded (sftp-codec.h). For any
 * thread; a thread of its own receives the replies, which come in any order. The server is not
 * trusted. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

typedef struct _PoplensSftp PoplensSftp;

/* Sends INIT and waits for the reply. @destination: for messages, "kim@gc-01". @in, @out:
 * descriptors, @out of a socket; owned, closed on failure too. NULL with LINK (the session ended,
 * or this is not SFTP: the message quotes text printed before the protocol), or CANCELLED.
 * (transfer full) */
PoplensSftp *poplens_sftp_new (const char *destination, int in, int out, GCancellable *cancellable,
                               GError **error);
PoplensSftp *poplens_sftp_ref (PoplensSftp *self);
void poplens_sftp_unref (PoplensSftp *self);
/* Ends the session: all pending requests fail with ENOLINK, soon. Returns at once. */
void poplens_sftp_close (PoplensSftp *self);
/* Returns why the session ended; NULL if it has not. (transfer full) (nullable) */
GError *poplens_sftp_get_error (PoplensSftp *self);
/* Returns the longest reply to one read in bytes: 32 KiB until the server announces more
 * (limits@openssh.com), about when it replies to the first request. */
gsize poplens_sftp_get_most (PoplensSftp *self);

/* ---- names -------------------------------------------------------------------------------------
 *
 * These wait for the reply, and return within 0.2 s once cancelled: 0, an errno, ENOLINK or
 * ECANCELED. Do not call them on the session's thread. */

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
  char *name;           /* bytes, as on the host; no "/", not "." or ".." */
  PoplensFileInfo info; /* a symbolic link has its own attributes here, not those of its target */
} PoplensSftpEntry;

/* Lists the entries of a folder. @entries: (out) (transfer full): GPtrArray of PoplensSftpEntry.
 * Stops after @most entries, or after 8 MiB of names. */
int poplens_sftp_list (PoplensSftp *self, const char *path, guint most, GPtrArray **entries,
                       GCancellable *cancellable);

/* ---- files -------------------------------------------------------------------------------------
 */

/* Opens a file for reading. @handle: (out) (transfer full): the server's handle of it */
int poplens_sftp_open (PoplensSftp *self, const char *path, GBytes **handle,
                       GCancellable *cancellable);
int poplens_sftp_fstat (PoplensSftp *self, GBytes *handle, PoplensFileInfo *info,
                        GCancellable *cancellable);
/* Sends the request to close @handle, without waiting for the reply. @handle: (transfer none) */
void poplens_sftp_close_handle (PoplensSftp *self, GBytes *handle);

/* Called once for each read, on the session's thread (also after its end); must not wait. @n: bytes
 * received, fewer than requested only at the end of the file; @code: 0, an errno, or ENOLINK. */
typedef void (*PoplensSftpDone) (gpointer user_data, const guint8 *bytes, gsize n, int code);
/* Requests @n bytes, at least one, and returns. Requests the rest if a reply is short before the
 * end of the file, or if @n exceeds poplens_sftp_get_most (). @done receives the result. */
void poplens_sftp_read (PoplensSftp *self, GBytes *handle, guint64 offset, gsize n,
                        PoplensSftpDone done, gpointer user_data);

/* ---- traffic -----------------------------------------------------------------------------------
 */

typedef struct {
  guint64 received, sent; /* bytes */
  guint64 requests;
  gint64 round_trip; /* time from request to reply, of the fastest reply so far, µs; 0: none yet */
  /* Monotonic µs since when a reply is awaited and nothing arrived; 0: no reply is awaited. */
  gint64 silent_since;
} PoplensSftpTraffic;

void poplens_sftp_get_traffic (PoplensSftp *self, PoplensSftpTraffic *traffic);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSftp, poplens_sftp_unref)

G_END_DECLS
