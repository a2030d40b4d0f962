#include "remote/far-file.h"

#include "base/error.h"
#include "remote/far-body.h"

#include <errno.h>
#include <sys/stat.h>

struct _PoplensFarFile {
  PoplensFile parent;
  pthread_mutex_t lock;
  PoplensFarBody *body; /* (nullable) */
  PoplensBlocksUrgency urgency;
};

G_DEFINE_FINAL_TYPE (PoplensFarFile, poplens_far_file, POPLENS_TYPE_FILE)

static PoplensHost *
host_of (PoplensFarFile *self)
{
  return POPLENS_HOST (poplens_file_get_storage (POPLENS_FILE (self)));
}

static gboolean
fail (PoplensFarFile *self, int code, GError **error)
{
  const char *name = poplens_file_get_name (POPLENS_FILE (self));

  if (code == ESTALE)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed since it was opened" POPLENS_RELOAD, name);
  else if (code == EIO)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot read %s: %s", name,
                 g_strerror (code));
  else
    poplens_storage_set_error (POPLENS_STORAGE (host_of (self)),
                               poplens_file_get_path (POPLENS_FILE (self)), code, error);
  return FALSE;
}

static PoplensFarBody *
get_body (PoplensFarFile *self)
{
  pthread_mutex_lock (&self->lock);
  PoplensFarBody *body = self->body;
  pthread_mutex_unlock (&self->lock);
  return body;
}

/* The first one stays. */
static void
set_body (PoplensFarFile *self, PoplensFarBody *body)
{
  pthread_mutex_lock (&self->lock);
  PoplensFarBody *other = self->body ? body : NULL;
  if (!other)
    self->body = body;
  pthread_mutex_unlock (&self->lock);
  if (other)
    poplens_far_body_leave (other, host_of (self));
}

static int
open_state (PoplensFarFile *self, const PoplensFileInfo *info, GCancellable *cancellable)
{
  PoplensHost *host = host_of (self);
  PoplensFarBody *body =
      poplens_far_body_take (host, poplens_file_get_path (POPLENS_FILE (self)), info);
  /* Others have it open: one that was written within the second is of the same size and time. */
  int code = poplens_far_body_connect (body, host, poplens_far_body_is_open (body), cancellable);

  if (!code) {
    set_body (self, body);
    return 0;
  }
  if (code == ESTALE)
    poplens_far_body_forget (body, host);
  poplens_far_body_leave (body, host);
  return code;
}

static gboolean
open_body (PoplensFarFile *self, const char *what, GCancellable *cancellable, GError **error)
{
  PoplensStorage *storage = POPLENS_STORAGE (host_of (self));
  const char *path = poplens_file_get_path (POPLENS_FILE (self));
  PoplensFileInfo info;
  int code = poplens_storage_stat (storage, path, &info);

  /* A pipe must not make the server wait for its writer. */
  if (!code && !S_ISREG (info.mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "%s is not a file; put the %s of the report there",
                 poplens_file_get_name (POPLENS_FILE (self)), what);
    return FALSE;
  }
  if (!code)
    code = open_state (self, &info, cancellable);
  /* What others read before is not what it is now. */
  if (code == ESTALE) {
    poplens_storage_refresh (storage);
    code = poplens_storage_stat (storage, path, &info);
    code = code ? code : open_state (self, &info, cancellable);
  }
  return code ? fail (self, code, error) : TRUE;
}

static gboolean
far_file_open (PoplensFile *file, const char *what, guint64 *size, GError **error)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (file);

  if (!get_body (self) && !open_body (self, what, g_cancellable_get_current (), error))
    return FALSE;
  if (size)
    *size = poplens_far_body_get_size (get_body (self), host_of (self));
  return TRUE;
}

static gssize
far_file_read_at (PoplensFile *file, gpointer out, gsize n, guint64 offset,
                  GCancellable *cancellable, GError **error)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (file);
  gsize done = 0;
  int code = ENOLINK;

  if (!get_body (self) && !open_body (self, "file", cancellable, error))
    return -1;
  PoplensFarBody *body = get_body (self);
  poplens_host_check_sleep (host_of (self));
  for (guint t = 0; t < POPLENS_MOST_LOSSES && code == ENOLINK; t++) {
    gsize got;
    code = poplens_blocks_read (poplens_far_body_get_blocks (body), (guint8 *) out + done, n - done,
                                offset + done, self->urgency, cancellable, &got);
    done += got;
    if (code != ENOLINK)
      break;
    code = poplens_far_body_connect (body, host_of (self), FALSE, cancellable);
    /* There is a connection; read on. */
    code = code ? -code : ENOLINK;
  }
  if (!code) {
    poplens_host_consider_lane (host_of (self));
    return (gssize) done;
  }
  fail (self, ABS (code), error);
  return -1;
}

/* Opened while whoever will read it does something else. Why that fails is told to them. */
static gpointer
open_early (gpointer data)
{
  g_autoptr (PoplensFile) file = data;

  far_file_open (file, "file", NULL, NULL);
  return NULL;
}

static void
far_file_will_need (PoplensFile *file, const PoplensByteRange *ranges, guint n)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (file);
  PoplensFarBody *body = get_body (self);

  if (body)
    poplens_blocks_will_need (poplens_far_body_get_blocks (body), ranges, n, self->urgency);
  else
    g_thread_unref (g_thread_new ("open-early", open_early, g_object_ref (file)));
}

static guint64
far_file_get_ahead (PoplensFile *file)
{
  PoplensFarBody *body = get_body (POPLENS_FAR_FILE (file));

  return body ? poplens_blocks_get_ahead (poplens_far_body_get_blocks (body)) : 0;
}

static gboolean
far_file_is_known (PoplensFile *file, const PoplensFileInfo *was, gint64 since)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (file);
  PoplensFarBody *body = get_body (self);

  return body && poplens_far_body_is_known (body, host_of (self), was, since);
}

static void
far_file_accept (PoplensFile *file)
{
  PoplensFarBody *body = get_body (POPLENS_FAR_FILE (file));

  if (body)
    poplens_far_body_keep (body);
}

void
poplens_far_file_set_patient (PoplensFarFile *self)
{
  self->urgency = POPLENS_BLOCKS_PATIENT;
}

guint64
poplens_far_file_count_absent (PoplensFarFile *self, const PoplensByteRange *range)
{
  PoplensFarBody *body = get_body (self);

  return body ? poplens_blocks_count_absent (poplens_far_body_get_blocks (body), range)
              : range->size;
}

PoplensFile *
poplens_far_file_new (PoplensHost *host, const char *path)
{
  return g_object_new (POPLENS_TYPE_FAR_FILE, "storage", host, "path", path, NULL);
}

static void
poplens_far_file_finalize (GObject *object)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (object);

  if (self->body)
    poplens_far_body_leave (self->body, host_of (self));
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (poplens_far_file_parent_class)->finalize (object);
}

static void
poplens_far_file_class_init (PoplensFarFileClass *class)
{
  PoplensFileClass *file = POPLENS_FILE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = poplens_far_file_finalize;
  file->open = far_file_open;
  file->read_at = far_file_read_at;
  file->will_need = far_file_will_need;
  file->get_ahead = far_file_get_ahead;
  file->is_known = far_file_is_known;
  file->accept = far_file_accept;
}

static void
poplens_far_file_init (PoplensFarFile *self)
{
  pthread_mutex_init (&self->lock, NULL);
}
