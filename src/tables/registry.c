#include "tables/registry.h"

#include "base/error.h"
#include "base/near.h"
#include "base/work.h"
#include "tables/builders.h"
#include "tables/operation-filter.h"

#include <string.h>

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

static const PoplensTableSpec specs[] = {
    {"target", "Target and graph", "What the program was compiled for: target, graph, versions.",
     POPLENS_PAGE_SUMMARY, BIT (TARGET), poplens_build_target},
    {"target-fields", "Every field of the target",
     "Every column of target_info as the file has it.", POPLENS_PAGE_SUMMARY, BIT (TARGET),
     poplens_build_target_fields},
    {"report-files", "Report files", "Files of the report, and what absent ones would add.",
     POPLENS_PAGE_SUMMARY, 0, poplens_build_report_files},
    {"parts", "Parts of the report", "Parts of the report, and why some are absent.",
     POPLENS_PAGE_SUMMARY, 0, poplens_build_parts},
    {"archive-differences", "Archive against profile",
     "Tiles on which archive.a and the profile do not agree.", POPLENS_PAGE_SUMMARY,
     BIT (ARCHIVE) | BIT (TARGET) | BIT (MEMORY), poplens_build_archive_differences},
    {"debug-chain", "Where it comes from",
     "Debug contexts of a program, compute set or variable, up to the framework's operation "
     "(place: "
     "program, compute-set, variable, step, executed, debug).",
     POPLENS_PAGE_SUMMARY, BIT (DEBUG), poplens_build_debug_chain},
    {"debug-layers", "Debug contexts", "How many debug contexts there are of each layer and kind.",
     POPLENS_PAGE_SUMMARY, BIT (DEBUG), poplens_build_debug_layers},
    {"debug-body", "Body of a debug context",
     "All that debug.cbor says of a context (place: debug).", POPLENS_PAGE_SUMMARY, BIT (DEBUG),
     poplens_build_debug_body},
    {"checks", "Checks", "What has to hold in every report, and whether it does.",
     POPLENS_PAGE_SUMMARY, 0, poplens_build_checks},
    {"check-failures", "What fails", "The first failures of each check that fails.",
     POPLENS_PAGE_SUMMARY, 0, poplens_build_check_failures},
    {"options", "Engine options",
     "Engine options with their values, and which are not default (place: changed=yes).",
     POPLENS_PAGE_SUMMARY, BIT (OPTIONS), poplens_build_options},
    {"compile-time", "Where compile time went", "The compiler's phases with the time of each.",
     POPLENS_PAGE_SUMMARY, BIT (COMPILATION), poplens_build_compile_time},
    {"optimizations", "Optimisations", "What the compiler's optimisations counted.",
     POPLENS_PAGE_SUMMARY, BIT (COMPILATION), poplens_build_optimizations},
    {"framework", "Framework (framework.json)", "framework.json as a tree.", POPLENS_PAGE_SUMMARY,
     BIT (FRAMEWORK), poplens_build_framework},
    {"app", "Application (app.json)", "app.json as a tree.", POPLENS_PAGE_SUMMARY, BIT (APP),
     poplens_build_app},
    {"memory-tiles", "Memory by tile", "Bytes of each tile (place: tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (MEMORY) | BIT (TARGET), poplens_build_memory_tiles},
    {"memory-details", "Memory in detail",
     "A tree of regions, categories and liveness, with a column for each selected tile (place: "
     "tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (MEMORY), poplens_build_memory_details},
    {"memory-categories", "Memory by category",
     "Bytes of each category over the selected tiles (place: tile, ipu).", POPLENS_PAGE_MEMORY,
     BIT (MEMORY), poplens_build_memory_categories},
    {"memory-vertices", "Vertex types",
     "Vertex types with their state and code over the selected tiles (place: tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (VERTICES) | BIT (MEMORY) | BIT (TARGET),
     poplens_build_memory_vertices},
    {"memory-compute-sets", "Compute sets",
     "Compute sets with the state of their vertices over the selected tiles (place: tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (VERTICES) | BIT (MEMORY) | BIT (TARGET),
     poplens_build_memory_compute_sets},
    {"tile-exchanges", "Exchanges of tiles",
     "Exchanges with their code, bytes in and out over the selected tiles (place: tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (EXCHANGES) | BIT (MEMORY), poplens_build_tile_exchanges},
    {"tile-variables", "Variables of a tile",
     "What lies where in a tile's memory, when it is live and what it shares (place: tile; else "
     "the fullest, of the ipu).",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), poplens_build_tile_variables,
     poplens_series_tile_variables},
    {"variables-by-tile", "Variables by tile",
     "Variables of the selected tiles by name and category, a column for each of 2 to 16 tiles "
     "(place: tile; else the fullest, of the ipu).",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), poplens_build_variables_by_tile},
    {"address-sharing", "What shares bytes",
     "Variables that use bytes of one at other times (place: tile, ipu, lowered).",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), poplens_build_address_sharing},
    {"tile-gaps", "Gaps of a tile",
     "Empty bytes of a tile's memory, and why each is empty (place: tile; else the fullest, of "
     "the ipu).",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), poplens_build_tile_gaps},
    {"gap-causes", "Why bytes are empty",
     "What gaps cost by cause, over all tiles or the selected ones (place: tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), poplens_build_gap_causes},
    {"packing", "What packing loses",
     "Memory of passing variables on each tile, and the most of them that is live at one step "
     "(place: tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (LIVENESS) | BIT (VARIABLES) | BIT (MEMORY), poplens_build_packing},
    {"packing-pairs", "Classes that cannot share",
     "Classes that are live at the same step, and what they could share if they were not (place: "
     "tile, ipu).",
     POPLENS_PAGE_MEMORY, BIT (LIVENESS) | BIT (VARIABLES), poplens_build_packing_pairs},
    {"floor", "Floor plan",
     "Where each tile lies on its IPU, with what it holds (place: tile, ipu).", POPLENS_PAGE_MEMORY,
     BIT (MEMORY) | BIT (TARGET), poplens_build_floor},
    {"insights", "Insights", "Findings in the order of what each would save.",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY), poplens_build_insights},
    {"capacity", "Capacity", "What a replica, its IPUs and its fullest tile use, and have.",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (TARGET), poplens_build_capacity},
    {"insights-tiles", "Fullest tiles", "The five fullest tiles.", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY) | BIT (TARGET), poplens_build_insights_tiles},
    {"insights-histogram", "Tiles by use",
     "How many tiles use how much memory (place: gaps=yes: with gaps).", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY), poplens_build_insights_histogram},
    {"costs", "What memory costs beside data", "What gaps, packing and instrumentation cost.",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES), poplens_build_costs},
    {"overflow", "Tiles that do not fit",
     "By how much tiles do not fit, in the order of the program (place: tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY), poplens_build_overflow},
    {"balance", "Balance of tiles",
     "What makes the fullest tile fuller than the mean (place: tile, ipu).", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY), poplens_build_balance},
    {"balance-variables", "Variables out of balance",
     "Which variables make the fullest tile fuller than the mean (place: tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS),
     poplens_build_balance_variables},
    {"advice", "Advice", "What could be changed, with what it would save.", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY), poplens_build_advice},
    {"vertex-users", "Where vertices are used",
     "Vertex types with the compute sets that use them (place: tile, ipu).", POPLENS_PAGE_INSIGHTS,
     BIT (VERTICES) | BIT (MEMORY), poplens_build_vertex_users},
    {"vertex-variants", "Variants of vertices",
     "Vertex types that differ in their template arguments alone (place: tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (VERTICES) | BIT (MEMORY), poplens_build_vertex_variants},
    {"exchange-buffers", "Buffers of exchanges",
     "What exchanges keep in buffers, by category and variable (place: tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS),
     poplens_build_exchange_buffers},
    {"what-if", "What if",
     "Live bytes before and after changes, in sum (place: scaled, without, half, tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS), poplens_build_what_if},
    {"what-if-tiles", "What if, by tile",
     "Each tile's live bytes before and after changes (place: scaled, without, half, tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS),
     poplens_build_what_if_tiles},
    {"vertices-by-state", "Vertex types by state",
     "Vertex types by the state of their vertices, with what remains (place: tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (VERTICES) | BIT (MEMORY), poplens_build_vertices_by_state},
    {"vertices-by-code", "Vertex types by code",
     "Vertex types by their code, with what remains (place: tile, ipu).", POPLENS_PAGE_INSIGHTS,
     BIT (VERTICES) | BIT (MEMORY), poplens_build_vertices_by_code},
    {"exchanges-by-code", "Exchanges by code",
     "Exchanges by their code, with what remains (place: tile, ipu).", POPLENS_PAGE_INSIGHTS,
     BIT (EXCHANGES) | BIT (MEMORY) | BIT (PROGRAMS) | BIT (VARIABLES),
     poplens_build_exchanges_by_code},
    {"always-live-variables", "Always-live variables",
     "Variables that are live at every step (place: tile, ipu).", POPLENS_PAGE_INSIGHTS,
     BIT (LIVENESS) | BIT (VARIABLES), poplens_build_always_live_variables},
    {"peak-variables", "Variables at the peak",
     "Variables live at the step with the most, but not always (place: tile, ipu).",
     POPLENS_PAGE_INSIGHTS, BIT (LIVENESS) | BIT (VARIABLES), poplens_build_peak_variables},
    {"liveness-steps", "Live memory by step",
     "Live bytes at each step of the program tree (place: tile, ipu).", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (PROGRAMS), poplens_build_liveness_steps},
    {"liveness-ipus", "Peak of live memory by IPU",
     "The step at which each IPU has the most not-always-live bytes.", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (PROGRAMS), poplens_build_liveness_ipus},
    {"liveness-peaks", "Peaks of liveness",
     "Where the curve of live bytes stands out (place: tile, ipu).", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (PROGRAMS), poplens_build_liveness_peaks},
    {"live-variables", "Live variables",
     "Variables live at a step, or at up to 16 beside each other (place: step, source, tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES), poplens_build_live_variables},
    {"not-always-live-variables", "Not-always-live variables",
     "Variables live at a step but not at every one, with what is born and freed there; or at up "
     "to 16 steps (place: step, source, tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES),
     poplens_build_not_always_live_variables},
    {"born-variables", "Born variables",
     "Variables that are live from a step on (place: step, tile, ipu).", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES), poplens_build_born_variables},
    {"freed-variables", "Freed variables",
     "Variables that are no longer live at a step (place: step, tile, ipu).", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES), poplens_build_freed_variables},
    {"variable-steps", "Life of a variable",
     "Ranges of steps through which a variable is live, and the programs at their ends (place: "
     "variable, source, tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES) | BIT (PROGRAMS),
     poplens_build_variable_steps},
    {"step-vertices", "Vertices",
     "Vertices of the compute set at a step, or at up to 16 (place: step, source, tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (PROGRAMS) | BIT (VERTICES),
     poplens_build_step_vertices},
    {"step-cycles", "Cycle estimates",
     "Cycles that the compiler estimates for a step's program on each tile (place: step, source, "
     "tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (VERTICES),
     poplens_build_step_cycles},
    {"step-flops", "FLOP estimates",
     "FLOPs that the compiler estimates for a step's compute set on each tile (place: step, "
     "source, "
     "tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (PROGRAMS) | BIT (VERTICES),
     poplens_build_step_flops},
    {"variables", "Variables",
     "What each variable holds always, and at most at one step (place: tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES), poplens_build_variables},
    {"lifetimes", "Lifetimes of variables",
     "From which step to which each variable is live (place: tile, ipu).", POPLENS_PAGE_LIVENESS,
     BIT (LIVENESS) | BIT (VARIABLES), poplens_build_lifetimes},
    {"tile-peaks", "Peaks of the tiles", "Each tile at its own worst step (place: tile, ipu).",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES) | BIT (MEMORY),
     poplens_build_tile_peaks},
    {"programs", "Program tree",
     "Programs as a tree, calls followed, with the cycles and code of each (place: root=entry:N or "
     "function:N, depth).",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_programs},
    {"program-details", "A program",
     "All that the file says of a program (place: program), else of the first entry point.",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_program_details},
    {"program-vertices", "Vertices of a program",
     "Types of the vertices of the compute set that a program executes (place: program).",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_program_vertices},
    {"program-tiles", "A program by tile",
     "What a program costs each tile: bytes, code, cycles (place: program, tile, ipu).",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_program_tiles},
    {"program-variables", "Variables of a program",
     "Variables that a program exchanges, copies or computes on, by name (place: program).",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_program_variables},
    {"control-programs", "Entry points and functions", "Programs that the engine or calls start.",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_control_programs},
    {"operations", "Operations", "What each operation of a layer costs (place: layer, by).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operations},
    {"operation-programs", "Programs of operations",
     "Programs with the operation that made each, or those of one (place: layer, operation).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operation_programs},
    {"operation-cycles", "Cycles of operations",
     "Cycles by type and name of program, of all operations or of one (place: layer, operation).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operation_cycles},
    {"operation-code", "Code of operations",
     "Control, exchange and vertex code of all operations or of one (place: layer, operation).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operation_code},
    {"operation-tiles", "Code of operations by tile",
     "The same code by tile (place: layer, operation).", POPLENS_PAGE_OPERATIONS,
     BIT (PROGRAMS) | BIT (MEMORY), poplens_build_operation_tiles},
    {"operation-variables", "Variables of operations",
     "Variables with the operation that made each, or those of one (place: layer, operation).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS) | BIT (LIVENESS) | BIT (VARIABLES),
     poplens_build_operation_variables},
    {"operation-layers", "Layers of operations",
     "Layers of debug contexts, and how many programs each made.", POPLENS_PAGE_OPERATIONS,
     BIT (PROGRAMS), poplens_build_operation_layers},
    {"operation-sums", "Operations against totals",
     "Each column of operations beside the total of the report that it has to be (place: layer).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_operation_sums},
    {"trace-steps", "Executed steps", "A row for each executed step on each IPU that took part.",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS), poplens_build_trace_steps},
    {"trace-step", "An executed step",
     "All that the file says of an executed step (place: executed), else of that which works "
     "longest.",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_step},
    {"trace-types", "Cycles by type of step", "Cycles by type of step, waiting apart from work.",
     POPLENS_PAGE_TRACE, BIT (EXECUTION), poplens_build_trace_types},
    {"trace-top", "Steps that take most",
     "Executed steps of work, or of waiting, that take most (place: by, top, waits, range, ipu).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_top},
    {"trace-bookmarks", "Bookmarks",
     "Cycles and ranges that the user has marked, with the notes and what ran there; kept by the "
     "id of the compilation in the user's own files (place: ipu).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS), poplens_build_trace_bookmarks},
    {"trace-range", "Statistics of a range",
     "Cycles and bytes by IPU and type of step (place: range, else from and to).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_range},
    {"trace-by-program", "Cycles by program",
     "Cycles, balance and bytes of the steps of each program (place: range, ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_by_program},
    {"trace-by-compute-set", "Cycles by compute set",
     "The same by compute set; what is none stands together by type (place: range, ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_by_compute_set},
    {"trace-by-operation", "Cycles by operation",
     "The same by operation of a layer of debug.cbor (place: layer, range, ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_by_operation},
    {"trace-bottom-up", "Cycles by last name",
     "The same by the last name in paths, as a tree back to the first (place: range, ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_bottom_up},
    {"trace-top-down", "Cycles by path",
     "The same as a tree of the paths in names (place: range, ipu, waits).", POPLENS_PAGE_TRACE,
     BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES), poplens_build_trace_top_down},
    {"trace-bound", "What balance would save",
     "Cycles that perfect balance of tiles would save, by compute set or operation (place: group, "
     "layer, range, ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_bound},
    {"trace-last", "Who was last",
     "Of each executed step the tile that took longest, what that cost, and why (place: range, "
     "ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (VERTICES),
     poplens_build_trace_last},
    {"trace-stragglers", "Tiles that were last",
     "How often each tile took longest, and what that cost (place: range, ipu, waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_stragglers},
    {"trace-exchanges", "Exchanges that ran",
     "Bytes of each exchange by cycle and by byte of code, with its senders and receivers (place: "
     "range, ipu).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_exchanges},
    {"trace-iterations", "Executions compared",
     "Mean, spread and outliers of the executions of each program, run by run (place: range, ipu, "
     "waits).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES),
     poplens_build_trace_iterations},
    {"runs", "Runs", "Runs of the engine.", POPLENS_PAGE_TRACE, BIT (EXECUTION),
     poplens_build_runs},
    {"execution-totals", "Cycle totals of the file", "Sums of cycles as the file gives them.",
     POPLENS_PAGE_TRACE, BIT (EXECUTION), poplens_build_execution_totals},
    {"blocks", "Blocks", "Blocks of lightweight profiling, by tile (place: ipu).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (TARGET), poplens_build_blocks},
    {"block", "A block",
     "All that the file says of a block of lightweight profiling (place: block, a row of the table "
     "blocks), else of the longest.",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (TARGET), poplens_build_block},
    {"block-statistics", "Blocks by program",
     "Cycles of lightweight profiling's blocks by what they are (place: range, ipu, clock).",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS) | BIT (TARGET),
     poplens_build_block_statistics},
    {"block-tiles", "Blocks by tile",
     "What lightweight profiling recorded of each tile, and lost (place: ipu).", POPLENS_PAGE_TRACE,
     BIT (EXECUTION) | BIT (PROGRAMS) | BIT (TARGET), poplens_build_block_tiles},
    {"compare-summary", "What differs",
     "What two reports say of target, graph, memory, liveness and cycles, where it differs (place: "
     "same=yes: also what is alike, as in all that follow).",
     POPLENS_PAGE_SUMMARY, 0, poplens_build_compare_summary},
    {"compare-options", "Options that differ", "Engine options of two reports that differ.",
     POPLENS_PAGE_SUMMARY, BIT (OPTIONS), poplens_build_compare_options},
    {"compare-insights", "Findings that differ",
     "Findings of two reports that are new, gone, worse or better.", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY), poplens_build_compare_insights},
    {"compare-categories", "Categories that differ",
     "Bytes of each category in two reports that differ.", POPLENS_PAGE_MEMORY, BIT (MEMORY),
     poplens_build_compare_categories},
    {"compare-tiles", "Tiles that differ", "Bytes of each tile in two reports that differ.",
     POPLENS_PAGE_MEMORY, BIT (MEMORY), poplens_build_compare_tiles},
    {"compare-breakdown", "Kinds of bytes that differ, by tile",
     "Bytes of each tile in two reports that differ, by what they are (place: breakdown, gaps).",
     POPLENS_PAGE_MEMORY, BIT (MEMORY), poplens_build_compare_breakdown},
    {"compare-variables", "Variables that differ",
     "Bytes of each variable in two reports that differ, by name.", POPLENS_PAGE_LIVENESS,
     BIT (VARIABLES), poplens_build_compare_variables},
    {"compare-liveness", "Live memory that differs",
     "Live bytes at each step of two reports that differ, by the step's program.",
     POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (PROGRAMS), poplens_build_compare_liveness},
    {"compare-programs", "Programs that differ",
     "Cycles, executions and code of each program in two reports that differ, by its place in the "
     "tree and its name.",
     POPLENS_PAGE_PROGRAMS, BIT (PROGRAMS), poplens_build_compare_programs},
    {"compare-compute-sets", "Compute sets that differ",
     "Cycles and vertices of each compute set in two reports that differ, by name.",
     POPLENS_PAGE_PROGRAMS, BIT (VERTICES) | BIT (PROGRAMS), poplens_build_compare_compute_sets},
    {"compare-operations", "Operations that differ",
     "What each operation of a layer costs in two reports where it differs (place: layer, by).",
     POPLENS_PAGE_OPERATIONS, BIT (PROGRAMS), poplens_build_compare_operations},
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
  for (guint t = 0; t < G_N_ELEMENTS (specs); t++)
    if (!strcmp (specs[t].name, name))
      return &specs[t];
  return NULL;
}

/* Names that the user may have meant: those that hold @name, or are a few letters from it. */
static char *
near_names (const char *name)
{
  GString *out = g_string_new (NULL);

  for (guint t = 0; t < G_N_ELEMENTS (specs); t++) {
    const char *known = specs[t].name;
    gboolean holds = strlen (name) > 2 && (strstr (known, name) || strstr (name, known));
    if (holds || poplens_near_distance (name, known) <= 1 + strlen (known) / 5)
      g_string_append_printf (out, "%s%s", out->len ? ", " : "", known);
  }
  return g_string_free (out, FALSE);
}

gboolean
poplens_tables_check_keys (const PoplensPlace *place, GError **error)
{
  g_auto (GStrv) keys = poplens_place_list_keys (place);

  for (guint k = 0; keys[k]; k++) {
    const char *name = strchr (keys[k], '.');
    if (!name || poplens_tables_find (name + 1))
      continue;
    g_autofree char *near = near_names (name + 1);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 *near ? "%s: there is no such table; near it: %s" : "%s: there is no such table%s",
                 keys[k], near);
    return FALSE;
  }
  return TRUE;
}

PoplensTable *
poplens_tables_build (const char *name, PoplensReport *report, const PoplensPlace *place,
                      GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);

  if (!spec) {
    g_autofree char *near = near_names (name);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 *near ? "there is no table “%s”; near it: %s"
                       : "there is no table “%s”%s: `poplens-cli table --list` names them all",
                 name, near);
    return NULL;
  }
  if (place && (spec->parts & (BIT (MEMORY) | BIT (VERTICES))) &&
      !poplens_tables_check_tiles (report, place, cancellable, error))
    return NULL;
  poplens_work_expect_reading (cancellable,
                               (spec->parts & BIT (EXECUTION)) &&
                                   !poplens_report_peek (report, POPLENS_PART_EXECUTION));
  g_autoptr (PoplensTable) table = spec->build (report, place, cancellable, error);
  if (!table || !poplens_operation_filter_note (table, name, report, place, cancellable, error))
    return NULL;
  return g_steal_pointer (&table);
}

gboolean
poplens_tables_series (const char *name, PoplensReport *report, const PoplensPlace *place,
                       PoplensTableSeries **series, GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);

  *series = NULL;
  return !spec || !spec->series || spec->series (report, place, series, cancellable, error);
}
