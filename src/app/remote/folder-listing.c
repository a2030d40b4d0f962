/* Lists folders of a remote host, and finds the reports in them with few round trips. */
#include "app/remote/folder-listing.h"

#include "app/window/recent.h"
#include "base/visible.h"

#include <string.h>
#include <sys/stat.h>

/* ---- folder entries -------------------------------------------------------------------------- */

struct _PoplensFolderEntry {
  GObject parent;
  char *name;
  char *shown;
  char *key; /* key for sorting by name */
  char *when;
  gint64 modified;
  gboolean is_folder, is_report;
};

G_DEFINE_FINAL_TYPE (PoplensFolderEntry, poplens_folder_entry, G_TYPE_OBJECT)

enum { PROP_SHOWN = 1, PROP_FOLDER, PROP_ICON, PROP_MODIFIED, PROP_WHEN, PROP_REPORT };

static void
poplens_folder_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  PoplensFolderEntry *self = POPLENS_FOLDER_ENTRY (object);

  if (id == PROP_SHOWN)
    g_value_set_string (value, self->shown);
  else if (id == PROP_FOLDER)
    g_value_set_boolean (value, self->is_folder);
  else if (id == PROP_ICON)
    g_value_set_static_string (value,
                               self->is_folder ? "folder-symbolic" : "text-x-generic-symbolic");
  else if (id == PROP_MODIFIED)
    g_value_set_int64 (value, self->modified);
  else if (id == PROP_WHEN)
    g_value_set_string (value, self->when);
  else if (id == PROP_REPORT)
    g_value_set_boolean (value, self->is_report);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
poplens_folder_entry_finalize (GObject *object)
{
  PoplensFolderEntry *self = POPLENS_FOLDER_ENTRY (object);

  g_free (self->name);
  g_free (self->shown);
  g_free (self->key);
  g_free (self->when);
  G_OBJECT_CLASS (poplens_folder_entry_parent_class)->finalize (object);
}

static void
poplens_folder_entry_class_init (PoplensFolderEntryClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamSpec *const specs[] = {
      [PROP_SHOWN] = g_param_spec_string ("shown", NULL, NULL, NULL, flags),
      [PROP_FOLDER] = g_param_spec_boolean ("is-folder", NULL, NULL, FALSE, flags),
      [PROP_ICON] = g_param_spec_string ("icon", NULL, NULL, NULL, flags),
      [PROP_MODIFIED] =
          g_param_spec_int64 ("modified", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags),
      [PROP_WHEN] = g_param_spec_string ("when", NULL, NULL, NULL, flags),
      [PROP_REPORT] = g_param_spec_boolean ("is-report", NULL, NULL, FALSE, flags),
  };

  G_OBJECT_CLASS (klass)->get_property = poplens_folder_entry_get_property;
  G_OBJECT_CLASS (klass)->finalize = poplens_folder_entry_finalize;
  for (guint i = PROP_SHOWN; i <= PROP_REPORT; i++)
    g_object_class_install_property (G_OBJECT_CLASS (klass), i, specs[i]);
}

static void
poplens_folder_entry_init (PoplensFolderEntry *self)
{
}

/* Creates an entry. @name: bytes from the host, which need not be UTF-8. @is_report: FALSE for a
 * folder whose contents are not known yet. @now: seconds since the epoch. */
static PoplensFolderEntry *
folder_entry_new (const char *name, gboolean is_folder, gboolean is_report, gint64 modified,
                  gint64 now)
{
  PoplensFolderEntry *self = g_object_new (POPLENS_TYPE_FOLDER_ENTRY, NULL);

  self->name = g_strdup (name);
  self->shown = poplens_visible_text (name, -1);
  self->key = g_utf8_collate_key_for_filename (self->shown, -1);
  self->when = poplens_recent_when (modified, now);
  self->modified = modified;
  self->is_folder = is_folder;
  self->is_report = is_report;
  return self;
}

const char *
poplens_folder_entry_get_name (PoplensFolderEntry *self)
{
  return self->name;
}

gboolean
poplens_folder_entry_is_folder (PoplensFolderEntry *self)
{
  return self->is_folder;
}

gboolean
poplens_folder_entry_is_report (PoplensFolderEntry *self)
{
  return self->is_report;
}

static void
folder_entry_set_is_report (PoplensFolderEntry *self, gboolean is_report)
{
  if (self->is_report == is_report)
    return;
  self->is_report = is_report;
  g_object_notify (G_OBJECT (self), "is-report");
}

int
poplens_folder_entry_compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const PoplensFolderEntry *first = a, *second = b;

  if (first->is_folder != second->is_folder)
    return first->is_folder ? -1 : 1;
  return strcmp (first->key, second->key);
}

/* ---- folders --------------------------------------------------------------------------------- */

/* Number of folders whose files are looked up in one round trip to the host. */
#define ASKED_TOGETHER 32u
/* Maximum number of file names of a folder that are compared with the names of report files. */
#define MOST_NAMES 256

void
poplens_folder_free (PoplensFolder *self)
{
  g_free (self->path);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/* ---- detecting reports ----------------------------------------------------------------------- */

/* TRUE if @name is a file name that Poplar uses for a report, complete or still being written. */
static gboolean
is_report_name (const char *name)
{
  return !strcmp (name, "profile.pop") || !strcmp (name, "archive.a") ||
         (g_str_has_prefix (name, "profile_") && g_str_has_suffix (name, ".pop"));
}

static gboolean
has_file (PoplensStorage *storage, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  PoplensFileInfo info;

  return !poplens_storage_stat (storage, path, &info) && S_ISREG (info.mode);
}

static const char *const finished[] = {"profile.pop", "archive.a"};

static gboolean
has_finished (PoplensStorage *storage, const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (finished); i++)
    if (has_file (storage, folder, finished[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_unfinished (PoplensStorage *storage, const char *folder)
{
  int code;
  g_autoptr (GPtrArray) names = poplens_storage_list (storage, folder, MOST_NAMES, &code);

  for (guint i = 0; names && i < names->len; i++)
    if (is_report_name (names->pdata[i]) && has_file (storage, folder, names->pdata[i]))
      return TRUE;
  return FALSE;
}

gboolean
poplens_folder_is_report (PoplensStorage *storage, const char *path)
{
  PoplensFileInfo info;

  if (poplens_storage_stat (storage, path, &info))
    return FALSE;
  if (S_ISREG (info.mode))
    return g_str_has_suffix (path, ".pop") || g_str_has_suffix (path, "/archive.a");
  return has_finished (storage, path) || has_unfinished (storage, path);
}

/* ---- reading a folder ------------------------------------------------------------------------ */

typedef struct {
  PoplensStorage *storage;
  char *path;
} ListingJob;

static void
listing_job_free (gpointer data)
{
  ListingJob *job = data;

  g_object_unref (job->storage);
  g_free (job->path);
  g_free (job);
}

static void
add_name (PoplensFolder *self, PoplensStorage *storage, const char *name, gint64 now)
{
  g_autofree char *path = g_build_filename (self->path, name, NULL);
  PoplensFileInfo info = {0};
  gboolean is_file = g_str_has_suffix (name, ".pop") || is_report_name (name);
  gboolean there = *name != '.' && !poplens_storage_stat (storage, path, &info);

  if (there && S_ISDIR (info.mode)) {
    g_ptr_array_add (self->entries, folder_entry_new (name, TRUE, FALSE, info.seconds, now));
  } else if (there && S_ISREG (info.mode) && is_file) {
    g_ptr_array_add (self->entries, folder_entry_new (name, FALSE, TRUE, info.seconds, now));
    self->is_report |= is_report_name (name);
  } else {
    self->n_others++;
  }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  return poplens_folder_entry_compare (*(gpointer *) a, *(gpointer *) b, NULL);
}

/* Reads the folder of @job. (transfer full) (nullable): NULL with @code (an error number), or if
 * cancelled. */
static PoplensFolder *
read_folder (const ListingJob *job, GCancellable *cancellable, int *code)
{
  g_autoptr (GPtrArray) names =
      poplens_storage_list (job->storage, job->path, POPLENS_FOLDER_MOST, code);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  if (!names)
    return NULL;
  PoplensFolder *self = g_new0 (PoplensFolder, 1);
  self->path = g_strdup (job->path);
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->is_cut = names->len >= POPLENS_FOLDER_MOST;
  for (guint i = 0; i < names->len && !g_cancellable_is_cancelled (cancellable); i++)
    add_name (self, job->storage, names->pdata[i], now);
  g_ptr_array_sort (self->entries, compare_entries);
  return self;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const ListingJob *job = data;
  GError *error = NULL;
  int code = 0;

  g_cancellable_push_current (cancellable);
  g_autoptr (PoplensFolder) folder = read_folder (job, cancellable, &code);
  g_cancellable_pop_current (cancellable);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (folder) {
    g_task_return_pointer (task, g_steal_pointer (&folder), (GDestroyNotify) poplens_folder_free);
    return;
  }
  poplens_storage_set_error (job->storage, job->path, code, &error);
  g_task_return_error (task, error);
}

void
poplens_folder_read_async (PoplensStorage *storage, const char *path, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  /* Pass no source object: the task would hold a reference to a widget, and a worker could drop the
   * last one. A widget must not be finalized on a worker. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  ListingJob *job = g_new (ListingJob, 1);

  *job = (ListingJob){g_object_ref (storage), g_strdup (path)};
  g_task_set_task_data (task, job, listing_job_free);
  g_task_run_in_thread (task, read_thread);
}

PoplensFolder *
poplens_folder_read_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- marking folders with reports ------------------------------------------------------------ */

typedef struct {
  PoplensStorage *storage;
  char *path;
  GPtrArray *folders; /* of PoplensFolderEntry: folders that are not known to be reports */
  GCancellable *cancellable;
} ReportMarking;

static void
report_marking_free (ReportMarking *self)
{
  g_object_unref (self->storage);
  g_free (self->path);
  g_ptr_array_unref (self->folders);
  g_object_unref (self->cancellable);
  g_free (self);
}

static char *
folder_path (const ReportMarking *self, guint i)
{
  return g_build_filename (self->path, poplens_folder_entry_get_name (self->folders->pdata[i]),
                           NULL);
}

/* Announces to the storage the report files of ASKED_TOGETHER folders, beginning with folder
 * @first. The storage then looks up all of them in one round trip. */
static void
expect_finished (const ReportMarking *self, guint first)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = first; i < MIN (first + ASKED_TOGETHER, self->folders->len); i++) {
    g_autofree char *folder = folder_path (self, i);
    for (guint f = 0; f < G_N_ELEMENTS (finished); f++)
      g_ptr_array_add (paths, g_build_filename (folder, finished[f], NULL));
  }
  poplens_storage_expect (self->storage, (const char *const *) paths->pdata, paths->len);
}

static gboolean
on_report_found (gpointer data)
{
  folder_entry_set_is_report (data, TRUE);
  return G_SOURCE_REMOVE;
}

/* Marks the folders for which @is_report returns TRUE. The other folders stay in .folders.
 * @together: TRUE: looks up several folders in one round trip. */
static void
mark_folders (ReportMarking *self,
              gboolean (*is_report) (PoplensStorage *storage, const char *folder),
              gboolean together)
{
  GPtrArray *others = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->folders->len; i++) {
    g_autofree char *path = folder_path (self, i);
    GObject *entry = g_object_ref (self->folders->pdata[i]);
    if (together && i % ASKED_TOGETHER == 0)
      expect_finished (self, i);
    if (!g_cancellable_is_cancelled (self->cancellable) && is_report (self->storage, path))
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_report_found, entry, g_object_unref);
    else
      g_ptr_array_add (others, entry);
  }
  g_ptr_array_unref (self->folders);
  self->folders = others;
}

static gpointer
mark_thread (gpointer data)
{
  ReportMarking *self = data;

  g_cancellable_push_current (self->cancellable);
  mark_folders (self, has_finished, TRUE);
  /* Then find reports that are still being written: their names vary, so each folder needs a round
   * trip. */
  mark_folders (self, has_unfinished, FALSE);
  g_cancellable_pop_current (self->cancellable);
  report_marking_free (self);
  return NULL;
}

void
poplens_folder_mark (PoplensStorage *storage, PoplensFolder *folder, GCancellable *cancellable)
{
  ReportMarking *self = g_new0 (ReportMarking, 1);

  self->storage = g_object_ref (storage);
  self->path = g_strdup (folder->path);
  self->folders = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_object_ref (cancellable);
  for (guint i = 0; i < folder->entries->len; i++)
    if (poplens_folder_entry_is_folder (folder->entries->pdata[i]))
      g_ptr_array_add (self->folders, g_object_ref (folder->entries->pdata[i]));
  /* Use a thread of its own: GTask's thread pool is needed for loading pages. */
  g_thread_unref (g_thread_new ("folders", mark_thread, self));
}
