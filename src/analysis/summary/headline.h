/* Headline of a report: whether it fits into the memory of the tiles, its fullest tile, the peak of
 * live bytes, and its cycles. */
#pragma once

#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  /* FALSE: memory is unknown. The fields from .fit_known to .fullest_total then have no meaning. */
  gboolean has_memory;
  /* FALSE: it is unknown whether the report fits. Either the memory of a tile is unknown, or the
   * file lacks tiles and all others fit. */
  gboolean fit_known;
  gboolean fits;          /* TRUE: each tile fits into its memory, gaps included */
  guint32 tiles_over;     /* number of tiles that do not fit */
  guint32 worst_position; /* index of the tile that exceeds its memory most; G_MAXUINT32: all tiles
                             fit */
  guint64 over_bytes; /* bytes by which tile .worst_position exceeds its memory, gaps included; not
                         less than the overflow that the file records */
  /* FALSE: memory was read from archive.a, which does not record bytes without gaps. .total,
   * .fullest_total and .tiles_odd are then 0. */
  gboolean total_known;
  /* TRUE: the file lacks tiles. Sums and the fullest tile are then lower bounds. .capacity counts
   * only the tiles in the file. */
  gboolean memory_incomplete;
  guint64 total, total_including_gaps; /* bytes of all tiles in the file. .total: without gaps */
  guint64 capacity; /* memory of all tiles in the file: their number × bytes_per_tile; 0: unknown */
  guint64 tile_capacity; /* memory of one tile (bytes_per_tile); 0: unknown */
  guint32 n_tiles;
  guint32 tiles_odd; /* number of tiles with wrong numbers: their bytes without gaps are more than
                        their bytes with gaps */
  guint32 odd_position;     /* index of the first tile counted in .tiles_odd; G_MAXUINT32: none */
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
  /* TRUE: always-live bytes are unknown. .always_live is then 0, and .peak_bytes leaves them out.
   */
  gboolean always_unknown;

  gboolean has_cycles; /* TRUE if cycles of executed steps are recorded */
  guint64 cycles;      /* cycles from the start of the first tile to the end of the last one */
  /* TRUE: .cycles is a lower bound, because steps without a row can end later. */
  gboolean cycles_incomplete;
  double nominal_seconds; /* .cycles at the nominal clock of the target, in seconds; 0: unknown */
  guint64 tile_cycles;    /* cycles of all tiles in all steps, summed */
  /* Part of .tile_cycles in which tiles wait within the program, or are outside the program. */
  guint64 idle_tile_cycles;
  double idle_share; /* .idle_tile_cycles ÷ .tile_cycles (0 … 1); 0 if .tile_cycles is 0 */
} PoplensHeadline;

/* Returns a notice if tiles have wrong numbers (.tiles_odd); NULL if none has. (transfer full)
 * (nullable) */
char *poplens_headline_describe_odd (const PoplensHeadline *headline, const PoplensMemory *memory);

/* Computes the headline of a report. All parts are (nullable): NULL if the report lacks the part.
 * @memory and @execution may be loaded without details. */
void poplens_headline_compute (PoplensHeadline *headline, const PoplensTarget *target,
                               const PoplensMemory *memory, const PoplensPeak *peak,
                               const PoplensExecution *execution);

/* ---- time of the program --------------------------------------------------------------------- */

/* Figures of the program's time. PoplensTime (time.h) has the same figures. Here they are computed
 * from the begin and end of steps alone, without cycles by tile. */

typedef struct {
  gboolean known; /* FALSE: no steps were executed, or their rows are lost; all other fields have no
                     meaning */
  gboolean incomplete; /* TRUE: some steps have no row, so all cycles are lower bounds */
  /* Cycles. .trace: the whole trace; .outside: time in which the host has not started a run;
   * .program: .trace without .outside. */
  guint64 trace, outside, program;
  guint64 run_from, run_to; /* cycles at which work of the longest run begins and ends */
  gint64 run; /* id of the longest run; −1: the runs in the file cannot be distinguished */
  gboolean iterations_known; /* FALSE: only a part of a long trace was loaded, so iterations were
                                not searched */
  guint n_iterations;
  guint n_lengths;   /* number of complete iterations */
  guint64 iteration; /* median cycles of the complete iterations; 0: none is complete */
} PoplensProgramTime;

/* Computes the figures of the program's time. @execution: may be loaded without details. @programs:
 * (nullable): needed to find iterations. @exchanges: (nullable): needed to find the starts of runs.
 */
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
  POPLENS_MORE_IS_NEITHER, /* an increase is neither good nor bad: a size of the graph, or a part of
                              another figure */
  POPLENS_MORE_IS_WORSE,
  POPLENS_MORE_IS_BETTER,
} PoplensDirection;

typedef struct {
  const char *key, *title, *doc; /* .key: "tile_bytes"; .title: "Fullest tile"; .doc: a sentence */
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
