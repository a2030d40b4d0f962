/* What happened, in numbers: does it fit, where is it fullest, when is the peak, how long did it
 * run. */
#pragma once

#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  gboolean has_memory; /* everything down to `fullest…` is 0 without */
  /* FALSE if capacity is not known or tiles are missing, and nothing overflowed. */
  gboolean fit_known;
  gboolean fits;          /* no tile overflows or reaches, gaps included, beyond its memory */
  guint32 tiles_over;     /* tiles that do not fit */
  guint32 worst_position; /* of them, the one that needs most; G_MAXUINT32 where all fit */
  guint64 over_bytes; /* what that tile needs beyond its memory: with gaps − bytes_per_tile, or what
                       * it overflows by, whichever is more */
  /* FALSE where memory is archive.a's: an image does not say what is used without gaps. `total`,
   * `fullest_total` and `tiles_odd` are then 0. */
  gboolean total_known;
  /* TRUE if tiles are missing: sums and the fullest tile are at least what is said, and `capacity`
   * is of the others alone. */
  gboolean memory_incomplete;
  guint64 total, total_including_gaps; /* bytes, all tiles that the file lists */
  guint64 capacity;                    /* their memory: tiles × bytes_per_tile; 0: not known */
  guint64 tile_capacity;               /* bytes_per_tile; 0: not known */
  guint32 n_tiles;
  guint32 tiles_odd;    /* tiles that hold more without gaps than with them: the file is wrong */
  guint32 odd_position; /* the first of them; G_MAXUINT32 where there is none */
  guint32 fullest_position; /* most bytes with gaps; G_MAXUINT32 without tiles */
  guint32 fullest_tile;     /* its number */
  guint64 fullest_bytes;    /* with gaps */
  guint64 fullest_total;    /* without */

  gboolean has_peak; /* peak given */
  guint32 peak_step;
  guint32 peak_program; /* program id */
  guint64 peak_bytes;   /* always live + not always live at that step, all tiles */
  guint64 always_live;
  gboolean always_unknown; /* then always_live is 0, and peak_bytes what is not always live */

  gboolean has_cycles;        /* execution given, and it has steps */
  guint64 cycles;             /* from the first tile's start to the last one's end */
  gboolean cycles_incomplete; /* TRUE if steps without a row may end later: at least `cycles` */
  double nominal_seconds;     /* at the target's clock; 0 where that is not known */
  guint64 tile_cycles;        /* Σ over tiles and steps */
  /* … but of steps that work: waiting, and what is outside of the program, which only
   * analysis/time tells apart, and by cause */
  guint64 idle_tile_cycles;
  double idle_share; /* of tile_cycles; 0 … 1, 0 where there are none */
} PoplensHeadline;

/* Returns the notice that figures of @memory contradict each other. (transfer full) (nullable):
 * NULL if they do not */
char *poplens_headline_describe_odd (const PoplensHeadline *headline, const PoplensMemory *memory);

/* Each part may be NULL: absent. Memory and execution in brief are enough. */
void poplens_headline_compute (PoplensHeadline *headline, const PoplensTarget *target,
                               const PoplensMemory *memory, const PoplensPeak *peak,
                               const PoplensExecution *execution);

/* ---- time of the program --------------------------------------------------------------------- */

/* How long the program took: the figures by which reports are judged. From the positions of the
 * steps alone, so no cycles by tile are read; where time.h has been worked out, it says the same.
 */

typedef struct {
  gboolean known;      /* FALSE: nothing below is: no executed steps, or their rows are lost */
  gboolean incomplete; /* some steps have no row: the program took at least so long */
  /* Cycles: the whole trace, of it those before the host has started each run, and the others. */
  guint64 trace, outside, program;
  guint64 run_from, run_to; /* cycles in which the program of the longest run works … */
  gint64 run;               /* … which the file calls so; −1: runs cannot be told apart */
  gboolean
      iterations_known; /* FALSE: of a long trace in brief, whose iterations nobody looked for */
  guint n_iterations;   /* 0: there are none */
  guint n_lengths;      /* iterations that are whole */
  guint64 iteration;    /* cycles: their median; 0 where there are none */
} PoplensProgramTime;

/* @execution: also in brief. @programs and @exchanges: (nullable), as in time.h. */
void poplens_program_time_compute (PoplensProgramTime *self, const PoplensExecution *execution,
                                   const PoplensPrograms *programs,
                                   const PoplensExchanges *exchanges);

/* ---- figures --------------------------------------------------------------------------------- */

/* The figures of a report: columns of the list of reports, what a comparison judges, figures of
 * JSON, and with max- or min- before the key the rules of a budget. */

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
  POPLENS_MORE_IS_NEITHER, /* of the graph's size, or what another figure holds as well */
  POPLENS_MORE_IS_WORSE,
  POPLENS_MORE_IS_BETTER,
} PoplensDirection;

typedef struct {
  const char *key, *title, *doc; /* "tile_bytes", "Fullest tile", one sentence */
  PoplensFigureUnit unit;
  PoplensDirection direction;
} PoplensFigureSpec;

#define POPLENS_NO_FIGURE G_MININT64 /* not recorded, incomplete or damaged */

const PoplensFigureSpec *poplens_figure_spec (PoplensFigure figure);

/* A figure that is not known becomes POPLENS_NO_FIGURE. */
void poplens_figures_compute (gint64 figures[POPLENS_N_FIGURES], const PoplensHeadline *headline,
                              const PoplensProgramTime *time);

G_END_DECLS
