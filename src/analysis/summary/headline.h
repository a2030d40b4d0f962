/* The headline of a report: whether its data fits into the tiles, its fullest tile, the peak of
 * live bytes, and how long it ran. */
#pragma once

#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  gboolean
      has_memory; /* FALSE: memory is unknown; the fields down to .fullest_total have no meaning */
  /* FALSE: it is unknown whether the report fits: the memory of a tile is unknown, or tiles are
   * missing and no other tile is over its memory. */
  gboolean fit_known;
  gboolean fits;      /* TRUE: no tile overflows, or needs more than its memory, gaps included */
  guint32 tiles_over; /* number of tiles that do not fit */
  guint32 worst_position; /* index of the tile, of those that do not fit, that needs most;
                             G_MAXUINT32: all tiles fit */
  guint64 over_bytes; /* bytes that tile .worst_position needs beyond its memory: bytes with gaps −
                         bytes_per_tile, or its overflow in the file if that is more */
  /* FALSE if memory was read from archive.a, whose images do not tell bytes without gaps. .total,
   * .fullest_total and .tiles_odd are then 0. */
  gboolean total_known;
  /* TRUE if tiles are missing. Sums and the fullest tile are then lower bounds, and .capacity is
   * only that of the tiles in the file. */
  gboolean memory_incomplete;
  guint64 total, total_including_gaps; /* bytes of all tiles in the file: without gaps; with gaps */
  guint64 capacity;      /* memory of these tiles: number of tiles × bytes_per_tile; 0: unknown */
  guint64 tile_capacity; /* memory of one tile (bytes_per_tile); 0: unknown */
  guint32 n_tiles;
  guint32 tiles_odd;    /* number of tiles with fewer bytes with gaps than without, which means that
                           the file is wrong */
  guint32 odd_position; /* index of the first of these tiles; G_MAXUINT32: there are none */
  guint32 fullest_position; /* index of the tile with the most bytes, gaps included; G_MAXUINT32:
                               there are no tiles */
  guint32 fullest_tile;     /* number of the fullest tile */
  guint64 fullest_bytes;    /* bytes of the fullest tile, gaps included */
  guint64 fullest_total;    /* bytes of the fullest tile, without gaps */

  gboolean has_peak; /* FALSE: no live bytes are known; the fields down to .always_unknown have no
                        meaning */
  guint32 peak_step;
  guint32 peak_program; /* id of the program that runs at the peak */
  guint64 peak_bytes;   /* live bytes on all tiles at the peak: always live + not always live */
  guint64 always_live;
  /* TRUE: always-live bytes are unknown: .always_live is 0, and .peak_bytes has only the others. */
  gboolean always_unknown;

  gboolean has_cycles; /* TRUE if cycles of executed steps are recorded */
  guint64 cycles;      /* cycles from the start of the first tile to the end of the last one */
  /* TRUE: steps without a row may end later, so .cycles is a lower bound. */
  gboolean cycles_incomplete;
  double nominal_seconds; /* .cycles at the nominal clock of the target, in seconds; 0: unknown */
  guint64 tile_cycles;    /* cycles of all tiles in all steps, summed */
  /* Part of .tile_cycles without work: waiting in the program, and time outside of it. Only
   * analysis/time separates these by cause. */
  guint64 idle_tile_cycles;
  double idle_share; /* .idle_tile_cycles ÷ .tile_cycles (0 … 1); 0 if there are none */
} PoplensHeadline;

/* Returns a notice if figures of @memory contradict each other; NULL if they do not. (transfer
 * full) (nullable) */
char *poplens_headline_describe_odd (const PoplensHeadline *headline, const PoplensMemory *memory);

/* Computes the headline of a report. Each part is NULL if the report lacks it. Memory and execution
 * may be brief (loaded without details). */
void poplens_headline_compute (PoplensHeadline *headline, const PoplensTarget *target,
                               const PoplensMemory *memory, const PoplensPeak *peak,
                               const PoplensExecution *execution);

/* ---- time of the program --------------------------------------------------------------------- */

/* How long the program took: the figures by which reports are judged. Computed only from the
 * positions of steps, without reading cycles by tile. PoplensTime (time.h) gives the same results.
 */

typedef struct {
  gboolean known; /* FALSE: no steps were executed, or their rows are lost; all other fields have no
                     meaning */
  gboolean incomplete; /* TRUE: some steps have no row, so all cycles are lower bounds */
  /* Cycles of the whole trace; the part of these before the host has started each run; the rest. */
  guint64 trace, outside, program;
  guint64 run_from,
      run_to; /* cycles from which and to which the program of the longest run works */
  gint64 run; /* id of the longest run in the file; −1: runs cannot be distinguished */
  gboolean iterations_known; /* FALSE: only a part of a long trace was loaded, so iterations were
                                not searched */
  guint n_iterations;        /* number of iterations; 0: none */
  guint n_lengths;           /* number of complete iterations */
  guint64 iteration; /* median length of the complete iterations, cycles; 0: there are none */
} PoplensProgramTime;

/* Computes how long the program took. @execution: may be brief (loaded without details). @programs,
 * @exchanges: (nullable), as in time.h */
void poplens_program_time_compute (PoplensProgramTime *self, const PoplensExecution *execution,
                                   const PoplensPrograms *programs,
                                   const PoplensExchanges *exchanges);

/* ---- figures --------------------------------------------------------------------------------- */

/* Figures of a report. They are columns of the list of reports, measures of a comparison, keys in
 * JSON and, with max- or min- before the key, rules of a budget. */

typedef enum {
  POPLENS_FIGURE_FITS,
  POPLENS_FIGURE_TILES_OVER,
  POPLENS_FIGURE_OVER_BYTES,
  POPLENS_FIGURE_FULLEST_TILE,
  POPLENS_FIGURE_TILE_BYTES,
  POPLENS_FIGURE_FREE_BYTES,
  POPLENS_FIGURE_MEMORY_BYTES,
  POPLENS_FIGURE_ALWAYS_LIVE_BYTES,
  POPLENS_FIGURE_PEAK_BYTES,
  POPLENS_FIGURE_PEAK_STEP,
  POPLENS_FIGURE_ITERATIONS,
  POPLENS_FIGURE_ITERATION_CYCLES,
  POPLENS_FIGURE_PROGRAM_CYCLES,
  POPLENS_FIGURE_RUN_CYCLES,
  POPLENS_FIGURE_OUTSIDE_CYCLES,
  POPLENS_FIGURE_TRACE_CYCLES,
  POPLENS_N_FIGURES,
} PoplensFigure;

typedef enum {
  POPLENS_FIGURE_BOOL,
  POPLENS_FIGURE_COUNT,
  POPLENS_FIGURE_ID,
  POPLENS_FIGURE_BYTES,
  POPLENS_FIGURE_CYCLES,
} PoplensFigureUnit;

typedef enum {
  POPLENS_MORE_IS_NEITHER, /* neither more nor less is better: a size of the graph, or a part of
                              another figure */
  POPLENS_MORE_IS_WORSE,
  POPLENS_MORE_IS_BETTER,
} PoplensDirection;

typedef struct {
  const char *key, *title, *doc; /* "tile_bytes"; "Fullest tile"; one sentence */
  PoplensFigureUnit unit;
  PoplensDirection direction;
} PoplensFigureSpec;

/* Value of a figure that is not recorded, incomplete or damaged. */
#define POPLENS_NO_FIGURE G_MININT64

const PoplensFigureSpec *poplens_figure_spec (PoplensFigure figure);

/* Computes all figures of a report. Unknown figures are POPLENS_NO_FIGURE. */
void poplens_figures_compute (gint64 figures[POPLENS_N_FIGURES], const PoplensHeadline *headline,
                              const PoplensProgramTime *time);

G_END_DECLS
