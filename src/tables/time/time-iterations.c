/* Iterations: the turns of the program's outermost loop. */
#include "base/format.h"
#include "derived/time/time-source.h"
#include "model/cycle-range.h"
#include "tables/engine/builders.h"

typedef struct {
  gint64 iteration, run, from, to, period;
  double over;
  gint64 micro_batches;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, iteration, "Iteration", ID, DERIVED, "Number over all runs, from 1"),
    POPLENS_CELL (Row, run, "Run", ID, DERIVED, "Run, as the file numbers it"),
    POPLENS_CELL (Row, from, "From", CYCLES, DERIVED, "First cycle of its compute and exchanges"),
    POPLENS_CELL (Row, to, "To", CYCLES, DERIVED, "End of its compute and exchanges"),
    POPLENS_CELL (
        Row, period, "Period", CYCLES, DERIVED,
        "Cycles to the beginning of the next iteration; of the last of a run, from the end "
        "of the one before to its own; empty if it is not whole"),
    POPLENS_CELL (Row, over, "Over median", SIGNED_RATIO, DERIVED,
                  "Period minus the median, as a share of the median"),
    POPLENS_CELL (Row, micro_batches, "Micro-batches", COUNT, DERIVED,
                  "Turns of the next loop inside; empty without one"),
};

static gint64
count_batches (const PoplensTimeLoop *batches, guint iteration)
{
  gint64 n = 0;

  for (guint b = 0; b < batches->turns->len; b++)
    n += poplens_time_iteration_at (batches, b)->part_of == iteration;
  return n;
}

static void
add_iteration (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeIterations *all,
               guint turn)
{
  const PoplensTimeLoop *loop = &all->iterations;
  const PoplensTimeIteration *one = poplens_time_iteration_at (loop, turn);
  Row *row = poplens_records_add (rows);
  PoplensNumber range;

  row->iteration = turn + 1;
  row->run = poplens_time_run_id (time, one->part_of);
  row->from = (gint64) one->from;
  row->to = (gint64) one->to;
  if (one->length) {
    row->period = (gint64) one->length;
    row->over = ((double) one->length - (double) loop->median) / (double) loop->median;
  }
  if (all->batches.turns->len)
    row->micro_batches = count_batches (&all->batches, turn);
  if (one->end > one->from)
    poplens_records_link (rows, "trace?range=%s",
                          poplens_trace_range_format (range, one->from, one->end));
}

PoplensTable *
poplens_build_runs_by_iteration (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensTimeIterations *all =
      time ? poplens_report_time_iterations (report, cancellable, error) : NULL;
  g_autofree char *note = NULL;
  PoplensNumber median, spread;

  if (!all)
    return NULL;
  const PoplensTimeLoop *loop = &all->iterations;
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint t = 0; t < loop->turns->len; t++)
    add_iteration (rows, time, all, t);
  PoplensTable *table = poplens_records_finish (rows, "runs", "Iterations", report);
  if (!loop->turns->len)
    note = g_strdup ("No iterations: no loop of the program ran twice.");
  else
    note = g_strdup_printf (
        "Median %s cycles, spread %s. An iteration is one turn of the outermost loop.",
        poplens_format_count (median, loop->median),
        poplens_format_percent (spread, poplens_time_loop_spread (loop)));
  poplens_table_set_note (table, note);
  return table;
}
