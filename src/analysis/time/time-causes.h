/* What holds IPUs up, cause by cause, and what the whole would save without one: one walk over the
 * segments makes sums by epoch, so that asking costs epochs, and not steps.
 *
 * Compute sets without a sync between them are a chain: a tile that ends one early begins the next,
 * and waits in the last. All that tiles wait in a chain is divided among its compute sets as they
 * are uneven themselves (tiles × cycles − tile cycles), as that is what makes them wait. A transfer
 * within a wait for another stream is of that one: it would run beside compute without the wait. */
#pragma once

#include "analysis/time/time-replay.h"
#include "analysis/trace/step-names.h"
#include "base/strings.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_CAUSE_UNUSED,    /* tiles without work, bar I/O tiles, wait in a compute set; by
                            * operation */
  POPLENS_CAUSE_UNEQUAL,   /* tiles that ended earlier wait in it; by operation */
  POPLENS_CAUSE_STRAGGLER, /* what a few tiles take longer than all others; see time-stragglers.h */
  POPLENS_CAUSE_EXCHANGE,  /* by operation */
  POPLENS_CAUSE_REARRANGE, /* compute sets that only move data on tiles; by operation */
  POPLENS_CAUSE_HOST,      /* transfers and waits that nothing hides; by streams */
  POPLENS_CAUSE_INTER_IPU,
  POPLENS_CAUSE_SYNC,
  POPLENS_N_CAUSES,
} PoplensTimeCauseKind;

typedef struct {
  PoplensTimeCauseKind kind;
  guint32 subject;             /* string: operation key or streams; 0: all of the kind is one */
  guint64 tile_cycles;         /* that go without it, added over IPUs … */
  guint64 bound, active, work; /* … of so many that it binds, of tiles with work, worked */
  guint32 n_steps;             /* of SYNC: that bind, on whatever IPUs */
  guint64 longest;             /* cycles of one of these … */
  guint32 longest_row;         /* … which is this row of steps_by_ipu */
  guint32 fewest, most;        /* of compute: tiles with work in its steps … */
  guint32 io;                  /* … and I/O tiles of its IPU, which could have none */
  guint64 waits;   /* of HOST: tile cycles of waiting for the host; the rest moves data */
  guint64 awaited; /* of HOST: tile cycles that IPUs are at joins that its copies make */
  GArray *pieces;  /* PoplensTimePiece, by place and epoch */
} PoplensTimeCause;

/* What goes of a stretch between two joins without a cause. */
typedef struct {
  guint64 tile_cycles;
  guint32 epoch;
  guint16 place;
  guint16 after; /* the stretch from when all have come */
  guint64 more;  /* of UNEQUAL: go too, unless UNUSED of the same operation goes */
  guint64 stays; /* of UNUSED and UNEQUAL: cycles of slow tiles, which go with STRAGGLER alone */
} PoplensTimePiece;

/* A copy that makes a join, which goes when all that make it go. */
typedef struct {
  guint32 join, subject;
} PoplensTimeJoinCopy;

/* What slow tiles cost a compute set in a stretch. */
typedef struct {
  guint64 cycles; /* by which it ends earlier without them */
  guint64 hidden; /* by which it would end earlier once its other causes are gone */
  guint32 row, epoch;
  guint16 place, after;
} PoplensTimeGain;

typedef struct {
  const PoplensTime *time;
  guint64 from, to;
  PoplensTimeReplay *measured; /* of it, with nothing removed */
  PoplensStrings *strings;
  GArray *causes;   /* PoplensTimeCause */
  GArray *copies;   /* PoplensTimeJoinCopy of the scope, by join */
  guint64 *compute; /* [n_compute] tile cycles that compute binds, by subject */
  guint32 n_compute;
  PoplensStepNames *names;
  GArray *subjects; /* guint32: string + 1 of the operation key, by string of .names */
} PoplensTimeCauses;

/* Of cycles [from, to); segments at its ends count by their share in it. @input: as the time was
 * made of. NULL with CANCELLED. (transfer full) */
PoplensTimeCauses *poplens_time_causes_new (const PoplensTime *time, const PoplensTimeInput *input,
                                            guint64 from, guint64 to, const PoplensWork *work,
                                            GError **error);
void poplens_time_causes_free (PoplensTimeCauses *self);
/* Adds a cause with @pieces (PoplensTimePiece; transfer full). Its index. */
guint32 poplens_time_causes_add (PoplensTimeCauses *self, PoplensTimeCauseKind kind,
                                 const char *subject, GArray *pieces);
/* Takes what tiles wait for slow ones out of UNUSED and UNEQUAL, which then are those of the trace
 * without @gains (element-type PoplensTimeGain). REARRANGE keeps it: a compute set goes with its
 * slow tiles. */
void poplens_time_causes_take (PoplensTimeCauses *self, const GArray *gains);

/* Whether a compute set of that name only moves data on its tiles. */
gboolean poplens_time_is_rearranging (const char *name);

/* Cycles that the whole saves without these causes, and without the joins that copies of HOST
 * make. Causes are not to overlap but for STRAGGLER that was not taken out of those of compute, and
 * REARRANGE and those of compute. */
double poplens_time_causes_saving (const PoplensTimeCauses *self, const guint32 *causes, guint n);

static inline const PoplensTimeCause *
poplens_time_cause_at (const PoplensTimeCauses *self, guint32 cause)
{
  return &g_array_index (self->causes, PoplensTimeCause, cause);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeCauses, poplens_time_causes_free)

G_END_DECLS
