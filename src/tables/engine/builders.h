/* Builders of the tables in the registry, and helpers that builders share. Private to the tables.
 */
#pragma once

#include "analysis/operations/operations.h"
#include "tables/engine/records.h"
#include "tables/engine/table-spec.h"

G_BEGIN_DECLS

/* Helpers for a PoplensCellFunc, which set a cell. A cell that is not set is NULL. */
static inline void
poplens_cell_int (PoplensValue *value, gint64 integer)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = integer;
}

static inline void
poplens_cell_real (PoplensValue *value, double real)
{
  value->type = POPLENS_VALUE_REAL;
  value->real = real;
}

/* Sets a text cell. @text: (nullable): must live as long as the table. */
static inline void
poplens_cell_text (PoplensValue *value, const char *text)
{
  value->type = text ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL;
  value->text = text;
}

/* Returns a JSON value as text, or the number of members of an object or array, formatted in
 * @number. (transfer none) (nullable): NULL for null */
const char *poplens_json_node_text (const PoplensJsonNode *node, const PoplensStrings *strings,
                                    PoplensNumber number);

/* Returns the title of a category: "Exchange code" for the name "internalExchangeCode" in the file.
 */
const char *poplens_category_title (const char *name);
/* Returns the displayed ID of the operation with the key @key. "–" if the operation has no debug
 * context. */
const char *poplens_operation_id_name (const char *key);

/* Returns the description of the column of @metric, for all tables of operations. The name of the
 * column is poplens_metric_key (). */
const PoplensColumn *poplens_operation_column (PoplensMetric metric);

#define POPLENS_BUILDER(name)                                                                      \
  PoplensTable *poplens_build_##name (PoplensReport *report, const PoplensLocation *location,      \
                                      GCancellable *cancellable, GError **error)

POPLENS_BUILDER (summary);
POPLENS_BUILDER (files);
POPLENS_BUILDER (contexts);
POPLENS_BUILDER (layers_by_type);
POPLENS_BUILDER (options);
POPLENS_BUILDER (compile_time);
POPLENS_BUILDER (metadata);
POPLENS_BUILDER (memory_tiles);
POPLENS_BUILDER (memory_categories);
POPLENS_BUILDER (memory_categories_by_group);
POPLENS_BUILDER (vertex_types);
POPLENS_BUILDER (compute_sets);
POPLENS_BUILDER (tile_variables);
POPLENS_BUILDER (variables_by_tile);
POPLENS_BUILDER (tile_gaps);
POPLENS_BUILDER (gap_causes);
POPLENS_BUILDER (address_sharing);
POPLENS_BUILDER (packing);
POPLENS_BUILDER (exchanges);
POPLENS_BUILDER (liveness_steps);
POPLENS_BUILDER (liveness_peaks);
POPLENS_BUILDER (contents);
POPLENS_BUILDER (idle_variables);
POPLENS_BUILDER (liveness_tiles);
POPLENS_BUILDER (variables);
POPLENS_BUILDER (live_variables);
POPLENS_BUILDER (step_vertices);
POPLENS_BUILDER (variable_steps);
POPLENS_BUILDER (findings);
POPLENS_BUILDER (memory_ipus);
POPLENS_BUILDER (memory_histogram);
POPLENS_BUILDER (memory_imbalance);
POPLENS_BUILDER (balance_variables);
POPLENS_BUILDER (card);
POPLENS_BUILDER (card_of_context);
POPLENS_BUILDER (card_of_step);
POPLENS_BUILDER (card_of_block);
POPLENS_BUILDER (card_of_program);
POPLENS_BUILDER (stages);
POPLENS_BUILDER (changes);
POPLENS_BUILDER (kinds);
POPLENS_BUILDER (variables_by_kind);
POPLENS_BUILDER (vertex_users);
POPLENS_BUILDER (vertex_variants);
POPLENS_BUILDER (exchange_buffers);
POPLENS_BUILDER (what_if);
POPLENS_BUILDER (time_causes);
POPLENS_BUILDER (time_causes_by_finding);
POPLENS_BUILDER (time_findings);
POPLENS_BUILDER (time_ipus);
POPLENS_BUILDER (time_ipus_by_phase);
POPLENS_BUILDER (time_transfers);
POPLENS_BUILDER (time_transfers_by_ipu);
POPLENS_BUILDER (critical_path);
POPLENS_BUILDER (time_waits);
POPLENS_BUILDER (trace_costs_by_compute_set);
POPLENS_BUILDER (trace_costs_by_program);
POPLENS_BUILDER (trace_costs_by_operation);
POPLENS_BUILDER (trace_costs_bottom_up);
POPLENS_BUILDER (trace_costs_top_down);
POPLENS_BUILDER (trace_slowest);
POPLENS_BUILDER (trace_slowest_by_tile);
POPLENS_BUILDER (trace_exchanges);
POPLENS_BUILDER (trace_variation);
POPLENS_BUILDER (bookmarks);
POPLENS_BUILDER (checks);
POPLENS_BUILDER (programs);
POPLENS_BUILDER (programs_by_root);
POPLENS_BUILDER (operations);
POPLENS_BUILDER (source_lines);
POPLENS_BUILDER (source_text);
POPLENS_BUILDER (programs_by_operation);
POPLENS_BUILDER (programs_by_type);
POPLENS_BUILDER (operation_code);
POPLENS_BUILDER (operation_tiles);
POPLENS_BUILDER (variables_by_operation);
POPLENS_BUILDER (operation_edges);
POPLENS_BUILDER (layers);
POPLENS_BUILDER (operation_memory); /* builds memory_tiles if the location selects an operation */
POPLENS_BUILDER (program_vertices);
POPLENS_BUILDER (tile_costs);
POPLENS_BUILDER (tile_costs_by_step);
POPLENS_BUILDER (program_variables);
POPLENS_BUILDER (trace_steps);
POPLENS_BUILDER (finding_steps);
POPLENS_BUILDER (trace_types);
POPLENS_BUILDER (runs);
POPLENS_BUILDER (runs_by_iteration);
POPLENS_BUILDER (runs_by_total);
POPLENS_BUILDER (blocks);
POPLENS_BUILDER (blocks_by_program);
POPLENS_BUILDER (blocks_by_tile);

#define POPLENS_SERIES(name)                                                                       \
  gboolean poplens_series_##name (PoplensReport *report, const PoplensLocation *location,          \
                                  PoplensTableSeries **series, GCancellable *cancellable,          \
                                  GError **error)

POPLENS_SERIES (tile_variables);

#define POPLENS_JOIN(name) extern const PoplensJoin poplens_join_##name

POPLENS_JOIN (summary);
POPLENS_JOIN (options);
POPLENS_JOIN (findings);
POPLENS_JOIN (memory_tiles);
POPLENS_JOIN (memory_categories);
POPLENS_JOIN (memory_categories_by_tile);
POPLENS_JOIN (variables);
POPLENS_JOIN (contents);
POPLENS_JOIN (programs);
POPLENS_JOIN (compute_sets);
POPLENS_JOIN (operations);
POPLENS_JOIN (liveness_steps);
POPLENS_JOIN (time_causes);
POPLENS_JOIN (critical_path);
POPLENS_JOIN (time_findings);
POPLENS_JOIN (trace_costs);

G_END_DECLS
