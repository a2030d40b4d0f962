/* Types and functions that the files of poplens_time_new () share, in the order of its stages:
 * roles of programs, runs, joins, bounds of cycles (sweep), work of tiles, sums by class. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Special roles of a program, which its type does not show; bits. */
typedef enum {
  POPLENS_TIME_STARTS = 1 << 0,   /* the host starts a run by this stream copy */
  POPLENS_TIME_PROFILES = 1 << 1, /* its steps belong to the profiler */
} PoplensTimeRole;

/* State that the stages of poplens_time_new () share. */
typedef struct {
  const PoplensTimeInput *input;
  const PoplensWork *work;
  PoplensTime *time;
  guint8 *roles;  /* [programs] bits of PoplensTimeRole */
  GArray **waits; /* [.n_ipus of the time] PoplensTimeJoinWait of each IPU, sorted by row */
} PoplensTimeMaking;

/* Wait of an IPU at a join: from its own arrival until the last IPU arrives. */
typedef struct {
  guint64 arrive, came; /* cycle at which this IPU arrives; cycle at which the last IPU arrives */
  guint32 row;
} PoplensTimeJoinWait;

/* Returns PoplensTimeRole bits of the program of @step. */
guint poplens_time_role (const PoplensTimeMaking *making, guint32 step);
PoplensTileWork poplens_time_work_of (PoplensStepKind kind);
/* TRUE if @stream exists only for the profiler: it copies the durations of copies and steps. */
gboolean poplens_time_is_timing_stream (const char *stream);

/* Fills the roles of programs, and the runs. Reads only columns that are in memory. */
void poplens_time_find_runs (PoplensTimeMaking *making);
/* Fills roles, runs, joins and epochs. The epochs do not have their sums yet. */
void poplens_time_prepare (PoplensTimeMaking *making);
/* Fills the segments of all IPUs. FALSE with @error. If cycles by tile were recorded,
 * poplens_time_add_tiles () must add the work of tiles afterwards. */
gboolean poplens_time_sweep (PoplensTimeMaking *making, GError **error);
/* Adds the work of tiles, from their lists of cycles, to segments and sums. If a list of an IPU is
 * missing, leaves that IPU unchanged, with .by_tile FALSE. FALSE with @error. */
gboolean poplens_time_add_tiles (PoplensTimeMaking *making, GError **error);
/* Adds the work of tiles to the IPUs without .by_tile, from the mean over the tiles in each step.
 * FALSE with @error. */
gboolean poplens_time_add_means (PoplensTimeMaking *making, GError **error);

static inline gboolean
poplens_time_has_lists (const PoplensTimeMaking *making)
{
  return making->input->tiles > 0 && making->input->execution->n_lists > 0;
}

/* Adds @cycles tile cycles of @work to @segment and to the sums of @ipu. Only one thread at a time
 * may add to an IPU. */
void poplens_time_add_work (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work,
                            guint64 cycles);
/* Fills the classes of @ipu, after all of its work was added. */
void poplens_time_sum_classes (const PoplensTime *time, PoplensTimeIpu *ipu);

/* Approximates the work of tiles from the mean over the tiles in each step. Steps of an IPU are
 * added in their order. A step is distributed as soon as all segments up to its end are known. */
typedef struct _PoplensTimeMeans PoplensTimeMeans;
PoplensTimeMeans *poplens_time_means_new (const PoplensTimeMaking *making, PoplensTimeIpu *ipu);
void poplens_time_means_free (PoplensTimeMeans *self);
void poplens_time_means_take (PoplensTimeMeans *self, guint32 row,
                              const PoplensScanStepTimes *fields);
/* Distributes the steps that end at cycle @until or before. All segments before @until must be
 * known. */
void poplens_time_means_settle (PoplensTimeMeans *self, guint64 until);

/* Calls @each for every row of steps_by_ipu that the execution has. Rows of one IPU come in order;
 * two IPUs are processed in parallel. @ipus: array with a state of @size bytes for each of
 * PoplensTime.ipus; @each gets the state of the row's IPU. @from, @to: progress of @work before and
 * after the pass (0 … 1). FALSE with the error of @each or of a slice, or if cancelled. */
typedef gboolean (*PoplensTimeRowFunc) (guint32 row, const PoplensScanStepTimes *fields,
                                        gpointer ipu, GError **error);
gboolean poplens_time_each_row (const PoplensTimeInput *input, const PoplensTime *time,
                                const PoplensWork *work, double from, double to,
                                PoplensTimeRowFunc each, gpointer ipus, gsize size, GError **error);

static inline PoplensTimeSegment *
poplens_time_segment (const PoplensTimeIpu *ipu, guint segment)
{
  return &g_array_index (ipu->segments, PoplensTimeSegment, segment);
}

/* Returns the same as poplens_time_find_segment (). Fast if the result is @near or shortly after.
 */
guint poplens_time_find_near (const PoplensTimeIpu *ipu, guint near, guint64 cycle);

/* TRUE if cycles with @bound are divided into classes by the work of tiles. FALSE for outside and
 * profiler: their cycles belong to one class as a whole. */
static inline gboolean
poplens_time_counts_work (PoplensBound bound)
{
  return bound != POPLENS_BOUND_OUTSIDE && bound != POPLENS_BOUND_PROFILER;
}

/* Returns the tile cycles that idle tiles wait in @segment, a segment of compute. @waits: tile
 * cycles that all tiles wait in @segment. */
static inline double
poplens_time_unused (const PoplensTimeSegment *segment, guint64 waits)
{
  return (double) waits * segment->unused / 4294967296.0;
}

/* Tile cycles that a compute set would save if its work were distributed more equally. */
typedef struct {
  /* Saving by giving work to idle tiles, but not to I/O tiles; saving by giving equal work to the
   * others. */
  guint64 unused, unequal;
  guint64 alone; /* saving if work were equal among the tiles that have work now */
} PoplensTimeTileWaits;

/* Divides the waiting of tiles in the compute set of @row by cause. @wait: tile cycles of waiting.
 * @unused: share of @wait that tiles without work wait (0 … 1). Waiting of I/O tiles is not a loss,
 * because they cannot take over any work. */
PoplensTimeTileWaits poplens_time_divide_wait (const PoplensTime *time, const PoplensTimeIpu *ipu,
                                               guint32 row, double unused, guint64 wait);

G_END_DECLS
