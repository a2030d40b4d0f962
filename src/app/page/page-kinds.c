#include "app/page/page-kinds.h"

#include "derived/insights/kinds-source.h"

typedef struct {
  PoplensPageKinds *kinds; /* the owner's */
  GObject *owner;
  PoplensKindsReady ready;
} Request;

static void
make (GTask *task, gpointer source, gpointer report, GCancellable *cancellable)
{
  g_task_return_boolean (task, poplens_kinds_make (report, cancellable));
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Request *request = data;
  g_autoptr (GObject) owner = request->owner;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  gboolean made = g_task_propagate_boolean (G_TASK (result), NULL);

  /* Stopped, or another report's have taken their place. */
  if (request->kinds->making != cancellable)
    return;
  g_clear_object (&request->kinds->making);
  if (made)
    request->ready (owner);
}

void
poplens_page_kinds_begin (PoplensPageKinds *self, PoplensReport *report, GObject *owner,
                          PoplensKindsReady ready)
{
  g_autoptr (GTask) task = NULL;
  Request *request;
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  g_autoptr (PoplensReport) last = g_weak_ref_get (&self->other);

  if (self->report == report && last == other)
    return;
  poplens_page_kinds_stop (self);
  self->report = g_object_ref (report);
  g_weak_ref_set (&self->other, other);
  self->making = g_cancellable_new ();
  request = g_new (Request, 1);
  *request = (Request){self, g_object_ref (owner), ready};
  /* Without a source: the worker may let go of the task last, and is not to finalize a widget. */
  task = g_task_new (NULL, self->making, on_made, request);
  g_task_set_task_data (task, g_object_ref (report), g_object_unref);
  g_task_run_in_thread (task, make);
}

void
poplens_page_kinds_stop (PoplensPageKinds *self)
{
  if (self->making)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_object (&self->report);
  g_weak_ref_set (&self->other, NULL);
}
