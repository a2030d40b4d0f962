#include "demo/write.h"

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

void
demo_write_parameters (DemoModel *m, DemoDb *db)
{
  for (guint i = 0; i < G_N_ELEMENTS (compilation); i++)
    demo_db_row (db, "compilation_parameters", "ssi", compilation[i].name, compilation[i].value,
                 DEMO_I (compilation[i].is_default));
  for (guint i = 0; i < G_N_ELEMENTS (target); i++)
    demo_db_row (db, "target_parameters", "ssi", target[i].name, target[i].value,
                 DEMO_I (target[i].is_default));
  for (gint64 run = 0; run < 2; run++)
    for (guint i = 0; i < G_N_ELEMENTS (execution); i++)
      demo_db_row (db, "execution_parameters", "ssii", execution[i].name, execution[i].value,
                   DEMO_I (execution[i].is_default), run);
}
