/* Tables of time: by IPU and phase, iterations, waits, the critical path, transfers and copies. */
#include "analysis/time/time-levels.h"
#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "base/format.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "tables/engine/builders.h"

#include <math.h>

/* ---- transfers ------------------------------------------------------------------------------- */

/* Two tables. The first shows how much of each transfer compute hides, and how many cycles the
 * program would save without the transfer. The second shows copies with the host by IPU. */

/* Returns the direction of a transfer: "host → IPU 0". @ipu: "IPU 0", or "IPU" for all IPUs.
 * (nullable): NULL if the host takes no part */
static const char *
format_direction (PoplensRecords *rows, const PoplensTimeTransfer *transfer, const char *ipu)
{
  g_autofree char *from = g_strdup_printf ("host → %s", ipu);
  g_autofree char *to = g_strdup_printf ("%s → host", ipu);
  g_autofree char *both = g_strdup_printf ("host ↔ %s", ipu);

  switch (transfer->ways) {
  case POPLENS_TRANSFER_FROM_HOST:
    return poplens_records_text (rows, from);
  case POPLENS_TRANSFER_TO_HOST:
    return poplens_records_text (rows, to);
  case POPLENS_TRANSFER_FROM_HOST | POPLENS_TRANSFER_TO_HOST:
    return poplens_records_text (rows, both);
  default:
    return NULL;
  }
}

/* Links the row to the longest step of the transfer. */
static void
link_transfer_step (PoplensRecords *rows, const PoplensTime *time,
                    const PoplensTimeTransfer *transfer)
{
  const PoplensExecution *x = time->execution;
  g_autofree char *link =
      poplens_trace_step_link (x, x->row_step[transfer->longest_row], NULL, TRUE);

  poplens_records_link (rows, "%s", link);
}

typedef struct {
  const char *transfer, *way;
  gint64 steps, cycles, hidden, exposed;
  double saves_cycles, share;
  gint64 received_bytes, sent_bytes;
  double bytes_per_cycle;
  const char *source;
} TransferRow;

static const PoplensColumn transfer_columns[] = {
    POPLENS_CELL (TransferRow, transfer, "Transfer", TEXT, FILE,
                  "Streams of a copy with the host, or all exchanges of a kind"),
    POPLENS_CELL (TransferRow, way, "Direction", TEXT, FILE, "Where the data goes"),
    POPLENS_CELL (TransferRow, steps, "Steps by IPU", COUNT, FILE,
                  "Executed steps that move data, counted on each IPU", .total = TRUE),
    POPLENS_CELL (TransferRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles of the program time from the first tile's start to the last tile's end "
                  "of each step, over all IPUs; waiting for the host is part of a copy"),
    POPLENS_CELL (TransferRow, hidden, "Hidden", CYCLES, DERIVED,
                  "Cycles of the transfer in which compute goes on: it binds the IPU"),
    POPLENS_CELL (TransferRow, exposed, "Exposed", CYCLES, DERIVED,
                  "Cycles of the transfer in which compute does not go on; with hidden all cycles"),
    POPLENS_CELL (TransferRow, saves_cycles, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the program saves at most without the transfer, by replay; never "
                  "more than exposed"),
    POPLENS_CELL (
        TransferRow, share, "Share of program", RATIO, DERIVED,
        "Cycles that the program saves at most, as a share of the program time of the scope"),
    POPLENS_CELL (TransferRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles receive in all these steps", .total = TRUE),
    POPLENS_CELL (TransferRow, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles send in all these steps; of a copy with the bytes that time it",
                  .total = TRUE),
    POPLENS_CELL (TransferRow, bytes_per_cycle, "Bytes/cycle", NUMBER, DERIVED,
                  "Bytes received and sent per cycle of the longest tile; an estimate where the "
                  "cycles are"),
    POPLENS_CELL (TransferRow, source, "Source", TEXT, DERIVED,
                  "measured, or estimated by the compiler: the cycles, and what follows from them"),
};

static const char *
transfer_title (PoplensRecords *rows, const PoplensTimeTransfer *transfer)
{
  switch (transfer->kind) {
  case POPLENS_TRANSFER_EXCHANGE:
    return "Exchange";
  case POPLENS_TRANSFER_INTER_IPU:
    return "Inter-IPU exchange";
  default:
    return poplens_records_text (rows, transfer->streams);
  }
}

static const char *
copy_direction (PoplensRecords *rows, const PoplensTimeTransfer *transfer)
{
  switch (transfer->kind) {
  case POPLENS_TRANSFER_EXCHANGE:
    return "tile → tile";
  case POPLENS_TRANSFER_INTER_IPU:
    return "IPU → IPU";
  default:
    return format_direction (rows, transfer, "IPU");
  }
}

static void
add_transfer (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeTransfer *transfer,
              double program)
{
  const char *way = copy_direction (rows, transfer), *title = transfer_title (rows, transfer);
  TransferRow *row = poplens_records_add (rows);

  row->transfer = title;
  row->way = way;
  row->steps = (gint64) transfer->steps;
  row->cycles = (gint64) transfer->cycles;
  row->hidden = (gint64) transfer->hidden;
  row->exposed = (gint64) (transfer->cycles - transfer->hidden);
  row->saves_cycles = transfer->blocking;
  if (program > 0)
    row->share = transfer->blocking / program;
  row->received_bytes = (gint64) transfer->received;
  row->sent_bytes = (gint64) transfer->sent;
  row->bytes_per_cycle = poplens_time_transfer_speed (transfer);
  row->source = transfer->kind == POPLENS_TRANSFER_EXCHANGE ? "estimated" : "measured";
  link_transfer_step (rows, time, transfer);
}

PoplensTable *
poplens_build_time_transfers (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  g_autoptr (PoplensTimeTransfers) found =
      time ? poplens_report_time_transfers (report, location, cancellable, error) : NULL;

  if (!found)
    return NULL;
  double program =
      (double) (found->to - found->from - poplens_time_outside (time, found->from, found->to));
  PoplensRecords *rows = POPLENS_RECORDS (TransferRow, transfer_columns);
  for (guint i = 0; i < found->all->len; i++)
    add_transfer (rows, time, poplens_time_transfer_at (found->all, i), program);
  PoplensTable *table = poplens_records_finish (rows, "time-transfers", "Transfers", report);
  poplens_table_set_note (table, "Largest saving first. Savings overlap and do not add up. Cycles "
                                 "and bytes per cycle of exchanges between tiles are the "
                                 "compiler's estimate.");
  return table;
}

/* ---- copies by destination ------------------------------------------------------------------- */

typedef struct {
  gint64 ipu;
  const char *way, *streams;
  gint64 steps, received_bytes, sent_bytes, cycles, hidden, exposed;
  double bytes_per_cycle;
} CopyRow;

static const PoplensColumn copy_columns[] = {
    POPLENS_CELL (CopyRow, ipu, "IPU", ID, FILE, "IPU whose tiles take part"),
    POPLENS_CELL (CopyRow, way, "Direction", TEXT, FILE, "From the host to the IPU, or back"),
    POPLENS_CELL (CopyRow, streams, "Streams", TEXT, FILE, "Handles of the streams of the copy"),
    POPLENS_CELL (CopyRow, steps, "Copies", COUNT, FILE, "Executed copies", .total = TRUE),
    POPLENS_CELL (CopyRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles of the IPU receive in all these copies", .total = TRUE),
    POPLENS_CELL (CopyRow, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles of the IPU send in all these copies, with those that time them",
                  .total = TRUE),
    POPLENS_CELL (CopyRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles of the program time from the first tile's start to the last tile's end, "
                  "waiting for the host included",
                  .total = TRUE),
    POPLENS_CELL (CopyRow, hidden, "Hidden", CYCLES, DERIVED,
                  "Cycles of the copies in which compute goes on: it binds the IPU", .total = TRUE),
    POPLENS_CELL (CopyRow, exposed, "Exposed", CYCLES, DERIVED,
                  "Cycles of the copies in which compute does not go on", .total = TRUE),
    POPLENS_CELL (CopyRow, bytes_per_cycle, "Bytes/cycle", NUMBER, DERIVED,
                  "Bytes received and sent per cycle of the longest tile, without waiting"),
};

static void
add_copy_row (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeTransfer *transfer)
{
  guint32 ipu = time->ipus[transfer->place].ipu;
  g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
  const char *way = format_direction (rows, transfer, name);
  const char *streams = poplens_records_text (rows, transfer->streams);
  CopyRow *row = poplens_records_add (rows);

  row->ipu = ipu;
  row->way = way;
  row->streams = streams;
  row->steps = (gint64) transfer->steps;
  row->received_bytes = (gint64) transfer->received;
  row->sent_bytes = (gint64) transfer->sent;
  row->cycles = (gint64) transfer->cycles;
  row->hidden = (gint64) transfer->hidden;
  row->exposed = (gint64) (transfer->cycles - transfer->hidden);
  row->bytes_per_cycle = poplens_time_transfer_speed (transfer);
  link_transfer_step (rows, time, transfer);
}

/* Builds the table of copies by IPU. The rows are sorted by IPU; copies from the host come first.
 */
PoplensTable *
poplens_build_time_transfers_by_ipu (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  g_autoptr (PoplensTimeTransfers) found =
      time ? poplens_report_time_transfers (report, location, cancellable, error) : NULL;
  const guint all = POPLENS_TRANSFER_FROM_HOST | POPLENS_TRANSFER_TO_HOST;

  if (!found)
    return NULL;
  PoplensRecords *rows = POPLENS_RECORDS (CopyRow, copy_columns);
  for (guint p = 0; p < time->n_ipus; p++)
    for (guint ways = 1; ways <= all + 1; ways++)
      for (guint i = 0; i < found->by_ipu->len; i++) {
        const PoplensTimeTransfer *one = poplens_time_transfer_at (found->by_ipu, i);
        if (one->kind == POPLENS_TRANSFER_COPY && one->place == p && one->ways == (ways & all))
          add_copy_row (rows, time, one);
      }
  return poplens_records_finish (rows, "time-transfers", "Stream copies by destination", report);
}

/* ---- the critical path ----------------------------------------------------------------------- */

/* Table of the critical path: the step and IPU that determine how long the program takes, cycle by
 * cycle. */

enum { FROM, CYCLES, IPU, CLASS, STEP, TYPE, LABEL, NAME };

static const PoplensColumn path_columns[] = {
    [FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED, "First cycle"},
    [CYCLES] =
        {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
         "Cycles on the critical path. A step of work may count from its first tile's start to "
         "its last tile's end, which is more than the cycles of its longest tile."},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "IPU that the path goes through"},
    [CLASS] = {"class", "Class", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Why the IPU did not get on"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the step (steps.id)"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the step, as named in steps.type"},
    [LABEL] = {"label", "Label", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Short name, different from those of all other names in the report; else the name"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
};

typedef struct {
  const PoplensTime *time;         /* owned by .report, which the table keeps alive */
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensStepLabels *labels;
  GArray *segments;
} CriticalPath;

static void
critical_path_free (gpointer data)
{
  CriticalPath *self = data;

  g_array_unref (self->segments);
  g_free (self);
}

static const PoplensTimePathSegment *
segment_at (const CriticalPath *self, guint32 row)
{
  return &g_array_index (self->segments, PoplensTimePathSegment, row);
}

/* Returns the name of the program that the step executes. (nullable): NULL if there is none */
static const char *
path_step_name (const CriticalPath *self, guint32 step)
{
  guint32 program = self->time->execution->step_program[step];
  guint32 row = self->programs && program != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (self->programs, program)
                    : POPLENS_NO_ROW;

  return row == POPLENS_NO_ROW ? NULL : poplens_programs_name (self->programs, row);
}

static void
path_step_cell (const CriticalPath *self, guint32 step, guint column, PoplensValue *value)
{
  const PoplensExecution *x = self->time->execution;

  if (column == STEP)
    poplens_cell_int (value, poplens_execution_step_id (x, step));
  else if (column == TYPE)
    poplens_cell_text (value, poplens_execution_step_type (x, step));
  else if (column == NAME)
    poplens_cell_text (value, path_step_name (self, step));
  else
    poplens_cell_text (
        value, poplens_step_label_or_name (self->labels, step, path_step_name (self, step)));
}

static void
critical_path_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const CriticalPath *self = data;
  const PoplensTimePathSegment *at = segment_at (self, row);

  switch (column) {
  case FROM:
    poplens_cell_int (value, (gint64) at->from);
    break;
  case CYCLES:
    poplens_cell_int (value, (gint64) (at->to - at->from));
    break;
  case IPU:
    poplens_cell_int (value, self->time->ipus[at->place].ipu);
    break;
  case CLASS:
    poplens_cell_text (value, poplens_bound_title (at->bound));
    break;
  default:
    if (at->row != G_MAXUINT32)
      path_step_cell (self, self->time->execution->row_step[at->row], column, value);
  }
}

static char *
path_step_link (gconstpointer data, guint32 row)
{
  const CriticalPath *self = data;
  const PoplensTimePathSegment *at = segment_at (self, row);
  const PoplensExecution *x = self->time->execution;

  return at->row == G_MAXUINT32 ? NULL
                                : poplens_trace_step_link (x, x->row_step[at->row], NULL, TRUE);
}

PoplensTable *
poplens_build_critical_path (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensStepLabels *labels =
      time ? poplens_report_step_labels (report, cancellable, error) : NULL;
  gconstpointer programs;
  guint64 from, to;

  if (!labels || !poplens_report_time_scope (report, location, &from, &to, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  g_autoptr (GArray) path = poplens_time_path (time, from, to);
  CriticalPath *self = g_new0 (CriticalPath, 1);
  self->time = time;
  self->programs = programs;
  self->labels = labels;
  self->segments = poplens_time_path_segments (time, path);
  PoplensTable *table = poplens_table_new ("critical-path", "Critical path", self->segments->len,
                                           critical_path_cell, self, critical_path_free, report);
  poplens_table_add_columns (table, path_columns, G_N_ELEMENTS (path_columns));
  poplens_table_add_total (table, CYCLES);
  poplens_table_set_link (table, path_step_link);
  return table;
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* Table of waits: which IPU waits for which other IPU, and what the other IPU did meanwhile. */

typedef struct {
  gint64 ipu, last, joins, cycles;
  double share;
  const char *did;
  double did_share;
  gint64 longest, step;
} WaitRow;

static const PoplensColumn wait_columns[] = {
    POPLENS_CELL (WaitRow, ipu, "IPU", ID, FILE, "IPU that waits"),
    POPLENS_CELL (WaitRow, last, "Waits for", ID, DERIVED, "IPU that came last"),
    POPLENS_CELL (WaitRow, joins, "Joins", COUNT, DERIVED,
                  "Number of syncs of several IPUs at which the first waited for the second",
                  .total = TRUE),
    POPLENS_CELL (WaitRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles from when the last tile of the waiting IPU came to when the last IPU "
                  "came",
                  .total = TRUE),
    POPLENS_CELL (WaitRow, share, "Share", RATIO, DERIVED, "Share of the program time"),
    POPLENS_CELL (WaitRow, did, "Meanwhile", TEXT, DERIVED,
                  "Class that took most cycles of the last IPU meanwhile"),
    POPLENS_CELL (WaitRow, did_share, "Share of it", RATIO, DERIVED,
                  "Share of the waiting in which the last IPU did that"),
    POPLENS_CELL (WaitRow, longest, "Longest", CYCLES, DERIVED, "Longest wait at one sync"),
    POPLENS_CELL (WaitRow, step, "Step", ID, DERIVED, "Sync with the longest wait (steps.id)"),
};

static void
add_wait_row (PoplensRecords *rows, const PoplensTime *time, const PoplensTimeWait *wait,
              guint64 program)
{
  const PoplensExecution *x = time->execution;
  guint32 step = x->row_step[wait->longest_row];
  g_autofree char *link = poplens_trace_step_link (x, step, NULL, TRUE);
  WaitRow *row = poplens_records_add (rows);
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
  PoplensRecords *rows = POPLENS_RECORDS (WaitRow, wait_columns);
  for (guint w = 0; w < waits->len; w++)
    add_wait_row (rows, time, &g_array_index (waits, PoplensTimeWait, w), program);
  return poplens_records_finish (rows, "time-waits", "Waits between IPUs", report);
}

/* ---- iterations ------------------------------------------------------------------------------ */

/* Table of iterations: repetitions of the program's outermost loop. */

typedef struct {
  gint64 iteration, run, from, to, period;
  double over;
  gint64 micro_batches;
} IterationRow;

static const PoplensColumn iteration_columns[] = {
    POPLENS_CELL (IterationRow, iteration, "Iteration", ID, DERIVED,
                  "Number over all runs, from 1"),
    POPLENS_CELL (IterationRow, run, "Run", ID, DERIVED, "Run, as the file numbers it"),
    POPLENS_CELL (IterationRow, from, "From", CYCLES, DERIVED,
                  "First cycle of its compute and exchanges"),
    POPLENS_CELL (IterationRow, to, "To", CYCLES, DERIVED, "End of its compute and exchanges"),
    POPLENS_CELL (
        IterationRow, period, "Period", CYCLES, DERIVED,
        "Cycles to the beginning of the next iteration; of the last of a run, from the end "
        "of the one before to its own; empty if it is not whole"),
    POPLENS_CELL (IterationRow, over, "Over median", SIGNED_RATIO, DERIVED,
                  "Period minus the median, as a share of the median"),
    POPLENS_CELL (IterationRow, micro_batches, "Micro-batches", COUNT, DERIVED,
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
  IterationRow *row = poplens_records_add (rows);
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
  PoplensRecords *rows = POPLENS_RECORDS (IterationRow, iteration_columns);
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

/* ---- IPUs ------------------------------------------------------------------------------------ */

typedef struct {
  gint64 ipu;
  double classes[POPLENS_N_TIMES];
  double total;
} IpuTimeRow;

static const PoplensColumn number =
    POPLENS_CELL (IpuTimeRow, ipu, "IPU", ID, FILE, "Number of the IPU");
static const PoplensColumn sum =
    POPLENS_CELL (IpuTimeRow, total, "Total", CYCLES, DERIVED,
                  "Sum of the classes: cycles of the scope, else of the trace");

/* Returns the provenance of the cycles of a class (formats.md 8.2). Exchanges between tiles are
 * estimates of the compiler. */
static PoplensProvenance
class_provenance (PoplensTimeClass class)
{
  switch (class) {
  case POPLENS_TIME_COMPUTE:
  case POPLENS_TIME_HOST_TRANSFER:
  case POPLENS_TIME_INTER_IPU:
    return POPLENS_FROM_MEASURED;
  case POPLENS_TIME_EXCHANGE:
    return POPLENS_FROM_ESTIMATED;
  default:
    return POPLENS_FROM_DERIVED;
  }
}

/* Adds the column of a class of time. @time: (nullable): NULL for times from lightweight profiling.
 * @offset: offset of .classes in the row. */
static void
add_class_column (PoplensRecords *rows, const PoplensTime *time, PoplensTimeClass class,
                  gsize offset)
{
  gboolean about = time && poplens_time_is_guess (time, class);
  g_autofree char *title = g_strconcat (about ? "≈ " : "", poplens_time_class_title (class), NULL);
  g_autofree char *doc = g_strdup_printf (
      "%s; mean cycles a tile%s", poplens_time_class_doc (class),
      about ? ". Approximated from the mean of each step, as cycles by tile are not recorded" : "");
  PoplensColumn column = {.name = poplens_time_class_key (class),
                          .title = title,
                          .unit = POPLENS_UNIT_CYCLES,
                          .provenance = class_provenance (class),
                          .doc = doc,
                          .holds = POPLENS_HOLDS_DOUBLE,
                          .offset = offset + class * sizeof (double)};

  poplens_records_add_column (rows, &column);
}

static IpuTimeRow *
add_ipu_time (PoplensRecords *rows, guint32 ipu, const guint64 *classes, guint32 tiles,
              guint64 total)
{
  IpuTimeRow *row = poplens_records_add (rows);

  row->ipu = ipu;
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    row->classes[c] = (double) classes[c] / tiles;
  row->total = (double) total;
  return row;
}

static void
clear_unrecorded_classes (IpuTimeRow *row, const PoplensTimeLight *light)
{
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    if (!poplens_time_light_tells (light, c))
      row->classes[c] = NAN;
}

PoplensTable *
poplens_build_time_ipus (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (report, &light, cancellable, error))
    return NULL;
  const PoplensTime *time = light ? NULL : poplens_report_time (report, cancellable, error);
  guint64 from = 0, to = 0;
  if (!light &&
      (!time || !poplens_report_time_scope (report, location, &from, &to, cancellable, error)))
    return NULL;
  PoplensRecords *rows = poplens_records_new (&number, 1, sizeof (IpuTimeRow));
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    add_class_column (rows, time, c, G_STRUCT_OFFSET (IpuTimeRow, classes));
  poplens_records_add_column (rows, &sum);
  for (guint i = 0; time && i < time->n_ipus; i++) {
    guint64 classes[POPLENS_N_TIMES];
    poplens_time_classes (time, i, from, to, classes);
    add_ipu_time (rows, time->ipus[i].ipu, classes, time->tiles, to - from);
  }
  for (guint i = 0; light && i < light->ipus->len; i++) {
    const PoplensTimeLightIpu *ipu = &g_array_index (light->ipus, PoplensTimeLightIpu, i);
    clear_unrecorded_classes (
        add_ipu_time (rows, ipu->ipu, ipu->classes, ipu->n_tiles, light->total), light);
  }
  PoplensTable *table = poplens_records_finish (rows, "time-ipus", "Where the time went", report);
  poplens_table_set_note (table, light ? poplens_time_light_caveat () : poplens_time_caveat (time));
  return table;
}

/* ---- phases ---------------------------------------------------------------------------------- */

#define N_PHASES (POPLENS_PHASE_UPDATE + 1)

typedef struct {
  gint64 ipu;
  const char *phase;
  gint64 spans;
  double classes[POPLENS_N_TIMES];
  double total;
} TimePhaseRow;

static const PoplensColumn phase_columns[] = {
    POPLENS_CELL (TimePhaseRow, ipu, "IPU", ID, FILE, "Number of the IPU"),
    POPLENS_CELL (TimePhaseRow, phase, "Phase", TEXT, DERIVED,
                  "forward, loss, backward or update, by the names of the steps; other: the rest"),
    POPLENS_CELL (TimePhaseRow, spans, "Spans", COUNT, DERIVED,
                  "Times that the phase began on the IPU; empty for the rest"),
};
static const PoplensColumn phase_sum = POPLENS_CELL (
    TimePhaseRow, total, "Total", CYCLES, DERIVED,
    "Cycles of the spans, from the first to the last compute or exchange of each: sum "
    "of the classes");

/* Tile cycles of an IPU in a training phase. Signed: cycles without a phase are a difference, which
 * rounding may make negative. */
typedef struct {
  gint64 spans, cycles, classes[POPLENS_N_TIMES];
} PhaseTime;

static void
add_phase_cycles (PhaseTime *self, const PoplensTime *time, guint place, guint64 from, guint64 to,
                  int sign)
{
  guint64 classes[POPLENS_N_TIMES];

  poplens_time_classes (time, place, from, to, classes);
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    self->classes[c] += sign * (gint64) classes[c];
  self->cycles += sign * (gint64) (to - from);
  self->spans++;
}

static TimePhaseRow *
add_phase_row (PoplensRecords *rows, const PoplensTime *time, guint place, const char *name,
               const PhaseTime *phase)
{
  TimePhaseRow *row = poplens_records_add (rows);

  row->ipu = time->ipus[place].ipu;
  row->phase = name;
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    row->classes[c] = (double) MAX (phase->classes[c], 0) / time->tiles;
  row->total = (double) phase->cycles;
  return row;
}

/* Adds the rows of the IPU with index @place: one for each phase, and one for the rest of the
 * trace. */
static void
add_phases (PoplensRecords *rows, const PoplensTime *time, guint place,
            const PoplensTimeIterations *iterations, const guint8 *phases)
{
  PhaseTime sums[N_PHASES] = {0}, *rest = &sums[POPLENS_PHASE_NONE];
  g_autoptr (PoplensTimeLevels) levels =
      poplens_time_levels_new (time, iterations, phases, (guint16) time->ipus[place].ipu);

  add_phase_cycles (rest, time, place, 0, time->total, 1);
  for (guint i = 0; i < levels->spans->len; i++) {
    const PoplensLevelSpan *span = &g_array_index (levels->spans, PoplensLevelSpan, i);
    guint64 to = MIN (span->to, time->total), from = MIN (span->from, to);
    if (span->level != POPLENS_LEVEL_PHASE)
      continue;
    add_phase_cycles (&sums[span->number], time, place, from, to, 1);
    add_phase_cycles (rest, time, place, from, to, -1);
  }
  for (PoplensPhase p = POPLENS_PHASE_FORWARD; p < N_PHASES; p++)
    if (sums[p].spans)
      add_phase_row (rows, time, place, poplens_phase_name (p), &sums[p])->spans = sums[p].spans;
  add_phase_row (rows, time, place, "other", rest);
}

/* Returns the training phase of each step. (transfer full) (nullable): NULL if the names of steps
 * do not contain phases */
static guint8 *
find_step_phases (const PoplensTime *time, const PoplensStepLabels *labels)
{
  const PoplensExecution *x = time->execution;
  g_autofree guint32 *name = g_new (guint32, MAX (x->n_steps, 1));

  for (guint32 s = 0; s < x->n_steps; s++)
    name[s] = poplens_step_names_get (labels->names, s);
  return poplens_time_phases_new (x, labels->names->strings, name, TRUE);
}

PoplensTable *
poplens_build_time_ipus_by_phase (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensTimeIterations *iterations =
      time ? poplens_report_time_iterations (report, cancellable, error) : NULL;
  const PoplensStepLabels *labels =
      iterations ? poplens_report_step_labels (report, cancellable, error) : NULL;

  if (!labels)
    return NULL;
  g_autofree guint8 *phases = find_step_phases (time, labels);
  PoplensRecords *rows =
      poplens_records_new (phase_columns, G_N_ELEMENTS (phase_columns), sizeof (TimePhaseRow));
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    add_class_column (rows, time, c, G_STRUCT_OFFSET (TimePhaseRow, classes));
  poplens_records_add_column (rows, &phase_sum);
  for (guint i = 0; phases && i < time->n_ipus; i++)
    add_phases (rows, time, i, iterations, phases);
  PoplensTable *table = poplens_records_finish (rows, "time-ipus", "Phases", report);
  poplens_table_set_note (table, !phases ? "No phases: no name tells a backward pass."
                                         : poplens_time_caveat (time));
  return table;
}
