#include "analysis/trace/trace-top.h"

#include "analysis/insights/insights.h"
#include "analysis/trace/trace-range.h"

static const char *const keys[POPLENS_N_TRACE_BY] = {"cycles", "waste", "imbalance", "bytes"};

const char *
poplens_trace_by_key (PoplensTraceBy by)
{
  g_return_val_if_fail (by < POPLENS_N_TRACE_BY, keys[0]);
  return keys[by];
}

gboolean
poplens_trace_by_parse (const char *key, PoplensTraceBy *by)
{
  for (guint b = 0; b < POPLENS_N_TRACE_BY; b++)
    if (!g_strcmp0 (key, keys[b])) {
      *by = b;
      return TRUE;
    }
  return FALSE;
}

PoplensTraceTop *
poplens_trace_top_new (const PoplensExecution *execution, const PoplensExchanges *exchanges,
                       const PoplensPrograms *programs, guint32 tiles)
{
  PoplensTraceTop *self = g_new0 (PoplensTraceTop, 1);

  self->execution = execution;
  self->exchanges = exchanges;
  self->programs = programs;
  self->tiles = tiles;
  self->most = 20;
  self->ipu = -1;
  self->to = G_MAXUINT64;
  self->rows = g_array_new (FALSE, FALSE, sizeof (PoplensTraceTopRow));
  return self;
}

void
poplens_trace_top_free (PoplensTraceTop *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

/* The value of IPU @ipu in a list by IPU. */
static guint64
value_of (const PoplensLists *lists, guint32 row, guint32 ipu)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &ipu, 1)
                                                     : 0;
}

static void
find_bytes (const PoplensTraceTop *self, guint32 program, guint32 ipu, PoplensTraceTopRow *row)
{
  guint32 p = self->programs && program != POPLENS_NO_PROGRAM
                  ? poplens_programs_find (self->programs, program)
                  : POPLENS_NO_ROW;
  PoplensExchangeKind kind =
      p == POPLENS_NO_ROW ? POPLENS_N_EXCHANGE_KINDS : poplens_program_exchange (self->programs, p);
  guint32 at;

  if (kind == POPLENS_N_EXCHANGE_KINDS || !self->exchanges)
    return;
  at = poplens_exchanges_find (self->exchanges, kind, self->programs->variant_index[p]);
  if (at == G_MAXUINT32)
    return;
  row->has_bytes = TRUE;
  row->received = value_of (self->exchanges->tables[kind].received_by_ipu, at, ipu);
  row->sent = value_of (self->exchanges->tables[kind].sent_by_ipu, at, ipu);
}

static double
measure (const PoplensTraceTop *self, const PoplensTraceTopRow *row)
{
  switch (self->by) {
  case POPLENS_TRACE_BY_WASTE:
    return (double) row->waste;
  case POPLENS_TRACE_BY_IMBALANCE:
    return row->imbalance;
  case POPLENS_TRACE_BY_BYTES:
    return (double) (row->received + row->sent);
  default:
    return (double) row->cycles;
  }
}

/* Most first. Of steps that are equally out of balance (on one tile, say) the longer costs more;
 * else ties are in order of the trace. */
static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const PoplensTraceTop *self = data;
  const PoplensTraceTopRow *x = a, *y = b;
  double left = measure (self, x), right = measure (self, y);

  if (left != right)
    return left > right ? -1 : 1;
  if (self->by == POPLENS_TRACE_BY_IMBALANCE && x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static gboolean
is_candidate (PoplensTraceTop *self, guint n_kept, const PoplensTraceTopRow *row)
{
  if (self->by != POPLENS_TRACE_BY_CYCLES && !(measure (self, row) > 0))
    return FALSE;
  return n_kept < self->most ||
         compare (row, &g_array_index (self->rows, PoplensTraceTopRow, n_kept - 1), self) < 0;
}

static gboolean
is_of_range (const PoplensTraceTop *self, guint32 row)
{
  return (!self->from && self->to == G_MAXUINT64) ||
         poplens_trace_row_touches (self->execution, row, self->from, self->to);
}

/* So many rows are looked at before those that are kept are sorted anew. */
#define ROWS_AT_ONCE 4096

static void
add_rows (PoplensTraceTop *self, guint32 first, guint32 end, const PoplensCycleColumn *cycles,
          const PoplensCycleColumn *tile_cycles)
{
  const PoplensExecution *x = self->execution;
  guint n_kept = self->rows->len;

  for (guint32 r = first; r < end; r++) {
    guint32 step = x->row_step[r];
    PoplensTraceTopRow row = {.row = r, .cycles = poplens_cycles_at (cycles, r)};
    guint64 of_tiles;
    if ((self->ipu >= 0 && self->ipu != x->row_ipu[r]) || !is_of_range (self, r) ||
        (self->steps && !self->steps[step]))
      continue;
    if (poplens_step_kind_is_waiting (poplens_execution_step_kind (x, step)) != self->waiting) {
      self->n_left++;
      continue;
    }
    self->n_all++;
    of_tiles = poplens_cycles_at (tile_cycles, r);
    if (of_tiles != POPLENS_NO_CYCLES) {
      row.tile_cycles = of_tiles;
      row.waste = self->tiles * row.cycles - of_tiles;
      if (self->tiles && row.cycles)
        row.imbalance = (double) row.waste / ((double) self->tiles * (double) row.cycles);
    }
    if (self->by != POPLENS_TRACE_BY_BYTES && !is_candidate (self, n_kept, &row))
      continue;
    find_bytes (self, x->step_program[step], x->row_ipu[r], &row);
    if (is_candidate (self, n_kept, &row))
      g_array_append_val (self->rows, row);
  }
  if (self->rows->len == n_kept)
    return;
  g_array_sort_with_data (self->rows, compare, self);
  g_array_set_size (self->rows, MIN (self->rows->len, self->most));
}

gboolean
poplens_trace_top_read (PoplensTraceTop *self, const PoplensCycleColumn *cycles,
                        const PoplensCycleColumn *tile_cycles, GCancellable *cancellable)
{
  guint32 n = self->execution->n_rows;

  for (guint32 first = 0; first < n; first += MIN (ROWS_AT_ONCE, n - first)) {
    if (g_cancellable_is_cancelled (cancellable))
      return FALSE;
    add_rows (self, first, first + MIN (ROWS_AT_ONCE, n - first), cycles, tile_cycles);
  }
  return TRUE;
}
