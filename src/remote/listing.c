/* Cache of file attributes on another computer, which asks for many paths in one round trip. */
#include "remote/listing.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>

/* FRESH: µs for which a reply is valid. WANTED: µs after the last query of a path; until then,
 * requests for other paths include this path. */
#define FRESH G_USEC_PER_SEC
#define WANTED (60 * (gint64) G_USEC_PER_SEC)
/* µs for which the real path of a folder is valid; it seldom changes. */
#define REAL_FRESH (60 * (gint64) G_USEC_PER_SEC)
#define MOST_TOGETHER 64
#define MOST_LISTED 100000
#define MOST_KEPT (2 * MOST_LISTED)

typedef struct {
  gint64 asked; /* time of the last query of this path, µs; 0: the path is known from a folder
                   listing only */
  gint64 sent;  /* when the request was sent, µs; 0: not requested yet */
  gint64 known; /* when the reply arrived, µs */
  int code, link_code;
  PoplensFileInfo info, link; /* .info: result of stat (); .link: result of lstat () */
} PathEntry;

typedef struct {
  gint64 known;
  char *path;
} Real;

struct _PoplensListing {
  pthread_mutex_t lock;
  GHashTable *entries; /* path → PathEntry */
  GHashTable *reals;   /* folder → Real */
  gint64 not_before;   /* replies to requests sent before this time are no longer valid */
};

static void
real_free (gpointer data)
{
  Real *real = data;

  g_free (real->path);
  g_free (real);
}

PoplensListing *
poplens_listing_new (void)
{
  PoplensListing *self = g_new0 (PoplensListing, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->reals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, real_free);
  return self;
}

void
poplens_listing_free (PoplensListing *self)
{
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->reals);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* ---- what is known --------------------------------------------------------------------------- */

/* TRUE if the cached reply is valid. With @since, the request must have been sent at @since or
 * later. With @since 0, the reply must be at most a second old. Called with the lock held. */
static gboolean
is_fresh (PoplensListing *self, const PathEntry *entry, gint64 since)
{
  return entry->sent && entry->sent >= MAX (since, self->not_before) &&
         (since || g_get_monotonic_time () - entry->known < FRESH);
}

static PathEntry *
get_entry (PoplensListing *self, const char *path)
{
  PathEntry *entry = g_hash_table_lookup (self->entries, path);

  if (entry)
    return entry;
  if (g_hash_table_size (self->entries) >= MOST_KEPT)
    g_hash_table_remove_all (self->entries);
  entry = g_new0 (PathEntry, 1);
  g_hash_table_insert (self->entries, g_strdup (path), entry);
  return entry;
}

static PathEntry *
find_fresh (PoplensListing *self, const char *path, gint64 since)
{
  PathEntry *entry = g_hash_table_lookup (self->entries, path);

  if (!entry || !is_fresh (self, entry, since))
    return NULL;
  entry->asked = g_get_monotonic_time ();
  return entry;
}

gboolean
poplens_listing_look (PoplensListing *self, const char *path, gint64 since, int *code,
                      PoplensFileInfo *info)
{
  pthread_mutex_lock (&self->lock);
  const PathEntry *entry = find_fresh (self, path, since);
  if (entry) {
    *code = entry->code;
    *info = entry->info;
  }
  pthread_mutex_unlock (&self->lock);
  return entry != NULL;
}

gboolean
poplens_listing_look_link (PoplensListing *self, const char *path, gboolean *is_link)
{
  pthread_mutex_lock (&self->lock);
  const PathEntry *entry = find_fresh (self, path, 0);
  if (entry)
    *is_link = !entry->link_code && S_ISLNK (entry->link.mode);
  pthread_mutex_unlock (&self->lock);
  return entry != NULL;
}

static void
keep_real (PoplensListing *self, const char *path, const char *real, gint64 known)
{
  Real *kept = g_new (Real, 1);

  if (g_hash_table_size (self->reals) >= MOST_TOGETHER)
    g_hash_table_remove_all (self->reals);
  *kept = (Real){known, g_strdup (real)};
  g_hash_table_insert (self->reals, g_strdup (path), kept);
}

static const char *
find_real_folder (PoplensListing *self, const char *folder)
{
  const Real *known = g_hash_table_lookup (self->reals, folder);

  return known && g_get_monotonic_time () - known->known < REAL_FRESH ? known->path : NULL;
}

/* Returns the real path of @path, found through the real path of its folder. @levels: number of
 * parent folders to resolve in the same way. (transfer full) (nullable): NULL if the folder is not
 * cached, or @path is a symbolic link */
static char *
find_real (PoplensListing *self, const char *path, guint levels)
{
  const PathEntry *entry = find_fresh (self, path, 0);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *above = NULL;

  if (!entry || entry->link_code || S_ISLNK (entry->link.mode))
    return NULL;
  above = g_strdup (find_real_folder (self, folder));
  if (!above && levels && (above = find_real (self, folder, levels - 1)))
    keep_real (self, folder, above, entry->known);
  return above ? g_build_filename (above, name, NULL) : NULL;
}

char *
poplens_listing_look_real (PoplensListing *self, const char *path)
{
  pthread_mutex_lock (&self->lock);
  char *real = find_real (self, path, 1);
  pthread_mutex_unlock (&self->lock);
  return real;
}

void
poplens_listing_expect (PoplensListing *self, const char *const *paths, guint n)
{
  gint64 now = g_get_monotonic_time ();

  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < n; i++)
    get_entry (self, paths[i])->asked = now;
  pthread_mutex_unlock (&self->lock);
}

void
poplens_listing_refresh (PoplensListing *self)
{
  pthread_mutex_lock (&self->lock);
  self->not_before = g_get_monotonic_time ();
  pthread_mutex_unlock (&self->lock);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Returns the paths to request in one round trip: @path, and paths of recent queries whose replies
 * are too old. (transfer full): array of char * */
static GPtrArray *
choose_paths (PoplensListing *self, const char *path, gint64 since)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  gint64 now = g_get_monotonic_time ();
  GHashTableIter iter;
  gpointer key, value;

  pthread_mutex_lock (&self->lock);
  get_entry (self, path)->asked = now;
  g_ptr_array_add (paths, g_strdup (path));
  g_hash_table_iter_init (&iter, self->entries);
  while (paths->len < MOST_TOGETHER && g_hash_table_iter_next (&iter, &key, &value)) {
    const PathEntry *entry = value;
    if (entry->asked && now - entry->asked < WANTED && !is_fresh (self, entry, since) &&
        strcmp (key, path))
      g_ptr_array_add (paths, g_strdup (key));
  }
  pthread_mutex_unlock (&self->lock);
  return paths;
}

static int
find_lost (const int *codes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (codes[i] == ENOLINK || codes[i] == ECANCELED)
      return codes[i];
  return 0;
}

/* Gets the attributes of link targets, in another round trip, if @paths contains symbolic links.
 * Returns 0, ENOLINK or ECANCELED. */
static int
follow_links (PoplensSftp *sftp, GPtrArray *paths, PathEntry *entries, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new ();
  g_autofree guint *which = g_new (guint, paths->len);

  for (guint i = 0; i < paths->len; i++) {
    entries[i].code = entries[i].link_code;
    entries[i].info = entries[i].link;
    if (!entries[i].link_code && S_ISLNK (entries[i].link.mode)) {
      which[links->len] = i;
      g_ptr_array_add (links, paths->pdata[i]);
    }
  }
  if (!links->len)
    return 0;
  g_autofree PoplensFileInfo *infos = g_new0 (PoplensFileInfo, links->len);
  g_autofree int *codes = g_new0 (int, links->len);
  poplens_sftp_stat_many (sftp, (const char *const *) links->pdata, links->len, TRUE, infos, codes,
                          cancellable);
  for (guint i = 0; i < links->len; i++) {
    entries[which[i]].code = codes[i];
    entries[which[i]].info = infos[i];
  }
  return find_lost (codes, links->len);
}

/* Stores the replies to requests that were sent at @sent. Keeps entries whose requests were sent
 * later. */
static void
store_replies (PoplensListing *self, GPtrArray *paths, const PathEntry *entries, gint64 sent)
{
  gint64 known = g_get_monotonic_time ();

  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < paths->len; i++) {
    PathEntry *entry = get_entry (self, paths->pdata[i]);
    gint64 asked = entry->asked;
    if (entry->sent > sent)
      continue;
    *entry = entries[i];
    entry->asked = asked;
    entry->sent = sent;
    entry->known = known;
  }
  pthread_mutex_unlock (&self->lock);
}

int
poplens_listing_ask_real (PoplensListing *self, PoplensSftp *sftp, const char *path, char **real,
                          GCancellable *cancellable)
{
  gint64 known = g_get_monotonic_time ();
  int code = poplens_sftp_real_path (sftp, path, real, cancellable);

  if (code)
    return code;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *real_folder = g_path_get_dirname (*real);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *real_name = g_path_get_basename (*real);
  pthread_mutex_lock (&self->lock);
  keep_real (self, path, *real, known);
  keep_real (self, *real, *real, known);
  if (!strcmp (name, real_name))
    keep_real (self, folder, real_folder, known);
  pthread_mutex_unlock (&self->lock);
  return 0;
}

/* A query for the real path of a folder, sent in parallel with the queries for its files. */
typedef struct {
  PoplensListing *listing;
  PoplensSftp *sftp;
  char *folder;
  GCancellable *cancellable;
} FolderQuestion;

static gpointer
ask_folder (gpointer data)
{
  FolderQuestion *question = data;
  g_autofree char *real = NULL;

  poplens_listing_ask_real (question->listing, question->sftp, question->folder, &real,
                            question->cancellable);
  return NULL;
}

static gboolean
knows_real (PoplensListing *self, const char *folder)
{
  pthread_mutex_lock (&self->lock);
  gboolean is_known = find_real_folder (self, folder) != NULL;
  pthread_mutex_unlock (&self->lock);
  return is_known;
}

static void
stat_all (PoplensListing *self, PoplensSftp *sftp, GPtrArray *paths, PoplensFileInfo *infos,
          int *codes, GCancellable *cancellable)
{
  g_autofree char *folder = g_path_get_dirname (paths->pdata[0]);
  FolderQuestion question = {self, sftp, folder, cancellable};
  GThread *thread =
      knows_real (self, folder) ? NULL : g_thread_new ("real-path", ask_folder, &question);

  poplens_sftp_stat_many (sftp, (const char *const *) paths->pdata, paths->len, FALSE, infos, codes,
                          cancellable);
  if (thread)
    g_thread_join (thread);
}

int
poplens_listing_ask (PoplensListing *self, PoplensSftp *sftp, const char *path, gint64 since,
                     GCancellable *cancellable)
{
  g_autoptr (GPtrArray) paths = choose_paths (self, path, since);
  g_autofree PathEntry *entries = g_new0 (PathEntry, paths->len);
  g_autofree PoplensFileInfo *infos = g_new0 (PoplensFileInfo, paths->len);
  g_autofree int *codes = g_new0 (int, paths->len);
  gint64 sent = g_get_monotonic_time ();

  stat_all (self, sftp, paths, infos, codes, cancellable);
  int lost = find_lost (codes, paths->len);
  for (guint i = 0; i < paths->len; i++) {
    entries[i].link = infos[i];
    entries[i].link_code = codes[i];
  }
  if (!lost)
    lost = follow_links (sftp, paths, entries, cancellable);
  if (!lost)
    store_replies (self, paths, entries, sent);
  return lost;
}

int
poplens_listing_list (PoplensListing *self, PoplensSftp *sftp, const char *path, guint most,
                      GPtrArray **names, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) listed = NULL;
  gint64 sent = g_get_monotonic_time ();
  int code = poplens_sftp_list (sftp, path, MIN (most, MOST_LISTED), &listed, cancellable);

  if (code)
    return code;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_full (listed->len, g_free);
  g_autofree PathEntry *entries = g_new0 (PathEntry, listed->len);
  for (guint i = 0; i < listed->len; i++) {
    const PoplensSftpEntry *entry = listed->pdata[i];
    g_ptr_array_add (paths, g_build_filename (path, entry->name, NULL));
    entries[i].link = entry->info;
  }
  code = follow_links (sftp, paths, entries, cancellable);
  if (code)
    return code;
  store_replies (self, paths, entries, sent);
  *names = g_ptr_array_new_full (listed->len, g_free);
  for (guint i = 0; i < listed->len; i++)
    g_ptr_array_add (*names, g_strdup (((PoplensSftpEntry *) listed->pdata[i])->name));
  return 0;
}
