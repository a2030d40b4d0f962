/* Replaces g_task_run_in_thread () by one that delays each task (see the header). */
#include "app-widgets/late-workers.h"

#include <dlfcn.h>
#include <gio/gio.h>
#include <stdlib.h>

#define DELAY "POPLENS_TEST_LATE"

typedef void (*Run) (GTask *task, GTaskThreadFunc work);

void
late_workers_set (guint milliseconds)
{
  g_autofree char *text = g_strdup_printf ("%u", milliseconds);

  g_setenv (DELAY, text, TRUE);
}

static int *
counter (void)
{
  static int pending;

  return &pending;
}

guint
late_workers_pending (void)
{
  return (guint) g_atomic_int_get (counter ());
}

static void
on_answered (gpointer data, GObject *task)
{
  g_atomic_int_dec_and_test (counter ());
}

/* Runs the task's own function, which is stored beside the task, after the delay. */
static void
work_late (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GTaskThreadFunc work = *(GTaskThreadFunc *) g_object_get_data (G_OBJECT (task), DELAY);
  const char *delay = g_getenv (DELAY);

  g_usleep (delay ? (gulong) atoi (delay) * 1000 : 0);
  work (task, source, data, cancellable);
}

/* Overrides GIO's function for all code that is linked into this program. */
void
g_task_run_in_thread (GTask *task, GTaskThreadFunc work)
{
  Run run = (Run) dlsym (RTLD_NEXT, "g_task_run_in_thread");
  GTaskThreadFunc *kept = g_new (GTaskThreadFunc, 1);

  *kept = work;
  g_object_set_data_full (G_OBJECT (task), DELAY, kept, g_free);
  g_atomic_int_inc (counter ());
  g_object_weak_ref (G_OBJECT (task), on_answered, NULL);
  run (task, work_late);
}
