/* What was executed from one cycle to another: by IPU and type of step, waiting apart. */
#include "tables/builders.h"

#include "analysis/insights.h"
#include "analysis/trace-range.h"
#include "analysis/trace-summary.h"
#include "base/error.h"

/* Bytes that an IPU's tiles move in steps of a type. */
typedef struct {
  guint32 ipu;
  guint64 received, sent;
} Moved;

typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs;   /* nullable */
  const PoplensExchanges *exchanges; /* nullable */
  guint64 from, to;
  GHashTable *moved; /* moved_key() → Moved */
} Range;

static gpointer
moved_key (guint32 ipu, guint8 type)
{
  return GUINT_TO_POINTER (ipu << 8 | type);
}

static const PoplensColumnSpec columns[] = {
    {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU."},
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Type of step, as steps.type spells it."},
    {"waiting", "Waiting", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
     "Whether steps of the type wait: begin and end of stream copies, and syncs of any kind."},
    {"steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
     "Steps of the type whose block touches the range."},
    {"whole", "Wholly inside", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
     "Those of them whose block lies wholly in it."},
    {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of their blocks as drawn that lie in the range. Blocks may overlap."},
    {"share", "Of the range", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "These cycles as a part of the range's length."},
    {"least", "Shortest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of the shortest block, as far as it lies in the range."},
    {"mean", "Mean", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
     "Mean cycles of a block in the range."},
    {"most", "Longest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of the longest block, as far as it lies in the range."},
    {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that the IPU's tiles receive in these steps' exchanges, each counted whole."},
    {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that the IPU's tiles send in them, each counted whole."},
};

/* ---- adding up ------------------------------------------------------------------------- */

static guint64
value_of (const PoplensLists *lists, guint32 row, guint32 ipu)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &ipu, 1)
                                                     : 0;
}

static void
add_bytes (const Range *range, guint32 program, Moved *moved)
{
  guint32 p = range->programs && program != POPLENS_NO_PROGRAM
                  ? poplens_programs_find (range->programs, program)
                  : POPLENS_NO_ROW;
  PoplensExchangeKind kind = p == POPLENS_NO_ROW ? POPLENS_N_EXCHANGE_KINDS
                                                 : poplens_program_exchange (range->programs, p);
  guint32 at =
      kind == POPLENS_N_EXCHANGE_KINDS || !range->exchanges
          ? G_MAXUINT32
          : poplens_exchanges_find (range->exchanges, kind, range->programs->variant_index[p]);

  if (at == G_MAXUINT32)
    return;
  moved->received += value_of (range->exchanges->tables[kind].received_by_ipu, at, moved->ipu);
  moved->sent += value_of (range->exchanges->tables[kind].sent_by_ipu, at, moved->ipu);
}

/* A block without length touches the range where it begins in it, as in trace-range.h. */
static gboolean
touches (const Range *range, guint32 row)
{
  guint64 from = range->execution->row_from[row];
  guint64 end = from + MAX (poplens_trace_row_drawn (range->execution, row), 1);

  return from != G_MAXUINT64 && from < range->to && end > range->from;
}

static void
add_row (Range *range, guint32 row)
{
  const PoplensExecution *x = range->execution;
  guint32 step = x->row_step[row], ipu = x->row_ipu[row];
  gpointer key = moved_key (ipu, x->step_type[step]);
  Moved *moved = g_hash_table_lookup (range->moved, key);

  if (!touches (range, row))
    return;
  if (!moved) {
    moved = g_new0 (Moved, 1);
    moved->ipu = ipu;
    g_hash_table_insert (range->moved, key, moved);
  }
  add_bytes (range, x->step_program[step], moved);
}

/* ---- the table ------------------------------------------------------------------------- */

static void
write_row (PoplensRows *rows, const Range *range, const PoplensRangeTotal *total)
{
  const PoplensExecution *x = range->execution;
  const Moved *moved = g_hash_table_lookup (range->moved, moved_key (total->ipu, total->type));

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, 0, total->ipu);
  poplens_rows_text (rows, 1, poplens_strings_get (x->strings, x->type_name[total->type]));
  poplens_rows_int (rows, 2, total->waiting != 0);
  poplens_rows_int (rows, 3, total->count);
  poplens_rows_int (rows, 4, total->whole);
  poplens_rows_int (rows, 5, (gint64) total->sum);
  poplens_rows_real (rows, 6, (double) total->sum / (double) (range->to - range->from));
  poplens_rows_int (rows, 7, (gint64) total->min);
  poplens_rows_real (rows, 8, total->mean);
  poplens_rows_int (rows, 9, (gint64) total->max);
  poplens_rows_int (rows, 10, moved ? (gint64) moved->received : 0);
  poplens_rows_int (rows, 11, moved ? (gint64) moved->sent : 0);
}

/* The cycles of the Place's keys; from the first to the last where they are not set. */
static gboolean
read_place (Range *range, const PoplensPlace *place, GError **error)
{
  double from = 0, to = (double) range->execution->total_cycles;

  if (place && poplens_place_get_page (place) == POPLENS_PAGE_TRACE) {
    poplens_place_get_double (place, "from", &from);
    poplens_place_get_double (place, "to", &to);
  }
  from = CLAMP (from, 0, 9e18);
  to = CLAMP (to, 0, 9e18);
  if (to < from) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "the range of cycles ends at %.0f, before it begins at %.0f", to, from);
    return FALSE;
  }
  range->from = (guint64) from;
  range->to = (guint64) to;
  return TRUE;
}

static PoplensTable *
finish (const Range *range, PoplensReport *report)
{
  g_autoptr (PoplensTraceRanges) ranges = poplens_trace_ranges_new (range->execution);
  g_autoptr (GArray) totals = poplens_trace_ranges_query (ranges, range->from, range->to);
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (columns));
  g_autofree char *note = NULL;
  PoplensNumber from, to, length;
  PoplensTable *table;

  for (guint i = 0; i < totals->len; i++)
    write_row (rows, range, &g_array_index (totals, PoplensRangeTotal, i));
  table = poplens_rows_finish (rows, "trace-range", "A range of the trace", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_add_total (table, 3);
  poplens_table_add_total (table, 10);
  poplens_table_add_total (table, 11);
  note = g_strdup_printf ("From cycle %s to %s: %s cycles (place: trace?from=…&to=…). Work first.",
                          poplens_format_count (from, range->from),
                          poplens_format_count (to, range->to),
                          poplens_format_count (length, range->to - range->from));
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_trace_range (PoplensReport *report, const PoplensPlace *place,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) moved = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Range range = {.moved = moved};
  gconstpointer programs, exchanges;

  range.execution = poplens_report_load_execution (report, cancellable, error);
  if (!range.execution ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !read_place (&range, place, error))
    return NULL;
  range.programs = programs;
  range.exchanges = exchanges;
  for (guint32 row = 0; row < range.execution->n_rows; row++) {
    if (row % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      return NULL;
    add_row (&range, row);
  }
  return finish (&range, report);
}
