/* Table of the limits of numeric columns. A column without a row in this table is a text, a flag,
 * or an ID of 32 bits. */
#include "profile/limits.h"

#define TILE_BYTES 0, POPLENS_MOST_TILE_BYTES
#define ALL_BYTES 0, POPLENS_MOST_TILE_BYTES *POPLENS_MOST_TILES
#define CYCLES 0, POPLENS_MOST_CYCLES
#define COUNT 0, (gint64) G_MAXUINT32 - 1
#define LARGE_COUNT 0, (gint64) 1 << 53
/* 2^53 µs are 285 years. A double is exact up to this value. */
#define MICROSECONDS 0, (gint64) 1 << 53
/* End of the year 9999, the last that GDateTime supports, in µs since 1970. */
#define DATE 0, G_GINT64_CONSTANT (253402300799999999)
#define HERTZ 0, G_GINT64_CONSTANT (1000000000000)
/* Marks columns that may be NULL. In the others NULL is damage, as the SDK declares them NOT
 * NULL. */
#define NULLABLE TRUE

#define LISTS_OF_EXCHANGE(table)                                                                   \
  {table, "bytes_received_by_tile_rle, bytes_sent_by_tile_rle, code_bytes_by_tile_rle",            \
   TILE_BYTES},                                                                                    \
  {                                                                                                \
    table,                                                                                         \
        "bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle, max_data_sent_and_received_by_ipu_rle", \
        ALL_BYTES                                                                                  \
  }
#define LISTS_OF_VERTICES(table)                                                                   \
  {                                                                                                \
    table,                                                                                         \
        "code_bytes, copy_ptr_bytes, descriptor_bytes, edge_ptr_bytes, padding_bytes, "            \
        "vertex_data_bytes",                                                                       \
        TILE_BYTES                                                                                 \
  }
#define TOTALS(prefix)                                                                             \
  prefix "active_compute, " prefix "compute, " prefix "internal_exchange, " prefix                 \
         "inter_ipu_exchange, " prefix "stream_copy, " prefix "stream_copy_begin, " prefix         \
         "stream_copy_end, " prefix "sync"

static const PoplensColumnLimits limits[] = {
    {"target_info", "num_ipus, num_replicas, ipus_per_replica", 0, G_MAXUINT16 - 1},
    /* 44 times the tiles of a Mk2 IPU. */
    {"target_info", "tiles_per_ipu", 0, 65536},
    {"target_info", "num_tiles, tiles_per_replica", 0, POPLENS_MOST_TILES},
    {"target_info",
     "bytes_per_tile, interleavedMemoryStart, tileMemoryBaseAddress, exchangeBytesPerCycle",
     TILE_BYTES},
    {"target_info", "bytes_per_ipu, memory_per_replica, total_memory", ALL_BYTES},
    {"target_info", "clock_frequency", HERTZ},
    /* Counts, sizes and delays of the hardware. */
    {"target_info",
     "min_sync_delay, supervisorInstrFetchDelay, workerInstrFetchDelay, tilesPerSuperTile, "
     "numWorkerContexts, memcpyBytesPerCycle, instructionBytes, supportsSuperTileSendReceive, "
     "globalSyncCycles, globalExchangePacketBytes, tileLocalSyncSyncDelay, "
     "tileLocalSyncExitDelay, numStrideBits, dataPathWidth, fp16ConvUnitMaxPipelineDepth, "
     "fp32ConvUnitMaxPipelineDepth, fp16ConvUnitInputLoadElemsPerCycle, "
     "fp32ConvUnitInputLoadElemsPerCycle, fp16InFp16OutConvUnitsPerTile, "
     "fp16InFp32OutConvUnitsPerTile, fp32InFp32OutConvUnitsPerTile, "
     "convUnitCoeffLoadBytesPerCycle, maxImmediateOffsetInRunInstr, rptCountMax, "
     "atomicStoreGranularity",
     COUNT},
    {"target_info",
     "fp8ConvUnitMaxPipelineDepth, fp8ConvUnitInputLoadElemsPerCycle, "
     "fp8InFp16OutConvUnitsPerTile",
     COUNT, NULLABLE},
    {"version_info", "major, minor, point", COUNT},
    {"version_info", "is_unstable_format", 0, 1},
    {"instrumentation_settings", "compute, external_exchange, control_flow", 0, 1},
    {"relative_sync_delay", "tile", COUNT, NULLABLE},
    {"relative_sync_delay", "delay", COUNT},
    {"execution_parameters", "run", COUNT, NULLABLE},
    {"programs", "compilation_step_id", COUNT, NULLABLE},
    {"blocks", "type", 0, G_MAXUINT8 - 1},
    {"graph_info", "num_compute_sets, num_edges, num_vars, num_vertices", LARGE_COUNT},
    {"optimization_info", "value", -((gint64) 1 << 53), (gint64) 1 << 53},
    {"compilation_trace", "ts", 0, G_MAXINT64 - ((gint64) 1 << 53)},
    {"compilation_trace", "dur", MICROSECONDS},
    {"compute_sets", "edge_count, estimated_flops_by_tile", LARGE_COUNT, NULLABLE},
    {"compute_sets", "vertex_counts", COUNT},
    {"vertex_types", "size", TILE_BYTES},
    {"vertex_instances", "instances_by_tile", COUNT},
    {"vertices", "cycles", CYCLES},
    {"program_type_on_tile_execute", "compute_set", COUNT},
    {"program_type_call", "function_id", COUNT},
    {"program_type_repeat", "repeat_count", COUNT, NULLABLE},
    {"programs", "control_code_bytes_by_tile", TILE_BYTES, NULLABLE},
    LISTS_OF_EXCHANGE ("program_type_do_exchange"),
    LISTS_OF_EXCHANGE ("program_type_global_exchange"),
    LISTS_OF_EXCHANGE ("program_type_stream_copy_mid"),
    LISTS_OF_VERTICES ("memory_by_compute_set"),
    LISTS_OF_VERTICES ("memory_by_vertex_type"),
    {"memory_by_tile",
     "total, total_including_gaps, non_interleaved, non_interleaved_including_gaps, interleaved, "
     "interleaved_including_gaps, overflowed, overflowed_including_gaps, always_live_bytes",
     TILE_BYTES},
    {"memory_by_tile", "not_always_live_max_bytes", TILE_BYTES, NULLABLE},
    {"memory_by_category",
     "interleaved_non_overlapped, interleaved_overlapped, non_interleaved_non_overlapped, "
     "non_interleaved_overlapped, overflowed_non_overlapped, overflowed_overlapped",
     TILE_BYTES},
    /* A row whose tile is NULL has the sum over all tiles. */
    {"var_bytes_by_eq_class", "bytes", ALL_BYTES},
    {"memory_not_always_live_by_step_and_ipu", "delta_bytes",
     -POPLENS_MOST_TILE_BYTES *POPLENS_MOST_TILES, POPLENS_MOST_TILE_BYTES *POPLENS_MOST_TILES},
    {"steps_by_ipu", "cycles_base", 0, G_MAXINT64},
    {"steps_by_ipu",
     "active_cycles_from_max, active_cycles_from_mean, active_cycles_from_min, "
     "active_cycles_to_max, active_cycles_to_mean, active_cycles_to_min, all_cycles_to_max, "
     "all_cycles_to_mean, all_cycles_to_min, cycles",
     CYCLES},
    {"steps_by_ipu", "active_tiles", 0, POPLENS_MOST_TILES},
    {"steps_by_ipu", "active_tile_balance, tile_balance", 0, 1},
    {"steps_by_ipu", "thread_balance", 0, 1, NULLABLE},
    {"steps_by_ipu", "tile_cycles_id", COUNT, NULLABLE},
    {"compute_set_cycles_by_ipu", "cycles_by_ipu_rle", CYCLES, NULLABLE},
    {"runs", "start_epoch_time_microseconds", DATE},
    {"runs", "elapsed_microseconds", MICROSECONDS, NULLABLE},
    {"runs", "num_programs, num_steps", COUNT},
    /* No upper limit here: load-execution.c compares these totals with the trace's length × tiles.
     */
    {"execution_cycle_totals", "cycles, " TOTALS ("tile_cycles_"), 0, G_MAXINT64},
    {"execution_cycle_totals", TOTALS ("tile_overhead_cycles_"), 0, G_MAXINT64},
    {"absolute_markers", "cycles_from", 0, G_MAXINT64},
    {"absolute_markers", "cycles_length", CYCLES},
};

void
poplens_profile_set_limits (PoplensSchema *schema)
{
  poplens_schema_set_limits (schema, limits, G_N_ELEMENTS (limits));
}

/* Returns the count in @column; @fallback if the count is unknown or exceeds @most. Reports a count
 * above @most as damage. */
static guint32
known_count (PoplensQuery *q, int column, guint32 fallback, guint32 most)
{
  if (!poplens_query_is_known (q, column))
    return fallback;
  guint64 count = poplens_query_u64 (q, column);
  if (count <= most)
    return (guint32) count;
  poplens_query_note_damage (q, column);
  return fallback;
}

PoplensTargetCounts
poplens_query_target_counts (PoplensQuery *q)
{
  PoplensTargetCounts counts;

  counts.num_ipus = known_count (q, 0, 0, G_MAXUINT16);
  counts.num_tiles = known_count (q, 1, 0, (guint32) POPLENS_MOST_TILES);
  counts.tiles_per_ipu = known_count (q, 2, 0, 65536);
  counts.num_replicas = known_count (q, 3, 1, MAX (counts.num_ipus, 1));
  counts.ipus_per_replica = known_count (q, 4, counts.num_ipus, MAX (counts.num_ipus, 1));
  counts.tiles_per_replica = known_count (q, 5, counts.num_tiles, MAX (counts.num_tiles, 1));
  return counts;
}
