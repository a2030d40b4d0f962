#include "database/columns.h"
#include "profile/loaders.h"

PoplensCompilation *
poplens_load_compilation (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensCompilation) part = poplens_compilation_new ();
  PoplensReading readings[] = {
      {"compilation_trace",
       "ts, dur DESC",
       &part->n_phases,
       {{"name!", POPLENS_TEXT, &part->phase_name},
        {"ts!", POPLENS_U64, &part->phase_start},
        {"dur!", POPLENS_U64, &part->phase_duration}}},
      {"optimization_info",
       "key",
       &part->n_optimizations,
       {{"key!", POPLENS_TEXT, &part->optimization_key},
        {"value!", POPLENS_DOUBLE, &part->optimization_value}}},
      {"compilation_steps",
       "id",
       &part->n_steps,
       {{"id!", POPLENS_I64, &part->step_id}, {"name!", POPLENS_TEXT, &part->step_name}}}};

  return poplens_read_columns (load->database, readings, G_N_ELEMENTS (readings), part->strings,
                               error)
             ? g_steal_pointer (&part)
             : NULL;
}
