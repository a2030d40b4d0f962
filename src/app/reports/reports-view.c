/* PoplensReportsView: arranges headline, charts and table, has the actions on reports, and reads
 * the reports on a worker thread. */
#include "app/reports/reports-view.h"

#include "app/reports/reports-charts.h"
#include "app/reports/reports-table.h"
#include "app/widgets/bins.h"
#include "app/widgets/layouts.h"
#include "app/window/choices.h"
#include "pages/core/views.h"
#include "remote/address.h"
#include "tables/reports/report-list.h"

#include <gtk/gtk.h>
#include <string.h>

/* ---- layout ---------------------------------------------------------------------------------- */

/* Layout of three children from top to bottom: head (headline and charts), bar, and table of
 * reports. In a low window, the head scrolls, so that some rows of the table stay visible. */

/* Minimum height of the table in pixels: its header and a few rows. */
#define LEAST_ROWS 150

static GtkSizeRequestMode
reports_layout_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static int
natural_height (GtkWidget *widget, int width)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

/* Returns the height of the contents of @scrolled at @width. GtkScrolledWindow would measure them
 * without a width, as if no text wrapped. */
static int
content_height (GtkWidget *scrolled, int width)
{
  GtkWidget *viewport = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled));

  return natural_height (gtk_viewport_get_child (GTK_VIEWPORT (viewport)), width);
}

static void
reports_layout_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *top = gtk_widget_get_first_child (widget), *rows = gtk_widget_get_last_child (widget);

  for (GtkWidget *child = top; child; child = gtk_widget_get_next_sibling (child)) {
    int least, wished;
    gtk_widget_measure (child, orientation, orientation == GTK_ORIENTATION_VERTICAL ? for_size : -1,
                        &least, &wished, NULL, NULL);
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, wished);
      continue;
    }
    if (child == top) {
      /* Measure the contents alone: the minimum of GtkScrolledWindow includes a scrollbar, which is
       * not shown if everything fits. */
      wished = content_height (top, for_size);
      least = MIN (least, wished);
    } else if (child == rows) {
      least = MAX (least, LEAST_ROWS);
      wished = MAX (wished, LEAST_ROWS);
    }
    *minimum += least;
    *natural += wished;
  }
}

static void
reports_layout_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *top = gtk_widget_get_first_child (widget), *rows = gtk_widget_get_last_child (widget);
  GtkWidget *bar = gtk_widget_get_next_sibling (top);
  int bar_height = natural_height (bar, width);
  int room = MAX (height - bar_height - LEAST_ROWS, 0);
  int top_height = MIN (content_height (top, width), room), below = top_height + bar_height;

  gtk_widget_size_allocate (top, &(GtkAllocation){0, 0, width, top_height}, -1);
  gtk_widget_size_allocate (bar, &(GtkAllocation){0, top_height, width, bar_height}, -1);
  gtk_widget_size_allocate (rows, &(GtkAllocation){0, below, width, MAX (height - below, 0)}, -1);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* Maximum number of reports that are listed above the table: those that got worse or cannot be
 * read. */
#define MOST_LINES 3

struct _PoplensReportsView {
  AdwBin parent;
  GtkBox *head;
  GtkImage *icon;
  GtkLabel *title, *text; /* title and text of the headline */
  GtkWidget
      *more; /* button that shows and hides .details: segments, noise, and unreadable reports */
  GtkLabel *details;
  GtkWidget *open,
      *compare; /* buttons: .open opens the report .marked, .compare compares it with .before */
  GtkLabel *open_label, *compare_label;
  guint32 marked, before; /* indices in .list: .marked: the report that the headline names; .before:
                             the report before .marked */
  gboolean pointed; /* select_marked () has selected a row: do not select it again after a reload */
  GtkWidget *classes; /* button that reads the time classes; shown only for a remote folder */
  GtkLabel *order;
  GtkSpinner *spinner;
  GtkBox *bar;
  PoplensReportsCharts *charts;
  PoplensReportsTable *table;
  GMenuModel *row_menu;

  char *folder;
  PoplensSettings *settings;
  PoplensByteUnit unit;
  PoplensReportList
      *list;    /* (nullable): list of reports that was read last; NULL if none was read yet */
  char *rules;  /* (nullable): contents of the file with limits that .list was checked against */
  char *wrong;  /* (nullable): error in the file with limits */
  gboolean far; /* the folder is on a remote host */
  GCancellable
      *reading; /* (nullable): cancels the worker that reads the folder; NULL if there is none */
};

G_DEFINE_FINAL_TYPE (PoplensReportsView, poplens_reports_view, ADW_TYPE_BIN)

/* ---- selection ------------------------------------------------------------------------------- */

/* Returns the row of the previous report of the same model that could be opened. G_MAXUINT32 if
 * there is none. */
static guint32
previous_of (PoplensReportsView *self, guint32 row)
{
  const PoplensReportList *list = poplens_reports_table_get_list (self->table);

  for (guint32 r = list ? row : 0; r-- > 0;) {
    const PoplensListedReport *report = g_ptr_array_index (list->reports, r);
    if (list->series[r] == list->series[row] && report->opened)
      return r;
  }
  return G_MAXUINT32;
}

static void
update_actions (PoplensReportsView *self)
{
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);
  gboolean one = rows->len == 1;
  gboolean has_previous =
      one && previous_of (self, g_array_index (rows, guint32, 0)) != G_MAXUINT32;
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "reports.open", one);
  gtk_widget_action_set_enabled (widget, "reports.open-window", one);
  gtk_widget_action_set_enabled (widget, "reports.compare", rows->len == 2 || has_previous);
  gtk_widget_action_set_enabled (widget, "reports.copy-path", rows->len > 0);
}

/* Marks the selected reports in the charts too. A row number of the table is the report's index in
 * the list. */
static void
on_selection_changed (PoplensReportsView *self)
{
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);

  update_actions (self);
  poplens_reports_charts_set_selected (self->charts, rows);
}

static void
on_report_chosen (PoplensReportsView *self, guint report)
{
  poplens_reports_table_select (self->table, report);
}

/* ---- actions --------------------------------------------------------------------------------- */

static void
open_row (PoplensReportsView *self, guint32 row)
{
  g_autofree char *address = g_strdup (poplens_reports_table_get_address (self->table, row));

  g_signal_emit_by_name (self, "open", address, NULL);
}

/* Returns the page that shows why the report with index @report got worse. */
static PoplensPageId
page_of_cause (const PoplensReportList *list, guint32 report)
{
  static const PoplensPageId pages[POPLENS_N_MEASURES] = {
      [POPLENS_MEASURE_FITS] = POPLENS_PAGE_MEMORY,
      [POPLENS_MEASURE_ITERATION] = POPLENS_PAGE_TRACE,
      [POPLENS_MEASURE_PROGRAM] = POPLENS_PAGE_TRACE,
      [POPLENS_MEASURE_FULLEST] = POPLENS_PAGE_MEMORY,
      [POPLENS_MEASURE_PEAK] = POPLENS_PAGE_LIVENESS};
  PoplensReportPair next;

  for (guint c = 0; list && list->changes && c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (change->report == report && poplens_report_change_is_worse (change))
      return pages[change->measure];
  }
  if (list && list->changes && poplens_report_list_next (list, &next) && next.after == report)
    return pages[next.measure];
  return POPLENS_PAGE_SUMMARY;
}

/* Compares the reports of two rows. Rows are in the order of time, so the smaller row number is
 * Before. */
static void
compare_rows (PoplensReportsView *self, guint32 a, guint32 b)
{
  g_autofree char *before = g_strdup (poplens_reports_table_get_address (self->table, MIN (a, b)));
  g_autofree char *after = g_strdup (poplens_reports_table_get_address (self->table, MAX (a, b)));
  g_autoptr (PoplensLocation) page = poplens_location_new (
      page_of_cause (poplens_reports_table_get_list (self->table), MAX (a, b)));
  g_autoptr (PoplensLocation) location = poplens_location_with_other (page, after);
  g_autofree char *text = poplens_location_to_string (location);

  g_signal_emit_by_name (self, "open", before, text);
}

static void
on_open (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensReportsView *self = POPLENS_REPORTS_VIEW (widget);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);

  if (rows->len == 1)
    open_row (self, g_array_index (rows, guint32, 0));
}

static void
on_open_window (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensReportsView *self = POPLENS_REPORTS_VIEW (widget);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);

  if (rows->len == 1)
    g_signal_emit_by_name (
        self, "open-window",
        poplens_reports_table_get_address (self->table, g_array_index (rows, guint32, 0)));
}

/* Compares the two selected reports; or the one selected report with the report before it. */
static void
on_compare (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensReportsView *self = POPLENS_REPORTS_VIEW (widget);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);

  if (rows->len == 2)
    compare_rows (self, g_array_index (rows, guint32, 0), g_array_index (rows, guint32, 1));
  else if (rows->len == 1)
    compare_rows (self, previous_of (self, g_array_index (rows, guint32, 0)),
                  g_array_index (rows, guint32, 0));
}

static void
on_compare_marked (PoplensReportsView *self)
{
  if (poplens_reports_table_get_list (self->table))
    compare_rows (self, self->before, self->marked);
}

static void
on_open_marked (PoplensReportsView *self)
{
  if (poplens_reports_table_get_list (self->table))
    open_row (self, self->marked);
}

static void
on_copy_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensReportsView *self = POPLENS_REPORTS_VIEW (widget);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    g_string_append_printf (
        text, "%s%s", i ? "\n" : "",
        poplens_reports_table_get_address (self->table, g_array_index (rows, guint32, i)));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
  g_signal_emit_by_name (self, "toast", rows->len == 1 ? "Copied the path" : "Copied the paths");
}

/* Opens the activated report, or compares two selected ones. The row need not be selected: Enter
 * activates the row with the focus. */
static void
on_activate (PoplensReportsView *self, guint row)
{
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);

  if (rows->len == 2)
    on_compare (GTK_WIDGET (self), NULL, NULL);
  else if (rows->len > 2)
    g_signal_emit_by_name (self, "toast", "Select one report to open it, two to compare them");
  else
    open_row (self, row);
}

/* ---- headline -------------------------------------------------------------------------------- */

/* Shows a headline. @tone: (nullable): its style and icon. @details: (nullable): text behind a
 * button. */
static void
show_headline (PoplensReportsView *self, const PoplensReportsTone *tone, const char *title,
               const char *text, const char *details)
{
  static const struct {
    const char *icon, *style;
  } looks[] = {
      [POPLENS_REPORTS_GOOD] = {"emblem-ok-symbolic", "tone-good"},
      [POPLENS_REPORTS_WORSE] = {"dialog-warning-symbolic", "tone-warning"},
      [POPLENS_REPORTS_OVER] = {"action-unavailable-symbolic", "tone-bad"},
  };

  for (guint t = 0; t < G_N_ELEMENTS (looks); t++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->head), looks[t].style);
  if (tone)
    gtk_widget_add_css_class (GTK_WIDGET (self->head), looks[*tone].style);
  gtk_image_set_from_icon_name (self->icon,
                                tone ? looks[*tone].icon : "dialog-information-symbolic");
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->text, text);
  gtk_label_set_label (self->details, details ? details : "");
  gtk_widget_set_tooltip_text (self->more, details);
  gtk_widget_set_sensitive (self->more, details != NULL);
}

/* While the reports are read for the first time, shows the progress in the headline, and reserves
 * space for the charts. During a reload, keeps the previous headline, because a text of another
 * height would move everything below it. */
static void
show_progress (PoplensReportsView *self, guint done, guint all)
{
  PoplensNumber a, b;
  g_autofree char *text =
      g_strdup_printf ("%s of %s", poplens_format_count (a, done), poplens_format_count (b, all));

  if (self->list)
    return;
  show_headline (self, NULL, "Loading reports…", text, NULL);
  poplens_reports_charts_expect (self->charts, all > 1);
}

static void
set_button (GtkWidget *button, GtkLabel *label, gboolean shown, const char *text)
{
  gtk_widget_set_visible (button, shown);
  gtk_label_set_label (label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
show_buttons (PoplensReportsView *self, const PoplensReportList *list,
              const PoplensReportsHeadline *headline)
{
  self->marked = headline->report;
  self->before = headline->before;
  const PoplensListedReport *marked =
      headline->marked ? g_ptr_array_index (list->reports, headline->report) : NULL;
  const PoplensListedReport *before =
      headline->worse ? g_ptr_array_index (list->reports, headline->before) : NULL;
  g_autofree char *open = g_strdup_printf ("Open %s", marked ? marked->path : "");
  g_autofree char *compare =
      before ? g_strdup_printf ("Compare %s With %s", before->path, marked->path) : g_strdup ("");

  set_button (self->open, self->open_label, marked != NULL, open);
  set_button (self->compare, self->compare_label, before != NULL, compare);
}

/* Shows a title above the table that says its order, such as "Reports of one model, oldest first".
 */
static void
show_order (PoplensReportsView *self, const PoplensReportList *list)
{
  g_autofree char *text =
      list->n_series == 1  ? g_strdup ("Reports of one model, oldest first")
      : list->n_series > 1 ? g_strdup_printf ("Reports of %u models, oldest first", list->n_series)
                           : g_strdup ("Reports, oldest first");

  gtk_label_set_label (self->order, text);
}

static void
show_list (PoplensReportsView *self, const PoplensReportList *list,
           const PoplensReportsHeadline *headline)
{
  g_autofree char *answer = poplens_report_list_answer (list, self->unit, MOST_LINES);
  g_autofree char *details = g_strconcat (answer, self->wrong ? "\n" : "", self->wrong, NULL);
  g_autofree char *text =
      g_strconcat (headline->text, *headline->text && self->wrong ? " " : "", self->wrong, NULL);

  show_headline (self, &headline->tone, headline->title, text, details);
  show_buttons (self, list, headline);
  show_order (self, list);
}

/* Selects the report that the headline names, unless the user has selected reports. */
static void
select_marked (PoplensReportsView *self, const PoplensReportsHeadline *headline)
{
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (self->table);

  if (headline->marked && !rows->len)
    poplens_reports_table_select (self->table, headline->report);
}

static void
on_shown (PoplensReportsView *self)
{
  PoplensReportList *list = poplens_reports_table_get_list (self->table);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (list) {
    g_auto (PoplensReportsHeadline) headline = {0};
    poplens_report_list_headline (list, self->unit, &headline);
    show_list (self, list, &headline);
    poplens_reports_charts_set_list (self->charts, list, &headline, self->unit);
    if (!self->pointed)
      select_marked (self, &headline);
    self->pointed = TRUE;
  }
  if (root && !gtk_root_get_focus (root))
    poplens_reports_view_take_focus (self);
  on_selection_changed (self);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reading the folder: a worker thread reads the reports, and a few times per second the table shows
 * those that have been read. */

/* File in a folder of reports with limits that they must keep (docs/guide/reference-budget.md). */
#define RULES_FILE "budget.ini"

/* Microseconds between updates of the table while reports are read: FIRST_PAUSE before the first
 * update, then PAUSE. */
#define PAUSE (300 * G_TIME_SPAN_MILLISECOND)
#define FIRST_PAUSE (100 * G_TIME_SPAN_MILLISECOND)

typedef struct {
  PoplensReportsView
      *view; /* used by the main thread only; the task's callback data keeps it alive */
  char *folder;
  PoplensReportListOptions options;
  PoplensReportList *before; /* (nullable): list that was read before: its reports are reused if
                                they are unchanged */
  char *rules;       /* (nullable): contents of the file with limits: of the previous read, until
                        read_rules () replaces them */
  GPtrArray *limits; /* (nullable): limits parsed from .rules */
  char *wrong;       /* (nullable): error in the file with limits */
  PoplensByteUnit unit;
  GCancellable *cancellable;
  gint64 next; /* monotonic time at which the next update is due, in µs */
  int waiting; /* atomic: an update is on its way to the main thread */
} ReadingJob;

static void
reading_job_free (gpointer data)
{
  ReadingJob *job = data;

  g_free (job->folder);
  g_clear_pointer (&job->before, poplens_report_list_unref);
  g_clear_pointer (&job->limits, g_ptr_array_unref);
  g_free (job->rules);
  g_free (job->wrong);
  g_object_unref (job->cancellable);
  g_free (job);
}

/* Passes the reports that have been read so far to the main thread. */
typedef struct {
  GTask *task;         /* task that reads the folder; its task data is the ReadingJob */
  PoplensTable *table; /* (nullable): table of the reports read so far; NULL during a reload, when
                          the previous rows stay */
  guint done, all;
} ReadingUpdate;

static gboolean
on_reading_update (gpointer data)
{
  const ReadingUpdate *batch = data;
  ReadingJob *job = g_task_get_task_data (batch->task);

  if (!g_cancellable_is_cancelled (job->cancellable) && job->view->reading) {
    show_progress (job->view, batch->done, batch->all);
    if (batch->table)
      poplens_reports_table_show_some (job->view->table, batch->table, job->view->unit);
  }
  g_atomic_int_set (&job->waiting, FALSE);
  return G_SOURCE_REMOVE;
}

static void
reading_update_free (gpointer data)
{
  ReadingUpdate *batch = data;

  g_clear_pointer (&batch->table, poplens_table_unref);
  g_object_unref (batch->task);
  g_free (batch);
}

static void
on_listed (PoplensReportList *so_far, guint all, gpointer data)
{
  GTask *task = data;
  ReadingJob *job = g_task_get_task_data (task);
  gint64 now = g_get_monotonic_time ();

  if (now < job->next || so_far->reports->len == all || g_atomic_int_get (&job->waiting))
    return;
  ReadingUpdate *batch = g_new0 (ReadingUpdate, 1);
  batch->task = g_object_ref (task);
  batch->done = so_far->reports->len;
  batch->all = all;
  if (!job->before) {
    poplens_report_list_sort (so_far);
    batch->table = poplens_report_list_table (so_far, &job->options, job->unit);
  }
  g_atomic_int_set (&job->waiting, TRUE);
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, on_reading_update, batch,
                              reading_update_free);
  job->next = g_get_monotonic_time () + PAUSE;
}

/* Reads the file with limits in a local folder. In a remote folder it is ignored, because another
 * user may have written it. */
static void
read_rules (ReadingJob *job)
{
  g_autofree char *path = g_build_filename (job->folder, RULES_FILE, NULL);
  g_autofree char *before = g_steal_pointer (&job->rules);
  const char *const files[] = {path, NULL};
  g_autoptr (GError) error = NULL;

  if (!poplens_address_is_remote (job->folder) &&
      g_file_get_contents (path, &job->rules, NULL, NULL)) {
    job->limits = poplens_budget_collect (files, NULL, FALSE, &error);
    job->wrong = error ? g_strdup (error->message) : NULL;
  }
  job->options.rules = job->limits;
  job->options.before = g_strcmp0 (before, job->rules) ? NULL : job->before;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ReadingJob *job = data;
  g_autoptr (PoplensFigureStore) figures = poplens_figure_store_new_default ();
  GError *error = NULL;

  read_rules (job);
  job->options.figures = figures;
  job->next = g_get_monotonic_time () + FIRST_PAUSE;
  PoplensReportList *list =
      poplens_report_list_read (job->folder, &job->options, on_listed, task, cancellable, &error);
  job->options.figures = NULL;
  if (list)
    g_task_return_pointer (task, list, (GDestroyNotify) poplens_report_list_unref);
  else
    g_task_return_error (task, error);
}

static void start_reading (PoplensReportsView *self, gboolean time);

/* Shows the list that was read. If the folder is local and the time classes were not read yet,
 * starts to read them. */
static void
take_list (PoplensReportsView *self, ReadingJob *job, PoplensReportList *list)
{
  g_free (self->wrong);
  self->wrong = g_steal_pointer (&job->wrong);
  g_free (self->rules);
  self->rules = g_steal_pointer (&job->rules);
  g_clear_pointer (&self->list, poplens_report_list_unref);
  self->list = poplens_report_list_ref (list);
  poplens_reports_table_show_list (self->table, list, self->unit);
  if (!job->options.time && !self->far)
    start_reading (self, TRUE);
}

static void
on_report_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensReportsView) self = data;
  g_autoptr (GError) error = NULL;
  ReadingJob *job = g_task_get_task_data (G_TASK (result));

  if (job->cancellable != self->reading)
    return;
  g_autoptr (PoplensReportList) list = g_task_propagate_pointer (G_TASK (result), &error);
  poplens_reports_view_stop (self);
  gtk_widget_set_sensitive (self->classes, list != NULL && !job->options.time);
  if (list) {
    take_list (self, job, list);
  } else if (!job->options.time || !self->list) {
    g_clear_pointer (&self->wrong, g_free);
    show_headline (self, NULL, error->message, "", NULL);
    poplens_reports_charts_expect (self->charts, FALSE);
  }
}

/* Starts to read the folder; a running job is stopped. @time: TRUE: reads the time classes too. */
static void
start_reading (PoplensReportsView *self, gboolean time)
{
  poplens_reports_view_stop (self);
  self->reading = g_cancellable_new ();
  gtk_spinner_start (self->spinner);
  /* No source object: the worker may drop the last reference to the task, and must not finalize a
   * widget. */
  g_autoptr (GTask) task = g_task_new (NULL, self->reading, on_report_read, g_object_ref (self));
  ReadingJob *job = g_new0 (ReadingJob, 1);

  job->view = self;
  job->folder = g_strdup (self->folder);
  job->before = self->list ? poplens_report_list_ref (self->list) : NULL;
  job->rules = g_strdup (self->rules);
  job->options.time = time;
  job->unit = self->unit;
  job->cancellable = g_object_ref (self->reading);
  g_task_set_task_data (task, job, reading_job_free);
  g_task_run_in_thread (task, read_in_thread);
}

void
poplens_reports_view_reload (PoplensReportsView *self)
{
  if (!self->list)
    show_headline (self, NULL, "Loading reports…", "", NULL);
  on_selection_changed (self);
  start_reading (self, FALSE);
}

/* The user asked for the time classes of a remote folder: they need all executed steps, which is
 * much data to transfer. */
static void
on_read_classes (PoplensReportsView *self)
{
  gtk_widget_set_sensitive (self->classes, FALSE);
  start_reading (self, TRUE);
}

void
poplens_reports_view_stop (PoplensReportsView *self)
{
  if (self->reading)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  gtk_spinner_stop (self->spinner);
}

/* ---- settings and focus ---------------------------------------------------------------------- */

static void
on_toast (PoplensReportsView *self, const char *text)
{
  g_signal_emit_by_name (self, "toast", text);
}

static void
on_settings_changed (PoplensReportsView *self)
{
  PoplensByteUnit unit = poplens_choices_unit (self->settings);

  if (unit == self->unit)
    return;
  self->unit = unit;
  if (self->list)
    poplens_reports_table_show_list (self->table, self->list, unit);
}

void
poplens_reports_view_focus_filter (PoplensReportsView *self)
{
  poplens_reports_table_focus_filter (self->table);
}

const char *
poplens_reports_view_get_folder (PoplensReportsView *self)
{
  return self->folder;
}

void
poplens_reports_view_take_focus (PoplensReportsView *self)
{
  if (!gtk_widget_get_focus_child (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->table));
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_reports_view_dispose (GObject *object)
{
  PoplensReportsView *self = POPLENS_REPORTS_VIEW (object);

  if (self->reading)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (self->settings)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_REPORTS_VIEW);
  G_OBJECT_CLASS (poplens_reports_view_parent_class)->dispose (object);
}

static void
poplens_reports_view_finalize (GObject *object)
{
  PoplensReportsView *self = POPLENS_REPORTS_VIEW (object);

  g_free (self->folder);
  g_free (self->rules);
  g_free (self->wrong);
  g_clear_pointer (&self->list, poplens_report_list_unref);
  G_OBJECT_CLASS (poplens_reports_view_parent_class)->finalize (object);
}

static void
poplens_reports_view_class_init (PoplensReportsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_reports_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_reports_view_finalize;
  g_signal_new ("open", POPLENS_TYPE_REPORTS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  g_signal_new ("open-window", POPLENS_TYPE_REPORTS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("toast", POPLENS_TYPE_REPORTS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "reports.open", NULL, on_open);
  gtk_widget_class_install_action (widget_class, "reports.open-window", NULL, on_open_window);
  gtk_widget_class_install_action (widget_class, "reports.compare", NULL, on_compare);
  gtk_widget_class_install_action (widget_class, "reports.copy-path", NULL, on_copy_path);
  g_type_ensure (POPLENS_TYPE_COLUMN_BIN);
  g_type_ensure (POPLENS_TYPE_REPORTS_CHARTS);
  g_type_ensure (POPLENS_TYPE_REPORTS_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/reports-view.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensReportsView, child)
  BIND (head);
  BIND (icon);
  BIND (title);
  BIND (text);
  BIND (more);
  BIND (details);
  BIND (open);
  BIND (open_label);
  BIND (compare);
  BIND (compare_label);
  BIND (classes);
  BIND (order);
  BIND (spinner);
  BIND (bar);
  BIND (charts);
  BIND (table);
  BIND (row_menu);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_open_marked);
  gtk_widget_class_bind_template_callback (widget_class, on_compare_marked);
  gtk_widget_class_bind_template_callback (widget_class, on_shown);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_read_classes);
  gtk_widget_class_bind_template_callback (widget_class, on_toast);
  gtk_widget_class_bind_template_callback (widget_class, on_selection_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_report_chosen);
}

static void
poplens_reports_view_init (PoplensReportsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_object_ref (poplens_settings_get_default ());
  self->unit = poplens_choices_unit (self->settings);
  g_signal_connect_swapped (self->settings, "changed::general", G_CALLBACK (on_settings_changed),
                            self);
  poplens_reports_table_set_menu (self->table, self->row_menu);
  /* Set the layout of the three children of this box: head (a GtkScrolledWindow), bar and table. */
  gtk_widget_set_layout_manager (adw_bin_get_child (ADW_BIN (self)),
                                 gtk_custom_layout_new (reports_layout_get_request_mode,
                                                        reports_layout_measure,
                                                        reports_layout_allocate));
  /* In a narrow window, the contents of the bar wrap into two rows. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self->bar), poplens_wrap_layout_new ());
  gtk_widget_set_layout_manager (GTK_WIDGET (self->head), poplens_wrap_layout_new ());
  gtk_box_append (self->bar, poplens_reports_table_get_tools (self->table));
  update_actions (self);
}

GtkWidget *
poplens_reports_view_new (const char *folder)
{
  PoplensReportsView *self = g_object_new (POPLENS_TYPE_REPORTS_VIEW, NULL);

  self->folder = g_strdup (folder);
  self->far = poplens_address_is_remote (folder);
  gtk_widget_set_visible (self->classes, self->far);
  poplens_reports_view_reload (self);
  return GTK_WIDGET (self);
}
