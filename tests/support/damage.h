/* Bytes of a file damaged by chance, for all tests of damaged files; changes by SQL are in
 * sql-mutant.h. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Does one thing to @bytes, which must not be empty; the same for the same state of @rand. @page:
 * size of the pages of a SQLite file, which are damaged as such; 0: of another file. Returns: what
 * was done, for a person. */
const char *damage_bytes (GRand *rand, GByteArray *bytes, guint page);

G_END_DECLS
