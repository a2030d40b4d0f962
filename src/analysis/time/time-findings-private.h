/* Types and functions that the search for findings on time (time-candidates.c, time-findings.c) and
 * their wording (time-kinds.c, time-sentences.c, time-links.c) share. */
#pragma once

#include "analysis/time/time-path.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time-layers.h"
#include "analysis/time/time-stages.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/time/time-transfers.h"

G_BEGIN_DECLS

/* A possible finding: a change that may save cycles. */
typedef struct {
  PoplensTimeKind kind;
  GArray *causes; /* (nullable): guint32: causes (indices, time-causes.h) without which a replay
                     finds .saving; NULL: .saving is computed otherwise */
  char *subject;
  double saving; /* upper bound of the cycles that the program saves */
  double rank;   /* cycles saved by the best action, or by the largest part of the candidate; 0: not
                    known. Findings are sorted by .rank */
  guint turn;    /* SLOW_ITERATIONS only: index of the slowest iteration */
  GArray *longer; /* SLOW_ITERATIONS only: result of poplens_time_find_longer () for iteration
                     .turn; otherwise NULL */
  guint ways; /* HOST_COPY only: PoplensTransferWay bits of the candidate's copies; 0: not known */
  PoplensTimeCheckState state;
} PoplensTimeCandidate;

/* Describes exchanges between IPUs: which IPUs exchange data, and which operation exchanges most.
 */
typedef struct {
  char *sentence; /* (nullable): sentence for a finding; NULL if there is only one IPU */
  char *most; /* (nullable): operation with the most cycles; NULL if several take about as many */
  char *way;  /* direction of .most: "from IPU 0 to IPU 1" */
} PoplensTimeLinks;

typedef struct {
  const PoplensTimeFindingsInput *input;
  const PoplensTime *time;
  PoplensTimeFindings *out;
  PoplensTimeCauses *causes;
  PoplensTimeBalance balance;
  PoplensTimeStages *stages;     /* stages; their work includes the cost of slow tiles */
  double equal_stages;           /* cycles that the program would save if all .stages were equal */
  PoplensTimeStages *own_stages; /* stages whose work excludes the cost of slow tiles; can be the
                                    same pointer as .stages */
  PoplensTimeLayers
      layers; /* layers of .own_stages; empty if equal stages would save less than the threshold */
  PoplensTimeLinks links;
  GArray *items; /* PoplensPathItem: sums of the critical path in the range */
  PoplensTimeStragglers stragglers;
  GHashTable *ways;      /* streams of a copy (char *) → PoplensTransferWay bits */
  GPtrArray *candidates; /* PoplensTimeCandidate */
  GPtrArray *others;     /* PoplensTimeCandidate that are not reported */
} PoplensTimeSearch;

/* An action that reduces the cost of a cause. */
typedef struct {
  const char
      *change; /* start of a sentence that ends with the saving: "Fewer outputs save at most" */
  const char *step;   /* title: "Return fewer or smaller outputs" */
  const char *advice; /* sentences: which options of the frameworks to use, and what they cost */
  double saving;      /* cycles that the program saves at most */
  const char *whole;  /* (nullable): name of a larger change that would save all cycles of the
                         finding: "equal stages" */
  const char *tight;  /* (nullable): advice if larger micro-batches do not fit into memory */
} PoplensTimeAction;
#define POPLENS_TIME_MOST_ACTIONS 4
/* Fills @actions with the actions for a candidate, largest saving first. If copies from the host
 * mostly wait for the host, the action against a late host comes first. Returns the number of
 * actions, at least 1. */
guint poplens_time_find_actions (const PoplensTimeSearch *self,
                                 const PoplensTimeCandidate *candidate,
                                 PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS]);

/* Fills @links in passes over the rows and segments. @links: (out): clear with
 * poplens_time_links_clear (). */
void poplens_time_links_find (const PoplensTimeSearch *self, PoplensTimeLinks *links);
void poplens_time_links_clear (PoplensTimeLinks *self);

void poplens_time_candidate_free (gpointer data);
/* Number of parts (operations, copies, slow tiles) that a finding names if it is not about a single
 * part. */
#define POPLENS_TIME_N_LARGEST 3
/* Fills @largest with the parts of a general candidate that have the largest savings: operations,
 * copies, slow tiles. Returns their number; 0 if @general is not general. */
guint poplens_time_find_largest (const PoplensTimeSearch *self, const PoplensTimeCandidate *general,
                                 const PoplensTimeCandidate **largest);
/* Fills .candidates, sorted by rank. Candidates that more specific ones explain go to .others. */
void poplens_time_find_candidates (PoplensTimeSearch *self);
/* A copy is late if waiting for the host takes at least this share of its cycles; otherwise it is
 * large. */
#define POPLENS_TIME_MOSTLY_WAITING 0.5
/* Returns the share (0 … 1) of the cycles of @candidate in which its copies wait for the host. */
double poplens_time_waiting_share (const PoplensTimeSearch *self,
                                   const PoplensTimeCandidate *candidate);
/* Returns the number of cycles that a candidate of @kind must save to be a finding. */
double poplens_time_threshold (const PoplensTimeSearch *self, PoplensTimeKind kind);
/* Returns the cause of a candidate with the most tile cycles; NULL if it has no causes. */
const PoplensTimeCause *poplens_time_candidate_cause (const PoplensTimeSearch *self,
                                                      const PoplensTimeCandidate *candidate);
/* Returns sentences on the critical path: its largest classes, the operation or copy with the most
 * cycles in each class, and how evenly the tiles compute. (nullable): NULL if the program has no
 * cycles. (transfer full) */
char *poplens_time_where_sentence (const PoplensTimeSearch *self);
/* Returns a sentence on the operations with the most cycles, for a program without findings.
 * (nullable): NULL if there are no operations. (transfer full) */
char *poplens_time_costliest_sentence (const PoplensTimeSearch *self);
/* Returns the sentences of a finding: cause, saving, and largest parts. (transfer full) */
char *poplens_time_finding_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeCandidate *candidate);
/* Returns the problem without the subject: "540 of 1,472 used". (transfer full) */
char *poplens_time_finding_brief (const PoplensTimeSearch *self,
                                  const PoplensTimeCandidate *candidate);
/* Returns the largest part of a candidate: "…/MatMul, at most 99,404 cycles (1.4 %)". NULL for a
 * candidate with a subject. (transfer full) */
char *poplens_time_finding_largest (const PoplensTimeSearch *self,
                                    const PoplensTimeCandidate *candidate);
char *poplens_time_finding_location (const PoplensTimeSearch *self,
                                     const PoplensTimeCandidate *candidate);
/* Returns the advice for a candidate: its actions, their savings, and the memory that they need.
 * @ipu: IPU whose fullest tile limits the memory; G_MAXUINT32: all IPUs. @actions: (inout) [@n]:
 * from poplens_time_find_actions (). If larger micro-batches do not fit, .advice becomes .tight.
 * @room: (out) (nullable) (transfer full): sentence on free memory. (transfer full) */
char *poplens_time_advice (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                           guint32 ipu, PoplensTimeAction *actions, guint n, char **room);
/* Returns sentences that name what to change first, and a space. For some kinds of candidates these
 * are layers, or the operations in which slow tiles, slow iterations or exchanges cost most. For
 * other kinds returns "". @step: (inout) (transfer full): title of the action, which may be
 * replaced. (transfer full) */
char *poplens_time_advise_parts (const PoplensTimeSearch *self,
                                 const PoplensTimeCandidate *candidate, char **step);
/* Cycles of a range in which the host had not started a run: either before the first run, or
 * between runs. */
typedef struct {
  guint64 cycles, most; /* .cycles: sum over all gaps; .most: cycles of the largest gap */
  guint n, longest;     /* .n: number of gaps; .longest: index of the run after the largest gap */
} PoplensTimeOutside;
char *poplens_time_outside_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeOutside *outside);
/* Returns a location that shows the cycles before a run starts. @run: index in PoplensTime.runs.
 * (transfer full) */
char *poplens_time_outside_location (const PoplensTime *time, guint run);
/* Returns the smallest share of the program time that a finding of @kind must save.
 * poplens_time_threshold () is higher if the lengths of iterations vary more. */
double poplens_time_kind_least (PoplensTimeKind kind);

G_END_DECLS
