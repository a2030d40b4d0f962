/* The members of a Unix archive, by their headers alone: read with pread(), never mapped. It finds
 * what libelf may be let near: every size is checked against the file before libelf sees it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  guint64 header, data, size; /* positions in the file, bytes of data */
  gboolean special;           /* "/", "//", "/SYM64/": no member */
  gboolean bsd;               /* "#1/…": its name stands before its data */
  gboolean nameless;          /* "/123", and no table of names before it */
} ArMember;

typedef struct {
  int fd;
  guint64 size; /* of the file */
  guint64 next; /* position of the next header */
  gboolean has_names;
  char *reason; /* why the walk ended too early; NULL where it did not */
} ArWalk;

/* Exactly @size bytes; FALSE where there are fewer. */
gboolean ar_read (int fd, guint64 position, gpointer out, gsize size);

/* FALSE with DAMAGED or UNSUPPORTED where @path is no archive. */
gboolean ar_walk_start (ArWalk *self, int fd, guint64 size, const char *path, GError **error);
/* The next member that is there whole; FALSE at the end, which is too early where there is a
 * reason. */
gboolean ar_walk_next (ArWalk *self, ArMember *member);
void ar_walk_clear (ArWalk *self);

G_END_DECLS
