#include "tables/engine/builders.h"

#include "analysis/trace/trace-top.h"
#include "base/error.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/trace/trace-only.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"

#include <string.h>

#define MOST_ROWS 10000

enum {
  STEP,
  IPU,
  TYPE,
  NAME,
  PROGRAM,
  CYCLES,
  TILE_CYCLES,
  WASTE,
  IMBALANCE,
  BYTES,
  RECEIVED,
  SENT,
  FROM,
  SOURCE,
};

static const PoplensColumnSpec columns[] = {
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the step (steps.id)"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the step, as named in steps.type"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program; empty for an implicit sync"},
    [CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                "Cycles of the longest tile (steps_by_ipu.cycles); see the column Source"},
    [TILE_CYCLES] = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                     "Cycles of all tiles of the IPU"},
    [WASTE] = {"waste", "Idle cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
               "Cycles that tiles stand idle until the longest tile ends, over all tiles of the "
               "IPU: tiles × cycles − tile cycles"},
    [IMBALANCE] = {"imbalance", "Imbalance", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                   "1 − tile balance: idle cycles ÷ (tiles × cycles)"},
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Bytes received and sent; empty if nothing is exchanged"},
    [RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Bytes that tiles of the IPU receive in the exchange"},
    [SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes that tiles of the IPU send in the exchange"},
    [FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
              "First cycle of the step as drawn"},
    [SOURCE] = {"source", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Source of the cycles: measured, estimated (DoExchange) or derived (steps without "
                "a program)"},
};

static void
add_row (PoplensRows *rows, const PoplensTraceTop *top, const PoplensTraceTopRow *row,
         const PoplensLocation *location)
{
  const PoplensExecution *x = top->execution;
  guint32 step = x->row_step[row->row], program = x->step_program[step];
  g_autofree char *link = poplens_trace_step_link (x, step, location, TRUE);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, STEP, poplens_execution_step_id (x, step));
  poplens_rows_int (rows, IPU, x->row_ipu[row->row]);
  poplens_rows_text (rows, TYPE, poplens_execution_step_type (x, step));
  if (program != POPLENS_NO_PROGRAM) {
    poplens_rows_text (rows, NAME, poplens_program_name_text (top->programs, program));
    poplens_rows_int (rows, PROGRAM, program);
  }
  poplens_rows_int (rows, CYCLES, (gint64) row->cycles);
  if (top->tiles) {
    poplens_rows_int (rows, TILE_CYCLES, (gint64) row->tile_cycles);
    poplens_rows_int (rows, WASTE, (gint64) row->waste);
    poplens_rows_real (rows, IMBALANCE, row->imbalance);
  }
  if (row->has_bytes) {
    poplens_rows_int (rows, BYTES, (gint64) (row->received + row->sent));
    poplens_rows_int (rows, RECEIVED, (gint64) row->received);
    poplens_rows_int (rows, SENT, (gint64) row->sent);
  }
  if (x->row_from[row->row] != G_MAXUINT64)
    poplens_rows_int (rows, FROM, (gint64) x->row_from[row->row]);
  poplens_rows_text (rows, SOURCE, poplens_trace_provenance (x, step));
  poplens_rows_link (rows, link);
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
  if (most && !g_ascii_string_to_unsigned (most, 10, 1, MOST_ROWS, &number, NULL)) {
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
  PoplensNumber n, all, left, cycles;
  g_autofree char *note = g_strdup_printf (
      "%s of %s rows of %s%s, by %s. Excluded: %s rows of %s (%s cycles).",
      poplens_format_count (n, top->rows->len), poplens_format_count (all, top->n_all),
      top->waiting ? "waiting" : "work", top->to == G_MAXUINT64 ? "" : " in the selected range",
      poplens_trace_by_key (top->by), poplens_format_count (left, top->n_left),
      top->waiting ? "work" : "waiting", poplens_format_count (cycles, top->cycles_left));

  poplens_table_set_note (table, note);
}

PoplensTable *
poplens_build_trace_top (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  g_autoptr (PoplensTraceOnly) only = NULL;
  g_autoptr (PoplensTraceTop) top = NULL;
  gconstpointer programs, exchanges, target;
  PoplensRows *rows;
  PoplensTable *table;

  if (!x || !poplens_trace_only_get (report, location, &only, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  top = poplens_trace_top_new (x, exchanges, programs,
                               target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0);
  top->steps = only ? only->steps : NULL;
  if (!read_location (top, location, error) || !read_rows (top, report, cancellable, error))
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (columns));
  for (guint i = 0; i < top->rows->len; i++)
    add_row (rows, top, &g_array_index (top->rows, PoplensTraceTopRow, i), location);
  table = poplens_rows_finish (rows, "trace-top", "Longest steps", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  set_note (table, top);
  return table;
}
