#include "database/file-generation.h"

#include "base/error.h"

#include <pthread.h>

struct _PoplensFileGeneration {
  char *path;
  PoplensFileIdentity identity;
  sqlite3 *handle; /* has the file open, to look at its header alone; under the lock */
  pthread_mutex_t lock;
};

PoplensFileGeneration *
poplens_file_generation_new (const char *path, const PoplensFileIdentity *identity, GError **error)
{
  g_autoptr (PoplensFileGeneration) self = g_new0 (PoplensFileGeneration, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->path = g_strdup (path);
  self->identity = *identity;
  return poplens_sqlite_file_open (path, &self->handle, &(PoplensFileIdentity){0}, error)
             ? g_steal_pointer (&self)
             : NULL;
}

void
poplens_file_generation_free (PoplensFileGeneration *self)
{
  if (!self)
    return;
  sqlite3_close (self->handle);
  pthread_mutex_destroy (&self->lock);
  g_free (self->path);
  g_free (self);
}

gboolean
poplens_file_generation_check (PoplensFileGeneration *self, GError **error)
{
  PoplensFileIdentity now;
  gboolean there = poplens_file_identity_stat (self->path, &now, NULL);

  pthread_mutex_lock (&self->lock);
  there = there && poplens_file_identity_complete (self->path, self->handle, &now, NULL);
  pthread_mutex_unlock (&self->lock);

  if (there && poplens_file_identity_equal (&now, &self->identity))
    return TRUE;
  g_clear_error (error);
  if (there || g_file_test (self->path, G_FILE_TEST_EXISTS))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed since it was opened; reload the report", self->path);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s was deleted. Loaded data remains available.", self->path);
  return FALSE;
}
