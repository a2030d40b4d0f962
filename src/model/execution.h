/* Execution: runs, executed steps, and the cycles of each step on each IPU (formats.md 3.10). With
 * one IPU, a step takes 24 bytes of memory; files have up to 10^7 steps. Other fields of
 * steps_by_ipu are slices of 4,096 rows (POPLENS_SLICE_STEP_ROWS). The cycles of all IPUs have the
 * same origin. */
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
  guint32 name;                     /* PoplensStrings id */
  guint64 start_epoch_microseconds; /* 0: unknown */
  gint64 elapsed_microseconds;      /* POPLENS_NOT_TIMED: not recorded */
  /* Counts as the file records them, or POPLENS_COUNT_UNKNOWN. Do not use .n_steps: real files
   * record one step too few. */
  guint64 n_programs, n_steps;
  double *frequency_by_ipu; /* always NULL: the encoding of the file is unknown */
} PoplensRunInfo;

typedef struct {
  gboolean cut; /* TRUE if only the first steps and rows of a long trace were read */
  /* Programs of the copies with the host before the first compute or exchange: Begin, Mid and End
   * of each, without lists. Only if .cut; NULL: not read */
  PoplensPrograms *copies;
  guint32 n_steps;       /* executed steps, by id */
  guint32 *step_id;      /* NULL if the ids are 0 … n_steps − 1 */
  guint8 *step_type;     /* row in .type_name and .type_kind */
  guint8 *step_sync;     /* row in .sync_name; 0: none */
  guint32 *step_program; /* program id; G_MAXUINT32: an implicit sync */

  PoplensStrings *strings;
  guint32 n_types;        /* at most 255 */
  guint32 type_name[256]; /* PoplensStrings id: "OnTileExecute", as the file spells it */
  PoplensStepKind type_kind[256];
  guint32 n_syncs;
  guint32 sync_name[256]; /* PoplensStrings id; [0] is "" */

  /* Rows of steps_by_ipu that have an IPU, sorted by step and IPU. Charts draw a row as a block
   * from .row_from to .row_from + .row_length. */
  guint32 n_rows;
  guint32 *row_step; /* row of the step, not its id */
  guint16 *row_ipu;
  guint64 *row_from;   /* cycles_base + active_cycles_from_max; G_MAXUINT64: no tile was active */
  guint32 *row_length; /* cycles; G_MAXUINT32: see long_lengths */
  /* (nullable): row → guint64 *: lengths that do not fit in .row_length */
  GHashTable *long_lengths;

  guint32 n_ipus;     /* highest IPU + 1 */
  gboolean *ipu_seen; /* [n_ipus] whether the IPU has rows */
  guint64 *ipu_end;   /* [n_ipus] highest cycles_base + all_cycles_to_max */
  /* [n_ipus] cycles of the longest tile, summed over the IPU's rows */
  guint64 *ipu_cycles;
  /* [n_types] cycles of all steps of the type, summed over tiles and IPUs; POPLENS_CYCLES_UNKNOWN
   * if a list of cycles is damaged or missing */
  guint64 *type_tile_cycles;
  guint64 total_cycles;    /* highest of .ipu_end */
  guint32 n_lists;         /* rows of cycles_by_tile */
  guint32 n_damaged;       /* lists of cycles_by_tile that cannot be decoded */
  guint32 *damaged;        /* (nullable): [n_damaged] ids of the damaged lists, ascending */
  guint32 n_missing;       /* rows of steps_by_ipu whose list is missing in cycles_by_tile */
  guint32 missing;         /* id of the first missing list */
  guint32 n_without_rows;  /* steps without a row of steps_by_ipu */
  guint32 without_rows;    /* id of the first step without a row */
  guint64 row_tile_cycles; /* cycles, summed over rows and tiles; POPLENS_CYCLES_UNKNOWN if a row
                              has no list */
  /* .row_tile_cycles as the file's totals record it; POPLENS_CYCLES_UNKNOWN: not recorded */
  guint64 recorded_tile_cycles;

  guint32 n_runs;
  PoplensRunInfo *runs;
  guint32 n_trace; /* number of executed programs, in order (table program_trace) */
  guint32 *trace_program;
  gboolean has_totals; /* TRUE if the file has the table execution_cycle_totals */
  gint64 totals_run;   /* run that execution_cycle_totals covers; −1 if the file does not say */
  guint32 n_totals;
  guint32
      *total_name; /* [n_totals] PoplensStrings id: name of a column of execution_cycle_totals */
  guint64 *total_value;

  PoplensLightBlocks *light; /* blocks of lightweight profiling; may be empty */

  guint32 n_markers; /* rows of absolute_markers; a slice has the cycles by tile of each marker */
  guint64 *marker_from, *marker_length;
} PoplensExecution;

/* Longest trace, in steps, of which poplens_load_execution_brief () loads all steps. Loading so
 * many takes milliseconds. */
#define POPLENS_EXECUTION_MOST_BRIEF 50000

/* Cycles that cannot be read. Distinct from 0. */
#define POPLENS_CYCLES_UNKNOWN G_MAXUINT64

PoplensExecution *poplens_execution_new (void);
void poplens_execution_free (PoplensExecution *self);

/* Return id, type name, kind and sync type ("": none) of the step at row @step. */
guint32 poplens_execution_step_id (const PoplensExecution *self, guint32 step);
/* Finds the row of a step id; G_MAXUINT32 if there is none. */
guint32 poplens_execution_find_step (const PoplensExecution *self, guint32 id);
const char *poplens_execution_step_type (const PoplensExecution *self, guint32 step);
PoplensStepKind poplens_execution_step_kind (const PoplensExecution *self, guint32 step);
const char *poplens_execution_step_sync (const PoplensExecution *self, guint32 step);
/* Returns the cycle at which the drawn block of a row ends. The .row_from of the row must not be
 * G_MAXUINT64. */
guint64 poplens_execution_row_to (const PoplensExecution *self, guint32 row);
/* Returns the number of IPUs that executed a step. */
guint32 poplens_execution_count_ipus (const PoplensExecution *self);
/* TRUE if the tile cycles of all types of steps are known. */
gboolean poplens_execution_knows_tile_cycles (const PoplensExecution *self);
/* Counts the steps without a row into .n_without_rows, once steps and rows are loaded. */
void poplens_execution_count_without_rows (PoplensExecution *self);
/* TRUE if rows of steps_by_ipu are missing: a step has no row, or the sum over all rows is less
 * than the file's total of tile cycles. */
gboolean poplens_execution_lacks_rows (const PoplensExecution *self);
/* Describes what is damaged or missing in a part that could otherwise be read: lists of cycles by
 * tile, rows of executed steps, and blocks. The last sentence has no full stop. (transfer full)
 * (nullable): NULL if nothing is missing */
char *poplens_execution_describe_damage (const PoplensExecution *self);
/* Returns the cycles of the whole trace as the file records them. 0 if they are not recorded. 0
 * also if there are several runs, because the file records the cycles of one run only. */
guint64 poplens_execution_recorded_cycles (const PoplensExecution *self);
/* TRUE for steps that wait (formats.md 8.4): StreamCopyBegin, StreamCopyEnd, Sync of any kind,
 * Sans, SyncAns. */
gboolean poplens_step_kind_is_waiting (PoplensStepKind kind);
/* TRUE for steps that compute or exchange on tiles. */
gboolean poplens_step_kind_is_work (PoplensStepKind kind);
PoplensStepKind poplens_step_kind_parse (const char *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExecution, poplens_execution_free)

G_END_DECLS
