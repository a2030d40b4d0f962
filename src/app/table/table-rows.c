#include "app/table/table-rows.h"

#include "app/table/table-model.h"

#include <string.h>

struct _PoplensTableRows {
  PoplensTable *table;
  const PoplensTableView *view;
  GByteArray *open; /* by table row; NULL: no tree */
  GArray *visible;  /* of guint32, positions in the view; NULL: no tree */
};

gboolean
poplens_table_same_shape (PoplensTable *a, PoplensTable *b)
{
  guint32 n = a ? poplens_table_n_rows (a) : 0;

  if (!a || strcmp (poplens_table_get_name (a), poplens_table_get_name (b)) ||
      n != poplens_table_n_rows (b) || poplens_table_is_tree (a) != poplens_table_is_tree (b))
    return FALSE;
  for (guint32 row = 0; poplens_table_is_tree (a) && row < n; row++)
    if (poplens_table_get_depth (a, row) != poplens_table_get_depth (b, row))
      return FALSE;
  return TRUE;
}

GByteArray *
poplens_table_folds_new (PoplensTable *table, gboolean all_open)
{
  guint32 n = poplens_table_n_rows (table);
  guint16 depth = poplens_table_get_initial_depth (table);
  GByteArray *folds;

  if (!poplens_table_is_tree (table))
    return NULL;
  folds = g_byte_array_new ();
  g_byte_array_set_size (folds, n);
  for (guint32 row = 0; row < n; row++)
    folds->data[row] = all_open || poplens_table_get_depth (table, row) < depth;
  return folds;
}

static guint32
view_count (const PoplensTableRows *self)
{
  return self->view ? self->view->n : poplens_table_n_rows (self->table);
}

static guint32
view_row (const PoplensTableRows *self, guint32 at)
{
  return self->view ? self->view->rows[at] : at;
}

static guint16
view_depth (const PoplensTableRows *self, guint32 at)
{
  return poplens_table_get_depth (self->table, view_row (self, at));
}

static guint32
visible_at (const PoplensTableRows *self, guint position)
{
  return self->visible ? g_array_index (self->visible, guint32, position) : position;
}

/* The first place in the view behind the branch that starts at @at. */
static guint32
branch_end (const PoplensTableRows *self, guint32 at)
{
  guint16 depth = view_depth (self, at);
  guint32 n = view_count (self), end = at + 1;

  while (end < n && view_depth (self, end) > depth)
    end++;
  return end;
}

/* Appends the rows of the view from @at up to @end that no closed branch hides. */
static void
collect (const PoplensTableRows *self, guint32 at, guint32 end, GArray *out)
{
  while (at < end) {
    g_array_append_val (out, at);
    at = self->open->data[view_row (self, at)] ? at + 1 : branch_end (self, at);
  }
}

gboolean
poplens_table_same_row (PoplensTable *a, PoplensTable *b, guint32 row)
{
  PoplensValue before, now;

  if (row >= poplens_table_n_rows (b))
    return FALSE;
  before = poplens_table_get (a, row, 0);
  now = poplens_table_get (b, row, 0);
  if (before.type != now.type || before.type == POPLENS_VALUE_NULL)
    return FALSE;
  return before.type == POPLENS_VALUE_TEXT ? g_str_equal (before.text, now.text)
                                           : before.integer == now.integer;
}

PoplensTableRows *
poplens_table_rows_new (PoplensTable *table, const PoplensTableView *view, GByteArray *folds)
{
  PoplensTableRows *self = g_new0 (PoplensTableRows, 1);

  self->table = table;
  self->view = view;
  if (!poplens_table_is_tree (table))
    return self;
  self->open = folds && folds->len == poplens_table_n_rows (table)
                   ? g_byte_array_ref (folds)
                   : poplens_table_folds_new (table, TRUE);
  self->visible = g_array_new (FALSE, FALSE, sizeof (guint32));
  collect (self, 0, view_count (self), self->visible);
  return self;
}

void
poplens_table_rows_free (PoplensTableRows *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->open, g_byte_array_unref);
  g_clear_pointer (&self->visible, g_array_unref);
  g_free (self);
}

guint
poplens_table_rows_count (const PoplensTableRows *self)
{
  return self->visible ? self->visible->len : view_count (self);
}

guint32
poplens_table_rows_get (const PoplensTableRows *self, guint position)
{
  return view_row (self, visible_at (self, position));
}

guint
poplens_table_rows_find (const PoplensTableRows *self, guint32 row, guint near_position)
{
  guint n = poplens_table_rows_count (self);

  if (n)
    near_position = MIN (near_position, n - 1);
  /* Folding moves a row by what came or went above it: mostly not far. */
  for (guint step = 0; step < n; step++) {
    if (near_position + step < n && poplens_table_rows_get (self, near_position + step) == row)
      return near_position + step;
    if (step <= near_position && near_position - step < n &&
        poplens_table_rows_get (self, near_position - step) == row)
      return near_position - step;
  }
  return GTK_INVALID_LIST_POSITION;
}

guint
poplens_table_rows_get_parent (const PoplensTableRows *self, guint position)
{
  guint16 depth;

  if (!self->visible || position >= self->visible->len)
    return GTK_INVALID_LIST_POSITION;
  depth = view_depth (self, visible_at (self, position));
  while (depth && position-- > 0)
    if (view_depth (self, visible_at (self, position)) < depth)
      return position;
  return GTK_INVALID_LIST_POSITION;
}

gboolean
poplens_table_rows_is_expandable (const PoplensTableRows *self, guint position)
{
  guint32 at;

  if (!self->visible)
    return FALSE;
  at = visible_at (self, position);
  return at + 1 < view_count (self) && view_depth (self, at + 1) > view_depth (self, at);
}

gboolean
poplens_table_rows_is_open (const PoplensTableRows *self, guint32 row)
{
  return self->open && self->open->data[row];
}

guint
poplens_table_rows_open (PoplensTableRows *self, guint position)
{
  g_autoptr (GArray) added = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 at = visible_at (self, position);

  self->open->data[view_row (self, at)] = TRUE;
  collect (self, at + 1, branch_end (self, at), added);
  g_array_insert_vals (self->visible, position + 1, added->data, added->len);
  return added->len;
}

guint
poplens_table_rows_close (PoplensTableRows *self, guint position)
{
  guint32 at = visible_at (self, position), end = branch_end (self, at);
  guint removed = 0;

  self->open->data[view_row (self, at)] = FALSE;
  while (position + 1 + removed < self->visible->len &&
         visible_at (self, position + 1 + removed) < end)
    removed++;
  if (removed)
    g_array_remove_range (self->visible, position + 1, removed);
  return removed;
}

gboolean
poplens_table_rows_set_all (PoplensTableRows *self, gboolean open)
{
  gboolean changed = FALSE;

  if (!self->visible)
    return FALSE;
  for (guint i = 0; i < self->open->len; i++) {
    changed |= self->open->data[i] != open;
    self->open->data[i] = (guint8) open;
  }
  if (changed) {
    g_array_set_size (self->visible, 0);
    collect (self, 0, view_count (self), self->visible);
  }
  return changed;
}
