/* Tests of the estimate of bytes that loading a part transfers, against the bytes that it reads of
 * a remote file. */
#include "profile/profile.h"
#include "support/far-storage.h"
#include "support/report-fixture.h"

/* Bytes below which users are not asked; a difference of a few blocks is insignificant. */
#define MUCH (4 * 1024 * 1024)
/* Limit of reads: a page for each table, and one below it. */
#define MOST_READS 64

static guint64
estimate (PoplensProfile *profile, PoplensPart part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ranges =
      poplens_profile_estimate (profile, POPLENS_PART_BIT (part), NULL, &error);
  guint64 bytes = 0, end = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < ranges->len; i++) {
    const PoplensByteRange *range = &g_array_index (ranges, PoplensByteRange, i);
    g_assert_true (range->size && (!i || range->offset > end));
    end = range->offset + range->size;
    bytes += range->size;
  }
  return bytes;
}

static void
check_part (FarStorage *storage, PoplensProfile *profile, PoplensPart part)
{
  FarCounts counts;

  poplens_part_free (part, poplens_profile_load (profile, part, NULL, NULL));
  far_storage_reset_counts (storage);
  guint64 told = estimate (profile, part);
  far_storage_get_counts (storage, &counts);
  g_assert_cmpuint (counts.reads, <=, MOST_READS);
  far_storage_reset_counts (storage);
  poplens_part_free (part, poplens_profile_load (profile, part, NULL, NULL));
  far_storage_get_counts (storage, &counts);
  guint64 read = (guint64) counts.blocks * FAR_BLOCK;
  g_test_message ("%s: %.2f MB told, %.2f MB read", poplens_part_name (part), (double) told / 1e6,
                  (double) read / 1e6);
  if (MAX (told, read) >= MUCH)
    g_assert_true (told <= 2 * read && read <= 2 * told);
}

static void
test_estimate_parts (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autofree char *place = path ? g_build_filename (path, "profile.pop", NULL) : NULL;
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (GError) error = NULL;

  if (!path)
    return;
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (storage), place);
  g_autoptr (PoplensProfile) profile = poplens_profile_open (file, &error);
  g_assert_no_error (error);
  for (PoplensPart part = POPLENS_PART_TARGET; part <= POPLENS_PART_EXECUTION; part++)
    check_part (storage, profile, part);
}

/* Local reports transfer nothing. */
static void
test_near (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  if (report)
    g_assert_cmpuint (poplens_report_estimate (report, G_MAXUINT32, NULL), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/report/estimate", test_estimate_parts, "demo", "demo-run", "demo-compiled",
                      "integrals", "firehose", NULL);
  g_test_add_func ("/report/estimate/near", test_near);
  return g_test_run ();
}
