#include "tables/engine/table-walk.h"

#include "tables/engine/table-where.h"

#define POLL_ROWS 8192

PoplensTableWalk
poplens_table_walk (const PoplensTable *table, const PoplensTableView *view,
                    const PoplensWhere *where, guint32 limit)
{
  return (PoplensTableWalk){.table = table, .view = view, .where = where, .limit = limit};
}

guint32
poplens_table_walk_length (const PoplensTableWalk *self)
{
  return self->view ? self->view->n : poplens_table_n_rows (self->table);
}

static gboolean
next_match (PoplensTableWalk *self, guint32 *row)
{
  for (guint32 n = poplens_table_walk_length (self); self->at < n;) {
    *row = self->view ? self->view->rows[self->at] : self->at;
    self->at++;
    if (self->where ? poplens_where_matches (self->where, *row)
                    : poplens_table_view_matches (self->view, *row))
      return TRUE;
  }
  return FALSE;
}

gboolean
poplens_table_walk_next (PoplensTableWalk *self, guint32 *row)
{
  if ((self->limit && self->given >= self->limit) || !next_match (self, row))
    return FALSE;
  self->given++;
  return TRUE;
}

gboolean
poplens_table_walk_count (PoplensTableWalk *self, GCancellable *cancellable,
                          PoplensTableCount *count)
{
  guint32 row, of = self->given;

  count->written = self->given;
  for (; next_match (self, &row); of++)
    if (of % POLL_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
  count->of = of;
  return TRUE;
}
