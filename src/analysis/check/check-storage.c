/* How the file stores its tables: keys, indices, and who reads them. */
#include "analysis/check/check-private.h"

static const char *
text_of (const PoplensSlice *slice, guint32 string)
{
  return poplens_strings_get (slice->strings, string);
}

void
poplens_check_keys (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_KEYS, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_KEYS);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanStorage *row = &slice->scan_storage[i];
    poplens_check_equal (run, CHECK_KEYS, row->rows, row->different, "%s, key %s",
                         text_of (slice, row->table), text_of (slice, row->what));
  }
}

void
poplens_check_indices (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_INDICES, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_INDICES);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanStorage *row = &slice->scan_storage[i];
    const char *what = text_of (slice, row->what), *index = text_of (slice, row->index);
    if (!*what) {
      poplens_check_equal (run, CHECK_INDICES, row->rows, row->different, "%s, index %s",
                           text_of (slice, row->table), index);
      continue;
    }
    poplens_check_that (run, CHECK_INDICES, FALSE);
    poplens_check_fail (run, CHECK_INDICES, "an entry for each row", what, "%s%s%s",
                        text_of (slice, row->table), *index ? ", index " : "", index);
  }
}

/* What is left to SQLite legally is no case; it is told with the rule's exceptions. */
static void
tell_reader (PoplensCheckRun *run, const PoplensSlice *slice, const PoplensScanStorage *row)
{
  const char *why = text_of (slice, row->what);

  if (!*why || row->fails) {
    if (!poplens_check_that (run, CHECK_LEAVES, !row->fails))
      poplens_check_fail (run, CHECK_LEAVES, "rows in its leaves", why, "%s",
                          text_of (slice, row->table));
    return;
  }
  g_autofree char *text =
      g_strdup_printf ("SQLite reads %s: %s.", text_of (slice, row->table), why);
  poplens_check_except (run, CHECK_LEAVES, text);
}

void
poplens_check_leaves (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_LEAVES, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_READERS);

  for (guint32 i = 0; slice && i < slice->n; i++)
    tell_reader (run, slice, &slice->scan_storage[i]);
  if (slice && slice->n)
    poplens_check_none (run, CHECK_LEAVES, "SQLite reads all tables.");
}
