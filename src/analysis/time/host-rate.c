#include "analysis/time/host-rate.h"

__extension__ typedef unsigned __int128 Wide;

/* A copy is long enough where its fixed part, the cycles of the shortest, is half of it or less. */
#define LONG_ENOUGH 2

/* Bytes of the StreamCopyMid of an executed step, of all IPUs; 0: it is none, or moves nothing. */
static guint64
bytes_of (const PoplensExecution *execution, const PoplensPrograms *programs,
          const PoplensExchanges *exchanges, guint32 step)
{
  const PoplensExchangeTable *table = &exchanges->tables[POPLENS_EXCHANGE_HOST];
  guint32 program = execution->step_program[step], row;

  if (poplens_execution_step_kind (execution, step) != POPLENS_STEP_STREAM_COPY_MID ||
      program == POPLENS_NO_PROGRAM ||
      (program = poplens_programs_find (programs, program)) == POPLENS_NO_ROW ||
      programs->kind[program] != POPLENS_PROGRAM_STREAM_COPY_MID)
    return 0;
  row = poplens_exchanges_find (exchanges, POPLENS_EXCHANGE_HOST, programs->variant_index[program]);
  return row == G_MAXUINT32 ? 0
                            : poplens_lists_sum (table->received_by_ipu, row) +
                                  poplens_lists_sum (table->sent_by_ipu, row);
}

/* Cycles of the IPU that takes longest, of the rows from @row on that are of one step. */
static guint64
longest (const PoplensExecution *execution, const PoplensCycleColumn *cycles, guint32 *row)
{
  guint32 step = execution->row_step[*row];
  guint64 most = 0;

  for (; *row < execution->n_rows && execution->row_step[*row] == step; (*row)++) {
    guint64 taken = poplens_cycles_at (cycles, *row);
    most = MAX (most, taken == POPLENS_NO_CYCLES ? 0 : taken);
  }
  return most;
}

static void
add_copy (PoplensHostRate *self, guint64 bytes, guint64 cycles)
{
  if (bytes > self->bytes)
    *self = (PoplensHostRate){.bytes = bytes, .least = cycles};
  if (bytes < self->bytes)
    return;
  self->executed++;
  self->cycles += cycles;
  self->least = MIN (self->least, cycles);
}

PoplensHostRate
poplens_host_rate_new (const PoplensExecution *execution, const PoplensPrograms *programs,
                       const PoplensExchanges *exchanges, const PoplensCycleColumn *cycles)
{
  PoplensHostRate self = {0};
  guint64 shortest = G_MAXUINT64;

  for (guint32 row = 0; row < execution->n_rows;) {
    guint64 bytes = bytes_of (execution, programs, exchanges, execution->row_step[row]);
    guint64 taken = longest (execution, cycles, &row);
    if (!bytes || !taken)
      continue;
    shortest = MIN (shortest, taken);
    add_copy (&self, bytes, taken);
  }
  if (!self.bytes || self.least / LONG_ENOUGH < shortest)
    return (PoplensHostRate){0};
  self.least -= shortest;
  return self;
}

guint64
poplens_host_rate_least (const PoplensHostRate *self, guint64 bytes)
{
  return (guint64) ((Wide) bytes * self->least / self->bytes);
}

guint64
poplens_host_rate_most (const PoplensHostRate *self, guint64 bytes)
{
  Wide moved = (Wide) self->bytes * self->executed;

  return (guint64) (((Wide) bytes * self->cycles + moved - 1) / moved);
}
