/* PoplensReportsTable: shows the reports that have been read so far, and keeps the selection when
 * more reports arrive. */
#include "app/reports/reports-table.h"

#include "app/table/table-actions.h"
#include "app/table/table-choice.h"
#include "app/table/table-widget.h"

struct _PoplensReportsTable {
  AdwBin parent;
  PoplensTableWidget *table;
  PoplensTableChoice *choice; /* selects a row and scrolls to it; its callback does nothing */
  PoplensTableModel *model;   /* (nullable): model that .selection_handler is connected to */
  gulong selection_handler;

  PoplensByteUnit unit;
  PoplensReportList
      *list; /* (nullable): list of reports that is shown; NULL until all reports have been read */
  PoplensReportList
      *next_list;      /* (nullable): list of all reports, to show when the running job has ended */
  PoplensTable *next;  /* (nullable): table of the reports read so far, to show when the running job
                          has ended */
  char *filter, *sort; /* filter and sort order that the user chose */
  GCancellable *viewing; /* (nullable): cancels the job that sorts and filters a table; NULL if
                            there is none */
};

G_DEFINE_FINAL_TYPE (PoplensReportsTable, poplens_reports_table, ADW_TYPE_BIN)

/* ---- selection ------------------------------------------------------------------------------- */

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

GArray *
poplens_reports_table_get_selected (PoplensReportsTable *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkBitset) selected =
      self->model ? gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->model)) : NULL;
  GtkBitsetIter iter;
  guint position;

  if (!selected)
    return rows;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &position); more;
       more = gtk_bitset_iter_next (&iter, &position)) {
    guint32 row = poplens_table_model_get_row (self->model, position);
    g_array_append_val (rows, row);
  }
  g_array_sort (rows, compare_rows);
  return rows;
}

const char *
poplens_reports_table_get_address (PoplensReportsTable *self, guint32 row)
{
  PoplensTable *table = poplens_table_widget_get_table (self->table);
  PoplensValue value =
      poplens_table_get (table, row, (guint) poplens_table_find_column (table, "address"));

  return value.type == POPLENS_VALUE_TEXT ? value.text : NULL;
}

PoplensReportList *
poplens_reports_table_get_list (PoplensReportsTable *self)
{
  return self->list;
}

static void
on_selection_changed (PoplensReportsTable *self)
{
  g_signal_emit_by_name (self, "selection-changed");
}

/* Does nothing, because the signal "selection-changed" reports what the user selects. */
static void
on_report_chosen (guint32 row, gpointer data)
{
}

void
poplens_reports_table_select (PoplensReportsTable *self, guint32 row)
{
  /* Clear the choice first. Choosing the same row twice would do nothing, although the user may
   * have selected other rows since. */
  poplens_table_choice_set (self->choice, G_MAXUINT32);
  poplens_table_choice_set (self->choice, row);
}

static void
forget_model (PoplensReportsTable *self)
{
  if (self->model)
    g_clear_signal_handler (&self->selection_handler, self->model);
  g_clear_object (&self->model);
}

/* Connects to the selection of the current model: sorting and filtering can set a new model. */
static void
follow_model (PoplensReportsTable *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (self->table);
  GtkSelectionModel *model = view ? gtk_column_view_get_model (view) : NULL;

  forget_model (self);
  if (!model)
    return;
  self->model = g_object_ref (POPLENS_TABLE_MODEL (model));
  self->selection_handler = g_signal_connect_swapped (model, "selection-changed",
                                                      G_CALLBACK (on_selection_changed), self);
  on_selection_changed (self);
}

/* ---- replacing the table --------------------------------------------------------------------- */

/* Returns the set of the addresses of the selected reports. When rows are added, row numbers
 * change, but addresses do not. (transfer full) */
static GHashTable *
selected_addresses (PoplensReportsTable *self)
{
  GHashTable *addresses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self);

  for (guint i = 0; i < rows->len; i++) {
    const char *address =
        poplens_reports_table_get_address (self, g_array_index (rows, guint32, i));
    if (address)
      g_hash_table_add (addresses, g_strdup (address));
  }
  return addresses;
}

static void
select_addresses (PoplensReportsTable *self, GHashTable *addresses)
{
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = NULL;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (guint i = 0; i < n && g_hash_table_size (addresses); i++) {
    const char *address =
        poplens_reports_table_get_address (self, poplens_table_model_get_row (self->model, i));
    if (address && g_hash_table_contains (addresses, address))
      gtk_bitset_add (selected, i);
  }
  all = gtk_bitset_new_range (0, n);
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->model), selected, all);
}

typedef struct {
  PoplensReportList *list; /* (nullable): list whose table is to be built, sorted and filtered */
  PoplensTable *table;
  PoplensByteUnit unit;
  char *filter, *sort;
} TableViewJob;

static void
table_view_job_free (gpointer data)
{
  TableViewJob *job = data;

  g_clear_pointer (&job->table, poplens_table_unref);
  g_clear_pointer (&job->list, poplens_report_list_unref);
  g_free (job->filter);
  g_free (job->sort);
  g_free (job);
}

static void
view_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TableViewJob *job = data;
  const PoplensReportListOptions options = {.time = TRUE};

  if (!job->table)
    job->table = poplens_report_list_table (job->list, &options, job->unit);
  g_task_return_pointer (task,
                         poplens_table_view_for (job->table, job->filter, job->sort, cancellable),
                         (GDestroyNotify) poplens_table_view_free);
}

static void
show_rows (PoplensReportsTable *self, TableViewJob *job, PoplensTableView *view)
{
  g_autoptr (GHashTable) selected = selected_addresses (self);

  /* Clear the choice: in the new table, the same row number can belong to another report. */
  poplens_table_choice_set (self->choice, G_MAXUINT32);

  g_clear_pointer (&self->list, poplens_report_list_unref);
  self->list = job->list ? poplens_report_list_ref (job->list) : NULL;
  poplens_table_widget_show_table (self->table, job->table, view, job->filter, job->sort,
                                   self->unit);
  follow_model (self);
  select_addresses (self, selected);
  /* Sort and filter again, in case the user has typed into the filter meanwhile. */
  poplens_table_widget_set_state (self->table, self->filter, self->sort);
  g_signal_emit_by_name (self, "shown");
}

static void show_next (PoplensReportsTable *self);

static void
on_viewed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensReportsTable) self = data;
  g_autoptr (GError) error = NULL;
  PoplensTableView *view = g_task_propagate_pointer (G_TASK (result), &error);

  if (error || g_task_get_cancellable (G_TASK (result)) != self->viewing) {
    poplens_table_view_free (view);
    return;
  }
  g_clear_object (&self->viewing);
  show_rows (self, g_task_get_task_data (G_TASK (result)), view);
  show_next (self);
}

/* Starts to sort and filter .next or .next_list, unless a job is running. Of several tables that
 * arrive during a job, only the last one is shown. */
static void
show_next (PoplensReportsTable *self)
{
  g_autoptr (GTask) task = NULL;
  TableViewJob *job;

  if (self->viewing || (!self->next && !self->next_list))
    return;
  self->viewing = g_cancellable_new ();
  job = g_new0 (TableViewJob, 1);
  job->list = g_steal_pointer (&self->next_list);
  job->table = g_steal_pointer (&self->next);
  job->unit = self->unit;
  job->filter = g_strdup (self->filter);
  job->sort = g_strdup (self->sort);
  task = g_task_new (NULL, self->viewing, on_viewed, g_object_ref (self));
  g_task_set_task_data (task, job, table_view_job_free);
  g_task_run_in_thread (task, view_in_thread);
}

static void
set_next (PoplensReportsTable *self, PoplensReportList *list, PoplensTable *table,
          PoplensByteUnit unit)
{
  g_clear_pointer (&self->next_list, poplens_report_list_unref);
  g_clear_pointer (&self->next, poplens_table_unref);
  self->next_list = list ? poplens_report_list_ref (list) : NULL;
  self->next = table ? poplens_table_ref (table) : NULL;
  self->unit = unit;
  show_next (self);
}

void
poplens_reports_table_show_some (PoplensReportsTable *self, PoplensTable *table,
                                 PoplensByteUnit unit)
{
  set_next (self, NULL, table, unit);
}

void
poplens_reports_table_show_list (PoplensReportsTable *self, PoplensReportList *list,
                                 PoplensByteUnit unit)
{
  set_next (self, list, NULL, unit);
}

/* ---- filter and sort ------------------------------------------------------------------------- */

static void
on_filter_changed (PoplensReportsTable *self, const char *filter)
{
  g_free (self->filter);
  self->filter = g_strdup (filter);
  poplens_table_widget_set_state (self->table, self->filter, self->sort);
}

static void
on_sort_changed (PoplensReportsTable *self, const char *sort)
{
  g_free (self->sort);
  self->sort = g_strdup (sort);
  poplens_table_widget_set_state (self->table, self->filter, self->sort);
}

static void
on_report_activate (PoplensReportsTable *self, guint position)
{
  if (self->model && position < g_list_model_get_n_items (G_LIST_MODEL (self->model)))
    g_signal_emit_by_name (self, "activate", poplens_table_model_get_row (self->model, position));
}

static void
on_reports_table_toast (PoplensReportsTable *self, const char *text)
{
  g_signal_emit_by_name (self, "toast", text);
}

GtkWidget *
poplens_reports_table_get_tools (PoplensReportsTable *self)
{
  return poplens_table_widget_get_tools (self->table);
}

void
poplens_reports_table_focus_filter (PoplensReportsTable *self)
{
  poplens_table_widget_focus_filter (self->table);
}

void
poplens_reports_table_set_menu (PoplensReportsTable *self, GMenuModel *menu)
{
  poplens_table_actions_set_menu (self->table, menu);
}

static gboolean
poplens_reports_table_grab_focus (GtkWidget *widget)
{
  PoplensReportsTable *self = POPLENS_REPORTS_TABLE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (poplens_table_widget_get_view (self->table)));
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_reports_table_dispose (GObject *object)
{
  PoplensReportsTable *self = POPLENS_REPORTS_TABLE (object);

  if (self->viewing)
    g_cancellable_cancel (self->viewing);
  g_clear_object (&self->viewing);
  forget_model (self);
  g_clear_pointer (&self->choice, poplens_table_choice_free);
  adw_bin_set_child (ADW_BIN (self), NULL);
  self->table = NULL;
  G_OBJECT_CLASS (poplens_reports_table_parent_class)->dispose (object);
}

static void
poplens_reports_table_finalize (GObject *object)
{
  PoplensReportsTable *self = POPLENS_REPORTS_TABLE (object);

  g_free (self->filter);
  g_free (self->sort);
  g_clear_pointer (&self->list, poplens_report_list_unref);
  g_clear_pointer (&self->next_list, poplens_report_list_unref);
  g_clear_pointer (&self->next, poplens_table_unref);
  G_OBJECT_CLASS (poplens_reports_table_parent_class)->finalize (object);
}

static void
poplens_reports_table_class_init (PoplensReportsTableClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_reports_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_reports_table_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = poplens_reports_table_grab_focus;
  g_signal_new ("shown", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("selection-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("activate", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
}

static void
poplens_reports_table_init (PoplensReportsTable *self)
{
  GtkWidget *table = poplens_table_widget_new (0);

  self->table = POPLENS_TABLE_WIDGET (table);
  self->choice = poplens_table_choice_new (self->table, on_report_chosen, self);
  poplens_table_widget_set_filterable (self->table, TRUE);
  g_signal_connect_swapped (table, "filter-changed", G_CALLBACK (on_filter_changed), self);
  g_signal_connect_swapped (table, "sort-changed", G_CALLBACK (on_sort_changed), self);
  g_signal_connect_swapped (table, "toast", G_CALLBACK (on_reports_table_toast), self);
  g_signal_connect_object (poplens_table_widget_get_view (self->table), "notify::model",
                           G_CALLBACK (follow_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (poplens_table_widget_get_view (self->table), "activate",
                           G_CALLBACK (on_report_activate), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), table);
}
