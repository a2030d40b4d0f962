/* operations: what each operation of a layer costs; of one, what it is made of. */
#include "cli/answer.h"

#include "derived/operations/operations-source.h"

const PoplensCliKey poplens_cli_operations_keys[] = {
    {"layer", "LAYER", "list operations of this layer (default: the outermost)"},
    {"operation", "ID", "programs, code and variables of this operation"},
    {"frame", "FRAME", "of lines: the caller (default) or the innermost of a call chain"},
    {NULL},
};

static gboolean
answer_operations (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_operation_source_init (&source, answer->reports[0], answer->location, NULL, error))
    return FALSE;
  const char *layer = poplens_operation_source_layer (&source);
  poplens_cli_answer_figure (answer, "layer", poplens_value_text (layer));
  return TRUE;
}

const PoplensCliRows poplens_cli_operations_rows[] = {
    {"operation", .answer = answer_operations,
     .tables = {{"operations", 15, "-share", {"name", "share", "tile_cycles", "peak_bytes"}},
                {"layers", .further = TRUE}}},
    {"line", .tables = {{"source-lines", 15, "-share"}}},
    {"edge", .tables = {{"operation-edges", 15}}},
    {"code", .tables = {{"operation-code", 15}}},
    {NULL, "operation", "by=operation",
     .tables = {{"programs", 8, NULL, {"name", "type", "id", "tile_cycles", "control_code"}},
                {"operation-code", 8, NULL, {"name", "bytes", "shared_bytes", "operations"}},
                {"variables", 8, "-bytes", {"variable", "id", "bytes", "peak_bytes"}}}},
};
const guint poplens_cli_operations_n_rows = G_N_ELEMENTS (poplens_cli_operations_rows);
