/* Reports are never written to. */
#include "report/report.h"

#include "base/error.h"

#include <glib/gstdio.h>

/* @b: NULL where it is on another computer. */
static gboolean
is_same_file (const char *a, const char *b)
{
  GStatBuf x, y;

  return b && g_stat (a, &x) == 0 && g_stat (b, &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

gboolean
poplens_report_may_write (PoplensReport *self, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *link = g_file_read_link (path, NULL);
  g_autofree char *behind = !link                       ? NULL
                            : g_path_is_absolute (link) ? g_strdup (link)
                                                        : g_build_filename (folder, link, NULL);
  g_autofree char *behind_folder = g_path_get_dirname (behind ? behind : path);

  const char *directory =
      poplens_report_is_near (self) ? poplens_report_get_directory (self) : NULL;

  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const PoplensReportFile *file = poplens_report_get_file (self, f);
    if (!file->file || !is_same_file (path, poplens_file_get_local_path (file->file)))
      continue;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s belongs to the report and reports are never modified; use another name", path);
    return FALSE;
  }
  if (!is_same_file (folder, directory) && !is_same_file (behind_folder, directory))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s is in the report directory and reports are never modified; use another folder",
               path);
  return FALSE;
}
