/* What finding and wording of findings share. */
#pragma once

#include "analysis/time/time-path.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time-layers.h"
#include "analysis/time/time-stages.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/time/time-transfers.h"

G_BEGIN_DECLS

/* What may become a finding. */
typedef struct {
  PoplensTimeKind kind;
  GArray *causes; /* guint32: of the causes; NULL: told by other means */
  char *subject;
  double saving;
  double rank; /* what its largest single part or action saves, by which findings are sorted; 0: not
                * known */
  guint turn;  /* of SLOW_ITERATIONS: the slowest */
  GArray *longer; /* of SLOW_ITERATIONS: what poplens_time_find_longer () gives of it; else NULL */
  guint ways;     /* of HOST_COPY: where its copies go, bits of PoplensTransferWay; 0: not known */
  PoplensTimeCheckState state;
} PoplensTimeCandidate;

/* Which IPUs exchange data over their links, and in which operation most. */
typedef struct {
  char *sentence; /* NULL: of one IPU */
  char *most;     /* (nullable): the operation with the most cycles; NULL where all are alike */
  char *way;      /* where .most moves data: "from IPU 0 to IPU 1" */
} PoplensTimeLinks;

typedef struct {
  const PoplensTimeFindingsInput *input;
  const PoplensTime *time;
  PoplensTimeFindings *out;
  PoplensTimeCauses *causes;
  PoplensTimeBalance balance;
  PoplensTimeStages *stages;     /* with what slow tiles cost: IPUs wait for both */
  double equal_stages;           /* cycles that equal .stages save */
  PoplensTimeStages *own_stages; /* without it; equals .stages where no tiles are slow */
  PoplensTimeLayers layers;      /* of .own_stages; zeroes unless equal stages save enough */
  PoplensTimeLinks links;
  GArray *items; /* PoplensPathItem of the scope */
  PoplensTimeStragglers stragglers;
  GHashTable *ways;      /* poplens_time_copy_ways () */
  GPtrArray *candidates; /* PoplensTimeCandidate */
  GPtrArray *others;     /* PoplensTimeCandidate: those that others explain, or that are small */
} PoplensTimeSearch;

/* What can be done about a cause. */
typedef struct {
  const char *change; /* "Fewer or smaller outputs save at most", before a bound */
  const char *step;   /* "Return fewer or smaller outputs": what to do, as a title */
  const char *advice; /* how: options of the frameworks, and what it costs */
  double saving;      /* cycles that the program saves with it at most */
  const char *whole;  /* (nullable): what would save all of the finding: "equal stages" */
  const char *tight;  /* (nullable): the advice if larger micro-batches do not fit */
} PoplensTimeAction;
#define POPLENS_TIME_MOST_ACTIONS 4
/* Finds what can be done about a candidate, the action that saves most first: as much as the
 * candidate, for without all of a cause nothing can save more. Where a copy from the host is mostly
 * waiting for the host, a host that is ready earlier comes first. Returns: how many, 1 or more */
guint poplens_time_find_actions (const PoplensTimeSearch *self,
                                 const PoplensTimeCandidate *candidate,
                                 PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS]);

/* Cost: passes over the rows and segments. @links: (out): to be cleared */
void poplens_time_links_find (const PoplensTimeSearch *self, PoplensTimeLinks *links);
void poplens_time_links_clear (PoplensTimeLinks *self);

void poplens_time_candidate_free (gpointer data);
/* Parts that a finding on all causes of its kinds names, as all of them together cannot be changed
 * at once. */
#define POPLENS_TIME_N_LARGEST 3
/* Finds the largest single parts of a finding on all of a kind: operations, streams, slow tiles. Of
 * one that is a part itself there are none. Returns: how many, at most POPLENS_TIME_N_LARGEST */
guint poplens_time_find_largest (const PoplensTimeSearch *self, const PoplensTimeCandidate *general,
                                 const PoplensTimeCandidate **largest);
/* Fills the candidates, by rank, without general ones that specific ones explain. */
void poplens_time_find_candidates (PoplensTimeSearch *self);
/* Share of waiting for the host from which on a copy is late rather than large. */
#define POPLENS_TIME_MOSTLY_WAITING 0.5
/* Share of the cycles of a candidate on copies that is waiting for the host. */
double poplens_time_waiting_share (const PoplensTimeSearch *self,
                                   const PoplensTimeCandidate *candidate);
/* Cycles from which on one of the kind is a finding. */
double poplens_time_threshold (const PoplensTimeSearch *self, PoplensTimeKind kind);
/* The cause of a candidate that takes most. */
const PoplensTimeCause *poplens_time_candidate_cause (const PoplensTimeSearch *self,
                                                      const PoplensTimeCandidate *candidate);
/* Where the cycles of the critical path went: by class, the operation or stream that has most of
 * it, and how evenly its tiles work. NULL without any. (transfer full) */
char *poplens_time_where_sentence (const PoplensTimeSearch *self);
/* Where nothing can be saved: the operations to compute less in, the one with most cycles first.
 * NULL without any. (transfer full) */
char *poplens_time_costliest_sentence (const PoplensTimeSearch *self);
/* (transfer full) */
char *poplens_time_finding_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeCandidate *candidate);
/* What is wrong, without the subject: "540 of 1,472 used". (transfer full) */
char *poplens_time_finding_brief (const PoplensTimeSearch *self,
                                  const PoplensTimeCandidate *candidate);
/* "…/MatMul, at most 99,404 cycles (1.4 %)": its largest part. NULL where it is one itself.
 * (transfer full) */
char *poplens_time_finding_largest (const PoplensTimeSearch *self,
                                    const PoplensTimeCandidate *candidate);
char *poplens_time_finding_location (const PoplensTimeSearch *self,
                                     const PoplensTimeCandidate *candidate);
/* The actions for @candidate, each with its bound where there are several; the memory that they
 * need, as far as that is known, and what is free on the fullest tile of @ipu (G_MAXUINT32: of
 * all). In binary units. @actions, @n: (inout): of poplens_time_find_actions (); what needs larger
 * micro-batches loses that if they do not fit. (transfer full) */
char *poplens_time_advice (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                           guint32 ipu, PoplensTimeAction *actions, guint n, char **room);
/* Names what to begin with: which layers to move from the IPU with the most work, or why they are
 * not known; the operations in which slow tiles cost most. Sentences with a blank behind them;
 * "" of other kinds. *@step: (inout): the action as a title, if it has another then. (both transfer
 * full) */
char *poplens_time_advise_parts (const PoplensTimeSearch *self,
                                 const PoplensTimeCandidate *candidate, char **step);
/* Cycles of a scope in which the host had not started a run: before the first, or between runs. */
typedef struct {
  guint64 cycles, most; /* in all; the most at once … */
  guint n, longest;     /* how often; … before this of the runs */
} PoplensTimeOutside;
char *poplens_time_outside_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeOutside *outside);
/* Location of the cycles before run @run starts. (transfer full) */
char *poplens_time_outside_location (const PoplensTime *time, guint run);
/* Least share of the program time from which on a kind is a finding, whatever iterations do. */
double poplens_time_kind_least (PoplensTimeKind kind);

G_END_DECLS
