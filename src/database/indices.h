/* Compares the indices of a table with the table: a query through a damaged index returns too few
 * rows without an error. */
#pragma once

#include "database/database.h"

G_BEGIN_DECLS

typedef struct {
  const char *table;
  const char *index; /* (nullable): name of the index; NULL if .what is about all indices, or about
                        a missing one */
  const char *what;  /* (nullable): what is wrong */
  guint64 rows, entries; /* number of rows of the table, and of entries of the index */
  gboolean is_damaged;
} PoplensIndexLook;

/* Called for each index. @look is valid during the call. */
typedef void (*PoplensIndexFunc) (const PoplensIndexLook *look, gpointer data);

/* Calls @func for each index that covers all rows of @table. Does nothing if only SQLite can read
 * the table. FALSE with DAMAGED if the table cannot be read, or with CANCELLED. */
gboolean poplens_indices_look_at (PoplensDatabase *database, const char *table,
                                  PoplensIndexFunc func, gpointer data, GError **error);

G_END_DECLS
