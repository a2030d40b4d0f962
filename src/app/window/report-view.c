/* PoplensReportView: reloads the report, compares it, copies it from another computer, and moves
 * the focus between sidebar, page, card and search. */
#include "app/window/report-view.h"

#include "app/card/card-split.h"
#include "app/compare/compare-bar.h"
#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-job.h"
#include "app/find/find-palette.h"
#include "app/page/page-tables.h"
#include "app/page/page-view.h"
#include "app/remote/link-bar.h"
#include "app/remote/remote-ready.h"
#include "app/widgets/bins.h"
#include "app/window/info-bar.h"
#include "app/remote/report-link.h"
#include "app/window/report-status.h"
#include "app/window/choices.h"
#include "app/window/settings.h"
#include "app/window/sidebar.h"
#include "base/format.h"
#include "derived/trace/trace-location.h"
#include "pages/core/views.h"
#include "report/copy.h"
#include "report/report.h"

#include <gtk/gtk.h>

/* ---- copying the report to this computer ----------------------------------------------------- */

/* Action "Copy Report to This Computer…": copies all files of a report on another computer into a
 * local folder. */

/* Microseconds without data after which the dialog shows "no answer" instead of a rate. */
#define SILENCE (3 * (gint64) G_USEC_PER_SEC)

typedef struct {
  PoplensReport *report;
  PoplensReportCopied copied; /* result of the copy; .bytes is set before the first progress */
  gint64 since;               /* µs: start of the time over which the rate is measured */
  double first;               /* fraction that was already copied at .since; −1: unknown */
  double last;                /* fraction at the latest progress */
  gint64 last_at;             /* µs: time at which .last changed; 0 before the first progress */
} ReportCopy;

static void
copy_free (gpointer data)
{
  ReportCopy *self = data;

  g_object_unref (self->report);
  g_free (self);
}

/* TRUE if no data has arrived for SILENCE. @silence: (out): number of seconds without data, as a
 * text. */
static gboolean
describe_silence (ReportCopy *self, double fraction, PoplensNumber silence)
{
  gint64 now = g_get_monotonic_time ();

  if (fraction != self->last || !self->last_at) {
    /* Data arrives again after a pause: measure the rate from now on, so that the pause does not
     * count. */
    if (self->last_at && now - self->last_at >= SILENCE) {
      self->since = now;
      self->first = -1;
    }
    self->last = fraction;
    self->last_at = now;
  }
  poplens_format_count (silence, (guint64) ((now - self->last_at) / G_USEC_PER_SEC));
  return now - self->last_at >= SILENCE;
}

/* Returns a text such as "120 of 483 MiB · 11.2 MiB/s · about 30 seconds left". (transfer full)
 * (nullable): NULL before any data has arrived. */
static char *
describe_progress (double fraction, gpointer data)
{
  ReportCopy *self = data;
  PoplensNumber done, all, speed, left, silence;
  gboolean is_silent = describe_silence (self, fraction, silence);
  double seconds = (double) (g_get_monotonic_time () - self->since) / G_USEC_PER_SEC;

  if (fraction <= 0)
    return NULL;
  if (self->first < 0)
    self->first = fraction;
  double rate = (fraction - self->first) / MAX (seconds, 0.001);
  poplens_format_bytes (done, (guint64) (fraction * (double) self->copied.bytes),
                        POPLENS_BYTE_UNIT_BINARY);
  poplens_format_bytes (all, self->copied.bytes, POPLENS_BYTE_UNIT_BINARY);
  if (is_silent)
    return g_strdup_printf ("%s of %s · no answer for %s seconds", done, all, silence);
  if (rate <= 0)
    return g_strdup_printf ("%s of %s", done, all);
  poplens_format_bytes (speed, (guint64) (rate * (double) self->copied.bytes),
                        POPLENS_BYTE_UNIT_BINARY);
  return g_strdup_printf ("%s of %s · %s/s · %s left", done, all, speed,
                          poplens_format_estimate (left, (1 - fraction) / rate));
}

static const char *
get_address (gpointer data)
{
  return poplens_report_get_path (((ReportCopy *) data)->report);
}

static gboolean
write_copy (const char *path, const PoplensWork *work, gpointer data, GError **error)
{
  ReportCopy *self = data;

  return poplens_report_copy (poplens_report_get_path (self->report), path, work, &self->copied,
                              error);
}

static void
tell_copied (GtkWidget *page, const char *path, gpointer data)
{
  g_autofree char *text = g_strdup_printf ("Copied to %s", path);

  poplens_page_toast (page, text);
}

static const PoplensSaveJob job = {.title = "Copying Report",
                                   .describe = describe_progress,
                                   .get_address = get_address,
                                   .first = "Starting…",
                                   .write = write_copy,
                                   .tell = tell_copied,
                                   .free_data = copy_free};

static void
on_folder (const char *folder, gpointer page)
{
  PoplensReport *report = g_object_get_data (page, "poplens-copied-report");
  g_autofree char *name = g_path_get_basename (poplens_report_get_directory (report));
  g_autofree char *path = g_build_filename (folder, name, NULL);
  ReportCopy *self = g_new0 (ReportCopy, 1);

  self->report = g_object_ref (report);
  self->since = g_get_monotonic_time ();
  self->first = -1;
  poplens_save_job_run (&job, page, path, self);
}

/* Asks for a folder, and copies the report into a subfolder with the report's name. If an earlier
 * copy was interrupted, continues it. @page: widget in the parent window of the dialogs; shows a
 * toast at the end. */
static void
copy_report_ask (GtkWidget *page, PoplensReport *report)
{
  g_object_set_data_full (G_OBJECT (page), "poplens-copied-report", g_object_ref (report),
                          g_object_unref);
  poplens_file_dialog_copy (GTK_WINDOW (gtk_widget_get_root (page)), on_folder, page);
}

/* ---- the view -------------------------------------------------------------------------------- */

struct _PoplensReportView {
  AdwBin parent;
  PoplensSidebar *sidebar;
  PoplensLinkBar *link_bar;
  PoplensReloadBar *reload_bar;
  PoplensCompareBar *compare_bar;
  PoplensReportStatus *status; /* owned by this view; the window places it in its header bar */
  AdwBin *page;
  GtkWidget *content;
  PoplensCardSplit *card;
  PoplensFindPalette *palette;

  PoplensSession *session;
  PoplensPageView *page_view;
  PoplensSettings *settings;
  PoplensWatch *watch;
  GtkWidget *focus_before; /* (nullable): weak pointer: widget that had the focus before the search
                              was opened */
  GCancellable *reloading; /* (nullable): cancels the running reload */
  gboolean compares; /* after reloading, compare the new state of the report with the old one */
  GCancellable *reaching;     /* (nullable): cancels connecting to the second report's computer */
  PoplensOpened *opened;      /* the report that was opened first; .session calls it "home" */
  const PoplensOpened *shown; /* report that pages show: .opened or the second report */
};

G_DEFINE_FINAL_TYPE (PoplensReportView, poplens_report_view, ADW_TYPE_BIN)

static void
drop_watch (PoplensReportView *self)
{
  if (self->watch)
    g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
}

static void
poplens_report_view_dispose (GObject *object)
{
  PoplensReportView *self = POPLENS_REPORT_VIEW (object);

  if (self->reloading)
    g_cancellable_cancel (self->reloading);
  g_clear_object (&self->reloading);
  if (self->reaching)
    g_cancellable_cancel (self->reaching);
  g_clear_object (&self->reaching);
  drop_watch (self);
  if (self->settings)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->page)
    adw_bin_set_child (self->page, NULL);
  self->page_view = NULL;
  g_clear_object (&self->status);
  g_clear_weak_pointer (&self->focus_before);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_REPORT_VIEW);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_report_view_parent_class)->dispose (object);
}

static void
poplens_report_view_finalize (GObject *object)
{
  poplens_opened_free (POPLENS_REPORT_VIEW (object)->opened);
  G_OBJECT_CLASS (poplens_report_view_parent_class)->finalize (object);
}

static void
toast (PoplensReportView *self, const char *text)
{
  g_signal_emit_by_name (self, "toast", text);
}

static void
notify_can_reload (PoplensReportView *self)
{
  g_object_notify (G_OBJECT (self), "can-reload");
}

static void
take_reasons (PoplensReportView *self)
{
  const PoplensOpened *second = poplens_compare_bar_get_opened (self->compare_bar);
  PoplensReport *report = poplens_session_get_report (self->session);

  self->shown = second && second->report == report ? second : self->opened;
  poplens_sidebar_set_reasons (self->sidebar, (char **) self->shown->reasons);
}

/* ---- reload ---------------------------------------------------------------------------------- */

static void
on_watch_changed (PoplensReportView *self)
{
  if (!self->reloading)
    poplens_reload_bar_set_state (self->reload_bar, poplens_watch_get_state (self->watch),
                                  poplens_watch_get_description (self->watch));
  notify_can_reload (self);
}

static void
watch_report (PoplensReportView *self, PoplensReport *report)
{
  drop_watch (self);
  self->watch = poplens_watch_new (report);
  g_signal_connect_swapped (self->watch, "changed", G_CALLBACK (on_watch_changed), self);
  on_watch_changed (self);
}

/* Replaces the report by its reloaded state. @opened: (transfer full) */
static void
take_report (PoplensReportView *self, PoplensOpened *opened)
{
  g_autoptr (PoplensOpened) old = self->opened;

  self->opened = opened;
  watch_report (self, opened->report);
  poplens_session_set_home (self->session, opened->report);
  poplens_report_status_begin (self->status, self->session, self->page_view);
  if (self->compares)
    poplens_compare_bar_take_past (self->compare_bar, g_steal_pointer (&old));
  /* Confirm the reload only if the profile is readable. Otherwise the page shows the error. */
  if (!poplens_report_get_profile_error (opened->report) &&
      poplens_report_get_file (opened->report, POPLENS_FILE_PROFILE)->file)
    toast (self, "Reloaded");
}

static void
on_reopened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensReportView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensOpened) opened = poplens_open_finish (result, &error);

  if (!self->reloading || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reloading);
  if (opened)
    take_report (self, g_steal_pointer (&opened));
  else
    poplens_reload_bar_set_error (self->reload_bar, error->message);
  notify_can_reload (self);
}

/* TRUE if the report can be reloaded. FALSE while it is being reloaded, or while a file is still
 * growing. */
static gboolean
can_reload (PoplensReportView *self)
{
  return !self->reloading && poplens_watch_get_state (self->watch) != POPLENS_WATCH_GROWING;
}

void
poplens_report_view_reload (PoplensReportView *self, gboolean compares)
{
  PoplensReport *report = poplens_session_get_home (self->session);

  if (!can_reload (self)) {
    toast (self, self->reloading ? "Already reloading the report"
                                 : "The report is being written; reload when complete");
    return;
  }
  self->reloading = g_cancellable_new ();
  self->compares = compares;
  poplens_reload_bar_set_busy (self->reload_bar, poplens_report_get_name (report));
  notify_can_reload (self);
  poplens_reopen_async (report, self->reloading, on_reopened, g_object_ref (self));
}

static void
on_reload_and_compare (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_report_view_reload (POPLENS_REPORT_VIEW (widget), TRUE);
}

/* ---- lost connections ------------------------------------------------------------------------ */

static void
on_reconnected (PoplensReportView *self)
{
  poplens_page_view_retry (self->page_view);
}

static void
on_other_reached (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensReportView) self = data;
  g_autoptr (GObject) host = NULL;
  gboolean is_there = poplens_remote_ready_finish (result, &host, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->reaching)
    return;
  g_clear_object (&self->reaching);
  if (is_there)
    poplens_link_bar_reconnect (self->link_bar);
}

/* Reconnects to the computers of both reports of a comparison, because the page does not say which
 * connection was lost. */
static void
on_reconnect (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensReportView *self = POPLENS_REPORT_VIEW (widget);
  PoplensReport *other = poplens_session_get_second (self->session);
  GtkRoot *root = gtk_widget_get_root (widget);

  if (self->reaching)
    return;
  if (!other) {
    poplens_link_bar_reconnect (self->link_bar);
    return;
  }
  self->reaching = g_cancellable_new ();
  poplens_remote_ready_async (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                              poplens_report_get_path (other), self->reaching, on_other_reached,
                              g_object_ref (self));
}

/* ---- pages and locations --------------------------------------------------------------------- */

static void
on_location_changed (PoplensReportView *self)
{
  PoplensLocation *now = poplens_session_get_location (self->session);

  poplens_find_palette_close (self->palette);
  poplens_sidebar_set_page (self->sidebar, poplens_location_get_page (now));
  poplens_choices_keep_framework (self->settings, now);
}

static gboolean
say_why_not (PoplensReportView *self, PoplensPageId page)
{
  if (!self->shown->reasons[page])
    return FALSE;
  g_autofree char *text =
      g_strdup_printf ("%s: %s", poplens_page_id_title (page), self->shown->reasons[page]);
  toast (self, text);
  return TRUE;
}

void
poplens_report_view_explain (PoplensReportView *self, PoplensLocation *location)
{
  say_why_not (self, poplens_location_get_page (location));
}

/* The user chose a page in the sidebar: goes there. The focus stays in the sidebar. */
static void
on_page_chosen (PoplensReportView *self, PoplensPageId page)
{
  if (!say_why_not (self, page))
    poplens_session_go_to_page (self->session, page);
}

void
poplens_report_view_go_to_page (PoplensReportView *self, PoplensPageId page)
{
  if (say_why_not (self, page))
    return;
  poplens_session_go_to_page (self->session, page);
  poplens_page_view_focus_content (self->page_view);
}

void
poplens_report_view_step_page (PoplensReportView *self, int by)
{
  int page = (int) poplens_location_get_page (poplens_session_get_location (self->session));

  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    page = (page + by + POPLENS_N_PAGES) % POPLENS_N_PAGES;
    if (!self->shown->reasons[page])
      break;
  }
  poplens_report_view_go_to_page (self, (PoplensPageId) page);
}

void
poplens_report_view_go (PoplensReportView *self, PoplensLocation *location)
{
  if (!say_why_not (self, poplens_location_get_page (location)))
    poplens_session_visit (self->session, location);
}

void
poplens_report_view_focus_search (PoplensReportView *self)
{
  if (!poplens_page_view_focus_search (self->page_view))
    toast (self, "Nothing to search on this page");
}

/* ---- a second report ------------------------------------------------------------------------- */

void
poplens_report_view_compare (PoplensReportView *self, const char *path)
{
  poplens_session_compare (self->session, path);
}

/* ---- search, links and cards ----------------------------------------------------------------- */

/* Goes to the location @text of a search result or of a link on a card. If @text is a command, runs
 * it and returns FALSE. Also FALSE, with a toast, if @text is invalid or its page is not available.
 */
static gboolean
go_to_found (PoplensReportView *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) found = poplens_location_parse (text, &error);
  g_autoptr (PoplensLocation) location = NULL;

  if (!found) {
    toast (self, error->message);
    return FALSE;
  }
  if (poplens_compare_bar_act (self->compare_bar, poplens_location_get (found, "with")))
    return FALSE;
  location = poplens_trace_keep_chart (
      found, poplens_session_get_left (self->session, POPLENS_PAGE_TRACE));
  if (say_why_not (self, poplens_location_get_page (location)))
    return FALSE;
  if (poplens_location_is_view (found))
    poplens_session_show_view (self->session, found);
  else if (poplens_location_get (found, "finding"))
    poplens_session_follow (self->session, text, NULL);
  else
    poplens_session_visit (self->session, location);
  return TRUE;
}

static void
on_found_chosen (PoplensReportView *self, const char *text)
{
  if (!go_to_found (self, text))
    return;
  /* Keep the focus in the sidebar until the new page is ready: the old page must not get the focus.
   */
  if (gtk_widget_get_focus_child (GTK_WIDGET (self->sidebar)))
    poplens_sidebar_focus_page (self->sidebar);
  poplens_page_view_focus_content (self->page_view);
}

/* Follows a link of a card. The focus stays in the card, so that the user can follow several links.
 */
static void
on_card_follow (PoplensReportView *self, const char *location)
{
  poplens_page_view_set_keeps_focus (self->page_view, TRUE);
  go_to_found (self, location);
  poplens_page_view_set_keeps_focus (self->page_view, FALSE);
}

static void
on_card_left (PoplensReportView *self)
{
  poplens_page_view_focus_content (self->page_view);
}

static void
on_sidebar_left (PoplensReportView *self)
{
  poplens_page_view_focus_content (self->page_view);
}

static gboolean
on_report_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensReportView *self = POPLENS_REPORT_VIEW (widget);

  return poplens_sidebar_close (self->sidebar) || poplens_card_split_close (self->card);
}

static void
on_palette_closed (PoplensReportView *self)
{
  gtk_widget_set_can_focus (self->content, TRUE);
  if (self->focus_before && gtk_widget_get_mapped (self->focus_before))
    gtk_widget_grab_focus (self->focus_before);
  else if (!poplens_sidebar_focus_page (self->sidebar))
    poplens_page_view_focus_content (self->page_view);
  g_clear_weak_pointer (&self->focus_before);
}

void
poplens_report_view_find (PoplensReportView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (gtk_widget_get_visible (GTK_WIDGET (self->palette))) {
    poplens_find_palette_close (self->palette);
    return;
  }
  g_set_weak_pointer (&self->focus_before, root ? gtk_root_get_focus (root) : NULL);
  /* Disable the focus of the contents while the search is open over them: Tab must not reach the
   * covered widgets. */
  gtk_widget_set_can_focus (self->content, FALSE);
  poplens_find_palette_open (self->palette);
}

void
poplens_report_view_copy_location (PoplensReportView *self, gboolean as_link)
{
  const char *path = poplens_report_get_path (poplens_session_get_report (self->session));
  g_autoptr (PoplensLocation) location = poplens_session_to_written (self->session);
  g_autofree char *text =
      (as_link ? poplens_location_link : poplens_location_command) (path, location);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  toast (self, as_link ? "Copied a link to this view" : "Copied the command that opens this view");
}

void
poplens_report_view_export (PoplensReportView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->page_view), "page.export", NULL);
}

void
poplens_report_view_share (PoplensReportView *self)
{
  poplens_share_save_ask (GTK_WIDGET (self->page_view), self->session);
}

void
poplens_report_view_copy_report (PoplensReportView *self)
{
  copy_report_ask (GTK_WIDGET (self->page_view), poplens_session_get_home (self->session));
}

static gboolean
poplens_report_view_grab_focus (GtkWidget *widget)
{
  /* If the focus is already inside, the user is leaving the view with Tab. Refuse the focus:
   * otherwise Tab could never leave the view. */
  if (gtk_widget_get_focus_child (widget))
    return FALSE;
  /* Focus the row of the current page. By default GtkListBox would select the next row, and so
   * change the page. */
  return poplens_sidebar_focus_page (POPLENS_REPORT_VIEW (widget)->sidebar);
}

GObject *
poplens_report_view_get_sidebar (PoplensReportView *self)
{
  return G_OBJECT (self->sidebar);
}

GtkWidget *
poplens_report_view_get_status (PoplensReportView *self)
{
  return GTK_WIDGET (self->status);
}

PoplensSession *
poplens_report_view_get_session (PoplensReportView *self)
{
  return self->session;
}

/* ---- settings -------------------------------------------------------------------------------- */

static void
on_settings_changed (PoplensReportView *self)
{
  poplens_session_set_defaults (self->session, poplens_choices_page_defaults (self->settings));
}

/* ---- construction ---------------------------------------------------------------------------- */

enum { PROP_CAN_RELOAD = 1 };

static void
poplens_report_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_CAN_RELOAD)
    g_value_set_boolean (value, can_reload (POPLENS_REPORT_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
poplens_report_view_class_init (PoplensReportViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = poplens_report_view_get_property;
  G_OBJECT_CLASS (klass)->dispose = poplens_report_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_report_view_finalize;
  widget_class->grab_focus = poplens_report_view_grab_focus;
  g_signal_new ("toast", POPLENS_TYPE_REPORT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_CAN_RELOAD,
      g_param_spec_boolean ("can-reload", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_action (widget_class, "report.reconnect", NULL, on_reconnect);
  gtk_widget_class_install_action (widget_class, "report.reload-and-compare", NULL,
                                   on_reload_and_compare);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_report_escape, NULL);
  g_type_ensure (POPLENS_TYPE_CARD_SPLIT);
  g_type_ensure (POPLENS_TYPE_COLUMN_BIN);
  g_type_ensure (POPLENS_TYPE_FIND_PALETTE);
  g_type_ensure (POPLENS_TYPE_SIDEBAR);
  g_type_ensure (POPLENS_TYPE_SIZED_BIN);
  g_type_ensure (POPLENS_TYPE_LINK_BAR);
  g_type_ensure (POPLENS_TYPE_RELOAD_BAR);
  g_type_ensure (POPLENS_TYPE_COMPARE_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/report-view.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensReportView, child)
  BIND (sidebar);
  BIND (link_bar);
  BIND (reload_bar);
  BIND (compare_bar);
  BIND (page);
  BIND (content);
  BIND (palette);
  BIND (card);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_found_chosen);
  gtk_widget_class_bind_template_callback (widget_class, poplens_card_split_open);
  gtk_widget_class_bind_template_callback (widget_class, on_card_follow);
  gtk_widget_class_bind_template_callback (widget_class, on_card_left);
  gtk_widget_class_bind_template_callback (widget_class, poplens_sidebar_set_window_width);
  gtk_widget_class_bind_template_callback (widget_class, toast);
  gtk_widget_class_bind_template_callback (widget_class, on_palette_closed);
  gtk_widget_class_bind_template_callback (widget_class, on_reconnected);
  gtk_widget_class_bind_template_callback (widget_class, poplens_info_bar_lay_over);
}

static void
poplens_report_view_init (PoplensReportView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->status = g_object_ref_sink (g_object_new (POPLENS_TYPE_REPORT_STATUS, NULL));
  g_signal_connect_object (self->status, "toast", G_CALLBACK (toast), self, G_CONNECT_SWAPPED);
  self->settings = g_object_ref (poplens_settings_get_default ());
  g_signal_connect_swapped (self->sidebar, "page-chosen", G_CALLBACK (on_page_chosen), self);
  g_signal_connect_swapped (self->sidebar, "left", G_CALLBACK (on_sidebar_left), self);
  poplens_sidebar_set_flap (self->sidebar, ADW_FLAP (self->content));
}

PoplensReportView *
poplens_report_view_new (PoplensOpened *opened, PoplensLocation *location)
{
  PoplensReportView *self = g_object_new (POPLENS_TYPE_REPORT_VIEW, NULL);
  g_autoptr (PoplensLocation) first = poplens_opened_first_location (opened, location);

  self->opened = opened;
  self->shown = opened;
  self->session = poplens_session_new (opened->report, first);
  poplens_find_palette_set_session (self->palette, self->session);
  poplens_card_split_set_session (self->card, self->session);
  on_settings_changed (self);
  g_signal_connect_swapped (self->settings, "changed::general", G_CALLBACK (on_settings_changed),
                            self);
  g_signal_connect_swapped (self->settings, "changed::charts", G_CALLBACK (on_settings_changed),
                            self);
  g_signal_connect_swapped (self->session, "notify::location", G_CALLBACK (on_location_changed),
                            self);
  g_signal_connect_swapped (self->session, "notify::report", G_CALLBACK (take_reasons), self);

  self->page_view = POPLENS_PAGE_VIEW (poplens_page_view_new (self->session));
  poplens_card_split_set_header (self->card, poplens_page_view_get_finding (self->page_view));
  g_signal_connect_object (self->page_view, "toast", G_CALLBACK (toast), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->page, GTK_WIDGET (self->page_view));
  gtk_box_prepend (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->link_bar))),
                   poplens_page_view_get_offer (self->page_view));
  poplens_compare_bar_set_session (self->compare_bar, self->session);
  poplens_link_bar_watch (self->link_bar, poplens_report_get_path (opened->report));
  take_reasons (self);
  watch_report (self, opened->report);
  poplens_report_status_begin (self->status, self->session, self->page_view);
  poplens_sidebar_set_page (self->sidebar, poplens_location_get_page (first));
  return self;
}
