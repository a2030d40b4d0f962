/* Endings and first bytes of compressed files. */
#include "base/packed.h"

#include <string.h>

const char *const poplens_packed_endings[] = {".gz", ".xz", ".zst", ".bz2", ".zip", ".tgz", NULL};

static const struct {
  const char *name;
  guint8 bytes[6];
  gsize n;
} formats[] = {{"gzip", {0x1f, 0x8b}, 2},
               {"xz", {0xfd, '7', 'z', 'X', 'Z', 0}, 6},
               {"zstd", {0x28, 0xb5, 0x2f, 0xfd}, 4},
               {"bzip2", {'B', 'Z', 'h'}, 3},
               {"zip", {'P', 'K', 3, 4}, 4}};

gboolean
poplens_packed_by_name (const char *name)
{
  for (guint i = 0; poplens_packed_endings[i]; i++)
    if (g_str_has_suffix (name, poplens_packed_endings[i]))
      return TRUE;
  return FALSE;
}

const char *
poplens_packed_by_bytes (const guint8 *bytes, gsize n)
{
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    if (n >= formats[f].n && !memcmp (bytes, formats[f].bytes, formats[f].n))
      return formats[f].name;
  return NULL;
}
