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

/* Kinds of causes. Most have a cause for each operation or stream. */
typedef enum {
  POPLENS_CAUSE_UNUSED,    /* tiles without work, except I/O tiles, wait in a compute set; by
                            * operation */
  POPLENS_CAUSE_UNEQUAL,   /* tiles that finish earlier wait in a compute set; by operation */
  POPLENS_CAUSE_STRAGGLER, /* time that a few tiles take longer than all others; see
                            * time-stragglers.h */
  POPLENS_CAUSE_EXCHANGE,  /* exchanges between tiles; by operation */
  POPLENS_CAUSE_REARRANGE, /* compute sets that only move data on tiles; by operation */
  POPLENS_CAUSE_HOST,      /* exposed transfers and waits; by streams */
  POPLENS_CAUSE_INTER_IPU, /* all exchanges between IPUs */
  POPLENS_CAUSE_SYNC,      /* all syncs */
  POPLENS_N_CAUSES,
} PoplensTimeCauseKind;

/* A cause: its cycles, and where they are. */
typedef struct {
  PoplensTimeCauseKind kind;
  guint32 subject;     /* string id: operation key or streams; 0: the kind has only one
                        * cause */
  guint64 tile_cycles; /* tile cycles saved without it, summed over IPUs */
  guint64 bound, active,
      work; /* tile cycles of its limiting segments: all; of tiles with work; in which tiles work */
  guint32 n_steps;      /* SYNC only: number of limiting steps */
  guint64 longest;      /* cycles of the longest step in the range */
  guint32 longest_row;  /* row of steps_by_ipu of that step */
  guint32 fewest, most; /* compute only: tiles with work in its steps, minimum and maximum */
  guint32 io;           /* compute only: I/O tiles of its IPU, which cannot have work */
  guint64 waits;   /* HOST only: tile cycles of waiting for the host; the rest transfers data */
  guint64 awaited; /* HOST only: tile cycles of all IPUs at joins that its copies make */
  GArray *pieces;  /* PoplensTimePiece, sorted by place, epoch and stretch */
} PoplensTimeCause;

/* Tile cycles by which a stretch is shorter without a cause. */
typedef struct {
  guint64 tile_cycles;
  guint32 epoch;
  guint16 place; /* index in PoplensTime.ipus */
  guint16 after; /* 1: the stretch after the last arrival */
  guint64 more;  /* UNEQUAL only: further tile cycles, unless UNUSED of the same operation is
                    removed,  too */
  guint64 stays; /* UNUSED and UNEQUAL only: tile cycles of slow tiles, saved only together with
                    STRAGGLER */
} PoplensTimePiece;

/* A copy that makes a join. The join is removed if all copies that make it are removed. */
typedef struct {
  guint32 join, subject;
} PoplensTimeJoinCopy;

/* Cost of slow tiles in one compute set and stretch, cycles. */
typedef struct {
  guint64 cycles; /* cycles by which it would end earlier without slow tiles */
  guint64 hidden; /* further cycles by which it would end earlier if its other causes were removed,
                     too */
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
  guint64 *compute; /* [n_compute] tile cycles that compute limits, by subject */
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
/* Subtracts waiting for slow tiles from UNUSED and UNEQUAL, which then are the causes of the trace
 * without @gains. @gains: (element-type PoplensTimeGain). REARRANGE is unchanged, as without a
 * compute set its slow tiles cost nothing. */
void poplens_time_causes_take (PoplensTimeCauses *self, const GArray *gains);

/* TRUE if a compute set with that name only moves data on its tiles. */
gboolean poplens_time_is_rearranging (const char *name);

/* Returns the cycles that the program saves without @n causes, and without the joins that their
 * copies make. The causes must not overlap, with two exceptions: STRAGGLER that was not subtracted
 * from those of compute, and REARRANGE with those of compute. */
double poplens_time_causes_saving (const PoplensTimeCauses *self, const guint32 *causes, guint n);

static inline const PoplensTimeCause *
poplens_time_cause_at (const PoplensTimeCauses *self, guint32 cause)
{
  return &g_array_index (self->causes, PoplensTimeCause, cause);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeCauses, poplens_time_causes_free)

G_END_DECLS
