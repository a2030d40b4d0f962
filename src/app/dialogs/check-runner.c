/* PoplensCheckRunner: runs the checks on a thread, shows the result as a row, and has a window that
 * lists the checks. */
#include "app/dialogs/check-runner.h"

#include "app/page/facts-view.h"
#include "app/table/table-widget.h"
#include "derived/check/check-report.h"
#include "report/report.h"
#include "tables/engine/registry.h"

#include <adwaita.h>

/* ---- window of results ----------------------------------------------------------------------- */

/* Window that lists a report's checks and their failures.
 *
 * Signal "follow" (char *link): the user activated a row that has a location; the window closes
 * itself after that. */

#define POPLENS_TYPE_CHECK_WINDOW (poplens_check_window_get_type ())

G_DECLARE_FINAL_TYPE (PoplensCheckWindow, poplens_check_window, POPLENS, CHECK_WINDOW, AdwWindow)

struct _PoplensCheckWindow {
  AdwWindow parent;
  GtkBox *box;
};

G_DEFINE_FINAL_TYPE (PoplensCheckWindow, poplens_check_window, ADW_TYPE_WINDOW)

static void
on_window_follow (PoplensCheckWindow *self, const char *link)
{
  g_signal_emit_by_name (self, "follow", link);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_filter (GtkWidget *widget, const char *filter)
{
  poplens_table_widget_set_state (POPLENS_TABLE_WIDGET (widget), filter, NULL);
}

/* Adds the table of checks and its filter field. If there is no table, adds a text that says why.
 */
static void
add_table (PoplensCheckWindow *self, PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table = poplens_tables_build ("checks", report, NULL, NULL, &error);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  if (table) {
    GtkWidget *widget = poplens_table_widget_new (0);
    PoplensTableWidget *shown = POPLENS_TABLE_WIDGET (widget);
    poplens_table_widget_show_table (shown, table, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
    poplens_table_widget_set_filterable (shown, TRUE);
    g_signal_connect_swapped (widget, "follow", G_CALLBACK (on_window_follow), self);
    g_signal_connect (widget, "filter-changed", G_CALLBACK (on_filter), NULL);
    gtk_widget_set_halign (poplens_table_widget_get_tools (shown), GTK_ALIGN_END);
    gtk_box_append (GTK_BOX (box), poplens_table_widget_get_tools (shown));
    gtk_widget_set_vexpand (widget, TRUE);
    gtk_box_append (GTK_BOX (box), widget);
  } else {
    g_autofree char *valid = g_utf8_make_valid (error->message, -1);
    gtk_box_append (GTK_BOX (box), gtk_label_new (valid));
  }
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  gtk_widget_set_vexpand (box, TRUE);
  gtk_box_append (self->box, box);
}

static void
poplens_check_window_class_init (PoplensCheckWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("follow", POPLENS_TYPE_CHECK_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
poplens_check_window_init (PoplensCheckWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();

  gtk_box_append (GTK_BOX (box), header);
  self->box = GTK_BOX (box);
  adw_window_set_content (ADW_WINDOW (self), box);
}

/* Creates the window. @report: must have been checked, so that building its tables takes no time.
 * @parent: (nullable) */
static GtkWindow *
check_window_new (PoplensReport *report, GtkWindow *parent)
{
  PoplensCheckWindow *self =
      g_object_new (POPLENS_TYPE_CHECK_WINDOW, "title", "Checks", "transient-for", parent, "modal",
                    parent != NULL, "default-width", 1000, "default-height", 560, NULL);

  add_table (self, report);
  return GTK_WINDOW (self);
}

/* ---- the runner ------------------------------------------------------------------------------ */

/* Milliseconds between two tests whether the parts of the page are loaded. */
#define WAIT_MS 2000
/* Number of tests after which the checks start anyway, because parts of a page may never load. */
#define MOST_WAITS 30
#define PROGRESS_MS 100

struct _PoplensCheckRunner {
  AdwBin parent;
  GtkImage *icon;
  GtkLabel *text;
  GtkWidget *button;
  GtkWidget *progress; /* progress bar: shown instead of .button while checks run that the user has
                          requested */
  PoplensTone tone;
  guint progress_timer;
  int permille; /* progress of the checks, 0 … 1000; atomic, set by the thread */

  PoplensSession *session;
  PoplensReport *report; /* report that is checked */
  GCancellable *cancellable;
  GPtrArray *checks;
  guint timer;
  guint waits;
  gboolean asked; /* the user asked for the checks, so their result is shown even if none failed */
};

G_DEFINE_FINAL_TYPE (PoplensCheckRunner, poplens_check_runner, ADW_TYPE_BIN)

void
poplens_check_runner_end (PoplensCheckRunner *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_handle_id (&self->progress_timer, g_source_remove);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->report);
  g_clear_pointer (&self->checks, g_ptr_array_unref);
}

static void
poplens_check_runner_dispose (GObject *object)
{
  PoplensCheckRunner *self = POPLENS_CHECK_RUNNER (object);

  poplens_check_runner_end (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_check_runner_parent_class)->dispose (object);
}

/* ---- notice row ------------------------------------------------------------------------------ */

static void
show_check_row (PoplensCheckRunner *self, PoplensTone tone, const char *text, const char *button)
{
  const char *icon = poplens_tone_icon (tone);

  self->tone = tone;
  gtk_image_set_from_icon_name (self->icon, icon ? icon : "dialog-information-symbolic");
  gtk_label_set_text (self->text, text);
  gtk_button_set_label (GTK_BUTTON (self->button), button);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  g_signal_emit_by_name (self, "changed");
}

static void
hide_check_row (PoplensCheckRunner *self)
{
  self->tone = POPLENS_TONE_NEUTRAL;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit_by_name (self, "changed");
}

static gboolean
on_progress_timer (gpointer data)
{
  PoplensCheckRunner *self = data;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 g_atomic_int_get (&self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

/* Shows the progress bar instead of the button if @running; else shows the button. */
static void
show_running (PoplensCheckRunner *self, gboolean running)
{
  g_clear_handle_id (&self->progress_timer, g_source_remove);
  if (running)
    self->progress_timer = g_timeout_add (PROGRESS_MS, on_progress_timer, self);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  gtk_widget_set_visible (self->progress, running);
  gtk_widget_set_visible (self->button, !running);
}

static void
show_result (PoplensCheckRunner *self)
{
  g_autofree char *summary = poplens_checks_summary (self->checks);

  show_running (self, FALSE);
  if (poplens_checks_tally (self->checks, POPLENS_CHECK_FAIL)) {
    g_autofree char *text = g_strdup_printf ("%s. Some figures may be wrong.", summary);
    show_check_row (self, POPLENS_TONE_WARNING, text, "Show");
  } else if (self->asked) {
    show_check_row (self, POPLENS_TONE_NEUTRAL, summary, "Show");
  } else {
    hide_check_row (self);
  }
  if (self->asked)
    g_signal_emit_by_name (self, "answer", summary);
}

/* ---- checking -------------------------------------------------------------------------------- */

/* Called on the thread that runs the checks. A thread that still checks the previous report may set
 * a wrong progress, which the next call corrects. */
static void
on_check_progress (double fraction, const char *what, gpointer data)
{
  PoplensCheckRunner *self = data;

  g_atomic_int_set (&self->permille, (int) (1000 * CLAMP (fraction, 0, 1)));
}

typedef struct {
  PoplensCheckRunner *runner; /* (transfer none): @user_data of the task has a reference */
  PoplensReport *report;
} CheckJob;

static void
check_job_free (gpointer data)
{
  CheckJob *job = data;

  g_object_unref (job->report);
  g_free (job);
}

static gpointer
check_thread (gpointer data)
{
  g_autoptr (GTask) task = data;
  const CheckJob *job = g_task_get_task_data (task);
  GError *error = NULL;
  GPtrArray *checks;

  poplens_lower_priority (POPLENS_NICE_CHECKS);
  checks = poplens_report_check (job->report, on_check_progress, job->runner,
                                 g_task_get_cancellable (task), &error);
  if (checks)
    g_task_return_pointer (task, checks, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
  return NULL;
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensCheckRunner) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) checks = g_task_propagate_pointer (G_TASK (result), &error);

  /* Ignore the result of a previous report's checks. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  /* The checks have no result if the files have changed meanwhile. The reload bar reports that, so
   * hide this row. */
  if (!checks) {
    show_running (self, FALSE);
    hide_check_row (self);
    return;
  }
  self->checks = g_steal_pointer (&checks);
  show_result (self);
}

static void
start_checking (PoplensCheckRunner *self)
{
  /* Pass no source object: the task may be freed on the worker, where a widget must not be
   * finalized. */
  GTask *task = g_task_new (NULL, self->cancellable, on_checked, g_object_ref (self));
  CheckJob *job = g_new (CheckJob, 1);

  *job = (CheckJob){self, g_object_ref (self->report)};
  g_task_set_task_data (task, job, check_job_free);
  g_thread_unref (g_thread_new ("checks", check_thread, task));
}

/* TRUE if the parts that the current page needs are loaded, or known to be absent. */
static gboolean
is_page_loaded (PoplensCheckRunner *self)
{
  guint32 parts = poplens_page_parts_of_location (poplens_session_get_location (self->session));

  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    if (parts & POPLENS_PART_BIT (p) && !poplens_report_peek (self->report, p) &&
        !poplens_report_get_absence (self->report, p))
      return FALSE;
  return TRUE;
}

static guint64
profile_size (PoplensReport *report)
{
  return poplens_report_get_file (report, POPLENS_FILE_PROFILE)->size;
}

static gboolean
on_timer (gpointer data)
{
  PoplensCheckRunner *self = data;

  if (!is_page_loaded (self) && self->waits++ < MOST_WAITS)
    return G_SOURCE_CONTINUE;
  self->timer = 0;
  start_checking (self);
  return G_SOURCE_REMOVE;
}

/* Shows the row with the size of the profile and a button that checks the report. */
static void
offer_checks (PoplensCheckRunner *self)
{
  PoplensNumber size;

  poplens_format_bytes (size, profile_size (self->report), POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *text = g_strdup_printf ("Consistency not checked (profile: %s)", size);
  show_check_row (self, POPLENS_TONE_NEUTRAL, text, "Check Now");
}

static void
on_check_follow (PoplensCheckRunner *self, const char *link)
{
  /* Ignore the error: if the location is invalid, the page says so. */
  poplens_session_follow (self->session, link, NULL);
}

static void
on_check_button (PoplensCheckRunner *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *window;

  if (!self->checks) {
    show_check_row (self, POPLENS_TONE_NEUTRAL, "Checking…", "Show");
    show_running (self, TRUE);
    self->asked = TRUE;
    start_checking (self);
    return;
  }
  window = check_window_new (self->report, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL);
  g_signal_connect_object (window, "follow", G_CALLBACK (on_check_follow), self, G_CONNECT_SWAPPED);
  gtk_window_present (window);
}

PoplensTone
poplens_check_runner_get_tone (PoplensCheckRunner *self)
{
  return self->tone;
}

void
poplens_check_runner_begin (PoplensCheckRunner *self, PoplensSession *session)
{
  poplens_check_runner_end (self);
  g_set_object (&self->session, session);
  self->report = g_object_ref (poplens_session_get_home (session));
  self->cancellable = g_cancellable_new ();
  self->waits = 0;
  self->asked = FALSE;
  g_atomic_int_set (&self->permille, 0);
  show_running (self, FALSE);
  hide_check_row (self);
  if (profile_size (self->report) > POPLENS_CHECK_UNASKED || !poplens_report_is_near (self->report))
    offer_checks (self);
  else
    self->timer = g_timeout_add_full (G_PRIORITY_LOW, WAIT_MS, on_timer, self, NULL);
}

static void
poplens_check_runner_class_init (PoplensCheckRunnerClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_check_runner_dispose;
  g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("answer", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
}

static void
poplens_check_runner_init (PoplensCheckRunner *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->icon = GTK_IMAGE (gtk_image_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->icon), GTK_ALIGN_START);
  self->text = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->text, TRUE);
  gtk_label_set_xalign (self->text, 0);
  self->button = gtk_button_new ();
  gtk_widget_set_halign (self->button, GTK_ALIGN_START);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_check_button), self);
  self->progress = gtk_progress_bar_new ();
  gtk_box_append (GTK_BOX (column), GTK_WIDGET (self->text));
  gtk_box_append (GTK_BOX (column), self->button);
  gtk_box_append (GTK_BOX (column), self->progress);
  gtk_widget_set_hexpand (column, TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->icon));
  gtk_box_append (GTK_BOX (box), column);
  gtk_widget_add_css_class (box, "page-notice");
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
