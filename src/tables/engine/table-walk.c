#include "tables/engine/table-walk.h"

#include "tables/engine/table-where.h"

#define POLL_ROWS 8192

void
poplens_table_walk_init (PoplensTableWalk *self, const PoplensTable *table,
                         const PoplensTableView *view, const PoplensWhere *where, guint32 limit)
{
  *self = (PoplensTableWalk){.table = table, .view = view, .where = where, .limit = limit};
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->due = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
poplens_table_walk_clear (PoplensTableWalk *self)
{
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->due, g_array_unref);
}

guint32
poplens_table_walk_length (const PoplensTableWalk *self)
{
  return self->view ? self->view->n : poplens_table_n_rows (self->table);
}

/* @row takes its place on the path; what is as deep or deeper is done with. */
static void
enter (PoplensTableWalk *self, guint32 row)
{
  guint16 depth = poplens_table_get_depth (self->table, row);

  while (self->path->len &&
         poplens_table_get_depth (
             self->table, g_array_index (self->path, guint32, self->path->len - 1)) >= depth)
    g_array_set_size (self->path, self->path->len - 1);
  g_array_append_val (self->path, row);
}

/* The next row that meets the conditions, with those above it first. */
static gboolean
next_match (PoplensTableWalk *self, guint32 *row)
{
  guint32 n = poplens_table_n_rows (self->table);
  gboolean tree = poplens_table_is_tree (self->table);

  for (; !self->due->len && self->at < n; self->at++) {
    if (tree)
      enter (self, self->at);
    if (!poplens_where_matches (self->where, self->at))
      continue;
    if (!tree)
      g_array_append_val (self->due, self->at);
    for (guint i = self->path->len; tree && i-- > 0;)
      g_array_append_val (self->due, g_array_index (self->path, guint32, i));
    g_array_set_size (self->path, 0);
  }
  if (!self->due->len)
    return FALSE;
  *row = g_array_index (self->due, guint32, self->due->len - 1);
  g_array_set_size (self->due, self->due->len - 1);
  return TRUE;
}

gboolean
poplens_table_walk_next (PoplensTableWalk *self, guint32 *row)
{
  if (self->limit && self->given >= self->limit)
    return FALSE;
  if (self->where) {
    if (!next_match (self, row))
      return FALSE;
  } else {
    if (self->at >= poplens_table_walk_length (self))
      return FALSE;
    *row = self->view ? self->view->rows[self->at] : self->at;
    self->at++;
  }
  self->given++;
  return TRUE;
}

gboolean
poplens_table_walk_count (PoplensTableWalk *self, GCancellable *cancellable,
                          PoplensTableCount *count)
{
  guint32 row, of = self->given;

  count->written = self->given;
  if (!self->where) {
    count->of = poplens_table_walk_length (self);
    return TRUE;
  }
  for (; next_match (self, &row); of++)
    if (of % POLL_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
  count->of = of;
  return TRUE;
}
