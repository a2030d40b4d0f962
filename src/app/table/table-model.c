/* PoplensTableModel: computes which rows of a tree are visible, makes row objects, has the
 * selection, and replaces one table by another. */
#include "app/table/table-model.h"

#include <string.h>

/* ---- rows ------------------------------------------------------------------------------------ */

/* TableRows: maps list positions to rows of a table view, and skips the rows in collapsed branches.
 * If the table is not a tree, there are no arrays. */
typedef struct {
  PoplensTable *table;
  const PoplensTableView *view;
  GByteArray *open; /* [n_rows]: for each table row: 1 if it is expanded; NULL: not a tree */
  GArray *visible;  /* of guint32: for each list position, the index in .view; NULL: not a tree */
} TableRows;

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
view_count (const TableRows *self)
{
  return self->view ? self->view->n : poplens_table_n_rows (self->table);
}

static guint32
view_row (const TableRows *self, guint32 at)
{
  return self->view ? self->view->rows[at] : at;
}

static guint16
view_depth (const TableRows *self, guint32 at)
{
  return poplens_table_get_depth (self->table, view_row (self, at));
}

static guint32
visible_at (const TableRows *self, guint position)
{
  return self->visible ? g_array_index (self->visible, guint32, position) : position;
}

/* Returns the view index of the first row after a branch. @at: view index of the branch's top row.
 */
static guint32
branch_end (const TableRows *self, guint32 at)
{
  guint16 depth = view_depth (self, at);
  guint32 n = view_count (self), end = at + 1;

  while (end < n && view_depth (self, end) > depth)
    end++;
  return end;
}

/* Appends to @out the view indices from @at to @end − 1, without rows in collapsed branches. */
static void
collect_visible_rows (const TableRows *self, guint32 at, guint32 end, GArray *out)
{
  while (at < end) {
    g_array_append_val (out, at);
    at = self->open->data[view_row (self, at)] ? at + 1 : branch_end (self, at);
  }
}

/* TRUE if @row has the same name in @a and @b. */
static gboolean
table_same_row (PoplensTable *a, PoplensTable *b, guint32 row)
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

/* Maps list positions to rows of @table, as sorted and filtered by @view (nullable). @table, @view:
 * (transfer none): must outlive the result. @folds: (nullable): which branches are expanded; see
 * poplens_table_folds_new (). */
static TableRows *
table_rows_new (PoplensTable *table, const PoplensTableView *view, GByteArray *folds)
{
  TableRows *self = g_new0 (TableRows, 1);

  self->table = table;
  self->view = view;
  if (!poplens_table_is_tree (table))
    return self;
  self->open = folds && folds->len == poplens_table_n_rows (table)
                   ? g_byte_array_ref (folds)
                   : poplens_table_folds_new (table, TRUE);
  self->visible = g_array_new (FALSE, FALSE, sizeof (guint32));
  collect_visible_rows (self, 0, view_count (self), self->visible);
  return self;
}

static void
table_rows_free (TableRows *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->open, g_byte_array_unref);
  g_clear_pointer (&self->visible, g_array_unref);
  g_free (self);
}

static guint
table_rows_count (const TableRows *self)
{
  return self->visible ? self->visible->len : view_count (self);
}

/* Returns the table row at list position @position, which must be less than table_rows_count (). */
static guint32
table_rows_get (const TableRows *self, guint position)
{
  return view_row (self, visible_at (self, position));
}

/* Returns the list position of table row @row, searching outwards from @near_position.
 * GTK_INVALID_LIST_POSITION if it is not in the list. */
static guint
table_rows_find (const TableRows *self, guint32 row, guint near_position)
{
  guint n = table_rows_count (self);

  if (n)
    near_position = MIN (near_position, n - 1);
  /* Search outwards from @near_position: expanding or collapsing a branch moves a row only by the
   * number of rows in that branch. */
  for (guint step = 0; step < n; step++) {
    if (near_position + step < n && table_rows_get (self, near_position + step) == row)
      return near_position + step;
    if (step <= near_position && near_position - step < n &&
        table_rows_get (self, near_position - step) == row)
      return near_position - step;
  }
  return GTK_INVALID_LIST_POSITION;
}

static guint
table_rows_get_parent (const TableRows *self, guint position)
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

static gboolean
table_rows_is_expandable (const TableRows *self, guint position)
{
  guint32 at;

  if (!self->visible)
    return FALSE;
  at = visible_at (self, position);
  return at + 1 < view_count (self) && view_depth (self, at + 1) > view_depth (self, at);
}

static gboolean
table_rows_is_open (const TableRows *self, guint32 row)
{
  return self->open && self->open->data[row];
}

/* Expands a branch. Returns the number of rows that were added after @position. */
static guint
table_rows_open (TableRows *self, guint position)
{
  g_autoptr (GArray) added = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 at = visible_at (self, position);

  self->open->data[view_row (self, at)] = TRUE;
  collect_visible_rows (self, at + 1, branch_end (self, at), added);
  g_array_insert_vals (self->visible, position + 1, added->data, added->len);
  return added->len;
}

static guint
table_rows_close (TableRows *self, guint position)
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

/* Expands or collapses all branches. FALSE if nothing changed. */
static gboolean
table_rows_set_all (TableRows *self, gboolean open)
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
    collect_visible_rows (self, 0, view_count (self), self->visible);
  }
  return changed;
}

/* ---- the model ------------------------------------------------------------------------------- */

/* Maximum number of rows, or of selected rows, that the main thread scans. Such a scan takes about
 * 10 ms. */
#define SCAN_LIMIT 1000000
/* Maximum number of selected rows that stay selected when another table replaces the table of the
 * model. With more, the selection is cleared. */
#define MOST_KEPT 64
/* Maximum number of rows by which the length of the list may change when another table replaces
 * this one. */
#define MOST_CHANGED 150000
/* Maximum number of surplus rows that poplens_table_model_replace () removes at once. Removing more
 * takes longer than a frame. */
#define MOST_GONE 24

struct _PoplensTableModel {
  GObject parent_instance;
  PoplensTable *table;
  PoplensTableView *view;
  TableRows *rows;
  guint revealed; /* maximum length of the list; raised by poplens_table_model_reveal () */
  guint leaving;  /* minimum length of the list, because surplus rows stay in it until
                     poplens_table_model_let_go () removes them */
  GtkBitset *selected;
  GHashTable *live; /* table row → its PoplensTableRow, for rows that have one; not owned */
  int pins;         /* number of calls of pin () without unpin (); atomic */
};

struct _PoplensTableRow {
  GObject parent_instance;
  PoplensTableModel *model;
  guint32 row;
  guint position; /* last known list position, where poplens_table_row_find () begins to search */
  gboolean expandable;
};

/* ---- rows on the screen ---------------------------------------------------------------------- */

enum { ROW_PROP_EXPANDED = 1, N_ROW_PROPS };

G_DEFINE_FINAL_TYPE (PoplensTableRow, poplens_table_row, G_TYPE_OBJECT)

static void
poplens_table_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == ROW_PROP_EXPANDED)
    g_value_set_boolean (value, poplens_table_row_is_expanded (POPLENS_TABLE_ROW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
poplens_table_row_finalize (GObject *object)
{
  PoplensTableRow *self = POPLENS_TABLE_ROW (object);

  /* Remove only an entry for this object: another object may already represent the same table row.
   */
  if (g_hash_table_lookup (self->model->live, GUINT_TO_POINTER (self->row)) == self)
    g_hash_table_remove (self->model->live, GUINT_TO_POINTER (self->row));
  g_object_unref (self->model);
  G_OBJECT_CLASS (poplens_table_row_parent_class)->finalize (object);
}

static void
poplens_table_row_class_init (PoplensTableRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = poplens_table_row_get_property;
  object_class->finalize = poplens_table_row_finalize;
  g_object_class_install_property (
      object_class, ROW_PROP_EXPANDED,
      g_param_spec_boolean ("expanded", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
poplens_table_row_init (PoplensTableRow *self)
{
}

PoplensTableModel *
poplens_table_row_get_model (PoplensTableRow *self)
{
  return self->model;
}

guint32
poplens_table_row_get_row (PoplensTableRow *self)
{
  return self->row;
}

guint16
poplens_table_row_get_depth (PoplensTableRow *self)
{
  return self->row == G_MAXUINT32 ? 0 : poplens_table_get_depth (self->model->table, self->row);
}

gboolean
poplens_table_row_is_expandable (PoplensTableRow *self)
{
  return self->expandable;
}

gboolean
poplens_table_row_is_expanded (PoplensTableRow *self)
{
  return self->expandable && table_rows_is_open (self->model->rows, self->row);
}

guint
poplens_table_row_find (PoplensTableRow *self)
{
  return table_rows_find (self->model->rows, self->row, self->position);
}

void
poplens_table_row_toggle (PoplensTableRow *self)
{
  guint position = poplens_table_row_find (self);

  if (position != GTK_INVALID_LIST_POSITION)
    poplens_table_model_set_expanded (self->model, position, !poplens_table_row_is_expanded (self));
}

/* ---- the list -------------------------------------------------------------------------------- */

static GType
poplens_table_model_get_item_type (GListModel *model)
{
  return POPLENS_TYPE_TABLE_ROW;
}

static guint
poplens_table_model_get_n_items (GListModel *model)
{
  PoplensTableModel *self = POPLENS_TABLE_MODEL (model);

  return MAX (self->leaving, MIN (self->revealed, table_rows_count (self->rows)));
}

/* Makes a row object that shows nothing: its table row is G_MAXUINT32. */
static PoplensTableRow *
new_row (PoplensTableModel *self, guint position)
{
  PoplensTableRow *item = g_object_new (POPLENS_TYPE_TABLE_ROW, NULL);

  item->model = g_object_ref (self);
  item->row = G_MAXUINT32;
  item->position = position;
  return item;
}

static gpointer
poplens_table_model_get_item (GListModel *model, guint position)
{
  PoplensTableModel *self = POPLENS_TABLE_MODEL (model);

  if (position >= poplens_table_model_get_n_items (model))
    return NULL;
  if (position >= table_rows_count (self->rows))
    return new_row (self, position);
  guint32 row = table_rows_get (self->rows, position);
  PoplensTableRow *item = g_hash_table_lookup (self->live, GUINT_TO_POINTER (row));
  if (item) {
    item->position = position;
    return g_object_ref (item);
  }
  item = new_row (self, position);
  item->row = row;
  item->expandable = table_rows_is_expandable (self->rows, position);
  g_hash_table_insert (self->live, GUINT_TO_POINTER (row), item);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = poplens_table_model_get_item_type;
  iface->get_n_items = poplens_table_model_get_n_items;
  iface->get_item = poplens_table_model_get_item;
}

gboolean
poplens_table_model_let_go (PoplensTableModel *self, guint n)
{
  guint before = g_list_model_get_n_items (G_LIST_MODEL (self)), now;

  self->leaving -= MIN (self->leaving, n);
  now = g_list_model_get_n_items (G_LIST_MODEL (self));
  if (now == before)
    self->leaving = 0;
  else
    g_list_model_items_changed (G_LIST_MODEL (self), now, before - now, 0);
  return self->leaving > 0;
}

static void
reveal_all (PoplensTableModel *self)
{
  poplens_table_model_let_go (self, G_MAXUINT);
  poplens_table_model_reveal (self, G_MAXUINT);
}

/* ---- the selection --------------------------------------------------------------------------- */

static gboolean
poplens_table_model_is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_bitset_contains (POPLENS_TABLE_MODEL (model)->selected, position);
}

static GtkBitset *
poplens_table_model_get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_bitset_copy (POPLENS_TABLE_MODEL (model)->selected);
}

static gboolean
poplens_table_model_set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  PoplensTableModel *self = POPLENS_TABLE_MODEL (model);
  g_autoptr (GtkBitset) changes = gtk_bitset_copy (self->selected);

  /* Compute the rows whose selection changes: gtk_bitset_difference () is a symmetric difference.
   */
  gtk_bitset_difference (changes, selected);
  gtk_bitset_intersect (changes, mask);
  if (gtk_bitset_is_empty (changes))
    return TRUE;
  gtk_bitset_difference (self->selected, changes);
  guint first = gtk_bitset_get_minimum (changes), last = gtk_bitset_get_maximum (changes);
  gtk_selection_model_selection_changed (model, first, last - first + 1);
  return TRUE;
}

static gboolean
poplens_table_model_select_all (GtkSelectionModel *model)
{
  reveal_all (POPLENS_TABLE_MODEL (model));
  g_autoptr (GtkBitset) all =
      gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (model)));
  return gtk_selection_model_set_selection (model, all, all);
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = poplens_table_model_is_selected;
  iface->get_selection_in_range = poplens_table_model_get_selection_in_range;
  iface->select_all = poplens_table_model_select_all;
  iface->set_selection = poplens_table_model_set_selection;
}

/* ---- construction and destruction ------------------------------------------------------------ */

G_DEFINE_FINAL_TYPE_WITH_CODE (PoplensTableModel, poplens_table_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))

static void
poplens_table_model_finalize (GObject *object)
{
  PoplensTableModel *self = POPLENS_TABLE_MODEL (object);

  table_rows_free (self->rows);
  gtk_bitset_unref (self->selected);
  g_hash_table_unref (self->live);
  poplens_table_view_free (self->view);
  poplens_table_unref (self->table);
  G_OBJECT_CLASS (poplens_table_model_parent_class)->finalize (object);
}

static void
poplens_table_model_class_init (PoplensTableModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = poplens_table_model_finalize;
}

static void
poplens_table_model_init (PoplensTableModel *self)
{
  self->revealed = G_MAXUINT;
  self->selected = gtk_bitset_new_empty ();
  self->live = g_hash_table_new (NULL, NULL);
}

PoplensTableModel *
poplens_table_model_new (PoplensTable *table, PoplensTableView *view, GByteArray *folds)
{
  PoplensTableModel *self = g_object_new (POPLENS_TYPE_TABLE_MODEL, NULL);

  self->table = poplens_table_ref (table);
  self->view = view;
  self->rows = table_rows_new (table, view, folds);
  return self;
}

/* ---- replacing the table --------------------------------------------------------------------- */

gboolean
poplens_table_model_can_replace (PoplensTableModel *self, PoplensTable *table,
                                 const PoplensTableView *view)
{
  guint before = table_rows_count (self->rows);
  guint now = view ? view->n : poplens_table_n_rows (table);

  return MAX (before, now) - MIN (before, now) <= MOST_CHANGED && !g_atomic_int_get (&self->pins);
}

void
poplens_table_model_pin (PoplensTableModel *self)
{
  g_atomic_int_inc (&self->pins);
}

void
poplens_table_model_unpin (PoplensTableModel *self)
{
  g_atomic_int_add (&self->pins, -1);
}

/* Finds the rows that are selected in @from, and adds their list positions in @rows to @found.
 * @from: model of the same table. Does nothing if there are more than SCAN_LIMIT rows, because that
 * would block the main thread. */
static void
add_selected (GtkBitset *found, const TableRows *rows, PoplensTableModel *from)
{
  g_autoptr (GHashTable) wanted = NULL;
  GtkBitsetIter iter;
  guint position;

  if (gtk_bitset_is_empty (from->selected) || gtk_bitset_get_size (from->selected) > SCAN_LIMIT ||
      table_rows_count (rows) > SCAN_LIMIT)
    return;
  wanted = g_hash_table_new (NULL, NULL);
  for (gboolean more = gtk_bitset_iter_init_first (&iter, from->selected, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    g_hash_table_add (wanted, GUINT_TO_POINTER (table_rows_get (from->rows, position)));
  for (guint i = 0; i < table_rows_count (rows); i++)
    if (g_hash_table_contains (wanted, GUINT_TO_POINTER (table_rows_get (rows, i))))
      gtk_bitset_add (found, i);
}

/* Returns which rows will be selected when @rows of @table replace the current rows, as list
 * positions in @rows. (transfer full) */
static GtkBitset *
find_selected (PoplensTableModel *self, PoplensTable *table, const TableRows *rows)
{
  GtkBitset *found = gtk_bitset_new_empty ();
  GtkBitsetIter iter;
  guint position;

  if (table == self->table) {
    add_selected (found, rows, self);
    return found;
  }
  if (gtk_bitset_get_size (self->selected) > MOST_KEPT ||
      table_rows_count (rows) > SCAN_LIMIT / MOST_KEPT)
    return found;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, self->selected, &position); more;
       more = gtk_bitset_iter_next (&iter, &position)) {
    guint32 row = table_rows_get (self->rows, position);
    guint now = table_same_row (self->table, table, row) ? table_rows_find (rows, row, position)
                                                         : GTK_INVALID_LIST_POSITION;
    if (now != GTK_INVALID_LIST_POSITION)
      gtk_bitset_add (found, now);
  }
  return found;
}

/* Updates .position of the row objects, after rows were added or removed above them. */
static void
locate_live (PoplensTableModel *self)
{
  GHashTableIter iter;
  gpointer pointer;

  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, NULL, &pointer)) {
    PoplensTableRow *item = pointer;
    item->position = table_rows_find (self->rows, item->row, item->position);
  }
}

/* Makes each row object show the row that @rows has at its list position. A row object after the
 * last row shows nothing. TRUE if list position 0 has a row object. */
static gboolean
move_live (PoplensTableModel *self, const TableRows *rows)
{
  g_autoptr (GHashTable) before = self->live;
  guint n = MIN (self->revealed, table_rows_count (rows));
  gboolean at_top = FALSE;
  GHashTableIter iter;
  gpointer pointer;

  self->live = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, NULL, &pointer)) {
    PoplensTableRow *item = pointer;
    gboolean stays = item->position < n;
    at_top = at_top || !item->position;
    item->row = stays ? table_rows_get (rows, item->position) : G_MAXUINT32;
    item->expandable = stays && table_rows_is_expandable (rows, item->position);
    if (stays)
      g_hash_table_insert (self->live, GUINT_TO_POINTER (item->row), item);
  }
  return at_top;
}

/* Emits the signals of the list after its rows were replaced. @before: previous length of the list.
 * @at_top: list position 0 has a row object. */
static void
tell_moved (PoplensTableModel *self, guint before, gboolean at_top, gboolean selection_changed)
{
  guint now = g_list_model_get_n_items (G_LIST_MODEL (self));

  if (at_top && now + MOST_GONE < before)
    self->leaving = MIN (before, POPLENS_TABLE_GTK_ROWS);
  now = g_list_model_get_n_items (G_LIST_MODEL (self));
  if (now < before)
    g_list_model_items_changed (G_LIST_MODEL (self), now, before - now, 0);
  if (now && selection_changed)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), 0, now);
}

void
poplens_table_model_replace (PoplensTableModel *self, PoplensTable *table, PoplensTableView *view,
                             GByteArray *folds)
{
  TableRows *rows = table_rows_new (table, view, folds);
  g_autoptr (GtkBitset) selected = self->selected;

  poplens_table_model_let_go (self, G_MAXUINT);
  guint before = self->revealed = g_list_model_get_n_items (G_LIST_MODEL (self));
  self->selected = find_selected (self, table, rows);
  locate_live (self);
  gboolean at_top = move_live (self, rows);
  table_rows_free (self->rows);
  poplens_table_view_free (self->view);
  poplens_table_ref (table);
  poplens_table_unref (self->table);
  self->rows = rows;
  self->view = view;
  self->table = table;
  tell_moved (self, before, at_top,
              !(gtk_bitset_is_empty (selected) && gtk_bitset_is_empty (self->selected)));
}

void
poplens_table_model_reveal (PoplensTableModel *self, guint n)
{
  guint before = g_list_model_get_n_items (G_LIST_MODEL (self)), now;

  self->revealed = n;
  now = g_list_model_get_n_items (G_LIST_MODEL (self));
  if (now > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, now - before);
}

gboolean
poplens_table_model_is_revealed (PoplensTableModel *self)
{
  return !self->leaving && self->revealed >= table_rows_count (self->rows);
}

guint
poplens_table_model_n_rows (PoplensTableModel *self)
{
  return table_rows_count (self->rows);
}

PoplensTable *
poplens_table_model_get_table (PoplensTableModel *self)
{
  return self->table;
}

const PoplensTableView *
poplens_table_model_get_view (PoplensTableModel *self)
{
  return self->view;
}

guint32
poplens_table_model_n_view_rows (PoplensTableModel *self)
{
  return self->view ? self->view->n : poplens_table_n_rows (self->table);
}

guint32
poplens_table_model_get_row (PoplensTableModel *self, guint position)
{
  return position < table_rows_count (self->rows) ? table_rows_get (self->rows, position)
                                                  : G_MAXUINT32;
}

guint
poplens_table_model_get_parent (PoplensTableModel *self, guint position)
{
  return table_rows_get_parent (self->rows, position);
}

gboolean
poplens_table_model_is_expandable (PoplensTableModel *self, guint position)
{
  return position < table_rows_count (self->rows) &&
         table_rows_is_expandable (self->rows, position);
}

gboolean
poplens_table_model_is_expanded (PoplensTableModel *self, guint position)
{
  return poplens_table_model_is_expandable (self, position) &&
         table_rows_is_open (self->rows, table_rows_get (self->rows, position));
}

void
poplens_table_model_set_expanded (PoplensTableModel *self, guint position, gboolean expanded)
{
  guint removed = 0, added = 0;

  if (!poplens_table_model_is_expandable (self, position) ||
      expanded == poplens_table_model_is_expanded (self, position))
    return;
  reveal_all (self);
  if (expanded)
    added = table_rows_open (self->rows, position);
  else
    removed = table_rows_close (self->rows, position);
  PoplensTableRow *item =
      g_hash_table_lookup (self->live, GUINT_TO_POINTER (table_rows_get (self->rows, position)));
  if (item)
    g_object_notify (G_OBJECT (item), "expanded");
  gtk_bitset_splice (self->selected, position + 1, removed, added);
  g_list_model_items_changed (G_LIST_MODEL (self), position + 1, removed, added);
}

/* Returns the parent of a row in a tree: the nearest row above @row with a smaller depth.
 * G_MAXUINT32 if there is none. */
static guint32
parent_of (const PoplensTable *table, guint32 row)
{
  guint16 depth = poplens_table_get_depth (table, row);

  while (depth && row-- > 0)
    if (poplens_table_get_depth (table, row) < depth)
      return row;
  return G_MAXUINT32;
}

guint
poplens_table_model_uncover (PoplensTableModel *self, guint32 row)
{
  guint position;

  reveal_all (self);
  position = table_rows_find (self->rows, row, 0);
  if (position != GTK_INVALID_LIST_POSITION || !poplens_table_is_tree (self->table))
    return position;
  guint32 parent = parent_of (self->table, row);
  guint above = parent == G_MAXUINT32 ? GTK_INVALID_LIST_POSITION
                                      : poplens_table_model_uncover (self, parent);
  if (above == GTK_INVALID_LIST_POSITION || poplens_table_model_is_expanded (self, above))
    return GTK_INVALID_LIST_POSITION;
  poplens_table_model_set_expanded (self, above, TRUE);
  return table_rows_find (self->rows, row, above);
}

gboolean
poplens_table_model_set_all_expanded (PoplensTableModel *self, gboolean expanded)
{
  gboolean selected = !gtk_bitset_is_empty (self->selected);
  guint before;

  poplens_table_model_let_go (self, G_MAXUINT);
  before = g_list_model_get_n_items (G_LIST_MODEL (self));
  locate_live (self);
  if (!table_rows_set_all (self->rows, expanded))
    return FALSE;
  self->revealed = before;
  gtk_bitset_remove_all (self->selected);
  tell_moved (self, before, move_live (self, self->rows), selected);
  return TRUE;
}

void
poplens_table_model_copy_selection (PoplensTableModel *self, PoplensTableModel *other)
{
  if (self->table == other->table)
    add_selected (self->selected, self->rows, other);
}
