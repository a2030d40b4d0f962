/* Tables that are written together: where one has rows and another has none, those were lost. */
#include "database/columns.h"
#include "profile/loaders.h"

typedef struct {
  const char *with, *column; /* @column: one that the table has to have to be asked */
  const char *tail;          /* SQL: of the rows that count */
  const char *table, *table_column;
} Together;

#define ANY "LIMIT 1"

/* Seen in all real files with any rows. What an engine option leaves out alone stands on no side:
 * lowered variables may be missing (so nothing asks for vars_info), and what is executed. */
static const Together together[] = {
    {"target_info", "num_tiles", ANY, "graph_info", "num_vars"},
    {"memory_by_category", "category_id", ANY, "memory_by_tile", "tile"},
    {"memory_by_tile", "tile", ANY, "memory_by_category", "category_id"},
    {"program_types", "id", ANY, "programs", "id"},
    {"programs", "id", ANY, "control_programs", "program"},
    {"eq_classes", "id", ANY, "depth_first_steps", "id"},
    {"eq_classes", "id", ANY, "equivalence_class_interference", "class_id"},
    {"eq_classes", "id", ANY, "var_bytes_by_eq_class", "bytes"},
    {"eq_classes", "id", ANY, "memory_liveness_tiles", "tile"},
    /* A class that comes and goes changes what is live at some step. */
    {"eq_classes", "is_always_live", "WHERE NOT is_always_live LIMIT 1",
     "memory_not_always_live_by_step_and_ipu", "delta_bytes"},
    {"vars_info", "bitset", "WHERE bitset & 1 LIMIT 1", "allocation_order_by_tile", "tile"},
    {"vertex_instances", "compute_set", ANY, "memory_by_compute_set", "compute_set"},
    {"vertex_instances", "compute_set", ANY, "memory_by_vertex_type", "vertex_type"},
    {"steps", "id", ANY, "runs", "id"},
    {"steps", "id", ANY, "execution_cycle_totals", "cycles"},
    {"steps", "program", "WHERE program IS NOT NULL LIMIT 1", "program_trace", "program_id"},
    {"cycles_by_tile", "id", ANY, "absolute_markers", "id"},
};

/* -1 with @error where that cannot be read. */
static int
has_rows (const PoplensLoad *load, const char *table, const char *column, const char *tail,
          GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, table, column, tail);
  gboolean some = poplens_query_next (q);

  return poplens_query_end (q, error) ? some : -1;
}

PoplensSlice *
poplens_load_together (const PoplensLoad *load, GError **error)
{
  const PoplensSchema *schema = load->database->schema;
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanTogether);

  for (const Together *t = together; t < together + G_N_ELEMENTS (together); t++) {
    PoplensScanTogether row = {t->with, t->table, FALSE};
    /* A table that the file lacks altogether is one that its SDK did not know. */
    if (!poplens_schema_has_column (schema, t->with, t->column) ||
        !poplens_schema_has_column (schema, t->table, t->table_column))
      continue;
    int some = has_rows (load, t->with, t->column, t->tail, error);
    int there = some > 0 ? has_rows (load, t->table, t->table_column, ANY, error) : 0;
    if (some < 0 || there < 0)
      return NULL;
    row.there = there > 0;
    if (some)
      g_array_append_val (rows, row);
  }
  return poplens_slice_of (POPLENS_SLICE_SCAN_TOGETHER, 0, &rows);
}
