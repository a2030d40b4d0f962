/* Reads everything in a profile (see the header). */
#include "read-profile.h"

#include "profile/profile.h"
#include "support/local-file.h"

#include <string.h>

static void
read_part (PoplensProfile *profile, PoplensPart part)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = poplens_profile_explain_absence (profile, part, NULL);
  gpointer data = poplens_profile_load (profile, part, NULL, &error);

  if (!data)
    fuzz_check_error (error);
  fuzz_check (!reason || *reason);
  poplens_part_free (part, data);
}

/* Reads a scan, each chunk of which names the next: the scan must end. */
static void
read_scan (PoplensProfile *profile, PoplensSliceKind kind)
{
  guint64 key = 0;

  for (guint n = 0; key != POPLENS_NO_SLICE && n < 8; n++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) slice = poplens_profile_read_slice (profile, kind, key, NULL, &error);
    if (!slice) {
      fuzz_check_error (error);
      return;
    }
    fuzz_check (slice->next > key);
    key = slice->next;
  }
}

static void
read_slices (PoplensProfile *profile, PoplensSliceKind kind)
{
  static const guint64 keys[] = {0, 7, G_MAXUINT64};

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) slice =
        poplens_profile_read_slice (profile, kind, keys[k], NULL, &error);
    if (!slice)
      fuzz_check_error (error);
  }
}

void
fuzz_read_profile (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);

  if (!profile) {
    fuzz_check_error (error);
    return;
  }
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++)
    read_part (profile, part);
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++) {
    read_slices (profile, kind);
    if (kind >= POPLENS_SLICE_SCAN_VARIABLES && kind <= POPLENS_SLICE_SCAN_CYCLES)
      read_scan (profile, kind);
  }
}
