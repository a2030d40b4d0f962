#include "tables/time/time-answer.h"

#include "analysis/time/time-replay.h"
#include "base/format.h"

#include <math.h>

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

/* What the program saves without it, as the finding on all of it says. */
static double
get_bound (const Answer *self, PoplensTimeBar bar, guint64 from, guint64 to)
{
  if (bar == POPLENS_BAR_OTHER_IPUS)
    return self->balance.waits;
  if (bar == POPLENS_BAR_OWN_TILES)
    return self->balance.tiles;
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (self->time, from, to);
  poplens_time_replay_remove (replay, poplens_time_bar_bounds (bar));
  return (double) (to - from) -
         (double) poplens_time_replay_run (replay) / (double) self->time->tiles;
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
      [POPLENS_BAR_OTHER_IPUS] = "IPUs wait for one another",
      [POPLENS_BAR_OWN_TILES] = "Tiles wait for others of their IPU",
      [POPLENS_BAR_EXCHANGE] = "Exchanges hold the program up",
      [POPLENS_BAR_INTER_IPU] = "Exchanges between IPUs hold the program up",
      [POPLENS_BAR_SYNC] = "Syncs hold the program up",
      [POPLENS_BAR_HOST] = "Transfers with the host, and waiting for it, hold the program up",
      [POPLENS_BAR_UNTRACKED] = "A part has no recorded step",
      [POPLENS_BAR_PROFILER] = "The profiler itself holds the program up",
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
poplens_time_next_table (const PoplensTime *time, guint64 from, guint64 to)
{
  Answer self = {.time = time};

  poplens_time_waterfall (time, from, to, self.bars);
  PoplensTimeBar most = find_most (&self);
  return self.bars[most] < LEAST_SHARE * ((double) (to - from) - self.bars[POPLENS_BAR_OUTSIDE])
             ? "trace-by-operation"
             : get_next (most);
}

char *
poplens_time_answer (const PoplensTime *time, guint64 from, guint64 to)
{
  Answer self = {.time = time};
  PoplensNumber all, share, saving;
  gboolean whole = from == 0 && to == time->total;
  const char *what = whole ? "program" : "range";

  poplens_time_waterfall (time, from, to, self.bars);
  poplens_time_balance (time, from, to, &self.balance);
  PoplensTimeBar most = find_most (&self);
  double program = (double) (to - from) - self.bars[POPLENS_BAR_OUTSIDE];
  format_cycles (all, program);
  if (program <= 0)
    return g_strdup_printf ("The program executed nothing%s.", whole ? "" : " in this range");
  if (self.bars[most] < LEAST_SHARE * program)
    return g_strdup_printf ("No wait and no transfer takes 1 %% of the %s's %s cycles.", what, all);
  double bound = get_bound (&self, most, from, to);
  return g_strdup_printf ("%s. Without that the %s saves at most %s%s of its %s cycles (%s).",
                          get_cause (most), what, poplens_time_is_by_tile (time) ? "" : "≈ ",
                          format_cycles (saving, bound), all,
                          poplens_format_percent (share, bound / program));
}

/* ---- findings ----------------------------------------------------------------------------------
 */

char *
poplens_time_iteration_text (const PoplensTimeIterations *iterations, guint64 hz)
{
  const PoplensTimeLoop *loop = &iterations->iterations;
  PoplensNumber median, time, least, most, turns;
  guint n = loop->length->len;

  if (!n)
    return NULL;
  poplens_format_cycles_as_time (time, loop->median, hz);
  g_autofree char *measured =
      n == loop->turns->len ? g_strdup ("")
                            : g_strdup_printf (", of which %u have a next one in their run", n);
  return g_strdup_printf ("One iteration: median %s cycles%s%s%s, from %s to %s; %s%s.",
                          poplens_format_count (median, loop->median), *time ? " (" : "", time,
                          *time ? " nominal)" : "",
                          poplens_format_count (least, g_array_index (loop->length, guint64, 0)),
                          poplens_format_count (most, g_array_index (loop->length, guint64, n - 1)),
                          poplens_format_items (turns, loop->turns->len, "iteration"), measured);
}

char *
poplens_time_headline (const PoplensTimeFindings *findings)
{
  PoplensNumber saving, all, share;

  if (!findings->findings->len)
    return NULL;
  const PoplensTimeFinding *first = g_ptr_array_index (findings->findings, 0);
  return g_strdup_printf (
      "%s%s%s: at most %s%s of the program's %s cycles (%s).",
      poplens_time_kind_title (first->kind), *first->subject ? ", " : "", first->subject,
      first->approximated ? "≈ " : "", format_cycles (saving, first->saving),
      format_cycles (all, findings->program), poplens_format_percent (share, first->share));
}

char *
poplens_time_findings_note (const PoplensTimeFindings *findings)
{
  PoplensNumber together, share, threshold;

  poplens_format_percent (threshold, findings->threshold);
  if (!findings->findings->len)
    return g_strdup_printf ("Nothing saves %s of the program time.", threshold);
  poplens_format_percent (share,
                          findings->program > 0 ? findings->together / findings->program : 0);
  return findings->together < 1
             ? g_strdup_printf ("Largest saving first, from %s of the program time on. Savings "
                                "overlap and do not add up.",
                                threshold)
             : g_strdup_printf ("Largest saving first, from %s of the program time on. Savings "
                                "overlap and do not add up. Together they save at most %s cycles "
                                "(%s), not counting stages, bubble and iterations.",
                                threshold, format_cycles (together, findings->together), share);
}

static char *
noise_text (const PoplensTimeFindings *findings)
{
  PoplensNumber spread;

  if (isnan (findings->spread))
    return g_strdup ("Noise is unknown, as there are no two iterations to compare.");
  return g_strdup_printf ("Iterations differ by %s.",
                          poplens_format_percent (spread, findings->spread));
}

char *
poplens_time_basis_text (const PoplensTimeFindings *findings)
{
  const PoplensTimeBasis *basis = &findings->basis;
  g_autofree char *noise = noise_text (findings);
  PoplensNumber iterations, runs, tiles, estimated, threshold;

  return g_strdup_printf (
      "From %s in %s; cycles of %s by tile; %s of the program time is estimated exchanges. %s "
      "Threshold: %s.",
      poplens_format_items (iterations, basis->iterations, "iteration"),
      poplens_format_items (runs, basis->runs, "run"),
      basis->tiles ? poplens_format_items (tiles, basis->tiles, "tile") : "no tile",
      poplens_format_percent (estimated, basis->estimated), noise,
      poplens_format_percent (threshold, findings->threshold));
}
