/* What is known of the names on another computer, for a second: a report's files are asked for one
 * by one, many times over, and each question would cost a round trip. Whatever was asked for lately
 * is asked for again together, in one. For any thread. */
#pragma once

#include "remote/sftp.h"

G_BEGIN_DECLS

typedef struct _PoplensListing PoplensListing;

PoplensListing *poplens_listing_new (void);
void poplens_listing_free (PoplensListing *self);

/* These will be asked for: with the first of them, all are. */
void poplens_listing_expect (PoplensListing *self, const char *const *paths, guint n);
/* Nothing is known any more. */
void poplens_listing_refresh (PoplensListing *self);

/* TRUE where it is known, no older than a second or, with @since (monotonic µs; 0: without), asked
 * for since then; else ask () and then look again. */
gboolean poplens_listing_look (PoplensListing *self, const char *path, gint64 since, int *code,
                               PoplensFileInfo *info);
/* Whether @path is a link, if that is known. @is_link: (out) */
gboolean poplens_listing_look_link (PoplensListing *self, const char *path, gboolean *is_link);
/* @path without links, where its folder is known without. (transfer full) (nullable) */
char *poplens_listing_look_real (PoplensListing *self, const char *path);

/* These wait. 0 (whatever @path is), ENOLINK or ECANCELED. */
int poplens_listing_ask (PoplensListing *self, PoplensSftp *sftp, const char *path, gint64 since,
                         GCancellable *cancellable);
/* 0, or an errno. @real: (out): absolute and without links */
int poplens_listing_ask_real (PoplensListing *self, PoplensSftp *sftp, const char *path,
                              char **real, GCancellable *cancellable);
/* Names in the folder, with what they are. 0, or an errno. @names: (out): of char * */
int poplens_listing_list (PoplensListing *self, PoplensSftp *sftp, const char *path, guint most,
                          GPtrArray **names, GCancellable *cancellable);

G_END_DECLS
