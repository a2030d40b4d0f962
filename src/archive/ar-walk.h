/* Walks over the members of a Unix archive by their headers. Files are read, never mapped. libelf
 * gets only members whose sizes were checked against the file here. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define AR_MAGIC "!<arch>\n"
#define AR_HEADER_SIZE 60

typedef struct {
  guint64 header, data, size; /* offsets in the file, and bytes of data */
  gboolean special;           /* "/", "//" or "/SYM64/": a table, not a member */
  gboolean bsd;               /* "#1/…": the name is before the data */
  gboolean nameless;          /* "/123" without a table of long names before it */
} ArMember;

typedef struct {
  PoplensFile *file;
  GCancellable *cancellable;
  guint64 size;   /* of the file, bytes */
  guint64 next;   /* offset of the next header */
  ArMember names; /* table of long names; .header is 0 until it is found */
  char *reason;   /* why the walk ended early; (nullable): NULL if it did not */
  GError *error;  /* LINK, READ or CANCELLED: the results are invalid; (nullable): NULL if all could
                     be read */
} ArWalk;

/* Starts a walk. FALSE with DAMAGED or UNSUPPORTED if @file is not a supported archive, or with an
 * error of poplens_file_open (). Needs ar_walk_clear () in any case. */
gboolean ar_walk_start (ArWalk *self, PoplensFile *file, GCancellable *cancellable, GError **error);
/* Reads exactly @size bytes. FALSE if there are fewer, or with an error in .error. */
gboolean ar_read (ArWalk *self, guint64 position, gpointer out, gsize size);
/* Moves to the next complete member. FALSE at the end, with .reason or .error if that is too
 * early. */
gboolean ar_walk_next (ArWalk *self, ArMember *member);
void ar_walk_clear (ArWalk *self);

G_END_DECLS
