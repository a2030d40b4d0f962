/* What was executed from one cycle to another: by IPU and type of step, waiting apart. */
#include "tables/engine/builders.h"

#include "analysis/trace/step-source.h"
#include "base/error.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-only.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"

/* What the steps of a type on an IPU add up to, each counted whole. */
typedef struct {
  guint64 received, sent;
  guint64 cycles, tile_cycles;
  guint64 bound; /* of the range: cycles that they bind the IPU */
  PoplensStepSource source;
} Whole;

typedef struct {
  const PoplensTraceSums *sums;
  const PoplensTime *time;      /* (nullable) */
  const PoplensTraceOnly *only; /* (nullable): steps that count */
  guint64 from, to;
  PoplensTraceWhich which;
  int ipu; /* the only one; −1: all */
  guint n_types;
  Whole *whole; /* [n_ipus × n_types] */
} Range;

typedef struct {
  gint64 ipu;
  const char *type;
  gint64 waiting, steps, cycles;
  double share;
  gint64 least, mean, most;
  double tile_utilisation;
  gint64 received_bytes, sent_bytes, tile_cycles, whole;
  const char *source;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "Number of the IPU"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the steps, as named in steps.type"),
    POPLENS_CELL (Row, waiting, "Waiting", BOOL, DERIVED,
                  "Whether steps of this type wait: syncs, and the begin and end of stream copies"),
    POPLENS_CELL (Row, steps, "Steps", COUNT, FILE, "Steps of the type that overlap the range",
                  .total = TRUE),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles of the range in which the IPU waits for steps of the type; of steps that "
                  "overlap, each cycle counts for one",
                  .total = TRUE),
    POPLENS_CELL (Row, share, "% of range", RATIO, DERIVED,
                  "Cycles as a share of the length of the range"),
    POPLENS_CELL (Row, least, "Shortest", CYCLES, ROW, "Cycles of the shortest step in the range"),
    POPLENS_CELL (Row, mean, "Mean", CYCLES, DERIVED,
                  "Mean cycles of a step in the range, rounded"),
    POPLENS_CELL (Row, most, "Longest", CYCLES, ROW, "Cycles of the longest step in the range"),
    POPLENS_CELL (Row, tile_utilisation, "Tile utilisation", RATIO, DERIVED,
                  "Tile cycles ÷ (tiles × cycles of the longest tile of each step)"),
    POPLENS_CELL (Row, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles of the IPU receive in these steps, each step in full",
                  .total = TRUE),
    POPLENS_CELL (Row, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles of the IPU send in these steps, each step in full",
                  .total = TRUE),
    POPLENS_CELL (Row, tile_cycles, "Tile cycles", CYCLES, DERIVED,
                  "Cycles of all tiles of the IPU, each step in full", .total = TRUE),
    POPLENS_CELL (Row, whole, "Fully in range", COUNT, DERIVED,
                  "Steps that lie completely in the range"),
    POPLENS_CELL (Row, source, "Source", TEXT, DERIVED,
                  "Source of the shortest and the longest: measured, estimated (DoExchange) or "
                  "derived (steps without a program)"),
};

/* ---- adding up ------------------------------------------------------------------------- */

static Whole *
whole_of (const Range *range, guint32 ipu, guint8 type)
{
  return &range->whole[(gsize) ipu * range->n_types + type];
}

static gboolean
add_rows (Range *range, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = range->sums->execution;

  for (guint32 row = 0; row < x->n_rows; row++) {
    guint64 received, sent;
    if (row % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    if (!poplens_trace_only_has (range->only, x->row_step[row]) ||
        !poplens_trace_row_touches (x, row, range->from, range->to))
      continue;
    Whole *whole = whole_of (range, x->row_ipu[row], x->step_type[x->row_step[row]]);
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

/* Each cycle of an IPU is bound by one step at most. */
static gboolean
add_time (Range *range, GCancellable *cancellable, GError **error)
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
        whole_of (range, ipu->ipu, x->step_type[x->row_step[at->row]])->bound +=
            to - MIN (from, to);
    }
  }
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------- */

static void
write_row (PoplensRecords *rows, const Range *range, const PoplensRangeTotal *total)
{
  const PoplensExecution *x = range->sums->execution;
  const Whole *whole = whole_of (range, total->ipu, total->type);
  double most = (double) range->sums->steps->tiles * (double) whole->cycles;
  Row *row = poplens_records_add (rows);

  row->ipu = total->ipu;
  row->type = poplens_strings_get (x->strings, x->type_name[total->type]);
  row->waiting = total->waiting != 0;
  row->steps = total->count;
  row->whole = total->whole;
  if (range->time) {
    row->cycles = whole->bound;
    row->share = (double) whole->bound / (double) (range->to - range->from);
  }
  row->least = total->min;
  row->mean = (gint64) (total->mean + 0.5);
  row->most = total->max;
  if (most > 0)
    row->tile_utilisation = (double) whole->tile_cycles / most;
  if (range->sums->steps->tiles)
    row->tile_cycles = whole->tile_cycles;
  row->received_bytes = whole->received;
  row->sent_bytes = whole->sent;
  row->source = poplens_step_source_name (whole->source);
}

static char *
describe (const Range *range)
{
  static const char *const which[] = {"The whole trace", "In view", "Selected"};
  PoplensNumber from, to, length;

  g_autofree char *ipu =
      range->ipu < 0 ? g_strdup ("") : g_strdup_printf (" on IPU %d", range->ipu);

  return g_strdup_printf ("%s: cycles %s to %s%s, %s cycles. Work first, then waiting.",
                          which[range->which], poplens_format_count (from, range->from),
                          poplens_format_count (to, range->to), ipu,
                          poplens_format_count (length, range->to - range->from));
}

static PoplensTable *
finish (const Range *range, PoplensReport *report)
{
  g_autoptr (GArray) totals = poplens_trace_ranges_query (
      range->only ? range->only->ranges : range->sums->ranges, range->from, range->to);
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  g_autofree char *note = describe (range);
  PoplensTable *table;

  for (guint i = 0; i < totals->len; i++) {
    const PoplensRangeTotal *total = &g_array_index (totals, PoplensRangeTotal, i);
    if (range->ipu < 0 || range->ipu == total->ipu)
      write_row (rows, range, total);
  }
  table = poplens_records_finish (rows, "trace-range", "Range summary", report);
  poplens_table_set_note (table, note);
  return table;
}

/* FALSE with an error that is more than a lack. */
static gboolean
find_time (PoplensReport *report, Range *range, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  range->time = poplens_report_time (report, cancellable, &wrong);
  if (!wrong || poplens_error_is_lack (wrong))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

PoplensTable *
poplens_build_trace_range (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTraceSums) sums = poplens_trace_sums_get (report, cancellable, error);
  g_autoptr (PoplensTraceOnly) only = NULL;
  g_autofree Whole *whole = NULL;
  Range range = {.sums = sums};

  if (!sums || !poplens_trace_only_get (report, location, &only, cancellable, error) ||
      !poplens_trace_location_range (location, sums->execution, &range.from, &range.to,
                                     &range.which, error) ||
      !poplens_trace_location_ipu (location, sums->execution, &range.ipu, error))
    return NULL;
  range.only = only;
  range.n_types = MAX (sums->execution->n_types, 1);
  range.whole = whole = g_new0 (Whole, (gsize) MAX (sums->execution->n_ipus, 1) * range.n_types);
  if (!find_time (report, &range, cancellable, error) || !add_rows (&range, cancellable, error) ||
      !add_time (&range, cancellable, error))
    return NULL;
  return finish (&range, report);
}
