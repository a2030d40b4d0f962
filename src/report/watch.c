/* Watches the files of a report: a worker compares them with those that were opened. */
#include "report/watch.h"

#include "report/report-private.h"

#include <string.h>

#define ASK_SECONDS 5
/* Seconds until the next check if the other computer did not answer. */
#define ASK_LATER_SECONDS 30
/* Milliseconds without a change after which a file counts as complete. */
#define QUIET_MILLISECONDS 2000

struct _PoplensWatch {
  GObject parent;
  PoplensReport *report;
  GPtrArray *monitors;
  GCancellable *cancellable;
  guint timer;
  gboolean asking, ask_again;
  PoplensWatchState state;
  char *description;
  guint64 last_stamp; /* hash of the files' state at the last check */
  gint64 quiet_since; /* time of the last change (monotonic, µs) */
};

G_DEFINE_FINAL_TYPE (PoplensWatch, poplens_watch, G_TYPE_OBJECT)

static guint changed_signal (void);
static void watch_schedule (PoplensWatch *self, guint milliseconds);

static void
look_free (gpointer data)
{
  g_free (((PoplensLook *) data)->change);
  g_free (data);
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  PoplensLook *look = g_new0 (PoplensLook, 1);

  poplens_cancellable_push (cancellable);
  poplens_report_look (task_data, look);
  poplens_cancellable_pop (cancellable);
  g_task_return_pointer (task, look, look_free);
}

static void
watch_set_state (PoplensWatch *self, PoplensWatchState state, const char *description)
{
  if (self->state == state && !strcmp (self->description, description))
    return;
  self->state = state;
  g_free (self->description);
  self->description = g_strdup (description);
  g_signal_emit (self, changed_signal (), 0);
}

/* Evaluates a check of the files. Returns the milliseconds until the next one. */
static guint
take_look (PoplensWatch *self, const PoplensLook *look)
{
  gint64 now = g_get_monotonic_time ();

  if (!look->known)
    return ASK_LATER_SECONDS * 1000;
  if (look->stamp != self->last_stamp)
    self->quiet_since = now;
  self->last_stamp = look->stamp;
  gint64 quiet = (now - self->quiet_since) / 1000;
  if (!look->change)
    watch_set_state (self, POPLENS_WATCH_SAME, "");
  else if (look->vanished)
    watch_set_state (self, POPLENS_WATCH_VANISHED, look->change);
  else
    watch_set_state (self,
                     quiet >= QUIET_MILLISECONDS ? POPLENS_WATCH_CHANGED : POPLENS_WATCH_GROWING,
                     look->change);
  return self->state == POPLENS_WATCH_GROWING ? (guint) MAX (QUIET_MILLISECONDS - quiet, 0) + 50
                                              : ASK_SECONDS * 1000;
}

static void
look_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PoplensWatch) self = user_data;
  PoplensLook *look = g_task_propagate_pointer (G_TASK (result), NULL);

  self->asking = FALSE;
  if (!look)
    return;
  guint wait = take_look (self, look);
  watch_schedule (self, self->ask_again ? 200 : wait);
  self->ask_again = FALSE;
  look_free (look);
}

static void
watch_ask (PoplensWatch *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->asking) {
    self->ask_again = TRUE;
    return;
  }
  self->asking = TRUE;
  /* Pass no source object: the worker could drop the last reference to it, but the timers of @self
   * must be removed on the main thread. */
  task = g_task_new (NULL, self->cancellable, look_done, g_object_ref (self));
  g_task_set_task_data (task, g_object_ref (self->report), g_object_unref);
  g_task_run_in_thread (task, look_thread);
}

static gboolean
on_watch_timer (gpointer data)
{
  PoplensWatch *self = data;

  self->timer = 0;
  watch_ask (self);
  return G_SOURCE_REMOVE;
}

static void
watch_schedule (PoplensWatch *self, guint milliseconds)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (!g_cancellable_is_cancelled (self->cancellable))
    self->timer = g_timeout_add (milliseconds, on_watch_timer, self);
}

/* Checks the files soon; a burst of events causes one check. */
static void
on_event (PoplensWatch *self)
{
  if (self->asking)
    self->ask_again = TRUE;
  else
    watch_schedule (self, 100);
}

static void
watch_monitor (PoplensWatch *self, const char *directory)
{
  g_autoptr (GFile) file = g_file_new_for_path (directory);
  GFileMonitor *m = g_file_monitor_directory (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (!m)
    return;
  g_signal_connect_swapped (m, "changed", G_CALLBACK (on_event), self);
  g_ptr_array_add (self->monitors, m);
}

static void
poplens_watch_dispose (GObject *object)
{
  PoplensWatch *self = POPLENS_WATCH (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timer, g_source_remove);
  for (guint i = 0; self->monitors && i < self->monitors->len; i++)
    g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->monitors, i), self);
  g_clear_pointer (&self->monitors, g_ptr_array_unref);
  g_clear_object (&self->report);
  G_OBJECT_CLASS (poplens_watch_parent_class)->dispose (object);
}

static void
poplens_watch_finalize (GObject *object)
{
  PoplensWatch *self = POPLENS_WATCH (object);

  g_free (self->description);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (poplens_watch_parent_class)->finalize (object);
}

static guint
changed_signal (void)
{
  return g_signal_lookup ("changed", POPLENS_TYPE_WATCH);
}

static void
poplens_watch_class_init (PoplensWatchClass *class)
{
  G_OBJECT_CLASS (class)->dispose = poplens_watch_dispose;
  G_OBJECT_CLASS (class)->finalize = poplens_watch_finalize;
  g_signal_new ("changed", POPLENS_TYPE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
poplens_watch_init (PoplensWatch *self)
{
  self->cancellable = g_cancellable_new ();
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->description = g_strdup ("");
  self->quiet_since = g_get_monotonic_time ();
}

/* Monitors the folders of the files. On another computer nothing can be monitored. */
static void
monitor_folders (PoplensWatch *self)
{
  const PoplensFiles *files = self->report->files;
  g_autofree char *parent = g_path_get_dirname (files->directory);

  if (!poplens_report_is_near (self->report))
    return;
  watch_monitor (self, files->directory);
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const char *path = files->files[f].path;
    g_autofree char *directory = path ? g_path_get_dirname (path) : NULL;
    if (directory && !strcmp (directory, parent)) {
      watch_monitor (self, parent);
      break;
    }
  }
}

PoplensWatch *
poplens_watch_new (PoplensReport *report)
{
  PoplensWatch *self = g_object_new (POPLENS_TYPE_WATCH, NULL);

  self->report = g_object_ref (report);
  monitor_folders (self);
  watch_schedule (self, 1000);
  return self;
}

PoplensWatchState
poplens_watch_get_state (PoplensWatch *self)
{
  return self->state;
}

const char *
poplens_watch_get_description (PoplensWatch *self)
{
  return self->description;
}
