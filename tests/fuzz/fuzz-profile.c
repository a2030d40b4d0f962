/* profile.pop as bytes: pages of SQLite, the schema, and what is in the tables. */
#include "read-profile.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_read_profile (fuzz_write ("profile.pop", data, size));
  return 0;
}
