/* Where the time went: every cycle of every IPU in one class, so that sums are exact. Two views
 * over one sweep: the *binding* class of each cycle of an IPU by the wall clock, and what its tiles
 * did meanwhile (tile time). From steps_by_ipu and the cycles by tile (formats.md 3.10 and 8.4).
 *
 * Units: cycles are by the wall clock, from 0 to the total. Tile cycles are added over the tiles of
 * an IPU: divided by PoplensTime.tiles they are mean cycles a tile. All sums are integers, so
 * that the classes of an IPU add up to tiles × total exactly. */
#pragma once

#include "analysis/time/time-lists.h"
#include "base/work.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"
#include "model/slices.h"

#include <glib.h>

G_BEGIN_DECLS

/* Why an IPU does not get on: the binding class of a cycle. */
typedef enum {
  POPLENS_BOUND_OUTSIDE,  /* the host had not started the run */
  POPLENS_BOUND_PROFILER, /* the profiler's own steps */
  POPLENS_BOUND_COMPUTE,
  POPLENS_BOUND_EXCHANGE,
  POPLENS_BOUND_INTER_IPU,
  POPLENS_BOUND_ANOTHER_IPU, /* IPU wait at a join */
  POPLENS_BOUND_HOST_TRANSFER,
  POPLENS_BOUND_HOST_WAIT,
  POPLENS_BOUND_SYNC,
  POPLENS_BOUND_UNTRACKED, /* no step that is known */
  POPLENS_N_BOUNDS,
} PoplensBound;

/* What a tile does that works; all else is waiting. */
typedef enum {
  POPLENS_WORK_COMPUTE,
  POPLENS_WORK_EXCHANGE,
  POPLENS_WORK_INTER_IPU,
  POPLENS_WORK_HOST_TRANSFER,
  POPLENS_N_WORKS,
  POPLENS_NO_WORK = POPLENS_N_WORKS,
} PoplensTileWork;

/* Where the cycles of tiles went, in the order in which they are shown. */
typedef enum {
  POPLENS_TIME_COMPUTE,
  POPLENS_TIME_EXCHANGE,
  POPLENS_TIME_INTER_IPU,
  POPLENS_TIME_HOST_TRANSFER,
  POPLENS_TIME_UNUSED,        /* waiting for own tiles: tiles without work in the compute set */
  POPLENS_TIME_UNEQUAL,       /* waiting for own tiles: those that ended earlier */
  POPLENS_TIME_TILE_EXCHANGE, /* waiting for own tiles, which exchange */
  POPLENS_TIME_HOST,          /* waiting for the host */
  POPLENS_TIME_ANOTHER_IPU,
  POPLENS_TIME_SYNC,
  POPLENS_TIME_UNTRACKED,
  POPLENS_TIME_PROFILER,
  POPLENS_TIME_OUTSIDE,
  POPLENS_N_TIMES,
} PoplensTimeClass;

/* "idle_tiles" (for scripts); "Idle tiles" (for a person); a sentence on what it is.
 * Static.
 */
const char *poplens_time_class_key (PoplensTimeClass class);
const char *poplens_time_class_title (PoplensTimeClass class);
const char *poplens_time_class_doc (PoplensTimeClass class);
/* "host", "host wait". Static. */
const char *poplens_bound_key (PoplensBound bound);
const char *poplens_bound_title (PoplensBound bound);

/* Cycles [from, from of the next segment, or the total) of one IPU. */
typedef struct {
  guint64 from : 56, bound : 8; /* PoplensBound */
  guint64 compute;              /* tile cycles that tiles compute in it … */
  guint64 work;                 /* … and that they work at all, computing included */
  guint32 row;    /* of steps_by_ipu: the step that binds; G_MAXUINT32: none (outside, untracked) */
  guint32 unused; /* of compute: share of its waiting that is of tiles without work, × 2^-32 */
} PoplensTimeSegment;

/* Tile cycles of work in a segment that are neither compute nor what its bound suggests. */
typedef struct {
  guint64 cycles;
  guint32 segment;
  guint16 work;   /* PoplensTileWork */
  guint16 beyond; /* 1: they are not in the segment's .work, which has no room for them */
} PoplensTimeOther;

/* An IPU at a join: the row of steps_by_ipu by which it comes, its sync or its copy, and when. */
typedef struct {
  guint64 arrive; /* cycles */
  guint32 row;
  guint32 copy; /* row of its copy with the host, which ends with the join; G_MAXUINT32: none */
} PoplensTimeMeet;

/* Steps at which IPUs wait for one another: External syncs; other syncs that end together on
 * several IPUs, which come to them apart; and syncs of some IPUs that end as another IPU's copy
 * with the host does, for which they wait, although that IPU may have no row of the sync. In the
 * order of their ends. */
typedef struct {
  guint32 first, n;  /* of PoplensTime.meets, one an IPU, by IPU */
  guint32 last;      /* the row of the IPU that came last (of several the lowest) */
  guint64 came, end; /* cycles: when that one came, when all go on */
} PoplensTimeJoin;

/* The time of an IPU from the end of a join (or 0) to the end of its next one (or the total):
 * it gets on until it arrives, waits until all have come, and leaves. */
typedef struct {
  guint64 from, arrive;     /* cycles */
  guint32 join;             /* G_MAXUINT32: none, it ends with the trace */
  guint32 before, n_before; /* its sums up to where it arrives, in PoplensTime.sums … */
  guint32 after, n_after;   /* … and from when all have come */
} PoplensTimeEpoch;

typedef struct {
  guint64 tile_cycles;   /* tiles × cycles that are bound so … */
  guint64 compute, work; /* … in which tiles compute, and work, so much */
  guint8 bound;
} PoplensTimeSum;

typedef struct {
  guint32 ipu;
  PoplensTimeLongest *longest; /* of lists of compute sets; NULL where none were recorded */
  gboolean by_tile; /* FALSE: no lists of cycles by tile, so what tiles do is approximated */
  guint32 io;       /* I/O tiles, which copy with the host and never compute; 0: not known */
  GArray *segments; /* PoplensTimeSegment, without gaps from 0 */
  GArray *others;   /* PoplensTimeOther, by segment, .work and .beyond, each once */
  GArray *epochs;   /* PoplensTimeEpoch, without gaps from 0 */
  guint64 bound[POPLENS_N_BOUNDS];                 /* cycles: their sum is the total */
  guint64 work[POPLENS_N_BOUNDS][POPLENS_N_WORKS]; /* tile cycles */
  guint64 classes[POPLENS_N_TIMES];                /* tile cycles: their sum is tiles × total */
} PoplensTimeIpu;

/* A run of the engine: the host starts it at `work`, and until then it is outside. */
typedef struct {
  guint32 run; /* row of the part's runs; G_MAXUINT32: runs cannot be told apart */
  guint64 from, work, to;
} PoplensTimeRun;

/* Immutable. Parts must outlive it. */
typedef struct {
  const PoplensExecution *execution;
  guint32 tiles;   /* of an IPU; 1 where that is not known */
  guint64 total;   /* cycles */
  guint64 outside; /* cycles, of all runs; total − outside is the program time */
  guint n_ipus;    /* that have steps */
  PoplensTimeIpu *ipus;
  guint32 *place; /* [n_ipus of the execution] in .ipus; G_MAXUINT32: no steps */
  GArray *runs;   /* PoplensTimeRun */
  GArray *joins;  /* PoplensTimeJoin */
  GArray *meets;  /* PoplensTimeMeet */
  GArray *sums;   /* PoplensTimeSum */
  /* Of rows of steps_by_ipu, so that who asks for causes need not read them again. */
  guint32 *row_list;  /* [rows] cycles_by_tile.id, or NO_LIST; NULL where no lists were recorded */
  float *row_waits;   /* [rows] tile cycles that tiles without work or with less of it have in a
                       * compute set (tiles × cycles − tile cycles); 0 of all other steps */
  guint16 *row_tiles; /* [rows] tiles with work in a compute set, at most 65,535; 0 of all others */
} PoplensTime;

#define POPLENS_TIME_NO_LIST G_MAXUINT32

typedef struct {
  const PoplensExecution *execution; /* with rows */
  const PoplensPrograms *programs;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable): without, no copy tells that the host started */
  guint32 tiles;                     /* of an IPU; 0: not known */
  gboolean brief; /* only what binds each cycle: no cycles by tile are read, and segments, epochs
                   * and IPUs know nothing of what tiles do, nor sums of classes */
  PoplensSliceFunc
      get_slice; /* SCAN_STEP_TIMES and SCAN_CYCLES of the same report; on two threads */
  gpointer slice_data;
} PoplensTimeInput;

/* NULL with an error: of the slices, or G_IO_ERROR_CANCELLED. @work: (nullable). (transfer full) */
PoplensTime *poplens_time_new (const PoplensTimeInput *input, const PoplensWork *work,
                               GError **error);
void poplens_time_free (PoplensTime *self);

/* What the file calls the run at @place of the runs; its place where runs cannot be told apart. */
gint64 poplens_time_run_id (const PoplensTime *self, guint place);
/* TRUE where cycles by tile were there for all IPUs; else numbers of tiles are approximated. */
gboolean poplens_time_is_by_tile (const PoplensTime *self);
/* TRUE of what only cycles by tile tell, where there are none: which tiles of a compute set wait,
 * and why. */
gboolean poplens_time_is_guess (const PoplensTime *self, PoplensTimeClass class);
/* Tile cycles of the IPU at @place of .ipus in [from, to) by class: their sum is tiles × (to −
 * from) exactly. Of a segment that is cut, what its tiles do is spread evenly over it, so that
 * classes of ranges one behind the other add up to those of all of them; of the two kinds of
 * waiting in a compute set (unused, unequal) only the sum does, as each is rounded. @to is at most
 * the total. */
void poplens_time_classes (const PoplensTime *self, guint place, guint64 from, guint64 to,
                           guint64 classes[POPLENS_N_TIMES]);
/* Whether the host starts runs by copies of a stream: they wait for it, outside the program. */
gboolean poplens_time_is_start_stream (const char *stream);
/* End of a segment of @ipu. */
guint64 poplens_time_segment_to (const PoplensTime *self, const PoplensTimeIpu *ipu, guint segment);
/* The segment of @ipu that holds @cycle, which is below the total. */
guint poplens_time_find_segment (const PoplensTimeIpu *ipu, guint64 cycle);
/* When an IPU goes on after an epoch: the end of its join, or the total. */
guint64 poplens_time_epoch_to (const PoplensTime *self, const PoplensTimeEpoch *epoch);

static inline const PoplensTimeMeet *
poplens_time_meet (const PoplensTime *self, guint32 meet)
{
  return &g_array_index (self->meets, PoplensTimeMeet, meet);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTime, poplens_time_free)

/* ---- classes by owner ------------------------------------------------------------------------ */

/* Where the time went by whoever owns the steps: the tile cycles of an IPU belong to the owner of
 * the step that binds it, so that owners and what nobody owns add up to tiles × total. */

#define POPLENS_TIME_NO_OWNER G_MAXUINT32

typedef guint64 PoplensTimeClasses[POPLENS_N_TIMES];

/* Tile cycles by class, of owners 0 … n−1 and last of what none of them owns. @owner: (array) by
 * row of steps_by_ipu: below @n, or NO_OWNER. NULL only where cancelled. @work: (nullable).
 * (transfer full) */
PoplensTimeClasses *poplens_time_by_owner (const PoplensTime *time, const guint32 *owner, guint32 n,
                                           const PoplensWork *work);

/* The class with most of them; POPLENS_N_TIMES where there are none. */
PoplensTimeClass poplens_time_largest_class (const guint64 classes[POPLENS_N_TIMES]);

/* ---- words ----------------------------------------------------------------------------------- */

/* What causes of time are called, once: classes of cycles, bars of the waterfall, pieces of the
 * critical path, and findings. */

typedef enum {
  POPLENS_WORD_COMPUTE,
  POPLENS_WORD_TILE_WAIT,
  POPLENS_WORD_IDLE_TILES,
  POPLENS_WORD_LOAD_IMBALANCE,
  POPLENS_WORD_STRAGGLER,
  POPLENS_WORD_EXCHANGE,
  POPLENS_WORD_EXCHANGE_WAIT,
  POPLENS_WORD_REARRANGEMENT,
  POPLENS_WORD_INTER_IPU_EXCHANGE,
  POPLENS_WORD_IPU_WAIT,
  POPLENS_WORD_STAGE_IMBALANCE,
  POPLENS_WORD_PIPELINE_BUBBLE,
  POPLENS_WORD_HOST,
  POPLENS_WORD_HOST_TRANSFER,
  POPLENS_WORD_HOST_WAIT,
  POPLENS_WORD_SYNC,
  POPLENS_WORD_SLOW_ITERATIONS,
  POPLENS_WORD_UNTRACKED,
  POPLENS_WORD_PROFILER,
  POPLENS_WORD_OUTSIDE,
  POPLENS_WORD_BEFORE_START,
  POPLENS_WORD_BETWEEN_RUNS,
  POPLENS_N_WORDS,
} PoplensTimeWord;

const char *poplens_time_word_key (PoplensTimeWord word);   /* "host_wait" */
const char *poplens_time_word_title (PoplensTimeWord word); /* "Host wait" */
const char *poplens_time_word_text (PoplensTimeWord word);  /* "host wait": within a sentence */
const char *poplens_time_word_doc (PoplensTimeWord word);   /* one sentence */

G_END_DECLS
