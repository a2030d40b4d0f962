/* Files on another computer: PoplensFarBody, the open handles and blocks of one state of a file,
 * and PoplensFarFile, which reads a body and shares it with other readers. */
#include "remote/far-file.h"

#include "base/error.h"
#include "remote/host-private.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- bodies: one state of a file ------------------------------------------------------------- */

/* Most files per host that have no readers, but whose blocks are kept for later readers. */
#define MOST_IDLE 16

/* SFTP handle of an open file in one session. Closed with its last reference: a thread holds one
 * until it has sent its request. */
typedef struct {
  PoplensSftp *sftp;
  GBytes *handle;
} Handle;

/* Body: open handles, blocks and disk cache of a remote file. All readers of the file share it. If
 * the size, time or first bytes of the file change, a new body is made. */
typedef struct {
  gint refs; /* 1 for the host's list, 1 for each PoplensFarFile that reads it */
  char *path;
  guint64 size; /* protected by the host's lock */
  gint64 seconds;
  /* When the newest request was sent whose reply confirmed .size and .seconds, monotonic µs; 0:
   * never */
  gint64 seen;
  PoplensBlocks *blocks; /* (nullable): NULL until the file is first opened */
  PoplensBlockDisk *disk;
  GByteArray *head; /* first bytes of the file, by which a replaced file is recognised */
  pthread_mutex_t lock;
  gboolean is_opening, is_kept;
  Handle *handles[POPLENS_MOST_LANES]; /* by lane: open handle; NULL: not open on this lane */
} PoplensFarBody;

static void
handle_close (gpointer data)
{
  Handle *handle = data;

  if (handle->handle) {
    poplens_sftp_close_handle (handle->sftp, handle->handle);
    g_bytes_unref (handle->handle);
  }
  poplens_sftp_unref (handle->sftp);
}

/* @handle: (nullable) */
static void
handle_unref (Handle *handle)
{
  if (handle)
    g_atomic_rc_box_release_full (handle, handle_close);
}

/* ---- source of the blocks -------------------------------------------------------------------- */

static void
ask_bytes (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
           gpointer user_data)
{
  PoplensFarBody *self = file;

  pthread_mutex_lock (&self->lock);
  Handle *handle = self->handles[lane] ? g_atomic_rc_box_acquire (self->handles[lane]) : NULL;
  pthread_mutex_unlock (&self->lock);
  if (!handle) {
    done (user_data, NULL, 0, ECANCELED);
    return;
  }
  poplens_sftp_read (handle->sftp, handle->handle, offset, n, done, user_data);
  handle_unref (handle);
}

static gboolean
has_on_disk (gpointer file, guint64 block)
{
  PoplensFarBody *self = file;

  return self->disk && poplens_block_disk_has (self->disk, block);
}

static gboolean
get_from_disk (gpointer file, guint64 block, guint8 *out, gsize n)
{
  PoplensFarBody *self = file;

  return poplens_block_disk_get (self->disk, block, out, n);
}

static void
put_on_disk (gpointer file, guint64 block, GBytes *bytes)
{
  PoplensFarBody *self = file;

  if (self->disk)
    poplens_block_disk_put (self->disk, block, bytes);
}

static void
body_free (gpointer file)
{
  PoplensFarBody *self = file;

  pthread_mutex_destroy (&self->lock);
  g_clear_pointer (&self->head, g_byte_array_unref);
  g_free (self->path);
  g_free (self);
}

static const PoplensBlockSource body_source = {
    ask_bytes, has_on_disk, get_from_disk, put_on_disk, body_free,
};

/* ---- bodies ---------------------------------------------------------------------------------- */

static void
close_handles (PoplensFarBody *self)
{
  Handle *handles[POPLENS_MOST_LANES];

  pthread_mutex_lock (&self->lock);
  memcpy (handles, self->handles, sizeof handles);
  memset (self->handles, 0, sizeof handles);
  pthread_mutex_unlock (&self->lock);
  for (guint l = 0; l < POPLENS_MOST_LANES; l++)
    handle_unref (handles[l]);
}

static void
body_unref (PoplensFarBody *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  close_handles (self);
  PoplensBlockDisk *disk = self->disk;
  /* If no reply is outstanding, poplens_blocks_close () frees @self at once. */
  if (self->blocks)
    poplens_blocks_close (self->blocks);
  else
    body_free (self);
  if (disk)
    poplens_block_disk_close (disk);
}

void
poplens_far_bodies_free (GPtrArray *bodies)
{
  for (guint i = 0; i < bodies->len; i++)
    body_unref (bodies->pdata[i]);
  g_ptr_array_unref (bodies);
}

static PoplensFarBody *
body_new (const char *path, const PoplensFileInfo *info)
{
  PoplensFarBody *self = g_new0 (PoplensFarBody, 1);

  self->refs = 1;
  self->path = g_strdup (path);
  self->size = info->size;
  self->seconds = info->seconds;
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

/* Moves outdated bodies that have no readers to @stale: bodies of @path, and the oldest beyond
 * MOST_IDLE. Called with the host's lock held. */
static void
take_stale (PoplensHost *host, const char *path, GPtrArray *stale)
{
  guint n_idle = 0;

  for (guint i = host->bodies->len; i--;) {
    PoplensFarBody *body = host->bodies->pdata[i];
    if (g_atomic_int_get (&body->refs) == 1 && (!strcmp (body->path, path) || ++n_idle > MOST_IDLE))
      g_ptr_array_add (stale, g_ptr_array_steal_index (host->bodies, i));
  }
}

/* Returns the body of the file at @path with the size and time in @info: an existing one, or a new
 * one. (transfer full) */
static PoplensFarBody *
far_body_take (PoplensHost *host, const char *path, const PoplensFileInfo *info)
{
  GPtrArray *stale = g_ptr_array_new ();
  PoplensFarBody *found = NULL;

  pthread_mutex_lock (&host->lock);
  for (guint i = 0; i < host->bodies->len && !found; i++) {
    PoplensFarBody *body = host->bodies->pdata[i];
    if (body->size == info->size && body->seconds == info->seconds && !strcmp (body->path, path))
      found = body;
  }
  if (!found) {
    take_stale (host, path, stale);
    found = body_new (path, info);
    g_ptr_array_add (host->bodies, found);
  }
  g_atomic_int_inc (&found->refs);
  pthread_mutex_unlock (&host->lock);
  poplens_far_bodies_free (stale);
  return found;
}

/* Returns the blocks of the file. (transfer none) (nullable): NULL until the file is first opened
 */
static PoplensBlocks *
far_body_get_blocks (PoplensFarBody *self)
{
  pthread_mutex_lock (&self->lock);
  PoplensBlocks *blocks = self->blocks;
  pthread_mutex_unlock (&self->lock);
  return blocks;
}

/* ---- its first bytes ------------------------------------------------------------------------- */

/* Request for the first bytes of a file. It is sent together with the request for the file's size
 * and time, so that both take one round trip. */
typedef struct {
  gint refs;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  gboolean is_done;
  int code;
  GByteArray *bytes;
} Head;

static void
head_unref (Head *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_byte_array_unref (self->bytes);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static void
head_done (gpointer user_data, const guint8 *bytes, gsize n, int code)
{
  Head *self = user_data;

  pthread_mutex_lock (&self->lock);
  if (!code && n)
    g_byte_array_append (self->bytes, bytes, (guint) n);
  self->code = code;
  self->is_done = TRUE;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->lock);
  head_unref (self);
}

static Head *
head_ask (PoplensSftp *sftp, GBytes *handle, gsize n)
{
  Head *self = g_new0 (Head, 1);

  self->refs = 2;
  self->bytes = g_byte_array_new ();
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->changed, NULL);
  poplens_sftp_read (sftp, handle, 0, n, head_done, self);
  return self;
}

static void
wake_head (GCancellable *cancellable, gpointer data)
{
  Head *self = data;

  pthread_mutex_lock (&self->lock);
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

static int
head_wait (Head *self, GCancellable *cancellable)
{
  gulong handler =
      cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (wake_head), self, NULL) : 0;

  pthread_mutex_lock (&self->lock);
  while (!self->is_done && !g_cancellable_is_cancelled (cancellable))
    pthread_cond_wait (&self->changed, &self->lock);
  int code = self->is_done ? self->code : ECANCELED;
  pthread_mutex_unlock (&self->lock);
  g_cancellable_disconnect (cancellable, handler);
  return code;
}

/* ---- opening --------------------------------------------------------------------------------- */

static PoplensBlockDisk *
open_disk (PoplensFarBody *self, PoplensHost *host)
{
  g_autofree char *real = NULL;

  pthread_mutex_lock (&host->lock);
  gboolean keeps = host->keeps_blocks;
  PoplensBlockKey key = {
      .destination = host->destination, .size = self->size, .seconds = self->seconds};
  pthread_mutex_unlock (&host->lock);
  real = keeps ? poplens_storage_real_path (POPLENS_STORAGE (host), self->path) : NULL;
  key.path = real;
  return real ? poplens_block_disk_open (host->store, &key) : NULL;
}

/* TRUE if @info has the size and time of this body. Then sets .seen to @asked, which is when the
 * request for @info was sent (monotonic µs). */
static gboolean
is_identity (PoplensFarBody *self, PoplensHost *host, const PoplensFileInfo *info, gint64 asked)
{
  pthread_mutex_lock (&host->lock);
  gboolean is_same = self->size == info->size && self->seconds == info->seconds;
  if (is_same)
    self->seen = asked;
  pthread_mutex_unlock (&host->lock);
  return is_same;
}

/* TRUE if all bytes received so far belong to the file with size and time @was. @since: when the
 * request that returned @was was sent (monotonic µs). */
static gboolean
far_body_is_known (PoplensFarBody *self, PoplensHost *host, const PoplensFileInfo *was,
                   gint64 since)
{
  gint64 arrived = poplens_blocks_get_arrival (far_body_get_blocks (self));

  pthread_mutex_lock (&host->lock);
  gboolean is_known =
      self->size == was->size && self->seconds == was->seconds && arrived < MAX (since, self->seen);
  pthread_mutex_unlock (&host->lock);
  return is_known;
}

/* Gets size and time of the file, and up to @n of its first bytes. @bytes: (out) (transfer full).
 * Returns 0 or an errno. */
static int
body_get_state (Handle *handle, gsize n, PoplensFileInfo *info, GByteArray **bytes,
                GCancellable *cancellable)
{
  Head *head = head_ask (handle->sftp, handle->handle, n);
  int code = poplens_sftp_fstat (handle->sftp, handle->handle, info, cancellable);

  if (!code)
    code = head_wait (head, cancellable);
  if (!code && !S_ISREG (info->mode))
    code = EISDIR;
  *bytes = code ? NULL : g_byte_array_ref (head->bytes);
  head_unref (head);
  return code;
}

/* Creates the blocks. @is_on_disk: the disk cache knows the file, and is enabled at once; otherwise
 * poplens_file_accept () enables it. */
static void
begin_blocks (PoplensFarBody *self, PoplensHost *host, const GByteArray *head, gboolean is_on_disk)
{
  guint n = MIN (head->len, POPLENS_BLOCK_HEAD_BYTES);
  PoplensBlocks *blocks = poplens_blocks_new (host->line, &body_source, self, self->size);

  self->head = g_byte_array_append (g_byte_array_new (), head->data, n);
  self->is_kept = is_on_disk;
  if (is_on_disk)
    poplens_block_disk_begin (self->disk, head->data, n);
  pthread_mutex_lock (&self->lock);
  self->blocks = blocks;
  pthread_mutex_unlock (&self->lock);
  poplens_blocks_offer (blocks, head->data, head->len);
}

/* Enables the disk cache, and stores the blocks received so far. */
static void
far_body_keep (PoplensFarBody *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean begins = self->disk && !self->is_kept;
  self->is_kept = TRUE;
  pthread_mutex_unlock (&self->lock);
  if (!begins)
    return;
  poplens_block_disk_begin (self->disk, self->head->data, self->head->len);
  poplens_blocks_keep (self->blocks);
}

/* Opens the file for the first time: gets its size and time, and its first block. If the disk cache
 * knows the file, gets only POPLENS_BLOCK_HEAD_BYTES of the block. */
static int
look_first (PoplensFarBody *self, PoplensHost *host, Handle *handle, GCancellable *cancellable)
{
  PoplensBlockDisk *disk = open_disk (self, host);
  gboolean is_known = disk && poplens_block_disk_is_known (disk);
  g_autoptr (GByteArray) head = NULL;
  PoplensFileInfo info;
  gsize most = is_known ? POPLENS_BLOCK_HEAD_BYTES : POPLENS_BLOCK_BYTES;
  gint64 asked = g_get_monotonic_time ();
  /* Request no more bytes than the file has: to read beyond its end takes two requests. */
  int code = body_get_state (handle, CLAMP (self->size, 1, most), &info, &head, cancellable);

  /* If the file is being written, its size or time has changed: do not cache it on disk. */
  if (code || !is_identity (self, host, &info, asked))
    g_clear_pointer (&disk, poplens_block_disk_close);
  if (code)
    return code;
  pthread_mutex_lock (&host->lock);
  self->size = info.size;
  self->seconds = info.seconds;
  pthread_mutex_unlock (&host->lock);
  self->disk = disk;
  begin_blocks (self, host, head, disk && is_known);
  return 0;
}

/* Opens the file again. Returns ESTALE if its size, time or first bytes changed. */
static int
look_again (PoplensFarBody *self, PoplensHost *host, Handle *handle, GCancellable *cancellable)
{
  g_autoptr (GByteArray) head = NULL;
  PoplensFileInfo info;
  gint64 asked = g_get_monotonic_time ();
  int code = body_get_state (handle, POPLENS_BLOCK_HEAD_BYTES, &info, &head, cancellable);

  if (code)
    return code;
  return is_identity (self, host, &info, asked) && head->len == self->head->len &&
                 !memcmp (head->data, self->head->data, head->len)
             ? 0
             : ESTALE;
}

/* Opens the file on another lane, or for the first time. */
static int
body_open (PoplensFarBody *self, PoplensHost *host, guint lane, PoplensSftp *sftp, guint serial,
           GCancellable *cancellable)
{
  Handle *handle = g_atomic_rc_box_new0 (Handle);

  handle->sftp = poplens_sftp_ref (sftp);
  int code = poplens_sftp_open (sftp, self->path, &handle->handle, cancellable);
  poplens_host_count_waits (host, code ? 1 : 2);
  if (!code)
    code = self->blocks ? look_again (self, host, handle, cancellable)
                        : look_first (self, host, handle, cancellable);
  if (!code) {
    pthread_mutex_lock (&self->lock);
    Handle *before = self->handles[lane];
    self->handles[lane] = handle;
    pthread_mutex_unlock (&self->lock);
    handle = before;
    poplens_blocks_set_open (self->blocks, lane, serial, poplens_sftp_get_most (sftp));
  }
  handle_unref (handle);
  return code;
}

/* Lets one thread open the file, while others wait. FALSE if it was cancelled. */
static gboolean
begin_opening (PoplensFarBody *self, PoplensHost *host, GCancellable *cancellable)
{
  while (!g_cancellable_is_cancelled (cancellable)) {
    pthread_mutex_lock (&self->lock);
    gboolean is_mine = !self->is_opening;
    self->is_opening = TRUE;
    pthread_mutex_unlock (&self->lock);
    if (is_mine)
      return TRUE;
    pthread_mutex_lock (&host->lock);
    poplens_host_wait (host);
    pthread_mutex_unlock (&host->lock);
  }
  return FALSE;
}

static void
end_opening (PoplensFarBody *self, PoplensHost *host)
{
  pthread_mutex_lock (&self->lock);
  self->is_opening = FALSE;
  pthread_mutex_unlock (&self->lock);
  pthread_mutex_lock (&host->lock);
  pthread_cond_broadcast (&host->changed);
  pthread_mutex_unlock (&host->lock);
}

/* Opens the file on lane 0, whose session is @sftp, if it is not open there. Then opens it on all
 * other lanes, too. @again: opens it on lane 0 even if it is open there. */
static int
open_over (PoplensFarBody *self, PoplensHost *host, PoplensSftp *sftp, guint serial, gboolean again,
           GCancellable *cancellable)
{
  gboolean is_other = !self->handles[0] || self->handles[0]->sftp != sftp;
  int code = is_other || again ? body_open (self, host, 0, sftp, serial, cancellable) : 0;

  for (guint l = 1; l < POPLENS_MOST_LANES && is_other && !code; l++) {
    PoplensSftp *lane = poplens_host_get_lane (host, l, &serial);
    if (lane)
      body_open (self, host, l, lane, serial, cancellable);
    g_clear_pointer (&lane, poplens_sftp_unref);
  }
  return code;
}

/* Opens the file; connects or reconnects if necessary. @again: opens it by name even if it is open,
 * as another file may have the name by now. Returns 0 or an errno: ECANCELED, ENOLINK, or ESTALE if
 * the file changed since it was first opened. */
static int
far_body_connect (PoplensFarBody *self, PoplensHost *host, gboolean again,
                  GCancellable *cancellable)
{
  int code = ENOLINK;

  if (!begin_opening (self, host, cancellable))
    return ECANCELED;
  for (guint t = 0; t < POPLENS_MOST_LOSSES && code == ENOLINK; t++) {
    PoplensSftp *sftp;
    guint serial;
    code = poplens_host_take (host, cancellable, &sftp, &serial);
    if (code)
      break;
    code = open_over (self, host, sftp, serial, again, cancellable);
    poplens_sftp_unref (sftp);
  }
  end_opening (self, host);
  return code;
}

void
poplens_far_bodies_open_lane (PoplensHost *host, guint lane)
{
  GPtrArray *bodies = g_ptr_array_new ();

  pthread_mutex_lock (&host->lock);
  for (guint i = 0; i < host->bodies->len; i++) {
    PoplensFarBody *body = host->bodies->pdata[i];
    g_atomic_int_inc (&body->refs);
    g_ptr_array_add (bodies, body);
  }
  pthread_mutex_unlock (&host->lock);
  for (guint i = 0; i < bodies->len; i++) {
    PoplensFarBody *body = bodies->pdata[i];
    guint serial;
    PoplensSftp *sftp = poplens_host_get_lane (host, lane, &serial);
    if (sftp && far_body_get_blocks (body) && begin_opening (body, host, NULL)) {
      body_open (body, host, lane, sftp, serial, NULL);
      end_opening (body, host);
    }
    g_clear_pointer (&sftp, poplens_sftp_unref);
  }
  poplens_far_bodies_free (bodies);
}

static guint64
far_body_get_size (PoplensFarBody *self, PoplensHost *host)
{
  pthread_mutex_lock (&host->lock);
  guint64 size = self->size;
  pthread_mutex_unlock (&host->lock);
  return size;
}

static gboolean
far_body_is_open (PoplensFarBody *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean is_open = self->handles[0] != NULL;
  pthread_mutex_unlock (&self->lock);
  return is_open;
}

/* Releases a reader's reference. The last reader closes the file; its blocks are kept for a later
 * reader that finds the file unchanged. */
static void
far_body_leave (PoplensFarBody *self, PoplensHost *host)
{
  pthread_mutex_lock (&host->lock);
  /* The last two references are of the host's list and of this reader. */
  gboolean is_last = g_atomic_int_get (&self->refs) <= 2;
  if (is_last && self->blocks)
    poplens_blocks_shut (self->blocks);
  if (is_last)
    close_handles (self);
  pthread_mutex_unlock (&host->lock);
  body_unref (self);
}

/* Removes the body from the host's list, so that far_body_take () no longer returns it. */
static void
far_body_forget (PoplensFarBody *self, PoplensHost *host)
{
  pthread_mutex_lock (&host->lock);
  guint at = 0;
  gboolean is_there = g_ptr_array_find (host->bodies, self, &at);
  if (is_there)
    g_ptr_array_steal_index (host->bodies, at);
  pthread_mutex_unlock (&host->lock);
  if (is_there)
    body_unref (self);
}

/* ---- the file -------------------------------------------------------------------------------- */

struct _PoplensFarFile {
  PoplensFile parent;
  pthread_mutex_t lock;
  PoplensFarBody *body; /* (nullable): NULL until the file is first opened */
  PoplensBlocksUrgency urgency;
};

G_DEFINE_FINAL_TYPE (PoplensFarFile, poplens_far_file, POPLENS_TYPE_FILE)

static PoplensHost *
host_of (PoplensFarFile *self)
{
  return POPLENS_HOST (poplens_file_get_storage (POPLENS_FILE (self)));
}

static gboolean
far_file_fail (PoplensFarFile *self, int code, GError **error)
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

/* Sets the body, unless another thread has set one. @body: (transfer full) */
static void
set_body (PoplensFarFile *self, PoplensFarBody *body)
{
  pthread_mutex_lock (&self->lock);
  PoplensFarBody *other = self->body ? body : NULL;
  if (!other)
    self->body = body;
  pthread_mutex_unlock (&self->lock);
  if (other)
    far_body_leave (other, host_of (self));
}

static int
open_state (PoplensFarFile *self, const PoplensFileInfo *info, GCancellable *cancellable)
{
  PoplensHost *host = host_of (self);
  PoplensFarBody *body = far_body_take (host, poplens_file_get_path (POPLENS_FILE (self)), info);
  /* If another reader has the file open, open it again by name. A file that was replaced within a
   * second has the same size and time. */
  int code = far_body_connect (body, host, far_body_is_open (body), cancellable);

  if (!code) {
    set_body (self, body);
    return 0;
  }
  if (code == ESTALE)
    far_body_forget (body, host);
  far_body_leave (body, host);
  return code;
}

static gboolean
open_body (PoplensFarFile *self, const char *what, GCancellable *cancellable, GError **error)
{
  PoplensStorage *storage = POPLENS_STORAGE (host_of (self));
  const char *path = poplens_file_get_path (POPLENS_FILE (self));
  PoplensFileInfo info;
  int code = poplens_storage_stat (storage, path, &info);

  /* Opening a pipe would make the server wait for a writer. */
  if (!code && !S_ISREG (info.mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "%s is not a file; put the %s of the report there",
                 poplens_file_get_name (POPLENS_FILE (self)), what);
    return FALSE;
  }
  if (!code)
    code = open_state (self, &info, cancellable);
  /* The file changed since its size and time were cached: get them again, and open it. */
  if (code == ESTALE) {
    poplens_storage_refresh (storage);
    code = poplens_storage_stat (storage, path, &info);
    code = code ? code : open_state (self, &info, cancellable);
  }
  return code ? far_file_fail (self, code, error) : TRUE;
}

static gboolean
far_file_open (PoplensFile *file, const char *what, guint64 *size, GError **error)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (file);

  if (!get_body (self) && !open_body (self, what, g_cancellable_get_current (), error))
    return FALSE;
  if (size)
    *size = far_body_get_size (get_body (self), host_of (self));
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
    code = poplens_blocks_read (far_body_get_blocks (body), (guint8 *) out + done, n - done,
                                offset + done, self->urgency, cancellable, &got);
    done += got;
    if (code != ENOLINK)
      break;
    code = far_body_connect (body, host_of (self), FALSE, cancellable);
    /* If the connection is back (0), ENOLINK makes the loop read the rest. If not, the negative
     * code ends the loop, even if it is −ENOLINK. */
    code = code ? -code : ENOLINK;
  }
  if (!code) {
    poplens_host_consider_lane (host_of (self));
    return (gssize) done;
  }
  far_file_fail (self, ABS (code), error);
  return -1;
}

/* Opens the file on a thread of its own, before its first read, which reports any error. */
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
    poplens_blocks_will_need (far_body_get_blocks (body), ranges, n, self->urgency);
  else
    g_thread_unref (g_thread_new ("open-early", open_early, g_object_ref (file)));
}

static guint64
far_file_get_ahead (PoplensFile *file)
{
  PoplensFarBody *body = get_body (POPLENS_FAR_FILE (file));

  return body ? poplens_blocks_get_ahead (far_body_get_blocks (body)) : 0;
}

static gboolean
far_file_is_known (PoplensFile *file, const PoplensFileInfo *was, gint64 since)
{
  PoplensFarFile *self = POPLENS_FAR_FILE (file);
  PoplensFarBody *body = get_body (self);

  return body && far_body_is_known (body, host_of (self), was, since);
}

static void
far_file_accept (PoplensFile *file)
{
  PoplensFarBody *body = get_body (POPLENS_FAR_FILE (file));

  if (body)
    far_body_keep (body);
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

  return body ? poplens_blocks_count_absent (far_body_get_blocks (body), range) : range->size;
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
    far_body_leave (self->body, host_of (self));
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
