#include "app/compare/compare-bar.h"

#include "app/remote/remote-ready.h"
#include "app/window/info-bar.h"
#include "app/window/recent.h"
#include "app/window/report-loader.h"
#include "model/location-keys.h"
#include "report/place.h"
#include "report/watch.h"

struct _PoplensCompareBar {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkSpinner *spinner;
  GtkLabel *text;
  GtkWidget *reload, *swap;

  PoplensSession *session;
  char *path;            /* what is compared with, or is to be; NULL: nothing */
  char *open;            /* (nullable): what is compared with till that is open */
  GObject *host;         /* (nullable): its computer, connected while it is kept */
  GCancellable *opening; /* NULL: it is open, or cannot be */
  PoplensWatch *watch;   /* of its files, or NULL */
};

G_DEFINE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, ADW_TYPE_BIN)

static void
stop (PoplensCompareBar *self)
{
  if (self->opening)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  if (self->watch)
    g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
}

/* ---- what it says ----------------------------------------------------------------------------
 */

static void
say (PoplensCompareBar *self, GtkMessageType type, const char *text, gboolean can_swap)
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

static void
say_compared (PoplensCompareBar *self, PoplensReport *other)
{
  g_autofree char *text =
      g_strdup_printf ("Before: this report · After: %s", poplens_report_get_name (other));

  say (self, GTK_MESSAGE_OTHER, text, TRUE);
}

static void
on_watch_changed (PoplensCompareBar *self)
{
  PoplensWatchState state = poplens_watch_get_state (self->watch);
  g_autoptr (PoplensReport) other =
      poplens_report_ref_other (poplens_session_get_report (self->session));
  g_autofree char *text = NULL;

  if (!other)
    return;
  if (state == POPLENS_WATCH_SAME) {
    say_compared (self, other);
    return;
  }
  text = g_strdup_printf ("After: %s (changed on disk: %s)", poplens_report_get_name (other),
                          poplens_watch_get_description (self->watch));
  say (self, GTK_MESSAGE_WARNING, text, TRUE);
  gtk_widget_set_visible (self->reload, state == POPLENS_WATCH_CHANGED);
}

/* ---- the second report -----------------------------------------------------------------------
 */

/* As long as its files are what was opened. */
static void
watch (PoplensCompareBar *self, PoplensReport *other)
{
  self->watch = poplens_watch_new (other);
  g_signal_connect_swapped (self->watch, "changed", G_CALLBACK (on_watch_changed), self);
  on_watch_changed (self);
}

static void
take (PoplensCompareBar *self, PoplensReport *other)
{
  PoplensReport *report = poplens_session_get_report (self->session);

  g_free (self->open);
  self->open = g_strdup (self->path);
  poplens_session_set_other (self->session, other);
  poplens_recent_add_pair (poplens_recent_get_default (), poplens_report_get_directory (report),
                           poplens_report_get_name (report), poplens_report_get_directory (other),
                           poplens_report_get_name (other), g_get_real_time () / G_USEC_PER_SEC);
  watch (self, other);
}

static void
say_failed (PoplensCompareBar *self, const GError *error)
{
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *text = g_strdup_printf ("Cannot compare: %s", valid);

  if (!self->open) {
    say (self, GTK_MESSAGE_ERROR, text, FALSE);
    return;
  }
  poplens_session_compare_still (self->session, self->open);
  g_signal_emit_by_name (self, "toast", text);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensCompareBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensOpened) opened = poplens_open_finish (result, &error);

  /* Another one is wanted since, or none. */
  if (!self->opening || g_task_get_cancellable (G_TASK (result)) != self->opening)
    return;
  g_clear_object (&self->opening);
  if (opened) {
    take (self, opened->report);
    return;
  }
  say_failed (self, error);
}

static void
on_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensCompareBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) host = NULL;
  gboolean ready = poplens_remote_ready_finish (result, &host, &error);

  if (!self->opening || g_task_get_cancellable (G_TASK (result)) != self->opening)
    return;
  g_set_object (&self->host, host);
  if (ready) {
    poplens_open_async (self->path, self->opening, on_opened, g_object_ref (self));
    return;
  }
  g_clear_object (&self->opening);
  say_failed (self, error);
}

static void
begin (PoplensCompareBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *name = g_filename_display_basename (self->path);
  g_autofree char *text = g_strdup_printf ("Opening %s…", name);

  self->opening = g_cancellable_new ();
  say (self, GTK_MESSAGE_OTHER, text, FALSE);
  poplens_remote_ready_async (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, self->path,
                              self->opening, on_ready, g_object_ref (self));
}

/* Of a comparison that stays till another one is there, or cannot be. */
static gboolean
resume (PoplensCompareBar *self)
{
  g_autoptr (PoplensReport) other =
      poplens_report_ref_other (poplens_session_get_report (self->session));

  if (!other || g_strcmp0 (self->path, self->open))
    return FALSE;
  watch (self, other);
  return TRUE;
}

/* As the location says, which may have come by a link, or back in the history. */
static void
follow (PoplensCompareBar *self, gboolean anew)
{
  g_autofree char *wanted =
      poplens_location_get_other (poplens_session_get_location (self->session));
  g_autofree char *path = wanted ? poplens_report_canonical_path (wanted) : NULL;

  if (!g_strcmp0 (path, self->path) && !anew)
    return;
  stop (self);
  g_free (self->path);
  self->path = g_steal_pointer (&path);
  if (!self->path || anew) {
    g_clear_pointer (&self->open, g_free);
    poplens_session_set_other (self->session, NULL);
  }
  if (!self->path)
    gtk_info_bar_set_revealed (self->bar, FALSE);
  else if (!resume (self))
    begin (self);
}

static void
on_location_changed (PoplensCompareBar *self)
{
  follow (self, FALSE);
}

/* Another generation of the first: the second is read again too. */
static void
on_report_changed (PoplensCompareBar *self)
{
  follow (self, TRUE);
}

/* ---- buttons ---------------------------------------------------------------------------------
 */

static void
on_close (PoplensCompareBar *self)
{
  poplens_session_compare (self->session, NULL);
}

/* What has other ids there is left behind. */
static PoplensLocation *
location_of_second (PoplensCompareBar *self)
{
  const PoplensLocation *now = poplens_session_get_location (self->session);
  PoplensReport *report = poplens_session_get_report (self->session);
  g_autoptr (PoplensLocation) bare = poplens_location_new (poplens_location_get_page (now));
  g_autoptr (PoplensLocation) location =
      poplens_location_with_role (bare, now, POPLENS_KEY_COMPARES);

  return poplens_location_with_other (location, poplens_report_get_path (report));
}

void
poplens_compare_bar_swap (PoplensCompareBar *self)
{
  if (!self->path || self->opening)
    return;
  g_autoptr (PoplensLocation) location = location_of_second (self);
  g_autofree char *text = poplens_location_to_string (location);
  g_autofree char *path = g_strdup (self->path);
  g_signal_emit_by_name (self, "swap", path, text);
}

/* ---- making one ------------------------------------------------------------------------------
 */

static void
poplens_compare_bar_dispose (GObject *object)
{
  PoplensCompareBar *self = POPLENS_COMPARE_BAR (object);

  stop (self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_compare_bar_parent_class)->dispose (object);
}

static void
poplens_compare_bar_finalize (GObject *object)
{
  g_free (POPLENS_COMPARE_BAR (object)->path);
  g_free (POPLENS_COMPARE_BAR (object)->open);
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
  g_signal_new ("swap", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/compare-bar.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensCompareBar, child)
  BIND (bar);
  BIND (spinner);
  BIND (text);
  BIND (reload);
  BIND (swap);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_report_changed);
  gtk_widget_class_bind_template_callback (widget_class, poplens_compare_bar_swap);
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
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (on_report_changed), self);
  follow (self, FALSE);
}
