/* PoplensTableWidget: combines columns, model, filter field and row count. Sorts and filters on a
 * worker. */
#include "app/table/table-widget.h"

#include "app/table/table-actions.h"
#include "app/table/table-cell.h"
#include "app/table/table-columns.h"
#include "app/table/table-model.h"
#include "app/table/table-scroll.h"
#include "app/widgets/frame-turn.h"
#include "app/widgets/scroll-start.h"
#include "app/widgets/bins.h"
#include "app/widgets/tooltip.h"

#include <adwaita.h>
#include <string.h>

/* ---- sort and filter in the location --------------------------------------------------------- */

/* Returns the value of the location's key for sorting by @column. (transfer full) (nullable): NULL
 * if @column is −1. */
static char *
table_sort_write (const PoplensTable *table, int column, gboolean descending)
{
  if (column < 0)
    return NULL;
  return g_strconcat (descending ? "-" : "", poplens_table_get_column (table, (guint) column)->name,
                      NULL);
}

static gboolean
starts_descending (const PoplensTable *table, guint column)
{
  PoplensUnit unit = poplens_table_get_column (table, column)->unit;

  /* Sort IDs and addresses ascending first, like names. */
  return poplens_unit_is_numeric (unit) && unit != POPLENS_UNIT_ID && unit != POPLENS_UNIT_ADDRESS;
}

char *
poplens_table_sort_click (const PoplensTable *table, const char *sort, guint column)
{
  gboolean descending;
  gboolean first = starts_descending (table, column);
  int current = poplens_table_sort_parse (table, sort, &descending);

  if (current != (int) column)
    return table_sort_write (table, (int) column, first);
  if (descending == first)
    return table_sort_write (table, (int) column, !first);
  return NULL;
}

PoplensTableView *
poplens_table_view_for (const PoplensTable *table, const char *filter, const char *sort,
                        GCancellable *cancellable)
{
  gboolean descending;
  int column = poplens_table_sort_parse (table, sort, &descending);

  if (column < 0 && (!filter || !*filter))
    return NULL;
  return poplens_table_view_new (table, filter, column, descending, cancellable);
}

/* ---- revealing rows over frames -------------------------------------------------------------- */

/* Reveals a new model: adds its rows to the list a few per frame, because making the widgets of all
 * at once would block the window. */

/* CELLS_A_FRAME: number of cells whose widgets are made in one frame, which takes 10 ms on a slow
 * machine. LEAST_ROWS_A_FRAME: minimum number of rows per frame, however many cells they have. */
#define CELLS_A_FRAME 120
#define LEAST_ROWS_A_FRAME 4
/* Destroying the widgets of this many rows takes as long as making the widgets of one row. */
#define GONE_FOR_ONE 3

/* Key of the view's object data: the RevealSteps that is running. */
#define RUNNING "poplens-reveal"

typedef struct {
  GtkColumnView *view; /* not owned; .view owns the tick callback that frees this struct */
  PoplensTableModel *model;
  guint step, next;
} RevealSteps;

static void
reveal_free (gpointer data)
{
  RevealSteps *reveal = data;

  /* Remove only this RevealSteps, not another one that has replaced it. */
  if (g_object_get_data (G_OBJECT (reveal->view), RUNNING) == reveal)
    g_object_set_data (G_OBJECT (reveal->view), RUNNING, NULL);
  g_object_unref (reveal->model);
  g_free (reveal);
}

static gboolean
reveal_more (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  RevealSteps *reveal = data;

  /* Stop if the view got another model, or another RevealSteps replaced this one. */
  if (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)) != GTK_SELECTION_MODEL (reveal->model) ||
      g_object_get_data (G_OBJECT (view), RUNNING) != reveal ||
      poplens_table_model_is_revealed (reveal->model))
    return G_SOURCE_REMOVE;
  if (!poplens_frame_turn (clock))
    return G_SOURCE_CONTINUE;
  if (poplens_table_model_let_go (reveal->model, reveal->step * GONE_FOR_ONE))
    return G_SOURCE_CONTINUE;
  reveal->next += reveal->step;
  /* GTK makes widgets for at most POPLENS_TABLE_GTK_ROWS rows, so all further rows can be added at
   * once. */
  poplens_table_model_reveal (reveal->model,
                              reveal->next < POPLENS_TABLE_GTK_ROWS ? reveal->next : G_MAXUINT);
  return poplens_table_model_is_revealed (reveal->model) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Starts to reveal @model in @view, and stops revealing an earlier model. Call before @view gets
 * @model, or after poplens_table_model_replace (). @n_columns: number of shown columns. @first:
 * number of rows that the list must have at once, to restore the scroll position. */
static void
table_reveal (GtkColumnView *view, PoplensTableModel *model, guint n_columns, guint first)
{
  RevealSteps *reveal;
  guint step = MAX (LEAST_ROWS_A_FRAME, CELLS_A_FRAME / MAX (1, n_columns));

  poplens_table_model_reveal (model, MAX (first, step));
  if (poplens_table_model_is_revealed (model))
    return;
  reveal = g_new (RevealSteps, 1);
  *reveal = (RevealSteps){view, g_object_ref (model), step, MAX (first, step)};
  g_object_set_data (G_OBJECT (view), RUNNING, reveal);
  gtk_widget_add_tick_callback (GTK_WIDGET (view), reveal_more, reveal, reveal_free);
}

/* ---- row count ------------------------------------------------------------------------------- */

/* PoplensCountBin: a bin around a label with a number. It is as wide as a long number needs, so
 * that its neighbours do not move when the number changes. */

#define POPLENS_TYPE_COUNT_BIN (poplens_count_bin_get_type ())

G_DECLARE_FINAL_TYPE (PoplensCountBin, poplens_count_bin, POPLENS, COUNT_BIN, AdwBin)

#define LONG_COUNT "1,472 rows"

struct _PoplensCountBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensCountBin, poplens_count_bin, ADW_TYPE_BIN)

/* Raises only the natural width, so that the label can shrink in a narrow window. The property
 * GtkLabel:width-chars would raise the minimum width too. */
static void
count_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (!child)
    return;
  gtk_widget_measure (child, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  layout = gtk_widget_create_pango_layout (child, LONG_COUNT);
  pango_layout_get_pixel_size (layout, &width, NULL);
  *natural = MAX (*natural, width);
}

static void
count_bin_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
poplens_count_bin_class_init (PoplensCountBinClass *klass)
{
}

static void
poplens_count_bin_init (PoplensCountBin *self)
{
  gtk_widget_set_layout_manager (
      GTK_WIDGET (self), gtk_custom_layout_new (NULL, count_bin_measure, count_bin_allocate));
}

/* ---- Ctrl+click ------------------------------------------------------------------------------ */

/* Ctrl+click adds a row to the selection, or removes it. In GTK 4.8, both cell and row handle this
 * click, which would toggle the row twice. */

static void
on_toggle_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer view)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  PoplensTableCell *cell = poplens_table_cell_at (view, x, y);
  PoplensTableRow *row = cell ? poplens_table_cell_get_row (cell) : NULL;
  guint position = row ? poplens_table_row_find (row) : GTK_INVALID_LIST_POSITION;
  GtkWidget *widget = GTK_WIDGET (cell);

  if ((state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK ||
      position == GTK_INVALID_LIST_POSITION)
    return;
  while (widget && strcmp (gtk_widget_get_css_name (widget), "row"))
    widget = gtk_widget_get_parent (widget);
  if (!widget)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (widget);
  gtk_widget_activate_action (widget, "list.select-item", "(ubb)", position, TRUE, FALSE);
}

/* ---- the widget ------------------------------------------------------------------------------ */

struct _PoplensTableWidget {
  GtkWidget parent_instance;
  GtkWidget *note;
  GtkWidget *stack; /* GtkStack with the children "rows" and "empty" */
  GtkWidget *scrolled;
  GtkWidget *empty;
  GtkColumnView *view;
  PoplensTableColumns *columns;
  GtkWidget *tools;
  GtkWidget *count_room, *count;
  GtkWidget *entry;

  PoplensTable *table;
  PoplensTableModel *model;
  GByteArray *folds;                 /* which branches are expanded while there is no filter; see
                                        poplens_table_folds_new () */
  char *filter, *sort;               /* filter and sort order of the rows on the screen */
  char *wanted_filter, *wanted_sort; /* filter and sort order that were last requested; the worker
                                        may still be computing them */
  GCancellable *cancellable;         /* (nullable): cancels the worker that sorts and filters */
  guint max_rows;
  gboolean filterable, chooses;
};

G_DEFINE_FINAL_TYPE (PoplensTableWidget, poplens_table_widget, GTK_TYPE_WIDGET)

/* ---- the keyboard focus among rows ----------------------------------------------------------- */

static GtkWidget *
find_row (GtkWidget *widget, guint32 row)
{
  GtkWidget *child;

  if (POPLENS_IS_TABLE_CELL (widget)) {
    PoplensTableRow *shown = poplens_table_cell_get_row (POPLENS_TABLE_CELL (widget));
    /* GTK's row widget contains GTK's cell widget, which contains the PoplensTableCell. */
    return shown && poplens_table_row_get_row (shown) == row
               ? gtk_widget_get_parent (gtk_widget_get_parent (widget))
               : NULL;
  }
  for (child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_row (child, row);
    if (found)
      return found;
  }
  return NULL;
}

GtkWidget *
poplens_table_row_widget (GtkColumnView *view, guint32 row)
{
  return find_row (GTK_WIDGET (view), row);
}

static GtkWidget *
selected_row (GtkColumnView *view, PoplensTableModel *model)
{
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (model));

  return gtk_bitset_is_empty (rows)
             ? NULL
             : poplens_table_row_widget (
                   view, poplens_table_model_get_row (model, gtk_bitset_get_minimum (rows)));
}

/* Returns the first row widget whose top is in view. (nullable) */
static GtkWidget *
first_in_sight (GtkColumnView *view)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view)), *best = NULL, *child;
  float top = 0;

  while (list && !GTK_IS_LIST_BASE (list))
    list = gtk_widget_get_prev_sibling (list);
  for (child = list ? gtk_widget_get_first_child (list) : NULL; child;
       child = gtk_widget_get_next_sibling (child)) {
    graphene_rect_t bounds;
    if (!gtk_widget_get_child_visible (child) ||
        !gtk_widget_compute_bounds (child, list, &bounds) || bounds.size.height <= 0 ||
        bounds.origin.y < 0 || (best && bounds.origin.y >= top))
      continue;
    best = child;
    top = bounds.origin.y;
  }
  return best;
}

static gboolean
focus_rows (PoplensTableWidget *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (self);
  PoplensTableModel *model = poplens_table_widget_get_model (self);
  GtkWidget *row = model ? selected_row (view, model) : NULL;

  if (!row)
    row = first_in_sight (view);
  return row && gtk_widget_get_mapped (row) && gtk_widget_grab_focus (row);
}

/* TRUE if the focus is in @widget, and not in a popover over it. */
static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, widget) &&
         gtk_widget_get_native (focus) == gtk_widget_get_native (widget);
}

/* Makes all rows one Tab stop: Tab focuses the selected row; if none is selected, the first row in
 * view, without selecting it. */
static gboolean
poplens_table_widget_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean tabs = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (tabs && has_focus (widget))
    return FALSE;
  return (tabs && !gtk_widget_get_focus_child (widget) &&
          focus_rows (POPLENS_TABLE_WIDGET (widget))) ||
         GTK_WIDGET_CLASS (poplens_table_widget_parent_class)->focus (widget, direction);
}

/* ---- texts around the rows ------------------------------------------------------------------- */

static void
show_row_count (PoplensTableWidget *self)
{
  guint32 n = poplens_table_n_rows (self->table);
  guint32 shown = poplens_table_model_n_view_rows (self->model);
  PoplensNumber a, b;
  g_autofree char *text = NULL;

  if (self->filter && shown != n)
    text =
        g_strdup_printf ("%s of %s", poplens_format_count (a, shown), poplens_format_count (b, n));
  else
    text = g_strdup (poplens_format_items (a, n, "row"));
  gtk_label_set_label (GTK_LABEL (self->count), text);
}

static void
show_note (PoplensTableWidget *self)
{
  g_autofree char *note = poplens_table_note_without_names (self->table);
  guint n = poplens_table_n_columns (self->table);
  g_autoptr (GString) text = g_string_new (note);

  if (n > POPLENS_TABLE_MAX_COLUMNS)
    g_string_append_printf (text, "%sShowing %u of %u columns; copies include all",
                            text->len ? ". " : "", POPLENS_TABLE_MAX_COLUMNS, n);
  gtk_label_set_label (GTK_LABEL (self->note), text->str);
  gtk_widget_set_visible (self->note, text->len > 0);
}

static void
show_stack (PoplensTableWidget *self)
{
  gboolean empty = poplens_table_model_n_view_rows (self->model) == 0;
  g_autofree char *text = NULL;

  if (empty && poplens_table_n_rows (self->table))
    text = g_strdup_printf ("No rows match “%s”", self->filter ? self->filter : "");
  else if (empty)
    text = g_strdup ("No rows");
  if (text)
    gtk_label_set_label (GTK_LABEL (self->empty), text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), empty ? "empty" : "rows");
}

static void on_search_changed (PoplensTableWidget *self);

static gboolean
is_typing (PoplensTableWidget *self)
{
  return gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry))));
}

/* Sets the text of the filter field, unless the user is typing. Blocks on_search_changed ():
 * setting the text clears it first, which would look as if the user had cleared it. */
static void
show_filter (PoplensTableWidget *self)
{
  const char *text = self->filter ? self->filter : "";

  if (is_typing (self) || !strcmp (gtk_editable_get_text (GTK_EDITABLE (self->entry)), text))
    return;
  g_signal_handlers_block_by_func (self->entry, on_search_changed, self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  g_signal_handlers_unblock_by_func (self->entry, on_search_changed, self);
}

/* ---- replacing the model --------------------------------------------------------------------- */

static void
fit_height (PoplensTableWidget *self)
{
  if (self->max_rows)
    poplens_table_fit_height (GTK_SCROLLED_WINDOW (self->scrolled), self->view, self->max_rows);
}

static void
show_model (PoplensTableWidget *self)
{
  fit_height (self);
  show_row_count (self);
  show_stack (self);
  gboolean descending;
  int column = poplens_table_sort_parse (self->table, self->sort, &descending);
  poplens_table_columns_show_sort (self->columns, column, descending);
  show_filter (self);
}

/* Returns which branches a new model expands; see poplens_table_folds_new (). (transfer none)
 * (nullable): NULL while there is a filter, so that all branches are expanded. */
static GByteArray *
folds_of (PoplensTableWidget *self)
{
  return self->filter ? NULL : self->folds;
}

/* Replaces the rows in the existing model: row widgets stay, and only their cells are updated. That
 * is faster than a new model and does not flicker. */
static void
change_model (PoplensTableWidget *self, PoplensTableView *view)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  poplens_table_columns_show_titles (self->columns, view);
  poplens_table_model_replace (self->model, self->table, view, folds_of (self));
  poplens_table_columns_show_cells (self->columns);
  table_reveal (self->view, self->model, poplens_table_columns_n_shown (self->columns), n);
  show_model (self);
}

static void
set_model (PoplensTableWidget *self, PoplensTableView *view)
{
  g_autoptr (PoplensTableModel) model =
      poplens_table_model_new (self->table, view, folds_of (self));

  poplens_table_columns_show_titles (self->columns, view);
  if (self->model)
    poplens_table_model_copy_selection (model, self->model);
  table_reveal (self->view, model, poplens_table_columns_n_shown (self->columns),
                poplens_table_kept_rows (GTK_SCROLLED_WINDOW (self->scrolled)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (model));
  g_set_object (&self->model, model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (fit_height), self,
                           G_CONNECT_SWAPPED);
  show_model (self);
}

static void
replace_text (char **field, const char *text)
{
  char *copy = text && *text ? g_strdup (text) : NULL;

  g_free (*field);
  *field = copy;
}

static void
cancel_worker (PoplensTableWidget *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
poplens_table_widget_show_table (PoplensTableWidget *self, PoplensTable *table,
                                 PoplensTableView *view, const char *filter, const char *sort,
                                 PoplensByteUnit unit)
{
  gboolean same, in_place;

  g_return_if_fail (POPLENS_IS_TABLE_WIDGET (self) && table);
  same = poplens_table_same_shape (self->table, table);
  in_place = self->model && !g_strcmp0 (self->filter, filter && *filter ? filter : NULL) &&
             poplens_table_columns_match (self->columns, table) &&
             (same || !poplens_table_is_tree (table)) &&
             poplens_table_model_can_replace (self->model, table, view);
  cancel_worker (self);
  replace_text (&self->filter, filter);
  replace_text (&self->sort, sort);
  replace_text (&self->wanted_filter, filter);
  replace_text (&self->wanted_sort, sort);
  if (same && !in_place)
    poplens_table_keep_scroll (GTK_SCROLLED_WINDOW (self->scrolled));
  else if (!same)
    g_clear_pointer (&self->folds, g_byte_array_unref);
  if (!self->folds)
    self->folds = poplens_table_folds_new (table, FALSE);
  poplens_table_ref (table);
  g_clear_pointer (&self->table, poplens_table_unref);
  self->table = table;
  /* Drop the old rows first: the new columns would make cells for them. */
  if (!in_place)
    gtk_column_view_set_model (self->view, NULL);
  poplens_table_columns_set_table (self->columns, table, unit);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  poplens_table_get_title (table), -1);
  show_note (self);
  if (in_place)
    change_model (self, view);
  else
    set_model (self, view);
}

/* ---- width ----------------------------------------------------------------------------------- */

/* Fits the columns while the size is allocated. The view is laid out afterwards, so its first frame
 * has the right widths. */
static void
on_sized (PoplensTableWidget *self, int width, int height)
{
  poplens_table_columns_fit (self->columns, width);
}

/* ---- sorting and filtering on a worker ------------------------------------------------------- */

typedef struct {
  PoplensTable *table;
  char *filter, *sort;
} ViewJob;

static void
view_job_free (ViewJob *job)
{
  poplens_table_unref (job->table);
  g_free (job->filter);
  g_free (job->sort);
  g_free (job);
}

static void
job_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ViewJob *job = data;

  g_task_return_pointer (task,
                         poplens_table_view_for (job->table, job->filter, job->sort, cancellable),
                         (GDestroyNotify) poplens_table_view_free);
}

static void
on_job_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensTableWidget) self = data;
  ViewJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean filtered;
  PoplensTableView *view = g_task_propagate_pointer (G_TASK (result), &error);

  /* Drop the result if it is not of the latest request. */
  if (error || g_task_get_cancellable (G_TASK (result)) != self->cancellable ||
      job->table != self->table) {
    poplens_table_view_free (view);
    return;
  }
  g_clear_object (&self->cancellable);
  filtered = g_strcmp0 (self->filter, job->filter) != 0;
  replace_text (&self->filter, job->filter);
  replace_text (&self->sort, job->sort);
  if (filtered && poplens_table_model_can_replace (self->model, self->table, view)) {
    /* The filter has changed: show the result from its top. */
    gtk_adjustment_set_value (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), 0);
    change_model (self, view);
    /* Call the handlers of "notify::model", because the same model now has other rows. */
    g_object_notify (G_OBJECT (self->view), "model");
    return;
  }
  if (!filtered)
    poplens_table_keep_scroll (GTK_SCROLLED_WINDOW (self->scrolled));
  set_model (self, view);
}

void
poplens_table_widget_set_state (PoplensTableWidget *self, const char *filter, const char *sort)
{
  g_autoptr (GTask) task = NULL;
  ViewJob *job;

  filter = filter && *filter ? filter : NULL;
  sort = sort && *sort ? sort : NULL;
  if (!self->table ||
      (!g_strcmp0 (self->wanted_filter, filter) && !g_strcmp0 (self->wanted_sort, sort)))
    return;
  cancel_worker (self);
  replace_text (&self->wanted_filter, filter);
  replace_text (&self->wanted_sort, sort);
  self->cancellable = g_cancellable_new ();
  job = g_new0 (ViewJob, 1);
  job->table = poplens_table_ref (self->table);
  job->filter = g_strdup (filter);
  job->sort = g_strdup (sort);
  /* No source object: the worker may drop the last reference to the task, and must not finalize a
   * widget. */
  task = g_task_new (NULL, self->cancellable, on_job_done, g_object_ref (self));
  g_task_set_task_data (task, job, (GDestroyNotify) view_job_free);
  g_task_run_in_thread (task, job_thread);
}

/* ---- user actions ---------------------------------------------------------------------------- */

void
poplens_table_widget_click_heading (PoplensTableWidget *self, guint column)
{
  g_autofree char *sort = poplens_table_sort_click (self->table, self->wanted_sort, column);
  gboolean descending;
  int shown = poplens_table_sort_parse (self->table, sort, &descending);

  /* Move the sort arrow now; the rows are sorted later, when the worker is done. */
  poplens_table_columns_show_sort (self->columns, shown, descending);
  g_signal_emit_by_name (self, "sort-changed", sort);
}

static void
on_header_clicked (guint column, gpointer data)
{
  poplens_table_widget_click_heading (data, column);
}

static void
on_search_changed (PoplensTableWidget *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  /* GtkSearchEntry emits this signal 150 ms late, even after show_filter () set the text. Ignore it
   * if the text is already the filter. */
  if (!is_typing (self) && !g_strcmp0 (self->filter ? self->filter : "", text))
    return;
  if (self->table && g_strcmp0 (self->wanted_filter, *text ? text : NULL))
    g_signal_emit_by_name (self, "filter-changed", *text ? text : NULL);
}

static void
on_stop_search (PoplensTableWidget *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

void
poplens_table_widget_follow (PoplensTableWidget *self, guint position)
{
  guint32 row = self->model ? poplens_table_model_get_row (self->model, position) : G_MAXUINT32;
  g_autofree char *link = row == G_MAXUINT32 ? NULL : poplens_table_get_link (self->table, row);

  if (link)
    g_signal_emit_by_name (self, "follow", link);
  else if (row != G_MAXUINT32)
    poplens_table_model_set_expanded (self->model, position,
                                      !poplens_table_model_is_expanded (self->model, position));
}

static void
on_activate (PoplensTableWidget *self, guint position)
{
  poplens_table_widget_follow (self, position);
}

void
poplens_table_widget_set_all_expanded (PoplensTableWidget *self, gboolean expanded)
{
  if (!self->model || !poplens_table_model_set_all_expanded (self->model, expanded))
    return;
  poplens_table_columns_show_cells (self->columns);
  table_reveal (self->view, self->model, poplens_table_columns_n_shown (self->columns),
                g_list_model_get_n_items (G_LIST_MODEL (self->model)));
}

void
poplens_table_widget_toast (PoplensTableWidget *self, const char *text)
{
  g_signal_emit_by_name (self, "toast", text);
}

/* ---- accessors ------------------------------------------------------------------------------- */

void
poplens_table_widget_set_filterable (PoplensTableWidget *self, gboolean filterable)
{
  self->filterable = filterable;
  gtk_widget_set_visible (self->entry, filterable);
  gtk_widget_set_visible (self->count_room, filterable);
}

void
poplens_table_widget_set_chooses (PoplensTableWidget *self, gboolean chooses)
{
  self->chooses = chooses;
}

gboolean
poplens_table_widget_get_chooses (PoplensTableWidget *self)
{
  return self->chooses;
}

GtkWidget *
poplens_table_widget_get_tools (PoplensTableWidget *self)
{
  return self->tools;
}

gboolean
poplens_table_widget_focus_filter (PoplensTableWidget *self)
{
  return self->filterable && gtk_widget_get_mapped (self->entry) &&
         gtk_widget_grab_focus (self->entry);
}

PoplensTable *
poplens_table_widget_get_table (PoplensTableWidget *self)
{
  return self->table;
}

PoplensTableModel *
poplens_table_widget_get_model (PoplensTableWidget *self)
{
  return self->model;
}

GtkColumnView *
poplens_table_widget_get_view (PoplensTableWidget *self)
{
  return self->view;
}

gboolean
poplens_table_widget_is_busy (PoplensTableWidget *self)
{
  return self->cancellable != NULL;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_table_widget_dispose (GObject *object)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (object);
  GtkWidget *child;

  cancel_worker (self);
  if (self->view) {
    gtk_column_view_set_model (self->view, NULL);
    poplens_table_actions_clear (self);
    g_clear_pointer (&self->columns, poplens_table_columns_free);
    self->view = NULL;
  }
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->tools);
  g_clear_object (&self->model);
  g_clear_pointer (&self->table, poplens_table_unref);
  G_OBJECT_CLASS (poplens_table_widget_parent_class)->dispose (object);
}

static void
poplens_table_widget_finalize (GObject *object)
{
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (object);

  g_clear_pointer (&self->folds, g_byte_array_unref);
  g_free (self->filter);
  g_free (self->sort);
  g_free (self->wanted_filter);
  g_free (self->wanted_sort);
  G_OBJECT_CLASS (poplens_table_widget_parent_class)->finalize (object);
}

static void
poplens_table_widget_class_init (PoplensTableWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const char *const names[] = {"filter-changed", "sort-changed", "follow", "toast"};

  object_class->dispose = poplens_table_widget_dispose;
  object_class->finalize = poplens_table_widget_finalize;
  widget_class->focus = poplens_table_widget_focus;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  g_type_ensure (POPLENS_TYPE_SIZED_BIN);
  g_type_ensure (POPLENS_TYPE_COUNT_BIN);
  gtk_widget_class_set_css_name (widget_class, "poplenstable");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/table-widget.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensTableWidget, child)
  BIND (note);
  BIND (stack);
  BIND (scrolled);
  BIND (empty);
  BIND (view);
  BIND (tools);
  BIND (count_room);
  BIND (count);
  BIND (entry);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_sized);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  poplens_table_actions_install (widget_class);
}

static void
poplens_table_widget_init (PoplensTableWidget *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  /* Hold a reference to the tools: the caller moves them out of this widget, beside or above the
   * table. */
  g_object_ref_sink (self->tools);
  poplens_tooltip_set (self->entry, "Keep rows that contain all words");
  poplens_scroll_from_start (GTK_SCROLLED_WINDOW (self->scrolled));
  self->columns = poplens_table_columns_new (self->view, on_header_clicked, self);
  poplens_table_actions_attach (self);
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self));
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_toggle_pressed), view, 0);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
poplens_table_widget_new (guint max_rows)
{
  PoplensTableWidget *self = g_object_new (POPLENS_TYPE_TABLE_WIDGET, NULL);

  self->max_rows = max_rows;
  gtk_widget_set_vexpand (self->stack, !max_rows);
  gtk_widget_set_vexpand (GTK_WIDGET (self), !max_rows);
  g_signal_connect (self, "map", G_CALLBACK (fit_height), NULL);
  if (max_rows)
    poplens_table_hand_scroll_on (GTK_SCROLLED_WINDOW (self->scrolled));
  return GTK_WIDGET (self);
}
