/* Computes the headline of a report: whether it fits, its fullest tile, peak and cycles. Also
 * computes the figures by which reports are compared. */
#include "analysis/summary/headline.h"

#include "analysis/time/time-iterations.h"
#include "base/format.h"

/* ---- figures --------------------------------------------------------------------------------- */

static const PoplensFigureSpec specs[POPLENS_N_FIGURES] = {
    [POPLENS_FIGURE_FITS] = {"fits", "Fits", "Whether all tiles are within their capacity",
                             POPLENS_FIGURE_BOOL, POPLENS_MORE_IS_BETTER},
    [POPLENS_FIGURE_TILES_OVER] = {"tiles_over", "Tiles over", "Tiles over capacity, gaps included",
                                   POPLENS_FIGURE_COUNT, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_OVER_BYTES] = {"over_bytes", "Over",
                                   "Bytes that the fullest tile needs beyond its capacity",
                                   POPLENS_FIGURE_BYTES, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_FULLEST_TILE] = {"fullest_tile", "Tile", "Number of the fullest tile",
                                     POPLENS_FIGURE_ID},
    [POPLENS_FIGURE_TILE_BYTES] = {"tile_bytes", "Fullest tile",
                                   "Bytes of the fullest tile, including gaps",
                                   POPLENS_FIGURE_BYTES, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_FREE_BYTES] = {"free_bytes", "Free on the fullest tile",
                                   "Capacity without the bytes of the fullest tile; below 0 where "
                                   "it does not fit",
                                   POPLENS_FIGURE_BYTES, POPLENS_MORE_IS_BETTER},
    [POPLENS_FIGURE_MEMORY_BYTES] = {"memory_bytes", "Memory including gaps",
                                     "Bytes of all tiles, including gaps", POPLENS_FIGURE_BYTES,
                                     POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_ALWAYS_LIVE_BYTES] = {"always_live_bytes", "Always live",
                                          "Bytes of all tiles that are live at every step",
                                          POPLENS_FIGURE_BYTES, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_PEAK_BYTES] = {"peak_bytes", "Peak live",
                                   "Live bytes of all tiles at the peak step", POPLENS_FIGURE_BYTES,
                                   POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_PEAK_STEP] = {"peak_step", "Peak step",
                                  "Program step with the most live memory", POPLENS_FIGURE_ID},
    [POPLENS_FIGURE_ITERATIONS] = {"iterations", "Iterations", "Turns of the program's loop",
                                   POPLENS_FIGURE_COUNT},
    [POPLENS_FIGURE_ITERATION_CYCLES] = {"iteration_cycles", "Iteration",
                                         "Median of the iterations of the program; none if it has "
                                         "no iterations",
                                         POPLENS_FIGURE_CYCLES, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_PROGRAM_CYCLES] = {"program_cycles", "Program",
                                       "Cycles of the program: of the trace all that are not "
                                       "outside",
                                       POPLENS_FIGURE_CYCLES, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_RUN_CYCLES] = {"run_cycles", "Longest run", "Program cycles of the longest run",
                                   POPLENS_FIGURE_CYCLES, POPLENS_MORE_IS_WORSE},
    [POPLENS_FIGURE_OUTSIDE_CYCLES] = {"outside_cycles", "Outside",
                                       "Cycles of the trace before a run starts and after it ends; "
                                       "neither worse nor better",
                                       POPLENS_FIGURE_CYCLES},
    [POPLENS_FIGURE_TRACE_CYCLES] = {"trace_cycles", "Trace",
                                     "Cycles from the first start to the last end of all executed "
                                     "steps",
                                     POPLENS_FIGURE_CYCLES},
};

const PoplensFigureSpec *
poplens_figure_spec (PoplensFigure figure)
{
  return &specs[figure];
}

static gint64
known (gboolean is_known, guint64 value)
{
  return is_known ? (gint64) MIN (value, G_MAXINT64) : POPLENS_NO_FIGURE;
}

void
poplens_figures_compute (gint64 figures[POPLENS_N_FIGURES], const PoplensHeadline *h,
                         const PoplensProgramTime *time)
{
  gboolean memory = h->has_memory && h->n_tiles && !h->memory_incomplete;
  gboolean peak = h->has_peak && !h->always_unknown;
  gboolean program = time->known && !time->incomplete;

  const gint64 all[POPLENS_N_FIGURES] = {
      [POPLENS_FIGURE_FITS] = known (h->fit_known, h->fits),
      [POPLENS_FIGURE_TILES_OVER] = known (memory && h->fit_known, h->tiles_over),
      [POPLENS_FIGURE_OVER_BYTES] = known (memory && h->fit_known, h->over_bytes),
      [POPLENS_FIGURE_FULLEST_TILE] = known (memory, h->fullest_tile),
      [POPLENS_FIGURE_TILE_BYTES] = known (memory, h->fullest_bytes),
      [POPLENS_FIGURE_FREE_BYTES] = memory && h->tile_capacity ? known (TRUE, h->tile_capacity) -
                                                                     known (TRUE, h->fullest_bytes)
                                                               : POPLENS_NO_FIGURE,
      [POPLENS_FIGURE_MEMORY_BYTES] = known (memory, h->total_including_gaps),
      [POPLENS_FIGURE_ALWAYS_LIVE_BYTES] = known (peak, h->always_live),
      [POPLENS_FIGURE_PEAK_BYTES] = known (peak, h->peak_bytes),
      [POPLENS_FIGURE_PEAK_STEP] = known (h->has_peak, h->peak_step),
      [POPLENS_FIGURE_ITERATIONS] = known (program && time->iterations_known, time->n_iterations),
      [POPLENS_FIGURE_ITERATION_CYCLES] = known (program && time->n_iterations, time->iteration),
      [POPLENS_FIGURE_PROGRAM_CYCLES] = known (program, time->program),
      [POPLENS_FIGURE_RUN_CYCLES] =
          known (program && time->run >= 0, time->run_to - time->run_from),
      [POPLENS_FIGURE_OUTSIDE_CYCLES] = known (program, time->outside),
      [POPLENS_FIGURE_TRACE_CYCLES] = known (h->has_cycles && !h->cycles_incomplete, h->cycles),
  };

  for (guint f = 0; f < POPLENS_N_FIGURES; f++)
    figures[f] = all[f];
}

/* ---- time of the program --------------------------------------------------------------------- */

/* TRUE if the loaded part of a long trace shows where the program starts: each IPU computes or
 * exchanges something in this part. */
static gboolean
has_begun (const PoplensExecution *x)
{
  g_autofree gboolean *works = g_new0 (gboolean, x->n_ipus + 1);

  for (guint32 row = 0; row < x->n_rows; row++)
    if (poplens_step_kind_is_work (poplens_execution_step_kind (x, x->row_step[row])))
      works[x->row_ipu[row]] = TRUE;
  for (guint32 i = 0; i < x->n_ipus; i++)
    if (x->ipu_seen[i] && !works[i])
      return FALSE;
  return TRUE;
}

static void
find_longest_run (PoplensProgramTime *self, const PoplensTime *time)
{
  self->run = -1;
  for (guint r = 0; r < time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, r);
    if (run->run == G_MAXUINT32 || (r && run->to - run->work <= self->run_to - self->run_from))
      continue;
    self->run = poplens_time_run_id (time, r);
    self->run_from = run->work;
    self->run_to = run->to;
  }
}

void
poplens_program_time_compute (PoplensProgramTime *self, const PoplensExecution *execution,
                              const PoplensPrograms *programs, const PoplensExchanges *exchanges)
{
  PoplensTimeInput input = {.execution = execution, .programs = programs, .exchanges = exchanges};
  PoplensTime time = {.execution = execution, .total = execution->total_cycles};

  *self = (PoplensProgramTime){0};
  if (!execution->n_rows || !execution->total_cycles || (execution->cut && !has_begun (execution)))
    return;
  g_autoptr (GArray) runs = time.runs = poplens_time_find_runs (&input, &time.outside);
  self->known = TRUE;
  self->incomplete = poplens_execution_lacks_rows (execution);
  self->trace = time.total;
  self->outside = time.outside;
  self->program = time.total - time.outside;
  find_longest_run (self, &time);
  if (execution->cut)
    return;
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (&time, programs);
  self->iterations_known = TRUE;
  self->n_iterations = found->iterations.turns->len;
  self->n_lengths = found->iterations.length->len;
  self->iteration = found->iterations.median;
}

/* ---- memory and cycles ----------------------------------------------------------------------- */

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
  /* If a tile in the file exceeds its memory, the report does not fit, whatever the missing tiles
   * need. */
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
headline_add_cycles (PoplensHeadline *h, const PoplensTarget *target,
                     const PoplensExecution *execution)
{
  /* If the rows of all steps are lost, the time is unknown, not 0. */
  if (!execution->n_steps || (!execution->n_rows && !execution->total_cycles))
    return;
  h->has_cycles = TRUE;
  h->cycles = execution->total_cycles;
  /* Steps without a row can end last. The recorded total includes these steps. */
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
    headline_add_cycles (headline, target, execution);
}
