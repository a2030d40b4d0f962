/* Causes of lost time, and what the program would save without them. One walk over the segments
 * makes sums by epoch, so that a saving takes time linear in the epochs, not in the steps.
 *
 * Stretch: the part of an epoch before its IPU arrives at the join, or after the last IPU has
 * arrived. Chain: compute sets without a sync between them. A tile that finishes one early begins
 * the next, and waits only in the last. So all waiting in a chain is divided among its compute sets
 * in proportion to their own imbalance (tiles × cycles − tile cycles), which causes it. A transfer
 * within a wait for another stream is attributed to that wait: without it the transfer would
 * overlap with compute. */
#pragma once

#include "analysis/time/time-replay.h"
#include "analysis/trace/step-names.h"
#include "base/strings.h"

G_BEGIN_DECLS

/* Kinds of causes of lost time. Kinds "by operation" or "by streams" have one cause for each of
 * these, other kinds have one in total. */
typedef enum {
  POPLENS_CAUSE_UNUSED,    /* tiles without work, except I/O tiles, wait in a compute set; by
                            * operation */
  POPLENS_CAUSE_UNEQUAL,   /* tiles that finish earlier wait in a compute set; by operation */
  POPLENS_CAUSE_STRAGGLER, /* compute that a few tiles need longer than all others; see
                              time-stragglers.h */
  POPLENS_CAUSE_EXCHANGE,  /* exchanges between tiles; by operation */
  POPLENS_CAUSE_REARRANGE, /* compute sets that only move data on tiles; by operation */
  POPLENS_CAUSE_HOST, /* transfers with the host and waits for it that limit an IPU; by streams of
                         the copy */
  POPLENS_CAUSE_INTER_IPU, /* all exchanges between IPUs */
  POPLENS_CAUSE_SYNC,      /* all syncs */
  POPLENS_N_CAUSES,
} PoplensTimeCauseKind;

/* A cause of lost time: its cycles, and where in the trace they are. */
typedef struct {
  PoplensTimeCauseKind kind;
  guint32 subject;             /* string id: operation key or streams; 0: the kind has only one
                                * cause */
  guint64 tile_cycles;         /* tile cycles saved without the cause, summed over IPUs */
  guint64 bound, active, work; /* tile cycles of the segments that steps of the cause limit: all; of
                                  tiles with work; in which tiles work */
  guint32 n_steps;             /* SYNC only: number of syncs that limit an IPU */
  guint64 longest;             /* cycles of the longest step of the cause in the range */
  guint32 longest_row;         /* row of steps_by_ipu of the step of .longest */
  guint32 fewest,
      most;   /* causes of compute only: minimum and maximum number of tiles with work in a step */
  guint32 io; /* causes of compute only: number of I/O tiles of the IPU, which never compute */
  guint64 waits;   /* HOST only: tile cycles of waiting for the host; the rest transfers data */
  guint64 awaited; /* HOST only: tile cycles of all IPUs that wait at joins for its copies */
  GArray *pieces;  /* PoplensTimePiece, sorted by place, epoch and stretch */
} PoplensTimeCause;

/* Tile cycles by which a stretch (see the head of the file) is shorter without a cause. */
typedef struct {
  guint64 tile_cycles;
  guint32 epoch;
  guint16 place; /* index in PoplensTime.ipus */
  guint16 after; /* 0: the stretch before the IPU arrives at the join; 1: the stretch after the last
                    arrival */
  guint64 more;  /* UNEQUAL only: further tile cycles saved, unless UNUSED of the same operation is
                    removed, too */
  guint64 stays; /* UNUSED and UNEQUAL only: tile cycles of slow tiles, saved only together with
                    STRAGGLER */
} PoplensTimePiece;

/* A copy with the host for which other IPUs wait at a join. The join is removed if all copies that
 * make it are removed. */
typedef struct {
  guint32 join, subject;
} PoplensTimeJoinCopy;

/* Cost of slow tiles in one compute set and stretch, cycles. */
typedef struct {
  guint64 cycles; /* cycles by which the compute set would end earlier without slow tiles */
  guint64 hidden; /* cycles by which it would end earlier in addition if its other causes were
                     removed, too */
  guint32 row, epoch;
  guint16 place, after;
} PoplensTimeGain;

/* All causes of a range of the trace. */
typedef struct {
  const PoplensTime *time;
  guint64 from, to;
  PoplensTimeReplay *measured; /* replay of the range without changes */
  PoplensStrings *strings;
  GArray *causes;   /* PoplensTimeCause */
  GArray *copies;   /* PoplensTimeJoinCopy in the range, by join */
  guint64 *compute; /* [n_compute] tile cycles of the segments that compute limits, by subject */
  guint32 n_compute;
  PoplensStepNames *names;
  GArray *subjects; /* guint32: string id + 1 of the operation key, by string of .names; 0: not
                     * known yet */
} PoplensTimeCauses;

/* Finds the causes in the cycles [@from, @to); segments that the range cuts count in proportion.
 * @input: as for poplens_time_new (). NULL with G_IO_ERROR_CANCELLED. @work: (nullable). (transfer
 * full) */
PoplensTimeCauses *poplens_time_causes_new (const PoplensTime *time, const PoplensTimeInput *input,
                                            guint64 from, guint64 to, const PoplensWork *work,
                                            GError **error);
void poplens_time_causes_free (PoplensTimeCauses *self);
/* Adds a cause, and returns its index. @pieces: (transfer full): PoplensTimePiece. */
guint32 poplens_time_causes_add (PoplensTimeCauses *self, PoplensTimeCauseKind kind,
                                 const char *subject, GArray *pieces);
/* Subtracts the waiting for slow tiles from the causes UNUSED and UNEQUAL, so that they are those
 * of the trace without slow tiles. @gains: (element-type PoplensTimeGain). REARRANGE is unchanged:
 * it counts whole compute sets, and a removed compute set has no slow tiles. */
void poplens_time_causes_take (PoplensTimeCauses *self, const GArray *gains);

/* TRUE if a compute set with that name only moves data on its tiles. */
gboolean poplens_time_is_rearranging (const char *name);

/* Returns the cycles that the program saves without the @n causes, and without the joins that their
 * copies make. The causes must not overlap, with two exceptions: STRAGGLER that was not subtracted
 * may be with the causes of compute (UNUSED, UNEQUAL), and so may REARRANGE. */
double poplens_time_causes_saving (const PoplensTimeCauses *self, const guint32 *causes, guint n);

static inline const PoplensTimeCause *
poplens_time_cause_at (const PoplensTimeCauses *self, guint32 cause)
{
  return &g_array_index (self->causes, PoplensTimeCause, cause);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeCauses, poplens_time_causes_free)

G_END_DECLS
