/* Fuzz target for profile.pop as bytes: SQLite's pages, the schema, and the contents of tables. */
#include "read-profile.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_read_profile (fuzz_write ("profile.pop", data, size));
  return 0;
}
