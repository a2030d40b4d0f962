/* Damages bytes of a file at random, for all tests of damaged files. Damage by SQL is in
 * sql-mutant.h. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Damages @bytes once; they must not be empty. The damage depends only on the state of @rand.
 * @page: page size of an SQLite file; 0: another file. Returns a description. (transfer none) */
const char *damage_bytes (GRand *rand, GByteArray *bytes, guint page);

G_END_DECLS
