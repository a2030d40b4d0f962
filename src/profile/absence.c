#include "database/first-pages.h"
#include "profile/loaders.h"

/* What each part needs at least one row of, and what the user can do where it has none. The option
 * names are those of the Poplar SDK's engine options (formats.md 2.3). */
static const struct {
  const char *tables[4]; /* one of them must have a row */
  const char *reason;
} needs[POPLENS_N_PARTS] = {
    [POPLENS_PART_TARGET] = {{"target_info"}, "No target recorded."},
    [POPLENS_PART_OPTIONS] = {{"compilation_parameters", "target_parameters",
                               "execution_parameters"},
                              "No engine options recorded."},
    [POPLENS_PART_COMPILATION] = {{"compilation_trace", "optimization_info"},
                                  "No compile phases recorded."},
    [POPLENS_PART_MEMORY] = {{"memory_by_tile"},
                             "No memory by tile recorded. Record it with the engine option "
                             "autoReport.outputGraphProfile=true."},
    [POPLENS_PART_VERTICES] = {{"compute_sets", "vertex_types"},
                               "No compute sets or vertices recorded."},
    [POPLENS_PART_PROGRAMS] = {{"programs"},
                               "No programs recorded. Record them with the engine option "
                               "autoReport.outputGraphProfile=true."},
    [POPLENS_PART_EXCHANGES] = {{"program_type_do_exchange", "program_type_global_exchange",
                                 "program_type_stream_copy_mid"},
                                "The program has no exchanges."},
    [POPLENS_PART_VARIABLES] = {{"vars_info", "unlowered_vars"},
                                "No variables recorded. Record them with the engine option "
                                "autoReport.outputLoweredVars=true."},
    [POPLENS_PART_LIVENESS] = {{"depth_first_steps"},
                               "No liveness recorded. Record it with the engine option "
                               "autoReport.outputGraphProfile=true."},
    [POPLENS_PART_EXECUTION] =
        {{"steps", "blocks", "runs"},
         "No execution recorded: the program was only compiled, or it ran without the engine "
         "option autoReport.outputExecutionProfile=true."},
};

char *
poplens_explain_no_lowered (PoplensDatabase *database)
{
  return poplens_database_has_rows (database, "vars_info")
             ? NULL
             : g_strdup (needs[POPLENS_PART_VARIABLES].reason);
}

char *
poplens_explain_absence (PoplensDatabase *database, PoplensPart part)
{
  for (guint t = 0; t < G_N_ELEMENTS (needs[part].tables) && needs[part].tables[t]; t++)
    if (poplens_database_has_rows (database, needs[part].tables[t]))
      return NULL;
  return g_strdup (needs[part].reason);
}

/* Adds of each part the first table that has rows. */
static void
add_needs (PoplensDatabase *database, GArray *roots)
{
  for (PoplensPart p = 0; p < POPLENS_N_PARTS; p++)
    for (guint t = 0; t < G_N_ELEMENTS (needs[p].tables) && needs[p].tables[t]; t++)
      if (poplens_database_add_root (database, needs[p].tables[t], roots))
        break;
}

void
poplens_expect_briefs (PoplensDatabase *database)
{
  /* By poplens_load_liveness_brief () and poplens_load_memory_brief (). */
  static const char *const read_whole[] = {"memory_by_tile", "depth_first_steps",
                                           "memory_not_always_live_by_step_and_ipu"};
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) wholes = g_array_new (FALSE, FALSE, sizeof (guint32));

  add_needs (database, firsts);
  for (guint t = 0; t < G_N_ELEMENTS (read_whole); t++)
    poplens_database_add_root (database, read_whole[t], wholes);
  poplens_database_will_need_rows (database, firsts, wholes);
}
