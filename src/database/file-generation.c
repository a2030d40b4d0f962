#include "database/file-generation.h"

#include "base/error.h"

#include <pthread.h>

struct _PoplensFileGeneration {
  PoplensFile *file;
  PoplensFileIdentity identity;
  /* Has the file open, to look at its header alone; under the lock. NULL where that is far, and
   * what stat () says has to do. */
  sqlite3 *handle;
  pthread_mutex_t lock;
};

PoplensFileGeneration *
poplens_file_generation_new (PoplensFile *file, const PoplensFileIdentity *identity, GError **error)
{
  g_autoptr (PoplensFileGeneration) self = g_new0 (PoplensFileGeneration, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->file = g_object_ref (file);
  self->identity = *identity;
  return !poplens_file_get_local_path (file) ||
                 poplens_sqlite_file_open (file, &self->handle, &(PoplensFileIdentity){0}, error)
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
  g_object_unref (self->file);
  g_free (self);
}

/* By all that is known of a file of this computer: the header, and what lies beside it. */
static gboolean
check_near (PoplensFileGeneration *self, GError **error)
{
  PoplensFileIdentity now;
  PoplensFileInfo info;
  g_autoptr (GError) wrong = NULL;
  gboolean there = poplens_file_identity_stat (self->file, &now, &wrong);

  pthread_mutex_lock (&self->lock);
  there = there && poplens_file_identity_complete (self->file, self->handle, &now, &wrong);
  pthread_mutex_unlock (&self->lock);

  if (poplens_error_is_interruption (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (there && poplens_file_identity_equal (&now, &self->identity))
    return TRUE;
  poplens_file_set_changed (self->file, there ? 0 : poplens_file_stat (self->file, &info), error);
  return FALSE;
}

gboolean
poplens_file_generation_check (PoplensFileGeneration *self, PoplensFileCheck check, GError **error)
{
  return self->handle ? check_near (self, error)
                      : poplens_file_check (self->file, &self->identity.info, check, error);
}
