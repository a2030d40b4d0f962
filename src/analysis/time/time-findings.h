/* Findings on time: what slows the program down, how much it would save without that at most, and
 * what to do. Savings are upper bounds by replay (time-replay.h); they overlap and do not add up.
 *
 * A cause is a finding if its saving is at least a given share of the program time, and more than
 * iterations differ anyway. A specific finding (an operation, tiles, a stream) replaces the general
 * one if it explains 80 % of it, alone or together with the second largest. Time outside the
 * program is a fact and is not ranked, because changing the program does not help there. Each kind
 * has a check that says whether it was found. */
#pragma once

#include "analysis/time/time-causes.h"
#include "analysis/time/time-iterations.h"
#include "model/memory.h"
#include "model/target.h"

G_BEGIN_DECLS

/* Kinds of findings. The first two are facts: time outside the program. */
typedef enum {
  POPLENS_TIME_HOST_STARTED_LATE, /* fact: the first run started late */
  POPLENS_TIME_BETWEEN_RUNS,      /* fact: time between runs */
  POPLENS_TIME_STAGES_UNBALANCED,
  POPLENS_TIME_PIPELINE_BUBBLE,
  POPLENS_TIME_OWN_TILES, /* FEW_TILES and UNEQUAL_LOAD together */
  POPLENS_TIME_FEW_TILES,
  POPLENS_TIME_UNEQUAL_LOAD,
  POPLENS_TIME_STRAGGLER_TILE,
  POPLENS_TIME_EXCHANGE_BOUND,
  POPLENS_TIME_REARRANGEMENT,
  POPLENS_TIME_HOST_COPY,
  POPLENS_TIME_INTER_IPU_EXCHANGE,
  POPLENS_TIME_SYNC_OVERHEAD,
  POPLENS_TIME_SLOW_ITERATIONS,
  POPLENS_TIME_N_KINDS,
} PoplensTimeKind;

/* Result of the search for one kind of finding. */
typedef enum {
  POPLENS_CHECK_FOUND,
  POPLENS_CHECK_EXPLAINED,   /* causes exist, but findings of other kinds, or more specific ones,
                                report them */
  POPLENS_CHECK_BELOW,       /* the largest saving is below the threshold */
  POPLENS_CHECK_NOT_CHECKED, /* data that it needs is missing */
} PoplensTimeCheckState;

/* A finding or fact. */
typedef struct {
  PoplensTimeKind kind;
  PoplensTimeCheckState state; /* FOUND: reported; BELOW, EXPLAINED: the reason why not */
  gboolean approximated;       /* no cycles by tile were recorded */
  char *subject; /* what it is about: operation key, "tile 3761", streams, "IPU 2", "iteration 3";
                    "": everything of its kind */
  char *sentence;
  char *brief;  /* the problem in a few words, for a row that names the subject; "" for a fact */
  char *advice; /* advice: all actions, and how much memory is free for them; NULL unless .state is
                   FOUND */
  char *action; /* first action; NULL for a fact, and unless .state is FOUND */
  char *step;   /* first action as a title: "Keep data where it is used" */
  char *room;   /* (nullable): a sentence on how much of the fullest tile is free */
  char *location; /* location (page and state) that shows it */
  double saving;  /* cycles that the program saves at most; of a fact, its cycles */
  double share;   /* .saving as a share of the program time in the range; of a fact, as a share of
                   * the range */
  double first;   /* share of the program time that its largest single action saves; findings are
                   * sorted by it */
  double least;   /* threshold of .share; 0 for a fact */
  double own;     /* mean cycles per IPU that the cause itself takes; NaN: not known */
  char *largest;  /* (nullable): largest part, with its saving, of a finding on no single operation
                     or tile */
  guint causes;   /* bits of PoplensTimeCauseKind; 0: its saving was not found by causes */
  GHashTable *of; /* (nullable): set of the operations or streams that it concerns; NULL: all */
} PoplensTimeFinding;

/* Result of the search for a kind. */
typedef struct {
  PoplensTimeCheckState state;
  guint n;              /* number of findings of the kind */
  double cycles, share; /* saving (cycles; share of the program time) of the largest candidate of
                           the kind, even if it is not a finding; NaN if not checked */
  const char *needs;    /* NOT_CHECKED only: text that names the missing data (transfer none) */
  gboolean
      none; /* NOT_CHECKED only: the program has nothing to check, as it has one IPU or one run */
} PoplensTimeCheck;

/* Data on which the findings of a report are based. */
typedef struct {
  guint iterations, runs; /* number of iterations and of runs in the whole report */
  gboolean by_tile;
  guint64 tiles;    /* number of tiles with recorded cycles */
  double estimated; /* share of the program time in which exchanges of tiles are on the critical
                       path; their cycles are the compiler's estimates */
} PoplensTimeBasis;

/* Result of poplens_time_findings_new (). Immutable; reference counted. */
typedef struct {
  guint64 from, to; /* range of the trace, cycles */
  gboolean whole;   /* TRUE if the range is the whole trace */
  double program;   /* program time: cycles of the range that are not outside runs */
  double spread;    /* relative spread of the lengths of iterations; NaN: not known */
  double threshold; /* share of .program that a cause must save to be a finding */
  char *where;      /* sentences on which activities have most of the program's cycles and, without
                     * findings, which operations cost most; NULL if nothing ran */
  GPtrArray *facts, *findings; /* PoplensTimeFinding; findings in descending order of .first */
  GPtrArray *others;           /* PoplensTimeFinding that are not reported, with the reason */
  PoplensTimeCheck checks[POPLENS_TIME_N_KINDS];
  PoplensTimeBasis basis;
} PoplensTimeFindings;

/* Arguments of poplens_time_findings_new (). */
typedef struct {
  const PoplensTime *time;
  const PoplensTimeIterations *iterations;
  const PoplensTimeInput *input; /* as for poplens_time_new () */
  guint64 from, to;              /* range of the trace, cycles; at most the total */
  const PoplensMemory *memory;   /* (nullable): of the same report; for the advice */
  const PoplensTarget *target;   /* (nullable): for the advice */
} PoplensTimeFindingsInput;

/* Searches for findings. NULL with an error of get_slice (), or with G_IO_ERROR_CANCELLED.
 * (transfer full) */
PoplensTimeFindings *poplens_time_findings_new (const PoplensTimeFindingsInput *input,
                                                const PoplensWork *work, GError **error);
PoplensTimeFindings *poplens_time_findings_ref (PoplensTimeFindings *self);
void poplens_time_findings_unref (PoplensTimeFindings *self);

/* Returns the finding or fact of @kind on @subject, reported or not; NULL if there is none. If the
 * kind is single (poplens_time_kind_is_single ()), ignores @subject. @cycles: (out): its saving; 0
 * if there is none, NaN if the data was not recorded. (transfer none) (nullable) */
const PoplensTimeFinding *poplens_time_findings_look_up (const PoplensTimeFindings *self,
                                                         PoplensTimeKind kind, const char *subject,
                                                         double *cycles);
/* Returns the finding or fact, reported or not, that the location key "finding" names; NULL if
 * there is none. If the kind is single, ignores the subject. (transfer none) (nullable) */
const PoplensTimeFinding *poplens_time_findings_named (const PoplensTimeFindings *self,
                                                       const char *name);
/* TRUE if a report has at most one finding of the kind. */
gboolean poplens_time_kind_is_single (PoplensTimeKind kind);

/* TRUE if findings of @kind are approximated, because no cycles by tile were recorded. */
gboolean poplens_time_findings_is_guess (const PoplensTimeFindings *self, PoplensTimeKind kind);

/* Return the key of a kind ("pipeline_bubble"), its title ("Pipeline bubble"), its general advice
 * (what to do, with options and costs), its PoplensTimeWord, the key of a check state ("found"),
 * and whether a kind is a fact. (transfer none) */
const char *poplens_time_kind_key (PoplensTimeKind kind);
const char *poplens_time_kind_title (PoplensTimeKind kind);
const char *poplens_time_kind_advice (PoplensTimeKind kind);
PoplensTimeWord poplens_time_kind_word (PoplensTimeKind kind);
const char *poplens_time_check_key (PoplensTimeCheckState state);
gboolean poplens_time_kind_is_fact (PoplensTimeKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeFindings, poplens_time_findings_unref)

G_END_DECLS
