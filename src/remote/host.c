/* PoplensHost: the table of all hosts, requests that take a path (stat, list, links), and the state
 * that the user sees. */
#include "remote/host-private.h"

#include "base/error.h"

#include <errno.h>
#include <string.h>

#define MEMORY ((gsize) 256 << 20)
#define DISK ((guint64) 4 << 30)

G_DEFINE_FINAL_TYPE (PoplensHost, poplens_host, POPLENS_TYPE_STORAGE)

/* ---- all hosts ------------------------------------------------------------------------------- */

/* The only global state of the program: all users of a host share its connection, and all hosts
 * share the memory and disk for blocks. */
static struct {
  pthread_mutex_t lock;
  GHashTable *hosts; /* destination → GWeakRef */
  PoplensBlockPool *pool;
  PoplensBlockStore *store;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Creates the global state with the first host. Called with the lock held. */
static void
begin_all (void)
{
  g_autofree char *folder = poplens_block_store_get_folder ();

  if (all.hosts)
    return;
  all.hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, weak_ref_free);
  all.pool = poplens_block_pool_new (MEMORY);
  all.store = poplens_block_store_new (folder, DISK);
}

static PoplensHost *
host_new (const PoplensAddress *address)
{
  PoplensHost *self = g_object_new (POPLENS_TYPE_HOST, NULL);

  self->address = poplens_address_with_path (address, "");
  self->destination = poplens_address_get_destination (address);
  self->line = poplens_block_line_new (all.pool);
  self->store = all.store;
  return self;
}

PoplensHost *
poplens_host_get (const PoplensAddress *address)
{
  g_autofree char *key = poplens_address_get_destination (address);

  pthread_mutex_lock (&all.lock);
  begin_all ();
  GWeakRef *weak = g_hash_table_lookup (all.hosts, key);
  PoplensHost *host = weak ? g_weak_ref_get (weak) : NULL;
  if (!weak) {
    weak = g_new0 (GWeakRef, 1);
    g_weak_ref_init (weak, NULL);
    g_hash_table_insert (all.hosts, g_steal_pointer (&key), weak);
  }
  if (!host) {
    host = host_new (address);
    g_weak_ref_set (weak, host);
  }
  pthread_mutex_unlock (&all.lock);
  return host;
}

/* ---- names ----------------------------------------------------------------------------------- */

typedef int (*AskFunc) (PoplensHost *self, PoplensSftp *sftp, const char *path, gpointer data,
                        GCancellable *cancellable);

/* Sends a request, and repeats it over a new connection if the connection was lost. Returns 0 or an
 * errno. */
static int
host_ask (PoplensHost *self, AskFunc func, const char *path, gpointer data,
          GCancellable *cancellable)
{
  int code = ENOLINK;

  for (guint t = 0; t < POPLENS_MOST_LOSSES && code == ENOLINK; t++) {
    PoplensSftp *sftp;
    code = poplens_host_take (self, cancellable, &sftp, NULL);
    if (code)
      return code;
    code = func (self, sftp, path, data, cancellable);
    poplens_sftp_unref (sftp);
    poplens_host_count_waits (self, 1);
  }
  return code;
}

static int
ask_listing (PoplensHost *self, PoplensSftp *sftp, const char *path, gpointer data,
             GCancellable *cancellable)
{
  const gint64 *since = data;

  return poplens_listing_ask (self->listing, sftp, path, since ? *since : 0, cancellable);
}

static int
ask_link (PoplensHost *self, PoplensSftp *sftp, const char *path, gpointer data,
          GCancellable *cancellable)
{
  return poplens_sftp_read_link (sftp, path, data, cancellable);
}

static int
ask_real (PoplensHost *self, PoplensSftp *sftp, const char *path, gpointer data,
          GCancellable *cancellable)
{
  return poplens_listing_ask_real (self->listing, sftp, path, data, cancellable);
}

typedef struct {
  guint most;
  GPtrArray *names;
} List;

static int
ask_list (PoplensHost *self, PoplensSftp *sftp, const char *path, gpointer data,
          GCancellable *cancellable)
{
  List *list = data;

  return poplens_listing_list (self->listing, sftp, path, list->most, &list->names, cancellable);
}

static gboolean
host_reach (PoplensStorage *storage, GCancellable *cancellable, GError **error)
{
  return poplens_host_connect (POPLENS_HOST (storage), cancellable, error);
}

static int
stat_since (PoplensHost *self, const char *path, gint64 since, PoplensFileInfo *info)
{
  int code = 0;

  while (!poplens_listing_look (self->listing, path, since, &code, info)) {
    code = host_ask (self, ask_listing, path, &since, g_cancellable_get_current ());
    if (code)
      return code;
  }
  return code;
}

static int
host_stat (PoplensStorage *storage, const char *path, PoplensFileInfo *info)
{
  return stat_since (POPLENS_HOST (storage), path, 0, info);
}

static int
host_stat_now (PoplensStorage *storage, const char *path, PoplensFileInfo *info)
{
  return stat_since (POPLENS_HOST (storage), path, g_get_monotonic_time (), info);
}

static char *
host_read_link (PoplensStorage *storage, const char *path)
{
  PoplensHost *self = POPLENS_HOST (storage);
  GCancellable *cancellable = g_cancellable_get_current ();
  gboolean is_link = FALSE;
  char *target = NULL;

  while (!poplens_listing_look_link (self->listing, path, &is_link))
    if (host_ask (self, ask_listing, path, NULL, cancellable))
      return NULL;
  if (is_link)
    host_ask (self, ask_link, path, &target, cancellable);
  return target;
}

static char *
host_real_path (PoplensStorage *storage, const char *path)
{
  PoplensHost *self = POPLENS_HOST (storage);
  PoplensFileInfo info;
  char *real;

  /* Check that @path exists, as the server also resolves paths of missing files. */
  if (host_stat (storage, path, &info))
    return NULL;
  real = poplens_listing_look_real (self->listing, path);
  if (!real)
    host_ask (self, ask_real, path, &real, g_cancellable_get_current ());
  return real;
}

static GPtrArray *
host_list (PoplensStorage *storage, const char *path, guint most, int *code)
{
  List list = {.most = most};

  *code = host_ask (POPLENS_HOST (storage), ask_list, path, &list, g_cancellable_get_current ());
  return list.names;
}

static PoplensFile *
host_get_file (PoplensStorage *storage, const char *path)
{
  return poplens_far_file_new (POPLENS_HOST (storage), path);
}

static char *
host_get_name (PoplensStorage *storage, const char *path)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_with_path (POPLENS_HOST (storage)->address, path);

  return poplens_address_to_string (address);
}

static void
host_set_error (PoplensStorage *storage, const char *path, int code, GError **error)
{
  g_autofree char *name = host_get_name (storage, path);

  if (code == ENOLINK)
    poplens_host_set_link_error (POPLENS_HOST (storage), error);
  else if (code == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else
    g_set_error (error, POPLENS_ERROR, poplens_storage_code (code), "Cannot open %s: %s", name,
                 g_strerror (code));
}

static void
host_expect (PoplensStorage *storage, const char *const *paths, guint n)
{
  poplens_listing_expect (POPLENS_HOST (storage)->listing, paths, n);
}

static void
host_refresh (PoplensStorage *storage)
{
  poplens_listing_refresh (POPLENS_HOST (storage)->listing);
}

int
poplens_host_resolve (PoplensHost *self, const PoplensAddress *address, char **path,
                      GCancellable *cancellable)
{
  g_autofree char *clean = g_canonicalize_filename (address->path, "/");
  PoplensSftp *sftp = NULL;
  int code;

  *path = NULL;
  if (strcmp (clean, address->path))
    return host_ask (self, ask_real, *address->path ? address->path : ".", path, cancellable);
  /* The path is absolute and without "..": only connect. */
  code = poplens_host_take (self, cancellable, &sftp, NULL);
  if (!code)
    *path = g_steal_pointer (&clean);
  g_clear_pointer (&sftp, poplens_sftp_unref);
  return code;
}

/* ---- the object ------------------------------------------------------------------------------ */

void
poplens_host_set_prompter (PoplensHost *self, PoplensPromptFunc prompt, gpointer user_data,
                           GDestroyNotify destroy)
{
  PoplensHostPrompter *prompter = prompt ? g_new (PoplensHostPrompter, 1) : NULL;

  if (prompter)
    *prompter = (PoplensHostPrompter){1, prompt, user_data, destroy};
  pthread_mutex_lock (&self->lock);
  PoplensHostPrompter *before = self->prompter;
  self->prompter = prompter;
  pthread_mutex_unlock (&self->lock);
  poplens_host_prompter_unref (before);
}

void
poplens_host_set_batch (PoplensHost *self, gboolean batch)
{
  pthread_mutex_lock (&self->lock);
  self->is_batch = batch;
  pthread_mutex_unlock (&self->lock);
}

void
poplens_host_set_keeps_blocks (PoplensHost *self, gboolean keeps)
{
  pthread_mutex_lock (&self->lock);
  self->keeps_blocks = keeps;
  pthread_mutex_unlock (&self->lock);
}

PoplensHostState
poplens_host_get_state (PoplensHost *self)
{
  pthread_mutex_lock (&self->lock);
  PoplensHostState state = self->state;
  pthread_mutex_unlock (&self->lock);
  return state;
}

gboolean
poplens_host_may_ask (PoplensHost *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean may_ask = self->state == POPLENS_HOST_CONNECTING && !self->is_batch && !self->prompter;
  pthread_mutex_unlock (&self->lock);
  return may_ask;
}

/* Describes how the connection was lost and, if reconnecting failed, why. Called with the lock
 * held. (transfer full) */
static char *
describe_loss (PoplensHost *self)
{
  const char *lost = self->lost, *why = self->error ? self->error->message : NULL;

  if (!lost)
    return g_strdup_printf ("The connection to %s was lost", self->destination);
  return why && strcmp (why, lost) ? g_strdup_printf ("%s. %s", lost, why) : g_strdup (lost);
}

char *
poplens_host_describe (PoplensHost *self)
{
  char *text = NULL;

  pthread_mutex_lock (&self->lock);
  switch (self->state) {
  case POPLENS_HOST_IDLE:
    text = self->error ? g_strdup (self->error->message)
                       : g_strdup_printf ("Not connected to %s", self->destination);
    break;
  case POPLENS_HOST_CONNECTING:
    text = g_strdup_printf ("Connecting to %s…", self->destination);
    break;
  case POPLENS_HOST_CONNECTED:
    text = g_strdup_printf ("Connected to %s", self->destination);
    break;
  case POPLENS_HOST_LOST:
    text = describe_loss (self);
    break;
  }
  pthread_mutex_unlock (&self->lock);
  return text;
}

char *
poplens_host_get_words (PoplensHost *self)
{
  pthread_mutex_lock (&self->lock);
  char *words = g_strdup (self->words);
  pthread_mutex_unlock (&self->lock);
  return words;
}

const char *
poplens_host_get_destination (PoplensHost *self)
{
  return self->destination;
}

void
poplens_host_get_traffic (PoplensHost *self, PoplensHostTraffic *traffic)
{
  PoplensBlockTraffic blocks;

  poplens_block_line_get_traffic (self->line, &blocks);
  pthread_mutex_lock (&self->lock);
  *traffic = (PoplensHostTraffic){
      .received = self->received,
      .sent = self->sent,
      .waits = self->waits + blocks.waits,
      .rate = blocks.rate,
      .silent_since = self->state == POPLENS_HOST_CONNECTING ? self->connecting_at : 0,
      .round_trip = blocks.round_trip};
  for (guint l = 0; l < POPLENS_MOST_LANES; l++) {
    PoplensSftpTraffic lane;
    if (!self->lanes[l].sftp)
      continue;
    poplens_sftp_get_traffic (self->lanes[l].sftp, &lane);
    traffic->received += lane.received;
    traffic->sent += lane.sent;
    traffic->silent_since = MAX (traffic->silent_since, lane.silent_since);
    if (!l && lane.round_trip)
      traffic->round_trip = lane.round_trip;
  }
  pthread_mutex_unlock (&self->lock);
}

static void
poplens_host_finalize (GObject *object)
{
  PoplensHost *self = POPLENS_HOST (object);

  poplens_far_bodies_free (self->bodies);
  poplens_host_link_finalize (self);
  poplens_block_line_unref (self->line);
  poplens_listing_free (self->listing);
  poplens_address_free (self->address);
  g_free (self->destination);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (poplens_host_parent_class)->finalize (object);
}

static void
poplens_host_class_init (PoplensHostClass *class)
{
  PoplensStorageClass *storage = POPLENS_STORAGE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = poplens_host_finalize;
  storage->reach = host_reach;
  storage->stat = host_stat;
  storage->stat_now = host_stat_now;
  storage->read_link = host_read_link;
  storage->real_path = host_real_path;
  storage->list = host_list;
  storage->get_file = host_get_file;
  storage->get_name = host_get_name;
  storage->set_error = host_set_error;
  storage->expect = host_expect;
  storage->refresh = host_refresh;
  g_signal_new ("changed", POPLENS_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_signal_new ("connects", POPLENS_TYPE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
poplens_host_init (PoplensHost *self)
{
  pthread_condattr_t monotonic;

  self->keeps_blocks = TRUE;
  self->listing = poplens_listing_new ();
  self->bodies = g_ptr_array_new ();
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&monotonic);
  pthread_condattr_setclock (&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &monotonic);
  pthread_condattr_destroy (&monotonic);
}
