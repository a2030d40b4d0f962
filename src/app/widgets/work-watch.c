#include "app/widgets/work-watch.h"

#include "base/work.h"

#define WATCH "poplens-work-watch"

/* Lives as long as the cancellable; the worker and what is on its way to the main thread hold a
 * reference of that. */
typedef struct {
  GCancellable *cancellable; /* (not owned) */
  PoplensProgressFunc func;  /* main thread only; NULL: nobody listens any more */
  gpointer data;
  GMutex lock;
  double fraction;
  const char *what; /* static */
  gboolean on_its_way;
} Watch;

static void
watch_free (gpointer data)
{
  Watch *self = data;

  g_mutex_clear (&self->lock);
  g_free (self);
}

static gboolean
on_told (gpointer data)
{
  Watch *self = g_object_get_data (data, WATCH);
  const char *what;
  double fraction;

  g_mutex_lock (&self->lock);
  self->on_its_way = FALSE;
  fraction = self->fraction;
  what = self->what;
  g_mutex_unlock (&self->lock);
  if (self->func && !g_cancellable_is_cancelled (data))
    self->func (fraction, what, self->data);
  return G_SOURCE_REMOVE;
}

/* On the worker. */
static void
on_work (double fraction, const char *what, gpointer data)
{
  Watch *self = data;
  gboolean on_its_way;

  g_mutex_lock (&self->lock);
  self->fraction = MAX (self->fraction, fraction);
  self->what = what;
  on_its_way = self->on_its_way;
  self->on_its_way = TRUE;
  g_mutex_unlock (&self->lock);
  if (!on_its_way)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_told, g_object_ref (self->cancellable),
                     g_object_unref);
}

void
poplens_work_watch (GCancellable *cancellable, PoplensProgressFunc func, gpointer data)
{
  Watch *self = g_new0 (Watch, 1);

  self->cancellable = cancellable;
  self->func = func;
  self->data = data;
  g_mutex_init (&self->lock);
  g_object_set_data_full (G_OBJECT (cancellable), WATCH, self, watch_free);
  poplens_work_attach (cancellable, on_work, self);
}

void
poplens_work_unwatch (GCancellable *cancellable)
{
  Watch *self = g_object_get_data (G_OBJECT (cancellable), WATCH);

  if (self)
    self->func = NULL;
}
