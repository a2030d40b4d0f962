#include "analysis/time/time-words.h"
#include "analysis/time/time.h"

static const PoplensTimeWord classes[POPLENS_N_TIMES] = {
    [POPLENS_TIME_COMPUTE] = POPLENS_WORD_COMPUTE,
    [POPLENS_TIME_EXCHANGE] = POPLENS_WORD_EXCHANGE,
    [POPLENS_TIME_INTER_IPU] = POPLENS_WORD_INTER_IPU_EXCHANGE,
    [POPLENS_TIME_HOST_TRANSFER] = POPLENS_WORD_HOST_TRANSFER,
    [POPLENS_TIME_UNUSED] = POPLENS_WORD_IDLE_TILES,
    [POPLENS_TIME_UNEQUAL] = POPLENS_WORD_LOAD_IMBALANCE,
    [POPLENS_TIME_TILE_EXCHANGE] = POPLENS_WORD_EXCHANGE_WAIT,
    [POPLENS_TIME_HOST] = POPLENS_WORD_HOST_WAIT,
    [POPLENS_TIME_ANOTHER_IPU] = POPLENS_WORD_IPU_WAIT,
    [POPLENS_TIME_SYNC] = POPLENS_WORD_SYNC,
    [POPLENS_TIME_UNTRACKED] = POPLENS_WORD_UNTRACKED,
    [POPLENS_TIME_PROFILER] = POPLENS_WORD_PROFILER,
    [POPLENS_TIME_OUTSIDE] = POPLENS_WORD_OUTSIDE,
};

static const PoplensTimeWord bounds[POPLENS_N_BOUNDS] = {
    [POPLENS_BOUND_OUTSIDE] = POPLENS_WORD_OUTSIDE,
    [POPLENS_BOUND_PROFILER] = POPLENS_WORD_PROFILER,
    [POPLENS_BOUND_COMPUTE] = POPLENS_WORD_COMPUTE,
    [POPLENS_BOUND_EXCHANGE] = POPLENS_WORD_EXCHANGE,
    [POPLENS_BOUND_INTER_IPU] = POPLENS_WORD_INTER_IPU_EXCHANGE,
    [POPLENS_BOUND_ANOTHER_IPU] = POPLENS_WORD_IPU_WAIT,
    [POPLENS_BOUND_HOST_TRANSFER] = POPLENS_WORD_HOST_TRANSFER,
    [POPLENS_BOUND_HOST_WAIT] = POPLENS_WORD_HOST_WAIT,
    [POPLENS_BOUND_SYNC] = POPLENS_WORD_SYNC,
    [POPLENS_BOUND_UNTRACKED] = POPLENS_WORD_UNTRACKED,
};

const char *
poplens_time_class_key (PoplensTimeClass class)
{
  return poplens_time_word_key (classes[class]);
}

const char *
poplens_time_class_title (PoplensTimeClass class)
{
  return poplens_time_word_title (classes[class]);
}

const char *
poplens_time_class_doc (PoplensTimeClass class)
{
  return poplens_time_word_doc (classes[class]);
}

const char *
poplens_bound_key (PoplensBound bound)
{
  return poplens_time_word_key (bounds[bound]);
}

const char *
poplens_bound_title (PoplensBound bound)
{
  return poplens_time_word_text (bounds[bound]);
}
