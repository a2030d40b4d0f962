#include "tables/engine/builders.h"

#include "analysis/trace/step-source.h"
#include "analysis/trace/trace-top.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/trace/step-labels.h"
#include "derived/trace/trace-only.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"

#include <string.h>

#define MOST_ROWS 10000

typedef struct {
  gint64 step, ipu;
  const char *type, *label, *name;
  gint64 program, cycles, tile_cycles, waste;
  double imbalance;
  gint64 bytes, received_bytes, sent_bytes, from;
  const char *source;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, step, "Step", ID, FILE, "ID of the step (steps.id)"),
    POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "Number of the IPU"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the step, as named in steps.type"),
    POPLENS_CELL (
        Row, label, "Label", TEXT, DERIVED,
        "Short name, different from those of all other names in the report; else the name"),
    POPLENS_CELL (Row, name, "Name", TEXT, FILE, "Name of the program"),
    POPLENS_CELL (Row, program, "Program", ID, FILE,
                  "ID of the program; empty for an implicit sync"),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, ROW,
                  "Cycles of the longest tile (steps_by_ipu.cycles)"),
    POPLENS_CELL (Row, tile_cycles, "Tile cycles", CYCLES, DERIVED,
                  "Cycles of all tiles of the IPU"),
    POPLENS_CELL (Row, waste, "Idle cycles", CYCLES, DERIVED,
                  "Cycles that tiles stand idle until the longest tile ends, over all "
                  "tiles of the IPU: tiles × cycles − tile cycles"),
    POPLENS_CELL (Row, imbalance, "Imbalance", RATIO, DERIVED,
                  "1 − tile balance: idle cycles ÷ (tiles × cycles)"),
    POPLENS_CELL (Row, bytes, "Bytes", BYTES, FILE,
                  "Bytes received and sent; empty if nothing is exchanged"),
    POPLENS_CELL (Row, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles of the IPU receive in the exchange"),
    POPLENS_CELL (Row, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles of the IPU send in the exchange"),
    POPLENS_CELL (Row, from, "From", CYCLES, ROW, "First cycle of the step as drawn"),
    POPLENS_CELL (Row, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured, estimated (DoExchange) or derived "
                  "(steps without a program)"),
};

static void
add_row (PoplensRecords *rows, const PoplensTraceTop *top, const PoplensStepLabels *labels,
         const PoplensTraceTopRow *row, const PoplensLocation *location)
{
  const PoplensExecution *x = top->execution;
  guint32 step = x->row_step[row->row], program = x->step_program[step];
  g_autofree char *link = poplens_trace_step_link (x, step, location, TRUE);
  Row *record = poplens_records_add (rows);

  record->step = poplens_execution_step_id (x, step);
  record->ipu = x->row_ipu[row->row];
  record->type = poplens_execution_step_type (x, step);
  if (program != POPLENS_NO_PROGRAM) {
    record->name = poplens_program_name_text (top->programs, program);
    record->label = poplens_step_label_or_name (labels, step, record->name);
    record->program = program;
  }
  record->cycles = row->cycles;
  if (top->tiles) {
    record->tile_cycles = row->tile_cycles;
    record->waste = row->waste;
    record->imbalance = row->imbalance;
  }
  if (row->has_bytes) {
    record->bytes = row->received + row->sent;
    record->received_bytes = row->received;
    record->sent_bytes = row->sent;
  }
  if (x->row_from[row->row] != G_MAXUINT64)
    record->from = x->row_from[row->row];
  record->source = poplens_step_source_name (poplens_step_source (x, step));
  poplens_records_link (rows, "%s", link);
}

/* What the location asks for; what it says wrongly is an error. */
static gboolean
read_location (PoplensTraceTop *top, const PoplensLocation *location, GError **error)
{
  const char *by = location ? poplens_location_get (location, "by") : NULL;
  const char *most = location ? poplens_location_get (location, "top") : NULL;
  guint64 number = top->most, from, to;
  PoplensTraceWhich which;

  if (by && !poplens_trace_by_parse (by, &top->by)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid order “%s”; use cycles, waste, imbalance or bytes", by);
    return FALSE;
  }
  if (most && !poplens_typed_unsigned (most, 1, MOST_ROWS, &number)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid number of steps “%s”; use 1 to %d", most, MOST_ROWS);
    return FALSE;
  }
  /* Not what is in view: links of the list change that, and it would shrink to where they lead. */
  if (location && poplens_location_get (location, "range")) {
    if (!poplens_trace_location_range (location, top->execution, &from, &to, &which, error))
      return FALSE;
    top->from = which == POPLENS_TRACE_SELECTED ? from : 0;
    top->to = which == POPLENS_TRACE_SELECTED ? to : G_MAXUINT64;
  }
  top->most = (guint) number;
  top->waiting = location && poplens_location_get_bool (location, "waits", FALSE);
  return poplens_trace_location_ipu (location, top->execution, &top->ipu, error);
}

static gboolean
read_rows (PoplensTraceTop *top, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensStepSums) sums = poplens_step_sums_get (report, cancellable, error);

  if (!sums)
    return FALSE;
  return poplens_trace_top_read (top, sums->cycles, sums->tile_cycles, cancellable) ||
         !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
set_note (PoplensTable *table, const PoplensTraceTop *top)
{
  static const char *const titles[POPLENS_N_TRACE_BY] = {"cycles", "idle cycles", "imbalance",
                                                         "bytes"};
  PoplensNumber n, all, left;
  g_autofree char *note = g_strdup_printf (
      "%s of %s %s rows%s, by %s. Excluded: %s %s rows.", poplens_format_count (n, top->rows->len),
      poplens_format_count (all, top->n_all), top->waiting ? "waiting" : "work",
      top->to == G_MAXUINT64 ? "" : " in the selected range", titles[top->by],
      poplens_format_count (left, top->n_left), top->waiting ? "work" : "waiting");

  poplens_table_set_note (table, note);
}

PoplensTable *
poplens_build_trace_top (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  const PoplensStepLabels *labels =
      x ? poplens_report_step_labels (report, cancellable, error) : NULL;
  g_autoptr (PoplensTraceOnly) only = NULL;
  g_autoptr (PoplensTraceTop) top = NULL;
  gconstpointer programs, exchanges, target;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!labels || !poplens_trace_only_get (report, location, &only, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  top = poplens_trace_top_new (x, exchanges, programs,
                               target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0);
  top->steps = only ? only->steps : NULL;
  if (!read_location (top, location, error) || !read_rows (top, report, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < top->rows->len; i++)
    add_row (rows, top, labels, &g_array_index (top->rows, PoplensTraceTopRow, i), location);
  table = poplens_records_finish (rows, "trace-top", "Longest steps", report);
  set_note (table, top);
  return table;
}
