/* Findings on time: what holds the program up, what the whole would save without it at most, and
 * what to do. Savings are bounds by replay (time-replay.h); they overlap and are not additive.
 *
 * A finding is one from a share of the program time on that is more than iterations differ anyway.
 * A specific finding (an operation, tiles, a stream) takes the place of the general one where it,
 * or the two largest together, explain 80 % of that. What happens outside the program is a fact and
 * not ranked, as no change of the program helps there. Each kind that was looked for has a check
 * that says how it ended. */
#pragma once

#include "analysis/time/time-causes.h"
#include "analysis/time/time-iterations.h"
#include "model/memory.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TIME_HOST_STARTED_LATE, /* facts: */
  POPLENS_TIME_BETWEEN_RUNS,
  POPLENS_TIME_STAGES_UNBALANCED, /* findings: */
  POPLENS_TIME_PIPELINE_BUBBLE,
  POPLENS_TIME_OWN_TILES, /* both of the next */
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

typedef enum {
  POPLENS_CHECK_FOUND,
  POPLENS_CHECK_EXPLAINED,   /* by findings of other kinds, or more specific ones */
  POPLENS_CHECK_BELOW,       /* the threshold */
  POPLENS_CHECK_NOT_CHECKED, /* needs something that is not there */
} PoplensTimeCheckState;

typedef struct {
  PoplensTimeKind kind;
  PoplensTimeCheckState state; /* FOUND, or why it is not told: BELOW, EXPLAINED */
  gboolean approximated;       /* no cycles by tile */
  char *subject;               /* operation key, "tile 3761", stream, "IPU 2", "iteration 3"; "" */
  char *sentence;
  char *brief;  /* what is wrong, in a few words for a row that names the subject; "" for a fact */
  char *advice; /* all actions, and the memory that is free for them; NULL unless .state is found */
  char *action; /* the first of them; NULL for a fact, and unless .state is found */
  char *step;   /* … as a title: "Keep data where it is used" */
  char *room;   /* (nullable): how much of the fullest tile is free for it, a sentence */
  char *location; /* that shows it */
  double saving;  /* cycles of the whole, at most; of a fact, cycles that it takes */
  double share;   /* of the program time of the scope; of a fact, of all its cycles */
  double first;   /* share that its largest single action saves at most: findings fall by it */
  double least;   /* share from which on it is told; of a fact 0 */
  double own;     /* mean cycles of an IPU that go from the cause itself; NaN: not told */
  char *largest;  /* of one on all of a kind its largest part, with its bound; NULL: it is a part */
  guint causes;   /* bits of PoplensTimeCauseKind that it is of; 0: told by other means … */
  GHashTable *of; /* (nullable): … of these operations or streams alone */
} PoplensTimeFinding;

typedef struct {
  PoplensTimeCheckState state;
  guint n;              /* findings of the kind */
  double cycles, share; /* of the largest, shown or not; NaN where not checked */
  const char *needs;    /* NOT_CHECKED: what; static */
  gboolean none;        /* … as the program has nothing of the kind: one IPU, one run */
} PoplensTimeCheck;

/* What the answer rests on. */
typedef struct {
  guint iterations, runs; /* of the whole report */
  gboolean by_tile;
  guint64 tiles;    /* recorded */
  double estimated; /* share of the scope's critical path that is exchanges of tiles: estimates */
} PoplensTimeBasis;

/* Immutable; counted. */
typedef struct {
  guint64 from, to; /* the scope, cycles */
  gboolean whole;   /* it is all of the trace */
  double program;   /* of these, without outside */
  double spread;    /* of the iterations; NaN: not known */
  double threshold; /* share of the program */
  char *where;      /* where the program's cycles went, in a sentence, and what takes most where
                     * there are no findings; NULL: nothing ran */
  GPtrArray *facts, *findings; /* PoplensTimeFinding; findings by saving, most first */
  GPtrArray *others;           /* PoplensTimeFinding: what was worked out and is not told */
  PoplensTimeCheck checks[POPLENS_TIME_N_KINDS];
  PoplensTimeBasis basis;
} PoplensTimeFindings;

typedef struct {
  const PoplensTime *time;
  const PoplensTimeIterations *iterations;
  const PoplensTimeInput *input; /* that the time was made of */
  guint64 from, to;              /* the scope; at most the total */
  const PoplensMemory *memory;   /* (nullable): of the same report, for the advice … */
  const PoplensTarget *target;   /* … and (nullable) */
} PoplensTimeFindingsInput;

/* NULL with an error of the slices, or CANCELLED. (transfer full) */
PoplensTimeFindings *poplens_time_findings_new (const PoplensTimeFindingsInput *input,
                                                const PoplensWork *work, GError **error);
PoplensTimeFindings *poplens_time_findings_ref (PoplensTimeFindings *self);
void poplens_time_findings_unref (PoplensTimeFindings *self);

/* The finding or fact on the same, told or not; of IPUs that are unbalanced, slow tiles and slow
 * iterations the one that there is, whichever these are. NULL: there is none. *@cycles: (out): its
 * saving; 0 where there is nothing of it, NaN where that was not recorded. */
const PoplensTimeFinding *poplens_time_findings_look_up (const PoplensTimeFindings *self,
                                                         PoplensTimeKind kind, const char *subject,
                                                         double *cycles);
/* The finding or fact, told or not, that the location's key "finding" names; NULL: there is none.
 * Of kinds of which a report has one, that, whatever its subject. */
const PoplensTimeFinding *poplens_time_findings_named (const PoplensTimeFindings *self,
                                                       const char *name);
/* One report has one of the kind at most, whatever its subject. */
gboolean poplens_time_kind_is_single (PoplensTimeKind kind);

/* What tiles do is a guess without cycles by tile; all else is exact. */
gboolean poplens_time_findings_is_guess (const PoplensTimeFindings *self, PoplensTimeKind kind);

/* "pipeline_bubble"; "Pipeline bubble"; a sentence on what to do, with options and what it costs:
 * the advice of a finding begins with it; the word of a check: "found". Static. */
const char *poplens_time_kind_key (PoplensTimeKind kind);
const char *poplens_time_kind_title (PoplensTimeKind kind);
const char *poplens_time_kind_advice (PoplensTimeKind kind);
PoplensTimeWord poplens_time_kind_word (PoplensTimeKind kind);
const char *poplens_time_check_key (PoplensTimeCheckState state);
gboolean poplens_time_kind_is_fact (PoplensTimeKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeFindings, poplens_time_findings_unref)

G_END_DECLS
