/* Stages of poplens_time_new (): roles, runs and joins, bounds of cycles (sweep), work of tiles,
 * and sums by class. For the files that implement them. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Roles of a program besides its type; bits. */
typedef enum {
  POPLENS_TIME_STARTS = 1 << 0,   /* a stream copy by which the host starts a run */
  POPLENS_TIME_PROFILES = 1 << 1, /* a step of the profiler itself */
} PoplensTimeRole;

/* State of poplens_time_new (). */
typedef struct {
  const PoplensTimeInput *input;
  const PoplensWork *work;
  PoplensTime *time;
  guint8 *roles;  /* [programs] PoplensTimeRole bits */
  GArray **waits; /* [.n_ipus of the time] PoplensTimeJoinWait, sorted by row */
} PoplensTimeMaking;

/* Wait of an IPU at a join, from its own arrival to the arrival of the last IPU. */
typedef struct {
  guint64 arrive, came; /* cycles */
  guint32 row;
} PoplensTimeJoinWait;

/* Returns PoplensTimeRole bits of the program of @step. */
guint poplens_time_role (const PoplensTimeMaking *making, guint32 step);
PoplensTileWork poplens_time_work_of (PoplensStepKind kind);
/* TRUE if @stream only serves the profiler: it copies the durations of copies and steps. */
gboolean poplens_time_is_timing_stream (const char *stream);

/* Fills the roles and the runs. Reads only columns that are in memory. */
void poplens_time_find_runs (PoplensTimeMaking *making);
/* Fills roles, runs, joins and epochs (without their sums). */
void poplens_time_find_ground (PoplensTimeMaking *making);
/* Fills the segments. If lists of cycles were recorded, the segments do not yet have the work of
 * tiles. FALSE with @error. */
gboolean poplens_time_sweep (PoplensTimeMaking *making, GError **error);
/* Adds the work of tiles from their lists to segments and sums. An IPU of which a list is missing
 * is left unchanged, with .by_tile FALSE. FALSE with @error. */
gboolean poplens_time_add_tiles (PoplensTimeMaking *making, GError **error);
/* Adds the work of tiles from the mean of each step, for IPUs of which a list is missing. FALSE
 * with @error. */
gboolean poplens_time_add_means (PoplensTimeMaking *making, GError **error);

static inline gboolean
poplens_time_has_lists (const PoplensTimeMaking *making)
{
  return making->input->tiles > 0 && making->input->execution->n_lists > 0;
}

/* Adds @cycles tile cycles of @work to @segment and to the sums of @ipu. One thread at a time per
 * IPU. */
void poplens_time_add_work (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work,
                            guint64 cycles);
/* Fills the classes of @ipu after all work was added. */
void poplens_time_sum_classes (const PoplensTime *time, PoplensTimeIpu *ipu);

/* Approximates the work of tiles from the means of steps. Steps of an IPU are added in their order,
 * and distributed over its segments when these are complete up to the step's end. */
typedef struct _PoplensTimeMeans PoplensTimeMeans;
PoplensTimeMeans *poplens_time_means_new (const PoplensTimeMaking *making, PoplensTimeIpu *ipu);
void poplens_time_means_free (PoplensTimeMeans *self);
void poplens_time_means_take (PoplensTimeMeans *self, guint32 row,
                              const PoplensScanStepTimes *fields);
/* Distributes the steps that end at @until or before: all segments up to there are complete. */
void poplens_time_means_settle (PoplensTimeMeans *self, guint64 until);

/* Calls @each for every row of steps_by_ipu that the execution has, in order within each IPU, for
 * two IPUs in parallel. @ipus: array of states passed to @each, @size bytes for each of
 * PoplensTime.ipus. @from, @to: share of the progress of @work (0 … 1). FALSE with the error of
 * @each or of a slice, or if cancelled. */
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

/* Same result as poplens_time_find_segment (); fast if the segment is @near or shortly after it. */
guint poplens_time_find_near (const PoplensTimeIpu *ipu, guint near, guint64 cycle);

/* FALSE for bounds whose cycles are in one class regardless of the work of tiles: outside and
 * profiler. */
static inline gboolean
poplens_time_counts_work (PoplensBound bound)
{
  return bound != POPLENS_BOUND_OUTSIDE && bound != POPLENS_BOUND_PROFILER;
}

/* Returns the part of @waits (tile cycles of waiting in a segment of compute) of idle tiles. */
static inline double
poplens_time_unused (const PoplensTimeSegment *segment, guint64 waits)
{
  return (double) waits * segment->unused / 4294967296.0;
}

/* Waiting of tiles in a compute set by cause; tile cycles that equal work would save. */
typedef struct {
  guint64 unused, unequal; /* equal work on all tiles but I/O tiles */
  guint64 alone; /* equal work only on the tiles that have work; more than .unequal, as they are
                  * fewer */
} PoplensTimeTileWaits;

/* Divides @wait tile cycles in the compute set of @row by cause. @unused: share of tiles without
 * work (0 … 1). I/O tiles cannot get any of its work. */
PoplensTimeTileWaits poplens_time_divide_wait (const PoplensTime *time, const PoplensTimeIpu *ipu,
                                               guint32 row, double unused, guint64 wait);

G_END_DECLS
