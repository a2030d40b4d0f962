/* The members of a Unix archive, by their headers alone: read, never mapped. It finds what libelf
 * may be let near: every size is checked against the file before libelf sees it. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define AR_MAGIC "!<arch>\n"
#define AR_HEADER_SIZE 60

typedef struct {
  guint64 header, data, size; /* positions in the file, bytes of data */
  gboolean special;           /* "/", "//", "/SYM64/": no member */
  gboolean bsd;               /* "#1/…": its name stands before its data */
  gboolean nameless;          /* "/123", and no table of names before it */
} ArMember;

typedef struct {
  PoplensFile *file;
  GCancellable *cancellable;
  guint64 size;   /* of the file */
  guint64 next;   /* position of the next header */
  ArMember names; /* the table of long names; its header is 0 before it is met */
  char *reason;   /* why the walk ended too early; NULL where it did not */
  GError
      *error; /* LINK, READ or CANCELLED: nothing that was found counts; NULL where all was read */
} ArWalk;

/* FALSE with DAMAGED or UNSUPPORTED where @file is no archive, or as poplens_file_open (). To be
 * cleared in any case. */
gboolean ar_walk_start (ArWalk *self, PoplensFile *file, GCancellable *cancellable, GError **error);
/* Exactly @size bytes; FALSE where there are fewer. */
gboolean ar_read (ArWalk *self, guint64 position, gpointer out, gsize size);
/* The next member that is there whole; FALSE at the end, which is too early where there is a
 * reason. */
gboolean ar_walk_next (ArWalk *self, ArMember *member);
void ar_walk_clear (ArWalk *self);

G_END_DECLS
