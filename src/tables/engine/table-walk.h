/* The rows that CSV and JSON have, one after the other, without a list of them: those that match.
 * In a tree the rows above them, which a view keeps, are left out. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTable *table;
  const PoplensTableView *view; /* (nullable) */
  const PoplensWhere *where;    /* (nullable): not with a view */
  guint32 limit;                /* 0: none */
  guint32 at;                   /* the next place in the table or the view */
  guint32 given;
} PoplensTableWalk;

PoplensTableWalk poplens_table_walk (const PoplensTable *table, const PoplensTableView *view,
                                     const PoplensWhere *where, guint32 limit);
/* FALSE at the end. */
gboolean poplens_table_walk_next (PoplensTableWalk *self, guint32 *row);
/* How far through the table, or the view. */
guint32 poplens_table_walk_length (const PoplensTableWalk *self);
/* Rows that next() gave and would have given without a limit; looks through the rest. FALSE where
 * cancelled. */
gboolean poplens_table_walk_count (PoplensTableWalk *self, GCancellable *cancellable,
                                   PoplensTableCount *count);

G_END_DECLS
