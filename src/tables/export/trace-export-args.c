#include "tables/export/trace-export-private.h"

#include "base/error.h"
#include "derived/programs/program-location.h"

static void
find_bytes (const PoplensTraceExport *self, guint32 ipu, PoplensTraceArgs *args)
{
  guint32 row, program = self->programs && args->program != POPLENS_NO_PROGRAM
                             ? poplens_programs_find (self->programs, args->program)
                             : POPLENS_NO_ROW;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, self->programs, program, &row);

  if (!table)
    return;
  args->has_bytes = TRUE;
  args->received = poplens_exchange_value (table->received_by_ipu, row, ipu);
  args->sent = poplens_exchange_value (table->sent_by_ipu, row, ipu);
}

/* Rows come nearly in order, so the last slice is nearly always the one. */
static const PoplensStepRow *
read_fields (PoplensTraceExport *self, guint32 row)
{
  guint64 key = row / POPLENS_STEP_ROWS_PER_SLICE;
  guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;

  if (!self->slice || self->slice->key != key) {
    g_clear_pointer (&self->slice, poplens_slice_unref);
    self->slice = poplens_report_get_slice (self->report, POPLENS_SLICE_STEP_ROWS, key,
                                            self->work.cancellable, &self->error);
  }
  if (!self->slice)
    return NULL;
  if (at < self->slice->n)
    return &self->slice->step_rows[at];
  g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s: steps_by_ipu lost rows while it was read" POPLENS_RELOAD,
               poplens_report_get_path (self->report));
  return NULL;
}

gboolean
poplens_trace_export_args (PoplensTraceExport *self, guint32 row, PoplensTraceArgs *args)
{
  const PoplensExecution *x = self->execution;
  guint32 step = x->row_step[row];
  const PoplensStepRow *fields = read_fields (self, row);

  if (!fields)
    return FALSE;
  *args = (PoplensTraceArgs){
      .step = poplens_execution_step_id (x, step),
      .program = x->step_program[step],
      .cycles = fields->cycles,
      .active_tiles = fields->active_tiles,
      .tile_balance = fields->tile_balance,
  };
  find_bytes (self, x->row_ipu[row], args);
  return TRUE;
}
