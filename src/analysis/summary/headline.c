#include "analysis/summary/headline.h"

#include "base/format.h"

static void
judge_tile (PoplensHeadline *h, const PoplensMemory *memory, guint32 position)
{
  guint64 with_gaps = memory->total_including_gaps[position];
  guint64 over = memory->overflowed[position];

  if (h->total_known && memory->total[position] > with_gaps && !h->tiles_odd++)
    h->odd_position = position;
  if (h->tile_capacity && with_gaps > h->tile_capacity)
    over = MAX (over, with_gaps - h->tile_capacity);
  if (over) {
    h->tiles_over++;
    if (over > h->over_bytes) {
      h->over_bytes = over;
      h->worst_position = position;
    }
  }
  if (h->fullest_position == G_MAXUINT32 || with_gaps > h->fullest_bytes) {
    h->fullest_position = position;
    h->fullest_tile = memory->tile[position];
    h->fullest_bytes = with_gaps;
    h->fullest_total = h->total_known ? memory->total[position] : 0;
  }
  h->total += h->total_known ? memory->total[position] : 0;
  h->total_including_gaps += with_gaps;
  h->always_live += memory->always_live[position];
}

char *
poplens_headline_describe_odd (const PoplensHeadline *headline, const PoplensMemory *memory)
{
  PoplensNumber count;

  if (!headline->tiles_odd)
    return NULL;
  return g_strdup_printf (
      "Inconsistent profile: %s (first: tile %u) with more memory excluding gaps than including "
      "gaps. Do not rely on figures that include gaps.",
      poplens_format_items (count, headline->tiles_odd, "tile"),
      memory->tile[headline->odd_position]);
}

static void
add_memory (PoplensHeadline *h, const PoplensTarget *target, const PoplensMemory *memory)
{
  h->has_memory = TRUE;
  h->total_known = !memory->from_archive;
  h->memory_incomplete = memory->incomplete;
  h->n_tiles = memory->n_tiles;
  h->tile_capacity = target ? target->bytes_per_tile : 0;
  h->capacity = h->tile_capacity * memory->n_tiles;
  for (guint32 t = 0; t < memory->n_tiles; t++)
    judge_tile (h, memory, t);
  /* A tile that is missing may be the one that does not fit. */
  h->fit_known = (h->tile_capacity && !memory->incomplete) || h->tiles_over;
  h->fits = h->fit_known && !h->tiles_over;
}

static void
add_peak (PoplensHeadline *h, const PoplensPeak *peak)
{
  h->has_peak = TRUE;
  h->peak_step = peak->step;
  h->peak_program = peak->program;
  h->always_live = peak->always_live;
  h->always_unknown = peak->always_unknown;
  h->peak_bytes = peak->always_live + peak->not_always_live;
}

static void
add_cycles (PoplensHeadline *h, const PoplensTarget *target, const PoplensExecution *execution)
{
  /* Of steps whose rows in steps_by_ipu are lost nobody knows how long they took: that is not 0. */
  if (!execution->n_steps || (!execution->n_rows && !execution->total_cycles))
    return;
  h->has_cycles = TRUE;
  h->cycles = execution->total_cycles;
  /* Steps without a row may end after all others; then the recorded total stays true. */
  if (execution->n_without_rows) {
    guint64 recorded = poplens_execution_recorded_cycles (execution);
    h->cycles = MAX (h->cycles, recorded);
    h->cycles_incomplete = !recorded;
  }
  if (target && target->clock_hz)
    h->nominal_seconds = (double) h->cycles / target->clock_hz;
  if (poplens_execution_lacks_rows (execution) || !poplens_execution_knows_tile_cycles (execution))
    return;
  for (guint32 t = 0; t < execution->n_types; t++) {
    h->tile_cycles += execution->type_tile_cycles[t];
    if (poplens_step_kind_is_waiting (execution->type_kind[t]))
      h->idle_tile_cycles += execution->type_tile_cycles[t];
  }
  if (h->tile_cycles)
    h->idle_share = (double) h->idle_tile_cycles / h->tile_cycles;
}

void
poplens_headline_compute (PoplensHeadline *headline, const PoplensTarget *target,
                          const PoplensMemory *memory, const PoplensPeak *peak,
                          const PoplensExecution *execution)
{
  *headline = (PoplensHeadline){
      .worst_position = G_MAXUINT32, .odd_position = G_MAXUINT32, .fullest_position = G_MAXUINT32};
  if (memory)
    add_memory (headline, target, memory);
  if (peak)
    add_peak (headline, peak);
  if (execution)
    add_cycles (headline, target, execution);
}
