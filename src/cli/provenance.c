/* Where the numbers of a command's JSON come from. */
#include "cli/cli.h"

#include "analysis/trace/trace-summary.h"

#include <string.h>

/* A key speaks for all below it, unless a longer one does. "[]" is any member of an array. */
typedef struct {
  const char *key;
  PoplensProvenance provenance;
  const char
      *asked; /* the key of a location without which it is not written; NULL: always written */
} Source;

#define MOST_SOURCES 17 /* one more than any has: the last key is NULL */

static const struct {
  const char *command;
  gboolean placed; /* of what its options ask for */
  Source sources[MOST_SOURCES];
} known[] = {
    {"summary",
     FALSE,
     {{"target", POPLENS_FROM_FILE},
      {"graph", POPLENS_FROM_FILE},
      {"fits", POPLENS_FROM_DERIVED},
      {"tiles_over", POPLENS_FROM_DERIVED},
      {"over_bytes", POPLENS_FROM_DERIVED},
      {"fullest_tile", POPLENS_FROM_FILE},
      {"peak", POPLENS_FROM_FILE},
      {"iteration_cycles", POPLENS_FROM_DERIVED},
      {"program_cycles", POPLENS_FROM_DERIVED},
      {"outside_cycles", POPLENS_FROM_DERIVED},
      {"trace_cycles", POPLENS_FROM_MEASURED},
      {"waiting_or_outside", POPLENS_FROM_DERIVED}}},
    {"insights",
     FALSE,
     {{"findings", POPLENS_FROM_DERIVED},
      {"capacity", POPLENS_FROM_DERIVED},
      {"fullest_tiles", POPLENS_FROM_FILE},
      {"histogram", POPLENS_FROM_DERIVED},
      {"costs", POPLENS_FROM_DERIVED},
      {"vertices_by_state", POPLENS_FROM_FILE},
      {"vertices_by_code", POPLENS_FROM_FILE},
      {"exchanges_by_code", POPLENS_FROM_FILE},
      {"always_live_variables", POPLENS_FROM_FILE},
      {"peak_variables", POPLENS_FROM_FILE}}},
    {"memory",
     TRUE,
     {{"tiles", POPLENS_FROM_FILE},
      {"tiles[].gaps", POPLENS_FROM_DERIVED},
      {"tiles[].shared", POPLENS_FROM_DERIVED},
      {"tiles[].free", POPLENS_FROM_DERIVED},
      {"gap_causes", POPLENS_FROM_DERIVED},
      {"gaps", POPLENS_FROM_DERIVED},
      {"variables", POPLENS_FROM_FILE},
      {"variables[].address", POPLENS_FROM_ASSUMED},
      {"variables[].alone", POPLENS_FROM_DERIVED},
      {"variables[].shared", POPLENS_FROM_DERIVED},
      {"variables[].shares_with", POPLENS_FROM_DERIVED}}},
    {"memory",
     FALSE,
     {{"total", POPLENS_FROM_FILE},
      {"total_including_gaps", POPLENS_FROM_FILE},
      {"tiles", POPLENS_FROM_FILE},
      {"tiles[].shared", POPLENS_FROM_DERIVED},
      {"categories", POPLENS_FROM_FILE}}},
    {"liveness",
     FALSE,
     {{"always_live_bytes", POPLENS_FROM_FILE},
      {"steps", POPLENS_FROM_FILE},
      {"not_always_live_bytes_by_ipu", POPLENS_FROM_FILE},
      {"peak", POPLENS_FROM_DERIVED}}},
    {"time",
     FALSE,
     {{"total", POPLENS_FROM_MEASURED},
      {"program", POPLENS_FROM_DERIVED},
      {"outside", POPLENS_FROM_DERIVED},
      {"ipus", POPLENS_FROM_DERIVED},
      {"ipus[].classes.compute", POPLENS_FROM_MEASURED},
      {"ipus[].classes.exchange", POPLENS_FROM_ESTIMATED},
      {"ipus[].classes.inter_ipu_exchange", POPLENS_FROM_MEASURED},
      {"ipus[].classes.host_transfer", POPLENS_FROM_MEASURED},
      {"waterfall", POPLENS_FROM_DERIVED},
      {"balance", POPLENS_FROM_DERIVED},
      {"iterations", POPLENS_FROM_MEASURED},
      {"critical_path", POPLENS_FROM_DERIVED}}},
    {"fill",
     FALSE,
     {{"capacity", POPLENS_FROM_FILE},
      {"live", POPLENS_FROM_DERIVED},
      {"not_live", POPLENS_FROM_DERIVED},
      {"packing", POPLENS_FROM_DERIVED},
      {"gaps", POPLENS_FROM_DERIVED},
      {"total", POPLENS_FROM_FILE},
      {"before", POPLENS_FROM_DERIVED},
      {"after", POPLENS_FROM_DERIVED},
      {"contents", POPLENS_FROM_DERIVED}}},
    {"peaks", FALSE, {{"tiles", POPLENS_FROM_DERIVED}, {"worst", POPLENS_FROM_DERIVED}}},
    {"what-if",
     FALSE,
     {{"capacity", POPLENS_FROM_FILE},
      {"sum", POPLENS_FROM_DERIVED},
      {"tiles", POPLENS_FROM_DERIVED},
      {"tiles[].needs_before", POPLENS_FROM_FILE}}},
    {"kinds", FALSE, {{"kinds", POPLENS_FROM_DERIVED}, {"variables", POPLENS_FROM_DERIVED}}},
    {"variables",
     FALSE,
     {{"variables[].always_live_bytes", POPLENS_FROM_FILE},
      {"variables[].not_always_live_max_bytes", POPLENS_FROM_DERIVED},
      {"variables[].not_always_live_max_step", POPLENS_FROM_DERIVED}}},
    {"trace",
     TRUE,
     {{"range", POPLENS_FROM_DERIVED, "range"},
      {"range[].least", POPLENS_FROM_ROW, "range"},
      {"range[].most", POPLENS_FROM_ROW, "range"},
      {"range[].received_bytes", POPLENS_FROM_FILE, "range"},
      {"range[].sent_bytes", POPLENS_FROM_FILE, "range"},
      {"work", POPLENS_FROM_FILE},
      {"work[].cycles", POPLENS_FROM_ROW},
      {"work[].from", POPLENS_FROM_ROW},
      {"work[].tile_cycles", POPLENS_FROM_DERIVED},
      {"work[].waste", POPLENS_FROM_DERIVED},
      {"work[].imbalance", POPLENS_FROM_DERIVED},
      {"waits", POPLENS_FROM_DERIVED},
      {"waits[].cycles", POPLENS_FROM_ROW},
      {"waits[].from", POPLENS_FROM_ROW},
      {"tiles", POPLENS_FROM_MEASURED}}},
    {"trace",
     FALSE,
     {{"total_cycles", POPLENS_FROM_MEASURED},
      {"runs", POPLENS_FROM_FILE},
      {"ipus", POPLENS_FROM_MEASURED},
      {"ipus[].cycles", POPLENS_FROM_DERIVED},
      {"tile_cycles_by_type", POPLENS_FROM_MEASURED},
      {"steps", POPLENS_FROM_FILE},
      {"steps[].ipus", POPLENS_FROM_ROW},
      {"steps[].ipus[].active_tile_balance", POPLENS_FROM_DERIVED},
      {"steps[].ipus[].tile_balance", POPLENS_FROM_DERIVED},
      {"tiles", POPLENS_FROM_MEASURED}}},
    {"operations",
     FALSE,
     {{"operations", POPLENS_FROM_DERIVED},
      {"operations[].tile_cycles", POPLENS_FROM_MEASURED},
      {"operations[].step_cycles", POPLENS_FROM_MEASURED},
      {"operations[].estimated_tile_cycles", POPLENS_FROM_ESTIMATED},
      {"operations[].estimated_step_cycles", POPLENS_FROM_ESTIMATED},
      {"operations[].flops", POPLENS_FROM_ESTIMATED},
      {"sums", POPLENS_FROM_DERIVED},
      {"sums[].total", POPLENS_FROM_FILE},
      {"layers", POPLENS_FROM_FILE}}},
    {"programs",
     TRUE,
     {{"programs", POPLENS_FROM_FILE},
      {"tree", POPLENS_FROM_DERIVED},
      {"tree[].tile_cycles", POPLENS_FROM_MEASURED},
      {"tree[].cycles", POPLENS_FROM_MEASURED},
      {"tree[].estimated_tile_cycles", POPLENS_FROM_ESTIMATED}}},
    {"programs", FALSE, {{"programs", POPLENS_FROM_FILE}}},
};

/* Types of executed steps whose cycles are not measured. */
static void
write_types (PoplensReport *report, PoplensJsonWriter *json)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, NULL, NULL);
  g_autoptr (PoplensTraceSummary) summary =
      execution ? poplens_trace_summary_new (execution) : NULL;

  for (guint t = 0; summary && t < summary->types->len; t++) {
    const PoplensStepTypeTotal *type = &g_array_index (summary->types, PoplensStepTypeTotal, t);
    g_autofree char *key = g_strconcat ("tile_cycles_by_type.", type->name, NULL);
    if (type->source != POPLENS_STEP_MEASURED)
      poplens_json_string (json, key, poplens_step_source_name (type->source));
  }
}

/* @report: (nullable): without types of steps */
static void
write_sources (const Source *sources, const PoplensLocation *location, PoplensReport *report,
               PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, "provenance");
  for (; sources->key; sources++)
    if (!sources->asked || (location && poplens_location_get (location, sources->asked)))
      poplens_json_string (json, sources->key, poplens_provenance_name (sources->provenance));
  if (report)
    write_types (report, json);
  poplens_json_end_object (json);
}

/* A step of liveness has keys of its own; the bytes of some tiles are added up by Poplens. */
static const Source *
of_live_step (const PoplensLocation *location)
{
  static const Source file[] = {{"bytes", POPLENS_FROM_FILE},
                                {"always_live_bytes", POPLENS_FROM_FILE},
                                {"not_always_live_bytes", POPLENS_FROM_FILE},
                                {"born_bytes", POPLENS_FROM_DERIVED},
                                {"freed_bytes", POPLENS_FROM_DERIVED},
                                {"live", POPLENS_FROM_FILE},
                                {"born", POPLENS_FROM_DERIVED},
                                {"freed", POPLENS_FROM_DERIVED},
                                {"always_live", POPLENS_FROM_FILE},
                                {NULL}};
  static const Source derived[] = {{"", POPLENS_FROM_DERIVED}, {NULL}};

  return poplens_location_get (location, "tile") || poplens_location_get (location, "ipu") ? derived
                                                                                           : file;
}

void
poplens_cli_provenance_json (const char *command, PoplensReport *report,
                             const PoplensLocation *location, PoplensJsonWriter *json)
{
  gboolean types = !location && !strcmp (command, "trace");

  if (location && !strcmp (command, "liveness")) {
    write_sources (of_live_step (location), location, NULL, json);
    return;
  }
  for (guint k = 0; k < G_N_ELEMENTS (known); k++)
    if (!strcmp (known[k].command, command) && (!known[k].placed || location)) {
      write_sources (known[k].sources, location, types ? report : NULL, json);
      return;
    }
}
