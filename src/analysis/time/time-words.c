#include "analysis/time/time-words.h"

static const struct {
  const char *key, *title, *text, *doc;
} words[POPLENS_N_WORDS] = {
    [POPLENS_WORD_COMPUTE] = {"compute", "Compute", "compute",
                              "The mean tile computes (OnTileExecute)"},
    [POPLENS_WORD_TILE_WAIT] = {"tile_wait", "Tile wait", "tile wait",
                                "Tiles wait for the slowest tile of their IPU: idle tiles and load "
                                "imbalance"},
    [POPLENS_WORD_IDLE_TILES] = {"idle_tiles", "Idle tiles", "idle tiles",
                                 "Tiles without work in a compute set wait for those that have "
                                 "some"},
    [POPLENS_WORD_LOAD_IMBALANCE] = {"load_imbalance", "Load imbalance", "load imbalance",
                                     "Tiles with less work wait for slower tiles of their IPU"},
    [POPLENS_WORD_STRAGGLER] =
        {"straggler", "Straggler", "straggler",
         "A few tiles, always the same, end last in one step after the other"},
    [POPLENS_WORD_EXCHANGE] = {"exchange", "Exchange", "exchange",
                               "Tiles exchange data with tiles of their IPU (DoExchange), as "
                               "estimated by the compiler"},
    [POPLENS_WORD_EXCHANGE_WAIT] = {"exchange_wait", "Exchange wait", "exchange wait",
                                    "Tiles wait for those of their IPU that exchange"},
    [POPLENS_WORD_REARRANGEMENT] = {"rearrangement", "Rearrangement", "rearrangement",
                                    "Compute sets that only move data on tiles"},
    [POPLENS_WORD_INTER_IPU_EXCHANGE] = {"inter_ipu_exchange", "Inter-IPU exchange",
                                         "inter-IPU exchange",
                                         "IPUs exchange data over their links (GlobalExchange)"},
    [POPLENS_WORD_IPU_WAIT] = {"ipu_wait", "IPU wait", "IPU wait",
                               "An IPU waits at a sync for the last IPU: stage imbalance and "
                               "pipeline bubble"},
    [POPLENS_WORD_STAGE_IMBALANCE] = {"stage_imbalance", "Stage imbalance", "stage imbalance",
                                      "One IPU has more work in an iteration than the mean IPU"},
    [POPLENS_WORD_PIPELINE_BUBBLE] = {"pipeline_bubble", "Pipeline bubble", "pipeline bubble",
                                      "IPUs would wait with equal stages too: the schedule"},
    [POPLENS_WORD_HOST] = {"host", "Host", "host",
                           "Host transfer and host wait, as far as no compute hides them"},
    [POPLENS_WORD_HOST_TRANSFER] = {"host_transfer", "Host transfer", "host transfer",
                                    "Tiles send to the host or receive from it (StreamCopy)"},
    [POPLENS_WORD_HOST_WAIT] = {"host_wait", "Host wait", "host wait",
                                "Tiles wait for the host, or for a transfer with it"},
    [POPLENS_WORD_SYNC] = {"sync", "Sync", "sync", "Tiles sync after all of them have arrived"},
    [POPLENS_WORD_SLOW_ITERATIONS] = {"slow_iterations", "Slow iterations", "slow iterations",
                                      "Iterations longer than the median beyond their noise"},
    [POPLENS_WORD_UNTRACKED] = {"untracked", "Untracked", "untracked", "No step is recorded"},
    [POPLENS_WORD_PROFILER] = {"profiler", "Profiler", "profiler",
                               "Steps of the profiler itself, such as reading back cycles"},
    [POPLENS_WORD_OUTSIDE] = {"outside", "Outside", "outside",
                              "The host had not started the run; nothing in the program changes "
                              "it"},
    [POPLENS_WORD_BEFORE_START] = {"before_start", "Before start", "before start",
                                   "The host has not started the first run"},
    [POPLENS_WORD_BETWEEN_RUNS] = {"between_runs", "Between runs", "between runs",
                                   "The host has not started the next run"},
};

const char *
poplens_time_word_key (PoplensTimeWord word)
{
  return words[word].key;
}

const char *
poplens_time_word_title (PoplensTimeWord word)
{
  return words[word].title;
}

const char *
poplens_time_word_text (PoplensTimeWord word)
{
  return words[word].text;
}

const char *
poplens_time_word_doc (PoplensTimeWord word)
{
  return words[word].doc;
}
