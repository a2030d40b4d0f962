/* Walks over the members of a Unix archive by their headers. Checks the size of each member, so
 * that libelf can safely read it. Files are read, never mapped. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define AR_MAGIC "!<arch>\n"
#define AR_HEADER_SIZE 60

typedef struct {
  guint64 header, data, size; /* .header, .data: offsets in the file; .size: bytes of data */
  gboolean special;           /* a symbol table or table of long names ("/", "//", "/SYM64/") */
  gboolean bsd;               /* its name is BSD-style ("#1/…"): stored in front of the data */
  gboolean nameless; /* its name is "/123", an offset in a table of long names, which is missing */
} ArMember;

typedef struct {
  PoplensFile *file;
  GCancellable *cancellable;
  guint64 size;   /* bytes of the file */
  guint64 next;   /* offset of the next header */
  ArMember names; /* table of long names; .header is 0 if not found yet */
  char *reason;   /* (nullable): why the walk ended early */
  GError *error;  /* (nullable): LINK, READ or CANCELLED; the members found are then incomplete */
} ArWalk;

/* Starts a walk. FALSE with DAMAGED or UNSUPPORTED if @file is not a supported archive, or with an
 * error of poplens_file_open (). Call ar_walk_clear () after a failure, too. */
gboolean ar_walk_start (ArWalk *self, PoplensFile *file, GCancellable *cancellable, GError **error);
/* Reads exactly @size bytes at @position. FALSE if the file has fewer bytes, or with .error set. */
gboolean ar_read (ArWalk *self, guint64 position, gpointer out, gsize size);
/* Moves to the next complete member. FALSE at the end. After an early end .reason or .error is set.
 */
gboolean ar_walk_next (ArWalk *self, ArMember *member);
void ar_walk_clear (ArWalk *self);

G_END_DECLS
