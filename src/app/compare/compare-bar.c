#include "app/compare/compare-bar.h"

#include "app/remote/remote-ready.h"
#include "app/window/info-bar.h"
#include "app/window/recent.h"
#include "report/place.h"
#include "report/watch.h"

#include <string.h>

struct _PoplensCompareBar {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkSpinner *spinner;
  GtkLabel *text;
  GtkWidget *reload, *swap;

  PoplensSession *session;
  char *path;            /* what is compared with, or is to be; NULL: nothing */
  PoplensOpened *opened; /* (nullable): what is compared with, also till that is open */
  char *opened_path;     /* (nullable): its path */
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
say_compared (PoplensCompareBar *self)
{
  PoplensReport *home = poplens_session_get_home (self->session);
  PoplensReport *before = poplens_session_get_report (self->session);
  const char *name = poplens_report_get_name (self->opened->report);
  gboolean is_older = before != home;
  PoplensWatchState state = poplens_watch_get_state (self->watch);
  g_autofree char *changed =
      state == POPLENS_WATCH_SAME
          ? g_strdup ("")
          : g_strdup_printf (" (changed on disk: %s)", poplens_watch_get_description (self->watch));
  g_autofree char *text =
      is_older ? g_strdup_printf ("Before: %s%s · After: this report", name, changed)
               : g_strdup_printf ("Before: this report · After: %s%s", name, changed);

  say (self, state == POPLENS_WATCH_SAME ? GTK_MESSAGE_OTHER : GTK_MESSAGE_WARNING, text, TRUE);
  gtk_widget_set_visible (self->reload, state == POPLENS_WATCH_CHANGED);
}

/* The second changed on the disk, or the two changed places. */
static void
on_changed (PoplensCompareBar *self)
{
  if (self->watch)
    say_compared (self);
}

/* ---- the second report -----------------------------------------------------------------------
 */

/* As long as its files are what was opened. */
static void
watch (PoplensCompareBar *self)
{
  self->watch = poplens_watch_new (self->opened->report);
  g_signal_connect_swapped (self->watch, "changed", G_CALLBACK (on_changed), self);
  say_compared (self);
}

static void
drop_opened (PoplensCompareBar *self)
{
  g_clear_pointer (&self->opened, poplens_opened_free);
  g_clear_pointer (&self->opened_path, g_free);
}

static void
add_recent (PoplensCompareBar *self)
{
  PoplensReport *before = poplens_session_get_report (self->session);
  g_autoptr (PoplensReport) after = poplens_report_ref_other (before);

  if (after)
    poplens_recent_add_pair (poplens_recent_get_default (), poplens_report_get_directory (before),
                             poplens_report_get_name (before), poplens_report_get_directory (after),
                             poplens_report_get_name (after), g_get_real_time () / G_USEC_PER_SEC);
}

/* @opened: (transfer full) */
static void
take (PoplensCompareBar *self, PoplensOpened *opened)
{
  g_autoptr (PoplensOpened) old = self->opened; /* till nobody shows it */

  self->opened = opened;
  g_free (self->opened_path);
  self->opened_path = g_strdup (self->path);
  poplens_session_set_second (self->session, opened->report, opened->is_older);
  add_recent (self);
  watch (self);
}

static void
say_failed (PoplensCompareBar *self, const GError *error)
{
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *text = g_strdup_printf ("Cannot compare: %s", valid);

  if (!self->opened) {
    say (self, GTK_MESSAGE_ERROR, text, FALSE);
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

  /* Another one is wanted since, or none. */
  if (!self->opening || g_task_get_cancellable (G_TASK (result)) != self->opening)
    return;
  g_clear_object (&self->opening);
  if (opened)
    take (self, g_steal_pointer (&opened));
  else
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
    poplens_open_beside_async (self->path, poplens_session_get_home (self->session), self->opening,
                               on_opened, g_object_ref (self));
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
  if (!self->opened || strcmp (self->path, self->opened_path))
    return FALSE;
  watch (self);
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
    poplens_session_set_second (self->session, NULL, FALSE);
    drop_opened (self);
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

/* Another generation of home: the second is read again too. */
static void
on_home_changed (PoplensCompareBar *self)
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

static void
on_swap (PoplensCompareBar *self)
{
  poplens_session_swap (self->session);
}

const PoplensOpened *
poplens_compare_bar_get_opened (PoplensCompareBar *self)
{
  return self->opened;
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
  drop_opened (POPLENS_COMPARE_BAR (object));
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
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (on_changed), self);
  follow (self, FALSE);
}
