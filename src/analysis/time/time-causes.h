/* Causes of lost time, and the cycles that the program would save without them. Cycles of a cause
 * are summed by epoch (time.h), so that a saving takes time linear in the epochs.
 *
 * Stretch: the part of an epoch before the IPU arrives at the join, or the part after the last IPU
 * has arrived.
 *
 * Chain: compute sets without a sync between them. A tile that finishes one compute set begins the
 * next, and waits only in the last. So the waiting of the whole chain is divided among its compute
 * sets, in proportion to their imbalance (tiles × cycles − tile cycles).
 *
 * A transfer with the host during a wait for another stream belongs to the cause of the wait.
 * Without the wait, the transfer would overlap with compute. */
#pragma once

#include "analysis/time/time-replay.h"
#include "analysis/trace/step-names.h"
#include "base/strings.h"

G_BEGIN_DECLS

/* Kinds of causes of lost time. "By operation": there is one cause for each operation. "By
 * streams": there is one cause for each copy. Other kinds have one cause in total. */
typedef enum {
  POPLENS_CAUSE_UNUSED,    /* waiting of tiles without work, except I/O tiles, in a compute set; by
                              operation */
  POPLENS_CAUSE_UNEQUAL,   /* waiting in a compute set of tiles that finish earlier than others; by
                              operation */
  POPLENS_CAUSE_STRAGGLER, /* waiting for a few tiles that compute longer than all others; see
                              time-stragglers.h */
  POPLENS_CAUSE_EXCHANGE,  /* exchanges between tiles; by operation */
  POPLENS_CAUSE_REARRANGE, /* compute sets that only move data on tiles; by operation */
  POPLENS_CAUSE_HOST, /* transfers with the host, and waiting for the host, that limit an IPU; by
                         streams of the copy */
  POPLENS_CAUSE_INTER_IPU, /* all exchanges between IPUs */
  POPLENS_CAUSE_SYNC,      /* all syncs */
  POPLENS_N_CAUSES,
} PoplensTimeCauseKind;

/* A cause of lost time: its cycles, and where in the trace they are. */
typedef struct {
  PoplensTimeCauseKind kind;
  guint32 subject;     /* string id: operation key or streams; 0: the kind has only one
                        * cause */
  guint64 tile_cycles; /* tile cycles saved if the cause is removed, summed over IPUs */
  /* Tile cycles of the segments that the cause limits. .bound: all tiles; .active: tiles with work;
   * .work: cycles in which tiles work. */
  guint64 bound, active, work;
  guint32 n_steps;     /* SYNC only: number of syncs that limit an IPU */
  guint64 longest;     /* cycles of the longest step of the cause in the range */
  guint32 longest_row; /* row of steps_by_ipu of the longest step */
  /* UNUSED and UNEQUAL only: fewest and most tiles with work in a step. */
  guint32 fewest, most;
  guint32 io;    /* UNUSED and UNEQUAL only: number of I/O tiles of the IPU, which never compute */
  guint64 waits; /* HOST only: part of .bound in which an IPU waits for the host; the rest of .bound
                    transfers data */
  guint64 awaited; /* HOST only: tile cycles in which IPUs wait at joins for copies of this cause */
  GArray *pieces;  /* PoplensTimePiece, sorted by place, epoch and stretch */
} PoplensTimeCause;

/* Tile cycles saved in one stretch (see the head of the file) if a cause is removed. */
typedef struct {
  guint64 tile_cycles;
  guint32 epoch;
  guint16 place; /* index in PoplensTime.ipus */
  guint16 after; /* 0: the stretch before the IPU arrives at the join; 1: the stretch after the last
                    arrival */
  guint64 more;  /* UNEQUAL only: tile cycles to add to .tile_cycles unless UNUSED of the same
                    operation is removed, too */
  guint64 stays; /* UNUSED and UNEQUAL only: tile cycles that are saved only if STRAGGLER is
                    removed, too */
} PoplensTimePiece;

/* A copy with the host for which other IPUs wait at a join. If all such copies of a join are
 * removed, the join is removed. */
typedef struct {
  guint32 join, subject;
} PoplensTimeJoinCopy;

/* Cost of slow tiles in one compute set and stretch, cycles. */
typedef struct {
  guint64 cycles; /* cycles by which the compute set would end earlier without slow tiles */
  guint64 hidden; /* cycles that are saved in addition if other causes of the compute set are
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
  GArray *copies;   /* PoplensTimeJoinCopy of all joins in the range, sorted by join */
  guint64 *compute; /* [n_compute] by string id of an operation: tile cycles in which its compute
                       limits an IPU */
  guint32 n_compute;
  PoplensStepNames *names;
  GArray *subjects; /* guint32 by string id of a step name: 1 + string id of its operation key; 0:
                       not known yet */
} PoplensTimeCauses;

/* Finds the causes in the cycles [@from, @to). If a segment is only partly in the range, this part
 * counts. @input: as for poplens_time_new (). @work: (nullable). NULL with G_IO_ERROR_CANCELLED.
 * (transfer full) */
PoplensTimeCauses *poplens_time_causes_new (const PoplensTime *time, const PoplensTimeInput *input,
                                            guint64 from, guint64 to, const PoplensWork *work,
                                            GError **error);
void poplens_time_causes_free (PoplensTimeCauses *self);
/* Adds a cause, and returns its index. @pieces: (transfer full): PoplensTimePiece. */
guint32 poplens_time_causes_add (PoplensTimeCauses *self, PoplensTimeCauseKind kind,
                                 const char *subject, GArray *pieces);
/* Subtracts the waiting for slow tiles from the causes UNUSED and UNEQUAL. REARRANGE is unchanged,
 * because it counts whole compute sets. @gains: (element-type PoplensTimeGain): cost of slow tiles.
 */
void poplens_time_causes_take (PoplensTimeCauses *self, const GArray *gains);

/* TRUE if a compute set with that name only moves data on its tiles. */
gboolean poplens_time_is_rearranging (const char *name);

/* Returns the cycles that the program saves if the @n causes are removed. If all copies that make a
 * join are removed, the join is removed, too. The causes must not overlap. Exception: REARRANGE,
 * and STRAGGLER if it was not subtracted, may overlap with UNUSED and UNEQUAL. */
double poplens_time_causes_saving (const PoplensTimeCauses *self, const guint32 *causes, guint n);

static inline const PoplensTimeCause *
poplens_time_cause_at (const PoplensTimeCauses *self, guint32 cause)
{
  return &g_array_index (self->causes, PoplensTimeCause, cause);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeCauses, poplens_time_causes_free)

G_END_DECLS
