/* The headline of a report: whether it fits, its fullest tile, when the peak is, and how long it
 * ran. */
#pragma once

#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  gboolean has_memory; /* FALSE: the fields down to .fullest_total have no meaning */
  /* FALSE if the capacity is unknown or tiles are missing, and no tile is over. */
  gboolean fit_known;
  gboolean fits;          /* no tile overflows, or needs more than its memory, gaps included */
  guint32 tiles_over;     /* tiles that do not fit */
  guint32 worst_position; /* of these, the tile that needs most; G_MAXUINT32 if all fit */
  guint64 over_bytes; /* bytes that this tile needs beyond its memory: with gaps − bytes_per_tile,
                         or those that it overflows by, if these are more */
  /* FALSE if memory is that of archive.a, whose images do not tell the bytes without gaps. .total,
   * .fullest_total and .tiles_odd are then 0. */
  gboolean total_known;
  /* TRUE if tiles are missing: sums and the fullest tile are lower bounds, and .capacity is that of
   * the other tiles. */
  gboolean memory_incomplete;
  guint64 total, total_including_gaps; /* bytes of all tiles that the file lists */
  guint64 capacity;                    /* their memory: tiles × bytes_per_tile; 0: unknown */
  guint64 tile_capacity;               /* bytes_per_tile; 0: unknown */
  guint32 n_tiles;
  guint32 tiles_odd;    /* tiles with more bytes without gaps than with them: the file is wrong */
  guint32 odd_position; /* the first of them; G_MAXUINT32: none */
  guint32 fullest_position; /* tile with the most bytes, gaps included; G_MAXUINT32: no tiles */
  guint32 fullest_tile;     /* its number */
  guint64 fullest_bytes;    /* with gaps */
  guint64 fullest_total;    /* without */

  gboolean has_peak; /* FALSE: the fields down to .always_unknown have no meaning */
  guint32 peak_step;
  guint32 peak_program; /* ID */
  guint64 peak_bytes;   /* always live + not always live, at that step on all tiles */
  guint64 always_live;
  /* TRUE: .always_live is 0, and .peak_bytes is not-always-live bytes alone. */
  gboolean always_unknown;

  gboolean has_cycles; /* TRUE if cycles of executed steps are recorded */
  guint64 cycles;      /* from the start of the first tile to the end of the last one */
  /* TRUE if steps without a row may end later: .cycles is a lower bound. */
  gboolean cycles_incomplete;
  double nominal_seconds; /* at the target's clock; 0: unknown */
  guint64 tile_cycles;    /* sum over tiles and steps */
  /* Part of .tile_cycles that is not work: waiting in the program and time outside of it. Only
   * analysis/time separates these, by cause. */
  guint64 idle_tile_cycles;
  double idle_share; /* of .tile_cycles, 0 … 1; 0 if there are none */
} PoplensHeadline;

/* Returns a notice if figures of @memory contradict each other. (transfer full) (nullable): NULL if
 * they do not */
char *poplens_headline_describe_odd (const PoplensHeadline *headline, const PoplensMemory *memory);

/* Computes the headline. Each part may be NULL (absent); brief memory and execution are enough. */
void poplens_headline_compute (PoplensHeadline *headline, const PoplensTarget *target,
                               const PoplensMemory *memory, const PoplensPeak *peak,
                               const PoplensExecution *execution);

/* ---- time of the program --------------------------------------------------------------------- */

/* How long the program took: the figures by which reports are judged. Computed from the positions
 * of the steps alone, so no cycles by tile are read; PoplensTime (time.h) gives the same
 * results. */

typedef struct {
  gboolean known; /* FALSE: nothing below is known: no executed steps, or their rows are lost */
  gboolean incomplete; /* TRUE: some steps have no row, so cycles are lower bounds */
  /* Cycles of the whole trace; of these, the cycles before the host has started each run; the
   * others. */
  guint64 trace, outside, program;
  guint64 run_from, run_to;  /* cycles in which the program of the longest run works */
  gint64 run;                /* ID of that run in the file; −1: runs cannot be told apart */
  gboolean iterations_known; /* FALSE: a long trace in brief, whose iterations were not searched */
  guint n_iterations;        /* 0: none */
  guint n_lengths;           /* number of complete iterations */
  guint64 iteration;         /* median cycles of these; 0: none */
} PoplensProgramTime;

/* Computes the time. @execution: may be brief. @programs, @exchanges: (nullable), as in time.h */
void poplens_program_time_compute (PoplensProgramTime *self, const PoplensExecution *execution,
                                   const PoplensPrograms *programs,
                                   const PoplensExchanges *exchanges);

/* ---- figures --------------------------------------------------------------------------------- */

/* Figures of a report: columns of the list of reports, measures of a comparison, keys in JSON and,
 * with max- or min- before the key, rules of a budget. */

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
  POPLENS_MORE_IS_NEITHER, /* a size of the graph, or part of another figure */
  POPLENS_MORE_IS_WORSE,
  POPLENS_MORE_IS_BETTER,
} PoplensDirection;

typedef struct {
  const char *key, *title, *doc; /* "tile_bytes", "Fullest tile", one sentence */
  PoplensFigureUnit unit;
  PoplensDirection direction;
} PoplensFigureSpec;

/* Value of a figure that is not recorded, incomplete or damaged. */
#define POPLENS_NO_FIGURE G_MININT64

const PoplensFigureSpec *poplens_figure_spec (PoplensFigure figure);

/* Computes all figures. Unknown ones are POPLENS_NO_FIGURE. */
void poplens_figures_compute (gint64 figures[POPLENS_N_FIGURES], const PoplensHeadline *headline,
                              const PoplensProgramTime *time);

G_END_DECLS
