/* Cache of file names and attributes on another computer; replies are valid for a second. Each
 * query would cost a round trip, so one request covers all paths of recent queries. For any thread.
 */
#pragma once

#include "remote/sftp.h"

G_BEGIN_DECLS

typedef struct _PoplensListing PoplensListing;

PoplensListing *poplens_listing_new (void);
void poplens_listing_free (PoplensListing *self);

/* Announces paths that will be queried soon. The first query then requests all of them together. */
void poplens_listing_expect (PoplensListing *self, const char *const *paths, guint n);
/* Invalidates all entries. */
void poplens_listing_refresh (PoplensListing *self);

/* Gets the cached attributes of @path. With @since (monotonic µs), the request must have been sent
 * at @since or later. With @since 0, the reply must be at most a second old. FALSE if the cache has
 * no such reply: call poplens_listing_ask (), then try again. @code, @info: (out) */
gboolean poplens_listing_look (PoplensListing *self, const char *path, gint64 since, int *code,
                               PoplensFileInfo *info);
/* Tells from the cache whether @path is a symbolic link. Returns FALSE if @path is not cached.
 * @is_link: (out) */
gboolean poplens_listing_look_link (PoplensListing *self, const char *path, gboolean *is_link);
/* Returns @path without symbolic links. (transfer full) (nullable): NULL if the real path of its
 * folder is not cached */
char *poplens_listing_look_real (PoplensListing *self, const char *path);

/* Requests the attributes of @path, and waits for the reply. Returns 0 even if @path does not
 * exist; poplens_listing_look () then gives the result. Returns ENOLINK or ECANCELED on failure. */
int poplens_listing_ask (PoplensListing *self, PoplensSftp *sftp, const char *path, gint64 since,
                         GCancellable *cancellable);
/* Asks the server for the real path of @path. Returns 0 or an errno. @real: (out) (transfer full):
 * absolute, without symbolic links */
int poplens_listing_ask_real (PoplensListing *self, PoplensSftp *sftp, const char *path,
                              char **real, GCancellable *cancellable);
/* Asks the server for the names in a folder, at most @most, and caches the attributes of the files.
 * Returns 0 or an errno. @names: (out) (transfer full): array of char * */
int poplens_listing_list (PoplensListing *self, PoplensSftp *sftp, const char *path, guint most,
                          GPtrArray **names, GCancellable *cancellable);

G_END_DECLS
