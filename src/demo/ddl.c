#include "demo/ddl.h"

/* Table and column names, types and keys are the format's. Anything else in these statements is
 * ours. */
#define NUMBER " INTEGER NOT NULL"
#define MAYBE " INTEGER"
#define TEXT " TEXT NOT NULL"
#define LIST " BLOB NOT NULL"
#define MAYBE_LIST " BLOB"
#define KEY " INTEGER PRIMARY KEY"
#define TRUTH " BOOLEAN NOT NULL"
#define REFERS(column, table, key) ", FOREIGN KEY(" column ") REFERENCES " table "(" key ")"
#define STEP_REFERS(column, table)                                                                 \
  REFERS ("compilation_step_id, " column, table, "compilation_step_id, id")
#define BYTES_BY_IPU                                                                               \
  "bytes_received_by_ipu_rle" LIST ", bytes_sent_by_ipu_rle" LIST                                  \
  ", max_data_sent_and_received_by_ipu_rle" LIST
#define BYTES_BY_TILE "bytes_received_by_tile_rle" LIST ", bytes_sent_by_tile_rle" LIST
#define HOST_EXCHANGE                                                                              \
  "(stream_copy_mid_id" NUMBER ", stream" TEXT ", regions" TEXT ", is_remote_buffer" NUMBER        \
  ", regions_id INT" REFERS ("stream_copy_mid_id", "program_type_stream_copy_mid", "id")           \
      REFERS ("regions_id", "exchange_target", "id") ")"
#define PARAMETERS "(name TEXT PRIMARY KEY, value" TEXT ", is_default" NUMBER ")"
#define STATE_BYTES                                                                                \
  "copy_ptr_bytes" LIST ", descriptor_bytes" LIST ", edge_ptr_bytes" LIST ", padding_bytes" LIST   \
  ", vertex_data_bytes" LIST

static const char *const statements[] = {
    "CREATE TABLE graph_info(num_compute_sets" NUMBER ", num_edges" NUMBER ", num_vars" NUMBER
    ", num_vertices" NUMBER ")",
    "CREATE TABLE target_info(bytes_per_ipu" NUMBER ", bytes_per_tile" NUMBER
    ", clock_frequency" NUMBER ", min_sync_delay" NUMBER ", num_ipus" NUMBER ", num_tiles" NUMBER
    ", tiles_per_ipu" NUMBER ", total_memory" NUMBER ", num_replicas" NUMBER
    ", ipus_per_replica" NUMBER ", tiles_per_replica" NUMBER ", memory_per_replica" NUMBER
    ", architecture" TEXT " CHECK (architecture IN ('ipu1', 'ipu2', 'ipu21', 'ipu30'))"
    ", type_" TEXT " CHECK (type_ IN ('IPU', 'IPU_MODEL', 'CPU'))"
    ", supervisorInstrFetchDelay" NUMBER ", memoryElementOffsets" LIST
    ", interleavedMemoryStart" NUMBER ", memoryRegionsOffsets" LIST ", tileMemoryBaseAddress" NUMBER
    ", tilesPerSuperTile" NUMBER ", numWorkerContexts" NUMBER ", exchangeBytesPerCycle" NUMBER
    ", memcpyBytesPerCycle" NUMBER ", instructionBytes" NUMBER
    ", supportsSuperTileSendReceive" TRUTH ", globalSyncCycles" NUMBER
    ", globalExchangePacketBytes" NUMBER ", tileLocalSyncSyncDelay" NUMBER
    ", tileLocalSyncExitDelay" NUMBER ", numStrideBits" NUMBER ", dataPathWidth" NUMBER
    ", fp8ConvUnitMaxPipelineDepth" MAYBE ", fp16ConvUnitMaxPipelineDepth" NUMBER
    ", fp32ConvUnitMaxPipelineDepth" NUMBER ", fp8ConvUnitInputLoadElemsPerCycle" MAYBE
    ", fp16ConvUnitInputLoadElemsPerCycle" NUMBER ", fp32ConvUnitInputLoadElemsPerCycle" NUMBER
    ", fp16InFp16OutConvUnitsPerTile" NUMBER ", fp16InFp32OutConvUnitsPerTile" NUMBER
    ", fp32InFp32OutConvUnitsPerTile" NUMBER ", fp8InFp16OutConvUnitsPerTile" MAYBE
    ", convUnitCoeffLoadBytesPerCycle" NUMBER ", workerInstrFetchDelay" NUMBER
    ", maxImmediateOffsetInRunInstr" NUMBER ", rptCountMax" NUMBER ", atomicStoreGranularity" NUMBER
    ")",
    "CREATE TABLE relative_sync_delay(tile" KEY ", delay" NUMBER ")",
    "CREATE TABLE optimization_info(key" TEXT ", value REAL NOT NULL)",
    "CREATE TABLE date_time(string" TEXT ")",
    "CREATE TABLE poplar_version(string" TEXT ", package_hash" TEXT ", major" NUMBER
    ", minor" NUMBER ", point" NUMBER ")",
    "CREATE TABLE version_info(major" NUMBER ", minor" NUMBER ", point" NUMBER
    ", is_unstable_format" TRUTH ", file_type" TEXT ")",
    "CREATE TABLE compilation_trace(dur" NUMBER ", name" TEXT ", ts" NUMBER ")",
    "CREATE TABLE compute_sets(compute_set" KEY ", name" TEXT ", vertex_types" LIST
    ", vertex_counts" LIST ", active_cycles_by_tile" MAYBE_LIST
    ", active_cycles_by_vertex_type" MAYBE_LIST ", cycles_by_tile" MAYBE_LIST ", edge_count" MAYBE
    ", debug_id" MAYBE ", cycles_by_tile_ids" MAYBE_LIST ", estimated_flops_by_tile" MAYBE_LIST
    ", var_ids_diff_rle" MAYBE_LIST ")",
    "CREATE TABLE vertex_instances(compute_set" NUMBER ", vertex_type" NUMBER
    ", instances_by_tile" LIST ", PRIMARY KEY (compute_set, vertex_type))",
    "CREATE TABLE vertex_types(id" KEY ", name" TEXT ", size" NUMBER ", source TEXT)",
    "CREATE TABLE programs(compilation_step_id" MAYBE ", id" NUMBER ", variant" NUMBER
    ", variant_index" MAYBE ", children" MAYBE_LIST ", name TEXT, debug_id" MAYBE
    ", control_code_bytes_by_tile" MAYBE_LIST ", PRIMARY KEY (compilation_step_id, id)" REFERS (
        "compilation_step_id", "compilation_steps", "id") ")",
    "CREATE TABLE program_types(id" KEY ", name" TEXT ", program_type_table TEXT)",
    "CREATE TABLE program_type_call(compilation_step_id" MAYBE ", id" KEY
    ", function_id" NUMBER STEP_REFERS ("function_id", "function_programs") ")",
    "CREATE TABLE program_type_on_tile_execute(id" KEY
    ", compute_set" NUMBER REFERS ("compute_set", "compute_sets", "compute_set") ")",
    "CREATE TABLE exchange_target(id" KEY ")",
    "CREATE TABLE exchange_regions(id" NUMBER ", var_id" NUMBER
    ", regions TEXT, PRIMARY KEY (id, var_id)" REFERS ("id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_do_exchange(id" KEY ", " BYTES_BY_TILE
    ", code_bytes_by_tile_rle" LIST ", cycles_by_tile_rle" MAYBE_LIST
    ", source_vars TEXT, destination_vars TEXT, " BYTES_BY_IPU ", cycles_by_tile_ids" MAYBE_LIST
    ", source_regions_id INT, destination_regions_id" REFERS ("source_regions_id",
                                                              "exchange_target", "id")
        REFERS ("destination_regions_id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_code_copy(id" KEY ", cycles_by_tile_ids" MAYBE_LIST
    ", destination_regions_id" REFERS ("destination_regions_id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_global_exchange(id" KEY ", " BYTES_BY_TILE
    ", estimated_cycles_by_tile_rle" MAYBE_LIST
    ", source_vars TEXT, destination_vars TEXT, " BYTES_BY_IPU
    ", estimated_cycles_by_tile_ids" MAYBE_LIST
    ", source_regions_id INT, destination_regions_id INT, sync_type" TEXT REFERS (
        "source_regions_id", "exchange_target", "id")
        REFERS ("destination_regions_id", "exchange_target", "id") ")",
    "CREATE TABLE program_type_repeat(id" KEY ", repeat_count INT)",
    "CREATE TABLE program_type_stream_copy_mid(id" KEY ", " BYTES_BY_TILE
    ", estimated_cycles_by_tile_rle" MAYBE_LIST ", " BYTES_BY_IPU
    ", estimated_cycles_by_tile_ids" MAYBE_LIST ")",
    "CREATE TABLE program_type_sync(id" KEY ", sync_type" TEXT ")",
    "CREATE TABLE program_type_sans(id" KEY ", tiles" LIST ")",
    "CREATE TABLE program_type_sync_ans(id" KEY ", tiles" LIST ")",
    "CREATE TABLE control_programs(compilation_step_id" MAYBE ", id" NUMBER ", program" NUMBER
    ", PRIMARY KEY(compilation_step_id, id)" STEP_REFERS ("program", "programs") ")",
    "CREATE TABLE function_programs(compilation_step_id" MAYBE ", id" NUMBER ", program" NUMBER
    ", PRIMARY KEY(compilation_step_id, id)" STEP_REFERS ("program", "programs") ")",
    "CREATE TABLE host_exchange_from_host" HOST_EXCHANGE,
    "CREATE TABLE host_exchange_to_host" HOST_EXCHANGE,
    "CREATE TABLE memory_by_category(category_id TEXT PRIMARY KEY, interleaved_non_overlapped" LIST
    ", interleaved_overlapped" LIST ", non_interleaved_non_overlapped" LIST
    ", non_interleaved_overlapped" LIST ", overflowed_non_overlapped" LIST
    ", overflowed_overlapped" LIST ")",
    "CREATE TABLE memory_by_compute_set(compute_set" KEY ", " STATE_BYTES ")",
    "CREATE TABLE memory_by_vertex_type(vertex_type" KEY ", code_bytes" LIST
    ", " STATE_BYTES REFERS ("vertex_type", "vertex_types", "id") ")",
    "CREATE TABLE instrumentation_settings(compute" NUMBER ", compute_level TEXT"
    ", external_exchange" NUMBER ", control_flow" NUMBER ")",
    "CREATE TABLE memory_by_tile(tile" KEY ", interleaved" NUMBER
    ", interleaved_including_gaps" NUMBER ", non_interleaved" NUMBER
    ", non_interleaved_including_gaps" NUMBER ", overflowed" NUMBER
    ", overflowed_including_gaps" NUMBER ", total" NUMBER ", total_including_gaps" NUMBER
    ", always_live_bytes" NUMBER ", not_always_live_max_bytes" MAYBE ")",
    "CREATE TABLE memory_liveness_tiles(position" KEY ", tile" MAYBE ")",
    "CREATE TABLE string_table(id" KEY ", string TEXT)",
    "CREATE TABLE debug_ids(variable_id INTEGER UNIQUE, ids" MAYBE_LIST ")",
    "CREATE TABLE compilation_parameters" PARAMETERS,
    "CREATE TABLE target_parameters" PARAMETERS,
    "CREATE TABLE depth_first_steps(id" KEY ", program_id" NUMBER ", parent_step_id" MAYBE ")",
    "CREATE TABLE memory_not_always_live_by_step_and_ipu(ipu" MAYBE ", step_id" NUMBER
    ", delta_bytes" NUMBER ")",
    "CREATE INDEX memory_not_always_live_by_ipu ON memory_not_always_live_by_step_and_ipu(ipu)",
    "CREATE TABLE compilation_cycles_by_tile(id" KEY ", cycles_by_tile_rle" MAYBE_LIST ")",
    "CREATE TABLE var_categories(id" KEY ", name" TEXT ", description" TEXT ")",
    "CREATE TABLE vars_info(var_id" KEY ", tile" NUMBER ", name_base_id" NUMBER
    ", name_prefix__vertex_field_" MAYBE ", name_suffix" TEXT ", size_bytes" NUMBER
    ", alignment" NUMBER ", offset" NUMBER ", category" NUMBER ", equivalence_class" NUMBER
    ", element_constraints" MAYBE_LIST ", region_constraints" MAYBE_LIST ", unlowered_var_id" MAYBE
    ", bitset" NUMBER REFERS ("category", "var_categories", "id")
        REFERS ("name_base_id", "vars_string_table", "id") ")",
    "CREATE TABLE equivalence_class_interference(class_id" NUMBER ", interference_class_ids" LIST
    ")",
    "CREATE TABLE allocation_order_by_tile(tile" NUMBER ", \"order\"" LIST ")",
    "CREATE TABLE compilation_info(compilation_id" TEXT ")",
    "CREATE TABLE eq_classes(id" KEY ", is_always_live" NUMBER ")",
    "CREATE TABLE var_bytes_by_eq_class(unlowered_var_id" NUMBER ", eq_class_id" NUMBER
    ", bytes" NUMBER ", tile" MAYBE ")",
    "CREATE TABLE eq_class_step(eq_class_id" NUMBER ", step_id_from" NUMBER ", step_id_to" NUMBER
    ")",
    "CREATE TABLE unlowered_vars(id" KEY ", name" TEXT ")",
    "CREATE TABLE vars_string_table(id" KEY ", string" TEXT ")",
    "CREATE TABLE compilation_steps(id" KEY ", name" TEXT ")",
    "CREATE TABLE steps(id" KEY ", type" TEXT ", program" MAYBE
    ", sync_type TEXT, host_exchange" MAYBE ", inter_ipu_exchange" MAYBE ", exchange" MAYBE
    ", compute_set" MAYBE ")",
    "CREATE TABLE cycles_by_tile(id" KEY ", cycles_by_tile_rle" LIST ")",
    "CREATE TABLE steps_by_ipu(step_id" NUMBER ", ipu" NUMBER ", cycles_base" NUMBER
    ", active_cycles_from_max" NUMBER ", active_cycles_from_mean" NUMBER
    ", active_cycles_from_min" NUMBER ", active_cycles_to_max" NUMBER
    ", active_cycles_to_mean" NUMBER ", active_cycles_to_min" NUMBER ", all_cycles_to_max" NUMBER
    ", all_cycles_to_mean" NUMBER ", all_cycles_to_min" NUMBER ", cycles" NUMBER
    ", active_tiles" NUMBER ", active_tile_balance REAL NOT NULL, thread_balance REAL"
    ", tile_balance REAL NOT NULL, tile_cycles_id" MAYBE
    ", PRIMARY KEY(step_id, ipu)" REFERS ("tile_cycles_id", "cycles_by_tile", "id") ")",
    "CREATE TABLE vertices(vertex_id" KEY ", compute_set_id" NUMBER ", vertex_type" NUMBER
    ", cycles" NUMBER ")",
    "CREATE TABLE compute_set_cycles_by_tile(compute_set_id" KEY ", cycles_by_tile_ids" LIST ")",
    "CREATE TABLE compute_set_cycles_by_ipu(compute_set_id" KEY ", cycles_by_ipu_rle" LIST ")",
    "CREATE TABLE inter_ipu_exchange_cycles_by_tile(inter_ipu_exchange_id" KEY
    ", exchange_cycles_by_tile_ids" LIST ", sync_cycles_by_tile_ids" LIST ")",
    "CREATE TABLE runs(id" KEY ", start_epoch_time_microseconds" NUMBER
    ", elapsed_microseconds" MAYBE ", name" TEXT ", num_programs" NUMBER ", num_steps" NUMBER
    ", estimated_freq_by_ipu" MAYBE_LIST ", start_cycles_by_ipu" MAYBE_LIST
    ", end_cycles_by_ipu" MAYBE_LIST ")",
    "CREATE TABLE program_trace(id" KEY ", program_id" NUMBER ")",
    "CREATE TABLE execution_cycle_totals(run_id" MAYBE ", cycles" NUMBER
    ", tile_cycles_active_compute" NUMBER ", tile_cycles_compute" NUMBER
    ", tile_cycles_internal_exchange" NUMBER ", tile_cycles_inter_ipu_exchange" NUMBER
    ", tile_cycles_stream_copy" NUMBER ", tile_cycles_stream_copy_begin" NUMBER
    ", tile_cycles_stream_copy_end" NUMBER ", tile_cycles_sync" NUMBER
    ", tile_overhead_cycles_active_compute" NUMBER ", tile_overhead_cycles_compute" NUMBER
    ", tile_overhead_cycles_internal_exchange" NUMBER
    ", tile_overhead_cycles_inter_ipu_exchange" NUMBER ", tile_overhead_cycles_stream_copy" NUMBER
    ", tile_overhead_cycles_stream_copy_begin" NUMBER
    ", tile_overhead_cycles_stream_copy_end" NUMBER ", tile_overhead_cycles_sync" NUMBER ")",
    "CREATE TABLE execution_parameters(name" TEXT ", value" TEXT ", is_default" NUMBER ", run" MAYBE
    ", PRIMARY KEY(name,run))",
    "CREATE TABLE execution_info(compilation_id" TEXT ")",
    "CREATE TABLE absolute_markers(id" KEY ", cycles_from" NUMBER ", cycles_length" NUMBER
    ", step_id_by_tile" LIST ", cycles_by_tile" LIST ")",
    "CREATE TABLE blocks(tile" NUMBER ", cycles_from" NUMBER ", cycles_to" NUMBER
    ", block_id INTEGER NULL, type" NUMBER ")",
    "CREATE INDEX block_cycles_from ON blocks(tile, cycles_from)",
    "CREATE INDEX block_cycles_to ON blocks(tile, cycles_to)",
    NULL,
};

const char *const *
demo_ddl (void)
{
  return statements;
}
