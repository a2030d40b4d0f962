/* Which IPU waits for which, and what that one did meanwhile. */
#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "tables/engine/builders.h"

typedef struct {
  gint64 ipu, last, joins, cycles;
  double share;
  const char *did;
  double did_share;
  gint64 longest, step;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "IPU that waits"),
    POPLENS_CELL (Row, last, "Waits for", ID, DERIVED, "IPU that came last"),
    POPLENS_CELL (Row, joins, "Joins", COUNT, DERIVED,
                  "Number of syncs of several IPUs at which the first waited for the second",
                  .total = TRUE),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles from when the last tile of the waiting IPU came to when the last IPU "
                  "came",
                  .total = TRUE),
    POPLENS_CELL (Row, share, "Share", RATIO, DERIVED, "Share of the program time"),
    POPLENS_CELL (Row, did, "Meanwhile", TEXT, DERIVED,
                  "Class that took most cycles of the last IPU meanwhile"),
    POPLENS_CELL (Row, did_share, "Share of it", RATIO, DERIVED,
                  "Share of the waiting in which the last IPU did that"),
    POPLENS_CELL (Row, longest, "Longest", CYCLES, DERIVED, "Longest wait at one sync"),
    POPLENS_CELL (Row, step, "Step", ID, DERIVED, "Sync with the longest wait (steps.id)"),
};

static void
add_wait (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeWait *wait,
          guint64 program)
{
  const PoplensExecution *x = time->execution;
  guint32 step = x->row_step[wait->longest_row];
  g_autofree char *link = poplens_trace_step_link (x, step, NULL, TRUE);
  Row *row = poplens_records_add (rows);
  guint most = 0;

  for (guint b = 1; b < POPLENS_N_BOUNDS; b++)
    if (wait->did[b] > wait->did[most])
      most = b;
  row->ipu = time->ipus[wait->place].ipu;
  row->last = time->ipus[wait->last].ipu;
  row->joins = (gint64) wait->joins;
  row->cycles = (gint64) wait->cycles;
  if (program)
    row->share = (double) wait->cycles / (double) program;
  row->did = poplens_bound_title (most);
  row->did_share = (double) wait->did[most] / (double) wait->cycles;
  row->longest = (gint64) wait->longest;
  row->step = poplens_execution_step_id (x, step);
  poplens_records_link (rows, "%s", link);
}

PoplensTable *
poplens_build_time_waits (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  guint64 from, to;

  if (!time || !poplens_report_time_scope (report, location, &from, &to, cancellable, error))
    return NULL;
  guint64 program = to - from - poplens_time_outside (time, from, to);
  g_autoptr (GArray) waits = poplens_time_waits (time, from, to);
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint w = 0; w < waits->len; w++)
    add_wait (rows, time, &g_array_index (waits, PoplensTimeWait, w), program);
  return poplens_records_finish (rows, "time-waits", "Waits between IPUs", report);
}
