#include "analysis/trace/trace-costs.h"

#include "analysis/id-table.h"
#include "analysis/trace/trace-range.h"

gboolean
poplens_trace_wanted_has (const PoplensTraceWanted *self, const PoplensExecution *execution,
                          guint32 row)
{
  return (self->ipu < 0 || self->ipu == execution->row_ipu[row]) &&
         (!self->steps || self->steps[execution->row_step[row]]) &&
         (self->all || poplens_trace_row_touches (execution, row, self->from, self->to));
}

gboolean
poplens_trace_row_waits (const PoplensExecution *execution, guint32 row)
{
  return poplens_step_kind_is_waiting (
      poplens_execution_step_kind (execution, execution->row_step[row]));
}

/* ---- one cost ---------------------------------------------------------------------------------
 */

void
poplens_trace_cost_add (PoplensTraceCost *self, const PoplensTraceCost *other)
{
  self->rows += other->rows;
  self->cycles += other->cycles;
  self->known += other->known;
  self->known_cycles += other->known_cycles;
  self->tile_cycles += other->tile_cycles;
  self->moving += other->moving;
  self->moving_cycles += other->moving_cycles;
  self->received += other->received;
  self->sent += other->sent;
}

static void
add_bytes (PoplensTraceCost *self, const PoplensTraceFacts *facts, guint32 row)
{
  const PoplensExecution *x = facts->execution;
  guint32 exchange = facts->exchange[x->row_step[row]];
  gsize at = (gsize) exchange * x->n_ipus + x->row_ipu[row];

  if (exchange == G_MAXUINT32)
    return;
  self->moving++;
  self->moving_cycles += poplens_cycles_at (facts->cycles, row);
  self->received += facts->received[at];
  self->sent += facts->sent[at];
}

static void
trace_cost_add_row (PoplensTraceCost *self, const PoplensTraceFacts *facts, guint32 row)
{
  guint64 cycles = poplens_cycles_at (facts->cycles, row);
  guint64 tile_cycles = poplens_cycles_at (facts->tile_cycles, row);

  self->rows++;
  self->cycles += cycles;
  if (facts->tiles && tile_cycles != POPLENS_NO_CYCLES) {
    self->known++;
    self->known_cycles += cycles;
    self->tile_cycles += tile_cycles;
  }
  if (facts->exchange)
    add_bytes (self, facts, row);
}

double
poplens_trace_cost_imbalance (const PoplensTraceCost *self, guint32 tiles)
{
  guint64 most = tiles * self->known_cycles;

  return tiles && most > self->tile_cycles ? (double) (most - self->tile_cycles) / tiles : 0;
}

/* ---- groups -----------------------------------------------------------------------------------
 */

typedef struct {
  const PoplensExecution *execution;
  PoplensIdTable known;
  GArray *groups;
  guint32 last_step, last_group; /* a step's rows lie side by side */
} Grouper;

static guint32
group_of (Grouper *self, guint32 step)
{
  const PoplensExecution *x = self->execution;
  PoplensTraceGroupCost new = {
      .program = x->step_program[step], .type = x->step_type[step], .step = step};
  guint32 found;

  if (step == self->last_step)
    return self->last_group;
  new.sync = x->step_sync ? x->step_sync[step] : 0;
  guint64 key = new.program != G_MAXUINT32
                    ? new.program
                    : (G_GUINT64_CONSTANT (1) << 40 | (guint64) new.type << 8 | new.sync);
  found = poplens_id_table_add (&self->known, key, self->groups->len);
  if (found == POPLENS_NO_INDEX) {
    found = self->groups->len;
    g_array_append_val (self->groups, new);
  }
  self->last_step = step;
  self->last_group = found;
  return found;
}

static Grouper
grouper_new (const PoplensExecution *execution)
{
  return (Grouper){
      execution, {0}, g_array_new (FALSE, TRUE, sizeof (PoplensTraceGroupCost)), G_MAXUINT32, 0};
}

guint32 *
poplens_trace_group_steps (const PoplensExecution *execution, GArray **groups,
                           const PoplensWork *work)
{
  Grouper grouper = grouper_new (execution);
  g_autofree guint32 *group = g_new (guint32, MAX (execution->n_steps, 1));
  guint32 s;

  for (s = 0; s < execution->n_steps; s++) {
    if (!POPLENS_WORK_GO_ON (work, "Grouping steps", s, execution->n_steps))
      break;
    group[s] = group_of (&grouper, s);
  }
  poplens_id_table_clear (&grouper.known);
  if (s < execution->n_steps) {
    g_array_unref (grouper.groups);
    return NULL;
  }
  *groups = grouper.groups;
  return g_steal_pointer (&group);
}

PoplensTraceCosts *
poplens_trace_costs_new (const PoplensTraceFacts *facts, const PoplensTraceWanted *wanted,
                         const PoplensWork *work)
{
  const PoplensExecution *x = facts->execution;
  g_autoptr (PoplensTraceCosts) self = g_new0 (PoplensTraceCosts, 1);
  Grouper grouper = grouper_new (x);
  gboolean whole = TRUE;

  self->tiles = facts->tiles;
  self->groups = grouper.groups;
  for (guint32 row = 0; row < x->n_rows && whole; row++) {
    if (!POPLENS_WORK_GO_ON (work, "Summing up steps", row, x->n_rows))
      whole = FALSE;
    else if (!poplens_trace_wanted_has (wanted, x, row))
      continue;
    else if (poplens_trace_row_waits (x, row) != wanted->waits)
      trace_cost_add_row (&self->left, facts, row);
    else {
      guint32 group = group_of (&grouper, x->row_step[row]);
      trace_cost_add_row (&g_array_index (self->groups, PoplensTraceGroupCost, group).cost, facts,
                          row);
    }
  }
  poplens_id_table_clear (&grouper.known);
  if (!whole)
    return NULL;
  for (guint g = 0; g < self->groups->len; g++)
    poplens_trace_cost_add (&self->all,
                            &g_array_index (self->groups, PoplensTraceGroupCost, g).cost);
  return g_steal_pointer (&self);
}

void
poplens_trace_costs_free (PoplensTraceCosts *self)
{
  if (!self)
    return;
  g_array_unref (self->groups);
  g_free (self);
}
