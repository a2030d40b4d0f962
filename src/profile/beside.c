#include "profile/beside.h"

struct _PoplensBeside {
  PoplensLoad load;
  PoplensBesideFunc func;
  gpointer data;
  GThread *thread; /* NULL where there could be none: join() does the work */
  gboolean good;
  GError *error;
};

static gpointer
work (gpointer data)
{
  PoplensBeside *self = data;
  const PoplensDatabase *caller = self->load.database;
  g_autoptr (PoplensDatabase) own =
      poplens_database_open (caller->path, caller->schema, &self->error);

  if (!own)
    return NULL;
  self->load.database = own;
  self->good = self->func (&self->load, self->data, &self->error);
  self->load.database = NULL;
  return NULL;
}

PoplensBeside *
poplens_beside_start (const PoplensLoad *load, PoplensBesideFunc func, gpointer data)
{
  PoplensBeside *self = g_new0 (PoplensBeside, 1);

  self->load = *load;
  self->func = func;
  self->data = data;
  self->thread = g_thread_try_new ("poplens-read", work, self, NULL);
  return self;
}

gboolean
poplens_beside_join (PoplensBeside *self, GError **error)
{
  if (self->thread)
    g_thread_join (self->thread);
  else
    work (self);
  gboolean good = self->good;
  if (self->error)
    g_propagate_error (error, self->error);
  g_free (self);
  return good;
}
