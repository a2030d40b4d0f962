/* The indices of a table, held against it: one that is damaged finds fewer rows, and nothing says
 * so. */
#pragma once

#include "database/database.h"

G_BEGIN_DECLS

typedef struct {
  const char *table;
  const char *index; /* (nullable): NULL for what SQLite says of them all, and of one it lacks */
  const char *what;  /* (nullable): what is wrong with it */
  guint64 rows, entries; /* of the table, and of the index */
  gboolean is_damaged;
} PoplensIndexLook;

/* @look lives until it returns. */
typedef void (*PoplensIndexFunc) (const PoplensIndexLook *look, gpointer data);

/* Tells @func of each index of all rows of @table. Of a table that is not read from its leaves
 * there may be none, or none that is known, and nothing is told. FALSE with DAMAGED where the table
 * cannot be read, and where that is cancelled. */
gboolean poplens_indices_look_at (PoplensDatabase *database, const char *table,
                                  PoplensIndexFunc func, gpointer data, GError **error);

G_END_DECLS
