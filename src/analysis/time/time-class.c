#include "analysis/time/time.h"

static const struct {
  const char *key, *title, *doc;
} classes[POPLENS_N_TIMES] = {
    [POPLENS_TIME_COMPUTE] = {"compute", "Compute", "Tiles compute (OnTileExecute)"},
    [POPLENS_TIME_EXCHANGE] = {"exchange", "Exchange",
                               "Tiles exchange data with one another (DoExchange), as estimated by "
                               "the compiler"},
    [POPLENS_TIME_INTER_IPU] = {"inter_ipu_exchange", "Inter-IPU",
                                "Tiles exchange data with other IPUs (GlobalExchange)"},
    [POPLENS_TIME_HOST_TRANSFER] = {"host_transfer", "Host transfer",
                                    "Tiles send to the host or receive from it (StreamCopy)"},
    [POPLENS_TIME_UNUSED] = {"own_tiles_unused", "Unused tiles",
                             "Tiles without work wait for those that compute"},
    [POPLENS_TIME_UNEQUAL] = {"own_tiles_unequal", "Unequal load",
                              "Tiles that computed wait for slower tiles of their IPU"},
    [POPLENS_TIME_TILE_EXCHANGE] = {"own_tiles_exchange", "Exchange wait",
                                    "Tiles wait for those of their IPU that exchange"},
    [POPLENS_TIME_HOST] = {"host", "Host wait",
                           "Tiles wait for the host, or for a transfer with it"},
    [POPLENS_TIME_ANOTHER_IPU] = {"another_ipu", "IPU wait",
                                  "The IPU waits at a sync until the last IPU has come"},
    [POPLENS_TIME_SYNC] = {"sync", "Sync", "Tiles sync after all of them have arrived"},
    [POPLENS_TIME_UNTRACKED] = {"untracked", "Untracked", "No step is recorded"},
    [POPLENS_TIME_PROFILER] = {"profiler", "Profiler",
                               "Steps of the profiler itself, such as reading back cycles"},
    [POPLENS_TIME_OUTSIDE] =
        {"outside", "Outside",
         "The host had not started the run; nothing in the program changes it"},
};

static const struct {
  const char *key, *title;
} bounds[POPLENS_N_BOUNDS] = {
    [POPLENS_BOUND_OUTSIDE] = {"outside", "outside"},
    [POPLENS_BOUND_PROFILER] = {"profiler", "profiler"},
    [POPLENS_BOUND_COMPUTE] = {"compute", "compute"},
    [POPLENS_BOUND_EXCHANGE] = {"exchange", "exchange"},
    [POPLENS_BOUND_INTER_IPU] = {"inter_ipu_exchange", "inter-IPU exchange"},
    [POPLENS_BOUND_ANOTHER_IPU] = {"another_ipu", "waiting for another IPU"},
    [POPLENS_BOUND_HOST_TRANSFER] = {"host_transfer", "host transfer"},
    [POPLENS_BOUND_HOST_WAIT] = {"host", "waiting for host"},
    [POPLENS_BOUND_SYNC] = {"sync", "sync"},
    [POPLENS_BOUND_UNTRACKED] = {"untracked", "untracked"},
};

const char *
poplens_time_class_key (PoplensTimeClass class)
{
  return classes[class].key;
}

const char *
poplens_time_class_title (PoplensTimeClass class)
{
  return classes[class].title;
}

const char *
poplens_time_class_doc (PoplensTimeClass class)
{
  return classes[class].doc;
}

const char *
poplens_bound_key (PoplensBound bound)
{
  return bounds[bound].key;
}

const char *
poplens_bound_title (PoplensBound bound)
{
  return bounds[bound].title;
}
