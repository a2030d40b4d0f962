#include "demo/write.h"

#include <string.h>

typedef struct {
  const char *name, *value;
  gboolean is_default;
} Parameter;

/* The engine options of Poplar 3.3, those of the demo's run where they differ. */
static const Parameter compilation[] = {
    {"autoReport.directory", "./demo", FALSE},
    {"autoReport.executionProfileProgramRunCount", "2", TRUE},
    {"autoReport.outputArchive", "false", TRUE},
    {"autoReport.outputDebugInfo", "false", TRUE},
    {"autoReport.outputExecutionProfile", "true", FALSE},
    {"autoReport.outputGraphProfile", "true", FALSE},
    {"autoReport.outputLoweredVars", "true", FALSE},
    {"autoReport.outputSerializedGraph", "false", TRUE},
    {"autoReport.streamAtEachRun", "true", TRUE},
    {"debug.allowOutOfMemory", "true", FALSE},
    {"debug.branchRecordTile", "2943", TRUE},
    {"debug.checkForSOCErrorAtRun", "false", TRUE},
    {"debug.computeInstrumentationLevel", "tile", TRUE},
    {"debug.exceptOnSOCError", "true", TRUE},
    {"debug.floatPointOpException", "false", TRUE},
    {"debug.instrumentCompute", "true", FALSE},
    {"debug.instrumentControlFlow", "true", FALSE},
    {"debug.instrumentExternalExchange", "true", FALSE},
    {"debug.keepDwarf", "false", TRUE},
    {"debug.nanOverflowMode", "false", TRUE},
    {"debug.outputAllSymbols", "false", TRUE},
    {"debug.profilingTile", "2943", TRUE},
    {"debug.retainDebugInformation", "true", FALSE},
    {"debug.verify", "false", TRUE},
    {"exchange.enablePrefetch", "true", TRUE},
    {"exchange.multicastPolicy", "aggressive", TRUE},
    {"exchange.streamBufferOverlap", "none", FALSE},
    {"opt.enableConstantReplication", "true", TRUE},
    {"opt.enableCopyMerging", "true", TRUE},
    {"opt.enableIdleTileOptimisation", "true", TRUE},
    {"opt.enableInlining", "true", TRUE},
    {"opt.enableVariableMerging", "true", TRUE},
    {"opt.internalExchangeOptimisationTarget", "memory", FALSE},
    {"opt.maxCompilationThreads", "16", FALSE},
    {"opt.maxComputeSetsPerLoweredCopy", "3", TRUE},
    {"opt.mergeLivenessClasses", "true", TRUE},
    {"opt.useAutoloader", "true", TRUE},
    {"prng.enableStochasticRounding", "true", FALSE},
    {"profiler.blocks.bufferSize", "1024", TRUE},
    {"profiler.blocks.filter", "", TRUE},
    {"profiler.format", "v3", TRUE},
    {"profiler.includeCycleEstimates", "false", TRUE},
    {"profiler.includeFlopEstimates", "false", TRUE},
    {"profiler.programs.filter", "", TRUE},
    {"remoteBuffer.allocateOnHost", "false", TRUE},
    {"streamCallbacks.maxLookahead", "unlimited", TRUE},
    {"streamCallbacks.multiThreadMode", "singleThread", TRUE},
    {"target.deterministicWorkers", "false", FALSE},
    {"target.extendedMemory", "false", TRUE},
    {"target.hostSyncTimeout", "300.000000", TRUE},
    {"target.syncMethod", "default", TRUE},
    {"target.syncReplicasIndependently", "true", FALSE},
    {"target.useBufferedCompletions", "true", TRUE},
};

static const Parameter target[] = {
    {"GatewayMode", "1", FALSE},         {"InstanceSize", "0", TRUE},
    {"IpuLinkConfiguration", "0", TRUE}, {"IpuLinkDomainSize", "64", TRUE},
    {"LinksTopology", "0", TRUE},        {"SecondPCIeInterface", "0", TRUE},
    {"SyncConfiguration", "2", FALSE},
};

static const Parameter execution[] = {
    {"debug.checkForSOCErrorAtRun", "false", TRUE},
    {"debug.maxCrashDumps", "0", TRUE},
    {"profiler.ipusToProfile", "0,1", FALSE},
    {"streamCallbacks.maxLookahead", "unlimited", TRUE},
    {"streamCallbacks.multiThreadMode", "dedicated", FALSE},
    {"target.hostSyncTimeout", "300.000000", TRUE},
    {"target.syncPollPeriodUs", "0", TRUE},
};

/* Options of this run that differ from the table's, FALSE in @is_default then. */
static const char *
value_of (const DemoModel *m, const Parameter *p, char *buffer, gsize n, gint64 *is_default)
{
  static const struct {
    const char *name;
    DemoParts part;
  } outputs[] = {{"autoReport.outputArchive", DEMO_PART_ARCHIVE},
                 {"autoReport.outputDebugInfo", DEMO_PART_DEBUG},
                 {"autoReport.outputLoweredVars", DEMO_PART_VARIABLES},
                 {"autoReport.outputGraphProfile", DEMO_PART_MEMORY}};
  const DemoPlan *plan = m->plan;

  *is_default = p->is_default;
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    if (strcmp (p->name, outputs[i].name) == 0) {
      *is_default = (plan->without & outputs[i].part) != 0;
      return *is_default ? "false" : "true";
    }
  if (strcmp (p->name, "autoReport.outputExecutionProfile") == 0)
    return demo_runs (plan) ? "true" : "false";
  if (g_str_has_prefix (p->name, "debug.instrument"))
    return plan->level == DEMO_LEVEL_NONE || plan->level == DEMO_LEVEL_BLOCKS ? "false" : "true";
  if (strcmp (p->name, "debug.computeInstrumentationLevel") == 0 && plan->level == DEMO_LEVEL_IPU) {
    *is_default = FALSE;
    return "ipu";
  }
  if (g_str_has_suffix (p->name, "RecordTile") || g_str_has_suffix (p->name, "profilingTile")) {
    g_snprintf (buffer, n, "%u", m->n_tiles - 1);
    return buffer;
  }
  if (strcmp (p->name, "autoReport.executionProfileProgramRunCount") == 0) {
    g_snprintf (buffer, n, "%u", plan->runs);
    *is_default = plan->runs == 2;
    return buffer;
  }
  return p->value;
}

static char *
profiled_ipus (const DemoModel *m)
{
  GString *out = g_string_new ("0");

  for (guint ipu = 1; ipu < m->ipus; ipu++)
    g_string_append_printf (out, ",%u", ipu);
  return g_string_free (out, FALSE);
}

void
demo_write_parameters (DemoModel *m, DemoDb *db)
{
  g_autofree char *ipus = profiled_ipus (m);
  guint runs = demo_runs (m->plan) ? m->plan->runs : 0;

  for (guint i = 0; i < G_N_ELEMENTS (compilation); i++) {
    char buffer[16];
    gint64 is_default;
    const char *value = value_of (m, &compilation[i], buffer, sizeof buffer, &is_default);
    demo_db_row (db, "compilation_parameters", "ssi", compilation[i].name, value, is_default);
  }
  for (guint i = 0; i < G_N_ELEMENTS (target); i++)
    demo_db_row (db, "target_parameters", "ssi", target[i].name, target[i].value,
                 DEMO_I (target[i].is_default));
  for (guint run = 0; run < runs; run++)
    for (guint i = 0; i < G_N_ELEMENTS (execution); i++) {
      gboolean which = strcmp (execution[i].name, "profiler.ipusToProfile") == 0;
      demo_db_row (db, "execution_parameters", "ssii", execution[i].name,
                   which ? ipus : execution[i].value, DEMO_I (execution[i].is_default),
                   DEMO_I (run));
    }
}
