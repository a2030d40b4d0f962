/* PoplensCompareBar: opens the second report of a session, watches its files, and replaces it. */
#include "app/compare/compare-bar.h"

#include "app/remote/remote-ready.h"
#include "app/window/info-bar.h"
#include "app/window/recent.h"
#include "base/error.h"
#include "base/name-apart.h"
#include "derived/headline.h"
#include "pages/core/views.h"
#include "report/place.h"
#include "report/watch.h"

#include <string.h>

/* Milliseconds before the headline of the session's report is loaded in advance. Every comparison
 * needs the headline. */
#define PREPARE_MS 3000
/* Maximum length, in bytes, of a report's name in the bar; the tooltip shows the full paths. */
#define NAME_BYTES 48
#define ALONE " (shown alone)"

struct _PoplensCompareBar {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkSpinner *spinner;
  GtkLabel *text;
  GtkWidget *reload, *swap;

  PoplensSession *session;
  char *path; /* (nullable): path of the report that the location compares with, open or not */
  PoplensOpened *opened; /* (nullable): second report of the session; replaced when the report at
                            .path is open */
  char *opened_path;     /* (nullable): path of .opened */
  /* (nullable): the session's report before it was reloaded. The field .opened can point to it. */
  PoplensOpened *past;
  /* (nullable): remote host of the second report. This reference keeps it connected. */
  GObject *host;
  guint prepares_soon; /* id of the timeout that starts .preparing; 0: none */
  /* (nullable): cancels loading the headline of the session's report in advance. */
  GCancellable *preparing;
  GCancellable *opening; /* (nullable): cancels opening the report at .path; NULL if no report is
                            being opened */
  PoplensWatch *watch;   /* (nullable): watches the files of .opened */
};

G_DEFINE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, ADW_TYPE_BIN)

static void
stop_opening (PoplensCompareBar *self)
{
  if (self->opening)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  if (self->watch)
    g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void
show_message (PoplensCompareBar *self, GtkMessageType type, const char *text, gboolean can_swap)
{
  g_autofree char *shown = self->path ? g_filename_display_name (self->path) : NULL;

  gtk_info_bar_set_message_type (self->bar, type);
  gtk_label_set_text (self->text, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->text), shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), self->opening != NULL);
  gtk_spinner_set_spinning (self->spinner, self->opening != NULL);
  gtk_widget_set_visible (self->swap, can_swap);
  gtk_widget_set_visible (self->reload, FALSE);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

/* Sets the tooltip to the paths of both reports. A narrow window has no space for the paths. */
static void
say_paths (PoplensCompareBar *self)
{
  gboolean turned = poplens_session_home_is_after (self->session);
  const char *paths[] = {poplens_report_get_path (poplens_session_get_home (self->session)),
                         poplens_report_get_path (self->opened->report)};
  g_autofree char *before = g_filename_display_name (paths[turned]);
  g_autofree char *after = g_filename_display_name (paths[!turned]);
  g_autofree char *text = g_strdup_printf ("Before: %s\nAfter: %s", before, after);

  gtk_widget_set_tooltip_text (GTK_WIDGET (self->text), text);
}

static void
say_compared (PoplensCompareBar *self)
{
  PoplensReport *at_home = poplens_session_get_home (self->session);
  char *names[] = {poplens_report_name_beside (at_home, self->opened->report),
                   poplens_report_name_beside (self->opened->report, at_home)};
  gboolean is_older = poplens_session_home_is_after (self->session);
  gboolean is_alone = poplens_session_is_turned (self->session);
  gboolean is_before_alone =
      !is_alone &&
      !g_strcmp0 (poplens_location_get (poplens_session_get_location (self->session), "compare"),
                  POPLENS_COMPARE_BEFORE);
  const char *shown = is_alone ? ALONE : "", *before = is_before_alone ? ALONE : "";
  PoplensWatchState state =
      self->watch ? poplens_watch_get_state (self->watch) : POPLENS_WATCH_SAME;
  g_autofree char *changed =
      state == POPLENS_WATCH_SAME
          ? g_strdup ("")
          : g_strdup_printf (" (changed on disk: %s)", poplens_watch_get_description (self->watch));
  poplens_names_shorten (names, NAME_BYTES);
  g_autofree char *home = names[0], *name = names[1];
  g_autofree char *text =
      is_older
          ? g_strdup_printf ("Before%s: %s%s · After%s: %s", before, name, changed, shown, home)
          : g_strdup_printf ("Before%s: %s · After%s: %s%s", before, home, shown, name, changed);

  show_message (self, state == POPLENS_WATCH_SAME ? GTK_MESSAGE_OTHER : GTK_MESSAGE_WARNING, text,
                !is_alone);
  say_paths (self);
  gtk_widget_set_visible (self->reload, state == POPLENS_WATCH_CHANGED);
}

/* Updates the bar: files of the second report have changed, or Before and After were swapped. */
static void
on_pair_changed (PoplensCompareBar *self)
{
  if (self->opened && !self->opening)
    say_compared (self);
}

/* ---- preparing for changed files ------------------------------------------------------------- */

static void
prepare_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  poplens_headline_prepare (data, cancellable);
  g_task_return_boolean (task, TRUE);
}

/* Starts to load the headline of the session's report. The delay gives priority to the page that is
 * shown. */
static gboolean
on_quiet (gpointer data)
{
  PoplensCompareBar *self = data;
  PoplensReport *home = poplens_session_get_home (self->session);
  g_autoptr (GTask) task = NULL;

  self->prepares_soon = 0;
  self->preparing = g_cancellable_new ();
  task = g_task_new (NULL, self->preparing, NULL, NULL);
  g_task_set_task_data (task, g_object_ref (home), g_object_unref);
  g_task_run_in_thread (task, prepare_in_thread);
  return G_SOURCE_REMOVE;
}

static void
stop_preparing (PoplensCompareBar *self)
{
  g_clear_handle_id (&self->prepares_soon, g_source_remove);
  if (self->preparing)
    g_cancellable_cancel (self->preparing);
  g_clear_object (&self->preparing);
}

/* Starts the delay before the headline is loaded in advance. Does nothing for a remote report: no
 * data is transferred without a request. */
static void
prepare_later (PoplensCompareBar *self)
{
  PoplensReport *home = poplens_session_get_home (self->session);

  stop_preparing (self);
  if (home && poplens_report_is_near (home))
    self->prepares_soon = g_timeout_add_full (G_PRIORITY_LOW, PREPARE_MS, on_quiet, self, NULL);
}

/* ---- the second report ----------------------------------------------------------------------- */

/* Shows what is compared, and watches the files of the second report. Does not watch .past, because
 * its files have been replaced. */
static void
watch_second (PoplensCompareBar *self)
{
  if (self->opened != self->past) {
    self->watch = poplens_watch_new (self->opened->report);
    g_signal_connect_swapped (self->watch, "changed", G_CALLBACK (on_pair_changed), self);
  }
  say_compared (self);
}

static void
drop_opened (PoplensCompareBar *self)
{
  if (self->opened != self->past)
    poplens_opened_free (self->opened);
  self->opened = NULL;
  g_clear_pointer (&self->opened_path, g_free);
}

static void
add_recent (PoplensCompareBar *self)
{
  PoplensReport *before = poplens_session_get_report (self->session);
  g_autoptr (PoplensReport) after = poplens_report_ref_other (before);

  if (!after)
    return;
  g_autofree char *name = poplens_report_name_beside (before, after);
  g_autofree char *other = poplens_report_name_beside (after, before);
  poplens_recent_add_pair (poplens_recent_get_default (), poplens_report_get_directory (before),
                           name, poplens_report_get_directory (after), other,
                           g_get_real_time () / G_USEC_PER_SEC);
}

/* Makes @opened the second report. @opened: (transfer full) */
static void
take_second (PoplensCompareBar *self, PoplensOpened *opened)
{
  /* Keep the old report until the end of this function: the session shows it until then. */
  g_autoptr (PoplensOpened) old = self->opened == self->past ? NULL : self->opened;

  self->opened = opened;
  g_free (self->opened_path);
  self->opened_path = g_strdup (self->path);
  poplens_session_set_second (self->session, opened->report, opened->is_older);
  if (opened != self->past)
    add_recent (self);
  watch_second (self);
}

static void
say_failed (PoplensCompareBar *self, const GError *error)
{
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *text = g_strdup_printf ("Cannot compare: %s", valid);

  if (!self->opened) {
    show_message (self, GTK_MESSAGE_ERROR, text, FALSE);
    return;
  }
  poplens_session_compare_still (self->session);
  g_signal_emit_by_name (self, "toast", text);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensCompareBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensOpened) opened = poplens_open_finish (result, &error);

  /* Ignore the result if another report, or none, was requested since. */
  if (!self->opening || g_task_get_cancellable (G_TASK (result)) != self->opening)
    return;
  g_clear_object (&self->opening);
  if (opened)
    take_second (self, g_steal_pointer (&opened));
  else
    say_failed (self, error);
}

static void
on_second_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensCompareBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) host = NULL;
  gboolean ready = poplens_remote_ready_finish (result, &host, &error);

  if (!self->opening || g_task_get_cancellable (G_TASK (result)) != self->opening)
    return;
  g_set_object (&self->host, host);
  if (ready) {
    poplens_open_beside_async (self->path, poplens_session_get_home (self->session), self->opening,
                               on_opened, g_object_ref (self));
    return;
  }
  g_clear_object (&self->opening);
  say_failed (self, error);
}

static void
begin_opening (PoplensCompareBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *name = g_filename_display_basename (self->path);
  g_autofree char *text = g_strdup_printf ("Opening %s…", name);

  self->opening = g_cancellable_new ();
  show_message (self, GTK_MESSAGE_OTHER, text, FALSE);
  poplens_remote_ready_async (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, self->path,
                              self->opening, on_second_ready, g_object_ref (self));
}

static void
begin_second (PoplensCompareBar *self)
{
  g_autoptr (GError) gone = NULL;

  if (strcmp (self->path, POPLENS_OTHER_PAST)) {
    begin_opening (self);
    return;
  }
  if (self->past) {
    take_second (self, self->past);
    return;
  }
  g_set_error_literal (&gone, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                       "the state before a reload is kept only in its window");
  say_failed (self, gone);
}

/* Returns to the comparison with .opened if this is the report at .path. FALSE if .opened is
 * another report or NULL. */
static gboolean
resume_comparison (PoplensCompareBar *self)
{
  if (!self->opened || strcmp (self->path, self->opened_path))
    return FALSE;
  watch_second (self);
  return TRUE;
}

/* Opens the report that the location compares with, unless it is already the report at .path.
 * @force: TRUE: opens it in any case. */
static void
follow_compared_path (PoplensCompareBar *self, gboolean force)
{
  g_autofree char *wanted =
      poplens_location_get_other (poplens_session_get_location (self->session));
  g_autofree char *path = wanted && strcmp (wanted, POPLENS_OTHER_PAST)
                              ? poplens_report_canonical_path (wanted)
                              : g_strdup (wanted);

  if (!g_strcmp0 (path, self->path) && !force)
    return;
  stop_opening (self);
  g_free (self->path);
  self->path = g_steal_pointer (&path);
  if (!self->path || force) {
    poplens_session_set_second (self->session, NULL, FALSE);
    drop_opened (self);
  }
  if (!self->path)
    gtk_info_bar_set_revealed (self->bar, FALSE);
  else if (!resume_comparison (self))
    begin_second (self);
}

static void
on_location_changed (PoplensCompareBar *self)
{
  follow_compared_path (self, FALSE);
  on_pair_changed (self);
}

/* The session's report was reloaded: opens the second one again, too. */
static void
on_home_changed (PoplensCompareBar *self)
{
  prepare_later (self);
  follow_compared_path (self, TRUE);
}

/* ---- buttons --------------------------------------------------------------------------------- */

static void
on_close (PoplensCompareBar *self)
{
  poplens_session_compare (self->session, NULL);
}

void
poplens_compare_bar_take_past (PoplensCompareBar *self, PoplensOpened *past)
{
  if (self->opened && self->opened == self->past) {
    poplens_session_set_second (self->session, NULL, FALSE);
    drop_opened (self);
  }
  poplens_opened_free (self->past);
  self->past = past;
  poplens_report_leave_files (past->report);
  for (PoplensPageId page = 0; page < POPLENS_N_PAGES; page++) {
    g_free (past->reasons[page]);
    past->reasons[page] = poplens_page_why_not (page, past->report);
  }
  poplens_session_compare_past (self->session);
  follow_compared_path (self, TRUE);
}

static void
on_swap (PoplensCompareBar *self)
{
  poplens_session_swap (self->session);
}

gboolean
poplens_compare_bar_act (PoplensCompareBar *self, const char *with)
{
  if (!g_strcmp0 (with, POPLENS_OTHER_TO_CHOOSE))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.compare", NULL);
  else if (!g_strcmp0 (with, POPLENS_OTHER_SWAP))
    on_swap (self);
  else if (!g_strcmp0 (with, POPLENS_OTHER_CLOSE))
    on_close (self);
  else if (!g_strcmp0 (with, POPLENS_OTHER_BEFORE_ALONE))
    poplens_session_show_only (self->session, POPLENS_COMPARE_BEFORE);
  else if (!g_strcmp0 (with, POPLENS_OTHER_AFTER_ALONE))
    poplens_session_show_only (self->session, POPLENS_COMPARE_AFTER);
  else if (!g_strcmp0 (with, POPLENS_OTHER_BOTH))
    poplens_session_show_only (self->session, NULL);
  else
    return FALSE;
  return TRUE;
}

const PoplensOpened *
poplens_compare_bar_get_opened (PoplensCompareBar *self)
{
  return self->opened;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_compare_bar_dispose (GObject *object)
{
  PoplensCompareBar *self = POPLENS_COMPARE_BAR (object);

  stop_opening (self);
  stop_preparing (self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_compare_bar_parent_class)->dispose (object);
}

static void
poplens_compare_bar_finalize (GObject *object)
{
  g_free (POPLENS_COMPARE_BAR (object)->path);
  drop_opened (POPLENS_COMPARE_BAR (object));
  g_clear_pointer (&POPLENS_COMPARE_BAR (object)->past, poplens_opened_free);
  g_clear_object (&POPLENS_COMPARE_BAR (object)->host);
  G_OBJECT_CLASS (poplens_compare_bar_parent_class)->finalize (object);
}

static void
poplens_compare_bar_class_init (PoplensCompareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_compare_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_compare_bar_finalize;
  g_signal_new ("toast", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/compare-bar.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensCompareBar, child)
  BIND (bar);
  BIND (spinner);
  BIND (text);
  BIND (reload);
  BIND (swap);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_home_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_swap);
  gtk_widget_class_bind_template_callback (widget_class, on_close);
}

static void
poplens_compare_bar_init (PoplensCompareBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_info_bar_come_at_once (self->bar);
}

void
poplens_compare_bar_set_session (PoplensCompareBar *self, PoplensSession *session)
{
  g_return_if_fail (!self->session);
  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::location", G_CALLBACK (on_location_changed), self);
  g_signal_connect_swapped (session, "notify::home", G_CALLBACK (on_home_changed), self);
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (on_pair_changed), self);
  follow_compared_path (self, FALSE);
  prepare_later (self);
}
