/* Divides the time of a trace into classes: every cycle of every IPU is in exactly one, so that
 * sums are exact. One sweep gives two views: what limits an IPU at each cycle of the wall clock
 * (its *bound*), and what its tiles do meanwhile (tile time). Reads steps_by_ipu and the cycles by
 * tile (formats.md 3.10 and 8.4).
 *
 * Units: cycles are of the wall clock, from 0 to the total. Tile cycles are summed over the tiles
 * of an IPU: divided by PoplensTime.tiles they are mean cycles per tile. All sums are integers, so
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

/* Bound of a cycle: the activity that limits the progress of an IPU at that cycle. */
typedef enum {
  POPLENS_BOUND_OUTSIDE,  /* the host had not started the run */
  POPLENS_BOUND_PROFILER, /* the profiler's own steps */
  POPLENS_BOUND_COMPUTE,
  POPLENS_BOUND_EXCHANGE,
  POPLENS_BOUND_INTER_IPU,
  POPLENS_BOUND_ANOTHER_IPU, /* the IPU waits at a join for another IPU */
  POPLENS_BOUND_HOST_TRANSFER,
  POPLENS_BOUND_HOST_WAIT,
  POPLENS_BOUND_SYNC,
  POPLENS_BOUND_UNTRACKED, /* no step is recorded for the cycle */
  POPLENS_N_BOUNDS,
} PoplensBound;

/* Work that a tile can do; in all other cycles it waits. */
typedef enum {
  POPLENS_WORK_COMPUTE,
  POPLENS_WORK_EXCHANGE,
  POPLENS_WORK_INTER_IPU,
  POPLENS_WORK_HOST_TRANSFER,
  POPLENS_N_WORKS,
  POPLENS_NO_WORK = POPLENS_N_WORKS,
} PoplensTileWork;

/* Classes of tile cycles, in display order. */
typedef enum {
  POPLENS_TIME_COMPUTE,
  POPLENS_TIME_EXCHANGE,
  POPLENS_TIME_INTER_IPU,
  POPLENS_TIME_HOST_TRANSFER,
  POPLENS_TIME_UNUSED,  /* a tile has no work in a compute set, and waits for other tiles of its IPU
                         */
  POPLENS_TIME_UNEQUAL, /* a tile finishes a compute set earlier, and waits for other tiles of its
                           IPU */
  POPLENS_TIME_TILE_EXCHANGE, /* a tile waits for tiles of its IPU that exchange */
  POPLENS_TIME_HOST,          /* waiting for the host */
  POPLENS_TIME_ANOTHER_IPU,
  POPLENS_TIME_SYNC,
  POPLENS_TIME_UNTRACKED,
  POPLENS_TIME_PROFILER,
  POPLENS_TIME_OUTSIDE,
  POPLENS_N_TIMES,
} PoplensTimeClass;

/* Return the key ("idle_tiles"), title ("Idle tiles") and one-sentence description of a class.
 * (transfer none) */
const char *poplens_time_class_key (PoplensTimeClass class);
const char *poplens_time_class_title (PoplensTimeClass class);
const char *poplens_time_class_doc (PoplensTimeClass class);
/* Return the key ("host_wait") and the title as used within a sentence ("host wait") of a bound.
 * (transfer none) */
const char *poplens_bound_key (PoplensBound bound);
const char *poplens_bound_title (PoplensBound bound);

/* Cycles of an IPU with the same bound and limiting step: from .from to the begin of the next
 * segment, or to the end of the trace. */
typedef struct {
  guint64 from : 56, bound : 8; /* PoplensBound */
  guint64 compute;              /* tile cycles in which tiles compute */
  guint64 work;                 /* tile cycles in which tiles compute or do other work */
  /* Row of steps_by_ipu of the limiting step; G_MAXUINT32: none (outside, untracked). */
  guint32 row;
  /* In segments of compute: share of the waiting that idle tiles cause, × 2^32. */
  guint32 unused;
} PoplensTimeSegment;

/* Tile cycles of unusual work in a segment: neither compute nor the usual work of the bound. The
 * usual work of POPLENS_BOUND_INTER_IPU, for example, is inter-IPU exchange. If .beyond is set, the
 * cycles can be of any work. */
typedef struct {
  guint64 cycles;
  guint32 segment;
  guint16 work; /* PoplensTileWork */
  /* 1: the segment has no space for these cycles, so its .work does not include them. */
  guint16 beyond;
} PoplensTimeOther;

/* Arrival of one IPU at a join. */
typedef struct {
  guint64 arrive; /* cycle at which the IPU arrives */
  guint32 row;  /* row of steps_by_ipu of the sync, or of the copy that takes the place of a sync */
  guint32 copy; /* row of the IPU's copy with the host that ends together with the join;
                   G_MAXUINT32: none */
} PoplensTimeMeet;

/* Join: a synchronisation point, at which IPUs wait for one another. Joins are External syncs, and
 * syncs that several IPUs reach at different times and leave at the same time. A sync that waits
 * for a copy with the host on another IPU is also a join. Joins are sorted by .end. */
typedef struct {
  guint32 first, n; /* range in PoplensTime.meets: one arrival per IPU, sorted by IPU */
  guint32 last;     /* row of steps_by_ipu of the IPU that arrives last; on a tie, the lowest row */
  guint64 came, end; /* cycle at which the last IPU arrives; cycle at which all IPUs continue */
} PoplensTimeJoin;

/* Epoch: cycles of an IPU from the end of one join (or 0) to the end of its next join (or the end
 * of the trace). The IPU works until .arrive, then waits until the last IPU has arrived, and
 * continues after the join. */
typedef struct {
  /* Cycle at which the epoch begins; cycle at which the IPU arrives at the join. */
  guint64 from, arrive;
  /* Index in PoplensTime.joins of the join that ends the epoch; G_MAXUINT32: the epoch lasts to the
   * end of the trace. */
  guint32 join;
  /* Sums of the cycles before .arrive: first index in PoplensTime.sums, number of sums. */
  guint32 before, n_before;
  /* Sums of the cycles after the last IPU arrived: first index in PoplensTime.sums, number of sums.
   */
  guint32 after, n_after;
} PoplensTimeEpoch;

/* Sum of the segments of one bound, in a part of an epoch. */
typedef struct {
  guint64 tile_cycles; /* cycles × tiles of an IPU */
  /* Tile cycles in which tiles compute; tile cycles in which tiles do any work. */
  guint64 compute, work;
  guint8 bound;
} PoplensTimeSum;

typedef struct {
  guint32 ipu;
  /* For each list of cycles by tile of a compute set: the tiles with the most cycles. NULL if no
   * lists were recorded. */
  PoplensTimeLongest *longest;
  gboolean by_tile; /* FALSE: no cycles by tile, so the work of tiles is approximated */
  guint32 io; /* number of I/O tiles, which copy with the host and never compute; 0: not known */
  GArray *segments; /* PoplensTimeSegment; segments cover the trace from cycle 0 without gaps */
  GArray *others; /* PoplensTimeOther, sorted by segment, .work and .beyond; each combination occurs
                     once */
  GArray *epochs; /* PoplensTimeEpoch; epochs cover the trace from cycle 0 without gaps */
  guint64 bound[POPLENS_N_BOUNDS]; /* cycles by bound; their sum is the total */
  /* Tile cycles by bound of the IPU and work of the tile. */
  guint64 work[POPLENS_N_BOUNDS][POPLENS_N_WORKS];
  guint64 classes[POPLENS_N_TIMES]; /* tile cycles by class; their sum is tiles ×
                                     * total */
} PoplensTimeIpu;

/* A run of the engine. From .from to .work (cycles) the host has not started it yet, so these
 * cycles are outside the program. */
typedef struct {
  guint32 run; /* row of PoplensExecution.runs; G_MAXUINT32: runs cannot be distinguished */
  guint64 from, work, to;
} PoplensTimeRun;

/* The time of a trace, divided into classes. Immutable. The parts of its input must outlive it. */
typedef struct {
  const PoplensExecution *execution;
  guint32 tiles; /* tiles per IPU; 1 if not known */
  guint64 total; /* length of the trace, cycles */
  /* Cycles in which the host had not started a run yet; .total − .outside is the program time. */
  guint64 outside;
  guint n_ipus; /* number of IPUs that have steps */
  PoplensTimeIpu *ipus;
  guint32 *place; /* [n_ipus of the execution] index in .ipus; G_MAXUINT32: the IPU has no steps */
  GArray *runs;   /* PoplensTimeRun */
  GArray *joins;  /* PoplensTimeJoin */
  GArray *meets;  /* PoplensTimeMeet */
  GArray *sums;   /* PoplensTimeSum */
  guint32 *row_list; /* [rows of steps_by_ipu] id of the row's list in cycles_by_tile, or NO_LIST;
                        NULL if no lists were recorded */
  /* [rows of steps_by_ipu] in a compute set: tile cycles in which tiles wait for the longest tile
   * (tiles × cycles − tile cycles). 0 for other steps. */
  float *row_waits;
  guint16 *row_tiles; /* [rows of steps_by_ipu] number of tiles with work in a compute set, at most
                         65,535; 0 for other steps */
} PoplensTime;

#define POPLENS_TIME_NO_LIST G_MAXUINT32

/* Arguments of poplens_time_new (). */
typedef struct {
  const PoplensExecution *execution; /* must have rows of steps_by_ipu */
  const PoplensPrograms *programs;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable): NULL: the start of runs is not known */
  guint32 tiles;                     /* tiles per IPU; 0: not known */
  PoplensSliceFunc get_slice; /* returns SCAN_STEP_TIMES and SCAN_CYCLES of the same report; called
                               * from two threads */
  gpointer slice_data;
} PoplensTimeInput;

/* Finds the runs, and the cycles outside the program: much less work than poplens_time_new (),
 * which finds the same. Reads only .execution, .programs and .exchanges of @input. @outside: (out):
 * cycles outside the program. (transfer full): GArray of PoplensTimeRun */
GArray *poplens_time_find_runs (const PoplensTimeInput *input, guint64 *outside);

/* Divides the time of a trace into classes. NULL with an error of get_slice (), or with
 * G_IO_ERROR_CANCELLED. @work: (nullable). (transfer full) */
PoplensTime *poplens_time_new (const PoplensTimeInput *input, const PoplensWork *work,
                               GError **error);
void poplens_time_free (PoplensTime *self);

/* Returns the run's id in the file, or @place if runs cannot be distinguished. @place: index in
 * .runs. */
gint64 poplens_time_run_id (const PoplensTime *self, guint place);
/* TRUE if all IPUs have cycles by tile; otherwise the work of tiles is approximated. */
gboolean poplens_time_is_by_tile (const PoplensTime *self);
/* TRUE if the cycles of @class are an estimate. This holds for UNUSED and UNEQUAL if an IPU has no
 * cycles by tile. */
gboolean poplens_time_is_guess (const PoplensTime *self, PoplensTimeClass class);
/* Sums the tile cycles of an IPU in [@from, @to) by class. All classes together are exactly tiles ×
 * (@to − @from). @place: index in .ipus. @to: at most the total. If the range cuts a segment, the
 * work of the segment is distributed evenly over its cycles. So the classes of two adjacent ranges
 * add up to the classes of the joined range. Only UNUSED and UNEQUAL can differ by rounding; their
 * sum is exact. */
void poplens_time_classes (const PoplensTime *self, guint place, guint64 from, guint64 to,
                           guint64 classes[POPLENS_N_TIMES]);
/* TRUE if the host starts runs by copying @stream: IPUs wait for such a copy outside the
 * program. */
gboolean poplens_time_is_start_stream (const char *stream);
/* Returns the cycle at which @segment of @ipu ends. */
guint64 poplens_time_segment_to (const PoplensTime *self, const PoplensTimeIpu *ipu, guint segment);
/* Returns the index of the segment of @ipu that contains @cycle. @cycle: below the total. */
guint poplens_time_find_segment (const PoplensTimeIpu *ipu, guint64 cycle);
/* Returns the cycle at which an IPU continues after @epoch: the end of its join, or the total. */
guint64 poplens_time_epoch_to (const PoplensTime *self, const PoplensTimeEpoch *epoch);

static inline const PoplensTimeMeet *
poplens_time_meet (const PoplensTime *self, guint32 meet)
{
  return &g_array_index (self->meets, PoplensTimeMeet, meet);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTime, poplens_time_free)

/* ---- classes by owner ------------------------------------------------------------------------ */

/* Classes of time by owner, such as an operation. The caller names the owner of each row of
 * steps_by_ipu. A tile cycle of an IPU belongs to the owner of the step that limits the IPU at that
 * cycle. */

#define POPLENS_TIME_NO_OWNER G_MAXUINT32

typedef guint64 PoplensTimeClasses[POPLENS_N_TIMES];

/* Returns the tile cycles of each owner by class. Elements 0 … @n − 1 are for the owners; element
 * @n is for steps without an owner. @owner: (array): owner of each row of steps_by_ipu: below @n,
 * or POPLENS_TIME_NO_OWNER. NULL only if cancelled. @work: (nullable). (transfer full)
 * (nullable) */
PoplensTimeClasses *poplens_time_by_owner (const PoplensTime *time, const guint32 *owner, guint32 n,
                                           const PoplensWork *work);

/* Returns the class with the most cycles; POPLENS_N_TIMES if all are 0. */
PoplensTimeClass poplens_time_largest_class (const guint64 classes[POPLENS_N_TIMES]);

/* ---- words ----------------------------------------------------------------------------------- */

/* Names of the causes of time, shared by the classes of cycles, the bars of the waterfall, the
 * segments of the critical path, and the findings. */

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
const char *poplens_time_word_doc (PoplensTimeWord word);   /* description, one sentence */

G_END_DECLS
