/* Findings on time: causes that slow the program down, the cycles that the program would save
 * without them, and advice. Savings are upper bounds by replay (time-replay.h). They overlap, so
 * they do not add up.
 *
 * A cause is a finding if its saving reaches two limits: a share of the program time, and the usual
 * variation of iterations. Findings are general, or specific: on an operation, tiles or a copy. A
 * general finding is not reported if the one or two largest specific findings explain 80 % of its
 * saving.
 *
 * Time outside the program is a fact. Facts have no rank, because no change of the program reduces
 * them. */
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
  POPLENS_TIME_OWN_TILES, /* general finding that combines FEW_TILES and UNEQUAL_LOAD */
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
  POPLENS_CHECK_EXPLAINED,   /* not reported, because other findings cover its causes */
  POPLENS_CHECK_BELOW,       /* the largest saving is below the threshold */
  POPLENS_CHECK_NOT_CHECKED, /* the report lacks data for the search */
} PoplensTimeCheckState;

/* A finding or fact. */
typedef struct {
  PoplensTimeKind kind;
  /* FOUND: the finding is reported; BELOW or EXPLAINED: why it is not. */
  PoplensTimeCheckState state;
  gboolean approximated; /* TRUE: an estimate, as no cycles by tile were recorded */
  char *subject; /* operation key, "tile 3761", streams, "IPU 2", "iteration 3"; "": all operations
                    and tiles */
  char *sentence;
  char *brief;  /* the problem in a few words, without the subject; "" for a fact */
  char *advice; /* advice: all actions, and how much memory is free for them; NULL unless .state is
                   FOUND */
  char *action; /* (nullable): first recommended action; NULL: a fact, or .state is not FOUND */
  char *step;   /* first action as a title: "Keep data where it is used" */
  char *room;   /* (nullable): a sentence on how much of the fullest tile is free */
  char *location; /* location of the page that shows the finding */
  double saving; /* cycles that the program saves at most; for a fact: cycles outside the program */
  double share;  /* .saving as a share of the program time in the range; for a fact: as a share of
                    the range */
  double first;  /* share of program time that the best action saves; sort key */
  double least;  /* threshold of .share; 0 for a fact */
  double own;    /* cycles lost to the causes of the finding, mean over the IPUs; NaN: not known */
  char *largest; /* (nullable): text on the largest part of the finding and its saving; NULL: the
                    finding has only one part */
  guint causes;  /* bits of PoplensTimeCauseKind; 0: the finding has no causes */
  GHashTable *of; /* (nullable): set of the operation keys or streams that the finding concerns;
                     NULL: all */
} PoplensTimeFinding;

typedef struct {
  PoplensTimeCheckState state;
  guint n;              /* number of findings of the kind */
  double cycles, share; /* largest saving of a candidate for a finding of the kind, in cycles and as
                           a share of the program time; NaN: not checked */
  const char *needs;    /* NOT_CHECKED only: text that names the missing data (not owned) */
  /* NOT_CHECKED only: the kind cannot occur, as the program has one IPU or one run. */
  gboolean none;
} PoplensTimeCheck;

/* Data on which the findings of a report are based. */
typedef struct {
  guint iterations, runs; /* numbers of iterations and runs in the whole report */
  gboolean by_tile;
  guint64 tiles;    /* number of tiles with recorded cycles */
  double estimated; /* share of the program time in which exchanges between tiles are on the
                       critical path; the compiler only estimates the cycles of exchanges */
} PoplensTimeBasis;

/* Result of poplens_time_findings_new (). Immutable; reference counted. */
typedef struct {
  guint64 from, to; /* range of the trace, cycles */
  gboolean whole;   /* TRUE if the range is the whole trace */
  double program;   /* program time: cycles of the range in which the host has started a run */
  double spread;    /* relative spread of the lengths of iterations; NaN: not known */
  double threshold; /* share of .program that a cause must save to be a finding */
  char *where; /* sentences on the activities that take most cycles of the program. If there are no
                  findings, also on the costliest operations. NULL: nothing ran */
  /* PoplensTimeFinding; .findings are sorted by .first, largest first. */
  GPtrArray *facts, *findings;
  GPtrArray *others; /* PoplensTimeFinding that are not reported, with the reason */
  PoplensTimeCheck checks[POPLENS_TIME_N_KINDS];
  PoplensTimeBasis basis;
} PoplensTimeFindings;

/* Arguments of poplens_time_findings_new (). */
typedef struct {
  const PoplensTime *time;
  const PoplensTimeIterations *iterations;
  const PoplensTimeInput *input; /* as for poplens_time_new () */
  guint64 from, to;              /* range of the trace, cycles; .to is at most PoplensTime.total */
  const PoplensMemory *memory;   /* (nullable): memory of the same report, for the advice */
  const PoplensTarget *target;   /* (nullable): target of the same report, for the advice */
} PoplensTimeFindingsInput;

/* Searches for findings. NULL with G_IO_ERROR_CANCELLED, or with an error of
 * PoplensTimeInput.get_slice (). (transfer full) */
PoplensTimeFindings *poplens_time_findings_new (const PoplensTimeFindingsInput *input,
                                                const PoplensWork *work, GError **error);
PoplensTimeFindings *poplens_time_findings_ref (PoplensTimeFindings *self);
void poplens_time_findings_unref (PoplensTimeFindings *self);

/* Returns the finding or fact of @kind on @subject, even if it is not reported. @subject: ignored
 * if the kind has at most one finding. @cycles: (out): saving of the finding, or cycles of the
 * fact; NaN: the data was not recorded. (transfer none) (nullable): NULL if there is none. */
const PoplensTimeFinding *poplens_time_findings_look_up (const PoplensTimeFindings *self,
                                                         PoplensTimeKind kind, const char *subject,
                                                         double *cycles);
/* Returns the finding or fact with the name @name, even if it is not reported. @name: value of the
 * location key "finding": kind and subject. (transfer none) (nullable): NULL if there is none. */
const PoplensTimeFinding *poplens_time_findings_named (const PoplensTimeFindings *self,
                                                       const char *name);
/* TRUE if a report has at most one finding of the kind. */
gboolean poplens_time_kind_is_single (PoplensTimeKind kind);

/* TRUE if findings of @kind are approximated, because no cycles by tile were recorded. */
gboolean poplens_time_findings_is_guess (const PoplensTimeFindings *self, PoplensTimeKind kind);

/* Return properties of a kind, such as the key "pipeline_bubble", the title "Pipeline bubble", or
 * general advice with options and costs. (transfer none) */
const char *poplens_time_kind_key (PoplensTimeKind kind);
const char *poplens_time_kind_title (PoplensTimeKind kind);
const char *poplens_time_kind_advice (PoplensTimeKind kind);
PoplensTimeWord poplens_time_kind_word (PoplensTimeKind kind);
const char *poplens_time_check_key (PoplensTimeCheckState state);
gboolean poplens_time_kind_is_fact (PoplensTimeKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeFindings, poplens_time_findings_unref)

G_END_DECLS
