/* Types and functions that the files of poplens_time_new () share, in the order in which it uses
 * them. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Special roles of a program, which its type does not show; bits. */
typedef enum {
  POPLENS_TIME_STARTS = 1 << 0,   /* the program is a stream copy by which the host starts a run */
  POPLENS_TIME_PROFILES = 1 << 1, /* its steps belong to the profiler */
} PoplensTimeRole;

/* State that the stages of poplens_time_new () share. */
typedef struct {
  const PoplensTimeInput *input;
  const PoplensWork *work;
  PoplensTime *time;
  guint8 *roles;  /* [programs] bits of PoplensTimeRole */
  GArray **waits; /* [n_ipus] waits of each IPU at joins: PoplensTimeJoinWait, sorted by row */
} PoplensTimeMaking;

/* Wait of an IPU at a join: from its own arrival until the last IPU arrives. */
typedef struct {
  guint64 arrive, came; /* .arrive: cycle at which this IPU arrives; .came: cycle at which the last
                           IPU arrives */
  guint32 row;
} PoplensTimeJoinWait;

/* Returns PoplensTimeRole bits of the program of @step. */
guint poplens_time_role (const PoplensTimeMaking *making, guint32 step);
PoplensTileWork poplens_time_work_of (PoplensStepKind kind);
/* TRUE if @stream exists only for the profiler: it copies the durations of copies and steps. */
gboolean poplens_time_is_timing_stream (const char *stream);

/* Fills roles, runs, joins and epochs. The epochs do not have their sums yet. */
void poplens_time_prepare (PoplensTimeMaking *making);
/* Fills the segments of all IPUs. If no cycles by tile were recorded, also estimates the work of
 * tiles; otherwise poplens_time_add_tiles () adds it. FALSE with @error. */
gboolean poplens_time_sweep (PoplensTimeMaking *making, GError **error);
/* Adds the work of tiles to segments and sums, from cycles by tile. If a list of an IPU is missing,
 * sets .by_tile of the IPU to FALSE and adds no work to it. FALSE with @error. */
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

/* Approximates the work of tiles from the mean over the tiles in each step. The caller adds the
 * steps of an IPU in their order. A step is distributed over segments when all segments up to its
 * end are known. */
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

/* Returns the same as poplens_time_find_segment (), but faster if the result is @near or soon after
 * @near. */
guint poplens_time_find_near (const PoplensTimeIpu *ipu, guint near, guint64 cycle);

/* TRUE if the work of tiles divides cycles with @bound into classes. FALSE for OUTSIDE and
 * PROFILER: each has a class of its own. */
static inline gboolean
poplens_time_counts_work (PoplensBound bound)
{
  return bound != POPLENS_BOUND_OUTSIDE && bound != POPLENS_BOUND_PROFILER;
}

/* Returns the tile cycles in which idle tiles wait in @segment, whose bound is compute. @waits:
 * tile cycles in which any tiles wait in @segment. */
static inline double
poplens_time_unused (const PoplensTimeSegment *segment, guint64 waits)
{
  return (double) waits * segment->unused / 4294967296.0;
}

/* Tile cycles that a compute set would save if its work were distributed more equally. */
typedef struct {
  /* .unused: saving if idle tiles, except I/O tiles, had work. .unequal: further saving if all
   * tiles with work had equal work. */
  guint64 unused, unequal;
  guint64 alone; /* saving if only the tiles that have work now had equal work */
} PoplensTimeTileWaits;

/* Divides the waiting of tiles in the compute set of @row by cause. @wait: tile cycles of waiting.
 * @unused: share of @wait that tiles without work wait (0 … 1). Waiting of I/O tiles is not a loss,
 * because they cannot take over any work. */
PoplensTimeTileWaits poplens_time_divide_wait (const PoplensTime *time, const PoplensTimeIpu *ipu,
                                               guint32 row, double unused, guint64 wait);

G_END_DECLS
