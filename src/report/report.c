/* PoplensReport: opens reports, and gives access to their files, parts and slices. */
#include "report/report-private.h"

#include "archive/archive.h"
#include "base/name-apart.h"
#include "base/error.h"
#include "report/place.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>

#define CACHE_BYTES ((gsize) 256 << 20)
#define SMALL_FILE ((guint64) 64 << 10)

G_DEFINE_FINAL_TYPE (PoplensReport, poplens_report, G_TYPE_OBJECT)

static void
poplens_report_finalize (GObject *object)
{
  PoplensReport *self = POPLENS_REPORT (object);

  for (guint p = 0; p < POPLENS_N_PARTS; p++) {
    poplens_part_free (p, self->parts[p].data);
    g_clear_error (&self->parts[p].error);
    g_free (self->parts[p].absence);
  }
  poplens_briefs_clear (self);
  g_ptr_array_unref (self->making);
  g_clear_error (&self->lost);
  g_clear_object (&self->other);
  g_clear_pointer (&self->source_map, g_strfreev);
  poplens_slice_cache_free (self->cache);
  poplens_profile_free (self->profile);
  poplens_files_free (self->files);
  g_free (self->name);
  g_free (self->past_name);
  g_free (self->origin);
  g_free (self->profile_error);
  g_clear_pointer (&self->figures, poplens_figure_store_unref);
  g_free (self->identity);
  pthread_cond_destroy (&self->loaded);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (poplens_report_parent_class)->finalize (object);
}

static void
poplens_report_class_init (PoplensReportClass *class)
{
  G_OBJECT_CLASS (class)->finalize = poplens_report_finalize;
#ifdef __GLIBC__
  /* glibc: allocate columns, which take dozens of megabytes, with mmap (). Freeing them then
   * returns the memory, and growing them copies nothing. */
  mallopt (M_MMAP_THRESHOLD, 2 << 20);
  /* Keep the pages of smaller blocks for reuse: new pages cost time, as the system fills them with
   * zeros. */
  mallopt (M_TRIM_THRESHOLD, 16 << 20);
#endif
}

static void
poplens_report_init (PoplensReport *self)
{
  pthread_mutex_init (&self->lock, NULL);
  poplens_briefs_init (self);
  pthread_cond_init (&self->loaded, NULL);
  self->making = g_ptr_array_new ();
  self->cache = poplens_slice_cache_new (CACHE_BYTES);
}

/* Returns the report's display name, usually that of its directory. The parent's name is added to
 * "training" and "inference". If the profile's name does not begin with "profile", returns that
 * name. (transfer full) */
static char *
make_report_name (const PoplensFiles *files)
{
  PoplensFile *profile = files->files[POPLENS_FILE_PROFILE].file;
  PoplensFile *archive = files->files[POPLENS_FILE_ARCHIVE].file;
  g_autofree char *file = profile ? g_path_get_basename (poplens_file_get_path (profile)) : NULL;
  PoplensFile *any = profile ? profile : archive;
  /* Profile and archive may both have been deleted since the search. */
  g_autofree char *folder =
      any ? g_path_get_dirname (poplens_file_get_path (any)) : g_strdup (files->place);
  g_autofree char *directory = g_path_get_basename (folder);

  if (file && !g_str_has_prefix (file, "profile"))
    return g_filename_display_name (file);
  if (!strcmp (directory, "training") || !strcmp (directory, "inference")) {
    g_autofree char *parent = g_path_get_dirname (folder);
    g_autofree char *name = g_path_get_basename (parent);
    g_autofree char *both = g_build_filename (name, directory, NULL);
    return g_filename_display_name (both);
  }
  return g_filename_display_name (directory);
}

/* TRUE if @error, why the profile cannot be read, is permanent: the profile is damaged, empty or
 * missing, and has no journal that could restore it. */
static gboolean
is_beyond_help (PoplensFile *profile, const GError *error)
{
  g_autofree char *journal = g_strconcat (poplens_file_get_path (profile), "-journal", NULL);
  PoplensFileInfo info;

  return (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED) ||
          g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_EMPTY) ||
          g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND)) &&
         poplens_storage_stat (poplens_file_get_storage (profile), journal, &info) == ENOENT;
}

char *
poplens_report_describe_profile_error (PoplensReport *self)
{
  return self->profile_error
             ? g_strdup_printf (
                   "Cannot read the profile. Target and memory come from archive.a only: %s.",
                   self->profile_error)
             : NULL;
}

/* Opens the report from archive.a alone, and adds a notice. FALSE if this fails: @wrong then keeps
 * the profile's error, or gets an interruption of reading archive.a. */
static gboolean
fall_back_to_archive (PoplensReport *self, GError **wrong)
{
  PoplensFile *archive = self->files->files[POPLENS_FILE_ARCHIVE].file;
  g_autoptr (GError) stopped = NULL;
  PoplensArchive *data =
      archive && is_beyond_help (self->files->files[POPLENS_FILE_PROFILE].file, *wrong)
          ? poplens_archive_read (archive, NULL, g_cancellable_get_current (), &stopped)
          : NULL;

  if (poplens_error_is_interruption (stopped)) {
    g_clear_error (wrong);
    *wrong = g_steal_pointer (&stopped);
  }
  if (!data)
    return FALSE;
  self->parts[POPLENS_PART_ARCHIVE].data = data;
  self->profile_error = g_strdup ((*wrong)->message);
  g_ptr_array_add (self->files->notices, poplens_report_describe_profile_error (self));
  return TRUE;
}

/* Announces the small files that the Summary page shows: they then arrive in the same round trips
 * as the profile's header. */
static void
will_need_small_files (PoplensFiles *files)
{
  for (PoplensFileKind f = POPLENS_FILE_FRAMEWORK; f <= POPLENS_FILE_APP; f++)
    if (files->files[f].file && files->files[f].size <= SMALL_FILE)
      poplens_file_will_need (files->files[f].file, &(PoplensByteRange){0, files->files[f].size},
                              1);
}

const char *
poplens_report_describe_no_locks (PoplensReport *self)
{
  return self->profile && !poplens_profile_has_locks (self->profile)
             ? "The file system has no locks: the profile is read without them, and checked for "
               "changes before and after each read."
             : NULL;
}

PoplensReport *
poplens_report_open_at (PoplensStorage *storage, const char *place, PoplensFile *debug,
                        GError **error)
{
  g_autoptr (PoplensFiles) files = poplens_files_find_with_debug (storage, place, debug, error);
  g_autoptr (PoplensReport) self = files ? g_object_new (POPLENS_TYPE_REPORT, NULL) : NULL;

  if (!files)
    return NULL;
  self->files = g_steal_pointer (&files);
  char *recovered = poplens_report_is_near (self)
                        ? poplens_recovered_note (self->files->directory, &self->origin)
                        : NULL;
  if (recovered)
    g_ptr_array_insert (self->files->notices, 0, recovered);
  will_need_small_files (self->files);
  /* An archive without a profile is a report, too. */
  PoplensFile *profile = self->files->files[POPLENS_FILE_PROFILE].file;
  g_autoptr (GError) wrong = NULL;
  if (profile && !(self->profile = poplens_profile_open (profile, &wrong)) &&
      !fall_back_to_archive (self, &wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  const char *no_locks = poplens_report_describe_no_locks (self);
  if (no_locks)
    g_ptr_array_add (self->files->notices, g_strdup (no_locks));
  self->name = make_report_name (self->files);
  return g_steal_pointer (&self);
}

PoplensReport *
poplens_report_open_with_debug (const char *path, const char *debug, GError **error)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *place = NULL;
  g_autoptr (PoplensFile) of_debug = NULL;

  if (!poplens_error_require (path && *path, "path", error) ||
      !poplens_report_place (path, &storage, &place, error) ||
      (debug && !(of_debug = poplens_report_place_file (debug, error))))
    return NULL;
  return poplens_report_open_at (storage, place, of_debug, error);
}

PoplensReport *
poplens_report_open (const char *path, GError **error)
{
  return poplens_report_open_with_debug (path, NULL, error);
}

PoplensReport *
poplens_report_reopen (PoplensReport *self, GError **error)
{
  return poplens_error_require (POPLENS_IS_REPORT (self), "report", error) &&
                 poplens_storage_reach (self->files->storage, g_cancellable_get_current (), error)
             ? poplens_report_open_at (self->files->storage, self->files->place,
                                       self->files->chosen_debug, error)
             : NULL;
}

const char *
poplens_report_get_path (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return self->files->path;
}

const char *
poplens_report_get_origin (PoplensReport *self)
{
  const char *name = strrchr (self->files->path, '/');

  if (self->origin)
    return self->origin;
  return name && !strcmp (name, "/profile.pop") ? self->files->directory : self->files->path;
}

const char *
poplens_report_get_directory (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return self->files->directory;
}

const char *
poplens_report_get_name (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return poplens_report_is_past (self) ? self->past_name : self->name;
}

char *
poplens_report_name_beside (PoplensReport *self, PoplensReport *other)
{
  g_autofree char *path = g_filename_display_name (poplens_report_get_origin (self));
  g_autofree char *beside =
      other ? g_filename_display_name (poplens_report_get_origin (other)) : NULL;
  const PoplensNamed named = {poplens_report_get_name (self), path};

  if (!other)
    return g_strdup (named.name);
  return poplens_name_apart (&named, &(PoplensNamed){poplens_report_get_name (other), beside}, 1);
}

const PoplensReportFile *
poplens_report_get_file (PoplensReport *self, PoplensFileKind kind)
{
  return &self->files->files[kind];
}

gboolean
poplens_report_is_near (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), TRUE);
  return poplens_storage_is_near (self->files->storage);
}

gboolean
poplens_report_is_unfinished (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), FALSE);
  return self->files->unfinished != NULL;
}

const char *
poplens_report_get_profile_error (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return self->profile_error;
}

GPtrArray *
poplens_report_get_notices (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return self->files->notices;
}

gboolean
poplens_report_find_absence (PoplensReport *self, PoplensPart part, const char **absence,
                             GError **error)
{
  PartSlot *slot = &self->parts[part];
  g_autoptr (GError) wrong = NULL;

  pthread_mutex_lock (&self->lock);
  gboolean asked = slot->asked, lacks = !slot->data && !slot->absence;
  pthread_mutex_unlock (&self->lock);
  if (poplens_report_is_past (self)) {
    *absence = lacks ? POPLENS_PAST : slot->absence;
    return TRUE;
  }
  if (!asked) {
    char *found = poplens_side_is_part (self, part)
                      ? poplens_side_explain_absence (self, part)
                      : poplens_profile_explain_absence (self->profile, part, &wrong);
    pthread_mutex_lock (&self->lock);
    if (slot->asked)
      g_free (found);
    else
      slot->absence = found;
    slot->asked |= !wrong;
    asked = slot->asked;
    pthread_mutex_unlock (&self->lock);
  }
  *absence = asked ? slot->absence : NULL;
  poplens_report_note_error (self, wrong);
  if (!asked)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return asked;
}

const char *
poplens_report_get_absence (PoplensReport *self, PoplensPart part)
{
  const char *absence;

  return poplens_report_find_absence (self, part, &absence, NULL) ? absence : NULL;
}

static void
replace_other (PoplensReport *self, PoplensReport *other)
{
  PoplensReport *old;

  if (other)
    g_object_ref (other);
  pthread_mutex_lock (&self->lock);
  old = self->other;
  self->other = other;
  pthread_mutex_unlock (&self->lock);
  g_clear_object (&old);
}

/* Maximum number of reports that cut_ring () follows. Two threads can make a ring without @self,
 * which would never end. */
#define LONGEST_RING 64

/* Breaks a ring of reports that compare with each other: clears .other of the report that compares
 * with @self. The references would otherwise keep all reports of the ring alive. */
static void
cut_ring (PoplensReport *self, PoplensReport *other)
{
  g_autoptr (PoplensReport) at = g_object_ref (other);

  for (guint hop = 0; at && hop < LONGEST_RING; hop++) {
    g_autoptr (PoplensReport) next = poplens_report_ref_other (at);
    if (next == self) {
      replace_other (at, NULL);
      return;
    }
    g_set_object (&at, next);
  }
}

void
poplens_report_set_other (PoplensReport *self, PoplensReport *other)
{
  g_return_if_fail (POPLENS_IS_REPORT (self));
  g_return_if_fail (!other || POPLENS_IS_REPORT (other));
  g_return_if_fail (other != self);
  if (other)
    cut_ring (self, other);
  replace_other (self, other);
}

PoplensReport *
poplens_report_ref_other (PoplensReport *self)
{
  PoplensReport *other;

  pthread_mutex_lock (&self->lock);
  other = self->other ? g_object_ref (self->other) : NULL;
  pthread_mutex_unlock (&self->lock);
  return other;
}

char *
poplens_report_explain_no_lowered (PoplensReport *self)
{
  g_autoptr (GError) wrong = NULL;
  char *text = self->profile && !poplens_report_is_past (self) &&
                       !poplens_report_get_absence (self, POPLENS_PART_VARIABLES)
                   ? poplens_profile_explain_no_lowered (self->profile, &wrong)
                   : NULL;

  poplens_report_note_error (self, wrong);
  return text;
}

void
poplens_report_set_cache_bytes (PoplensReport *self, gsize bytes)
{
  g_return_if_fail (POPLENS_IS_REPORT (self));
  poplens_slice_cache_set_max (self->cache, bytes);
}

PoplensSlice *
poplens_report_get_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key,
                          GCancellable *cancellable, GError **error)
{
  PoplensSlice *slice = poplens_slice_cache_get (self->cache, kind, key);

  if (slice)
    return slice;
  if (poplens_report_is_past (self)) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, POPLENS_PAST);
    return NULL;
  }
  g_autoptr (GError) wrong = NULL;
  slice = poplens_side_is_slice (self, kind)
              ? poplens_side_read_slice (self, kind, key, cancellable, &wrong)
              : poplens_profile_read_slice (self->profile, kind, key, cancellable, &wrong);
  if (slice) {
    poplens_slice_cache_put (self->cache, slice);
    return slice;
  }
  poplens_report_note_error (self, wrong);
  if (wrong)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return NULL;
}

PoplensSlice *
poplens_report_read_slice (PoplensSliceKind kind, guint64 key, gpointer reader, GError **error)
{
  const PoplensSliceReader *self = reader;

  return poplens_report_get_slice (self->report, kind, key, self->cancellable, error);
}
