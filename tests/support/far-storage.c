/* Simulates files on another computer whose connection is lost at a chosen request. */
#include "support/far-storage.h"

#include "base/error.h"

#include <errno.h>
#include <sys/stat.h>

#define LONGEST_GAP 3

struct _FarStorage {
  PoplensStorage parent;
  PoplensStorage *here;
  GMutex lock; /* protects the fields below */
  FarCounts counts;
  GHashTable *blocks; /* blocks that were read, by hash of the file and number */
  GHashTable *known;  /* path → Known */
  int left;           /* requests that succeed; -1: all */
  guint lasts;        /* later requests that fail; 0: all */
  GCancellable *cancellable;
  gint hangs; /* atomic */
};

G_DEFINE_FINAL_TYPE (FarStorage, far_storage, POPLENS_TYPE_STORAGE)

/* A recent answer about a path. */
typedef struct {
  gint64 at;
  int code;
  PoplensFileInfo info;
} KnownFile;

/* Counts a request. Returns 0, or the error code if it fails. */
static int
far_request (FarStorage *self, guint *count)
{
  g_mutex_lock (&self->lock);
  (*count)++;
  gboolean answers = self->left != 0 || self->cancellable;
  GCancellable *cancel = !self->left ? self->cancellable : NULL;
  if (self->left > 0)
    self->left--;
  else if (!self->left && self->lasts && !--self->lasts)
    self->left = -1;
  g_mutex_unlock (&self->lock);
  if (cancel)
    g_cancellable_cancel (cancel);
  return g_cancellable_is_cancelled (g_cancellable_get_current ()) ? ECANCELED
         : answers                                                 ? 0
                                                                   : ENOLINK;
}

/* ---- a file ---------------------------------------------------------------------------------- */

#define TEST_TYPE_FAR_FILE (far_file_get_type ())
G_DECLARE_FINAL_TYPE (FarFile, far_file, TEST, FAR_FILE, PoplensFile)

struct _FarFile {
  PoplensFile parent;
  PoplensFile *here;
};

G_DEFINE_FINAL_TYPE (FarFile, far_file, POPLENS_TYPE_FILE)

static FarStorage *
storage_of (PoplensFile *file)
{
  return TEST_FAR_STORAGE (poplens_file_get_storage (file));
}

static gboolean
set_far_error (PoplensFile *file, int code, GError **error)
{
  if (code)
    poplens_storage_set_error (poplens_file_get_storage (file), poplens_file_get_path (file), code,
                               error);
  return code != 0;
}

static gboolean
far_file_open (PoplensFile *file, const char *what, guint64 *size, GError **error)
{
  FarStorage *storage = storage_of (file);

  return !set_far_error (file, far_request (storage, &storage->counts.stats), error) &&
         poplens_file_open (TEST_FAR_FILE (file)->here, what, size, error);
}

/* Called with the lock held. */
static void
note_blocks (FarStorage *self, PoplensFile *file, guint64 offset, gsize n)
{
  guint64 name = (guint64) g_str_hash (poplens_file_get_path (file)) << 32;

  for (guint64 b = offset / FAR_BLOCK; n && b <= (offset + n - 1) / FAR_BLOCK; b++)
    g_hash_table_add (self->blocks, GSIZE_TO_POINTER (name | b));
  self->counts.blocks = g_hash_table_size (self->blocks);
}

static gssize
far_file_read_at (PoplensFile *file, gpointer out, gsize n, guint64 offset,
                  GCancellable *cancellable, GError **error)
{
  FarStorage *storage = storage_of (file);

  while (g_atomic_int_get (&storage->hangs) && !g_cancellable_is_cancelled (cancellable))
    g_usleep (1000);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      set_far_error (file, far_request (storage, &storage->counts.reads), error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  g_mutex_lock (&storage->lock);
  storage->counts.read_bytes += n;
  note_blocks (storage, file, offset, n);
  g_mutex_unlock (&storage->lock);
  return poplens_file_read_at (TEST_FAR_FILE (file)->here, out, n, offset, NULL, error);
}

static void
far_file_will_need (PoplensFile *file, const PoplensByteRange *ranges, guint n)
{
  FarStorage *storage = storage_of (file);

  g_mutex_lock (&storage->lock);
  storage->counts.hints++;
  for (guint i = 0; i < n; i++)
    storage->counts.hinted_bytes += ranges[i].size;
  g_mutex_unlock (&storage->lock);
}

static guint64
far_file_get_ahead (PoplensFile *file)
{
  return (guint64) 4 << 20;
}

static void
far_file_finalize (GObject *object)
{
  g_clear_object (&TEST_FAR_FILE (object)->here);
  G_OBJECT_CLASS (far_file_parent_class)->finalize (object);
}

static void
far_file_class_init (FarFileClass *class)
{
  PoplensFileClass *file = POPLENS_FILE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = far_file_finalize;
  file->open = far_file_open;
  file->read_at = far_file_read_at;
  file->will_need = far_file_will_need;
  file->get_ahead = far_file_get_ahead;
}

static void
far_file_init (FarFile *self)
{
}

/* ---- where files lie ------------------------------------------------------------------------- */

static gboolean
is_known (FarStorage *self, const char *path, KnownFile *known)
{
  g_mutex_lock (&self->lock);
  const KnownFile *found = g_hash_table_lookup (self->known, path);
  gboolean is_fresh = found && known->at - found->at < G_USEC_PER_SEC;
  if (is_fresh)
    *known = *found;
  g_mutex_unlock (&self->lock);
  return is_fresh;
}

static int
far_stat (PoplensStorage *storage, const char *path, PoplensFileInfo *info)
{
  FarStorage *self = TEST_FAR_STORAGE (storage);
  KnownFile now = {.at = g_get_monotonic_time ()};

  if (!is_known (self, path, &now)) {
    int lost = far_request (self, &self->counts.stats);
    if (lost)
      return lost;
    now.code = poplens_storage_stat (self->here, path, &now.info);
    now.info.device = now.info.inode = 0, now.info.nanoseconds = 0;
    g_mutex_lock (&self->lock);
    g_hash_table_insert (self->known, g_strdup (path), g_memdup2 (&now, sizeof now));
    g_mutex_unlock (&self->lock);
  }
  if (!now.code)
    *info = now.info;
  return now.code;
}

static void
far_refresh (PoplensStorage *storage)
{
  FarStorage *self = TEST_FAR_STORAGE (storage);

  g_mutex_lock (&self->lock);
  g_hash_table_remove_all (self->known);
  g_mutex_unlock (&self->lock);
}

static char *
far_read_link (PoplensStorage *storage, const char *path)
{
  FarStorage *self = TEST_FAR_STORAGE (storage);

  return far_request (self, &self->counts.stats) ? NULL
                                                 : poplens_storage_read_link (self->here, path);
}

static char *
far_real_path (PoplensStorage *storage, const char *path)
{
  FarStorage *self = TEST_FAR_STORAGE (storage);

  return far_request (self, &self->counts.stats) ? NULL
                                                 : poplens_storage_real_path (self->here, path);
}

static GPtrArray *
far_list (PoplensStorage *storage, const char *path, guint most, int *code)
{
  FarStorage *self = TEST_FAR_STORAGE (storage);

  *code = far_request (self, &self->counts.lists);
  return *code ? NULL : poplens_storage_list (self->here, path, most, code);
}

static PoplensFile *
far_get_file (PoplensStorage *storage, const char *path)
{
  FarFile *file = g_object_new (TEST_TYPE_FAR_FILE, "storage", storage, "path", path, NULL);

  file->here = poplens_storage_get_file (TEST_FAR_STORAGE (storage)->here, path);
  return POPLENS_FILE (file);
}

static char *
far_get_name (PoplensStorage *self, const char *path)
{
  return g_strconcat ("far:", path, NULL);
}

static void
far_storage_finalize (GObject *object)
{
  FarStorage *self = TEST_FAR_STORAGE (object);

  g_clear_object (&self->here);
  g_clear_object (&self->cancellable);
  g_hash_table_unref (self->blocks);
  g_hash_table_unref (self->known);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (far_storage_parent_class)->finalize (object);
}

static void
far_storage_class_init (FarStorageClass *class)
{
  PoplensStorageClass *storage = POPLENS_STORAGE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = far_storage_finalize;
  storage->stat = far_stat;
  storage->refresh = far_refresh;
  storage->read_link = far_read_link;
  storage->real_path = far_real_path;
  storage->list = far_list;
  storage->get_file = far_get_file;
  storage->get_name = far_get_name;
}

static void
far_storage_init (FarStorage *self)
{
  g_mutex_init (&self->lock);
  self->blocks = g_hash_table_new (NULL, NULL);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->here = poplens_storage_new_local ();
  self->left = -1;
}

FarStorage *
far_storage_new (void)
{
  return g_object_new (TEST_TYPE_FAR_STORAGE, NULL);
}

void
far_storage_get_counts (FarStorage *self, FarCounts *counts)
{
  g_mutex_lock (&self->lock);
  *counts = self->counts;
  g_mutex_unlock (&self->lock);
}

void
far_storage_reset_counts (FarStorage *self)
{
  g_mutex_lock (&self->lock);
  self->counts = (FarCounts){0};
  g_hash_table_remove_all (self->blocks);
  g_mutex_unlock (&self->lock);
}

void
far_storage_cancel_after (FarStorage *self, int n, GCancellable *cancellable)
{
  g_mutex_lock (&self->lock);
  self->left = n;
  self->lasts = 0;
  g_set_object (&self->cancellable, cancellable);
  g_mutex_unlock (&self->lock);
}

void
far_storage_hang (FarStorage *self, gboolean hangs)
{
  g_atomic_int_set (&self->hangs, hangs);
}

void
far_storage_lose_after (FarStorage *self, int n)
{
  far_storage_cancel_after (self, n, NULL);
}

void
far_storage_lose_for (FarStorage *self, int n, guint lasts)
{
  g_mutex_lock (&self->lock);
  self->left = n;
  self->lasts = lasts;
  g_clear_object (&self->cancellable);
  g_mutex_unlock (&self->lock);
}

FarGap
far_gap (void)
{
  guint one = (guint) g_test_rand_int_range (1, LONGEST_GAP + 1);

  return g_test_slow () ? (FarGap){1, LONGEST_GAP} : (FarGap){one, one};
}
