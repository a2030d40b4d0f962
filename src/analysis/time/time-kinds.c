/* Advice for the kinds of findings on time. Options are named as the frameworks have them: PopTorch
 * (poptorch.Options), PopART (SessionOptions), TensorFlow (IPUConfig). */
#include "analysis/time/time-findings-private.h"
#include "analysis/time/time.h"

#include <math.h>
#include <string.h>

/* Smallest share of the program time that a finding must save. */
#define LEAST 0.01
/* Smallest share of the program time that sync overhead must save. Merging compute sets pays off
 * only from 2 % on. If most compute sets are short, LEAST applies instead. */
#define LEAST_SYNC 0.02

static const struct {
  PoplensTimeWord word;
  const char *advice;
  double least;
  const char *change; /* begin of the sentence that ends with the saving: "Equal stages save at
                         most"; NULL for facts */
  const char *step;   /* title of the action; NULL for facts */
  const char *tight;  /* (nullable): advice if memory is short (PoplensTimeAction.tight) */
} kinds[POPLENS_TIME_N_KINDS] = {
    [POPLENS_TIME_HOST_STARTED_LATE] = {POPLENS_WORD_BEFORE_START,
                                        "No change of the program helps there.", LEAST},
    [POPLENS_TIME_BETWEEN_RUNS] =
        {POPLENS_WORD_BETWEEN_RUNS,
         "Do more in each call: deviceIterations (PopTorch), batchesPerStep (PopART), more turns "
         "of the loop (TensorFlow). Costs later results on the host.",
         LEAST},
    [POPLENS_TIME_STAGES_UNBALANCED] =
        {POPLENS_WORD_STAGE_IMBALANCE,
         "Layers are placed by poptorch.BeginBlock (PopTorch), virtualGraph and pipelineStage "
         "(PopART), or the stages of pipelining_ops.pipeline (TensorFlow). Costs the memory of the "
         "moved layers on the other IPUs.",
         LEAST, "Equal stages save at most", "Move layers to other IPUs"},
    [POPLENS_TIME_PIPELINE_BUBBLE] =
        {POPLENS_WORD_PIPELINE_BUBBLE,
         "Run more micro-batches in each iteration: Training.gradientAccumulation (PopTorch), "
         "accumulationFactor (PopART), gradient_accumulation_count (TensorFlow). Costs larger "
         "batches a weight update; activations are kept for as many stages as before.",
         LEAST, "Twice as many micro-batches in each iteration save at most",
         "Run more micro-batches in each iteration"},
    [POPLENS_TIME_OWN_TILES] =
        {POPLENS_WORD_TILE_WAIT,
         "Begin with the largest operations of this list. Matrix operations spread better with "
         "more memory to plan with: setAvailableMemoryProportion (PopTorch, PopART). Costs "
         "temporary memory on all tiles.",
         LEAST, "Without that the program saves at most",
         "Spread matrix operations over more tiles"},
    [POPLENS_TIME_FEW_TILES] =
        {POPLENS_WORD_IDLE_TILES,
         "Spread the operation over more tiles: larger tensors or batches, a tile mapping of your "
         "own in Poplar, or setAvailableMemoryProportion for matrix operations (PopTorch, "
         "PopART). Costs exchange code and temporary memory.",
         LEAST, "Spreading work over all tiles saves at most", "Spread work over more tiles"},
    [POPLENS_TIME_UNEQUAL_LOAD] =
        {POPLENS_WORD_LOAD_IMBALANCE,
         "Choose sizes that divide evenly by the tiles, or map the tensors evenly "
         "(Graph::setTileMapping in Poplar). For matrix operations, raise "
         "setAvailableMemoryProportion so that the planner has more ways to split (PopTorch, "
         "PopART). Costs temporary memory.",
         LEAST, "Equal work saves at most", "Divide work evenly among tiles"},
    [POPLENS_TIME_STRAGGLER_TILE] =
        {POPLENS_WORD_STRAGGLER,
         "Move work away from these tiles (Graph::setTileMapping in Poplar): scalars, small "
         "tensors "
         "and control flow are often mapped to one tile; Slowest Tiles shows the vertices of each "
         "step on it. Costs nothing but exchange code.",
         LEAST, "With no more work than others have, the program saves at most",
         "Move work away from slow tiles"},
    [POPLENS_TIME_EXCHANGE_BOUND] =
        {POPLENS_WORD_EXCHANGE,
         "Keep data where it is used: the same tile mapping for producer and consumer, larger "
         "micro-batches, fewer and larger copies. Costs memory where data is kept twice.",
         LEAST, "Keeping data where it is used saves at most", "Keep data where it is used",
         "Keep data where it is used: the same tile mapping for producer and consumer, fewer and "
         "larger copies. Costs memory where data is kept twice."},
    [POPLENS_TIME_REARRANGEMENT] =
        {POPLENS_WORD_REARRANGEMENT,
         "Choose layouts that match the consumer: avoid transposes and odd sizes between matrix "
         "operations, and allocate tensors for the operation that uses them most. Costs no "
         "memory.",
         LEAST, "Layouts that match save at most", "Choose layouts that match the consumer"},
    [POPLENS_TIME_HOST_COPY] =
        {POPLENS_WORD_HOST,
         "Begin with the largest of these copies: what can be done depends on where they go.",
         LEAST, "Copying less, and less often, saves at most",
         "Copy less, or have the host ready earlier"},
    [POPLENS_TIME_INTER_IPU_EXCHANGE] =
        {POPLENS_WORD_INTER_IPU_EXCHANGE,
         "Cut the model where the least data crosses, or run fewer, larger micro-batches. Costs "
         "memory for activations.",
         LEAST, "Less data between IPUs saves at most", "Send less data between IPUs",
         "Cut the model where the least data crosses."},
    [POPLENS_TIME_SYNC_OVERHEAD] =
        {POPLENS_WORD_SYNC,
         "Merge small compute sets: fuse element-wise operations, or give each more work with "
         "larger micro-batches. Costs memory for activations.",
         LEAST_SYNC, "Merging small compute sets saves at most", "Merge small compute sets",
         "Merge small compute sets: fuse element-wise operations."},
    [POPLENS_TIME_SLOW_ITERATIONS] =
        {POPLENS_WORD_SLOW_ITERATIONS,
         "Give the steps that take longer as much work as in the other iterations: vertices take "
         "longer where loops or branches depend on data, so pad, sort or split these data. Costs "
         "nothing if the work stays the same in all.",
         LEAST, "If they took as long as the others, the program saves at most",
         "Give all iterations the same work"},
};

/* ---- copies with the host -------------------------------------------------------------------- */

/* Upper limit of the cycles that an action on copies can save. */
typedef enum {
  LIMIT_WHOLE, /* the whole cost of the copies */
  LIMIT_WAITS, /* cycles in which the copies wait for the host */
  LIMIT_WORK,  /* cycles of compute and exchange on the same IPUs, with which copies can overlap */
} SavingLimit;

typedef struct {
  const char *change, *step, *advice;
  SavingLimit limit;
} CopyAction;

#define MORE_AT_ONCE                                                                               \
  {                                                                                                \
    "Larger and fewer copies save at most", "Copy more at once",                                   \
        "Copy more at once: deviceIterations (PopTorch), batchesPerStep (PopART).", LIMIT_WAITS    \
  }
/* Advice if no move of a whole layer makes the stages more equal. */
#define SPLIT_LAYER                                                                                \
  "A part of a layer is placed as a layer is: by poptorch.BeginBlock (PopTorch), virtualGraph "    \
  "and pipelineStage (PopART), or the stages of pipelining_ops.pipeline (TensorFlow). Costs "      \
  "exchange between IPUs."

/* Cost of copying while other tiles compute: I/O tiles copy the data, and cannot compute. */
#define COSTS_TILES "Costs 32 or more tiles."

static const CopyAction to_host[] = {
    {"Fewer or smaller outputs save at most", "Return fewer or smaller outputs",
     "Return less: outputMode (PopTorch), AnchorReturnType (PopART), outfeed_mode (TensorFlow).",
     LIMIT_WHOLE},
    MORE_AT_ONCE,
    {"Copying beside compute saves at most", "Copy beside compute",
     "Copy beside compute: numIOTiles with set_overlap_for_output (PopTorch), numIOTiles (PopART), "
     "num_io_tiles (TensorFlow). " COSTS_TILES,
     LIMIT_WORK},
};
static const CopyAction from_host[] = {
    {"Smaller or fewer inputs save at most", "Copy less from the host",
     "Copy less: smaller types, and once what does not change.", LIMIT_WHOLE},
    MORE_AT_ONCE,
    {"A host that is ready earlier saves at most", "Have the host ready earlier",
     "Have the host ready earlier: DataLoaderMode.Async (PopTorch), prefetch_depth (TensorFlow).",
     LIMIT_WAITS},
    {"Copying beside compute saves at most", "Copy beside compute",
     "Copy beside compute: numIOTiles with set_overlap_for_input (PopTorch), numIOTiles (PopART), "
     "num_io_tiles (TensorFlow). " COSTS_TILES,
     LIMIT_WORK},
};
/* Index in from_host[] of the action "Have the host ready earlier". */
#define READY_EARLIER 2
static const CopyAction of_remote_buffers[] = {
    {"Keeping the data on the chip saves at most", "Keep the data on the chip",
     "Keep the data on the chip: useOnChipStorage in setOptimizerLocation and "
     "setAccumulatorLocation (PopTorch), optimizerStateTensorLocationSettings (PopART), "
     "offload_weight_update_variables=False (TensorFlow). Costs its memory there.",
     LIMIT_WHOLE},
};
static const CopyAction of_sent_buffers[] = {
    {"Sending it less often, or not at all, saves at most", "Send it less often, or not at all",
     "Send it less often, or not at all: nothing in the program reads it back.", LIMIT_WHOLE},
};
static const CopyAction both_ways[] = {
    {"Copying less, and less often, saves at most", "Copy less, and less often",
     "Copy less: smaller types, and once what does not change.", LIMIT_WHOLE},
    MORE_AT_ONCE,
    {"Copying beside compute saves at most", "Copy beside compute",
     "Copy beside compute: numIOTiles (PopTorch, PopART), num_io_tiles (TensorFlow). " COSTS_TILES,
     LIMIT_WORK},
};

static const CopyAction *
find_copy_actions (guint ways, guint *n)
{
  if (ways & POPLENS_TRANSFER_REMOTE) {
    *n = 1;
    return ways & POPLENS_TRANSFER_READ_BACK ? of_remote_buffers : of_sent_buffers;
  }
  switch (ways & POPLENS_TRANSFER_WAYS) {
  case POPLENS_TRANSFER_TO_HOST:
    *n = G_N_ELEMENTS (to_host);
    return to_host;
  case POPLENS_TRANSFER_FROM_HOST:
    *n = G_N_ELEMENTS (from_host);
    return from_host;
  default:
    *n = G_N_ELEMENTS (both_ways);
    return both_ways;
  }
}

/* Returns the cycles that the copies of @candidate wait for the host, summed over IPUs. */
static double
candidate_host_wait (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  double sum = 0;

  for (guint c = 0; c < candidate->causes->len; c++)
    sum +=
        (double) poplens_time_cause_at (self->causes, g_array_index (candidate->causes, guint32, c))
            ->waits;
  return sum / self->time->tiles;
}

/* Returns the cycles of the copies of @candidate on the IPU with the index @place. */
static double
candidate_copies_on_ipu (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                         guint place)
{
  double sum = 0;

  for (guint c = 0; c < candidate->causes->len; c++) {
    guint32 index = g_array_index (candidate->causes, guint32, c);
    const GArray *pieces = poplens_time_cause_at (self->causes, index)->pieces;
    for (guint p = 0; p < pieces->len; p++) {
      const PoplensTimePiece *piece = &g_array_index (pieces, PoplensTimePiece, p);
      sum += piece->place == place ? (double) piece->tile_cycles : 0;
    }
  }
  return sum / self->time->tiles;
}

static double
candidate_copies (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  double sum = 0;

  for (guint i = 0; i < self->time->n_ipus; i++)
    sum += candidate_copies_on_ipu (self, candidate, i);
  return sum;
}

double
poplens_time_waiting_share (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  double all = candidate_copies (self, candidate);

  return all > 0 ? fmin (candidate_host_wait (self, candidate) / all, 1) : 0;
}

/* Returns the cycles of the copies of @candidate that can overlap with compute and exchange, summed
 * over IPUs. On each IPU they are at most the IPU's cycles of compute and exchange. */
static double
candidate_hidden_by_work (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  double sum = 0;

  for (guint i = 0; i < self->time->n_ipus; i++) {
    guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;
    poplens_time_add_bounds (self->time, i, self->out->from, self->out->to, bounds, &compute);
    double work = (double) (bounds[POPLENS_BOUND_COMPUTE] + bounds[POPLENS_BOUND_EXCHANGE] +
                            bounds[POPLENS_BOUND_INTER_IPU]);
    sum += fmin (candidate_copies_on_ipu (self, candidate, i), work);
  }
  return sum;
}

/* Returns the activity that takes most of the additional cycles of a slow iteration;
 * POPLENS_BOUND_COMPUTE if @candidate is not on slow iterations. */
static PoplensBound
candidate_longer_bound (const PoplensTimeCandidate *candidate)
{
  return candidate->longer && candidate->longer->len
             ? g_array_index (candidate->longer, PoplensPathItem, 0).bound
             : POPLENS_BOUND_COMPUTE;
}

/* Returns the main action for a candidate. If slow iterations are slow because of a transfer,
 * returns the action for this transfer. */
static PoplensTimeAction
candidate_first_action (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  PoplensBound bound = candidate_longer_bound (candidate);
  PoplensTimeKind of = bound == POPLENS_BOUND_EXCHANGE    ? POPLENS_TIME_EXCHANGE_BOUND
                       : bound == POPLENS_BOUND_INTER_IPU ? POPLENS_TIME_INTER_IPU_EXCHANGE
                                                          : candidate->kind;
  PoplensTimeAction action = {kinds[candidate->kind].change,
                              kinds[of].step,
                              kinds[of].advice,
                              candidate->saving,
                              NULL,
                              kinds[of].tight};

  if (bound == POPLENS_BOUND_HOST_WAIT || bound == POPLENS_BOUND_HOST_TRANSFER) {
    const char *copy = g_array_index (candidate->longer, PoplensPathItem, 0).subject;
    guint ways = GPOINTER_TO_UINT (g_hash_table_lookup (self->ways, copy)), n;
    const CopyAction *copying = find_copy_actions (ways, &n);
    gboolean late = bound == POPLENS_BOUND_HOST_WAIT && copying == from_host;
    action.step = copying[late ? READY_EARLIER : 0].step;
    action.advice = copying[late ? READY_EARLIER : 0].advice;
    action.tight = NULL;
  }
  if (candidate->kind == POPLENS_TIME_PIPELINE_BUBBLE) {
    action.saving = candidate->rank;
    action.whole = "any number";
  } else if (candidate->kind == POPLENS_TIME_STAGES_UNBALANCED && !self->layers.n_moves) {
    action.advice = SPLIT_LAYER;
  } else if (candidate->kind == POPLENS_TIME_STAGES_UNBALANCED &&
             candidate->rank < candidate->saving) {
    action.change = self->layers.n_moves == 1 ? "Moving one layer saves at most"
                                              : "Moving layers saves at most";
    action.saving = candidate->rank;
    action.whole = "equal stages";
  }
  return action;
}

guint
poplens_time_find_actions (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                           PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS])
{
  guint n = 1;
  const CopyAction *copying = candidate->kind == POPLENS_TIME_HOST_COPY && *candidate->subject
                                  ? find_copy_actions (candidate->ways, &n)
                                  : NULL;

  actions[0] = candidate_first_action (self, candidate);
  gboolean late = copying == from_host &&
                  poplens_time_waiting_share (self, candidate) >= POPLENS_TIME_MOSTLY_WAITING;
  for (guint i = 0; copying && i < n; i++) {
    double limit =
        copying[i].limit == LIMIT_WAITS  ? candidate_host_wait (self, candidate)
        : copying[i].limit == LIMIT_WORK ? candidate_hidden_by_work (self, candidate)
        /* If the host is late, copying less does not shorten the waiting for the host. */
        : late
            ? fmax (candidate_copies (self, candidate) - candidate_host_wait (self, candidate), 0)
            : candidate->saving;
    actions[i] = (PoplensTimeAction){copying[i].change, copying[i].step, copying[i].advice,
                                     fmin (limit, candidate->saving), NULL};
  }
  /* Insertion sort is stable: it keeps the order of actions with equal savings. */
  for (guint i = 1; i < n; i++)
    for (guint j = i; j && actions[j - 1].saving < actions[j].saving; j--) {
      PoplensTimeAction one = actions[j];
      actions[j] = actions[j - 1];
      actions[j - 1] = one;
    }
  if (late) {
    guint at = 0;
    while (actions[at].step != from_host[READY_EARLIER].step)
      at++;
    PoplensTimeAction first = actions[at];
    memmove (actions + 1, actions, at * sizeof *actions);
    actions[0] = first;
  }
  return n;
}

/* ---- words of kinds -------------------------------------------------------------------------- */

const char *
poplens_time_kind_key (PoplensTimeKind kind)
{
  return poplens_time_word_key (kinds[kind].word);
}

const char *
poplens_time_kind_title (PoplensTimeKind kind)
{
  return poplens_time_word_title (kinds[kind].word);
}

PoplensTimeWord
poplens_time_kind_word (PoplensTimeKind kind)
{
  return kinds[kind].word;
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
