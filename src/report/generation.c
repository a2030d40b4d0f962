/* The generation of a report: what its files were when it was opened. */
#include "report/report-private.h"

#include "base/error.h"

#include <string.h>
#include <sys/stat.h>

void
poplens_stamp_read (const char *path, FileStamp *stamp)
{
  struct stat info;

  *stamp = (FileStamp){0};
  if (!path || stat (path, &info) < 0)
    return;
  *stamp = (FileStamp){TRUE,         info.st_dev,         info.st_ino,
                       info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

static gboolean
stamp_equal (const FileStamp *a, const FileStamp *b)
{
  return a->there == b->there && a->device == b->device && a->inode == b->inode &&
         a->size == b->size && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

gboolean
poplens_report_check_file (PoplensReport *self, PoplensFileKind kind, GError **error)
{
  const char *path = self->files->files[kind].path;
  FileStamp now;

  poplens_stamp_read (path, &now);
  if (stamp_equal (&now, &self->stamps[kind]))
    return TRUE;
  g_clear_error (error);
  if (now.there)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed since it was opened; reload the report", path);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s was deleted. Loaded data remains available.", path);
  return FALSE;
}

static char *
describe_file (const PoplensReportFile *was, const PoplensReportFile *is, const FileStamp *old,
               const FileStamp *now)
{
  g_autofree char *name = g_path_get_basename (is->path    ? is->path
                                               : was->path ? was->path
                                                           : was->name);

  if (!was->path && is->path)
    return g_strdup_printf ("%s appeared", name);
  if (was->path && !is->path)
    return g_strdup_printf ("%s was deleted", name);
  if (g_strcmp0 (was->path, is->path)) {
    g_autofree char *old_name = g_path_get_basename (was->path);
    return strcmp (old_name, name) ? g_strdup_printf ("%s replaced %s", name, old_name)
                                   : g_strdup_printf ("%s appeared", name);
  }
  if (stamp_equal (old, now))
    return NULL;
  if (!now->there)
    return g_strdup_printf ("%s was deleted", name);
  return g_strdup_printf (old->inode != now->inode || old->device != now->device ? "%s was replaced"
                                                                                 : "%s changed",
                          name);
}

char *
poplens_report_describe_change (PoplensReport *self)
{
  g_autoptr (PoplensFiles) files = NULL;

  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  files = poplens_files_find_again (self->files, NULL);
  if (!files)
    return g_strdup_printf ("%s was deleted", self->files->path);
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    FileStamp now;
    poplens_stamp_read (files->files[f].path, &now);
    char *change = describe_file (&self->files->files[f], &files->files[f], &self->stamps[f], &now);
    if (change)
      return change;
  }
  return NULL;
}
