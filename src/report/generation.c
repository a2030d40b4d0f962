/* The generation of a report: the state of its files when it was opened, and how they changed
 * since. */
#include "base/error.h"
#include "database/identity.h"
#include "report/report-private.h"
#include "report/report.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- where programs may write ---------------------------------------------------------------- */

/* TRUE if both paths lead to the same file. FALSE if @b is NULL, which means a file on another
 * computer. */
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

/* ---- what the files are now ------------------------------------------------------------------ */

gboolean
poplens_report_check_file (PoplensReport *self, PoplensFileKind kind, PoplensFileCheck check,
                           GError **error)
{
  const PoplensReportFile *file = &self->files->files[kind];

  return poplens_file_check (file->file, &file->info, check, error);
}

/* Returns how the file @name changed: "appeared", "was deleted". (transfer full) (nullable): NULL
 * if it did not change */
static char *
describe_file_change (const PoplensReportFile *was, const PoplensReportFile *is, const char *name)
{
  const PoplensFileInfo *old = &was->info, *now = &is->info;

  if (!was->path && is->path)
    return g_strdup ("appeared");
  if (was->path && !is->path)
    return g_strdup ("was deleted");
  if (g_strcmp0 (was->path, is->path)) {
    g_autofree char *old_name = g_path_get_basename (was->path);
    return strcmp (old_name, name) ? g_strdup_printf ("replaced %s", old_name)
                                   : g_strdup ("appeared");
  }
  if (poplens_file_info_equal (old, now))
    return NULL;
  return g_strdup (old->inode != now->inode || old->device != now->device ? "was replaced"
                                                                          : "changed");
}

/* Joins names and verbs: "a was replaced", "a, b and c were replaced"; "a and b changed" if the
 * verbs differ. (transfer full) (nullable): NULL if there are no names */
static char *
join_changes (const GPtrArray *names, const GPtrArray *verbs)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *verb = verbs->len ? verbs->pdata[0] : NULL;
  gboolean alike = TRUE;

  for (guint i = 0; i < names->len; i++) {
    const char *before = !i ? "" : i + 1 < names->len ? ", " : " and ";
    g_string_append_printf (text, "%s%s", before, (const char *) names->pdata[i]);
    alike = alike && !strcmp (verbs->pdata[i], verb);
  }
  if (!verb)
    return NULL;
  if (!alike)
    g_string_append (text, " changed");
  else if (names->len > 1 && g_str_has_prefix (verb, "was "))
    g_string_append_printf (text, " were %s", verb + strlen ("was "));
  else
    g_string_append_printf (text, " %s", verb);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_changes (const PoplensFiles *was, const PoplensFiles *is)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) verbs = g_ptr_array_new_with_free_func (g_free);

  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    g_autofree char *name = g_path_get_basename (is->files[f].path    ? is->files[f].path
                                                 : was->files[f].path ? was->files[f].path
                                                                      : was->files[f].name);
    char *verb = describe_file_change (&was->files[f], &is->files[f], name);
    if (!verb)
      continue;
    g_ptr_array_add (names, g_steal_pointer (&name));
    g_ptr_array_add (verbs, verb);
  }
  return join_changes (names, verbs);
}

/* Returns a hash of inode, size and time of all files, to detect a change. */
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

/* ---- cached figures -------------------------------------------------------------------------- */

/* Two changes within this many seconds can leave the same time stamp. */
#define SETTLES_AFTER 2

/* TRUE if @profile has no journal or write-ahead log with content, which could hold pages of the
 * profile. */
static gboolean
has_no_log (const char *profile)
{
  static const char *const suffixes[] = {"-journal", "-wal"};

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *beside = poplens_database_companion (profile, suffixes[i]);
    GStatBuf info;
    if (g_lstat (beside, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size))
      return FALSE;
  }
  return TRUE;
}

/* Appends the state of @file to @text. FALSE if the file changed since it was found, or within the
 * last SETTLES_AFTER seconds, when another change could leave the same time stamp. */
static gboolean
append_file_state (GString *text, const PoplensReportFile *file)
{
  const PoplensFileInfo *info = &file->info;
  GStatBuf now;

  if (g_stat (file->path, &now) < 0 ||
      !poplens_file_info_equal (info, &(PoplensFileInfo){.device = now.st_dev,
                                                         .inode = now.st_ino,
                                                         .size = (guint64) now.st_size,
                                                         .seconds = now.st_mtim.tv_sec,
                                                         .nanoseconds = now.st_mtim.tv_nsec}) ||
      now.st_ctim.tv_sec + SETTLES_AFTER >= g_get_real_time () / G_USEC_PER_SEC)
    return FALSE;
  g_string_append_printf (
      text,
      "%s\n%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
      ".%09" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT "\n",
      file->path, info->device, info->inode, info->size, info->seconds, info->nanoseconds,
      (gint64) now.st_ctim.tv_sec, (gint64) now.st_ctim.tv_nsec);
  return TRUE;
}

char *
poplens_files_identify (const PoplensFiles *files)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *profile = files->files[POPLENS_FILE_PROFILE].path;

  if (!poplens_storage_is_near (files->storage) || !profile || !has_no_log (profile))
    return NULL;
  for (guint f = 0; f < POPLENS_N_FILES; f++)
    if (files->files[f].path && !append_file_state (text, &files->files[f]))
      return NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
poplens_report_identify_at (PoplensStorage *storage, const char *place, guint64 *stamp)
{
  g_autoptr (PoplensFiles) files = poplens_files_find (storage, place, NULL);

  *stamp = files ? stamp_of (files) : 0;
  return files ? poplens_files_identify (files) : NULL;
}

void
poplens_report_set_figures (PoplensReport *self, PoplensFigureStore *store)
{
  g_return_if_fail (!self->figures);
  self->figures = store ? poplens_figure_store_ref (store) : NULL;
  self->identity = store ? poplens_files_identify (self->files) : NULL;
}

PoplensFigureStore *
poplens_report_get_figures (PoplensReport *self, const char **identity)
{
  *identity = self->identity;
  return self->identity && !poplens_report_is_past (self) ? self->figures : NULL;
}

void
poplens_report_cache_figures (PoplensReport *self, const char *kind, GVariant *value)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);
  const char *identity;
  PoplensFigureStore *store = poplens_report_get_figures (self, &identity);
  g_autofree char *now = store ? poplens_files_identify (self->files) : NULL;

  if (now && !strcmp (now, identity))
    poplens_figure_store_write (store, kind, identity, taken);
}

/* ---- what became of the files ---------------------------------------------------------------- */

void
poplens_report_look (PoplensReport *self, PoplensLook *look)
{
  /* the report counts as deleted if this file is gone */
  PoplensFileKind main_file = self->profile ? POPLENS_FILE_PROFILE : POPLENS_FILE_ARCHIVE;
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensFiles) files = poplens_files_find_again (self->files, &wrong);

  *look = (PoplensLook){.known = !poplens_error_is_interruption (wrong),
                        .vanished = !files || !files->files[main_file].path,
                        .stamp = stamp_of (files)};
  if (files)
    look->change = describe_changes (self->files, files);
  else if (look->known)
    look->change = g_strdup_printf ("%s was deleted", self->files->path);
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
