/* Cache of names and attributes on another computer, valid for a second: a report's files are
 * queried one by one, many times, and each query would cost a round trip. Paths that were queried
 * lately are requested together, in one. For any thread. */
#pragma once

#include "remote/sftp.h"

G_BEGIN_DECLS

typedef struct _PoplensListing PoplensListing;

PoplensListing *poplens_listing_new (void);
void poplens_listing_free (PoplensListing *self);

/* Announces paths that will be queried: the first query requests all of them. */
void poplens_listing_expect (PoplensListing *self, const char *const *paths, guint n);
/* Invalidates all entries. */
void poplens_listing_refresh (PoplensListing *self);

/* Gives the attributes of @path, if they are known: from a reply that is at most a second old or,
 * if @since is not 0, to a request sent at @since (monotonic µs) or later. @code, @info: (out). If
 * FALSE, call poplens_listing_ask (), then look again. */
gboolean poplens_listing_look (PoplensListing *self, const char *path, gint64 since, int *code,
                               PoplensFileInfo *info);
/* Tells whether @path is a symbolic link. @is_link: (out). FALSE if that is unknown. */
gboolean poplens_listing_look_link (PoplensListing *self, const char *path, gboolean *is_link);
/* Returns @path without links, if the real path of its folder is known. (transfer full) (nullable)
 */
char *poplens_listing_look_real (PoplensListing *self, const char *path);

/* The functions below wait for the server. This one returns 0 (whatever @path is), ENOLINK or
 * ECANCELED. */
int poplens_listing_ask (PoplensListing *self, PoplensSftp *sftp, const char *path, gint64 since,
                         GCancellable *cancellable);
/* Returns 0 or an errno. @real: (out) (transfer full): absolute, without symbolic links */
int poplens_listing_ask_real (PoplensListing *self, PoplensSftp *sftp, const char *path,
                              char **real, GCancellable *cancellable);
/* Lists the names in the folder, and stores their attributes. Returns 0 or an errno. @names: (out)
 * (transfer full): char * */
int poplens_listing_list (PoplensListing *self, PoplensSftp *sftp, const char *path, guint most,
                          GPtrArray **names, GCancellable *cancellable);

G_END_DECLS
