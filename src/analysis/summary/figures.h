/* The figures of a report: columns of the list of reports, what a comparison judges, figures of
 * JSON, and with max- or min- before the key the rules of a budget. */
#pragma once

#include "analysis/summary/headline.h"
#include "analysis/time/program-time.h"

G_BEGIN_DECLS

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
