/* trace: executed steps, and what they cost. */
#include "cli/headline.h"

const PoplensCliKey poplens_cli_trace_keys[] = {
    {"range", "FROM..TO", "limit to these cycles"},
    {"ipu", "I", "limit to this IPU"},
    {"layer", "LAYER", "of operations: this layer (default: the outermost)"},
    {NULL},
};

static gboolean
answer_trace (PoplensCliAnswer *answer, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (answer->reports[0], NULL, error);

  if (!x)
    return FALSE;
  if (!x->n_steps && x->light->n)
    poplens_cli_answer_next (answer, "trace", "--by block");
  return poplens_cli_add_facts (answer, POPLENS_PART_BIT (POPLENS_PART_EXECUTION), error);
}

#define COSTS                                                                                      \
  {                                                                                                \
    "name", "steps", "cycles", "share", "tile_balance", "saving"                                   \
  }

const PoplensCliRows poplens_cli_trace_rows[] = {
    {"compute-set", .answer = answer_trace,
     .tables = {{"trace-by-compute-set", 12, NULL, COSTS}, {"trace-types", .further = TRUE}}},
    {"program", .tables = {{"trace-by-program", 15, NULL, COSTS}}},
    {"operation", .tables = {{"trace-by-operation", 15, NULL, COSTS}}},
    {"step", .tables = {{"trace-steps", 15}}},
    {"bottom-up", .tables = {{"trace-bottom-up", 15}}},
    {"top-down", .tables = {{"trace-top-down", 15}}},
    {"type", .tables = {{"trace-types", 15}}},
    {"tile", .tables = {{"trace-stragglers", 15}}},
    {"exchange", .tables = {{"trace-exchanges", 15}}},
    {"block", .tables = {{"blocks", 15}}},
};
const guint poplens_cli_trace_n_rows = G_N_ELEMENTS (poplens_cli_trace_rows);
