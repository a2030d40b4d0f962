/* Base classes of storages and files: defaults of their functions, and checks whether a file
 * changed. */
#include "base/storage.h"

#include "base/error.h"

#include <errno.h>
#include <pthread.h>

gboolean
poplens_file_info_equal (const PoplensFileInfo *a, const PoplensFileInfo *b)
{
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

/* ---- where files lie ------------------------------------------------------------------------- */

G_DEFINE_ABSTRACT_TYPE (PoplensStorage, poplens_storage, G_TYPE_OBJECT)

static char *
name_is_path (PoplensStorage *self, const char *path)
{
  return g_strdup (path);
}

static void
set_errno_error (PoplensStorage *self, const char *path, int code, GError **error)
{
  g_autofree char *name = poplens_storage_get_name (self, path);

  g_set_error (error, POPLENS_ERROR, poplens_storage_code (code), "Cannot open %s: %s", name,
               g_strerror (code));
}

static void
expect_nothing (PoplensStorage *self, const char *const *paths, guint n)
{
}

static void
refresh_nothing (PoplensStorage *self)
{
}

static int
refresh_and_stat (PoplensStorage *self, const char *path, PoplensFileInfo *info)
{
  poplens_storage_refresh (self);
  return poplens_storage_stat (self, path, info);
}

static gboolean
reach_at_once (PoplensStorage *self, GCancellable *cancellable, GError **error)
{
  return TRUE;
}

static void
poplens_storage_class_init (PoplensStorageClass *class)
{
  class->stat_now = refresh_and_stat;
  class->expect = expect_nothing;
  class->refresh = refresh_nothing;
  class->reach = reach_at_once;
  class->get_name = name_is_path;
  class->set_error = set_errno_error;
}

static void
poplens_storage_init (PoplensStorage *self)
{
}

gboolean
poplens_storage_reach (PoplensStorage *self, GCancellable *cancellable, GError **error)
{
  return POPLENS_STORAGE_GET_CLASS (self)->reach (self, cancellable, error);
}

int
poplens_storage_stat (PoplensStorage *self, const char *path, PoplensFileInfo *info)
{
  return POPLENS_STORAGE_GET_CLASS (self)->stat (self, path, info);
}

char *
poplens_storage_read_link (PoplensStorage *self, const char *path)
{
  return POPLENS_STORAGE_GET_CLASS (self)->read_link (self, path);
}

char *
poplens_storage_real_path (PoplensStorage *self, const char *path)
{
  return POPLENS_STORAGE_GET_CLASS (self)->real_path (self, path);
}

GPtrArray *
poplens_storage_list (PoplensStorage *self, const char *path, guint most, int *code)
{
  return POPLENS_STORAGE_GET_CLASS (self)->list (self, path, most, code);
}

PoplensFile *
poplens_storage_get_file (PoplensStorage *self, const char *path)
{
  return POPLENS_STORAGE_GET_CLASS (self)->get_file (self, path);
}

char *
poplens_storage_get_name (PoplensStorage *self, const char *path)
{
  return POPLENS_STORAGE_GET_CLASS (self)->get_name (self, path);
}

void
poplens_storage_set_error (PoplensStorage *self, const char *path, int code, GError **error)
{
  if (code == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled");
  else
    POPLENS_STORAGE_GET_CLASS (self)->set_error (self, path, code, error);
}

gboolean
poplens_storage_is_lost (int code)
{
  return code == ENOLINK || code == ECANCELED || poplens_storage_code (code) == POPLENS_ERROR_READ;
}

int
poplens_storage_code (int code)
{
  switch (code) {
  case ENOLINK:
    return POPLENS_ERROR_LINK;
  /* The disk failed, memory is short, or too many files are open: that says nothing about the file.
   */
  case EIO:
  case ENOMEM:
  case EMFILE:
  case ENFILE:
    return POPLENS_ERROR_READ;
  default:
    return POPLENS_ERROR_NOT_FOUND;
  }
}

void
poplens_storage_expect (PoplensStorage *self, const char *const *paths, guint n)
{
  POPLENS_STORAGE_GET_CLASS (self)->expect (self, paths, n);
}

void
poplens_storage_refresh (PoplensStorage *self)
{
  POPLENS_STORAGE_GET_CLASS (self)->refresh (self);
}

gboolean
poplens_storage_is_near (PoplensStorage *self)
{
  return POPLENS_STORAGE_GET_CLASS (self)->is_near;
}

/* ---- a file ---------------------------------------------------------------------------------- */

typedef struct {
  PoplensStorage *storage;
  char *path, *name;
  pthread_mutex_t lock; /* guards all fields below */
  gint64 passed_at;     /* monotonic time just before the last successful check; 0 if none */
  PoplensFileInfo passed;
} PoplensFilePrivate;

enum {
  PROP_STORAGE = 1,
  PROP_PATH,
};

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (PoplensFile, poplens_file, G_TYPE_OBJECT)

static PoplensFilePrivate *
private_of (PoplensFile *self)
{
  return poplens_file_get_instance_private (self);
}

static void
poplens_file_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  PoplensFilePrivate *self = private_of (POPLENS_FILE (object));

  if (id == PROP_STORAGE)
    self->storage = g_value_dup_object (value);
  else
    self->path = g_value_dup_string (value);
}

static void
poplens_file_constructed (GObject *object)
{
  PoplensFilePrivate *self = private_of (POPLENS_FILE (object));

  self->name = poplens_storage_get_name (self->storage, self->path);
  G_OBJECT_CLASS (poplens_file_parent_class)->constructed (object);
}

static void
poplens_file_finalize (GObject *object)
{
  PoplensFilePrivate *self = private_of (POPLENS_FILE (object));

  g_clear_object (&self->storage);
  g_free (self->path);
  g_free (self->name);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (poplens_file_parent_class)->finalize (object);
}

static void
need_nothing (PoplensFile *self, const PoplensByteRange *ranges, guint n)
{
}

static guint64
get_no_ahead (PoplensFile *self)
{
  return 0;
}

static int
have_no_descriptor (PoplensFile *self)
{
  return -1;
}

static gboolean
is_never_known (PoplensFile *self, const PoplensFileInfo *was, gint64 since)
{
  return FALSE;
}

static void
accept_nothing (PoplensFile *self)
{
}

static void
poplens_file_class_init (PoplensFileClass *class)
{
  GObjectClass *object = G_OBJECT_CLASS (class);
  GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object->set_property = poplens_file_set_property;
  object->constructed = poplens_file_constructed;
  object->finalize = poplens_file_finalize;
  class->will_need = need_nothing;
  class->get_ahead = get_no_ahead;
  class->get_descriptor = have_no_descriptor;
  class->is_known = is_never_known;
  class->accept = accept_nothing;
  g_object_class_install_property (
      object, PROP_STORAGE,
      g_param_spec_object ("storage", NULL, NULL, POPLENS_TYPE_STORAGE, flags));
  g_object_class_install_property (object, PROP_PATH,
                                   g_param_spec_string ("path", NULL, NULL, NULL, flags));
}

static void
poplens_file_init (PoplensFile *self)
{
  pthread_mutex_init (&private_of (self)->lock, NULL);
}

PoplensFile *
poplens_file_new_local (const char *path)
{
  g_autoptr (PoplensStorage) storage = poplens_storage_new_local ();
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  return poplens_storage_get_file (storage, absolute);
}

gboolean
poplens_file_open (PoplensFile *self, const char *what, guint64 *size, GError **error)
{
  return POPLENS_FILE_GET_CLASS (self)->open (self, what, size, error);
}

gssize
poplens_file_read_at (PoplensFile *self, gpointer out, gsize n, guint64 offset,
                      GCancellable *cancellable, GError **error)
{
  return POPLENS_FILE_GET_CLASS (self)->read_at (self, out, n, offset, cancellable, error);
}

void
poplens_file_will_need (PoplensFile *self, const PoplensByteRange *ranges, guint n)
{
  POPLENS_FILE_GET_CLASS (self)->will_need (self, ranges, n);
}

guint64
poplens_file_get_ahead (PoplensFile *self)
{
  return POPLENS_FILE_GET_CLASS (self)->get_ahead (self);
}

void
poplens_file_accept (PoplensFile *self)
{
  POPLENS_FILE_GET_CLASS (self)->accept (self);
}

int
poplens_file_get_descriptor (PoplensFile *self)
{
  return POPLENS_FILE_GET_CLASS (self)->get_descriptor (self);
}

PoplensStorage *
poplens_file_get_storage (PoplensFile *self)
{
  return private_of (self)->storage;
}

const char *
poplens_file_get_path (PoplensFile *self)
{
  return private_of (self)->path;
}

const char *
poplens_file_get_name (PoplensFile *self)
{
  return private_of (self)->name;
}

const char *
poplens_file_get_local_path (PoplensFile *self)
{
  return poplens_storage_is_near (private_of (self)->storage) ? private_of (self)->path : NULL;
}

/* ---- what it is now -------------------------------------------------------------------------- */

void
poplens_cancellable_push (GCancellable *cancellable)
{
  if (cancellable)
    g_cancellable_push_current (cancellable);
}

void
poplens_cancellable_pop (GCancellable *cancellable)
{
  if (cancellable)
    g_cancellable_pop_current (cancellable);
}

int
poplens_file_stat (PoplensFile *self, PoplensFileInfo *info)
{
  PoplensStorage *storage = private_of (self)->storage;

  return POPLENS_STORAGE_GET_CLASS (storage)->stat_now (storage, private_of (self)->path, info);
}

int
poplens_file_stat_lately (PoplensFile *self, PoplensFileInfo *info)
{
  return poplens_storage_stat (private_of (self)->storage, private_of (self)->path, info);
}

void
poplens_file_set_changed (PoplensFile *self, int code, GError **error)
{
  const char *name = poplens_file_get_name (self);

  g_clear_error (error);
  if (poplens_storage_is_lost (code))
    poplens_storage_set_error (private_of (self)->storage, private_of (self)->path, code, error);
  else if (!code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed since it was opened" POPLENS_RELOAD, name);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED, "%s was deleted" POPLENS_STAYS, name);
}

static gboolean
file_state_is_known (PoplensFile *self, const PoplensFileInfo *was)
{
  PoplensFilePrivate *priv = private_of (self);

  pthread_mutex_lock (&priv->lock);
  gint64 since = poplens_file_info_equal (&priv->passed, was) ? priv->passed_at : 0;
  pthread_mutex_unlock (&priv->lock);
  return POPLENS_FILE_GET_CLASS (self)->is_known (self, was, since);
}

gboolean
poplens_file_check (PoplensFile *self, const PoplensFileInfo *was, PoplensFileCheck check,
                    GError **error)
{
  PoplensFileInfo now;

  /* No byte arrived after the last successful check: the result of that check still holds for all
   * bytes. */
  if (check == POPLENS_CHECK_NOW && file_state_is_known (self, was))
    return TRUE;
  gint64 asked = g_get_monotonic_time ();
  int code = check == POPLENS_CHECK_NOW ? poplens_file_stat (self, &now)
                                        : poplens_file_stat_lately (self, &now);

  if (!code && poplens_file_info_equal (&now, was)) {
    if (check == POPLENS_CHECK_NOW) {
      PoplensFilePrivate *priv = private_of (self);
      pthread_mutex_lock (&priv->lock);
      priv->passed_at = asked;
      priv->passed = *was;
      pthread_mutex_unlock (&priv->lock);
    }
    return TRUE;
  }
  poplens_file_set_changed (self, code, error);
  return FALSE;
}
