/* The generation of a report: what its files were when it was opened. */
#include "report/report-private.h"

#include "base/error.h"

#include <string.h>

gboolean
poplens_report_check_file (PoplensReport *self, PoplensFileKind kind, PoplensFileCheck check,
                           GError **error)
{
  const PoplensReportFile *file = &self->files->files[kind];

  return poplens_file_check (file->file, &file->info, check, error);
}

static char *
describe_file (const PoplensReportFile *was, const PoplensReportFile *is)
{
  const PoplensFileInfo *old = &was->info, *now = &is->info;
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
  if (poplens_file_info_equal (old, now))
    return NULL;
  return g_strdup_printf (old->inode != now->inode || old->device != now->device ? "%s was replaced"
                                                                                 : "%s changed",
                          name);
}

/* Sizes and times of all files, so that two looks can be told apart. */
static guint64
stamp_of (const PoplensFiles *files)
{
  guint64 stamp = 14695981039346656037u;

  for (guint f = 0; files && f < POPLENS_N_FILES; f++) {
    const PoplensFileInfo *info = &files->files[f].info;
    guint64 words[] = {info->inode, info->size, (guint64) info->seconds,
                       (guint64) info->nanoseconds};
    for (guint w = 0; w < G_N_ELEMENTS (words); w++)
      stamp = (stamp ^ words[w]) * 1099511628211u;
  }
  return stamp;
}

guint64
poplens_report_get_stamp (PoplensReport *self)
{
  return stamp_of (self->files);
}

gboolean
poplens_report_stamp_at (PoplensStorage *storage, const char *place, guint64 *stamp)
{
  g_autoptr (PoplensFiles) files = poplens_files_find (storage, place, NULL);

  *stamp = stamp_of (files);
  return files != NULL;
}

void
poplens_report_look (PoplensReport *self, PoplensLook *look)
{
  /* The file that makes it a report. */
  PoplensFileKind main_file = self->profile ? POPLENS_FILE_PROFILE : POPLENS_FILE_ARCHIVE;
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensFiles) files = poplens_files_find_again (self->files, &wrong);

  *look = (PoplensLook){.known = !poplens_error_is_interruption (wrong),
                        .vanished = !files || !files->files[main_file].path,
                        .stamp = stamp_of (files)};
  if (!files && look->known)
    look->change = g_strdup_printf ("%s was deleted", self->files->path);
  for (guint f = 0; files && f < POPLENS_N_FILES && !look->change; f++)
    look->change = describe_file (&self->files->files[f], &files->files[f]);
}

gboolean
poplens_report_is_past (PoplensReport *self)
{
  return g_atomic_int_get (&self->is_past) != 0;
}

void
poplens_report_leave_files (PoplensReport *self)
{
  if (poplens_report_is_past (self))
    return;
  self->past_name = g_strdup_printf ("%s (before reload)", self->name);
  g_atomic_int_set (&self->is_past, TRUE);
}

char *
poplens_report_describe_change (PoplensReport *self)
{
  PoplensLook look;

  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  poplens_report_look (self, &look);
  return look.change;
}
