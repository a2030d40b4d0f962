/* Finds the slowest tile of each executed step, and how much it delays others over many steps.
 * Reads the cycles by tile of steps (cycles_by_tile). */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* The slowest tile of an IPU in a step. Steps that share a list of cycles also share this struct.
 */
typedef struct {
  guint32 tile;      /* number of the slowest tile in the report; the lowest number if several are
                        equally slow */
  guint32 n_longest; /* number of equally slow tiles; 0: no tile has cycles */
  guint64 longest;   /* cycles of the slowest tile */
  guint64 second; /* cycles of the second slowest tile; equals .longest if several are equally slow;
                     0 if there is only one tile */
  guint64 sum;    /* sum of the cycles of all tiles of the IPU */
} PoplensTraceLastTile;

/* Slowest tile of each row of steps_by_ipu; immutable. */
typedef struct {
  guint32 n_rows, tiles; /* number of rows of steps_by_ipu; tiles per IPU */
  guint32 *place; /* [n_rows] index in .lasts of the row's slowest tile; G_MAXUINT32: the row has no
                     cycles by tile */
  GArray *lasts;  /* PoplensTraceLastTile */
  guint32 n_listed; /* number of rows that have cycles by tile */
} PoplensTraceLast;

/* Finds the slowest tile of each row. @tiles: per IPU, above 0. If the first slice (some thousand
 * rows) has no cycles by tile, stops reading. @work: (nullable). NULL with an error of @get_slice,
 * or with G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTraceLast *poplens_trace_last_new (const PoplensExecution *execution, guint32 tiles,
                                          PoplensSliceFunc get_slice, gpointer data,
                                          const PoplensWork *work, GError **error);
void poplens_trace_last_free (PoplensTraceLast *self);
/* Returns the slowest tile of a row. NULL if the row has no cycles by tile, or all of them are 0.
 * (transfer none) */
const PoplensTraceLastTile *poplens_trace_last_get (const PoplensTraceLast *self, guint32 row);

/* Returns the cycles that a step would save if its slowest tile were as fast as its second slowest.
 * 0 if several tiles are equally slow. */
guint64 poplens_trace_last_beyond_second (const PoplensTraceLastTile *last);
/* Returns the cycles that a step would save if all tiles took the mean cycles. @tiles: tiles per
 * IPU. */
double poplens_trace_last_beyond_mean (const PoplensTraceLastTile *last, guint32 tiles);

/* Statistics of a tile over the steps in which it was the slowest. Steps with several equally slow
 * tiles are not included, as no single tile delays the others. */
typedef struct {
  guint64 times;         /* number of steps in which this tile was the slowest */
  guint64 cycles;        /* Σ of the tile's cycles in these steps */
  guint64 beyond_second; /* Σ of the cycles by which the tile exceeds the second slowest tile */
  guint64 waste; /* Σ of (tiles per IPU × longest − sum of all tiles): cycles in which the other
                    tiles wait */
  guint32 worst_row; /* row of steps_by_ipu in which the tile exceeds the second slowest tile by the
                        most cycles; G_MAXUINT32: none */
} PoplensStraggler;

/* Statistics of all tiles. */
typedef struct {
  guint32 n_tiles, tiles;       /* number of tiles of all IPUs; tiles per IPU */
  PoplensStraggler *stragglers; /* [n_tiles] statistics by tile number */
  guint64 rows;                 /* number of rows that were counted */
  guint64 ties;                 /* number of rows with several equally slow tiles */
  guint64 ties_waste;           /* Σ of the waste (PoplensStraggler.waste) of the rows of .ties */
  guint64 left_out; /* number of selected rows without cycles by tile; these rows are not counted */
} PoplensStragglers;

/* Computes the statistics of all tiles over the rows that @wanted
 * selects. NULL only if cancelled. @work: (nullable). (transfer full) */
PoplensStragglers *poplens_stragglers_new (const PoplensTraceLast *last,
                                           const PoplensExecution *execution,
                                           const PoplensTraceWanted *wanted,
                                           const PoplensWork *work);
void poplens_stragglers_free (PoplensStragglers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceLast, poplens_trace_last_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStragglers, poplens_stragglers_free)

G_END_DECLS
