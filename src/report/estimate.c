#include "remote/far-file.h"
#include "report/report-private.h"

static const struct {
  PoplensPart part;
  PoplensFileKind file;
} sides[] = {
    {POPLENS_PART_ARCHIVE, POPLENS_FILE_ARCHIVE},
    {POPLENS_PART_DEBUG, POPLENS_FILE_DEBUG},
};

static guint64
count_absent (PoplensFile *file, const PoplensByteRange *ranges, guint n)
{
  guint64 bytes = 0;

  for (guint i = 0; POPLENS_IS_FAR_FILE (file) && i < n; i++)
    bytes += poplens_far_file_count_absent (POPLENS_FAR_FILE (file), &ranges[i]);
  return bytes;
}

static guint64
estimate_sides (PoplensReport *self, guint32 parts)
{
  guint64 bytes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    const PoplensReportFile *file = &self->files->files[sides[i].file];
    PoplensByteRange whole = {0, file->size};
    if (parts & POPLENS_PART_BIT (sides[i].part) && file->file)
      bytes += count_absent (file->file, &whole, 1);
  }
  return bytes;
}

guint64
poplens_report_estimate (PoplensReport *self, guint32 parts, GCancellable *cancellable)
{
  g_autoptr (GArray) ranges = NULL;
  guint32 wanted = 0;

  if (poplens_report_is_near (self) || poplens_report_is_past (self))
    return 0;
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    if (parts & POPLENS_PART_BIT (part) && !poplens_report_peek (self, part) &&
        !poplens_report_peek_damage (self, part))
      wanted |= POPLENS_PART_BIT (part);
  if (wanted && self->profile)
    ranges = poplens_profile_estimate (self->profile, wanted, cancellable, NULL);
  return estimate_sides (self, wanted) +
         (ranges ? count_absent (self->files->files[POPLENS_FILE_PROFILE].file,
                                 (const PoplensByteRange *) (gpointer) ranges->data, ranges->len)
                 : 0);
}
