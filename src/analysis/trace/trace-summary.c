#include "analysis/trace/trace-summary.h"

guint64
poplens_trace_row_drawn (const PoplensExecution *execution, guint32 row)
{
  if (execution->row_from[row] == G_MAXUINT64)
    return 0;
  return poplens_execution_row_to (execution, row) - execution->row_from[row];
}

static int
compare_types (gconstpointer a, gconstpointer b)
{
  const PoplensStepTypeTotal *ta = a, *tb = b;

  if (ta->waiting != tb->waiting)
    return ta->waiting ? 1 : -1;
  if (ta->tile_cycles != tb->tile_cycles)
    return ta->tile_cycles > tb->tile_cycles ? -1 : 1;
  return g_strcmp0 (ta->name, tb->name);
}

static void
count_steps (PoplensTraceSummary *self, const PoplensExecution *execution)
{
  for (guint32 s = 0; s < execution->n_steps; s++) {
    if (execution->step_type[s] < self->types->len) {
      PoplensStepTypeTotal *type =
          &g_array_index (self->types, PoplensStepTypeTotal, execution->step_type[s]);
      type->steps++;
      type->source = MAX (type->source, poplens_step_source (execution, s));
    }
    if (execution->step_program[s] == G_MAXUINT32)
      self->implicit_steps++;
  }
  for (guint32 r = 0; r < execution->n_rows; r++) {
    guint32 step = execution->row_step[r];
    if (execution->step_type[step] >= self->types->len)
      continue;
    PoplensStepTypeTotal *type =
        &g_array_index (self->types, PoplensStepTypeTotal, execution->step_type[step]);
    type->rows++;
  }
}

PoplensTraceSummary *
poplens_trace_summary_new (const PoplensExecution *execution)
{
  PoplensTraceSummary *self = g_new0 (PoplensTraceSummary, 1);

  self->types = g_array_new (FALSE, TRUE, sizeof (PoplensStepTypeTotal));
  for (guint32 t = 0; t < execution->n_types; t++) {
    PoplensStepTypeTotal type = {
        .name = poplens_strings_get (execution->strings, execution->type_name[t]),
        .kind = execution->type_kind[t],
        .waiting = poplens_step_kind_is_waiting (execution->type_kind[t]),
        .tile_cycles = execution->type_tile_cycles ? execution->type_tile_cycles[t] : 0,
    };
    type.unknown = type.tile_cycles == POPLENS_CYCLES_UNKNOWN;
    type.tile_cycles = type.unknown ? 0 : type.tile_cycles;
    self->unknown |= type.unknown;
    g_array_append_val (self->types, type);
  }
  count_steps (self, execution);
  for (guint t = 0; t < self->types->len; t++) {
    const PoplensStepTypeTotal *type = &g_array_index (self->types, PoplensStepTypeTotal, t);
    self->tile_cycles += type->tile_cycles;
    if (type->waiting)
      self->waiting_tile_cycles += type->tile_cycles;
  }
  g_array_sort (self->types, compare_types);
  return self;
}

void
poplens_trace_summary_free (PoplensTraceSummary *self)
{
  if (!self)
    return;
  g_array_unref (self->types);
  g_free (self);
}
