#include "tables/time/time-answer.h"

#include "analysis/time/time-replay.h"
#include "base/format.h"

/* Below this share of the program nothing is worth a change. */
#define LEAST_SHARE 0.01

typedef struct {
  const PoplensTime *time;
  double bars[POPLENS_N_BARS];
  PoplensTimeBalance balance;
} Answer;

static const char *
format_cycles (PoplensNumber buffer, double cycles)
{
  return poplens_format_count (buffer, cycles > 0 ? (guint64) (cycles + 0.5) : 0);
}

/* What a change to that bar saves at most. */
static double
get_bound (const Answer *self, PoplensTimeBar bar)
{
  if (bar == POPLENS_BAR_OTHER_IPUS)
    return self->balance.waits;
  return bar == POPLENS_BAR_OWN_TILES ? self->balance.tiles : self->bars[bar];
}

/* The table that says more. */
static const char *
get_next (PoplensTimeBar bar)
{
  static const char *const next[POPLENS_N_BARS] = {
      [POPLENS_BAR_OTHER_IPUS] = "time-waits",
      [POPLENS_BAR_OWN_TILES] = "trace-bound",
      [POPLENS_BAR_EXCHANGE] = "trace-exchanges",
      [POPLENS_BAR_INTER_IPU] = "trace-exchanges",
  };

  return next[bar] ? next[bar] : "time-path";
}

static const char *
get_cause (PoplensTimeBar bar)
{
  static const char *const causes[POPLENS_N_BARS] = {
      [POPLENS_BAR_OTHER_IPUS] = "IPUs wait for one another for",
      [POPLENS_BAR_OWN_TILES] = "Tiles wait for others of their IPU for",
      [POPLENS_BAR_EXCHANGE] = "Exchanges take",
      [POPLENS_BAR_INTER_IPU] = "Exchanges between IPUs take",
      [POPLENS_BAR_SYNC] = "Syncs take",
      [POPLENS_BAR_HOST] = "Transfers with the host, and waiting for it, take",
      [POPLENS_BAR_UNTRACKED] = "No step is recorded for",
      [POPLENS_BAR_PROFILER] = "The profiler itself takes",
  };

  return causes[bar];
}

static PoplensTimeBar
find_most (const Answer *self)
{
  PoplensTimeBar most = POPLENS_BAR_OTHER_IPUS;

  for (PoplensTimeBar b = most; b < POPLENS_BAR_OUTSIDE; b++)
    if (self->bars[b] > self->bars[most])
      most = b;
  return most;
}

const char *
poplens_time_next_table (const PoplensTime *time)
{
  Answer self = {.time = time};

  poplens_time_waterfall (time, 0, time->total, self.bars);
  PoplensTimeBar most = find_most (&self);
  return self.bars[most] < LEAST_SHARE * (double) (time->total - time->outside)
             ? "trace-by-operation"
             : get_next (most);
}

char *
poplens_time_answer (const PoplensTime *time)
{
  Answer self = {.time = time};
  const char *about = poplens_time_is_by_tile (time) ? "" : "≈ ";
  PoplensNumber cycles, all, share, saving;
  double program = (double) (time->total - time->outside);

  poplens_time_waterfall (time, 0, time->total, self.bars);
  poplens_time_balance (time, &self.balance);
  PoplensTimeBar most = find_most (&self);
  format_cycles (all, program);
  if (program <= 0)
    return g_strdup ("The program executed nothing.");
  poplens_format_percent (share, self.bars[most] / program);
  if (self.bars[most] < LEAST_SHARE * program)
    return g_strdup_printf ("Nothing but compute takes 1 %% of the program's %s cycles. Compute "
                            "less: see the table trace-by-operation.",
                            all);
  return g_strdup_printf ("%s %s%s of the program's %s cycles (%s). A change saves at most "
                          "%s%s cycles: see the table %s.",
                          get_cause (most), about, format_cycles (cycles, self.bars[most]), all,
                          share, about, format_cycles (saving, get_bound (&self, most)),
                          get_next (most));
}

char *
poplens_time_outside (const PoplensTime *time)
{
  PoplensNumber cycles, share;
  double part = time->total ? (double) time->outside / (double) time->total : 0;

  if (part < LEAST_SHARE)
    return NULL;
  return g_strdup_printf ("The host had not started the program for %s cycles (%s of the trace). "
                          "They are excluded from the program's cycles.",
                          poplens_format_count (cycles, time->outside),
                          poplens_format_percent (share, part));
}
