/* Fuzz target for debug.cbor: the index, chains of parents, and bodies. */
#include "fuzz.h"

#include "debuginfo/debuginfo.h"
#include "support/local-file.h"

#define MOST_BODIES 6

static void
ask_context (const PoplensDebugContexts *contexts, guint32 context)
{
  g_autoptr (GArray) chain = poplens_debug_context_chain (contexts, context);
  g_autofree char *path = poplens_debug_context_path (contexts, context);

  fuzz_check (chain->len <= contexts->n);
  fuzz_check (g_utf8_validate (path, -1, NULL));
  poplens_debug_context_name (contexts, context);
  poplens_debug_context_file (contexts, context);
  poplens_debug_context_function (contexts, context);
  poplens_debug_context_in_layer (contexts, context, "framework");
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *path = fuzz_write ("debug.cbor", data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDebugContexts) contexts = local_debuginfo_read (path, NULL, &error);

  if (!contexts) {
    fuzz_check_error (error);
    return 0;
  }
  for (guint32 c = 0; c < contexts->n; c++)
    ask_context (contexts, c);
  for (guint32 c = 0; c < MIN (contexts->n, MOST_BODIES); c++) {
    g_autoptr (GError) wrong = NULL;
    g_autoptr (PoplensSlice) body =
        local_debuginfo_read_body (path, contexts, contexts->id[c], NULL, &wrong);
    if (!body)
      fuzz_check_error (wrong);
  }
  return 0;
}
