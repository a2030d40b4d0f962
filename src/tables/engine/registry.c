/* Registry of all tables. Finds tables by name, and builds them for one report or for two. */
#include "tables/engine/registry.h"

#include "analysis/operations/operations.h"
#include "base/error.h"
#include "base/near.h"
#include "base/work.h"
#include "derived/insights/kinds-source.h"
#include "derived/operations/operations-source.h"
#include "derived/scope.h"
#include "derived/time/time-source.h"
#include "tables/engine/builders.h"

#include <string.h>

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)
#define TIME (BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (TARGET))

static const PoplensTableSpec specs[] = {
    {"summary", "Target and graph",
     "Target hardware, graph size, versions, instrumentation, recorded fields and counters", NULL,
     POPLENS_PAGE_SUMMARY, BIT (TARGET), poplens_build_summary, .join = &poplens_join_summary},
    {"files", "Files", "Files of the report and their parts, and why any are missing", NULL,
     POPLENS_PAGE_SUMMARY, 0, poplens_build_files},
    {"contexts", "Debug contexts",
     "Debug contexts of a program, compute set or variable, up to the framework operation",
     "program, compute-set, variable, step, executed, context", POPLENS_PAGE_SUMMARY, BIT (DEBUG),
     poplens_build_contexts, .operation = POPLENS_TABLE_OF_ONE_THING},
    {"checks", "Consistency checks", "Consistency checks, their results and first failures", NULL,
     POPLENS_PAGE_SUMMARY, 0, poplens_build_checks},
    {"options", "Engine options", "Engine options, their values, and which differ from the default",
     NULL, POPLENS_PAGE_SUMMARY, BIT (OPTIONS), poplens_build_options,
     .join = &poplens_join_options},
    {"compile-time", "Compile time", "Time spent in each compiler phase", NULL,
     POPLENS_PAGE_SUMMARY, BIT (COMPILATION), poplens_build_compile_time},
    {"metadata", "Metadata", "Contents of framework.json and app.json as trees", NULL,
     POPLENS_PAGE_SUMMARY, 0, poplens_build_metadata},
    {"memory-tiles", "Memory by tile", "Memory of each tile, and its position on the IPU",
     "tile, ipu, colour, plot", POPLENS_PAGE_MEMORY, BIT (MEMORY) | BIT (TARGET),
     poplens_build_memory_tiles, .join = &poplens_join_memory_tiles,
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"memory-categories", "Memory by category",
     "Memory of each category on the selected tiles; or by region, group and liveness, with a "
     "column for each tile",
     "by, tile, ipu", POPLENS_PAGE_MEMORY, BIT (MEMORY), poplens_build_memory_categories,
     .by = {{"category", NULL, &poplens_join_memory_categories},
            {"group", poplens_build_memory_categories_by_group},
            {"tile", NULL, &poplens_join_memory_categories_by_tile}}},
    {"vertex-types", "Vertex types",
     "State and code of each vertex type on the selected tiles; or of types alike but for "
     "template arguments, of compute sets, a step or a program",
     "by, step, scope, program, tile, ipu", POPLENS_PAGE_MEMORY,
     BIT (VERTICES) | BIT (MEMORY) | BIT (TARGET), poplens_build_vertex_types,
     .by = {{"type"},
            {"family", poplens_build_vertex_variants},
            {"compute-set", poplens_build_vertex_users},
            {"step", poplens_build_step_vertices},
            {"program", poplens_build_program_vertices}}},
    {"compute-sets", "Compute sets", "Vertex state of each compute set on the selected tiles",
     "tile, ipu", POPLENS_PAGE_MEMORY, BIT (VERTICES) | BIT (MEMORY) | BIT (TARGET),
     poplens_build_compute_sets, .join = &poplens_join_compute_sets},
    {"exchanges", "Exchanges",
     "Code and bytes sent and received of each exchange on the selected tiles; or its buffers",
     "by, tile, ipu", POPLENS_PAGE_MEMORY, BIT (EXCHANGES) | BIT (MEMORY), poplens_build_exchanges,
     .by = {{"exchange"}, {"buffer", poplens_build_exchange_buffers}}},
    {"tile-variables", "Tile variables",
     "Address, size, lifetime and sharing of each variable on a tile (default: the fullest); "
     "or by name on 2 to 16 tiles",
     "by, tile, ipu", POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET),
     poplens_build_tile_variables, poplens_series_tile_variables, .kinds = TRUE,
     .by = {{"address"},
            {"variable", poplens_build_variables_by_tile},
            {"sharing", poplens_build_address_sharing}},
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"tile-gaps", "Gaps",
     "Gaps of a tile (default: the fullest) and their causes; or bytes by cause", "by, tile, ipu",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), poplens_build_tile_gaps,
     .by = {{"gap"}, {"cause", poplens_build_gap_causes}}},
    {"findings", "Findings", "Findings on memory and time, largest single saving first", NULL,
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY), poplens_build_findings, .join = &poplens_join_findings},
    {"memory-ipus", "Capacity",
     "Memory used, available and live at most: replica, each IPU and the fullest tile", NULL,
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (TARGET), poplens_build_memory_ipus},
    {"memory-histogram", "Tiles by memory use", "Number of tiles in each range of memory use",
     "gaps", POPLENS_PAGE_INSIGHTS, BIT (MEMORY), poplens_build_memory_histogram},
    {"memory-imbalance", "Memory imbalance",
     "Categories or variables that raise the fullest tile above the mean", "by, tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY), poplens_build_memory_imbalance, .kinds = TRUE,
     .by = {{"category"}, {"variable", poplens_build_balance_variables}}},
    {"kinds", "Kinds of variables",
     "Memory of variables by purpose, how sure the kind is, and what would fit without each", NULL,
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS) | BIT (PROGRAMS),
     poplens_build_kinds},
    {"card", "Card", "Everything about one thing of the report, with the locations that show it",
     "thing, program, executed, block, context", POPLENS_PAGE_SUMMARY, 0, poplens_build_card,
     .operation = POPLENS_TABLE_OF_ONE_THING},
    {"changes", "Changes",
     "Effect of each change on all tiles, as two estimates; which are in the plan; what gaps, "
     "packing and instrumentation take",
     "avoid, only, margin", POPLENS_PAGE_INSIGHTS, BIT (MEMORY), poplens_build_changes},
    {"stages", "Layers by IPU", "Layers over other numbers of IPUs, estimated", NULL,
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS) | BIT (PROGRAMS),
     poplens_build_stages},
    {"what-if", "What if",
     "Live memory of all tiles, each IPU and each tile before and after the changes",
     "scale, change, estimate, tile, ipu", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS), poplens_build_what_if},
    {"liveness-steps", "Live memory by step", "Live memory at each program step", "tile, ipu",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (PROGRAMS), poplens_build_liveness_steps,
     .join = &poplens_join_liveness_steps, .operation = POPLENS_TABLE_OF_OPERATION},
    {"liveness-peaks", "Peaks", "Most prominent peaks of live memory", "tile, ipu",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (PROGRAMS), poplens_build_liveness_peaks,
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"contents", "Tile contents",
     "Memory of a tile (default: the fullest at its peak) by kind, layer, operation and "
     "variable",
     "step, scope, tile, ipu, by", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES) | BIT (MEMORY) | BIT (PROGRAMS), poplens_build_contents,
     .join = &poplens_join_contents},
    {"idle-variables", "Idle memory",
     "Live variables of a tile (default: the fullest at its peak) with their last and next use",
     "step, scope, tile, ipu", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES) | BIT (MEMORY) | BIT (PROGRAMS) | BIT (VERTICES) |
         BIT (EXCHANGES),
     poplens_build_idle_variables, .kinds = TRUE},
    {"live-variables", "Live variables",
     "Variables live at a step, or at up to 16 steps side by side", "step, scope, tile, ipu",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES), poplens_build_live_variables,
     .kinds = TRUE, .operation = POPLENS_TABLE_OF_OPERATION},
    {"variable-steps", "Lifetime of a variable",
     "Step ranges in which a variable is live, with the programs at both ends",
     "variable, scope, tile, ipu", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES) | BIT (PROGRAMS), poplens_build_variable_steps,
     .operation = POPLENS_TABLE_OF_ONE_THING},
    {"variables", "Variables",
     "Always-live bytes of each variable, its peak of others, and when it is live; or its kind "
     "with the evidence, or its operation",
     "by, variable, layer, operation, tile, ipu", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES), poplens_build_variables, .kinds = TRUE,
     .by = {{"variable", NULL, &poplens_join_variables},
            {"kind", poplens_build_variables_by_kind},
            {"operation", poplens_build_variables_by_operation}},
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"liveness-tiles", "Peaks by tile",
     "Each tile at its own peak step, and by how much it is over capacity; or what packing costs",
     "by, tile, ipu", POPLENS_PAGE_LIVENESS, BIT (MEMORY), poplens_build_liveness_tiles,
     .by = {{"peak"}, {"packing", poplens_build_packing}}},
    {"programs", "Program tree",
     "Program tree with cycles and code; or entry points and functions, programs with their "
     "operation, or cycles by type",
     "by, root (entry:N or function:N), depth, layer, operation", POPLENS_PAGE_PROGRAMS,
     BIT (PROGRAMS), poplens_build_programs,
     .by = {{"program", NULL, &poplens_join_programs},
            {"root", poplens_build_programs_by_root},
            {"operation", poplens_build_programs_by_operation},
            {"type", poplens_build_programs_by_type}}},
    {"tile-costs", "Costs by tile",
     "Bytes, code, estimates and cycles by tile of a program or of up to 16 steps; or code of "
     "operations",
     "by, program, step, scope, layer, operation, tile, ipu", POPLENS_PAGE_PROGRAMS,
     BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (VERTICES), poplens_build_tile_costs,
     .by = {{"program"},
            {"step", poplens_build_tile_costs_by_step},
            {"operation", poplens_build_operation_tiles}}},
    {"program-variables", "Variables of a program",
     "Variables that a program exchanges, copies or computes on", "program", POPLENS_PAGE_PROGRAMS,
     BIT (PROGRAMS), poplens_build_program_variables, .kinds = TRUE},
    {"operations", "Operations", "Cycles and memory of each operation in a layer", "layer, measure",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operations,
     .join = &poplens_join_operations},
    {"operation-code", "Code of operations",
     "Control, exchange and vertex code, for all operations or one", "layer, operation",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operation_code},
    {"operation-edges", "Edges of operations",
     "Operations that use what others make, with the tensor", "layer, operation",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS) | BIT (DEBUG), poplens_build_operation_edges},
    {"layers", "Operation layers",
     "Layers of debug contexts, and the programs that each created; or contexts by layer and type",
     "by", POPLENS_PAGE_OPERATIONS, BIT (DEBUG), poplens_build_layers,
     .by = {{"layer"}, {"type", poplens_build_layers_by_type}}},
    {"source-lines", "Source code", "Cycles and memory by file and line of the source code",
     "measure, frame", POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_source_lines},
    {"source-text", "Text", "Text of a file of source code, with the costs of its lines",
     "line, measure, frame", POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_source_text},
    {"trace-steps", "Executed steps",
     "Executed steps, one row for each IPU that took part; or those of the finding on time that a "
     "location follows",
     "by, finding, range, from, to, ipu", POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS),
     poplens_build_trace_steps, .by = {{"step"}, {"finding", poplens_build_finding_steps}},
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"trace-types", "Cycles by step type",
     "Cycles and bytes of each step type on each IPU, work and waiting apart",
     "range, from, to, ipu", POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_types, .operation = POPLENS_TABLE_OF_OPERATION},
    {"time-causes", "Causes of time",
     "Cycles from perfectly spread compute to those measured, by cause; or all findings: "
     "found, below the threshold or not checked",
     "by, range", POPLENS_PAGE_TRACE, TIME, poplens_build_time_causes,
     .by = {{"cause", NULL, &poplens_join_time_causes},
            {"finding", poplens_build_time_causes_by_finding}}},
    {"time-findings", "Findings on time",
     "Causes that hold the program up, the saving without each, and the remedy", "range",
     POPLENS_PAGE_TRACE, TIME, poplens_build_time_findings, .join = &poplens_join_time_findings},
    {"time-ipus", "Where the time went",
     "Cycles of each IPU by class, each counted once; or by phase of training", "by, range",
     POPLENS_PAGE_TRACE, TIME, poplens_build_time_ipus,
     .by = {{"ipu"}, {"phase", poplens_build_time_ipus_by_phase}}},
    {"time-waits", "Waits between IPUs",
     "Which IPU waits for which, how long, and what the last one did", "range", POPLENS_PAGE_TRACE,
     TIME, poplens_build_time_waits},
    {"time-transfers", "Transfers",
     "Host copies and exchanges: cycles that compute hides, and what they block; or copies by "
     "IPU, with streams",
     "by, range", POPLENS_PAGE_TRACE, TIME, poplens_build_time_transfers,
     .by = {{"transfer"}, {"ipu", poplens_build_time_transfers_by_ipu}}},
    {"critical-path", "Critical path", "Steps that held the program up, in order", "by, range",
     POPLENS_PAGE_TRACE, TIME, poplens_build_critical_path,
     .by = {{"step"}, {"cause", NULL, &poplens_join_critical_path}}},
    {"bookmarks", "Bookmarks", "Bookmarked cycles and ranges with notes; stored outside the report",
     "ipu", POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS), poplens_build_bookmarks},
    {"trace-costs", "Cycles by compute set",
     "Cycles, tile balance and bytes of executed steps by compute set, program or operation; "
     "or by parts of names, from either end; or those of the finding on time that a location "
     "follows",
     "by, finding, layer, range, ipu, waits", POPLENS_PAGE_TRACE,
     BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES), poplens_build_trace_costs_by_compute_set,
     .by = {{"compute-set"},
            {"program", poplens_build_trace_costs_by_program},
            {"operation", poplens_build_trace_costs_by_operation},
            {"bottom-up", poplens_build_trace_costs_bottom_up},
            {"top-down", poplens_build_trace_costs_top_down, &poplens_join_trace_costs},
            {"finding", poplens_build_trace_costs_by_program}},
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"trace-slowest", "Slowest tiles",
     "Slowest tile of each executed step, what it costs, and why, also of the steps of a finding "
     "alone; or how often each tile was the slowest",
     "by, finding, range, ipu, waits", POPLENS_PAGE_TRACE,
     BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (VERTICES),
     poplens_build_trace_slowest,
     .by = {{"step"},
            {"tile", poplens_build_trace_slowest_by_tile},
            {"finding", poplens_build_trace_slowest}},
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"trace-exchanges", "Executed exchanges",
     "Bytes per cycle and per byte of code, senders and receivers of each exchange; or of those of "
     "a finding alone",
     "by, finding, range, ipu", POPLENS_PAGE_TRACE,
     BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES), poplens_build_trace_exchanges,
     .by = {{"exchange"}, {"finding", poplens_build_trace_exchanges}},
     .operation = POPLENS_TABLE_OF_OPERATION},
    {"trace-variation", "Variation",
     "Mean, spread and outliers of the executions of each program, by run", "range, ipu, waits",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_variation, .operation = POPLENS_TABLE_OF_OPERATION},
    {"runs", "Runs",
     "Runs of the engine; or iterations and how they differ, or recorded totals of cycles", "by",
     POPLENS_PAGE_TRACE, BIT (EXECUTION), poplens_build_runs,
     .by = {{"run"},
            {"iteration", poplens_build_runs_by_iteration},
            {"total", poplens_build_runs_by_total}}},
    {"blocks", "Blocks",
     "Blocks of lightweight profiling; or their cycles by program, or what each tile recorded and "
     "lost",
     "by, range, ipu, clock", POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (TARGET),
     poplens_build_blocks,
     .by = {{"block"},
            {"program", poplens_build_blocks_by_program},
            {"tile", poplens_build_blocks_by_tile}}},
};

const PoplensTableSpec *
poplens_tables_list (guint *n)
{
  *n = G_N_ELEMENTS (specs);
  return specs;
}

const PoplensTableSpec *
poplens_tables_find (const char *name)
{
  guint n_views;
  const PoplensTableSpec *views = poplens_named_views_list (&n_views);

  for (guint t = 0; t < G_N_ELEMENTS (specs); t++)
    if (!strcmp (specs[t].name, name))
      return &specs[t];
  for (guint v = 0; v < n_views; v++)
    if (!strcmp (views[v].name, name))
      return &views[v];
  return NULL;
}

/* Returns the names of tables similar to @name, separated by commas. A similar name contains @name,
 * is contained in it, or differs by a few letters. (transfer full) */
static char *
near_names (const char *name)
{
  GString *out = g_string_new (NULL);
  guint n_views;
  const PoplensTableSpec *views = poplens_named_views_list (&n_views);

  for (guint t = 0; t < G_N_ELEMENTS (specs) + n_views; t++) {
    const char *known =
        t < G_N_ELEMENTS (specs) ? specs[t].name : views[t - G_N_ELEMENTS (specs)].name;
    gboolean holds = strlen (name) > 2 && (strstr (known, name) || strstr (name, known));
    if (holds || poplens_near_distance (name, known) <= 1 + strlen (known) / 5)
      g_string_append_printf (out, "%s%s", out->len ? ", " : "", known);
  }
  return g_string_free (out, FALSE);
}

gboolean
poplens_tables_check_keys (const PoplensLocation *location, GError **error)
{
  g_auto (GStrv) keys = poplens_location_list_keys (location);

  for (guint k = 0; keys[k]; k++) {
    const char *name = strchr (keys[k], '.');
    if (!name || poplens_tables_find (name + 1))
      continue;
    g_autofree char *near = near_names (name + 1);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 *near ? "%s: unknown table; did you mean %s?" : "%s: unknown table%s", keys[k],
                 near);
    return FALSE;
  }
  return TRUE;
}

static const char *
get_by (const PoplensTableSpec *spec, const PoplensLocation *location)
{
  return location && spec->by[0].key ? poplens_location_get (location, "by") : NULL;
}

/* Returns the function that builds the table of one report for value @i of the key "by".
 * (nullable): NULL if that value needs two reports */
static PoplensTableBuild
get_build (const PoplensTableSpec *spec, guint i)
{
  return i ? spec->by[i].build : spec->build;
}

static void
fail_by (const PoplensTableSpec *spec, const char *by, gboolean compares, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    if (compares ? spec->by[i].join != NULL : get_build (spec, i) != NULL)
      g_string_append_printf (known, "%s%s", known->len ? ", " : "", spec->by[i].key);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid value “%s” for by; %s takes %s%s", by, spec->name, known->str,
               compares ? " of two reports" : "");
}

/* Returns the function that builds the table of one report, for the location's key "by" or by
 * default. (nullable): NULL with POPLENS_ERROR_USAGE if there is none */
static PoplensTableBuild
choose_build (const PoplensTableSpec *spec, const PoplensLocation *location, GError **error)
{
  const char *by = get_by (spec, location);

  for (guint i = 0; by && i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    if (!strcmp (spec->by[i].key, by) && get_build (spec, i))
      return get_build (spec, i);
  if (!by)
    return spec->build;
  fail_by (spec, by, FALSE, error);
  return NULL;
}

static void
fail_to_compare (const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint t = 0; t < G_N_ELEMENTS (specs); t++)
    if (poplens_table_compares (&specs[t]))
      g_string_append_printf (known, "%s%s", known->len ? ", " : "", specs[t].name);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "table “%s” does not compare two reports; these do: %s", name, known->str);
}

/* Returns how to build the table of two reports, for the location's key "by" or by default.
 * (nullable): NULL with POPLENS_ERROR_USAGE if the table only exists for one report */
static const PoplensJoin *
choose_join (const PoplensTableSpec *spec, const PoplensLocation *location, GError **error)
{
  const char *by = get_by (spec, location);

  if (spec->join)
    return spec->join;
  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    if (spec->by[i].join && (!by || !strcmp (spec->by[i].key, by)))
      return spec->by[i].join;
  if (by && poplens_table_compares (spec))
    fail_by (spec, by, TRUE, error);
  else
    fail_to_compare (spec->name, error);
  return NULL;
}

gboolean
poplens_table_compares (const PoplensTableSpec *spec)
{
  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    if (spec->by[i].join)
      return TRUE;
  return spec->join != NULL;
}

/* Adds the names of the keys in @text to @keys, without duplicates. @text: (nullable): list such as
 * "root (entry:N or function:N), depth"; adds "root" and "depth" */
static void
add_key_names (GPtrArray *keys, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text ? text : "", ", ", -1);

  for (guint p = 0; parts[p]; p++) {
    g_autofree char *key = g_strndup (parts[p], strcspn (parts[p], " "));
    if (!g_ptr_array_find_with_equal_func (keys, key, g_str_equal, NULL))
      g_ptr_array_add (keys, g_steal_pointer (&key));
  }
}

GStrv
poplens_table_list_keys (const PoplensTableSpec *spec)
{
  GPtrArray *keys = g_ptr_array_new ();

  add_key_names (keys, spec->keys);
  add_key_names (keys, spec->join ? spec->join->keys : NULL);
  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    add_key_names (keys, spec->by[i].join ? spec->by[i].join->keys : NULL);
  g_ptr_array_add (keys, NULL);
  return (GStrv) g_ptr_array_free (keys, FALSE);
}

/* If the table reads the key "range", replaces *@location (nullable) by a location with the range
 * in cycles. @own: (out) (transfer full): the new location. FALSE with @error. */
static gboolean
resolve_location_range (const PoplensTableSpec *spec, PoplensReport *report,
                        const PoplensLocation **location, PoplensLocation **own,
                        GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) keys = poplens_table_list_keys (spec);

  if (!*location || !g_strv_contains ((const char *const *) keys, "range"))
    return TRUE;
  *location = *own = poplens_report_resolve_range (report, *location, cancellable, error);
  return *own != NULL;
}

static PoplensTable *
build_view (const PoplensTableSpec *view, PoplensReport *report, const PoplensLocation *location,
            GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) there = poplens_named_view_location (view, location);
  PoplensTable *base = poplens_tables_build (view->base, report, there, cancellable, error);

  return base ? poplens_named_view_new (view, base, cancellable, error) : NULL;
}

/* Finds a table or view. (nullable): NULL with POPLENS_ERROR_USAGE, which suggests similar names */
static const PoplensTableSpec *
require_spec (const char *name, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);

  if (spec)
    return spec;
  g_autofree char *near = near_names (name);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               *near ? "unknown table “%s”; did you mean %s?"
                     : "unknown table “%s”%s; `poplens-cli table --list` lists all tables",
               name, near);
  return NULL;
}

static PoplensTable *
build_single (const PoplensTableSpec *spec, PoplensReport *report, const PoplensLocation *location,
              GCancellable *cancellable, GError **error)
{
  PoplensTableBuild build = choose_build (spec, location, error);
  g_autoptr (PoplensLocation) own = NULL;

  return build && resolve_location_range (spec, report, &location, &own, cancellable, error)
             ? build (report, location, cancellable, error)
             : NULL;
}

static PoplensTable *
build_joined_table (const PoplensTableSpec *spec, PoplensReport *report,
                    const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  const PoplensJoin *join = choose_join (spec, location, error);

  return join ? join->build (join, report, location, cancellable, error) : NULL;
}

/* If the location selects an operation, puts "Only OPERATION." or "Not filtered: covers all
 * operations." before the note of @table. FALSE with @error. */
static gboolean
note_operation_scope (PoplensTable *table, PoplensTableOperation of, PoplensReport *report,
                      const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  const char *note = poplens_table_get_note (table);
  PoplensOperationFilter only = {0};

  if (!poplens_operation_filter_init (&only, report, location, cancellable, error))
    return FALSE;
  if (!only.active || of == POPLENS_TABLE_OF_ONE_THING)
    return TRUE;
  g_autofree char *title = poplens_operation_title (&only.source);
  g_autofree char *said =
      of == POPLENS_TABLE_OF_OPERATION
          ? g_strconcat ("Only ", title, note ? ". " : ".", note, NULL)
          : g_strconcat ("Not filtered: covers all operations", note ? ". " : ".", note, NULL);
  poplens_table_set_note (table, said);
  return TRUE;
}

static PoplensTable *
build_table (const PoplensTableSpec *spec, gboolean compares, PoplensReport *report,
             const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  if (location && (spec->parts & (BIT (MEMORY) | BIT (VERTICES))) &&
      !poplens_scope_check_tiles (report, location, cancellable, error))
    return NULL;
  poplens_work_expect_reading (cancellable,
                               (spec->parts & BIT (EXECUTION)) &&
                                   !poplens_report_peek (report, POPLENS_PART_EXECUTION));
  guint n_lost = poplens_report_count_lost (report);
  g_autoptr (PoplensTable) table =
      (compares ? build_joined_table : build_single) (spec, report, location, cancellable, error);
  if (!table ||
      !note_operation_scope (table, compares ? POPLENS_TABLE_OF_ALL : spec->operation, report,
                             location, cancellable, error) ||
      !poplens_report_is_whole_since (report, n_lost, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&table);
}

PoplensTable *
poplens_tables_build (const char *name, PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = require_spec (name, error);

  if (!spec)
    return NULL;
  return spec->base ? build_view (spec, report, location, cancellable, error)
                    : build_table (spec, FALSE, report, location, cancellable, error);
}

PoplensTable *
poplens_tables_compare (const char *name, PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = require_spec (name, error);

  return spec ? build_table (spec, TRUE, report, location, cancellable, error) : NULL;
}

gboolean
poplens_tables_prepare (const char *name, PoplensReport *report, GCancellable *cancellable,
                        GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);

  if (spec && spec->kinds)
    poplens_kinds_make (report, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
poplens_tables_series (const char *name, PoplensReport *report, const PoplensLocation *location,
                       PoplensTableSeries **series, GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);

  g_autoptr (PoplensLocation) own = NULL;

  *series = NULL;
  return !spec || !spec->series || choose_build (spec, location, NULL) != spec->build ||
         (resolve_location_range (spec, report, &location, &own, cancellable, error) &&
          spec->series (report, location, series, cancellable, error));
}
