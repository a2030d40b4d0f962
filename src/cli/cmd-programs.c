/* Commands programs (program tree with the cost of each program) and operations (costs of the
 * operations of a layer, or of the parts of an operation). */
#include "cli/answer.h"
#include "derived/operations/operations-source.h"
#include "derived/programs/program-location.h"

/* ---- programs -------------------------------------------------------------------------------- */

const PoplensCliKey poplens_cli_programs_keys[] = {
    {"depth", "N", "limit the depth, 0 for roots only"},
    {"root", "entry:N|function:N", "show only this entry point or function"},
    {"compilation", "ID|none", "compilation step to show (default: the first)"},
    {"operation", "ID", "show only programs of this operation"},
    {NULL},
};

static gboolean
answer_programs (PoplensCliAnswer *answer, GError **error)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (answer->reports[0], answer->location, NULL, error);
  PoplensNumber n, entries, functions;

  if (!programs)
    return FALSE;
  if (programs->ambiguous) {
    g_autofree char *title = poplens_programs_step_title (programs);
    poplens_cli_answer_say (answer, "%s", title);
  }
  poplens_cli_answer_say (answer, "Programs: %s; entry points: %s; functions: %s.",
                          poplens_format_count (n, programs->n),
                          poplens_format_count (entries, programs->n_control),
                          poplens_format_count (functions, programs->n_functions));
  return TRUE;
}

const PoplensCliRows poplens_cli_programs_rows[] = {
    {"program", .answer = answer_programs,
     .tables = {{"programs", 20, NULL, "type name id tile_cycles_share executed control_code"}}},
    {"type", .set = "by=type", .tables = {{"programs", 20, "-tile_cycles"}}},
    {"root", .set = "by=root", .tables = {{"programs", 20}}},
    {NULL, "operation", "by=operation",
     .tables = {{"programs", 20, NULL, "name type id tile_cycles control_code"}}},
};
const guint poplens_cli_programs_n_rows = G_N_ELEMENTS (poplens_cli_programs_rows);

/* ---- operations ------------------------------------------------------------------------------ */

const PoplensCliKey poplens_cli_operations_keys[] = {
    {"layer", "LAYER", "list operations of this layer (default: the outermost)"},
    {"operation", "ID", "programs, code and variables of this operation"},
    {"frame", "FRAME", "of lines: the caller (default) or the innermost of a call chain"},
    {NULL},
};

static gboolean
answer_operations (PoplensCliAnswer *answer, GError **error)
{
  PoplensOperationSource source = {0};

  if (!poplens_operation_source_init (&source, answer->reports[0], answer->location, NULL, error))
    return FALSE;
  const char *layer = poplens_operation_source_layer (&source);
  poplens_cli_answer_figure (answer, "layer", poplens_value_text (layer));
  return TRUE;
}

const PoplensCliRows poplens_cli_operations_rows[] = {
    {"operation", .answer = answer_operations,
     .tables = {{"operations", 15, "-share", "name share tile_cycles peak_bytes"},
                {"layers", .further = TRUE}}},
    {"line", .tables = {{"source-lines", 15, "-share"}}},
    {"edge", .tables = {{"operation-edges", 15}}},
    {"code", .tables = {{"operation-code", 15}}},
    {NULL, "operation", "by=operation",
     .tables = {{"programs", 8, NULL, "name type id tile_cycles control_code"},
                {"operation-code", 8, NULL, "name bytes shared_bytes operations"},
                {"variables", 8, "-bytes", "variable id bytes peak_bytes"}}},
};
const guint poplens_cli_operations_n_rows = G_N_ELEMENTS (poplens_cli_operations_rows);
