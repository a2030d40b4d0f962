/* Fuzz target for framework.json and app.json. */
#include "fuzz.h"

#include "report/json-reader.h"
#include "support/local-file.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *path = fuzz_write ("app.json", data, size);
  g_autoptr (GError) error = NULL;
  PoplensJsonTree *tree = local_json_read (path, NULL, &error);

  if (!tree)
    fuzz_check_error (error);
  poplens_json_tree_free (tree);
  return 0;
}
