/* Table that sums cycles and bytes of the executed steps in a range, by type and IPU. */
#include "tables/engine/builders.h"

#include "analysis/trace/trace-range.h"
#include "base/error.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"

#include <string.h>

/* Sums over the steps of one type on one IPU. A step counts in full, even if only a part of it is
 * in the range. */
typedef struct {
  guint64 received, sent;
  guint64 cycles, tile_cycles;
  guint64 bound; /* cycles of the range in which a step of this type determines when its IPU
                    continues */
  PoplensStepSource source;
} StepTypeSums;

typedef struct {
  const PoplensTraceSums *sums;
  const PoplensTime *time;      /* (nullable): classes of time; NULL if not recorded */
  const PoplensTraceOnly *only; /* (nullable): counts only these steps */
  guint64 from, to;
  PoplensTraceWhich which;
  int ipu; /* number of the IPU to count; −1: all */
  guint n_types;
  StepTypeSums *whole; /* [n_ipus × n_types]: sums */
  guint32 *steps;      /* [n_types]: number of steps; a step on several IPUs counts once */
} TypesOfRange;

typedef struct {
  const char *type;
  gint64 ipu;
  gboolean waiting;
  gint64 steps, cycles;
  double range_share;
  gint64 shortest, mean, longest;
  gint64 tile_cycles;
  double share, work_share, tile_balance;
  gint64 received_bytes, sent_bytes, whole;
  const char *source;
} StepTypeRow;

static const PoplensColumn type_columns[] = {
    POPLENS_CELL (StepTypeRow, type, "Type", TEXT, FILE,
                  "Type of the steps, as named in steps.type; expandable to the IPUs"),
    POPLENS_CELL (StepTypeRow, ipu, "IPU", ID, FILE,
                  "Number of the IPU; empty for all IPUs together"),
    POPLENS_CELL (StepTypeRow, waiting, "Waiting", BOOL, DERIVED,
                  "Whether steps of this type wait: syncs, and the begin and end of stream copies"),
    POPLENS_CELL (StepTypeRow, steps, "Steps", COUNT, FILE,
                  "Executed steps of the type that overlap the range", .total = TRUE),
    POPLENS_CELL (StepTypeRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles of the range in which the IPU waits for steps of the type; of steps that "
                  "overlap, each cycle counts for one",
                  .total = TRUE),
    POPLENS_CELL (StepTypeRow, range_share, "% of range", RATIO, DERIVED,
                  "Cycles as a share of the length of the range, on all IPUs of the row"),
    POPLENS_CELL (StepTypeRow, shortest, "Shortest", CYCLES, ROW,
                  "Cycles of the shortest step in the range"),
    POPLENS_CELL (StepTypeRow, mean, "Mean", CYCLES, DERIVED,
                  "Mean cycles of a step on an IPU in the range, rounded"),
    POPLENS_CELL (StepTypeRow, longest, "Longest", CYCLES, ROW,
                  "Cycles of the longest step in the range"),
    POPLENS_CELL (StepTypeRow, tile_cycles, "Tile cycles", CYCLES, ROW,
                  "Cycles of all tiles and steps, each step in full; of the whole trace all types "
                  "add up to tiles × length",
                  .total = TRUE),
    POPLENS_CELL (StepTypeRow, share, "Share", RATIO, DERIVED,
                  "Share of the tile cycles of all types", .total = TRUE),
    POPLENS_CELL (StepTypeRow, work_share, "Share of work", RATIO, DERIVED,
                  "Share of the tile cycles of all work types"),
    POPLENS_CELL (StepTypeRow, tile_balance, "Tile balance", RATIO, DERIVED,
                  "Mean ÷ longest tile cycles, weighted by cycles"),
    POPLENS_CELL (StepTypeRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles receive in these steps, each step in full", .total = TRUE),
    POPLENS_CELL (StepTypeRow, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles send in these steps, each step in full", .total = TRUE),
    POPLENS_CELL (StepTypeRow, whole, "Fully in range", COUNT, DERIVED,
                  "Steps that lie completely in the range, counted on each IPU"),
    POPLENS_CELL (StepTypeRow, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured, estimated (DoExchange) or derived (steps "
                  "without a program)"),
};

/* ---- sums ------------------------------------------------------------------------------------ */

static StepTypeSums *
get_type_sums (const TypesOfRange *range, guint32 ipu, guint8 type)
{
  return &range->whole[(gsize) ipu * range->n_types + type];
}

static gboolean
sum_types (TypesOfRange *range, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = range->sums->execution;
  guint32 last = G_MAXUINT32;

  for (guint32 row = 0; row < x->n_rows; row++) {
    guint64 received, sent;
    if (row % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    if (!poplens_trace_only_has (range->only, x->row_step[row]) ||
        (range->ipu >= 0 && range->ipu != x->row_ipu[row]))
      continue;
    gboolean touches = poplens_trace_row_touches (x, row, range->from, range->to);
    if ((touches || range->which == POPLENS_TRACE_ALL) && x->row_step[row] != last) {
      range->steps[x->step_type[x->row_step[row]]]++;
      last = x->row_step[row];
    }
    if (!touches)
      continue;
    StepTypeSums *whole = get_type_sums (range, x->row_ipu[row], x->step_type[x->row_step[row]]);
    whole->cycles += poplens_cycles_at (range->sums->steps->cycles, row);
    whole->source = MAX (whole->source, poplens_step_source (x, x->row_step[row]));
    whole->tile_cycles += poplens_step_sums_tile_cycles (range->sums->steps, row);
    if (poplens_trace_sums_bytes (range->sums, row, &received, &sent)) {
      whole->received += received;
      whole->sent += sent;
    }
  }
  return TRUE;
}

/* Adds to .bound of each type the cycles in which a step of that type is limiting. In a cycle, only
 * one step of an IPU is limiting. FALSE with @error. */
static gboolean
add_time (TypesOfRange *range, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = range->sums->execution;
  const PoplensTime *time = range->time;

  for (guint i = 0; time && i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    for (guint s = poplens_time_find_segment (ipu, range->from); s < ipu->segments->len; s++) {
      const PoplensTimeSegment *at = &g_array_index (ipu->segments, PoplensTimeSegment, s);
      guint64 from = MAX (at->from, range->from);
      if (at->from >= range->to)
        break;
      if (s % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      guint64 to = MIN (poplens_time_segment_to (time, ipu, s), range->to);
      if (at->row != G_MAXUINT32 && poplens_trace_only_has (range->only, x->row_step[at->row]))
        get_type_sums (range, ipu->ipu, x->step_type[x->row_step[at->row]])->bound +=
            to - MIN (from, to);
    }
  }
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Sums of the rows below a row of the tree. */
typedef struct {
  PoplensRangeTotal total;
  StepTypeSums whole;
  guint n_ipus;
} StepTypeTotals;

static void
type_totals_add (StepTypeTotals *self, const PoplensRangeTotal *total, const StepTypeSums *whole)
{
  PoplensRangeTotal *all = &self->total;
  guint64 count = all->count + total->count;

  all->min = self->n_ipus ? MIN (all->min, total->min) : total->min;
  all->max = MAX (all->max, total->max);
  all->mean = (all->mean * (double) all->count + total->mean * (double) total->count) /
              (double) MAX (count, 1);
  all->count += total->count;
  all->whole += total->whole;
  self->whole.received += whole->received;
  self->whole.sent += whole->sent;
  self->whole.cycles += whole->cycles;
  self->whole.tile_cycles += whole->tile_cycles;
  self->whole.bound += whole->bound;
  self->whole.source = MAX (self->whole.source, whole->source);
  self->n_ipus++;
}

/* Sets the cells of a row. @all: tile cycles of all types. @work: tile cycles of the types that are
 * not waiting. */
static void
fill_type_row (StepTypeRow *row, const TypesOfRange *range, const StepTypeTotals *sum, guint64 all,
               guint64 work)
{
  const StepTypeSums *whole = &sum->whole;
  double longest = (double) range->sums->steps->tiles * (double) whole->cycles;

  if (!sum->n_ipus)
    return;
  if (range->time) {
    row->cycles = whole->bound;
    row->range_share =
        (double) whole->bound / ((double) (range->to - range->from) * (double) sum->n_ipus);
  }
  row->shortest = sum->total.min;
  row->mean = (gint64) (sum->total.mean + 0.5);
  row->longest = sum->total.max;
  if (range->sums->steps->tiles) {
    row->tile_cycles = whole->tile_cycles;
    if (all)
      row->share = (double) whole->tile_cycles / (double) all;
    if (work && !row->waiting)
      row->work_share = (double) whole->tile_cycles / (double) work;
    if (longest > 0)
      row->tile_balance = (double) whole->tile_cycles / longest;
  }
  row->received_bytes = whole->received;
  row->sent_bytes = whole->sent;
  row->whole = sum->total.whole;
  row->source = poplens_step_source_name (whole->source);
}

static char *
describe_types (const TypesOfRange *range, const PoplensTraceSummary *summary)
{
  static const char *const which[] = {"The whole trace", "In view", "Selected"};
  const PoplensExecution *x = range->sums->execution;
  PoplensNumber from, to, length, steps;
  g_autofree char *ipu =
      range->ipu < 0 ? g_strdup ("") : g_strdup_printf (" on IPU %d", range->ipu);
  g_autofree char *implicit =
      summary->implicit_steps
          ? g_strdup_printf (" %s implicit syncs of the trace have no program.",
                             poplens_format_count (steps, summary->implicit_steps))
          : g_strdup ("");

  if (!x->n_rows && x->n_steps)
    return g_strdup_printf ("Cycles of steps are not recorded (steps_by_ipu).%s", implicit);
  return g_strdup_printf ("%s: cycles %s to %s%s, %s cycles. Work first, then waiting.%s",
                          which[range->which], poplens_format_count (from, range->from),
                          poplens_format_count (to, range->to), ipu,
                          poplens_format_count (length, range->to - range->from), implicit);
}

/* TRUE if the table shows the IPU of @total. */
static gboolean
is_shown_type (const TypesOfRange *range, const PoplensRangeTotal *total)
{
  return range->ipu < 0 || range->ipu == (int) total->ipu;
}

/* TRUE if @total sums steps of @type on an IPU that the table shows. */
static gboolean
is_total_of_type (const TypesOfRange *range, const PoplensRangeTotal *total,
                  const PoplensStepTypeTotal *type)
{
  const PoplensExecution *x = range->sums->execution;

  return is_shown_type (range, total) &&
         !strcmp (poplens_strings_get (x->strings, x->type_name[total->type]), type->name);
}

/* Returns the number of steps of @type in the range. A step on several IPUs counts once. */
static guint32
count_steps_of_type (const TypesOfRange *range, const PoplensStepTypeTotal *type)
{
  const PoplensExecution *x = range->sums->execution;

  if (range->which == POPLENS_TRACE_ALL && range->ipu < 0 && !range->only)
    return type->steps;
  for (guint t = 0; t < x->n_types; t++)
    if (!strcmp (poplens_strings_get (x->strings, x->type_name[t]), type->name))
      return range->steps[t];
  return 0;
}

static StepTypeRow *
add_step_type_row (PoplensRecords *rows, guint16 depth, const PoplensStepTypeTotal *type,
                   gint64 steps)
{
  StepTypeRow *row = poplens_records_add_at (rows, depth);

  row->type = type->name;
  row->waiting = type->waiting;
  row->steps = steps;
  return row;
}

static void
add_type_rows (PoplensRecords *rows, const TypesOfRange *range, const GArray *totals,
               const PoplensStepTypeTotal *type, guint64 all, guint64 work)
{
  guint32 steps = count_steps_of_type (range, type);
  StepTypeTotals above = {0};
  StepTypeRow *row;

  for (guint i = 0; i < totals->len; i++) {
    const PoplensRangeTotal *total = &g_array_index (totals, PoplensRangeTotal, i);
    if (is_total_of_type (range, total, type))
      type_totals_add (&above, total, get_type_sums (range, total->ipu, total->type));
  }
  if (!steps)
    return;
  row = add_step_type_row (rows, 0, type, steps);
  row->source = poplens_step_source_name (type->source);
  fill_type_row (row, range, &above, all, work);
  for (guint i = 0; i < totals->len; i++) {
    const PoplensRangeTotal *total = &g_array_index (totals, PoplensRangeTotal, i);
    StepTypeTotals sum = {0};
    if (!is_total_of_type (range, total, type))
      continue;
    type_totals_add (&sum, total, get_type_sums (range, total->ipu, total->type));
    row = add_step_type_row (rows, 1, type, total->count);
    row->ipu = total->ipu;
    fill_type_row (row, range, &sum, all, work);
  }
}

static PoplensTable *
finish_types (const TypesOfRange *range, PoplensReport *report)
{
  const PoplensExecution *x = range->sums->execution;
  g_autoptr (PoplensTraceSummary) summary = poplens_trace_summary_new (x);
  g_autoptr (GArray) totals = poplens_trace_ranges_query (
      range->only ? range->only->ranges : range->sums->ranges, range->from, range->to);
  PoplensRecords *rows = POPLENS_RECORDS (StepTypeRow, type_columns);
  g_autofree char *note = describe_types (range, summary);
  guint64 all = 0, work = 0;
  PoplensTable *table;

  for (guint i = 0; i < totals->len; i++) {
    const PoplensRangeTotal *total = &g_array_index (totals, PoplensRangeTotal, i);
    guint64 cycles = get_type_sums (range, total->ipu, total->type)->tile_cycles;
    if (!is_shown_type (range, total))
      continue;
    all += cycles;
    work += total->waiting ? 0 : cycles;
  }
  for (guint t = 0; t < summary->types->len; t++)
    add_type_rows (rows, range, totals, &g_array_index (summary->types, PoplensStepTypeTotal, t),
                   all, work);
  table = poplens_records_finish_tree (rows, "trace-types", "Cycles by step type", report);
  poplens_table_set_note (table, note);
  return table;
}

/* Loads the classes of time. .time stays NULL if the report lacks the data. FALSE with @error for
 * other errors. */
static gboolean
find_time (PoplensReport *report, TypesOfRange *range, GCancellable *cancellable, GError **error)
{
  GError *wrong = NULL;

  range->time = poplens_report_time (report, cancellable, &wrong);
  return poplens_error_forgive_lack (wrong, error);
}

PoplensTable *
poplens_build_trace_types (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  const PoplensTraceSums *sums = poplens_trace_sums_get (report, cancellable, error);
  g_autoptr (PoplensTraceOnly) only = NULL;
  g_autofree StepTypeSums *whole = NULL;
  g_autofree guint32 *steps = NULL;
  TypesOfRange range = {.sums = sums};

  if (!sums || !poplens_trace_only_get (report, location, &only, cancellable, error) ||
      !poplens_trace_location_range (location, sums->execution, &range.from, &range.to,
                                     &range.which, error) ||
      !poplens_trace_location_ipu (location, sums->execution, &range.ipu, error))
    return NULL;
  range.only = only;
  range.n_types = MAX (sums->execution->n_types, 1);
  range.whole = whole =
      g_new0 (StepTypeSums, (gsize) MAX (sums->execution->n_ipus, 1) * range.n_types);
  range.steps = steps = g_new0 (guint32, range.n_types);
  if (!find_time (report, &range, cancellable, error) || !sum_types (&range, cancellable, error) ||
      !add_time (&range, cancellable, error))
    return NULL;
  return finish_types (&range, report);
}
