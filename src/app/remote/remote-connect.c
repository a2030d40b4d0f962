#include "app/remote/remote-connect.h"

#include "app/remote/folder-listing.h"

#include <errno.h>
#include <sys/stat.h>

typedef struct {
  PoplensHost *host;
  PoplensAddress *address;
  PoplensAddress *last; /* (nullable) */
  gboolean is_report;   /* the answer, besides the path */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->host);
  poplens_address_free (job->address);
  g_clear_pointer (&job->last, poplens_address_free);
  g_free (job);
}

static gboolean
is_folder (PoplensStorage *host, const char *path)
{
  PoplensFileInfo info;

  return !poplens_storage_stat (host, path, &info) && S_ISDIR (info.mode);
}

static char *
find_last (const Job *job, GCancellable *cancellable)
{
  g_autofree char *path = NULL;

  if (*job->address->path || !job->last ||
      poplens_host_resolve (job->host, job->last, &path, cancellable) ||
      !is_folder (POPLENS_STORAGE (job->host), path))
    return NULL;
  return g_steal_pointer (&path);
}

/* The path to begin with; NULL with @error. One that is missing is for the browser to tell, which
 * has the folders above it. */
static char *
find_path (const Job *job, GCancellable *cancellable, GError **error)
{
  const char *wanted = job->address->path;
  g_autofree char *path = find_last (job, cancellable);
  int code = path ? 0 : poplens_host_resolve (job->host, job->address, &path, cancellable);

  if (!code)
    return g_steal_pointer (&path);
  if (code != ENOLINK && code != ECANCELED && *wanted == '/')
    return g_strdup (wanted);
  poplens_storage_set_error (POPLENS_STORAGE (job->host), wanted, code, error);
  return NULL;
}

/* Whether @path was asked for, and is a report or a file of another name that may be one. */
static gboolean
is_report (const Job *job, const char *path)
{
  PoplensStorage *storage = POPLENS_STORAGE (job->host);
  PoplensFileInfo info;

  return *job->address->path && !poplens_storage_stat (storage, path, &info) &&
         (S_ISREG (info.mode) || poplens_folder_is_report (storage, path));
}

static void
connect_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  char *path = NULL;

  g_cancellable_push_current (cancellable);
  if (poplens_host_connect (job->host, cancellable, &error))
    path = find_path (job, cancellable, &error);
  if (path)
    job->is_report = is_report (job, path);
  g_cancellable_pop_current (cancellable);
  if (path)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
poplens_remote_connect_async (PoplensHost *host, const PoplensAddress *address,
                              const PoplensAddress *last, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  /* Without a source: the worker may let go of the task last, and is not to finalize a widget. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  *job = (Job){g_object_ref (host), poplens_address_copy (address),
               last ? poplens_address_copy (last) : NULL};
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, connect_thread);
}

char *
poplens_remote_connect_finish (GAsyncResult *result, gboolean *to_open, GError **error)
{
  char *path = g_task_propagate_pointer (G_TASK (result), error);

  *to_open = path && ((const Job *) g_task_get_task_data (G_TASK (result)))->is_report;
  return path;
}
