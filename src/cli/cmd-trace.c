/* trace: executed steps, and what they cost. */
#include "cli/headline.h"

const PoplensCliKey poplens_cli_trace_keys[] = {
    {"range", "FROM..TO|iteration=N|run=N", "limit to these cycles, this iteration or run"},
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
    "name", "cycles", "share", "imbalance", "tile_balance", "steps"                                \
  }

const PoplensCliRows poplens_cli_trace_rows[] = {
    {"compute-set", .answer = answer_trace,
     .tables = {{"trace-costs", 12, NULL, COSTS}, {"trace-types", .further = TRUE}}},
    {"program", .set = "by=program", .tables = {{"trace-costs", 15, NULL, COSTS}}},
    {"operation", .set = "by=operation", .tables = {{"trace-costs", 15, NULL, COSTS}}},
    {"step", .tables = {{"trace-steps", 15}}},
    {"bottom-up", .set = "by=bottom-up", .tables = {{"trace-costs", 15}}},
    {"top-down", .set = "by=top-down", .tables = {{"trace-costs", 15}}},
    {"type", .tables = {{"trace-types", 15}}},
    {"tile", .set = "by=tile", .tables = {{"trace-slowest", 15}}},
    {"exchange", .tables = {{"trace-exchanges", 15}}},
    {"block", .tables = {{"blocks", 15}}},
};
const guint poplens_cli_trace_n_rows = G_N_ELEMENTS (poplens_cli_trace_rows);
