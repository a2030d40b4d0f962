/* What ran: runs, executed steps, and each step's cycles on each IPU (formats.md 3.10).
 *
 * Of 10^7 steps 24 bytes each stay resident on one IPU; all fields of a row of steps_by_ipu come as
 * a slice of 4,096 rows (POPLENS_SLICE_STEP_ROWS). Cycles of one origin for all IPUs. */
#pragma once

#include "base/strings.h"
#include "model/light-blocks.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_STEP_UNKNOWN,
  POPLENS_STEP_ON_TILE_EXECUTE,
  POPLENS_STEP_DO_EXCHANGE,
  POPLENS_STEP_GLOBAL_EXCHANGE,
  POPLENS_STEP_STREAM_COPY_BEGIN,
  POPLENS_STEP_STREAM_COPY_MID,
  POPLENS_STEP_STREAM_COPY_END,
  POPLENS_STEP_SYNC,
  POPLENS_STEP_SANS,
  POPLENS_STEP_SYNC_ANS,
  POPLENS_STEP_OTHER,
} PoplensStepKind;

#define POPLENS_NOT_TIMED G_MININT64
#define POPLENS_COUNT_UNKNOWN G_MAXUINT64

typedef struct {
  gint64 id;
  guint32 name;                     /* string */
  guint64 start_epoch_microseconds; /* 0: unknown */
  gint64 elapsed_microseconds;      /* POPLENS_NOT_TIMED: not recorded */
  /* As the file says, or POPLENS_COUNT_UNKNOWN. n_steps is not used (one short in real files). */
  guint64 n_programs, n_steps;
  double *frequency_by_ipu; /* not decoded: the encoding is unknown; always NULL */
} PoplensRunInfo;

typedef struct {
  gboolean cut;            /* in brief, of a long trace: steps and rows are the first ones alone */
  PoplensPrograms *copies; /* of one that is cut, of their programs alone: copies with the host
                            * that begin before anything is computed or exchanged, as whole copies;
                            * no lists. NULL: not read */
  guint32 n_steps;         /* step ids in id order */
  guint32 *step_id;        /* NULL where they are 0 … n_steps−1 */
  guint8 *step_type;       /* row of types */
  guint8 *step_sync;       /* row of types' strings for sync_type; 0: none */
  guint32 *step_program;   /* program id or G_MAXUINT32: an implicit sync */

  PoplensStrings *strings;
  guint32 n_types;        /* at most 255 */
  guint32 type_name[256]; /* string: "OnTileExecute", as the file spells it */
  PoplensStepKind type_kind[256];
  guint32 n_syncs;
  guint32 sync_name[256]; /* string; [0] is "" */

  /* steps_by_ipu with an IPU, by (step, ipu). A block is drawn from `from` to from + length. */
  guint32 n_rows;
  guint32 *row_step; /* row of the step */
  guint16 *row_ipu;
  guint64 *row_from;   /* cycles_base + active_cycles_from_max; G_MAXUINT64: no tile was active */
  guint32 *row_length; /* cycles; G_MAXUINT32: see long_lengths */
  GHashTable *long_lengths; /* row → guint64*; or NULL */

  guint32 n_ipus;            /* highest ipu + 1 */
  gboolean *ipu_seen;        /* [n_ipus] has rows */
  guint64 *ipu_end;          /* [n_ipus] highest cycles_base + all_cycles_to_max */
  guint64 *ipu_cycles;       /* [n_ipus] Σ of the rows' `cycles` (each its longest tile) */
  guint64 *type_tile_cycles; /* [n_types] Σ over tiles and IPUs of the steps of the type;
                              * POPLENS_CYCLES_UNKNOWN where one of their lists is damaged or
                              * missing */
  guint64 total_cycles;      /* highest of ipu_end */
  guint32 n_lists;           /* rows of cycles_by_tile … */
  guint32 n_damaged;         /* … of which so many cannot be decoded */
  guint32 *damaged;          /* their ids, rising; NULL for none */
  guint32 n_missing;         /* rows whose list is not there … */
  guint32 missing;           /* … and the id of the first one's */
  guint32 n_without_rows;    /* steps without a row of steps_by_ipu */
  guint32 without_rows;      /* step id of the first of these */
  guint64 row_tile_cycles; /* Σ over rows and tiles; POPLENS_CYCLES_UNKNOWN if a row has no list */
  guint64 recorded_tile_cycles; /* the same by the file's totals, or POPLENS_CYCLES_UNKNOWN */

  guint32 n_runs;
  PoplensRunInfo *runs;
  guint32 n_trace; /* program_trace: executed programs in order */
  guint32 *trace_program;
  gboolean has_totals; /* execution_cycle_totals, its columns by name */
  gint64 totals_run;   /* the run that they are of; -1 where the file does not say */
  guint32 n_totals;
  guint32 *total_name; /* string */
  guint64 *total_value;

  PoplensLightBlocks *light; /* lightweight profiling; of no blocks where there is none */

  guint32 n_markers; /* absolute_markers; the lists by tile are a slice */
  guint64 *marker_from, *marker_length;
} PoplensExecution;

/* Steps of the longest trace that is whole in brief: they are read in some ms. */
#define POPLENS_EXECUTION_MOST_BRIEF 50000

/* Not 0: nobody can tell. */
#define POPLENS_CYCLES_UNKNOWN G_MAXUINT64

PoplensExecution *poplens_execution_new (void);
void poplens_execution_free (PoplensExecution *self);

/* Step id, type name, sync type ("" for none) of a step row. */
guint32 poplens_execution_step_id (const PoplensExecution *self, guint32 step);
/* The row of a step id; G_MAXUINT32: there is none. */
guint32 poplens_execution_find_step (const PoplensExecution *self, guint32 id);
const char *poplens_execution_step_type (const PoplensExecution *self, guint32 step);
PoplensStepKind poplens_execution_step_kind (const PoplensExecution *self, guint32 step);
const char *poplens_execution_step_sync (const PoplensExecution *self, guint32 step);
/* End of the drawn block of a row of steps_by_ipu; only where row_from is not G_MAXUINT64. */
guint64 poplens_execution_row_to (const PoplensExecution *self, guint32 row);
/* IPUs that ran a step. */
guint32 poplens_execution_count_ipus (const PoplensExecution *self);
/* TRUE where the tile cycles of all types are known. */
gboolean poplens_execution_knows_tile_cycles (const PoplensExecution *self);
/* Counts the steps that have no row, in a part that has its steps and rows. */
void poplens_execution_count_without_rows (PoplensExecution *self);
/* TRUE if rows of executed steps are lost: a step has none, or all rows have fewer tile cycles than
 * the file's totals. */
gboolean poplens_execution_lacks_rows (const PoplensExecution *self);
/* Describes what is damaged or missing in a part that could otherwise be read: lists of cycles by
 * tile, rows of executed steps, blocks. Sentences, the last one without a full stop. (transfer
 * full) (nullable): NULL if nothing is */
char *poplens_execution_describe_damage (const PoplensExecution *self);
/* Returns the cycles of the whole trace as the file records them, or 0: not recorded, or of several
 * runs, of which the record names one. */
guint64 poplens_execution_recorded_cycles (const PoplensExecution *self);
/* Waiting (formats.md 8.4): StreamCopyBegin, StreamCopyEnd, Sync of any kind, Sans, SyncAns. */
gboolean poplens_step_kind_is_waiting (PoplensStepKind kind);
/* Work on tiles: they compute or exchange. */
gboolean poplens_step_kind_is_work (PoplensStepKind kind);
PoplensStepKind poplens_step_kind_parse (const char *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExecution, poplens_execution_free)

G_END_DECLS
