#include "database/columns.h"
#include "profile/loaders.h"

/* A phase whose time is unknown is left out. */
static gboolean
read_phases (const PoplensLoad *load, PoplensReading *reading, PoplensCompilation *part,
             GError **error)
{
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, reading, part->strings);

  while (poplens_rows_next (&rows)) {
    gboolean starts = poplens_query_is_known (rows.query, 1);
    if (poplens_query_is_known (rows.query, 2) && starts)
      poplens_rows_take (&rows);
  }
  return poplens_rows_end (&rows, error);
}

PoplensCompilation *
poplens_load_compilation (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensCompilation) part = poplens_compilation_new ();
  PoplensReading phases = {"compilation_trace",
                           "ts, dur DESC",
                           &part->n_phases,
                           {{"name!", POPLENS_TEXT, &part->phase_name},
                            {"ts!", POPLENS_U64, &part->phase_start},
                            {"dur!", POPLENS_U64, &part->phase_duration}}};
  PoplensReading readings[] = {
      {"optimization_info",
       "key",
       &part->n_optimizations,
       {{"key!", POPLENS_TEXT, &part->optimization_key},
        {"value!", POPLENS_DOUBLE, &part->optimization_value}}},
      {"compilation_steps",
       "id",
       &part->n_steps,
       {{"id!", POPLENS_I64, &part->step_id}, {"name!", POPLENS_TEXT, &part->step_name}}}};

  return read_phases (load, &phases, part, error) &&
                 poplens_read_columns (load->database, readings, G_N_ELEMENTS (readings),
                                       part->strings, error)
             ? g_steal_pointer (&part)
             : NULL;
}
