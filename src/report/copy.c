/* Copies the files of a report with poplens_fetch (). */
#include "report/copy.h"

#include "base/error.h"
#include "remote/fetch.h"
#include "report/files.h"
#include "report/place.h"

#include <sys/stat.h>

static void
copy_add_file (GPtrArray *paths, guint64 *bytes, const char *path, guint64 size)
{
  g_ptr_array_add (paths, g_strdup (path));
  *bytes += size;
}

/* Adds the files that SQLite needs to recover the profile. */
static void
copy_add_companions (const PoplensFiles *files, PoplensFile *profile, GPtrArray *paths,
                     guint64 *bytes)
{
  static const char *const suffixes[] = {"-journal", "-wal", "-shm"};
  PoplensFileInfo info;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *path = g_strconcat (poplens_file_get_path (profile), suffixes[i], NULL);
    if (!poplens_storage_stat (files->storage, path, &info) && S_ISREG (info.mode))
      copy_add_file (paths, bytes, path, info.size);
  }
}

static GPtrArray *
list_files (const PoplensFiles *files, guint64 *bytes)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint f = 0; f < POPLENS_N_FILES; f++)
    if (files->files[f].file)
      copy_add_file (paths, bytes, poplens_file_get_path (files->files[f].file),
                     files->files[f].size);
  if (files->files[POPLENS_FILE_PROFILE].file)
    copy_add_companions (files, files->files[POPLENS_FILE_PROFILE].file, paths, bytes);
  return paths;
}

static gboolean
is_itself (const PoplensFiles *files, const char *folder)
{
  struct stat there, here;

  return poplens_storage_is_near (files->storage) && !stat (files->directory, &there) &&
         !stat (folder, &here) && there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

static gboolean
copy_files (const PoplensFiles *files, const char *folder, const PoplensWork *work,
            PoplensReportCopied *copied, GError **error)
{
  g_autoptr (GPtrArray) paths = list_files (files, &copied->bytes);

  if (!is_itself (files, folder))
    return poplens_fetch (files->storage, (const char *const *) paths->pdata, paths->len, folder,
                          work, &copied->n_files, error);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s is the folder of the report itself; use another folder", folder);
  return FALSE;
}

gboolean
poplens_report_copy (const char *path, const char *folder, const PoplensWork *work,
                     PoplensReportCopied *copied, GError **error)
{
  GCancellable *cancellable = work ? work->cancellable : NULL;
  g_autoptr (PoplensStorage) storage = NULL;
  g_autoptr (PoplensFiles) files = NULL;
  g_autofree char *place = NULL;
  PoplensReportCopied unused;

  if (!copied)
    copied = &unused;
  *copied = (PoplensReportCopied){0};
  poplens_cancellable_push (cancellable);
  if (poplens_report_place (path, &storage, &place, error))
    files = poplens_files_find (storage, place, error);
  gboolean is_done = files && copy_files (files, folder, work, copied, error);
  poplens_cancellable_pop (cancellable);
  return is_done;
}
