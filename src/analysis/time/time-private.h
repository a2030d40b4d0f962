/* How the time of a trace is worked out, in its order: what the columns of the execution tell
 * (ground), the binding classes (sweep), the work of the tiles, and the sums. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* What a program's steps are besides their type; bits. */
typedef enum {
  POPLENS_TIME_STARTS = 1 << 0,   /* a stream copy by which the host starts a run */
  POPLENS_TIME_PROFILES = 1 << 1, /* the profiler's own */
} PoplensTimeRole;

typedef struct {
  const PoplensTimeInput *input;
  const PoplensWork *work;
  PoplensTime *time;
  guint8 *roles;  /* [programs] PoplensTimeRole */
  GArray **waits; /* [IPUs of the time] PoplensTimeJoinWait by row */
} PoplensTimeMaking;

/* An IPU waits at a join from where it comes until the last one has come. */
typedef struct {
  guint64 arrive, came; /* cycles */
  guint32 row;
} PoplensTimeJoinWait;

/* Bits of a step's program. */
guint poplens_time_role (const PoplensTimeMaking *making, guint32 step);
PoplensTileWork poplens_time_work_of (PoplensStepKind kind);
/* Whether only the profiler needs a stream: how long copies and steps took. */
gboolean poplens_time_is_timing_stream (const char *stream);

/* Fills roles and runs, from the positions of steps alone. */
void poplens_time_find_runs (PoplensTimeMaking *making);
/* Fills roles, runs, joins and epochs (without sums). */
void poplens_time_find_ground (PoplensTimeMaking *making);
/* Fills the segments; without what tiles do in them, where lists of cycles were recorded. */
gboolean poplens_time_sweep (PoplensTimeMaking *making, GError **error);
/* Adds the work of the tiles to segments and sums, by their lists; IPUs that lack one are left as
 * they were, with by_tile FALSE. */
gboolean poplens_time_add_tiles (PoplensTimeMaking *making, GError **error);
/* The same, by the means of each step, for IPUs that turned out to lack a list. */
gboolean poplens_time_add_means (PoplensTimeMaking *making, GError **error);

static inline gboolean
poplens_time_has_lists (const PoplensTimeMaking *making)
{
  return making->input->tiles > 0 && making->input->execution->n_lists > 0;
}

/* Adds work of tiles to a segment and the sums of its IPU; from one thread an IPU. */
void poplens_time_add_work (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work,
                            guint64 cycles);
/* Fills the classes, once all work is added. */
void poplens_time_sum_classes (const PoplensTime *time, PoplensTimeIpu *ipu);

/* What tiles do where that is told by means: steps of an IPU are taken in their order, and added to
 * its segments once these are there up to the step's end. */
typedef struct _PoplensTimeMeans PoplensTimeMeans;
PoplensTimeMeans *poplens_time_means_new (const PoplensTimeMaking *making, PoplensTimeIpu *ipu);
void poplens_time_means_free (PoplensTimeMeans *self);
void poplens_time_means_take (PoplensTimeMeans *self, guint32 row,
                              const PoplensScanStepTimes *fields);
/* All segments that begin before @until are there, and their ends. */
void poplens_time_means_settle (PoplensTimeMeans *self, guint64 until);

/* Calls @each for every row of steps_by_ipu that the execution has, of each IPU in its order, for
 * two IPUs at once. @ipus: what it gets, @size bytes for each of PoplensTime.ipus. The share
 * @from … @to of the work. */
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

/* poplens_time_find_segment (), quickly where it is at @near or a little later. */
guint poplens_time_find_near (const PoplensTimeIpu *ipu, guint near, guint64 cycle);

/* What is outside or the profiler's is that as a whole, whatever tiles do meanwhile. */
static inline gboolean
poplens_time_counts_work (PoplensBound bound)
{
  return bound != POPLENS_BOUND_OUTSIDE && bound != POPLENS_BOUND_PROFILER;
}

/* Of @waits tile cycles that tiles wait in a segment of compute: those of tiles without work. */
static inline double
poplens_time_unused (const PoplensTimeSegment *segment, guint64 waits)
{
  return (double) waits * segment->unused / 4294967296.0;
}

/* What tiles wait in a compute set, by its two causes; tile cycles. */
typedef struct {
  guint64 unused, unequal; /* with both gone all tiles but I/O tiles have equal work */
  guint64 alone; /* UNEQUAL, where the tiles without work stay so: others have more each */
} PoplensTimeTileWaits;

/* Divides @wait tile cycles, of which the share @unused (0 … 1) is of tiles without work, in the
 * compute set of @row. I/O tiles cannot get any of its work. */
PoplensTimeTileWaits poplens_time_divide_wait (const PoplensTime *time, const PoplensTimeIpu *ipu,
                                               guint32 row, double unused, guint64 wait);

G_END_DECLS
