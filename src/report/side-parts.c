/* Reads parts and slices that are not in profile.pop: from archive.a, debug.cbor and the JSON
 * files. */
#include "report/report-private.h"

#include "archive/archive.h"
#include "base/error.h"
#include "debuginfo/debuginfo.h"
#include "report/json-reader.h"

PoplensFileKind
poplens_part_file (PoplensPart part)
{
  switch (part) {
  case POPLENS_PART_ARCHIVE:
    return POPLENS_FILE_ARCHIVE;
  case POPLENS_PART_DEBUG:
    return POPLENS_FILE_DEBUG;
  case POPLENS_PART_FRAMEWORK:
    return POPLENS_FILE_FRAMEWORK;
  case POPLENS_PART_APP:
    return POPLENS_FILE_APP;
  default:
    return POPLENS_FILE_PROFILE;
  }
}

gboolean
poplens_side_is_part (PoplensReport *self, PoplensPart part)
{
  return !self->profile || poplens_part_file (part) != POPLENS_FILE_PROFILE;
}

static const char *
how_to_get (PoplensFileKind kind)
{
  switch (kind) {
  case POPLENS_FILE_ARCHIVE:
    return "Record it with the engine option autoReport.outputArchive=true.";
  case POPLENS_FILE_DEBUG:
    return "Record it with the engine option autoReport.outputDebugInfo=true.";
  case POPLENS_FILE_FRAMEWORK:
    return "Only TensorFlow writes this file.";
  default:
    return "Applications can write this file with any content.";
  }
}

char *
poplens_side_explain_absence (PoplensReport *self, PoplensPart part)
{
  PoplensFileKind kind = poplens_part_file (part);

  if (kind == POPLENS_FILE_PROFILE) {
    /* Not absent: in a report without a profile, target and memory are made from archive.a. */
    if (part == POPLENS_PART_TARGET || part == POPLENS_PART_MEMORY)
      return NULL;
    if (self->profile_error)
      return g_strdup_printf ("Cannot read the profile, and archive.a does not record this: %s.",
                              self->profile_error);
    if (self->files->files[POPLENS_FILE_PROFILE].instead)
      return g_strdup_printf ("profile.pop %s, and archive.a does not record this. Put the profile "
                              "of the report there.",
                              self->files->files[POPLENS_FILE_PROFILE].instead);
    return g_strdup_printf ("No profile.pop, and archive.a does not record this. Record the "
                            "profile with the engine option autoReport.%s=true.",
                            part == POPLENS_PART_EXECUTION ? "outputExecutionProfile"
                                                           : "outputGraphProfile");
  }
  if (self->files->files[kind].path)
    return NULL;
  if (self->files->files[kind].instead)
    return g_strdup_printf ("%s %s. Put the one of the report there.",
                            self->files->files[kind].name, self->files->files[kind].instead);
  return g_strdup_printf ("No %s beside the %s. %s", self->files->files[kind].name,
                          self->profile ? "profile" : "archive", how_to_get (kind));
}

/* Reads archive.a. Its tiles get the numbers of the profile's target or, without a target, those in
 * the archive. */
static gpointer
read_archive (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  const PoplensTarget *target =
      self->profile ? poplens_report_load_target (self, cancellable, &wrong) : NULL;

  if (poplens_error_is_interruption (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  return poplens_archive_read (self->files->files[POPLENS_FILE_ARCHIVE].file, target, cancellable,
                               error);
}

static gpointer
read_side_file (PoplensReport *self, PoplensFileKind kind, GCancellable *cancellable,
                GError **error)
{
  PoplensFile *file = self->files->files[kind].file;

  switch (kind) {
  case POPLENS_FILE_ARCHIVE:
    return read_archive (self, cancellable, error);
  case POPLENS_FILE_DEBUG:
    return poplens_debuginfo_read (file, cancellable, error);
  default:
    return poplens_json_read (file, cancellable, error);
  }
}

/* Propagates an error of a file other than the profile. Permanent errors become DAMAGED, as the
 * rest of the report is usable. Temporary errors keep their code. */
static void
propagate_side_error (GError **wrong, GError **error)
{
  if ((*wrong)->domain == POPLENS_ERROR && (*wrong)->code != POPLENS_ERROR_CHANGED &&
      !poplens_error_is_interruption (*wrong))
    (*wrong)->code = POPLENS_ERROR_DAMAGED;
  g_propagate_error (error, g_steal_pointer (wrong));
}

/* Makes target or memory from archive.a, for a report without a profile. */
static gpointer
make_from_archive (PoplensReport *self, PoplensPart part, GCancellable *cancellable, GError **error)
{
  const PoplensArchive *archive = poplens_report_load_archive (self, cancellable, error);

  if (!archive)
    return NULL;
  return part == POPLENS_PART_TARGET ? (gpointer) poplens_archive_make_target (archive)
                                     : (gpointer) poplens_archive_make_memory (archive);
}

/* Reads a file other than the profile. Fails with CHANGED if it changed since the report was
 * opened. */
static gpointer
read_checked (PoplensReport *self, PoplensPart part, PoplensFileKind kind,
              GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (!poplens_report_check_file (self, kind, POPLENS_CHECK_LATELY, error))
    return NULL;
  gpointer data = read_side_file (self, kind, cancellable, &wrong);
  if (!poplens_report_check_file (self, kind, POPLENS_CHECK_NOW, error)) {
    poplens_part_free (part, data);
    return NULL;
  }
  if (!data)
    propagate_side_error (&wrong, error);
  return data;
}

gpointer
poplens_side_read_part (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                        GError **error)
{
  PoplensFileKind kind = poplens_part_file (part);

  if (kind == POPLENS_FILE_PROFILE)
    return make_from_archive (self, part, cancellable, error);
  poplens_cancellable_push (cancellable);
  gpointer data = read_checked (self, part, kind, cancellable, error);
  poplens_cancellable_pop (cancellable);
  return data;
}

gboolean
poplens_side_is_slice (PoplensReport *self, PoplensSliceKind kind)
{
  return !self->profile || kind == POPLENS_SLICE_SYMBOLS || kind == POPLENS_SLICE_BODY;
}

/* Loads the part whose file has slices of @kind. (nullable): NULL with the reason in @error */
static gconstpointer
load_owner (PoplensReport *self, PoplensSliceKind kind, GCancellable *cancellable, GError **error)
{
  if (kind == POPLENS_SLICE_SYMBOLS)
    return poplens_report_load_archive (self, cancellable, error);
  if (kind == POPLENS_SLICE_BODY)
    return poplens_report_load_debug (self, cancellable, error);
  g_autofree char *absence = poplens_side_explain_absence (self, POPLENS_PART_PROGRAMS);
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, absence);
  return NULL;
}

static PoplensSlice *
read_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key, gconstpointer owner,
            GCancellable *cancellable, GError **error)
{
  PoplensFileKind of = kind == POPLENS_SLICE_SYMBOLS ? POPLENS_FILE_ARCHIVE : POPLENS_FILE_DEBUG;
  PoplensFile *file = self->files->files[of].file;
  g_autoptr (GError) wrong = NULL;
  PoplensSlice *slice;

  if (!poplens_report_check_file (self, of, POPLENS_CHECK_LATELY, error))
    return NULL;
  if (kind == POPLENS_SLICE_SYMBOLS)
    slice = poplens_archive_read_symbols (file, owner, (guint32) MIN (key, POPLENS_NO_TILE),
                                          cancellable, &wrong);
  else
    slice = poplens_debuginfo_read_body (file, owner, key, cancellable, &wrong);
  if (!poplens_report_check_file (self, of, slice ? POPLENS_CHECK_LATELY : POPLENS_CHECK_NOW,
                                  error)) {
    poplens_slice_unref (slice);
    return NULL;
  }
  if (!slice)
    propagate_side_error (&wrong, error);
  return slice;
}

PoplensSlice *
poplens_side_read_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key,
                         GCancellable *cancellable, GError **error)
{
  gconstpointer owner = load_owner (self, kind, cancellable, error);

  if (!owner)
    return NULL;
  poplens_cancellable_push (cancellable);
  PoplensSlice *slice = read_slice (self, kind, key, owner, cancellable, error);
  poplens_cancellable_pop (cancellable);
  return slice;
}
