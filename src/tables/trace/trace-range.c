/* What was executed from one cycle to another: by IPU and type of step, waiting apart. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/trace/trace-only.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"

/* What the steps of a type on an IPU add up to, each counted whole. */
typedef struct {
  guint64 received, sent;
  guint64 cycles, tile_cycles;
} Whole;

typedef struct {
  const PoplensTraceSums *sums;
  const PoplensTraceOnly *only; /* (nullable): steps that count */
  guint64 from, to;
  PoplensTraceWhich which;
  int ipu; /* the only one; −1: all */
  guint n_types;
  Whole *whole; /* [n_ipus × n_types] */
} Range;

enum {
  IPU,
  TYPE,
  WAITING,
  STEPS,
  CYCLES,
  SHARE,
  LEAST,
  MEAN,
  MOST,
  UTILISATION,
  RECEIVED,
  SENT,
  TILE_CYCLES,
  WHOLE
};

static const PoplensColumnSpec columns[] = {
    {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU"},
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Type of the steps, as named in steps.type"},
    {"waiting", "Waiting", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
     "Whether steps of this type wait: syncs, and the begin and end of stream copies"},
    {"steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
     "Steps of the type that overlap the range"},
    {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of these steps in the range, as drawn. Steps may overlap."},
    {"share", "% of range", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Cycles as a share of the length of the range"},
    {"least", "Shortest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of the shortest step in the range"},
    {"mean", "Mean", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
     "Mean cycles of a step in the range, rounded"},
    {"most", "Longest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of the longest step in the range"},
    {"tile_utilisation", "Tile utilisation", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Tile cycles ÷ (tiles × cycles of the longest tile of each step)"},
    {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that tiles of the IPU receive in these steps, each step in full"},
    {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that tiles of the IPU send in these steps, each step in full"},
    {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
     "Cycles of all tiles of the IPU, each step in full"},
    {"whole", "Fully in range", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
     "Steps that lie completely in the range"},
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
    whole->tile_cycles += poplens_step_sums_tile_cycles (range->sums->steps, row);
    if (poplens_trace_sums_bytes (range->sums, row, &received, &sent)) {
      whole->received += received;
      whole->sent += sent;
    }
  }
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------- */

static void
write_row (PoplensRows *rows, const Range *range, const PoplensRangeTotal *total)
{
  const PoplensExecution *x = range->sums->execution;
  const Whole *whole = whole_of (range, total->ipu, total->type);
  double most = (double) range->sums->steps->tiles * (double) whole->cycles;

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, IPU, total->ipu);
  poplens_rows_text (rows, TYPE, poplens_strings_get (x->strings, x->type_name[total->type]));
  poplens_rows_int (rows, WAITING, total->waiting != 0);
  poplens_rows_int (rows, STEPS, total->count);
  poplens_rows_int (rows, WHOLE, total->whole);
  poplens_rows_int (rows, CYCLES, (gint64) total->sum);
  poplens_rows_real (rows, SHARE, (double) total->sum / (double) (range->to - range->from));
  poplens_rows_int (rows, LEAST, (gint64) total->min);
  poplens_rows_int (rows, MEAN, (gint64) (total->mean + 0.5));
  poplens_rows_int (rows, MOST, (gint64) total->max);
  if (most > 0)
    poplens_rows_real (rows, UTILISATION, (double) whole->tile_cycles / most);
  if (range->sums->steps->tiles)
    poplens_rows_int (rows, TILE_CYCLES, (gint64) whole->tile_cycles);
  poplens_rows_int (rows, RECEIVED, (gint64) whole->received);
  poplens_rows_int (rows, SENT, (gint64) whole->sent);
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
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (columns));
  g_autofree char *note = describe (range);
  PoplensTable *table;

  for (guint i = 0; i < totals->len; i++) {
    const PoplensRangeTotal *total = &g_array_index (totals, PoplensRangeTotal, i);
    if (range->ipu < 0 || range->ipu == total->ipu)
      write_row (rows, range, total);
  }
  table = poplens_rows_finish (rows, "trace-range", "Range summary", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_add_total (table, STEPS);
  poplens_table_add_total (table, TILE_CYCLES);
  poplens_table_add_total (table, RECEIVED);
  poplens_table_add_total (table, SENT);
  poplens_table_set_note (table, note);
  return table;
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
  if (!add_rows (&range, cancellable, error))
    return NULL;
  return finish (&range, report);
}
