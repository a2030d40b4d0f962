/* Fuzz target for archive.a: the memory of each tile, the report that is made of it, and
 * symbols. */
#include "fuzz.h"

#include "archive/archive.h"
#include "model/part.h"
#include "support/local-file.h"

#define MOST_TILES 8

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *path = fuzz_write ("archive.a", data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensArchive) archive = local_archive_read (path, NULL, NULL, &error);

  if (!archive) {
    fuzz_check_error (error);
    return 0;
  }
  poplens_part_free (POPLENS_PART_TARGET, poplens_archive_make_target (archive));
  poplens_part_free (POPLENS_PART_MEMORY, poplens_archive_make_memory (archive));
  for (guint32 i = 0; i < MIN (archive->n, MOST_TILES); i++) {
    g_autoptr (GError) wrong = NULL;
    g_autoptr (PoplensSlice) symbols =
        local_archive_read_symbols (path, archive, archive->tile[i], NULL, &wrong);
    if (!symbols)
      fuzz_check_error (wrong);
  }
  return 0;
}
