/* Who was last: which tile took longest in each executed step, by how much, and what that cost over
 * many steps. From the cycles by tile of the steps (cycles_by_tile). */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* Of the tiles of an IPU in a step; steps that share a list of cycles share it. */
typedef struct {
  guint32 tile;      /* number over all IPUs: of those that take most the lowest */
  guint32 n_longest; /* tiles that take as many; 0: none has cycles */
  guint64 longest;   /* cycles */
  guint64 second;    /* of the next that takes fewer, or as many; 0 where there is no other tile */
  guint64 sum;       /* over all tiles of the IPU */
} PoplensTraceLastTile;

/* Made once a report; immutable. */
typedef struct {
  guint32 n_rows, tiles; /* tiles: of an IPU */
  guint32 *place;        /* [n_rows] in lasts; G_MAXUINT32: the row has no cycles by tile */
  GArray *lasts;         /* PoplensTraceLastTile */
  guint32 n_listed;      /* rows that have cycles by tile */
} PoplensTraceLast;

/* @tiles: of an IPU, above 0. Where the first some thousand rows have no cycles by tile none is
 * looked for. NULL with an error: of the slices, or G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTraceLast *poplens_trace_last_new (const PoplensExecution *execution, guint32 tiles,
                                          PoplensSliceFunc get_slice, gpointer data,
                                          const PoplensWork *work, GError **error);
void poplens_trace_last_free (PoplensTraceLast *self);
/* NULL where the row has no cycles by tile, or no tile has cycles. */
const PoplensTraceLastTile *poplens_trace_last_get (const PoplensTraceLast *self, guint32 row);

/* What the last tile of a step costs. Beyond the second: cycles that the step would end earlier,
 * were that tile as fast as the next one; 0 where several are last together. Beyond the mean: what
 * perfect balance would save, longest − mean over all tiles, rounded. */
guint64 poplens_trace_last_beyond_second (const PoplensTraceLastTile *last);
double poplens_trace_last_beyond_mean (const PoplensTraceLastTile *last, guint32 tiles);

/* Over many steps: how often a tile was last, and the sums of what that cost. Steps in which
 * several tiles are last together none of them made late: they are counted apart. */
typedef struct {
  guint64 times;         /* steps in which no other took as long */
  guint64 cycles;        /* Σ of these steps */
  guint64 beyond_second; /* Σ: what it cost */
  guint64 waste;         /* Σ of tiles × longest − sum: divided by the tiles, beyond the mean */
  guint32 worst_row;     /* of steps_by_ipu: most beyond the second; G_MAXUINT32: none */
} PoplensStraggler;

typedef struct {
  guint32 n_tiles, tiles;       /* of all IPUs, and of one */
  PoplensStraggler *stragglers; /* [n_tiles] */
  guint64 rows;                 /* steps that are counted, on each IPU … */
  guint64 ties;                 /* … of which several tiles were last together … */
  guint64 ties_waste;           /* … with the waste of these … */
  guint64 left_out;             /* … and those that are wanted and have no cycles by tile */
} PoplensStragglers;

/* NULL only where cancelled. (transfer full) */
PoplensStragglers *poplens_stragglers_new (const PoplensTraceLast *last,
                                           const PoplensExecution *execution,
                                           const PoplensTraceWanted *wanted,
                                           const PoplensWork *work);
void poplens_stragglers_free (PoplensStragglers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceLast, poplens_trace_last_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStragglers, poplens_stragglers_free)

G_END_DECLS
