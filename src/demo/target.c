/* Writes target, graph, versions, engine options and compile times. */
#include "demo/demo.h"
#include "demo/layout.h"
#include "demo/prng.h"
#include "demo/write.h"

#include <string.h>

/* ---- engine options -------------------------------------------------------------------------- */

typedef struct {
  const char *name, *value;
  gboolean is_default;
} Parameter;

/* The engine options of Poplar 3.3, with the values of the demo's run. */
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

/* Returns the value of an option in this run. @is_default: (out): FALSE if it differs from Poplar's
 * default. Returns @buffer or a static text. */
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

/* ---- the target ------------------------------------------------------------------------------ */

#define BASE_ADDRESS 311296
#define COMPILATION_ID "PoplensDemoReportIsSyntheticData"

static void
write_device (const DemoModel *m, DemoDb *db)
{
  gint64 replicas = m->plan->replicas;
  guint n;
  const guint32 *elements = demo_elements (&n);
  static const guint32 regions[] = {0, DEMO_INTERLEAVED_START};
  gint64 ipu_bytes = DEMO_I (m->tiles_per_ipu) * DEMO_BYTES_PER_TILE;
  g_autoptr (GByteArray) element_list = demo_plain (elements, n);
  g_autoptr (GByteArray) region_list = demo_plain (regions, G_N_ELEMENTS (regions));
#define N(x) DEMO_I (x)

  demo_db_row (db, "target_info", "iiiiiiiiiiiissibibiiiiiiiiiiiiiiiiiiiiiiiiiiii", ipu_bytes,
               N (DEMO_BYTES_PER_TILE), N (DEMO_CLOCK_HZ), N (10), m->ipus * replicas,
               m->n_tiles * replicas, N (m->tiles_per_ipu), ipu_bytes * m->ipus * replicas,
               replicas, N (m->ipus), N (m->n_tiles), ipu_bytes * m->ipus, "ipu2", "IPU", N (64),
               element_list, N (DEMO_INTERLEAVED_START), region_list, N (BASE_ADDRESS), N (2),
               N (6), N (4), N (8), N (4), N (1), N (600), N (256), N (5), N (5), N (10), N (64),
               N (4), N (4), N (4), N (8), N (4), N (2), N (16), N (8), N (16), N (0), N (16),
               N (64), N (262144), N (65535), N (4));
#undef N
}

static void
write_counts (DemoModel *m, DemoDb *db)
{
  gint64 edges = 0, vertices = 0;

  for (guint c = 0; c < m->compute_sets->len; c++) {
    const DemoComputeSet *set = demo_compute_set (m, c);
    edges += set->edges;
    for (guint u = 0; u < set->n_uses; u++)
      for (guint k = 0; k < m->n_kinds; k++)
        vertices += (gint64) set->uses[u].instances[k] * m->kinds[k].n_tiles;
  }
  demo_db_row (db, "graph_info", "iiii", DEMO_I (m->compute_sets->len), edges,
               DEMO_I (m->first_var[m->n_tiles]), vertices);
}

/* Writes the phases of compilation in sequence, some nested as in real profiles. */
static void
write_compile_time (const DemoModel *m, DemoDb *db)
{
  static const struct {
    const char *name;
    guint microseconds;
    gboolean around; /* TRUE: this phase contains the phases since the previous row with TRUE */
  } parts[] = {
      {"lowerEdges", 41800, FALSE},
      {"initTarget", 160300, FALSE},
      {"computePerfEstimates", 22400, FALSE},
      {"lowerHostExchangeCode", 1184000, FALSE},
      {"lowerControlProgram", 96300, FALSE},
      {"assembleControlObject", 212000, FALSE},
      {"lowerInstrumentationCode", 402000, FALSE},
      {"lowerCode", 0, TRUE},
      {"livenessAnalysis", 381000, FALSE},
      {"allocateCode", 30500, FALSE},
      {"allocateData", 612000, FALSE},
      {"allocateVariables", 0, TRUE},
      {"dumpLoweredVars", 748000, FALSE},
      {"validateLoweredEdges", 19600, FALSE},
      {"compileGraphTiles [0:%u)", 902000, FALSE},
      {"compileProgs", 61300, FALSE},
      {"linkObjs", 2440000, FALSE},
      {"createExecutable", 5200, FALSE},
  };
  gint64 start = G_GINT64_CONSTANT (2417790306963), now = start, group = start;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    gint64 length = parts[i].microseconds;

    g_autoptr (GString) name = g_string_new (parts[i].name);
    g_autofree char *tiles = g_strdup_printf ("%u", m->n_tiles);
    g_string_replace (name, "%u", tiles, 1);
    length += (gint64) (length * 0.1 * demo_unit (m->seed, 5000, i));
    if (parts[i].around)
      demo_db_row (db, "compilation_trace", "isi", now - group + 40, name->str, group - 20);
    else
      demo_db_row (db, "compilation_trace", "isi", length, name->str, now);
    now += parts[i].around ? 60 : length + 70;
    group = parts[i].around ? now : group;
  }
  demo_db_row (db, "compilation_trace", "isi", now - start + 90, "createCompiledGraphBinary",
               start - 50);
}

void
demo_write_target (DemoModel *m, DemoDb *db)
{
  static const char *const optimizations[] = {
      "Constant replication count", "Merged exact constants count",
      "Merged uniform constants count", "Scalar variable replication count",
      "Scalar vertex replication count"};
  static const double values[] = {12, 3, 1, 0, 5};

  write_counts (m, db);
  write_device (m, db);
  for (guint t = 0; t < m->n_tiles; t++)
    demo_db_row (db, "relative_sync_delay", "ii", DEMO_I (t),
                 DEMO_I (t % m->tiles_per_ipu / 2 % 46));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    demo_db_row (db, "optimization_info", "sd", optimizations[i], values[i]);
  demo_db_row (db, "date_time", "s", "2024-03-14 09:26:53");
  demo_db_row (db, "poplar_version", "ssiii", "3.3.0 (synthetic)", DEMO_PACKAGE_HASH, DEMO_I (3),
               DEMO_I (3), DEMO_I (0));
  demo_db_row (db, "version_info", "iiiis", DEMO_I (3), DEMO_I (8), DEMO_I (0), DEMO_I (0),
               "graph_profile");
  DemoLevel level = m->plan->level;
  gint64 on = level == DEMO_LEVEL_IPU || level == DEMO_LEVEL_TILE;
  const char *name = level == DEMO_LEVEL_TILE ? "Tile" : level == DEMO_LEVEL_IPU ? "IPU" : NULL;
  demo_db_row (db, "instrumentation_settings", "isii", on, name, on, on);
  demo_db_row (db, "compilation_info", "s", COMPILATION_ID);
  if (demo_runs (m->plan))
    demo_db_row (db, "execution_info", "s", COMPILATION_ID);
  write_compile_time (m, db);
}
