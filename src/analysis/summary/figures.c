#include "analysis/summary/figures.h"

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
