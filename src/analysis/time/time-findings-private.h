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
  GArray *causes; /* (nullable): guint32 indices of causes (time-causes.h); NULL: the saving was
                     found in another way */
  char *subject;
  double saving; /* cycles that the program saves at most */
  double rank;   /* cycles saved by the largest single part or action; findings are sorted by it; 0:
                    not known */
  guint turn;    /* SLOW_ITERATIONS only: index of the slowest iteration */
  GArray *longer; /* SLOW_ITERATIONS only: poplens_time_find_longer () of that iteration; otherwise
                     NULL */
  guint ways;     /* HOST_COPY only: PoplensTransferWay bits of its copies; 0: not known */
  PoplensTimeCheckState state;
} PoplensTimeCandidate;

/* Which IPUs exchange data over their links, and which operation exchanges most. */
typedef struct {
  char *sentence; /* (nullable): sentence for a finding; NULL if there is only one IPU */
  char *most;     /* (nullable): operation with the most cycles; NULL if all are alike */
  char *way;      /* direction of .most: "from IPU 0 to IPU 1" */
} PoplensTimeLinks;

/* State of the search for findings. */
typedef struct {
  const PoplensTimeFindingsInput *input;
  const PoplensTime *time;
  PoplensTimeFindings *out;
  PoplensTimeCauses *causes;
  PoplensTimeBalance balance;
  PoplensTimeStages *stages; /* stages that include the cost of slow tiles, as IPUs wait for both */
  double equal_stages;       /* cycles that equal .stages would save */
  PoplensTimeStages
      *own_stages; /* stages without the cost of slow tiles; equals .stages if no tiles are slow */
  PoplensTimeLayers layers; /* layers of .own_stages; zeroed unless equal stages save enough */
  PoplensTimeLinks links;
  GArray *items; /* PoplensPathItem: sums of the critical path in the range */
  PoplensTimeStragglers stragglers;
  GHashTable *ways;      /* result of poplens_time_copy_ways () */
  GPtrArray *candidates; /* PoplensTimeCandidate */
  GPtrArray
      *others; /* PoplensTimeCandidate that are not reported: explained by others, or too small */
} PoplensTimeSearch;

/* An action that reduces the cost of a cause. */
typedef struct {
  const char *change; /* beginning of a sentence, before a bound: "Fewer or smaller outputs save at
                       * most" */
  const char *step;   /* title: "Return fewer or smaller outputs" */
  const char *advice; /* sentences: which options of the frameworks to use, and what they cost */
  double saving;      /* cycles that the program saves at most */
  const char *whole;  /* (nullable): name of the change that would save all cycles of the finding:
                         "equal stages" */
  const char *tight;  /* (nullable): advice to use if larger micro-batches do not fit */
} PoplensTimeAction;
#define POPLENS_TIME_MOST_ACTIONS 4
/* Fills @actions for a candidate, largest saving first; no action saves more than the candidate.
 * For copies from the host that are mostly waiting, a host that is ready earlier comes first.
 * Returns the number of actions, at least 1. */
guint poplens_time_find_actions (const PoplensTimeSearch *self,
                                 const PoplensTimeCandidate *candidate,
                                 PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS]);

/* Fills @links in passes over the rows and segments. @links: (out): clear with
 * poplens_time_links_clear (). */
void poplens_time_links_find (const PoplensTimeSearch *self, PoplensTimeLinks *links);
void poplens_time_links_clear (PoplensTimeLinks *self);

void poplens_time_candidate_free (gpointer data);
/* Number of parts that a finding on no single operation or tile names. All of its causes cannot be
 * changed at once. */
#define POPLENS_TIME_N_LARGEST 3
/* Fills @largest with the largest single parts of a candidate without subject: operations, streams,
 * slow tiles. Returns their number; 0 for a candidate with a subject. */
guint poplens_time_find_largest (const PoplensTimeSearch *self, const PoplensTimeCandidate *general,
                                 const PoplensTimeCandidate **largest);
/* Fills .candidates, sorted by rank, and .others. General candidates that specific ones explain are
 * among .others. */
void poplens_time_find_candidates (PoplensTimeSearch *self);
/* Share of waiting for the host from which a copy counts as late, not as large. */
#define POPLENS_TIME_MOSTLY_WAITING 0.5
/* Returns which share (0 … 1) of the cycles of a candidate of copies is waiting for the host. */
double poplens_time_waiting_share (const PoplensTimeSearch *self,
                                   const PoplensTimeCandidate *candidate);
/* Returns the number of cycles that a candidate of @kind must save to be a finding. */
double poplens_time_threshold (const PoplensTimeSearch *self, PoplensTimeKind kind);
/* Returns the cause of a candidate with the most tile cycles; NULL if it has no causes. */
const PoplensTimeCause *poplens_time_candidate_cause (const PoplensTimeSearch *self,
                                                      const PoplensTimeCandidate *candidate);
/* Returns a sentence on the critical path: its largest classes, the operation or stream with the
 * most cycles of each, and how evenly tiles work in it. NULL if the program has no cycles.
 * (transfer full) */
char *poplens_time_where_sentence (const PoplensTimeSearch *self);
/* Returns a sentence on the operations with the most cycles, for a program in which only computing
 * less saves anything. NULL if there are none. (transfer full) (nullable) */
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
/* Returns the advice for a candidate: its actions, each with its bound if there are several, and
 * the memory that they need, compared with what is free on the fullest tile of @ipu (G_MAXUINT32:
 * of all IPUs), in binary units. @actions: (inout) [@n]: of poplens_time_find_actions (); changed
 * to .tight if larger micro-batches do not fit. @room: (out) (nullable) (transfer full): the
 * sentence on free memory. (transfer full) */
char *poplens_time_advice (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                           guint32 ipu, PoplensTimeAction *actions, guint n, char **room);
/* Returns sentences on what to begin with: layers to move from the IPU with the most work, or
 * operations in which slow tiles, slow iterations or exchanges cost most. Ends with a space; "" for
 * other kinds. @step: (inout) (transfer full): replaced if the action has a more specific title.
 * (transfer full) */
char *poplens_time_advise_parts (const PoplensTimeSearch *self,
                                 const PoplensTimeCandidate *candidate, char **step);
/* Cycles of a range outside the program, as the host had not started a run: either before the first
 * run, or between runs. */
typedef struct {
  guint64 cycles, most; /* sum; largest single gap */
  guint n, longest;     /* number of gaps; index of the run after the largest gap */
} PoplensTimeOutside;
char *poplens_time_outside_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeOutside *outside);
/* Returns the location of the cycles before run @run starts. (transfer full) */
char *poplens_time_outside_location (const PoplensTime *time, guint run);
/* Returns the smallest share of the program time with which a candidate of @kind can be a finding.
 * The spread of iterations can only raise it. */
double poplens_time_kind_least (PoplensTimeKind kind);

G_END_DECLS
