/* Walks over the members of a Unix archive by their headers. Files are read, never mapped. libelf
 * gets only members whose sizes the walk has compared with the file. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define AR_MAGIC "!<arch>\n"
#define AR_HEADER_SIZE 60

typedef struct {
  guint64 header, data, size; /* offsets of header and data in the file; bytes of data */
  gboolean special;           /* a table ("/", "//" or "/SYM64/"), not a file */
  gboolean bsd;               /* a BSD name ("#1/…"), which precedes the data */
  gboolean nameless;          /* an offset as name ("/123"), but no table of long names before it */
} ArMember;

typedef struct {
  PoplensFile *file;
  GCancellable *cancellable;
  guint64 size;   /* bytes of the file */
  guint64 next;   /* offset of the next header */
  ArMember names; /* table of long names; .header is 0 if none was found yet */
  char *reason;   /* (nullable): why the walk ended early */
  GError *error;  /* (nullable): LINK, READ or CANCELLED: results are invalid */
} ArWalk;

/* Starts a walk. FALSE with DAMAGED or UNSUPPORTED if @file is not a supported archive, or with an
 * error of poplens_file_open (). Needs ar_walk_clear () in any case. */
gboolean ar_walk_start (ArWalk *self, PoplensFile *file, GCancellable *cancellable, GError **error);
/* Reads exactly @size bytes at @position. FALSE if the file has fewer, or if .error is set. */
gboolean ar_read (ArWalk *self, guint64 position, gpointer out, gsize size);
/* Moves to the next complete member. FALSE at the end of the file; if it is incomplete, with
 * .reason or .error. */
gboolean ar_walk_next (ArWalk *self, ArMember *member);
void ar_walk_clear (ArWalk *self);

G_END_DECLS
