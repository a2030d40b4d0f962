/* What finding and wording of findings share. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/time/time-stages.h"
#include "analysis/time/time-stragglers.h"

G_BEGIN_DECLS

/* What may become a finding. */
typedef struct {
  PoplensTimeKind kind;
  GArray *causes; /* guint32: of the causes; NULL: told by other means */
  char *subject;
  double saving;
  guint turn; /* of SLOW_ITERATIONS */
  PoplensTimeCheckState state;
} PoplensTimeCandidate;

typedef struct {
  const PoplensTimeFindingsInput *input;
  const PoplensTime *time;
  PoplensTimeFindings *out;
  PoplensTimeCauses *causes;
  PoplensTimeBalance balance;
  PoplensTimeStages *stages;
  double equal_stages; /* cycles that these save */
  PoplensTimeStragglers stragglers;
  GPtrArray *candidates; /* PoplensTimeCandidate … */
  GPtrArray *others;     /* … and those that others explain, or that are small */
} PoplensTimeSearch;

void poplens_time_candidate_free (gpointer data);
/* Fills the candidates, most saving first, without general ones that specific ones explain. */
void poplens_time_find_candidates (PoplensTimeSearch *self);
/* Cycles from which on one of the kind is a finding. */
double poplens_time_threshold (const PoplensTimeSearch *self, PoplensTimeKind kind);
/* The cause of a candidate that takes most. */
const PoplensTimeCause *poplens_time_candidate_cause (const PoplensTimeSearch *self,
                                                      const PoplensTimeCandidate *candidate);
/* (transfer full) */
char *poplens_time_finding_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeCandidate *candidate);
char *poplens_time_finding_location (const PoplensTimeSearch *self,
                                     const PoplensTimeCandidate *candidate);
/* The advice of the kind with the memory that it needs, as far as that is known, and what is free
 * on the fullest tile of @ipu (of stages: of all other IPUs; G_MAXUINT32: of all). In binary units.
 * (transfer full) */
char *poplens_time_advice (const PoplensTimeFindingsInput *input, PoplensTimeKind kind,
                           guint32 ipu);
/* Of what passes before run @run starts. */
/* Cycles of a scope in which the host had not started a run: before the first, or between runs. */
typedef struct {
  guint64 cycles, most; /* in all; the most at once … */
  guint n, longest;     /* how often; … before this of the runs */
} PoplensTimeOutside;
char *poplens_time_outside_sentence (const PoplensTimeSearch *self,
                                     const PoplensTimeOutside *outside);
char *poplens_time_outside_location (const PoplensTime *time, guint run);
/* Least share of the program time from which on a kind is a finding, whatever iterations do. */
double poplens_time_kind_least (PoplensTimeKind kind);

G_END_DECLS
