#include "database/tree-span.h"
#include "profile/loaders.h"

/* The tables that are most of what each part reads: all that can become large. */
static const char *const tables[POPLENS_N_PARTS][12] = {
    [POPLENS_PART_MEMORY] = {"memory_by_tile", "memory_by_category"},
    [POPLENS_PART_VERTICES] = {"vertices", "compute_sets", "vertex_instances",
                               "memory_by_compute_set", "memory_by_vertex_type",
                               "compute_set_cycles_by_tile", "compute_set_cycles_by_ipu"},
    [POPLENS_PART_PROGRAMS] = {"programs", "compute_sets", "program_type_on_tile_execute",
                               "program_type_call", "program_type_repeat", "program_type_sync",
                               "program_type_sans", "program_type_sync_ans",
                               "host_exchange_from_host", "host_exchange_to_host",
                               "control_programs", "function_programs"},
    [POPLENS_PART_EXCHANGES] = {"program_type_do_exchange", "program_type_global_exchange",
                                "program_type_stream_copy_mid", "program_type_code_copy",
                                "inter_ipu_exchange_cycles_by_tile", "host_exchange_from_host",
                                "host_exchange_to_host"},
    [POPLENS_PART_VARIABLES] = {"vars_info", "var_bytes_by_eq_class", "vars_string_table",
                                "unlowered_vars", "debug_ids", "equivalence_class_interference"},
    [POPLENS_PART_LIVENESS] = {"depth_first_steps", "memory_by_tile",
                               "memory_not_always_live_by_step_and_ipu", "eq_classes",
                               "eq_class_step"},
    [POPLENS_PART_EXECUTION] = {"steps", "steps_by_ipu", "program_trace", "absolute_markers",
                                "blocks"},
};

static void
add_root (const PoplensSchema *schema, const char *name, GArray *roots)
{
  const PoplensSchemaTable *table = poplens_schema_get_table (schema, name);

  if (!table)
    return;
  for (guint i = 0; i < roots->len; i++)
    if (g_array_index (roots, guint32, i) == table->root)
      return;
  g_array_append_val (roots, table->root);
}

GArray *
poplens_load_estimate (const PoplensLoad *load, guint32 parts)
{
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *reason;
  PoplensPages *pages = poplens_database_pages (load->database, &reason);

  for (PoplensPart part = 0; pages && part < POPLENS_N_PARTS; part++)
    for (guint t = 0; t < G_N_ELEMENTS (tables[part]) && tables[part][t]; t++)
      if (parts & POPLENS_PART_BIT (part))
        add_root (load->database->schema, tables[part][t], roots);
  return poplens_tree_spans (pages, (const guint32 *) (gpointer) roots->data, roots->len);
}
