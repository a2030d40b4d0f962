/* The kinds of findings on time: a row each, with what to do about them. Options are named where
 * the frameworks have them: PopTorch (poptorch.Options), PopART (SessionOptions), TensorFlow
 * (IPUConfig). */
#include "analysis/time/time-findings-private.h"

const double poplens_time_curve[POPLENS_TIME_N_CURVE] = {0.25, 0.5, 1};

#define LEAST 0.01
/* Syncs are many and cheap: below 2 % nothing is gained by merging compute sets, unless most of
 * these are hardly longer than a sync. */
#define LEAST_SYNC 0.02

static const struct {
  const char *key, *title, *advice;
  double least;
} kinds[POPLENS_TIME_N_KINDS] = {
    [POPLENS_TIME_HOST_STARTED_LATE] = {"host_started_late", "Host started late",
                                        "No change of the program helps there.", LEAST},
    [POPLENS_TIME_BETWEEN_RUNS] =
        {"between_runs", "Between runs",
         "Do more in each call: deviceIterations (PopTorch), batchesPerStep (PopART), more turns "
         "of the loop (TensorFlow). Costs later results on the host.",
         LEAST},
    [POPLENS_TIME_STAGES_UNBALANCED] =
        {"stages_unbalanced", "Stages unbalanced",
         "Move layers to other IPUs: poptorch.BeginBlock (PopTorch), virtualGraph and "
         "pipelineStage (PopART), or the stages of pipelining_ops.pipeline (TensorFlow). Costs the "
         "memory of these layers on the other IPUs.",
         LEAST},
    [POPLENS_TIME_PIPELINE_BUBBLE] =
        {"pipeline_bubble", "Pipeline bubble",
         "Run more micro-batches in each iteration: Training.gradientAccumulation (PopTorch), "
         "accumulationFactor (PopART), gradient_accumulation_count (TensorFlow). Costs larger "
         "batches a weight update; activations are kept for as many stages as before.",
         LEAST},
    [POPLENS_TIME_OWN_TILES] =
        {"own_tiles", "Tiles wait for tiles",
         "Begin with the largest operations of this list. Matrix operations spread better with "
         "more memory to plan with: setAvailableMemoryProportion (PopTorch, PopART). Costs "
         "temporary memory on all tiles.",
         LEAST},
    [POPLENS_TIME_FEW_TILES] =
        {"few_tiles", "Few tiles used",
         "Spread the operation over more tiles: larger tensors or batches, a tile mapping of your "
         "own in Poplar, or setAvailableMemoryProportion for matrix operations (PopTorch, "
         "PopART). Costs exchange code and temporary memory.",
         LEAST},
    [POPLENS_TIME_UNEQUAL_LOAD] =
        {"unequal_load", "Unequal load",
         "Choose sizes that divide evenly by the tiles, or map the tensors evenly "
         "(Graph::setTileMapping in Poplar). For matrix operations, raise "
         "setAvailableMemoryProportion so that the planner has more ways to split (PopTorch, "
         "PopART). Costs temporary memory.",
         LEAST},
    [POPLENS_TIME_STRAGGLER_TILE] = {"straggler_tile", "Straggler tile",
                                     "Move work away from these tiles: scalars, "
                                     "small tensors and control flow are often mapped to one tile "
                                     "(Graph::setTileMapping in Poplar). Costs nothing but "
                                     "exchange code.",
                                     LEAST},
    [POPLENS_TIME_EXCHANGE_BOUND] =
        {"exchange_bound", "Exchange-bound",
         "Keep data where it is used: the same tile mapping for producer and consumer, larger "
         "micro-batches, fewer and larger copies. Costs memory where data is kept twice.",
         LEAST},
    [POPLENS_TIME_REARRANGEMENT] =
        {"rearrangement", "Re-arrangement",
         "Choose layouts that match the consumer: avoid transposes and odd sizes between matrix "
         "operations, and allocate tensors for the operation that uses them most. Costs no "
         "memory.",
         LEAST},
    [POPLENS_TIME_HOST_COPY] =
        {"host_copy", "Host copy not overlapped",
         "Have the host ready earlier (DataLoaderMode.Async in PopTorch), copy less often "
         "(deviceIterations, outputMode in PopTorch), or copy beside compute: "
         "TensorLocations.numIOTiles with set_overlap_for_input (PopTorch), numIOTiles (PopART), "
         "io_tiles.num_io_tiles (TensorFlow). Costs 32 or more tiles that no longer compute.",
         LEAST},
    [POPLENS_TIME_INTER_IPU_EXCHANGE] =
        {"inter_ipu_exchange", "Inter-IPU exchange",
         "Cut the model where the least data crosses, or run fewer, larger micro-batches. Costs "
         "memory for activations.",
         LEAST},
    [POPLENS_TIME_SYNC_OVERHEAD] =
        {"sync_overhead", "Sync overhead",
         "Merge small compute sets: fuse element-wise operations, or give each more work with "
         "larger micro-batches. Costs memory for activations.",
         LEAST_SYNC},
    [POPLENS_TIME_SLOW_ITERATIONS] =
        {"slow_iterations", "Slow iterations",
         "Variation lists the steps that took longer in it, the largest first. Host copies and "
         "loops that depend on data vary from run to run; a compute set that does has more work "
         "then. Costs nothing.",
         LEAST},
};

const char *
poplens_time_kind_key (PoplensTimeKind kind)
{
  return kinds[kind].key;
}

const char *
poplens_time_kind_title (PoplensTimeKind kind)
{
  return kinds[kind].title;
}

const char *
poplens_time_kind_advice (PoplensTimeKind kind)
{
  return kinds[kind].advice;
}

double
poplens_time_kind_least (PoplensTimeKind kind)
{
  return kinds[kind].least;
}

gboolean
poplens_time_kind_is_fact (PoplensTimeKind kind)
{
  return kind <= POPLENS_TIME_BETWEEN_RUNS;
}

const char *
poplens_time_check_key (PoplensTimeCheckState state)
{
  static const char *const keys[] = {"found", "in another finding", "below threshold",
                                     "not checked"};

  return keys[state];
}
